// Finds the best of columns, down the rows. Lanes hold the best of their column and the number of its row, counted from
// 1 in integers as wide as the elements.
//
// Columns are taken a register at a time. The last register ends with the last column, so it shares some columns with
// the one before, which finds the same there. Fewer columns than lanes are one register.
#include "kernels/argreduce/compare.inl.h"
#include "kernels/buffer.h"
#include "kernels/reduce/lanewise.inl.h"
#include "kernels/reduce/prefetch.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class Stored, Wanted wanted>
struct ColumnsOf : Comparison<Stored, wanted> {
  using C = Comparison<Stored, wanted>;
  using C::kLanes;
  using C::kSize;
  using typename C::Mask;
  using typename C::Number;
  using typename C::Numbers;
  using typename C::V;
  static constexpr int64_t kStep = kVecBytes;
  // How many columns are searched together.
  static constexpr int64_t kStrip = kArgreduceStripBytes / (kSize < 4 && C::kHasNan ? 4 : kSize);
  // How many rows are searched together, and registers of each. For integers, eight rows of one register are faster.
  static constexpr int64_t kGroup = C::kHasNan ? 4 : 8, kTogether = C::kHasNan ? 2 : 1;
  // How many rows Number can count, from 1 on.
  static constexpr int64_t kMostRows = kSize == 1 ? 248 : kSize == 2 ? 65528 : int64_t{1} << 30;

  // What is held for a strip of columns. Row 0 stands for what was found before these rows.
  V best_[kStrip / kLanes];
  Numbers row_[kStrip / kLanes];

  static CT_INLINE int64_t registers_of(int64_t count) { return (count + kLanes - 1) / kLanes; }
  static CT_INLINE int64_t column_of(int64_t k, int64_t count) {
    return count < kLanes ? 0 : (k + 1) * kLanes <= count ? k * kLanes : count - kLanes;
  }

  // ---- a register of columns ----

  static CT_INLINE void take_numbers(V &best, Numbers &row, V x, Numbers number, V &evidence) {
    load_once(x);
    row = C::choose(x, best, number, row);
    // The best is chosen by the same comparison, because a min or max instruction makes columns slower, except for
    // keys.
    best = C::kIsKey ? C::better(x, best) : C::choose(x, best, x, best);
    evidence = C::join_evidence(evidence, x);
  }
  // For rows that may hold a NaN, and for fewer columns than a register has lanes.
  CT_NOINLINE static void take_any(V &best, Numbers &row, const char *from, int64_t step, int64_t rows, int64_t lanes,
                                   int64_t number) {
    for (int64_t r = 0; r < rows; ++r) {
      V x;
      C::load_some(x, from + r * step, lanes);
      x = C::with_nan(x);
      row = C::choose_nan(x, best, Numbers::splat(static_cast<Number>(number + r)), row);
      best = C::better_nan(x, best);
    }
  }

  // ---- a strip ----

  // Searches kGroup rows of neighbouring registers, from register number `first` on.
  template <int64_t registers>
  CT_INLINE void take_registers(int64_t first, const char *from, int64_t step, int64_t number, int64_t ahead) {
    V best[registers], evidence[registers] = {};
    Numbers row[registers];
    CT_UNROLL(2)
    for (int64_t k = 0; k < registers; ++k) {
      best[k] = best_[first + k];
      row[k] = row_[first + k];
    }
    CT_UNROLL(8)
    for (int64_t r = 0; r < kGroup; ++r) {
      const char *const at = from + r * step;
      const Numbers here = Numbers::splat(static_cast<Number>(number + r));
      prefetch<registers * kStep>(at + ahead);
      CT_UNROLL(2)
      for (int64_t k = 0; k < registers; ++k) take_numbers(best[k], row[k], C::load(at + k * kStep), here, evidence[k]);
    }
    CT_UNROLL(2)
    for (int64_t k = 0; k < registers; ++k) {
      if (C::may_hold_nan(evidence[k], best[k])) {
        take_any(best_[first + k], row_[first + k], from + k * kStep, step, kGroup, kLanes, number);
      } else {
        best_[first + k] = best[k];
        row_[first + k] = row[k];
      }
    }
  }

  // Searches kGroup rows of all the columns. The processor then reads ahead in each row, and what is held for the
  // columns stays in the first-level cache. ahead: see look_ahead().
  CT_NOINLINE void take_group(const char *from, int64_t step, int64_t count, int64_t number, int64_t ahead) {
    const int64_t registers = registers_of(count), whole = count / kLanes;
    int64_t k = 0;
    CT_ROLLED
    for (; k + kTogether <= whole; k += kTogether) {
      take_registers<kTogether>(k, from + k * kStep, step, number, ahead);
    }
    for (; k < registers; ++k) take_registers<1>(k, from + column_of(k, count) * kSize, step, number, ahead);
  }
  CT_NOINLINE void take_groups(const char *from, int64_t step, int64_t rows, int64_t count, Traffic traffic) {
    const int64_t ahead = look_ahead(count * kSize, kGroup * step, kGroup, traffic);
    // Where the rows are no multiple of kGroup, the second group takes some rows again, which changes nothing.
    const int64_t second = rows % kGroup == 0 ? kGroup : rows % kGroup;
    for (int64_t r = 0; r < rows; r += r == 0 ? second : kGroup) {
      take_group(from + r * step, step, count, r + 1, ahead);
    }
  }

  // Takes short rows that follow each other in memory one by one, in the order of memory. Returns false where there may
  // be a NaN; the caller then begins again.
  CT_NOINLINE bool take_dense_rows(const char *from, int64_t rows, int64_t count) {
    const int64_t registers = registers_of(count), pairs = count / kLanes / 2 * 2, last = count * kSize - kStep;
    V evidence[2] = {};
    Numbers here{};
    const auto take = [&](int64_t k, const char *at, V &to) __attribute__((always_inline)) {
      __builtin_prefetch(at + kReduceLookAhead);
      take_numbers(best_[k], row_[k], C::load(at), here, to);
    };
    CT_ROLLED
    for (int64_t r = 0; r < rows; ++r, from += count * kSize) {
      here = here + Numbers::splat(1);
      CT_ROLLED
      for (int64_t k = 0; k < pairs; k += 2) {
        take(k, from + k * kStep, evidence[0]);
        take(k + 1, from + (k + 1) * kStep, evidence[1]);
      }
      CT_ROLLED
      for (int64_t k = pairs; k < registers; ++k) take(k, from + (k * kStep < last ? k * kStep : last), evidence[0]);
    }
    V all = best_[0];
    for (int64_t k = 1; C::kIsKey && k < registers; ++k) all = C::better(best_[k], all);
    return !C::may_hold_nan(C::join_evidence(evidence[0], evidence[1]), all);
  }

  // Sets what is held before the rows at `from`. With `fresh`, that is their first row.
  CT_NOINLINE void begin(const char *from, int64_t count, bool fresh, const char *best) {
    const int64_t lanes = count < kLanes ? count : kLanes;
    for (int64_t k = 0; k < registers_of(count); ++k) {
      C::load_some(best_[k], (fresh ? from : best) + column_of(k, count) * kSize, lanes);
      best_[k] = C::with_nan(best_[k]);
      row_[k] = Numbers::splat(fresh ? 1 : 0);
    }
  }

  // Searches no more rows than Number can count.
  CT_NOINLINE void take_rows(const char *from, int64_t step, int64_t rows, int64_t count, bool fresh, const char *best,
                             Traffic traffic) {
    begin(from, count, fresh, best);
    const bool dense = traffic == Traffic::NonTemporal && step == count * kSize && step > kStep && step <= kDenseRow;
    if (dense && (fresh || !C::kHasNan)) {
      if (take_dense_rows(from, rows, count)) return;
      begin(from, count, fresh, best);
    }
    if (rows >= kGroup && count >= kLanes) return take_groups(from, step, rows, count, traffic);
    const int64_t lanes = count < kLanes ? count : kLanes;
    for (int64_t k = 0; k < registers_of(count); ++k) {
      take_any(best_[k], row_[k], from + column_of(k, count) * kSize, step, rows, lanes, 1);
    }
  }

  // Writes to `best` and `index` what was found in the rows at `from`, for the columns that begin with register k.
  // number: that of the first of these rows.
  CT_NOINLINE void put_found(int64_t k, int64_t count, const char *from, int64_t step, int64_t number, bool fresh,
                             char *best, int64_t *index) const {
    const auto *const found = reinterpret_cast<const Number *>(row_ + k);
    const auto before = Vec<uint64_t>::splat(static_cast<uint64_t>(number - 1));
    int64_t i = 0;
    for (; fresh && i + before.kLanes <= count; i += before.kLanes) {
      const auto rows = load_as<uint64_t, Number>(reinterpret_cast<const char *>(found + i));
      (rows + before).store(reinterpret_cast<char *>(index + i));
    }
    CT_ROLLED
    for (; i < count; ++i) {
      if (fresh || found[i] != 0) index[i] = number - 1 + static_cast<int64_t>(found[i]);
    }
    if constexpr (!C::kIsKey) {
      __builtin_memcpy(best, best_ + k, static_cast<size_t>(count * kSize));
      return;
    }
    // Zeros and NaNs are copied from where they lie, because their keys do not tell their bits.
    for (i = 0; i < count; ++k) {
      const V x = best_[k];
      const Mask none = (Mask)(row_[k].v == Numbers{}.v);
      if (i + kLanes <= count && !C::any(((Mask)(x.v == V{}.v) | C::nans(x)) & ~none)) {
        select(none, V::load(best + i * kSize), C::key(x)).store(best + i * kSize);
        i += kLanes;
        continue;
      }
      for (const int64_t end = i + kLanes < count ? i + kLanes : count; i < end; ++i) {
        if (found[i] != 0)
          C::copy_one(best + i * kSize, from + (static_cast<int64_t>(found[i]) - 1) * step + i * kSize);
      }
    }
  }

  CT_NOINLINE static void strip(const char *from, int64_t step, int64_t rows, int64_t count, int64_t first, bool begins,
                                char *best, int64_t *index, Traffic traffic) {
    const Buffer<ColumnsOf> held;
    const int64_t whole = count / kLanes, rest = count % kLanes, column = column_of(whole, count);
    for (int64_t begin = 0; begin < rows; begin += kMostRows) {
      const int64_t n = rows - begin < kMostRows ? rows - begin : kMostRows;
      const bool fresh = begins && begin == 0;
      const char *const at = from + begin * step;
      held->take_rows(at, step, n, count, fresh, best, traffic);
      held->put_found(0, whole * kLanes, at, step, first + begin, fresh, best, index);
      if (rest == 0) continue;
      held->put_found(whole, count - column, at + column * kSize, step, first + begin, fresh, best + column * kSize,
                      index + column);
    }
  }

  static void columns(const char *from, int64_t step, int64_t rows, int64_t count, int64_t first, bool begins,
                      char *best, int64_t *index, Traffic traffic) {
    for (int64_t i = 0; i < count; i += kStrip) {
      const int64_t n = count - i < kStrip ? count - i : kStrip;
      strip(from + i * kSize, step, rows, n, first, begins, best + i * kSize, index + i, traffic);
    }
  }

  // ---- few rows ----

  // Searches a register of columns, and writes the rows straight to their destination: there are so few rows that
  // writing takes as long as reading.
  template <bool non_temporal>
  CT_NOINLINE static void take_short(const char *from, int64_t step, int64_t rows, char *to) {
    V best = C::load(from), evidence = best;
    Numbers row{};
    if (non_temporal) __builtin_prefetch(from + kShortColumnAhead);
    CT_ROLLED
    for (int64_t r = 1; r < rows; ++r) {
      if (non_temporal) __builtin_prefetch(from + r * step + kShortColumnAhead);
      take_numbers(best, row, C::load(from + r * step), Numbers::splat(static_cast<Number>(r)), evidence);
    }
    if (C::may_hold_nan(evidence, best)) {
      best = C::with_nan(C::load(from));
      row = Numbers{};
      take_any(best, row, from + step, step, rows - 1, kLanes, 1);
    }
    alignas(kCacheLine) char numbers[kVecBytes];
    row.store(numbers);
    CT_UNROLL(8)
    for (int64_t i = 0; i < kLanes; i += Vec<uint64_t>::kLanes) {
      const auto wide = load_as<uint64_t, Number>(numbers + i * kSize);
      non_temporal ? stream(to + i * 8, wide) : wide.store(to + i * 8);
    }
  }
  CT_NOINLINE static void short_columns(const char *from, int64_t step, int64_t rows, int64_t count, int64_t *index,
                                        Traffic traffic) {
    if (count < kLanes) {
      char best[kVecBytes];
      return columns(from, step, rows, count, 0, true, best, index, traffic);
    }
    const auto take = [&](int64_t k, auto *with) __attribute__((always_inline)) {
      with(from + k * kSize, step, rows, reinterpret_cast<char *>(index + k));
    };
    int64_t k = 0;
    if (traffic == Traffic::NonTemporal) {
      const auto beyond = static_cast<int64_t>(reinterpret_cast<uintptr_t>(index) / 8 % 8);
      const int64_t first = beyond == 0 ? 0 : 8 - beyond;  // on a line of the cache
      for (; k < first && k + kLanes <= count; k += kLanes) take(k, &take_short<false>);
      for (k = first; k + kLanes <= count; k += kLanes) take(k, &take_short<true>);
      stream_fence();
    }
    for (; k + kLanes <= count; k += kLanes) take(k, &take_short<false>);
    take(count - kLanes, &take_short<false>);
  }

  static void put(Argreduce &to) {
    to.columns = &columns;
    to.short_columns = &short_columns;
  }
};

}  // namespace

void register_argreduce_columns(ArgreduceTable &table) { register_comparisons<ColumnsOf>(table); }

}  // namespace ct::kernels::CT_ISA
