// The oracle's numbers: what each dtype can hold, how an element is read, written and converted.
// Everything is exact: integers have 128 bits, floats are long double. It is written for clarity and shares no code
// with src/.
#pragma once

#include <ctensor.h>

#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

namespace reference {

static_assert(std::numeric_limits<long double>::digits >= 64, "the oracle holds every 64-bit integer in a long double");
__extension__ typedef __int128 Wide;

enum class Kind { Bool, Signed, Unsigned, Float, Complex };

// A binary floating-point format, described as std::numeric_limits does.
struct Format {
  int digits, min_exponent, max_exponent;
};
constexpr Format kHalf{11, -13, 16}, kBFloat{8, -125, 128}, kSingle{24, -125, 128}, kDouble{53, -1021, 1024};

struct DTypeInfo {
  ct_dtype dtype;
  const char *name, *short_name;
  int64_t size;
  Kind kind;
  int bits;         // the width of integers
  Format format;    // the format of a float, or of one part of a complex number
  Format computes;  // the format of arithmetic, which is single for halves
};
inline constexpr Format kNone{0, 0, 0};
inline constexpr DTypeInfo kDTypes[] = {
    {CT_BOOL, "bool", "bool", 1, Kind::Bool, 1, kNone, kNone},
    {CT_UINT8, "uint8", "u8", 1, Kind::Unsigned, 8, kNone, kNone},
    {CT_INT8, "int8", "i8", 1, Kind::Signed, 8, kNone, kNone},
    {CT_INT16, "int16", "i16", 2, Kind::Signed, 16, kNone, kNone},
    {CT_INT32, "int32", "i32", 4, Kind::Signed, 32, kNone, kNone},
    {CT_INT64, "int64", "i64", 8, Kind::Signed, 64, kNone, kNone},
    {CT_FLOAT16, "float16", "f16", 2, Kind::Float, 0, kHalf, kSingle},
    {CT_FLOAT32, "float32", "f32", 4, Kind::Float, 0, kSingle, kSingle},
    {CT_FLOAT64, "float64", "f64", 8, Kind::Float, 0, kDouble, kDouble},
    {CT_COMPLEX32, "complex32", "c32", 4, Kind::Complex, 0, kHalf, kSingle},
    {CT_COMPLEX64, "complex64", "c64", 8, Kind::Complex, 0, kSingle, kSingle},
    {CT_COMPLEX128, "complex128", "c128", 16, Kind::Complex, 0, kDouble, kDouble},
    {CT_BFLOAT16, "bfloat16", "bf16", 2, Kind::Float, 0, kBFloat, kSingle},
    {CT_UINT16, "uint16", "u16", 2, Kind::Unsigned, 16, kNone, kNone},
    {CT_UINT32, "uint32", "u32", 4, Kind::Unsigned, 32, kNone, kNone},
    {CT_UINT64, "uint64", "u64", 8, Kind::Unsigned, 64, kNone, kNone},
};
const std::vector<DTypeInfo> &dtypes();  // all 16
inline const DTypeInfo &info(ct_dtype dtype) {
  if (dtype < 1 || dtype > std::size(kDTypes)) std::abort();
  return kDTypes[dtype - 1];
}
ct_dtype dtype_by_short_name(const char *name);  // "bf16"; CT_UNDEFINED when unknown

inline bool is_complex(ct_dtype d) { return info(d).kind == Kind::Complex; }
inline bool is_float(ct_dtype d) { return info(d).kind == Kind::Float; }
inline bool is_integer(ct_dtype d) { return info(d).kind == Kind::Signed || info(d).kind == Kind::Unsigned; }
inline bool is_half(ct_dtype d) { return (is_float(d) || is_complex(d)) && info(d).format.digits < 24; }

// One element. Bool and integers use `integer`, other dtypes use re and im.
struct Value {
  Wide integer = 0;
  long double re = 0, im = 0;
};
inline Value of_integer(Wide integer) { return {integer, 0, 0}; }
inline Value of_float(long double re, long double im = 0) { return {0, re, im}; }

constexpr bool operator==(Format a, Format b) { return a.digits == b.digits && a.max_exponent == b.max_exponent; }

// Rounds to nearest, ties to even; overflows to infinity. round_by_hand does so without the compiler's float and
// double.
long double round_by_hand(Format format, long double x);
inline long double round_to(Format format, long double x) {
  if (format == kSingle) return static_cast<float>(x);
  if (format == kDouble) return static_cast<double>(x);
  return round_by_hand(format, x);
}
long double max_finite(Format format);
long double ulp(Format format, long double x);  // the spacing of the format's numbers at |x|

Value load(ct_dtype dtype, const void *element);
void store(ct_dtype dtype, const Value &value, void *element);  // the dtype must be able to hold the value

// docs/semantics.md, "Casts": integers wrap; floats to integers truncate, saturate, NaN → 0; to bool is "not zero";
// complex to real takes re; narrowing rounds to nearest even. Other dtypes are rounded to single before they become
// halves.
Value convert(const Value &value, ct_dtype from, ct_dtype to);

// Whether the bits are the same. Any NaN equals any NaN.
bool same(ct_dtype dtype, const Value &a, const Value &b);

std::string text(ct_dtype dtype, const Value &value);  // for the message of a failing test

// The rule of fill: false where the dtype cannot hold the value (out of range, a fraction or NaN into an integer, …).
bool fits(const Value &value, ct_dtype from, ct_dtype to);

}  // namespace reference
