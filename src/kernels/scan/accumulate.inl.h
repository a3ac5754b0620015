// What a scan accumulates: every element becomes the sum (or the product) of all up to it. float32 accumulates in
// float64, and halves do so as float32. Nothing depends on addresses or on the instruction set.
//
// What is held is the accumulator of a line. A segment is n contiguous elements of a line; columns are lines whose
// neighbours are contiguous.
#pragma once

#include "kernels/copy/convert.inl.h"
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

template <class R>
CT_INLINE Complex<R> operator+(Complex<R> a, Complex<R> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class R>
CT_INLINE Complex<R> operator*(Complex<R> a, Complex<R> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

template <class T>
struct Sum {
  static constexpr bool kByFours = !kIsComplex<T>, kLeavesRange = false;
  using Stored = T;
  using Held = typename HeldOf<Wide<T>>::Type;
  static CT_INLINE Held identity() { return {}; }
  template <class V>
  static CT_INLINE V combine(V a, V b) {
    if constexpr (kSame<V, Vec<double>> && !kSame<T, double>) {
      return fused_plus(a, b);
    } else {
      return a + b;
    }
  }
};

// Products of a few neighbours may overflow or vanish where the products from the first element on do not, and 0 times
// such an infinity is NaN. So floating-point products can leave Held's range when elements are grouped.
template <class T>
struct Product {
  using Stored = T;
  using Held = typename HeldOf<Wide<T>>::Type;
  static constexpr bool kByFours = false;  // so that few elements are grouped with each other first
  static constexpr bool kLeavesRange = !kIsInteger<T>;
  static CT_INLINE Held identity() {
    if constexpr (kIsComplex<Held>) {
      return {1, 0};
    } else {
      return 1;
    }
  }
  template <class V>
  static CT_INLINE V combine(V a, V b) {
    return a * b;
  }
};

// Loads and stores the elements of an accumulation A, which registers hold in the type that is accumulated.
template <class A>
struct Elements {
  using Stored = typename A::Stored;
  using Held = typename A::Held;
  using V = Vec<Held>;
  using S = Vec<Wide<Stored>>;
  static constexpr int64_t kSize = sizeof(Stored), kHeldSize = sizeof(Held);
  static constexpr bool kWidens = !kSame<Wide<Stored>, Held>;
  // Two registers of what is held make one of what is stored, where that is narrower.
  static constexpr int kPair = kWidens ? 2 : 1;

  // Fills kPair registers.
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

  static CT_INLINE V load_held(const char *from) { return V::splat(load_element<Held>(from)); }
  static CT_INLINE void store_held(char *to, V lanes) {
    alignas(kCacheLine) Held all[V::kLanes];
    lanes.store(reinterpret_cast<char *>(all));
    store_element(to, all[0]);
  }
};

template <template <class> class Way, template <class> class A>
void register_scans(Scan *scans) {
  Way<A<int64_t>>::put_into(scans[static_cast<int>(DType::Int64)]);
  Way<A<float>>::put_into(scans[static_cast<int>(DType::Float32)]);
  Way<A<double>>::put_into(scans[static_cast<int>(DType::Float64)]);
  Way<A<Complex<float>>>::put_into(scans[static_cast<int>(DType::Complex64)]);
  Way<A<Complex<double>>>::put_into(scans[static_cast<int>(DType::Complex128)]);
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
