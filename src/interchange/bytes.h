// Bytes that files are read from: a map of a file, an open file, or memory of the caller's.
#pragma once

#include <cstdint>

#include "runtime/ref.h"
#include "tensor/dtype.h"
#include "tensor/storage.h"

namespace ct {

class Bytes final : public RefCounted<Bytes> {
 public:
  // Throw CT_ERROR_IO where the system cannot open or map what the path names, or where that is not a regular file.
  static Ref<Bytes> map(const char *path);
  static Ref<Bytes> open(const char *path);  // read when asked for
  // Bytes in the caller's memory. Once keep() has been called, release(user_data) runs when the last reference goes,
  // unless it is NULL; the memory must live until then.
  static Ref<Bytes> over(const void *data, int64_t size, Storage::Release release, void *user_data);
  void keep() noexcept { kept_ = true; }
  static void dispose(Bytes *bytes) noexcept;

  const char *name() const noexcept { return name_; }  // for messages: the path
  int64_t size() const noexcept { return size_; }
  const char *data() const noexcept { return data_; }  // NULL where it must be read
  int file() const noexcept { return file_; }          // -1 for memory of the caller's
  // Throws CT_ERROR_IO where the file is shorter by now.
  void read(int64_t offset, int64_t count, void *to) const;

 private:
  template <class T, class... Args>
  friend T *make(Args &&...);
  template <class T>
  friend void destroy(T *) noexcept;
  Bytes() = default;
  ~Bytes();
  static Ref<Bytes> opened(const char *path);

  const char *name_ = "memory";
  int64_t name_bytes_ = 0;  // of a copy of the path
  const char *data_ = nullptr;
  int64_t size_ = 0;
  int file_ = -1;
  bool is_mapped_ = false, kept_ = false;
  Storage::Release release_ = nullptr;
  void *user_data_ = nullptr;
};

// Throws CT_ERROR_IO: "<what> <path>: <what errno says>".
[[noreturn]] void fail_system(const char *what, const char *path, int error);

// Reverses the bytes of each element, or of each part of a complex number.
void swap_bytes(char *elements, int64_t bytes, DType dtype) noexcept;

}  // namespace ct
