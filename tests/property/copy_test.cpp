// Copies between all dtypes and layouts; clone, contiguous and to; fill.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "copied.h"
#include "layouts.h"
#include "rules.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

using reference::Handle;

void check_copy(Random &random, ct_dtype to, ct_dtype from, int64_t max_numel) {
  const Sizes shape = random_sizes(random, max_numel);
  Operand dst(random, to, random_layout(random, shape, false), random.offset(), Values::Wide);
  Operand src(random, from, random_layout(random, random_operand_sizes(random, shape), true), random.offset(),
              Values::Special);
  if (to == from || random.chance(15)) fill_with_bits(random, src);
  check_copy(dst, src);
}

void check_copies(const char *suite, int64_t count, int64_t max_numel) {
  for (const reference::DTypeInfo &to : reference::dtypes()) {
    for (const reference::DTypeInfo &from : reference::dtypes()) {
      for (int64_t index = 0; index < count; ++index) {
        use_threads(kThreads[index % 3]);
        Random random(seed_of(suite, to.dtype * 32 + from.dtype, index));
        check_copy(random, to.dtype, from.dtype, max_numel);
        if (testing::Test::HasFailure()) FAIL() << "case " << index;
      }
    }
  }
}

TEST(Copy, SmallLayoutsOfAllPairs) { check_copies("copy", cases(130), 60); }
TEST(Copy, MediumLayoutsOfAllPairs) { check_copies("copy, medium", cases(6), 3000); }
TEST(Copy, LargeLayoutsOfAllPairs) { check_copies("copy, large", cases(1), 100000); }

// Each bit pattern of the 16-bit formats, into every dtype.
TEST(Copy, EveryHalf) {
  if (is_short_pass()) GTEST_SKIP() << "in the full pass";
  for (const ct_dtype from : {CT_FLOAT16, CT_BFLOAT16}) {
    Random random(1);
    Operand src(random, from, {{65536}, {1}}, 1, Values::Small);
    for (uint32_t bits = 0; bits < 65536; ++bits) {
      const auto half = static_cast<uint16_t>(bits);
      std::memcpy(const_cast<char *>(src.array().data) + bits * 2, &half, 2);
    }
    for (const reference::DTypeInfo &to : reference::dtypes()) {
      Handle out;
      ASSERT_EQ(ct_to(src.tensor(), to.dtype, CT_PRESERVE, false, out.receive(), nullptr), CT_OK);
      expect_copied(reference::array_of(out), src.array());
      if (testing::Test::HasFailure()) FAIL() << "to " << to.short_name;
    }
  }
}

// Every rounding of float32 to the 16-bit formats: around each representable half, the ties and their neighbours.
TEST(Copy, EveryTieBetweenHalves) {
  if (is_short_pass()) GTEST_SKIP() << "in the full pass";
  for (const ct_dtype half : {CT_FLOAT16, CT_BFLOAT16}) {
    const uint32_t low_bits = half == CT_BFLOAT16 ? 16 : 13;
    std::vector<float> values;
    for (uint32_t top = 0; top < (1U << (32 - low_bits)); ++top) {
      // bfloat16: each pattern; float16: only those near its range, subnormals included (their ties lie higher up).
      const uint32_t exponent = (top << low_bits >> 23) & 255;
      if (half == CT_FLOAT16 && (exponent < 101 || exponent > 144)) continue;
      const int shift = half == CT_FLOAT16 && exponent < 113 ? static_cast<int>(113 - exponent) : 0;
      const uint32_t tie = 1U << (low_bits - 1 + static_cast<uint32_t>(std::min(shift, 10)));
      for (const uint32_t low : {0U, 1U, tie - 1, tie, tie + 1}) {
        const uint32_t bits = (top << low_bits) ^ low;
        float value = 0;
        std::memcpy(&value, &bits, sizeof value);
        values.push_back(value);
      }
    }
    Handle src, out;
    const auto count = static_cast<int64_t>(values.size());
    ASSERT_EQ(
        ct_tensor_from_data(values.data(), &count, 1, nullptr, CT_FLOAT32, nullptr, nullptr, src.receive(), nullptr),
        CT_OK);
    ASSERT_EQ(ct_to(src, half, CT_PRESERVE, false, out.receive(), nullptr), CT_OK);
    expect_copied(reference::array_of(out), reference::array_of(src));
  }
}

// A footprint past any cache takes the streaming stores; odd ends and an odd address take their edges.
TEST(Copy, LargerThanTheCaches) {
  if (is_short_pass()) GTEST_SKIP() << "in the full pass";
  const int64_t count = (int64_t{96} << 20) + 13;
  std::vector<unsigned char> from(static_cast<size_t>(count) + 3), to(static_cast<size_t>(count) + 64, 7);
  for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<unsigned char>(i * 2654435761U >> 24);
  use_threads(2);
  Handle src, dst;
  ASSERT_EQ(ct_tensor_from_const_data(from.data() + 3, &count, 1, nullptr, CT_UINT8, nullptr, nullptr, src.receive(),
                                      nullptr),
            CT_OK);
  ASSERT_EQ(ct_tensor_from_data(to.data() + 29, &count, 1, nullptr, CT_UINT8, nullptr, nullptr, dst.receive(), nullptr),
            CT_OK);
  ASSERT_EQ(ct_copy(dst, src, nullptr), CT_OK);
  EXPECT_EQ(std::memcmp(to.data() + 29, from.data() + 3, static_cast<size_t>(count)), 0);
  ASSERT_EQ(ct_neg_out(src, dst, nullptr), CT_OK);
  int64_t wrong = 0;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    wrong += to[29 + i] != static_cast<unsigned char>(-from[3 + i]) ? 1 : 0;
  }
  EXPECT_EQ(wrong, 0);
  for (size_t i = 0; i < 29; ++i) EXPECT_EQ(to[i], 7);
  for (size_t i = 29 + static_cast<size_t>(count); i < to.size(); ++i) EXPECT_EQ(to[i], 7);
}

// ---- clone, contiguous, to, empty_like ----

TEST(Copy, CloneContiguousTo) {
  static const std::vector<ct_memory_format> formats = {CT_PRESERVE, CT_PRESERVE, CT_CONTIGUOUS, CT_CHANNELS_LAST,
                                                        CT_CHANNELS_LAST_3D};
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    for (int64_t index = 0; index < cases(2000); ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of("clone", dtype.dtype, index));
      const bool repeats = random.chance(30);
      const int64_t max_numel = index % 500 == 0 ? 60000 : 100;
      Operand from(random, dtype.dtype, random_layout(random, random_sizes(random, max_numel), repeats),
                   random.offset(), Values::Special);
      const Array &a = from.array();
      const ct_memory_format format = random.pick(formats);
      const bool ranks = format_has_rank(format, a.sizes.size());
      Handle out;
      reference::Error error;

      ct_status status = ct_clone(from.tensor(), format, out.receive(), &error);
      EXPECT_EQ(status == CT_OK, ranks) << error.message;
      if (status == CT_OK) {
        EXPECT_NE(out.get(), from.tensor());
        check_made(out, from, a.dtype, strides_in(a, format));
      }

      status = ct_contiguous(from.tensor(), format, out.receive(), &error);
      if (format == CT_PRESERVE) {
        EXPECT_EQ(status, CT_ERROR_INVALID);
      } else if (ranks) {
        EXPECT_EQ(status, CT_OK) << error.message;
        EXPECT_EQ(out.get() == from.tensor(), is_in(a, format));
        if (out.get() != from.tensor()) check_made(out, from, a.dtype, strides_in(a, format));
      } else {
        EXPECT_NE(status, CT_OK);
      }

      const ct_dtype other = random.pick(reference::dtypes()).dtype;
      status = ct_to(from.tensor(), other, format, false, out.receive(), &error);
      if (out.get() == from.tensor()) {
        EXPECT_EQ(other, a.dtype);
        EXPECT_TRUE(format == CT_PRESERVE || ct_tensor_suggest_memory_format(from.tensor(), false) == format);
      } else if (ranks) {
        EXPECT_EQ(status, CT_OK) << error.message;
        EXPECT_FALSE(other == a.dtype && format == CT_PRESERVE) << "to made a copy of what it was given";
        check_made(out, from, other, strides_in(a, format));
      } else {
        EXPECT_NE(status, CT_OK);
      }

      status = ct_empty_like(from.tensor(), other, format, out.receive(), &error);
      EXPECT_EQ(status == CT_OK, ranks) << error.message;
      if (status == CT_OK) {
        EXPECT_EQ(reference::strides_of(out), strides_in(a, format));
        EXPECT_EQ(ct_tensor_dtype(out), other);
      }
      if (HasFailure()) FAIL() << "case " << index << ": " << describe(a) << ", format " << format;
    }
  }
}

// ---- fill ----

TEST(Fill, RandomLayouts) {
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    for (int64_t index = 0; index < cases(2000); ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of("fill", dtype.dtype, index));
      const int64_t max_numel = index % 500 == 0 ? 100000 : 200;
      Operand dst(random, dtype.dtype, random_layout(random, random_sizes(random, max_numel), false), random.offset(),
                  Values::Wide);
      // A scalar travels as int64, uint64 or double: of the value's own dtype nothing narrower is left.
      const ct_dtype from = random.pick(reference::dtypes()).dtype;
      const Value value = random_value(random, from, random.chance(50) ? Values::Small : Values::Special);
      const ct_scalar scalar = {from, 0, static_cast<int64_t>(value.integer), static_cast<double>(value.re),
                                static_cast<double>(value.im)};
      reference::Error error;
      const ct_status status = ct_fill(dst.tensor(), &scalar, &error);
      if (reference::fits(value, from, dtype.dtype)) {
        EXPECT_EQ(status, CT_OK) << error.message;
        EXPECT_TRUE(dst.surroundings_unchanged());
        const Value expected = reference::convert(value, from, dtype.dtype);
        for (const Value &got : reference::read(dst.array())) {
          ASSERT_TRUE(reference::same(dtype.dtype, got, expected))
              << reference::text(dtype.dtype, got) << ", expected " << reference::text(dtype.dtype, expected);
        }
      } else {
        EXPECT_EQ(status, CT_ERROR_INVALID);
        EXPECT_TRUE(dst.unchanged());
      }
      if (HasFailure()) {
        FAIL() << "case " << index << ": " << describe(dst.array()) << " with " << reference::info(from).short_name
               << " " << reference::text(from, value);
      }
    }
  }
}

}  // namespace
}  // namespace property
