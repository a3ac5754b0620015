// Scans of dense lines: the same bits from every table, at every address, past the caches, in place, in any company.
#include "kernels_test.h"

namespace kernels_test {
namespace {

using ct::kernels::kNumScans;
using ct::kernels::Scan;

constexpr DType kScanned[] = {DType::Int64,      DType::Float32,  DType::Float64, DType::Complex64,
                              DType::Complex128, DType::BFloat16, DType::Float16};
constexpr size_t kMargin = 256;  // bytes on either side

// Bytes that begin so far behind a cache line's start, between others that nobody may change.
class Memory {
 public:
  Memory(int64_t nbytes, size_t beyond) : nbytes_(nbytes), bytes_(static_cast<size_t>(nbytes) + 2 * kMargin, '\x5a') {
    first_ = (kMargin / 2 + 63) & ~size_t{63};
    first_ += 64 - reinterpret_cast<uintptr_t>(bytes_.data()) % 64 + beyond;
  }
  char *data() { return bytes_.data() + first_; }
  bool surroundings_unchanged() const {
    for (size_t i = 0; i < bytes_.size(); ++i) {
      if ((i < first_ || i >= first_ + static_cast<size_t>(nbytes_)) && bytes_[i] != '\x5a') return false;
    }
    return true;
  }

 private:
  int64_t nbytes_;
  std::vector<char> bytes_;
  size_t first_;
};

std::vector<char> random_elements(DType dtype, int64_t count, std::mt19937_64 &random) {
  std::vector<char> bytes(static_cast<size_t>(count * size_of(dtype)));
  const auto fill = [&](auto of) {
    using T = decltype(of);
    for (size_t i = 0; i < bytes.size(); i += sizeof(T)) {
      const auto value = static_cast<T>(static_cast<double>(random() % 2001) / 1000 + 0.001);
      std::memcpy(bytes.data() + i, &value, sizeof(T));
    }
  };
  if (dtype == DType::Int64) {
    for (char &byte : bytes) byte = static_cast<char>(random());
  } else if (size_of(dtype) == 2) {
    const uint64_t least = dtype == DType::Float16 ? 0x1400 : 0x3a83;  // about 0.001, and up to 2
    for (size_t i = 0; i < bytes.size(); i += 2) {
      const auto bits = static_cast<uint16_t>(least + random() % (0x4000 - least));
      std::memcpy(bytes.data() + i, &bits, 2);
    }
  } else if (part_of(dtype) == DType::Float32) {
    fill(float{});
  } else {
    fill(double{});
  }
  return bytes;
}

struct Form {
  size_t to_beyond, from_beyond;  // bytes behind a line of the cache
  Traffic traffic;
  bool in_place;
};
constexpr Form kForms[] = {{0, 0, Traffic::Cached, false},       {0, 0, Traffic::NonTemporal, false},
                           {16, 0, Traffic::NonTemporal, false}, {8, 24, Traffic::NonTemporal, false},
                           {0, 0, Traffic::NonTemporal, true},   {8, 8, Traffic::Cached, true}};

// Scans segments of n elements, `apart` elements from each other, each starting from what lies before it; gives the
// results and what each accumulator holds in the end.
TEST(KernelsScan, Segments) {
  constexpr int64_t kCount = 5;
  std::mt19937_64 random(1);
  for (int op = 0; op < kNumScans; ++op) {
    for (const DType dtype : kScanned) {
      const int64_t size = size_of(dtype);
      for (int64_t n = 1; n <= 140; n += n < 70 ? 1 : 13) {
        for (const int64_t step : {n, n + 3, (n + 31) / 16 * 16}) {
          const std::vector<char> values = random_elements(dtype, kCount * step, random);
          std::vector<char> expected, held_expected;
          for (const Table *table : tables()) {
            const Scan &scan = table->scan[op][index_of(dtype)];
            if (scan.segments == nullptr) continue;  // halves have columns alone
            for (const Form &form : kForms) {
              Memory from(kCount * step * size, form.from_beyond), apart(kCount * step * size, form.to_beyond);
              Memory &to = form.in_place ? from : apart;
              std::memcpy(to.data(), values.data(), values.size());
              std::memcpy(from.data(), values.data(), values.size());
              alignas(16) char offsets[kCount * 16], locals[kCount * 16];
              scan.begin(offsets, kCount);
              scan.begin(locals, kCount);
              scan.segments(nullptr, 0, from.data(), step * size, n, kCount, offsets, offsets, Traffic::Cached);
              scan.segments(to.data(), step * size, from.data(), step * size, n, kCount, offsets, locals, form.traffic);
              const std::vector<char> got(to.data(), to.data() + values.size());
              const std::vector<char> held(locals, locals + kCount * scan.held_size);
              if (expected.empty()) expected = got, held_expected = held;
              ASSERT_EQ(got, expected) << "op " << op << ", dtype " << index_of(dtype) << ", n " << n << " of " << step;
              ASSERT_EQ(held, held_expected) << "op " << op << ", dtype " << index_of(dtype) << ", n " << n;
              ASSERT_TRUE(from.surroundings_unchanged() && apart.surroundings_unchanged()) << "n " << n;
              for (int64_t i = 0; i < kCount * step * size; ++i) {  // what lies between segments
                if (i % (step * size) < n * size) continue;
                ASSERT_EQ(got[static_cast<size_t>(i)], values[static_cast<size_t>(i)]) << "between segments of " << n;
              }
            }
          }
        }
      }
    }
  }
}

// Without accumulators, a scan begins with the identity.
TEST(KernelsScan, SegmentsByThemselves) {
  constexpr int64_t kCount = 3, n = 45;
  std::mt19937_64 random(2);
  for (int op = 0; op < kNumScans; ++op) {
    for (const DType dtype : kScanned) {
      const int64_t size = size_of(dtype), step = n * size;
      std::vector<char> from = random_elements(dtype, kCount * n, random), to(from.size()), expected(from.size());
      for (const Table *table : tables()) {
        const Scan &scan = table->scan[op][index_of(dtype)];
        if (scan.segments == nullptr) continue;
        alignas(16) char offsets[kCount * 16], locals[kCount * 16];
        scan.begin(offsets, kCount);
        scan.begin(locals, kCount);
        scan.segments(expected.data(), step, from.data(), step, n, kCount, offsets, locals, Traffic::Cached);
        scan.segments(to.data(), step, from.data(), step, n, kCount, nullptr, nullptr, Traffic::Cached);
        ASSERT_EQ(to, expected) << "op " << op << ", dtype " << index_of(dtype);
      }
    }
  }
}

// Short lines scanned alone have the bits of columns.
TEST(KernelsScan, ShortLines) {
  constexpr int64_t kCount = 5;
  std::mt19937_64 random(4);
  for (int op = 0; op < kNumScans; ++op) {
    for (const DType dtype : kScanned) {
      const int64_t size = size_of(dtype);
      for (int64_t n = 1; n < ct::kernels::kScanStep; ++n) {
        const std::vector<char> lines = random_elements(dtype, kCount * n, random);
        std::vector<char> columns(lines.size()), expected(lines.size()), got(lines.size());
        const auto each = [&](const auto &move) {
          for (int64_t i = 0; i < kCount * n; ++i) move(i * size, (i % n * kCount + i / n) * size);
        };
        each([&](int64_t line, int64_t column) { std::memcpy(&columns[column], &lines[line], size); });
        for (const Table *table : tables()) {
          const Scan &scan = table->scan[op][index_of(dtype)];
          if (scan.segments == nullptr || scan.columns == nullptr) continue;
          std::vector<char> held(static_cast<size_t>((kCount + 64) * scan.held_size));
          scan.begin(held.data(), kCount + 64);
          scan.columns(expected.data(), kCount * size, columns.data(), kCount * size, n, kCount, held.data(),
                       Traffic::Cached);
          int64_t at[kCount];
          for (int64_t i = 0; i < kCount; ++i) at[i] = i * size;
          scan.lines(got.data(), at, kCount * size, columns.data(), at, kCount * size, n, kCount);
          ASSERT_EQ(got, expected) << "op " << op << ", dtype " << index_of(dtype) << ", " << n << " elements";
          scan.segments(got.data(), n * size, lines.data(), n * size, n, kCount, nullptr, nullptr, Traffic::Cached);
          each([&](int64_t line, int64_t column) {
            ASSERT_EQ(std::memcmp(&got[line], &expected[column], size), 0)
                << "op " << op << ", dtype " << index_of(dtype) << ", " << n << " elements";
          });
        }
      }
    }
  }
}

// Few columns have the bits of their segments, and so have what their accumulators hold, as long as steps are whole.
TEST(KernelsScan, FewColumns) {
  std::mt19937_64 random(5);
  for (int op = 0; op < kNumScans; ++op) {
    for (const DType dtype : kScanned) {
      if (tables()[0]->scan[op][index_of(dtype)].few_columns == nullptr) continue;
      const auto size = static_cast<size_t>(size_of(dtype));
      for (const size_t columns : {1U, 2U, 3U, 4U, 7U, 8U, 9U, 17U, 31U}) {
        for (const size_t rows : {1U, 3U, 7U, 8U, 30U, 32U, 33U, 64U, 101U, 160U}) {
          const size_t step = columns + random() % 3;
          const std::vector<char> values = random_elements(dtype, static_cast<int64_t>(columns * (rows + 32)), random);
          const auto begin_held = [&](const Scan &scan, std::vector<char> &offsets, std::vector<char> &locals) {
            const auto count = static_cast<int64_t>(columns), row = static_cast<int64_t>(size) * 32;
            offsets.resize(columns * static_cast<size_t>(scan.held_size));
            scan.begin(offsets.data(), count);
            locals = offsets;
            const char *const before = &values[columns * rows * size];
            scan.segments(nullptr, 0, before, row, 32, count, locals.data(), offsets.data(), Traffic::Cached);
          };
          for (const Table *table : tables()) {
            const Scan &scan = table->scan[op][index_of(dtype)];
            std::vector<char> offsets, locals, offsets_of_few, locals_of_few, expected(columns * rows * size);
            begin_held(scan, offsets, locals);
            begin_held(scan, offsets_of_few, locals_of_few);
            const auto line = static_cast<int64_t>(rows * size), row = static_cast<int64_t>(step * size);
            scan.segments(expected.data(), line, values.data(), line, static_cast<int64_t>(rows),
                          static_cast<int64_t>(columns), offsets.data(), locals.data(), Traffic::Cached);
            Memory memory(static_cast<int64_t>((rows - 1) * step + columns) * static_cast<int64_t>(size), size);
            for (size_t i = 0; i < columns * rows; ++i) {
              std::memcpy(memory.data() + (i % rows * step + i / rows) * size, &values[i * size], size);
            }
            scan.few_columns(memory.data(), row, memory.data(), row, static_cast<int64_t>(rows),
                             static_cast<int64_t>(columns), offsets_of_few.data(), locals_of_few.data());
            for (size_t i = 0; i < columns * rows; ++i) {
              const char *const got = memory.data() + (i % rows * step + i / rows) * size;
              ASSERT_EQ(std::memcmp(got, &expected[i * size], size), 0)
                  << "op " << op << ", dtype " << index_of(dtype) << ", " << rows << " × " << columns << ", at " << i;
            }
            ASSERT_TRUE(memory.surroundings_unchanged()) << rows << " × " << columns;
            if (rows % 32 != 0) continue;
            ASSERT_EQ(locals_of_few, locals) << "dtype " << index_of(dtype) << ", " << rows << " × " << columns;
          }
        }
      }
    }
  }
}

TEST(KernelsScan, Columns) {
  std::mt19937_64 random(3);
  for (int op = 0; op < kNumScans; ++op) {
    for (const DType dtype : kScanned) {
      if (tables()[0]->scan[op][index_of(dtype)].columns == nullptr) continue;
      const int64_t size = size_of(dtype);
      for (const int64_t columns : {1, 2, 7, 16, 33, 64, 101}) {
        for (const int64_t step : {columns, (columns + 15) / 16 * 16, int64_t{640}}) {
          for (const int64_t rows : {1, 3, 4, 9}) {
            const std::vector<char> values = random_elements(dtype, rows * step, random);
            std::vector<char> expected;
            for (const Table *table : tables()) {
              const Scan &scan = table->scan[op][index_of(dtype)];
              for (const Form &form : kForms) {
                Memory from(rows * step * size, form.from_beyond), apart(rows * step * size, form.to_beyond);
                Memory &to = form.in_place ? from : apart;
                std::memcpy(to.data(), values.data(), values.size());
                std::memcpy(from.data(), values.data(), values.size());
                std::vector<char> held(static_cast<size_t>((columns + 64) * scan.held_size));
                scan.begin(held.data(), columns + 64);
                scan.columns(to.data(), step * size, from.data(), step * size, rows, columns, held.data(),
                             form.traffic);
                const std::vector<char> got(to.data(), to.data() + values.size());
                if (expected.empty()) expected = got;
                ASSERT_EQ(got, expected) << "op " << op << ", dtype " << index_of(dtype) << ", " << rows << " × "
                                         << columns << " of " << step;
                ASSERT_TRUE(from.surroundings_unchanged() && apart.surroundings_unchanged()) << columns << " columns";
                for (int64_t i = 0; i < rows * step * size; ++i) {
                  if (i % (step * size) < columns * size) continue;
                  ASSERT_EQ(got[static_cast<size_t>(i)], values[static_cast<size_t>(i)]) << "beside " << columns;
                }
              }
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace kernels_test
