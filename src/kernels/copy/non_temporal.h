// Stores past the caches, and prefetches of what is read meanwhile.
#pragma once

#include <cstdint>

#include "kernels/vec/element.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {

// What a loop is going to read. It is prefetched line by line between the lines that the loop stores, because reads
// that wait for a burst of writes to end leave half of the memory's time unused.
struct Ahead {
  static constexpr int64_t kDistance = 2048;  // bytes

  int count = 0;
  const char *at[3] = {};
  int64_t step[3] = {};  // bytes for each line written

  CT_INLINE void fetch() {
    for (int k = 0; k < count; ++k) {
      for (int64_t i = 0; i < step[k]; i += kCacheLine) __builtin_prefetch(at[k] + i);
      at[k] += step[k];
    }
  }
};

// Copies by whole registers, the last of which may overlap the one before. Source and target are disjoint or the same.
CT_INLINE void copy_short(char *to, const char *from, int64_t nbytes) {
  if (nbytes < kVecBytes) return copy_small(to, from, nbytes);
  const Vec<uint8_t> last = Vec<uint8_t>::load(from + nbytes - kVecBytes);
  for (int64_t i = 0; i < nbytes - kVecBytes; i += kVecBytes) Vec<uint8_t>::load(from + i).store(to + i);
  last.store(to + nbytes - kVecBytes);
}

// The same for `half` to 2 * half bytes, by two registers of that length.
template <int half>
CT_INLINE void copy_twice(char *to, const char *from, int64_t nbytes) {
  struct Half {
    char bytes[half];
  };
  const auto first = load_element<Half>(from), last = load_element<Half>(from + nbytes - half);
  store_element(to, first);
  store_element(to + nbytes - half, last);
}

// Calls f(Indices<half>{}) with the half by which copy_twice() copies 2 to 64 bytes.
template <class F>
CT_INLINE void with_half(int64_t nbytes, F f) {
  if (nbytes <= 4) return f(Indices<2>{});
  if (nbytes <= 8) return f(Indices<4>{});
  if (nbytes <= 16) return f(Indices<8>{});
  if (nbytes <= 32) return f(Indices<16>{});
  f(Indices<32>{});
}

// Stores a register past the caches or through them.
template <Traffic traffic, class T>
CT_INLINE void put(char *to, Vec<T> value) {
  if constexpr (traffic == Traffic::NonTemporal) {
    stream(to, {(Vec<uint64_t>::Native)value.v});
  } else {
    value.store(to);
  }
}

template <class T>
CT_INLINE void put(char *to, Vec<T> value, bool non_temporal) {
  if (non_temporal) return put<Traffic::NonTemporal>(to, value);
  value.store(to);
}

// Bytes up to the next line of the cache.
CT_INLINE int64_t before_line(const char *at) {
  return static_cast<int64_t>((uint64_t{0} - reinterpret_cast<uintptr_t>(at)) % kCacheLine);
}

CT_INLINE void stream_line(char *to, const char *from) {
  CT_UNROLL(4)
  for (int64_t part = 0; part < kCacheLine; part += kVecBytes) stream(to + part, Vec<uint64_t>::load(from + part));
}

// Copies nbytes, whole aligned lines by non-temporal stores. stream_fence() must come before other threads are told
// that the bytes are there.
CT_INLINE void stream_row(char *to, const char *from, int64_t nbytes, Ahead ahead) {
  int64_t i = before_line(to);
  if (i > nbytes) i = nbytes;
  copy_small(to, from, i);
  for (; i + kCacheLine <= nbytes; i += kCacheLine) {
    ahead.fetch();
    stream_line(to + i, from + i);
  }
  copy_small(to + i, from + i, nbytes - i);
}

}  // namespace ct::kernels::CT_ISA
