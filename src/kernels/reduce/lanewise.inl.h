// Accumulators whose lanes take single elements, one after the other, by a function F with
//   Stored, Lane, Held    an element in memory, what a lane holds, what an accumulator in memory holds
//   identity()            of Lane
//   map(x)                Vec<Wide<Stored>> (or what F::load gives) → Vec<Lane>
//   combine(a, b)         of Vec<Lane>
//   hold(held, lane)      optional: else both are combined
//   kAddsAsTheyAre        optional: lanes are plain sums of what lies in memory, which may come from elsewhere
//   kTakesRegisters       optional: elements in memory are lanes as they are, and rows of a few of them are taken by
//                         whole registers
#pragma once

#include "kernels/copy/convert.inl.h"
#include "kernels/reduce/walk.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// The first `count` lanes of v; the rest from `other`.
template <class T, int... I>
CT_INLINE Vec<T> first_lanes_of(int64_t count, Vec<T> v, Vec<T> other, Indices<I...>) {
  using Index = typename Choose<
      sizeof(T) == 8, int64_t,
      typename Choose<sizeof(T) == 4, int32_t, typename Choose<sizeof(T) == 2, int16_t, int8_t>::Type>::Type>::Type;
  using Native = typename Vec<Index>::Native;
  constexpr Native lanes = {static_cast<Index>(I)...};
  return select(lanes < static_cast<Index>(count) - Native{}, v, other);
}
template <class T>
CT_INLINE Vec<T> first_lanes_of(int64_t count, Vec<T> v, Vec<T> other) {
  return first_lanes_of(count, v, other, Iota<Vec<T>::kLanes>{});
}
template <class R>
CT_INLINE Vec<Complex<R>> first_lanes_of(int64_t count, Vec<Complex<R>> v, Vec<Complex<R>> other) {
  return {first_lanes_of(count, v.re, other.re), first_lanes_of(count, v.im, other.im)};
}

template <class F>
struct Elementwise {
  using Stored = typename F::Stored;
  using Lane = typename F::Lane;
  using Held = typename F::Held;
  using V = Vec<Lane>;
  using Leaf = V;
  using Column = V;
  static constexpr int64_t kLeafStep = V::kLanes;
  static constexpr int64_t kColumnElements = V::kLanes;
  static constexpr bool kAddsAsTheyAre = requires { requires F::kAddsAsTheyAre; };
  static constexpr bool kAnyOrder = kIsInteger<Lane>;  // integers wrap or are compared
  static constexpr int64_t kColumnRows = kAnyOrder                                               ? kEndless
                                         : sizeof(Real<Lane>) > sizeof(Real<typename F::Stored>) ? kChainElements
                                                                                                 : kLeafElements;

  static CT_INLINE V begin() { return V::splat(F::identity()); }
  static CT_INLINE V first(const char *at) { return F::map(F::load(at)); }
  static CT_INLINE V add(V leaf, const char *at) { return F::combine(leaf, F::map(F::load(at))); }
  // The lanes beyond stay as they are: the identity may change signed zeros and infinities, and how many lanes lie
  // beyond depends on the width of registers.
  static CT_INLINE V add(V leaf, const char *at, int64_t count) {
    return first_lanes_of(count, F::combine(leaf, F::map(F::load(at, count))), leaf);
  }
  template <class G = F>
  static CT_INLINE V add_register(V leaf, V x) requires(G::kTakesRegisters) {
    return G::combine(leaf, G::map(x));
  }
  static CT_INLINE V end(V leaf, int64_t) { return leaf; }
  static CT_INLINE V begin_column() { return begin(); }
  template <class... N>
  static CT_INLINE V add_column(V column, const char *at, N... n) {
    return add(column, at, n...);
  }
  static CT_INLINE void end_column(V column, int64_t, Lane *to) { column.store(reinterpret_cast<char *>(to)); }
  static CT_INLINE V combine(V a, V b) { return F::combine(a, b); }
  static CT_INLINE V absorbed(V lanes) requires requires { F::absorbed(lanes); }
  { return F::absorbed(lanes); }
  static CT_INLINE Held hold(Held held, Lane lane) {
    if constexpr (requires { F::hold(held, lane); }) {
      return F::hold(held, lane);
    } else {
      return first_lane(F::combine(V::splat(held), V::splat(lane)));
    }
  }
};

// What most functions begin with: elements are widened, and lanes and memory hold what they are widened to.
template <class T>
struct Widened {
  using Stored = T;
  using Lane = Wide<T>;
  using Held = Lane;
  using V = Vec<Lane>;
  template <class... N>
  static CT_INLINE V load(const char *at, N... n) {
    return load_wide<T>(at, n...);
  }
  static CT_INLINE V map(V x) { return x; }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
