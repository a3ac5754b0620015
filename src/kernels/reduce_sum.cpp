// Sums of floating-point and complex elements; halves are added in float.
#include "kernels/reduce_elementwise.inl.h"
#include "kernels/steps.inl.h"

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

// Two elements of bfloat16 lie in a word: shifted, and with the other masked away, each is its float. Both are added to
// each other first, so that lanes hold the same on every ISA.
template <bool numbers_only>
struct BFloat16Sum {
  using Stored = BFloat16;
  using Lane = float;
  using Held = float;
  using V = Vec<float>;
  using Pairs = Vec<Complex<float>>;  // of neighbours

  static CT_INLINE Pairs pairs(Vec<uint32_t> x) {
    const V low{(V::Native)(x.v << 16)}, high{(V::Native)(x.v & 0xffff0000U)};
    if constexpr (!numbers_only) return {low, high};
    return {select(low.v == low.v, low, V{}), select(high.v == high.v, high, V{})};
  }
  static CT_INLINE Pairs pairs(const char *at) { return pairs(Vec<uint32_t>::load(at)); }
  static CT_INLINE Pairs pairs(const char *at, int64_t count) {
    return pairs(Vec<uint32_t>{(Vec<uint32_t>::Native)Vec<uint16_t>::load(at, count).v});
  }

  using Run = V;
  static constexpr int64_t kRunElements = 2 * V::kLanes;
  static CT_INLINE V begin() { return V{}; }
  static CT_INLINE V add(V run, Pairs x) { return run + (x.re + x.im); }
  static CT_INLINE V add(V run, const char *at) { return add(run, pairs(at)); }
  static CT_INLINE V add(V run, const char *at, int64_t count) { return add(run, pairs(at, count)); }
  static CT_INLINE V end(V run, int64_t) { return run; }

  using Column = Pairs;
  static constexpr int64_t kColumnElements = kRunElements;
  static constexpr int64_t kColumnRows = kLeafRows;
  static constexpr bool kAnyOrder = false;
  static CT_INLINE Column begin_column() { return Column{}; }
  static CT_INLINE Column add_column(Column column, const char *at) { return plus(column, pairs(at)); }
  static CT_INLINE Column add_column(Column column, const char *at, int64_t count) {
    return plus(column, pairs(at, count));
  }
  static CT_INLINE void end_column(Column column, int64_t, float *to) { column.store(reinterpret_cast<char *>(to)); }

  static CT_INLINE V combine(V a, V b) { return a + b; }
  static CT_INLINE float hold(float held, float lane) { return held + lane; }
};

// What lies in memory as lanes hold it.
template <class F>
struct Stepped : Elementwise<F> {
  using V = typename Elementwise<F>::V;
  static CT_INLINE V add_steps(V run, const char *at) {
    return F::combine(run, F::map(load_steps<typename F::Stored, 2>(at)));
  }
};

template <class T, bool numbers_only>
struct SumOf {
  using F = typename Choose<numbers_only, NanSum<T>, Sum<T>>::Type;
  using Type = typename Choose<kIsFloat<T>, Stepped<F>, Elementwise<F>>::Type;
};
template <bool numbers_only>
struct SumOf<BFloat16, numbers_only> {
  using Type = BFloat16Sum<numbers_only>;
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
