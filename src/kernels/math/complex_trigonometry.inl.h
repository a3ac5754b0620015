// The complex sine, cosine and tangent and their inverses in double, by way of the hyperbolic ones or the other way
// round. Where a difference would lose bits, terms of one sign are added instead, so both parts of a result are within
// a few ULP. Special values are those of C99's Annex G.6.
#pragma once

#include "kernels/math/complex.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// From here on 1 vanishes beside the square of z.
inline constexpr double kLargeComplex = 0x1p60;

// The square root in the right half plane. Neither the square of |z| nor that of 1 / |z| overflows, unless z is 0.
template <class Math>
CT_INLINE Vec<Complex<double>> complex_root(Vec<Complex<double>> z) {
  const Vec<double> size = Math::hypot(z.re, z.im);
  const Vec<double> sum = size + without_sign(z.re);
  const Vec<double> lead = square_root(sum + sum) * constant<double>(0.5);
  const Vec<double> rest = without_sign(z.im) / (lead + lead);
  const Vec<double> other = select(lead.v == Vec<double>{}.v, Vec<double>{}, rest);
  const auto is_left = z.re.v < Vec<double>{}.v;
  return {select(is_left, other, lead), with_sign_of(z.im, select(is_left, lead, other))};
}

// asin or acos, by Kahan's formulas from the roots of 1 - z and 1 + z.
template <class Math>
CT_NOINLINE Vec<Complex<double>> complex_inverse(Vec<Complex<double>> z, bool cosine) {
  const Vec<double> one = constant<double>(1);
  const Vec<double> zero{};
  const Vec<double> x = without_sign(z.re);
  const Vec<double> y = without_sign(z.im);
  const auto is_large = (x.v > constant<double>(kLargeComplex).v) | (y.v > constant<double>(kLargeComplex).v);
  const Vec<Complex<double>> a = complex_root<Math>(Vec<Complex<double>>{one - z.re, -z.im});
  const Vec<Complex<double>> b = complex_root<Math>(Vec<Complex<double>>{one + z.re, z.im});
  Vec<double> top = cosine ? a.re : z.re;
  Vec<double> bottom = cosine ? b.re : a.re * b.re - a.im * b.im;
  Vec<double> im = without_sign(Math::asinh(without_sign(a.re * b.im - a.im * b.re)));
  Vec<double> factor = cosine ? one + one : one;
  if (any(is_large)) {
    top = select(is_large, cosine ? y : z.re, top);
    bottom = select(is_large, cosine ? z.re : y, bottom);
    factor = select(is_large, one, factor);
    const Vec<Complex<double>> bounded{select(is_large, z.re, one), select(is_large, z.im, one)};
    im = select(is_large, complex_log<Math>(bounded).re + constant<double>(0.6931471805599453), im);
  }
  Vec<double> re = factor * Math::atan2(top, bottom);
  re = select(z.re.v == zero.v, cosine ? constant<double>(1.5707963267948966) : z.re, re);  // beside a NaN as well
  return {re, with_sign_of(cosine ? -z.im : z.im, im)};
}

template <class Math>
CT_INLINE Vec<Complex<double>> complex_acosh(Vec<Complex<double>> z) {
  const Vec<Complex<double>> angle = complex_inverse<Math>(z, true);
  return {without_sign(angle.im), with_sign_of(z.im, angle.re)};
}

// log(1 + 4x / ((1 - x)^2 + y^2)) / 4 + i atan2(2y, (1 - x) (1 + x) - y^2) / 2, where x and y are the sizes of the
// parts of z.
template <class Math>
CT_NOINLINE Vec<Complex<double>> complex_atanh(Vec<Complex<double>> z) {
  const Vec<double> one = constant<double>(1);
  const Vec<double> zero{};
  const Vec<double> half = constant<double>(0.5);
  const Vec<double> x = without_sign(z.re);
  const Vec<double> y = without_sign(z.im);
  const Vec<double> rest = one - x;
  const auto is_pole = (rest.v == zero.v) & (y.v < constant<double>(0x1p-30).v);  // so near that y^2 may vanish
  const auto is_large = (x.v > constant<double>(kLargeComplex).v) | (y.v > constant<double>(kLargeComplex).v);
  Vec<double> re = constant<double>(0.25) * Math::log1p(constant<double>(4) * x / (rest * rest + y * y));
  Vec<double> im = half * Math::atan2(y + y, rest * (one + x) - y * y);
  if (any(is_pole)) re = select(is_pole, half * (constant<double>(0.6931471805599453) - Math::log(y)), re);
  if (any(is_large)) {
    const Vec<double> size = Math::hypot(select(is_large, x, one), select(is_large, y, one));
    const Vec<double> inverse = select(size.v == constant<double>(__builtin_inf()).v, zero, x / size / size);
    re = select(is_large, inverse, re);
    const auto is_known = (size.v == size.v) & (y.v == y.v);  // an infinite part decides beside a NaN
    im = select(is_large & is_known, constant<double>(1.5707963267948966), im);
  }
  re = select(x.v == zero.v, zero, re);  // beside a NaN as well
  return {with_sign_of(z.re, re), with_sign_of(z.im, im)};
}
// sinh x cos y + i cosh x sin y, or cosh x cos y + i sinh x sin y. From 700 on both sinh |x| and cosh x are e^|x| / 2.
template <class Math>
CT_NOINLINE Vec<Complex<double>> complex_hyperbolic(Vec<Complex<double>> z, bool cosine) {
  const Vec<double> zero{};
  const Vec<double> size = without_sign(z.re);
  const Vec<Complex<double>> direction = Math::cis(z.im);
  const Vec<double> sinh = Math::sinh(z.re);
  const Vec<double> cosh = Math::cosh(z.re);
  Vec<double> odd = sinh * (cosine ? direction.im : direction.re);
  Vec<double> even = cosh * (cosine ? direction.re : direction.im);
  odd = select((sinh.v == zero.v) & (direction.re.v != direction.re.v), sinh, odd);
  Vec<double> &im = cosine ? odd : even;
  im = select((z.im.v == zero.v) & (size.v != size.v), z.im, im);
  const auto is_large = size.v > constant<double>(700).v;
  if (any(is_large)) {
    const Vec<Complex<double>> power = power_of_large<Math>(Vec<Complex<double>>{size, z.im}, direction);
    const Vec<double> half = constant<double>(0.5);
    odd = select(is_large, with_sign_of(z.re, half) * (cosine ? power.im : power.re), odd);
    even = select(is_large, half * (cosine ? power.re : power.im), even);
  }
  return cosine ? Vec<Complex<double>>{even, odd} : Vec<Complex<double>>{odd, even};
}
// (sinh x cosh x + i sin y cos y) / (sinh^2 x + cos^2 y); past 20 the first part is 1.
template <class Math>
CT_NOINLINE Vec<Complex<double>> complex_tanh(Vec<Complex<double>> z) {
  const Vec<double> zero{};
  const Vec<double> limit = constant<double>(20);
  const Vec<double> x = without_sign(z.re);
  const auto is_large = x.v > limit.v;
  const Vec<double> bounded = select(is_large, limit, x);
  const Vec<Complex<double>> direction = Math::cis(z.im);
  const Vec<double> turn = direction.re * direction.im;
  const Vec<double> sinh = Math::sinh(bounded);
  const Vec<double> square = sinh * sinh + direction.re * direction.re;
  Vec<double> re = sinh * Math::cosh(bounded) / square;
  Vec<double> im = turn / square;
  if (any(is_large)) {
    const Vec<double> power = Math::exp(-x);
    const auto is_endless = x.v == constant<double>(__builtin_inf()).v;
    const Vec<double> known = select(is_endless & (turn.v != turn.v), zero, turn);  // an infinite or NaN angle
    re = select(is_large, constant<double>(1) + known * zero, re);
    im = select(is_large, known * power * constant<double>(4) * power, im);
  }
  re = select(x.v == zero.v, zero, re);  // beside a NaN as well
  return {with_sign_of(z.re, re), select(z.im.v == zero.v, z.im, im)};
}
}  // namespace
}  // namespace ct::kernels::CT_ISA
