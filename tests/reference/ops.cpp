// The elementwise ops, one element at a time.
#include "ops.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "evaluate.h"
#include "totals.h"

namespace reference {

// ---- unary ----

static Expected neg(ct_dtype d, const Value *v) {
  if (is_integer(d)) return exactly(wrapped(d, -v[0].integer));
  return exactly(of_float(-v[0].re, is_complex(d) ? -v[0].im : 0));
}

// Within one ULP; expl itself errs by less than 2^-10 ULP of a double.
static Expected exp_real(ct_dtype d, long double x) {
  if (!std::isfinite(x)) return exactly(of_float(std::exp(x)));
  Expected expected = within_ulps(d, std::exp(x), 1 + 0x1p-10L);
  for (long double *bound : {&expected.low.re, &expected.high.re}) *bound = std::max(*bound, 0.0L);
  return expected;
}

static Expected exp(ct_dtype d, const Value *v) {
  if (!is_complex(d)) return exp_real(d, v[0].re);
  if (!is_finite(v[0])) return {{}, {}, true};
  const long double scale = std::exp(v[0].re);
  // exp, sin and cos err by an ULP each, and their product by half an ULP.
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
  if (is_integer(d)) {  // the low 64 bits of two 64-bit factors are enough, and a signed 128-bit product could overflow
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
  // At these sizes, no way of computing it overflows or underflows.
  const long double limit = info(d).computes.digits == kDouble.digits ? 0x1p200L : 0x1p40L;
  for (const long double size : {std::hypot(a, b), std::hypot(c, e)}) {
    if (!(size <= limit)) return {{}, {}, true};
  }
  if (std::hypot(c, e) < 1 / limit) return {{}, {}, true};
  const long double square = c * c + e * e;
  const long double quotient = std::hypot(a, b) / std::hypot(c, e);
  return complex_within(d, (a * c + b * e) / square, (b * c - a * e) / square, 6 * epsilon(d) * quotient, quotient);
}

// Python's floor division: the remainder is exact, so the quotient is an integer before it is rounded.
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

Expected floor_divide(ct_dtype d, const Value *v) {
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

static std::vector<Op> basic_ops() {
  return {
      {"neg", 1, Rule::Same, is_number, neg},
      {"exp", 1, Rule::Float, is_floating, exp},
      {"add", 2, Rule::Binary, is_any, add},
      {"sub", 2, Rule::Difference, is_number, sub},
      {"mul", 2, Rule::Binary, is_any, mul},
      {"div", 2, Rule::BinaryFloat, is_floating, div},
      {"floor_divide", 2, Rule::Division, is_real_number, floor_divide},
      {"eq", 2, Rule::Comparison, is_any, eq},
      {"lt", 2, Rule::Comparison, is_real, lt},
      {"where", 3, Rule::Where, is_any, where},
  };
}

const std::vector<Op> &ops() {
  static const std::vector<Op> all = [] {
    std::vector<Op> found = basic_ops();
    for (const Op &op : exact_ops()) found.push_back(op);
    for (const Op &op : math_ops()) found.push_back(op);
    return found;
  }();
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
  if (op.rule == Rule::Difference) {
    for (const Typed &input : inputs) {
      if (input.dtype == CT_BOOL) return std::nullopt;
    }
  }
  if (op.rule == Rule::Quotient && !is_floating(inputs[1].dtype) && !is_floating(inputs[2].dtype)) return std::nullopt;
  auto common = result_type(where ? std::vector<Typed>(inputs.begin() + 1, inputs.end()) : inputs);
  if (op.rule == Rule::Close && inputs[0].dtype != inputs[1].dtype) return std::nullopt;
  if (op.rule == Rule::Fill && inputs[1].dtype != CT_BOOL) return std::nullopt;
  if (op.rule == Rule::Same || op.rule == Rule::Magnitude || op.rule == Rule::Close || op.rule == Rule::Fill)
    common = inputs[0].dtype;  // there is no promotion: a wrapped float64 stays a float64
  if (!common) return std::nullopt;
  const bool to_float = op.rule == Rule::Float || op.rule == Rule::Angle || op.rule == Rule::BinaryFloat;
  if (to_float && !is_floating(*common)) common = CT_FLOAT32;
  if (!op.accepts(*common)) return std::nullopt;
  if (op.rule == Rule::Magnitude || op.rule == Rule::Angle) return OpDTypes{*common, real_of(*common)};
  return OpDTypes{*common,
                  op.rule == Rule::Comparison || op.rule == Rule::Close ? static_cast<ct_dtype>(CT_BOOL) : *common};
}

ct_dtype input_dtype(const Op &op, ct_dtype common, size_t k, const Array &input) {
  if (k != 1 || !is_half(common) || is_complex(common) || input.dtype == common || numel(input.sizes) != 1) {
    return common;
  }
  for (const char *name : {"mul", "div", "floor_divide", "div_trunc"}) {
    if (std::strcmp(op.name, name) == 0) return CT_FLOAT32;
  }
  return common;
}

bool counts_by_value(const Op &op, ct_dtype common, const Array &input) {
  if (!is_integer(common) || !is_integer(input.dtype) || !input.sizes.empty()) return false;
  for (const char *name : {"eq", "ne", "lt", "le", "gt", "ge"}) {
    if (std::strcmp(op.name, name) == 0) return true;
  }
  return false;
}

std::optional<Value> bound_of_clamp(const Value &number, ct_dtype from, ct_dtype common, bool is_min) {
  if (!is_integer(from) || !is_integer(common) || fits(number, from, common)) return convert(number, from, common);
  if ((number.integer < 0) != is_min) return std::nullopt;
  const bool is_signed = info(common).kind == Kind::Signed;
  const Wide count = Wide{1} << info(common).bits, lowest = is_signed ? -count / 2 : 0;
  return of_integer(is_min ? lowest : lowest + count - 1);
}

ct_dtype option_dtype(const Option &option, ct_dtype common) {
  ct_dtype wide = common;
  if (is_half(common)) wide = is_complex(common) ? CT_COMPLEX64 : CT_FLOAT32;
  if (option.as == Option::As::Element) return common;
  if (option.as == Option::As::Number) return wide;
  return is_floating(wide) ? real_of(wide) : static_cast<ct_dtype>(CT_FLOAT64);
}

bool takes_option(const Option &option, ct_dtype common, ct_dtype given) {
  if (option.as == Option::As::Element) return true;
  if (option.as != Option::As::Number) return !is_complex(given);
  if (common == CT_BOOL) return given == CT_BOOL || is_integer(given);
  if (given == CT_BOOL || (is_complex(given) && !is_complex(common))) return false;
  return is_integer(given) || is_floating(common);
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

Expected sum(const std::vector<Value> &values, ct_dtype from, ct_dtype to, long double divisor) {
  if (!is_floating(to)) {
    Wide total = 0;
    for (const Value &v : values) total += convert(v, from, to).integer;
    // bools are added in int64 like the integers; anything but zero is true.
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
    const long double exact = total.get(), error = bound * total.magnitude;
    long double low = exact - error, high = exact + error;
    if (!std::isnan(exact) && total.magnitude * (1 + bound) >= max_finite(info(to).computes)) {
      expected.any = true;  // a partial sum may have overflowed, even to the infinity of the other sign
    }
    if (divisor != 1 && std::isfinite(low) && std::isfinite(high)) {
      low = low / divisor - epsilon(to) * std::fabs(low / divisor);
      high = high / divisor + epsilon(to) * std::fabs(high / divisor);
      const long double least = ulp(info(to).computes, 0x1p-16000L);  // quotients near zero are subnormal
      low -= least;
      high += least;
    }
    (part == 0 ? expected.low.re : expected.low.im) = low;
    (part == 0 ? expected.high.re : expected.high.im) = high;
  }
  // The sign of a sum of zeros is not promised, because the accumulator starts as +0.
  return open_zeros(round_bounds(to, expected));
}

Expected open_zeros(Expected bounds) {
  for (long double *low : {&bounds.low.re, &bounds.low.im}) {
    if (*low == 0) *low = -0.0L;
  }
  for (long double *high : {&bounds.high.re, &bounds.high.im}) {
    if (*high == 0) *high = 0.0L;
  }
  return bounds;
}

}  // namespace reference
