// Moving elements between two places of which one has its neighbours along dim 0 and the other along dim 1.
#pragma once

#include <cstdint>

#include "kernels/table.h"

namespace ct::kernels::CT_ISA {

struct TransposeTraffic {
  Traffic stores;        // NonTemporal: whole lines past the caches; stream_fence() before others are told of them
  Traffic loads;         // NonTemporal: fetched ahead
  bool fetched = false;  // it was asked for already, whatever loads says
};

// to: n1 rows of n0 elements side by side, to_stride bytes apart. from: n0 rows of n1 elements side by side,
// from_stride bytes apart. element_size 1, 2, 4, 8 or 16; any alignment.
void transpose(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
               int64_t element_size, TransposeTraffic traffic);

}  // namespace ct::kernels::CT_ISA
