// Tensors to and from DLPack's structs, without a copy. Managed is DLManagedTensorVersioned or the legacy
// DLManagedTensor.
#pragma once

#include <dlpack/dlpack.h>

#include "tensor/borrow.h"

namespace ct {

// What the struct's deleter gives back is a reference to t's storage. Throws CT_ERROR_INVALID for a meta tensor, and
// CT_ERROR_READ_ONLY where the struct cannot say that it is.
template <class Managed>
Managed *to_dlpack(const Tensor &t);

// The loan is delete_managed of this struct. Throws CT_ERROR_UNSUPPORTED for another major version or another device,
// CT_ERROR_DTYPE where no dtype is the struct's, and what borrow() throws.
template <class Managed>
Ref<Tensor> from_dlpack(Loan &loan, const Managed &managed);

template <class Managed>
void delete_managed(void *given) noexcept {
  auto *const managed = static_cast<Managed *>(given);
  if (managed->deleter != nullptr) managed->deleter(managed);
}

}  // namespace ct
