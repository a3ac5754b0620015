// Packs rows of which every second to fifth element is wanted, or that run backwards: whole registers are loaded and
// shuffled.
#pragma once

#include <cstdint>

#include "kernels/copy/non_temporal.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

// Takes the first, third, … elements, or with `last` the second, fourth, …
template <bool last, class T, int... I>
CT_INLINE Vec<T> every_second(Vec<T> a, Vec<T> b, Indices<I...>) {
  return {__builtin_shufflevector(a.v, b.v, (2 * I + last)...)};
}
template <class T, int... I>
CT_INLINE Vec<T> reversed(Vec<T> a, Indices<I...>) {
  return {__builtin_shufflevector(a.v, a.v, (static_cast<int>(sizeof...(I)) - 1 - I)...)};
}
// `found` has the elements of registers before number k in place, or is register 0 as loaded if k is 1. Those of
// register k are taken from `next`.
template <int step, int first, int k, class T, int... I>
CT_INLINE Vec<T> found_in(Vec<T> found, Vec<T> next, Indices<I...>) {
  constexpr int kLanes = Vec<T>::kLanes;
  return {__builtin_shufflevector(found.v, next.v,
                                  ((first + I * step) / kLanes == k ? kLanes + (first + I * step) % kLanes
                                   : k == 1                         ? (first + I * step) % kLanes
                                                                    : I)...)};
}
template <int step, int first, int k = 1, class T>
CT_INLINE Vec<T> find_steps(Vec<T> found, const char *from) {
  found = found_in<step, first, k>(found, Vec<T>::load(from + k * kVecBytes), Iota<Vec<T>::kLanes>{});
  if constexpr (k + 1 < step) return find_steps<step, first, k + 1>(found, from);
  return found;
}

// Loads a register of elements that lie `step` elements apart, from `from` on. Reads up to the element before the next
// one wanted, except for the last `missing` elements. Narrow elements that lie an odd number apart are loaded as words
// of two, which reads on: kBeyond more elements that are wanted must follow. last: takes the last one of each `step`
// elements, and begins to read before `from` instead.
template <class T>
inline constexpr int kBeyond = sizeof(T) < 4 ? 4 / sizeof(T) - 1 : 0;
template <class T, int step, int missing = 0, bool last = false>
CT_INLINE Vec<T> load_steps(const char *from) {
  constexpr int kLanes = Vec<T>::kLanes;
  if constexpr (step == -1) {
    return reversed(Vec<T>::load(from - kVecBytes + static_cast<int>(sizeof(T))), Iota<kLanes>{});
  } else if constexpr (step < 0) {  // what is read ends with the first of them
    constexpr int64_t kBytes = int64_t{-step} * kVecBytes - static_cast<int>(sizeof(T));
    return reversed(load_steps<T, -step, 0, true>(from - kBytes), Iota<kLanes>{});
  } else if constexpr (step > 1 && step % 2 != 0 && sizeof(T) < 4) {
    using Word = TwiceAsWide<T>;
    constexpr Word kFirst = static_cast<T>(-1);
    constexpr int64_t kApart = (step - 1) * static_cast<int>(sizeof(T));
    const auto first = load_steps<Word, step, 0, last>(last ? from - kApart : from);
    const auto second = load_steps<Word, step, 0, last>(last ? from : from + kApart);
    return {(typename Vec<T>::Native)((first.v & kFirst) | (second.v & static_cast<Word>(~kFirst)))};
  } else if constexpr (step > 1 && step % 2 != 0) {
    return find_steps < step, last ? step - 1 : 0 > (Vec<T>::load(from), from);
  } else if constexpr (step == 1) {
    return missing == 0 ? Vec<T>::load(from) : Vec<T>::load(from, kLanes - missing);
  } else {
    return every_second<last>(load_steps<T, step / 2, 0, last>(from),
                              load_steps<T, step / 2, missing, last>(from + step / 2 * kVecBytes), Iota<kLanes>{});
  }
}

// Copies rows of few elements one by one. Very short ones go down the columns of a block where it has more rows than
// columns. It is not inlined, because GCC makes long loops of a step that it knows.
template <class T>
__attribute__((aligned(kCacheLine))) CT_NOINLINE void copy_apart(char *to, int64_t to_step, int64_t to_stride,
                                                                 const char *from, int64_t from_step,
                                                                 int64_t from_stride, int64_t n, int64_t nrows) {
  constexpr int64_t kRows = 64;
  for (int64_t rows; nrows > 0; nrows -= rows, to += rows * to_stride, from += rows * from_stride) {
    rows = nrows < kRows ? nrows : kRows;
    const bool down = rows > n && n < kDownRow;
    const int64_t outer = down ? n : rows, inner = down ? rows : n;
    const int64_t to_outer = down ? to_step : to_stride, to_inner = down ? to_stride : to_step;
    const int64_t from_outer = down ? from_step : from_stride, from_inner = down ? from_stride : from_step;
    for (int64_t j = 0; j < outer; ++j) {
      char *target = to + j * to_outer;
      const char *source = from + j * from_outer;
      CT_UNROLL(4)
      for (int64_t i = 0; i < inner; ++i, target += to_inner, source += from_inner) {
        store_element(target, load_element<T>(source));
      }
    }
  }
}

template <class T, int step>
struct Steps {
  static constexpr int64_t kSize = sizeof(T);
  static constexpr int64_t kPerLine = kCacheLine / kSize;
  static constexpr int kApart = step < 0 ? -step : step;
  static constexpr bool kIsOdd = kApart > 1 && kApart % 2 != 0;
  static constexpr bool kHasLast = kApart <= Vec<T>::kLanes && !kIsOdd && step >= -1;
  static constexpr int64_t kLine = kPerLine + (kIsOdd ? kBeyond<T> : 0);  // elements of a line, and those read beyond
  static constexpr int64_t kMostShort = kIsOdd ? kLine : kPerLine - 1;    // elements of rows too short for line()
  static constexpr int64_t kPrefetched = (kApart > 1 ? 8 : 16) << 10;     // bytes, of all rows together

  // How many rows go together: few where lines hold elements that are not wanted, but enough for what is prefetched.
  static CT_INLINE int64_t together(int64_t n) {
    const int64_t nbytes = n * kApart * kSize;
    return kApart == 1 || nbytes < kPrefetched / 4 ? 8 : nbytes < kPrefetched / 2 ? 4 : 2;
  }

  static CT_INLINE void elements(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t begin,
                                 int64_t end, int64_t nrows) {
    if (begin == end) return;
    copy_apart<T>(to + begin * kSize, kSize, to_stride, from + begin * step * kSize, step * kSize, from_stride,
                  end - begin, nrows);
  }

  // Turns rows round by pieces of so many bytes, the last of which may overlap the one before.
  template <int bytes>
  CT_NOINLINE static void reverse_rows(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n,
                                       int64_t nrows) {
    constexpr int kLanes = bytes / kSize;
    typedef T Piece __attribute__((vector_size(bytes)));
    const auto turn = [ to, from ]<int... I>(int64_t at, int64_t target, int64_t source, Indices<I...>)
        __attribute__((always_inline)) {
      const auto piece = load_element<Piece>(from + source - (at + kLanes - 1) * kSize);
      const Piece turned = __builtin_shufflevector(piece, piece, (kLanes - 1 - I)...);
      store_element(to + target + at * kSize, turned);
    };
    for (int64_t row = 0; row < nrows; ++row) {
      int64_t i = 0;
      for (; i + kLanes < n; i += kLanes) turn(i, row * to_stride, row * from_stride, Iota<kLanes>{});
      turn(n - kLanes, row * to_stride, row * from_stride, Iota<kLanes>{});
    }
  }

  // Copies short rows. Narrow elements that cannot be shuffled are as quick down the columns, whatever the step.
  CT_NOINLINE static void copy_short_rows(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n,
                                          int64_t nrows) {
    if constexpr (step == -1 && (kShufflesBytes || kSize >= 4)) {
      if (n * kSize >= 16) return reverse_rows<16>(to, to_stride, from, from_stride, n, nrows);
      if constexpr (kSize < 4) {
        if (n * kSize >= 8) return reverse_rows<8>(to, to_stride, from, from_stride, n, nrows);
      }
    }
    if (kSize < 4) return elements(to, to_stride, from, from_stride, 0, n, nrows);
    if (n > kMostShort) __builtin_unreachable();  // knowing this bound, GCC writes the loop out
    for (; nrows > 0; --nrows, to += to_stride, from += from_stride) {
      for (int64_t i = 0; i < n; ++i) store_element(to + i * kSize, load_element<T>(from + i * step * kSize));
    }
  }

  // Copies as many elements as a line has. last: nothing is read after the last of them.
  template <Traffic traffic, bool last>
  static CT_INLINE void line(char *to, const char *from) {
    if constexpr (kApart * kSize > kSparseStep && traffic == Traffic::Cached) {
      CT_UNROLL(8)
      for (int i = 0; i < kPerLine; ++i) store_element(to + i * kSize, load_element<T>(from + i * step * kSize));
      return;
    }
    constexpr int kLanes = Vec<T>::kLanes;
    CT_UNROLL(4)
    for (int i = 0; i < kPerLine; i += kLanes) {
      const char *const at = from + i * step * kSize;
      Vec<T> loaded;
      if (last && i + kLanes == kPerLine) {
        loaded = load_steps<T, step, kApart - 1>(at);
      } else {
        loaded = load_steps<T, step>(at);
      }
      put<traffic>(to + i * kSize, loaded);
    }
  }

  // Copies short rows that follow each other in the output by whole registers. What these write beyond a
  // row, the next row overwrites. The last rows go by elements, because nothing may be read or written beyond them.
  CT_NOINLINE static void copy_dense_rows(char *to, const char *from, int64_t from_stride, int64_t n, int64_t nrows) {
    constexpr int kLanes = Vec<T>::kLanes;
    const int64_t whole = (n + kLanes - 1) / kLanes * kLanes, beyond = whole - n;
    const int64_t read = (beyond + 1 + (kIsOdd ? kBeyond<T> : 0)) * step * kSize;  // after the last element of a row
    const int64_t last = nrows - 1 - larger((beyond + n - 1) / n, (read + from_stride - 1) / from_stride);
    int64_t row = 0;
    for (; row < last; ++row, to += n * kSize, from += from_stride) {
      for (int64_t i = 0; i < n; i += kLanes) load_steps<T, step>(from + i * step * kSize).store(to + i * kSize);
    }
    elements(to, n * kSize, from, from_stride, 0, n, nrows - row);
  }
  static CT_INLINE int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

  // Whether registers cost no more than the elements of a row: narrow elements that lie an odd number apart take a pass
  // for each element of a word. Zen 4; rows of 5, 13 and 27 elements with steps of 2, 3 and 5.
  static CT_INLINE bool is_worth_registers(int64_t n) {
    constexpr int64_t least = !kIsOdd || kSize >= 4 ? 2 : kSize == 2 ? 4 : 6;
    return n >= least * step;
  }

  // prefetches: what lies `ahead` bytes further is prefetched.
  template <bool prefetches>
  CT_NOINLINE static void copy(char *to, const char *from, int64_t n, int64_t ahead) {
    const auto prefetch = [ from, ahead ](int64_t i) __attribute__((always_inline)) {
      for (int64_t k = 0; prefetches && k < kApart; ++k)
        __builtin_prefetch(from + i * step * kSize + ahead + k * kCacheLine);
    };
    int64_t i = 0;
    for (; i + kLine < n; i += kPerLine) {
      prefetch(i);
      line<Traffic::Cached, false>(to + i * kSize, from + i * step * kSize);
    }
    prefetch(i);
    if (kHasLast && i + kPerLine == n) return line<Traffic::Cached, kHasLast>(to + i * kSize, from + i * step * kSize);
    if (i == 0) return elements(to, 0, from, 0, 0, n, 1);
    constexpr int64_t kLeft = 1 + kLine - kPerLine;
    if (n - i > kLeft) {  // this line overlaps the one before it
      i = n - kLeft - kPerLine;
      line<Traffic::Cached, false>(to + i * kSize, from + i * step * kSize);
    }
    i = n - kLeft;
    CT_UNROLL(4)
    for (int64_t k = 0; k < kLeft; ++k, ++i) {
      store_element(to + i * kSize, load_element<T>(from + i * step * kSize));
    }
  }

  // Copies rows whose output starts equally far into a line, one line of each row in turn: memory answers more lines of
  // several rows at a time than of one. All rows together prefetch about what memory answers at a time. A last line
  // that is whole is stored past the caches as well; one that is written by elements is read first.
  CT_NOINLINE static void stream_rows(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n,
                                      int64_t nrows, const char *next) {
    const int64_t prefetched = kPrefetched / nrows / kSize / kApart;
    const int64_t lead = prefetched < n ? prefetched : n;  // elements
    const auto elements_of_all = [&](int64_t begin, int64_t end) {
      elements(to, to_stride, from, from_stride, begin, end, nrows);
    };
    int64_t i = before_line(to) / kSize;
    if (i > n) i = n;
    elements_of_all(0, i);
    for (; i + kLine < n; i += kPerLine) {
      const char *ahead = i + lead < n ? from + (i + lead) * step * kSize : next + (i + lead - n) * step * kSize;
      for (int64_t row = 0; row < nrows; ++row, ahead += from_stride) {
        for (int64_t k = 0; k < kApart; ++k) __builtin_prefetch(ahead + k * kCacheLine);
        line<Traffic::NonTemporal, false>(to + row * to_stride + i * kSize,
                                          from + row * from_stride + i * step * kSize);
      }
    }
    if (kHasLast && i + kPerLine == n) {
      for (int64_t row = 0; row < nrows; ++row) {
        line<Traffic::NonTemporal, kHasLast>(to + row * to_stride + i * kSize,
                                             from + row * from_stride + i * step * kSize);
      }
      return;
    }
    elements_of_all(i, n);
  }
};

// The largest backward step that is packed by registers: each register must have more than one element of it, and where
// no instruction shuffles bytes, narrow elements move as quickly one by one.
template <class T>
inline constexpr int kMostBackwards = !kShufflesBytes && sizeof(T) != 4 ? 1
                                      : Vec<T>::kLanes > 5              ? 5
                                                                        : Vec<T>::kLanes - 1;

// Past the caches, elements with such a step go by way of a block.
[[maybe_unused]] CT_NOINLINE void stream_packed(char *to, const char *from, MoveRow pack, int64_t size, int64_t stride,
                                                int64_t n) {
  constexpr int64_t kBlock = 2048;
  alignas(kCacheLine) char block[kBlock];
  for (int64_t i = 0, count; i < n; i += count) {
    count = n - i < kBlock / size ? n - i : kBlock / size;
    pack(block, from + i * stride, count, kBlock / size * stride, stride);
    stream_row(to + i * size, block, count * size, {});
  }
}

// Copies rows of n elements. Returns false and does nothing for other strides, unless rows are short. NonTemporal:
// stream_fence() must follow.
template <class T>
CT_INLINE bool copy_stepped_rows(char *to, int64_t to_stride, const char *from, int64_t from_step, int64_t from_stride,
                                 int64_t n, int64_t nrows, Traffic traffic) {
  if constexpr (sizeof(T) <= 8) {
    constexpr int64_t kSize = sizeof(T);
    const auto copy = [&]<int step>(Indices<step>) {
      if (n <= Steps<T, step>::kMostShort) {
        if constexpr (step > 1) {
          if (to_stride == n * kSize && from_stride > 0 && Steps<T, step>::is_worth_registers(n)) {
            Steps<T, step>::copy_dense_rows(to, from, from_stride, n, nrows);
            return true;
          }
        }
        Steps<T, step>::copy_short_rows(to, to_stride, from, from_stride, n, nrows);
        return true;
      }
      const bool streams = traffic == Traffic::NonTemporal && reinterpret_cast<uintptr_t>(to) % kSize == 0;
      const int64_t together = streams && to_stride % kCacheLine == 0 ? Steps<T, step>::together(n) : 1;
      for (int64_t row = 0; row < nrows; row += together) {
        const char *const source = from + row * from_stride;
        if (streams) {
          const int64_t missing = nrows - row;
          Steps<T, step>::stream_rows(to + row * to_stride, to_stride, source, from_stride, n,
                                      missing < together ? missing : together, source + together * from_stride);
        } else {
          Steps<T, step>::template copy<false>(to + row * to_stride, source, n, 0);
        }
      }
      return true;
    };
    if (from_step == 2 * kSize) return copy(Indices<2>{});
    if (from_step == 3 * kSize) return copy(Indices<3>{});
    if (from_step == 4 * kSize) return copy(Indices<4>{});
    if (from_step == 5 * kSize) return copy(Indices<5>{});
    if (from_step == -kSize) return copy(Indices<-1>{});
    const bool is_packed = from_step < -kSize && from_step >= -kMostBackwards<T> * kSize && from_step % kSize == 0;
    if (n >= kCacheLine / kSize && is_packed) {
      const MoveRow pack = gather_of(kSize, from_step);
      for (int64_t row = 0; row < nrows; ++row, to += to_stride, from += from_stride) {
        if (traffic == Traffic::NonTemporal) {
          stream_packed(to, from, pack, kSize, from_step, n);
        } else {
          pack(to, from, n, 0, from_step);
        }
      }
      return true;
    }
    if (n < kDriverShortRow && nrows > 1 && from_step != kSize && from_step != 0) {
      copy_apart<T>(to, kSize, to_stride, from, from_step, from_stride, n, nrows);
      return true;
    }
  }
  return false;
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
