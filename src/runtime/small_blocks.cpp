// Every block is one of the C heap's own, so that any thread may free it and nothing is tied to the thread it came
// from. The list of the freeing thread takes it: whoever frees is likely to allocate again.
#include "runtime/small_blocks.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace ct {

namespace {

static_assert(alignof(std::max_align_t) >= sizeof(void *));  // so that there is room in front of a block
constexpr size_t kClasses = kSmallBlock / kSmallAlignment;   // 64, 128, … bytes
constexpr size_t kListBytes = 8192;                          // a list's bound: 136 KiB in all lists of a thread

constexpr size_t class_of(size_t size) { return size == 0 ? 0 : (size - 1) / kSmallAlignment; }
constexpr size_t capacity_of(size_t index) { return (index + 1) * kSmallAlignment; }

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

constexpr uint32_t kOff = 1;        // a bit of the epoch
constexpr uint32_t kEpochStep = 2;  // a trim
std::atomic<uint32_t> g_epoch{0};   // lists of another epoch are given back before they take a block

// One pointer in the static part of thread-local storage costs one instruction to read from a shared library, too.
// libgomp does the same, so it asks nothing new of a host that loads the library late.
#ifdef __GLIBC__
[[gnu::tls_model("initial-exec")]]
#endif
thread_local Lists *t_lists = nullptr;
thread_local bool t_ended = false;

// posix_memalign costs several times malloc where many small blocks are alive, and its remainders are in the way of
// the ones that follow. malloc's own address lies in front of the block.
[[gnu::noinline]] void *from_heap(size_t index) noexcept {
  char *const raw = static_cast<char *>(std::malloc(capacity_of(index) + kSmallAlignment));
  if (raw == nullptr) return nullptr;
  char *const block = raw + kSmallAlignment - reinterpret_cast<uintptr_t>(raw) % kSmallAlignment;
  std::memcpy(block - sizeof(raw), &raw, sizeof(raw));
  return block;
}

[[gnu::noinline]] void to_heap(void *block) noexcept {
  void *raw = nullptr;
  std::memcpy(&raw, static_cast<char *>(block) - sizeof(raw), sizeof(raw));
  std::free(raw);
}

void give_back(Lists *lists) noexcept {
  for (size_t i = 0; i < kClasses; ++i) {
    for (FreeBlock *block = lists->list[i].first; block != nullptr;) {
      FreeBlock *const next = block->next;
      to_heap(block);
      block = next;
    }
    lists->list[i] = {nullptr, static_cast<uint32_t>(kListBytes / capacity_of(i))};
  }
}

// Other objects of the thread, or of the process, may free tensors after this: those blocks go straight to the heap.
struct AtThreadEnd {
  ~AtThreadEnd() {
    t_ended = true;
    if (t_lists == nullptr) return;
    give_back(t_lists);
    std::free(t_lists);
    t_lists = nullptr;
  }
};

// This thread's lists as of now; NULL when nothing is to be kept.
[[gnu::noinline]] Lists *renewed_lists(uint32_t epoch) noexcept {
  if (t_lists != nullptr) {
    give_back(t_lists);
  } else {
    if (t_ended || (epoch & kOff) != 0) return nullptr;
    auto *lists = static_cast<Lists *>(std::calloc(1, sizeof(Lists)));
    if (lists == nullptr) return nullptr;
    give_back(lists);
    static thread_local AtThreadEnd at_thread_end;
    static_cast<void>(&at_thread_end);
    t_lists = lists;
  }
  if ((epoch & kOff) != 0) return nullptr;
  t_lists->epoch = epoch;
  return t_lists;
}

}  // namespace

void *take_small(size_t size) noexcept {
  const size_t index = class_of(size);
  if (Lists *const lists = t_lists; lists != nullptr) {
    Lists::List &list = lists->list[index];
    if (FreeBlock *const block = list.first; block != nullptr) {
      list.first = block->next;
      ++list.room;
      return block;
    }
  }
  return from_heap(index);
}

void give_small(void *block, size_t size) noexcept {
  const uint32_t epoch = g_epoch.load(std::memory_order_relaxed);
  Lists *lists = t_lists;
  if (lists == nullptr || lists->epoch != epoch) lists = renewed_lists(epoch);
  if (lists != nullptr) {
    Lists::List &list = lists->list[class_of(size)];
    if (list.room != 0) {
      --list.room;
      auto *const freed = static_cast<FreeBlock *>(block);
      freed->next = list.first;
      list.first = freed;
      return;
    }
  }
  to_heap(block);
}

void set_small_lists(bool on) noexcept {
  if (on) {
    g_epoch.fetch_and(~kOff, std::memory_order_relaxed);
  } else {
    g_epoch.fetch_or(kOff, std::memory_order_relaxed);
    if (t_lists != nullptr) give_back(t_lists);
  }
}

void trim_small_lists() noexcept {
  g_epoch.fetch_add(kEpochStep, std::memory_order_relaxed);
  if (t_lists != nullptr) give_back(t_lists);
}

size_t small_list_bytes() noexcept {
  size_t bytes = 0;
  for (size_t i = 0; t_lists != nullptr && i < kClasses; ++i) {
    bytes += (kListBytes / capacity_of(i) - t_lists->list[i].room) * capacity_of(i);
  }
  return bytes;
}

}  // namespace ct
