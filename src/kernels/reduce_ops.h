// The list of reductions, and the list of the accumulators that their kernels are made of. They drive the kernel
// tables, the ops, the C entry points, the tests' loops and the docs check. To add one: an accumulator in
// kernels/reduce_*.cpp with its line, or a line alone where an accumulator there will do; its declaration and comment
// in ctensor.h; its line in the oracle.
#pragma once

#include <cstdint>

#include "kernels/pointwise_ops.h"

namespace ct::kernels {

//   X(name, dtypes, holds, combine, identity)
//   dtypes    of the elements it reads; the kernel exists for these alone
//   holds     the dtype of what is accumulated (accumulator_dtype below)
//   combine   the accumulator whose kernel brings two partial results together, reading what this one holds
//   identity  what to begin with: Zero, One, Lowest, Highest
#define CT_ACCUMULATORS(X) X(sum, kAll, Wide, sum, Zero)

//   X(name, dtypes, accumulator, result, empty)
//   name    as in ct_<name> and ct_<name>_out
//   dtypes  what it may compute in
//   result  how the result's dtype is found (ops/reduce.h): Wide
//   empty   what no elements give: Identity, or Error
#define CT_REDUCTIONS(X) X(sum, kAll, sum, Wide, Identity)

enum class Accumulator : int32_t {
#define CT_ACCUMULATOR_ENUM(name, ...) name,
  CT_ACCUMULATORS(CT_ACCUMULATOR_ENUM)
#undef CT_ACCUMULATOR_ENUM
};
enum class ReduceOp : int32_t {
#define CT_REDUCTION_ENUM(name, ...) name,
  CT_REDUCTIONS(CT_REDUCTION_ENUM)
#undef CT_REDUCTION_ENUM
};
#define CT_REDUCE_COUNT(...) +1
constexpr int kNumAccumulators = 0 CT_ACCUMULATORS(CT_REDUCE_COUNT);
constexpr int kNumReductions = 0 CT_REDUCTIONS(CT_REDUCE_COUNT);
#undef CT_REDUCE_COUNT

// What an accumulator holds when it reads `dtype`.
enum class Holds {
  Wide,  // int64 for bool and integers (uint64 stays), float32 for halves, complex64 for complex32, else itself
};
constexpr DType computed_dtype(DType dtype) {  // of a float or complex: what its kernels compute in
  switch (dtype) {
    case DType::Float16:
    case DType::BFloat16:
      return DType::Float32;
    case DType::Complex32:
      return DType::Complex64;
    default:
      return dtype;
  }
}
constexpr DType held_dtype(Holds holds, DType dtype) {
  switch (holds) {
    case Holds::Wide:
      if ((dtype_bit(dtype) & (kBool | kIntegers)) != 0 && dtype != DType::UInt64) return DType::Int64;
      return computed_dtype(dtype);
  }
  return dtype;
}
constexpr DType accumulator_dtype(Accumulator accumulator, DType dtype) {
  constexpr Holds all[] = {
#define CT_REDUCE_HOLDS(name, dtypes, holds, combine, identity) Holds::holds,
      CT_ACCUMULATORS(CT_REDUCE_HOLDS)
#undef CT_REDUCE_HOLDS
  };
  return held_dtype(all[static_cast<int>(accumulator)], dtype);
}

}  // namespace ct::kernels
