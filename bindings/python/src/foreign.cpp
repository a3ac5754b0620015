#include "foreign.hpp"

namespace {
// A class of a module that is already imported, or nullptr. The reference is kept for good, as the module keeps it.
PyTypeObject *imported_class(const char *module_name, const char *name) {
  nb::object key = nb::steal(PyUnicode_FromString(module_name));
  nb::object module_object = nb::steal(key.is_valid() ? PyImport_GetModule(key.ptr()) : nullptr);
  PyObject *found = module_object.is_valid() ? PyObject_GetAttrString(module_object.ptr(), name) : nullptr;
  if (found == nullptr) PyErr_Clear();
  return reinterpret_cast<PyTypeObject *>(found);
}

PyObject *to_bool(PyObject *scalar) {
  int truth = PyObject_IsTrue(scalar);
  return truth < 0 ? nullptr : PyBool_FromLong(truth);
}

PyObject *to_complex(PyObject *scalar) {
  Py_complex value = PyComplex_AsCComplex(scalar);
  return value.real == -1 && PyErr_Occurred() ? nullptr : PyComplex_FromCComplex(value);
}

// The function that converts a NumPy scalar to a Python number; nullptr for anything else.
using Conversion = PyObject *(*)(PyObject *);
Conversion conversion_of(PyObject *object) {
  static struct {
    const char *name;
    Conversion convert;
    PyTypeObject *type;
  } kinds[] = {{"bool_", to_bool, nullptr},
               {"integer", PyNumber_Index, nullptr},
               {"floating", PyNumber_Float, nullptr},
               {"complexfloating", to_complex, nullptr}};
  for (auto &kind : kinds) {
    if (kind.type == nullptr) kind.type = imported_class("numpy", kind.name);
    if (kind.type == nullptr) return nullptr;
    if (!PyType_IsSubtype(Py_TYPE(object), kind.type)) continue;
    bool duration = kind.convert == PyNumber_Index && !PyIndex_Check(object);  // timedelta64 is an integer to NumPy
    return duration ? nullptr : kind.convert;
  }
  return nullptr;
}

// NumPy itself raises an error for its abstract types.
nb::object name_of_numpy(nb::handle object) {
  static PyTypeObject *dtype, *generic;
  if (dtype == nullptr) dtype = imported_class("numpy", "dtype");
  if (generic == nullptr) generic = imported_class("numpy", "generic");
  if (dtype == nullptr || generic == nullptr) return nb::none();
  PyObject *o = object.ptr();
  bool scalar_type = PyType_Check(o) && PyType_IsSubtype(reinterpret_cast<PyTypeObject *>(o), generic);
  if (!scalar_type && !PyType_IsSubtype(Py_TYPE(o), dtype)) return nb::none();
  nb::object found = nb::handle(reinterpret_cast<PyObject *>(dtype))(object);
  if (!nb::cast<bool>(found.attr("isnative"))) raise(PyExc_TypeError, "%R is byte-swapped, which no dtype here is", o);
  return found.attr("name");
}

nb::object name_of_torch(nb::handle object) {
  static PyTypeObject *dtype;
  if (dtype == nullptr) dtype = imported_class("torch", "dtype");
  if (dtype == nullptr || Py_TYPE(object.ptr()) != dtype) return nb::none();
  return nb::str(object).attr("removeprefix")("torch.");
}
}  // namespace

bool is_numpy_number(nb::handle object) { return conversion_of(object.ptr()) != nullptr; }

nb::object number_of_numpy(nb::handle object) {
  Conversion convert = conversion_of(object.ptr());
  if (convert == nullptr) return nb::none();
  nb::object number = nb::steal(convert(object.ptr()));
  if (!number.is_valid()) throw nb::python_error();
  return number;
}

nb::object dtype_name_of(nb::handle object) {
  static const struct {
    PyTypeObject *type;
    const char *name;
  } pythons[] = {
      {&PyBool_Type, "bool"}, {&PyLong_Type, "int64"}, {&PyFloat_Type, "float64"}, {&PyComplex_Type, "complex128"}};
  for (const auto &one : pythons)
    if (object.ptr() == reinterpret_cast<PyObject *>(one.type)) return nb::str(one.name);
  nb::object name = name_of_numpy(object);
  return name.is_none() ? name_of_torch(object) : name;
}
