// ctensor.Tensor: its operators, its properties, and Python's special methods.
#include <string>
#include <vector>

#include "calls.hpp"
#include "units.hpp"

std::string shape_text(const ct_tensor *t) {
  std::string text = "[";
  for (int32_t i = 0; i < ct_tensor_ndim(t); i++) text += (i ? ", " : "") + std::to_string(ct_tensor_sizes(t)[i]);
  return text + "]";
}

namespace {
nb::object tuple_of(const int64_t *values, int32_t count) {
  nb::object made = nb::steal(PyTuple_New(count));
  for (int32_t i = 0; i < count; i++) PyTuple_SET_ITEM(made.ptr(), i, PyLong_FromLongLong(values[i]));
  return made;
}

ct_scalar item(const ct_tensor *t) {
  ct_scalar value;
  CtError e;
  check(ct_tensor_item(t, &value, e), e, kNoFunction);
  return value;
}

bool is_list(PyObject *object) { return PyList_Check(object) || PyTuple_Check(object); }

// The operands of an operator. As in NumPy, a list or a tuple beside a Tensor becomes a Tensor.
struct Operands {
  Operand x, y;
  nb::object made;

  bool take(PyObject *a, PyObject *b) {
    x.object = a;
    y.object = b;
    if (!has_value(x, b) || !has_value(y, a)) return false;
    convert_all(x, y);
    return true;
  }

 private:
  bool has_value(Operand &one, PyObject *other) {
    if (is_tensor(one.object) || is_number(one.object)) return true;
    if (!is_list(one.object.ptr()) || !is_tensor(other)) return false;
    made = nb::module_::import_("ctensor._arrays").attr("_beside")(one.object, nb::handle(other));
    one.object = made;
    return true;
  }
};

using Binary = ct_status (*)(const ct_tensor *, const ct_tensor *, ct_tensor **, ct_error *);
using BinaryOut = ct_status (*)(const ct_tensor *, const ct_tensor *, ct_tensor *, ct_error *);

PyObject *not_implemented() { return Py_NewRef(Py_NotImplemented); }

PyObject *call(Binary f, PyObject *a, PyObject *b) {
  Operands two;
  if (!two.take(a, b)) return not_implemented();
  ct_tensor *made;
  run(many(two.x.p) || many(two.y.p), kNoFunction, [&](ct_error *e) { return f(two.x, two.y, &made, e); });
  return wrap(made).release().ptr();
}

template <Binary f>
PyObject *binary(PyObject *a, PyObject *b) noexcept {
  return guarded<PyObject *>(nullptr, [&]() -> PyObject * { return call(f, a, b); });
}

// a += b keeps a's shape, so b must broadcast to it. C's own message reports it if b does not.
void must_expand(const ct_tensor *b, const ct_tensor *a) {
  int32_t more = ct_tensor_ndim(a) - ct_tensor_ndim(b);
  bool fits = more >= 0;
  for (int32_t i = 0; fits && i < ct_tensor_ndim(b); i++)
    fits = ct_tensor_sizes(b)[i] == 1 || ct_tensor_sizes(b)[i] == ct_tensor_sizes(a)[i + more];
  if (fits) return;
  Held view;
  CtError e;
  check(ct_expand(b, ct_tensor_sizes(a), ct_tensor_ndim(a), view.out(), e), e, kNoFunction);
}

template <BinaryOut f>
PyObject *in_place(PyObject *a, PyObject *b) noexcept {
  return guarded<PyObject *>(nullptr, [&]() -> PyObject * {
    Operands two;
    if (!two.take(a, b)) return not_implemented();
    must_expand(two.y, two.x);
    run(many(two.x.p), kNoFunction, [&](ct_error *e) { return f(two.x, two.y, tensor_of(a), e); });
    return Py_NewRef(a);
  });
}

template <ct_status (*f)(const ct_tensor *, ct_tensor **, ct_error *)>
PyObject *unary(PyObject *a) noexcept {
  return guarded<PyObject *>(nullptr, [&]() -> PyObject * {
    ct_tensor *made, *t = tensor_of(a);
    run(many(t), kNoFunction, [&](ct_error *e) { return f(t, &made, e); });
    return wrap(made).release().ptr();
  });
}

template <Binary f>
PyObject *power(PyObject *a, PyObject *b, PyObject *modulo) noexcept {
  return guarded<PyObject *>(nullptr,
                             [&]() -> PyObject * { return modulo == Py_None ? call(f, a, b) : not_implemented(); });
}

template <BinaryOut f>
PyObject *power_in_place(PyObject *a, PyObject *b, PyObject *) noexcept {
  return in_place<f>(a, b);
}

PyObject *compare(PyObject *a, PyObject *b, int op) noexcept {
  static const Binary ops[] = {ct_lt, ct_le, ct_eq, ct_ne, ct_gt, ct_ge};  // in the order of Py_LT, …
  return guarded<PyObject *>(nullptr, [&]() -> PyObject * { return call(ops[op], a, b); });
}

PyObject *divide_both(PyObject *a, PyObject *b) noexcept {  // divmod()
  return guarded<PyObject *>(nullptr, [&]() -> PyObject * {
    nb::object quotient = nb::steal(call(ct_floor_divide, a, b));
    if (quotient.ptr() == Py_NotImplemented) return quotient.release().ptr();
    nb::object rest = nb::steal(call(ct_remainder, a, b));
    return PyTuple_Pack(2, quotient.ptr(), rest.ptr());
  });
}

nb::object standard(const char *name) { return nb::module_::import_("ctensor.xp").attr(name); }

PyObject *matmul(PyObject *a, PyObject *b) noexcept {
  return guarded<PyObject *>(nullptr, [&]() -> PyObject * {
    Operands two;
    if (is_number(a) || is_number(b) || !two.take(a, b)) return not_implemented();
    return standard("matmul")(two.x.object, two.y.object).release().ptr();
  });
}

PyObject *matmul_in_place(PyObject *a, PyObject *b) noexcept {
  return guarded<PyObject *>(nullptr, [&]() -> PyObject * {
    Operands two;
    if (is_number(b) || !two.take(a, b)) return not_implemented();
    nb::object made = standard("matmul")(two.x.object, two.y.object);
    must_expand(tensor_of(made), tensor_of(a));
    run(many(tensor_of(a)), kNoFunction, [&](ct_error *e) { return ct_copy(tensor_of(a), tensor_of(made), e); });
    return Py_NewRef(a);
  });
}

int truth(PyObject *a) noexcept {
  return guarded(-1, [&] {
    const ct_tensor *t = tensor_of(a);
    if (ct_tensor_numel(t) != 1)
      raise(PyExc_ValueError, "the truth value of a Tensor of shape %s is ambiguous: use any() or all()",
            shape_text(t).c_str());
    ct_scalar value = item(t);
    return static_cast<int>(value.i != 0 || value.re != 0 || value.im != 0);
  });
}

// int(), float(), complex() and use as an index, by way of a Python number of the same value.
PyObject *as_number(PyObject *a, PyObject *(*f)(PyObject *)) noexcept {
  return guarded<PyObject *>(nullptr, [&]() -> PyObject * { return f(number_of(item(tensor_of(a))).ptr()); });
}
PyObject *as_int(PyObject *a) noexcept { return as_number(a, PyNumber_Long); }
PyObject *as_float(PyObject *a) noexcept { return as_number(a, PyNumber_Float); }
PyObject *as_index(PyObject *a) noexcept {
  return guarded<PyObject *>(nullptr, [&]() -> PyObject * {
    const ct_tensor *t = tensor_of(a);
    nb::object number = nb::none();
    if (ct_tensor_numel(t) == 1 && !ct_tensor_is_meta(t)) number = number_of(item(t));
    if (!PyLong_Check(number.ptr()) || PyBool_Check(number.ptr()))
      raise(PyExc_TypeError, "only an integer Tensor of one element is an index, not %s of shape %s",
            ct_dtype_name(ct_tensor_dtype(t)), shape_text(t).c_str());
    return number.release().ptr();
  });
}

Py_ssize_t length(PyObject *a) noexcept {
  return guarded(Py_ssize_t{-1}, [&]() -> Py_ssize_t {
    const ct_tensor *t = tensor_of(a);
    if (ct_tensor_ndim(t) == 0) raise(PyExc_TypeError, "len() of a Tensor without dims");
    return ct_tensor_sizes(t)[0];
  });
}

PyObject *iterate(PyObject *a) noexcept {
  return guarded<PyObject *>(nullptr, [&]() -> PyObject * {
    if (ct_tensor_ndim(tensor_of(a)) == 0) raise(PyExc_TypeError, "iteration over a Tensor without dims");
    return PySeqIter_New(a);
  });
}

PyObject *sequence_item(PyObject *a, Py_ssize_t i) noexcept {  // for iteration, which stops at IndexError
  return guarded<PyObject *>(nullptr, [&]() -> PyObject * {
    const ct_tensor *t = tensor_of(a);
    if (ct_tensor_ndim(t) > 0 && i >= ct_tensor_sizes(t)[0]) {
      PyErr_SetNone(PyExc_IndexError);  // without a message, as nobody reads it
      return nullptr;
    }
    ct_tensor *row;
    CtError e;
    check(ct_select(t, 0, i, &row, e), e, kNoFunction);
    return wrap(row).release().ptr();
  });
}

int contains(PyObject *a, PyObject *value) noexcept {
  return guarded(-1, [&] {
    nb::object made;
    if (!is_number(value) && !is_list(value) && PyObject_HasAttrString(value, "__dlpack__")) {
      made = nb::module_::import_("ctensor").attr("asarray")(nb::handle(value));
      value = made.ptr();
    }
    Operands two;
    if (!two.take(a, value)) return 0;
    Held same, any;
    run(many(two.x.p), kNoFunction, [&](ct_error *e) { return ct_eq(two.x, two.y, same.out(), e); });
    run(many(two.x.p), kNoFunction, [&](ct_error *e) { return ct_any(same.get(), nullptr, 0, false, any.out(), e); });
    return static_cast<int>(item(any.get()).i);
  });
}

PyObject *text(PyObject *a) noexcept {
  return guarded<PyObject *>(nullptr, [&]() -> PyObject * {
    const ct_tensor *t = tensor_of(a);
    CtError e;
    int64_t needed;
    check(ct_tensor_to_string(t, nullptr, 0, &needed, e), e, kNoFunction);
    std::string buffer(static_cast<size_t>(needed), '\0');
    check(ct_tensor_to_string(t, buffer.data(), needed, nullptr, e), e, kNoFunction);
    return PyUnicode_DecodeUTF8(buffer.data(), needed - 1, "replace");
  });
}

// The element at one index for each dim or, as in NumPy, at one index that counts all elements.
nb::object number_at(const ct_tensor *t, const Sizes &index) {
  std::vector<int64_t> each(index.data(), index.data() + index.count());
  const int64_t numel = ct_tensor_numel(t);
  if (each.size() == 1 && ct_tensor_ndim(t) != 1) {
    int64_t at = each[0] < 0 ? each[0] + numel : each[0];
    if (at < 0 || at >= numel) {
      raise_status(CT_ERROR_INDEX,
                   ("item: index " + std::to_string(each[0]) + " of " + std::to_string(numel) + " elements").c_str());
    }
    each.assign(static_cast<size_t>(ct_tensor_ndim(t)), 0);
    for (size_t d = each.size(); d-- > 0; at /= ct_tensor_sizes(t)[d]) each[d] = at % ct_tensor_sizes(t)[d];
  }
  ct_scalar value;
  CtError e;
  check(ct_tensor_get_item(t, each.data(), static_cast<int32_t>(each.size()), &value, e), e);
  return number_of(value);
}

nb::object list_of(const ct_tensor *t) {
  if (ct_tensor_ndim(t) == 0) return number_of(item(t));
  int64_t n = ct_tensor_sizes(t)[0];
  nb::object list = nb::steal(PyList_New(n));
  for (int64_t i = 0; i < n; i++) {
    Held row;
    CtError e;
    check(ct_select(t, 0, i, row.out(), e), e, kNoFunction);
    PyList_SET_ITEM(list.ptr(), i, list_of(row.get()).release().ptr());
  }
  return list;
}

void *function(auto f) { return reinterpret_cast<void *>(f); }
}  // namespace

std::vector<PyType_Slot> tensor_slots() {
  return {{Py_nb_add, function(binary<ct_add>)},
          {Py_nb_subtract, function(binary<ct_sub>)},
          {Py_nb_multiply, function(binary<ct_mul>)},
          {Py_nb_true_divide, function(binary<ct_div>)},
          {Py_nb_floor_divide, function(binary<ct_floor_divide>)},
          {Py_nb_remainder, function(binary<ct_remainder>)},
          {Py_nb_divmod, function(divide_both)},
          {Py_nb_power, function(power<ct_pow>)},
          {Py_nb_lshift, function(binary<ct_left_shift>)},
          {Py_nb_rshift, function(binary<ct_right_shift>)},
          {Py_nb_and, function(binary<ct_bitwise_and>)},
          {Py_nb_or, function(binary<ct_bitwise_or>)},
          {Py_nb_xor, function(binary<ct_bitwise_xor>)},
          {Py_nb_inplace_add, function(in_place<ct_add_out>)},
          {Py_nb_inplace_subtract, function(in_place<ct_sub_out>)},
          {Py_nb_inplace_multiply, function(in_place<ct_mul_out>)},
          {Py_nb_inplace_true_divide, function(in_place<ct_div_out>)},
          {Py_nb_inplace_floor_divide, function(in_place<ct_floor_divide_out>)},
          {Py_nb_inplace_remainder, function(in_place<ct_remainder_out>)},
          {Py_nb_inplace_power, function(power_in_place<ct_pow_out>)},
          {Py_nb_inplace_lshift, function(in_place<ct_left_shift_out>)},
          {Py_nb_inplace_rshift, function(in_place<ct_right_shift_out>)},
          {Py_nb_inplace_and, function(in_place<ct_bitwise_and_out>)},
          {Py_nb_inplace_or, function(in_place<ct_bitwise_or_out>)},
          {Py_nb_inplace_xor, function(in_place<ct_bitwise_xor_out>)},
          {Py_nb_negative, function(unary<ct_neg>)},
          {Py_nb_positive, function(unary<ct_positive>)},
          {Py_nb_absolute, function(unary<ct_abs>)},
          {Py_nb_invert, function(unary<ct_bitwise_not>)},
          {Py_nb_matrix_multiply, function(matmul)},
          {Py_nb_inplace_matrix_multiply, function(matmul_in_place)},
          {Py_nb_bool, function(truth)},
          {Py_nb_int, function(as_int)},
          {Py_nb_float, function(as_float)},
          {Py_nb_index, function(as_index)},
          {Py_mp_length, function(length)},
          {Py_sq_length, function(length)},  // reversed() needs it
          {Py_mp_subscript, function(subscript)},
          {Py_mp_ass_subscript, function(assign)},
          {Py_sq_item, function(sequence_item)},
          {Py_sq_contains, function(contains)},
          {Py_tp_iter, function(iterate)},
          {Py_tp_richcompare, function(compare)},
          {Py_tp_hash, function(PyObject_HashNotImplemented)},
          {Py_tp_repr, function(text)},
          {Py_bf_getbuffer, function(get_buffer)},
          {Py_bf_releasebuffer, function(release_buffer)},
          {0, nullptr}};
}

void add_getters(TensorClass &c) {
  c.def_prop_ro(
       "shape", [](Self t) { return tuple_of(ct_tensor_sizes(t.p), ct_tensor_ndim(t.p)); },
       nb::sig("def shape(self) -> tuple[int, ...]"), "The sizes.")
      .def_prop_ro(
          "strides", [](Self t) { return tuple_of(ct_tensor_strides(t.p), ct_tensor_ndim(t.p)); },
          nb::sig("def strides(self) -> tuple[int, ...]"), "In elements, signed.")
      .def_prop_ro(
          "ndim", [](Self t) { return ct_tensor_ndim(t.p); }, "The number of dims.")
      .def_prop_ro(
          "numel", [](Self t) { return ct_tensor_numel(t.p); }, "The number of elements.")
      .def_prop_ro(
          "size", [](Self t) { return ct_tensor_numel(t.p); }, "The number of elements, as numel.")
      .def(
          "dim", [](Self t) { return ct_tensor_ndim(t.p); }, "The number of dims, as ndim.")
      .def_prop_ro(
          "device", [](Self) { return "cpu"; }, "Where the elements are: always \"cpu\".")
      .def(
          "to_device",
          [](Self t, nb::object device, nb::object stream) {
            nb::module_::import_("ctensor.xp._common").attr("on_cpu")("to_device", device);
            if (!stream.is_none()) raise(PyExc_ValueError, "to_device: stream: None, as the CPU has none");
            return TensorResult{nb::borrow(t.object)};
          },
          nb::arg("device"), nb::kw_only(), nb::arg("stream") = nb::none(),
          nb::sig("def to_device(self, device: object, /, *, stream: None = None) -> Tensor"), "The Tensor itself.")
      .def(
          "__array_namespace__", [](Self, nb::object api_version) { return standard("_namespace")(api_version); },
          nb::kw_only(), nb::arg("api_version") = nb::none(),
          nb::sig("def __array_namespace__(self, *, api_version: str | None = None) -> typing.Any"),
          "ctensor.xp, the Python array API standard.")
      .def_prop_ro("dtype", [](Self t) { return DTypeResult{dtype_object(ct_tensor_dtype(t.p))}; })
      .def_prop_ro(
          "itemsize", [](Self t) { return ct_tensor_itemsize(t.p); }, "Bytes of an element.")
      .def_prop_ro(
          "nbytes", [](Self t) { return ct_tensor_nbytes(t.p); }, "Bytes of all elements.")
      .def_prop_ro(
          "storage_offset", [](Self t) { return ct_tensor_storage_offset(t.p); },
          "Where the first element lies in the storage, in elements.")
      .def_prop_ro("storage_nbytes", [](Self t) { return ct_tensor_storage_nbytes(t.p); })
      .def_prop_ro(
          "data_ptr", [](Self t) { return reinterpret_cast<uintptr_t>(ct_tensor_data(t.p)); },
          "The address of element [0, ..., 0], which moves when the tensor is resized; 0: no data.")
      .def_prop_ro(
          "is_meta", [](Self t) { return ct_tensor_is_meta(t.p); }, "Whether there is a shape but no data.")
      .def_prop_ro("is_read_only", [](Self t) { return ct_tensor_is_read_only(t.p); })
      .def_prop_ro(
          "is_unique", [](Self t) { return ct_tensor_is_unique(t.p); },
          "Whether no other tensor or view shares the memory.")
      .def_prop_ro("is_wrapped_number", [](Self t) { return ct_tensor_is_wrapped_number(t.p); })
      .def_prop_ro("is_non_overlapping_and_dense", [](Self t) { return ct_tensor_is_non_overlapping_and_dense(t.p); })
      .def(
          "is_contiguous",
          [](Self t, Format format) {
            format.convert();
            return ct_tensor_is_contiguous(t.p, format);
          },
          nb::arg("format") = int{CT_CONTIGUOUS}, "Whether the elements lie in the format's order without gaps.")
      .def(
          "suggest_memory_format",
          [](Self t, bool exact) { return static_cast<int>(ct_tensor_suggest_memory_format(t.p, exact)); },
          nb::arg("exact") = false, "The number of the MemoryFormat that the strides suggest.")
      .def(
          "item",
          [](Self t, const nb::args &args) {
            if (args.size() == 0) return number_of(item(t.p));
            auto index = sizes_of(args);
            return number_at(t.p, index);
          },
          nb::sig("def item(self, *index: int | collections.abc.Sequence[int]) -> bool | int | float | "
                  "ctensor._types.Complex"),
          "The value of the one element, or of that at an index: one of each dim, or as in NumPy one of all elements.")
      .def(
          "get_item",
          [](Self t, Sizes index) {
            index.convert();
            ct_scalar value;
            run(false, [&](ct_error *e) { return ct_tensor_get_item(t.p, index.data(), index.count(), &value, e); });
            return number_of(value);
          },
          nb::arg("index"),
          nb::sig("def get_item(self, index: int | collections.abc.Sequence[int]) -> bool | int | float | "
                  "ctensor._types.Complex"),
          "The value of the element at an index for each dim.")
      .def(
          "set_item",
          [](Self t, Sizes index, RequiredScalar value) {
            convert_all(index, value);
            run(false, [&](ct_error *e) { return ct_tensor_set_item(t.p, index.data(), index.count(), value, e); });
          },
          nb::arg("index"), nb::arg("value"), "Writes the element at an index for each dim.")
      .def(
          "tolist", [](Self t) { return list_of(t.p); }, nb::sig("def tolist(self) -> typing.Any"),
          "Nested lists of Python's numbers; of a tensor without dims, the number.")
      .def(
          "numpy", [](Self t) { return nb::module_::import_("numpy").attr("asarray")(t.object); },
          nb::sig("def numpy(self) -> typing.Any"), "NumPy's array over the same memory.")
      .def(
          "astype",
          [](Self t, RequiredDType dtype, bool copy) {
            dtype.convert();
            ct_tensor *out;
            run(many(t.p), [&](ct_error *e) { return ct_to(t.p, dtype, CT_PRESERVE, copy, &out, e); });
            return TensorResult{wrap_or_self(t.object, out)};
          },
          nb::arg("dtype"), nb::arg("copy") = true, "t in another dtype: a copy, unless copy is false and t has it.")
      .def(
          "__format__",
          [](Self t, nb::str format) {
            // a Tensor without dims formats as its number, as in NumPy and PyTorch
            if (PyUnicode_GetLength(format.ptr()) == 0 &&
                (ct_tensor_ndim(t.p) > 0 || ct_tensor_is_meta(t.p) || ct_is_deferred(t.p)))
              return nb::str(t.object);
            if (ct_tensor_numel(t.p) != 1)
              raise(PyExc_TypeError,
                    "only a Tensor of one element has a format, not one of shape %s: format t.item(), or "
                    "the numbers of t.tolist()",
                    shape_text(t.p).c_str());
            return nb::steal<nb::str>(PyObject_Format(number_of(item(t.p)).ptr(), format.ptr()));
          },
          nb::arg("format"), nb::sig("def __format__(self, format: str, /) -> str"))
      .def(
          "__round__",
          [](Self t, nb::object digits) {
            return digits.is_none() ? t.object.attr("round")() : t.object.attr("round_decimals")(digits);
          },
          nb::arg("digits") = nb::none(), nb::sig("def __round__(self, digits: int | None = None, /) -> Tensor"))
      .def(
          "__complex__",
          [](Self t) {
            nb::object number = number_of(item(t.p));
            Py_complex value = PyComplex_AsCComplex(number.ptr());
            return nb::steal(PyComplex_FromDoubles(value.real, value.imag));
          },
          nb::sig("def __complex__(self) -> ctensor._types.Complex"));
}

// Forms of methods that NumPy has and PyTorch has not. nanobind tries them after those of the ops.
void add_numpy_forms(TensorClass &c) {
  using nb::arg;
  auto numpys = [](const char *name) { return nb::module_::import_("ctensor._numpy_functions").attr(name); };
  c.def(
      "round",
      [](Self t, Int32 decimals) {
        decimals.convert();
        return TensorResult{t.object.attr("round_decimals")(decimals.value)};
      },
      arg("decimals"));
  c.def(
      "take",
      [=](Self t, nb::object indices, nb::object axis) {
        return TensorResult{numpys("_take")(t.object, indices, axis)};
      },
      arg("indices"), arg("axis") = nb::none(),
      nb::sig("def take(self, indices: object, axis: int | None = None) -> Tensor"));
  c.def(
      "repeat",
      [](Self t, nb::object repeats, Int32 axis) {
        axis.convert();
        return TensorResult{standard("repeat")(t.object, repeats, nb::arg("axis") = axis.value)};
      },
      arg("repeats"), nb::kw_only(), arg("axis"),
      nb::sig("def repeat(self, repeats: int | Tensor, *, axis: int) -> Tensor"));
  for (const char *name : {"cumsum", "cumprod"}) {
    c.def(name, [name](Self t) { return TensorResult{t.object.attr("reshape")(-1).attr(name)(0)}; });
  }
  for (const char *name : {"std", "var"}) {
    c.def(
        name,
        [name](Self t, Dims axis, RequiredScalar ddof, bool keepdims) {
          return TensorResult{t.object.attr(name)(axis.object, ddof.object, keepdims)};
        },
        arg("axis") = nb::none(), nb::kw_only(), arg("ddof"), arg("keepdims") = false);
  }
}
