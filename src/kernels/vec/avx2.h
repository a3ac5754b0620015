// AVX2 with FMA and F16C: 32-byte registers.
#pragma once

#include <immintrin.h>
#include <sleef.h>

#include <cstdint>

namespace ct::kernels::avx2 {
constexpr int kVecBytes = 32;
}

#include "kernels/vec/vec.h"

namespace ct::kernels::avx2 {

template <class T>
struct PartialAccess : BlockAccess<T> {};

// Masked loads are quick everywhere; masked stores are microcoded on AMD, so stores go by way of a block.
CT_INLINE __m256i first_lanes(int64_t count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
template <>
struct PartialAccess<float> : BlockAccess<float> {
  static CT_INLINE Vec<float> load(const char *from, int64_t count) {
    return {_mm256_maskload_ps(reinterpret_cast<const float *>(from), first_lanes(count))};
  }
};
template <>
struct PartialAccess<double> : BlockAccess<double> {
  static CT_INLINE Vec<double> load(const char *from, int64_t count) {
    return {(__m256d)_mm256_maskload_epi32(reinterpret_cast<const int *>(from), first_lanes(count * 2))};
  }
};

constexpr bool kHardwareHalf = true;
CT_INLINE Vec<float> load_half(const char *from) {
  return {_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i_u *>(from)))};
}
CT_INLINE void store_half(char *to, Vec<float> x) {
  _mm_storeu_si128(reinterpret_cast<__m128i_u *>(to), _mm256_cvtps_ph(x.v, _MM_FROUND_TO_NEAREST_INT));
}

// In lanes of 16 bytes: byte i of the result is byte control[i] of its lane, or 0 where that is 0x80.
constexpr bool kShufflesBytes = true;
CT_INLINE Vec<uint8_t> shuffle_lanes(Vec<uint8_t> a, Vec<uint8_t> control) {
  return {(Vec<uint8_t>::Native)_mm256_shuffle_epi8((__m256i)a.v, (__m256i)control.v)};
}
// Lane l is the 16 bytes at from + l * step.
CT_INLINE Vec<uint8_t> load_lanes(const char *from, int64_t step) {
  return {(Vec<uint8_t>::Native)_mm256_loadu2_m128i(reinterpret_cast<const __m128i_u *>(from + step),
                                                    reinterpret_cast<const __m128i_u *>(from))};
}
CT_INLINE void store_lanes(char *to, int64_t step, Vec<uint8_t> value) {
  _mm256_storeu2_m128i(reinterpret_cast<__m128i_u *>(to + step), reinterpret_cast<__m128i_u *>(to), (__m256i)value.v);
}

// The sum of each eight bytes.
CT_INLINE Vec<uint64_t> add_bytes(Vec<uint8_t> a) {
  return {(Vec<uint64_t>::Native)_mm256_sad_epu8((__m256i)a.v, _mm256_setzero_si256())};
}

CT_INLINE void stream(char *to, Vec<uint64_t> line) {
  _mm256_stream_si256(reinterpret_cast<__m256i *>(to), (__m256i)line.v);
}
CT_INLINE void stream_fence() { _mm_sfence(); }

CT_SLEEF(FastMath, Sleef_finz_, f8, d4, avx2)
CT_SLEEF(DeterministicMath, Sleef_cinz_, f8, d4, avx)

}  // namespace ct::kernels::avx2
