// The list of argreductions, which tell where the largest or smallest element is. It drives the ops, the C entry
// points, their declarations and comments in ctensor.h (tools/header.py), and the tests' loops. To add one: a line
// here, its line in the oracle.
#pragma once

#include <cstdint>

#include "kernels/lists/elementwise.h"

namespace ct::kernels {

//   X(name, form, dtypes, wanted, doc)
//   name    as in ct_<name> and ct_<name>_out
//   form    Index (where it is; over one dim or all), Indexed (what and where it is; over one dim), Range (the smallest
//           and the largest; over one dim or all)
//   dtypes  what the elements may be
//   wanted  Largest or Smallest
//   doc     what it does, for the comment in ctensor.h; a further paragraph goes after "\n"
// clang-format off
#define CT_ARGREDUCES(X) \
  X(argmax, Index, kRealNumbers, Largest, "The index of the largest element along dim. dim CT_ALL_DIMS: of all elements, counted in row-major order.\nThe first NaN, where there is one; else the first of the largest ones. Zeros of both signs are equal.") \
  X(argmin, Index, kRealNumbers, Smallest, "The index of the smallest element along dim. dim CT_ALL_DIMS: of all elements, counted in row-major order.\nThe first NaN, where there is one; else the first of the smallest ones. Zeros of both signs are equal.") \
  X(max_dim, Indexed, kReals, Largest, "The largest element along dim, and its index.\nThe element is the one whose index ct_argmax gives. Of bools, true is larger.") \
  X(min_dim, Indexed, kReals, Smallest, "The smallest element along dim, and its index.\nThe element is the one whose index ct_argmin gives. Of bools, true is larger.") \
  X(aminmax, Range, kReals, Smallest, "The smallest and the largest element along dim, in one pass. dim CT_ALL_DIMS: of all elements.\nNaN wins in both. Of zeros of both signs, the first. Of bools, true is larger.")
// clang-format on

enum class ArgreduceOp : int32_t {
#define CT_ARGREDUCE_ENUM(name, ...) name,
  CT_ARGREDUCES(CT_ARGREDUCE_ENUM)
#undef CT_ARGREDUCE_ENUM
};

enum class Wanted : int32_t { Largest, Smallest };

// What the kernels compare. Other dtypes are converted to it by cache-sized blocks, which keeps order and equality.
constexpr DType compared_dtype(DType dtype) {
  switch (dtype) {
    case DType::Bool:
      return DType::UInt8;
    case DType::UInt16:
      return DType::Int32;
    case DType::UInt32:
      return DType::Int64;
    default:
      return dtype;
  }
}

}  // namespace ct::kernels
