// A register of integers that are narrower in memory.
#pragma once

#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

// Of 64 bits: the type itself.
template <class T>
struct TwiceOf {
  using Type = T;
};
#define CT_TWICE(From, To) \
  template <>              \
  struct TwiceOf<From> {   \
    using Type = To;       \
  };
CT_TWICE(int8_t, int16_t)
CT_TWICE(int16_t, int32_t)
CT_TWICE(int32_t, int64_t)
CT_TWICE(uint8_t, uint16_t)
CT_TWICE(uint16_t, uint32_t)
CT_TWICE(uint32_t, uint64_t)
#undef CT_TWICE
template <class T>
using TwiceAsWide = typename TwiceOf<T>::Type;

// As many elements as a register of To has lanes.
template <class To, class From>
struct NarrowRegister {
  using Type = typename NativeVector<From, Vec<To>::kLanes>::Type;
};

template <class To, class From>
CT_INLINE Vec<To> widen(const char *at) {
  if constexpr (sizeof(From) == 2 && sizeof(To) == 4) {
    return {(typename Vec<To>::Native)extend<From>(at).v};
  } else {
    typename NarrowRegister<To, From>::Type narrow;
    __builtin_memcpy(&narrow, at, sizeof(narrow));
    return {__builtin_convertvector(narrow, typename Vec<To>::Native)};
  }
}

// One instruction, of which GCC 12 makes several for each part of a register.
#define CT_WIDEN(From, To, convert, ...)              \
  template <>                                         \
  CT_INLINE Vec<To> widen<To, From>(const char *at) { \
    return {(Vec<To>::Native)convert(__VA_ARGS__)};   \
  }
#if defined(__AVX512F__)
CT_INLINE __m256i half_of(const char *at) { return _mm256_loadu_si256(reinterpret_cast<const __m256i_u *>(at)); }
CT_INLINE __m128i quarter_of(const char *at) { return _mm_loadu_si128(reinterpret_cast<const __m128i_u *>(at)); }
CT_INLINE __m128i eighth_of(const char *at) { return _mm_loadl_epi64(reinterpret_cast<const __m128i_u *>(at)); }
CT_WIDEN(int8_t, int16_t, _mm512_maskz_cvtepi8_epi16, 0xffffffff, half_of(at))
CT_WIDEN(uint8_t, uint16_t, _mm512_maskz_cvtepu8_epi16, 0xffffffff, half_of(at))
CT_WIDEN(uint8_t, uint64_t, _mm512_maskz_cvtepu8_epi64, 0xff, eighth_of(at))
CT_WIDEN(int16_t, int64_t, _mm512_maskz_cvtepi16_epi64, 0xff, quarter_of(at))
CT_WIDEN(uint16_t, uint64_t, _mm512_maskz_cvtepu16_epi64, 0xff, quarter_of(at))
CT_WIDEN(int32_t, int64_t, _mm512_maskz_cvtepi32_epi64, 0xff, half_of(at))
CT_WIDEN(uint32_t, uint64_t, _mm512_maskz_cvtepu32_epi64, 0xff, half_of(at))
#elif defined(__AVX2__)
CT_INLINE __m128i half_of(const char *at) { return _mm_loadu_si128(reinterpret_cast<const __m128i_u *>(at)); }
CT_INLINE __m128i quarter_of(const char *at) { return _mm_loadl_epi64(reinterpret_cast<const __m128i_u *>(at)); }
CT_INLINE __m128i eighth_of(const char *at) { return _mm_cvtsi32_si128(load_element<int32_t>(at)); }
CT_WIDEN(int8_t, int16_t, _mm256_cvtepi8_epi16, half_of(at))
CT_WIDEN(uint8_t, uint16_t, _mm256_cvtepu8_epi16, half_of(at))
CT_WIDEN(uint8_t, uint64_t, _mm256_cvtepu8_epi64, eighth_of(at))
CT_WIDEN(int16_t, int64_t, _mm256_cvtepi16_epi64, quarter_of(at))
CT_WIDEN(uint16_t, uint64_t, _mm256_cvtepu16_epi64, quarter_of(at))
CT_WIDEN(int32_t, int64_t, _mm256_cvtepi32_epi64, half_of(at))
CT_WIDEN(uint32_t, uint64_t, _mm256_cvtepu32_epi64, half_of(at))
#elif defined(__x86_64__)
CT_INLINE __m128i half_of(const char *at) { return _mm_loadl_epi64(reinterpret_cast<const __m128i_u *>(at)); }
CT_INLINE __m128i zero() { return _mm_setzero_si128(); }
CT_WIDEN(uint8_t, uint16_t, _mm_unpacklo_epi8, half_of(at), zero())
CT_WIDEN(uint32_t, uint64_t, _mm_unpacklo_epi32, half_of(at), zero())
CT_WIDEN(int8_t, int16_t, _mm_srai_epi16, _mm_unpacklo_epi8(half_of(at), half_of(at)), 8)
CT_WIDEN(int32_t, int64_t, _mm_unpacklo_epi32, half_of(at), _mm_srai_epi32(half_of(at), 31))
#endif
#undef CT_WIDEN

CT_INLINE Vec<float> widen_bfloat16(const char *at) {
#if defined(__x86_64__) && !defined(__AVX2__)
  return {(Vec<float>::Native)_mm_unpacklo_epi16(zero(), half_of(at))};
#else
  return {(Vec<float>::Native)(widen<uint32_t, uint16_t>(at).v << 16)};
#endif
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
