// What a mask selects: how many elements, where they are, and the elements themselves. Masks are taken 64 bytes at a
// time, as bits.
#include "kernels/registrations.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

constexpr int64_t kBits = 64;

// Calls take(first, bits) for every 64 bytes of which at least one is true.
template <class Take>
CT_INLINE void each_word(const char *mask, int64_t n, Take take) {
  int64_t i = 0;
  for (; i + kBits <= n; i += kBits) {
    const uint64_t bits = true_bits(mask + i);
    if (bits != 0) take(i, bits);
  }
  if (i == n) return;
  alignas(kCacheLine) char rest[kBits] = {};
  __builtin_memcpy(rest, mask + i, static_cast<uint64_t>(n - i));
  const uint64_t bits = true_bits(rest);
  if (bits != 0) take(i, bits);
}

CT_INLINE int64_t count_of(uint64_t bits) { return __builtin_popcountll(bits); }

// Where the words end that have at least kLooseRoom true bytes after them. More than a few words are not searched.
int64_t loose_end(const char *mask, int64_t n) {
  int64_t found = 0, i = n / kBits * kBits;
  for (int word = 0; word < 16 && i > 0; ++word) {
    i -= kBits;
    found += count_of(true_bits(mask + i));
    if (found >= kLooseRoom) return i;
  }
  return 0;
}

int64_t count(const char *mask, int64_t n) {
  int64_t sum = 0;
  each_word(
      mask, n, [&](int64_t, uint64_t bits) __attribute__((always_inline)) { sum += count_of(bits); });
  return sum;
}

int64_t positions(int64_t *to, const char *mask, int64_t n, int64_t first) {
  int64_t *at = to;
  const int64_t loose = loose_end(mask, n);
  each_word(
      mask, n, [&](int64_t i, uint64_t bits) __attribute__((always_inline)) {
        const bool is_loose = i < loose && count_of(bits) >= kDenseWord;
        at += is_loose ? store_positions_loosely(at, bits, first + i) : store_positions(at, bits, first + i);
      });
  return at - to;
}

template <class T>
int64_t compress(char *to, const char *from, const char *mask, int64_t n) {
  constexpr int64_t kSize = sizeof(T);
  char *at = to;
  const int64_t loose = loose_end(mask, n);
  each_word(
      mask, n, [&](int64_t i, uint64_t bits) __attribute__((always_inline)) {
        const char *const here = from + i * kSize;
        if (bits == ~uint64_t{0}) {
          __builtin_memcpy(at, here, kBits * kSize);
          at += kBits * kSize;
        } else if (i < loose && count_of(bits) >= kDenseWord) {
          at += store_selected_loosely<kSize>(at, here, bits) * kSize;
        } else {
          at += store_selected<kSize>(at, here, bits) * kSize;
        }
      });
  return (at - to) / kSize;
}

template <class T>
int64_t spread(char *to, const char *from, const char *mask, int64_t n) {
  constexpr int64_t kSize = sizeof(T);
  const char *at = from;
  each_word(
      mask, n, [&](int64_t i, uint64_t bits) __attribute__((always_inline)) {
        char *const here = to + i * kSize;
        if (bits == ~uint64_t{0}) {
          __builtin_memcpy(here, at, kBits * kSize);
          at += kBits * kSize;
          return;
        }
        for (; bits != 0; bits &= bits - 1, at += kSize) {
          store_element(here + __builtin_ctzll(bits) * kSize, load_element<T>(at));
        }
      });
  return (at - from) / kSize;
}

}  // namespace

void register_select(SelectTable &table) {
  table.count = &count;
  table.positions = &positions;
  for (int k = 0; k < 5; ++k) {
    with_size(1 << k, [&]<int size>() {
      table.compress[k] = &compress<Bits<char[size]>>;
      table.spread[k] = &spread<Bits<char[size]>>;
    });
  }
}

}  // namespace ct::kernels::CT_ISA
