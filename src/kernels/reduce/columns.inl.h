// Neighbouring accumulators go down the reduced dim together, strip by strip. A leaf has some rows, and leaves meet in
// a tree.
#pragma once

#include "kernels/buffer.h"
#include "kernels/reduce/lanes.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Adds contiguous rows to the accumulators of the columns: eight neighbouring rows at a time, or bands of four where
// rows lie far apart.
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

  static CT_INLINE Column begin_with(const char *at) {
    if constexpr (kIsComplex<Lane>) {
      return A::add_column(A::begin_column(), at);
    } else {
      return A::first(at);
    }
  }

  // How many registers of columns cover this many lines of a row, as far as there are registers for what columns hold.
  template <int64_t lines>
  static constexpr int64_t kRegistersOfLines = [] {
    constexpr int64_t kWanted = lines * kCacheLine / (kColumns * kSize);
    constexpr int64_t kMost = 8 * kVecBytes / static_cast<int64_t>(sizeof(Column));
    return kWanted < kMost ? kWanted : kMost;
  }();

  // Adds rows that lie `apart` bytes from each other to this many registers of columns. leaves: the rows are added to
  // each other first.
  template <int64_t rows, int64_t registers, bool leaves>
  static CT_INLINE void add_row_group(Column *columns, const char *at, int64_t apart) {
    Column sums[registers];
    CT_UNROLL(8)
    for (int64_t k = 0; k < registers; ++k) {
      if constexpr (leaves) {
        sums[k] = begin_with(at + k * kColumns * kSize);
      } else {
        sums[k] = columns[k];
      }
    }
    if constexpr (leaves) at += apart;
    CT_UNROLL(8)
    for (int64_t row = leaves ? 1 : 0; row < rows; ++row, at += apart) {
      CT_UNROLL(8)
      for (int64_t k = 0; k < registers; ++k) sums[k] = A::add_column(sums[k], at + k * kColumns * kSize);
    }
    CT_UNROLL(8)
    for (int64_t k = 0; k < registers; ++k) {
      if constexpr (leaves) sums[k] = A::combine(columns[k], sums[k]);
      columns[k] = sums[k];
    }
  }
  // Does the same for all columns, except the last ones that do not fill this many registers.
  template <int64_t rows, int64_t registers>
  static CT_INLINE void add_band(Column *columns, const char *from, int64_t apart, int64_t count) {
    for (int64_t i = 0; i + registers * kColumns <= count; i += registers * kColumns, columns += registers) {
      add_row_group<rows, registers, false>(columns, from + i * kSize, apart);
    }
  }

  // columns take `rows` contiguous rows of `count` elements, in their order. What lies beyond the caches is read row by
  // row, because the processor follows few streams; in the caches, columns are held in registers for several rows.
  CT_NOINLINE static void add_rows(Column *columns, const char *from, int64_t stride, int64_t rows, int64_t count,
                                   Traffic traffic) {
    constexpr int64_t kTogether = 8;
    int64_t row = 0;
    for (; traffic == Traffic::Cached && row + kTogether <= rows; row += kTogether) {
      add_band<kTogether, 1>(columns, from + row * stride, stride, count);
    }
    constexpr int64_t kStep = kRegistersOfLines<4> * kColumns;
    const int64_t steps = count / kStep * kStep;
    for (; row < rows; ++row) {
      const char *const at = from + row * stride;
      add_band<1, kRegistersOfLines<4>>(columns, at, 0, steps);
      add_band<1, 1>(columns + steps / kColumns, at + steps * kSize, 0, count - steps);
    }
    const int64_t whole = count / kColumns * kColumns;
    if (whole == count) return;
    Column last = columns[whole / kColumns];
    const char *at = from + whole * kSize;
    const int64_t safe = rows - rows_after(stride, count);
    row = 0;
    if constexpr (A::kAnyOrder && requires { last = A::combine(last, last); }) {  // rows need not wait for each other
      constexpr int64_t kApart = 4;
      Column parts[kApart] = {last, A::begin_column(), A::begin_column(), A::begin_column()};
      for (; row + kApart <= safe; row += kApart) {
        CT_UNROLL(4)
        for (int64_t k = 0; k < kApart; ++k, at += stride) parts[k] = A::add_column(parts[k], at);
      }
      last = A::combine(A::combine(parts[0], parts[1]), A::combine(parts[2], parts[3]));
    }
    CT_ROLLED
    for (; row < safe; ++row, at += stride) last = A::add_column(last, at);
    columns[whole / kColumns] = add_partial(last, at, stride, rows - row, count - whole);
  }

  // Adds rows of n elements, which do not fill a register of columns.
  CT_NOINLINE static Column add_partial(Column column, const char *at, int64_t stride, int64_t rows, int64_t n) {
    CT_ROLLED
    for (; rows > 0; --rows, at += stride) column = A::add_column(column, at, n);
    return column;
  }

  // The last columns of rows of `count` elements fill part of a register. They are read by whole registers, which reach
  // into the next row. Returns how many rows must follow a row that is read so. Elements that are columns as they are
  // do not go across a gap of a line, because loading part of a register costs less than another line.
  static CT_INLINE int64_t rows_after(int64_t stride, int64_t count) {
    if (stride <= 0 || (kSize == kColumnBytes && stride - count * kSize >= kCacheLine)) return kEndless;
    return (kColumns * kSize + stride - 1) / stride;
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
  // which goes on without a break. `held`: columns, or accumulators that hold what columns would. Where a leaf is
  // short, the rows of a band are added to each other first, so that there are no more rounding errors.

  // If the order makes a difference, rows in the caches count as well: the size of a cache must change no bits.
  static CT_INLINE bool is_far(const Dim &rows, Traffic traffic) {
    return (!A::kAnyOrder || traffic == Traffic::NonTemporal) && distance(rows) >= kFarRowBytes;
  }

  // Takes the first n columns of a register. It is cold, which keeps the library small.
  [[gnu::cold]] CT_NOINLINE static void add_last_columns(char *held, const char *from, int64_t apart, int64_t rows,
                                                         int64_t n) {
    alignas(kCacheLine) char block[sizeof(Column)] = {};
    __builtin_memcpy(block, held, static_cast<size_t>(n * kColumnBytes));
    const Column column = Column::load(block);
    Column sum = kHasLeaves ? A::begin_column() : column;
    add_rows(&sum, from, apart, rows, n, Traffic::Cached);
    if constexpr (kHasLeaves) sum = A::combine(column, sum);
    sum.store(block);
    __builtin_memcpy(held, block, static_cast<size_t>(n * kColumnBytes));
  }

  static constexpr int64_t kFewFarRows = kBandRows * (kBandsTogether + 1) - 1;

  // Band i begins at from + i * next, and its rows are `apart`; single rows, `stride` from each other, begin at
  // from + rest_at.
  struct Bands {
    int64_t bands, next, apart, rest, rest_at, stride;
  };
  // As many registers of columns as cover two lines take all bands, then the next registers do.
  CT_NOINLINE static void add_bands(char *held, const char *from, const Bands &rows, int64_t count) {
    constexpr int64_t kRegisters = kRegistersOfLines<2>, kStep = kRegisters * kColumns;
    const Bands own = rows;  // no store can change it
    int64_t i = 0;
    for (; i + kStep <= count; i += kStep) {
      char *const to = held + i * kColumnBytes;
      Column columns[kRegisters];
      CT_UNROLL(8)
      for (int64_t k = 0; k < kRegisters; ++k) columns[k] = Column::load(to + k * kColumns * kColumnBytes);
      const char *at = from + i * kSize;
      for (int64_t band = 0; band < own.bands; ++band, at += own.next) {
        add_row_group<kBandRows, kRegisters, kHasLeaves>(columns, at, own.apart);
      }
      at = from + i * kSize + own.rest_at;
      for (int64_t row = 0; row < own.rest; ++row, at += own.stride) {
        add_row_group<1, kRegisters, kHasLeaves>(columns, at, 0);
      }
      CT_UNROLL(8)
      for (int64_t k = 0; k < kRegisters; ++k) columns[k].store(to + k * kColumns * kColumnBytes);
    }
    for (; i < count; i += kColumns) {
      const int64_t n = count - i < kColumns ? count - i : kColumns;
      char *const to = held + i * kColumnBytes;
      const char *const at = from + i * kSize;
      for (int64_t band = 0; band < own.bands; ++band) {
        add_last_columns(to, at + band * own.next, own.apart, kBandRows, n);
      }
      for (int64_t row = 0; row < own.rest; ++row) {
        add_last_columns(to, at + own.rest_at + row * own.stride, 0, 1, n);
      }
    }
  }

  CT_NOINLINE static void add_far_rows(char *held, const char *from, int64_t stride, int64_t rows, int64_t count,
                                       Traffic traffic) {
    const int64_t bands = rows / kBandRows;
    const bool quartered = kInPlace || (stride <= kQuarteredRowBytes && -stride <= kQuarteredRowBytes);
    const int64_t apart = quartered ? bands * stride : stride, next = quartered ? stride : kBandRows * stride;
    const int64_t rest = rows - bands * kBandRows, rest_at = bands * kBandRows * stride;
    // How many bands go together: several in the caches; beyond them all bands if they are few, else one at a time.
    const int64_t together = traffic == Traffic::Cached ? kBandsTogether : rows > kFewFarRows ? 1 : bands;
    int64_t band = 0;
    for (; bands - band > together; band += together) {
      add_bands(held, from + band * next, Bands{together, next, apart, 0, 0, 0}, count);
    }
    add_bands(held, from + band * next, Bands{bands - band, next, apart, rest, rest_at - band * next, stride}, count);
  }
};

template <class A>
struct Columns {
  using L = Lanes<A>;
  using D = DenseRows<A>;
  using Lane = typename L::Lane;
  using Column = typename L::Column;
  using V = typename L::V;
  static constexpr int64_t kSize = L::kSize, kColumns = L::kColumns;

  // Columns that go down the rows together, when rows are contiguous, and when they are packed.
  static constexpr int64_t kStrip = (A::kAnyOrder ? kTreelessColumnStripBytes : kColumnStripBytes) /
                                    (kSize > L::kColumnBytes ? kSize : L::kColumnBytes);
  static constexpr int64_t kPackedStrip = kReducePackBytes / kSize;
  using Strip = Buffer<Column, kStrip / kColumns + 1>;
  // Accumulators are doubles and elements are narrower, so what a longer chain rounds does not show.
  static constexpr bool kHasRoom = D::kInPlace && !D::kHasLeaves && sizeof(Real<Lane>) == 8;

  // Whether there are so few registers of columns that each addition would wait for the one before it.
  static CT_INLINE bool is_narrow(const Dim &kept) { return kept.from == kSize && kept.size <= 2 * kColumns; }
  // How many leaves of a chain, or chains where there are no leaves, go down side by side; half as many of a part of a
  // chain, where a row has one register.
  static constexpr int64_t kAbreast = kChainElements / kLeafElements, kHalf = kAbreast / 2;
  // columns = the rows, which go down side by side in this many equal parts.
  template <int64_t count>
  CT_NOINLINE static void add_abreast(Column *columns, const char *from, const Dim &kept, const Dim &reduced) {
    const int64_t rows = reduced.size / count, apart = rows * reduced.from;
    for (int64_t i = 0; i < kept.size; i += kColumns) {
      Column parts[count];
      CT_UNROLL(8)
      for (int64_t k = 0; k < count; ++k) parts[k] = A::begin_column();
      const char *at = from + i * kSize, *last = at + (count - 1) * apart;
      const int64_t n = kept.size - i, after = n < kColumns ? D::rows_after(reduced.from, kept.size) : 0;
      if (after > rows) {
        for (int64_t k = 0; k < count; ++k) {
          parts[k] = D::add_partial(parts[k], at + k * apart, reduced.from, rows, n);
        }
      } else {
        // All parts but the last one have rows behind them, into which registers may read. The last rows of the last
        // part are read from a block.
        char block[3 * kColumns * kSize];
        const char *const end = last + (rows - after) * reduced.from;
        if (after > 0) __builtin_memcpy(block, end, static_cast<size_t>((after - 1) * reduced.from + n * kSize));
        CT_ROLLED
        for (int64_t row = 0; row < rows; ++row, at += reduced.from, last += reduced.from) {
          if (last == end && after > 0) last = block;
          CT_UNROLL(8)
          for (int64_t k = 0; k < count - 1; ++k) parts[k] = A::add_column(parts[k], at + k * apart);
          parts[count - 1] = A::add_column(parts[count - 1], last);
        }
      }
      if constexpr (D::kHasLeaves) {  // leaves meet in sequence, and chains in pairs
        CT_UNROLL(8)
        for (int64_t k = 1; k < count; ++k) parts[0] = A::combine(parts[0], parts[k]);
      } else {
        for (int64_t step = 1; step < count; step *= 2) {
          for (int64_t k = 0; k < count; k += 2 * step) parts[k] = A::combine(parts[k], parts[k + step]);
        }
      }
      columns[i / kColumns] = parts[0];
    }
  }

  // columns take up to kColumnRows rows. Few registers of columns take them in parts, which meet in order.
  CT_NOINLINE static void add_leaf(Column *columns, const char *from, const Dim &kept, const Dim &reduced,
                                   Traffic traffic) {
    if constexpr (!A::kAnyOrder && !D::kColumnTrees) {  // a step of these takes long
      if (is_narrow(kept) && reduced.size >= 4 * kAbreast) {
        Column parts[2];
        const int64_t whole = reduced.size / kAbreast * kAbreast;
        add_abreast<kAbreast>(parts, from, kept, Dim{whole, 0, reduced.from});
        D::join(columns, parts, kept.size);
        return D::add_rows(columns, from + whole * reduced.from, reduced.from, reduced.size - whole, kept.size,
                           traffic);
      }
    }
    if (kept.from == kSize) {
      if (!D::kInPlace && D::is_far(reduced, traffic)) {
        return D::add_far_rows(reinterpret_cast<char *>(columns), from, reduced.from, reduced.size, kept.size, traffic);
      }
      return D::add_rows(columns, from, reduced.from, reduced.size, kept.size, traffic);
    }
    const Buffer<char, kLeafElements * kReducePackBytes> block;
    for (int64_t row = 0; row < reduced.size; row += kLeafElements) {
      const int64_t rows = reduced.size - row < kLeafElements ? reduced.size - row : kLeafElements;
      gather(block, from + row * reduced.from, kSize, kept.from, kept.size, reduced.from, rows, traffic);
      D::add_rows(columns, block, kept.size * kSize, rows, kept.size, Traffic::Cached);
    }
  }

  // columns = up to kChainElements rows: leaves of kColumnRows, one after the other.
  CT_NOINLINE static void add_column_chain(Column *columns, Column *leaf, const char *from, const Dim &kept,
                                           const Dim &reduced, Traffic traffic) {
    if (D::kHasLeaves && reduced.size == kChainElements && is_narrow(kept)) {
      return add_abreast<kAbreast>(columns, from, kept, reduced);
    }
    int64_t row = 0;
    if constexpr (D::kHasLeaves) {
      static_assert(A::kColumnRows == kLeafElements);
      const bool in_sequence = kept.from == kSize && (D::kInPlace || !D::is_far(reduced, traffic));  // see add_leaf
      if (in_sequence && reduced.size >= kHalf * kLeafElements && kept.size <= kColumns) {
        row = kHalf * kLeafElements;
        add_abreast<kHalf>(columns, from, kept, Dim{row, 0, reduced.from});
      }
    }
    for (; row < reduced.size; row += A::kColumnRows) {
      const int64_t left = reduced.size - row;
      const Dim rows{left < A::kColumnRows ? left : A::kColumnRows, 0, reduced.from};
      Column *const own = row == 0 ? columns : leaf;
      D::begin(own, kept.size);
      add_leaf(own, from + row * reduced.from, kept, rows, traffic);
      if (row != 0) D::join(columns, leaf, kept.size);
    }
  }

  // columns = all rows, in a tree whose leaves are such chains.
  CT_NOINLINE static void add_column_tree(Column *columns, const char *from, const Dim &kept, const Dim &reduced,
                                          Traffic traffic) {
    if (reduced.size <= kChainElements) {
      const Strip leaf;
      return add_column_chain(columns, leaf, from, kept, reduced, traffic);
    }
    if (!D::kHasLeaves && reduced.size == kAbreast * kChainElements && is_narrow(kept)) {
      return add_abreast<kAbreast>(columns, from, kept, reduced);
    }
    // The first of two subtrees has as many whole leaves as the largest power of two that leaves rows for the second.
    const auto leaves = static_cast<uint64_t>((reduced.size - 1) / kChainElements);
    const int64_t first = kChainElements << (63 - __builtin_clzll(leaves));
    add_column_tree(columns, from, kept, Dim{first, 0, reduced.from}, traffic);
    const Strip others;
    add_column_tree(others, from + first * reduced.from, kept, Dim{reduced.size - first, 0, reduced.from}, traffic);
    D::join(columns, others, kept.size);
  }

  // Takes again what did not fit, column by column.
  static void take_again(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    if constexpr (L::kMayNotFit) Columns<typename A::Careful>::columns(to, from, kept, reduced, traffic);
  }

  CT_NOINLINE static void end_columns(const Column *columns, char *to, const char *from, const Dim &kept,
                                      const Dim &reduced, Traffic traffic) {
    constexpr int64_t kSome = 8 * kColumns;
    for (int64_t i = 0; i < kept.size; i += kSome) {
      alignas(kCacheLine) Lane lanes[kSome];  // written up to the end of a register
      const int64_t n = kept.size - i < kSome ? kept.size - i : kSome;
      for (int64_t k = 0; k < n; k += kColumns) A::end_column(columns[(i + k) / kColumns], reduced.size, lanes + k);
      L::accumulate(
          to + i * kept.to, kept.to, lanes, n, [&](int64_t k, int64_t some) __attribute__((always_inline)) {
            take_again(to + (i + k) * kept.to, from + (i + k) * kept.from, Dim{some, kept.to, kept.from}, reduced,
                       traffic);
          });
    }
  }

  // Whether each of `count` columns, or of accumulators that hold what columns would, absorbs the rest.
  static bool are_absorbed(const char *held, int64_t count) {
    for (int64_t i = 0; i < count; i += kColumns, held += sizeof(V)) {
      const int64_t n = count - i < kColumns ? count - i : kColumns;
      alignas(kCacheLine) char bits[kVecBytes];
      A::absorbed(n < kColumns ? V::load(held, n) : V::load(held)).store(bits);
      for (int64_t k = 0; k < n * L::kLane; ++k) {
        if (bits[k] == 0) return false;
      }
    }
    return true;
  }

  // Calls add(from, rows) for all rows at once, or where columns may absorb the rest, for more and more rows until all
  // columns do. held: what the columns hold.
  template <class Add>
  static CT_INLINE void add_until_absorbed(const void *held, const char *from, const Dim &kept, const Dim &reduced,
                                           Add add) {
    if constexpr (!L::kAbsorbs) {
      add(from, reduced);
    } else {
      int64_t together = 4 * kColumnStripBytes / (kept.size * kSize);
      if (together < kLeafElements) together = kLeafElements;
      for (int64_t row = 0; row < reduced.size; row += together, together *= 2) {
        const int64_t left = reduced.size - row;
        if (row > 0 && are_absorbed(static_cast<const char *>(held), kept.size)) return;
        add(from + row * reduced.from, Dim{left < together ? left : together, 0, reduced.from});
      }
    }
  }

  // Adds rows to the accumulators: up to kColumnRows of them, or any number by a tree.
  CT_NOINLINE static void add_columns(char *to, const char *from, const Dim &kept, const Dim &reduced,
                                      Traffic traffic) {
    const Strip columns;
    if constexpr (D::kColumnTrees) {
      add_column_tree(columns, from, kept, reduced, traffic);
    } else {
      D::begin(columns, kept.size);
      add_until_absorbed(columns, from, kept, reduced,
                         [&](const char *at, const Dim &rows) { add_leaf(columns, at, kept, rows, traffic); });
    }
    end_columns(columns, to, from, kept, reduced, traffic);
  }

  CT_NOINLINE static void columns(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    const bool is_dense = kept.from == kSize;
    if constexpr (D::kInPlace) {
      const bool is_far =
          D::is_far(reduced, traffic) && (!D::kColumnTrees || kHasRoom || reduced.size <= kChainElements);
      const bool is_few = reduced.size == 1 || (A::kAnyOrder && reduced.size <= D::kFewFarRows);
      if (is_dense && (is_far || is_few) && kept.to == L::kLane) {
        return add_until_absorbed(to, from, kept, reduced, [&](const char *at, const Dim &rows) {
          D::add_far_rows(to, at, rows.from, rows.size, kept.size, traffic);
        });
      }
    }
    const int64_t width = is_dense ? kStrip : kPackedStrip;
    const int64_t together = D::kColumnTrees ? reduced.size : A::kColumnRows;
    for (int64_t i = 0; i < kept.size; i += width) {
      const Dim strip{kept.size - i < width ? kept.size - i : width, kept.to, kept.from};
      for (int64_t row = 0; row < reduced.size; row += together) {
        const int64_t left = reduced.size - row;
        const Dim rows{left < together ? left : together, 0, reduced.from};
        add_columns(to + i * kept.to, from + i * kept.from + row * reduced.from, strip, rows, traffic);
      }
    }
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
