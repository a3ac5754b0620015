// Outputs of ops that callbacks declare and compute.
#include "ops/custom.h"

#include "runtime/error.h"
#include "tensor/overlap.h"

namespace ct {

namespace {

// A number beside meta tensors is as good as one of them: it has no part in the layout.
bool computes_meta(std::span<const Tensor *const> inputs, std::span<Tensor *const> given) {
  const Tensor *first = nullptr;
  for (const Tensor *const input : inputs) {
    if (input->is_wrapped_number()) continue;
    if (first == nullptr) first = input;
    if (first->is_meta() == input->is_meta()) continue;
    fail(CT_ERROR_INVALID, "Expected all tensors to be on the same device, found cpu and meta: a ",
         dtype_name(input->dtype()), " tensor of sizes ", input->sizes(), " beside one of sizes ", first->sizes());
  }
  if (first != nullptr) return first->is_meta();
  return inputs.empty() && given[0] != nullptr && given[0]->is_meta();
}

}  // namespace

CustomOutputs::CustomOutputs(std::span<const Tensor *const> inputs, std::span<Tensor *const> given, bool any_strides,
                             bool in_place)
    : inputs_(inputs),
      given_(given),
      any_strides_(any_strides),
      in_place_(in_place),
      meta_(computes_meta(inputs, given)) {
  for (int64_t k = 0; k < count(); ++k) {
    Tensor *const out = given[static_cast<size_t>(k)];
    if (out == nullptr) {
      outputs_[k].emplace();
    } else {
      outputs_[k].emplace(*out, inputs);
    }
  }
}

void CustomOutputs::set(int32_t index, Dims sizes, const Dims *strides, DType dtype) {
  if (index < 0 || index >= count()) {
    fail(CT_ERROR_INDEX, "the op sets output ", index, ", but is run with ", count());
  }
  if (set_[index]) fail(CT_ERROR_INVALID, "the op sets output ", index, " twice");
  Output &output = *outputs_[index];
  checked_nbytes(sizes, dtype_size(dtype));
  if (strides != nullptr) check_layout(sizes, *strides, dtype_size(dtype));
  check_apart(index);
  if (strides == nullptr && !any_strides_) {
    output.set_contiguous(sizes, dtype, meta_);
  } else if (strides == nullptr) {
    output.set_raw_contiguous(sizes, dtype, meta_);
  } else if (any_strides_) {
    output.set_raw_strided(sizes, *strides, dtype, meta_);
  } else {
    output.set_strided(sizes, *strides, dtype, meta_);
  }
  check_apart(index);  // it may have been resized over the input
  set_[index] = true;
}

// A given output lies apart from itself, from inputs, and from other given outputs.
void CustomOutputs::check_apart(int32_t index) const {
  const Tensor *const out = given_[static_cast<size_t>(index)];
  if (out == nullptr || out->is_meta()) return;
  check_no_internal_overlap(*out);
  for (const Tensor *const input : inputs_) {
    if (input->is_meta()) continue;
    if (in_place_) {
      check_no_partial_overlap(*out, *input);
    } else {
      check_no_common_element(*out, *input);
    }
  }
  for (int64_t k = 0; k < count(); ++k) {
    const Tensor *const other = given_[static_cast<size_t>(k)];
    if (k != index && other != nullptr && !other->is_meta()) check_no_overlap(*out, *other);
  }
}

void CustomOutputs::check_all_set() const {
  for (int64_t k = 0; k < count(); ++k) {
    if (!set_[k]) fail(CT_ERROR_INVALID, "the op's meta has not set output ", k);
  }
}

bool CustomOutputs::anything_to_compute() const noexcept {
  for (int64_t k = 0; k < count() && !meta_; ++k) {
    if (get(k).numel() > 0) return true;
  }
  return false;
}

void CustomOutputs::finish(std::span<Ref<Tensor>> results) {
  for (int64_t k = 0; k < count(); ++k) outputs_[k]->copy_back();
  for (int64_t k = 0; k < count(); ++k) results[static_cast<size_t>(k)] = outputs_[k]->finish();
}

}  // namespace ct
