// Mean and squared deviations. The grouping depends on sizes alone: it is the same on every ISA.
#include "kernels/reduce/moments_columns.inl.h"
#include "kernels/reduce/moments_contiguous.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
void contiguous(const char *from, int64_t n, double *squares, double *mean, double *count) {
  Moment all{*squares, *mean, *count};
  if constexpr (kSame<T, double>) {
    all = join(all, of_contiguous_in_double<double>(from, n, Traffic::NonTemporal));
  } else {
    constexpr int64_t kBlock = ContiguousMoments<T>::kBlock;
    for (int64_t i = 0; i < n; i += kBlock) {
      all = join(all, ContiguousMoments<T>::of_block(from + i * kBytesOf<T>, n - i < kBlock ? n - i : kBlock));
    }
  }
  *squares = all.squares;
  *mean = all.mean;
  *count = all.count;
}

void columns_in_double(const char *from, int64_t step, int64_t rows, int64_t columns, double *squares, double *means,
                       double *counts, int64_t stride, Traffic traffic) {
  constexpr int64_t kStrip = kColumnStripBytes / 16;
  const Accumulators to{squares, means, counts, stride};
  for (int64_t i = 0; i < columns; i += kStrip) {
    const int64_t n = columns - i < kStrip ? columns - i : kStrip;
    alignas(kCacheLine) double own[kStrip + D::kLanes], own_means[kStrip + D::kLanes];
    __builtin_memset(own, 0, static_cast<size_t>((n + D::kLanes) * 8));
    __builtin_memset(own_means, 0, static_cast<size_t>((n + D::kLanes) * 8));
    add_rows_in_double<double>(own, own_means, from + i * 8, step, rows, n, traffic);
    join_columns(own, own_means, rows, n, to.from(i));
  }
}

// Columns that fill no two registers of the widest kind: as floats, in a block.
constexpr int64_t kWhole = 32;
template <class T>
CT_NOINLINE void last_columns(const char *from, int64_t step, int64_t rows, int64_t columns, const Accumulators &to) {
  constexpr int64_t kBlock = ColumnMoments<T>::kBlock;
  alignas(kCacheLine) char block[kBlock * kWhole * 4];
  alignas(kCacheLine) double last[3][kWhole];
  ColumnMoments<float>::Strip strip;
  for (int64_t row = 0; row < rows; row += kBlock) {
    const int64_t n = rows - row < kBlock ? rows - row : kBlock;
    __builtin_memset(block, 0, static_cast<size_t>(n * kWhole * 4));
    for (int64_t k = 0; k < n; ++k) widen_to_floats<T>(block + k * kWhole * 4, from + (row + k) * step, columns);
    for (double *array : last) __builtin_memset(array, 0, sizeof last[0]);
    const Accumulators own{last[0], last[1], last[2], 1};
    ColumnMoments<float>::take(strip, block, kWhole * 4, n, kWhole, kBlock, own, Traffic::Cached);
    join_columns(last[0], last[1], n, columns, to);
  }
}

template <class T>
void columns(const char *from, int64_t step, int64_t rows, int64_t columns, double *squares, double *means,
             double *counts, int64_t stride, Traffic traffic) {
  using Moments = ColumnMoments<T>;
  const Accumulators to{squares, means, counts, stride};
  const int64_t rest = columns % kWhole, whole = columns - rest;
  typename Moments::Strip strip;
  for (int64_t i = 0; i < whole; i += Moments::kStrip) {
    const int64_t n = whole - i < Moments::kStrip ? whole - i : Moments::kStrip;
    Moments::take(strip, from + i * kBytesOf<T>, step, rows, n, Moments::kBlock, to.from(i), traffic);
  }
  if (rest != 0) last_columns<T>(from + whole * kBytesOf<T>, step, rows, rest, to.from(whole));
}

}  // namespace

void register_reduce_moments(Table &table) {
  table.moments[static_cast<int>(DType::Float16)] = {&contiguous<Half>, &columns<Half>};
  table.moments[static_cast<int>(DType::BFloat16)] = {&contiguous<BFloat16>, &columns<BFloat16>};
  table.moments[static_cast<int>(DType::Float32)] = {&contiguous<float>, &columns<float>};
  table.moments[static_cast<int>(DType::Float64)] = {&contiguous<double>, &columns_in_double};
}

}  // namespace ct::kernels::CT_ISA
