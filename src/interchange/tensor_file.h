// A file of named tensors: npy (one, without a name), npz or safetensors.
#pragma once

#include <span>

#include "interchange/bytes.h"
#include "runtime/function_ref.h"
#include "runtime/small_vec.h"
#include "tensor/tensor.h"

namespace ct {

// What a file holds. Made by open_tensor_file; immutable, so that any thread may ask it.
class TensorFile : public RefCounted<TensorFile> {
 public:
  static void dispose(TensorFile *file) noexcept { file->destroy_self(); }
  const Bytes &bytes() const noexcept { return *bytes_; }

  virtual ct_format format() const noexcept = 0;
  virtual int64_t count() const noexcept = 0;
  virtual const char *name(int64_t index) const noexcept = 0;
  virtual int64_t metadata_count() const noexcept { return 0; }
  virtual std::pair<const char *, const char *> metadata(int64_t) const noexcept { return {nullptr, nullptr}; }
  virtual Ref<Tensor> get(int64_t index) const = 0;
  int64_t find(const char *name) const noexcept;  // -1: there is none

 protected:
  explicit TensorFile(Ref<Bytes> bytes) : bytes_(std::move(bytes)) {}
  virtual ~TensorFile() = default;
  virtual void destroy_self() noexcept = 0;

  void sort_names();  // for find(); throws CT_ERROR_FORMAT where two are equal

  Ref<Bytes> bytes_;

 private:
  SmallVec<int64_t, 1> by_name_;
};

// Throws CT_ERROR_FORMAT for files of none of the formats, and for files that violate theirs. trailing: whether bytes
// behind the last tensor of a safetensors file are allowed.
Ref<TensorFile> open_tensor_file(Ref<Bytes> bytes, bool trailing);
Ref<TensorFile> open_npy(Ref<Bytes> bytes);
Ref<TensorFile> open_safetensors(Ref<Bytes> bytes, bool trailing);
Ref<TensorFile> open_npz(Ref<Bytes> bytes);  // throws CT_ERROR_UNSUPPORTED where libzip is missing

// A tensor to be written. Its elements are dense, in row-major order or with the first dim innermost.
struct Written {
  const char *name;
  const Tensor *tensor;
  bool fortran;
};
struct Metadata {
  const char *key, *value;
};
void save_npy(const char *path, const Written &written);
void save_safetensors(const char *path, std::span<const Written> all, std::span<const Metadata> metadata);
void save_npz(const char *path, std::span<const Written> all, bool deflate);

// A name from a file in the form in which a message can show it: printable, and not too long.
class Shown {
 public:
  explicit Shown(const char *name) noexcept;
  operator const char *() const noexcept { return text_; }  // NOLINT(google-explicit-constructor)

 private:
  char text_[100];
};

// Sorts the indices from 0 to count - 1 by their names, which name(index) tells. *twice becomes a name that two of them
// have, or NULL.
SmallVec<int64_t, 1> sort_names(int64_t count, FunctionRef<const char *(int64_t index)> name, const char **twice);
void refuse_equal_names(std::span<const Written> all);

}  // namespace ct
