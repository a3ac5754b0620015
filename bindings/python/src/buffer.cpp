// The buffer protocol in both directions: NumPy, memoryview, bytes, array, … share memory with a Tensor.
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "calls.hpp"
#include "units.hpp"

namespace {
const char *code_of(ct_dtype dtype) {
  static_assert(sizeof(long) == 8 && sizeof(int) == 4 && sizeof(short) == 2);
  switch (dtype) {
    case CT_BOOL:
      return "?";
    case CT_UINT8:
      return "B";
    case CT_INT8:
      return "b";
    case CT_INT16:
      return "h";
    case CT_INT32:
      return "i";
    case CT_INT64:
      return "l";
    case CT_UINT16:
      return "H";
    case CT_UINT32:
      return "I";
    case CT_UINT64:
      return "L";
    case CT_FLOAT16:
      return "e";
    case CT_FLOAT32:
      return "f";
    case CT_FLOAT64:
      return "d";
    case CT_COMPLEX64:
      return "Zf";
    case CT_COMPLEX128:
      return "Zd";
    default:
      return nullptr;
  }
}

ct_dtype dtype_of_code(const char *format, Py_ssize_t itemsize) {
  const char *code = format == nullptr ? "B" : format;
  if (std::strchr("@=<", *code) != nullptr && *code != '\0') code++;
  bool complex = *code == 'Z';
  if (complex) code++;
  if (code[0] != '\0' && code[1] == '\0') {
    if (complex) {
      if (*code == 'f' && itemsize == 8) return CT_COMPLEX64;
      if (*code == 'd' && itemsize == 16) return CT_COMPLEX128;
    } else if (*code == '?' && itemsize == 1) {
      return CT_BOOL;
    } else if (std::strchr("bhilqn", *code) != nullptr) {
      switch (itemsize) {
        case 1:
          return CT_INT8;
        case 2:
          return CT_INT16;
        case 4:
          return CT_INT32;
        case 8:
          return CT_INT64;
      }
    } else if (std::strchr("BHILQNc", *code) != nullptr) {
      switch (itemsize) {
        case 1:
          return CT_UINT8;
        case 2:
          return CT_UINT16;
        case 4:
          return CT_UINT32;
        case 8:
          return CT_UINT64;
      }
    } else if (std::strchr("efd", *code) != nullptr) {
      switch (itemsize) {
        case 2:
          return CT_FLOAT16;
        case 4:
          return CT_FLOAT32;
        case 8:
          return CT_FLOAT64;
      }
    }
  }
  raise_status(CT_ERROR_DTYPE, ("a buffer of format '" + std::string(format == nullptr ? "" : format) + "' with " +
                                std::to_string(itemsize) +
                                " bytes an element: ctensor has no such dtype (byte-swapped "
                                "and structured ones are to be converted first)")
                                   .c_str());
}

struct Export {  // the memory that a consumer's view points to
  ct_tensor *memory;
  Py_ssize_t numbers[];  // sizes, then strides in bytes
};

[[noreturn]] void refuse(const std::string &why) { raise(PyExc_BufferError, "%s", why.c_str()); }

// Whether Python objects may be touched. An interpreter that is ending is no longer initialized, but the thread that
// ends it holds the lock while it clears the modules, and the buffers that their tensors borrow are released then.
bool python_lives() { return Py_IsInitialized() || (PyGILState_GetThisThreadState() != nullptr && PyGILState_Check()); }

// Runs when the last tensor over a borrowed buffer is released, on any thread.
void give_back(void *user_data) {
  if (!python_lives()) return;  // the buffer's owner was destroyed with the interpreter
  PyGILState_STATE state = PyGILState_Ensure();
  auto *view = static_cast<Py_buffer *>(user_data);
  PyBuffer_Release(view);
  delete view;
  PyGILState_Release(state);
}

struct Viewed {
  Py_buffer *view = new Py_buffer{};
  ~Viewed() {
    if (view != nullptr) PyBuffer_Release(view);
    delete view;
  }
  Py_buffer *take() { return std::exchange(view, nullptr); }
};

void release_handle(void *t) { ct_tensor_release(static_cast<ct_tensor *>(t)); }

bool aligned(const void *data, ct_dtype dtype, Py_ssize_t itemsize) {
  bool complex = dtype == CT_COMPLEX64 || dtype == CT_COMPLEX128 || dtype == CT_COMPLEX32;
  return reinterpret_cast<uintptr_t>(data) % static_cast<uintptr_t>(complex ? itemsize / 2 : itemsize) == 0;
}
}  // namespace

int get_buffer(PyObject *self, Py_buffer *view, int flags) noexcept {
  view->obj = nullptr;
  return guarded(-1, [&] {
    const ct_tensor *t = tensor_of(self);
    ct_dtype dtype = ct_tensor_dtype(t);
    const char *code = code_of(dtype);
    if (ct_tensor_is_meta(t)) refuse("a meta Tensor has no data");
    if (ct_is_deferred(t)) refuse("this Tensor is deferred: evaluate() it first");
    if (code == nullptr)
      refuse(std::string(ct_dtype_name(dtype)) + " has no code in the buffer protocol: use t.to(ctensor." +
             (dtype == CT_BFLOAT16 ? "float32" : "complex64") + "), or DLPack where the other side knows " +
             ct_dtype_name(dtype) + ": torch.from_dlpack(t)");
    bool read_only = ct_tensor_is_read_only(t);
    if (read_only && (flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) refuse("this Tensor is read-only");
    bool ordered = ct_tensor_is_contiguous(t, CT_CONTIGUOUS);
    bool any_strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES;
    if ((!any_strides || (flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS) && !ordered)
      refuse("this Tensor is not in memory order: use t.contiguous()");
    int32_t ndim = ct_tensor_ndim(t);
    auto *kept =
        static_cast<Export *>(PyMem_Malloc(sizeof(Export) + 2 * sizeof(Py_ssize_t) * static_cast<size_t>(ndim)));
    if (kept == nullptr) throw std::bad_alloc();
    std::unique_ptr<Export, void (*)(void *)> owner(kept, PyMem_Free);
    int64_t itemsize = ct_dtype_size(dtype);
    for (int32_t i = 0; i < ndim; i++) {
      kept->numbers[i] = ct_tensor_sizes(t)[i];
      kept->numbers[ndim + i] = ct_tensor_strides(t)[i] * itemsize;
    }
    static char nothing[16];  // a buffer without elements still has an address
    const void *data = ct_tensor_data(t);
    view->buf = data == nullptr ? nothing : const_cast<void *>(data);
    view->len = ct_tensor_numel(t) * itemsize;
    view->itemsize = itemsize;
    view->readonly = read_only;
    view->ndim = ndim;
    view->format = (flags & PyBUF_FORMAT) ? const_cast<char *>(code) : nullptr;
    view->shape = (flags & PyBUF_ND) ? kept->numbers : nullptr;
    view->strides = any_strides ? kept->numbers + ndim : nullptr;
    view->suboffsets = nullptr;
    if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS && !PyBuffer_IsContiguous(view, 'F'))
      refuse("this Tensor is not in Fortran's order");
    if ((flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS && !PyBuffer_IsContiguous(view, 'A'))
      refuse("this Tensor is not in memory order: use t.contiguous()");
    kept->memory = alias(t);  // so that the memory survives a resize of t
    view->internal = owner.release();
    view->obj = Py_NewRef(self);
    return 0;
  });
}

void release_buffer(PyObject *, Py_buffer *view) noexcept {
  auto *kept = static_cast<Export *>(view->internal);
  ct_tensor_release(kept->memory);
  PyMem_Free(kept);
}

void get(Viewed &held, nb::handle object) {
  if (PyObject_GetBuffer(object.ptr(), held.view, PyBUF_FULL_RO) != 0) {
    held.view->obj = nullptr;
    throw nb::python_error();
  }
}

// strides may be null if they are the contiguous ones.
ct_tensor *tensor_over(Viewed &held, ct_dtype dtype, const int64_t *sizes, const int64_t *strides, int32_t ndim) {
  bool read_only = held.view->readonly;
  void *data = held.view->len == 0 ? nullptr : held.view->buf;
  ct_tensor *made;
  CtError e;
  check(read_only ? ct_tensor_from_const_data(data, sizes, ndim, strides, dtype, give_back, held.view, &made, e)
                  : ct_tensor_from_data(data, sizes, ndim, strides, dtype, give_back, held.view, &made, e),
        e);
  held.take();
  return made;
}

// With copy_if_needed, a buffer that no tensor can share is copied: one with odd strides or misaligned elements.
static ct_tensor *tensor_from_buffer(nb::handle object, bool copy_if_needed) {
  Viewed held;
  get(held, object);
  Py_buffer *view = held.view;
  ct_dtype dtype = dtype_of_code(view->format, view->itemsize);
  std::vector<int64_t> sizes(static_cast<size_t>(view->ndim)), strides(sizes);
  bool fits = view->suboffsets == nullptr && aligned(view->buf, dtype, view->itemsize), empty = false;
  for (size_t i = 0; i < sizes.size(); i++) {
    sizes[i] = view->shape == nullptr ? view->len / view->itemsize : view->shape[i];
    empty |= sizes[i] == 0;
    Py_ssize_t step = view->strides == nullptr ? view->itemsize : view->strides[i];
    fits &= step % view->itemsize == 0;
    strides[i] = step / view->itemsize;
  }
  if (!fits && !empty) {
    if (!copy_if_needed)
      raise_status(CT_ERROR_INVALID,
                   "elements of this buffer are not aligned, or its strides are no multiples of them: "
                   "it can't be shared; ctensor.asarray copies it");
    Held made;
    CtError e;
    check(ct_tensor_create(sizes.data(), view->ndim, dtype, made.out(), e), e);
    void *data;
    check(ct_tensor_data_mut(made.get(), &data, e), e);
    if (PyBuffer_ToContiguous(data, view, view->len, 'C') != 0) throw nb::python_error();
    return made.take();
  }
  return tensor_over(held, dtype, sizes.data(), empty ? nullptr : strides.data(), view->ndim);
}

// The bytes of a buffer, in order, as a 1-dim tensor of another dtype.
ct_tensor *tensor_from_bytes_of(nb::handle object, ct_dtype dtype) {
  Viewed held;
  get(held, object);
  const Py_buffer *view = held.view;
  const int64_t itemsize = ct_dtype_size(dtype), count = view->len / itemsize;
  const char *name = ct_dtype_name(dtype);
  if (!PyBuffer_IsContiguous(view, 'C')) {
    raise_status(CT_ERROR_INVALID,
                 ("from_buffer: this buffer is not in memory order, so its bytes can't be read as " + std::string(name))
                     .c_str());
  }
  if (view->len % itemsize != 0) {
    raise_status(CT_ERROR_INVALID, ("from_buffer: " + std::to_string(view->len) + " bytes are no multiple of the " +
                                    std::to_string(itemsize) + " of " + name)
                                       .c_str());
  }
  if (count != 0 && !aligned(view->buf, dtype, itemsize)) {
    raise_status(CT_ERROR_INVALID,
                 ("from_buffer: this buffer begins at an address that " + std::string(name) + " can't have").c_str());
  }
  return tensor_over(held, dtype, &count, nullptr, 1);
}

void add_buffer(nb::module_ &m) {
  m.def(
      "from_buffer",
      [](nb::object buffer, DTypeArg dtype) {
        convert_all(dtype);
        return TensorResult{
            wrap(dtype == CT_UNDEFINED ? tensor_from_buffer(buffer, false) : tensor_from_bytes_of(buffer, dtype))};
      },
      nb::arg("buffer"), nb::arg("dtype") = nb::none(),
      "A tensor over the memory of an object with the buffer protocol: never a copy. With a dtype, its bytes as one "
      "dim of that, whatever the buffer says they are: a file that is mapped, say.");
  m.def(
      "_from_buffer_or_copy", [](nb::object buffer) { return TensorResult{wrap(tensor_from_buffer(buffer, true))}; },
      nb::arg("buffer"), nb::sig("def _from_buffer_or_copy(buffer: object) -> Tensor"));
  // For pickles, a tensor's memory as plain bytes, and a tensor over such bytes.
  m.def("_bytes", [](Self t) {
    if (!ct_tensor_is_non_overlapping_and_dense(t.p)) raise(PyExc_ValueError, "not dense");
    int64_t count = ct_tensor_numel(t.p) * ct_dtype_size(ct_tensor_dtype(t.p));
    const void *data = ct_tensor_data(t.p);
    ct_tensor *made, *kept = alias(t.p);
    CtError e;
    check(ct_tensor_is_read_only(t.p)
              ? ct_tensor_from_const_data(data, &count, 1, nullptr, CT_UINT8, release_handle, kept, &made, e)
              : ct_tensor_from_data(const_cast<void *>(data), &count, 1, nullptr, CT_UINT8, release_handle, kept, &made,
                                    e),
          e);
    return TensorResult{wrap(made)};
  });
  m.def("_from_bytes", [](nb::object buffer, DTypeArg dtype, Sizes sizes, Sizes strides) {
    convert_all(dtype, sizes, strides);
    Held bytes(tensor_from_buffer(buffer, true));
    if (!ct_tensor_is_contiguous(bytes.get(), CT_CONTIGUOUS) || sizes.count() != strides.count())
      raise(PyExc_ValueError, "a broken pickle of a Tensor");
    ct_tensor *shaped;
    CtError e;  // a meta tensor of this layout tells how many bytes it needs
    Held meta;
    check(ct_tensor_create_meta(sizes.data(), sizes.count(), strides.data(), dtype, meta.out(), e), e);
    if (!ct_tensor_is_non_overlapping_and_dense(meta.get()) ||
        ct_tensor_numel(meta.get()) * ct_dtype_size(dtype) !=
            ct_tensor_numel(bytes.get()) * ct_dtype_size(ct_tensor_dtype(bytes.get())))
      raise(PyExc_ValueError, "a broken pickle of a Tensor");
    if (!aligned(ct_tensor_data(bytes.get()), dtype, ct_dtype_size(dtype))) {
      Held moved;
      check(ct_clone(bytes.get(), CT_CONTIGUOUS, moved.out(), e), e);
      bytes = std::move(moved);
    }
    bool read_only = ct_tensor_is_read_only(bytes.get());
    void *data = const_cast<void *>(ct_tensor_data(bytes.get()));
    ct_tensor *kept = bytes.take();
    check(read_only ? ct_tensor_from_const_data(data, sizes.data(), sizes.count(), strides.data(), dtype,
                                                release_handle, kept, &shaped, e)
                    : ct_tensor_from_data(data, sizes.data(), sizes.count(), strides.data(), dtype, release_handle,
                                          kept, &shaped, e),
          e);
    return TensorResult{wrap(shaped)};
  });
}
