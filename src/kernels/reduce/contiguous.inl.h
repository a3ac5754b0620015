// Elements that lie side by side, or are packed that way, go to the lanes of one accumulator in leaves, which meet in a
// tree.
#pragma once

#include "kernels/buffer.h"
#include "kernels/reduce/lanes.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// The elements of the inner dim, for every index of the outer one.
struct Source {
  const char *from;
  const Dim &inner, &outer;
  int64_t size;  // of an element

  bool is_computed() const { return inner.from == kComputed; }
  bool is_in_place() const { return inner.from == size && (outer.size == 1 || outer.from == inner.size * size); }
  // lanes = the sums of a leaf, where something computes them: then no block of elements is written and read again.
  bool sum_leaf(char *lanes, int64_t first, int64_t count) const {
    if (!is_computed()) return false;
    const auto *const computed = reinterpret_cast<const Computed *>(from);
    if (computed->sums == nullptr) return false;
    computed->sums(computed->source, computed->first + first, count, computed->worker, lanes);
    return true;
  }
  // Prefetches the rows that will be read after these if they are short and lie in pages of their own, where the
  // processor does not follow them.
  void prefetch_rows(int64_t j, int64_t rows) const {
    const int64_t row = inner.size * size, ahead = kReduceLookAhead / row + 1;
    if (inner.from != size || row >= kPage || distance(outer) < kPage) return;
    const int64_t last = j + rows + ahead < outer.size ? j + rows + ahead : outer.size;
    for (j += ahead; j < last; ++j) {
      for (int64_t byte = 0; byte < row; byte += kCacheLine) __builtin_prefetch(from + j * outer.from + byte);
    }
  }
  // Returns `count` elements side by side, from number `first` on: the end of a row, whole rows, and the beginning of
  // another.
  CT_NOINLINE const char *elements(char *block, int64_t first, int64_t count) const {
    if (is_in_place()) return from + first * size;
    if (is_computed()) return reinterpret_cast<const Computed *>(from)->at(first, count);
    int64_t j = first / inner.size;
    int64_t i = first - j * inner.size;
    if (inner.from == size && i + count <= inner.size) return from + i * size + j * outer.from;
    for (int64_t done = 0; done < count;) {
      const int64_t left = count - done;
      const int64_t rows = i == 0 && left >= inner.size ? left / inner.size : 1;
      const int64_t in_row = inner.size - i;
      const int64_t n = rows > 1 || in_row < left ? in_row : left;
      prefetch_rows(j, rows);
      gather(block + done * size, from + i * inner.from + j * outer.from, static_cast<int>(size), inner.from, n,
             outer.from, rows);
      done += n * rows;
      j += rows;
      i = 0;
    }
    return block;
  }
};

template <class A>
struct Contiguous {
  using L = Lanes<A>;
  using Lane = typename L::Lane;
  using Leaf = typename A::Leaf;
  using V = typename L::V;

  static constexpr int64_t kTogether = L::kAll < 8 ? L::kAll : 8;  // registers that are filled together
  static constexpr int64_t kFill = L::kAll * L::kStep;             // elements that fill the lanes once
  static constexpr int64_t kWholeLeaf = kLeafElements * kFill;
  static constexpr int64_t kLevels = 52;  // of the tree over leaves
  static_assert(kWholeLeaf * L::kSize <= kFewComputedBytes && kFewComputedBytes <= Computed::kMostBytes);

  // The end of a segment is rare: one copy of this code serves all places that meet one.
  CT_NOINLINE static Leaf add_end(Leaf leaf, const char *at, int64_t count) { return A::add(leaf, at, count); }

  // This many registers take steps of `bytes`. Steps stay a loop: when each load was an instruction of its own, the
  // processor prefetched nothing, and memory beyond the caches was read far below its speed.
  template <int64_t registers, int64_t bytes>
  static CT_INLINE const char *add_steps(Leaf *leaves, const char *at, int64_t steps) {
    CT_ROLLED
    for (int64_t step = 0; step < steps; ++step, at += bytes) {
      CT_UNROLL(8)
      for (int64_t k = 0; k < registers; ++k) leaves[k] = A::add(leaves[k], at + k * L::kStepBytes);
    }
    return at;
  }

  // lanes = `count` contiguous elements, in this many registers.
  template <int64_t registers>
  static CT_INLINE void add_segment(Lane *lanes, const char *from, int64_t count) {
    constexpr int64_t kGroup = registers < kTogether ? registers : kTogether;
    constexpr int64_t kOnce = registers * L::kStep;
    const int64_t steps = count / kOnce, rest = count % kOnce;
    char *const to = reinterpret_cast<char *>(lanes);
    for (int64_t group = 0; group < registers; group += kGroup) {
      Leaf leaves[kGroup];
      CT_UNROLL(8)
      for (int64_t k = 0; k < kGroup; ++k) leaves[k] = A::begin();
      const char *const first = from + group * L::kStepBytes;
      const char *const at = add_steps<kGroup, kOnce * L::kSize>(leaves, first, steps);
      CT_UNROLL(8)
      for (int64_t k = 0; k < kGroup; ++k) {
        const int64_t left = rest - (group + k) * L::kStep;
        if (left >= L::kStep) {
          leaves[k] = A::add(leaves[k], at + k * L::kStepBytes);
        } else if (left > 0) {
          leaves[k] = add_end(leaves[k], at + k * L::kStepBytes, left);
        }
        A::end(leaves[k], steps + (left > 0 ? 1 : 0)).store(to + (group + k) * V::kLanes * L::kLane);
      }
    }
  }
  // Does the same for several segments that lie `apart` bytes from each other; each has its own lanes.
  template <int64_t registers>
  CT_NOINLINE static void add_segments(Lane *lanes, const char *from, int64_t count, int64_t apart = 0,
                                       int64_t segments = 1) {
    for (; segments > 0; --segments, lanes += registers * V::kLanes, from += apart) {
      add_segment<registers>(lanes, from, count);
    }
  }

  CT_NOINLINE static void join_lanes(Lane *to, const Lane *first, const Lane *second) {
    L::join(to, first, second, L::kLanes);
  }

  // False where the elements have to be asked for.
  static CT_INLINE bool sum_computed(Lane *lanes, const Source &source, int64_t first, int64_t count) {
    if constexpr (requires { requires A::kAddsAsTheyAre; }) {
      return count == kWholeLeaf && source.sum_leaf(reinterpret_cast<char *>(lanes), first, count);
    }
    return false;
  }

  // lanes = all `count` elements. After leaf i, `levels` hold one tree for each set bit of i + 1.
  CT_NOINLINE static void add_tree(Lane *lanes, const Source &source, int64_t count) {
    const Buffer<Lane[L::kLanes], kLevels> levels;
    const Buffer<char, kWholeLeaf * L::kSize> block;
    const int64_t leaves = count / kWholeLeaf, rest = count % kWholeLeaf;
    for (int64_t leaf = 0; leaf * kWholeLeaf < count; ++leaf) {
      const int64_t n = leaf < leaves ? kWholeLeaf : rest;
      Lane *own = leaf == leaves || (leaf & 1) != 0 ? lanes : levels[0];
      if (!sum_computed(own, source, leaf * kWholeLeaf, n)) {
        add_segments<L::kAll>(own, source.elements(block, leaf * kWholeLeaf, n), n);
      }
      for (int64_t level = 0; leaf < leaves && (leaf >> level & 1) != 0; ++level) {
        Lane *const joined = (leaf >> (level + 1) & 1) != 0 ? lanes : levels[level + 1];
        join_lanes(joined, levels[level], own);
        own = joined;
      }
    }
    const Lane *own = rest != 0 ? lanes : nullptr;
    for (int64_t level = 0; leaves >> level != 0; ++level) {
      if ((leaves >> level & 1) == 0) continue;
      if (own != nullptr) join_lanes(lanes, levels[level], own);
      own = own != nullptr ? lanes : levels[level];
    }
    if (own != lanes) __builtin_memcpy(lanes, own, kLaneBytes);
  }

  // Does the same up to the first lane that absorbs the rest, which is looked for early and then after each leaf.
  CT_NOINLINE static void add_until_absorbed(Lane *lanes, const Source &source, int64_t count) {
    constexpr int64_t kOnce = kTogether * L::kStep;
    const Buffer<char, kWholeLeaf * L::kSize> block;
    V parts[L::kAll];
    CT_UNROLL(16)
    for (int64_t k = 0; k < L::kAll; ++k) parts[k] = A::begin();
    for (int64_t first = 0, n = kOnce; first < count; first += n, n = kWholeLeaf) {
      if (n > count - first) n = count - first;
      const char *at = source.elements(block, first, n);
      at = add_steps<kTogether, kOnce * L::kSize>(parts, at, n / kOnce);
      for (int64_t left = n % kOnce; left > 0; left -= L::kStep, at += L::kStepBytes) {
        parts[0] = left >= L::kStep ? A::add(parts[0], at) : add_end(parts[0], at, left);
      }
      if (L::is_absorbed(parts, kTogether)) break;
    }
    CT_UNROLL(16)
    for (int64_t k = 0; k < L::kAll; ++k) parts[k].store(reinterpret_cast<char *>(lanes + k * V::kLanes));
  }

  // lanes = every element.
  static CT_INLINE void add_all(Lane *lanes, const Source &source, int64_t count) {
    if constexpr (L::kAbsorbs) {
      add_until_absorbed(lanes, source, count);
    } else if (count <= kWholeLeaf && source.is_in_place()) {
      add_segments<L::kAll>(lanes, source.from, count);
    } else {
      add_tree(lanes, source, count);
    }
  }
  // Adds every element to one accumulator.
  CT_NOINLINE static void all(char *to, const char *from, const Dim &inner, const Dim &outer) {
    alignas(kCacheLine) Lane lanes[L::kLanes];
    add_all(lanes, Source{from, inner, outer, L::kSize}, inner.size * outer.size);
    const Lane lane = L::fold(lanes);
    if constexpr (L::kMayNotFit) {
      if (!A::fits(lane)) return Contiguous<typename A::Careful>::all(to, from, inner, outer);
    }
    L::accumulate(to, lane);
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
