#include "ops/reduced_dims.h"

#include "tensor/views.h"

namespace ct {

namespace {

bool has(uint64_t reduced, int32_t dim) { return (reduced >> dim & 1) != 0; }

}  // namespace

DimVec sizes_without(const Tensor &input, uint64_t reduced, bool keepdim) {
  DimVec sizes;
  for (int32_t d = 0; d < input.ndim(); ++d) {
    if (!has(reduced, d)) {
      sizes.push_back(input.sizes()[d]);
    } else if (keepdim) {
      sizes.push_back(1);
    }
  }
  return sizes;
}

Ref<Tensor> with_reduced_dims(const Tensor &out, const Tensor &input, uint64_t reduced, bool keepdim, bool expanded) {
  DimVec sizes, strides;
  int32_t next = 0;
  for (int32_t d = 0; d < input.ndim(); ++d) {
    const bool gone = has(reduced, d);
    sizes.push_back(!gone ? out.sizes()[next] : expanded ? input.sizes()[d] : 1);
    strides.push_back(gone ? 0 : out.strides()[next]);
    next += keepdim || !gone ? 1 : 0;
  }
  return as_strided(out, sizes, strides, out.offset());
}

}  // namespace ct
