// Mean and squared deviations in double, by Chan's formula: eight elements at a time are taken into registers, where
// their own mean and the deviations from it are found; what they give then meets what was there before. Every lane
// counts the same, so that weights are plain numbers. The grouping depends on sizes alone: the same on every ISA.
#include "kernels/convert.inl.h"
#include "kernels/fetch.inl.h"
#include "kernels/units.h"

namespace ct::kernels::CT_ISA {
namespace {

constexpr int64_t kGroup = 8;    // rows
constexpr int64_t kLanes = 16;   // of a run
constexpr int64_t kStrip = 256;  // columns

struct Moment {
  double squares, mean, count;
};
// b is not empty.
CT_INLINE Moment join(Moment a, Moment b) {
  const double count = a.count + b.count, share = b.count / count, away = b.mean - a.mean;
  return {a.squares + b.squares + away * (away * (a.count * share)), a.mean + away * share, count};
}

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
CT_NOINLINE void add_rows(double *squares, double *means, double before, const char *from, int64_t stride, int64_t rows,
                          int64_t columns) {
  int64_t row = 0;
  for (; row + kGroup <= rows; row += kGroup) {
    fetch_after<kGroup>(from + row * stride, stride, columns * static_cast<int64_t>(sizeof(T)));
    add_group<T, kGroup>(squares, means, before + static_cast<double>(row), from + row * stride, stride, columns);
  }
  for (; row < rows; ++row) {
    add_group<T, 1>(squares, means, before + static_cast<double>(row), from + row * stride, stride, columns);
  }
}

// n dense elements into one accumulator, in lanes that meet by halves.
template <class T>
CT_NOINLINE Moment of_run(const char *from, int64_t n) {
  constexpr int64_t kSize = sizeof(T);
  alignas(64) double squares[kLanes] = {}, means[kLanes] = {};
  const int64_t rows = n / kLanes, rest = n % kLanes;
  add_rows<T>(squares, means, 0, from, kLanes * kSize, rows, kLanes);
  double count = static_cast<double>(rows);
  for (int64_t half = kLanes / 2; rows > 0 && half > 0; half /= 2) {  // whose counts are the same
    for (int64_t i = 0; i < half; ++i) {
      const double away = means[i + half] - means[i];
      squares[i] += squares[i + half] + away * (away * (count * 0.5));
      means[i] += away * 0.5;
    }
    count *= 2;
  }
  const Moment whole{squares[0], means[0], count};
  if (rest == 0) return whole;
  const char *const at = from + rows * kLanes * kSize;
  double sum = 0, own = 0;
  for (int64_t i = 0; i < rest; ++i) sum += static_cast<double>(load_element<T>(at + i * kSize));
  const double mean = sum / static_cast<double>(rest);
  for (int64_t i = 0; i < rest; ++i) {
    const double away = static_cast<double>(load_element<T>(at + i * kSize)) - mean;
    own += away * away;
  }
  return join(whole, {own, mean, static_cast<double>(rest)});
}

template <class T>
void run(const char *from, int64_t n, double *squares, double *mean, double *count) {
  const Moment all = join({*squares, *mean, *count}, of_run<T>(from, n));
  *squares = all.squares;
  *mean = all.mean;
  *count = all.count;
}

template <class T>
void columns(const char *from, int64_t step, int64_t rows, int64_t columns, double *squares, double *means,
             double *counts, int64_t stride) {
  for (int64_t i = 0; i < columns; i += kStrip) {
    const int64_t n = columns - i < kStrip ? columns - i : kStrip;
    alignas(64) double own_squares[kStrip] = {}, own_means[kStrip] = {};
    add_rows<T>(own_squares, own_means, 0, from + i * static_cast<int64_t>(sizeof(T)), step, rows, n);
    const auto join_all = [&](int64_t apart) __attribute__((always_inline)) {
      CT_INDEPENDENT
      for (int64_t k = 0; k < n; ++k) {
        const int64_t at = (i + k) * apart;
        const Moment all =
            join({squares[at], means[at], counts[at]}, {own_squares[k], own_means[k], static_cast<double>(rows)});
        squares[at] = all.squares;
        means[at] = all.mean;
        counts[at] = all.count;
      }
    };
    stride == 1 ? join_all(1) : join_all(stride);
  }
}

}  // namespace

void register_reduce_moments(Table &table) {
  table.moments[0] = {&run<float>, &columns<float>};
  table.moments[1] = {&run<double>, &columns<double>};
}

}  // namespace ct::kernels::CT_ISA
