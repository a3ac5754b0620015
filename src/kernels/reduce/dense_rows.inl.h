// Rows of neighbouring elements into the columns below which they lie: one after the other, or where they are far apart
// four at a time.
#pragma once

#include "kernels/reduce/lanes.inl.h"
#include "kernels/reduce/prefetch.inl.h"

// The loop over a few rows: of narrower registers, whose rows are more instructions, it stays a loop.
#if defined(__AVX512F__)
#define CT_OF_BAND _Pragma("GCC unroll 4")
#else
#define CT_OF_BAND CT_ROLLED
#endif

namespace ct::kernels::CT_ISA {
namespace {

template <class A>
struct DenseRows : Lanes<A> {
  using Base = Lanes<A>;
  using Base::kSize, Base::kColumns, Base::kColumnBytes;
  using typename Base::Held, typename Base::Lane, typename Base::Column, typename Base::V;

  static constexpr bool kIsFollowed = requires { requires A::kOneOperation; };
  static constexpr bool kColumnTrees = !A::kAnyOrder && A::kColumnRows != kEndless;
  static constexpr bool kHasLeaves = kColumnTrees && A::kColumnRows < kChainRows;
  // Columns that go down the rows together: rows as long as the first-level cache allows what columns hold.
  static constexpr int64_t kStrip = 16384 / (kSize > kColumnBytes ? kSize : kColumnBytes);
  // Accumulators in memory hold what columns would.
  static constexpr bool kInPlace = kSame<Held, Lane> && kSame<Column, V> && requires(const char *at) { A::first(at); };
  // Of others, and beyond the caches: what columns hold is in the second-level cache, in 64 KiB of the stack.
  static constexpr int64_t kWideStrip = 4 * kStrip;
  // Registers of columns that cover so many lines of memory, as far as there are registers for what they hold.
  static constexpr int64_t registers_of(int64_t lines) {
    const int64_t wanted = lines * 64 / (kColumns * kSize);
    const int64_t most = (kVecBytes == 16 ? 4 : 8) * kVecBytes / static_cast<int64_t>(sizeof(Column));
    return wanted < most ? wanted : most;
  }

  // Down few rows at a time, each along all of the columns. `registers` of them go together; columns that do not fill
  // as many are left out. `ahead`, unless it is 0: how far on what will be read is fetched.
  template <int64_t rows, int64_t registers, bool fetches>
  static CT_INLINE void add_long_rows(Column *columns, const char *from, int64_t stride, int64_t count, int64_t ahead) {
    for (int64_t i = 0; i + registers * kColumns <= count; i += registers * kColumns) {
      Column parts[registers];
#pragma GCC unroll 8
      for (int64_t k = 0; k < registers; ++k) parts[k] = columns[k];
      const char *at = from + i * kSize;
#pragma GCC unroll 8
      for (int64_t row = 0; row < rows; ++row, at += stride) {
        if constexpr (fetches) fetch<registers * kColumns * kSize>(at + ahead);
#pragma GCC unroll 8
        for (int64_t k = 0; k < registers; ++k) parts[k] = A::add_column(parts[k], at + k * kColumns * kSize);
      }
#pragma GCC unroll 8
      for (int64_t k = 0; k < registers; ++k) columns[k] = parts[k];
      columns += registers;
    }
  }

  static constexpr int64_t kTogether = 8;  // rows

  // columns take `rows` dense rows of `count` elements, so many together.
  CT_NOINLINE static void add_rows(Column *columns, const char *from, int64_t stride, int64_t rows, int64_t count,
                                   int64_t together) {
    int64_t row = 0;
    for (; together == kTogether && row + kTogether <= rows; row += kTogether) {
      add_long_rows<kTogether, 1, false>(columns, from + row * stride, stride, count, 0);
    }
    for (; row < rows; ++row) {
      add_long_rows<1, 1, false>(columns, from + row * stride, stride, count, 0);
    }
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

  // Short rows beyond the caches, one after the other, with what is some 8 KiB further fetched.
  CT_NOINLINE static void add_near_rows(Column *columns, const char *from, int64_t stride, int64_t rows,
                                        int64_t count) {
    constexpr int64_t kShortRow = 512, kAhead = 8192;  // bytes
    constexpr int64_t kRegisters = registers_of(4);
    const int64_t whole = count - count % (kRegisters * kColumns), length = count * kSize;
    if (length < kShortRow) return add_rows(columns, from, stride, rows, count, 1);
    const int64_t ahead = stride == length ? kAhead : 4 * stride;
    for (int64_t row = 0; row < rows; ++row, from += stride) {
      add_long_rows<1, kRegisters, true>(columns, from, stride, whole, ahead);
      if (whole < count) {
        add_rows(columns + whole / kColumns, from + whole * kSize, stride, 1, count - whole, 1);
      }
    }
  }

  // ---- long rows ----
  //
  // Four at a time, along all of them: row i of each quarter of the rows. So where rows lie side by side, memory is
  // read in four places, each of which goes on without an end. `held`: columns, or accumulators that hold what columns
  // would.

  static constexpr int64_t kFarRow = 8192;  // bytes from a row to the next
  static constexpr int64_t kBandRows = 4;
  static constexpr int64_t kLines = 256 / kSize;  // columns that a row goes to before the next one does

  // In the caches, too, if the order makes a difference: their size is to change no bits.
  static CT_INLINE bool is_far(const Dim &rows, Traffic traffic) {
    return (!A::kAnyOrder || traffic == Traffic::NonTemporal) && distance(rows) >= kFarRow;
  }

  static CT_INLINE Column begin_with(const char *at) {
    if constexpr (kIsComplex<Lane>) {
      return A::add_column(A::begin_column(), at);
    } else {
      return A::first(at);
    }
  }
  // Where columns take one operation an element, two lines of each row at a time: the processor itself runs far enough
  // ahead. Where a leaf is short, rows are added to each other first, so that rounding errors stay as few.
  template <int64_t rows, int64_t registers, bool fetches>
  static CT_INLINE void add_together(char *held, const char *from, int64_t apart, int64_t count) {
    constexpr int64_t kAhead = 2048;
    for (int64_t i = 0; i < count; i += registers * kColumns) {
      const char *at = from + i * kSize;
      Column parts[registers];
#pragma GCC unroll 8
      for (int64_t k = 0; k < registers; ++k) {
        if constexpr (kHasLeaves) {
          parts[k] = begin_with(at + k * kColumns * kSize);
        } else {
          parts[k] = Column::load(held + (i + k * kColumns) * kColumnBytes);
        }
      }
      if constexpr (kHasLeaves) at += apart;
      CT_OF_BAND
      for (int64_t row = kHasLeaves ? 1 : 0; row < rows; ++row, at += apart) {
        if constexpr (fetches) fetch<registers * kColumns * kSize>(at + kAhead);
#pragma GCC unroll 8
        for (int64_t k = 0; k < registers; ++k) parts[k] = A::add_column(parts[k], at + k * kColumns * kSize);
      }
#pragma GCC unroll 8
      for (int64_t k = 0; k < registers; ++k) {
        char *const to = held + (i + k * kColumns) * kColumnBytes;
        if constexpr (kHasLeaves) parts[k] = A::combine(Column::load(to), parts[k]);
        parts[k].store(to);
      }
    }
  }

  // Where they take more, what is added later is fetched, twice, because the processor drops what it is asked for while
  // it waits for too many lines; towards a row's end in the next one. What columns hold stays in memory, and a row's
  // lines are a loop: with as many loads in a row as registers would hold columns, it read ahead less well. What lies
  // in a cache all the same, of which short rows are a sign, is soon here, and needs no pace.
  static CT_INLINE void add_fetched(char *held, const char *from, int64_t apart, int64_t count, int64_t next) {
    constexpr int64_t kShort = 16384, kPace = 16;
    if (count * kSize < kShort) return add_fetched<0, 6144, 2048>(held, from, apart, count, next);
    add_fetched<kPace, 4096, 2048>(held, from, apart, count, next);
  }
  template <int64_t wait, int64_t far, int64_t near>
  static CT_INLINE void add_fetched(char *held, const char *from, int64_t apart, int64_t count, int64_t next) {
    constexpr int64_t kColumnsOfLine = 64 / kSize;
    static_assert(kColumnsOfLine % kColumns == 0);
    const int64_t length = count * kSize;
    const auto ahead = [&](int64_t wanted, int64_t left) __attribute__((always_inline)) {
      return left > wanted ? wanted : next - (length > wanted ? length - wanted : 0);
    };
    CT_ROLLED
    for (int64_t i = 0; i < count;) {
      const int64_t left = length - i * kSize;
      const int64_t end = i + (left > far ? left - far : left > near ? left - near : left) / kSize;
      const int64_t to_far = ahead(far, left), to_near = ahead(near, left);
      CT_ROLLED
      for (; i < end; i += kLines) {
        const char *row = from + i * kSize;
#pragma GCC unroll 4
        for (int64_t rows = 0; rows < kBandRows; ++rows, row += apart) {
          const char *at = row;
          char *to = held + i * kColumnBytes;
          CT_ROLLED
          for (const char *const last = row + 256; at < last;) {
            __builtin_prefetch(at + to_far);
            __builtin_prefetch(at + to_near);
#pragma GCC unroll 4
            for (int64_t k = 0; k < kColumnsOfLine; k += kColumns, to += kColumns * kColumnBytes) {
              A::add_column(Column::load(to), at + k * kSize).store(to);
            }
            pace<wait>();
            at += 64;
          }
        }
      }
    }
  }

  // Of rows that columns of their own take strip by strip, four neighbours instead.
  static CT_INLINE bool is_in_strips(int64_t stride) {
    return !kInPlace && (stride > kWideStrip * kSize || -stride > kWideStrip * kSize);
  }
  static CT_INLINE int64_t apart_of(int64_t stride, int64_t bands) {
    return is_in_strips(stride) ? stride : bands * stride;
  }
  static CT_INLINE int64_t next_of(int64_t stride) { return is_in_strips(stride) ? kBandRows * stride : stride; }

  // Columns that fill no lines, of which there are few, register by register: cold, for the library's size.
  [[gnu::cold]] CT_NOINLINE static void add_last_columns(char *held, const char *from, int64_t stride, int64_t rows,
                                                         int64_t count) {
    const int64_t bands = rows / kBandRows, apart = apart_of(stride, bands), next = next_of(stride);
    for (; count > 0; count -= kColumns, held += kColumns * kColumnBytes, from += kColumns * kSize) {
      alignas(64) char block[sizeof(Column)] = {};
      const int64_t n = count < kColumns ? count : kColumns;
      __builtin_memcpy(block, held, static_cast<size_t>(n * kColumnBytes));
      Column column = Column::load(block);
      for (int64_t band = 0; band < bands + rows % kBandRows; ++band) {
        const bool is_row = band >= bands;
        const char *const at = is_row ? from + ((kBandRows - 1) * bands + band) * stride : from + band * next;
        Column few = kHasLeaves ? A::begin_column() : column;
        add_rows(&few, at, apart, is_row ? 1 : kBandRows, n, 1);
        if constexpr (kHasLeaves) few = A::combine(column, few);
        column = few;
      }
      column.store(block);
      __builtin_memcpy(held, block, static_cast<size_t>(n * kColumnBytes));
    }
  }

  CT_NOINLINE static void add_far_rows(char *held, const char *from, int64_t stride, int64_t rows, int64_t count,
                                       Traffic traffic) {
    constexpr int64_t kRegisters = registers_of(2), kBegin = 2048;
    const int64_t bands = rows / kBandRows, apart = apart_of(stride, bands), next = next_of(stride);
    const int64_t whole = count - count % kLines;
    const char *const start = from;
    if (whole < count) add_last_columns(held + whole * kColumnBytes, from + whole * kSize, stride, rows, count - whole);
    for (int64_t band = 0; band < bands; ++band, from += next) {
      if constexpr (kIsFollowed || kHasLeaves || kVecBytes != 64) {
        add_together<kBandRows, kRegisters, !kIsFollowed>(held, from, apart, whole);
      } else if (A::kAnyOrder || traffic == Traffic::NonTemporal) {
        add_fetched(held, from, apart, whole, next);
      } else {
        add_together<kBandRows, kRegisters, false>(held, from, apart, whole);
      }
    }
    from = start + bands * kBandRows * stride;
    for (int64_t row = bands * kBandRows; row < rows; ++row, from += stride) {
      add_together<1, 1, false>(held, from, 0, whole);
    }
    if (kVecBytes != 64 || bands == 0 || traffic == Traffic::Cached) return;
    for (int64_t row = 0; row < kBandRows; ++row, from += apart) {  // where the rows after these begin
      CT_ROLLED
      for (int64_t i = 0; i < kBegin; i += 64) __builtin_prefetch(from + i, 0, 2);
    }
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
