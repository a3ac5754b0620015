// What both directions of softmax share: the exponential of numbers that are not above 0, at twice the speed of one for
// all numbers, and how elements are loaded and stored.
#pragma once

#include "kernels/copy/convert.inl.h"
#include "kernels/registrations.h"

namespace ct::kernels::CT_ISA {
namespace {

// e^x = 2^n * e^r, where r is at most log(2) / 2 either way, and e^r = 1 + r + r^2 * (a polynomial: the coefficients,
// that of the highest power first). What is added to x / log(2) rounds it to n, and leaves n, as the exponent of 2^n,
// in the number's lowest bits. log(2) is in two parts, so short that n times either is exact.
template <class T>
struct ExpParts;
template <>
struct ExpParts<float> {
  using Bits = uint32_t;
  static constexpr int kFraction = 23, kBias = 127, kUp = 24;
  static constexpr float kLowest = -103.972F;  // below this, e^x is 0
  static constexpr float kLog2 = 0x1.62e4p-1, kLog2Rest = 0x1.7f7ep-20;
  static constexpr float kCoefficients[] = {0x1.687a02p-10, 0x1.123c4ap-7, 0x1.555b6p-5, 0x1.55548ep-3, 0x1.fffff8p-2};
};
template <>
struct ExpParts<double> {
  using Bits = uint64_t;
  static constexpr int kFraction = 52, kBias = 1023, kUp = 53;
  static constexpr double kLowest = -745.133;
  static constexpr double kLog2 = 0x1.62e42feep-1, kLog2Rest = 0x1.a39ef35794p-33;
  static constexpr double kCoefficients[] = {
      0x1.adeb3b51a948cp-26, 0x1.28b05b5acadf7p-22, 0x1.71dee09595a7dp-19, 0x1.a019967fb4c65p-16, 0x1.a01a01498e821p-13,
      0x1.6c16c185b1382p-10, 0x1.1111111121da6p-7,  0x1.555555554ffdep-5,  0x1.5555555555512p-3,  0x1.000000000000cp-1};
};

// Exponentials are computed larger by this factor, so that the smallest of them, which would be denormal, lose nothing.
template <class T>
inline constexpr T kExpUnit = T{1} / (sizeof(T) == 4 ? 0x1p24 : 0x1p53);

// Two registers that go through every operation one after the other: an exponential is one long chain, and the
// processor looks ahead to too few others.
template <class T>
struct Two {
  Vec<T> a, b;

  static CT_INLINE Two load(const char *from) { return {Vec<T>::load(from), Vec<T>::load(from + kVecBytes)}; }
  CT_INLINE void store(char *to) const { a.store(to), b.store(to + kVecBytes); }
  static CT_INLINE Two splat(T value) { return {Vec<T>::splat(value), Vec<T>::splat(value)}; }
  friend CT_INLINE Two operator+(Two x, Two y) { return {x.a + y.a, x.b + y.b}; }
  friend CT_INLINE Two operator-(Two x, Two y) { return {x.a - y.a, x.b - y.b}; }
  friend CT_INLINE Two operator*(Two x, Two y) { return {x.a * y.a, x.b * y.b}; }
};
template <class T>
CT_INLINE Two<T> fused_less(Two<T> x, Two<T> y, T by) {
  return {fused_less(x.a, y.a, by), fused_less(x.b, y.b, by)};
}

// 2^n, of n in the lowest bits.
template <class T>
CT_INLINE Vec<T> power_of(Vec<T> sum) {
  using Bits = typename Vec<typename ExpParts<T>::Bits>::Native;
  return {(typename Vec<T>::Native)((Bits)sum.v << ExpParts<T>::kFraction)};
}
template <class T>
CT_INLINE Two<T> power_of(Two<T> sum) {
  return {power_of(sum.a), power_of(sum.b)};
}
// e^x, or 0 where that is too small.
template <class T>
CT_INLINE Vec<T> bounded(Vec<T> x, Vec<T> result) {
  return select(x.v < Vec<T>::splat(ExpParts<T>::kLowest).v, Vec<T>{}, result);
}
template <class T>
CT_INLINE Two<T> bounded(Two<T> x, Two<T> result) {
  return {bounded(x.a, result.a), bounded(x.b, result.b)};
}

// e^x / kExpUnit for x <= 0 and NaN, within 1 ULP, of one register or two. Products and sums are rounded one by one, or
// need no rounding: the same bits on every instruction set, and no slower where additions have units of their own.
template <class T, class V>
CT_INLINE V exp_below_of(V x) {
  using Parts = ExpParts<T>;
  constexpr T kRound = T{3} * (typename Parts::Bits{1} << (Parts::kFraction - 1)) + (Parts::kBias + Parts::kUp);
  const V round = V::splat(kRound);
  const V sum = x * V::splat(static_cast<T>(1.4426950408889634)) + round;
  const V n = sum - round;
  const V r = fused_less(fused_less(x, n, Parts::kLog2), n, Parts::kLog2Rest);
  const V square = r * r;
  const auto factor = [](uint64_t k) __attribute__((always_inline)) { return V::splat(Parts::kCoefficients[k]); };
  V p = factor(0);
  constexpr uint64_t kCount = sizeof(Parts::kCoefficients) / sizeof(T);
  // Of floats in pairs, a shorter chain; of doubles, that would cost a hundredth of an ULP.
  constexpr uint64_t kPair = sizeof(T) == 4 ? 2 : 1;
  static_assert(kCount % kPair == 1 % kPair);
  CT_UNROLL(16)
  for (uint64_t k = 1; k < kCount; k += kPair) {
    if constexpr (kPair == 2) {
      p = p * square + (factor(k) * r + factor(k + 1));
    } else {
      p = p * r + factor(k);
    }
  }
  const V mantissa = square * p + r + V::splat(1);
  return bounded(x, mantissa * power_of(sum));
}
template <class T>
CT_INLINE Vec<T> exp_below(Vec<T> x) {
  return exp_below_of<T>(x);
}
template <class T>
CT_INLINE Two<T> exp_below(Two<T> x) {
  return exp_below_of<T>(x);
}

// Turns a product in [0, kScaled], or NaN, into the result: it is divided by kScaled, and rounded once where that gives
// a denormal number. This is done in integers, because processors take long to multiply into denormal numbers.
template <class T>
inline constexpr T kScaled = sizeof(T) == 4 ? T{0x1p126F} : static_cast<T>(0x1p1022);
template <class T>
using ExpBits = Vec<typename ExpParts<T>::Bits>;
// For products by that factor. It is finite, or else all products are NaN.
template <class T>
CT_INLINE ExpBits<T> scale_of(Vec<T> factor) {
  using Parts = ExpParts<T>;
  constexpr auto kScale = static_cast<typename Parts::Bits>(Parts::kBias - 1) << Parts::kFraction;
  const Vec<T> difference = factor - factor;
  const ExpBits<T> zero{};
  return select(difference.v == Vec<T>{}.v, ExpBits<T>::splat(kScale), zero);
}
template <class T>
CT_INLINE Vec<T> unscaled(Vec<T> product, ExpBits<T> scale) {
  using Bits = typename ExpParts<T>::Bits;
  const Vec<T> one = Vec<T>::splat(1);
  const auto denormal = product.v < one.v;
  const Vec<T> whole = select(denormal, product + one, product);
  const ExpBits<T> less{(typename ExpBits<T>::Native)whole.v - scale.v};
  const ExpBits<T> bits = select(denormal, less - ExpBits<T>::splat(Bits{1} << ExpParts<T>::kFraction), less);
  return {(typename Vec<T>::Native)bits.v};
}

template <class T>
CT_INLINE Vec<T> larger(Vec<T> a, Vec<T> b) {  // of a number and NaN, b
  return select(a.v > b.v, a, b);
}

template <class T>
struct SoftmaxElements {
  using V = Vec<T>;
  static constexpr int64_t kSize = sizeof(T), kLanes = V::kLanes;
  static constexpr T kUnit = kExpUnit<T>;
  static constexpr double kUnits = static_cast<double>(kScaled<T>) * static_cast<double>(kUnit);

  // What is subtracted before the exponential. Where everything is -infinity, it is 0, so that all exponentials are 0
  // and the quotient is NaN.
  static CT_INLINE V shift_of(V largest) {
    const V zero{};
    return select(largest.v == -static_cast<T>(__builtin_inff()) + zero.v, zero, largest + zero);
  }

  static CT_INLINE V load(const char *from, int64_t count) {
    return count >= kLanes ? V::load(from) : V::load(from, count);
  }

  // Calls f(i, how many) for pieces of n elements, each of kLanes or fewer. The code of f is long, so it is inlined
  // once.
  template <class F>
  static CT_INLINE void each(char *to, int64_t n, Traffic traffic, F f) {
    const auto beyond = static_cast<int64_t>(reinterpret_cast<uintptr_t>(to) % kVecBytes);
    const bool non_temporal = traffic == Traffic::NonTemporal;
    int64_t count = non_temporal ? (kVecBytes - beyond) / kSize : kLanes;  // first up to where a register's line begins
    CT_ROLLED
    for (int64_t i = 0; i < n; i += count, count = kLanes) {
      if (count > n - i) count = n - i;
      const V x = f(i, count);
      if (count < kLanes) {
        x.store(to + i * kSize, count);
      } else if (non_temporal) {
        put<Traffic::NonTemporal>(to + i * kSize, x);
      } else {
        x.store(to + i * kSize);
      }
    }
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
