// lerp and fma.
#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// It starts from the nearer end, as PyTorch does, and so is exact at both.
template <class T>
struct Lerp {
  static CT_INLINE Vec<T> apply(Vec<T> start, Vec<T> end, Vec<T> weight) {
    const Vec<T> way = end - start;
    const Vec<T> one = Vec<T>::splat(T(1));
    return select(abs(weight).v < Vec<T>::splat(T(0.5)).v, start + weight * way, end - way * (one - weight));
  }
};
template <class R>
struct Lerp<Complex<R>> {
  using V = Vec<Complex<R>>;
  static CT_INLINE V times(V a, V b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
  static CT_INLINE V apply(V start, V end, V weight) {
    const V way{end.re - start.re, end.im - start.im};
    const V rest{Vec<R>::splat(R(1)) - weight.re, -weight.im};
    const V near = times(weight, way);
    const V far = times(way, rest);
    const auto nearer = (weight.re * weight.re + weight.im * weight.im).v < Vec<R>::splat(R(0.25)).v;
    return {select(nearer, start.re + near.re, end.re - far.re), select(nearer, start.im + near.im, end.im - far.im)};
  }
};

// a * b + c, rounded once.
template <class T>
struct Fma {
  static constexpr bool kSignless = true;
  static CT_INLINE T apply(T a, T b, T c) {
    if constexpr (kSame<T, float>) {
      return __builtin_fmaf(a, b, c);
    } else if constexpr (kSame<T, double>) {
      return __builtin_fma(a, b, c);
    } else if constexpr (sizeof(T) < 4) {
      return static_cast<T>(static_cast<uint32_t>(a) * b + c);
    } else {
      return static_cast<T>(a * b + c);
    }
  }
};

}  // namespace

void register_lerp(Table &table) { register_op<Elementwise::lerp, Lerp, Ternary>(table); }
void register_fma(Table &table) { register_op<Elementwise::fma, Fma, Ternary>(table); }

}  // namespace ct::kernels::CT_ISA
