// The transposition engine: blocks of which each row, on both sides, lies where a table says.
#include "kernels/copy/transpose.h"

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

  static int64_t columns_from(int64_t j, const TransposeBlock &block) {
    return block.n1 - j < kColumns ? block.n1 - j : kColumns;
  }

  // Whether the rows of a tile lie in one set of the first-level cache, which takes in their lines one after the other.
  static bool conflicts(const int64_t *rows) { return (rows[1] - rows[0]) % kSetStride == 0; }

  // Whether rows of the output share a set, and a tile has so many that its lines drive each other out: they then go by
  // way of a buffer, in which they don't. Up to 16 of them do as well by the skewed traversal, if rows of the input
  // share a set too.
  static bool stages_conflicts(const TransposeBlock &block) {
    constexpr int kMostInSet = 12, kMostSkewed = 16;
    if (kColumns <= kMostInSet || !conflicts(block.to_rows)) return false;
    return kColumns > kMostSkewed || !conflicts(block.from_rows);
  }

  // Columns that a row of tiles takes before the next one does. Where rows of the input begin anywhere in a line,
  // tiles that are neighbours read the same lines, which are still near then. Where they share a set, the traversal is
  // skewed: each tile lies one column of tiles further than the one above it, in other sets.
  struct Order {
    int64_t together;
    bool is_skewed;
  };
  static Order order_of(const TransposeBlock &block) {
    if (block.n0 <= kRows) return {1, false};
    if (conflicts(block.from_rows)) return {1, true};
    const bool cuts_lines = (block.from_rows[1] - block.from_rows[0]) % kCacheLine != 0;
    return {cuts_lines ? 4 : 1, false};
  }

  static int64_t tiles_of(int64_t n, int64_t of_tile) { return (n + of_tile - 1) / of_tile; }

  // Straight to where rows belong.
  template <Traffic stores>
  CT_NOINLINE static void direct(char *to, const char *from, const char *next, const TransposeBlock &block) {
    const int64_t ntiles = tiles_of(block.n1, kColumns);
    const Order order = order_of(block);
    BlockPrefetch prefetch(next, block, tiles_of(block.n0, kRows) * ntiles);
    for (int64_t first = 0; first < ntiles; first += order.together) {
      const int64_t end = ntiles - first < order.together ? ntiles : first + order.together;
      int64_t skew = 0;
      for (int64_t i = 0, done = 0; i < block.n0; i = done) {
        for (int64_t t = first; t < end; ++t) {
          const int64_t j = (t + skew < ntiles ? t + skew : t + skew - ntiles) * kColumns;
          prefetch.step();
          done = Tile<size>::template take_rows<stores>(to, from + j * size, {block.to_rows + j, block.from_rows}, i,
                                                        block.n0, columns_from(j, block));
        }
        if (order.is_skewed && ++skew == ntiles) skew = 0;
      }
    }
  }

  // By way of a buffer, from which rows go where they belong in whole lines.
  CT_NOINLINE static void staged(char *to, const char *from, const char *next, const TransposeBlock &block,
                                 Traffic stores) {
    LineWriter writer(to, block, stores);
    const int64_t nrows = block.n0 + block.after;
    BlockPrefetch prefetch(next, block, tiles_of(nrows, kRows) * tiles_of(block.n1, kColumns));
    const int64_t step = writer.step();
    alignas(kCacheLine) char buffer[kCacheLine + kColumns * (max_transposed_row(size) + 2 * kCacheLine)];
    char *const rows = buffer + kCacheLine;
    int64_t buffer_rows[kColumns];
    for (int64_t k = 0; k < kColumns; ++k) buffer_rows[k] = k * step;
    for (int64_t j = 0; j < block.n1; j += kColumns) {
      const int64_t ncolumns = columns_from(j, block);
      writer.prefetch_ends(j, j + ncolumns);
      for (int64_t i = 0; i < nrows;) {
        prefetch.step();
        i = Tile<size>::template take_rows<Traffic::Cached>(rows, from + j * size, {buffer_rows, block.from_rows}, i,
                                                            nrows, ncolumns);
      }
      writer.take(rows, j, j + ncolumns);
    }
  }

  static void run(char *to, const char *from, const char *next, const TransposeBlock &block, Traffic stores) {
    if (stores == Traffic::NonTemporal) {
      if (block.whole_lines) return direct<Traffic::NonTemporal>(to, from, next, block);
      return staged(to, from, next, block, stores);
    }
    if (block.n1 >= kColumns && block.n0 >= 2 * kRows && stages_conflicts(block)) {
      return staged(to, from, next, block, stores);
    }
    direct<Traffic::Cached>(to, from, next, block);
  }

  // In blocks that the caches hold, along the rows of the input.
  static void strided(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
                      Traffic loads) {
    constexpr int64_t kBlockRows = kTransposedRow / size, kBlockColumns = kTransposedRow / size;
    int64_t to_rows[kBlockColumns], from_rows[kBlockRows];
    const int64_t rows = n0 < kBlockRows ? n0 : kBlockRows, columns = n1 < kBlockColumns ? n1 : kBlockColumns;
    for (int64_t k = 0; k < columns; ++k) to_rows[k] = k * to_stride;
    for (int64_t k = 0; k < rows; ++k) from_rows[k] = k * from_stride;
    TransposeBlock block{size, 0, 0, to_rows, from_rows, 0, false, false};
    for (int64_t i = 0; i < n0; i += rows) {
      block.n0 = n0 - i < rows ? n0 - i : rows;
      for (int64_t j = 0; j < n1; j += columns) {
        block.n1 = n1 - j < columns ? n1 - j : columns;
        char *const target = to + j * to_stride + i * size;
        const char *const source = from + i * from_stride + j * size;
        const char *const after = j + columns < n1 ? source + columns * size : from + (i + rows) * from_stride;
        run(target, source, loads == Traffic::NonTemporal ? after : nullptr, block, Traffic::Cached);
      }
    }
  }
};

// Calls f.template operator()<size>() for an element's size; false, and nothing done, for other lengths.
template <class F>
bool with_size(int64_t size, F f) {
  switch (size) {
    case 1:
      return f.template operator()<1>(), true;
    case 2:
      return f.template operator()<2>(), true;
    case 4:
      return f.template operator()<4>(), true;
    case 8:
      return f.template operator()<8>(), true;
    case 16:
      return f.template operator()<16>(), true;
    default:
      return false;
  }
}

void transpose_block(char *to, const char *from, const char *next, const TransposeBlock &block, Traffic stores) {
  const bool is_element =
      with_size(block.unit, [&]<int size>() { Transpose<size>::run(to, from, next, block, stores); });
  if (!is_element) transpose_segments(to, from, next, block, stores);
}

}  // namespace

void transpose(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
               int64_t element_size, Traffic loads) {
  if (transpose_interleaved(to, to_stride, from, from_stride, n0, n1, element_size)) return;
  with_size(element_size,
            [&]<int size>() { Transpose<size>::strided(to, to_stride, from, from_stride, n0, n1, loads); });
}

void register_transpose(Table &table) {
  table.transpose = &transpose_block;
  table.fence = [] { stream_fence(); };
}

}  // namespace ct::kernels::CT_ISA
