// Threads: OpenMP, the library's own pool, the host's executor, or one after the other. Tasks never wait for each
// other, so running them serially is always right.
#pragma once

#include <cstdint>

#include "kernels/tuning.h"
#include "runtime/api.h"
#include "runtime/function_ref.h"
#include "runtime/scratch.h"

namespace ct {

int32_t num_threads() noexcept;   // what ct_get_num_threads returns: the executor's, the set number, or the machine's
void set_num_threads(int32_t n);  // throws CT_ERROR_INVALID below 1; 0 is "the machine's"
void set_executor(
    const ct_executor *executor);       // NULL: back to the default; throws CT_ERROR_BUSY after first parallel use
void set_thread_pool(int32_t threads);  // 0: as OpenMP would take; for good, and throws as set_executor does

bool can_run_parallel() noexcept;  // false: parallel_run would be serial from here
// How long an empty parallel_run takes. It is measured once for each number of threads (more often where the result was
// long), and estimated for a host's executor and where the pool's threads are busy. To be called only where
// can_run_parallel().
int64_t fork_join_ns() noexcept;

// Runs body(index, worker) for every index in [0, count), on at most `threads` workers; 0 <= worker < threads. Serial
// (in order, worker 0) when count is 1, inside another parallel run, with one thread, or in a forked child that has not
// chosen its threads. The body may throw: the first Error is rethrown here after every started body has returned, and
// indices not begun yet are dropped. It may also return a status other than CT_OK, which stops the run and is returned.
// A caller that made scratch for each worker passes the number it was made for: another thread may have set another
// number since. Where the caller has a Workspace, workers have one each, for which memory is found before the first
// body.
ct_status parallel_run(int64_t count, FunctionRef<ct_status(int64_t index, int32_t worker)> body,
                       int32_t threads = num_threads());

// Workspaces for the workers of all runs that begin on this thread while this exists, so that those find no memory of
// their own: for a caller whose later runs must not fail, because it has written by then. At most `threads` workers
// take part in them.
class HeldWorkspaces {
 public:
  explicit HeldWorkspaces(int32_t threads);
  HeldWorkspaces(const HeldWorkspaces &) = delete;
  HeldWorkspaces &operator=(const HeldWorkspaces &) = delete;
  ~HeldWorkspaces();

  char *data() const noexcept { return memory_.data(); }
  int32_t threads() const noexcept { return threads_; }

 private:
  const Scratch memory_;
  const int32_t threads_;
  const HeldWorkspaces *const outer_;
};

// The same on this thread alone, for work that threads would not speed up.
ct_status serial_run(int64_t count, FunctionRef<ct_status(int64_t index, int32_t worker)> body);

// Runs body over ranges [begin, end) of [0, count), of about equal length and a few for each thread; up to `grain`
// elements are one range. Cuts fall on multiples of `unit`, less `shift`. threads: as in parallel_run.
struct Cuts {
  int64_t unit = 1, shift = 0;
};
ct_status parallel_ranges(int64_t count, int64_t grain, Cuts cuts,
                          FunctionRef<ct_status(int64_t begin, int64_t end, int32_t worker)> body,
                          int32_t threads = num_threads());

// How many pieces of that size cover all elements.
inline int64_t divide_up(int64_t count, int64_t size) noexcept { return (count + size - 1) / size; }

// Cuts of contiguous elements at `data` that fall on cache lines: two workers never write to the same one.
inline Cuts line_cuts(const char *data, int64_t itemsize) {
  return {kCacheLine, static_cast<int64_t>(reinterpret_cast<uintptr_t>(data) % kCacheLine) / itemsize};
}

}  // namespace ct
