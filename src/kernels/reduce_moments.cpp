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
#include "kernels/convert.inl.h"
#include "kernels/fetch.inl.h"
#include "kernels/fused.inl.h"
#include "kernels/reduce_elementwise.inl.h"

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

// ---- in double ----

constexpr int64_t kDoubleLanes = 16;   // of a run
constexpr int64_t kDoubleStrip = 256;  // columns

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
using D = Vec<double>;

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
  static constexpr int64_t kStrip = 4096 / kSize;  // columns: what they hold of a block stays in the first-level cache

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
        constexpr int64_t kAhead = 4096;  // bytes
#pragma GCC unroll 4
        for (int64_t i = 0; i < kTogether * kStep; i += 64) __builtin_prefetch(at + kAhead + i, 0, 2);
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
    double all[kStrip], means[kStrip];  // of the rows so far, in order
  };

  using LaterRows = Later<1024, 512>;

  template <int64_t rows>
  CT_NOINLINE static void add_rows(Columns &to, const char *from, int64_t step, int64_t columns) {
    CT_ROLLED
    for (int64_t i = 0; i < columns;) {
      const int64_t left = (columns - i) * kSize, end = i + LaterRows::reach(left) / kSize;
      const LaterRows later(left, columns * kSize, rows * step);
      CT_ROLLED
      for (; i < end; i += 2 * V::kLanes) {
        const Two pivots = two(to.pivots + i), before = two(to.sums + i), squares_before = two(to.squares + i);
        Two sums{}, squares{};  // of these few rows: short chains round less
#pragma GCC unroll 8
        for (int64_t row = 0; row < rows; ++row) {
          const char *const at = from + row * step + i * kSize;
          later.template fetch_after<2 * kStep>(at);  // between the sums, because a burst waits for itself
          const Two x = load(at);
#pragma GCC unroll 2
          for (int64_t k = 0; k < 2; ++k) {
            const V away = fused_minus(x.v[k], pivots.v[k]), square = away * away;
            sums.v[k] = row == 0 ? away : sums.v[k] + away;
            squares.v[k] = row == 0 ? square : squares.v[k] + square;
          }
        }
#pragma GCC unroll 2
        for (int64_t k = 0; k < 2; ++k) {
          sums.v[k] = before.v[k] + sums.v[k];
          squares.v[k] = squares_before.v[k] + squares.v[k];
        }
        store(to.sums + i, sums);
        store(to.squares + i, squares);
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

  // The block of rows from number `before` on joins the rows before it.
  CT_NOINLINE static void end_block(Columns &to, int64_t before, const char *from, int64_t step, int64_t rows,
                                    int64_t columns) {
    const double count = static_cast<double>(rows), all_before = static_cast<double>(before);
    const double part = 1 / count, share = count / (all_before + count), weight = all_before * share;
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
        const Two pivots = in_order(two(to.pivots + begin + i)), sums = in_order(two(to.sums + begin + i));
        const Two all = in_order(two(to.squares + begin + i));
#pragma GCC unroll 2
        for (int64_t k = 0; k < 2; ++k) {
          const Doubles pivot = to_doubles(pivots.v[k]), sum = to_doubles(sums.v[k]), squares = to_doubles(all.v[k]);
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
      double *const all = to.all + begin, *const mean = to.means + begin;
      if (before == 0) {
        __builtin_memcpy(all, own, static_cast<size_t>(n * 8));
        __builtin_memcpy(mean, means, static_cast<size_t>(n * 8));
        continue;
      }
      CT_INDEPENDENT
      for (int64_t i = 0; i < n; ++i) {
        const double away = means[i] - mean[i];
        all[i] += own[i] + away * (away * weight);
        mean[i] += away * share;
      }
    }
  }

  static CT_INLINE void take_columns(Columns &to, const char *from, int64_t step, int64_t rows, int64_t columns,
                                     int64_t block) {
    for (int64_t begin = 0; begin < rows; begin += block) {
      const int64_t n = rows - begin < block ? rows - begin : block;
      const char *const at = from + begin * step;
      for (int64_t i = 0; i < columns; i += 2 * V::kLanes) {
        const char *const first = at + i * kSize;
        Two pivots = load(first);  // or the mean of four; where all are the same number, that number
        if (n >= 4) {
          const Two b = load(first + step), c = load(first + 2 * step), d = load(first + 3 * step);
#pragma GCC unroll 2
          for (int64_t k = 0; k < 2; ++k) {
            pivots.v[k] = ((pivots.v[k] + b.v[k]) + (c.v[k] + d.v[k])) * V::splat(0.25F);
          }
        }
        store(to.pivots + i, pivots);
        store(to.sums + i, Two{});
        store(to.squares + i, Two{});
      }
      int64_t row = 0;
      for (; row + kGroup <= n; row += kGroup) add_rows<kGroup>(to, at + row * step, step, columns);
      for (; row < n; ++row) add_rows<1>(to, at + row * step, step, columns);
      end_block(to, begin, at, step, n, columns);
    }
  }
};

// ---- what goes into the table ----

// `rows` rows of each of n columns have given `own` and `own_means`.
CT_NOINLINE void join_columns(const double *own, const double *own_means, int64_t rows, int64_t n, double *squares,
                              double *means, double *counts, int64_t stride) {
  const auto join_all = [&](int64_t apart) __attribute__((always_inline)) {
    CT_INDEPENDENT
    for (int64_t k = 0; k < n; ++k) {
      const int64_t at = k * apart;
      const Moment all = join({squares[at], means[at], counts[at]}, {own[k], own_means[k], static_cast<double>(rows)});
      squares[at] = all.squares;
      means[at] = all.mean;
      counts[at] = all.count;
    }
  };
  stride == 1 ? join_all(1) : join_all(stride);
}

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

void columns_in_double(const char *from, int64_t step, int64_t rows, int64_t columns, double *squares, double *means,
                       double *counts, int64_t stride) {
  for (int64_t i = 0; i < columns; i += kDoubleStrip) {
    const int64_t n = columns - i < kDoubleStrip ? columns - i : kDoubleStrip;
    alignas(64) double own[kDoubleStrip] = {}, own_means[kDoubleStrip] = {};
    add_rows_in_double<double>(own, own_means, from + i * 8, step, rows, n);
    join_columns(own, own_means, rows, n, squares + i * stride, means + i * stride, counts + i * stride, stride);
  }
}

template <class T>
void columns(const char *from, int64_t step, int64_t rows, int64_t columns, double *squares, double *means,
             double *counts, int64_t stride) {
  constexpr int64_t kWhole = 32;  // columns
  const int64_t rest = columns % kWhole, whole = columns - rest;
  for (int64_t i = 0; i < whole; i += Singles<T>::kStrip) {
    const int64_t n = whole - i < Singles<T>::kStrip ? whole - i : Singles<T>::kStrip;
    typename Singles<T>::Columns strip;
    Singles<T>::take_columns(strip, from + i * kBytesOf<T>, step, rows, n, kColumnRows<T>);
    join_columns(strip.all, strip.means, rows, n, squares + i * stride, means + i * stride, counts + i * stride,
                 stride);
  }
  for (int64_t row = 0; rest != 0 && row < rows; row += kColumnRows<T>) {
    const int64_t n = rows - row < kColumnRows<T> ? rows - row : kColumnRows<T>, at = whole * stride;
    alignas(64) char block[kColumnRows<T> * kWhole * 4] = {};
    for (int64_t k = 0; k < n; ++k) {
      widen<T>(block + k * kWhole * 4, from + (row + k) * step + whole * kBytesOf<T>, rest);
    }
    Singles<float>::Columns strip;
    Singles<float>::take_columns(strip, block, kWhole * 4, n, kWhole, kColumnRows<T>);
    join_columns(strip.all, strip.means, n, rest, squares + at, means + at, counts + at, stride);
  }
}

}  // namespace

void register_reduce_moments(Table &table) {
  table.moments[static_cast<int>(DType::Float16)] = {&run<Half>, &columns<Half>};
  table.moments[static_cast<int>(DType::BFloat16)] = {&run<BFloat16>, &columns<BFloat16>};
  table.moments[static_cast<int>(DType::Float32)] = {&run<float>, &columns<float>};
  table.moments[static_cast<int>(DType::Float64)] = {&run<double>, &columns_in_double};
}

}  // namespace ct::kernels::CT_ISA
