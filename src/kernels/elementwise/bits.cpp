// The bitwise ops, which are the logical ones for bools, and logical_and, logical_or, logical_xor, left_shift and
// right_shift.
#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

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

// Ops on the truth of each element. Inputs become bools first, so one row function serves every dtype.
template <template <class> class Body>
struct OfTruths {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using Memory = If<kSame<T, BFloat16>, Half, Unsigned<T>>;
    constexpr Operand kOperand{sizeof(T), kForm<Bool, Memory>};
    static constexpr RowLoop kLoop{&ElementRow<Body<Bool>, 0, Bool, Bool, Bool>::row, 3, {{1}, kOperand, kOperand}};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

}  // namespace

CT_SIGNLESS_OP(bitwise_not, BitwiseNot, ~a, X a)
CT_SIGNLESS_OP(bitwise_and, BitwiseAnd, a &b, X a, X b)
CT_SIGNLESS_OP(bitwise_or, BitwiseOr, a | b, X a, X b)
CT_SIGNLESS_OP(bitwise_xor, BitwiseXor, a ^ b, X a, X b)
CT_REGISTER_OP(logical_and, BitwiseAnd, OfTruths)
CT_REGISTER_OP(logical_or, BitwiseOr, OfTruths)
CT_REGISTER_OP(logical_xor, BitwiseXor, OfTruths)
CT_REGISTER_OP(left_shift, LeftShift)
CT_REGISTER_OP(right_shift, RightShift)

}  // namespace ct::kernels::CT_ISA
