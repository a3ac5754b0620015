// The logarithm of the sum of exponentials over any dims, computed from the largest element down.
#pragma once

#include "ops/reduce/reduce.h"

namespace ct {

// The args' dtype is not looked at: floats keep theirs, bool and integers become float32.
Ref<Tensor> logsumexp(const Tensor &t, const ReduceArgs &args);
void logsumexp_out(const Tensor &t, const ReduceArgs &args, Tensor &out);

}  // namespace ct
