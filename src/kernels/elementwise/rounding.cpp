// ceil, floor, trunc, round, round_decimals, frac; deg2rad, rad2deg; hardswish, hardsigmoid: each takes a few basic
// operations.
#include "kernels/math/nearest.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T, class Mask>
CT_INLINE Vec<T> one_where(Mask mask) {
  return select(mask, Vec<T>::splat(T(1)), Vec<T>{});
}

// Integers are whole already.
#define CT_ROUNDING(Body, ...)                                                                     \
  template <class T>                                                                               \
  struct Body : Identity<T> {};                                                                    \
  template <class T>                                                                               \
  requires kIsFloat<T>                                                                             \
  struct Body<T> {                                                                                 \
    static CT_INLINE Vec<T> apply(Vec<T> a) { return with_sign_of(a, without_sign(__VA_ARGS__)); } \
  };
CT_ROUNDING(Round, nearest(a))
CT_ROUNDING(Floor, nearest(a) - one_where<T>(nearest(a).v > a.v))
CT_ROUNDING(Ceil, nearest(a) + one_where<T>(nearest(a).v < a.v))
CT_ROUNDING(Trunc, nearest(without_sign(a)) - one_where<T>(nearest(without_sign(a)).v > without_sign(a).v))
#undef CT_ROUNDING
template <class R>
struct Round<Complex<R>> {
  static CT_INLINE Vec<Complex<R>> apply(Vec<Complex<R>> a) { return {Round<R>::apply(a.re), Round<R>::apply(a.im)}; }
};

// up is 10^decimals and down is 1; for negative decimals, up is 1 and down is 10^-decimals. Multiplying and dividing by
// 1 changes no bit.
template <class T>
struct RoundDecimals {
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> up, Vec<T> down) {
    const Vec<T> scaled = a * up / down;
    const Vec<T> rounded = nearest(scaled) * down / up;
    const Vec<T> infinity = Vec<T>::splat(static_cast<T>(__builtin_inff()));
    return select(without_sign(scaled).v < infinity.v, rounded, a);
  }
};

constexpr double kRadians = 3.14159265358979323846264338327950288 / 180;
constexpr double kDegrees = 180 / 3.14159265358979323846264338327950288;

}  // namespace

CT_REGISTER_OP(ceil, Ceil, Brief)
CT_REGISTER_OP(floor, Floor, Brief)
CT_REGISTER_OP(trunc, Trunc, Brief)
CT_REGISTER_OP(round, Round, Brief)
CT_OP(frac, Frac, a - Trunc<T>::apply(a), X a)
CT_OP(deg2rad, Deg2Rad, a *X::splat(static_cast<T>(kRadians)), X a)
CT_OP(rad2deg, Rad2Deg, a *X::splat(static_cast<T>(kDegrees)), X a)
CT_OP(hardsigmoid, HardSigmoid, from_0_to_6(a + X::splat(T(3))) / X::splat(T(6)), X a)
CT_OP(hardswish, HardSwish, (a * from_0_to_6(a + X::splat(T(3)))) / X::splat(T(6)), X a)
CT_REGISTER_OP(round_decimals, RoundDecimals, Op<1, 2>::Kind)

}  // namespace ct::kernels::CT_ISA
