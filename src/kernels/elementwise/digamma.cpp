// digamma, polygamma, sinc and cbrt. Floats are computed in double. One form serves both modes.
#include "kernels/math/nearest.inl.h"
#include "kernels/math/policy.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// From 1 to 2, digamma(x) / (x - root) - kSlope is a quotient of polynomials in x - 1, within 2^-55. These and the
// root, in three parts, are Maddock's, from Boost's digamma.hpp.
inline constexpr double kAbove[] = {-0.0020713321167745952, -0.045251321448739056, -0.28919126444774784,
                                    -0.65031853770896507,   -0.32555031186804491,  0.25479851061131551};
inline constexpr double kBelow[] = {-0.55789841321675513e-6,
                                    0.0021284987017821144,
                                    0.054151797245674225,
                                    0.43593529692665969,
                                    1.4606242909763515,
                                    2.0767117023730469,
                                    1.0};
inline constexpr double kSlope = 0.99558162689208984375;
inline constexpr double kRoot[] = {0x1.762d8634p+0, 0x1.6be3f6ep-32, 0x1.a9c8865e0a4fp-64};
// B(2k) / 2k are the coefficients of the expansion at infinity.
inline constexpr double kAtInfinity[] = {-0.44325980392156862745,   0.083333333333333333333, -0.021092796092796092796,
                                         0.0075757575757575757576,  -0.0041666666666666667,  0.0039682539682539682540,
                                         -0.0083333333333333333333, 0.083333333333333333333};
inline constexpr double kPi = 3.14159265358979323846264338327950288;

CT_NOINLINE Vec<double> digamma_of(Vec<double> x) {
  const Vec<double> one = constant<double>(1), zero{};
  const auto left = x.v <= zero.v;
  const Vec<double> y = select(left, one - x, x);
  const auto is_low = y.v < one.v;
  const Vec<double> from_one = select(is_low, y + one, y);
  const Vec<double> inverse = one / from_one;
  const Vec<double> square = inverse * inverse;
  const Vec<double> far =
      DeterministicMath::log(from_one) - (inverse * constant<double>(0.5) + square * polynomial(kAtInfinity, square));
  // The argument is brought down to between 1 and 2, which is exact.
  const auto is_near = from_one.v < constant<double>(10).v;
  Vec<double> w = select(is_near, from_one, one), added{};
  CT_ROLLED
  for (int step = 0; step < 8; ++step) {
    const auto above = w.v > constant<double>(2).v;
    const Vec<double> below = w - one;
    added = added + select(above, one / below, zero);
    w = select(above, below, w);
  }
  const Vec<double> off = ((w - constant<double>(kRoot[0])) - constant<double>(kRoot[1])) - constant<double>(kRoot[2]);
  const Vec<double> quotient = polynomial(kAbove, w - one) / polynomial(kBelow, w - one);
  const Vec<double> near = (off * constant<double>(kSlope) + off * quotient) + added;
  Vec<double> result = select(is_near, near, far);
  result = select(is_low, result - one / y, result);
  if (!any(left)) return result;
  const Vec<double> rest = x - nearest(x);
  const Vec<double> reflected = result - constant<double>(kPi) / DeterministicMath::tan(rest * constant<double>(kPi));
  const Vec<double> none = constant<double>(__builtin_nan(""));
  const Vec<double> of_left = select(rest.v == zero.v, none, reflected);
  const Vec<double> endless = with_sign_of(-x, constant<double>(__builtin_inf()));
  return select(left, select(x.v == zero.v, endless, of_left), result);
}

// B(2k) / (2k)! for k from 1 are the coefficients of the Euler-Maclaurin formula.
inline constexpr double kBernoulli[] = {0.08333333333333333,    -0.001388888888888889,   3.306878306878307e-05,
                                        -8.267195767195768e-07, 2.08767569878681e-08,    -5.284190138687493e-10,
                                        1.3382536530684679e-11, -3.3896802963225827e-13, 8.586062056277845e-15,
                                        -2.174868698558062e-16, 5.5090028283602295e-18,  -1.3954464685812522e-19};

// Returns n! times Hurwitz's zeta function, the sum of 1 / (x + k)^(n + 1) over all k from 0, for x > 0 and n >= 1; n
// is the same in all lanes. Ten terms, and the rest by Euler and Maclaurin, are summed as multiples of the first. The
// sum is multiplied by that in two steps, because it may overflow or vanish where the product does not.
CT_NOINLINE Vec<double> zeta_of(Vec<double> n, Vec<double> x) {
  const Vec<double> one = constant<double>(1), s = n + one;
  Vec<double> factorial = one;
  for (Vec<double> k = constant<double>(2); any(k.v <= n.v); k = k + one) factorial = factorial * k;
  Vec<double> sum = one, term = one, w = x;
  CT_ROLLED
  for (int k = 1; k < 10; ++k) {
    w = x + constant<double>(k);
    term = DeterministicMath::pow(x / w, s);
    sum = sum + term;
  }
  Vec<double> factor = term * s / w, rest{}, at = s;
  CT_ROLLED
  for (const double coefficient : kBernoulli) {
    rest = rest + factor * constant<double>(coefficient);
    factor = factor * ((at + one) / w) * ((at + one + one) / w);
    at = at + one + one;
  }
  sum = sum + (term * (w / n - constant<double>(0.5)) + rest);
  const Vec<double> root = DeterministicMath::pow(x, s * constant<double>(-0.5));
  return select(x.v == constant<double>(__builtin_inf()).v, Vec<double>{}, factorial * root * sum * root);
}

// Left of 0, the terms of all integers are the zeta functions of x's distance to the nearest integer and of 1 less that
// distance. Those beyond x, which do not belong to the sum, are the zeta function of 1 - x.
CT_NOINLINE Vec<double> polygamma_of(Vec<double> x, Vec<double> n) {
  const Vec<double> one = constant<double>(1), zero{}, endless = constant<double>(__builtin_inf());
  if (!any(n.v != zero.v)) return digamma_of(x);
  const auto left = x.v <= zero.v;
  const Vec<double> half = n * constant<double>(0.5);
  const auto is_even = half.v == nearest(half).v;
  Vec<double> result = zeta_of(n, select(left, one - x, x));
  if (any(left)) {
    const Vec<double> off = x - nearest(x);
    const Vec<double> near = zeta_of(n, without_sign(off)), far = zeta_of(n, one - without_sign(off));
    const Vec<double> on_both = select(is_even, with_sign_of(off, near - far) + result, near + far - result);
    const auto is_pole = (off.v == zero.v) | (x.v == -endless.v);
    result = select(left, select(is_pole, endless, on_both), result);
  }
  return select(is_even, -result, result);
}

// Returns sin(pi x) / (pi x). The nearest integer is taken off x before it is multiplied by pi, because what is left
// keeps all its digits.
CT_NOINLINE Vec<double> sinc_of(Vec<double> x) {
  const Vec<double> whole = nearest(x), half = whole * constant<double>(0.5);
  const Vec<double> sine = DeterministicMath::sin((x - whole) * constant<double>(kPi));
  const Vec<double> of_odd = select(half.v == nearest(half).v, sine, -sine);
  return select(x.v == Vec<double>{}.v, constant<double>(1), of_odd / (x * constant<double>(kPi)));
}

#define CT_OF_DOUBLE(Body, function)                                      \
  template <class T>                                                      \
  struct Body {                                                           \
    static CT_INLINE Vec<T> apply(Vec<T> x) {                             \
      return widened([](Vec<double> wide) { return function(wide); }, x); \
    }                                                                     \
  };
template <class T>
struct Polygamma {
  static CT_INLINE Vec<T> apply(Vec<T> x, Vec<T> n) {
    return widened([](Vec<double> wide, Vec<double> order) { return polygamma_of(wide, order); }, x, n);
  }
};
CT_OF_DOUBLE(Digamma, digamma_of)
CT_OF_DOUBLE(Sinc, sinc_of)
CT_OF_DOUBLE(Cbrt, DeterministicMath::cbrt)

}  // namespace

CT_REGISTER_OP(digamma, Digamma)
CT_REGISTER_OP(polygamma, Polygamma)
CT_REGISTER_OP(sinc, Sinc)
CT_REGISTER_OP(cbrt, Cbrt)

}  // namespace ct::kernels::CT_ISA
