// Brings the elements of each of several interleaved rows side by side.
#pragma once

#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

// For ISAs with an instruction that takes elements out of any lanes of two registers. Element I of row `row` is element
// I * n + row of n interleaved registers. The registers after the first add their elements one by one.
template <int n, int row, int source, class E, int... I>
CT_INLINE Vec<E> pick_across(Vec<E> picked, const Vec<E> *from, Indices<I...> lanes) {
  constexpr int kAll = Vec<E>::kLanes;
  picked.v = __builtin_shufflevector(picked.v, from[source].v,
                                     ((I * n + row) / kAll == source ? kAll + (I * n + row) % kAll
                                      : source == 1                  ? (I * n + row) % kAll
                                                                     : I)...);
  if constexpr (source + 1 < n) {
    return pick_across<n, row, source + 1>(picked, from, lanes);
  } else {
    return picked;
  }
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
