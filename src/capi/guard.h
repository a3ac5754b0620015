// What every entry point shares: turning failures into statuses, handles into references, and versioned structs into
// the library's own. Nothing thrown leaves guarded().
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "expr/evaluate.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "tensor/tensor.h"

namespace ct {

// Fills the caller's error, never past its struct_size: "<function>: <message>", or the message alone for NULL.
ct_status report(ct_error *error, const char *function, ct_status status, const char *message) noexcept;
ct_status report_current_exception(ct_error *error, const char *function) noexcept;

template <class F>
ct_status guarded(const char *function, ct_error *error, F &&body) noexcept {
  try {
    require_kernels();
    body();
    return CT_OK;
  } catch (...) {
    return report_current_exception(error, function);
  }
}

// For calls that make a tensor: *out is NULL until the body has returned one.
template <class F>
ct_status making(const char *function, ct_tensor **out, ct_error *error, F &&body) noexcept {
  if (out == nullptr) return report(error, function, CT_ERROR_INVALID, "out is NULL");
  *out = nullptr;
  return guarded(function, error, [&] {
    Ref<Tensor> made = body();
    *out = reinterpret_cast<ct_tensor *>(made.detach());
  });
}

// The same of two: the body returns both, as .first and .second.
template <class F>
ct_status making_two(const char *function, ct_tensor **first, ct_tensor **second, ct_error *error, F &&body) noexcept {
  if (second != nullptr) *second = nullptr;
  return making(function, first, error, [&] {
    if (second == nullptr || second == first) fail(CT_ERROR_INVALID, "the second out is NULL, or the first");
    auto made = body();
    *second = reinterpret_cast<ct_tensor *>(made.second.detach());
    return std::move(made.first);
  });
}

// A handle is the tensor's address; ct_tensor itself is never defined.
inline const Tensor *unwrap(const ct_tensor *t) { return reinterpret_cast<const Tensor *>(t); }
inline Tensor *unwrap(ct_tensor *t) { return reinterpret_cast<Tensor *>(t); }

template <class T>
T *need(T *argument, const char *name) {
  if (argument == nullptr) fail(CT_ERROR_INVALID, name, " is NULL");
  return argument;
}
// For calls that look at the layout alone, and for ops that can be recorded.
inline const Tensor &tensor(const ct_tensor *t, const char *name) { return *unwrap(need(t, name)); }
[[noreturn]] void refuse_deferred(const char *name);
// To be written to, or to be resized.
inline Tensor &tensor(ct_tensor *t, const char *name) {
  Tensor &given = *unwrap(need(t, name));
  if (given.is_deferred()) refuse_deferred(name);
  return given;
}

// For calls that read elements: a deferred tensor is computed first.
class InMemory {
 public:
  InMemory(const ct_tensor *t, const char *name) : given_(tensor(t, name)) {
    if (given_.is_deferred()) computed_ = evaluated(given_);
  }
  operator const Tensor &() const { return computed_ ? *computed_ : given_; }  // NOLINT(google-explicit-constructor)

 private:
  const Tensor &given_;
  Ref<Tensor> computed_;
};

// After a call that has written to it: see Storage::watch.
inline void count_write(const Tensor &written) { written.storage().count_write(); }

// count values from the caller; values may be NULL where there are none.
template <class T>
std::span<const T> array(const T *values, int32_t count, const char *name) {
  if (count < 0) fail(CT_ERROR_INVALID, "the number of ", name, " is negative: ", count);
  if (count > 0) need(values, name);
  return {values, static_cast<size_t>(count)};
}
// Tensors that a call takes as an array. This one looks at their layouts alone.
class TensorLayouts {
 public:
  TensorLayouts(const ct_tensor *const *tensors, int32_t count, const char *name = "tensors");
  operator std::span<const Tensor *const>() const noexcept { return tensors_; }  // NOLINT(google-explicit-constructor)
  const Tensor &operator[](int64_t i) const noexcept { return *tensors_[i]; }

 protected:
  SmallVec<const Tensor *, 8> tensors_;
};
// For calls that read elements: deferred tensors are computed first.
class TensorList : public TensorLayouts {
 public:
  TensorList(const ct_tensor *const *tensors, int32_t count, const char *name = "tensors");
  ~TensorList() {
    for (Tensor *const computed : computed_) computed->release();
  }
  TensorList(const TensorList &) = delete;
  TensorList &operator=(const TensorList &) = delete;

 private:
  SmallVec<Tensor *, 1> computed_;
};

// The dims that a call names: NULL stands for all of them, an array of none for none.
inline NamedDims dims_or_all(const int32_t *values, int32_t count) {
  if (values == nullptr && count == 0) return std::nullopt;
  return array(values, count, "dims");
}
inline Dims dims(const int64_t *values, int32_t ndim, const char *name) {
  check_ndim(ndim);
  return array(values, ndim, name);
}
inline DType dtype_or_undefined(ct_dtype dtype) {
  return dtype == CT_UNDEFINED ? DType::Undefined : check_dtype(dtype);
}

// The caller's struct as this version knows it; a newer caller may set nothing that this version would ignore. All
// structs are of the first version so far, so that is also the smallest, and nobody's is shorter: it is read where it
// stands. (A copy would wait for the fields that the caller has just stored.)
void check_struct_size(const void *value, uint32_t struct_size, size_t known_size, const char *name);
template <class T>
const T &known_struct(const T *value, const char *name) {
  need(value, name);
  check_struct_size(value, value->struct_size, sizeof(T), name);
  return *value;
}

}  // namespace ct
