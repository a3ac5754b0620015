// div, reciprocal, addcdiv, floor_divide, div_trunc, remainder, fmod.
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

template <class T>
CT_INLINE T sign_of(T magnitude, T sign) {
  if constexpr (sizeof(T) == 4) {
    return __builtin_copysignf(magnitude, sign);
  } else {
    return __builtin_copysign(magnitude, sign);
  }
}

// PyTorch's definition, step by step in T: from the exact remainder to the quotient, then the floor, with a correction
// for a quotient that rounding left just below an integer.
template <class T>
CT_INLINE T floor_quotient(T a, T b, T remainder, T plain) {
  T quotient = (a - remainder) / b;
  quotient = ((remainder != 0) & ((b < 0) != (remainder < 0))) ? quotient - 1 : quotient;
  T whole;
  if constexpr (sizeof(T) == 4) {  // below 2^28 here
    whole = static_cast<float>(static_cast<int32_t>(quotient));
    whole = whole > quotient ? whole - 1 : whole;
  } else {
    whole = __builtin_floor(quotient);
  }
  whole = quotient - whole > T(0.5) ? whole + 1 : whole;
  return quotient != 0 ? whole : sign_of(T(0), plain);
}

// A double tells a quotient of floats below 2^28 from the integers next to it, and holds the product of these with b,
// so the remainder is exact. From 2^28 on, the remainder is lost in a's last bit.
struct DoubleQuotient {
  bool small;
  double whole, left;
};
CT_INLINE DoubleQuotient quotient_in_double(float a, float b) {
  const double ratio = static_cast<double>(a) / static_cast<double>(b);
  const bool small = (ratio > -0x1p28) & (ratio < 0x1p28);
  const double whole = static_cast<double>(static_cast<int32_t>(small ? ratio : 0.0));
  return {small, whole, static_cast<double>(a) - whole * static_cast<double>(b)};
}

template <>
struct FloorDivide<float> {
  static CT_INLINE float apply(float a, float b) {
    const float plain = a / b;
    const auto [small, whole, exact] = quotient_in_double(a, b);
    const float remainder = whole == 0 ? a : static_cast<float>(exact);  // b may be infinite
    const float infinite = (a - a) + plain;                              // NaN for an infinite a
    const float large = b == 0 ? plain : infinite;
    return small ? floor_quotient(a, b, remainder, plain) : large;
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

template <>
struct FloorDivide<double> {
  static CT_INLINE double apply(double a, double b) {
    const double plain = a / b;
    return b == 0 ? plain : floor_quotient(a, b, float_remainder(a, b), plain);
  }
};

// C's remainders, which are exact. For doubles, a fused product corrects the quotient by one step. The result is false
// for large quotients, zero divisors, infinities and NaN: those are left to libm.
CT_INLINE bool quick_fmod(float a, float b, float *rest) {
  const auto [small, whole, exact] = quotient_in_double(a, b);
  *rest = whole == 0 ? a : __builtin_copysignf(static_cast<float>(exact), a);  // b may be infinite
  return small;
}
CT_INLINE bool quick_fmod(double a, double b, double *rest) {
  if constexpr (!kHasFma) return false;
  const double ratio = a / b;
  const bool small = (ratio > -0x1p51) & (ratio < 0x1p51);
  const double size = __builtin_fabs(small ? ratio : 0.0);
  const double near = (size + 0x1p52) - 0x1p52;
  const double whole = __builtin_copysign(near > size ? near - 1 : near, ratio);
  const double exact = __builtin_fma(-whole, b, a);
  const bool beyond = (exact != 0) & ((exact < 0) != (a < 0));
  const double corrected = beyond ? exact + __builtin_copysign(b, a) : exact;
  *rest = whole == 0 ? a : __builtin_copysign(corrected, a);  // b may be infinite
  return small;
}

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

// Computes a register at once, and then, one by one, the lanes that quick_fmod() leaves.
template <class T, bool of_divisor>
CT_INLINE Vec<T> float_rest(Vec<T> a, Vec<T> b) {
  constexpr int kLanes = Vec<T>::kLanes;
  alignas(kVecBytes) T x[kLanes];
  alignas(kVecBytes) T y[kLanes];
  alignas(kVecBytes) T rest[kLanes];
  a.store(reinterpret_cast<char *>(x));
  b.store(reinterpret_cast<char *>(y));
  int quick = 0;
  CT_INDEPENDENT
  for (int i = 0; i < kLanes; ++i) {
    quick += quick_fmod(x[i], y[i], &rest[i]);
  }
  if (quick != kLanes) {
    CT_ROLLED
    for (int i = 0; i < kLanes; ++i) {
      T unused;
      if (quick_fmod(x[i], y[i], &unused)) continue;
      rest[i] = float_remainder(x[i], y[i]);
    }
  }
  const Vec<T> result = Vec<T>::load(reinterpret_cast<const char *>(rest));
  if constexpr (!of_divisor) return result;
  const Vec<T> zero{};
  return select((result.v != zero.v) & ((result.v < zero.v) != (b.v < zero.v)), result + b, result);
}
template <class T>
requires kIsFloat<T>
struct Fmod<T> {
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) { return float_rest<T, false>(a, b); }
};
template <class T>
requires kIsFloat<T>
struct Remainder<T> {
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) { return float_rest<T, true>(a, b); }
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
CT_REGISTER_OP(reciprocal, Reciprocal)
CT_REGISTER_OP(floor_divide, FloorDivide, BesideFloat32)
CT_REGISTER_OP(div_trunc, DivTrunc, BesideFloat32)
CT_REGISTER_OP(remainder, Remainder)
CT_REGISTER_OP(fmod, Fmod)

}  // namespace ct::kernels::CT_ISA
