// Sums over bfloat16 in float. Two contiguous elements lie in a word: shifted, or with the other one masked away, each
// is a float. Both are mapped (F::map) and added to each other first, so that lanes hold the same on every ISA.
#pragma once

#include "kernels/reduce/lanewise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class F, class H>
struct BFloat16Sum {
  using Stored = BFloat16;
  using Lane = float;
  using Held = H;
  using V = Vec<float>;

  static CT_INLINE Vec<uint32_t> pairs(const char *at) { return Vec<uint32_t>::load(at); }
  static CT_INLINE Vec<uint32_t> pairs(const char *at, int64_t count) {
    return {(Vec<uint32_t>::Native)Vec<uint16_t>::load(at, count).v};
  }

  using Leaf = V;
  static constexpr int64_t kLeafStep = 2 * V::kLanes;
  static CT_INLINE V begin() { return V{}; }
  template <class... N>
  static CT_INLINE V add(V leaf, const char *at, N... n) {
    const auto x = pairs(at, n...).v;
    return leaf + (F::map(V{(V::Native)(x << 16)}) + F::map(V{(V::Native)(x & 0xffff0000U)}));
  }
  static CT_INLINE V end(V leaf, int64_t) { return leaf; }

  using Column = V;
  static constexpr int64_t kColumnElements = V::kLanes;
  static constexpr int64_t kColumnRows = kChainElements;
  static constexpr bool kAnyOrder = false;
  static CT_INLINE V begin_column() { return V{}; }
  static CT_INLINE V first(const char *at) { return F::map(load_wide<BFloat16>(at)); }
  template <class... N>
  static CT_INLINE V add_column(V column, const char *at, N... n) {
    return column + F::map(load_wide<BFloat16>(at, n...));
  }
  static CT_INLINE void end_column(V column, int64_t, float *to) { column.store(reinterpret_cast<char *>(to)); }

  static CT_INLINE V combine(V a, V b) { return a + b; }
  static CT_INLINE H hold(H held, float lane) { return held + static_cast<H>(lane); }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
