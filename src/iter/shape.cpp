// Steps: the common shape by broadcasting, and which outputs must be resized to it.
#include <algorithm>

#include "iter/build.h"
#include "runtime/error.h"

namespace ct {

using namespace iter_flags;

namespace {

// Broadcasts `sizes` into `shape`, aligned at the last dims. 1 maps to the other size, even to 0.
void broadcast_into(DimVec *shape, Dims sizes) {
  const DimVec before(*shape);
  const auto ndim = std::max(before.size(), static_cast<int64_t>(sizes.size()));
  const int64_t missing_a = ndim - before.size(), missing_b = ndim - static_cast<int64_t>(sizes.size());
  shape->resize(ndim);
  for (int64_t d = ndim - 1; d >= 0; --d) {  // from the last: the mismatch that is named is upstream's
    const int64_t a = d < missing_a ? 1 : before[d - missing_a];
    const int64_t b = d < missing_b ? 1 : sizes[d - missing_b];
    if (a != b && a != 1 && b != 1) {
      fail(CT_ERROR_SHAPE, "The size of tensor a (", a, ") must match the size of tensor b (", b,
           ") at non-singleton dimension ", d, ": shapes ", Dims(before), " and ", sizes);
    }
    (*shape)[d] = a == 1 ? b : a;
  }
}

// A static shape bypasses broadcasting, so all that is asked for is that its indices stay inside each tensor.
// A squashed dim is the loop's own to walk.
void check_inside(const Tensor &tensor, Dims shape, uint64_t squashed) {
  const auto ndim = static_cast<int32_t>(shape.size());
  bool inside = tensor.ndim() == ndim;
  for (int32_t d = 0; inside && d < ndim; ++d) {
    inside = (squashed >> d & 1) != 0 || shape[d] <= tensor.sizes()[d];
  }
  if (!inside)
    fail(CT_ERROR_SHAPE, "the static shape ", shape, " reaches outside an operand of shape ", tensor.sizes());
}

}  // namespace

void IteratorBuild::compute_shape() {
  DimVec &shape = it.shape_;
  if (config.has_static_sizes) {
    const int32_t ndim = check_ndim(static_cast<int64_t>(config.static_sizes.size()));
    shape.assign(config.static_sizes);
    uint64_t squashed = 0;
    for (const int32_t dim : config.squash_dims) squashed |= uint64_t{1} << wrap_dim(dim, ndim);
    for (int32_t d = 0; d < ndim; ++d) {
      if ((squashed >> d & 1) != 0) shape[d] = 1;
    }
    it.numel_ = checked_numel(shape);
    for (const Operand &operand : operands) {
      if (operand.tensor != nullptr) check_inside(*operand.tensor, shape, squashed);
    }
    return;
  }
  // Outputs that may be resized have no say, unless nothing else has.
  const bool skips_outputs = may_resize() && !config.inputs.empty();
  const Tensor *first = nullptr;
  bool has_dims = false, has_scalar = false;
  all_same_shape = true;
  for (const Operand &operand : operands) {
    if (operand.tensor == nullptr || (operand.is_output && skips_outputs)) continue;
    const Tensor &tensor = *operand.tensor;
    (tensor.ndim() == 0 ? has_scalar : has_dims) = true;
    if (first == nullptr) {
      first = &tensor;
      shape.assign(tensor.sizes());
    } else if (!same_dims(shape, tensor.sizes())) {
      all_same_shape = false;
      broadcast_into(&shape, tensor.sizes());
    }
  }
  if (first == nullptr) fail(CT_ERROR_INVALID, "nothing gives the iterator a shape: no operand, no static shape");
  all_same_shape &= !(has_dims && has_scalar);
  all_scalars = !has_dims;
  it.numel_ = all_same_shape ? first->numel() : checked_numel(shape);
}

void IteratorBuild::mark_resize() {
  if (config.has_static_sizes) return;
  for (Operand &output : outputs()) {
    if (output.tensor == nullptr || same_dims(output.tensor->sizes(), it.shape_)) continue;
    if (may_resize() && !output.is_read_write) {
      output.will_resize = true;
    } else if (!has(kReduction)) {
      fail(CT_ERROR_SHAPE, "output with shape ", output.tensor->sizes(), " doesn't match the broadcast shape ",
           Dims(it.shape_));
    }
  }
  if (has(kReduction)) check_reduction_outputs();
}

void IteratorBuild::check_reduction_outputs() {
  const Tensor &first = *operands[0].tensor;
  for (const Operand &output : outputs()) {
    const Tensor &other = *output.tensor;
    if (!same_dims(first.sizes(), other.sizes()) || !same_dims(first.strides(), other.strides())) {
      fail(CT_ERROR_SHAPE, "the outputs of a reduction must have equal sizes and strides, got sizes ", first.sizes(),
           " and ", other.sizes(), ", strides ", first.strides(), " and ", other.strides());
    }
  }
}

}  // namespace ct
