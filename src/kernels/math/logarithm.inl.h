// The binary logarithm of floats in double, for functions that are made of it.
#pragma once

#include "kernels/math/policy.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// log2((1 + s) / (1 - s)) / s as a function of s^2, within 2^-37: through Chebyshev's points, highest power first.
inline constexpr double kLog2Series[] = {0x1.5cea2f6fc1947p-2, 0x1.a58d705658d56p-2, 0x1.27778019ca573p-1,
                                         0x1.ec709d1291cddp-1, 0x1.71547652bee21p+1};

// For a positive normal number, 0 or NaN, within 2^-37. The operations are the same on every instruction set.
CT_INLINE Vec<double> log2_of_float(Vec<double> x) {
  using Bits = Vec<uint64_t>::Native;
  constexpr uint64_t kRootHalf = 0x3fe6a09e667f3bcd;  // where the fraction starts
  constexpr uint64_t kBias = 1024;                    // keeps exponents positive
  const Bits exponent = ((Bits)x.v - kRootHalf + (kBias << 52U)) >> 52U;
  const Vec<double> fraction{(Vec<double>::Native)((Bits)x.v - (exponent << 52U) + (kBias << 52U))};
  const Vec<double> n =
      Vec<double>{(Vec<double>::Native)(exponent | 0x4330000000000000U)} - constant<double>(0x1p52 + kBias);
  const Vec<double> one = constant<double>(1);
  const Vec<double> s = (fraction - one) / (fraction + one);
  const Vec<double> result = n + s * polynomial(kLog2Series, s * s);
  const Vec<double> endless = constant<double>(__builtin_inf());
  const auto is_finite = (x.v > Vec<double>{}.v) & (x.v < endless.v);
  return select(is_finite, result, select(x.v == Vec<double>{}.v, -endless, x));
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
