// Overlap of random small layouts, compared with brute force over every byte.
#include "tensor/overlap.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "runtime/error.h"

namespace ct {
namespace {

using Sizes = std::vector<int64_t>;

constexpr int64_t kBytes = 1 << 16;
alignas(64) char g_memory[kBytes];

// Tensors over the same memory of a caller, each with a storage of its own, as ct_tensor_from_data makes them.
Ref<Tensor> over(int64_t byte_offset, const Sizes &sizes, const Sizes &strides, DType dtype) {
  const int64_t itemsize = dtype_size(dtype);
  const int64_t base = byte_offset % 64 / itemsize * itemsize;  // storages start at different offsets
  return Tensor::on_storage(Storage::borrow(g_memory + base, kBytes - base, false, nullptr, nullptr), sizes, strides,
                            (byte_offset - base) / itemsize, dtype);
}

std::vector<int64_t> addresses(const Tensor &t) {
  std::vector<int64_t> found{t.data() - g_memory};
  for (int32_t d = 0; d < t.ndim(); ++d) {
    std::vector<int64_t> next;
    for (const int64_t address : found) {
      for (int64_t i = 0; i < t.sizes()[d]; ++i) next.push_back(address + i * t.strides()[d] * t.itemsize());
    }
    found = std::move(next);
  }
  return found;
}

struct RandomLayouts {
  std::mt19937 random;
  int64_t below(int64_t bound) { return static_cast<int64_t>(random() % static_cast<uint64_t>(bound)); }
  Ref<Tensor> next() {
    static constexpr DType kDTypes[] = {DType::UInt8,   DType::Int16,     DType::Float32,
                                        DType::Float64, DType::Complex64, DType::Complex128};
    const DType dtype = kDTypes[below(6)];
    const int64_t largest_size = 2 + below(5), largest_stride = 1 + below(12);
    Sizes sizes, strides;
    for (int64_t n = below(5); n > 0; --n) {
      sizes.push_back(below(12) == 0 ? 0 : 1 + below(largest_size));
      strides.push_back(below(2 * largest_stride + 1) - largest_stride);
    }
    return over((kBytes / 2 + below(250)) / 16 * 16 + below(16) / dtype_size(dtype) * dtype_size(dtype), sizes, strides,
                dtype);
  }
};

std::string describe(const Tensor &t) {
  std::string text = std::string(dtype_name(t.dtype())) + " at " + std::to_string(t.data() - g_memory);
  for (int32_t d = 0; d < t.ndim(); ++d) {
    text += " " + std::to_string(t.sizes()[d]) + "*" + std::to_string(t.strides()[d]);
  }
  return text;
}

TEST(Overlap, InternalAgreesWithBruteForce) {
  RandomLayouts layouts{std::mt19937(1)};
  int yes = 0;
  for (int i = 0; i < 30000; ++i) {
    const Ref<Tensor> t = layouts.next();
    const std::vector<int64_t> all = addresses(*t);
    const bool expected = std::set<int64_t>(all.begin(), all.end()).size() != all.size();
    ASSERT_EQ(internal_overlap(t->sizes(), t->strides()), expected ? InternalOverlap::Yes : InternalOverlap::No)
        << describe(*t);
    yes += expected ? 1 : 0;
  }
  EXPECT_GT(yes, 2000);
  EXPECT_LT(yes, 18000);
}

TEST(Overlap, PairsAgreeWithBruteForce) {
  RandomLayouts layouts{std::mt19937(2)};
  int counts[4] = {};
  for (int i = 0; i < 30000; ++i) {
    const Ref<Tensor> a = layouts.next(), b = layouts.next();
    const std::vector<int64_t> at_a = addresses(*a), at_b = addresses(*b);
    std::vector<bool> written(kBytes + 256);
    for (const int64_t address : at_a) {
      for (int64_t u = 0; u < a->itemsize(); ++u) written[static_cast<size_t>(address + u)] = true;
    }
    bool meet = false;
    for (const int64_t address : at_b) {
      for (int64_t u = 0; u < b->itemsize(); ++u) meet = meet || written[static_cast<size_t>(address + u)];
    }
    const Overlap found = overlap(*a, *b);
    ++counts[static_cast<int>(found)];
    ASSERT_EQ(found != Overlap::No, meet) << describe(*a) << " and " << describe(*b);
    ASSERT_EQ(found, overlap(*b, *a));
    if (found == Overlap::Full) {
      ASSERT_EQ(at_a, at_b);
    }
    ASSERT_NE(found, Overlap::TooHard);
  }
  EXPECT_GT(counts[static_cast<int>(Overlap::No)], 2000);
  EXPECT_GT(counts[static_cast<int>(Overlap::Partial)], 2000);
}

TEST(Overlap, FullIsTheSameMappingAlone) {
  const auto a = over(64, {2, 3}, {3, 1}, DType::Float32);
  EXPECT_EQ(overlap(*a, *a), Overlap::Full);
  EXPECT_EQ(overlap(*a, *over(64, {2, 3}, {3, 1}, DType::Float32)), Overlap::Full);
  EXPECT_EQ(overlap(*a, *over(64, {2, 3}, {3, 1}, DType::Int32)), Overlap::Full);
  EXPECT_EQ(overlap(*a, *over(64, {1, 2, 3}, {99, 3, 1}, DType::Float32)), Overlap::Full);
  EXPECT_EQ(overlap(*a, *over(64, {6}, {1}, DType::Float32)), Overlap::Partial);
  EXPECT_EQ(overlap(*a, *over(64, {3, 2}, {1, 3}, DType::Float32)), Overlap::Partial);
  EXPECT_EQ(overlap(*a, *over(64, {2, 3}, {1, 2}, DType::Float32)), Overlap::Partial);
  EXPECT_EQ(overlap(*a, *over(64, {2, 3}, {3, 1}, DType::Float64)), Overlap::Partial);
  EXPECT_EQ(overlap(*a, *over(64, {2, 2}, {3, 1}, DType::Float32)), Overlap::Partial);
  EXPECT_EQ(overlap(*a, *over(64 + 5 * 4, {2, 3}, {-3, -1}, DType::Float32)), Overlap::Partial);
  EXPECT_EQ(overlap(*over(64, {6, 1}, {1, 1}, DType::Float32), *over(64, {6}, {1}, DType::Float32)), Overlap::Partial);
}

// The cases of conformance/overlap.jsonl as layouts. Where PyTorch lets a real overlap pass, we refuse it.
TEST(Overlap, ConformanceCases) {
  const auto x = [](int64_t start, int64_t size, int64_t stride = 1) {
    return over(start * 4, {size}, {stride}, DType::Float32);
  };
  EXPECT_NO_THROW(check_no_partial_overlap(*x(0, 8), *x(0, 8)));
  EXPECT_THROW(check_no_partial_overlap(*x(1, 8), *x(0, 8)), Error);
  EXPECT_NO_THROW(check_no_partial_overlap(*x(0, 8), *x(8, 8)));
  EXPECT_THROW(check_no_internal_overlap(*x(0, 8, 0)), Error);
  EXPECT_THROW(check_no_partial_overlap(*x(0, 8), *x(4, 8)), Error);
  const auto m = over(0, {3, 3}, {3, 1}, DType::Float32), mt = over(0, {3, 3}, {1, 3}, DType::Float32);
  EXPECT_THROW(check_no_partial_overlap(*m, *mt), Error);
  EXPECT_NO_THROW(check_no_partial_overlap(*x(0, 8, 2), *x(1, 8, 2)));
  EXPECT_THROW(check_no_internal_overlap(*over(0, {3, 3}, {1, 1}, DType::Float32)), Error);
  EXPECT_THROW(check_no_overlap(*x(0, 8), *x(0, 8)), Error);
  EXPECT_NO_THROW(check_no_overlap(*x(0, 8), *x(8, 8)));
}

std::string message_of(void (*check)(const Tensor &, const Tensor &), const Tensor &a, const Tensor &b) {
  try {
    check(a, b);
  } catch (const Error &error) {
    EXPECT_EQ(error.status, CT_ERROR_OVERLAP);
    return error.message.c_str();
  }
  return "";
}

TEST(Overlap, MessagesNameBothSides) {
  const auto a = over(0, {8}, {1}, DType::Float32), b = over(16, {8}, {1}, DType::Float32);
  EXPECT_EQ(
      message_of(check_no_partial_overlap, *a, *b),
      "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
      "location. Please clone() the tensor before performing the operation. out [8]@[1] overlaps [8]@[1]");
  EXPECT_EQ(message_of(check_no_overlap, *a, *b),
            "unsupported operation: some elements of two written-to tensors refer to a single memory location. Please "
            "clone() the tensor before performing the operation. outputs [8]@[1] and [8]@[1] overlap");
  EXPECT_EQ(message_of([](const Tensor &t, const Tensor &) { check_no_internal_overlap(t); },
                       *over(0, {4, 2}, {0, 1}, DType::Float32), *a),
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation. It has sizes [4, 2] and strides [0, 1]");
}

TEST(Overlap, EmptyAndMeta) {
  const auto a = over(0, {4}, {1}, DType::Float32), none = over(0, {0, 4}, {4, 1}, DType::Float32);
  EXPECT_EQ(overlap(*a, *none), Overlap::No);
  EXPECT_EQ(internal_overlap(Sizes{3, 0}, Sizes{0, 0}), InternalOverlap::No);
  EXPECT_EQ(internal_overlap(Sizes{1, 5}, Sizes{0, 1}), InternalOverlap::No);
  EXPECT_EQ(internal_overlap(Sizes{}, Sizes{}), InternalOverlap::No);

  // A meta tensor has no addresses, but views of one meta tensor overlap as they would with data.
  const auto meta = Tensor::create(Sizes{8}, DType::Float32, true),
             other = Tensor::create(Sizes{8}, DType::Float32, true);
  const auto view = [&](int64_t offset) {
    return Tensor::on_storage(meta->keep_storage(), Sizes{4}, Sizes{1}, offset, DType::Float32);
  };
  EXPECT_EQ(overlap(*meta, *other), Overlap::No);
  EXPECT_EQ(overlap(*meta, *a), Overlap::No);
  EXPECT_EQ(overlap(*view(0), *view(4)), Overlap::No);
  EXPECT_EQ(overlap(*view(0), *view(2)), Overlap::Partial);
}

TEST(Overlap, LargeNumbersAreDecidedOrTooHardButNeverWrong) {
  const int64_t big = int64_t{1} << 60;
  EXPECT_EQ(internal_overlap(Sizes{2, 2}, Sizes{big, big + 1}), InternalOverlap::No);
  EXPECT_EQ(internal_overlap(Sizes{2, 2}, Sizes{INT64_MIN, 1}), InternalOverlap::TooHard);
  EXPECT_EQ(internal_overlap(Sizes{3, 2}, Sizes{big, 2 * big}), InternalOverlap::TooHard);
  EXPECT_EQ(internal_overlap(Sizes{1000000007, 998244353}, Sizes{998244353, 1000000007}), InternalOverlap::No);
  EXPECT_EQ(internal_overlap(Sizes{1000000008, 998244354}, Sizes{998244353, 1000000007}), InternalOverlap::Yes);
  // Meta tensors of any layout may be larger than memory.
  const auto storage = Storage::create_meta(INT64_MAX);
  const int64_t large = int64_t{1} << 58;
  const auto a = Tensor::on_storage(storage, Sizes{2, 2}, Sizes{large, large - 1}, 0, DType::UInt8);
  const auto b = Tensor::on_storage(storage, Sizes{2, 2}, Sizes{large, large - 1}, 1, DType::UInt8);
  EXPECT_EQ(overlap(*a, *b), Overlap::Partial);
}

// Sums of many unrelated strides make the question hard, and still the answer must come in bounded time.
TEST(Overlap, HardLayoutsEndInBoundedTime) {
  std::mt19937_64 random(3);
  int too_hard = 0;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 50; ++i) {
    Sizes sizes, strides;
    for (int d = 0; d < 30; ++d) {
      sizes.push_back(2);
      strides.push_back(static_cast<int64_t>((random() >> 14) | 1));
    }
    if (internal_overlap(sizes, strides) == InternalOverlap::TooHard) ++too_hard;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_GT(too_hard, 0);
  EXPECT_LT(seconds.count() / 50, 0.1);  // it takes about a millisecond; a loaded machine or a sanitizer may be slower
  if (std::getenv("CT_TEST_VERBOSE") != nullptr)
    std::printf("%d too hard, %g s each\n", too_hard, seconds.count() / 50);
}

}  // namespace
}  // namespace ct
