// Several threads read one tensor at once and share its handle. ThreadSanitizer must find no race.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "handles.h"
#include "settings.h"

namespace property {
namespace {

using reference::Handle;

constexpr int kReaders = 4;

template <class Body>
void on_readers(Body body) {
  std::vector<std::thread> readers;
  for (int reader = 0; reader < kReaders; ++reader) readers.emplace_back(body, reader);
  for (std::thread &reader : readers) reader.join();
}

Handle arange(int64_t count) {
  const ct_scalar end = {CT_INT64, 0, count, 0, 0};
  Handle out;
  EXPECT_EQ(ct_arange(nullptr, &end, nullptr, CT_FLOAT32, out.receive(), nullptr), CT_OK);
  return out;
}

// Small tensors run serially on each thread. For large ones, each thread's call asks for parallel work of its own.
void read_from_all(int64_t count, int64_t rounds) {
  const Handle shared = arange(count);
  std::atomic<int> wrong{0};
  on_readers([&](int reader) {
    for (int64_t round = 0; round < rounds; ++round) {
      Handle total, doubled, backwards, last;
      const int32_t dim = 0;
      ct_scalar item{};
      if (ct_sum(shared, nullptr, 0, false, CT_FLOAT64, total.receive(), nullptr) != CT_OK ||
          ct_tensor_item(total, &item, nullptr) != CT_OK ||
          item.re != static_cast<double>(count) * static_cast<double>(count - 1) / 2) {
        ++wrong;
      }
      if (ct_add(shared, shared, doubled.receive(), nullptr) != CT_OK ||
          static_cast<const float *>(ct_tensor_data(doubled))[count - 1] != static_cast<float>(2 * (count - 1))) {
        ++wrong;
      }
      if (ct_flip(shared, &dim, 1, backwards.receive(), nullptr) != CT_OK ||
          ct_select(backwards, 0, 0, last.receive(), nullptr) != CT_OK ||
          *static_cast<const float *>(ct_tensor_data(last)) != static_cast<float>(count - 1)) {
        ++wrong;
      }
      ct_tensor *again = ct_tensor_retain(shared);
      if (ct_tensor_numel(again) != count || ct_tensor_is_unique(again)) ++wrong;
      ct_tensor_release(again);
    }
    (void)reader;
  });
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_TRUE(ct_tensor_is_unique(shared));
}

TEST(Threads, ReadOneSmallTensor) { read_from_all(100, std::max<int64_t>(cases(500), 20)); }

TEST(Threads, ReadOneLargeTensor) {
  use_threads(2);
  read_from_all(100000, std::max<int64_t>(cases(20), 2));
}

TEST(Threads, WriteDifferentTensors) {
  use_threads(2);
  const Handle shared = arange(60000);
  std::atomic<int> wrong{0};
  on_readers([&](int) {
    Handle own;
    if (ct_clone(shared, CT_PRESERVE, own.receive(), nullptr) != CT_OK) ++wrong;
    for (int round = 0; round < 5; ++round) {
      if (ct_add_out(own, shared, own, nullptr) != CT_OK) ++wrong;
    }
    if (static_cast<const float *>(ct_tensor_data(own))[59999] != 6 * 59999.0F) ++wrong;
  });
  EXPECT_EQ(wrong.load(), 0);
}

// An iterator is immutable, so four threads walk one, each with a cursor over a part of its own.
TEST(Threads, CursorsOfOneIterator) {
  const Handle shared = arange(4096);
  const ct_tensor *inputs[] = {shared};
  ct_tensor *outputs[] = {nullptr};
  ct_iter_config config{};
  config.struct_size = sizeof config;
  config.preset = CT_ITER_UNARY;
  config.noutputs = 1;
  config.ninputs = 1;
  config.outputs = outputs;
  config.inputs = inputs;
  ct_iter *it = nullptr;
  reference::Error error;
  ASSERT_EQ(ct_iter_build(&config, &it, &error), CT_OK) << error.message;
  on_readers([&](int reader) {
    ct_iter_cursor *cursor = nullptr;
    if (ct_iter_cursor_create(it, reader * 1024, (reader + 1) * 1024, &cursor, nullptr) != CT_OK) return;
    ct_loop piece{};
    piece.struct_size = sizeof piece;
    while (ct_iter_cursor_next(cursor, &piece)) {
      for (int64_t outer = 0; outer < piece.size1; ++outer) {
        for (int64_t inner = 0; inner < piece.size0; ++inner) {
          const auto at = [&](int k) {
            return piece.data[k] + inner * piece.strides[k] + outer * piece.strides[2 + k];
          };
          *reinterpret_cast<float *>(at(0)) = *reinterpret_cast<const float *>(at(1)) + 1;
        }
      }
    }
    ct_iter_cursor_release(cursor);
  });
  Handle out;
  ASSERT_EQ(ct_iter_operand(it, 0, out.receive(), nullptr), CT_OK);
  ct_iter_release(it);
  for (int64_t i = 0; i < 4096; ++i) {
    ASSERT_EQ(static_cast<const float *>(ct_tensor_data(out))[i], static_cast<float>(i + 1));
  }
}

// Settings are atomic: calls that run at the same time see the old or the new number.
TEST(Threads, SettingsMeanwhile) {
  const Handle shared = arange(70000);
  const int64_t sizes[] = {70, 1000};
  Handle rows;
  ASSERT_EQ(ct_view(shared, sizes, 2, rows.receive(), nullptr), CT_OK);
  std::atomic<bool> done{false};
  std::thread setter([&] {
    while (!done) {
      for (const int32_t threads : kThreads) ct_set_num_threads(threads, nullptr);
    }
  });
  std::vector<float> first;
  for (int64_t round = 0; round < std::max<int64_t>(cases(1000), 50); ++round) {
    Handle total, down;
    EXPECT_EQ(ct_sum(shared, nullptr, 0, false, CT_UNDEFINED, total.receive(), nullptr), CT_OK);
    first.push_back(*static_cast<const float *>(ct_tensor_data(total)));
    EXPECT_EQ(first.back(), first.front());
    // whose workers have scratch of their own
    EXPECT_EQ(ct_softmax(rows, 0, CT_UNDEFINED, down.receive(), nullptr), CT_OK);
    EXPECT_EQ(static_cast<const float *>(ct_tensor_data(down))[69999], 1.0F);
  }
  done = true;
  setter.join();
}

}  // namespace
}  // namespace property
