// Products. Of integers those of 64 bits, which wrap; others are converted block by block before.
#include "kernels/reduce/lanewise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
struct Product : Widened<T> {
  using typename Widened<T>::V;
  static CT_INLINE Wide<T> identity() {
    if constexpr (kIsComplex<Wide<T>>) {
      return {1, 0};
    } else {
      return 1;
    }
  }
  static CT_INLINE V combine(V a, V b) { return a * b; }
};

}  // namespace

void register_reduce_product(Table &table) {
  Reduce *const entries = table.reduce[static_cast<int>(Accumulator::prod)];
#define CT_REGISTER(dtype, element, wide)                                             \
  if constexpr (kIsComplex<wide> || kIsFloat<wide> || kSame<element, int64_t>) {      \
    entries[static_cast<int>(DType::dtype)] = &reduce<Elementwise<Product<element>>>; \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
  entries[static_cast<int>(DType::UInt64)] = entries[static_cast<int>(DType::Int64)];
}

}  // namespace ct::kernels::CT_ISA
