// The list of reductions, and the list of the accumulators that their kernels are made of. They drive the kernel
// tables, the ops, the C entry points, the tests' loops and the docs check. To add one: an accumulator in
// kernels/reduce/*.cpp with its line, or a line alone where an accumulator there will do; its declaration and comment
// in ctensor.h; its line in the oracle.
#pragma once

#include <cstdint>

#include "kernels/lists/elementwise.h"

namespace ct::kernels {

constexpr uint32_t kInexact = kFloats | kComplexes;
constexpr uint32_t kBytes = kBool | dtype_bit(DType::Int8) | dtype_bit(DType::UInt8);
constexpr uint32_t kAllTested = kBytes | dtype_bit(DType::Float32);
constexpr uint32_t kAnyTested = kAllTested | dtype_bit(DType::Int32) | dtype_bit(DType::UInt32);
constexpr uint32_t kOrdered = kReals & ~(dtype_bit(DType::UInt16) | dtype_bit(DType::UInt32));

//   X(name, dtypes, holds, combine, identity)
//   dtypes    of the elements it reads; others are converted block by block before. On every instruction set there is a
//             kernel for these, on some there are more
//   holds     the dtype of what is accumulated (Holds below)
//   combine   the accumulator whose kernel brings two partial results together, reading what this one holds
//   identity  what to begin with: Zero, One, Lowest, Highest of what is held
#define CT_ACCUMULATORS(X)              \
  X(sum, kAll, Wide, sum, Zero)         \
  X(nansum, kReals, Wide, sum, Zero)    \
  X(prod, kAll, Wide, prod, One)        \
  X(amax, kOrdered, Own, amax, Lowest)  \
  X(amin, kOrdered, Own, amin, Highest) \
  X(any, kAnyTested, Own, any, Zero)    \
  X(all, kAllTested, Own, all, One)     \
  X(count, kBytes, Count, sum, Zero)    \
  X(square_sum, kFloats, Double, sum, Zero)

//   X(name, form, dtypes, accumulator, result, empty, finish)
//   name    as in ct_<name> and ct_<name>_out
//   form    Typed: with a dtype argument; Plain: without
//   dtypes  what it may compute in; of Truth and Count, what it takes: those are computed in bool, or in a dtype of
//           their own
//   result  how the result's dtype is found (ops/reduce/reduce.h): Wide, Float, Same, Truth, Count
//   empty   what no elements give: Identity, Nan or Error
//   finish  what becomes of the accumulated: None, Mean (divided by the number of elements), NumbersMean (by that of
//           those that are not NaN)
#define CT_REDUCTIONS(X)                                      \
  X(sum, Typed, kAll, sum, Wide, Identity, None)              \
  X(nansum, Typed, kReals, nansum, Wide, Identity, None)      \
  X(mean, Typed, kInexact, sum, Float, Nan, Mean)             \
  X(nanmean, Typed, kFloats, nansum, Float, Nan, NumbersMean) \
  X(prod, Typed, kAll, prod, Wide, Identity, None)            \
  X(amax, Plain, kReals, amax, Same, Error, None)             \
  X(amin, Plain, kReals, amin, Same, Error, None)             \
  X(any, Plain, kAll, any, Truth, Identity, None)             \
  X(all, Plain, kAll, all, Truth, Identity, None)             \
  X(count_nonzero, Plain, kAll, count, Count, Identity, None)

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

// What an accumulator holds.
enum class Holds {
  Wide,  // int64 for bool and integers (uint64 stays), float32 for halves, complex64 for complex32, else itself
  Same,  // float32 for halves, else itself
  Own,
  Double,
  Count  // int64
};
constexpr DType held_dtype(Holds holds, DType dtype) {
  if (holds == Holds::Double) return DType::Float64;
  if (holds == Holds::Count) return DType::Int64;
  if (holds == Holds::Own) return dtype;
  if ((dtype_bit(dtype) & (kBool | kIntegers)) != 0) {
    return holds == Holds::Wide && dtype != DType::UInt64 ? DType::Int64 : dtype;
  }
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
constexpr DType accumulator_dtype(Accumulator accumulator, DType dtype) {
  constexpr Holds all[] = {
#define CT_REDUCE_HOLDS(name, dtypes, holds, combine, identity) Holds::holds,
      CT_ACCUMULATORS(CT_REDUCE_HOLDS)
#undef CT_REDUCE_HOLDS
  };
  return held_dtype(all[static_cast<int>(accumulator)], dtype);
}

}  // namespace ct::kernels
