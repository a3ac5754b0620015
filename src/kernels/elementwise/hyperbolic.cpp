// sinh, cosh, tanh and their inverses.
#include "kernels/math/complex_trigonometry.inl.h"
#include "kernels/math/exponential.inl.h"
#include "kernels/math/fast_inverse.inl.h"
#include "kernels/math/fast_power.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// SLEEF 3.5.1 overflows early. From here on e^-|x| vanishes beside e^|x|.
template <class T>
inline constexpr double kLargeExponent = sizeof(T) == 4 ? 88 : 709;

template <class Math, class T>
struct Sinh {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    const Vec<T> size = without_sign(x);
    const auto is_large = size.v > constant<T>(kLargeExponent<T>).v;
    const Vec<T> result = Math::sinh(x);
    return any(is_large) ? select(is_large, with_sign_of(x, half_of_large_exp<Math>(size)), result) : result;
  }
};

// sinh(x) = x + x^3 * (the first polynomial in x^2), |x| < kNearZero; cosh(x) = 1 + x^2 * (the second), |x| < 0.35.
inline constexpr double kSinh[] = {0x1.7fb53ap-19, 0x1.9fd1a2p-13, 0x1.1111ap-7, 0x1.555554p-3};
inline constexpr double kCosh[] = {0x1.6d51dap-10, 0x1.5554e4p-5, 0x1p-1};

// Beyond, x = n log 2 + r gives (2^n - 2^-n) / 2 cosh(r) + (2^n + 2^-n) / 2 sinh(r). It is computed half as large,
// because 2^n may overflow where the result does not. The bits are the same on every instruction set.
struct SinhInParts {
  static CT_INLINE Vec<float> apply(Vec<float> x) {
    constexpr double kNearZero = 1.05;
    constexpr float kHighest = 89.5F;  // from here on it is infinite
    constexpr double kNothing = 40;    // from there on 2^-n vanishes beside 2^n
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

CT_FORM_OF_FLOAT(Sinh, SinhInParts)
CT_FAST_FORM(Sinh, TableSinh)

template <class Math, class T>
struct Cosh {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    const Vec<T> size = without_sign(x);
    const auto is_large = size.v > constant<T>(kLargeExponent<T>).v;
    const Vec<T> result = Math::cosh(x);
    return any(is_large) ? select(is_large, half_of_large_exp<Math>(size), result) : result;
  }
};
CT_FAST_FORM(Cosh, TableCosh)

CT_COMPLEX_BODY(Sinh, complex_hyperbolic<Math>(z, false), X z)
CT_COMPLEX_BODY(Cosh, complex_hyperbolic<Math>(z, true), X z)
CT_MATH_BODY(Tanh, tanh)
CT_COMPLEX_BODY(Tanh, complex_tanh<Math>(z), X z)

// tanh(x) = x + x^3 * (this polynomial in x^2), |x| < kNearZero.
inline constexpr double kTanh[] = {-0x1.750cdep-8, 0x1.51f8cep-6, -0x1.b835a4p-5, 0x1.1106f6p-3, -0x1.555532p-2};

// Beyond, it is 1 - 2 / (e^2x + 1), to which is added what rounding loses. This is faster than SLEEF's, and has the
// same bits on every instruction set.
struct QuotientTanh {
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

// clang-format off
alignas(64) inline constexpr float kTanhTable[7][32] = {
    {0x1.20009ap0, 0x1.5fffdap0, 0x1.9fffbp0, 0x1.e00076p0, 0x1.0fffa6p1, 0x1.2fff94p1, 0x1.4fff78p1, 0x1.70003ep1,
     0x1.a0006ep1, 0x1.e00028p1, 0x1.0fffdap2, 0x1.30015ep2, 0x1.4fff8ap2, 0x1.6ffdd4p2, 0x1.9002b6p2, 0x1.bp2,
     0x1.e0d5c4p2, 0x1.154246p3, 0x1.3p3, 0, 0, 0, 0, 0, 0, 0x1.800092p-3, 0x1.400058p-2, 0x1.bfffd6p-2,
     0x1.200078p-1, 0x1.5fffdep-1, 0x1.9fff5ep-1, 0x1.dfffbp-1},
    {0x1.9e5d2p-1, 0x1.c27894p-1, 0x1.d9c6e4p-1, 0x1.e878b4p-1, 0x1.f1993ap-1, 0x1.f73768p-1, 0x1.faa788p-1,
     0x1.fcc05p-1, 0x1.fe767cp-1, 0x1.ff6f18p-1, 0x1.ffcaacp-1, 0x1.ffec62p-1, 0x1.fff8c8p-1, 0x1.fffd58p-1,
     0x1.ffff06p-1, 0x1.ffffa4p-1, 0x1.ffffecp-1, 0x1.fffffep-1, 0x1p0, 0x1p0, 0x1p0, 0x1p0, 0x1p0, 0x1p0, 0,
     0x1.7b9086p-3, 0x1.35f9dap-2, 0x1.a5727cp-2, 0x1.0508c8p-1, 0x1.3157cap-1, 0x1.5788a6p-1, 0x1.77d814p-1},
    {0x1.614eaap-2, 0x1.cea7bep-3, 0x1.265edep-3, 0x1.6fce64p-4, 0x1.c65d88p-5, 0x1.16a9cap-5, 0x1.5454ccp-6,
     0x1.9e8642p-7, 0x1.88eccep-8, 0x1.21a7p-9, 0x1.aa89d2p-11, 0x1.39da22p-12, 0x1.cdfc54p-14, 0x1.53fe3p-15,
     0x1.f40396p-17, 0x1.70035ep-18, 0x1.4005dep-20, 0x1.001672p-23, 0, 0, 0, 0, 0, 0, 0, 0x1.ee69d6p-1,
     0x1.d1155cp-1, 0x1.a945c8p-1, 0x1.7aea8cp-1, 0x1.49e6dap-1, 0x1.198046p-1, 0x1.d8354p-2},
    {-0x1.1def66p-2, -0x1.970f04p-3, -0x1.10653cp-3, -0x1.5ee78p-4, -0x1.b995acp-5, -0x1.11e1bep-5, -0x1.50c70ap-6,
     -0x1.9be4c2p-7, -0x1.87b7bcp-8, -0x1.214f1p-9, -0x1.aa554ep-11, -0x1.39cbap-12, -0x1.cdde42p-14, -0x1.53d6c8p-15,
     -0x1.f47844p-17, -0x1.706aa6p-18, -0x1.3f9a16p-20, -0x1.002e88p-23, 0, 0, 0, 0, 0, 0, 0x1.444ad4p-22,
     -0x1.6e86b2p-3, -0x1.19924p-2, -0x1.5e0ed6p-2, -0x1.825e1cp-2, -0x1.897d18p-2, -0x1.79c128p-2, -0x1.5aa258p-2},
    {0x1.c68fccp-4, 0x1.97d7a6p-4, 0x1.33df48p-4, 0x1.a859a4p-5, 0x1.15b63p-5, 0x1.60987ap-6, 0x1.b7a2fcp-7,
     0x1.0f1a92p-7, 0x1.03944ap-8, 0x1.80e5f8p-10, 0x1.1bfe96p-11, 0x1.a24086p-13, 0x1.33eb7cp-14, 0x1.c5434p-16,
     0x1.4d4d24p-17, 0x1.eaa59ep-19, 0x1.a98758p-21, 0x1.509f5ep-24, 0, 0, 0, 0, 0, 0, -0x1.555b0ap-2, -0x1.27a4bp-2,
     -0x1.c19e74p-3, -0x1.16e0dep-3, -0x1.bd09b6p-5, 0x1.d6d422p-7, 0x1.0714b8p-4, 0x1.8427dap-4},
    {0x1.e15ae6p-9, -0x1.59e08cp-6, -0x1.9bac66p-6, -0x1.55991ep-6, -0x1.eb31bcp-7, -0x1.487f8ep-7, -0x1.a5d732p-8,
     -0x1.08b962p-8, -0x1.03421ep-9, -0x1.83aeb2p-11, -0x1.1ed288p-12, -0x1.a62e9cp-14, -0x1.38ed06p-15,
     -0x1.d0c31p-17, -0x1.447b9ep-18, -0x1.da45bcp-20, -0x1.bee5a8p-22, -0x1.52387ap-25, 0, 0, 0, 0, 0, 0,
     0x1.e79622p-12, 0x1.ce30fap-4, 0x1.430f96p-3, 0x1.5b6b2ap-3, 0x1.39f67p-3, 0x1.e91494p-4, 0x1.475368p-4,
     0x1.63620ap-5},
    {-0x1.074bb4p-5, -0x1.36ff6ap-7, 0x1.7173fap-10, 0x1.2f4af8p-8, 0x1.24edf8p-8, 0x1.bef38ap-9, 0x1.33c8b6p-9,
     0x1.91ee08p-10, 0x1.940b2ep-11, 0x1.32e7f6p-12, 0x1.c8c2ep-14, 0x1.519e8p-15, 0x1.f1779ep-17, 0x1.6e8ddap-18,
     0x1.0e32dp-19, 0x1.8cade8p-21, 0x1.6eba08p-23, 0x1.8627fep-26, 0, 0, 0, 0, 0, 0, 0x1.0a47aap-3, 0x1.8b9286p-4,
     0x1.64f63cp-5, -0x1.a51768p-8, -0x1.61ef66p-5, -0x1.de49bap-5, -0x1.e1506p-5, -0x1.a10d4cp-5},
};
// clang-format on

[[maybe_unused]] CT_INLINE Vec<float> table_tanh(Vec<float> x) { return odd_by_intervals<1>(kTanhTable, x, 9.5F); }
CT_FORM_OF_FLOAT(Tanh, QuotientTanh)
CT_FAST_BODY(Tanh, table_tanh)  // takes a quarter of the time

// SLEEF 3.5.1 gives infinity where a square overflows. From here on, asinh and acosh are log(2 |x|).
template <class T>
inline constexpr double kLargeArgument = sizeof(T) == 4 ? 0x1p60 : 0x1p500;

template <class Math, class T>
struct Asinh {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    const Vec<T> size = without_sign(x);
    const auto is_large = size.v > constant<T>(kLargeArgument<T>).v;
    const Vec<T> result = Math::asinh(x);
    if (!any(is_large)) return result;
    return select(is_large, with_sign_of(x, Math::log(size) + constant<T>(0.6931471805599453)), result);
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

CT_FAST_FORM(Asinh, FusedAsinh)
CT_FAST_FORM(Acosh, FusedAcosh)
CT_FAST_FORM(Atanh, FusedAtanh)

CT_COMPLEX_BODY(Asinh, exchanged_parts(complex_inverse<Math>(exchanged_parts(z), false)), X z)
CT_COMPLEX_BODY(Acosh, complex_acosh<Math>(z), X z)
CT_COMPLEX_BODY(Atanh, complex_atanh<Math>(z), X z)

}  // namespace

CT_REGISTER_OP(sinh, Sinh)
CT_REGISTER_OP(cosh, Cosh)
CT_REGISTER_OP(tanh, Tanh)
CT_REGISTER_OP(asinh, Asinh)
CT_REGISTER_OP(acosh, Acosh)
CT_REGISTER_OP(atanh, Atanh)

}  // namespace ct::kernels::CT_ISA
