// What every unit is written with, beside what extensions share: what tensors say, and where results go.
#pragma once

#include "api.h"
#include "common/support.h"

namespace ct_mpi {

using namespace ct_extension;

// A failure's message begins with the function that was called.
template <class F>
ct_status guarded(const char *name, ct_error *error, F &&body) noexcept {
  return ct_extension::guarded(error, [&] {
    try {
      body();
    } catch (Failure &failure) {
      failure.message = std::string(name) + ": " + failure.message;
      throw;
    }
  });
}

inline bool is_contiguous(const ct_tensor *t) { return ct_tensor_is_contiguous(t, CT_CONTIGUOUS); }
inline int64_t nbytes(const ct_tensor *t) { return ct_tensor_numel(t) * ct_tensor_itemsize(t); }
std::string describe(ct_dtype dtype, Dims sizes);  // float32 [2, 3]
std::string describe(const ct_tensor *t);
Tensor over(void *memory, Dims sizes, ct_dtype dtype);  // a contiguous tensor over memory that outlives it
Tensor contiguous(const ct_tensor *t);
Tensor dim_first(const ct_tensor *t, int32_t dim);  // a view

// Memory from the core's allocator, which gives large blocks huge pages and keeps them for the next call.
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(int64_t bytes) : owner_(empty(Dims(&bytes, 1), CT_UINT8)), data_(data_mut(owner_)) {}
  char *get() const { return data_; }
  bool is_there() const { return owner_.get() != nullptr; }

 private:
  Tensor owner_;
  char *data_ = nullptr;
};

// Where the result of a call goes: into a given tensor, or to the place of a fresh one.
struct Out {
  bool is_given;
  ct_tensor *given;
  ct_tensor **fresh;

  static Out into(ct_tensor *given) { return {true, given, nullptr}; }
  static Out made(ct_tensor **fresh) {
    if (fresh != nullptr) *fresh = nullptr;
    return {false, nullptr, fresh};
  }
  void check(const ct_tensor *input, bool may_be_input = false) const;
  Tensor get(ct_dtype dtype, Dims wanted) const;  // of this dtype and these sizes, or it fails
  void give(Tensor result) const {
    if (!is_given) *fresh = result.detach();
  }
};

// What may be sent: t itself, or what a deferred one is.
Tensor check_input(const ct_tensor *t, const char *name);
// What is written: real memory, not read-only, whose elements share nothing with each other nor with input, which may
// be NULL. may_be_input: but it may be those very elements.
void check_output(ct_tensor *out, const char *name, const ct_tensor *input = nullptr, bool may_be_input = false);
}  // namespace ct_mpi
