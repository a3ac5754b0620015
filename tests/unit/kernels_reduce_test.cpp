// Sum kernels: exact integers, floats within the error of a cascade, and the same bits for every ISA, address and cut
// of the kept dim.
#include "kernels_test.h"

using namespace kernels_test;

namespace {

struct Case {
  int64_t size0, size1;
  int64_t to[2], from[2];  // strides in elements: inner, outer
};

// all, rows and columns; dense, sliced, backwards, expanded; tails; several levels of the tree; strips of all lengths
const Case kCases[] = {
    {0, 3, {0, 0}, {1, 1}},        {1, 1, {0, 0}, {1, 1}},          {5, 1, {0, 0}, {1, 0}},
    {64, 1, {0, 0}, {1, 0}},       {1000, 1, {0, 0}, {1, 0}},       {1024, 1, {0, 0}, {1, 0}},
    {1025, 1, {0, 0}, {1, 0}},     {5003, 1, {0, 0}, {1, 0}},       {40000, 1, {0, 0}, {1, 0}},
    {3001, 1, {0, 0}, {3, 0}},     {2050, 1, {0, 0}, {-1, 0}},      {700, 1, {0, 0}, {0, 0}},
    {100, 37, {0, 0}, {1, 130}},   {3, 500, {0, 0}, {1, 7}},        {500, 3, {0, 0}, {9, 2}},
    {1500, 4, {0, 0}, {1, 1501}},  {10, 90, {0, 1}, {1, 10}},       {130, 20, {0, 2}, {1, 131}},
    {2000, 3, {0, -1}, {1, 2000}}, {90, 10, {0, 1}, {10, 1}},       {300, 70, {0, 1}, {70, 1}},
    {40, 600, {0, 1}, {600, 1}},   {1100, 300, {0, 1}, {300, 1}},   {17, 33, {0, 1}, {33, -1}},
    {33, 17, {1, 0}, {1, 33}},     {33, 40, {3, 0}, {2, 100}},      {50, 20, {1, 0}, {20, 1}},
    {20, 30, {1, 20}, {1, 20}},    {20, 30, {2, 41}, {-1, 25}},     {1, 60, {1, 0}, {1, 3}},
    {5, 200, {1, 0}, {0, 1}},      {70001, 1, {0, 0}, {1, 0}},      {257, 90, {0, 1}, {90, 1}},
    {507, 65, {0, 1}, {70, 1}},    {13, 17000, {0, 1}, {17000, 1}}, {7, 2600, {0, 1}, {1, 7}},
    {3, 5003, {0, 1}, {1, 3}},     {2, 3000, {0, 1}, {1, 3}},       {31, 700, {0, 1}, {1, 31}},
    {4, 1999, {0, 2}, {1, 4}},     {32, 65, {0, 1}, {1, 40}},       {256, 40, {0, 0}, {2, 700}},
    {128, 70, {0, 0}, {2, -300}},  {64, 200, {0, 0}, {2, 128}},     {2048, 9, {0, 0}, {2, 5000}},
    {40, 9003, {0, 1}, {9010, 1}}, {36, 8200, {0, 1}, {8200, 1}},
};

Operand input_of(DType dtype, const Case &c, int64_t shift) {
  Operand in(dtype, c.size0, c.size1, c.from[0], c.from[1], shift);
  if (!is_integer(dtype) && dtype != DType::Bool) {
    auto &bytes = in.bytes();
    for (size_t i = 0; i + static_cast<size_t>(size_of(dtype)) <= bytes.size();
         i += static_cast<size_t>(size_of(dtype))) {
      const double re = static_cast<double>(rng()() % 20001) / 10000 - 0.7;
      write(dtype, bytes.data() + i, Value{false, 0, re, 0.25 - re});
    }
  }
  return in;
}

std::vector<char> bits_of(Operand &operand, const Case &c) {
  std::vector<char> bits;
  for (int64_t j = 0; j < c.size1; ++j) {
    for (int64_t i = 0; i < c.size0; ++i) {
      bits.insert(bits.end(), operand.at(i, j), operand.at(i, j) + size_of(operand.dtype()));
    }
  }
  return bits;
}

}  // namespace

namespace {

struct Total {
  __int128 integer = 3;
  long double re = 3, im = 0, size = 3;  // size: of all that was added
};

// What each accumulator (index j * size0 + i, the first element of a reduced dim) must come to, from 3.
std::vector<Total> naive_sums(Operand &in, const Case &c) {
  std::vector<Total> totals(static_cast<size_t>(c.size0 * c.size1));
  for (int64_t j = 0; j < c.size1; ++j) {
    for (int64_t i = 0; i < c.size0; ++i) {
      const Value v = read(in.dtype(), in.at(i, j));
      Total &total = totals[static_cast<size_t>((c.to[1] == 0 ? 0 : j) * c.size0 + (c.to[0] == 0 ? 0 : i))];
      total.integer += v.i;
      total.re += v.re;
      total.im += v.im;
      total.size += std::fabs(v.re) + std::fabs(v.im);
    }
  }
  return totals;
}

}  // namespace

TEST(KernelsSum, AgreesWithTheNaiveSum) {
  for (DType dtype : dtypes()) {
    const DType accumulator = ct::kernels::accumulator_dtype(ct::kernels::Accumulator::sum, dtype);
    const bool exact = is_integer(accumulator);
    const double eps = accumulator == DType::Float64 || accumulator == DType::Complex128 ? 0x1p-53 : 0x1p-24;
    for (const Case &c : kCases) {
      if (tests::leaves_out(&c - kCases + index_of(dtype), 3)) continue;
      Operand in = input_of(dtype, c, 1);
      const std::vector<Total> totals = naive_sums(in, c);
      std::vector<char> first;
      for (const Table *table : tables()) {
        for (const Traffic traffic : {Traffic::Cached, Traffic::NonTemporal}) {
          const std::string name = std::string(table->isa) + " dtype " + std::to_string(index_of(dtype)) + " case " +
                                   std::to_string(&c - kCases);
          Operand out(accumulator, c.size0, c.size1, c.to[0], c.to[1]);
          for (int64_t j = 0; j < c.size1; ++j) {
            for (int64_t i = 0; i < c.size0; ++i) write(accumulator, out.at(i, j), Value{true, 3, 0, 0});
          }
          call(table->reduce[static_cast<int>(ct::kernels::Accumulator::sum)][index_of(dtype)], {&out, &in}, c.size0,
               c.size1, traffic);
          for (int64_t j = 0; j < (c.to[1] == 0 ? 1 : c.size1); ++j) {
            for (int64_t i = 0; i < (c.to[0] == 0 ? 1 : c.size0); ++i) {
              if (c.size0 == 0) continue;
              const Total &total = totals[static_cast<size_t>(j * c.size0 + i)];
              const Value got = read(accumulator, out.at(i, j));
              if (exact) {
                ASSERT_EQ(static_cast<uint64_t>(got.i), static_cast<uint64_t>(total.integer))
                    << name << " " << i << "," << j;
              } else {
                const double bound = 40 * eps * static_cast<double>(total.size);
                ASSERT_NEAR(got.re, static_cast<double>(total.re), bound) << name << " " << i << "," << j;
                ASSERT_NEAR(got.im, static_cast<double>(total.im), bound) << name << " " << i << "," << j;
              }
            }
          }
          if (first.empty()) first = bits_of(out, c);
          ASSERT_EQ(first, bits_of(out, c)) << name << " differs from " << tables().front()->isa;
        }
      }
    }
  }
}

// Columns of narrow words, each as far from zero as it can be.
TEST(KernelsSum, NarrowWordsDoNotOverflow) {
  const Case c{1100, 70, {0, 1}, {70, 1}};
  for (DType dtype : dtypes()) {
    if (!is_integer(dtype) && dtype != DType::Bool) continue;
    const DType accumulator = ct::kernels::accumulator_dtype(ct::kernels::Accumulator::sum, dtype);
    for (const unsigned char byte : {0x00, 0x7f, 0x80, 0xff}) {
      Operand in(dtype, c.size0, c.size1, c.from[0], c.from[1]);
      std::fill(in.bytes().begin(), in.bytes().end(), static_cast<char>(byte));
      const std::vector<Total> totals = naive_sums(in, c);
      for (const Table *table : tables()) {
        for (const Traffic traffic : {Traffic::Cached, Traffic::NonTemporal}) {
          Operand out(accumulator, c.size0, c.size1, c.to[0], c.to[1]);
          for (int64_t j = 0; j < c.size1; ++j) write(accumulator, out.at(0, j), Value{true, 3, 0, 0});
          call(table->reduce[static_cast<int>(ct::kernels::Accumulator::sum)][index_of(dtype)], {&out, &in}, c.size0,
               c.size1, traffic);
          for (int64_t j = 0; j < c.size1; ++j) {
            ASSERT_EQ(static_cast<uint64_t>(read(accumulator, out.at(0, j)).i),
                      static_cast<uint64_t>(totals[static_cast<size_t>(j * c.size0)].integer))
                << table->isa << " dtype " << index_of(dtype) << " byte " << int{byte};
          }
        }
      }
    }
  }
}

TEST(KernelsSum, SameBitsAtEveryAddress) {
  for (DType dtype : {DType::Float32, DType::Float16, DType::BFloat16, DType::Complex64, DType::Float64}) {
    const DType accumulator = ct::kernels::accumulator_dtype(ct::kernels::Accumulator::sum, dtype);
    for (const Case &c : {kCases[7], kCases[15], kCases[20], kCases[9]}) {
      Operand original = input_of(dtype, c, 0);
      std::vector<char> first;
      for (const Table *table : tables()) {
        for (int64_t shift = 0; shift < 16; ++shift) {
          Operand in(dtype, c.size0, c.size1, c.from[0], c.from[1], shift);
          for (int64_t j = 0; j < c.size1; ++j) {
            for (int64_t i = 0; i < c.size0; ++i) {
              std::memcpy(in.at(i, j), original.at(i, j), static_cast<size_t>(size_of(dtype)));
            }
          }
          Operand out(accumulator, c.size0, c.size1, c.to[0], c.to[1], shift);
          std::memset(out.bytes().data(), 0, out.bytes().size());
          call(table->reduce[static_cast<int>(ct::kernels::Accumulator::sum)][index_of(dtype)], {&out, &in}, c.size0,
               c.size1);
          if (first.empty()) first = bits_of(out, c);
          ASSERT_EQ(first, bits_of(out, c)) << table->isa << " shift " << shift;
        }
      }
    }
  }
}

TEST(KernelsSum, SameBitsHoweverTheKeptDimIsCut) {
  for (DType dtype : {DType::Float32, DType::BFloat16, DType::Complex128}) {
    const DType accumulator = ct::kernels::accumulator_dtype(ct::kernels::Accumulator::sum, dtype);
    const int64_t size = size_of(accumulator);
    for (const Case &c : {kCases[17], kCases[20], kCases[23], kCases[25]}) {
      Operand in = input_of(dtype, c, 0);
      for (const Table *table : tables()) {
        Operand whole(accumulator, c.size0, c.size1, c.to[0], c.to[1]);
        std::memset(whole.bytes().data(), 0, whole.bytes().size());
        Operand cut = whole;
        call(table->reduce[static_cast<int>(ct::kernels::Accumulator::sum)][index_of(dtype)], {&whole, &in}, c.size0,
             c.size1);
        const bool inner = c.to[0] != 0;
        const int64_t strides[] = {cut.stride0(), in.stride0(), cut.stride1(), in.stride1()};
        for (int64_t k = 0; k < (inner ? c.size0 : c.size1);) {
          const int64_t n = std::min<int64_t>(k % 3 + 1, (inner ? c.size0 : c.size1) - k);
          char *data[] = {inner ? cut.at(k, 0) : cut.at(0, k), inner ? in.at(k, 0) : in.at(0, k)};
          table->reduce[static_cast<int>(ct::kernels::Accumulator::sum)][index_of(dtype)](
              data, strides, inner ? n : c.size0, inner ? c.size1 : n, Traffic::Cached);
          k += n;
        }
        ASSERT_EQ(bits_of(whole, c), bits_of(cut, c)) << table->isa << " " << size;
      }
    }
  }
}

TEST(KernelsSum, LongRunsStayAccurate) {
  std::vector<float> ones(1 << 22, 0.1F);
  for (const Table *table : tables()) {
    for (int64_t columns : {1, 4}) {  // in one run, and down four columns
      float out[4] = {};
      char *data[] = {reinterpret_cast<char *>(out), reinterpret_cast<char *>(ones.data())};
      const int64_t strides[] = {columns == 1 ? 0 : 4, 4, 0, columns * 4};
      const int64_t rows = (1 << 22) / columns;
      table->reduce[static_cast<int>(ct::kernels::Accumulator::sum)][index_of(DType::Float32)](
          data, strides, columns == 1 ? rows : columns, columns == 1 ? 1 : rows, Traffic::Cached);
      EXPECT_NEAR(out[0] / (static_cast<double>(0.1F) * static_cast<double>(rows)), 1, 1e-6) << table->isa;
    }
  }
}

TEST(KernelsSum, InfinityAndNanComeThrough) {
  for (const Table *table : tables()) {
    for (int64_t at : {0, 63, 64, 1023, 1500, 1999}) {
      std::vector<float> x(2000, 1);
      float out = 0;
      char *data[] = {reinterpret_cast<char *>(&out), reinterpret_cast<char *>(x.data())};
      const int64_t strides[] = {0, 4, 0, 0};
      x[static_cast<size_t>(at)] = INFINITY;
      table->reduce[static_cast<int>(ct::kernels::Accumulator::sum)][index_of(DType::Float32)](data, strides, 2000, 1,
                                                                                               Traffic::Cached);
      EXPECT_EQ(out, INFINITY);
      out = 0;
      x[static_cast<size_t>(at)] = NAN;
      table->reduce[static_cast<int>(ct::kernels::Accumulator::sum)][index_of(DType::Float32)](data, strides, 2000, 1,
                                                                                               Traffic::Cached);
      EXPECT_TRUE(std::isnan(out));
    }
  }
}

// Squares of bfloat16 are added in float where they fit: a few accumulators whose elements are all far too large or too
// small for that, or zero, or not finite, among others that are neither.
TEST(KernelsSquares, OfBFloat16ThatLeaveTheRangeOfFloat) {
  const float kinds[] = {1, 0, 0x1p120F, 0x1p-90F, 0x1p-130F, 1, 1, INFINITY, NAN};
  constexpr int64_t kKinds = sizeof(kinds) / sizeof(kinds[0]);
  for (const Case &c : kCases) {
    Operand in = input_of(DType::BFloat16, c, 1);
    std::vector<Total> totals(static_cast<size_t>(c.size0 * c.size1));
    for (const bool mixed : {false, true}) {  // kinds by accumulators, or among the elements of each
      std::fill(totals.begin(), totals.end(), Total{});
      for (int64_t j = 0; j < c.size1; ++j) {
        for (int64_t i = 0; i < c.size0; ++i) {
          const int64_t kept = c.to[0] != 0 ? i : c.to[1] != 0 ? j : 0;
          const int64_t kind = mixed ? (i * 5 + j) % (kKinds - 2) : (kept + c.size0) % kKinds;
          const double value =
              (static_cast<double>((i * 7 + j * 3) % 100) / 100 + 0.5) * static_cast<double>(kinds[kind]);
          write(DType::BFloat16, in.at(i, j), Value{false, 0, value, 0});
        }
      }
      for (int64_t j = 0; j < c.size1; ++j) {
        for (int64_t i = 0; i < c.size0; ++i) {
          const double x = read(DType::BFloat16, in.at(i, j)).re;
          totals[static_cast<size_t>((c.to[1] == 0 ? 0 : j) * c.size0 + (c.to[0] == 0 ? 0 : i))].im += x * x;
        }
      }
      std::vector<char> first;
      for (const Table *table : tables()) {
        for (const Traffic traffic : {Traffic::Cached, Traffic::NonTemporal}) {
          const std::string name = std::string(table->isa) + " case " + std::to_string(&c - kCases);
          Operand out(DType::Float64, c.size0, c.size1, c.to[0], c.to[1]);
          std::memset(out.bytes().data(), 0, out.bytes().size());
          call(table->reduce[static_cast<int>(ct::kernels::Accumulator::square_sum)][index_of(DType::BFloat16)],
               {&out, &in}, c.size0, c.size1, traffic);
          for (int64_t j = 0; j < (c.to[1] == 0 ? 1 : c.size1); ++j) {
            for (int64_t i = 0; i < (c.to[0] == 0 ? 1 : c.size0); ++i) {
              if (c.size0 == 0) continue;
              const double wanted = static_cast<double>(totals[static_cast<size_t>(j * c.size0 + i)].im);
              const double got = read(DType::Float64, out.at(i, j)).re;
              if (std::isfinite(wanted)) {
                ASSERT_NEAR(got, wanted, 0x1p-16 * wanted) << name << " " << i << "," << j;
              } else {
                ASSERT_EQ(std::isnan(got), std::isnan(wanted)) << name << " " << i << "," << j;
                ASSERT_FALSE(std::isfinite(got)) << name << " " << i << "," << j;
              }
            }
          }
          if (first.empty()) first = bits_of(out, c);
          ASSERT_EQ(first, bits_of(out, c)) << name << " differs from " << tables().front()->isa;
        }
      }
    }
  }
}

// Runs and columns around groups of rows, registers and strips: the sum, and the same bits of it and of what it lost.
TEST(KernelsCompensated, AgreesWithTheNaiveSum) {
  struct Shape {
    int64_t rows, columns;
  };
  for (DType dtype : {DType::Float16, DType::BFloat16, DType::Float32, DType::Float64}) {
    for (const Shape &shape :
         {Shape{1, 1}, Shape{7, 33}, Shape{8, 64}, Shape{33, 15}, Shape{70, 2049}, Shape{9, 4100}}) {
      const Case c{shape.columns, shape.rows, {0, 0}, {1, shape.columns + 3}};
      Operand in = input_of(dtype, c, 1);
      const int64_t step = (shape.columns + 3) * size_of(dtype);
      for (const int64_t apart : {1, 2}) {
        std::vector<double> first;
        for (const Table *table : tables()) {
          const auto held = static_cast<size_t>(apart * shape.columns);
          std::vector<double> sums(2 * held + 2);  // sums, what they lost, and the same of all in one
          const ct::kernels::Compensated &take = table->compensated[index_of(dtype)];
          take.columns(in.at(0, 0), step, shape.rows, shape.columns, sums.data(), sums.data() + held, apart);
          for (int64_t j = 0; j < shape.rows; ++j)
            take.run(in.at(0, j), shape.columns, &sums[2 * held], &sums[2 * held + 1]);
          long double all = 0, size = 0;
          for (int64_t i = 0; i < shape.columns; ++i) {
            long double sum = 0, own = 0;
            for (int64_t j = 0; j < shape.rows; ++j) {
              sum += read(dtype, in.at(i, j)).re;
              own += std::fabs(read(dtype, in.at(i, j)).re);
            }
            const auto at = static_cast<size_t>(i * apart);
            ASSERT_NEAR(sums[at] + sums[held + at], static_cast<double>(sum), static_cast<double>(own * 0x1p-48L))
                << table->isa << " dtype " << index_of(dtype) << " column " << i;
            all += sum;
            size += own;
          }
          ASSERT_NEAR(sums[2 * held] + sums[2 * held + 1], static_cast<double>(all),
                      static_cast<double>(size * 0x1p-48L));
          if (first.empty()) first = sums;
          ASSERT_EQ(std::memcmp(first.data(), sums.data(), sums.size() * sizeof(double)), 0) << table->isa;
        }
      }
    }
  }
}

// Columns of floats: infinities of both signs make no NaN, and a NaN anywhere wins.
TEST(KernelsExtremes, DownColumnsOfFloats) {
  for (const int64_t rows : {1, 7, 8, 9, 24, 300}) {
    for (const int64_t columns : {1, 15, 16, 33, 200}) {
      std::vector<float> x(static_cast<size_t>(rows * columns)), wanted;
      for (float &value : x) value = static_cast<float>(rng()() % 2001) - 1000;
      for (int k = 0; k < 8; ++k) {
        x[rng()() % x.size()] = k < 3 ? HUGE_VALF : k < 6 ? -HUGE_VALF : std::nanf("");
      }
      for (const bool is_largest : {true, false}) {
        wanted.assign(static_cast<size_t>(columns), is_largest ? -HUGE_VALF : HUGE_VALF);
        for (size_t i = 0; i < x.size(); ++i) {
          float &best = wanted[i % static_cast<size_t>(columns)];
          if (!std::isnan(best) && !(is_largest ? x[i] <= best : x[i] >= best)) best = x[i];
        }
        const auto which = is_largest ? ct::kernels::Accumulator::amax : ct::kernels::Accumulator::amin;
        for (const Table *table : tables()) {
          for (const Traffic traffic : {Traffic::Cached, Traffic::NonTemporal}) {
            std::vector<float> out(wanted.size(), is_largest ? -HUGE_VALF : HUGE_VALF);
            char *const data[] = {reinterpret_cast<char *>(out.data()), reinterpret_cast<char *>(x.data())};
            const int64_t strides[] = {4, 4, 0, 4 * columns};
            table->reduce[static_cast<int>(which)][index_of(DType::Float32)](data, strides, columns, rows, traffic);
            for (size_t c = 0; c < out.size(); ++c) {
              ASSERT_TRUE(std::isnan(wanted[c]) ? std::isnan(out[c]) : out[c] == wanted[c]) << table->isa << rows;
            }
          }
        }
      }
    }
  }
}

// Halves are compared as integers: every pair of bits of some kinds, alone and in long runs and columns.
TEST(KernelsExtremes, OfHalvesAreThoseOfTheirFloats) {
  for (const DType dtype : {DType::Float16, DType::BFloat16}) {
    const uint16_t infinity = dtype == DType::Float16 ? 0x7c00 : 0x7f80;
    const auto at_least = static_cast<uint16_t>(infinity + 1);
    // numbers alone, negative ones alone, with NaN of one sign, with NaN of the other
    for (const int kind : {0, 1, 2, 3}) {
      for (const int64_t count : {1, 2, 31, 33, 700, 5000}) {
        std::vector<uint16_t> x(static_cast<size_t>(count));
        for (uint16_t &bits : x) {
          bits = static_cast<uint16_t>(rng()());
          if ((bits & 0x7fff) > infinity) bits = static_cast<uint16_t>((bits & 0x8000) | (bits % infinity));
          if (kind == 1) bits |= 0x8000;
        }
        if (kind > 1)
          x[static_cast<size_t>(count / 2)] = kind == 2 ? at_least : static_cast<uint16_t>(at_least | 0x8000);
        double largest = -INFINITY, smallest = INFINITY;
        for (const uint16_t &bits : x) {
          const double value = read(dtype, const_cast<char *>(reinterpret_cast<const char *>(&bits))).re;
          largest = std::fmax(largest, value);
          smallest = std::fmin(smallest, value);
        }
        for (const bool is_largest : {true, false}) {
          const auto which = is_largest ? ct::kernels::Accumulator::amax : ct::kernels::Accumulator::amin;
          const auto begin = static_cast<uint16_t>(is_largest ? infinity | 0x8000 : infinity);
          std::vector<uint16_t> first;
          for (const Table *table : tables()) {
            std::vector<uint16_t> out = {begin, begin};
            const ct::kernels::Reduce reduce = table->reduce[static_cast<int>(which)][index_of(dtype)];
            char *const in = reinterpret_cast<char *>(x.data());
            char *const run[] = {reinterpret_cast<char *>(out.data()), in};
            const int64_t along[] = {0, 2, 0, 0};
            reduce(run, along, count, 1, Traffic::Cached);
            char *const column[] = {reinterpret_cast<char *>(out.data() + 1), in};
            const int64_t across[] = {2, 0, 0, 2};
            reduce(column, across, 1, count, Traffic::Cached);
            for (uint16_t &bits : out) {
              const double value = read(dtype, reinterpret_cast<char *>(&bits)).re;
              if (kind > 1) {
                ASSERT_TRUE(std::isnan(value)) << table->isa << " kind " << kind << " of " << count;
              } else {
                ASSERT_EQ(value, is_largest ? largest : smallest) << table->isa << " kind " << kind << " of " << count;
              }
            }
            if (first.empty()) first = out;
            ASSERT_EQ(first, out) << table->isa;
          }
        }
      }
    }
  }
}
