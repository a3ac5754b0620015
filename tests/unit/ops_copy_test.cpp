// The steps of a copy, and the checks of elementwise ops before they compute.
#include "ops/structural/copy.h"

#include <cstring>
#include <utility>
#include <vector>

#include "ops/elementwise/elementwise.h"
#include "ops/structural/fill.h"
#include "ops_test.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "tensor/views.h"

namespace ct {
namespace {

using testing_ops::list, testing_ops::status_of, testing_ops::tensor, testing_ops::values;

using Values = std::vector<double>;
using Sizes = std::vector<int64_t>;

TEST(Copy, BackwardOnBothSides) {
  const Ref<Tensor> from = tensor({2, 3}, {1, 2, 3, 4, 5, 6}, DType::Float32), to = tensor({2, 3}, {}, DType::Float64);
  const int32_t both[] = {0, 1}, last[] = {1};
  copy(*flip(*to, both), *flip(*from, both));
  EXPECT_EQ(values(*to), (Values{1, 2, 3, 4, 5, 6}));
  copy(*flip(*to, both), *flip(*from, last));
  EXPECT_EQ(values(*to), (Values{4, 5, 6, 1, 2, 3}));
  const Ref<Tensor> row = tensor({3}, {7, 8, 9}, DType::Float32);  // broadcast along a dim with a negative stride
  copy(*flip(*to, both), *flip(*row, std::span(both, 1)));
  EXPECT_EQ(values(*to), (Values{7, 8, 9, 7, 8, 9}));
}

TEST(Copy, PastTheCachesAtAnyAddress) {
  const int64_t numel = last_level_cache_bytes() / 2 + 12345;
  const Ref<Tensor> from = Tensor::create(DimVec{numel + 64}, DType::UInt8);
  const Ref<Tensor> to = Tensor::create(DimVec{numel}, DType::UInt8);
  uint32_t random = 1;
  for (int64_t i = 0; i < from->numel(); ++i) {
    random = random * 1664525 + 1013904223;
    from->data()[i] = static_cast<char>(random >> 24);
  }
  for (const int64_t skipped : {0, 1, 63}) {
    fill(*to, Scalar::of(int64_t{0}));
    copy(*slice(*to, 0, skipped, numel - 5, 1), *slice(*from, 0, 2 * skipped, numel - 5 + skipped, 1));
    EXPECT_EQ(std::memcmp(to->data() + skipped, from->data() + 2 * skipped, numel - 5 - skipped), 0);
    for (int64_t i = 0; i < skipped; ++i) EXPECT_EQ(to->data()[i], 0);
    for (int64_t i = numel - 5; i < numel; ++i) EXPECT_EQ(to->data()[i], 0);
  }
}

// Non-temporal stores for most of it; its end stays in the caches.
TEST(Copy, ARowRepeatedPastTheCaches) {
  constexpr int64_t kRow = 4096 + 3;
  const int64_t rows = last_level_cache_bytes() / kRow / 4 * 5;
  const Ref<Tensor> row = Tensor::create(DimVec{kRow}, DType::UInt8);
  const Ref<Tensor> to = Tensor::create(DimVec{rows, kRow}, DType::UInt8);
  for (int64_t i = 0; i < kRow; ++i) row->data()[i] = static_cast<char>(i * 37);
  for (const int32_t threads : {1, 2, 7}) {
    set_num_threads(threads);
    fill(*to, Scalar::of(int64_t{0}));
    copy(*to, *row);
    int64_t wrong = 0;
    for (int64_t j = 0; j < rows; ++j) wrong += std::memcmp(to->data() + j * kRow, row->data(), kRow) != 0 ? 1 : 0;
    EXPECT_EQ(wrong, 0) << threads;
  }
  set_num_threads(0);
}

TEST(Copy, AnElementRepeatedAlongRowsPastTheCaches) {
  constexpr int64_t kRow = 4096 + 3;
  const int64_t rows = last_level_cache_bytes() / kRow;
  const Ref<Tensor> column = Tensor::create(DimVec{rows, 1}, DType::UInt8);
  const Ref<Tensor> to = Tensor::create(DimVec{rows, kRow}, DType::UInt8);
  for (int64_t j = 0; j < rows; ++j) column->data()[j] = static_cast<char>(j * 37);
  fill(*to, Scalar::of(int64_t{0}));
  copy(*to, *column);
  int64_t wrong = 0;
  for (int64_t i = 0; i < to->numel(); ++i) wrong += to->data()[i] != column->data()[i / kRow] ? 1 : 0;
  EXPECT_EQ(wrong, 0);
}

// Where rows of the input lie a page apart, they are copied in the input's order.
TEST(Copy, RowsInTheOrderOfTheInput) {
  constexpr int64_t kRow = 16, kNear = 4, kMiddle = 8, kFar = 15;
  const Ref<Tensor> from = Tensor::create(DimVec{kFar, kMiddle, kNear, kRow}, DType::Float64);
  const Ref<Tensor> to = Tensor::create(DimVec{kNear, kMiddle, kFar, kRow}, DType::Float64);
  for (int64_t i = 0; i < from->numel(); ++i) {
    store_scalar(Scalar::of(static_cast<double>(i)), DType::Float64, from->data() + i * from->itemsize());
  }
  const int32_t order[] = {2, 1, 0, 3};
  copy(*to, *permute(*from, order));
  const Values copied = values(*to);
  int64_t wrong = 0;
  for (int64_t i = 0; i < to->numel(); ++i) {
    const int64_t row = i / kRow, far = row % kFar, middle = row / kFar % kMiddle, near = row / kFar / kMiddle;
    const int64_t source = ((far * kMiddle + middle) * kNear + near) * kRow + i % kRow;
    wrong += copied[static_cast<size_t>(i)] != static_cast<double>(source) ? 1 : 0;
  }
  EXPECT_EQ(wrong, 0);
}

// Non-temporal stores, wherever in a cache line planes and interleaved channels begin.
TEST(Copy, InterleavesPastTheCaches) {
  for (const int64_t channels : {2, 3, 4}) {
    constexpr int64_t kImages = 5, kBehind = 7;
    const int64_t count = last_level_cache_bytes() / 2 / kImages / channels + 11;
    const int64_t numel = kImages * channels * count;
    const Ref<Tensor> from = Tensor::create(DimVec{numel}, DType::UInt8);
    const Ref<Tensor> to = Tensor::create(DimVec{kBehind + numel + kBehind}, DType::UInt8);
    for (int64_t i = 0; i < numel; ++i) from->data()[i] = static_cast<char>(i * 2654435761 >> 13);
    for (const bool interleave : {true, false}) {
      const int64_t inner = interleave ? count : channels, outer = interleave ? channels : count;
      std::vector<char> expected(kBehind + numel + kBehind);
      char *at = expected.data() + kBehind;
      for (int64_t k = 0; k < kImages; ++k) {
        for (int64_t i = 0; i < inner; ++i) {
          for (int64_t j = 0; j < outer; ++j) *at++ = from->data()[(k * outer + j) * inner + i];
        }
      }
      const Ref<Tensor> images = view(*from, Sizes{kImages, outer, inner});
      const Ref<Tensor> room = view(*slice(*to, 0, kBehind, kBehind + numel, 1), Sizes{kImages, inner, outer});
      for (const int32_t threads : {1, 2, 7}) {
        set_num_threads(threads);
        fill(*to, Scalar::of(int64_t{0}));
        copy(*room, *transpose(*images, 1, 2));
        EXPECT_EQ(std::memcmp(to->data(), expected.data(), expected.size()), 0)
            << channels << ' ' << interleave << ' ' << threads;
      }
    }
  }
  set_num_threads(0);
}

// Interleaves planes; converts them first where that leaves fewer bytes to interleave.
TEST(Copy, ConvertsAndInterleavesPlanes) {
  const std::pair<DType, DType> kDTypes[] = {{DType::Float32, DType::UInt8},      {DType::Float32, DType::BFloat16},
                                             {DType::Float64, DType::Float32},    {DType::Int64, DType::Int16},
                                             {DType::Complex128, DType::Float64}, {DType::UInt8, DType::Float32}};
  const int32_t to_last[] = {1, 0};
  for (const auto &[from, to] : kDTypes) {
    for (const int64_t channels : {2, 3, 4, 5}) {
      for (const int64_t n : {1, 64, 65, 1023, 2048, 2049, 5000}) {
        const Ref<Tensor> planes = Tensor::create(DimVec{channels, n + 3}, from);
        for (int64_t i = 0; i < planes->numel(); ++i) {
          store_scalar(Scalar::of(static_cast<double>(i * 7 % 251)), from, planes->data() + i * planes->itemsize());
        }
        const Ref<Tensor> part = slice(*planes, 1, 2, n + 2, 1);
        const Ref<Tensor> last = permute(*part, to_last);
        const Ref<Tensor> interleaved = Tensor::create(DimVec{n, channels}, to);
        copy(*interleaved, *last);
        EXPECT_EQ(values(*interleaved), values(*last)) << channels << 'x' << n << ' ' << dtype_name(from);
      }
    }
  }
}

// Conversions where the output is contiguous along one dim and the input along another.
TEST(Elementwise, ConvertsAcross) {
  constexpr Sizes::value_type kSizes[] = {1, 3, 64, 65, 200};
  const auto ascending = [](const DimVec &sizes, DType dtype, int64_t step) {
    Ref<Tensor> t = Tensor::create(sizes, dtype);
    for (int64_t i = 0; i < t->numel(); ++i) {
      store_scalar(Scalar::of(static_cast<double>(i * step % 251)), dtype, t->data() + i * t->itemsize());
    }
    return t;
  };
  const int32_t order[] = {0, 2, 1}, flipped[] = {1};
  for (const int64_t rows : kSizes) {
    for (const int64_t columns : kSizes) {
      const Ref<Tensor> dense = ascending({3, rows, columns}, DType::Float32, 7);
      const Ref<Tensor> bytes = ascending({3, columns, rows}, DType::UInt8, 5);
      const Ref<Tensor> row = ascending({columns}, DType::Int16, 3);
      const Ref<Tensor> across = permute(*bytes, order), back = flip(*across, flipped);
      for (const Tensor *other : {across.get(), back.get(), row.get()}) {
        const Ref<Tensor> out = permute(*Tensor::create(DimVec{3, columns, rows}, DType::Float64), order);
        const Tensor *const inputs[] = {dense.get(), other};
        const std::vector<double> a = values(*dense), b = values(*expand(*other, dense->sizes()));
        std::vector<double> sums;
        for (size_t i = 0; i < a.size(); ++i) sums.push_back(a[i] + b[i]);
        for (const int32_t threads : {1, 2, 7}) {
          set_num_threads(threads);
          EXPECT_EQ(values(*elementwise(elementwise_ops::add, inputs)), sums)
              << rows << 'x' << columns << ' ' << threads;
          fill(*out, Scalar::of(int64_t{0}));
          elementwise_out(elementwise_ops::add, inputs, *out);
          EXPECT_EQ(values(*out), sums) << rows << 'x' << columns << ' ' << threads;
        }
      }
    }
  }
  set_num_threads(0);
}

TEST(Copy, TheSameViewAndMeta) {
  const Ref<Tensor> t = tensor({4}, {1, 2, 3, 4}, DType::Int16);
  copy(*alias(*t), *t);
  EXPECT_EQ(status_of([&] { copy(*slice(*t, 0, 1, 4, 1), *slice(*t, 0, 0, 3, 1)); }), CT_ERROR_OVERLAP);
  EXPECT_EQ(values(*t), (Values{1, 2, 3, 4}));
  const Ref<Tensor> meta = Tensor::create(DimVec{4}, DType::Int16, true);
  copy(*meta, *t);
  EXPECT_EQ(status_of([&] { copy(*t, *meta); }), CT_ERROR_INVALID);
  EXPECT_EQ(status_of([&] { copy(*meta, *slice(*t, 0, 0, 3, 1)); }), CT_ERROR_SHAPE);
}

TEST(Elementwise, DivisionLooksBeforeItWritesOrResizes) {
  const Ref<Tensor> a = tensor({2, 2}, {1, 2, 3, 4}, DType::UInt8), b = tensor({2}, {1, 0}, DType::UInt8);
  const Ref<Tensor> out = tensor({3}, {7, 8, 9}, DType::UInt8);
  const Tensor *inputs[] = {a.get(), b.get()};
  EXPECT_EQ(status_of([&] { elementwise_out(elementwise_ops::floor_divide, inputs, *out); }),
            CT_ERROR_DIVISION_BY_ZERO);
  EXPECT_EQ(list(out->sizes()), (Sizes{3}));
  EXPECT_EQ(values(*out), (Values{7, 8, 9}));
  // A wrapped 256 becomes a zero beside uint8. An empty result divides nothing.
  const Ref<Tensor> number = tensor({}, {256}, DType::Int64), none = tensor({0, 2}, {}, DType::UInt8);
  number->set_wrapped_number(true);
  inputs[1] = number.get();
  EXPECT_EQ(status_of([&] { elementwise(elementwise_ops::floor_divide, inputs); }), CT_ERROR_DIVISION_BY_ZERO);
  inputs[0] = none.get();
  EXPECT_EQ(list(elementwise(elementwise_ops::floor_divide, inputs)->sizes()), (Sizes{0, 2}));
}

TEST(Elementwise, RefusedDtypesResizeNothing) {
  const Ref<Tensor> bits = tensor({2}, {1, 0}, DType::Bool), f = tensor({2}, {1, 2}, DType::Float32);
  const Ref<Tensor> z = tensor({2}, {1, 2}, DType::Complex64), out = tensor({3}, {7, 8, 9}, DType::Bool);
  const Tensor *one[] = {bits.get()}, *left[] = {bits.get(), f.get()}, *right[] = {f.get(), bits.get()},
               *complex[] = {z.get(), f.get()}, *choice[] = {f.get(), f.get(), f.get()};
  EXPECT_EQ(status_of([&] { elementwise_out(elementwise_ops::neg, one, *out); }), CT_ERROR_DTYPE);
  EXPECT_EQ(status_of([&] { elementwise_out(elementwise_ops::sub, left, *out); }), CT_ERROR_DTYPE);
  EXPECT_EQ(status_of([&] { elementwise_out(elementwise_ops::sub, right, *out); }), CT_ERROR_DTYPE);
  EXPECT_EQ(status_of([&] { elementwise_out(elementwise_ops::lt, complex, *out); }), CT_ERROR_DTYPE);
  EXPECT_EQ(status_of([&] { elementwise_out(elementwise_ops::where, choice, *out); }), CT_ERROR_DTYPE);
  EXPECT_EQ(status_of([&] { elementwise_out(elementwise_ops::add, left, *out); }),
            CT_ERROR_DTYPE);  // float32 into bool
  EXPECT_EQ(list(out->sizes()), (Sizes{3}));
}

TEST(Elementwise, WhereKeepsTheConditionOutOfPromotion) {
  const Ref<Tensor> condition = tensor({2, 1}, {1, 0}, DType::Bool), b = tensor({3}, {1, 2, 3}, DType::Int16);
  const Ref<Tensor> number = tensor({}, {0.5}, DType::Float64);
  number->set_wrapped_number(true);
  const Tensor *inputs[] = {condition.get(), b.get(), number.get()};
  const Ref<Tensor> chosen = elementwise(elementwise_ops::where, inputs);
  EXPECT_EQ(chosen->dtype(), DType::Float32);
  EXPECT_EQ(values(*chosen), (Values{1, 2, 3, .5, .5, .5}));
}

}  // namespace
}  // namespace ct
