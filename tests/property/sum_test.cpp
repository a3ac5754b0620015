// Sum on random layouts, dims, dtypes and forms against the oracle, and its bits against each other.
#include <gtest/gtest.h>

#include <cstring>

#include "seeds.h"
#include "settings.h"
#include "sum_case.h"

namespace property {
namespace {

void check_sums(const char *suite, int64_t count, int64_t max_numel) {
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    for (int64_t index = 0; index < count; ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of(suite, dtype.dtype, index));
      SumCase test(dtype.dtype, max_numel, random);
      test.check();
      if (testing::Test::HasFailure()) FAIL() << "case " << index << ": " << test.describe();
    }
  }
}

TEST(Sum, SmallLayouts) { check_sums("sum", cases(2000), 200); }
TEST(Sum, MediumLayouts) { check_sums("sum, medium", cases(60), 5000); }
TEST(Sum, LargeLayouts) { check_sums("sum, large", cases(6), 180000); }

// ---- the same bits for every thread count and address ----

struct Shape {
  Layout layout;
  std::vector<int32_t> dims;
};

// Runs, columns, both, and pieces that are neither; all beyond one task, most beyond several levels of the tree.
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

TEST(Sum, SameBitsForThreadsAndAddresses) {
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    for (size_t s = 0; s < shapes().size(); ++s) {
      const Shape &shape = shapes()[s];
      Random random(seed_of("sum bits", dtype.dtype, static_cast<int64_t>(s)));
      const Operand values(random, dtype.dtype, shape.layout, 0, Values::Moderate);
      std::vector<char> first;
      for (int64_t base = 0; base < 16; ++base) {
        Operand input(random, dtype.dtype, shape.layout, base, Values::Unset);
        input.take(values);
        for (const int32_t threads : kThreads) {
          use_threads(threads);
          reference::Handle out;
          reference::Error error;
          ASSERT_EQ(ct_sum(input.tensor(), shape.dims.data(), static_cast<int32_t>(shape.dims.size()), false,
                           CT_UNDEFINED, out.receive(), &error),
                    CT_OK)
              << error.message;
          const char *data = static_cast<const char *>(ct_tensor_data(out));
          const std::vector<char> bytes(data, data + ct_tensor_numel(out) * ct_dtype_size(ct_tensor_dtype(out)));
          if (first.empty()) first = bytes;
          ASSERT_EQ(std::memcmp(first.data(), bytes.data(), first.size()), 0)
              << describe(input.array()) << ", base offset " << base << ", " << threads << " threads";
        }
        if (cases(2000) < 2000 && base == 3) break;  // a shorter pass
      }
    }
  }
}

// Upstream issue 83149: the sum of a half tensor must not round to half between chunks.
TEST(Sum, HalvesRoundOnce) {
  const int64_t sizes[] = {10, 13, 3, 3};
  reference::Handle ones, out;
  const int32_t dims[] = {0, 1, 2};
  ASSERT_EQ(ct_ones(sizes, 4, CT_BFLOAT16, ones.receive(), nullptr), CT_OK);
  reference::Handle transposed;
  ASSERT_EQ(ct_transpose(ones, 2, 3, transposed.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_sum(transposed, dims, 3, false, CT_UNDEFINED, out.receive(), nullptr), CT_OK);
  for (const Value &value : reference::read(reference::array_of(out))) EXPECT_EQ(value.re, 390);
}

TEST(Sum, RefusesWrongDims) {
  const int64_t sizes[] = {2, 3};
  reference::Handle ones, out;
  ASSERT_EQ(ct_ones(sizes, 2, CT_FLOAT32, ones.receive(), nullptr), CT_OK);
  const int32_t twice[] = {0, -2}, beyond[] = {2};
  EXPECT_EQ(ct_sum(ones, twice, 2, false, CT_UNDEFINED, out.receive(), nullptr), CT_ERROR_INDEX);
  EXPECT_EQ(ct_sum(ones, beyond, 1, false, CT_UNDEFINED, out.receive(), nullptr), CT_ERROR_INDEX);
}

}  // namespace
}  // namespace property
