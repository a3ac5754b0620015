// One element at a time, as it is computed with: halves are widened, and rounded when they are kept.
#pragma once

#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {

CT_INLINE float widened(Half half) {
  const uint32_t magnitude = (half.bits & 0x7fffU) << 13;
  constexpr uint32_t kSmallestNormal = 113U << 23;  // 2^-14
  const auto as_float = [](uint32_t bits) { return __builtin_bit_cast(float, bits); };
  // m * 2^-24 is (2^-14 + m * 2^-24) - 2^-14
  const auto subnormal =
      __builtin_bit_cast(uint32_t, as_float(magnitude + kSmallestNormal) - as_float(kSmallestNormal));
  uint32_t bits = magnitude < (0x400U << 13) ? subnormal : magnitude + (112U << 23);
  bits = magnitude >= (0x7c00U << 13) ? magnitude | 0x7f800000U : bits;
  return as_float(bits | (half.bits & 0x8000U) << 16);
}
CT_INLINE float widened(BFloat16 half) { return __builtin_bit_cast(float, static_cast<uint32_t>(half.bits) << 16); }

template <class H>
H narrowed(float x);
template <>
CT_INLINE Half narrowed<Half>(float x) {
  const auto all = __builtin_bit_cast(uint32_t, x);
  const uint32_t magnitude = all & 0x7fffffffU;
  const uint32_t normal = (magnitude - (112U << 23) + 0xfffU + (magnitude >> 13 & 1U)) >> 13;  // ties to even
  const auto subnormal =
      __builtin_bit_cast(uint32_t, __builtin_bit_cast(float, magnitude) + 0.5F) - __builtin_bit_cast(uint32_t, 0.5F);
  uint32_t bits = magnitude < (113U << 23) ? subnormal : normal;
  bits = magnitude >= 0x477ff000U ? 0x7c00U : bits;                              // 65520 and above round to infinity
  bits = magnitude > 0x7f800000U ? 0x7e00U | (magnitude >> 13 & 0x3ffU) : bits;  // a NaN keeps what fits of its payload
  return {static_cast<uint16_t>(bits | (all >> 16 & 0x8000U))};
}
template <>
CT_INLINE BFloat16 narrowed<BFloat16>(float x) {
  const auto all = __builtin_bit_cast(uint32_t, x);
  const uint32_t rounded = (all + 0x7fffU + (all >> 16 & 1U)) >> 16;
  return {static_cast<uint16_t>((all & 0x7fffffffU) > 0x7f800000U ? all >> 16 | 0x40U : rounded)};
}

template <class T>
CT_INLINE Wide<T> load_one(const char *from) {
  const T value = load_element<T>(from);
  if constexpr (kSame<T, Wide<T>>) {
    return value;
  } else if constexpr (kIsComplex<T>) {
    return {widened(value.re), widened(value.im)};
  } else {
    return widened(value);
  }
}

template <class T>
CT_INLINE void store_one(char *to, Wide<T> value) {
  if constexpr (kSame<T, Wide<T>>) {
    store_element(to, value);
  } else if constexpr (kIsComplex<T>) {
    store_element(to, T{narrowed<Half>(value.re), narrowed<Half>(value.im)});
  } else {
    store_element(to, narrowed<T>(value));
  }
}

// The value as it is once it has been stored and loaded.
template <class T>
CT_INLINE Wide<T> rounded(Wide<T> value) {
  if constexpr (kSame<T, Wide<T>>) {
    return value;
  } else if constexpr (kIsComplex<T>) {
    return {widened(narrowed<Half>(value.re)), widened(narrowed<Half>(value.im))};
  } else {
    return widened(narrowed<T>(value));
  }
}

}  // namespace ct::kernels::CT_ISA
