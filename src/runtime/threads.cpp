// One parallel loop over four kinds of threads. Each worker gets a share of the indices, and takes from the others'
// shares when its own is done. So it does not matter how many workers there really are, or whether they run one after
// the other; and in one call after another a worker meets the same part of an operand, in the cache where it left it.
#include "runtime/threads.h"

#include <pthread.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <utility>

#include "runtime/error.h"
#include "runtime/process.h"
#include "runtime/scratch.h"
#include "runtime/thread_pool.h"
#include "runtime/thread_probe.h"
#include "runtime/workspace.h"

#ifdef CT_HAVE_OPENMP
#include <omp.h>
#endif

namespace ct {

namespace {

using pool::kMaxThreads;

std::atomic<int32_t> g_set_threads{0};     // 0: the executor's, or the machine's
std::atomic<bool> g_forks_threads{false};  // the process that is being forked has more than one thread
std::atomic<bool> g_forked{false};         // in a child of such a process: fork copies the calling thread alone
thread_local bool t_inside_run = false;

// The executor may be changed, like the allocator, until it has been used.
enum State : int { kFree, kSetting, kFrozen };
std::atomic<int> g_executor_state{kFree};
ct_executor g_executor = {};                 // read once it is frozen
std::atomic<int32_t> g_executor_threads{0};  // its num_threads, to be read at any time; 0: no executor

void begin_setting() {
  int seen = kFree;
  if (!g_executor_state.compare_exchange_strong(seen, kSetting, std::memory_order_acq_rel)) {
    fail(CT_ERROR_BUSY, "threads are in use: choose them before the first parallel work, and the library's pool once");
  }
}

void freeze_executor() noexcept {
  int seen = g_executor_state.load(std::memory_order_acquire);
  while (seen != kFrozen) {
    seen = kFree;
    if (g_executor_state.compare_exchange_weak(seen, kFrozen, std::memory_order_acq_rel)) return;
  }
}

// In a forked child, which has none of the threads and may choose others.
void reset_executor() noexcept {
  pool::forget();
  g_executor = {};
  g_executor_threads.store(0, std::memory_order_relaxed);
  g_executor_state.store(kFree, std::memory_order_release);
}

// The links of this directory are its own two and one for each thread. Where it cannot be seen, there may be threads.
bool has_other_threads() noexcept {
  const KeepsErrno keeps_errno;
  struct stat tasks = {};
  return stat("/proc/self/task", &tasks) != 0 || tasks.st_nlink != 3;
}

// libgomp's pool, and any host's, hangs in a forked child that waits for threads which it does not have. The host may
// have made that pool before it first calls the library, so forks are watched from the time when this is loaded.
[[gnu::constructor]] void watch_forks() noexcept {
  pthread_atfork([] { g_forks_threads.store(has_other_threads(), std::memory_order_relaxed); }, nullptr,
                 [] {
                   if (!g_forks_threads.load(std::memory_order_relaxed)) return;
                   g_forked.store(true, std::memory_order_relaxed);
                   reset_executor();
                 });
}

int32_t machine_threads() noexcept {
#ifdef CT_HAVE_OPENMP
  static const int32_t count = [] {
    const DefersCancellation defers_cancellation;  // LLVM's runtime reads files when it is first asked
    return std::clamp(static_cast<int32_t>(omp_get_max_threads()), 1, kMaxThreads);
  }();
  return count;
#else
  return 1;
#endif
}

// While this exists, parallel runs on this thread are serial.
struct InsideRun {
  InsideRun() noexcept { t_inside_run = true; }
  InsideRun(const InsideRun &) = delete;
  InsideRun &operator=(const InsideRun &) = delete;
  ~InsideRun() { t_inside_run = outer_; }

 private:
  const bool outer_ = t_inside_run;
};

class Run {
 public:
  // workspaces: one for each worker, or NULL.
  Run(int64_t count, int32_t workers, FunctionRef<ct_status(int64_t, int32_t)> body, char *workspaces = nullptr)
      : nshares_(static_cast<int32_t>(std::min<int64_t>({workers, count, kMaxShares}))),
        body_(body),
        workspaces_(workspaces) {
    int64_t begin = 0;
    for (int32_t i = 0; i < nshares_; ++i) {
      const int64_t end = begin + count / nshares_ + (i < count % nshares_ ? 1 : 0);
      new (&share(i)) Share{begin, end};
      begin = end;
    }
  }

  void work(int32_t worker) noexcept {
    if (workspaces_ == nullptr) return take_shares(worker);
    const Workspace workspace(workspaces_ + worker * kWorkspaceBytes);
    take_shares(worker);
  }

  ct_status finish() {
    if (error_) std::rethrow_exception(error_);
    return status_;
  }

 private:
  static constexpr int32_t kMaxShares = 64;  // if there are more workers, they share
  struct alignas(kCacheLine) Share {
    std::atomic<int64_t> next;
    int64_t end;
  };
  Share &share(int32_t i) noexcept { return reinterpret_cast<Share *>(shares_)[i]; }

  void take_shares(int32_t worker) noexcept {
    const InsideRun inside_run;
    for (int32_t i = 0; i < nshares_; ++i) {
      Share &from = share((worker + i) % nshares_);
      while (!stopped_.load(std::memory_order_relaxed)) {
        const int64_t index = from.next.fetch_add(1, std::memory_order_relaxed);
        if (index >= from.end) break;
        step(index, worker);
      }
    }
  }

  void step(int64_t index, int32_t worker) noexcept {
    try {
      const ct_status status = body_(index, worker);
      if (status != CT_OK && !stopped_.exchange(true)) status_ = status;
    } catch (...) {
      if (!stopped_.exchange(true)) error_ = std::current_exception();
    }
  }

  alignas(kCacheLine) char shares_[kMaxShares * sizeof(Share)];  // filled up to nshares_: most runs have few
  const int32_t nshares_;
  FunctionRef<ct_status(int64_t, int32_t)> body_;
  char *const workspaces_;
  std::atomic<bool> stopped_{false};
  ct_status status_ = CT_OK;  // written by the one worker that set stopped_, read after all have returned
  std::exception_ptr error_;
};

#ifdef CT_HAVE_OPENMP
// libgomp has a team of threads for each thread that calls it, and ends the process where it cannot start one of them.
// So the library first finds out how many threads can be started, and starts them while no other thread of it makes a
// team. As long as the setting does not change, this thread's team for `threads` keeps its size: libgomp would
// otherwise stop and start threads in each call, and might find none the next time.
int32_t team_size(int32_t threads) noexcept {
  static thread_local int32_t wanted = 1, size = 1;
  if (threads == wanted) return size;
  wanted = threads;
  if (threads <= size) return size = threads;
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  // Where there are not enough threads, half of them are left to the host.
  constexpr int32_t spare = 2;
  const int32_t more = threads - size, found = startable_threads(more + spare, openmp_stack_bytes());
  size += found == more + spare ? more : std::min(more, found / 2);
  [[maybe_unused]] int members = 0;
#pragma omp parallel num_threads(size) reduction(+ : members)
  ++members;
  pthread_mutex_unlock(&mutex);
  return size;
}

void run_on_openmp(Run *run, int32_t threads) {
  const DefersCancellation defers_cancellation;
  threads = team_size(threads);
  if (threads == 1) return run->work(0);
#pragma omp parallel num_threads(threads)
  run->work(omp_get_thread_num());
}
#endif

ct_status run_on_pool(void *, int64_t tasks, pool::Task task, void *arg) noexcept {
  pool::run(tasks, task, arg, pool::Late::kDropped);
  return CT_OK;
}

ct_status run_on_executor(Run *run, int32_t tasks) {
  const ct_status status = g_executor.parallel_for(
      g_executor.user_data, tasks,
      [](void *arg, int64_t index) { static_cast<Run *>(arg)->work(static_cast<int32_t>(index)); }, run);
  if (status == CT_OK) {
    if (g_executor.parallel_for != run_on_pool) run->work(0);  // what an executor left undone
  } else if (status > CT_STATUS_USER) {
    fail(CT_ERROR_INVALID, "the executor's parallel_for returned ", status, ", which is neither CT_OK nor at most ",
         static_cast<int32_t>(CT_STATUS_USER));
  }
  return status;
}

// An empty run; false where the pool's threads were busy, so that its time says nothing.
bool fork_and_join(int32_t threads) noexcept {
  if (pool::size() > 0)
    return pool::run(
               threads, [](void *, int64_t) {}, nullptr, pool::Late::kAwaited) == threads;
#ifdef CT_HAVE_OPENMP
  Run run(threads, threads, [](int64_t, int32_t) -> ct_status { return CT_OK; });
  run_on_openmp(&run, threads);
#endif
  return true;
}

bool must_be_serial(int32_t threads) noexcept {
  if (threads <= 1 || t_inside_run) return true;
  const bool chosen = g_executor_threads.load(std::memory_order_relaxed) > 0;
  if (g_forked.load(std::memory_order_relaxed) && !chosen) return true;
#ifdef CT_HAVE_OPENMP
#ifdef __clang__
  // LLVM's runtime allocates when it is first asked, and ends the process where it cannot.
  if (pool::size() > 0) return false;
#endif
  static_cast<void>(machine_threads());  // which is the first to ask the runtime
  return omp_in_parallel() != 0;         // the caller has its own team
#else
  return !chosen;
#endif
}

}  // namespace

int32_t num_threads() noexcept {
  const int32_t set = g_set_threads.load(std::memory_order_relaxed), of_pool = pool::size();
  if (of_pool > 0) return set > 0 ? std::min(set, of_pool) : of_pool;
  if (set > 0) return set;
  const int32_t of_executor = g_executor_threads.load(std::memory_order_relaxed);
  return of_executor > 0 ? of_executor : machine_threads();
}

void set_num_threads(int32_t n) {
  if (n < 0 || n > kMaxThreads) {
    fail(CT_ERROR_INVALID, "the number of threads must be in [0, ", kMaxThreads, "] (0: the machine's), got ", n);
  }
  g_set_threads.store(n, std::memory_order_relaxed);
}

void set_executor(const ct_executor *executor) {
  if (executor != nullptr && executor->parallel_for == nullptr) {
    fail(CT_ERROR_INVALID, "an executor needs parallel_for");
  }
  if (executor != nullptr && (executor->num_threads < 1 || executor->num_threads > kMaxThreads)) {
    fail(CT_ERROR_INVALID, "an executor's num_threads must be in [1, ", kMaxThreads, "], got ", executor->num_threads);
  }
  begin_setting();
  g_executor = executor != nullptr ? *executor : ct_executor{};
  g_executor_threads.store(g_executor.num_threads, std::memory_order_relaxed);
  g_executor_state.store(kFree, std::memory_order_release);
}

void set_thread_pool(int32_t threads) {
  if (threads < 0 || threads > kMaxThreads) {
    fail(CT_ERROR_INVALID, "a pool has 1 to ", kMaxThreads, " threads (0: as OpenMP would take), not ", threads);
  }
  begin_setting();
  g_executor = {sizeof(g_executor), pool::start(threads), nullptr, run_on_pool};
  g_executor_threads.store(g_executor.num_threads, std::memory_order_relaxed);
  g_executor_state.store(kFrozen, std::memory_order_release);
}

bool can_run_parallel() noexcept { return !must_be_serial(num_threads()); }

int64_t fork_join_ns() noexcept {
  constexpr int64_t executor_ns = 2000;  // a pool that wakes its threads by hand
  if (pool::size() == 0 && g_executor_threads.load(std::memory_order_relaxed) > 0) return executor_ns;
  // The number of threads and the time, in one word. A time may be long because the machine was busy when it was first
  // measured: it is measured again, though ever more rarely.
  constexpr int64_t long_ns = 20'000;
  static std::atomic<int64_t> measured{0};
  static std::atomic<uint32_t> asked{0};
  constexpr int time_bits = 32;
  constexpr int64_t unknown = (int64_t{1} << time_bits) - 1;
  int64_t fastest = unknown;
  const int32_t threads = num_threads();
  const int64_t known = measured.load(std::memory_order_relaxed);
  if (known >> time_bits == threads) {
    fastest &= known;
    if (fastest <= long_ns) return fastest;
    const uint32_t times = asked.fetch_add(1, std::memory_order_relaxed) + 1;
    if ((times & (times - 1)) != 0) return fastest;
  }
  freeze_executor();
  const KeepsErrno keeps_errno;
  constexpr int warm_ups = 2, runs = 10;
  for (int i = 0; i < warm_ups + runs; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const bool by_all = fork_and_join(threads);
    const int64_t ns =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
    if (by_all && i >= warm_ups) fastest = std::min(fastest, ns);
  }
  if (fastest == unknown) return executor_ns;
  measured.store(int64_t{threads} << time_bits | fastest, std::memory_order_relaxed);
  return fastest;
}

namespace {

constinit thread_local const HeldWorkspaces *t_held = nullptr;

// A function of its own, because a run takes kilobytes of the stack.
[[gnu::noinline]] ct_status run_on_threads(int64_t count, FunctionRef<ct_status(int64_t, int32_t)> body,
                                           int32_t threads) {
  freeze_executor();
  const KeepsErrno keeps_errno;
  const HeldWorkspaces *const held = t_held;
  if (held != nullptr) threads = std::min(threads, held->threads());
  const Scratch own(t_room.free != nullptr && held == nullptr ? threads * kWorkspaceBytes : 0);
  Run run(count, threads, body, held != nullptr ? held->data() : own.data());
  ct_status status = CT_OK;
  if (g_executor.parallel_for != nullptr) {
    status = run_on_executor(&run, static_cast<int32_t>(std::min<int64_t>(threads, count)));
  } else {
#ifdef CT_HAVE_OPENMP
    run_on_openmp(&run, threads);
#else
    run.work(0);
#endif
  }
  const ct_status finished = run.finish();
  return finished != CT_OK ? finished : status;
}

}  // namespace

HeldWorkspaces::HeldWorkspaces(int32_t threads)
    : memory_(threads * kWorkspaceBytes), threads_(threads), outer_(std::exchange(t_held, this)) {}

HeldWorkspaces::~HeldWorkspaces() { t_held = outer_; }

ct_status parallel_run(int64_t count, FunctionRef<ct_status(int64_t, int32_t)> body, int32_t threads) {
  if (count > 1 && !must_be_serial(threads)) return run_on_threads(count, body, threads);
  const InsideRun inside_run;
  return serial_run(count, body);
}

ct_status serial_run(int64_t count, FunctionRef<ct_status(int64_t, int32_t)> body) {
  for (int64_t index = 0; index < count; ++index) {
    const ct_status status = body(index, 0);
    if (status != CT_OK) return status;
  }
  return CT_OK;
}

ct_status parallel_ranges(int64_t count, int64_t grain, Cuts cuts,
                          FunctionRef<ct_status(int64_t, int64_t, int32_t)> body, int32_t threads) {
  // Enough to balance the load on a busy machine, few enough that each has a long stretch of memory.
  constexpr int64_t ranges_per_thread = 4;
  if (count <= grain || threads <= 1) return body(0, count, 0);
  const int64_t wanted = std::min(divide_up(count, grain), threads * ranges_per_thread);
  const int64_t length = divide_up(divide_up(count + cuts.shift, wanted), cuts.unit) * cuts.unit;
  const auto range = [=](int64_t index, int32_t worker) -> ct_status {
    const int64_t begin = std::max<int64_t>(0, index * length - cuts.shift);
    return body(begin, std::min(count, (index + 1) * length - cuts.shift), worker);
  };
  return parallel_run(divide_up(count + cuts.shift, length), range, threads);
}

}  // namespace ct
