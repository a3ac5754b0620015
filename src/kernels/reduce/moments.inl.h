// What moments are made of in both directions: how two of them are joined, and groups of rows in double.
//
// Eight elements at a time are loaded into registers, where their own mean and the deviations from it are computed.
// Chan's formula joins these with what was there before. Doubles are taken as differences from a pivot near them
// (kernels/table.h). All lanes have the same count, so the weights are plain numbers.
#pragma once

#include "kernels/reduce/lanewise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

using D = Vec<double>;

template <class T>
constexpr int64_t kBytesOf = sizeof(T);

CT_INLINE char *bytes(void *p) { return static_cast<char *>(p); }
CT_INLINE const char *bytes(const void *p) { return static_cast<const char *>(p); }

// The mean is pivot + offset.
struct Moment {
  double squares, offset, count, pivot = 0;
};
// b is not empty.
CT_INLINE Moment join(Moment a, Moment b) {
  if (a.count == 0) return b;
  const double count = a.count + b.count, share = b.count / count, away = (b.pivot - a.pivot) + (b.offset - a.offset);
  return {a.squares + b.squares + away * (away * (a.count * share)), a.offset + away * share, count, a.pivot};
}

// The median of three numbers, lane by lane, so that one that is far off does not count; 0 where it is NaN, or so large
// that a difference from it may overflow.
CT_INLINE D pivot_of(D a, D b, D c) {
  const auto is_less = a.v < b.v;
  const D low = select(is_less, a, b), high = select(is_less, b, a);
  const D middle = select(c.v < low.v, low, select(c.v > high.v, high, c)), limit = D::splat(0x1p960);
  return select((middle.v < limit.v) & (middle.v > (-limit).v), middle, D{});
}

// Adds `rows` rows of T to the squares and offsets of `columns` columns, which have taken `before` elements each. Reads
// and writes these up to the end of a register. pivots: for double alone. ahead: see look_ahead().
template <class T, int64_t rows>
CT_NOINLINE void add_group(double *squares, double *offsets, const double *pivots, double before, const char *from,
                           int64_t stride, int64_t columns, int64_t ahead) {
  const double share = rows / (before + rows), weight = before * share;
  int64_t i = 0;
  for (; i + D::kLanes <= columns; i += D::kLanes) {
    D x[rows], sum, own;
    CT_UNROLL(8)
    for (int64_t k = 0; k < rows; ++k) {
      const char *const at = from + k * stride + i * kBytesOf<T>;
      __builtin_prefetch(at + ahead);
      if constexpr (kSame<T, double>) {
        x[k] = D::load(at) - D::load(bytes(pivots + i));
      } else {
        x[k] = load_doubles<T>(at);
      }
      sum = k == 0 ? x[k] : sum + x[k];
    }
    const D mean = sum * D::splat(1.0 / rows);
    CT_UNROLL(8)
    for (int64_t k = 0; k < rows; ++k) {
      const D away = x[k] - mean;
      own = k == 0 ? away * away : own + away * away;
    }
    const D mean_before = D::load(bytes(offsets + i)), away = mean - mean_before;
    (D::load(bytes(squares + i)) + (own + away * (away * D::splat(weight)))).store(bytes(squares + i));
    (mean_before + away * D::splat(share)).store(bytes(offsets + i));
  }
  if (i == columns) return;
  alignas(kCacheLine) char block[rows * kVecBytes] = {};
  for (int64_t k = 0; k < rows; ++k) {
    copy_small(block + k * kVecBytes, from + k * stride + i * kBytesOf<T>, (columns - i) * kBytesOf<T>);
  }
  add_group<T, rows>(squares + i, offsets + i, kSame<T, double> ? pivots + i : nullptr, before, block, kVecBytes,
                     D::kLanes, 0);
}
template <class T>
void add_rows_in_double(double *squares, double *offsets, const double *pivots, const char *from, int64_t stride,
                        int64_t rows, int64_t columns, Traffic traffic, int64_t before = 0) {
  const int64_t ahead = look_ahead(columns * kBytesOf<T>, kMomentRows * stride, kMomentRows, traffic);
  int64_t row = 0;
  for (; row + kMomentRows <= rows; row += kMomentRows) {
    add_group<T, kMomentRows>(squares, offsets, pivots, static_cast<double>(before + row), from + row * stride, stride,
                              columns, ahead);
  }
  const auto add_rest = [&](auto add, int64_t n) __attribute__((always_inline)) {
    add(squares, offsets, pivots, static_cast<double>(before + row), from + row * stride, stride, columns, 0);
    return n;
  };
  if constexpr (kSame<T, double>) {
    if (rows - row >= 4) row += add_rest(&add_group<T, 4>, 4);
    if (rows - row >= 2) row += add_rest(&add_group<T, 2>, 2);
  }
  while (row < rows) row += add_rest(&add_group<T, 1>, 1);
}

// ---- in single precision ----
//
// Floats, and elements that are widened to them, are taken a block at a time, as differences from a number close to
// them, the pivot. The sums of these differences and of their squares stay in single precision; they are joined with
// what was there before in double. Where the pivot turns out to be far off, or squares overflow or vanish, the block is
// computed again in double.

using F = Vec<float>;

// Whether `own`, which is what is left of `squares` about the mean, has enough digits; false where they are infinite or
// NaN. Differences whose squares are subnormal lose nothing that counts beside the bound.
CT_INLINE auto is_precise(D own, D squares) { return own.v > squares.v * 0.125 + 0x1p-100; }
CT_INLINE bool is_precise(double own, double squares) { return own > squares * 0.125 + 0x1p-100; }

template <class T>
CT_NOINLINE void widen_to_floats(char *to, const char *from, int64_t n) {
  int64_t i = 0;
  for (; i + F::kLanes <= n; i += F::kLanes) load_wide<T>(from + i * kBytesOf<T>).store(to + i * 4);
  if (i < n) load_wide<T>(from + i * kBytesOf<T>, n - i).store(to + i * 4, n - i);
}

template <class T>
struct Singles {
  static constexpr int64_t kSize = sizeof(T);
  static constexpr int64_t kStep = F::kLanes * kSize;

  // Two registers are loaded at a time. A bfloat16 is the upper half of a float: of two that lie side by side, the
  // second is in place already, and the first needs a shift. This is less work than putting them in order.
  static constexpr bool kApart = kSame<T, BFloat16>;
  struct Two {
    F v[2];
  };
  static CT_INLINE Two load(const char *at) {
    if constexpr (kApart) {
      const auto both = Vec<uint32_t>::load(at).v;
      return {{{(F::Native)(both << 16)}, {(F::Native)(both & 0xffff0000U)}}};
    } else {
      return {{load_wide<T>(at), load_wide<T>(at + kStep)}};
    }
  }
  static CT_INLINE Two in_order(Two x) {
    if constexpr (kApart) return interleaved(x.v[0], x.v[1], Iota<F::kLanes>{});
    return x;
  }
  template <int... I>
  static CT_INLINE Two interleaved(F a, F b, Indices<I...>) {
    constexpr int kHalf = F::kLanes / 2;
    return {{{__builtin_shufflevector(a.v, b.v, (I / 2 + I % 2 * F::kLanes)...)},
             {__builtin_shufflevector(a.v, b.v, (kHalf + I / 2 + I % 2 * F::kLanes)...)}}};
  }

  static CT_INLINE void add(F &sum, F &squares, F away) {
    sum = sum + away;
    squares = squares + away * away;
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
