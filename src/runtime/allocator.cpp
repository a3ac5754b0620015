// The library's own allocator, and the host's in its place.
#include "runtime/allocator.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "runtime/error.h"
#include "runtime/large_blocks.h"
#include "runtime/process.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

bool is_large(size_t size, size_t alignment) noexcept {
  return kKeepsFreedBlocks && size >= kLargeBlock && alignment <= data_alignment(size);
}

void *own_allocate(size_t size, size_t alignment) noexcept {
  if (is_small(size, alignment)) return take_small(size);
  if (is_large(size, alignment)) return take_large(size);
  size = std::max<size_t>(size, 1);
  if (alignment <= alignof(std::max_align_t)) return std::malloc(size);
  void *block = nullptr;
  return posix_memalign(&block, alignment, size) == 0 ? block : nullptr;
}

void own_deallocate(void *block, size_t size, size_t alignment) noexcept {
  if (is_small(size, alignment)) return give_small(block, size);
  if (is_large(size, alignment)) return give_large(block, size);
  std::free(block);
}

// A block must go back to where it came from, so the allocator may change only while nothing has been allocated.
// Setting holds kSetting for the moment in which the fields are half-written.
enum State : int { kFreeOwn, kFreeHost, kSetting, kFrozenOwn, kFrozenHost };
std::atomic<int> g_state{kFreeOwn};
ct_allocator g_host = {};

bool is_free(int state) noexcept { return state == kFreeOwn || state == kFreeHost; }

[[gnu::noinline]] int freeze() noexcept {
  int seen = g_state.load(std::memory_order_acquire);
  while (seen != kFrozenOwn && seen != kFrozenHost) {
    const int frozen = seen == kFreeHost ? kFrozenHost : kFrozenOwn;
    if (seen == kSetting) {
      seen = g_state.load(std::memory_order_acquire);
    } else if (g_state.compare_exchange_weak(seen, frozen, std::memory_order_acq_rel)) {
      seen = frozen;
    }
  }
  return seen;
}

[[noreturn, gnu::noinline, gnu::cold]] void fail_to_allocate(size_t size, size_t alignment) {
  fail(CT_ERROR_OUT_OF_MEMORY, "could not allocate ", static_cast<uint64_t>(size), " bytes aligned to ",
       static_cast<uint64_t>(alignment));
}

}  // namespace

void *allocate_any(size_t size, size_t alignment) {
  const KeepsErrno keeps_errno;
  int state = g_state.load(std::memory_order_acquire);
  if (state < kFrozenOwn) state = freeze();
  void *block =
      state == kFrozenOwn ? own_allocate(size, alignment) : g_host.allocate(g_host.user_data, size, alignment);
  if (block == nullptr) fail_to_allocate(size, alignment);
  return block;
}

void deallocate_any(void *block, size_t size, size_t alignment) noexcept {
  const KeepsErrno keeps_errno;
  if (g_state.load(std::memory_order_acquire) == kFrozenOwn) {
    own_deallocate(block, size, alignment);
  } else {
    g_host.deallocate(g_host.user_data, block, size, alignment);
  }
}

void set_allocator(const ct_allocator *allocator) {
  if (allocator != nullptr && (allocator->allocate == nullptr || allocator->deallocate == nullptr)) {
    fail(CT_ERROR_INVALID, "an allocator needs both allocate and deallocate");
  }
  int seen = g_state.load(std::memory_order_acquire);
  if (!is_free(seen) || !g_state.compare_exchange_strong(seen, kSetting, std::memory_order_acq_rel)) {
    fail(CT_ERROR_BUSY, "the allocator is in use: set it before the first allocation");
  }
  g_host = allocator != nullptr ? *allocator : ct_allocator{};
  g_state.store(allocator != nullptr ? kFreeHost : kFreeOwn, std::memory_order_release);
}

void trim_memory() noexcept {
  const KeepsErrno keeps_errno;
  trim_workspace();
  trim_small_lists();
  trim_large_cache();
}

void set_cache_limit(size_t bytes) noexcept {
  const KeepsErrno keeps_errno;
  if (bytes == 0) trim_workspace();
  set_small_lists(bytes != 0);
  set_large_cache_limit(bytes);
}

size_t cache_limit() noexcept { return large_cache_limit(); }

size_t data_alignment(size_t size) noexcept { return size >= kHugePage ? kHugePage : kSmallAlignment; }

}  // namespace ct
