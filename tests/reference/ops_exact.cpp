// Ops that take a few exact or correctly rounded steps: signs, rounding, predicates, bits, the larger and the smaller,
// remainders, comparisons, and the ops of three inputs.
#include <cmath>
#include <complex>

#include "evaluate.h"

namespace reference {
namespace {

using Long = std::complex<long double>;

bool is_bits(ct_dtype d) { return d == CT_BOOL || is_integer(d); }
bool is_real_float(ct_dtype d) { return is_float(d); }

// f, computed in the format that the dtype is computed in.
template <class F>
Expected one(ct_dtype d, const Value *v, F f) {
  return exactly(float_op(d, v[0], v[0], [&](auto a, auto) { return f(a); }));
}
template <class F>
Expected two(ct_dtype d, const Value *v, F f) {
  return exactly(float_op(d, v[0], v[1], f));
}
Expected truth(bool value) { return exactly(of_integer(value)); }
bool is_true(ct_dtype d, const Value &v) { return is_floating(d) ? v.re != 0 || v.im != 0 : v.integer != 0; }
Expected anything() { return {{}, {}, true}; }

// Real numbers of every kind are computed exactly, because long double holds them all.
long double number(ct_dtype d, const Value &v) { return is_floating(d) ? v.re : static_cast<long double>(v.integer); }

// A complex result within some epsilons of its size.
Expected near(ct_dtype d, Long exact, long double epsilons) {
  const long double size = std::abs(exact);
  if (!std::isfinite(size)) return anything();
  return complex_within(d, exact.real(), exact.imag(), epsilons * epsilon(d) * size, size);
}
Long of(const Value &v) { return {v.re, v.im}; }

// ---- signs ----

Expected abs(ct_dtype d, const Value *v) {
  if (is_integer(d)) return exactly(wrapped(d, v[0].integer < 0 ? -v[0].integer : v[0].integer));
  if (!is_complex(d)) return exactly(of_float(std::fabs(v[0].re)));
  return within_ulps(real_of(d), std::hypot(v[0].re, v[0].im),
                     1.51L);  // one rounding of the sum of squares, one of its root
}

Expected sign(ct_dtype d, const Value *v) {
  const int direction = (number(d, v[0]) > 0) - (number(d, v[0]) < 0);
  return exactly(is_floating(d) ? of_float(direction) : of_integer(direction));
}

Expected sgn(ct_dtype d, const Value *v) {
  if (!is_complex(d)) return sign(d, v);
  if (!is_finite(v[0])) return anything();
  const long double size = std::hypot(v[0].re, v[0].im);
  return size == 0 ? exactly(of_float(0)) : near(d, of(v[0]) / size, 3);
}

Expected positive(ct_dtype, const Value *v) { return exactly(v[0]); }
Expected conj(ct_dtype d, const Value *v) { return exactly(is_complex(d) ? of_float(v[0].re, -v[0].im) : v[0]); }

Expected square(ct_dtype d, const Value *v) {
  if (is_integer(d)) {
    const auto low = static_cast<uint64_t>(v[0].integer);
    return exactly(wrapped(d, static_cast<uint64_t>(low * low)));
  }
  if (!is_complex(d)) return one(d, v, [](auto a) { return a * a; });
  if (!is_finite(v[0])) return anything();
  const long double re = v[0].re, im = v[0].im;
  const long double largest = std::max(re * re + im * im, 2 * std::fabs(re * im));
  return complex_within(d, re * re - im * im, 2 * re * im, 1.5L * epsilon(d) * largest, largest);
}

Expected relu(ct_dtype d, const Value *v) {
  if (number(d, v[0]) < 0) return exactly(Value{});
  return exactly(v[0]);
}
Expected relu6(ct_dtype d, const Value *v) {
  if (number(d, v[0]) > 6) return exactly(is_floating(d) ? of_float(6) : of_integer(6));
  return relu(d, v);
}

template <class T>
T gate(T a) {
  const T moved = a + 3;
  return moved < 0 ? 0 : moved > 6 ? 6 : moved;
}
Expected hardsigmoid(ct_dtype d, const Value *v) {
  return one(d, v, [](auto a) { return gate(a) / 6; });
}
Expected hardswish(ct_dtype d, const Value *v) {
  return one(d, v, [](auto a) { return a * gate(a) / 6; });
}

// ---- rounding and roots ----

template <class F>
Expected whole(ct_dtype d, const Value *v, F f) {
  return exactly(is_integer(d) ? v[0] : of_float(f(v[0].re)));
}
Expected ceil(ct_dtype d, const Value *v) {
  return whole(d, v, [](long double x) { return std::ceil(x); });
}
Expected floor(ct_dtype d, const Value *v) {
  return whole(d, v, [](long double x) { return std::floor(x); });
}
Expected trunc(ct_dtype d, const Value *v) {
  return whole(d, v, [](long double x) { return std::trunc(x); });
}
Expected round(ct_dtype d, const Value *v) {
  if (is_complex(d)) return exactly(of_float(std::nearbyint(v[0].re), std::nearbyint(v[0].im)));
  return whole(d, v, [](long double x) { return std::nearbyint(x); });
}
Expected frac(ct_dtype d, const Value *v) {
  return one(d, v, [](auto a) { return a - std::trunc(a); });
}

Expected sqrt(ct_dtype d, const Value *v) {
  if (!is_complex(d)) return one(d, v, [](auto a) { return std::sqrt(a); });
  return is_finite(v[0]) ? near(d, std::sqrt(of(v[0])), 3) : anything();
}
Expected rsqrt(ct_dtype d, const Value *v) {
  if (!is_complex(d)) return one(d, v, [](auto a) { return 1 / std::sqrt(a); });
  return is_finite(v[0]) && of(v[0]) != Long(0) ? near(d, 1.0L / std::sqrt(of(v[0])), 5) : anything();
}
Expected reciprocal(ct_dtype d, const Value *v) {
  if (!is_complex(d)) return one(d, v, [](auto a) { return 1 / a; });
  const long double size = std::hypot(v[0].re, v[0].im);
  const long double limit = info(d).computes.digits == kDouble.digits ? 0x1p200L : 0x1p40L;
  return size < limit && size > 1 / limit ? near(d, 1.0L / of(v[0]), 6) : anything();
}

constexpr double kPi = 3.14159265358979323846;
Expected deg2rad(ct_dtype d, const Value *v) {
  return one(d, v, [](auto a) { return a * static_cast<decltype(a)>(kPi / 180); });
}
Expected rad2deg(ct_dtype d, const Value *v) {
  return one(d, v, [](auto a) { return a * static_cast<decltype(a)>(180 / kPi); });
}

// ---- predicates ----

Expected logical_not(ct_dtype d, const Value *v) { return truth(!is_true(d, v[0])); }
Expected isnan(ct_dtype, const Value *v) { return truth(std::isnan(v[0].re) || std::isnan(v[0].im)); }
Expected isinf(ct_dtype, const Value *v) { return truth(std::isinf(v[0].re) || std::isinf(v[0].im)); }
Expected isfinite(ct_dtype, const Value *v) { return truth(is_finite(v[0])); }
Expected isposinf(ct_dtype, const Value *v) { return truth(v[0].re == kInfinity); }
Expected isneginf(ct_dtype, const Value *v) { return truth(v[0].re == -kInfinity); }
Expected signbit(ct_dtype d, const Value *v) {
  return truth(is_floating(d) ? std::signbit(v[0].re) : v[0].integer < 0);
}

// ---- division ----

Expected div_trunc(ct_dtype d, const Value *v) {
  if (is_integer(d)) return exactly(wrapped(d, v[0].integer / v[1].integer));
  return two(d, v, [](auto a, auto b) { return std::trunc(a / b); });
}
Expected fmod(ct_dtype d, const Value *v) {
  if (is_integer(d)) return exactly(wrapped(d, v[0].integer % v[1].integer));
  return two(d, v, [](auto a, auto b) { return std::fmod(a, b); });
}
Expected remainder(ct_dtype d, const Value *v) {
  if (is_integer(d)) {
    Wide rest = v[0].integer % v[1].integer;
    if (rest != 0 && (rest < 0) != (v[1].integer < 0)) rest += v[1].integer;
    return exactly(wrapped(d, rest));
  }
  return two(d, v, [](auto a, auto b) {
    const auto rest = std::fmod(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  });
}

// ---- the larger and the smaller ----

Expected extreme(ct_dtype d, const Value *v, bool largest, bool nan_wins) {
  const long double a = number(d, v[0]), b = number(d, v[1]);
  if (std::isnan(a) || std::isnan(b)) return exactly(v[std::isnan(a) == nan_wins ? 0 : 1]);
  return exactly(v[(largest ? a >= b : a <= b) ? 0 : 1]);
}
Expected maximum(ct_dtype d, const Value *v) { return extreme(d, v, true, true); }
Expected minimum(ct_dtype d, const Value *v) { return extreme(d, v, false, true); }
Expected fmax(ct_dtype d, const Value *v) { return extreme(d, v, true, false); }
Expected fmin(ct_dtype d, const Value *v) { return extreme(d, v, false, false); }

Expected heaviside(ct_dtype d, const Value *v) {
  const long double a = number(d, v[0]);
  if (a == 0) return exactly(v[1]);
  return exactly(is_floating(d) ? of_float(a > 0) : of_integer(a > 0));
}
Expected copysign(ct_dtype, const Value *v) { return exactly(of_float(std::copysign(v[0].re, v[1].re))); }

Expected nextafter(ct_dtype d, const Value *v) {
  const Format format = info(d).format;
  const long double a = v[0].re, b = v[1].re, size = std::fabs(a), largest = max_finite(format);
  if (std::isnan(a) || std::isnan(b)) return exactly(of_float(std::numeric_limits<long double>::quiet_NaN()));
  if (a == b) return exactly(v[1]);
  if (a == 0) return exactly(of_float(std::copysign(ulp(format, 0), b)));
  if (std::isinf(a)) return exactly(of_float(std::copysign(largest, a)));
  const bool away = (b > a) == (a > 0);
  int exponent = 0;
  const bool power_of_two = std::frexp(size, &exponent) == 0.5L && exponent > format.min_exponent;
  const long double step = ulp(format, a) / (!away && power_of_two ? 2 : 1);
  const long double next = away ? size + step : size - step;
  return exactly(of_float(std::copysign(next > largest ? kInfinity : next, a)));
}

// ---- bits ----

Expected bitwise_not(ct_dtype d, const Value *v) {
  return exactly(d == CT_BOOL ? of_integer(v[0].integer == 0) : wrapped(d, ~v[0].integer));
}
Expected bitwise_and(ct_dtype d, const Value *v) { return exactly(wrapped(d, v[0].integer & v[1].integer)); }
Expected bitwise_or(ct_dtype d, const Value *v) { return exactly(wrapped(d, v[0].integer | v[1].integer)); }
Expected bitwise_xor(ct_dtype d, const Value *v) { return exactly(wrapped(d, v[0].integer ^ v[1].integer)); }

bool shifts_out(ct_dtype d, const Value &by) { return by.integer < 0 || by.integer >= info(d).bits; }
Expected left_shift(ct_dtype d, const Value *v) {
  if (shifts_out(d, v[1])) return exactly(Value{});
  return exactly(wrapped(d, v[0].integer * (Wide{1} << static_cast<int>(v[1].integer))));
}
Expected right_shift(ct_dtype d, const Value *v) {
  const Wide sign = v[0].integer < 0 ? -1 : 0;
  return exactly(wrapped(d, shifts_out(d, v[1]) ? sign : v[0].integer >> static_cast<int>(v[1].integer)));
}

// ---- comparisons ----

bool equal(ct_dtype d, const Value *v) {
  return is_floating(d) ? v[0].re == v[1].re && v[0].im == v[1].im : v[0].integer == v[1].integer;
}
Expected ne(ct_dtype d, const Value *v) { return truth(!equal(d, v)); }
Expected le(ct_dtype d, const Value *v) { return truth(number(d, v[0]) <= number(d, v[1])); }
Expected gt(ct_dtype d, const Value *v) { return truth(number(d, v[0]) > number(d, v[1])); }
Expected ge(ct_dtype d, const Value *v) { return truth(number(d, v[0]) >= number(d, v[1])); }
Expected logical_and(ct_dtype d, const Value *v) { return truth(is_true(d, v[0]) && is_true(d, v[1])); }
Expected logical_or(ct_dtype d, const Value *v) { return truth(is_true(d, v[0]) || is_true(d, v[1])); }
Expected logical_xor(ct_dtype d, const Value *v) { return truth(is_true(d, v[0]) != is_true(d, v[1])); }

// ---- three inputs ----

template <class T>
T lerp_in(T start, T end, T weight) {
  const T way = end - start;
  return std::fabs(weight) < T{0.5} ? start + weight * way : end - way * (1 - weight);
}
Expected lerp(ct_dtype d, const Value *v) {
  if (!is_complex(d)) {
    const long double third = v[2].re;
    return exactly(
        float_op(d, v[0], v[1], [&](auto a, auto b) { return lerp_in(a, b, static_cast<decltype(a)>(third)); }));
  }
  if (!is_finite(v[0]) || !is_finite(v[1]) || !is_finite(v[2])) return anything();
  const Long start = of(v[0]), end = of(v[1]), weight = of(v[2]), way = end - start;
  const long double largest = std::abs(start) + std::abs(end) + (1 + 2 * std::abs(weight)) * std::abs(way);
  const Long exact = start + weight * way;
  return complex_within(d, exact.real(), exact.imag(), 8 * epsilon(d) * largest, 4 * largest);
}
Expected fma(ct_dtype d, const Value *v) {
  if (is_integer(d)) {
    const auto low = [](const Value &value) { return static_cast<uint64_t>(value.integer); };
    return exactly(wrapped(d, static_cast<uint64_t>(low(v[0]) * low(v[1]) + low(v[2]))));
  }
  const long double third = v[2].re;
  return exactly(
      float_op(d, v[0], v[1], [&](auto a, auto b) { return std::fma(a, b, static_cast<decltype(a)>(third)); }));
}

Expected clamp(ct_dtype d, const Value *v) {
  const Value low[] = {maximum(d, v).low, v[2]};
  return minimum(d, low);
}

// ---- options ----

// a + scale * x * y, one operation after the other.
Expected scaled_sum(ct_dtype d, const Value &a, std::initializer_list<Value> factors, int sign) {
  if (d == CT_BOOL) {
    bool all = true;
    for (const Value &factor : factors) all &= factor.integer != 0;
    return truth(a.integer != 0 || all);
  }
  if (is_integer(d)) {
    uint64_t product = 1;
    for (const Value &factor : factors) product *= static_cast<uint64_t>(factor.integer);
    const auto start = static_cast<uint64_t>(a.integer);
    return exactly(wrapped(d, sign > 0 ? start + product : start - product));
  }
  if (!is_complex(d)) {
    return exactly(float_op(d, a, a, [&](auto start, auto) {
      using T = decltype(start);
      auto factor = factors.begin();
      T product = static_cast<T>((factor++)->re);
      for (; factor != factors.end(); ++factor) product = product * static_cast<T>(factor->re);
      return sign > 0 ? start + product : start - product;
    }));
  }
  Long product = 1;
  long double size = 1;
  for (const Value &factor : factors) {
    if (!is_finite(factor)) return anything();
    product *= of(factor);
    size *= std::max(std::abs(of(factor)), 1.0L);
  }
  if (!is_finite(a)) return anything();
  const Long exact = of(a) + static_cast<long double>(sign) * product;
  const long double largest = std::abs(of(a)) + size;
  return complex_within(d, exact.real(), exact.imag(), 8 * epsilon(d) * largest, 4 * largest);
}
Expected add_scaled(ct_dtype d, const Value *v) { return scaled_sum(d, v[0], {v[2], v[1]}, 1); }
Expected sub_scaled(ct_dtype d, const Value *v) { return scaled_sum(d, v[0], {v[2], v[1]}, -1); }
Expected addcmul(ct_dtype d, const Value *v) { return scaled_sum(d, v[0], {v[3], v[1], v[2]}, 1); }

Expected addcdiv(ct_dtype d, const Value *v) {
  if (!is_complex(d)) {
    return exactly(float_op(d, v[1], v[2], [&](auto a, auto b) {
      using T = decltype(a);
      const T product = static_cast<T>(v[3].re) * a;
      return static_cast<T>(v[0].re) + product / b;
    }));
  }
  for (int k = 0; k < 4; ++k) {
    if (!is_finite(v[k])) return anything();
  }
  const long double limit = info(d).computes.digits == kDouble.digits ? 0x1p200L : 0x1p30L;
  const long double dividend = std::abs(of(v[1])) * std::abs(of(v[3])), divisor = std::abs(of(v[2]));
  if (dividend > limit || divisor > limit || divisor < 1 / limit || std::abs(of(v[0])) > limit) return anything();
  const Long exact = of(v[0]) + of(v[3]) * of(v[1]) / of(v[2]);
  const long double largest = std::abs(of(v[0])) + dividend / divisor + 1;
  return complex_within(d, exact.real(), exact.imag(), 16 * epsilon(d) * largest, 4 * largest);
}

Expected round_decimals(ct_dtype d, const Value *v) {
  return one(d, v, [&](auto a) {
    using T = decltype(a);
    const auto power = static_cast<T>(std::pow(10.0, std::fabs(static_cast<double>(v[1].re))));
    const T up = v[1].re < 0 ? T{1} : power, down = v[1].re < 0 ? power : T{1};
    const T scaled = a * up / down;
    return std::isfinite(scaled) ? std::nearbyint(scaled) * down / up : a;
  });
}

long double number_for(ct_dtype d, long double part, const Value *options) {
  const Format format = info(d).format;
  const long double largest = max_finite(format);
  const auto given = [&](const Value &value) {  // an absent option is an infinity
    return std::isinf(value.re) ? std::copysign(largest, value.re) : round_to(format, value.re);
  };
  if (std::isnan(part)) return given(options[0]);
  return part == kInfinity ? given(options[1]) : part == -kInfinity ? given(options[2]) : part;
}
Expected nan_to_num(ct_dtype d, const Value *v) {
  if (!is_floating(d)) return exactly(v[0]);
  return exactly(of_float(number_for(d, v[0].re, v + 1), is_complex(d) ? number_for(d, v[0].im, v + 1) : 0));
}

// Where the distance is close to the tolerance, roundings decide, so either answer is right.
Expected isclose(ct_dtype d, const Value *v) {
  if (is_floating(d)) {
    const bool nans = (std::isnan(v[0].re) || std::isnan(v[0].im)) && (std::isnan(v[1].re) || std::isnan(v[1].im));
    if (equal(d, v) || (nans && v[4].re != 0)) return truth(true);
    if (!is_finite(v[0]) || !is_finite(v[1])) return truth(false);
  }
  const long double distance =
      is_floating(d) ? std::hypot(v[0].re - v[1].re, v[0].im - v[1].im) : std::fabs(number(d, v[0]) - number(d, v[1]));
  const long double size = is_floating(d) ? std::hypot(v[1].re, v[1].im) : std::fabs(number(d, v[1]));
  const long double allowed = v[3].re + v[2].re * size;
  const bool is_double = !is_floating(d) || info(d).computes.digits == kDouble.digits;
  const long double slack = 8 * std::ldexp(distance + allowed + size, is_double ? -52 : -23);
  if (distance > max_finite(is_double ? kDouble : kSingle) / 2) return anything();
  if (distance != 0 && std::fabs(distance - allowed) <= slack) return anything();
  return truth(distance <= allowed);
}

Expected masked_fill(ct_dtype, const Value *v) { return exactly(v[1].integer != 0 ? v[2] : v[0]); }

Expected leaky_relu(ct_dtype d, const Value *v) {
  if (v[0].re > 0) return exactly(v[0]);
  return exactly(float_op(d, v[0], v[1], [](auto a, auto b) { return a * b; }));
}

// ---- divisors and bits ----

Wide size_of(Wide a) { return a < 0 ? -a : a; }
Wide divisor(Wide a, Wide b) { return b == 0 ? a : divisor(b, a % b); }
Expected gcd(ct_dtype d, const Value *v) {
  return exactly(wrapped(d, divisor(size_of(v[0].integer), size_of(v[1].integer))));
}
Expected lcm(ct_dtype d, const Value *v) {
  const Wide a = size_of(v[0].integer), b = size_of(v[1].integer), common = divisor(a, b);
  if (common == 0) return exactly(of_integer(0));
  return exactly(wrapped(d, static_cast<Wide>(static_cast<uint64_t>(a / common) * static_cast<uint64_t>(b))));
}
Expected bitwise_count(ct_dtype, const Value *v) {
  Wide count = 0;
  for (Wide rest = size_of(v[0].integer); rest != 0; rest /= 2) count += rest % 2;
  return exactly(of_integer(count));
}

}  // namespace

std::vector<Op> exact_ops() {
  return {
      {"abs", 1, Rule::Magnitude, is_number, abs},
      {"sign", 1, Rule::Same, is_any, sgn},
      {"sgn", 1, Rule::Same, is_any, sgn},
      {"positive", 1, Rule::Same, is_number, positive},
      {"conj", 1, Rule::Same, is_any, conj},
      {"square", 1, Rule::Same, is_number, square},
      {"relu", 1, Rule::Same, is_real_number, relu},
      {"relu6", 1, Rule::Same, is_real_number, relu6},
      {"hardsigmoid", 1, Rule::Same, is_real_float, hardsigmoid},
      {"hardswish", 1, Rule::Same, is_real_float, hardswish},
      {"ceil", 1, Rule::Same, is_real_number, ceil},
      {"floor", 1, Rule::Same, is_real_number, floor},
      {"trunc", 1, Rule::Same, is_real_number, trunc},
      {"round", 1, Rule::Same, is_number, round},
      {"frac", 1, Rule::Same, is_real_float, frac},
      {"sqrt", 1, Rule::Float, is_floating, sqrt},
      {"rsqrt", 1, Rule::Float, is_floating, rsqrt},
      {"reciprocal", 1, Rule::Float, is_floating, reciprocal},
      {"deg2rad", 1, Rule::Float, is_real_float, deg2rad},
      {"rad2deg", 1, Rule::Float, is_real_float, rad2deg},
      {"bitwise_not", 1, Rule::Same, is_bits, bitwise_not},
      {"logical_not", 1, Rule::Comparison, is_any, logical_not},
      {"isnan", 1, Rule::Comparison, is_any, isnan},
      {"isinf", 1, Rule::Comparison, is_any, isinf},
      {"isfinite", 1, Rule::Comparison, is_any, isfinite},
      {"isposinf", 1, Rule::Comparison, is_real, isposinf},
      {"isneginf", 1, Rule::Comparison, is_real, isneginf},
      {"signbit", 1, Rule::Comparison, is_real, signbit},
      {"div_trunc", 2, Rule::Division, is_real_number, div_trunc},
      {"remainder", 2, Rule::Division, is_real_number, remainder},
      {"fmod", 2, Rule::Division, is_real_number, fmod},
      {"maximum", 2, Rule::Binary, is_real, maximum},
      {"minimum", 2, Rule::Binary, is_real, minimum},
      {"fmax", 2, Rule::Binary, is_real, fmax},
      {"fmin", 2, Rule::Binary, is_real, fmin},
      {"heaviside", 2, Rule::Binary, is_real, heaviside},
      {"copysign", 2, Rule::BinaryFloat, is_real_float, copysign},
      {"nextafter", 2, Rule::Binary, is_real_float, nextafter},
      {"bitwise_and", 2, Rule::Binary, is_bits, bitwise_and},
      {"bitwise_or", 2, Rule::Binary, is_bits, bitwise_or},
      {"bitwise_xor", 2, Rule::Binary, is_bits, bitwise_xor},
      {"left_shift", 2, Rule::Binary, is_integer, left_shift},
      {"right_shift", 2, Rule::Binary, is_integer, right_shift},
      {"gcd", 2, Rule::Binary, is_integer, gcd},
      {"lcm", 2, Rule::Binary, is_integer, lcm},
      {"bitwise_count", 1, Rule::Same, is_integer, bitwise_count},
      {"ne", 2, Rule::Comparison, is_any, ne},
      {"le", 2, Rule::Comparison, is_real, le},
      {"gt", 2, Rule::Comparison, is_real, gt},
      {"ge", 2, Rule::Comparison, is_real, ge},
      {"logical_and", 2, Rule::Comparison, is_any, logical_and},
      {"logical_or", 2, Rule::Comparison, is_any, logical_or},
      {"logical_xor", 2, Rule::Comparison, is_any, logical_xor},
      {"lerp", 3, Rule::Ternary, is_floating, lerp},
      {"fma", 3, Rule::Ternary, is_real_number, fma},
      {"clamp", 3, Rule::Ternary, is_real_number, clamp},
      {"clamp_min", 2, Rule::Binary, is_real_number, maximum},
      {"clamp_max", 2, Rule::Binary, is_real_number, minimum},
      {"add_scaled", 2, Rule::Binary, is_any, add_scaled, {{1}}},
      {"sub_scaled", 2, Rule::Difference, is_number, sub_scaled, {{1}}},
      {"addcmul", 3, Rule::Ternary, is_number, addcmul, {{1}}},
      {"addcdiv", 3, Rule::Quotient, is_floating, addcdiv, {{1}}},
      {"round_decimals", 1, Rule::Same, is_real_float, round_decimals, {{0, Option::As::Decimals}}},
      {"nan_to_num",
       1,
       Rule::Same,
       is_any,
       nan_to_num,
       {{0, Option::As::Real}, {HUGE_VAL, Option::As::Real}, {-HUGE_VAL, Option::As::Real}}},
      {"isclose",
       2,
       Rule::Close,
       is_any,
       isclose,
       {{1e-5, Option::As::Tolerance}, {1e-8, Option::As::Tolerance}, {0, Option::As::Flag}}},
      {"masked_fill", 2, Rule::Fill, is_any, masked_fill, {{1, Option::As::Element}}},
      {"leaky_relu", 1, Rule::Same, is_real_float, leaky_relu, {{0.01}}},
  };
}

}  // namespace reference
