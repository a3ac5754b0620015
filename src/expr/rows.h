// Decides the order in which passes run, and which of them run together, one block of rows after the other: a reduction
// of the last dims, the passes that compute its operand, and those that continue from its result. All these passes run
// on a block of rows before the next block begins. What they hand on to each other lies in a cache, in scratch for one
// block, and memory is read once and written once.
#pragma once

#include <cstdint>
#include <span>

#include "expr/passes.h"

namespace ct {

struct RowGroup {
  int32_t first, count;  // passes, in the order in which they run
  int64_t rows, row;     // how many, of how many elements each
  int64_t block;         // rows that go together
  int64_t bytes;         // of a worker's temporaries
};

struct Schedule {
  // strides: of each result's output. in_place: outputs may be elements that the expression reads.
  Schedule(const Grouping &grouping, std::span<const Dims> strides, bool in_place);

  SmallVec<int32_t, 4> order;  // of passes
  SmallVec<RowGroup, 2> groups;
  SmallVec<int64_t, 4> places;   // of temporaries: where in a worker's scratch those of a group begin, or -1
  SmallVec<int32_t, 4> results;  // of temporaries: the result that is written in their place, or -1
};

}  // namespace ct
