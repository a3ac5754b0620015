// Resizing: a new layout from the tensor's first element on, in the same storage where it fits, else in one of its own.
#include "tensor/resize.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/error.h"

namespace ct {
namespace {

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

// The new layout's lowest element lies where the old one's lies. Without negative strides that is the storage offset,
// which stays as it is, as upstream; with them it is the first byte the old layout used.
void resize(Tensor &tensor, Dims sizes, Dims strides) {
  if (same_dims(sizes, tensor.sizes()) && same_dims(strides, tensor.strides())) return;
  check_layout(sizes, strides, tensor.itemsize());
  checked_nbytes(sizes, tensor.itemsize());
  const Extent from = layout_extent(tensor.sizes(), tensor.strides()), to = layout_extent(sizes, strides);
  const int64_t start = tensor.offset() + from.lowest;
  const Wide first = Wide{start} - to.lowest, end = (first + to.highest + 1) * tensor.itemsize();
  if (first > INT64_MAX || end > INT64_MAX) {
    fail(CT_ERROR_SHAPE, "storage size calculation overflowed with sizes=", sizes, ", strides=", strides,
         " and storage offset ", start);
  }
  if (tensor.is_read_only()) {
    fail(CT_ERROR_READ_ONLY, "can't resize a read-only tensor of sizes ", tensor.sizes(), " to ", sizes);
  }
  Ref<Storage> storage = tensor.keep_storage();
  auto offset = static_cast<int64_t>(first);
  const auto nbytes = static_cast<int64_t>(end);  // of the storage that the new layout needs
  if (nbytes > storage->nbytes() && storage->is_borrowed()) {
    fail(CT_ERROR_INVALID, "can't resize a tensor of sizes ", tensor.sizes(), " to ", sizes,
         ": its borrowed storage of ", storage->nbytes(), " bytes can't grow to ", nbytes, " bytes");
  }
  DimVec new_sizes(sizes), new_strides(strides);
  if (nbytes > storage->nbytes()) storage = grown(*storage, nbytes);
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
