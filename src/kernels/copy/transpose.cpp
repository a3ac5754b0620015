// The transposition engine. Each row of its blocks, on both sides, lies where a table says.
#include "kernels/copy/transpose.h"

#include "kernels/buffer.h"
#include "kernels/copy/block_prefetch.inl.h"
#include "kernels/copy/interleave.h"
#include "kernels/copy/line_writer.inl.h"
#include "kernels/copy/non_temporal.h"
#include "kernels/copy/tile.inl.h"
#include "kernels/registrations.h"

namespace ct::kernels::CT_ISA {
namespace {

template <int size>
struct Transpose : Tile<size> {
  using Tile<size>::kRows, Tile<size>::kColumns;
  static constexpr int kHalf = kRows / 2;

  static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
  static int64_t tiles_of(int64_t n, int64_t of_tile) { return (n + of_tile - 1) / of_tile; }

  // Asks for the lines that a tile stores to, while its rows are still read: stores go to the caches in order, so that
  // one that waits for its lines holds up all others. Where rows begin within a line, each store has two of them.
  template <class L, class Rows>
  static CT_INLINE void prefetch_lines(const char *to, Rows at) {
    for (int k = 0; k < kColumns; ++k) {
      __builtin_prefetch(to + at.to(k), 1, 3);
      __builtin_prefetch(to + at.to(k) + sizeof(L) - 1, 1, 3);
    }
  }

  // Takes tiles that are this many rows and columns of the input apart. The first is `row` rows and `column` columns
  // from here.
  template <class L, Traffic stores, class Rows>
  static CT_INLINE void take(char *to, const char *from, Rows at, int64_t row, int64_t column, int64_t ntiles,
                             BlockPrefetch &prefetch, int64_t rows, int64_t columns) {
    const auto move = [&](int64_t rows, int64_t columns) {
      to += rows * size;
      from += columns * size;
      at.move(to, from, rows, columns);
    };
    for (move(row, column); ntiles > 0; --ntiles, move(rows, columns)) {
      prefetch.step();
      if constexpr (stores == Traffic::Cached) prefetch_lines<L>(to, at);
      Tile<size>::template transpose<L, stores>(to, from, at);
    }
  }

  // Whether rows of the output are so far apart that a row of tiles writes to few sets of the first-level cache.
  template <class Rows>
  static CT_INLINE bool shares_sets(Rows at) {
    return (at.to(1) - at.to(0)) % (kSetStride / 4) == 0;
  }
  // Whether the lines that a tile reads of rows of the input fall into one set.
  static CT_INLINE bool reads_one_set(int64_t first, int64_t second) { return (second - first) % kSetStride == 0; }

  // Takes at least as many columns as a tile has, and half its rows. Tiles go row by row, from left to right. Where
  // rows of the output share sets, they go column by column, which fills each row of the output. If rows of the input
  // share sets too, this is a skewed traversal: each tile of a column lies one tile further along its rows than the one
  // above it. Past the caches, rows have only two tiles, so that each row of the output goes on soon. The last tile, or
  // half of one, takes some rows and columns again.
  template <Traffic stores, class Rows>
  static CT_INLINE void take_whole(char *to, const char *from, Rows at, int64_t nrows, int64_t ncolumns,
                                   BlockPrefetch &prefetch) {
    const auto row_of_tiles = [&]<class L>(int64_t i, int64_t j, int64_t end) {
      constexpr Traffic kStores = kSame<L, Line> ? stores : Traffic::Cached;
      take<L, kStores>(to, from, at, i, j, (end - j) / kColumns, prefetch, 0, kColumns);
      if ((end - j) % kColumns != 0) take<L, kStores>(to, from, at, i, end - kColumns, 1, prefetch, 0, 0);
    };
    const int64_t strip = stores == Traffic::NonTemporal ? 2 * kColumns : ncolumns, left = nrows % kRows;
    if (ncolumns == kColumns || (stores == Traffic::Cached && shares_sets(at))) {
      const int64_t across = tiles_of(ncolumns, kColumns), down = nrows / kRows;
      const bool skewed = across > 1 && reads_one_set(at.from(0), at.from(1));
      for (int64_t j = 0; j < across; ++j) {
        const auto column = [&](int64_t tile) { return least(tile % across * kColumns, ncolumns - kColumns); };
        if (!skewed) take<Line, stores>(to, from, at, 0, column(j), down, prefetch, kRows, 0);
        for (int64_t i = 0; skewed && i < down; ++i) {
          take<Line, stores>(to, from, at, i * kRows, column(i + j), 1, prefetch, 0, 0);
        }
      }
    } else {
      for (int64_t j = 0; j < ncolumns; j += strip) {
        const int64_t end = least(j + strip, ncolumns);
        for (int64_t i = 0; i + kRows <= nrows; i += kRows) row_of_tiles.template operator()<Line>(i, j, end);
      }
    }
    if (left == 0) return;
    if (left > kHalf && nrows > kRows) return row_of_tiles.template operator()<Line>(nrows - kRows, 0, ncolumns);
    if (left > kHalf) row_of_tiles.template operator()<HalfLine>(0, 0, ncolumns);
    row_of_tiles.template operator()<HalfLine>(nrows - kHalf, 0, ncolumns);
  }

  // The same for fewer rows. is_dense: rows of the output follow each other in memory.
  static CT_INLINE void take_few(char *to, const char *from, TableRows at, int64_t nrows, int64_t ncolumns,
                                 BlockPrefetch &prefetch, bool is_dense) {
    const int64_t nbytes = nrows * size;
    // The last rows, beyond which nothing is written.
    const int64_t last = is_dense ? tiles_of(kLane - least(nbytes, kLane), nbytes) : ncolumns;
    for (int64_t j = 0; j < ncolumns; j += kColumns) {
      const int64_t column = least(j, ncolumns - kColumns), whole = ncolumns - last - column;
      prefetch.step();
      Tile<size>::transpose_few(to, from + column * size, {at.to_rows + column, at.from_rows}, nrows, whole);
    }
  }

  // Takes fewer columns than a tile has. The first `even` rows lie evenly apart: they are read where they lie, with
  // what follows them in a lane, but for the last ones, beyond which nothing is read. Between rows that are less than a
  // page apart, every page has an element. Other rows are put into a buffer first, as one range if they lie close.
  CT_NOINLINE static void take_narrow(char *to, const char *from, TableRows at, int64_t nrows, int64_t ncolumns,
                                      BlockPrefetch &prefetch, int64_t even) {
    using Tile = Tile<size>;
    constexpr int64_t kTogether = kColumns;  // rows
    const Buffer<char, kNarrowGroups * kTogether * kVecBytes> packed;
    const int64_t nbytes = ncolumns * size, step = even > 1 ? at.from(1) - at.from(0) : 0;
    const int64_t readable = step > 0 && step <= kPage ? even - tiles_of(kLane - least(nbytes, kLane), step) : 0;
    const int64_t count = least(ncolumns, Tile::kGroup);
    const auto narrow = count <= Tile::kHalfGroup ? &Tile::template transpose_narrow<Tile::kHalfGroup>
                                                  : &Tile::template transpose_narrow<Tile::kGroup>;
    for (int64_t i = 0, n; i < nrows; i += n) {
      if (i + kTogether > readable) i = least(i, nrows > kTogether ? nrows - kTogether : 0);
      const bool in_place = i + kTogether <= readable;
      const int64_t ngroups = least(((in_place ? readable : nrows) - i) / kTogether, kNarrowGroups);
      n = ngroups > 0 ? ngroups * kTogether : nrows;
      const char *const source = in_place ? from + at.from(i) : packed;
      int64_t apart = kVecBytes;
      if (in_place || (step > 0 && step <= kVecBytes && i + n <= even)) apart = step;
      if (!in_place && apart == step) {
        copy_short(packed, from + at.from(i), (n - 1) * step + nbytes);
      } else if (!in_place) {
        pack_segments(packed, apart, from, at.from_rows + i, n, nbytes);
      }
      for (int64_t j = 0; j < ncolumns; j += Tile::kGroup) {
        const int64_t column = ncolumns > Tile::kGroup ? least(j, ncolumns - Tile::kGroup) : 0;
        for (int64_t k = 0; k < ngroups || k == 0; ++k) prefetch.step();
        if (ngroups > 0) {
          narrow(to + i * size, at.to_rows + column, source + column * size, apart, count, ngroups);
        } else {
          take_corner(to, source + column * size, apart, at.to_rows + column, n, count, narrow);
        }
      }
    }
  }

  // Takes fewer rows than a register of the output has.
  template <class Narrow>
  CT_NOINLINE static void take_corner(char *to, const char *from, int64_t step, const int64_t *to_rows, int64_t nrows,
                                      int64_t ncolumns, Narrow narrow) {
    constexpr int kGroup = Tile<size>::kGroup;
    alignas(kCacheLine) char columns[kGroup][kVecBytes];
    int64_t rows[kGroup];
    for (int64_t k = 0; k < kGroup; ++k) rows[k] = k * kVecBytes;
    narrow(columns[0], rows, from, step, ncolumns, 1);
    for (int64_t k = 0; k < ncolumns; ++k) copy_small(to + to_rows[k], columns[k], nrows * size);
  }

  // Few columns go element by element, because little of a tile is wanted. Narrow elements go column by column. GCC
  // would gather columns of wide ones, which takes longer than storing two elements of each row. Nothing is prefetched,
  // since reading is as fast without (Zen 3).
  static constexpr int64_t kFewColumns = kColumns > 2 ? most_apart(size) : 0;
  CT_NOINLINE static void take_elements(char *to, const char *from, TableRows at, int64_t nrows, int64_t ncolumns) {
    using E = Bits<char[size]>;
    const auto element = [=](int64_t row, int64_t column) __attribute__((always_inline)) {
      return load_element<E>(from + at.from(row) + column * size);
    };
    if constexpr (size < 4) {
      for (int64_t j = 0; j < ncolumns; ++j) {
        char *const target = to + at.to(j);
        for (int64_t i = 0; i < nrows; ++i) store_element(target + i * size, element(i, j));
      }
    } else {
      char *const first = to + at.to(0), *const second = to + at.to(1);
      for (int64_t i = 0; i < nrows; ++i) {
        const E a = element(i, 0), b = element(i, 1);
        store_element(first + i * size, a);
        store_element(second + i * size, b);
      }
    }
  }

  // Takes at least as many columns as a tile has.
  CT_NOINLINE static void take_columns(char *to, const char *from, TableRows at, int64_t nrows, int64_t ncolumns,
                                       BlockPrefetch &prefetch, bool is_dense = false) {
    if (nrows < kHalf) return take_few(to, from, at, nrows, ncolumns, prefetch, is_dense);
    take_whole<Traffic::Cached>(to, from, at, nrows, ncolumns, prefetch);
  }

  // even: so many first rows of the input lie evenly apart. is_dense: rows of the output follow each other in memory.
  static CT_INLINE void take_any(char *to, const char *from, TableRows at, int64_t nrows, int64_t ncolumns,
                                 BlockPrefetch &prefetch, int64_t even, bool is_dense) {
    if (ncolumns <= kFewColumns && ncolumns > 1) return take_elements(to, from, at, nrows, ncolumns);
    if (ncolumns < kColumns) return take_narrow(to, from, at, nrows, ncolumns, prefetch, even);
    take_columns(to, from, at, nrows, ncolumns, prefetch, is_dense);
  }

  // Writes rows straight to where they belong.
  template <Traffic stores>
  CT_NOINLINE static void direct(char *to, const char *from, const char *next, const TransposeBlock &block) {
    const TableRows at{block.to_rows, block.from_rows};
    BlockPrefetch prefetch(next, block, tiles_of(block.n0, kRows) * tiles_of(block.n1, kColumns));
    const bool is_small = block.n1 < kColumns || block.n0 < kHalf;
    if (is_small || (stores == Traffic::Cached && !block.is_even)) {
      const bool is_dense = block.is_even && at.to(1) - at.to(0) == block.n0 * size;
      return take_any(to, from, at, block.n0, block.n1, prefetch, block.is_even ? block.n0 : 0, is_dense);
    }
    if (!block.is_even) return take_whole<stores>(to, from, at, block.n0, block.n1, prefetch);
    const EvenRows even{at.to(1) - at.to(0), at.from(1) - at.from(0)};
    take_whole<stores>(to + at.to(0), from + at.from(0), even, block.n0, block.n1, prefetch);
  }

  // Goes by way of a buffer, from which rows are written in whole lines to where they belong.
  CT_NOINLINE static void staged(char *to, const char *from, const char *next, const TransposeBlock &block,
                                 Traffic stores) {
    LineWriter writer(to, block, stores);
    const int64_t nrows = block.n0 + block.after;
    BlockPrefetch prefetch(next, block, tiles_of(nrows, kRows) * tiles_of(block.n1, kColumns));
    const int64_t step = writer.step();
    const Buffer<char, kCacheLine + kColumns *(max_transposed_row(size) + 2 * kCacheLine)> buffer;
    char *const rows = buffer + kCacheLine;
    int64_t buffer_rows[kColumns];
    for (int64_t k = 0; k < kColumns; ++k) buffer_rows[k] = k * step;
    const TableRows at{buffer_rows, block.from_rows};
    for (int64_t j = 0; j < block.n1; j += kColumns) {
      const int64_t ncolumns = least(block.n1 - j, kColumns);
      writer.prefetch_ends(j, j + ncolumns);
      take_any(rows, from + j * size, at, nrows, ncolumns, prefetch, block.is_even ? block.n0 : 0,
               step == nrows * size);
      writer.take(rows, j, j + ncolumns);
    }
  }

  // Whether rows of the output lie in one set of the first-level cache, and a tile has so many that its lines drive
  // each other out. They then go by way of a buffer, in which they do not.
  static bool has_conflicts(const TransposeBlock &block) {
    constexpr int kMostInSet = 12;
    if (kColumns <= kMostInSet || block.n1 < kColumns || block.n0 < 2 * kRows) return false;
    if (kColumns <= 16 && reads_one_set(block.from_rows[0], block.from_rows[1])) return false;  // a skewed traversal
    return (block.to_rows[1] - block.to_rows[0]) % kSetStride == 0;
  }

  static void run(char *to, const char *from, const char *next, const TransposeBlock &block, Traffic stores) {
    const bool streams = stores == Traffic::NonTemporal;
    if (streams && block.whole_lines && block.n1 >= kColumns)
      return direct<Traffic::NonTemporal>(to, from, next, block);
    if (streams || has_conflicts(block)) return staged(to, from, next, block, stores);
    direct<Traffic::Cached>(to, from, next, block);
  }

  // Takes blocks that the caches hold, along the rows of the input. Unless `next` is NULL, each block prefetches the
  // one after it, and the last one prefetches `next`.
  static void strided(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
                      const char *next) {
    constexpr int64_t kMostRows = max_transposed_row(size) / size, kMost = kTransposedRow / size;
    const Buffer<int64_t, kMostRows> to_rows, from_rows;
    const int64_t rows = least(n0, 2 * n1 <= kMost ? kMostRows : kMost);
    const int64_t columns = least(n1, 2 * n0 <= kMost ? kMostRows : kMost);
    for (int64_t k = 0, at = 0; k < columns; ++k, at += to_stride) to_rows[k] = at;
    for (int64_t k = 0, at = 0; k < rows; ++k, at += from_stride) from_rows[k] = at;
    TransposeBlock block{size, 0, 0, to_rows, from_rows, rows > 1 && columns > 1, 0, false, false};
    for (int64_t i = 0; i < n0; i += rows) {
      block.n0 = n0 - i < rows ? n0 - i : rows;
      for (int64_t j = 0; j < n1; j += columns) {
        block.n1 = n1 - j < columns ? n1 - j : columns;
        char *const target = to + j * to_stride + i * size;
        const char *const source = from + i * from_stride + j * size;
        const char *const after = j + columns < n1 ? source + columns * size
                                  : i + rows < n0  ? from + (i + rows) * from_stride
                                                   : next;
        run(target, source, next != nullptr ? after : nullptr, block, Traffic::Cached);
      }
    }
  }
};

void transpose_block(char *to, const char *from, const char *next, const TransposeBlock &block, Traffic stores) {
  const bool is_element =
      with_size(block.unit, [&]<int size>() { Transpose<size>::run(to, from, next, block, stores); });
  if (!is_element) transpose_segments(to, from, next, block, stores);
}

}  // namespace

void transpose(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
               int64_t element_size, Traffic loads) {
  transpose_before(loads == Traffic::NonTemporal ? from + n0 * from_stride : nullptr, to, to_stride, from, from_stride,
                   n0, n1, element_size);
}

void transpose_before(const char *next, char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0,
                      int64_t n1, int64_t element_size) {
  if (transpose_interleaved(to, to_stride, from, from_stride, n0, n1, element_size)) return;
  with_size(element_size,
            [&]<int size>() { Transpose<size>::strided(to, to_stride, from, from_stride, n0, n1, next); });
}

void register_transpose(TransposeTable &table) { table.transpose = &transpose_block; }

}  // namespace ct::kernels::CT_ISA
