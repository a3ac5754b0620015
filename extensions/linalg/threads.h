// The core's threads for bodies that throw, and memory for them.
#pragma once

#include <algorithm>
#include <exception>
#include <mutex>

#include "support.h"

namespace ct_linalg {

// Calls body(begin, end, worker) for ranges that cover the items 0 … count - 1, each of which takes that many
// picoseconds. The first Failure that a body throws is thrown here, when all have ended.
template <class F>
void parallel(int64_t count, double item_ps, F &&body) {
  struct Shared {
    F &body;
    std::mutex mutex;
    std::exception_ptr failure;
  } shared = {body, {}, nullptr};
  const auto range = [](int64_t begin, int64_t end, int32_t worker, void *data) -> ct_status {
    Shared &all = *static_cast<Shared *>(data);
    try {
      all.body(begin, end, worker);
      return CT_OK;
    } catch (...) {
      const std::lock_guard<std::mutex> lock(all.mutex);
      if (all.failure == nullptr) all.failure = std::current_exception();
      return CT_ERROR_INTERNAL;
    }
  };
  ct_error error = {};
  const ct_range_fn fn = range;
  const int64_t ps = static_cast<int64_t>(std::clamp(item_ps, 1.0, 1e15));
  const ct_status status = ct_parallel_for(count, ps, fn, &shared, &error);
  if (shared.failure != nullptr) std::rethrow_exception(shared.failure);
  if (status != CT_OK) throw Failure{status, error.message};
}

// Memory of the core's allocator, aligned for vectors.
class Scratch {
 public:
  explicit Scratch(int64_t bytes) {
    if (bytes == 0) return;
    const int64_t all[] = {bytes + kAlignment};
    memory_ = empty(all, CT_UINT8);
    char *const data = data_mut(memory_);
    data_ = data + (kAlignment - reinterpret_cast<uintptr_t>(data) % kAlignment) % kAlignment;
  }
  char *data() const { return data_; }

 private:
  static constexpr int64_t kAlignment = 64;
  Tensor memory_;
  char *data_ = nullptr;
};

}  // namespace ct_linalg
