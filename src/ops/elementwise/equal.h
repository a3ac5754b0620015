// Whether two whole tensors are equal or close: one answer, found without a tensor of answers.
#pragma once

#include "ops/elementwise/options.h"
#include "tensor/tensor.h"

namespace ct {

// False for other sizes or another dtype. NaN equals nothing.
bool equal(const Tensor &a, const Tensor &b);
// options: as isclose takes them. Inputs broadcast; another dtype is refused.
bool allclose(const Tensor &a, const Tensor &b, const Options &options);

}  // namespace ct
