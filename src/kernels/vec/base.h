// What every CPU of the family has: SSE2 on x86-64, Advanced SIMD on aarch64. 16-byte registers.
#pragma once

#include <sleef.h>

#include <cstdint>

namespace ct::kernels::base {
constexpr int kVecBytes = 16;
}

#include "kernels/vec/vec.h"

namespace ct::kernels::base {

template <class T>
struct PartialAccess : BlockAccess<T> {};

constexpr bool kShufflesBytes = false;
CT_INLINE Vec<uint8_t> shuffle_lanes(Vec<uint8_t> a, Vec<uint8_t>) { return a; }

constexpr bool kStoresApart = false;
template <int size>
CT_INLINE void store_apart(char *, const char *) {}

// ---- conversions ----

constexpr bool kConvertsInt64 = false;

#if defined(__x86_64__)
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
  } else {  // as numbers with a sign, 2^15 lower; negative ones are 0 first, because the smallest would wrap
    const __m128i middle = _mm_set1_epi32(0x8000);
    const __m128i a0 = _mm_andnot_si128(_mm_srai_epi32(a, 31), a);
    const __m128i b0 = _mm_andnot_si128(_mm_srai_epi32(b, 31), b);
    const __m128i r = _mm_packs_epi32(_mm_sub_epi32(a0, middle), _mm_sub_epi32(b0, middle));
    return {(Vec<uint16_t>::Native)_mm_xor_si128(r, _mm_set1_epi16(-0x8000))};
  }
}

CT_INLINE Vec<float> at_most(Vec<float> x, float bound) { return {_mm_min_ps(Vec<float>::splat(bound).v, x.v)}; }
CT_INLINE Vec<double> at_most(Vec<double> x, double bound) { return {_mm_min_pd(Vec<double>::splat(bound).v, x.v)}; }
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
#else
template <class T>
CT_INLINE Vec<int32_t> extend(const char *from) {
  typename NativeVector<T, 4>::Type narrow;
  __builtin_memcpy(&narrow, from, sizeof(narrow));
  return {__builtin_convertvector(narrow, Vec<int32_t>::Native)};
}

template <class T>
CT_INLINE Vec<T> pack(const Vec<int32_t> *v) {
  constexpr int32_t kLow = kSame<T, int8_t> ? INT8_MIN : kSame<T, int16_t> ? INT16_MIN : 0;
  constexpr int32_t kHigh = kSame<T, int8_t>    ? INT8_MAX
                            : kSame<T, uint8_t> ? UINT8_MAX
                            : kSame<T, int16_t> ? INT16_MAX
                                                : UINT16_MAX;
  Vec<T> r;
  for (int k = 0; k < 4 / static_cast<int>(sizeof(T)); ++k) {
    const auto low = Vec<int32_t>::splat(kLow).v;
    const auto high = Vec<int32_t>::splat(kHigh).v;
    auto x = v[k].v < low ? low : v[k].v;
    x = x > high ? high : x;
    const auto narrow = __builtin_convertvector(x, typename NativeVector<T, 4>::Type);
    __builtin_memcpy(reinterpret_cast<char *>(&r.v) + k * sizeof(narrow), &narrow, sizeof(narrow));
  }
  return r;
}

template <class T>
CT_INLINE Vec<T> at_most(Vec<T> x, T bound) {
  const auto all = Vec<T>::splat(bound).v;
  return {all < x.v ? all : x.v};
}
CT_INLINE Vec<int32_t> truncate(Vec<float> x) { return {__builtin_convertvector(x.v, Vec<int32_t>::Native)}; }
CT_INLINE Vec<int32_t> truncate(Doubles x) {
  const auto a = __builtin_convertvector(x.low.v, Vec<int64_t>::Native);
  const auto b = __builtin_convertvector(x.high.v, Vec<int64_t>::Native);
  const auto low = Vec<int64_t>::splat(INT32_MIN).v;
  return {__builtin_shufflevector((Vec<int32_t>::Native)(a < low ? low : a), (Vec<int32_t>::Native)(b < low ? low : b),
                                  0, 2, 4, 6)};
}
CT_INLINE Vec<float> to_floats(Doubles x) {
  return {{static_cast<float>(x.low.v[0]), static_cast<float>(x.low.v[1]), static_cast<float>(x.high.v[0]),
           static_cast<float>(x.high.v[1])}};
}
CT_INLINE Doubles to_doubles(Vec<float> x) {
  return {{{static_cast<double>(x.v[0]), static_cast<double>(x.v[1])}},
          {{static_cast<double>(x.v[2]), static_cast<double>(x.v[3])}}};
}
CT_INLINE Doubles to_doubles(Vec<int32_t> x) {
  return {{{static_cast<double>(x.v[0]), static_cast<double>(x.v[1])}},
          {{static_cast<double>(x.v[2]), static_cast<double>(x.v[3])}}};
}
#endif

CT_INLINE bool any_bit(Vec<uint64_t> v) { return (v.v[0] | v.v[1]) != 0; }

// Halves in integers.
CT_INLINE Vec<float> load_half(const char *from) {
  using U = Vec<uint32_t>::Native;
  const auto half = (U)extend<uint16_t>(from).v;
  const U smallest_normal = Vec<uint32_t>::splat(113U << 23).v;  // 2^-14
  const U magnitude = (half & 0x7fffU) << 13;
  const U normal = magnitude + (112U << 23);
  // m * 2^-24 is (2^-14 + m * 2^-24) - 2^-14: right with denormals flushed, too
  const auto subnormal = (U)((Vec<float>::Native)(magnitude + smallest_normal) - (Vec<float>::Native)smallest_normal);
  const U special = magnitude | 0x7f800000U | (magnitude > (0x7c00U << 13) ? 0x400000U + U{} : U{});
  U bits = magnitude < (0x400U << 13) ? subnormal : normal;
  bits = magnitude >= (0x7c00U << 13) ? special : bits;
  return {(Vec<float>::Native)(bits | (half & 0x8000U) << 16)};
}

CT_INLINE void store_half(char *to, Vec<float> x) {
  using U = Vec<uint32_t>::Native;
  const auto all = (U)x.v;
  const U magnitude = all & 0x7fffffffU;
  const U normal = (magnitude - (112U << 23) + 0xfffU + (magnitude >> 13 & 1U)) >> 13;  // to nearest, ties to even
  const auto half = Vec<float>::splat(0.5F).v;                                          // whose ulp is 2^-24
  const U subnormal = (U)((Vec<float>::Native)magnitude + half) - (U)half;
  U bits = magnitude < (113U << 23) ? subnormal : normal;
  bits = magnitude >= 0x477ff000U ? 0x7c00U + U{} : bits;  // 65520 and above round to infinity
  bits = magnitude > 0x7f800000U ? 0x7e00U | (magnitude >> 13 & 0x3ffU) : bits;
  bits |= all >> 16 & 0x8000U;
  const Vec<int32_t> wide[2] = {{(Vec<int32_t>::Native)bits}, {}};
  const Vec<uint64_t> packed{(Vec<uint64_t>::Native)pack<uint16_t>(wide).v};
  store_element(to, static_cast<uint64_t>(packed.v[0]));
}

#if defined(__x86_64__)
// The sum of each eight bytes.
CT_INLINE Vec<uint64_t> add_bytes(Vec<uint8_t> a) {
  return {(Vec<uint64_t>::Native)_mm_sad_epu8((__m128i)a.v, _mm_setzero_si128())};
}
CT_INLINE Vec<int16_t> larger(Vec<int16_t> a, Vec<int16_t> b) {
  return {(Vec<int16_t>::Native)_mm_max_epi16((__m128i)a.v, (__m128i)b.v)};
}
CT_INLINE Vec<int16_t> smaller(Vec<int16_t> a, Vec<int16_t> b) {
  return {(Vec<int16_t>::Native)_mm_min_epi16((__m128i)a.v, (__m128i)b.v)};
}
CT_INLINE void stream(char *to, Vec<uint64_t> line) {
  _mm_stream_si128(reinterpret_cast<__m128i *>(to), (__m128i)line.v);
}
CT_INLINE void stream_fence() { _mm_sfence(); }

CT_SLEEF(FastMath, Sleef_cinz_, f4, d2, sse2)
using DeterministicMath = FastMath;
#elif defined(__aarch64__)
CT_INLINE Vec<uint64_t> add_bytes(Vec<uint8_t> a) {
  constexpr uint64_t kEven = 0x00ff00ff00ff00ff, kOnes = 0x0001000100010001;
  const auto words = (Vec<uint64_t>::Native)a.v;
  return {(((words & kEven) + (words >> 8 & kEven)) * kOnes) >> 48};
}
CT_INLINE Vec<int16_t> larger(Vec<int16_t> a, Vec<int16_t> b) { return select(a.v > b.v, a, b); }
CT_INLINE Vec<int16_t> smaller(Vec<int16_t> a, Vec<int16_t> b) { return select(a.v < b.v, a, b); }
CT_INLINE void stream(char *to, Vec<uint64_t> line) { line.store(to); }
CT_INLINE void stream_fence() {}

CT_SLEEF(FastMath, Sleef_finz_, f4, d2, advsimd)
CT_SLEEF(DeterministicMath, Sleef_cinz_, f4, d2, advsimdnofma)
#else
#error "libctensor's base kernels know x86-64 and aarch64"
#endif

}  // namespace ct::kernels::base

#include "kernels/vec/bfloat16.h"
