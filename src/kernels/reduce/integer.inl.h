// How narrow counts and sums of integers reach 64 bits: the words of a register are added up.
#pragma once

#include "kernels/reduce/lanewise.inl.h"

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

// Each integer of a register into a 64-bit lane.
template <class T>
CT_INLINE void widen_all(Vec<T> integers, uint64_t *to) {
  using Wide64 = typename Choose<(static_cast<T>(-1) < 0), int64_t, uint64_t>::Type;
  alignas(64) char block[kVecBytes];
  integers.store(block);
#pragma GCC unroll 8
  for (int i = 0; i < Vec<T>::kLanes; i += Vec<uint64_t>::kLanes) {
    load_as<Wide64, T>(block + i * static_cast<int64_t>(sizeof(T))).store(reinterpret_cast<char *>(to + i));
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
