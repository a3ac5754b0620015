#include "interchange/writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "interchange/bytes.h"
#include "runtime/error.h"

namespace ct {

FileWriter::FileWriter(const char *path) : path_(path) {
  const size_t length = std::strlen(path);
  if (length >= sizeof target_) fail_system("writing", path, ENAMETOOLONG);
  if (realpath(path, target_) == nullptr) {  // not there yet
    if (errno != ENOENT) fail_system("writing", path, errno);
    std::memcpy(target_, path, length + 1);
  }
  struct stat status {};
  in_place_ = stat(target_, &status) == 0 && !S_ISREG(status.st_mode);
  if (in_place_) {
    file_ = open(target_, O_WRONLY | O_CLOEXEC);
    if (file_ < 0) fail_system("writing", path, errno);
    return;
  }
  // the file keeps its mode; a new one has what the process gives its files
  const bool exists = status.st_ino != 0;
  static std::atomic<uint32_t> count{0};
  const size_t target_length = std::strlen(target_);
  std::memcpy(written_, target_, target_length);
  do {
    char *at = written_ + target_length, *const end = written_ + sizeof written_ - 1;
    *at++ = '.';
    at = std::to_chars(at, end, static_cast<int64_t>(getpid())).ptr;
    *at++ = '.';
    *std::to_chars(at, end, count.fetch_add(1)).ptr = '\0';
    file_ = open(written_, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (file_ < 0 && (errno == EEXIST || errno == EINTR));
  if (file_ < 0) fail_system("writing beside", path, errno);
  if (exists && fchmod(file_, status.st_mode & 07777) != 0) {
    const int error = errno;
    close(std::exchange(file_, -1));
    unlink(written_);
    fail_system("writing", path, error);
  }
}

FileWriter::~FileWriter() {
  if (file_ < 0) return;
  close(file_);
  if (!in_place_) unlink(written_);
}

void FileWriter::write(const void *data, int64_t count) {
  constexpr int64_t kMost = int64_t{1} << 30;  // the system writes no more than 2 GiB at a time
  for (const char *at = static_cast<const char *>(data); count > 0;) {
    const ssize_t some = ::write(file_, at, static_cast<size_t>(std::min(count, kMost)));
    if (some < 0 && errno == EINTR) continue;
    if (some < 0) fail_system("writing", path_, errno);
    at += some;
    count -= some;
  }
}

const char *FileWriter::written() const {
  if (in_place_) fail(CT_ERROR_UNSUPPORTED, path_, ": is a device or a pipe, to which npz is not written");
  return written_;
}

void FileWriter::finish() {
  if (close(std::exchange(file_, -1)) != 0) {
    const int error = errno;
    if (!in_place_) unlink(written_);
    fail_system("writing", path_, error);
  }
  if (!in_place_ && rename(written_, target_) != 0) {
    const int error = errno;
    unlink(written_);
    fail_system("writing", path_, error);
  }
}

}  // namespace ct
