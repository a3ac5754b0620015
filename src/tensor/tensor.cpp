// Tensors: fresh ones, ones on a given storage, and the one way a live tensor changes.
#include "tensor/tensor.h"

#include <cstring>
#include <utility>

#include "runtime/allocator.h"
#include "runtime/error.h"

namespace ct {
namespace {

int64_t product(Dims sizes) noexcept {
  int64_t numel = 1;
  for (const int64_t size : sizes) {
    if (size == 0) return 0;
    numel *= size;
  }
  return numel;
}

}  // namespace

Ref<Tensor> Tensor::create(Dims sizes, Dims strides, DType dtype, bool meta) {
  const int64_t itemsize = dtype_size(dtype);
  check_layout(sizes, strides, itemsize);
  checked_nbytes(sizes, itemsize);
  const Extent extent = layout_extent(sizes, strides);
  if (extent.nbytes(itemsize) > INT64_MAX) {
    fail(CT_ERROR_SHAPE, "storage size calculation overflowed with sizes=", sizes, " and strides=", strides);
  }
  const auto nbytes = static_cast<int64_t>(extent.nbytes(itemsize));
  return checked_on(meta ? Storage::create_meta(nbytes) : Storage::create(nbytes), sizes, strides, -extent.lowest,
                    dtype);
}

Ref<Tensor> Tensor::create(Dims sizes, DType dtype, bool meta) {
  check_ndim(static_cast<int64_t>(sizes.size()));
  int64_t numel = 0;
  const int64_t nbytes = checked_nbytes(sizes, dtype_size(dtype), &numel);
  return contiguous_on(meta ? Storage::create_meta(nbytes) : Storage::create(nbytes), sizes, numel, 0, dtype);
}

Ref<Tensor> Tensor::on_storage(Ref<Storage> storage, Dims sizes, Dims strides, int64_t offset, DType dtype) {
  check_layout(sizes, strides, dtype_size(dtype));
  return checked_on(std::move(storage), sizes, strides, offset, dtype);
}

Ref<Tensor> Tensor::checked_on(Ref<Storage> storage, Dims sizes, Dims strides, int64_t offset, DType dtype) {
  Ref<Tensor> tensor = Ref<Tensor>::adopt(make<Tensor>(std::move(storage), product(sizes), offset, dtype));
  tensor->sizes_.assign(sizes);
  tensor->strides_.assign(strides);
  tensor->flags_ = layout_flags(sizes, strides);
  return tensor;
}

Ref<Tensor> Tensor::contiguous_on(Ref<Storage> storage, Dims sizes, int64_t numel, int64_t offset, DType dtype) {
  Ref<Tensor> tensor = Ref<Tensor>::adopt(make<Tensor>(std::move(storage), numel, offset, dtype));
  tensor->sizes_.assign(sizes);
  set_contiguous_strides(sizes, &tensor->strides_);
  tensor->flags_ = contiguous_flags(sizes, tensor->strides_);
  return tensor;
}

Ref<Tensor> Tensor::transposed(const Tensor &from, int32_t dim0, int32_t dim1) {
  Ref<Tensor> tensor = Ref<Tensor>::adopt(make<Tensor>(from.keep_storage(), from.numel_, from.offset_, from.dtype_));
  DimVec &sizes = tensor->sizes_, &strides = tensor->strides_;
  sizes.assign(from.sizes_);
  strides.assign(from.strides_);
  if (dim0 != dim1) {  // else there may be no dim at all
    std::swap(sizes[dim0], sizes[dim1]);
    std::swap(strides[dim0], strides[dim1]);
  }
  tensor->flags_ = permuted_flags(sizes, strides, from.flags_);
  return tensor;
}

void Tensor::dispose(Tensor *tensor) noexcept {
  if (!tensor->storage_->is_placed()) destroy(tensor);
}

Ref<Tensor> Tensor::keep() const {
  if (!storage_->is_placed()) return Ref<Tensor>::share(const_cast<Tensor *>(this));
  Ref<Tensor> copy = contiguous_on(keep_storage(), {}, 1, 0, dtype_);
  copy->wrapped_number_ = true;
  return copy;
}

Ref<Storage> Tensor::keep_storage() const {
  if (!storage_->is_placed()) return storage_;
  Ref<Storage> copy = Storage::create(storage_->nbytes());
  std::memcpy(copy->data(), storage_->data(), static_cast<size_t>(storage_->nbytes()));
  return copy;
}

bool Tensor::is_contiguous(MemoryFormat format) const noexcept {
  if (format == MemoryFormat::ChannelsLast) return flags_.channels_last;
  return format == MemoryFormat::ChannelsLast3d ? flags_.channels_last_3d : flags_.contiguous;
}

MemoryFormat Tensor::suggest_memory_format(bool exact) const noexcept {
  return ct::suggest_memory_format(sizes_, strides_, flags_, exact);
}

void Tensor::swap_layout(DimVec &sizes, DimVec &strides, int64_t &offset, Ref<Storage> &storage) noexcept {
  std::swap(sizes_, sizes);
  std::swap(strides_, strides);
  std::swap(offset_, offset);
  std::swap(storage_, storage);
  numel_ = product(sizes_);
  flags_ = layout_flags(sizes_, strides_);
  wrapped_number_ &= sizes_.empty();
  follow_storage();
}

void check_writable(const Tensor &tensor, const char *what) {
  if (tensor.is_read_only()) {
    fail(CT_ERROR_READ_ONLY, what, " is read-only: its storage of ", tensor.storage().nbytes(),
         " bytes can't be written to, sizes ", tensor.sizes());
  }
}

}  // namespace ct
