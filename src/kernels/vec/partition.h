// Partitions keys by a pivot, in place, in registers of AVX-512: those below it come first. This is the pass of a
// quicksort.
#pragma once

#include "kernels/vec/lanes_by_mask.h"
#include "kernels/vec/vec.h"

#ifdef __AVX512F__
#include <immintrin.h>

namespace ct::kernels::CT_ISA {
namespace {

// Keys are unsigned, of 32 or 64 bits. Registers from both ends are held back, so that there is a gap to write to. Then
// registers are read from the side that has less room, and each is written as a whole on both sides of the gap. What it
// writes beyond its own elements, towards the middle of the gap, is overwritten later.
template <class K>
class Partition {
 public:
  Partition(K *keys, int64_t n, K pivot, K smallest, K largest)
      : left_(keys), right_(keys + n), pivot_(all_of(pivot)), smallest_(all_of(smallest)), largest_(all_of(largest)) {}

  // Returns how many keys are below the pivot. smallest and largest take in these keys as well.
  CT_INLINE int64_t run(K *smallest, K *largest) {
    K *const keys = left_;
    const int64_t n = right_ - left_, whole = n / kLanes, left_out = n % kLanes;
    const auto rest_mask = static_cast<Mask>((1U << left_out) - 1);
    const __m512i rest = masked(rest_mask, keys + whole * kLanes);
    const bool reads = whole >= 3 * kSome;
    const int64_t first = reads ? kSome + (whole - 2 * kSome) % kSome : whole, last = reads ? kSome : 0;
    alignas(kCacheLine) K held[3 * kSome * kLanes];
    const K *begin = keys + first * kLanes, *end = keys + (whole - last) * kLanes;
    move(held, keys, first);
    move(held + first * kLanes, end, last);
    while (begin != end) {
      const K *from;
      if (right_ - end < begin - left_) {
        from = end -= kSome * kLanes;
        prefetch(end - 2 * kSome * kLanes);
      } else {
        from = begin;
        begin += kSome * kLanes;
        prefetch(begin + kSome * kLanes);
      }
      __m512i some[kSome];
      CT_UNROLL(8)
      for (int64_t i = 0; i < kSome; ++i) some[i] = _mm512_loadu_si512(from + i * kLanes);
      CT_UNROLL(8)
      for (int64_t i = 0; i < kSome; ++i) put(some[i]);
    }
    const int64_t count = first + last;
    put_masked(rest, rest_mask);
    for (int64_t i = 0; i + 1 < count; ++i) put(_mm512_load_si512(held + i * kLanes));
    if (count > 0) put_masked(_mm512_load_si512(held + (count - 1) * kLanes), kAllLanes);
    if constexpr (kNarrow) {
      *smallest = static_cast<K>(_mm512_reduce_min_epu32(smallest_));
      *largest = static_cast<K>(_mm512_reduce_max_epu32(largest_));
    } else {
      *smallest = static_cast<K>(_mm512_reduce_min_epu64(smallest_));
      *largest = static_cast<K>(_mm512_reduce_max_epu64(largest_));
    }
    return left_ - keys;
  }

 private:
  static constexpr bool kNarrow = sizeof(K) == 4;
  static constexpr int64_t kLanes = 64 / static_cast<int64_t>(sizeof(K));
  // How many registers are read at a time. More would not stay in registers; with fewer, the side would be predicted
  // wrongly more often.
  static constexpr int64_t kSome = 8;
  using Mask = If<kNarrow, __mmask16, __mmask8>;
  static constexpr auto kAllLanes = static_cast<Mask>(-1);

  static CT_INLINE __m512i all_of(K key) {
    if constexpr (kNarrow) return _mm512_set1_epi32(static_cast<int32_t>(key));
    return _mm512_set1_epi64(static_cast<int64_t>(key));
  }
  static CT_INLINE __m512i masked(Mask mask, const K *at) {
    if constexpr (kNarrow) return _mm512_maskz_loadu_epi32(mask, at);
    return _mm512_maskz_loadu_epi64(mask, at);
  }
  static CT_INLINE void move(K *to, const K *from, int64_t registers) {
    for (int64_t i = 0; i < registers * kLanes; i += kLanes) _mm512_store_si512(to + i, _mm512_loadu_si512(from + i));
  }
  static CT_INLINE void prefetch(const K *at) {
    CT_UNROLL(8)
    for (int64_t i = 0; i < kSome; ++i) __builtin_prefetch(at + i * kLanes);
  }
  static CT_INLINE __m512i compressed(Mask mask, __m512i keys) {
    if constexpr (kNarrow) return _mm512_maskz_compress_epi32(mask, keys);
    return _mm512_maskz_compress_epi64(mask, keys);
  }

  CT_INLINE Mask below(__m512i keys) const {
    if constexpr (kNarrow) return _mm512_cmplt_epu32_mask(keys, pivot_);
    return _mm512_cmplt_epu64_mask(keys, pivot_);
  }
  CT_INLINE void remember(__m512i keys, Mask mask) {
    if constexpr (kNarrow) {
      smallest_ = _mm512_mask_min_epu32(smallest_, mask, smallest_, keys);
      largest_ = _mm512_mask_max_epu32(largest_, mask, largest_, keys);
    } else {
      smallest_ = _mm512_mask_min_epu64(smallest_, mask, smallest_, keys);
      largest_ = _mm512_mask_max_epu64(largest_, mask, largest_, keys);
    }
  }

  // Writes a register; the gap has room for two. Eight lanes are put in order by a table, so one permutation serves
  // both sides. Sixteen are compressed for each side, in registers, since Zen 4 takes more than a hundred cycles to
  // compress into memory; on the right they come in the opposite order, so that they need no mask.
  CT_INLINE void put(__m512i keys) {
    const Mask mask = below(keys);
    const int64_t count = __builtin_popcount(mask);
    if constexpr (kNarrow) {
      const __m512i reversed = _mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
      _mm512_storeu_si512(left_, compressed(mask, keys));
      _mm512_storeu_si512(right_ - kLanes,
                          _mm512_permutexvar_epi32(reversed, compressed(static_cast<Mask>(~mask), keys)));
    } else {
      const auto *const order = reinterpret_cast<const __m128i *>(&kLanesByMask<8>.order[mask]);
      const __m512i both = _mm512_permutexvar_epi64(_mm512_cvtepu8_epi64(_mm_loadl_epi64(order)), keys);
      _mm512_storeu_si512(left_, both);
      _mm512_storeu_si512(right_ - kLanes, both);
    }
    left_ += count;
    right_ -= kLanes - count;
    remember(keys, kAllLanes);
  }
  // Writes only the lanes in the mask, where the gap may have no room for more.
  CT_INLINE void put_masked(__m512i keys, Mask lanes) {
    const auto mask = static_cast<Mask>(below(keys) & lanes), others = static_cast<Mask>(lanes & ~mask);
    store_first(left_, compressed(mask, keys), __builtin_popcount(mask));
    left_ += __builtin_popcount(mask);
    right_ -= __builtin_popcount(others);
    store_first(right_, compressed(others, keys), __builtin_popcount(others));
    remember(keys, lanes);
  }
  static CT_INLINE void store_first(K *to, __m512i keys, int32_t count) {
    const auto mask = static_cast<Mask>((1U << count) - 1);
    if constexpr (kNarrow) {
      _mm512_mask_storeu_epi32(to, mask, keys);
    } else {
      _mm512_mask_storeu_epi64(to, mask, keys);
    }
  }

  K *left_, *right_;  // the ends of the gap
  __m512i pivot_, smallest_, largest_;
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
#endif
