// Fresh tensors. Tensors from objects other than numbers are in ctensor/_arrays.py, buffer.cpp and dlpack.cpp.
#include <algorithm>
#include <cstring>

#include <nanobind/stl/optional.h>

#include "calls.hpp"
#include "units.hpp"

namespace {
constexpr ct_dtype kDefault = CT_FLOAT32;
ct_dtype or_default(const DTypeArg &dtype) { return dtype == CT_UNDEFINED ? kDefault : ct_dtype(dtype); }

template <class F>
TensorResult made(bool unlock, const char *function, F f) {  // function: as check() takes it
  ct_tensor *out;
  run(unlock, function, [&](ct_error *e) { return f(&out, e); });
  return {wrap(out)};
}
template <class F>
TensorResult made(bool unlock, F f) {
  return made(unlock, nullptr, f);
}

bool many_of(const Sizes &sizes) {
  int64_t numel = 1;
  for (int32_t i = 0; i < sizes.count() && numel < kManyElements; i++)
    numel *= std::clamp<int64_t>(sizes.data()[i], 0, kManyElements);
  return numel >= kManyElements;
}

using Sized = ct_status (*)(const int64_t *, int32_t, ct_dtype, ct_tensor **, ct_error *);
void add_sized(nb::module_ &m, const char *name, Sized f, const char *doc) {
  m.def(
      name,
      [f](Sizes sizes, DTypeArg dtype) {
        convert_all(sizes, dtype);
        return made(many_of(sizes),
                    [&](auto **out, auto *e) { return f(sizes.data(), sizes.count(), or_default(dtype), out, e); });
      },
      nb::arg("sizes"), nb::arg("dtype") = nb::none(), doc);
}

using Like = ct_status (*)(const ct_tensor *, ct_dtype, ct_memory_format, ct_tensor **, ct_error *);
void add_like(nb::module_ &m, const char *name, Like f, const char *doc) {
  m.def(
      name,
      [f](Self t, DTypeArg dtype, Format format) {
        convert_all(dtype, format);
        return made(many(t.p), [&](auto **out, auto *e) { return f(t.p, dtype, format, out, e); });
      },
      nb::arg("t"), nb::arg("dtype") = nb::none(), nb::arg("format") = int{CT_PRESERVE}, doc);
}

// A list of numbers as a 1-dim tensor. As in fill_, a number that dtype can't hold is an error.
ct_tensor *tensor_of_numbers(const nb::list &numbers, ct_dtype dtype) {
  const auto size = static_cast<int64_t>(numbers.size());
  const auto itemsize = static_cast<size_t>(ct_dtype_size(dtype));
  Held out, one;
  void *data, *element;
  CtError e;
  check(ct_tensor_create(&size, 1, dtype, out.out(), e), e, kNoFunction);
  check(ct_tensor_create(nullptr, 0, dtype, one.out(), e), e, kNoFunction);
  check(ct_tensor_data_mut(out.get(), &data, e), e, kNoFunction);
  check(ct_tensor_data_mut(one.get(), &element, e), e, kNoFunction);
  for (int64_t i = 0; i < size; i++) {
    ct_scalar value = scalar_of(numbers[static_cast<size_t>(i)]);
    check(ct_fill(one.get(), &value, e), e, kNoFunction);
    std::memcpy(static_cast<char *>(data) + static_cast<size_t>(i) * itemsize, element, itemsize);
  }
  return out.take();
}
}  // namespace

void add_creation(nb::module_ &m) {
  using nb::arg;
  add_sized(m, "empty", ct_tensor_create, "A contiguous tensor with unspecified contents; dtype None: float32.");
  add_sized(m, "zeros", ct_zeros, "A contiguous tensor of zeros; dtype None: float32.");
  add_sized(m, "ones", ct_ones, "A contiguous tensor of ones; dtype None: float32.");
  add_like(m, "empty_like", ct_empty_like, "A tensor of t's sizes with unspecified contents.");
  add_like(m, "zeros_like", ct_zeros_like, "Zeros of t's sizes.");
  add_like(m, "ones_like", ct_ones_like, "Ones of t's sizes.");
  m.def(
      "full_like",
      [](Self t, RequiredScalar value, DTypeArg dtype, Format format) {
        convert_all(value, dtype, format);
        return made(many(t.p), [&](auto **out, auto *e) { return ct_full_like(t.p, value, dtype, format, out, e); });
      },
      arg("t"), arg("value"), arg("dtype") = nb::none(), arg("format") = int{CT_PRESERVE},
      "A value in every element, of t's sizes.");
  m.def(
      "full",
      [](Sizes sizes, RequiredScalar value, DTypeArg dtype) {
        convert_all(sizes, value, dtype);
        ct_dtype result = dtype;
        if (result == CT_UNDEFINED && value.value.dtype == CT_FLOAT64) result = CT_FLOAT32;  // like every default here
        if (result == CT_UNDEFINED && value.value.dtype == CT_COMPLEX128) result = CT_COMPLEX64;
        return made(many_of(sizes),
                    [&](auto **out, auto *e) { return ct_full(sizes.data(), sizes.count(), value, result, out, e); });
      },
      arg("sizes"), arg("value"), arg("dtype") = nb::none(),
      "A contiguous tensor of one value; dtype None: the value's, float32 or complex64 where it is no integer.");
  m.def(
      "empty_strided",
      [](Sizes sizes, Sizes strides, DTypeArg dtype) {
        convert_all(sizes, strides, dtype);
        if (sizes.count() != strides.count()) raise_status(CT_ERROR_SHAPE, "empty_strided: as many strides as sizes");
        return made(false, [&](auto **out, auto *e) {
          return ct_tensor_create_strided(sizes.data(), sizes.count(), strides.data(), or_default(dtype), out, e);
        });
      },
      arg("sizes"), arg("strides"), arg("dtype") = nb::none(), "Strides, in elements, may be negative or 0.");
  m.def(
      "meta",
      [](Sizes sizes, DTypeArg dtype, Dims strides) {
        Sizes steps;
        steps.object = strides.object;
        convert_all(sizes, dtype, steps);
        if (!steps.none && sizes.count() != steps.count())
          raise_status(CT_ERROR_SHAPE, "meta: as many strides as sizes");
        return made(false, [&](auto **out, auto *e) {
          return ct_tensor_create_meta(sizes.data(), sizes.count(), steps.none ? nullptr : steps.data(),
                                       or_default(dtype), out, e);
        });
      },
      arg("sizes"), arg("dtype") = nb::none(), arg("strides") = nb::none(),
      "A shape, dtype and layout without data: ops on it tell what they would make.");
  m.def(
      "scalar",
      [](RequiredScalar value, DTypeArg dtype) {
        convert_all(value, dtype);
        if (dtype == CT_UNDEFINED)
          return made(false, [&](auto **out, auto *e) { return ct_tensor_create_scalar(value, false, out, e); });
        return made(false, "scalar", [&](auto **out, auto *e) { return ct_full(nullptr, 0, value, dtype, out, e); });
      },
      arg("value"), arg("dtype") = nb::none(),
      "A tensor without dims; dtype None: the number's own, of 64 bits a part.");
  m.def(
      "_from_numbers",
      [](nb::list numbers, RequiredDType dtype) {
        dtype.convert();
        return TensorResult{wrap(tensor_of_numbers(numbers, dtype))};
      },
      nb::sig("def _from_numbers(numbers: list[ctensor._types.Number], dtype: ctensor._types.DTypeLike) -> Tensor"));
  m.def(
      "number",
      [](RequiredScalar value) {
        value.convert();
        return made(false, [&](auto **out, auto *e) { return ct_tensor_create_scalar(value, true, out, e); });
      },
      arg("value"), "A wrapped number, which an op treats as it treats Python's: last in promotion.");
  m.def(
      "arange",
      [](RequiredScalar start, Scalar end, Scalar step, DTypeArg dtype) {
        convert_all(start, end, step, dtype);
        bool one = end.object.is_none();
        return made(true, [&](auto **out, auto *e) {  // the count is not known yet, and may be large
          return ct_arange(one ? nullptr : &start.value, one ? &start.value : &end.value, step, dtype, out, e);
        });
      },
      arg("start"), arg("end") = nb::none(), arg("step") = nb::none(), arg("dtype") = nb::none(),
      "From start up to, but without, end; arange(n): from 0 to n.");
  m.def(
      "linspace",
      [](RequiredScalar start, RequiredScalar end, int64_t steps, DTypeArg dtype) {
        convert_all(start, end, dtype);
        return made(steps >= kManyElements,
                    [&](auto **out, auto *e) { return ct_linspace(start, end, steps, dtype, out, e); });
      },
      arg("start"), arg("end"), arg("steps"), arg("dtype") = nb::none(),
      "Numbers at equal distances, both ends included; dtype None: float32, or complex64.");
  m.def(
      "logspace",
      [](RequiredScalar start, RequiredScalar end, int64_t steps, double base, DTypeArg dtype) {
        convert_all(start, end, dtype);
        return made(steps >= kManyElements,
                    [&](auto **out, auto *e) { return ct_logspace(start, end, steps, base, dtype, out, e); });
      },
      arg("start"), arg("end"), arg("steps"), arg("base") = 10.0, arg("dtype") = nb::none(),
      "base to the power of what linspace gives; dtype None: float32.");
  m.def(
      "eye",
      [](int64_t rows, std::optional<int64_t> columns, int64_t diagonal, DTypeArg dtype) {
        dtype.convert();
        return made(true,
                    [&](auto **out, auto *e) { return ct_eye(rows, columns.value_or(rows), diagonal, dtype, out, e); });
      },
      arg("rows"), arg("columns") = nb::none(), arg("diagonal") = 0, arg("dtype") = nb::none(),
      "Ones on a diagonal, zeros elsewhere; dtype None: float32.");
  m.def(
      "tril_indices",
      [](int64_t rows, int64_t columns, int64_t offset, DTypeArg dtype) {
        dtype.convert();
        return made(true, [&](auto **out, auto *e) { return ct_tril_indices(rows, columns, offset, dtype, out, e); });
      },
      arg("rows"), arg("columns"), arg("offset") = 0, arg("dtype") = nb::none(),
      "Rows, and under them columns, of a matrix's elements on and below a diagonal; dtype None: int64.");
  m.def(
      "triu_indices",
      [](int64_t rows, int64_t columns, int64_t offset, DTypeArg dtype) {
        dtype.convert();
        return made(true, [&](auto **out, auto *e) { return ct_triu_indices(rows, columns, offset, dtype, out, e); });
      },
      arg("rows"), arg("columns"), arg("offset") = 0, arg("dtype") = nb::none(),
      "Rows, and under them columns, of a matrix's elements on and above a diagonal; dtype None: int64.");
}
