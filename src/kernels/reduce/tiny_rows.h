// Rows of a few elements, whose neighbours are brought side by side.
#pragma once

#include <cstdint>

#include "kernels/table.h"

namespace ct::kernels::CT_ISA {

constexpr int64_t kTinyRow = 32;    // elements, at most
constexpr int64_t kTinyBand = 512;  // bytes of a turned row

// What takes a band of rows that have been turned: `n` rows of `count` elements, `step` bytes apart. It may read as far
// beyond as a band is long. to, to_stride: for the rows, as below.
using AddTurned = void (*)(char *to, int64_t to_stride, const char *at, int64_t step, int64_t n, int64_t count);

// `count` rows of n elements of `size` bytes side by side, from_stride apart, band by band; to_stride: from one row to
// the next.
void add_tiny_rows(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t count, int64_t n,
                   int64_t size, Traffic traffic, AddTurned add);

}  // namespace ct::kernels::CT_ISA
