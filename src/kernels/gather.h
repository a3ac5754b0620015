// Blocks between strided places and dense ones, of which the next are fetched meanwhile.
#pragma once

#include "kernels/element.h"

namespace ct::kernels::CT_ISA {

// As gather() and scatter() of element.h. The lines that lie `ahead` bytes on from the strided places are asked for;
// 0: none.
void gather_ahead(char *block, const char *from, int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1,
                  Traffic traffic, int64_t ahead);
void scatter_ahead(char *to, const char *block, int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1,
                   int64_t ahead);

}  // namespace ct::kernels::CT_ISA
