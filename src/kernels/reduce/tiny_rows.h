// Rows of a few elements, which are transposed, so that neighbours in memory go to neighbouring accumulators.
#pragma once

#include <cstdint>

#include "kernels/table.h"

namespace ct::kernels::CT_ISA {

// What takes a band of rows that have been transposed: `n` rows of `count` elements, `step` bytes apart. It may read as
// far beyond as a band is long. to, to_stride: for the rows, as below.
using AddTransposed = void (*)(char *to, int64_t to_stride, const char *at, int64_t step, int64_t n, int64_t count);

// `count` rows of n contiguous elements of `size` bytes, from_stride apart, band by band; n is kLeafElements at the
// most. to_stride: from one row's accumulator to the next.
void add_tiny_rows(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t count, int64_t n,
                   int64_t size, Traffic traffic, AddTransposed add);

}  // namespace ct::kernels::CT_ISA
