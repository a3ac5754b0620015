// What every reduction shares: which way a 2-D piece is walked, and the tree in which its elements meet. Every ISA
// combines in the same order, whatever its registers: a run goes to 256 bytes of virtual lanes, at most 32 elements a
// lane one after the other; such leaves are combined in pairs, the pairs in pairs, and so on (a sum's error grows with
// the logarithm of the length), and at last the lanes by halves. Nothing depends on addresses.
//
// Along a run: reduce_runs.inl.h; an accumulator at a time, along its own run: reduce_rows.inl.h; neighbouring ones
// together, down columns: reduce_columns.inl.h, by rows of reduce_dense_rows.inl.h; what all share: reduce_lanes.inl.h.
//
// An accumulator A is
//   Stored, Held             an element in memory; what an accumulator in memory holds
//   Lane                     what the tree combines
//   Run, kRunElements        a register of a leaf along a run, and how many elements it takes at a time:
//     begin(), add(run, at), add(run, at, n), end(run, loads) → Vec<Lane>
//   Column, kColumnElements  a register down columns: begin_column(), add_column(…), end_column(column, rows, lanes)
//   first(at), first(at, n)  if it has them: a column of one row, where columns are registers of Held
//   kOneOperation            if true: columns take one operation an element, as it lies in memory
//   kColumnRows              how many rows a column takes one after the other; kEndless: any number
//   add_steps(run, at)       if it has one: adds every second element, and reads up to the one after the last
//   add_register(run, x)     if it has one, of what lies in memory as lanes hold it: adds a register of elements
//   kAnyOrder                any order gives the same bits: columns need no tree, nor does a run that is kEndless too
//   combine(a, b)            of Vec<Lane>, a from earlier elements
//   hold(held, lane)         the accumulator in memory with one lane more
//   hold_lanes(held, lanes)  if it has one: the same of a register of Held, in memory
//   Careful, fits(lane), fit(lanes)  if it has them: the accumulator that takes the elements again where a lane, of all
//                            that one accumulator in memory is given at a time, does not say what it should
//   settled(lanes)           if it has one, of any order: all bits of the lanes that nothing changes any more
// Most are Elementwise (kernels/reduce/lanewise.inl.h).
#pragma once

#include "kernels/reduce/columns.inl.h"
#include "kernels/reduce/rows.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Which way is taken depends on the strides and the reduced dim alone, never on how many accumulators a piece has:
// cutting the kept dim between threads changes no bits.
template <class A>
void reduce(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  if (size0 <= 0 || size1 <= 0) return;
  Dim inner{size0, strides[0], strides[1]};
  Dim outer{size1, strides[2], strides[3]};
  char *const to = data[0];
  const char *const from = data[1];
  using Along = Rows<A>;
  using Down = Columns<A>;
  if (inner.to == 0 && outer.to == 0) {
    if (outer.size > 1 && (inner.size == 1 || distance(outer) < distance(inner)))
      return Along::all(to, from, outer, inner, distance_ahead(outer, inner, Along::kSize, traffic));
    return Along::all(to, from, inner, outer, distance_ahead(inner, outer, Along::kSize, traffic));
  }
  if (inner.to != 0 && outer.to != 0) {
    for (int64_t j = 0; j < outer.size; ++j) {
      Down::columns(to + j * outer.to, from + j * outer.from, inner, Dim{1, 0, 0}, traffic);
    }
    return;
  }
  const Dim &kept = inner.to != 0 ? inner : outer;
  const Dim &reduced = inner.to != 0 ? outer : inner;
  if (reduced.size == 1 || distance(kept) < distance(reduced)) {
    Down::columns(to, from, kept, reduced, traffic);
  } else {
    Along::rows(to, from, kept, reduced, traffic);
  }
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
