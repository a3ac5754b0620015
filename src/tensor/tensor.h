// A tensor: a layout over a storage. Reference-counted; views share the storage.
#pragma once

#include <cstdint>
#include <utility>

#include "kernels/types.h"
#include "runtime/ref.h"
#include "tensor/dtype.h"
#include "tensor/layout.h"
#include "tensor/storage.h"

namespace ct {

class Tensor final : public RefCounted<Tensor> {
 public:
  static Ref<Tensor> create(Dims sizes, Dims strides, DType dtype, bool meta = false);  // fresh storage, exact extent
  static Ref<Tensor> create(Dims sizes, DType dtype, bool meta = false);                // contiguous
  static Ref<Tensor> on_storage(Ref<Storage> storage, Dims sizes, Dims strides, int64_t offset, DType dtype);
  // The contiguous layout of sizes, which have been checked and have numel elements.
  static Ref<Tensor> contiguous_on(Ref<Storage> storage, Dims sizes, int64_t numel, int64_t offset, DType dtype);
  static Ref<Tensor> transposed(const Tensor &tensor, int32_t dim0, int32_t dim1);  // dims of the tensor's
  // Makes a wrapped number in the caller's memory: see tensor/scalar.h.
  static const Tensor *place(void *memory, Ref<Storage> storage, DType dtype) noexcept {
    auto *const tensor = new (memory) Tensor(std::move(storage), 1, 0, dtype);
    tensor->flags_.contiguous = tensor->flags_.non_overlapping_and_dense = true;
    tensor->wrapped_number_ = true;
    return tensor;
  }
  static void dispose(Tensor *tensor) noexcept;

  int32_t ndim() const noexcept { return static_cast<int32_t>(sizes_.size()); }
  Dims sizes() const noexcept { return sizes_; }
  Dims strides() const noexcept { return strides_; }
  int64_t numel() const noexcept { return numel_; }
  DType dtype() const noexcept { return dtype_; }
  int64_t itemsize() const noexcept { return itemsize_; }
  int64_t offset() const noexcept { return offset_; }
  const Storage &storage() const noexcept { return *storage_; }
  // For code that holds on to the tensor, or to its memory, after the call: one more reference, or a copy where the
  // tensor is a number in the caller's memory.
  Ref<Tensor> keep() const;
  Ref<Storage> keep_storage() const;
  char *data() const noexcept { return data_; }  // element [0, …, 0]; NULL for meta, and where it is deferred
  bool is_meta() const noexcept { return meta_; }
  bool is_deferred() const noexcept { return deferred_; }  // see expr/node.h
  bool is_read_only() const noexcept { return storage_->is_read_only(); }
  bool is_wrapped_number() const noexcept { return wrapped_number_; }
  void set_wrapped_number(bool on) noexcept { wrapped_number_ = on; }
  const LayoutFlags &flags() const noexcept { return flags_; }
  bool is_contiguous() const noexcept { return flags_.contiguous; }
  bool is_contiguous(MemoryFormat format) const noexcept;
  bool is_non_overlapping_and_dense() const noexcept { return flags_.non_overlapping_and_dense; }
  MemoryFormat suggest_memory_format(bool exact = false) const noexcept;

  // The only way a live tensor changes; with dims it is no wrapped number any more. noexcept: everything that can fail
  // was done before.
  void swap_layout(DimVec &sizes, DimVec &strides, int64_t &offset, Ref<Storage> &storage) noexcept;

 private:
  template <class T, class... Args>
  friend T *make(Args &&...);
  template <class T>
  friend void destroy(T *) noexcept;
  Tensor(Ref<Storage> &&storage, int64_t numel, int64_t offset, DType dtype) noexcept
      : storage_(std::move(storage)),
        numel_(numel),
        offset_(offset),
        dtype_(dtype),
        itemsize_(static_cast<uint8_t>(dtype_size(dtype))) {
    follow_storage();
  }
  ~Tensor() = default;
  static Ref<Tensor> checked_on(Ref<Storage> storage, Dims sizes, Dims strides, int64_t offset, DType dtype);
  void follow_storage() noexcept {
    meta_ = storage_->is_meta();
    deferred_ = storage_->is_deferred();
    data_ = storage_->data() == nullptr ? nullptr : storage_->data() + offset_ * itemsize_;
  }

  Ref<Storage> storage_;
  char *data_;  // what every call asks for; a storage's block never moves
  int64_t numel_;
  int64_t offset_;  // elements
  DType dtype_;
  uint8_t itemsize_;
  LayoutFlags flags_{};
  bool wrapped_number_ : 1 = false;
  bool meta_ : 1;
  bool deferred_ : 1;
  DimVec sizes_, strides_;
};

// A string for messages is Message; sizes go in as they are: fail(CT_ERROR_SHAPE, "got ", t.sizes()).
void check_writable(const Tensor &tensor, const char *what);  // throws CT_ERROR_READ_ONLY

}  // namespace ct
