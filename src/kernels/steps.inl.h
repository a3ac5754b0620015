// Dense rows out of rows of which every second or fourth element is wanted, or that run backwards: whole registers are
// loaded and shuffled.
#pragma once

#include <cstdint>

#include "kernels/stream.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T, int... I>
CT_INLINE Vec<T> every_second(Vec<T> a, Vec<T> b, Indices<I...>) {
  return {__builtin_shufflevector(a.v, b.v, (2 * I)...)};
}
template <class T, int... I>
CT_INLINE Vec<T> reversed(Vec<T> a, Indices<I...>) {
  return {__builtin_shufflevector(a.v, a.v, (static_cast<int>(sizeof...(I)) - 1 - I)...)};
}

// A register of elements, `step` elements apart from `from` on. Reads up to the element before the next one wanted.
template <class T, int step>
CT_INLINE Vec<T> load_steps(const char *from) {
  if constexpr (step == 1) {
    return Vec<T>::load(from);
  } else if constexpr (step == -1) {
    return reversed(Vec<T>::load(from - kVecBytes + static_cast<int>(sizeof(T))), Iota<Vec<T>::kLanes>{});
  } else {
    return every_second(load_steps<T, step / 2>(from), load_steps<T, step / 2>(from + step / 2 * kVecBytes),
                        Iota<Vec<T>::kLanes>{});
  }
}

// next: where the row after this one is read.
template <class T, int step, Traffic traffic>
CT_NOINLINE void copy_steps(char *to, const char *from, int64_t n, const char *next) {
  constexpr int64_t kSize = sizeof(T);
  constexpr int64_t kPerLine = kLine / kSize;
  constexpr int64_t kApart = step < 0 ? -step : step;
  // Rows of which much is left out are often apart themselves: what lies further ahead waits in the second-level cache.
  constexpr int64_t kLead = Ahead::kDistance * (kApart > 1 ? 2 : 1) / kSize / kApart;  // elements
  const auto copy_one = [&](int64_t i) { store_element(to + i * kSize, load_element<T>(from + i * step * kSize)); };
  int64_t i = 0;
  if constexpr (traffic == Traffic::Streamed) {
    for (; i < n && reinterpret_cast<uintptr_t>(to + i * kSize) % kLine != 0; ++i) copy_one(i);
  }
  for (; i + kPerLine < n; i += kPerLine) {
    if constexpr (traffic == Traffic::Streamed) {
      const char *const ahead =
          i + kLead < n ? from + (i + kLead) * step * kSize : next + (i + kLead - n) * step * kSize;
      for (int64_t line = 0; line < kApart; ++line) __builtin_prefetch(ahead + line * kLine, 0, kApart > 1 ? 2 : 3);
    }
#pragma GCC unroll 4
    for (int64_t part = 0; part < kLine; part += kVecBytes) {
      const Vec<T> elements = load_steps<T, step>(from + (i * kSize + part) * step);
      if constexpr (traffic == Traffic::Streamed) {
        stream(to + i * kSize + part, {(Vec<uint64_t>::Native)elements.v});
      } else {
        elements.store(to + i * kSize + part);
      }
    }
  }
  for (; i < n; ++i) copy_one(i);
}

// False, and nothing done, for other strides. Streamed: stream_fence() before others are told of the row.
template <class T>
CT_INLINE bool copy_stepped_row(char *to, const char *from, int64_t from_stride, int64_t n, Traffic traffic,
                                const char *next) {
  if constexpr (sizeof(T) <= 8) {
    constexpr int64_t kSize = sizeof(T);
    const auto copy = [&]<int step>(Indices<step>) {
      if (traffic == Traffic::Streamed && reinterpret_cast<uintptr_t>(to) % kSize == 0) {
        copy_steps<T, step, Traffic::Streamed>(to, from, n, next);
      } else {
        copy_steps<T, step, Traffic::Cached>(to, from, n, next);
      }
      return true;
    };
    if (from_stride == 2 * kSize) return copy(Indices<2>{});
    if (from_stride == 4 * kSize) return copy(Indices<4>{});
    if (from_stride == -kSize) return copy(Indices<-1>{});
  }
  return false;
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
