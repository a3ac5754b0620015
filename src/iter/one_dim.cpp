// Step: operands of one shape whose memory lies in one order need no ordering and no coalescing: they are one dim.
// Never for reductions, mixed shapes or negative strides (a layout with them is neither contiguous nor dense).
#include <algorithm>

#include "iter/build.h"
#include "tensor/overlap.h"

namespace ct {

using namespace iter_flags;

// What most calls are: one given output and inputs of its shape and dtype, all contiguous. They pass every check, so
// that the steps between have nothing to find out. Whatever is not so, errors too, is left to those.
bool IteratorBuild::is_plain() const noexcept {
  constexpr size_t most_inputs = 3;  // and six dims: nothing is allocated
  constexpr int32_t most_dims = 6;
  if (config.outputs.size() != 1 || config.inputs.empty() || config.inputs.size() > most_inputs) return false;
  if (has(kReduction) || config.has_static_sizes || config.static_dtype != DType::Undefined) return false;
  if (!config.output_dtypes.empty() || !config.input_dtypes.empty()) return false;
  const Tensor *const output = config.outputs[0];
  if (output == nullptr || !output->is_contiguous() || output->is_meta() || output->is_read_only()) return false;
  if (output->ndim() == 0 || output->ndim() > most_dims || output->numel() == 0) return false;
  const DType dtype = output->dtype();
  if (has(kIntegersToFloat) && (dtype == DType::Bool || is_integral(dtype))) return false;
  for (const Tensor *input : config.inputs) {
    if (input == output) continue;
    if (input->dtype() != dtype || !input->is_contiguous() || input->is_meta() ||
        !same_dims(input->sizes(), output->sizes()) || !is_apart(*input, *output)) {
      return false;
    }
  }
  return true;
}

bool IteratorBuild::plain_setup() {
  if (!is_plain()) return false;
  const Tensor &output = *config.outputs[0];
  add_operands();
  mark_outputs();
  it.common_dtype_ = output.dtype();
  it.numel_ = output.numel();
  it.shape_.assign(output.sizes());
  reverse_dims();
  set_one_dim();
  return true;
}

// Tries CONTIGUOUS, then CHANNELS_LAST, then NON_OVERLAPPING_DENSE with equal strides. *model: a tensor whose strides
// fresh outputs take in the last case.
IteratorBuild::FastSetup IteratorBuild::fast_setup_kind(const Tensor **model) noexcept {
  if (has(kReduction) || !all_same_shape) return FastSetup::None;
  bool contiguous = true, channels_last = !has(kLinear), dense = !has(kLinear);
  for (int64_t k = 0; k < operands.size(); ++k) {
    if (operands[k].tensor == nullptr || operands[k].will_resize) continue;
    const LayoutFlags &layout = laid_out_by(k).flags();
    contiguous &= layout.contiguous;
    channels_last &= layout.channels_last;
    dense &= layout.non_overlapping_and_dense;
  }
  if (contiguous) return FastSetup::Contiguous;
  if (channels_last) return FastSetup::ChannelsLast;
  if (!dense) return FastSetup::None;
  for (int64_t k = operands.size() - 1; k >= 0; --k) {
    if (operands[k].tensor == nullptr || operands[k].will_resize) continue;
    const Tensor &tensor = laid_out_by(k);
    if (*model == nullptr) {
      *model = &tensor;
      if (std::ranges::any_of(tensor.strides(), [](int64_t s) { return s < 0; })) return FastSetup::None;
    } else if (!same_dims((*model)->strides(), tensor.strides())) {
      return FastSetup::None;
    }
  }
  return FastSetup::Dense;
}

void IteratorBuild::reverse_dims() {
  const auto ndim = static_cast<int32_t>(it.shape_.size());
  it.perm_.resize_unset(ndim);
  for (int32_t i = 0; i < ndim; ++i) it.perm_[i] = ndim - 1 - i;
}

void IteratorBuild::set_one_dim() {
  if (it.shape_.empty()) return;
  it.sizes_.resize_unset(1);
  it.sizes_[0] = it.numel_;
  it.stride_capacity_ = 1;
  it.strides_.resize_unset(operands.size());
  for (int64_t k = 0; k < operands.size(); ++k) it.strides_[k] = operands[k].itemsize;
}

bool IteratorBuild::fast_setup() {
  const Tensor *model = nullptr;
  const FastSetup kind = fast_setup_kind(&model);
  if (kind == FastSetup::None) return false;
  const auto ndim = static_cast<int32_t>(it.shape_.size());
  reverse_dims();
  DimVec strides;
  if (kind == FastSetup::ChannelsLast) {
    strides = channels_last_strides(it.shape_);
    for (int32_t i = 0; i < ndim; ++i) it.perm_[i] = i == 0 ? 1 : (i == ndim - 1 ? 0 : ndim - i);
  } else if (kind == FastSetup::Dense) {
    strides.assign(model->strides());
    std::sort(it.perm_.begin(), it.perm_.end(),
              [&](int32_t a, int32_t b) { return strides[a] != strides[b] ? strides[a] < strides[b] : a > b; });
  }
  bool is_one_dim = stand_ins.empty();  // else the inputs themselves are not
  if (needs_outputs()) {
    const Dims view(strides);
    is_one_dim &= make_outputs(kind == FastSetup::Contiguous ? nullptr : &view);
  }
  if (!is_one_dim) {
    for (Operand &output : outputs()) output.will_resize = false;
    return false;
  }
  set_one_dim();
  return true;
}

}  // namespace ct
