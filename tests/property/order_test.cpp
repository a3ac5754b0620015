// Order and search on random layouts, dims, dtypes and forms against the oracle. There is one right answer, so any
// number of threads, any layout and any instruction set give the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>

#include "evaluate.h"
#include "layouts.h"
#include "ordering.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

using reference::Handle;

// What an op makes of one line: the places of the elements that are its result.
struct LineOp {
  const char *name;
  bool reduces;  // dim goes
  int gives;     // 0: values alone, 1: indices alone, 2: both
  bool takes_k;
  std::function<std::vector<int64_t>(const std::vector<Value> &, ct_dtype, int64_t k)> places;
  std::function<ct_status(const ct_tensor *, int64_t k, int32_t dim, bool keepdim, ct_tensor **, ct_tensor **,
                          ct_error *)>
      fresh;
  std::function<ct_status(const ct_tensor *, int64_t k, int32_t dim, bool keepdim, ct_tensor *, ct_tensor *,
                          ct_error *)>
      into;
};

std::vector<int64_t> first_of(std::vector<int64_t> order, int64_t k) {
  order.resize(static_cast<size_t>(k));
  return order;
}

// clang-format off
#define FRESH(call) [](const ct_tensor *t, [[maybe_unused]] int64_t k, int32_t dim, [[maybe_unused]] bool keepdim, \
                       [[maybe_unused]] ct_tensor **a, [[maybe_unused]] ct_tensor **b, ct_error *error) { return call; }
#define INTO(call) [](const ct_tensor *t, [[maybe_unused]] int64_t k, int32_t dim, [[maybe_unused]] bool keepdim, \
                      [[maybe_unused]] ct_tensor *a, [[maybe_unused]] ct_tensor *b, ct_error *error) { return call; }
#define PLACES(...) [](const std::vector<Value> &line, ct_dtype dtype, [[maybe_unused]] int64_t k) -> std::vector<int64_t> { return __VA_ARGS__; }

const std::vector<LineOp> &line_ops() {
  static const std::vector<LineOp> all = {
    {"sort", false, 2, false, PLACES(order_of(line, dtype, false)),
     FRESH(ct_sort(t, dim, false, true, a, b, error)), INTO(ct_sort_out(t, dim, false, true, a, b, error))},
    {"sort descending", false, 2, false, PLACES(order_of(line, dtype, true)),
     FRESH(ct_sort(t, dim, true, false, a, b, error)), INTO(ct_sort_out(t, dim, true, false, a, b, error))},
    {"sort, values alone", false, 0, false, PLACES(order_of(line, dtype, false)),
     FRESH(ct_sort(t, dim, false, false, a, nullptr, error)), INTO(ct_sort_out(t, dim, false, false, a, nullptr, error))},
    {"sort descending, values alone", false, 0, false, PLACES(order_of(line, dtype, true)),
     FRESH(ct_sort(t, dim, true, false, a, nullptr, error)), INTO(ct_sort_out(t, dim, true, false, a, nullptr, error))},
    {"argsort", false, 1, false, PLACES(order_of(line, dtype, false)),
     FRESH(ct_argsort(t, dim, false, false, a, error)), INTO(ct_argsort_out(t, dim, false, false, a, error))},
    {"topk largest", false, 2, true, PLACES(first_of(order_of(line, dtype, true), k)),
     FRESH(ct_topk(t, k, dim, true, true, a, b, error)), INTO(ct_topk_out(t, k, dim, true, true, a, b, error))},
    {"topk smallest", false, 2, true, PLACES(first_of(order_of(line, dtype, false), k)),
     FRESH(ct_topk(t, k, dim, false, false, a, b, error)), INTO(ct_topk_out(t, k, dim, false, false, a, b, error))},
    {"kthvalue", true, 2, true, PLACES({reference::kth(line, dtype, k)}),
     FRESH(ct_kthvalue(t, k, dim, keepdim, a, b, error)), INTO(ct_kthvalue_out(t, k, dim, keepdim, a, b, error))},
    {"median_dim", true, 2, false, PLACES({reference::median(line, dtype, false)}),
     FRESH(ct_median_dim(t, dim, keepdim, a, b, error)), INTO(ct_median_dim_out(t, dim, keepdim, a, b, error))},
    {"nanmedian_dim", true, 2, false, PLACES({reference::median(line, dtype, true)}),
     FRESH(ct_nanmedian_dim(t, dim, keepdim, a, b, error)), INTO(ct_nanmedian_dim_out(t, dim, keepdim, a, b, error))},
    {"mode", true, 2, false, PLACES({reference::mode(line, dtype)}),
     FRESH(ct_mode(t, dim, keepdim, a, b, error)), INTO(ct_mode_out(t, dim, keepdim, a, b, error))},
    {"cummax", false, 2, false, PLACES(reference::running_extremes(line, dtype, true)),
     FRESH(ct_cummax(t, dim, a, b, error)), INTO(ct_cummax_out(t, dim, a, b, error))},
    {"cummin", false, 2, false, PLACES(reference::running_extremes(line, dtype, false)),
     FRESH(ct_cummin(t, dim, a, b, error)), INTO(ct_cummin_out(t, dim, a, b, error))},
  };
  return all;
}
// clang-format on

template <class T>
T *data_of(ct_tensor *t) {
  void *data = nullptr;
  EXPECT_EQ(ct_tensor_data_mut(t, &data, nullptr), CT_OK);
  return static_cast<T *>(data);
}

struct Lines {
  int64_t n = 1, step = 1, count = 1;
  Lines(const Sizes &sizes, int32_t dim) {
    const auto ndim = static_cast<int32_t>(sizes.size());
    if (ndim == 0) return;
    const auto at = static_cast<size_t>(dim < 0 ? dim + ndim : dim);
    n = sizes[at];
    for (size_t d = at + 1; d < sizes.size(); ++d) step *= sizes[d];
    for (size_t d = 0; d < sizes.size(); ++d) count *= d == at ? 1 : sizes[d];
  }
  int64_t first(int64_t line) const { return line / step * step * n + line % step; }
};

void check_elements(const ct_tensor *out, ct_dtype dtype, const Sizes &sizes, const std::vector<Value> &expected) {
  ASSERT_EQ(ct_tensor_dtype(out), dtype);
  ASSERT_EQ(reference::sizes_of(out), sizes);
  const std::vector<Value> got = reference::read(reference::array_of(out));
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    ASSERT_TRUE(reference::same(dtype, got[i], expected[i]))
        << "element " << i << ": got " << reference::text(dtype, got[i]) << ", expected "
        << reference::text(dtype, expected[i]);
  }
}

void check_line_op(const LineOp &op, ct_dtype dtype, const Sizes &sizes, Random &random) {
  static const std::vector<Values> mixes = {Values::Small, Values::Small, Values::Special, Values::Wide};
  Operand input(random, dtype, random_layout(random, sizes, true), random.offset(), random.pick(mixes));
  const auto ndim = static_cast<int32_t>(sizes.size());
  const auto dim = static_cast<int32_t>(ndim == 0 ? random.between(-1, 0) : random.between(-ndim, ndim - 1));
  const bool keepdim = random.chance(40);
  const Lines lines(sizes, dim);
  const int64_t least = op.reduces || ndim == 0 ? 1 : 0;
  const int64_t k = lines.n < least     ? 1
                    : random.chance(50) ? random.between(least, lines.n)
                                        : random.between(least, std::min<int64_t>(lines.n, 3));
  const int64_t gives = op.reduces ? 1 : op.takes_k ? k : lines.n;
  Sizes out_sizes = sizes;
  if (ndim > 0) {
    const auto at = static_cast<size_t>(dim < 0 ? dim + ndim : dim);
    out_sizes[at] = gives;
    if (op.reduces && !keepdim) out_sizes.erase(out_sizes.begin() + static_cast<int64_t>(at));
  }
  std::optional<ct_status> refused;
  if (op.reduces && lines.n == 0) refused = CT_ERROR_SHAPE;
  if (reference::is_complex(dtype)) refused = CT_ERROR_DTYPE;

  const ct_dtype results[] = {op.gives == 1 ? ct_dtype{CT_INT64} : dtype, CT_INT64};
  std::unique_ptr<Operand> given[2];
  Handle made[2];
  ct_tensor *out[2] = {};
  const bool into = random.chance(40);
  for (int i = 0; into && i < (op.gives == 2 ? 2 : 1); ++i) {
    if (random.chance(70)) {
      given[i] = std::make_unique<Operand>(random, results[i], random_layout(random, out_sizes, false), random.offset(),
                                           Values::Wide);
      out[i] = given[i]->tensor();
    } else {
      const int64_t none = 0;
      ASSERT_EQ(ct_tensor_create(&none, 1, results[i], made[i].receive(), nullptr), CT_OK);
      out[i] = made[i];
    }
  }
  SCOPED_TRACE(std::string(op.name) + " of " + describe(input.array()) + ", dim " + std::to_string(dim) + ", k " +
               std::to_string(k) + (into ? ", into" : ""));
  reference::Error error;
  ct_status status = CT_OK;
  if (into) {
    status = op.into(input.tensor(), k, dim, keepdim, out[0], out[1], &error);
  } else {
    status = op.fresh(input.tensor(), k, dim, keepdim, made[0].receive(), made[1].receive(), &error);
    out[0] = made[0], out[1] = made[1];
  }
  ASSERT_TRUE(input.unchanged()) << "the input was written";
  if (refused) {
    ASSERT_EQ(status, *refused) << error.message;
    for (const auto &one : given) ASSERT_TRUE(one == nullptr || one->unchanged()) << "an output was written";
    return;
  }
  ASSERT_EQ(status, CT_OK) << error.message;
  for (const auto &one : given) {
    ASSERT_TRUE(one == nullptr || one->surroundings_unchanged()) << "bytes around an output were written";
  }
  const std::vector<Value> all = reference::read(input.array());
  std::vector<Value> values(static_cast<size_t>(lines.count * gives)), indices = values;
  for (int64_t line = 0; line < lines.count && gives > 0; ++line) {
    std::vector<Value> own;
    for (int64_t i = 0; i < lines.n; ++i) own.push_back(all[static_cast<size_t>(lines.first(line) + i * lines.step)]);
    const std::vector<int64_t> places = op.places(own, dtype, k);
    const int64_t first = line / lines.step * lines.step * gives + line % lines.step;
    for (int64_t i = 0; i < gives; ++i) {
      values[static_cast<size_t>(first + i * lines.step)] = own[static_cast<size_t>(places[static_cast<size_t>(i)])];
      indices[static_cast<size_t>(first + i * lines.step)] = reference::of_integer(places[static_cast<size_t>(i)]);
    }
  }
  check_elements(out[0], results[0], out_sizes, op.gives == 1 ? indices : values);
  if (op.gives == 2) check_elements(out[1], CT_INT64, out_sizes, indices);
}

void check_all(const char *suite, int64_t count, const std::function<Sizes(Random &)> &sizes, bool running = false) {
  for (const LineOp &op : line_ops()) {
    if (running && std::string_view(op.name).substr(0, 3) != "cum") continue;
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      for (int64_t index = 0; index < (reference::is_complex(dtype.dtype) ? 2 : count); ++index) {
        use_threads(kThreads[index % 3]);
        Random random(seed_of((std::string(suite) + op.name).c_str(), dtype.dtype, index));
        check_line_op(op, dtype.dtype, sizes(random), random);
        if (testing::Test::HasFailure()) FAIL() << "case " << index;
      }
    }
  }
}

TEST(Order, SmallLayouts) {
  check_all("order", cases(60), [](Random &random) { return random_sizes(random, 300); });
}
TEST(Order, MediumLines) {
  check_all("order, medium", cases(4), [](Random &random) {
    Sizes sizes = {random.between(200, 900), random.between(1, 6)};
    if (random.chance(50)) std::swap(sizes[0], sizes[1]);
    return sizes;
  });
}

// So many elements that an input whose lines lie across its output's is copied there first.
TEST(Order, ExtremesOfTurnedInputs) {
  const auto sizes = [](Random &random) { return Sizes{random.between(65, 90), random.between(65, 90)}; };
  check_all("order, turned", cases(6), sizes, true);
}

// Lines so long that threads share them. The oracle takes its time, so that not every op meets every dtype.
TEST(Order, LongLines) {
  for (const ct_dtype dtype : {CT_INT64, CT_FLOAT32, CT_UINT8}) {
    const int64_t n = (int64_t{512} << 10) / reference::info(dtype).size + 100;
    for (const LineOp &op : line_ops()) {
      const std::string name = op.name;
      if (name == "mode" || (dtype != CT_INT64 && name != "sort" && name != "sort descending, values alone")) continue;
      for (const int32_t threads : {1, 3}) {
        if (threads == 1 && !op.takes_k) continue;
        use_threads(threads);
        Random random(seed_of(op.name, dtype, 1));
        check_line_op(op, dtype, {n + random.between(0, 100)}, random);
        if (HasFailure()) return;
      }
    }
  }
}

// Keys that differ only in their lowest bits, beside one that is far from all: their upper bits do not tell them apart.
TEST(Order, ClusteredIntegers) {
  for (const int32_t threads : kThreads) {
    use_threads(threads);
    Random random(7);
    const int64_t n = 70000;
    std::vector<int64_t> numbers;
    for (int64_t i = 0; i < n; ++i) numbers.push_back(random.between(0, 9000));
    numbers[100] = INT64_MAX, numbers[n / 2] = INT64_MIN;
    Handle t, order;
    const int64_t sizes[] = {n};
    ASSERT_EQ(ct_tensor_create(sizes, 1, CT_INT64, t.receive(), nullptr), CT_OK);
    std::copy(numbers.begin(), numbers.end(), data_of<int64_t>(t));
    ASSERT_EQ(ct_argsort(t, 0, false, true, order.receive(), nullptr), CT_OK);
    std::vector<int64_t> expected;
    for (int64_t i = 0; i < n; ++i) expected.push_back(i);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](int64_t a, int64_t b) { return numbers[size_t(a)] < numbers[size_t(b)]; });
    const auto *const got = static_cast<const int64_t *>(ct_tensor_data(order));
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), got)) << threads << " threads";
  }
}

// Lines that are slow for quicksorts.
TEST(Order, Patterns) {
  use_threads(1);
  const int64_t n = 20000;
  const std::function<int64_t(int64_t)> patterns[] = {[](int64_t i) { return i; },
                                                      [](int64_t i) { return -i; },
                                                      [](int64_t) { return int64_t{3}; },
                                                      [](int64_t i) { return i % 2; },
                                                      [](int64_t i) { return i < n / 2 ? i : n - i; },
                                                      [](int64_t i) { return i ^ 5461; }};
  for (const auto &pattern : patterns) {
    for (const ct_dtype dtype : {CT_INT32, CT_INT64, CT_FLOAT32, CT_FLOAT64, CT_INT16}) {
      Handle integers, t, sorted;
      const int64_t sizes[] = {n};
      ASSERT_EQ(ct_tensor_create(sizes, 1, CT_INT64, integers.receive(), nullptr), CT_OK);
      for (int64_t i = 0; i < n; ++i) data_of<int64_t>(integers)[i] = pattern(i);
      ASSERT_EQ(ct_to(integers, dtype, CT_PRESERVE, true, t.receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_sort(t, 0, false, false, sorted.receive(), nullptr, nullptr), CT_OK);
      const std::vector<Value> before = reference::read(reference::array_of(t));
      std::vector<Value> expected;
      for (const int64_t place : reference::order_of(before, dtype, false)) expected.push_back(before[size_t(place)]);
      check_elements(sorted, dtype, {n}, expected);
      if (HasFailure()) return;
    }
  }
}

std::vector<Value> integers(const std::vector<int64_t> &from) {
  std::vector<Value> values;
  for (const int64_t one : from) values.push_back(reference::of_integer(one));
  return values;
}
const std::vector<Values> kMixes = {Values::Small, Values::Small, Values::Special, Values::Wide};

TEST(Order, Unique) {
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    if (reference::is_complex(dtype.dtype)) continue;
    for (int64_t index = 0; index < cases(60); ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of("unique", dtype.dtype, index));
      const Sizes sizes = index < 2 ? Sizes{66000} : random_sizes(random, 400);
      Operand input(random, dtype.dtype, random_layout(random, sizes, true), random.offset(), random.pick(kMixes));
      const std::vector<Value> all = reference::read(input.array());
      for (const bool sorts : {true, false}) {
        const bool wants_inverse = random.chance(60), wants_counts = random.chance(60);
        Handle values, inverse, counts;
        ASSERT_EQ((sorts ? ct_unique : ct_unique_consecutive)(input.tensor(), values.receive(),
                                                              wants_inverse ? inverse.receive() : nullptr,
                                                              wants_counts ? counts.receive() : nullptr, nullptr),
                  CT_OK);
        const reference::Distinct expected = reference::distinct(all, dtype.dtype, sorts);
        std::vector<Value> firsts;
        for (const int64_t place : expected.first) {
          Value value = all[static_cast<size_t>(place)];
          if (reference::is_float(dtype.dtype) && value.re == 0) value.re = 0;
          firsts.push_back(value);
        }
        const Sizes found = {static_cast<int64_t>(firsts.size())};
        check_elements(values, dtype.dtype, found, firsts);
        if (wants_inverse) check_elements(inverse, CT_INT64, sizes, integers(expected.inverse));
        if (wants_counts) check_elements(counts, CT_INT64, found, integers(expected.counts));
        ASSERT_FALSE(HasFailure()) << dtype.name << ", case " << index << describe(input.array());
      }
    }
  }
}

TEST(Order, Search) {
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    if (reference::is_complex(dtype.dtype)) continue;
    for (int64_t index = 0; index < cases(30); ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of("search", dtype.dtype, index));
      const Sizes sizes = random_sizes(random, 400);
      const bool right = random.chance(50);
      Operand input(random, dtype.dtype, random_layout(random, sizes, true), random.offset(), random.pick(kMixes));
      // A sorted sequence, or one for each line.
      const bool one = sizes.empty() || random.chance(50);
      Sizes of_sequence = one ? Sizes{} : Sizes(sizes.begin(), sizes.end() - 1);
      of_sequence.push_back(random.chance(10)   ? 0
                            : random.chance(20) ? random.between(100, 9000)
                                                : random.between(1, 60));
      if (reference::numel(of_sequence) > 20000) continue;
      Operand unsorted(random, dtype.dtype, random_layout(random, of_sequence, true), random.offset(),
                       random.pick(kMixes));
      Handle sorted, places, buckets, among;
      ASSERT_EQ(ct_sort(unsorted.tensor(), -1, false, false, sorted.receive(), nullptr, nullptr), CT_OK);
      const std::vector<Value> sequence = reference::read(reference::array_of(sorted)),
                               all = reference::read(input.array());
      const int64_t n = of_sequence.back(), m = sizes.empty() ? 1 : sizes.back();
      std::vector<Value> expected, found;
      for (size_t i = 0; i < all.size(); ++i) {
        const int64_t line = one ? 0 : static_cast<int64_t>(i) / m;
        const std::vector<Value> own(sequence.begin() + line * n, sequence.begin() + line * n + n);
        expected.push_back(reference::of_integer(reference::place_in(own, dtype.dtype, all[i], right)));
        bool any = false;
        for (const Value &value : sequence) {
          any |= reference::are_equal(dtype.dtype, value, all[i]) && !reference::is_nan(dtype.dtype, value);
        }
        found.push_back(reference::of_integer(any != right));
      }
      ASSERT_EQ(ct_searchsorted(sorted, input.tensor(), right, places.receive(), nullptr), CT_OK);
      check_elements(places, CT_INT64, sizes, expected);
      if (one) {
        ASSERT_EQ(ct_bucketize(input.tensor(), sorted, right, buckets.receive(), nullptr), CT_OK);
        check_elements(buckets, CT_INT64, sizes, expected);
      }
      ASSERT_EQ(ct_isin(input.tensor(), unsorted.tensor(), right, among.receive(), nullptr), CT_OK);
      check_elements(among, CT_BOOL, sizes, found);
      Operand given(random, CT_INT64, random_layout(random, sizes, false), random.offset(), Values::Wide);
      Operand told(random, CT_BOOL, random_layout(random, sizes, false), random.offset(), Values::Wide);
      ASSERT_EQ(ct_searchsorted_out(sorted, input.tensor(), right, given.tensor(), nullptr), CT_OK);
      ASSERT_EQ(ct_isin_out(input.tensor(), unsorted.tensor(), right, told.tensor(), nullptr), CT_OK);
      ASSERT_TRUE(given.surroundings_unchanged() && told.surroundings_unchanged() && input.unchanged());
      check_elements(given.tensor(), CT_INT64, sizes, expected);
      check_elements(told.tensor(), CT_BOOL, sizes, found);
      ASSERT_FALSE(HasFailure()) << dtype.name << ", case " << index;
    }
  }
}

TEST(Order, Quantile) {
  for (const ct_dtype dtype : {CT_FLOAT16, CT_BFLOAT16, CT_FLOAT32, CT_FLOAT64}) {
    for (int64_t index = 0; index < cases(100); ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of("quantile", dtype, index));
      const Sizes sizes = random_sizes(random, 300);
      if (reference::numel(sizes) == 0) continue;
      Operand input(random, dtype, random_layout(random, sizes, true), random.offset(),
                    random.chance(20) ? Values::Special : Values::Moderate);
      const auto ndim = static_cast<int32_t>(sizes.size());
      const bool all = random.chance(30), keepdim = random.chance(50), single = random.chance(30);
      const auto dim = static_cast<int32_t>(ndim == 0 ? 0 : random.between(0, ndim - 1));
      const auto interpolation = static_cast<ct_interpolation>(random.between(0, 4));
      const int64_t count = single ? 1 : random.between(0, 4);
      Handle q, out;
      ASSERT_EQ(ct_tensor_create(&count, single ? 0 : 1, CT_FLOAT64, q.receive(), nullptr), CT_OK);
      auto *const numbers = data_of<double>(q);
      for (int64_t k = 0; k < count; ++k) numbers[k] = static_cast<double>(random.between(0, 16)) / 16;
      ASSERT_EQ(ct_quantile(input.tensor(), q, all ? CT_ALL_DIMS : dim, keepdim, interpolation, out.receive(), nullptr),
                CT_OK);
      const std::vector<Value> values = reference::read(input.array());
      const Lines lines = all ? Lines({reference::numel(sizes)}, 0) : Lines(sizes, dim);
      Sizes out_sizes;
      if (!single) out_sizes.push_back(count);
      for (int32_t d = 0; d < ndim; ++d) {
        if (!all && d != dim)
          out_sizes.push_back(sizes[size_t(d)]);
        else if (keepdim)
          out_sizes.push_back(1);
      }
      ASSERT_EQ(reference::sizes_of(out), out_sizes);
      const std::vector<Value> got = reference::read(reference::array_of(out));
      Operand given(random, dtype, random_layout(random, out_sizes, false), random.offset(), Values::Wide);
      ASSERT_EQ(
          ct_quantile_out(input.tensor(), q, all ? CT_ALL_DIMS : dim, keepdim, interpolation, given.tensor(), nullptr),
          CT_OK);
      ASSERT_TRUE(given.surroundings_unchanged());
      check_elements(given.tensor(), dtype, out_sizes, got);
      for (int64_t k = 0; k < count; ++k) {
        for (int64_t line = 0; line < lines.count; ++line) {
          std::vector<Value> own;
          for (int64_t i = 0; i < lines.n; ++i) own.push_back(values[size_t(lines.first(line) + i * lines.step)]);
          const long double exact = reference::quantile(own, dtype, numbers[k], static_cast<int>(interpolation));
          const long double is = got[size_t(k * lines.count + line)].re;
          long double largest = 0;
          for (const Value &value : own) largest = std::max(largest, std::abs(value.re));
          const long double error = largest * std::ldexp(1.0L, -reference::info(dtype).format.digits);
          const bool right = std::isnan(exact) ? std::isnan(is) : is == exact || std::abs(is - exact) <= error;
          ASSERT_TRUE(right) << "case " << index << ": " << is << ", expected " << exact << " of "
                             << describe(input.array());
        }
      }
    }
  }
}

TEST(Order, Totals) {
  use_threads(1);
  for (int64_t index = 0; index < cases(100); ++index) {
    Random random(seed_of("totals", CT_FLOAT32, index));
    const Sizes sizes = random_sizes(random, 300);
    Operand input(random, CT_FLOAT32, random_layout(random, sizes, true), random.offset(), Values::Small);
    const std::vector<Value> all = reference::read(input.array());
    const int64_t bins = random.between(1, 9);
    Handle histogram, counts, sums, bounded;
    ASSERT_EQ(ct_histc(input.tensor(), bins, -2, 2, histogram.receive(), nullptr), CT_OK);
    std::vector<Value> expected(static_cast<size_t>(bins));
    for (const Value &value : all) {
      if (!(value.re >= -2 && value.re <= 2)) continue;
      const auto bin = static_cast<int64_t>((value.re + 2) / 4 * static_cast<long double>(bins));
      ++expected[static_cast<size_t>(std::min(bin, bins - 1))].re;
    }
    check_elements(histogram, CT_FLOAT32, {bins}, expected);
    Operand given(random, CT_FLOAT32, random_layout(random, {bins}, false), random.offset(), Values::Wide);
    ASSERT_EQ(ct_histc_out(input.tensor(), bins, -2, 2, given.tensor(), nullptr), CT_OK);
    ASSERT_TRUE(given.surroundings_unchanged());
    check_elements(given.tensor(), CT_FLOAT32, {bins}, expected);

    const Sizes line = {random.between(0, 200)};
    Operand weights(random, CT_FLOAT64, random_layout(random, line, true), random.offset(), Values::Small);
    Handle places;
    ASSERT_EQ(ct_tensor_create(line.data(), 1, CT_INT16, places.receive(), nullptr), CT_OK);
    std::vector<Value> numbers(5), totals(5);
    for (int64_t i = 0; i < line[0]; ++i) {
      const auto place = static_cast<int16_t>(random.between(0, 20));
      data_of<int16_t>(places)[i] = place;
      numbers.resize(std::max<size_t>(numbers.size(), size_t(place) + 1));
      totals.resize(numbers.size());
      ++numbers[size_t(place)].integer;
      totals[size_t(place)].re += reference::read(weights.array())[size_t(i)].re;
    }
    const Sizes found = {static_cast<int64_t>(numbers.size())};
    ASSERT_EQ(ct_bincount(places, nullptr, 5, counts.receive(), nullptr), CT_OK);
    check_elements(counts, CT_INT64, found, numbers);
    ASSERT_EQ(ct_bincount(places, weights.tensor(), 5, sums.receive(), nullptr), CT_OK);
    check_elements(sums, CT_FLOAT64, found, totals);
    ASSERT_FALSE(HasFailure()) << "case " << index;
  }
}

TEST(Order, LogCumSumExp) {
  for (const ct_dtype dtype : {CT_FLOAT16, CT_BFLOAT16, CT_FLOAT32, CT_FLOAT64}) {
    for (int64_t index = 0; index < cases(60); ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of("logcumsumexp", dtype, index));
      const Sizes sizes = index == 0 ? Sizes{2, 1500} : random_sizes(random, 300);
      if (reference::numel(sizes) == 0) continue;
      const auto ndim = static_cast<int32_t>(sizes.size());
      const auto dim = static_cast<int32_t>(ndim == 0 ? 0 : random.between(0, ndim - 1));
      Operand input(random, dtype, random_layout(random, sizes, true), random.offset(),
                    random.chance(30)   ? Values::Special
                    : random.chance(50) ? Values::Moderate
                                        : Values::Small);
      Operand out(random, dtype, random_layout(random, sizes, false), random.offset(), Values::Wide);
      ASSERT_EQ(ct_logcumsumexp_out(input.tensor(), dim, out.tensor(), nullptr), CT_OK);
      ASSERT_TRUE(out.surroundings_unchanged() && input.unchanged());
      const std::vector<Value> all = reference::read(input.array()), got = reference::read(out.array());
      const Lines lines(sizes, dim);
      for (int64_t line = 0; line < lines.count; ++line) {
        long double largest = -HUGE_VALL, sum = 0;
        bool nan = false;
        for (int64_t i = 0; i < lines.n; ++i) {
          const auto at = static_cast<size_t>(lines.first(line) + i * lines.step);
          const long double x = all[at].re, before = largest;
          nan |= std::isnan(x);
          largest = std::max(largest, x);
          sum =
              (largest == before ? sum : sum * std::exp(before - largest)) + (x == largest ? 1 : std::exp(x - largest));
          const long double exact = largest + std::log(sum), is = got[at].re;
          const long double error = (std::abs(exact) + 1) * std::ldexp(2.0L, -reference::info(dtype).format.digits) +
                                    std::ldexp(static_cast<long double>(i + 8), -50);
          const bool infinite = std::abs(exact) > reference::max_finite(reference::info(dtype).format) * 0.999L;
          ASSERT_TRUE(nan ? std::isnan(is) : is == exact || infinite || std::abs(is - exact) <= error)
              << "case " << index << ", element " << at << ": " << is << ", expected " << exact;
        }
      }
    }
  }
}

// Slices are compared element by element.
TEST(Order, UniqueSlices) {
  for (const ct_dtype dtype : {CT_BOOL, CT_INT8, CT_UINT64, CT_FLOAT16, CT_FLOAT64}) {
    for (int64_t index = 0; index < cases(80); ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of("unique_dim", dtype, index));
      Sizes sizes = random_sizes(random, 300);
      if (sizes.empty()) sizes = {random.between(0, 9)};
      const auto dim = static_cast<int32_t>(random.between(0, static_cast<int64_t>(sizes.size()) - 1));
      const auto at = static_cast<size_t>(dim);
      Operand input(random, dtype, random_layout(random, sizes, true), random.offset(),
                    random.chance(50) ? Values::Special : Values::Small);
      const std::vector<Value> all = reference::read(input.array());
      const Lines lines(sizes, dim);
      const int64_t n = sizes[at];
      const auto element = [&](int64_t slice, int64_t line) -> const Value & {
        return all[size_t(lines.first(line) + slice * lines.step)];
      };
      const int64_t width = n == 0 ? 0 : lines.count;
      const auto compare = [&](int64_t a, int64_t b) {
        for (int64_t line = 0; line < width; ++line) {
          if (reference::is_less(dtype, element(a, line), element(b, line))) return -1;
          if (reference::is_less(dtype, element(b, line), element(a, line))) return 1;
        }
        return 0;
      };
      const auto has_nan = [&](int64_t slice) {
        for (int64_t line = 0; line < width; ++line) {
          if (reference::is_nan(dtype, element(slice, line))) return true;
        }
        return false;
      };
      for (const bool sorts : {true, false}) {
        std::vector<int64_t> order;
        for (int64_t i = 0; i < n; ++i) order.push_back(i);
        if (sorts) {
          std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return compare(a, b) < 0; });
        }
        std::vector<int64_t> first;
        std::vector<Value> inverse(size_t(n), Value{}), counts;
        for (size_t k = 0; k < order.size(); ++k) {
          if (k == 0 || has_nan(order[k]) || compare(order[k - 1], order[k]) != 0) {
            first.push_back(order[k]);
            counts.push_back(reference::of_integer(0));
          }
          ++counts.back().integer;
          inverse[size_t(order[k])] = reference::of_integer(static_cast<int64_t>(first.size()) - 1);
        }
        const auto runs = static_cast<int64_t>(first.size());
        Sizes found = sizes;
        found[at] = runs;
        Handle values, places, numbers, alone;
        auto *const call = sorts ? ct_unique_dim : ct_unique_consecutive_dim;
        ASSERT_EQ(call(input.tensor(), dim - (index % 2 == 0 ? 0 : static_cast<int32_t>(sizes.size())),
                       values.receive(), places.receive(), numbers.receive(), nullptr),
                  CT_OK);
        ASSERT_EQ(call(input.tensor(), dim, alone.receive(), nullptr, nullptr, nullptr), CT_OK);
        std::vector<Value> expected;
        const Lines to(found, dim);
        expected.resize(size_t(reference::numel(found)));
        for (int64_t k = 0; k < runs; ++k) {
          for (int64_t line = 0; line < width; ++line) {
            expected[size_t(to.first(line) + k * to.step)] = element(first[size_t(k)], line);
          }
        }
        check_elements(values, dtype, found, expected);
        check_elements(alone, dtype, found, expected);
        check_elements(places, CT_INT64, {n}, inverse);
        check_elements(numbers, CT_INT64, {runs}, counts);
        ASSERT_FALSE(HasFailure()) << "case " << index << " along " << dim << " of " << describe(input.array());
      }
    }
  }
}

TEST(Order, Diff) {
  use_threads(1);
  for (const ct_dtype dtype : {CT_BOOL, CT_UINT8, CT_INT32, CT_FLOAT32}) {
    for (int64_t index = 0; index < cases(60); ++index) {
      Random random(seed_of("diff", dtype, index));
      Sizes sizes = random_sizes(random, 200);
      if (sizes.empty()) sizes = {random.between(0, 9)};
      const auto dim = static_cast<int32_t>(random.between(0, static_cast<int64_t>(sizes.size()) - 1));
      const auto at = static_cast<size_t>(dim);
      const int64_t n = random.between(0, 3);
      Sizes more = sizes;
      more[at] = random.between(0, 3);
      Operand input(random, dtype, random_layout(random, sizes, true), random.offset(), Values::Small);
      Operand before(random, dtype, random_layout(random, more, true), random.offset(), Values::Small);
      const bool prepends = random.chance(50), appends = random.chance(50);
      Handle out;
      ASSERT_EQ(ct_diff(input.tensor(), n, dim, prepends ? before.tensor() : nullptr,
                        appends ? before.tensor() : nullptr, out.receive(), nullptr),
                CT_OK);
      const Lines lines(sizes, dim), ends(more, dim);
      const std::vector<Value> all = reference::read(input.array()), end = reference::read(before.array());
      Sizes out_sizes = sizes;
      const int64_t whole = n == 0 ? sizes[at] : sizes[at] + (prepends + appends) * more[at];
      out_sizes[at] = std::max<int64_t>(whole - n, 0);
      ASSERT_EQ(reference::sizes_of(out), out_sizes);
      const std::vector<Value> got = reference::read(reference::array_of(out));
      Operand given(random, dtype, random_layout(random, out_sizes, false), random.offset(), Values::Wide);
      ASSERT_EQ(ct_diff_out(input.tensor(), n, dim, prepends ? before.tensor() : nullptr,
                            appends ? before.tensor() : nullptr, given.tensor(), nullptr),
                CT_OK);
      ASSERT_TRUE(given.surroundings_unchanged() && input.unchanged() && before.unchanged());
      check_elements(given.tensor(), dtype, out_sizes, got);
      for (int64_t line = 0; line < lines.count; ++line) {
        std::vector<Value> own;
        const auto take = [&](const std::vector<Value> &from, const Lines &of) {
          for (int64_t i = 0; i < of.n; ++i) own.push_back(from[size_t(of.first(line) + i * of.step)]);
        };
        if (prepends && n > 0) take(end, ends);
        take(all, lines);
        if (appends && n > 0) take(end, ends);
        for (int64_t k = 0; k < n && !own.empty(); ++k) {
          for (size_t i = 0; i + 1 < own.size(); ++i) {
            if (reference::is_float(dtype))
              own[i].re = own[i + 1].re - own[i].re;
            else if (dtype == CT_BOOL)
              own[i].integer ^= own[i + 1].integer;
            else
              own[i] = reference::convert(reference::of_integer(own[i + 1].integer - own[i].integer), CT_INT64, dtype);
          }
          own.pop_back();
        }
        for (int64_t i = 0; i < out_sizes[at]; ++i) {
          const size_t place =
              size_t(line / lines.step * lines.step * out_sizes[at] + line % lines.step + i * lines.step);
          ASSERT_TRUE(reference::same(dtype, got[place], own[size_t(i)]) ||
                      (got[place].re == 0 && own[size_t(i)].re == 0 && reference::is_float(dtype)))
              << "case " << index << ", element " << place;
        }
      }
    }
  }
}

// Of a tensor without memory, outputs have none; what is deferred is computed first.
TEST(Order, MetaAndDeferred) {
  use_threads(1);
  Random random(1);
  for (const LineOp &op : line_ops()) {
    Operand input(random, CT_FLOAT32, {{5, 4}, {4, 1}}, 0, Values::Small);
    Handle meta, leaf, deferred, first, second, expected[2];
    const int64_t sizes[] = {5, 4};
    ASSERT_EQ(ct_tensor_create_meta(sizes, 2, nullptr, CT_FLOAT32, meta.receive(), nullptr), CT_OK);
    ASSERT_EQ(op.fresh(input.tensor(), 2, 0, false, expected[0].receive(), expected[1].receive(), nullptr), CT_OK);
    ASSERT_EQ(op.fresh(meta, 2, 0, false, first.receive(), second.receive(), nullptr), CT_OK) << op.name;
    EXPECT_TRUE(ct_tensor_is_meta(first));
    EXPECT_EQ(reference::sizes_of(first), reference::sizes_of(expected[0]));
    ASSERT_EQ(ct_defer(input.tensor(), leaf.receive(), nullptr), CT_OK);
    ASSERT_EQ(ct_positive(leaf, deferred.receive(), nullptr), CT_OK);
    ASSERT_EQ(op.fresh(deferred, 2, 0, false, first.receive(), second.receive(), nullptr), CT_OK) << op.name;
    check_elements(first, ct_tensor_dtype(expected[0]), reference::sizes_of(expected[0]),
                   reference::read(reference::array_of(expected[0])));
  }
}

}  // namespace
}  // namespace property
