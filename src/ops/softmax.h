// The softmax family of kernels/softmax_ops.h as a structured op. The result's dtype is the one asked for, else t's, a
// real float; elements become that first. Halves are computed in float32.
#pragma once

#include "kernels/softmax_ops.h"
#include "tensor/tensor.h"

namespace ct {

using kernels::SoftmaxOp;

struct SoftmaxArgs {
  int32_t dim;
  DType dtype = DType::Undefined;  // Undefined where none is asked for
};

Ref<Tensor> softmax(SoftmaxOp op, const Tensor &t, const SoftmaxArgs &args);
void softmax_out(SoftmaxOp op, const Tensor &t, const SoftmaxArgs &args, Tensor &out);

}  // namespace ct
