// Small blocks: handles, storages, the data of small tensors. Freed ones wait in lists of the thread that freed them.
// What is too much for these lists goes, in batches, to a depot of the process, from which every thread takes.
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
    FreeBlock *spare;  // a whole batch, or NULL: a thread that frees and allocates around a full list needs no depot
    uint32_t room;     // how many more `first` takes before it is a batch
  } list[kClasses];
};

extern std::atomic<uint32_t> g_epoch;  // lists of another epoch are given back before they take a block

// A pointer in the static part of thread-local storage can be read by one instruction, even in a shared library.
// libgomp has such variables as well, so this asks nothing new of a host that loads the library late.
#ifdef __GLIBC__
[[gnu::tls_model("initial-exec")]]
#endif
extern constinit thread_local Lists *t_lists;

// The common case, inline: a thread has lists only where the library's own allocator is in use, so nothing else needs
// to be checked. On NULL and false, take_small and give_small handle the rest.
inline void *take_listed(size_t size) noexcept {
  Lists *const lists = t_lists;
  if (lists == nullptr) return nullptr;
  Lists::List &list = lists->list[class_of(size)];
  FreeBlock *const block = list.first;
  if (block == nullptr) return nullptr;
  list.first = block->next;
  ++list.room;
  return block;
}

inline bool give_listed(void *block, size_t size) noexcept {
  Lists *const lists = t_lists;
  if (lists == nullptr || lists->epoch != g_epoch.load(std::memory_order_relaxed)) return false;
  Lists::List &list = lists->list[class_of(size)];
  if (list.room == 0) return false;
  --list.room;
  auto *const freed = static_cast<FreeBlock *>(block);
  freed->next = list.first;
  list.first = freed;
  return true;
}

}  // namespace small

// size is at most kSmallBlock. The block is aligned to kSmallAlignment. NULL means that there is no memory.
void *take_small(size_t size) noexcept;
// size: the one that the block was taken with. Any thread may give it back.
void give_small(void *block, size_t size) noexcept;

void set_small_lists(bool on) noexcept;  // off: everything is given back as below, and nothing is kept
bool are_small_lists_on() noexcept;
void end_small_lists() noexcept;  // of this thread, for good
// Gives back the blocks of the depot and of this thread's lists at once, and those of other threads when they next free
// a block or end.
void trim_small_lists() noexcept;
size_t small_list_bytes() noexcept;   // in the lists of this thread
size_t small_depot_bytes() noexcept;  // exact only while no other thread allocates or frees

}  // namespace ct
