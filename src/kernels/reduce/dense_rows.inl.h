// Contiguous rows into the accumulators of the columns: eight neighbouring rows at a time, or where rows lie far apart,
// bands of four.
#pragma once

#include "kernels/reduce/lanes.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class A>
struct DenseRows {
  using L = Lanes<A>;
  using Lane = typename L::Lane;
  using Column = typename L::Column;
  static constexpr int64_t kSize = L::kSize, kColumns = L::kColumns, kColumnBytes = L::kColumnBytes;

  static constexpr bool kColumnTrees = !A::kAnyOrder && A::kColumnRows != kEndless;
  static constexpr bool kHasLeaves = kColumnTrees && A::kColumnRows < kChainElements;
  // Accumulators in memory hold what columns would.
  static constexpr bool kInPlace =
      kSame<typename L::Held, Lane> && kSame<Column, typename L::V> && requires(const char *at) {
    A::first(at);
  };

  // `rows` rows side by side, a register of columns at a time; columns that fill no register are left out.
  template <int64_t rows>
  static CT_INLINE void add_together(Column *columns, const char *from, int64_t stride, int64_t count, int64_t ahead) {
    for (int64_t i = 0; i + kColumns <= count; i += kColumns, ++columns) {
      Column sum = *columns;
      const char *at = from + i * kSize;
#pragma GCC unroll 8
      for (int64_t row = 0; row < rows; ++row, at += stride) {
        if (kRegisterIsLine && ahead != 0) __builtin_prefetch(at + ahead);
        sum = A::add_column(sum, at);
      }
      *columns = sum;
    }
  }

  // columns take `rows` contiguous rows of `count` elements, in their order.
  CT_NOINLINE static void add_rows(Column *columns, const char *from, int64_t stride, int64_t rows, int64_t count,
                                   Traffic traffic) {
    constexpr int64_t kTogether = 8;
    const int64_t ahead = look_ahead(count * kSize, kTogether * stride, kTogether, traffic);
    int64_t row = 0;
    for (; row + kTogether <= rows; row += kTogether) {
      add_together<kTogether>(columns, from + row * stride, stride, count, ahead);
    }
    for (; row < rows; ++row) add_together<1>(columns, from + row * stride, stride, count, 0);
    const int64_t whole = count / kColumns * kColumns;
    if (whole == count) return;
    Column last = columns[whole / kColumns];
    for (row = 0; row < rows; ++row) last = A::add_column(last, from + row * stride + whole * kSize, count - whole);
    columns[whole / kColumns] = last;
  }

  static CT_INLINE void begin(Column *columns, int64_t count) {
    for (int64_t k = 0; k * kColumns < count; ++k) columns[k] = A::begin_column();
  }
  static CT_INLINE void join(Column *columns, const Column *later, int64_t count) {
    for (int64_t k = 0; k * kColumns < count; ++k) columns[k] = A::combine(columns[k], later[k]);
  }

  // ---- rows that lie far apart ----
  //
  // A band has row i of each quarter of the rows: where rows are contiguous, memory is read in four places, each of
  // which goes on without an end. `held`: columns, or accumulators that hold what columns would. Where a leaf is short,
  // the rows of a band are added to each other first, so that rounding errors stay as few.

  static constexpr int64_t kWhole = 256 / kSize;  // columns; the rest is taken register by register

  // In the caches, too, if the order makes a difference: the size of a cache must change no bits.
  static CT_INLINE bool is_far(const Dim &rows, Traffic traffic) {
    return (!A::kAnyOrder || traffic == Traffic::NonTemporal) && distance(rows) >= kFarRowBytes;
  }

  static CT_INLINE Column begin_with(const char *at) {
    if constexpr (kIsComplex<Lane>) {
      return A::add_column(A::begin_column(), at);
    } else {
      return A::first(at);
    }
  }
  template <int64_t rows>
  static CT_INLINE void add_band(char *held, const char *from, int64_t apart, int64_t count, int64_t ahead) {
    // Two lines of each row, as far as there are registers for what their columns hold.
    constexpr int64_t kWanted = 2 * kCacheLine / (kColumns * kSize);
    constexpr int64_t kMost = 8 * kVecBytes / static_cast<int64_t>(sizeof(Column));
    constexpr int64_t kRegisters = rows == 1 ? 1 : kWanted < kMost ? kWanted : kMost;
    for (int64_t i = 0; i < count; i += kRegisters * kColumns) {
      const char *at = from + i * kSize;
      Column sums[kRegisters];
#pragma GCC unroll 8
      for (int64_t k = 0; k < kRegisters; ++k) {
        if constexpr (kHasLeaves) {
          sums[k] = begin_with(at + k * kColumns * kSize);
        } else {
          sums[k] = Column::load(held + (i + k * kColumns) * kColumnBytes);
        }
      }
      if (kHasLeaves && kRegisterIsLine && ahead != 0) prefetch<kRegisters * kColumns * kSize>(at + ahead);
      if constexpr (kHasLeaves) at += apart;
#pragma GCC unroll 4
      for (int64_t row = kHasLeaves ? 1 : 0; row < rows; ++row, at += apart) {
        if (kRegisterIsLine && ahead != 0) prefetch<kRegisters * kColumns * kSize>(at + ahead);
#pragma GCC unroll 8
        for (int64_t k = 0; k < kRegisters; ++k) sums[k] = A::add_column(sums[k], at + k * kColumns * kSize);
      }
#pragma GCC unroll 8
      for (int64_t k = 0; k < kRegisters; ++k) {
        char *const to = held + (i + k * kColumns) * kColumnBytes;
        if constexpr (kHasLeaves) sums[k] = A::combine(Column::load(to), sums[k]);
        sums[k].store(to);
      }
    }
  }

  // How the rows fall into bands.
  struct Bands {
    int64_t count, apart, next;  // bytes between the rows of a band, and from a band to the next
    Bands(int64_t rows, int64_t stride) : count(rows / kBandRows), apart(count * stride), next(stride) {
      if (kInPlace || (stride <= kQuarteredRowBytes && -stride <= kQuarteredRowBytes)) return;
      apart = stride;
      next = kBandRows * stride;
    }
  };

  // The columns beyond kWhole, of which there are few, register by register: cold, for the size of the library.
  [[gnu::cold]] CT_NOINLINE static void add_last_columns(char *held, const char *from, int64_t stride, int64_t rows,
                                                         int64_t count) {
    const Bands bands(rows, stride);
    for (; count > 0; count -= kColumns, held += kColumns * kColumnBytes, from += kColumns * kSize) {
      alignas(kCacheLine) char block[sizeof(Column)] = {};
      const int64_t n = count < kColumns ? count : kColumns;
      __builtin_memcpy(block, held, static_cast<size_t>(n * kColumnBytes));
      Column column = Column::load(block);
      for (int64_t band = 0; band < bands.count + rows % kBandRows; ++band) {
        const bool is_row = band >= bands.count;
        const char *const at =
            is_row ? from + ((kBandRows - 1) * bands.count + band) * stride : from + band * bands.next;
        Column few = kHasLeaves ? A::begin_column() : column;
        add_rows(&few, at, bands.apart, is_row ? 1 : kBandRows, n, Traffic::Cached);
        if constexpr (kHasLeaves) few = A::combine(column, few);
        column = few;
      }
      column.store(block);
      __builtin_memcpy(held, block, static_cast<size_t>(n * kColumnBytes));
    }
  }

  CT_NOINLINE static void add_far_rows(char *held, const char *from, int64_t stride, int64_t rows, int64_t count,
                                       Traffic traffic) {
    const Bands bands(rows, stride);
    const int64_t whole = count - count % kWhole;
    if (whole < count) add_last_columns(held + whole * kColumnBytes, from + whole * kSize, stride, rows, count - whole);
    const int64_t ahead = whole != 0 ? look_ahead(whole * kSize, bands.next, kBandRows, traffic) : 0;
    for (int64_t band = 0; band < bands.count; ++band) {
      add_band<kBandRows>(held, from + band * bands.next, bands.apart, whole, ahead);
    }
    for (int64_t row = bands.count * kBandRows; row < rows; ++row) {
      add_band<1>(held, from + row * stride, 0, whole, 0);
    }
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
