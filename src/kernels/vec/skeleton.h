// What an ISA has to give, in portable forms: the skeleton of a new ISA, which nothing includes. Copy this file to
// vec/<isa>.h, name the namespace after the ISA, say what its registers are, and put an instruction for each operation
// that has one; then give src/kernels/meson.build a line, and meson_options.txt the name. The base of another processor
// is named in base.h instead. Operations of operations.h whose portable form is slow may be specialised: see avx2.h.
#pragma once

#include <cstdint>

namespace ct::kernels::base {
constexpr int kVecBytes = 16;
constexpr int kRegisters = 32;
constexpr bool kHasFma = false;
constexpr bool kHasRegisterTables = false;
constexpr int kTableFloats = 8;
constexpr bool kShufflesBytes = false;
constexpr bool kStoresApart = false;
constexpr bool kMasksStores = false;
constexpr bool kConvertsInt64 = false;
constexpr bool kMultipliesBytes = false;
}  // namespace ct::kernels::base

#include "kernels/vec/operations.h"
#include "kernels/vec/sleef.h"

namespace ct::kernels::base {

// load(from, count) and store(to, value, count) of the first elements, 0 < count < kLanes.
template <class T>
struct PartialAccess : BlockAccess<T> {};

// Whether any bit is set.
CT_INLINE bool any_bit(Vec<uint64_t> v) { return (v.v[0] | v.v[1]) != 0; }

// The sum of each eight bytes.
CT_INLINE Vec<uint64_t> add_bytes(Vec<uint8_t> a) {
  constexpr uint64_t kEven = 0x00ff00ff00ff00ff, kOnes = 0x0001000100010001;
  const auto words = (Vec<uint64_t>::Native)a.v;
  return {(((words & kEven) + (words >> 8 & kEven)) * kOnes) >> 48};
}

// The products of the lower halves of 64 bits.
CT_INLINE Vec<uint64_t> multiply_low_words(Vec<uint64_t> a, Vec<uint64_t> b) {
  return {(a.v & 0xffffffffU) * (b.v & 0xffffffffU)};
}

// A non-temporal store, and the fence that comes before other threads are told of such stores. Without such
// instructions, it is an ordinary store.
CT_INLINE void stream(char *to, Vec<uint64_t> line) { line.store(to); }
CT_INLINE void stream_fence() {}

// ---- conversions ----

// kLanes integers of one or two bytes, as int32.
template <class T>
CT_INLINE Vec<int32_t> extend(const char *from) {
  typename NativeVector<T, 4>::Type narrow;
  __builtin_memcpy(&narrow, from, sizeof(narrow));
  return {__builtin_convertvector(narrow, Vec<int32_t>::Native)};
}

// 4 registers (2 where T has two bytes) of int32 as one, saturating.
template <class T>
CT_INLINE Vec<T> pack(const Vec<int32_t> *v) {
  constexpr int32_t kLow = kSame<T, int8_t> ? INT8_MIN : kSame<T, int16_t> ? INT16_MIN : 0;
  constexpr int32_t kHigh = kSame<T, int8_t>    ? INT8_MAX
                            : kSame<T, uint8_t> ? UINT8_MAX
                            : kSame<T, int16_t> ? INT16_MAX
                                                : UINT16_MAX;
  Vec<T> r;
  for (int k = 0; k < 4 / static_cast<int>(sizeof(T)); ++k) {
    const auto low = Vec<int32_t>::splat(kLow).v;
    const auto high = Vec<int32_t>::splat(kHigh).v;
    auto x = v[k].v < low ? low : v[k].v;
    x = x > high ? high : x;
    const auto narrow = __builtin_convertvector(x, typename NativeVector<T, 4>::Type);
    __builtin_memcpy(reinterpret_cast<char *>(&r.v) + k * sizeof(narrow), &narrow, sizeof(narrow));
  }
  return r;
}

// A register of doubles from floats, bfloat16 or, where load_half() is an instruction, halves.
template <class T>
CT_INLINE Vec<double> load_doubles(const char *at) {
  static_assert(kSame<T, float> || kSame<T, BFloat16>);
  using Floats = NativeVector<float, 2>::Type;
  Floats floats;
  if constexpr (kSame<T, float>) {
    floats = load_element<Floats>(at);
  } else {
    using Words = NativeVector<uint16_t, 2>::Type;
    using Bits = NativeVector<uint32_t, 2>::Type;
    floats = (Floats)(__builtin_convertvector(load_element<Words>(at), Bits) << 16);
  }
  return {__builtin_convertvector(floats, Vec<double>::Native)};
}

// Converts to int32. What is out of range becomes INT32_MIN, or saturates.
CT_INLINE Vec<int32_t> truncate(Vec<float> x) { return {__builtin_convertvector(x.v, Vec<int32_t>::Native)}; }
CT_INLINE Vec<int32_t> truncate(Doubles x) {
  const auto a = __builtin_convertvector(x.low.v, Vec<int64_t>::Native);
  const auto b = __builtin_convertvector(x.high.v, Vec<int64_t>::Native);
  const auto low = Vec<int64_t>::splat(INT32_MIN).v;
  return {__builtin_shufflevector((Vec<int32_t>::Native)(a < low ? low : a), (Vec<int32_t>::Native)(b < low ? low : b),
                                  0, 2, 4, 6)};
}
// Floats and integers as doubles, and back.
CT_INLINE Vec<float> to_floats(Doubles x) {
  const auto float_of = [](double value) { return static_cast<float>(value); };
  return {Vec<float>::Native{float_of(x.low.v[0]), float_of(x.low.v[1]), float_of(x.high.v[0]), float_of(x.high.v[1])}};
}
template <class T>
requires(sizeof(T) == 4) CT_INLINE Doubles to_doubles(Vec<T> x) {
  const auto at = [&](int i) { return static_cast<double>(x.v[i]); };
  return {{Vec<double>::Native{at(0), at(1)}}, {Vec<double>::Native{at(2), at(3)}}};
}

// Only where kConvertsInt64: truncate_unsigned() of operations.h, and to_floats(low, high) of integers of 64 bits.

// Only where kShufflesBytes, kStoresApart, kHasFma and kHasRegisterTables: what operations.h declares under these
// names, see avx2.h and avx512.h.

// ---- math functions: FastMath is the ISA's own, DeterministicMath has the same bits on every ISA ----

// SLEEF names its functions after the instruction set: see neon.h.
CT_SLEEF(FastMath, Sleef_finz_, f4, d2, isa)
CT_SLEEF(DeterministicMath, Sleef_cinz_, f4, d2, isa)

}  // namespace ct::kernels::base

// load_half(), to_halves(), widen_half(), narrow_half(), load_bfloat16() and bfloat16s() in integers. An ISA that has
// instructions for halves defines the first four and includes bfloat16.h alone.
#include "kernels/vec/halves.h"
