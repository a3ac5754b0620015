// log, log2, log10, log1p, and what is made of logarithms: logaddexp, logaddexp2, xlogy.
#include "kernels/math/complex.inl.h"
#include "kernels/math/exponential.inl.h"
#include "kernels/math/fast_log_trigonometry.inl.h"
#include "kernels/math/fast_power.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

#define CT_LOG(Body, Base, function)                                                     \
  CT_MATH_BODY(Body, function)                                                           \
  template <class Math>                                                                  \
  requires kFused<Math>                                                                  \
  struct Body<Math, float> {                                                             \
    static CT_INLINE Vec<float> apply(Vec<float> x) {                                    \
      return fused_log<Base>(x, [](Vec<float> other) { return Math::function(other); }); \
    }                                                                                    \
  };
CT_LOG(Log, NaturalLog, log)
CT_LOG(Log2, BinaryLog, log2)
CT_LOG(Log10, CommonLog, log10)
#undef CT_LOG

template <class Math>
CT_NOINLINE Vec<Complex<double>> complex_log1p(Vec<Complex<double>> z) {
  return complex_log<Math>(Vec<Complex<double>>{constant<double>(1) + z.re, z.im}, z.re);
}
template <class Math>
CT_NOINLINE Vec<Complex<double>> complex_log_of(Vec<Complex<double>> z) {
  return complex_log<Math>(z);
}
CT_INLINE Vec<Complex<double>> scaled(Vec<Complex<double>> z, double scale) {
  return {z.re * constant<double>(scale), z.im * constant<double>(scale)};
}
CT_COMPLEX_BODY(Log, complex_log_of<Math>(z), X z)
CT_COMPLEX_BODY(Log2, scaled(complex_log_of<Math>(z), 1.4426950408889634), X z)
CT_COMPLEX_BODY(Log10, scaled(complex_log_of<Math>(z), 0.4342944819032518), X z)

// SLEEF 3.5.1 gives infinity long before the largest number. Past this, 1 + x is x in every bit.
template <class Math, class T>
struct Log1p {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    const Vec<T> large = constant<T>(0x1p60);
    const auto is_large = x.v > large.v;
    const Vec<T> result = Math::log1p(x);
    return any(is_large) ? select(is_large, Math::log(select(is_large, x, large)), result) : result;
  }
};

template <class Math>
requires kFused<Math>
struct Log1p<Math, float> {
  static constexpr bool kInTurns = true;
  static CT_INLINE Vec<float> apply(Vec<float> x) {
    return fused_log1p(x, [](Vec<float> other) { return Math::log1p(other); });
  }
};

CT_COMPLEX_BODY(Log1p, complex_log1p<Math>(z), X z)

// A small power is computed 2^kBias times as large, so that it does not become subnormal.
inline constexpr double kBias = 200;
inline constexpr double kUnbias = 0x1p-200;

// The larger one plus log(1 + e^-d), where d is their difference. rest is what rounding took from d.
struct Terms {
  Vec<double> larger, difference, rest;
  CT_INLINE Terms(Vec<double> a, Vec<double> b) : larger(select(a.v > b.v, a, b)) {
    const Vec<double> smaller = select(a.v > b.v, b, a);
    difference = larger - smaller;
    const Vec<double> back = difference - larger;
    rest = (larger - (difference - back)) - (smaller + back);
    rest = select(difference.v < constant<double>(1200).v, rest, Vec<double>{});  // past this, nothing is added
  }
};

// larger + (scale + scale_rest) * log(1 + power).
template <class Math>
CT_INLINE Vec<double> add_logarithm(const Terms &terms, Parts<double> power, double scale, double scale_rest) {
  const Vec<double> back = constant<double>(kUnbias);
  const Vec<double> high = power.high * back;
  const Vec<double> logarithm = Math::log1p(high);
  const Vec<double> low = power.low * back * rough_reciprocal(constant<double>(1) + high);
  Sum scaled{logarithm, low};
  if (scale != 1) {
    scaled = multiply_exactly(logarithm, constant<double>(scale));
    scaled.low = scaled.low + (logarithm * constant<double>(scale_rest) + low * constant<double>(scale));
  }
  const Vec<double> sum = terms.larger + scaled.high;
  const Vec<double> exact = sum + (lost_in_sum(terms.larger, scaled.high, sum) + scaled.low);
  return select((sum - sum).v == Vec<double>{}.v, exact, sum);
}

CT_INLINE Vec<double> at_least(double bound, Vec<double> x) {
  return select(x.v < constant<double>(bound).v, constant<double>(bound), x);
}

// log(e^x + e^y), or log2(2^x + 2^y).
template <class Math, class T, bool binary>
struct LogAdd {
  static CT_INLINE Vec<T> apply(Vec<T> x, Vec<T> y) {
    const auto in_double = [](Vec<double> a, Vec<double> b) {
      const Terms terms(a, b);
      const Vec<double> lower = at_least(binary ? -1150 : -800, -terms.difference);
      const Vec<double> bias = constant<double>(kBias);
      const Parts<double> power =
          binary ? power_of_two(lower, -terms.rest, bias) : power_of_e(lower, -terms.rest, bias);
      const Vec<double> sum =
          add_logarithm<Math>(terms, power, binary ? 1.4426950408889634 : 1, binary ? 0x1.777d0ffda0d24p-56 : 0);
      return select((a.v == b.v) & ((a - a).v != (b - b).v), a, sum);  // equal infinities
    };
    return widened(in_double, x, y);
  }
};
template <class Math, class T>
struct LogAddExp : LogAdd<Math, T, false> {};
template <class Math, class T>
struct LogAddExp2 : LogAdd<Math, T, true> {};
CT_FAST_FORM(LogAddExp, TableLogAddExp<NaturalLog>)

// The number with the larger real part, plus the logarithm of 1 + e^d, where d is the other number less this one.
template <class Math>
CT_NOINLINE Vec<Complex<double>> complex_logaddexp(Vec<Complex<double>> z, Vec<Complex<double>> w) {
  const auto first = z.re.v > w.re.v;
  const Vec<Complex<double>> larger = select(first, z, w);
  const Vec<Complex<double>> logarithm = complex_log1p<Math>(complex_exp<Math>(select(first, w, z) - larger));
  const auto nothing = larger.re.v == constant<double>(-__builtin_inf()).v;
  return select(nothing, larger, larger + logarithm);
}
CT_COMPLEX_BODY(LogAddExp, complex_logaddexp<Math>(z, w), X z, X w)

CT_FAST_FORM(LogAddExp2, TableLogAddExp<BinaryLog>)

// 0 where x is 0, unless y is NaN.
template <class Math, class T>
struct XLogY {
  static CT_INLINE Vec<T> apply(Vec<T> x, Vec<T> y) {
    const Vec<T> zero{};
    return select((x.v == zero.v) & (y.v == y.v), zero, x * Math::log(y));
  }
};

}  // namespace

CT_REGISTER_OP(log, Log)
CT_REGISTER_OP(log2, Log2)
CT_REGISTER_OP(log10, Log10)
CT_REGISTER_OP(log1p, Log1p)
CT_REGISTER_OP(logaddexp, LogAddExp)
CT_REGISTER_OP(logaddexp2, LogAddExp2)
CT_REGISTER_OP(xlogy, XLogY)

}  // namespace ct::kernels::CT_ISA
