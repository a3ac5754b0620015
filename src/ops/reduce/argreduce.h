// Every search of kernels/lists/argreduce.h: where the largest or smallest element over a dim, or over all, is, and
// what it is. The first NaN, else the first of equals.
#pragma once

#include <optional>

#include "kernels/lists/argreduce.h"
#include "ops/structured.h"
#include "tensor/tensor.h"

namespace ct {

using kernels::ExtremeOp;

struct ExtremeArgs {
  std::optional<int32_t> dim;  // none: over all
  bool keepdim;
};

// Of form Index, `second` stays empty.
TwoTensors extremes(ExtremeOp op, const Tensor &t, const ExtremeArgs &args);
void extremes_out(ExtremeOp op, const Tensor &t, const ExtremeArgs &args, Tensor &first, Tensor *second);

}  // namespace ct
