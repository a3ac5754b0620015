// How a copy goes that changes no bits: the only place that chooses, from sizes, strides and the caches. A plan is
// data; iter/copy.h walks it.
#pragma once

#include "iter/iterator.h"
#include "kernels/table.h"

namespace ct {

// Whether an element can have so many bytes.
constexpr int64_t kLargestElement = 16;
constexpr bool is_element_size(int64_t bytes) noexcept {
  return bytes <= kLargestElement && (bytes & (bytes - 1)) == 0;
}

// Rows of the input that the output's dim 0 goes through, one element of each: the parts of joined tensors, say, which
// lie across the output.
struct InputRows {
  static constexpr int64_t kConstant = INT64_MIN;

  const int64_t *at;     // [size of dim 0] bytes from the input's data, or kConstant
  const char *constant;  // the element that constant rows repeat; NULL: there are none

  // Whether a copy with rows for this many elements can be planned.
  static bool fit(int64_t count, int64_t itemsize) noexcept { return count * itemsize <= kTransposedRow; }
};

enum class CopyKind {
  Contiguous,  // both sides are one dense range
  Strided,     // rows of the output, one after the other (iter/run.cpp)
  Interleave,  // the same, of two to four rows that are interleaved on one side (kernels/copy/interleave.h)
  Picked,      // boxes, whose elements move one by one: by loops along long rows, or as tables list their places
  PickedRows,  // the same by way of rows (iter/run.cpp), which are read ahead, and stored past the caches
  Transpose,   // blocks, of which each side has its rows anywhere (kernels/table.h, TransposeBlock)
};

struct CopyPlan {
  static constexpr int64_t kMaxRows = 1024;  // of a block, on one side
  using Rows = int64_t[2 * kMaxRows + kCacheLine];

  // memory: for the Rows in which the plan has its tables. With `rows`, which fit(), the plan is a transposition.
  CopyPlan(const Iterator &it, int64_t *memory, const InputRows *rows = nullptr);

  CopyKind kind = CopyKind::Strided;
  kernels::Traffic loads, stores;

  // ---- a transposition, or boxes: those have a side of the output alone ----

  // The dims that a side's rows run along within a block. They count as one dim, and of the last of them a block takes
  // a piece.
  struct Side {
    int32_t ndim = 0;
    int32_t dims[kMaxDims];
    int64_t bytes = 0;     // of a row
    int64_t length = 1;    // the same, in segments
    int64_t piece = 1;     // of the last dim
    int64_t last = 1;      // segments in a row of the last, shorter block
    int32_t counter = -1;  // the outer dim that counts pieces, or -1: there is one

    bool has_end() const { return counter >= 0; }
  };
  // What an odometer over blocks counts: a dim outside of blocks, or the pieces of a dim.
  struct Outer {
    int64_t size, to, from;  // strides in bytes
    int32_t dim;
    Side *side;  // whose pieces it counts, or NULL
  };

  int64_t unit = 0;  // bytes of what stays together: an element, or a contiguous segment of both sides
  Side to, from;
  SmallVec<Outer, 6> outer;  // the fastest first
  DimVec counts;             // their sizes
  int32_t next_in_row = -1;  // the outer dim that goes on with rows of the output, where they are no whole lines
  int64_t after = 0;         // segments of the block after that fill a line
  bool is_even = false, whole_lines = false;
  bool is_dense = false;         // boxes of the output have no gaps
  bool has_rows = false;         // boxes are long rows of the first two dims, without tables
  int64_t *to_rows, *from_rows;  // as TransposeBlock has them; of boxes, where elements lie

  int64_t block() const { return to.bytes * from.length; }  // bytes
};

}  // namespace ct
