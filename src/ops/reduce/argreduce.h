// Every argreduction of kernels/lists/argreduce.h: where the largest or smallest element over a dim, or over all, is,
// and what it is. The first NaN, else the first of equals.
#pragma once

#include <optional>

#include "kernels/lists/argreduce.h"
#include "ops/structured.h"
#include "tensor/tensor.h"

namespace ct {

using kernels::ArgreduceOp;

struct ArgreduceArgs {
  std::optional<int32_t> dim;  // none: over all
  bool keepdim;
};

// Of form Index, `second` stays empty.
TwoTensors argreduce(ArgreduceOp op, const Tensor &t, const ArgreduceArgs &args);
void argreduce_out(ArgreduceOp op, const Tensor &t, const ArgreduceArgs &args, Tensor &first, Tensor *second);

}  // namespace ct
