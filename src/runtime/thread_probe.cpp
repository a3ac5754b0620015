#include "runtime/thread_probe.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#include "runtime/process.h"

namespace ct {

namespace {

// libgomp allocates for a team of threads, too: less than this.
constexpr size_t kTeamBytes = size_t{64} << 10U;
constexpr size_t kThreadBytes = 2048;

struct Probe {
  explicit Probe(pthread_mutex_t *gate) : gate(gate) {}

  pthread_mutex_t *gate;  // locked until all have been started
  pthread_t thread = {};
  std::atomic<int64_t> id{0};
};
static_assert(sizeof(Probe) <= kThreadBytes);

void *pass_the_gate(void *argument) noexcept {
  auto *const probe = static_cast<Probe *>(argument);
#ifdef __linux__
  probe->id.store(syscall(SYS_gettid));
#endif
  pthread_mutex_lock(probe->gate);
  pthread_mutex_unlock(probe->gate);
  return nullptr;
}

// A thread that has been joined counts against the limits until the system has forgotten it, a little later.
void join(const Probe &probe) noexcept {
  pthread_join(probe.thread, nullptr);
#ifdef __linux__
  constexpr int patience = 1000;
  for (int i = 0; i < patience && syscall(SYS_tgkill, getpid(), probe.id.load(), 0) == 0; ++i) sched_yield();
#endif
}

}  // namespace

int32_t startable_threads(int32_t count, size_t stack_bytes) noexcept {
  const KeepsErrno keeps_errno;
  const DefersCancellation defers_cancellation;
  const size_t bytes = kTeamBytes + static_cast<size_t>(count) * kThreadBytes;
  auto *const probes = static_cast<Probe *>(std::malloc(bytes));
  if (probes == nullptr) return 0;
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_attr_t attributes;
  int32_t started = 0;
  if (pthread_attr_init(&attributes) == 0) {
    if (stack_bytes != 0) pthread_attr_setstacksize(&attributes, stack_bytes);  // OpenMP ignores a wrong one, too
    pthread_mutex_lock(&gate);
    for (; started < count; ++started) {
      auto *const probe = new (&probes[started]) Probe(&gate);
      if (pthread_create(&probe->thread, &attributes, pass_the_gate, probe) != 0) break;
    }
    pthread_mutex_unlock(&gate);
    pthread_attr_destroy(&attributes);
  }
  for (int32_t i = 0; i < started; ++i) join(probes[i]);
  std::free(probes);
  return started;
}

// A number and a unit, B, K, M or G; K where there is none. Spaces may stand around both.
size_t openmp_stack_bytes() noexcept {
  const char *text = environment("OMP_STACKSIZE");
  if (text == nullptr) text = environment("GOMP_STACKSIZE");
  if (text == nullptr) return 0;
  std::string_view rest(text);
  const auto skip_spaces = [&] { rest.remove_prefix(std::min(rest.find_first_not_of(" \t\n"), rest.size())); };
  skip_spaces();
  const std::optional<int64_t> number = leading_number(rest, &rest);
  if (!number.has_value()) return 0;
  skip_spaces();
  size_t shift = 10;
  if (!rest.empty()) {
    constexpr std::string_view units = "bkmg";
    const size_t unit = units.find(static_cast<char>(rest.front() | 0x20));
    if (unit == units.npos) return 0;
    shift = 10 * unit;
  }
  const auto size = static_cast<size_t>(*number);
  return size > SIZE_MAX >> shift ? 0 : size << shift;
}

}  // namespace ct
