// Functions of complex numbers, made of the policy's real ones.
#pragma once

#include "kernels/math.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class F>
CT_INLINE Vec<Complex<float>> widened(Vec<Complex<float>> z, F function) {
  const Doubles re = to_doubles(z.re);
  const Doubles im = to_doubles(z.im);
  const Vec<Complex<double>> low = function(Vec<Complex<double>>{re.low, im.low});
  const Vec<Complex<double>> high = function(Vec<Complex<double>>{re.high, im.high});
  return {to_floats(Doubles{low.re, high.re}), to_floats(Doubles{low.im, high.im})};
}
template <class F>
CT_INLINE Vec<Complex<double>> widened(Vec<Complex<double>> z, F function) {
  return function(z);
}

// e^re (cos im + i sin im), with C99's special values (Annex G.6.3.1).
template <class Math, class R>
CT_INLINE Vec<Complex<R>> complex_exp(Vec<Complex<R>> z) {
  using V = Vec<R>;
  const V zero{};
  const V infinity = V::splat(static_cast<R>(__builtin_inff()));
  // Past this e^re overflows before its product with a small cosine does: multiply in two steps.
  const V limit = V::splat(sizeof(R) == 4 ? R(88) : R(709));
  const V limit_exp = V::splat(sizeof(R) == 4 ? R(0x1.f1056dc7bf22dp+126) : R(0x1.d422d2be5dc9bp+1022));
  const auto overflows = z.re.v > limit.v;
  const V size = Math::exp(select(overflows, z.re - limit, z.re));
  const V scale = select(overflows, limit_exp, V::splat(R(1)));
  const Vec<Complex<R>> direction = Math::cis(z.im);
  V re = direction.re * scale * size;  // in this order nothing tiny is rounded before it grows
  V im = direction.im * scale * size;
  const auto endless = (z.im - z.im).v != zero.v;  // an infinite or NaN imaginary part
  const auto vanishes = endless & (z.re.v == (-infinity).v);
  re = select(vanishes, zero, re);
  im = select(vanishes, zero, im);
  re = select(endless & (z.re.v == infinity.v), infinity, re);
  const auto real = z.im.v == zero.v;
  return {select(real, size * scale, re), select(real, z.im, im)};
}

// A part of a direction, times a size that may be infinite: 0 stays 0.
CT_INLINE Vec<double> scaled(Vec<double> part, Vec<double> size) {
  return select(part.v == Vec<double>{}.v, part, part * size);
}

// log |z| + i arg z
template <class Math>
CT_INLINE Vec<Complex<double>> complex_log(Vec<Complex<double>> z) {
  const Vec<double> re = magnitude(z.re);
  const Vec<double> im = magnitude(z.im);
  // scaled by a power of two where |z| overflows or is subnormal
  const Vec<double> larger = select(re.v > im.v, re, im);
  const auto is_large = larger.v > constant<double>(0x1p1000).v;
  const auto is_small = larger.v < constant<double>(0x1p-1000).v;
  const Vec<double> one = constant<double>(1);
  const Vec<double> scale =
      select(is_large, constant<double>(0x1p-60), select(is_small, constant<double>(0x1p60), one));
  const Vec<double> back = select(is_large, constant<double>(60 * 0.6931471805599453),
                                  select(is_small, constant<double>(-60 * 0.6931471805599453), Vec<double>{}));
  const Vec<double> size = Math::hypot(z.re * scale, z.im * scale);
  return {Math::log(size) + back, Math::atan2(z.im, z.re)};
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
