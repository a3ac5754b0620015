// ceil, floor, trunc, round, round_decimals, frac; deg2rad, rad2deg; hardswish, hardsigmoid: each is a
// few exact steps.
#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
struct Identity {
  static constexpr bool kCopies = true;
};

// Rounding without an instruction for it, the same bits everywhere: adding 2^23 (2^52) to a magnitude below that leaves
// no bits for a fraction.
template <class T>
struct Whole {
  using V = Vec<T>;
  using U = typename BitsOf<sizeof(T)>::Type;
  static constexpr U kSignBit = U(1) << (8 * sizeof(T) - 1);
  static constexpr T kBig = sizeof(T) == 4 ? T(0x1p23) : T(0x1p52);

  static CT_INLINE V sign_of(V a) { return of_bits(bits(a) & Vec<U>::splat(kSignBit).v); }
  static CT_INLINE V magnitude(V a) { return of_bits(bits(a) & Vec<U>::splat(~kSignBit).v); }
  static CT_INLINE V with_sign(V size, V sign) { return of_bits(bits(magnitude(size)) | bits(sign_of(sign))); }
  static CT_INLINE V even(V a) {  // to nearest, ties to even
    const V big = V::splat(kBig);
    const V size = magnitude(a);
    const V rounded = (size + big) - big;
    return with_sign(select(size.v < big.v, rounded, size), a);
  }

 private:
  static CT_INLINE typename Vec<U>::Native bits(V a) { return (typename Vec<U>::Native)a.v; }
  static CT_INLINE V of_bits(typename Vec<U>::Native b) { return {(typename V::Native)b}; }
};

template <class T>
struct Round : Identity<T> {};
template <class T>
struct Floor : Identity<T> {};
template <class T>
struct Ceil : Identity<T> {};
template <class T>
struct Trunc : Identity<T> {};

template <class T>
struct RoundFloat {
  static CT_INLINE Vec<T> apply(Vec<T> a) { return Whole<T>::even(a); }
};
template <class T>
struct FloorFloat {
  static CT_INLINE Vec<T> apply(Vec<T> a) {
    const Vec<T> near = Whole<T>::even(a);
    const Vec<T> one = select(near.v > a.v, Vec<T>::splat(T(1)), Vec<T>{});
    return Whole<T>::with_sign(near - one, a);
  }
};
template <class T>
struct CeilFloat {
  static CT_INLINE Vec<T> apply(Vec<T> a) {
    const Vec<T> near = Whole<T>::even(a);
    const Vec<T> one = select(near.v < a.v, Vec<T>::splat(T(1)), Vec<T>{});
    return Whole<T>::with_sign(near + one, a);
  }
};
template <class T>
struct TruncFloat {
  static CT_INLINE Vec<T> apply(Vec<T> a) {
    const Vec<T> size = Whole<T>::magnitude(a);
    const Vec<T> near = Whole<T>::even(size);
    const Vec<T> one = select(near.v > size.v, Vec<T>::splat(T(1)), Vec<T>{});
    return Whole<T>::with_sign(near - one, a);
  }
};
#define CT_OF_FLOATS(op)                  \
  template <>                             \
  struct op<float> : op##Float<float> {}; \
  template <>                             \
  struct op<double> : op##Float<double> {};
CT_OF_FLOATS(Round)
CT_OF_FLOATS(Floor)
CT_OF_FLOATS(Ceil)
CT_OF_FLOATS(Trunc)
#undef CT_OF_FLOATS

template <class T>
struct Frac {
  static CT_INLINE Vec<T> apply(Vec<T> a) { return a - TruncFloat<T>::apply(a); }
};

// up is 10^decimals and down is 1; of negative decimals up is 1 and down is 10^-decimals. To multiply and to divide by
// 1 changes no bit.
template <class T>
struct RoundDecimals {
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> up, Vec<T> down) {
    const Vec<T> scaled = a * up / down;
    const Vec<T> rounded = Whole<T>::even(scaled) * down / up;
    const Vec<T> infinity = Vec<T>::splat(static_cast<T>(__builtin_inff()));
    return select(Whole<T>::magnitude(scaled).v < infinity.v, rounded, a);
  }
};

constexpr double kRadians = 3.14159265358979323846264338327950288 / 180;
constexpr double kDegrees = 180 / 3.14159265358979323846264338327950288;

template <class T>
struct Deg2Rad {
  static CT_INLINE Vec<T> apply(Vec<T> a) { return a * Vec<T>::splat(static_cast<T>(kRadians)); }
};
template <class T>
struct Rad2Deg {
  static CT_INLINE Vec<T> apply(Vec<T> a) { return a * Vec<T>::splat(static_cast<T>(kDegrees)); }
};

// a + 3 between 0 and 6; NaN stays NaN.
template <class T>
CT_INLINE Vec<T> gate(Vec<T> a) {
  const Vec<T> zero{};
  const Vec<T> six = Vec<T>::splat(T(6));
  const Vec<T> moved = a + Vec<T>::splat(T(3));
  const Vec<T> low = select(moved.v < zero.v, zero, moved);
  return select(low.v > six.v, six, low);
}
template <class T>
struct HardSigmoid {
  static CT_INLINE Vec<T> apply(Vec<T> a) { return gate(a) / Vec<T>::splat(T(6)); }
};
template <class T>
struct HardSwish {
  static CT_INLINE Vec<T> apply(Vec<T> a) { return a * gate(a) / Vec<T>::splat(T(6)); }
};

}  // namespace

void register_ceil(Table &table) { register_op<Elementwise::ceil, Ceil, Unary>(table); }
void register_floor(Table &table) { register_op<Elementwise::floor, Floor, Unary>(table); }
void register_trunc(Table &table) { register_op<Elementwise::trunc, Trunc, Unary>(table); }
void register_round(Table &table) { register_op<Elementwise::round, Round, Unary>(table); }
void register_round_decimals(Table &table) {
  register_op<Elementwise::round_decimals, RoundDecimals, Op<Itself, 1, 2>::Kind>(table);
}
void register_frac(Table &table) { register_op<Elementwise::frac, Frac, Unary>(table); }
void register_deg2rad(Table &table) { register_op<Elementwise::deg2rad, Deg2Rad, Unary>(table); }
void register_rad2deg(Table &table) { register_op<Elementwise::rad2deg, Rad2Deg, Unary>(table); }
void register_hardsigmoid(Table &table) { register_op<Elementwise::hardsigmoid, HardSigmoid, Unary>(table); }
void register_hardswish(Table &table) { register_op<Elementwise::hardswish, HardSwish, Unary>(table); }

}  // namespace ct::kernels::CT_ISA
