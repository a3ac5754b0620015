// What the kernels of one ISA offer: a table of plain functions. Kernels see pointers, byte strides and sizes only.
#pragma once

#include <cstdint>

#include "kernels/pointwise_ops.h"
#include "kernels/types.h"

namespace ct::kernels {

// Whether a loop's operands, with all that the whole op touches, find room in the caches. Streamed: they do not;
// outputs are then stored past them, because an ordinary store first reads a line that nobody will find there
// afterwards, and inputs are fetched earlier than the processor does by itself. A hint, taken where rows are dense: the
// results are the same. What was streamed is visible to other threads as any other store is, once the loop has
// returned.
enum class Traffic { Cached, Streamed };

// A plane of up to this many bytes an operand is fetched by whoever calls a Streamed loop, while the plane before it is
// under way (iter/planes.cpp).
constexpr int64_t kFetchedPlane = int64_t{64} << 10;

// A 2-D loop. data[k]: operand k's first element, outputs first. strides in bytes, signed: [k] inner, [noperands + k]
// outer. Any alignment to the element. Sizes may be 0. Inputs and outputs are disjoint, or the very same elements.
// A result depends on the element alone, never on where in the loop it stands: vector body and remainder agree.
using Loop = void (*)(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic);

// As Loop; data[0] holds accumulators of the accumulator's dtype, data[1] the input, and acc += sum over the dims whose
// stride for operand 0 is 0. The tree of additions depends on sizes and on which strides are zero, contiguous or other:
// same bits for every ISA, address and thread count. Sequential runs are at most 32 additions long before the next
// level.
using Reduce = Loop;

// True when any element is zero (integer division looks before it writes). Operand 0 only.
using Any = bool (*)(const char *data, const int64_t *strides, int64_t size0, int64_t size1);

struct Table {
  const char *isa;  // "base", "avx2", "avx512"

  // [deterministic][op][common dtype]; NULL where the op does not take the dtype. [1] differs only where the op calls
  // a math function: SLEEF's cinz_ family gives the same bits on every ISA.
  Loop pointwise[2][kNumPointwise][kNumDTypes];

  Loop convert[kNumDTypes][kNumDTypes];  // [to][from]; operand 0 = to, 1 = from. Equal dtypes: a copy
  Loop fill[5];                          // by log2(element size): operand 1 has strides 0 and is the value
  Reduce sum[kNumDTypes];                // by the input's dtype; accumulator: sum_accumulator(dtype)
  Any any_zero[kNumDTypes];              // integers only, else NULL
};

// What sum adds in: int64 for bool and integers (uint64 stays), float32 for halves, complex64 for complex32, else
// itself.
constexpr DType sum_accumulator(DType dtype) {
  switch (dtype) {
    case DType::Float16:
    case DType::BFloat16:
      return DType::Float32;
    case DType::Complex32:
      return DType::Complex64;
    case DType::Bool:
    case DType::UInt8:
    case DType::Int8:
    case DType::Int16:
    case DType::Int32:
    case DType::UInt16:
    case DType::UInt32:
      return DType::Int64;
    default:
      return dtype;
  }
}

}  // namespace ct::kernels
