// How a structured op's output is set: allocated, given, resized or proxied.
#include "ops/structured.h"

#include <algorithm>
#include <utility>

#include "expr/evaluate.h"
#include "ops/structural/copy.h"
#include "runtime/error.h"

namespace ct {

namespace {

// Strides of dims of size 1 move nothing, so a mismatch there needs no proxy.
bool same_strides(Dims sizes, Dims a, Dims b) {
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] > 1 && a[d] != b[d]) return false;
  }
  return true;
}

const char *device_name(bool meta) { return meta ? "meta" : "cpu"; }

}  // namespace

Output::Output(Tensor &out, std::span<const Tensor *const> inputs) : given_(&out) {
  in_place_ = std::find(inputs.begin(), inputs.end(), given_) != inputs.end();
}

void Output::check_given(Dims sizes, DType dtype, bool meta) const {
  if (given_->dtype() != dtype) {
    fail(CT_ERROR_DTYPE, "Expected out tensor to have dtype ", dtype_name(dtype), ", but got ",
         dtype_name(given_->dtype()), " instead");
  }
  if (given_->is_meta() != meta) {
    fail(CT_ERROR_INVALID, "Expected out tensor to be on device ", device_name(meta), ", but got ",
         device_name(given_->is_meta()), " instead");
  }
  if (in_place_ && !same_dims(given_->sizes(), sizes)) {
    fail(CT_ERROR_SHAPE, "output with shape ", given_->sizes(), " doesn't match the broadcast shape ", sizes);
  }
  check_writable(*given_, "out");
}

void Output::set_raw_strided(Dims sizes, Dims strides, DType dtype, bool meta) {
  if (given_ == nullptr) {
    target_ = Tensor::create(sizes, strides, dtype, meta);
    return;
  }
  check_given(sizes, dtype, meta);
  if (!same_dims(given_->sizes(), sizes)) {
    guard();
    resize(*given_, sizes, strides);
  }
  target_ = Ref<Tensor>::share(given_);
}

void Output::set_raw_contiguous(Dims sizes, DType dtype, bool meta) {
  if (given_ == nullptr) {
    target_ = Tensor::create(sizes, dtype, meta);
    return;
  }
  set_raw_strided(sizes, contiguous_strides(sizes), dtype, meta);
}

void Output::set_strided(Dims sizes, Dims strides, DType dtype, bool meta) {
  set_raw_strided(sizes, strides, dtype, meta);
  if (given_ == nullptr || same_strides(sizes, given_->strides(), strides)) return;
  proxy(strides);
}

void Output::proxy(Dims strides) {
  target_ = Tensor::create(target_->sizes(), strides, target_->dtype(), target_->is_meta());
  proxied_ = true;
}

void Output::compute_contiguous() {
  const DimVec strides = contiguous_strides(target_->sizes());
  if (!same_dims(target_->strides(), strides)) proxy(strides);
}

void Output::set_contiguous(Dims sizes, DType dtype, bool meta) {
  if (given_ == nullptr) {
    target_ = Tensor::create(sizes, dtype, meta);
    return;
  }
  set_strided(sizes, contiguous_strides(sizes), dtype, meta);
}

void Output::set_built(Ref<Tensor> output) noexcept { target_ = std::move(output); }

void Output::record(Ref<Node> node) {
  Ref<Tensor> result = deferred_tensor(std::move(node));
  if (given_ == nullptr) {
    target_ = std::move(result);
    return;
  }
  const Tensor *const from = result.get();
  evaluate({&from, 1}, {&given_, 1});
}

void Output::guard() {
  if (!guard_.has_value()) guard_.emplace(given_);
}

void Output::copy_back() {
  if (std::exchange(proxied_, false)) copy(*given_, *target_);
}

Ref<Tensor> Output::finish() {
  // A proxy stands in for an output of the right sizes, so nothing was resized and copy's own guarantee is enough.
  copy_back();
  if (guard_.has_value()) guard_->commit();
  return std::move(target_);
}

}  // namespace ct
