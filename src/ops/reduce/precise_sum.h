// Sums of floats and complex numbers that lose less than their dtype's arithmetic would, or nothing.
#pragma once

#include "ops/reduce/reduce.h"

namespace ct {

enum class PreciseSum {
#define CT_PRECISE_SUM_ENUM(name, ...) name,
  CT_PRECISE_SUMS(CT_PRECISE_SUM_ENUM)
#undef CT_PRECISE_SUM_ENUM
};

// The result's dtype is the one asked for, else out's, else t's; elements become that first.
Ref<Tensor> precise_sum(PreciseSum op, const Tensor &t, const ReduceArgs &args);
void precise_sum_out(PreciseSum op, const Tensor &t, const ReduceArgs &args, Tensor &out);

}  // namespace ct
