// The library's own threads. They stay until the process ends, so each test that starts some runs in a child.
#include <gtest/gtest.h>

#include <dirent.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "runtime/error.h"
#include "runtime/thread_pool.h"
#include "runtime/threads.h"

namespace ct {
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool kThreadSanitizer = true;
#else
constexpr bool kThreadSanitizer = false;
#endif

// Whether a child of a process with threads may start some of its own. ThreadSanitizer ends such a child, and so does
// QEMU, which Meson names in this variable: its list of virtual processors still holds those of the parent's threads.
bool child_may_start_threads() { return !kThreadSanitizer && std::getenv("MESON_EXE_WRAPPER") == nullptr; }

// In a child, whose own checks print what failed.
template <class F>
void in_child(F body) {
  std::fflush(stdout);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60);
    body();
    std::fflush(stdout);
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  ASSERT_EQ(WEXITSTATUS(status), 0);
}

// Runs `count` indices and checks that each ran once.
bool visits_all(int64_t count, int32_t threads) {
  std::vector<std::atomic<int>> seen(static_cast<size_t>(count));
  std::atomic<bool> wrong_worker{false};
  const auto body = [&](int64_t index, int32_t worker) -> ct_status {
    if (worker < 0 || worker >= threads) wrong_worker = true;
    ++seen[static_cast<size_t>(index)];
    return CT_OK;
  };
  const bool ok = parallel_run(count, body, threads) == CT_OK && !wrong_worker;
  return ok && std::all_of(seen.begin(), seen.end(), [](const auto &times) { return times == 1; });
}

// How many threads take part in a run whose tasks wait for each other, for ten seconds at most.
int32_t threads_that_meet(int32_t wanted) {
  std::atomic<int32_t> here{0};
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  const auto body = [&](int64_t, int32_t) -> ct_status {
    ++here;
    while (here < wanted && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    return CT_OK;
  };
  parallel_run(wanted, body, wanted);
  return std::chrono::steady_clock::now() < end ? wanted : 0;
}

std::vector<std::string> files_of_threads(const char *name) {
  std::vector<std::string> texts;
  DIR *const tasks = opendir("/proc/self/task");
  if (tasks == nullptr) return texts;
  while (const dirent *const task = readdir(tasks)) {
    if (task->d_name[0] == '.') continue;
    std::ifstream file("/proc/self/task/" + std::string(task->d_name) + "/" + name);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  closedir(tasks);
  return texts;
}

TEST(ThreadPool, RunsOnTheThreadsThatWereAskedFor) {
  in_child([] {
    set_thread_pool(5);
    EXPECT_EQ(num_threads(), 5);
    EXPECT_TRUE(can_run_parallel());
    EXPECT_EQ(threads_that_meet(5), 5);
    for (const int64_t count : {2, 5, 1000}) EXPECT_TRUE(visits_all(count, num_threads()));
    EXPECT_GT(fork_join_ns(), 0);
  });
}

TEST(ThreadPool, OneThreadIsTheCaller) {
  in_child([] {
    set_thread_pool(1);
    EXPECT_EQ(num_threads(), 1);
    EXPECT_FALSE(can_run_parallel());
    EXPECT_TRUE(visits_all(100, 1));
    EXPECT_TRUE(visits_all(100, 8));
  });
}

TEST(ThreadPool, TakesAsManyAsOpenMPWould) {
  for (const auto &[told, most] : {std::pair("3", 3), std::pair("2,4", 2), std::pair("5000", pool::kMaxThreads)}) {
    if (most == pool::kMaxThreads && kThreadSanitizer) continue;
    in_child([told = told, most = most] {
      setenv("OMP_NUM_THREADS", told, 1);
      set_thread_pool(0);
      EXPECT_GE(num_threads(), std::min(most, 3) - 1);
      EXPECT_LE(num_threads(), most);
      EXPECT_TRUE(visits_all(5000, num_threads()));
    });
  }
  for (const char *none : {"", "many", "0", "-2"}) {
    in_child([none] {
      setenv("OMP_NUM_THREADS", none, 1);
      set_thread_pool(0);
      EXPECT_GE(num_threads(), 1);
      EXPECT_LE(num_threads(), sysconf(_SC_NPROCESSORS_CONF));
    });
  }
}

TEST(ThreadPool, IsChosenOnceAndBeforeTheFirstRun) {
  in_child([] {
    EXPECT_THROW(set_thread_pool(-1), Error);
    EXPECT_THROW(set_thread_pool(pool::kMaxThreads + 1), Error);
    EXPECT_EQ(pool::size(), 0);
    set_executor(nullptr);
    set_thread_pool(3);
    for (const auto choose : {+[] { set_thread_pool(3); }, +[] { set_executor(nullptr); }}) {
      try {
        choose();
        ADD_FAILURE() << "the threads changed";
      } catch (const Error &error) {
        EXPECT_EQ(error.status, CT_ERROR_BUSY);
      }
    }
    EXPECT_EQ(num_threads(), 3);
  });
}

TEST(ThreadPool, SetNumThreadsHoldsUpToItsSize) {
  in_child([] {
    set_num_threads(2);
    set_thread_pool(4);
    EXPECT_EQ(num_threads(), 2);
    set_num_threads(100);
    EXPECT_EQ(num_threads(), 4);
    EXPECT_TRUE(visits_all(1000, 100));
    set_num_threads(1);
    EXPECT_EQ(num_threads(), 1);
    set_num_threads(0);
    EXPECT_EQ(num_threads(), 4);
  });
}

TEST(ThreadPool, NestedRunsAreSerialAndErrorsComeBack) {
  in_child([] {
    set_thread_pool(4);
    std::atomic<int> total{0}, nested_workers{0};
    for (int round = 0; round < 100; ++round) {
      parallel_run(8, [&](int64_t, int32_t) {
        return parallel_run(8, [&](int64_t, int32_t worker) {
          nested_workers += worker;
          ++total;
          return CT_OK;
        });
      });
      EXPECT_EQ(parallel_run(1000, [](int64_t index, int32_t) { return index == 500 ? CT_STATUS_USER - 3 : CT_OK; }),
                CT_STATUS_USER - 3);
      const auto throws = [](int64_t index, int32_t) -> ct_status {
        if (index == 77) fail(CT_ERROR_INVALID, "seventy-seven");
        return CT_OK;
      };
      EXPECT_THROW(parallel_run(100, throws), Error);
    }
    EXPECT_EQ(total, 6400);
    EXPECT_EQ(nested_workers, 0);
  });
}

TEST(ThreadPool, SixtyFourCallersShareIt) {
  in_child([] {
    set_thread_pool(4);
    std::atomic<int> ready{0}, wrong{0};
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 64; ++caller) {
      callers.emplace_back([&, caller] {
        ++ready;
        while (ready < 64) std::this_thread::yield();
        for (int round = 0; round < 50; ++round) wrong += visits_all(10 + caller, 2 + caller % 3) ? 0 : 1;
      });
    }
    for (std::thread &caller : callers) caller.join();
    EXPECT_EQ(wrong, 0);
  });
}

// Callers come while the workers spin, fall asleep, and sleep; and some runs are so long that the callers sleep, too.
TEST(ThreadPool, WakesUpWheneverItIsCalled) {
  in_child([] {
    set_thread_pool(3);
    std::atomic<int> wrong{0};
    const auto caller = [&](unsigned seed) {
      for (int round = 0; round < 300; ++round) {
        seed = seed * 1103515245U + 12345U;
        const timespec pause = {0, static_cast<long>(seed >> 16U) % 150'000};
        nanosleep(&pause, nullptr);
        std::atomic<int> ran{0};
        const auto body = [&](int64_t, int32_t) -> ct_status {
          if (round % 4 == 0) nanosleep(&pause, nullptr);
          ++ran;
          return CT_OK;
        };
        if (parallel_run(5, body, 3) != CT_OK || ran != 5) ++wrong;
        if (round % 16 == 0 && pool::run(
                                   3, [](void *, int64_t) {}, nullptr, pool::Late::kAwaited) < 1)
          ++wrong;
      }
    };
    std::thread other(caller, 1), third(caller, 2);
    caller(3);
    other.join();
    third.join();
    EXPECT_EQ(wrong, 0);
  });
}

TEST(ThreadPool, WorkersSleep) {
  in_child([] {
    set_thread_pool(4);
    EXPECT_TRUE(visits_all(1000, 4));
    const timespec until_they_sleep = {0, 50'000'000}, half = {0, 500'000'000};
    nanosleep(&until_they_sleep, nullptr);
    rusage before = {}, after = {};
    getrusage(RUSAGE_SELF, &before);
    nanosleep(&half, nullptr);
    getrusage(RUSAGE_SELF, &after);
    const auto us = [](const timeval &time) { return time.tv_sec * 1'000'000 + time.tv_usec; };
    EXPECT_LT(us(after.ru_utime) + us(after.ru_stime) - us(before.ru_utime) - us(before.ru_stime), 20'000);
  });
}

TEST(ThreadPool, WorkersHaveNamesAndBlockSignals) {
#ifdef __linux__
  in_child([] {
    sigset_t before, after;
    pthread_sigmask(SIG_SETMASK, nullptr, &before);
    errno = 4321;
    set_thread_pool(3);
    EXPECT_EQ(errno, 4321);
    pthread_sigmask(SIG_SETMASK, nullptr, &after);
    for (int signal = 1; signal < 32; ++signal) EXPECT_EQ(sigismember(&before, signal), sigismember(&after, signal));
    EXPECT_EQ(threads_that_meet(3), 3);
    std::vector<std::string> names = files_of_threads("comm");
    if (names.empty()) return;  // there is no /proc
    EXPECT_EQ(std::count(names.begin(), names.end(), "ctensor-1\n"), 1);
    EXPECT_EQ(std::count(names.begin(), names.end(), "ctensor-2\n"), 1);
    int workers = 0;
    for (const std::string &status : files_of_threads("status")) {
      if (status.find("Name:\tctensor-") == std::string::npos) continue;
      ++workers;
      const uint64_t blocked = std::stoull(status.substr(status.find("SigBlk:") + 7), nullptr, 16);
      for (const int signal : {SIGINT, SIGTERM, SIGALRM, SIGCHLD, SIGUSR1, SIGPROF, SIGPIPE}) {
        EXPECT_TRUE(blocked >> (signal - 1) & 1U) << signal;
      }
      for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) EXPECT_FALSE(blocked >> (fault - 1) & 1U) << fault;
    }
    EXPECT_EQ(workers, 2);
  });
#endif
}

// The child does not hang: it works alone, and has a pool when it asks for one.
TEST(ThreadPool, ForkedChildMayStartItsOwn) {
  in_child([] {
    set_thread_pool(4);
    // All have started: a thread that starts holds locks of AddressSanitizer, for which a child would wait forever.
    EXPECT_EQ(threads_that_meet(4), 4);
    EXPECT_TRUE(visits_all(1000, 4));
    for (int round = 0; round < 20; ++round) {
      in_child([round] {
        EXPECT_EQ(pool::size(), 0);
        EXPECT_FALSE(can_run_parallel());
        EXPECT_TRUE(visits_all(1000, 4));
        if (round % 2 != 0 || !child_may_start_threads()) return;
        set_thread_pool(3);
        EXPECT_EQ(num_threads(), 3);
        EXPECT_EQ(threads_that_meet(3), 3);
        in_child([] { EXPECT_TRUE(visits_all(1000, 4)); });
      });
      EXPECT_TRUE(visits_all(1000, 4));
    }
  });
}

// Forks at any time: while other threads start a run, wait, or fall asleep.
TEST(ThreadPool, ForksWhileOthersWork) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "a child of AddressSanitizer may find its heap locked by a thread of the parent";
#endif
  in_child([] {
    set_thread_pool(4);
    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0};
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 2; ++caller) {
      callers.emplace_back([&] {
        while (!stop) wrong += visits_all(20, 4) ? 0 : 1;
      });
    }
    for (int round = 0; round < 100; ++round) {
      const pid_t child = fork();
      if (child == 0) {
        alarm(20);
        bool right = visits_all(100, 4);
        if (child_may_start_threads()) {
          set_thread_pool(2);
          right = visits_all(100, 4) && right;
        }
        std::_Exit(right ? 0 : 1);
      }
      int status = -1;
      waitpid(child, &status, 0);
      EXPECT_EQ(status, 0);
    }
    stop = true;
    for (std::thread &caller : callers) caller.join();
    EXPECT_EQ(wrong, 0);
  });
}

// A process that ends by exit() while workers are awake, and one while another thread still calls.
TEST(ThreadPool, ProcessesEndAtAnyTime) {
  for (int round = 0; round < 10; ++round) {
    in_child([round] {
      set_thread_pool(4);
      static std::atomic<bool> began{false};
      if (round % 2 == 0) {
        std::thread([] {
          for (;;) {
            visits_all(100, 4);
            began = true;
          }
        }).detach();
        while (!began) std::this_thread::yield();
      } else {
        visits_all(100, 4);
      }
      if (!testing::Test::HasFailure()) std::exit(0);
    });
  }
}

}  // namespace
}  // namespace ct
