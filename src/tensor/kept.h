// Tensors that a call makes and holds on to until it ends, kMost at most.
#pragma once

#include "tensor/tensor.h"

namespace ct {

// An array of Refs would have every one of them looked at in the end, which costs small calls more than their work.
template <int32_t kMost>
class KeptTensors {
 public:
  KeptTensors() = default;
  KeptTensors(const KeptTensors &) = delete;
  KeptTensors &operator=(const KeptTensors &) = delete;
  ~KeptTensors() {
    while (count_ > 0) tensors_[--count_]->release();
  }

  const Tensor *keep(Ref<Tensor> t) noexcept { return tensors_[count_++] = t.detach(); }

 private:
  int32_t count_ = 0;
  Tensor *tensors_[kMost];
};

}  // namespace ct
