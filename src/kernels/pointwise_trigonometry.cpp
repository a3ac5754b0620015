// sin, cos, tan, their inverses, and atan2.
#include "kernels/complex_math.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

CT_MATH_BODY(Sin, sin)
CT_MATH_BODY(Cos, cos)

// sin(x + iy) = sin x cosh y + i cos x sinh y
template <class Math, class R>
struct Sin<Math, Complex<R>> {
  static CT_INLINE Vec<Complex<R>> apply(Vec<Complex<R>> z) {
    return widened(z, [](Vec<Complex<double>> wide) {
      const Vec<Complex<double>> direction = Math::cis(wide.re);
      return Vec<Complex<double>>{scaled(direction.im, cosh<Math>(wide.im)), scaled(direction.re, sinh<Math>(wide.im))};
    });
  }
};

// cos(x + iy) = cos x cosh y - i sin x sinh y
template <class Math, class R>
struct Cos<Math, Complex<R>> {
  static CT_INLINE Vec<Complex<R>> apply(Vec<Complex<R>> z) {
    return widened(z, [](Vec<Complex<double>> wide) {
      const Vec<Complex<double>> direction = Math::cis(wide.re);
      return Vec<Complex<double>>{scaled(direction.re, cosh<Math>(wide.im)),
                                  scaled(-direction.im, sinh<Math>(wide.im))};
    });
  }
};
CT_MATH_BODY(Tan, tan)
CT_MATH_BODY(Asin, asin)
CT_MATH_BODY(Acos, acos)
CT_MATH_BODY(Atan, atan)

template <class Math, class T>
struct Atan2 {
  static CT_INLINE Vec<T> apply(Vec<T> y, Vec<T> x) { return Math::atan2(y, x); }
};

}  // namespace

void register_sin(Table &table) { register_math<Pointwise::sin, Sin, Unary>(table); }
void register_cos(Table &table) { register_math<Pointwise::cos, Cos, Unary>(table); }
void register_tan(Table &table) { register_math<Pointwise::tan, Tan, Unary>(table); }
void register_asin(Table &table) { register_math<Pointwise::asin, Asin, Unary>(table); }
void register_acos(Table &table) { register_math<Pointwise::acos, Acos, Unary>(table); }
void register_atan(Table &table) { register_math<Pointwise::atan, Atan, Unary>(table); }
void register_atan2(Table &table) { register_math<Pointwise::atan2, Atan2, BinaryShared>(table); }

}  // namespace ct::kernels::CT_ISA
