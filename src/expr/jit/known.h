// The instructions of a pass for which there is machine code.
#pragma once

#include <cstdint>

#include "expr/tiles.h"
#include "tensor/dtype.h"

namespace ct::jit {

enum class What : uint8_t {
  Copy,
  Add,
  Sub,
  Mul,
  Div,
  Neg,
  Abs,
  Square,
  Sqrt,
  Rsqrt,
  Reciprocal,
  Relu,
  Maximum,
  Minimum,
  FMax,
  FMin,
  Clamp,
  Compare,
  Where,
  Convert,
  Store
};

// What is known about an instruction that can be generated. detail: for a comparison, the processor's number for it.
struct Known {
  What what;
  uint8_t detail = 0;
};

inline bool is_float(DType dtype) { return dtype == DType::Float32 || dtype == DType::Float64; }
// Whether a register holds an element in the form in which it lies in memory.
inline bool is_plain(DType dtype) { return is_float(dtype) || dtype == DType::Int32; }

// Whether the instruction is one of those. Where its arguments lie is another matter.
bool find(const TileInstruction &instruction, Known *known);

}  // namespace ct::jit
