// What the units add to the module, and what they offer each other. It calls nothing, as dependencies go one way.
#pragma once
#include <string>
#include <vector>

#include "handles.hpp"

// The units, each adding its part to the module.
using TensorClass = nb::class_<Tensor>;
void add_dtypes(nb::module_ &m);
void add_ops(nb::module_ &m, TensorClass &c);  // generated
void add_views(TensorClass &c);
void add_joining(nb::module_ &m);
void add_indexing(nb::module_ &m, TensorClass &c);
void add_getters(TensorClass &c);
void add_numpy_forms(TensorClass &c);
void add_creation(nb::module_ &m);
void add_buffer(nb::module_ &m);
void add_files(nb::module_ &m);
void add_iter(nb::module_ &m);
void add_library(nb::module_ &m);
void add_expr(nb::module_ &m, TensorClass &c);
void add_random(nb::module_ &m);
void add_fft(nb::module_ &m);     // if it is built
void add_linalg(nb::module_ &m);  // if it is built
void add_dlpack(nb::module_ &m, TensorClass &c);
std::vector<PyType_Slot> tensor_slots();
std::string shape_text(const ct_tensor *t);
PyObject *subscript(PyObject *self, PyObject *key) noexcept;
int64_t slice_bound(PyObject *bound);  // CT_TO_END for None
int assign(PyObject *self, PyObject *key, PyObject *value) noexcept;
int get_buffer(PyObject *self, Py_buffer *view, int flags) noexcept;
void release_buffer(PyObject *self, Py_buffer *view) noexcept;
