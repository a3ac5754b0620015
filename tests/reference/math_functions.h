// The math ops' functions in long double, and how far from them the library may be: what the oracle and the table of
// measured errors (tests/accuracy) compare with.
#pragma once

#include <array>
#include <cstddef>

namespace reference {

struct MathFunction {
  const char *name;
  long double (*one)(long double x);                 // of the unary ones
  long double (*two)(long double a, long double b);  // of the binary ones
  double ulps;                                       // the bound, in ULPs of what computes
  // What an ULP is taken of where it is larger than the result: a result near zero is a difference of such numbers.
  long double (*scale)(long double a, long double b) = nullptr;
};
constexpr size_t kNumMathFunctions = 38;
const std::array<MathFunction, kNumMathFunctions> &math_functions();

}  // namespace reference
