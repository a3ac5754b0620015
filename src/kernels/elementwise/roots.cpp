// sqrt and rsqrt, by the hardware's exact square root.
#include "kernels/elementwise/adaptors.inl.h"
#include "kernels/math/magnitude.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
CT_INLINE T square_root(T a) {
  if constexpr (sizeof(T) == 4) {
    return __builtin_sqrtf(a);
  } else {
    return __builtin_sqrt(a);
  }
}

// sqrt((|re| + |a|) / 2) is the larger part; the other is im / 2 divided by it. At infinity the results are those of
// C99's Annex G.6.4.2. Numbers outside the middle of double's range are brought there by a power of four.
CT_INLINE Complex<double> complex_root(double re, double im) {
  const double endless = __builtin_inf();
  const double larger = __builtin_fabs(re) > __builtin_fabs(im) ? __builtin_fabs(re) : __builtin_fabs(im);
  const bool huge = (larger > 0x1p1000) & (larger < endless);
  const bool tiny = larger < 0x1p-900;
  const double scale = huge ? 0x1p-100 : tiny ? 0x1p200 : 1.0;
  const double back = huge ? 0x1p50 : tiny ? 0x1p-100 : 1.0;
  const double x = re * scale;
  const double y = im * scale;
  const double larger_root = __builtin_sqrt((__builtin_fabs(x) + Abs<Complex<double>>::apply({x, y})) * 0.5);
  const double other = larger_root == 0 ? y : y / (larger_root * 2);
  const bool right = x >= 0;
  double root_re = right ? larger_root : __builtin_fabs(other);
  double root_im = right ? other : __builtin_copysign(larger_root, y);
  const bool upright = __builtin_fabs(im) == endless;
  root_re = upright ? endless : root_re * back;
  root_im = upright ? im : root_im * back;
  return {root_re, root_im};
}

template <class T>
struct Sqrt {
  static CT_INLINE T apply(T a) {
    if constexpr (kIsComplex<T>) {
      const Complex<double> root = complex_root(a.re, a.im);
      return {static_cast<Real<T>>(root.re), static_cast<Real<T>>(root.im)};
    } else {
      return square_root(a);
    }
  }
};

template <class T>
struct Rsqrt {
  static CT_INLINE T apply(T a) {
    if constexpr (kIsComplex<T>) {
      const Complex<double> root = complex_root(a.re, a.im);
      const bool re_leads = __builtin_fabs(root.re) >= __builtin_fabs(root.im);
      const double lead = re_leads ? root.re : root.im;
      const double ratio = (re_leads ? root.im : root.re) / lead;
      const double divisor = lead + ratio * (re_leads ? root.im : root.re);
      const double re = re_leads ? 1 / divisor : ratio / divisor;
      const double im = re_leads ? -ratio / divisor : -1 / divisor;
      return {static_cast<Real<T>>(re), static_cast<Real<T>>(im)};
    } else {
      return T(1) / square_root(a);
    }
  }
};

}  // namespace

CT_REGISTER_OP(sqrt, Sqrt)
CT_REGISTER_OP(rsqrt, Rsqrt)

}  // namespace ct::kernels::CT_ISA
