// The walk over a 2-D piece, which every reduction shares, and the words that this folder uses.
//
// Every ISA combines in the same order, whatever its registers (the numbers are in kernels/reduce/order.h). Contiguous
// elements go to virtual lanes, a lane taking a few of them one after the other. Such leaves are combined in pairs, the
// pairs in pairs, and so on, so that a sum's error grows with the logarithm of the length; at last the lanes meet by
// halves. Nothing depends on addresses.
//
//   element      what lies in memory
//   accumulator  what a result is collected in, in memory
//   lane         what collects elements while a kernel runs; a register holds several
//   leaf         the elements that a lane takes one after the other
//   row          elements along the dim that is closer in memory. Either a row has an accumulator (Rows, with
//                Contiguous for what lies side by side), or its elements go to an accumulator each (Columns, with
//                DenseRows for rows that are contiguous)
//   column       an accumulator that takes one element of each of many rows
//   strip        neighbouring columns that are walked together
//   band         a few rows that are walked together
//
// An accumulator type A is
//   Stored, Held             an element in memory; what an accumulator in memory holds
//   Lane                     what the tree combines
//   Leaf, kLeafStep          a register of leaves of contiguous elements, and how many elements it takes at a time:
//     begin(), add(leaf, at), add(leaf, at, n), end(leaf, loads) → Vec<Lane>
//   Column, kColumnElements  a register of columns: begin_column(), add_column(…), end_column(column, rows, lanes)
//   first(at)                optional: a column of one row, where columns are registers of Held
//   kColumnRows              how many rows a column takes one after the other; kEndless: any number
//   add_register(leaf, x)    optional, where memory holds what lanes do: adds a register of elements
//   kAnyOrder                any order gives the same bits: columns need no tree
//   combine(a, b)            of Vec<Lane>, a from earlier elements
//   hold(held, lane)         the accumulator in memory with one lane more
//   Careful, fits(lane), fit(lanes)  optional: the accumulator type that takes the elements again where a lane, which
//                            has all that one accumulator in memory gets at a time, is out of range
//   absorbed(lanes)          optional, with kAnyOrder: sets all bits of the lanes that no further element changes
// Most are Elementwise (kernels/reduce/lanewise.inl.h).
#pragma once

#include "kernels/reduce/columns.inl.h"
#include "kernels/reduce/rows.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Which walk is taken depends on the strides and the reduced dim alone, never on how many accumulators a piece has:
// cutting the kept dim between threads changes no bits.
template <class A>
void reduce(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  if (size0 <= 0 || size1 <= 0) return;
  Dim inner{size0, strides[0], strides[1]};
  Dim outer{size1, strides[2], strides[3]};
  char *const to = data[0];
  const char *const from = data[1];
  if (inner.to == 0 && outer.to == 0) {
    if (outer.size > 1 && (inner.size == 1 || distance(outer) < distance(inner)))
      return Contiguous<A>::all(to, from, outer, inner);
    return Contiguous<A>::all(to, from, inner, outer);
  }
  if (inner.to != 0 && outer.to != 0) {
    for (int64_t j = 0; j < outer.size; ++j) {
      Columns<A>::columns(to + j * outer.to, from + j * outer.from, inner, Dim{1, 0, 0}, traffic);
    }
    return;
  }
  const Dim &kept = inner.to != 0 ? inner : outer;
  const Dim &reduced = inner.to != 0 ? outer : inner;
  if (reduced.size == 1 || distance(kept) < distance(reduced)) {
    Columns<A>::columns(to, from, kept, reduced, traffic);
  } else {
    Rows<A>::rows(to, from, kept, reduced, traffic);
  }
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
