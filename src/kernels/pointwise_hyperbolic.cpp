// sinh, cosh, tanh and their inverses.
#include "kernels/complex_inverse.inl.h"
#include "kernels/exponential.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class Math, class T>
struct Sinh {
  static CT_INLINE Vec<T> apply(Vec<T> x) { return sinh<Math>(x); }
};

// sinh(x) = x + x^3 * (the first polynomial in x^2), |x| < kNearZero; cosh(x) = 1 + x^2 * (the second), |x| < 0.35.
inline constexpr double kSinh[] = {0x1.7fb53ap-19, 0x1.9fd1a2p-13, 0x1.1111ap-7, 0x1.555554p-3};
inline constexpr double kCosh[] = {0x1.6d51dap-10, 0x1.5554e4p-5, 0x1p-1};

// Beyond, with x = n log 2 + r: (2^n - 2^-n) / 2 cosh(r) + (2^n + 2^-n) / 2 sinh(r), half as large until the end,
// because 2^n may overflow where the result does not. The same bits in both modes.
template <class Math>
struct Sinh<Math, float> {
  static constexpr bool kOneForm = true;

  static CT_INLINE Vec<float> apply(Vec<float> x) {
    constexpr double kNearZero = 1.05;
    constexpr float kHighest = 89.5F;  // from here on it is infinite
    constexpr double kNothing = 40;    // from there on 2^-n is nothing beside 2^n
    const Vec<float> size = without_sign(x);
    const auto is_near = size.v < constant<float>(kNearZero).v;
    const Reduced<float> parts = reduced(at_most(size, kHighest), Vec<float>{});
    const Vec<float> r = select(is_near, size, parts.r);
    const Vec<float> square = r * r;
    const Vec<float> cube = r * (square * polynomial(kSinh, square));
    const Vec<float> two = constant<float>(2);
    const Vec<float> power = two_to(parts.exponent - two);
    const Vec<float> most = constant<float>(kRoundToInteger<float> + kNothing);
    const Vec<float> bounded = select(parts.exponent.v > most.v, most, parts.exponent);
    const Vec<float> inverse = two_to(constant<float>(2 * kRoundToInteger<float> - 2) - bounded);
    const Vec<float> difference = power - inverse;
    const Vec<float> sum = power + inverse;
    const Vec<float> part = sum * r;
    const Vec<float> whole = difference + part;
    const Vec<float> lost = ((difference - whole) + part) + ((power - difference) - inverse);
    const Vec<float> far =
        whole + (difference * (square * polynomial(kCosh, square)) + (sum * (cube + parts.rest) + lost));
    return with_sign_of(x, select(is_near, size + cube, far + far));
  }
};
template <class Math, class T>
struct Cosh {
  static CT_INLINE Vec<T> apply(Vec<T> x) { return cosh<Math>(x); }
};

// sinh(x + iy) = sinh x cos y + i cosh x sin y
template <class Math, class R>
struct Sinh<Math, Complex<R>> {
  static CT_INLINE Vec<Complex<R>> apply(Vec<Complex<R>> z) {
    return widened(z, [](Vec<Complex<double>> wide) {
      const Vec<Complex<double>> direction = Math::cis(wide.im);
      return Vec<Complex<double>>{scaled(direction.re, sinh<Math>(wide.re)), scaled(direction.im, cosh<Math>(wide.re))};
    });
  }
};

// cosh(x + iy) = cosh x cos y + i sinh x sin y
template <class Math, class R>
struct Cosh<Math, Complex<R>> {
  static CT_INLINE Vec<Complex<R>> apply(Vec<Complex<R>> z) {
    return widened(z, [](Vec<Complex<double>> wide) {
      const Vec<Complex<double>> direction = Math::cis(wide.im);
      return Vec<Complex<double>>{scaled(direction.re, cosh<Math>(wide.re)), scaled(direction.im, sinh<Math>(wide.re))};
    });
  }
};
CT_MATH_BODY(Tanh, tanh)
CT_COMPLEX_BODY(Tanh, complex_tanh)

// tanh(x) = x + x^3 * (this polynomial in x^2), |x| < kNearZero.
inline constexpr double kTanh[] = {-0x1.750cdep-8, 0x1.51f8cep-6, -0x1.b835a4p-5, 0x1.1106f6p-3, -0x1.555532p-2};

// Beyond, 1 - 2 / (e^2x + 1), with what rounds on the way made up for. Faster than SLEEF's, and the same bits in both
// modes.
template <class Math>
struct Tanh<Math, float> {
  static constexpr bool kOneForm = true;

  static CT_INLINE Vec<float> apply(Vec<float> x) {
    constexpr double kNearZero = 0.625;
    constexpr float kOne = 10;  // from here on it is 1
    const Vec<float> one = constant<float>(1);
    const Vec<float> size = without_sign(x);
    const Vec<float> square = size * size;
    const Vec<float> near = size + size * (square * polynomial(kTanh, square));
    const Vec<float> bounded = at_most(size, kOne);
    const Parts<float> power = power_of_e(bounded + bounded, Vec<float>{}, Vec<float>{});
    const Vec<float> sum = power.high + one;
    const Vec<float> rest = ((power.high - sum) + one) + power.low;
    const Vec<float> inverse = one / sum;
    const Vec<float> part = inverse + inverse;
    const Vec<float> difference = one - part;
    const Vec<float> far = difference + (((one - difference) - part) + part * (rest * inverse));
    return with_sign_of(x, select(size.v < constant<float>(kNearZero).v, near, far));
  }
};

// SLEEF 3.5.1 gives infinity where a square overflows. From here on both are log(2 |x|).
template <class T>
inline constexpr double kLargeArgument = sizeof(T) == 4 ? 0x1p60 : 0x1p500;

template <class Math, class T>
struct Asinh {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    const Vec<T> size = magnitude(x);
    const auto is_large = size.v > constant<T>(kLargeArgument<T>).v;
    const Vec<T> result = Math::asinh(x);
    if (!any(is_large)) return result;
    const Vec<T> large = Math::log(size) + constant<T>(0.6931471805599453);
    return select(is_large, select(x.v < Vec<T>{}.v, -large, large), result);
  }
};
template <class Math, class T>
struct Acosh {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    const auto is_large = x.v > constant<T>(kLargeArgument<T>).v;
    const Vec<T> result = Math::acosh(x);
    return any(is_large) ? select(is_large, Math::log(x) + constant<T>(0.6931471805599453), result) : result;
  }
};
CT_MATH_BODY(Atanh, atanh)
CT_COMPLEX_BODY(Asinh, complex_asinh)
CT_COMPLEX_BODY(Acosh, complex_acosh)
CT_COMPLEX_BODY(Atanh, complex_atanh)

}  // namespace

void register_sinh(Table &table) { register_math<Pointwise::sinh, Sinh, Unary>(table); }
void register_cosh(Table &table) { register_math<Pointwise::cosh, Cosh, Unary>(table); }
void register_tanh(Table &table) { register_math<Pointwise::tanh, Tanh, Unary>(table); }
void register_asinh(Table &table) { register_math<Pointwise::asinh, Asinh, Unary>(table); }
void register_acosh(Table &table) { register_math<Pointwise::acosh, Acosh, Unary>(table); }
void register_atanh(Table &table) { register_math<Pointwise::atanh, Atanh, Unary>(table); }

}  // namespace ct::kernels::CT_ISA
