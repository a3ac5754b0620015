// Every reduction of kernels/lists/reduce.h as a structured op. The list's line says how the result's dtype is found:
//   Wide   the one asked for, else out's, else int64 for bool and integers (uint64 stays), else t's
//   Float  the one asked for, else out's, else t's; floating-point or complex
//   Same   t's
//   Truth  bool; uint8 for uint8, and where out has that
//   Count  int64
// Rules: docs/semantics.md, "Reductions".
#pragma once

#include <span>

#include "kernels/lists/reduce.h"
#include "tensor/tensor.h"

namespace ct {

using kernels::ReduceOp;

// What is reduced, and how. dims: empty for all. dtype: Undefined where none is asked for.
struct ReduceArgs {
  std::span<const int32_t> dims;
  bool keepdim = false;
  DType dtype = DType::Undefined;
};

// The p-norm of args.dims: the dtype is what elements become first, and out has the real of that.
Ref<Tensor> norm(const Tensor &t, const ct_scalar *p, const ReduceArgs &args);
void norm_out(const Tensor &t, const ct_scalar *p, const ReduceArgs &args, Tensor &out);

Ref<Tensor> reduction(ReduceOp op, const Tensor &t, const ReduceArgs &args);
void reduction_out(ReduceOp op, const Tensor &t, const ReduceArgs &args, Tensor &out);

}  // namespace ct
