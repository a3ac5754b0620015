// From an op's tensors to its reduction.
#pragma once

#include <span>

#include "iter/reduce.h"
#include "kernels/table.h"
#include "tensor/tensor.h"

namespace ct {

// Reduces the dims of the input (`reduced`: a bit a dim) into outputs that set_reduced() has set. name: the op's. read:
// the dtype that the loop takes elements in. how: if not NULL, what it is told of where they lie, before the first
// call. accumulator or accumulators of the reduction must be set. Its loop is not told positions.
void run_reduction(const char *name, std::span<Tensor *const> outputs, const Tensor &input, uint64_t reduced,
                   bool keepdim, DType read, const Reduction &reduction, kernels::Traffic *how = nullptr);

}  // namespace ct
