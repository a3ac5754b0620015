// Mean and squared deviations. The grouping depends on sizes alone: it is the same on every ISA.
#include "kernels/buffer.h"
#include "kernels/reduce/moments_columns.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// ---- contiguous elements: by lanes in double, and by blocks in single precision ----

// Elements go to lanes, which are folded by halves.
template <class T>
CT_NOINLINE Moment of_contiguous_in_double(const char *from, int64_t n, Traffic traffic) {
  constexpr int64_t kSize = sizeof(T), kLanes = kMomentDoubleLanes;
  alignas(kCacheLine) double squares[kLanes] = {}, offsets[kLanes] = {}, pivots[kLanes] = {};
  const int64_t rows = n / kLanes, rest = n % kLanes;
  if constexpr (kSame<T, double>) {
    const auto at = [from](int64_t i) { return D::splat(from + i * kSize); };
    const D pivot = pivot_of(at(0), at(n / 2), at(n - 1));
    for (int64_t i = 0; i < kLanes; i += D::kLanes) pivot.store(bytes(pivots + i));
  }
  add_rows_in_double<T>(squares, offsets, pivots, from, kLanes * kSize, rows, kLanes, traffic);
  double count = static_cast<double>(rows);
  for (int64_t half = kLanes / 2; rows > 0 && half > 0; half /= 2) {  // all lanes have the same count
    for (int64_t i = 0; i < half; ++i) {
      const double away = offsets[i + half] - offsets[i];
      squares[i] += squares[i + half] + away * (away * (count * 0.5));
      offsets[i] += away * 0.5;
    }
    count *= 2;
  }
  const Moment whole{squares[0], offsets[0], count, pivots[0]};
  if (rest == 0) return whole;
  const char *const at = from + rows * kLanes * kSize;
  const auto element = [&](int64_t i) { return static_cast<double>(load_element<T>(at + i * kSize)) - pivots[0]; };
  double sum = 0, own = 0;
  for (int64_t i = 0; i < rest; ++i) sum += element(i);
  const double mean = sum / static_cast<double>(rest);
  for (int64_t i = 0; i < rest; ++i) {
    const double away = element(i) - mean;
    own += away * away;
  }
  return join(whole, {own, mean, static_cast<double>(rest), pivots[0]});
}

template <class T>
struct ContiguousMoments {
  using S = Singles<T>;
  using Two = typename S::Two;
  static constexpr int64_t kLanes = kMomentLanes, kRegisters = kLanes / F::kLanes;
  static constexpr int64_t kBlock = kMomentBlockRows * kLanes;

  // Which register of lanes takes register k of what is loaded: where S::kApart, the even elements come first, then the
  // odd ones.
  static constexpr int64_t place_of(int64_t k) { return S::kApart ? k / 2 + k % 2 * (kRegisters / 2) : k; }

  // Folds kLanes numbers by halves: down to kMomentFoldedLanes in single precision, from there in double.
  static constexpr int64_t kFolded = kMomentFoldedLanes / F::kLanes;
  static constexpr auto kPlus = [](auto a, auto b) __attribute__((always_inline)) { return a + b; };
  static CT_INLINE double fold(F *lanes) {
    fold_registers(lanes, kRegisters, kFolded, kPlus);
    D parts[2 * kFolded];
    CT_UNROLL(4)
    for (int64_t k = 0; k < kFolded; ++k) {
      const Doubles both = to_doubles(lanes[k]);
      parts[2 * k] = both.low;
      parts[2 * k + 1] = both.high;
    }
    fold_registers(parts, 2 * kFolded, 1, kPlus);
    return first_lane(fold_lanes(parts[0], kPlus));
  }

  // The mean of the first elements; where all are the same number, that number.
  static CT_INLINE F pivot_of(const char *from, int64_t n) {
    if (n < kLanes) return F::splat(first_lane(load_wide<T>(from, 1)));
    F first[kRegisters];
    CT_UNROLL(8)
    for (int64_t k = 0; k < kRegisters; k += 2) {
      const Two x = S::load(from + k * S::kStep);
      first[place_of(k)] = x.v[0];
      first[place_of(k + 1)] = x.v[1];
    }
    fold_registers(first, kRegisters, 1, kPlus);
    return F::splat(first_lane(fold_lanes(first[0], kPlus)) * (1.0F / kLanes));
  }

  CT_NOINLINE static Moment of_block_in_double(const char *from, int64_t n) {
    if constexpr (kSame<T, float>) return of_contiguous_in_double<float>(from, n, Traffic::Cached);
    const Buffer<char, kBlock * 4> block;
    widen_to_floats<T>(block, from, n);
    return of_contiguous_in_double<float>(block, n, Traffic::Cached);
  }

  // Up to kBlock elements.
  static CT_INLINE Moment of_block(const char *from, int64_t n) {
    constexpr int64_t kTogether = 4;  // registers
    const F pivot = pivot_of(from, n);
    const int64_t rows = n / kLanes, rest = n % kLanes;
    F sums[kRegisters], squares[kRegisters];
    alignas(kCacheLine) char last[kLanes * S::kSize];
    if (rest != 0) copy_small(last, from + rows * kLanes * S::kSize, rest * S::kSize);
    for (int64_t group = 0; group < kRegisters; group += kTogether) {
      F sum[kTogether] = {}, square[kTogether] = {};
      const char *at = from + group * S::kStep;
      CT_ROLLED
      for (int64_t row = 0; row < rows; ++row, at += kLanes * S::kSize) {
        prefetch<kTogether * S::kStep>(at + kReduceLookAhead);
        CT_UNROLL(2)
        for (int64_t k = 0; k < kTogether; k += 2) {
          const Two x = S::load(at + k * S::kStep);
          S::add(sum[k], square[k], fused_minus(x.v[0], pivot));
          S::add(sum[k + 1], square[k + 1], fused_minus(x.v[1], pivot));
        }
      }
      CT_UNROLL(4)
      for (int64_t k = 0; k < kTogether; ++k) {
        sums[place_of(group + k)] = sum[k];
        squares[place_of(group + k)] = square[k];
      }
    }
    for (int64_t k = 0; k * F::kLanes < rest; ++k) {
      const F x = first_lanes_of(rest - k * F::kLanes, load_wide<T>(last + k * S::kStep), pivot);
      S::add(sums[k], squares[k], x - pivot);
    }
    const double away = fold(sums), all = fold(squares), count = static_cast<double>(n);
    const double mean = away / count, own = all - away * mean;
    if (!is_precise(own, all)) return of_block_in_double(from, n);
    return {own, static_cast<double>(first_lane(pivot)) + mean, count};
  }
};

template <class T>
void contiguous(const char *from, int64_t n, const MomentArrays &to) {
  Moment all{*to.squares, *to.offsets, *to.counts};
  if constexpr (kSame<T, double>) {
    all.pivot = *to.pivots;
    all = join(all, of_contiguous_in_double<double>(from, n, Traffic::NonTemporal));
    *to.pivots = all.pivot;
  } else {
    constexpr int64_t kBlock = ContiguousMoments<T>::kBlock;
    for (int64_t i = 0; i < n; i += kBlock) {
      all = join(all, ContiguousMoments<T>::of_block(from + i * kBytesOf<T>, n - i < kBlock ? n - i : kBlock));
    }
  }
  *to.squares = all.squares;
  *to.offsets = all.offset;
  *to.counts = all.count;
}

// ---- columns ----

void columns_in_double(const char *from, int64_t step, int64_t rows, int64_t columns, const MomentArrays &arrays,
                       int64_t stride, Traffic traffic) {
  constexpr int64_t kStrip = kColumnStripBytes / 16;
  const Accumulators to{arrays, stride};
  const Buffer<double, kStrip + D::kLanes> own, offsets, pivots;
  for (int64_t i = 0; i < columns; i += kStrip) {
    const int64_t n = columns - i < kStrip ? columns - i : kStrip;
    const char *const first = from + i * 8, *const middle = first + rows / 2 * step,
                      *const last = first + (rows - 1) * step;
    __builtin_memset(own, 0, static_cast<size_t>((n + D::kLanes) * 8));
    __builtin_memset(offsets, 0, static_cast<size_t>((n + D::kLanes) * 8));
    int64_t k = 0;
    const auto begin = [&](auto... count) __attribute__((always_inline)) {
      pivot_of(D::load(first + k * 8, count...), D::load(middle + k * 8, count...), D::load(last + k * 8, count...))
          .store(bytes(pivots + k));
    };
    for (; k + D::kLanes <= n; k += D::kLanes) begin();
    if (k < n) begin(n - k);
    add_rows_in_double<double>(own, offsets, pivots, first, step, rows, n, traffic);
    join_columns<const double *>(own, offsets, rows, n, to.from(i), pivots);
  }
}

// Columns that do not fill two registers of the widest kind are copied to a block, as floats.
constexpr int64_t kWhole = 32;
template <class T>
CT_NOINLINE void last_columns(const char *from, int64_t step, int64_t rows, int64_t columns, const Accumulators &to) {
  constexpr int64_t kBlock = ColumnMoments<T>::kBlock;
  const Buffer<char, kBlock * kWhole * 4> block;
  const Buffer<ColumnMoments<float>::Strip> strip;
  alignas(kCacheLine) double last[3][kWhole];
  for (int64_t row = 0; row < rows; row += kBlock) {
    const int64_t n = rows - row < kBlock ? rows - row : kBlock;
    __builtin_memset(block, 0, static_cast<size_t>(n * kWhole * 4));
    for (int64_t k = 0; k < n; ++k) widen_to_floats<T>(block + k * kWhole * 4, from + (row + k) * step, columns);
    for (double *array : last) __builtin_memset(array, 0, sizeof last[0]);
    const Accumulators own{{last[0], last[1], last[2], nullptr}, 1};
    ColumnMoments<float>::take(*strip, block, kWhole * 4, n, kWhole, kBlock, own, Traffic::Cached);
    join_columns(last[0], last[1], n, columns, to);
  }
}

template <class T>
void columns(const char *from, int64_t step, int64_t rows, int64_t columns, const MomentArrays &arrays, int64_t stride,
             Traffic traffic) {
  using Moments = ColumnMoments<T>;
  const Accumulators to{arrays, stride};
  const int64_t rest = columns % kWhole, whole = columns - rest;
  const Buffer<typename Moments::Strip> strip;
  for (int64_t i = 0; i < whole; i += Moments::kStrip) {
    const int64_t n = whole - i < Moments::kStrip ? whole - i : Moments::kStrip;
    Moments::take(*strip, from + i * kBytesOf<T>, step, rows, n, Moments::kBlock, to.from(i), traffic);
  }
  if (rest != 0) last_columns<T>(from + whole * kBytesOf<T>, step, rows, rest, to.from(whole));
}

}  // namespace

void register_reduce_moments(MomentsTable &table) {
  table.moments[static_cast<int>(DType::Float16)] = {&contiguous<Half>, &columns<Half>};
  table.moments[static_cast<int>(DType::BFloat16)] = {&contiguous<BFloat16>, &columns<BFloat16>};
  table.moments[static_cast<int>(DType::Float32)] = {&contiguous<float>, &columns<float>};
  table.moments[static_cast<int>(DType::Float64)] = {&contiguous<double>, &columns_in_double};
}

}  // namespace ct::kernels::CT_ISA
