// How every view is made: a new layout over a tensor's storage. Private to tensor/views*.cpp.
#pragma once

#include <algorithm>

#include "tensor/views.h"

namespace ct {

// offset in elements of dtype. An empty layout reads nothing, so its offset is brought back into the storage.
inline Ref<Tensor> view_on(const Tensor &t, Dims sizes, Dims strides, int64_t offset, DType dtype) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) {
    offset = std::clamp<int64_t>(offset, 0, t.storage().nbytes() / dtype_size(dtype));
  }
  return Tensor::on_storage(t.keep_storage(), sizes, strides, offset, dtype);
}

inline Ref<Tensor> view_on(const Tensor &t, Dims sizes, Dims strides, int64_t offset) {
  return view_on(t, sizes, strides, offset, t.dtype());
}

}  // namespace ct
