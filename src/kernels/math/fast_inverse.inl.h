// Inverse functions of floats, for the fast mode: only where kHasRegisterTables. The coefficients of polynomials were
// found as register_tables.inl.h says, with each error weighted by its part in the result.
#pragma once

#include "kernels/math/fast_log_trigonometry.inl.h"
#include "kernels/math/register_tables.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// asin(x) = x + x^3 * (this polynomial in x^2), |x| <= 1/2: highest power first.
inline constexpr float kArcSine[] = {0x1.59652cp-5F, 0x1.8c2538p-6F, 0x1.74808cp-5F, 0x1.3301acp-4F, 0x1.5555cap-3F};

// For |x| <= 1/2, the arc sine of x is s + rest. Beyond, s + rest is half of the angle between it and pi / 2, with the
// sign of `sign`; the sine of that half is a square root.
struct HalfAngle {
  Vec<float> s, square, lost;
  LaneMask is_far;

  CT_INLINE HalfAngle(Vec<float> x, Vec<float> sign) {
    const Vec<float> half = constant<float>(0.5);
    const Vec<float> size = without_sign(x);
    is_far = are_past(size, half);
    square = choose(is_far, less_product(half, size, half), x * x);
    const Vec<float> inverse =
        with_sign_of(sign, where(are_unequal(square, Vec<float>{}), nearly_inverse_root(square)));
    const Vec<float> root = square * inverse;
    s = choose(is_far, root, x);
    lost = where(is_far, less_product(square, root, root) * (inverse * half));
  }
  // Returns factor * (s + rest) + whole + off.
  CT_INLINE Vec<float> times(Vec<float> factor, Vec<float> whole, Vec<float> off) const {
    const auto pair = [&](int i) {
      return multiply_add(Vec<float>::splat(kArcSine[i]), square, Vec<float>::splat(kArcSine[i + 1]));
    };
    const Vec<float> series =
        multiply_add(multiply_add(pair(0), square * square, pair(2)), square, Vec<float>::splat(kArcSine[4]));
    const Vec<float> rest = multiply_add((s + lost) * square, series, lost);
    const Vec<float> sum = multiply_add(factor, s, whole);
    return sum + multiply_add(factor, rest, multiply_add(factor, s, whole - sum) + off);
  }
};

inline constexpr float kQuarterTurn = 0x1.921fb6p0F, kQuarterTurnRest = -0x1.777a5cp-25F;

struct FusedAsin : InParts<FusedAsin> {
  static CT_INLINE HalfAngle begin(Vec<float> x) { return HalfAngle(without_sign(x), Vec<float>{}); }
  static CT_INLINE Vec<float> end(const HalfAngle &angle, Vec<float> x) {
    const auto where_far = [&](float value) { return where(angle.is_far, Vec<float>::splat(value)); };
    const Vec<float> factor = choose(angle.is_far, constant<float>(-2), constant<float>(1));
    return with_sign_of(x, angle.times(factor, where_far(kQuarterTurn), where_far(kQuarterTurnRest)));
  }
};

// Near 0 this is pi / 2 - asin(x). Beyond, it is twice the half angle, to which pi is added where x is negative.
struct FusedAcos : InParts<FusedAcos> {
  static CT_INLINE HalfAngle begin(Vec<float> x) { return HalfAngle(x, x); }
  static CT_INLINE Vec<float> end(const HalfAngle &angle, Vec<float> x) {
    const LaneMask is_negative = are_negative(x);
    const auto by_place = [&](float value) {
      const Vec<float> twice = where(is_negative, Vec<float>::splat(value * 2));
      return choose(angle.is_far, twice, Vec<float>::splat(value));
    };
    const Vec<float> factor = choose(angle.is_far, constant<float>(2), constant<float>(-1));
    return angle.times(factor, by_place(kQuarterTurn), by_place(kQuarterTurnRest));
  }
};

// atan(t) = t + t^3 * (this polynomial in t^2), |t| <= 1/8: highest power first.
inline constexpr float kArcTangent[] = {-0x1.1dc08p-3F, 0x1.9989ap-3F, -0x1.55555p-2F};

// Arcs by intervals of their tangents, two intervals to each power of two. The table has the coordinates of a centre,
// along the axis and across it, and its arc in two parts. Below 1/8 and from 8 on, the centre lies on an axis.
struct ArcTable {
  float along[16], across[16], arc[16], rest[16];
};
alignas(64) inline constexpr ArcTable kArcs = {
    {1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {0x1.4p+1F, 0x1.cp+1F, 0x1.4p+2F, 0x1.cp+2F, 0x1p+0F, 0, 0, 0, 0x1.4p-3F, 0x1.cp-3F, 0x1.4p-2F, 0x1.cp-2F,
     0x1.4p-1F, 0x1.cp-1F, 0x1.4p+0F, 0x1.cp+0F},
    {0x1.30b6d8p+0F, 0x1.4ae11p+0F, 0x1.5f9732p+0F, 0x1.6dcc58p+0F, 0x1.921fb6p+0F, 0, 0, 0, 0x1.3d6eeep-3F,
     0x1.b90d76p-3F, 0x1.362774p-2F, 0x1.a64eecp-2F, 0x1.1e00bap-1F, 0x1.700a7cp-1F, 0x1.cac7c6p-1F, 0x1.0d38f2p+0F},
    {-0x1.a56c96p-26F, -0x1.cd3b2ep-27F, -0x1.5b56f6p-25F, -0x1.12a68p-26F, -0x1.777a5cp-25F, 0, 0, 0, 0x1.18cc4ep-28F,
     -0x1.adb3ecp-28F, -0x1.1f0286p-27F, 0x1.e611fep-29F, 0x1.7bdfd6p-26F, 0x1.5e118cp-27F, -0x1.0f720cp-26F,
     0x1.8b7414p-25F}};

struct FusedAtan : InParts<FusedAtan> {
  struct Tangent {
    Vec<float> t;
    Index interval;
  };
  static CT_INLINE Tangent begin(Vec<float> x) {
    const Vec<float> size = at_most(without_sign(x), 0x1p100F);
    const Index interval = (Index)at_most(farther<true>(constant<float>(0.12), size), 8.0F).v >> 22U;
    const Vec<float> along = lookup(kArcs.along, interval);
    const Vec<float> across = lookup(kArcs.across, interval);
    return {product_less(size, along, across) / multiply_add(size, across, along), interval};
  }
  static CT_INLINE Vec<float> end(Tangent of, Vec<float> x) {
    const Vec<float> t = of.t;
    const Vec<float> square = t * t;
    const Vec<float> rest =
        multiply_add(t * square, fused_polynomial(kArcTangent, square), lookup(kArcs.rest, of.interval));
    return with_sign_of(x, lookup(kArcs.arc, of.interval) + (t + rest));
  }
};

// The lanes where the larger one of two sizes is so large or so small that a square, or a product with a small number,
// may over- or underflow. NaN is the largest.
CT_INLINE Vec<float> larger_size(Vec<float> a, Vec<float> b) {
  const Vec<uint32_t> larger = farther<true>(Vec<uint32_t>{(Index)a.v}, Vec<uint32_t>{(Index)b.v});
  return {(Vec<float>::Native)larger.v};
}
CT_INLINE LaneMask are_extreme(Vec<float> size) {
  constexpr uint32_t kLeast = 0x2b800000;  // 2^-40
  constexpr uint32_t kMost = 0x5d800000;   // 2^60
  const Index above = (Index)size.v - kLeast;
  return are_above(above, kMost - kLeast);
}

CT_INLINE LaneMask are_extreme(Vec<float> a, Vec<float> b) {
  return are_extreme(larger_size(without_sign(a), without_sign(b)));
}

// The arc of |y / x|, by the table of atan. Neither side of the triangle may be extreme.
struct Triangle {
  Vec<float> t, lost;
  Index interval;
};
CT_INLINE Triangle triangle(Vec<float> y, Vec<float> x) {
  const Vec<float> up = without_sign(y);
  const Vec<float> ahead = without_sign(x);
  const Vec<float> ratio = up * nearly_inverse(ahead);
  const Index interval = (Index)at_most(farther<true>(constant<float>(0.12), ratio), 8.0F).v >> 22U;
  const Vec<float> along = lookup(kArcs.along, interval);
  const Vec<float> across = lookup(kArcs.across, interval);
  const Vec<float> top = less_product(up * along, ahead, across);
  const Vec<float> bottom = multiply_add(up, across, ahead * along);
  const Vec<float> t = top / bottom;
  return {t, less_product(top, t, bottom) * nearly_inverse(bottom), interval};
}
CT_INLINE Vec<float> fused_atan2(Triangle of, Vec<float> y, Vec<float> x) {
  const Vec<float> t = of.t;
  const Vec<float> square = t * t;
  const Vec<float> rest =
      multiply_add(t * square, fused_polynomial(kArcTangent, square), lookup(kArcs.rest, of.interval) + of.lost);
  // For a negative x, the arc is subtracted from half a turn.
  const LaneMask is_behind = are_negative(x);
  const auto where_behind = [&](float value) { return where(is_behind, Vec<float>::splat(value)); };
  const Vec<float> arc = with_sign_of(x, lookup(kArcs.arc, of.interval));
  const Vec<float> most = where_behind(2 * kQuarterTurn);
  const Vec<float> whole = most + arc;
  const Vec<float> lost = where_behind(2 * kQuarterTurnRest) + ((most - whole) + arc);
  const Vec<float> turned{(Vec<float>::Native)((Index)(t + rest).v ^ ((Index)x.v & 0x80000000U))};
  return with_sign_of(y, whole + (turned + lost));
}

// The root of the sum of squares, corrected by what the sum and the root lose. Neither side may be extreme.
CT_INLINE Vec<float> fused_hypot(Vec<float> x, Vec<float> y) {
  const Vec<float> a = without_sign(x);
  const Vec<float> b = without_sign(y);
  const Vec<float> larger = larger_size(a, b);
  const Vec<float> smaller = farther<false>(a, b);
  const Vec<float> square = larger * larger;
  const Vec<float> sum = multiply_add(smaller, smaller, square);
  const Vec<float> lost = multiply_add(smaller, smaller, square - sum) + product_less(larger, larger, square);
  const Vec<float> root = square_root(sum);
  const Vec<float> inverse = nearly_inverse_root(sum);
  const Vec<float> twice = less_product(sum, root, root) + lost;
  return multiply_add(twice, inverse * constant<float>(0.5), root);
}

// Past this a square may overflow, and the root of the square plus or minus 1 is x.
inline constexpr float kLargeSquare = 0x1p60F;
CT_INLINE Vec<float> log_of_twice(Vec<float> x) {
  return with_special_logs(x, log_of_sum<NaturalLog, 1>(x, Vec<float>{}), [] { return Vec<float>{}; });
}

// log(x + sqrt(1 + x^2)), corrected by what the root loses.
struct FusedAsinh : WithOthers<FusedAsinh> {
  static CT_INLINE LaneMask are_others(Vec<float> x) {
    return are_greater(without_sign(x), Vec<float>::splat(kLargeSquare));
  }
  static CT_INLINE Vec<float> of_others(Vec<float> x) { return with_sign_of(x, log_of_twice(without_sign(x))); }
  static CT_INLINE Argument begin(Vec<float> x) {
    const Vec<float> one = constant<float>(1);
    const Vec<float> size = without_sign(x);
    const Vec<float> square = multiply_add(size, size, one);
    const Vec<float> lost_of_square = multiply_add(size, size, one - square);
    const Vec<float> root = square_root(square);
    const Vec<float> inverse = nearly_inverse_root(square);
    const Vec<float> twice = less_product(square, root, root) + lost_of_square;
    const Vec<float> sum = root + size;
    return {sum, multiply_add(twice, inverse * constant<float>(0.5), size - (sum - root))};
  }
  static CT_INLINE Vec<float> end(Argument of, Vec<float> x) {
    return with_sign_of(x, log_of_sum<NaturalLog>(of.sum, of.lost));
  }
};

// log(x + sqrt(x^2 - 1)), corrected by what the root loses.
struct FusedAcosh : WithOthers<FusedAcosh> {
  static CT_INLINE LaneMask are_others(Vec<float> x) { return are_greater(x, Vec<float>::splat(kLargeSquare)); }
  static CT_INLINE Vec<float> of_others(Vec<float> x) { return log_of_twice(x); }
  static CT_INLINE Argument begin(Vec<float> x) {
    const Vec<float> less = x - constant<float>(1);
    const Vec<float> twice = less + less;
    const Vec<float> square = multiply_add(less, less, twice);
    const Vec<float> lost_of_square = multiply_add(less, less, twice - square);
    const Vec<float> inverse = where(are_unequal(square, Vec<float>{}), nearly_inverse_root(square));
    const Vec<float> root = square * inverse;
    const Vec<float> rest = (less_product(square, root, root) + lost_of_square) * (inverse * constant<float>(0.5));
    const Vec<float> sum = x + root;
    return {sum, (root - (sum - x)) + rest};
  }
  static CT_INLINE Vec<float> end(Argument of, Vec<float> x) {
    const Vec<float> logarithm = log_of_sum<NaturalLog>(of.sum, of.lost);
    return choose(are_at_least(x, constant<float>(1)), logarithm, constant<float>(__builtin_nan("")));
  }
};

// Halves of the logarithms of 2 and of (1 + k/8), in two parts.
inline constexpr float kHalfLog2 = 0x1.62e4p-2F, kHalfLog2Rest = 0x1.7f7d1cp-21F;
inline constexpr auto kHalfLogs = table_of<8>(0x1p-17L, [](int k) { return exact_log(1 + k / 8.0L) / 2; });

// log(g) / 2 + atanh(t), where g = (1 + k/8) 2^n is near (1 + |x|) / (1 - |x|), and 1 up to kNearZero. The numerator of
// t = (1 + |x| - g (1 - |x|)) / (1 + |x| + g (1 - |x|)) is rounded once.
struct FusedAtanh : InParts<FusedAtanh> {
  struct Quotient {
    Vec<float> t, g;
  };
  static CT_INLINE Quotient begin(Vec<float> x) {
    constexpr float kNearZero = 0.12F;
    const Vec<float> one = constant<float>(1);
    const Vec<float> size = without_sign(x);
    const Vec<float> left = one - size;
    const Vec<float> more = one + size;
    const Vec<float> ratio = more * nearly_inverse(left);
    const LaneMask is_near = are_less(size, Vec<float>::splat(kNearZero));
    const LaneMask is_far = are_at_least(size, constant<float>(0.5));
    const Index bits = ((Index)ratio.v + 0x00080000U) & 0xfff00000U;
    const Vec<float> g = choose(is_near, one, Vec<float>{(Vec<float>::Native)bits});
    const Vec<float> sum = g + one;
    const Vec<float> by_size = multiply_add(size, sum, one - g);
    const Vec<float> top = choose(is_far, less_product(constant<float>(2), left, sum), by_size);
    return {top / multiply_add(g, left, more), g};
  }
  static CT_INLINE Vec<float> end(Quotient of, Vec<float> x) {
    const Vec<float> t = of.t;
    const Vec<float> g = of.g;
    const Vec<float> square = t * t;
    const auto k = (Vec<int32_t>::Native)g.v >> 20;
    const Vec<float> n = exponent_of(g);
    const Vec<float> whole = multiply_add(n, Vec<float>::splat(kHalfLog2), lookup(kHalfLogs.first, k));
    const Vec<float> rest = multiply_add(n, Vec<float>::splat(kHalfLog2Rest), lookup(kHalfLogs.rest, k));
    const Vec<float> series =
        multiply_add(multiply_add(constant<float>(0x1.2b205cp-3), square, constant<float>(0x1.998b0cp-3)), square,
                     constant<float>(0x1.55555ap-2));
    const Vec<float> result = whole + (t + multiply_add(t * square, series, rest));
    const Vec<float> left = constant<float>(1) - without_sign(x);
    return with_sign_of(x, fixed_up<0x03030522>(result, left));  // infinite for 1, NaN beyond
  }
};

// log(x / (1 - x)), which from 1/4 on is computed as log(1 + (2 x - 1) / (1 - x)), and corrected by what the quotient
// and its parts lose.
CT_INLINE Argument begin_logit(Vec<float> x) {
  const Vec<float> one = constant<float>(1);
  const LaneMask is_far = are_at_least(x, constant<float>(0.25));
  const Vec<float> first = where(is_far, one);
  const Vec<float> over = one - x;
  const Vec<float> lost_of_over = (one - over) - x;
  const Vec<float> top = choose(is_far, x - over, x);
  const Vec<float> ratio = top / over;  // from 1/4 on it is x / (1 - x) - 1
  const Vec<float> off = less_product(less_product(top, ratio, over), lost_of_over, ratio + first);
  const Vec<float> larger = farther<true>(first, ratio);
  const Vec<float> smaller = farther<false>(first, ratio);
  const Vec<float> sum = larger + smaller;
  return {sum, multiply_add(off, one + sum, smaller - (sum - larger))};
}
CT_INLINE Vec<float> end_logit(Argument of) {
  return with_special_logs(of.sum, log_of_sum<NaturalLog>(of.sum, of.lost), [] { return Vec<float>{}; });
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
