// i0, i0e, i1, i1e: modified Bessel functions of the first kind. Up to 8, e^-x I0(x) and e^-x I1(x) / x are Chebyshev
// series in x / 4 - 1. Beyond, e^-x sqrt(x) I0(x) and e^-x sqrt(x) I1(x) are Chebyshev series in 16 / x - 1. mpmath
// computed the coefficients in 40 digits from the functions at Chebyshev's points. Floats are computed in double. One
// form serves both modes.
#include "kernels/math/policy.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// The coefficients go from the highest Chebyshev polynomial down to T0.
inline constexpr double kNear0[] = {
    -0x1.45cb72134d0efp-58, 0x1.33362977da589p-55, -0x1.184eb721ebbb4p-52, 0x1.ee6d893f65ebap-50,
    -0x1.a5022c297fbebp-47, 0x1.59b464b262627p-44, -0x1.1164c62ee1af0p-41, 0x1.9fe2fe19bd324p-39,
    -0x1.2fc957a946abcp-36, 0x1.a98becc743c10p-34, -0x1.1d4fe13ae9556p-31, 0x1.6d903a454cb34p-29,
    -0x1.beaf68c0b30abp-27, 0x1.03b769d4d6435p-24, -0x1.1ec638f227f8dp-22, 0x1.2bf24978cf4acp-20,
    -0x1.2866fcba56427p-18, 0x1.13f58be9a2859p-16, -0x1.e2b2659c41d5ap-15, 0x1.8b51b74107cabp-13,
    -0x1.2e2fd1f15eb52p-11, 0x1.adc758a12100ep-10, -0x1.1b65e201aa849p-8,  0x1.59961f3dde3ddp-7,
    -0x1.84e9ef121b6f0p-6,  0x1.93e8acea8a32dp-5,  -0x1.84b70342d06eap-4,  0x1.5f7ac77ac88c0p-3,
    -0x1.37febc057cd8dp-2,  0x1.5a84e9035a22ap-2};
inline constexpr double kFar0[] = {
    -0x1.0adb754ca8b19p-57, -0x1.646da66119130p-58, 0x1.9be1812d98421p-55,  0x1.3f3dd076041cdp-55,
    -0x1.4600babd21fe4p-52, -0x1.8aee7d908de38p-52, 0x1.fee7da3eafb1fp-50,  0x1.12a919094e6d7p-48,
    -0x1.583fe7e65629ap-47, -0x1.75d99cf68bb32p-45, 0x1.156ff0d5fc545p-46,  0x1.b1c8c6b83c073p-42,
    0x1.94347fa268cecp-41,  -0x1.f904303178d66p-40, -0x1.d0fd7357e7bf2p-37, -0x1.1511d08397425p-35,
    0x1.a24feabe8004fp-37,  0x1.0f9ccc0f46f75p-31,  0x1.d2c64a9225b87p-29,  0x1.8569280d6d56dp-26,
    0x1.b8007d9cd616ep-23,  0x1.8412bc101c586p-19,  0x1.20fa378999e52p-14,  0x1.b998ca2e59049p-9,
    0x1.9be62aca809cbp-2};
inline constexpr double kNear1[] = {
    -0x1.a21dbdbdd0288p-62, 0x1.99f2a0c3c4014p-59, -0x1.857d0c38a0576p-56, 0x1.663e3e593bfacp-53,
    -0x1.3eaaa7e0d1573p-50, 0x1.11d7f0615290cp-47, -0x1.c628e1c8f0b3bp-45, 0x1.6af784779d955p-42,
    -0x1.173835fb70366p-39, 0x1.9cee2b21d3154p-37, -0x1.2510397eb07dep-34, 0x1.8ea34b43fdf6cp-32,
    -0x1.0361b28ea67e6p-29, 0x1.4258e02395010p-27, -0x1.7dd3e24b8c3e8p-25, 0x1.ae344b347d108p-23,
    -0x1.cc0798363992ap-21, 0x1.d1c4ed511afc5p-19, -0x1.bd5f9b8debbcfp-17, 0x1.911b542c70d0bp-15,
    -0x1.533cad3d694fep-13, 0x1.0c95db6c6df7dp-11, -0x1.8cc620b3cd4a4p-10, 0x1.1065349d3a1b4p-8,
    -0x1.5a29f7913a26ap-7,  0x1.951e3e7bb2349p-6,  -0x1.b1bbc537c9ebcp-5,  0x1.a46dad536f53cp-4,
    -0x1.694d10469192ep-3,  0x1.02a63724a7ffap-3};
inline constexpr double kFar1[] = {
    0x1.1556db352e8e6p-57,  0x1.45b8aea87b950p-58,  -0x1.acea3b2532277p-55, -0x1.2806c9c773320p-55,
    0x1.55915fceb588ap-52,  0x1.7d68e5f04a2d1p-52,  -0x1.0efcd8bc4d22ap-49, -0x1.12db5138afbc7p-48,
    0x1.776e1762d31e8p-47,  0x1.80d3c26b3281ep-45,  -0x1.7a9482e6d22a0p-46, -0x1.cbc458e73e255p-42,
    -0x1.953e1076ab493p-41, 0x1.1e7d3f6439fa3p-39,  0x1.f101f653c457bp-37,  0x1.1e1a1f1587865p-35,
    -0x1.4dcf9d4504c0cp-36, -0x1.334ca5423dd80p-31, -0x1.0790b9ad53528p-28, -0x1.c415394bb46c1p-26,
    -0x1.0dbfd2e9e5443p-22, -0x1.048df49ca0373p-18, -0x1.cfd7f804aa9a6p-14, -0x1.3fda053fcdb4cp-7,
    0x1.8ea18b55b1514p-2};

// Sums a Chebyshev series by Clenshaw's recurrence.
template <int count>
CT_INLINE Vec<double> chebyshev(const double (&coefficients)[count], Vec<double> t) {
  const Vec<double> twice = t + t;
  Vec<double> sum = constant<double>(coefficients[0]), before{};
  CT_ROLLED
  for (int i = 1; i < count - 1; ++i) {
    const Vec<double> next = twice * sum - before + constant<double>(coefficients[i]);
    before = sum;
    sum = next;
  }
  return t * sum - before + constant<double>(coefficients[count - 1]);
}

// e^-|x| I(|x|) of order 0 or 1.
template <int order>
CT_NOINLINE Vec<double> scaled_bessel(Vec<double> x) {
  const Vec<double> size = without_sign(x), one = constant<double>(1);
  const Vec<double> near = chebyshev(order == 0 ? kNear0 : kNear1, size * constant<double>(0.25) - one);
  const Vec<double> far = chebyshev(order == 0 ? kFar0 : kFar1, constant<double>(16) / size - one) / square_root(size);
  return select(size.v > constant<double>(8).v, far, order == 0 ? near : near * size);
}
template <int order>
CT_INLINE Vec<double> with_sign(Vec<double> x, Vec<double> of_size) {
  return order == 0 ? of_size : with_sign_of(x, of_size);
}

// e^|x| may overflow where its product with a small factor does not, so it is multiplied in two steps.
template <int order>
CT_NOINLINE Vec<double> bessel(Vec<double> x) {
  const Vec<double> half = DeterministicMath::exp(without_sign(x) * constant<double>(0.5));
  const Vec<double> product = scaled_bessel<order>(x) * half * half;
  const auto endless = without_sign(x).v == constant<double>(__builtin_inf()).v;
  return with_sign<order>(x, select(endless, without_sign(x), product));
}

template <class T>
struct I0e {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    return widened([](Vec<double> wide) { return scaled_bessel<0>(wide); }, x);
  }
};
template <class T>
struct I1e {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    return widened([](Vec<double> wide) { return with_sign<1>(wide, scaled_bessel<1>(wide)); }, x);
  }
};
template <class T>
struct I0 {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    return widened([](Vec<double> wide) { return bessel<0>(wide); }, x);
  }
};
template <class T>
struct I1 {
  static CT_INLINE Vec<T> apply(Vec<T> x) {
    return widened([](Vec<double> wide) { return bessel<1>(wide); }, x);
  }
};

}  // namespace

CT_REGISTER_OP(i0, I0)
CT_REGISTER_OP(i0e, I0e)
CT_REGISTER_OP(i1, I1)
CT_REGISTER_OP(i1e, I1e)

}  // namespace ct::kernels::CT_ISA
