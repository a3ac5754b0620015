// Every block is one of the C heap's own, so that any thread may free it and nothing is tied to the thread it came
// from. The list of the freeing thread takes it: whoever frees is likely to allocate again.
#include "runtime/small_blocks.h"

#include <cstdlib>
#include <cstring>

namespace ct {

namespace small {

namespace {

constexpr size_t kListBytes = 8192;  // a list's bound: 136 KiB in all lists of a thread
constexpr size_t capacity_of(size_t index) { return (index + 1) * kSmallAlignment; }
constexpr uint32_t room_of(size_t index) { return static_cast<uint32_t>(kListBytes / capacity_of(index)); }

constexpr uint32_t kOff = 1;        // a bit of the epoch
constexpr uint32_t kEpochStep = 2;  // a trim

thread_local bool t_ended = false;

void give_back(Lists *lists) noexcept {
  for (size_t i = 0; i < kClasses; ++i) {
    for (FreeBlock *block = lists->list[i].first; block != nullptr;) {
      FreeBlock *const next = block->next;
      to_heap(block);
      block = next;
    }
    lists->list[i] = {nullptr, room_of(i)};
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

}  // namespace

std::atomic<uint32_t> g_epoch{0};
constinit thread_local Lists *t_lists = nullptr;

Lists *renewed_lists(uint32_t epoch) noexcept {
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

// posix_memalign costs several times malloc where many small blocks are alive, and its remainders are in the way of
// the ones that follow. malloc's own address lies in front of the block.
void *from_heap(size_t index) noexcept {
  static_assert(alignof(std::max_align_t) >= sizeof(void *));  // so that there is room in front
  char *const raw = static_cast<char *>(std::malloc(capacity_of(index) + kSmallAlignment));
  if (raw == nullptr) return nullptr;
  char *const block = raw + kSmallAlignment - reinterpret_cast<uintptr_t>(raw) % kSmallAlignment;
  std::memcpy(block - sizeof(raw), &raw, sizeof(raw));
  return block;
}

void to_heap(void *block) noexcept {
  void *raw = nullptr;
  std::memcpy(&raw, static_cast<char *>(block) - sizeof(raw), sizeof(raw));
  std::free(raw);
}

}  // namespace small

void set_small_lists(bool on) noexcept {
  if (on) {
    small::g_epoch.fetch_and(~small::kOff, std::memory_order_relaxed);
  } else {
    small::g_epoch.fetch_or(small::kOff, std::memory_order_relaxed);
    if (small::t_lists != nullptr) small::give_back(small::t_lists);
  }
}

void trim_small_lists() noexcept {
  small::g_epoch.fetch_add(small::kEpochStep, std::memory_order_relaxed);
  if (small::t_lists != nullptr) small::give_back(small::t_lists);
}

size_t small_list_bytes() noexcept {
  size_t bytes = 0;
  for (size_t i = 0; small::t_lists != nullptr && i < small::kClasses; ++i) {
    bytes += (small::room_of(i) - small::t_lists->list[i].room) * small::capacity_of(i);
  }
  return bytes;
}

}  // namespace ct
