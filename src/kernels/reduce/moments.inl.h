// What moments are made of in both directions: how two of them are joined, and groups of rows in double.
//
// Eight elements at a time are taken into registers, where their own mean and the deviations from it are found; they
// meet what was there before by Chan's formula. Every lane counts the same, so that weights are plain numbers.
#pragma once

#include "kernels/reduce/lanewise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

using D = Vec<double>;

template <class T>
constexpr int64_t kBytesOf = sizeof(T);

CT_INLINE char *bytes(void *p) { return static_cast<char *>(p); }
CT_INLINE const char *bytes(const void *p) { return static_cast<const char *>(p); }

struct Moment {
  double squares, mean, count;
};
// b is not empty.
CT_INLINE Moment join(Moment a, Moment b) {
  const double count = a.count + b.count, share = b.count / count, away = b.mean - a.mean;
  return {a.squares + b.squares + away * (away * (a.count * share)), a.mean + away * share, count};
}

// `rows` rows of T into the squares and means of `columns` columns, which have `before` elements each already. Reads
// and writes those of columns up to the end of a register. ahead: see look_ahead().
template <class T, int64_t rows>
CT_NOINLINE void add_group(double *squares, double *means, double before, const char *from, int64_t stride,
                           int64_t columns, int64_t ahead) {
  const double share = rows / (before + rows), weight = before * share;
  int64_t i = 0;
  for (; i + D::kLanes <= columns; i += D::kLanes) {
    D x[rows], sum, own;
#pragma GCC unroll 8
    for (int64_t k = 0; k < rows; ++k) {
      const char *const at = from + k * stride + i * kBytesOf<T>;
      __builtin_prefetch(at + ahead);
      if constexpr (kSame<T, double>) {
        x[k] = D::load(at);
      } else {
        x[k] = load_doubles<T>(at);
      }
      sum = k == 0 ? x[k] : sum + x[k];
    }
    const D mean = sum * D::splat(1.0 / rows);
#pragma GCC unroll 8
    for (int64_t k = 0; k < rows; ++k) {
      const D away = x[k] - mean;
      own = k == 0 ? away * away : own + away * away;
    }
    const D mean_before = D::load(bytes(means + i)), away = mean - mean_before;
    (D::load(bytes(squares + i)) + (own + away * (away * D::splat(weight)))).store(bytes(squares + i));
    (mean_before + away * D::splat(share)).store(bytes(means + i));
  }
  if (i == columns) return;
  alignas(kCacheLine) char block[rows * kVecBytes] = {};
  for (int64_t k = 0; k < rows; ++k) {
    copy_small(block + k * kVecBytes, from + k * stride + i * kBytesOf<T>, (columns - i) * kBytesOf<T>);
  }
  add_group<T, rows>(squares + i, means + i, before, block, kVecBytes, D::kLanes, 0);
}
template <class T>
void add_rows_in_double(double *squares, double *means, const char *from, int64_t stride, int64_t rows, int64_t columns,
                        Traffic traffic, int64_t before = 0) {
  const int64_t ahead = look_ahead(columns * kBytesOf<T>, kMomentRows * stride, kMomentRows, traffic);
  int64_t row = 0;
  for (; row + kMomentRows <= rows; row += kMomentRows) {
    add_group<T, kMomentRows>(squares, means, static_cast<double>(before + row), from + row * stride, stride, columns,
                              ahead);
  }
  for (; row < rows; ++row) {
    add_group<T, 1>(squares, means, static_cast<double>(before + row), from + row * stride, stride, columns, 0);
  }
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
