// What a copy must be: the source's bits, or its values in another dtype; and where a memory format puts them.
#pragma once

#include <ctensor.h>

#include "layouts.h"

namespace property {

// Raw bytes in every element: NaNs with payloads, signalling ones too.
void fill_with_bits(Random &random, Operand &operand);

// The same bits where the dtypes are the same, else what the oracle converts to. `from` may broadcast.
void expect_copied(const Array &got, const Array &from);

// Copies, and checks what became of both; a failure names the two layouts.
void check_copy(Operand &dst, const Operand &src);

Sizes strides_in(const Array &a, ct_memory_format format);
bool format_has_rank(ct_memory_format format, size_t ndim);
bool is_in(const Array &a, ct_memory_format format);

// A new tensor with the elements of `from`, which kept its own.
void check_made(const ct_tensor *out, const Operand &from, ct_dtype dtype, const Sizes &strides);

}  // namespace property
