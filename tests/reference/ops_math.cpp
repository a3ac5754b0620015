// Math functions, by the C library in long double, which errs by far less than the bounds.
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

constexpr Long kSlack = 0x1p-9L;  // in ULP of a double: the error that the C library may have

bool is_real_float(ct_dtype d) { return is_float(d); }

// Like within_ulps, but with the ULPs of a larger number.
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

// What an op does beyond its function, because of its options.
Expected logit(ct_dtype d, const MathFunction &f, Long x, Long eps) {
  if (eps >= 0) {
    const Long other = round_to(info(d).computes, 1 - eps);
    x = x < eps ? eps : x > other ? other : x;
  }
  return bounded(d, f, x, 0);
}
Expected elu(ct_dtype d, const MathFunction &f, Long x, Long alpha) {
  if (!(x < 0)) return exactly(of_float(x));
  const Long exact = f.one(x) * alpha;
  return exact == 0 ? exactly(of_float(exact)) : within_ulps(d, exact, f.ulps + (alpha == 1 ? 0 : 1) + kSlack);
}
Expected softplus(ct_dtype d, const MathFunction &f, Long x, Long beta, Long threshold) {
  const Format computes = info(d).computes;
  const Long z = round_to(computes, x * beta);
  if (z > threshold) return exactly(of_float(x));
  if (std::isnan(z)) return exactly(of_float(z));
  const Long exact = (std::max(z, 0.0L) + std::log1p(std::exp(-std::fabs(z)))) / beta;
  // A subnormal power has lost bits before it is divided.
  return exact == 0
             ? exactly(of_float(exact))
             : within_ulps_of(d, exact, f.ulps + 1 + kSlack, std::ldexp(1.0L, computes.min_exponent) / std::fabs(beta));
}
Expected polygamma_of(ct_dtype d, const Value *v) {
  const Polygamma f = polygamma(static_cast<int>(v[1].re), v[0].re);
  if (std::isfinite(f.exact) && f.scale > std::fabs(f.exact)) return within_ulps_of(d, f.exact, f.ulps, f.scale);
  return f.exact == 0 ? exactly(of_float(f.exact)) : within_ulps(d, f.exact, f.ulps);
}
Expected angle(ct_dtype d, const Value *v) {
  if (is_complex(d)) {
    const Long exact = std::atan2(v[0].im, v[0].re);
    return exact == 0 ? exactly(of_float(exact)) : within_ulps(real_of(d), exact, 1 + kSlack);
  }
  if (std::isnan(v[0].re)) return exactly(v[0]);
  const Long pi = round_to(info(d).computes, 3.14159265358979323846L);
  return exactly(of_float(v[0].re < 0 ? round_to(info(d).format, pi) : 0));
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

// Both parts are within some epsilons of the intermediate numbers.
Expected near(ct_dtype d, LongComplex exact, Long largest) {
  return complex_within(d, exact.real(), exact.imag(), 8 * epsilon(d) * largest, 4 * largest);
}

// Both parts are within some ULPs of the larger one: a little more than half an ULP where single is computed in double.
Expected by_larger_part(ct_dtype d, LongComplex exact, Long ulps) {
  const Long larger = std::max(std::fabs(exact.real()), std::fabs(exact.imag()));
  const Format computes = info(d).computes;
  if (computes.digits < kDouble.digits) ulps = 0.51L;
  return complex_within(d, exact.real(), exact.imag(), ulps * ulp(computes, larger), 2 * larger);
}

LongComplex exp2(LongComplex z) { return std::polar(std::exp2(z.real()), z.imag() * 0.69314718055994530942L); }
LongComplex expm1(LongComplex z) {
  const Long half = std::sin(z.imag() / 2);
  return {std::expm1(z.real()) * std::cos(z.imag()) - 2 * half * half, std::exp(z.real()) * std::sin(z.imag())};
}
LongComplex log1p(LongComplex z) {
  if (std::abs(z) > 0.5L) return std::log(Long{1} + z);
  const Long square = z.real() * (z.real() + 2) + z.imag() * z.imag();
  return {std::log1p(square) / 2, std::atan2(z.imag(), 1 + z.real())};
}

struct ComplexFunction {
  const char *name;
  LongComplex (*of)(LongComplex);
  Long ulps;  // of complex128
};
#define CT_COMPLEX(name) #name, [](LongComplex z) { return std::name(z); }
const ComplexFunction kComplexFunctions[] = {
    {"exp2", exp2, 4},      {"expm1", expm1, 4},
    {"log1p", log1p, 4},    {CT_COMPLEX(log), 4},
    {CT_COMPLEX(log10), 4}, {"log2", [](LongComplex z) { return std::log(z) / 0.69314718055994530942L; }, 4},
    {CT_COMPLEX(tan), 4},   {CT_COMPLEX(asin), 4},
    {CT_COMPLEX(acos), 4},  {CT_COMPLEX(atan), 4},
    {CT_COMPLEX(tanh), 4},  {CT_COMPLEX(asinh), 4},
    {CT_COMPLEX(acosh), 4}, {CT_COMPLEX(atanh), 4},
};

// Complex functions, for which the library promises what the real functions that they use give.
Expected complex_value(const char *name, ct_dtype d, const Value *v) {
  const LongComplex z(v[0].re, v[0].im);
  if (!is_finite(v[0])) return {{}, {}, true};
  const auto is = [name](const char *other) { return std::strcmp(name, other) == 0; };
  if (is("sin")) return near(d, std::sin(z), std::cosh(z.imag()));
  if (is("cos")) return near(d, std::cos(z), std::cosh(z.imag()));
  if (is("sinh")) return near(d, std::sinh(z), std::cosh(z.real()));
  if (is("cosh")) return near(d, std::cosh(z), std::cosh(z.real()));
  for (const ComplexFunction &function : kComplexFunctions) {
    if (!is(function.name)) continue;
    // a pole, or an angle that the oracle rounds
    if (!std::isfinite(std::abs(function.of(z))) || (is("exp2") && std::fabs(z.imag()) > 500)) return {{}, {}, true};
    return by_larger_part(d, function.of(z), function.ulps);
  }
  if (is("sigmoid") || is("silu")) {
    const LongComplex power = std::exp(z.real() < 0 ? z : -z), exact = (is("silu") ? z : LongComplex(1)) *
                                                                       (z.real() < 0 ? power : LongComplex(1)) /
                                                                       (Long{1} + power);
    if (std::abs(Long{1} + power) < 0.01L) return {{}, {}, true};
    return near(d, exact, std::abs(exact) / std::abs(Long{1} + power));
  }
  const LongComplex w(v[1].re, v[1].im);
  if (!is_finite(v[1])) return {{}, {}, true};
  if (is("logaddexp")) {
    const LongComplex larger = z.real() > w.real() ? z : w, power = std::exp((z.real() > w.real() ? w : z) - larger);
    const Long away = std::abs(Long{1} + power);
    if (away < 0.01L) return {{}, {}, true};
    return near(d, larger + log1p(power), std::abs(larger) + 1 + std::abs(power) * (std::abs(z) + std::abs(w)) / away);
  }
  if (is("ldexp")) {
    const LongComplex exact = z * exp2(w);
    if (std::abs(w) > 500 || !std::isfinite(std::abs(exact))) return {{}, {}, true};
    return near(d, exact, std::abs(exact));
  }
  if (z == LongComplex(0)) return {{}, {}, true};  // pow
  const LongComplex exponent = w * std::log(z);
  if (std::abs(exponent) > 1e4L) return {{}, {}, true};
  const LongComplex exact = std::exp(exponent);
  const Long terms = std::abs(w) * (1 + std::abs(std::log(z)));  // the error before the power is taken
  return near(d, exact, std::abs(exact) * (1 + terms));
}

template <size_t index>
Expected evaluate(ct_dtype d, const Value *v) {
  const MathFunction &f = math_functions()[index];
  if (is_complex(d)) return complex_value(f.name, d, v);
  if (std::strcmp(f.name, "logit") == 0) return logit(d, f, v[0].re, v[1].re);
  if (std::strcmp(f.name, "elu") == 0) return elu(d, f, v[0].re, v[1].re);
  if (std::strcmp(f.name, "softplus") == 0) return softplus(d, f, v[0].re, v[1].re, v[2].re);
  if (std::strcmp(f.name, "polygamma") == 0) return polygamma_of(d, v);
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
  if (std::strcmp(f.name, "exp") == 0) return;  // it stands first, in ops.cpp
  const bool complex = is_one_of(
      f.name, {"sin", "cos",  "sinh", "cosh", "sigmoid", "exp2",  "expm1", "log",   "log2", "log10",     "log1p",
               "tan", "asin", "acos", "atan", "tanh",    "asinh", "acosh", "atanh", "silu", "logaddexp", "ldexp"});
  Rule rule = Rule::Float;
  auto *accepts = complex ? is_floating : is_real_float;
  if (is_one_of(f.name, {"elu", "softplus", "silu", "mish", "gelu", "gelu_tanh"})) rule = Rule::Same;
  if (f.two != nullptr) rule = is_one_of(f.name, {"atan2", "ldexp", "xlogy"}) ? Rule::BinaryFloat : Rule::Binary;
  if (std::strcmp(f.name, "pow") == 0) accepts = is_number;
  found.push_back({f.name, f.two != nullptr ? 2 : 1, rule, accepts, evaluate<index>});
  if (std::strcmp(f.name, "logit") == 0) found.back().options = {{-1, Option::As::Real}};
  if (std::strcmp(f.name, "polygamma") == 0) found.back().options = {{0, Option::As::Order}};
  if (std::strcmp(f.name, "elu") == 0) found.back().options = {{1}};
  if (std::strcmp(f.name, "softplus") == 0) found.back().options = {{1}, {20}};
}

template <size_t... index>
std::vector<Op> all(std::index_sequence<index...>) {
  std::vector<Op> found;
  (add<index>(found), ...);
  found.push_back({"angle", 1, Rule::Angle, is_floating, angle});
  return found;
}

}  // namespace

std::vector<Op> math_ops() { return all(std::make_index_sequence<kNumMathFunctions>{}); }

}  // namespace reference
