// How one dtype becomes another. Integers wrap; floats truncate toward zero into integers, saturate, and NaN gives 0;
// true is any value but 0; complex gives its real part. Halves go by way of float, complex32 by way of complex64.
#pragma once

#include <cstdint>

#include "kernels/copy/non_temporal.h"
#include "kernels/elementwise/driver.h"
#include "kernels/vec/int64.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
struct Limits {
  static constexpr T kLow = T(-1) < T(0) ? static_cast<T>(T{1} << (8 * sizeof(T) - 1)) : T{};
  static constexpr T kHigh = static_cast<T>(~kLow);
};

// There is no branch, so that the loop vectorises, and no undefined cast, because such a value is replaced first.
template <class To, class From>
CT_INLINE To saturate(From x) {
  constexpr To kHalfEnd = Limits<To>::kHigh / 2 + 1;  // a power of two, so exact in From
  constexpr From kEnd = static_cast<From>(kHalfEnd) * 2;
  constexpr From kBegin = static_cast<From>(Limits<To>::kLow);
  const From safe = ((x >= kBegin) & (x < kEnd)) ? x : From{0};
  To r = static_cast<To>(safe);
  r = x >= kEnd ? Limits<To>::kHigh : r;
  return x < kBegin ? Limits<To>::kLow : r;
}

template <class To, class From>
CT_INLINE To convert_value(From x) {
  if constexpr (kIsComplex<To>) {
    using R = decltype(To::re);
    return {convert_value<R>(x), R{}};
  } else if constexpr (kSame<To, Bool>) {
    if constexpr (kIsComplex<From>) {
      return {static_cast<uint8_t>((x.re != 0) | (x.im != 0))};
    } else {
      return {static_cast<uint8_t>(x != 0)};
    }
  } else if constexpr (kIsComplex<From>) {
    return convert_value<To>(x.re);
  } else if constexpr (kSame<From, Bool>) {
    return static_cast<To>(x.byte != 0);
  } else if constexpr (kIsFloat<From> && kIsInteger<To>) {
    return saturate<To>(x);
  } else {
    return static_cast<To>(x);
  }
}

// Whether any bit but the signs is set: a number is not 0, or one of a pair is not.
template <class T>
CT_INLINE Bool is_set(T x) {
  if constexpr (kSame<T, Complex<double>>) {
    const uint64_t bits = __builtin_bit_cast(uint64_t, x.re) | __builtin_bit_cast(uint64_t, x.im);
    return {static_cast<uint8_t>(bits << 1 != 0)};
  } else {
    using U = typename BitsOf<sizeof(T)>::Type;
    constexpr auto kSigns = static_cast<U>(sizeof(T) == 2   ? 0x8000U
                                           : sizeof(T) == 4 ? 0x80008000U
                                                            : 0x8000000080000000U);
    return {static_cast<uint8_t>((__builtin_bit_cast(U, x) & static_cast<U>(~kSigns)) != 0)};
  }
}

// ---- registers of numbers ----

template <class T>
inline constexpr bool kIsHalf = kSame<T, Half> || kSame<T, BFloat16>;
template <class T>
inline constexpr bool kIsInt64 = kIsInteger<T> && sizeof(T) == 8;

template <int... I>
CT_INLINE Vec<float> even_lanes(Vec<float> a, Vec<float> b, Indices<I...>) {
  return {__builtin_shufflevector(a.v, b.v, (2 * I)...)};
}

template <class From>
CT_INLINE Doubles doubles(const char *from);

// Loads Vec<float>::kLanes numbers of any dtype as floats, or the real parts of complex ones. A NaN need not be quiet:
// what converts further makes it so.
template <class From>
CT_INLINE Vec<float> floats(const char *from) {
  if constexpr (kSame<From, float>) {
    return Vec<float>::load(from);
  } else if constexpr (kSame<From, Half>) {
    return load_half(from);
  } else if constexpr (kSame<From, BFloat16>) {
    return {(Vec<float>::Native)(extend<uint16_t>(from).v << 16)};
  } else if constexpr (kSame<From, Bool>) {
    const Vec<int32_t> x = extend<uint8_t>(from);
    return {__builtin_convertvector(-(x.v != 0), Vec<float>::Native)};
  } else if constexpr (kSame<From, Complex<Half>>) {
    const Vec<float> low = load_half(from);
    return even_lanes(low, load_half(from + kVecBytes / 2), Iota<Vec<float>::kLanes>{});
  } else if constexpr (kSame<From, Complex<float>>) {
    return Vec<Complex<float>>::load(from).re;
  } else if constexpr (kSame<From, double> || kSame<From, Complex<double>>) {
    return to_floats(doubles<From>(from));
  } else if constexpr (kIsInt64<From>) {
    return to_floats(Vec<From>::load(from), Vec<From>::load(from + kVecBytes));
  } else if constexpr (sizeof(From) <= 2) {
    return {__builtin_convertvector(extend<From>(from).v, Vec<float>::Native)};
  } else if constexpr (kSame<From, int32_t> || kConvertsInt64) {
    return {__builtin_convertvector(Vec<From>::load(from).v, Vec<float>::Native)};
  } else {  // both halves of the bits are exact, so the sum rounds once
    const Vec<int32_t>::Native bits = Vec<int32_t>::load(from).v;
    const auto low = __builtin_convertvector(bits & 0xffff, Vec<float>::Native);
    const auto high = __builtin_convertvector((bits >> 16) & 0xffff, Vec<float>::Native);
    return {high * 65536.0F + low};
  }
}

template <class From>
CT_INLINE Doubles doubles(const char *from) {
  if constexpr (kSame<From, double>) {
    return {Vec<double>::load(from), Vec<double>::load(from + kVecBytes)};
  } else if constexpr (kSame<From, Complex<double>>) {
    return {Vec<From>::load(from).re, Vec<From>::load(from + 2 * kVecBytes).re};
  } else if constexpr (kSame<From, int32_t>) {
    return to_doubles(Vec<int32_t>::load(from));
  } else if constexpr (kSame<From, uint32_t>) {
    const Vec<int32_t> bits = Vec<int32_t>::load(from);
    const Doubles x = to_doubles(Vec<int32_t>{bits.v ^ INT32_MIN});
    return {{x.low.v + 2147483648.0}, {x.high.v + 2147483648.0}};
  } else if constexpr (kIsInt64<From> && kConvertsInt64) {
    return {{__builtin_convertvector(Vec<From>::load(from).v, Vec<double>::Native)},
            {__builtin_convertvector(Vec<From>::load(from + kVecBytes).v, Vec<double>::Native)}};
  } else if constexpr (kIsInt64<From>) {
    return {to_doubles(Vec<From>::load(from)), to_doubles(Vec<From>::load(from + kVecBytes))};
  } else {
    return to_doubles(floats<From>(from));
  }
}

template <class T>
inline constexpr bool kIsDouble = kSame<T, double> || kSame<T, Complex<double>>;

// Saturating; NaN gives 0.
template <class From>
CT_INLINE Vec<int32_t> integers(const char *from) {
  if constexpr (kIsDouble<From>) {
    Doubles x = doubles<From>(from);
    const auto cut = [](Vec<double> &part) {  // masking what is there anyway saves an operation on AVX-512
      const Vec<double>::Native lesser = at_most(part, 2147483647.0).v;
      part.v = part.v == part.v ? lesser : Vec<double>{}.v;
    };
    cut(x.low);
    cut(x.high);
    return truncate(x);
  } else {
    const Vec<float> x = floats<From>(from);
    const Vec<int32_t> r{x.v == x.v ? truncate(x).v : Vec<int32_t>{}.v};
    return {x.v >= 2147483648.0F ? INT32_MAX + Vec<int32_t>{}.v : r.v};
  }
}

// The same for integers that are packed afterwards, with a smaller bound, which float holds. keeps_nan: NaN may give
// INT32_MIN, because that packs to 0.
template <class From, bool keeps_nan>
CT_INLINE Vec<int32_t> small_integers(const char *from) {
  if constexpr (kIsDouble<From>) return integers<From>(from);
  const Vec<float> x = floats<From>(from);
  const Vec<int32_t> r = truncate(at_most(x, 65536.0F));
  if constexpr (keeps_nan) return r;
  return {x.v == x.v ? r.v : Vec<int32_t>{}.v};
}

// Saturating; NaN gives 0.
template <class From>
CT_INLINE Vec<uint32_t> unsigned_integers(const char *from) {
  constexpr double kMiddle = 2147483648.0;
  using U = Vec<uint32_t>::Native;
  if constexpr (kIsDouble<From>) {
    Doubles x = doubles<From>(from);
    Doubles middle{};
    const auto cut = [](Vec<double> &part, Vec<double> &above) {
      part.v = part.v > 0 ? part.v : Vec<double>{}.v;
      part = at_most(part, 4294967295.0);
      if constexpr (kConvertsInt64) return;
      above.v = part.v >= kMiddle ? Vec<double>{}.v - kMiddle : Vec<double>{}.v;
      part.v += above.v;
    };
    cut(x.low, middle.low);
    cut(x.high, middle.high);
    if constexpr (kConvertsInt64) return truncate_unsigned(x);
    return {(U)truncate(x).v ^ (U)truncate(middle).v};
  } else {
    Vec<float> x = floats<From>(from);
    x.v = x.v > 0 ? x.v : Vec<float>{}.v;
    if constexpr (kConvertsInt64) return truncate_unsigned(x);
    const auto above = x.v >= static_cast<float>(kMiddle);
    const Vec<float> below{above ? x.v - static_cast<float>(kMiddle) : x.v};
    const U r = (U)truncate(below).v ^ ((U)above & 0x80000000U);
    return {x.v >= 4294967296.0F ? ~U{} : r};
  }
}

// Saturating; NaN gives 0.
template <class To>
CT_INLINE Vec<To> wide_integers(Vec<double> x) {
  using V = typename Vec<To>::Native;
  if constexpr (!kConvertsInt64) {
    return truncate_wide<To>(x);
  } else if constexpr (kSame<To, int64_t>) {
    const V r = x.v == x.v ? __builtin_convertvector(x.v, V) : V{};
    return {x.v >= 9223372036854775808.0 ? INT64_MAX + V{} : r};
  } else {
    const Vec<double> positive{x.v > 0 ? x.v : Vec<double>{}.v};
    const V r = __builtin_convertvector(positive.v, V);
    return {x.v >= 18446744073709551616.0 ? ~V{} : r};
  }
}

// What rounding numbers of From to bfloat16 must look out for.
template <class From>
inline constexpr Rounding kRounding = kSame<From, Bool> || sizeof(From) == 1 ? Rounding::kNone
                                      : kIsInteger<From>                     ? Rounding::kNumbers
                                                                             : Rounding::kAll;

// How many registers of floats make whole registers of To.
template <class To>
inline constexpr int kUnits = sizeof(To) == 1   ? 4
                              : sizeof(To) == 2 ? 2
                                                : 1;

template <class To, class From>
inline constexpr bool kTestsWords = kSame<To, Bool> && sizeof(From) == 4 && !kIsComplex<From>;

// NonTemporal: out lies on a register's boundary.
template <class To, class From, Traffic traffic>
CT_INLINE void convert_unit(char *out, const char *from) {
  constexpr int kFrom = Vec<float>::kLanes * static_cast<int>(sizeof(From));  // bytes of a register of floats
  if constexpr (kSame<To, Half>) {
    put<traffic>(out, to_halves(floats<From>(from), floats<From>(from + kFrom)));
  } else if constexpr (kSame<To, BFloat16>) {
    put<traffic>(out, bfloat16s<kRounding<From>>(floats<From>(from), floats<From>(from + kFrom)));
  } else if constexpr (kSame<From, BFloat16> && kSame<To, float>) {
    put<traffic>(out, load_bfloat16(from));
  } else if constexpr (kSame<From, BFloat16> && kSame<To, Complex<float>>) {
    Vec<To>{load_bfloat16(from), {}}.store(out);
  } else if constexpr (kSame<To, float>) {
    put<traffic>(out, floats<From>(from));
  } else if constexpr (kSame<To, Complex<Half>>) {
    alignas(kVecBytes) char halves[kVecBytes];
    const Vec<float> x = floats<From>(from);
    to_halves(x, x).store(halves);
    extend<uint16_t>(halves).store(out);
  } else if constexpr (kSame<To, Complex<float>>) {
    Vec<To>{floats<From>(from), {}}.store(out);
  } else if constexpr (kSame<To, double>) {
    const Doubles x = doubles<From>(from);
    put<traffic>(out, x.low);
    put<traffic>(out + kVecBytes, x.high);
  } else if constexpr (kSame<To, Complex<double>>) {
    const Doubles x = doubles<From>(from);
    Vec<To>{x.low, {}}.store(out);
    Vec<To>{x.high, {}}.store(out + 2 * kVecBytes);
  } else if constexpr (sizeof(To) == 4 && kIsInteger<From>) {
    put<traffic>(out, extend<From>(from));
  } else if constexpr (kIsInteger<To> && kIsInteger<From>) {
    Vec<int32_t> x[kUnits<To>];
    CT_UNROLL(4)
    for (int k = 0; k < kUnits<To>; ++k) {
      if constexpr (sizeof(From) == 4) {
        x[k] = Vec<int32_t>::load(from + k * kFrom);
      } else {
        x[k] = extend<From>(from + k * kFrom);
      }
      x[k].v &= static_cast<int32_t>(Limits<To>::kHigh);  // integers wrap
    }
    put<traffic>(out, pack<To>(x));
  } else if constexpr (kSame<To, int32_t>) {
    put<traffic>(out, integers<From>(from));
  } else if constexpr (kSame<To, uint32_t>) {
    put<traffic>(out, unsigned_integers<From>(from));
  } else if constexpr (sizeof(To) == 8) {
    const Doubles x = doubles<From>(from);
    put<traffic>(out, wide_integers<To>(x.low));
    put<traffic>(out + kVecBytes, wide_integers<To>(x.high));
  } else if constexpr (kTestsWords<To, From>) {
    Vec<int32_t> x[kUnits<To>];
    CT_UNROLL(4)
    for (int k = 0; k < kUnits<To>; ++k) x[k].v = (Vec<int32_t>::Native)(Vec<From>::load(from + k * kFrom).v != 0);
    put<traffic>(out, Vec<int8_t>{pack<int8_t>(x).v & 1});
  } else {
    constexpr bool kNegativeIsZero = kSame<To, uint8_t> || kSame<To, uint16_t>;
    Vec<int32_t> x[kUnits<To>];
    CT_UNROLL(4)
    for (int k = 0; k < kUnits<To>; ++k) x[k] = small_integers<From, kNegativeIsZero>(from + k * kFrom);
    put<traffic>(out, pack<To>(x));
  }
}

// Pairs that loops over elements convert more slowly: anything with halves and complex numbers, floats to integers,
// integers of up to two bytes to wider numbers, and 64-bit integers to floats where there is no instruction for it. GCC
// makes good loops of integers that narrow, but not where registers are short.
template <class To, class From>
constexpr bool in_registers() {
  constexpr bool kPacked = kIsHalf<To> || kIsHalf<From> || kIsComplex<To> || kIsComplex<From>;
  constexpr bool kToInteger = kIsInteger<To> && kIsFloat<From>;
  constexpr bool kExtends = sizeof(From) <= 2 && (kSame<To, double> || kSame<To, float> ||
                                                  (kIsInteger<To> && kIsInteger<From> && sizeof(To) == 4));
  constexpr bool kNarrows =
      kIsInteger<To> && kIsInteger<From> && sizeof(To) <= 2 && sizeof(From) <= 4 && !kHasWideRegisters;
  constexpr bool kFromInt64 = kIsInt64<From> && kIsFloat<To> && !kConvertsInt64;
  return !kSame<To, Bool> && (kPacked || kToInteger || kExtends || kNarrows || kFromInt64);
}

// Pairs whose registers can be stored past the caches as they are: whole registers of plain numbers. Where registers
// are wide, also pairs that read much more than they write, for which blocks would leave memory idle.
template <class To, class From>
inline constexpr bool kShrinks = kHasWideRegisters && ((kSame<To, float> && sizeof(From) == 8 && !kIsComplex<From>) ||
                                                       kTestsWords<To, From>);
template <class To, class From>
inline constexpr bool kStreams = kShrinks<To, From> || (in_registers<To, From>() && !kIsComplex<To>);

template <class To, class From>
void convert_row(char *out, const char *const *in, int64_t n, unsigned how);
// Converts the row by registers. The last step overlaps the one before where the row does not end with a whole one.
template <class To, class From, Traffic traffic>
CT_INLINE void convert_units(char *out, const char *const *in, int64_t n) {
  constexpr auto kTo = static_cast<int64_t>(sizeof(To));
  constexpr auto kFrom = static_cast<int64_t>(sizeof(From));
  constexpr int64_t kStep = kUnits<To> * Vec<float>::kLanes;
  constexpr RowSteps kSteps{kStep, 1, 0, kTo, {kFrom}};
  const char *const from = *in;
  const int64_t whole = n / kStep * kStep;
  const bool overlaps = traffic == Traffic::Cached && n >= kStep && from != out;
  const int64_t last = (overlaps ? n : whole) - kStep;
  for (int64_t i = 0; i <= last; i = i < last && i + kStep > last ? last : i + kStep) {
    const char *const at = from + i * kFrom;
    if constexpr (traffic == Traffic::NonTemporal) {
      for (int64_t line = 0; line < kStep * kFrom; line += kCacheLine) __builtin_prefetch(at + Ahead::kDistance + line);
    }
    convert_unit<To, From, traffic>(out + i * kTo, at);
  }
  if (whole < n && !overlaps) run_rest(out, in, n, 0, &convert_row<To, From>, kSteps);
}

// The one definition of a conversion, for dense rows.
template <class To, class From>
void convert_row(char *out, const char *const *in, int64_t n, [[maybe_unused]] unsigned how) {
  constexpr auto kTo = static_cast<int64_t>(sizeof(To));
  constexpr auto kFrom = static_cast<int64_t>(sizeof(From));
  const char *const from = *in;
  if constexpr (kIsComplex<To> && kIsComplex<From>) {
    return convert_row<decltype(To::re), decltype(From::re)>(out, in, n * 2, 0);
  }
  if constexpr (kStreams<To, From>) {
    if ((how & kNonTemporal) != 0) return convert_units<To, From, Traffic::NonTemporal>(out, in, n);
  }
  if constexpr (in_registers<To, From>()) {
    convert_units<To, From, Traffic::Cached>(out, in, n);
  } else {
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) {
      const From x = load_element<From>(from + i * kFrom);
      if constexpr (kSame<To, Bool> && (kIsHalf<From> || kIsComplex<From>)) {
        store_element(out + i * kTo, is_set(x));
      } else {
        store_element(out + i * kTo, convert_value<To>(x));
      }
    }
  }
}

// Loads a register of To from as many elements, each converted.
template <class To, class From>
CT_INLINE Vec<To> load_as(const char *at) {
  if constexpr (kSame<To, From>) {
    return Vec<To>::load(at);
  } else if constexpr (kSame<From, Half>) {
    return load_half(at);
  } else if constexpr (kSame<From, BFloat16>) {
    return widen_bfloat16(at);
  } else if constexpr (kIsComplex<From>) {
    alignas(64) char block[2 * kVecBytes];
    load_as<float, Half>(at).store(block);
    load_as<float, Half>(at + kVecBytes / 2).store(block + kVecBytes);
    return Vec<To>::load(block);
  } else {
    return widen<To, From>(at);
  }
}
// The same for `count` elements, 0 < count < lanes; the rest is zero.
template <class To, class From>
CT_INLINE Vec<To> load_as(const char *at, int64_t count) {
  if constexpr (kSame<To, From>) {
    return Vec<To>::load(at, count);
  } else {
    alignas(64) char block[2 * kVecBytes] = {};
    copy_small(block, at, count * static_cast<int64_t>(sizeof(From)));
    return load_as<To, From>(block);
  }
}
// n: the number of elements, or nothing for a whole register.
template <class T, class... N>
CT_INLINE Vec<Wide<T>> load_wide(const char *at, N... n) {
  return load_as<Wide<T>, T>(at, n...);
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
