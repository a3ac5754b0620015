// Where borrowed memory begins and ends, from the address of an element and a layout.
#include "tensor/borrow.h"

#include "runtime/error.h"

namespace ct {

namespace {

// The bytes that a layout covers around the address of its element [0, …, 0].
struct Block {
  char *data;
  int64_t nbytes;
  int64_t offset;  // of element [0, …, 0], in elements
};

Block reached_block(char *data, Dims sizes, Dims strides, DType dtype) {
  if (checked_numel(sizes) == 0) return {data, 0, 0};
  if (data == nullptr) fail(CT_ERROR_INVALID, "data is NULL");
  const int64_t itemsize = dtype_size(dtype);
  // C aligns a complex number to its parts.
  const int64_t alignment = dtype_size(real_of(dtype));
  const auto address = reinterpret_cast<uintptr_t>(data);
  if (address % static_cast<uintptr_t>(alignment) != 0) {
    fail(CT_ERROR_INVALID, "data is misaligned for ", dtype_name(dtype), ": its address must be a multiple of ",
         alignment, ", but leaves ", static_cast<int64_t>(address % static_cast<uintptr_t>(alignment)));
  }
  const Extent extent = layout_extent(sizes, strides);
  const Wide nbytes = extent.nbytes(itemsize), begin = Wide{address} + Wide{extent.lowest} * itemsize;
  if (nbytes > INT64_MAX || begin < 0 || begin + nbytes > UINTPTR_MAX) {
    fail(CT_ERROR_SHAPE, "sizes ", sizes, " and strides ", strides, " of ", dtype_name(dtype),
         " reach past the end of the address space");
  }
  return {data + extent.lowest * itemsize, static_cast<int64_t>(nbytes), -extent.lowest};
}

}  // namespace

Ref<Tensor> borrow(Loan &loan, char *data, bool read_only, Dims sizes, const int64_t *strides, DType dtype) {
  checked_nbytes(sizes, dtype_size(dtype));
  const DimVec steps = strides == nullptr ? contiguous_strides(sizes) : DimVec(Dims(strides, sizes.size()));
  const Block block = reached_block(data, sizes, steps, dtype);
  Ref<Storage> storage = Storage::borrow(block.data, block.nbytes, read_only, loan.release_, loan.user_data_);
  loan.release_ = nullptr;
  return Tensor::on_storage(std::move(storage), sizes, steps, block.offset, dtype);
}

}  // namespace ct
