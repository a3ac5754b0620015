#include "arguments.hpp"

#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "foreign.hpp"

static PyObject *dtypes[17];  // by number; ctensor._header keeps them alive

void load_dtypes(nb::module_ &header) {
  nb::object all = header.attr("DTYPES");  // in order of their numbers
  for (size_t i = 0; i < 17; i++) dtypes[i] = i == 0 ? Py_None : nb::object(all[i - 1]).release().ptr();
}

nb::object dtype_object(ct_dtype dtype) { return nb::borrow(dtypes[dtype]); }

namespace {
// The dtype of NumPy's code for a native one, which is a kind and a number of bytes: "f4" or "<f4".
ct_dtype dtype_of_code(std::string_view code) {
  static constexpr std::pair<std::string_view, ct_dtype> codes[] = {
      {"b1", CT_BOOL},    {"i1", CT_INT8},    {"i2", CT_INT16},     {"i4", CT_INT32},      {"i8", CT_INT64},
      {"u1", CT_UINT8},   {"u2", CT_UINT16},  {"u4", CT_UINT32},    {"u8", CT_UINT64},     {"f2", CT_FLOAT16},
      {"f4", CT_FLOAT32}, {"f8", CT_FLOAT64}, {"c8", CT_COMPLEX64}, {"c16", CT_COMPLEX128}};
  if (!code.empty() && std::string_view("<=|").find(code[0]) != std::string_view::npos) code.remove_prefix(1);
  for (const auto &[one, dtype] : codes)
    if (code == one) return dtype;
  return CT_UNDEFINED;
}

ct_dtype dtype_of_name(const char *name) {
  ct_dtype dtype, numpys = dtype_of_code(name);
  if (ct_dtype_from_name(name, &dtype) != CT_OK) dtype = numpys;
  std::string quoted = std::string("'") + name + "'";
  if (dtype == CT_UNDEFINED) raise_status(CT_ERROR_INVALID, ("no dtype is named " + quoted).c_str());
  if (numpys != CT_UNDEFINED && numpys != dtype) {
    std::string other = ct_dtype_name(numpys);
    raise_status(CT_ERROR_INVALID, (quoted + " counts bits here, and bytes in NumPy: write '" + ct_dtype_name(dtype) +
                                    "' or '" + other + "'")
                                       .c_str());
  }
  return dtype;
}
}  // namespace

ct_dtype dtype_of(nb::handle object) {
  for (ct_dtype i = 0; i < 17; i++)  // None is the first
    if (object.ptr() == dtypes[i]) return i;
  nb::object name = PyUnicode_Check(object.ptr()) ? nb::borrow(object) : dtype_name_of(object);
  if (name.is_none())
    raise(PyExc_TypeError, "a dtype, as ctensor.float32, 'float32', float, np.float32 or torch.float32, not %R",
          object.ptr());
  const char *text = PyUnicode_AsUTF8(name.ptr());
  if (text == nullptr) throw nb::python_error();
  return dtype_of_name(text);
}

static bool is_python_number(PyObject *o) {
  return PyFloat_Check(o) || PyLong_Check(o) || PyComplex_Check(o);  // bool is an int
}

bool is_number(nb::handle h) { return is_python_number(h.ptr()) || is_numpy_number(h.ptr()); }

ct_scalar scalar_of(nb::handle h) {
  nb::object number = is_python_number(h.ptr()) ? nb::borrow(h) : number_of_numpy(h);
  PyObject *o = number.ptr();
  if (PyBool_Check(o)) {
    return ct_scalar_bool(o == Py_True);
  } else if (PyLong_Check(o)) {
    int overflow;
    ct_scalar s = ct_scalar_i64(PyLong_AsLongLongAndOverflow(o, &overflow));
    if (overflow > 0) s = ct_scalar_u64(PyLong_AsUnsignedLongLong(o));
    if (overflow < 0 || PyErr_Occurred()) raise(PyExc_OverflowError, "%R does not fit 64 bits", o);
    return s;
  } else if (PyFloat_Check(o)) {
    return ct_scalar_f64(PyFloat_AS_DOUBLE(o));
  }
  Py_complex value = PyComplex_AsCComplex(o);
  return ct_scalar_c128(value.real, value.imag);
}

nb::object number_of(const ct_scalar &s) {
  switch (s.dtype) {
    case CT_BOOL:
      return nb::borrow(s.i ? Py_True : Py_False);
    case CT_UINT64:
      return nb::steal(PyLong_FromUnsignedLongLong(static_cast<uint64_t>(s.i)));
    case CT_FLOAT16:
    case CT_BFLOAT16:
    case CT_FLOAT32:
    case CT_FLOAT64:
      return nb::steal(PyFloat_FromDouble(s.re));
    case CT_COMPLEX32:
    case CT_COMPLEX64:
    case CT_COMPLEX128:
      return nb::steal(PyComplex_FromDoubles(s.re, s.im));
    default:
      return nb::steal(PyLong_FromLongLong(s.i));
  }
}

void Operand::convert() {
  if (is_tensor(object)) {
    p = tensor_of(object);
  } else if (!object.is_none()) {
    p = ct_number_of(scalar_of(object), &memory.number);
  }
}

void Scalar::convert() {
  if (!object.is_none()) value = scalar_of(object);
}

namespace {
template <class Int>
Int integer(nb::handle h) {
  int overflow;
  nb::object index = PyLong_CheckExact(h.ptr()) ? nb::borrow(h) : nb::steal(PyNumber_Index(h.ptr()));
  if (!index.is_valid()) throw nb::python_error();
  long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow != 0 || value != static_cast<Int>(value))
    raise_status(CT_ERROR_INDEX, "an int beyond all dims and sizes");
  return static_cast<Int>(value);
}
}  // namespace

template <class Int>
void Numbers<Int>::convert() {
  none = object.is_none();
  if (none) return;
  PyObject *one = object.ptr();
  if (PyIndex_Check(one)) return fill(&one, 1);
  nb::object items =
      nb::steal(PySequence_Tuple(one));  // a tuple itself, else a copy, since reading an item may change a list
  if (!items.is_valid()) throw nb::python_error();
  fill(reinterpret_cast<PyTupleObject *>(items.ptr())->ob_item, PyTuple_GET_SIZE(items.ptr()));
}
template <class Int>
void Numbers<Int>::fill(PyObject *const *items, Py_ssize_t count) {
  if (count > kFew) more_.resize(static_cast<size_t>(count));
  Int *to = count > kFew ? more_.data() : few_;
  for (Py_ssize_t i = 0; i < count; i++) to[i] = integer<Int>(items[i]);
  count_ = static_cast<int32_t>(count);
}
template class Numbers<int32_t>;
template class Numbers<int64_t>;

template <class List>
static List list_of(const nb::args &args) {
  List numbers;
  bool one = args.size() == 1 && !PyIndex_Check(nb::handle(args[0]).ptr());
  nb::object held = one ? nb::object(args[0]) : nb::object(args);
  numbers.object = held;
  numbers.convert();
  numbers.object = nb::handle();
  return numbers;
}
Sizes sizes_of(const nb::args &args) { return list_of<Sizes>(args); }
Dims dims_of(const nb::args &args) { return list_of<Dims>(args); }

void Int32::convert() {
  if (!object.is_none()) value = integer<int32_t>(object);
}

void Int64::convert() { value = integer<int64_t>(object); }

void Tensors::take(bool or_none) {
  kept_ = nb::steal(PySequence_Tuple(object.ptr()));
  if (!kept_.is_valid()) throw nb::python_error();
  const Py_ssize_t count = PyTuple_GET_SIZE(kept_.ptr());
  tensors_.reserve(static_cast<size_t>(count) + 1);  // so that data() is not NULL for an empty list
  for (Py_ssize_t i = 0; i < count; i++) {
    nb::handle one = PyTuple_GET_ITEM(kept_.ptr(), i);
    if (or_none && one.is_none()) {
      tensors_.push_back(nullptr);
      continue;
    }
    if (!is_tensor(one)) raise(PyExc_TypeError, "tensors are Tensors, not %s", Py_TYPE(one.ptr())->tp_name);
    tensors_.push_back(tensor_of(one));
  }
}

uint32_t choice_of(nb::handle object, const char *const *names) {
  const char *const word = PyUnicode_AsUTF8(object.ptr());
  if (word == nullptr) throw nb::python_error();
  std::string all;
  for (uint32_t i = 0; names[i] != nullptr; i++) {
    if (std::strcmp(word, names[i]) == 0) return i;
    all += (all.empty() ? "" : ", ") + std::string(names[i]);
  }
  raise(PyExc_ValueError, "\"%s\" is none of %s", word, all.c_str());
}

void Format::convert() { value = static_cast<ct_memory_format>(integer<int32_t>(object)); }

bool nb::detail::is_int(handle h) noexcept { return PyIndex_Check(h.ptr()) && !is_tensor(h); }
bool nb::detail::is_ints(handle h) noexcept {
  return is_int(h) || PyTuple_Check(h.ptr()) || PyList_Check(h.ptr()) ||
         (PySequence_Check(h.ptr()) && !PyUnicode_Check(h.ptr()) && !is_tensor(h));
}
