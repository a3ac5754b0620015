// Vec<T>: one register's worth of elements, on the compiler's vector extensions. ISA-neutral: vec/<isa>.h says how wide
// a register is, then includes this file and adds what the extensions lack (partial loads, half conversion, math,
// streams). Of conversions, that is:
//   extend<T>(from)       kLanes integers of one or two bytes, as int32
//   pack<T>(v)            4 registers (2 where T has two bytes) of int32 as one, saturating
//   at_most(x, bound)     the lesser; NaN stays
//   truncate(x)           as int32; INT32_MIN or saturated where that is out of range
//   to_floats, to_doubles
//   kConvertsInt64        integers of 64 bits too, by the compiler's extensions, and truncate_unsigned(x), as uint32
//   load_half, store_half kLanes halves as floats; NaN comes out quiet
//   load_bfloat16         the same
//   to_halves(low, high)  two registers of floats as one of halves, where an instruction makes them
//   larger, smaller       of two registers of int16: of vectors, compilers make no instruction of that of a choice
//   bfloat16s<rounding>   two registers of floats as one
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

// The first `bytes` bytes, 0 < bytes < kVecBytes; the rest is zero. vec/<isa>.h may give a better pair.
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
  friend CT_INLINE Vec operator*(Vec a, Vec b) { return {a.v * b.v}; }
  friend CT_INLINE Vec operator/(Vec a, Vec b) { return {a.v / b.v}; }
  friend CT_INLINE Vec operator-(Vec a) { return {-a.v}; }
};

template <class Mask, class T>
CT_INLINE Vec<T> select(Mask mask, Vec<T> a, Vec<T> b) {
  return {mask ? a.v : b.v};
}

template <class T>
CT_INLINE Vec<T> abs(Vec<T> a) {
  return select(a.v < typename Vec<T>::Native{}, -a, a) + Vec<T>{};  // + 0 turns -0 into 0
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
  CT_INLINE void store(char *to) const { store_pair(to, Iota<kLanes>{}); }
  CT_INLINE void store(char *to, int64_t count) const {
    alignas(kVecBytes) char block[2 * kVecBytes];
    store(block);
    copy_small(to, block, count * static_cast<int64_t>(sizeof(Complex<R>)));
  }

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

enum class Rounding {
  kNone,     // nothing is lost
  kNumbers,  // none is NaN
  kAll
};

struct Doubles {  // as many as a register holds floats
  Vec<double> low, high;
};

Vec<uint32_t> truncate_unsigned(Vec<float> x);
Vec<uint32_t> truncate_unsigned(Doubles x);

template <class T>
struct BlockAccess {  // by way of a small block
  static CT_INLINE Vec<T> load(const char *from, int64_t count) {
    Vec<T> r{};
    copy_small(reinterpret_cast<char *>(&r.v), from, count * static_cast<int64_t>(sizeof(T)));
    return r;
  }
  static CT_INLINE void store(char *to, Vec<T> value, int64_t count) {
    copy_small(to, reinterpret_cast<const char *>(&value.v), count * static_cast<int64_t>(sizeof(T)));
  }
};

// The functions of SLEEF that kernels use, within 1 ULP. FastMath is the ISA's own; DeterministicMath is the cinz_
// family, whose results have the same bits on every ISA. Never the unprefixed functions: their sin, cos, tan, … choose
// one range reduction for all lanes (SLEEF 3.5.1, sleefsimdsp.c without DETERMINISTIC), so a lane's bits would depend
// on its neighbours. finz_ and cinz_, with and without FMA, choose lane by lane, at the same speed.
#define CT_SLEEF_OF_ONE(name, ulps, prefix, f32, f64, isa)                                          \
  static CT_INLINE Vec<float> name(Vec<float> x) { return {prefix##name##f32##_##ulps##isa(x.v)}; } \
  static CT_INLINE Vec<double> name(Vec<double> x) { return {prefix##name##f64##_##ulps##isa(x.v)}; }
#define CT_SLEEF_OF_TWO(name, ulps, prefix, f32, f64, isa)                                                             \
  static CT_INLINE Vec<float> name(Vec<float> x, Vec<float> y) { return {prefix##name##f32##_##ulps##isa(x.v, y.v)}; } \
  static CT_INLINE Vec<double> name(Vec<double> x, Vec<double> y) {                                                    \
    return {prefix##name##f64##_##ulps##isa(x.v, y.v)};                                                                \
  }
#define CT_SLEEF(policy, prefix, f32, f64, isa)                \
  struct policy {                                              \
    CT_SLEEF_OF_ONE(exp, u10, prefix, f32, f64, isa)           \
    CT_SLEEF_OF_ONE(exp2, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(expm1, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_ONE(log, u10, prefix, f32, f64, isa)           \
    CT_SLEEF_OF_ONE(log2, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(log10, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_ONE(log1p, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_ONE(sin, u10, prefix, f32, f64, isa)           \
    CT_SLEEF_OF_ONE(cos, u10, prefix, f32, f64, isa)           \
    CT_SLEEF_OF_ONE(tan, u10, prefix, f32, f64, isa)           \
    CT_SLEEF_OF_ONE(asin, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(acos, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(atan, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(sinh, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(cosh, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(tanh, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(asinh, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_ONE(acosh, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_ONE(atanh, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_ONE(erf, u10, prefix, f32, f64, isa)           \
    CT_SLEEF_OF_ONE(erfc, u15, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(lgamma, u10, prefix, f32, f64, isa)        \
    CT_SLEEF_OF_TWO(atan2, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_TWO(hypot, u05, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_TWO(pow, u10, prefix, f32, f64, isa)           \
    static CT_INLINE Vec<Complex<float>> cis(Vec<float> x) {   \
      const auto r = prefix##sincos##f32##_u10##isa(x.v);      \
      return {{r.y}, {r.x}};                                   \
    }                                                          \
    static CT_INLINE Vec<Complex<double>> cis(Vec<double> x) { \
      const auto r = prefix##sincos##f64##_u10##isa(x.v);      \
      return {{r.y}, {r.x}};                                   \
    }                                                          \
  };

}  // namespace ct::kernels::CT_ISA
