// Sums with what rounding takes from them, which is added up beside: float32 in double, eight elements at a time,
// halves in double, 32 at a time, and those sums, as well as float64, by Knuth's exact sum of two numbers. Where the
// sum is not finite, what was lost is NaN and of no interest. The grouping depends on sizes alone: the same on every
// ISA.
#include "kernels/copy/convert.inl.h"
#include "kernels/reduce/prefetch.inl.h"
#include "kernels/registrations.h"

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

// Of halves, few rows in double alone, which is wide enough for them. Strips are long: then the processor reads ahead
// in each row.
constexpr int64_t kHalfRows = 32;
constexpr int64_t kHalfStrip = 2048;
constexpr int64_t kRoom = 16;  // up to the end of a register of floats

template <class T>
CT_INLINE Doubles wide(const char *at) {
  if constexpr (kVecBytes == 16) {
    return doubles<T>(at);
  } else {
    return {load_doubles<T>(at), load_doubles<T>(at + kVecBytes / 4)};
  }
}
CT_INLINE Doubles load(const double *sums) {
  const char *const at = reinterpret_cast<const char *>(sums);
  return {Vec<double>::load(at), Vec<double>::load(at + kVecBytes)};
}
CT_INLINE void store(double *sums, const Doubles &x) {
  x.low.store(reinterpret_cast<char *>(sums));
  x.high.store(reinterpret_cast<char *>(sums) + kVecBytes);
}
template <class T>
CT_NOINLINE void add_last_halves(double *sums, const char *from, int64_t stride, int64_t rows, int64_t count) {
  Doubles own = load(sums);
  for (int64_t row = 0; row < rows; ++row) {
    alignas(64) char block[kVecBytes] = {};
    copy_small(block, from + row * stride, count * static_cast<int64_t>(sizeof(T)));
    const Doubles x = wide<T>(block);
    own = {own.low + x.low, own.high + x.high};
  }
  store(sums, own);
}
template <class T, int64_t rows>
CT_INLINE void add_halves(double *sums, const char *from, int64_t stride, int64_t columns, int64_t ahead) {
  constexpr int64_t kSize = sizeof(T), kStep = Vec<float>::kLanes;
  int64_t i = 0;
  for (; i + kStep <= columns; i += kStep) {
    Doubles own = load(sums + i);
    const char *at = from + i * kSize;
#pragma GCC unroll 8
    for (int64_t row = 0; row < rows; ++row, at += stride) {
      if (i * kSize % 64 == 0) __builtin_prefetch(at + ahead, 0, 2);
      const Doubles x = wide<T>(at);
      own = {own.low + x.low, own.high + x.high};
    }
    store(sums + i, own);
  }
  if (i < columns) add_last_halves<T>(sums + i, from + i * kSize, stride, rows, columns - i);
}
// all, lost: `apart` numbers from one column's to the next one's.
template <class T>
CT_NOINLINE void add_rows_of_halves(double *all, double *lost, int64_t apart, const char *from, int64_t stride,
                                    int64_t rows, int64_t columns) {
  constexpr int64_t kAhead = 4096;  // where rows are one run
  const int64_t ahead = stride == columns * static_cast<int64_t>(sizeof(T)) ? kAhead : kGroup * stride;
  for (int64_t first = 0; first < rows; first += kHalfRows) {
    const int64_t end = rows - first < kHalfRows ? rows : first + kHalfRows;
    alignas(64) double sums[kHalfStrip + kRoom];
    __builtin_memset(sums, 0, static_cast<size_t>(columns + kRoom) * sizeof(double));
    int64_t row = first;
    for (; row + kGroup <= end; row += kGroup) {
      add_halves<T, kGroup>(sums, from + row * stride, stride, columns, ahead);
    }
    for (; row < end; ++row) add_halves<T, 1>(sums, from + row * stride, stride, columns, ahead);
    const auto join_all = [&](int64_t step) __attribute__((always_inline)) {
      CT_INDEPENDENT
      for (int64_t i = 0; i < columns; ++i) add(all[i * step], lost[i * step], sums[i]);
    };
    apart == 1 ? join_all(1) : join_all(apart);
  }
}

CT_NOINLINE void fold(double *sums, double *aways, double *sum, double *lost) {
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
void run(const char *from, int64_t n, double *sum, double *lost) {
  constexpr int64_t kSize = sizeof(T);
  alignas(64) double sums[kLanes] = {}, aways[kLanes] = {};
  const int64_t rows = n / kLanes, whole = rows * kLanes;
  if constexpr (kIsHalf<T>) {
    add_rows_of_halves<T>(sums, aways, 1, from, kLanes * kSize, rows, kLanes);
    add_rows_of_halves<T>(sums, aways, 1, from + whole * kSize, 0, n > whole ? 1 : 0, n - whole);
  } else {
    add_rows<T>(sums, aways, from, kLanes * kSize, rows, kLanes);
    add_rows<T>(sums, aways, from + whole * kSize, 0, n > whole ? 1 : 0, n - whole);
  }
  fold(sums, aways, sum, lost);
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

template <class T>
void columns_of_halves(const char *from, int64_t step, int64_t rows, int64_t columns, double *all, double *lost,
                       int64_t stride) {
  for (int64_t i = 0; i < columns; i += kHalfStrip) {
    const int64_t n = columns - i < kHalfStrip ? columns - i : kHalfStrip;
    add_rows_of_halves<T>(all + i * stride, lost + i * stride, stride, from + i * static_cast<int64_t>(sizeof(T)), step,
                          rows, n);
  }
}

}  // namespace

void register_compensated(Table &table) {
  table.compensated[static_cast<int>(DType::Float16)] = {&run<Half>, &columns_of_halves<Half>};
  table.compensated[static_cast<int>(DType::BFloat16)] = {&run<BFloat16>, &columns_of_halves<BFloat16>};
  table.compensated[static_cast<int>(DType::Float32)] = {&run<float>, &columns<float>};
  table.compensated[static_cast<int>(DType::Float64)] = {&run<double>, &columns<double>};
}

}  // namespace ct::kernels::CT_ISA
