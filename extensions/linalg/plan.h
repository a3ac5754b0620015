// Where the matrices of a product lie in memory, and what follows from that.
#pragma once

#include <algorithm>
#include <cstdint>

#include "support.h"

namespace ct_linalg {

// The element [0, 0] of a matrix, and its strides in elements.
struct Place {
  char *data;
  int64_t row, col;
};
struct BatchDim {
  int64_t size, a, b, c;  // strides in elements
};
struct Plan {
  ct_dtype dtype;
  int64_t itemsize;
  int64_t m, n, k;
  Place a, b, c;
  int32_t ndim;  // of the batch, the last one the fastest
  BatchDim batch[kMaxDims];

  int64_t count() const;  // of matrices in the batch
  // Calls body(a, b, c, count) for the matrices from begin to end, with as many as follow one another along the last
  // dim.
  template <class F>
  void for_runs(int64_t begin, int64_t end, F &&body) const {
    const int64_t last = ndim == 0 ? 1 : batch[ndim - 1].size;
    for (int64_t count; begin < end; begin += count) {
      count = std::min(end - begin, last - begin % last);
      Place a_at, b_at, c_at;
      find(begin, &a_at, &b_at, &c_at);
      body(a_at, b_at, c_at, count);
    }
  }
  void find(int64_t index, Place *a_at, Place *b_at, Place *c_at) const;  // the matrices of one of them
};

// Plans c = a b. Where strides allow it, batch dims are joined with each other, or, with may_fold, with rows or
// columns. A lone row or column gets the stride that it would have in a matrix without gaps.
Plan make_plan(const Tensor &a, const Tensor &b, const Tensor &c, bool may_fold);
void transpose(Plan *plan);  // c^T = b^T a^T

// A matrix as BLAS sees it, by rows: as it lies, or as the transpose of what lies there.
struct BlasLayout {
  bool fits, trans;
  int ld;
};
BlasLayout blas_layout(int64_t rows, int64_t cols, const Place &place);
bool blas_sizes(const Plan &plan);  // BLAS can count its rows and columns

char *at(const Place &place, int64_t itemsize, int64_t row, int64_t col);

}  // namespace ct_linalg
