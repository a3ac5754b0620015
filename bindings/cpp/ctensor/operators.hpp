// Operators on tensors and numbers. Each is the op that its line names. Comparisons are elementwise and give bools.
#ifndef CTENSOR_OPERATORS_HPP
#define CTENSOR_OPERATORS_HPP

#include "ops.hpp"

namespace ctensor {

inline Tensor operator+(const Tensor &t) { return positive(t); }
inline Tensor operator-(const Tensor &t) { return neg(t); }
inline Tensor operator~(const Tensor &t) { return bitwise_not(t); }

// Both sides have the same type, since C++20 also tries comparisons with swapped sides, which must not be ambiguous.
#define CTENSOR_BINARY(symbol, op) \
  inline Tensor operator symbol(const Operand &a, const Operand &b) { return op(a, b); }

// Adds the assignment, which writes into the tensor's own memory, so that its views see it.
#define CTENSOR_BINARY_ASSIGN(symbol, op)                                      \
  CTENSOR_BINARY(symbol, op)                                                   \
  inline const Tensor &operator symbol##=(const Tensor &a, const Operand &b) { \
    op##_out(a, b, a);                                                         \
    return a;                                                                  \
  }

CTENSOR_BINARY_ASSIGN(+, add)
CTENSOR_BINARY_ASSIGN(-, sub)
CTENSOR_BINARY_ASSIGN(*, mul)
CTENSOR_BINARY_ASSIGN(/, div)
CTENSOR_BINARY_ASSIGN(%, remainder)  // with the divisor's sign, like Python's and PyTorch's, not C's
CTENSOR_BINARY_ASSIGN(&, bitwise_and)
CTENSOR_BINARY_ASSIGN(|, bitwise_or)
CTENSOR_BINARY_ASSIGN(^, bitwise_xor)
CTENSOR_BINARY_ASSIGN(<<, left_shift)
CTENSOR_BINARY_ASSIGN(>>, right_shift)
CTENSOR_BINARY(==, eq)
CTENSOR_BINARY(!=, ne)
CTENSOR_BINARY(<, lt)
CTENSOR_BINARY(<=, le)
CTENSOR_BINARY(>, gt)
CTENSOR_BINARY(>=, ge)

#undef CTENSOR_BINARY
#undef CTENSOR_BINARY_ASSIGN

}  // namespace ctensor

#endif
