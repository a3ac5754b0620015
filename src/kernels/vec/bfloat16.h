// bfloat16 for ISAs whose lanes have no masks. vec/<isa>.h includes this after extend() and pack().
#pragma once

#include "kernels/vec/operations.h"

namespace ct::kernels::CT_ISA {

// This rounds in integers, because vcvtneps2bf16 flushes denormals.
template <Rounding rounding>
CT_INLINE Vec<int32_t> round_to_upper(Vec<float> x) {
  using U = Vec<uint32_t>::Native;
  const U bits = (U)x.v;
  if constexpr (rounding == Rounding::kNone) return {(Vec<int32_t>::Native)(bits >> 16)};
  U r = bits + 0x7fffU + (bits >> 16 & 1U);
  if constexpr (rounding == Rounding::kAll) r = x.v == x.v ? r : bits | 0x400000U;
  return {(Vec<int32_t>::Native)(r >> 16)};
}
template <Rounding rounding>
CT_INLINE Vec<uint16_t> bfloat16s(Vec<float> a, Vec<float> b) {
  const Vec<int32_t> upper[] = {round_to_upper<rounding>(a), round_to_upper<rounding>(b)};
  return pack<uint16_t>(upper);
}

CT_INLINE Vec<float> load_bfloat16(const char *from) {
  const Vec<float> x{(Vec<float>::Native)(extend<uint16_t>(from).v << 16)};
  return {x.v == x.v ? x.v : (Vec<float>::Native)((Vec<uint32_t>::Native)x.v | 0x400000U)};
}

}  // namespace ct::kernels::CT_ISA
