// Sums of integers and bool, in 64 bits. They wrap, so any order gives the same bits: along a run neighbours are added
// to each other first, and narrow words stay narrow for as long as a leaf does not overflow them.
#include "kernels/farther.inl.h"
#include "kernels/reduce_elementwise.inl.h"
#include "kernels/reduce_integer.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Columns of words, each two of them as one of twice the width: `high` adds up the upper ones, `both` the pairs.
template <class Word>
struct PairSums {
  using Pair = typename BitsOf<2 * sizeof(Word)>::Type;
  static constexpr int kBits = sizeof(Word) * 8;
  Vec<Pair> both, high;

  CT_INLINE PairSums operator+(Vec<Word> x) const {
    const auto pairs = (typename Vec<Pair>::Native)x.v;
    return {{both.v + pairs}, {high.v + (pairs >> kBits)}};
  }
  CT_INLINE Vec<Pair> low() const { return {both.v - (high.v << kBits)}; }
};

template <class T>
struct IntegerSum : Words64 {
  using Stored = T;
  using Integer = typename Choose<kSame<T, Bool>, uint8_t, T>::Type;
  using Word = Unsigned<Integer>;
  static constexpr bool kSigned = static_cast<Integer>(-1) < 0;
  // Signed words are added as unsigned ones, each this much too large.
  static constexpr uint64_t kBias = kSigned && sizeof(T) < 8 ? uint64_t{1} << (sizeof(T) * 8 - 1) : 0;
  static constexpr uint64_t kBiasOfLane = kBias * (8 / sizeof(T));

  using Partial = typename Choose<sizeof(T) == 2, uint32_t, uint64_t>::Type;
  using Run = Vec<Partial>;
  static constexpr int64_t kRunElements = Vec<Word>::kLanes;
  static CT_INLINE Run begin() { return Run{}; }
  static CT_INLINE Run add(Run run, Vec<Word> x) {
    if constexpr (kSame<T, Bool>) x.v = (x.v != 0) & 1;
    if constexpr (kBias != 0) x.v ^= static_cast<Word>(kBias);
    if constexpr (sizeof(T) == 1) {
      return run + add_bytes(x);
    } else if constexpr (sizeof(T) == 8) {
      return run + x;
    } else {
      return run + add_pairs<Partial>(x);
    }
  }
  static CT_INLINE Run add(Run run, const char *at) { return add(run, Vec<Word>::load(at)); }
  static CT_INLINE Run add(Run run, const char *at, int64_t count) { return add(run, Vec<Word>::load(at, count)); }
  static CT_INLINE Vec<uint64_t> end(Run run, int64_t loads) {
    Vec<uint64_t> lanes = add_words(run);
    if constexpr (kBias != 0) lanes.v -= static_cast<uint64_t>(loads) * kBiasOfLane;
    return lanes;
  }

  static constexpr bool kPairs = !kSame<T, Bool> && sizeof(T) < 8;
  using Column = typename Choose<kPairs, PairSums<Word>, Vec<Word>>::Type;
  static constexpr int64_t kColumnElements = Vec<Word>::kLanes;
  static constexpr int64_t kColumnRows = kPairs ? 256 : 248;  // neither overflows
  static constexpr bool kAnyOrder = true;
  static CT_INLINE Column begin_column() { return Column{}; }
  static CT_INLINE Column add_column(Column column, Vec<Word> x) {
    if constexpr (kSame<T, Bool>) x = farther<false>(x, Vec<Word>::splat(1));
    if constexpr (kBias != 0) x.v ^= static_cast<Word>(kBias);
    return column + x;
  }
  static CT_INLINE Column add_column(Column column, const char *at) { return add_column(column, Vec<Word>::load(at)); }
  static CT_INLINE Column add_column(Column column, const char *at, int64_t count) {
    return add_column(column, Vec<Word>::load(at, count));
  }
  static CT_INLINE void end_column(const Column &column, int64_t rows, uint64_t *to) {
    if constexpr (kPairs) {
      widen_words(column.low(), column.high, static_cast<uint64_t>(rows) * kBias, to, Iota<Vec<uint64_t>::kLanes>{});
    } else {
      widen_words(column, to);
    }
  }
};

}  // namespace

void register_reduce_sum_integer(Table &table) {
#define CT_REGISTER(dtype, element, wide)                                                         \
  if constexpr (kSame<element, Bool> || kIsInteger<element>) {                                    \
    using Counted = typename Choose<sizeof(element) == 8, uint64_t, element>::Type;               \
    const Reduce kernel = &reduce<IntegerSum<Counted>>;                                           \
    table.reduce[static_cast<int>(Accumulator::sum)][static_cast<int>(DType::dtype)] = kernel;    \
    table.reduce[static_cast<int>(Accumulator::nansum)][static_cast<int>(DType::dtype)] = kernel; \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
