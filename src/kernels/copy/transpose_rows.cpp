// Blocks of a permuted copy: rows on both sides lie anywhere, so that several dims can stand for one. Elements are
// turned in registers as in kernels/copy/transpose.cpp, longer runs are copied. What is streamed goes straight from the
// registers where rows are whole lines, else by way of a buffer, in which rows that are neighbours make lines together.
#include "kernels/copy/non_temporal.h"
#include "kernels/copy/tile.inl.h"
#include "kernels/registrations.h"

namespace ct::kernels::CT_ISA {
namespace {

// The lines that a later block reads, row after row: as many of them at a time as the memory likes to give of one, and
// in turns with what is streamed, which the processor runs far ahead of else.
class NextBlock {
 public:
  NextBlock(const char *next, const Turn &turn)
      : from_(next),
        row_(turn.from_rows),
        end_(turn.from_rows + (next == nullptr ? 0 : turn.n0 + turn.after)),
        row_bytes_(turn.n1 * turn.unit) {
    begin_row();
  }

  // What is left to fetch for each line that is written, where it is not one.
  int64_t per_line() const { return row_ == end_ ? 0 : row_bytes_ < kCacheLine ? kCacheLine / row_bytes_ : 1; }
  bool is_left() const { return row_ != end_; }

  // One line. Inlined, because GCC takes a function that does nothing but prefetch for one that does nothing.
  CT_INLINE void fetch() {
    __builtin_prefetch(reinterpret_cast<const char *>(at_), 0, 2);
    at_ += kCacheLine;
    if (at_ < row_end_) return;
    ++row_;
    begin_row();
  }

 private:
  CT_INLINE void begin_row() {
    if (row_ == end_) {  // goes on with what lies behind
      row_end_ = UINTPTR_MAX;
      return;
    }
    at_ = reinterpret_cast<uintptr_t>(from_ + *row_);
    row_end_ = at_ + static_cast<uintptr_t>(row_bytes_);
    const uintptr_t beyond = at_ % kCacheLine;
    if (beyond != 0 && row_bytes_ >= kCacheLine) {  // in a line more than are written meanwhile
      __builtin_prefetch(reinterpret_cast<const char *>(at_), 0, 2);
      at_ += kCacheLine;
    }
    at_ -= beyond;
  }

  const char *from_;
  const int64_t *row_, *end_;
  int64_t row_bytes_;
  uintptr_t at_ = 0, row_end_ = 0;
};

// Takes rows of the output from a buffer to where they belong, in whole lines: a row's last line is filled by the next
// row where that goes on with it, else with what comes after the block, else it is written in part. next: where a block
// is fetched from meanwhile, or NULL.
class Lines {
 public:
  Lines(char *to, const Turn &turn, const char *next)
      : to_(to), turn_(turn), row_bytes_(turn.n0 * turn.unit), next_(next, turn) {
    int64_t gaps = turn.after != 0 || turn.begun ? 1 : 0;
    for (int64_t j = 1; j < turn.n1; ++j) gaps |= turn.to_rows[j] - turn.to_rows[j - 1] - row_bytes_;
    dense_ = gaps == 0;
    if (!dense_) return;
    fetch_part(to);
    fetch_part(to + turn.n1 * row_bytes_);
  }

  int64_t bytes() const { return row_bytes_ + turn_.after * turn_.unit; }  // of a row in the buffer

  // Rows [begin, end), side by side in the buffer, which leaves room for a line before them.
  CT_NOINLINE void take(char *rows, int64_t begin, int64_t end) {
    if (dense_) return put(to_ + turn_.to_rows[begin], rows, (end - begin) * row_bytes_, end < turn_.n1);
    if (turn_.after != 0 || turn_.begun) {
      for (int64_t j = begin; j < end; ++j, rows += bytes()) {
        char *const row = to_ + turn_.to_rows[j];
        const int64_t first = turn_.begun ? least(before_line(row), row_bytes_) : 0;
        const int64_t last = row_bytes_ + least(before_line(row + row_bytes_), turn_.after * turn_.unit);
        put(row + first, rows + first, last - first, false);
      }
      return;
    }
    while (begin < end) {
      int64_t next = begin + 1;
      while (next < end && is_followed(next - 1)) ++next;
      const int64_t nbytes = (next - begin) * row_bytes_;
      put(to_ + turn_.to_rows[begin], rows, nbytes, is_followed(next - 1));
      rows += nbytes;
      begin = next;
    }
  }

  CT_INLINE void fetch_rest() {
    while (next_.is_left()) next_.fetch();
  }

  // Lines that are written in part are read before.
  CT_INLINE void fetch(int64_t begin, int64_t end) const {
    if (dense_) return;
    for (int64_t j = begin; j < end; ++j) {
      const char *const row = to_ + turn_.to_rows[j];
      if (!turn_.begun && (j == 0 || !is_followed(j - 1))) fetch_part(row);
      if (turn_.after == 0 && !is_followed(j)) fetch_part(row + row_bytes_);
    }
  }

 private:
  static CT_INLINE void fetch_part(const char *at) {
    if (before_line(at) != 0) __builtin_prefetch(at, 1, 3);
  }

  static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
  static int64_t before_line(const char *at) {
    return static_cast<int64_t>((uint64_t{0} - reinterpret_cast<uintptr_t>(at)) % kCacheLine);
  }

  bool is_followed(int64_t row) const {
    return row + 1 < turn_.n1 && turn_.to_rows[row + 1] == turn_.to_rows[row] + row_bytes_;
  }

  template <bool one>
  CT_INLINE int64_t stream_lines(char *to, const char *from, int64_t i, int64_t nbytes, int64_t fetches) {
    NextBlock next = next_;
    for (; i + kCacheLine <= nbytes; i += kCacheLine) {
#pragma GCC unroll 4
      for (int64_t part = 0; part < kCacheLine; part += kVecBytes) {
        stream(to + i + part, Vec<uint64_t>::load(from + i + part));
      }
      if constexpr (one) {
        next.fetch();
      } else {
        for (int64_t k = 0; k < fetches && next.is_left(); ++k) next.fetch();
      }
    }
    next_ = next;
    return i;
  }

  CT_NOINLINE void put(char *to, char *from, int64_t nbytes, bool is_followed) {
    from -= waiting_;
    to -= waiting_;
    nbytes += waiting_;
    copy_small(from, tail_, waiting_);
    int64_t i = before_line(to);
    if (i > nbytes) i = is_followed ? 0 : nbytes;
    copy_small(to, from, i);
    const int64_t fetches = next_.per_line();
    i = fetches == 1 ? stream_lines<true>(to, from, i, nbytes, 1) : stream_lines<false>(to, from, i, nbytes, fetches);
    waiting_ = is_followed ? nbytes - i : 0;
    copy_small(is_followed ? tail_ : to + i, from + i, nbytes - i);
  }

  char *const to_;
  const Turn &turn_;
  const int64_t row_bytes_;
  NextBlock next_;
  bool dense_;  // the rows of the output lie side by side
  int64_t waiting_ = 0;
  char tail_[kCacheLine];
};

// What is fetched while `nbytes` of each row of a block from `begin` on are read: in its rows, as many bytes ahead as
// the memory takes to answer, or in those of the block after it where it ends before; or this block's share of the one
// after it, in order. Of rows it is the last byte of as many: where they lie in two lines, the first was fetched
// before, but where a row begins. Inlined, because GCC takes a function that does nothing but prefetch for one that
// does nothing.
CT_INLINE const char *fetched_at(Fetches fetches, const char *from, const char *next, const Turn &turn, int64_t begin,
                                 int64_t nbytes) {
  constexpr int64_t kFetched = 8192;  // bytes
  if (fetches == Fetches::Nothing) return nullptr;
  if (fetches == Fetches::InOrder) return next + begin * turn.n0;
  const int64_t row_bytes = turn.n1 * turn.unit;
  int64_t ahead = (kFetched / turn.n0 + kCacheLine - 1) & -kCacheLine;
  if (ahead > row_bytes) ahead = row_bytes;
  int64_t at = begin + ahead;
  if (at >= row_bytes) {
    at -= row_bytes;
    from = next;
    if (at < nbytes) {
      for (int64_t i = 0; i < turn.n0; ++i) __builtin_prefetch(from + turn.from_rows[i], 0, 2);
    }
  }
  return from + (at + nbytes < row_bytes ? at + nbytes : row_bytes) - 1;
}

Fetches fetches_of(const char *next, const Turn &turn) {
  return next == nullptr ? Fetches::Nothing : turn.next_in_order ? Fetches::InOrder : Fetches::Rows;
}

struct HalfLine {
  uint64_t words __attribute__((vector_size(kCacheLine / 2)));
};

template <int... I>
CT_INLINE HalfLine half_line(Vec<uint64_t> a, Vec<uint64_t> b) {
  return {__builtin_shufflevector(a.v, b.v, I...)};
}

// lines[l] = lane l of a and of b, for all lanes of a register.
template <int register_bytes>
CT_INLINE void join_two(HalfLine *lines, Vec<uint64_t> a, Vec<uint64_t> b) {
  if constexpr (register_bytes == 64) {
    lines[0] = half_line<0, 1, 8, 9>(a, b);
    lines[1] = half_line<2, 3, 10, 11>(a, b);
    lines[2] = half_line<4, 5, 12, 13>(a, b);
    lines[3] = half_line<6, 7, 14, 15>(a, b);
  } else if constexpr (register_bytes == 32) {
    lines[0] = half_line<0, 1, 4, 5>(a, b);
    lines[1] = half_line<2, 3, 6, 7>(a, b);
  } else {
    lines[0] = half_line<0, 1, 2, 3>(a, b);
  }
}

// Where rows of a block start in a buffer that begins with a page: behind a line, and so that where they do not fit
// into the page, it ends between two of them. A store into two pages costs as much as a tile.
char *rows_in(char *page, int64_t row_bytes, int64_t nrows) {
  const int64_t in_page = (kPage - kCacheLine) / row_bytes;
  return in_page == 0 || in_page >= nrows ? page + kCacheLine : page + kPage - in_page * row_bytes;
}

constexpr int64_t kTogether = 4;                     // columns of tiles that are under way at a time, askew
constexpr int64_t kBufferBytes = int64_t{16} << 10;  // of each of them

template <int size>
struct Elements : TileOf<size> {
  using typename TileOf<size>::V;
  using TileOf<size>::kRows, TileOf<size>::kColumns, TileOf<size>::kGroup;
  static constexpr bool kGoesAskew = size == 4 || size == 8;
  static constexpr int64_t kWide = 256;  // bytes
  static constexpr bool kIsLong = size <= 2;
  static constexpr bool kHasPairs = size == 4 && kVecBytes == kCacheLine;

  template <Traffic traffic, Fetches fetches>
  static CT_INLINE void whole(char *to, const int64_t *to_rows, const char *from, const int64_t *from_rows,
                              const char *fetched) {
    if constexpr (kIsLong && !(traffic == Traffic::NonTemporal && fetches == Fetches::Rows)) {
      tile<traffic, Fetches::Nothing>(to, to_rows, from, from_rows, fetched, fetches);
    } else {
      tile<traffic, fetches>(to, to_rows, from, from_rows, fetched);
    }
  }

  // by_groups: of a tile of many rows, what is fetched before each group of them, so that one piece of code does for
  // all.
  template <Traffic traffic, Fetches fetches, class... Group>
  __attribute__((aligned(kCacheLine))) CT_NOINLINE static void tile(char *to, const int64_t *to_rows, const char *from,
                                                                    const int64_t *from_rows, const char *fetched,
                                                                    Group... by_groups) {
    V rows[4][kGroup];
#pragma GCC unroll 4
    for (int g = 0; g < 4; ++g) {
      const int64_t done = g * kGroup;
      (fetch(by_groups, fetched + (by_groups == Fetches::InOrder ? done * kVecBytes : 0), from_rows + done, kGroup,
             kColumns),
       ...);
#pragma GCC unroll 16
      for (int k = 0; k < kGroup; ++k) {
        const int64_t row = from_rows[g * kGroup + k];
        if constexpr (fetches == Fetches::Rows) __builtin_prefetch(fetched + row, 0, 2);
        rows[g][k] = V::load(from + row);
      }
      turn<size>(rows[g]);
    }
    TileOf<size>::template store<traffic, fetches>(rows, kColumns, fetched,
                                                   [&](int column) { return to + to_rows[column]; });
  }

  // Whether each second column goes on, in half a line, where the one before it ends.
  static CT_INLINE bool are_pairs(const int64_t *to_rows) {
#pragma GCC unroll 8
    for (int k = 0; k < kColumns; k += 2) {
      if (to_rows[k + 1] - to_rows[k] != kCacheLine / 2) return false;
    }
    return true;
  }

  // Two columns of half the rows of a tile are a line.
  static CT_INLINE void store_pairs(char *to, const int64_t *to_rows, const V (&rows)[2][kGroup]) {
#pragma GCC unroll 16
    for (int k = 0; k < kGroup; k += 2) {
      Vec<uint64_t> q[4];
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i) q[i].v = (typename Vec<uint64_t>::Native)rows[i % 2][k + i / 2].v;
      Line lines[TileOf<size>::kLanes];
      join_lanes<kVecBytes>(lines, q);
#pragma GCC unroll 4
      for (int lane = 0; lane < TileOf<size>::kLanes; ++lane) {
        store_line<Traffic::Cached>(to + to_rows[lane * kGroup + k], lines[lane]);
      }
    }
  }

  // Half the rows of a tile: half a line of each column.
  __attribute__((aligned(kCacheLine))) CT_NOINLINE static void half(char *to, const int64_t *to_rows, const char *from,
                                                                    const int64_t *from_rows) {
    V rows[2][kGroup];
#pragma GCC unroll 2
    for (int g = 0; g < 2; ++g) {
#pragma GCC unroll 16
      for (int k = 0; k < kGroup; ++k) rows[g][k] = V::load(from + from_rows[g * kGroup + k]);
      turn<size>(rows[g]);
    }
    if constexpr (kHasPairs) {
      if (are_pairs(to_rows)) return store_pairs(to, to_rows, rows);
    }
#pragma GCC unroll 16
    for (int k = 0; k < kGroup; ++k) {
      HalfLine lines[TileOf<size>::kLanes];
      join_two<kVecBytes>(lines, {(typename Vec<uint64_t>::Native)rows[0][k].v},
                          {(typename Vec<uint64_t>::Native)rows[1][k].v});
#pragma GCC unroll 4
      for (int lane = 0; lane < TileOf<size>::kLanes; ++lane) {
        store_element(to + to_rows[lane * kGroup + k], lines[lane]);
      }
    }
  }

  // Fewer rows or columns than a tile has, lane by lane; the last group of rows takes some again.
  CT_NOINLINE static void part(char *to, const int64_t *to_rows, const char *from, const int64_t *from_rows,
                               int64_t nrows, int64_t ncolumns) {
    for (int64_t first = 0; first < nrows; first += kGroup) {
      const bool fills = nrows >= kGroup;
      if (fills && first > nrows - kGroup) first = nrows - kGroup;
      V rows[kGroup];
#pragma GCC unroll 16
      for (int k = 0; k < kGroup; ++k) {
        const char *const at = from + from_rows[first + k < nrows ? first + k : nrows - 1];
        rows[k] = ncolumns == kColumns ? V::load(at) : TileOf<size>::load(at, ncolumns);
      }
      turn<size>(rows);
      alignas(kCacheLine) char lanes[kGroup][kVecBytes];
#pragma GCC unroll 16
      for (int k = 0; k < kGroup; ++k) rows[k].store(lanes[k]);
      for (int64_t j = 0; j < ncolumns; ++j) {
        const char *const lane = lanes[j % kGroup] + j / kGroup * kLane;
        char *const row = to + to_rows[j] + first * size;
        if (fills) {
          store_element(row, load_element<Bits<char[16]>>(lane));
        } else {
          copy_small(row, lane, nrows * size);
        }
      }
    }
  }

  // What fewer rows or columns than a tile has ask for.
  static CT_INLINE void fetch(Fetches fetches, const char *fetched, const int64_t *from_rows, int64_t nrows,
                              int64_t ncolumns) {
    if (fetches == Fetches::Rows) {
      for (int64_t i = 0; i < nrows; ++i) __builtin_prefetch(fetched + from_rows[i], 0, 2);
    } else if (fetches == Fetches::InOrder) {
      for (int64_t i = 0; i < nrows * ncolumns * size; i += kCacheLine) __builtin_prefetch(fetched + i, 0, 2);
    }
  }

  // Columns [j, j + ncolumns) of all rows. What the last tile, or half of one, lacks in rows it takes again.
  template <Traffic traffic, Fetches fetches>
  static CT_INLINE void columns(char *to, const int64_t *to_rows, const char *from, const int64_t *from_rows,
                                int64_t nrows, int64_t ncolumns, const char *fetched) {
    if (nrows < kRows || ncolumns < kColumns) {
      fetch(fetches, fetched, from_rows, nrows, ncolumns);
      if (ncolumns == kColumns && nrows >= kRows / 2) {
        half(to, to_rows, from, from_rows);
        const int64_t last = nrows - kRows / 2;
        if (last > 0) half(to + last * size, to_rows, from, from_rows + last);
        return;
      }
      return part(to, to_rows, from, from_rows, nrows, ncolumns);
    }
    for (int64_t i = 0; i < nrows; i += kRows) {
      const int64_t missing = i + kRows - nrows;
      if (missing >= kRows / 2) {
        i = nrows - kRows / 2;
        fetch(fetches, fetched, from_rows + i, kRows / 2, kColumns);
        return half(to + i * size, to_rows, from, from_rows + i);
      }
      if (missing > 0) i = nrows - kRows;
      whole<traffic, fetches>(to + i * size, to_rows, from, from_rows + i, fetched);
      if constexpr (fetches == Fetches::InOrder) fetched += TileOf<size>::kBytes;
    }
  }

  // Columns that a row of tiles takes before the next one does, or 0. Where rows begin anywhere in a line, columns of
  // tiles that are neighbours read the same lines, which are still near then. The rows of the output of several must
  // not crowd a set of the first-level cache.
  static int64_t wide_of(const Turn &turn) {
    constexpr int64_t crowded = 1024;
    if (turn.n0 < 2 * kRows || turn.n1 < 2 * kColumns) return 0;
    if (turn.by_two_lines) return 2 * kCacheLine / size;
    const bool is_wide =
        (turn.from_rows[1] - turn.from_rows[0]) % kCacheLine != 0 && (turn.to_rows[1] - turn.to_rows[0]) % crowded != 0;
    return is_wide ? kWide / size : 0;
  }

  // Columns of tiles from column `begin` on, `all` columns, or as many as there are.
  CT_NOINLINE static void wide_columns(char *to, const char *from, const Turn &turn, int64_t begin, int64_t all) {
    const int64_t last = (turn.n1 - begin < all ? turn.n1 : begin + all) - kColumns;
    for (int64_t i = 0; i < turn.n0; i += kRows) {
      const int64_t missing = i + kRows - turn.n0;
      const bool halves = missing >= kRows / 2;
      if (missing > 0) i = turn.n0 - (halves ? kRows / 2 : kRows);
      for (int64_t j = begin;; j += kColumns) {
        if (j > last) j = last;
        const char *const source = from + j * size;
        if (halves) {
          half(to + i * size, turn.to_rows + j, source, turn.from_rows + i);
        } else {
          whole<Traffic::Cached, Fetches::Nothing>(to + i * size, turn.to_rows + j, source, turn.from_rows + i,
                                                   nullptr);
        }
        if (j == last) break;
      }
    }
  }

  // ---- askew ----

  // Whether the rows of a tile lie in one set of the first-level cache, which takes in their lines one after the other.
  // Tiles whose rows are neighbours are then of different columns, in different sets.
  static bool shares_set(const Turn &turn, int64_t nrows) {
    return nrows > kRows && turn.n1 >= kColumns && (turn.from_rows[1] - turn.from_rows[0]) % kPage == 0;
  }

  // Of the columns of tiles, t begins so. The last of them takes some again.
  static int64_t column_of(int64_t t, const Turn &turn) {
    return turn.n1 - t * kColumns < kColumns ? turn.n1 - kColumns : t * kColumns;
  }

  // Where a column of tiles goes, and what it asks for.
  struct Target {
    char *to;
    const int64_t *to_rows;
    const char *fetched;
  };
  using Whole = void (*)(char *to, const int64_t *to_rows, const char *from, const int64_t *from_rows,
                         const char *fetched);

  // begins(t) before the first tile of column t, ends(t) after the last. whole: what fetches so.
  template <class Begins, class Ends>
  static CT_INLINE void run_askew(Whole whole, Fetches fetches, const char *from, const Turn &turn, int64_t nrows,
                                  Begins begins, Ends ends) {
    const int64_t count = (turn.n1 + kColumns - 1) / kColumns;
    const int64_t *const from_rows = turn.from_rows;
    Target targets[kTogether];
    for (int64_t last = 0; last < count + kTogether - 1; ++last) {
      const int64_t first = last - (kTogether - 1);
      if (last < count) targets[last % kTogether] = begins(last);
      int64_t t = last;
      for (int64_t i = 0; i < nrows; i += kRows) {
        if (t >= 0 && t < count) {
          const Target &target = targets[t % kTogether];
          const char *const at = from + column_of(t, turn) * size;
          const char *const fetched = target.fetched + (fetches == Fetches::InOrder ? i * kVecBytes : 0);
          const int64_t left = nrows - i;
          if (left <= kRows / 2) {
            const int64_t row = nrows - kRows / 2;
            fetch(fetches, fetched, from_rows + i, left, kColumns);
            half(target.to + row * size, target.to_rows, at, from_rows + row);
          } else {
            const int64_t row = left < kRows ? nrows - kRows : i;
            whole(target.to + row * size, target.to_rows, at, from_rows + row, fetched);
          }
        }
        t = t == first ? last : t - 1;
      }
      if (first >= 0) ends(first);
    }
  }

  CT_NOINLINE static void run_cached_askew(Whole whole, Fetches fetches, char *to, const char *from, const char *next,
                                           const Turn &turn) {
    run_askew(
        whole, fetches, from, turn, turn.n0,
        [&](int64_t t) __attribute__((always_inline)) {
          const int64_t j = column_of(t, turn);
          return Target{to, turn.to_rows + j, fetched_at(fetches, from, next, turn, j * size, kColumns * size)};
        },
        [](int64_t) {});
  }

  // By way of several buffers in turns.
  CT_NOINLINE static void run_buffered_askew(char *to, const char *from, const char *next, const Turn &turn) {
    Lines lines(to, turn, next);
    alignas(kPage) char buffers[kTogether * kBufferBytes];
    char *const block = rows_in(buffers, lines.bytes(), kColumns);
    int64_t buffer_rows[kColumns];
    for (int64_t k = 0; k < kColumns; ++k) buffer_rows[k] = k * lines.bytes();
    run_askew(
        &tile<Traffic::Cached, Fetches::Nothing>, Fetches::Nothing, from, turn, turn.n0 + turn.after,
        [&](int64_t t) __attribute__((always_inline)) {
          lines.fetch(t * kColumns, column_of(t, turn) + kColumns);
          return Target{block + t % kTogether * kBufferBytes, buffer_rows, nullptr};
        },
        [&](int64_t t) __attribute__((always_inline)) {
          const int64_t again = t * kColumns - column_of(t, turn);
          lines.take(block + t % kTogether * kBufferBytes + again * lines.bytes(), t * kColumns,
                     column_of(t, turn) + kColumns);
        });
    lines.fetch_rest();
  }

  // ---- one column of tiles after the other ----

  // Where the output's rows share sets of the first-level cache: by way of a buffer, in which they don't, and from
  // which each row takes several lines at a time. False where not all of a tile's do.
  CT_NOINLINE static bool run_crowded(char *to, const char *from, const Turn &turn) {
    int64_t apart = 0;
    for (int64_t k = 1; k < kColumns; ++k) apart |= turn.to_rows[k] - turn.to_rows[0];
    if (!TileOf<size>::crowds_sets(apart)) return false;
    constexpr int64_t kBytes = 512, kStride = kBytes + kCacheLine, kAll = kBytes / size;  // of a row
    alignas(kCacheLine) char buffer[kColumns * kStride];
    int64_t buffer_rows[kColumns];
    for (int64_t k = 0; k < kColumns; ++k) buffer_rows[k] = k * kStride;
    for (int64_t i = 0; i < turn.n0; i += kAll) {
      const int64_t nrows = turn.n0 - i < kAll ? turn.n0 - i : kAll;
      for (int64_t t = 0; t * kColumns < turn.n1; ++t) {
        const int64_t j = column_of(t, turn);
        columns<Traffic::Cached, Fetches::Nothing>(buffer, buffer_rows, from + j * size, turn.from_rows + i, nrows,
                                                   kColumns, nullptr);
        for (int64_t k = t * kColumns - j; k < kColumns; ++k) {
          copy_short(to + turn.to_rows[j + k] + i * size, buffer + k * kStride, nrows * size);
        }
      }
    }
    return true;
  }

  // Half the rows of a tile, of which two columns are a line.
  __attribute__((aligned(kCacheLine))) CT_NOINLINE static void run_pairs(char *to, const char *from,
                                                                         const Turn &block) {
    int64_t from_rows[kRows / 2];
    for (int64_t k = 0; k < kRows / 2; ++k) from_rows[k] = block.from_rows[k];
    for (int64_t done = 0; done < block.n1; done += kColumns) {
      const int64_t j = block.n1 - done < kColumns ? block.n1 - kColumns : done;
      V rows[2][kGroup];
#pragma GCC unroll 2
      for (int g = 0; g < 2; ++g) {
#pragma GCC unroll 16
        for (int k = 0; k < kGroup; ++k) rows[g][k] = V::load(from + from_rows[g * kGroup + k] + j * size);
        turn<size>(rows[g]);
      }
      store_pairs(to, block.to_rows + j, rows);
    }
  }

  template <Fetches fetches>
  __attribute__((aligned(kCacheLine))) CT_NOINLINE static void run_cached(char *to, const char *from, const char *next,
                                                                          const Turn &turn) {
    if constexpr (fetches == Fetches::Nothing) {
      if constexpr (kHasPairs) {
        if (turn.in_pairs && turn.n0 == kRows / 2 && turn.n1 >= kColumns) return run_pairs(to, from, turn);
      }
      const bool may_be = turn.n0 >= 2 * kRows && turn.n1 >= kColumns;
      if (may_be && TileOf<size>::crowds_sets(turn.to_rows[1] - turn.to_rows[0]) && run_crowded(to, from, turn)) return;
    }
    if constexpr (kGoesAskew) {
      if (shares_set(turn, turn.n0)) {
        return run_cached_askew(&tile<Traffic::Cached, fetches>, fetches, to, from, next, turn);
      }
    }
    int64_t done = 0;
    if constexpr (fetches == Fetches::Nothing) {
      if (const int64_t all = wide_of(turn); all != 0) {
        for (; turn.n1 - done >= kColumns; done += all) wide_columns(to, from, turn, done, all);
      }
    }
    const int64_t ncolumns = turn.n1 < kColumns ? turn.n1 : kColumns;
    for (; done < turn.n1; done += ncolumns) {
      const int64_t j = turn.n1 - done < ncolumns ? turn.n1 - ncolumns : done;
      columns<Traffic::Cached, fetches>(to, turn.to_rows + j, from + j * size, turn.from_rows, turn.n0, ncolumns,
                                        fetched_at(fetches, from, next, turn, j * size, ncolumns * size));
    }
  }

  // Straight from the registers: rows are whole lines.
  template <Fetches fetches>
  CT_NOINLINE static void run_streamed(char *to, const char *from, const char *next, const Turn &turn) {
    int64_t j = 0;
    for (; j + kColumns <= turn.n1; j += kColumns) {
      columns<Traffic::NonTemporal, fetches>(to, turn.to_rows + j, from + j * size, turn.from_rows, turn.n0, kColumns,
                                             fetched_at(fetches, from, next, turn, j * size, kColumns * size));
    }
    if (j == turn.n1) return;
    const int64_t left = turn.n1 - j;
    fetch(fetches, fetched_at(fetches, from, next, turn, j * size, left * size), turn.from_rows, turn.n0, left);
    run_buffered(to, from, nullptr, turn, j);
  }

  // By way of a buffer, from column `begin` on.
  CT_NOINLINE static void run_buffered(char *to, const char *from, const char *next, const Turn &turn, int64_t begin) {
    Lines lines(to, turn, next);
    alignas(kPage) char buffer[kPage + (max_turn_row(size) + kCacheLine) * kColumns];
    char *const block = rows_in(buffer, lines.bytes(), kColumns);
    int64_t buffer_rows[kColumns];
    for (int64_t k = 0; k < kColumns; ++k) buffer_rows[k] = k * lines.bytes();
    const int64_t ncolumns = turn.n1 < kColumns ? turn.n1 : kColumns;
    for (int64_t done = begin; done < turn.n1;) {
      const int64_t j = turn.n1 - done < ncolumns ? turn.n1 - ncolumns : done;
      lines.fetch(done, j + ncolumns);
      columns<Traffic::Cached, Fetches::Nothing>(block, buffer_rows, from + j * size, turn.from_rows,
                                                 turn.n0 + turn.after, ncolumns, nullptr);
      lines.take(block + (done - j) * lines.bytes(), done, j + ncolumns);
      done = j + ncolumns;
    }
    lines.fetch_rest();
  }

  template <Fetches fetches>
  static void run(char *to, const char *from, const char *next, const Turn &turn, bool streams) {
    if (streams) return run_streamed<fetches>(to, from, next, turn);
    run_cached<fetches>(to, from, next, turn);
  }

  static void run(char *to, const char *from, const char *next, const Turn &turn, bool streams) {
    if (streams && !(turn.whole_lines && turn.n1 >= kColumns)) {
      if constexpr (kGoesAskew) {
        const int64_t nrows = turn.n0 + turn.after;
        const bool fits = (kColumns + 1) * nrows * size + 2 * kCacheLine <= kBufferBytes;
        if (fits && shares_set(turn, nrows)) return run_buffered_askew(to, from, next, turn);
      }
      return run_buffered(to, from, next, turn, 0);
    }
    switch (fetches_of(next, turn)) {
      case Fetches::Nothing:
        return run<Fetches::Nothing>(to, from, next, turn, streams);
      case Fetches::Rows:
        return run<Fetches::Rows>(to, from, next, turn, streams);
      case Fetches::InOrder:
        return run<Fetches::InOrder>(to, from, next, turn, streams);
    }
  }
};

// ---- runs ----

// A length between two powers of two, by two registers that may overlap.
template <int half>
CT_INLINE void copy_twice(char *to, const char *from, int64_t nbytes) {
  struct Half {
    char bytes[half];
  };
  const auto first = load_element<Half>(from), last = load_element<Half>(from + nbytes - half);
  store_element(to, first);
  store_element(to + nbytes - half, last);
}

// Runs of `unit` bytes side by side.
template <int at_least>
void collect(char *to, const char *from, const int64_t *rows, int64_t n, int64_t unit, const char *fetched) {
  for (int64_t i = 0; i < n; ++i, to += unit) {
    if (fetched != nullptr) {
      for (int64_t byte = 0; byte < unit; byte += kCacheLine) __builtin_prefetch(fetched + rows[i] + byte, 0, 2);
    }
    if constexpr (at_least == 0) {
      copy_small(to, from + rows[i], unit);
    } else if constexpr (at_least <= 32) {
      copy_twice<at_least>(to, from + rows[i], unit);
    } else {
      copy_short(to, from + rows[i], unit);
    }
  }
}

// Begins with a line of the cache: else it is faster or slower with each change to what lies before it.
__attribute__((aligned(kCacheLine))) CT_NOINLINE void collect_runs(char *to, const char *from, const int64_t *rows,
                                                                   int64_t n, int64_t unit, const char *fetched) {
  if (unit < 16) return collect<0>(to, from, rows, n, unit, fetched);
  if (unit <= 32) return collect<16>(to, from, rows, n, unit, fetched);
  if (unit <= 64) return collect<32>(to, from, rows, n, unit, fetched);
  collect<64>(to, from, rows, n, unit, fetched);
}

// Bytes between rows of the input, or 0 where that is not the same for all.
int64_t even_step(const Turn &turn) {
  const int64_t *const rows = turn.from_rows;
  const int64_t step = turn.n0 > 1 ? rows[1] - rows[0] : 0;
  int64_t off = 0;
  for (int64_t i = 1; i < turn.n0; ++i) off |= rows[i] - rows[i - 1] - step;
  return off == 0 ? step : 0;
}

// All runs of a row of the input at a time, which are read as one.
template <int together, int at_least>
void copy_together(char *to, const char *from, const Turn &turn, int64_t step) {
  char *rows[together];
  for (int k = 0; k < together; ++k) rows[k] = to + turn.to_rows[k];
  const int64_t unit = turn.unit;
  for (int64_t i = 0; i < turn.n0; ++i, from += step) {
#pragma GCC unroll 4
    for (int k = 0; k < together; ++k) {
      if constexpr (at_least <= kVecBytes) {
        copy_twice<at_least>(rows[k] + i * unit, from + k * unit, unit);
      } else {
        copy_short(rows[k] + i * unit, from + k * unit, unit);
      }
    }
  }
}

template <int at_least>
bool copy_even_runs(char *to, const char *from, const Turn &turn, int64_t step) {
  if (turn.n1 == 4) return copy_together<4, at_least>(to, from, turn, step), true;
  if (turn.n1 == 3) return copy_together<3, at_least>(to, from, turn, step), true;
  if (turn.n1 == 2) return copy_together<2, at_least>(to, from, turn, step), true;
  return false;
}
bool copy_even_runs(char *to, const char *from, const Turn &turn) {
  const int64_t step = even_step(turn);
  if (turn.unit < 16 || step == 0) return false;
  if (turn.unit <= 32) return copy_even_runs<16>(to, from, turn, step);
  if (turn.unit <= 64) return copy_even_runs<32>(to, from, turn, step);
  if (turn.unit <= 2 * kVecBytes) return copy_even_runs<kVecBytes>(to, from, turn, step);
  return copy_even_runs<2 * kVecBytes>(to, from, turn, step);
}

void copy_runs(char *to, const char *from, const char *next, const Turn &turn, bool streams) {
  const int64_t unit = turn.unit;
  if (!streams && next == nullptr && copy_even_runs(to, from, turn)) return;
  const bool direct = streams && turn.whole_lines && unit % kCacheLine == 0;
  alignas(kCacheLine) char buffer[kCacheLine + max_turn_row(4) + 2 * kCacheLine];
  const Fetches fetches = fetches_of(next, turn);
  Lines lines(to, turn, nullptr);
  for (int64_t j = 0; j < turn.n1; ++j) {
    const char *const source = from + j * unit;
    const char *const fetched =
        fetches == Fetches::Rows ? fetched_at(Fetches::Rows, from, next, turn, j * unit, 1) : nullptr;
    if (fetches == Fetches::InOrder) {
      const char *const share = fetched_at(Fetches::InOrder, from, next, turn, j * unit, 1);
      for (int64_t i = 0; i < turn.n0 * unit; i += kCacheLine) __builtin_prefetch(share + i, 0, 2);
    }
    if (direct) {
      char *const row = to + turn.to_rows[j];
      for (int64_t i = 0; i < turn.n0; ++i) {
        const int64_t at = turn.from_rows[i];
        for (int64_t byte = 0; byte < unit; byte += kCacheLine) {
          if (fetched != nullptr) __builtin_prefetch(fetched + at + byte, 0, 2);
#pragma GCC unroll 4
          for (int64_t part = 0; part < kCacheLine; part += kVecBytes) {
            stream(row + i * unit + byte + part, Vec<uint64_t>::load(source + at + byte + part));
          }
        }
      }
    } else if (streams) {
      lines.fetch(j, j + 1);
      collect_runs(buffer + kCacheLine, source, turn.from_rows, turn.n0, unit, fetched);
      // of the last run that fills the line, no more than that
      int64_t missing = turn.after * unit < kCacheLine ? turn.after * unit : kCacheLine;
      char *end = buffer + kCacheLine + turn.n0 * unit;
      for (int64_t i = turn.n0; missing > 0; ++i) {
        const int64_t nbytes = missing < unit ? missing : unit;
        copy_small(end, source + turn.from_rows[i], nbytes);
        end += nbytes;
        missing -= nbytes;
      }
      lines.take(buffer + kCacheLine, j, j + 1);
    } else {
      collect_runs(to + turn.to_rows[j], source, turn.from_rows, turn.n0, unit, fetched);
    }
  }
}

void run_turn(char *to, const char *from, const char *next, const Turn &turn, Traffic traffic) {
  const bool streams = traffic == Traffic::NonTemporal;
  switch (turn.unit) {
    case 1:
      Elements<1>::run(to, from, next, turn, streams);
      break;
    case 2:
      Elements<2>::run(to, from, next, turn, streams);
      break;
    case 4:
      Elements<4>::run(to, from, next, turn, streams);
      break;
    case 8:
      Elements<8>::run(to, from, next, turn, streams);
      break;
    case 16:
      Elements<16>::run(to, from, next, turn, streams);
      break;
    default:
      copy_runs(to, from, next, turn, streams);
  }
}

}  // namespace

void register_turn(Table &table) {
  table.turn = &run_turn;
  table.fence = [] { stream_fence(); };
}

}  // namespace ct::kernels::CT_ISA
