// Storage, fresh tensors and resizing. Every block goes back as it came, and a failed allocation changes nothing.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>

#include "runtime/allocator.h"
#include "tensor/resize.h"
#include "tensor/views.h"
#include "tensor_expect.h"

namespace ct {
namespace {

// Records the size and alignment of every allocation, and fails the n-th allocation when it is told to.
struct Ledger {
  std::map<void *, std::pair<size_t, size_t>> live;
  int64_t mismatches = 0, until_failure = -1;
};
Ledger &ledger() {
  static Ledger instance;
  return instance;
}

void *ledger_allocate(void *, size_t size, size_t alignment) {
  if (ledger().until_failure == 0) return nullptr;
  if (ledger().until_failure > 0) --ledger().until_failure;
  void *block = std::aligned_alloc(std::max(alignment, sizeof(void *)), (size + alignment) / alignment * alignment);
  std::memset(block, 0xCD, size);
  ledger().live[block] = {size, alignment};
  return block;
}

void ledger_deallocate(void *, void *block, size_t size, size_t alignment) {
  const auto found = ledger().live.find(block);
  if (found == ledger().live.end() || found->second != std::pair{size, alignment}) {
    ++ledger().mismatches;
    return;
  }
  ledger().live.erase(found);
  std::free(block);
}

class Memory : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const ct_allocator allocator = {sizeof(ct_allocator), 0, nullptr, ledger_allocate, ledger_deallocate};
    set_allocator(&allocator);
  }
  void TearDown() override {
    EXPECT_EQ(ledger().live.size(), 0U);
    EXPECT_EQ(ledger().mismatches, 0);
  }

  // Fails each allocation of body in turn until body succeeds. It calls unchanged() after every failure.
  static int fail_each(
      const std::function<void()> &body, const std::function<void()> &unchanged = [] {}) {
    for (int point = 0;; ++point) {
      const auto before = ledger().live;
      ledger().until_failure = point;
      try {
        body();
        ledger().until_failure = -1;
        return point;
      } catch (const Error &error) {
        ledger().until_failure = -1;
        EXPECT_EQ(error.status, CT_ERROR_OUT_OF_MEMORY);
        EXPECT_EQ(ledger().live, before) << "leak at allocation " << point;
        unchanged();
      }
    }
  }
};

Ref<Tensor> iota(const Sizes &sizes) {
  Ref<Tensor> t = Tensor::create(sizes, DType::Int32);
  for (int32_t i = 0; i < t->numel(); ++i) std::memcpy(t->data() + 4 * i, &i, 4);
  return t;
}

int32_t at(const Tensor &t, int64_t offset) {  // from element [0, …, 0]
  int32_t value = 0;
  std::memcpy(&value, t.data() + 4 * offset, 4);
  return value;
}

using MemoryTest = Memory;

TEST_F(MemoryTest, Storage) {
  for (const int64_t nbytes : {1, 63, 64, 1024, 1025, 1 << 21}) {
    const Ref<Storage> storage = Storage::create(nbytes);
    EXPECT_EQ(storage->nbytes(), nbytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(storage->data()) % data_alignment(static_cast<size_t>(nbytes)), 0U);
    EXPECT_FALSE(storage->is_meta() || storage->is_borrowed() || storage->is_read_only());
  }
  const Ref<Storage> none = Storage::create(0), meta = Storage::create_meta(int64_t{1} << 60);
  EXPECT_EQ(none->data(), nullptr);
  EXPECT_FALSE(none->is_meta());
  EXPECT_TRUE(meta->is_meta());
  EXPECT_EQ(meta->nbytes(), int64_t{1} << 60);
  EXPECT_EQ(fail_each([] { Storage::create(1024); }), 1);  // small data shares its storage's block
  EXPECT_EQ(fail_each([] { Storage::create(1025); }), 2);
}

TEST_F(MemoryTest, BorrowReleasesOnce) {
  int released = 0;
  const auto release = [](void *count) { ++*static_cast<int *>(count); };
  char data[16];
  {
    Ref<Storage> storage = Storage::borrow(data, 16, true, release, &released);
    const Ref<Storage> second = storage;
    storage = nullptr;
    EXPECT_EQ(released, 0);
    EXPECT_TRUE(second->is_borrowed() && second->is_read_only());
    EXPECT_EQ(second->data(), data);
  }
  EXPECT_EQ(released, 1);
  Storage::borrow(data, 16, false, nullptr, nullptr);
  released = 0;
  fail_each([&] { Storage::borrow(data, 16, false, release, &released); }, [&] { EXPECT_EQ(released, 0); });
  EXPECT_EQ(released, 1);
}

TEST_F(MemoryTest, Create) {
  const Ref<Tensor> t = Tensor::create(Sizes{2, 3}, DType::Float64);
  EXPECT_EQ(to_vector(t->strides()), (Sizes{3, 1}));
  EXPECT_EQ(t->numel(), 6);
  EXPECT_EQ(t->storage().nbytes(), 48);
  EXPECT_TRUE(t->is_contiguous() && t->is_contiguous(MemoryFormat::Preserve));
  EXPECT_FALSE(t->is_contiguous(MemoryFormat::ChannelsLast));
  const Ref<Tensor> scalar = Tensor::create(Dims{}, DType::Bool);
  EXPECT_EQ(scalar->numel(), 1);
  EXPECT_EQ(scalar->storage().nbytes(), 1);
  const Ref<Tensor> empty = Tensor::create(Sizes{2, 0}, DType::Int8);
  EXPECT_EQ(empty->data(), nullptr);
  EXPECT_EQ(empty->numel(), 0);
  const Ref<Tensor> meta = Tensor::create(Sizes{int64_t{1} << 40, 4}, DType::Float32, true);
  EXPECT_TRUE(meta->is_meta());
  EXPECT_EQ(meta->data(), nullptr);
  EXPECT_EQ(meta->storage().nbytes(), int64_t{1} << 44);
  EXPECT_EQ(fail_each([] { Tensor::create(Sizes{1, 2, 3, 4, 5, 6, 7}, DType::Int8); }), 5);
}

TEST_F(MemoryTest, CreateStrided) {
  const Ref<Tensor> gaps = Tensor::create(Sizes{2, 3}, Sizes{10, 2}, DType::Int16);
  EXPECT_EQ(gaps->storage().nbytes(), 2 * 15);
  EXPECT_EQ(gaps->offset(), 0);
  const Ref<Tensor> backwards = Tensor::create(Sizes{2, 3}, Sizes{3, -1}, DType::Int32);
  EXPECT_EQ(backwards->offset(), 2);
  EXPECT_EQ(backwards->storage().nbytes(), 24);
  EXPECT_EQ(backwards->data(), backwards->storage().data() + 8);
  const Ref<Tensor> expanded = Tensor::create(Sizes{5}, Sizes{0}, DType::Int32);
  EXPECT_EQ(expanded->storage().nbytes(), 4);
  const Ref<Tensor> empty = Tensor::create(Sizes{5, 0}, Sizes{-3, 8}, DType::Int32);
  EXPECT_EQ(empty->storage().nbytes(), 0);
  EXPECT_EQ(empty->offset(), 0);
  const int64_t half = INT64_MAX / 2;
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "overflowed",
                  Tensor::create(Sizes{2, 2, 2}, Sizes{half, -half, 2}, DType::Bool, true));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "overflow", Tensor::create(Sizes{3}, Sizes{half}, DType::Float64, true));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "negative dimension", Tensor::create(Sizes{-3}, Sizes{1}, DType::Float64));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "negative dimension", Tensor::create(Sizes{0, -3}, Sizes{1, 1}, DType::Float64));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "mismatch", Tensor::create(Sizes{3}, Sizes{1, 1}, DType::Float64));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "65", Tensor::create(Sizes(65, 1), DType::Float64));
  EXPECT_EQ(Tensor::create(Sizes(64, 1), DType::Float64)->ndim(), 64);
}

TEST_F(MemoryTest, CheckWritable) {
  char data[8] = {};
  const Ref<Tensor> t =
      Tensor::on_storage(Storage::borrow(data, 8, true, nullptr, nullptr), Sizes{8}, Sizes{1}, 0, DType::Int8);
  EXPECT_CT_ERROR(CT_ERROR_READ_ONLY, "out is read-only", check_writable(*t, "out"));
  EXPECT_CT_ERROR(CT_ERROR_READ_ONLY, "dst", check_writable(*select(*t, 0, 1), "dst"));
  check_writable(*iota({2}), "out");
}

struct Snapshot {
  explicit Snapshot(const Tensor &t)
      : sizes(to_vector(t.sizes())), strides(to_vector(t.strides())), offset(t.offset()), storage(&t.storage()) {}
  bool operator==(const Snapshot &) const = default;
  Sizes sizes, strides;
  int64_t offset;
  const Storage *storage;
};

TEST_F(MemoryTest, ResizeWithinTheStorage) {
  const Ref<Tensor> t = iota({2, 3});
  const Snapshot before(*t);
  resize(*t, Sizes{2, 3}, Sizes{3, 1});
  EXPECT_EQ(Snapshot(*t), before);
  resize(*t, Sizes{4}, Sizes{1});
  EXPECT_EQ(&t->storage(), before.storage);
  EXPECT_EQ(t->numel(), 4);
  resize(*t, Sizes{3, 2}, Sizes{1, 3});
  EXPECT_EQ(&t->storage(), before.storage);
  EXPECT_TRUE(t->is_non_overlapping_and_dense());
  EXPECT_FALSE(t->is_contiguous());
  resize(*t, Sizes{0}, Sizes{1});
  EXPECT_EQ(t->numel(), 0);
  EXPECT_EQ(&t->storage(), before.storage);
}

TEST_F(MemoryTest, ResizeGrowsKeepingBytes) {
  const Ref<Tensor> t = iota({2, 3});
  resize(*t, Sizes{100, 7}, Sizes{7, 1});
  EXPECT_EQ(t->storage().nbytes(), 2800);
  for (int32_t i = 0; i < 6; ++i) EXPECT_EQ(at(*t, i), i);
  const Ref<Tensor> empty = Tensor::create(Sizes{0}, DType::Int32);
  resize(*empty, Sizes{3}, Sizes{1});
  EXPECT_NE(empty->data(), nullptr);
  EXPECT_EQ(empty->storage().nbytes(), 12);
}

TEST_F(MemoryTest, ResizeOfAViewLeavesTheOthers) {
  const Ref<Tensor> base = iota({4, 3});
  const Ref<Tensor> row = select(*base, 0, 3);
  const Snapshot before(*base);
  resize(*row, Sizes{3, 1}, Sizes{1, 1});
  EXPECT_EQ(&row->storage(), &base->storage());
  resize(*row, Sizes{5}, Sizes{1});
  EXPECT_NE(&row->storage(), &base->storage());
  EXPECT_EQ(row->offset(), 9);
  EXPECT_EQ(row->storage().nbytes(), 4 * 14);
  EXPECT_EQ(at(*row, 0), 9);
  EXPECT_EQ(Snapshot(*base), before);
  EXPECT_EQ(base->storage().nbytes(), 48);
}

TEST_F(MemoryTest, ResizeFromAndToNegativeStrides) {
  const Ref<Tensor> base = iota({6});
  const int32_t dims[] = {0};
  const Ref<Tensor> back = flip(*base, dims);
  EXPECT_EQ(back->offset(), 5);
  resize(*back, Sizes{2, 3}, Sizes{3, 1});  // starts at the first byte that the flipped view used
  EXPECT_EQ(back->offset(), 0);
  EXPECT_EQ(&back->storage(), &base->storage());
  resize(*back, Sizes{6}, Sizes{-1});
  EXPECT_EQ(back->offset(), 5);
  EXPECT_EQ(at(*back, 0), 5);
}

TEST_F(MemoryTest, ResizeRefusals) {
  int32_t data[6] = {};
  const Ref<Tensor> borrowed =
      Tensor::on_storage(Storage::borrow(data, 24, false, nullptr, nullptr), Sizes{2, 3}, Sizes{3, 1}, 0, DType::Int32);
  const Snapshot before(*borrowed);
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "24 bytes can't grow to 28 bytes", resize(*borrowed, Sizes{7}, Sizes{1}));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "[2, 3] to [7]", resize(*borrowed, Sizes{7}, Sizes{1}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "overflow", resize(*borrowed, Sizes{INT64_MAX / 4}, Sizes{2}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "negative", resize(*borrowed, Sizes{-1}, Sizes{2}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "65", resize(*borrowed, Sizes(65, 1), Sizes(65, 1)));
  EXPECT_EQ(Snapshot(*borrowed), before);
  resize(*borrowed, Sizes{3, 2}, Sizes{2, 1});
  EXPECT_EQ(borrowed->data(), reinterpret_cast<char *>(data));
  const Ref<Tensor> fixed =
      Tensor::on_storage(Storage::borrow(data, 24, true, nullptr, nullptr), Sizes{6}, Sizes{1}, 0, DType::Int32);
  resize(*fixed, Sizes{6}, Sizes{1});
  EXPECT_CT_ERROR(CT_ERROR_READ_ONLY, "[6] to [5]", resize(*fixed, Sizes{5}, Sizes{1}));
  EXPECT_CT_ERROR(CT_ERROR_READ_ONLY, "read-only", resize(*fixed, Sizes{7}, Sizes{1}));
}

TEST_F(MemoryTest, ResizedNumberIsAnOrdinaryTensor) {
  const Ref<Tensor> t = Tensor::create(Dims{}, DType::Float64);
  t->set_wrapped_number(true);
  const Ref<Tensor> half = Tensor::create(DimVec({2}), DType::Float16);
  const Tensor *const both[] = {half.get(), t.get()};
  EXPECT_EQ(result_type(both), DType::Float16);
  {
    const ResizeGuard undone(t.get());
    resize(*t, DimVec({2}), DimVec({1}));
  }
  EXPECT_TRUE(t->is_wrapped_number());
  resize(*t, DimVec({2}), DimVec({1}));
  EXPECT_FALSE(t->is_wrapped_number());
  EXPECT_EQ(result_type(both), DType::Float64);
}

TEST_F(MemoryTest, ResizeMeta) {
  const Ref<Tensor> t = Tensor::create(Sizes{2}, DType::Float32, true);
  resize(*t, Sizes{int64_t{1} << 50}, Sizes{1});
  EXPECT_TRUE(t->is_meta());
  EXPECT_EQ(t->storage().nbytes(), int64_t{1} << 52);
}

TEST_F(MemoryTest, ResizeFailsWithoutATrace) {
  const Sizes sizes{2, 2, 2, 2, 2, 2, 2, 2}, strides{128, 64, 32, 16, 8, 4, 2, 1};
  const Ref<Tensor> t = iota({2, 3}), view = select(*t, 0, 0);
  const Snapshot before(*t), view_before(*view);
  EXPECT_EQ(fail_each([&] { resize(*t, sizes, strides); }, [&] { EXPECT_EQ(Snapshot(*t), before); }), 3);
  EXPECT_EQ(Snapshot(*view), view_before);
  EXPECT_EQ(at(*t, 5), 5);
}

TEST_F(MemoryTest, GuardRestoresUnlessCommitted) {
  const Ref<Tensor> t = iota({2, 3});
  const Snapshot before(*t);
  {
    const ResizeGuard guard(t.get());
    resize(*t, Sizes{1000}, Sizes{1});
    EXPECT_NE(Snapshot(*t), before);
    ledger().until_failure = 0;  // undoing the resize needs no memory
  }
  ledger().until_failure = -1;
  EXPECT_EQ(Snapshot(*t), before);
  EXPECT_EQ(t->numel(), 6);
  EXPECT_EQ(at(*t, 5), 5);
  {
    ResizeGuard guard(t.get());
    resize(*t, Sizes{1000}, Sizes{1});
    EXPECT_EQ(ledger().live.size(), 4U);  // the old storage is kept for undoing,
    guard.commit();
    EXPECT_EQ(ledger().live.size(), 3U);  // and no longer
  }
  EXPECT_EQ(t->numel(), 1000);
  const ResizeGuard nothing(nullptr);
}

TEST_F(MemoryTest, ViewsFailWithoutALeak) {
  const Ref<Tensor> t = iota({1, 2, 1, 3, 1, 2, 1});
  const int32_t dims[] = {1, 3}, order[] = {6, 5, 4, 3, 2, 1, 0};
  fail_each([&] { alias(*t); });
  fail_each([&] { permute(*t, order); });
  fail_each([&] { movedim(*t, std::span(order, 2), dims); });
  fail_each([&] { view(*t, Sizes{12}); });
  fail_each([&] { slice(*t, 3, 0, 2, 1); });
  fail_each([&] { select(*t, 3, 1); });
  fail_each([&] { expand(*t, Sizes{4, 1, 2, 5, 3, 1, 2, 1}); });
  fail_each([&] { squeeze(*t, std::nullopt); });
  fail_each([&] { unsqueeze(*t, 7); });
  fail_each([&] { flip(*t, dims); });
  fail_each([&] { flattened_sizes(*t, 0, -1); });
  fail_each([&] { as_strided(*t, Sizes{2, 1, 1, 1, 1, 1, 1}, Sizes{1, 1, 1, 1, 1, 1, 1}, 3); });
}

}  // namespace
}  // namespace ct
