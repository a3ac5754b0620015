#include "runtime/cost.h"

#include "runtime/process.h"
#include "runtime/threads.h"

namespace ct::cost {

namespace {

// Two threads save half of the time and cost a fork and a join. Asking for a few times that cost leaves a gain even
// where the halves end up in the caches of different cores, and where the machine is busier than when it was measured.
constexpr int64_t kForkJoins = 5;
constexpr int64_t kLeastForkJoinPs = 500'000;  // no runtime is faster: below kForkJoins of it nothing is measured
constexpr int64_t kTaskPs = 10'000'000;  // the length of a task where there is enough work for several tasks a thread
constexpr int64_t kTasksPerThread = 4;   // enough to balance the load on a busy machine
constexpr int64_t kPsPerNs = 1000;

// CTENSOR_FORK_JOIN_NS: how long a fork and a join take, in nanoseconds, instead of measuring them. -1 if not set.
int64_t wanted_fork_join_ps() noexcept {
  static const int64_t wanted = [] {
    const char *const text = environment("CTENSOR_FORK_JOIN_NS");
    if (text == nullptr) return int64_t{-1};
    return std::min<int64_t>(leading_number(text).value_or(0), 1'000'000'000) * kPsPerNs;
  }();
  return wanted;
}

}  // namespace

std::atomic<int64_t> g_serial_ps{0};

int64_t grain_beyond(int64_t count, int64_t ps) noexcept {
  const int64_t wanted = wanted_fork_join_ps();
  const int64_t serial = kForkJoins * (wanted >= 0 ? std::min(wanted, kLeastForkJoinPs) : kLeastForkJoinPs);
  g_serial_ps.store(serial, std::memory_order_relaxed);
  if (ps <= serial || !can_run_parallel()) return count;
  const int64_t fork_join = std::max<int64_t>(wanted >= 0 ? wanted : fork_join_ns() * kPsPerNs, 1);
  if (ps / kForkJoins < fork_join) return count;
  // One task a thread, none shorter than two fork-joins; several, where each is still long. All threads have equally
  // many, because a thread that takes one more than the others keeps them waiting.
  const int64_t threads = std::max(num_threads(), 2);  // it may have been lowered since
  const int64_t few = std::clamp<int64_t>(ps / (2 * fork_join), 2, threads);
  const int64_t a_thread = std::clamp<int64_t>(divide_up(ps / kTaskPs, threads), 1, kTasksPerThread);
  const int64_t tasks = ps / kTaskPs > few ? a_thread * threads : few;
  return std::max<int64_t>(divide_up(count, tasks), 1);
}

}  // namespace ct::cost
