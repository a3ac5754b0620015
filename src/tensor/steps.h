// Bytes between neighbours along a dim of a tensor.
#pragma once

#include "tensor/tensor.h"

namespace ct {

// 0 of a dim of one element, and where there is none at all: its stride may be any number, and nothing goes along it.
inline int64_t step_along(const Tensor &t, int64_t dim) noexcept {
  const auto d = static_cast<size_t>(dim);
  return t.sizes()[d] == 1 || t.numel() == 0 ? 0 : t.strides()[d] * t.itemsize();
}

}  // namespace ct
