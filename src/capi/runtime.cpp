// Entry points about the library itself: version, ISA, and the settings of the process.
#include "capi/guard.h"
#include "runtime/allocator.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"

using namespace ct;

extern "C" {

uint32_t ct_version(void) { return CT_VERSION_MAJOR << 16 | CT_VERSION_MINOR << 8 | CT_VERSION_PATCH; }

const char *ct_isa(void) { return kernel_isa(); }

ct_status ct_set_num_threads(int32_t n, ct_error *error) {
  return guarded("ct_set_num_threads", error, [&] { set_num_threads(n); });
}

int32_t ct_get_num_threads(void) { return num_threads(); }

ct_status ct_set_deterministic(bool on, ct_error *error) {
  return guarded("ct_set_deterministic", error, [&] { set_deterministic(on); });
}

bool ct_get_deterministic(void) { return deterministic(); }

ct_status ct_set_executor(const ct_executor *executor, ct_error *error) {
  return guarded("ct_set_executor", error, [&] {
    if (executor == nullptr) return set_executor(nullptr);
    const ct_executor &known = known_struct(executor, "executor");
    set_executor(&known);
  });
}

ct_status ct_set_thread_pool(int32_t num_threads, ct_error *error) {
  return guarded("ct_set_thread_pool", error, [&] { set_thread_pool(num_threads); });
}

ct_status ct_set_allocator(const ct_allocator *allocator, ct_error *error) {
  return guarded("ct_set_allocator", error, [&] {
    if (allocator == nullptr) return set_allocator(nullptr);
    const ct_allocator &known = known_struct(allocator, "allocator");
    if (known.reserved != 0) fail(CT_ERROR_INVALID, "allocator->reserved must be 0, got ", uint64_t{known.reserved});
    set_allocator(&known);
  });
}

ct_status ct_set_cache_limit(size_t bytes, ct_error *error) {
  return guarded("ct_set_cache_limit", error, [&] { set_cache_limit(bytes); });
}

size_t ct_get_cache_limit(void) { return cache_limit(); }

void ct_trim(void) { trim_memory(); }

}  // extern "C"
