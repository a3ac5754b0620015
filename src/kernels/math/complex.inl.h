// Functions of complex numbers, made of the policy's real ones.
#pragma once

#include "kernels/math/policy.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Exchanges the real and the imaginary part. Where f(iz) = i g(z), as for sin and sinh, tan and tanh and their
// inverses, f is g between two such exchanges.
CT_INLINE Vec<Complex<double>> exchanged_parts(Vec<Complex<double>> z) { return {z.im, z.re}; }

// size * scale^2 times a direction, where `size` is a power with exponent re. It has C99's special values of exp (Annex
// G.6.3.1).
template <class R>
CT_INLINE Vec<Complex<R>> complex_power(Vec<Complex<R>> z, Vec<Complex<R>> direction, Vec<R> scale, Vec<R> size) {
  const Vec<R> zero{};
  const Vec<R> infinity = Vec<R>::splat(static_cast<R>(__builtin_inff()));
  // In this order nothing tiny is rounded before it grows, and nothing overflows but the result.
  Vec<R> re = direction.re * scale * size * scale;
  Vec<R> im = direction.im * scale * size * scale;
  const auto endless = (z.im - z.im).v != zero.v;  // an infinite or NaN imaginary part
  const auto vanishes = endless & (z.re.v == (-infinity).v);
  re = select(vanishes, zero, re);
  im = select(vanishes, zero, im);
  re = select(endless & (z.re.v == infinity.v), infinity, re);
  const auto real = z.im.v == zero.v;
  return {select(real, scale * size * scale, re), select(real, z.im, im)};
}

// e^re times a direction. e^re may overflow where its product with a small sine or cosine does not, so the direction is
// multiplied in three steps. The smallest subnormal times e^(limit + two steps) overflows. Each step's power is within
// 0.003 ULP.
template <class R>
inline constexpr R kLargePower = sizeof(R) == 4 ? R(88) : R(709);
template <class Math, class R>
CT_INLINE Vec<Complex<R>> power_of_large(Vec<Complex<R>> z, Vec<Complex<R>> direction) {
  const Vec<R> two_steps = Vec<R>::splat(sizeof(R) == 4 ? R(2 * 59.28125) : R(2 * 400.1875));
  const Vec<R> step = Vec<R>::splat(sizeof(R) == 4 ? R(0x1.704e9ep+85) : R(0x1.45f40e7f90ee6p+577));
  return complex_power(z, direction, step, Math::exp(z.re - two_steps));
}

// e^re (cos im + i sin im)
template <class Math, class R>
CT_INLINE Vec<Complex<R>> complex_exp(Vec<Complex<R>> z) {
  const Vec<Complex<R>> direction = Math::cis(z.im);
  const Vec<Complex<R>> result = complex_power(z, direction, Vec<R>::splat(R(1)), Math::exp(z.re));
  const auto is_large = z.re.v > Vec<R>::splat(kLargePower<R>).v;
  return any(is_large) ? select(is_large, power_of_large<Math>(z, direction), result) : result;
}

// The complex form of a body, for all dtypes computed in double. X is what it takes.
#define CT_COMPLEX_BODY(Body, result, ...)                      \
  template <class Math, class R>                                \
  struct Body<Math, Complex<R>> {                               \
    using X = Vec<Complex<double>>;                             \
    template <class... V>                                       \
    static CT_INLINE Vec<Complex<R>> apply(V... v) {            \
      return widened([](__VA_ARGS__) { return result; }, v...); \
    }                                                           \
  };

CT_INLINE Vec<Complex<double>> product(Vec<Complex<double>> z, Vec<Complex<double>> w) {
  return {z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re};
}

// The angle im * log(2) is a sum, because the rounding error of a large one would be an error of the direction. From
// 2^24 on, log(2) has three parts, and the direction is the product of the directions of three terms.
template <class Math>
CT_NOINLINE Vec<Complex<double>> complex_exp2(Vec<Complex<double>> z) {
  const Vec<double> zero{};
  const Vec<double> log2 = constant<double>(0.6931471805599453);
  const Vec<double> log2_rest = constant<double>(0x1.abc9e3b39803fp-56);
  const auto is_far = (without_sign(z.im).v >= constant<double>(0x1p24).v) & ((z.im - z.im).v == zero.v);
  const Vec<double> im = select(is_far, zero, z.im);
  const Sum angle = multiply_exactly(im, log2);
  const Vec<double> rest = angle.low + im * log2_rest;
  const Vec<Complex<double>> near = Math::cis(angle.high);
  Vec<Complex<double>> direction{near.re - near.im * rest, near.im + near.re * rest};
  if (any(is_far)) {
    // Dekker's product overflows past 2^900, where the angle's error is far more than a turn in any case.
    const Vec<double> far = select(is_far & (without_sign(z.im).v < constant<double>(0x1p900).v), z.im, zero);
    const Sum first = multiply_exactly(far, log2);
    const Sum second = multiply_exactly(far, log2_rest);
    const Sum sum = add_exactly(first.low, second.high);
    const Vec<double> third = sum.low + (second.low + far * constant<double>(0x1.7b57a079a1934p-111));
    const Vec<double> lead = select(far.v == z.im.v, first.high, z.im * log2);
    const Vec<Complex<double>> turned = product(product(Math::cis(lead), Math::cis(sum.high)), Math::cis(third));
    direction = select(is_far, turned, direction);
  }
  const auto overflows = z.re.v > constant<double>(1000).v;
  const Vec<double> size = Math::exp2(select(overflows, z.re - constant<double>(1100), z.re));
  return complex_power(z, direction, select(overflows, constant<double>(0x1p550), constant<double>(1)), size);
}
// log |z| + i arg z. before is z.re - 1, which may be more exact than z.re.
template <class Math>
CT_INLINE Vec<Complex<double>> complex_log(Vec<Complex<double>> z, Vec<double> before) {
  const Vec<double> re = without_sign(z.re);
  const Vec<double> im = without_sign(z.im);
  // scaled by a power of two where |z| overflows or is subnormal
  const Vec<double> larger = select(re.v > im.v, re, im);
  const auto is_large = larger.v > constant<double>(0x1p1000).v;
  const auto is_small = larger.v < constant<double>(0x1p-1000).v;
  const Vec<double> one = constant<double>(1);
  const Vec<double> scale =
      select(is_large, constant<double>(0x1p-60), select(is_small, constant<double>(0x1p60), one));
  const Vec<double> back = select(is_large, constant<double>(60 * 0.6931471805599453),
                                  select(is_small, constant<double>(-60 * 0.6931471805599453), Vec<double>{}));
  const Vec<double> half = constant<double>(0.5);
  Vec<double> size = Math::log(Math::hypot(z.re * scale, z.im * scale)) + back;
  const auto is_near = (without_sign(before).v < half.v) & (im.v < half.v);  // near 1 the rounded |z| has too few bits
  if (any(is_near)) {
    const Vec<double> square = before * (before + constant<double>(2)) + z.im * z.im;  // |z|^2 - 1
    size = select(is_near, half * Math::log1p(select(is_near, square, Vec<double>{})), size);
  }
  return {size, Math::atan2(z.im, z.re)};
}
template <class Math>
CT_INLINE Vec<Complex<double>> complex_log(Vec<Complex<double>> z) {
  return complex_log<Math>(z, z.re - constant<double>(1));
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
