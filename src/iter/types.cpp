// What dtype the loop sees of each operand, and whether operands may meet at all (dtype, device, safe casts).
#include <algorithm>

#include "iter/iterator.h"
#include "runtime/error.h"

namespace ct {

namespace {

using namespace iter_flags;

class Types {
 public:
  Types(const IterConfig &config, std::span<Operand> operands, bool all_scalars, bool meta)
      : config_(config), operands_(operands), all_scalars_(all_scalars), meta_(meta) {}

  DType set() {
    if (!has(kNoSameDTypeCheck | kPromoteInputs | kCastToOutputs)) {
      const auto first = std::ranges::find(inputs(), DType::Undefined, &Operand::fixed);
      check_same_dtype(first != inputs().end() ? first->tensor_dtype : DType::Undefined);
    }
    common_ = common_input_dtype();
    check_device();
    for (Operand &output : outputs()) set_output_dtype(output);
    for (Operand &input : inputs()) {
      if (input.fixed != DType::Undefined) {
        input.dtype = input.fixed;
      } else if (has(kPromoteInputs)) {
        input.dtype = common_;
      }
    }
    return common_;
  }

 private:
  void check_same_dtype(DType expected) {
    for (const Operand &operand : operands_) {
      if (operand.tensor == nullptr || operand.fixed != DType::Undefined) continue;
      if (expected == DType::Undefined) expected = operand.tensor_dtype;
      if (operand.tensor_dtype != expected) {
        fail(CT_ERROR_DTYPE, "Found dtype ", dtype_name(operand.tensor_dtype), " but expected ", dtype_name(expected));
      }
    }
  }

  // The inputs' one dtype: the dtype they share, else what they promote to. Undefined where they differ and promotion
  // is off.
  DType common_input_dtype() {
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
    if ((differ || all_scalars_) && has(kPromoteInputs)) {
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
    return has(kIntegersToFloat) && is_integer_like(common) ? default_float() : common;
  }

  // A meta tensor is another device. Beside it at most one real 0-dim input is tolerated, and that only on request.
  void check_device() {
    if (!meta_ || has(kNoSameDeviceCheck)) return;
    bool scalar_seen = false;
    for (const Operand &operand : operands_) {
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

  void set_output_dtype(Operand &output) {
    const DType fixed = output.fixed;
    const DType computed = fixed != DType::Undefined ? fixed : common_;
    if (output.tensor == nullptr) {
      const bool by_static = fixed == DType::Undefined && config_.static_dtype != DType::Undefined;
      output.dtype = output.tensor_dtype = by_static ? config_.static_dtype : computed;
      if (output.dtype == DType::Undefined) {
        fail(CT_ERROR_DTYPE, "output ", &output - operands_.data(),
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

  bool has(uint32_t flag) const noexcept { return (config_.flags & flag) != 0; }
  std::span<Operand> outputs() const noexcept { return operands_.first(config_.outputs.size()); }
  std::span<Operand> inputs() const noexcept { return operands_.subspan(config_.outputs.size()); }

  const IterConfig &config_;
  const std::span<Operand> operands_;
  const bool all_scalars_, meta_;
  DType common_ = DType::Undefined;
};

}  // namespace

DType set_types(const IterConfig &config, std::span<Operand> operands, bool all_scalars, bool meta) {
  return Types(config, operands, all_scalars, meta).set();
}

}  // namespace ct
