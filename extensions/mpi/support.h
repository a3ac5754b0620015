// What every unit here uses, besides what extensions share: questions about tensors, and where results go.
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

// Memory from the core's allocator, which uses huge pages for large blocks and keeps them for the next call.
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

// Where the result of a call goes: into a given tensor, or into a fresh one.
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

// The tensor to send: t itself, or what a deferred t has been computed to.
Tensor check_input(const ct_tensor *t, const char *name);
// Checks a tensor that will be written: it has memory, is not read-only, and its elements share no memory with each
// other nor with input, which may be NULL. With may_be_input, they may be input's very elements.
void check_output(ct_tensor *out, const char *name, const ct_tensor *input = nullptr, bool may_be_input = false);
}  // namespace ct_mpi
