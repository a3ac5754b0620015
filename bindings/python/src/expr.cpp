// Deferred tensors: ops that are recorded, and computed together. Programs.
#include <string>
#include <vector>

#include "calls.hpp"
#include "units.hpp"

namespace {
std::vector<const ct_tensor *> tensors_of(nb::handle sequence, const char *function) {
  std::vector<const ct_tensor *> found;
  for (nb::handle one : sequence) {
    if (!is_tensor(one)) raise(PyExc_TypeError, "%s: tensors, not %s", function, Py_TYPE(one.ptr())->tp_name);
    found.push_back(tensor_of(one));
  }
  return found;
}

// A tuple of count new tensors.
template <class F>
nb::object made_all(size_t count, bool unlock, F f) {
  std::vector<ct_tensor *> raw(count);
  run(unlock, [&](ct_error *e) { return f(raw.data(), e); });
  std::vector<Held> held;
  for (ct_tensor *one : raw) held.emplace_back(one);
  nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(count)));
  for (size_t k = 0; k < count; k++)
    PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(k), wrap(held[k].take()).release().ptr());
  return tuple;
}

bool any_many(const std::vector<const ct_tensor *> &tensors) {
  for (const ct_tensor *t : tensors)
    if (many(t)) return true;
  return false;
}

struct Program {
  ct_program *p = nullptr;
  size_t nresults = 0;
  Program(nb::handle leaves, nb::handle results) {
    std::vector<const ct_tensor *> of = tensors_of(leaves, "Program"), computed = tensors_of(results, "Program");
    nresults = computed.size();
    CtError e;
    check(ct_program_create(of.data(), static_cast<int32_t>(of.size()), computed.data(), static_cast<int32_t>(nresults),
                            &p, e),
          e);
  }
  Program(const Program &) = delete;
  ~Program() { ct_program_release(p); }
};
}  // namespace

void add_expr(nb::module_ &m, TensorClass &c) {
  c.def_prop_ro(
      "is_deferred", [](Self t) { return ct_is_deferred(t.p); },
      "Whether ops that take it are recorded; it has a layout, but no memory.");
  m.def(
      "defer",
      [](Self x) {
        ct_tensor *out;
        CtError e;
        check(ct_defer(x.p, &out, e), e);
        return TensorResult{wrap(out)};
      },
      nb::arg("x"), "x as a leaf of an expression: what takes it is recorded, and computed by evaluate().");
  m.def(
      "evaluate",
      [](nb::args deferred) {
        std::vector<const ct_tensor *> of = tensors_of(deferred, "evaluate");
        return made_all(of.size(), any_many(of), [&](ct_tensor **outs, ct_error *e) {
          return ct_evaluate(of.data(), static_cast<int32_t>(of.size()), outs, e);
        });
      },
      nb::sig("def evaluate(*deferred: Tensor) -> tuple[Tensor, ...]"),
      "Computes deferred tensors together, in as few passes over memory as they allow.");
  nb::class_<Program>(m, "Program",
                      "An expression, compiled: run on other tensors of the dtypes, shapes and strides of its leaves.")
      .def(nb::init<nb::handle, nb::handle>(), nb::arg("leaves"), nb::arg("results"),
           nb::sig("def __init__(self, leaves: collections.abc.Sequence[Tensor], "
                   "results: collections.abc.Sequence[Tensor]) -> None"))
      .def(
          "__call__",
          [](const Program &self, nb::args inputs) {
            std::vector<const ct_tensor *> of = tensors_of(inputs, "Program");
            return made_all(self.nresults, any_many(of), [&](ct_tensor **outs, ct_error *e) {
              return ct_program_run(self.p, of.data(), static_cast<int32_t>(of.size()), outs,
                                    static_cast<int32_t>(self.nresults), e);
            });
          },
          nb::sig("def __call__(self, *inputs: Tensor) -> tuple[Tensor, ...]"),
          "The results for these inputs in place of the leaves.")
      .def(
          "__str__",
          [](const Program &self) {
            int64_t needed = 0;
            CtError e;
            check(ct_program_to_string(self.p, nullptr, 0, &needed, e), e);
            std::string text(static_cast<size_t>(needed), '\0');
            check(ct_program_to_string(self.p, text.data(), needed, nullptr, e), e);
            text.pop_back();
            return nb::str(text.c_str());
          },
          "Its passes over memory: sizes, tiles, bytes and ops.");
}
