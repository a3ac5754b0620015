// |a|. For a complex number it does not overflow on the way, and is within 1.5 ULP.
#pragma once

#include "kernels/vec/element.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
inline constexpr bool kIsSigned = kIsFloat<T> || T(-1) < T(0);

template <class T>
struct Abs {
  static CT_INLINE T apply(T a) {
    if constexpr (kSame<T, float>) {
      return __builtin_fabsf(a);
    } else if constexpr (kSame<T, double>) {
      return __builtin_fabs(a);
    } else if constexpr (kIsSigned<T>) {
      return static_cast<T>(a < 0 ? -a : a);
    } else {
      return a;
    }
  }
};
template <>
struct Abs<Complex<float>> {  // in double, where no square overflows or vanishes
  static CT_INLINE float apply(Complex<float> a) {
    const double re = a.re;
    const double im = a.im;
    const auto size = static_cast<float>(__builtin_sqrt(re * re + im * im));
    const bool infinite = (__builtin_fabsf(a.re) == __builtin_inff()) | (__builtin_fabsf(a.im) == __builtin_inff());
    return infinite ? __builtin_inff() : size;  // beside a NaN as well
  }
};
template <>
struct Abs<Complex<double>> {  // scaled by a power of two where a square would overflow or lose bits
  static CT_INLINE double apply(Complex<double> a) {
    const double re = __builtin_fabs(a.re);
    const double im = __builtin_fabs(a.im);
    const double larger = re > im ? re : im;
    double scale = larger > 0x1p500 ? 0x1p-600 : 1.0;
    scale = larger < 0x1p-450 ? 0x1p600 : scale;
    double back = larger > 0x1p500 ? 0x1p600 : 1.0;
    back = larger < 0x1p-450 ? 0x1p-600 : back;
    const double x = re * scale;
    const double y = im * scale;
    const double size = __builtin_sqrt(x * x + y * y) * back;
    const bool infinite = (re == __builtin_inf()) | (im == __builtin_inf());
    return infinite ? __builtin_inf() : size;
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
