// Kernels of means and squared deviations: hard inputs, runs and columns of every length around blocks and registers,
// within the error that docs/semantics.md gives, and the same bits for every ISA.
#include "kernels_test.h"

using namespace kernels_test;
using ct::kernels::MomentArrays;

namespace {

enum Kind {
  kNoise,
  kFarNoise,
  kFartherNoise,
  kFarthestNoise,
  kOneFarOff,
  kFirstFarOff,
  kManyFarOff,
  kEqual,
  kHuge,
  kTrend,
  kTiny,
  kTinyEqual,
  kKinds
};

double element(Kind kind, int64_t i, int64_t n) {
  const double noise = static_cast<double>(rng()() % 20001) / 10000 - 0.7;
  switch (kind) {
    case kFarNoise:
      return 1e6 + noise;
    case kFartherNoise:
      return noise - 1e9;
    case kFarthestNoise:
      return 1e15 + 1000 * noise;
    case kOneFarOff:
      return i == n / 2 ? 1e8 : noise;
    case kFirstFarOff:
      return i == 0 ? 1e8 : noise;
    case kManyFarOff:
      return i < 64 ? 1e8 : noise;
    case kEqual:
      return 0.1;
    case kHuge:
      return i % 2 == 0 ? 3e38 : -3e38;
    case kTrend:
      return static_cast<double>(i);
    case kTiny:
      return noise * 1e-30;
    case kTinyEqual:
      return 1e-40;
    default:
      return noise;
  }
}

// Puts a NaN or an infinity in the middle, if one is asked for.
std::vector<char> column_of(DType dtype, Kind kind, int64_t n, double middle) {
  const auto size = static_cast<size_t>(size_of(dtype));
  std::vector<char> bytes(static_cast<size_t>(n) * size);
  for (int64_t i = 0; i < n; ++i) {
    const double x = i == n / 2 && middle != 0 ? middle : element(kind, i, n);
    write(dtype, bytes.data() + static_cast<size_t>(i) * size, Value{false, 0, x, 0});
  }
  return bytes;
}

struct Moment {
  double squares = 0, offset = 0, count = 0, pivot = 0;
  double mean() const { return pivot + offset; }
};

void expect_moment(const Moment &got, DType dtype, const std::vector<char> &bytes) {
  const auto size = static_cast<size_t>(size_of(dtype));
  const size_t n = bytes.size() / size;
  const long double first = read(dtype, bytes.data()).re;
  long double from_first = 0, squares = 0;
  for (size_t i = 0; i < n; ++i) from_first += read(dtype, bytes.data() + i * size).re - first;
  from_first /= static_cast<long double>(n);
  const long double mean = first + from_first;
  for (size_t i = 0; i < n; ++i) {
    const long double away = (read(dtype, bytes.data() + i * size).re - first) - from_first;
    squares += away * away;
  }
  EXPECT_EQ(got.count, static_cast<double>(n));
  if (!std::isfinite(squares)) {
    EXPECT_TRUE(std::isnan(got.squares));
    return;
  }
  const long double relative = dtype == DType::Float64 ? 0x1p-48L : 0x1p-18L;
  bool equal = true;
  for (size_t i = size; i < bytes.size(); ++i) equal &= bytes[i] == bytes[i - size];
  if (equal) {
    EXPECT_EQ(got.squares, 0);
  }
  // The means err by some roundings of their own size, here and there; of float64 the errors do not grow with the mean.
  const long double means = dtype == DType::Float64 ? 0 : 0x1p-49L * std::fabs(mean),
                    count = static_cast<long double>(n);
  const long double error = relative * squares + count * means * means + 2 * means * std::sqrt(count * squares);
  EXPECT_NEAR(got.squares, static_cast<double>(squares), static_cast<double>(error));
  const long double apart = std::sqrt(squares / count);
  const long double rounding = dtype == DType::Float64 ? 0x1p-52L : 1e-13L;
  EXPECT_NEAR(got.mean(), static_cast<double>(mean),
              static_cast<double>(relative * apart + rounding * std::fabs(mean) + 1e-300L));
}

void expect_same_bits(const Moment &a, const Moment &b) {
  if (std::isnan(a.squares)) {
    EXPECT_TRUE(std::isnan(b.squares));
    return;
  }
  EXPECT_EQ(std::memcmp(&a, &b, sizeof(a)), 0) << a.squares << " and " << b.squares;
}

// Pivots are of float64 alone.
MomentArrays arrays_of(DType dtype, double *squares, double *offsets, double *counts, double *pivots) {
  return {squares, offsets, counts, dtype == DType::Float64 ? pivots : nullptr};
}

const DType kDTypes[] = {DType::Float16, DType::BFloat16, DType::Float32, DType::Float64};

bool takes(DType dtype, Kind kind) { return dtype != DType::Float16 || (kind != kTrend && kind != kHuge); }

// Results join what was accumulated before, which has a pivot far from theirs.
void check_joined(DType dtype, const std::vector<char> &bytes) {
  const auto size = static_cast<size_t>(size_of(dtype));
  const auto n = static_cast<int64_t>(bytes.size() / size), half = n / 2;
  const char *const later = bytes.data() + static_cast<size_t>(half) * size;
  for (const Table *table : tables()) {
    SCOPED_TRACE(table->isa);
    const ct::kernels::Moments &moments = table->moments[index_of(dtype)];
    Moment run, column;
    const MomentArrays of_run = arrays_of(dtype, &run.squares, &run.offset, &run.count, &run.pivot);
    moments.run(bytes.data(), half, of_run);
    moments.run(later, n - half, of_run);
    expect_moment(run, dtype, bytes);
    const MomentArrays of_column = arrays_of(dtype, &column.squares, &column.offset, &column.count, &column.pivot);
    const auto step = static_cast<int64_t>(size);
    moments.columns(bytes.data(), step, half, 1, of_column, 1, Traffic::Cached);
    moments.columns(later, step, n - half, 1, of_column, 1, Traffic::Cached);
    expect_moment(column, dtype, bytes);
  }
}

void check(DType dtype, Kind kind, int64_t n, double middle) {
  SCOPED_TRACE("dtype " + std::to_string(index_of(dtype)) + ", kind " + std::to_string(kind) + ", " +
               std::to_string(n) + " elements, " + std::to_string(middle) + " in the middle");
  std::vector<char> bytes = column_of(dtype, kind, n, middle);
  Moment first;
  for (const Table *table : tables()) {
    SCOPED_TRACE(table->isa);
    Moment got;
    table->moments[index_of(dtype)].run(bytes.data(), n,
                                        arrays_of(dtype, &got.squares, &got.offset, &got.count, &got.pivot));
    if (table == tables().front()) first = got;
    expect_same_bits(first, got);
  }
  expect_moment(first, dtype, bytes);
}

}  // namespace

TEST(KernelsMoments, RunsOfEveryKind) {
  for (const DType dtype : kDTypes) {
    for (int kind = 0; kind < kKinds; ++kind) {
      if (!takes(dtype, static_cast<Kind>(kind))) continue;
      for (const int64_t n : {1, 2, 15, 16, 17, 63, 64, 65, 100, 128, 1000, 4095, 4096, 4097, 8200, 20000}) {
        check(dtype, static_cast<Kind>(kind), n, 0);
      }
    }
    for (const int64_t n : {1, 20, 64, 5000}) {
      check(dtype, kNoise, n, std::nan(""));
      check(dtype, kNoise, n, HUGE_VAL);
    }
  }
}

TEST(KernelsMoments, WhatIsTakenLaterJoinsWhatIsThere) {
  for (const DType dtype : kDTypes) {
    for (int kind = 0; kind < kKinds; ++kind) {
      if (!takes(dtype, static_cast<Kind>(kind))) continue;
      for (const int64_t n : {2, 7, 40, 1000}) {
        SCOPED_TRACE("dtype " + std::to_string(index_of(dtype)) + ", kind " + std::to_string(kind) + ", " +
                     std::to_string(n) + " elements");
        check_joined(dtype, column_of(dtype, static_cast<Kind>(kind), n, 0));
      }
    }
  }
}

// Neighbouring columns hold other kinds of numbers, so that what one column needs must not affect the next.
TEST(KernelsMoments, ColumnsOfEveryKind) {
  for (const DType dtype : kDTypes) {
    const auto size = static_cast<size_t>(size_of(dtype));
    for (const int64_t columns : {1, 5, 31, 32, 33, 64, 100, 641, 2081, 4133}) {
      for (const int64_t rows : {1, 3, 4, 8, 11, 63, 64, 65, 129, 256}) {
        if (columns * rows > 50000) continue;
        SCOPED_TRACE(std::to_string(rows) + " × " + std::to_string(columns));
        std::vector<std::vector<char>> all;
        const auto width = static_cast<size_t>(columns) * size + 2 * size;
        std::vector<char> bytes(width * static_cast<size_t>(rows));
        for (int64_t c = 0; c < columns; ++c) {
          Kind kind = static_cast<Kind>(c % 14 >= kKinds ? 0 : c % 14);
          if (!takes(dtype, kind)) kind = kNoise;
          all.push_back(column_of(dtype, kind, rows, c == 17 ? std::nan("") : c == 40 ? -HUGE_VAL : 0));
          for (size_t r = 0; r < static_cast<size_t>(rows); ++r) {
            std::memcpy(bytes.data() + r * width + static_cast<size_t>(c) * size, all.back().data() + r * size, size);
          }
        }
        const int64_t stride = columns == 33 ? 2 : 1;
        const auto held = static_cast<size_t>(columns * stride);
        std::vector<Moment> first;
        for (const Table *table : tables()) {
          std::vector<double> squares(held), offsets(held), counts(held), pivots(held);
          const Traffic traffic = columns % 2 == 0 ? Traffic::Cached : Traffic::NonTemporal;
          table->moments[index_of(dtype)].columns(
              bytes.data(), static_cast<int64_t>(width), rows, columns,
              arrays_of(dtype, squares.data(), offsets.data(), counts.data(), pivots.data()), stride, traffic);
          for (size_t c = 0; c < static_cast<size_t>(columns); ++c) {
            SCOPED_TRACE(std::string(table->isa) + ", column " + std::to_string(c));
            const size_t at = c * static_cast<size_t>(stride);
            const Moment got{squares[at], offsets[at], counts[at], pivots[at]};
            if (table == tables().front()) {
              first.push_back(got);
              expect_moment(got, dtype, all[c]);
            }
            expect_same_bits(first[c], got);
            if (testing::Test::HasFailure()) return;
          }
        }
      }
    }
  }
}
