// Halves in integers, and bfloat16, for ISAs that have no instructions for them. vec/<isa>.h includes this after
// extend() and pack().
#pragma once

#include "kernels/vec/bfloat16.h"

namespace ct::kernels::CT_ISA {
CT_INLINE Vec<float> load_half(const char *from) {
  using U = Vec<uint32_t>::Native;
  const auto half = (U)extend<uint16_t>(from).v;
  const U smallest_normal = Vec<uint32_t>::splat(113U << 23).v;  // 2^-14
  const U magnitude = (half & 0x7fffU) << 13;
  const U normal = magnitude + (112U << 23);
  // m * 2^-24 is (2^-14 + m * 2^-24) - 2^-14, which is right even where denormals are flushed
  const auto subnormal = (U)((Vec<float>::Native)(magnitude + smallest_normal) - (Vec<float>::Native)smallest_normal);
  const U special = magnitude | 0x7f800000U | (magnitude > (0x7c00U << 13) ? 0x400000U + U{} : U{});
  U bits = magnitude < (0x400U << 13) ? subnormal : normal;
  bits = magnitude >= (0x7c00U << 13) ? special : bits;
  return {(Vec<float>::Native)(bits | (half & 0x8000U) << 16)};
}

CT_INLINE Vec<int32_t> half_bits(Vec<float> x) {
  using U = Vec<uint32_t>::Native;
  const auto all = (U)x.v;
  const U magnitude = all & 0x7fffffffU;
  const U normal = (magnitude - (112U << 23) + 0xfffU + (magnitude >> 13 & 1U)) >> 13;  // to nearest, ties to even
  const auto half = Vec<float>::splat(0.5F).v;                                          // whose ulp is 2^-24
  const U subnormal = (U)((Vec<float>::Native)magnitude + half) - (U)half;
  U bits = magnitude < (113U << 23) ? subnormal : normal;
  bits = magnitude >= 0x477ff000U ? 0x7c00U + U{} : bits;  // 65520 and above round to infinity
  bits = magnitude > 0x7f800000U ? 0x7e00U | (magnitude >> 13 & 0x3ffU) : bits;
  return {(Vec<int32_t>::Native)(bits | (all >> 16 & 0x8000U))};
}
CT_INLINE Vec<uint16_t> to_halves(Vec<float> low, Vec<float> high) {
  const Vec<int32_t> bits[] = {half_bits(low), half_bits(high)};
  return pack<uint16_t>(bits);
}

// The same for a single element, bit for bit.
CT_INLINE float widen_half(Half half) {
  const uint32_t magnitude = (half.bits & 0x7fffU) << 13;
  constexpr uint32_t kSmallestNormal = 113U << 23;  // 2^-14
  const auto as_float = [](uint32_t bits) { return __builtin_bit_cast(float, bits); };
  const auto subnormal =
      __builtin_bit_cast(uint32_t, as_float(magnitude + kSmallestNormal) - as_float(kSmallestNormal));
  uint32_t bits = magnitude < (0x400U << 13) ? subnormal : magnitude + (112U << 23);
  bits = magnitude >= (0x7c00U << 13) ? magnitude | 0x7f800000U : bits;
  bits = magnitude > (0x7c00U << 13) ? bits | 0x400000U : bits;
  return as_float(bits | (half.bits & 0x8000U) << 16);
}
CT_INLINE Half narrow_half(float x) {
  const auto all = __builtin_bit_cast(uint32_t, x);
  const uint32_t magnitude = all & 0x7fffffffU;
  const uint32_t normal = (magnitude - (112U << 23) + 0xfffU + (magnitude >> 13 & 1U)) >> 13;
  const auto subnormal =
      __builtin_bit_cast(uint32_t, __builtin_bit_cast(float, magnitude) + 0.5F) - __builtin_bit_cast(uint32_t, 0.5F);
  uint32_t bits = magnitude < (113U << 23) ? subnormal : normal;
  bits = magnitude >= 0x477ff000U ? 0x7c00U : bits;
  bits = magnitude > 0x7f800000U ? 0x7e00U | (magnitude >> 13 & 0x3ffU) : bits;  // a NaN keeps what fits of its payload
  return {static_cast<uint16_t>(bits | (all >> 16 & 0x8000U))};
}

}  // namespace ct::kernels::CT_ISA
