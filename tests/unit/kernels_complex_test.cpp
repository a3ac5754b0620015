// Complex functions where a part is infinite, NaN, zero of either sign, or large: the C library's values, which are
// those of C99's Annex G.
#include <cmath>
#include <complex>

#include "kernels_test.h"

using namespace kernels_test;

namespace {

using ct::kernels::Elementwise;

using Complex = std::complex<double>;

struct Function {
  const char *name;
  Elementwise op;
  Complex (*of)(Complex);
};

constexpr double kLog2 = 0.6931471805599453;
constexpr double kLog10 = 2.302585092994046;

// Parts by parts, because a product or quotient of complex numbers would lose the other part to an infinite one.
Complex expm1(Complex z) {
  const Complex power = std::exp(z);
  return {power.real() - 1, power.imag()};
}
Complex log1p(Complex z) { return std::log(Complex(z.real() + 1, z.imag())); }
// Of 2^100 turns about log(2) the angle is known, and rounding it would lose all of it.
Complex exp2(Complex z) {
  const double size = std::fabs(z.imag());
  if (size == 0x1p100) {
    const double power = std::exp2(z.real());
    return {power * -0.5552362092376004, power * std::copysign(0.8316927028364861, z.imag())};
  }
  return std::exp(Complex(z.real() * kLog2, z.imag() * kLog2));
}
Complex log2(Complex z) { return {std::log(z).real() / kLog2, std::log(z).imag() / kLog2}; }
Complex log10(Complex z) { return {std::log(z).real() / kLog10, std::log(z).imag() / kLog10}; }

#define CT_FUNCTION(name)                                            \
  {                                                                  \
#name, Elementwise::name, [](Complex z) { return std::name(z); } \
  }
#define CT_OWN_FUNCTION(name) \
  { #name, Elementwise::name, name }
const Function kFunctions[] = {
    CT_FUNCTION(exp),  CT_OWN_FUNCTION(exp2),  CT_OWN_FUNCTION(expm1), CT_FUNCTION(log),   CT_OWN_FUNCTION(log2),
    CT_FUNCTION(sqrt), CT_OWN_FUNCTION(log10), CT_OWN_FUNCTION(log1p), CT_FUNCTION(sin),   CT_FUNCTION(cos),
    CT_FUNCTION(tan),  CT_FUNCTION(asin),      CT_FUNCTION(acos),      CT_FUNCTION(atan),  CT_FUNCTION(sinh),
    CT_FUNCTION(cosh), CT_FUNCTION(tanh),      CT_FUNCTION(asinh),     CT_FUNCTION(acosh), CT_FUNCTION(atanh),
};

// The sign of an infinity beside a NaN is not specified.
bool same_part(DType dtype, double got, double expected, double other) {
  if (dtype == DType::Complex64) expected = static_cast<float>(expected);
  if (std::isnan(expected)) return std::isnan(got);
  if (std::isinf(expected)) return got == expected || (std::isnan(other) && got == -expected);
  if (expected == 0) return got == 0;
  return std::fabs(got - expected) <= 1e-6 * std::fabs(expected) + 1e-300;
}

TEST(KernelsComplex, SpecialValues) {
  const double parts[] = {0.0, -0.0, 0.5, -0.5, 1, -1, 2, -2, 30, -30, 0x1p100, -0x1p100, HUGE_VAL, -HUGE_VAL, NAN};
  for (const Table *table : tables()) {
    for (const DType dtype : {DType::Complex64, DType::Complex128}) {
      for (const Function &function : kFunctions) {
        for (int mode = 0; mode < 2; ++mode) {
          const auto loop = table->elementwise[mode][static_cast<int>(function.op)][index_of(dtype)];
          Operand in(dtype, 1, 1, 1, 0);
          Operand out(dtype, 1, 1, 1, 0);
          for (const double re : parts) {
            for (const double im : parts) {
              write(dtype, in.data(), Value{false, 0, re, im});
              call(loop, {&out, &in}, 1, 1);
              const Value got = read(dtype, out.data());
              const Complex expected = function.of(Complex(re, im));
              EXPECT_TRUE(same_part(dtype, got.re, expected.real(), expected.imag()) &&
                          same_part(dtype, got.im, expected.imag(), expected.real()))
                  << table->isa << " mode " << mode << " dtype " << index_of(dtype) << ": " << function.name << "("
                  << re << ", " << im << ") = " << got.re << ", " << got.im << ", expected " << expected.real() << ", "
                  << expected.imag();
            }
          }
        }
      }
    }
  }
}

// One element of complex128 or complex64, by every ISA's kernel.
void expect_result(Elementwise op, DType dtype, std::initializer_list<Complex> inputs, Complex expected,
                   double tolerance) {
  for (const Table *table : tables()) {
    for (int mode = 0; mode < 2; ++mode) {
      std::vector<Operand> operands(1 + inputs.size(), Operand(dtype, 1, 1, 1, 0));
      size_t k = 0;
      for (const Complex z : inputs) write(dtype, operands[++k].data(), Value{false, 0, z.real(), z.imag()});
      std::vector<Operand *> pointers;
      for (Operand &operand : operands) pointers.push_back(&operand);
      call(table->elementwise[mode][static_cast<int>(op)][index_of(dtype)], pointers, 1, 1);
      const Value got = read(dtype, operands[0].data());
      const auto near = [tolerance](double a, double b) {
        return a == b || std::fabs(a - b) <= tolerance * std::fabs(b);
      };
      EXPECT_TRUE(near(got.re, expected.real()) && near(got.im, expected.imag()))
          << table->isa << " mode " << mode << " op " << static_cast<int>(op) << " dtype " << index_of(dtype) << ": "
          << got.re << ", " << got.im << ", expected " << expected.real() << ", " << expected.imag();
    }
  }
}

// e^re overflows, and its product with a small sine does not.
TEST(KernelsComplex, PowersThatOverflowBesideSmallAngles) {
  const DType single = DType::Complex64, twice = DType::Complex128;
  expect_result(Elementwise::exp, single, {{177.4140625, -0x1p-149}}, {HUGE_VAL, -1.5720957797713743e+32}, 1e-6);
  expect_result(Elementwise::exp, twice, {{1400, 0x1p-1074}}, {HUGE_VAL, 5.0822885814919656e+284}, 1e-14);
  expect_result(Elementwise::exp2, twice, {{2030, 0x1p-1020}}, {HUGE_VAL, 7.605382860972801e+303}, 1e-14);
  expect_result(Elementwise::sinh, twice, {{-1400, 0x1p-1074}}, {-HUGE_VAL, 5.0822885814919656e+284 / 2}, 1e-14);
  expect_result(Elementwise::cos, twice, {{0x1p-1074, 1400}}, {HUGE_VAL, -5.0822885814919656e+284 / 2}, 1e-14);
}

TEST(KernelsComplex, Exp2OfLargeAngles) {
  expect_result(Elementwise::exp2, DType::Complex128, {{0.25, 1e12}}, {-0.5451860508910078, 1.0568754573207586}, 1e-15);
}

// One part of the quotient overflows, and the other one keeps its value.
TEST(KernelsComplex, QuotientsOfWhichOnePartOverflows) {
  for (const DType dtype : {DType::Complex64, DType::Complex128}) {
    const bool single = dtype == DType::Complex64;
    const double large = single ? 0x1.8p127 : 0x1.8p1023, small = single ? 0x1p-140 : 0x1p-1060;
    const double epsilon = single ? 0x1p-22 : 0x1p-51;
    expect_result(Elementwise::div, dtype, {{1, large}, {-0.25, 0}}, {-4, -HUGE_VAL}, 0);
    expect_result(Elementwise::div, dtype, {{large, 1}, {0, 0.25}}, {4, -HUGE_VAL}, 0);
    expect_result(Elementwise::div, dtype, {{3, large}, {0.25, small}}, {12 + large / 0.25 * (small / 0.25), HUGE_VAL},
                  epsilon);
    expect_result(Elementwise::div, dtype, {{large, large}, {1, 1}}, {large, 0}, 0);
    expect_result(Elementwise::div, dtype, {{HUGE_VAL, 1}, {2, 0}}, {HUGE_VAL, 0.5}, 0);
    expect_result(Elementwise::reciprocal, dtype, {{small, 0}}, {HUGE_VAL, 0}, 0);
    expect_result(Elementwise::addcdiv, dtype, {{0, 1}, {1, large}, {-0.25, 0}, {1, 0}}, {-4, -HUGE_VAL}, 0);
  }
}

}  // namespace
