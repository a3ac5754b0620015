// Tensors joined to one: along a dim that they have, or along a new one. Rules: docs/semantics.md.
#pragma once

#include <span>

#include "tensor/tensor.h"

namespace ct {

using Tensors = std::span<const Tensor *const>;

Ref<Tensor> cat(Tensors tensors, int32_t dim);
void cat_into(Tensors tensors, int32_t dim, Tensor &out);
Ref<Tensor> stack(Tensors tensors, int32_t dim);
void stack_into(Tensors tensors, int32_t dim, Tensor &out);

}  // namespace ct
