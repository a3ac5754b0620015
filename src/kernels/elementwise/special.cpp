// erf, erfc, erfinv, lgamma.
#include "kernels/math/exponential.inl.h"
#include "kernels/math/fast_log_trigonometry.inl.h"
#include "kernels/math/fast_normal_tail.inl.h"
#include "kernels/math/logarithm.inl.h"
#include "kernels/math/register_tables.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// SLEEF 3.5.1 loses bits of subnormals. For so small an x the function is its tangent at 0.
template <class Math, class T>
struct Erf {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    const auto is_small = without_sign(x).v < constant<T>(0x1p-60).v;
    const Vec<T> result = Math::erf(x);
    return any(is_small) ? select(is_small, x + x * constant<T>(0.1283791670955126), result) : result;
  }
};

// erf(x) = x + x * (the first polynomial in x^2), |x| < kNearZero; beyond, log(erfc(x)) = kSlope * x + x^2 * (the
// second in x).
inline constexpr double kErf[] = {-0x1.57007ap-11, 0x1.4d5f7p-8,   -0x1.b774a4p-6,
                                  0x1.ce2888p-4,   -0x1.812732p-2, 0x1.06eba8p-3};
inline constexpr double kLogErfc[] = {-0x1.121c72p-16, 0x1.6a6d28p-13, -0x1.1bc8d6p-11, -0x1.7c07bep-10,
                                      0x1.500dd4p-6,   -0x1.a799a8p-4, -0x1.45e044p-1};

// The largest part of the logarithm is exact, because it takes few bits of x, and what the difference from 1 loses is
// added again. This is faster than SLEEF's, and has the same bits on every instruction set.
struct ErfByPower {
  static CT_INLINE Vec<float> apply(Vec<float> x) {
    constexpr double kNearZero = 0.8;
    constexpr float kOne = 4;  // from here on it is 1
    constexpr double kSlope = -0x1.20dep+0;
    const Vec<float> size = without_sign(x);
    const Vec<float> near = size + size * polynomial(kErf, size * size);
    const Vec<float> bounded = at_most(size, kOne);
    const Vec<float> top{(Vec<float>::Native)((Vec<uint32_t>::Native)bounded.v & 0xffff0000U)};
    const Vec<float> first = top * constant<float>(kSlope);
    const Vec<float> second =
        (bounded - top) * constant<float>(kSlope) + (bounded * bounded) * polynomial(kLogErfc, bounded);
    const Vec<float> log = first + second;
    const Parts<float> erfc = power_of_e(log, (first - log) + second, Vec<float>{});
    const Vec<float> one = constant<float>(1);
    const Vec<float> difference = one - erfc.high;
    const Vec<float> far = difference + (((one - difference) - erfc.high) - erfc.low);
    return with_sign_of(x, select(size.v < constant<float>(kNearZero).v, near, far));
  }
};

// clang-format off
alignas(64) inline constexpr float kErfTable[7][32] = {
    {0x1.1fffd6p-1, 0x1.5fffbcp-1, 0x1.a00034p-1, 0x1.e00062p-1, 0x1.0fff9p0, 0x1.2fffaep0, 0x1.4fff4cp0, 0x1.6ffd8p0,
     0x1.9ffee4p0, 0x1.dffff2p0, 0x1.0fffb8p1, 0x1.2fff48p1, 0x1.4fff6p1, 0x1.6fff28p1, 0x1.900132p1, 0x1.b0464p1,
     0x1.df38dp1, 0x1.1p2, 0, 0, 0, 0, 0, 0, 0, 0x1.800006p-4, 0x1.3fffc6p-3, 0x1.c0002ep-3, 0x1.20001ep-2,
     0x1.5fff8ep-2, 0x1.a0008ep-2, 0x1.dfff9cp-2},
    {0x1.25b886p-1, 0x1.569214p-1, 0x1.7fb9dep-1, 0x1.a15548p-1, 0x1.bbeebep-1, 0x1.d057dep-1, 0x1.df85a2p-1,
     0x1.ea767ap-1, 0x1.f4f666p-1, 0x1.fbe61ep-1, 0x1.fea41ep-1, 0x1.ff995ep-1, 0x1.ffe514p-1, 0x1.fff9bap-1,
     0x1.fffeb4p-1, 0x1.ffffc4p-1, 0x1.fffffcp-1, 0x1p0, 0x1p0, 0x1p0, 0x1p0, 0x1p0, 0x1p0, 0x1p0, 0, 0x1.b00818p-4,
     0x1.6629ccp-3, 0x1.f190dcp-3, 0x1.3c9ac8p-2, 0x1.7e1522p-2, 0x1.bcd074p-2, 0x1.f86f5p-2},
    {0x1.a50774p-1, 0x1.682034p-1, 0x1.2a8d9ep-1, 0x1.dfc97ap-2, 0x1.75aa76p-2, 0x1.1a0e9cp-2, 0x1.9cb8b8p-3,
     0x1.24affp-3, 0x1.49a1ecp-4, 0x1.12ceeap-5, 0x1.946614p-7, 0x1.06988cp-8, 0x1.2cf054p-10, 0x1.305f28p-12,
     0x1.0f8e62p-14, 0x1.a5bbacp-17, 0x1.ef2bccp-21, 0, 0, 0, 0, 0, 0, 0, 0x1.06eba8p-3, 0x1.1e565cp0, 0x1.19e5ecp0,
     0x1.135e2ep0, 0x1.0ae54cp0, 0x1.00abe2p0, 0x1.e9d572p-1, 0x1.cfc448p-1},
    {-0x1.d9a7fcp-2, -0x1.ef2be4p-2, -0x1.e5264ap-2, -0x1.c1cd32p-2, -0x1.8d0478p-2, -0x1.4ef102p-2, -0x1.0ed8a6p-2,
     -0x1.a4ba06p-3, -0x1.0bd3a4p-3, -0x1.01a276p-4, -0x1.adab48p-6, -0x1.37d164p-7, -0x1.8af2d6p-9, -0x1.b56fep-11,
     -0x1.a835aep-13, -0x1.63ee4ep-15, -0x1.cad5d8p-19, 0, 0, 0, 0, 0, 0, 0, 0x1.c64614p-23, -0x1.ad81a2p-4,
     -0x1.605f0ep-3, -0x1.e1e4fcp-3, -0x1.2c422p-2, -0x1.60ebd2p-2, -0x1.8dfe06p-2, -0x1.b2c7aap-2},
    {-0x1.9c29ccp-4, -0x1.a426cep-7, 0x1.fdf45p-5, 0x1.e4d472p-4, 0x1.395308p-3, 0x1.564684p-3, 0x1.50644ep-3,
     0x1.319f1cp-3, 0x1.d66782p-4, 0x1.143eacp-4, 0x1.0ea71cp-5, 0x1.c1f5c2p-7, 0x1.40844ep-8, 0x1.89e6fcp-10,
     0x1.a34dcp-12, 0x1.7f02ecp-14, 0x1.16d072p-17, 0, 0, 0, 0, 0, 0, 0, -0x1.812a94p-2, -0x1.7720fep-2,
     -0x1.6593d8p-2, -0x1.4c1164p-2, -0x1.2bb6a6p-2, -0x1.052c6cp-2, -0x1.b5975ep-3, -0x1.5a7c0cp-3},
    {0x1.7523f6p-3, 0x1.52d30ap-3, 0x1.0f5b8cp-3, 0x1.744904p-4, 0x1.8934aap-5, 0x1.43f71p-7, -0x1.402086p-6,
     -0x1.3d0d3ep-5, -0x1.94b976p-5, -0x1.59700ap-5, -0x1.b0891cp-6, -0x1.b0a712p-7, -0x1.660e7ap-8, -0x1.f4a522p-10,
     -0x1.2978e6p-11, -0x1.2c8c56p-13, -0x1.0feb7cp-16, 0, 0, 0, 0, 0, 0, 0, 0x1.291e24p-12, 0x1.ab453ep-5,
     0x1.59e43cp-4, 0x1.d23bfcp-4, 0x1.1ca24ap-3, 0x1.448452p-3, 0x1.6287bcp-3, 0x1.72fd24p-3},
    {-0x1.f0d83ep-7, -0x1.568af4p-5, -0x1.ea790cp-5, -0x1.23c7eep-4, -0x1.0e2ed2p-4, -0x1.baa9fap-5, -0x1.36da96p-5,
     -0x1.6db5dcp-6, -0x1.2b41e6p-9, 0x1.72be8p-7, 0x1.97d66cp-7, 0x1.11ed5ap-7, 0x1.15a358p-8, 0x1.c4ee6ap-10,
     0x1.3256d4p-11, 0x1.5e0b88p-13, 0x1.50e536p-16, 0, 0, 0, 0, 0, 0, 0, 0x1.c513f4p-4, 0x1.2f433ap-3, 0x1.2b49ccp-3,
     0x1.f468bep-4, 0x1.70a456p-3, -0x1.279c4cp-4, 0x1.d63c14p-5, -0x1.ff5192p-6},
};
// clang-format on

CT_FORM_OF_FLOAT(Erf, ErfByPower)
// This form takes a sixth of the time, but has other bits.
template <class Math>
requires kTabled<Math>
struct Erf<Math, float> {
  static CT_INLINE Vec<float> apply(Vec<float> x) { return odd_by_intervals<2>(kErfTable, x, 4.25F); }
};

// SLEEF 3.5.1 loses bits of subnormal results of floats.
template <class Math, class T>
struct Erfc {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    const Vec<T> result = Math::erfc(x);
    if constexpr (sizeof(T) == 4) {
      const auto is_tail = x.v > constant<T>(9.19).v;
      if (any(is_tail)) {
        return select(is_tail, widened([](Vec<double> wide) { return Math::erfc(wide); }, x), result);
      }
    }
    return result;
  }
};

// Twice the normal distribution function at -sqrt(2) |x|, or 2 minus that.
template <class Math>
requires kTabled<Math>
struct Erfc<Math, float> : InParts<Erfc<Math, float>> {
  static CT_INLINE NormalLog begin(Vec<float> x) {
    constexpr float kNothing = 10.3F;  // from here on it is 0
    const Vec<float> size = at_most(without_sign(x), kNothing);
    const Vec<float> root = constant<float>(0x1.6a09e6p+0);
    const Vec<float> a = size * root;
    const Vec<float> lost = multiply_add(size, constant<float>(0x1.9fcef4p-26), product_less(size, root, a));
    return NormalLog(a, [&](Vec<float> slope, Vec<float> last) { return multiply_add(lost, slope, last); });
  }
  static CT_INLINE Vec<float> end(NormalLog log, Vec<float> x) {
    const NormalTail normal(log);
    const Vec<float> two = constant<float>(2);
    const Vec<float> tail = scaled_by(normal.power + normal.rest, normal.twos + constant<float>(1));
    return select(x.v < Vec<float>{}.v, two - tail, tail);
  }
};

// SLEEF 3.5.1 overflows early. For so large an x, the rest of Stirling's formula vanishes.
template <class Math, class T>
struct LGamma {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    const auto is_large = x.v > constant<T>(sizeof(T) == 4 ? 3e36 : 1e305).v;
    const Vec<T> result = Math::lgamma(x);
    return any(is_large) ? select(is_large, x * (Math::log(x) - constant<T>(1)), result) : result;
  }
};

// These polynomials are lgamma(2 + x) / (x (1 + x)) in x, |x| <= 1; the rest of Stirling's formula times x in 1 / x^2,
// x >= 3; and sin(pi x) / x in x^2, |x| <= 1/2.
inline constexpr double kLGamma[] = {-0x1.44ea67e267ee3p-17, 0x1.440ababd0abc2p-16,  -0x1.e77d9f839c2aep-18,
                                     0x1.5371b0d6bcb45p-16,  -0x1.80da861846f54p-14, 0x1.9aa93e72c3062p-13,
                                     -0x1.a57ef214f6445p-12, 0x1.dd5cc579afa89p-11,  -0x1.146c7558f54dbp-9,
                                     0x1.47a5671598954p-8,   -0x1.95cd7bc93d534p-7,  0x1.0e0c80fd9fcc6p-5,
                                     -0x1.9ae6513085f0fp-4,  0x1.b0ee607bacd03p-2};
inline constexpr double kStirling[] = {-0x1.b8d71a5396f87p-12, 0x1.97a90bb8ab6d8p-11, -0x1.6c01126d94255p-9,
                                       0x1.555552f4ec927p-4};
inline constexpr double kSineOfPi[] = {-0x1.cc346946a3143p-8, 0x1.500ff8a8b7949p-4, -0x1.32d11207c31d7p-1,
                                       0x1.466bbfc27912ap+1,  -0x1.4abbce4f1aeep+2, 0x1.921fb5441e4bep+1};

// It is computed in double and rounded once, with the same bits in both modes.
template <class Math>
struct LGamma<Math, float> {
  static constexpr bool kOneForm = true;

  static CT_INLINE Vec<float> apply(Vec<float> x) {
    const auto in_double = [](Vec<double> wide) {
      const auto is_negative = wide.v < Vec<double>{}.v;
      const Vec<double> size = without_sign(wide);
      const Vec<double> result = of_positive(size);
      return any(is_negative) ? select(is_negative, reflected(size, result), result) : result;
    };
    return widened(in_double, x);
  }

 private:
  static CT_INLINE Vec<double> log(Vec<double> x) { return log2_of_float(x) * constant<double>(0.6931471805599453); }

  // Below 1 it is lgamma(x + 1) - log(x).
  static CT_INLINE Vec<double> of_positive(Vec<double> x) {
    const Vec<double> one = constant<double>(1);
    const Vec<double> log_x = log(x);
    const auto is_small = x.v < one.v;
    const Vec<double> t = x - select(is_small, one, one + one);
    const Vec<double> near = t * (t + one) * polynomial(kLGamma, t) + select(is_small, -log_x, Vec<double>{});
    const Vec<double> inverse = one / x;
    const Vec<double> rest = inverse * polynomial(kStirling, inverse * inverse);
    const Vec<double> far = ((x - constant<double>(0.5)) * log_x - x) + (constant<double>(0.9189385332046727) + rest);
    const Vec<double> result = select(x.v < constant<double>(3).v, near, far);
    return select(x.v < constant<double>(__builtin_inf()).v, result, x);
  }

  // log(pi / (x |sin(pi x)|)) - lgamma(x), which is infinite for integers.
  static CT_INLINE Vec<double> reflected(Vec<double> x, Vec<double> of_x) {
    const Vec<double> round = constant<double>(0x1.8p52);
    const Vec<double> off = x - ((x + round) - round);
    const Vec<double> fraction = select(x.v < constant<double>(0x1p23).v, off, Vec<double>{});
    const Vec<double> sine = without_sign(fraction * polynomial(kSineOfPi, fraction * fraction));
    const Vec<double> endless = constant<double>(__builtin_inf());
    const Vec<double> result = (constant<double>(1.1447298858494002) - log(x * sine)) - of_x;
    return select(sine.v == Vec<double>{}.v, endless, result);
  }
};

// erfinv(x) / x - 1 as polynomials in x^2, in w = -log(1 - x^2) and in the root of w, through Chebyshev's points,
// highest power first.
inline constexpr double kInner[] = {
    0x1.bf9f328d24fc2p-1, 0x1.7fc3b4ec6eddfp-1, 0x1.f2864e591266cp-2, 0x1.af34633641376p-2,
    0x1.82f231392c557p-2, 0x1.5186faa5ff002p-2, 0x1.277e68f9ca93bp-2, 0x1.04cca05c8e4c1p-2,
    0x1.cfc6d8ed4f74cp-3, 0x1.9ff219ab16344p-3, 0x1.78fb0fde7fc9ep-3, 0x1.5a183d807e28fp-3,
    0x1.42ec62152ec17p-3, 0x1.33ae50ad3ee3dp-3, 0x1.2d87ceaf102edp-3, 0x1.3384acb169577p-3,
    0x1.4d40ba61c6da0p-3, 0x1.909141335d88bp-3, 0x1.2b10d30c71482p-2, -0x1.07c014eb1a5c4p-4};  // x^2 - 0.19, x^2 < 0.38
inline constexpr double kCentral[] = {
    0x1.528a6d91ce2e2p-77,  -0x1.8fb8bb7570430p-76, -0x1.0e3079eda5d91p-70, 0x1.505faa67f6d97p-68,
    0x1.44961d41a7a2bp-65,  -0x1.c1d62fe3cf99fp-62, 0x1.c53f3bb1655cbp-62,  0x1.27be4cec71327p-56,
    -0x1.148abfb39b82bp-53, -0x1.9b0d26df5bbdap-55, 0x1.d4d85e8e7495bp-48,  -0x1.682928cb89bd0p-45,
    -0x1.6b3a1c87d7831p-44, 0x1.7231359d731fdp-39,  -0x1.c8a8811872891p-37, -0x1.dc3e3c7cf2c82p-35,
    0x1.20f54c081e72ep-30,  -0x1.1a9eb413249c6p-28, -0x1.f36cef611920cp-26, 0x1.c6b4f89a416bbp-22,
    -0x1.6e8a53c62a181p-20, -0x1.d1d1f7ca6a77bp-17, 0x1.879c2a20adbd6p-13,  -0x1.845769483517bp-11,
    -0x1.8b6c33114ea23p-8,  0x1.ebd80d9b13df9p-3,   0x1.4eabcf9335d0cp-1};  // w - 3.125, w < 6.25
inline constexpr double kMiddle[] = {
    -0x1.8c3857d0faac1p-30, 0x1.053a5b69dbae9p-27,  -0x1.7b4174a43c47dp-27, -0x1.63934d43c8c68p-26,
    0x1.0ef2cc0802555p-23,  -0x1.07e13aaa994e8p-22, -0x1.9856b31be2091p-26, 0x1.8dc25dc0df161p-20,
    -0x1.0b96b91e8b479p-18, 0x1.89984a140efedp-19,  0x1.a245be6e20b5fp-17,  -0x1.8cf45a16de60fp-15,
    0x1.1e6aa5fbf1f1ep-14,  0x1.932e8d102d857p-16,  -0x1.7448bc373ebfbp-12, 0x1.f3cc545f83fd5p-11,
    -0x1.ba9240da8b306p-10, 0x1.468eeca93f733p-9,   -0x1.ebadabb9fbc24p-9,  0x1.5ffcfe5b6cdf1p-8,
    0x1.0158a6d641d54p+0,   0x1.0abcc380d5a48p+1};  // sqrt(w) - 3.25, sqrt(w) < 4
inline constexpr double kOuter[] = {
    -0x1.0119fe87491bbp-40, 0x1.60d9d7cde4f3cp-38,  -0x1.76a108e4f63eep-37, 0x1.73ecce774971ep-39,
    0x1.2616599d78808p-34,  -0x1.69a2300cf6f9fp-32, 0x1.23adfada229d9p-30,  -0x1.733843e845f46p-29,
    0x1.8e5893dd7b7c3p-28,  -0x1.7f5d5ae51f9e8p-27, 0x1.76f7075c66fecp-26,  -0x1.d80c68de6466ep-25,
    0x1.b0f8b004d81d0p-23,  -0x1.e6fc31e408322p-21, 0x1.1971dc7d72683p-18,  -0x1.344608fa1e5d5p-16,
    0x1.2acdb4ca79749p-14,  -0x1.a415b08f38809p-13, -0x1.6437de5565a18p-13, 0x1.02a209f638a16p+0,
    0x1.f340ff3c4a499p+1};  // sqrt(w) - 5.05

template <class Math, class T>
struct ErfInv {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    return widened([](Vec<double> wide) { return in_double(wide); }, x);
  }

 private:
  static CT_INLINE Vec<double> in_double(Vec<double> x) {
    const Vec<double> one = Vec<double>::splat(1);
    const Vec<double> square = x * x;
    Vec<double> ratio = polynomial(kInner, square - Vec<double>::splat(0.19));
    const auto is_central = square.v >= Vec<double>::splat(0.38).v;
    if (any(is_central)) {
      const Vec<double> w = -Math::log((one - x) * (one + x));
      ratio = select(is_central, polynomial(kCentral, w - Vec<double>::splat(3.125)), ratio);
      const auto is_outer = w.v >= Vec<double>::splat(6.25).v;
      if (any(is_outer)) {
        const Vec<double> root = square_root(w);
        const Vec<double> middle = polynomial(kMiddle, root - Vec<double>::splat(3.25));
        const Vec<double> outer = polynomial(kOuter, root - Vec<double>::splat(5.05));
        ratio = select(is_outer, select(root.v < Vec<double>::splat(4).v, middle, outer), ratio);
      }
    }
    const Vec<double> endless = Vec<double>::splat(__builtin_inf());
    const Vec<double> size = without_sign(x);
    return select((size.v < one.v) & (size.v > Vec<double>{}.v), x + x * ratio,
                  select(size.v == one.v, x * endless, select(x.v == Vec<double>{}.v, x, endless - endless)));
  }
};

// 1 / c and log2(c) - 1/2 of the centres c of 32 intervals of numbers from 1 to 2.
inline constexpr auto kCentres = table_of<32>(0, [](int k) { return 64.0L / (65 + 2 * k); });
inline constexpr auto kLogCentres =
    table_of<32>(0, [](int k) { return -exact_log(kCentres.first[k]) / kLogOf2 - 0.5L; });

// erfinv(x) / x as a polynomial in t = log2(f) - 1/2, where 1 - x^2 = f 2^e with 1 <= f < 2. For each e, the table has
// the factors of the powers of t, lowest first, the first of them in two parts. Where 1 - x^2 is 1, it has the limit at
// x = 0.
// clang-format off
alignas(64) inline constexpr float kErfInvTable[7][32] = {
    {0, 0, 0, 0, 0, 0, 0, 0, 0x1.e4ec2ep1, 0x1.d974fcp1, 0x1.cdb994p1, 0x1.c1b51ap1, 0x1.b56212p1, 0x1.a8ba52p1,
     0x1.9bb6d6p1, 0x1.8e4facp1, 0x1.807bbcp1, 0x1.723098p1, 0x1.636258p1, 0x1.540368p1, 0x1.44047ep1, 0x1.3354c4p1,
     0x1.21e288p1, 0x1.0f9cb2p1, 0x1.f8eb2ep0, 0x1.d0cf8p0, 0x1.a6fa04p0, 0x1.7baf06p0, 0x1.4f7586p0, 0x1.23212ep0,
     0x1.ef93e2p-1, 0x1.c5bf8ap-1},
    {0, 0, 0, 0, 0, 0, 0, 0, 0x1.d725ap-24, -0x1.bc38fcp-24, 0x1.ce0494p-25, 0x1.7a2bf4p-26, 0x1.64d09cp-24,
     -0x1.7c74f2p-24, 0x1.920c3ep-24, 0x1.d283p-24, -0x1.75d8b8p-24, 0x1.bf2042p-26, 0x1.9091fp-24, 0x1.86be0ap-24,
     -0x1.810e6p-24, -0x1.70c016p-25, 0x1.e4f566p-26, -0x1.1a8082p-28, -0x1.85c654p-27, 0x1.b3557cp-26,
     -0x1.9367d4p-25, -0x1.81b2fap-25, 0x1.4737dap-25, 0x1.139dfp-25, 0x1.088efcp-26, -0x1.c96212p-26},
    {0, 0, 0, 0, 0, 0, 0, 0, -0x1.6ad31ap-4, -0x1.731116p-4, -0x1.7be28ep-4, -0x1.85592ap-4, -0x1.8f8994p-4,
     -0x1.9a8c06p-4, -0x1.a67cfap-4, -0x1.b37de8p-4, -0x1.c1b5fp-4, -0x1.d1524cp-4, -0x1.e285f2p-4, -0x1.f587b4p-4,
     -0x1.05469cp-3, -0x1.10e02cp-3, -0x1.1d9594p-3, -0x1.2b4ae6p-3, -0x1.39a8f6p-3, -0x1.47fa28p-3, -0x1.550528p-3,
     -0x1.5ef842p-3, -0x1.63847cp-3, -0x1.604746p-3, -0x1.5380bcp-3, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, -0x1.fe5fc6p-11, -0x1.10a004p-10, -0x1.241b8ep-10, -0x1.39f96ap-10, -0x1.52a1f2p-10,
     -0x1.6e91f6p-10, -0x1.8e5d2ap-10, -0x1.b2aeb6p-10, -0x1.dc44e6p-10, -0x1.05f15ep-9, -0x1.2116cep-9,
     -0x1.3fb334p-9, -0x1.61721ep-9, -0x1.8515dep-9, -0x1.a7bd3ap-9, -0x1.c3d9aap-9, -0x1.cff744p-9, -0x1.bddbdp-9,
     -0x1.7b24dep-9, -0x1.ea3242p-10, -0x1.06abfep-12, 0x1.f3d45cp-10, 0x1.1cec86p-8, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, -0x1.6087b2p-16, -0x1.894892p-16, -0x1.b6f4p-16, -0x1.ee5126p-16, -0x1.176a6cp-15,
     -0x1.3d2bp-15, -0x1.69bffcp-15, -0x1.9dbd6ap-15, -0x1.daa39ap-15, -0x1.0f4d96p-14, -0x1.341394p-14,
     -0x1.585892p-14, -0x1.755768p-14, -0x1.7e19d8p-14, -0x1.5b980cp-14, -0x1.d6347cp-15, 0x1.47b1d8p-21,
     0x1.a1ad7ep-14, 0x1.0425b4p-12, 0x1.cc0f46p-12, 0x1.4e75e4p-11, 0x1.9c0d62p-11, 0x1.acb814p-11, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, -0x1.2c2944p-21, -0x1.5c3a04p-21, -0x1.95f65cp-21, -0x1.db68bp-21, -0x1.174dc2p-20,
     -0x1.48723ep-20, -0x1.81a1d8p-20, -0x1.c15feap-20, -0x1.019652p-19, -0x1.1dfeacp-19, -0x1.2a3492p-19,
     -0x1.10c9a8p-19, -0x1.5695dap-20, 0x1.10bad6p-21, 0x1.0b4e5cp-18, 0x1.4dc2acp-17, 0x1.3ee93ep-16, 0x1.02e0dap-15,
     0x1.69e47p-15, 0x1.a85c64p-15, 0x1.8238eap-15, 0x1.9da8dep-16, -0x1.5e3f82p-17, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0x1.81954p-26, 0x1.475278p-24, -0x1.51d37p-23, -0x1.855bap-24, -0x1.6f4d06p-24,
     -0x1.2994fp-23, -0x1.18177cp-23, -0x1.8437a2p-23, 0x1.876ae6p-26, -0x1.c1cae8p-26, -0x1.970e6p-27,
     0x1.ccfd1ap-26, 0x1.9e0824p-23, 0x1.3a7a5p-21, 0x1.d6541ep-21, 0x1.547c54p-20, 0x1.076c92p-19, 0x1.316172p-19,
     0x1.33694p-19, 0x1.4a0acp-21, -0x1.546a02p-19, -0x1.94d7aep-18, -0x1.010aaap-17, 0},
};
// clang-format on

template <class Math>
requires kTabled<Math>
struct ErfInv<Math, float> : InParts<ErfInv<Math, float>> {
  struct Logarithm {  // rest is 1 - x^2
    Vec<float> t, rest;
  };
  static CT_INLINE Logarithm begin(Vec<float> x) {
    const auto of = [](float value) { return Vec<float>::splat(value); };
    const Vec<float> rest = less_product(of(1), x, x);
    const Index part = (Index)rest.v >> 18U;
    const Vec<float> r = multiply_add(fraction_of(rest), lookup(kCentres.first, part), of(-1));
    const Vec<float> t = multiply_add(r * r, multiply_add(of(0x1.ec99dap-2F), r, of(-0x1.715dd2p-1F)),
                                      multiply_add(r, of(0x1.715476p0F), lookup(kLogCentres.first, part)));
    return {t, rest};
  }
  static CT_INLINE Vec<float> end(Logarithm log, Vec<float> x) {
    const Vec<float> t = log.t;
    const Vec<float> rest = log.rest;
    const Vec<float> size = without_sign(x);
    const Index octave = (Index)rest.v >> 23U;
    const auto factor = [&](int i) { return lookup(kErfInvTable[i], octave); };
    const auto pair = [&](int i) { return multiply_add(factor(i + 1), t, factor(i)); };
    const Vec<float> square = t * t;
    const Vec<float> slope = multiply_add(square, multiply_add(square, factor(6), pair(4)), pair(2));
    const Vec<float> whole = size * factor(0);
    const Vec<float> lost = multiply_add(size, factor(1), product_less(size, factor(0), whole));
    const Vec<float> result = whole + multiply_add(size * t, slope, lost);
    // Where 1 - x^2 is 0 the result is infinite, and NaN where that is negative.
    return with_sign_of(x, fixed_up<0x03330522>(result, rest));
  }
};

}  // namespace

CT_REGISTER_OP(erf, Erf)
CT_REGISTER_OP(erfc, Erfc)
CT_REGISTER_OP(erfinv, ErfInv)
CT_REGISTER_OP(lgamma, LGamma)

}  // namespace ct::kernels::CT_ISA
