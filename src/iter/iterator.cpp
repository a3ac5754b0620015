// What a built iterator says about itself.
#include "iter/iterator.h"

#include <algorithm>

#include "iter/dims.h"

namespace ct {

Iterator::~Iterator() { clear(); }

void Iterator::clear() noexcept {
  for (const Operand &operand : operands_) {
    if (operand.tensor != nullptr && (!borrows_ || operand.allocated)) operand.tensor->release();
  }
  operands_.clear();
  sizes_.clear();
  shape_.clear();
  perm_.clear();
  strides_.clear();
  noutputs_ = 0;
  stride_capacity_ = 0;
  numel_ = 0;
  common_dtype_ = DType::Undefined;
  meta_ = needs_conversion_ = false;
}

void Iterator::lay_out(Dims sizes, int32_t noutputs, int32_t noperands) {
  clear();
  sizes_.assign(sizes);
  stride_capacity_ = ndim();
  strides_.resize_unset(noperands * stride_capacity_);
  operands_.resize(noperands);
  noutputs_ = noutputs;
  numel_ = 1;
  for (const int64_t size : sizes) numel_ *= size;
}

void Iterator::set_operand(int32_t k, char *data, DType seen_as, DType dtype, Dims strides) noexcept {
  Operand &operand = operands_[k];
  operand.data = data;
  operand.dtype = seen_as;
  operand.tensor_dtype = dtype;
  operand.itemsize = dtype_size(dtype);
  operand.is_output = k < noutputs_;
  needs_conversion_ |= seen_as != dtype;
  std::copy(strides.begin(), strides.end(), strides_.data() + k * stride_capacity_);
}

void Iterator::copy(const Iterator &other) {
  clear();
  operands_ = other.operands_;
  for (Operand &operand : operands_) operand.allocated = false;
  borrows_ = true;
  noutputs_ = other.noutputs_;
  flags_ = other.flags_;
  common_dtype_ = other.common_dtype_;
  numel_ = other.numel_;
  meta_ = other.meta_;
  needs_conversion_ = other.needs_conversion_;
  sizes_ = other.sizes_;
  shape_ = other.shape_;
  perm_ = other.perm_;
  stride_capacity_ = other.stride_capacity_;
  strides_ = other.strides_;
}

void Iterator::narrow(int32_t dim, int64_t begin, int64_t size) noexcept {
  numel_ = numel_ / sizes_[dim] * size;
  sizes_[dim] = size;
  for (int32_t k = 0; k < noperands(); ++k) operands_[k].data += begin * strides_[k * stride_capacity_ + dim];
}

void Iterator::move_input(int32_t k, char *data, Dims strides) noexcept {
  set_operand(k, data, operands_[k].dtype, operands_[k].dtype, strides);
  needs_conversion_ = std::ranges::any_of(operands_, [](const Operand &one) { return one.dtype != one.tensor_dtype; });
}

void Iterator::coalesce() noexcept {
  sizes_.resize(coalesce_dims(ndim(), sizes_.data(), noperands(), [this](int32_t k, int32_t d) -> int64_t & {
    return strides_[k * stride_capacity_ + d];
  }));
}

bool Iterator::is_contiguous() const noexcept {
  if (ndim() > 1) return false;
  if (numel_ <= 1) return true;
  for (int32_t k = 0; k < noperands(); ++k) {
    if (strides(k)[0] != operands_[k].itemsize) return false;
  }
  return true;
}

bool Iterator::is_dim_reduced(int32_t dim) const noexcept {
  return is_reduction() && strides(0)[dim] == 0 && sizes_[dim] != 1;
}

int32_t Iterator::num_reduce_dims() const noexcept {
  int32_t count = 0;
  for (int32_t d = 0; d < ndim(); ++d) count += is_dim_reduced(d) ? 1 : 0;
  return count;
}

int64_t Iterator::num_output_elements() const noexcept {
  if (!is_reduction()) return numel_;
  if (numel_ == 0) return operands_[0].tensor->numel();  // strides of empty dims say nothing
  int64_t count = 1;
  for (int32_t d = 0; d < ndim(); ++d) count *= is_dim_reduced(d) ? 1 : sizes_[d];
  return count;
}

}  // namespace ct
