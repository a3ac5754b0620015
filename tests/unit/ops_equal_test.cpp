// equal and allclose on shapes, layouts and places of a difference. The property tests check what isclose means.
#include "ops/elementwise/equal.h"

#include "ops_test.h"
#include "runtime/threads.h"
#include "tensor/views.h"

namespace ct {
namespace {

using testing_ops::status_of, testing_ops::tensor;

constexpr DType kDTypes[] = {DType::Bool,    DType::Int8,    DType::Int64,     DType::Float16,   DType::BFloat16,
                             DType::Float32, DType::Float64, DType::Complex32, DType::Complex64, DType::Complex128};

Ref<Tensor> ones(std::initializer_list<int64_t> sizes, DType dtype) {
  Ref<Tensor> t = Tensor::create(DimVec(sizes), dtype);
  for (int64_t i = 0; i < t->numel(); ++i) store_scalar(Scalar::of(1.0), dtype, t->data() + i * t->itemsize());
  return t;
}

TEST(Equal, OneElementDiffersSomewhere) {
  for (const DType dtype : kDTypes) {
    const Ref<Tensor> a = ones({37, 331}, dtype), b = ones({331, 37}, dtype);
    const Ref<Tensor> transposed = transpose(*b, 0, 1);
    EXPECT_TRUE(equal(*a, *transposed));
    EXPECT_TRUE(allclose(*a, *transposed, {}));
    for (const int64_t at : {int64_t{0}, int64_t{4095}, int64_t{4096}, b->numel() - 1}) {
      char *const element = b->data() + at * b->itemsize();
      store_scalar(Scalar::of(0.0), dtype, element);
      EXPECT_FALSE(equal(*a, *transposed)) << static_cast<int>(dtype) << " at " << at;
      EXPECT_FALSE(allclose(*transposed, *a, {}));
      store_scalar(Scalar::of(1.0), dtype, element);
    }
    EXPECT_TRUE(equal(*a, *transposed));
  }
}

TEST(Equal, SizesAndDTypes) {
  const Ref<Tensor> a = tensor({2}, {1, 2}, DType::Float32), b = tensor({2}, {1, 2}, DType::Float64);
  const Ref<Tensor> row = tensor({1, 2}, {1, 2}, DType::Float32), none = tensor({0, 2}, {}, DType::Float32);
  EXPECT_TRUE(equal(*a, *a));
  EXPECT_FALSE(equal(*a, *b));
  EXPECT_FALSE(equal(*a, *row));
  EXPECT_TRUE(allclose(*a, *row, {}));  // broadcasts
  EXPECT_TRUE(equal(*none, *none));
  EXPECT_TRUE(allclose(*none, *row, {}));
  EXPECT_EQ(status_of([&] { allclose(*a, *b, {}); }), CT_ERROR_DTYPE);
  const Ref<Tensor> three = tensor({3}, {1, 2, 3}, DType::Float32);
  EXPECT_EQ(status_of([&] { allclose(*a, *three, {}); }), CT_ERROR_SHAPE);
  const Ref<Tensor> scalar = tensor({}, {1}, DType::Int32), other = tensor({}, {2}, DType::Int32);
  EXPECT_TRUE(equal(*scalar, *scalar));
  EXPECT_FALSE(equal(*scalar, *other));
}

TEST(Equal, NaNAndZeros) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Ref<Tensor> a = tensor({2}, {nan, 0}, DType::Float32), zero = tensor({1}, {0}, DType::Float32);
  const Ref<Tensor> minus = tensor({1}, {-0.0}, DType::Float32);
  EXPECT_FALSE(equal(*a, *a));
  EXPECT_TRUE(equal(*zero, *minus));
  EXPECT_FALSE(allclose(*a, *a, {}));
  const ct_scalar negative = {CT_FLOAT64, 0, 0, -1, 0};
  EXPECT_TRUE(allclose(*a, *a, {{nullptr, nullptr, true}}));
  EXPECT_EQ(status_of([&] { allclose(*a, *a, {{&negative}}); }), CT_ERROR_INVALID);
}

TEST(Equal, Tolerances) {
  const Ref<Tensor> a = tensor({2}, {100, 10}, DType::Int32), b = tensor({2}, {101, 10}, DType::Int32);
  const ct_scalar tenth = {CT_FLOAT64, 0, 0, 0.1, 0}, one = {CT_INT64, 0, 1, 0, 0};
  EXPECT_FALSE(allclose(*a, *b, {}));
  EXPECT_TRUE(allclose(*a, *b, {{&tenth}}));
  EXPECT_TRUE(allclose(*a, *b, {{nullptr, &one}}));
}

}  // namespace
}  // namespace ct
