// Words of unsigned integers, added up by register: how narrow counts and sums reach 64 bits.
#pragma once

#include "kernels/reduce.inl.h"

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

// Each word of a register into a 64-bit lane, less what all of them are too large by.
template <class T>
CT_INLINE void widen_words(Vec<T> words, uint64_t bias, uint64_t *to, int64_t step) {
  alignas(64) T block[Vec<T>::kLanes];
  words.store(reinterpret_cast<char *>(block));
  CT_INDEPENDENT
  for (int i = 0; i < Vec<T>::kLanes; ++i) to[i * step] = static_cast<uint64_t>(block[i]) - bias;
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
