// Sums of floating-point and complex elements; halves are added in float.
#include "kernels/reduce/bfloat16.inl.h"
#include "kernels/reduce/lanewise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T, bool numbers_only>
struct Sum : Widened<T> {
  using typename Widened<T>::V;
  static constexpr bool kTakesRegisters = kIsFloat<T>;
  static CT_INLINE Wide<T> identity() { return {}; }
  static CT_INLINE V map(V x) {
    if constexpr (numbers_only) return select(x.v == x.v, x, V{});
    return x;
  }
  static CT_INLINE V combine(V a, V b) { return a + b; }
};

template <class T, bool numbers_only, class F = Sum<T, numbers_only>>
using SumOf = typename Choose<kSame<T, BFloat16>, BFloat16Sum<F, float>, Elementwise<F>>::Type;

}  // namespace

void register_reduce_sum(Table &table) {
#define CT_REGISTER(dtype, element, wide)                                                          \
  {                                                                                                \
    constexpr int kIndex = static_cast<int>(DType::dtype);                                         \
    if constexpr (kIsComplex<wide> || kIsFloat<wide>) {                                            \
      table.reduce[static_cast<int>(Accumulator::sum)][kIndex] = &reduce<SumOf<element, false>>;   \
    }                                                                                              \
    if constexpr (kIsFloat<wide>) {                                                                \
      table.reduce[static_cast<int>(Accumulator::nansum)][kIndex] = &reduce<SumOf<element, true>>; \
    }                                                                                              \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
