// AVX-512 (F, BW, DQ, VL): 64-byte registers, masked partial access.
#pragma once

#include <immintrin.h>
#include <sleef.h>

#include <cstdint>

namespace ct::kernels::avx512 {
constexpr int kVecBytes = 64;
}

#include "kernels/vec/vec.h"

namespace ct::kernels::avx512 {

template <class T>
struct PartialAccess {
  static CT_INLINE Vec<T> load(const char *from, int64_t count) {
    const uint64_t mask = (uint64_t{1} << count) - 1;
    Vec<T> r;
    if constexpr (sizeof(T) == 8) {
      r.v = (typename Vec<T>::Native)_mm512_maskz_loadu_epi64(static_cast<__mmask8>(mask), from);
    } else if constexpr (sizeof(T) == 4) {
      r.v = (typename Vec<T>::Native)_mm512_maskz_loadu_epi32(static_cast<__mmask16>(mask), from);
    } else if constexpr (sizeof(T) == 2) {
      r.v = (typename Vec<T>::Native)_mm512_maskz_loadu_epi16(static_cast<__mmask32>(mask), from);
    } else {
      r.v = (typename Vec<T>::Native)_mm512_maskz_loadu_epi8(mask, from);
    }
    return r;
  }
  static CT_INLINE void store(char *to, Vec<T> value, int64_t count) {
    const uint64_t mask = (uint64_t{1} << count) - 1;
    const auto bits = (__m512i)value.v;
    if constexpr (sizeof(T) == 8) {
      _mm512_mask_storeu_epi64(to, static_cast<__mmask8>(mask), bits);
    } else if constexpr (sizeof(T) == 4) {
      _mm512_mask_storeu_epi32(to, static_cast<__mmask16>(mask), bits);
    } else if constexpr (sizeof(T) == 2) {
      _mm512_mask_storeu_epi16(to, static_cast<__mmask32>(mask), bits);
    } else {
      _mm512_mask_storeu_epi8(to, mask, bits);
    }
  }
};

constexpr bool kHardwareHalf = true;
// The forms with a full mask: GCC 12 warns of an uninitialised value inside the others.
CT_INLINE Vec<float> load_half(const char *from) {
  return {_mm512_maskz_cvtph_ps(0xffff, _mm256_loadu_si256(reinterpret_cast<const __m256i_u *>(from)))};
}
CT_INLINE void store_half(char *to, Vec<float> x) {
  const __m256i halves = _mm512_maskz_cvtps_ph(0xffff, x.v, _MM_FROUND_TO_NEAREST_INT);
  _mm256_storeu_si256(reinterpret_cast<__m256i_u *>(to), halves);
}

// In lanes of 16 bytes: byte i of the result is byte control[i] of its lane, or 0 where that is 0x80.
constexpr bool kShufflesBytes = true;
CT_INLINE Vec<uint8_t> shuffle_lanes(Vec<uint8_t> a, Vec<uint8_t> control) {
  return {(Vec<uint8_t>::Native)_mm512_shuffle_epi8((__m512i)a.v, (__m512i)control.v)};
}
// GCC 12 warns of the forms without a mask, as above.
CT_INLINE __m128i load_lane(const char *from) { return _mm_loadu_si128(reinterpret_cast<const __m128i_u *>(from)); }
// Lane l is the 16 bytes at from + l * step.
CT_INLINE Vec<uint8_t> load_lanes(const char *from, int64_t step) {
  __m512i r = _mm512_castsi128_si512(load_lane(from));
  r = _mm512_inserti32x4(r, load_lane(from + step), 1);
  r = _mm512_inserti32x4(r, load_lane(from + 2 * step), 2);
  return {(Vec<uint8_t>::Native)_mm512_inserti32x4(r, load_lane(from + 3 * step), 3)};
}
CT_INLINE void store_lanes(char *to, int64_t step, Vec<uint8_t> value) {
  const auto v = (__m512i)value.v;
  _mm_storeu_si128(reinterpret_cast<__m128i_u *>(to), _mm512_maskz_extracti32x4_epi32(0xf, v, 0));
  _mm_storeu_si128(reinterpret_cast<__m128i_u *>(to + step), _mm512_maskz_extracti32x4_epi32(0xf, v, 1));
  _mm_storeu_si128(reinterpret_cast<__m128i_u *>(to + 2 * step), _mm512_maskz_extracti32x4_epi32(0xf, v, 2));
  _mm_storeu_si128(reinterpret_cast<__m128i_u *>(to + 3 * step), _mm512_maskz_extracti32x4_epi32(0xf, v, 3));
}

// The sum of each eight bytes.
CT_INLINE Vec<uint64_t> add_bytes(Vec<uint8_t> a) {
  return {(Vec<uint64_t>::Native)_mm512_sad_epu8((__m512i)a.v, _mm512_setzero_si512())};
}

CT_INLINE void stream(char *to, Vec<uint64_t> line) {
  _mm512_stream_si512(reinterpret_cast<__m512i *>(to), (__m512i)line.v);
}
CT_INLINE void stream_fence() { _mm_sfence(); }

CT_SLEEF(FastMath, Sleef_finz_, f16, d8, avx512f)
CT_SLEEF(DeterministicMath, Sleef_cinz_, f16, d8, avx512fnofma)

}  // namespace ct::kernels::avx512
