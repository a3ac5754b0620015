// Transposes of two, three or four rows that stand in turns on one side: pixels to planes and back.
#pragma once

#include <cstdint>

#include "kernels/table.h"

namespace ct::kernels::CT_ISA {

// As transpose(), stored through the caches. False, and nothing done, where neither side is pixels or elements have 16
// bytes.
bool transpose_interleaved(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
                           int64_t element_size);

// The same past the caches, in whole lines; stream_fence() before others are told of them.
bool stream_interleaved(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
                        int64_t element_size);

}  // namespace ct::kernels::CT_ISA
