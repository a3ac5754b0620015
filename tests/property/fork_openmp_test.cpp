// A host with OpenMP regions of its own, which forks before its first call of the library. Each test runs in a child of
// a process that never had threads.
#include <gtest/gtest.h>

#include <omp.h>
#include <sys/stat.h>

#include "child.h"
#include "settings.h"

namespace property {
namespace {

int64_t threads_alive() {
  struct stat tasks = {};
  return stat("/proc/self/task", &tasks) == 0 ? static_cast<int64_t>(tasks.st_nlink) - 2 : -1;
}

template <class F>
int run_in_child(F body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);  // a child that hangs outlives nobody
    _exit(body());
  }
  return status_of_child(child);
}

TEST(ForkOpenmp, ChildWorksAfterTheHostsOwnRegion) {
  const auto region_then_fork = [] {
    int32_t members = 0;
#pragma omp parallel num_threads(4) reduction(+ : members)
    ++members;
    if (members < 2) return 2;
    use_threads(4);
    return run_in_child([] { return works() ? 0 : 1; }) == 0 ? 0 : 1;
  };
  EXPECT_EQ(run_in_child(region_then_fork), 0);
}

TEST(ForkOpenmp, ChildOfAProcessWithoutThreadsHasThreads) {
  const auto fork_then_work = [] {
    use_threads(4);
    return works() && (threads_alive() < 0 || threads_alive() > 1) ? 0 : 1;
  };
  EXPECT_EQ(run_in_child(fork_then_work), 0);
}

}  // namespace
}  // namespace property
