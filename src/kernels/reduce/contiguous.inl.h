// Elements of a run into one accumulator: leaves of 32 elements a lane, and the tree in which they meet.
#pragma once

#include "kernels/reduce/lanes.inl.h"
#include "kernels/reduce/prefetch.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class A>
struct Runs : Lanes<A> {
  using Base = Lanes<A>;
  using Base::join, Base::accumulate, Base::fold, Base::is_settled;
  using Base::kSize, Base::kLane, Base::kLanes, Base::kStep, Base::kStepBytes, Base::kAll, Base::kMayNotFit,
      Base::kSettles, Base::kFetches;
  using typename Base::Lane, typename Base::V;

  static constexpr int64_t kRegisters = kAll < 8 ? kAll : 8;  // that are filled together
  static constexpr int64_t kRow = kAll * kStep;               // elements that fill the lanes once
  static constexpr int64_t kLeaf = kLeafRows * kRow;
  static constexpr int64_t kLevels = 52;  // of the tree over leaves
  static constexpr bool kReadsSteps = requires(typename A::Run run, const char *at) { A::add_steps(run, at); };

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

  // A register alone takes eight rows at a time: with a loop for each of its lines, half of a short run was the loop.
  template <int64_t registers, bool fetches>
  static CT_INLINE void add_run(Lane *lanes, const char *from, int64_t count, int64_t ahead) {
    constexpr int64_t kGroup = registers < kRegisters ? registers : kRegisters;
    constexpr int64_t kFill = registers * kStep;
    constexpr int64_t kTogether = fetches && registers == 1 ? 8 : 1;  // rows
    const int64_t rows = count / kFill, rest = count % kFill;
    char *const to = reinterpret_cast<char *>(lanes);
    for (int64_t group = 0; group < registers; group += kGroup) {
      typename A::Run runs[kGroup];
#pragma GCC unroll 8
      for (int64_t k = 0; k < kGroup; ++k) runs[k] = A::begin();
      const char *at = from + group * kStepBytes;
      int64_t row = 0;
      if constexpr (kTogether > 1) {
        CT_ROLLED
        for (; row + kTogether <= rows; row += kTogether, at += kTogether * kFill * kSize) {
          fetch<kTogether * kFill * kSize>(at + ahead);
#pragma GCC unroll 8
          for (int64_t i = 0; i < kTogether; ++i) runs[0] = A::add(runs[0], at + i * kStepBytes);
        }
      }
      CT_ROLLED
      for (; row < rows; ++row, at += kFill * kSize) {
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
  template <int64_t registers, bool fetches>
  CT_NOINLINE static void add_runs(Lane *lanes, const char *from, int64_t count, int64_t ahead, int64_t apart,
                                   int64_t runs) {
    for (; runs > 0; --runs, lanes += registers * V::kLanes, from += apart) {
      add_run<registers, fetches>(lanes, from, count, ahead);
    }
  }

  // lanes = `count` elements side by side, over so many registers. ahead: see distance_ahead(). Or those of several
  // runs that lie so far apart, each to its own lanes.
  template <int64_t registers>
  static CT_INLINE void add_dense(Lane *lanes, const char *from, int64_t count, int64_t ahead, int64_t apart = 0,
                                  int64_t runs = 1) {
    if (kFetches && (registers == kAll || ahead != 0)) {  // of a short run the question would take too long
      add_runs<registers, kFetches>(lanes, from, count, ahead, apart, runs);
    } else {
      add_runs<registers, false>(lanes, from, count, 0, apart, runs);
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
      const int64_t rows = n / kOnce;
      CT_ROLLED
      for (int64_t row = 0; row < rows; ++row, at += kOnce * kSize) {
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

  // lanes = every element.
  static CT_INLINE void add_all(Lane *lanes, const Source &source, int64_t count, int64_t ahead) {
    if (!source.is_in_place()) ahead = 0;
    if constexpr (kSettles) {
      add_until_settled(lanes, source, count, ahead);
    } else if constexpr (A::kAnyOrder && A::kColumnRows == kEndless) {
      add_chain(lanes, source, count, ahead);
    } else if (count <= kLeaf && source.is_in_place()) {
      add_dense<kAll>(lanes, source.from, count, ahead);
    } else {
      add_tree(lanes, source, count, ahead);
    }
  }
  // One accumulator takes them.
  CT_NOINLINE static void all(char *to, const char *from, const Dim &inner, const Dim &outer, int64_t ahead) {
    alignas(64) Lane lanes[kLanes];
    add_all(lanes, Source{from, inner, outer}, inner.size * outer.size, ahead);
    const Lane lane = fold(lanes);
    if constexpr (kMayNotFit) {
      if (!A::fits(lane)) return Runs<typename A::Careful>::all(to, from, inner, outer, ahead);
    }
    accumulate(to, lane);
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
