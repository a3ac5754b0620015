// Kernels that move or convert elements: all pairs of dtypes, fill, the copy past the cache, the search for zeros.
#include "kernels_test.h"

using namespace kernels_test;

TEST(KernelsMove, Convert) {
  for (const Table *table : tables()) {
    for (DType to : dtypes()) {
      for (DType from : dtypes()) {
        const auto oracle = [&](char *out, const std::vector<const char *> &in) {
          if (to == from) {
            std::memcpy(out, in[0], static_cast<size_t>(size_of(to)));
          } else {
            write(to, out, read(from, in[0]));
          }
        };
        const auto equal = [&](const char *got, const char *expected) {
          if (to == from) return std::memcmp(got, expected, static_cast<size_t>(size_of(to))) == 0;
          return same(to, got, expected);
        };
        check_loop(table->convert[index_of(to)][index_of(from)], {to, from}, oracle, equal,
                   std::string(table->isa) + " convert " + std::to_string(index_of(from)) + " to " +
                       std::to_string(index_of(to)));
      }
    }
  }
}

// Every half there is, and every float whose upper 24 bits differ, in both directions.
TEST(KernelsMove, Halves) {
  std::vector<uint16_t> halves(1 << 16);
  for (size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<uint16_t>(i);
  std::vector<float> floats(halves.size());
  std::vector<uint32_t> patterns;
  for (uint32_t i = 0; i < 1U << 20; ++i) patterns.push_back(i << 12 | (i % 5 == 0 ? 0 : 0x7ff + i % 3));
  std::vector<uint16_t> narrow(patterns.size());
  for (const Table *table : tables()) {
    for (DType half : {DType::Float16, DType::BFloat16}) {
      const int mantissa = half == DType::Float16 ? 10 : 7;
      const int bias = half == DType::Float16 ? 15 : 127;
      char *widen[] = {reinterpret_cast<char *>(floats.data()), reinterpret_cast<char *>(halves.data())};
      const int64_t widen_strides[] = {4, 2, 0, 0};
      table->convert[index_of(DType::Float32)][index_of(half)](widen, widen_strides, 1 << 16, 1, Traffic::Cached);
      for (size_t i = 0; i < halves.size(); ++i) {
        const double expected = half_value(halves[i], mantissa, bias);
        if (std::isnan(expected)) {
          uint32_t bits = 0;
          std::memcpy(&bits, &floats[i], 4);
          ASSERT_TRUE(std::isnan(floats[i]) && (bits & 0x400000) != 0) << table->isa << i;
        } else {
          ASSERT_EQ(floats[i], static_cast<float>(expected)) << table->isa << " " << i;
          ASSERT_EQ(std::signbit(floats[i]), (halves[i] & 0x8000) != 0);
        }
      }
      char *down[] = {reinterpret_cast<char *>(narrow.data()), reinterpret_cast<char *>(patterns.data())};
      const int64_t down_strides[] = {2, 4, 0, 0};
      const auto count = static_cast<int64_t>(patterns.size());
      table->convert[index_of(half)][index_of(DType::Float32)](down, down_strides, count, 1, Traffic::Cached);
      for (size_t i = 0; i < narrow.size(); ++i) {
        float x = 0;
        std::memcpy(&x, &patterns[i], 4);
        if (std::isnan(x)) {
          ASSERT_TRUE(std::isnan(half_value(narrow[i], mantissa, bias))) << table->isa << " " << patterns[i];
          ASSERT_NE(narrow[i] >> (mantissa - 1) & 1, 0) << "a NaN must come out quiet";
        } else {
          ASSERT_EQ(narrow[i], half_bits(x, mantissa, bias)) << table->isa << " " << patterns[i];
        }
      }
    }
  }
}

TEST(KernelsMove, Fill) {
  const DType by_size[] = {DType::UInt8, DType::UInt16, DType::UInt32, DType::UInt64, DType::Complex128};
  for (const Table *table : tables()) {
    for (int k = 0; k < 5; ++k) {
      for (const Layout &layout : layouts()) {
        Operand out(by_size[k], layout.size0, layout.size1, layout.strides[0][0], layout.strides[0][1], 1);
        Operand value(by_size[k], 1, 1, 0, 0);
        Operand expected = out;
        for (int64_t j = 0; j < layout.size1; ++j) {
          for (int64_t i = 0; i < layout.size0; ++i) {
            std::memcpy(expected.at(i, j), value.data(), static_cast<size_t>(size_of(by_size[k])));
          }
        }
        for (const Traffic traffic : {Traffic::Cached, Traffic::Streamed}) {
          Operand filled = out;
          call(table->fill[k], {&filled, &value}, layout.size0, layout.size1, traffic);
          ASSERT_EQ(filled.bytes(), expected.bytes()) << table->isa << " size " << size_of(by_size[k]);
        }
      }
    }
  }
}

// Ends of rows at every place of a line.
TEST(KernelsMove, StreamedCopy) {
  std::vector<char> from(1000);
  for (char &c : from) c = static_cast<char>(rng()());
  for (const Table *table : tables()) {
    const auto copy = table->convert[index_of(DType::UInt8)][index_of(DType::UInt8)];
    for (size_t offset : {0, 1, 8, 17, 63}) {
      for (size_t n : {0, 1, 5, 63, 64, 65, 127, 128, 200, 500}) {
        std::vector<char> to(800, 'x');
        std::vector<char> expected = to;
        char *const data[] = {to.data() + offset, from.data() + offset / 2};
        const int64_t strides[] = {1, 1, 0, 0};
        copy(data, strides, static_cast<int64_t>(n), 1, Traffic::Streamed);
        std::memcpy(expected.data() + offset, from.data() + offset / 2, n);
        ASSERT_EQ(to, expected) << table->isa << " " << offset << " " << n;
      }
    }
  }
}

TEST(KernelsMove, AnyZero) {
  for (const Table *table : tables()) {
    for (DType dtype : dtypes()) {
      const auto any_zero = table->any_zero[index_of(dtype)];
      ASSERT_EQ(any_zero != nullptr, is_integer(dtype));
      if (any_zero == nullptr) continue;
      for (const Layout &layout : layouts()) {
        Operand data(dtype, layout.size0, layout.size1, layout.strides[1][0], layout.strides[1][1]);
        const int64_t strides[] = {data.stride0(), data.stride1()};
        std::memset(data.bytes().data(), 0, data.bytes().size());
        for (int64_t j = 0; j < layout.size1; ++j) {
          for (int64_t i = 0; i < layout.size0; ++i) write(dtype, data.at(i, j), Value{true, 3, 0, 0});
        }
        ASSERT_FALSE(any_zero(data.data(), strides, layout.size0, layout.size1)) << table->isa;
        if (layout.size0 * layout.size1 == 0) continue;
        const int64_t i = static_cast<int64_t>(rng()() % static_cast<uint64_t>(layout.size0));
        write(dtype, data.at(i, layout.size1 - 1), Value{true, 0, 0, 0});
        ASSERT_TRUE(any_zero(data.data(), strides, layout.size0, layout.size1)) << table->isa;
      }
    }
  }
}
