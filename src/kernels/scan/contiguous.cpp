// Scans segments eight lanes at a time, whatever the registers. In three steps each lane takes the one 1, 2 and 4
// before it; then the eight take what has been accumulated before them. A lane is an element or, in sums of widened
// real numbers, the sum of four, so that widening and shuffles leave time for memory.
//
// Where grouping may change products, a step takes one element after the other, as the definition does, unless its
// elements are so plain that grouping cannot leave the range.
#include "kernels/scan/accumulate.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// The parts of a complex number.
typedef float FloatPair __attribute__((vector_size(8)));
typedef double DoublePair __attribute__((vector_size(16)));

// Moves v up by `by` lanes, and fills in the last lanes of `before`.
template <int by, class V, int... I>
CT_INLINE V later(V before, V v, Indices<I...>) {
  return shuffled<(V::kLanes - by + I)...>(before, v);
}
template <class V, int... I>
CT_INLINE V last_lane(V v, Indices<I...>) {
  return shuffled<(I * 0 + V::kLanes - 1)...>(v, v);
}

// Sets the bits of every lane whose magnitude is not between 1 / most and most, or is NaN.
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
  static constexpr int kAll = kLoads * kPair;  // registers of a step

  // The accumulated elements before a step: the segment's offset, and the part that belongs to the segment itself.
  struct State {
    V offset, local;
  };
  static CT_INLINE V identity() { return V::splat(A::identity()); }

  template <int by>
  static CT_INLINE void step(V *block) {
    const V identity = ScanSegments::identity();
    CT_UNROLL(4)
    for (int k = kRegisters - 1; k >= 0; --k) {
      if constexpr (by < V::kLanes) {
        block[k] = A::combine(later<by>(k == 0 ? identity : block[k - 1], block[k], Iota<V::kLanes>{}), block[k]);
      } else if (k >= by / V::kLanes) {
        block[k] = A::combine(block[k - by / V::kLanes], block[k]);
      } else if constexpr (kIsComplex<Held>) {  // lanes with none before take 1 * x, which is not always x
        block[k] = A::combine(identity, block[k]);
      }
    }
  }
  static CT_INLINE void scan_block(V *block) {
    step<1>(block);
    step<2>(block);
    step<4>(block);
  }

  // Elements with magnitudes between 1 / kMost and kMost, after what is within kMostBefore, cannot leave the range of
  // double: a step's elements make up to 2^512 (complex ones 2^520), and the offset and the local part before them up
  // to kMostBefore each.
  static constexpr Real<Stored> kMost = 0x1p32;
  static constexpr double kMostBefore = 0x1p240;
  static CT_INLINE bool is_plain(V before) { return !any_bit(beyond(before, kMostBefore)); }
  static CT_INLINE bool is_plain(const S *elements, V local) {
    static_assert(kElements <= 16);
    Vec<uint64_t> all = beyond(local, kMostBefore);
    CT_UNROLL(8)
    for (int k = 0; k < kLoads; ++k) all.v |= beyond(elements[k], kMost).v;
    return !any_bit(all);
  }

  // No product of a zero, an infinity or NaN is plain again.
  static CT_INLINE bool stays_beyond(Vec<double> local) { return local.v[0] == 0 || local.v[0] * 0 != 0; }
  static CT_INLINE bool stays_beyond(Vec<Complex<double>> local) {
    return local.re.v[0] != local.re.v[0] && local.im.v[0] != local.im.v[0];
  }

  // Accumulates n elements one after the other, to_step and from_step bytes apart, starting from `all`. Returns what
  // there is after the last of them.
  static CT_INLINE Held accumulate(char *to, const char *from, int64_t n, Held all, int64_t to_step = kSize,
                                   int64_t from_step = kSize) {
    if constexpr (kIsComplex<Stored> && !A::kLeavesRange) {  // both parts at once
      DoublePair sums{all.re, all.im};
      for (int64_t i = 0; i < n; ++i, to += to_step, from += from_step) {
        if constexpr (E::kWidens) {
          sums += __builtin_convertvector(load_element<FloatPair>(from), DoublePair);
          store_element(to, __builtin_convertvector(sums, FloatPair));
        } else {
          sums += load_element<DoublePair>(from);
          store_element(to, sums);
        }
      }
      return {sums[0], sums[1]};
    }
    CT_UNROLL(2)
    for (int64_t i = 0; i < n; ++i, to += to_step, from += from_step) {
      const auto x = load_element<Stored>(from);
      if constexpr (kIsComplex<Stored>) {
        all = A::combine(all, Held{x.re, x.im});
        store_element(to, static_cast<Real<Stored>>(all.re));
        store_element(to + kSize / 2, static_cast<Real<Stored>>(all.im));
      } else {
        all = A::combine(all, static_cast<Held>(x));
        store_element(to, static_cast<Stored>(all));
      }
    }
    return all;
  }
  static void lines(char *to, const int64_t *to_at, int64_t to_along, const char *from, const int64_t *from_at,
                    int64_t from_along, int64_t n, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      accumulate(to + to_at[i], from + from_at[i], n, A::identity(), to_along, from_along);
    }
  }
  // The state that it returns has everything accumulated as its local part. Where nothing is written, that would depend
  // on an offset that is not known yet, so it is NaN.
  template <bool writes>
  CT_NOINLINE static State one_by_one(char *to, const char *from, int64_t n, State before) {
    if constexpr (writes) {
      alignas(Held) char all[kHeldSize];
      E::store_held(all, A::combine(before.offset, before.local));
      return {identity(), V::splat(accumulate(to, from, n, load_element<Held>(all)))};
    } else if constexpr (kIsComplex<Held>) {
      return {before.offset, V::splat(Held{__builtin_nan(""), __builtin_nan("")})};
    } else {
      return {before.offset, V::splat(__builtin_nan(""))};
    }
  }

  // Lane l of the pair's two registers gets the elements 4 * l + first and 4 * l + first + 1 of those that a and b
  // hold.
  template <int first, int... I>
  static CT_INLINE S apart(S a, S b, Indices<I...>) {
    return {__builtin_shufflevector(a.v, b.v, (I % V::kLanes * 4 + I / V::kLanes + first)...)};
  }
  // The inverse: the low or the high half of the elements.
  template <int half, int... I>
  static CT_INLINE S together(S a, S b, Indices<I...>) {
    constexpr int kLanes = V::kLanes;
    return {__builtin_shufflevector(a.v, b.v, (I % 4 * kLanes + I / 4 + half * kLanes / 2)...)};
  }

  // A step has two stages. Its operations wait for each other, so where there are enough registers, the first stage of
  // the next step is computed in between.
  static constexpr bool kAhead = kFours && kRegisters == 1;
  struct Elementwise {
    S elements[kLoads];
  };
  struct Fours {  // four elements side by side meet in one lane, so that eight lanes are scanned for 32 of them
    V first[kRegisters][3], totals[kRegisters];
  };
  using Step = If<kFours, Fours, Elementwise>;

  static CT_INLINE Step take(const S *elements) {
    Step x;
    if constexpr (kFours) {
      CT_UNROLL(4)
      for (int k = 0; k < kRegisters; ++k) {
        V low[2], high[2];
        E::widen(low, apart<0>(elements[2 * k], elements[2 * k + 1], Iota<S::kLanes>{}));
        E::widen(high, apart<2>(elements[2 * k], elements[2 * k + 1], Iota<S::kLanes>{}));
        x.first[k][0] = low[0];
        x.first[k][1] = A::combine(low[0], low[1]);
        x.first[k][2] = A::combine(x.first[k][1], high[0]);
        x.totals[k] = A::combine(x.first[k][2], high[1]);
      }
      step<1>(x.totals);
    } else {
      CT_UNROLL(8)
      for (int k = 0; k < kLoads; ++k) x.elements[k] = elements[k];
    }
    return x;
  }
  // Replaces the elements of a step by their scan. `local`, the same in all lanes, becomes what there is after the last
  // of them.
  template <bool writes>
  static CT_INLINE void scan(S *elements, Step x, V offset, V &local) {
    using Lanes = Iota<V::kLanes>;
    if constexpr (kFours) {
      step<2>(x.totals);
      step<4>(x.totals);
      const V before = A::combine(offset, local);
      local = A::combine(local, last_lane(x.totals[kRegisters - 1], Lanes{}));
      V previous = before;
      CT_UNROLL(4)
      for (int k = 0; writes && k < kRegisters; ++k) {
        const V total = A::combine(before, x.totals[k]), own = later<1>(previous, total, Lanes{});
        previous = total;
        const V low[] = {A::combine(own, x.first[k][0]), A::combine(own, x.first[k][1])};
        const V high[] = {A::combine(own, x.first[k][2]), total};
        const S a = E::narrow(low), b = E::narrow(high);
        elements[2 * k] = together<0>(a, b, Iota<S::kLanes>{});
        elements[2 * k + 1] = together<1>(a, b, Iota<S::kLanes>{});
      }
    } else {
      V wide[kAll];
      CT_UNROLL(8)
      for (int k = 0; k < kLoads; ++k) E::widen(wide + k * kPair, x.elements[k]);
      CT_UNROLL(4)
      for (int first = 0; first < kAll; first += kRegisters) {
        V *const block = wide + first;
        step<1>(block);
        step<2>(block);
        step<4>(block);
        const V total = last_lane(block[kRegisters - 1], Lanes{});
        CT_UNROLL(4)
        for (int k = 0; writes && k < kRegisters; ++k) {
          block[k] = A::combine(offset, A::combine(local, block[k]));
        }
        local = A::combine(local, total);
      }
      CT_UNROLL(8)
      for (int k = 0; k < kLoads; ++k) elements[k] = E::narrow(wide + k * kPair);
    }
  }

  template <bool writes, Traffic stores>
  static CT_INLINE void whole_steps(char *to, const char *from, int64_t n, bool prefetches, State &state) {
    const auto load = [=](int64_t i) __attribute__((always_inline)) {
      const char *const at = from + i * kSize;
      if (prefetches) {
        CT_UNROLL(8)
        for (int64_t byte = 0; byte < kElements * kSize; byte += kCacheLine) __builtin_prefetch(at + kScanAhead + byte);
      }
      S elements[kLoads];
      CT_UNROLL(8)
      for (int k = 0; k < kLoads; ++k) elements[k] = S::load(at + k * S::kLanes * kSize);
      return take(elements);
    };
    if (n < kElements) return;
    Step next;
    if constexpr (kAhead) next = load(0);
    CT_ROLLED
    for (int64_t i = 0; i + kElements <= n; i += kElements) {
      const Step now = kAhead ? next : load(i);
      // The last one is loaded again, and not used.
      if constexpr (kAhead) next = load(i + 2 * kElements <= n ? i + kElements : i);
      if constexpr (A::kLeavesRange) {
        if (!is_plain(now.elements, state.local)) {
          const int64_t some = stays_beyond(state.local) ? (n - i) / kElements * kElements : kElements;
          state = one_by_one<writes>(to + i * kSize, from + i * kSize, some, state);
          i += some - kElements;
          continue;
        }
      }
      S elements[kLoads];
      scan<writes>(elements, now, state.offset, state.local);
      CT_UNROLL(8)
      for (int k = 0; writes && k < kLoads; ++k) {
        char *const at = to + (i + k * S::kLanes) * kSize;
        if constexpr (stores == Traffic::Cached) {
          elements[k].store(at);
        } else {
          put<stores>(at, elements[k]);
        }
      }
    }
  }

  // The end of a segment. Lanes beyond it change the total, which nobody asks for. The state goes by reference: by
  // value, a caller copies it in halves of registers, and a load of a whole register waits for such stores.
  template <bool writes>
  CT_NOINLINE static void last_step(char *to, const char *from, int64_t n, State &state) {
    S elements[kLoads];
    CT_ROLLED
    for (int k = 0; k < kLoads; ++k) {
      const int64_t first = k * S::kLanes, rest = n - first;
      const char *const at = from + first * kSize;
      elements[k] = rest >= S::kLanes ? S::load(at) : rest > 0 ? S::load(at, rest) : S{};
    }
    scan<writes>(elements, take(elements), state.offset, state.local);
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
  }

  template <bool writes, Traffic stores>
  CT_NOINLINE static void each_segment(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n,
                                       int64_t count, bool prefetches, char *offsets, char *locals) {
    const int64_t done = n / kElements * kElements, rest = n - done;
    for (int64_t i = 0; i < count; ++i, to += to_step, from += from_step) {
      State state{offsets != nullptr ? E::load_held(offsets + i * kHeldSize) : identity(),
                  locals != nullptr ? E::load_held(locals + i * kHeldSize) : identity()};
      if constexpr (A::kLeavesRange && writes) {
        if (!is_plain(state.offset)) state = {identity(), A::combine(state.offset, state.local)};
      }
      whole_steps<writes, stores>(to, from, n, prefetches, state);
      if (rest != 0) {
        char *const end = to + done * kSize;
        const char *const from_end = from + done * kSize;
        if constexpr (A::kLeavesRange) {
          state = one_by_one<writes>(end, from_end, rest, state);
        } else {
          State last = state;
          last_step<writes>(end, from_end, rest, last);
          state = last;
        }
      }
      if (locals != nullptr) E::store_held(locals + i * kHeldSize, state.local);
      if constexpr (A::kLeavesRange && writes) {
        if (offsets != nullptr) E::store_held(offsets + i * kHeldSize, state.offset);
      }
    }
  }

  static void segments(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, int64_t count,
                       char *offsets, char *locals, Traffic traffic) {
    if (n < kScanStep && offsets == nullptr) {
      for (; count > 0; --count, to += to_step, from += from_step) accumulate(to, from, n, A::identity());
      return;
    }
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
    scan.lines = &lines;
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
