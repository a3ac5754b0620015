// The list of elementwise ops. It drives the kernel tables, the structured ops, the C entry points, their declarations
// and comments in ctensor.h (tools/header.py), and the tests' loops. To add an op: a line here, a loop body
// in kernels/elementwise/*.cpp, a line in the oracle.
//
//   X(name, inputs, kind, dtypes, ps, doc)
//   name    as in ct_<name> and ct_<name>_out
//   inputs  the group of parameters (kernels/lists/parameters.h)
//   kind    how dtypes are found (ops/elementwise/elementwise.h)
//   dtypes  what the common dtype may be; the kernel exists for these alone
//   ps      picoseconds that the kernel computes for an element of float32, its cheapest dtype, rounded down; 0 where
//           memory takes longer than that. It tells how many elements are worth threads (runtime/cost.h)
//   doc     what it does, for the comment in ctensor.h; a further paragraph goes after "\n"
#pragma once

#include <cstdint>

#include "kernels/lists/parameters.h"
#include "kernels/types.h"

namespace ct::kernels {

using ct::dtype_bit;

constexpr uint32_t kBool = dtypes_of(DTypeKind::Bool);
constexpr uint32_t kIntegers = dtypes_of(DTypeKind::Unsigned) | dtypes_of(DTypeKind::Signed);
constexpr uint32_t kFloats = dtypes_of(DTypeKind::Float);
constexpr uint32_t kComplexes = dtypes_of(DTypeKind::Complex);
constexpr uint32_t kRealNumbers = kIntegers | kFloats;
constexpr uint32_t kReals = kBool | kRealNumbers;
constexpr uint32_t kNumbers = kRealNumbers | kComplexes;
constexpr uint32_t kAll = kBool | kNumbers;

// clang-format off
#define CT_ELEMENTWISE_OPS(X) \
  X(neg, Unary, Same, kNumbers, 0, "-t. Integers wrap.") \
  X(abs, Unary, Magnitude, kNumbers, 0, "|t|. Of the smallest integer, itself; of a complex number, a float, without overflow on the way.") \
  X(sign, Unary, Same, kAll, 0, "The sign of t: -1, 0 or 1; 0 for NaN. Of a complex number, ct_sgn.") \
  X(angle, Unary, Angle, kFloats | kComplexes, 0, "The angle of t from the positive real axis: between -pi and pi; of a real number, pi where it is below 0, NaN of NaN, else 0.") \
  X(sgn, Unary, Same, kAll, 0, "t / |t|, and 0 of 0: the sign of a real number, the direction of a complex one.") \
  X(positive, Unary, Same, kNumbers, 0, "t itself, copied.") \
  X(conj, Unary, Same, kAll, 0, "The complex conjugate of t, copied; of what is not complex, t itself.") \
  X(square, Unary, Same, kNumbers, 0, "t * t. Integers wrap.") \
  X(relu, Unary, Same, kRealNumbers, 0, "The larger of t and 0. NaN stays NaN.") \
  X(relu6, Unary, Same, kRealNumbers, 0, "t between 0 and 6. NaN stays NaN.") \
  X(leaky_relu, LeakyRelu, Same, kFloats, 0, "t where it is above 0, else negative_slope * t.") \
  X(elu, Elu, Same, kFloats, 1000, "t where it is not below 0, else alpha * (e^t - 1).") \
  X(softplus, Softplus, Same, kFloats, 1400, "log(1 + e^(beta * t)) / beta, and t itself where beta * t > threshold.") \
  X(hardsigmoid, Unary, Same, kFloats, 0, "t + 3 between 0 and 6, divided by 6.") \
  X(hardswish, Unary, Same, kFloats, 0, "t * ct_hardsigmoid(t).") \
  X(ceil, Unary, Same, kRealNumbers, 0, "The smallest integer that is no smaller than t.") \
  X(floor, Unary, Same, kRealNumbers, 0, "The largest integer that is no larger than t.") \
  X(trunc, Unary, Same, kRealNumbers, 0, "t without its fraction.") \
  X(round, Unary, Same, kNumbers, 0, "The integer nearest to t, the even one of two; of a complex number, in each part.") \
  X(round_decimals, RoundDecimals, Same, kFloats, 0, "t rounded to so many decimals, or with negative ones to tens, hundreds, …: ct_round(t * 10^decimals) / 10^decimals. t itself where the product is infinite.") \
  X(frac, Unary, Same, kFloats, 0, "t - ct_trunc(t): the fraction of t, with its sign.") \
  X(sqrt, Unary, Float, kFloats | kComplexes, 0, "The square root of t, correctly rounded; of a complex number, the one in the right half plane.") \
  X(cbrt, Unary, Float, kFloats, 2000, "The cube root of t, with its sign.") \
  X(rsqrt, Unary, Float, kFloats | kComplexes, 0, "1 / ct_sqrt(t).") \
  X(reciprocal, Unary, Float, kFloats | kComplexes, 0, "1 / t.") \
  X(deg2rad, Unary, Float, kFloats, 0, "t degrees in radians.") \
  X(rad2deg, Unary, Float, kFloats, 0, "t radians in degrees.") \
  X(exp, Unary, Float, kFloats | kComplexes, 250, "e to the power of t.") \
  X(exp2, Unary, Float, kFloats | kComplexes, 200, "2 to the power of t.") \
  X(expm1, Unary, Float, kFloats | kComplexes, 1000, "e to the power of t, minus 1, without losing a small t in the 1.") \
  X(log, Unary, Float, kFloats | kComplexes, 500, "The natural logarithm of t.") \
  X(log2, Unary, Float, kFloats | kComplexes, 500, "The logarithm of t to base 2.") \
  X(log10, Unary, Float, kFloats | kComplexes, 500, "The logarithm of t to base 10.") \
  X(log1p, Unary, Float, kFloats | kComplexes, 500, "The natural logarithm of 1 + t, without losing a small t in the 1.") \
  X(sin, Unary, Float, kFloats | kComplexes, 500, "The sine of t, in radians.") \
  X(cos, Unary, Float, kFloats | kComplexes, 500, "The cosine of t, in radians.") \
  X(tan, Unary, Float, kFloats | kComplexes, 800, "The tangent of t, in radians.") \
  X(sinc, Unary, Float, kFloats, 2000, "sin(pi * t) / (pi * t), and 1 of 0.") \
  X(asin, Unary, Float, kFloats | kComplexes, 500, "The angle between -pi/2 and pi/2 whose sine is t.") \
  X(acos, Unary, Float, kFloats | kComplexes, 800, "The angle between 0 and pi whose cosine is t.") \
  X(atan, Unary, Float, kFloats | kComplexes, 800, "The angle between -pi/2 and pi/2 whose tangent is t.") \
  X(sinh, Unary, Float, kFloats | kComplexes, 1000, "The hyperbolic sine of t.") \
  X(cosh, Unary, Float, kFloats | kComplexes, 1000, "The hyperbolic cosine of t.") \
  X(tanh, Unary, Float, kFloats | kComplexes, 1400, "The hyperbolic tangent of t.") \
  X(asinh, Unary, Float, kFloats | kComplexes, 2000, "The number whose hyperbolic sine is t.") \
  X(acosh, Unary, Float, kFloats | kComplexes, 2000, "The number, not negative, whose hyperbolic cosine is t.") \
  X(atanh, Unary, Float, kFloats | kComplexes, 1000, "The number whose hyperbolic tangent is t.") \
  X(erf, Unary, Float, kFloats, 2000, "The error function of t.") \
  X(erfc, Unary, Float, kFloats, 3000, "1 - ct_erf(t), without losing a small result in the 1.") \
  X(erfinv, Unary, Float, kFloats, 3000, "The number whose error function is t.") \
  X(lgamma, Unary, Float, kFloats, 5000, "The logarithm of the absolute value of the gamma function at t.") \
  X(digamma, Unary, Float, kFloats, 8000, "The derivative of the logarithm of the gamma function at t; NaN at the negative integers.") \
  X(polygamma, Polygamma, Float, kFloats, 60000, "The derivative of order n of ct_digamma at t; ct_digamma itself where n is 0. At 0 and the negative integers it is infinite: positive for odd n, negative for even n.") \
  X(i0, Unary, Float, kFloats, 6000, "The modified Bessel function of the first kind, of order 0.") \
  X(i0e, Unary, Float, kFloats, 5000, "e^-|t| * ct_i0(t), which does not overflow.") \
  X(i1, Unary, Float, kFloats, 6000, "The modified Bessel function of the first kind, of order 1.") \
  X(i1e, Unary, Float, kFloats, 5000, "e^-|t| * ct_i1(t), which does not overflow.") \
  X(sigmoid, Unary, Float, kFloats | kComplexes, 500, "1 / (1 + e^-t).") \
  X(logit, Logit, Float, kFloats, 1400, "log(t / (1 - t)): the number whose sigmoid is t. With an eps that is not negative, t is brought between eps and 1 - eps first.") \
  X(silu, Unary, Same, kFloats | kComplexes, 250, "t * ct_sigmoid(t).") \
  X(mish, Unary, Same, kFloats, 1400, "t * tanh(log(1 + e^t)).") \
  X(gelu, Unary, Same, kFloats, 1400, "t times the normal distribution function of t: t * (1 + erf(t / sqrt(2))) / 2.") \
  X(gelu_tanh, Unary, Same, kFloats, 1400, "The approximation of ct_gelu by tanh: t * (1 + tanh(sqrt(2 / pi) * (t + 0.044715 * t^3))) / 2.") \
  X(bitwise_not, Unary, Same, kBool | kIntegers, 0, "Every bit of t inverted; of bools it is \"not\".") \
  X(bitwise_count, Unary, Same, kIntegers, 0, "How many bits of |t| are set.") \
  X(nan_to_num, NanToNum, Same, kAll, 0, "t with nan_value for NaN, posinf for infinity and neginf for -infinity; of a complex number, in each part. Of integers and bool, t itself.") \
  X(logical_not, Unary, Comparison, kAll, 0, "Whether t == 0.") \
  X(isnan, Unary, Comparison, kAll, 0, "Whether t, or a part of it, is NaN.") \
  X(isinf, Unary, Comparison, kAll, 0, "Whether t, or a part of it, is infinite.") \
  X(isfinite, Unary, Comparison, kAll, 0, "Whether t, and every part of it, is neither infinite nor NaN.") \
  X(isposinf, Unary, Comparison, kReals, 0, "Whether t is +infinity.") \
  X(isneginf, Unary, Comparison, kReals, 0, "Whether t is -infinity.") \
  X(signbit, Unary, Comparison, kReals, 0, "Whether t is negative, -0 and NaN with the sign bit set included.") \
  X(add, Binary, Binary, kAll, 0, "a + b. Integers wrap; of bools it is \"or\".") \
  X(sub, Binary, Difference, kNumbers, 0, "a - b. Integers wrap.") \
  X(add_scaled, Scaled, Binary, kAll, 0, "a + alpha * b. Integers wrap; of bools * is \"and\" and + is \"or\".") \
  X(sub_scaled, Scaled, Difference, kNumbers, 0, "a - alpha * b. Integers wrap.") \
  X(mul, Binary, Binary, kAll, 0, "a * b. Integers wrap; of bools it is \"and\".") \
  X(div, Binary, BinaryFloat, kFloats | kComplexes, 0, "a / b, true division: of integers too it is a float.") \
  X(floor_divide, Binary, Division, kRealNumbers, 0, "a / b rounded towards minus infinity, as Python's //.") \
  X(div_trunc, Binary, Division, kRealNumbers, 0, "a / b rounded towards zero, as C's division of integers.") \
  X(remainder, Binary, Division, kRealNumbers, 0, "What is left of a after floor division by b: 0 or of b's sign, as Python's %.") \
  X(fmod, Binary, Division, kRealNumbers, 0, "What is left of a after division by b towards zero: 0 or of a's sign, as C's %.") \
  X(maximum, Binary, Binary, kReals, 0, "The larger of a and b. NaN wins; of 0 and -0, a.") \
  X(minimum, Binary, Binary, kReals, 0, "The smaller of a and b. NaN wins; of 0 and -0, a.") \
  X(fmax, Binary, Binary, kReals, 0, "The larger of a and b. NaN only where both are; of 0 and -0, a.") \
  X(fmin, Binary, Binary, kReals, 0, "The smaller of a and b. NaN only where both are; of 0 and -0, a.") \
  X(clamp_min, Bound, Binary, kRealNumbers, 0, "The larger of t and bound. NaN wins; of 0 and -0, t.") \
  X(clamp_max, Bound, Binary, kRealNumbers, 0, "The smaller of t and bound. NaN wins; of 0 and -0, t.") \
  X(heaviside, Binary, Binary, kReals, 0, "0 where a < 0 or a is NaN, b where a == 0, 1 where a > 0.") \
  X(atan2, Binary, BinaryFloat, kFloats, 1000, "The angle of the point (b, a) from the first axis: between -pi and pi, with the sign of a.") \
  X(hypot, Binary, Binary, kFloats, 800, "The square root of a * a + b * b, without overflow on the way.") \
  X(pow, Binary, Binary, kNumbers, 2000, "a to the power of b. Integers wrap; of a negative power of an integer, the part before the point.\nThe numbers 2, 0.5 and -1 as b give floats the bits of a * a, ct_sqrt and ct_reciprocal.") \
  X(ldexp, Binary, BinaryFloat, kFloats | kComplexes, 1000, "a times 2 to the power of b.") \
  X(logaddexp, Binary, Binary, kFloats | kComplexes, 1400, "log(e^a + e^b), without overflow on the way.") \
  X(logaddexp2, Binary, Binary, kFloats, 1400, "log2(2^a + 2^b), without overflow on the way.") \
  X(xlogy, Binary, BinaryFloat, kFloats, 500, "a * log(b), and 0 where a is 0, unless b is NaN.") \
  X(copysign, Binary, BinaryFloat, kFloats, 0, "|a| with the sign of b.") \
  X(nextafter, Binary, Binary, kFloats, 0, "The number next to a on the way to b, in their common dtype; b where they are equal.") \
  X(bitwise_and, Binary, Binary, kBool | kIntegers, 0, "a & b, bit by bit; of bools it is \"and\".") \
  X(bitwise_or, Binary, Binary, kBool | kIntegers, 0, "a | b, bit by bit; of bools it is \"or\".") \
  X(bitwise_xor, Binary, Binary, kBool | kIntegers, 0, "a ^ b, bit by bit; of bools it is \"exclusive or\".") \
  X(gcd, Binary, Binary, kIntegers, 20000, "The greatest common divisor of |a| and |b|; 0 of two zeros.") \
  X(lcm, Binary, Binary, kIntegers, 20000, "The least common multiple of |a| and |b|; 0 where either is 0. Integers wrap.") \
  X(left_shift, Binary, Binary, kIntegers, 0, "a << b. 0 where b is negative, or the width of a or more.") \
  X(right_shift, Binary, Binary, kIntegers, 0, "a >> b, with copies of the sign. As far as it goes where b is negative, or the width of a or more.") \
  X(eq, Binary, Comparison, kAll, 0, "Whether a == b, compared in the common dtype. NaN equals nothing.") \
  X(ne, Binary, Comparison, kAll, 0, "Whether a != b, compared in the common dtype. NaN differs from everything.") \
  X(lt, Binary, Comparison, kReals, 0, "Whether a < b, compared in the common dtype. NaN is less than nothing.") \
  X(le, Binary, Comparison, kReals, 0, "Whether a <= b, compared in the common dtype. Not where either is NaN.") \
  X(gt, Binary, Comparison, kReals, 0, "Whether a > b, compared in the common dtype. NaN is greater than nothing.") \
  X(ge, Binary, Comparison, kReals, 0, "Whether a >= b, compared in the common dtype. Not where either is NaN.") \
  X(isclose, Close, Close, kAll, 0, "Whether a == b, or |a - b| <= atol + rtol * |b| and |a - b| is finite. NaN is close to nothing, or to NaN with equal_nan.") \
  X(logical_and, Binary, Comparison, kAll, 0, "Whether neither a nor b is 0, in the common dtype. NaN is not 0.") \
  X(logical_or, Binary, Comparison, kAll, 0, "Whether a and b are not both 0, in the common dtype. NaN is not 0.") \
  X(logical_xor, Binary, Comparison, kAll, 0, "Whether exactly one of a and b is 0, in the common dtype. NaN is not 0.") \
  X(where, Where, Where, kAll, 0, "a where condition is true, else b.") \
  X(masked_fill, Fill, Fill, kAll, 0, "value where mask is true, else t.") \
  X(lerp, Lerp, Ternary, kFloats | kComplexes, 0, "start + weight * (end - start), from whichever end is nearer.") \
  X(fma, Ternary, Ternary, kRealNumbers, 0, "a * b + c, rounded once. Integers wrap.") \
  X(clamp, Clamp, Ternary, kRealNumbers, 0, "t, but no smaller than lower and no larger than upper; upper where lower > upper. NaN in any of them wins. lower or upper may be NULL: there is no such bound.") \
  X(addcmul, AddC, Ternary, kNumbers, 0, "t + value * a * b. Integers wrap.") \
  X(addcdiv, AddC, Quotient, kFloats | kComplexes, 0, "t + value * a / b, in that order.")
// clang-format on

enum class Elementwise : int32_t {
#define CT_ELEMENTWISE_ENUM(name, ...) name,
  CT_ELEMENTWISE_OPS(CT_ELEMENTWISE_ENUM)
#undef CT_ELEMENTWISE_ENUM
};

#define CT_ELEMENTWISE_COUNT(...) +1
constexpr int kNumElementwise = 0 CT_ELEMENTWISE_OPS(CT_ELEMENTWISE_COUNT);
#undef CT_ELEMENTWISE_COUNT

}  // namespace ct::kernels
