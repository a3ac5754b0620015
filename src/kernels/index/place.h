// From indices to offsets.
#pragma once

#include "kernels/table.h"

namespace ct::kernels::CT_ISA {

// The most frequent case: one index, of int64, whose neighbours lie side by side.
inline bool has_dense_index(const IndexedPiece &piece) {
  return piece.count == 1 && piece.indices[0].dtype == DType::Int64 && piece.indices[0].strides[0] == 8;
}

void place_indices(const IndexedPiece &piece, int64_t first0, int64_t n0, int64_t first1, int64_t n1, int64_t *offsets);

}  // namespace ct::kernels::CT_ISA
