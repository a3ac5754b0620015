// What the result of a copy must be.
#include "copied.h"

#include <gtest/gtest.h>

#include <cstring>

#include "rules.h"

namespace property {

void fill_with_bits(Random &random, Operand &operand) {
  const Array &a = operand.array();
  const int64_t itemsize = reference::info(a.dtype).size;
  reference::for_each_index(a.sizes, [&](const Sizes &index) {
    char *element = const_cast<char *>(a.data) + reference::offset_of(index, a.strides) * itemsize;
    for (int64_t byte = 0; byte < itemsize; ++byte) element[byte] = static_cast<char>(random.bits());
    if (reference::info(a.dtype).kind == reference::Kind::Bool) *element &= 1;
    // One element in four gets the exponent of infinity, so that many are NaN.
    if (reference::is_float(a.dtype) && random.chance(25)) element[itemsize - 1] |= 0x7f;
  });
  operand.remember();
}

static void expect_converted(const Array &got, const Array &from) {
  const std::vector<Value> values = reference::read(got), source = reference::read(from, got.sizes);
  for (size_t i = 0; i < values.size(); ++i) {
    const Value expected = reference::convert(source[i], from.dtype, got.dtype);
    ASSERT_TRUE(reference::same(got.dtype, values[i], expected))
        << "element " << i << ": " << reference::text(from.dtype, source[i]) << " became "
        << reference::text(got.dtype, values[i]) << ", expected " << reference::text(got.dtype, expected);
  }
}

// Without a change of dtype a copy keeps every bit.
static void expect_same_bits(const Array &got, const Array &from) {
  const Sizes strides = reference::broadcast_strides(from.sizes, from.strides, got.sizes);
  const int64_t itemsize = reference::info(got.dtype).size;
  const int64_t step = reference::row_step(got.strides) * itemsize, from_step = reference::row_step(strides) * itemsize;
  bool same = true;
  reference::for_each_row(got.sizes, [&](const Sizes &index, int64_t n) {
    const char *const row = got.data + reference::offset_of(index, got.strides) * itemsize;
    const char *const source = from.data + reference::offset_of(index, strides) * itemsize;
    for (int64_t i = 0; i < n; ++i) {
      same &= std::memcmp(row + i * step, source + i * from_step, static_cast<size_t>(itemsize)) == 0;
    }
  });
  ASSERT_TRUE(same) << "a copy changed bits";
}

void expect_copied(const Array &got, const Array &from) {
  got.dtype == from.dtype ? expect_same_bits(got, from) : expect_converted(got, from);
}

void check_copy(Operand &dst, const Operand &src) {
  reference::Error error;
  EXPECT_EQ(ct_copy(dst.tensor(), src.tensor(), &error), CT_OK) << error.message;
  EXPECT_TRUE(src.unchanged()) << "the source was written";
  EXPECT_TRUE(dst.surroundings_unchanged()) << "bytes around the destination were written";
  expect_copied(dst.array(), src.array());
  if (testing::Test::HasFailure()) FAIL() << describe(dst.array()) << " ← " << describe(src.array());
}

Sizes strides_in(const Array &a, ct_memory_format format) {
  switch (format) {
    case CT_PRESERVE:
      return reference::dense_strides_like(a.sizes, a.strides);
    case CT_CONTIGUOUS:
      return reference::contiguous_strides(a.sizes);
    default:
      return reference::channels_last_strides(a.sizes);
  }
}

bool format_has_rank(ct_memory_format format, size_t ndim) {
  if (format == CT_CHANNELS_LAST) return ndim == 4;
  return format != CT_CHANNELS_LAST_3D || ndim == 5;
}

bool is_in(const Array &a, ct_memory_format format) {
  return format == CT_CONTIGUOUS ? reference::is_contiguous(a.sizes, a.strides)
                                 : reference::is_channels_last(a.sizes, a.strides);
}

void check_made(const ct_tensor *out, const Operand &from, ct_dtype dtype, const Sizes &strides) {
  EXPECT_TRUE(from.unchanged());
  const Array got = reference::array_of(out);
  EXPECT_EQ(got.dtype, dtype);
  ASSERT_EQ(got.sizes, from.array().sizes);
  EXPECT_EQ(got.strides, strides);
  expect_copied(got, from.array());
}

}  // namespace property
