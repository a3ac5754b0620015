// Kernels of a caller through the iterator, on random layouts: for_each, serial ranges, cursors, linear order and
// reductions. Every element is visited once, and operands of other dtypes are converted.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>

#include "layouts.h"
#include "rules.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

using reference::Handle;

struct IterRelease {
  void operator()(ct_iter *it) const { ct_iter_release(it); }
};
using Iter = std::unique_ptr<ct_iter, IterRelease>;

Iter build(uint32_t preset, uint32_t flags, std::vector<ct_tensor *> outputs, std::vector<const ct_tensor *> inputs) {
  ct_iter_config config{};
  config.struct_size = sizeof config;
  config.preset = preset;
  config.flags = flags;
  config.noutputs = static_cast<int32_t>(outputs.size());
  config.ninputs = static_cast<int32_t>(inputs.size());
  config.outputs = outputs.data();
  config.inputs = inputs.data();
  ct_iter *it = nullptr;
  reference::Error error;
  EXPECT_EQ(ct_iter_build(&config, &it, &error), CT_OK) << error.message;
  return Iter(it);
}

// Calls body(address of operand 0's element, of operand 1's, …, position) for every element of a piece.
template <class Body>
void for_each_element(const ct_loop &piece, Body &&body) {
  for (int64_t outer = 0; outer < piece.size1; ++outer) {
    for (int64_t inner = 0; inner < piece.size0; ++inner) {
      char *at[3] = {};
      for (int32_t k = 0; k < piece.noperands; ++k) {
        at[k] = piece.data[k] + inner * piece.strides[k] + outer * piece.strides[piece.noperands + k];
      }
      body(at, piece.begin + outer * piece.size0 + inner);
    }
  }
}

struct Visits {
  std::mutex mutex;
  std::vector<std::pair<int64_t, int64_t>> ranges;  // [begin, end)
  bool well_formed = true;

  void expect_all_once(int64_t count) {
    std::sort(ranges.begin(), ranges.end());
    int64_t next = 0;
    for (const auto &[begin, end] : ranges) {
      EXPECT_EQ(begin, next) << "positions were left out or visited twice";
      next = end;
    }
    EXPECT_EQ(next, count);
    EXPECT_TRUE(well_formed);
  }
};

double &f64(char *element) { return *reinterpret_cast<double *>(element); }

ct_status twice_plus(const ct_loop *piece, void *user_data) {
  Visits &visits = *static_cast<Visits *>(user_data);
  {
    const std::lock_guard lock(visits.mutex);
    visits.ranges.emplace_back(piece->begin, piece->begin + piece->size0 * piece->size1);
    visits.well_formed &= piece->noperands == 3 && piece->worker >= 0 && piece->worker < ct_get_num_threads();
  }
  for_each_element(*piece, [](char **at, int64_t) { f64(at[0]) = 2 * f64(at[1]) + f64(at[2]); });
  return CT_OK;
}

enum class Walk { ForEach, Ranges, Cursors };

void walk(const ct_iter *it, Walk how, Random &random, Visits &visits) {
  const int64_t count = ct_iter_numel(it);
  if (how == Walk::ForEach) {
    static const std::vector<int64_t> grains = {0, 0, 1, 7, 100, 32768};
    EXPECT_EQ(ct_iter_for_each(it, twice_plus, &visits, count > 2000 ? 0 : random.pick(grains), nullptr), CT_OK);
    return;
  }
  for (int64_t begin = 0; begin < count;) {
    const int64_t end = random.between(begin + 1, count);
    if (how == Walk::Ranges) {
      EXPECT_EQ(ct_iter_serial_for_each(it, begin, end, twice_plus, &visits, nullptr), CT_OK);
    } else {
      ct_iter_cursor *cursor = nullptr;
      ASSERT_EQ(ct_iter_cursor_create(it, begin, end, &cursor, nullptr), CT_OK);
      ct_loop piece{};
      piece.struct_size = sizeof piece;
      while (ct_iter_cursor_next(cursor, &piece)) twice_plus(&piece, &visits);
      ct_iter_cursor_release(cursor);
    }
    begin = end;
  }
}

void check_walk(int64_t index, int64_t max_numel) {
  static const std::vector<ct_dtype> narrow = {CT_FLOAT64, CT_FLOAT64, CT_FLOAT32, CT_FLOAT16, CT_INT32, CT_UINT8};
  static const std::vector<ct_dtype> results = {CT_FLOAT64, CT_FLOAT64, CT_FLOAT32, CT_COMPLEX128};
  use_threads(kThreads[index % 3]);
  Random random(seed_of("iterator", CT_FLOAT64, index));
  Sizes shape = random_sizes(random, max_numel);
  if (shape.empty()) shape = {1};  // so that b, a float64 with dims, decides the common dtype
  const Operand a(random, random.pick(narrow), random_layout(random, random_operand_sizes(random, shape), true),
                  random.offset(), Values::Small);
  const Operand b(random, CT_FLOAT64, random_layout(random, shape, true), random.offset(), Values::Small);
  const Operand given(random, random.pick(results), random_layout(random, shape, false), random.offset(),
                      Values::Small);
  const bool fresh = random.chance(40);
  const Iter it = build(CT_ITER_BINARY, 0, {fresh ? nullptr : given.tensor()}, {a.tensor(), b.tensor()});
  ASSERT_NE(it, nullptr);
  EXPECT_EQ(ct_iter_numel(it.get()), reference::numel(shape));
  EXPECT_EQ(ct_iter_common_dtype(it.get()), static_cast<ct_dtype>(CT_FLOAT64));

  Visits visits;
  walk(it.get(), static_cast<Walk>(random.between(0, 2)), random, visits);
  visits.expect_all_once(ct_iter_numel(it.get()));

  Handle out;
  ASSERT_EQ(ct_iter_operand(it.get(), 0, out.receive(), nullptr), CT_OK);
  EXPECT_TRUE(a.unchanged() && b.unchanged());
  EXPECT_TRUE(fresh || given.surroundings_unchanged());
  const auto got = reference::read(reference::array_of(out));
  const auto x = reference::read(a.array(), shape), y = reference::read(b.array());
  for (size_t i = 0; i < got.size(); ++i) {
    const Value from_a = reference::convert(x[i], a.array().dtype, CT_FLOAT64);
    ASSERT_EQ(got[i].re, 2 * from_a.re + y[i].re) << "element " << i;  // exact: small integers and halves
  }
  if (testing::Test::HasFailure()) {
    FAIL() << "case " << index << ": " << describe(a.array()) << ", " << describe(b.array()) << ", out "
           << describe(fresh ? reference::array_of(out) : given.array());
  }
}

TEST(Iterator, VisitsEveryElementOnce) {
  for (int64_t index = 0; index < cases(6000) && !HasFailure(); ++index) check_walk(index, 200);
}

TEST(Iterator, VisitsEveryElementOfLargeOnes) {
  for (int64_t index = 100000; index < 100000 + cases(40) && !HasFailure(); ++index) check_walk(index, 150000);
}

TEST(Iterator, LinearOrderIsRowMajor) {
  for (int64_t index = 0; index < cases(2000) && !HasFailure(); ++index) {
    use_threads(kThreads[index % 3]);
    Random random(seed_of("linear", CT_INT64, index));
    const Sizes shape = random_sizes(random, index % 100 == 0 ? 100000 : 200);
    const Operand in(random, CT_INT64, random_layout(random, shape, true), 0, Values::Small);
    const Operand out(random, CT_INT64, random_layout(random, shape, false), random.offset(), Values::Small);
    const Iter it = build(CT_ITER_UNARY, CT_ITER_LINEAR, {out.tensor()}, {in.tensor()});
    ASSERT_NE(it, nullptr);
    const auto number = [](const ct_loop *piece, void *) -> ct_status {
      for_each_element(*piece, [](char **at, int64_t position) { *reinterpret_cast<int64_t *>(at[0]) = position; });
      return CT_OK;
    };
    EXPECT_EQ(ct_iter_for_each(it.get(), number, nullptr, 0, nullptr), CT_OK);
    EXPECT_TRUE(out.surroundings_unchanged());
    int64_t next = 0;
    for (const Value &value : reference::read(out.array())) ASSERT_EQ(value.integer, next++);
    if (HasFailure()) FAIL() << "case " << index << ": " << describe(out.array());
  }
}

TEST(Iterator, StopsWithTheCallersStatus) {
  Random random(3);
  const Operand in(random, CT_FLOAT64, {{100000}, {1}}, 0, Values::Small);
  const Iter it = build(CT_ITER_UNARY, 0, {nullptr}, {in.tensor()});
  for (const int32_t threads : kThreads) {
    use_threads(threads);
    const auto stop = [](const ct_loop *, void *) -> ct_status { return CT_STATUS_USER - 5; };
    EXPECT_EQ(ct_iter_for_each(it.get(), stop, nullptr, 0, nullptr), CT_STATUS_USER - 5);
  }
}

// ---- reductions: sum and maximum at once ----

ct_status sum_and_max(const ct_loop *piece, void *) {
  for_each_element(*piece, [](char **at, int64_t) {
    f64(at[0]) += f64(at[2]);
    f64(at[1]) = std::max(f64(at[1]), f64(at[2]));
  });
  return CT_OK;
}

// Each output has two operands: the target and the source.
ct_status join(const ct_loop *piece, void *user_data) {
  if (piece->noperands != 4) {
    *static_cast<bool *>(user_data) = false;
    return CT_STATUS_USER;
  }
  for (int64_t outer = 0; outer < piece->size1; ++outer) {
    for (int64_t inner = 0; inner < piece->size0; ++inner) {
      const auto at = [&](int k) -> double & {
        return f64(piece->data[k] + inner * piece->strides[k] + outer * piece->strides[4 + k]);
      };
      at(0) += at(1);
      at(2) = std::max(at(2), at(3));
    }
  }
  return CT_OK;
}

void check_reduction(int64_t index, int64_t max_numel) {
  use_threads(kThreads[index % 3]);
  Random random(seed_of("reduction", CT_FLOAT64, index));
  const Sizes shape = random_sizes(random, max_numel);
  Sizes kept = shape;
  for (int64_t &size : kept) {
    if (random.chance(50)) size = 1;
  }
  const Operand in(random, CT_FLOAT64, random_layout(random, shape, true), random.offset(), Values::Small);
  const Layout layout = random_layout(random, kept, false);
  const Operand total(random, CT_FLOAT64, layout, random.offset(), Values::Small);
  const Operand most(random, CT_FLOAT64, layout, random.offset(), Values::Small);
  const Iter it =
      build(CT_ITER_CUSTOM, CT_ITER_REDUCTION | CT_ITER_NO_RESIZE, {total.tensor(), most.tensor()}, {in.tensor()});
  ASSERT_NE(it, nullptr);
  const double lowest = -std::numeric_limits<double>::infinity();
  const ct_scalar identities[] = {{CT_FLOAT64, 0, 0, 0, 0}, {CT_FLOAT64, 0, 0, lowest, 0}};
  bool pairs = true;
  ct_iter_reduction reduction{};
  reduction.struct_size = sizeof reduction;
  reduction.loop = sum_and_max;
  reduction.combine = join;
  reduction.identities = identities;
  reduction.user_data = &pairs;
  reference::Error error;
  ASSERT_EQ(ct_iter_reduce(it.get(), &reduction, &error), CT_OK) << error.message;
  EXPECT_TRUE(pairs) << "combine got another number of operands than a pair an output";
  EXPECT_TRUE(in.unchanged() && total.surroundings_unchanged() && most.surroundings_unchanged());

  const Sizes where = reference::contiguous_strides(kept);
  Sizes target(shape.size(), 0);
  for (size_t dim = 0; dim < shape.size(); ++dim) target[dim] = kept[dim] == 1 ? 0 : where[dim];
  const auto count = static_cast<size_t>(reference::numel(kept));
  std::vector<long double> sums(count, 0), maxima(count, lowest);
  const std::vector<Value> values = reference::read(in.array());
  size_t i = 0;
  reference::for_each_index(shape, [&](const Sizes &position) {
    const auto at = static_cast<size_t>(reference::offset_of(position, target));
    sums[at] += values[i].re;
    maxima[at] = std::max(maxima[at], values[i].re);
    ++i;
  });
  const auto got_sums = reference::read(total.array()), got_maxima = reference::read(most.array());
  for (size_t at = 0; at < count; ++at) {  // exact: small integers and halves
    ASSERT_EQ(got_sums[at].re, sums[at]) << "sum " << at;
    ASSERT_EQ(got_maxima[at].re, maxima[at]) << "maximum " << at;
  }
}

void check_reductions(int64_t first, int64_t count, int64_t max_numel) {
  for (int64_t index = first; index < first + count; ++index) {
    check_reduction(index, max_numel);
    if (testing::Test::HasFailure()) FAIL() << "case " << index;
  }
}

TEST(Iterator, ReducesIntoTwoOutputs) { check_reductions(0, cases(3000), 300); }
TEST(Iterator, ReducesLargeOnes) { check_reductions(100000, cases(40), 150000); }

}  // namespace
}  // namespace property
