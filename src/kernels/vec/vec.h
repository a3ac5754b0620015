// Vec<T>: one register's worth of elements, on the compiler's vector extensions. What the extensions lack is in
// operations.h; vec/<isa>.h gives both to an instruction set.
#pragma once

#include <cstdint>

#include "kernels/vec/element.h"

#define CT_INLINE inline __attribute__((always_inline))
#define CT_NOINLINE __attribute__((noinline))  // keeps recursive and shared parts from being copied into their callers

namespace ct::kernels::CT_ISA {

template <class T, int N>
struct NativeVector {
  typedef T Type __attribute__((vector_size(sizeof(T) * N)));
};

template <int... I>
struct Indices {};
#if defined(__clang__)
template <class, int... I>
using IndicesOf = Indices<I...>;
template <int N>
using Iota = __make_integer_seq<IndicesOf, int, N>;
#else
template <int N>
using Iota = Indices<__integer_pack(N)...>;
#endif

// Accesses the first elements of a register; load(from, count) leaves zeros behind them. BlockAccess works on every
// ISA.
template <class T>
struct PartialAccess;

template <class T>
struct Vec {
  static constexpr int kLanes = kVecBytes / static_cast<int>(sizeof(T));
  using Native = typename NativeVector<T, kLanes>::Type;
  Native v;

  static CT_INLINE Vec load(const char *from) {
    Vec r;
    __builtin_memcpy(&r.v, from, kVecBytes);
    return r;
  }
  static CT_INLINE Vec load(const char *from, int64_t count) { return PartialAccess<T>::load(from, count); }
  static CT_INLINE Vec splat(T value) { return {value - Native{}}; }
  static CT_INLINE Vec splat(const char *from) { return splat(load_element<T>(from)); }
  CT_INLINE void store(char *to) const { __builtin_memcpy(to, &v, kVecBytes); }
  CT_INLINE void store(char *to, int64_t count) const { PartialAccess<T>::store(to, *this, count); }

  friend CT_INLINE Vec operator+(Vec a, Vec b) { return {a.v + b.v}; }
  friend CT_INLINE Vec operator-(Vec a, Vec b) { return {a.v - b.v}; }
  // Where no instruction multiplies bytes, the even and the odd ones are multiplied as words, in which each product's
  // low byte comes to lie in place.
  friend CT_INLINE Vec operator*(Vec a, Vec b) {
    if constexpr (sizeof(T) == 1 && !kMultipliesBytes) {
      using Words = typename NativeVector<uint16_t, kLanes / 2>::Type;
      const auto x = (Words)a.v, y = (Words)b.v;
      return {(Native)(((x * y) & 0xff) | ((x >> 8) * (y & 0xff00)))};
    } else {
      return {a.v * b.v};
    }
  }
  friend CT_INLINE Vec operator/(Vec a, Vec b) { return {a.v / b.v}; }
  friend CT_INLINE Vec operator-(Vec a) { return {-a.v}; }
  friend CT_INLINE Vec operator&(Vec a, Vec b) { return {a.v & b.v}; }
  friend CT_INLINE Vec operator|(Vec a, Vec b) { return {a.v | b.v}; }
  friend CT_INLINE Vec operator^(Vec a, Vec b) { return {a.v ^ b.v}; }
  friend CT_INLINE Vec operator~(Vec a) { return {~a.v}; }
};

template <class Mask, class T>
CT_INLINE Vec<T> select(Mask mask, Vec<T> a, Vec<T> b) {
  return {mask ? a.v : b.v};
}

// |x|, and a number that is not negative with the sign of x, which -0 and NaN have as well.
template <class T>
CT_INLINE Vec<T> without_sign(Vec<T> x) {
  using U = Vec<Bits<T>>;
  constexpr auto kSizeBits = static_cast<Bits<T>>(static_cast<Bits<T>>(-1) >> 1);
  return {(typename Vec<T>::Native)(U{(typename U::Native)x.v} & U::splat(kSizeBits)).v};
}
template <class T>
CT_INLINE Vec<T> with_sign_of(Vec<T> x, Vec<T> size) {
  using U = Vec<Bits<T>>;
  constexpr auto kSignBit = static_cast<Bits<T>>(Bits<T>{1} << (8 * sizeof(T) - 1));
  const U sign = U{(typename U::Native)x.v} & U::splat(kSignBit);
  return {(typename Vec<T>::Native)(U{(typename U::Native)size.v} | sign).v};
}

// kLanes complex numbers, real and imaginary parts apart.
template <class R>
struct Vec<Complex<R>> {
  static constexpr int kLanes = Vec<R>::kLanes;
  Vec<R> re, im;

  static CT_INLINE Vec load(const char *from) { return apart(Vec<R>::load(from), Vec<R>::load(from + kVecBytes)); }
  static CT_INLINE Vec load(const char *from, int64_t count) {
    constexpr int64_t kHalf = kLanes / 2;
    const Vec<R> zero{};
    if (count < kHalf) return apart(count == 0 ? zero : Vec<R>::load(from, count * 2), zero);
    return apart(Vec<R>::load(from), count == kHalf ? zero : Vec<R>::load(from + kVecBytes, (count - kHalf) * 2));
  }
  static CT_INLINE Vec splat(const char *from) { return {Vec<R>::splat(from), Vec<R>::splat(from + sizeof(R))}; }
  static CT_INLINE Vec splat(Complex<R> value) { return {Vec<R>::splat(value.re), Vec<R>::splat(value.im)}; }
  CT_INLINE void store(char *to) const { store_pair(to, Iota<kLanes>{}); }
  CT_INLINE void store(char *to, int64_t count) const {
    alignas(kVecBytes) char block[2 * kVecBytes];
    store(block);
    copy_rest(to, block, count * static_cast<int64_t>(sizeof(Complex<R>)));
  }

  friend CT_INLINE Vec operator+(Vec a, Vec b) { return {a.re + b.re, a.im + b.im}; }
  friend CT_INLINE Vec operator-(Vec a, Vec b) { return {a.re - b.re, a.im - b.im}; }
  friend CT_INLINE Vec operator*(Vec a, Vec b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
  friend CT_INLINE Vec operator-(Vec a) { return {-a.re, -a.im}; }

 private:
  static CT_INLINE Vec apart(Vec<R> a, Vec<R> b) { return apart(a, b, Iota<kLanes>{}); }
  template <int... I>
  static CT_INLINE Vec apart(Vec<R> a, Vec<R> b, Indices<I...>) {
    return {{__builtin_shufflevector(a.v, b.v, (2 * I)...)}, {__builtin_shufflevector(a.v, b.v, (2 * I + 1)...)}};
  }
  template <int... I>
  CT_INLINE void store_pair(char *to, Indices<I...>) const {
    const Vec<R> low{__builtin_shufflevector(re.v, im.v, (I / 2 + I % 2 * kLanes)...)};
    const Vec<R> high{__builtin_shufflevector(re.v, im.v, (kLanes / 2 + I / 2 + I % 2 * kLanes)...)};
    low.store(to);
    high.store(to + kVecBytes);
  }
};

// Lanes I of a and, behind them, b.
template <int... I, class T>
CT_INLINE Vec<T> shuffled(Vec<T> a, Vec<T> b) {
  return {__builtin_shufflevector(a.v, b.v, I...)};
}
template <int... I, class R>
CT_INLINE Vec<Complex<R>> shuffled(Vec<Complex<R>> a, Vec<Complex<R>> b) {
  return {shuffled<I...>(a.re, b.re), shuffled<I...>(a.im, b.im)};
}

// Folds registers by halves, f(parts[k], parts[k + half]), until `last` of them are left.
template <class V, class F>
CT_INLINE void fold_registers(V *parts, int64_t count, int64_t last, F f) {
  CT_UNROLL(8)
  for (int64_t half = count / 2; half >= last; half /= 2) {
    CT_UNROLL(16)
    for (int64_t k = 0; k < half; ++k) parts[k] = f(parts[k], parts[k + half]);
  }
}
// Folds the lanes of a register likewise. The first lane of the result is the fold of all.
template <int half, class V, class F, int... I>
CT_INLINE V fold_lanes(V v, F f, Indices<I...> lanes) {
  if constexpr (half == 0) {
    return v;
  } else {
    return fold_lanes<half / 2>(f(v, shuffled<(I ^ half)...>(v, v)), f, lanes);
  }
}
template <class V, class F>
CT_INLINE V fold_lanes(V v, F f) {
  return fold_lanes<V::kLanes / 2>(v, f, Iota<V::kLanes>{});
}

template <class Mask, class R>
CT_INLINE Vec<Complex<R>> select(Mask mask, Vec<Complex<R>> a, Vec<Complex<R>> b) {
  return {select(mask, a.re, b.re), select(mask, a.im, b.im)};
}

enum class Rounding {
  kNone,     // nothing is lost
  kNumbers,  // none is NaN
  kAll
};

struct Doubles {  // as many as a register holds floats
  Vec<double> low, high;
};

template <class T>
struct BlockAccess {  // by way of a small block
  static CT_INLINE Vec<T> load(const char *from, int64_t count) {
    Vec<T> r{};
    copy_rest(reinterpret_cast<char *>(&r.v), from, count * static_cast<int64_t>(sizeof(T)));
    return r;
  }
  static CT_INLINE void store(char *to, Vec<T> value, int64_t count) {
    copy_rest(to, reinterpret_cast<const char *>(&value.v), count * static_cast<int64_t>(sizeof(T)));
  }
};

}  // namespace ct::kernels::CT_ISA
