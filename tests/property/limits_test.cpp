// Limits on threads and on memory, under which libgomp by itself would print and end the process. A pool of the library
// works on the threads that there are. The program's own
// pthread_create stands in front of the system's, also for libgomp, and may refuse. Each test runs in children.
#include <gtest/gtest.h>

#include <dlfcn.h>
#include <pthread.h>
#include <sys/resource.h>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <iterator>
#include <thread>
#include <vector>

#include "child.h"
#include "settings.h"

namespace {

std::atomic<int> alive{0}, most_alive{1 << 20};

struct Start {
  void *(*body)(void *);
  void *argument;
} starts[1 << 15];  // none is freed: with its first use of the heap, a thread takes much address space
std::atomic<size_t> started{0};

void *counted(void *argument) {
  const Start start = *static_cast<Start *>(argument);
  struct AtEnd {
    ~AtEnd() { --alive; }
  } at_end;
  return start.body(start.argument);
}

}  // namespace

extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                              void *argument) noexcept {
  using Create = int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  Start *const start = &starts[started++ % std::size(starts)];
  *start = {body, argument};
  int result = EAGAIN;
  if (++alive <= most_alive) result = create(thread, attributes, counted, start);
  if (result != 0) --alive;
  return result;
}

namespace property {
namespace {

constexpr int kOk = 0, kNoMemory = 3, kWrong = 4, kCannotLimit = 77;

template <class F>
int exit_of_child(F body) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(body());
  }
  const int status = status_of_child(child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int work_on_threads(int32_t threads) {
  static const bool chosen = choose_threads();
  if (!chosen || ct_get_num_threads() < 1) return kWrong;
  use_threads(threads);
  for (int round = 0; round < 3; ++round) {
    if (!works()) return kNoMemory;
  }
  return kOk;
}

TEST(Limits, ThreadsThatCannotBeStarted) {
  for (const int most : {0, 1, 2, 3, 4, 7, 8}) {
    const auto work = [&] {
      most_alive = most;
      return work_on_threads(8);
    };
    EXPECT_EQ(exit_of_child(work), kOk) << most << " threads";
  }
}

TEST(Limits, TeamsThatGrow) {
  const auto work = [] {
    if (work_on_threads(3) != kOk) return kWrong;
    most_alive = 4;
    if (work_on_threads(8) != kOk || work_on_threads(2) != kOk) return kWrong;
    most_alive = 0;
    return work_on_threads(5);
  };
  EXPECT_EQ(exit_of_child(work), kOk);
}

TEST(Limits, ManyCallersShareFewThreads) {
  const auto work = [] {
    constexpr int kCallers = 16;
    most_alive = kCallers + 5;
    std::atomic<int> ready{0}, wrong{0};
    std::vector<std::thread> callers;
    for (int caller = 0; caller < kCallers; ++caller) {
      callers.emplace_back([&] {
        ++ready;
        while (ready < kCallers) std::this_thread::yield();
        if (work_on_threads(4) != kOk) ++wrong;
      });
    }
    for (std::thread &caller : callers) caller.join();
    return wrong == 0 ? kOk : kWrong;
  };
  for (int round = 0; round < 5; ++round) EXPECT_EQ(exit_of_child(work), kOk);
}

// The limit on the threads of a user, in all processes together. It does not hold for root.
TEST(Limits, ProcessesOfAUser) {
  for (const rlim_t most : {1, 2, 4, 6, 20}) {
    const auto work = [&] {
      constexpr uid_t kNobody = 65534;
      if (getuid() == 0 && setuid(kNobody) != 0) return kCannotLimit;
      const rlimit limit = {most, most};
      if (setrlimit(RLIMIT_NPROC, &limit) != 0) return kCannotLimit;
      return work_on_threads(8);
    };
    const int result = exit_of_child(work);
    EXPECT_TRUE(result == kOk || result == kCannotLimit) << most << " processes: exit status " << result;
  }
}

// LLVM's runtime allocates when it starts its threads, so there the header promises nothing about memory.
#ifndef __clang__
int64_t address_space() {
  std::FILE *file = std::fopen("/proc/self/statm", "re");
  long long pages = 0;
  if (file == nullptr || std::fscanf(file, "%lld", &pages) != 1) pages = 0;
  if (file != nullptr) std::fclose(file);
  return static_cast<int64_t>(pages) * sysconf(_SC_PAGESIZE);
}

// A call that finds no memory says so.
TEST(Limits, AddressSpace) {
  for (int64_t room = 0; room < 120; room += 3) {
    const auto work = [&] {
      const int64_t now = address_space();
      const auto most = static_cast<rlim_t>(now + (room << 20U));
      const rlimit limit = {most, most};
      if (now == 0 || setrlimit(RLIMIT_AS, &limit) != 0) return kCannotLimit;
      return work_on_threads(8);
    };
    const int result = exit_of_child(work);
    EXPECT_TRUE(result == kOk || result == kNoMemory || result == kCannotLimit)
        << room << " MiB: exit status " << result;
  }
}
#endif

}  // namespace
}  // namespace property
