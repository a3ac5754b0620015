// Sums with what rounding takes from them, which is added up beside: float32 in double, eight elements at a time, and
// those sums, as well as float64, by Knuth's exact sum of two numbers. Where the sum is not finite, what was lost is
// NaN and of no interest. The grouping depends on sizes alone: the same on every ISA.
#include "kernels/convert.inl.h"
#include "kernels/fetch.inl.h"
#include "kernels/units.h"

namespace ct::kernels::CT_ISA {
namespace {

constexpr int64_t kGroup = 8;    // rows
constexpr int64_t kLanes = 32;   // of a run
constexpr int64_t kStrip = 256;  // columns

CT_INLINE void add(double &sum, double &lost, double x) {
  const double before = sum, both = before + x, taken = both - before;
  lost += (before - (both - taken)) + (x - taken);
  sum = both;
}

// Of `columns` dense columns.
template <class T, int64_t rows>
CT_INLINE void add_group(double *sums, double *lost, const char *from, int64_t stride, int64_t columns) {
  CT_INDEPENDENT
  for (int64_t i = 0; i < columns; ++i) {
    double x[rows];
#pragma GCC unroll 8
    for (int64_t k = 0; k < rows; ++k) {
      T element;
      __builtin_memcpy(&element, from + k * stride + i * static_cast<int64_t>(sizeof(T)), sizeof(T));
      x[k] = static_cast<double>(element);
    }
    double sum = sums[i], away = lost[i];
    if constexpr (sizeof(T) < sizeof(double)) {
      double own = x[0];
#pragma GCC unroll 8
      for (int64_t k = 1; k < rows; ++k) own += x[k];
      add(sum, away, own);
    } else {
#pragma GCC unroll 8
      for (int64_t k = 0; k < rows; ++k) add(sum, away, x[k]);
    }
    sums[i] = sum;
    lost[i] = away;
  }
}
template <class T>
CT_NOINLINE void add_rows(double *sums, double *lost, const char *from, int64_t stride, int64_t rows, int64_t columns) {
  int64_t row = 0;
  for (; row + kGroup <= rows; row += kGroup) {
    fetch_after<kGroup>(from + row * stride, stride, columns * static_cast<int64_t>(sizeof(T)));
    add_group<T, kGroup>(sums, lost, from + row * stride, stride, columns);
  }
  for (; row < rows; ++row) add_group<T, 1>(sums, lost, from + row * stride, stride, columns);
}

template <class T>
void run(const char *from, int64_t n, double *sum, double *lost) {
  constexpr int64_t kSize = sizeof(T);
  alignas(64) double sums[kLanes] = {}, aways[kLanes] = {};
  const int64_t rows = n / kLanes, whole = rows * kLanes;
  add_rows<T>(sums, aways, from, kLanes * kSize, rows, kLanes);
  add_rows<T>(sums, aways, from + whole * kSize, 0, n > whole ? 1 : 0, n - whole);
  for (int64_t half = kLanes / 2; half > 0; half /= 2) {
    for (int64_t i = 0; i < half; ++i) {
      aways[i] += aways[i + half];
      add(sums[i], aways[i], sums[i + half]);
    }
  }
  *lost += aways[0];
  add(*sum, *lost, sums[0]);
}

template <class T>
void columns(const char *from, int64_t step, int64_t rows, int64_t columns, double *all, double *lost, int64_t stride) {
  for (int64_t i = 0; i < columns; i += kStrip) {
    const int64_t n = columns - i < kStrip ? columns - i : kStrip;
    alignas(64) double sums[kStrip] = {}, aways[kStrip] = {};
    add_rows<T>(sums, aways, from + i * static_cast<int64_t>(sizeof(T)), step, rows, n);
    const auto join_all = [&](int64_t apart) __attribute__((always_inline)) {
      CT_INDEPENDENT
      for (int64_t k = 0; k < n; ++k) {
        const int64_t at = (i + k) * apart;
        lost[at] += aways[k];
        add(all[at], lost[at], sums[k]);
      }
    };
    stride == 1 ? join_all(1) : join_all(stride);
  }
}

}  // namespace

void register_compensated(Table &table) {
  table.compensated[0] = {&run<float>, &columns<float>};
  table.compensated[1] = {&run<double>, &columns<double>};
}

}  // namespace ct::kernels::CT_ISA
