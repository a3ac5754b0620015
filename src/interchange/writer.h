// A file that is written beside the one that it replaces, so that a failure leaves that as it was.
#pragma once

#include <climits>
#include <cstdint>

namespace ct {

class FileWriter {
 public:
  explicit FileWriter(const char *path);  // throws CT_ERROR_IO
  FileWriter(const FileWriter &) = delete;
  FileWriter &operator=(const FileWriter &) = delete;
  ~FileWriter();  // removes what is not finished

  void write(const void *data, int64_t count);  // throws CT_ERROR_IO
  void finish();                                // throws CT_ERROR_IO
  // The path of the unfinished file, for a library that writes files itself. Throws CT_ERROR_UNSUPPORTED for a device.
  const char *written() const;

 private:
  const char *path_;
  char target_[PATH_MAX];  // the path, links followed
  char written_[PATH_MAX + 32];
  int file_ = -1;
  bool in_place_ = false;  // a device or a pipe, which nothing can replace
};

}  // namespace ct
