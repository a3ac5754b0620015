// Deferred tensors, computed.
#pragma once

#include <span>

#include "tensor/tensor.h"

namespace ct {

// Computes the results together. outs: one for each, of its dtype and sizes; they may share memory with what the
// expression reads, but not with each other. A result that is not deferred is copied.
void evaluate(std::span<const Tensor *const> results, std::span<Tensor *const> outs);

// For ops that read memory: what an eager call would have given them, laid out alike, because the order in which
// reductions add depends on strides. A leaf is the tensor that it was made of, or a view of it.
Ref<Tensor> evaluated(const Tensor &t);

// What a tensor of a result's own is laid out as: as a copy that keeps the order of dims.
inline Ref<Tensor> tensor_for(const Tensor &result) {
  return Tensor::create(result.sizes(), dense_strides_like(result.sizes(), result.strides()), result.dtype());
}

}  // namespace ct
