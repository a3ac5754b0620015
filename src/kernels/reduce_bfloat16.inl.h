// Sums over bfloat16 in float. Two elements lie in a word: shifted, and with the other masked away, each is its float.
// Both are mapped (F::map) and added to each other first, so that lanes hold the same on every ISA.
#pragma once

#include "kernels/reduce.inl.h"

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

  using Run = V;
  static constexpr int64_t kRunElements = 2 * V::kLanes;
  static CT_INLINE V begin() { return V{}; }
  static CT_INLINE V add(V run, Pairs x) { return run + (x.re + x.im); }
  static CT_INLINE V add(V run, const char *at) { return add(run, pairs(at)); }
  static CT_INLINE V add(V run, const char *at, int64_t count) { return add(run, pairs(at, count)); }
  static CT_INLINE V end(V run, int64_t) { return run; }

  using Column = Pairs;
  static constexpr int64_t kColumnElements = kRunElements;
  static constexpr int64_t kColumnRows = kChainRows;
  static constexpr bool kAnyOrder = false;
  static CT_INLINE Column begin_column() { return Column{}; }
  static CT_INLINE Column add_column(Column column, Pairs x) { return {column.re + x.re, column.im + x.im}; }
  static CT_INLINE Column add_column(Column column, const char *at) { return add_column(column, pairs(at)); }
  static CT_INLINE Column add_column(Column column, const char *at, int64_t count) {
    return add_column(column, pairs(at, count));
  }
  static CT_INLINE void end_column(Column column, int64_t, float *to) { column.store(reinterpret_cast<char *>(to)); }

  static CT_INLINE V combine(V a, V b) { return a + b; }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
