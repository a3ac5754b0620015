// Step: what dtype the loop sees of each operand, and whether operands may meet at all (dtype, device, safe casts).
#include <algorithm>

#include "iter/build.h"
#include "runtime/error.h"

namespace ct {

using namespace iter_flags;

void IteratorBuild::check_same_dtype(DType expected) {
  for (const Operand &operand : operands) {
    if (operand.tensor == nullptr || operand.fixed != DType::Undefined) continue;
    if (expected == DType::Undefined) expected = operand.tensor_dtype;
    if (operand.tensor_dtype != expected) {
      fail(CT_ERROR_DTYPE, "Found dtype ", dtype_name(operand.tensor_dtype), " but expected ", dtype_name(expected));
    }
  }
}

// The inputs' one dtype: the dtype they share, else what they promote to. Undefined where they differ and promotion is
// off.
DType IteratorBuild::common_input_dtype() {
  DType common = DType::Undefined, fixed = DType::Undefined;
  bool differ = false, fixed_differ = false;
  for (const Operand &input : inputs()) {
    const bool is_fixed = input.fixed != DType::Undefined;
    const DType dtype = is_fixed ? input.fixed : input.tensor_dtype;
    DType &seen = is_fixed ? fixed : common;
    if (seen == DType::Undefined) seen = dtype;
    (is_fixed ? fixed_differ : differ) |= dtype != seen;
  }
  if (common == DType::Undefined) return fixed_differ ? DType::Undefined : fixed;
  if ((differ || all_scalars) && has(kPromoteInputs)) {
    ResultType result;
    for (const Operand &input : inputs()) {
      if (input.fixed != DType::Undefined) continue;
      const Tensor &tensor = *input.tensor;
      result.add(tensor.dtype(), tensor.ndim(), tensor.is_wrapped_number());
    }
    common = result.get();
  } else if (differ) {
    return DType::Undefined;
  }
  const bool integral = common == DType::Bool || is_integral(common);
  return has(kIntegersToFloat) && integral ? default_float() : common;
}

// A meta tensor is another device. Beside it at most one real 0-dim input is tolerated, and that only on request.
void IteratorBuild::check_device() {
  if (!it.meta_ || has(kNoSameDeviceCheck)) return;
  bool scalar_seen = false;
  for (const Operand &operand : operands) {
    if (operand.tensor == nullptr || operand.tensor->is_meta()) continue;
    if (has(kAllowCpuScalars) && !operand.is_output && operand.tensor->ndim() == 0) {
      if (scalar_seen) fail(CT_ERROR_INVALID, "Trying to pass too many CPU scalars to a meta iterator: at most one");
      scalar_seen = true;
    } else {
      fail(CT_ERROR_INVALID, "Expected all tensors to be on the same device, found cpu and meta: a ",
           operand.is_output ? "output" : "input", " of shape ", operand.tensor->sizes(), " is on cpu");
    }
  }
}

void IteratorBuild::set_output_dtype(int64_t k) {
  Operand &output = operands[k];
  const DType fixed = output.fixed;
  const DType computed = fixed != DType::Undefined ? fixed : it.common_dtype_;
  if (output.tensor == nullptr) {
    const bool by_static = fixed == DType::Undefined && config.static_dtype != DType::Undefined;
    output.dtype = output.tensor_dtype = by_static ? config.static_dtype : computed;
    if (output.dtype == DType::Undefined) {
      fail(CT_ERROR_DTYPE, "output ", k,
           " can't be allocated: its dtype is not given and the inputs have no common one");
    }
    output.itemsize = dtype_size(output.tensor_dtype);
    return;
  }
  const DType given = output.tensor_dtype;
  if (has(kSafeCast) && computed != DType::Undefined && computed != given && !can_cast(computed, given)) {
    fail(CT_ERROR_DTYPE, "result type ", dtype_name(computed), " can't be cast to the desired output type ",
         dtype_name(given));
  }
  if (has(kCastToOutputs)) {
    if (computed != DType::Undefined) output.dtype = computed;
  } else if (fixed != DType::Undefined && fixed != given) {
    fail(CT_ERROR_DTYPE, "Found dtype ", dtype_name(given), " but expected ", dtype_name(fixed));
  }
}

// Every operand of one dtype, that none of the rules below would change: what most calls see.
bool IteratorBuild::all_of_one_dtype() const noexcept {
  if (it.ninputs() == 0 || it.meta_ || all_scalars || !config.output_dtypes.empty() || !config.input_dtypes.empty()) {
    return false;
  }
  const DType dtype = operands.back().tensor_dtype;
  if (has(kIntegersToFloat) && (dtype == DType::Bool || is_integral(dtype))) return false;
  for (const Operand &operand : operands) {
    const bool by_common = operand.tensor == nullptr && config.static_dtype == DType::Undefined;
    if (!by_common && (operand.tensor == nullptr || operand.tensor_dtype != dtype)) return false;
  }
  return true;
}

void IteratorBuild::compute_types() {
  if (all_of_one_dtype()) {
    it.common_dtype_ = operands.back().tensor_dtype;
    for (Operand &output : outputs()) {
      output.dtype = output.tensor_dtype = it.common_dtype_;
      output.itemsize = operands.back().itemsize;
    }
    return;
  }
  const bool checks_same = !has(kNoSameDTypeCheck | kPromoteInputs | kCastToOutputs);
  if (checks_same) {
    const auto first = std::ranges::find(inputs(), DType::Undefined, &Operand::fixed);
    check_same_dtype(first != inputs().end() ? first->tensor_dtype : DType::Undefined);
  }
  it.common_dtype_ = common_input_dtype();
  check_device();
  for (int64_t k = 0; k < it.noutputs_; ++k) set_output_dtype(k);
  for (Operand &input : inputs()) {
    if (input.fixed != DType::Undefined) {
      input.dtype = input.fixed;
    } else if (has(kPromoteInputs)) {
      input.dtype = it.common_dtype_;
    }
  }
  if (!has(kReduction) && needs_outputs()) stand_in_for_copies();
}

// PyTorch converts inputs to copies before it looks at strides. Nothing is copied here, but fresh outputs are laid out
// as if: the copy of an input that is not dense, or runs backward, has strides of its own.
void IteratorBuild::stand_in_for_copies() {
  const auto backward = [](int64_t stride) { return stride < 0; };
  for (int64_t k = it.noutputs_; k < operands.size(); ++k) {
    const Tensor &input = *operands[k].tensor;
    const bool keeps_strides = input.is_non_overlapping_and_dense() && std::ranges::none_of(input.strides(), backward);
    const bool is_copied = operands[k].dtype != input.dtype() || (config.copied_inputs >> (k - it.noutputs_) & 1) != 0;
    if (!is_copied || keeps_strides) continue;
    if (stand_ins.empty()) stand_ins.resize(operands.size());
    stand_ins[k] =
        Tensor::create(input.sizes(), dense_strides_like(input.sizes(), input.strides()), operands[k].dtype, true)
            .detach();
  }
}

}  // namespace ct
