// The normal distribution function of negative floats, for the fast mode: only where kHasRegisterTables.
#pragma once

#include "kernels/math/register_tables.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// The binary logarithm of the normal distribution function at -a, by intervals of a + 1, eight to each power of two.
// For each interval the table has a centre c, the logarithm there, which is nearly a multiple of 2^-14, and the factors
// of the powers of a - c, lowest first, the first of them in two parts.
// clang-format off
alignas(64) inline constexpr float kLogNormal[7][32] = {
    {0x1.2080c2p0, 0x1.609eb2p0, 0x1.a01506p0, 0x1.dffdf6p0, 0x1.0fed44p1, 0x1.300814p1, 0x1.5122b6p1, 0x1.6fc04p1,
     0x1.a04dbep1, 0x1.e00606p1, 0x1.1061aep2, 0x1.2f9092p2, 0x1.4ff5bp2, 0x1.70db86p2, 0x1.904082p2, 0x1.b01a6ep2,
     0x1.e0090cp2, 0x1.10037cp3, 0x1.2fc48ap3, 0x1.503db2p3, 0x1.6fda56p3, 0x1.8ffb62p3, 0x1.b0105cp3, 0x1.cffc7ap3,
     0x1.ff0972p-5, 0x1.8012ap-3, 0x1.3f75cap-2, 0x1.c009bap-2, 0x1.20138p-1, 0x1.604c1cp-1, 0x1.a00512p-1,
     0x1.e00e52p-1},
    {-0x1.78eep1, -0x1.c8fcp1, -0x1.10e6p2, -0x1.428dp2, -0x1.7936p2, -0x1.b557p2, -0x1.f8d9p2, -0x1.1e288p3,
     -0x1.58adp3, -0x1.aeec8p3, -0x1.08d5p4, -0x1.3dbdp4, -0x1.7a4cp4, -0x1.bdaa4p4, -0x1.01bf6p5, -0x1.27f2p5,
     -0x1.66b68p5, -0x1.c471p5, -0x1.165c8p6, -0x1.517f9p6, -0x1.90b9cp6, -0x1.d6b75p6, -0x1.112fbp7, -0x1.39b088p7,
     -0x1.12d8p0, -0x1.3b7cp0, -0x1.67c4p0, -0x1.988p0, -0x1.cd3cp0, -0x1.0334p1, -0x1.21cp1, -0x1.42bp1},
    {-0x1.2c960ap1, -0x1.52dfa2p1, -0x1.79cdf2p1, -0x1.a1e338p1, -0x1.caaf1cp1, -0x1.f45666p1, -0x1.0fed2cp2,
     -0x1.24443ap2, -0x1.44e1f8p2, -0x1.70399cp2, -0x1.9cbe36p2, -0x1.c7fb36p2, -0x1.f52f54p2, -0x1.11a98cp3,
     -0x1.27c42p3, -0x1.3e434cp3, -0x1.6039ccp3, -0x1.8db90ep3, -0x1.bb015p3, -0x1.e9692p3, -0x1.0b5418p4,
     -0x1.22598ep4, -0x1.395c0cp4, -0x1.5045c4p4, -0x1.35815p0, -0x1.542556p0, -0x1.73bd2ep0, -0x1.94ad5ap0,
     -0x1.b679f8p0, -0x1.d944e8p0, -0x1.fc9e92p0, -0x1.107444p1},
    {-0x1.f07034p-25, 0x1.8c4e1ep-30, 0x1.e7336p-25, 0x1.2d0626p-26, 0x1.25a8d2p-25, -0x1.71de9cp-26, -0x1.8fef4cp-23,
     -0x1.cffb0ap-24, -0x1.cf1b64p-25, 0x1.93fd6cp-24, 0x1.a8f736p-23, -0x1.72dbap-23, 0x1.b70132p-23,
     -0x1.ad4718p-22, 0x1.465c18p-22, 0x1.b52ecep-22, -0x1.63971cp-22, 0x1.9da646p-25, 0x1.74f7d2p-23,
     -0x1.76eb92p-30, 0x1.d13318p-23, 0x1.4a23fap-21, -0x1.def09cp-21, 0x1.6be744p-21, -0x1.008c96p-25,
     -0x1.854ebep-27, -0x1.d212c6p-28, 0x1.35af18p-27, 0x1.d9bce6p-25, -0x1.23b0a2p-27, -0x1.b725c4p-25,
     -0x1.5264d4p-24},
    {-0x1.2d0d02p-1, -0x1.362beap-1, -0x1.3dc972p-1, -0x1.4443d8p-1, -0x1.49bddep-1, -0x1.4e69b4p-1, -0x1.52808cp-1,
     -0x1.55bc96p-1, -0x1.59fe6cp-1, -0x1.5e5434p-1, -0x1.61abe8p-1, -0x1.64298p-1, -0x1.66321p-1, -0x1.67d4e8p-1,
     -0x1.6916f6p-1, -0x1.6a226ap-1, -0x1.6b6092p-1, -0x1.6c99ap-1, -0x1.6d7b4ap-1, -0x1.6e277p-1, -0x1.6ea79p-1,
     -0x1.6f0d6p-1, -0x1.6f5e28p-1, -0x1.6f9f16p-1, -0x1.e02054p-2, -0x1.f2f4c8p-2, -0x1.023104p-1, -0x1.0a58a8p-1,
     -0x1.11dc38p-1, -0x1.18cff6p-1, -0x1.1f2ae4p-1, -0x1.250b7cp-1},
    {-0x1.a6c474p-6, -0x1.645412p-6, -0x1.2cf2e2p-6, -0x1.fc97b2p-7, -0x1.aef28p-7, -0x1.6e0ee2p-7, -0x1.369bap-7,
     -0x1.0be62p-7, -0x1.abb42ap-8, -0x1.428cdap-8, -0x1.ecc42cp-9, -0x1.822392p-9, -0x1.304e1ep-9, -0x1.e4d94ap-10,
     -0x1.8b3242p-10, -0x1.44d744p-10, -0x1.ee2294p-11, -0x1.60fa8ap-11, -0x1.04ad6ep-11, -0x1.88c004p-12,
     -0x1.30c748p-12, -0x1.e03322p-13, -0x1.80d57ep-13, -0x1.39446ap-13, -0x1.9f541cp-5, -0x1.8332bep-5,
     -0x1.67d1cap-5, -0x1.4d247ep-5, -0x1.33c464p-5, -0x1.1bb3dep-5, -0x1.054946p-5, -0x1.e0894p-6},
    {0x1.20763cp-8, 0x1.e6df8p-9, 0x1.97ff8ap-9, 0x1.55a258p-9, 0x1.1c21fcp-9, 0x1.d7eb36p-10, 0x1.894548p-10,
     0x1.45298ep-10, 0x1.f42ed6p-11, 0x1.62b20ep-11, 0x1.feedfap-12, 0x1.74eae4p-12, 0x1.15983cp-12, 0x1.a08c9ep-13,
     0x1.3fa412p-13, 0x1.f2a8bap-14, 0x1.5d102ap-14, 0x1.c2817cp-15, 0x1.2ff32ap-15, 0x1.a70e4ep-16, 0x1.30a01ap-16,
     0x1.b83c48p-17, 0x1.43e904p-17, 0x1.f0457ap-18, 0x1.c2b1bcp-8, 0x1.b4ffc8p-8, 0x1.b55f3ap-8, 0x1.a69b26p-8,
     0x1.8676eep-8, 0x1.755846p-8, 0x1.569ea4p-8, 0x1.3cc016p-8},
};
// clang-format on

// The binary logarithm of the function at -a, for a <= 15, is a multiple of 1/32, which the last bits of shifted hold,
// plus f. add_lost(slope, last) adds what a lost to the logarithm's last part, by its slope.
inline constexpr double kNormalRound = 0x1.8p18;
struct NormalLog {
  Vec<float> shifted, f;

  template <class Lost>
  CT_INLINE NormalLog(Vec<float> a, Lost add_lost) {
    const Index interval = (Index)(a + constant<float>(1)).v >> 20U;
    const Vec<float> r = a - lookup(kLogNormal[0], interval);
    const Vec<float> at_centre = lookup(kLogNormal[1], interval);
    const Vec<float> slope = lookup(kLogNormal[2], interval);
    Vec<float> sum = lookup(kLogNormal[6], interval);
    CT_UNROLL(3)
    for (int i = 5; i > 2; --i) sum = multiply_add(sum, r, lookup(kLogNormal[i], interval));
    const Vec<float> round = constant<float>(kNormalRound);
    shifted = multiply_add(r, sum, multiply_add(r, slope, at_centre)) + round;
    const Vec<float> twos = shifted - round;
    f = add_lost(multiply_add(constant<float>(2), sum, slope),
                 multiply_add(r, sum, multiply_add(r, slope, at_centre - twos)));
  }
};
// The function at -a is (power + rest) 2^floor(twos).
struct NormalTail {
  Vec<float> power, rest, twos;

  explicit CT_INLINE NormalTail(NormalLog log) {
    const Vec<float> shifted = log.shifted;
    const Vec<float> f = log.f;
    twos = shifted - constant<float>(kNormalRound);
    power = lookup(kRootPower.first, (Index)shifted.v);
    rest = multiply_add(power * f, power_slope(f), lookup(kRootPower.rest, (Index)shifted.v));
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
