// Sums of floating-point and complex elements; halves are added in float.
#include "kernels/reduce/bfloat16.inl.h"
#include "kernels/reduce/lanewise.inl.h"

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

template <bool numbers_only>
struct OfBFloat16 : BFloat16Sum<OfBFloat16<numbers_only>> {
  using Held = float;
  using V = Vec<float>;
  static CT_INLINE V map(V x) { return numbers_only ? select(x.v == x.v, x, V{}) : x; }
  static CT_INLINE float hold(float held, float lane) { return held + lane; }
};

// Where memory holds what lanes do.
template <class F>
struct OfRegisters : Elementwise<F> {
  using V = typename Elementwise<F>::V;
  static CT_INLINE V add_register(V leaf, V x) { return F::combine(leaf, F::map(x)); }
};

template <class T, bool numbers_only>
struct SumOf {
  using F = typename Choose<numbers_only, NanSum<T>, Sum<T>>::Type;
  using Type = typename Choose<kIsFloat<T>, OfRegisters<F>, Elementwise<F>>::Type;
};
template <bool numbers_only>
struct SumOf<BFloat16, numbers_only> {
  using Type = OfBFloat16<numbers_only>;
};

}  // namespace

void register_reduce_sum(Table &table) {
#define CT_REGISTER(dtype, element, wide)                                                                \
  {                                                                                                      \
    constexpr int kIndex = static_cast<int>(DType::dtype);                                               \
    if constexpr (kIsComplex<wide> || kIsFloat<wide>) {                                                  \
      table.reduce[static_cast<int>(Accumulator::sum)][kIndex] = &reduce<SumOf<element, false>::Type>;   \
    }                                                                                                    \
    if constexpr (kIsFloat<wide>) {                                                                      \
      table.reduce[static_cast<int>(Accumulator::nansum)][kIndex] = &reduce<SumOf<element, true>::Type>; \
    }                                                                                                    \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
