// The elementwise ops, one element at a time.
#include "ops.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace reference {

static const long double kInfinity = std::numeric_limits<long double>::infinity();

static bool is_number(ct_dtype d) { return d != CT_BOOL; }
static bool is_any(ct_dtype) { return true; }
static bool is_floating(ct_dtype d) { return is_float(d) || is_complex(d); }
static bool is_real(ct_dtype d) { return !is_complex(d); }
static bool is_real_number(ct_dtype d) { return is_integer(d) || is_float(d); }

// IEEE arithmetic in the format that the dtype computes in, then one rounding to the dtype itself.
template <class F>
static Value float_op(ct_dtype dtype, const Value &a, const Value &b, F f) {
  long double result = 0;
  if (info(dtype).computes.digits == kDouble.digits) {
    result = f(static_cast<double>(a.re), static_cast<double>(b.re));
  } else {
    result = f(static_cast<float>(a.re), static_cast<float>(b.re));
  }
  return of_float(round_to(info(dtype).format, result));
}

static Value wrapped(ct_dtype dtype, Wide integer) { return convert(of_integer(integer), CT_INT64, dtype); }

static bool is_finite(const Value &v) { return std::isfinite(v.re) && std::isfinite(v.im); }

// ---- bounds ----

static Expected round_bounds(ct_dtype dtype, const Expected &exact) {
  Expected rounded = exact;
  const Format format = info(dtype).format;
  for (long double *part : {&rounded.low.re, &rounded.low.im, &rounded.high.re, &rounded.high.im}) {
    *part = round_to(format, *part);
  }
  return rounded;
}

// A complex result of which each part errs by at most `error`, if nothing on the way to it overflows.
static Expected complex_within(ct_dtype dtype, long double re, long double im, long double error, long double largest) {
  const Format computes = info(dtype).computes;
  if (!(largest < max_finite(computes))) return {{}, {}, true};
  error += 2 * ulp(computes, 0x1p-16000L);  // results near zero are subnormal
  return round_bounds(dtype, {of_float(re - error, im - error), of_float(re + error, im + error), false});
}

static long double epsilon(ct_dtype dtype) { return std::ldexp(1.0L, 1 - info(dtype).computes.digits); }

// ---- unary ----

static Expected neg(ct_dtype d, const Value *v) {
  if (is_integer(d)) return exactly(wrapped(d, -v[0].integer));
  return exactly(of_float(-v[0].re, is_complex(d) ? -v[0].im : 0));
}

// Within one ULP of the exact value in the format that computes; then rounded to the dtype.
static Expected exp_real(ct_dtype d, long double x) {
  const Format computes = info(d).computes;
  const long double exact = std::exp(x);
  if (!std::isfinite(x)) return exactly(of_float(exact));
  // expl itself errs by less than 2^-10 ULP of a double.
  const long double error = ulp(computes, exact) * (1 + 0x1p-10L);
  const auto inwards = [&](long double bound, int direction) {  // the nearest number of the format inside the bounds
    long double number = round_to(computes, bound);
    if (direction > 0 ? number < bound : number > bound) {
      number = round_to(computes, number + static_cast<long double>(direction) * ulp(computes, bound));
    }
    return number;
  };
  long double low = inwards(std::max(exact - error, 0.0L), 1);
  long double high = inwards(exact + error, -1);
  if (exact > max_finite(computes)) high = kInfinity;
  if (exact - error > max_finite(computes)) low = kInfinity;
  return round_bounds(d, {of_float(low), of_float(high), false});
}

static Expected exp(ct_dtype d, const Value *v) {
  if (!is_complex(d)) return exp_real(d, v[0].re);
  if (!is_finite(v[0])) return {{}, {}, true};
  const long double scale = std::exp(v[0].re);
  // exp, sin and cos err by an ULP each, their product by half of one.
  return complex_within(d, scale * std::cos(v[0].im), scale * std::sin(v[0].im), 4 * epsilon(d) * scale, 2 * scale);
}

// ---- binary ----

static Expected add(ct_dtype d, const Value *v) {
  if (d == CT_BOOL) return exactly(of_integer(v[0].integer | v[1].integer));
  if (is_integer(d)) return exactly(wrapped(d, v[0].integer + v[1].integer));
  const auto plus = [](auto a, auto b) { return a + b; };
  Value result = float_op(d, v[0], v[1], plus);
  if (is_complex(d)) result.im = float_op(d, of_float(v[0].im), of_float(v[1].im), plus).re;
  return exactly(result);
}

static Expected sub(ct_dtype d, const Value *v) {
  if (is_integer(d)) return exactly(wrapped(d, v[0].integer - v[1].integer));
  const auto minus = [](auto a, auto b) { return a - b; };
  Value result = float_op(d, v[0], v[1], minus);
  if (is_complex(d)) result.im = float_op(d, of_float(v[0].im), of_float(v[1].im), minus).re;
  return exactly(result);
}

static Expected mul(ct_dtype d, const Value *v) {
  if (d == CT_BOOL) return exactly(of_integer(v[0].integer & v[1].integer));
  if (is_integer(d)) {  // of two 64-bit factors the low 64 bits are enough, and a signed 128 could overflow
    const uint64_t low = static_cast<uint64_t>(v[0].integer) * static_cast<uint64_t>(v[1].integer);
    return exactly(wrapped(d, low));
  }
  if (!is_complex(d)) return exactly(float_op(d, v[0], v[1], [](auto a, auto b) { return a * b; }));
  if (!is_finite(v[0]) || !is_finite(v[1])) return {{}, {}, true};
  // ac - bd and ad + bc: two roundings of the products, one of their sum.
  const long double ac = v[0].re * v[1].re, bd = v[0].im * v[1].im, ad = v[0].re * v[1].im, bc = v[0].im * v[1].re;
  const long double largest = std::max(std::fabs(ac) + std::fabs(bd), std::fabs(ad) + std::fabs(bc));
  return complex_within(d, ac - bd, ad + bc, 1.5L * epsilon(d) * largest, largest);
}

static Expected div(ct_dtype d, const Value *v) {
  if (!is_complex(d)) return exactly(float_op(d, v[0], v[1], [](auto a, auto b) { return a / b; }));
  const long double a = v[0].re, b = v[0].im, c = v[1].re, e = v[1].im;
  // Sizes at which no way of computing it over- or underflows.
  const long double limit = info(d).computes.digits == kDouble.digits ? 0x1p200L : 0x1p40L;
  for (const long double size : {std::hypot(a, b), std::hypot(c, e)}) {
    if (!(size <= limit)) return {{}, {}, true};
  }
  if (std::hypot(c, e) < 1 / limit) return {{}, {}, true};
  const long double square = c * c + e * e;
  const long double quotient = std::hypot(a, b) / std::hypot(c, e);
  return complex_within(d, (a * c + b * e) / square, (b * c - a * e) / square, 6 * epsilon(d) * quotient, quotient);
}

// Python's floor division: the remainder is exact, so the quotient is an integer but for rounding.
template <class T>
static T floor_quotient(T a, T b) {
  if (b == 0) return a / b;
  const T remainder = std::fmod(a, b);
  T quotient = (a - remainder) / b;
  if (remainder != 0 && (b < 0) != (remainder < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(T{0}, a / b);
  T floor = std::floor(quotient);
  if (quotient - floor > T{0.5}) floor += 1;
  return floor;
}

static Expected floor_divide(ct_dtype d, const Value *v) {
  if (!is_integer(d)) return exactly(float_op(d, v[0], v[1], [](auto a, auto b) { return floor_quotient(a, b); }));
  Wide quotient = v[0].integer / v[1].integer;
  if (v[0].integer % v[1].integer != 0 && (v[0].integer < 0) != (v[1].integer < 0)) --quotient;
  return exactly(wrapped(d, quotient));
}

static Expected eq(ct_dtype d, const Value *v) {
  const bool equal = is_floating(d) ? v[0].re == v[1].re && v[0].im == v[1].im : v[0].integer == v[1].integer;
  return exactly(of_integer(equal));
}

static Expected lt(ct_dtype d, const Value *v) {
  return exactly(of_integer(is_floating(d) ? v[0].re < v[1].re : v[0].integer < v[1].integer));
}

// ---- ternary ----

static Expected where(ct_dtype, const Value *v) { return exactly(v[0].integer != 0 ? v[1] : v[2]); }

const std::vector<Op> &ops() {
  static const std::vector<Op> all = {
      {"neg", 1, Rule::Same, is_number, neg},
      {"exp", 1, Rule::Float, is_floating, exp},
      {"add", 2, Rule::Binary, is_any, add},
      {"sub", 2, Rule::Binary, is_number, sub},
      {"mul", 2, Rule::Binary, is_any, mul},
      {"div", 2, Rule::BinaryFloat, is_floating, div},
      {"floor_divide", 2, Rule::Binary, is_real_number, floor_divide},
      {"eq", 2, Rule::Comparison, is_any, eq},
      {"lt", 2, Rule::Comparison, is_real, lt},
      {"where", 3, Rule::Where, is_any, where},
  };
  return all;
}

const Op &op(const char *name) {
  for (const Op &candidate : ops()) {
    if (std::strcmp(candidate.name, name) == 0) return candidate;
  }
  std::abort();
}

std::optional<OpDTypes> op_dtypes(const Op &op, const std::vector<Typed> &inputs) {
  const bool where = op.rule == Rule::Where;
  if (where && inputs[0].dtype != CT_BOOL) return std::nullopt;
  if (std::strcmp(op.name, "sub") == 0) {  // upstream refuses a bool on either side, even where it would promote
    for (const Typed &input : inputs) {
      if (input.dtype == CT_BOOL) return std::nullopt;
    }
  }
  auto common = result_type(where ? std::vector<Typed>(inputs.begin() + 1, inputs.end()) : inputs);
  if (op.rule == Rule::Same) common = inputs[0].dtype;  // no promotion: a wrapped float64 stays one
  if (!common) return std::nullopt;
  const bool to_float = op.rule == Rule::Float || op.rule == Rule::BinaryFloat;
  if (to_float && !is_floating(*common)) common = CT_FLOAT32;
  if (!op.accepts(*common)) return std::nullopt;
  return OpDTypes{*common, op.rule == Rule::Comparison ? static_cast<ct_dtype>(CT_BOOL) : *common};
}

Expected convert(const Expected &expected, ct_dtype from, ct_dtype to) {
  return {convert(expected.low, from, to), convert(expected.high, from, to), expected.any};
}

static bool part_within(long double got, long double low, long double high) {
  if (std::isnan(low)) return std::isnan(got);
  if (low == high)
    return got == low && (std::signbit(low) != std::signbit(high) || std::signbit(got) == std::signbit(low));
  return low <= got && got <= high;
}

bool matches(ct_dtype dtype, const Value &got, const Expected &expected) {
  if (expected.any) return true;
  if (!is_floating(dtype)) return expected.low.integer <= got.integer && got.integer <= expected.high.integer;
  return part_within(got.re, expected.low.re, expected.high.re) &&
         (!is_complex(dtype) || part_within(got.im, expected.low.im, expected.high.im));
}

// ---- sum ----

ct_dtype sum_dtype(ct_dtype input) {
  if (input == CT_BOOL || (is_integer(input) && input != CT_UINT64)) return CT_INT64;
  return input;
}

namespace {
struct Total {  // Neumaier's compensated sum, so that the reference's own error does not count
  long double sum = 0, lost = 0, magnitude = 0;
  bool nan = false, plus = false, minus = false;

  void add(long double x) {
    if (!std::isfinite(x)) {
      nan |= std::isnan(x);
      plus |= x > 0;
      minus |= x < 0;
      return;
    }
    const long double next = sum + x;
    lost += std::fabs(sum) >= std::fabs(x) ? (sum - next) + x : (x - next) + sum;
    sum = next;
    magnitude += std::fabs(x);
  }
};
}  // namespace

Expected sum(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  if (!is_floating(to)) {
    Wide total = 0;
    for (const Value &v : values) total += convert(v, from, to).integer;
    // bool adds in int64 like the integers: what is not zero is true.
    return exactly(convert(of_integer(total), CT_INT64, to));
  }
  Total parts[2];
  for (const Value &v : values) {
    const Value converted = convert(v, from, to);
    parts[0].add(converted.re);
    parts[1].add(converted.im);
  }
  Expected expected;
  const auto n = static_cast<long double>(std::max<size_t>(values.size(), 1));
  const long double bound = (2 * std::log2(n) + 16) * epsilon(to);
  for (int part = 0; part < 2; ++part) {
    const Total &total = parts[part];
    long double low = total.sum + total.lost - bound * total.magnitude;
    long double high = total.sum + total.lost + bound * total.magnitude;
    if (total.nan || (total.plus && total.minus)) {
      low = high = std::numeric_limits<long double>::quiet_NaN();
    } else if (total.magnitude * (1 + bound) >= max_finite(info(to).computes)) {
      expected.any = true;  // a partial sum may have overflowed, even to the infinity of the other sign
    } else if (total.plus || total.minus) {
      low = high = total.plus ? kInfinity : -kInfinity;
    }
    (part == 0 ? expected.low.re : expected.low.im) = low;
    (part == 0 ? expected.high.re : expected.high.im) = high;
  }
  Expected rounded = round_bounds(to, expected);
  // Which zero a sum of zeros is, is not promised: the accumulator starts as +0.
  for (long double *bound_at : {&rounded.low.re, &rounded.low.im}) {
    if (*bound_at == 0) *bound_at = -0.0L;
  }
  for (long double *bound_at : {&rounded.high.re, &rounded.high.im}) {
    if (*bound_at == 0) *bound_at = 0.0L;
  }
  return rounded;
}

}  // namespace reference
