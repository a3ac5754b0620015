// Failures on their way to Python, and what CPython is told of them.
#pragma once
#include <ctensor.h>
#include <nanobind/nanobind.h>

namespace nb = nanobind;

// A failing status becomes the exception of ctensor._header that stands for it, with C's message.
struct CtError {
  ct_error error;
  CtError() { error.struct_size = sizeof error; }
  operator ct_error *() { return &error; }
};
[[noreturn]] void raise(PyObject *type, const char *format, ...);
[[noreturn]] void raise_status(ct_status status, const char *message);
inline void check(ct_status status, const CtError &e) {
  if (status != CT_OK) [[unlikely]]
    raise_status(status, e.error.message);
}

// For functions that CPython calls itself: a C++ exception becomes Python's error and the value that reports it.
void set_python_error();
template <class R, class F>
R guarded(R failed, F f) noexcept {
  try {
    return f();
  } catch (...) {
    set_python_error();
    return failed;
  }
}
// Takes the exceptions from that module.
void load_errors(nb::module_ &header);
