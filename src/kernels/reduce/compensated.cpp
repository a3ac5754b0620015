// Compensated sums: what rounding takes from a sum is added up beside it. Eight float32, or 32 halves, are first added
// in plain double. Their sums, and float64 elements, are added by Knuth's exact sum of two numbers. Where the sum is
// not finite, what was lost is NaN and does not matter. The grouping depends on sizes alone, so it is the same on every
// ISA.
#include "kernels/buffer.h"
#include "kernels/copy/convert.inl.h"
#include "kernels/reduce/order.h"
#include "kernels/reduce/prefetch.inl.h"
#include "kernels/registrations.h"

namespace ct::kernels::CT_ISA {
namespace {

using namespace order;

constexpr int64_t kLanes = kCompensatedLanes;
constexpr int64_t kRoom = 16;                       // doubles up to the end of two registers
constexpr int64_t kStrip = kColumnStripBytes / 16;  // columns

template <class X>
CT_INLINE void add(X &sum, X &lost, X x) {
  const X before = sum, both = before + x, taken = both - before;
  lost = lost + ((before - (both - taken)) + (x - taken));
  sum = both;
}

CT_INLINE void add(Doubles &sum, Doubles &lost, const Doubles &x) {
  add(sum.low, lost.low, x.low);
  add(sum.high, lost.high, x.high);
}

CT_INLINE Doubles load(const double *at) {
  return {Vec<double>::load(reinterpret_cast<const char *>(at)),
          Vec<double>::load(reinterpret_cast<const char *>(at) + kVecBytes)};
}
CT_INLINE void store(double *to, const Doubles &x) {
  x.low.store(reinterpret_cast<char *>(to));
  x.high.store(reinterpret_cast<char *>(to) + kVecBytes);
}
template <class T>
CT_INLINE Doubles load_wide(const char *at) {
  if constexpr (kSame<T, double>) {
    return load(reinterpret_cast<const double *>(at));
  } else if constexpr (kSame<T, Half>) {
    return to_doubles(load_half(at));
  } else {
    return {load_doubles<T>(at), load_doubles<T>(at + Vec<double>::kLanes * static_cast<int64_t>(sizeof(T)))};
  }
}

// How many rows are added in plain double, and how many are walked together.
template <class T>
constexpr int64_t kPlainRows = kIsHalf<T>        ? kCompensatedHalfRows
                               : kSame<T, float> ? kCompensatedRows
                                                 : 1;
template <class T>
constexpr int64_t kWalkedRows = kPlainRows<T> > 8 ? kPlainRows<T> : 8;

// Adds a band of rows, or what is left of one, to `columns` contiguous columns. Reads and writes sums and lost up to
// the end of two registers. ahead: see look_ahead().
template <class T>
CT_NOINLINE void add_band(double *sums, double *lost, const char *from, int64_t stride, int64_t rows, int64_t columns,
                          int64_t ahead) {
  constexpr int64_t kSize = sizeof(T), kStep = Vec<float>::kLanes;
  for (int64_t i = 0; i < columns; i += kStep) {
    const int64_t n = columns - i < kStep ? columns - i : kStep;
    Doubles sum = load(sums + i), away = load(lost + i), own{};
    const char *at = from + i * kSize;
    for (int64_t row = 0; row < rows; ++row, at += stride) {
      Doubles x;
      if (n < kStep) {
        alignas(kCacheLine) char block[2 * kVecBytes] = {};
        copy_small(block, at, n * kSize);
        x = load_wide<T>(block);
      } else {
        prefetch<kStep * kSize>(at + ahead);
        x = load_wide<T>(at);
      }
      if constexpr (kPlainRows < T >> 1) {
        own = {own.low + x.low, own.high + x.high};
      } else {
        add(sum, away, x);
      }
    }
    if constexpr (kPlainRows < T >> 1) add(sum, away, own);
    store(sums + i, sum);
    store(lost + i, away);
  }
}
template <class T>
void add_rows(double *sums, double *lost, const char *from, int64_t stride, int64_t rows, int64_t columns) {
  constexpr int64_t kRows = kWalkedRows<T>;
  const int64_t length = columns * static_cast<int64_t>(sizeof(T));
  const int64_t ahead = look_ahead(length, kRows * stride, kRows, Traffic::NonTemporal);
  for (int64_t row = 0; row < rows;) {
    // The last rows of halves share one plain sum; the last rows of floats are added one by one.
    const int64_t left = rows - row, n = left >= kRows ? kRows : kSame<T, float> ? 1 : left;
    add_band<T>(sums, lost, from + row * stride, stride, n, columns, ahead);
    row += n;
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
void contiguous(const char *from, int64_t n, double *sum, double *lost) {
  constexpr int64_t kSize = sizeof(T);
  alignas(kCacheLine) double sums[kLanes] = {}, aways[kLanes] = {};
  const int64_t rows = n / kLanes, whole = rows * kLanes;
  add_rows<T>(sums, aways, from, kLanes * kSize, rows, kLanes);
  if (whole < n) add_rows<T>(sums, aways, from + whole * kSize, 0, 1, n - whole);
  fold(sums, aways, sum, lost);
}

// The sums of a strip begin at zero for floats and doubles; those of halves continue the sums that are there.
template <class T>
void columns(const char *from, int64_t step, int64_t rows, int64_t columns, double *all, double *lost, int64_t stride) {
  const Buffer<double, kStrip + kRoom> sums, aways;
  for (int64_t i = 0; i < columns; i += kStrip) {
    const int64_t n = columns - i < kStrip ? columns - i : kStrip;
    __builtin_memset(sums, 0, static_cast<size_t>((n + kRoom) * 8));
    __builtin_memset(aways, 0, static_cast<size_t>((n + kRoom) * 8));
    for (int64_t k = 0; kIsHalf<T> && k < n; ++k) {
      sums[k] = all[(i + k) * stride];
      aways[k] = lost[(i + k) * stride];
    }
    add_rows<T>(sums, aways, from + i * static_cast<int64_t>(sizeof(T)), step, rows, n);
    for (int64_t k = 0; k < n; ++k) {
      const int64_t at = (i + k) * stride;
      if constexpr (kIsHalf<T>) {
        all[at] = sums[k];
        lost[at] = aways[k];
      } else {
        lost[at] += aways[k];
        add(all[at], lost[at], sums[k]);
      }
    }
  }
}

}  // namespace

void register_compensated(CompensatedTable &table) {
  table.compensated[static_cast<int>(DType::Float16)] = {&contiguous<Half>, &columns<Half>};
  table.compensated[static_cast<int>(DType::BFloat16)] = {&contiguous<BFloat16>, &columns<BFloat16>};
  table.compensated[static_cast<int>(DType::Float32)] = {&contiguous<float>, &columns<float>};
  table.compensated[static_cast<int>(DType::Float64)] = {&contiguous<double>, &columns<double>};
}

}  // namespace ct::kernels::CT_ISA
