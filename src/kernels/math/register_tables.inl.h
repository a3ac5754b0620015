// Tables of 32 floats in two registers each, for the fast mode's functions: only where kHasRegisterTables.
// The factors of an interval are a least-squares fit at its Chebyshev points, in 160 bits. The lowest power's factor is
// rounded to float first, then the others are fitted again to what is left, and so on.
#pragma once

#include "kernels/math/policy.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Powers of two: 2^(i / 32), what its rounding loses, and (2^f - 1) / f for |f| <= 1/60.
// clang-format off
alignas(64) inline constexpr float kRootPower[32] = {
    0x1p0, 0x1.059b0ep0, 0x1.0b5586p0, 0x1.11301ep0, 0x1.172b84p0, 0x1.1d4874p0, 0x1.2387a6p0, 0x1.29e9ep0,
    0x1.306fep0, 0x1.371a74p0, 0x1.3dea64p0, 0x1.44e086p0, 0x1.4bfdaep0, 0x1.5342b6p0, 0x1.5ab07ep0, 0x1.6247ecp0,
    0x1.6a09e6p0, 0x1.71f75ep0, 0x1.7a1148p0, 0x1.82589ap0, 0x1.8ace54p0, 0x1.93737cp0, 0x1.9c4918p0, 0x1.a5503cp0,
    0x1.ae89fap0, 0x1.b7f77p0, 0x1.c199bep0, 0x1.cb720ep0, 0x1.d5818ep0, 0x1.dfc974p0, 0x1.ea4afap0, 0x1.f50766p0};
alignas(64) inline constexpr float kRootPowerRest[32] = {
    0, -0x1.9d4f52p-25, 0x1.9f3122p-25, -0x1.fdb496p-25, -0x1.c15742p-27, -0x1.d2e8cap-25, 0x1.ceac48p-25,
    -0x1.5c0424p-25, 0x1.4636e2p-25, -0x1.18aac6p-25, 0x1.824684p-25, 0x1.8624b4p-30, -0x1.593abcp-25,
    -0x1.2c561p-25, -0x1.5bd5ecp-27, -0x1.f8b55p-25, 0x1.9fcef4p-26, 0x1.1d8beep-25, -0x1.829fdp-25, -0x1.accc7cp-26,
    0x1.15506ep-27, -0x1.e64744p-25, 0x1.51f848p-27, -0x1.b83b54p-25, -0x1.a94b14p-26, -0x1.a09438p-25,
    -0x1.3d56b2p-27, -0x1.8837ccp-27, -0x1.822dbcp-27, -0x1.908c94p-25, 0x1.52486cp-27, -0x1.246ebp-26};
// clang-format on
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
#pragma GCC unroll 4
  for (int i = 5; i > 1; --i) sum = multiply_add(sum, r, lookup(table[i], interval));
  const Vec<float> whole = select(shifted.v < constant<float>(1.125).v, r, lookup(table[1], interval));
  return with_sign_of(x, multiply_add(sum, r, whole));
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
