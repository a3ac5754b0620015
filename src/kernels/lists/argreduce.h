// The list of argreductions: what tells where the largest or smallest element is. It drives the ops, the C entry points
// and the tests' loops.
// To add one: a line here, its declaration and comment in ctensor.h, its line in the oracle.
#pragma once

#include <cstdint>

#include "kernels/lists/elementwise.h"

namespace ct::kernels {

//   X(name, form, dtypes, wanted)
//   name    as in ct_<name> and ct_<name>_out
//   form    Index (where it is; over one dim or all), Indexed (what and where it is; over one dim), Range (the largest
//           beside it; over one dim or all)
//   dtypes  what the elements may be
//   wanted  Largest or Smallest
#define CT_ARGREDUCES(X)                   \
  X(argmax, Index, kRealNumbers, Largest)  \
  X(argmin, Index, kRealNumbers, Smallest) \
  X(max_dim, Indexed, kReals, Largest)     \
  X(min_dim, Indexed, kReals, Smallest)    \
  X(aminmax, Range, kReals, Smallest)

enum class ArgreduceOp : int32_t {
#define CT_ARGREDUCE_ENUM(name, ...) name,
  CT_ARGREDUCES(CT_ARGREDUCE_ENUM)
#undef CT_ARGREDUCE_ENUM
};

enum class Wanted : int32_t { Largest, Smallest };

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
