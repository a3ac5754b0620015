// The softmax family of kernels/lists/softmax.h as a structured op. The result's dtype is the one asked for, else t's,
// a real float; elements become that first. Halves are computed in float32.
#pragma once

#include "kernels/lists/softmax.h"
#include "ops/along/along.h"

namespace ct {

using kernels::SoftmaxOp;

Ref<Tensor> softmax(SoftmaxOp op, const Tensor &t, const AlongArgs &args);
void softmax_out(SoftmaxOp op, const Tensor &t, const AlongArgs &args, Tensor &out);

}  // namespace ct
