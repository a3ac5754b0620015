// Every elementwise op on random layouts, dtypes and forms, against the oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>

#include "elementwise_case.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

// No options, except those that an op needs.
const ct_scalar kFill = {CT_BOOL, 0, 1, 0, 0};
const ct_scalar *const kFillOptions[3] = {&kFill};

const ct_scalar *const *options_of(const reference::Op &op) {
  return op.rule == reference::Rule::Fill ? kFillOptions : kNoOptions;
}

class Elementwise : public testing::TestWithParam<const char *> {};

// The number of threads changes from case to case.
TEST_P(Elementwise, SmallLayouts) {
  const reference::Op &op = reference::op(GetParam());
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    const int64_t count = cases(!op.accepts(dtype.dtype) ? 10 : stands_for_others(op) ? 320 : 30);
    for (int64_t index = 0; index < count; ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of(op.name, dtype.dtype, index));
      ElementwiseCase test(op, dtype.dtype, random.chance(80) ? 48 : 400, random);
      test.check();
      if (HasFailure()) FAIL() << "case " << index << ": " << test.describe();
    }
  }
}

// Large enough for several tasks and for conversion in more than one block.
TEST_P(Elementwise, LargeLayouts) {
  const reference::Op &op = reference::op(GetParam());
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    const bool one_of_its_kind = dtype.dtype == CT_BOOL || dtype.dtype == CT_INT32 || dtype.dtype == CT_BFLOAT16 ||
                                 dtype.dtype == CT_FLOAT32 || dtype.dtype == CT_COMPLEX64;
    const bool full = !is_short_pass();
    if (!full && !one_of_its_kind) continue;
    const bool once = full && op.accepts(dtype.dtype) && one_of_its_kind;
    const int64_t count = stands_for_others(op) ? std::max<int64_t>(cases(3), 1) : once ? 1 : 0;
    for (int64_t index = 0; index < count; ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of(op.name, dtype.dtype, 1000000 + index));
      ElementwiseCase test(op, dtype.dtype, stands_for_others(op) ? 140000 : 50000, random);
      test.check();
      if (HasFailure()) FAIL() << "case " << index << ": " << test.describe();
    }
  }
}

// ---- an element's result depends on the element alone ----

using Row = std::vector<char>;  // the elements of a row, dense

constexpr int64_t kCount = 333;

Row random_row(Random &random, ct_dtype dtype, bool without_zeros) {
  const int64_t itemsize = reference::info(dtype).size;
  Row row(static_cast<size_t>(kCount * itemsize));
  for (int64_t i = 0; i < kCount; ++i) {
    Value value = random_value(random, dtype, Values::Special);
    if (without_zeros && value.integer == 0) value.integer = 1;
    reference::store(dtype, value, row.data() + i * itemsize);
  }
  return row;
}

// Copies each element of a row, `step` elements apart, to its dense place.
void gather(Row &row, const char *from, int64_t step, int64_t itemsize) {
  for (size_t at = 0; at < row.size(); at += static_cast<size_t>(itemsize), from += step * itemsize) {
    reference::copy_element(row.data() + at, from, itemsize);
  }
}

// An operand whose rows, along the last dim, are all equal to this one.
std::unique_ptr<Operand> place(Random &random, const Row &row, ct_dtype dtype, const Layout &layout, int64_t base) {
  auto operand = std::make_unique<Operand>(random, dtype, layout, base, Values::Unset);
  const Array &a = operand->array();
  const int64_t itemsize = reference::info(dtype).size;
  reference::for_each_row(layout.sizes, [&](const Sizes &index, int64_t n) {
    char *to = const_cast<char *>(a.data) + reference::offset_of(index, a.strides) * itemsize;
    for (int64_t i = 0; i < n; ++i, to += a.strides.back() * itemsize) {
      reference::copy_element(to, row.data() + i * itemsize, itemsize);
    }
  });
  return operand;
}

class Placement {
 public:
  Placement(const reference::Op &op, ct_dtype dtype)
      : op_(op), dtype_(dtype), random_(seed_of(op.name, dtype, 3000000)) {
    const bool divides = op.rule == reference::Rule::Division && reference::is_integer(dtype);
    for (int k = 0; k < op.arity; ++k) rows_.push_back(random_row(random_, dtype_of(k), divides && k == 1));
  }

  // Runs the op on rows with this layout, from their element `from` on, and compares with the first result.
  void check(const Layout &layout, int64_t base, int64_t from) {
    std::vector<std::unique_ptr<Operand>> operands;
    std::vector<reference::Handle> views;
    std::vector<const ct_tensor *> inputs;
    for (int k = 0; k < op_.arity; ++k) {
      operands.push_back(place(random_, rows_[static_cast<size_t>(k)], dtype_of(k), layout, base));
      views.emplace_back();
      ASSERT_EQ(ct_slice(operands.back()->tensor(), -1, from, kCount, 1, views.back().receive(), nullptr), CT_OK);
      inputs.push_back(views.back());
    }
    reference::Handle out;
    reference::Error error;
    ASSERT_EQ(call_of(op_).fresh(inputs.data(), options_of(op_), out.receive(), &error), CT_OK) << error.message;
    const Array got = reference::array_of(out);
    const int64_t itemsize = reference::info(got.dtype).size;
    Row row(static_cast<size_t>((kCount - from) * itemsize));
    reference::for_each_row(got.sizes, [&](const Sizes &index, int64_t) {
      gather(row, got.data + reference::offset_of(index, got.strides) * itemsize, got.strides.back(), itemsize);
      if (first_.empty()) first_ = row;
      const char *expected = first_.data() + from * itemsize;
      if (std::memcmp(row.data(), expected, row.size()) == 0 || testing::Test::HasFailure()) return;
      for (int64_t i = 0; i < kCount - from; ++i) {  // NaNs may differ in their bits
        const Value here = reference::load(got.dtype, row.data() + i * itemsize);
        const Value there = reference::load(got.dtype, expected + i * itemsize);
        ASSERT_TRUE(reference::same(got.dtype, here, there))
            << describe(reference::array_of(inputs[0])) << ", base offset " << base << ", element " << from + i << ": "
            << reference::text(got.dtype, here) << " here, " << reference::text(got.dtype, there) << " there";
      }
    });
  }

 private:
  ct_dtype dtype_of(int k) const {
    const bool mask = (op_.rule == reference::Rule::Where && k == 0) || (op_.rule == reference::Rule::Fill && k == 1);
    return mask ? static_cast<ct_dtype>(CT_BOOL) : dtype_;
  }

  const reference::Op &op_;
  ct_dtype dtype_;
  Random random_;
  std::vector<Row> rows_;
  Row first_;
};

TEST_P(Elementwise, SameBitsWhereverAnElementStands) {
  const reference::Op &op = reference::op(GetParam());
  const bool everywhere = !is_short_pass() || stands_for_others(op);
  const int64_t places = everywhere ? 16 : 1;
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    if (!op.accepts(dtype.dtype)) continue;
    Placement placement(op, dtype.dtype);
    for (int64_t base = 0; base < places && !HasFailure(); ++base) {
      use_threads(kThreads[base % 3]);
      for (const int64_t step : {1, 2, -1}) {
        placement.check({{kCount}, {step}}, base, 0);
        placement.check({{kCount}, {step}}, base, 17 * base + 1);
      }
    }
    for (const int32_t threads : kThreads) {  // there are enough rows for several tasks
      if (!everywhere && threads != kThreads[1]) continue;
      use_threads(threads);
      placement.check({{110, kCount}, {kCount, 1}}, threads, 0);
      placement.check({{110, kCount}, {1, 110}}, threads, 1);
    }
    if (HasFailure()) FAIL() << dtype.short_name;
  }
}

// ---- values where an op is hard ----

// Compares the op with the oracle on these values, which the dtype holds exactly.
void check_values(const char *name, ct_dtype dtype, const std::vector<std::vector<long double>> &inputs) {
  const reference::Op &op = reference::op(name);
  const auto count = static_cast<int64_t>(inputs[0].size());
  const int64_t itemsize = reference::info(dtype).size;
  std::vector<std::vector<char>> bytes;
  std::vector<reference::Handle> handles;
  std::vector<const ct_tensor *> tensors;
  for (const auto &values : inputs) {
    bytes.emplace_back(static_cast<size_t>(count * itemsize));
    for (int64_t i = 0; i < count; ++i) {
      reference::store(dtype, reference::of_float(values[static_cast<size_t>(i)]), bytes.back().data() + i * itemsize);
    }
    handles.emplace_back();
    ASSERT_EQ(ct_tensor_from_data(bytes.back().data(), &count, 1, nullptr, dtype, nullptr, nullptr,
                                  handles.back().receive(), nullptr),
              CT_OK);
    tensors.push_back(handles.back());
  }
  reference::Handle out;
  ASSERT_EQ(call_of(op).fresh(tensors.data(), kNoOptions, out.receive(), nullptr), CT_OK);
  const std::vector<Value> got = reference::read(reference::array_of(out));
  for (size_t i = 0; i < got.size(); ++i) {
    Value element[2];
    for (size_t k = 0; k < inputs.size(); ++k) element[k] = reference::of_float(inputs[k][i]);
    const reference::Expected expected = op.evaluate(dtype, element);
    ASSERT_TRUE(reference::matches(dtype, got[i], expected))
        << name << " of " << reference::text(dtype, element[0]) << " and " << reference::text(dtype, element[1])
        << ": got " << reference::text(dtype, got[i]) << ", expected " << reference::text(dtype, expected.low) << " … "
        << reference::text(dtype, expected.high);
  }
}

constexpr ct_dtype kRealFloats[] = {CT_FLOAT16, CT_BFLOAT16, CT_FLOAT32, CT_FLOAT64};

// Quotients that are integers, or differ from one by a step of the dividend, where rounding could cross the floor.
TEST(FloorDivide, NextToMultiples) {
  for (const ct_dtype dtype : kRealFloats) {
    const reference::Format format = reference::info(dtype).format;
    Random random(seed_of("multiples", dtype, 0));
    std::vector<long double> dividends, divisors;
    for (int64_t i = 0; i < cases(150000); ++i) {
      const long double divisor = random_value(random, dtype, Values::Moderate).re;
      const int64_t factor = random.between(1, int64_t{1} << random.between(1, format.digits + 6));
      const long double product =
          reference::round_to(format, divisor * static_cast<long double>(random.chance(50) ? factor : -factor));
      if (!std::isfinite(product) || divisor == 0) continue;
      const auto steps = static_cast<long double>(random.between(-1, 1));
      dividends.push_back(reference::round_to(format, product + steps * reference::ulp(format, product)));
      divisors.push_back(divisor);
    }
    for (const char *name : {"floor_divide", "fmod", "remainder"}) check_values(name, dtype, {dividends, divisors});
  }
}

// Every magnitude; they are denser between the points where the result vanishes and where it overflows.
TEST(Exp, AcrossTheRange) {
  for (const bool deterministic : {false, true}) {
    ASSERT_EQ(ct_set_deterministic(deterministic, nullptr), CT_OK);
    for (const ct_dtype dtype : kRealFloats) {
      const reference::Format format = reference::info(dtype).format;
      const bool is_double = dtype == CT_FLOAT64;
      Random random(seed_of("exp", dtype, 4000000));
      std::vector<long double> values;
      for (int64_t i = 0; i < cases(100000); ++i) {
        const long double unit = static_cast<long double>(random.bits() >> 11U) / 0x1p53L;
        const long double edge = is_double ? 709.8L : 88.75L, start = is_double ? -746 : -105;
        values.push_back(random_value(random, dtype, Values::Special).re);
        values.push_back(reference::round_to(format, start + (edge - start) * unit));
        values.push_back(reference::round_to(format, unit * 2 - 1));
        values.push_back(reference::round_to(format, (random.chance(50) ? edge : start) + (unit - 0.5L)));
      }
      check_values("exp", dtype, {values});
    }
  }
  ASSERT_EQ(ct_set_deterministic(false, nullptr), CT_OK);
}

// Inputs that are contiguous along the columns of the output, with more rows than a block has, and with rows of whole
// cache lines or not. The result must be that of inputs that were transposed first.
TEST(Transposed, LikeContiguous) {
  struct Sides {
    int64_t rows, columns, gap;
  };
  constexpr Sides kSides[] = {{150, 64, 0}, {300, 256, 0}, {97, 192, 64}, {70, 1100, 0}, {130, 4099, 3}, {9, 700, 0}};
  int64_t turn = 0, shape = 0;
  for (const ct_dtype dtype : {CT_UINT8, CT_INT16, CT_BFLOAT16, CT_FLOAT32, CT_INT64, CT_COMPLEX64, CT_COMPLEX128}) {
    for (const Sides &sides : kSides) {
      if (leaves_out(shape++, 7)) continue;  // a shorter pass: each of the sides once
      Random random(seed_of("turned", dtype, turn));
      const Sizes sizes = {sides.rows, sides.columns};
      const Layout row_by_row{sizes, {sides.columns + sides.gap, 1}}, down{sizes, {1, sides.rows + sides.gap}};
      for (const bool both : {false, true}) {
        const Operand a(random, dtype, down, random.offset(), Values::Small);
        const Operand b(random, dtype, both ? down : row_by_row, random.offset(), Values::Small);
        reference::Handle a_in_order, b_in_order;
        ASSERT_EQ(ct_contiguous(a.tensor(), CT_CONTIGUOUS, a_in_order.receive(), nullptr), CT_OK);
        ASSERT_EQ(ct_contiguous(b.tensor(), CT_CONTIGUOUS, b_in_order.receive(), nullptr), CT_OK);
        for (const auto op : {&ct_add_out, &ct_mul_out, &ct_ne_out}) {
          use_threads(kThreads[turn++ % 3]);
          const ct_dtype result = op == &ct_ne_out ? ct_dtype{CT_BOOL} : dtype;
          const Operand out(random, result, row_by_row, 0, Values::Unset),
              expected(random, result, row_by_row, 0, Values::Unset);
          ASSERT_EQ(op(a_in_order, b_in_order, expected.tensor(), nullptr), CT_OK);
          ASSERT_EQ(op(a.tensor(), b.tensor(), out.tensor(), nullptr), CT_OK);
          ASSERT_TRUE(out.surroundings_unchanged() && a.unchanged() && b.unchanged());
          bool equal = false;
          ASSERT_EQ(ct_equal(out.tensor(), expected.tensor(), &equal, nullptr), CT_OK);
          ASSERT_TRUE(equal) << describe(a.array()) << ", " << describe(b.array());
        }
      }
    }
  }
}

// Inputs that are broadcast, and whose neighbours lie along another dim than the output's or whose dtype is another, in
// numbers that make it worth while to copy them first. The result must be that of inputs without repeats.
TEST(Repeated, LikeWrittenOut) {
  const Sizes sizes = {12, 40, 30};
  const std::vector<Layout> layouts = {
      {{12, 1, 30}, {1, 12, 12}},
      {{1, 1, 30}, {1, 1, 3}},
      {{1, 1, 30}, {1, 1, -1}},
      {{1, 40, 30}, {1, 1, 40}},
      {{12, 40, 1}, {-1, 12, 1}},
      {{12, 1, 30}, {60, 1, 2}},
      {{30}, {1}},
      {{40, 30}, {-33, -1}},
  };
  int64_t turn = 0;
  for (const ct_dtype dtype : {CT_UINT8, CT_BFLOAT16, CT_FLOAT32, CT_INT64, CT_COMPLEX128}) {
    for (const Layout &layout : layouts) {
      for (const ct_dtype other : {dtype, ct_dtype{CT_INT16}}) {
        Random random(seed_of("repeated", dtype, turn));
        const Layout dense{sizes, {1200, 30, 1}};
        const Layout of_out[] = {dense, {sizes, {1, 12, 480}}};
        const Operand a(random, dtype, of_out[turn % 2], random.offset(), Values::Small);
        const Operand b(random, other, layout, random.offset(), Values::Small);
        reference::Handle expanded, written;
        ASSERT_EQ(ct_expand(b.tensor(), sizes.data(), 3, expanded.receive(), nullptr), CT_OK);
        ASSERT_EQ(ct_clone(expanded, CT_CONTIGUOUS, written.receive(), nullptr), CT_OK);
        for (const auto op : {&ct_add_out, &ct_mul_out, &ct_lt_out}) {
          if (op == &ct_lt_out && dtype == CT_COMPLEX128) continue;
          use_threads(kThreads[turn % 3]);
          const ct_dtype result = op == &ct_lt_out ? ct_dtype{CT_BOOL} : dtype;
          const Operand out(random, result, of_out[turn++ / 2 % 2], 0, Values::Unset);
          const Operand expected(random, result, dense, 0, Values::Unset);
          ASSERT_EQ(op(a.tensor(), written, expected.tensor(), nullptr), CT_OK);
          ASSERT_EQ(op(a.tensor(), b.tensor(), out.tensor(), nullptr), CT_OK);
          ASSERT_TRUE(out.surroundings_unchanged() && a.unchanged() && b.unchanged());
          bool equal = false;
          ASSERT_EQ(ct_equal(out.tensor(), expected.tensor(), &equal, nullptr), CT_OK);
          ASSERT_TRUE(equal) << describe(a.array()) << ", " << describe(b.array());
        }
        if (other != dtype) continue;
        ASSERT_EQ(ct_add_out(a.tensor(), written, written, nullptr), CT_OK);
        ASSERT_EQ(ct_add_out(a.tensor(), b.tensor(), a.tensor(), nullptr), CT_OK);  // in place
        bool equal = false;
        ASSERT_EQ(ct_equal(a.tensor(), written, &equal, nullptr), CT_OK);
        ASSERT_TRUE(equal) << describe(b.array());
      }
    }
  }
}

// Operands that lie in orders of their own, so many elements that copies of an input go slice by slice. The result must
// be that of dense operands.
TEST(Orders, LikeDenseOnes) {
  const std::vector<Sizes> shapes = {{9, 17, 31, 19}, {5, 23, 700}, {2300, 3, 11}, {3, 2, 5, 7, 301}, {12, 64, 64}};
  for (const ct_dtype dtype : {CT_UINT8, CT_BFLOAT16, CT_FLOAT32, CT_INT64, CT_COMPLEX128}) {
    for (int64_t turn = 0; turn < cases(60); ++turn) {
      Random random(seed_of("orders", dtype, turn));
      const Sizes &sizes = shapes[static_cast<size_t>(turn) % shapes.size()];
      const auto in_some_order = [&](bool may_repeat) {
        Layout layout{sizes, Sizes(sizes.size())};
        std::vector<size_t> order(sizes.size());
        std::iota(order.begin(), order.end(), size_t{0});
        for (size_t d = order.size() - 1; d > 0; --d) std::swap(order[d], order[random.between(0, int64_t(d))]);
        int64_t stride = random.chance(15) ? 2 : 1;
        for (const size_t d : order) {
          if (may_repeat && random.chance(15)) layout.sizes[d] = 1;
          layout.strides[d] = random.chance(15) ? -stride : stride;
          stride *= layout.sizes[d];
        }
        return layout;
      };
      const ct_dtype other = random.chance(25) ? ct_dtype{CT_INT16} : dtype;
      const Operand a(random, dtype, in_some_order(false), random.offset(), Values::Small);
      const Operand b(random, other, in_some_order(true), random.offset(), Values::Small);
      reference::Handle dense_a, dense_b, expected, made;
      ASSERT_EQ(ct_clone(a.tensor(), CT_CONTIGUOUS, dense_a.receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_clone(b.tensor(), CT_CONTIGUOUS, dense_b.receive(), nullptr), CT_OK);
      use_threads(kThreads[turn % 3]);
      ASSERT_EQ(ct_mul(dense_a, dense_b, expected.receive(), nullptr), CT_OK);
      const Operand out(random, ct_tensor_dtype(expected), in_some_order(false), random.offset(), Values::Unset);
      ASSERT_EQ(ct_mul(a.tensor(), b.tensor(), made.receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_mul_out(a.tensor(), b.tensor(), out.tensor(), nullptr), CT_OK);
      ASSERT_TRUE(out.surroundings_unchanged() && a.unchanged() && b.unchanged());
      for (const ct_tensor *result : {made.get(), out.tensor()}) {
        bool equal = false;
        ASSERT_EQ(ct_equal(result, expected, &equal, nullptr), CT_OK);
        ASSERT_TRUE(equal) << describe(a.array()) << ", " << describe(b.array());
      }
    }
  }
}

// The library's list and the oracle's have the same ops, with the same inputs and dtypes.
TEST(Ops, ListsAgree) {
  ASSERT_EQ(calls().size(), reference::ops().size());
  for (const reference::Op &op : reference::ops()) {
    const Call &call = call_of(op);
    EXPECT_EQ(call.inputs, op.arity) << op.name;
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      EXPECT_EQ((call.dtypes >> dtype.dtype & 1) != 0, op.accepts(dtype.dtype)) << op.name << ' ' << dtype.name;
    }
  }
}

std::vector<const char *> names() {
  std::vector<const char *> all;
  for (const reference::Op &op : reference::ops()) all.push_back(op.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Ops, Elementwise, testing::ValuesIn(names()),
                         [](const testing::TestParamInfo<const char *> &name) { return std::string(name.param); });

}  // namespace
}  // namespace property
