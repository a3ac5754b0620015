// DLPack's capsules. ctensor/_arrays.py negotiates the version.
#include <type_traits>

#include "calls.hpp"
#include "units.hpp"

namespace {
struct Legacy {
  using Struct = DLManagedTensor;
  static constexpr const char *name = "dltensor", *used = "used_dltensor";
  static constexpr auto take = ct_from_dlpack_legacy;
  static constexpr auto give = ct_to_dlpack_legacy;
};
struct Versioned {
  using Struct = DLManagedTensorVersioned;
  static constexpr const char *name = "dltensor_versioned", *used = "used_dltensor_versioned";
  static constexpr auto take = ct_from_dlpack;
  static constexpr auto give = ct_to_dlpack;
};

// The beginning of DLPack's versioned struct in every version 1.x; ctensor.h leaves the struct opaque.
struct Head {
  uint32_t major, minor;
  void *manager_ctx;
  void (*deleter)(DLManagedTensorVersioned *);
  uint64_t flags;
};
constexpr uint64_t kIsCopied = 2;  // DLPACK_FLAG_BITMASK_IS_COPIED

// Destroys a capsule that nobody consumed. Taking its struct and releasing the tensor runs the deleter once.
template <class Kind>
void drop(PyObject *capsule) {
  if (!PyCapsule_IsValid(capsule, Kind::name)) return;
  ct_tensor *t = nullptr;
  Kind::take(static_cast<typename Kind::Struct *>(PyCapsule_GetPointer(capsule, Kind::name)), &t, nullptr);
  ct_tensor_release(t);
}

template <class Kind>
nb::object capsule_of(const ct_tensor *t, bool copied) {
  typename Kind::Struct *managed;
  CtError e;
  check(Kind::give(t, &managed, e), e);
  if (copied && std::is_same_v<Kind, Versioned>)  // the legacy struct has no flags
    reinterpret_cast<Head *>(managed)->flags |= kIsCopied;
  PyObject *capsule = PyCapsule_New(managed, Kind::name, drop<Kind>);
  if (capsule == nullptr) {
    Held dropped;
    Kind::take(managed, dropped.out(), nullptr);
    throw nb::python_error();
  }
  return nb::steal(capsule);
}

template <class Kind>
ct_tensor *taken(PyObject *capsule) {
  auto *managed = static_cast<typename Kind::Struct *>(PyCapsule_GetPointer(capsule, Kind::name));
  if (managed == nullptr || PyCapsule_SetName(capsule, Kind::used) != 0) throw nb::python_error();
  ct_tensor *t;
  CtError e;
  check(Kind::take(managed, &t, e), e);
  return t;
}

int version_major(nb::handle max_version) {
  if (max_version.is_none()) return 0;
  if (!PyTuple_Check(max_version.ptr()) || PyTuple_GET_SIZE(max_version.ptr()) != 2)
    raise(PyExc_TypeError, "max_version: a tuple of two ints, not %R", max_version.ptr());
  long major = PyLong_AsLong(PyTuple_GET_ITEM(max_version.ptr(), 0));
  if (major == -1 && PyErr_Occurred()) throw nb::python_error();
  return static_cast<int>(major);
}
}  // namespace

void add_dlpack(nb::module_ &m, TensorClass &c) {
  using nb::arg;
  c.def(
       "__dlpack__",
       [](Self t, nb::object stream, nb::object max_version, nb::object dl_device, nb::object copy) {
         if (!stream.is_none()) raise(PyExc_BufferError, "stream: None, as this Tensor is in the CPU's memory");
         if (!dl_device.is_none()) {
           int type, id;
           if (!PyArg_ParseTuple(dl_device.ptr(), "ii", &type, &id)) throw nb::python_error();
           if (type != 1 || id != 0)
             raise(PyExc_BufferError, "dl_device: (1, 0), the CPU; ctensor does not copy to device (%d, %d)", type, id);
         }
         if (ct_tensor_is_meta(t.p)) raise(PyExc_BufferError, "a meta Tensor has no data");
         Held cloned;
         const ct_tensor *given = t.p;
         bool copied = copy.is(nb::handle(Py_True));
         if (copied) {
           run(many(t.p), [&](ct_error *e) { return ct_clone(t.p, CT_PRESERVE, cloned.out(), e); });
           given = cloned.get();
         }
         if (version_major(max_version) >= 1) return capsule_of<Versioned>(given, copied);
         if (ct_tensor_is_read_only(given))
           raise(PyExc_BufferError,
                 "this Tensor is read-only, which DLPack before 1.0 cannot say: use np.asarray(t), or "
                 "copy=True, or t.clone()");
         return capsule_of<Legacy>(given, copied);
       },
       nb::kw_only(), arg("stream") = nb::none(), arg("max_version") = nb::none(), arg("dl_device") = nb::none(),
       arg("copy") = nb::none(),
       nb::sig("def __dlpack__(self, *, stream: None = None, max_version: tuple[int, int] | None = None, "
               "dl_device: tuple[int, int] | None = None, copy: bool | None = None) -> typing.Any"))
      .def(
          "__dlpack_device__", [](Self) { return nb::make_tuple(1, 0); },
          nb::sig("def __dlpack_device__(self) -> tuple[int, int]"));
  m.def(
      "_from_capsule",
      [](nb::object capsule) {
        if (PyCapsule_IsValid(capsule.ptr(), Versioned::name))
          return TensorResult{wrap(taken<Versioned>(capsule.ptr()))};
        if (PyCapsule_IsValid(capsule.ptr(), Legacy::name)) return TensorResult{wrap(taken<Legacy>(capsule.ptr()))};
        raise(PyExc_ValueError, "a DLPack capsule that nobody has consumed yet, not %R", capsule.ptr());
      },
      nb::sig("def _from_capsule(capsule: object) -> Tensor"));
}
