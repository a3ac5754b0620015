// Bytes between neighbours along a dim of a tensor.
#pragma once

#include "tensor/tensor.h"

namespace ct {

// The stride in bytes. It is 0 for a dim of one element, whose stride may be any number, and where there is no such
// dim.
inline int64_t step_along(const Tensor &t, int64_t dim) noexcept {
  const auto d = static_cast<size_t>(dim);
  return t.sizes()[d] == 1 || t.numel() == 0 ? 0 : t.strides()[d] * t.itemsize();
}

}  // namespace ct
