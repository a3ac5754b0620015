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

// Rows may end anywhere in a register, and lie at addresses to which no element is aligned.
TEST(KernelsMove, ConvertTails) {
  constexpr int64_t kMost = 140;
  for (DType from : dtypes()) {
    const int64_t from_size = size_of(from);
    std::vector<char> input(static_cast<size_t>(kMost * from_size + 1));
    for (int64_t i = 0; i < kMost; ++i) randomize(from, input.data() + 1 + i * from_size);
    for (DType to : dtypes()) {
      if (to == from) continue;
      const int64_t to_size = size_of(to);
      std::vector<char> expected(static_cast<size_t>(kMost * to_size + 1), 'x');
      for (int64_t i = 0; i < kMost; ++i) {
        write(to, expected.data() + 1 + i * to_size, read(from, input.data() + 1 + i * from_size));
      }
      for (const Table *table : tables()) {
        for (int64_t n = 0; n <= kMost; n += n < 4 ? 1 : n % 16 == 1 ? 14 : 1) {
          // Rows end with their memory, so that sanitizers notice any byte that is read beyond it.
          std::vector<char> in(input.begin(), input.begin() + 1 + n * from_size);
          std::vector<char> out(static_cast<size_t>(1 + n * to_size), 'x');
          char *const data[] = {out.data() + 1, in.data() + 1};
          const int64_t strides[] = {to_size, from_size, 0, 0};
          table->convert[index_of(to)][index_of(from)](data, strides, n, 1, Traffic::Cached);
          for (int64_t i = 0; i < n; ++i) {
            const char *got = out.data() + 1 + i * to_size;
            const char *wanted = expected.data() + 1 + i * to_size;
            ASSERT_TRUE(same(to, got, wanted))
                << table->isa << " " << index_of(from) << " to " << index_of(to) << ", " << i << " of " << n;
          }
        }
      }
    }
  }
}

// Segments of bytes with lengths around those at which the way of copying changes, from and to any place in a cache
// line.
TEST(KernelsMove, Runs) {
  constexpr int64_t kLineBytes = 64;
  std::vector<int64_t> lengths;
  for (const int64_t about : {256, 512, 1024, 2048, 16384}) {
    for (const int64_t more : {-1, 0, 1, 15, 33, 100}) lengths.push_back(about + more);
  }
  for (const Table *table : tables()) {
    const ct::kernels::Loop copy = table->convert[index_of(DType::UInt8)][index_of(DType::UInt8)];
    for (const int64_t n : lengths) {
      for (int64_t to_offset = 0; to_offset < kLineBytes; to_offset += 7) {
        const int64_t from_offset = (to_offset * 5 + n) % kLineBytes;
        // Segments end with their memory, so that sanitizers notice any byte that is read beyond it.
        std::vector<char> in(static_cast<size_t>(from_offset + n)), out(static_cast<size_t>(to_offset + n), 'x');
        for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<char>(i * 31 + i / 251);
        char *const data[] = {out.data() + to_offset, in.data() + from_offset};
        const int64_t strides[] = {1, 1, 0, 0};
        copy(data, strides, n, 1, Traffic::Cached);
        ASSERT_EQ(std::memcmp(data[0], data[1], static_cast<size_t>(n)), 0) << table->isa << " " << n << " bytes";
        ASSERT_EQ(std::string(out.data(), static_cast<size_t>(to_offset)),
                  std::string(static_cast<size_t>(to_offset), 'x'))
            << table->isa;
        std::vector<char> same = in;
        char *const there[] = {same.data() + from_offset, same.data() + from_offset};
        copy(there, strides, n, 1, Traffic::Cached);
        ASSERT_EQ(same, in) << table->isa << " " << n << " bytes on to themselves";
      }
    }
  }
}

// Numbers around each bound of each integer, from every float that holds them.
TEST(KernelsMove, Saturates) {
  std::vector<double> edges;
  for (int bits : {7, 8, 15, 16, 23, 24, 31, 32, 52, 53, 63, 64}) {
    for (double sign : {1.0, -1.0}) {
      const double bound = sign * std::ldexp(1, bits);
      for (double x : {bound, bound - 1, bound + 1, bound - 0.5, bound + 0.5}) {
        edges.push_back(x);
        edges.push_back(std::nextafter(x, INFINITY));
        edges.push_back(std::nextafter(x, -INFINITY));
        edges.push_back(std::nextafterf(static_cast<float>(x), INFINITY));
        edges.push_back(std::nextafterf(static_cast<float>(x), -INFINITY));
      }
    }
  }
  for (double x : {0.0, -0.0, 0.999, -0.999, static_cast<double>(NAN), static_cast<double>(-NAN),
                   static_cast<double>(INFINITY), static_cast<double>(-INFINITY), 5e-324, 1e-45, 6e-8, 1e308}) {
    edges.push_back(x);
  }
  const auto n = static_cast<int64_t>(edges.size());
  for (DType from : dtypes()) {
    if (!is_float(from) && !is_complex(from)) continue;
    Operand in(from, n, 1, 1, n);
    for (int64_t i = 0; i < n; ++i) write(from, in.at(i, 0), Value{false, 0, edges[static_cast<size_t>(i)], 0});
    for (DType to : dtypes()) {
      if (to == from) continue;
      for (const Table *table : tables()) {
        Operand out(to, n, 1, 1, n);
        call(table->convert[index_of(to)][index_of(from)], {&out, &in}, n, 1);
        for (int64_t i = 0; i < n; ++i) {
          char wanted[16];
          write(to, wanted, read(from, in.at(i, 0)));
          ASSERT_TRUE(same(to, out.at(i, 0), wanted)) << table->isa << " " << index_of(from) << " to " << index_of(to)
                                                      << " from " << edges[static_cast<size_t>(i)];
        }
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
        for (const Traffic traffic : {Traffic::Cached, Traffic::NonTemporal}) {
          Operand filled = out;
          call(table->fill[k], {&filled, &value}, layout.size0, layout.size1, traffic);
          ASSERT_EQ(filled.bytes(), expected.bytes()) << table->isa << " size " << size_of(by_size[k]);
        }
      }
    }
  }
}

// Ends of rows at every place in a cache line.
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
        copy(data, strides, static_cast<int64_t>(n), 1, Traffic::NonTemporal);
        std::memcpy(expected.data() + offset, from.data() + offset / 2, n);
        ASSERT_EQ(to, expected) << table->isa << " " << offset << " " << n;
      }
    }
  }
}

// Any step from element to element, in both directions, and rows in any order. Rows begin anywhere in a cache line and
// end anywhere in a register, and nothing beyond the last element may be read (the sanitizers look).
TEST(KernelsMove, SteppedCopy) {
  for (const Table *table : tables()) {
    for (DType dtype : {DType::UInt8, DType::Int16, DType::Float32, DType::Int64, DType::Complex128}) {
      const auto copy = table->convert[index_of(dtype)][index_of(dtype)];
      for (int64_t step : {-4, -2, -1, 1, 2, 3, 4, 8}) {
        for (int64_t n : {1, 17, 65, 130, 1100}) {
          for (int64_t outer : {-1, 1}) {
            for (const Traffic traffic : {Traffic::Cached, Traffic::NonTemporal}) {
              const int64_t row = n * std::abs(step) + 1;
              Operand from(dtype, n, 3, step, outer * row);
              Operand to(dtype, n, 3, 1, n + 3, n % 5);
              Operand expected = to;
              for (int64_t j = 0; j < 3; ++j) {
                for (int64_t i = 0; i < n; ++i) {
                  std::memcpy(expected.at(i, j), from.at(i, j), static_cast<size_t>(size_of(dtype)));
                }
              }
              call(copy, {&to, &from}, n, 3, traffic);
              ASSERT_EQ(to.bytes(), expected.bytes())
                  << table->isa << " " << size_of(dtype) << " bytes, step " << step << ", " << n << " a row, " << outer;
            }
          }
        }
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
