// Keys by the line of the cache, for walks over many of them: how many are below another, and which lie in a range.
#pragma once

#include "kernels/vec/vec.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace ct::kernels::CT_ISA {
namespace {

// Unsigned, of 32 or 64 bits.
template <class K>
inline constexpr int64_t kBlockKeys = kCacheLine / static_cast<int64_t>(sizeof(K));

// How many of a line of keys are below the key.
template <class K>
CT_INLINE int64_t count_below_in_block(const K *at, K key) {
#if defined(__AVX512F__)
  const __m512i all = _mm512_loadu_si512(at);
  if constexpr (sizeof(K) == 4) {
    return __builtin_popcount(_mm512_cmplt_epu32_mask(all, _mm512_set1_epi32(static_cast<int32_t>(key))));
  } else {
    return __builtin_popcount(_mm512_cmplt_epu64_mask(all, _mm512_set1_epi64(static_cast<int64_t>(key))));
  }
#elif defined(__AVX2__)
  const auto half = [=](const K *from) __attribute__((always_inline)) {
    const __m256i some = _mm256_loadu_si256(reinterpret_cast<const __m256i_u *>(from));
    if constexpr (sizeof(K) == 4) {
      const __m256i sign = _mm256_set1_epi32(INT32_MIN), other = _mm256_set1_epi32(static_cast<int32_t>(key));
      const __m256i below = _mm256_cmpgt_epi32(_mm256_xor_si256(other, sign), _mm256_xor_si256(some, sign));
      return __builtin_popcount(static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(below))));
    } else {
      const __m256i sign = _mm256_set1_epi64x(INT64_MIN), other = _mm256_set1_epi64x(static_cast<int64_t>(key));
      const __m256i below = _mm256_cmpgt_epi64(_mm256_xor_si256(other, sign), _mm256_xor_si256(some, sign));
      return __builtin_popcount(static_cast<uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(below))));
    }
  };
  return half(at) + half(at + kBlockKeys<K> / 2);
#else
  int64_t count = 0;
  for (int64_t i = 0; i < kBlockKeys<K>; ++i) count += at[i] < key ? 1 : 0;
  return count;
#endif
}

// Of a line of keys those from `low` on, and no farther from it than `range`, in order: how many. A whole line is
// written.
template <class K>
CT_INLINE int64_t store_inside(K *to, const K *at, K low, K range) {
#if defined(__AVX512F__)
  const __m512i all = _mm512_loadu_si512(at);
  if constexpr (sizeof(K) == 4) {
    const __m512i above = _mm512_sub_epi32(all, _mm512_set1_epi32(static_cast<int32_t>(low)));
    const __mmask16 inside = _mm512_cmple_epu32_mask(above, _mm512_set1_epi32(static_cast<int32_t>(range)));
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(inside, all));
    return __builtin_popcount(inside);
  } else {
    const __m512i above = _mm512_sub_epi64(all, _mm512_set1_epi64(static_cast<int64_t>(low)));
    const __mmask8 inside = _mm512_cmple_epu64_mask(above, _mm512_set1_epi64(static_cast<int64_t>(range)));
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(inside, all));
    return __builtin_popcount(inside);
  }
#else
  int64_t count = 0;
  for (int64_t i = 0; i < kBlockKeys<K>; ++i) {
    to[count] = at[i];
    count += static_cast<K>(at[i] - low) <= range ? 1 : 0;
  }
  return count;
#endif
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
