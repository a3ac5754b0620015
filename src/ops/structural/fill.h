// fill: one value everywhere.
#pragma once

#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace ct {

void fill(Tensor &dst, const Scalar &value);  // throws CT_ERROR_INVALID where dst's dtype cannot hold the value

}  // namespace ct
