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

}  // namespace

void register_reduce_sum(Table &table) {
#define CT_REGISTER(dtype, element, wide)                                              \
  if constexpr (kIsComplex<wide> || kIsFloat<wide>) {                                  \
    table.reduce[static_cast<int>(Accumulator::sum)][static_cast<int>(DType::dtype)] = \
        &reduce<Elementwise<Sum<element>>>;                                            \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
