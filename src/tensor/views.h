// Views: new layouts over the same storage. dims may be negative. All throw CT_ERROR_SHAPE / CT_ERROR_INDEX.
#pragma once

#include "tensor/tensor.h"

namespace ct {

constexpr int64_t kAbsent = INT64_MIN;  // an absent start or stop of slice

Ref<Tensor> as_strided(const Tensor &t, Dims sizes, Dims strides, int64_t offset);
Ref<Tensor> view(const Tensor &t, Dims sizes);      // throws where reshape would copy
Ref<Tensor> try_view(const Tensor &t, Dims sizes);  // empty Ref where reshape would copy
Ref<Tensor> permute(const Tensor &t, std::span<const int32_t> dims);
Ref<Tensor> transpose(const Tensor &t, int32_t dim0, int32_t dim1);
Ref<Tensor> movedim(const Tensor &t, std::span<const int32_t> source, std::span<const int32_t> destination);
Ref<Tensor> slice(const Tensor &t, int32_t dim, int64_t start, int64_t stop, int64_t step);
Ref<Tensor> select(const Tensor &t, int32_t dim, int64_t index);
Ref<Tensor> narrow(const Tensor &t, int32_t dim, int64_t start, int64_t length);
Ref<Tensor> expand(const Tensor &t, Dims sizes);
Ref<Tensor> with_sizes(const Tensor &t, Dims sizes);  // t itself where it has them, else expanded
Ref<Tensor> squeeze(const Tensor &t, NamedDims dims);
Ref<Tensor> unsqueeze(const Tensor &t, int32_t dim);
DimVec flattened_sizes(const Tensor &t, int32_t start_dim, int32_t end_dim);  // flatten is a reshape to these
Ref<Tensor> flip(const Tensor &t, NamedDims dims);
Ref<Tensor> real(const Tensor &t);
Ref<Tensor> imag(const Tensor &t);
Ref<Tensor> rot90(const Tensor &t, int32_t times, int32_t dim0, int32_t dim1);  // flips and a transposition
Ref<Tensor> diagonal(const Tensor &t, int64_t offset, int32_t dim1, int32_t dim2);
Ref<Tensor> unfold(const Tensor &t, int32_t dim, int64_t size, int64_t step);
Ref<Tensor> unflatten(const Tensor &t, int32_t dim, Dims sizes);
Ref<Tensor> view_dtype(const Tensor &t, DType dtype);
Ref<Tensor> view_as_real(const Tensor &t);
Ref<Tensor> view_as_complex(const Tensor &t);

// Parts of a dim, whose number is wrapped. Each part is narrow(t, dim, the end of the part before, its size).
int32_t check_split(const Tensor &t, Dims sizes, int32_t dim);  // throws where sizes do not add up to the dim's
struct Chunks {
  int32_t dim;
  int64_t count, size;  // how many there are, and the size of all but the last
};
Chunks chunks_of(const Tensor &t, int64_t wanted, int32_t dim);
// For views that are known to stay within t's elements.
Ref<Tensor> with_layout(const Tensor &t, Dims sizes, Dims strides);
Ref<Tensor> alias(const Tensor &t);  // same everything

}  // namespace ct
