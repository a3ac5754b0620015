// Tensors over memory that is not the library's.
#pragma once

#include "tensor/tensor.h"

namespace ct {

// The duty to call release(user_data) exactly once: the storage over the memory takes it over, else the end of this
// object does it.
class Loan {
 public:
  Loan(Storage::Release release, void *user_data) noexcept : release_(release), user_data_(user_data) {}
  Loan(const Loan &) = delete;
  Loan &operator=(const Loan &) = delete;
  ~Loan() {
    if (release_ != nullptr) release_(user_data_);
  }

 private:
  friend Ref<Tensor> borrow(Loan &, char *, bool, Dims, const int64_t *, DType);
  Storage::Release release_;
  void *user_data_;
};

// data is the address of element [0, …, 0]; strides NULL: contiguous. Throws CT_ERROR_INVALID when data is NULL or
// misaligned, CT_ERROR_SHAPE when the layout reaches past the end of the address space.
Ref<Tensor> borrow(Loan &loan, char *data, bool read_only, Dims sizes, const int64_t *strides, DType dtype);

}  // namespace ct
