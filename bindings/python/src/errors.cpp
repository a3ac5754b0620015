#include "errors.hpp"

#include <cstdarg>
#include <new>

static PyObject *statuses;  // status: exception class; ctensor._header keeps both alive
static PyObject *user_error;
static PyObject *in_python;  // the function of ctensor._messages

void load_errors(nb::module_ &header) {
  statuses = nb::object(header.attr("ERRORS")).release().ptr();
  user_error = nb::object(header.attr("Error")).release().ptr();
  in_python = nb::object(nb::module_::import_("ctensor._messages").attr("in_python")).release().ptr();
}

void raise(PyObject *type, const char *format, ...) {
  va_list args;
  va_start(args, format);
  PyErr_FormatV(type, format, args);
  va_end(args);
  throw nb::python_error();
}

void raise_status(ct_status status, const char *message) {
  nb::object number = nb::steal(PyLong_FromLong(status));
  PyObject *type = PyDict_GetItem(statuses, number.ptr());
  PyErr_SetString(type == nullptr ? user_error : type, message);
  throw nb::python_error();
}

void raise_error(ct_status status, const CtError &e, const char *function) {
  nb::object text = nb::handle(in_python)(e.error.message, function);
  raise_status(status, nb::cast<const char *>(text));
}

void set_python_error() {
  try {
    throw;
  } catch (nb::python_error &e) {
    e.restore();
  } catch (const std::bad_alloc &) {
    PyErr_NoMemory();
  } catch (const std::exception &e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  } catch (...) {
    PyErr_SetString(PyExc_SystemError, "unknown C++ exception");
  }
}
