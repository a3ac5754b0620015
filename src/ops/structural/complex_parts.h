// Complex tensors made of two real ones. Rules: docs/semantics.md.
#pragma once

#include "tensor/tensor.h"

namespace ct {

Ref<Tensor> complex(const Tensor &real, const Tensor &imag);
void complex_into(const Tensor &real, const Tensor &imag, Tensor &out);
Ref<Tensor> polar(const Tensor &abs, const Tensor &angle);
void polar_into(const Tensor &abs, const Tensor &angle, Tensor &out);

}  // namespace ct
