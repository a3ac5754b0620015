// logical_not, isnan, isinf, isfinite, isposinf, isneginf, signbit: a bool of each element.
#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

CT_INLINE Bool truth(bool value) { return {static_cast<uint8_t>(value)}; }

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
CT_INLINE bool is_infinite(T a) {
  if constexpr (kIsComplex<T>) {
    return is_infinite(a.re) || is_infinite(a.im);
  } else if constexpr (kIsFloat<T>) {
    return (a == static_cast<T>(__builtin_inff())) | (a == static_cast<T>(-__builtin_inff()));
  } else {
    return false;
  }
}

template <class T>
struct LogicalNot {
  static CT_INLINE Bool apply(T a) { return truth(convert_value<Bool>(a).byte == 0); }
};
template <>
struct LogicalNot<Bool> {
  static CT_INLINE Bool apply(Bool a) { return truth(a.byte == 0); }
};
template <class T>
struct IsNan {
  static CT_INLINE Bool apply(T a) { return truth(is_nan(a)); }
};
template <class T>
struct IsInf {
  static CT_INLINE Bool apply(T a) { return truth(is_infinite(a)); }
};
template <class T>
struct IsFinite {
  static CT_INLINE Bool apply(T a) { return truth(!is_nan(a) && !is_infinite(a)); }
};
template <class T>
struct IsPosInf {
  static CT_INLINE Bool apply(T a) {
    if constexpr (kIsFloat<T>) return truth(a == static_cast<T>(__builtin_inff()));
    return truth(false);
  }
};
template <class T>
struct IsNegInf {
  static CT_INLINE Bool apply(T a) {
    if constexpr (kIsFloat<T>) return truth(a == static_cast<T>(-__builtin_inff()));
    return truth(false);
  }
};
template <class T>
struct SignBit {
  static CT_INLINE Bool apply(T a) {
    if constexpr (kSame<T, float>) {
      return truth(__builtin_bit_cast(int32_t, a) < 0);
    } else if constexpr (kSame<T, double>) {
      return truth(__builtin_bit_cast(int64_t, a) < 0);
    } else if constexpr (kSame<T, Bool>) {
      return truth(false);
    } else {
      return truth(a < T(0));
    }
  }
};

}  // namespace

void register_logical_not(Table &table) { register_op<Elementwise::logical_not, LogicalNot, Predicate>(table); }
void register_isnan(Table &table) { register_op<Elementwise::isnan, IsNan, Predicate>(table); }
void register_isinf(Table &table) { register_op<Elementwise::isinf, IsInf, Predicate>(table); }
void register_isfinite(Table &table) { register_op<Elementwise::isfinite, IsFinite, Predicate>(table); }
void register_isposinf(Table &table) { register_op<Elementwise::isposinf, IsPosInf, Predicate>(table); }
void register_isneginf(Table &table) { register_op<Elementwise::isneginf, IsNegInf, Predicate>(table); }
void register_signbit(Table &table) { register_op<Elementwise::signbit, SignBit, Predicate>(table); }

}  // namespace ct::kernels::CT_ISA
