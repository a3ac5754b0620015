// What transposes in registers are made of: rows are interleaved until each 16-byte lane of a register holds 16 bytes
// of a line of the output, and lanes are put together to lines.
#pragma once

#include "kernels/copy/non_temporal.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

inline constexpr int kLane = 16;  // bytes; no instruction of AVX2 moves smaller elements from one lane to another

template <int size>
struct BlockOf {
  using Type = typename BitsOf<size>::Type;
};
template <>
struct BlockOf<16> {
  using Type = uint64_t;
};

// Lanes of a and b: elements of their low (or high) halves in turns.
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
#pragma GCC unroll 2
    for (int half = 0; half < 2; ++half) {
      lines[0].part[half] = words<0, 1, 4, 5>(q[2 * half], q[2 * half + 1]);
      lines[1].part[half] = words<2, 3, 6, 7>(q[2 * half], q[2 * half + 1]);
    }
  } else {
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) lines[0].part[k] = q[k];
  }
}

template <Traffic traffic>
CT_INLINE void store_line(char *to, const Line &line) {
#pragma GCC unroll 4
  for (int k = 0; k < kCacheLine / kVecBytes; ++k) {
    if constexpr (traffic == Traffic::NonTemporal) {
      stream(to + k * kVecBytes, line.part[k]);
    } else {
      line.part[k].store(to + k * kVecBytes);
    }
  }
}

// Of as many rows as fill a lane. Lane l of rows[k]: column l * kGroup + k of the rows. Each round interleaves rows
// that are half a group apart; after as many rounds as halvings the rows have become columns, in order.
template <int size>
CT_INLINE void turn(Vec<typename BlockOf<size>::Type> *rows) {
  using V = Vec<typename BlockOf<size>::Type>;
  constexpr int kGroup = kLane / size;
#pragma GCC unroll 4
  for (int round = 1; round < kGroup; round *= 2) {
    V turned[kGroup];
#pragma GCC unroll 8
    for (int k = 0; k < kGroup / 2; ++k) {
      turned[2 * k] = interleave<false>(rows[k], rows[k + kGroup / 2], Iota<V::kLanes>{});
      turned[2 * k + 1] = interleave<true>(rows[k], rows[k + kGroup / 2], Iota<V::kLanes>{});
    }
#pragma GCC unroll 16
    for (int k = 0; k < kGroup; ++k) rows[k] = turned[k];
  }
}

// What a tile asks for that is read later: lines of its rows, with its loads; or, where rows are dense, the lines that
// come next in memory, in turns with its stores, which memory takes in more slowly than registers turn.
enum class Fetches { Nothing, Rows, InOrder };

// One line of the cache of each column of the output by one register of each row of the input.
template <int size>
struct TileOf {
  using T = typename BlockOf<size>::Type;
  using V = Vec<T>;
  static constexpr int kRows = kCacheLine / size;    // of the input
  static constexpr int kColumns = kVecBytes / size;  // of the input
  static constexpr int kGroup = kLane / size;        // rows that fill a lane
  static constexpr int kLanes = kVecBytes / kLane;
  static constexpr int64_t kBytes = int64_t{kRows} * kVecBytes;

  static CT_INLINE V load(const char *from, int64_t ncolumns) {
    return V::load(from, ncolumns * size / static_cast<int>(sizeof(T)));
  }

  // Whether rows of the output that are so far apart share sets of the first-level cache, and a tile has so many that
  // its lines drive each other out.
  static bool crowds_sets(int64_t to_stride) {
    constexpr int64_t most_in_set = 12, crowded = kColumns > 32 ? kSetStride / 2 : kSetStride;
    return kColumns > most_in_set && to_stride % crowded == 0;
  }

  // Rows that have been turned, group by group, are put together to columns, of which the first ncolumns are stored
  // where column(k) starts.
  template <Traffic traffic, Fetches fetches, class Column>
  static CT_INLINE void store(const V (&rows)[4][kGroup], int64_t ncolumns, const char *fetched, Column column) {
#pragma GCC unroll 16
    for (int k = 0; k < kGroup; ++k) {
      Vec<uint64_t> q[4];
#pragma GCC unroll 4
      for (int g = 0; g < 4; ++g) q[g].v = (typename Vec<uint64_t>::Native)rows[g][k].v;
      Line lines[kLanes];
      join_lanes<kVecBytes>(lines, q);
#pragma GCC unroll 4
      for (int lane = 0; lane < kLanes; ++lane) {
        if (lane * kGroup + k < ncolumns) store_line<traffic>(column(lane * kGroup + k), lines[lane]);
        if constexpr (fetches == Fetches::InOrder) {
          for (int row = lane; row < 4; row += kLanes) __builtin_prefetch(fetched + (4 * k + row) * kVecBytes, 0, 2);
        }
      }
    }
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
