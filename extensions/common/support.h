// What extensions are written with: failures as exceptions, handles that release themselves, and what tensors say.
//
// A library uses it in a namespace of its own: `using namespace ct_extension`.
#pragma once

#pragma GCC visibility push(default)
#include <ctensor.h>
#pragma GCC visibility pop

#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <utility>

namespace ct_extension {

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
inline std::string text(Dims sizes) {  // [2, 3]
  std::string line = "[";
  for (size_t d = 0; d < sizes.size(); ++d) line += (d == 0 ? "" : ", ") + std::to_string(sizes[d]);
  return line + "]";
}

template <class... Parts>
[[noreturn]] void fail(ct_status status, const Parts &...parts) {
  throw Failure{status, (std::string() + ... + text(parts))};
}

template <class F>
ct_status guarded(ct_error *error, F &&body) noexcept {
  try {
    body();
    return CT_OK;
  } catch (const Failure &failure) {
    return ct_error_set(failure.status, failure.message.c_str(), error);
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
  ~Tensor() {
    if (handle_ != nullptr) ct_tensor_release(handle_);
  }

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
inline char *data_mut(ct_tensor *t) {
  void *data = nullptr;
  call(ct_tensor_data_mut, t, &data);
  return static_cast<char *>(data);
}
inline Tensor empty(Dims sizes, ct_dtype dtype) {
  return make(ct_tensor_create, sizes.data(), static_cast<int32_t>(sizes.size()), dtype);
}

// A dim from 0; fails out of range.
inline int32_t wrap_dim(int32_t dim, int32_t ndim) {
  if (dim < -ndim || dim >= ndim) {
    fail(CT_ERROR_INDEX, "dim ", dim, " is out of range for a tensor of ", ndim, " dims");
  }
  return dim < 0 ? dim + ndim : dim;
}

}  // namespace ct_extension
