// What every unit of the extension shares: the Python object around a handle, errors, and how arguments are read.
#pragma once
#include <ctensor.h>
#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;

// One reference to a C tensor; nanobind keeps it inside the Python object ctensor.Tensor.
struct Tensor {
  ct_tensor *p;
  explicit Tensor(ct_tensor *taken) : p(taken) {}
  Tensor(Tensor &&other) noexcept : p(std::exchange(other.p, nullptr)) {}
  Tensor(const Tensor &) = delete;
  ~Tensor() { ct_tensor_release(p); }
};

extern PyTypeObject *tensor_type;  // ctensor.Tensor, which can't be derived from
inline bool is_tensor(nb::handle h) { return Py_TYPE(h.ptr()) == tensor_type; }
inline ct_tensor *tensor_of(nb::handle h) { return nb::inst_ptr<Tensor>(h)->p; }
nb::object wrap(ct_tensor *taken);                      // a new Tensor; takes the reference, on failure too
nb::object wrap_or_self(nb::handle self, ct_tensor *);  // self, where C gave the same tensor back

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

// Errors. A failing status becomes the exception of ctensor._header that stands for it, with C's message.
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

// Other Python threads run while a call computes on this many elements or more; for fewer, handing the interpreter
// over and back takes longer than the call: bench/gil.py.
constexpr int64_t kManyElements = 4096;
class Unlocked {
 public:
  explicit Unlocked(bool really) : state_(really ? PyEval_SaveThread() : nullptr) {}
  Unlocked(const Unlocked &) = delete;
  ~Unlocked() {
    if (state_ != nullptr) PyEval_RestoreThread(state_);
  }

 private:
  PyThreadState *state_;
};
inline bool many(const ct_tensor *t) { return ct_tensor_numel(t) >= kManyElements; }

// dtypes: objects of ctensor._header.DType, one a number.
nb::object dtype_object(ct_dtype dtype);
ct_dtype dtype_of(nb::handle object);  // None: CT_UNDEFINED; a DType or a name
bool is_dtype(nb::handle object);

bool is_number(nb::handle object);
ct_scalar scalar_of(nb::handle number);
nb::object number_of(const ct_scalar &scalar);
// The 0-dim tensor that stands for a Python number in an op.
ct_tensor *wrapped_number(nb::handle number);

// Arguments as C++ functions take them. Reading them may fail, so it happens in convert(), where exceptions are fine.
struct Operand {  // a tensor or a number
  nb::handle object;
  ct_tensor *p = nullptr;
  Held number;
  void convert();
  operator const ct_tensor *() const { return p; }
};
struct OptionalOperand : Operand {};
struct Out {  // a tensor to write to, or None
  nb::handle object;
  void convert() const {}
};
struct OutPair {
  nb::handle object;
  void convert() const {}
};
struct Scalar {  // a number, or None for C's default
  nb::handle object;
  ct_scalar value;
  void convert();
  operator const ct_scalar *() const { return object.is_none() ? nullptr : &value; }
};
struct RequiredScalar : Scalar {};
template <class Int>
class Numbers {  // None, an int or a sequence of them: dims or sizes
 public:
  nb::handle object;
  bool none = true;
  void convert();
  const Int *data() const { return more_.empty() ? few_ : more_.data(); }
  int32_t count() const { return count_; }

 private:
  static constexpr int32_t kFew = 8;
  void fill(PyObject *const *items, Py_ssize_t count);
  Int few_[kFew];
  std::vector<Int> more_;  // where they are not few
  int32_t count_ = 0;
};
struct Dims : Numbers<int32_t> {};
struct Sizes : Numbers<int64_t> {};
struct Dim {  // an int
  nb::handle object;
  int32_t value;
  void convert();
  operator int32_t() const { return value; }
};
struct OptionalDim : Dim {
  operator const int32_t *() const { return object.is_none() ? nullptr : &value; }
};
struct DTypeArg {  // a dtype, its name, or None for C's default
  nb::handle object;
  ct_dtype value;
  void convert() { value = dtype_of(object); }
  operator ct_dtype() const { return value; }
};
struct RequiredDType : DTypeArg {};
struct Format {  // ctensor.MemoryFormat
  nb::handle object;
  ct_memory_format value;
  void convert();
  operator ct_memory_format() const { return value; }
};
struct TensorResult {  // ctensor.Tensor; a type of its own so that signatures name it
  nb::object object;
};
struct TensorPair {
  nb::object object;
};
struct DTypeResult {
  nb::object object;
};
// *args that are numbers, or one sequence of them: t.permute(2, 0, 1) and t.permute([2, 0, 1]).
template <class Int>
Numbers<Int> numbers_of(const nb::args &args);

// What an op does, fresh or into out.
inline int64_t size_of(const Operand &operand) { return operand.p == nullptr ? 0 : ct_tensor_numel(operand.p); }
template <class T>
int64_t size_of(const T &) {
  return 0;
}
template <class... Args>
bool convert_all(Args &...args) {
  (args.convert(), ...);
  int64_t most = 0;
  ((most = size_of(args) > most ? size_of(args) : most), ...);
  return most >= kManyElements;
}
template <class F>
void run(bool unlock, F f) {
  CtError error;
  ct_status status;
  {
    Unlocked unlocked(unlock);
    status = f(error);
  }
  check(status, error);
}
template <class Fresh, class Into>
TensorResult fresh_or_into(bool unlock, const Out &out, Fresh fresh, Into into) {
  if (out.object.is_none()) {
    ct_tensor *made = nullptr;
    run(unlock, [&](ct_error *e) { return fresh(&made, e); });
    return {wrap(made)};
  }
  ct_tensor *given = tensor_of(out.object);
  run(unlock || many(given), [&](ct_error *e) { return into(given, e); });
  return {nb::borrow(out.object)};
}
template <class Fresh, class Into>
TensorPair pair_or_into(bool unlock, const OutPair &out, Fresh fresh, Into into) {
  if (out.object.is_none()) {
    ct_tensor *first = nullptr, *second = nullptr;
    run(unlock, [&](ct_error *e) { return fresh(&first, &second, e); });
    Held other(second);
    nb::object one = wrap(first);
    return {nb::steal(PyTuple_Pack(2, one.ptr(), wrap(other.take()).ptr()))};
  }
  ct_tensor *first = tensor_of(PyTuple_GetItem(out.object.ptr(), 0));
  ct_tensor *second = tensor_of(PyTuple_GetItem(out.object.ptr(), 1));
  run(unlock, [&](ct_error *e) { return into(first, second, e); });
  return {nb::borrow(out.object)};
}

namespace nanobind::detail {
// nanobind asks these whether an argument is of the kind, and for its name in signatures.
#define CT_ARGUMENT(Type, Text, Test)                                         \
  template <>                                                                 \
  struct type_caster<Type> {                                                  \
    NB_TYPE_CASTER(Type, const_name(Text))                                    \
    bool from_python(handle src, uint32_t, cleanup_list *) noexcept {         \
      value.object = src;                                                     \
      return Test;                                                            \
    }                                                                         \
    static handle from_cpp(const Type &, rv_policy, cleanup_list *) = delete; \
  };
bool is_int(handle h) noexcept;
bool is_ints(handle h) noexcept;  // an int or a sequence
CT_ARGUMENT(Operand, "Tensor | complex", is_tensor(src) || is_number(src))
CT_ARGUMENT(OptionalOperand, "Tensor | complex", src.is_none() || is_tensor(src) || is_number(src))
CT_ARGUMENT(Out, "Tensor", src.is_none() || is_tensor(src))
CT_ARGUMENT(OutPair, "tuple[Tensor, Tensor]",
            src.is_none() || (PyTuple_CheckExact(src.ptr()) && PyTuple_GET_SIZE(src.ptr()) == 2 &&
                              is_tensor(PyTuple_GET_ITEM(src.ptr(), 0)) && is_tensor(PyTuple_GET_ITEM(src.ptr(), 1))))
CT_ARGUMENT(Scalar, "complex", src.is_none() || is_number(src))
CT_ARGUMENT(RequiredScalar, "complex", is_number(src))
CT_ARGUMENT(Dims, "int | collections.abc.Sequence[int]", src.is_none() || is_ints(src))
CT_ARGUMENT(Sizes, "int | collections.abc.Sequence[int]", is_ints(src))
CT_ARGUMENT(Dim, "int", is_int(src))
CT_ARGUMENT(OptionalDim, "int", src.is_none() || is_int(src))
CT_ARGUMENT(DTypeArg, "ctensor._header.DType | str", src.is_none() || PyUnicode_Check(src.ptr()) || is_dtype(src))
CT_ARGUMENT(RequiredDType, "ctensor._header.DType | str", PyUnicode_Check(src.ptr()) || is_dtype(src))
CT_ARGUMENT(Format, "int", PyLong_Check(src.ptr()))
#undef CT_ARGUMENT
#define CT_RESULT(Type, Text)                                                        \
  template <>                                                                        \
  struct type_caster<Type> {                                                         \
    NB_TYPE_CASTER(Type, const_name(Text))                                           \
    bool from_python(handle, uint32_t, cleanup_list *) noexcept { return false; }    \
    static handle from_cpp(const Type &result, rv_policy, cleanup_list *) noexcept { \
      return handle(result.object).inc_ref();                                        \
    }                                                                                \
  };
CT_RESULT(TensorResult, "Tensor")
CT_RESULT(TensorPair, "tuple[Tensor, Tensor]")
CT_RESULT(DTypeResult, "ctensor._header.DType")
#undef CT_RESULT
}  // namespace nanobind::detail

// A borrowed Tensor argument, with the Python object at hand.
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

// The units, each adding its part to the module.
using TensorClass = nb::class_<Tensor>;
void add_dtypes(nb::module_ &m);
void add_ops(nb::module_ &m, TensorClass &c);  // generated
void add_views(TensorClass &c);
void add_getters(TensorClass &c);
void add_creation(nb::module_ &m);
void add_buffer(nb::module_ &m);
void add_iter(nb::module_ &m);
void add_library(nb::module_ &m);
void add_dlpack(nb::module_ &m, TensorClass &c);
std::vector<PyType_Slot> tensor_slots();
PyObject *subscript(PyObject *self, PyObject *key) noexcept;
int assign(PyObject *self, PyObject *key, PyObject *value) noexcept;
int get_buffer(PyObject *self, Py_buffer *view, int flags) noexcept;
void release_buffer(PyObject *self, Py_buffer *view) noexcept;
ct_tensor *tensor_from_buffer(nb::handle object, bool copy_if_needed);
// The same elements under a handle of its own: resizing the other one leaves this one alone.
ct_tensor *alias(const ct_tensor *t);
