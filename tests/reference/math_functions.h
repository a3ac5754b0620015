// The functions of the math ops in long double, and how far the library may be from them. The oracle and the measured
// errors (tests/accuracy) are compared with these.
#pragma once

#include <array>
#include <cstddef>

namespace reference {

struct MathFunction {
  const char *name;
  long double (*one)(long double x);                 // of a unary op
  long double (*two)(long double a, long double b);  // of a binary op
  double ulps;                                       // the bound, in ULPs of the format that it is computed in
  // The number whose ULP counts, where it is larger than the result: a result near zero is a difference of such
  // numbers.
  long double (*scale)(long double a, long double b) = nullptr;
};
// The polygamma function of order n. Its bound grows with n, as x counts in the power n + 1.
struct Polygamma {
  long double exact, scale;  // scale: as in MathFunction
  long double ulps;
};
Polygamma polygamma(int n, long double x);

constexpr size_t kNumMathFunctions = 46;
const std::array<MathFunction, kNumMathFunctions> &math_functions();

}  // namespace reference
