// A number that an op takes as an operand, in memory of the caller's: a 0-dim tensor, its storage and its value, made
// without an allocation. Nobody disposes of it. What would hold on to it takes a copy: Tensor::keep().
#pragma once

#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace ct {

const Tensor *number_in(ct_number *memory, const Scalar &value) noexcept;

}  // namespace ct
