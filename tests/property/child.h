// Calls in forked children.
#pragma once

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <ctime>

#include "handles.h"

namespace property {

inline bool works() {  // on several threads, where there may be some
  constexpr int64_t kCount = 1 << 20;
  const int64_t sizes[] = {kCount};
  reference::Handle ones, twos, total;
  ct_scalar item{};
  return ct_ones(sizes, 1, CT_FLOAT32, ones.receive(), nullptr) == CT_OK &&
         ct_add(ones, ones, twos.receive(), nullptr) == CT_OK &&
         ct_sum(twos, nullptr, 0, false, CT_UNDEFINED, total.receive(), nullptr) == CT_OK &&
         ct_tensor_item(total, &item, nullptr) == CT_OK && item.re == 2.0 * kCount;
}

inline int status_of_child(pid_t child) {  // -1: it was still running after ten seconds
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

}  // namespace property
