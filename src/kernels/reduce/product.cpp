// Products. Integers and bool in 64 bits, which wrap.
#include "kernels/reduce/lanewise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
CT_INLINE Vec<T> times(Vec<T> a, Vec<T> b) {
  return a * b;
}
template <class R>
CT_INLINE Vec<Complex<R>> times(Vec<Complex<R>> a, Vec<Complex<R>> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

template <class T>
struct Product : Widened<T> {
  using V = Vec<Wide<T>>;
  static CT_INLINE Wide<T> identity() {
    if constexpr (kIsComplex<Wide<T>>) {
      return {1, 0};
    } else {
      return 1;
    }
  }
  static CT_INLINE V map(V x) { return x; }
  static CT_INLINE V combine(V a, V b) { return times(a, b); }
  CT_HOLDS_LANES(Product)
};

// Narrow integers are widened block by block: products wrap, so any order gives the same bits.
template <class T>
void integer_product(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  using Integer = typename Choose<kSame<T, Bool>, uint8_t, T>::Type;
  constexpr int64_t kBlock = 512;
  alignas(64) char narrow[kBlock * sizeof(T)];
  alignas(64) int64_t wide[kBlock];
  const int inner = size1 > size0 ? 1 : 0;  // its strides begin at 2 * inner
  const int64_t size = inner == 1 ? size1 : size0, others = inner == 1 ? size0 : size1;
  const int64_t to = strides[2 * inner], from = strides[2 * inner + 1];
  const int64_t next_to = strides[2 - 2 * inner], next_from = strides[3 - 2 * inner];
  const int64_t steps[] = {to, sizeof(int64_t), 0, 0};
  for (int64_t j = 0; j < others; ++j) {
    for (int64_t i = 0; i < size; i += kBlock) {
      const int64_t n = size - i < kBlock ? size - i : kBlock;
      gather(narrow, data[1] + j * next_from + i * from, sizeof(T), from, n, 0, 1);
      const Integer *const values = reinterpret_cast<const Integer *>(narrow);
      CT_INDEPENDENT
      for (int64_t k = 0; k < n; ++k) wide[k] = static_cast<int64_t>(kSame<T, Bool> ? values[k] != 0 : values[k]);
      char *const block[] = {data[0] + j * next_to + i * to, reinterpret_cast<char *>(wide)};
      reduce<Elementwise<Product<int64_t>>>(block, steps, n, 1, traffic);
    }
  }
}

}  // namespace

void register_reduce_product(Table &table) {
#define CT_REGISTER(dtype, element, wide)                                                                \
  {                                                                                                      \
    Reduce &entry = table.reduce[static_cast<int>(Accumulator::prod)][static_cast<int>(DType::dtype)];   \
    if constexpr (kIsComplex<wide> || kIsFloat<wide>) {                                                  \
      entry = &reduce<Elementwise<Product<element>>>;                                                    \
    } else {                                                                                             \
      entry = sizeof(element) == 8 ? &reduce<Elementwise<Product<int64_t>>> : &integer_product<element>; \
    }                                                                                                    \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
