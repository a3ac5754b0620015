// Moves elements one by one between places that a table lists and memory without gaps.
#pragma once

#include <cstdint>
#include <cstring>

#include "tensor/layout.h"

namespace ct {

// Calls f with a value of an element's size. Inlined, because what f holds would else go by way of memory, which a call
// on a few elements would wait for.
template <class F>
[[gnu::always_inline]] inline void with_element(int64_t itemsize, F f) {
  struct Wide {
    char bytes[16];
  };
  switch (itemsize) {
    case 1:
      return f(uint8_t{});
    case 2:
      return f(uint16_t{});
    case 4:
      return f(uint32_t{});
    case 8:
      return f(uint64_t{});
    default:
      return f(Wide{});
  }
}

// Fills a table of where elements are, in the order of the dims, in bytes from the first one. stride(d): in bytes.
template <class Stride>
void offsets_of(Dims sizes, Stride stride, int64_t *at) noexcept {
  at[0] = 0;
  int64_t filled = 1;
  for (size_t d = 0; d < sizes.size(); ++d) {
    const int64_t end = filled * sizes[d], step = stride(static_cast<int32_t>(d));
#pragma GCC unroll 4
    for (int64_t i = filled; i < end; ++i) at[i] = at[i - filled] + step;
    filled = end;
  }
}

// Unrolled, so that the loops themselves cost little.
inline void pick(char *to, const char *from, const int64_t *offsets, int64_t n, int64_t itemsize) noexcept {
  with_element(itemsize, [=]<class T>(T) {
#pragma GCC unroll 4
    for (int64_t i = 0; i < n; ++i) std::memcpy(to + i * int64_t{sizeof(T)}, from + offsets[i], sizeof(T));
  });
}
inline void put(char *to, const int64_t *offsets, const char *from, int64_t n, int64_t itemsize) noexcept {
  with_element(itemsize, [=]<class T>(T) {
#pragma GCC unroll 4
    for (int64_t i = 0; i < n; ++i) std::memcpy(to + offsets[i], from + i * int64_t{sizeof(T)}, sizeof(T));
  });
}
// Between places that tables list on both sides.
inline void move(char *to, const int64_t *to_at, const char *from, const int64_t *from_at, int64_t n,
                 int64_t itemsize) noexcept {
  with_element(itemsize, [=]<class T>(T) {
#pragma GCC unroll 4
    for (int64_t i = 0; i < n; ++i) std::memcpy(to + to_at[i], from + from_at[i], sizeof(T));
  });
}
// n1 rows of n0 elements. steps: the output's and the input's, within a row and from row to row.
inline void move_rows(char *to, const char *from, const int64_t (&steps)[4], int64_t n0, int64_t n1,
                      int64_t itemsize) noexcept {
  with_element(itemsize, [=, &steps]<class T>(T) {
    const int64_t to_step = steps[0], from_step = steps[1];
    for (int64_t j = 0; j < n1; ++j) {
      char *target = to + j * steps[2];
      const char *source = from + j * steps[3];
#pragma GCC unroll 8
      for (int64_t i = 0; i < n0; ++i, target += to_step, source += from_step) std::memcpy(target, source, sizeof(T));
    }
  });
}

}  // namespace ct
