// Elementwise kernels against one-element definitions, on every layout, dtype and ISA.
#include <cfloat>
#include <complex>

#include "kernels_test.h"

using namespace kernels_test;

namespace {

using namespace ct::kernels;  // the list's names for sets of dtypes

constexpr uint32_t kDTypesOf[] = {
#define CT_DTYPES_OF(name, inputs, kind, dtypes, ...) (dtypes),
    CT_ELEMENTWISE_OPS(CT_DTYPES_OF)
#undef CT_DTYPES_OF
};

std::string name_of(const Table *table, const char *op, DType dtype) {
  return std::string(table->isa) + " " + op + " of dtype " + std::to_string(index_of(dtype));
}

template <class T>
T floor_quotient(T a, T b) {  // PyTorch's rule
  if (b == 0) return a / b;
  const T mod = std::fmod(a, b);
  T div = (a - mod) / b;
  if (mod != 0 && (b < 0) != (mod < 0)) div -= 1;
  if (div == 0) return std::copysign(T(0), a / b);
  T floor = std::floor(div);
  if (div - floor > T(0.5)) floor += 1;
  return floor;
}

__int128 floor_quotient(__int128 a, __int128 b) {
  if (b == 0) return 0;
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

// One element of a binary op, in the arithmetic of T.
template <class T>
T real_op(Elementwise op, T a, T b) {
  switch (op) {
    case Elementwise::neg:
      return -a;
    case Elementwise::add:
      return a + b;
    case Elementwise::sub:
      return a - b;
    case Elementwise::mul:
      return a * b;
    case Elementwise::div:
      return a / b;
    default:
      return floor_quotient(a, b);
  }
}

Value complex_op(Elementwise op, const Value &a, const Value &b, bool single) {
  const auto round = [&](double x) { return single ? static_cast<double>(static_cast<float>(x)) : x; };
  switch (op) {
    case Elementwise::neg:
      return {false, 0, -a.re, -a.im};
    case Elementwise::add:
      return {false, 0, round(a.re + b.re), round(a.im + b.im)};
    case Elementwise::sub:
      return {false, 0, round(a.re - b.re), round(a.im - b.im)};
    default:
      return {false, 0, round(round(a.re * b.re) - round(a.im * b.im)), round(round(a.re * b.im) + round(a.im * b.re))};
  }
}

void arithmetic(Elementwise op, DType dtype, char *out, const std::vector<const char *> &in) {
  const Value a = read(dtype, in[0]);
  const Value b = in.size() > 1 ? read(dtype, in[1]) : Value{};
  if (dtype == DType::Bool) {
    write(dtype, out, Value{true, op == Elementwise::add ? (a.i | b.i) : (a.i & b.i), 0, 0});
  } else if (is_integer(dtype) && op == Elementwise::mul) {
    const auto product = static_cast<unsigned __int128>(a.i) * static_cast<unsigned __int128>(b.i);
    write(dtype, out, Value{true, static_cast<__int128>(product), 0, 0});
  } else if (is_integer(dtype)) {
    write(dtype, out, Value{true, real_op<__int128>(op, a.i, b.i), 0, 0});
  } else if (is_complex(dtype)) {
    write(dtype, out, complex_op(op, a, b, dtype != DType::Complex128));
  } else if (dtype == DType::Float64) {
    write(dtype, out, Value{false, 0, real_op(op, a.re, b.re), 0});
  } else {
    write(dtype, out, Value{false, 0, real_op(op, static_cast<float>(a.re), static_cast<float>(b.re)), 0});
  }
}

}  // namespace

TEST(KernelsElementwise, TableFollowsTheList) {
  for (const Table *table : tables()) {
    for (int op = 0; op < kNumElementwise; ++op) {
      for (int dtype = 0; dtype < ct::kNumDTypes; ++dtype) {
        for (const auto &mode : table->elementwise) {
          EXPECT_EQ(mode[op][dtype] != nullptr, (kDTypesOf[op] >> dtype & 1U) != 0) << table->isa << op << " " << dtype;
        }
      }
    }
  }
}

TEST(KernelsElementwise, Arithmetic) {
  for (const Table *table : tables()) {
    for (Elementwise op : {Elementwise::neg, Elementwise::add, Elementwise::sub, Elementwise::mul, Elementwise::div,
                           Elementwise::floor_divide}) {
      for (DType dtype : dtypes()) {
        const auto loop = table->elementwise[0][static_cast<int>(op)][index_of(dtype)];
        if (loop == nullptr || (op == Elementwise::div && is_complex(dtype))) continue;
        const std::vector<DType> operands =
            op == Elementwise::neg ? std::vector{dtype, dtype} : std::vector{dtype, dtype, dtype};
        check_loop(
            loop, operands, [&](char *out, const auto &in) { arithmetic(op, dtype, out, in); },
            [&](const char *got, const char *expected) { return same(dtype, got, expected); },
            name_of(table, "op", dtype) + " " + std::to_string(static_cast<int>(op)));
      }
    }
  }
}

TEST(KernelsElementwise, InPlace) {
  for (const Table *table : tables()) {
    for (DType dtype : {DType::Float32, DType::Float16, DType::Int8, DType::Complex64}) {
      for (int64_t stride : {1, 2, -1}) {
        Operand a(dtype, 333, 1, stride, 0);
        Operand b(dtype, 333, 1, 1, 0);
        Operand expected = a;
        for (int64_t i = 0; i < 333; ++i)
          arithmetic(Elementwise::add, dtype, expected.at(i, 0), {a.at(i, 0), b.at(i, 0)});
        call(table->elementwise[0][static_cast<int>(Elementwise::add)][index_of(dtype)], {&a, &a, &b}, 333, 1);
        for (int64_t i = 0; i < 333; ++i) ASSERT_TRUE(same(dtype, a.at(i, 0), expected.at(i, 0))) << table->isa << i;
      }
    }
  }
}

TEST(KernelsElementwise, ComplexDivision) {
  for (const Table *table : tables()) {
    for (DType dtype : {DType::Complex32, DType::Complex64, DType::Complex128}) {
      const double tolerance = dtype == DType::Complex32 ? 2e-3 : dtype == DType::Complex64 ? 5e-7 : 1e-15;
      const auto loop = table->elementwise[0][static_cast<int>(Elementwise::div)][index_of(dtype)];
      check_loop(
          loop, {dtype, dtype, dtype},
          [&](char *out, const auto &in) {
            const Value a = read(dtype, in[0]);
            const Value b = read(dtype, in[1]);
            const std::complex<long double> q =
                std::complex<long double>(a.re, a.im) / std::complex<long double>(b.re, b.im);
            write(dtype, out, Value{false, 0, static_cast<double>(q.real()), static_cast<double>(q.imag())});
          },
          [&](const char *got, const char *expected) {
            const Value g = read(dtype, got);
            const Value e = read(dtype, expected);
            return std::hypot(g.re - e.re, g.im - e.im) <= tolerance * std::hypot(e.re, e.im);
          },
          name_of(table, "div", dtype),
          [&](Operand &operand) {  // of middling size: what overflows is another test's
            auto &bytes = operand.bytes();
            for (size_t i = 0; i + static_cast<size_t>(size_of(dtype)) <= bytes.size();
                 i += static_cast<size_t>(size_of(dtype))) {
              const double re = static_cast<double>(rng()() % 2000) / 100 - 10.005;
              const double im = static_cast<double>(rng()() % 2000) / 100 - 10.005;
              write(dtype, bytes.data() + i, Value{false, 0, re, im});
            }
          });
      // parts whose squares overflow, and a divisor of zero
      const double big = dtype == DType::Complex32 ? 6e4 : dtype == DType::Complex64 ? 1e38 : 1e308;
      Operand a(dtype, 2, 1, 1, 0);
      Operand b(dtype, 2, 1, 1, 0);
      Operand out(dtype, 2, 1, 1, 0);
      write(dtype, a.at(0, 0), Value{false, 0, big, big});
      write(dtype, b.at(0, 0), Value{false, 0, big, big});
      write(dtype, a.at(1, 0), Value{false, 0, 1, -1});
      write(dtype, b.at(1, 0), Value{false, 0, 0, 0});
      call(loop, {&out, &a, &b}, 2, 1);
      EXPECT_EQ(read(dtype, out.at(0, 0)).re, 1);
      EXPECT_EQ(read(dtype, out.at(0, 0)).im, 0);
      EXPECT_EQ(read(dtype, out.at(1, 0)).re, INFINITY);
      EXPECT_EQ(read(dtype, out.at(1, 0)).im, -INFINITY);
    }
  }
}

TEST(KernelsElementwise, IntegerDivisionNeverTraps) {
  for (const Table *table : tables()) {
    for (DType dtype : {DType::Int8, DType::Int16, DType::Int32, DType::Int64}) {
      const __int128 smallest = -(static_cast<__int128>(1) << (8 * size_of(dtype) - 1));
      Operand a(dtype, 2, 1, 1, 0);
      Operand b(dtype, 2, 1, 1, 0);
      Operand out(dtype, 2, 1, 1, 0);
      for (int64_t i = 0; i < 2; ++i) write(dtype, a.at(i, 0), Value{true, smallest, 0, 0});
      write(dtype, b.at(0, 0), Value{true, -1, 0, 0});
      write(dtype, b.at(1, 0), Value{true, 0, 0, 0});
      call(table->elementwise[0][static_cast<int>(Elementwise::floor_divide)][index_of(dtype)], {&out, &a, &b}, 2, 1);
      EXPECT_TRUE(read(dtype, out.at(0, 0)).i == smallest);
      EXPECT_TRUE(read(dtype, out.at(1, 0)).i == 0);
    }
  }
}

TEST(KernelsElementwise, FloorDivideFloatsExactly) {
  std::vector<float> a, b;
  std::uniform_real_distribution<double> exponent(-40, 40);
  for (int i = 0; i < 100000; ++i) {
    const double divisor =
        static_cast<float>(std::exp2(exponent(rng())) * (1 + static_cast<double>(rng()() % 1000) / 999));
    const double count = static_cast<double>(rng()() % (1 << (i % 26 + 1)));
    b.push_back(static_cast<float>(i % 2 == 0 ? divisor : -divisor));
    float numerator = static_cast<float>(divisor * count);  // at an integer's edge, or one step off
    if (i % 3 == 1) numerator = std::nextafter(numerator, 0.0F);
    if (i % 3 == 2) numerator = std::nextafter(numerator, INFINITY);
    a.push_back(i % 5 == 0 ? -numerator : numerator);
  }
  std::vector<float> out(a.size());
  for (const Table *table : tables()) {
    char *data[] = {reinterpret_cast<char *>(out.data()), reinterpret_cast<char *>(a.data()),
                    reinterpret_cast<char *>(b.data())};
    const int64_t strides[] = {4, 4, 4, 0, 0, 0};
    table->elementwise[0][static_cast<int>(Elementwise::floor_divide)][index_of(DType::Float32)](
        data, strides, static_cast<int64_t>(out.size()), 1, Traffic::Cached);
    for (size_t i = 0; i < out.size(); ++i) {
      const float expected = floor_quotient(a[i], b[i]);
      ASSERT_EQ(out[i], expected) << table->isa << " " << a[i] << " / " << b[i];
      ASSERT_EQ(std::signbit(out[i]), std::signbit(expected)) << table->isa << " " << a[i] << " / " << b[i];
    }
  }
}

TEST(KernelsElementwise, Comparison) {
  for (const Table *table : tables()) {
    for (DType dtype : dtypes()) {
      const auto equal = [](const char *got, const char *expected) { return *got == *expected; };
      const auto few = [&](Operand &operand) {  // so that equal ones meet
        auto &bytes = operand.bytes();
        for (size_t i = 0; i + static_cast<size_t>(size_of(dtype)) <= bytes.size();
             i += static_cast<size_t>(size_of(dtype))) {
          if (rng()() % 4 != 0 && dtype != DType::Bool)
            write(dtype, bytes.data() + i,
                  Value{false, 0, static_cast<double>(rng()() % 3), static_cast<double>(rng()() % 2)});
        }
      };
      check_loop(
          table->elementwise[0][static_cast<int>(Elementwise::eq)][index_of(dtype)], {DType::Bool, dtype, dtype},
          [&](char *out, const auto &in) {
            const Value a = read(dtype, in[0]);
            const Value b = read(dtype, in[1]);
            *out = a.integer ? a.i == b.i : a.re == b.re && a.im == b.im;
          },
          equal, name_of(table, "eq", dtype), few);
      if (is_complex(dtype)) continue;
      check_loop(
          table->elementwise[0][static_cast<int>(Elementwise::lt)][index_of(dtype)], {DType::Bool, dtype, dtype},
          [&](char *out, const auto &in) {
            const Value a = read(dtype, in[0]);
            const Value b = read(dtype, in[1]);
            *out = a.integer ? a.i < b.i : a.re < b.re;
          },
          equal, name_of(table, "lt", dtype), few);
    }
  }
}

TEST(KernelsElementwise, Where) {
  for (const Table *table : tables()) {
    for (DType dtype : dtypes()) {
      const auto size = static_cast<size_t>(size_of(dtype));
      check_loop(
          table->elementwise[0][static_cast<int>(Elementwise::where)][index_of(dtype)],
          {dtype, DType::Bool, dtype, dtype},
          [&](char *out, const auto &in) { std::memcpy(out, *in[0] != 0 ? in[1] : in[2], size); },
          [&](const char *got, const char *expected) { return std::memcmp(got, expected, size) == 0; },
          name_of(table, "where", dtype));
    }
  }
}

namespace {

// Within the ULPs of the dtype that one rounding and SLEEF's own bound allow; NaN and infinity exactly.
bool close(DType dtype, double got, double expected, double scale) {
  if (std::isnan(expected)) return std::isnan(got);
  if (std::isinf(expected) || std::isinf(got)) {
    const double largest = dtype == DType::Float64 ? 1.7976931348623157e308 : 3.4028234e38;
    return got == expected || (dtype != DType::Float16 && std::fabs(expected) > largest * 0.99999 && std::isinf(got));
  }
  const double eps = dtype == DType::Float64   ? 4.5e-16
                     : dtype == DType::Float32 ? 2.4e-7
                     : dtype == DType::Float16 ? 1e-3
                                               : 8e-3;
  const double smallest = dtype == DType::Float64 ? 1e-320 : dtype == DType::Float16 ? 6e-8 : 1e-38;
  return std::fabs(got - expected) <= eps * std::fabs(scale) + smallest;
}

}  // namespace

TEST(KernelsElementwise, Exp) {
  for (const Table *table : tables()) {
    for (DType dtype : dtypes()) {
      if (is_integer(dtype) || dtype == DType::Bool) continue;
      const DType part = part_of(dtype);
      for (int mode = 0; mode < 2; ++mode) {
        check_loop(
            table->elementwise[mode][static_cast<int>(Elementwise::exp)][index_of(dtype)], {dtype, dtype},
            [&](char *out, const auto &in) {
              const Value z = read(dtype, in[0]);
              if (!is_complex(dtype)) {
                write(dtype, out, Value{false, 0, std::exp(z.re), 0});
              } else {
                const std::complex<double> e = std::exp(std::complex<double>(z.re, z.im));
                write(dtype, out, Value{false, 0, e.real(), e.imag()});
              }
            },
            [&](const char *got, const char *expected) {
              const Value g = read(dtype, got);
              const Value e = read(dtype, expected);
              if (!is_complex(dtype)) return close(part, g.re, e.re, e.re);
              const double size = std::hypot(e.re, e.im);
              const auto scale = [&](double x) { return 3 * (std::isfinite(size) ? size : x); };
              return close(part, g.re, e.re, scale(e.re)) && close(part, g.im, e.im, scale(e.im));
            },
            name_of(table, mode == 0 ? "exp" : "deterministic exp", dtype),
            [&](Operand &operand) {  // tame imaginary parts: the oracle's own argument reduction is another matter
              if (!is_complex(dtype)) return;
              auto &bytes = operand.bytes();
              const auto size = static_cast<size_t>(size_of(part));
              for (size_t i = size; i + size <= bytes.size(); i += 2 * size) {
                if (std::fabs(read(part, bytes.data() + i).re) > 100)
                  write(part, bytes.data() + i, Value{false, 0, 0.75, 0});
              }
            });
      }
    }
  }
}

// C99 Annex G.6.3.1; and a large e^re times a small cosine does not overflow early.
// Results just below the largest number are finite, and those above it are infinite.
TEST(KernelsElementwise, PowersNearTheLargestNumber) {
  const double largest = DBL_MAX;
  const double cases[][3] = {{largest, 1, largest},
                             {-largest, 1, -largest},
                             {1.797693e308, 1, 1.797693e308},
                             {1 / largest, -1, 1 / (1 / largest)},
                             {-std::cbrt(1.797693e308), 3, std::pow(-std::cbrt(1.797693e308), 3)},
                             {largest, 1 + 0x1p-40, HUGE_VAL},
                             {-HUGE_VAL, 3, -HUGE_VAL},
                             {-0.0, -1, -HUGE_VAL},
                             {0, -5e-324, HUGE_VAL},
                             {HUGE_VAL, 5e-324, HUGE_VAL}};
  for (const Table *table : tables()) {
    for (int mode = 0; mode < 2; ++mode) {
      const auto loop = table->elementwise[mode][static_cast<int>(Elementwise::pow)][index_of(DType::Float64)];
      Operand x(DType::Float64, 1, 1, 1, 0), y(DType::Float64, 1, 1, 1, 0), out(DType::Float64, 1, 1, 1, 0);
      for (const auto &c : cases) {
        write(DType::Float64, x.data(), Value{false, 0, c[0], 0});
        write(DType::Float64, y.data(), Value{false, 0, c[1], 0});
        call(loop, {&out, &x, &y}, 1, 1);
        const double got = read(DType::Float64, out.data()).re;
        EXPECT_TRUE(got == c[2] || std::fabs(got / c[2] - 1) < 3 * DBL_EPSILON)
            << table->isa << " pow(" << c[0] << ", " << c[1] << ") = " << got << ", expected " << c[2];
      }
    }
  }
}

TEST(KernelsElementwise, ExpOfSpecialComplex) {
  const double cases[][4] = {// re, im → re, im (signs of zero in the imaginary part of a real argument included)
                             {0, 0.0, 1, 0.0},
                             {0, -0.0, 1, -0.0},
                             {1, -0.0, std::exp(1.0), -0.0},
                             {INFINITY, 0.0, INFINITY, 0.0},
                             {-INFINITY, 2, -0.0, 0.0},
                             {INFINITY, 2, -INFINITY, INFINITY},
                             {-INFINITY, INFINITY, 0, 0},
                             {-INFINITY, NAN, 0, 0},
                             {INFINITY, INFINITY, INFINITY, NAN},
                             {INFINITY, NAN, INFINITY, NAN},
                             {NAN, 0.0, NAN, 0.0},
                             {NAN, 1, NAN, NAN},
                             {1, INFINITY, NAN, NAN},
                             {1, NAN, NAN, NAN}};
  for (const Table *table : tables()) {
    for (DType dtype : {DType::Complex64, DType::Complex128}) {
      for (int mode = 0; mode < 2; ++mode) {
        const auto loop = table->elementwise[mode][static_cast<int>(Elementwise::exp)][index_of(dtype)];
        Operand in(dtype, 1, 1, 1, 0);
        Operand out(dtype, 1, 1, 1, 0);
        for (const auto &c : cases) {
          write(dtype, in.data(), Value{false, 0, c[0], c[1]});
          call(loop, {&out, &in}, 1, 1);
          const Value got = read(dtype, out.data());
          EXPECT_TRUE(close(part_of(dtype), got.re, c[2], c[2]) && close(part_of(dtype), got.im, c[3], c[3]))
              << table->isa << " exp(" << c[0] << ", " << c[1] << ") = " << got.re << ", " << got.im;
          if (c[1] == 0) {
            EXPECT_EQ(std::signbit(got.im), std::signbit(c[3]));
          }
        }
        const double over = dtype == DType::Complex64 ? 89.5 : 710.5;
        write(dtype, in.data(), Value{false, 0, over, 1.5});
        call(loop, {&out, &in}, 1, 1);
        const Value z = read(dtype, in.data());
        const Value got = read(dtype, out.data());
        const long double expected =
            std::exp(static_cast<long double>(z.re)) * std::cos(static_cast<long double>(z.im));
        EXPECT_NEAR(got.re / static_cast<double>(expected), 1, 1e-6) << table->isa;
      }
    }
  }
}

TEST(KernelsElementwise, DeterministicExpHasTheSameBitsOnEveryIsa) {
  const int64_t n = 5000;
  for (DType dtype : {DType::Float32, DType::Float64, DType::Complex64, DType::Complex128}) {
    Operand in(dtype, n, 1, 1, 0);
    std::vector<std::vector<char>> results;
    for (const Table *table : tables()) {
      Operand out(dtype, n, 1, 1, 0);
      call(table->elementwise[1][static_cast<int>(Elementwise::exp)][index_of(dtype)], {&out, &in}, n, 1);
      results.emplace_back(out.data(), out.data() + n * size_of(dtype));
      for (int64_t i = 0; i < n; ++i) {
        const auto at = static_cast<size_t>(i * size_of(dtype));
        ASSERT_TRUE(same(dtype, &results.front()[at], &results.back()[at]))
            << table->isa << " " << text(dtype, in.at(i, 0));
      }
    }
  }
}

// Where an element stands must not show in its bits.
TEST(KernelsElementwise, ResultsDoNotDependOnPosition) {
  const int64_t n = 97;
  for (const Table *table : tables()) {
    for (DType dtype : {DType::Float32, DType::Float64, DType::Float16, DType::Complex64}) {
      for (Elementwise op : {Elementwise::exp, Elementwise::neg}) {
        const auto loop = table->elementwise[0][static_cast<int>(op)][index_of(dtype)];
        Operand in(dtype, n, 1, 1, 0);
        Operand whole(dtype, n, 1, 1, 0);
        call(loop, {&whole, &in}, n, 1);
        for (int64_t i = 0; i < n; ++i) {
          char *data[] = {nullptr, in.at(i, 0)};
          char one[16];
          data[0] = one;
          const int64_t strides[] = {size_of(dtype), size_of(dtype), 0, 0};
          loop(data, strides, 1, 1, Traffic::Cached);
          ASSERT_TRUE(same(dtype, one, whole.at(i, 0)))
              << name_of(table, "op", dtype) << " at " << i << ": " << text(dtype, in.at(i, 0)) << " gives "
              << text(dtype, whole.at(i, 0)) << ", alone " << text(dtype, one);
        }
      }
    }
  }
}
