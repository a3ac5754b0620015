// Packs rows of which every second to fifth element is wanted, or that run backwards: whole registers are loaded and
// shuffled.
#pragma once

#include <cstdint>

#include "kernels/copy/non_temporal.h"
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
// Lanes of elements that lie in registers up to number k are there in `found`; those of number k are taken from `next`.
template <int step, int k, class T, int... I>
CT_INLINE Vec<T> found_in(Vec<T> found, Vec<T> next, Indices<I...>) {
  constexpr int kLanes = Vec<T>::kLanes;
  return {__builtin_shufflevector(found.v, next.v,
                                  (I * step / kLanes == k ? kLanes + I * step % kLanes
                                   : k == 1               ? I * step % kLanes
                                                          : I)...)};
}
template <int step, int k = 1, class T>
CT_INLINE Vec<T> find_steps(Vec<T> found, const char *from) {
  found = found_in<step, k>(found, Vec<T>::load(from + k * kVecBytes), Iota<Vec<T>::kLanes>{});
  if constexpr (k + 1 < step) return find_steps<step, k + 1>(found, from);
  return found;
}

// A register of elements, `step` elements apart from `from` on. Reads up to the element before the next one wanted, but
// for so many of the last; narrow ones that lie an odd number apart are words of two, and what is read begins with the
// next ones wanted, kBeyond of them.
template <class T>
inline constexpr int kBeyond = sizeof(T) < 4 ? 4 / sizeof(T) - 1 : 0;
template <class T, int step, int missing = 0>
CT_INLINE Vec<T> load_steps(const char *from) {
  if constexpr (step > 1 && step % 2 != 0 && sizeof(T) < 4) {
    using Word = TwiceAsWide<T>;
    constexpr Word kFirst = static_cast<T>(-1);
    const auto first = load_steps<Word, step>(from), second = load_steps<Word, step>(from + (step - 1) * sizeof(T));
    return {(typename Vec<T>::Native)((first.v & kFirst) | (second.v & static_cast<Word>(~kFirst)))};
  } else if constexpr (step > 1 && step % 2 != 0) {
    return find_steps<step>(Vec<T>::load(from), from);
  } else if constexpr (step == 1) {
    return missing == 0 ? Vec<T>::load(from) : Vec<T>::load(from, Vec<T>::kLanes - missing);
  } else if constexpr (step == -1) {
    return reversed(Vec<T>::load(from - kVecBytes + static_cast<int>(sizeof(T))), Iota<Vec<T>::kLanes>{});
  } else {
    return every_second(load_steps<T, step / 2>(from), load_steps<T, step / 2, missing>(from + step / 2 * kVecBytes),
                        Iota<Vec<T>::kLanes>{});
  }
}

template <class T, int step>
struct Steps {
  static constexpr int64_t kSize = sizeof(T);
  static constexpr int64_t kPerLine = kCacheLine / kSize;
  static constexpr int kApart = step < 0 ? -step : step;
  static constexpr bool kIsOdd = kApart > 1 && kApart % 2 != 0;
  static constexpr bool kHasLast = kApart <= Vec<T>::kLanes && !kIsOdd;
  static constexpr int64_t kLine = kPerLine + (kIsOdd ? kBeyond<T> : 0);  // elements before the next one that is read
  static constexpr int64_t kPrefetched = (kApart > 1 ? 8 : 16) << 10;     // bytes, of all rows together

  // How many rows go together: few where lines hold elements that are not wanted, but enough for what is prefetched.
  static CT_INLINE int64_t together(int64_t n) {
    const int64_t nbytes = n * kApart * kSize;
    return kApart == 1 || nbytes < kPrefetched / 4 ? 8 : nbytes < kPrefetched / 2 ? 4 : 2;
  }

  static CT_INLINE void elements(char *to, const char *from, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      store_element(to + i * kSize, load_element<T>(from + i * step * kSize));
    }
  }

  // As many elements as a line has. last: nothing is read after the last of them.
  template <Traffic traffic, bool last>
  static CT_INLINE void line(char *to, const char *from) {
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

  // Rows of less than a line that follow each other in the output, by whole registers: what these have beyond a row,
  // the next row writes again. The last rows, beyond which nothing may be read or written, go by elements.
  CT_NOINLINE static void copy_dense_rows(char *to, const char *from, int64_t from_stride, int64_t n, int64_t nrows) {
    constexpr int kLanes = Vec<T>::kLanes;
    const int64_t whole = (n + kLanes - 1) / kLanes * kLanes, beyond = whole - n;
    const int64_t read = (beyond + 1 + (kIsOdd ? kBeyond<T> : 0)) * step * kSize;  // after the last element of a row
    const int64_t last = nrows - 1 - larger((beyond + n - 1) / n, (read + from_stride - 1) / from_stride);
    int64_t row = 0;
    for (; row < last; ++row, to += n * kSize, from += from_stride) {
      for (int64_t i = 0; i < n; i += kLanes) load_steps<T, step>(from + i * step * kSize).store(to + i * kSize);
    }
    for (; row < nrows; ++row, to += n * kSize, from += from_stride) elements(to, from, 0, n);
  }
  static CT_INLINE int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

  // Whether registers cost no more than the elements of a row: narrow ones that lie an odd number apart take a pass for
  // each of a word. Zen 4; rows of 5, 13 and 27 elements with steps of 2, 3 and 5.
  static CT_INLINE bool is_worth_registers(int64_t n) {
    constexpr int64_t least = !kIsOdd || kSize >= 4 ? 2 : kSize == 2 ? 4 : 6;
    return n >= least * step;
  }

  // prefetches: what lies `ahead` bytes on.
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
    if (kIsOdd && i > 0) {  // a line that has some in common with the one before it
      i = n - 1 - kLine;
      line<Traffic::Cached, false>(to + i * kSize, from + i * step * kSize);
      i += kPerLine;
    }
    prefetch(i);
    if (kHasLast && i + kPerLine == n) {
      line<Traffic::Cached, kHasLast>(to + i * kSize, from + i * step * kSize);
    } else {
      elements(to, from, i, n);
    }
  }

  // Rows whose output starts equally far into a line, a line of each after the other: memory answers more of them at a
  // time than it does of one. What is prefetched of all of them is about what memory answers at a time. A last line
  // that is whole is stored past the caches as well; one written by elements is read before.
  CT_NOINLINE static void stream_rows(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n,
                                      int64_t nrows, const char *next) {
    const int64_t prefetched = kPrefetched / nrows / kSize / kApart;
    const int64_t lead = prefetched < n ? prefetched : n;  // elements
    const auto elements_of_all = [&](int64_t begin, int64_t end) {
      for (int64_t row = 0; row < nrows; ++row) elements(to + row * to_stride, from + row * from_stride, begin, end);
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

// Elements that lie backwards, some apart: forwards into a block, and backwards from there.
template <class T>
CT_NOINLINE void copy_backwards(char *to, const char *from, int64_t stride, int64_t n, int64_t ahead, Traffic traffic) {
  constexpr int64_t kSize = sizeof(T), kBlock = 2048 / kSize;
  if (n < kCacheLine / kSize) {
    for (int64_t i = 0; i < n; ++i) store_element(to + i * kSize, load_element<T>(from + i * stride));
    return;
  }
  const MoveRow forwards = gather_of(kSize, -stride);
  alignas(kCacheLine) char block[kBlock * kSize];
  for (int64_t i = 0, count; i < n; i += count) {
    count = n - i < kBlock ? n - i : kBlock;
    const char *const last = block + (count - 1) * kSize;
    forwards(block, from + (i + count - 1) * stride, count, ahead, -stride);
    if (traffic == Traffic::NonTemporal) {
      Steps<T, -1>::stream_rows(to + i * kSize, 0, last, 0, count, 1, last);
    } else {
      Steps<T, -1>::template copy<false>(to + i * kSize, last, count, 0);
    }
  }
}
// Large elements are moved as quickly one by one, and so are small ones where no instruction shuffles bytes.
template <class T>
CT_INLINE bool steps_backwards(int64_t stride) {
  constexpr int64_t kSize = sizeof(T), kMost = 5;
  return (kShufflesBytes ? kSize < 8 : kSize == 4) && stride < -kSize && stride >= -kMost * kSize &&
         stride % kSize == 0;
}

// Rows of n elements; false, and nothing done, for other strides. NonTemporal: stream_fence() before others are told.
template <class T>
CT_INLINE bool copy_stepped_rows(char *to, int64_t to_stride, const char *from, int64_t from_step, int64_t from_stride,
                                 int64_t n, int64_t nrows, Traffic traffic) {
  if constexpr (sizeof(T) <= 8) {
    constexpr int64_t kSize = sizeof(T);
    const auto copy = [&]<int step>(Indices<step>) {
      if (n < Steps<T, step>::kPerLine) {
        if constexpr (step > 1) {
          if (to_stride == n * kSize && from_stride > 0 && Steps<T, step>::is_worth_registers(n)) {
            Steps<T, step>::copy_dense_rows(to, from, from_stride, n, nrows);
            return true;
          }
        }
        for (int64_t row = 0; row < nrows; ++row) {
          Steps<T, step>::elements(to + row * to_stride, from + row * from_stride, 0, n);
        }
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
    if (n >= kCacheLine / kSize && steps_backwards<T>(from_step)) {
      const bool streams = traffic == Traffic::NonTemporal && reinterpret_cast<uintptr_t>(to) % kSize == 0;
      for (int64_t row = 0; row < nrows; ++row) {
        copy_backwards<T>(to + row * to_stride, from + row * from_stride, from_step, n, 0,
                          streams ? traffic : Traffic::Cached);
      }
      return true;
    }
  }
  return false;
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
