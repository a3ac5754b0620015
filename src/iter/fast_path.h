// The one fast path: calls whose operands are one contiguous segment each, in one order, and calls of few elements in a
// few dims. Building an iterator would take longer than they run, so they are recognised by the tensors' layouts,
// planned on the stack (iter/dims.h), and handed to their kernel. Each function tells whether it has run the call;
// where it has not, nothing is done. Errors are left to the iterator, whose checks say what is wrong. The only failure
// here is missing memory, for the output or a workspace.
#pragma once

#include <optional>
#include <span>

#include "iter/reduce.h"
#include "runtime/kernel_table.h"
#include "tensor/tensor.h"

namespace ct {

// src into dst, converted where their dtypes differ. dst is writable.
bool fast_copy(Tensor &dst, const Tensor &src);
// element: what is repeated, of dst's dtype.
bool fast_fill(Tensor &dst, char *element);

// An elementwise op as the fast path sees it. Its inputs have one dtype. Exceptions are a condition, which is input 0,
// and a wrapped number beside one tensor, which takes the tensor's dtype.
struct FastOp {
  enum class Writes { Computed, Bool, Real };  // the dtype that is computed in, bool, or the real part's dtype

  OpKernels kernels;
  uint32_t dtypes;  // that the kernels take as they are
  bool has_condition;
  Writes writes;
  int64_t element_ps;  // see Cost

  static DType written(Writes writes, DType computed) noexcept {
    if (writes == Writes::Bool) return DType::Bool;
    return writes == Writes::Real ? real_of(computed) : computed;
  }
};
Ref<Tensor> fast_elementwise(const FastOp &op, std::span<const Tensor *const> inputs);  // NULL: not such a call
bool fast_elementwise_out(const FastOp &op, std::span<const Tensor *const> inputs, Tensor &out);

// A reduction of all elements into one, by kernels that take them as they are.
struct FastTotal {
  kernels::Reduce kernel, combine;  // of elements, and of what parts of them came to
  DType held;                       // what these accumulate in
  Scalar identity;
  FunctionRef<void(char *held)> finish;  // what becomes of the accumulator before it is converted into the output
  // Whether no other element can change what is held; NULL: any can.
  const FunctionRef<bool(char *held)> *absorbed;
  const ComputedInput *computed = nullptr;  // in place of the input's data
};
// False where the input is more than two dims of evenly spaced elements.
bool fast_total(const FastTotal &total, const Tensor &input, Tensor &out);

// Reduces the dims of the input (`reduced`: one bit for each) into outputs that have been set. The reduction lists its
// accumulators. nullopt where the call is not one for the fast path; a status comes from the loop.
std::optional<ct_status> fast_reduce(const Reduction &reduction, std::span<Tensor *const> outputs, const Tensor &input,
                                     uint64_t reduced, bool keepdim);

}  // namespace ct
