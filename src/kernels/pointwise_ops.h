// The list of pointwise ops. It drives the kernel tables, the structured ops, the C entry points, the tests' loops and
// the docs check. To add an op: one line here, one loop body in kernels/pointwise_*.inl.h, its declaration and comment
// in ctensor.h, its line in the oracle.
//
//   X(name, arity, kind, dtypes)
//   name    as in ct_<name> and ct_<name>_out
//   arity   Unary, Binary, Ternary: the number of inputs
//   kind    how dtypes are found (ops/pointwise.h): Same, Float, Binary, BinaryFloat, Comparison, Where
//   dtypes  what the common dtype may be; the kernel exists for these alone
#pragma once

#include <cstdint>

#include "kernels/types.h"

namespace ct::kernels {

constexpr uint32_t dtype_bit(DType dtype) { return 1U << static_cast<uint32_t>(dtype); }
constexpr uint32_t kBool = dtype_bit(DType::Bool);
constexpr uint32_t kIntegers = dtype_bit(DType::UInt8) | dtype_bit(DType::Int8) | dtype_bit(DType::Int16) |
                               dtype_bit(DType::Int32) | dtype_bit(DType::Int64) | dtype_bit(DType::UInt16) |
                               dtype_bit(DType::UInt32) | dtype_bit(DType::UInt64);
constexpr uint32_t kFloats =
    dtype_bit(DType::Float16) | dtype_bit(DType::BFloat16) | dtype_bit(DType::Float32) | dtype_bit(DType::Float64);
constexpr uint32_t kComplexes =
    dtype_bit(DType::Complex32) | dtype_bit(DType::Complex64) | dtype_bit(DType::Complex128);
constexpr uint32_t kAll = kBool | kIntegers | kFloats | kComplexes;

#define CT_POINTWISE_OPS(X)                                \
  X(neg, Unary, Same, kIntegers | kFloats | kComplexes)    \
  X(exp, Unary, Float, kFloats | kComplexes)               \
  X(add, Binary, Binary, kAll)                             \
  X(sub, Binary, Binary, kIntegers | kFloats | kComplexes) \
  X(mul, Binary, Binary, kAll)                             \
  X(div, Binary, BinaryFloat, kFloats | kComplexes)        \
  X(floor_divide, Binary, Binary, kIntegers | kFloats)     \
  X(eq, Binary, Comparison, kAll)                          \
  X(lt, Binary, Comparison, kBool | kIntegers | kFloats)   \
  X(where, Ternary, Where, kAll)

enum class Pointwise : int32_t {
#define CT_POINTWISE_ENUM(name, arity, kind, dtypes) name,
  CT_POINTWISE_OPS(CT_POINTWISE_ENUM)
#undef CT_POINTWISE_ENUM
};

#define CT_POINTWISE_COUNT(name, arity, kind, dtypes) +1
constexpr int kNumPointwise = 0 CT_POINTWISE_OPS(CT_POINTWISE_COUNT);
#undef CT_POINTWISE_COUNT

}  // namespace ct::kernels
