// pow, hypot, ldexp.
#include "kernels/complex_math.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Integers: modulo 2^width; of a negative exponent only 1 and -1 have a power that is not 0.
template <class T>
struct IntegerPower {
  static constexpr bool kPerElement = true;
  static CT_INLINE T apply(T base, T exponent) {
    if (exponent < 0) return base == 1 ? T(1) : base == T(-1) ? ((exponent & 1) != 0 ? base : T(1)) : T(0);
    using U = Unsigned<T>;
    auto power = static_cast<uint64_t>(static_cast<int64_t>(base));
    auto left = static_cast<U>(exponent);
    uint64_t result = 1;
    while (left != 0) {
      if ((left & 1) != 0) result *= power;
      power *= power;
      left = static_cast<U>(left >> 1);
    }
    return static_cast<T>(result);
  }
};

template <class Math, class T>
struct Pow : IntegerPower<T> {};
template <class Math>
struct Pow<Math, float> {
  static CT_INLINE Vec<float> apply(Vec<float> x, Vec<float> y) { return Math::pow(x, y); }
};
template <class Math>
struct Pow<Math, double> {
  static CT_INLINE Vec<double> apply(Vec<double> x, Vec<double> y) { return Math::pow(x, y); }
};

// e^(w log z); 1 where w is 0, and 0 of a 0 to what has a positive real part.
template <class Math, class R>
struct Pow<Math, Complex<R>> {
  static CT_INLINE Vec<Complex<R>> apply(Vec<Complex<R>> z, Vec<Complex<R>> w) {
    return widened(z, w, [](Vec<Complex<double>> a, Vec<Complex<double>> b) { return in_double(a, b); });
  }

 private:
  static CT_INLINE Vec<Complex<double>> in_double(Vec<Complex<double>> z, Vec<Complex<double>> w) {
    const Vec<double> zero{};
    const Vec<Complex<double>> log = complex_log<Math>(z);
    const Vec<Complex<double>> power = complex_exp<Math>(product(w, log));
    const auto is_one = (w.re.v == zero.v) & (w.im.v == zero.v);
    const auto is_zero = (z.re.v == zero.v) & (z.im.v == zero.v) & (w.re.v > zero.v);
    const Vec<double> re = select(is_one, constant<double>(1), select(is_zero, zero, power.re));
    return {re, select(is_one | is_zero, zero, power.im)};
  }
};

// SLEEF 3.5.1 loses bits of subnormals: small numbers are made larger first.
template <class Math, class T>
struct Hypot {
  static CT_INLINE Vec<T> apply(Vec<T> x, Vec<T> y) {
    const Vec<T> limit = constant<T>(sizeof(T) == 4 ? 0x1p-90 : 0x1p-900);
    const auto is_small = (magnitude(x).v < limit.v) & (magnitude(y).v < limit.v);
    if (!any(is_small)) return Math::hypot(x, y);
    const Vec<T> one = constant<T>(1);
    const Vec<T> scale = select(is_small, constant<T>(sizeof(T) == 4 ? 0x1p80 : 0x1p800), one);
    const Vec<T> back = select(is_small, constant<T>(sizeof(T) == 4 ? 0x1p-80 : 0x1p-800), one);
    return Math::hypot(x * scale, y * scale) * back;
  }
};

// In three steps, as 2^y alone may over- or underflow.
template <class Math, class T>
struct Ldexp {
  static CT_INLINE Vec<T> apply(Vec<T> x, Vec<T> y) {
    const Vec<T> limit = constant<T>(sizeof(T) == 4 ? 372 : 3060);
    const Vec<T> low = select(y.v < (-limit).v, -limit, y);
    const Vec<T> exponent = select(low.v > limit.v, limit, low);
    const Vec<T> round = constant<T>(sizeof(T) == 4 ? 0x1.8p23 : 0x1.8p52);
    const Vec<T> half = select(exponent.v < Vec<T>{}.v, constant<T>(-0.5), constant<T>(0.5));
    const Vec<T> third = (exponent * constant<T>(1.0 / 3) - half) + round - round;  // towards zero
    const Vec<T> step = Math::exp2(third);
    const Vec<T> result = x * step * step * Math::exp2(exponent - third - third);
    return select((y - y).v == Vec<T>{}.v, result, x * Math::exp2(y));
  }
};

template <class Math>
CT_NOINLINE Vec<Complex<double>> complex_ldexp(Vec<Complex<double>> z, Vec<Complex<double>> w) {
  return product(z, complex_exp2<Math>(w));
}
CT_COMPLEX_BODY_OF_TWO(Ldexp, complex_ldexp)

}  // namespace

void register_pow(Table &table) { register_math<Pointwise::pow, Pow, BinaryShared>(table); }
void register_hypot(Table &table) { register_math<Pointwise::hypot, Hypot, BinaryShared>(table); }
void register_ldexp(Table &table) { register_math<Pointwise::ldexp, Ldexp, BinaryShared>(table); }

}  // namespace ct::kernels::CT_ISA
