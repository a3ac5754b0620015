// Norms whose sums of powers leave the range in which they are added.
#pragma once

#include "iter/reduce.h"

namespace ct {

// Computes again those elements of out, the p-norms over some dims of the input, whose sums of powers overflowed, or
// were less than `least`: in float64, from elements divided by the largest one, or for a negative p by the smallest
// one. It needs no memory, so that nothing fails once out has been written, but for the executor. computed: NULL, or
// what gives the input's elements.
void scale_norms(const Tensor &out, const Tensor &input, uint64_t reduced, bool keepdim, double p, double least,
                 const ComputedInput *computed);

}  // namespace ct
