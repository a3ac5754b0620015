#include "ops/reduce/run_reduction.h"

#include "iter/fast_path.h"
#include "ops/reduce/reduced_dims.h"
#include "ops/structural/flip_backward.h"
#include "runtime/error.h"

namespace ct {

namespace {

constexpr int32_t kMaxOutputs = 2;

ct_status run_iterator(std::span<Tensor *const> outputs, const Tensor &input, uint64_t reduced, bool keepdim,
                       DType read, const Reduction &reduction) {
  Ref<Tensor> operands[1 + kMaxOutputs] = {Ref<Tensor>::share(const_cast<Tensor *>(&input))};
  Tensor *spread[kMaxOutputs] = {};
  const size_t count = outputs.size();
  for (size_t k = 0; k < count; ++k) {
    operands[1 + k] = with_reduced_dims(*outputs[k], input, reduced, keepdim, false);
  }
  if (has_backward_dim(input)) flip_backward_dims({operands, 1 + count});
  for (size_t k = 0; k < count; ++k) spread[k] = operands[1 + k].get();
  Iterator it;
  build_reduction(it, {spread, count}, *operands[0], read);
  return reduce(it, reduction);
}

}  // namespace

void run_reduction(const char *name, std::span<Tensor *const> outputs, const Tensor &input, uint64_t reduced,
                   bool keepdim, DType read, const Reduction &reduction) {
  std::optional<ct_status> status;
  if (read == input.dtype()) status = fast_reduce(reduction, outputs, input, reduced, keepdim);
  if (!status.has_value()) status = run_iterator(outputs, input, reduced, keepdim, read, reduction);
  if (*status != CT_OK) fail(*status, name, ": the executor failed");
}

}  // namespace ct
