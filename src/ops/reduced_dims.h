// Shapes of what goes over some dims and keeps the others. `reduced`: a bit a dim, as dims_mask() gives.
#pragma once

#include "tensor/tensor.h"

namespace ct {

// Without those dims, or with keepdim with size 1 there.
DimVec sizes_without(const Tensor &input, uint64_t reduced, bool keepdim);

// A view of out, which has those sizes, with one dim for each of the input's: stride 0 where it is reduced, and there
// of size 1, or expanded to the input's.
Ref<Tensor> with_reduced_dims(const Tensor &out, const Tensor &input, uint64_t reduced, bool keepdim, bool expanded);

}  // namespace ct
