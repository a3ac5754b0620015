// What ops over some dims share: their shapes, their outputs, their iterator and its reduction. `reduced`: a bit a dim.
// name: the op's.
#pragma once

#include <span>

#include "iter/reduce.h"
#include "ops/structured.h"
#include "tensor/tensor.h"

namespace ct {

// The input's sizes without the reduced dims, or with keepdim with size 1 there.
DimVec sizes_without(const Tensor &input, uint64_t reduced, bool keepdim);

// For ops without an identity: fails where a reduced dim has size 0, even where that leaves no results.
void refuse_empty_dims(const char *name, const Tensor &input, uint64_t reduced);

// Sets an output of those sizes, of a deferred input without memory if it is fresh. Of a given one no byte may be the
// input's: an element is read long after another has been written.
void set_reduced(Output &output, const char *name, const Tensor &input, Dims sizes, DType dtype);
// Neither may share memory with the other.
void set_reduced(Output &first, Output &second, const char *name, const Tensor &input, Dims sizes, DType dtype,
                 DType second_dtype);

// A view of out, which has those sizes, with one dim for each of the input's: stride 0 where it is reduced, and there
// of size 1, or expanded to the input's.
Ref<Tensor> with_reduced_dims(const Tensor &out, const Tensor &input, uint64_t reduced, bool keepdim, bool expanded);

// An iterator over such views of up to two outputs, and over the input in the dtype in which loops read it.
struct ReductionIterator {
  ReductionIterator(std::span<Tensor *const> outputs, const Tensor &input, uint64_t reduced, bool keepdim, DType read);

  Ref<Tensor> operands[3];  // the input, the outputs
  Iterator it;
};

// Reduces the dims of the input into outputs that set_reduced() has set. read: the dtype in which the loop takes
// elements. The reduction's accumulator, or accumulators, must be set. Its loop is not told positions.
void run_reduction(const char *name, std::span<Tensor *const> outputs, const Tensor &input, uint64_t reduced,
                   bool keepdim, DType read, const Reduction &reduction);

// Wraps a body that cannot fail as a loop.
template <class Body>
auto always_ok(Body body) {
  return [body](const ct_loop &piece) -> ct_status {
    body(piece);
    return CT_OK;
  };
}

}  // namespace ct
