// A child that is forked after its parent worked in parallel. The threads of libgomp do not survive a fork, so the
// child must run serially instead of waiting for them.
#include <gtest/gtest.h>

#include "child.h"
#include "settings.h"

namespace property {
namespace {

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

#ifndef __SANITIZE_THREAD__  // which ends a child of a process with threads that starts threads
TEST(Fork, ChildMayChooseAPool) {
  use_threads(4);
  ASSERT_TRUE(works());
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(ct_set_thread_pool(3, nullptr) == CT_OK && works() && ct_get_num_threads() == 3 ? 0 : 1);
  EXPECT_EQ(status_of_child(child), 0);
}
#endif

}  // namespace
}  // namespace property
