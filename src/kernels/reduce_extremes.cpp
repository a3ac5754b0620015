// The largest and the smallest element. NaN wins. Of zeros of both signs either may come out, the same one everywhere.
#include "kernels/reduce_elementwise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
constexpr T lowest() {
  if constexpr (kIsFloat<T>) {
    return -static_cast<T>(__builtin_inff());
  } else {
    return Limits<T>::kLow;
  }
}
template <class T>
constexpr T highest() {
  if constexpr (kIsFloat<T>) {
    return static_cast<T>(__builtin_inff());
  } else {
    return Limits<T>::kHigh;
  }
}

template <class T>
struct Largest : Widened<T> {
  using V = Vec<Wide<T>>;
  static CT_INLINE Wide<T> identity() { return lowest<Wide<T>>(); }
  static CT_INLINE V map(V x) { return x; }
  static CT_INLINE V combine(V a, V b) {
    if constexpr (kIsFloat<Wide<T>>) {
      return select((a.v > b.v) | (a.v != a.v), a, b);
    } else {
      return select(a.v > b.v, a, b);
    }
  }
  CT_HOLDS_LANES(Largest)
};

template <class T>
struct Smallest : Widened<T> {
  using V = Vec<Wide<T>>;
  static CT_INLINE Wide<T> identity() { return highest<Wide<T>>(); }
  static CT_INLINE V map(V x) { return x; }
  static CT_INLINE V combine(V a, V b) {
    if constexpr (kIsFloat<Wide<T>>) {
      return select((a.v < b.v) | (a.v != a.v), a, b);
    } else {
      return select(a.v < b.v, a, b);
    }
  }
  CT_HOLDS_LANES(Smallest)
};

}  // namespace

void register_reduce_extremes(Table &table) {
#define CT_REGISTER(dtype, element, wide)                                                                \
  if constexpr ((dtype_bit(DType::dtype) & kOrdered & ~kBool) != 0) {                                    \
    constexpr int kIndex = static_cast<int>(DType::dtype);                                               \
    table.reduce[static_cast<int>(Accumulator::amax)][kIndex] = &reduce<Elementwise<Largest<element>>>;  \
    table.reduce[static_cast<int>(Accumulator::amin)][kIndex] = &reduce<Elementwise<Smallest<element>>>; \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
