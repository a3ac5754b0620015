// lerp and fma.
#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// It starts from the nearer end, as PyTorch does, and so is exact at both.
template <class T>
struct Lerp {
  static CT_INLINE Vec<T> apply(Vec<T> start, Vec<T> end, Vec<T> weight) {
    using V = Vec<Real<T>>;
    const Vec<T> way = end - start;
    const V one = V::splat(Real<T>(1));
    if constexpr (kIsComplex<T>) {
      const auto is_near = (weight.re * weight.re + weight.im * weight.im).v < V::splat(Real<T>(0.25)).v;
      return select(is_near, start + weight * way, end - way * Vec<T>{one - weight.re, -weight.im});
    } else {
      return select(without_sign(weight).v < V::splat(T(0.5)).v, start + weight * way, end - way * (one - weight));
    }
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

CT_REGISTER_OP(lerp, Lerp)
CT_REGISTER_OP(fma, Fma)

}  // namespace ct::kernels::CT_ISA
