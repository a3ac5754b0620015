#include "math_functions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reference {
namespace {

using Long = long double;

constexpr Long kRootHalf = 0.70710678118654752440L, kRootHalfRest = -1.4082747429475068788e-20L;  // sqrt(1/2)
constexpr Long kTwoOverRootPi = 1.12837916709551257390L;

// erfc(z + rest), where rest is too small to be added to z.
Long erfc_of_sum(Long z, Long rest) { return std::erfc(z) - kTwoOverRootPi * std::exp(-z * z) * rest; }

Long erfinv(Long x) {
  const Long size = std::fabs(x);
  if (!(size < 1)) return x / (1 - size) * (size > 1 ? std::numeric_limits<Long>::quiet_NaN() : 1);
  if (size < 1e-9L) return x / kTwoOverRootPi * (1 + x * x * 0.2617993877991494L);
  Long y = size < 0.5L ? size / kTwoOverRootPi : std::sqrt(-std::log((1 - size) * (1 + size)) * 0.7L);
  for (int i = 0; i < 80; ++i) {
    const Long error = size < 0.5L ? std::erf(y) - size : (1 - size) - std::erfc(y);
    const Long step = error / (kTwoOverRootPi * std::exp(-y * y));
    y -= step / (1 + y * step);  // Halley
    if (std::fabs(step) < 0x1p-66L * y) break;
  }
  return std::copysign(y, x);
}

constexpr Long kPi = 3.14159265358979323846L;

Long digamma(Long x) {
  if (x == 0) return std::copysign(std::numeric_limits<Long>::infinity(), -x);
  if (x < 0) {
    const Long rest = x - std::nearbyint(x);
    return rest != 0 ? digamma(1 - x) - kPi / std::tan(kPi * rest) : std::numeric_limits<Long>::quiet_NaN();
  }
  Long sum = 0;
  for (; x < 30; ++x) sum -= 1 / x;
  // B(2k) / 2k
  constexpr Long kBernoulli[] = {1 / 12.0L,  -1 / 120.0L,     1 / 252.0L, -1 / 240.0L,
                                 1 / 132.0L, -691 / 32760.0L, 1 / 12.0L,  -3617 / 8160.0L};
  Long tail = 0;
  for (int k = 7; k >= 0; --k) tail = (tail + kBernoulli[k]) / (x * x);
  return sum + (std::log(x) - 1 / (2 * x) - tail);
}
// Left of 0 it is a difference of two terms, and right of 0 it has a zero near which a sum in long double is not exact
// enough.
Long terms_of_digamma(Long x, Long) {
  if (!(x < 0)) return 0x1p-6L;
  return std::max(1.0L, std::fabs(kPi / std::tan(kPi * (x - std::nearbyint(x)))));
}

Long whole_power(Long x, int n) {
  Long power = 1;
  for (; n > 0; n /= 2, x *= x) power *= n % 2 != 0 ? x : 1;
  return power;
}
// n! times Hurwitz's zeta function of n + 1 and x > 0.
Long zeta(int n, Long x) {
  const Long s = n + 1;
  if (std::isinf(x)) return 0;
  Long sum = 0, factorial = 1;
  for (int k = 2; k <= n; ++k) factorial *= k;
  for (; x < 24 + s; ++x) sum += 1 / whole_power(x, n + 1);
  constexpr Long kBernoulli[] = {1 / 6.0L,  -1 / 30.0L,     1 / 42.0L, -1 / 30.0L,
                                 5 / 66.0L, -691 / 2730.0L, 7 / 6.0L,  -3617 / 510.0L};
  Long rest = x / n + 0.5L, factor = s / (2 * x);
  for (int k = 0; k < 8; ++k) {
    rest += kBernoulli[k] * factor;
    factor *= (s + 2 * k + 1) * (s + 2 * k + 2) / ((2 * k + 3) * (2 * k + 4) * x * x);
  }
  return factorial * (sum + rest / whole_power(x, n + 1));
}
struct Terms {
  Long sum, largest;
};
Terms terms_of_polygamma(int n, Long x) {
  if (x > 0) return {n % 2 == 0 ? -zeta(n, x) : zeta(n, x), 0};
  const Long off = x - std::nearbyint(x), size = std::fabs(off), endless = std::numeric_limits<Long>::infinity();
  if (off == 0 || std::isinf(x)) return {n % 2 == 0 ? -endless : endless, 0};
  const Long near = zeta(n, size), far = zeta(n, 1 - size), beyond = zeta(n, 1 - x);
  const Long sum = n % 2 == 0 ? -(std::copysign(near - far, off) + beyond) : near + far - beyond;
  return {sum, near + far + beyond};
}

Long sinc(Long x) {
  if (x == 0) return 1;
  const Long whole = std::nearbyint(x), sine = std::sin(kPi * (x - whole));
  return (std::fmod(whole, 2.0L) == 0 ? sine : -sine) / (kPi * x);
}

// I of order 0 or 1 times e^-|x|: its series, whose terms are all positive, or its expansion at infinity.
Long scaled_bessel(int order, Long x) {
  const Long size = std::fabs(x), sign = order == 1 && std::signbit(x) ? -1 : 1;
  Long sum = 1, term = 1;
  if (size <= 60) {
    const Long square = size * size / 4;
    for (int k = 1; k < 200 && term > sum * 0x1p-80L; ++k) sum += term *= square / (static_cast<Long>(k) * (k + order));
    return sign * (order == 1 ? size / 2 : 1) * sum * std::exp(-size);
  }
  for (int k = 1; k < 40; ++k) {
    const Long odd = 2 * k - 1;
    sum += term *= (odd * odd - 4 * order) / (8 * size * k);
  }
  return sign * sum / std::sqrt(2 * kPi * size);
}
Long i0(Long x) { return std::isinf(x) ? std::fabs(x) : scaled_bessel(0, x) * std::exp(std::fabs(x)); }
Long i1(Long x) { return std::isinf(x) ? x : scaled_bessel(1, x) * std::exp(std::fabs(x)); }

Long sigmoid(Long x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }
Long logit(Long x) { return x < 0.25L ? std::log(x / (1 - x)) : 2 * std::atanh(2 * x - 1); }
Long elu(Long x) { return x < 0 ? std::expm1(x) : x; }
Long softplus(Long x) {
  if (std::isnan(x) || x > 20) return x;
  return std::max(x, 0.0L) + std::log1p(std::exp(-std::fabs(x)));
}
Long silu(Long x) { return x < 0 ? x * std::exp(x) / (1 + std::exp(x)) : x / (1 + std::exp(-x)); }
Long mish(Long x) {
  if (x > 100) return x;
  const Long e = std::exp(x), n = e * (e + 2);
  return x * (n / (n + 2));
}
Long gelu(Long x) {
  if (std::isinf(x)) return x < 0 ? x * 0 : x;
  const Long z = -x * kRootHalf;
  return x / 2 * erfc_of_sum(z, -(std::fma(x, kRootHalf, z) + x * kRootHalfRest));
}
Long gelu_tanh(Long x) {
  if (std::isinf(x)) return x < 0 ? x * 0 : x;
  constexpr Long kScale = 1.59576912160573071176L, kCube = 0.044715L;
  // 2u = kScale * (x + kCube * x^3), as a sum
  const Long square = x * x, square_rest = std::fma(x, x, -square);
  const Long term = kCube * square, term_rest = std::fma(kCube, square, -term) + kCube * square_rest;
  const Long factor = 1 + term, factor_rest = (term < 1 ? (1 - factor) + term : (term - factor) + 1) + term_rest;
  const Long inner = x * factor, inner_rest = std::fma(x, factor, -inner) + x * factor_rest;
  const Long u = kScale * inner, rest = std::fma(kScale, inner, -u) + kScale * inner_rest;
  if (u < -15000) return x * 0;
  const Long e = std::exp(u), scaled = e * (1 + rest);
  return u > 100 ? x : x * (scaled / (1 + scaled));
}

Long logaddexp(Long a, Long b) {
  if (a == b && std::isinf(a)) return a;
  return std::max(a, b) + std::log1p(std::exp(-std::fabs(a - b))) + (std::isnan(a) || std::isnan(b) ? a + b : 0);
}
Long logaddexp2(Long a, Long b) {
  if (a == b && std::isinf(a)) return a;
  return std::max(a, b) + std::log1p(std::exp2(-std::fabs(a - b))) * 1.44269504088896340736L +
         (std::isnan(a) || std::isnan(b) ? a + b : 0);
}
Long xlogy(Long x, Long y) { return x == 0 && !std::isnan(y) ? 0 : x * std::log(y); }
// powl(-inf, -2^63) of glibc 2.36 is inf.
Long pow(Long x, Long y) { return std::isinf(x) && y == -0x1p63L ? 0 : std::pow(x, y); }
Long ldexp(Long x, Long y) {
  return std::isfinite(y) ? x * std::exp2(std::clamp(y, -9000.0L, 9000.0L)) : x * std::exp2(y);
}

// The larger term and the logarithm.
Long term(Long a, Long b) { return std::max(std::fabs(std::max(a, b)), std::fabs(logaddexp(a, b) - std::max(a, b))); }
Long term2(Long a, Long b) { return std::max(std::fabs(std::max(a, b)), std::fabs(logaddexp2(a, b) - std::max(a, b))); }
Long one_if_negative(Long x, Long) { return x < 0 ? 1 : 0; }

}  // namespace

Polygamma polygamma(int n, Long x) {
  if (std::isnan(x)) return {x, 0, 0};
  if (n == 0) return {digamma(x), terms_of_digamma(x, 0), 6};
  const Terms terms = terms_of_polygamma(n, x);
  return {terms.sum, terms.largest, 8.0L + n};
}

#define CT_ONE(name) #name, [](Long x) -> Long { return std::name(x); }, nullptr
#define CT_TWO(name) #name, nullptr, [](Long a, Long b) -> Long { return std::name(a, b); }

const std::array<MathFunction, kNumMathFunctions> &math_functions() {
  static const std::array<MathFunction, kNumMathFunctions> all = {{
      {CT_ONE(exp), 1},
      {CT_ONE(exp2), 1},
      {CT_ONE(expm1), 1},
      {CT_ONE(log), 1},
      {CT_ONE(log2), 1},
      {CT_ONE(log10), 1},
      {CT_ONE(log1p), 1},
      {CT_ONE(sin), 1},
      {CT_ONE(cos), 1},
      {CT_ONE(tan), 1},
      {CT_ONE(asin), 1},
      {CT_ONE(acos), 1},
      {CT_ONE(atan), 1},
      {CT_ONE(sinh), 1},
      {CT_ONE(cosh), 1},
      {CT_ONE(tanh), 1},
      {CT_ONE(asinh), 1},
      {CT_ONE(acosh), 1},
      {CT_ONE(atanh), 1},
      {CT_ONE(erf), 1},
      {CT_ONE(erfc), 1.5},
      {"erfinv", erfinv, nullptr, 2},
      {CT_ONE(lgamma), 2, one_if_negative},
      {"digamma", digamma, nullptr, 6, terms_of_digamma},
      // of order 1, which stands for all
      {"polygamma", [](Long x) { return polygamma(1, x).exact; }, nullptr, 9,
       [](Long x, Long) { return polygamma(1, x).scale; }},
      {"sinc", sinc, nullptr, 3},
      {CT_ONE(cbrt), 1},
      {"i0", i0, nullptr, 8},
      {"i0e", [](Long x) { return scaled_bessel(0, x); }, nullptr, 8},
      {"i1", i1, nullptr, 20},
      {"i1e", [](Long x) { return scaled_bessel(1, x); }, nullptr, 12},
      {"sigmoid", sigmoid, nullptr, 2},
      {"logit", logit, nullptr, 2},
      {"elu", elu, nullptr, 1},
      {"softplus", softplus, nullptr, 2},
      {"silu", silu, nullptr, 2},
      {"mish", mish, nullptr, 2},
      {"gelu", gelu, nullptr, 2},
      {"gelu_tanh", gelu_tanh, nullptr, 2},
      {CT_TWO(atan2), 1},
      {CT_TWO(hypot), 1},
      {"pow", nullptr, pow, 1},
      {"ldexp", nullptr, ldexp, 2},
      {"logaddexp", nullptr, logaddexp, 2, term},
      {"logaddexp2", nullptr, logaddexp2, 2, term2},
      {"xlogy", nullptr, xlogy, 2},
  }};
  return all;
}

}  // namespace reference
