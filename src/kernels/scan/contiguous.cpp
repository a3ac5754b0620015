// Scans of segments: eight lanes at a time, whatever the registers: three steps within the eight (a lane takes the one
// 1, 2, 4 before it), then what has been accumulated before them. A lane is an element, or where it is widened, the sum
// of four: widening and shuffles then leave time for memory.
//
// Where grouping may matter to products, the steps of a segment go one element after the other, as by definition,
// unless what they are made of is so plain that it does not.
#include "kernels/scan/accumulate.inl.h"
#include "kernels/vec/fours.h"

namespace ct::kernels::CT_ISA {
namespace {

// The last lanes of `before` and the first of v: v, `by` lanes later.
template <int by, class V, int... I>
CT_INLINE V later(V before, V v, Indices<I...>) {
  return shuffled<(V::kLanes - by + I)...>(before, v);
}
template <class V, int... I>
CT_INLINE V last_lane(V v, Indices<I...>) {
  return shuffled<(I * 0 + V::kLanes - 1)...>(v, v);
}

// A bit of every lane that is not between 1 / most and most, as NaN is not.
template <class T>
CT_INLINE Vec<uint64_t> beyond(Vec<T> v, T most) {
  const typename Vec<T>::Native size = v.v < 0 ? -v.v : v.v;
  return {(Vec<uint64_t>::Native) ~((size >= 1 / most) & (size <= most))};
}
template <class R>
CT_INLINE Vec<uint64_t> beyond(Vec<Complex<R>> v, R most) {
  const typename Vec<R>::Native re = v.re.v < 0 ? -v.re.v : v.re.v, im = v.im.v < 0 ? -v.im.v : v.im.v;
  return {(Vec<uint64_t>::Native) ~(((re >= 1 / most) | (im >= 1 / most)) & (re <= most) & (im <= most))};
}

template <class A>
struct ScanSegments : Elements<A> {
  using E = Elements<A>;
  using E::kHeldSize;
  using E::kPair;
  using E::kSize;
  using typename E::Held;
  using typename E::S;
  using typename E::Stored;
  using typename E::V;
  static constexpr int kBlock = 8;  // elements that are scanned in registers
  static constexpr int kRegisters = kBlock / V::kLanes;
  static constexpr bool kFours = E::kWidens && A::kByFours;
  static constexpr int kElements = kFours ? 4 * kBlock : 2 * kBlock;  // of a step
  static_assert(kScanStep % kElements == 0);
  static constexpr int kLoads = kElements / S::kLanes;
  static constexpr bool kTransposes = kFours && kTransposesFours;
  static constexpr int kAll = kLoads * kPair;  // registers of a step

  // What lies before a segment's elements: its offset, and what there is of the segment itself.
  struct State {
    V offset, local;
  };
  static CT_INLINE V identity() { return V::splat(A::identity()); }
  static CT_INLINE State begin_segment(const char *offsets, const char *locals, int64_t i) {
    return {offsets != nullptr ? E::load_held(offsets + i * kHeldSize) : identity(),
            locals != nullptr ? E::load_held(locals + i * kHeldSize) : identity()};
  }

  template <int by>
  static CT_INLINE void step(V *block) {
    const V identity = ScanSegments::identity();
#pragma GCC unroll 4
    for (int k = kRegisters - 1; k >= 0; --k) {
      if constexpr (by < V::kLanes) {
        block[k] = A::combine(later<by>(k == 0 ? identity : block[k - 1], block[k], Iota<V::kLanes>{}), block[k]);
      } else if (k >= by / V::kLanes) {
        block[k] = A::combine(block[k - by / V::kLanes], block[k]);
      } else if constexpr (kIsComplex<Held>) {  // 1 * x is not always x, so it is taken wherever a lane has none before
        block[k] = A::combine(identity, block[k]);
      }
    }
  }
  static CT_INLINE void scan_block(V *block) {
    step<1>(block);
    step<2>(block);
    step<4>(block);
  }

  // Whether nothing that a step makes of these leaves the range of double: its elements make up to 2^512 (complex ones
  // 2^520), and what lies before them, twice as much as kMostBefore.
  static constexpr Real<Stored> kMost = 0x1p32;
  static constexpr double kMostBefore = 0x1p240;
  static CT_INLINE bool is_plain(V before) { return !any_bit(beyond(before, kMostBefore)); }
  static CT_INLINE bool is_plain(const S *elements, V local) {
    static_assert(kElements <= 16);
    Vec<uint64_t> all = beyond(local, kMostBefore);
#pragma GCC unroll 8
    for (int k = 0; k < kLoads; ++k) all.v |= beyond(elements[k], kMost).v;
    return !any_bit(all);
  }

  // n elements one after the other. What follows has all of it as its local. Where nothing is written, that depends on
  // an offset that is not known yet: NaN.
  template <bool writes>
  CT_NOINLINE static State one_by_one(char *to, const char *from, int64_t n, State before) {
    if constexpr (writes) {
      V all = A::combine(before.offset, before.local);
      for (int64_t i = 0; i < n; ++i) {
        V wide[kPair];
        E::widen(wide, S::splat(from + i * kSize));
        all = A::combine(all, wide[0]);
#pragma GCC unroll 2
        for (int k = 0; k < kPair; ++k) wide[k] = all;
        E::narrow(wide).store(to + i * kSize, 1);
      }
      return {identity(), all};
    } else if constexpr (kIsComplex<Held>) {
      return {before.offset, V::splat(Held{__builtin_nan(""), __builtin_nan("")})};
    } else {
      return {before.offset, V::splat(__builtin_nan(""))};
    }
  }

  // The elements of a step become their scan; local, all lanes alike, what there is up to the last of them.
  template <bool writes>
  static CT_INLINE void scan(S *elements, V offset, V &local) {
    if constexpr (kFours) {
      by_fours<writes>(elements, offset, local);
    } else {
      V wide[kAll];
#pragma GCC unroll 8
      for (int k = 0; k < kLoads; ++k) E::widen(wide + k * kPair, elements[k]);
#pragma GCC unroll 4
      for (int first = 0; first < kAll; first += kRegisters) {
        V *const block = wide + first;
        scan_block(block);
        const V total = last_lane(block[kRegisters - 1], Iota<V::kLanes>{});
#pragma GCC unroll 4
        for (int k = 0; writes && k < kRegisters; ++k) {
          block[k] = A::combine(offset, A::combine(local, block[k]));
        }
        local = A::combine(local, total);
      }
#pragma GCC unroll 8
      for (int k = 0; k < kLoads; ++k) elements[k] = E::narrow(wide + k * kPair);
    }
  }

  // Lane l of the two registers of a pair: elements 4 * l + first and the one after it, of those that a and b hold.
  template <int first, int... I>
  static CT_INLINE S apart(S a, S b, Indices<I...>) {
    return {__builtin_shufflevector(a.v, b.v, (I % V::kLanes * 4 + I / V::kLanes + first)...)};
  }
  // And back: the low or the high half of the elements.
  template <int half, int... I>
  static CT_INLINE S together(S a, S b, Indices<I...>) {
    constexpr int kLanes = V::kLanes;
    return {__builtin_shufflevector(a.v, b.v, (I % 4 * kLanes + I / 4 + half * kLanes / 2)...)};
  }

  // Four elements side by side meet in one lane, so that eight lanes are scanned for 32 of them.
  template <bool writes>
  static CT_INLINE void by_fours(S *elements, V offset, V &local) {
    using Lanes = Iota<V::kLanes>;
    V fours[kRegisters][4], totals[kRegisters];
#pragma GCC unroll 4
    for (int k = 0; k < kRegisters; ++k) {
      V *const four = fours[k];
      E::widen(four, apart<0>(elements[2 * k], elements[2 * k + 1], Iota<S::kLanes>{}));
      E::widen(four + 2, apart<2>(elements[2 * k], elements[2 * k + 1], Iota<S::kLanes>{}));
      four[1] = A::combine(four[0], four[1]);
      four[2] = A::combine(four[1], four[2]);
      four[3] = A::combine(four[2], four[3]);
      totals[k] = four[3];
    }
    scan_block(totals);
    const V last = last_lane(totals[kRegisters - 1], Lanes{});
    if constexpr (writes) {
      const V before = A::combine(offset, local);
#pragma GCC unroll 4
      for (int k = 0; k < kRegisters; ++k) totals[k] = A::combine(before, totals[k]);
#pragma GCC unroll 4
      for (int k = 0; k < kRegisters; ++k) {
        const V own = later<1>(k == 0 ? before : totals[k - 1], totals[k], Lanes{});
        V *const four = fours[k];
#pragma GCC unroll 4
        for (int i = 0; i < 3; ++i) four[i] = A::combine(own, four[i]);
        four[3] = totals[k];
        const S low = E::narrow(four), high = E::narrow(four + 2);
        elements[2 * k] = together<0>(low, high, Iota<S::kLanes>{});
        elements[2 * k + 1] = together<1>(low, high, Iota<S::kLanes>{});
      }
    }
    local = A::combine(local, last);
  }

  // The same of transposed groups: a lane has a group of four.
  struct Fours {
    V four[3], total;  // each lane's: what its first elements make, one after the other, and all of them
    V last;            // all lanes alike: what all lanes make
  };
  // Sums on the units that add, while those that multiply do the other ones.
  static CT_INLINE Fours take_fours(const Eight *elements) {
    Fours r;
    r.four[0] = elements[0].doubles();
    r.four[1] = r.four[0] + elements[1].doubles();
    r.four[2] = r.four[1] + elements[2].doubles();
    r.total = r.four[2] + elements[3].doubles();
    return r;
  }
  // By 1, 2 and 4: total becomes what the lanes up to it make.
  template <int by>
  static CT_INLINE void scan_fours(Fours &x) {
    using Lanes = Iota<V::kLanes>;
    x.total = A::combine(later_or_zero<by>(x.total, Lanes{}), x.total);
    if constexpr (by == 4) x.last = last_lane(x.total, Lanes{});
  }
  static CT_INLINE void give_fours(Eight *elements, const Fours &x, V before) {
    const V all = A::combine(before, x.total), own = next_groups(before, all, Iota<V::kLanes>{});
#pragma GCC unroll 4
    for (int i = 0; i < 3; ++i) elements[i] = Eight::of(A::combine(own, x.four[i]));
    elements[3] = Eight::of(all);
    Eight::transpose(elements);
  }
  // A step's elements, in registers of one kind or the other.
  template <class Part>
  static CT_INLINE void load_parts(Part *elements, const char *from) {
#pragma GCC unroll 16
    for (int k = 0; k < kElements / Part::kLanes; ++k) elements[k] = Part::load(from + k * Part::kLanes * kSize);
  }
  template <Traffic traffic, class Part>
  static CT_INLINE void store_parts(char *to, const Part *elements) {
#pragma GCC unroll 16
    for (int k = 0; k < kElements / Part::kLanes; ++k) {
      char *const at = to + k * Part::kLanes * kSize;
      if constexpr (traffic == Traffic::Cached) {
        elements[k].store(at);
      } else if constexpr (kSame<Part, Eight>) {
        elements[k].store_non_temporal(at);
      } else {
        put<traffic>(at, elements[k]);
      }
    }
  }

  template <bool writes, Traffic stores>
  static CT_INLINE void whole_steps(char *to, const char *from, int64_t n, bool prefetches, State &state) {
    CT_ROLLED
    for (int64_t i = 0; i + kElements <= n; i += kElements) {
      const char *const at = from + i * kSize;
      if (prefetches) {
#pragma GCC unroll 8
        for (int64_t byte = 0; byte < kElements * kSize; byte += kCacheLine) __builtin_prefetch(at + kScanAhead + byte);
      }
      S elements[kLoads];
      load_parts(elements, at);
      if constexpr (A::kLeavesRange) {
        if (!is_plain(elements, state.local)) {
          state = one_by_one<writes>(to + i * kSize, at, kElements, state);
          continue;
        }
      }
      scan<writes>(elements, state.offset, state.local);
      if constexpr (writes) store_parts<stores>(to + i * kSize, elements);
    }
  }

  // The end of a segment: what the lanes beyond make of the total is never asked for.
  template <bool writes>
  CT_NOINLINE static State last_step(char *to, const char *from, int64_t n, State state) {
    S elements[kLoads];
    CT_ROLLED
    for (int k = 0; k < kLoads; ++k) {
      const int64_t first = k * S::kLanes, rest = n - first;
      const char *const at = from + first * kSize;
      elements[k] = rest >= S::kLanes ? S::load(at) : rest > 0 ? S::load(at, rest) : S{};
    }
    scan<writes>(elements, state.offset, state.local);
    CT_ROLLED
    for (int k = 0; writes && k < kLoads; ++k) {
      const int64_t first = k * S::kLanes, rest = n - first;
      char *const at = to + first * kSize;
      if (rest >= S::kLanes) {
        elements[k].store(at);
      } else if (rest > 0) {
        elements[k].store(at, rest);
      }
    }
    return state;
  }

  template <bool writes, Traffic stores>
  static CT_INLINE void segment(char *to, const char *from, int64_t n, bool prefetches, State &state) {
    if constexpr (!kTransposes) whole_steps<writes, stores>(to, from, n, prefetches, state);
    const int64_t done = n / kElements * kElements;
    if (done == n) return;
    to += done * kSize, from += done * kSize;
    if constexpr (A::kLeavesRange) {
      state = one_by_one<writes>(to, from, n - done, state);
    } else {
      state = last_step<writes>(to, from, n - done, state);
    }
  }

  // Segments of some steps each, in five stages: while a step is given, the next three are scanned, each by another
  // number of lanes, and the one after them is taken. One after the other, a step's operations wait for each other so
  // long that those of the next ones find no place among them.
  template <bool writes, Traffic stores>
  static CT_INLINE void transposed_segments(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n,
                                            int64_t count, bool prefetches, const char *offsets, char *locals) {
    constexpr int64_t kStep = kElements * kSize;
    const int64_t steps = n / kElements, whole = steps * kStep, rest = n % kElements;
    int64_t taken = 0, left = steps * count;
    const char *at = from;
    const auto take = [&]() __attribute__((always_inline)) {
      if (prefetches) {
#pragma GCC unroll 8
        for (int64_t byte = 0; byte < kStep; byte += kCacheLine) __builtin_prefetch(at + taken + kScanAhead + byte);
      }
      Eight elements[4];
      load_parts(elements, at + taken);
      Eight::transpose(elements);
      if (--left > 0) {  // else the last one again, for nobody
        taken += kStep;
        if (taken == whole) taken = 0, at += from_step;
      }
      return take_fours(elements);
    };
    constexpr int kStages = 4;
    Fours stages[kStages] = {};  // the first is scanned, the last just taken
    const auto advance = [&]() __attribute__((always_inline)) {
      stages[0] = stages[1];
      scan_fours<4>(stages[0]);
      stages[1] = stages[2];
      scan_fours<2>(stages[1]);
      stages[2] = stages[3];
      scan_fours<1>(stages[2]);
      stages[3] = take();
    };
    CT_ROLLED
    for (int k = 0; k < kStages; ++k) advance();
    for (int64_t i = 0; i < count; ++i, to += to_step, from += from_step) {
      State state = begin_segment(offsets, locals, i);
      CT_ROLLED
      for (int64_t at_step = 0; at_step < whole; at_step += kStep) {
        if constexpr (writes) {
          Eight elements[4];
          give_fours(elements, stages[0], A::combine(state.offset, state.local));
          store_parts<stores>(to + at_step, elements);
        }
        state.local = A::combine(state.local, stages[0].last);
        advance();
      }
      if (rest != 0) state = last_step<writes>(to + whole, from + whole, rest, state);
      if (locals != nullptr) E::store_held(locals + i * kHeldSize, state.local);
    }
  }

  template <bool writes, Traffic stores>
  CT_NOINLINE static void each_segment(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n,
                                       int64_t count, bool prefetches, char *offsets, char *locals) {
    if constexpr (kTransposes) {
      if (n >= kElements) {
        return transposed_segments<writes, stores>(to, to_step, from, from_step, n, count, prefetches, offsets, locals);
      }
    }
    for (int64_t i = 0; i < count; ++i, to += to_step, from += from_step) {
      State state = begin_segment(offsets, locals, i);
      if constexpr (A::kLeavesRange && writes) {
        if (!is_plain(state.offset)) state = {identity(), A::combine(state.offset, state.local)};
      }
      segment<writes, stores>(to, from, n, prefetches, state);
      if (locals != nullptr) E::store_held(locals + i * kHeldSize, state.local);
      if constexpr (A::kLeavesRange && writes) {
        if (offsets != nullptr) E::store_held(offsets + i * kHeldSize, state.offset);
      }
    }
  }

  static void segments(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, int64_t count,
                       char *offsets, char *locals, Traffic traffic) {
    const bool from_memory = traffic == Traffic::NonTemporal;
    if (to == nullptr) {
      return each_segment<false, Traffic::Cached>(to, to_step, from, from_step, n, count, from_memory, offsets, locals);
    }
    if constexpr (!kIsComplex<Stored>) {
      const auto beyond = reinterpret_cast<uintptr_t>(to) | static_cast<uintptr_t>(count > 1 ? to_step : 0);
      if (from_memory && beyond % kVecBytes == 0) {
        each_segment<true, Traffic::NonTemporal>(to, to_step, from, from_step, n, count, true, offsets, locals);
        return stream_fence();
      }
    }
    each_segment<true, Traffic::Cached>(to, to_step, from, from_step, n, count, from_memory, offsets, locals);
  }

  static void begin(char *held, int64_t count) {
    for (int64_t i = 0; i < count; ++i) store_element(held + i * static_cast<int64_t>(sizeof(Held)), A::identity());
  }

  static bool join(char *into, const char *later_part) {
    const V before = E::load_held(into), part = E::load_held(later_part);
    E::store_held(into, A::combine(before, part));
    if constexpr (A::kLeavesRange) {
      if constexpr (kIsComplex<Held>)
        return is_plain(before) && !any_bit({(Vec<uint64_t>::Native)(part.re.v != part.re.v)});
      else
        return is_plain(before) && !any_bit({(Vec<uint64_t>::Native)(part.v != part.v)});
    }
    return true;
  }

  static void put_into(Scan &scan) {
    put_held_into(scan);
    scan.segments = &segments;
  }
  static void put_held_into(Scan &scan) {
    scan.held_size = kHeldSize;
    scan.begin = &begin;
    scan.join = &join;
  }
};

}  // namespace

void register_scan_contiguous(ScanTable &table) {
  Scan *const sums = table.scan[static_cast<int>(ScanOp::cumsum)];
  register_scans<ScanSegments, Sum>(sums);
  // Segments of halves are scanned as float32.
  ScanSegments<Sum<float>>::put_held_into(sums[static_cast<int>(DType::Float16)]);
  ScanSegments<Sum<float>>::put_held_into(sums[static_cast<int>(DType::BFloat16)]);
  register_scans<ScanSegments, Product>(table.scan[static_cast<int>(ScanOp::cumprod)]);
}

}  // namespace ct::kernels::CT_ISA
