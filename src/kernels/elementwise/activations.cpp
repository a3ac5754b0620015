// sigmoid, logit, and activations: leaky_relu, elu, softplus, silu, mish, gelu.
#include "kernels/math/complex.inl.h"
#include "kernels/math/exponential.inl.h"
#include "kernels/math/fast_inverse.inl.h"
#include "kernels/math/fast_normal_tail.inl.h"
#include "kernels/math/fast_power.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Below this, e^x is subnormal or 0 where x e^x need not be. So it is computed 2^kBias times as large.
template <class T>
inline constexpr double kTiny = sizeof(T) == 4 ? -80 : -700;
template <class T>
inline constexpr double kVanishing = sizeof(T) == 4 ? -120 : -800;  // from here on it is 0
template <class T>
inline constexpr double kBias = sizeof(T) == 4 ? 64 : 200;
template <class T>
inline constexpr double kUnbias = sizeof(T) == 4 ? 0x1p-64 : 0x1p-200;

// Returns e^-(t + rest), or e^(t + rest) * 2^kBias where t is less than kTiny.
template <class T>
CT_INLINE Parts<T> bounded_power(Vec<T> t, Vec<T> rest, decltype(t.v < t.v) is_tiny) {
  const Vec<T> exponent = select(is_tiny, t, -t);
  const Vec<T> bound = select(is_tiny, constant<T>(kVanishing<T>), constant<T>(kTiny<T>));
  return power_of_e(select(exponent.v < bound.v, bound, exponent), select(is_tiny, rest, -rest),
                    select(is_tiny, constant<T>(kBias<T>), Vec<T>{}));
}
template <class T>
CT_INLINE Vec<T> times_tiny(Vec<T> x, Vec<T> t, Parts<T> power) {
  const Vec<T> product = x * power.high + x * power.low;
  return select(t.v < constant<T>(kVanishing<T>).v, x * Vec<T>{}, product * constant<T>(kUnbias<T>));
}

// Returns x / (1 + e^-(t + rest)), where rest is small beside t.
template <class T>
CT_INLINE Vec<T> times_logistic(Vec<T> x, Vec<T> t, Vec<T> rest) {
  const auto is_tiny = t.v < constant<T>(kTiny<T>).v;
  const Parts<T> power = bounded_power(t, rest, is_tiny);
  const Vec<T> one = constant<T>(1);
  const Vec<T> sum = one + power.high;
  const Vec<T> result = divided(x, sum, lost_in_sum(one, power.high, sum) + power.low);
  return any(is_tiny) ? select(is_tiny, times_tiny(x, t, power), result) : result;
}

template <class T, bool times_x>
struct Logistic {
  static constexpr bool kOneForm = !kHasRegisterTables || sizeof(T) != 4;
  static CT_INLINE Vec<T> apply(Vec<T> x) { return times_logistic(times_x ? x : constant<T>(1), x, Vec<T>{}); }
};
template <class Math, class T>
struct Sigmoid : Logistic<T, false> {};
CT_FAST_FORM(Sigmoid, TableLogistic<false>)

// This is 1 / (1 + e^-z), or e^z / (1 + e^z) in the left half plane, so that neither power overflows.
template <class Math>
CT_NOINLINE Vec<Complex<double>> complex_sigmoid(Vec<Complex<double>> z) {
  const Vec<double> one = constant<double>(1);
  const Vec<double> zero{};
  const auto left = z.re.v < zero.v;
  const Vec<Complex<double>> power =
      complex_exp<Math>(Vec<Complex<double>>{-without_sign(z.re), select(left, z.im, -z.im)});
  const Vec<double> re = one + power.re;
  const Vec<double> square = re * re + power.im * power.im;
  const Vec<Complex<double>> top = select(left, power, Vec<Complex<double>>{one, zero});
  return {(top.re * re + top.im * power.im) / square, (top.im * re - top.re * power.im) / square};
}
CT_COMPLEX_BODY(Sigmoid, complex_sigmoid<Math>(z), X z)

// Limits t to [eps, 1 - eps], unless eps is negative or NaN.
template <class T>
CT_INLINE Vec<T> bounded_by(Vec<T> t, Vec<T> eps) {
  const Vec<T> one = constant<T>(1);
  const Vec<T> bounded = select(t.v < eps.v, eps, select(t.v > (one - eps).v, one - eps, t));
  return select(eps.v >= Vec<T>{}.v, bounded, t);
}
template <class Math, class T>
struct Logit {
  static CT_INLINE Vec<T> apply(Vec<T> t, Vec<T> eps) {
    const Vec<T> x = bounded_by(t, eps);
    const auto is_small = x.v < constant<T>(0.25).v;
    const Vec<T> half = Math::atanh(x + x - constant<T>(1));
    const Vec<T> result = half + half;
    return any(is_small) ? select(is_small, Math::log(x / (constant<T>(1) - x)), result) : result;
  }
};
template <class Math>
requires kTabled<Math>
struct Logit<Math, float> : InParts<Logit<Math, float>> {
  static CT_INLINE Argument begin(Vec<float> t, Vec<float> eps) { return begin_logit(bounded_by(t, eps)); }
  static CT_INLINE Vec<float> end(Argument of, Vec<float>, Vec<float>) { return end_logit(of); }
};

template <class Math, class T>
struct Silu : Logistic<T, true> {};
CT_FAST_FORM(Silu, TableLogistic<true>)

CT_COMPLEX_BODY(Silu, product(z, complex_sigmoid<Math>(z)), X z)

// x tanh(log(1 + e^x)) is x / (p + 1/2 + 1/2 / (1 + 2 p)) with p = e^-x.
template <class Math, class T>
struct Mish {
  static constexpr bool kOneForm = true;

  static CT_INLINE Vec<T> apply(Vec<T> x) {
    return widened([](Vec<double> wide) { return in_double(wide); }, x);
  }

 private:
  static CT_INLINE Vec<double> in_double(Vec<double> x) {
    const auto is_tiny = x.v < constant<double>(kTiny<double>).v;
    const Parts<double> power = bounded_power(x, Vec<double>{}, is_tiny);
    const Vec<double> half = constant<double>(0.5);
    const Vec<double> part = half / (constant<double>(1) + (power.high + power.high));
    const Vec<double> parts = half + part;
    const Vec<double> sum = power.high + parts;
    const Vec<double> lost = lost_in_sum(half, part, parts) + lost_in_sum(power.high, parts, sum) + power.low;
    const Vec<double> result = divided(x, sum, lost);
    return any(is_tiny) ? select(is_tiny, times_tiny(x, x, power), result) : result;
  }
};

// For 0 <= a < kNearZero, a e^(a^2 / 2) times the normal distribution function at -a is a / 2 * (1 + the first of these
// polynomials in a). Beyond, it is (1 + the second in (a - 1.5) / (a + 3.046875)) / 4. For |x| < 0.8, the third is
// (e^(-x / 2) - 1) / x.
inline constexpr double kNearTail[] = {
    0, -0x1.b40222p-9, 0x1.1806d0p-6, -0x1.a4935ep-5, 0x1.fdda18p-4, -0x1.1042e8p-2, 0x1.fffe68p-2, -0x1.98844ep-1, 0};
inline constexpr double kFarTail[] = {-0x1.698e2cp-6, 0x1.34e09ap-5,  0x1.0c2638p-4, -0x1.21aea0p-3, -0x1.32b2dcp-2,
                                      0x1.42e730p+0,  -0x1.d20886p+0, 0x1.47a8fcp+0, 0x1.e0a202p-3};
inline constexpr double kHalfPower[] = {0x1.5fd0d6p-16, -0x1.124912p-12, 0x1.5565dep-9,
                                        -0x1.555478p-6, 0x1.ffffeep-4,   -0.5};

// Returns a times the normal distribution function at -a, for a >= 0 or NaN. `first` is exact, and the other factor is
// 1 plus something small. a^2 is taken in two parts, the first of which is exact as well.
CT_INLINE Vec<float> tail_of_gelu(Vec<float> a) {
  constexpr double kNearZero = 0.625;
  constexpr float kNothing = 14.5;  // from here on it is 0
  constexpr double kBias = 0x1p64;  // the product is this many times as large, so that it is a normal number
  const Vec<float> bounded = at_most(a, kNothing);
  const auto is_far = bounded.v >= constant<float>(kNearZero).v;
  const Vec<float> ratio = (bounded - constant<float>(1.5)) / (bounded + constant<float>(3.046875));
  const Vec<float> t = select(is_far, ratio, bounded);
  Vec<float> factor = select(is_far, constant<float>(kFarTail[0]), constant<float>(kNearTail[0]));
  CT_UNROLL(8)
  for (int i = 1; i < 9; ++i) {
    factor = factor * t + select(is_far, constant<float>(kFarTail[i]), constant<float>(kNearTail[i]));
  }

  const Vec<float> top{(Vec<float>::Native)((Vec<uint32_t>::Native)bounded.v & 0xfffff000U)};
  const Vec<float> square = top * top;
  const Vec<float> round = constant<float>(kRoundToInteger<float>);
  const Vec<float> exponent = square * constant<float>(-0.7213475204444817) + round;
  const Vec<float> n = exponent - round;
  const Vec<float> near = square + n * constant<float>(0x1.62e4p+0);  // 2 log 2 in two parts, as in reduced()
  const Vec<float> r = near + ((bounded - top) * (bounded + top) + n * constant<float>(0x1.7f7d1cp-19));
  const Vec<float> power = r * polynomial(kHalfPower, r);

  const Vec<float> first = select(is_far, constant<float>(kBias / 4), bounded * constant<float>(kBias / 2));
  const Vec<float> product = first + first * (factor + (power + factor * power));
  using Bits = Vec<int32_t>::Native;
  const Vec<float> scaled{(Vec<float>::Native)((Bits)product.v + ((Bits)exponent.v << 23))};
  return scaled * constant<float>(1 / kBias);
}

// The normal distribution function of x is 1/2 + x times this polynomial in x^2, |x| < 1/2.
inline constexpr double kMiddleOfNormal[] = {0x1.277e043e17a25p-29,  -0x1.61a431f980931p-25, 0x1.658824dff0d7ap-21,
                                             -0x1.3ce8f6145e2a5p-17, 0x1.e42b0d4525217p-14,  -0x1.37403f6b96fdp-10,
                                             0x1.46d042976915cp-7,   -0x1.1058377e2ceep-4,   0x1.9884533d43651p-2};

// This is x times the normal distribution function of x. In double, away from 0, it is made from |x| erfc(|x| /
// sqrt(2)) / 2.
template <class Math, class T>
struct Gelu {
  // A small error of erfc's argument becomes a large error of a small result. So that error is computed, and the result
  // is corrected by it.
  static CT_INLINE Vec<double> apply(Vec<double> x) {
    const Vec<double> limit = constant<double>(37);
    const Vec<double> size = without_sign(x);
    const Vec<double> bounded = select(size.v > limit.v, limit, size);
    const Sum z = multiply_exactly(bounded, constant<double>(0x1.6a09e667f3bcdp-1));
    const Vec<double> rest = z.low - bounded * constant<double>(0x1.bdd3413b26456p-55);
    const Vec<double> slope = z.high + z.high + constant<double>(1) / (z.high + constant<double>(1));  // of -log erfc
    const Sum half = multiply_exactly(bounded * constant<double>(0.5), Math::erfc(z.high));
    const Vec<double> off = half.high + (half.low - half.high * (rest * slope));
    const auto is_far = x.v < (-limit).v;
    const Vec<double> result =
        select(size.v < constant<double>(0.5).v, middle(x), select(x.v < Vec<double>{}.v, -off, x - off));
    return any(is_far) ? select(is_far, tail(x), result) : result;
  }

 private:
  static CT_INLINE Vec<double> middle(Vec<double> x) {
    return x * (constant<double>(0.5) + x * polynomial(kMiddleOfNormal, x * x));
  }

  // -e^(-x^2 / 2) / sqrt(2 pi) (1 - 1 / x^2 + 3 / x^4 - …). The power is computed 2^kBias times as large, as in
  // times_logistic().
  static CT_INLINE Vec<double> tail(Vec<double> x) {
    constexpr double kFactor = 0x1.9884533d43651p-2 * kUnbias<double>;  // 1 / sqrt(2 pi), and the bias taken off
    const Vec<double> limit = constant<double>(-40);
    const Vec<double> bounded = select(x.v < limit.v, limit, x);
    const Vec<double> half = constant<double>(-0.5);
    const Sum square = multiply_exactly(bounded, bounded);
    const Vec<double> a = constant<double>(-1) / square.high;
    constexpr double kSeries[] = {10395, 945, 105, 15, 3, 1};
    const Vec<double> series = polynomial(kSeries, a) * a;
    const Parts<double> power = power_of_e(square.high * half, square.low * half, constant<double>(kBias<double>));
    const Vec<double> result = (power.high + (power.high * series + power.low)) * constant<double>(-kFactor);
    return select((x - x).v == Vec<double>{}.v, result, x * Vec<double>{});  // NaN for -infinity, as in PyTorch
  }
};

// The result for -infinity is NaN, as in PyTorch.
CT_INLINE Vec<float> gelu_of(Vec<float> x, Vec<float> tail) {
  return select(x.v < Vec<float>{}.v, x * Vec<float>{}, x) - tail;
}
struct GeluByParts {
  static CT_INLINE Vec<float> apply(Vec<float> x) { return gelu_of(x, tail_of_gelu(without_sign(x))); }
};

CT_FORM_OF_FLOAT(Gelu, GeluByParts)
// This form takes half of the time, but has other bits.
template <class Math>
requires kTabled<Math>
struct Gelu<Math, float> : InParts<Gelu<Math, float>> {
  static CT_INLINE NormalLog begin(Vec<float> x) {
    return NormalLog(bounded_size(x), [](Vec<float>, Vec<float> last) { return last; });
  }
  static CT_INLINE Vec<float> end(NormalLog log, Vec<float> x) {
    const Vec<float> bounded = bounded_size(x);
    const NormalTail normal(log);
    const Vec<float> product = bounded * normal.power;
    const Vec<float> lost = product_less(bounded, normal.power, product);
    const Vec<float> result = product + multiply_add(bounded, normal.rest, lost);
    return gelu_of(x, scaled_by(result, normal.twos));
  }

 private:
  static CT_INLINE Vec<float> bounded_size(Vec<float> x) {
    constexpr float kNothing = 14.5F;  // from here on it is 0
    return at_most(without_sign(x), kNothing);
  }
};

// x / (1 + e^-2u), u = sqrt(2 / pi) (x + 0.044715 x^3): that is x (1 + tanh(u)) / 2. For double, u is kept as an
// unrounded sum.
template <class Math, class T>
struct GeluTanh {
  static CT_INLINE Vec<float> apply(Vec<float> x) {
    const auto in_double = [](Vec<double> wide) {
      const Vec<double> cube = constant<double>(0x1.9884533d43651p+0 * 0.044715) * wide * wide;
      return wide / (constant<double>(1) + Math::exp(-wide * (constant<double>(0x1.9884533d43651p+0) + cube)));
    };
    return widened(in_double, x);
  }
  static CT_INLINE Vec<double> apply(Vec<double> x) {
    const Vec<double> limit = constant<double>(40);  // past this e^-|2u| is 0
    const Vec<double> low = select(x.v < (-limit).v, -limit, x);
    const Vec<double> bounded = select(low.v > limit.v, limit, low);
    const Sum square = multiply_exactly(bounded, bounded);
    Sum term = multiply_exactly(square.high, constant<double>(0.044715));
    term.low =
        term.low + square.high * constant<double>(0x1.441355475a31ap-59) + square.low * constant<double>(0.044715);
    Sum factor = add_exactly(term.high, constant<double>(1));
    factor.low = factor.low + term.low;
    Sum inner = multiply_exactly(factor.high, bounded);
    inner.low = inner.low + factor.low * bounded;
    Sum u = multiply_exactly(inner.high, constant<double>(0x1.9884533d43651p+0));
    u.low = u.low + inner.high * constant<double>(-0x1.cbc0d30ebfd15p-54) +
            inner.low * constant<double>(0x1.9884533d43651p+0);
    return times_logistic(x, u.high, u.low);
  }
};

template <class Math, class T>
struct Elu {
  static constexpr bool kOneForm = sizeof(T) == 4 && !kHasRegisterTables;
  static CT_INLINE Vec<T> apply(Vec<T> t, Vec<T> alpha) {
    if constexpr (sizeof(T) == 4) return select(t.v < Vec<T>{}.v, expm1(t) * alpha, t);
    if constexpr (sizeof(T) == 8) return select(t.v < Vec<T>{}.v, Math::expm1(t) * alpha, t);
  }
};
template <class Math>
requires kTabled<Math>
struct Elu<Math, float> {
  static CT_INLINE Vec<float> apply(Vec<float> t, Vec<float> alpha) {
    const LaneMask is_negative = are_less(t, Vec<float>{});
    return any_of(is_negative) ? choose(is_negative, TableExpm1<true>::apply(t) * alpha, t) : t;
  }
};

// log(1 + e^z) is max(z, 0) + log(1 + e^-|z|), in which nothing overflows.
template <class Math, class T>
struct Softplus {
  static CT_INLINE Vec<T> apply(Vec<T> t, Vec<T> beta, Vec<T> threshold) {
    const Vec<T> z = t * beta;
    const Vec<T> positive = select(z.v > Vec<T>{}.v, z, Vec<T>{});
    const Vec<T> result = (positive + Math::log1p(Math::exp(-without_sign(z)))) / beta;
    return select(z.v > threshold.v, t, result);
  }
};

template <class Math>
requires kTabled<Math>
struct Softplus<Math, float> : InParts<Softplus<Math, float>> {
  static CT_INLINE Argument begin(Vec<float> t, Vec<float> beta, Vec<float>) { return begin_softplus(t * beta); }
  static CT_INLINE Vec<float> end(Argument of, Vec<float> t, Vec<float> beta, Vec<float> threshold) {
    const Vec<float> z = t * beta;
    return select(z.v > threshold.v, t, end_softplus(of, z) / beta);
  }
};

}  // namespace

CT_OP(leaky_relu, LeakyRelu, select(t.v > X{}.v, t, (t * slope)), X t, X slope)
CT_REGISTER_OP(elu, Elu)
CT_REGISTER_OP(softplus, Softplus)
CT_REGISTER_OP(sigmoid, Sigmoid)
CT_REGISTER_OP(logit, Logit)
CT_REGISTER_OP(silu, Silu)
CT_REGISTER_OP(mish, Mish)
CT_REGISTER_OP(gelu, Gelu)
CT_REGISTER_OP(gelu_tanh, GeluTanh)

}  // namespace ct::kernels::CT_ISA
