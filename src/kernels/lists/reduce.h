// The lists of reductions, and the list of the accumulators that their kernels are made of. They drive the kernel
// tables, the ops, the C entry points, their declarations and comments in ctensor.h (tools/header.py), and the tests'
// loops. To add one: an accumulator in kernels/reduce/*.cpp with its line, or a line alone where an accumulator there
// will do; its line in the oracle.
#pragma once

#include <cstdint>

#include "kernels/lists/elementwise.h"

namespace ct::kernels {

constexpr uint32_t kInexact = kFloats | kComplexes;
constexpr uint32_t kBytes = kBool | dtype_bit(DType::Int8) | dtype_bit(DType::UInt8);
constexpr uint32_t kAllTested = kBytes | dtype_bit(DType::Float32);
constexpr uint32_t kAnyTested = kAllTested | dtype_bit(DType::Int32) | dtype_bit(DType::UInt32);
constexpr uint32_t kMultiplied = dtype_bit(DType::Int64) | dtype_bit(DType::UInt64) | dtype_bit(DType::Float32) |
                                 dtype_bit(DType::Float64) | dtype_bit(DType::Complex64) | dtype_bit(DType::Complex128);
constexpr uint32_t kOrdered = kReals & ~(dtype_bit(DType::UInt16) | dtype_bit(DType::UInt32));

//   X(name, dtypes, holds, combine, identity)
//   dtypes    of the elements it reads; others are converted block by block first. Every instruction set has a kernel
//             for these, and some have kernels for more
//   holds     the dtype of what is accumulated (Holds below)
//   combine   the accumulator whose kernel combines two partial results, reading what this one holds
//   identity  what to begin with: Zero, One, Lowest, Highest of what is held
#define CT_ACCUMULATORS(X)              \
  X(sum, kAll, Wide, sum, Zero)         \
  X(nansum, kReals, Wide, sum, Zero)    \
  X(prod, kMultiplied, Wide, prod, One) \
  X(amax, kOrdered, Own, amax, Lowest)  \
  X(amin, kOrdered, Own, amin, Highest) \
  X(any, kAnyTested, Own, any, Zero)    \
  X(all, kAllTested, Own, all, One)     \
  X(count, kBytes, Count, sum, Zero)    \
  X(square_sum, kFloats, Double, sum, Zero)

//   X(name, form, dtypes, accumulator, result, empty, finish, none, doc)
//   name    as in ct_<name> and ct_<name>_out
//   form    its parameters: Typed (dims, keepdim, dtype), Plain (dims, keepdim)
//   dtypes  what it may compute in; for Truth and Count, what it takes: those are computed in bool, or in a dtype of
//           their own
//   result  how the result's dtype is found (ops/reduce/reduce.h): Wide, Float, Same, Truth, Count
//   empty   the result of no elements: Identity, Nan or Error
//   finish  what is done with the accumulated value: None, Mean (it is divided by the number of elements), NumbersMean
//           (by the number of those that are not NaN)
//   none    what the comment in ctensor.h says of a result that no element went into
//   doc     what it does, for that comment; a further paragraph goes after "\n"
// clang-format off
#define CT_REDUCTIONS(X) \
  X(sum, Typed, kAll, sum, Wide, Identity, None, "The sum of no elements is 0.", "The sum over some dims. dims NULL: over all.\nThe same bits for any number of threads, any address and any instruction set. Floats are added in a tree, halves in float32, so the error grows with the logarithm of the count.") \
  X(nansum, Typed, kReals, nansum, Wide, Identity, None, "The sum of no elements is 0.", "The sum over some dims of the elements that are not NaN. dims NULL: over all.\nEverything else is as in ct_sum.") \
  X(mean, Typed, kInexact, sum, Float, Nan, Mean, "The mean of no elements is NaN.", "The mean over some dims: their sum, divided by the number of elements. dims NULL: over all.\nHalves are added and divided in float32 and rounded once.") \
  X(nanmean, Typed, kFloats, nansum, Float, Nan, NumbersMean, "The mean of no numbers is NaN.", "The mean over some dims of the elements that are not NaN. dims NULL: over all.\nHalves are added and divided in float32 and rounded once.") \
  X(prod, Typed, kAll, prod, Wide, Identity, None, "The product of no elements is 1.", "The product over some dims. dims NULL: over all.\nThe same bits for any number of threads, any address and any instruction set. Integers wrap.") \
  X(amax, Plain, kReals, amax, Same, Error, None, "There must be an element for each of *out.", "The largest element over some dims. dims NULL: over all.\nNaN wins. Of bools, true is larger.") \
  X(amin, Plain, kReals, amin, Same, Error, None, "There must be an element for each of *out.", "The smallest element over some dims. dims NULL: over all.\nNaN wins. Of bools, false is smaller.") \
  X(any, Plain, kAll, any, Truth, Identity, None, "Of no elements, none is.", "Whether any element over some dims is not zero. dims NULL: over all.\nNaN is not zero.") \
  X(all, Plain, kAll, all, Truth, Identity, None, "Of no elements, all are.", "Whether all elements over some dims are not zero. dims NULL: over all.\nNaN is not zero.") \
  X(count_nonzero, Plain, kAll, count, Count, Identity, None, "Of no elements, 0 are.", "How many elements over some dims are not zero. dims NULL: over all.\nNaN is not zero.")

// Reductions that have an op of their own in ops/reduce. Their lines give the columns of CT_REDUCTIONS that their entry
// points and comments need.
//   X(name, form, dtypes, result, empty, none, doc)
//   form    besides those above, Norm (p, dims, keepdim, dtype)
//   result  besides those above, Real: the real dtype of t's, or of the one asked for; FloatSame: t's, float32 for bool and
//           integers
#define CT_OTHER_REDUCTIONS(X) \
  X(norm, Norm, kInexact, Real, Error, "The norm of no elements is 0; but where p is negative or infinite, there must be an element for each of *out.", "The p-norm over some dims. dims NULL: over all; p NULL: 2.\np of 0 counts the elements that are not zero, infinity and -infinity give the largest and the smallest |x|, any other the sum of |x| to the power of p, to the power of 1/p. For p of 2 squares are added in float64, those of halves in float32, and of bfloat16 in float64 again where they leave its range. The same bits for any number of threads and any address; of powers but 0, 1, 2 and the infinities, on every instruction set in deterministic mode alone.") \
  X(logsumexp, Plain, kReals, FloatSame, Identity, "Of no elements, -infinity.", "The logarithm of the sum over some dims of the elements' exponentials. dims NULL: over all.\nComputed from the largest element down, so that no exponential overflows. NaN wins, then infinity. The same bits for any number of threads and any address, and in deterministic mode for any instruction set.")

//   X(name, exact, doc)
//   exact   whether nothing is lost before the result is rounded. They are of form Typed, dtypes kInexact, result Float
#define CT_PRECISE_SUMS(X) \
  X(sum_compensated, false, "The sum over some dims, as if in twice the precision of the elements and then rounded. dims NULL: over all.\nHalves and float32 are added in float64; what rounding takes from those sums, and from those of float64, is added up beside. The same bits for any number of threads, any address and any instruction set. NaN and infinities are as in ct_sum.") \
  X(sum_exact, true, "The exact sum over some dims, rounded once, to nearest. dims NULL: over all.\nIn a fixed-point number as wide as float64 reaches: nothing is lost, and no order matters. Far slower than ct_sum. NaN and infinities are as in ct_sum.")

//   X(name, form, roots, doc)
//   form    One output, or Two, the mean being the second. The parameters are (dims, correction, keepdim)
//   roots   whether it is the standard deviation
#define CT_VARIANCES(X) \
  X(var, One, false, "The variance over some dims: the squared deviations from the mean, divided by their number less the correction. dims NULL: over all; correction NULL: 1.\nMeans and deviations are accumulated in float64, by Chan's formula, from blocks that narrower floats add up in float32 where that loses little (at most 2^-18 of the variance): the same bits for any number of threads, any address and any instruction set. A complex tensor's variance is that of both parts together. Where the correction is no less than the number of elements, it is infinite, or NaN.") \
  X(std, One, true, "The standard deviation over some dims: the square root of the variance. dims NULL: over all; correction NULL: 1.\nEverything else is as in ct_var.") \
  X(var_mean, Two, false, "The variance and the mean over some dims, in one pass. dims NULL: over all; correction NULL: 1.\nEverything else is as in ct_var. The mean of infinities may be NaN, as PyTorch's is; ct_mean's is not.") \
  X(std_mean, Two, true, "The standard deviation and the mean over some dims, in one pass. dims NULL: over all; correction NULL: 1.\nEverything else is as in ct_var_mean.")
// clang-format on

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
