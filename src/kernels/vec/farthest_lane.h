// The largest or the smallest of a register's lanes, and what comparisons of registers need beside it.
#pragma once

#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

// Keeps what was loaded in a register; otherwise GCC 12 loads it again for each of its uses with AVX-512.
template <class T>
CT_INLINE void load_once([[maybe_unused]] Vec<T> &x) {
#if defined(__AVX512F__)
  asm("" : "+v"(x.v));
#endif
}

// The largest (the smallest) of all lanes, none of which may be NaN.
template <bool largest, class T>
CT_INLINE T farthest_lane(Vec<T> v) {
#if defined(__AVX2__)
  if constexpr (sizeof(T) == 2) {  // by the instruction that finds the least of eight
    constexpr auto kOrder = static_cast<uint16_t>((largest ? 0xffff : 0) ^ (T(-1) < T(0) ? 0x8000 : 0));
    const Vec<uint16_t> all{(Vec<uint16_t>::Native)v.v ^ kOrder};
#if defined(__AVX512F__)
    const __m256i half = _mm256_min_epu16(low_half((__m512i)all.v), high_half((__m512i)all.v));
#else
    const auto half = (__m256i)all.v;
#endif
    const __m128i eight = _mm_min_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    return static_cast<T>(_mm_extract_epi16(_mm_minpos_epu16(eight), 0) ^ kOrder);
  }
#endif
  const auto farther_one = [](Vec<T> a, Vec<T> b) __attribute__((always_inline)) { return farther<largest>(b, a); };
  return fold_lanes(v, farther_one).v[0];
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
