// Every block comes from the C heap, so that any thread may free it and nothing is tied to the thread it came from. The
// list of the freeing thread takes it, because a thread that frees is likely to allocate again.
#include "runtime/small_blocks.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include "runtime/process.h"

namespace ct {

namespace small {

namespace {

constexpr size_t kBatchBytes = 4096;  // two batches a list at most: 136 KiB in all lists of a thread
constexpr size_t kPlaces = 256;       // batches of a step in the depot: 1 MiB
constexpr size_t capacity_of(size_t index) { return (index + 1) * kSmallAlignment; }
constexpr uint32_t room_of(size_t index) { return static_cast<uint32_t>(kBatchBytes / capacity_of(index)); }

constexpr uint32_t kOff = 1;        // a bit of the epoch
constexpr uint32_t kEpochStep = 2;  // a trim

thread_local bool t_ended = false;

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

void all_to_heap(FreeBlock *block) noexcept {
  while (block != nullptr) {
    FreeBlock *const next = block->next;
    to_heap(block);
    block = next;
  }
}

// The places for whole batches. Threads exchange them without a lock, so a forked child finds nothing half done.
struct Depot {
  std::atomic<FreeBlock *> places[kPlaces];
  std::atomic<uint32_t> count;  // about how many places are taken, which tells where to look first
};
Depot g_depot[kClasses];

bool put(size_t index, FreeBlock *batch) noexcept {
  Depot &depot = g_depot[index];
  const uint32_t first = depot.count.load(std::memory_order_relaxed);
  for (uint32_t i = 0; i < kPlaces; ++i) {
    std::atomic<FreeBlock *> &place = depot.places[(first + i) % kPlaces];
    FreeBlock *expected = nullptr;
    if (place.load(std::memory_order_relaxed) != nullptr ||
        !place.compare_exchange_strong(expected, batch, std::memory_order_acq_rel)) {
      continue;
    }
    depot.count.fetch_add(1, std::memory_order_relaxed);
    return true;
  }
  return false;
}

FreeBlock *take_batch(size_t index) noexcept {
  Depot &depot = g_depot[index];
  const uint32_t count = depot.count.load(std::memory_order_relaxed);
  if (count == 0) return nullptr;
  for (uint32_t i = 1; i <= kPlaces; ++i) {
    std::atomic<FreeBlock *> &place = depot.places[(count - i) % kPlaces];
    if (place.load(std::memory_order_relaxed) == nullptr) continue;
    FreeBlock *const batch = place.exchange(nullptr, std::memory_order_acq_rel);
    if (batch == nullptr) continue;
    depot.count.fetch_sub(1, std::memory_order_relaxed);
    return batch;
  }
  return nullptr;
}

void empty_depot() noexcept {
  for (size_t index = 0; index < kClasses; ++index) {
    while (FreeBlock *const batch = take_batch(index)) all_to_heap(batch);
  }
}

void give_back(Lists *lists) noexcept {
  for (size_t i = 0; i < kClasses; ++i) {
    all_to_heap(lists->list[i].first);
    all_to_heap(lists->list[i].spare);
    lists->list[i] = {nullptr, nullptr, room_of(i)};
  }
}

Lists *make_lists() noexcept {
  if (!ends_with_thread()) return nullptr;
  auto *const lists = static_cast<Lists *>(std::calloc(1, sizeof(Lists)));
  if (lists != nullptr) give_back(lists);
  return lists;
}

// The lists of this thread; NULL when nothing is to be kept.
Lists *current_lists() noexcept {
  const uint32_t epoch = g_epoch.load(std::memory_order_relaxed);
  if (t_lists != nullptr) {
    if (t_lists->epoch != epoch) give_back(t_lists);
  } else {
    if (t_ended || (epoch & kOff) != 0) return nullptr;
    t_lists = make_lists();
    if (t_lists == nullptr) return nullptr;
  }
  if ((epoch & kOff) != 0) return nullptr;
  t_lists->epoch = epoch;
  return t_lists;
}

}  // namespace

std::atomic<uint32_t> g_epoch{0};
constinit thread_local Lists *t_lists = nullptr;

}  // namespace small

using namespace small;

void *take_small(size_t size) noexcept {
  const size_t index = class_of(size);
  if (Lists *const lists = current_lists(); lists != nullptr) {
    Lists::List &list = lists->list[index];
    if (list.first == nullptr) {
      list.first = std::exchange(list.spare, nullptr);
      if (list.first == nullptr) list.first = take_batch(index);
      if (list.first != nullptr) list.room = 0;
    }
  }
  void *const block = take_listed(size);
  return block != nullptr ? block : from_heap(index);
}

void give_small(void *block, size_t size) noexcept {
  const size_t index = class_of(size);
  if (Lists *const lists = current_lists(); lists != nullptr) {
    Lists::List &list = lists->list[index];
    if (list.room == 0) {
      if (list.spare != nullptr && !put(index, list.spare)) return to_heap(block);
      list.spare = std::exchange(list.first, nullptr);
      list.room = room_of(index);
    }
    if (give_listed(block, size)) return;
  }
  to_heap(block);
}

void set_small_lists(bool on) noexcept {
  if (on) {
    g_epoch.fetch_and(~kOff, std::memory_order_relaxed);
    return;
  }
  g_epoch.fetch_or(kOff, std::memory_order_relaxed);
  if (t_lists != nullptr) give_back(t_lists);
  empty_depot();
}

// Other objects of the thread may free tensors after this: those blocks go straight to the heap.
void end_small_lists() noexcept {
  t_ended = true;
  if (t_lists != nullptr) give_back(t_lists);
  std::free(std::exchange(t_lists, nullptr));
}

bool are_small_lists_on() noexcept { return (g_epoch.load(std::memory_order_relaxed) & kOff) == 0; }

void trim_small_lists() noexcept {
  g_epoch.fetch_add(kEpochStep, std::memory_order_relaxed);
  if (t_lists != nullptr) give_back(t_lists);
  empty_depot();
}

size_t small_list_bytes() noexcept {
  size_t blocks_bytes = 0;
  for (size_t i = 0; t_lists != nullptr && i < kClasses; ++i) {
    const Lists::List &list = t_lists->list[i];
    const uint32_t count = room_of(i) - list.room + (list.spare != nullptr ? room_of(i) : 0);
    blocks_bytes += count * capacity_of(i);
  }
  return blocks_bytes;
}

size_t small_depot_bytes() noexcept {
  size_t bytes = 0;
  for (size_t i = 0; i < kClasses; ++i) bytes += g_depot[i].count.load() * room_of(i) * capacity_of(i);
  return bytes;
}

}  // namespace ct
