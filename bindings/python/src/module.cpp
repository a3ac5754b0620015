// The module ctensor._core, and the library's settings.
#include <vector>

#include "calls.hpp"
#include "units.hpp"

void add_library(nb::module_ &m) {
  using nb::arg;
  m.def(
      "version",
      [] {
        uint32_t v = ct_version();
        return nb::make_tuple(v >> 16, v >> 8 & 255, v & 255);
      },
      nb::sig("def version() -> tuple[int, int, int]"), "The C library's.");
  m.def("isa", ct_isa, "The instruction set of the kernels in use: \"base\", \"avx2\", \"avx512\".");
  m.def("status_name", ct_status_name, arg("status"), "The name of a ct_status: \"CT_ERROR_SHAPE\", ...");
  m.def(
      "set_num_threads",
      [](int32_t n) {
        CtError e;
        check(ct_set_num_threads(n, e), e);
      },
      arg("n"), "How many threads calls that begin later may use. 0: the machine's number.");
  m.def(
      "set_thread_pool",
      [](int32_t n) {
        CtError e;
        check(ct_set_thread_pool(n, e), e);
      },
      arg("n") = 0,
      "Runs parallel work on a pool of n threads of the library's own, for good. 0: as many as OpenMP would take.");
  m.def("get_num_threads", ct_get_num_threads, "How many threads a call may use.");
  m.def(
      "set_deterministic",
      [](bool on) {
        CtError e;
        check(ct_set_deterministic(on, e), e);
      },
      arg("on"), "Whether math functions give the same bits on every instruction set.");
  m.def("get_deterministic", ct_get_deterministic, "What set_deterministic set.");
  m.def(
      "set_cache_limit",
      [](size_t bytes) {
        CtError e;
        check(ct_set_cache_limit(bytes, e), e);
      },
      arg("bytes"), "How many bytes of freed blocks the process keeps for later ones.");
  m.def("get_cache_limit", ct_get_cache_limit, "What set_cache_limit set, or the limit at first.");
  m.def("trim", ct_trim, "Gives back all blocks that are kept free.");
  // Only the tests enable them. Elsewhere they would report what no binding can avoid: at the end, a Tensor in a frame
  // of a daemon thread, or one over memory that NumPy's DLPack deleter no longer releases.
  nb::set_leak_warnings(false);
  m.def("_set_leak_warnings", nb::set_leak_warnings, arg("on"));
}

// Python cannot change nanobind's function types. NB_DOMAIN makes them this module's own.
void set_signature(nb::object property) {
  nb::module_ m = nb::module_::import_("ctensor._core");
  nb::object bound = m.attr("number")(1).attr("clone");
  for (const nb::object &one : {nb::object(m.attr("number")), nb::object(m.attr("Tensor").attr("clone")), bound}) {
    PyTypeObject *type = Py_TYPE(one.ptr());
    if (PyDict_SetItemString(type->tp_dict, "__signature__", property.ptr()) != 0) throw nb::python_error();
    PyType_Modified(type);
  }
}

NB_MODULE(_core, m) {
  m.doc() = "libctensor for Python: what is written in C++.";
  add_dtypes(m);
  static std::vector<PyType_Slot> slots = tensor_slots();
  TensorClass c(m, "Tensor", nb::type_slots(slots.data()), nb::is_final(), nb::is_weak_referenceable(), nb::pooled(),
                "Strided elements of one dtype over memory that views share.");
  tensor_type = reinterpret_cast<PyTypeObject *>(c.ptr());
  add_getters(c);
  add_views(c);
  add_ops(m, c);
  add_numpy_forms(c);
  c.attr("max") = c.attr("amax");  // like NumPy's; PyTorch's max of a dim is max_dim
  c.attr("min") = c.attr("amin");
  add_joining(m);
  add_indexing(m, c);
  add_dlpack(m, c);
  add_creation(m);
  add_buffer(m);
  add_files(m);
  add_iter(m);
  add_expr(m, c);
  add_random(m);
#ifdef CT_PYTHON_FFT
  add_fft(m);
#endif
#ifdef CT_PYTHON_LINALG
  add_linalg(m);
#endif
  add_library(m);
  m.def("_set_signature", set_signature);
}
