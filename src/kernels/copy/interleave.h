// Transposes of two, three or four rows whose elements are interleaved on one side: the channels of an image, say.
#pragma once

#include <cstdint>

#include "kernels/table.h"

namespace ct::kernels::CT_ISA {

// Does what transpose() does, with stores through the caches. Returns false and does nothing where neither side is
// interleaved so, elements have 16 bytes, or no instruction shuffles bytes.
bool transpose_interleaved(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
                           int64_t element_size);

// The same with non-temporal stores of whole lines; stream_fence() must come before other threads are told of them.
bool stream_interleaved(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
                        int64_t element_size);

// Writes each of n elements this many times, side by side. Returns false and does nothing for one time, where the
// copies of an element have more than 8 bytes, or where no instruction shuffles bytes.
bool repeat_elements(char *to, const char *from, int64_t element_size, int64_t times, int64_t n);

}  // namespace ct::kernels::CT_ISA
