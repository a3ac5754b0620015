// Mean and squared deviations, by Chan's formula in double.
//
// Single precision and what is widened to it: a block at a time, of elements that are taken from a number close to
// them, their pivot; the sums of those differences and of their squares stay in single precision, and meet in double
// what was there before. Where the pivot turns out to be far off, or squares overflow or vanish, the block is taken
// again in double.
//
// In double, eight elements at a time are taken into registers, where their own mean and the deviations from it are
// found. Every lane counts the same, so that weights are plain numbers.
//
// The grouping depends on sizes alone: the same on every ISA.
#include "kernels/copy/convert.inl.h"
#include "kernels/reduce/lanewise.inl.h"
#include "kernels/reduce/prefetch.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

constexpr int64_t kGroup = 8;  // rows
template <class T>
constexpr int64_t kBytesOf = sizeof(T);

struct Moment {
  double squares, mean, count;
};
// b is not empty.
CT_INLINE Moment join(Moment a, Moment b) {
  const double count = a.count + b.count, share = b.count / count, away = b.mean - a.mean;
  return {a.squares + b.squares + away * (away * (a.count * share)), a.mean + away * share, count};
}

// Of columns side by side, `stride` doubles apart.
struct Accumulators {
  double *squares, *means, *counts;
  int64_t stride;

  CT_INLINE Accumulators from(int64_t column) const {
    const int64_t at = column * stride;
    return {squares + at, means + at, counts + at, stride};
  }
};

// `rows` rows of each of n columns have given `own` and `own_means`. All of these columns have taken as many rows
// before.
CT_NOINLINE void join_columns(const double *own, const double *own_means, int64_t rows, int64_t n, Accumulators to) {
  const double count = static_cast<double>(rows), before = to.counts[0], all = before + count;
  const double share = count / all, weight = before * share;
  const auto join_all = [&](int64_t apart) __attribute__((always_inline)) {
    CT_INDEPENDENT
    for (int64_t k = 0; k < n; ++k) {
      const int64_t at = k * apart;
      const double away = own_means[k] - to.means[at];
      to.squares[at] = to.squares[at] + own[k] + away * (away * weight);
      to.means[at] += away * share;
      to.counts[at] = all;
    }
  };
  if (to.stride != 1) return join_all(to.stride);
  if (before != 0) return join_all(1);
  __builtin_memcpy(to.squares, own, static_cast<size_t>(n * 8));
  __builtin_memcpy(to.means, own_means, static_cast<size_t>(n * 8));
  for (int64_t k = 0; k < n; ++k) to.counts[k] = all;
}

using LaterRows = Later<3072, 1024>;

// ---- in double ----

using D = Vec<double>;

constexpr int64_t kDoubleLanes = 16;  // of a run
constexpr int64_t kDoublePace = 20;
constexpr int64_t kDoubleStrip = 1024;  // columns

// Of `columns` dense columns, which have `before` elements each already.
template <class T, int64_t rows>
CT_INLINE void add_group(double *squares, double *means, double before, const char *from, int64_t stride,
                         int64_t columns) {
  const double count = before + rows, share = rows / count, weight = before * share;
  CT_INDEPENDENT
  for (int64_t i = 0; i < columns; ++i) {
    double x[rows], sum = 0, own = 0;
#pragma GCC unroll 8
    for (int64_t k = 0; k < rows; ++k) {
      T element;
      __builtin_memcpy(&element, from + k * stride + i * static_cast<int64_t>(sizeof(T)), sizeof(T));
      x[k] = static_cast<double>(element);
    }
#pragma GCC unroll 8
    for (int64_t k = 0; k < rows; ++k) sum += x[k];
    const double mean = sum * (1.0 / rows);
#pragma GCC unroll 8
    for (int64_t k = 0; k < rows; ++k) own += (x[k] - mean) * (x[k] - mean);
    const double away = mean - means[i];
    squares[i] += own + away * (away * weight);
    means[i] += away * share;
  }
}
template <class T>
CT_NOINLINE void add_rows_in_double(double *squares, double *means, const char *from, int64_t stride, int64_t rows,
                                    int64_t columns, int64_t before = 0) {
  int64_t row = 0;
  for (; row + kGroup <= rows; row += kGroup) {
    if constexpr (kSame<T, double>) fetch_after<kGroup>(from + row * stride, stride, columns * 8);
    add_group<T, kGroup>(squares, means, static_cast<double>(before + row), from + row * stride, stride, columns);
  }
  for (; row < rows; ++row) {
    add_group<T, 1>(squares, means, static_cast<double>(before + row), from + row * stride, stride, columns);
  }
}

// n dense elements into one accumulator, in lanes that meet by halves.
template <class T>
CT_NOINLINE Moment of_run_in_double(const char *from, int64_t n) {
  constexpr int64_t kSize = sizeof(T);
  alignas(64) double squares[kDoubleLanes] = {}, means[kDoubleLanes] = {};
  const int64_t rows = n / kDoubleLanes, rest = n % kDoubleLanes;
  add_rows_in_double<T>(squares, means, from, kDoubleLanes * kSize, rows, kDoubleLanes);
  double count = static_cast<double>(rows);
  for (int64_t half = kDoubleLanes / 2; rows > 0 && half > 0; half /= 2) {  // whose counts are the same
    for (int64_t i = 0; i < half; ++i) {
      const double away = means[i + half] - means[i];
      squares[i] += squares[i + half] + away * (away * (count * 0.5));
      means[i] += away * 0.5;
    }
    count *= 2;
  }
  const Moment whole{squares[0], means[0], count};
  if (rest == 0) return whole;
  const char *const at = from + rows * kDoubleLanes * kSize;
  double sum = 0, own = 0;
  for (int64_t i = 0; i < rest; ++i) sum += static_cast<double>(load_element<T>(at + i * kSize));
  const double mean = sum / static_cast<double>(rest);
  for (int64_t i = 0; i < rest; ++i) {
    const double away = static_cast<double>(load_element<T>(at + i * kSize)) - mean;
    own += away * away;
  }
  return join(whole, {own, mean, static_cast<double>(rest)});
}

// ---- in single precision ----

using V = Vec<float>;

constexpr int64_t kRows = 64;   // of a block
constexpr int64_t kLanes = 64;  // of a run
constexpr int64_t kBlock = kRows * kLanes;
constexpr int64_t kBand = 64;  // columns whose blocks are judged together
constexpr int64_t kFew = 16;   // and that are taken again
constexpr int64_t kTogether = 4;
constexpr int64_t kRegisters = kLanes / V::kLanes;
// Of a block down columns. Halves don't show what longer sums round, and blocks take time to join.
template <class T>
constexpr int64_t kColumnRows = sizeof(T) == 2 ? 4 * kRows : kRows;

// Whether `own`, which is what is left of `squares` at the mean, has digits enough. Not where they are infinite or NaN.
// What differences so small that their squares are not normal lose, is nothing beside the bound.
CT_INLINE auto is_precise(D own, D squares) { return own.v > squares.v * 0.125 + 0x1p-100; }
CT_INLINE bool is_precise(double own, double squares) { return own > squares * 0.125 + 0x1p-100; }

template <class T>
CT_NOINLINE void widen(char *to, const char *from, int64_t n) {
  int64_t i = 0;
  for (; i + V::kLanes <= n; i += V::kLanes) load_wide<T>(from + i * kBytesOf<T>).store(to + i * 4);
  if (i < n) load_wide<T>(from + i * kBytesOf<T>, n - i).store(to + i * 4, n - i);
}

template <int width, class T>
CT_INLINE T fold(Vec<T> v) {
  if constexpr (width == 0) {
    return first_lane(v);
  } else {
    return fold<width / 2>(v + rotate<width>(v, Iota<Vec<T>::kLanes>{}));
  }
}
// kLanes numbers by halves: down to 16 in single precision, the rest in double.
CT_INLINE void fold_floats(V *lanes) {
  constexpr int64_t kLast = 16 / V::kLanes;
#pragma GCC unroll 2
  for (int64_t half = kRegisters / 2; half >= kLast; half /= 2) {
#pragma GCC unroll 8
    for (int64_t k = 0; k < half; ++k) lanes[k] = lanes[k] + lanes[k + half];
  }
}
CT_INLINE double fold(V *lanes) {
  constexpr int64_t kLast = 16 / V::kLanes, kAll = 2 * kLast;
  fold_floats(lanes);
  D parts[kAll];
#pragma GCC unroll 4
  for (int64_t k = 0; k < kLast; ++k) {
    const Doubles both = to_doubles(lanes[k]);
    parts[2 * k] = both.low;
    parts[2 * k + 1] = both.high;
  }
#pragma GCC unroll 3
  for (int64_t half = kAll / 2; half > 0; half /= 2) {
#pragma GCC unroll 4
    for (int64_t k = 0; k < half; ++k) parts[k] = parts[k] + parts[k + half];
  }
  return fold<D::kLanes / 2>(parts[0]);
}

template <class T>
struct Singles {
  static constexpr int64_t kSize = sizeof(T);
  static constexpr int64_t kStep = V::kLanes * kSize;
  static constexpr int64_t kStrip = 8192 / kSize;  // columns: what they hold of a block stays near

  // Two registers at a time. A bfloat16 is the upper half of a float: of two that lie side by side, the second one is
  // there already, and the first one a shift away, which is less work than to put them into order.
  static constexpr bool kApart = kSame<T, BFloat16>;
  struct Two {
    V v[2];
  };
  static CT_INLINE Two load(const char *at) {
    if constexpr (kApart) {
      const auto both = Vec<uint32_t>::load(at).v;
      return {{{(V::Native)(both << 16)}, {(V::Native)(both & 0xffff0000U)}}};
    } else {
      return {{load_wide<T>(at), load_wide<T>(at + kStep)}};
    }
  }
  static CT_INLINE Two in_order(Two x) {
    if constexpr (kApart) return in_turn(x.v[0], x.v[1], Iota<V::kLanes>{});
    return x;
  }
  template <int... I>
  static CT_INLINE Two in_turn(V a, V b, Indices<I...>) {
    constexpr int kHalf = V::kLanes / 2;
    return {{{__builtin_shufflevector(a.v, b.v, (I / 2 + I % 2 * V::kLanes)...)},
             {__builtin_shufflevector(a.v, b.v, (kHalf + I / 2 + I % 2 * V::kLanes)...)}}};
  }
  // Of a run's lanes, the register that takes register k of what is loaded: first the even elements, then the odd ones.
  static constexpr int64_t place_of(int64_t k) { return kApart ? k / 2 + k % 2 * (kRegisters / 2) : k; }

  static CT_INLINE void add(V &sum, V &squares, V away) {
    sum = sum + away;
    squares = squares + away * away;
  }

  // ---- a run ----

  static constexpr int64_t kRunAhead = kSize == 2 ? 12288 : 8192;  // bytes

  // The mean of the first elements; where all are the same number, that number.
  static CT_INLINE V pivot_of(const char *from, int64_t n) {
    if (n < kLanes) return V::splat(first_lane(load_wide<T>(from, 1)));
    V first[kRegisters];
#pragma GCC unroll 8
    for (int64_t k = 0; k < kRegisters; k += 2) {
      const Two x = load(from + k * kStep);
      first[place_of(k)] = x.v[0];
      first[place_of(k + 1)] = x.v[1];
    }
    fold_floats(first);
#pragma GCC unroll 2
    for (int64_t half = 8 / V::kLanes; half > 0; half /= 2) {
#pragma GCC unroll 2
      for (int64_t k = 0; k < half; ++k) first[k] = first[k] + first[k + half];
    }
    constexpr int kWidth = V::kLanes / 2;
    return V::splat(fold<kWidth>(first[0]) * (1.0F / kLanes));
  }

  CT_NOINLINE static Moment of_block_in_double(const char *from, int64_t n) {
    if constexpr (kSame<T, float>) return of_run_in_double<float>(from, n);
    alignas(64) char block[kBlock * 4];
    widen<T>(block, from, n);
    return of_run_in_double<float>(block, n);
  }

  // Up to kBlock elements.
  static CT_INLINE Moment of_block(const char *from, int64_t n) {
    const V pivot = pivot_of(from, n);
    const int64_t rows = n / kLanes, rest = n % kLanes;
    V sums[kRegisters], squares[kRegisters];
    alignas(64) char last[kLanes * kSize];
    if (rest != 0) copy_small(last, from + rows * kLanes * kSize, rest * kSize);
    for (int64_t group = 0; group < kRegisters; group += kTogether) {
      V sum[kTogether] = {}, square[kTogether] = {};
      const char *at = from + group * kStep;
      CT_ROLLED
      for (int64_t row = 0; row < rows; ++row, at += kLanes * kSize) {
        fetch<kTogether * kStep>(at + kRunAhead);
#pragma GCC unroll 2
        for (int64_t k = 0; k < kTogether; k += 2) {
          const Two x = load(at + k * kStep);
          add(sum[k], square[k], fused_minus(x.v[0], pivot));
          add(sum[k + 1], square[k + 1], fused_minus(x.v[1], pivot));
        }
      }
#pragma GCC unroll 4
      for (int64_t k = 0; k < kTogether; ++k) {
        sums[place_of(group + k)] = sum[k];
        squares[place_of(group + k)] = square[k];
      }
    }
    for (int64_t k = 0; k * V::kLanes < rest; ++k) {
      const V x = first_lanes_of(rest - k * V::kLanes, load_wide<T>(last + k * kStep), pivot);
      add(sums[k], squares[k], x - pivot);
    }
    const double away = fold(sums), all = fold(squares), count = static_cast<double>(n);
    const double mean = away / count, own = all - away * mean;
    if (!is_precise(own, all)) return of_block_in_double(from, n);
    return {own, static_cast<double>(first_lane(pivot)) + mean, count};
  }

  // ---- down columns ----

  // Up to kStrip dense columns, whose number fills two registers of any ISA, in the order in which they are loaded.
  struct Columns {
    alignas(64) float pivots[kStrip], sums[kStrip], squares[kStrip];
  };

  // Of each row a line at a time, of narrower registers two of them.
  static constexpr int64_t kWidth = kStep < 64 ? 2 : 1;
  static constexpr int64_t kPace = kSame<T, Half> ? 0 : 16;  // to widen halves takes instructions enough

  static CT_INLINE Two two_of(const char *at) {
    if constexpr (kWidth == 2) return load(at);
    return {{load_wide<T>(at)}};
  }
  // The first row, or the mean of four; where all are the same number, that number.
  static CT_INLINE Two pivots_of(const char *first, int64_t step, int64_t rows) {
    Two a = two_of(first);
    if (rows < 4) return a;
    const Two b = two_of(first + step), c = two_of(first + 2 * step), d = two_of(first + 3 * step);
#pragma GCC unroll 2
    for (int64_t k = 0; k < kWidth; ++k) {
      a.v[k] = ((a.v[k] + b.v[k]) + (c.v[k] + d.v[k])) * V::splat(0.25F);
    }
    return a;
  }
  template <int64_t wait>
  static CT_INLINE Two load_line(const char *at) {
    if constexpr (kApart) {
      auto both = Vec<uint32_t>::load(at).v;
      pace<wait>(both);
      return {{{(V::Native)(both << 16)}, {(V::Native)(both & 0xffff0000U)}}};
    } else {
      Two x = two_of(at);
      pace<wait>(x.v[0].v);
      return x;
    }
  }
  // Rows of a block of `of_block`; `begins`: its first ones, which give the pivots.
  template <int64_t rows, bool begins, bool fetches>
  CT_NOINLINE static void add_rows(Columns &to, const char *from, int64_t step, int64_t columns, int64_t of_block) {
    constexpr int64_t kWait = fetches ? kPace : 0;
    CT_ROLLED
    for (int64_t i = 0; i < columns;) {
      const int64_t left = (columns - i) * kSize, end = i + (fetches ? LaterRows::reach(left) : left) / kSize;
      const LaterRows later(left, columns * kSize, rows * step);
      CT_ROLLED
      for (; i < end; i += kWidth * V::kLanes) {
        V pivots[kWidth], sums[kWidth], squares[kWidth];  // of these few rows: short chains round less
        if constexpr (begins) {
          const Two first = pivots_of(from + i * kSize, step, of_block);
#pragma GCC unroll 2
          for (int64_t k = 0; k < kWidth; ++k) {
            pivots[k] = first.v[k];
            pivots[k].store(bytes(to.pivots + i + k * V::kLanes));
          }
        } else {
#pragma GCC unroll 2
          for (int64_t k = 0; k < kWidth; ++k) pivots[k] = V::load(bytes(to.pivots + i + k * V::kLanes));
        }
#pragma GCC unroll 8
        for (int64_t row = 0; row < rows; ++row) {
          const char *const at = from + row * step + i * kSize;
          if constexpr (fetches) later.template fetch_after<kWidth * kStep>(at);  // a burst would wait for itself
          const Two x = load_line<kWait>(at);
#pragma GCC unroll 2
          for (int64_t k = 0; k < kWidth; ++k) {
            const V away = fused_minus(x.v[k], pivots[k]), square = away * away;
            sums[k] = row == 0 ? away : sums[k] + away;
            squares[k] = row == 0 ? square : squares[k] + square;
          }
        }
#pragma GCC unroll 2
        for (int64_t k = 0; k < kWidth; ++k) {
          char *const sum = bytes(to.sums + i + k * V::kLanes), *const square = bytes(to.squares + i + k * V::kLanes);
          (begins ? sums[k] : V::load(sum) + sums[k]).store(sum);
          (begins ? squares[k] : V::load(square) + squares[k]).store(square);
        }
      }
    }
  }
  static CT_INLINE char *bytes(void *p) { return static_cast<char *>(p); }
  static CT_INLINE Two two(float *from) { return {{V::load(bytes(from)), V::load(bytes(from + V::kLanes))}}; }
  static CT_INLINE void store(float *to, Two x) {
    x.v[0].store(bytes(to));
    x.v[1].store(bytes(to + V::kLanes));
  }

  // What kFew columns have in these rows, in double: where it is not `precise`.
  CT_NOINLINE static void take_in_double(double *own, double *means, const int64_t *precise, const char *from,
                                         int64_t step, int64_t rows) {
    alignas(64) char block[kRows * kFew * 4];
    alignas(64) double exact[kFew] = {}, exact_means[kFew] = {};
    for (int64_t before = 0; before < rows; before += kRows, from += kRows * step) {
      const int64_t n = rows - before < kRows ? rows - before : kRows;
      for (int64_t row = 0; row < n; ++row) widen<T>(block + row * kFew * 4, from + row * step, kFew);
      add_rows_in_double<float>(exact, exact_means, block, kFew * 4, n, kFew, before);
    }
    for (int64_t i = 0; i < kFew; ++i) {
      if (precise[i] != 0) continue;
      own[i] = exact[i];
      means[i] = exact_means[i];
    }
  }

  // A block is full: it joins what accumulators hold.
  CT_NOINLINE static void end_block(Columns &of, const char *from, int64_t step, int64_t rows, int64_t columns,
                                    const Accumulators &to) {
    const double part = 1 / static_cast<double>(rows);
    alignas(64) double own[kBand], means[kBand];
    alignas(64) int64_t precise[kBand];
    for (int64_t begin = 0; begin < columns; begin += kBand) {
      const int64_t n = columns - begin < kBand ? columns - begin : kBand;
      Vec<int64_t> lost{};
      const auto judge = [&](int64_t i, D pivot, D sum, D squares) __attribute__((always_inline)) {
        const D away{sum.v * part}, left = squares - sum * away;
        const Vec<int64_t> good{(Vec<int64_t>::Native)is_precise(left, squares)};
        left.store(bytes(own + i));
        (pivot + away).store(bytes(means + i));
        good.store(bytes(precise + i));
        lost.v |= ~good.v;
      };
      CT_ROLLED
      for (int64_t i = 0; i < n; i += 2 * V::kLanes) {
        const Two pivots = in_order(two(of.pivots + begin + i));
        const Two sums = in_order(two(of.sums + begin + i)), all = in_order(two(of.squares + begin + i));
#pragma GCC unroll 2
        for (int64_t k = 0; k < 2; ++k) {
          const Doubles pivot = to_doubles(pivots.v[k]);
          const Doubles sum = to_doubles(sums.v[k]), squares = to_doubles(all.v[k]);
          judge(i + k * V::kLanes, pivot.low, sum.low, squares.low);
          judge(i + k * V::kLanes + D::kLanes, pivot.high, sum.high, squares.high);
        }
      }
      if (any_bit(Vec<uint64_t>{(Vec<uint64_t>::Native)lost.v})) {
        for (int64_t i = 0; i < n; i += kFew) {
          int64_t all = -1;
          for (int64_t k = i; k < i + kFew; ++k) all &= precise[k];
          if (all != 0) continue;
          take_in_double(own + i, means + i, precise + i, from + (begin + i) * kSize, step, rows);
        }
      }
      join_columns(own, means, rows, n, to.from(begin));
    }
  }

  static CT_INLINE void take_columns(Columns &strip, const char *from, int64_t step, int64_t rows, int64_t columns,
                                     int64_t block, const Accumulators &to, [[maybe_unused]] Traffic traffic) {
    const bool fetches = kVecBytes != 64 || traffic == Traffic::NonTemporal;
    auto *const begin_rows = fetches ? &add_rows<kGroup, true, true> : &add_rows<kGroup, true, false>;
    auto *const add_more = fetches ? &add_rows<kGroup, false, true> : &add_rows<kGroup, false, false>;
    for (int64_t begin = 0; begin < rows; begin += block) {
      const int64_t n = rows - begin < block ? rows - begin : block;
      const char *const at = from + begin * step;
      int64_t row = n < kGroup ? 1 : kGroup;
      (n < kGroup ? &add_rows<1, true, true> : begin_rows)(strip, at, step, columns, n);
      for (; row + kGroup <= n; row += kGroup) add_more(strip, at + row * step, step, columns, n);
      for (; row < n; ++row) add_rows<1, false, true>(strip, at + row * step, step, columns, n);
      end_block(strip, at, step, n, columns, to);
    }
  }
};

// ---- what goes into the table ----

template <class T>
void run(const char *from, int64_t n, double *squares, double *mean, double *count) {
  Moment all{*squares, *mean, *count};
  if constexpr (kSame<T, double>) {
    all = join(all, of_run_in_double<double>(from, n));
  } else {
    for (int64_t i = 0; i < n; i += kBlock) {
      all = join(all, Singles<T>::of_block(from + i * kBytesOf<T>, n - i < kBlock ? n - i : kBlock));
    }
  }
  *squares = all.squares;
  *mean = all.mean;
  *count = all.count;
}

// As add_rows_in_double, in registers, a line of each row at a time; the end of columns by that.
template <bool fetches>
CT_NOINLINE void add_doubles(double *squares, double *means, const char *from, int64_t step, int64_t rows,
                             int64_t columns) {
  constexpr int64_t kNumbersInLine = kCacheLine / 8;
  const int64_t whole = columns - columns % kNumbersInLine, together = rows - rows % kGroup;
  for (int64_t row = 0; row < together; row += kGroup) {
    const double before = static_cast<double>(row), share = kGroup / (before + kGroup), weight = before * share;
    const char *const at = from + row * step;
    CT_ROLLED
    for (int64_t i = 0; i < whole;) {
      const int64_t left = (whole - i) * 8, end = i + (fetches ? LaterRows::reach(left) : left) / 8;
      const LaterRows later(left, whole * 8, kGroup * step);
      CT_ROLLED
      for (; i < end; i += kNumbersInLine) {
#pragma GCC unroll 4
        for (int64_t k = 0; k < kNumbersInLine; k += D::kLanes) {
          D x[kGroup], sum, own;
#pragma GCC unroll 8
          for (int64_t j = 0; j < kGroup; ++j) {
            const char *const element = at + j * step + (i + k) * 8;
            if (fetches && k == 0) later.fetch_after<64>(element);
            x[j] = D::load(element);
            if (k == 0) pace<fetches ? kDoublePace : 0>(x[j].v);
            sum = j == 0 ? x[j] : sum + x[j];
          }
          const D mean = sum * D::splat(1.0 / kGroup);
#pragma GCC unroll 8
          for (int64_t j = 0; j < kGroup; ++j) {
            const D away = x[j] - mean;
            own = j == 0 ? away * away : own + away * away;
          }
          char *const all = reinterpret_cast<char *>(squares + i + k);
          char *const means_so_far = reinterpret_cast<char *>(means + i + k);
          const D mean_so_far = D::load(means_so_far), away = mean - mean_so_far;
          (D::load(all) + (own + away * (away * D::splat(weight)))).store(all);
          (mean_so_far + away * D::splat(share)).store(means_so_far);
        }
      }
    }
  }
  add_rows_in_double<double>(squares + whole, means + whole, from + whole * 8, step, together, columns - whole);
  for (int64_t row = together; row < rows; ++row) {
    add_group<double, 1>(squares, means, static_cast<double>(row), from + row * step, step, columns);
  }
}

void columns_in_double(const char *from, int64_t step, int64_t rows, int64_t columns, double *squares, double *means,
                       double *counts, int64_t stride, [[maybe_unused]] Traffic traffic) {
  const Accumulators to{squares, means, counts, stride};
  auto *const add = kVecBytes == 64 && traffic == Traffic::Cached ? &add_doubles<false> : &add_doubles<true>;
  for (int64_t i = 0; i < columns; i += kDoubleStrip) {
    const int64_t n = columns - i < kDoubleStrip ? columns - i : kDoubleStrip;
    alignas(64) double own[kDoubleStrip], own_means[kDoubleStrip];
    __builtin_memset(own, 0, static_cast<size_t>(n * 8));
    __builtin_memset(own_means, 0, static_cast<size_t>(n * 8));
    add(own, own_means, from + i * 8, step, rows, n);
    join_columns(own, own_means, rows, n, to.from(i));
  }
}

// Columns that fill no two registers of the widest kind: as floats, in a block.
constexpr int64_t kWhole = 32;
template <class T>
CT_NOINLINE void last_columns(const char *from, int64_t step, int64_t rows, int64_t columns, const Accumulators &to) {
  alignas(64) char block[kColumnRows<T> * kWhole * 4];
  alignas(64) double last[3][kWhole];
  Singles<float>::Columns strip;
  for (int64_t row = 0; row < rows; row += kColumnRows<T>) {
    const int64_t n = rows - row < kColumnRows<T> ? rows - row : kColumnRows<T>;
    __builtin_memset(block, 0, static_cast<size_t>(n * kWhole * 4));
    for (int64_t k = 0; k < n; ++k) widen<T>(block + k * kWhole * 4, from + (row + k) * step, columns);
    for (double *array : last) __builtin_memset(array, 0, sizeof last[0]);
    const Accumulators own{last[0], last[1], last[2], 1};
    Singles<float>::take_columns(strip, block, kWhole * 4, n, kWhole, kColumnRows<T>, own, Traffic::Cached);
    join_columns(last[0], last[1], n, columns, to);
  }
}

template <class T>
void columns(const char *from, int64_t step, int64_t rows, int64_t columns, double *squares, double *means,
             double *counts, int64_t stride, [[maybe_unused]] Traffic traffic) {
  const Accumulators to{squares, means, counts, stride};
  const int64_t rest = columns % kWhole, whole = columns - rest;
  typename Singles<T>::Columns strip;
  for (int64_t i = 0; i < whole; i += Singles<T>::kStrip) {
    const int64_t n = whole - i < Singles<T>::kStrip ? whole - i : Singles<T>::kStrip;
    Singles<T>::take_columns(strip, from + i * kBytesOf<T>, step, rows, n, kColumnRows<T>, to.from(i), traffic);
  }
  if (rest != 0) last_columns<T>(from + whole * kBytesOf<T>, step, rows, rest, to.from(whole));
}

}  // namespace

void register_reduce_moments(Table &table) {
  table.moments[static_cast<int>(DType::Float16)] = {&run<Half>, &columns<Half>};
  table.moments[static_cast<int>(DType::BFloat16)] = {&run<BFloat16>, &columns<BFloat16>};
  table.moments[static_cast<int>(DType::Float32)] = {&run<float>, &columns<float>};
  table.moments[static_cast<int>(DType::Float64)] = {&run<double>, &columns_in_double};
}

}  // namespace ct::kernels::CT_ISA
