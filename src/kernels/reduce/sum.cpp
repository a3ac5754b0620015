// Sums of floating-point and complex elements, products, and sums of squares. Halves are added in float. There are
// products of floats, complex numbers and 64-bit integers, which wrap; other elements are converted block by block
// first.
#include "kernels/reduce/lanewise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Adds bfloat16 in float. Two contiguous elements lie in a word: shifted, or with the other one masked away, each is a
// float. Both are mapped (F::map) and added to each other first, so that lanes hold the same on every ISA.
template <class F, class H>
struct BFloat16Sum {
  using Stored = BFloat16;
  using Lane = float;
  using Held = H;
  using V = Vec<float>;

  static CT_INLINE Vec<uint32_t> pairs(const char *at) { return Vec<uint32_t>::load(at); }
  static CT_INLINE Vec<uint32_t> pairs(const char *at, int64_t count) {
    return {(Vec<uint32_t>::Native)Vec<uint16_t>::load(at, count).v};
  }

  using Leaf = V;
  static constexpr int64_t kLeafStep = 2 * V::kLanes;
  static CT_INLINE V begin() { return V{}; }
  template <class... N>
  static CT_INLINE V add(V leaf, const char *at, N... n) {
    const auto x = pairs(at, n...).v;
    return leaf + (F::map(V{(V::Native)(x << 16)}) + F::map(V{(V::Native)(x & 0xffff0000U)}));
  }
  static CT_INLINE V end(V leaf, int64_t) { return leaf; }

  using Column = V;
  static constexpr int64_t kColumnElements = V::kLanes;
  static constexpr int64_t kColumnRows = kChainElements;
  static constexpr bool kAnyOrder = false;
  static CT_INLINE V begin_column() { return V{}; }
  static CT_INLINE V first(const char *at) { return F::map(load_wide<BFloat16>(at)); }
  template <class... N>
  static CT_INLINE V add_column(V column, const char *at, N... n) {
    return column + F::map(load_wide<BFloat16>(at, n...));
  }
  static CT_INLINE void end_column(V column, int64_t, float *to) { column.store(reinterpret_cast<char *>(to)); }

  static CT_INLINE V combine(V a, V b) { return a + b; }
  static CT_INLINE H hold(H held, float lane) { return held + static_cast<H>(lane); }
};

template <class T, bool numbers_only>
struct Sum : Widened<T> {
  using typename Widened<T>::V;
  static constexpr bool kTakesRegisters = kIsFloat<T>;
  static constexpr bool kAddsAsTheyAre = kIsFloat<T> && kSame<T, Wide<T>> && !numbers_only;
  static CT_INLINE Wide<T> identity() { return {}; }
  static CT_INLINE V map(V x) {
    if constexpr (numbers_only) return select(x.v == x.v, x, V{});
    return x;
  }
  static CT_INLINE V combine(V a, V b) { return a + b; }
};

template <class T, bool numbers_only, class F = Sum<T, numbers_only>>
using SumOf = typename Choose<kSame<T, BFloat16>, BFloat16Sum<F, float>, Elementwise<F>>::Type;

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

// ---- squares: in double, where none of a float32 or a bfloat16 overflows. Those of float16 fit a float, and so do
// most of bfloat16 ----

template <class L, class T>
CT_INLINE Vec<L> load_squared(const char *at) {
  if constexpr (kSame<L, double> && !kSame<T, double>) {
    return load_doubles<T>(at);
  } else {
    return load_as<L, T>(at);
  }
}

template <class T, class L>
struct SquareSum {
  using Stored = T;
  using Lane = L;
  using Held = double;
  using V = Vec<L>;
  static CT_INLINE V load(const char *at) { return load_squared<L, T>(at); }
  static CT_INLINE V load(const char *at, int64_t count) {
    alignas(64) char block[kVecBytes] = {};
    copy_small(block, at, count * static_cast<int64_t>(sizeof(T)));
    return load(block);
  }
  static CT_INLINE L identity() { return 0; }
  static CT_INLINE V map(V x) { return x * x; }
  static CT_INLINE V combine(V a, V b) { return a + b; }
  static CT_INLINE double hold(double held, L lane) { return held + static_cast<double>(lane); }
};

// Adds squares in float. Each is exact unless it leaves the range of float: above, it makes the sum infinite; below, it
// is off by 2^-150 at most, which is nothing beside a sum of kLeast or more, even for 2^40 elements.
struct BFloat16Squares : BFloat16Sum<SquareSum<BFloat16, float>, double> {
  using Careful = Elementwise<SquareSum<BFloat16, double>>;
  static constexpr float kLeast = 0x1p-80F, kMost = 0x1.fffffep127F;
  static CT_INLINE bool fits(float lane) { return !(lane < kLeast) && !(lane > kMost); }
  static CT_INLINE bool fit(V lanes) {
    return !any_bit(Vec<uint64_t>{(Vec<uint64_t>::Native)((lanes.v < kLeast) | (lanes.v > kMost))});
  }
};

}  // namespace

void register_reduce_sum(ReduceTable &table) {
  const auto at = [&](Accumulator accumulator) { return table.reduce[static_cast<int>(accumulator)]; };
#define CT_REGISTER(dtype, element, wide)                                                  \
  {                                                                                        \
    constexpr int kIndex = static_cast<int>(DType::dtype);                                 \
    constexpr bool kInexact = kIsComplex<wide> || kIsFloat<wide>;                          \
    if constexpr (kInexact) at(Accumulator::sum)[kIndex] = &reduce<SumOf<element, false>>; \
    if constexpr (kIsFloat<wide>) {                                                        \
      at(Accumulator::nansum)[kIndex] = &reduce<SumOf<element, true>>;                     \
    }                                                                                      \
    if constexpr (kSame<element, wide> && (kInexact || sizeof(element) == 8)) {            \
      using T = typename Choose<kInexact, element, int64_t>::Type;                         \
      at(Accumulator::prod)[kIndex] = &reduce<Elementwise<Product<T>>>;                    \
    }                                                                                      \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
  Reduce *const entries = at(Accumulator::square_sum);
  entries[static_cast<int>(DType::Float16)] = &reduce<Elementwise<SquareSum<Half, float>>>;
  entries[static_cast<int>(DType::BFloat16)] = &reduce<BFloat16Squares>;
  entries[static_cast<int>(DType::Float32)] = &reduce<Elementwise<SquareSum<float, double>>>;
  entries[static_cast<int>(DType::Float64)] = &reduce<Elementwise<SquareSum<double, double>>>;
}

}  // namespace ct::kernels::CT_ISA
