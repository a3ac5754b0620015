// Words of unsigned integers, added up by register: how narrow counts and sums reach 64 bits.
#pragma once

#include "kernels/reduce_elementwise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Lanes of twice the width, each the sum of two neighbours.
template <class To, class From>
CT_INLINE Vec<To> add_pairs(Vec<From> x) {
  const auto pairs = (typename Vec<To>::Native)x.v;
  constexpr int kBits = sizeof(From) * 8;
  return {(pairs & ((To{1} << kBits) - 1)) + (pairs >> kBits)};
}

// 64-bit lanes with the sums of the words in them.
CT_INLINE Vec<uint64_t> add_words(Vec<uint8_t> x) { return add_bytes(x); }
CT_INLINE Vec<uint64_t> add_words(Vec<uint16_t> x) { return add_pairs<uint64_t>(add_pairs<uint32_t>(x)); }
CT_INLINE Vec<uint64_t> add_words(Vec<uint32_t> x) { return add_pairs<uint64_t>(x); }
CT_INLINE Vec<uint64_t> add_words(Vec<uint64_t> x) { return x; }

// Each word of a register into a 64-bit lane.
template <class T>
CT_INLINE void widen_words(Vec<T> words, uint64_t *to) {
  constexpr int64_t kSize = sizeof(T);
  alignas(64) char block[kVecBytes];
  words.store(block);
#pragma GCC unroll 8
  for (int i = 0; i < Vec<T>::kLanes; i += Vec<uint64_t>::kLanes) {
    load_as<uint64_t, T>(block + i * kSize).store(reinterpret_cast<char *>(to + i));
  }
}
// The same of two registers, whose words take turns, less what all of them are too large by.
template <class T, int... I>
CT_INLINE void widen_words(Vec<T> even, Vec<T> odd, uint64_t bias, uint64_t *to, Indices<I...>) {
  constexpr int kLanes = Vec<uint64_t>::kLanes;
  constexpr int64_t kSize = sizeof(T);
  alignas(64) char evens[kVecBytes];
  alignas(64) char odds[kVecBytes];
  even.store(evens);
  odd.store(odds);
#pragma GCC unroll 8
  for (int i = 0; i < Vec<T>::kLanes; i += kLanes) {
    const Vec<uint64_t> a{load_as<uint64_t, T>(evens + i * kSize).v - bias};
    const Vec<uint64_t> b{load_as<uint64_t, T>(odds + i * kSize).v - bias};
    char *const at = reinterpret_cast<char *>(to + 2 * i);
    Vec<uint64_t>{__builtin_shufflevector(a.v, b.v, (I / 2 + I % 2 * kLanes)...)}.store(at);
    Vec<uint64_t>{__builtin_shufflevector(a.v, b.v, ((kLanes + I) / 2 + I % 2 * kLanes)...)}.store(at + kVecBytes);
  }
}

// The 64-bit lanes that such accumulators meet in.
struct Words64 {
  using Lane = uint64_t;
  using Held = uint64_t;
  static CT_INLINE Vec<uint64_t> combine(Vec<uint64_t> a, Vec<uint64_t> b) { return a + b; }
  static CT_INLINE uint64_t hold(uint64_t held, uint64_t lane) { return held + lane; }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
