// Views, copies and fills.
#include <algorithm>
#include <climits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "calls.hpp"
#include "units.hpp"

constexpr const char *kMeshgridIndexings[] = {"ij", "xy", nullptr};

namespace {
template <class F>
TensorResult made(F f) {
  ct_tensor *out;
  CtError e;
  check(f(&out, &e.error), e);
  return {wrap(out)};
}

// The tensors of a call that makes at most `count`; f returns its status and how many there are.
template <class F>
TensorTuple made_all(int64_t count, F f) {
  std::vector<ct_tensor *> raw(static_cast<size_t>(count));
  std::vector<Held> held(raw.size());
  CtError e;
  int32_t made = static_cast<int32_t>(count);
  check(f(raw.data(), &made, &e.error), e);
  for (size_t i = 0; i < raw.size(); i++) held[i] = Held(raw[i]);
  nb::object tuple = nb::steal(PyTuple_New(made));
  if (!tuple.is_valid()) throw nb::python_error();
  for (int32_t i = 0; i < made; i++) {
    PyTuple_SET_ITEM(tuple.ptr(), i, wrap(held[static_cast<size_t>(i)].take()).release().ptr());
  }
  return {tuple};
}

// 0 if there is no such dim: then C fails before it writes.
int64_t size_if_there(Self t, int32_t dim) {
  const int32_t ndim = ct_tensor_ndim(t.p), at = dim < 0 ? dim + ndim : dim;
  return at >= 0 && at < ndim ? ct_tensor_sizes(t.p)[at] : 0;
}

// The result of a call that may copy: other threads run meanwhile, and if it is t, it stays the same Python object.
template <class F>
TensorResult made_or_self(Self t, F f) {
  ct_tensor *out;
  run(many(t.p), [&](ct_error *e) { return f(&out, e); });
  return {wrap_or_self(t.object, out)};
}
}  // namespace

void add_views(TensorClass &c) {
  using nb::arg;
  auto squeeze = [](Self t, Dims dims) {
    dims.convert();
    return made([&](auto **out, auto *e) { return ct_squeeze(t.p, dims.data(), dims.count(), out, e); });
  };
  auto unsqueeze = [](Self t, Dim dim) {
    dim.convert();
    return made([&](auto **out, auto *e) { return ct_unsqueeze(t.p, dim, out, e); });
  };
  auto split = [](Self t, Sizes split_sizes, Dim dim) {
    convert_all(split_sizes, dim);
    return made_all(split_sizes.count(), [&](auto **outs, auto *, auto *e) {
      return ct_split(t.p, split_sizes.data(), split_sizes.count(), dim, outs, e);
    });
  };
  auto chunk = [](Self t, Int32 chunks, Dim dim) {
    convert_all(chunks, dim);
    // more parts than elements are as many as elements, so there is room for no more
    const int64_t most = size_if_there(t, dim);
    const auto parts = static_cast<int32_t>(most > 0 ? std::min<int64_t>(chunks, most) : chunks);
    return made_all(std::max<int32_t>(parts, 1),
                    [&](auto **outs, auto *count, auto *e) { return ct_chunk(t.p, parts, dim, outs, count, e); });
  };
  auto unbind = [](Self t, Dim dim) {
    dim.convert();
    return made_all(size_if_there(t, dim), [&](auto **outs, auto *, auto *e) { return ct_unbind(t.p, dim, outs, e); });
  };
  const char *dims_sig = "(self, *dims: int | collections.abc.Sequence[int]) -> Tensor";
  const char *sizes_sig = "(self, *sizes: int | collections.abc.Sequence[int]) -> Tensor";
  static std::vector<std::string> signatures;
  signatures.reserve(8);
  auto sig = [](const char *name, const char *rest) {
    signatures.push_back(std::string("def ") + name + rest);
    return nb::sig(signatures.back().c_str());
  };
  c.def(
       "as_strided",
       [](Self t, Sizes sizes, Sizes strides, int64_t storage_offset) {
         convert_all(sizes, strides);
         if (sizes.count() != strides.count()) raise_status(CT_ERROR_SHAPE, "as_strided: as many strides as sizes");
         return made([&](auto **out, auto *e) {
           return ct_as_strided(t.p, sizes.data(), sizes.count(), strides.data(), storage_offset, out, e);
         });
       },
       arg("sizes"), arg("strides"), arg("storage_offset") = 0,
       "The view with these sizes, strides in elements and offset in the storage.")
      .def(
          "view",
          [](Self t, const nb::args &args) {
            auto sizes = sizes_of(args);
            return made([&](auto **out, auto *e) { return ct_view(t.p, sizes.data(), sizes.count(), out, e); });
          },
          sig("view", sizes_sig), "t with other sizes, never a copy; one may be -1.")
      .def(
          "reshape",
          [](Self t, const nb::args &args) {
            auto sizes = sizes_of(args);
            ct_tensor *out;
            run(many(t.p), [&](ct_error *e) { return ct_reshape(t.p, sizes.data(), sizes.count(), &out, e); });
            return TensorResult{wrap(out)};
          },
          sig("reshape", sizes_sig), "t with other sizes: a view where there is one, else a copy; one may be -1.")
      .def(
          "permute",
          [](Self t, const nb::args &args) {
            auto dims = dims_of(args);
            return made([&](auto **out, auto *e) { return ct_permute(t.p, dims.data(), dims.count(), out, e); });
          },
          sig("permute", dims_sig), "t with its dims in another order.")
      .def(
          "transpose",
          [](Self t, Dim dim0, Dim dim1) {
            convert_all(dim0, dim1);
            return made([&](auto **out, auto *e) { return ct_transpose(t.p, dim0, dim1, out, e); });
          },
          arg("dim0"), arg("dim1"), "t with two dims exchanged.")
      .def(
          "transpose",
          [](Self t, const nb::args &args) {
            if (args.size() == 0 || (args.size() == 1 && args[0].is_none())) {
              std::vector<int32_t> backwards(static_cast<size_t>(ct_tensor_ndim(t.p)));
              std::iota(backwards.rbegin(), backwards.rend(), 0);
              return made([&](auto **out, auto *e) {
                return ct_permute(t.p, backwards.data(), static_cast<int32_t>(backwards.size()), out, e);
              });
            }
            auto dims = dims_of(args);
            return made([&](auto **out, auto *e) { return ct_permute(t.p, dims.data(), dims.count(), out, e); });
          },
          nb::sig("def transpose(self, *axes: int | collections.abc.Sequence[int] | None) -> Tensor"),
          "t with its dims in another order, as permute and as in NumPy: backwards where no axes are given.")
      .def(
          "movedim",
          [](Self t, Dims source, Dims destination) {
            convert_all(source, destination);
            if (source.count() != destination.count())
              raise_status(CT_ERROR_INVALID, "movedim: as many destinations as sources");
            return made([&](auto **out, auto *e) {
              return ct_movedim(t.p, source.data(), destination.data(), source.count(), out, e);
            });
          },
          arg("source"), arg("destination"), "t with dims moved to other places; the others keep their order.")
      .def(
          "slice",
          [](Self t, Dim dim, nb::object start, nb::object stop, nb::object by) {
            dim.convert();
            int64_t first = slice_bound(start.ptr()), last = slice_bound(stop.ptr());
            int64_t step = by.is_none() ? 1 : slice_bound(by.ptr());
            return made([&](auto **out, auto *e) { return ct_slice(t.p, dim, first, last, step, out, e); });
          },
          arg("dim"), arg("start") = nb::none(), arg("stop") = nb::none(), arg("step") = nb::none(),
          nb::sig("def slice(self, dim: int, start: int | None = None, stop: int | None = None, "
                  "step: int | None = None) -> Tensor"),
          "t[start:stop:step] along one dim; steps may be negative.")
      .def(
          "select",
          [](Self t, Dim dim, int64_t index) {
            dim.convert();
            return made([&](auto **out, auto *e) { return ct_select(t.p, dim, index, out, e); });
          },
          arg("dim"), arg("index"), "t at one index of a dim, which goes.")
      .def(
          "narrow",
          [](Self t, Dim dim, int64_t start, int64_t length) {
            dim.convert();
            return made([&](auto **out, auto *e) { return ct_narrow(t.p, dim, start, length, out, e); });
          },
          arg("dim"), arg("start"), arg("length"), "length elements of a dim, all of which must be there.")
      .def(
          "expand",
          [](Self t, const nb::args &args) {
            auto sizes = sizes_of(args);
            return made([&](auto **out, auto *e) { return ct_expand(t.p, sizes.data(), sizes.count(), out, e); });
          },
          sig("expand", sizes_sig),
          "t as if repeated along dims of size 1, and along new dims in front; -1 keeps a size.")
      .def("squeeze", squeeze, arg("dims") = nb::none(),
           "t without the named dims that have size 1; None: without all of them.")
      .def("unsqueeze", unsqueeze, arg("dim"), "t with a new dim of size 1.")
      .def(
          "flatten",
          [](Self t, Dim start_dim, Dim end_dim) {
            convert_all(start_dim, end_dim);
            return made([&](auto **out, auto *e) { return ct_flatten(t.p, start_dim, end_dim, out, e); });
          },
          arg("start_dim") = 0, arg("end_dim") = -1, "t with some dims made one: a view where there is one.")
      .def(
          "flip",
          [](Self t, const nb::args &args) {
            auto dims = dims_of(args);
            dims.none |= args.size() == 0;
            return made([&](auto **out, auto *e) { return ct_flip(t.p, dims.data(), dims.count(), out, e); });
          },
          nb::sig("def flip(self, *dims: int | collections.abc.Sequence[int] | None) -> Tensor"),
          "t backwards along some dims: a view with negative strides. None, or no argument: along all.")
      .def_prop_ro(
          "real", [](Self t) { return made([&](auto **out, auto *e) { return ct_real(t.p, out, e); }); },
          "The real parts, a view.")
      .def_prop_ro(
          "imag", [](Self t) { return made([&](auto **out, auto *e) { return ct_imag(t.p, out, e); }); },
          "The imaginary parts, a view.")
      .def_prop_ro(
          "T",
          [](Self t) {
            int32_t dims[64], ndim = ct_tensor_ndim(t.p);  // C allows at most 64 dims
            for (int32_t i = 0; i < ndim; i++) dims[i] = ndim - 1 - i;
            return made([&](auto **out, auto *e) { return ct_permute(t.p, dims, ndim, out, e); });
          },
          "t with its dims in reverse, a view.")
      .def_prop_ro(
          "mT", [](Self t) { return made([&](auto **out, auto *e) { return ct_transpose(t.p, -2, -1, out, e); }); },
          "t with its last two dims exchanged, a view.")
      .def(
          "rot90",
          [](Self t, Int32 k, Dim dim0, Dim dim1) {
            convert_all(k, dim0, dim1);
            return made([&](auto **out, auto *e) { return ct_rot90(t.p, k, dim0, dim1, out, e); });
          },
          arg("k") = 1, arg("dim0") = 0, arg("dim1") = 1, "t turned by k quarter turns from dim0 towards dim1, a view.")
      .def(
          "diagonal",
          [](Self t, Int64 offset, Dim dim1, Dim dim2) {
            convert_all(offset, dim1, dim2);
            return made([&](auto **out, auto *e) { return ct_diagonal(t.p, offset, dim1, dim2, out, e); });
          },
          arg("offset") = 0, arg("dim1") = 0, arg("dim2") = 1, "A diagonal of two dims, as a new last dim.")
      .def(
          "unfold",
          [](Self t, Dim dim, Int64 size, Int64 by) {
            convert_all(dim, size, by);
            return made([&](auto **out, auto *e) { return ct_unfold(t.p, dim, size, by, out, e); });
          },
          arg("dim"), arg("size"), arg("step"), "Windows along a dim, each along a new last dim.")
      .def(
          "unflatten",
          [](Self t, Dim dim, Sizes sizes) {
            convert_all(dim, sizes);
            return made(
                [&](auto **out, auto *e) { return ct_unflatten(t.p, dim, sizes.data(), sizes.count(), out, e); });
          },
          arg("dim"), arg("sizes"), "t with one dim made several; one size may be -1.")
      .def(
          "swapaxes",
          [](Self t, Dim dim0, Dim dim1) {
            convert_all(dim0, dim1);
            return made([&](auto **out, auto *e) { return ct_swapaxes(t.p, dim0, dim1, out, e); });
          },
          arg("dim0"), arg("dim1"), "t with two dims exchanged, as transpose.")
      .def(
          "view_dtype",
          [](Self t, RequiredDType dtype) {
            dtype.convert();
            return made([&](auto **out, auto *e) { return ct_view_dtype(t.p, dtype, out, e); });
          },
          arg("dtype"), "t's bytes as elements of another dtype.")
      .def(
          "view_as_real",
          [](Self t) { return made([&](auto **out, auto *e) { return ct_view_as_real(t.p, out, e); }); },
          "The parts of complex numbers along a new last dim.")
      .def(
          "view_as_complex",
          [](Self t) { return made([&](auto **out, auto *e) { return ct_view_as_complex(t.p, out, e); }); },
          "Pairs along the last dim as complex numbers.")
      .def("split", split, arg("split_sizes"), arg("dim") = 0,
           "t cut along a dim into parts of these sizes, which are views.")
      .def("chunk", chunk, arg("chunks"), arg("dim") = 0,
           "t cut along a dim into at most so many parts of equal sizes, which are views.")
      .def("unbind", unbind, arg("dim") = 0, "t at every index of a dim.")
      .def(
          "contiguous",
          [](Self t, Format format) {
            format.convert();
            return made_or_self(t, [&](auto **out, auto *e) { return ct_contiguous(t.p, format, out, e); });
          },
          arg("format") = int{CT_CONTIGUOUS}, "t in memory order: t itself if it is, else a copy.")
      .def(
          "clone",
          [](Self t, Format format) {
            format.convert();
            return made_or_self(t, [&](auto **out, auto *e) { return ct_clone(t.p, format, out, e); });
          },
          arg("format") = int{CT_PRESERVE}, "A copy with memory of its own.")
      .def(
          "to",
          [](Self t, DTypeArg dtype, Format format, bool copy) {
            convert_all(dtype, format);
            return made_or_self(t, [&](auto **out, auto *e) { return ct_to(t.p, dtype, format, copy, out, e); });
          },
          arg("dtype") = nb::none(), arg("format") = int{CT_PRESERVE}, arg("copy") = false,
          "t in another dtype or format; t itself if it has them, unless copy is true.")
      .def(
          "copy_",
          [](Self t, Self source) {
            run(many(t.p), [&](ct_error *e) { return ct_copy(t.p, source.p, e); });
            return TensorResult{nb::borrow(t.object)};
          },
          arg("source"), "Writes source into t: broadcasts and converts. Returns t.")
      .def(
          "fill_",
          [](Self t, RequiredScalar value) {
            value.convert();
            run(many(t.p), [&](ct_error *e) { return ct_fill(t.p, value, e); });
            return TensorResult{nb::borrow(t.object)};
          },
          arg("value"), "Writes one value, which the dtype must hold, into every element. Returns t.")
      .def(
          "resize_",
          [](Self t, Sizes sizes, Format format) {
            convert_all(sizes, format);
            CtError e;
            check(ct_resize(t.p, sizes.data(), sizes.count(), format, e), e);
            return TensorResult{nb::borrow(t.object)};
          },
          arg("sizes"), arg("format") = int{CT_CONTIGUOUS},
          "Gives t other sizes; views of it keep the old memory. Returns t.");
  // with NumPy's name of a dim, like the ops
  c.def("squeeze", squeeze, nb::kw_only(), arg("axis") = nb::none())
      .def("unsqueeze", unsqueeze, nb::kw_only(), arg("axis"))
      .def("split", split, arg("split_sizes"), nb::kw_only(), arg("axis") = 0)
      .def("chunk", chunk, arg("chunks"), nb::kw_only(), arg("axis") = 0)
      .def("unbind", unbind, nb::kw_only(), arg("axis") = 0);
}

void add_joining(nb::module_ &m) {
  using nb::arg;
  m.def(
      "broadcast_tensors",
      [](Tensors tensors) {
        tensors.convert();
        return made_all(tensors.count(), [&](auto **outs, auto *, auto *e) {
          return ct_broadcast_tensors(tensors.data(), tensors.count(), outs, e);
        });
      },
      arg("tensors"), "Views of tensors in the shape that all of them broadcast to.");
  m.def(
      "meshgrid",
      [](Tensors tensors, Choice<kMeshgridIndexings> indexing) {
        convert_all(tensors, indexing);
        return made_all(tensors.count(), [&](auto **outs, auto *, auto *e) {
          return ct_meshgrid(tensors.data(), tensors.count(), indexing, outs, e);
        });
      },
      arg("tensors"), arg("indexing") = "ij",
      "The coordinates of a grid's points, whose axes are given: a view for each.");
  m.def(
      "broadcast_shapes",
      [](const nb::args &shapes) {
        std::vector<Sizes> given(shapes.size());
        std::vector<const int64_t *> sizes;
        std::vector<int32_t> ndims;
        for (size_t i = 0; i < shapes.size(); i++) {
          if (!nb::detail::is_ints(shapes[i])) raise(PyExc_TypeError, "a shape is a sequence of ints");
          given[i].object = shapes[i];
          given[i].convert();
          sizes.push_back(given[i].data());
          ndims.push_back(given[i].count());
        }
        int64_t result[64];  // C allows at most 64 dims
        int32_t ndim = 0;
        CtError e;
        check(ct_broadcast_shapes(sizes.data(), ndims.data(), static_cast<int32_t>(ndims.size()), result, &ndim, e), e);
        nb::object tuple = nb::steal(PyTuple_New(ndim));
        if (!tuple.is_valid()) throw nb::python_error();
        for (int32_t i = 0; i < ndim; i++) PyTuple_SET_ITEM(tuple.ptr(), i, nb::int_(result[i]).release().ptr());
        return nb::borrow<nb::tuple>(tuple);
      },
      nb::sig("def broadcast_shapes(*shapes: int | collections.abc.Sequence[int]) -> tuple[int, ...]"),
      "The sizes that tensors of these sizes broadcast to.");
}
