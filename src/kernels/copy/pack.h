// Packs a strided row, and unpacks it, while what follows is prefetched.
#pragma once

#include "kernels/vec/element.h"

namespace ct::kernels::CT_ISA {

// n elements between a place where they lie `stride` bytes apart and a dense block. The lines that lie `ahead` bytes on
// from that place are asked for.
using MoveRow = void (*)(char *to, const char *from, int64_t n, int64_t ahead, int64_t stride);
MoveRow gather_of(int size, int64_t stride);
MoveRow scatter_of(int size, int64_t stride);

}  // namespace ct::kernels::CT_ISA
