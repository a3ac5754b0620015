// From an op's tensors to its reduction.
#pragma once

#include <span>

#include "iter/reduce.h"
#include "tensor/tensor.h"

namespace ct {

// Reduces the dims of the input (`reduced`: a bit a dim) into outputs that set_reduced() has set. name: the op's. read:
// the dtype that the loop takes elements in. accumulator or accumulators of the reduction must be set. Its loop is not
// told positions.
void run_reduction(const char *name, std::span<Tensor *const> outputs, const Tensor &input, uint64_t reduced,
                   bool keepdim, DType read, const Reduction &reduction);

}  // namespace ct
