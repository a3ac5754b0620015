// Deferred tensors, computed.
#pragma once

#include <span>

#include "tensor/tensor.h"

namespace ct {

// Computes the results together. outs: one for each, of its dtype and sizes; they may share memory with what the
// expression reads, but not with each other. A result that is not deferred is copied.
void evaluate(std::span<const Tensor *const> results, std::span<Tensor *const> outs);

// For ops that read memory: the tensor that eager calls would have given, with the same layout, because the order in
// which reductions add depends on strides. For a leaf it is the tensor that the leaf was made of, or a view of it.
Ref<Tensor> evaluated(const Tensor &t);

// A fresh tensor for a result, laid out as a copy that keeps the order of dims.
inline Ref<Tensor> tensor_for(const Tensor &result) {
  return Tensor::create(result.sizes(), dense_strides_like(result.sizes(), result.strides()), result.dtype());
}

}  // namespace ct
