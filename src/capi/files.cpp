// Entry points of files.
#include "interchange/tensor_file.h"

#include "capi/guard.h"
#include "interchange/npy.h"
#include "ops/structural/copy.h"
#include "runtime/process.h"
#include "tensor/views.h"

using namespace ct;

namespace {

constexpr uint32_t kOpenFlags = CT_FILE_COPY | CT_FILE_TRAILING;

TensorFile *unwrap(const ct_file *file) { return reinterpret_cast<TensorFile *>(const_cast<ct_file *>(file)); }
const TensorFile &file_of(const ct_file *file) { return *unwrap(need(file, "file")); }

void check_flags(uint32_t flags, uint32_t known) {
  if ((flags & ~known) != 0) fail(CT_ERROR_INVALID, "flags has unknown bits: ", int64_t{flags & ~known});
}

// The system sets errno, and lets cancellation end a thread inside a call.
struct CallsSystem {
  KeepsErrno keeps_errno;
  DefersCancellation defers_cancellation;
};

ct_status opening(const char *function, ct_file **out, ct_error *error, FunctionRef<Ref<TensorFile>()> body) {
  if (out == nullptr) return report(error, function, CT_ERROR_INVALID, "out is NULL");
  *out = nullptr;
  return guarded(function, error, [&] {
    const CallsSystem calls_system;
    *out = reinterpret_cast<ct_file *>(body().detach());
  });
}

Ref<Bytes> bytes_of(const char *path, uint32_t flags) {
  need(path, "path");
  return (flags & CT_FILE_COPY) != 0 ? Bytes::open(path) : Bytes::map(path);
}

// Tensors with their elements as a file has them, kept until they are written.
class DenseTensors {
 public:
  DenseTensors(std::span<const Tensor *const> tensors, const char *const *names, bool fortran) {
    for (const Tensor *const t : tensors) {
      if (t->is_meta()) fail(CT_ERROR_INVALID, "a meta tensor has no elements to write");
      const bool backwards = fortran && !t->is_contiguous() && is_fortran(*t);
      Ref<Tensor> dense =
          backwards ? Ref<Tensor>::share(const_cast<Tensor *>(t)) : contiguous(*t, MemoryFormat::Contiguous);
      const char *const name = names == nullptr ? "" : need(names[written_.size()], "a name");
      written_.push_back({name, dense.get(), backwards});
      dense.detach();
    }
  }
  DenseTensors(const DenseTensors &) = delete;
  DenseTensors &operator=(const DenseTensors &) = delete;
  ~DenseTensors() {
    for (const Written &written : written_) written.tensor->release();
  }
  operator std::span<const Written>() const noexcept {  // NOLINT(google-explicit-constructor)
    return {written_.data(), static_cast<size_t>(written_.size())};
  }

 private:
  static bool is_fortran(const Tensor &t) {
    int64_t step = 1;
    for (size_t d = 0; d < t.sizes().size(); ++d) {
      if (t.sizes()[d] != 1 && t.strides()[d] != step) return false;
      step *= t.sizes()[d];
    }
    return true;
  }

  SmallVec<Written, 4> written_;
};

}  // namespace

extern "C" {

ct_status ct_file_open(const char *path, uint32_t flags, ct_file **out, ct_error *error) {
  return opening("ct_file_open", out, error, [&] {
    check_flags(flags, kOpenFlags);
    return open_tensor_file(bytes_of(path, flags), (flags & CT_FILE_TRAILING) != 0);
  });
}

ct_status ct_file_open_memory(const void *data, int64_t nbytes, uint32_t flags, void (*release)(void *user_data),
                              void *user_data, ct_file **out, ct_error *error) {
  // what is opened gives the memory back; where nothing is, this does
  const ct_status status = opening("ct_file_open_memory", out, error, [&] {
    check_flags(flags, CT_FILE_TRAILING);
    if (nbytes < 0) fail(CT_ERROR_INVALID, "nbytes is negative: ", nbytes);
    if (nbytes > 0) need(data, "data");
    Ref<Bytes> bytes = Bytes::over(nbytes > 0 ? data : "", nbytes, release, user_data);
    Ref<TensorFile> file = open_tensor_file(Ref<Bytes>(bytes), (flags & CT_FILE_TRAILING) != 0);
    bytes->keep();
    return file;
  });
  if (status != CT_OK && release != nullptr) release(user_data);
  return status;
}

ct_file *ct_file_retain(const ct_file *file) {
  if (file != nullptr) unwrap(file)->retain();
  return const_cast<ct_file *>(file);
}

void ct_file_release(ct_file *file) {
  if (file == nullptr) return;
  const KeepsErrno keeps_errno;
  unwrap(file)->release();
}

ct_format ct_file_format(const ct_file *file) { return file == nullptr ? 0 : unwrap(file)->format(); }

int64_t ct_file_count(const ct_file *file) { return file == nullptr ? -1 : unwrap(file)->count(); }

const char *ct_file_name(const ct_file *file, int64_t index) {
  return file == nullptr || index < 0 || index >= unwrap(file)->count() ? nullptr : unwrap(file)->name(index);
}

int64_t ct_file_find(const ct_file *file, const char *name) {
  return file == nullptr || name == nullptr ? -1 : unwrap(file)->find(name);
}

int64_t ct_file_metadata_count(const ct_file *file) { return file == nullptr ? -1 : unwrap(file)->metadata_count(); }

const char *ct_file_metadata_key(const ct_file *file, int64_t index) {
  if (file == nullptr || index < 0 || index >= unwrap(file)->metadata_count()) return nullptr;
  return unwrap(file)->metadata(index).first;
}

const char *ct_file_metadata_value(const ct_file *file, int64_t index) {
  if (file == nullptr || index < 0 || index >= unwrap(file)->metadata_count()) return nullptr;
  return unwrap(file)->metadata(index).second;
}

ct_status ct_file_get(const ct_file *file, int64_t index, ct_tensor **out, ct_error *error) {
  return making("ct_file_get", out, error, [&] {
    const CallsSystem calls_system;
    const TensorFile &of = file_of(file);
    if (index < 0 || index >= of.count()) {
      fail(CT_ERROR_INDEX, "index is ", index, ", and ", of.bytes().name(), " has ", of.count(), " tensors");
    }
    return of.get(index);
  });
}

ct_status ct_file_save(const char *path, ct_format format, uint32_t flags, const char *const *names,
                       const ct_tensor *const *tensors, int32_t count, const char *const *keys,
                       const char *const *values, int32_t metadata_count, ct_error *error) {
  return guarded("ct_file_save", error, [&] {
    const CallsSystem calls_system;
    need(path, "path");
    check_flags(flags, CT_FILE_DEFLATE);
    if (format < CT_NPY || format > CT_SAFETENSORS)
      fail(CT_ERROR_INVALID, "format is ", int64_t{format}, ", which is none");
    if (format == CT_NPY && count != 1) fail(CT_ERROR_INVALID, "npy holds one tensor, and ", count, " are given");
    if (flags != 0 && format != CT_NPZ) fail(CT_ERROR_INVALID, "CT_FILE_DEFLATE is for npz alone");
    const TensorList list(tensors, count);
    if (format != CT_NPY && count > 0) need(names, "names");
    const auto all_keys = array(keys, metadata_count, "keys"), all_values = array(values, metadata_count, "values");
    if (metadata_count > 0 && format != CT_SAFETENSORS) fail(CT_ERROR_INVALID, "metadata is for safetensors alone");
    SmallVec<Metadata, 4> metadata;
    for (size_t i = 0; i < all_keys.size(); ++i) {
      metadata.push_back({need(all_keys[i], "a key"), need(all_values[i], "a value")});
    }
    const DenseTensors dense(list, format == CT_NPY ? nullptr : names, format != CT_SAFETENSORS);
    const std::span<const Written> written = dense;
    if (format == CT_NPY) return save_npy(path, written[0]);
    if (format == CT_NPZ) return save_npz(path, written, (flags & CT_FILE_DEFLATE) != 0);
    save_safetensors(path, written, {metadata.data(), static_cast<size_t>(metadata.size())});
  });
}

ct_status ct_npy_load(const char *path, uint32_t flags, ct_tensor **out, ct_error *error) {
  return making("ct_npy_load", out, error, [&] {
    const CallsSystem calls_system;
    check_flags(flags, CT_FILE_COPY);
    return open_npy(bytes_of(path, flags))->get(0);
  });
}

ct_status ct_npy_save(const char *path, const ct_tensor *t, ct_error *error) {
  return guarded("ct_npy_save", error, [&] {
    const CallsSystem calls_system;
    need(path, "path");
    const InMemory given(t, "t");
    const Tensor *const one[] = {&static_cast<const Tensor &>(given)};
    const DenseTensors dense(one, nullptr, true);
    save_npy(path, std::span<const Written>(dense)[0]);
  });
}

}  // extern "C"
