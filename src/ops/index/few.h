// Slices that few indices name: to move them takes less than to plan a walk.
#pragma once

#include "tensor/tensor.h"

namespace ct {

// Both move slices where the tensor that is indexed lies in memory as `size` slices of equal length, one after the
// other, and the other side and few int64 indices lie without gaps. They return false, and do nothing, in any other
// case, and where an index is out of range: check_indices then says which.
bool gather_few(const Tensor &t, int64_t size, const Tensor &index, const Tensor &out) noexcept;
// Of several values for one slice, the last stays.
bool scatter_few(const Tensor &written, int64_t size, const Tensor &index, const Tensor &values) noexcept;

}  // namespace ct
