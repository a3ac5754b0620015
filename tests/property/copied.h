// What the result of a copy must be: the bits of the source, or its values in another dtype, in the right layout.
#pragma once

#include <ctensor.h>

#include "layouts.h"

namespace property {

// Fills every element with random bytes, so there are NaNs with payloads, and signalling ones, too.
void fill_with_bits(Random &random, Operand &operand);

// The same bits where the dtypes are equal, otherwise what the oracle converts to. `from` may broadcast.
void expect_copied(const Array &got, const Array &from);

// Copies, and checks both operands. A failure names the two layouts.
void check_copy(Operand &dst, const Operand &src);

Sizes strides_in(const Array &a, ct_memory_format format);
bool format_has_rank(ct_memory_format format, size_t ndim);
bool is_in(const Array &a, ct_memory_format format);

// Checks that a new tensor has the elements of `from`, and that `from` has not changed.
void check_made(const ct_tensor *out, const Operand &from, ct_dtype dtype, const Sizes &strides);

}  // namespace property
