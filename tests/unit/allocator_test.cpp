// The library's own allocator: small blocks in lists of each thread, large blocks in a cache of the process.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <functional>
#include <mutex>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "runtime/allocator.h"
#include "runtime/error.h"
#include "runtime/large_blocks.h"
#include "runtime/small_blocks.h"

namespace ct {
namespace {

constexpr size_t kMiB = size_t{1} << 20U;
constexpr size_t kMostInLists = 136 * 1024;

struct Block {
  char *data;
  size_t size;
};

Block take(size_t size) { return {static_cast<char *>(allocate(size, data_alignment(size))), size}; }
void give(Block block) { deallocate(block.data, block.size, data_alignment(block.size)); }

// Marks the ends of a block and checks them, which shows that nobody else was given any of it.
void mark(Block block, char value) {
  if (block.size == 0) return;
  block.data[0] = block.data[block.size - 1] = block.data[block.size / 2] = value;
}
bool is_marked(Block block, char value) {
  return block.size == 0 ||
         (block.data[0] == value && block.data[block.size - 1] == value && block.data[block.size / 2] == value);
}

void on_threads(int count, const std::function<void(int)> &body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back(body, i);
  for (auto &thread : threads) thread.join();
}

class Allocator : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!kKeepsFreedBlocks) GTEST_SKIP() << "no freed block is kept in this build";
    trim_memory();
    set_cache_limit(64 * kMiB);
  }
  void TearDown() override {
    set_cache_limit(64 * kMiB);
    trim_memory();
    EXPECT_EQ(small_list_bytes(), 0U);
    EXPECT_EQ(large_cache_bytes(), 0U);
  }
};

TEST(AllocatorDefaults, LimitIsAnEighthOfTheMemoryAtMost) {
  const auto machine = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
  EXPECT_GT(cache_limit(), 0U);
  EXPECT_LE(cache_limit(), std::min(machine / 8, size_t{1} << 30U));
}

TEST_F(Allocator, EverySizeIsAlignedAndItsOwn) {
  std::vector<Block> blocks;
  for (size_t size = 0; size < 2300; ++size) blocks.push_back(take(size));
  for (const size_t edge : {kLargeBlock, 144 * size_t{1024}, kMiB, 2 * kMiB, 3 * kMiB, 5 * kMiB}) {
    for (const size_t size : {edge - 1, edge, edge + 1}) blocks.push_back(take(size));
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(blocks[i].data) % data_alignment(blocks[i].size), 0U) << blocks[i].size;
    mark(blocks[i], static_cast<char>(i));
  }
  for (size_t i = 0; i < blocks.size(); ++i) EXPECT_TRUE(is_marked(blocks[i], static_cast<char>(i))) << blocks[i].size;
  for (const Block block : blocks) give(block);
}

TEST_F(Allocator, FreedBlocksComeAgain) {
  for (const size_t size : {size_t{1}, size_t{200}, kSmallBlock, kLargeBlock, kMiB + 5, 2 * kMiB, 9 * kMiB + 1}) {
    const Block first = take(size), second = take(size);
    EXPECT_NE(first.data, second.data);
    give(first);
    const Block again = take(size);
    EXPECT_EQ(again.data, first.data) << size;
    give(again);
    give(second);
  }
}

TEST_F(Allocator, ListsAreBounded) {
  std::vector<Block> blocks;
  for (int round = 0; round < 300; ++round) {
    for (size_t size = 1; size <= kSmallBlock; size += 64) blocks.push_back(take(size));
  }
  EXPECT_EQ(small_list_bytes(), 0U);
  for (const Block block : blocks) {
    give(block);
    ASSERT_LE(small_list_bytes(), kMostInLists);
  }
  EXPECT_GT(small_list_bytes(), kMostInLists / 2);
  trim_memory();
  EXPECT_EQ(small_list_bytes(), 0U);
}

TEST_F(Allocator, WhatListsHaveNoRoomForComesAgainFromTheDepot) {
  constexpr size_t kSize = 192, kCount = 5000;
  std::set<char *> freed;
  std::vector<Block> blocks;
  for (size_t i = 0; i < kCount; ++i) blocks.push_back(take(kSize));
  for (const Block block : blocks) {
    freed.insert(block.data);
    give(block);
  }
  EXPECT_GT(small_depot_bytes(), kCount * kSize / 2);
  EXPECT_LE(small_depot_bytes(), kMiB);
  for (Block &block : blocks) {
    block = take(kSize);
    EXPECT_EQ(freed.erase(block.data), 1U);
  }
  EXPECT_EQ(small_depot_bytes(), 0U);
  for (const Block block : blocks) give(block);
  trim_memory();
  EXPECT_EQ(small_depot_bytes(), 0U);
}

TEST_F(Allocator, DepotIsBounded) {
  std::vector<Block> blocks;
  for (int i = 0; i < 30000; ++i) blocks.push_back(take(128));
  for (const Block block : blocks) give(block);
  EXPECT_EQ(small_depot_bytes(), kMiB);
  set_cache_limit(0);
  EXPECT_EQ(small_depot_bytes(), 0U);
}

TEST_F(Allocator, OneThreadsBlocksServeAnother) {
  constexpr int kCount = 2000;
  std::vector<Block> blocks;
  for (int i = 0; i < kCount; ++i) blocks.push_back(take(100));
  on_threads(1, [&](int) {
    for (const Block block : blocks) give(block);
  });
  const size_t waiting = small_depot_bytes();
  EXPECT_GT(waiting, kCount * 100U / 2);
  for (Block &block : blocks) block = take(100);
  EXPECT_LT(small_depot_bytes(), waiting / 2);
  for (const Block block : blocks) give(block);
}

TEST_F(Allocator, CacheIsBounded) {
  set_cache_limit(20 * kMiB);
  std::vector<Block> blocks;
  for (size_t i = 0; i < 30; ++i) blocks.push_back(take(kMiB + i * 100 * 1024));
  for (const Block block : blocks) {
    give(block);
    ASSERT_LE(large_cache_bytes(), 20 * kMiB);
  }
  EXPECT_GT(large_cache_bytes(), 10 * kMiB);
  const size_t held = large_cache_bytes();
  give(take(21 * kMiB));  // larger than the limit by itself, so no other block is freed for it
  EXPECT_EQ(large_cache_bytes(), held);
  set_cache_limit(5 * kMiB);
  EXPECT_LE(large_cache_bytes(), 5 * kMiB);
  EXPECT_EQ(cache_limit(), 5 * kMiB);
  trim_memory();
  EXPECT_EQ(large_cache_bytes(), 0U);
}

TEST_F(Allocator, CacheMakesWayForWhatIsFreedLast) {
  set_cache_limit(8 * kMiB);
  std::vector<Block> old;
  for (int i = 0; i < 8; ++i) old.push_back(take(kMiB));
  for (const Block block : old) give(block);
  EXPECT_EQ(large_cache_bytes(), 8 * kMiB);
  const Block fresh = take(6 * kMiB);
  give(fresh);
  const Block again = take(6 * kMiB);
  EXPECT_EQ(again.data, fresh.data);
  give(again);
}

TEST_F(Allocator, MoreBlocksThanTheCacheHasPlacesFor) {
  std::vector<Block> blocks;
  for (int i = 0; i < 400; ++i) blocks.push_back(take(kLargeBlock));
  for (const Block block : blocks) give(block);
  EXPECT_EQ(large_cache_bytes(), 256 * kLargeBlock);
  std::set<char *> seen;
  for (Block &block : blocks) {
    block = take(kLargeBlock);
    EXPECT_TRUE(seen.insert(block.data).second);
    mark(block, 1);
  }
  EXPECT_EQ(large_cache_bytes(), 0U);
  for (const Block block : blocks) give(block);
}

TEST_F(Allocator, LimitZeroKeepsNothing) {
  give(take(100));
  give(take(3 * kMiB));
  set_cache_limit(0);
  EXPECT_EQ(cache_limit(), 0U);
  EXPECT_EQ(small_list_bytes() + large_cache_bytes(), 0U);
  for (const size_t size : {size_t{0}, size_t{100}, kSmallBlock, kLargeBlock, 3 * kMiB}) {
    give(take(size));
    EXPECT_EQ(small_list_bytes() + large_cache_bytes(), 0U) << size;
  }
  on_threads(1, [](int) {
    give(take(100));
    EXPECT_EQ(small_list_bytes(), 0U);
  });
  set_cache_limit(SIZE_MAX);
  EXPECT_EQ(cache_limit(), SIZE_MAX);
  give(take(100));
  give(take(3 * kMiB));
  EXPECT_GT(small_list_bytes(), 0U);
  EXPECT_EQ(large_cache_bytes(), 3 * kMiB);
}

TEST_F(Allocator, TrimReachesOtherThreadsAtTheirNextFree) {
  std::atomic<int> step{0};
  std::thread other([&] {
    const Block kept = take(64);
    give(take(1000));
    EXPECT_GT(small_list_bytes(), 0U);
    step = 1;
    while (step != 2) std::this_thread::yield();
    EXPECT_GT(small_list_bytes(), 0U);
    give(kept);
    EXPECT_EQ(small_list_bytes(), 64U);
  });
  while (step != 1) std::this_thread::yield();
  trim_memory();
  step = 2;
  other.join();
}

TEST_F(Allocator, MemoryShortageGivesTheCacheBack) {
  give(take(4 * kMiB));
  EXPECT_GT(large_cache_bytes(), 0U);
  for (const size_t size : {size_t{1} << 50U, SIZE_MAX / 2, SIZE_MAX - 100}) EXPECT_THROW(take(size), Error) << size;
  EXPECT_EQ(large_cache_bytes(), 0U);
}

// One thread frees what another one allocates, in all sizes at once, while limits change and trims run.
TEST_F(Allocator, BlocksWanderBetweenThreads) {
  constexpr int kThreads = 8, kRounds = 3000;
  struct Exchange {
    std::mutex mutex;
    std::vector<Block> blocks;
  } exchange;
  on_threads(kThreads, [&](int id) {
    std::mt19937 random(static_cast<uint32_t>(id));
    for (int round = 0; round < kRounds; ++round) {
      const uint32_t kind = random() % 16;
      const size_t size = kind == 0   ? kLargeBlock + random() % (3 * kMiB)
                          : kind == 1 ? random() % kLargeBlock
                                      : random() % (kSmallBlock + 1);
      Block block = take(size);
      mark(block, static_cast<char>(block.size));
      {
        const std::lock_guard lock(exchange.mutex);
        exchange.blocks.push_back(block);
        if (exchange.blocks.size() < 64) continue;
        std::swap(exchange.blocks[random() % exchange.blocks.size()], exchange.blocks.back());
        block = exchange.blocks.back();
        exchange.blocks.pop_back();
      }
      ASSERT_TRUE(is_marked(block, static_cast<char>(block.size)));
      give(block);
      if (round % 500 == 0) trim_memory();
      if (id == 0 && round % 100 == 0) set_cache_limit(round % 300 == 0 ? 0 : 10 * kMiB);
    }
    EXPECT_LE(small_list_bytes(), kMostInLists);
  });
  for (const Block block : exchange.blocks) give(block);
  EXPECT_LE(large_cache_bytes(), cache_limit());
}

// Uses a thread-specific key, whose destructors run in rounds: the second round comes after the end of the lists.
struct FreesLate {
  pthread_key_t key;
  int rounds;
  std::vector<Block> blocks;

  static void at_thread_end(void *object) {
    auto *const self = static_cast<FreesLate *>(object);
    if (++self->rounds == 1) {
      pthread_setspecific(self->key, self);
      return;
    }
    for (const Block block : self->blocks) give(block);
    give(take(100));
    EXPECT_EQ(small_list_bytes(), 0U);
    ++ended;
    delete self;
  }
  static inline std::atomic<int> ended{0};
};

TEST_F(Allocator, ObjectsOfAThreadMayFreeAfterItsListsAreGone) {
  pthread_key_t key{};
  ASSERT_EQ(pthread_key_create(&key, FreesLate::at_thread_end), 0);
  on_threads(4, [&](int) {
    pthread_setspecific(key, new FreesLate{key, 0, {take(1), take(100), take(kSmallBlock), take(kLargeBlock)}});
    give(take(100));
    EXPECT_GT(small_list_bytes(), 0U);
  });
  EXPECT_EQ(FreesLate::ended, 4);
  pthread_key_delete(key);
}

TEST_F(Allocator, ForkedChildWorks) {
  give(take(100));
  give(take(4 * kMiB));
  std::atomic<bool> done{false};
  std::thread busy([&] {
    for (size_t i = 0; !done; ++i) {
      give(take(i % 1000));
      give(take(kLargeBlock + i % 10 * kMiB));
    }
  });
  for (int round = 0; round < 20; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(30);
      for (size_t i = 0; i < 200; ++i) {
        const Block small = take(i * 7 % 1000), large = take(kLargeBlock + i % 10 * kMiB);
        mark(small, 3);
        mark(large, 4);
        if (!is_marked(small, 3)) _exit(1);
        give(small);
        give(large);
      }
      trim_memory();
      _exit(small_list_bytes() == 0 ? 0 : 2);
    }
    int status = 1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  done = true;
  busy.join();
}

}  // namespace
}  // namespace ct
