// Handles of the C API for tests in C++, which are released when they go out of scope. Nothing else is wrapped.
#pragma once

#include <ctensor.h>

#include <utility>
#include <vector>

#include "array.h"

namespace reference {

class Handle {
 public:
  Handle() = default;
  explicit Handle(ct_tensor *owned) : tensor_(owned) {}
  Handle(Handle &&other) noexcept : tensor_(std::exchange(other.tensor_, nullptr)) {}
  Handle &operator=(Handle &&other) noexcept {
    std::swap(tensor_, other.tensor_);
    return *this;
  }
  ~Handle() { ct_tensor_release(tensor_); }

  ct_tensor *get() const { return tensor_; }
  operator ct_tensor *() const { return tensor_; }  // NOLINT(google-explicit-constructor): so that calls read as in C
  ct_tensor **receive() {                           // for a call's `out`
    ct_tensor_release(std::exchange(tensor_, nullptr));
    return &tensor_;
  }

 private:
  ct_tensor *tensor_ = nullptr;
};

inline Sizes sizes_of(const ct_tensor *t) { return Sizes(ct_tensor_sizes(t), ct_tensor_sizes(t) + ct_tensor_ndim(t)); }
inline Sizes strides_of(const ct_tensor *t) {
  return Sizes(ct_tensor_strides(t), ct_tensor_strides(t) + ct_tensor_ndim(t));
}
inline Array array_of(const ct_tensor *t) {
  return {ct_tensor_dtype(t), sizes_of(t), strides_of(t), static_cast<const char *>(ct_tensor_data(t))};
}

// A ct_error that a failing test prints.
struct Error : ct_error {
  Error() : ct_error{sizeof(ct_error), 0, {}} {}
};

}  // namespace reference
