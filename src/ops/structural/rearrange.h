// Elements of one tensor in other places: repeated, turned round, framed, or kept on one side of a diagonal. Rules:
// docs/semantics.md.
#pragma once

#include <optional>
#include <span>

#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace ct {

Ref<Tensor> repeat(const Tensor &t, Dims repeats);
void repeat_into(const Tensor &t, Dims repeats, Tensor &out);

// Without dims, by one shift of t's elements in row-major order.
Ref<Tensor> roll(const Tensor &t, Dims shifts, NamedDims dims);
void roll_into(const Tensor &t, Dims shifts, NamedDims dims, Tensor &out);

enum class PadMode : uint32_t { Constant = 0, Reflect = 1, Replicate = 2, Circular = 3 };
PadMode check_pad_mode(uint32_t mode);  // throws CT_ERROR_INVALID

// padding: before and after, of the last dim first. value: NULL for 0.
Ref<Tensor> pad(const Tensor &t, Dims padding, PadMode mode, const ct_scalar *value);
void pad_into(const Tensor &t, Dims padding, PadMode mode, const ct_scalar *value, Tensor &out);

Ref<Tensor> triangle(const Tensor &t, int64_t diagonal, bool upper);
void triangle_into(const Tensor &t, int64_t diagonal, bool upper, Tensor &out);

Ref<Tensor> diag(const Tensor &t, int64_t offset);
void diag_into(const Tensor &t, int64_t offset, Tensor &out);
Ref<Tensor> diag_embed(const Tensor &t, int64_t offset, int32_t dim1, int32_t dim2);
void diag_embed_into(const Tensor &t, int64_t offset, int32_t dim1, int32_t dim2, Tensor &out);

}  // namespace ct
