// Each worker has a word, which says what it does, and is asked by whoever exchanges that word. So callers at the same
// time share the workers without a lock, and nobody waits for a worker that the system has not let run yet.
#include "runtime/thread_pool.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <new>

#include "kernels/tuning.h"
#include "runtime/process.h"

namespace ct::pool {

std::atomic<int32_t> g_size{0};

namespace {

// The library's own frames are small; this much is for callbacks. It is less than a huge page, which a larger stack
// would take up.
constexpr size_t kStackBytes = size_t{1} << 20U;

struct Job {
  Job(Task task, void *arg) noexcept : task(task), arg(arg) {}

  Task task;
  void *arg;
  int16_t index_of[kMaxThreads];  // for each worker that was asked; 0: it was not free
};

// The word of a worker is one of these two values, or the address of its job with the bits of the next line.
constexpr uintptr_t kIdle = 0, kAsleep = 1;
constexpr uintptr_t kBegun = 1, kAwaited = 2;
static_assert(alignof(Job) > kAwaited);

struct alignas(kCacheLine) Worker {
  std::atomic<uintptr_t> word{kIdle};
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t asked = PTHREAD_COND_INITIALIZER;  // the word is no longer kAsleep
  pthread_cond_t done = PTHREAD_COND_INITIALIZER;   // the word no longer has kAwaited
};
constinit Worker g_workers[kMaxThreads - 1];  // threads use them until the process has ended

// Yields meanwhile: on a busy machine, the thread that it waits for may be the next that the system lets run.
template <class Done>
bool spin_until(Done done) noexcept {
  using Clock = std::chrono::steady_clock;
  for (const auto end = Clock::now() + std::chrono::nanoseconds(kPoolSpinNs); !done(); sched_yield()) {
    if (Clock::now() >= end) return false;
  }
  return true;
}

// Wakes whoever waits. They have changed the word before, and look at it with the mutex locked.
void wake(Worker &worker, pthread_cond_t *waiting) noexcept {
  pthread_mutex_lock(&worker.mutex);
  pthread_mutex_unlock(&worker.mutex);
  pthread_cond_broadcast(waiting);
}

// Changes the word and sleeps until somebody else changes it again; returns at once where it is not `from`.
void sleep(Worker &worker, uintptr_t from, uintptr_t to, pthread_cond_t *waiting) noexcept {
  pthread_mutex_lock(&worker.mutex);
  if (worker.word.compare_exchange_strong(from, to)) {
    while (worker.word.load() == to) pthread_cond_wait(waiting, &worker.mutex);
  }
  pthread_mutex_unlock(&worker.mutex);
}

bool ask(Worker &worker, const Job &job) noexcept {
  uintptr_t seen = worker.word.load(std::memory_order_relaxed);
  while (seen == kIdle || seen == kAsleep) {
    if (!worker.word.compare_exchange_weak(seen, reinterpret_cast<uintptr_t>(&job))) continue;
    if (seen == kAsleep) wake(worker, &worker.asked);
    return true;
  }
  return false;
}

// Waits until the worker has done its task, and returns whether it had begun one.
bool end(Worker &worker, const Job &job) noexcept {
  const auto asked = reinterpret_cast<uintptr_t>(&job), begun = asked | kBegun;
  uintptr_t seen = asked;
  if (worker.word.compare_exchange_strong(seen, kIdle)) return false;
  if (!spin_until([&] { return worker.word.load() != begun; })) sleep(worker, begun, begun | kAwaited, &worker.done);
  return true;
}

void serve(Worker &worker) noexcept {
  uintptr_t word = kIdle;
  if (!spin_until([&] { return (word = worker.word.load()) != kIdle; })) {
    sleep(worker, kIdle, kAsleep, &worker.asked);
    word = worker.word.load();
  }
  // the job may have been taken back, or another may stand in its place
  if (word == kIdle || !worker.word.compare_exchange_strong(word, word | kBegun)) return;
  const Job &job = *reinterpret_cast<const Job *>(word);
  job.task(job.arg, job.index_of[&worker - g_workers]);
  if ((worker.word.exchange(kIdle) & kAwaited) != 0) wake(worker, &worker.done);
}

void name_this_thread([[maybe_unused]] int64_t number) noexcept {
#ifdef __linux__
  char name[16] = "ctensor-";
  *std::to_chars(name + 8, name + sizeof(name) - 1, number).ptr = '\0';
  pthread_setname_np(pthread_self(), name);
#endif
}

// In a library that dlopen loaded, a thread's first use of a thread-local variable allocates all of them. A worker does
// that as it starts.
thread_local volatile bool t_ready = false;

void *serve_forever(void *argument) noexcept {
  Worker &worker = *static_cast<Worker *>(argument);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
  name_this_thread(&worker - g_workers + 1);
  t_ready = true;
  for (;;) serve(worker);
}

int32_t processors() noexcept {
#ifdef __linux__
  cpu_set_t mine;
  if (sched_getaffinity(0, sizeof(mine), &mine) == 0) return CPU_COUNT(&mine);
#endif
  return static_cast<int32_t>(std::clamp<long>(sysconf(_SC_NPROCESSORS_ONLN), 1, kMaxThreads));
}

// Without asking OpenMP's runtime, which allocates when it is first asked.
int32_t openmp_threads() noexcept {
  const char *const text = environment("OMP_NUM_THREADS");
  const int64_t wanted = text == nullptr ? 0 : leading_number(text).value_or(0);
  return static_cast<int32_t>(std::min<int64_t>(wanted > 0 ? wanted : processors(), kMaxThreads));
}

}  // namespace

int32_t start(int32_t threads) noexcept {
  const KeepsErrno keeps_errno;
  const DefersCancellation defers_cancellation;
  // A thread inherits the signal mask of the thread that starts it. Signals raised by a fault go to the thread that
  // caused it, and to a handler that the host may have; all others are left to the host's threads.
  sigset_t blocked, before;
  sigfillset(&blocked);
  for (const int fault : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP}) sigdelset(&blocked, fault);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  if (threads == 0) threads = openmp_threads();
  int32_t started = 0;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) == 0) {
    pthread_attr_setstacksize(&attributes, kStackBytes);  // where it is too small, the system's default serves
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    for (; started < threads - 1; ++started) {
      // a forked child finds it as a thread of its parent left it
      auto *const worker = new (&g_workers[started]) Worker;
      pthread_t thread;
      if (pthread_create(&thread, &attributes, serve_forever, worker) != 0) break;
    }
    pthread_attr_destroy(&attributes);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  g_size.store(started + 1, std::memory_order_relaxed);
  return started + 1;
}

void forget() noexcept { g_size.store(0, std::memory_order_relaxed); }

int32_t run(int64_t ntasks, Task task, void *arg, Late late) noexcept {
  const DefersCancellation defers_cancellation;
  Job job(task, arg);
  const int32_t workers = size() - 1;
  int32_t seen = 0, asked = 0, begun = 1;
  for (; seen < workers && asked < ntasks - 1; ++seen) {
    job.index_of[seen] = static_cast<int16_t>(asked + 1);
    if (ask(g_workers[seen], job)) {
      ++asked;
    } else {
      job.index_of[seen] = 0;
    }
  }
  task(arg, 0);
  for (int32_t i = 0; i < seen; ++i) {
    if (job.index_of[i] == 0) continue;
    while (late == Late::kAwaited && g_workers[i].word.load() == reinterpret_cast<uintptr_t>(&job)) sched_yield();
    begun += end(g_workers[i], job) ? 1 : 0;
  }
  return begun;
}

}  // namespace ct::pool
