// Resizing by the storage rules: grows only, keeps old bytes, never under another tensor, never borrowed storage.
#pragma once

#include "tensor/tensor.h"

namespace ct {

// Strong guarantee: on throw nothing has changed. The new layout's lowest element lies where the old one's does, so
// that without negative strides the storage offset stays. Throws CT_ERROR_SHAPE, READ_ONLY, INVALID (borrowed and too
// small).
void resize(Tensor &tensor, Dims sizes, Dims strides);

// Undoes a resize if the op fails before it has computed: its destructor restores layout and storage unless commit()
// was called.
class ResizeGuard {
 public:
  explicit ResizeGuard(Tensor *tensor);  // NULL is fine
  ~ResizeGuard();
  ResizeGuard(const ResizeGuard &) = delete;
  ResizeGuard &operator=(const ResizeGuard &) = delete;
  void commit() noexcept {
    tensor_ = nullptr;
    storage_ = nullptr;
  }

 private:
  Tensor *tensor_;
  DimVec sizes_, strides_;
  int64_t offset_ = 0;
  bool wrapped_number_ = false;
  Ref<Storage> storage_;
};

}  // namespace ct
