// bitwise_not, bitwise_and, bitwise_or, bitwise_xor, left_shift, right_shift. Of bools, the bitwise ops are logical.
#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

CT_INLINE Bool truth(bool value) { return {static_cast<uint8_t>(value)}; }

template <class T>
struct BitwiseNot {
  static constexpr bool kSignless = true;
  static CT_INLINE Vec<T> apply(Vec<T> a) { return {~a.v}; }
};
template <>
struct BitwiseNot<Bool> {
  static CT_INLINE Bool apply(Bool a) { return truth(a.byte == 0); }
};

#define CT_BITWISE(name, sign, of_bools)                                         \
  template <class T>                                                             \
  struct name {                                                                  \
    static constexpr bool kSignless = true;                                      \
    static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) { return {a.v sign b.v}; } \
  };                                                                             \
  template <>                                                                    \
  struct name<Bool> {                                                            \
    static CT_INLINE Bool apply(Bool a, Bool b) { return truth(of_bools); }      \
  };
CT_BITWISE(BitwiseAnd, &, (a.byte != 0) & (b.byte != 0))
CT_BITWISE(BitwiseOr, |, (a.byte | b.byte) != 0)
CT_BITWISE(BitwiseXor, ^, (a.byte != 0) != (b.byte != 0))
#undef CT_BITWISE

// A shift by less than 0, or by the width or more, shifts all bits out: the result is 0, or copies of the sign if a
// signed number is shifted to the right.
template <class T>
struct LeftShift {
  static constexpr bool kSignless = true;
  static CT_INLINE T apply(T a, T b) {
    constexpr T kWidth = 8 * sizeof(T);
    const T shifted = static_cast<T>(a << (b & (kWidth - 1)));
    return b < kWidth ? shifted : T(0);
  }
};
template <class T>
struct RightShift {
  static CT_INLINE T apply(T a, T b) {
    using U = Unsigned<T>;
    constexpr U kWidth = 8 * sizeof(T);
    const bool within = static_cast<U>(b) < kWidth;
    if constexpr (T(-1) < T(0)) {
      return static_cast<T>(a >> (within ? static_cast<U>(b) : kWidth - 1));
    } else {
      return within ? static_cast<T>(a >> (b & (kWidth - 1))) : T(0);
    }
  }
};

}  // namespace

void register_bitwise_not(Table &table) { register_op<Elementwise::bitwise_not, BitwiseNot, Unary>(table); }
void register_bitwise_and(Table &table) { register_op<Elementwise::bitwise_and, BitwiseAnd, BinaryShared>(table); }
void register_bitwise_or(Table &table) { register_op<Elementwise::bitwise_or, BitwiseOr, BinaryShared>(table); }
void register_bitwise_xor(Table &table) { register_op<Elementwise::bitwise_xor, BitwiseXor, BinaryShared>(table); }
void register_left_shift(Table &table) { register_op<Elementwise::left_shift, LeftShift, BinaryShared>(table); }
void register_right_shift(Table &table) { register_op<Elementwise::right_shift, RightShift, BinaryShared>(table); }

}  // namespace ct::kernels::CT_ISA
