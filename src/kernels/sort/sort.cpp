// Sorting keys: by the library where it knows the instruction set, else by merging. Keys that are equal cannot be told
// apart, so both give the same.
#include "kernels/sort/registrations.h"
#include "kernels/vec/isa.h"
#include "kernels/vec/sort_library.h"

namespace ct::kernels::CT_ISA {
namespace {

// Sorts a few keys: larger ones move up.
template <class K>
CT_INLINE void insertion_sort(K *keys, int64_t n) {
  for (int64_t i = 1; i < n; ++i) {
    const K key = keys[i];
    int64_t at = i;
    for (; at > 0 && keys[at - 1] > key; --at) keys[at] = keys[at - 1];
    keys[at] = key;
  }
}

#if CT_SIMD_SORT
template <class K>
CT_NOINLINE void sort_keys(K *keys, int64_t n, K *) {
  simd_sort(keys, n);
}
template <class K>
void select_key(K *keys, int64_t n, int64_t at, K *) {
  simd_select(keys, n, at);
}
template <class K>
int64_t partition_keys(K *keys, int64_t n, K pivot) {
  return n == 0 ? 0 : simd_partition(keys, n, pivot);
}
#else
// As many steps as the shorter part has keys cannot run past the end of either part.
template <class K>
CT_NOINLINE void merge(K *to, const K *a, int64_t a_count, const K *b, int64_t b_count) {
  while (a_count > 0 && b_count > 0) {
    const int64_t steps = a_count < b_count ? a_count : b_count;
    const K *const from_a = a;
    for (int64_t i = 0; i < steps; ++i) {
      const K x = *a, y = *b;
      const bool second = y < x;
      *to++ = second ? y : x;
      b += second;
      a += !second;
    }
    a_count -= a - from_a;
    b_count -= steps - (a - from_a);
  }
  for (int64_t i = 0; i < a_count; ++i) *to++ = a[i];
  for (int64_t i = 0; i < b_count; ++i) *to++ = b[i];
}

template <class K>
CT_NOINLINE void sort_keys(K *keys, int64_t n, K *scratch) {
  constexpr int64_t kRun = kInsertionSorted;
  for (int64_t i = 0; i < n; i += kRun) insertion_sort(keys + i, n - i < kRun ? n - i : kRun);
  K *from = keys, *to = scratch;
  for (int64_t run = kRun; run < n; run *= 2) {
    for (int64_t i = 0; i < n; i += 2 * run) {
      const int64_t first = n - i < run ? n - i : run, second = n - i - first < run ? n - i - first : run;
      merge(to + i, from + i, first, from + i + first, second);
    }
    K *const swapped = from;
    from = to;
    to = swapped;
  }
  if (from != keys) __builtin_memcpy(keys, from, static_cast<size_t>(n) * sizeof(K));
}
template <class K>
void select_key(K *keys, int64_t n, int64_t, K *scratch) {
  sort_keys(keys, n, scratch);
}
// Each key is exchanged with the one behind those found to be below the pivot so far.
template <class K>
int64_t partition_keys(K *keys, int64_t n, K pivot) {
  int64_t below = 0;
  for (int64_t i = 0; i < n; ++i) {
    const K key = keys[i];
    keys[i] = keys[below];
    keys[below] = key;
    below += key < pivot;
  }
  return below;
}
#endif

template <class K>
struct Sort {
  static K *keys_at(char *at) { return reinterpret_cast<K *>(at); }
  static const K *keys_at(const char *at) { return reinterpret_cast<const K *>(at); }

  static void sort(char *keys, int64_t n, char *scratch) { sort_keys(keys_at(keys), n, keys_at(scratch)); }
  static void select(char *keys, int64_t n, int64_t at, char *scratch) {
    select_key(keys_at(keys), n, at, keys_at(scratch));
  }

  static int64_t partition(char *keys, int64_t n, uint64_t pivot) {
    return partition_keys(keys_at(keys), n, static_cast<K>(pivot));
  }

  static void range(const char *keys, int64_t n, uint64_t *least, uint64_t *most) {
    const K *const at = keys_at(keys);
    K low = at[0], high = at[0];
    for (int64_t i = 1; i < n; ++i) {
      low = at[i] < low ? at[i] : low;
      high = at[i] > high ? at[i] : high;
    }
    *least = low;
    *most = high;
  }

  static void pack(uint64_t *to, const char *keys, int64_t n, int64_t first, const Packing &packing) {
    const K *const at = keys_at(keys);
    const uint64_t least = packing.least;
    const int32_t shift = packing.shift, bits = packing.index_bits;
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) {
      to[i] = (at[i] - least) >> shift << bits | static_cast<uint64_t>(first + i);
    }
  }

  static void resolve(uint64_t *packed, int64_t n, const char *keys, const Packing &packing, char *scratch) {
    const K *const at = keys_at(keys);
    const int32_t bits = packing.index_bits;
    const uint64_t index = (uint64_t{1} << bits) - 1, low = (uint64_t{1} << packing.shift) - 1;
    for (int64_t begin = 0, end; begin < n; begin = end) {
      const uint64_t upper = packed[begin] >> bits;
      end = begin + 1;
      if (end == n || packed[end] >> bits != upper) continue;
      while (end < n && packed[end] >> bits == upper) ++end;
      for (int64_t i = begin; i < end; ++i) {
        const uint64_t own = packed[i] & index;
        packed[i] = ((at[own] - packing.least) & low) << bits | own;
      }
      if (end - begin <= kInsertionSorted) {
        insertion_sort(packed + begin, end - begin);
      } else {
        sort_keys(packed + begin, end - begin, reinterpret_cast<uint64_t *>(scratch) + begin);
      }
    }
  }

  static void unpack(int64_t *indices, const uint64_t *packed, int64_t n, const Packing &packing) {
    const uint64_t index = (uint64_t{1} << packing.index_bits) - 1;
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) indices[i] = static_cast<int64_t>(packed[i] & index);
  }

  static constexpr KeySort kernels() {
    return {&sort,   &select, &partition, &range, &pack, sizeof(K) == 8 ? &resolve : nullptr,
            &unpack, nullptr, nullptr,    nullptr};
  }
};

// Sorts keys of 16 bits by counting them.
struct SortShort {
  static uint32_t *keys_at(char *at) { return reinterpret_cast<uint32_t *>(at); }
  static const uint32_t *keys_at(const char *at) { return reinterpret_cast<const uint32_t *>(at); }

  static void count(uint32_t *counts, const char *at, int64_t n) {
    const uint32_t *const keys = keys_at(at);
    CT_UNROLL(4)
    for (int64_t i = 0; i < n; ++i) ++counts[keys[i]];
  }

  // Writes at least as many copies of each key as a register has lanes; the next key's copies begin where its own end.
  static void fill(char *at, const uint32_t *counts, int64_t begin, int64_t end) {
    constexpr int64_t kSome = 16;
    uint32_t *const to = keys_at(at);
    const uint32_t *own = counts;
    int64_t until = *own;
    while (until <= begin) until += *++own;
    for (int64_t place = begin;; until += *++own) {
      const auto key = static_cast<uint32_t>(own - counts);
      const int64_t last = until < end ? until : end;
      int64_t i = place;
      if (i + kSome <= end) {
        do {
          CT_UNROLL(1)
          for (int64_t k = 0; k < kSome; ++k) to[i + k] = key;
          i += kSome;
        } while (i < last && i + kSome <= end);
      }
      for (; i < last; ++i) to[i] = key;
      if (last == end) return;
      place = last;
    }
  }

  static void sort(char *at, int64_t n, char *scratch) {
    if (n < kFewestCounted || n > INT32_MAX) return Sort<uint32_t>::sort(at, n, scratch);
    __builtin_memset(scratch, 0, kShortKeys * sizeof(uint32_t));
    count(keys_at(scratch), at, n);
    fill(at, keys_at(scratch), 0, n);
  }

  // Orders by the lower byte first, then by the upper one.
  static void order(int64_t *indices, const char *at, int64_t n, char *scratch) {
    const uint32_t *const keys = keys_at(at);
    auto *const halfway = reinterpret_cast<uint64_t *>(scratch);
    int64_t low[256] = {}, high[256] = {};
    for (int64_t i = 0; i < n; ++i) {
      ++low[keys[i] & 255];
      ++high[keys[i] >> 8];
    }
    int64_t lower = 0, upper = 0;
    for (int k = 0; k < 256; ++k) {
      const int64_t own_low = low[k], own_high = high[k];
      low[k] = lower;
      high[k] = upper;
      lower += own_low;
      upper += own_high;
    }
    CT_UNROLL(4)
    for (int64_t i = 0; i < n; ++i) {
      halfway[low[keys[i] & 255]++] = uint64_t{keys[i] >> 8} << 32 | static_cast<uint64_t>(i);
    }
    CT_UNROLL(4)
    for (int64_t i = 0; i < n; ++i) {
      indices[high[halfway[i] >> 32]++] = static_cast<int64_t>(halfway[i] & UINT32_MAX);
    }
  }
};

}  // namespace

void register_sort(SortTable &table) {
  table.sort[0] = table.sort[2] = Sort<uint32_t>::kernels();
  table.sort[1] = Sort<uint64_t>::kernels();
  table.sort[2].sort = &SortShort::sort;
  table.sort[2].count = &SortShort::count;
  table.sort[2].fill = &SortShort::fill;
  table.sort[2].order = &SortShort::order;
}

}  // namespace ct::kernels::CT_ISA
