// What every unit is written with: failures as exceptions, handles that release themselves, and what tensors say.
#pragma once

#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <utility>

#include "api.h"

namespace ct_mpi {

constexpr int32_t kMaxDims = 64;
using Dims = std::span<const int64_t>;

// The one type that is thrown here. It becomes a status and a line of text before it would leave the library.
struct Failure {
  ct_status status;
  std::string message;
};

inline std::string text(const char *part) { return part; }
inline std::string text(const std::string &part) { return part; }
inline std::string text(int64_t number) { return std::to_string(number); }
std::string text(Dims sizes);  // [2, 3]

template <class... Parts>
[[noreturn]] void fail(ct_status status, const Parts &...parts) {
  throw Failure{status, (std::string() + ... + text(parts))};
}

template <class F>
ct_status guarded(const char *name, ct_error *error, F &&body) noexcept {
  try {
    body();
    return CT_OK;
  } catch (const Failure &failure) {
    try {
      return ct_error_set(failure.status, (std::string(name) + ": " + failure.message).c_str(), error);
    } catch (...) {
      return ct_error_set(failure.status, name, error);
    }
  } catch (const std::bad_alloc &) {
    return ct_error_set(CT_ERROR_OUT_OF_MEMORY, "out of memory", error);
  } catch (...) {
    return ct_error_set(CT_ERROR_INTERNAL, "an unexpected exception", error);
  }
}

// A call of ctensor.h whose last argument is an error, which `call` adds: its failure is thrown.
template <class F, class... Args>
void call(F *function, const Args &...args) {
  ct_error error = {};
  error.struct_size = sizeof error;
  const ct_status status = function(args..., &error);
  if (status != CT_OK) throw Failure{status, error.message};
}

// A handle that is owned.
class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(ct_tensor *owned) noexcept : handle_(owned) {}
  Tensor(const Tensor &other) noexcept : handle_(ct_tensor_retain(other.handle_)) {}
  Tensor(Tensor &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Tensor &operator=(Tensor other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Tensor() { ct_tensor_release(handle_); }

  static Tensor share(const ct_tensor *t) {
    Tensor shared(ct_tensor_retain(t));
    if (shared.handle_ == nullptr) throw std::bad_alloc();
    return shared;
  }
  ct_tensor *get() const noexcept { return handle_; }
  operator ct_tensor *() const noexcept { return handle_; }
  ct_tensor *detach() noexcept { return std::exchange(handle_, nullptr); }

 private:
  ct_tensor *handle_ = nullptr;
};

// A call that makes a tensor: its last two arguments are out and error.
template <class F, class... Args>
Tensor make(F *function, const Args &...args) {
  ct_tensor *made = nullptr;
  call(function, args..., &made);
  return Tensor(made);
}

inline Dims sizes(const ct_tensor *t) { return {ct_tensor_sizes(t), static_cast<size_t>(ct_tensor_ndim(t))}; }
inline Dims strides(const ct_tensor *t) { return {ct_tensor_strides(t), static_cast<size_t>(ct_tensor_ndim(t))}; }
inline bool is_contiguous(const ct_tensor *t) { return ct_tensor_is_contiguous(t, CT_CONTIGUOUS); }
inline int64_t nbytes(const ct_tensor *t) { return ct_tensor_numel(t) * ct_tensor_itemsize(t); }
std::string describe(ct_dtype dtype, Dims sizes);  // float32 [2, 3]
std::string describe(const ct_tensor *t);
int32_t wrap_dim(int32_t dim, int32_t ndim);  // a dim from 0; fails out of range
char *data_mut(ct_tensor *t);
Tensor empty(Dims sizes, ct_dtype dtype);
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
