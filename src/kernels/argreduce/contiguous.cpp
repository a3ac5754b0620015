// Finds the best of contiguous elements. It first finds each lane's best in a block, and the step of a few registers in
// which the lane has it. If the block has the best so far, the element is then looked for in that step alone. Many
// short segments of float32 are folded together, as many as a register has lanes.
#include "kernels/argreduce/compare.inl.h"
#include "kernels/reduce/prefetch.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class Stored, Wanted wanted>
struct Segments : Comparison<Stored, wanted> {
  using C = Comparison<Stored, wanted>;
  using C::kLanes;
  using C::kSize;
  using typename C::Mask;
  using typename C::Number;
  using typename C::Numbers;
  using typename C::T;
  using typename C::V;
  static constexpr int64_t kStep = kVecBytes;
  static constexpr int64_t kBlock = kArgreduceBlock;
  static constexpr int64_t kTogether = 4;  // registers of a step

  // ---- one segment ----

  // Finds for each lane of a block the element that beats `best_of_lane`, and the first step in which the lane has it.
  // The last step ends with the block. False, with nothing found, where there may be a NaN. Prefetches `ahead` bytes
  // on, or nothing where that is 0.
  template <int64_t registers>
  CT_NOINLINE static bool take_steps(const char *from, const char *end, V &best_of_lane, Numbers &step_of_lane,
                                     int64_t ahead) {
    constexpr int64_t kBytes = registers * kStep;
    V best = best_of_lane, evidence{};
    Numbers steps{}, here{};
    const auto take = [&](const char *at) __attribute__((always_inline)) {
      if (ahead != 0) prefetch<kBytes>(at + ahead);
      V found = C::load(at), all = found;
      CT_UNROLL(4)
      for (int64_t k = 1; k < registers; ++k) {
        const V x = C::load(at + k * kStep);
        found = C::better(x, found);
        all = C::join_evidence(all, x);
      }
      evidence = C::join_evidence(evidence, all);
      steps = C::choose(found, best, here, steps);
      best = C::better(found, best);
      here = here + Numbers::splat(1);
    };
    const char *at = from;
    CT_ROLLED
    for (; at < end - kBytes; at += kBytes) take(at);
    take(end - kBytes);
    best_of_lane = best;
    step_of_lane = steps;
    return !C::may_hold_nan(evidence, best);
  }
  static CT_INLINE int64_t registers_of_step(const char *from, const char *end) {
    return end - from < kTogether * kStep ? 1 : kTogether;
  }
  static CT_INLINE bool take_block(const char *from, const char *end, V &best, Numbers &steps, int64_t ahead) {
    return registers_of_step(from, end) == 1 ? take_steps<1>(from, end, best, steps, ahead)
                                             : take_steps<kTogether>(from, end, best, steps, ahead);
  }
  CT_NOINLINE static V best_with_nan(const char *from, const char *end, V best) {
    best = C::with_nan(best);
    CT_ROLLED
    for (const char *at = from; at + kStep <= end; at += kStep) best = C::better_nan(C::with_nan(C::load(at)), best);
    best = C::better_nan(C::with_nan(C::load(end - kStep)), best);
    T found = best.v[0];
    CT_ROLLED
    for (int64_t k = 1; k < kLanes; ++k) {
      if (C::beats(best.v[k], found)) found = best.v[k];
    }
    return V::splat(found);
  }

  template <int... I>
  static CT_INLINE Numbers counted(Indices<I...>) {
    return {Mask{static_cast<Number>(I)...}};
  }
  // The index of the best element in the block: it is the first one in the first step of those lanes that have it. It
  // is written without branches, which would often be predicted wrongly in short segments.
  CT_NOINLINE static int64_t find(const char *from, const char *end, V best_of_lane, Numbers steps) {
    const V best = V::splat(farthest_lane<C::kLargest>(best_of_lane));
    const int64_t registers = registers_of_step(from, end);
    const Numbers steps_of_best{best_of_lane.v == best.v ? steps.v : ~Mask{}};
    const int64_t first = static_cast<int64_t>(farthest_lane<false>(steps_of_best)) * registers * kStep;
    const int64_t beyond = first - (end - from - registers * kStep);
    const int64_t begin = first - (beyond & ~(beyond >> 63));
    const Numbers lanes = counted(Iota<V::kLanes>{});
    Numbers index{~Mask{}};
    CT_ROLLED
    for (int64_t k = registers - 1; k >= 0; --k) {
      const Numbers here = lanes + Numbers::splat(static_cast<Number>(k * kLanes));
      index = {C::load(from + begin + k * kStep).v == best.v ? here.v : index.v};
    }
    return begin / kSize + static_cast<int64_t>(farthest_lane<false>(index));
  }
  // The same for the first NaN.
  CT_NOINLINE static int64_t find_nan(const char *from, const char *end) {
    const char *at = from;
    while (at + kStep <= end && !C::any(C::nans(C::load(at)))) at += kStep;
    if (at + kStep > end) at = end - kStep;
    while (!C::is_nan(C::load_one(at))) at += kSize;
    return (at - from) / kSize;
  }

  // Fewer elements than a register has. Where none can be NaN, a register takes them at once, and its other lanes have
  // the element to beat.
  CT_NOINLINE static int64_t short_segment(const char *from, int64_t n, bool begins, char *held) {
    if (!C::kHasNan && n >= kFewestInRegister) {
      const T first = C::load_one(begins ? from : held);
      const Numbers lanes = counted(Iota<V::kLanes>{});
      V x;
      C::load_some(x, from, n);
      x = {lanes.v < Numbers::splat(static_cast<Number>(n)).v ? x.v : V::splat(first).v};
      const T best = farthest_lane<C::kLargest>(x);
      if (!begins && !C::beats(best, first)) return -1;
      const auto index =
          static_cast<int64_t>(farthest_lane<false>(Numbers{x.v == V::splat(best).v ? lanes.v : ~Mask{}}));
      C::copy_one(held, from + index * kSize);
      return index;
    }
    int64_t index = begins ? 0 : -1;
    T best = C::load_one(begins ? from : held);
    for (int64_t i = 0; i < n; ++i) {
      const T x = C::load_one(from + i * kSize);
      if (!C::beats(x, best)) continue;
      best = x;
      index = i;
    }
    if (index >= 0) C::copy_one(held, from + index * kSize);
    return index;
  }

  CT_NOINLINE static int64_t segment(const char *from, int64_t n, bool begins, char *held, Traffic traffic) {
    if (n < kLanes) return short_segment(from, n, begins, held);
    const char *const end = from + n * kSize, *found = nullptr, *found_end = nullptr;  // the block of the best
    const int64_t ahead = traffic == Traffic::NonTemporal ? kReduceLookAhead : 0;
    V best = C::with_nan(V::splat(C::load_one(begins ? from : held))), best_of_lane = best;
    Numbers steps{};
    const char *block_end = nullptr;
    for (const char *at = from; at < end; at = block_end) {
      // The first block is shorter where that lets the others begin on a register's boundary: loads that cross from
      // line to line take half as long again. No block is shorter than a register. Elements that it shares with the
      // block before cannot beat what was found there.
      const int64_t beyond = static_cast<int64_t>(reinterpret_cast<uintptr_t>(at) % kStep) / kSize * kSize;
      block_end = end - at < kBlock ? end : at + kBlock - beyond;
      const char *const block = block_end - at < kStep ? block_end - kStep : at;
      const bool is_first = begins && at == from;
      if (!is_first && C::is_nan(best.v[0])) break;
      V lanes = best, now = best;
      Numbers block_steps;
      if (!take_block(block, block_end, lanes, block_steps, ahead) && C::kHasNan) {
        now = best_with_nan(block, block_end, best);
      } else if (C::any((Mask)(C::kLargest ? lanes.v > best.v : lanes.v < best.v))) {
        now = V::splat(farthest_lane<C::kLargest>(lanes));
      }
      if (!is_first && !C::beats(now.v[0], best.v[0])) continue;
      best = now, best_of_lane = lanes, steps = block_steps;
      found = block, found_end = block_end;
    }
    if (found == nullptr) return -1;
    const bool nan = C::kHasNan && C::is_nan(best.v[0]);
    const int64_t in_block = nan ? find_nan(found, found_end) : find(found, found_end, best_of_lane, steps);
    const int64_t index = (found - from) / kSize + in_block;
    C::copy_one(held, from + index * kSize);  // a zero keeps the sign that it has there
    return index;
  }

  // ---- many segments of one length ----

  // Finds the best element of each lane, and its place in the segment. The last register ends with the segment;
  // elements that it shares with the register before cannot beat what was found there. Evidence of NaN is collected
  // separately, to keep chains short.
  static CT_INLINE V take_lanes(const char *from, int64_t n, char *value, char *place, int64_t ahead) {
    const Numbers lanes = counted(Iota<V::kLanes>{}), step = Numbers::splat(static_cast<Number>(kLanes));
    const char *const last = from + (n - kLanes) * kSize;
    V best = C::load(from), evidence = best;
    Numbers at_best = lanes, here = lanes;
    __builtin_prefetch(from + ahead);
    CT_ROLLED
    for (const char *at = from + kStep; at < last; at += kStep) {
      __builtin_prefetch(at + ahead);
      const V x = C::load(at);
      here = here + step;
      at_best = C::choose(x, best, here, at_best);
      best = C::better(x, best);
      evidence = C::join_evidence(evidence, x);
    }
    __builtin_prefetch(last + ahead);
    const V x = C::load(last);
    C::choose(x, best, lanes + Numbers::splat(static_cast<Number>(n - kLanes)), at_best).store(place);
    C::better(x, best).store(value);
    return C::join_evidence(evidence, x);
  }

  // Searches as many segments as there are lanes. False, with nothing found, where there may be a NaN.
  CT_NOINLINE static bool take_together(const char *from, int64_t step, int64_t n, char *best, int64_t *index,
                                        int64_t ahead) {
    alignas(kCacheLine) char values[kLanes * kVecBytes], places[kLanes * kVecBytes];
    V evidence{}, parts[kLanes];
    CT_ROLLED
    for (int64_t r = 0; r < kLanes; ++r) {
      const V own = take_lanes(from + r * step, n, values + r * kVecBytes, places + r * kVecBytes, ahead);
      evidence = C::join_evidence(evidence, own);
    }
    CT_UNROLL(16)
    for (int k = 0; k < kLanes; ++k) parts[k] = V::load(values + k * kVecBytes);
    if (C::may_hold_nan(evidence, parts[0])) return false;
    fold_across<kLanes / 2>(
        parts, [](V a, V b) __attribute__((always_inline)) { return C::better(a, b); });
    parts[0].store(best);
    Numbers rows[kLanes];
    CT_UNROLL(16)
    for (int k = 0; k < kLanes; ++k) {
      const V value = V::load(values + k * kVecBytes);
      const Numbers place = Numbers::load(places + k * kVecBytes);
      rows[k] = Numbers{value.v == V::splat(best + k * kSize).v ? place.v : ~Mask{}};
    }
    fold_across<kLanes / 2>(
        rows, [](Numbers a, Numbers b) __attribute__((always_inline)) { return Numbers{a.v < b.v ? a.v : b.v}; });
    CT_ROLLED
    for (int64_t r = 0; r < kLanes; ++r) index[r] = static_cast<int64_t>(rows[0].v[r]);
    if (C::any((Mask)(parts[0].v == V{}.v))) {  // a zero keeps the sign that it has there
      for (int64_t r = 0; r < kLanes; ++r) C::copy_one(best + r * kSize, from + r * step + index[r] * kSize);
    }
    return true;
  }

  CT_NOINLINE static void segments(const char *from, int64_t step, int64_t count, int64_t n, char *best, int64_t *index,
                                   Traffic traffic) {
    int64_t i = 0;
    const int64_t length = n * kSize;
    const auto each = [&](int64_t end) __attribute__((always_inline)) {
      for (; i < end; ++i) index[i] = segment(from + i * step, n, true, best + i * kSize, traffic);
    };
    if constexpr (kSame<Stored, float>) {
      const int64_t ahead = look_ahead(length, step, 1, traffic);
      while (n >= kLanes && length <= kFoldedSegment && i + kLanes <= count) {
        if (take_together(from + i * step, step, n, best + i * kSize, index + i, ahead)) {
          i += kLanes;
        } else {
          each(i + kLanes);
        }
      }
    }
    if (n < kLanes || length > kBlock) return each(count);
    // A segment's best is searched for while lanes take the next segments, because the last steps of the search wait
    // for each other.
    constexpr int64_t kLater = 2;  // segments; a power of two
    const int64_t ahead = look_ahead(length, step, 1, traffic), first = i;
    V lanes[kLater];
    Numbers steps[kLater];
    bool numbers[kLater] = {};
    for (; i < count + kLater; ++i) {
      const char *const at = from + i * step, *const before = at - kLater * step;
      const int64_t k = i % kLater, done = i - kLater;
      if (done >= first && numbers[k]) {
        index[done] = find(before, before + length, lanes[k], steps[k]);
        C::copy_one(best + done * kSize, before + index[done] * kSize);
      } else if (done >= first) {
        index[done] = segment(before, n, true, best + done * kSize, traffic);
      }
      if (i >= count) continue;
      lanes[k] = C::load(at);
      numbers[k] = take_block(at, at + length, lanes[k], steps[k], ahead);
    }
  }

  static void put(Argreduce &to) {
    to.beats = &C::beats_at;
    to.segment = &segment;
    to.segments = &segments;
  }
};

}  // namespace

void register_argreduce_contiguous(ArgreduceTable &table) { register_comparisons<Segments>(table); }

}  // namespace ct::kernels::CT_ISA
