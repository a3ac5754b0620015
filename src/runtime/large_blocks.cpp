// A freed mapping keeps its pages, because faulting in fresh ones costs more than filling or copying them. The cache is
// an array of words that threads exchange, so there is no lock that a forked child could find held.
#include "runtime/large_blocks.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

#include "runtime/process.h"

namespace ct {

namespace {

// There are eight capacities to a power of two: a block is at most an eighth larger than asked for. That costs address
// space alone, because pages that are never touched take no memory. Equal sizes, which loops ask for, always get their
// own blocks again.
struct SizeClass {
  uint32_t index;
  size_t capacity;
};

SizeClass size_class(size_t size) noexcept {
  const auto shift = static_cast<uint32_t>(std::bit_width(size - 1)) - 4;
  const size_t steps = ((size - 1) >> shift) + 1;  // 9 … 16
  return {shift * 8 + static_cast<uint32_t>(steps) - 9, steps << shift};
}

size_t capacity_of(uint32_t index) noexcept { return size_t{index % 8 + 9} << (index / 8); }

// A slot is 0 or a whole cached block in one word, so that taking and leaving one are single exchanges: the address,
// whose low 12 bits are 0 because no page is smaller, and the index of its size class in those bits.
constexpr uintptr_t kIndexMask = 4095;
constexpr size_t kSlots = 256;
std::atomic<uintptr_t> g_slots[kSlots];
std::atomic<size_t> g_hand{0};  // where the next eviction looks
std::atomic<size_t> g_held{0};  // bytes, including those that are about to be put in a slot
std::atomic<size_t> g_limit{0};
std::atomic<bool> g_limit_is_set{false};
std::atomic<size_t> g_default_limit{0};  // 0: not known yet

void unmap(void *block, size_t capacity) noexcept { munmap(block, capacity); }

void *map(size_t capacity) noexcept {
  const bool huge = capacity >= kHugePage;
  const size_t length = capacity + (huge ? kHugePage : 0);
  void *mapped = mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  if (!huge) return mapped;
  char *const start = static_cast<char *>(mapped);
  const size_t before = (kHugePage - reinterpret_cast<uintptr_t>(start) % kHugePage) % kHugePage;
  const size_t behind = kHugePage - before;
  if (before != 0) munmap(start, before);
  if (behind != 0) munmap(start + before + capacity, behind);
  // Transparent huge pages are "madvise" on most systems. A refusal changes speed alone.
  madvise(start + before, capacity, MADV_HUGEPAGE);
  return start + before;
}

void drop(uintptr_t word) noexcept {
  const size_t capacity = capacity_of(static_cast<uint32_t>(word & kIndexMask));
  unmap(reinterpret_cast<void *>(word & ~kIndexMask), capacity);
  g_held.fetch_sub(capacity);
}

bool evict_one() noexcept {
  for (size_t i = 0; i < kSlots; ++i) {
    std::atomic<uintptr_t> &slot = g_slots[g_hand.fetch_add(1, std::memory_order_relaxed) % kSlots];
    if (slot.load(std::memory_order_relaxed) == 0) continue;
    if (const uintptr_t word = slot.exchange(0); word != 0) {
      drop(word);
      return true;
    }
  }
  return false;
}

void shrink_to(size_t bytes) noexcept {
  while (g_held.load() > bytes && evict_one()) {
  }
}

// An eighth of the memory that this process may have leaves the host nearly all of it; and 1 GiB is several times
// what one operation on the largest operands of everyday work frees.
size_t default_limit() noexcept {
  size_t limit = g_default_limit.load(std::memory_order_relaxed);
  if (limit != 0) return limit;
  const KeepsErrno keeps_errno;
  const DefersCancellation defers_cancellation;  // sysconf reads a file on some systems
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  limit = pages > 0 && page > 0 ? static_cast<size_t>(pages) * static_cast<size_t>(page) : SIZE_MAX;
  // The share of a container: control groups, version 2 and 1.
  for (const char *const path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    if (const auto group = leading_number_of_file(path)) limit = std::min(limit, static_cast<size_t>(*group));
  }
  limit = std::clamp(limit / 8, size_t{1}, size_t{1} << 30U);
  g_default_limit.store(limit, std::memory_order_relaxed);
  return limit;
}

}  // namespace

void *take_large(size_t size) noexcept {
  if (size > SIZE_MAX / 4) return nullptr;
  const SizeClass wanted = size_class(size);
  for (std::atomic<uintptr_t> &slot : g_slots) {
    uintptr_t word = slot.load(std::memory_order_relaxed);
    if (word == 0 || (word & kIndexMask) != wanted.index) continue;
    if (slot.compare_exchange_strong(word, 0)) {
      g_held.fetch_sub(wanted.capacity);
      return reinterpret_cast<void *>(word & ~kIndexMask);
    }
  }
  void *block = map(wanted.capacity);
  if (block == nullptr && g_held.load() != 0) {
    trim_large_cache();
    block = map(wanted.capacity);
  }
  return block;
}

void give_large(void *block, size_t size) noexcept {
  const SizeClass given = size_class(size);
  const size_t limit = large_cache_limit();
  if (given.capacity > limit) return unmap(block, given.capacity);
  g_held.fetch_add(given.capacity);
  shrink_to(limit);
  uintptr_t word = reinterpret_cast<uintptr_t>(block) | given.index;
  for (std::atomic<uintptr_t> &slot : g_slots) {
    uintptr_t empty = 0;
    if (slot.load(std::memory_order_relaxed) == 0 && slot.compare_exchange_strong(empty, word)) {
      word = 0;
      break;
    }
  }
  if (word != 0) {  // all slots are taken: one of the others goes
    word = g_slots[g_hand.fetch_add(1, std::memory_order_relaxed) % kSlots].exchange(word);
    if (word != 0) drop(word);
  }
  // The limit may have been lowered in the meantime by a thread that did not see this block.
  shrink_to(large_cache_limit());
}

void set_large_cache_limit(size_t bytes) noexcept {
  g_limit.store(bytes);
  g_limit_is_set.store(true);
  shrink_to(bytes);
}

size_t large_cache_limit() noexcept { return g_limit_is_set.load() ? g_limit.load() : default_limit(); }

size_t large_cache_bytes() noexcept { return g_held.load(); }

void trim_large_cache() noexcept {
  for (std::atomic<uintptr_t> &slot : g_slots) {
    if (const uintptr_t word = slot.exchange(0); word != 0) drop(word);
  }
}

}  // namespace ct
