// Tables of 32 floats in two registers each, and fused operations, for the fast mode's functions: of AVX-512 alone.
#pragma once

#include "kernels/math.inl.h"

#if defined(__AVX512F__)
namespace ct::kernels::CT_ISA {
namespace {

using Index = Vec<uint32_t>::Native;

// Of each index the last five bits count.
CT_INLINE Vec<float> looked_up(const float (&table)[32], Index index) {
  const __m512 low = _mm512_load_ps(table);
  const __m512 high = _mm512_load_ps(table + 16);
  return {_mm512_permutex2var_ps(low, (__m512i)index, high)};
}

// a * b + c and a * b - c, rounded once.
CT_INLINE Vec<float> fused(Vec<float> a, Vec<float> b, Vec<float> c) { return {_mm512_fmadd_ps(a.v, b.v, c.v)}; }
CT_INLINE Vec<float> fused_difference(Vec<float> a, Vec<float> b, Vec<float> c) {
  return {_mm512_fmsub_ps(a.v, b.v, c.v)};
}

// An odd function that ends at 1, by intervals of scale * |x| + 1, eight of them to a power of two. Of each the table
// has a centre c, the function there, which is all but a float, and the factors of the powers of |x| - c, lowest first.
// Those of the first interval are of powers of |x|, and give the function over |x| less 1. bound: in an interval of
// ones.
template <int scale>
CT_INLINE Vec<float> odd_by_intervals(const float (&table)[7][32], Vec<float> x, float bound) {
  const Vec<float> one = constant<float>(1);
  const Vec<float> size = at_most(without_sign(x), bound);
  const Vec<float> shifted = scale == 1 ? size + one : fused(size, constant<float>(scale), one);
  const Index interval = (Index)shifted.v >> 20U;
  const Vec<float> r = size - looked_up(table[0], interval);
  Vec<float> sum = looked_up(table[6], interval);
#pragma GCC unroll 4
  for (int i = 5; i > 1; --i) sum = fused(sum, r, looked_up(table[i], interval));
  const Vec<float> whole = select(shifted.v < constant<float>(1.125).v, r, looked_up(table[1], interval));
  return with_sign_of(x, fused(sum, r, whole));
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
#endif
