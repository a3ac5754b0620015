// The iterator: kernels written in Python over operands of any layout.
//
// A kernel may keep what it was given: views of a piece share a tensor's memory and keep it alive. Operands that lie in
// the library's scratch instead (converted blocks, accumulators) are copied out before the kernel and back after it.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "calls.hpp"
#include "units.hpp"

namespace {
struct Piece {  // the argument of a kernel: a sequence of Tensors of two dims and one shape
  nb::tuple operands;
  int64_t begin;
  int32_t worker;
};

// The release callback of tensors over another tensor's memory, which hold a reference to it.
void release_handle(void *t) { ct_tensor_release(static_cast<ct_tensor *>(t)); }

struct Iter {
  ct_iter *p = nullptr;
  int32_t noutputs = 0;
  std::vector<nb::object> given;  // the outputs as the caller gave them, None for allocated ones
  std::vector<Held> operands;     // the iterator's own references
  Iter() = default;
  Iter(const Iter &) = delete;
  ~Iter() { ct_iter_release(p); }
  const ct_tensor *owner_of(int32_t k) const { return operands[static_cast<size_t>(k)].get(); }
};

bool within(const char *data, const ct_tensor *t) {
  auto *first = static_cast<const char *>(ct_tensor_data(t));
  if (first == nullptr) return false;
  first -= ct_tensor_storage_offset(t) * ct_dtype_size(ct_tensor_dtype(t));
  return data >= first && data < first + ct_tensor_storage_nbytes(t);
}

// Passes a piece to a kernel, and writes copies back afterwards.
class Lent {
 public:
  // owners[k] is the tensor in whose memory operand k may lie, or NULL.
  Lent(const ct_loop &loop, int32_t noutputs, const std::vector<const ct_tensor *> &owners,
       const std::vector<ct_dtype> &dtypes, bool pairs = false) {
    nb::object tuple = nb::steal(PyTuple_New(loop.noperands));
    for (int32_t k = 0; k < loop.noperands; k++) {
      bool writable = pairs ? k % 2 == 0 : k < noutputs;
      nb::object one = operand(loop, k, writable, owners[static_cast<size_t>(k)], dtypes[static_cast<size_t>(k)]);
      PyTuple_SET_ITEM(tuple.ptr(), k, one.release().ptr());
    }
    piece = nb::cast(Piece{nb::borrow<nb::tuple>(tuple), loop.begin, loop.worker});
  }
  void write_back() {
    for (auto &[scratch, copy] : copies_) {
      CtError e;
      check(ct_copy(scratch.get(), copy.get(), e), e);
    }
    copies_.clear();
  }
  nb::object piece;

 private:
  nb::object operand(const ct_loop &loop, int32_t k, bool writable, const ct_tensor *owner, ct_dtype dtype) {
    int64_t itemsize = ct_dtype_size(dtype);
    int64_t strides[] = {loop.strides[loop.noperands + k] / itemsize, loop.strides[k] / itemsize};
    int64_t sizes[] = {loop.size1, loop.size0};
    for (int i = 0; writable && i < 2; i++)  // a reduced dim has one element, which everything along it is reduced into
      if (strides[i] == 0) sizes[i] = 1;
    char *data = loop.data[k];
    bool shares = owner != nullptr && dtype == ct_tensor_dtype(owner) && within(data, owner);
    Held made;
    CtError e;
    ct_tensor *kept = shares ? ct_tensor_retain(owner) : nullptr;
    auto *release = shares ? release_handle : nullptr;
    check(writable || !shares ? ct_tensor_from_data(data, sizes, 2, strides, dtype, release, kept, made.out(), e)
                              : ct_tensor_from_const_data(data, sizes, 2, strides, dtype, release, kept, made.out(), e),
          e);
    if (shares) return wrap(made.take());
    Held copy;
    check(ct_clone(made.get(), CT_PRESERVE, copy.out(), e), e);
    nb::object object = wrap(ct_tensor_retain(copy.get()));
    if (writable) copies_.emplace_back(std::move(made), std::move(copy));
    return object;
  }
  std::vector<std::pair<Held, Held>> copies_;
};

// A walk's kernel, and the first exception from it. C calls it on any thread, without the interpreter's lock.
struct Walk {
  const Iter *it;
  nb::handle loop, combine;
  std::vector<ct_dtype> dtypes, combine_dtypes;
  std::vector<const ct_tensor *> owners, no_owners;
  std::exception_ptr failure;

  static ct_status run_piece(const ct_loop *loop, void *walk) {
    return static_cast<Walk *>(walk)->run_one(loop, false);
  }
  static ct_status run_combine(const ct_loop *loop, void *walk) {
    return static_cast<Walk *>(walk)->run_one(loop, true);
  }
  ct_status run_one(const ct_loop *piece, bool combining) {
    PyGILState_STATE state = PyGILState_Ensure();
    ct_status status = CT_OK;
    try {
      Lent lent(*piece, it->noutputs, combining ? no_owners : owners, combining ? combine_dtypes : dtypes, combining);
      (combining ? combine : loop)(lent.piece);
      lent.write_back();
    } catch (...) {
      if (failure == nullptr) failure = std::current_exception();
      status = CT_STATUS_USER;
    }
    PyGILState_Release(state);
    return status;
  }
  explicit Walk(const Iter &iter, nb::handle f) : it(&iter), loop(f) {
    for (int32_t k = 0; k < ct_iter_noperands(iter.p); k++) {
      dtypes.push_back(ct_iter_dtype(iter.p, k));
      owners.push_back(iter.owner_of(k));
    }
  }
  template <class F>
  void go(F walk) {
    CtError e;
    ct_status status;
    {
      Unlocked unlocked(true);
      status = walk(e);
    }
    if (failure != nullptr) std::rethrow_exception(std::exchange(failure, nullptr));
    check(status, e);
  }
};

struct Cursor {
  nb::object owner;  // the Iter, whose operands the pieces are views of
  const Iter *it;
  ct_iter_cursor *p = nullptr;
  nb::object lent_piece;
  std::unique_ptr<Lent> lent;
  Cursor(nb::object object, const Iter &iter) : owner(std::move(object)), it(&iter) {}
  Cursor(const Cursor &) = delete;
  ~Cursor() {
    try {
      close();
    } catch (...) {
      set_python_error();
      PyErr_WriteUnraisable(owner.ptr());
    }
  }
  void close() {
    std::unique_ptr<Lent> last = std::move(lent);
    ct_iter_cursor *cursor = std::exchange(p, nullptr);
    struct Release {
      ct_iter_cursor *cursor;
      ~Release() { ct_iter_cursor_release(cursor); }
    } release{cursor};
    if (last) last->write_back();
  }
  nb::object next() {
    if (lent) std::exchange(lent, nullptr)->write_back();
    ct_loop piece = {};
    piece.struct_size = sizeof piece;
    if (!ct_iter_cursor_next(p, &piece)) {
      close();
      throw nb::stop_iteration();
    }
    Walk about(*it, nb::handle());
    lent = std::make_unique<Lent>(piece, it->noutputs, about.owners, about.dtypes);
    return lent->piece;
  }
};

std::vector<ct_dtype> dtypes_of(nb::handle object, size_t count, const char *what) {
  std::vector<ct_dtype> dtypes(count, CT_UNDEFINED);
  if (object.is_none()) return dtypes;
  if (nb::len(object) != count) raise(PyExc_ValueError, "%s: one for each of %zd operands", what, count);
  for (size_t i = 0; i < count; i++) dtypes[i] = dtype_of(nb::object(object[i]));
  return dtypes;
}

void fill(Iter *self, nb::object outputs, nb::object inputs, uint32_t preset, uint32_t flags, DTypeArg static_dtype,
          nb::object output_dtypes, nb::object input_dtypes, Dims static_sizes, Dims squash_dims) {
  Numbers<int64_t> sizes;
  sizes.object = static_sizes.object;
  sizes.convert();
  convert_all(static_dtype, squash_dims);
  std::vector<ct_tensor *> outs;
  std::vector<const ct_tensor *> ins;
  std::vector<Held> held;
  bool any_given = false;
  for (nb::handle one : outputs) {
    if (!one.is_none() && !is_tensor(one)) raise(PyExc_TypeError, "outputs: Tensors or None, not %R", one.ptr());
    // operands get handles of their own, as those of a live iterator must not be resized
    held.emplace_back(one.is_none() ? nullptr : alias(tensor_of(one)));
    outs.push_back(held.back().get());
    self->given.push_back(nb::borrow(one));
    any_given |= !one.is_none();
  }
  for (nb::handle one : inputs) {
    if (!is_tensor(one)) raise(PyExc_TypeError, "inputs: Tensors, not %R", one.ptr());
    held.emplace_back(alias(tensor_of(one)));
    ins.push_back(held.back().get());
  }
  self->noutputs = static_cast<int32_t>(outs.size());
  std::vector<ct_dtype> written = dtypes_of(output_dtypes, outs.size(), "output_dtypes");
  std::vector<ct_dtype> read = dtypes_of(input_dtypes, ins.size(), "input_dtypes");
  ct_iter_config config = {};
  config.struct_size = sizeof config;
  config.preset = preset;
  config.flags = flags | (any_given ? static_cast<uint32_t>(CT_ITER_NO_RESIZE) : 0);
  config.noutputs = self->noutputs;
  config.ninputs = static_cast<int32_t>(ins.size());
  config.static_dtype = static_dtype;
  config.outputs = outs.data();
  config.inputs = ins.data();
  config.output_dtypes = written.data();
  config.input_dtypes = read.data();
  config.static_sizes = sizes.none ? nullptr : sizes.data();
  config.static_ndim = sizes.count();
  config.nsquash = squash_dims.count();
  config.squash_dims = squash_dims.count() == 0 ? nullptr : squash_dims.data();
  CtError e;
  check(ct_iter_build(&config, &self->p, e), e);
  for (int32_t k = 0; k < ct_iter_noperands(self->p); k++) {
    ct_tensor *operand;
    check(ct_iter_operand(self->p, k, &operand, e), e);
    self->operands.emplace_back(operand);
  }
}

// nanobind destroys the object only if __init__ succeeds, so this destroys it on failure.
void build(Iter *self, nb::object outputs, nb::object inputs, uint32_t preset, uint32_t flags, DTypeArg static_dtype,
           nb::object output_dtypes, nb::object input_dtypes, Dims static_sizes, Dims squash_dims) {
  new (self) Iter();
  try {
    fill(self, outputs, inputs, preset, flags, static_dtype, output_dtypes, input_dtypes, static_sizes, squash_dims);
  } catch (...) {
    self->~Iter();
    throw;
  }
}

template <class Int>
nb::tuple ints(const Int *values, int32_t count) {
  nb::object made = nb::steal(PyTuple_New(values == nullptr ? 0 : count));
  for (int32_t i = 0; values != nullptr && i < count; i++)
    PyTuple_SET_ITEM(made.ptr(), i, PyLong_FromLongLong(values[i]));
  return nb::borrow<nb::tuple>(made);
}

int32_t operand_index(const Iter &it, int32_t k) {
  if (k < 0 || k >= ct_iter_noperands(it.p))
    raise_status(
        CT_ERROR_INDEX,
        ("operand " + std::to_string(k) + " of an iterator of " + std::to_string(ct_iter_noperands(it.p))).c_str());
  return k;
}
}  // namespace

void add_iter(nb::module_ &m) {
  using nb::arg;
  nb::class_<Piece>(m, "Piece", "One piece of an iteration: a Tensor of two dims for each operand, outputs first.")
      .def_ro("begin", &Piece::begin, "The first element's place in the iterator's order.")
      .def_ro("worker", &Piece::worker, "A number that no other piece has at the same time.")
      .def("__len__", [](const Piece &piece) { return nb::len(piece.operands); })
      .def(
          "__getitem__",
          [](const Piece &piece, nb::object key) {
            return nb::steal(PyObject_GetItem(piece.operands.ptr(), key.ptr()));
          },
          nb::sig("def __getitem__(self, operand: int, /) -> Tensor"))
      .def(
          "__iter__", [](const Piece &piece) { return nb::iter(piece.operands); },
          nb::sig("def __iter__(self) -> collections.abc.Iterator[Tensor]"));
  nb::class_<Cursor>(m, "Cursor",
                     "The pieces of an iteration, one after the other. close(), or its end, writes the last.")
      .def(
          "__iter__", [](nb::handle self) { return nb::borrow(self); }, nb::sig("def __iter__(self) -> Cursor"))
      .def("__next__", &Cursor::next, nb::sig("def __next__(self) -> Piece"))
      .def("close", &Cursor::close, "Writes back the piece handed out last and ends the walk.")
      .def(
          "__enter__", [](nb::handle self) { return nb::borrow(self); }, nb::sig("def __enter__(self) -> Cursor"))
      .def(
          "__exit__", [](Cursor &cursor, const nb::args &) { cursor.close(); },
          nb::sig("def __exit__(self, *args: object) -> None"));
  nb::class_<Iter>(m, "Iter", "Operands brought to one shape and one order, for kernels of your own.")
      .def("__init__", build, arg("outputs"), arg("inputs"), nb::kw_only(), arg("preset") = 0, arg("flags") = 0,
           arg("static_dtype") = nb::none(), arg("output_dtypes") = nb::none(), arg("input_dtypes") = nb::none(),
           arg("static_sizes") = nb::none(), arg("squash_dims") = nb::none(),
           nb::sig("def __init__(self, outputs: collections.abc.Sequence[Tensor | None], inputs: "
                   "collections.abc.Sequence[Tensor], *, preset: int = 0, flags: int = 0, static_dtype: "
                   "ctensor._types.DTypeLike | None = None, output_dtypes: "
                   "collections.abc.Sequence[ctensor._types.DTypeLike | None] | None = None, input_dtypes: "
                   "collections.abc.Sequence[ctensor._types.DTypeLike | None] | None = None, static_sizes: "
                   "collections.abc.Sequence[int] | None = None, squash_dims: collections.abc.Sequence[int] | None = "
                   "None) -> None"))
      .def_prop_ro(
          "ndim", [](const Iter &it) { return ct_iter_ndim(it.p); }, "Dims left after fusing.")
      .def_prop_ro("numel", [](const Iter &it) { return ct_iter_numel(it.p); })
      .def(
          "__len__", [](const Iter &it) { return ct_iter_noperands(it.p); }, "The number of operands.")
      .def_prop_ro(
          "sizes", [](const Iter &it) { return ints(ct_iter_sizes(it.p), ct_iter_ndim(it.p)); },
          nb::sig("def sizes(self) -> tuple[int, ...]"), "Fastest dim first.")
      .def_prop_ro(
          "broadcast_sizes",
          [](const Iter &it) { return ints(ct_iter_broadcast_sizes(it.p), ct_iter_broadcast_ndim(it.p)); },
          nb::sig("def broadcast_sizes(self) -> tuple[int, ...]"),
          "The shape that the operands broadcast to, before its dims are ordered and fused.")
      .def_prop_ro(
          "permutation", [](const Iter &it) { return ints(ct_iter_permutation(it.p), ct_iter_broadcast_ndim(it.p)); },
          nb::sig("def permutation(self) -> tuple[int, ...]"),
          "How the dims of broadcast_sizes were ordered: the fastest one's number first.")
      .def_prop_ro(
          "common_dtype", [](const Iter &it) { return dtype_object(ct_iter_common_dtype(it.p)); },
          nb::sig("def common_dtype(self) -> ctensor._header.DType | None"))
      .def(
          "strides",
          [](const Iter &it, int32_t k) {
            return ints(ct_iter_strides(it.p, operand_index(it, k)), ct_iter_ndim(it.p));
          },
          arg("operand"), nb::sig("def strides(self, operand: int) -> tuple[int, ...]"), "In bytes, fastest dim first.")
      .def(
          "dtype",
          [](const Iter &it, int32_t k) {
            return DTypeResult{dtype_object(ct_iter_dtype(it.p, operand_index(it, k)))};
          },
          arg("operand"), "An operand's dtype as a kernel sees it.")
      .def(
          "operand",
          [](const Iter &it, int32_t k) {
            auto index = static_cast<size_t>(operand_index(it, k));
            if (index < it.given.size() && !it.given[index].is_none()) return TensorResult{it.given[index]};
            return TensorResult{wrap(ct_tensor_retain(it.operands[index].get()))};
          },
          arg("operand"), "An operand's Tensor: above all, an output that was allocated.")
      .def(
          "for_each",
          [](const Iter &it, nb::callable kernel, int64_t grain_size) {
            Walk walk(it, kernel);
            walk.go([&](ct_error *e) { return ct_iter_for_each(it.p, Walk::run_piece, &walk, grain_size, e); });
          },
          arg("kernel"), arg("grain_size") = 0,
          nb::sig("def for_each(self, kernel: collections.abc.Callable[[Piece], object], grain_size: int = 0) -> None"),
          "Calls kernel(piece) for pieces that cover every element once, on several threads.")
      .def(
          "serial_for_each",
          [](const Iter &it, nb::callable kernel, int64_t begin, nb::object end) {
            Walk walk(it, kernel);
            int64_t last = end.is_none() ? ct_iter_numel(it.p) : nb::cast<int64_t>(end);
            walk.go([&](ct_error *e) { return ct_iter_serial_for_each(it.p, begin, last, Walk::run_piece, &walk, e); });
          },
          arg("kernel"), arg("begin") = 0, arg("end") = nb::none(),
          nb::sig("def serial_for_each(self, kernel: collections.abc.Callable[[Piece], object], begin: int = 0, "
                  "end: int | None = None) -> None"),
          "Calls kernel(piece) for the elements from begin to end, one piece after the other, on this thread.")
      .def(
          "reduce",
          [](const Iter &it, nb::callable loop, nb::callable combine, nb::object identities, DTypeArg accumulator) {
            accumulator.convert();
            Walk walk(it, loop);
            walk.combine = combine;
            std::vector<ct_scalar> values;
            for (nb::handle one : identities) {
              if (!is_number(one)) raise(PyExc_TypeError, "identities: numbers, not %R", one.ptr());
              values.push_back(scalar_of(one));
            }
            if (values.size() != static_cast<size_t>(it.noutputs))
              raise(PyExc_ValueError, "identities: one for each of %d outputs", it.noutputs);
            for (int32_t k = 0; k < it.noutputs; k++) {
              ct_dtype seen = accumulator == CT_UNDEFINED ? ct_iter_dtype(it.p, k) : accumulator.value;
              walk.dtypes[static_cast<size_t>(k)] = seen;
              walk.combine_dtypes.insert(walk.combine_dtypes.end(), 2, seen);
              walk.no_owners.insert(walk.no_owners.end(), 2, nullptr);
            }
            ct_iter_reduction reduction = {sizeof reduction,  accumulator.value, Walk::run_piece,
                                           Walk::run_combine, values.data(),     &walk};
            walk.go([&](ct_error *e) { return ct_iter_reduce(it.p, &reduction, e); });
          },
          arg("loop"), arg("combine"), arg("identities"), arg("accumulator") = nb::none(),
          nb::sig("def reduce(self, loop: collections.abc.Callable[[Piece], object], combine: "
                  "collections.abc.Callable[[Piece], object], identities: "
                  "collections.abc.Sequence[ctensor._types.Number], "
                  "accumulator: ctensor._types.DTypeLike | None = None) -> None"),
          "Reduces inputs into outputs. loop(piece) adds inputs to accumulators, which have size 1 along reduced dims; "
          "combine(piece) adds to the first of each pair of accumulators the second.")
      .def(
          "cursor",
          [](nb::handle self, int64_t begin, nb::object end) {
            auto &it = *nb::inst_ptr<Iter>(self);
            nb::object made = nb::cast(new Cursor(nb::borrow(self), it), nb::rv_policy::take_ownership);
            int64_t last = end.is_none() ? ct_iter_numel(it.p) : nb::cast<int64_t>(end);
            CtError e;
            check(ct_iter_cursor_create(it.p, begin, last, &nb::inst_ptr<Cursor>(made)->p, e), e);
            return made;
          },
          arg("begin") = 0, arg("end") = nb::none(),
          nb::sig("def cursor(self, begin: int = 0, end: int | None = None) -> Cursor"),
          "The pieces of the elements from begin to end, as a Python iterator.");
}
