// Functions of floats that are built on powers of e, for the fast mode: only where kHasRegisterTables, by the table of
// powers of two. Each is one long chain of operations, and the processor looks ahead to few others. So what depends on
// no other result comes first, such as the powers of two that scale a number of the table, and little is left to do
// with a result. The coefficients of polynomials were found as register_tables.inl.h says, with each error weighted by
// its part in the result.
#pragma once

#include "kernels/math/fast_log_trigonometry.inl.h"
#include "kernels/math/register_tables.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// 2^(i / 32) over its float in kRootPower, less 1.
inline constexpr auto kRootPowerOff =
    table_of<32>(0, [](int i) { return exact_exp2(i / 32.0L) / kRootPower.first[i] - 1; });

// x within bounds; NaN stays.
CT_INLINE Vec<float> between(float low, Vec<float> x, float high) {
  return at_most(farther<true>(Vec<float>::splat(low), x), high);
}

// e^x, or e^-x, is 2^floor(twos) * root * (1 + more), where root is a number of the table, from 1 to 2.
template <int sign>
struct TablePower {
  static constexpr float kRound = 0x1.8p18F;
  Vec<float> shifted, twos, r, root, more;

  // x must not be so large that the exponent of its power goes beyond twice that of a float.
  explicit CT_INLINE TablePower(Vec<float> x) {
    shifted = multiply_add(x, constant<float>(sign * 0x1.715476p0), constant<float>(kRound));
    twos = shifted - constant<float>(kRound);
    // Only the last bit of the difference is rounded, because twos has few bits.
    const Vec<float> log2 = constant<float>(sign * 0x1.62e43p-1);
    r = less_product(less_product(x, twos, log2), twos, constant<float>(sign * -0x1.05c61p-29));
    root = lookup(kRootPower.first, (Index)shifted.v);
    const Vec<float> off = lookup(kRootPowerOff.first, (Index)shifted.v);
    more = more_of<sign>(sign == 1 ? off + r : off - r);
  }
  // root 2^(floor(twos) - down)
  template <int down>
  CT_INLINE Vec<float> scaled() const {
    return scaled_by(root, shifted - constant<float>(kRound + down));
  }
  // e^r - 1, or e^-r - 1, from its first term.
  template <int of>
  CT_INLINE Vec<float> more_of(Vec<float> first) const {
    return multiply_add(r * r, multiply_add(constant<float>(of * 0x1.5555c8p-3), r, constant<float>(0x1.00008ap-1)),
                        first);
  }
  // The power of the other sign, over 2^down.
  template <int down>
  CT_INLINE Vec<float> inverse() const {
    const Vec<float> index = constant<float>(2 * kRound) - shifted;
    const Vec<float> other =
        scaled_by(lookup(kRootPower.first, (Index)index.v), constant<float>(kRound - down) - shifted);
    return multiply_add(other, more_of<-sign>(sign == 1 ? -r : r), other);
  }
};

CT_INLINE Vec<float> table_exp(Vec<float> x) {
  const TablePower<1> power(between(-110, x, 90));
  return scaled_by(multiply_add(power.root, power.more, power.root), power.twos);
}

// 2^x. Its reduced argument is exact.
CT_INLINE Vec<float> table_exp2(Vec<float> x) {
  const Vec<float> round = Vec<float>::splat(TablePower<1>::kRound);
  const Vec<float> bounded = between(-160, x, 130);
  const Vec<float> shifted = bounded + round;
  const Vec<float> twos = shifted - round;
  const Vec<float> f = bounded - twos;
  const Vec<float> root = lookup(kRootPower.first, (Index)shifted.v);
  const Vec<float> more = multiply_add(f, power_slope(f), lookup(kRootPowerOff.first, (Index)shifted.v));
  return scaled_by(multiply_add(root, more, root), twos);
}

// The powers are computed a quarter as large, so that they are finite where the result is.
struct TableCosh : InParts<TableCosh> {
  static CT_INLINE TablePower<1> begin(Vec<float> x) { return TablePower<1>(at_most(without_sign(x), 89.5F)); }
  static CT_INLINE Vec<float> end(const TablePower<1> &power, Vec<float>) {
    const Vec<float> most = power.scaled<2>();
    const Vec<float> half = most + multiply_add(most, power.more, power.inverse<2>());
    return half + half;
  }
};

struct TableSinh : InParts<TableSinh> {
  static CT_INLINE TablePower<1> begin(Vec<float> x) { return TableCosh::begin(x); }
  static CT_INLINE Vec<float> end(const TablePower<1> &power, Vec<float> x) {
    constexpr double kNearZero = 0.8;
    // sinh(x) = x + x^3 * (this polynomial in x^2)
    const Vec<float> size = without_sign(x);
    const Vec<float> square = size * size;
    const Vec<float> series =
        multiply_add(multiply_add(constant<float>(0x1.a74de8p-13), square, constant<float>(0x1.11063ep-7)), square,
                     constant<float>(0x1.555568p-3));
    const Vec<float> near = multiply_add(size * square, series, size);
    const Vec<float> most = power.scaled<2>();
    const Vec<float> half = most + product_less(most, power.more, power.inverse<2>());
    return with_sign_of(x, select(size.v < constant<float>(kNearZero).v, near, half + half));
  }
};

// e^x - 1 as the power's root less 1, plus what is left. Near 0 the root is 1; where the result is nearly infinite, it
// is the last finite one. is_below: x is negative.
template <bool is_below>
struct TableExpm1 : InParts<TableExpm1<is_below>> {
  static constexpr float kNearZero = 0.04F, kRound = TablePower<1>::kRound, kLast = 0x1.ffep6F;
  struct Part {
    Vec<float> shifted, r;
  };
  static CT_INLINE Part begin(Vec<float> x) {
    const Vec<float> round = Vec<float>::splat(kRound);
    const Vec<float> bounded = is_below ? farther<true>(constant<float>(-20), x) : between(-20, x, 89);
    const LaneMask is_far = is_below ? are_less(x, Vec<float>::splat(-kNearZero))
                                     : are_greater(without_sign(x), Vec<float>::splat(kNearZero));
    const Vec<float> sum = choose(is_far, multiply_add(bounded, constant<float>(0x1.715476p0), round), round);
    const Vec<float> shifted = is_below ? sum : at_most(sum, kRound + kLast);
    const Vec<float> twos = shifted - round;
    return {shifted, less_product(bounded, twos, constant<float>(0x1.62e43p-1))};
  }
  static CT_INLINE Vec<float> end(Part part, Vec<float> x) {
    const Vec<float> one = constant<float>(1);
    const Vec<float> shifted = part.shifted;
    const Vec<float> r = part.r;
    const Vec<float> twos = shifted - Vec<float>::splat(kRound);
    const Vec<float> root = scaled_by(lookup(kRootPower.first, (Index)shifted.v), twos);
    Vec<float> off = lookup(kRootPowerOff.first, (Index)shifted.v);
    if constexpr (!is_below) off = multiply_add(twos, constant<float>(0x1.05c61p-29), off);
    const Vec<float> series = multiply_add(
        multiply_add(constant<float>(0x1.55596ap-5), r, constant<float>(0x1.555b28p-3)), r, constant<float>(0.5));
    const Vec<float> more = multiply_add(r * r, series, off) + r;
    const Vec<float> whole = root - one;
    if constexpr (is_below) return whole + multiply_add(root, more, root - (whole + one));
    // What whole lacks is exact when the larger one of root and -1 is taken from it first.
    const LaneMask is_large = are_at_least(twos, Vec<float>{});
    const Vec<float> larger = choose(is_large, root, -one);
    const Vec<float> smaller = choose(is_large, -one, root);
    const Vec<float> lacks = smaller - (whole - larger);
    return with_sign_of(x, whole + multiply_add(root, more, lacks));  // for -0, too
  }
};

// most * (1 + more)
struct PowerParts {
  Vec<float> most, more;
};

// 1 / (1 + e^-x), or x / (1 + e^-x), for a bounded x, times 2^down: the divisor is computed 2^-down times as large.
template <int down>
CT_INLINE PowerParts power_for_logistic(Vec<float> x) {
  const TablePower<-1> power(x);
  return {power.template scaled<down>(), power.more};
}
template <bool times_x, int down>
CT_INLINE Vec<float> logistic_between(PowerParts power, Vec<float> x) {
  const Vec<float> one = constant<float>(1);
  const Vec<float> part = constant<float>(down == 0 ? 1 : 0x1p-60);
  const Vec<float> larger = farther<true>(part, power.most);
  const Vec<float> smaller = farther<false>(part, power.most);
  const Vec<float> sum = larger + smaller;
  const Vec<float> lost = multiply_add(power.most, power.more, smaller - (sum - larger));
  const Vec<float> inverse = one / (sum + lost);
  const Vec<float> off = less_product(less_product(one, sum, inverse), lost, inverse);
  if constexpr (!times_x) return multiply_add(inverse, off, inverse);
  const Vec<float> product = x * inverse;
  return product + multiply_add(product, off, product_less(x, inverse, product));
}

// Far from 0 the result is scaled down at the end, so that until then neither it nor the divisor leaves the normal
// numbers.
template <bool times_x>
struct TableLogistic : WithOthers<TableLogistic<times_x>> {
  static CT_INLINE PowerParts begin(Vec<float> x) { return power_for_logistic<0>(x); }
  static CT_INLINE Vec<float> end(PowerParts power, Vec<float> x) {
    const Vec<float> result = logistic_between<times_x, 0>(power, x);
    return times_x ? with_sign_of(x, result) : result;
  }
  static CT_INLINE LaneMask are_others(Vec<float> x) { return are_past(without_sign(x), constant<float>(86)); }
  static CT_INLINE Vec<float> of_others(Vec<float> x) {
    constexpr float kHighest = 40;  // from here on it is 1, or x
    const Vec<float> bounded = between(-120, x, kHighest);
    const Vec<float> down =
        logistic_between<times_x, 60>(power_for_logistic<60>(bounded), bounded) * constant<float>(0x1p-60);
    if constexpr (!times_x) return down;
    const LaneMask is_high = are_greater(x, constant<float>(kHighest));
    return choose(is_high, x, fixed_up<0x00030000>(down, x));  // NaN for -inf, as in PyTorch
  }
};

// 1 + e^-a, or 1 + 2^-a to base 2, where a = d + rest is not negative.
template <class Base>
CT_INLINE Argument one_and_power_below(Vec<float> d, Vec<float> rest) {
  constexpr bool kNatural = Base::kOfE == 1;
  const Vec<float> bounded = at_most(d, kNatural ? 110.0F : 155.0F);
  Vec<float> most;
  Vec<float> more;
  if constexpr (kNatural) {
    const TablePower<-1> power(bounded);
    most = power.template scaled<0>();
    more = power.more - rest;
  } else {
    const Vec<float> round = constant<float>(0x1.8p18);
    const Vec<float> shifted = round - bounded;
    const Vec<float> twos = shifted - round;
    const Vec<float> f = (-bounded) - twos;
    most = scaled_by(lookup(kRootPower.first, (Index)shifted.v), twos);
    more = multiply_add(f - rest, power_slope(f), lookup(kRootPowerOff.first, (Index)shifted.v));
  }
  const Vec<float> power = multiply_add(most, more, most);
  const Vec<float> lost = multiply_add(most, more, most - power);
  const Vec<float> one = constant<float>(1);
  const Vec<float> sum = one + power;
  return {sum, (power - (sum - one)) + lost};
}

CT_INLINE Argument begin_softplus(Vec<float> z) {
  return one_and_power_below<NaturalLog>(without_sign(z), Vec<float>{});
}
CT_INLINE Vec<float> end_softplus(Argument of, Vec<float> z) {
  return farther<true>(Vec<float>{}, z) + log_of_sum<NaturalLog>(of.sum, of.lost);
}

// log(e^a + e^b), or log2(2^a + 2^b).
template <class Base>
struct TableLogAddExp : InParts<TableLogAddExp<Base>> {
  static CT_INLINE Argument begin(Vec<float> a, Vec<float> b) {
    const auto first = a.v > b.v;
    const Vec<float> larger = select(first, a, b);
    const Vec<float> smaller = select(first, b, a);
    const Vec<float> difference = larger - smaller;
    const Vec<float> back = difference - larger;
    const Vec<float> rest = (larger - (difference - back)) - (smaller + back);
    const Vec<float> finite = select(difference.v < constant<float>(1000).v, rest, Vec<float>{});
    return one_and_power_below<Base>(difference, finite);
  }
  static CT_INLINE Vec<float> end(Argument of, Vec<float> a, Vec<float> b) {
    const Vec<float> sum = select(a.v > b.v, a, b) + log_of_sum<Base>(of.sum, of.lost);
    return select((a.v == b.v) & ((a - a).v != (b - b).v), a, sum);  // equal infinities
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
