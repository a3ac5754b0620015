// What all walks of a reduction share: the dims of a 2-D piece, the virtual lanes that its elements go to, how lanes
// are combined, and how an accumulator in memory takes one. The words are defined in kernels/reduce/walk.inl.h.
#pragma once

#include "kernels/reduce/order.h"
#include "kernels/reduce/prefetch.inl.h"
#include "kernels/registrations.h"
#include "kernels/vec/element.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

using namespace order;

inline constexpr int64_t kEndless = int64_t{1} << 40;  // stands for any number of rows

// Dims are passed by reference: a copy is made by wide moves, which would wait for the fields that were stored one by
// one.
struct Dim {
  int64_t size, to, from;  // strides of accumulator and input in bytes
};

// How far apart neighbours of a dim are in the input; those of an expanded dim count as farther than any.
CT_INLINE int64_t distance(const Dim &dim) { return dim.from == 0 ? INT64_MAX : dim.from < 0 ? -dim.from : dim.from; }

// Interleaves the even (or odd) groups of a and b, each of `width` lanes.
template <int width, bool odd, class V, int... I>
CT_INLINE V groups(V a, V b, Indices<I...>) {
  return shuffled<(I / width % 2 == 0 ? I + (odd ? width : 0) : I - (odd ? 0 : width) + V::kLanes)...>(a, b);
}

// Folds all lanes of rows[k] by halves, into lane k of the first row.
template <int width, class V, class F>
CT_INLINE void fold_across(V *rows, F f) {
  CT_UNROLL(8)
  for (int k = 0; k < width; ++k) {
    rows[k] = f(groups<width, false>(rows[k], rows[k + width], Iota<V::kLanes>{}),
                groups<width, true>(rows[k], rows[k + width], Iota<V::kLanes>{}));
  }
  if constexpr (width > 1) fold_across<width / 2>(rows, f);
}

template <class T>
CT_INLINE T first_lane(Vec<T> v) {
  return v.v[0];
}
template <class R>
CT_INLINE Complex<R> first_lane(Vec<Complex<R>> v) {
  return {v.re.v[0], v.im.v[0]};
}

template <class A>
struct Lanes {
  using Stored = typename A::Stored;
  using Held = typename A::Held;
  using Lane = typename A::Lane;
  using Column = typename A::Column;
  using V = Vec<Lane>;
  static constexpr int64_t kSize = sizeof(Stored);
  static constexpr int64_t kLane = sizeof(Lane);
  static constexpr int64_t kLanes = kLaneBytes / kLane;
  static constexpr int64_t kStep = A::kLeafStep;
  static constexpr int64_t kStepBytes = kStep * kSize;
  static constexpr int64_t kAll = kLanes / V::kLanes;  // registers of lanes
  static constexpr bool kMayNotFit = requires(Lane lane) { A::fits(lane); };
  static constexpr bool kAbsorbs = requires(V lanes) { A::absorbed(lanes); };
  static constexpr int64_t kColumns = A::kColumnElements;  // columns of a register
  static constexpr int64_t kColumnBytes = static_cast<int64_t>(sizeof(Column)) / kColumns;

  // to = both combined; `first` has the earlier elements. Reads and writes up to the end of a register.
  static CT_INLINE void join(Lane *to, const Lane *first, const Lane *second, int64_t count) {
    for (int64_t i = 0; i < count; i += V::kLanes) {
      const V a = V::load(reinterpret_cast<const char *>(first + i));
      A::combine(a, V::load(reinterpret_cast<const char *>(second + i))).store(reinterpret_cast<char *>(to + i));
    }
  }

  static CT_INLINE void accumulate(char *to, Lane lane) { store_element(to, A::hold(load_element<Held>(to), lane)); }
  CT_NOINLINE static void accumulate(char *to, int64_t stride, const Lane *lanes, int64_t count) {
    int64_t i = 0;
    if constexpr (kSame<Held, Lane>) {
      if (stride == kLane) {
        for (; i + V::kLanes <= count; i += V::kLanes) {
          const V part = V::load(reinterpret_cast<const char *>(lanes + i));
          A::combine(V::load(to + i * kLane), part).store(to + i * kLane);
        }
      }
    }
    for (; i < count; ++i) accumulate(to + i * stride, lanes[i]);
  }

  // Does the same where some lanes may not fit: again(i, n) takes the elements of n accumulators again, from number i
  // on.
  template <class Again>
  static CT_INLINE void accumulate(char *to, int64_t stride, const Lane *lanes, int64_t count, Again again) {
    if constexpr (!kMayNotFit) {
      accumulate(to, stride, lanes, count);
    } else {
      for (int64_t i = 0; i < count;) {
        int64_t end = i;
        while (end + V::kLanes <= count && A::fit(V::load(reinterpret_cast<const char *>(lanes + end)))) {
          end += V::kLanes;
        }
        while (end < count && A::fits(lanes[end])) ++end;
        accumulate(to + i * stride, stride, lanes + i, end - i);
        i = end;
        while (end < count && !A::fits(lanes[end])) ++end;
        if (i < end) again(i, end - i);
        i = end;
      }
    }
  }

  // Folds the lanes of this many registers by halves, down to one register.
  static constexpr auto kCombine = [](V a, V b) __attribute__((always_inline)) { return A::combine(a, b); };
  template <int64_t registers>
  static CT_INLINE V fold_row(const Lane *lanes) {
    V parts[registers];
    CT_UNROLL(16)
    for (int64_t k = 0; k < registers; ++k) parts[k] = V::load(reinterpret_cast<const char *>(lanes + k * V::kLanes));
    fold_registers(parts, registers, 1, kCombine);
    return parts[0];
  }
  static CT_INLINE Lane fold(const Lane *lanes) { return first_lane(fold_lanes(fold_row<kAll>(lanes), kCombine)); }

  // to = `count` rows of this many registers each, folded to one lane each. `to` has room up to the end of a register.
  template <int64_t registers>
  CT_NOINLINE static void fold_rows(Lane *to, const Lane *lanes, int64_t count) {
    for (int64_t i = 0; i < count; i += V::kLanes) {
      V rows[V::kLanes];
      CT_UNROLL(16)
      for (int64_t k = 0; k < V::kLanes; ++k) {
        const int64_t row = i + k < count ? i + k : count - 1;
        rows[k] = fold_row<registers>(lanes + row * registers * V::kLanes);
      }
      fold_across<V::kLanes / 2>(rows, kCombine);
      rows[0].store(reinterpret_cast<char *>(to + i));
    }
  }

  // Whether any lane holds an absorbing element: what absorbs a lane's elements absorbs every lane that it meets.
  static CT_INLINE bool is_absorbed(const V *registers, int64_t count) {
    V all = registers[0];
    CT_UNROLL(8)
    for (int64_t k = 1; k < count; ++k) all = A::combine(all, registers[k]);
    return any_bit(Vec<uint64_t>{(typename Vec<uint64_t>::Native)A::absorbed(all).v});
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
