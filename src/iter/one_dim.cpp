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
  it.common_dtype_ = output.dtype();
  it.numel_ = output.numel();
  it.shape_.assign(output.sizes());
  reverse_dims();
  set_one_dim();
  return true;
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

// The strides of dense operands, where all that have a say have the same ones, and none is negative.
std::optional<DimVec> IteratorBuild::common_strides() const {
  const Tensor *model = nullptr;
  for (int64_t k = operands.size() - 1; k >= 0; --k) {
    if (operands[k].tensor == nullptr || operands[k].will_resize) continue;
    const Tensor &tensor = laid_out_by(k);
    if (model == nullptr) model = &tensor;
    if (!same_dims(model->strides(), tensor.strides())) return {};
  }
  if (std::ranges::any_of(model->strides(), [](int64_t stride) { return stride < 0; })) return {};
  return DimVec(model->strides());
}

// Tries contiguous, then channels_last, then non-overlapping and dense with equal strides.
bool IteratorBuild::fast_setup() {
  if (has(kReduction) || !all_same_shape) return false;
  bool contiguous = true, channels_last = !has(kLinear), dense = !has(kLinear);
  for (int64_t k = 0; k < operands.size(); ++k) {
    if (operands[k].tensor == nullptr || operands[k].will_resize) continue;
    const LayoutFlags &layout = laid_out_by(k).flags();
    contiguous &= layout.contiguous;
    channels_last &= layout.channels_last;
    dense &= layout.non_overlapping_and_dense;
  }
  std::optional<DimVec> strides;  // of fresh outputs
  if (contiguous) {
    strides = contiguous_strides(it.shape_);
    reverse_dims();
  } else if (channels_last) {
    strides = channels_last_strides(it.shape_);
    it.perm_ = {1, 3, 2, 0};
  } else if (dense && (strides = common_strides())) {
    reverse_dims();
    std::ranges::sort(it.perm_, [&](int32_t a, int32_t b) {
      return (*strides)[a] != (*strides)[b] ? (*strides)[a] < (*strides)[b] : a > b;
    });
  } else {
    return false;
  }
  bool is_one_dim = stand_ins.empty();  // else the inputs themselves are not
  if (needs_outputs()) is_one_dim &= make_outputs(*strides);
  if (!is_one_dim) {
    for (Operand &output : outputs()) output.will_resize = false;
    return false;
  }
  set_one_dim();
  return true;
}

}  // namespace ct
