// The reductions: what they accumulate in, what they read without converting, and what they refuse.
#include "ops/reduce/reduce.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "ops/structural/copy.h"
#include "ops/structural/fill.h"
#include "ops_test.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "tensor/views.h"

namespace ct {
namespace {

using testing_ops::list, testing_ops::status_of, testing_ops::tensor, testing_ops::values;

using Values = std::vector<double>;

Ref<Tensor> sum(const Tensor &t, NamedDims dims, bool keepdim, DType dtype) {
  return reduction(ReduceOp::sum, t, {dims, keepdim, dtype});
}
void sum_out(const Tensor &t, NamedDims dims, bool keepdim, DType dtype, Tensor &out) {
  reduction_out(ReduceOp::sum, t, {dims, keepdim, dtype}, out);
}

TEST(Sum, HalvesAreNotRoundedBetweenPieces) {  // PyTorch's issue 83149
  const Ref<Tensor> t = Tensor::create(DimVec{10, 13, 3, 3}, DType::BFloat16);
  fill(*t, Scalar::of(int64_t{1}));
  const int32_t dims[] = {0, 1, 2};
  const Ref<Tensor> s = sum(*transpose(*t, 2, 3), dims, false, DType::Undefined);
  EXPECT_EQ(s->dtype(), DType::BFloat16);
  EXPECT_EQ(values(*s), (Values{390, 390, 390}));
}

TEST(Sum, ManyHalvesBeyondTheirOwnPrecision) {
  const Ref<Tensor> t = Tensor::create(DimVec{1 << 15}, DType::Float16);
  fill(*t, Scalar::of(int64_t{1}));
  EXPECT_EQ(values(*sum(*t, {}, false, DType::Undefined)), (Values{32768}));
  EXPECT_EQ(values(*sum(*t, {}, false, DType::Float32)), (Values{32768}));
}

TEST(Sum, InputIsConvertedToTheDtypeFirst) {
  const Ref<Tensor> t = tensor({3}, {1.75, 1.75, -1.5}, DType::Float32);
  EXPECT_EQ(values(*sum(*t, {}, false, DType::Int32)), (Values{1}));
  EXPECT_EQ(values(*sum(*t, {}, false, DType::Float64)), (Values{2}));
  // As bools both elements are true, although the numbers add up to 0.
  const Ref<Tensor> opposite = tensor({2}, {1, -1}, DType::Int32);
  EXPECT_EQ(values(*sum(*opposite, {}, false, DType::Bool)), (Values{1}));
}

TEST(Sum, IntegersWrapAsIfConvertedFirst) {
  const Ref<Tensor> t = tensor({3}, {200, 100, 7}, DType::UInt8);
  EXPECT_EQ(values(*sum(*t, {}, false, DType::Undefined)), (Values{307}));
  EXPECT_EQ(values(*sum(*t, {}, false, DType::UInt8)), (Values{307 - 256}));
  EXPECT_EQ(values(*sum(*t, {}, false, DType::Int8)), (Values{307 - 256}));
  const Ref<Tensor> negative = tensor({2}, {-1, -2}, DType::Int8);
  EXPECT_EQ(sum(*negative, {}, false, DType::UInt64)->dtype(), DType::UInt64);
}

TEST(Sum, BackwardAndPermutedInputs) {
  const Ref<Tensor> t = tensor({2, 3}, {1, 2, 3, 4, 5, 6}, DType::Float64);
  const int32_t both[] = {0, 1}, rows[] = {0}, columns[] = {1};
  const Ref<Tensor> backward = flip(*t, both);
  EXPECT_EQ(values(*sum(*backward, rows, false, DType::Undefined)), (Values{9, 7, 5}));
  EXPECT_EQ(values(*sum(*backward, columns, true, DType::Undefined)), (Values{15, 6}));
  EXPECT_EQ(values(*sum(*transpose(*backward, 0, 1), rows, false, DType::Undefined)), (Values{15, 6}));
  const Ref<Tensor> out = Tensor::create(DimVec{3}, DimVec{-1}, DType::Float64);
  sum_out(*backward, rows, false, DType::Undefined, *out);
  EXPECT_EQ(values(*out), (Values{9, 7, 5}));
  EXPECT_EQ(list(out->strides()), (std::vector<int64_t>{-1}));
}

TEST(Sum, OfNothingIsZero) {
  const Ref<Tensor> t = Tensor::create(DimVec{3, 0}, DType::Float32);
  const int32_t columns[] = {1};
  EXPECT_EQ(values(*sum(*t, columns, false, DType::Undefined)), (Values{0, 0, 0}));
  EXPECT_EQ(values(*sum(*t, {}, true, DType::Undefined)), (Values{0}));
}

// Past the caches, down rows that lie apart. Threads cut them in other places, and columns that do not fill a cache
// line are reduced by themselves.
TEST(Sum, DownLongRowsPastTheCachesHasTheSameBitsForAnyThreadCount) {
  for (const DType dtype : {DType::Float32, DType::Float64, DType::BFloat16, DType::UInt8}) {
    const int64_t columns = 20003 * 4 / dtype_size(dtype);
    const int64_t rows = last_level_cache_bytes() / (columns * dtype_size(dtype)) + 3;
    const Ref<Tensor> t = Tensor::create(DimVec{rows, columns}, dtype);
    const int64_t row = columns * dtype_size(dtype);
    std::vector<char> pattern(static_cast<size_t>(row + 3 * dtype_size(dtype)));  // rows begin anywhere in it
    // First small integers, whose sum is exact in any order, then numbers that are rounded.
    for (const double unit : {1.0, 0.1}) {
      std::vector<double> numbers;
      for (int64_t i = 0; i < columns + 3; ++i) {
        numbers.push_back(static_cast<double>(i * 7919 % 3) * unit);
        store_scalar(Scalar::of(numbers.back()), dtype, pattern.data() + i * dtype_size(dtype));
      }
      std::vector<double> expected(static_cast<size_t>(columns));
      for (int64_t j = 0; j < rows; ++j) {
        std::memcpy(t->data() + j * row, pattern.data() + j % 3 * dtype_size(dtype), static_cast<size_t>(row));
        for (int64_t i = 0; i < columns; ++i)
          expected[static_cast<size_t>(i)] += numbers[static_cast<size_t>(i + j % 3)];
      }
      const int32_t first[] = {0};
      set_num_threads(1);
      const Ref<Tensor> alone = sum(*t, first, false, DType::Undefined);
      if (unit == 1.0 && dtype != DType::BFloat16) {
        EXPECT_EQ(values(*alone), expected) << dtype_name(dtype);
      }
      for (const int32_t threads : {2, 3, 7}) {
        set_num_threads(threads);
        const Ref<Tensor> together = sum(*t, first, false, DType::Undefined);
        const auto nbytes = static_cast<size_t>(alone->numel() * alone->itemsize());
        EXPECT_EQ(std::memcmp(together->data(), alone->data(), nbytes), 0) << dtype_name(dtype) << ' ' << threads;
      }
      set_num_threads(0);
    }
  }
}

TEST(LogSumExp, OfManyShortRows) {  // several of them are added up at a time
  const Ref<Tensor> row = tensor({3}, {0.1, 0.2, 0.3}, DType::Float64);
  const double expected = std::log((std::exp(0.1) + std::exp(0.2) + std::exp(0.3)) * 30000);
  const double found = values(*logsumexp(*expand(*row, DimVec{30000, 3}), {}))[0];
  EXPECT_NEAR(found, expected, 4 * (std::nextafter(expected, 100) - expected));
}

TEST(Variance, OutputsOfOtherStridesThanEachOther) {
  const Ref<Tensor> t = tensor({2, 3}, {1, 2, 3, 5, 5, 8}, DType::Float32);
  const int32_t rows[] = {1}, columns[] = {0};
  const Ref<Tensor> table = Tensor::create(DimVec{3, 2}, DType::Float32);
  fill(*table, Scalar::of(9.0));
  const Ref<Tensor> backward = flip(*table, columns), column = select(*slice(*backward, 0, 0, 2, 1), 1, 0);
  const Ref<Tensor> fresh = Tensor::create(DimVec{7}, DType::Float32);
  variance_out(Variance::var_mean, *t, {rows}, *column, fresh.get());
  EXPECT_EQ(values(*table), (Values{9, 9, 3, 9, 1, 9}));
  EXPECT_EQ(values(*fresh), (Values{2, 6}));
  const Ref<Tensor> every_second = select(*table, 1, 1);
  variance_out(Variance::std_mean, *t, {columns, nullptr, true}, *fresh, unsqueeze(*every_second, 0).get());
  EXPECT_EQ(list(fresh->sizes()), (std::vector<int64_t>{1, 3}));
  EXPECT_EQ(values(*every_second), (Values{3, 3.5, 5.5}));
}

TEST(Largest, ADimWithoutElementsIsRefusedEvenWithoutResults) {  // as PyTorch does
  const Ref<Tensor> t = Tensor::create(DimVec{0, 3, 0}, DType::Float32);
  const int32_t first[] = {0}, middle[] = {1};
  EXPECT_EQ(status_of([&] { reduction(ReduceOp::amax, *t, {first, false, DType::Undefined}); }), CT_ERROR_SHAPE);
  EXPECT_EQ(reduction(ReduceOp::amax, *t, {middle, false, DType::Undefined})->ndim(), 2);
}

TEST(Sum, DtypeArgumentThenOutThenRule) {
  const Ref<Tensor> t = tensor({2}, {1, 2}, DType::Int32);
  const Ref<Tensor> out = tensor({}, {0}, DType::Float64);
  sum_out(*t, {}, false, DType::Undefined, *out);
  EXPECT_EQ(values(*out), (Values{3}));
  EXPECT_EQ(status_of([&] { sum_out(*t, {}, false, DType::Float32, *out); }), CT_ERROR_DTYPE);
}

TEST(Sum, RefusesSharedMemoryAndLeavesOutAsItWas) {
  const Ref<Tensor> t = tensor({2, 3}, {1, 2, 3, 4, 5, 6}, DType::Float32);
  const int32_t rows[] = {0}, twice[] = {0, -2}, beyond[] = {2};
  const Ref<Tensor> part = slice(*t, 0, 0, 1, 1);
  EXPECT_EQ(status_of([&] { sum_out(*t, rows, true, DType::Undefined, *part); }), CT_ERROR_OVERLAP);
  EXPECT_EQ(status_of([&] { sum_out(*t, rows, false, DType::Undefined, *part); }), CT_ERROR_OVERLAP);
  EXPECT_EQ(list(part->sizes()), (std::vector<int64_t>{1, 3}));
  EXPECT_EQ(status_of([&] { sum_out(*t, rows, false, DType::Undefined, *t); }), CT_ERROR_OVERLAP);
  EXPECT_EQ(list(t->sizes()), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(values(*t), (Values{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(status_of([&] { sum(*t, twice, false, DType::Undefined); }), CT_ERROR_INDEX);
  EXPECT_EQ(status_of([&] { sum(*t, beyond, false, DType::Undefined); }), CT_ERROR_INDEX);
}

// Elements that are true by their bits: zeros of either sign are false, NaN and the lowest integer are true.
TEST(Truth, IsThatOfEachElement) {
  struct Element {
    DType dtype;
    double value;
    bool truth;
  };
  const double low = -2147483648.0, tiny = 1e-45;
  const Element elements[] = {
      {DType::Float32, -0.0, false}, {DType::Float32, NAN, true},  {DType::Float32, tiny, true},
      {DType::Float32, -2, true},    {DType::Int32, low, true},    {DType::UInt32, -low, true},
      {DType::Int8, -128, true},     {DType::UInt8, 2, true},      {DType::Int32, 0, false},
      {DType::Float16, -0.0, false}, {DType::Int16, -32768, true}, {DType::Float64, -0.0, false},
      {DType::BFloat16, NAN, true},  {DType::Int64, low, true}};
  const int64_t sizes[][2] = {{1, 1}, {3, 5}, {2, 9000}, {9000, 2}, {300, 70}, {1, 140000}};
  const int32_t rows[] = {0}, columns[] = {1}, both[] = {0, 1};
  const std::span<const int32_t> dims[] = {rows, columns, both};
  int64_t turn = 0;
  for (const auto &[dtype, value, truth] : elements) {
    for (const auto &size : sizes) {
      if (tests::leaves_out(turn++, 5)) continue;
      // The other elements decide nothing: they are zeros for any, and powers of two for all.
      for (const ReduceOp op : {ReduceOp::any, ReduceOp::all}) {
        const bool all = op == ReduceOp::all;
        const int64_t middle = size[0] * size[1] / 2, row = middle / size[1], column = middle % size[1];
        const Ref<Tensor> t = Tensor::create(DimVec{size[0], size[1]}, dtype);
        fill(*t, Scalar::of(int64_t{all ? 2 : 0}));
        store_scalar(Scalar::of(value), dtype, t->data() + middle * t->itemsize());
        for (const std::span<const int32_t> reduced : dims) {
          const bool keeps_rows = reduced.size() == 1 && reduced[0] == 1,
                     keeps_columns = reduced.size() == 1 && !keeps_rows;
          Values expected(static_cast<size_t>(keeps_rows ? size[0] : keeps_columns ? size[1] : 1), all);
          const auto where = static_cast<size_t>(keeps_rows ? row : keeps_columns ? column : 0);
          expected[where] = truth ? 1 : 0;
          const Ref<Tensor> result = reduction(op, *t, {reduced});
          EXPECT_EQ(result->dtype(), dtype == DType::UInt8 ? DType::UInt8 : DType::Bool);
          EXPECT_EQ(values(*result), expected) << dtype_name(dtype) << " " << value << " " << size[0] << "x" << size[1];
          const Ref<Tensor> bytes = Tensor::create(result->sizes(), DType::UInt8);
          reduction_out(op, *t, {reduced}, *bytes);
          EXPECT_EQ(values(*bytes), expected) << dtype_name(dtype) << " " << value;
          const auto each = static_cast<double>(t->numel()) / static_cast<double>(expected.size());
          Values counts(expected.size(), all ? each : 0);
          counts[where] = (all ? each - 1 : 0) + (truth ? 1 : 0);
          EXPECT_EQ(values(*reduction(ReduceOp::count_nonzero, *t, {reduced})), counts) << dtype_name(dtype);
        }
        const Values whole = {truth ? 1.0 : 0.0};
        EXPECT_EQ(values(*reduction(op, *t, {})), whole);
        EXPECT_EQ(values(*reduction(op, *flip(*transpose(*t, 0, 1), both), {both})), whole);
      }
    }
  }
}

// All outputs are decided by their first elements, except one, which its last element decides.
TEST(Truth, StopsWhereAllOutputsAreKnown) {
  const int64_t sizes[][2] = {{200, 300}, {70000, 3}, {40, 20000}, {3000, 1}};
  const int32_t rows[] = {0}, columns[] = {1};
  int64_t turn = 0;
  for (const int32_t threads : {1, 3}) {
    set_num_threads(threads);
    for (const DType dtype : {DType::Bool, DType::Float32, DType::BFloat16, DType::Int64, DType::Complex64}) {
      for (const auto &size : sizes) {
        for (const ReduceOp op : {ReduceOp::any, ReduceOp::all}) {
          const bool any = op == ReduceOp::any;
          for (const int64_t late : {int64_t{0}, size[1] / 2, size[1] - 1}) {
            if (tests::leaves_out(turn++, 7)) continue;
            const Ref<Tensor> t = Tensor::create(DimVec{size[0], size[1]}, dtype);
            fill(*t, Scalar::of(int64_t{any}));
            fill(*select(*t, 1, late), Scalar::of(int64_t{!any}));
            Values expected(static_cast<size_t>(size[1]), any);
            for (const bool last : {false, true}) {
              store_scalar(Scalar::of(int64_t{last}), dtype,
                           t->data() + ((size[0] - 1) * size[1] + late) * t->itemsize());
              expected[static_cast<size_t>(late)] = last;
              EXPECT_EQ(values(*reduction(op, *t, {rows})), expected) << dtype_name(dtype) << " " << late;
              const Ref<Tensor> transposed = transpose(*t, 0, 1);
              EXPECT_EQ(values(*reduction(op, *transposed, {columns})), expected) << dtype_name(dtype) << " " << late;
              EXPECT_EQ(values(*reduction(op, *contiguous(*transposed, MemoryFormat::Contiguous), {columns})), expected)
                  << dtype_name(dtype);
            }
          }
        }
      }
    }
  }
  set_num_threads(0);
}

}  // namespace
}  // namespace ct
