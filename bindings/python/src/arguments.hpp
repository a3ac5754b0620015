// Conversion of Python's values to arguments of C functions, and back.
#pragma once
#include <vector>

#include "handles.hpp"

// A dtype is an object of ctensor._header.DType, one for each number. They are taken from that module once.
void load_dtypes(nb::module_ &header);
nb::object dtype_object(ct_dtype dtype);
ct_dtype dtype_of(nb::handle object);  // takes a DType, anything that names one, or None for CT_UNDEFINED

bool is_number(nb::handle object);  // a Python number, or a NumPy scalar, which counts as a Python number of its kind
ct_scalar scalar_of(nb::handle number);
nb::object number_of(const ct_scalar &scalar);
// Memory for a number that is an operand. nanobind copies arguments before they are converted, so a copy holds nothing.
struct NumberMemory {
  ct_number number;
  NumberMemory() {}
  NumberMemory(const NumberMemory &) {}
  NumberMemory &operator=(const NumberMemory &) { return *this; }
};

// Arguments as C++ functions take them. Conversion may fail, so it happens in convert(), where exceptions are allowed.
struct Operand {  // a tensor or a number
  nb::handle object;
  const ct_tensor *p = nullptr;
  NumberMemory memory;
  void convert();  // it must not move after this
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
class Numbers {  // None, an int or a sequence of them
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
  std::vector<Int> more_;  // holds them if there are more than kFew
  int32_t count_ = 0;
};
struct Dims : Numbers<int32_t> {  // None: all of them
  const int32_t *data() const { return none ? nullptr : Numbers::data(); }
};
struct Sizes : Numbers<int64_t> {};
struct OptionalSizes : Numbers<int64_t> {  // None: NULL
  const int64_t *data() const { return none ? nullptr : Numbers::data(); }
};
struct Ints : Numbers<int32_t> {};
class Tensors {  // a list or a tuple of tensors
 public:
  nb::handle object;
  void convert() { take(false); }
  const ct_tensor *const *data() const { return tensors_.data(); }
  int32_t count() const { return static_cast<int32_t>(tensors_.size()); }

 private:
  nb::object kept_;  // a list may change while other threads run
  std::vector<const ct_tensor *> tensors_;

 protected:
  void take(bool or_none);
};
struct OptionalTensors : Tensors {  // like Tensors, but may contain None
  void convert() { take(true); }
};
struct Int32 {  // an int
  nb::handle object;
  int32_t value;
  void convert();
  operator int32_t() const { return value; }
};
struct Int64 {  // an int
  nb::handle object;
  int64_t value;
  void convert();
  operator int64_t() const { return value; }
};
using Dim = Int32;
uint32_t choice_of(nb::handle object, const char *const *names);
template <const char *const *names>
struct Choice {  // one of some words
  nb::handle object;
  uint32_t value;
  void convert() { value = choice_of(object, names); }
  operator uint32_t() const { return value; }
};
struct OptionalDim : Dim {
  operator int32_t() const { return object.is_none() ? CT_ALL_DIMS : value; }
};
struct DTypeArg {  // a dtype, what names one, or None for C's default
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
struct TensorTuple {
  nb::object object;
};
struct DTypeResult {
  nb::object object;
};
// Sizes from *args, as numbers or one sequence of them: t.permute(2, 0, 1) and t.permute([2, 0, 1]).
Sizes sizes_of(const nb::args &args);
Dims dims_of(const nb::args &args);

namespace nanobind::detail {
// Tells nanobind whether an argument is of the kind, and its name in signatures.
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
CT_ARGUMENT(Operand, "Tensor | ctensor._types.Number", is_tensor(src) || is_number(src))
CT_ARGUMENT(OptionalOperand, "Tensor | ctensor._types.Number", src.is_none() || is_tensor(src) || is_number(src))
CT_ARGUMENT(Out, "Tensor", src.is_none() || is_tensor(src))
CT_ARGUMENT(OutPair, "tuple[Tensor, Tensor]",
            src.is_none() || (PyTuple_CheckExact(src.ptr()) && PyTuple_GET_SIZE(src.ptr()) == 2 &&
                              is_tensor(PyTuple_GET_ITEM(src.ptr(), 0)) && is_tensor(PyTuple_GET_ITEM(src.ptr(), 1))))
CT_ARGUMENT(Scalar, "ctensor._types.Number", src.is_none() || is_number(src))
CT_ARGUMENT(RequiredScalar, "ctensor._types.Number", is_number(src))
CT_ARGUMENT(Dims, "int | collections.abc.Sequence[int]", src.is_none() || is_ints(src))
CT_ARGUMENT(Sizes, "int | collections.abc.Sequence[int]", is_ints(src))
CT_ARGUMENT(OptionalSizes, "int | collections.abc.Sequence[int]", src.is_none() || is_ints(src))
CT_ARGUMENT(Ints, "int | collections.abc.Sequence[int]", is_ints(src))
CT_ARGUMENT(Tensors, "collections.abc.Sequence[Tensor]", PyList_Check(src.ptr()) || PyTuple_Check(src.ptr()))
CT_ARGUMENT(OptionalTensors, "collections.abc.Sequence[Tensor | None]",
            PyList_Check(src.ptr()) || PyTuple_Check(src.ptr()))
CT_ARGUMENT(Int32, "int", is_int(src))
CT_ARGUMENT(Int64, "int", is_int(src))
CT_ARGUMENT(OptionalDim, "int", src.is_none() || is_int(src))
CT_ARGUMENT(DTypeArg, "ctensor._types.DTypeLike", true)  // convert() raises an error that says what is accepted
CT_ARGUMENT(RequiredDType, "ctensor._types.DTypeLike", !src.is_none())
CT_ARGUMENT(Format, "int", PyLong_Check(src.ptr()))
#undef CT_ARGUMENT
template <const char *const *names>
struct type_caster<Choice<names>> {
  NB_TYPE_CASTER(Choice<names>, const_name("str"))
  bool from_python(handle src, uint32_t, cleanup_list *) noexcept {
    value.object = src;
    return PyUnicode_Check(src.ptr());
  }
  static handle from_cpp(const Choice<names> &, rv_policy, cleanup_list *) = delete;
};
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
CT_RESULT(TensorTuple, "tuple[Tensor, ...]")
CT_RESULT(DTypeResult, "ctensor._header.DType")
#undef CT_RESULT
}  // namespace nanobind::detail
