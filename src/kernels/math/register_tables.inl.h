// Tables of 32 floats in two registers each, for the fast mode's functions: only where kHasRegisterTables.
// The factors of an interval are a least-squares fit at its Chebyshev points, in 160 bits. The lowest power's factor is
// rounded to float first, then the others are fitted again to what is left, and so on.
#pragma once

#include "kernels/math/policy.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// 2^(i / 32), and (2^f - 1) / f for |f| <= 1/60.
inline constexpr auto kRootPower = table_of<32>(0, [](int i) { return exact_exp2(i / 32.0L); });
CT_INLINE Vec<float> power_slope(Vec<float> f) {
  return multiply_add(multiply_add(constant<float>(0x1.c69ffap-5), f, constant<float>(0x1.ebfd0ap-3)), f,
                      constant<float>(0x1.62e43p-1));
}

// An odd function whose limit is 1, by intervals of scale * |x| + 1, eight to each power of two. For each interval the
// table has a centre c, the function there, which is nearly a float, and the factors of the powers of |x| - c, lowest
// first. The first interval has factors of powers of |x|, which give the function over |x| less 1. bound lies in an
// interval where the function is 1.
template <int scale>
CT_INLINE Vec<float> odd_by_intervals(const float (&table)[7][32], Vec<float> x, float bound) {
  const Vec<float> one = constant<float>(1);
  const Vec<float> size = at_most(without_sign(x), bound);
  const Vec<float> shifted = scale == 1 ? size + one : multiply_add(size, constant<float>(scale), one);
  const Index interval = (Index)shifted.v >> 20U;
  const Vec<float> r = size - lookup(table[0], interval);
  Vec<float> sum = lookup(table[6], interval);
  CT_UNROLL(4)
  for (int i = 5; i > 1; --i) sum = multiply_add(sum, r, lookup(table[i], interval));
  const Vec<float> whole = select(shifted.v < constant<float>(1.125).v, r, lookup(table[1], interval));
  return with_sign_of(x, multiply_add(sum, r, whole));
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
