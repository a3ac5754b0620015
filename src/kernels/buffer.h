// Buffers that are too large for the stack, of which threads have as little as 64 KiB. Kernels and the rooms above take
// them from the workspace of their thread (runtime/workspace.h), and give them back in the opposite order, as locals.
#pragma once

#include <cstdint>

#include "kernels/tuning.h"

namespace ct {

// The most that all buffers of one kernel, and of the loops around it, take together. A reduction of converted elements
// down 65536 rows, by strips that are gathered, comes near it.
constexpr int64_t kBuffersBytes = int64_t{320} << 10;
// This adds room for what a call holds while its threads work, or while it calls the caller's code, which may call the
// library again.
constexpr int64_t kWorkspaceBytes = kBuffersBytes + (int64_t{64} << 10);

// The part of the workspace that is free; empty in a thread that has no workspace.
struct WorkspaceRoom {
  char *free, *end;
};
#ifdef __GLIBC__
[[gnu::tls_model("initial-exec")]]
#endif
extern constinit thread_local WorkspaceRoom t_room;

// Uninitialised room for `count` objects T, which begins on a cache line.
template <class T, int64_t count = 1>
class Buffer {
 public:
  [[gnu::always_inline]] Buffer() : at_(t_room.free) {
    if (t_room.end - at_ < kBytes) __builtin_trap();
    t_room.free = at_ + kBytes;
  }
  [[gnu::always_inline]] ~Buffer() { t_room.free = at_; }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  [[gnu::always_inline]] char *bytes() const { return at_; }
  [[gnu::always_inline]] operator T *() const { return reinterpret_cast<T *>(at_); }
  [[gnu::always_inline]] T *operator->() const { return *this; }

 private:
  static constexpr int64_t kBytes =
      (count * static_cast<int64_t>(sizeof(T)) + kCacheLine - 1) / kCacheLine * kCacheLine;
  static_assert(alignof(T) <= kCacheLine);

  char *const at_;
};

}  // namespace ct
