// Indexing: reading and writing elements that tensors of indices and masks name. Rules: docs/semantics.md, "Indexing".
// Every index is checked before anything is written.
#pragma once

#include <optional>
#include <span>

#include "kernels/table.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace ct {

using kernels::Scatter;

// By integers and masks beside full slices, which are NULL.
using IndexList = std::span<const Tensor *const>;
Ref<Tensor> index(const Tensor &t, IndexList indices);
void index_out(const Tensor &t, IndexList indices, Tensor &out);
void index_put(Tensor &t, IndexList indices, const Tensor &values, bool accumulate);

Ref<Tensor> index_select(const Tensor &t, int32_t dim, const Tensor &index);
void index_select_out(const Tensor &t, int32_t dim, const Tensor &index, Tensor &out);
Ref<Tensor> gather(const Tensor &t, int32_t dim, const Tensor &index);
void gather_out(const Tensor &t, int32_t dim, const Tensor &index, Tensor &out);
Ref<Tensor> take_along_dim(const Tensor &t, const Tensor &index, int32_t dim);
void take_along_dim_out(const Tensor &t, const Tensor &index, int32_t dim, Tensor &out);
Ref<Tensor> take(const Tensor &t, const Tensor &index);
void take_out(const Tensor &t, const Tensor &index, Tensor &out);

// Without a dim, of t's elements in row-major order.
Ref<Tensor> repeat_interleave(const Tensor &t, const Tensor &repeats, std::optional<int32_t> dim);
void repeat_interleave_into(const Tensor &t, const Tensor &repeats, std::optional<int32_t> dim, Tensor &out);

Ref<Tensor> scatter(const Tensor &t, int32_t dim, const Tensor &index, const Tensor &src, Scatter reduce);
void scatter_out(const Tensor &t, int32_t dim, const Tensor &index, const Tensor &src, Scatter reduce, Tensor &out);
// alpha: what the source is multiplied by.
Ref<Tensor> index_add(const Tensor &t, int32_t dim, const Tensor &index, const Tensor &source, const Scalar *alpha);
void index_add_out(const Tensor &t, int32_t dim, const Tensor &index, const Tensor &source, const Scalar *alpha,
                   Tensor &out);
Ref<Tensor> index_copy(const Tensor &t, int32_t dim, const Tensor &index, const Tensor &source);
void index_copy_out(const Tensor &t, int32_t dim, const Tensor &index, const Tensor &source, Tensor &out);
Ref<Tensor> index_fill(const Tensor &t, int32_t dim, const Tensor &index, const Scalar &value);
void index_fill_out(const Tensor &t, int32_t dim, const Tensor &index, const Scalar &value, Tensor &out);
Ref<Tensor> put(const Tensor &t, const Tensor &index, const Tensor &values, bool accumulate);
void put_out(const Tensor &t, const Tensor &index, const Tensor &values, bool accumulate, Tensor &out);

Ref<Tensor> nonzero(const Tensor &t);
void nonzero_out(const Tensor &t, Tensor &out);
Ref<Tensor> masked_select(const Tensor &t, const Tensor &mask);
void masked_select_out(const Tensor &t, const Tensor &mask, Tensor &out);
Ref<Tensor> masked_scatter(const Tensor &t, const Tensor &mask, const Tensor &source);
void masked_scatter_out(const Tensor &t, const Tensor &mask, const Tensor &source, Tensor &out);
Ref<Tensor> one_hot(const Tensor &t, int64_t num_classes);
void one_hot_out(const Tensor &t, int64_t num_classes, Tensor &out);

}  // namespace ct
