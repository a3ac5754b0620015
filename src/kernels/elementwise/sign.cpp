// nan_to_num, abs, sign, sgn, positive, conj, square, relu, relu6: signs, and what compares with zero.
#include "kernels/elementwise/adaptors.inl.h"
#include "kernels/math/magnitude.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// -1, 0 or 1; 0 for NaN, as in PyTorch.
template <class T>
struct Sign {
  static CT_INLINE T apply(T a) {
    if constexpr (kIsSigned<T>) {
      return static_cast<T>(static_cast<T>(a > 0) - static_cast<T>(a < 0));
    } else {
      return static_cast<T>(a > 0);
    }
  }
};
template <>
struct Sign<Bool> : Identity<Bool> {};

template <class T>
struct AbsOf : Abs<T> {};
template <class T>
requires kIsFloat<T>
struct AbsOf<T> {
  static CT_INLINE Vec<T> apply(Vec<T> a) { return without_sign(a); }
};

// a / |a|, and 0 for 0.
template <class R>
struct Sign<Complex<R>> {
  static CT_INLINE Complex<R> apply(Complex<R> a) {
    // A subnormal size has too few bits to divide by, and one past the largest number is infinite.
    constexpr R kBig = sizeof(R) == 4 ? R(0x1p100) : R(0x1p900);
    const R size = Abs<Complex<R>>::apply(a);
    const R scale = size > kBig ? 1 / kBig : size < 1 / kBig ? kBig : R(1);
    const Complex<R> b{a.re * scale, a.im * scale};
    const R divisor = Abs<Complex<R>>::apply(b);
    return {size == 0 ? R(0) : b.re / divisor, size == 0 ? R(0) : b.im / divisor};
  }
};

template <class T>
struct Sgn : Sign<T> {};

template <class T>
struct NanToNum : Identity<T> {};
template <class R>
CT_INLINE Vec<R> number_for(Vec<R> a, Vec<R> nan, Vec<R> posinf, Vec<R> neginf) {
  const Vec<R> infinity = Vec<R>::splat(static_cast<R>(__builtin_inff()));
  const Vec<R> below = select(a.v == infinity.v, posinf, select(a.v == -infinity.v, neginf, a));
  return select(a.v != a.v, nan, below);
}
template <class R>
requires kIsFloat<R>
struct NanToNum<R> {
  static CT_INLINE Vec<R> apply(Vec<R> a, Vec<R> nan, Vec<R> posinf, Vec<R> neginf) {
    return number_for(a, nan, posinf, neginf);
  }
};
template <class R>
struct NanToNum<Complex<R>> {
  using Option = R;
  static CT_INLINE Vec<Complex<R>> apply(Vec<Complex<R>> a, Vec<R> nan, Vec<R> posinf, Vec<R> neginf) {
    return {number_for(a.re, nan, posinf, neginf), number_for(a.im, nan, posinf, neginf)};
  }
};

template <class T>
struct Conj : Identity<T> {};
template <class R>
struct Conj<Complex<R>> {
  static CT_INLINE Vec<Complex<R>> apply(Vec<Complex<R>> a) { return {a.re, -a.im}; }
};

// NaN stays NaN, and a zero keeps its sign.
template <class T>
struct Relu {
  static CT_INLINE Vec<T> apply(Vec<T> a) { return select(a.v < typename Vec<T>::Native{}, Vec<T>{}, a); }
};
template <class T>
requires(T(-1) > T(0)) struct Relu<T> : Identity<T> {
};

}  // namespace

CT_REGISTER_OP(nan_to_num, NanToNum)
CT_REGISTER_OP(abs, AbsOf, Brief)
CT_REGISTER_OP(sign, Sign)
CT_REGISTER_OP(sgn, Sgn)
CT_REGISTER_OP(positive, Identity)
CT_REGISTER_OP(conj, Conj)
namespace {
CT_SIGNLESS_BODY(Square, (a * a), X a)
}
CT_REGISTER_OP(square, Square, Brief)
CT_OP(relu6, Relu6, from_0_to_6(a), X a)
CT_REGISTER_OP(relu, Relu, Brief)

}  // namespace ct::kernels::CT_ISA
