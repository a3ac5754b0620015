// Conversion of failures to Python's exceptions.
#pragma once
#include <ctensor.h>
#include <nanobind/nanobind.h>

namespace nb = nanobind;

// check() turns a failing status into its exception of ctensor._header, with C's message as ctensor._messages
// translates it. function: Python's if C's name does not tell, and kNoFunction for operators and indexing.
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

// For functions that CPython calls itself: a C++ exception sets Python's error, and `failed` is returned to report it.
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
// Takes the exceptions and the translation from those modules.
void load_errors(nb::module_ &header);
