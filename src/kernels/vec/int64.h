// 64-bit integers as floats and back, for instruction sets that have no instruction for it. Numbers are made of halves
// of 32 bits, which doubles hold exactly: an integer below 2^52 is the low bits of its sum with 2^52.
#pragma once

#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

using Int64Bits = Vec<uint64_t>::Native;
using DoubleBits = Vec<double>::Native;

// Their sum is the number. high is a multiple of 2^32, low is below that and not negative.
struct Int64Halves {
  DoubleBits high, low;
};

template <class T>
CT_INLINE Int64Halves halves_of(Vec<T> x) {
  const auto bits = (Int64Bits)x.v;
  constexpr uint64_t kBias = kSame<T, int64_t> ? 0x80000000 : 0;  // makes the high half positive
  constexpr double kHighOffset = 0x1p84 + kBias * 0x1p32;         // the last place of 2^84 is 2^32
  const auto low = (DoubleBits)((bits & 0xffffffff) | 0x4330000000000000);
  const auto high = (DoubleBits)((bits >> 32) ^ (0x4530000000000000 | kBias));
  return {high - kHighOffset, low - 0x1p52};
}

template <class T>
CT_INLINE Vec<double> to_doubles(Vec<T> x) {
  const Int64Halves halves = halves_of(x);
  return {halves.high + halves.low};
}

// As a double that is odd in its last place where it is not exact, so that rounding it again to a float rounds the
// number itself (Boldo and Melquiond, Emulation of FMA and correctly rounded sums: round to odd).
template <class T>
CT_INLINE Vec<double> to_odd_doubles(Vec<T> x) {
  const Int64Halves halves = halves_of(x);
  const DoubleBits sum = halves.high + halves.low;
  const DoubleBits lost = halves.low - (sum - halves.high);  // exact: |high| > low, or high is 0
  const auto bits = (Int64Bits)sum;
  const Int64Bits moves = (Int64Bits)(lost != 0) & ((bits & 1) - 1);
  const Int64Bits toward_zero = (Int64Bits)((lost < 0) ^ (sum < 0));
  return {(DoubleBits)(bits + ((toward_zero | 1) & moves))};
}

template <class T, int... I>
CT_INLINE Vec<float> floats_by_element(Vec<T> low, Vec<T> high, Indices<I...>) {
  return {Vec<float>::Native{static_cast<float>(low.v[I])..., static_cast<float>(high.v[I])...}};
}
template <class T>
CT_INLINE Vec<float> to_floats(Vec<T> low, Vec<T> high) {
  if constexpr (kSame<T, int64_t>) {  // the instruction for one signed number is quicker than the steps above
    return floats_by_element(low, high, Iota<Vec<T>::kLanes>{});
  } else {
    return to_floats(Doubles{to_odd_doubles(low), to_odd_doubles(high)});
  }
}

// The integer part of 0 <= x < 2^52.
CT_INLINE DoubleBits whole(DoubleBits x) {
  const DoubleBits nearest = (x + 0x1p52) - 0x1p52;
  return nearest > x ? nearest - 1.0 : nearest;
}

// Rounds toward zero and saturates; NaN gives 0.
template <class To>
CT_INLINE Vec<To> truncate_wide(Vec<double> x) {
  constexpr bool kSigned = kSame<To, int64_t>;
  DoubleBits magnitude = kSigned ? (DoubleBits)((Int64Bits)x.v & 0x7fffffffffffffff) : x.v;
  magnitude = magnitude > 0 ? magnitude : DoubleBits{};
  if constexpr (kSigned) magnitude = magnitude > 0x1p63 ? DoubleBits{} + 0x1p63 : magnitude;
  Int64Bits r;
  if (!any_bit(Vec<uint64_t>{(Int64Bits)(magnitude >= 0x1p52)})) {  // most numbers are smaller
    r = (Int64Bits)(whole(magnitude) + 0x1p52) & 0x000fffffffffffff;
  } else {
    const DoubleBits high = whole(magnitude * 0x1p-32);
    const DoubleBits low = whole(magnitude - high * 0x1p32);
    r = ((Int64Bits)(high + 0x1p52) << 32) | ((Int64Bits)(low + 0x1p52) & 0xffffffff);
  }
  if constexpr (kSigned) {
    const auto negative = (Int64Bits)(x.v < 0);
    r = (r ^ negative) - negative;
    return {(typename Vec<To>::Native)(x.v >= 0x1p63 ? Int64Bits{} + INT64_MAX : r)};
  } else {
    return {(typename Vec<To>::Native)(x.v >= 0x1p64 ? ~Int64Bits{} : r)};
  }
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
