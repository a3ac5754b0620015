#include "runtime/process.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>

#include "runtime/small_blocks.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

// The destructor of a thread-specific key. A thread_local object would not do: for its destructor glibc allocates, and
// ends the process where it cannot.
void end_thread(void *) noexcept {
  end_workspace();
  end_small_lists();
}

pthread_key_t g_key;
std::atomic<bool> g_has_key{false};

[[gnu::constructor]] void make_key() noexcept { g_has_key.store(pthread_key_create(&g_key, end_thread) == 0); }

// A program may unload a plug-in that holds the static library, while its threads live on.
[[gnu::destructor]] void delete_key() noexcept {
  trim_workspace();
  if (g_has_key.exchange(false)) pthread_key_delete(g_key);
}

}  // namespace

bool ends_with_thread() noexcept {
  return g_has_key.load(std::memory_order_relaxed) && pthread_setspecific(g_key, &g_key) == 0;
}

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
