// Rounding to the nearest integer.
#pragma once

#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Rounds to nearest, ties to even, without an instruction for it, so that bits are the same everywhere: adding 2^23
// (2^52) to a magnitude below that leaves no bits for a fraction.
template <class T>
CT_INLINE Vec<T> nearest(Vec<T> a) {
  const Vec<T> big = Vec<T>::splat(sizeof(T) == 4 ? T(0x1p23) : T(0x1p52));
  const Vec<T> size = without_sign(a);
  return with_sign_of(a, select(size.v < big.v, (size + big) - big, size));
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
