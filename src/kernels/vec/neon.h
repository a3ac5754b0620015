// Advanced SIMD, which every 64-bit Arm has: 16-byte registers, and instructions between halves and floats.
#pragma once

#include <arm_neon.h>

#include <cstdint>

namespace ct::kernels::base {
constexpr int kVecBytes = 16;
constexpr int kRegisters = 32;
constexpr bool kHasFma = false;  // the processor has it, but lookup(), which kHasFma implies, is not written here
constexpr bool kHasRegisterTables = false;
constexpr int kTableFloats = 8;
constexpr bool kShufflesBytes = true;
constexpr bool kStoresApart = false;
constexpr bool kMasksStores = false;
constexpr bool kConvertsInt64 = false;
constexpr bool kMultipliesBytes = true;
}  // namespace ct::kernels::base

#include "kernels/vec/operations.h"
#include "kernels/vec/sleef.h"

namespace ct::kernels::base {

template <class T>
struct PartialAccess : BlockAccess<T> {};

CT_INLINE bool any_bit(Vec<uint64_t> v) { return vmaxvq_u32((uint32x4_t)v.v) != 0; }

CT_INLINE Vec<uint64_t> add_bytes(Vec<uint8_t> a) {
  return {(Vec<uint64_t>::Native)vpaddlq_u32(vpaddlq_u16(vpaddlq_u8((uint8x16_t)a.v)))};
}

CT_INLINE Vec<uint64_t> multiply_low_words(Vec<uint64_t> a, Vec<uint64_t> b) {
  return {(Vec<uint64_t>::Native)vmull_u32(vmovn_u64((uint64x2_t)a.v), vmovn_u64((uint64x2_t)b.v))};
}

CT_INLINE void stream(char *to, Vec<uint64_t> line) { line.store(to); }  // compilers offer no other store
CT_INLINE void stream_fence() {}

CT_INLINE Vec<uint8_t> shuffle_lanes(Vec<uint8_t> a, Vec<uint8_t> control) {
  return {(Vec<uint8_t>::Native)vqtbl1q_u8((uint8x16_t)a.v, (uint8x16_t)control.v)};
}

// ---- conversions ----

template <class T>
CT_INLINE Vec<int32_t> extend(const char *from) {
  if constexpr (sizeof(T) == 1) {
    const auto bytes = (uint8x8_t)vdup_n_u32(load_element<uint32_t>(from));
    if constexpr (kSame<T, int8_t>) {
      return {(Vec<int32_t>::Native)vmovl_s16(vget_low_s16(vmovl_s8((int8x8_t)bytes)))};
    } else {
      return {(Vec<int32_t>::Native)vmovl_u16(vget_low_u16(vmovl_u8(bytes)))};
    }
  } else {
    const auto words = (uint16x4_t)load_element<uint64_t>(from);
    if constexpr (kSame<T, int16_t>) {
      return {(Vec<int32_t>::Native)vmovl_s16((int16x4_t)words)};
    } else {
      return {(Vec<int32_t>::Native)vmovl_u16(words)};
    }
  }
}

template <class T>
CT_INLINE Vec<T> pack(const Vec<int32_t> *v) {
  const auto at = [v](int k) { return (int32x4_t)v[k].v; };
  if constexpr (kSame<T, uint16_t>) {
    return {(typename Vec<T>::Native)vcombine_u16(vqmovun_s32(at(0)), vqmovun_s32(at(1)))};
  } else {
    const int16x8_t low = vcombine_s16(vqmovn_s32(at(0)), vqmovn_s32(at(1)));
    if constexpr (kSame<T, int16_t>) return {(typename Vec<T>::Native)low};
    const int16x8_t high = vcombine_s16(vqmovn_s32(at(2)), vqmovn_s32(at(3)));
    if constexpr (kSame<T, int8_t>) {
      return {(typename Vec<T>::Native)vcombine_s8(vqmovn_s16(low), vqmovn_s16(high))};
    } else {
      return {(typename Vec<T>::Native)vcombine_u8(vqmovun_s16(low), vqmovun_s16(high))};
    }
  }
}

CT_INLINE Vec<float> load_half(const char *from) {
  return {(Vec<float>::Native)vcvt_f32_f16((float16x4_t)load_element<uint64_t>(from))};
}
CT_INLINE Vec<uint16_t> to_halves(Vec<float> low, Vec<float> high) {
  return {(Vec<uint16_t>::Native)vcvt_high_f16_f32(vcvt_f16_f32((float32x4_t)low.v), (float32x4_t)high.v)};
}
CT_INLINE float widen_half(Half half) { return static_cast<float>(__builtin_bit_cast(__fp16, half.bits)); }
CT_INLINE Half narrow_half(float x) { return {__builtin_bit_cast(uint16_t, static_cast<__fp16>(x))}; }

template <class T>
CT_INLINE Vec<double> load_doubles(const char *at) {
  float32x2_t floats;
  if constexpr (kSame<T, float>) {
    floats = (float32x2_t)load_element<uint64_t>(at);
  } else {
    const auto words = (uint16x4_t)vdup_n_u32(load_element<uint32_t>(at));
    floats = kSame<T, Half> ? vget_low_f32(vcvt_f32_f16((float16x4_t)words))
                            : (float32x2_t)vget_low_u32(vshll_n_u16(words, 16));
  }
  return {(Vec<double>::Native)vcvt_f64_f32(floats)};
}

CT_INLINE Vec<int32_t> truncate(Vec<float> x) { return {(Vec<int32_t>::Native)vcvtq_s32_f32((float32x4_t)x.v)}; }
CT_INLINE Vec<int32_t> truncate(Doubles x) {
  const int64x2_t low = vcvtq_s64_f64((float64x2_t)x.low.v), high = vcvtq_s64_f64((float64x2_t)x.high.v);
  return {(Vec<int32_t>::Native)vcombine_s32(vqmovn_s64(low), vqmovn_s64(high))};
}
CT_INLINE Vec<float> to_floats(Doubles x) {
  return {(Vec<float>::Native)vcvt_high_f32_f64(vcvt_f32_f64((float64x2_t)x.low.v), (float64x2_t)x.high.v)};
}
CT_INLINE Doubles to_doubles(Vec<float> x) {
  const auto all = (float32x4_t)x.v;
  return {{(Vec<double>::Native)vcvt_f64_f32(vget_low_f32(all))}, {(Vec<double>::Native)vcvt_high_f64_f32(all)}};
}
CT_INLINE Doubles to_doubles(Vec<int32_t> x) {
  const auto all = (int32x4_t)x.v;
  return {{(Vec<double>::Native)vcvtq_f64_s64(vmovl_s32(vget_low_s32(all)))},
          {(Vec<double>::Native)vcvtq_f64_s64(vmovl_high_s32(all))}};
}

CT_SLEEF(FastMath, Sleef_finz_, f4, d2, advsimd)
CT_SLEEF(DeterministicMath, Sleef_cinz_, f4, d2, advsimdnofma)

}  // namespace ct::kernels::base

#include "kernels/vec/bfloat16.h"
