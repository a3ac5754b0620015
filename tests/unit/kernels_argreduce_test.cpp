// The kernels of argreductions: segments by themselves and many at a time, columns, and short columns whose rows are
// written straight to where they are wanted, at every place within a line of the cache.
#include "kernels_test.h"

using namespace kernels_test;
using ct::kernels::Argreduce;
using ct::kernels::Wanted;

namespace {

constexpr Wanted kBoth[] = {Wanted::Largest, Wanted::Smallest};
constexpr Traffic kTraffic[] = {Traffic::Cached, Traffic::NonTemporal};

// Random elements of one kind: noise, one sign only, zeros of both signs, or a few different values, sometimes with a
// NaN or an infinity of either sign. Integers are arbitrary, or a few different values.
std::vector<char> elements(DType dtype, int64_t n, int kind) {
  const auto size = static_cast<size_t>(size_of(dtype));
  std::vector<char> bytes(static_cast<size_t>(n) * size);
  if (!is_float(dtype)) {
    for (size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<char>(kind % 2 == 0 ? rng()() : i % size == 0 ? rng()() % 5 : 0);
    }
    return bytes;
  }
  const auto put = [&](int64_t i, double x) {
    write(dtype, bytes.data() + static_cast<size_t>(i) * size, Value{false, 0, x, 0});
  };
  for (int64_t i = 0; i < n; ++i) {
    const double noise = static_cast<double>(rng()() % 20001) / 10000 - 1;
    const double sign = rng()() % 2 == 0 ? -1 : 1;
    put(i, kind == 0   ? noise
           : kind == 1 ? -std::fabs(noise)
           : kind == 2 ? std::fabs(noise)
           : kind == 3 ? sign * 0.0
                       : std::round(noise * 3));
  }
  const double specials[] = {std::nan(""), -std::nan(""), HUGE_VAL, -HUGE_VAL};
  if (rng()() % 2 == 0) put(static_cast<int64_t>(rng()() % static_cast<uint64_t>(n)), specials[rng()() % 4]);
  return bytes;
}

bool beats(long double a, long double b, Wanted which) {
  if (std::isnan(a) || std::isnan(b)) return !std::isnan(b);
  return which == Wanted::Largest ? a > b : a < b;
}

long double number(DType dtype, const char *at) {
  const Value value = read(dtype, at);
  return value.integer ? static_cast<long double>(value.i) : value.re;
}

// Elements that lie `step` apart, n of them.
int64_t naive(DType dtype, const char *from, int64_t step, int64_t n, Wanted which) {
  int64_t best = 0;
  for (int64_t i = 1; i < n; ++i) {
    if (beats(number(dtype, from + i * step), number(dtype, from + best * step), which)) best = i;
  }
  return best;
}

const DType kDTypes[] = {DType::Float64, DType::Float32, DType::BFloat16, DType::Float16, DType::UInt8};

}  // namespace

TEST(KernelsArgreduce, SegmentsFindTheFirst) {
  for (const DType dtype : kDTypes) {
    for (int kind = 0; kind < 5; ++kind) {
      for (const int64_t n : {1, 15, 33, 64, 100, 1024, 1030, 5000, 20001}) {
        const std::vector<char> bytes = elements(dtype, n, kind);
        for (const Wanted which : kBoth) {
          const int64_t wanted = naive(dtype, bytes.data(), size_of(dtype), n, which);
          for (const Table *table : tables()) {
            for (const Traffic traffic : kTraffic) {
              double best = 0;
              const Argreduce &kernels = table->argreduce[static_cast<int>(which)][index_of(dtype)];
              ASSERT_EQ(kernels.segment(bytes.data(), n, true, reinterpret_cast<char *>(&best), traffic), wanted)
                  << table->isa << ", dtype " << index_of(dtype) << ", kind " << kind << ", " << n << " elements";
            }
          }
        }
      }
    }
  }
}

// Many segments at once, side by side and apart: as many as lanes, fewer, and some more; what is best is that very
// element.
TEST(KernelsArgreduce, ManySegmentsFindTheFirst) {
  int64_t turn = 0;
  for (const DType dtype : {DType::Float64, DType::Float32, DType::BFloat16, DType::Float16, DType::UInt8, DType::Int8,
                            DType::Int16, DType::Int32, DType::Int64}) {
    for (int kind = 0; kind < 5; ++kind) {
      for (const int64_t n : {1, 3, 4, 8, 15, 16, 17, 31, 33, 64, 100, 256, 512, 513, 1030, 2048, 4096, 4100}) {
        for (const int64_t rows : {1, 3, 8, 16, 37}) {
          if (tests::leaves_out(turn++, 7)) continue;
          const int64_t size = size_of(dtype), step = (n + static_cast<int64_t>(rng()() % 3)) * size;
          const std::vector<char> bytes = elements(dtype, rows * step / size, kind);
          for (const Wanted which : kBoth) {
            std::vector<int64_t> wanted;
            for (int64_t r = 0; r < rows; ++r) {
              wanted.push_back(naive(dtype, bytes.data() + r * step, size, n, which));
            }
            for (const Table *table : tables()) {
              SCOPED_TRACE(std::string(table->isa) + ", dtype " + std::to_string(index_of(dtype)) + ", kind " +
                           std::to_string(kind) + ", " + std::to_string(rows) + " × " + std::to_string(n));
              const Argreduce &kernels = table->argreduce[static_cast<int>(which)][index_of(dtype)];
              for (const Traffic traffic : kTraffic) {
                std::vector<int64_t> index(wanted.size());
                std::vector<double> best(wanted.size()), alone(1);
                const auto *const held = reinterpret_cast<char *>(best.data());
                kernels.segments(bytes.data(), step, rows, n, reinterpret_cast<char *>(best.data()), index.data(),
                                 traffic);
                ASSERT_EQ(index, wanted);
                for (size_t r = 0; r < wanted.size(); ++r) {
                  kernels.segment(bytes.data() + static_cast<int64_t>(r) * step + wanted[r] * size, 1, true,
                                  reinterpret_cast<char *>(alone.data()), traffic);
                  ASSERT_EQ(std::memcmp(held + static_cast<int64_t>(r) * size, alone.data(), static_cast<size_t>(size)),
                            0);
                }
              }
            }
          }
        }
      }
    }
  }
}

// Down columns, at once and in two parts; and few rows straight to a place of any alignment.
TEST(KernelsArgreduce, ColumnsFindTheFirst) {
  int64_t turn = 0;
  for (const DType dtype : kDTypes) {
    for (int kind = 0; kind < 5; ++kind) {
      for (const int64_t columns : {1, 7, 31, 32, 33, 64, 100, 200, 300, 400, 1030, 1280, 5000, 9001}) {
        for (const int64_t rows : {1, 2, 3, 9, 16, 40, 300}) {
          if (columns * rows > 200000 || tests::leaves_out(turn++, 5)) continue;
          const int64_t step = columns * size_of(dtype);
          const std::vector<char> bytes = elements(dtype, columns * rows, kind);
          for (const Wanted which : kBoth) {
            std::vector<int64_t> wanted;
            for (int64_t c = 0; c < columns; ++c) {
              wanted.push_back(naive(dtype, bytes.data() + c * size_of(dtype), step, rows, which));
            }
            for (const Table *table : tables()) {
              SCOPED_TRACE(std::string(table->isa) + ", dtype " + std::to_string(index_of(dtype)) + ", kind " +
                           std::to_string(kind) + ", " + std::to_string(rows) + " × " + std::to_string(columns));
              const Argreduce &kernels = table->argreduce[static_cast<int>(which)][index_of(dtype)];
              for (const Traffic traffic : kTraffic) {
                std::vector<int64_t> room(wanted.size() + 8);  // from a line on
                int64_t *const index = room.data() + (64 - reinterpret_cast<uintptr_t>(room.data()) % 64) % 64 / 8;
                std::vector<double> best(wanted.size());
                const int64_t cut = 1 + static_cast<int64_t>(rng()() % static_cast<uint64_t>(rows));
                char *const held = reinterpret_cast<char *>(best.data());
                kernels.columns(bytes.data(), step, cut, columns, 0, true, held, index, traffic);
                if (cut < rows) {
                  kernels.columns(bytes.data() + cut * step, step, rows - cut, columns, cut, false, held, index,
                                  traffic);
                }
                ASSERT_EQ(std::vector<int64_t>(index, index + columns), wanted);
                for (int64_t c = 0; is_float(dtype) && c < columns; ++c) {  // zeros of both signs, too
                  const long double x = number(dtype, bytes.data() + index[c] * step + c * size_of(dtype));
                  const long double got = number(dtype, held + c * size_of(dtype));
                  ASSERT_TRUE(std::isnan(x) ? std::isnan(got) : got == x && std::signbit(got) == std::signbit(x));
                }
                if (rows > ct::kShortColumn) continue;
                const size_t offset = rng()() % 8;
                std::vector<int64_t> to(wanted.size() + 16, -1);
                kernels.short_columns(bytes.data(), step, rows, columns, to.data() + offset, traffic);
                const std::vector<int64_t> got(to.begin() + static_cast<int64_t>(offset),
                                               to.begin() + static_cast<int64_t>(offset + wanted.size()));
                ASSERT_EQ(got, wanted);
                for (size_t i = 0; i < to.size(); ++i) {
                  if (i < offset || i >= offset + wanted.size()) {
                    ASSERT_EQ(to[i], -1);
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
