// e^x and 2^x as a number and what its rounding lost, for functions that are built on them: each rounding that is
// avoided saves half a ULP. The operations are the same on every instruction set, so the bits are, too.
#pragma once

#include "kernels/math/policy.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
struct Parts {
  Vec<T> high, low;
};

template <class T>
using IntegerOf = typename Choose<sizeof(T) == 4, int32_t, int64_t>::Type;

// (e^r - 1 - r - r^2 / 2) / r^3 for |r| <= log(2) / 2: through Chebyshev's points, highest power first.
template <class T>
inline constexpr double kPowerSeries[] = {0x1.a1258cp-13, 0x1.6d43d2p-10, 0x1.1110e0p-7, 0x1.5554e8p-5, 0x1.555556p-3};
template <>
inline constexpr double kPowerSeries<double>[] = {
    0x1.1f7350a074034p-29, 0x1.af4e70dd7207dp-26, 0x1.27e4db3f36203p-22, 0x1.71de01f07539bp-19, 0x1.a01a01a6e448ep-16,
    0x1.a01a01abfc8ddp-13, 0x1.6c16c16c162bfp-10, 0x1.11111111100b6p-7,  0x1.5555555555556p-5,  0x1.5555555555557p-3};

template <class T>
inline constexpr double kRoundToInteger = sizeof(T) == 4 ? 0x1.8p23 : 0x1.8p52;

// x = n log 2 + r + rest, where rest is the rounding error of r. The exponent is n + kRoundToInteger, whose last bits
// are n.
template <class T>
struct Reduced {
  Vec<T> r, rest, exponent;
};

// 2^n.
template <class T>
CT_INLINE Vec<T> two_to(Vec<T> exponent) {
  using Integer = IntegerOf<T>;
  constexpr int kShift = sizeof(T) == 4 ? 23 : 52;
  constexpr Integer kBias = sizeof(T) == 4 ? 127 : 1023;
  return {(typename Vec<T>::Native)(((typename Vec<Integer>::Native)exponent.v + kBias) << kShift)};
}

// e^(r + rest) * 2^n.
template <class T>
CT_INLINE Parts<T> power_of_reduced(Vec<T> r, Vec<T> rest, Vec<T> exponent) {
  const Vec<T> one = constant<T>(1);
  const Vec<T> sum = one + r;
  const Vec<T> small = ((one - sum) + r) + (rest + r * r * (polynomial(kPowerSeries<T>, r) * r + constant<T>(0.5)));
  const Vec<T> high = sum + small;
  const Vec<T> low = (sum - high) + small;
  const Vec<T> scale = two_to(exponent);
  return {high * scale, low * scale};
}

// Reduces x + rest, where rest is small beside x.
template <class T>
CT_INLINE Reduced<T> reduced(Vec<T> x, Vec<T> rest) {
  const Vec<T> round = constant<T>(kRoundToInteger<T>);
  const Vec<T> exponent = x * constant<T>(1.4426950408889634) + round;
  const Vec<T> n = exponent - round;
  // log 2 in two parts, the first of which leaves no rounding error
  const Vec<T> near = x - n * constant<T>(sizeof(T) == 4 ? 0x1.62e4p-1 : 0x1.62e42fefa38p-1);
  const Vec<T> far = n * constant<T>(sizeof(T) == 4 ? 0x1.7f7d1cp-20 : 0x1.ef35793c7673p-45);
  const Vec<T> off = far - rest;
  const Vec<T> r = near - off;
  return {r, (near - r) - off, exponent};
}

// e^(x + rest) * 2^bias. The rest is small beside x, and the result is a normal number, or NaN.
template <class T>
CT_INLINE Parts<T> power_of_e(Vec<T> x, Vec<T> rest, Vec<T> bias) {
  const Reduced<T> parts = reduced(x, rest);
  return power_of_reduced(parts.r, parts.rest, parts.exponent + bias);
}

// e^x - 1 of floats: its largest part is 2^n - 1 + 2^n r, to which is added what that loses. From x = 1 on it is
// computed half as large, because 2^n may overflow where the result does not.
CT_INLINE Vec<float> expm1(Vec<float> x) {
  constexpr double kLowest = -20;  // from here down it is -1
  constexpr float kHighest = 89;   // from here on it is infinite
  const Vec<float> lowest = constant<float>(kLowest);
  const Vec<float> above = select(x.v < lowest.v, lowest, x);
  const Vec<float> bounded = at_most(above, kHighest);
  const Reduced<float> parts = reduced(bounded, Vec<float>{});
  const Vec<float> square = parts.r * parts.r;
  const Vec<float> cube = square * parts.r;
  const Vec<float> small =
      square * constant<float>(0.5) + (parts.rest + cube * polynomial(kPowerSeries<float>, parts.r));
  const Vec<float> one = constant<float>(1);
  const auto is_halved = bounded.v > one.v;
  const Vec<float> power = two_to(select(is_halved, parts.exponent - one, parts.exponent));
  const Vec<float> unit = select(is_halved, constant<float>(0.5), one);
  const Vec<float> whole = power - unit;
  const Vec<float> part = power * parts.r;
  const Vec<float> sum = whole + part;
  const Vec<float> lost = ((power - whole) - unit) + ((whole - sum) + part);
  const Vec<float> result = sum + (power * small + lost);
  return with_sign_of(x, select(is_halved, result + result, result));  // for -0, too
}

// 2^(x + rest) * 2^bias.
CT_INLINE Parts<double> power_of_two(Vec<double> x, Vec<double> rest, Vec<double> bias) {
  const Vec<double> round = constant<double>(kRoundToInteger<double>);
  const Vec<double> shifted = x + round;
  const Vec<double> fraction = x - (shifted - round);
  const Vec<double> log2 = constant<double>(0.6931471805599453);
  const Sum near = multiply_exactly(fraction, log2);
  const Vec<double> far = near.low + fraction * constant<double>(0x1.abc9e3b39803fp-56) + rest * log2;
  const Vec<double> r = near.high + far;
  return power_of_reduced(r, (near.high - r) + far, shifted + bias);
}

// 1 / x within an eighth, for a positive normal number.
template <class T>
CT_INLINE Vec<T> rough_reciprocal(Vec<T> x) {
  using Integer = IntegerOf<T>;
  constexpr auto kMagic = static_cast<Integer>(sizeof(T) == 4 ? 0x7ef311c7 : 0x7fde623822fc16e6);
  return {(typename Vec<T>::Native)(kMagic - (typename Vec<Integer>::Native)x.v)};
}

// Returns x / (sum + rest), where rest is the rounding error of sum.
template <class T>
CT_INLINE Vec<T> divided(Vec<T> x, Vec<T> sum, Vec<T> rest) {
  const Vec<T> ratio = x / sum;
  const Vec<T> exact = ratio - ratio * (rest * rough_reciprocal(sum));
  const Vec<T> zero{};
  return select(((ratio - ratio).v == zero.v) & (ratio.v != zero.v), exact, ratio);  // infinities and -0 stay
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
