// The library's own threads, for hosts that cannot have OpenMP's: nothing here allocates or ends the process.
#pragma once

#include <atomic>
#include <cstdint>

namespace ct::pool {

constexpr int32_t kMaxThreads = 1024;

extern std::atomic<int32_t> g_size;

// How many threads there are, with one that calls; 0: the pool was not started.
inline int32_t size() noexcept { return g_size.load(std::memory_order_relaxed); }

// Starts as many threads as the system gives, up to `threads` with the calling one, and returns how many there are. 0
// stands for as many as OpenMP would use. To be called only while the pool is not started.
int32_t start(int32_t threads) noexcept;

// In a forked child, which has none of the threads: the pool was not started.
void forget() noexcept;

using Task = void (*)(void *arg, int64_t index);
enum class Late { kDropped, kAwaited };

// Calls task(arg, 0) on this thread and task(arg, 1) … task(arg, ntasks - 1) at the same time on as many threads of the
// pool as are free. Returns when all of these have returned, and says how many there were. Tasks for which no thread
// was free are left out; with kDropped, so are those that have not begun when task(arg, 0) returns. May be called from
// several threads at the same time.
int32_t run(int64_t ntasks, Task task, void *arg, Late late) noexcept;

}  // namespace ct::pool
