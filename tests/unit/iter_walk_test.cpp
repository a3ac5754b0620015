// Walks (the odometer, for_each, run and the cursor) against the naive index walk over random layouts.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>

#include "iter/cursor.h"
#include "iter/for_each.h"
#include "iter/odometer.h"
#include "iter_test.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"

namespace ct {
namespace {

using namespace iter_flags;
using namespace testing_iter;

constexpr uint32_t kCopy = kNoSameDTypeCheck | kNoResize;

struct Threads {
  explicit Threads(int32_t n) { set_num_threads(n); }
  ~Threads() { set_num_threads(0); }
};

TEST(DimCounter, Golden) {
  const Sizes sizes{64, 2000, 10}, strides{4, 256, 512000};
  DimCounter counter(sizes, 1066670, 1280000);
  EXPECT_EQ(to_vector(counter.values()), (Sizes{46, 666, 8}));
  EXPECT_EQ(counter.offset(strides), 4266680);
  const int64_t expected[][3] = {{18, 1, 1066688}, {64, 1333, 1152000}, {64, 2000, 1280000}};
  for (const auto &[size0, size1, position] : expected) {
    ASSERT_FALSE(counter.is_done());
    const DimCounter::Step step = counter.max_2d_step();
    EXPECT_EQ(step.size0, size0);
    EXPECT_EQ(step.size1, size1);
    counter.increment(step);
    EXPECT_EQ(counter.position(), position);
  }
  EXPECT_TRUE(counter.is_done());
}

TEST(DimCounter, EveryRangeOfASmallSpace) {
  const Sizes sizes{3, 2, 4};
  for (int64_t begin = 0; begin <= 24; ++begin) {
    for (int64_t end = begin; end <= 24; ++end) {
      DimCounter counter(sizes, begin, end);
      int64_t position = begin;
      while (!counter.is_done()) {
        EXPECT_EQ(to_vector(counter.values()), (Sizes{position % 3, position / 3 % 2, position / 6}));
        const DimCounter::Step step = counter.max_2d_step();
        ASSERT_GT(step.size0 * step.size1, 0);
        position += step.size0 * step.size1;
        counter.increment(step);
      }
      EXPECT_EQ(position, end);
    }
  }
}

using Visit = std::vector<char *>;  // one address for each operand

void collect(const ct_loop &piece, std::map<int64_t, Visit> *visits) {
  EXPECT_EQ(piece.struct_size, sizeof(ct_loop));
  for (int64_t j = 0; j < piece.size1; ++j) {
    for (int64_t i = 0; i < piece.size0; ++i) {
      Visit visit;
      for (int32_t k = 0; k < piece.noperands; ++k) {
        visit.push_back(piece.data[k] + i * piece.strides[k] + j * piece.strides[piece.noperands + k]);
      }
      EXPECT_TRUE(visits->emplace(piece.begin + i + j * piece.size0, visit).second);
    }
  }
}

// Every element is visited once, at the right address of every operand, however the walk is cut.
TEST(ForEach, VisitsWhatTheNaiveWalkVisits) {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const Sizes shape = random.shape(5, 5);
    const bool linear = random.below(4) == 0;
    Config config(kCopy | (linear ? kLinear : 0));
    config.out(random.tensor(shape, DType::Float32));
    for (int64_t n = random.below(3); n >= 0; --n) config.in(random.broadcast(shape, DType::Int16));
    Built it(config);

    std::map<int64_t, Visit> visits;
    const int64_t middle = random.below(it.numel() + 1);
    auto loop = [&](const ct_loop &piece) -> ct_status { return collect(piece, &visits), CT_OK; };
    ASSERT_EQ(serial_for_each(it, 0, middle, loop), CT_OK);
    ASSERT_EQ(serial_for_each(it, middle, it.numel(), loop), CT_OK);
    ASSERT_EQ(static_cast<int64_t>(visits.size()), it.numel());
    ASSERT_EQ(visits.empty() ? 0 : visits.rbegin()->first + 1, it.numel());

    std::vector<Visit> expected, seen;
    for_each_index(it.shape(), [&](const Sizes &index) {
      Visit visit;
      for (int32_t k = 0; k < it.noperands(); ++k) visit.push_back(address(*it.operand(k).tensor, index));
      expected.push_back(visit);
    });
    for (const auto &[position, visit] : visits) seen.push_back(visit);
    if (!linear) {
      std::sort(expected.begin(), expected.end());
      std::sort(seen.begin(), seen.end());
    }
    ASSERT_EQ(seen, expected) << "round " << round;

    std::map<int64_t, Visit> pulled;
    Cursor cursor(it, 0, it.numel());
    ct_loop piece;
    while (cursor.next(&piece)) collect(piece, &pulled);
    ASSERT_EQ(pulled, visits);
  }
}

TEST(ForEach, ThreadsVisitEveryElementOnce) {
  for (const int32_t threads : {1, 2, 7}) {
    const Threads set(threads);
    for (const Sizes &sizes : {Sizes{100000}, Sizes{37, 50, 41}, Sizes{3, 40000}}) {
      const Ref<Tensor> out = make(sizes, DType::Int32), in = Random(3).tensor(sizes, DType::Int32);
      std::memset(out->data(), 0, static_cast<size_t>(out->numel() * 4));
      Built it(Config(kCopy).out(out).in(in));
      std::atomic<int64_t> seen{0};
      auto loop = [&](const ct_loop &piece) -> ct_status {
        EXPECT_LT(piece.worker, threads);
        seen += piece.size0 * piece.size1;
        for (int64_t j = 0; j < piece.size1; ++j) {
          for (int64_t i = 0; i < piece.size0; ++i) {
            ++*reinterpret_cast<int32_t *>(piece.data[0] + i * piece.strides[0] + j * piece.strides[2]);
          }
        }
        return CT_OK;
      };
      ASSERT_EQ(for_each(it, loop, 100), CT_OK);
      EXPECT_EQ(seen, out->numel());
      const auto *counts = reinterpret_cast<const int32_t *>(out->data());
      EXPECT_TRUE(std::all_of(counts, counts + out->numel(), [](int32_t n) { return n == 1; }));
    }
  }
}

// A loop that sees float64, whatever the dtypes of the tensors are: out0 = a + 2 b, out1 = a - b.
const auto combine = [](const ct_loop &piece) -> ct_status {
  for (int64_t j = 0; j < piece.size1; ++j) {
    for (int64_t i = 0; i < piece.size0; ++i) {
      double *at[4];
      for (int32_t k = 0; k < 4; ++k) {
        at[k] = reinterpret_cast<double *>(piece.data[k] + i * piece.strides[k] + j * piece.strides[4 + k]);
      }
      const double a = *at[2], b = *at[3];
      *at[0] = a + 2 * b;
      *at[1] = a - b;
    }
  }
  return CT_OK;
};

TEST(ForEach, ConvertsInBlocks) {
  Random random(2);
  constexpr DType types[] = {DType::Float64, DType::Float32, DType::Int32, DType::Int64, DType::Float16};
  for (int round = 0; round < 600; ++round) {
    const Threads set(round % 3 == 0 ? 7 : 1);
    const Sizes shape = round % 50 == 0 ? Sizes{3, 7, 5000} : random.shape(4, 9);
    const auto type = [&] { return types[random.below(std::size(types))]; };
    const Ref<Tensor> a = random.broadcast(shape, type()), b = random.broadcast(shape, type());
    const Ref<Tensor> out0 = random.tensor(shape, type()), out1 = random.tensor(shape, type());
    number(a);
    number(b);
    Config config(kCopy | kCastToOutputs);
    config.out(out0, DType::Float64).out(out1, DType::Float64).in(a, DType::Float64).in(b, DType::Float64);
    Built it(config);
    if (round % 2 == 0) {
      ASSERT_EQ(for_each(it, combine, 1000), CT_OK);
    } else {
      Cursor cursor(it, 0, it.numel());
      for (ct_loop piece; cursor.next(&piece);) combine(piece);
    }
    for_each_index(it.shape(), [&](const Sizes &index) {
      const double x = get(address(*a, index), a->dtype()), y = get(address(*b, index), b->dtype());
      ASSERT_EQ(get(address(*out0, index), out0->dtype()), x + 2 * y);
      ASSERT_EQ(get(address(*out1, index), out1->dtype()), x - y);
    });
  }
}

TEST(ForEach, ABroadcastScalarStaysOneElement) {
  const Ref<Tensor> a = make({100000}), scalar = make({}, DType::Int64);
  number(a);
  number(scalar);
  Built it(Config(kPromoteInputs | kCastToOutputs).out(Ref<Tensor>()).in(a).in(scalar, DType::Float32));
  int pieces = 0;
  auto loop = [&](const ct_loop &piece) -> ct_status {
    EXPECT_EQ(piece.strides[2], 0);
    EXPECT_EQ(*reinterpret_cast<const float *>(piece.data[2]), 1.0F);
    ++pieces;
    return CT_OK;
  };
  EXPECT_EQ(serial_for_each(it, 0, it.numel(), loop), CT_OK);
  EXPECT_EQ(pieces, 1);
}

TEST(ForEach, InPlaceThroughConversion) {
  const Ref<Tensor> x = make({5000}), y = make({5000}, DType::Float64);
  number(x);
  number(y);
  const std::vector<float> before(reinterpret_cast<float *>(x->data()), reinterpret_cast<float *>(x->data()) + 5000);
  Built it(Config(kBinary).out(x).in(x).in(y));
  EXPECT_EQ(it.common_dtype(), DType::Float64);
  run(it, kernels_of_op<kernels::Elementwise::add>.loop(DType::Float64));
  for (int64_t i = 0; i < 5000; ++i) {
    ASSERT_EQ(reinterpret_cast<float *>(x->data())[i], 2 * before[static_cast<size_t>(i)]);
  }
}

TEST(ForEach, AFailedCallWritesNothingBackAndStops) {
  const Ref<Tensor> in = make({100000}, DType::Int32), out = make({100000}, DType::Int32);
  std::memset(in->data(), 0, 400000);
  std::memset(out->data(), 0, 400000);
  Built it(Config(kCopy | kCastToOutputs).out(out, DType::Float32).in(in, DType::Float32));
  int64_t done = 0;
  int calls = 0;
  auto loop = [&](const ct_loop &piece) -> ct_status {
    for (int64_t i = 0; i < piece.size0; ++i) reinterpret_cast<float *>(piece.data[0])[i] = 1;
    if (++calls == 3) return -1234;
    done += piece.size0;
    return CT_OK;
  };
  EXPECT_EQ(serial_for_each(it, 0, it.numel(), loop), -1234);
  EXPECT_EQ(calls, 3);
  const auto *written = reinterpret_cast<const int32_t *>(out->data());
  EXPECT_EQ(std::count(written, written + 100000, 1), done);
  EXPECT_EQ(std::count(written, written + done, 1), done);
}

TEST(ForEach, RangesAreChecked) {
  Built it(Config(kUnary).out(make({6})).in(make({6})));
  auto loop = [](const ct_loop &) -> ct_status { return CT_OK; };
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "range [-1, 3) is not within [0, 6)", serial_for_each(it, -1, 3, loop));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "range [4, 3)", serial_for_each(it, 4, 3, loop));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "range [0, 7)", Cursor(it, 0, 7));
}

TEST(ForEach, MetaIteratorsAreNotWalked) {
  Built it(Config(kUnary).out(make_meta({6}, {1})).in(make_meta({6}, {1})));
  auto loop = [](const ct_loop &) -> ct_status { return ADD_FAILURE(), CT_OK; };
  EXPECT_EQ(for_each(it, loop), CT_OK);
  EXPECT_EQ(serial_for_each(it, 0, 6, loop), CT_OK);
  ct_loop piece;
  EXPECT_FALSE(Cursor(it, 0, 6).next(&piece));
}

// Large enough for non-temporal stores on any machine whose cache is known. Rows start anywhere in a cache line.
TEST(Run, WritesLargeOutputsPastTheCaches) {
  const int64_t rows = 3, size = std::max<int64_t>(last_level_cache_bytes() / 4 / rows, 1 << 20) + 37;
  for (const int32_t threads : {1, 7}) {
    const Threads set(threads);
    for (const int64_t gap : {0, 5}) {
      const Ref<Tensor> out = make({rows, size}, {size + gap, 1}), a = make({rows, size}), b = make({size});
      const Ref<Tensor> number = make({}, DType::Float64);
      auto *x = reinterpret_cast<float *>(a->data()), *y = reinterpret_cast<float *>(b->data());
      *reinterpret_cast<double *>(number->data()) = 3;
      for (int64_t i = 0; i < rows * size; ++i) x[i] = static_cast<float>(i % 1000);
      for (int64_t i = 0; i < size; ++i) y[i] = static_cast<float>(i % 77);
      const auto add = kernels_of_op<kernels::Elementwise::add>.loop(DType::Float32);
      const auto expect_sums = [&](auto second) {
        const auto *z = reinterpret_cast<const float *>(out->data());
        int64_t wrong = 0;
        for (int64_t r = 0; r < rows; ++r) {
          for (int64_t i = 0; i < size; ++i) wrong += z[r * (size + gap) + i] != x[r * size + i] + second(i);
        }
        EXPECT_EQ(wrong, 0);
      };
      Built it(Config(kBinary).out(out).in(a).in(b));
      run(it, add);
      expect_sums([y](int64_t i) { return y[i]; });
      Built with_number(Config(kBinary).out(out).in(a).in(number, DType::Float32));
      run(with_number, add);
      expect_sums([](int64_t) { return 3.0F; });
    }
  }
}

}  // namespace
}  // namespace ct
