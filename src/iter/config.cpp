// What makes a configuration meaningless.
#include "iter/config.h"

#include "runtime/error.h"

namespace ct {

using namespace iter_flags;

void check(const IterConfig &config) {
  const auto has = [&](uint32_t flags) { return (config.flags & flags) != 0; };
  const bool may_resize = !has(kNoResize);
  constexpr uint32_t known = kAllowOverlap | kNoSameDTypeCheck | kNoResize | kReduction | kPromoteInputs |
                             kIntegersToFloat | kCastToOutputs | kSafeCast | kLinear | kNoSameDeviceCheck |
                             kAllowCpuScalars;
  const auto noutputs = static_cast<int64_t>(config.outputs.size());
  const auto ninputs = static_cast<int64_t>(config.inputs.size());
  if ((config.flags & ~known) != 0) fail(CT_ERROR_INVALID, "unknown iterator flags: ", int64_t{config.flags & ~known});
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
  if (config.has_static_sizes && may_resize) {
    fail(CT_ERROR_INVALID, "a static shape ", config.static_sizes, " needs CT_ITER_NO_RESIZE");
  }
  if (!config.has_static_sizes && !config.squash_dims.empty()) {
    fail(CT_ERROR_INVALID, "squash dims ", config.squash_dims, " need a static shape");
  }
  if (!has(kReduction)) return;
  if (may_resize) fail(CT_ERROR_INVALID, "CT_ITER_REDUCTION needs CT_ITER_NO_RESIZE: outputs have their own sizes");
  if (config.has_static_sizes) fail(CT_ERROR_INVALID, "a reduction can't have a static shape ", config.static_sizes);
  if (config.outputs.empty()) fail(CT_ERROR_INVALID, "a reduction needs an output");
  for (const Tensor *output : config.outputs) {
    if (output == nullptr) fail(CT_ERROR_INVALID, "a reduction needs its outputs given");
  }
}

}  // namespace ct
