// Where the largest or smallest element is: the first of those that nothing beats. NaN beats every number, and zeros of
// both signs are equal. What is found does not depend on the way there, so ways are chosen for speed alone.
//
// Along a run, the best of each block is found first, and in which few registers each lane has its best, or of bfloat16
// whether anything in the block beats the best so far; where it is, only in those registers of the block that turns out
// to have the best of all. Down columns, lanes hold the best of their column and the number of its row, in integers as
// wide as the elements. Many short runs of floats are searched as such columns too, a register each, whose lanes are
// then folded for as many runs at a time as there are lanes.
#include "kernels/argreduce/request.h"
#include "kernels/reduce/lanes.inl.h"
#include "kernels/reduce/lanewise.inl.h"
#include "kernels/reduce/prefetch.inl.h"
#include "kernels/registrations.h"

namespace ct::kernels::CT_ISA {

// A half, which is compared by a whole number that is ordered as halves are: so columns, and runs of one block, are
// searched without widening.
template <class H>
struct KeyOf {
  uint16_t bits;
};
template <class H>
struct WideOf<KeyOf<H>> {
  using Type = int16_t;
};

namespace {

template <class T>
inline constexpr bool kIsKey = false;
template <class H>
inline constexpr bool kIsKey<KeyOf<H>> = true;

// From bits to keys, and back: those with a sign become negative numbers. Zeros of both signs are one. NaNs lie beyond
// the infinities.
template <class T>
inline constexpr int16_t kInfiniteKey = 0;
template <>
inline constexpr int16_t kInfiniteKey<KeyOf<Half>> = 0x7c00;
template <>
inline constexpr int16_t kInfiniteKey<KeyOf<BFloat16>> = 0x7f80;
CT_INLINE Vec<int16_t> turn_negative(Vec<int16_t> x) {
  const Vec<int16_t> turned{INT16_MIN - x.v};
  return select(x.v < Vec<int16_t>{}.v, turned, x);
}

#if defined(__AVX2__)
// Of lanes of 16 bits, the best of every eighth.
template <bool largest, class U>
CT_INLINE __m128i eight_of(Vec<U> v) {
  typedef U Sixteen __attribute__((vector_size(32)));
  typedef U Eight __attribute__((vector_size(16)));
#if defined(__AVX512F__)
  const Sixteen a = (Sixteen)low_half((__m512i)v.v), b = (Sixteen)high_half((__m512i)v.v);
  const Sixteen half = largest ? (a > b ? a : b) : (a < b ? a : b);
#else
  const Sixteen half = v.v;
#endif
  const Eight c = (Eight)_mm256_castsi256_si128((__m256i)half);
  const Eight d = (Eight)_mm256_extracti128_si256((__m256i)half, 1);
  return (__m128i)(largest ? (c > d ? c : d) : (c < d ? c : d));
}
CT_INLINE Vec<uint16_t> broadcast_first(__m128i v) {
#if defined(__AVX512F__)
  return {(Vec<uint16_t>::Native)_mm512_maskz_broadcastw_epi16(~__mmask32{}, v)};
#else
  return {(Vec<uint16_t>::Native)_mm256_broadcastw_epi16(v)};
#endif
}
CT_INLINE int64_t least_of_eight(__m128i v) { return _mm_extract_epi16(_mm_minpos_epu16(v), 0); }
#endif

// Where columns found what they hold, `before` later: those that are not 0, or all.
template <class Row>
CT_NOINLINE void put_rows(int64_t *to, const Row *rows, int64_t count, int64_t before, bool all, bool streams) {
  using Wide = Vec<uint64_t>;
  int64_t i = 0;
  if (all) {
    streams = streams && reinterpret_cast<uintptr_t>(to) % 64 == 0;
    const Wide offset = Wide::splat(static_cast<uint64_t>(before));
    CT_ROLLED
    for (; i + Wide::kLanes <= count; i += Wide::kLanes) {
      const Wide row = load_as<uint64_t, Row>(reinterpret_cast<const char *>(rows + i)) + offset;
      char *const at = reinterpret_cast<char *>(to + i);
      streams ? stream(at, row) : row.store(at);
    }
    if (streams) stream_fence();
  }
  CT_ROLLED
  for (; i < count; ++i) {
    if (all || rows[i] != 0) to[i] = before + static_cast<int64_t>(rows[i]);
  }
}

template <class Stored, Which which>
struct Search {
  using T = Wide<Stored>;  // what is compared and held
  using V = Vec<T>;
  using Row = Bits<T>;  // counts rows and elements beside what is compared
  using Rows = Vec<Row>;
  using Mask = typename Rows::Native;
  static constexpr int64_t kSize = sizeof(Stored);
  static constexpr int64_t kHeld = sizeof(T);
  static constexpr int64_t kLanes = V::kLanes;
  static constexpr int64_t kStep = kLanes * kSize;         // bytes that fill a register
  static constexpr int64_t kBlock = 4096 * kSize / kHeld;  // bytes
  static constexpr int64_t kTogether = 4;                  // registers
  static constexpr int64_t kRunAhead = 12288;              // bytes
  static constexpr bool kSearchesRuns = kSame<Stored, Element<DType::Float32>>;
  static_assert(searches_runs(DType::Float32));
  static constexpr int16_t kInfinite = kInfiniteKey<Stored>;
  static constexpr bool kHasNan = kIsFloat<T> || kIsKey<Stored>;

  static CT_INLINE V load(const char *at) {
    if constexpr (kIsKey<Stored>) {
      return turn_negative(V::load(at));
    } else {
      return load_wide<Stored>(at);
    }
  }
  // A call, because GCC makes a copy of any loop around it for every bit of `lanes`.
  CT_NOINLINE static void load_end(V &to, const char *at, int64_t lanes) {
    if constexpr (kIsKey<Stored>) {
      to = turn_negative(V::load(at, lanes));
    } else {
      to = lanes == kLanes ? load(at) : load_wide<Stored>(at, lanes);
    }
  }

  // The better one; of equals, b; with a NaN, b. One comparison that selects at once: masks that are put together leave
  // the mask registers in between.
  template <class U>
  static CT_INLINE Vec<U> choose(V a, V b, Vec<U> of_a, Vec<U> of_b) {
    if constexpr (which == Which::Largest) {
      return {a.v > b.v ? of_a.v : of_b.v};
    } else {
      return {a.v < b.v ? of_a.v : of_b.v};
    }
  }
  static CT_INLINE V better(V a, V b) { return farther<which == Which::Largest>(a, b); }
  // The same, but that a NaN wins.
  template <class U>
  static CT_INLINE Vec<U> choose_nan(V a, V b, Vec<U> of_a, Vec<U> of_b) {
    if constexpr (kIsFloat<T>) {
      const Vec<U> nan_or_b{b.v == b.v ? of_a.v : of_b.v};  // for a NaN in a
      const Vec<U> numbers = choose(a, b, of_a, of_b);
      return {a.v == a.v ? numbers.v : nan_or_b.v};
    } else {
      return choose(a, b, of_a, of_b);
    }
  }
  static CT_INLINE V better_nan(V a, V b) { return choose_nan(a, b, a, b); }
  static CT_INLINE bool is_nan(T x) {
    if constexpr (kIsKey<Stored>) return x > kInfinite || x < -kInfinite;
    return x != x;
  }
  static CT_INLINE bool beats(T a, T b) {
    if (kIsFloat<T> && (is_nan(a) || is_nan(b))) return !is_nan(b);
    return which == Which::Largest ? a > b : a < b;
  }
  static bool beats_at(const char *a, const char *b) { return beats(load_element<T>(a), load_element<T>(b)); }
  static CT_INLINE bool any(Mask mask) { return any_bit(Vec<uint64_t>{(typename Vec<uint64_t>::Native)mask}); }
  static CT_INLINE Mask nans(V x) {
    if constexpr (kIsKey<Stored>) return (Mask)((x.v > kInfinite) | (x.v < -kInfinite));
    return (Mask)(x.v != x.v);
  }
  // Whether a NaN went into the sum; infinities of both signs look the same. Of keys, the sum is the worst one.
  static CT_INLINE bool may_hold_nan(V sum) {
    if constexpr (kIsFloat<T> || kIsKey<Stored>) return any(nans(sum));
    return false;
  }
  static CT_INLINE bool may_hold_nan(V sum, V best) {
    return may_hold_nan(sum) || (kIsKey<Stored> && may_hold_nan(best));
  }
  static CT_INLINE V add(V a, V b) {
    if constexpr (kIsFloat<T>) return a + b;
    if constexpr (kIsKey<Stored>) return farther<which != Which::Largest>(a, b);
    return a;
  }
  // What beats every number, where x is NaN.
  static CT_INLINE V with_nan(V x) {
    if constexpr (kIsKey<Stored>) {
      const V nan = V::splat(which == Which::Largest ? INT16_MAX : -INT16_MAX);
      return select(nans(x), nan, x);
    } else {
      return x;
    }
  }

  // ---- a run ----

  static CT_INLINE Mask better_than(V x, V best) {
    return which == Which::Largest ? (Mask)(x.v > best.v) : (Mask)(x.v < best.v);
  }

  // Bits of bfloat16 are ordered as they stand: those without sign as signed numbers, those with as unsigned ones, and
  // NaNs beyond the infinities in both. What beats a best on the winning side of zero lies beyond it in the one order,
  // or is a NaN beyond infinity in the other, so that two maxima of twice as many lanes tell.
  struct Bounds {
    int16_t plain;
    uint16_t negative;
  };
  static CT_INLINE uint16_t bits_of(T best) {
    return static_cast<uint16_t>(__builtin_bit_cast(uint32_t, static_cast<float>(best)) >> 16);
  }
  static CT_INLINE bool is_on_winning_side(T best) { return which == Which::Largest ? best >= 0 : best <= 0; }
  static CT_INLINE Bounds bounds_of(T best) {  // zeros of both signs are one
    const auto magnitude = static_cast<uint16_t>(bits_of(best) & 0x7fffU);
    if (which == Which::Largest) return {static_cast<int16_t>(magnitude), 0xff80U};
    return {0x7f80, static_cast<uint16_t>(magnitude | 0x8000U)};
  }
  static CT_INLINE bool any_bits_beat(const char *from, const char *end, Bounds bounds, int64_t ahead) {
    using Plain = Vec<int16_t>;
    using Negative = Vec<uint16_t>;
    constexpr int64_t kAll = 4;  // registers
    Plain plain[kAll];
    Negative negative[kAll];
#pragma GCC unroll 4
    for (int64_t k = 0; k < kAll; ++k) {
      plain[k] = Plain::splat(bounds.plain);
      negative[k] = Negative::splat(bounds.negative);
    }
    const auto take = [&](int64_t k, const char *at) __attribute__((always_inline)) {
      const Plain a = Plain::load(at);
      const Negative b{(Negative::Native)a.v};
      plain[k].v = plain[k].v > a.v ? plain[k].v : a.v;
      negative[k].v = negative[k].v > b.v ? negative[k].v : b.v;
    };
    const char *at = from;
    CT_ROLLED
    for (; at + kAll * kVecBytes <= end; at += kAll * kVecBytes) {
#pragma GCC unroll 4
      for (int64_t i = 0; i < kAll * kVecBytes; i += 64) __builtin_prefetch(at + ahead + i);
#pragma GCC unroll 4
      for (int64_t k = 0; k < kAll; ++k) take(k, at + k * kVecBytes);
    }
    CT_ROLLED
    for (; at + kVecBytes <= end; at += kVecBytes) take(0, at);
    if (at < end) take(1, end - kVecBytes);
#pragma GCC unroll 2
    for (int64_t half = kAll / 2; half > 0; half /= 2) {
#pragma GCC unroll 2
      for (int64_t k = 0; k < half; ++k) {
        plain[k].v = plain[k].v > plain[k + half].v ? plain[k].v : plain[k + half].v;
        negative[k].v = negative[k].v > negative[k + half].v ? negative[k].v : negative[k + half].v;
      }
    }
    using Bits16 = Vec<uint16_t>::Native;
    const Bits16 beyond = (Bits16)(plain[0].v != Plain::splat(bounds.plain).v) |
                          (Bits16)(negative[0].v != Negative::splat(bounds.negative).v);
    return any_bit(Vec<uint64_t>{(Vec<uint64_t>::Native)beyond});
  }

  // Whether anything may beat a best; of a block that is shorter than a register, nothing is said.
  static CT_INLINE bool may_beat(const char *from, const char *end, V best, int64_t ahead) {
    if constexpr (kSame<Stored, BFloat16>) {
      if (end - from >= kVecBytes && is_on_winning_side(first_lane(best))) {
        return any_bits_beat(from, end, bounds_of(first_lane(best)), ahead);
      }
    }
    return true;
  }

  // All lanes as one, in each of them.
  template <int width, class U, class Fold>
  static CT_INLINE Vec<U> fold_lanes(Vec<U> v, Fold fold) {
    if constexpr (width == 0) {
      return v;
    } else {
      return fold_lanes<width / 2>(fold(swapped<width>(v, Iota<Vec<U>::kLanes>{}), v), fold);
    }
  }
  template <int width, class U, int... I>
  static CT_INLINE Vec<U> swapped(Vec<U> v, Indices<I...>) {
    return {__builtin_shufflevector(v.v, v.v, (I ^ width)...)};
  }
  static CT_INLINE int64_t least_lane(Rows v) {
#if defined(__AVX2__)
    if constexpr (sizeof(Row) == 2) return least_of_eight(eight_of<false>(v));
#endif
    const Rows least = fold_lanes<V::kLanes / 2>(
        v, [](Rows a, Rows b) __attribute__((always_inline)) { return farther<false>(a, b); });
    return static_cast<int64_t>(first_lane(least));
  }

  // What each lane of a block has that beats `best`, and in which step of so many registers it has that first. The last
  // step ends with the block. Not where there may be a NaN.
  template <int64_t registers, bool paces>
  CT_NOINLINE static bool take_steps(const char *from, const char *end, V &best_of_lane, Rows &step_of_lane,
                                     int64_t ahead) {
    constexpr int64_t kBytes = registers * kStep;
    V best = best_of_lane, sum{};
    Rows steps{}, here{};
    const auto take = [&](const char *at) __attribute__((always_inline)) {
      if (ahead != 0) {  // twice, because the processor drops some
        fetch<kBytes>(at + ahead);
        fetch<kBytes>(at + ahead / 2);
        if constexpr (paces) pace<kPace>();
      }
      V found = load(at), all = found;
#pragma GCC unroll 4
      for (int64_t k = 1; k < registers; ++k) {
        const V x = load(at + k * kStep);
        found = better(x, found);
        all = add(all, x);
      }
      sum = add(sum, all);
      steps = choose(found, best, here, steps);
      best = better(found, best);
      here = here + Rows::splat(1);
    };
    const char *at = from;
    CT_ROLLED
    for (; at < end - kBytes; at += kBytes) take(at);
    take(end - kBytes);
    best_of_lane = best;
    step_of_lane = steps;
    return !may_hold_nan(sum, best);
  }
  static CT_INLINE int64_t step_of(const char *from, const char *end) {  // registers
    return end - from < kTogether * kStep ? 1 : kTogether;
  }
  // Of short runs, which are slow to read, but for bytes; to widen halves takes instructions enough.
  static constexpr int64_t kPace = kIsKey<Stored> ? 36 : 48;
  static constexpr bool kPaces = kVecBytes == 64 && kSize > 1 && !kIsHalf<Stored>;
  template <bool paces>
  static CT_INLINE bool take_steps(const char *from, const char *end, V &best, Rows &steps, int64_t ahead) {
    constexpr bool kSlowly = paces && kPaces;
    return step_of(from, end) == 1 ? take_steps<1, false>(from, end, best, steps, ahead)
                                   : take_steps<kTogether, kSlowly>(from, end, best, steps, ahead);
  }
  static CT_INLINE V best_lane(V v) {
#if defined(__AVX2__)
    if constexpr (kIsKey<Stored>) {  // an instruction for the least of eight
      const __m128i turn = _mm_set1_epi16(which == Which::Largest ? INT16_MAX : INT16_MIN);
      const __m128i eight = _mm_xor_si128(eight_of<which == Which::Largest>(v), turn);
      const Vec<uint16_t> best = broadcast_first(_mm_minpos_epu16(eight));
      return {(typename V::Native)best.v ^ (which == Which::Largest ? INT16_MAX : INT16_MIN)};
    }
#endif
    return fold_lanes<V::kLanes / 2>(
        v, [](V a, V b) __attribute__((always_inline)) { return better(a, b); });
  }
  CT_NOINLINE static V best_with_nan(const char *from, const char *end, V best) {
    best = with_nan(best);
    CT_ROLLED
    for (const char *at = from; at + kStep <= end; at += kStep) best = better_nan(with_nan(load(at)), best);
    alignas(64) char lanes[kVecBytes];
    better_nan(with_nan(load(end - kStep)), best).store(lanes);
    T found = load_element<T>(lanes);
    CT_ROLLED
    for (int64_t k = 1; k < kLanes; ++k) {
      const T x = load_element<T>(lanes + k * kHeld);
      if (beats(x, found)) found = x;
    }
    return V::splat(found);
  }

  template <int... I>
  static CT_INLINE Rows counted(Indices<I...>) {
    return {Mask{static_cast<Row>(I)...}};
  }
  // The index in the block of the best, which is first in the first of the steps of those lanes that have it. Without
  // branches, which in short runs would be guessed wrongly.
  CT_NOINLINE static int64_t find(const char *from, const char *end, V best_of_lane, Rows steps) {
    const V best = best_lane(best_of_lane);
    const int64_t registers = step_of(from, end);
    const int64_t first = least_lane({best_of_lane.v == best.v ? steps.v : ~Mask{}}) * registers * kStep;
    const int64_t beyond = first - (end - from - registers * kStep);
    const int64_t begin = first - (beyond & ~(beyond >> 63));
    const Rows lanes = counted(Iota<V::kLanes>{});
    Rows index{~Mask{}};
    CT_ROLLED
    for (int64_t k = registers - 1; k >= 0; --k) {
      const Rows here = lanes + Rows::splat(static_cast<Row>(k * kLanes));
      index = {load(from + begin + k * kStep).v == best.v ? here.v : index.v};
    }
    return begin / kSize + least_lane(index);
  }
  // The same of the first NaN.
  CT_NOINLINE static int64_t find_nan(const char *from, const char *end) {
    const char *at = from;
    while (at + kStep <= end && !any(nans(load(at)))) at += kStep;
    if (at + kStep > end) at = end - kStep;
    while (!is_nan(load_one(at))) at += kSize;
    return (at - from) / kSize;
  }

  CT_NOINLINE static int64_t short_run(const char *from, int64_t n, bool begins, char *held) {
    int64_t index = begins ? 0 : -1;
    T best = begins ? load_one(from) : load_element<T>(held);
    for (int64_t i = 0; i < n; ++i) {
      const T x = load_one(from + i * kSize);
      if (!beats(x, best)) continue;
      best = x;
      index = i;
    }
    store_element(held, best);
    return index;
  }
  static CT_INLINE T load_one(const char *at) {
    if constexpr (kSame<T, Stored>) {
      return load_element<T>(at);
    } else if constexpr (kIsKey<Stored>) {
      return first_lane(turn_negative(V::load(at, 1)));
    } else {
      return first_lane(load_wide<Stored>(at, 1));
    }
  }

  CT_NOINLINE static int64_t run(const char *from, int64_t n, bool begins, char *held, Traffic traffic) {
    if (n < kLanes) return short_run(from, n, begins, held);
    if constexpr (kIsHalf<Stored>) {  // of one block, twice as many at a time
      using Keys = Search<KeyOf<Stored>, which>;
      if (begins && n >= Keys::kLanes && n * kSize <= Keys::kBlock) {
        int16_t key;
        const int64_t index = Keys::run(from, n, true, reinterpret_cast<char *>(&key), traffic);
        store_element(held, load_one(from + index * kSize));
        return index;
      }
    }
    const char *const end = from + n * kSize, *found = nullptr, *found_end = nullptr;  // the block of the best
    const int64_t ahead = traffic == Traffic::NonTemporal ? kRunAhead : 0;
    V best = V::splat(begins ? load_one(from) : load_element<T>(held)), best_of_lane = best;
    Rows steps{};
    for (const char *at = from; at < end; at += kBlock) {
      // No block is shorter than a register: what one has in common with the block before it beats nothing.
      const char *const block_end = end - at < kBlock ? end : at + kBlock;
      const char *const block = block_end - at < kStep ? block_end - kStep : at;
      const bool is_first = begins && at == from;
      if (!is_first && is_nan(first_lane(best))) break;
      if (!is_first && !may_beat(block, block_end, best, ahead)) continue;
      V lanes = best, now = best;
      Rows block_steps;
      if (!take_steps<false>(block, block_end, lanes, block_steps, ahead) && kHasNan) {
        now = best_with_nan(block, block_end, best);
      } else if (any(better_than(lanes, best))) {
        now = best_lane(lanes);
      }
      if (!is_first && !beats(first_lane(now), first_lane(best))) continue;
      best = now, best_of_lane = lanes, steps = block_steps;
      found = block, found_end = block_end;
    }
    if (found == nullptr) return -1;
    const bool nan = kHasNan && is_nan(first_lane(best));
    const int64_t in_block = nan ? find_nan(found, found_end) : find(found, found_end, best_of_lane, steps);
    const int64_t index = (found - from) / kSize + in_block;
    store_element(held, load_one(from + index * kSize));  // of zeros, this one
    return index;
  }

  // ---- many runs ----

  static constexpr int64_t kLongest = 2048 / kHeld;  // elements of runs that are not asked block by block
  static constexpr int64_t kRunsAhead = 12288;       // bytes
  static constexpr int64_t kPacedRun = 1024;         // bytes: shorter runs end too often for loads to be many
  static constexpr int64_t kShortAhead = 12288;      // bytes, at least, where rows are that short

  // Lane k of the first: all lanes of rows[k] as one.
  template <int width, class U, class Fold>
  static CT_INLINE void fold_rows(Vec<U> *rows, Fold fold) {
#pragma GCC unroll 8
    for (int k = 0; k < width; ++k) {
      rows[k] = fold(groups<width, false>(rows[k], rows[k + width], Iota<Vec<U>::kLanes>{}),
                     groups<width, true>(rows[k], rows[k + width], Iota<Vec<U>::kLanes>{}));
    }
    if constexpr (width > 1) fold_rows<width / 2>(rows, fold);
  }

  // The best of each lane, and where in the run it is. The last register ends with the run: what it has in common with
  // the one before beats nothing. The sum is one of its own: a short chain. A run that lies `ahead` bytes on is
  // fetched.
  template <bool paces>
  static CT_INLINE V take_run(const char *from, int64_t n, char *value, char *place, int64_t ahead) {
    const Rows lanes = counted(Iota<V::kLanes>{}), step = Rows::splat(static_cast<Row>(kLanes));
    const char *const last = from + (n - kLanes) * kSize;
    V best = load(from), sum = best;
    Rows at_best = lanes, here = lanes;
    __builtin_prefetch(from + ahead);
    CT_ROLLED
    for (const char *at = from + kStep; at < last; at += kStep) {
      __builtin_prefetch(at + ahead);
      V x = load(at);
      if constexpr (paces) pace<20>(x.v);
      here = here + step;
      at_best = choose(x, best, here, at_best);
      best = better(x, best);
      sum = add(sum, x);
    }
    __builtin_prefetch(last + ahead);
    const V x = load(last);
    choose(x, best, lanes + Rows::splat(static_cast<Row>(n - kLanes)), at_best).store(place);
    better(x, best).store(value);
    return add(sum, x);
  }

  // As many runs as there are lanes; not where there may be a NaN.
  template <bool paces>
  CT_NOINLINE static bool take_runs(const char *from, int64_t step, int64_t n, char *best, int64_t *index,
                                    int64_t ahead) {
    alignas(64) char values[kLanes * kVecBytes], places[kLanes * kVecBytes];
    V sum{};
    CT_ROLLED
    for (int64_t r = 0; r < kLanes; ++r) {
      sum = add(sum, take_run<paces>(from + r * step, n, values + r * kVecBytes, places + r * kVecBytes, ahead));
    }
    if (may_hold_nan(sum)) return false;
    V parts[kLanes];
#pragma GCC unroll 16
    for (int k = 0; k < kLanes; ++k) parts[k] = V::load(values + k * kVecBytes);
    fold_rows<kLanes / 2>(
        parts, [](V a, V b) __attribute__((always_inline)) { return better(a, b); });
    parts[0].store(best);
    Rows rows[kLanes];
#pragma GCC unroll 16
    for (int k = 0; k < kLanes; ++k) {
      const V value = V::load(values + k * kVecBytes);
      const Rows place = Rows::load(places + k * kVecBytes);
      rows[k] = Rows{value.v == V::splat(best + k * kHeld).v ? place.v : ~Mask{}};
    }
    fold_rows<kLanes / 2>(
        rows, [](Rows a, Rows b) __attribute__((always_inline)) { return Rows{a.v < b.v ? a.v : b.v}; });
    rows[0].store(places);
    CT_INDEPENDENT
    for (int64_t r = 0; r < kLanes; ++r) index[r] = static_cast<int64_t>(load_element<Row>(places + r * kHeld));
    if (any((Mask)(parts[0].v == V{}.v))) {  // of zeros, this one
      for (int64_t r = 0; r < kLanes; ++r)
        store_element(best + r * kHeld, load_one(from + r * step + index[r] * kSize));
    }
    return true;
  }

  // Runs of one block: what is best in one is found while lanes take the next ones, because its last steps wait for
  // each other.
  CT_NOINLINE static void find_in_runs(const char *from, int64_t step, int64_t rows, int64_t n, int64_t *index,
                                       Traffic traffic) {
    constexpr int64_t kLater = 2;  // runs; a power of two
    const int64_t length = n * kSize, ahead = traffic == Traffic::NonTemporal ? kShortAhead / length * step : 0;
    V best[kLater];
    Rows steps[kLater];
    bool numbers[kLater] = {};
    for (int64_t r = 0; r < rows + kLater; ++r, from += step) {
      const int64_t k = r % kLater;
      if (numbers[k]) {
        const char *const at = from - kLater * step;
        index[r - kLater] = find(at, at + length, best[k], steps[k]);
      }
      if (r >= rows) continue;
      best[k] = load(from);
      numbers[k] = take_steps<true>(from, from + length, best[k], steps[k], ahead);
      if (!numbers[k]) {
        T held;
        index[r] = run(from, n, true, reinterpret_cast<char *>(&held), traffic);
      }
    }
  }

  CT_NOINLINE static void runs(const char *from, int64_t step, int64_t rows, int64_t n, char *best, int64_t *index,
                               Traffic traffic) {
    int64_t r = 0;
    if constexpr (kSearchesRuns) {
      const int64_t ahead = traffic == Traffic::NonTemporal ? (kRunsAhead / (n * kSize) + 1) * step : 0;
      const bool paces = kVecBytes == 64 && ahead != 0 && n * kSize >= kPacedRun;
      auto *const take = paces ? &take_runs<kVecBytes == 64> : &take_runs<false>;
      const auto search = [&](int64_t end) {
        for (; r < end; ++r) index[r] = run(from + r * step, n, true, best + r * kHeld, traffic);
      };
      while (n >= kLanes && n <= kLongest && r + kLanes <= rows) {
        if (take(from + r * step, step, n, best + r * kHeld, index + r, ahead)) {
          r += kLanes;
        } else {
          search(r + kLanes);
        }
      }
    }
    using Compared = Search<typename Choose<kIsHalf<Stored>, KeyOf<Stored>, Stored>::Type, which>;
    if (kVecBytes > 16 && n >= Compared::kLanes && n * kSize <= Compared::kBlock) {
      Compared::find_in_runs(from + r * step, step, rows - r, n, index + r, traffic);
      for (; r < rows; ++r) store_element(best + r * kHeld, load_one(from + r * step + index[r] * kSize));
    }
    for (; r < rows; ++r) index[r] = run(from + r * step, n, true, best + r * kHeld, traffic);
  }

  // ---- down columns ----

  // Columns that go down together: many, because memory is slow to read short rows.
  static constexpr int64_t kStrip = sizeof(Row) == 8 ? kExtremeStrip / 8 : kMostValues / (kIsKey<Stored> ? 4 : kHeld);
  // Of a column, rows at a time, with two lines of each; of integers, eight rows and a line are faster.
  static constexpr bool kByTwo = kIsFloat<T> || kIsKey<Stored>;
  static constexpr int64_t kGroup = kByTwo ? 4 : 8;
  // That Row can count, from 1 on.
  static constexpr int64_t kMostRows = sizeof(Row) == 1 ? 248 : sizeof(Row) == 2 ? 65528 : int64_t{1} << 30;

  using LaterRows = Later<kByTwo ? 3072 : 2048, kByTwo ? 1024 : 512>;

  struct Columns {
    V best[kStrip / V::kLanes];
    Rows row[kStrip / V::kLanes];  // 0: from before these rows
  };

  // One register of columns down a few rows.
  static CT_INLINE void take_numbers(V &best, Rows &row, V x, Rows number, V &sum) {
#if defined(__AVX512F__)
    asm("" : "+v"(x.v));  // or GCC 12 loads it once for each use
#endif
    row = choose(x, best, number, row);
    // By the same comparison: an instruction of its own makes columns slower, but of keys, which are quick otherwise.
    best = kIsKey<Stored> ? better(x, best) : choose(x, best, x, best);
    sum = add(sum, x);
  }
  static CT_INLINE void take_any(V &best, Rows &row, V x, Row number) {
    row = choose_nan(x, best, Rows::splat(number), row);
    best = better_nan(x, best);
  }
  CT_NOINLINE static void take_slowly(V &best, Rows &row, const char *from, int64_t step, int64_t rows, int64_t lanes,
                                      int64_t number) {
    for (int64_t r = 0; r < rows; ++r) {
      V x;
      load_end(x, from + r * step, lanes);
      take_any(best, row, with_nan(x), static_cast<Row>(number + r));
    }
  }

  // Neighbouring registers of columns, the first of which begins at `from`, down kGroup rows.
  template <int64_t registers>
  static CT_INLINE void take_registers(V *best_of_column, Rows *row_of_column, const char *from, int64_t step,
                                       int64_t number, const LaterRows &later) {
    V best[registers], sum[registers] = {};
    Rows row[registers];
#pragma GCC unroll 2
    for (int64_t k = 0; k < registers; ++k) {
      best[k] = best_of_column[k];
      row[k] = row_of_column[k];
    }
#pragma GCC unroll 8
    for (int64_t r = 0; r < kGroup; ++r) {
      const char *const at = from + r * step;
      const Rows here = Rows::splat(static_cast<Row>(number + r));
      later.template fetch_after<registers * kStep>(at);
#pragma GCC unroll 2
      for (int64_t k = 0; k < registers; ++k) take_numbers(best[k], row[k], load(at + k * kStep), here, sum[k]);
    }
#pragma GCC unroll 2
    for (int64_t k = 0; k < registers; ++k) {
      if (may_hold_nan(sum[k], best[k])) {
        best[k] = best_of_column[k];
        row[k] = row_of_column[k];
        take_slowly(best[k], row[k], from + k * kStep, step, kGroup, kLanes, number);
      }
      best_of_column[k] = best[k];
      row_of_column[k] = row[k];
    }
  }
  // Of integers, kGroup rows: what columns hold stays in memory, so that a row's registers are a loop. With a load for
  // each the processor read ahead less well.
  static constexpr int64_t kLoop = 4;  // registers
  static constexpr bool kByLoop = !kByTwo && kVecBytes == 64;
  static CT_INLINE void take_block(V *best, Rows *row, const char *from, int64_t step, int64_t number,
                                   const LaterRows &later) {
    V no_sum{};
#pragma GCC unroll 8
    for (int64_t r = 0; r < kGroup; ++r, from += step) {
      const Rows here = Rows::splat(static_cast<Row>(number + r));
      later.template fetch_after<kLoop * kStep>(from);
      CT_ROLLED
      for (int64_t k = 0; k < kLoop; ++k) take_numbers(best[k], row[k], load(from + k * kStep), here, no_sum);
    }
  }
  // Fewer columns than a register has lanes.
  CT_NOINLINE static void take_end(V &best_of_column, Rows &row_of_column, const char *from, int64_t step, int64_t rows,
                                   int64_t lanes, int64_t number) {
    V best = best_of_column, sum{};
    Rows row = row_of_column;
    for (int64_t r = 0; r < rows; ++r) {
      V x;
      load_end(x, from + r * step, lanes);
      take_numbers(best, row, x, Rows::splat(static_cast<Row>(number + r)), sum);
    }
    if (may_hold_nan(sum, best)) return take_slowly(best_of_column, row_of_column, from, step, rows, lanes, number);
    best_of_column = best;
    row_of_column = row;
  }

  // Registers of columns: the last one ends with them, so that it shares some with the one before, which finds the same
  // there. Fewer columns than lanes are one register.
  static CT_INLINE int64_t registers_of(int64_t count) { return (count + kLanes - 1) / kLanes; }
  static CT_INLINE int64_t column_of(int64_t k, int64_t count) {
    return count < kLanes ? 0 : (k + 1) * kLanes <= count ? k * kLanes : count - kLanes;
  }

  // Down kGroup rows at a time, each along all of the columns: so the processor reads ahead in each row, and what
  // columns hold stays in the first-level cache meanwhile. What is read later is fetched: further along these rows, and
  // towards their end the beginning of those that are `ahead` bytes on.
  CT_NOINLINE static void take_rows(Columns &columns, const char *from, int64_t step, int64_t count, int64_t number,
                                    int64_t ahead) {
    if (count < kLanes) return take_end(columns.best[0], columns.row[0], from, step, kGroup, count, number);
    const int64_t registers = registers_of(count), whole = count / kLanes;
    CT_ROLLED
    for (int64_t k = 0; k < registers;) {
      const int64_t left = (registers - k) * kStep, end = k + LaterRows::reach(left) / kStep;
      const LaterRows later(left, registers * kStep, ahead);
      if constexpr (kByLoop) {
        for (; ahead != 0 && k + kLoop <= end && k + kLoop <= whole; k += kLoop) {
          take_block(columns.best + k, columns.row + k, from + k * kStep, step, number, later);
        }
      }
      if constexpr (kByTwo) {
        for (; k + 2 <= end && k + 2 <= whole; k += 2) {
          take_registers<2>(columns.best + k, columns.row + k, from + k * kStep, step, number, later);
        }
      }
      for (; k < end; ++k) {
        take_registers<1>(columns.best + k, columns.row + k, from + column_of(k, count) * kSize, step, number, later);
      }
    }
  }

  // Few registers of dense rows, in the order of memory: what columns hold stays in registers. Of fewer columns, the
  // last register is taken again.
  static constexpr int64_t kNarrow = 8;
  static bool are_narrow(int64_t step, int64_t count, Traffic traffic) {
    const int64_t registers = registers_of(count);
    return kVecBytes == 64 && traffic == Traffic::NonTemporal && step == count * kSize && registers > kNarrow / 2 &&
           registers <= kNarrow;
  }
  CT_NOINLINE static void take_narrow_rows(Columns &columns, const char *from, int64_t step, int64_t rows,
                                           int64_t count, int64_t number) {
    constexpr int64_t kFew = kNarrow / 2;
    const int64_t last = registers_of(count) - 1, end = count * kSize - kStep;
    const auto of = [=](int64_t k) { return k < kFew || k < last ? k : last; };
    int64_t at[kNarrow];
    V best[kNarrow], sum{};
    Rows row[kNarrow], here = Rows::splat(static_cast<Row>(number));
#pragma GCC unroll 8
    for (int64_t k = 0; k < kNarrow; ++k) {
      at[k] = k < kFew || k * kStep < end ? k * kStep : end;
      best[k] = columns.best[of(k)];
      row[k] = columns.row[of(k)];
    }
    CT_ROLLED
    for (int64_t r = 0; r < rows; ++r) {
#pragma GCC unroll 8
      for (int64_t k = 0; k < kNarrow; ++k) {
        const char *const place = from + r * step + at[k];
        __builtin_prefetch(place + kShortAhead);
        take_numbers(best[k], row[k], load(place), here, sum);
      }
      here = here + Rows::splat(1);
    }
    V all = best[0];
#pragma GCC unroll 8
    for (int64_t k = 1; k < kNarrow; ++k) all = better(best[k], all);
    if (may_hold_nan(sum, all)) {
      for (int64_t k = 0; k <= last; ++k) {
        const char *const column = from + column_of(k, count) * kSize;
        take_slowly(columns.best[k], columns.row[k], column, step, rows, kLanes, number);
      }
      return;
    }
#pragma GCC unroll 8
    for (int64_t k = 0; k < kNarrow; ++k) {
      columns.best[of(k)] = best[k];
      columns.row[of(k)] = row[k];
    }
  }

  // Dense rows, one by one in the order of memory, where what columns hold stays in the first-level cache; not where
  // there may be a NaN.
  static bool are_dense(int64_t step, int64_t count, Traffic traffic) {
    constexpr int64_t kShortest = 1024, kLongest = 8192;  // bytes
    return kVecBytes == 64 && traffic == Traffic::NonTemporal && step == count * kSize && step >= kShortest &&
           step <= kLongest;
  }
  CT_NOINLINE static bool take_dense_rows(Columns &columns, const char *from, int64_t rows, int64_t count) {
    const int64_t registers = registers_of(count), pairs = count / kLanes / 2 * 2, last = count * kSize - kStep;
    V sum[2] = {};
    Rows here{};
    const auto take = [&](int64_t k, const char *at, V &to) __attribute__((always_inline)) {
      __builtin_prefetch(at + kShortAhead);
      take_numbers(columns.best[k], columns.row[k], load(at), here, to);
    };
    CT_ROLLED
    for (int64_t r = 0; r < rows; ++r, from += count * kSize) {
      here = here + Rows::splat(1);
      CT_ROLLED
      for (int64_t k = 0; k < pairs; k += 2) {
        take(k, from + k * kStep, sum[0]);
        take(k + 1, from + (k + 1) * kStep, sum[1]);
      }
      CT_ROLLED
      for (int64_t k = pairs; k < registers; ++k) take(k, from + (k * kStep < last ? k * kStep : last), sum[0]);
    }
    V all = columns.best[0];
    for (int64_t k = 1; kIsKey<Stored> && k < registers; ++k) all = better(columns.best[k], all);
    return !may_hold_nan(add(sum[0], sum[1]), all);
  }

  // What columns begin with: the first row, where nothing has been found before it.
  CT_NOINLINE static void begin_columns(Columns &columns, const char *from, int64_t count, bool fresh) {
    const int64_t lanes = count < kLanes ? count : kLanes;
    for (int64_t k = 0; k < registers_of(count); ++k) {
      columns.row[k] = Rows::splat(fresh ? 1 : 0);
      if (!fresh) continue;
      if (lanes < kLanes) {
        load_end(columns.best[k], from + column_of(k, count) * kSize, lanes);
      } else {
        columns.best[k] = load(from + column_of(k, count) * kSize);
      }
      columns.best[k] = with_nan(columns.best[k]);
    }
  }
  CT_NOINLINE static void take_groups(Columns &columns, const char *from, int64_t step, int64_t rows, int64_t count,
                                      Traffic traffic) {
    const int64_t groups = kShortAhead / (kGroup * count * kSize) + 1;
    const int64_t last = step == count * kSize ? rows : rows - groups * kGroup;  // whose next groups are these rows'
    const int64_t near = traffic == Traffic::Cached ? 0 : groups * kGroup * step;
    const int64_t far = traffic == Traffic::Cached ? 0 : kStrip * kSize;
    // Where groups do not come out even, the second one takes some rows again, to no effect.
    const int64_t second = rows % kGroup == 0 ? kGroup : rows % kGroup;
    for (int64_t r = 0; r < rows; r += r == 0 ? second : kGroup) {
      take_rows(columns, from + r * step, step, count, r + 1, r < last ? near : far);
    }
  }
  // Rows that Row can count.
  CT_NOINLINE static void take_block_of_rows(Columns &columns, const char *from, int64_t step, int64_t rows,
                                             int64_t count, bool fresh, Traffic traffic) {
    begin_columns(columns, from, count, fresh);
    if (are_dense(step, count, traffic) && (fresh || !kHasNan)) {
      if (take_dense_rows(columns, from, rows, count)) return;
      begin_columns(columns, from, count, fresh);
    }
    if (are_narrow(step, count, traffic)) {
      constexpr int64_t kMany = 64;
      for (int64_t r = 0; r < rows; r += kMany) {
        take_narrow_rows(columns, from + r * step, step, rows - r < kMany ? rows - r : kMany, count, r + 1);
      }
      return;
    }
    if (rows >= kGroup) return take_groups(columns, from, step, rows, count, traffic);
    const int64_t lanes = count < kLanes ? count : kLanes;
    for (int64_t k = 0; k < registers_of(count); ++k) {
      take_slowly(columns.best[k], columns.row[k], from + column_of(k, count) * kSize, step, rows, lanes, 1);
    }
  }
  CT_NOINLINE static void put_columns(int64_t *index, const Columns &columns, int64_t count, int64_t before, bool fresh,
                                      Traffic traffic) {
    const int64_t whole = count / kLanes, column = column_of(whole, count);
    const bool streams = traffic == Traffic::NonTemporal;
    put_rows(index, reinterpret_cast<const Row *>(columns.row), whole * kLanes, before, fresh, streams);
    if (whole * kLanes == count) return;
    put_rows(index + column, reinterpret_cast<const Row *>(columns.row + whole), count - column, before, fresh,
             streams);
  }

  CT_NOINLINE static void strip(const char *from, int64_t step, int64_t rows, int64_t count, int64_t first, bool begins,
                                char *best, int64_t *index, Traffic traffic) {
    Columns columns;
    // Those that whole registers hold, and those that one more does.
    const int64_t whole = count / kLanes * kLanes, column = column_of(count / kLanes, count);
    const auto bytes = [](int64_t n) { return static_cast<size_t>(n * kHeld); };
    if (!begins) {
      __builtin_memcpy(columns.best, best, bytes(whole));
      if (whole < count) __builtin_memcpy(columns.best + count / kLanes, best + column * kHeld, bytes(count - column));
    }
    for (int64_t begin = 0; begin < rows; begin += kMostRows) {
      const int64_t n = rows - begin < kMostRows ? rows - begin : kMostRows;
      const bool fresh = begins && begin == 0;
      take_block_of_rows(columns, from + begin * step, step, n, count, fresh, traffic);
      put_columns(index, columns, count, first + begin - 1, fresh, traffic);
    }
    __builtin_memcpy(best, columns.best, bytes(whole));
    if (whole < count) __builtin_memcpy(best + column * kHeld, columns.best + count / kLanes, bytes(count - column));
  }

  // The rows of some columns, kLanes of them, straight to where they go: there are so few rows that writing takes as
  // long as reading.
  template <bool streams>
  static CT_INLINE void take_few(const char *from, int64_t step, int64_t rows, char *to) {
    constexpr int64_t kAhead = 2048;  // bytes
    V best = load(from), sum = best;
    Rows row{};
    if (streams) __builtin_prefetch(from + kAhead);
    CT_ROLLED
    for (int64_t r = 1; r < rows; ++r) {
      if (streams) __builtin_prefetch(from + r * step + kAhead);
      take_numbers(best, row, load(from + r * step), Rows::splat(static_cast<Row>(r)), sum);
    }
    if (may_hold_nan(sum)) {
      best = load(from);
      row = Rows{};
      take_slowly(best, row, from + step, step, rows - 1, kLanes, 1);
    }
    alignas(64) char lanes[kVecBytes];
    if constexpr (!kSame<Row, uint64_t>) row.store(lanes);
#pragma GCC unroll 8
    for (int64_t i = 0; i < kLanes; i += Vec<uint64_t>::kLanes) {
      Vec<uint64_t> wide;
      if constexpr (kSame<Row, uint64_t>) {
        wide = row;
      } else {
        wide = load_as<uint64_t, Row>(lanes + i * static_cast<int64_t>(sizeof(Row)));
      }
      streams ? stream(to + i * 8, wide) : wide.store(to + i * 8);
    }
  }
  CT_NOINLINE static void take_few_cached(const char *from, int64_t step, int64_t rows, char *to) {
    take_few<false>(from, step, rows, to);
  }
  CT_NOINLINE static void few_rows(const char *from, int64_t step, int64_t rows, int64_t count, char *to,
                                   Traffic traffic) {
    if (count < kLanes) {
      for (int64_t k = 0; k < count; ++k) {
        T best = load_one(from + k * kSize);
        int64_t row = 0;
        for (int64_t r = 1; r < rows; ++r) {
          const T x = load_one(from + r * step + k * kSize);
          if (!beats(x, best)) continue;
          best = x;
          row = r;
        }
        store_element(to + k * 8, row);
      }
      return;
    }
    int64_t k = 0;
    if (traffic == Traffic::NonTemporal) {
      const auto beyond = static_cast<int64_t>(reinterpret_cast<uintptr_t>(to) / 8 % 8);
      const int64_t first = beyond == 0 ? 0 : 8 - beyond;  // on a line
      for (; k < first && k + kLanes <= count; k += kLanes) take_few_cached(from + k * kSize, step, rows, to + k * 8);
      for (k = first; k + kLanes <= count; k += kLanes) {
        take_few<true>(from + k * kSize, step, rows, to + k * 8);
      }
      stream_fence();
    }
    for (; k + kLanes <= count; k += kLanes) take_few_cached(from + k * kSize, step, rows, to + k * 8);
    take_few_cached(from + (count - kLanes) * kSize, step, rows, to + (count - kLanes) * 8);
  }

  // By keys; what has been found is taken from where it is, if the key does not tell its sign, or its bits.
  static void columns_of_keys(const char *from, int64_t step, int64_t rows, int64_t count, int64_t first, bool begins,
                              char *best, int64_t *index, Traffic traffic) {
    using Keys = Search<KeyOf<Stored>, which>;
    using Key = Vec<int16_t>;
    alignas(64) uint16_t bits[Keys::kStrip];
    char *const at = reinterpret_cast<char *>(bits);
    const auto turn = [&](int64_t n, auto also) {
      for (int64_t k = 0; k < n; k += Key::kLanes) also(turn_negative(Key::load(at + k * 2))).store(at + k * 2);
    };
    for (int64_t i = 0; i < count; i += Keys::kStrip, from += Keys::kStrip * kSize, best += Keys::kStrip * kHeld) {
      const int64_t n = count - i < Keys::kStrip ? count - i : Keys::kStrip;
      int64_t *const found = index + i;
      if (!begins) {
        for (int64_t k = 0; k < n; ++k) bits[k] = stored_bits(load_element<T>(best + k * kHeld));
        turn(n, [](Key x) { return Keys::with_nan(x); });
      }
      Keys::strip(from, step, rows, n, first, begins, at, found, traffic);
      if (begins) {
        turn(n, [](Key x) { return x; });
        for (int64_t k = 0; k < n; k += kLanes) {
          const V x = load(at + k * kSize);
          n - k >= kLanes ? x.store(best + k * kHeld) : x.store(best + k * kHeld, n - k);
        }
      }
      for (int64_t k = 0; k < n; ++k) {
        const int64_t size = bits[k] & INT16_MAX;
        const bool is_plain = begins ? size != 0 && size <= Keys::kInfinite : found[k] < first;
        if (!is_plain) store_element(best + k * kHeld, load_one(from + (found[k] - first) * step + k * kSize));
      }
    }
  }
  static CT_INLINE uint16_t stored_bits(T x) {  // of one that is a half
    if constexpr (kSame<Stored, BFloat16>) return bits_of(x);
    alignas(64) uint16_t all[V::kLanes];
    store_half(reinterpret_cast<char *>(all), V::splat(x));
    return all[0];
  }

  static void columns(const char *from, int64_t step, int64_t rows, int64_t count, int64_t first, bool begins,
                      char *best, int64_t *index, Traffic traffic) {
    if (first == kExtremeRuns) return runs(from, step, rows, count, best, index, traffic);
    if (best == nullptr) return few_rows(from, step, rows, count, reinterpret_cast<char *>(index), traffic);
    if constexpr (kIsHalf<Stored>) return columns_of_keys(from, step, rows, count, first, begins, best, index, traffic);
    for (int64_t i = 0; i < count; i += kStrip) {
      const int64_t n = count - i < kStrip ? count - i : kStrip;
      strip(from + i * kSize, step, rows, n, first, begins, best + i * kHeld, index + i, traffic);
    }
  }
};

template <class T>
void register_extreme(Table &table, DType dtype) {
  using Largest = Search<T, Which::Largest>;
  using Smallest = Search<T, Which::Smallest>;
  table.extreme[static_cast<int>(Which::Largest)][static_cast<int>(dtype)] = {&Largest::beats_at, &Largest::run,
                                                                              &Largest::columns};
  table.extreme[static_cast<int>(Which::Smallest)][static_cast<int>(dtype)] = {&Smallest::beats_at, &Smallest::run,
                                                                               &Smallest::columns};
}

}  // namespace

void register_extremes(Table &table) {
#define CT_REGISTER(dtype, element, wide)                                                                  \
  if constexpr ((dtype_bit(DType::dtype) & kReals) != 0 && compared_dtype(DType::dtype) == DType::dtype) { \
    register_extreme<element>(table, DType::dtype);                                                        \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
