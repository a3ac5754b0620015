// Every op of kernels/lists/elementwise.h as a structured op. The op's kind says how dtypes are found:
//   Same          the input's dtype; `out` must have it
//   Magnitude     the input's dtype, and the result is real; `out` may be of any dtype that it can be cast to
//   Angle         as Float, and the result is real
//   Float         integers and bool compute in the default float
//   Binary        inputs are promoted to the common dtype; `out` may be of any dtype that it can be cast to
//   BinaryFloat   likewise, integers and bool in the default float
//   Difference    Binary, but a bool on either side is refused
//   Division      Binary; a divisor of integers is searched for zeros before anything is written
//   Ternary       as Binary, of three inputs
//   Quotient      likewise; integers or bools as inputs 1 and 2, both, are refused
//   Comparison    compares in the common dtype; the result is bool, converted into an `out` of another dtype
//   Close         compares inputs of one dtype; the result is bool
//   Fill          the dtype of input 0; input 1 is a bool mask
//   Where         a bool condition chooses between two promoted inputs
#pragma once

#include <span>

#include "kernels/lists/elementwise.h"
#include "ops/elementwise/options.h"
#include "tensor/tensor.h"

namespace ct {

// The ops. Only what names an op reaches its kernels.
struct ElementwiseOp;
namespace elementwise_ops {
#define CT_DECLARE_OP(name, ...) extern const ElementwiseOp name;
CT_ELEMENTWISE_OPS(CT_DECLARE_OP)
#undef CT_DECLARE_OP
}  // namespace elementwise_ops

// inputs: as many as the op's arity; of clamp, one bound may be NULL.
Ref<Tensor> elementwise(const ElementwiseOp &op, std::span<const Tensor *const> inputs, const Options &options = {});
void elementwise_out(const ElementwiseOp &op, std::span<const Tensor *const> inputs, Tensor &out,
                     const Options &options = {});

}  // namespace ct
