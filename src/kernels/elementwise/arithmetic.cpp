// neg, add, sub, mul, add_scaled, sub_scaled, addcmul. Integers wrap (-fwrapv); add is "or" and mul is "and" for bool.
#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
struct Neg {
  static constexpr bool kSignless = true;
  static CT_INLINE Vec<T> apply(Vec<T> a) {
    if constexpr (kIsComplex<T>) {
      return {-a.re, -a.im};
    } else {
      return -a;
    }
  }
};

template <class T>
struct Add {
  static constexpr bool kSignless = true;
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) {
    if constexpr (kIsComplex<T>) {
      return {a.re + b.re, a.im + b.im};
    } else {
      return a + b;
    }
  }
};
template <>
struct Add<Bool> {
  static CT_INLINE Bool apply(Bool a, Bool b) { return {static_cast<uint8_t>((a.byte | b.byte) != 0)}; }
};

template <class T>
struct Sub {
  static constexpr bool kSignless = true;
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) {
    if constexpr (kIsComplex<T>) {
      return {a.re - b.re, a.im - b.im};
    } else {
      return a - b;
    }
  }
};

template <class T>
struct Mul {
  static constexpr bool kSignless = true;
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) {
    if constexpr (kIsComplex<T>) {
      return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    } else {
      return a * b;
    }
  }
};
template <>
struct Mul<Bool> {
  static CT_INLINE Bool apply(Bool a, Bool b) {
    return {static_cast<uint8_t>(static_cast<uint8_t>(a.byte != 0) & static_cast<uint8_t>(b.byte != 0))};
  }
};

template <class T>
struct AddScaled {
  static constexpr bool kSignless = true;
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b, Vec<T> alpha) { return Add<T>::apply(a, Mul<T>::apply(alpha, b)); }
};
template <>
struct AddScaled<Bool> {
  static CT_INLINE Bool apply(Bool a, Bool b, Bool alpha) { return Add<Bool>::apply(a, Mul<Bool>::apply(alpha, b)); }
};

template <class T>
struct SubScaled {
  static constexpr bool kSignless = true;
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b, Vec<T> alpha) { return Sub<T>::apply(a, Mul<T>::apply(alpha, b)); }
};

template <class T>
struct AddCMul {
  static constexpr bool kSignless = true;
  static CT_INLINE Vec<T> apply(Vec<T> t, Vec<T> a, Vec<T> b, Vec<T> value) {
    return Add<T>::apply(t, Mul<T>::apply(Mul<T>::apply(value, a), b));
  }
};

}  // namespace

void register_neg(Table &table) { register_op<Elementwise::neg, Neg, Unary>(table); }
void register_add(Table &table) { register_op<Elementwise::add, Add, Binary>(table); }
void register_sub(Table &table) { register_op<Elementwise::sub, Sub, Binary>(table); }
void register_mul(Table &table) { register_beside_float32<Elementwise::mul, Mul>(table); }
void register_add_scaled(Table &table) {
  register_op<Elementwise::add_scaled, AddScaled, Op<Itself, 2, 1>::Kind>(table);
}
void register_sub_scaled(Table &table) {
  register_op<Elementwise::sub_scaled, SubScaled, Op<Itself, 2, 1>::Kind>(table);
}
void register_addcmul(Table &table) { register_op<Elementwise::addcmul, AddCMul, Op<Itself, 3, 1>::Kind>(table); }

}  // namespace ct::kernels::CT_ISA
