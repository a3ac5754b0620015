// exp: functions that SLEEF computes, in two modes.
#include "kernels/pointwise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class Math, class T>
struct ExpBody {
  static CT_INLINE Vec<T> apply(Vec<T> x) { return Math::exp(x); }
};

// e^re (cos im + i sin im), with C99's special values (Annex G.6.3.1).
template <class Math, class R>
struct ExpBody<Math, Complex<R>> {
  static CT_INLINE Vec<Complex<R>> apply(Vec<Complex<R>> z) {
    using V = Vec<R>;
    const V zero{};
    const V infinity = V::splat(static_cast<R>(__builtin_inff()));
    // Past this e^re overflows before its product with a small cosine does: multiply in two steps.
    const V limit = V::splat(sizeof(R) == 4 ? R(88) : R(709));
    const V limit_exp = V::splat(sizeof(R) == 4 ? R(0x1.f1056dc7bf22dp+126) : R(0x1.d422d2be5dc9bp+1022));
    const auto overflows = z.re.v > limit.v;
    const V size = Math::exp(select(overflows, z.re - limit, z.re));
    const V scale = select(overflows, limit_exp, V::splat(R(1)));
    const Vec<Complex<R>> direction = Math::cis(z.im);
    V re = direction.re * scale * size;  // in this order nothing tiny is rounded before it grows
    V im = direction.im * scale * size;
    const auto endless = (z.im - z.im).v != zero.v;  // an infinite or NaN imaginary part
    const auto vanishes = endless & (z.re.v == (-infinity).v);
    re = select(vanishes, zero, re);
    im = select(vanishes, zero, im);
    re = select(endless & (z.re.v == infinity.v), infinity, re);
    const auto real = z.im.v == zero.v;
    return {select(real, size * scale, re), select(real, z.im, im)};
  }
};

template <class T>
struct FastExp : ExpBody<FastMath, T> {};
template <class T>
struct DeterministicExp : ExpBody<DeterministicMath, T> {};

}  // namespace

void register_exp(Table &table) {
  register_op<Pointwise::exp, FastExp, Unary>(table, kFast);
  register_op<Pointwise::exp, DeterministicExp, Unary>(table, kDeterministic);
}

}  // namespace ct::kernels::CT_ISA
