// Whether threads are worth it follows from how long a loop is estimated to take on one thread, not from how many
// elements it has. The estimate is the same for OpenMP and a host's executor, and for every kind of walk.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "kernels/tuning.h"

namespace ct {

// What a whole loop costs. Where a kernel's computation takes longer than memory does (a power, a division), its caller
// sets element_ps; 0 means that only memory counts.
struct Cost {
  int64_t bytes = 0;       // read and written, each once
  int64_t element_ps = 0;  // picoseconds an element
};

namespace cost {

// Estimates up to this many picoseconds stay on one thread; 0 means that it is not known yet.
extern std::atomic<int64_t> g_serial_ps;
int64_t grain_beyond(int64_t count, int64_t ps) noexcept;

inline int64_t picoseconds(int64_t count, Cost cost) noexcept {
  int64_t moved = 0, computed = 0;
  if (__builtin_mul_overflow(cost.bytes, kBytePs + kFarBytePs, &moved)) return INT64_MAX;
  moved -= std::min(cost.bytes, kOwnCacheBytes) * kFarBytePs;
  if (__builtin_mul_overflow(count, cost.element_ps, &computed)) return INT64_MAX;
  return std::max(moved, computed);
}

}  // namespace cost

// How many elements a task has: all of them where one thread is as fast.
inline int64_t grain_of(int64_t count, Cost loop) noexcept {
  const int64_t ps = cost::picoseconds(count, loop);
  return ps <= cost::g_serial_ps.load(std::memory_order_relaxed) ? count : cost::grain_beyond(count, ps);
}

}  // namespace ct
