// exp, exp2, expm1: powers of e and 2.
#include "kernels/complex_math.inl.h"

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

}  // namespace

void register_exp(Table &table) { register_math<Pointwise::exp, Exp, Unary>(table); }
void register_exp2(Table &table) { register_math<Pointwise::exp2, Exp2, Unary>(table); }
void register_expm1(Table &table) { register_math<Pointwise::expm1, Expm1, Unary>(table); }

}  // namespace ct::kernels::CT_ISA
