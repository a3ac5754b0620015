// Iterator::build: the sequence of steps, what makes a configuration meaningless, operands and overlap.
#include "iter/build.h"

#include "runtime/error.h"
#include "tensor/overlap.h"

namespace ct {

using namespace iter_flags;

void IteratorBuild::run() {
  check_config();
  if (plain_setup()) return;
  add_operands();
  check_overlap();
  compute_shape();
  mark_resize();
  compute_types();
  if (fast_setup()) return set_data();
  compute_strides();
  reorder();
  allocate_in_order();
  set_data();
  if (config.flips && !it.meta_) flip_backward();
  coalesce();
}

void Iterator::build(const IterConfig &config) {
  clear();
  IteratorBuild(*this, config).run();
}

void IteratorBuild::check_config() const {
  constexpr uint32_t known = kAllowOverlap | kNoSameDTypeCheck | kNoResize | kReduction | kPromoteInputs |
                             kIntegersToFloat | kCastToOutputs | kSafeCast | kLinear | kNoSameDeviceCheck |
                             kAllowCpuScalars;
  const auto noutputs = static_cast<int64_t>(config.outputs.size());
  const auto ninputs = static_cast<int64_t>(config.inputs.size());
  if ((flags & ~known) != 0) fail(CT_ERROR_INVALID, "unknown iterator flags: ", int64_t{flags & ~known});
  if (noutputs + ninputs == 0) fail(CT_ERROR_INVALID, "an iterator needs at least one operand");
  if (noutputs + ninputs > kMaxOperands) {
    fail(CT_ERROR_INVALID, "an iterator has at most ", kMaxOperands, " operands, got ", noutputs, " outputs and ",
         ninputs, " inputs");
  }
  for (const Tensor *input : config.inputs) {
    if (input == nullptr) fail(CT_ERROR_INVALID, "found an undefined input tensor");
  }
  if (has(kIntegersToFloat) && !has(kPromoteInputs)) {
    fail(CT_ERROR_INVALID, "CT_ITER_INTEGERS_TO_FLOAT needs CT_ITER_PROMOTE_INPUTS");
  }
  const bool same_dtype_check = !has(kNoSameDTypeCheck | kPromoteInputs | kCastToOutputs);
  if (config.static_dtype != DType::Undefined && same_dtype_check) {
    fail(CT_ERROR_INVALID, "a static dtype (", dtype_name(config.static_dtype), ") needs CT_ITER_NO_SAME_DTYPE_CHECK");
  }
  if (config.has_static_sizes && may_resize()) {
    fail(CT_ERROR_INVALID, "a static shape ", config.static_sizes, " needs CT_ITER_NO_RESIZE");
  }
  if (!config.has_static_sizes && !config.squash_dims.empty()) {
    fail(CT_ERROR_INVALID, "squash dims ", config.squash_dims, " need a static shape");
  }
  if (!has(kReduction)) return;
  if (may_resize()) fail(CT_ERROR_INVALID, "CT_ITER_REDUCTION needs CT_ITER_NO_RESIZE: outputs have their own sizes");
  if (config.has_static_sizes) fail(CT_ERROR_INVALID, "a reduction can't have a static shape ", config.static_sizes);
  if (config.outputs.empty()) fail(CT_ERROR_INVALID, "a reduction needs an output");
  for (const Tensor *output : config.outputs) {
    if (output == nullptr) fail(CT_ERROR_INVALID, "a reduction needs its outputs given");
  }
}

void IteratorBuild::add_operands() {
  it.flags_ = flags;
  it.borrows_ = config.borrows;
  it.noutputs_ = static_cast<int32_t>(config.outputs.size());
  const auto count = static_cast<int64_t>(config.outputs.size() + config.inputs.size());
  operands.reserve(count);
  for (int64_t k = 0; k < count; ++k) {
    const bool is_output = k < it.noutputs_;
    const auto index = static_cast<size_t>(is_output ? k : k - it.noutputs_);
    const std::span<const DType> dtypes = is_output ? config.output_dtypes : config.input_dtypes;
    const DType fixed = index < dtypes.size() ? dtypes[index] : DType::Undefined;
    Tensor *tensor = is_output ? config.outputs[index] : const_cast<Tensor *>(config.inputs[index]);
    if (tensor == nullptr) {
      operands.push_back({.fixed = fixed, .is_output = is_output});
      continue;
    }
    if (!config.borrows) tensor = tensor->keep().detach();
    operands.push_back(
        {tensor, tensor->data(), tensor->dtype(), tensor->dtype(), fixed, tensor->itemsize(), is_output});
    it.meta_ |= tensor->is_meta();
    for (int64_t out = 0; !is_output && out < it.noutputs_; ++out) {
      operands[out].is_read_write |= tensor == operands[out].tensor;
    }
  }
}

void IteratorBuild::check_overlap() {
  const std::span<Operand> outs = outputs();
  for (const Operand &output : outs) {
    if (output.tensor != nullptr) check_writable(*output.tensor, "out");
  }
  if (!checks_overlap()) return;
  for (size_t k = 0; k < outs.size(); ++k) {
    const Tensor *output = outs[k].tensor;
    if (output == nullptr) continue;
    check_no_internal_overlap(*output);
    for (const Operand &input : inputs()) check_no_partial_overlap(*output, *input.tensor);
    for (size_t other = k + 1; other < outs.size(); ++other) {
      if (outs[other].tensor == nullptr) continue;
      // One tensor twice is refused even while it is empty: it may be about to grow.
      if (outs[other].tensor == output) {
        fail(CT_ERROR_OVERLAP, "outputs ", static_cast<int64_t>(k), " and ", static_cast<int64_t>(other),
             " are the same tensor of shape ", output->sizes());
      }
      check_no_overlap(*output, *outs[other].tensor);
    }
  }
}

void IteratorBuild::set_data() noexcept {
  for (Operand &operand : operands) {
    operand.data = operand.tensor->data();
    it.needs_conversion_ |= operand.dtype != operand.tensor_dtype;
  }
}

}  // namespace ct
