// logical_not, isnan, isinf, isfinite, isposinf, isneginf, signbit: a bool of each element.
#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
CT_INLINE bool is_nan(T a) {
  if constexpr (kIsComplex<T>) {
    return (a.re != a.re) | (a.im != a.im);
  } else if constexpr (kIsFloat<T>) {
    return a != a;
  } else {
    return false;
  }
}

template <class T>
CT_INLINE bool is_infinity(T a, int sign) {
  if constexpr (kIsFloat<T>) return a == sign * static_cast<T>(__builtin_inff());
  return false;
}

template <class T>
CT_INLINE bool is_infinite(T a) {
  if constexpr (kIsComplex<T>) {
    return is_infinite(a.re) || is_infinite(a.im);
  } else {
    return (is_infinity(a, 1) + is_infinity(a, -1)) != 0;
  }
}

template <class T>
CT_INLINE bool has_sign(T a) {
  if constexpr (kSame<T, float>) {
    return __builtin_bit_cast(int32_t, a) < 0;
  } else if constexpr (kSame<T, double>) {
    return __builtin_bit_cast(int64_t, a) < 0;
  } else if constexpr (kSame<T, Bool>) {
    return false;
  } else {
    return a < T(0);
  }
}

template <class T>
CT_INLINE bool is_zero(T a) {
  if constexpr (kSame<T, Bool>) {
    return a.byte == 0;
  } else {
    return convert_value<Bool>(a).byte == 0;
  }
}

}  // namespace

#define CT_PREDICATE(op, Body, holds)                         \
  namespace {                                                 \
  template <class T>                                          \
  struct Body {                                               \
    static CT_INLINE Bool apply(T a) { return truth(holds); } \
  };                                                          \
  }                                                           \
  CT_REGISTER_OP(op, Body)
CT_PREDICATE(logical_not, LogicalNot, is_zero(a))
CT_PREDICATE(isnan, IsNan, is_nan(a))
CT_PREDICATE(isinf, IsInf, is_infinite(a))
CT_PREDICATE(isfinite, IsFinite, !is_nan(a) && !is_infinite(a))
CT_PREDICATE(isposinf, IsPosInf, is_infinity(a, 1))
CT_PREDICATE(isneginf, IsNegInf, is_infinity(a, -1))
CT_PREDICATE(signbit, SignBit, has_sign(a))
#undef CT_PREDICATE

}  // namespace ct::kernels::CT_ISA
