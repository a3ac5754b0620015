// Complex functions where a part is infinite, NaN or a zero of either sign: the values of C99's Annex G, where it has
// them.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops_test.h"

namespace ct {
namespace {

constexpr double kInf = HUGE_VAL, kNaN = NAN, kPi = 3.141592653589793;

struct Case {
  const ElementwiseOp &op;
  double re, im, result_re, result_im;
};
const Case kCases[] = {
    {elementwise_ops::tanh, kInf, 1, 1, 0},
    {elementwise_ops::tanh, -kInf, 1, -1, 0},
    {elementwise_ops::tanh, kInf, kInf, 1, 0},
    {elementwise_ops::tanh, 1, kInf, kNaN, kNaN},
    {elementwise_ops::tanh, 30, kInf, kNaN, kNaN},
    {elementwise_ops::tanh, kNaN, 0.0, kNaN, 0.0},
    {elementwise_ops::tanh, -0.0, -0.0, -0.0, -0.0},
    {elementwise_ops::tan, 1, kInf, 0, 1},
    {elementwise_ops::tan, 0.0, -0.0, 0.0, -0.0},
    {elementwise_ops::asinh, kInf, 1, kInf, 0},
    {elementwise_ops::asinh, 1, kInf, kInf, kPi / 2},
    {elementwise_ops::asinh, kInf, -kInf, kInf, -kPi / 4},
    {elementwise_ops::asinh, kNaN, 0.0, kNaN, 0.0},
    {elementwise_ops::asinh, kInf, kNaN, kInf, kNaN},
    {elementwise_ops::asinh, -0.0, -0.0, -0.0, -0.0},
    {elementwise_ops::asin, 2, 0.0, kPi / 2, 1.3169578969248166},
    {elementwise_ops::asin, 2, -0.0, kPi / 2, -1.3169578969248166},
    {elementwise_ops::asin, 1, 0.0, kPi / 2, 0.0},
    {elementwise_ops::asin, 1e300, 1e300, kPi / 4, 691.8152486690535},
    {elementwise_ops::acos, 0.0, kNaN, kPi / 2, kNaN},
    {elementwise_ops::acos, -kInf, 1, kPi, -kInf},
    {elementwise_ops::acos, kInf, 1, 0, -kInf},
    {elementwise_ops::acos, -kInf, kInf, 3 * kPi / 4, -kInf},
    {elementwise_ops::acos, 1, kInf, kPi / 2, -kInf},
    {elementwise_ops::acos, 1, 0.0, 0.0, -0.0},
    {elementwise_ops::acos, -2, -0.0, kPi, 1.3169578969248166},
    {elementwise_ops::acosh, 0.0, 0.0, 0.0, kPi / 2},
    {elementwise_ops::acosh, -kInf, kInf, kInf, 3 * kPi / 4},
    {elementwise_ops::acosh, -2, -0.0, 1.3169578969248166, -kPi},
    {elementwise_ops::atanh, 1, 0.0, kInf, 0.0},
    {elementwise_ops::atanh, 1, 1e-300, 345.73433753938684, kPi / 4},
    {elementwise_ops::atanh, kInf, 1, 0, kPi / 2},
    {elementwise_ops::atanh, 1, -kInf, 0, -kPi / 2},
    {elementwise_ops::atanh, kNaN, kInf, 0, kPi / 2},
    {elementwise_ops::atanh, kInf, kNaN, 0, kNaN},
    {elementwise_ops::atanh, 0.0, kNaN, 0, kNaN},
    {elementwise_ops::atanh, 2, -0.0, 0.5493061443340549, -kPi / 2},
    {elementwise_ops::atan, kNaN, 0.0, kNaN, 0},
    {elementwise_ops::atan, -0.0, -0.0, -0.0, -0.0},
    {elementwise_ops::exp2, 1024, 0.0, kInf, 0.0},
    {elementwise_ops::exp2, -kInf, kNaN, 0, 0},
    {elementwise_ops::exp2, 3, -0.0, 8, -0.0},
    {elementwise_ops::expm1, -kInf, 1, -1, 0},
    {elementwise_ops::expm1, kInf, 0.0, kInf, 0.0},
    {elementwise_ops::expm1, 1e-300, -1e-300, 1e-300, -1e-300},
    {elementwise_ops::log1p, -1, 0.0, -kInf, 0.0},
    {elementwise_ops::log1p, -kInf, 1, kInf, kPi},
    {elementwise_ops::log1p, 1e-300, 1e-200, 1e-300, 1e-200},
    {elementwise_ops::log2, 0.0, 0.0, -kInf, 0.0},
    {elementwise_ops::log10, kInf, -kInf, kInf, -kPi / 4 / std::log(10.0)},
};

void expect_part(double got, double expected) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(got)) << got;
  } else if (std::isinf(expected) || expected == 0) {
    EXPECT_EQ(got, expected);
  } else {
    EXPECT_NEAR(got, expected, 1e-6 * std::fabs(expected));
  }
}

TEST(ComplexFunctions, SpecialValues) {
  for (const DType dtype : {DType::Complex64, DType::Complex128}) {
    for (const Case &c : kCases) {
      if (dtype == DType::Complex64 && std::fabs(c.im) < 1e-30 && c.im != 0) continue;
      if (dtype == DType::Complex64 && std::isfinite(c.re) && std::fabs(c.re) > 1e30) continue;
      SCOPED_TRACE(testing::Message() << "case " << &c - kCases << " of " << c.re << " + " << c.im << "i, dtype "
                                      << static_cast<int>(dtype));
      const Ref<Tensor> t = Tensor::create(DimVec({5}), dtype);  // more than one register, and not a multiple
      for (int i = 0; i < 5; ++i)
        store_scalar(Scalar{DType::Complex128, 0, c.re, c.im}, dtype, t->data() + i * t->itemsize());
      const Tensor *const inputs[] = {t.get()};
      const Ref<Tensor> result = elementwise(c.op, inputs, {});
      for (int i = 0; i < 5; ++i) {
        const Scalar got = load_scalar(dtype, result->data() + i * result->itemsize());
        expect_part(got.re, c.result_re);
        expect_part(got.im, c.result_im);
        if (c.im == 0 && c.result_im == 0) {
          EXPECT_EQ(std::signbit(got.im), std::signbit(c.result_im));
        }
        if (c.re == 0 && c.result_re == 0) {
          EXPECT_EQ(std::signbit(got.re), std::signbit(c.result_re));
        }
      }
    }
  }
}

}  // namespace
}  // namespace ct
