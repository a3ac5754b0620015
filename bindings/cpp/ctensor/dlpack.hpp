// Tensors to and from other libraries by DLPack, without a copy.
#ifndef CTENSOR_DLPACK_HPP
#define CTENSOR_DLPACK_HPP

#include <memory>

#include "tensor.hpp"

namespace ctensor {

namespace detail {

// Gives a struct back that nobody took. What is in it, its deleter too, is the library's to know.
struct DlpackDeleter {
  void operator()(DLManagedTensorVersioned *managed) const noexcept {
    ct_tensor *t = nullptr;
    ct_from_dlpack(managed, &t, nullptr);
    ct_tensor_release(t);
  }
  void operator()(DLManagedTensor *managed) const noexcept {
    ct_tensor *t = nullptr;
    ct_from_dlpack_legacy(managed, &t, nullptr);
    ct_tensor_release(t);
  }
};

}  // namespace detail

// A struct that is to be handed on: other.take(dlpack.release()), or Dlpack(other.give()) for from_dlpack.
using Dlpack = std::unique_ptr<DLManagedTensorVersioned, detail::DlpackDeleter>;
using DlpackLegacy = std::unique_ptr<DLManagedTensor, detail::DlpackDeleter>;

inline Dlpack to_dlpack(const Tensor &t) {
  DLManagedTensorVersioned *out = nullptr;
  detail::check([&](ct_error *error) { return ct_to_dlpack(t.get(), &out, error); });
  return Dlpack(out);
}
inline DlpackLegacy to_dlpack_legacy(const Tensor &t) {
  DLManagedTensor *out = nullptr;
  detail::check([&](ct_error *error) { return ct_to_dlpack_legacy(t.get(), &out, error); });
  return DlpackLegacy(out);
}

// The struct is taken, also when this throws.
inline Tensor from_dlpack(Dlpack managed) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_from_dlpack(managed.release(), out, error); });
}
inline Tensor from_dlpack(DlpackLegacy managed) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_from_dlpack_legacy(managed.release(), out, error); });
}

}  // namespace ctensor

#endif
