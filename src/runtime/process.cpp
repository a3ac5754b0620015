#include "runtime/process.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
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

std::optional<int64_t> leading_number(std::string_view text, std::string_view *rest) noexcept {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument) return std::nullopt;
  if (rest != nullptr) *rest = text.substr(static_cast<size_t>(end - text.data()));
  const bool fits = error == std::errc{} && number <= static_cast<uint64_t>(INT64_MAX);
  return fits ? static_cast<int64_t>(number) : INT64_MAX;
}

std::optional<int64_t> leading_number_of_file(const char *path, char *unit) noexcept {
  const KeepsErrno keeps_errno;
  const DefersCancellation defers_cancellation;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  char text[64];
  const ssize_t size = read(file, text, sizeof(text));
  close(file);
  std::string_view rest(text, static_cast<size_t>(std::max<ssize_t>(size, 0)));
  const std::optional<int64_t> number = leading_number(rest, &rest);
  if (unit != nullptr) *unit = rest.empty() ? '\0' : rest.front();
  return number;
}

}  // namespace ct
