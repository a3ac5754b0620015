// Indexing by slices and the like, which gives a view, by integers and masks, and related functions.
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calls.hpp"
#include "foreign.hpp"
#include "units.hpp"

int64_t slice_bound(PyObject *bound) {
  if (bound == Py_None) return CT_TO_END;
  Py_ssize_t value = PyNumber_AsSsize_t(bound, nullptr);  // clipped, as slices are
  if (value == -1 && PyErr_Occurred()) throw nb::python_error();
  return std::max<int64_t>(value, CT_TO_END + 1);
}

namespace {
// Replaces a view by the next one.
template <class F>
void step(Held &t, F f) {
  Held next;
  CtError e;
  check(f(t.get(), next.out(), &e.error), e, kNoFunction);
  t = std::move(next);
}

// Applies one item of an index at dim, and returns the dim of the next.
int32_t apply(Held &t, PyObject *key, int32_t dim) {
  if (key == Py_None) {
    step(t, [&](auto *x, auto **out, auto *e) { return ct_unsqueeze(x, dim, out, e); });
    return dim + 1;
  }
  if (PySlice_Check(key)) {
    auto *slice = reinterpret_cast<PySliceObject *>(key);
    int64_t by = slice->step == Py_None ? 1 : slice_bound(slice->step);
    int64_t start = slice_bound(slice->start), stop = slice_bound(slice->stop);
    step(t, [&](auto *x, auto **out, auto *e) { return ct_slice(x, dim, start, stop, by, out, e); });
    return dim + 1;
  }
  if (!PyIndex_Check(key)) {
    raise(PyExc_IndexError,
          "a Tensor is indexed by ints, slices, None, ..., and by Tensors, arrays and lists of ints or bools, not %s",
          Py_TYPE(key)->tp_name);
  }
  Py_ssize_t index = PyNumber_AsSsize_t(key, PyExc_IndexError);
  if (index == -1 && PyErr_Occurred()) throw nb::python_error();
  step(t, [&](auto *x, auto **out, auto *e) { return ct_select(x, dim, index, out, e); });
  return dim;
}

// Whether a key is something that asarray turns into a Tensor.
bool is_array(PyObject *key) {
  if (PyLong_Check(key) || PyUnicode_Check(key)) return false;
  return PyObject_HasAttrString(key, "__dlpack__") || PySequence_Check(key) || PyObject_HasAttrString(key, "__array__");
}

// The Tensor for a key of integers or a mask, which may be a list or an array, or else nothing.
nb::object chosen(PyObject *key) {
  if (PySlice_Check(key) || PyLong_CheckExact(key) || key == Py_None || key == Py_Ellipsis) return {};
  nb::object made;
  if (is_tensor(key)) {
    made = nb::borrow(key);
  } else if (nb::object number = PyBool_Check(key) ? nb::borrow(key) : number_of_numpy(key);
             PyBool_Check(number.ptr())) {
    return nb::module_::import_("ctensor").attr("scalar")(number, dtype_object(CT_BOOL));  // a mask without dims
  } else if (number.is_none() && is_array(key)) {
    made = nb::module_::import_("ctensor").attr("asarray")(nb::borrow(key));
    if (PySequence_Check(key) && !PyObject_CheckBuffer(key) && ct_tensor_numel(tensor_of(made)) == 0) {
      made = made.attr("to")(dtype_object(CT_INT64));  // [] has a float dtype
    }
  } else {
    return {};
  }
  const bool one = ct_tensor_ndim(tensor_of(made)) == 0 && ct_tensor_dtype(tensor_of(made)) != CT_BOOL;
  return one ? nb::object() : made;  // a single integer counts as an int
}

// A view, and the indices of its dims, if there are any.
struct Indexed {
  Held view;
  std::vector<const ct_tensor *> indices;  // as ct_index takes them
  std::vector<nb::object> kept;
  int32_t dims = 0;  // how many of the view's dims the indices cover

  // Adds an index for the view's dims from dim on, and returns the dim after them.
  int32_t add(nb::object index, int32_t dim) {
    for (; dims < dim; dims++) indices.push_back(nullptr);
    const ct_tensor *t = tensor_of(index);
    if (ct_tensor_dtype(t) == CT_BOOL && !fits(t, dim)) {
      // As in NumPy, a mask with a size of 0 chooses nothing, whatever the dim's size.
      nb::object none = nb::module_::import_("ctensor").attr("empty")(0, dtype_object(CT_INT64));
      for (int32_t i = 0; i < ct_tensor_ndim(t); i++) {
        indices.push_back(tensor_of(none));
        kept.push_back(none);
        dims++;
      }
      return dims;
    }
    indices.push_back(t);
    dims += dims_of(t);
    kept.push_back(std::move(index));
    return dims;
  }
  // Whether a mask has the sizes of the view's dims. Throws if it has a size that is neither the dim's nor 0.
  bool fits(const ct_tensor *mask, int32_t dim) const {
    const int32_t ndim = ct_tensor_ndim(view.get());
    bool same = true;
    for (int32_t i = 0; i < ct_tensor_ndim(mask); i++) {
      const int64_t size = ct_tensor_sizes(mask)[i];
      const bool is_there = dim + i < ndim, equal = is_there && size == ct_tensor_sizes(view.get())[dim + i];
      if (!is_there || (!equal && size != 0)) {
        raise_status(CT_ERROR_INDEX, ("a mask of shape " + shape_text(mask) + " does not fit dims from " +
                                      std::to_string(dim) + " on of shape " + shape_text(view.get()))
                                         .c_str());
      }
      same &= equal;
    }
    return same;
  }
  static int32_t dims_of(const ct_tensor *t) { return ct_tensor_dtype(t) == CT_BOOL ? ct_tensor_ndim(t) : 1; }
  int32_t count() const { return static_cast<int32_t>(indices.size()); }
  // Moves the dims that the indices cover to the front, so that the dims of the result of indexing come first.
  void to_front() {
    std::vector<int32_t> order, others;
    std::vector<const ct_tensor *> given;
    int32_t dim = 0;
    for (const ct_tensor *index : indices) {
      if (index == nullptr) {
        others.push_back(dim++);
        continue;
      }
      for (const int32_t end = dim + dims_of(index); dim < end; dim++) order.push_back(dim);
      given.push_back(index);
    }
    for (; dim < ct_tensor_ndim(view.get()); dim++) others.push_back(dim);
    order.insert(order.end(), others.begin(), others.end());
    step(view, [&](auto *x, auto **out, auto *e) {
      return ct_permute(x, order.data(), static_cast<int32_t>(order.size()), out, e);
    });
    indices = std::move(given);
  }
  bool much() const {
    return many(view.get()) || std::any_of(kept.begin(), kept.end(), [](auto &one) { return many(tensor_of(one)); });
  }
};

using Places = std::vector<std::pair<Py_ssize_t, nb::object>>;

bool is_int(PyObject *one) {
  return one != Py_None && one != Py_Ellipsis && !PySlice_Check(one) && !PyBool_Check(one) && PyIndex_Check(one);
}

// Whether a slice, None or ... separates the indices that choose elements, which include ints. As in NumPy, the dims of
// the chosen elements then come first. Otherwise they come where the first index is, whatever dims ints take.
bool are_apart(PyObject *key, const Places &tensors) {
  auto next = tensors.begin();
  int runs = 0;
  bool in_run = false;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(key); i++) {
    const bool tensor = next != tensors.end() && next->first == i;
    if (tensor) ++next;
    const bool chooses = tensor || is_int(PyTuple_GET_ITEM(key, i));
    runs += chooses && !in_run;
    in_run = chooses;
  }
  return runs > 1;
}

Indexed indexed(PyObject *self, PyObject *key) {
  Indexed x;
  Held &t = x.view;
  t = Held(ct_tensor_retain(tensor_of(self)));
  if (!PyTuple_Check(key)) {
    if (key == Py_Ellipsis) {
      t = Held(alias(t.get()));
    } else if (nb::object index = chosen(key); index.is_valid()) {
      x.add(std::move(index), 0);
    } else {
      apply(t, key, 0);
    }
    return x;
  }
  const Py_ssize_t n = PyTuple_GET_SIZE(key);
  int32_t taken = 0, ellipses = 0, ndim = ct_tensor_ndim(t.get());
  Places tensors;  // with their positions in the key
  for (Py_ssize_t i = 0; i < n; i++) {
    PyObject *one = PyTuple_GET_ITEM(key, i);
    if (one == Py_Ellipsis) {
      ellipses++;
    } else if (nb::object index = chosen(one); index.is_valid()) {
      taken += Indexed::dims_of(tensor_of(index));
      tensors.emplace_back(i, std::move(index));
    } else if (one != Py_None) {
      taken++;
    }
  }
  if (ellipses > 1) raise(PyExc_IndexError, "an index has at most one ...");
  if (taken > ndim) raise(PyExc_IndexError, "%d indices for a Tensor of %d dims", taken, ndim);
  int32_t dim = 0;
  const bool apart = !tensors.empty() && are_apart(key, tensors);
  auto next = tensors.begin();
  for (Py_ssize_t i = 0; i < n; i++) {
    PyObject *one = PyTuple_GET_ITEM(key, i);
    if (next != tensors.end() && next->first == i) {
      dim = x.add(std::move(next++->second), dim);
    } else if (apart && is_int(one)) {
      nb::object number = nb::steal(PyNumber_Index(one));
      if (!number.is_valid()) throw nb::python_error();
      dim = x.add(nb::module_::import_("ctensor").attr("scalar")(number, dtype_object(CT_INT64)), dim);
    } else {
      dim = one == Py_Ellipsis ? dim + ndim - taken : apply(t, one, dim);
    }
  }
  if (t.get() == tensor_of(self)) t = Held(alias(t.get()));
  if (apart) x.to_front();
  return x;
}

// A value without leading dims of size 1, which may be more than the target has. Broadcasting adds them again.
Held fitted(const ct_tensor *value) {
  int32_t dims[64], ones = 0;  // C allows at most 64 dims
  for (; ones < ct_tensor_ndim(value) && ct_tensor_sizes(value)[ones] == 1; ones++) dims[ones] = ones;
  Held t(ct_tensor_retain(value));
  if (ones > 0) step(t, [&](auto *x, auto **out, auto *e) { return ct_squeeze(x, dims, ones, out, e); });
  return t;
}
}  // namespace

PyObject *subscript(PyObject *self, PyObject *key) noexcept {
  return guarded<PyObject *>(nullptr, [&] {
    Indexed x = indexed(self, key);
    if (x.indices.empty()) return wrap(x.view.take()).release().ptr();
    ct_tensor *out;
    run(x.much(), kNoFunction, [&](ct_error *e) {
      const ct_status status = ct_index(x.view.get(), x.indices.data(), x.count(), &out, e);
      return status == CT_ERROR_SHAPE ? CT_ERROR_INDEX : status;  // they do not broadcast, as in NumPy
    });
    return wrap(out).release().ptr();
  });
}

int assign(PyObject *self, PyObject *key, PyObject *value) noexcept {
  return guarded(-1, [&] {
    if (value == nullptr) raise(PyExc_TypeError, "elements of a Tensor cannot be deleted");
    const Indexed x = indexed(self, key);
    ct_tensor *target = x.view.get();
    const ct_dtype dtype = ct_tensor_dtype(target);
    Held number;
    if (is_number(value)) {
      if (!x.indices.empty()) {
        CtError e;
        check(ct_tensor_create(nullptr, 0, dtype, number.out(), e), e, kNoFunction);
      }
      ct_tensor *const filled = x.indices.empty() ? target : number.get();
      ct_scalar scalar = scalar_of(value);
      run(many(filled), kNoFunction, [&](ct_error *e) { return ct_fill(filled, &scalar, e); });
      if (x.indices.empty()) return 0;
    }
    nb::object source = nb::borrow(value);
    const bool list = PyList_Check(value) || PyTuple_Check(value);
    if (number.get() == nullptr && !is_tensor(value)) {
      // Lists take the target's dtype, so that they raise the same errors as numbers do; arrays convert as Tensors do.
      source = nb::module_::import_("ctensor").attr("asarray")(source, list ? dtype_object(dtype) : nb::none());
    }
    if (x.indices.empty()) {
      Held given = fitted(tensor_of(source));
      run(many(target), kNoFunction, [&](ct_error *e) { return ct_copy(target, given.get(), e); });
      return 0;
    }
    if (number.get() == nullptr && ct_tensor_dtype(tensor_of(source)) != dtype) {
      source = source.attr("to")(dtype_object(dtype));
    }
    const Held values = number.get() == nullptr ? fitted(tensor_of(source)) : std::move(number);
    run(x.much() || many(values.get()), kNoFunction,
        [&](ct_error *e) { return ct_index_put(target, x.indices.data(), x.count(), values.get(), false, e); });
    return 0;
  });
}

namespace {
using Different = ct_status (*)(const ct_tensor *, ct_tensor **, ct_tensor **, ct_tensor **, ct_error *);
using DifferentAlong = ct_status (*)(const ct_tensor *, int32_t, ct_tensor **, ct_tensor **, ct_tensor **, ct_error *);

// As in PyTorch, only the values, or a tuple of all that is asked for.
template <Different function, DifferentAlong along>
nb::object different(Self t, bool return_inverse, bool return_counts, std::optional<int32_t> dim) {
  Held values, inverse, counts;
  run(many(t.p), [&](ct_error *e) {
    ct_tensor **const second = return_inverse ? inverse.out() : nullptr,
                      **const third = return_counts ? counts.out() : nullptr;
    return dim.has_value() ? along(t.p, *dim, values.out(), second, third, e)
                           : function(t.p, values.out(), second, third, e);
  });
  nb::object first = wrap(values.take());
  if (!return_inverse && !return_counts) return first;
  nb::list all;
  all.append(first);
  if (return_inverse) all.append(wrap(inverse.take()));
  if (return_counts) all.append(wrap(counts.take()));
  return nb::tuple(all);
}
}  // namespace

void add_indexing(nb::module_ &m, TensorClass &c) {
  using nb::arg;
  auto index = [](Self t, OptionalTensors indices, Out out) -> TensorResult {
    const bool unlock = convert_all(indices) || many(t.p);
    return fresh_or_into(
        unlock, out, [&](auto **x, auto *e) { return ct_index(t.p, indices.data(), indices.count(), x, e); },
        [&](auto *x, auto *e) { return ct_index_out(t.p, indices.data(), indices.count(), x, e); });
  };
  const char *index_doc =
      "Elements of t that integers and masks choose: index k is of dim k, and None stands for all of a dim.";
  m.def("index", index, arg("t"), arg("indices"), nb::kw_only(), arg("out") = nb::none(), index_doc);
  c.def("index", index, arg("indices"), nb::kw_only(), arg("out") = nb::none(), index_doc);
  auto put = [](Self t, OptionalTensors indices, Operand values, bool accumulate) {
    const bool unlock = convert_all(indices, values) || many(t.p);
    run(unlock, [&](ct_error *e) { return ct_index_put(t.p, indices.data(), indices.count(), values, accumulate, e); });
    return TensorResult{nb::borrow(t.object)};
  };
  const char *put_doc =
      "Writes values to the elements of t that index would read, or with accumulate adds them. Returns t.";
  m.def("index_put_", put, arg("t"), arg("indices"), arg("values"), arg("accumulate") = false, put_doc);
  c.def("index_put_", put, arg("indices"), arg("values"), arg("accumulate") = false, put_doc);
  auto values = [](Self t, int32_t dim, bool descending, Out out) -> TensorResult {
    return fresh_or_into(
        many(t.p), out, [&](auto **x, auto *e) { return ct_sort(t.p, dim, descending, false, x, nullptr, e); },
        [&](auto *x, auto *e) { return ct_sort_out(t.p, dim, descending, false, x, nullptr, e); });
  };
  const char *values_doc = "The elements along dim in order, without the indices that sort gives.";
  m.def("sort_values", values, arg("t"), arg("dim") = -1, arg("descending") = false, nb::kw_only(),
        arg("out") = nb::none(), values_doc);
  c.def("sort_values", values, arg("dim") = -1, arg("descending") = false, nb::kw_only(), arg("out") = nb::none(),
        values_doc);
  auto add = [&](auto function, const char *name, const char *of_module, const char *of_class, const char *doc) {
    m.def(name, function, arg("t"), arg("return_inverse") = false, arg("return_counts") = false,
          arg("dim") = nb::none(), nb::sig(of_module), doc);
    c.def(name, function, arg("return_inverse") = false, arg("return_counts") = false, arg("dim") = nb::none(),
          nb::sig(of_class), doc);
  };
  add(different<ct_unique, ct_unique_dim>, "unique",
      "def unique(t: Tensor, return_inverse: bool = False, return_counts: bool = False, "
      "dim: int | None = None) -> Tensor | tuple[Tensor, ...]",
      "def unique(self, return_inverse: bool = False, return_counts: bool = False, "
      "dim: int | None = None) -> Tensor | tuple[Tensor, ...]",
      "The different elements of t, in ascending order; in a tuple with which of them each element is, and how many "
      "each stands for, where these are asked for. With dim, its different slices, in the order of their first "
      "elements that differ.");
  add(different<ct_unique_consecutive, ct_unique_consecutive_dim>, "unique_consecutive",
      "def unique_consecutive(t: Tensor, return_inverse: bool = False, return_counts: bool = False, "
      "dim: int | None = None) -> Tensor | tuple[Tensor, ...]",
      "def unique_consecutive(self, return_inverse: bool = False, return_counts: bool = False, "
      "dim: int | None = None) -> Tensor | tuple[Tensor, ...]",
      "One element of each run of equal ones, in the row-major order of t; otherwise as unique.");
}
