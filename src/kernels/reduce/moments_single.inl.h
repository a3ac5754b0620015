// Moments in single precision, of floats and of what is widened to them: a block at a time, of elements that are taken
// from a number close to them, their pivot. The sums of those differences and of their squares stay in single
// precision, and meet in double what was there before. Where the pivot turns out to be far off, or squares overflow or
// vanish, the block is taken again in double.
#pragma once

#include "kernels/reduce/moments.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

using F = Vec<float>;

// Whether `own`, which is what is left of `squares` at the mean, has digits enough; not where they are infinite or NaN.
// Differences so small that their squares are not normal lose nothing that counts beside the bound.
CT_INLINE auto is_precise(D own, D squares) { return own.v > squares.v * 0.125 + 0x1p-100; }
CT_INLINE bool is_precise(double own, double squares) { return own > squares * 0.125 + 0x1p-100; }

template <class T>
CT_NOINLINE void widen_to_floats(char *to, const char *from, int64_t n) {
  int64_t i = 0;
  for (; i + F::kLanes <= n; i += F::kLanes) load_wide<T>(from + i * kBytesOf<T>).store(to + i * 4);
  if (i < n) load_wide<T>(from + i * kBytesOf<T>, n - i).store(to + i * 4, n - i);
}

template <class T>
struct Singles {
  static constexpr int64_t kSize = sizeof(T);
  static constexpr int64_t kStep = F::kLanes * kSize;

  // Two registers at a time. A bfloat16 is the upper half of a float: of two that lie side by side, the second one is
  // there already, and the first one a shift away, which is less work than to put them into order.
  static constexpr bool kApart = kSame<T, BFloat16>;
  struct Two {
    F v[2];
  };
  static CT_INLINE Two load(const char *at) {
    if constexpr (kApart) {
      const auto both = Vec<uint32_t>::load(at).v;
      return {{{(F::Native)(both << 16)}, {(F::Native)(both & 0xffff0000U)}}};
    } else {
      return {{load_wide<T>(at), load_wide<T>(at + kStep)}};
    }
  }
  static CT_INLINE Two in_order(Two x) {
    if constexpr (kApart) return interleaved(x.v[0], x.v[1], Iota<F::kLanes>{});
    return x;
  }
  template <int... I>
  static CT_INLINE Two interleaved(F a, F b, Indices<I...>) {
    constexpr int kHalf = F::kLanes / 2;
    return {{{__builtin_shufflevector(a.v, b.v, (I / 2 + I % 2 * F::kLanes)...)},
             {__builtin_shufflevector(a.v, b.v, (kHalf + I / 2 + I % 2 * F::kLanes)...)}}};
  }

  static CT_INLINE void add(F &sum, F &squares, F away) {
    sum = sum + away;
    squares = squares + away * away;
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
