// Every pointwise op on random layouts, dtypes and forms, against the oracle.
#include <gtest/gtest.h>

#include "pointwise_case.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

class Pointwise : public testing::TestWithParam<const char *> {};

// At least 2000 layouts of each dtype; thread counts take turns.
TEST_P(Pointwise, SmallLayouts) {
  const reference::Op &op = reference::op(GetParam());
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    for (int64_t index = 0; index < cases(2000); ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of(op.name, dtype.dtype, index));
      PointwiseCase test(op, dtype.dtype, random.chance(80) ? 48 : 400, random);
      test.check();
      if (HasFailure()) FAIL() << "case " << index << ": " << test.describe();
    }
  }
}

// Large enough for several tasks and for conversion in more than one block.
TEST_P(Pointwise, LargeLayouts) {
  const reference::Op &op = reference::op(GetParam());
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    for (int64_t index = 0; index < cases(3); ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of(op.name, dtype.dtype, 1000000 + index));
      PointwiseCase test(op, dtype.dtype, 140000, random);
      test.check();
      if (HasFailure()) FAIL() << "case " << index << ": " << test.describe();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, Pointwise,
                         testing::Values("neg", "exp", "add", "sub", "mul", "div", "floor_divide", "eq", "lt", "where"),
                         [](const testing::TestParamInfo<const char *> &name) { return std::string(name.param); });

}  // namespace
}  // namespace property
