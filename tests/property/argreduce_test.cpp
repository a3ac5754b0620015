// Argreductions on random layouts, dims, dtypes and forms against the oracle. There is one
// right answer, so any number of threads, any address and any instruction set give the same bits.
#include <gtest/gtest.h>

#include <functional>

#include "argreduce_case.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

void check_all(const char *suite, int64_t count, const std::function<Sizes(Random &)> &sizes) {
  for (const ArgreduceOp &op : argreduce_ops()) {
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      for (int64_t index = 0; index < (reference::is_complex(dtype.dtype) ? 2 : count); ++index) {
        use_threads(kThreads[index % 3]);
        Random random(seed_of((std::string(suite) + op.name).c_str(), dtype.dtype, index));
        ArgreduceCase test(op, dtype.dtype, sizes(random), random);
        test.check();
        if (testing::Test::HasFailure()) FAIL() << "case " << index << ": " << test.describe();
      }
    }
  }
}

TEST(Argreduce, SmallLayouts) {
  check_all("argreduce", cases(250), [](Random &random) { return random_sizes(random, 300); });
}
TEST(Argreduce, MediumLayouts) {
  check_all("argreduce, medium", cases(20), [](Random &random) { return random_sizes(random, 6000); });
}
// Lines of several blocks, whose pieces threads share, beside each other and one after the other; more rows than an
// integer as wide as the elements counts.
TEST(Argreduce, LongLines) {
  check_all("argreduce, long", cases(6), [](Random &random) {
    Sizes sizes = {random.between(20000, 140000), random.between(1, 2)};
    if (random.chance(40)) sizes = {random.between(60, 700), random.between(30, 600)};
    if (random.chance(30)) sizes = {random.between(3000, 5000), random.between(32, 40)};
    if (random.chance(50)) std::swap(sizes[0], sizes[1]);
    if (random.chance(20)) sizes.insert(sizes.begin(), 2);
    return sizes;
  });
}

// One element beats all others, wherever it is: at the edges of registers and blocks, and between its equals.
TEST(Argreduce, WhereverItIs) {
  const int64_t n = 3000;
  for (const ArgreduceOp &op : argreduce_ops()) {
    if (op.form != ArgreduceOp::Form::Index) continue;
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      if (reference::is_complex(dtype.dtype) || dtype.dtype == CT_BOOL) continue;
      use_threads(1);
      reference::Handle line, columns;
      const int64_t sizes[] = {n};
      ASSERT_EQ(ct_zeros(sizes, 1, dtype.dtype, line.receive(), nullptr), CT_OK);
      if (!op.largest) {
        const ct_scalar two = {CT_INT64, 0, 2, 0, 0};
        ASSERT_EQ(ct_fill(line, &two, nullptr), CT_OK);
      }
      for (int64_t at = 0; at < n; at += at < 600 || at > n - 200 || at % 1024 < 2 ? 1 : 13) {
        reference::Handle rest, out;
        const ct_scalar one = {CT_INT64, 0, 1, 0, 0}, before = {CT_INT64, 0, op.largest ? 0 : 2, 0, 0};
        ASSERT_EQ(ct_slice(line, 0, at, n, 200, rest.receive(), nullptr), CT_OK);
        ASSERT_EQ(ct_fill(rest, &one, nullptr), CT_OK);
        ASSERT_EQ(op.call(line, CT_ALL_DIMS, false, out.receive(), nullptr, nullptr, nullptr, nullptr), CT_OK);
        ASSERT_EQ(*static_cast<const int64_t *>(ct_tensor_data(out)), at) << op.name << " of " << dtype.name;
        ASSERT_EQ(ct_fill(rest, &before, nullptr), CT_OK);
      }
    }
  }
}

TEST(Argreduce, RefusesWrongCalls) {
  const int64_t sizes[] = {2, 3}, line[] = {6}, none[] = {0, 3};
  const int32_t first = 0, last = 1, beyond = 2;
  reference::Handle ones, floats, shared, long_line, empty, out, second, given;
  ASSERT_EQ(ct_ones(sizes, 2, CT_FLOAT32, ones.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_ones(line, 1, CT_INT64, long_line.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_ones(none, 2, CT_FLOAT32, empty.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_ones(line, 1, CT_FLOAT32, floats.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_slice(long_line, 0, 1, 4, 1, shared.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_slice(long_line, 0, 2, 5, 1, given.receive(), nullptr), CT_OK);
  for (const ArgreduceOp &op : argreduce_ops()) {
    const auto call = [&](const ct_tensor *t, int32_t dim, ct_error *error = nullptr) {
      return op.call(t, dim, false, out.receive(), second.receive(), nullptr, nullptr, error);
    };
    reference::Error error;
    EXPECT_EQ(call(ones, beyond), CT_ERROR_INDEX);
    EXPECT_EQ(call(nullptr, first), CT_ERROR_INVALID);
    EXPECT_EQ(op.call(ones, first, false, nullptr, second.receive(), nullptr, nullptr, nullptr), CT_ERROR_INVALID);
    EXPECT_EQ(call(empty, first, &error), CT_ERROR_SHAPE);
    EXPECT_NE(std::string(error.message).find("dim 0"), std::string::npos) << error.message;
    EXPECT_EQ(out.get(), nullptr);
    EXPECT_EQ(second.get(), nullptr);
    EXPECT_EQ(call(empty, last), CT_OK);
    EXPECT_EQ(ct_tensor_numel(out), 0);
    if (op.form == ArgreduceOp::Form::Index) {
      EXPECT_EQ(op.call(ones, first, false, nullptr, nullptr, floats, nullptr, nullptr), CT_ERROR_DTYPE);
      continue;
    }
    EXPECT_EQ(op.call(ones, first, false, out.receive(), nullptr, nullptr, nullptr, nullptr), CT_ERROR_INVALID);
    EXPECT_EQ(op.call(ones, first, false, out.receive(), out.receive(), nullptr, nullptr, nullptr), CT_ERROR_INVALID);
    EXPECT_EQ(op.call(long_line, first, false, nullptr, nullptr, shared, given, nullptr), CT_ERROR_OVERLAP);
    EXPECT_EQ(op.call(ones, first, false, nullptr, nullptr, floats, nullptr, nullptr), CT_ERROR_INVALID);
    for (const Value &value : reference::read(reference::array_of(long_line))) EXPECT_EQ(value.integer, 1) << "written";
    EXPECT_EQ(reference::sizes_of(floats), (Sizes{6}));
  }
}

}  // namespace
}  // namespace property
