// Blocks of a permuted copy: rows on both sides lie anywhere, so that several dims can stand for one. Elements are
// turned in registers as in kernels/transpose.cpp, longer runs are copied. What is streamed goes straight from the
// registers where rows are whole lines, else by way of a buffer, in which rows that are neighbours make lines together.
#include "kernels/stream.h"
#include "kernels/tile.inl.h"
#include "kernels/units.h"

namespace ct::kernels::CT_ISA {
namespace {

// Takes rows of the output from a buffer to where they belong, in whole lines: a row's last line is filled by the next
// row where that goes on with it, else with what comes after the block, else it is written in part.
class Lines {
 public:
  Lines(char *to, const Turn &turn) : to_(to), turn_(turn), row_bytes_(turn.n0 * turn.unit) {}

  int64_t bytes() const { return row_bytes_ + turn_.after * turn_.unit; }  // of a row in the buffer

  // Rows [begin, end), side by side in the buffer, which leaves room for a line before them.
  CT_NOINLINE void take(char *rows, int64_t begin, int64_t end) {
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

  // Lines that are written in part are read before.
  CT_INLINE void fetch(int64_t begin, int64_t end) const {
    for (int64_t j = begin; j < end; ++j) {
      const char *const row = to_ + turn_.to_rows[j];
      if (!turn_.begun && (j == 0 || !is_followed(j - 1))) __builtin_prefetch(row, 1, 3);
      if (turn_.after == 0 && !is_followed(j)) __builtin_prefetch(row + row_bytes_, 1, 3);
    }
  }

 private:
  static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
  static int64_t before_line(const char *at) {
    return static_cast<int64_t>((uint64_t{0} - reinterpret_cast<uintptr_t>(at)) % kLine);
  }

  bool is_followed(int64_t row) const {
    return row + 1 < turn_.n1 && turn_.to_rows[row + 1] == turn_.to_rows[row] + row_bytes_;
  }

  void put(char *to, char *from, int64_t nbytes, bool is_followed) {
    from -= waiting_;
    to -= waiting_;
    nbytes += waiting_;
    copy_small(from, tail_, waiting_);
    int64_t i = before_line(to);
    if (i > nbytes) i = is_followed ? 0 : nbytes;
    copy_small(to, from, i);
    for (; i + kLine <= nbytes; i += kLine) {
#pragma GCC unroll 4
      for (int64_t part = 0; part < kLine; part += kVecBytes) {
        stream(to + i + part, Vec<uint64_t>::load(from + i + part));
      }
    }
    waiting_ = is_followed ? nbytes - i : 0;
    copy_small(is_followed ? tail_ : to + i, from + i, nbytes - i);
  }

  char *const to_;
  const Turn &turn_;
  const int64_t row_bytes_;
  int64_t waiting_ = 0;
  char tail_[kLine];
};

// Where the source of a block is fetched from while its columns from `j` on are read: as many bytes ahead as the memory
// takes to answer, in the block after it where this one ends before.
struct Fetch {
  static constexpr int64_t kBytes = 8192;

  const char *from, *next;
  int64_t row_bytes, ahead;  // of the input
  Fetch(const char *f, const char *n, const Turn &turn) : from(f), next(n), row_bytes(turn.n1 * turn.unit) {
    ahead = (kBytes / turn.n0 + kLine - 1) & -kLine;
    if (ahead > row_bytes) ahead = row_bytes;
  }
  const char *at(int64_t offset) const {
    return offset + ahead < row_bytes ? from + offset + ahead : next + offset + ahead - row_bytes;
  }
};

template <int size>
struct Elements {
  using T = typename BlockOf<size>::Type;
  using V = Vec<T>;
  static constexpr int kRows = kLine / size;         // of the input
  static constexpr int kColumns = kVecBytes / size;  // of the input
  static constexpr int kGroup = kLane / size;        // rows that fill a lane
  static constexpr int kLanes = kVecBytes / kLane;

  template <Traffic traffic, bool fetches>
  CT_NOINLINE static void whole(char *to, const int64_t *to_rows, const char *from, const int64_t *from_rows,
                                const char *ahead) {
    V rows[4][kGroup];
#pragma GCC unroll 4
    for (int g = 0; g < 4; ++g) {
#pragma GCC unroll 16
      for (int k = 0; k < kGroup; ++k) {
        const int64_t row = from_rows[g * kGroup + k];
        if constexpr (fetches) __builtin_prefetch(ahead + row, 0, 2);
        rows[g][k] = V::load(from + row);
      }
      turn<size>(rows[g]);
    }
#pragma GCC unroll 16
    for (int k = 0; k < kGroup; ++k) {
      Vec<uint64_t> q[4];
#pragma GCC unroll 4
      for (int g = 0; g < 4; ++g) q[g].v = (typename Vec<uint64_t>::Native)rows[g][k].v;
      Line lines[kLanes];
      join_lanes<kVecBytes>(lines, q);
#pragma GCC unroll 4
      for (int lane = 0; lane < kLanes; ++lane) store_line<traffic>(to + to_rows[lane * kGroup + k], lines[lane]);
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
        rows[k] = ncolumns == kColumns ? V::load(at) : V::load(at, ncolumns * size / static_cast<int>(sizeof(T)));
      }
      turn<size>(rows);
      alignas(kLine) char lanes[kGroup][kVecBytes];
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

  // Columns [j, j + ncolumns) of all rows, of which the last tile takes some again.
  template <Traffic traffic>
  static CT_INLINE void columns(char *to, const int64_t *to_rows, const char *from, const int64_t *from_rows,
                                int64_t nrows, int64_t ncolumns, const char *ahead) {
    if (nrows < kRows || ncolumns < kColumns) {
      if (ahead != nullptr) {
        for (int64_t i = 0; i < nrows; ++i) __builtin_prefetch(ahead + from_rows[i], 0, 2);
      }
      return part(to, to_rows, from, from_rows, nrows, ncolumns);
    }
    for (int64_t i = 0; i < nrows; i += kRows) {
      if (i > nrows - kRows) i = nrows - kRows;
      if (ahead != nullptr) {
        whole<traffic, true>(to + i * size, to_rows, from, from_rows + i, ahead);
      } else {
        whole<traffic, false>(to + i * size, to_rows, from, from_rows + i, nullptr);
      }
    }
  }

  CT_NOINLINE static void run(char *to, const char *from, const char *next, const Turn &turn, bool streams) {
    const Fetch ahead(from, next, turn);
    const bool direct = streams && turn.whole_lines && turn.n1 >= kColumns;
    Lines lines(to, turn);
    alignas(kLine) char buffer[kLine + (max_turn_row(size) + kLine) * kColumns];
    int64_t buffer_rows[kColumns];
    for (int64_t k = 0; k < kColumns; ++k) buffer_rows[k] = k * lines.bytes();
    const int64_t ncolumns = turn.n1 < kColumns ? turn.n1 : kColumns;
    for (int64_t done = 0; done < turn.n1;) {
      const int64_t j = turn.n1 - done < ncolumns ? turn.n1 - ncolumns : done;
      const char *const source = from + j * size;
      const char *const fetched = next != nullptr ? ahead.at(j * size) : nullptr;
      if (direct) {
        columns<Traffic::Streamed>(to, turn.to_rows + j, source, turn.from_rows, turn.n0, ncolumns, fetched);
      } else if (streams) {
        lines.fetch(done, j + ncolumns);
        columns<Traffic::Cached>(buffer + kLine, buffer_rows, source, turn.from_rows, turn.n0 + turn.after, ncolumns,
                                 fetched);
        lines.take(buffer + kLine + (done - j) * lines.bytes(), done, j + ncolumns);
      } else {
        columns<Traffic::Cached>(to, turn.to_rows + j, source, turn.from_rows, turn.n0, ncolumns, fetched);
      }
      done = j + ncolumns;
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
      for (int64_t byte = 0; byte < unit; byte += kLine) __builtin_prefetch(fetched + rows[i] + byte, 0, 2);
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

void collect_runs(char *to, const char *from, const int64_t *rows, int64_t n, int64_t unit, const char *fetched) {
  if (unit < 16) return collect<0>(to, from, rows, n, unit, fetched);
  if (unit <= 32) return collect<16>(to, from, rows, n, unit, fetched);
  if (unit <= 64) return collect<32>(to, from, rows, n, unit, fetched);
  collect<64>(to, from, rows, n, unit, fetched);
}

void copy_runs(char *to, const char *from, const char *next, const Turn &turn, bool streams) {
  const int64_t unit = turn.unit;
  const bool direct = streams && turn.whole_lines && unit % kLine == 0;
  alignas(kLine) char buffer[kLine + max_turn_row(4) + 2 * kLine];
  const Fetch ahead(from, next, turn);
  Lines lines(to, turn);
  for (int64_t j = 0; j < turn.n1; ++j) {
    const char *const source = from + j * unit;
    const char *const fetched = next != nullptr ? ahead.at(j * unit) : nullptr;
    if (direct) {
      char *const row = to + turn.to_rows[j];
      for (int64_t i = 0; i < turn.n0; ++i) {
        const int64_t at = turn.from_rows[i];
        for (int64_t byte = 0; byte < unit; byte += kLine) {
          if (fetched != nullptr) __builtin_prefetch(fetched + at + byte, 0, 2);
#pragma GCC unroll 4
          for (int64_t part = 0; part < kLine; part += kVecBytes) {
            stream(row + i * unit + byte + part, Vec<uint64_t>::load(source + at + byte + part));
          }
        }
      }
    } else if (streams) {
      lines.fetch(j, j + 1);
      collect_runs(buffer + kLine, source, turn.from_rows, turn.n0, unit, fetched);
      // of the last run that fills the line, no more than that
      int64_t missing = turn.after * unit < kLine ? turn.after * unit : kLine;
      char *end = buffer + kLine + turn.n0 * unit;
      for (int64_t i = turn.n0; missing > 0; ++i) {
        const int64_t nbytes = missing < unit ? missing : unit;
        copy_small(end, source + turn.from_rows[i], nbytes);
        end += nbytes;
        missing -= nbytes;
      }
      lines.take(buffer + kLine, j, j + 1);
    } else {
      collect_runs(to + turn.to_rows[j], source, turn.from_rows, turn.n0, unit, fetched);
    }
  }
}

void run_turn(char *to, const char *from, const char *next, const Turn &turn, Traffic traffic) {
  const bool streams = traffic == Traffic::Streamed;
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
