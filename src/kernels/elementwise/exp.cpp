// exp, exp2, expm1: powers of e and 2.
#include "kernels/math/complex.inl.h"
#include "kernels/math/exponential.inl.h"
#include "kernels/math/fast_power.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// SLEEF 3.5.1 overflows a little early in double.
template <class Math, class T>
struct Exp {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    const Vec<T> result = Math::exp(x);
    if constexpr (sizeof(T) == 8) {
      const auto is_large = x.v > constant<T>(709.75).v;
      if (any(is_large)) return select(is_large, half_of_large_exp<Math>(x) * constant<T>(2), result);
    }
    return result;
  }
};

template <class Math, class R>
struct Exp<Math, Complex<R>> {
  static CT_INLINE Vec<Complex<R>> apply(Vec<Complex<R>> z) { return complex_exp<Math>(z); }
};

CT_MATH_BODY(Exp2, exp2)
CT_MATH_BODY(Expm1, expm1)

struct Expm1InParts {
  static CT_INLINE Vec<float> apply(Vec<float> x) { return expm1(x); }
};
CT_FORM_OF_FLOAT(Expm1, Expm1InParts)
CT_FAST_FORM(Expm1, TableExpm1<false>)
CT_FAST_BODY(Exp, table_exp)
CT_FAST_BODY(Exp2, table_exp2)

CT_COMPLEX_BODY(Exp2, complex_exp2<Math>(z), X z)

// (e^x - 1) cos y - 2 sin^2(y / 2) + i e^x sin y; past 40 the 1 vanishes. Special values are those of e^z, minus 1.
template <class Math>
CT_NOINLINE Vec<Complex<double>> complex_expm1(Vec<Complex<double>> z) {
  const Vec<Complex<double>> direction = Math::cis(z.im);
  const Vec<double> half = Math::sin(z.im * constant<double>(0.5));
  const Vec<double> re = Math::expm1(z.re) * direction.re - (half + half) * half;
  const Vec<double> im = Math::exp(z.re) * direction.im;
  const auto is_ordinary = (without_sign(z.re).v <= constant<double>(40).v) & ((z.im - z.im).v == Vec<double>{}.v);
  if (!any(~is_ordinary)) return {re, im};
  const Vec<Complex<double>> power = complex_exp<Math>(z);
  return {select(is_ordinary, re, power.re - constant<double>(1)), select(is_ordinary, im, power.im)};
}
CT_COMPLEX_BODY(Expm1, complex_expm1<Math>(z), X z)

}  // namespace

CT_REGISTER_OP(exp, Exp)
CT_REGISTER_OP(exp2, Exp2)
CT_REGISTER_OP(expm1, Expm1)

}  // namespace ct::kernels::CT_ISA
