// Tensors with known contents: full and its relatives, ranges, diagonals and triangles.
#pragma once

#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace ct {

Ref<Tensor> full(Dims sizes, const Scalar &value, DType dtype);  // Undefined: the value's
Ref<Tensor> full_like(const Tensor &t, const Scalar &value, DType dtype, MemoryFormat format);

// [start, end) by step. Undefined: int64 where all three are integers, else the default float.
Ref<Tensor> arange(const Scalar &start, const Scalar &end, const Scalar &step, DType dtype);

// `steps` numbers from start to end, both included; with logspace, base to the power of these. Undefined: the default
// float, or complex64 where either is complex.
Ref<Tensor> linspace(const Scalar &start, const Scalar &end, int64_t steps, DType dtype);
Ref<Tensor> logspace(const Scalar &start, const Scalar &end, int64_t steps, double base, DType dtype);

Ref<Tensor> eye(int64_t rows, int64_t columns, int64_t diagonal, DType dtype);  // Undefined: the default float
// [2, n]: rows, and columns below them, of the elements on and below (above) a diagonal. Undefined: int64.
Ref<Tensor> triangle_indices(int64_t rows, int64_t columns, int64_t offset, bool lower, DType dtype);

}  // namespace ct
