// Fetching what loops over groups of rows will read: the processor does not follow so many short rows by itself.
#pragma once

#include "kernels/element.h"

namespace ct::kernels::CT_ISA {
namespace {

// Of rows of `width` bytes at `at`, into the second-level cache: the rows after those, or where rows are one run, what
// lies some way ahead.
template <int64_t rows>
CT_INLINE void fetch_after(const char *at, int64_t stride, int64_t width) {
  constexpr int64_t kAhead = 4096;  // bytes
  const char *to = at + (stride == width ? kAhead : rows * stride);
  for (int64_t row = 0; row < rows; ++row, to += stride) {
    for (int64_t i = 0; i < width; i += 64) __builtin_prefetch(to + i, 0, 2);
  }
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
