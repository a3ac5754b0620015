// Floats and halves as doubles, as many as a register holds. Of the compiler's own conversions GCC 12 takes each
// element of halves apart, which are less than a register of float, and floats of AVX-512 by quarters of a register.
#pragma once

#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
CT_INLINE Vec<double> load_doubles(const char *at) {
#if defined(__AVX512F__)
  __m256 floats;
  if constexpr (kSame<T, float>) {
    floats = _mm256_loadu_ps(reinterpret_cast<const float *>(at));
  } else {
    const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i_u *>(at));
    if constexpr (kSame<T, Half>) {
      floats = _mm256_cvtph_ps(halves);
    } else {
      floats = (__m256)_mm256_slli_epi32(_mm256_cvtepu16_epi32(halves), 16);
    }
  }
  return {_mm512_maskz_cvtps_pd(0xff, floats)};
#elif defined(__AVX2__)
  __m128 floats;
  if constexpr (kSame<T, float>) {
    floats = _mm_loadu_ps(reinterpret_cast<const float *>(at));
  } else {
    const __m128i halves = _mm_loadl_epi64(reinterpret_cast<const __m128i_u *>(at));
    if constexpr (kSame<T, Half>) {
      floats = _mm_cvtph_ps(halves);
    } else {
      floats = (__m128)_mm_slli_epi32(_mm_cvtepu16_epi32(halves), 16);
    }
  }
  return {_mm256_cvtps_pd(floats)};
#else
  static_assert(kSame<T, float> || kSame<T, BFloat16>);
  using Floats = NativeVector<float, 2>::Type;
  Floats floats;
  if constexpr (kSame<T, float>) {
    floats = load_element<Floats>(at);
  } else {
    using Words = NativeVector<uint16_t, 2>::Type;
    using Bits = NativeVector<uint32_t, 2>::Type;
    floats = (Floats)(__builtin_convertvector(load_element<Words>(at), Bits) << 16);
  }
  return {__builtin_convertvector(floats, Vec<double>::Native)};
#endif
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
