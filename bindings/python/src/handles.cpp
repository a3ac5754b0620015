#include "handles.hpp"

PyTypeObject *tensor_type;

nb::object wrap(ct_tensor *taken) {
  Held held(taken);
  nb::object made = nb::inst_alloc(reinterpret_cast<PyObject *>(tensor_type));
  if (!made.is_valid()) throw nb::python_error();
  new (nb::inst_ptr<Tensor>(made)) Tensor(held.take());
  nb::inst_mark_ready(made);
  return made;
}

nb::object wrap_or_self(nb::handle self, ct_tensor *taken) {
  if (taken != tensor_of(self)) return wrap(taken);
  ct_tensor_release(taken);
  return nb::borrow(self);
}

ct_tensor *alias(const ct_tensor *t) {
  ct_tensor *made;
  CtError e;
  check(ct_as_strided(t, ct_tensor_sizes(t), ct_tensor_ndim(t), ct_tensor_strides(t), ct_tensor_storage_offset(t),
                      &made, e),
        e);
  return made;
}
