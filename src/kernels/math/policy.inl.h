// What the math functions share. A body is a template over the policy that computes it (vec/sleef.h) and the element.
// It is registered once for each policy, or once where both are the same.
#pragma once

#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

struct Elsewhere {
  static constexpr bool kElsewhere = true;
};
// A body with kOneForm does not use the policy, so it exists for one of both modes and serves the other as well.
template <template <class, class> class Body, class Math>
struct WithMath {
  template <class T>
  static constexpr bool kLeftOut = requires {
    requires Body<Math, T>::kOneForm;
  }
  &&!kSame<Math, DeterministicMath>;
  template <class T>
  using Of = typename Choose<kLeftOut<T>, Elsewhere, Body<Math, T>>::Type;
};

template <Elementwise op, template <class, class> class Body,
          template <template <class> class> class Kind = Listed<op>::template Kind>
void register_op(OpLoops &loops) {
  constexpr bool kOneMode = kSame<FastMath, DeterministicMath>;
  register_op<op, WithMath<Body, FastMath>::template Of, Kind>(loops, kOneMode ? kBothModes : kFast);
  if constexpr (!kOneMode) register_op<op, WithMath<Body, DeterministicMath>::template Of, Kind>(loops, kDeterministic);
}

// A body that is one function of the policy.
#define CT_MATH_BODY(Body, function)                                      \
  template <class Math, class T>                                          \
  struct Body {                                                           \
    static CT_INLINE Vec<T> apply(Vec<T> x) { return Math::function(x); } \
  };

// Whether the policy may use a form of the instruction set: with fused multiplication, or by tables in registers.
template <class Math>
inline constexpr bool kFused = kHasFma &&kSame<Math, FastMath>;
template <class Math>
inline constexpr bool kTabled = kHasRegisterTables &&kSame<Math, FastMath>;

// A form of floats that needs no policy. It is the only one, unless the fast mode has a form by register tables.
#define CT_FORM_OF_FLOAT(Body, Form)                      \
  template <class Math>                                   \
  struct Body<Math, float> : Form {                       \
    static constexpr bool kOneForm = !kHasRegisterTables; \
  };
// The fast mode's own form of floats, by register tables: a struct, or a function.
#define CT_FAST_FORM(Body, Form) \
  template <class Math>          \
  requires kTabled<Math>         \
  struct Body<Math, float> : Form {};
#define CT_FAST_BODY(Body, function)                                        \
  template <class Math>                                                     \
  requires kTabled<Math>                                                    \
  struct Body<Math, float> {                                                \
    static constexpr bool kInTurns = true;                                  \
    static CT_INLINE Vec<float> apply(Vec<float> x) { return function(x); } \
  };

// Whether a comparison of vectors holds in any lane.
template <class Mask>
CT_INLINE bool any(Mask mask) {
  return any_bit(Vec<uint64_t>{(Vec<uint64_t>::Native)mask});
}

template <class T>
CT_INLINE Vec<T> constant(double value) {
  return Vec<T>::splat(static_cast<T>(value));
}

// Coefficients of the highest power first.
template <class T, int count>
CT_INLINE Vec<T> polynomial(const double (&coefficients)[count], Vec<T> x) {
  Vec<T> sum = constant<T>(coefficients[0]);
  for (int i = 1; i < count; ++i) sum = sum * x + constant<T>(coefficients[i]);
  return sum;
}

// Tables of functions' values are computed in long double, which has more bits than the two floats that a value
// becomes.
inline constexpr long double kLogOf2 = 0.693147180559945309417232121458176568L;
constexpr long double exact_log(long double x) {  // 1/2 <= x <= 2
  const long double s = (x - 1) / (x + 1);
  long double sum = 0;
  for (int k = 41; k > 0; k -= 2) sum = sum * s * s + 1.0L / k;
  return 2 * s * sum;
}
constexpr long double exact_exp2(long double x) {  // 0 <= x < 1
  long double sum = 1;
  for (int k = 25; k > 0; --k) sum = 1 + x * kLogOf2 / k * sum;
  return sum;
}

// Each value in two parts: a multiple of `unit`, or a float where `unit` is 0, and the rest.
template <int count>
struct Table {
  alignas(64) float first[count];
  alignas(64) float rest[count];
};
template <int count, class F>
constexpr Table<count> table_of(long double unit, F value) {
  Table<count> table{};
  for (int k = 0; k < count; ++k) {
    const long double x = value(k);
    const long double first = unit == 0 ? x : static_cast<int>(x / unit + 0.5L) * unit;
    table.first[k] = static_cast<float>(first);
    table.rest[k] = static_cast<float>(x - table.first[k]);
  }
  return table;
}

// What the rounded sum of two finite numbers loses.
template <class T>
CT_INLINE Vec<T> lost_in_sum(Vec<T> a, Vec<T> b, Vec<T> sum) {
  const Vec<T> of_b = sum - a;
  return (a - (sum - of_b)) + (b - of_b);
}

struct Sum {  // an unrounded sum: low is less than the last bit of high
  Vec<double> high, low;
};
CT_INLINE Sum add_exactly(Vec<double> a, Vec<double> b) { return {a + b, lost_in_sum(a, b, a + b)}; }
CT_INLINE Sum multiply_exactly(Vec<double> a, Vec<double> b) {  // Dekker's: the same bits with and without FMA
  const Vec<double> split = constant<double>(0x1p27 + 1);
  const Vec<double> a_scaled = a * split;
  const Vec<double> b_scaled = b * split;
  const Vec<double> a_high = a_scaled - (a_scaled - a);
  const Vec<double> b_high = b_scaled - (b_scaled - b);
  const Vec<double> a_low = a - a_high;
  const Vec<double> b_low = b - b_high;
  const Vec<double> product = a * b;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

CT_INLINE Vec<double> square_root(Vec<double> x) {
  for (int i = 0; i < Vec<double>::kLanes; ++i) x.v[i] = __builtin_sqrt(x.v[i]);
  return x;
}

// Complex floats as complex doubles.
struct ComplexDoubles {
  Vec<Complex<double>> low, high;
};
CT_INLINE ComplexDoubles to_doubles(Vec<Complex<float>> z) {
  const Doubles re = to_doubles(z.re), im = to_doubles(z.im);
  return {{re.low, im.low}, {re.high, im.high}};
}
CT_INLINE Vec<float> joined_floats(Vec<double> low, Vec<double> high) { return to_floats(Doubles{low, high}); }
CT_INLINE Vec<Complex<float>> joined_floats(Vec<Complex<double>> low, Vec<Complex<double>> high) {
  return {joined_floats(low.re, high.re), joined_floats(low.im, high.im)};
}

// Floats are computed in double, where intermediate rounding does not show.
template <class F, class... T>
CT_INLINE auto widened(F function, Vec<T>... x) {
  if constexpr ((kSame<Real<T>, double> && ...)) {
    return function(x...);
  } else {
    const auto halves = [&function](auto... wide) __attribute__((always_inline)) {
      return joined_floats(function(wide.low...), function(wide.high...));
    };
    return halves(to_doubles(x)...);
  }
}

// e^x / 2 for large x, where e^x or what SLEEF makes of it overflows: e^(x - n log 2) * 2^(n - 1), where 2^n is the
// first power to overflow. n log 2 is taken off in two parts, the first of which leaves no rounding error.
template <class T>
inline constexpr double kTopExponent = sizeof(T) == 4 ? 0x1.62e43p+6 : 0x1.62e42fefa39efp+9;
template <class T>
inline constexpr double kTopExponentRest = sizeof(T) == 4 ? -0x1.05c61p-22 : 0x1.abc9e3b39803fp-46;
template <class Math, class T>
CT_INLINE Vec<T> half_of_large_exp(Vec<T> x) {
  const Vec<T> below_top = x - constant<T>(kTopExponent<T>) - constant<T>(kTopExponentRest<T>);
  return Math::exp(below_top) * constant<T>(sizeof(T) == 4 ? 0x1p127 : 0x1p1023);
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
