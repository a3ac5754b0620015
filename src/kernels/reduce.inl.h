// What every reduction shares: which way a 2-D piece is walked, and the tree in which its elements meet. Every ISA
// combines in the same order, whatever its registers: a run goes to 256 bytes of virtual lanes, at most 32 elements a
// lane one after the other; such leaves are combined in pairs, the pairs in pairs, and so on (a sum's error grows with
// the logarithm of the length), and at last the lanes by halves. Nothing depends on addresses.
//
// An accumulator A is
//   Stored, Held             an element in memory; what an accumulator in memory holds
//   Lane                     what the tree combines
//   Run, kRunElements        a register of a leaf along a run, and how many elements it takes at a time:
//     begin(), add(run, at), add(run, at, n), end(run, loads) → Vec<Lane>
//   Column, kColumnElements  a register down columns: begin_column(), add_column(…), end_column(column, rows, lanes)
//   first(at), first(at, n)  if it has them: a column of one row, where columns are registers of Held
//   kOneOperation            if true: columns take one operation an element, as it lies in memory
//   kColumnRows              how many rows a column takes one after the other; kEndless: any number
//   add_steps(run, at)       if it has one: adds every second element, and reads up to the one after the last
//   add_register(run, x)     if it has one, of what lies in memory as lanes hold it: adds a register of elements
//   kAnyOrder                any order gives the same bits: columns need no tree, nor does a run that is kEndless too
//   combine(a, b)            of Vec<Lane>, a from earlier elements
//   hold(held, lane)         the accumulator in memory with one lane more
//   hold_lanes(held, lanes)  if it has one: the same of a register of Held, in memory
//   Careful, fits(lane), fit(lanes)  if it has them: the accumulator that takes the elements again where a lane, of all
//                            that one accumulator in memory is given at a time, does not say what it should
//   settled(lanes)           if it has one, of any order: all bits of the lanes that nothing changes any more
// Most are Elementwise (kernels/reduce_elementwise.inl.h).
#pragma once

#include "kernels/element.h"
#include "kernels/fetch.inl.h"
#include "kernels/pick.inl.h"
#include "kernels/tiny_rows.h"
#include "kernels/transpose.h"
#include "kernels/units.h"
#include "kernels/vec/isa.h"

// The loop over a few rows: of narrower registers, whose rows are more instructions, it stays a loop.
#if defined(__AVX512F__)
#define CT_OF_BAND _Pragma("GCC unroll 4")
#else
#define CT_OF_BAND CT_ROLLED
#endif

namespace ct::kernels::CT_ISA {
namespace {

inline constexpr int64_t kLeafRows = kTinyRow;
inline constexpr int64_t kLaneBytes = 256;
inline constexpr int64_t kChainRows = 256;  // of a column, whose leaves are added to each other in their order
inline constexpr int64_t kEndless = int64_t{1} << 40;

// Handed on by reference: a copy, made by wide moves, would wait for the fields that were stored one by one.
struct Dim {
  int64_t size, to, from;  // strides of accumulator and input in bytes
};

// How far apart neighbours of a dim are in the input; an expanded dim has none.
CT_INLINE int64_t distance(const Dim &dim) { return dim.from == 0 ? INT64_MAX : dim.from < 0 ? -dim.from : dim.from; }

// How far beyond what a run reads lines are fetched; 0: not at all, because they are in a cache. Where runs lie apart,
// they are those of a run that follows.
CT_NOINLINE inline int64_t distance_ahead(const Dim &run, const Dim &runs, int64_t size, Traffic traffic) {
  constexpr int64_t kAhead = 8192, kLongRun = 32768;  // bytes
  if (traffic != Traffic::Streamed || run.from != size) return 0;
  const int64_t length = run.size * size;
  if (runs.size == 1 || runs.from == length || length > kLongRun) return kAhead;
  return (kAhead + length - 1) / length * runs.from;
}

// Lane i of the result is lane i + width of v, around the end.
template <int width, class T, int... I>
CT_INLINE Vec<T> rotate(Vec<T> v, Indices<I...>) {
  return {__builtin_shufflevector(v.v, v.v, ((I + width) % Vec<T>::kLanes)...)};
}
template <int width, class R, int... I>
CT_INLINE Vec<Complex<R>> rotate(Vec<Complex<R>> v, Indices<I...> lanes) {
  return {rotate<width>(v.re, lanes), rotate<width>(v.im, lanes)};
}

template <class T>
CT_INLINE T first_lane(Vec<T> v) {
  return v.v[0];
}
template <class R>
CT_INLINE Complex<R> first_lane(Vec<Complex<R>> v) {
  return {v.re.v[0], v.im.v[0]};
}

template <class A>
struct Reducer {
  using Stored = typename A::Stored;
  using Held = typename A::Held;
  using Lane = typename A::Lane;
  using Column = typename A::Column;
  using V = Vec<Lane>;
  static constexpr int64_t kSize = sizeof(Stored);
  static constexpr int64_t kLane = sizeof(Lane);
  static constexpr int64_t kLanes = kLaneBytes / kLane;
  static constexpr int64_t kStep = A::kRunElements;
  static constexpr int64_t kStepBytes = kStep * kSize;
  static constexpr int64_t kAll = kLanes / V::kLanes;         // registers of lanes
  static constexpr int64_t kRegisters = kAll < 8 ? kAll : 8;  // that are filled together
  static constexpr int64_t kRow = kAll * kStep;               // elements that fill the lanes once
  static constexpr int64_t kLeaf = kLeafRows * kRow;
  static constexpr int64_t kLevels = 52;  // of the tree over leaves
  static constexpr bool kMayNotFit = requires(Lane lane) { A::fits(lane); };
  static constexpr bool kSettles = requires(V lanes) { A::settled(lanes); };
  // A second loop: of the widest registers alone, for its size.
  static constexpr bool kFetches = !kIsComplex<Lane> && kVecBytes == 64;
  static constexpr bool kReadsSteps = requires(typename A::Run run, const char *at) { A::add_steps(run, at); };
  // Of short rows: as many lanes as the widest registers have.
  static constexpr int64_t kNarrow = 64 / static_cast<int64_t>(sizeof(Real<Lane>));
  static constexpr int64_t kNarrowRegisters = kNarrow / V::kLanes;
  static constexpr int64_t kNarrowLeaf = kLeafRows * kNarrowRegisters * kStep;
  static constexpr int64_t kBatch = 64;  // short rows whose lanes are folded together
  // Columns that go down the rows together: rows as long as the first-level cache allows what columns hold.
  static constexpr int64_t kColumns = A::kColumnElements;  // of a register
  static constexpr int64_t kColumnBytes = static_cast<int64_t>(sizeof(Column)) / kColumns;
  static constexpr int64_t kStrip = 16384 / (kSize > kColumnBytes ? kSize : kColumnBytes);
  static constexpr int64_t kStripRegisters = kStrip / kColumns;
  static constexpr bool kIsFollowed = requires { requires A::kOneOperation; };
  static constexpr bool kColumnTrees = !A::kAnyOrder && A::kColumnRows != kEndless;
  static constexpr bool kHasLeaves = kColumnTrees && A::kColumnRows < kChainRows;
  // Accumulators in memory hold what columns would.
  static constexpr bool kInPlace = kSame<Held, Lane> && kSame<Column, V> && requires(const char *at) { A::first(at); };
  // Of others, and beyond the caches: what columns hold is in the second-level cache, in 64 KiB of the stack.
  static constexpr int64_t kWideStrip = 4 * kStrip;
  static constexpr int64_t kBand = kTinyBand / kSize;  // columns of 32 rows that are gathered together
  // Registers of columns that cover so many lines of memory, as far as there are registers for what they hold.
  static constexpr int64_t registers_of(int64_t lines) {
    const int64_t wanted = lines * 64 / (kColumns * kSize);
    const int64_t most = (kVecBytes == 16 ? 4 : 8) * kVecBytes / static_cast<int64_t>(sizeof(Column));
    return wanted < most ? wanted : most;
  }

  static void join(Lane *to, const Lane *from, int64_t count) {  // up to the end of a register
    char *const into = reinterpret_cast<char *>(to);
    const char *const other = reinterpret_cast<const char *>(from);
    for (int64_t i = 0; i < count; i += V::kLanes) {
      A::combine(V::load(into + i * kLane), V::load(other + i * kLane)).store(into + i * kLane);
    }
  }

  static CT_INLINE void accumulate(char *to, Lane lane) { store_element(to, A::hold(load_element<Held>(to), lane)); }
  CT_NOINLINE static void accumulate(char *to, int64_t stride, const Lane *lanes, int64_t count) {
    int64_t i = 0;
    if constexpr (kSame<Held, Lane>) {
      if (stride == kLane) {
        for (; i + V::kLanes <= count; i += V::kLanes) {
          const V part = V::load(reinterpret_cast<const char *>(lanes + i));
          A::combine(V::load(to + i * kLane), part).store(to + i * kLane);
        }
      }
    } else if constexpr (requires { A::hold_lanes(to, to); }) {
      if (stride == sizeof(Held)) {
        for (; i + Vec<Held>::kLanes <= count; i += Vec<Held>::kLanes) {
          A::hold_lanes(to + i * stride, reinterpret_cast<const char *>(lanes + i));
        }
      }
    }
    for (; i < count; ++i) accumulate(to + i * stride, lanes[i]);
  }

  // The same where some lanes may not fit: again(i, n) takes the elements of n accumulators, from number i on.
  template <class Again>
  static CT_INLINE void accumulate(char *to, int64_t stride, const Lane *lanes, int64_t count, Again again) {
    if constexpr (!kMayNotFit) {
      accumulate(to, stride, lanes, count);
    } else {
      for (int64_t i = 0; i < count;) {
        int64_t end = i;
        while (end + V::kLanes <= count && A::fit(V::load(reinterpret_cast<const char *>(lanes + end)))) {
          end += V::kLanes;
        }
        while (end < count && A::fits(lanes[end])) ++end;
        accumulate(to + i * stride, stride, lanes + i, end - i);
        i = end;
        while (end < count && !A::fits(lanes[end])) ++end;
        if (i < end) again(i, end - i);
        i = end;
      }
    }
  }

  // ---- a run ----

  // The elements of the inner dim, over and over.
  struct Source {
    const char *from;
    const Dim &inner, &outer;

    // Every second element of rows that whole registers fill is read as it lies, but not in the row that is last in
    // memory: beside its last element there may be nothing.
    bool is_stepped(int64_t first, int64_t count) const {
      if (inner.from != 2 * kSize || inner.size % kRow != 0 || outer.from == 0) return false;
      return outer.from > 0 ? first + count <= (outer.size - 1) * inner.size : first >= inner.size;
    }
    // Such rows of which a leaf takes in several, or one.
    bool has_short_rows() const {
      return inner.from == 2 * kSize && outer.from > 0 && inner.size > kRow && kLeaf % inner.size == 0;
    }
    bool is_in_place() const { return inner.from == kSize && (outer.size == 1 || outer.from == inner.size * kSize); }
    // `count` of them, side by side, from the one numbered `first` on: the end of a row, whole rows, the beginning of
    // one.
    const char *elements(char *block, int64_t first, int64_t count) const {
      if (is_in_place()) return from + first * kSize;
      int64_t j = first / inner.size;
      int64_t i = first - j * inner.size;
      for (int64_t done = 0; done < count;) {
        const int64_t left = count - done;
        const int64_t rows = i == 0 && left >= inner.size ? left / inner.size : 1;
        const int64_t in_row = inner.size - i;
        const int64_t n = rows > 1 || in_row < left ? in_row : left;
        gather(block + done * kSize, from + i * inner.from + j * outer.from, kSize, inner.from, n, outer.from, rows);
        done += n * rows;
        j += rows;
        i = 0;
      }
      return block;
    }
  };

  // The ends of rows, which are few: not copied into every place that meets one.
  CT_NOINLINE static typename A::Run add_end(typename A::Run run, const char *at, int64_t count) {
    return A::add(run, at, count);
  }

  template <int64_t registers, bool fetches>
  CT_NOINLINE static void add_run(Lane *lanes, const char *from, int64_t count, int64_t ahead) {
    constexpr int64_t kGroup = registers < kRegisters ? registers : kRegisters;
    constexpr int64_t kFill = registers * kStep;
    const int64_t rows = count / kFill, rest = count % kFill;
    char *const to = reinterpret_cast<char *>(lanes);
    for (int64_t group = 0; group < registers; group += kGroup) {
      typename A::Run runs[kGroup];
#pragma GCC unroll 8
      for (int64_t k = 0; k < kGroup; ++k) runs[k] = A::begin();
      const char *at = from + group * kStepBytes;
      CT_ROLLED
      for (int64_t row = 0; row < rows; ++row, at += kFill * kSize) {
        if (fetches && (registers < kAll || ahead != 0)) fetch<kGroup * kStepBytes>(at + ahead);
#pragma GCC unroll 8
        for (int64_t k = 0; k < kGroup; ++k) runs[k] = A::add(runs[k], at + k * kStepBytes);
      }
#pragma GCC unroll 8
      for (int64_t k = 0; k < kGroup; ++k) {
        const int64_t left = rest - (group + k) * kStep;
        if (left >= kStep) {
          runs[k] = A::add(runs[k], at + k * kStepBytes);
        } else if (left > 0) {
          runs[k] = add_end(runs[k], at + k * kStepBytes, left);
        }
        A::end(runs[k], rows + (left > 0 ? 1 : 0)).store(to + (group + k) * V::kLanes * kLane);
      }
    }
  }

  // lanes = `count` elements side by side, over so many registers. ahead: see distance_ahead().
  template <int64_t registers>
  static CT_INLINE void add_dense(Lane *lanes, const char *from, int64_t count, int64_t ahead) {
    if (kFetches && (registers == kAll || ahead != 0)) {  // of a short run the question would take too long
      add_run<registers, kFetches>(lanes, from, count, ahead);
    } else {
      add_run<registers, false>(lanes, from, count, 0);
    }
  }

  // A whole leaf, which read(runs, group) takes in, and the trees that it completes: after leaf i, levels hold one tree
  // for each set bit of i + 1.
  template <class Read>
  static CT_INLINE void add_leaf(Lane (*levels)[kLanes], int64_t leaf, Read read) {
    for (int64_t group = 0; group < kAll; group += kRegisters) {
      typename A::Run runs[kRegisters];
#pragma GCC unroll 8
      for (int64_t k = 0; k < kRegisters; ++k) runs[k] = A::begin();
      read(runs, group);
      V parts[kRegisters];
#pragma GCC unroll 8
      for (int64_t k = 0; k < kRegisters; ++k) parts[k] = A::end(runs[k], kLeafRows);
      int64_t level = 0;
      for (int64_t done = leaf; (done & 1) != 0; done >>= 1, ++level) {
        const char *const earlier = reinterpret_cast<const char *>(levels[level] + group * V::kLanes);
#pragma GCC unroll 8
        for (int64_t k = 0; k < kRegisters; ++k) {
          parts[k] = A::combine(V::load(earlier + k * V::kLanes * kLane), parts[k]);
        }
      }
      char *const to = reinterpret_cast<char *>(levels[level] + group * V::kLanes);
#pragma GCC unroll 8
      for (int64_t k = 0; k < kRegisters; ++k) parts[k].store(to + k * V::kLanes * kLane);
    }
  }

  // The rows of a leaf stay a loop: when each of its loads was an instruction of its own, the processor fetched nothing
  // ahead, and memory beyond the caches was read far below its speed.
  static CT_INLINE void add_leaf(Lane (*levels)[kLanes], const char *from, int64_t leaf, int64_t ahead) {
    add_leaf(
        levels, leaf, [&](typename A::Run * runs, int64_t group) __attribute__((always_inline)) {
          const char *at = from + group * kStepBytes;
          CT_ROLLED
          for (int64_t row = 0; row < kLeafRows; ++row, at += kRow * kSize) {
            if (kFetches && ahead != 0) fetch<kRegisters * kStepBytes>(at + ahead);
#pragma GCC unroll 8
            for (int64_t k = 0; k < kRegisters; ++k) runs[k] = A::add(runs[k], at + k * kStepBytes);
          }
        });
  }
  // Rows of every second element. The next one is fetched, because the processor does not.
  CT_NOINLINE static void add_stepped_leaf(Lane (*levels)[kLanes], const Source &source, int64_t leaf) {
    const int64_t size = source.inner.size, next = source.outer.from;
    const int64_t j = leaf * kLeaf / size, begin = leaf * kLeaf - j * size;
    add_leaf(
        levels, leaf, [&](typename A::Run * runs, int64_t group) __attribute__((always_inline)) {
          const char *from = source.from + j * next + 2 * group * kStepBytes;
          int64_t i = begin;
          CT_ROLLED
          for (int64_t row = 0; row < kLeafRows; ++row) {
            const char *const at = from + 2 * i * kSize;
#pragma GCC unroll 8
            for (int64_t k = 0; k < 2 * kRegisters * kStepBytes; k += 64) __builtin_prefetch(at + next + k);
#pragma GCC unroll 8
            for (int64_t k = 0; k < kRegisters; ++k) runs[k] = A::add_steps(runs[k], at + 2 * k * kStepBytes);
            i += kRow;
            if (i == size) {
              i = 0;
              from += next;
            }
          }
        });
  }

  // Short ones: the blocks of a leaf in such an order that the processor finds none, else it would fetch what lies
  // beyond the rows' ends. They are fetched here, a few blocks ahead.
  CT_NOINLINE static void add_short_steps(Lane (*levels)[kLanes], const Source &source, int64_t leaves, bool is_all) {
    constexpr int64_t kBytes = 2 * kRow * kSize, kAhead = 8;
    const int64_t in_row = source.inner.size / kRow, next = source.outer.from;
    const int shift = __builtin_ctzll(static_cast<uint64_t>(in_row));
    int64_t blocks[kLeafRows + kAhead], last = 0;  // bytes; those of the next leaf, too
    for (int64_t k = 0, block = 0; k < kLeafRows + kAhead; ++k) {
      if (block == kLeafRows - 1) last = k;
      blocks[k] = (block >> shift) * next + (block & (in_row - 1)) * kBytes;
      block = (5 * block + 3) % kLeafRows + (k + 1) / kLeafRows * kLeafRows;  // each of the leaf's once
    }
    alignas(64) char copy[kBytes] = {};
    const char *from = source.from;
    for (int64_t leaf = 0; leaf < leaves; ++leaf, from += (kLeafRows >> shift) * next) {
      if (is_all && leaf + 1 == leaves) {  // beside the last element in memory there may be nothing
        __builtin_memcpy(copy, from + blocks[last], kBytes - kSize);
        blocks[last] = static_cast<int64_t>(reinterpret_cast<uintptr_t>(copy) - reinterpret_cast<uintptr_t>(from));
      }
      add_leaf(
          levels, leaf, [&](typename A::Run * runs, int64_t group) __attribute__((always_inline)) {
            const char *const begin = from + 2 * group * kStepBytes;
            CT_ROLLED
            for (int64_t k = 0; k < kLeafRows; ++k) {
              const char *const at = begin + blocks[k], *const ahead = begin + blocks[k + kAhead];
#pragma GCC unroll 8
              for (int64_t i = 0; i < 2 * kRegisters * kStepBytes; i += 64) __builtin_prefetch(ahead + i);
#pragma GCC unroll 8
              for (int64_t i = 0; i < kRegisters; ++i) runs[i] = A::add_steps(runs[i], at + 2 * i * kStepBytes);
            }
          });
    }
  }

  // One of their lanes: what settles a lane, settles what it is combined with.
  static CT_INLINE bool is_settled(const V *registers, int64_t count) {
    V all = registers[0];
#pragma GCC unroll 8
    for (int64_t k = 1; k < count; ++k) all = A::combine(all, registers[k]);
    return any_bit(Vec<uint64_t>{(typename Vec<uint64_t>::Native)A::settled(all).v});
  }
  // All of so many columns, or accumulators that hold what columns would.
  static bool are_settled(const char *held, int64_t count) {
    for (int64_t i = 0; i < count; i += kColumns, held += sizeof(V)) {
      const int64_t n = count - i < kColumns ? count - i : kColumns;
      alignas(64) char bits[kVecBytes];
      A::settled(n < kColumns ? V::load(held, n) : V::load(held)).store(bits);
      for (int64_t k = 0; k < n * kLane; ++k) {
        if (bits[k] == 0) return false;
      }
    }
    return true;
  }

  // lanes = all `count` elements, in any order.
  CT_NOINLINE static void add_chain(Lane *lanes, const Source &source, int64_t count, int64_t ahead) {
    alignas(64) Lane part[kLanes];
    alignas(64) char block[kLeaf * kSize];
    for (int64_t first = 0; first < count; first += kLeaf) {
      const int64_t n = count - first < kLeaf ? count - first : kLeaf;
      add_dense<kAll>(first == 0 ? lanes : part, source.elements(block, first, n), n, ahead);
      if (first != 0) join(lanes, part, kLanes);
    }
  }

  // The same up to where one lane settles all: it is looked for early, and then after each leaf.
  CT_NOINLINE static void add_until_settled(Lane *lanes, const Source &source, int64_t count, int64_t ahead) {
    constexpr int64_t kOnce = kRegisters * kStep;
    alignas(64) char block[kLeaf * kSize];
    V runs[kAll];
#pragma GCC unroll 16
    for (int64_t k = 0; k < kAll; ++k) runs[k] = A::begin();
    for (int64_t first = 0, n = kOnce; first < count; first += n, n = kLeaf) {
      if (n > count - first) n = count - first;
      const char *at = source.elements(block, first, n);
      CT_ROLLED
      for (int64_t i = 0; i < n / kOnce; ++i, at += kOnce * kSize) {
        if (kFetches && ahead != 0) fetch<kRegisters * kStepBytes>(at + ahead);
#pragma GCC unroll 8
        for (int64_t k = 0; k < kRegisters; ++k) runs[k] = A::add(runs[k], at + k * kStepBytes);
      }
      for (int64_t left = n % kOnce; left > 0; left -= kStep, at += kStepBytes) {
        runs[0] = left >= kStep ? A::add(runs[0], at) : add_end(runs[0], at, left);
      }
      if (is_settled(runs, kRegisters)) break;
    }
#pragma GCC unroll 16
    for (int64_t k = 0; k < kAll; ++k) runs[k].store(reinterpret_cast<char *>(lanes + k * V::kLanes));
  }

  // lanes = all `count` elements.
  CT_NOINLINE static void add_tree(Lane *lanes, const Source &source, int64_t count, int64_t ahead) {
    alignas(64) Lane levels[kLevels][kLanes];
    alignas(64) char block[kLeaf * kSize];
    const int64_t leaves = count / kLeaf, rest = count % kLeaf;
    bool is_read = false;
    if constexpr (kReadsSteps) {
      is_read = leaves > 0 && source.has_short_rows();
      if (is_read) add_short_steps(levels, source, leaves, rest == 0);
    }
    for (int64_t leaf = 0; leaf < leaves && !is_read; ++leaf) {
      if constexpr (kReadsSteps) {
        if (source.is_stepped(leaf * kLeaf, kLeaf)) {
          add_stepped_leaf(levels, source, leaf);
          continue;
        }
      }
      add_leaf(levels, source.elements(block, leaf * kLeaf, kLeaf), leaf, ahead);
    }
    bool begun = rest != 0;
    if (begun) add_dense<kAll>(lanes, source.elements(block, leaves * kLeaf, rest), rest, ahead);
    for (int64_t level = 0; leaves >> level != 0; ++level) {
      if ((leaves >> level & 1) == 0) continue;
      if (begun) join(levels[level], lanes, kLanes);
      __builtin_memcpy(lanes, levels[level], kLaneBytes);
      begun = true;
    }
  }

  template <int width>
  static CT_INLINE Lane fold_register(V v) {
    if constexpr (width == 0) {
      return first_lane(v);
    } else {
      return fold_register<width / 2>(A::combine(v, rotate<width>(v, Iota<V::kLanes>{})));
    }
  }

  // The lanes by halves, down to one.
  static CT_INLINE Lane fold(const Lane *lanes) {
    V parts[kAll];
#pragma GCC unroll 16
    for (int64_t k = 0; k < kAll; ++k) parts[k] = V::load(reinterpret_cast<const char *>(lanes + k * V::kLanes));
#pragma GCC unroll 4
    for (int64_t half = kAll / 2; half > 0; half /= 2) {
#pragma GCC unroll 8
      for (int64_t k = 0; k < half; ++k) parts[k] = A::combine(parts[k], parts[k + half]);
    }
    return fold_register<V::kLanes / 2>(parts[0]);
  }

  // One accumulator takes every element.
  CT_NOINLINE static void all(char *to, const char *from, const Dim &inner, const Dim &outer, int64_t ahead) {
    alignas(64) Lane lanes[kLanes];
    const int64_t count = inner.size * outer.size;
    const Source source{from, inner, outer};
    if (!source.is_in_place()) ahead = 0;
    if constexpr (kSettles) {
      add_until_settled(lanes, source, count, ahead);
    } else if constexpr (A::kAnyOrder && A::kColumnRows == kEndless) {
      add_chain(lanes, source, count, ahead);
    } else if (count <= kLeaf && source.is_in_place()) {
      add_dense<kAll>(lanes, from, count, ahead);
    } else {
      add_tree(lanes, source, count, ahead);
    }
    const Lane lane = fold(lanes);
    if constexpr (kMayNotFit) {
      if (!A::fits(lane)) return Reducer<typename A::Careful>::all(to, from, inner, outer, ahead);
    }
    accumulate(to, lane);
  }

  // ---- an accumulator at a time, along its own elements ----

  template <int n, int row>
  static CT_INLINE V add_picked(V run, const V *parts) {
    run = A::add_register(run, pick_across<n, row, 1>(parts[0], parts, Iota<V::kLanes>{}));
    if constexpr (row + 1 < n) {
      return add_picked<n, row + 1>(run, parts);
    } else {
      return run;
    }
  }
  // Dense rows of n elements into dense accumulators, as many as registers hold; their number.
  template <int n>
  CT_NOINLINE static int64_t add_few(char *to, const char *from, int64_t count, int64_t ahead) {
    int64_t i = 0;
    CT_ROLLED
    for (; i + V::kLanes <= count; i += V::kLanes, from += n * kVecBytes) {
      if (ahead != 0) fetch<n * kVecBytes>(from + ahead);
      V parts[n];
#pragma GCC unroll 4
      for (int64_t k = 0; k < n; ++k) parts[k] = V::load(from + k * kVecBytes);
      A::combine(V::load(to + i * kLane), add_picked<n, 0>(A::begin(), parts)).store(to + i * kLane);
    }
    return i;
  }
  static int64_t add_few(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    if (reduced.from != kSize || kept.from != reduced.size * kSize || kept.to != kLane) return 0;
    const int64_t ahead = distance_ahead(reduced, kept, kSize, traffic);
    if (reduced.size == 2) return add_few<2>(to, from, kept.size, ahead);
    if (reduced.size == 3) return add_few<3>(to, from, kept.size, ahead);
    if (reduced.size == 4) return add_few<4>(to, from, kept.size, ahead);
    return 0;
  }

  static void rows(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    if constexpr (requires(V run) { A::add_register(run, run); }) {
      const int64_t done = add_few(to, from, kept, reduced, traffic);
      if (done == kept.size) return;
      if (done != 0) {
        return columns(to + done * kept.to, from + done * kept.from, Dim{kept.size - done, kept.to, kept.from}, reduced,
                       traffic);
      }
    }
    if constexpr (kSize >= 4) {  // of others the code would be long
      if (reduced.size <= kTinyRow && reduced.from == kSize) {
        return add_tiny_rows(to, kept.to, from, kept.from, kept.size, reduced.size, kSize, traffic, &add_turned);
      }
    }
    if (reduced.size <= kLeafRows) return columns(to, from, kept, reduced, traffic);
    if (reduced.from == kSize && reduced.size <= kNarrowLeaf) return short_rows(to, from, kept, reduced, traffic);
    const int64_t ahead = distance_ahead(reduced, kept, kSize, traffic);
    for (int64_t j = 0; j < kept.size; ++j) {
      if (kSettles && ahead != 0) fetch<kRow * kSize>(from + (j + 8) * kept.from);  // of a row its beginning may do
      all(to + j * kept.to, from + j * kept.from, reduced, Dim{1, 0, 0}, ahead);
    }
  }

  // What a register of columns takes stays in one.
  CT_NOINLINE static void add_turned(char *to, int64_t to_stride, const char *at, int64_t step, int64_t rows,
                                     int64_t n) {
    static_assert(kBand % kColumns == 0);
    alignas(64) Lane lanes[kBand];
    for (int64_t k = 0; k < n; k += kColumns, at += kColumns * kSize) {
      Column column = A::begin_column();
      CT_ROLLED
      for (int64_t row = 0; row < rows; ++row) column = A::add_column(column, at + row * step);
      A::end_column(column, rows, lanes + k);
    }
    accumulate(to, to_stride, lanes, n);
  }

  // What did not fit, column by column.
  static void take_again(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    if constexpr (kMayNotFit) Reducer<typename A::Careful>::columns(to, from, kept, reduced, traffic);
  }

  // Whether a row's beginning settles it; if so, lanes = that.
  static CT_INLINE bool settles_early(Lane *lanes, const char *at, int64_t count) {
    if constexpr (!kSettles) {
      return false;
    } else {
      if (count < 16 * kNarrow) return false;
      V runs[kNarrowRegisters];
#pragma GCC unroll 4
      for (int64_t k = 0; k < kNarrowRegisters; ++k) {
        runs[k] = A::add(A::begin(), at + k * kStepBytes);
        runs[k].store(reinterpret_cast<char *>(lanes + k * V::kLanes));
      }
      return is_settled(runs, kNarrowRegisters);
    }
  }

  // Few lanes for each of many rows; then all rows' lanes are folded side by side.
  CT_NOINLINE static void short_rows(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    alignas(64) Lane lanes[kBatch * kNarrow], turned[kNarrow * kBatch];
    const int64_t ahead = distance_ahead(reduced, kept, kSize, traffic);
    for (int64_t j = 0; j < kept.size; j += kBatch) {
      const int64_t n = kept.size - j < kBatch ? kept.size - j : kBatch;
      const char *at = from + j * kept.from;
      bool early = true;  // until one row does not: what is left out breaks the order in which memory is read
      for (int64_t row = 0; row < n; ++row, at += kept.from) {
        early = early && settles_early(lanes + row * kNarrow, at, reduced.size);
        if (!early) add_dense<kNarrowRegisters>(lanes + row * kNarrow, at, reduced.size, ahead);
      }
      transpose(reinterpret_cast<char *>(turned), kBatch * kLane, reinterpret_cast<const char *>(lanes),
                kNarrow * kLane, n, kNarrow, kLane, {Traffic::Cached, Traffic::Cached});
      for (int64_t half = kNarrow / 2; half > 0; half /= 2) {
        for (int64_t i = 0; i < half; ++i) join(turned + i * kBatch, turned + (i + half) * kBatch, n);
      }
      accumulate(
          to + j * kept.to, kept.to, turned, n, [&](int64_t i, int64_t some) __attribute__((always_inline)) {
            take_again(to + (j + i) * kept.to, from + (j + i) * kept.from, Dim{some, kept.to, kept.from}, reduced,
                       traffic);
          });
    }
  }

  // ---- neighbouring accumulators together, down the reduced dim ----

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
    return (!A::kAnyOrder || traffic == Traffic::Streamed) && distance(rows) >= kFarRow;
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
  // in a cache all the same, of which short rows are a sign, is soon here.
  static CT_INLINE void add_fetched(char *held, const char *from, int64_t apart, int64_t count, int64_t next) {
    constexpr int64_t kShort = 16384, kColumnsOfLine = 64 / kSize;
    static_assert(kColumnsOfLine % kColumns == 0);
    const int64_t length = count * kSize, far = length < kShort ? 6144 : 3072, near = length < kShort ? 2048 : 1024;
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
      } else if (A::kAnyOrder || traffic == Traffic::Streamed) {
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

  // columns take up to kColumnRows rows.
  CT_NOINLINE static void add_leaf(Column *columns, const char *from, const Dim &kept, const Dim &reduced,
                                   Traffic traffic) {
    if (kept.from == kSize) {
      if (!kInPlace && is_far(reduced, traffic)) {
        return add_far_rows(reinterpret_cast<char *>(columns), from, reduced.from, reduced.size, kept.size, traffic);
      }
      if (traffic == Traffic::Streamed) return add_near_rows(columns, from, reduced.from, reduced.size, kept.size);
      return add_rows(columns, from, reduced.from, reduced.size, kept.size, kTogether);
    }
    alignas(64) char block[kLeafRows * kBand * kSize];
    for (int64_t row = 0; row < reduced.size; row += kLeafRows) {
      const int64_t rows = reduced.size - row < kLeafRows ? reduced.size - row : kLeafRows;
      gather(block, from + row * reduced.from, kSize, kept.from, kept.size, reduced.from, rows);
      add_rows(columns, block, kept.size * kSize, rows, kept.size, kTogether);
    }
  }

  // columns = up to kChainRows rows: leaves of kColumnRows, one after the other.
  CT_NOINLINE static void add_column_chain(Column *columns, Column *leaf, const char *from, const Dim &kept,
                                           const Dim &reduced, Traffic traffic) {
    for (int64_t row = 0; row < reduced.size; row += A::kColumnRows) {
      const int64_t left = reduced.size - row;
      const Dim rows{left < A::kColumnRows ? left : A::kColumnRows, 0, reduced.from};
      Column *const own = row == 0 ? columns : leaf;
      begin(own, kept.size);
      add_leaf(own, from + row * reduced.from, kept, rows, traffic);
      if (row != 0) join(columns, leaf, kept.size);
    }
  }

  // columns = the tree of rows whose leaves are such chains.
  CT_NOINLINE static void add_column_tree(Column *columns, const char *from, const Dim &kept, const Dim &reduced,
                                          Traffic traffic) {
    Column others[kStripRegisters + 1];
    if (reduced.size <= kChainRows) return add_column_chain(columns, others, from, kept, reduced, traffic);
    // The first of two subtrees has the largest number of whole leaves, a power of two, that leaves something.
    const auto leaves = static_cast<uint64_t>((reduced.size - 1) / kChainRows);
    const int64_t first = kChainRows << (63 - __builtin_clzll(leaves));
    add_column_tree(columns, from, kept, Dim{first, 0, reduced.from}, traffic);
    add_column_tree(others, from + first * reduced.from, kept, Dim{reduced.size - first, 0, reduced.from}, traffic);
    join(columns, others, kept.size);
  }

  CT_NOINLINE static void end_columns(const Column *columns, char *to, const char *from, const Dim &kept,
                                      const Dim &reduced, Traffic traffic) {
    constexpr int64_t kSome = 8 * kColumns;
    for (int64_t i = 0; i < kept.size; i += kSome) {
      alignas(64) Lane lanes[kSome];  // written up to the end of a register
      const int64_t n = kept.size - i < kSome ? kept.size - i : kSome;
      for (int64_t k = 0; k < n; k += kColumns) A::end_column(columns[(i + k) / kColumns], reduced.size, lanes + k);
      accumulate(
          to + i * kept.to, kept.to, lanes, n, [&](int64_t k, int64_t some) __attribute__((always_inline)) {
            take_again(to + (i + k) * kept.to, from + (i + k) * kept.from, Dim{some, kept.to, kept.from}, reduced,
                       traffic);
          });
    }
  }

  // add(from, rows): all rows, or where columns may settle, more and more of them, until all have. held: what they
  // hold.
  template <class Add>
  static CT_INLINE void add_rows_of(const void *held, const char *from, const Dim &kept, const Dim &reduced, Add add) {
    if constexpr (!kSettles) {
      add(from, reduced);
    } else {
      constexpr int64_t kBytes = int64_t{64} << 10;
      int64_t together = kBytes / (kept.size * kSize);
      if (together < kLeafRows) together = kLeafRows;
      for (int64_t row = 0; row < reduced.size; row += together, together *= 2) {
        const int64_t left = reduced.size - row;
        if (row > 0 && are_settled(static_cast<const char *>(held), kept.size)) return;
        add(from + row * reduced.from, Dim{left < together ? left : together, 0, reduced.from});
      }
    }
  }
  // columns = rows in any order.
  static CT_INLINE void add_in_any_order(Column *columns, const char *from, const Dim &kept, const Dim &reduced,
                                         Traffic traffic) {
    begin(columns, kept.size);
    add_rows_of(columns, from, kept, reduced,
                [&](const char *at, const Dim &rows) { add_leaf(columns, at, kept, rows, traffic); });
  }

  // Rows into the accumulators: up to kColumnRows, or the tree of any number.
  CT_NOINLINE static void add_columns(char *to, const char *from, const Dim &kept, const Dim &reduced,
                                      Traffic traffic) {
    Column columns[kStripRegisters + 1];
    if constexpr (kColumnTrees) {
      add_column_tree(columns, from, kept, reduced, traffic);
    } else {
      add_in_any_order(columns, from, kept, reduced, traffic);
    }
    end_columns(columns, to, from, kept, reduced, traffic);
  }
  // The same of a wide strip, up to kColumnRows.
  CT_NOINLINE static void add_wide_columns(char *to, const char *from, const Dim &kept, const Dim &reduced,
                                           Traffic traffic) {
    Column columns[kWideStrip / kColumns + 1];
    add_in_any_order(columns, from, kept, reduced, traffic);
    end_columns(columns, to, from, kept, reduced, traffic);
  }

  CT_NOINLINE static void columns(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    const bool is_dense = kept.from == kSize;
    const bool far = is_dense && is_far(reduced, traffic) && (!kColumnTrees || reduced.size <= kChainRows);
    bool wide = false;
    auto *add = &add_columns;
    if constexpr (kInPlace) {
      const bool is_row = is_dense && reduced.size == 1;
      if ((far || is_row) && kept.to == kLane) {
        return add_rows_of(to, from, kept, reduced, [&](const char *at, const Dim &rows) {
          add_far_rows(to, at, rows.from, rows.size, kept.size, traffic);
        });
      }
    } else {
      wide = far && traffic == Traffic::Streamed && kept.size > kStrip;
      if (wide) add = &add_wide_columns;
    }
    // Few rows that are gathered leave room for more columns.
    const int64_t width = wide ? kWideStrip : is_dense ? kStrip : reduced.size <= kLeafRows / 4 ? 4 * kBand : kBand;
    const int64_t together = kColumnTrees ? reduced.size : A::kColumnRows;
    for (int64_t i = 0; i < kept.size; i += width) {
      const Dim strip{kept.size - i < width ? kept.size - i : width, kept.to, kept.from};
      for (int64_t row = 0; row < reduced.size; row += together) {
        const int64_t left = reduced.size - row;
        const Dim rows{left < together ? left : together, 0, reduced.from};
        add(to + i * kept.to, from + i * kept.from + row * reduced.from, strip, rows, traffic);
      }
    }
  }
};

// Which way is taken depends on the strides and the reduced dim alone, never on how many accumulators a piece has:
// cutting the kept dim between threads changes no bits.
template <class A>
void reduce(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  if (size0 <= 0 || size1 <= 0) return;
  Dim inner{size0, strides[0], strides[1]};
  Dim outer{size1, strides[2], strides[3]};
  char *const to = data[0];
  const char *const from = data[1];
  using Way = Reducer<A>;
  if (inner.to == 0 && outer.to == 0) {
    if (outer.size > 1 && (inner.size == 1 || distance(outer) < distance(inner)))
      return Way::all(to, from, outer, inner, distance_ahead(outer, inner, Way::kSize, traffic));
    return Way::all(to, from, inner, outer, distance_ahead(inner, outer, Way::kSize, traffic));
  }
  if (inner.to != 0 && outer.to != 0) {
    for (int64_t j = 0; j < outer.size; ++j) {
      Way::columns(to + j * outer.to, from + j * outer.from, inner, Dim{1, 0, 0}, traffic);
    }
    return;
  }
  const Dim &kept = inner.to != 0 ? inner : outer;
  const Dim &reduced = inner.to != 0 ? outer : inner;
  if (reduced.size == 1 || distance(kept) < distance(reduced)) {
    Way::columns(to, from, kept, reduced, traffic);
  } else {
    Way::rows(to, from, kept, reduced, traffic);
  }
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
