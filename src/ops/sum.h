// sum over any dims. Rules: reference/pipeline.md §8.
#pragma once

#include <span>

#include "tensor/tensor.h"

namespace ct {

// dims: empty for all. dtype: Undefined for out's, else int64 for bool and integers (uint64 stays), else t's.
Ref<Tensor> sum(const Tensor &t, std::span<const int32_t> dims, bool keepdim, DType dtype);
void sum_out(const Tensor &t, std::span<const int32_t> dims, bool keepdim, DType dtype, Tensor &out);

}  // namespace ct
