// The larger or the smaller of two, lane by lane.
#pragma once

#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

// a where it is the larger (the smaller), b of equals and where either is NaN: one instruction of x86, which GCC does
// not make of this choice, nor of most integers'.
template <bool largest, class T>
CT_INLINE Vec<T> farther(Vec<T> a, Vec<T> b) {
  return largest ? select(a.v > b.v, a, b) : select(a.v < b.v, a, b);
}
#define CT_FARTHER(T, min, max, ...)                       \
  template <>                                              \
  CT_INLINE Vec<T> farther<true, T>(Vec<T> a, Vec<T> b) {  \
    return {(Vec<T>::Native)max(__VA_ARGS__)};             \
  }                                                        \
  template <>                                              \
  CT_INLINE Vec<T> farther<false, T>(Vec<T> a, Vec<T> b) { \
    return {(Vec<T>::Native)min(__VA_ARGS__)};             \
  }
#if defined(__AVX512F__)
CT_FARTHER(float, _mm512_maskz_min_ps, _mm512_maskz_max_ps, 0xffff, a.v, b.v)
CT_FARTHER(double, _mm512_maskz_min_pd, _mm512_maskz_max_pd, 0xff, a.v, b.v)
CT_FARTHER(int8_t, _mm512_maskz_min_epi8, _mm512_maskz_max_epi8, ~uint64_t{}, (__m512i)a.v, (__m512i)b.v)
CT_FARTHER(uint8_t, _mm512_maskz_min_epu8, _mm512_maskz_max_epu8, ~uint64_t{}, (__m512i)a.v, (__m512i)b.v)
CT_FARTHER(uint16_t, _mm512_maskz_min_epu16, _mm512_maskz_max_epu16, ~uint32_t{}, (__m512i)a.v, (__m512i)b.v)
CT_FARTHER(int32_t, _mm512_maskz_min_epi32, _mm512_maskz_max_epi32, 0xffff, (__m512i)a.v, (__m512i)b.v)
CT_FARTHER(uint32_t, _mm512_maskz_min_epu32, _mm512_maskz_max_epu32, 0xffff, (__m512i)a.v, (__m512i)b.v)
CT_FARTHER(int64_t, _mm512_maskz_min_epi64, _mm512_maskz_max_epi64, 0xff, (__m512i)a.v, (__m512i)b.v)
CT_FARTHER(uint64_t, _mm512_maskz_min_epu64, _mm512_maskz_max_epu64, 0xff, (__m512i)a.v, (__m512i)b.v)
#elif defined(__AVX2__)
CT_FARTHER(float, _mm256_min_ps, _mm256_max_ps, a.v, b.v)
CT_FARTHER(double, _mm256_min_pd, _mm256_max_pd, a.v, b.v)
CT_FARTHER(int8_t, _mm256_min_epi8, _mm256_max_epi8, (__m256i)a.v, (__m256i)b.v)
CT_FARTHER(uint8_t, _mm256_min_epu8, _mm256_max_epu8, (__m256i)a.v, (__m256i)b.v)
CT_FARTHER(uint16_t, _mm256_min_epu16, _mm256_max_epu16, (__m256i)a.v, (__m256i)b.v)
CT_FARTHER(int32_t, _mm256_min_epi32, _mm256_max_epi32, (__m256i)a.v, (__m256i)b.v)
CT_FARTHER(uint32_t, _mm256_min_epu32, _mm256_max_epu32, (__m256i)a.v, (__m256i)b.v)
#elif defined(__x86_64__)
CT_FARTHER(float, _mm_min_ps, _mm_max_ps, a.v, b.v)
CT_FARTHER(double, _mm_min_pd, _mm_max_pd, a.v, b.v)
CT_FARTHER(uint8_t, _mm_min_epu8, _mm_max_epu8, (__m128i)a.v, (__m128i)b.v)
template <>
CT_INLINE Vec<uint16_t> farther<true, uint16_t>(Vec<uint16_t> a, Vec<uint16_t> b) {
  return {(Vec<uint16_t>::Native)_mm_subs_epu16((__m128i)a.v, (__m128i)b.v) + b.v};
}
template <>
CT_INLINE Vec<uint16_t> farther<false, uint16_t>(Vec<uint16_t> a, Vec<uint16_t> b) {
  return {a.v - (Vec<uint16_t>::Native)_mm_subs_epu16((__m128i)a.v, (__m128i)b.v)};
}
#endif
#undef CT_FARTHER
template <>
CT_INLINE Vec<int16_t> farther<true, int16_t>(Vec<int16_t> a, Vec<int16_t> b) {
  return larger(a, b);
}
template <>
CT_INLINE Vec<int16_t> farther<false, int16_t>(Vec<int16_t> a, Vec<int16_t> b) {
  return smaller(a, b);
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
