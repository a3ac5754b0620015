// From indices to offsets.
#pragma once

#include "kernels/table.h"

namespace ct::kernels::CT_ISA {

void place_indices(const IndexedPiece &piece, int64_t first0, int64_t n0, int64_t first1, int64_t n1, int64_t *offsets);

}  // namespace ct::kernels::CT_ISA
