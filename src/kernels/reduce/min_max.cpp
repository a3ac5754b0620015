// The largest and the smallest element. NaN wins. Of zeros of both signs either may come out, the same one everywhere.
// Halves are compared as integers.
#include "kernels/reduce/lanewise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
constexpr T lowest() {
  if constexpr (kIsFloat<T>) {
    return -static_cast<T>(__builtin_inff());
  } else {
    return Limits<T>::kLow;
  }
}
template <class T>
constexpr T highest() {
  if constexpr (kIsFloat<T>) {
    return static_cast<T>(__builtin_inff());
  } else {
    return Limits<T>::kHigh;
  }
}

template <class T>
struct Largest : Widened<T> {
  using V = Vec<Wide<T>>;
  static CT_INLINE Wide<T> identity() { return lowest<Wide<T>>(); }
  static CT_INLINE V map(V x) { return x; }
  static CT_INLINE V combine(V a, V b) { return farther_or_nan<true>(a, b); }
  CT_HOLDS_LANES(Largest)
};

template <class T>
struct Smallest : Widened<T> {
  using V = Vec<Wide<T>>;
  static CT_INLINE Wide<T> identity() { return highest<Wide<T>>(); }
  static CT_INLINE V map(V x) { return x; }
  static CT_INLINE V combine(V a, V b) { return farther_or_nan<false>(a, b); }
  CT_HOLDS_LANES(Smallest)
};

// Halves become keys, of which the largest (or the smallest) is looked for: negative halves have their order reversed,
// and then all numbers move so far toward the end that does not win that every NaN, of either sign, wraps to the end
// that does.
template <class T, bool largest>
struct HalfMinMax {
  using Stored = T;
  using Lane = int16_t;
  using Held = T;
  using V = Vec<int16_t>;
  static constexpr int kNans = kSame<T, Half> ? 0x3ff : 0x7f;  // of one sign
  static constexpr auto kMoved = static_cast<uint16_t>(largest ? -kNans : kNans);

  static CT_INLINE int16_t ordered(int16_t x) { return static_cast<int16_t>(x ^ ((x >> 15) & 0x7fff)); }
  static CT_INLINE V load(const char *at) { return V::load(at); }
  static CT_INLINE V load(const char *at, int64_t count) { return V::load(at, count); }
  static CT_INLINE int16_t identity() { return largest ? INT16_MIN : INT16_MAX; }
  static CT_INLINE V map(V x) {
    const V::Native ordered = x.v ^ ((x.v >> 15) & 0x7fff);
    return {(V::Native)((Vec<uint16_t>::Native)ordered + kMoved)};
  }
  static CT_INLINE V combine(V a, V b) { return farther<largest>(a, b); }
  static CT_INLINE T hold(T held, int16_t lane) {
    const auto own = static_cast<int16_t>(ordered(static_cast<int16_t>(held.bits)) + kMoved);
    const int16_t key = (largest ? own > lane : own < lane) ? own : lane;
    return {static_cast<uint16_t>(ordered(static_cast<int16_t>(key - kMoved)))};
  }
};

// Of equal elements the last one wins, of NaN the first one: a column that is walked in order needs no tree.
template <class F>
struct InOrder : Elementwise<F> {
  static constexpr int64_t kColumnRows = kEndless;
};
template <class T>
struct LargestOf {
  using Type = InOrder<Largest<T>>;
};
template <class T>
struct SmallestOf {
  using Type = InOrder<Smallest<T>>;
};
#define CT_HALF_MIN_MAX(T)                          \
  template <>                                       \
  struct LargestOf<T> {                             \
    using Type = Elementwise<HalfMinMax<T, true>>;  \
  };                                                \
  template <>                                       \
  struct SmallestOf<T> {                            \
    using Type = Elementwise<HalfMinMax<T, false>>; \
  };
CT_HALF_MIN_MAX(Half)
CT_HALF_MIN_MAX(BFloat16)
#undef CT_HALF_MIN_MAX

}  // namespace

void register_reduce_min_max(Table &table) {
#define CT_REGISTER(dtype, element, wide)                                                           \
  if constexpr ((dtype_bit(DType::dtype) & kOrdered & ~kBool) != 0) {                               \
    constexpr int kIndex = static_cast<int>(DType::dtype);                                          \
    table.reduce[static_cast<int>(Accumulator::amax)][kIndex] = &reduce<LargestOf<element>::Type>;  \
    table.reduce[static_cast<int>(Accumulator::amin)][kIndex] = &reduce<SmallestOf<element>::Type>; \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
