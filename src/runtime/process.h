// What the library shares with the whole process, and must leave as it found it: errno, the cancellation of threads,
// the environment.
#pragma once

#include <pthread.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ct {

// The system and libm set errno in calls that succeed, too.
class KeepsErrno {
 public:
  KeepsErrno() noexcept : place_(&errno), value_(*place_) {}
  KeepsErrno(const KeepsErrno &) = delete;
  KeepsErrno &operator=(const KeepsErrno &) = delete;
  ~KeepsErrno() { *place_ = value_; }

 private:
  int *place_;
  int value_;
};

// Cancellation unwinds the stack from inside some calls of the system. No function of the library lets it pass, so it
// has to wait.
class DefersCancellation {
 public:
  DefersCancellation() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  DefersCancellation(const DefersCancellation &) = delete;
  DefersCancellation &operator=(const DefersCancellation &) = delete;
  ~DefersCancellation() { pthread_setcancelstate(before_, nullptr); }

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

// Arranges that what this thread keeps is given back when the thread ends. False where that is impossible, so that
// nothing may be kept.
bool ends_with_thread() noexcept;

// The value of an environment variable; NULL where it is not set, and in a process that has more rights than its user.
const char *environment(const char *name) noexcept;

// The decimal number that text begins with, without a sign, or the largest int64 where it is more; *rest, if given,
// becomes what follows it. None where there is no number.
std::optional<int64_t> leading_number(std::string_view text, std::string_view *rest = nullptr) noexcept;
// The same for a short file of the system. *unit, if given, becomes the character behind the number.
std::optional<int64_t> leading_number_of_file(const char *path, char *unit = nullptr) noexcept;

}  // namespace ct
