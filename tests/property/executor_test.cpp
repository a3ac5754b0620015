// A host's own executor: a pool of pthreads, or one task after the other, as argv[1] says. An executor is a setting of
// the process, so each of them has a process of its own.
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "along_case.h"
#include "argreduce_case.h"
#include "copied.h"
#include "elementwise_case.h"
#include "handles.h"
#include "reduce_case.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

using Task = void (*)(void *arg, int64_t index);

// Each parallel_for gives indices to any free thread, the workers and the caller.
class Pool {
 public:
  explicit Pool(int32_t workers) {
    for (int32_t i = 0; i < workers; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    for (std::thread &thread : threads_) thread.join();
  }

  ct_status run(int64_t count, Task task, void *arg) {
    const std::lock_guard one_at_a_time(callers_);
    std::unique_lock lock(mutex_);
    task_ = task;
    arg_ = arg;
    count_ = count;
    next_ = 0;
    running_ = 0;
    wake_.notify_all();
    take(lock);
    idle_.wait(lock, [this] { return running_ == 0 && next_ >= count_; });
    count_ = 0;
    return CT_OK;
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return stop_ || next_ < count_; });
      if (stop_) return;
      take(lock);
    }
  }

  void take(std::unique_lock<std::mutex> &lock) {
    while (next_ < count_) {
      const int64_t index = next_++;
      const Task task = task_;
      void *const arg = arg_;
      ++running_;
      lock.unlock();
      task(arg, index);
      lock.lock();
      --running_;
    }
    idle_.notify_all();
  }

  std::mutex callers_, mutex_;
  std::condition_variable wake_, idle_;
  std::vector<std::thread> threads_;
  Task task_ = nullptr;
  void *arg_ = nullptr;
  int64_t count_ = 0, next_ = 0, running_ = 0;
  bool stop_ = false;
};

std::atomic<int64_t> calls_made{0}, tasks_run{0};
bool serial = false;
std::unique_ptr<Pool> pool;

ct_status parallel_for(void *user_data, int64_t ntasks, Task task, void *arg) {
  EXPECT_EQ(user_data, &calls_made);
  ++calls_made;
  tasks_run += ntasks;
  if (!serial) return pool->run(ntasks, task, arg);
  for (int64_t index = ntasks; index-- > 0;) task(arg, index);  // any order is right
  return CT_OK;
}

TEST(Executor, RunsTheWork) {
  EXPECT_EQ(ct_get_num_threads(), 4);
  for (const reference::Op &op : reference::ops()) {
    if (!stands_for_others(op)) continue;  // threads do not depend on the op, so one op of its kind is enough
    for (const ct_dtype dtype : {CT_FLOAT32, CT_INT16, CT_BFLOAT16}) {
      for (int64_t index = 0; index < std::max<int64_t>(cases(4), 1); ++index) {
        Random random(seed_of(op.name, dtype, 2000000 + index));
        ElementwiseCase test(op, dtype, 150000, random);
        test.check();
        if (HasFailure()) FAIL() << test.describe();
      }
    }
  }
  for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_INT16, CT_BFLOAT16}) {
    for (int64_t index = 0; index < std::max<int64_t>(cases(8), 1); ++index) {
      Random random(seed_of("sum, executor", dtype, index));
      ReduceCase test(reference::reductions().front(), dtype, 150000, random);
      test.check();
      if (HasFailure()) FAIL() << test.describe();
    }
  }
  for (const ct_dtype dtype : {CT_FLOAT32, CT_INT16, CT_BFLOAT16}) {
    for (int64_t index = 0; index < std::max<int64_t>(cases(8), 1); ++index) {
      Random random(seed_of("copy, executor", dtype, index));
      const Sizes sizes = random_sizes(random, 150000);
      const ct_dtype from = random.chance(50) ? dtype : static_cast<ct_dtype>(CT_FLOAT64);
      Operand dst(random, dtype, random_layout(random, sizes, false), 0, Values::Wide);
      Operand src(random, from, random_layout(random, sizes, true), 0, Values::Small);
      check_copy(dst, src);
      for (const ArgreduceOp &op : argreduce_ops()) {
        ArgreduceCase test(op, dtype, random_sizes(random, 150000), random);
        test.check();
        if (HasFailure()) FAIL() << test.describe();
      }
      for (const AlongOp &op : along_ops()) {
        AlongCase test(op, dtype, {random.between(1, 300), random.between(1, 300)}, random);
        test.check();
        if (HasFailure()) FAIL() << test.describe();
      }
    }
  }
  EXPECT_GT(calls_made.load(), 0);
  EXPECT_GT(tasks_run.load(), calls_made.load());
}

TEST(Executor, ServesSeveralCallers) {
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      const int64_t sizes[] = {200000};
      for (int round = 0; round < 5; ++round) {
        reference::Handle ones, total;
        ct_scalar item{};
        if (ct_ones(sizes, 1, CT_FLOAT32, ones.receive(), nullptr) != CT_OK ||
            ct_sum(ones, nullptr, 0, false, CT_UNDEFINED, total.receive(), nullptr) != CT_OK ||
            ct_tensor_item(total, &item, nullptr) != CT_OK || item.re != 200000) {
          ++wrong;
        }
      }
    });
  }
  for (std::thread &caller : callers) caller.join();
  EXPECT_EQ(wrong.load(), 0);
}

TEST(Executor, CannotBeChangedAfterUse) {
  const int64_t sizes[] = {200000};
  reference::Handle ones;
  ASSERT_EQ(ct_ones(sizes, 1, CT_FLOAT32, ones.receive(), nullptr), CT_OK);
  reference::Error error;
  EXPECT_EQ(ct_set_executor(nullptr, &error), CT_ERROR_BUSY);
  EXPECT_NE(error.message[0], '\0');
}

}  // namespace
}  // namespace property

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  property::serial = argc > 1 && std::strcmp(argv[1], "serial") == 0;
  if (!property::serial) property::pool = std::make_unique<property::Pool>(3);
  const ct_executor executor = {sizeof executor, 4, &property::calls_made, property::parallel_for};
  reference::Error error;
  if (ct_set_executor(&executor, &error) != CT_OK) {
    std::printf("%s\n", error.message);
    return 1;
  }
  const int result = RUN_ALL_TESTS();
  property::pool.reset();
  return result;
}
