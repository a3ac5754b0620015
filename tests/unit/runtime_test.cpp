// The room `runtime`: messages, small vectors, references, parallel runs.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "kernels/tuning.h"
#include "runtime/allocator.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/ref.h"
#include "runtime/small_vec.h"
#include "runtime/threads.h"

namespace ct {
namespace {

TEST(Message, JoinsParts) {
  try {
    const int64_t sizes[] = {2, -3};
    fail(CT_ERROR_SHAPE, "sizes ", std::span<const int64_t>(sizes), " of ", 4, " dims, ", 2.5);
    FAIL() << "fail returned";
  } catch (const Error &error) {
    EXPECT_EQ(error.status, CT_ERROR_SHAPE);
    EXPECT_STREQ(error.message.c_str(), "sizes [2, -3] of 4 dims, 2.5");
  }
}

TEST(Message, EndsInAnEllipsisOnACharacterBoundary) {
  for (int lead = 0; lead < 8; ++lead) {
    Message message;
    message.append(std::string(static_cast<size_t>(lead), 'a').c_str());
    for (int i = 0; i < 200; ++i) message.append("\xC3\xA4");  // "ä"
    message.append("never seen");
    const std::string text = message.c_str();
    EXPECT_LT(text.size(), static_cast<size_t>(Message::kCapacity));
    EXPECT_EQ(text.substr(text.size() - 3), "\xE2\x80\xA6");
    const std::string body = text.substr(static_cast<size_t>(lead), text.size() - 3 - static_cast<size_t>(lead));
    EXPECT_EQ(body.size() % 2, 0U) << "a character was cut in two";
    EXPECT_EQ(text.find("never"), std::string::npos);
  }
}

TEST(Message, ExactFitIsNotCut) {
  Message message;
  message.append(std::string(Message::kCapacity - 1, 'x').c_str());
  EXPECT_EQ(std::strlen(message.c_str()), static_cast<size_t>(Message::kCapacity - 1));
  EXPECT_EQ(message.c_str()[Message::kCapacity - 2], 'x');
}

TEST(SmallVec, GrowsCopiesAndMoves) {
  SmallVec<int64_t, 2> values;
  for (int64_t i = 0; i < 100; ++i) values.push_back(i);
  values.insert(1, -1);
  values.erase(0);
  EXPECT_EQ(values.size(), 100);
  EXPECT_EQ(values[0], -1);
  EXPECT_EQ(values.back(), 99);
  SmallVec<int64_t, 2> copy = values;
  SmallVec<int64_t, 2> moved = std::move(values);
  EXPECT_TRUE(std::equal(copy.begin(), copy.end(), moved.begin(), moved.end()));
  SmallVec<int64_t, 2> small{7};
  moved = std::move(small);
  EXPECT_EQ(moved.size(), 1);
  EXPECT_EQ(moved[0], 7);
}

class Counted : public RefCounted<Counted> {
 public:
  explicit Counted(int *disposed) : disposed_(disposed) {}
  static void dispose(Counted *self) noexcept {
    ++*self->disposed_;
    delete self;
  }

 private:
  int *disposed_;
};

TEST(Ref, DisposesOnce) {
  int disposed = 0;
  {
    auto first = Ref<Counted>::adopt(new Counted(&disposed));
    Ref<Counted> second = first;
    EXPECT_EQ(first->use_count(), 2);
    first = nullptr;
    EXPECT_EQ(disposed, 0);
    Ref<Counted> third = std::move(second);
    EXPECT_EQ(third->use_count(), 1);
  }
  EXPECT_EQ(disposed, 1);
}

class ParallelRun : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override { set_num_threads(GetParam()); }
  void TearDown() override { set_num_threads(0); }
};

TEST_P(ParallelRun, VisitsEveryIndexOnce) {
  std::vector<std::atomic<int>> seen(1000);
  std::atomic<bool> bad_worker{false};
  const ct_status status = parallel_run(1000, [&](int64_t index, int32_t worker) {
    if (worker < 0 || worker >= num_threads()) bad_worker = true;
    ++seen[static_cast<size_t>(index)];
    return CT_OK;
  });
  EXPECT_EQ(status, CT_OK);
  EXPECT_FALSE(bad_worker);
  for (const auto &count : seen) EXPECT_EQ(count, 1);
}

TEST_P(ParallelRun, StopsOnAStatusAndRethrowsAnError) {
  std::atomic<int64_t> ran{0};
  const ct_status status = parallel_run(100000, [&](int64_t index, int32_t) {
    ++ran;
    return index == 5 ? CT_STATUS_USER - 7 : CT_OK;
  });
  EXPECT_EQ(status, CT_STATUS_USER - 7);
  EXPECT_LT(ran, 100000);
  EXPECT_THROW(parallel_run(100,
                            [&](int64_t index, int32_t) -> ct_status {
                              if (index == 50) fail(CT_ERROR_INVALID, "fifty");
                              return CT_OK;
                            }),
               Error);
}

TEST_P(ParallelRun, NestsSerially) {
  std::atomic<int64_t> total{0};
  parallel_run(8, [&](int64_t, int32_t) {
    return parallel_run(8, [&](int64_t, int32_t worker) {
      EXPECT_EQ(worker, 0);
      ++total;
      return CT_OK;
    });
  });
  EXPECT_EQ(total, 64);
}

TEST(ParallelRun, HasNoMoreWorkersThanAskedFor) {
  set_num_threads(7);  // as another thread may do after the scratch was allocated for two
  std::atomic<int32_t> highest{0};
  const auto body = [&](int64_t, int32_t worker) -> ct_status {
    for (int32_t seen = highest; seen < worker && !highest.compare_exchange_weak(seen, worker);) {
    }
    return CT_OK;
  };
  EXPECT_EQ(parallel_run(1000, body, 2), CT_OK);
  EXPECT_LT(highest, 2);
  set_num_threads(0);
}

INSTANTIATE_TEST_SUITE_P(Threads, ParallelRun, ::testing::Values(1, 2, 7));

TEST(Cost, ThreadsAreForLongLoops) {
  constexpr int64_t kCount = 1 << 20, kLong = 1'000'000'000;
  set_num_threads(2);
  EXPECT_EQ(grain_of(kCount, {1000, 0}), kCount);
  EXPECT_EQ(grain_of(8, {96, 0}), 8);
  EXPECT_EQ(grain_of(0, {0, 0}), 0);
  const bool parallel = can_run_parallel();
  EXPECT_EQ(grain_of(kCount, {int64_t{1} << 40, 0}) < kCount, parallel);
  EXPECT_EQ(grain_of(kCount, {0, kLong}) < kCount, parallel);
  EXPECT_EQ(grain_of(kCount, {INT64_MAX, INT64_MAX}) < kCount, parallel);  // saturates
  if (parallel) {
    EXPECT_GT(fork_join_ns(), 0);
    EXPECT_EQ(grain_of(1, {0, INT64_MAX}), 1);
    EXPECT_EQ(grain_of(kCount, {0, kLong}), kCount / 8);            // four tasks for each thread
    for (int64_t element_ps = 1; element_ps < 100; ++element_ps) {  // every thread gets as many tasks
      const int64_t grain = grain_of(kCount, {0, element_ps}), tasks = (kCount + grain - 1) / grain;
      EXPECT_TRUE(tasks == 1 || tasks % 2 == 0) << element_ps << ": " << tasks;
    }
  }
  set_num_threads(1);
  EXPECT_EQ(grain_of(kCount, {INT64_MAX, 0}), kCount);
  set_num_threads(0);
}

TEST(Threads, NumberIsChecked) {
  EXPECT_THROW(set_num_threads(-1), Error);
  EXPECT_THROW(set_num_threads(1 << 20), Error);
  EXPECT_GE(num_threads(), 1);
}

TEST(Allocator, FreezesOnFirstUse) {
  void *block = allocate(100, 64);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0U);
  deallocate(block, 100, 64);
  try {
    set_allocator(nullptr);
    FAIL() << "the allocator changed after use";
  } catch (const Error &error) {
    EXPECT_EQ(error.status, CT_ERROR_BUSY);
  }
}

TEST(Allocator, AlignsLargeBlocksToHugePages) {
  const size_t size = size_t{5} << 20U;
  void *block = allocate(size, data_alignment(size));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % (size_t{2} << 20U), 0U);
  std::memset(block, 1, size);
  deallocate(block, size, data_alignment(size));
}

TEST(Allocator, NamesTheSizeThatFailed) {
  try {
    allocate(size_t{1} << 60U, 64);
    FAIL() << "allocated 2^60 bytes";
  } catch (const Error &error) {
    EXPECT_EQ(error.status, CT_ERROR_OUT_OF_MEMORY);
    EXPECT_NE(std::string(error.message.c_str()).find("1152921504606846976"), std::string::npos);
  }
}

TEST(Cpu, HasACacheAndAnIsa) {
  EXPECT_GE(last_level_cache_bytes(), 1 << 16);
  if (std::getenv("CTENSOR_CACHE_BYTES") == nullptr) {  // no more than all processors of a machine would have
    EXPECT_LE(last_level_cache_bytes(), sysconf(_SC_NPROCESSORS_ONLN) * kMostCacheOfProcessor);
  }
  ASSERT_NE(kernel_isa(), nullptr);
}

// The variable is read once, so each check runs in a process of its own, which has not read it before: GoogleTest runs
// suites of such a name first. They are forked, because an emulated program cannot start itself again.
TEST(CpuDeathTest, TakesTheCacheItIsTold) {
  GTEST_FLAG_SET(death_test_style, "fast");
  const auto find = [](const char *told, int64_t least, int64_t most) {
    setenv("CTENSOR_CACHE_BYTES", told, 1);
    const int64_t found = last_level_cache_bytes();
    std::_Exit(found >= least && found <= most ? 0 : 1);
  };
  EXPECT_EXIT(find("4096", 4096, 4096), testing::ExitedWithCode(0), "");
  for (const char *wrong : {"", "0", "-4096", "32M", "4096 bytes"}) {
    EXPECT_EXIT(find(wrong, 1 << 16, int64_t{1} << 40U), testing::ExitedWithCode(0), "") << wrong;
  }
  const int64_t most = int64_t{1} << 48U;
  EXPECT_EXIT(find("99999999999999999999", most, most), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace ct
