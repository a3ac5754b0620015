// Sums of integers and bool, and counts of what is not zero, in 64 bits. They wrap, so any order gives the same bits:
// contiguous neighbours are added to each other first, and narrow words stay narrow for as long as no leaf overflows
// them.
#include "kernels/reduce/lanewise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Lanes of twice the width, each the sum of two neighbours.
template <class To, class From>
CT_INLINE Vec<To> add_pairs(Vec<From> x) {
  const auto pairs = (typename Vec<To>::Native)x.v;
  constexpr int kBits = sizeof(From) * 8;
  return {(pairs & ((To{1} << kBits) - 1)) + (pairs >> kBits)};
}

// 64-bit lanes with the sums of the words in them.
[[maybe_unused]] CT_INLINE Vec<uint64_t> add_words(Vec<uint16_t> x) {
  return add_pairs<uint64_t>(add_pairs<uint32_t>(x));
}
CT_INLINE Vec<uint64_t> add_words(Vec<uint32_t> x) { return add_pairs<uint64_t>(x); }
CT_INLINE Vec<uint64_t> add_words(Vec<uint64_t> x) { return x; }

// Widens each integer of a register to a 64-bit lane.
template <class T>
CT_INLINE void widen_all(Vec<T> integers, uint64_t *to) {
  using Wide64 = typename Choose<(static_cast<T>(-1) < 0), int64_t, uint64_t>::Type;
  alignas(64) char block[kVecBytes];
  integers.store(block);
  CT_UNROLL(8)
  for (int i = 0; i < Vec<T>::kLanes; i += Vec<uint64_t>::kLanes) {
    load_as<Wide64, T>(block + i * static_cast<int64_t>(sizeof(T))).store(reinterpret_cast<char *>(to + i));
  }
}

// The 64-bit lanes in which such accumulators meet.
struct Words64 {
  using Lane = uint64_t;
  using Held = uint64_t;
  static CT_INLINE Vec<uint64_t> combine(Vec<uint64_t> a, Vec<uint64_t> b) { return a + b; }
  static CT_INLINE uint64_t hold(uint64_t held, uint64_t lane) { return held + lane; }
};

template <class T>
struct IntegerSum : Words64 {
  using Stored = T;
  using Integer = typename Choose<kSame<T, Bool>, uint8_t, T>::Type;
  using Word = Unsigned<Integer>;
  static constexpr bool kSigned = static_cast<Integer>(-1) < 0;
  // Signed words are added as unsigned ones, each of which is this much too large.
  static constexpr uint64_t kBias = kSigned && sizeof(T) < 8 ? uint64_t{1} << (sizeof(T) * 8 - 1) : 0;
  static constexpr uint64_t kBiasOfLane = kBias * (8 / sizeof(T));

  using Partial = typename Choose<sizeof(T) == 2, uint32_t, uint64_t>::Type;
  using Leaf = Vec<Partial>;
  static constexpr int64_t kLeafStep = Vec<Word>::kLanes;
  static CT_INLINE Leaf begin() { return Leaf{}; }
  static CT_INLINE Leaf add(Leaf leaf, Vec<Word> x) {
    if constexpr (kSame<T, Bool>) x.v = (x.v != 0) & 1;
    if constexpr (kBias != 0) x.v ^= static_cast<Word>(kBias);
    if constexpr (sizeof(T) == 1) {
      return leaf + add_bytes(x);
    } else if constexpr (sizeof(T) == 8) {
      return leaf + x;
    } else {
      return leaf + add_pairs<Partial>(x);
    }
  }
  template <class... N>
  static CT_INLINE Leaf add(Leaf leaf, const char *at, N... n) {
    return add(leaf, Vec<Word>::load(at, n...));
  }
  static CT_INLINE Vec<uint64_t> end(Leaf leaf, int64_t loads) {
    Vec<uint64_t> lanes = add_words(leaf);
    if constexpr (kBias != 0) lanes.v -= static_cast<uint64_t>(loads) * kBiasOfLane;
    return lanes;
  }

  // Columns hold integers of twice the width, or the same 64 bits, which are what accumulators hold.
  using Sum = TwiceAsWide<Integer>;
  using Column = Vec<typename Choose<sizeof(Sum) == 8, uint64_t, Sum>::Type>;
  static constexpr int64_t kColumnElements = Column::kLanes;
  static constexpr int64_t kColumnRows = kSame<T, Bool>   ? 65535
                                         : sizeof(T) == 1 ? 256
                                         : sizeof(T) == 2 ? 32768
                                                          : kEndless;  // none overflows
  static constexpr bool kAnyOrder = true;
  static CT_INLINE Column begin_column() { return Column{}; }
  template <class... N>
  static CT_INLINE Column add_column(Column column, const char *at, N... n) {
    return column + to_add(load_as<Sum, Integer>(at, n...));
  }
  static CT_INLINE Column first(const char *at) requires(sizeof(Sum) == 8) { return to_add(load_as<Sum, Integer>(at)); }
  static CT_INLINE Column to_add(Vec<Sum> x) {
    if constexpr (kSame<T, Bool>) x = farther<false>(x, Vec<Sum>::splat(1));
    return {(typename Column::Native)x.v};
  }
  static CT_INLINE void end_column(Column column, int64_t, uint64_t *to) { widen_all(column, to); }
};

// Counts the words that have one of the `tested` bits set (for floats, any but the sign). A count is as wide as a word,
// which no leaf overflows.
template <class Word, Word tested>
struct Count : Words64 {
  using Stored = Word;
  using Leaf = Vec<Word>;
  using Column = Leaf;
  static constexpr int64_t kLeafStep = Leaf::kLanes;
  static constexpr int64_t kColumnElements = Leaf::kLanes;
  static constexpr int64_t kColumnRows = sizeof(Word) == 2 ? UINT16_MAX : sizeof(Word) == 4 ? INT32_MAX : kEndless;
  static constexpr bool kAnyOrder = true;
  static CT_INLINE Leaf begin() { return Leaf{}; }
  static CT_INLINE Leaf add(Leaf leaf, Leaf x) { return select((x.v & tested) != 0, leaf + Leaf::splat(1), leaf); }
  template <class... N>
  static CT_INLINE Leaf add(Leaf leaf, const char *at, N... n) {
    return add(leaf, Leaf::load(at, n...));
  }
  static CT_INLINE Vec<uint64_t> end(Leaf leaf, int64_t) { return add_words(leaf); }
  static CT_INLINE Column begin_column() { return begin(); }
  template <class... N>
  static CT_INLINE Column add_column(Column column, const char *at, N... n) {
    return add(column, at, n...);
  }
  static CT_INLINE void end_column(Column column, int64_t, uint64_t *to) { widen_all(column, to); }
};

template <class T>
void register_sum(ReduceTable &table, DType dtype) {
  if constexpr (kSame<T, Bool> || kIsInteger<T>) {
    const Reduce kernel = &reduce<IntegerSum<typename Choose<sizeof(T) == 8, uint64_t, T>::Type>>;
    table.reduce[static_cast<int>(Accumulator::sum)][static_cast<int>(dtype)] = kernel;
    table.reduce[static_cast<int>(Accumulator::nansum)][static_cast<int>(dtype)] = kernel;
  }
}

}  // namespace

void register_reduce_sum_integer(ReduceTable &table) {
#define CT_REGISTER(dtype, element, wide) register_sum<element>(table, DType::dtype);
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
  const auto count = [&](Reduce kernel, auto... dtypes) {
    ((table.reduce[static_cast<int>(Accumulator::count)][static_cast<int>(dtypes)] = kernel), ...);
  };
  count(&reduce<IntegerSum<Bool>>, DType::Bool, DType::Int8, DType::UInt8);
  if constexpr (kRegisterIsLine) {  // with narrower registers, others are converted to bool first
    count(&reduce<Count<uint16_t, UINT16_MAX>>, DType::Int16, DType::UInt16);
    count(&reduce<Count<uint16_t, UINT16_MAX / 2>>, DType::Float16, DType::BFloat16);
    count(&reduce<Count<uint32_t, UINT32_MAX>>, DType::Int32, DType::UInt32);
    count(&reduce<Count<uint32_t, UINT32_MAX / 2>>, DType::Float32);
    count(&reduce<Count<uint64_t, UINT64_MAX>>, DType::Int64, DType::UInt64);
    count(&reduce<Count<uint64_t, UINT64_MAX / 2>>, DType::Float64);
  }
}

}  // namespace ct::kernels::CT_ISA
