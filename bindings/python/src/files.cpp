// Files of tensors: npy, npz and safetensors.
#include <string>
#include <utility>
#include <vector>

#include "calls.hpp"
#include "units.hpp"

namespace {
const char *const kFormats[] = {"npy", "npz", "safetensors", nullptr};

struct File {
  ct_file *p = nullptr;
  explicit File(ct_file *taken) : p(taken) {}
  File(const File &) = delete;
  File(File &&other) noexcept : p(std::exchange(other.p, nullptr)) {}
  ~File() { ct_file_release(p); }
};

// A path as the bytes that the system takes.
class Path {
 public:
  explicit Path(nb::handle object) {
    PyObject *bytes = nullptr;
    if (PyUnicode_FSConverter(object.ptr(), &bytes) == 0) throw nb::python_error();
    bytes_ = nb::steal(bytes);
  }
  const char *text() const { return PyBytes_AS_STRING(bytes_.ptr()); }

 private:
  nb::object bytes_;
};

void release_handle(void *t) { ct_tensor_release(static_cast<ct_tensor *>(t)); }

// Opens a path, or a Tensor's memory. function is Python's, for messages.
File open(nb::handle source, bool copy, bool trailing, const char *function) {
  const uint32_t trailing_flag = trailing ? uint32_t{CT_FILE_TRAILING} : 0;
  ct_file *made = nullptr;
  if (is_tensor(source)) {
    const ct_tensor *t = tensor_of(source);
    if (!ct_tensor_is_contiguous(t, CT_CONTIGUOUS) || ct_tensor_is_meta(t)) {
      raise(PyExc_ValueError, "%s: the bytes of a file are a contiguous Tensor", function);
    }
    CtError e;
    ct_tensor *kept = alias(t);
    check(ct_file_open_memory(ct_tensor_data(kept), ct_tensor_numel(kept) * ct_dtype_size(ct_tensor_dtype(kept)),
                              trailing_flag, release_handle, kept, &made, e),
          e, function);
    return File(made);
  }
  const Path path(source);
  const uint32_t flags = trailing_flag | (copy ? uint32_t{CT_FILE_COPY} : 0);
  run(true, function, [&](ct_error *e) { return ct_file_open(path.text(), flags, &made, e); });
  return File(made);
}

nb::object get(const File &file, int64_t index, const char *function) {
  ct_tensor *made = nullptr;
  run(true, function, [&](ct_error *e) { return ct_file_get(file.p, index, &made, e); });
  return wrap(made);
}

nb::object name_of(const File &file, int64_t index) {
  return nb::steal(PyUnicode_DecodeUTF8(ct_file_name(file.p, index),
                                        ssize_t(std::char_traits<char>::length(ct_file_name(file.p, index))),
                                        "surrogateescape"));
}

nb::list names_of(const File &file) {
  nb::list names;
  for (int64_t i = 0; i < ct_file_count(file.p); i++) names.append(name_of(file, i));
  return names;
}

// The text in UTF-8, with surrogateescape for bytes that are not UTF-8.
nb::bytes utf8(nb::handle text, const char *what) {
  if (!PyUnicode_Check(text.ptr()))
    raise(PyExc_TypeError, "save: %s is a str, not %s", what, Py_TYPE(text.ptr())->tp_name);
  nb::object bytes = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape"));
  if (!bytes.is_valid()) throw nb::python_error();
  if (std::char_traits<char>::length(PyBytes_AS_STRING(bytes.ptr())) != size_t(PyBytes_GET_SIZE(bytes.ptr()))) {
    raise(PyExc_ValueError, "save: %s has a NUL inside", what);
  }
  return nb::borrow<nb::bytes>(bytes);
}

// The index of a name, or -1 if there is none, whatever type it has.
int64_t find(const File &file, nb::handle name) {
  if (!PyUnicode_Check(name.ptr())) return -1;
  nb::object bytes = nb::steal(PyUnicode_AsEncodedString(name.ptr(), "utf-8", "surrogateescape"));
  if (!bytes.is_valid()) PyErr_Clear();
  char *text = nullptr;
  if (!bytes.is_valid() || PyBytes_AsStringAndSize(bytes.ptr(), &text, nullptr) != 0) {  // a NUL inside
    PyErr_Clear();
    return -1;
  }
  return ct_file_find(file.p, text);
}

// Texts as C takes them, which this keeps alive.
class Texts {
 public:
  void add(nb::handle text, const char *what) {
    kept_.append(utf8(text, what));
    texts_.push_back(PyBytes_AS_STRING(nb::object(kept_[kept_.size() - 1]).ptr()));
  }
  const char *const *data() const { return texts_.data(); }
  int32_t count() const { return static_cast<int32_t>(texts_.size()); }

 private:
  nb::list kept_;
  std::vector<const char *> texts_;
};

void save(nb::object path_given, uint32_t format, bool compress, nb::object names, Tensors tensors,
          nb::object metadata) {
  tensors.convert();
  const Path path(path_given);
  Texts texts, keys, values;
  for (nb::handle name : names) texts.add(name, "a name");
  for (auto pair : nb::borrow<nb::dict>(metadata)) {
    keys.add(pair.first, "a key of the metadata");
    values.add(pair.second, "a value of the metadata");
  }
  const uint32_t flags = compress ? uint32_t{CT_FILE_DEFLATE} : 0;
  run(true, "save", [&](ct_error *e) {
    return ct_file_save(path.text(), format, flags, texts.data(), tensors.data(), tensors.count(), keys.data(),
                        values.data(), keys.count(), e);
  });
}
}  // namespace

void add_files(nb::module_ &m) {
  using nb::arg;
  nb::class_<File>(
      m, "File",
      "An open npy, npz or safetensors file: a mapping of names to Tensors, each of which is read when it is "
      "asked for.\n\nsource: a path, or the bytes of a file as a Tensor. The Tensors are read-only and lie in "
      "the mapped file where they can; copy=True reads them into new memory, for files that another program "
      "may cut short. trailing=True allows bytes behind the last tensor of safetensors.")
      .def(
          "__init__",
          [](File *self, nb::object source, bool copy, bool trailing) {
            new (self) File(open(source, copy, trailing, "File"));
          },
          arg("source"), nb::kw_only(), arg("copy") = false, arg("trailing") = false,
          nb::sig(
              "def __init__(self, source: ctensor._types.Path | Tensor, *, copy: bool = False, trailing: bool = False) "
              "-> None"))
      .def_prop_ro(
          "format", [](const File &self) { return kFormats[ct_file_format(self.p) - 1]; },
          "\"npy\", \"npz\" or \"safetensors\".")
      .def_prop_ro(
          "metadata",
          [](const File &self) {
            nb::dict found;
            for (int64_t i = 0; i < ct_file_metadata_count(self.p); i++) {
              found[ct_file_metadata_key(self.p, i)] = ct_file_metadata_value(self.p, i);
            }
            return found;
          },
          nb::sig("def metadata(self) -> dict[str, str]"), "Texts of a safetensors file.")
      .def("keys", names_of, nb::sig("def keys(self) -> list[str]"), "The names, in the order of the file.")
      .def("__len__", [](const File &self) { return ct_file_count(self.p); })
      .def(
          "__contains__", [](const File &self, nb::object name) { return find(self, name) >= 0; }, arg("name"),
          nb::sig("def __contains__(self, name: object, /) -> bool"))
      .def(
          "__iter__", [](const File &self) { return nb::iter(names_of(self)); },
          nb::sig("def __iter__(self) -> Iterator[str]"))
      .def(
          "__getitem__",
          [](const File &self, nb::object name) {
            const int64_t index = find(self, name);
            if (index < 0) {
              PyErr_SetObject(PyExc_KeyError, name.ptr());
              throw nb::python_error();
            }
            return TensorResult{get(self, index, "File")};
          },
          arg("name"), nb::sig("def __getitem__(self, name: str, /) -> Tensor"));
  m.def(
      "_load",
      [](nb::object source, bool copy, bool trailing) -> nb::object {
        const File file = open(source, copy, trailing, "load");
        if (ct_file_format(file.p) == CT_NPY) return get(file, 0, "load");
        nb::dict all;
        for (int64_t i = 0; i < ct_file_count(file.p); i++) all[name_of(file, i)] = get(file, i, "load");
        return all;
      },
      nb::sig("def _load(source: ctensor._types.Path | Tensor, copy: bool, trailing: bool) -> Any"));
  m.def(
      "_save", save,
      nb::sig("def _save(path: ctensor._types.Path, format: int, compress: bool, names: collections.abc.Sequence[str], "
              "tensors: collections.abc.Sequence[Tensor], metadata: dict[str, str]) -> None"));
}
