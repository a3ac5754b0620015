// The Python object around a handle.
#pragma once
#include <utility>

#include "errors.hpp"

// One reference to a C tensor; nanobind keeps it inside the Python object ctensor.Tensor.
struct Tensor {
  ct_tensor *p;
  explicit Tensor(ct_tensor *taken) : p(taken) {}
  Tensor(Tensor &&other) noexcept : p(std::exchange(other.p, nullptr)) {}
  Tensor(const Tensor &) = delete;
  ~Tensor() { ct_tensor_release(p); }
};

extern PyTypeObject *tensor_type;  // ctensor.Tensor, which cannot have subclasses
inline bool is_tensor(nb::handle h) { return Py_TYPE(h.ptr()) == tensor_type; }
inline ct_tensor *tensor_of(nb::handle h) { return nb::inst_ptr<Tensor>(h)->p; }
nb::object wrap(ct_tensor *taken);                      // a new Tensor; takes over the reference, on failure too
nb::object wrap_or_self(nb::handle self, ct_tensor *);  // self, if C returned the same tensor

// A tensor held for the length of a C++ scope.
class Held {
 public:
  Held() = default;
  explicit Held(ct_tensor *taken) : p_(taken) {}
  Held(Held &&other) noexcept : p_(std::exchange(other.p_, nullptr)) {}
  Held &operator=(Held &&other) noexcept {
    std::swap(p_, other.p_);
    return *this;
  }
  ~Held() { ct_tensor_release(p_); }
  ct_tensor *get() const { return p_; }
  ct_tensor *take() { return std::exchange(p_, nullptr); }
  ct_tensor **out() { return &p_; }

 private:
  ct_tensor *p_ = nullptr;
};

// The same elements under a handle of its own, which a resize of t does not change.
ct_tensor *alias(const ct_tensor *t);

// A borrowed Tensor argument, together with its Python object.
struct Self {
  nb::handle object;
  ct_tensor *p;
};
namespace nanobind::detail {
template <>
struct type_caster<Self> {
  NB_TYPE_CASTER(Self, const_name("Tensor"))
  bool from_python(handle src, uint32_t, cleanup_list *) noexcept {
    if (!is_tensor(src)) return false;
    value = {src, tensor_of(src)};
    return true;
  }
  static handle from_cpp(const Self &, rv_policy, cleanup_list *) = delete;
};
}  // namespace nanobind::detail
