// SSE2, which every x86-64 has: 16-byte registers.
#pragma once

#include <emmintrin.h>

#include <cstdint>

namespace ct::kernels::base {
constexpr int kVecBytes = 16;
constexpr int kRegisters = 16;
constexpr bool kHasFma = false;
constexpr bool kHasRegisterTables = false;
constexpr int kTableFloats = 8;
constexpr bool kShufflesBytes = false;
constexpr bool kStoresApart = false;
constexpr bool kMasksStores = false;
constexpr bool kConvertsInt64 = false;
constexpr bool kMultipliesBytes = false;
}  // namespace ct::kernels::base

#include "kernels/vec/operations.h"
#include "kernels/vec/sleef.h"

namespace ct::kernels::base {

template <class T>
struct PartialAccess : BlockAccess<T> {};

CT_INLINE bool any_bit(Vec<uint64_t> v) { return (v.v[0] | v.v[1]) != 0; }

CT_INLINE Vec<uint64_t> add_bytes(Vec<uint8_t> a) {
  return {(Vec<uint64_t>::Native)_mm_sad_epu8((__m128i)a.v, _mm_setzero_si128())};
}

CT_INLINE Vec<uint64_t> multiply_low_words(Vec<uint64_t> a, Vec<uint64_t> b) {
  return {(Vec<uint64_t>::Native)_mm_mul_epu32((__m128i)a.v, (__m128i)b.v)};
}

CT_INLINE void stream(char *to, Vec<uint64_t> line) {
  _mm_stream_si128(reinterpret_cast<__m128i *>(to), (__m128i)line.v);
}
CT_INLINE void stream_fence() { _mm_sfence(); }

template <>
CT_INLINE uint64_t true_bits<>(const char *mask) {
  uint64_t bits = 0;
  for (int64_t k = 0; k < 4; ++k) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i_u *>(mask + 16 * k));
    const int zeros = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
    bits |= static_cast<uint64_t>(zeros ^ 0xffff) << (16 * k);
  }
  return bits;
}

// ---- min and max ----

CT_VEC_FARTHER(float, _mm_min_ps, _mm_max_ps, a.v, b.v)
CT_VEC_FARTHER(double, _mm_min_pd, _mm_max_pd, a.v, b.v)

// ---- conversions ----

template <class T>
CT_INLINE Vec<int32_t> extend(const char *from) {
  __m128i r;
  if constexpr (sizeof(T) == 1) {
    const __m128i bytes = _mm_cvtsi32_si128(load_element<int32_t>(from));
    r = _mm_unpacklo_epi8(bytes, bytes);
  } else {
    r = _mm_loadl_epi64(reinterpret_cast<const __m128i_u *>(from));
  }
  r = _mm_unpacklo_epi16(r, r);
  constexpr int kAbove = 32 - 8 * static_cast<int>(sizeof(T));
  constexpr bool kSigned = kSame<T, int8_t> || kSame<T, int16_t>;
  return {(Vec<int32_t>::Native)(kSigned ? _mm_srai_epi32(r, kAbove) : _mm_srli_epi32(r, kAbove))};
}

template <class T>
CT_INLINE Vec<T> pack(const Vec<int32_t> *v) {
  const auto a = (__m128i)v[0].v;
  const auto b = (__m128i)v[1].v;
  if constexpr (sizeof(T) == 1) {
    const __m128i ab = _mm_packs_epi32(a, b);
    const __m128i cd = _mm_packs_epi32((__m128i)v[2].v, (__m128i)v[3].v);
    return {(typename Vec<T>::Native)(kSame<T, uint8_t> ? _mm_packus_epi16(ab, cd) : _mm_packs_epi16(ab, cd))};
  } else if constexpr (kSame<T, int16_t>) {
    return {(Vec<int16_t>::Native)_mm_packs_epi32(a, b)};
  } else {  // packed as signed numbers, 2^15 lower; negative ones become 0 first, because the smallest would wrap
    const __m128i middle = _mm_set1_epi32(0x8000);
    const __m128i a0 = _mm_andnot_si128(_mm_srai_epi32(a, 31), a);
    const __m128i b0 = _mm_andnot_si128(_mm_srai_epi32(b, 31), b);
    const __m128i r = _mm_packs_epi32(_mm_sub_epi32(a0, middle), _mm_sub_epi32(b0, middle));
    return {(Vec<uint16_t>::Native)_mm_xor_si128(r, _mm_set1_epi16(-0x8000))};
  }
}

CT_INLINE __m128i half_of(const char *at) { return _mm_loadl_epi64(reinterpret_cast<const __m128i_u *>(at)); }
CT_INLINE __m128i zero() { return _mm_setzero_si128(); }
CT_VEC_WIDEN(uint8_t, uint16_t, _mm_unpacklo_epi8, half_of(at), zero())
CT_VEC_WIDEN(uint32_t, uint64_t, _mm_unpacklo_epi32, half_of(at), zero())
CT_VEC_WIDEN(int8_t, int16_t, _mm_srai_epi16, _mm_unpacklo_epi8(half_of(at), half_of(at)), 8)
CT_VEC_WIDEN(int32_t, int64_t, _mm_unpacklo_epi32, half_of(at), _mm_srai_epi32(half_of(at), 31))
template <>
CT_INLINE Vec<float> widen_bfloat16<BFloat16>(const char *at) {
  return {(Vec<float>::Native)_mm_unpacklo_epi16(zero(), half_of(at))};
}

template <class T>
CT_INLINE Vec<double> load_doubles(const char *at) {
  static_assert(kSame<T, float> || kSame<T, BFloat16>);
  const __m128i two =
      kSame<T, float> ? half_of(at) : _mm_unpacklo_epi16(zero(), _mm_cvtsi32_si128(load_element<int32_t>(at)));
  return {_mm_cvtps_pd((__m128)two)};
}

CT_INLINE Vec<int32_t> truncate(Vec<float> x) { return {(Vec<int32_t>::Native)_mm_cvttps_epi32(x.v)}; }
CT_INLINE Vec<int32_t> truncate(Doubles x) {
  return {(Vec<int32_t>::Native)_mm_unpacklo_epi64(_mm_cvttpd_epi32(x.low.v), _mm_cvttpd_epi32(x.high.v))};
}
CT_INLINE Vec<float> to_floats(Doubles x) { return {_mm_movelh_ps(_mm_cvtpd_ps(x.low.v), _mm_cvtpd_ps(x.high.v))}; }
CT_INLINE Doubles to_doubles(Vec<float> x) { return {{_mm_cvtps_pd(x.v)}, {_mm_cvtps_pd(_mm_movehl_ps(x.v, x.v))}}; }
CT_INLINE Doubles to_doubles(Vec<int32_t> x) {
  const auto low = (__m128i)x.v;
  return {{_mm_cvtepi32_pd(low)}, {_mm_cvtepi32_pd(_mm_unpackhi_epi64(low, low))}};
}

CT_SLEEF(FastMath, Sleef_cinz_, f4, d2, sse2)
using DeterministicMath = FastMath;

}  // namespace ct::kernels::base

#include "kernels/vec/halves.h"
