#include <pthread.h>

#include <mutex>

#include "api.h"
#include "blas.h"

// OpenBLAS has these, other libraries may not.
extern "C" {
__attribute__((weak)) int openblas_get_num_threads(void);
__attribute__((weak)) void openblas_set_num_threads(int threads);
}

namespace ct_linalg {

namespace {

struct Shared {
  std::mutex mutex;
  int users = 0, before = 0, now = 0;
  bool forked = false;
} shared;

bool has_setting() { return openblas_get_num_threads != nullptr && openblas_set_num_threads != nullptr; }

void set(int threads) {
  if (threads == shared.now) return;
  openblas_set_num_threads(threads);
  shared.now = threads;
}

// A child begins without users. OpenBLAS ends its threads before a fork, and setting their number would start them
// again, so it is left as it is.
void before_fork() { shared.mutex.lock(); }
void in_parent() { shared.mutex.unlock(); }
void in_child() {
  shared.users = 0;
  shared.forked = true;
  shared.mutex.unlock();
}
void watch_forks() {
  static const int registered = pthread_atfork(before_fork, in_parent, in_child);
  static_cast<void>(registered);
}

}  // namespace

BlasThreads::BlasThreads(int threads) {
  if (!has_setting()) return;
  watch_forks();
  const std::lock_guard<std::mutex> lock(shared.mutex);
  if (shared.users++ == 0) {
    shared.before = shared.now = openblas_get_num_threads();
    set(threads);
  } else if (threads < shared.now) {
    set(threads);
  }
}

BlasThreads::~BlasThreads() {
  if (!has_setting()) return;
  const std::lock_guard<std::mutex> lock(shared.mutex);
  // A child that was forked in the middle of a call has no users any more.
  if (shared.users > 0 && --shared.users == 0) set(shared.before);
}

int threads_of_one_call() {
  const std::lock_guard<std::mutex> lock(shared.mutex);
  return shared.forked ? 1 : ct_get_num_threads();
}

}  // namespace ct_linalg
