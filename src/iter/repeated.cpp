#include "iter/repeated.h"

#include "iter/blocks.h"
#include "iter/copy.h"
#include "iter/dims.h"
#include "iter/for_each.h"
#include "runtime/kernel_table.h"

namespace ct {

namespace {

// The elements that lie in memory, each counted once.
int64_t distinct_elements(const Iterator &it, int32_t k) {
  int64_t count = 1;
  for (int32_t d = 0; d < it.ndim(); ++d) count *= it.strides(k)[d] != 0 ? it.sizes()[d] : 1;
  return count;
}

// The bytes of an input's copy, in whole lines, or 0 where copying is not worth it.
int64_t bytes_of_copy(const Iterator &it, int32_t k) {
  const Operand &input = it.operand(k);
  const int64_t stride = it.strides(k)[0], distinct = distinct_elements(it, k);
  const bool converts = input.dtype != input.tensor_dtype && distinct > 1;
  if ((stride == 0 || stride == input.itemsize) && !converts) return 0;
  if (distinct > it.numel() / kFewestRepeats) return 0;
  return (distinct * dtype_size(input.dtype) + kCacheLine - 1) / kCacheLine * kCacheLine;
}

// Copies an input without its gaps. strides: becomes the copy's.
void copy_input(const Iterator &it, int32_t k, char *to, DimVec &strides) {
  const Operand &input = it.operand(k);
  DimVec sizes, from;
  SmallVec<int64_t, 12> lie;  // strides, [dim][copy, input]
  int64_t stride = dtype_size(input.dtype);
  for (int32_t d = 0; d < it.ndim(); ++d) {
    const int64_t size = it.strides(k)[d] != 0 ? it.sizes()[d] : 1;
    strides.push_back(size > 1 ? stride : 0);
    if (size == 1) continue;
    sizes.push_back(size);
    lie.push_back(stride);
    lie.push_back(it.strides(k)[d]);
    stride *= size;
  }
  const int32_t ndim = coalesce_dims(static_cast<int32_t>(sizes.size()), sizes.data(), 2,
                                     [&](int32_t side, int32_t d) -> int64_t & { return lie[2 * d + side]; });
  sizes.resize(ndim);
  Iterator copy;
  copy.lay_out(sizes, 1, 2);
  for (int32_t side = 0; side < 2; ++side) {
    from.clear();
    for (int32_t d = 0; d < ndim; ++d) from.push_back(lie[2 * d + side]);
    const DType dtype = side == 0 ? input.dtype : input.tensor_dtype;
    copy.set_operand(side, side == 0 ? to : input.data, dtype, dtype, from);
  }
  if (input.dtype == input.tensor_dtype) return run_copy(copy);
  run(copy, convert_kernel(input.dtype, input.tensor_dtype), kernels::Traffic::Cached, is_worth_boxes(copy));
}

}  // namespace

void RepeatedInputs::copy_worthwhile() {
  constexpr int32_t few_dims = 6, few_operands = 4;  // which an iterator holds without taking memory
  const bool takes_memory = it_.operand(0).allocated;
  if (it_.is_meta() || it_.noperands() > few_operands || (it_.ndim() > few_dims && !takes_memory)) return;
  int64_t bytes = 0, of[few_operands] = {};
  for (int32_t k = it_.noutputs(); k < it_.noperands(); ++k) {
    of[k] = bytes_of_copy(it_, k);
    if (bytes + of[k] > (takes_memory ? kOwnCacheBytes : kHeldBytes)) of[k] = 0;
    bytes += of[k];
  }
  if (bytes == 0) return;
  if (bytes <= kHeldBytes) {
    workspace_.emplace();
    held_.emplace();
  } else {
    scratch_.emplace(bytes);
  }
  copied_.emplace().copy(it_);
  char *free = held_ ? held_->bytes() : scratch_->data();
  for (int32_t k = it_.noutputs(); k < it_.noperands(); ++k) {
    if (of[k] == 0) continue;
    DimVec strides;
    copy_input(it_, k, free, strides);
    copied_->move_input(k, free, strides);
    free += of[k];
  }
  copied_->coalesce();
}

}  // namespace ct
