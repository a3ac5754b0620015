// Scans: every element becomes the sum (or the like) of all up to it. float32 accumulates in float64, and halves do so
// as float32.
//
// A run is scanned eight lanes at a time, whatever the registers: three steps within the eight (a lane takes the one 1,
// 2, 4 before it), then what has been accumulated before them. A lane is an element, or where it is widened, the sum of
// four: widening and shuffles then leave time for memory. Down columns, each column goes one after the other. Nothing
// depends on addresses or on the instruction set.
//
// Floating-point products of elements that lie together may overflow or vanish where those from the first element on
// do not, and 0 times such an infinity is NaN. So steps of a run go one element after the other, as by definition,
// unless what they are made of is so plain that no grouping matters.
#include "kernels/copy/convert.inl.h"
#include "kernels/copy/non_temporal.h"
#include "kernels/registrations.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
struct HeldOf {
  using Type = T;
};
template <>
struct HeldOf<float> {
  using Type = double;
};
template <>
struct HeldOf<Complex<float>> {
  using Type = Complex<double>;
};

template <class T>
CT_INLINE Vec<T> splat_of(T value) {
  return Vec<T>::splat(value);
}
template <class R>
CT_INLINE Vec<Complex<R>> splat_of(Complex<R> value) {
  return {Vec<R>::splat(value.re), Vec<R>::splat(value.im)};
}

// The last lanes of `before` and the first of v: v, `by` lanes later.
template <int by, class T, int... I>
CT_INLINE Vec<T> later(Vec<T> before, Vec<T> v, Indices<I...>) {
  return {__builtin_shufflevector(before.v, v.v, (Vec<T>::kLanes - by + I)...)};
}
template <int by, class R, int... I>
CT_INLINE Vec<Complex<R>> later(Vec<Complex<R>> before, Vec<Complex<R>> v, Indices<I...> lanes) {
  return {later<by>(before.re, v.re, lanes), later<by>(before.im, v.im, lanes)};
}
template <class T, int... I>
CT_INLINE Vec<T> last_lane(Vec<T> v, Indices<I...>) {
  return {__builtin_shufflevector(v.v, v.v, (I * 0 + Vec<T>::kLanes - 1)...)};
}
template <class R, int... I>
CT_INLINE Vec<Complex<R>> last_lane(Vec<Complex<R>> v, Indices<I...> lanes) {
  return {last_lane(v.re, lanes), last_lane(v.im, lanes)};
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

template <class T>
struct Sum {
  static constexpr bool kByFours = !kIsComplex<T>, kLeavesRange = false;
  using Stored = T;
  using Held = typename HeldOf<Wide<T>>::Type;
  static CT_INLINE Held identity() { return {}; }
  template <class H>
  static CT_INLINE Vec<H> combine(Vec<H> a, Vec<H> b) {
    if constexpr (kSame<H, double> && !kSame<T, double>) {
      return fused_plus(a, b);
    } else {
      return a + b;
    }
  }
  template <class R>
  static CT_INLINE Vec<Complex<R>> combine(Vec<Complex<R>> a, Vec<Complex<R>> b) {
    return {a.re + b.re, a.im + b.im};
  }
};
template <class T>
struct Product {
  using Stored = T;
  using Held = typename HeldOf<Wide<T>>::Type;
  static constexpr bool kByFours = false;  // so that few elements meet before what lies before them
  static constexpr bool kLeavesRange = !kIsInteger<T>;
  static CT_INLINE Held identity() {
    if constexpr (kIsComplex<Held>) {
      return {1, 0};
    } else {
      return 1;
    }
  }
  template <class H>
  static CT_INLINE Vec<H> combine(Vec<H> a, Vec<H> b) {
    return a * b;
  }
  template <class R>
  static CT_INLINE Vec<Complex<R>> combine(Vec<Complex<R>> a, Vec<Complex<R>> b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};

// Half a register of AVX-512.
struct Eight {
  using Native = NativeVector<float, 8>::Type;
  [[maybe_unused]] static constexpr int kLanes = 8;
  Native v;

  static CT_INLINE Eight load(const char *from) { return {load_element<Native>(from)}; }
#if defined(__AVX512F__)
  CT_INLINE void stream(char *to) const { _mm256_stream_ps(reinterpret_cast<float *>(to), v); }
  CT_INLINE Vec<double> doubles() const {
    Vec<double> r{_mm512_maskz_cvtps_pd(0xff, v)};
    asm("" : "+v"(r.v));  // or GCC 12 converts it once for each use
    return r;
  }
#else
  CT_INLINE void stream(char *to) const { store(to); }
  Vec<double> doubles() const;
#endif
  CT_INLINE void store(char *to) const { store_element(to, v); }

  // The element i of 16 bytes k of the four registers changes places with the element k of register i.
  static CT_INLINE void turn(Eight *four) {
    const auto pairs = [](Eight a, Eight b) __attribute__((always_inline)) {
      return Eight{__builtin_shufflevector(a.v, b.v, 0, 8, 1, 9, 4, 12, 5, 13)};
    };
    const auto next_pairs = [](Eight a, Eight b) __attribute__((always_inline)) {
      return Eight{__builtin_shufflevector(a.v, b.v, 2, 10, 3, 11, 6, 14, 7, 15)};
    };
    const auto firsts = [](Eight a, Eight b) __attribute__((always_inline)) {
      return Eight{__builtin_shufflevector(a.v, b.v, 0, 1, 8, 9, 4, 5, 12, 13)};
    };
    const auto seconds = [](Eight a, Eight b) __attribute__((always_inline)) {
      return Eight{__builtin_shufflevector(a.v, b.v, 2, 3, 10, 11, 6, 7, 14, 15)};
    };
    const Eight a = pairs(four[0], four[1]), b = pairs(four[2], four[3]);
    const Eight c = next_pairs(four[0], four[1]), d = next_pairs(four[2], four[3]);
    four[0] = firsts(a, b);
    four[1] = seconds(a, b);
    four[2] = firsts(c, d);
    four[3] = seconds(c, d);
  }
};

// Where the elements of eight groups of four lie once they are turned: lane l of register i has the element i of group
// group_of(l), so that floats are turned by shuffles within 16 bytes.
[[maybe_unused]] constexpr int group_of(int lane) { return lane % 4 * 2 + lane / 4; }
[[maybe_unused]] constexpr int lane_of(int group) { return group / 2 + group % 2 * 4; }

// A sum of bfloat16s in double that is NaN is one of theirs or the processor's own: as a float it is quiet, and has
// nothing in its lower half that rounding could carry on from.
constexpr Rounding kSumRounding = Rounding::kNumbers;

#if defined(__AVX512F__)
// Groups, `by` later; zero where there are none before.
template <int by, int... I>
CT_INLINE Vec<double> later_or_zero(Vec<double> v, Indices<I...>) {
  constexpr auto kThere = static_cast<__mmask8>(((group_of(I) < by ? 0 : 1 << I) + ...));
  const __m512i order{(group_of(I) < by ? 0 : lane_of(group_of(I) - by))...};
  return {_mm512_maskz_permutexvar_pd(kThere, order, v.v)};
}

// A register of halves becomes the four of its turned elements, and back: one permutation of words takes the place of
// all shuffles.
template <class T>
struct TurnedHalves {
  using Words = Vec<uint16_t>;

  static CT_INLINE Eight low(__m512 v) { return {(Eight::Native)low_half((__m512i)v)}; }
  static CT_INLINE Eight high(__m512 v) { return {(Eight::Native)high_half((__m512i)v)}; }
  static CT_INLINE __m512 both(Eight a, Eight b) { return (__m512)join((__m256i)a.v, (__m256i)b.v); }

  // The elements `first` and the next one of all groups, bfloat16 as the upper halves of floats.
  template <int first, int... I>
  static CT_INLINE __m512 widened(Words x, Indices<I...>) {
    const Words order{{(group_of(I / 2 % 8) * 4 + I / 16 + first)...}};
    return (__m512)_mm512_maskz_permutexvar_epi16(0xaaaaaaaa, (__m512i)order.v, (__m512i)x.v);
  }
  template <int... I>
  static CT_INLINE Words narrowed(__m512i a, __m512i b, Indices<I...>) {
    const Words order{{(lane_of(I / 4) * 2 + I % 4 * 16 + 1)...}};
    return {(Words::Native)_mm512_permutex2var_epi16(a, (__m512i)order.v, b)};
  }
  template <int... I>
  static CT_INLINE Words turned(Words x, Indices<I...>) {
    return {__builtin_shufflevector(x.v, x.v, (group_of(I % 8) * 4 + I / 8)...)};
  }
  template <int... I>
  static CT_INLINE Words turned_back(Words x, Indices<I...>) {
    return {__builtin_shufflevector(x.v, x.v, (lane_of(I / 4) + I % 4 * 8)...)};
  }

  static CT_INLINE void take(Eight *four, Words x) {
    using All = Iota<Words::kLanes>;
    __m512 a, b;
    if constexpr (kSame<T, BFloat16>) {
      a = widened<0>(x, All{});
      b = widened<2>(x, All{});
    } else {
      const auto halves = (__m512i)turned(x, All{}).v;
      a = _mm512_maskz_cvtph_ps(0xffff, low_half(halves));
      b = _mm512_maskz_cvtph_ps(0xffff, high_half(halves));
    }
    four[0] = low(a);
    four[1] = high(a);
    four[2] = low(b);
    four[3] = high(b);
  }
  static CT_INLINE Words give(const Eight *four) {
    using All = Iota<Words::kLanes>;
    const __m512 a = both(four[0], four[1]), b = both(four[2], four[3]);
    if constexpr (kSame<T, BFloat16>) {
      return narrowed(round_to_upper<kSumRounding>((__m512i)a), round_to_upper<kSumRounding>((__m512i)b), All{});
    } else {
      return turned_back(halves(Vec<float>{a}, Vec<float>{b}), All{});
    }
  }
  static CT_INLINE Words halves(Vec<float> a, Vec<float> b) {
    return {(Words::Native)join(_mm512_maskz_cvtps_ph(0xffff, a.v, _MM_FROUND_TO_NEAREST_INT),
                                _mm512_maskz_cvtps_ph(0xffff, b.v, _MM_FROUND_TO_NEAREST_INT))};
  }
};
#else
template <int by, class Lanes>
Vec<double> later_or_zero(Vec<double> v, Lanes lanes);
template <class T>
struct TurnedHalves;
#endif

template <class A>
struct Scanner {
  using Stored = typename A::Stored;
  using Held = typename A::Held;
  using V = Vec<Held>;
  using S = Vec<Wide<Stored>>;
  static constexpr int64_t kSize = sizeof(Stored), kHeldSize = sizeof(Held);
  static constexpr int kBlock = 8;  // elements that are scanned in registers
  static constexpr int kRegisters = kBlock / V::kLanes;
  static constexpr bool kWidens = !kSame<Wide<Stored>, Held>;
  // Two registers of what is held make one of what is stored, where that is narrower.
  static constexpr int kPair = kWidens ? 2 : 1;
  static constexpr bool kPairsHalves = kSame<Stored, Half> && kVecBytes == 64;
  static constexpr bool kStreams = !kIsComplex<Stored> && (!kSame<Stored, Half> || kPairsHalves);
  static constexpr int kPut = kSame<Stored, BFloat16> || kPairsHalves ? 2 : 1;  // registers that are stored together
  static constexpr bool kFours = kWidens && A::kByFours;
  static constexpr int kElements = kFours ? 4 * kBlock : 2 * kBlock;  // of a step
  static_assert(kScanStep % kElements == 0);
  static constexpr int kLoads = kElements / S::kLanes;
  static constexpr bool kTurns = kFours && kVecBytes == 64;
  using Part = typename Choose<kTurns, Eight, S>::Type;  // what a step's elements are taken in
  static constexpr int kParts = kElements / Part::kLanes;
  static constexpr int kAll = kLoads * kPair;  // registers of a step
  static constexpr int64_t kAhead = 2048;      // bytes that are fetched ahead

  // kPair registers.
  static CT_INLINE void widen(V *to, S x) {
    if constexpr (!kWidens) {
      to[0] = x;
    } else if constexpr (kIsComplex<Held>) {
      const Doubles re = to_doubles(x.re), im = to_doubles(x.im);
      to[0] = {re.low, im.low};
      to[1] = {re.high, im.high};
    } else {
      const Doubles wide = to_doubles(x);
      to[0] = wide.low;
      to[1] = wide.high;
    }
  }
  static CT_INLINE S narrow(const V *from) {
    if constexpr (!kWidens) {
      return from[0];
    } else if constexpr (kIsComplex<Held>) {
      return {to_floats(Doubles{from[0].re, from[1].re}), to_floats(Doubles{from[0].im, from[1].im})};
    } else {
      return to_floats(Doubles{from[0], from[1]});
    }
  }
  static CT_INLINE S load(const char *at) {
    if constexpr (kIsHalf<Stored>) {
      return floats<Stored>(at);
    } else {
      return S::load(at);
    }
  }
  // kPut registers.
  template <Traffic traffic>
  static CT_INLINE void store(char *to, const S *x) {
    if constexpr (kSame<Stored, BFloat16>) {
      put<traffic>(to, bfloat16s<kSumRounding>(x[0], x[1]));
    } else if constexpr (kPairsHalves) {
      put<traffic>(to, TurnedHalves<Stored>::halves(x[0], x[1]));
    } else if constexpr (kSame<Stored, Half>) {
      store_half(to, x[0]);
    } else if constexpr (kIsComplex<Stored>) {
      x->store(to);
    } else {
      put<traffic>(to, x[0]);
    }
  }
  // The first `count` lanes, 0 < count < lanes; of what is loaded, the rest is zero.
  static CT_INLINE S load(const char *at, int64_t count) {
    if constexpr (kIsHalf<Stored>) {
      alignas(64) char block[kVecBytes] = {};
      copy_small(block, at, count * kSize);
      return load(block);
    } else {
      return S::load(at, count);
    }
  }
  static CT_INLINE void store(char *to, S x, int64_t count) {
    if constexpr (kIsHalf<Stored>) {
      alignas(64) char block[kVecBytes];
      const S twice[] = {x, x};
      store<Traffic::Cached>(block, twice);
      copy_small(to, block, count * kSize);
    } else {
      x.store(to, count);
    }
  }

  template <int by>
  static CT_INLINE void step(V *block) {
    const V identity = splat_of(A::identity());
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
  CT_NOINLINE static void one_by_one(char *to, const char *from, int64_t n, V &offset, V &local) {
    if constexpr (writes) {
      V all = A::combine(offset, local);
      for (int64_t i = 0; i < n; ++i) {
        V wide[kPair];
        widen(wide, S::splat(from + i * kSize));
        all = A::combine(all, wide[0]);
#pragma GCC unroll 2
        for (int k = 0; k < kPair; ++k) wide[k] = all;
        narrow(wide).store(to + i * kSize, 1);
      }
      offset = splat_of(A::identity());
      local = all;
    } else if constexpr (kIsComplex<Held>) {
      local = splat_of(Held{__builtin_nan(""), __builtin_nan("")});
    } else {
      local = splat_of(__builtin_nan(""));
    }
  }

  // The elements of a step become their scan; local, all lanes alike, what there is up to the last of them.
  template <bool writes>
  static CT_INLINE void scan(Part *elements, V offset, V &local) {
    if constexpr (kTurns) {
      by_turned_fours<writes>(elements, offset, local);
    } else if constexpr (kFours) {
      by_fours<writes>(elements, offset, local);
    } else {
      V wide[kAll];
#pragma GCC unroll 8
      for (int k = 0; k < kLoads; ++k) widen(wide + k * kPair, elements[k]);
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
      for (int k = 0; k < kLoads; ++k) elements[k] = narrow(wide + k * kPair);
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
      widen(four, apart<0>(elements[2 * k], elements[2 * k + 1], Iota<S::kLanes>{}));
      widen(four + 2, apart<2>(elements[2 * k], elements[2 * k + 1], Iota<S::kLanes>{}));
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
        const S low = narrow(four), high = narrow(four + 2);
        elements[2 * k] = together<0>(low, high, Iota<S::kLanes>{});
        elements[2 * k + 1] = together<1>(low, high, Iota<S::kLanes>{});
      }
    }
    local = A::combine(local, last);
  }

  // The same where shuffles within 16 bytes are quicker than others, and halves of a register as quick as they are
  // short: a lane has a group of four, as they are turned.
  template <int by, int... I>
  static CT_INLINE V later_group(V before, V v, Indices<I...>) {
    return {__builtin_shufflevector(v.v, before.v, (group_of(I) < by ? 8 + I : lane_of(group_of(I) - by))...)};
  }
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
    const V all = A::combine(before, x.total), own = later_group<1>(before, all, Iota<V::kLanes>{});
#pragma GCC unroll 4
    for (int i = 0; i < 3; ++i) {
      elements[i] = {__builtin_convertvector(A::combine(own, x.four[i]).v, Eight::Native)};
    }
    elements[3] = {__builtin_convertvector(all.v, Eight::Native)};
  }
  template <bool writes>
  static CT_INLINE void by_turned_fours(Eight *elements, V offset, V &local) {
    if constexpr (!kIsHalf<Stored>) Eight::turn(elements);
    Fours x = take_fours(elements);
    scan_fours<1>(x);
    scan_fours<2>(x);
    scan_fours<4>(x);
    if constexpr (writes) {
      give_fours(elements, x, A::combine(offset, local));
      if constexpr (!kIsHalf<Stored>) Eight::turn(elements);
    }
    local = A::combine(local, x.last);
  }
  // A step of them from where they lie, and back.
  static CT_INLINE void load_turned(Eight *elements, const char *from) {
    if constexpr (kIsHalf<Stored>) {
      TurnedHalves<Stored>::take(elements, Vec<uint16_t>::load(from));
    } else {
      load_parts(elements, from);
      Eight::turn(elements);
    }
  }
  template <Traffic traffic>
  static CT_INLINE void store_turned(char *to, Eight *elements) {
    if constexpr (kIsHalf<Stored>) {
      put<traffic>(to, TurnedHalves<Stored>::give(elements));
    } else {
      Eight::turn(elements);
      store_parts<traffic>(to, elements);
    }
  }

  static CT_INLINE void load_parts(Part *elements, const char *from) {
#pragma GCC unroll 16
    for (int k = 0; k < kParts; ++k) {
      const char *const at = from + k * Part::kLanes * kSize;
      if constexpr (kTurns) {
        elements[k] = Eight::load(at);
      } else {
        elements[k] = S::load(at);
      }
    }
  }
  template <Traffic traffic>
  static CT_INLINE void store_parts(char *to, const Part *elements) {
#pragma GCC unroll 16
    for (int k = 0; k < kParts; ++k) {
      char *const at = to + k * Part::kLanes * kSize;
      if constexpr (!kTurns) {
        store<traffic>(at, elements + k);
      } else {
        traffic == Traffic::NonTemporal ? elements[k].stream(at) : elements[k].store(at);
      }
    }
  }

  template <bool writes, Traffic stores>
  static CT_INLINE void whole_steps(char *to, const char *from, int64_t n, bool fetches, V &offset, V &local) {
    CT_ROLLED
    for (int64_t i = 0; i + kElements <= n; i += kElements) {
      const char *const at = from + i * kSize;
      if (fetches) {
#pragma GCC unroll 8
        for (int64_t line = 0; line < kElements * kSize; line += kCacheLine) __builtin_prefetch(at + kAhead + line);
      }
      Part elements[kParts];
      load_parts(elements, at);
      if constexpr (A::kLeavesRange) {
        if (!is_plain(elements, local)) {
          one_by_one_of<writes>(to + i * kSize, at, kElements, offset, local);
          continue;
        }
      }
      scan<writes>(elements, offset, local);
      if constexpr (writes) store_parts<stores>(to + i * kSize, elements);
    }
  }

  // The end of a run: what the lanes beyond make of the total is never asked for.
  template <bool writes>
  CT_NOINLINE static void last_step(char *to, const char *from, int64_t n, const V &offset, V &local) {
    if constexpr (kIsHalf<Stored>) {
      Eight halves[4];
      TurnedHalves<Stored>::take(halves, Vec<uint16_t>::load(from, n));
      scan<writes>(halves, offset, local);
      if constexpr (writes) TurnedHalves<Stored>::give(halves).store(to, n);
    } else {
      last_floats<writes>(to, from, n, offset, local);
    }
  }
  template <bool writes>
  static CT_INLINE void last_floats(char *to, const char *from, int64_t n, const V &offset, V &local) {
    S elements[kLoads];
    CT_ROLLED
    for (int k = 0; k < kLoads; ++k) {
      const int64_t first = k * S::kLanes, rest = n - first;
      const char *const at = from + first * kSize;
      elements[k] = rest >= S::kLanes ? S::load(at) : rest > 0 ? S::load(at, rest) : splat_of(Stored{});
    }
    Part own[kParts];
    __builtin_memcpy(own, elements, sizeof(own));
    scan<writes>(own, offset, local);
    __builtin_memcpy(elements, own, sizeof(own));
    if constexpr (writes) {
      CT_ROLLED
      for (int k = 0; k < kLoads; ++k) {
        const int64_t first = k * S::kLanes, rest = n - first;
        char *const at = to + first * kSize;
        if (rest >= S::kLanes) {
          elements[k].store(at);
        } else if (rest > 0) {
          elements[k].store(at, rest);
        }
      }
    }
  }

  // Not the caller's own, which stay in registers.
  template <bool writes>
  static CT_INLINE void one_by_one_of(char *to, const char *from, int64_t n, V &offset, V &local) {
    V before = offset, after = local;
    one_by_one<writes>(to, from, n, before, after);
    offset = before;
    local = after;
  }

  template <bool writes, Traffic stores>
  static CT_INLINE void line(char *to, const char *from, int64_t n, bool fetches, V &offset, V &local) {
    if constexpr (!kTurns) whole_steps<writes, stores>(to, from, n, fetches, offset, local);
    const int64_t done = n / kElements * kElements;
    if (done == n) return;
    if constexpr (A::kLeavesRange) {
      one_by_one_of<writes>(to + done * kSize, from + done * kSize, n - done, offset, local);
    } else {
      const V before = offset;
      V after = local;
      last_step<writes>(to + done * kSize, from + done * kSize, n - done, before, after);
      local = after;
    }
  }

  // Lines of some steps each, in five stages: while a step is given, the next three are scanned, each by another number
  // of lanes, and the one after them is taken. One after the other, a step's operations wait for each other so long
  // that those of the next ones find no place among them.
  template <bool writes, Traffic stores>
  static CT_INLINE void turned_lines(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n,
                                     int64_t count, bool fetches, const char *offsets, char *locals) {
    constexpr int64_t kStep = kElements * kSize;
    const int64_t steps = n / kElements, whole = steps * kStep, rest = n % kElements;
    int64_t taken = 0, left = steps * count;
    const char *at = from;
    const auto take = [&]() __attribute__((always_inline)) {
      if (fetches) {
#pragma GCC unroll 8
        for (int64_t line = 0; line < kStep; line += kCacheLine) __builtin_prefetch(at + taken + kAhead + line);
      }
      Eight elements[4];
      load_turned(elements, at + taken);
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
    for (int64_t line = 0; line < count; ++line, to += to_step, from += from_step) {
      V offset = splat_of(A::identity()), local = offset;
      if (offsets != nullptr) offset = splat_of(load_element<Held>(offsets + line * kHeldSize));
      if (locals != nullptr) local = splat_of(load_element<Held>(locals + line * kHeldSize));
      CT_ROLLED
      for (int64_t i = 0; i < whole; i += kStep) {
        if constexpr (writes) {
          Eight elements[4];
          give_fours(elements, stages[0], A::combine(offset, local));
          store_turned<stores>(to + i, elements);
        }
        local = A::combine(local, stages[0].last);
        advance();
      }
      if (rest != 0) {
        V after = local;
        last_step<writes>(to + whole, from + whole, rest, offset, after);
        local = after;
      }
      if (locals != nullptr) store_held(locals + line * kHeldSize, local);
    }
  }

  static CT_INLINE void store_held(char *to, V lanes) {
    alignas(64) Held all[V::kLanes];
    lanes.store(reinterpret_cast<char *>(all));
    store_element(to, all[0]);
  }

  template <bool writes, Traffic stores>
  CT_NOINLINE static void lines(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n,
                                int64_t count, bool fetches, char *offsets, char *locals) {
    if constexpr (kTurns) {
      if (n >= kElements) {
        return turned_lines<writes, stores>(to, to_step, from, from_step, n, count, fetches, offsets, locals);
      }
    }
    for (int64_t i = 0; i < count; ++i, to += to_step, from += from_step) {
      V offset = splat_of(A::identity()), local = offset;
      if (offsets != nullptr) offset = splat_of(load_element<Held>(offsets + i * kHeldSize));
      if (locals != nullptr) local = splat_of(load_element<Held>(locals + i * kHeldSize));
      if constexpr (A::kLeavesRange && writes) {
        if (!is_plain(offset)) {
          local = A::combine(offset, local);
          offset = splat_of(A::identity());
        }
      }
      line<writes, stores>(to, from, n, fetches, offset, local);
      if (locals != nullptr) store_held(locals + i * kHeldSize, local);
      if constexpr (A::kLeavesRange && writes) {
        if (offsets != nullptr) store_held(offsets + i * kHeldSize, offset);
      }
    }
  }

  static void rows(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, int64_t count,
                   char *offsets, char *locals, Traffic traffic) {
    const bool streamed = traffic == Traffic::NonTemporal;
    if (to == nullptr) {
      return lines<false, Traffic::Cached>(to, to_step, from, from_step, n, count, streamed, offsets, locals);
    }
    if constexpr (kStreams) {
      const auto beyond = reinterpret_cast<uintptr_t>(to) | static_cast<uintptr_t>(count > 1 ? to_step : 0);
      if (streamed && beyond % kVecBytes == 0) {
        lines<true, Traffic::NonTemporal>(to, to_step, from, from_step, n, count, true, offsets, locals);
        return stream_fence();
      }
    }
    lines<true, Traffic::Cached>(to, to_step, from, from_step, n, count, streamed, offsets, locals);
  }

  static void begin(char *held, int64_t count) {
    for (int64_t i = 0; i < count; ++i) store_element(held + i * static_cast<int64_t>(sizeof(Held)), A::identity());
  }

  static bool join(char *into, const char *later_part) {
    const V before = splat_of(load_element<Held>(into)), part = splat_of(load_element<Held>(later_part));
    store_held(into, A::combine(before, part));
    if constexpr (A::kLeavesRange) {
      if constexpr (kIsComplex<Held>)
        return is_plain(before) && !any_bit({(Vec<uint64_t>::Native)(part.re.v != part.re.v)});
      else
        return is_plain(before) && !any_bit({(Vec<uint64_t>::Native)(part.v != part.v)});
    }
    return true;
  }

  // A register of elements joins what is held: kPair registers.
  static CT_INLINE S add_elements(V *sums, S x) {
    V elements[kPair];
    widen(elements, x);
#pragma GCC unroll 2
    for (int k = 0; k < kPair; ++k) sums[k] = A::combine(sums[k], elements[k]);
    return narrow(sums);
  }
  // The last elements of a row, at most a register of them.
  CT_NOINLINE static void add_rest(char *to, const char *from, int64_t n, char *held) {
    constexpr int64_t kHeldBytes = V::kLanes * kHeldSize;
    V sums[kPair];
#pragma GCC unroll 2
    for (int k = 0; k < kPair; ++k) sums[k] = V::load(held + k * kHeldBytes);
    const S result = add_elements(sums, n == S::kLanes ? load(from) : load(from, n));
#pragma GCC unroll 2
    for (int k = 0; k < kPair; ++k) sums[k].store(held + k * kHeldBytes);
    store(to, result, n);
  }

  // Of so many rows, what is held being read and written once for all of them. ahead: what is fetched, in bytes from
  // what is read; 0: nothing.
  template <Traffic traffic, int rows>
  static CT_INLINE void add_rows(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t columns,
                                 char *held, int64_t ahead) {
    constexpr int64_t kLanes = S::kLanes, kStep = kPut * kLanes, kHeldBytes = V::kLanes * kHeldSize;
    int64_t i = 0;
    CT_ROLLED
    for (; i + kStep <= columns; i += kStep) {
      if (ahead != 0) {
#pragma GCC unroll 4
        for (int row = 0; row < rows; ++row) __builtin_prefetch(from + row * from_step + i * kSize + ahead, 0, 2);
      }
      char *const at = held + i * kHeldSize;
      V sums[kPut * kPair];
#pragma GCC unroll 4
      for (int k = 0; k < kPut * kPair; ++k) sums[k] = V::load(at + k * kHeldBytes);
#pragma GCC unroll 4
      for (int row = 0; row < rows; ++row) {
        S results[kPut];
#pragma GCC unroll 2
        for (int part = 0; part < kPut; ++part) {
          results[part] = add_elements(sums + part * kPair, load(from + row * from_step + (i + part * kLanes) * kSize));
        }
        store<traffic>(to + row * to_step + i * kSize, results);
      }
#pragma GCC unroll 4
      for (int k = 0; k < kPut * kPair; ++k) sums[k].store(at + k * kHeldBytes);
    }
    for (; i < columns; i += kLanes) {
      const int64_t rest = columns - i < kLanes ? columns - i : kLanes;
      for (int row = 0; row < rows; ++row) {
        add_rest(to + row * to_step + i * kSize, from + row * from_step + i * kSize, rest, held + i * kHeldSize);
      }
    }
  }

  template <Traffic traffic>
  CT_NOINLINE static void go_down(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows,
                                  int64_t columns, char *held, bool fetches) {
    constexpr int64_t kTogether = kIsComplex<Stored> ? 1 : 4;
    // Neighbouring rows are in the first-level cache with what is held, and followed by the processor itself.
    const bool apart = from_step > kAhead || from_step < -kAhead;
    const int64_t group = kTogether * columns * kSize;  // fetched ahead: the next group, or more of them
    const int64_t ahead = fetches ? (kAhead + group - 1) / group * kTogether * from_step : 0;
    int64_t row = 0;
    for (; apart && row + kTogether <= rows; row += kTogether) {
      add_rows<traffic, kTogether>(to + row * to_step, to_step, from + row * from_step, from_step, columns, held,
                                   ahead);
    }
    for (; row < rows; ++row) {
      add_rows<traffic, 1>(to + row * to_step, to_step, from + row * from_step, from_step, columns, held, 0);
    }
  }

  static void columns(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                      char *held, Traffic traffic) {
    const auto beyond = reinterpret_cast<uintptr_t>(to) | static_cast<uintptr_t>(to_step);
    if (kStreams && traffic == Traffic::NonTemporal && beyond % kVecBytes == 0) {
      go_down<kStreams ? Traffic::NonTemporal : Traffic::Cached>(to, to_step, from, from_step, rows, columns, held,
                                                                 true);
      stream_fence();
    } else {
      go_down<Traffic::Cached>(to, to_step, from, from_step, rows, columns, held, traffic == Traffic::NonTemporal);
    }
  }
};

template <class A>
constexpr Scan scan_of() {
  using S = Scanner<A>;
  return {static_cast<int64_t>(sizeof(typename A::Held)), &S::begin, &S::join, &S::rows, &S::columns};
}

// Where halves are not turned as they are, down columns alone.
template <class A>
constexpr Scan scan_of_halves() {
  using S = Scanner<A>;
  if constexpr (S::kTurns) {
    return scan_of<A>();
  } else {
    return {static_cast<int64_t>(sizeof(typename A::Held)), &S::begin, &S::join, nullptr, &S::columns};
  }
}

template <template <class> class A>
void register_scan(Table &table, ScanOp op) {
  Scan *const scans = table.scan[static_cast<int>(op)];
  scans[static_cast<int>(DType::Int64)] = scan_of<A<int64_t>>();
  scans[static_cast<int>(DType::Float32)] = scan_of<A<float>>();
  scans[static_cast<int>(DType::Float64)] = scan_of<A<double>>();
  scans[static_cast<int>(DType::Complex64)] = scan_of<A<Complex<float>>>();
  scans[static_cast<int>(DType::Complex128)] = scan_of<A<Complex<double>>>();
}

}  // namespace

void register_scans(Table &table) {
  register_scan<Sum>(table, ScanOp::cumsum);
  Scan *const sums = table.scan[static_cast<int>(ScanOp::cumsum)];
  sums[static_cast<int>(DType::Float16)] = scan_of_halves<Sum<Half>>();
  sums[static_cast<int>(DType::BFloat16)] = scan_of_halves<Sum<BFloat16>>();
  register_scan<Product>(table, ScanOp::cumprod);
}

}  // namespace ct::kernels::CT_ISA
