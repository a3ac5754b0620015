// Works on keys by the cache line, for walks over many of them: counts keys below another one, and finds keys in a
// range.
#pragma once

#include "kernels/vec/vec.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace ct::kernels::CT_ISA {
namespace {

// How many keys of 32 or 64 bits, unsigned, a cache line has.
template <class K>
inline constexpr int64_t kBlockKeys = kCacheLine / static_cast<int64_t>(sizeof(K));

// Counts the keys of a line that are below `key` once `add` has been added to them.
template <class K>
CT_INLINE int64_t count_below_in_block(const K *at, K key, K add = 0) {
#if defined(__AVX512F__)
  __m512i all = _mm512_loadu_si512(at);
  if constexpr (sizeof(K) == 4) {
    all = _mm512_add_epi32(all, _mm512_set1_epi32(static_cast<int32_t>(add)));
    return __builtin_popcount(_mm512_cmplt_epu32_mask(all, _mm512_set1_epi32(static_cast<int32_t>(key))));
  } else {
    all = _mm512_add_epi64(all, _mm512_set1_epi64(static_cast<int64_t>(add)));
    return __builtin_popcount(_mm512_cmplt_epu64_mask(all, _mm512_set1_epi64(static_cast<int64_t>(key))));
  }
#elif defined(__AVX2__)
  const auto half = [=](const K *from) __attribute__((always_inline)) {
    __m256i some = _mm256_loadu_si256(reinterpret_cast<const __m256i_u *>(from));
    if constexpr (sizeof(K) == 4) {
      some = _mm256_add_epi32(some, _mm256_set1_epi32(static_cast<int32_t>(add)));
      const __m256i sign = _mm256_set1_epi32(INT32_MIN), other = _mm256_set1_epi32(static_cast<int32_t>(key));
      const __m256i below = _mm256_cmpgt_epi32(_mm256_xor_si256(other, sign), _mm256_xor_si256(some, sign));
      return __builtin_popcount(static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(below))));
    } else {
      some = _mm256_add_epi64(some, _mm256_set1_epi64x(static_cast<int64_t>(add)));
      const __m256i sign = _mm256_set1_epi64x(INT64_MIN), other = _mm256_set1_epi64x(static_cast<int64_t>(key));
      const __m256i below = _mm256_cmpgt_epi64(_mm256_xor_si256(other, sign), _mm256_xor_si256(some, sign));
      return __builtin_popcount(static_cast<uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(below))));
    }
  };
  return half(at) + half(at + kBlockKeys<K> / 2);
#else
  int64_t count = 0;
  for (int64_t i = 0; i < kBlockKeys<K>; ++i) count += static_cast<K>(at[i] + add) < key ? 1 : 0;
  return count;
#endif
}

// Which keys of a line are below `key`, as bits.
template <class K>
CT_INLINE uint32_t below_in_block(const K *at, K key) {
#if defined(__AVX512F__)
  const __m512i all = _mm512_loadu_si512(at);
  if constexpr (sizeof(K) == 4) return _mm512_cmplt_epu32_mask(all, _mm512_set1_epi32(static_cast<int32_t>(key)));
  return _mm512_cmplt_epu64_mask(all, _mm512_set1_epi64(static_cast<int64_t>(key)));
#else
  uint32_t found = 0;
  for (int64_t i = 0; i < kBlockKeys<K>; ++i) found |= (at[i] < key ? 1U : 0U) << i;
  return found;
#endif
}

// Stores the keys of a line that are in [low, low + range], in order, and returns how many there are. It writes a whole
// line.
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

// From lines that follow each other, stores the keys that differ from the one before, and, if nan is not 0, all keys
// equal to nan. Returns how many there are. It writes a whole line, which may be one that has been read.
template <class K>
class RunBegins {
 public:
  CT_INLINE explicit RunBegins(K first, K nan) : nan_(nan) {
#if defined(__AVX512F__)
    last_ = all_of(first);
#else
    last_ = first;
#endif
  }

  CT_INLINE int64_t store(K *to, const K *at) {
#if defined(__AVX512F__)
    const __m512i all = _mm512_loadu_si512(at), last = last_;
    last_ = all;
    if constexpr (sizeof(K) == 4) {
      const __mmask16 nans = nan_ == 0 ? __mmask16{0} : _mm512_cmpeq_epi32_mask(all, all_of(nan_));
      const __mmask16 differ = _mm512_cmpneq_epi32_mask(all, _mm512_maskz_alignr_epi32(0xffff, all, last, 15));
      _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(differ | nans, all));
      return __builtin_popcount(differ | nans);
    } else {
      const __mmask8 nans = nan_ == 0 ? __mmask8{0} : _mm512_cmpeq_epi64_mask(all, all_of(nan_));
      const __mmask8 differ = _mm512_cmpneq_epi64_mask(all, _mm512_maskz_alignr_epi64(0xff, all, last, 7));
      _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(differ | nans, all));
      return __builtin_popcount(differ | nans);
    }
#else
    const K *const end = at + kBlockKeys<K>, nan = nan_;
    K last = last_, *next = to;
    CT_ROLLED
    for (; at != end; ++at) {
      const K key = *at;
      *next = key;
      next += key != last || (nan != 0 && key == nan) ? 1 : 0;
      last = key;
    }
    last_ = last;
    return next - to;
#endif
  }

 private:
  K nan_;
#if defined(__AVX512F__)
  static CT_INLINE __m512i all_of(K key) {
    if constexpr (sizeof(K) == 4) return _mm512_set1_epi32(static_cast<int32_t>(key));
    return _mm512_set1_epi64(static_cast<int64_t>(key));
  }
  __m512i last_;
#else
  K last_;
#endif
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
