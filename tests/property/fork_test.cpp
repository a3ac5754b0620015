// A child that is forked after its parent worked in parallel. The threads of libgomp do not survive a fork, so the
// child must run serially instead of waiting for them.
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <ctime>

#include "handles.h"
#include "settings.h"

namespace property {
namespace {

using reference::Handle;

constexpr int64_t kCount = 1 << 20;

bool works() {
  const int64_t sizes[] = {kCount};
  Handle ones, twos, total;
  ct_scalar item{};
  return ct_ones(sizes, 1, CT_FLOAT32, ones.receive(), nullptr) == CT_OK &&
         ct_add(ones, ones, twos.receive(), nullptr) == CT_OK &&
         ct_sum(twos, nullptr, 0, false, CT_UNDEFINED, total.receive(), nullptr) == CT_OK &&
         ct_tensor_item(total, &item, nullptr) == CT_OK && item.re == 2.0 * kCount;
}

int status_of_child(pid_t child) {  // -1: it was still running after ten seconds
  for (int waited = 0; waited < 1000; ++waited) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) return status;
    const timespec hundredth = {0, 10000000};
    nanosleep(&hundredth, nullptr);
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return -1;
}

TEST(Fork, ChildWorksAfterParallelWorkInTheParent) {
  use_threads(4);
  ASSERT_TRUE(works());
  for (int round = 0; round < 3; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const pid_t grandchild = works() ? fork() : -1;
      if (grandchild == 0) _exit(works() ? 0 : 2);
      _exit(grandchild > 0 && status_of_child(grandchild) == 0 ? 0 : 1);
    }
    EXPECT_EQ(status_of_child(child), 0);
    ASSERT_TRUE(works()) << "the parent, after the fork";
  }
}

}  // namespace
}  // namespace property
