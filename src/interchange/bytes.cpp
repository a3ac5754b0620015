#include "interchange/bytes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runtime/error.h"

namespace ct {

namespace {

// strerror_r is of two kinds: it returns the text, or a number and has written the text.
[[maybe_unused]] const char *text_of(const char *text, const char *) noexcept { return text; }
[[maybe_unused]] const char *text_of(int, const char *written) noexcept { return written; }

template <class Part>
void swap_parts(char *bytes, int64_t count) noexcept {
  for (int64_t i = 0; i < count; ++i) {
    Part part;
    std::memcpy(&part, bytes + i * static_cast<int64_t>(sizeof part), sizeof part);
    if constexpr (sizeof(Part) == 2) {
      part = __builtin_bswap16(part);
    } else if constexpr (sizeof(Part) == 4) {
      part = __builtin_bswap32(part);
    } else {
      part = __builtin_bswap64(part);
    }
    std::memcpy(bytes + i * static_cast<int64_t>(sizeof part), &part, sizeof part);
  }
}

}  // namespace

void fail_system(const char *what, const char *path, int error) {
  char memory[128] = "";
  fail(CT_ERROR_IO, what, " ", path, ": ", text_of(strerror_r(error, memory, sizeof memory), memory));
}

Ref<Bytes> Bytes::opened(const char *path) {
  Ref<Bytes> bytes = Ref<Bytes>::adopt(make<Bytes>());
  const auto length = static_cast<int64_t>(std::strlen(path)) + 1;
  auto *const name = static_cast<char *>(allocate(static_cast<size_t>(length), 1));
  std::memcpy(name, path, static_cast<size_t>(length));
  bytes->name_ = name;
  bytes->name_bytes_ = length;
  do {
    bytes->file_ = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe without a writer would wait for one
  } while (bytes->file_ < 0 && errno == EINTR);
  if (bytes->file_ < 0) fail_system("opening", path, errno);
  struct stat status {};
  if (fstat(bytes->file_, &status) != 0) fail_system("looking at", path, errno);
  if (!S_ISREG(status.st_mode)) fail(CT_ERROR_IO, path, " is not a regular file");
  bytes->size_ = status.st_size;
  return bytes;
}

Ref<Bytes> Bytes::map(const char *path) {
  Ref<Bytes> bytes = opened(path);
  if (bytes->size_ > 0) {
    void *const map = mmap(nullptr, static_cast<size_t>(bytes->size_), PROT_READ, MAP_SHARED, bytes->file_, 0);
    if (map == MAP_FAILED) fail_system("mapping", path, errno);
    bytes->data_ = static_cast<const char *>(map);
    bytes->is_mapped_ = true;
  }
  close(bytes->file_);  // the map stays
  bytes->file_ = -1;
  return bytes;
}

Ref<Bytes> Bytes::open(const char *path) { return opened(path); }

Ref<Bytes> Bytes::over(const void *data, int64_t size, Storage::Release release, void *user_data) {
  Ref<Bytes> bytes = Ref<Bytes>::adopt(make<Bytes>());
  bytes->data_ = static_cast<const char *>(data);
  bytes->size_ = size;
  bytes->release_ = release;
  bytes->user_data_ = user_data;
  return bytes;
}

void Bytes::dispose(Bytes *bytes) noexcept { destroy(bytes); }

Bytes::~Bytes() {
  if (is_mapped_) munmap(const_cast<char *>(data_), static_cast<size_t>(size_));
  if (file_ >= 0) close(file_);
  if (name_bytes_ > 0) deallocate(const_cast<char *>(name_), static_cast<size_t>(name_bytes_), 1);
  if (kept_ && release_ != nullptr) release_(user_data_);
}

void Bytes::read(int64_t offset, int64_t count, void *to) const {
  if (count == 0) return;
  if (data_ != nullptr) {
    std::memcpy(to, data_ + offset, static_cast<size_t>(count));
    return;
  }
  constexpr int64_t kMost = int64_t{1} << 30;  // the system reads no more than 2 GiB at a time
  for (int64_t done = 0; done < count;) {
    const ssize_t some =
        pread(file_, static_cast<char *>(to) + done, static_cast<size_t>(std::min(count - done, kMost)), offset + done);
    if (some < 0 && errno == EINTR) continue;
    if (some < 0) fail_system("reading", name_, errno);
    if (some == 0) {
      fail(CT_ERROR_IO, "reading ", name_, ": it ends at byte ", offset + done, ", and had ", size_,
           " bytes when it was opened");
    }
    done += some;
  }
}

void swap_bytes(char *elements, int64_t bytes, DType dtype) noexcept {
  switch (dtype_size(real_of(dtype))) {
    case 2:
      return swap_parts<uint16_t>(elements, bytes / 2);
    case 4:
      return swap_parts<uint32_t>(elements, bytes / 4);
    case 8:
      return swap_parts<uint64_t>(elements, bytes / 8);
    default:
      return;
  }
}

}  // namespace ct
