// From indices to offsets.
#pragma once

#include "kernels/table.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {

// The place of what the i-th index says, in a dim of that size.
CT_INLINE int64_t place_at(const char *indices, int64_t i, int64_t size) {
  const int64_t index = load_element<int64_t>(indices + i * int64_t{sizeof(int64_t)});
  return index + (index >> 63 & size);
}

void place_indices(const IndexedPiece &piece, int64_t first0, int64_t n0, int64_t first1, int64_t n1, int64_t *offsets);

}  // namespace ct::kernels::CT_ISA
