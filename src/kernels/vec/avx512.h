// AVX-512 (F, BW, DQ, VL): 64-byte registers, masked partial access.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace ct::kernels::avx512 {
constexpr int kVecBytes = 64;
constexpr int kRegisters = 32;
constexpr bool kHasFma = true;
constexpr bool kHasRegisterTables = true;
constexpr int kTableFloats = 16;
constexpr bool kShufflesBytes = true;
constexpr bool kStoresApart = true;
constexpr bool kMasksStores = true;
constexpr bool kConvertsInt64 = true;
constexpr bool kMultipliesBytes = false;
}  // namespace ct::kernels::avx512

#include "kernels/vec/operations.h"
#include "kernels/vec/sleef.h"

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

// These are the forms with a full mask, because GCC 12 warns of an uninitialised value inside the others.
CT_INLINE Vec<float> load_half(const char *from) {
  return {_mm512_maskz_cvtph_ps(0xffff, _mm256_loadu_si256(reinterpret_cast<const __m256i_u *>(from)))};
}
CT_INLINE __m256i to_halves(Vec<float> x) { return _mm512_maskz_cvtps_ph(0xffff, x.v, _MM_FROUND_TO_NEAREST_INT); }
CT_INLINE Vec<uint16_t> to_halves(Vec<float> low, Vec<float> high) {
  return {(Vec<uint16_t>::Native)_mm512_maskz_inserti64x4(0xff, _mm512_castsi256_si512(to_halves(low)), to_halves(high),
                                                          1)};
}

CT_INLINE float widen_half(Half half) { return _cvtsh_ss(half.bits); }
CT_INLINE Half narrow_half(float x) { return {_cvtss_sh(x, _MM_FROUND_TO_NEAREST_INT)}; }

CT_INLINE Vec<uint8_t> shuffle_lanes(Vec<uint8_t> a, Vec<uint8_t> control) {
  return {(Vec<uint8_t>::Native)_mm512_shuffle_epi8((__m512i)a.v, (__m512i)control.v)};
}

template <int size>
CT_INLINE void store_apart(char *to, const char *from) {
  const __m256i half = _mm256_loadu_si256(reinterpret_cast<const __m256i_u *>(from));
  if constexpr (size == 1) {
    _mm512_mask_storeu_epi8(to, 0x5555555555555555, _mm512_maskz_cvtepu8_epi16(0xffffffff, half));
  } else if constexpr (size == 2) {
    _mm512_mask_storeu_epi16(to, 0x55555555, _mm512_maskz_cvtepu16_epi32(0xffff, half));
  } else if constexpr (size == 4) {
    _mm512_mask_storeu_epi32(to, 0x5555, _mm512_maskz_cvtepu32_epi64(0xff, half));
  } else {
    const __m512i twice = _mm512_set_epi64(3, 3, 2, 2, 1, 1, 0, 0);
    _mm512_mask_storeu_epi64(to, 0x55, _mm512_maskz_permutexvar_epi64(0xff, twice, _mm512_castsi256_si512(half)));
  }
}

CT_INLINE Vec<uint64_t> add_bytes(Vec<uint8_t> a) {
  return {(Vec<uint64_t>::Native)_mm512_sad_epu8((__m512i)a.v, _mm512_setzero_si512())};
}

CT_INLINE Vec<uint64_t> multiply_low_words(Vec<uint64_t> a, Vec<uint64_t> b) {
  return {(Vec<uint64_t>::Native)_mm512_maskz_mul_epu32(0xff, (__m512i)a.v, (__m512i)b.v)};
}

// ---- min and max ----

CT_VEC_FARTHER(float, _mm512_maskz_min_ps, _mm512_maskz_max_ps, 0xffff, a.v, b.v)
CT_VEC_FARTHER(double, _mm512_maskz_min_pd, _mm512_maskz_max_pd, 0xff, a.v, b.v)

// These take two instructions, a comparison and one with its mask; compilers would make three.
#define CT_FARTHER_OR_NAN(T, kind)                                      \
  template <>                                                           \
  CT_INLINE Vec<T> farther_or_nan<true, T>(Vec<T> a, Vec<T> b) {        \
    const auto number = _mm512_cmp_##kind##_mask(a.v, a.v, _CMP_ORD_Q); \
    return {_mm512_mask_max_##kind(a.v, number, a.v, b.v)};             \
  }                                                                     \
  template <>                                                           \
  CT_INLINE Vec<T> farther_or_nan<false, T>(Vec<T> a, Vec<T> b) {       \
    const auto number = _mm512_cmp_##kind##_mask(a.v, a.v, _CMP_ORD_Q); \
    return {_mm512_mask_min_##kind(a.v, number, a.v, b.v)};             \
  }
CT_FARTHER_OR_NAN(float, ps)
CT_FARTHER_OR_NAN(double, pd)
#undef CT_FARTHER_OR_NAN

// ---- fused multiply and add ----

CT_INLINE Vec<float> multiply_add(Vec<float> a, Vec<float> b, Vec<float> c) { return {_mm512_fmadd_ps(a.v, b.v, c.v)}; }
CT_INLINE Vec<double> multiply_add(Vec<double> a, Vec<double> b, Vec<double> c) {
  return {_mm512_fmadd_pd(a.v, b.v, c.v)};
}
CT_INLINE Vec<float> product_less(Vec<float> a, Vec<float> b, Vec<float> c) { return {_mm512_fmsub_ps(a.v, b.v, c.v)}; }
CT_INLINE Vec<float> less_product(Vec<float> c, Vec<float> a, Vec<float> b) {
  return {_mm512_fnmadd_ps(a.v, b.v, c.v)};
}
CT_INLINE Vec<double> less_product(Vec<double> c, Vec<double> a, Vec<double> b) {
  return {_mm512_fnmadd_pd(a.v, b.v, c.v)};
}

// ---- lanes of floats ----

CT_INLINE LaneMask are_odd(Vec<int32_t>::Native v) { return _mm512_test_epi32_mask((__m512i)v, _mm512_set1_epi32(1)); }
CT_INLINE LaneMask are_above(Vec<int32_t>::Native v, int32_t bound) {
  return _mm512_cmpgt_epi32_mask((__m512i)v, _mm512_set1_epi32(bound));
}
CT_INLINE LaneMask are_above(Vec<uint32_t>::Native v, uint32_t bound) {
  return _mm512_cmpgt_epu32_mask((__m512i)v, _mm512_set1_epi32(static_cast<int>(bound)));
}
CT_INLINE LaneMask are_negative(Vec<float> x) { return _mm512_movepi32_mask((__m512i)x.v); }
CT_INLINE LaneMask are_less(Vec<float> a, Vec<float> b) { return _mm512_cmp_ps_mask(a.v, b.v, _CMP_LT_OQ); }
CT_INLINE LaneMask are_greater(Vec<float> a, Vec<float> b) { return _mm512_cmp_ps_mask(a.v, b.v, _CMP_GT_OQ); }
CT_INLINE LaneMask are_at_least(Vec<float> a, Vec<float> b) { return _mm512_cmp_ps_mask(a.v, b.v, _CMP_GE_OQ); }
CT_INLINE LaneMask are_past(Vec<float> a, Vec<float> b) { return _mm512_cmp_ps_mask(a.v, b.v, _CMP_NLE_UQ); }
CT_INLINE LaneMask are_unequal(Vec<float> a, Vec<float> b) { return _mm512_cmp_ps_mask(a.v, b.v, _CMP_NEQ_UQ); }
CT_INLINE LaneMask are_special(Vec<float> x) { return _mm512_fpclass_ps_mask(x.v, 0x9f); }
CT_INLINE bool any_of(LaneMask lanes) { return lanes != 0; }
CT_INLINE Vec<float> choose(LaneMask lanes, Vec<float> a, Vec<float> b) {
  return {_mm512_mask_blend_ps(lanes, b.v, a.v)};
}
CT_INLINE Vec<float> where(LaneMask lanes, Vec<float> x) { return {_mm512_maskz_mov_ps(lanes, x.v)}; }
CT_INLINE Vec<float> negated(LaneMask lanes, Vec<float> x) {
  const auto bits = (__m512i)x.v;
  return {(Vec<float>::Native)_mm512_mask_xor_epi32(bits, lanes, bits, _mm512_set1_epi32(INT32_MIN))};
}

template <int count, class Index>
CT_INLINE Vec<float> lookup(const float (&table)[count], Index index) {
  const auto place = (__m512i)index;
  if constexpr (count == 8) {
    return {_mm512_maskz_permutexvar_ps(0xffff, place, _mm512_maskz_broadcast_f32x8(0xffff, _mm256_loadu_ps(table)))};
  } else if constexpr (count == 16) {
    return {_mm512_maskz_permutexvar_ps(0xffff, place, _mm512_loadu_ps(table))};
  } else {
    static_assert(count == 32);
    return {_mm512_permutex2var_ps(_mm512_load_ps(table), place, _mm512_load_ps(table + 16))};
  }
}

CT_INLINE Vec<float> exponent_of(Vec<float> x) { return {_mm512_maskz_getexp_ps(0xffff, x.v)}; }
CT_INLINE Vec<float> fraction_of(Vec<float> x) {
  return {_mm512_maskz_getmant_ps(0xffff, x.v, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_nan)};
}
CT_INLINE Vec<float> fraction_near_one(Vec<float> x) {
  return {_mm512_maskz_getmant_ps(0xffff, x.v, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_zero)};
}
CT_INLINE Vec<float> scaled_by(Vec<float> x, Vec<float> power) {
  return {_mm512_maskz_scalef_ps(0xffff, x.v, power.v)};
}
CT_INLINE Vec<float> nearly_inverse(Vec<float> x) { return {_mm512_maskz_rcp14_ps(0xffff, x.v)}; }
CT_INLINE Vec<float> nearly_inverse_root(Vec<float> x) { return {_mm512_maskz_rsqrt14_ps(0xffff, x.v)}; }
CT_INLINE Vec<float> square_root(Vec<float> x) { return {_mm512_maskz_sqrt_ps(0xffff, x.v)}; }
CT_INLINE Vec<float> lesser_size(Vec<float> a, Vec<float> b) { return {_mm512_maskz_range_ps(0xffff, a.v, b.v, 2)}; }
template <uint32_t classes>
CT_INLINE Vec<float> fixed_up(Vec<float> result, Vec<float> x) {
  return {_mm512_fixupimm_ps(result.v, x.v, _mm512_set1_epi32(static_cast<int>(classes)), 0)};
}

// ---- conversions; the forms with a full mask where GCC 12 warns as above ----

CT_INLINE __m256i low_half(__m512i v) { return __builtin_shufflevector(v, v, 0, 1, 2, 3); }
CT_INLINE __m256i high_half(__m512i v) { return _mm512_maskz_extracti64x4_epi64(0xff, v, 1); }
CT_INLINE __m512i join(__m256i low, __m256i high) {
  return _mm512_maskz_inserti64x4(0xff, _mm512_castsi256_si512(low), high, 1);
}

template <class T>
CT_INLINE Vec<int32_t> extend(const char *from) {
  Vec<int32_t> r;
  if constexpr (sizeof(T) == 1) {
    const __m128i narrow = _mm_loadu_si128(reinterpret_cast<const __m128i_u *>(from));
    r.v = (Vec<int32_t>::Native)(kSame<T, uint8_t> ? _mm512_maskz_cvtepu8_epi32(0xffff, narrow)
                                                   : _mm512_maskz_cvtepi8_epi32(0xffff, narrow));
  } else {
    const __m256i narrow = _mm256_loadu_si256(reinterpret_cast<const __m256i_u *>(from));
    r.v = (Vec<int32_t>::Native)(kSame<T, uint16_t> ? _mm512_maskz_cvtepu16_epi32(0xffff, narrow)
                                                    : _mm512_maskz_cvtepi16_epi32(0xffff, narrow));
  }
  return r;
}

template <class T>
CT_INLINE Vec<T> pack(const Vec<int32_t> *v) {
  const auto a = (__m512i)v[0].v;
  const auto b = (__m512i)v[1].v;
  if constexpr (sizeof(T) == 1) {
    const __m512i ab = _mm512_packs_epi32(a, b);
    const __m512i cd = _mm512_packs_epi32((__m512i)v[2].v, (__m512i)v[3].v);
    const __m512i r = kSame<T, uint8_t> ? _mm512_packus_epi16(ab, cd) : _mm512_packs_epi16(ab, cd);
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return {(typename Vec<T>::Native)_mm512_maskz_permutexvar_epi32(0xffff, order, r)};
  } else {
    const __m512i r = kSame<T, uint16_t> ? _mm512_packus_epi32(a, b) : _mm512_packs_epi32(a, b);
    const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    return {(typename Vec<T>::Native)_mm512_maskz_permutexvar_epi64(0xff, order, r)};
  }
}

// These take one instruction each, where GCC 12 would make several for each part of a register.
CT_INLINE __m256i half_of(const char *at) { return _mm256_loadu_si256(reinterpret_cast<const __m256i_u *>(at)); }
CT_INLINE __m128i quarter_of(const char *at) { return _mm_loadu_si128(reinterpret_cast<const __m128i_u *>(at)); }
CT_INLINE __m128i eighth_of(const char *at) { return _mm_loadl_epi64(reinterpret_cast<const __m128i_u *>(at)); }
CT_VEC_WIDEN(int8_t, int16_t, _mm512_maskz_cvtepi8_epi16, 0xffffffff, half_of(at))
CT_VEC_WIDEN(uint8_t, uint16_t, _mm512_maskz_cvtepu8_epi16, 0xffffffff, half_of(at))
CT_VEC_WIDEN(uint8_t, uint64_t, _mm512_maskz_cvtepu8_epi64, 0xff, eighth_of(at))
CT_VEC_WIDEN(int16_t, int64_t, _mm512_maskz_cvtepi16_epi64, 0xff, quarter_of(at))
CT_VEC_WIDEN(uint16_t, uint64_t, _mm512_maskz_cvtepu16_epi64, 0xff, quarter_of(at))
CT_VEC_WIDEN(int32_t, int64_t, _mm512_maskz_cvtepi32_epi64, 0xff, half_of(at))
CT_VEC_WIDEN(uint32_t, uint64_t, _mm512_maskz_cvtepu32_epi64, 0xff, half_of(at))

template <class T>
CT_INLINE Vec<double> load_doubles(const char *at) {
  __m256 floats;
  if constexpr (kSame<T, float>) {
    floats = (__m256)half_of(at);
  } else if constexpr (kSame<T, Half>) {
    floats = _mm256_cvtph_ps(quarter_of(at));
  } else {
    floats = (__m256)_mm256_slli_epi32(_mm256_cvtepu16_epi32(quarter_of(at)), 16);
  }
  return {_mm512_maskz_cvtps_pd(0xff, floats)};
}

CT_INLINE Vec<int32_t> truncate(Vec<float> x) { return {(Vec<int32_t>::Native)_mm512_maskz_cvttps_epi32(0xffff, x.v)}; }
CT_INLINE Vec<int32_t> truncate(Doubles x) {
  return {
      (Vec<int32_t>::Native)join(_mm512_maskz_cvttpd_epi32(0xff, x.low.v), _mm512_maskz_cvttpd_epi32(0xff, x.high.v))};
}
CT_INLINE Vec<float> to_floats(Doubles x) {
  return {(Vec<float>::Native)join((__m256i)_mm512_maskz_cvtpd_ps(0xff, x.low.v),
                                   (__m256i)_mm512_maskz_cvtpd_ps(0xff, x.high.v))};
}
CT_INLINE Doubles to_doubles(Vec<float> x) {
  return {{_mm512_maskz_cvtps_pd(0xff, (__m256)low_half((__m512i)x.v))},
          {_mm512_maskz_cvtps_pd(0xff, (__m256)high_half((__m512i)x.v))}};
}
CT_INLINE Doubles to_doubles(Vec<int32_t> x) {
  return {{_mm512_maskz_cvtepi32_pd(0xff, low_half((__m512i)x.v))},
          {_mm512_maskz_cvtepi32_pd(0xff, high_half((__m512i)x.v))}};
}
CT_INLINE Vec<uint32_t> truncate_unsigned(Vec<float> x) {
  return {(Vec<uint32_t>::Native)_mm512_maskz_cvttps_epu32(0xffff, x.v)};
}
CT_INLINE Vec<uint32_t> truncate_unsigned(Doubles x) {
  return {
      (Vec<uint32_t>::Native)join(_mm512_maskz_cvttpd_epu32(0xff, x.low.v), _mm512_maskz_cvttpd_epu32(0xff, x.high.v))};
}
// A NaN is made quiet while it is narrow; each number then moves to the upper half of its lane.
CT_INLINE Vec<float> load_bfloat16(const char *from) {
  __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i_u *>(from));
  const __m256i magnitude = _mm256_and_si256(x, _mm256_set1_epi16(0x7fff));
  const __mmask16 nan = _mm256_cmpgt_epi16_mask(magnitude, _mm256_set1_epi16(0x7f80));
  x = _mm256_or_si256(x, _mm256_maskz_set1_epi16(nan, 0x40));
  const __m512i all = _mm512_maskz_cvtepu16_epi32(0xffff, x);
  return {(Vec<float>::Native)_mm512_maskz_slli_epi32(0xffff, all, 16)};
}

// This rounds in integers, because vcvtneps2bf16 flushes denormals.
template <Rounding rounding>
CT_INLINE __m512i round_to_upper(__m512i x) {
  if constexpr (rounding == Rounding::kNone) return x;
  const __mmask16 odd = _mm512_test_epi32_mask(x, _mm512_set1_epi32(0x10000));
  const __m512i half = _mm512_mask_blend_epi32(odd, _mm512_set1_epi32(0x7fff), _mm512_set1_epi32(0x8000));
  const __m512i rounded = _mm512_add_epi32(x, half);
  if constexpr (rounding == Rounding::kNumbers) return rounded;
  const __mmask16 nan = _mm512_cmp_ps_mask((__m512)x, (__m512)x, _CMP_UNORD_Q);
  return _mm512_mask_or_epi32(rounded, nan, x, _mm512_set1_epi32(0x400000));
}
template <class V, int... I>
CT_INLINE V upper_halves(V a, V b, Indices<I...>) {
  return __builtin_shufflevector(a, b, (2 * I + 1)...);
}
template <Rounding rounding>
CT_INLINE Vec<uint16_t> bfloat16s(Vec<float> a, Vec<float> b) {
  const auto low = (Vec<uint16_t>::Native)round_to_upper<rounding>((__m512i)a.v);
  const auto high = (Vec<uint16_t>::Native)round_to_upper<rounding>((__m512i)b.v);
  return {upper_halves(low, high, Iota<Vec<uint16_t>::kLanes>{})};
}

CT_INLINE Vec<float> to_floats(Vec<int64_t> low, Vec<int64_t> high) {
  return {(Vec<float>::Native)join((__m256i)_mm512_maskz_cvtepi64_ps(0xff, (__m512i)low.v),
                                   (__m256i)_mm512_maskz_cvtepi64_ps(0xff, (__m512i)high.v))};
}
CT_INLINE Vec<float> to_floats(Vec<uint64_t> low, Vec<uint64_t> high) {
  return {(Vec<float>::Native)join((__m256i)_mm512_maskz_cvtepu64_ps(0xff, (__m512i)low.v),
                                   (__m256i)_mm512_maskz_cvtepu64_ps(0xff, (__m512i)high.v))};
}

CT_INLINE void stream(char *to, Vec<uint64_t> line) {
  _mm512_stream_si512(reinterpret_cast<__m512i *>(to), (__m512i)line.v);
}
CT_INLINE void stream_fence() { _mm_sfence(); }

CT_INLINE bool any_bit(Vec<uint64_t> v) { return _mm512_test_epi64_mask((__m512i)v.v, (__m512i)v.v) != 0; }

template <>
CT_INLINE uint64_t true_bits<>(const char *mask) {
  const __m512i bytes = _mm512_loadu_si512(mask);
  return _mm512_test_epi8_mask(bytes, bytes);
}
template <>
CT_INLINE int64_t store_positions<>(int64_t *to, uint64_t bits, int64_t first) {
  constexpr Vec<int64_t>::Native kCount = {0, 1, 2, 3, 4, 5, 6, 7};
  int64_t *at = to;
  for (auto here = kCount + first; bits != 0; bits >>= 8, here += 8) {
    const auto some = static_cast<__mmask8>(bits);
    const int count = __builtin_popcount(some);
    _mm512_mask_storeu_epi64(at, static_cast<__mmask8>((1U << count) - 1),
                             _mm512_maskz_compress_epi64(some, (__m512i)here));
    at += count;
  }
  return at - to;
}
template <>
CT_INLINE int64_t keep_inside<>(int64_t *offsets, int64_t *places, int64_t n, int64_t low, int64_t range) {
  const __m512i first = _mm512_set1_epi64(low), count = _mm512_set1_epi64(range);
  int64_t kept = 0;
  for (int64_t i = 0; i < n; i += 8) {
    const auto some = static_cast<__mmask8>(n - i < 8 ? (1U << (n - i)) - 1 : 0xff);
    const __m512i offset = _mm512_loadu_si512(offsets + i), place = _mm512_loadu_si512(places + i);
    const __mmask8 inside = _mm512_mask_cmplt_epu64_mask(some, _mm512_sub_epi64(offset, first), count);
    _mm512_storeu_si512(offsets + kept, _mm512_maskz_compress_epi64(inside, offset));
    _mm512_storeu_si512(places + kept, _mm512_maskz_compress_epi64(inside, place));
    kept += __builtin_popcount(inside);
  }
  return kept;
}
// Elements of 1 and 2 bytes are widened to 4 for the compression, and narrowed as they are stored.
template <int size>
CT_INLINE int64_t store_selected_by(char *to, const char *from, uint64_t bits) {
  constexpr int kLanes = size == 8 ? 8 : 16;
  char *at = to;
  for (; bits != 0; bits >>= kLanes, from += kLanes * size) {
    const auto some = static_cast<__mmask16>(bits & ((1U << kLanes) - 1));
    const int count = __builtin_popcount(some);
    const auto first = static_cast<__mmask16>((1U << count) - 1);
    if constexpr (size == 8) {
      const auto own = static_cast<__mmask8>(some);
      _mm512_mask_storeu_epi64(at, static_cast<__mmask8>(first),
                               _mm512_maskz_compress_epi64(own, _mm512_maskz_loadu_epi64(own, from)));
    } else if constexpr (size == 4) {
      _mm512_mask_storeu_epi32(at, first, _mm512_maskz_compress_epi32(some, _mm512_maskz_loadu_epi32(some, from)));
    } else if constexpr (size == 2) {
      const __m512i wide = _mm512_maskz_cvtepu16_epi32(0xffff, _mm256_maskz_loadu_epi16(some, from));
      _mm512_mask_cvtepi32_storeu_epi16(at, first, _mm512_maskz_compress_epi32(some, wide));
    } else {
      const __m512i wide = _mm512_maskz_cvtepu8_epi32(0xffff, _mm_maskz_loadu_epi8(some, from));
      _mm512_mask_cvtepi32_storeu_epi8(at, first, _mm512_maskz_compress_epi32(some, wide));
    }
    at += count * size;
  }
  return (at - to) / size;
}
#define CT_VEC_SELECTED(size)                                                         \
  template <>                                                                         \
  CT_INLINE int64_t store_selected<size>(char *to, const char *from, uint64_t bits) { \
    return store_selected_by<size>(to, from, bits);                                   \
  }
CT_VEC_SELECTED(1)
CT_VEC_SELECTED(2)
CT_VEC_SELECTED(4)
CT_VEC_SELECTED(8)
#undef CT_VEC_SELECTED

CT_SLEEF(FastMath, Sleef_finz_, f16, d8, avx512f)
CT_SLEEF(DeterministicMath, Sleef_cinz_, f16, d8, avx512fnofma)

}  // namespace ct::kernels::avx512
