// Sums of floating-point and complex elements; halves are added in float.
#include "kernels/reduce_elementwise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
CT_INLINE Vec<T> plus(Vec<T> a, Vec<T> b) {
  return a + b;
}
template <class R>
CT_INLINE Vec<Complex<R>> plus(Vec<Complex<R>> a, Vec<Complex<R>> b) {
  return {a.re + b.re, a.im + b.im};
}

template <class T>
struct Sum : Widened<T> {
  using V = Vec<Wide<T>>;
  static CT_INLINE Wide<T> identity() { return {}; }
  static CT_INLINE V map(V x) { return x; }
  static CT_INLINE V combine(V a, V b) { return plus(a, b); }
  CT_HOLDS_LANES(Sum)
};

template <class T>
struct NanSum : Sum<T> {
  using V = Vec<Wide<T>>;
  static CT_INLINE V map(V x) { return select(x.v == x.v, x, V{}); }
};

}  // namespace

void register_reduce_sum(Table &table) {
#define CT_REGISTER(dtype, element, wide)                                                                  \
  {                                                                                                        \
    constexpr int kIndex = static_cast<int>(DType::dtype);                                                 \
    if constexpr (kIsComplex<wide> || kIsFloat<wide>) {                                                    \
      table.reduce[static_cast<int>(Accumulator::sum)][kIndex] = &reduce<Elementwise<Sum<element>>>;       \
    }                                                                                                      \
    if constexpr (kIsFloat<wide>) {                                                                        \
      table.reduce[static_cast<int>(Accumulator::nansum)][kIndex] = &reduce<Elementwise<NanSum<element>>>; \
    }                                                                                                      \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
