// Transposes in registers. A tile is one cache line of the output by one register of each row of the input. Rows are
// interleaved until each 16-byte lane of a register holds 16 bytes of a line of the output; then lanes are joined into
// lines, which are stored whole.
#pragma once

#include "kernels/copy/non_temporal.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

inline constexpr int kLane = 16;  // bytes; no instruction of AVX2 moves smaller elements from one lane to another

// The type that elements are moved as.
template <int size>
using BlockOf = If<size == 16, uint64_t, Bits<char[size]>>;

// Interleaves the elements of the low (or high) halves of each lane of a and b.
template <bool high, class T, int... I>
CT_INLINE Vec<T> interleave(Vec<T> a, Vec<T> b, Indices<I...>) {
  constexpr int kPer = kLane / static_cast<int>(sizeof(T));
  constexpr int kAll = Vec<T>::kLanes;
  return {__builtin_shufflevector(
      a.v, b.v, (I / kPer * kPer + (high ? kPer / 2 : 0) + I % kPer / 2 + (I % 2 == 0 ? 0 : kAll))...)};
}

template <int... I>
CT_INLINE Vec<uint64_t> words(Vec<uint64_t> a, Vec<uint64_t> b) {
  return {__builtin_shufflevector(a.v, b.v, I...)};
}

struct Line {
  Vec<uint64_t> part[kCacheLine / kVecBytes];
};
struct HalfLine {
  uint64_t words __attribute__((vector_size(kCacheLine / 2)));
};
template <int... I>
CT_INLINE HalfLine half_line(Vec<uint64_t> a, Vec<uint64_t> b) {
  return {__builtin_shufflevector(a.v, b.v, I...)};
}

// lines[l] = lane l of each of the four q, for all lanes of a register.
template <int register_bytes>
CT_INLINE void join_lanes(Line *lines, const Vec<uint64_t> *q) {
  if constexpr (register_bytes == 64) {
    const Vec<uint64_t> a = words<0, 1, 2, 3, 8, 9, 10, 11>(q[0], q[1]);
    const Vec<uint64_t> b = words<0, 1, 2, 3, 8, 9, 10, 11>(q[2], q[3]);
    const Vec<uint64_t> c = words<4, 5, 6, 7, 12, 13, 14, 15>(q[0], q[1]);
    const Vec<uint64_t> d = words<4, 5, 6, 7, 12, 13, 14, 15>(q[2], q[3]);
    lines[0].part[0] = words<0, 1, 4, 5, 8, 9, 12, 13>(a, b);
    lines[1].part[0] = words<2, 3, 6, 7, 10, 11, 14, 15>(a, b);
    lines[2].part[0] = words<0, 1, 4, 5, 8, 9, 12, 13>(c, d);
    lines[3].part[0] = words<2, 3, 6, 7, 10, 11, 14, 15>(c, d);
  } else if constexpr (register_bytes == 32) {
    CT_UNROLL(2)
    for (int half = 0; half < 2; ++half) {
      lines[0].part[half] = words<0, 1, 4, 5>(q[2 * half], q[2 * half + 1]);
      lines[1].part[half] = words<2, 3, 6, 7>(q[2 * half], q[2 * half + 1]);
    }
  } else {
    CT_UNROLL(4)
    for (int k = 0; k < 4; ++k) lines[0].part[k] = q[k];
  }
}

// The same for two q, and halves of lines.
template <int register_bytes>
CT_INLINE void join_lanes(HalfLine *lines, const Vec<uint64_t> *q) {
  if constexpr (register_bytes == 64) {
    lines[0] = half_line<0, 1, 8, 9>(q[0], q[1]);
    lines[1] = half_line<2, 3, 10, 11>(q[0], q[1]);
    lines[2] = half_line<4, 5, 12, 13>(q[0], q[1]);
    lines[3] = half_line<6, 7, 14, 15>(q[0], q[1]);
  } else if constexpr (register_bytes == 32) {
    lines[0] = half_line<0, 1, 4, 5>(q[0], q[1]);
    lines[1] = half_line<2, 3, 6, 7>(q[0], q[1]);
  } else {
    lines[0] = half_line<0, 1, 2, 3>(q[0], q[1]);
  }
}

template <Traffic traffic>
CT_INLINE void store_line(char *to, const Line &line) {
  CT_UNROLL(4)
  for (int k = 0; k < kCacheLine / kVecBytes; ++k) put<traffic>(to + k * kVecBytes, line.part[k]);
}
template <Traffic>
CT_INLINE void store_line(char *to, const HalfLine &line) {
  __builtin_memcpy(to, &line.words, sizeof(line.words));
}

// Transposes as many rows as fill a lane: lane l of rows[k] becomes column l * kGroup + k of the rows. Each round
// interleaves rows that are half a group apart. After as many rounds as the group can be halved, the rows are columns,
// in order. Of half a group, two columns share a lane: rows[k] has columns 2 * k and 2 * k + 1.
template <int size, int group = kLane / size>
CT_INLINE void transpose_lanes(Vec<BlockOf<size>> *rows) {
  using V = Vec<BlockOf<size>>;
  CT_UNROLL(4)
  for (int round = 1; round < group; round *= 2) {
    V next[group];
    CT_UNROLL(8)
    for (int k = 0; k < group / 2; ++k) {
      next[2 * k] = interleave<false>(rows[k], rows[k + group / 2], Iota<V::kLanes>{});
      next[2 * k + 1] = interleave<true>(rows[k], rows[k + group / 2], Iota<V::kLanes>{});
    }
    CT_UNROLL(16)
    for (int k = 0; k < group; ++k) rows[k] = next[k];
  }
}

template <class T, class Half, int... I>
CT_INLINE auto joined(Half low, Half high, Indices<I...>) {
  return __builtin_shufflevector(low, high, I...);
}
// Fills a register with lanes that lie this many bytes apart.
template <class T, int nbytes = kVecBytes>
CT_INLINE auto load_lanes(const char *from, int64_t apart) {
  if constexpr (nbytes == kLane) {
    typename NativeVector<T, kLane / static_cast<int>(sizeof(T))>::Type lane;
    __builtin_memcpy(&lane, from, sizeof(lane));
    return lane;
  } else {
    return joined<T>(load_lanes<T, nbytes / 2>(from, apart),
                     load_lanes<T, nbytes / 2>(from + nbytes / 2 / kLane * apart, apart),
                     Iota<nbytes / static_cast<int>(sizeof(T))>{});
  }
}

// Where the rows of a tile lie, in bytes: where tables say, or evenly apart, which takes an addition in place of a
// load. move() goes to the tile that lies this many rows and columns of the input further.
struct TableRows {
  const int64_t *to_rows, *from_rows;

  CT_INLINE int64_t to(int64_t column) const { return to_rows[column]; }
  CT_INLINE int64_t from(int64_t row) const { return from_rows[row]; }
  CT_INLINE void move(char *&, const char *&, int64_t rows, int64_t columns) {
    to_rows += columns;
    from_rows += rows;
  }
};
struct EvenRows {
  int64_t to_step, from_step;

  CT_INLINE int64_t to(int64_t column) const { return column * to_step; }
  CT_INLINE int64_t from(int64_t row) const { return row * from_step; }
  CT_INLINE void move(char *&to, const char *&from, int64_t rows, int64_t columns) {
    to += columns * to_step;
    from += rows * from_step;
  }
};

template <int size>
struct Tile {
  using T = BlockOf<size>;
  using V = Vec<T>;
  static constexpr int kRows = kCacheLine / size;    // of the input
  static constexpr int kColumns = kVecBytes / size;  // of the input
  static constexpr int kGroup = kLane / size;        // rows that fill a lane
  static constexpr int kLanes = kVecBytes / kLane;

  // Transposes all rows of a tile (L is Line), or half of them (HalfLine). It is not inlined, because its rows and
  // pointers need all registers.
  template <class L, Traffic traffic, class Rows>
  CT_NOINLINE static void transpose(char *to, const char *from, Rows at) {
    constexpr int kGroups = static_cast<int>(sizeof(L)) / kLane;
    V rows[kGroups][kGroup];
    CT_UNROLL(4)
    for (int g = 0; g < kGroups; ++g) {
      CT_UNROLL(16)
      for (int k = 0; k < kGroup; ++k) rows[g][k] = V::load(from + at.from(g * kGroup + k));
      transpose_lanes<size>(rows[g]);
    }
    CT_UNROLL(16)
    for (int k = 0; k < kGroup; ++k) {
      Vec<uint64_t> q[kGroups];
      CT_UNROLL(4)
      for (int g = 0; g < kGroups; ++g) q[g].v = (typename Vec<uint64_t>::Native)rows[g][k].v;
      L lines[kLanes];
      join_lanes<kVecBytes>(lines, q);
      CT_UNROLL(4)
      for (int lane = 0; lane < kLanes; ++lane) store_line<traffic>(to + at.to(lane * kGroup + k), lines[lane]);
    }
  }

  // Of narrow elements, half of a group takes half as long where that is enough.
  static constexpr int kHalfGroup = size <= 2 ? kGroup / 2 : kGroup;

  // Transposes fewer rows than half a tile has, lane by lane. The last group of rows takes some again. The first
  // `whole` rows of the output, where they are shorter than a lane, are stored with what follows them in it: rows that
  // are written later lie there.
  CT_NOINLINE static void transpose_few(char *to, const char *from, TableRows at, int64_t nrows, int64_t whole) {
    if (kHalfGroup < kGroup && nrows <= kHalfGroup) return transpose_group<kHalfGroup>(to, from, at, nrows, whole);
    for (int64_t first = 0; first < nrows; first += kGroup) {
      if (nrows >= kGroup && first > nrows - kGroup) first = nrows - kGroup;
      const bool fills = nrows >= kGroup;
      transpose_group<kGroup>(to + first * size, from, {at.to_rows, at.from_rows + first}, fills ? kGroup : nrows,
                              fills ? kColumns : whole);
    }
  }
  template <int group>
  static CT_INLINE void transpose_group(char *to, const char *from, TableRows at, int64_t nrows, int64_t whole) {
    constexpr int kPiece = group * size, kPieces = kLane / kPiece;  // of the output, in a lane
    V rows[group];
    CT_UNROLL(16)
    for (int k = 0; k < group; ++k) rows[k] = V::load(from + at.from(k < nrows ? k : nrows - 1));
    transpose_lanes<size, group>(rows);
    alignas(kCacheLine) char lanes[group][kVecBytes];
    CT_UNROLL(16)
    for (int k = 0; k < group; ++k) rows[k].store(lanes[k]);
    const auto piece = [&](int64_t j) __attribute__((always_inline)) {
      return lanes[j % kGroup / kPieces] + j / kGroup * kLane + j % kPieces * kPiece;
    };
    const auto store = [&](int64_t j) __attribute__((always_inline)) {
      store_element(to + at.to(j), load_element<Bits<char[kPiece]>>(piece(j)));
    };
    if (whole >= kColumns) {  // GCC writes out a loop whose end it knows
      for (int64_t j = 0; j < kColumns; ++j) store(j);
      return;
    }
    int64_t j = 0;
    for (; j < whole; ++j) store(j);
    // What is left goes by two moves that may overlap.
    const int64_t nbytes = nrows * size;
    const auto store_parts = [&]<class Part>(Part) __attribute__((always_inline)) {
      const int64_t second = nbytes - static_cast<int64_t>(sizeof(Part));
      for (; j < kColumns; ++j) {
        store_element(to + at.to(j), load_element<Part>(piece(j)));
        store_element(to + at.to(j) + second, load_element<Part>(piece(j) + second));
      }
    };
    if (nbytes >= 8) return store_parts(uint64_t{});
    if (nbytes >= 4) return store_parts(uint32_t{});
    nbytes >= 2 ? store_parts(uint16_t{}) : store_parts(uint8_t{});
  }

  // Transposes rows of few columns, which lie evenly apart, kColumns of them at a time. Each lane of a register has
  // another row, so that a register of the result is a column of the rows. Reads a lane of each row. group: at least so
  // many columns as are wanted.
  template <int group>
  CT_NOINLINE static void transpose_narrow(char *to, const int64_t *to_rows, const char *from, int64_t from_step,
                                           int64_t ncolumns, int64_t ntimes) {
    for (; ntimes > 0; --ntimes, to += kVecBytes, from += kColumns * from_step) {
      V rows[kGroup];
      CT_UNROLL(16)
      for (int k = 0; k < kGroup; ++k) rows[k] = {load_lanes<T>(from + k * from_step, kGroup * from_step)};
      if constexpr (group < kGroup) {
        CT_UNROLL(8)
        for (int k = 0; k < group; ++k) rows[k] = interleave<false>(rows[k], rows[k + group], Iota<V::kLanes>{});
      }
      transpose_lanes<size, group>(rows);
      CT_UNROLL(16)
      for (int k = 0; k < group; ++k) {
        if (k >= ncolumns) continue;
        __builtin_prefetch(to + to_rows[k] + kRowsAhead, 1, 3);
        rows[k].store(to + to_rows[k]);
      }
    }
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
