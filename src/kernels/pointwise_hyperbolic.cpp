// sinh, cosh, tanh and their inverses.
#include "kernels/complex_inverse.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class Math, class T>
struct Sinh {
  static CT_INLINE Vec<T> apply(Vec<T> x) { return sinh<Math>(x); }
};
template <class Math, class T>
struct Cosh {
  static CT_INLINE Vec<T> apply(Vec<T> x) { return cosh<Math>(x); }
};

// sinh(x + iy) = sinh x cos y + i cosh x sin y
template <class Math, class R>
struct Sinh<Math, Complex<R>> {
  static CT_INLINE Vec<Complex<R>> apply(Vec<Complex<R>> z) {
    return widened(z, [](Vec<Complex<double>> wide) {
      const Vec<Complex<double>> direction = Math::cis(wide.im);
      return Vec<Complex<double>>{scaled(direction.re, sinh<Math>(wide.re)), scaled(direction.im, cosh<Math>(wide.re))};
    });
  }
};

// cosh(x + iy) = cosh x cos y + i sinh x sin y
template <class Math, class R>
struct Cosh<Math, Complex<R>> {
  static CT_INLINE Vec<Complex<R>> apply(Vec<Complex<R>> z) {
    return widened(z, [](Vec<Complex<double>> wide) {
      const Vec<Complex<double>> direction = Math::cis(wide.im);
      return Vec<Complex<double>>{scaled(direction.re, cosh<Math>(wide.re)), scaled(direction.im, sinh<Math>(wide.re))};
    });
  }
};
CT_MATH_BODY(Tanh, tanh)
CT_COMPLEX_BODY(Tanh, complex_tanh)

// SLEEF 3.5.1 gives infinity where a square overflows. From here on both are log(2 |x|).
template <class T>
inline constexpr double kLargeArgument = sizeof(T) == 4 ? 0x1p60 : 0x1p500;

template <class Math, class T>
struct Asinh {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    const Vec<T> size = magnitude(x);
    const auto is_large = size.v > constant<T>(kLargeArgument<T>).v;
    const Vec<T> result = Math::asinh(x);
    if (!any(is_large)) return result;
    const Vec<T> large = Math::log(size) + constant<T>(0.6931471805599453);
    return select(is_large, select(x.v < Vec<T>{}.v, -large, large), result);
  }
};
template <class Math, class T>
struct Acosh {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    const auto is_large = x.v > constant<T>(kLargeArgument<T>).v;
    const Vec<T> result = Math::acosh(x);
    return any(is_large) ? select(is_large, Math::log(x) + constant<T>(0.6931471805599453), result) : result;
  }
};
CT_MATH_BODY(Atanh, atanh)
CT_COMPLEX_BODY(Asinh, complex_asinh)
CT_COMPLEX_BODY(Acosh, complex_acosh)
CT_COMPLEX_BODY(Atanh, complex_atanh)

}  // namespace

void register_sinh(Table &table) { register_math<Pointwise::sinh, Sinh, Unary>(table); }
void register_cosh(Table &table) { register_math<Pointwise::cosh, Cosh, Unary>(table); }
void register_tanh(Table &table) { register_math<Pointwise::tanh, Tanh, Unary>(table); }
void register_asinh(Table &table) { register_math<Pointwise::asinh, Asinh, Unary>(table); }
void register_acosh(Table &table) { register_math<Pointwise::acosh, Acosh, Unary>(table); }
void register_atanh(Table &table) { register_math<Pointwise::atanh, Atanh, Unary>(table); }

}  // namespace ct::kernels::CT_ISA
