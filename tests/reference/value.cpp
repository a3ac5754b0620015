// Reading, writing, rounding and converting single elements.
#include "value.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace reference {

const std::vector<DTypeInfo> &dtypes() {
  static const std::vector<DTypeInfo> all(std::begin(kDTypes), std::end(kDTypes));
  return all;
}

ct_dtype dtype_by_short_name(const char *name) {
  for (const DTypeInfo &d : dtypes()) {
    if (std::strcmp(d.short_name, name) == 0) return d.dtype;
  }
  return CT_UNDEFINED;
}

// ---- rounding ----

// 2^exponent. For float64 and smaller formats it comes from a table, because ldexp would take most of a test's time.
static long double power_of_two(int exponent) {
  constexpr int kReach = 1100;
  static const std::vector<long double> powers = [] {
    std::vector<long double> all;
    for (int e = -kReach; e <= kReach; ++e) all.push_back(std::ldexp(1.0L, e));
    return all;
  }();
  if (exponent < -kReach || exponent > kReach) return std::ldexp(1.0L, exponent);
  return powers[static_cast<size_t>(exponent + kReach)];
}

static int place_of_last_bit(Format format, long double x) {
  int exponent = format.min_exponent;    // zero gets the exponent of the smallest subnormal number
  if (x != 0) std::frexp(x, &exponent);  // |x| = m * 2^exponent, 1/2 <= m < 1
  return std::max(exponent, format.min_exponent) - format.digits;
}

long double round_by_hand(Format format, long double x) {
  if (!std::isfinite(x) || x == 0) return x;
  // In units of the last bit that the format has there. From 1 / epsilon on a long double has no bits for a fraction,
  // so the sum rounds to an integer, with ties to even in the default mode. nearbyint would take most of a test's time.
  const int place = place_of_last_bit(format, x);
  constexpr long double kNoFractions = 1 / std::numeric_limits<long double>::epsilon();
  const long double units = std::fabs(x) * power_of_two(-place);
  const long double rounded =
      (units < kNoFractions ? units + kNoFractions - kNoFractions : units) * power_of_two(place);
  return std::copysign(rounded > max_finite(format) ? std::numeric_limits<long double>::infinity() : rounded, x);
}

long double max_finite(Format format) {
  return (power_of_two(format.digits) - 1) * power_of_two(format.max_exponent - format.digits);
}

long double ulp(Format format, long double x) { return power_of_two(place_of_last_bit(format, x)); }

// ---- bits ----

template <class T, class From>
static T same_bits(From from) {
  T to;
  static_assert(sizeof to == sizeof from);
  std::memcpy(&to, &from, sizeof to);
  return to;
}

// The 16-bit formats: sign, exponent, fraction.
static long double decode_half(Format format, uint16_t bits) {
  const int fraction_bits = format.digits - 1;
  const int all_ones = (1 << (15 - fraction_bits)) - 1;
  const int fraction = bits & ((1 << fraction_bits) - 1);
  const int exponent = (bits >> fraction_bits) & all_ones;
  long double magnitude = 0;
  if (exponent == all_ones) {
    magnitude =
        fraction == 0 ? std::numeric_limits<long double>::infinity() : std::numeric_limits<long double>::quiet_NaN();
  } else if (exponent == 0) {
    magnitude = fraction * power_of_two(format.min_exponent - format.digits);
  } else {
    magnitude = (fraction | (1 << fraction_bits)) * power_of_two(format.min_exponent - format.digits + exponent - 1);
  }
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

static uint16_t encode_half(Format format, long double x) {
  const int fraction_bits = format.digits - 1;
  const int infinity = ((1 << (15 - fraction_bits)) - 1) << fraction_bits;
  const int sign = std::signbit(x) ? 0x8000 : 0;
  if (std::isnan(x)) return static_cast<uint16_t>(sign | infinity | (1 << (fraction_bits - 1)));
  if (std::isinf(x)) return static_cast<uint16_t>(sign | infinity);
  if (x == 0) return static_cast<uint16_t>(sign);
  const int place = place_of_last_bit(format, x);
  const auto significand =
      static_cast<int>(std::fabs(x) * power_of_two(-place));  // this is exact, because the format can hold x
  if (significand < (1 << fraction_bits)) return static_cast<uint16_t>(sign | significand);  // subnormal
  const int exponent = place - (format.min_exponent - format.digits) + 1;
  return static_cast<uint16_t>(sign | (exponent << fraction_bits) | (significand & ((1 << fraction_bits) - 1)));
}

static long double load_part(Format format, const char *bytes) {
  uint64_t bits = 0;
  if (format == kSingle) {
    std::memcpy(&bits, bytes, 4);
    return same_bits<float>(static_cast<uint32_t>(bits));
  }
  if (format == kDouble) {
    std::memcpy(&bits, bytes, 8);
    return same_bits<double>(bits);
  }
  std::memcpy(&bits, bytes, 2);
  return decode_half(format, static_cast<uint16_t>(bits));
}

static void store_part(Format format, long double x, char *bytes) {
  if (format == kSingle) {
    const auto single = static_cast<float>(x);
    std::memcpy(bytes, &single, 4);
  } else if (format == kDouble) {
    const auto both = static_cast<double>(x);
    std::memcpy(bytes, &both, 8);
  } else {
    const uint16_t half = encode_half(format, x);
    std::memcpy(bytes, &half, 2);
  }
}

Value load(ct_dtype dtype, const void *element) {
  const DTypeInfo &d = info(dtype);
  const char *bytes = static_cast<const char *>(element);
  if (d.kind == Kind::Float) return of_float(load_part(d.format, bytes));
  if (d.kind == Kind::Complex) return of_float(load_part(d.format, bytes), load_part(d.format, bytes + d.size / 2));
  uint64_t bits = 0;
  std::memcpy(&bits, element, static_cast<size_t>(d.size));
  if (d.kind == Kind::Bool) return of_integer(bits != 0);
  Wide integer = bits;
  if (d.kind == Kind::Signed && ((bits >> (d.bits - 1)) & 1) != 0) integer -= Wide{1} << d.bits;
  return of_integer(integer);
}

void store(ct_dtype dtype, const Value &value, void *element) {
  const DTypeInfo &d = info(dtype);
  char *bytes = static_cast<char *>(element);
  if (d.kind == Kind::Float || d.kind == Kind::Complex) {
    store_part(d.format, value.re, bytes);
    if (d.kind == Kind::Complex) store_part(d.format, value.im, bytes + d.size / 2);
    return;
  }
  const auto bits = static_cast<uint64_t>(value.integer);
  std::memcpy(element, &bits, static_cast<size_t>(d.size));
}

// ---- conversion ----

static Wide lowest(const DTypeInfo &d) { return d.kind == Kind::Signed ? -(Wide{1} << (d.bits - 1)) : 0; }
static Wide highest(const DTypeInfo &d) { return (Wide{1} << (d.kind == Kind::Signed ? d.bits - 1 : d.bits)) - 1; }

static Wide wrap(const DTypeInfo &d, Wide integer) {
  const Wide span = Wide{1} << d.bits;
  Wide wrapped = integer % span;
  if (wrapped < lowest(d)) wrapped += span;
  if (wrapped > highest(d)) wrapped -= span;
  return wrapped;
}

static Wide truncate(const DTypeInfo &d, long double x) {
  if (std::isnan(x)) return 0;
  if (x <= static_cast<long double>(lowest(d))) return lowest(d);
  if (x >= static_cast<long double>(highest(d))) return highest(d);
  return static_cast<Wide>(x);
}

Value convert(const Value &value, ct_dtype from, ct_dtype to) {
  const DTypeInfo &source = info(from), &target = info(to);
  const bool from_integer = source.kind != Kind::Float && source.kind != Kind::Complex;
  switch (target.kind) {
    case Kind::Bool:
      return of_integer(from_integer ? value.integer != 0 : !(value.re == 0 && value.im == 0));
    case Kind::Signed:
    case Kind::Unsigned:
      return of_integer(from_integer ? wrap(target, value.integer) : truncate(target, value.re));
    case Kind::Float:
    case Kind::Complex:
      break;
  }
  Value result = from_integer ? of_float(static_cast<long double>(value.integer)) : value;
  result.integer = 0;
  const auto rounded = [&](long double part) {
    return round_to(target.format, is_half(to) ? round_to(kSingle, part) : part);
  };
  result.re = rounded(result.re);
  result.im = target.kind == Kind::Complex ? rounded(result.im) : 0;
  return result;
}

static bool same_float(long double a, long double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

bool same(ct_dtype dtype, const Value &a, const Value &b) {
  switch (info(dtype).kind) {
    case Kind::Float:
      return same_float(a.re, b.re);
    case Kind::Complex:
      return same_float(a.re, b.re) && same_float(a.im, b.im);
    default:
      return a.integer == b.integer;
  }
}

std::string text(ct_dtype dtype, const Value &value) {
  char buffer[120];
  switch (info(dtype).kind) {
    case Kind::Float:
      std::snprintf(buffer, sizeof buffer, "%La (%.21Lg)", value.re, value.re);
      break;
    case Kind::Complex:
      std::snprintf(buffer, sizeof buffer, "%La + %La i (%.12Lg, %.12Lg)", value.re, value.im, value.re, value.im);
      break;
    default:  // a uint64 is shown in hexadecimal
      std::snprintf(buffer, sizeof buffer, "%lld (0x%llx)", static_cast<long long>(value.integer),
                    static_cast<unsigned long long>(value.integer));
  }
  return buffer;
}

bool fits(const Value &value, ct_dtype from, ct_dtype to) {
  const DTypeInfo &source = info(from), &target = info(to);
  const bool from_integer = source.kind != Kind::Float && source.kind != Kind::Complex;
  if (target.kind == Kind::Bool) return true;
  if (target.kind != Kind::Complex && !from_integer && value.im != 0) return false;
  if (target.kind == Kind::Signed || target.kind == Kind::Unsigned) {
    if (!from_integer && (!std::isfinite(value.re) || value.re != std::trunc(value.re))) return false;
    if (!from_integer && std::fabs(value.re) > 1e30L) return false;
    const Wide integer = from_integer ? value.integer : static_cast<Wide>(value.re);
    return integer >= lowest(target) && integer <= highest(target);
  }
  for (const long double part : {from_integer ? static_cast<long double>(value.integer) : value.re, value.im}) {
    if (std::isfinite(part) && std::fabs(part) > max_finite(target.format)) return false;
  }
  return true;
}

}  // namespace reference
