// The library's settings. Programs change them; libraries should not.
#ifndef CTENSOR_LIBRARY_HPP
#define CTENSOR_LIBRARY_HPP

#include <memory>
#include <utility>

#include "error.hpp"

namespace ctensor {

struct Version {
  int major, minor, patch;
};
inline Version version() noexcept {
  const uint32_t v = ct_version();
  return {static_cast<int>(v >> 16), static_cast<int>(v >> 8 & 255), static_cast<int>(v & 255)};
}
inline const char *isa() noexcept { return ct_isa(); }

// 0: the executor's number, the pool's, or the machine's.
inline void set_num_threads(int32_t n) {
  detail::check([&](ct_error *error) { return ct_set_num_threads(n, error); });
}
inline int32_t get_num_threads() noexcept { return ct_get_num_threads(); }
inline void set_deterministic(bool on) {
  detail::check([&](ct_error *error) { return ct_set_deterministic(on, error); });
}
inline bool get_deterministic() noexcept { return ct_get_deterministic(); }
inline void set_cache_limit(size_t bytes) {
  detail::check([&](ct_error *error) { return ct_set_cache_limit(bytes, error); });
}
inline size_t get_cache_limit() noexcept { return ct_get_cache_limit(); }
inline void trim() noexcept { ct_trim(); }

// Runs parallel work on a pool of the library's own, which is final. 0: as many threads as OpenMP would take.
inline void set_thread_pool(int32_t num_threads) {
  detail::check([&](ct_error *error) { return ct_set_thread_pool(num_threads, error); });
}

// The tasks that an executor must run: task(i) for each i below count(), in any order, on any threads.
class Tasks {
 public:
  Tasks(int64_t count, void (*task)(void *, int64_t), void *arg) noexcept : count_(count), task_(task), arg_(arg) {}

  int64_t count() const noexcept { return count_; }
  void operator()(int64_t index) const noexcept { task_(arg_, index); }

 private:
  int64_t count_;
  void (*task_)(void *, int64_t);
  void *arg_;
};

// Runs the library's parallel work by parallel_for(const Tasks &), which returns when all tasks have finished. It is
// kept as long as the program runs. An exception from it makes the call that used it fail with CT_STATUS_USER.
template <class ParallelFor>
void set_executor(int32_t num_threads, ParallelFor parallel_for) {
  auto kept = std::make_unique<ParallelFor>(std::move(parallel_for));
  ct_executor executor{};
  executor.struct_size = sizeof executor;
  executor.num_threads = num_threads;
  executor.user_data = kept.get();
  executor.parallel_for = [](void *user_data, int64_t ntasks, void (*task)(void *, int64_t), void *arg) -> ct_status {
    try {
      (*static_cast<ParallelFor *>(user_data))(Tasks(ntasks, task, arg));
      return CT_OK;
    } catch (...) {
      return CT_STATUS_USER;
    }
  };
  detail::check([&](ct_error *error) { return ct_set_executor(&executor, error); });
  kept.release();  // the library uses it until the program ends
}
// Uses OpenMP's threads again.
inline void set_executor(std::nullptr_t) {
  detail::check([&](ct_error *error) { return ct_set_executor(nullptr, error); });
}

// Takes all memory from resource, a std::pmr::memory_resource or another type with its allocate(size, alignment) and
// deallocate(block, size, alignment). Both are called on any thread, and resource must live as long as the program. An
// exception from allocate means that there is no memory.
template <class Resource>
void set_allocator(Resource *resource) {
  ct_allocator allocator{};
  allocator.struct_size = sizeof allocator;
  allocator.user_data = resource;
  allocator.allocate = [](void *user_data, size_t size, size_t alignment) -> void * {
    try {
      return static_cast<Resource *>(user_data)->allocate(size, alignment);
    } catch (...) {
      return nullptr;
    }
  };
  allocator.deallocate = [](void *user_data, void *block, size_t size, size_t alignment) {
    static_cast<Resource *>(user_data)->deallocate(block, size, alignment);
  };
  detail::check([&](ct_error *error) { return ct_set_allocator(&allocator, error); });
}
// Uses the library's own allocator again.
inline void set_allocator(std::nullptr_t) {
  detail::check([&](ct_error *error) { return ct_set_allocator(nullptr, error); });
}

}  // namespace ctensor

#endif
