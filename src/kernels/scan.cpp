// Scans: every element becomes the sum (or the like) of all up to it. float32 accumulates in float64.
//
// A run is scanned eight elements at a time, whatever the registers: three steps within the eight (an element takes the
// one 1, 2, 4 before it), then what has been accumulated before them. Down columns, each column goes one after the
// other. Nothing depends on addresses or on the instruction set.
#include "kernels/convert.inl.h"
#include "kernels/units.h"

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

template <class T>
struct Sum {
  using Stored = T;
  using Held = typename HeldOf<T>::Type;
  static CT_INLINE Held identity() { return {}; }
  template <class H>
  static CT_INLINE Vec<H> combine(Vec<H> a, Vec<H> b) {
    return a + b;
  }
  template <class R>
  static CT_INLINE Vec<Complex<R>> combine(Vec<Complex<R>> a, Vec<Complex<R>> b) {
    return {a.re + b.re, a.im + b.im};
  }
};
template <class T>
struct Product {
  using Stored = T;
  using Held = typename HeldOf<T>::Type;
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

template <class A>
struct Scanner {
  using Stored = typename A::Stored;
  using Held = typename A::Held;
  using V = Vec<Held>;
  static constexpr int64_t kSize = sizeof(Stored);
  static constexpr int kBlock = 8;  // elements that are scanned in registers
  static constexpr int kRegisters = kBlock / V::kLanes;
  static constexpr bool kWidens = !kSame<Stored, Held>;
  // Two registers of what is held make one of what is stored, where that is narrower.
  static constexpr int kPair = kWidens ? 2 : 1;
  static constexpr int64_t kPairBytes = V::kLanes * kPair * kSize;
  static constexpr int kElements = 2 * kBlock;  // of a step
  static constexpr int kAll = 2 * kRegisters;

  // kPair registers.
  static CT_INLINE void load(V *to, const char *from) { widen(to, Vec<Stored>::load(from)); }
  static CT_INLINE void load(V *to, const char *from, int64_t count) { widen(to, Vec<Stored>::load(from, count)); }
  static CT_INLINE void widen(V *to, Vec<Stored> x) {
    if constexpr (!kWidens) {
      to[0] = x;
    } else if constexpr (kIsComplex<Stored>) {
      const Doubles re = to_doubles(x.re), im = to_doubles(x.im);
      to[0] = {re.low, im.low};
      to[1] = {re.high, im.high};
    } else {
      const Doubles wide = to_doubles(x);
      to[0] = wide.low;
      to[1] = wide.high;
    }
  }
  static CT_INLINE Vec<Stored> narrow(const V *from) {
    if constexpr (!kWidens) {
      return from[0];
    } else if constexpr (kIsComplex<Stored>) {
      return {to_floats(Doubles{from[0].re, from[1].re}), to_floats(Doubles{from[0].im, from[1].im})};
    } else {
      return to_floats(Doubles{from[0], from[1]});
    }
  }
  template <Traffic traffic>
  static CT_INLINE void store(char *to, Vec<Stored> x) {
    if constexpr (kIsComplex<Stored>) {
      x.store(to);
    } else {
      put<traffic>(to, x);
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

  // elements become their scan; local, all lanes alike, what there is up to the last of them.
  static CT_INLINE void scan(V *elements, V &local) {
#pragma GCC unroll 2
    for (int half = 0; half < 2; ++half) {
      V *const block = elements + half * kRegisters;
      step<1>(block);
      step<2>(block);
      step<4>(block);
      const V total = last_lane(block[kRegisters - 1], Iota<V::kLanes>{});
#pragma GCC unroll 4
      for (int k = 0; k < kRegisters; ++k) block[k] = A::combine(local, block[k]);
      local = A::combine(local, total);
    }
  }

  template <bool writes, Traffic traffic>
  static CT_INLINE void run_steps(char *to, const char *from, int64_t n, V offset, V &local) {
    CT_ROLLED
    for (int64_t i = 0; i + kElements <= n; i += kElements) {
      V elements[kAll];
      const char *const at = from + i * kSize;
      if constexpr (traffic == Traffic::Streamed) __builtin_prefetch(at + 2048);
#pragma GCC unroll 8
      for (int k = 0; k < kAll; k += kPair) load(elements + k, at + k / kPair * kPairBytes);
      scan(elements, local);
      if constexpr (writes) {
        char *const out = to + i * kSize;
#pragma GCC unroll 8
        for (int k = 0; k < kAll; ++k) elements[k] = A::combine(offset, elements[k]);
#pragma GCC unroll 8
        for (int k = 0; k < kAll; k += kPair) store<traffic>(out + k / kPair * kPairBytes, narrow(elements + k));
      }
    }
  }

  static void run(char *to, const char *from, int64_t n, const char *offset_at, char *local_at, Traffic traffic) {
    const V offset = splat_of(load_element<Held>(offset_at));
    V local = splat_of(load_element<Held>(local_at));
    if (to == nullptr) {
      run_steps<false, Traffic::Cached>(to, from, n, offset, local);
    } else if (traffic == Traffic::Streamed && reinterpret_cast<uintptr_t>(to) % kVecBytes == 0) {
      run_steps<true, Traffic::Streamed>(to, from, n, offset, local);
      stream_fence();
    } else {
      run_steps<true, Traffic::Cached>(to, from, n, offset, local);
    }
    const int64_t done = n / kElements * kElements, rest = n - done;
    if (rest != 0) {  // the end of the run: what the lanes beyond make of the total is never asked for
      alignas(64) char block[kElements * kSize + 16] = {};
      __builtin_memcpy(block, from + done * kSize, static_cast<size_t>(rest * kSize));
      run_steps<true, Traffic::Cached>(block, block, kElements, offset, local);
      if (to != nullptr) __builtin_memcpy(to + done * kSize, block, static_cast<size_t>(rest * kSize));
    }
    alignas(64) Held lanes[V::kLanes];
    local.store(reinterpret_cast<char *>(lanes));
    store_element(local_at, lanes[0]);
  }

  static void begin(char *held, int64_t count) {
    for (int64_t i = 0; i < count; ++i) store_element(held + i * static_cast<int64_t>(sizeof(Held)), A::identity());
  }

  static void join(char *into, const char *later_part) {
    alignas(64) Held lanes[V::kLanes];
    A::combine(splat_of(load_element<Held>(into)), splat_of(load_element<Held>(later_part)))
        .store(reinterpret_cast<char *>(lanes));
    store_element(into, lanes[0]);
  }

  template <Traffic traffic>
  static CT_INLINE void add_rows(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows,
                                 int64_t columns, char *held) {
    constexpr int64_t kLanes = Vec<Stored>::kLanes, kHeld = V::kLanes * static_cast<int64_t>(sizeof(Held));
    constexpr int64_t kBytes = kLanes * kSize;
    const int64_t whole = columns / kLanes * kLanes, rest = columns - whole;
    for (int64_t row = 0; row < rows; ++row, to += to_step, from += from_step) {
      char *at = held;
      CT_ROLLED
      for (int64_t i = 0; i < whole; i += kLanes, at += kPair * kHeld) {
        V elements[kPair];
        load(elements, from + i * kSize);
#pragma GCC unroll 2
        for (int k = 0; k < kPair; ++k) {
          elements[k] = A::combine(V::load(at + k * kHeld), elements[k]);
          elements[k].store(at + k * kHeld);
        }
        store<traffic>(to + i / kLanes * kBytes, narrow(elements));
      }
      if (rest == 0) continue;
      V elements[kPair];
      load(elements, from + whole * kSize, rest);
#pragma GCC unroll 2
      for (int k = 0; k < kPair; ++k) {
        elements[k] = A::combine(V::load(at + k * kHeld), elements[k]);
        elements[k].store(at + k * kHeld);
      }
      narrow(elements).store(to + whole * kSize, rest);
    }
  }

  static void columns(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                      char *held, Traffic traffic) {
    constexpr int64_t kLine = 64;
    const auto unaligned =
        reinterpret_cast<uintptr_t>(to) | static_cast<uintptr_t>(to_step) | static_cast<uintptr_t>(columns * kSize);
    if (traffic == Traffic::Streamed && unaligned % kLine == 0) {
      add_rows<Traffic::Streamed>(to, to_step, from, from_step, rows, columns, held);
      stream_fence();
    } else {
      add_rows<Traffic::Cached>(to, to_step, from, from_step, rows, columns, held);
    }
  }
};

template <class A>
constexpr Scan scan_of() {
  using S = Scanner<A>;
  return {static_cast<int64_t>(sizeof(typename A::Held)), &S::begin, &S::join, &S::run, &S::columns};
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
  register_scan<Product>(table, ScanOp::cumprod);
}

}  // namespace ct::kernels::CT_ISA
