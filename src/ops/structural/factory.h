// Tensors with known contents: full and its relatives, arange.
#pragma once

#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace ct {

Ref<Tensor> full(Dims sizes, const Scalar &value, DType dtype);  // Undefined: the value's
Ref<Tensor> full_like(const Tensor &t, const Scalar &value, DType dtype, MemoryFormat format);

// [start, end) by step. Undefined: int64 where all three are integers, else the default float.
Ref<Tensor> arange(const Scalar &start, const Scalar &end, const Scalar &step, DType dtype);

}  // namespace ct
