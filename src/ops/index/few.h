// Slices that few indices name: to move them takes less than to plan a walk.
#pragma once

#include "tensor/tensor.h"

namespace ct {

// Where t, or what is written, lies in memory as `size` slices of equal length, one after the other, and few int64
// indices without gaps name some of them: moves those. Returns false, and does nothing, in any other case, or where an
// index is out of range.
bool gather_few(const Tensor &t, int64_t size, const Tensor &index, const Tensor &out) noexcept;
// The last of the values that one slice gets stays.
bool scatter_few(const Tensor &written, int64_t size, const Tensor &index, const Tensor &values) noexcept;

}  // namespace ct
