// Text of a tensor as PyTorch prints it.
#pragma once

#include "tensor/tensor.h"

namespace ct {

// Writes up to capacity bytes, NUL included, cut on a UTF-8 boundary; returns the bytes the whole text needs, with NUL.
int64_t to_string(const Tensor &t, char *buffer, int64_t capacity);

}  // namespace ct
