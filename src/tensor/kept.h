// Tensors that a call makes and holds on to until it ends.
#pragma once

#include "runtime/small_vec.h"
#include "tensor/tensor.h"

namespace ct {

// An array of Refs, one for each dim that there may be, would have all of them looked at in the end, which costs small
// calls more than their work.
class KeptTensors {
 public:
  KeptTensors() = default;
  KeptTensors(const KeptTensors &) = delete;
  KeptTensors &operator=(const KeptTensors &) = delete;
  ~KeptTensors() {
    for (const Tensor *tensor : tensors_) tensor->release();
  }

  Tensor *keep(Ref<Tensor> tensor) {
    tensors_.reserve(tensors_.size() + 1);
    tensors_.push_back(tensor.detach());
    return tensors_.back();
  }

 private:
  SmallVec<Tensor *, 4> tensors_;
};

}  // namespace ct
