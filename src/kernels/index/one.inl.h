// One element at a time, as it is computed with: halves are widened, and rounded when they are kept.
#pragma once

#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {

CT_INLINE float widened(Half half) { return widen_half(half); }
CT_INLINE float widened(BFloat16 half) { return __builtin_bit_cast(float, static_cast<uint32_t>(half.bits) << 16); }

template <class H>
H narrowed(float x);
template <>
CT_INLINE Half narrowed<Half>(float x) {
  return narrow_half(x);
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
