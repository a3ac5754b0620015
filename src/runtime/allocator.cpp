// The default allocator, and the host's in its place.
#include "runtime/allocator.h"

#include <sys/mman.h>

#include <atomic>
#include <cstdlib>

#include "runtime/error.h"

namespace ct {

namespace {

constexpr size_t kCacheLine = 64;
constexpr size_t kHugePage = size_t{2} << 20U;

void *default_allocate(void *, size_t size, size_t alignment) {
  if (size == 0) size = 1;
  if (alignment <= alignof(std::max_align_t)) return std::malloc(size);
  void *block = nullptr;
  if (posix_memalign(&block, alignment, size) != 0) return nullptr;
  // Transparent huge pages are "madvise" on most systems. Faulting 4 KiB pages of a fresh block costs more than filling
  // it. A refusal changes speed alone.
  if (alignment >= kHugePage) madvise(block, size, MADV_HUGEPAGE);
  return block;
}

void default_deallocate(void *, void *block, size_t, size_t) { std::free(block); }

constexpr ct_allocator kDefaultAllocator = {sizeof(ct_allocator), 0, nullptr, default_allocate, default_deallocate};

// A block must go back whence it came, so the allocator may change only while nothing has been allocated. Setting holds
// kSetting for the moment in which the fields are half-written.
enum State : int { kFree, kSetting, kFrozen };
std::atomic<int> g_state{kFree};
ct_allocator g_allocator = kDefaultAllocator;

void freeze() noexcept {
  int seen = g_state.load(std::memory_order_acquire);
  while (seen != kFrozen) {
    seen = kFree;
    if (g_state.compare_exchange_weak(seen, kFrozen, std::memory_order_acq_rel)) return;
  }
}

}  // namespace

void *allocate(size_t size, size_t alignment) {
  if (g_state.load(std::memory_order_acquire) != kFrozen) freeze();
  void *block = g_allocator.allocate(g_allocator.user_data, size, alignment);
  if (block == nullptr) {
    fail(CT_ERROR_OUT_OF_MEMORY, "could not allocate ", static_cast<uint64_t>(size), " bytes aligned to ",
         static_cast<uint64_t>(alignment));
  }
  return block;
}

void deallocate(void *block, size_t size, size_t alignment) noexcept {
  if (block != nullptr) g_allocator.deallocate(g_allocator.user_data, block, size, alignment);
}

void set_allocator(const ct_allocator *allocator) {
  if (allocator != nullptr && (allocator->allocate == nullptr || allocator->deallocate == nullptr)) {
    fail(CT_ERROR_INVALID, "an allocator needs both allocate and deallocate");
  }
  int seen = kFree;
  if (!g_state.compare_exchange_strong(seen, kSetting, std::memory_order_acq_rel)) {
    fail(CT_ERROR_BUSY, "the allocator is in use: set it before the first allocation");
  }
  g_allocator = allocator != nullptr ? *allocator : kDefaultAllocator;
  g_state.store(kFree, std::memory_order_release);
}

void trim_memory() noexcept {}  // freed blocks go straight back: nothing is cached yet

size_t data_alignment(size_t size) noexcept { return size >= kHugePage ? kHugePage : kCacheLine; }

}  // namespace ct
