// Functions that SLEEF computes for the library, by the C library in long double: it errs by far less than the bounds.
#include <cmath>
#include <complex>
#include <cstring>
#include <utility>

#include "evaluate.h"
#include "math_functions.h"

namespace reference {
namespace {

using Long = long double;
using LongComplex = std::complex<Long>;

constexpr Long kSlack = 0x1p-9L;  // ULP of a double: what the C library may err by

bool is_real_float(ct_dtype d) { return is_float(d); }

// As within_ulps, with ULPs of a larger number.
Expected within_ulps_of(ct_dtype d, Long exact, Long ulps, Long scale) {
  if (!std::isfinite(exact)) return exactly(of_float(exact));
  const Format computes = info(d).computes;
  const Long error = ulps * ulp(computes, std::max(std::fabs(exact), scale));
  return round_bounds(
      d, {of_float(round_to(computes, exact - error)), of_float(round_to(computes, exact + error)), false});
}

Expected bounded(ct_dtype d, const MathFunction &f, Long a, Long b) {
  const Long exact = f.one != nullptr ? f.one(a) : f.two(a, b);
  const Long scale = f.scale != nullptr ? f.scale(a, b) : 0;
  if (std::isfinite(exact) && scale > std::fabs(exact)) return within_ulps_of(d, exact, f.ulps + kSlack, scale);
  return exact == 0 ? exactly(of_float(exact)) : within_ulps(d, exact, f.ulps + kSlack);
}

template <size_t index>
Expected real(ct_dtype d, const Value *v) {
  const MathFunction &f = math_functions()[index];
  return bounded(d, f, v[0].re, f.two != nullptr ? v[1].re : 0);
}

Expected power_of_integers(ct_dtype d, const Value *v) {
  Wide exponent = v[1].integer;
  if (exponent < 0)
    return exactly(of_integer(v[0].integer == 1 ? 1 : v[0].integer == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0));
  uint64_t result = 1, power = static_cast<uint64_t>(v[0].integer);
  for (; exponent != 0; exponent /= 2, power *= power) {
    if (exponent % 2 != 0) result *= power;
  }
  return exactly(wrapped(d, static_cast<Wide>(result)));
}

// Both parts within some epsilons of the numbers on the way.
Expected near(ct_dtype d, LongComplex exact, Long largest) {
  return complex_within(d, exact.real(), exact.imag(), 8 * epsilon(d) * largest, 4 * largest);
}

// Complex functions, of which the library promises as much as their real parts give.
Expected complex_value(const char *name, ct_dtype d, const Value *v) {
  const LongComplex z(v[0].re, v[0].im);
  if (!is_finite(v[0])) return {{}, {}, true};
  const auto is = [name](const char *other) { return std::strcmp(name, other) == 0; };
  if (is("sin")) return near(d, std::sin(z), std::cosh(z.imag()));
  if (is("cos")) return near(d, std::cos(z), std::cosh(z.imag()));
  if (is("sinh")) return near(d, std::sinh(z), std::cosh(z.real()));
  if (is("cosh")) return near(d, std::cosh(z), std::cosh(z.real()));
  if (is("log")) {
    if (z == LongComplex(0)) return {{}, {}, true};
    return near(d, std::log(z), 1 + std::abs(std::log(z)));
  }
  if (is("sigmoid")) {
    const LongComplex power = std::exp(z.real() < 0 ? z : -z),
                      exact = (z.real() < 0 ? power : LongComplex(1)) / (Long{1} + power);
    if (std::abs(Long{1} + power) < 0.01L) return {{}, {}, true};
    return near(d, exact, std::abs(exact) / std::abs(Long{1} + power));
  }
  const LongComplex w(v[1].re, v[1].im);  // pow
  if (!is_finite(v[1]) || z == LongComplex(0)) return {{}, {}, true};
  const LongComplex exponent = w * std::log(z);
  if (std::abs(exponent) > 1e4L) return {{}, {}, true};
  const LongComplex exact = std::exp(exponent);
  const Long terms = std::abs(w) * (1 + std::abs(std::log(z)));  // what errs before the power is taken
  return near(d, exact, std::abs(exact) * (1 + terms));
}

template <size_t index>
Expected evaluate(ct_dtype d, const Value *v) {
  const MathFunction &f = math_functions()[index];
  if (is_complex(d)) return complex_value(f.name, d, v);
  return is_integer(d) ? power_of_integers(d, v) : real<index>(d, v);
}

bool is_one_of(const char *name, std::initializer_list<const char *> names) {
  for (const char *other : names) {
    if (std::strcmp(name, other) == 0) return true;
  }
  return false;
}

template <size_t index>
void add(std::vector<Op> &found) {
  const MathFunction &f = math_functions()[index];
  if (std::strcmp(f.name, "exp") == 0) return;  // the first op of all: in ops.cpp
  const bool complex = is_one_of(f.name, {"log", "sin", "cos", "sinh", "cosh", "sigmoid"});
  Rule rule = Rule::Float;
  auto *accepts = complex ? is_floating : is_real_float;
  if (is_one_of(f.name, {"silu", "mish", "gelu", "gelu_tanh"})) rule = Rule::Same;
  if (f.two != nullptr) rule = is_one_of(f.name, {"atan2", "ldexp", "xlogy"}) ? Rule::BinaryFloat : Rule::Binary;
  if (std::strcmp(f.name, "pow") == 0) accepts = is_number;
  found.push_back({f.name, f.two != nullptr ? 2 : 1, rule, accepts, evaluate<index>});
}

template <size_t... index>
std::vector<Op> all(std::index_sequence<index...>) {
  std::vector<Op> found;
  (add<index>(found), ...);
  return found;
}

}  // namespace

std::vector<Op> math_ops() { return all(std::make_index_sequence<kNumMathFunctions>{}); }

}  // namespace reference
