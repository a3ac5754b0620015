// Tensors with more elements, and with more bytes, than 32 bits count. `./dev test --large` runs these by hand: they
// take gigabytes and minutes. Elements follow from where they stand, so results are checked at places chosen at random.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "handles.h"
#include "settings.h"

namespace property {
namespace {

using reference::Error;
using reference::Handle;
using reference::Sizes;

constexpr int64_t kLimit = int64_t{1} << 31;
constexpr int64_t kMany = kLimit + 4099;
constexpr int64_t kHuge = int64_t{1} << 20;  // its square is the number of elements of expanded tensors
constexpr int64_t kNeeded = int64_t{8} << 30;

#define OK(call) ASSERT_EQ(call, CT_OK) << #call << ": " << error.message

int32_t ndim(const Sizes &sizes) { return static_cast<int32_t>(sizes.size()); }

// What uint8 element i is. Sums of the first elements follow from those of a whole period.
constexpr int64_t kPeriod = 1009;
uint8_t pattern(int64_t i) { return static_cast<uint8_t>((i % kPeriod) * 37 % 251 % 100); }
int64_t sum_before(int64_t i) {
  static const std::vector<int64_t> sums = [] {
    std::vector<int64_t> found{0};
    for (int64_t k = 0; k < kPeriod; ++k) found.push_back(found.back() + pattern(k));
    return found;
  }();
  return i / kPeriod * sums[kPeriod] + sums[static_cast<size_t>(i % kPeriod)];
}

template <class T>
T *data_of(const Handle &t) {
  void *data = nullptr;
  EXPECT_EQ(ct_tensor_data_mut(t, &data, nullptr), CT_OK);
  return static_cast<T *>(data);
}

Handle made(const Sizes &sizes, ct_dtype dtype) {
  Handle t;
  Error error;
  EXPECT_EQ(ct_tensor_create(sizes.data(), ndim(sizes), dtype, t.receive(), &error), CT_OK) << error.message;
  return t;
}

Handle patterned(const Sizes &sizes) {
  Handle t = made(sizes, CT_UINT8);
  auto *const data = data_of<uint8_t>(t);
  const int64_t n = ct_tensor_numel(t);
  for (int64_t i = 0; i < std::min(n, kPeriod); ++i) data[i] = pattern(i);
  for (int64_t done = kPeriod; done < n; done += std::min(done, n - done)) {
    std::copy_n(data, std::min(done, n - done), data + done);  // `done` is a multiple of the period
  }
  return t;
}

Handle element(ct_dtype dtype, double value) {
  Handle t;
  Error error;
  const ct_scalar scalar = {CT_FLOAT64, 0, 0, value, 0};
  EXPECT_EQ(ct_full(nullptr, 0, &scalar, dtype, t.receive(), &error), CT_OK) << error.message;
  return t;
}

// The first and the last places, those around 2^31, and random ones.
std::vector<int64_t> places(int64_t n) {
  std::vector<int64_t> all = {0, 1, n / 2, n - 2, n - 1};
  for (int64_t i = -2; i <= 2; ++i) {
    if (kLimit + i < n) all.push_back(kLimit + i);
  }
  std::mt19937_64 random(static_cast<uint64_t>(n));
  for (int k = 0; k < 20000; ++k) all.push_back(static_cast<int64_t>(random() % static_cast<uint64_t>(n)));
  return all;
}

uint16_t bfloat16(float value) { return static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16U); }
float number(uint16_t bfloat16) { return std::bit_cast<float>(uint32_t{bfloat16} << 16U); }

// expected(i): element i of t, which is contiguous.
template <class T, class F>
void expect_elements(const Handle &t, F expected) {
  const T *const data = static_cast<const T *>(ct_tensor_data(t));
  ASSERT_NE(data, nullptr);
  for (const int64_t i : places(ct_tensor_numel(t))) ASSERT_EQ(data[i], expected(i)) << "element " << i;
}

class Large : public testing::Test {
 protected:
  Error error;
};

TEST_F(Large, Adds) {
  const Handle t = patterned({kMany});
  OK(ct_add_out(t, t, t, &error));
  expect_elements<uint8_t>(t, [](int64_t i) { return static_cast<uint8_t>(2 * pattern(i)); });
}

TEST_F(Large, AddsBroadcast) {
  const Handle t = patterned({kMany / 3, 3}), row = patterned({3});
  OK(ct_add_out(t, row, t, &error));
  expect_elements<uint8_t>(t, [](int64_t i) { return static_cast<uint8_t>(pattern(i) + pattern(i % 3)); });
}

TEST_F(Large, AddsMoreBytesThanElements) {
  const Handle t = made({kLimit / 16 + 9}, CT_COMPLEX128), one = element(CT_COMPLEX128, 1);
  auto *const parts = data_of<double>(t);
  const int64_t n = 2 * ct_tensor_numel(t);
  for (int64_t i = 0; i < n; ++i) parts[i] = static_cast<double>(i);
  OK(ct_add_out(t, one, t, &error));
  for (const int64_t i : places(n)) ASSERT_EQ(parts[i], static_cast<double>(i + (i % 2 == 0 ? 1 : 0))) << i;
}

TEST_F(Large, Copies) {
  const Handle from = patterned({kMany}), to = made({kMany}, CT_UINT8);
  OK(ct_copy(to, from, &error));
  expect_elements<uint8_t>(to, pattern);
}

TEST_F(Large, CopiesEveryOtherElement) {
  const Handle t = patterned({kMany});
  Handle even, odd, shifted;
  OK(ct_slice(t, 0, 0, kMany - 1, 2, even.receive(), &error));
  OK(ct_slice(t, 0, 1, kMany, 2, odd.receive(), &error));
  OK(ct_slice(t, 0, 2, kMany, 2, shifted.receive(), &error));
  OK(ct_copy(even, odd, &error));
  expect_elements<uint8_t>(t, [](int64_t i) { return pattern(i % 2 == 0 && i + 1 < kMany ? i + 1 : i); });
  Handle most;
  OK(ct_slice(t, 0, 0, kMany - 2, 2, most.receive(), &error));
  EXPECT_EQ(ct_copy(most, shifted, &error), CT_ERROR_OVERLAP);
}

TEST_F(Large, MakesPermutedContiguous) {
  constexpr int64_t kA = 2, kB = 32769, kC = 32775;
  static_assert(kA * kB * kC > kLimit);
  const Handle t = patterned({kA, kB, kC});
  const auto expect_permuted = [&](const std::vector<int32_t> &order, auto place) {
    Handle permuted, contiguous;
    OK(ct_permute(t, order.data(), 3, permuted.receive(), &error));
    OK(ct_contiguous(permuted, CT_CONTIGUOUS, contiguous.receive(), &error));
    expect_elements<uint8_t>(contiguous, [&](int64_t i) { return pattern(place(i)); });
  };
  expect_permuted({2, 0, 1}, [](int64_t i) { return (i / kB % kA * kB + i % kB) * kC + i / kB / kA; });
  expect_permuted({1, 2, 0}, [](int64_t i) { return i % kA * kB * kC + i / kA; });
}

TEST_F(Large, WalksBackwards) {
  const Handle t = patterned({kMany});
  Handle flipped, contiguous;
  const int32_t dim = 0;
  OK(ct_flip(t, &dim, 1, flipped.receive(), &error));
  EXPECT_EQ(ct_tensor_strides(flipped)[0], -1);
  OK(ct_contiguous(flipped, CT_CONTIGUOUS, contiguous.receive(), &error));
  expect_elements<uint8_t>(contiguous, [](int64_t i) { return pattern(kMany - 1 - i); });
}

TEST_F(Large, Casts) {
  Handle t = patterned({kMany}), floats, bytes;
  OK(ct_to(t, CT_BFLOAT16, CT_PRESERVE, floats.receive(), &error));
  expect_elements<uint16_t>(floats, [](int64_t i) { return bfloat16(pattern(i)); });
  t = Handle();
  OK(ct_to(floats, CT_UINT8, CT_PRESERVE, bytes.receive(), &error));
  expect_elements<uint8_t>(bytes, pattern);
}

TEST_F(Large, Sums) {
  const Handle t = patterned({kMany});
  Handle sum;
  ct_scalar total;
  OK(ct_sum(t, nullptr, 0, false, CT_UNDEFINED, sum.receive(), &error));
  OK(ct_tensor_item(sum, &total, &error));
  EXPECT_EQ(total.i, sum_before(kMany));
}

TEST_F(Large, SumsOverDims) {
  constexpr int64_t kRows = (int64_t{1} << 20) + 1, kColumns = 2049;
  static_assert(kRows * kColumns > kLimit);
  const Handle t = patterned({kRows, kColumns});
  Handle sum;
  int32_t dim = 1;
  OK(ct_sum(t, &dim, 1, false, CT_UNDEFINED, sum.receive(), &error));
  expect_elements<int64_t>(sum, [](int64_t i) { return sum_before((i + 1) * kColumns) - sum_before(i * kColumns); });
  dim = 0;
  OK(ct_sum(t, &dim, 1, false, CT_UNDEFINED, sum.receive(), &error));
  for (int64_t column = 0; column < kColumns; column += 97) {
    int64_t expected = 0;
    for (int64_t row = 0; row < kRows; ++row) expected += pattern(row * kColumns + column);
    EXPECT_EQ(static_cast<const int64_t *>(ct_tensor_data(sum))[column], expected) << column;
  }
}

TEST_F(Large, SumsExpanded) {
  const Sizes sizes = {kHuge, 8209};
  const Handle t = patterned({8209});
  Handle expanded, sum;
  ct_scalar total;
  OK(ct_expand(t, sizes.data(), 2, expanded.receive(), &error));
  OK(ct_sum(expanded, nullptr, 0, false, CT_UNDEFINED, sum.receive(), &error));
  OK(ct_tensor_item(sum, &total, &error));
  EXPECT_EQ(total.i, kHuge * sum_before(8209));
}

TEST_F(Large, FindsTheLargest) {
  const Handle t = patterned({kMany});
  constexpr int64_t kPlace = kLimit + 1234;
  data_of<uint8_t>(t)[kPlace] = 255;
  Handle found;
  ct_scalar value;
  OK(ct_argmax(t, nullptr, false, found.receive(), &error));
  OK(ct_tensor_item(found, &value, &error));
  EXPECT_EQ(value.i, kPlace);
  const int32_t dim = 0;
  OK(ct_argmax(t, &dim, false, found.receive(), &error));
  OK(ct_tensor_item(found, &value, &error));
  EXPECT_EQ(value.i, kPlace);
  // Two columns that share memory: the second begins an element later.
  const Sizes sizes = {kMany - 1, 2}, strides = {1, 1};
  Handle columns;
  OK(ct_as_strided(t, sizes.data(), strides.data(), 2, 0, columns.receive(), &error));
  OK(ct_argmax(columns, &dim, false, found.receive(), &error));
  const auto *const rows = static_cast<const int64_t *>(ct_tensor_data(found));
  EXPECT_EQ(rows[0], kPlace);
  EXPECT_EQ(rows[1], kPlace - 1);
  OK(ct_amax(t, nullptr, 0, false, found.receive(), &error));
  OK(ct_tensor_item(found, &value, &error));
  EXPECT_EQ(value.i, 255);
}

TEST_F(Large, FindsTheLargestBFloat16) {
  const Handle t = made({kMany}, CT_BFLOAT16);
  auto *const data = data_of<uint16_t>(t);
  std::fill_n(data, kMany, bfloat16(-2));
  data[kLimit + 7] = bfloat16(1.5);
  Handle found;
  ct_scalar value;
  OK(ct_amax(t, nullptr, 0, false, found.receive(), &error));
  OK(ct_tensor_item(found, &value, &error));
  EXPECT_EQ(value.re, 1.5);
  OK(ct_argmax(t, nullptr, false, found.receive(), &error));
  OK(ct_tensor_item(found, &value, &error));
  EXPECT_EQ(value.i, kLimit + 7);
}

TEST_F(Large, AddsUp) {
  const Handle t = patterned({kMany});
  OK(ct_cumsum_out(t, 0, CT_UINT8, t, &error));
  expect_elements<uint8_t>(t, [](int64_t i) { return static_cast<uint8_t>(sum_before(i + 1)); });
}

TEST_F(Large, AddsUpDownColumns) {
  const Handle t = patterned({kMany / 2, 2});
  OK(ct_cumsum_out(t, 0, CT_UINT8, t, &error));
  const auto *const data = static_cast<const uint8_t *>(ct_tensor_data(t));
  std::vector<int64_t> wanted = places(kMany / 2 * 2);
  std::sort(wanted.begin(), wanted.end());
  uint8_t sums[2] = {};
  auto next = wanted.begin();
  for (int64_t i = 0; next != wanted.end(); ++i) {
    sums[i % 2] = static_cast<uint8_t>(sums[i % 2] + pattern(i));
    for (; next != wanted.end() && *next == i; ++next) ASSERT_EQ(data[i], sums[i % 2]) << "element " << i;
  }
}

TEST_F(Large, Softmax) {
  const Handle t = made({kMany}, CT_BFLOAT16);
  auto *const data = data_of<uint16_t>(t);
  std::fill_n(data, kMany, bfloat16(0));
  constexpr int64_t kPlace = kLimit + 99;
  constexpr float kLarge = 20;
  data[kPlace] = bfloat16(kLarge);
  OK(ct_softmax_out(t, 0, CT_UNDEFINED, t, &error));
  const double sum = std::exp(double{kLarge}) + static_cast<double>(kMany - 1);
  for (const int64_t i : places(kMany)) {
    const double expected = (i == kPlace ? std::exp(double{kLarge}) : 1) / sum;
    ASSERT_NEAR(number(data[i]), expected, expected / 200) << i;
  }
  EXPECT_NEAR(number(data[kPlace]), std::exp(double{kLarge}) / sum, 0.005);
}

TEST_F(Large, SoftmaxOfLines) {
  constexpr int64_t kLines = 65537, kLength = 32769;
  const Handle t = made({kLines, kLength}, CT_BFLOAT16);
  auto *const data = data_of<uint16_t>(t);
  for (int64_t line = 0; line < kLines; ++line) {
    std::fill_n(data + line * kLength, kLength, bfloat16(static_cast<float>(line % 5)));
    data[line * kLength + line % kLength] = bfloat16(static_cast<float>(line % 5 + 8));
  }
  OK(ct_softmax_out(t, 1, CT_UNDEFINED, t, &error));
  const double sum = std::exp(8.0) + static_cast<double>(kLength - 1);
  for (int64_t line = 0; line < kLines; line += line < kLines - 9 ? 7 : 1) {
    const uint16_t *const from = data + line * kLength;
    ASSERT_NEAR(number(from[line % kLength]), std::exp(8.0) / sum, std::exp(8.0) / sum / 200) << line;
    ASSERT_NEAR(number(from[(line + 1) % kLength]), 1 / sum, 1 / sum / 200) << line;
  }
}

// ---- 2^40 elements ----

TEST_F(Large, ViewsOfExpanded) {
  const Sizes sizes = {kHuge, kHuge};
  const Handle column = patterned({kHuge, 1});
  Handle t, part, copy;
  OK(ct_expand(column, sizes.data(), 2, t.receive(), &error));
  EXPECT_EQ(ct_tensor_numel(t), kHuge * kHuge);
  EXPECT_EQ(reference::strides_of(t), (Sizes{1, 0}));
  const int32_t dims[] = {0, 1};
  Handle flipped;
  OK(ct_flip(t, dims, 2, flipped.receive(), &error));
  EXPECT_EQ(reference::strides_of(flipped), (Sizes{-1, 0}));
  OK(ct_narrow(flipped, 0, kHuge - 3, 3, part.receive(), &error));
  OK(ct_slice(part, 1, 5, kHuge, kHuge / 2, copy.receive(), &error));
  OK(ct_contiguous(copy, CT_CONTIGUOUS, part.receive(), &error));
  ASSERT_EQ(reference::sizes_of(part), (Sizes{3, 2}));
  for (int64_t i = 0; i < 6; ++i) {
    EXPECT_EQ(static_cast<const uint8_t *>(ct_tensor_data(part))[i], pattern(2 - i / 2)) << i;
  }
  const Sizes flat = {kHuge * kHuge};
  EXPECT_EQ(ct_view(t, flat.data(), 1, part.receive(), &error), CT_ERROR_SHAPE);
  const ct_scalar zero = {CT_INT64, 0, 0, 0, 0};
  EXPECT_EQ(ct_fill(t, &zero, &error), CT_ERROR_OVERLAP);
  EXPECT_EQ(ct_copy(t, column, &error), CT_ERROR_OVERLAP);
  const Sizes beyond = {kHuge, kHuge, kHuge, kHuge};
  EXPECT_EQ(ct_expand(t, beyond.data(), 4, part.receive(), &error), CT_ERROR_SHAPE) << error.message;
}

TEST_F(Large, MetaTensors) {
  const Sizes sizes = {kHuge, 2, kHuge}, row = {kHuge};
  Handle t, other, out;
  OK(ct_tensor_create_meta(sizes.data(), nullptr, 3, CT_FLOAT64, t.receive(), &error));
  OK(ct_tensor_create_meta(row.data(), nullptr, 1, CT_FLOAT32, other.receive(), &error));
  EXPECT_EQ(ct_tensor_storage_nbytes(t), 16 * kHuge * kHuge);
  OK(ct_add(t, other, out.receive(), &error));
  EXPECT_EQ(reference::sizes_of(out), sizes);
  EXPECT_EQ(reference::strides_of(out), (Sizes{2 * kHuge, kHuge, 1}));
  const int32_t dims[] = {0, 2};
  OK(ct_sum(t, dims, 2, true, CT_UNDEFINED, out.receive(), &error));
  EXPECT_EQ(reference::sizes_of(out), (Sizes{1, 2, 1}));
  OK(ct_sum(t, dims + 1, 1, false, CT_UNDEFINED, out.receive(), &error));
  EXPECT_EQ(reference::sizes_of(out), (Sizes{kHuge, 2}));
  OK(ct_cumsum(t, 2, CT_UNDEFINED, out.receive(), &error));
  EXPECT_EQ(reference::sizes_of(out), sizes);
  const Sizes flat = {2 * kHuge * kHuge};
  OK(ct_view(t, flat.data(), 1, out.receive(), &error));
  const int32_t order[] = {2, 0, 1};
  OK(ct_permute(t, order, 3, other.receive(), &error));
  OK(ct_contiguous(other, CT_CONTIGUOUS, out.receive(), &error));
  EXPECT_EQ(reference::strides_of(out), (Sizes{2 * kHuge, 2, 1}));
}

TEST_F(Large, FindsOverlapOfWideViews) {
  // Two combs over the same 2^31 bytes, and pieces of them: their teeth meet where offsets agree.
  const Handle t = made({kMany}, CT_UINT8);
  const Sizes sizes = {32768, 16384}, strides = {65536, 4};
  for (const int64_t offset : {1, 2, 3, 5, 4, 65536 - 4}) {
    Handle a, b;
    OK(ct_as_strided(t, sizes.data(), strides.data(), 2, 0, a.receive(), &error));
    OK(ct_as_strided(t, Sizes{32767, 16384}.data(), strides.data(), 2, offset, b.receive(), &error));
    Handle rows;
    OK(ct_narrow(a, 0, 1, 32767, rows.receive(), &error));
    ct_iter_config config = {};
    ct_tensor *const outputs[] = {rows};
    const ct_tensor *const inputs[] = {b};
    config.noutputs = 1;
    config.ninputs = 1;
    config.outputs = outputs;
    config.inputs = inputs;
    ct_iter *it = nullptr;
    EXPECT_EQ(ct_iter_build(&config, &it, &error), offset % 4 == 0 ? CT_ERROR_OVERLAP : CT_OK) << offset;
    ct_iter_release(it);
  }
}

TEST_F(Large, WalksPartsOfExpanded) {
  const Handle t = made({kMany}, CT_UINT8);
  const Sizes sizes = {kHuge, kHuge}, strides = {1024, 1};
  Handle view;
  OK(ct_as_strided(t, sizes.data(), strides.data(), 2, 0, view.receive(), &error));
  ct_iter_config config = {};
  const ct_tensor *const inputs[] = {view};
  config.ninputs = 1;
  config.inputs = inputs;
  ct_iter *it = nullptr;
  OK(ct_iter_build(&config, &it, &error));
  EXPECT_EQ(ct_iter_numel(it), kHuge * kHuge);
  const int64_t begin = kHuge * kHuge / 2 - 5, end = begin + 3 * kHuge + 7;
  ct_iter_cursor *cursor = nullptr;
  OK(ct_iter_cursor_create(it, begin, end, &cursor, &error));
  ct_loop piece = {};
  int64_t at = begin;
  while (ct_iter_cursor_next(cursor, &piece)) {
    ASSERT_EQ(piece.begin, at);
    const auto first = static_cast<int64_t>(piece.data[0] - static_cast<const char *>(ct_tensor_data(t)));
    ASSERT_EQ(first, at / kHuge * 1024 + at % kHuge);
    at += piece.size0 * piece.size1;
  }
  EXPECT_EQ(at, end);
  ct_iter_cursor_release(cursor);
  ct_iter_release(it);
}

int64_t available_memory() {
  std::FILE *const file = std::fopen("/proc/meminfo", "re");
  char line[128];
  long long kilobytes = -1;
  while (file != nullptr && kilobytes < 0 && std::fgets(line, sizeof line, file) != nullptr) {
    if (std::sscanf(line, "MemAvailable: %lld", &kilobytes) != 1) kilobytes = -1;
  }
  if (file != nullptr) std::fclose(file);
  return kilobytes < 0 ? INT64_MAX : static_cast<int64_t>(kilobytes) << 10U;
}

}  // namespace
}  // namespace property

int main(int argc, char **argv) {
  using namespace property;
  testing::InitGoogleTest(&argc, argv);
  const int64_t available = available_memory();
  std::printf("The tests of large tensors take up to %lld GiB of memory.\n", static_cast<long long>(kNeeded >> 30U));
  if (available < kNeeded) {
    std::printf("This machine has %.1f GiB to spare, so they were not run.\n",
                std::ldexp(static_cast<double>(available), -30));
    return kSkipped;
  }
  if (ct_set_cache_limit(0, nullptr) != CT_OK) return 1;  // what a test releases goes back to the system
  return RUN_ALL_TESTS();
}
