// Moments of columns, which are taken strip by strip, and each strip block by block.
#pragma once

#include "kernels/reduce/moments.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// The moments of columns that lie side by side, `stride` doubles apart.
struct Accumulators : MomentArrays {
  int64_t stride;

  CT_INLINE Accumulators from(int64_t column) const {
    const int64_t at = column * stride;
    return {{squares + at, offsets + at, counts + at, pivots != nullptr ? pivots + at : nullptr}, stride};
  }
};

// Joins what `rows` rows of n columns have given (`own`, `own_offsets` and, for double, pivots) with the moments so
// far. All these columns have taken equally many rows before.
template <class... Pivots>
CT_NOINLINE void join_columns(const double *own, const double *own_offsets, int64_t rows, int64_t n, Accumulators to,
                              Pivots... own_pivots) {
  const double count = static_cast<double>(rows), before = to.counts[0], all = before + count;
  const double share = count / all, weight = before * share;
  const auto join_all = [&](int64_t apart) __attribute__((always_inline)) {
    CT_INDEPENDENT
    for (int64_t k = 0; k < n; ++k) {
      const int64_t at = k * apart;
      const double away = ((own_offsets[k] - to.offsets[at]) + ... + (own_pivots[k] - to.pivots[at]));
      to.squares[at] = to.squares[at] + own[k] + away * (away * weight);
      to.offsets[at] += away * share;
      to.counts[at] = all;
    }
  };
  const auto begin_all = [&](int64_t apart) __attribute__((always_inline)) {
    CT_INDEPENDENT
    for (int64_t k = 0; k < n; ++k) {
      const int64_t at = k * apart;
      to.squares[at] = own[k];
      to.offsets[at] = own_offsets[k];
      to.counts[at] = all;
      ((to.pivots[at] = own_pivots[k]), ...);
    }
  };
  if (before == 0) return to.stride == 1 ? begin_all(1) : begin_all(to.stride);
  to.stride == 1 ? join_all(1) : join_all(to.stride);
}

template <class T>
struct ColumnMoments {
  using S = Singles<T>;
  using Two = typename S::Two;
  static constexpr int64_t kSize = S::kSize, kStep = S::kStep;
  static constexpr int64_t kStrip = kColumnStripBytes / 8;  // columns
  static constexpr int64_t kBlock = kSize == 2 ? kMomentHalfBlockRows : kMomentBlockRows;
  static constexpr int64_t kTogether = 64;  // columns whose precision is judged together
  static constexpr int64_t kFew = 16;       // columns that are computed again together

  // Holds up to kStrip contiguous columns, in the order in which they are loaded. Their number fills pairs of registers
  // on any ISA.
  struct Strip {
    alignas(kCacheLine) float pivots[kStrip], sums[kStrip], squares[kStrip];
  };

  // How many registers are loaded at a time: two where one takes less than a line of a row.
  static constexpr int64_t kWidth = kStep < kCacheLine ? 2 : 1;

  static CT_INLINE Two load(const char *at) {
    if constexpr (kWidth == 2 || S::kApart) return S::load(at);
    return {{load_wide<T>(at)}};
  }
  // The first row, or the mean of the first few; where these are all the same number, that number.
  static CT_INLINE Two pivots_of(const char *first, int64_t step, int64_t rows) {
    Two a = load(first);
    if (rows < kMomentPivotRows) return a;
    const Two b = load(first + step), c = load(first + 2 * step), d = load(first + 3 * step);
    CT_UNROLL(2)
    for (int64_t k = 0; k < kWidth; ++k) {
      a.v[k] = ((a.v[k] + b.v[k]) + (c.v[k] + d.v[k])) * F::splat(0.25F);
    }
    return a;
  }

  // Adds rows of a block of `of_block` rows. begins: they are its first ones, which give the pivots. ahead: see
  // look_ahead().
  template <int64_t rows, bool begins>
  CT_NOINLINE static void add_rows(Strip &to, const char *from, int64_t step, int64_t columns, int64_t of_block,
                                   int64_t ahead) {
    CT_ROLLED
    for (int64_t i = 0; i < columns; i += kWidth * F::kLanes) {
      F pivots[kWidth], sums[kWidth], squares[kWidth];  // sums of these few rows alone: short chains round less
      if constexpr (begins) {
        const Two first = pivots_of(from + i * kSize, step, of_block);
        CT_UNROLL(2)
        for (int64_t k = 0; k < kWidth; ++k) {
          pivots[k] = first.v[k];
          pivots[k].store(bytes(to.pivots + i + k * F::kLanes));
        }
      } else {
        CT_UNROLL(2)
        for (int64_t k = 0; k < kWidth; ++k) pivots[k] = F::load(bytes(to.pivots + i + k * F::kLanes));
      }
      CT_UNROLL(8)
      for (int64_t row = 0; row < rows; ++row) {
        const char *const at = from + row * step + i * kSize;
        __builtin_prefetch(at + ahead);
        const Two x = load(at);
        CT_UNROLL(2)
        for (int64_t k = 0; k < kWidth; ++k) {
          const F away = fused_minus(x.v[k], pivots[k]), square = away * away;
          sums[k] = row == 0 ? away : sums[k] + away;
          squares[k] = row == 0 ? square : squares[k] + square;
        }
      }
      CT_UNROLL(2)
      for (int64_t k = 0; k < kWidth; ++k) {
        char *const sum = bytes(to.sums + i + k * F::kLanes), *const square = bytes(to.squares + i + k * F::kLanes);
        (begins ? sums[k] : F::load(sum) + sums[k]).store(sum);
        (begins ? squares[k] : F::load(square) + squares[k]).store(square);
      }
    }
  }

  // Computes the moments of kFew columns in these rows in double, for those that were not `precise`.
  CT_NOINLINE static void take_in_double(double *own, double *means, const int64_t *precise, const char *from,
                                         int64_t step, int64_t rows) {
    alignas(kCacheLine) char block[kMomentBlockRows * kFew * 4];
    alignas(kCacheLine) double exact[kFew] = {}, exact_means[kFew] = {};
    for (int64_t before = 0; before < rows; before += kMomentBlockRows, from += kMomentBlockRows * step) {
      const int64_t n = rows - before < kMomentBlockRows ? rows - before : kMomentBlockRows;
      for (int64_t row = 0; row < n; ++row) widen_to_floats<T>(block + row * kFew * 4, from + row * step, kFew);
      add_rows_in_double<float>(exact, exact_means, nullptr, block, kFew * 4, n, kFew, Traffic::Cached, before);
    }
    for (int64_t i = 0; i < kFew; ++i) {
      if (precise[i] != 0) continue;
      own[i] = exact[i];
      means[i] = exact_means[i];
    }
  }

  // Joins a block that is done with what the accumulators hold.
  CT_NOINLINE static void end_block(Strip &of, const char *from, int64_t step, int64_t rows, int64_t columns,
                                    const Accumulators &to) {
    const double part = 1 / static_cast<double>(rows);
    alignas(kCacheLine) double own[kTogether], means[kTogether];
    alignas(kCacheLine) int64_t precise[kTogether];
    for (int64_t begin = 0; begin < columns; begin += kTogether) {
      const int64_t n = columns - begin < kTogether ? columns - begin : kTogether;
      Vec<int64_t> lost{};
      const auto judge = [&](int64_t i, D pivot, D sum, D squares) __attribute__((always_inline)) {
        const D away{sum.v * part}, left = squares - sum * away;
        const Vec<int64_t> good{(Vec<int64_t>::Native)is_precise(left, squares)};
        left.store(bytes(own + i));
        (pivot + away).store(bytes(means + i));
        good.store(bytes(precise + i));
        lost.v |= ~good.v;
      };
      const auto two = [&](const float *at) __attribute__((always_inline)) {
        return S::in_order({{F::load(bytes(at + begin)), F::load(bytes(at + begin + F::kLanes))}});
      };
      CT_ROLLED
      for (int64_t i = 0; i < n; i += 2 * F::kLanes) {
        const Two pivots = two(of.pivots + i), sums = two(of.sums + i), all = two(of.squares + i);
        CT_UNROLL(2)
        for (int64_t k = 0; k < 2; ++k) {
          const Doubles pivot = to_doubles(pivots.v[k]);
          const Doubles sum = to_doubles(sums.v[k]), squares = to_doubles(all.v[k]);
          judge(i + k * F::kLanes, pivot.low, sum.low, squares.low);
          judge(i + k * F::kLanes + D::kLanes, pivot.high, sum.high, squares.high);
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

  static CT_INLINE void take(Strip &strip, const char *from, int64_t step, int64_t rows, int64_t columns, int64_t block,
                             const Accumulators &to, Traffic traffic) {
    const int64_t ahead = look_ahead(columns * kSize, kMomentRows * step, kMomentRows, traffic);
    for (int64_t begin = 0; begin < rows; begin += block) {
      const int64_t n = rows - begin < block ? rows - begin : block;
      const char *const at = from + begin * step;
      int64_t row = n < kMomentRows ? 1 : kMomentRows;
      (n < kMomentRows ? &add_rows<1, true> : &add_rows<kMomentRows, true>)(strip, at, step, columns, n, ahead);
      for (; row + kMomentRows <= n; row += kMomentRows) {
        add_rows<kMomentRows, false>(strip, at + row * step, step, columns, n, ahead);
      }
      for (; row < n; ++row) add_rows<1, false>(strip, at + row * step, step, columns, n, 0);
      end_block(strip, at, step, n, columns, to);
    }
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
