// In which order passes run, and which of them go row block by row block together: a reduction of the last dims, what
// computes its operand, and what goes on from it. Of each block of rows all of these passes run before the next block
// does. So what they hand on to each other lies in a cache, in scratch of as many rows, and memory is read once and
// written once.
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
