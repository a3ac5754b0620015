// The step of copy and of reductions that turns dims which every operand walks backwards.
#pragma once

#include <span>

#include "runtime/ref.h"
#include "tensor/tensor.h"

namespace ct {

// Replaces the operands (aligned at their last dims, as in broadcasting) by views in which each dim that some operand
// walks backwards and none walks forwards runs forwards. Neither op's result depends on the order of its elements, and
// forward dims alone take the fast paths.
void flip_backward_dims(std::span<Ref<Tensor>> operands);

bool has_backward_dim(const Tensor &t) noexcept;

}  // namespace ct
