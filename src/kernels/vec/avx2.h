// AVX2 with FMA and F16C: 32-byte registers.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace ct::kernels::avx2 {
constexpr int kVecBytes = 32;
constexpr int kRegisters = 16;
constexpr bool kHasFma = true;
constexpr bool kHasRegisterTables = false;
constexpr int kTableFloats = 8;
constexpr bool kShufflesBytes = true;
constexpr bool kStoresApart = false;
constexpr bool kMasksStores = false;
constexpr bool kConvertsInt64 = false;
constexpr bool kMultipliesBytes = false;
}  // namespace ct::kernels::avx2

#include "kernels/vec/lanes_by_mask.h"
#include "kernels/vec/operations.h"
#include "kernels/vec/sleef.h"

namespace ct::kernels::avx2 {

// Masked loads are quick everywhere; masked stores are microcoded on AMD, so stores go by way of a block.
template <class T>
struct PartialAccess : BlockAccess<T> {
  static CT_INLINE Vec<T> load(const char *from, int64_t count) {
    if constexpr (sizeof(T) >= 4) {
      const __m256i words = _mm256_set1_epi32(static_cast<int>(count * static_cast<int64_t>(sizeof(T) / 4)));
      const __m256i mask = _mm256_cmpgt_epi32(words, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
      return {(typename Vec<T>::Native)_mm256_maskload_epi32(reinterpret_cast<const int *>(from), mask)};
    } else {
      return BlockAccess<T>::load(from, count);
    }
  }
};

CT_INLINE Vec<float> load_half(const char *from) {
  return {_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i_u *>(from)))};
}
CT_INLINE __m128i to_halves(Vec<float> x) { return _mm256_cvtps_ph(x.v, _MM_FROUND_TO_NEAREST_INT); }
CT_INLINE Vec<uint16_t> to_halves(Vec<float> low, Vec<float> high) {
  return {(Vec<uint16_t>::Native)_mm256_set_m128i(to_halves(high), to_halves(low))};
}

CT_INLINE float widen_half(Half half) { return _cvtsh_ss(half.bits); }
CT_INLINE Half narrow_half(float x) { return {_cvtss_sh(x, _MM_FROUND_TO_NEAREST_INT)}; }

CT_INLINE Vec<uint8_t> shuffle_lanes(Vec<uint8_t> a, Vec<uint8_t> control) {
  return {(Vec<uint8_t>::Native)_mm256_shuffle_epi8((__m256i)a.v, (__m256i)control.v)};
}

CT_INLINE Vec<uint64_t> add_bytes(Vec<uint8_t> a) {
  return {(Vec<uint64_t>::Native)_mm256_sad_epu8((__m256i)a.v, _mm256_setzero_si256())};
}

CT_INLINE Vec<uint64_t> multiply_low_words(Vec<uint64_t> a, Vec<uint64_t> b) {
  return {(Vec<uint64_t>::Native)_mm256_mul_epu32((__m256i)a.v, (__m256i)b.v)};
}

// ---- min and max ----

CT_VEC_FARTHER(float, _mm256_min_ps, _mm256_max_ps, a.v, b.v)
CT_VEC_FARTHER(double, _mm256_min_pd, _mm256_max_pd, a.v, b.v)

// ---- fused multiply and add ----

CT_INLINE Vec<float> multiply_add(Vec<float> a, Vec<float> b, Vec<float> c) { return {_mm256_fmadd_ps(a.v, b.v, c.v)}; }
CT_INLINE Vec<double> multiply_add(Vec<double> a, Vec<double> b, Vec<double> c) {
  return {_mm256_fmadd_pd(a.v, b.v, c.v)};
}
CT_INLINE Vec<float> product_less(Vec<float> a, Vec<float> b, Vec<float> c) { return {_mm256_fmsub_ps(a.v, b.v, c.v)}; }
CT_INLINE Vec<float> less_product(Vec<float> c, Vec<float> a, Vec<float> b) {
  return {_mm256_fnmadd_ps(a.v, b.v, c.v)};
}
CT_INLINE Vec<double> less_product(Vec<double> c, Vec<double> a, Vec<double> b) {
  return {_mm256_fnmadd_pd(a.v, b.v, c.v)};
}

// ---- lanes of floats ----

CT_INLINE LaneMask are_odd(Vec<int32_t>::Native v) { return v << 31; }
CT_INLINE LaneMask are_above(Vec<int32_t>::Native v, int32_t bound) { return v > bound; }
CT_INLINE bool any_of(LaneMask lanes) { return _mm256_movemask_ps((__m256)lanes) != 0; }
CT_INLINE Vec<float> choose(LaneMask lanes, Vec<float> a, Vec<float> b) {
  return {_mm256_blendv_ps(b.v, a.v, (__m256)lanes)};
}
CT_INLINE Vec<float> negated(LaneMask lanes, Vec<float> x) {
  return {(Vec<float>::Native)((LaneMask)x.v ^ (lanes & INT32_MIN))};
}

template <int count, class Index>
CT_INLINE Vec<float> lookup(const float (&table)[count], Index index) {
  return {_mm256_permutevar8x32_ps(_mm256_loadu_ps(table), (__m256i)index)};
}

constexpr int32_t kOneAsBits = 0x3f800000;
CT_INLINE Vec<float> exponent_of(Vec<float> x) {
  return {_mm256_cvtepi32_ps((__m256i)(((Vec<int32_t>::Native)x.v - kOneAsBits) >> 23))};
}
CT_INLINE Vec<float> fraction_of(Vec<float> x) {
  return {(Vec<float>::Native)(((Vec<int32_t>::Native)x.v & 0x007fffff) | kOneAsBits)};
}
CT_INLINE Vec<float> nearly_inverse(Vec<float> x) { return Vec<float>::splat(1) / x; }

// ---- conversions ----

CT_INLINE __m128i low_half(__m256i v) { return _mm256_castsi256_si128(v); }
CT_INLINE __m128i high_half(__m256i v) { return _mm256_extracti128_si256(v, 1); }

template <class T>
CT_INLINE Vec<int32_t> extend(const char *from) {
  Vec<int32_t> r;
  if constexpr (sizeof(T) == 1) {
    const __m128i narrow = _mm_loadl_epi64(reinterpret_cast<const __m128i_u *>(from));
    r.v = (Vec<int32_t>::Native)(kSame<T, uint8_t> ? _mm256_cvtepu8_epi32(narrow) : _mm256_cvtepi8_epi32(narrow));
  } else {
    const __m128i narrow = _mm_loadu_si128(reinterpret_cast<const __m128i_u *>(from));
    r.v = (Vec<int32_t>::Native)(kSame<T, uint16_t> ? _mm256_cvtepu16_epi32(narrow) : _mm256_cvtepi16_epi32(narrow));
  }
  return r;
}

template <class T>
CT_INLINE Vec<T> pack(const Vec<int32_t> *v) {
  const auto a = (__m256i)v[0].v;
  const auto b = (__m256i)v[1].v;
  if constexpr (sizeof(T) == 1) {
    const __m256i ab = _mm256_packs_epi32(a, b);
    const __m256i cd = _mm256_packs_epi32((__m256i)v[2].v, (__m256i)v[3].v);
    const __m256i r = kSame<T, uint8_t> ? _mm256_packus_epi16(ab, cd) : _mm256_packs_epi16(ab, cd);
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    return {(typename Vec<T>::Native)_mm256_permutevar8x32_epi32(r, order)};
  } else {
    const __m256i r = kSame<T, uint16_t> ? _mm256_packus_epi32(a, b) : _mm256_packs_epi32(a, b);
    return {(typename Vec<T>::Native)_mm256_permute4x64_epi64(r, 0xd8)};
  }
}

// These take one instruction each, where GCC 12 would make several for each part of a register.
CT_INLINE __m128i half_of(const char *at) { return _mm_loadu_si128(reinterpret_cast<const __m128i_u *>(at)); }
CT_INLINE __m128i quarter_of(const char *at) { return _mm_loadl_epi64(reinterpret_cast<const __m128i_u *>(at)); }
CT_INLINE __m128i eighth_of(const char *at) { return _mm_cvtsi32_si128(load_element<int32_t>(at)); }
CT_VEC_WIDEN(int8_t, int16_t, _mm256_cvtepi8_epi16, half_of(at))
CT_VEC_WIDEN(uint8_t, uint16_t, _mm256_cvtepu8_epi16, half_of(at))
CT_VEC_WIDEN(uint8_t, uint64_t, _mm256_cvtepu8_epi64, eighth_of(at))
CT_VEC_WIDEN(int16_t, int64_t, _mm256_cvtepi16_epi64, quarter_of(at))
CT_VEC_WIDEN(uint16_t, uint64_t, _mm256_cvtepu16_epi64, quarter_of(at))
CT_VEC_WIDEN(int32_t, int64_t, _mm256_cvtepi32_epi64, half_of(at))
CT_VEC_WIDEN(uint32_t, uint64_t, _mm256_cvtepu32_epi64, half_of(at))

template <class T>
CT_INLINE Vec<double> load_doubles(const char *at) {
  __m128 floats;
  if constexpr (kSame<T, float>) {
    floats = (__m128)half_of(at);
  } else if constexpr (kSame<T, Half>) {
    floats = _mm_cvtph_ps(quarter_of(at));
  } else {
    floats = (__m128)_mm_slli_epi32(_mm_cvtepu16_epi32(quarter_of(at)), 16);
  }
  return {_mm256_cvtps_pd(floats)};
}

CT_INLINE Vec<int32_t> truncate(Vec<float> x) { return {(Vec<int32_t>::Native)_mm256_cvttps_epi32(x.v)}; }
CT_INLINE Vec<int32_t> truncate(Doubles x) {
  return {(Vec<int32_t>::Native)_mm256_set_m128i(_mm256_cvttpd_epi32(x.high.v), _mm256_cvttpd_epi32(x.low.v))};
}
CT_INLINE Vec<float> to_floats(Doubles x) {
  return {_mm256_set_m128(_mm256_cvtpd_ps(x.high.v), _mm256_cvtpd_ps(x.low.v))};
}
CT_INLINE Doubles to_doubles(Vec<float> x) {
  return {{_mm256_cvtps_pd((__m128)low_half((__m256i)x.v))}, {_mm256_cvtps_pd((__m128)high_half((__m256i)x.v))}};
}
CT_INLINE Doubles to_doubles(Vec<int32_t> x) {
  return {{_mm256_cvtepi32_pd(low_half((__m256i)x.v))}, {_mm256_cvtepi32_pd(high_half((__m256i)x.v))}};
}

CT_INLINE void stream(char *to, Vec<uint64_t> line) {
  _mm256_stream_si256(reinterpret_cast<__m256i *>(to), (__m256i)line.v);
}
CT_INLINE void stream_fence() { _mm_sfence(); }

CT_INLINE bool any_bit(Vec<uint64_t> v) { return _mm256_testz_si256((__m256i)v.v, (__m256i)v.v) == 0; }

template <>
CT_INLINE uint64_t true_bits<>(const char *mask) {
  const auto zeros = [mask](int64_t at) __attribute__((always_inline)) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i_u *>(mask + at));
    return static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_setzero_si256())));
  };
  return ~(uint64_t{zeros(32)} << 32 | zeros(0));
}

// An order that brings the lanes of a mask to the front, as bytes.
template <int lanes>
CT_INLINE __m128i order_of(uint64_t mask) {
  return _mm_loadl_epi64(reinterpret_cast<const __m128i *>(&kLanesByMask<lanes>.order[mask]));
}
template <>
CT_INLINE int64_t store_positions_loosely<>(int64_t *to, uint64_t bits, int64_t first) {
  int64_t *at = to;
  for (; bits != 0; bits >>= 8, first += 8) {
    const __m128i lanes = order_of<8>(bits & 0xff);
    const __m256i here = _mm256_set1_epi64x(first);
    const auto store = [&](int64_t half, __m128i four) __attribute__((always_inline)) {
      _mm256_storeu_si256(reinterpret_cast<__m256i *>(at + half), _mm256_add_epi64(_mm256_cvtepu8_epi64(four), here));
    };
    store(0, lanes);
    store(4, _mm_srli_epi64(lanes, 32));
    at += __builtin_popcountll(bits & 0xff);
  }
  return at - to;
}
// Eight elements at a time are put in order as bytes, as words or as lanes; of 64 bits four are.
template <int size>
CT_INLINE int64_t store_ordered(char *to, const char *from, uint64_t bits) {
  constexpr int kCount = size == 8 ? 4 : 8;
  constexpr uint64_t kMask = (1U << kCount) - 1;
  char *at = to;
  for (; bits != 0; bits >>= kCount, from += kCount * size) {
    const __m128i order = order_of<kCount>(bits & kMask);
    if constexpr (size == 1) {
      const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(from));
      _mm_storel_epi64(reinterpret_cast<__m128i *>(at), _mm_shuffle_epi8(bytes, order));
    } else if constexpr (size == 2) {
      const __m128i pairs =
          _mm_add_epi8(_mm_mullo_epi16(_mm_cvtepu8_epi16(order), _mm_set1_epi16(0x0202)), _mm_set1_epi16(0x0100));
      const __m128i words = _mm_loadu_si128(reinterpret_cast<const __m128i_u *>(from));
      _mm_storeu_si128(reinterpret_cast<__m128i_u *>(at), _mm_shuffle_epi8(words, pairs));
    } else {
      const __m256i elements = _mm256_loadu_si256(reinterpret_cast<const __m256i_u *>(from));
      _mm256_storeu_si256(reinterpret_cast<__m256i_u *>(at),
                          _mm256_permutevar8x32_epi32(elements, _mm256_cvtepu8_epi32(order)));
    }
    at += __builtin_popcountll(bits & kMask) * size;
  }
  return (at - to) / size;
}
#define CT_VEC_SELECTED(size)                                                                 \
  template <>                                                                                 \
  CT_INLINE int64_t store_selected_loosely<size>(char *to, const char *from, uint64_t bits) { \
    return store_ordered<size>(to, from, bits);                                               \
  }
CT_VEC_SELECTED(1)
CT_VEC_SELECTED(2)
CT_VEC_SELECTED(4)
CT_VEC_SELECTED(8)
#undef CT_VEC_SELECTED

CT_SLEEF(FastMath, Sleef_finz_, f8, d4, avx2)
CT_SLEEF(DeterministicMath, Sleef_cinz_, f8, d4, avx)

}  // namespace ct::kernels::avx2

#include "kernels/vec/bfloat16.h"
