#include "runtime/process.h"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>

namespace ct {

const char *environment(const char *name) noexcept {
#ifdef CT_HAVE_SECURE_GETENV
  return secure_getenv(name);
#else
  return getuid() == geteuid() && getgid() == getegid() ? std::getenv(name) : nullptr;
#endif
}

std::optional<FileText> read_file(const char *path) noexcept {
  const KeepsErrno keeps_errno;
  const DefersCancellation defers_cancellation;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  FileText result;
  const ssize_t size = read(file, result.text, sizeof(result.text));
  close(file);
  if (size < 0) return std::nullopt;
  result.size = static_cast<size_t>(size);
  return result;
}

std::optional<int64_t> leading_number(std::string_view text, std::string_view *rest) noexcept {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument) return std::nullopt;
  if (rest != nullptr) *rest = text.substr(static_cast<size_t>(end - text.data()));
  const bool fits = error == std::errc{} && number <= static_cast<uint64_t>(INT64_MAX);
  return fits ? static_cast<int64_t>(number) : INT64_MAX;
}

}  // namespace ct
