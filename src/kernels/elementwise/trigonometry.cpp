// sin, cos, tan, their inverses, atan2 and angle.
#include "kernels/math/complex_trigonometry.inl.h"
#include "kernels/math/fast_inverse.inl.h"
#include "kernels/math/fast_log_trigonometry.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Floats within few turns take the fused form, and others take the policy's function. ahead: see fused_sine().
#define CT_PERIODIC(Body, function, ahead, fused)                                                  \
  CT_MATH_BODY(Body, function)                                                                     \
  template <class Math>                                                                            \
  requires kFused<Math>                                                                            \
  struct Body<Math, float> : WithOthers<Body<Math, float>> {                                       \
    static CT_INLINE Quarter begin(Vec<float> x) { return quarter_turns<ahead>(without_sign(x)); } \
    static CT_INLINE Vec<float> end(Quarter turns, Vec<float> x) { return fused(turns, x); }       \
    static CT_INLINE LaneMask are_others(Vec<float> x) { return are_far(x); }                      \
    static CT_INLINE Vec<float> of_others(Vec<float> x) { return Math::function(x); }              \
  };
CT_PERIODIC(Sin, sin, 0, fused_sine<0>)
CT_PERIODIC(Cos, cos, 1, fused_sine<1>)
CT_PERIODIC(Tan, tan, 0, fused_tan)
#undef CT_PERIODIC

CT_MATH_BODY(Asin, asin)
CT_MATH_BODY(Acos, acos)
CT_MATH_BODY(Atan, atan)

CT_FAST_FORM(Asin, FusedAsin)
CT_FAST_FORM(Acos, FusedAcos)
CT_FAST_FORM(Atan, FusedAtan)

CT_COMPLEX_BODY(Sin, exchanged_parts(complex_hyperbolic<Math>(exchanged_parts(z), false)), X z)
CT_COMPLEX_BODY(Cos, complex_hyperbolic<Math>(X{-z.im, z.re}, true), X z)
CT_COMPLEX_BODY(Tan, exchanged_parts(complex_tanh<Math>(exchanged_parts(z))), X z)
CT_COMPLEX_BODY(Asin, complex_inverse<Math>(z, false), X z)
CT_COMPLEX_BODY(Acos, complex_inverse<Math>(z, true), X z)
CT_COMPLEX_BODY(Atan, exchanged_parts(complex_atanh<Math>(exchanged_parts(z))), X z)

template <class Math, class T>
struct SleefAtan2 {
  static CT_INLINE Vec<T> apply(Vec<T> y, Vec<T> x) {
    const Vec<T> result = Math::atan2(y, x);
    // Without FMA, SLEEF 3.5.1 loses bits of subnormal results. So small an angle is its tangent.
    const Vec<T> limit = constant<T>(sizeof(T) == 4 ? 0x1p-120 : 0x1p-1000);
    const auto is_tiny = (without_sign(result).v < limit.v) & (y.v != Vec<T>{}.v) & (x.v > Vec<T>{}.v);
    return any(is_tiny) ? select(is_tiny, y / x, result) : result;
  }
};

template <class Math, class T>
struct Atan2 : SleefAtan2<Math, T> {};
template <class Math>
requires kTabled<Math>
struct Atan2<Math, float> : WithOthers<Atan2<Math, float>> {
  static CT_INLINE Triangle begin(Vec<float> y, Vec<float> x) { return triangle(y, x); }
  static CT_INLINE Vec<float> end(Triangle of, Vec<float> y, Vec<float> x) { return fused_atan2(of, y, x); }
  static CT_INLINE LaneMask are_others(Vec<float> y, Vec<float> x) { return are_extreme(y, x); }
  static CT_INLINE Vec<float> of_others(Vec<float> y, Vec<float> x) { return SleefAtan2<Math, float>::apply(y, x); }
};

template <class Math, class T>
struct Angle {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    const Vec<T> of_number = select(x.v < Vec<T>{}.v, constant<T>(3.141592653589793), Vec<T>{});
    return select(x.v == x.v, of_number, x);
  }
};
template <class Math, class R>
struct Angle<Math, Complex<R>> {
  static CT_INLINE Vec<R> apply(Vec<Complex<R>> z) { return Atan2<Math, R>::apply(z.im, z.re); }
};

}  // namespace

CT_REGISTER_OP(sin, Sin)
CT_REGISTER_OP(cos, Cos)
CT_REGISTER_OP(tan, Tan)
CT_REGISTER_OP(asin, Asin)
CT_REGISTER_OP(acos, Acos)
CT_REGISTER_OP(atan, Atan)
CT_REGISTER_OP(atan2, Atan2)
CT_REGISTER_OP(angle, Angle)

}  // namespace ct::kernels::CT_ISA
