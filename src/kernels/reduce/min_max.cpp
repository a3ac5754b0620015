// The largest and the smallest element. NaN wins. Among zeros of both signs either may win, the same one everywhere.
// Halves are compared as integers.
#include "kernels/reduce/lanewise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T, bool largest>
struct MinMax : Widened<T> {
  using typename Widened<T>::V;
  static CT_INLINE Wide<T> identity() {
    if constexpr (kIsFloat<Wide<T>>) {
      return static_cast<Wide<T>>(largest ? -__builtin_inff() : __builtin_inff());
    } else {
      return largest ? Limits<T>::kLow : Limits<T>::kHigh;
    }
  }
  static CT_INLINE V combine(V a, V b) { return farther_or_nan<largest>(a, b); }
};

// Halves become integer keys, and the largest (or smallest) key wins. Negative halves have their order reversed; then
// all keys move so far toward the losing end that every NaN, of either sign, wraps to the winning end.
template <class T, bool largest>
struct HalfMinMax {
  using Stored = T;
  using Lane = int16_t;
  using Held = T;
  using V = Vec<int16_t>;
  static constexpr int kNans = kSame<T, Half> ? 0x3ff : 0x7f;  // NaNs of one sign
  static constexpr auto kMoved = static_cast<uint16_t>(largest ? -kNans : kNans);

  static CT_INLINE int16_t ordered(int16_t x) { return static_cast<int16_t>(x ^ ((x >> 15) & 0x7fff)); }
  template <class... N>
  static CT_INLINE V load(const char *at, N... n) {
    return V::load(at, n...);
  }
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

// The last of equal elements wins, and the first NaN, so a column that is walked in order needs no tree.
template <class F>
struct InOrder : Elementwise<F> {
  static constexpr int64_t kColumnRows = kEndless;
};
template <class T, bool largest>
using MinMaxOf = typename Choose<kIsHalf<T>, Elementwise<HalfMinMax<T, largest>>, InOrder<MinMax<T, largest>>>::Type;

}  // namespace

void register_reduce_min_max(ReduceTable &table) {
#define CT_REGISTER(dtype, element, wide)                                                          \
  if constexpr ((dtype_bit(DType::dtype) & kOrdered & ~kBool) != 0) {                              \
    constexpr int kIndex = static_cast<int>(DType::dtype);                                         \
    table.reduce[static_cast<int>(Accumulator::amax)][kIndex] = &reduce<MinMaxOf<element, true>>;  \
    table.reduce[static_cast<int>(Accumulator::amin)][kIndex] = &reduce<MinMaxOf<element, false>>; \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
