// Transposes in registers. A tile is one line of the cache of `to` by one register of each row of `from`: rows are
// loaded whole, interleaved in 16-byte lanes until each lane holds 16 bytes of a line of `to`, and lanes are then put
// together to lines, which are stored whole.
#include "kernels/copy/transpose.h"

#include "kernels/copy/interleave.h"
#include "kernels/copy/non_temporal.h"
#include "kernels/copy/tile.inl.h"
#include "kernels/registrations.h"

namespace ct::kernels::CT_ISA {
namespace {

// All rows start on a line of the cache.
bool lines_match(const char *first, int64_t stride) {
  return reinterpret_cast<uintptr_t>(first) % kCacheLine == 0 && stride % kCacheLine == 0;
}

constexpr int64_t kShortRow = 1024;                 // bytes
constexpr int64_t kDenseAhead = int64_t{32} << 10;  // bytes

bool are_dense_short_rows(int64_t from_stride, int64_t row_bytes) {
  return from_stride == row_bytes && row_bytes < kShortRow;
}

// Strips of a plane whose rows share sets count as long before others do.
bool are_long_rows(int64_t from_stride, int64_t row_bytes) {
  return row_bytes >= (from_stride % kSetStride == 0 ? kShortRow / 4 : kShortRow);
}

// What comes next is fetched from memory, or from a cache that cores have in common. Short rows end before; where they
// lie side by side, the rows after them are fetched.
bool fetches_ahead(int64_t from_stride, int64_t row_bytes, int64_t n0, Traffic loads) {
  if (loads == Traffic::Cached && n0 * from_stride <= kOwnCacheBytes) return false;
  return are_long_rows(from_stride, row_bytes) || (loads == Traffic::NonTemporal && from_stride == row_bytes);
}

// Whether each tile of a band lies one tile further along rows than the one above it. The lines of a tile whose rows
// are a power of two apart all fall into one set of the first-level cache, which takes in lines one after the other;
// neighbouring tiles that lie askew use different sets, for their loads and for their stores. It costs more pages at a
// time, which must not fall into one set of their own cache. Tiles that share lines of `from` follow each other.
bool runs_askew(int64_t to_stride, const char *from, int64_t from_stride, int64_t row_bytes, Traffic stores) {
  constexpr int64_t kPageStride = int64_t{128} << 10;
  if (!are_long_rows(from_stride, row_bytes) || to_stride % kPageStride == 0) return false;
  return from_stride % kSetStride == 0 || (stores == Traffic::NonTemporal && lines_match(from, from_stride));
}

// Whether a row of tiles takes kWide bytes of its rows before the next one does: the processor fetches the lines that
// follow those it has seen, and lines in which two tiles meet are still near. It costs as many more rows of the output
// at a time, which must not crowd a set of the first-level cache. Tiles of bytes have many rows anyway.
constexpr int64_t kWide = 256;
bool goes_wide(int64_t to_stride, const char *from, int64_t from_stride, int64_t row_bytes) {
  constexpr int64_t crowded = 1024;
  return to_stride % crowded != 0 && !runs_askew(to_stride, from, from_stride, row_bytes, Traffic::Cached);
}

// Inlined, because GCC takes a function that does nothing but prefetch for one that does nothing.
CT_INLINE void fetch(const char *from, int64_t nbytes) {
  for (int64_t i = 0; i < nbytes; i += kCacheLine) __builtin_prefetch(from + i, 0, 2);
}

template <int size>
struct Tile : TileOf<size> {
  using typename TileOf<size>::T, typename TileOf<size>::V;
  using TileOf<size>::kRows, TileOf<size>::kColumns, TileOf<size>::kGroup;
  static constexpr int64_t kBand = kRows < 64 ? 128 : 4 * kRows;  // rows of `from`; more of them drive each other out

  // Not inlined: its strides and pointers need all the registers there are. fetched: a line in the first row for
  // Fetches::Rows.
  template <Traffic traffic, Fetches fetches>
  CT_NOINLINE static void move(char *to, int64_t to_stride, const char *from, int64_t from_stride,
                               const char *fetched) {
    const int64_t ahead = fetched - from;
    V rows[4][kGroup];
#pragma GCC unroll 4
    for (int g = 0; g < 4; ++g) {
#pragma GCC unroll 16
      for (int k = 0; k < kGroup; ++k) {
        const char *const at = from + k * from_stride;
        if constexpr (fetches == Fetches::Rows) __builtin_prefetch(at + ahead, 0, 2);
        rows[g][k] = V::load(at);
      }
      from += kGroup * from_stride;
      turn<size>(rows[g]);
    }
    TileOf<size>::template store<traffic, fetches>(rows, kColumns, fetched,
                                                   [&](int column) { return to + column * to_stride; });
  }

  // Fewer columns than a tile has.
  template <Traffic traffic>
  CT_NOINLINE static void move_narrow(char *to, int64_t to_stride, const char *from, int64_t from_stride,
                                      int64_t ncolumns) {
    V rows[4][kGroup];
#pragma GCC unroll 4
    for (int g = 0; g < 4; ++g) {
#pragma GCC unroll 16
      for (int k = 0; k < kGroup; ++k) rows[g][k] = TileOf<size>::load(from + k * from_stride, ncolumns);
      from += kGroup * from_stride;
      turn<size>(rows[g]);
    }
    TileOf<size>::template store<traffic, Fetches::Nothing>(rows, ncolumns, nullptr,
                                                            [&](int column) { return to + column * to_stride; });
  }

  // By way of a whole tile.
  CT_NOINLINE static void move_part(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t nrows,
                                    int64_t ncolumns) {
    alignas(kCacheLine) char in[kRows * kVecBytes];
    alignas(kCacheLine) char out[kColumns * kCacheLine];
    for (int64_t row = 0; row < nrows; ++row) {
      const char *const at = from + row * from_stride;
      if (ncolumns == kColumns) {
        V::load(at).store(in + row * kVecBytes);
      } else {
        TileOf<size>::load(at, ncolumns).store(in + row * kVecBytes);
      }
    }
    for (int64_t row = nrows; row < kRows; ++row) V{}.store(in + row * kVecBytes);
    move<Traffic::Cached, Fetches::Nothing>(out, kCacheLine, in, kVecBytes, in);
    for (int64_t column = 0; column < ncolumns; ++column) {
      char *const at = to + column * to_stride;
      if constexpr (kVecBytes == kCacheLine) {
        if (nrows < kRows) {
          V::load(out + column * kCacheLine).store(at, nrows * size / static_cast<int>(sizeof(T)));
          continue;
        }
      }
      copy_small(at, out + column * kCacheLine, nrows * size);
    }
  }

  // Along rows of `from`, in bands: what is read of a row lies side by side, and what is written of one fills
  // neighbouring lines.
  template <Traffic traffic, Fetches fetches>
  CT_NOINLINE static void run(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0,
                              int64_t n1) {
    // In tiles: a line of `from`, or the second of those that a tile touches.
    const int64_t ahead = (lines_match(from, from_stride) ? kCacheLine : 2 * kCacheLine) / kVecBytes;
    const int64_t ntiles = (n1 + kColumns - 1) / kColumns;
    const bool askew = runs_askew(to_stride, from, from_stride, n1 * size, traffic);
    const char *in_order = from + kDenseAhead;
    for (int64_t band = 0; band < n0; band += kBand) {
      const int64_t end = n0 - band < kBand ? n0 : band + kBand;
      for (int64_t step = 0; step < ntiles; ++step) {
        const int64_t to_next_band = step + ahead < ntiles || end == n0 ? 0 : kBand * from_stride;
        int64_t tile = step;
        for (int64_t i = band; i < end; i += kRows) {
          const int64_t j = tile * kColumns;
          char *const at = to + j * to_stride + i * size;
          const char *const source = from + i * from_stride + j * size;
          const int64_t nrows = end - i < kRows ? end - i : kRows;
          const int64_t ncolumns = n1 - j < kColumns ? n1 - j : kColumns;
          if (nrows == kRows && ncolumns == kColumns) {
            const int64_t next = tile + ahead < ntiles ? ahead : ahead - ntiles;
            const char *const in_rows = source + next * kVecBytes + to_next_band;
            move<traffic, fetches>(at, to_stride, source, from_stride,
                                   fetches == Fetches::InOrder ? in_order : in_rows);
          } else {
            if constexpr (fetches == Fetches::InOrder) fetch(in_order, nrows * ncolumns * size);
            if (nrows == kRows) {
              move_narrow<traffic>(at, to_stride, source, from_stride, ncolumns);
            } else {
              move_part(at, to_stride, source, from_stride, nrows, ncolumns);
            }
          }
          in_order += nrows * ncolumns * size;
          if (askew && ++tile == ntiles) tile = 0;
        }
      }
    }
  }

  // Within the caches, nothing fetched.
  CT_NOINLINE static void run_wide(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0,
                                   int64_t n1) {
    for (int64_t band = 0; band < n0; band += kBand) {
      const int64_t end = n0 - band < kBand ? n0 : band + kBand;
      for (int64_t first = 0; first < n1; first += kWide / size) {
        const int64_t last = n1 - first < kWide / size ? n1 : first + kWide / size;
        for (int64_t i = band; i < end; i += kRows) {
          const int64_t nrows = end - i < kRows ? end - i : kRows;
          for (int64_t j = first; j < last; j += kColumns) {
            char *const at = to + j * to_stride + i * size;
            const char *const source = from + i * from_stride + j * size;
            const int64_t ncolumns = last - j < kColumns ? last - j : kColumns;
            if (nrows == kRows && ncolumns == kColumns) {
              move<Traffic::Cached, Fetches::Nothing>(at, to_stride, source, from_stride, source);
            } else if (nrows == kRows) {
              move_narrow<Traffic::Cached>(at, to_stride, source, from_stride, ncolumns);
            } else {
              move_part(at, to_stride, source, from_stride, nrows, ncolumns);
            }
          }
        }
      }
    }
  }

  // A column of tiles to a block with rows `stride` bytes apart. ahead: what is fetched with it, or 0.
  static CT_INLINE void take_in(char *block, int64_t stride, const char *from, int64_t from_stride, int64_t nrows,
                                int64_t ncolumns, int64_t ahead) {
    for (int64_t i = 0; i < nrows; i += kRows, from += kRows * from_stride, block += kCacheLine) {
      const int64_t left = nrows - i < kRows ? nrows - i : kRows;
      if (left < kRows || ncolumns < kColumns) {
        move_part(block, stride, from, from_stride, left, ncolumns);
      } else if (ahead != 0) {
        move<Traffic::Cached, Fetches::Rows>(block, stride, from, from_stride, from + ahead);
      } else {
        move<Traffic::Cached, Fetches::Nothing>(block, stride, from, from_stride, from);
      }
    }
  }

  // Where the output's rows share sets of the first-level cache, within the caches: by way of a block, in which they
  // don't, and from which each row takes several lines at a time. Of tiles that lie askew because the input's rows
  // share sets as well, only the largest are better off so.
  static bool is_crowded(int64_t to_stride, int64_t from_stride, int64_t n0, int64_t n1) {
    if (kColumns <= 16 && from_stride % kSetStride == 0) return false;
    return n0 >= 2 * kRows && n1 >= kColumns && TileOf<size>::crowds_sets(to_stride);
  }
  CT_NOINLINE static void run_crowded(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0,
                                      int64_t n1) {
    constexpr int64_t kBytes = 512, kStride = kBytes + kCacheLine, kRowsInBlock = kBytes / size;
    alignas(kCacheLine) char block[kColumns * kStride];
    for (int64_t band = 0; band < n0; band += kRowsInBlock) {
      const int64_t rows = n0 - band < kRowsInBlock ? n0 - band : kRowsInBlock;
      for (int64_t j = 0; j < n1; j += kColumns) {
        const int64_t ncolumns = n1 - j < kColumns ? n1 - j : kColumns;
        take_in(block, kStride, from + band * from_stride + j * size, from_stride, rows, ncolumns, 0);
        for (int64_t column = 0; column < ncolumns; ++column) {
          copy_short(to + (j + column) * to_stride + band * size, block + column * kStride, rows * size);
        }
      }
    }
  }

  template <Traffic traffic>
  static void run(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
                  bool fetches) {
    const auto of = [&]<Fetches what>() { run<traffic, what>(to, to_stride, from, from_stride, n0, n1); };
    if (!fetches) return of.template operator()<Fetches::Nothing>();
    if (are_dense_short_rows(from_stride, n1 * size)) return of.template operator()<Fetches::InOrder>();
    of.template operator()<Fetches::Rows>();
  }

  // Where rows of `to` start anywhere in a line. Bands go by way of a block, from which each row takes whole lines: a
  // band is turned with the rows after it that fill its last lines, and leaves out those that the band before took.
  CT_NOINLINE static void run_unaligned(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0,
                                        int64_t n1, int64_t ahead) {
    constexpr int64_t kBand = size >= 4 ? 176 : 512;  // rows of `from`; fewer stay in the caches, more turn fewer twice
    constexpr int64_t kStride = (kBand + kRows) * size;
    alignas(kCacheLine) char block[kColumns * kStride];
    const auto lines_from = [](const char *row, int64_t i) {  // the first element from i on that starts a line
      return i + static_cast<int64_t>((uint64_t{0} - reinterpret_cast<uintptr_t>(row + i * size)) % kCacheLine) / size;
    };
    for (int64_t band = 0; band < n0; band += kBand) {
      const bool last = band + kBand + kRows >= n0;
      const int64_t rows = last ? n0 - band : kBand + kRows;
      for (int64_t j = 0; j < n1; j += kColumns) {
        const int64_t ncolumns = n1 - j < kColumns ? n1 - j : kColumns;
        take_in(block, kStride, from + band * from_stride + j * size, from_stride, rows, ncolumns, ahead);
        for (int64_t column = 0; column < ncolumns; ++column) {
          char *const row = to + (j + column) * to_stride;
          const int64_t begin = band == 0 ? 0 : lines_from(row, band);
          const int64_t end = last ? n0 : lines_from(row, band + kBand);
          if (begin >= end) continue;
          stream_row(row + begin * size, block + column * kStride + (begin - band) * size, (end - begin) * size, {});
        }
      }
      if (last) break;
    }
  }
};

template <int size>
void transpose_elements(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
                        TransposeTraffic traffic) {
  using Tiles = Tile<size>;
  const bool fetches = !traffic.fetched && fetches_ahead(from_stride, n1 * size, n0, traffic.loads);
  if (traffic.stores == Traffic::NonTemporal) {
    if (lines_match(to, to_stride)) {
      return Tiles::template run<Traffic::NonTemporal>(to, to_stride, from, from_stride, n0, n1, fetches);
    }
    const int64_t ahead = !fetches ? 0 : are_dense_short_rows(from_stride, n1 * size) ? kDenseAhead : 2 * kCacheLine;
    return Tiles::run_unaligned(to, to_stride, from, from_stride, n0, n1, ahead);
  }
  if (transpose_pixels(to, to_stride, from, from_stride, n0, n1, size)) return;
  if (traffic.loads == Traffic::Cached && Tiles::is_crowded(to_stride, from_stride, n0, n1)) {
    return Tiles::run_crowded(to, to_stride, from, from_stride, n0, n1);
  }
  if constexpr (size > 1) {
    if (traffic.loads == Traffic::Cached && goes_wide(to_stride, from, from_stride, n1 * size)) {
      return Tiles::run_wide(to, to_stride, from, from_stride, n0, n1);
    }
  }
  Tiles::template run<Traffic::Cached>(to, to_stride, from, from_stride, n0, n1, fetches);
}

}  // namespace

void transpose(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
               int64_t element_size, TransposeTraffic traffic) {
  switch (element_size) {
    case 1:
      return transpose_elements<1>(to, to_stride, from, from_stride, n0, n1, traffic);
    case 2:
      return transpose_elements<2>(to, to_stride, from, from_stride, n0, n1, traffic);
    case 4:
      return transpose_elements<4>(to, to_stride, from, from_stride, n0, n1, traffic);
    case 8:
      return transpose_elements<8>(to, to_stride, from, from_stride, n0, n1, traffic);
    default:
      return transpose_elements<16>(to, to_stride, from, from_stride, n0, n1, traffic);
  }
}

}  // namespace ct::kernels::CT_ISA
