// Exchange of tensors with other libraries by DLPack, without a copy.
#ifndef CTENSOR_DLPACK_HPP
#define CTENSOR_DLPACK_HPP

#include <memory>

#include "tensor.hpp"

namespace ctensor {

namespace detail {

// Releases a struct that nobody took, by way of the library, since only it knows the struct's contents.
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

// A struct to pass to or from another library: other.take(dlpack.release()), or from_dlpack(Dlpack(other.give())).
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

// It takes the struct over, even when it throws.
inline Tensor from_dlpack(Dlpack managed) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_from_dlpack(managed.release(), out, error); });
}
inline Tensor from_dlpack(DlpackLegacy managed) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_from_dlpack_legacy(managed.release(), out, error); });
}

}  // namespace ctensor

#endif
