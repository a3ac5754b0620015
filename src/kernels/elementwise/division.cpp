// div, reciprocal, addcdiv, floor_divide, div_trunc, remainder, fmod.
#include "kernels/math/nearest.inl.h"
#include "kernels/math/policy.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
struct Div {
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) { return a / b; }
};

// The complex quotient in doubles, where one part of it, or a sum on the way, overflows and the other part may not. The
// divisor is scaled to near 1, and the result is scaled back. A ratio of 0 keeps an infinite part of a away from the
// other part of the result.
CT_NOINLINE Complex<double> careful_quotient(Complex<double> a, Complex<double> b) {
  const bool re_leads = __builtin_fabs(b.re) >= __builtin_fabs(b.im);
  const double larger = re_leads ? b.re : b.im;
  const int exponent = larger == 0 ? 0 : __builtin_ilogb(larger);
  const double lead = __builtin_scalbn(larger, -exponent);
  const double ratio = (re_leads ? b.im : b.re) / larger;
  const double divisor = (1 + ratio * ratio) * lead;
  const double scale = ratio == 0 ? 1 : 0.25;  // so that no sum overflows
  const double re = a.re * scale;
  const double im = a.im * scale;
  const double re_term = ratio == 0 ? 0 : re * ratio;
  const double im_term = ratio == 0 ? 0 : im * ratio;
  const double quotient_re = (re_leads ? re + im_term : re_term + im) / divisor;
  const double quotient_im = (re_leads ? im - re_term : im_term - re) / divisor;
  const int back = (ratio == 0 ? 0 : 2) - exponent;
  return {__builtin_scalbn(quotient_re, back), __builtin_scalbn(quotient_im, back)};
}

// All parts are divided by the larger part of the divisor first, because its square may overflow or vanish where the
// quotient does not. x / (c + 0i) is exact. With a zero divisor each part of the result is infinite or NaN by itself.
template <class R>
struct Div<Complex<R>> {
  static CT_INLINE Vec<Complex<R>> apply(Vec<Complex<R>> a, Vec<Complex<R>> b) {
    const Vec<R> zero{};
    const Vec<R> re_size = without_sign(b.re);
    const Vec<R> im_size = without_sign(b.im);
    const auto re_leads = re_size.v >= im_size.v;
    const auto by_zero = ((re_size.v == zero.v) & (im_size.v == zero.v));
    const Vec<R> larger = select(re_leads, b.re, b.im);
    const Vec<R> ratio = select(re_leads, b.im, b.re) / larger;
    const Vec<R> divisor = Vec<R>::splat(R(1)) + ratio * ratio;
    const Vec<R> re = a.re / larger;
    const Vec<R> im = a.im / larger;
    const Vec<R> quotient_re = select(re_leads, re + im * ratio, re * ratio + im) / divisor;
    const Vec<R> quotient_im = select(re_leads, im - re * ratio, im * ratio - re) / divisor;
    Vec<Complex<R>> result{select(by_zero, a.re / re_size, quotient_re), select(by_zero, a.im / im_size, quotient_im)};
    const Vec<R> infinity = Vec<R>::splat(static_cast<R>(__builtin_inff()));
    const auto overflows = ((without_sign(re).v == infinity.v) | (without_sign(im).v == infinity.v) |
                            (without_sign(quotient_re).v == infinity.v) | (without_sign(quotient_im).v == infinity.v)) &
                           ~by_zero;
    if (any(overflows)) {
      CT_ROLLED
      for (int i = 0; i < Vec<R>::kLanes; ++i) {
        if (!overflows[i]) continue;
        const Complex<double> quotient = careful_quotient({a.re.v[i], a.im.v[i]}, {b.re.v[i], b.im.v[i]});
        result.re.v[i] = static_cast<R>(quotient.re);
        result.im.v[i] = static_cast<R>(quotient.im);
      }
    }
    return result;
  }
};

template <class T>
struct Reciprocal {
  static CT_INLINE Vec<T> apply(Vec<T> a) {
    if constexpr (kIsComplex<T>) {
      return Div<T>::apply({Vec<Real<T>>::splat(Real<T>(1)), Vec<Real<T>>{}}, a);
    } else {
      return Vec<T>::splat(T(1)) / a;
    }
  }
};

// Rounds toward minus infinity. A zero divisor is refused before a kernel runs; if one gets here it must not trap.
template <class T>
struct FloorDivide {
  static CT_INLINE T apply(T a, T b) {
    if (b == 0) return 0;
    if constexpr (T(-1) < T(0)) {
      if (b == T(-1)) return static_cast<T>(-a);  // the smallest value wraps where idiv would trap
      const T quotient = static_cast<T>(a / b);
      return static_cast<T>(quotient - (a % b != 0 && (a < 0) != (b < 0)));
    } else {
      return static_cast<T>(a / b);
    }
  }
};

// These are functions of their own, because Clang would otherwise compute fmod before it asks whether fmod is needed.
CT_NOINLINE float libm_fmod(float a, float b) { return __builtin_fmodf(a, b); }
CT_NOINLINE double libm_fmod(double a, double b) { return __builtin_fmod(a, b); }

// libm would set errno where the result is NaN and no input is.
template <class T>
CT_INLINE T float_remainder(T a, T b) {
  const bool is_first_nan = (b == 0 && a == a) || (__builtin_isinf(a) && b == b);
  return is_first_nan ? (a * b) / (a * b) : libm_fmod(a, b);
}

// C's remainders, which are exact, of the lanes where `holds` is 1, and not 0: large quotients, zero divisors,
// infinities and NaN are left to others.
template <class T>
struct Rest {
  Vec<T> rest, holds;

  CT_INLINE bool hold_all() const { return !any(holds.v == Vec<T>{}.v); }
};
// The rounded quotient is either right, or too large by a bit that makes it whole; then the remainder is negative, and
// short by one divisor. The product with the divisor is exact in a fused operation, and for floats below 2^28 in
// doubles.
template <bool of_floats>
CT_INLINE Rest<double> quick_rest_of(Vec<double> a, Vec<double> b) {
  using V = Vec<double>;
  const V zero{}, one = V::splat(1);
  if constexpr (!kHasFma && !of_floats) return {zero, zero};
  const V dividend = without_sign(a), divisor = without_sign(b), ratio = dividend / divisor;
  const auto is_small = ratio.v < V::splat(kHasFma ? 0x1p51 : 0x1p28).v;
  const V size = select(is_small, ratio, zero), near = nearest(size);
  const V whole = select(near.v > size.v, near - one, near);
  V left;
  if constexpr (kHasFma) {
    left = less_product(dividend, whole, divisor);
  } else {
    left = dividend - whole * divisor;
  }
  const V corrected = select(left.v < zero.v, left + divisor, left);
  const V rest = select(whole.v == zero.v, dividend, corrected);  // the divisor may be infinite
  return {with_sign_of(a, rest), select(is_small, one, zero)};
}
CT_INLINE Rest<double> quick_rest(Vec<double> a, Vec<double> b) { return quick_rest_of<false>(a, b); }
CT_INLINE Rest<float> quick_rest(Vec<float> a, Vec<float> b) {
  const Doubles x = to_doubles(a), y = to_doubles(b);
  const Rest<double> low = quick_rest_of<true>(x.low, y.low), high = quick_rest_of<true>(x.high, y.high);
  return {to_floats(Doubles{low.rest, high.rest}), to_floats(Doubles{low.holds, high.holds})};
}

// Computes lanes one by one where quick ones do not hold.
template <class T, class F>
CT_INLINE Vec<T> with_others(Rest<T> quick, Vec<T> result, Vec<T> a, Vec<T> b, F f) {
  if (quick.hold_all()) return result;
  CT_ROLLED
  for (int i = 0; i < Vec<T>::kLanes; ++i) {
    if (quick.holds.v[i] == 0) result.v[i] = f(a.v[i], b.v[i]);
  }
  return result;
}

// PyTorch's definition, step by step in T: from the exact remainder to the quotient, then the floor, with a correction
// for a quotient that rounding left just below an integer.
template <class T>
CT_INLINE Vec<T> floor_quotient(Vec<T> a, Vec<T> b, Vec<T> rest, Vec<T> plain) {
  const Vec<T> zero{}, one = Vec<T>::splat(1), exact = (a - rest) / b;
  const auto goes_down = (rest.v != zero.v) & ((b.v < zero.v) != (rest.v < zero.v));
  const Vec<T> quotient = select(goes_down, exact - one, exact), near = nearest(quotient);
  const Vec<T> floor = select(near.v > quotient.v, near - one, near);
  const Vec<T> whole = select((quotient - floor).v > Vec<T>::splat(T(0.5)).v, floor + one, floor);
  return select(quotient.v != zero.v, whole, with_sign_of(plain, zero));
}
template <class T>
CT_NOINLINE T careful_floor_quotient(T a, T b) {
  const T plain = a / b;
  if (b == 0) return plain;
  const Vec<T> result =
      floor_quotient(Vec<T>::splat(a), Vec<T>::splat(b), Vec<T>::splat(float_remainder(a, b)), Vec<T>::splat(plain));
  return result.v[0];
}
template <class T>
requires kIsFloat<T>
struct FloorDivide<T> {
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) {
    const Rest<T> quick = quick_rest(a, b);
    const Vec<T> plain = a / b, result = floor_quotient(a, b, quick.rest, plain);
    if constexpr (sizeof(T) == 4) {
      // The remainder is lost in a's last bit. An infinite a gives NaN.
      const Vec<T> zero{}, large = select(b.v == zero.v, plain, (a - a) + plain);
      return select(quick.holds.v != zero.v, result, large);
    } else {
      return with_others(quick, result, a, b, careful_floor_quotient<T>);
    }
  }
};

// The result has the sign of a, as in C.
template <class T>
struct Fmod {
  static CT_INLINE T apply(T a, T b) {
    if (b == 0) return 0;
    if constexpr (T(-1) < T(0)) {
      if (b == T(-1)) return 0;  // the smallest value would trap
    }
    return static_cast<T>(a % b);
  }
};

// The result has the sign of b, as in Python.
template <class T>
struct Remainder {
  static CT_INLINE T apply(T a, T b) {
    const T rest = Fmod<T>::apply(a, b);
    return ((rest != 0) & ((rest < 0) != (b < 0))) ? static_cast<T>(rest + b) : rest;
  }
};

template <class T>
requires kIsFloat<T>
struct Fmod<T> {
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) {
    const Rest<T> quick = quick_rest(a, b);
    return with_others(quick, quick.rest, a, b, float_remainder<T>);
  }
};
template <class T>
requires kIsFloat<T>
struct Remainder<T> {
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) {
    const Vec<T> zero{}, rest = Fmod<T>::apply(a, b);
    return select((rest.v != zero.v) & ((rest.v < zero.v) != (b.v < zero.v)), rest + b, rest);
  }
};

// Rounds toward zero.
template <class T>
struct DivTrunc {
  static CT_INLINE T apply(T a, T b) {
    if constexpr (kSame<T, float>) {
      return __builtin_truncf(a / b);
    } else if constexpr (kSame<T, double>) {
      return __builtin_trunc(a / b);
    } else {
      if (b == 0) return 0;
      if constexpr (T(-1) < T(0)) {
        if (b == T(-1)) return static_cast<T>(-a);
      }
      return static_cast<T>(a / b);
    }
  }
};

}  // namespace

CT_OP(addcdiv, AddCDiv, t + Div<T>::apply(value * a, b), X t, X a, X b, X value)
CT_REGISTER_OP(div, Div, BesideFloat32)
CT_REGISTER_OP(reciprocal, Reciprocal, Brief)
CT_REGISTER_OP(floor_divide, FloorDivide, BesideFloat32)
CT_REGISTER_OP(div_trunc, DivTrunc, BesideFloat32)
CT_REGISTER_OP(remainder, Remainder)
CT_REGISTER_OP(fmod, Fmod)

}  // namespace ct::kernels::CT_ISA
