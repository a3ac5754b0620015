// How elements are compared: a NaN beats every number, zeros of both signs are equal, and of equals the first one wins.
// So the result does not depend on the order of comparisons, which is chosen for speed alone.
//
// A segment is n contiguous elements of a line; columns are lines whose neighbours are contiguous. `best` is what has
// been found so far. Numbers of rows and elements are counted in lanes as wide as what is compared.
#pragma once

#include "kernels/reduce/lanes.inl.h"
#include "kernels/reduce/lanewise.inl.h"
#include "kernels/registrations.h"
#include "kernels/vec/farthest_lane.h"

namespace ct::kernels::CT_ISA {
namespace {

// Halves are compared as keys, which are integers in the same order: bits with a sign become negative numbers, and both
// zeros become 0. NaNs lie beyond the infinities.
template <class T>
inline constexpr int16_t kInfiniteKey = 0;
template <>
inline constexpr int16_t kInfiniteKey<Half> = 0x7c00;
template <>
inline constexpr int16_t kInfiniteKey<BFloat16> = 0x7f80;

template <class Stored, Wanted wanted>
struct Comparison {
  static constexpr bool kIsKey = kIsHalf<Stored>;
  using T = typename Choose<kIsKey, int16_t, Stored>::Type;  // what is compared
  using V = Vec<T>;
  using Number = Bits<T>;  // of a row or an element
  using Numbers = Vec<Number>;
  using Mask = typename Numbers::Native;
  static constexpr int64_t kSize = sizeof(Stored);
  static constexpr int64_t kLanes = V::kLanes;
  static constexpr int16_t kInfinite = kInfiniteKey<Stored>;
  static constexpr bool kHasNan = kIsFloat<T> || kIsKey;
  static constexpr bool kLargest = wanted == Wanted::Largest;

  // Converts bits to a key, and a key back to bits.
  static CT_INLINE V key(V x) {
    if constexpr (!kIsKey) {
      return x;
    } else {
      return select(x.v < V{}.v, V{INT16_MIN - x.v}, x);
    }
  }
  static CT_INLINE V load(const char *at) { return key(V::load(at)); }
  // It is not inlined, because GCC would copy any loop around it for every bit of `lanes`.
  CT_NOINLINE static void load_some(V &to, const char *at, int64_t lanes) {
    to = lanes == kLanes ? load(at) : key(V::load(at, lanes));
  }
  static CT_INLINE T load_one(const char *at) {
    const T x = load_element<T>(at);
    if constexpr (kIsKey) return static_cast<T>(x < 0 ? INT16_MIN - x : x);
    return x;
  }
  // Copies an element as conversions to float and back would: a NaN becomes quiet.
  static CT_INLINE void copy_one(char *to, const char *from) {
    if constexpr (kIsKey) {
      constexpr int kQuiet = kSame<Stored, Half> ? 0x200 : 0x40;
      const T x = load_element<T>(from);
      store_element(to, static_cast<T>((x & INT16_MAX) > kInfinite ? x | kQuiet : x));
    } else {
      store_element(to, load_element<T>(from));
    }
  }

  // For each lane: of_a where a is better than b, else of_b. If one of them is NaN, of_b.
  template <class U>
  static CT_INLINE Vec<U> choose(V a, V b, Vec<U> of_a, Vec<U> of_b) {
    return {kLargest ? (a.v > b.v ? of_a.v : of_b.v) : (a.v < b.v ? of_a.v : of_b.v)};
  }
  static CT_INLINE V better(V a, V b) { return farther<kLargest>(a, b); }
  static CT_INLINE V worse(V a, V b) { return farther<!kLargest>(a, b); }
  // The same, except that a NaN wins. Keys come from with_nan().
  template <class U>
  static CT_INLINE Vec<U> choose_nan(V a, V b, Vec<U> of_a, Vec<U> of_b) {
    const Vec<U> numbers = choose(a, b, of_a, of_b);
    if constexpr (kIsFloat<T>) return {a.v == a.v ? numbers.v : (b.v == b.v ? of_a.v : of_b.v)};
    return numbers;
  }
  static CT_INLINE V better_nan(V a, V b) { return choose_nan(a, b, a, b); }

  static CT_INLINE bool is_nan(T x) {
    if constexpr (kIsKey) return x > kInfinite || x < -kInfinite;
    return x != x;
  }
  static CT_INLINE bool beats(T a, T b) {
    if (kHasNan && (is_nan(a) || is_nan(b))) return !is_nan(b);
    return kLargest ? a > b : a < b;
  }
  static bool beats_at(const char *a, const char *b) { return beats(load_one(a), load_one(b)); }

  static CT_INLINE bool any(Mask mask) { return any_bit(Vec<uint64_t>{(typename Vec<uint64_t>::Native)mask}); }
  static CT_INLINE Mask nans(V x) {
    if constexpr (kIsKey) return (Mask)((x.v > kInfinite) | (x.v < -kInfinite));
    return (Mask)(x.v != x.v);
  }
  // Replaces a NaN by the key that beats every number.
  static CT_INLINE V with_nan(V x) {
    if constexpr (kIsKey) return select(nans(x), V::splat(kLargest ? INT16_MAX : -INT16_MAX), x);
    return x;
  }

  // Evidence of whether there may be a NaN among elements. For floats it is their sum, which infinities of both signs
  // also make NaN; for keys it is the worst one, beside the best.
  static CT_INLINE V join_evidence(V a, V b) {
    if constexpr (kIsKey) return worse(a, b);
    return kIsFloat<T> ? a + b : a;
  }
  static CT_INLINE bool may_hold_nan(V evidence, V best) {
    if constexpr (kIsKey) return any(nans(evidence) | nans(best));
    return kIsFloat<T> && any(nans(evidence));
  }
};

// Adds a kernel's functions to the table: Kernel<element, wanted>::put(slots) for every dtype that is compared.
template <template <class, Wanted> class Kernel>
void register_comparisons(ArgreduceTable &table) {
#define CT_REGISTER(dtype, element, wide)                                                                  \
  if constexpr ((dtype_bit(DType::dtype) & kReals) != 0 && compared_dtype(DType::dtype) == DType::dtype) { \
    constexpr auto kDType = static_cast<int>(DType::dtype);                                                \
    Kernel<element, Wanted::Largest>::put(table.argreduce[static_cast<int>(Wanted::Largest)][kDType]);     \
    Kernel<element, Wanted::Smallest>::put(table.argreduce[static_cast<int>(Wanted::Smallest)][kDType]);   \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
