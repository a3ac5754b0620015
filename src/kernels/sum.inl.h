// What the sums share: which way a 2-D piece is walked.
#pragma once

#include <cstdint>

#include "kernels/units.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

// Handed on by reference: a copy, made by wide moves, would wait for the fields that were stored one by one.
struct Dim {
  int64_t size, to, from;  // strides of accumulator and input in bytes
};

// How far apart neighbours of a dim are in the input; an expanded dim has none.
CT_INLINE int64_t distance(const Dim &dim) { return dim.from == 0 ? INT64_MAX : dim.from < 0 ? -dim.from : dim.from; }

// Sum::all(to, from, inner, outer, traffic) one accumulator takes every element
// Sum::rows(to, from, kept, reduced, traffic)    an accumulator at a time, along its own elements
// Sum::columns(to, from, kept, reduced, traffic) neighbouring accumulators together, down the reduced dim
// Which one depends on the strides alone, never on how many accumulators a piece has: cutting the kept dim between
// threads changes no bits.
template <class Sum>
void sum(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  if (size0 <= 0 || size1 <= 0) return;
  Dim inner{size0, strides[0], strides[1]};
  Dim outer{size1, strides[2], strides[3]};
  char *const to = data[0];
  const char *const from = data[1];
  if (inner.to == 0 && outer.to == 0) {
    if (outer.size > 1 && (inner.size == 1 || distance(outer) < distance(inner)))
      return Sum::all(to, from, outer, inner, traffic);
    return Sum::all(to, from, inner, outer, traffic);
  }
  if (inner.to != 0 && outer.to != 0) {
    for (int64_t j = 0; j < outer.size; ++j) {
      Sum::columns(to + j * outer.to, from + j * outer.from, inner, Dim{1, 0, 0}, traffic);
    }
    return;
  }
  const Dim &kept = inner.to != 0 ? inner : outer;
  const Dim &reduced = inner.to != 0 ? outer : inner;
  if (reduced.size == 1 || distance(kept) < distance(reduced)) {
    Sum::columns(to, from, kept, reduced, traffic);
  } else {
    Sum::rows(to, from, kept, reduced, traffic);
  }
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
