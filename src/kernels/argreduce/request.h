// How a search is asked for many runs at once, and for how many columns.
#pragma once

#include <cstdint>

#include "kernels/types.h"

namespace ct::kernels {

// As `first` of Extreme::columns, where nothing has been found so far: each row is searched, not each column. best and
// index take what is found in each row, counted from its beginning.
constexpr int64_t kExtremeRuns = -1;

// Of columns that are searched together, bytes of their values: with the rows that are held, too, they stay in the
// second-level cache.
constexpr int64_t kMostValues = 32768;

// Whether short runs are searched as many at a time as there are lanes; of others the code would be long.
constexpr bool searches_runs(DType dtype) { return dtype == DType::Float32; }

}  // namespace ct::kernels
