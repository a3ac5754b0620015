// pow, hypot, ldexp.
#include "kernels/math/complex.inl.h"
#include "kernels/math/fast_inverse.inl.h"
#include "kernels/math/logarithm.inl.h"
#include "kernels/math/register_tables.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Integers wrap. With a negative exponent, only the powers of 1 and -1 are not 0.
template <class T>
struct IntegerPower {
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

// The power of a negative x, from that of |x|: it is negative for odd y, NaN where y is no integer and x is neither 0
// nor infinite, and 1 where x is -1 and y is infinite.
CT_INLINE Vec<float> power_of_negative(Vec<float> x, Vec<float> y, Vec<float> power) {
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

// The power of x, from that of |x|: 1 where x is 1 or y is 0, whatever the other one is.
CT_INLINE Vec<float> signed_power(Vec<float> x, Vec<float> y, Vec<float> power) {
  const Vec<float> zero{};
  const Vec<float> one = constant<float>(1);
  const Vec<float> result = select((x.v == one.v) | (y.v == zero.v), one, power);
  const Vec<float> sign = with_sign_of(x, one);
  return any(sign.v < zero.v) ? select(sign.v < zero.v, power_of_negative(x, y, result), result) : result;
}

// 2^(y log2 |x|) in double, rounded once, with the same bits on every instruction set.
struct PowInDouble {
  static CT_INLINE Vec<float> apply(Vec<float> x, Vec<float> y) {
    return signed_power(x, y, widened([](auto... wide) { return in_double(wide...); }, without_sign(x), y));
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
};

// clang-format off
alignas(64) inline constexpr float kInverse[32] = {
    0x1p0, 0x1.e8p-1, 0x1.d8p-1, 0x1.dp-1, 0x1.cp-1, 0x1.b8p-1, 0x1.a8p-1, 0x1.ap-1, 0x1.98p-1, 0x1.88p-1, 0x1.8p-1,
    0x1.78p-1, 0x1.7p-1, 0x1.68p-1, 0x1.6p-1, 0x1.58p-1, 0x1.5p0, 0x1.48p0, 0x1.48p0, 0x1.4p0, 0x1.38p0, 0x1.3p0,
    0x1.3p0, 0x1.28p0, 0x1.2p0, 0x1.2p0, 0x1.18p0, 0x1.1p0, 0x1.1p0, 0x1.08p0, 0x1.08p0, 0x1p0};
// clang-format on
// The logarithms of 1 / kInverse, plus 1 in the second half, where m below is half of the fraction of x.
inline constexpr auto kLog2 = table_of<32>(0x1p-16L, [](int i) { return i / 16 - exact_log(kInverse[i]) / kLogOf2; });

CT_FORM_OF_FLOAT(Pow, PowInDouble)
// 2^(y log2 |x|) by tables, in floats and what their rounding loses. It takes a quarter of the time, but has other
// bits.
template <class Math>
requires kTabled<Math>
struct Pow<Math, float> {
  static constexpr bool kInTurns = true;
  static CT_INLINE Vec<float> apply(Vec<float> x, Vec<float> y) {
    const Vec<float> power = end(begin(x, y), x, y);
    return __builtin_expect(any_of(are_others(x, y)), 0) ? signed_power(x, y, power) : power;
  }
  static CT_INLINE LaneMask are_others(Vec<float> x, Vec<float> y) { return are_special(y) | are_negative(x); }
  static CT_NOINLINE Vec<float> with_others(Vec<float> power, const char *x, const char *y) {
    return signed_power(Vec<float>::load(x), Vec<float>::load(y), power);
  }
  // log2 |x| is high + low, and `near` is nearly their rounded sum.
  struct Logarithm {
    Vec<float> high, low, near;
  };
  static CT_INLINE Logarithm begin(Vec<float> x, Vec<float>) {
    // |x| = 2^n m, 3/4 <= m < 3/2
    const Vec<float> n = exponent_of(x);
    const Vec<float> m = fraction_near_one(x);
    const Index interval = (Index)m.v >> 18U;
    const Vec<float> r = product_less(m, lookup(kInverse, interval), constant<float>(1));
    const Vec<float> whole = n + lookup(kLog2.first, interval);
    const Vec<float> rest = lookup(kLog2.rest, interval);
    // log2(1 + r) = r (slope + low + small)
    const Vec<float> square = r * r;
    const Vec<float> small = multiply_add(
        multiply_add(multiply_add(constant<float>(-0x1.e089a4p-3), r, constant<float>(0x1.279ab4p-2)), square,
                     multiply_add(constant<float>(-0x1.715562p-2), r, constant<float>(0x1.ec709cp-2))),
        square, multiply_add(constant<float>(-0x1.3c65c6p-27), r, constant<float>(0x1.4ae368p-26)));
    const Vec<float> first = constant<float>(0x1.715476p0);
    const Vec<float> second = constant<float>(-0x1.715476p-1);
    const Vec<float> slope = multiply_add(r, second, first);
    const Vec<float> low = multiply_add(r, second, first - slope);
    const Vec<float> log = multiply_add(r, slope, whole);
    const Vec<float> lost = multiply_add(r, slope, whole - log) + multiply_add(r, low + small, rest);
    return {log, lost, multiply_add(r, small, log + rest)};
  }
  static CT_INLINE Vec<float> end(Logarithm log, Vec<float>, Vec<float> y) {
    // y log2 |x| = nearest + f, where nearest is a multiple of 1/32. If the sum overflows, f is kept small.
    const Vec<float> round = constant<float>(0x1.8p18);
    const Vec<float> shifted = multiply_add(y, log.near, round);
    const Vec<float> nearest = shifted - round;
    const Vec<float> exact = multiply_add(y, log.low, product_less(y, log.high, nearest));
    const Vec<float> f = lesser_size(exact, constant<float>(0x1p-5));
    const Vec<float> power = lookup(kRootPower.first, (Index)shifted.v);
    const Vec<float> result =
        power + multiply_add(power * f, power_slope(f), lookup(kRootPower.rest, (Index)shifted.v));
    return scaled_by(result, nearest);
  }
};

// SLEEF 3.5.1 gives infinity from 1.8e-6 below the largest number on. There the power is computed as the square of a
// root.
template <class Math>
struct Pow<Math, double> {
  static CT_INLINE Vec<double> apply(Vec<double> x, Vec<double> y) {
    const Vec<double> power = Math::pow(x, y);
    // For a smaller |y|, only powers of 0 and infinity are infinite, and half of the smallest y would be 0.
    const auto is_endless =
        (without_sign(power).v == constant<double>(__builtin_inf()).v) & (without_sign(y).v >= constant<double>(0.5).v);
    if (!any(is_endless)) return power;
    const Vec<double> root = Math::pow(without_sign(x), y * constant<double>(0.5));
    const Vec<double> square = select(y.v == constant<double>(1).v, without_sign(x), root * root);
    return select(is_endless, with_sign_of(power, square), power);
  }
};

// e^(w log z); 1 where w is 0, and 0 where z is 0 and w has a positive real part.
template <class Math>
CT_INLINE Vec<Complex<double>> complex_pow(Vec<Complex<double>> z, Vec<Complex<double>> w) {
  const Vec<double> zero{};
  const Vec<Complex<double>> power = complex_exp<Math>(product(w, complex_log<Math>(z)));
  const auto is_one = (w.re.v == zero.v) & (w.im.v == zero.v);
  const auto is_zero = (z.re.v == zero.v) & (z.im.v == zero.v) & (w.re.v > zero.v);
  const Vec<double> re = select(is_one, constant<double>(1), select(is_zero, zero, power.re));
  return {re, select(is_one | is_zero, zero, power.im)};
}
CT_COMPLEX_BODY(Pow, complex_pow<Math>(z, w), X z, X w)

// SLEEF 3.5.1 loses bits of subnormals: small numbers are made larger first.
template <class Math, class T>
struct SleefHypot {
  static CT_INLINE Vec<T> apply(Vec<T> x, Vec<T> y) {
    const Vec<T> limit = constant<T>(sizeof(T) == 4 ? 0x1p-90 : 0x1p-900);
    const auto is_small = (without_sign(x).v < limit.v) & (without_sign(y).v < limit.v);
    if (!any(is_small)) return Math::hypot(x, y);
    const Vec<T> one = constant<T>(1);
    const Vec<T> scale = select(is_small, constant<T>(sizeof(T) == 4 ? 0x1p80 : 0x1p800), one);
    const Vec<T> back = select(is_small, constant<T>(sizeof(T) == 4 ? 0x1p-80 : 0x1p-800), one);
    return Math::hypot(x * scale, y * scale) * back;
  }
};

template <class Math, class T>
struct Hypot : SleefHypot<Math, T> {};
template <class Math>
requires kTabled<Math>
struct Hypot<Math, float> : WithOthers<Hypot<Math, float>> {
  static CT_INLINE Vec<float> of_most(Vec<float> x, Vec<float> y) { return fused_hypot(x, y); }
  static CT_INLINE LaneMask are_others(Vec<float> x, Vec<float> y) { return are_extreme(x, y); }
  static CT_INLINE Vec<float> of_others(Vec<float> x, Vec<float> y) { return SleefHypot<Math, float>::apply(x, y); }
};

// x is scaled in three steps, because 2^y alone may over- or underflow.
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

CT_COMPLEX_BODY(Ldexp, product(z, complex_exp2<Math>(w)), X z, X w)

}  // namespace

CT_REGISTER_OP(pow, Pow)
CT_REGISTER_OP(hypot, Hypot)
CT_REGISTER_OP(ldexp, Ldexp)

}  // namespace ct::kernels::CT_ISA
