// How one dtype becomes another. Integers wrap; floats truncate toward zero into integers, saturate, and NaN gives 0;
// true is any value but 0; complex gives its real part. Halves go by way of float, complex32 by way of complex64.
#pragma once

#include <cstdint>

#include "kernels/loop.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
struct Limits;  // the largest float below or at the first value out of range, in To's own bounds
#define CT_LIMITS(T, low, high)      \
  template <>                        \
  struct Limits<T> {                 \
    static constexpr T kLow = low;   \
    static constexpr T kHigh = high; \
  };
CT_LIMITS(uint8_t, 0, UINT8_MAX)
CT_LIMITS(int8_t, INT8_MIN, INT8_MAX)
CT_LIMITS(uint16_t, 0, UINT16_MAX)
CT_LIMITS(int16_t, INT16_MIN, INT16_MAX)
CT_LIMITS(uint32_t, 0, UINT32_MAX)
CT_LIMITS(int32_t, INT32_MIN, INT32_MAX)
CT_LIMITS(uint64_t, 0, UINT64_MAX)
CT_LIMITS(int64_t, INT64_MIN, INT64_MAX)
#undef CT_LIMITS

// No branch and no undefined cast on any lane: the value is replaced first, so that the loop vectorises.
template <class To, class From>
CT_INLINE To saturate(From x) {
  if constexpr (sizeof(To) < 4) {
    const auto wide = saturate<int32_t>(x);
    const int32_t low = wide < Limits<To>::kLow ? Limits<To>::kLow : wide;
    return static_cast<To>(low > Limits<To>::kHigh ? Limits<To>::kHigh : low);
  } else {
    constexpr To kHalfEnd = Limits<To>::kHigh / 2 + 1;  // a power of two, so exact in From
    constexpr From kEnd = static_cast<From>(kHalfEnd) * 2;
    constexpr From kBegin = static_cast<From>(Limits<To>::kLow);
    const From safe = ((x >= kBegin) & (x < kEnd)) ? x : From{0};
    To r = static_cast<To>(safe);
    r = x >= kEnd ? Limits<To>::kHigh : r;
    return x < kBegin ? Limits<To>::kLow : r;
  }
}

template <class To, class From>
CT_INLINE To convert_value(From x) {
  if constexpr (kIsComplex<To>) {
    using R = decltype(To::re);
    if constexpr (kIsComplex<From>) {
      return {convert_value<R>(x.re), convert_value<R>(x.im)};
    } else {
      return {convert_value<R>(x), R{}};
    }
  } else if constexpr (kSame<To, Bool>) {
    if constexpr (kIsComplex<From>) {
      return {static_cast<uint8_t>((x.re != 0) | (x.im != 0))};
    } else {
      return {static_cast<uint8_t>(x != 0)};
    }
  } else if constexpr (kIsComplex<From>) {
    return convert_value<To>(x.re);
  } else if constexpr (kSame<From, Bool>) {
    return static_cast<To>(x.byte != 0);
  } else if constexpr (kIsFloat<From> && kIsInteger<To>) {
    return saturate<To>(x);
  } else {
    return static_cast<To>(x);
  }
}

CT_INLINE float bits_to_float(uint32_t bits) { return __builtin_bit_cast(float, bits); }
CT_INLINE uint32_t float_to_bits(float x) { return __builtin_bit_cast(uint32_t, x); }

CT_INLINE float half_to_float(Half half) {
  constexpr uint32_t kSmallestNormal = 113U << 23;  // 2^-14
  const uint32_t magnitude = (half.bits & 0x7fffU) << 13;
  const uint32_t normal = magnitude + (112U << 23);
  // m * 2^-24 is (2^-14 + m * 2^-24) - 2^-14: right with denormals flushed, too
  const uint32_t subnormal = float_to_bits(bits_to_float(magnitude + kSmallestNormal) - bits_to_float(kSmallestNormal));
  const uint32_t special = magnitude | 0x7f800000U | (magnitude > (0x7c00U << 13) ? 0x400000U : 0U);
  uint32_t bits = magnitude < (0x400U << 13) ? subnormal : normal;
  bits = magnitude >= (0x7c00U << 13) ? special : bits;
  return bits_to_float(bits | (half.bits & 0x8000U) << 16);
}

CT_INLINE Half float_to_half(float x) {
  const uint32_t all = float_to_bits(x);
  const uint32_t magnitude = all & 0x7fffffffU;
  const uint32_t normal =
      (magnitude - (112U << 23) + 0xfffU + (magnitude >> 13 & 1U)) >> 13;  // to nearest, ties to even
  const uint32_t subnormal = float_to_bits(bits_to_float(magnitude) + 0.5F) - float_to_bits(0.5F);  // ulp(0.5) = 2^-24
  const uint32_t nan = 0x7e00U | (magnitude >> 13 & 0x3ffU);
  uint32_t bits = magnitude < (113U << 23) ? subnormal : normal;
  bits = magnitude >= 0x477ff000U ? 0x7c00U : bits;  // 65520 and above round to infinity
  bits = magnitude > 0x7f800000U ? nan : bits;
  return {static_cast<uint16_t>(bits | (all >> 16 & 0x8000U))};
}

CT_INLINE float bfloat16_to_float(BFloat16 x) {
  const uint32_t bits = static_cast<uint32_t>(x.bits) << 16;
  return bits_to_float((bits & 0x7fffffffU) > 0x7f800000U ? bits | 0x400000U : bits);
}

// In integers, not by vcvtneps2bf16, which flushes denormals.
CT_INLINE BFloat16 float_to_bfloat16(float x) {
  const uint32_t bits = float_to_bits(x);
  const uint32_t rounded = (bits + 0x7fffU + (bits >> 16 & 1U)) >> 16;
  const uint32_t nan = bits >> 16 | 0x40U;
  return {static_cast<uint16_t>((bits & 0x7fffffffU) > 0x7f800000U ? nan : rounded)};
}

template <class To, class From>
CT_INLINE To convert_half(From x) {
  if constexpr (kSame<From, Half>) {
    return half_to_float(x);
  } else if constexpr (kSame<From, BFloat16>) {
    return bfloat16_to_float(x);
  } else if constexpr (kSame<To, Half>) {
    return float_to_half(x);
  } else {
    return float_to_bfloat16(x);
  }
}

template <class T>
inline constexpr bool kIsHalf = kSame<T, Half> || kSame<T, BFloat16>;

// The row that widens Narrow to what it is computed in, and the row that narrows it again.
template <class To, class From>
void convert_row(char *out, const char *const *in, int64_t n, unsigned) {
  const char *from = *in;
  if constexpr (kSame<To, Complex<Half>> || kSame<From, Complex<Half>>) {
    convert_row<decltype(To::re), decltype(From::re)>(out, in, n * 2, 0);
  } else if constexpr (kHardwareHalf && kSame<From, Half>) {
    constexpr int64_t kLanes = Vec<float>::kLanes;
    int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes) load_half(from + i * 2).store(out + i * 4);
    if (i < n) {
      alignas(64) char block[kVecBytes / 2] = {};
      copy_small(block, from + i * 2, (n - i) * 2);
      load_half(block).store(out + i * 4, n - i);
    }
  } else if constexpr (kHardwareHalf && kSame<To, Half>) {
    constexpr int64_t kLanes = Vec<float>::kLanes;
    int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes) store_half(out + i * 2, Vec<float>::load(from + i * 4));
    if (i < n) {
      alignas(64) char block[kVecBytes / 2];
      store_half(block, Vec<float>::load(from + i * 4, n - i));
      copy_small(out + i * 2, block, (n - i) * 2);
    }
  } else {
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) {
      const From x = load_element<From>(from + i * static_cast<int64_t>(sizeof(From)));
      if constexpr (kIsHalf<To> || kIsHalf<From>) {
        store_element(out + i * static_cast<int64_t>(sizeof(To)), convert_half<To>(x));
      } else {
        store_element(out + i * static_cast<int64_t>(sizeof(To)), convert_value<To>(x));
      }
    }
  }
}

// How an operand of dtype T looks to a row function that computes in Wide<T>.
template <class T>
constexpr Operand input_operand() {
  if constexpr (kSame<T, Wide<T>>) {
    return {sizeof(T), nullptr};
  } else {
    return {sizeof(T), &convert_row<Wide<T>, T>};
  }
}

template <class T>
constexpr Operand output_operand() {
  if constexpr (kSame<T, Wide<T>>) {
    return {sizeof(T), nullptr};
  } else {
    return {sizeof(T), &convert_row<T, Wide<T>>};
  }
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
