// The reductions on random layouts, dims, dtypes and forms against the oracle, and its bits against each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "evaluate.h"
#include "reduce_case.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

// Sum has the most cases: its walk and tree are those of all others.
void check_all(const char *suite, int64_t of_sum, int64_t of_others, int64_t max_numel) {
  for (const reference::Reduction &op : reference::reductions()) {
    const int64_t count = cases(std::strcmp(op.name, "sum") == 0 ? of_sum : of_others);
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      if (count == 1 && dtype.dtype % 4 != of_sum % 4) continue;  // a few of the largest are enough
      for (int64_t index = 0; index < count; ++index) {
        use_threads(kThreads[index % 3]);
        Random random(seed_of((std::string(op.name) + suite).c_str(), dtype.dtype, index));
        ReduceCase test(op, dtype.dtype, max_numel, random);
        test.check();
        if (testing::Test::HasFailure()) FAIL() << "case " << index << ": " << test.describe();
      }
    }
  }
}

TEST(Reduce, SmallLayouts) { check_all("", 700, 80, 200); }
TEST(Reduce, MediumLayouts) { check_all(", medium", 40, 10, 5000); }
TEST(Reduce, LargeLayouts) { check_all(", large", 4, 1, 180000); }

// Rows that begin far apart, which are reduced in other ways where they come from memory: a page or more apart, many of
// them, or with columns for several strips.
Layout far_rows(Random &random, int64_t itemsize, int64_t max_numel) {
  const int64_t rows = random.between(1, random.chance(40) ? 40 : 300), page = 8192 / itemsize;
  const int64_t columns = random.between(1, std::min<int64_t>(max_numel / rows, random.chance(50) ? 300 : 20000));
  const int64_t gap = random.chance(50) ? random.between(0, 70) : 0;
  const int64_t stride = std::max(columns, page + random.between(-1, 1)) + gap;
  if (random.chance(15)) {  // planes of short rows
    const int64_t row = random.between(2, 7);
    return {{random.between(2, 9), random.between(2, 40), row}, {stride, row + random.between(1, 3), 1}};
  }
  if (random.chance(30)) return {{rows, 2, columns}, {2 * stride, stride, 1}};
  if (random.chance(20)) return {{2, rows, columns}, {rows * stride, random.chance(50) ? stride : -stride, 1}};
  return {{rows, columns}, {stride, 1}};
}

TEST(Reduce, FarRows) {
  int64_t turn = 0;
  for (const reference::Reduction &op : reference::reductions()) {
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      if (is_short_pass() && ++turn % 7 != 0) continue;  // a shorter pass: some dtypes of each op, in turns
      for (int64_t index = 0; index < std::max<int64_t>(cases(3), 1); ++index) {
        use_threads(kThreads[(turn + index) % 3]);
        Random random(seed_of((std::string(op.name) + ", far rows").c_str(), dtype.dtype, index));
        const int64_t max_numel = random.chance(5) ? 400000 : 24000;
        ReduceCase test(op, dtype.dtype, far_rows(random, reference::info(dtype.dtype).size, max_numel), random);
        test.check();
        if (HasFailure()) FAIL() << "case " << index << ": " << test.describe();
      }
    }
  }
}

// ---- the same bits for every thread count and address ----

struct Shape {
  Layout layout;
  std::vector<int32_t> dims;  // empty: all

  NamedDims named() const { return dims.empty() ? NamedDims() : NamedDims(dims); }
};

// Contiguous lines, columns, both, and pieces that are neither; all are larger than one task, and most have several
// levels of the tree.
const std::vector<Shape> &shapes() {
  static const std::vector<Shape> all = {
      {{{100003}, {1}}, {}},
      {{{50021}, {3}}, {}},
      {{{50021}, {-1}}, {}},
      {{{300, 500}, {500, 1}}, {0}},
      {{{300, 500}, {500, 1}}, {1}},
      {{{500, 300}, {1, 500}}, {0}},
      {{{7, 20011}, {20011, 1}}, {1}},
      {{{20011, 7}, {7, 1}}, {0}},
      {{{20011, 3}, {3, 1}}, {1}},
      {{{40, 50, 60}, {3000, 60, 1}}, {1}},
      {{{40, 50, 60}, {3000, 60, 1}}, {0, 2}},
      {{{40, 50, 60}, {60, 2400, 1}}, {0}},
      {{{40, 50, 60}, {7000, 120, 2}}, {}},
      {{{8, 16, 30, 40}, {19200, 1, 640, 16}}, {0, 2, 3}},
  };
  return all;
}

// The bytes of a fresh result for one operand.
std::vector<char> bytes_of(const reference::Reduction &op, const Operand &input, const NamedDims &dims) {
  reference::Handle out;
  reference::Error error;
  EXPECT_EQ(call_reduction(op, input.tensor(), dims, false, CT_UNDEFINED, out.receive(), nullptr, &error), CT_OK)
      << error.message;
  const char *data = static_cast<const char *>(ct_tensor_data(out));
  return std::vector<char>(data, data + ct_tensor_numel(out) * ct_dtype_size(ct_tensor_dtype(out)));
}

// One piece and thread at the first address stands beside every other address with threads in turn: each number of
// threads meets each shape, and each address each number of threads.
// A shorter pass takes some shapes of each op, in turns.
void check_bits(const reference::Reduction &op, const reference::DTypeInfo &dtype, int64_t bases, size_t turn) {
  for (size_t s = 0; s < shapes().size(); ++s) {
    if (is_short_pass() && s % 5 != turn % 5) continue;
    const Shape &shape = shapes()[s];
    Random random(seed_of("sum bits", dtype.dtype, static_cast<int64_t>(s)));
    const Operand values(random, dtype.dtype, shape.layout, 0, Values::Moderate);
    use_threads(1);
    const std::vector<char> first = bytes_of(op, values, shape.named());
    for (int64_t index = 0; index < std::max<int64_t>(bases, 2); ++index) {
      const int64_t base = index % bases;
      const int32_t threads = kThreads[(index + 1) % 3];
      Operand input(random, dtype.dtype, shape.layout, base, Values::Unset);
      input.take(values);
      use_threads(threads);
      ASSERT_EQ(first, bytes_of(op, input, shape.named()))
          << op.name << " of " << describe(input.array()) << ", base offset " << base << ", " << threads << " threads";
    }
  }
}

// Sum's walk and tree are those of all other reductions. Of these, only floats are compared, whose bits depend on the
// order.
TEST(Reduce, SameBitsForThreadsAndAddresses) {
  size_t turn = 0;
  for (const reference::Reduction &op : reference::reductions()) {
    const bool is_sum = std::strcmp(op.name, "sum") == 0;
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      const bool stands_for_others = dtype.dtype == CT_FLOAT32 || dtype.dtype == CT_BFLOAT16;
      if (!is_sum && !stands_for_others) continue;
      check_bits(op, dtype, is_sum && reference::is_floating(dtype.dtype) ? cases(16) : 2, turn++);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// Upstream issue 83149: the sum of a half tensor must not round to half between chunks.
TEST(Reduce, HalvesRoundOnce) {
  const int64_t sizes[] = {10, 13, 3, 3};
  reference::Handle ones, out;
  const int32_t dims[] = {0, 1, 2};
  ASSERT_EQ(ct_ones(sizes, 4, CT_BFLOAT16, ones.receive(), nullptr), CT_OK);
  reference::Handle transposed;
  ASSERT_EQ(ct_transpose(ones, 2, 3, transposed.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_sum(transposed, dims, 3, false, CT_UNDEFINED, out.receive(), nullptr), CT_OK);
  for (const Value &value : reference::read(reference::array_of(out))) EXPECT_EQ(value.re, 390);
}

// The first output has the bits of the op without the mean; the mean is ct_mean's, but for rounding.
TEST(Reduce, MeansBesideVariances) {
  use_threads(2);
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    if (!reference::is_floating(dtype.dtype)) continue;
    for (size_t s = 0; s < shapes().size(); ++s) {
      if (leaves_out(static_cast<int64_t>(s) + dtype.dtype, 3)) continue;
      Random random(seed_of("means", dtype.dtype, static_cast<int64_t>(s)));
      const Operand input(random, dtype.dtype, shapes()[s].layout, 0, Values::Small);
      const auto n = static_cast<int32_t>(shapes()[s].dims.size());
      const int32_t *const dims = n == 0 ? nullptr : shapes()[s].dims.data();
      const int64_t none = 0;
      reference::Handle var, std, mean, var_beside, std_beside, means[2];
      ASSERT_EQ(ct_var(input.tensor(), dims, n, nullptr, true, var.receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_std(input.tensor(), dims, n, nullptr, true, std.receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_mean(input.tensor(), dims, n, true, CT_UNDEFINED, mean.receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_var_mean(input.tensor(), dims, n, nullptr, true, var_beside.receive(), means[0].receive(), nullptr),
                CT_OK);
      ASSERT_EQ(ct_tensor_create(&none, 1, ct_tensor_dtype(std), std_beside.receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_tensor_create(&none, 1, dtype.dtype, means[1].receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_std_mean_out(input.tensor(), dims, n, nullptr, true, std_beside, means[1], nullptr), CT_OK);
      bool same = false;
      ASSERT_EQ(ct_equal(var, var_beside, &same, nullptr), CT_OK);
      EXPECT_TRUE(same) << dtype.name;
      ASSERT_EQ(ct_equal(std, std_beside, &same, nullptr), CT_OK);
      EXPECT_TRUE(same) << dtype.name;
      ASSERT_EQ(ct_equal(means[0], means[1], &same, nullptr), CT_OK);
      EXPECT_TRUE(same) << dtype.name;
      long double largest = 0;
      for (const Value &value : reference::read(input.array())) {
        largest = std::max({largest, std::fabs(value.re), std::fabs(value.im)});
      }
      const auto wanted = reference::read(reference::array_of(mean)),
                 got = reference::read(reference::array_of(means[0]));
      ASSERT_EQ(wanted.size(), got.size());
      const long double error = 64 * largest * std::ldexp(1.0L, -reference::info(dtype.dtype).format.digits);
      for (size_t i = 0; i < got.size(); ++i) {
        ASSERT_LE(std::hypot(wanted[i].re - got[i].re, wanted[i].im - got[i].im), error) << dtype.name;
      }
    }
  }
}

// ---- hard numbers: each group of elements has its own ----

// Groups lie down columns for a given output, and along rows for a fresh one; large groups are reduced by any number of
// threads.
void check_groups(const reference::Reduction &op, ct_dtype dtype, const std::vector<std::vector<Value>> &groups) {
  const auto count = static_cast<int64_t>(groups.size()), n = static_cast<int64_t>(groups[0].size());
  const ct_dtype result = *reference::reduced_dtype(op, dtype, CT_UNDEFINED);
  std::vector<reference::Expected> expected;
  for (const auto &group : groups) expected.push_back(op.evaluate(group, dtype, result));
  for (const int32_t dim : {0, 1}) {
    const int64_t sizes[] = {dim == 0 ? n : count, dim == 0 ? count : n}, none = 0;
    reference::Handle input, given;
    void *data = nullptr;
    ASSERT_EQ(ct_tensor_create(sizes, 2, dtype, input.receive(), nullptr), CT_OK);
    ASSERT_EQ(ct_tensor_data_mut(input, &data, nullptr), CT_OK);
    ASSERT_EQ(ct_tensor_create(&none, 1, result, given.receive(), nullptr), CT_OK);
    for (int64_t g = 0; g < count; ++g) {
      for (int64_t i = 0; i < n; ++i) {
        const int64_t at = dim == 0 ? i * count + g : g * n + i;
        reference::store(dtype, groups[static_cast<size_t>(g)][static_cast<size_t>(i)],
                         static_cast<char *>(data) + at * reference::info(dtype).size);
      }
    }
    for (const int32_t threads : kThreads) {
      if (n < 50000 && threads != 1 + dim) continue;
      use_threads(threads);
      reference::Handle fresh;
      reference::Error error;
      ct_tensor *const out = dim == 0 ? given.get() : nullptr;
      ASSERT_EQ(
          call_reduction(op, input, std::vector<int32_t>{dim}, dim == 1, CT_UNDEFINED, fresh.receive(), out, &error),
          CT_OK)
          << error.message;
      const auto got = reference::read(reference::array_of(out != nullptr ? out : fresh.get()));
      ASSERT_EQ(got.size(), groups.size());
      for (size_t g = 0; g < groups.size(); ++g) {
        ASSERT_TRUE(reference::matches(result, got[g], expected[g]))
            << op.name << " of " << n << " elements of " << reference::info(dtype).name << " from "
            << reference::text(dtype, groups[g][0]) << " on, dim " << dim << ", " << threads << " threads: got "
            << reference::text(result, got[g]) << ", expected " << reference::text(result, expected[g].low) << " … "
            << reference::text(result, expected[g].high);
      }
    }
  }
}

// From -0.5 to 0.5.
long double centred(Random &random) {
  return static_cast<long double>(random.between(-(1LL << 40), 1LL << 40)) / (1LL << 41);
}

Value rounded(ct_dtype dtype, long double re, long double im) {
  const reference::Format format = reference::info(dtype).format;
  return reference::of_float(reference::round_to(format, re),
                             reference::is_complex(dtype) ? reference::round_to(format, im) : 0);
}

// The error of a variance does not grow with the mean.
TEST(Reduce, VariancesFarFromZero) {
  for (const reference::Reduction &op : reference::reductions()) {
    if (std::strncmp(op.name, "var", 3) != 0 && std::strncmp(op.name, "std", 3) != 0) continue;
    for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_COMPLEX64, CT_COMPLEX128}) {
      for (const int64_t n : {2, 3, 13, 100, 3000, 70001}) {
        if (n > 3000 && std::strcmp(op.name, "var") != 0) continue;
        Random random(seed_of("far variances", dtype, n));
        const long double ulp = std::ldexp(1.0L, -reference::info(static_cast<ct_dtype>(dtype)).format.digits);
        std::vector<std::vector<Value>> groups;
        for (const long double shift : {0.0L, 1e6L, -1e9L, 1e15L}) {
          groups.emplace_back();
          const long double width = std::max(1.0L, 1000 * ulp * std::fabs(shift));
          for (int64_t i = 0; i < n; ++i) {
            groups.back().push_back(rounded(dtype, shift + width * centred(random), width * centred(random) - shift));
          }
        }
        check_groups(op, dtype, groups);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

// Where a norm can be represented, its powers may overflow or underflow: then it is computed from scaled elements, and
// its neighbours are not.
TEST(Reduce, NormsOfLargeAndSmallNumbers) {
  for (const reference::Reduction &op : reference::reductions()) {
    if (std::strncmp(op.name, "norm", 4) != 0) continue;
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      if (!reference::is_floating(dtype.dtype)) continue;
      const int smallest = dtype.format.min_exponent - 1, largest = dtype.format.max_exponent;
      for (const int64_t n : {1, 3, 50, 3000, 150001}) {
        if (n > 3000 && (op.p != 3 || reference::is_half(dtype.dtype))) continue;
        if (n > 3000 && is_short_pass() && dtype.dtype != CT_FLOAT32) continue;  // a shorter pass
        Random random(seed_of(op.name, dtype.dtype, n));
        std::vector<std::vector<Value>> groups;
        for (const int exponent :
             {smallest - dtype.format.digits + 2, smallest - 2, smallest, smallest + 3, smallest * 2 / 3, smallest / 2,
              smallest / 3, -3, 0, largest / 3, largest / 2, largest * 2 / 3, largest - 20, largest - 4}) {
          groups.emplace_back();
          const long double size = std::ldexp(1.0L, exponent);
          for (int64_t i = 0; i < n; ++i) {
            const long double sign = random.chance(50) ? -size : size;
            groups.back().push_back(rounded(dtype.dtype, sign * (1 + centred(random)), size * centred(random)));
          }
        }
        for (const long double one : {0.0L, std::numeric_limits<long double>::infinity()}) {  // among others
          if (one != 0 && reference::is_complex(dtype.dtype)) continue;
          groups.push_back(groups[3]);
          groups.push_back(groups[groups.size() - 4]);
          for (size_t g = groups.size() - 2; g < groups.size(); ++g)
            groups[g][static_cast<size_t>(n / 2)] = reference::of_float(one, 0);
        }
        groups.emplace_back(static_cast<size_t>(n), reference::of_float(0, 0));
        check_groups(op, dtype.dtype, groups);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(Reduce, RefusesWrongDims) {
  const int64_t sizes[] = {2, 3};
  reference::Handle ones, out;
  ASSERT_EQ(ct_ones(sizes, 2, CT_FLOAT32, ones.receive(), nullptr), CT_OK);
  const int32_t twice[] = {0, -2}, beyond[] = {2};
  EXPECT_EQ(ct_sum(ones, twice, 2, false, CT_UNDEFINED, out.receive(), nullptr), CT_ERROR_INDEX);
  EXPECT_EQ(ct_sum(ones, beyond, 1, false, CT_UNDEFINED, out.receive(), nullptr), CT_ERROR_INDEX);
}

TEST(Reduce, TheLargestOfNothingIsRefused) {
  const int64_t sizes[] = {0, 3};
  const int32_t first[] = {0}, last[] = {1};
  reference::Handle none, out;
  reference::Error error;
  ASSERT_EQ(ct_ones(sizes, 2, CT_FLOAT32, none.receive(), nullptr), CT_OK);
  EXPECT_EQ(ct_amax(none, nullptr, 0, false, out.receive(), &error), CT_ERROR_SHAPE);
  EXPECT_EQ(ct_amin(none, first, 1, false, out.receive(), &error), CT_ERROR_SHAPE);
  EXPECT_EQ(ct_amax(none, last, 1, false, out.receive(), &error), CT_OK) << error.message;
  EXPECT_EQ(ct_tensor_numel(out), 0);
}

}  // namespace
}  // namespace property
