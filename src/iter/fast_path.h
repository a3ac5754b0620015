// The one fast path: calls whose operands are one contiguous segment each, in one order, and calls of few elements in a
// few dims. An iterator would take longer to build than they take to run, so they are seen from the tensors' layouts,
// planned on the stack (iter/dims.h), and handed to their kernel. Each function tells whether the call was such a one,
// and has done nothing where it was not. Whatever is wrong with a call is left to the iterator, whose checks say what
// it is: all that may be missing is memory, for the output or a workspace.
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

// What an elementwise op says of itself. Its inputs are of one dtype, but for a condition as input 0, or a wrapped
// number beside one tensor, which takes the tensor's dtype.
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

// Reduces the dims of the input (`reduced`: a bit a dim) into outputs that have been set. The reduction lists its
// accumulators. nullopt: not such a call. A status is the loop's.
std::optional<ct_status> fast_reduce(const Reduction &reduction, std::span<Tensor *const> outputs, const Tensor &input,
                                     uint64_t reduced, bool keepdim);

}  // namespace ct
