// What the tests of the kernels share: every table that this machine can run, elements as plain numbers, and strided
// operands beside a naive loop over them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "../short_pass.h"
#include "kernel_isas.h"
#include "kernels/table.h"
#include "runtime/workspace.h"

namespace kernels_test {

using ct::DType;
using ct::kernels::Traffic;

// What the kernels take their buffers from.
inline const ct::Workspace workspace;

// All of an ISA.
struct Table : ct::kernels::AnyZeroTable,
               ct::kernels::ArgreduceTable,
               ct::kernels::CompensatedTable,
               ct::kernels::ConvertTable,
               ct::kernels::FenceTable,
               ct::kernels::FillTable,
               ct::kernels::IndexTable,
               ct::kernels::MomentsTable,
               ct::kernels::RandomTable,
               ct::kernels::ReduceTable,
               ct::kernels::ScanTable,
               ct::kernels::SelectTable,
               ct::kernels::SoftmaxTable,
               ct::kernels::TransposeTable {
  const char *isa;
  ct::kernels::Loop elementwise[2][ct::kernels::kNumElementwise][ct::kNumDTypes];
};

// table_of(op): the table of the op with that constant.
template <class F>
void add_ops(Table &to, F table_of) {
  using ct::kernels::Elementwise;
#define CT_ADD_OP(op, ...)                                                                                  \
  for (int mode = 0; mode < 2; ++mode) {                                                                    \
    const auto &loops = table_of(std::integral_constant<Elementwise, Elementwise::op>{}).loops[mode];       \
    std::copy(std::begin(loops), std::end(loops), to.elementwise[mode][static_cast<int>(Elementwise::op)]); \
  }
  CT_ELEMENTWISE_OPS(CT_ADD_OP)
#undef CT_ADD_OP
}

inline std::vector<const Table *> tables() {
  static const std::vector<Table> all = [] {
    using namespace ct::kernels;
    std::vector<Table> found;
#define CT_ADD(name, supported)                                                   \
  if (supported) {                                                                \
    using name::table;                                                            \
    Table of{table<AnyZeroTable>(),                                               \
             table<ArgreduceTable>(),                                             \
             table<CompensatedTable>(),                                           \
             table<ConvertTable>(),                                               \
             table<FenceTable>(),                                                 \
             table<FillTable>(),                                                  \
             table<IndexTable>(),                                                 \
             table<MomentsTable>(),                                               \
             table<RandomTable>(),                                                \
             table<ReduceTable>(),                                                \
             table<ScanTable>(),                                                  \
             table<SelectTable>(),                                                \
             table<SoftmaxTable>(),                                               \
             table<TransposeTable>(),                                             \
             #name,                                                               \
             {}};                                                                 \
    add_ops(of, [](auto op) -> const OpLoops & { return table<OpTable<op>>(); }); \
    found.push_back(of);                                                          \
  }
    CT_KERNEL_ISAS(CT_ADD)
#undef CT_ADD
    return found;
  }();
  std::vector<const Table *> each;
  for (const Table &table : all) each.push_back(&table);
  return each;
}

inline const std::vector<DType> &dtypes() {
  static const std::vector<DType> all = {DType::Bool,     DType::UInt8,     DType::Int8,      DType::Int16,
                                         DType::Int32,    DType::Int64,     DType::Float16,   DType::Float32,
                                         DType::Float64,  DType::Complex32, DType::Complex64, DType::Complex128,
                                         DType::BFloat16, DType::UInt16,    DType::UInt32,    DType::UInt64};
  return all;
}

inline int index_of(DType dtype) { return static_cast<int>(dtype); }

inline int64_t size_of(DType dtype) {
  constexpr int64_t kSizes[] = {0, 1, 1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 2, 2, 4, 8};
  return kSizes[index_of(dtype)];
}

inline bool is_complex(DType d) { return d == DType::Complex32 || d == DType::Complex64 || d == DType::Complex128; }
inline bool is_float(DType d) {
  return d == DType::Float16 || d == DType::Float32 || d == DType::Float64 || d == DType::BFloat16;
}
inline bool is_integer(DType d) { return d != DType::Bool && !is_float(d) && !is_complex(d); }

// The real dtype of a complex number's parts.
inline DType part_of(DType d) {
  return d == DType::Complex32    ? DType::Float16
         : d == DType::Complex64  ? DType::Float32
         : d == DType::Complex128 ? DType::Float64
                                  : d;
}

// An element: an exact integer (bool, too), or one or two doubles, which hold every float there is.
struct Value {
  bool integer = false;
  __int128 i = 0;
  double re = 0;
  double im = 0;
};

inline double half_value(uint16_t bits, int mantissa, int bias) {
  const int exponent_bits = 15 - mantissa;
  const int exponent = bits >> mantissa & ((1 << exponent_bits) - 1);
  const int fraction = bits & ((1 << mantissa) - 1);
  double value = 0;
  if (exponent == (1 << exponent_bits) - 1) {
    value = fraction != 0 ? NAN : INFINITY;
  } else if (exponent == 0) {
    value = std::ldexp(fraction, 1 - bias - mantissa);
  } else {
    value = std::ldexp(fraction + (1 << mantissa), exponent - bias - mantissa);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

// To nearest, ties to even, by dividing by the unit in the last place.
inline uint16_t half_bits(double value, int mantissa, int bias) {
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const int exponent_bits = 15 - mantissa;
  const auto infinity = static_cast<uint16_t>(((1 << exponent_bits) - 1) << mantissa);
  if (std::isnan(value)) return static_cast<uint16_t>(sign | infinity | 1 << (mantissa - 1));
  const double size = std::fabs(value);
  if (std::isinf(size)) return sign | infinity;
  int exponent = size == 0 ? 1 - bias : std::ilogb(size);
  if (exponent < 1 - bias) exponent = 1 - bias;
  const auto units = static_cast<int64_t>(std::nearbyint(std::ldexp(size, mantissa - exponent)));
  const int64_t bits = units + (static_cast<int64_t>(exponent + bias - 1) << mantissa);  // a carry moves the exponent
  return static_cast<uint16_t>(sign | (bits >= infinity ? infinity : bits));
}

template <class T>
T load(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}
template <class T>
void store(char *to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

inline Value read(DType dtype, const char *from) {
  const auto integer = [](__int128 i) { return Value{true, i, 0, 0}; };
  const auto real = [](double re, double im = 0) { return Value{false, 0, re, im}; };
  switch (dtype) {
    case DType::Bool:
      return integer(*from != 0);
    case DType::UInt8:
      return integer(load<uint8_t>(from));
    case DType::Int8:
      return integer(load<int8_t>(from));
    case DType::Int16:
      return integer(load<int16_t>(from));
    case DType::Int32:
      return integer(load<int32_t>(from));
    case DType::Int64:
      return integer(load<int64_t>(from));
    case DType::UInt16:
      return integer(load<uint16_t>(from));
    case DType::UInt32:
      return integer(load<uint32_t>(from));
    case DType::UInt64:
      return integer(load<uint64_t>(from));
    case DType::Float16:
      return real(half_value(load<uint16_t>(from), 10, 15));
    case DType::BFloat16:
      return real(half_value(load<uint16_t>(from), 7, 127));
    case DType::Float32:
      return real(load<float>(from));
    case DType::Float64:
      return real(load<double>(from));
    default: {
      const DType part = part_of(dtype);
      return real(read(part, from).re, read(part, from + size_of(part)).re);
    }
  }
}

inline __int128 to_integer(double value, __int128 low, __int128 high) {
  if (std::isnan(value)) return 0;
  if (value <= static_cast<double>(low)) return low;
  if (value >= static_cast<double>(high)) return high;
  return static_cast<__int128>(value);
}

template <class T>
void write_integer(char *to, const Value &value) {
  constexpr auto kLow = static_cast<__int128>(std::numeric_limits<T>::min());
  constexpr auto kHigh = static_cast<__int128>(std::numeric_limits<T>::max());
  store(to, static_cast<T>(value.integer ? value.i : to_integer(value.re, kLow, kHigh)));
}

// By the library's rules of conversion.
inline void write(DType dtype, char *to, const Value &value) {
  const auto f32 = [&] { return value.integer ? static_cast<float>(value.i) : static_cast<float>(value.re); };
  switch (dtype) {
    case DType::Bool:
      store<uint8_t>(to, value.integer ? value.i != 0 : value.re != 0 || value.im != 0);
      break;
    case DType::UInt8:
      write_integer<uint8_t>(to, value);
      break;
    case DType::Int8:
      write_integer<int8_t>(to, value);
      break;
    case DType::Int16:
      write_integer<int16_t>(to, value);
      break;
    case DType::Int32:
      write_integer<int32_t>(to, value);
      break;
    case DType::Int64:
      write_integer<int64_t>(to, value);
      break;
    case DType::UInt16:
      write_integer<uint16_t>(to, value);
      break;
    case DType::UInt32:
      write_integer<uint32_t>(to, value);
      break;
    case DType::UInt64:
      write_integer<uint64_t>(to, value);
      break;
    case DType::Float16:
      store(to, half_bits(f32(), 10, 15));
      break;
    case DType::BFloat16:
      store(to, half_bits(f32(), 7, 127));
      break;
    case DType::Float32:
      store(to, f32());
      break;
    case DType::Float64:
      store(to, value.integer ? static_cast<double>(value.i) : value.re);
      break;
    default: {
      const DType part = part_of(dtype);
      write(part, to, value.integer ? value : Value{false, 0, value.re, 0});
      write(part, to + size_of(part), Value{false, 0, value.im, 0});
    }
  }
}

// The same bits, or both NaN, part by part.
inline bool same(DType dtype, const char *a, const char *b) {
  if (std::memcmp(a, b, static_cast<size_t>(size_of(dtype))) == 0) return true;
  if (is_complex(dtype)) {
    const DType part = part_of(dtype);
    return same(part, a, b) && same(part, a + size_of(part), b + size_of(part));
  }
  return is_float(dtype) && std::isnan(read(dtype, a).re) && std::isnan(read(dtype, b).re);
}

inline std::string text(DType dtype, const char *at) {
  const Value v = read(dtype, at);
  return v.integer ? std::to_string(static_cast<double>(v.i)) : std::to_string(v.re) + "," + std::to_string(v.im);
}

inline std::mt19937_64 &rng() {
  static std::mt19937_64 engine(20240607);
  return engine;
}

// Random bits a third of the time, values that matter, and plain small numbers.
inline void randomize(DType dtype, char *to) {
  if (is_complex(dtype)) {
    const DType part = part_of(dtype);
    randomize(part, to);
    randomize(part, to + size_of(part));
    return;
  }
  static const double kSpecial[] = {0.0,
                                    -0.0,
                                    1,
                                    -1,
                                    0.5,
                                    -0.5,
                                    1.5,
                                    -2.5,
                                    127,
                                    128,
                                    -128,
                                    -129,
                                    255,
                                    256,
                                    32767,
                                    32768,
                                    -32769,
                                    65504,
                                    65520,
                                    65519,
                                    2147483647.0,
                                    2147483648.0,
                                    -2147483649.0,
                                    4294967295.0,
                                    4294967296.0,
                                    9223372036854775808.0,
                                    -9223372036854775808.0,
                                    18446744073709551616.0,
                                    1e-7,
                                    6e-8,
                                    2.9e-8,
                                    3e-8,
                                    1e-40,
                                    -1e-45,
                                    1e39,
                                    -1e300,
                                    INFINITY,
                                    -INFINITY,
                                    NAN,
                                    0.99999,
                                    3.4028235e38,
                                    1.00048828125,
                                    1.00390625};
  const uint64_t bits = rng()();
  const uint64_t kind = rng()() % 3;
  if (kind == 0 || dtype == DType::Bool) {
    std::memcpy(to, &bits, static_cast<size_t>(size_of(dtype)));
    if (dtype == DType::Bool && kind != 0) *to &= 1;
  } else if (kind == 1) {
    write(dtype, to, Value{false, 0, kSpecial[bits % (sizeof(kSpecial) / sizeof(double))], 0});
  } else {
    write(dtype, to, Value{false, 0, static_cast<double>(static_cast<int64_t>(bits % 4001) - 2000) / 16, 0});
  }
}

// A 2-D operand in a buffer of its own. Strides in elements, of any sign.
class Operand {
 public:
  Operand(DType dtype, int64_t size0, int64_t size1, int64_t stride0, int64_t stride1, int64_t shift = 0)
      : dtype_(dtype), stride0_(stride0 * size_of(dtype)), stride1_(stride1 * size_of(dtype)) {
    const int64_t span0 = size0 > 0 ? (size0 - 1) * stride0_ : 0;
    const int64_t span1 = size1 > 0 ? (size1 - 1) * stride1_ : 0;
    const int64_t low = std::min<int64_t>(span0, 0) + std::min<int64_t>(span1, 0);
    const int64_t high = std::max<int64_t>(span0, 0) + std::max<int64_t>(span1, 0);
    origin_ = kGuard + shift * size_of(dtype) - low;
    bytes_.resize(static_cast<size_t>(origin_ + high + size_of(dtype) + kGuard));
    for (size_t i = 0; i + static_cast<size_t>(size_of(dtype)) <= bytes_.size();
         i += static_cast<size_t>(size_of(dtype)))
      randomize(dtype, bytes_.data() + i);
  }
  DType dtype() const { return dtype_; }
  char *data() { return bytes_.data() + origin_; }
  char *at(int64_t i, int64_t j) { return data() + i * stride0_ + j * stride1_; }
  int64_t stride0() const { return stride0_; }
  int64_t stride1() const { return stride1_; }
  std::vector<char> &bytes() { return bytes_; }

 private:
#if defined(__SANITIZE_ADDRESS__)
  static constexpr int64_t kGuard = 0;  // the sanitizer guards, against reads too
#else
  static constexpr int64_t kGuard = 64;
#endif
  DType dtype_;
  int64_t stride0_, stride1_, origin_ = 0;
  std::vector<char> bytes_;
};

inline void call(ct::kernels::Loop loop, const std::vector<Operand *> &operands, int64_t size0, int64_t size1,
                 Traffic traffic = Traffic::Cached) {
  std::vector<char *> data;
  std::vector<int64_t> strides;
  for (Operand *operand : operands) {
    data.push_back(operand->data());
    strides.push_back(operand->stride0());
  }
  for (Operand *operand : operands) strides.push_back(operand->stride1());
  loop(data.data(), strides.data(), size0, size1, traffic);
}

struct Layout {
  int64_t size0, size1;
  int64_t strides[4][2];  // operand k in elements: inner, outer
};

// Output, then up to three inputs: dense, sliced, backwards, transposed, broadcast, short rows, tails, nothing.
inline const std::vector<Layout> &layouts() {
  static const std::vector<Layout> all = {
      {131, 1, {{1, 0}, {1, 0}, {1, 0}, {1, 0}}},
      {7, 1, {{1, 0}, {1, 0}, {1, 0}, {1, 0}}},
      {1, 70, {{5, 1}, {0, 1}, {9, 1}, {1, 1}}},
      {300, 3, {{1, 310}, {1, 301}, {1, 300}, {1, 300}}},
      {75, 2, {{1, 80}, {0, 1}, {1, 75}, {1, 80}}},
      {75, 2, {{1, 80}, {1, 75}, {0, 3}, {1, 80}}},
      {75, 2, {{1, 80}, {1, 75}, {1, 75}, {0, 1}}},
      {75, 2, {{1, 80}, {0, 1}, {0, 0}, {0, 1}}},
      {270, 2, {{2, 600}, {3, 1000}, {1, 270}, {-1, 270}}},
      {66, 3, {{-1, 70}, {1, 70}, {-2, -200}, {1, 66}}},
      {70, 33, {{1, 70}, {33, 1}, {1, 70}, {33, 1}}},
      {33, 70, {{70, 1}, {1, 33}, {70, 1}, {70, 1}}},
      {3, 50, {{1, 3}, {1, 3}, {1, 0}, {1, 5}}},
      {3, 50, {{1, 4}, {0, 1}, {50, 1}, {1, 3}}},
      {5, 200, {{200, -1}, {200, 1}, {1, 5}, {7, 40}}},
      {0, 5, {{1, 1}, {1, 1}, {1, 1}, {1, 1}}},
      {5, 0, {{1, 1}, {1, 1}, {1, 1}, {1, 1}}},
      {2100, 2, {{1, 2107}, {1, 2100}, {1, 0}, {1, 2101}}},  // several streamed blocks a row, none aligned
      {200, 19, {{1, 256}, {1, 201}, {1, 0}, {1, 200}}},     // rows that are streamed in turns
      {1100, 2, {{1, 1100}, {-1, 1100}, {0, 1}, {2, 1}}},
  };
  return all;
}

using Oracle = std::function<void(char *out, const std::vector<const char *> &in)>;
using Equal = std::function<bool(const char *got, const char *expected)>;

// Runs the loop over every layout, and compares each element with the oracle's and every other byte with what it was.
inline void check_loop(ct::kernels::Loop loop, const std::vector<DType> &operand_dtypes, const Oracle &oracle,
                       const Equal &equal, const std::string &name,
                       const std::function<void(Operand &)> &prepare = {}) {
  ASSERT_NE(loop, nullptr) << name;
  int64_t shift = 0;
  for (size_t which = 0; which < 2 * layouts().size(); ++which, ++shift) {
    const Layout &layout = layouts()[which / 2];
    const Traffic traffic = which % 2 == 0 ? Traffic::Cached : Traffic::NonTemporal;
    std::vector<Operand> operands;
    for (size_t k = 0; k < operand_dtypes.size(); ++k) {
      operands.emplace_back(operand_dtypes[k], layout.size0, layout.size1, layout.strides[k][0], layout.strides[k][1],
                            shift % 5);
      if (prepare && k > 0) prepare(operands.back());
    }
    Operand expected = operands[0];
    const DType dtype = operand_dtypes[0];
    for (int64_t j = 0; j < layout.size1; ++j) {
      for (int64_t i = 0; i < layout.size0; ++i) {
        std::vector<const char *> in;
        for (size_t k = 1; k < operands.size(); ++k) in.push_back(operands[k].at(i, j));
        oracle(expected.at(i, j), in);
      }
    }
    std::vector<Operand *> pointers;
    for (Operand &operand : operands) pointers.push_back(&operand);
    call(loop, pointers, layout.size0, layout.size1, traffic);
    for (int64_t j = 0; j < layout.size1; ++j) {
      for (int64_t i = 0; i < layout.size0; ++i) {
        char *got = operands[0].at(i, j);
        char *wanted = expected.at(i, j);
        if (!equal(got, wanted)) {
          std::string inputs;
          for (size_t k = 1; k < operands.size(); ++k)
            inputs.append(" ").append(text(operands[k].dtype(), operands[k].at(i, j)));
          FAIL() << name << " layout " << which / 2 << (which % 2 == 0 ? "" : ", streamed,") << " at " << i << "," << j
                 << ": " << text(dtype, got) << " expected " << text(dtype, wanted) << " from" << inputs;
        }
        std::memcpy(wanted, got, static_cast<size_t>(size_of(dtype)));
      }
    }
    ASSERT_EQ(operands[0].bytes(), expected.bytes()) << name << " layout " << which / 2 << ": wrote outside";
  }
}

}  // namespace kernels_test
