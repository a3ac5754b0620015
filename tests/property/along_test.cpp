// Ops along a dim on random layouts, dims, dtypes and forms against the oracle, and their bits against each other.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "along_case.h"
#include "kernels/lists/scan.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

void check_all(const char *suite, int64_t count, const std::function<Sizes(Random &)> &sizes) {
  for (const AlongOp &op : along_ops()) {
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      for (int64_t index = 0; index < count; ++index) {
        use_threads(kThreads[index % 3]);
        Random random(seed_of((std::string(suite) + op.name).c_str(), dtype.dtype, index));
        AlongCase test(op, dtype.dtype, sizes(random), random);
        test.check();
        if (testing::Test::HasFailure()) FAIL() << "case " << index << ": " << test.describe();
      }
    }
  }
}

TEST(Along, SmallLayouts) {
  check_all("along", cases(80), [](Random &random) { return random_sizes(random, 300); });
}
TEST(Along, MediumLayouts) {
  check_all("along, medium", cases(10), [](Random &random) { return random_sizes(random, 6000); });
}
// Long lines, few and many, beside each other and one after the other.
TEST(Along, LongLines) {
  check_all("along, long", cases(4), [](Random &random) {
    Sizes sizes = {random.between(4000, 40000), random.between(1, 3)};
    if (random.chance(30)) sizes = {random.between(60, 300), random.between(30, 400)};
    if (random.chance(50)) std::swap(sizes[0], sizes[1]);
    if (random.chance(20)) sizes.insert(sizes.begin(), 2);
    return sizes;
  });
}
// Many lines that end anywhere in a step of the kernel.
TEST(Along, ShortLines) {
  check_all("along, short", cases(16), [](Random &random) {
    Sizes sizes = {random.between(16, 100), random.between(1, 70)};
    if (random.chance(20)) std::swap(sizes[0], sizes[1]);
    if (random.chance(20)) sizes.insert(sizes.begin(), 2);
    return sizes;
  });
}
// Columns of many groups, which follow one another in a task.
TEST(Along, GroupsOfColumns) {
  check_all("along, groups", cases(2), [](Random &random) {
    return Sizes{random.between(8, 12), random.between(2, 36), random.chance(50) ? 64 : random.between(32, 80)};
  });
}
// Enough elements to be copied first where the input lies in another order.
TEST(Along, TurnedInputs) {
  check_all("along, turned", cases(2), [](Random &random) {
    Sizes sizes{random.between(10, 60), random.between(10, 60), random.between(10, 60)};
    if (random.chance(40)) sizes[static_cast<size_t>(random.between(0, 2))] = random.between(1, 7);
    return sizes;
  });
}
// Short lines of which few lie side by side.
TEST(Along, GroupsOfFewLines) {
  check_all("along, few lines", cases(8), [](Random &random) {
    Sizes sizes{random.between(4, 12), random.between(2, 31), random.between(2, 31)};
    if (random.chance(50)) sizes.insert(sizes.begin(), random.between(2, 7));
    return sizes;
  });
}

// ---- the same bits for every thread count and address ----

struct Shape {
  Layout layout;
  int32_t dim;
};

// Contiguous lines, columns, strided and transposed ones; all beyond one task.
const std::vector<Shape> &shapes() {
  static const std::vector<Shape> all = {
      {{{100003}, {1}}, 0},
      {{{50021}, {3}}, 0},
      {{{50021}, {-1}}, 0},
      {{{300, 500}, {500, 1}}, 0},
      {{{300, 500}, {500, 1}}, 1},
      {{{500, 300}, {1, 500}}, 0},
      {{{3, 40011}, {40011, 1}}, 1},
      {{{20011, 3}, {3, 1}}, 0},
      {{{20011, 3}, {3, 1}}, 1},
      {{{40, 50, 60}, {60, 2400, 1}}, 1},
      {{{700, 33}, {33, 1}}, 1},
      {{{500, 64}, {64, 1}}, 1},
      {{{24, 50, 96}, {4800, 96, 1}}, 1},
      {{{11, 2100}, {2100, 1}}, 0},
      {{{8, 16, 30, 40}, {19200, 1, 640, 16}}, 2},
      {{{900, 5, 7}, {35, 7, 1}}, 1},
      {{{300, 6, 9, 4}, {216, 4, 24, 1}}, 2},
  };
  return all;
}

TEST(Along, SameBitsForThreadsAndAddresses) {
  for (const AlongOp &op : along_ops()) {
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      const ct_dtype result = op.gives(op.result(dtype.dtype)) ? CT_UNDEFINED : CT_FLOAT32;
      for (size_t s = 0; s < shapes().size(); ++s) {
        if (is_short_pass() && s % 5 != dtype.dtype % 5) continue;  // a shorter pass: shapes in turns
        const Shape &shape = shapes()[s];
        Random random(seed_of("along bits", dtype.dtype, static_cast<int64_t>(s)));
        const Operand values(random, dtype.dtype, shape.layout, 0, Values::Moderate);
        std::vector<char> first;
        for (int64_t base = 0; base < 8; base += 7) {
          Operand input(random, dtype.dtype, shape.layout, base, Values::Unset);
          input.take(values);
          for (const int32_t threads : kThreads) {
            use_threads(threads);
            reference::Handle out;
            reference::Error error;
            ASSERT_EQ(op.fresh(input.tensor(), shape.dim, result, out.receive(), &error), CT_OK) << error.message;
            const char *data = static_cast<const char *>(ct_tensor_data(out));
            const std::vector<char> bytes(data, data + ct_tensor_numel(out) * ct_dtype_size(ct_tensor_dtype(out)));
            if (first.empty()) first = bytes;
            ASSERT_EQ(std::memcmp(first.data(), bytes.data(), first.size()), 0)
                << op.name << " of " << describe(input.array()) << ", base offset " << base << ", " << threads
                << " threads";
          }
          if (is_short_pass()) break;  // a shorter pass
        }
      }
    }
  }
}

// Long columns, which go down in strips: one task takes several of them, or one.
TEST(Along, SameBitsForStrips) {
  for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64}) {
    Random random(seed_of("along strips", dtype, 0));
    const Operand input(random, dtype, {{3100, 656}, {656, 1}}, 0, Values::Moderate);
    reference::Handle outs[2];
    for (const int32_t threads : {1, 7}) {
      use_threads(threads);
      ASSERT_EQ(ct_softmax(input.tensor(), 0, CT_UNDEFINED, outs[threads / 7].receive(), nullptr), CT_OK);
    }
    bool equal = false;
    ASSERT_EQ(ct_equal(outs[0], outs[1], &equal, nullptr), CT_OK);
    EXPECT_TRUE(equal);
  }
}

// Products that are 0, infinite or beyond what is held for a while, anywhere in a line: what comes of them is what
// comes of one after the other, and the same bits on any number of threads.
void fill_with_products(const Operand &operand, Random &random, int64_t n) {
  const Array &array = operand.array();
  const std::vector<long double> odd = {0, -0.0L, INFINITY, -INFINITY, NAN};
  const int most = array.dtype == CT_FLOAT16 ? 15 : random.chance(30) ? 120 : 30;
  int64_t left = 0;
  int exponent = 0;
  reference::for_each_index(array.sizes, [&](const Sizes &at) {
    if (left-- == 0) {  // a stretch of elements around such a power of two, or around 1
      left = random.chance(30) ? n : random.between(1, 60);
      exponent = random.chance(60) ? 0 : static_cast<int>(random.between(-most, most));
    }
    long double x = std::ldexp(1 + static_cast<long double>(random.between(-100, 100)) / 0x1p14L, exponent);
    if (random.between(1, 2 * n) == 1) x = random.pick(odd);
    const Value value = reference::of_float(x, random.chance(50) ? 0 : x / 2);
    char *const element =
        const_cast<char *>(array.data) + reference::offset_of(at, array.strides) * reference::info(array.dtype).size;
    reference::store(array.dtype, reference::convert(value, CT_COMPLEX128, array.dtype), element);
  });
}

TEST(Along, ProductsBeyondRange) {
  const std::vector<Sizes> all = {{40000}, {37}, {5000, 3}, {3, 9000}, {300, 40}};
  const AlongOp &op = along_ops()[static_cast<size_t>(ct::kernels::ScanOp::cumprod)];
  for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_COMPLEX64, CT_COMPLEX128, CT_BFLOAT16, CT_FLOAT16}) {
    for (int64_t index = 0; index < cases(60); ++index) {
      Random random(seed_of("along products", dtype, index));
      const Sizes &sizes = random.pick(all);
      const Layout layout{sizes, reference::contiguous_strides(sizes)};
      const size_t dim = sizes.size() == 2 && sizes[0] < sizes[1] ? 1 : 0;
      const int64_t n = sizes[dim], step = layout.strides[dim];
      const Operand values(random, dtype, layout, 0, Values::Unset);
      fill_with_products(values, random, n);
      const std::string what = "case " + std::to_string(index) + ", " + describe(values.array());
      std::vector<char> first;
      for (const int32_t threads : kThreads) {
        use_threads(threads);
        for (const bool in_place : {false, true}) {
          Operand input(random, dtype, layout, in_place ? 7 : 0, Values::Unset);
          input.take(values);
          reference::Handle fresh;
          ct_tensor *out = input.tensor();
          if (in_place) {
            ASSERT_EQ(op.into(out, static_cast<int32_t>(dim), CT_UNDEFINED, out, nullptr), CT_OK);
          } else {
            ASSERT_EQ(op.fresh(out, static_cast<int32_t>(dim), CT_UNDEFINED, fresh.receive(), nullptr), CT_OK);
            out = fresh;
          }
          const char *const data = static_cast<const char *>(ct_tensor_data(out));
          const std::vector<char> bytes(data, data + ct_tensor_numel(out) * ct_dtype_size(dtype));
          if (first.empty()) first = bytes;
          ASSERT_EQ(std::memcmp(first.data(), bytes.data(), first.size()), 0) << what << ", " << threads << " threads";
        }
      }
      Array got_array = values.array();
      got_array.data = first.data();
      const std::vector<Value> in = reference::read(values.array()), got = reference::read(got_array);
      std::vector<Value> line(static_cast<size_t>(n));
      for (size_t begin = 0; begin < in.size(); ++begin) {
        if (static_cast<int64_t>(begin) / step % n != 0) continue;
        const auto place = [&](size_t i) { return begin + i * static_cast<size_t>(step); };
        for (size_t i = 0; i < line.size(); ++i) line[i] = in[place(i)];
        const std::vector<reference::Expected> expected = op.evaluate(line, dtype, dtype);
        for (size_t i = 0; i < line.size(); ++i) {
          ASSERT_TRUE(reference::matches(dtype, got[place(i)], expected[i]))
              << what << ", element " << place(i) << ": got " << reference::text(dtype, got[place(i)]) << ", expected "
              << reference::text(dtype, expected[i].low) << " … " << reference::text(dtype, expected[i].high);
        }
      }
    }
  }
}

TEST(Along, RefusesWrongCalls) {
  const int64_t sizes[] = {2, 3}, line[] = {4}, three[] = {3};
  reference::Handle ones, long_line, begin, end, bools, out;
  ASSERT_EQ(ct_ones(sizes, 2, CT_FLOAT32, ones.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_ones(line, 1, CT_FLOAT32, long_line.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_ones(three, 1, CT_BOOL, bools.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_slice(long_line, 0, 0, 3, 1, begin.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_slice(long_line, 0, 1, 4, 1, end.receive(), nullptr), CT_OK);
  for (const AlongOp &op : along_ops()) {
    EXPECT_EQ(op.fresh(ones, 2, CT_UNDEFINED, out.receive(), nullptr), CT_ERROR_INDEX);
    EXPECT_EQ(op.fresh(ones, -3, CT_UNDEFINED, out.receive(), nullptr), CT_ERROR_INDEX);
    EXPECT_EQ(op.fresh(nullptr, 0, CT_UNDEFINED, out.receive(), nullptr), CT_ERROR_INVALID);
    EXPECT_EQ(op.fresh(ones, 0, CT_UNDEFINED, nullptr, nullptr), CT_ERROR_INVALID);
    EXPECT_EQ(op.into(ones, 0, CT_UNDEFINED, nullptr, nullptr), CT_ERROR_INVALID);
    EXPECT_EQ(op.fresh(ones, 0, 99, out.receive(), nullptr), CT_ERROR_DTYPE);
    EXPECT_EQ(op.fresh(ones, 0, CT_BOOL, out.receive(), nullptr), CT_ERROR_DTYPE);
    EXPECT_EQ(op.into(bools, 0, CT_UNDEFINED, bools, nullptr), CT_ERROR_DTYPE);
    EXPECT_EQ(op.into(begin, 0, CT_FLOAT64, end, nullptr), CT_ERROR_DTYPE);
    EXPECT_EQ(op.into(begin, 0, CT_UNDEFINED, end, nullptr), CT_ERROR_OVERLAP);
    EXPECT_EQ(out.get(), nullptr);
    for (const Value &value : reference::read(reference::array_of(long_line))) EXPECT_EQ(value.re, 1) << "written";
    const int64_t none[] = {0, 3};
    reference::Handle empty, meta;
    ASSERT_EQ(ct_ones(none, 2, CT_FLOAT32, empty.receive(), nullptr), CT_OK);
    for (const int32_t dim : {0, 1}) {
      ASSERT_EQ(op.fresh(empty, dim, CT_UNDEFINED, out.receive(), nullptr), CT_OK);
      EXPECT_EQ(reference::sizes_of(out), (Sizes{0, 3}));
      out.receive();
    }
  }
}

}  // namespace
}  // namespace property
