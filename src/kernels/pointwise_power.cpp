// pow, hypot, ldexp.
#include "kernels/complex_math.inl.h"
#include "kernels/logarithm.inl.h"

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
// 2^x within 2^-29, |x| <= 1/2.
inline constexpr double kPowerOfTwo[] = {0x1.41d313d5dbf4fp-13, 0x1.5f4569ed09c4cp-10, 0x1.3b2dbbf2b7451p-7,
                                         0x1.c6aed4bb44817p-5,  0x1.ebfbdadc66767p-3,  0x1.62e430c7e6cdap-1,
                                         0x1.0000000261693p+0};

// 2^(y log2 |x|) in double, rounded once. The same bits in both modes.
template <class Math>
struct Pow<Math, float> {
  static constexpr bool kOneForm = true;

  static CT_INLINE Vec<float> apply(Vec<float> x, Vec<float> y) {
    const Vec<float> zero{};
    const Vec<float> one = constant<float>(1);
    const Vec<float> power = widened(without_sign(x), y, [](Vec<double> a, Vec<double> b) { return in_double(a, b); });
    const Vec<float> result = select((x.v == one.v) | (y.v == zero.v), one, power);
    const Vec<float> sign = with_sign_of(x, one);
    return any(sign.v < zero.v) ? select(sign.v < zero.v, of_negative(x, y, result), result) : result;
  }

 private:
  static CT_INLINE Vec<double> in_double(Vec<double> x, Vec<double> y) {
    const Vec<double> limit = constant<double>(160);  // 2^limit is infinite in float, and 2^-limit is 0
    const Vec<double> log = y * log2_of_float(x);
    const Vec<double> low = select(log.v < (-limit).v, -limit, log);
    const Vec<double> bounded = select(low.v > limit.v, limit, low);
    const Vec<double> round = constant<double>(0x1.8p52);
    const Vec<double> shifted = bounded + round;  // its last bits are an integer
    const Vec<double> power = polynomial(kPowerOfTwo, bounded - (shifted - round));
    using Bits = Vec<uint64_t>::Native;
    return {(Vec<double>::Native)((Bits)power.v + ((Bits)shifted.v << 52U))};
  }

  // Of a negative x, from the power of |x|: negative for odd y, NaN where y is no integer and x is neither 0 nor
  // infinite, and 1 of -1 to what is infinite.
  static CT_INLINE Vec<float> of_negative(Vec<float> x, Vec<float> y, Vec<float> power) {
    const Vec<float> zero{};
    const Vec<float> endless = constant<float>(__builtin_inf());
    const Vec<float> round = constant<float>(0x1p23);
    const Vec<float> size = without_sign(y);
    const Vec<float> shifted = size + round;  // its last bit is that of an integer below 2^23
    const auto is_large = size.v >= round.v;
    const auto is_integer = is_large | ((shifted - round).v == size.v);
    const Vec<float> last = select(is_large, size, shifted);
    using Bits = Vec<uint32_t>::Native;
    const Vec<float> odd{(Vec<float>::Native)(((Bits)last.v & 1U) << 31U)};
    const Vec<float> negated = with_sign_of(odd, power);
    const Vec<float> result = select(is_integer & (size.v < (round + round).v), negated, power);
    const Vec<float> whole = select((x.v == constant<float>(-1).v) & (size.v == endless.v), constant<float>(1), result);
    return select((x.v < zero.v) & (x.v > (-endless).v) & ~is_integer, endless - endless, whole);
  }
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
