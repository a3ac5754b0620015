// Interleaves two, three or four rows, and deinterleaves them: a register of each row at a time, by shuffles of bytes.
#include "kernels/copy/interleave.h"

#include "kernels/copy/deinterleave.inl.h"
#include "kernels/copy/non_temporal.h"
#include "kernels/copy/tile.inl.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

constexpr int64_t kMost = 4;  // rows

// Source::of(I) says where byte I of a lane comes from: register * 16 + byte. A Control has, for one source register,
// where each byte of a lane comes from in it, and 0x80, which gives 0, for bytes of other registers.
template <class Source, int source>
struct Control {
  alignas(64) uint8_t bytes[kVecBytes];
  constexpr Control() : bytes() {
    for (int i = 0; i < kVecBytes; ++i) {
      const int from = Source::of(i % kLane);
      bytes[i] = static_cast<uint8_t>(from / kLane == source ? from % kLane : 0x80);
    }
  }
};
template <class Source, int source>
CT_INLINE Vec<uint8_t> bytes_of(const Vec<uint8_t> *from) {
  static constexpr Control<Source, source> kControl;
  const auto *const control = reinterpret_cast<const char *>(kControl.bytes);
  return shuffle_lanes(from[source], Vec<uint8_t>::load(control));
}

template <class Source, int... I>
CT_INLINE Vec<uint8_t> pick(const Vec<uint8_t> *from, Indices<I...>) {
  return {(bytes_of<Source, I>(from).v | ...)};
}

// Where a byte comes from when n rows are deinterleaved, and when they are interleaved.
template <int size, int n, int row>
struct Deinterleaved {  // byte i of row `row`, in n interleaved registers
  static constexpr int of(int i) { return (i / size * n + row) * size + i % size; }
};
template <int size, int n, int part>
struct Interleaved {  // byte i of interleaved register `part`, in n registers of a row each
  static constexpr int of(int i) {
    const int element = (part * kLane + i) / size;
    return element % n * kLane + element / n * size + i % size;
  }
};

// Which lane, of all lanes of n registers, becomes lane l of register `number`.
constexpr int kLanes = kVecBytes / kLane;
template <int n, int number>
struct LaneDeinterleaved {  // every n-th
  static constexpr int of(int l) { return l * n + number; }
};
template <int n, int number>
struct LaneInterleaved {  // and back
  static constexpr int of(int l) { return (number * kLanes + l) % n * kLanes + (number * kLanes + l) / n; }
};
// Picks lanes of two registers: those whose source is register `b_index` from b, the others from a, or as they stand in
// a.
template <class Source, bool as_they_stand, int b_index, int... I>
CT_INLINE Vec<uint64_t> pick_lanes(Vec<uint64_t> a, Vec<uint64_t> b, Indices<I...>) {
  return {__builtin_shufflevector(
      a.v, b.v,
      (Source::of(I / 2) / kLanes == b_index ? 2 * kLanes + Source::of(I / 2) % kLanes * 2 + I % 2
       : as_they_stand                       ? I
                                             : Source::of(I / 2) % kLanes * 2 + I % 2)...)};
}
template <template <int, int> class Source, int n, int number>
CT_INLINE void pick_all_lanes(Vec<uint64_t> *to, const Vec<uint64_t> *from) {
  using From = Source<n, number>;
  constexpr Iota<Vec<uint64_t>::kLanes> kWords;
  if constexpr (kLanes <= 2) {
    constexpr int kFirst = From::of(0) / kLanes, kLast = From::of(kLanes - 1) / kLanes;
    to[number] = pick_lanes<From, false, kLast>(from[kFirst], from[kLast], kWords);
  } else {
    to[number] = pick_lanes<From, false, 1>(from[0], from[1], kWords);
    if constexpr (n == 3) to[number] = pick_lanes<From, true, 2>(to[number], from[2], kWords);
  }
  if constexpr (number + 1 < n) pick_all_lanes<Source, n, number + 1>(to, from);
}
template <template <int, int> class Source, int n>
CT_INLINE void move_lanes(Vec<uint8_t> *registers) {
  Vec<uint64_t> from[n], to[n];
  CT_UNROLL(4)
  for (int k = 0; k < n; ++k) from[k].v = (Vec<uint64_t>::Native)registers[k].v;
  if constexpr (n == kLanes && kRegisterIsLine) {
    Line lines[n];
    join_lanes<kVecBytes>(lines, from);
    CT_UNROLL(4)
    for (int k = 0; k < n; ++k) to[k] = lines[k].part[0];
  } else {
    pick_all_lanes<Source, n, 0>(to, from);
  }
  CT_UNROLL(4)
  for (int k = 0; k < n; ++k) registers[k].v = (Vec<uint8_t>::Native)to[k].v;
}

template <int size, int n>
struct Interleaving {
  using E = typename BitsOf<size>::Type;
  static constexpr int64_t kStep = kVecBytes / size;  // elements of a row in a register
  static constexpr bool kPicksAcross = kRegisterIsLine && size >= 4;

  template <int row>
  static CT_INLINE void store_rows(char *to, int64_t to_stride, const Vec<uint8_t> *parts) {
    pick<Deinterleaved<size, n, row>>(parts, Iota<n>{}).store(to + row * to_stride);
    if constexpr (row + 1 < n) store_rows<row + 1>(to, to_stride, parts);
  }
  template <int row>
  static CT_INLINE void store_rows_across(char *to, int64_t to_stride, const Vec<E> *parts) {
    pick_across<n, row, 1>(parts[0], parts, Iota<Vec<E>::kLanes>{}).store(to + row * to_stride);
    if constexpr (row + 1 < n) store_rows_across<row + 1>(to, to_stride, parts);
  }
  // Makes n rows out of count times n interleaved elements. The last registers take some elements again. Lines are
  // asked for before they are stored to, since stores go to the caches in order, and each waits for those before it.
  __attribute__((aligned(kCacheLine))) CT_NOINLINE static void deinterleave(char *to, int64_t to_stride,
                                                                            const char *from, int64_t count) {
    int64_t i = 0;
    const int64_t whole = count < kStep ? 0 : count;
    for (; i < whole; i += kStep) {
      if (i > count - kStep) i = count - kStep;
      CT_UNROLL(4)
      for (int row = 0; row < n; ++row) __builtin_prefetch(to + row * to_stride + i * size + kRowsAhead, 1, 3);
      if constexpr (kPicksAcross) {
        Vec<E> parts[n];
        CT_UNROLL(4)
        for (int k = 0; k < n; ++k) parts[k] = Vec<E>::load(from + i * n * size + k * kVecBytes);
        store_rows_across<0>(to + i * size, to_stride, parts);
      } else {
        Vec<uint8_t> parts[n];
        CT_UNROLL(4)
        for (int k = 0; k < n; ++k) parts[k] = Vec<uint8_t>::load(from + i * n * size + k * kVecBytes);
        move_lanes<LaneDeinterleaved, n>(parts);
        store_rows<0>(to + i * size, to_stride, parts);
      }
    }
    for (; i < count; ++i) {
      for (int row = 0; row < n; ++row) {
        store_element(to + row * to_stride + i * size, load_element<E>(from + (i * n + row) * size));
      }
    }
  }

  template <int part>
  static CT_INLINE void pick_parts(Vec<uint8_t> *parts, const Vec<uint8_t> *rows) {
    parts[part] = pick<Interleaved<size, n, part>>(rows, Iota<n>{});
    if constexpr (part + 1 < n) pick_parts<part + 1>(parts, rows);
  }
  __attribute__((aligned(kCacheLine))) CT_NOINLINE static void interleave(char *to, const char *from,
                                                                          int64_t from_stride, int64_t count) {
    int64_t i = 0;
    const int64_t whole = count < kStep ? 0 : count;
    for (; i < whole; i += kStep) {
      if (i > count - kStep) i = count - kStep;
      Vec<uint8_t> rows[n];
      CT_UNROLL(4)
      for (int k = 0; k < n; ++k) rows[k] = Vec<uint8_t>::load(from + k * from_stride + i * size);
      Vec<uint8_t> parts[n];
      pick_parts<0>(parts, rows);
      move_lanes<LaneInterleaved, n>(parts);
      CT_UNROLL(4)
      for (int k = 0; k < n; ++k) parts[k].store(to + i * n * size + k * kVecBytes);
    }
    for (; i < count; ++i) {
      for (int row = 0; row < n; ++row) {
        store_element(to + (i * n + row) * size, load_element<E>(from + row * from_stride + i * size));
      }
    }
  }
};

template <int size>
bool interleave_rows(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1) {
  if (from_stride == n1 * size) {
    if (n1 == 2) return Interleaving<size, 2>::deinterleave(to, to_stride, from, n0), true;
    if (n1 == 3) return Interleaving<size, 3>::deinterleave(to, to_stride, from, n0), true;
    if (n1 == 4) return Interleaving<size, 4>::deinterleave(to, to_stride, from, n0), true;
  }
  if (to_stride == n0 * size) {
    if (n0 == 2) return Interleaving<size, 2>::interleave(to, from, from_stride, n1), true;
    if (n0 == 3) return Interleaving<size, 3>::interleave(to, from, from_stride, n1), true;
    if (n0 == 4) return Interleaving<size, 4>::interleave(to, from, from_stride, n1), true;
  }
  return false;
}

// The elements of one register, repeated n times, fill n registers. Each of these takes a part of it: its lanes get the
// words that their elements are in, and, where elements are shorter than a word, then the bytes.
template <int size, int n, int part>
struct Repeated {
  static constexpr bool kByBytes = size < 4;
  static constexpr int from(int byte) { return (part * kVecBytes + byte) / size / n * size + byte % size; }
  static constexpr int first() { return from(0) / size * size; }
  static constexpr int word(int i) {
    return (kByBytes ? from(i / 4 * kLane) - first() : from(i * 4) - first()) / 4 + (kByBytes ? i % 4 : 0);
  }
  alignas(64) uint8_t bytes[kVecBytes];
  constexpr Repeated() : bytes() {
    for (int i = 0; i < kVecBytes; ++i) {
      bytes[i] = static_cast<uint8_t>(from(i) - first() - 4 * word(i / kLane * (kLane / 4)));
    }
  }
};
template <class Part, int... I>
CT_INLINE Vec<uint8_t> repeated(const char *from, Indices<I...>) {
  const auto words = Vec<uint32_t>::load(from + Part::first());
  const Vec<uint32_t> lanes{__builtin_shufflevector(words.v, words.v, Part::word(I)...)};
  const Vec<uint8_t> bytes{(Vec<uint8_t>::Native)lanes.v};
  if constexpr (Part::kByBytes) {
    static constexpr Part kControl;
    return shuffle_lanes(bytes, Vec<uint8_t>::load(reinterpret_cast<const char *>(kControl.bytes)));
  } else {
    return bytes;
  }
}

template <int size, int n, int part = 0>
CT_INLINE void repeat_parts(char *to, const char *from) {
  repeated<Repeated<size, n, part>>(from, Iota<Vec<uint32_t>::kLanes>{}).store(to + part * kVecBytes);
  if constexpr (part + 1 < n) repeat_parts<size, n, part + 1>(to, from);
}
template <int size, int n>
CT_NOINLINE void repeat_times(char *to, const char *from, int64_t nbytes) {
  int64_t i = 0;
  for (; i + 2 * kVecBytes <= nbytes; i += kVecBytes) repeat_parts<size, n>(to + i * n, from + i);
  alignas(kCacheLine) char last[2 * kVecBytes] = {}, block[n * kVecBytes];  // nothing is read beyond the last element
  for (int64_t count; i < nbytes; i += count) {
    count = nbytes - i < kVecBytes ? nbytes - i : kVecBytes;
    copy_small(last, from + i, count);
    repeat_parts<size, n>(block, last);
    copy_short(to + i * n, block, count * n);
  }
}
template <int size, int n = 2>
bool repeat_of_size(char *to, const char *from, int64_t times, int64_t nbytes) {
  if constexpr (n * size > kRepeatedBytes) {
    return false;
  } else {
    if (times != n) return repeat_of_size<size, n + 1>(to, from, times, nbytes);
    return repeat_times<size, n>(to, from, nbytes), true;
  }
}

}  // namespace

bool repeat_elements(char *to, const char *from, int64_t element_size, int64_t times, int64_t n) {
  bool done = false;
  with_size(element_size, [&]<int size>() {
    if constexpr (kShufflesBytes || size >= 4) done = repeat_of_size<size>(to, from, times, n * size);
  });
  return done;
}

bool transpose_interleaved(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
                           int64_t element_size) {
  bool done = false;
  with_size(element_size, [&]<int size>() {
    if constexpr (kShufflesBytes && size <= 8) done = interleave_rows<size>(to, to_stride, from, from_stride, n0, n1);
  });
  return done;
}

// Works in blocks. Each also takes what fills its last lines, and leaves out what the one before it took. While the n
// parts of a block are stored, as many parts of a later one are prefetched, one after the other.
bool stream_interleaved(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
                        int64_t element_size) {
  constexpr int64_t kPart = 1024, kLead = 4096, kMore = kPart + kCacheLine;  // bytes of a row
  const bool apart = n1 <= kMost && from_stride == n1 * element_size;
  const bool together = n0 <= kMost && to_stride == n0 * element_size;
  const int64_t n = apart ? n1 : n0, count = apart ? n0 : n1;
  if (!kShufflesBytes || (!apart && !together) || n < 2 || element_size > 8) return false;
  const int64_t to_step = apart ? element_size : to_stride, from_step = apart ? from_stride : element_size;
  const int64_t to_part = apart ? to_stride : kPart, from_part = apart ? kPart : from_stride;
  const int64_t block_part = apart ? kMore : kPart;
  alignas(kCacheLine) char block[kMost * kMore];
  for (int64_t begin = 0; begin < count; begin += kPart / element_size) {
    const bool is_last = begin + kMore / element_size >= count;
    const int64_t taken = is_last ? count - begin : kMore / element_size;
    const char *const source = from + begin * from_step;
    transpose_interleaved(block, apart ? kMore : to_stride, source, from_stride, apart ? taken : n, apart ? n : taken,
                          element_size);
    for (int64_t k = 0; k < n; ++k) {
      char *const part = to + begin * to_step + k * to_part;
      const int64_t to_line = before_line(part);
      const bool begins = begin == 0 && (apart || k == 0), ends = is_last && (apart || k + 1 == n);
      const int64_t left = taken * to_step - (apart ? 0 : k * kPart);
      const int64_t first = begins ? 0 : to_line;
      const int64_t end = ends || left < kPart + to_line ? left : kPart + to_line;
      if (first >= end) continue;
      const char *const prefetched = source + kLead / element_size * from_step + k * from_part;
      stream_row(part + first, block + k * block_part + first, end - first, {1, {prefetched}, {kCacheLine}});
    }
    if (is_last) break;
  }
  return true;
}

}  // namespace ct::kernels::CT_ISA
