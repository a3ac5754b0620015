// Operations on Vec<T> that have a portable form: vec/<isa>.h specialises those for which its processors have an
// instruction that compilers do not find. What every ISA has to define itself is in skeleton.h, with its meaning.
//
// The ISA's header says first what it is, before it includes this file:
//   kVecBytes           bytes of a register
//   kRegisters          how many vector registers there are
//   kHasFma             multiply_add() and its kin are one instruction, rounded once
//   kHasRegisterTables  tables of 32 floats in registers, a bit for each lane, and the other operations under that name
//   kTableFloats        how many floats the small tables of lookup() have: 8 or 16
//   kShufflesBytes      shuffle_lanes()
//   kStoresApart        store_apart()
//   kMasksStores        store(to, count) has a mask, and so is in the way of loads from behind what it stores
//   kConvertsInt64      the compiler converts integers of 64 bits to floating point and back by instructions
//   kMultipliesBytes    an instruction multiplies bytes
#pragma once

#include "kernels/tuning.h"
#include "kernels/vec/vec.h"

namespace ct::kernels::CT_ISA {

constexpr bool kRegisterIsLine = kVecBytes == kCacheLine;  // loads and stores take a whole line of the cache
constexpr bool kHasWideRegisters = kVecBytes > 16;         // more than one lane of 16 bytes

// ---- min and max ----

// a where it is the larger (the smaller) one; b where they are equal and where either is NaN.
template <bool largest, class T>
CT_INLINE Vec<T> farther(Vec<T> a, Vec<T> b) {
  if constexpr (largest) return {a.v > b.v ? a.v : b.v};  // as one expression, for compilers to find the instruction
  return {a.v < b.v ? a.v : b.v};
}
// For floats, compilers do not find it.
#define CT_VEC_FARTHER(T, min, max, ...)                   \
  template <>                                              \
  CT_INLINE Vec<T> farther<true, T>(Vec<T> a, Vec<T> b) {  \
    return {(Vec<T>::Native)max(__VA_ARGS__)};             \
  }                                                        \
  template <>                                              \
  CT_INLINE Vec<T> farther<false, T>(Vec<T> a, Vec<T> b) { \
    return {(Vec<T>::Native)min(__VA_ARGS__)};             \
  }

// As farther(), except that NaN wins, and of two NaNs the first one does.
template <bool largest, class T>
CT_INLINE Vec<T> farther_or_nan(Vec<T> a, Vec<T> b) {
  const Vec<T> either = farther<largest>(a, b);
  if constexpr (kIsFloat<T>) {
    return select(a.v != a.v, a, either);
  } else {
    return either;
  }
}

// The lesser of both; NaN stays.
template <class T>
CT_INLINE Vec<T> at_most(Vec<T> x, T bound) {
  return farther<false>(Vec<T>::splat(bound), x);
}

// ---- fused multiply and add: only where kHasFma ----

// a * b + c, a * b - c and c - a * b, each rounded once.
Vec<float> multiply_add(Vec<float> a, Vec<float> b, Vec<float> c);
Vec<double> multiply_add(Vec<double> a, Vec<double> b, Vec<double> c);
Vec<float> product_less(Vec<float> a, Vec<float> b, Vec<float> c);
Vec<float> less_product(Vec<float> c, Vec<float> a, Vec<float> b);
Vec<double> less_product(Vec<double> c, Vec<double> a, Vec<double> b);

// Sums and differences on the units that multiply, as 1 * a + b, with the same bits, so that other units are free to
// add. They are for loops that are bound by their additions.
template <class T>
CT_INLINE Vec<T> fused_plus(Vec<T> a, Vec<T> b) {
  if constexpr (kHasFma) return multiply_add(a, Vec<T>::splat(1), b);
  return a + b;
}
template <class T>
CT_INLINE Vec<T> fused_minus(Vec<T> a, Vec<T> b) {
  if constexpr (kHasFma) return product_less(a, Vec<T>::splat(1), b);
  return a - b;
}
// a - b * by, for products that are exact: the same bits on every ISA.
template <class T>
CT_INLINE Vec<T> fused_less(Vec<T> a, Vec<T> b, T by) {
  if constexpr (kHasFma) return less_product(a, b, Vec<T>::splat(by));
  return a - b * Vec<T>::splat(by);
}

// ---- lanes of floats: only where kHasFma ----

// A choice for each lane: a bit of an integer, or the sign of an int32. Compilers make longer code of the comparisons
// of vectors that select() takes.
using LaneMask = typename Choose<kHasRegisterTables, uint16_t, Vec<int32_t>::Native>::Type;
LaneMask are_odd(Vec<int32_t>::Native v);
LaneMask are_above(Vec<int32_t>::Native v, int32_t bound);
bool any_of(LaneMask lanes);
Vec<float> choose(LaneMask lanes, Vec<float> a, Vec<float> b);  // a in those lanes, b in the others
Vec<float> negated(LaneMask lanes, Vec<float> x);               // -x in those lanes, x in the others

// table[index]. Only as many last bits of each index count as the table needs. Tables have kTableFloats floats, or 32
// where kHasRegisterTables.
template <int count, class Index>
Vec<float> lookup(const float (&table)[count], Index index);

// x = fraction * 2^exponent with 1 <= fraction < 2, for a positive normal x; for any x where kHasRegisterTables.
Vec<float> exponent_of(Vec<float> x);
Vec<float> fraction_of(Vec<float> x);
Vec<float> nearly_inverse(Vec<float> x);  // 1 / x, off by no more than 2^-14 of it

// ---- more of them: only where kHasRegisterTables ----

LaneMask are_above(Vec<uint32_t>::Native v, uint32_t bound);
LaneMask are_negative(Vec<float> x);  // by the sign bit, even of -0 and NaN
LaneMask are_less(Vec<float> a, Vec<float> b);
LaneMask are_greater(Vec<float> a, Vec<float> b);
LaneMask are_at_least(Vec<float> a, Vec<float> b);
LaneMask are_past(Vec<float> a, Vec<float> b);         // greater, or either is NaN
LaneMask are_unequal(Vec<float> a, Vec<float> b);      // or either is NaN
LaneMask are_special(Vec<float> x);                    // NaN, 0 or infinite
Vec<float> where(LaneMask lanes, Vec<float> x);        // x in those lanes, 0 in the others
Vec<float> scaled_by(Vec<float> x, Vec<float> power);  // x * 2^floor(power)
Vec<float> square_root(Vec<float> x);
Vec<float> nearly_inverse_root(Vec<float> x);        // off by no more than 2^-14 of it
Vec<float> fraction_near_one(Vec<float> x);          // |x| over a power of two, 3/4 <= it < 3/2
Vec<float> lesser_size(Vec<float> a, Vec<float> b);  // the one whose |x| is less

// The result, or what the class of x says: a digit for each of quiet NaN (the lowest digit), signalling NaN, 0, 1,
// -infinity, infinity, negative numbers and positive ones. 0: the result; 2: x as a quiet NaN; 3: NaN; 4: -infinity; 5:
// infinity.
template <uint32_t classes>
Vec<float> fixed_up(Vec<float> result, Vec<float> x);

// ---- bytes ----

// Only where kShufflesBytes: in lanes of 16 bytes, byte i of the result is byte control[i] of its lane, or 0 where that
// is 0x80.
Vec<uint8_t> shuffle_lanes(Vec<uint8_t> a, Vec<uint8_t> control);
// Only where kStoresApart: stores half a register of elements to every second place of a whole one, and leaves what
// lies between.
template <int size>
void store_apart(char *to, const char *from);

// ---- what a mask selects ----

// Sets a bit for each of 64 bytes that is not 0. These are templates, so that an ISA may specialise them.
template <class = void>
CT_INLINE uint64_t true_bits(const char *mask) {
  constexpr uint64_t kLow = 0x7f7f7f7f7f7f7f7f, kSpread = 0x0102040810204080;
  uint64_t bits = 0;
  for (int k = 0; k < 8; ++k) {
    const auto bytes = load_element<uint64_t>(mask + k * 8);
    const uint64_t tops = ((((bytes & kLow) + kLow) | bytes) & ~kLow) >> 7;
    bits |= (tops * kSpread >> 56) << (k * 8);
  }
  return bits;
}

// Stores `first` plus the place of each bit that is set, and returns how many there were. Nothing is written beyond
// them.
template <class = void>
CT_INLINE int64_t store_positions(int64_t *to, uint64_t bits, int64_t first) {
  int64_t count = 0;
  for (; bits != 0; bits &= bits - 1) to[count++] = first + __builtin_ctzll(bits);
  return count;
}

// Stores those of 64 elements of that size whose bits are set, and returns how many there were. Nothing is written
// beyond them, and nothing is read beyond the last of them.
template <int size>
CT_INLINE int64_t store_selected(char *to, const char *from, uint64_t bits) {
  using T = typename BitsOf<size>::Type;
  char *at = to;
  for (; bits != 0; bits &= bits - 1, at += size) {
    store_element(at, load_element<T>(from + static_cast<int64_t>(__builtin_ctzll(bits)) * size));
  }
  return (at - to) / size;
}

// The same for words of which many bits are set, where up to kLooseRoom elements beyond those may be overwritten. An
// ISA without masked stores may specialise these.
constexpr int64_t kLooseRoom = 8;
template <class = void>
CT_INLINE int64_t store_positions_loosely(int64_t *to, uint64_t bits, int64_t first) {
  return store_positions(to, bits, first);
}
template <int size>
CT_INLINE int64_t store_selected_loosely(char *to, const char *from, uint64_t bits) {
  return store_selected<size>(to, from, bits);
}

// Keeps those of n pairs whose offset is one of `range` from `low` on, in order, and returns how many there are. An ISA
// may read and write whole registers, which the pairs have room for.
template <class = void>
CT_INLINE int64_t keep_inside(int64_t *offsets, int64_t *places, int64_t n, int64_t low, int64_t range) {
  int64_t kept = 0;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t offset = offsets[i], place = places[i];
    offsets[kept] = offset;
    places[kept] = place;
    kept += static_cast<uint64_t>(offset - low) < static_cast<uint64_t>(range) ? 1 : 0;
  }
  return kept;
}

// ---- widening loads ----

template <class T>
Vec<int32_t> extend(const char *from);  // skeleton.h

// A register of To from as many elements of From, which are narrower in memory.
template <class To, class From>
CT_INLINE Vec<To> widen(const char *at) {
  if constexpr (sizeof(From) == 2 && sizeof(To) == 4) {
    return {(typename Vec<To>::Native)extend<From>(at).v};
  } else {
    typename NativeVector<From, Vec<To>::kLanes>::Type narrow;
    __builtin_memcpy(&narrow, at, sizeof(narrow));
    return {__builtin_convertvector(narrow, typename Vec<To>::Native)};
  }
}
#define CT_VEC_WIDEN(From, To, convert, ...)          \
  template <>                                         \
  CT_INLINE Vec<To> widen<To, From>(const char *at) { \
    return {(Vec<To>::Native)convert(__VA_ARGS__)};   \
  }

// bfloat16 as floats; a NaN stays as it is.
template <class T = BFloat16>
CT_INLINE Vec<float> widen_bfloat16(const char *at) {
  return {(Vec<float>::Native)(widen<uint32_t, uint16_t>(at).v << 16)};
}

// A register of doubles from floats, halves or bfloat16.
template <class T>
Vec<double> load_doubles(const char *at);  // skeleton.h

// Only where kConvertsInt64: conversion to uint32_t. Such an ISA also has to_floats(low, high) of integers of 64 bits.
Vec<uint32_t> truncate_unsigned(Vec<float> x);
Vec<uint32_t> truncate_unsigned(Doubles x);

}  // namespace ct::kernels::CT_ISA
