// Failures on their way to Python, and what CPython is told of them.
#pragma once
#include <ctensor.h>
#include <nanobind/nanobind.h>

namespace nb = nanobind;

// A failing status becomes the exception of ctensor._header that stands for it, with C's message in the words of
// ctensor._messages. function: Python's where C's does not tell it, and kNoFunction for operators and indexing.
struct CtError {
  ct_error error;
  CtError() { error.struct_size = sizeof error; }
  operator ct_error *() { return &error; }
};
[[noreturn]] void raise(PyObject *type, const char *format, ...);
[[noreturn]] void raise_status(ct_status status, const char *message);
inline constexpr const char *kNoFunction = "";
[[noreturn]] void raise_error(ct_status status, const CtError &e, const char *function);
inline void check(ct_status status, const CtError &e, const char *function = nullptr) {
  if (status != CT_OK) [[unlikely]]
    raise_error(status, e, function);
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
// Takes the exceptions and the words from those modules.
void load_errors(nb::module_ &header);
