// Step: outputs that are missing or of another shape. Everything that can fail comes before anything changes for good.
#include <algorithm>
#include <optional>

#include "iter/build.h"
#include "tensor/overlap.h"
#include "tensor/resize.h"

namespace ct {

bool IteratorBuild::needs_outputs() const noexcept {
  for (int64_t k = 0; k < it.noutputs_; ++k) {
    if (operands[k].tensor == nullptr || operands[k].will_resize) return true;
  }
  return false;
}

void IteratorBuild::allocate_in_order() {
  if (!needs_outputs()) return;
  const auto ndim = static_cast<int32_t>(it.shape_.size());
  DimVec strides(ndim);
  bool inverted = true;
  int64_t next = 1;
  for (int32_t i = 0; i < ndim; ++i) {
    strides[it.perm_[i]] = next;
    next *= it.sizes_[i];
    inverted &= it.perm_[i] == ndim - 1 - i;
  }
  make_outputs(inverted ? contiguous_strides(it.shape_) : strides);
  for (int64_t k = 0; k < it.noutputs_; ++k) {
    const Operand &output = operands[k];
    if (!output.allocated && !output.will_resize) continue;
    for (int32_t i = 0; i < ndim; ++i) {
      strides_of(k)[i] = output.tensor->strides()[it.perm_[i]] * output.itemsize;
    }
  }
}

// Where the configuration asks for other strides than those by the order of the dims.
std::optional<DimVec> IteratorBuild::wanted_strides() const {
  if (config.laid_out == LaidOut::Iterated) return {};
  if (config.laid_out == LaidOut::Contiguous) return contiguous_strides(it.shape_);
  const Tensor &model = config.laid_out == LaidOut::Alone ? laid_out_by(it.noutputs_) : *config.inputs[0];
  if (!same_dims(model.sizes(), it.shape_)) return {};
  if (config.laid_out == LaidOut::Like) return dense_strides_like(model.sizes(), model.strides());
  const LayoutFlags &layout = model.flags();
  if (layout.contiguous) return contiguous_strides(it.shape_);
  if (layout.channels_last) return channels_last_strides(it.shape_);
  if (layout.non_overlapping_and_dense) return DimVec(model.strides());
  return {};
}

bool IteratorBuild::make_outputs(Dims by_order) {
  const std::optional<DimVec> wanted = wanted_strides();
  const Dims strides = wanted.has_value() ? Dims(*wanted) : by_order;
  const bool is_contiguous = same_dims(strides, contiguous_strides(it.shape_));  // which is quicker to make
  bool resizes = false;
  for (Operand &output : outputs()) {
    resizes |= output.will_resize;
    if (output.tensor != nullptr) continue;
    output.tensor = (is_contiguous ? Tensor::create(it.shape_, output.tensor_dtype, it.meta_)
                                   : Tensor::create(it.shape_, strides, output.tensor_dtype, it.meta_))
                        .detach();
    output.allocated = true;
  }
  if (resizes) resize_outputs_from(0, strides);
  return same_dims(strides, by_order);
}

// One frame an output, so that its guard undoes the resize when a later one, or the last check, fails.
void IteratorBuild::resize_outputs_from(int32_t k, Dims strides) {
  while (k < it.noutputs_ && !operands[k].will_resize) ++k;
  if (k == it.noutputs_) return check_resized_overlap();
  ResizeGuard guard(operands[k].tensor);
  resize(*operands[k].tensor, it.shape_, strides);
  resize_outputs_from(k + 1, strides);
  guard.commit();
}

// An output that kept its storage may have come to lie on another operand of that storage.
void IteratorBuild::check_resized_overlap() {
  if (!checks_overlap()) return;
  for (const Operand &output : outputs()) {
    if (!output.will_resize) continue;
    for (const Operand &other : operands) {
      if (other.tensor == output.tensor) continue;
      if (other.is_output) {
        check_no_overlap(*output.tensor, *other.tensor);
      } else {
        check_no_partial_overlap(*output.tensor, *other.tensor);
      }
    }
  }
}

}  // namespace ct
