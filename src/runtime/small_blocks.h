// Small blocks: handles, storages, the data of small tensors. Freed ones wait in lists of the thread that freed them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ct {

constexpr size_t kSmallAlignment = 64;
constexpr size_t kSmallBlock = 1024 + kSmallAlignment;  // a storage with 1 KiB of data behind it

namespace small {

constexpr size_t kClasses = kSmallBlock / kSmallAlignment;  // 64, 128, … bytes
constexpr size_t class_of(size_t size) { return size == 0 ? 0 : (size - 1) / kSmallAlignment; }

struct FreeBlock {
  FreeBlock *next;
};

struct Lists {
  uint32_t epoch;  // of g_epoch when they were last given back
  struct List {
    FreeBlock *first;
    uint32_t room;  // how many more it takes
  } list[kClasses];
};

extern std::atomic<uint32_t> g_epoch;  // lists of another epoch are given back before they take a block

// One pointer in the static part of thread-local storage costs one instruction to read from a shared library, too.
// libgomp does the same, so it asks nothing new of a host that loads the library late.
#ifdef __GLIBC__
[[gnu::tls_model("initial-exec")]]
#endif
extern constinit thread_local Lists *t_lists;

Lists *renewed_lists(uint32_t epoch) noexcept;  // this thread's as of now; NULL when nothing is to be kept
void *from_heap(size_t index) noexcept;
void to_heap(void *block) noexcept;

}  // namespace small

// size is at most kSmallBlock. Aligned to kSmallAlignment. NULL: no memory.
inline void *take_small(size_t size) noexcept {
  const size_t index = small::class_of(size);
  if (small::Lists *const lists = small::t_lists; lists != nullptr) {
    small::Lists::List &list = lists->list[index];
    if (small::FreeBlock *const block = list.first; block != nullptr) {
      list.first = block->next;
      ++list.room;
      return block;
    }
  }
  return small::from_heap(index);
}

// With the size that it was taken with; on any thread.
inline void give_small(void *block, size_t size) noexcept {
  const uint32_t epoch = small::g_epoch.load(std::memory_order_relaxed);
  small::Lists *lists = small::t_lists;
  if (lists == nullptr || lists->epoch != epoch) lists = small::renewed_lists(epoch);
  if (lists != nullptr) {
    small::Lists::List &list = lists->list[small::class_of(size)];
    if (list.room != 0) {
      --list.room;
      auto *const freed = static_cast<small::FreeBlock *>(block);
      freed->next = list.first;
      list.first = freed;
      return;
    }
  }
  small::to_heap(block);
}

void set_small_lists(bool on) noexcept;  // off: every list is given back as below, and nothing is kept
void trim_small_lists() noexcept;        // this thread's at once, the others' when they next free a block or end
size_t small_list_bytes() noexcept;      // in the lists of this thread

}  // namespace ct
