// Turning dims that every operand walks backwards.
#include "ops/structural/flip_backward.h"

#include <algorithm>

#include "tensor/views.h"

namespace ct {

namespace {

// The stride that the operand really walks along its dim -1 - from_end; 0 where it has no such dim or one element.
int64_t walked_stride(const Tensor &t, int32_t from_end) {
  const int32_t dim = t.ndim() - 1 - from_end;
  return dim < 0 || t.sizes()[dim] <= 1 ? 0 : t.strides()[dim];
}

}  // namespace

bool has_backward_dim(const Tensor &t) noexcept {
  return std::any_of(t.strides().begin(), t.strides().end(), [](int64_t stride) { return stride < 0; });
}

void flip_backward_dims(std::span<Ref<Tensor>> operands) {
  SmallVec<int32_t, 6> backward;  // as distances from the last dim
  for (int32_t from_end = 0; from_end < kMaxDims; ++from_end) {
    bool any_backward = false, any_forward = false;
    for (const Ref<Tensor> &operand : operands) {
      const int64_t stride = walked_stride(*operand, from_end);
      any_backward |= stride < 0;
      any_forward |= stride > 0;
    }
    if (any_backward && !any_forward) backward.push_back(from_end);
  }
  if (backward.empty()) return;
  for (Ref<Tensor> &operand : operands) {
    SmallVec<int32_t, 6> dims;
    for (const int32_t from_end : backward) {
      if (walked_stride(*operand, from_end) != 0) dims.push_back(-1 - from_end);
    }
    if (!dims.empty()) operand = flip(*operand, dims);
  }
}

}  // namespace ct
