// Resizing: a new layout from the tensor's first element on, in the same storage where it fits, else in one of its own.
#include "tensor/resize.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/error.h"

namespace ct {
namespace {

struct Plan {
  bool nothing = false;
  int64_t offset = 0;  // elements
  int64_t nbytes = 0;  // of the storage that the new layout needs
};

// The new layout's lowest element lies where the old one's lies. Without negative strides that is the storage offset,
// which stays as it is, as upstream; with them it is the first byte the old layout used.
Plan plan_resize(const Tensor &tensor, Dims sizes, Dims strides) {
  if (same_dims(sizes, tensor.sizes()) && same_dims(strides, tensor.strides())) return {true, 0, 0};
  check_layout(sizes, strides, tensor.itemsize());
  checked_nbytes(sizes, tensor.itemsize());
  const Extent from = layout_extent(tensor.sizes(), tensor.strides()), to = layout_extent(sizes, strides);
  const int64_t start = tensor.offset() + from.lowest;
  const Wide offset = Wide{start} - to.lowest, nbytes = (offset + to.highest + 1) * tensor.itemsize();
  if (offset > INT64_MAX || nbytes > INT64_MAX) {
    fail(CT_ERROR_SHAPE, "storage size calculation overflowed with sizes=", sizes, ", strides=", strides,
         " and storage offset ", start);
  }
  const Plan plan{false, static_cast<int64_t>(offset), static_cast<int64_t>(nbytes)};
  if (tensor.is_read_only()) {
    fail(CT_ERROR_READ_ONLY, "can't resize a read-only tensor of sizes ", tensor.sizes(), " to ", sizes);
  }
  const Storage &storage = tensor.storage();
  if (plan.nbytes > storage.nbytes() && storage.is_borrowed()) {
    fail(CT_ERROR_INVALID, "can't resize a tensor of sizes ", tensor.sizes(), " to ", sizes,
         ": its borrowed storage of ", storage.nbytes(), " bytes can't grow to ", plan.nbytes, " bytes");
  }
  return plan;
}

// A new block in any case: under another tensor a storage never moves, and alone there is nothing to gain.
Ref<Storage> grown(const Storage &storage, int64_t nbytes) {
  if (storage.is_meta()) return Storage::create_meta(nbytes);
  Ref<Storage> larger = Storage::create(nbytes);
  if (storage.data() != nullptr) {
    std::memcpy(larger->data(), storage.data(), static_cast<size_t>(storage.nbytes()));
  }
  return larger;
}

}  // namespace

void check_resizable(const Tensor &tensor, Dims sizes, Dims strides) { plan_resize(tensor, sizes, strides); }

void resize(Tensor &tensor, Dims sizes, Dims strides) {
  const Plan plan = plan_resize(tensor, sizes, strides);
  if (plan.nothing) return;
  DimVec new_sizes(sizes), new_strides(strides);
  int64_t offset = plan.offset;
  Ref<Storage> storage = tensor.keep_storage();
  if (plan.nbytes > storage->nbytes()) storage = grown(*storage, plan.nbytes);
  tensor.swap_layout(new_sizes, new_strides, offset, storage);
}

ResizeGuard::ResizeGuard(Tensor *tensor) : tensor_(tensor) {
  if (tensor == nullptr) return;
  sizes_.assign(tensor->sizes());
  strides_.assign(tensor->strides());
  offset_ = tensor->offset();
  wrapped_number_ = tensor->is_wrapped_number();
  storage_ = tensor->keep_storage();
}

ResizeGuard::~ResizeGuard() {
  if (tensor_ == nullptr) return;
  tensor_->swap_layout(sizes_, strides_, offset_, storage_);
  tensor_->set_wrapped_number(wrapped_number_);
}

}  // namespace ct
