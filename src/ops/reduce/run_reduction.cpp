#include "ops/reduce/run_reduction.h"

#include "iter/fast_path.h"
#include "runtime/error.h"
#include "tensor/overlap.h"
#include "tensor/views.h"

namespace ct {

namespace {

bool has(uint64_t reduced, int32_t dim) { return (reduced >> dim & 1) != 0; }

}  // namespace

DimVec sizes_without(const Tensor &input, uint64_t reduced, bool keepdim) {
  DimVec sizes;
  for (int32_t d = 0; d < input.ndim(); ++d) {
    if (!has(reduced, d)) {
      sizes.push_back(input.sizes()[d]);
    } else if (keepdim) {
      sizes.push_back(1);
    }
  }
  return sizes;
}

void refuse_empty_dims(const char *name, const Tensor &input, uint64_t reduced) {
  for (int32_t d = 0; d < input.ndim(); ++d) {
    if (has(reduced, d) && input.sizes()[d] == 0) {
      fail(CT_ERROR_SHAPE, name, " of no elements: dim ", d, " of ", input.sizes(), " has size 0");
    }
  }
}

void set_reduced(Output &output, const char *name, const Tensor &input, Dims sizes, DType dtype) {
  if (output.is_in_place()) {
    fail(CT_ERROR_OVERLAP, name, ": out is the input itself, which is read while out is written");
  }
  const bool has_no_memory = input.is_meta() || input.is_deferred();
  if (output.given() == nullptr) return output.set_contiguous(sizes, dtype, has_no_memory);
  output.set_raw_strided(sizes, contiguous_strides(sizes), dtype, input.is_meta());
  check_no_internal_overlap(output.get());
  if (input.is_deferred()) return;  // evaluation sees to that
  if (overlap(output.get(), input) != Overlap::No) {
    fail(CT_ERROR_OVERLAP, "unsupported operation: out ", output.get().sizes(), " shares memory with the input ",
         input.sizes(), " of ", name, ". Please clone() the tensor before performing the operation.");
  }
}

void set_reduced(Output &first, Output &second, const char *name, const Tensor &input, Dims sizes, DType dtype,
                 DType second_dtype) {
  set_reduced(first, name, input, sizes, dtype);
  set_reduced(second, name, input, sizes, second_dtype);
  if (second.given() != nullptr && overlap(first.get(), second.get()) != Overlap::No) {
    fail(CT_ERROR_OVERLAP, "unsupported operation: the two outputs of ", name, " share memory");
  }
}

Ref<Tensor> with_reduced_dims(const Tensor &out, const Tensor &input, uint64_t reduced, bool keepdim, bool expanded) {
  DimVec sizes, strides;
  int32_t next = 0;
  for (int32_t d = 0; d < input.ndim(); ++d) {
    const bool gone = has(reduced, d);
    sizes.push_back(!gone ? out.sizes()[next] : expanded ? input.sizes()[d] : 1);
    strides.push_back(gone ? 0 : out.strides()[next]);
    next += keepdim || !gone ? 1 : 0;
  }
  return as_strided(out, sizes, strides, out.offset());
}

ReductionIterator::ReductionIterator(std::span<Tensor *const> outputs, const Tensor &input, uint64_t reduced,
                                     bool keepdim, DType read)
    : operands{Ref<Tensor>::share(const_cast<Tensor *>(&input))} {
  const size_t count = outputs.size();
  for (size_t k = 0; k < count; ++k) {
    operands[1 + k] = with_reduced_dims(*outputs[k], input, reduced, keepdim, false);
  }
  Tensor *const views[] = {operands[1].get(), operands[2].get()};
  const Tensor *const inputs[] = {operands[0].get()};
  IterConfig config;
  config.flags =
      iter_flags::kAllowOverlap | iter_flags::kNoResize | iter_flags::kReduction | iter_flags::kNoSameDTypeCheck;
  config.outputs = {views, count};
  config.inputs = inputs;
  config.borrows = config.flips = true;
  config.input_dtypes = {&read, 1};
  it.build(config);
}

void run_reduction(const char *name, std::span<Tensor *const> outputs, const Tensor &input, uint64_t reduced,
                   bool keepdim, DType read, const Reduction &reduction) {
  std::optional<ct_status> status;
  if (read == input.dtype() && reduction.computed == nullptr)
    status = fast_reduce(reduction, outputs, input, reduced, keepdim);
  if (!status.has_value()) status = reduce(ReductionIterator(outputs, input, reduced, keepdim, read).it, reduction);
  if (*status != CT_OK) fail(*status, name, ": the executor failed");
}

}  // namespace ct
