// Intel's x86-simd-sort (third_party/x86-simd-sort), for the instruction sets that it knows: 32 and 64 bits, unsigned.
// It is included into a namespace of this unit's own, so that instruction sets share no code.
#pragma once

#include "kernels/vec/partition.h"
#include "kernels/vec/vec.h"
#include "sort_options.h"

#if defined(CT_HAVE_SIMD_SORT) && (defined(__AVX512F__) || defined(__AVX2__))
#define CT_SIMD_SORT 1
// Everything of the standard library that the headers include, before the namespace opens.
#include <immintrin.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace ct::kernels::CT_ISA {
namespace {
namespace x86_simd_sort {

// What the headers use of the standard library, defined here so that the linker does not merge it with functions
// compiled for other instruction sets.
namespace std {

using namespace ::std;

template <class T>
CT_INLINE const T &min(const T &a, const T &b) {
  return b < a ? b : a;
}
template <class T>
CT_INLINE const T &max(const T &a, const T &b) {
  return a < b ? b : a;
}
template <class T, class Less>
CT_INLINE const T &min(const T &a, const T &b, Less less) {
  return less(b, a) ? b : a;
}
template <class T, class Less>
CT_INLINE const T &max(const T &a, const T &b, Less less) {
  return less(a, b) ? b : a;
}
template <class T>
CT_INLINE void swap(T &a, T &b) {
  const T kept = a;
  a = b;
  b = kept;
}
// A heap sort, for where the quicksort makes no progress.
template <class T, class Less>
CT_NOINLINE void sort(T *begin, T *end, Less less) {
  const auto sink = [=](int64_t at, int64_t n) {
    const T value = begin[at];
    for (int64_t child; (child = 2 * at + 1) < n; at = child) {
      if (child + 1 < n && less(begin[child], begin[child + 1])) ++child;
      if (!less(value, begin[child])) break;
      begin[at] = begin[child];
    }
    begin[at] = value;
  };
  const int64_t n = end - begin;
  for (int64_t i = n / 2; i-- > 0;) sink(i, n);
  for (int64_t i = n; i-- > 1;) {
    swap(begin[0], begin[i]);
    sink(0, i);
  }
}

}  // namespace std

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wundefined-inline"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#else
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include "x86-simd-sort/xss-common-includes.h"
#include "x86-simd-sort/xss-common-qsort.h"
#ifdef __AVX512F__
#include "x86-simd-sort/avx512-32bit-qsort.hpp"
#include "x86-simd-sort/avx512-64bit-qsort.hpp"
#else
#include "x86-simd-sort/avx2-32bit-qsort.hpp"
#include "x86-simd-sort/avx2-64bit-qsort.hpp"
#endif

// Defined by the header for pairs, which is not included.
template <class V, class T>
CT_INLINE typename V::opmask_t convert_int_to_mask(T mask) {
  if constexpr (V::vec_type == simd_type::AVX512) {
    return static_cast<typename V::opmask_t>(mask);
  } else {
    return V::convert_int_to_mask(static_cast<uint64_t>(mask));
  }
}

// network_sort_threshold: up to this many keys are sorted by a network that is written out. Half of the library's own
// number takes half of the code, and as much time.
#ifdef __AVX512F__
template <class T>
struct Sorted : zmm_vector<T> {
  static constexpr int network_sort_threshold = 1024 / sizeof(T);
};
// Replaces the library's own, which compresses into memory, and goes one by one over what does not fill a register.
template <class T>
CT_INLINE arrsize_t partition_of(T *all, arrsize_t begin, arrsize_t end, T pivot, T *smallest, T *largest) {
  Partition<T> parts(all + begin, static_cast<int64_t>(end - begin), pivot, *smallest, *largest);
  return begin + static_cast<arrsize_t>(parts.run(smallest, largest));
}
template <>
inline CT_NOINLINE arrsize_t
partition_unrolled<Sorted<uint32_t>, Comparator<Sorted<uint32_t>, false>, Sorted<uint32_t>::partition_unroll_factor>(
    uint32_t *all, arrsize_t begin, arrsize_t end, uint32_t pivot, uint32_t *smallest, uint32_t *largest) {
  return partition_of(all, begin, end, pivot, smallest, largest);
}
template <>
inline CT_NOINLINE arrsize_t
partition_unrolled<Sorted<uint64_t>, Comparator<Sorted<uint64_t>, false>, Sorted<uint64_t>::partition_unroll_factor>(
    uint64_t *all, arrsize_t begin, arrsize_t end, uint64_t pivot, uint64_t *smallest, uint64_t *largest) {
  return partition_of(all, begin, end, pivot, smallest, largest);
}
#else
template <class T>
struct Sorted : avx2_vector<T> {
  static constexpr int network_sort_threshold = 512 / sizeof(T);
};
#endif
#pragma GCC diagnostic pop

}  // namespace x86_simd_sort

// How deep the quicksort may go: twice as many levels as halving would take. Beyond them a heap sort takes over. Each
// level's frame is less than 200 bytes.
inline int64_t sort_levels(int64_t n) { return 2 * (64 - __builtin_clzll(static_cast<uint64_t>(n))); }

template <class T>
CT_INLINE void simd_sort(T *data, int64_t n) {
  using namespace x86_simd_sort;
  using V = Sorted<T>;
  if (n < 2) return;
  qsort_<V, Comparator<V, false>, T>(data, 0, static_cast<arrsize_t>(n - 1), static_cast<arrsize_t>(sort_levels(n)), 0);
}
// Moves the keys below the pivot to the front, and returns how many there are.
template <class T>
CT_INLINE int64_t simd_partition(T *data, int64_t n, T pivot) {
  using namespace x86_simd_sort;
  using V = Sorted<T>;
  T smallest = V::type_max(), biggest = V::type_min();
  return static_cast<int64_t>(partition_unrolled<V, Comparator<V, false>, V::partition_unroll_factor>(
      data, 0, static_cast<arrsize_t>(n), pivot, &smallest, &biggest));
}
// Moves to data[at] the key that belongs there in order, smaller or equal keys before it, and larger or equal ones
// behind it.
template <class T>
CT_INLINE void simd_select(T *data, int64_t n, int64_t at) {
  using namespace x86_simd_sort;
  using V = Sorted<T>;
  if (n < 2) return;
  qselect_<V, Comparator<V, false>, T>(data, static_cast<arrsize_t>(at), 0, static_cast<arrsize_t>(n - 1),
                                       static_cast<arrsize_t>(sort_levels(n)));
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
#else
#define CT_SIMD_SORT 0
#endif
