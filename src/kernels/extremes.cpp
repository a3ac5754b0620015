// Where the largest or smallest element is: the first of those that nothing beats. NaN beats every number, and zeros of
// both signs are equal. What is found does not depend on the way there, so ways are chosen for speed alone.
//
// Along a run, a block is first asked whether anything in it beats the best so far, which is one comparison an element;
// few blocks of a long run do, and these, in the first-level cache by then, are searched. Down columns, lanes hold the
// best of their column and the number of its row, in integers as wide as the elements.
#include "kernels/reduce.inl.h"
#include "kernels/units.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T, Which which>
struct Search {
  using V = Vec<T>;
  using Row = Bits<T>;  // counts rows beside the elements
  using Rows = Vec<Row>;
  using Mask = typename Rows::Native;
  static constexpr int64_t kSize = sizeof(T);
  static constexpr int64_t kLanes = V::kLanes;
  static constexpr int64_t kBlock = 4096;  // bytes
  static constexpr int64_t kTogether = 4;  // registers

  // For each lane, unless the comparison with a NaN says otherwise.
  static CT_INLINE Mask exceeds(V a, V b) {
    if constexpr (which == Which::Largest) {
      return (Mask)(a.v > b.v);
    } else {
      return (Mask)(a.v < b.v);
    }
  }
  // b is not NaN.
  static CT_INLINE Mask beats_number(V a, V b) {
    if constexpr (!kIsFloat<T>) {
      return exceeds(a, b);
    } else if constexpr (which == Which::Largest) {
      return ~(Mask)(a.v <= b.v);
    } else {
      return ~(Mask)(a.v >= b.v);
    }
  }
  static CT_INLINE Mask beats(V a, V b) {
    if constexpr (kIsFloat<T>) {
      return beats_number(a, b) & (Mask)(b.v == b.v);
    } else {
      return exceeds(a, b);
    }
  }
  static CT_INLINE bool is_nan(T x) { return x != x; }
  static CT_INLINE bool beats(T a, T b) {
    if (kIsFloat<T> && (is_nan(a) || is_nan(b))) return !is_nan(b);
    return which == Which::Largest ? a > b : a < b;
  }
  static bool beats_at(const char *a, const char *b) { return beats(load_element<T>(a), load_element<T>(b)); }
  static CT_INLINE bool any(Mask mask) { return any_bit(Vec<uint64_t>{(typename Vec<uint64_t>::Native)mask}); }

  // ---- a run ----

  // The registers of a block; the last one ends with it, and begins before `from` where that is shorter.
  template <bool fetches>
  static CT_INLINE bool any_beats(const char *from, const char *end, V best) {
    Mask found[kTogether] = {};
    const char *at = from;
    CT_ROLLED
    for (; at + kTogether * kVecBytes <= end; at += kTogether * kVecBytes) {
      if constexpr (fetches) {
#pragma GCC unroll 4
        for (int64_t i = 0; i < kTogether * kVecBytes; i += 64) __builtin_prefetch(at + kBlock + i, 0, 2);
      }
#pragma GCC unroll 4
      for (int64_t k = 0; k < kTogether; ++k) found[k] |= beats_number(V::load(at + k * kVecBytes), best);
    }
    CT_ROLLED
    for (; at + kVecBytes <= end; at += kVecBytes) found[0] |= beats_number(V::load(at), best);
    if (at < end) found[1] |= beats_number(V::load(end - kVecBytes), best);
    return any((found[0] | found[1]) | (found[2] | found[3]));
  }

  template <int width>
  static CT_INLINE V best_lane(V v) {
    if constexpr (width == 0) {
      return v;
    } else {
      const V other = rotate<width>(v, Iota<V::kLanes>{});
      return best_lane<width / 2>(select(beats(other, v), other, v));
    }
  }

  // The best of a block and of `best`, in all lanes.
  static CT_INLINE V best_of(const char *from, const char *end, V best) {
    V parts[kTogether];
#pragma GCC unroll 4
    for (int64_t k = 0; k < kTogether; ++k) parts[k] = best;
    const char *at = from;
    CT_ROLLED
    for (; at + kTogether * kVecBytes <= end; at += kTogether * kVecBytes) {
#pragma GCC unroll 4
      for (int64_t k = 0; k < kTogether; ++k) {
        const V x = V::load(at + k * kVecBytes);
        parts[k] = select(beats(x, parts[k]), x, parts[k]);
      }
    }
    CT_ROLLED
    for (; at + kVecBytes <= end; at += kVecBytes) {
      const V x = V::load(at);
      parts[0] = select(beats(x, parts[0]), x, parts[0]);
    }
    if (at < end) {
      const V x = V::load(end - kVecBytes);
      parts[1] = select(beats(x, parts[1]), x, parts[1]);
    }
#pragma GCC unroll 2
    for (int64_t k = 0; k < 2; ++k) parts[k] = select(beats(parts[k + 2], parts[k]), parts[k + 2], parts[k]);
    return best_lane<V::kLanes / 2>(select(beats(parts[1], parts[0]), parts[1], parts[0]));
  }

  static CT_INLINE int64_t first_lane_of(Mask mask) {
    alignas(64) Row lanes[V::kLanes];
    Rows{mask}.store(reinterpret_cast<char *>(lanes));
    int64_t lane = 0;
    while (lanes[lane] == 0) ++lane;
    return lane;
  }
  // The first that is `best`, which is there.
  static CT_INLINE const char *find(const char *from, const char *end, V best) {
    const auto equal = [best](V x) {
      if constexpr (kIsFloat<T>) {
        return (Mask)(x.v == best.v) | ((Mask)(x.v != x.v) & (Mask)(best.v != best.v));
      } else {
        return (Mask)(x.v == best.v);
      }
    };
    CT_ROLLED
    for (const char *at = from; at + kVecBytes <= end; at += kVecBytes) {
      const Mask mask = equal(V::load(at));
      if (any(mask)) return at + first_lane_of(mask) * kSize;
    }
    return end - kVecBytes + first_lane_of(equal(V::load(end - kVecBytes))) * kSize;
  }

  CT_NOINLINE static int64_t short_run(const char *from, int64_t n) {
    int64_t index = 0;
    T best = load_element<T>(from);
    for (int64_t i = 1; i < n; ++i) {
      const T x = load_element<T>(from + i * kSize);
      if (!beats(x, best)) continue;
      best = x;
      index = i;
    }
    return index;
  }

  static int64_t run(const char *from, int64_t n, Traffic traffic) {
    if (n < kLanes) return short_run(from, n);
    const char *const end = from + n * kSize, *found = from;
    V best = V::splat(from);
    for (const char *at = from; at < end; at += kBlock) {
      const char *const block_end = end - at < kBlock ? end : at + kBlock;
      if (at != from) {
        if (is_nan(first_lane(best))) break;
        if (traffic == Traffic::Streamed ? !any_beats<true>(at, block_end, best)
                                         : !any_beats<false>(at, block_end, best)) {
          continue;
        }
      }
      best = best_of(at, block_end, best);
      found = find(at, block_end, best);
    }
    return (found - from) / kSize;
  }

  // ---- down columns ----

  static constexpr int64_t kStrip = 4096 / kSize;  // columns that go down together
  static constexpr int64_t kGroup = 8;             // rows that a register of columns goes down at a time
  // That Row can count, from 1 on.
  static constexpr int64_t kMostRows = kSize == 1 ? 248 : kSize == 2 ? 65528 : int64_t{1} << 30;

  struct Columns {
    V best[kStrip / V::kLanes];
    Rows row[kStrip / V::kLanes];  // 0: from before these rows
  };

  // Down few rows at a time, each along all of the columns: so the processor reads ahead in each row, and what columns
  // hold stays in the first-level cache meanwhile. The rows after these are fetched into the second.
  template <int64_t rows, bool fetches>
  static CT_INLINE void take_rows(Columns &columns, const char *from, int64_t step, int64_t count, int64_t number) {
    int64_t k = 0;
    for (; (k + 1) * kLanes <= count; ++k) {
      V best = columns.best[k];
      Rows row = columns.row[k];
      const char *at = from + k * kVecBytes;
#pragma GCC unroll 8
      for (int64_t r = 0; r < rows; ++r, at += step) {
        if constexpr (fetches) __builtin_prefetch(at + rows * step, 0, 2);
        take(best, row, V::load(at), static_cast<Row>(number + r));
      }
      columns.best[k] = best;
      columns.row[k] = row;
    }
    if (k * kLanes == count) return;
    for (int64_t r = 0; r < rows; ++r) {
      take(columns.best[k], columns.row[k], V::load(from + r * step + k * kVecBytes, count - k * kLanes),
           static_cast<Row>(number + r));
    }
  }
  static CT_INLINE void take(V &best, Rows &row, V x, Row number) {
    const Mask mask = beats(x, best);
    best = select(mask, x, best);
    row = select(mask, Rows::splat(number), row);
  }

  CT_NOINLINE static void strip(const char *from, int64_t step, int64_t rows, int64_t count, int64_t first, bool begins,
                                char *best, int64_t *index, Traffic traffic) {
    Columns columns;
    __builtin_memcpy(columns.best, begins ? from : best, static_cast<size_t>(count * kSize));
    if (begins) {
      for (int64_t i = 0; i < count; ++i) index[i] = first;
    }
    for (int64_t begin = begins ? 1 : 0; begin < rows; begin += kMostRows) {
      const int64_t n = rows - begin < kMostRows ? rows - begin : kMostRows;
      const char *const at = from + begin * step;
      for (Rows &row : columns.row) row = Rows{};
      int64_t r = 0;
      if (traffic == Traffic::Streamed) {
        for (; r + kGroup <= n; r += kGroup) take_rows<kGroup, true>(columns, at + r * step, step, count, r + 1);
      } else {
        for (; r + kGroup <= n; r += kGroup) take_rows<kGroup, false>(columns, at + r * step, step, count, r + 1);
      }
      for (; r < n; ++r) take_rows<1, false>(columns, at + r * step, step, count, r + 1);
      const auto *const row = reinterpret_cast<const char *>(columns.row);
      for (int64_t i = 0; i < count; ++i) {
        const auto number = static_cast<int64_t>(load_element<Row>(row + i * kSize));
        index[i] = number != 0 ? first + begin + number - 1 : index[i];
      }
    }
    __builtin_memcpy(best, columns.best, static_cast<size_t>(count * kSize));
  }

  static void columns(const char *from, int64_t step, int64_t rows, int64_t count, int64_t first, bool begins,
                      char *best, int64_t *index, Traffic traffic) {
    for (int64_t i = 0; i < count; i += kStrip) {
      const int64_t n = count - i < kStrip ? count - i : kStrip;
      strip(from + i * kSize, step, rows, n, first, begins, best + i * kSize, index + i, traffic);
    }
  }
};

template <class T>
void register_extreme(Table &table, DType dtype) {
  using Largest = Search<T, Which::Largest>;
  using Smallest = Search<T, Which::Smallest>;
  table.extreme[static_cast<int>(Which::Largest)][static_cast<int>(dtype)] = {&Largest::beats_at, &Largest::run,
                                                                              &Largest::columns};
  table.extreme[static_cast<int>(Which::Smallest)][static_cast<int>(dtype)] = {&Smallest::beats_at, &Smallest::run,
                                                                               &Smallest::columns};
}

}  // namespace

void register_extremes(Table &table) {
#define CT_REGISTER(dtype, element, wide)                                                                  \
  if constexpr ((dtype_bit(DType::dtype) & kReals) != 0 && compared_dtype(DType::dtype) == DType::dtype) { \
    register_extreme<element>(table, DType::dtype);                                                        \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
