// Sums over bfloat16 in float. Two contiguous elements lie in a word: shifted, or with the other one masked away, each
// is a float. Both are mapped (F::map) and added to each other first, so that lanes hold the same on every ISA.
#pragma once

#include "kernels/reduce/lanewise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class F>
struct BFloat16Sum {
  using Stored = BFloat16;
  using Lane = float;
  using V = Vec<float>;
  using Pairs = Vec<Complex<float>>;  // of neighbours

  static CT_INLINE Pairs pairs(Vec<uint32_t> x) {
    return {F::map(V{(V::Native)(x.v << 16)}), F::map(V{(V::Native)(x.v & 0xffff0000U)})};
  }
  static CT_INLINE Pairs pairs(const char *at) { return pairs(Vec<uint32_t>::load(at)); }
  static CT_INLINE Pairs pairs(const char *at, int64_t count) {
    return pairs(Vec<uint32_t>{(Vec<uint32_t>::Native)Vec<uint16_t>::load(at, count).v});
  }

  using Leaf = V;
  static constexpr int64_t kLeafStep = 2 * V::kLanes;
  static CT_INLINE V begin() { return V{}; }
  static CT_INLINE V add(V leaf, Pairs x) { return leaf + (x.re + x.im); }
  static CT_INLINE V add(V leaf, const char *at) { return add(leaf, pairs(at)); }
  static CT_INLINE V add(V leaf, const char *at, int64_t count) { return add(leaf, pairs(at, count)); }
  static CT_INLINE V end(V leaf, int64_t) { return leaf; }

  using Column = V;
  static constexpr int64_t kColumnElements = V::kLanes;
  static constexpr int64_t kColumnRows = kChainElements;
  static constexpr bool kAnyOrder = false;
  static CT_INLINE V begin_column() { return V{}; }
  static CT_INLINE V first(const char *at) { return F::map(load_wide<BFloat16>(at)); }
  static CT_INLINE V first(const char *at, int64_t count) { return F::map(load_wide<BFloat16>(at, count)); }
  static CT_INLINE V add_column(V column, const char *at) { return column + F::map(load_wide<BFloat16>(at)); }
  static CT_INLINE V add_column(V column, const char *at, int64_t count) {
    return column + F::map(load_wide<BFloat16>(at, count));
  }
  static CT_INLINE void end_column(V column, int64_t, float *to) { column.store(reinterpret_cast<char *>(to)); }

  static CT_INLINE V combine(V a, V b) { return a + b; }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
