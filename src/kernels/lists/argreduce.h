// The list of searches for the largest or smallest element. It drives the ops, the C entry points and the tests' loops.
// To add one: a line here, its declaration and comment in ctensor.h, its line in the oracle.
#pragma once

#include <cstdint>

#include "kernels/lists/elementwise.h"

namespace ct::kernels {

//   X(name, form, dtypes, which)
//   name    as in ct_<name> and ct_<name>_out
//   form    Index (where it is; over one dim or all), Indexed (what and where it is; over one dim), Range (the largest
//           beside it; over one dim or all)
//   dtypes  what the elements may be
//   which   Largest or Smallest
#define CT_EXTREMES(X)                     \
  X(argmax, Index, kRealNumbers, Largest)  \
  X(argmin, Index, kRealNumbers, Smallest) \
  X(max_dim, Indexed, kReals, Largest)     \
  X(min_dim, Indexed, kReals, Smallest)    \
  X(aminmax, Range, kReals, Smallest)

enum class ExtremeOp : int32_t {
#define CT_EXTREME_ENUM(name, ...) name,
  CT_EXTREMES(CT_EXTREME_ENUM)
#undef CT_EXTREME_ENUM
};

enum class Which : int32_t { Largest, Smallest };

// What the kernels compare; the rest is converted by cache-sized blocks, which keeps order and equality.
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
