// maximum, minimum, fmax, fmin, clamp, clamp_min, clamp_max, heaviside, copysign, nextafter.
#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// For equal numbers (0 and -0), the result is a. NaN wins in maximum and minimum, and loses in fmax and fmin.
#define CT_MIN_MAX(name, sign, nan_side, sign_of_bools)                   \
  template <class T>                                                      \
  struct name {                                                           \
    static CT_INLINE Lanes<T> apply(Lanes<T> a, Lanes<T> b) {             \
      if constexpr (kSame<T, Bool>) {                                     \
        return a sign_of_bools b;                                         \
      } else if constexpr (kIsFloat<T>) {                                 \
        return select((a.v sign b.v) | (nan_side.v != nan_side.v), a, b); \
      } else {                                                            \
        return select(a.v sign b.v, a, b);                                \
      }                                                                   \
    }                                                                     \
  };
CT_MIN_MAX(Maximum, >=, a, |)
CT_MIN_MAX(Minimum, <=, a, &)
CT_MIN_MAX(FMax, >=, b, |)
CT_MIN_MAX(FMin, <=, b, &)
#undef CT_MIN_MAX

// 0 for negative numbers and NaN, 1 for positive ones, b for zero.
template <class T>
struct Heaviside {
  static CT_INLINE Lanes<T> apply(Lanes<T> a, Lanes<T> b) {
    if constexpr (kSame<T, Bool>) {
      return a | b;
    } else {
      const Vec<T> zero{};
      return select(a.v == zero.v, b, select(a.v > zero.v, Vec<T>::splat(T(1)), zero));
    }
  }
};

// The neighbour of `from` on the way to `to`, among the numbers of its own format. Without their signs, numbers are in
// the order of their bits.
template <class T>
struct NextAfter {
  static CT_INLINE T apply(T from, T to) {
    using U = Bits<T>;
    constexpr U kSign = static_cast<U>(U(1) << (8 * sizeof(T) - 1));
    constexpr U kInfinity = static_cast<U>(kSame<T, Half>       ? 0x7c00U
                                           : kSame<T, BFloat16> ? 0x7f80U
                                           : sizeof(T) == 4     ? 0x7f800000U
                                                                : 0x7ff0000000000000U);
    constexpr U kNan = static_cast<U>(kInfinity | (kInfinity >> 1));
    const U a = __builtin_bit_cast(U, from);
    const U b = __builtin_bit_cast(U, to);
    const U size_a = static_cast<U>(a & ~kSign);
    const U size_b = static_cast<U>(b & ~kSign);
    const bool nan = (size_a > kInfinity) | (size_b > kInfinity);
    const bool equal = (a == b) | ((size_a | size_b) == 0);
    const bool away = ((a & kSign) == (b & kSign)) & (size_b > size_a);  // else towards zero
    U next = static_cast<U>(away ? a + 1U : a - 1U);
    next = size_a == 0 ? static_cast<U>((b & kSign) | 1U) : next;
    next = equal ? b : next;
    return __builtin_bit_cast(T, nan ? kNan : next);
  }
};

// Takes elements as they are in memory, so that halves are not widened.
template <template <class> class Body>
struct OnBits {
  template <class T, class B = Bits<T>>
  static constexpr Loop loop = &run_op<ElementRow<Body<T>, 0, T, T, T>, 0, B, B, B>;
};

}  // namespace

CT_REGISTER_OP(maximum, Maximum, Binary)
CT_REGISTER_OP(minimum, Minimum, Binary)
CT_REGISTER_OP(fmax, FMax)
CT_REGISTER_OP(fmin, FMin)
CT_OP(clamp, Clamp, Minimum<T>::apply(Maximum<T>::apply(t, min), max), X t, X min, X max)
CT_OP(copysign, CopySign, with_sign_of(b, without_sign(a)), X a, X b)
CT_REGISTER_OP(clamp_min, Maximum, Binary)
CT_REGISTER_OP(clamp_max, Minimum, Binary)
CT_REGISTER_OP(heaviside, Heaviside)
CT_REGISTER_OP(nextafter, NextAfter, OnBits)

}  // namespace ct::kernels::CT_ISA
