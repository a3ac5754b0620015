// Logarithms, sine, cosine and tangent of floats with fused multiplication, within 1 ULP, for the mode whose bits may
// differ between instruction sets. What a form loses where it rounds, it adds again in its last, smaller term.
#pragma once

#include "kernels/math/policy.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

using Index = Vec<uint32_t>::Native;

// A body in two parts: Form::end() takes what Form::begin() gives. While one register ends, another one may begin.
template <class Form>
struct InParts {
  static constexpr bool kInTurns = true;
  template <class... V>
  static CT_INLINE Vec<float> apply(V... x) {
    return Form::end(Form::begin(x...), x...);
  }
};

// A body of one or two parts for most numbers, and Form::of_others(x) for those for which Form::are_others(x) holds.
template <class Form>
struct WithOthers {
  static constexpr bool kInTurns = true;
  // The inputs are read again, so that they take no registers until then.
  template <class... From>
  static CT_NOINLINE Vec<float> with_others(Vec<float> of_most, From... from) {
    return chosen(of_most, Vec<float>::load(from)...);
  }
  template <class... V>
  static CT_INLINE Vec<float> apply(V... x) {
    const Vec<float> of_most = of_most_of(x...);
    return any_of(Form::are_others(x...)) ? with_others(of_most, Kept(x).from()...) : of_most;
  }

 private:
  template <class... V>
  static CT_INLINE Vec<float> of_most_of(V... x) {
    if constexpr (requires { &Form::begin; }) {
      return Form::end(Form::begin(x...), x...);
    } else {
      return Form::of_most(x...);
    }
  }
  struct Kept {
    char bytes[kVecBytes];
    explicit CT_INLINE Kept(Vec<float> x) { x.store(bytes); }
    CT_INLINE const char *from() const { return bytes; }
  };
  template <class... V>
  static CT_INLINE Vec<float> chosen(Vec<float> of_most, V... x) {
    return choose(Form::are_others(x...), Form::of_others(x...), of_most);
  }
};

// Coefficients of the highest power first.
template <int count>
CT_INLINE Vec<float> fused_polynomial(const float (&coefficients)[count], Vec<float> x) {
  Vec<float> sum = Vec<float>::splat(coefficients[0]);
  for (int i = 1; i < count; ++i) sum = multiply_add(sum, x, Vec<float>::splat(coefficients[i]));
  return sum;
}

// A number x with (1 + k/m) 2^n <= x < (1 + (k + 1)/m) 2^n is looked up by k, where m is 8 or 16: x = 2^n (1 + r) /
// Near::kInverse[k] with -1/16 <= r < 1/8, or half of that for 16. At a power of 2, r is 0. The inverses of 16 have so
// few bits that r is exact.
struct Near16 {
  static constexpr int kShift = 19;
  static constexpr float kInverse[] = {0x1p0F,    0x1.ep-1F,  0x1.cp-1F, 0x1.ap-1F, 0x1.9p-1F,  0x1.8p-1F,
                                       0x1.7p-1F, 0x1.6p-1F,  0x1.5p-1F, 0x1.4p-1F, 0x1.38p-1F, 0x1.28p-1F,
                                       0x1.2p-1F, 0x1.18p-1F, 0x1.1p-1F, 0x1p-1F};
};
struct Near8 {
  static constexpr int kShift = 20;
  static constexpr float kInverse[] = {1, 0.84375F, 0.765625F, 0.6875F, 0.640625F, 0.59375F, 0.5625F, 0.5F};
};
using Near = If<kTableFloats == 16, Near16, Near8>;

// For each base: the logarithms of 2 and e, and polynomials in r of (log(1 + r) - r log e) / r^2, for tables of 8 and
// of 16, weighted for the relative error, highest power first.
struct NaturalBase {
  static constexpr long double kLogOf2 = CT_ISA::kLogOf2, kLogOfE = 1;
  static constexpr float kSeries[2][5] = {
      {-0x1.28069cp-3F, 0x1.99ba6p-3F, -0x1.00206cp-2F, 0x1.5555bp-2F, -0x1.fffff6p-2F},
      {0x1.856102p-3F, -0x1.00326ep-2F, 0x1.555872p-2F, -0x1.fffffcp-2F}};
};
struct BinaryBase {
  static constexpr long double kLogOf2 = 1, kLogOfE = 1.442695040888963407359924681001892137L;
  static constexpr float kSeries[2][5] = {
      {-0x1.aaab0cp-3F, 0x1.277bacp-2F, -0x1.7181c2p-2F, 0x1.ec713p-2F, -0x1.715470p-1F},
      {0x1.1966fep-2F, -0x1.71a6c8p-2F, 0x1.ec7502p-2F, -0x1.715472p-1F}};
};
struct CommonBase {
  static constexpr long double kLogOf2 = 0.301029995663981195213738894724493027L,
                               kLogOfE = 0.434294481903251827651128918916605082L;
  static constexpr float kSeries[2][5] = {
      {-0x1.01c18p-4F, 0x1.6401a8p-4F, -0x1.bcf0a6p-4F, 0x1.287ab4p-3F, -0x1.bcb7a8p-3F},
      {0x1.522608p-4F, -0x1.bd0e42p-4F, 0x1.287d2cp-3F, -0x1.bcb7aep-3F}};
};
// The logarithms of 2, e and 1 / Near::kInverse are in two parts each. The first part for 1 / Near::kInverse, plus any
// exponent times the first part for 2, has no rounding error.
template <class Base>
struct LogTo {
  static constexpr long double kUnit = 0x1p-16L;
  static constexpr auto kTwo = table_of<1>(kUnit, [](int) { return Base::kLogOf2; });
  static constexpr float kOf2 = kTwo.first[0], kOf2Rest = kTwo.rest[0];
  static constexpr auto kOfE = static_cast<float>(Base::kLogOfE);
  static constexpr auto kOfERest = static_cast<float>(Base::kLogOfE - kOfE);
  static constexpr auto kOfNear = table_of<kTableFloats>(kUnit, [](int k) {
    const float x = Near::kInverse[k];
    return x == 0.5F ? Base::kLogOf2 : 0 - exact_log(x) * Base::kLogOfE;
  });
  static constexpr const float (&kSeries)[5] = Base::kSeries[kTableFloats == 16];
};
using NaturalLog = LogTo<NaturalBase>;
using BinaryLog = LogTo<BinaryBase>;
using CommonLog = LogTo<CommonBase>;

// The logarithm of (1 + r + what r lost) / Near::kInverse[k] * 2^exponent. lost: what that adds to the logarithm, and
// kOfNear.rest[k].
template <class Base>
CT_INLINE Vec<float> log_near(Vec<float> exponent, Vec<int32_t>::Native k, Vec<float> r, Vec<float> lost) {
  const auto of = [](float value) { return Vec<float>::splat(value); };
  const Vec<float> near = lookup(Base::kOfNear.first, k);
  const Vec<float> whole = Base::kOf2 == 1 ? exponent + near : multiply_add(exponent, of(Base::kOf2), near);
  Vec<float> rest = lost;
  if constexpr (Base::kOf2Rest != 0) rest = multiply_add(exponent, of(Base::kOf2Rest), rest);
  if constexpr (Base::kOfERest != 0) rest = multiply_add(r, of(Base::kOfERest), rest);
  const Vec<float> square = r * r;
  const auto pair = [&](int i) { return multiply_add(of(Base::kSeries[i]), r, of(Base::kSeries[i + 1])); };
  Vec<float> series = multiply_add(pair(0), square, pair(2));
  if constexpr (kTableFloats == 8) series = multiply_add(series, r, of(Base::kSeries[4]));
  rest = multiply_add(square, series, rest);
  return whole + (Base::kOfE == 1 ? r + rest : multiply_add(r, of(Base::kOfE), rest));
}

// Returns the result where x is positive, finite and normal; elsewhere the logarithm of x by its class, or other().
// With register tables the result is right for subnormals as well.
template <class Other>
CT_INLINE Vec<float> with_special_logs(Vec<float> x, Vec<float> result, [[maybe_unused]] Other other) {
  if constexpr (kHasRegisterTables) {
    return fixed_up<0x03530422>(result, x);  // -inf for 0, inf for inf, NaN for negative numbers
  } else {
    const auto bits = (Vec<int32_t>::Native)x.v;
    const auto is_other = (bits < 0x00800000) | (bits >= 0x7f800000);
    return any(is_other) ? select(is_other, other(), result) : result;
  }
}

template <class Base, class Other>
CT_INLINE Vec<float> fused_log(Vec<float> x, Other other) {
  const Vec<float> fraction = fraction_of(x);
  const auto k = (Vec<int32_t>::Native)fraction.v >> Near::kShift;
  const Vec<float> r = multiply_add(fraction, lookup(Near::kInverse, k), constant<float>(-1));
  const Vec<float> result = log_near<Base>(exponent_of(x), k, r, lookup(Base::kOfNear.rest, k));
  return with_special_logs(x, result, [&] { return other(x); });
}

// The argument of a logarithm is sum + lost.
struct Argument {
  Vec<float> sum, lost;
};

// The logarithm of (sum + lost) * 2^doubled, where sum is positive, and lost is small beside it.
template <class Base, int doubled = 0>
CT_INLINE Vec<float> log_of_sum(Vec<float> sum, Vec<float> lost) {
  const Vec<float> fraction = fraction_of(sum);
  const auto k = (Vec<int32_t>::Native)fraction.v >> Near::kShift;
  const Vec<float> near = lookup(Near::kInverse, k);
  const Vec<float> scale{(Vec<float>::Native)(0x7f000000 - ((Vec<int32_t>::Native)sum.v & 0x7f800000))};
  const Vec<float> by = lost * scale * near;
  const Vec<float> rounded = multiply_add(fraction, near, constant<float>(-1));
  const Vec<float> r = rounded + by;
  const Vec<float> lost_of_r = (rounded - r) + by;
  const Vec<float> rest = lookup(Base::kOfNear.rest, k);
  const Vec<float> exponent = doubled == 0 ? exponent_of(sum) : exponent_of(sum) + constant<float>(doubled);
  return log_near<Base>(
      exponent, k, r, Base::kOfE == 1 ? rest + lost_of_r : multiply_add(lost_of_r, constant<float>(Base::kOfE), rest));
}

// log(1 + x), corrected by what the sum loses.
template <class Other>
CT_INLINE Vec<float> fused_log1p(Vec<float> x, Other other) {
  const Vec<float> one = constant<float>(1);
  const Vec<float> larger = farther<true>(one, x);
  const Vec<float> smaller = farther<false>(one, x);  // x where it is NaN
  const Vec<float> sum = larger + smaller;
  const Vec<float> result = log_of_sum<NaturalLog>(sum, smaller - (sum - larger));
  return with_special_logs(sum, with_sign_of(x, result), [&] { return other(x); });  // for -0, too
}

// x = n pi / 2 + r + rest, where |r| is at most a little more than pi / 4, for 0 <= x <= 2^14. pi / 2 is in three
// parts: what the first leaves is exact, and the second is so short that n times it is exact. The last two bits of
// quarter are those of n + ahead.
inline constexpr int32_t kFewTurns = 0x46800000;  // 2^14, as bits
struct Quarter {
  Vec<float> r, rest;
  Vec<int32_t>::Native quarter;
};
template <int ahead>
CT_INLINE Quarter quarter_turns(Vec<float> x) {
  const Vec<float> round = Vec<float>::splat(0x1.8p23F + ahead);
  const Vec<float> shifted = multiply_add(x, Vec<float>::splat(0x1.45f306p-1F), round);
  const Vec<float> n = shifted - round;
  const Vec<float> part = Vec<float>::splat(0x1.778p-25F);
  const Vec<float> near = less_product(x, n, Vec<float>::splat(0x1.921fb6p+0F));
  const Vec<float> r = multiply_add(n, part, near);
  const Vec<float> rest = multiply_add(n, part, near - r);
  return {r, less_product(rest, n, Vec<float>::splat(0x1.68c234p-39F)), (Vec<int32_t>::Native)shifted.v};
}

// (sin r - r) / r^3 and (cos r - 1 + r^2 / 2) / r^4 as polynomials in r^2, for |r| up to a little more than pi / 4,
// weighted for the relative error, highest power first.
inline constexpr float kSineSeries[] = {-0x1.994ec2p-13F, 0x1.11076ep-7F, -0x1.555546p-3F};
inline constexpr float kCosineSeries[] = {0x1.99e620p-16F, -0x1.6c0c24p-10F, 0x1.55554ap-5F};

// The lanes where |x| is past few turns.
CT_INLINE LaneMask are_far(Vec<float> x) { return are_above((Vec<int32_t>::Native)without_sign(x).v, kFewTurns); }

// For few turns. ahead is 0 for the sine of |x| with the sign of x, and 1 for the cosine.
template <int ahead>
CT_INLINE Vec<float> fused_sine(Quarter turns, Vec<float> x) {
  using Bits = Vec<int32_t>::Native;
  const LaneMask is_cosine = are_odd(turns.quarter);
  const auto of = [&](float cosine, float sine) {
    return choose(is_cosine, Vec<float>::splat(cosine), Vec<float>::splat(sine));
  };
  const Vec<float> r = turns.r;
  const Vec<float> square = r * r;
  const Vec<float> one = constant<float>(1);
  const Vec<float> minus_half = constant<float>(-0.5);
  const Vec<float> high = multiply_add(square, minus_half, one);  // 1 - r^2 / 2, and what that loses
  const Vec<float> low = less_product(multiply_add(square, minus_half, one - high), r, turns.rest);
  Vec<float> series = of(kCosineSeries[0], kSineSeries[0]);
  for (int i = 1; i < 3; ++i) series = multiply_add(series, square, of(kCosineSeries[i], kSineSeries[i]));
  const Vec<float> power = square * choose(is_cosine, square, r);
  const Vec<float> rest = multiply_add(power, series, choose(is_cosine, low, turns.rest));
  const Vec<float> result = choose(is_cosine, high, r) + rest;
  Bits sign = turns.quarter << 30;
  if constexpr (ahead == 0) sign ^= (Bits)x.v;
  return {(Vec<float>::Native)((Bits)result.v ^ (sign & INT32_MIN))};
}

// (1 - r / tan r) / r^2 as a polynomial in r^2, for |r| up to a little more than pi / 4, weighted for the relative
// error, highest power first.
inline constexpr float kTangentSeries[] = {0x1.04126ap-12F, 0x1.12c89p-9F, 0x1.6c28b8p-6F, 0x1.555542p-2F};

// For few turns, the tangent is r over r / tan r, or minus the inverse of that after an odd number of quarter turns.
// The quotient is computed by an approximate inverse, and corrected by what it and its parts lose.
CT_INLINE Vec<float> fused_tan(Quarter turns, Vec<float> x) {
  using Bits = Vec<int32_t>::Native;
  const LaneMask is_odd = are_odd(turns.quarter);
  const Vec<float> one = constant<float>(1);
  const Vec<float> r = turns.r;
  const Vec<float> square = r * r;
  const Vec<float> series = fused_polynomial(kTangentSeries, square);
  const Vec<float> slow = less_product(one, square, series);  // r / tan r
  // rest changes it by r * rest times twice the series, which is nearly 0.69.
  const Vec<float> lost =
      less_product(less_product(one - slow, square, series), r * turns.rest, constant<float>(0.69140625));
  const Vec<float> top = choose(is_odd, slow, r);
  const Vec<float> bottom = choose(is_odd, r, slow);
  // Where r is tiny, rest is not small beside it, so the inverse is that of their sum.
  const Vec<float> inverse = nearly_inverse(choose(is_odd, r + turns.rest, slow));
  const Vec<float> quotient = top * inverse;
  const Vec<float> left = less_product(top, quotient, bottom) + choose(is_odd, lost, turns.rest);
  const Vec<float> off = less_product(left, quotient, choose(is_odd, turns.rest, lost));
  const Vec<float> result = multiply_add(off, inverse, quotient);
  return {(Vec<float>::Native)((Bits)result.v ^ ((Bits)negated(is_odd, x).v & INT32_MIN))};
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
