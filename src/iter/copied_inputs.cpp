#include "iter/copied_inputs.h"

#include <algorithm>
#include <cstdlib>

#include "iter/blocks.h"
#include "iter/copy.h"
#include "iter/dims.h"
#include "iter/for_each.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"

namespace ct {

namespace {

// The dim along which an operand's neighbours lie nearest.
int32_t fastest_dim(Dims strides) {
  int32_t fastest = 0;
  for (int32_t d = 1; d < static_cast<int32_t>(strides.size()); ++d) {
    if (strides[d] != 0 && std::abs(strides[d]) < std::abs(strides[fastest])) fastest = d;
  }
  return fastest;
}

// Whether an input's neighbours lie along a dim that planes do not have, so that they have it element by element.
bool lies_outside(const Iterator &it, int32_t k) {
  const int32_t fastest = fastest_dim(it.strides(k));
  return fastest != 0 && fastest != second_dim_of(it);
}

bool has_short_rows(const Iterator &it) {
  return it.numel() >= kFewInShortRows && it.sizes()[0] * it.operand(0).itemsize < kShortRowOfPlane;
}

// Whether planes in which that input's neighbours lie along the second dim have short rows that lie apart in the
// output.
bool has_scattered_planes(const Iterator &it, int32_t k) {
  const int32_t fastest = fastest_dim(it.strides(k));
  const int64_t row = it.sizes()[0] * it.operand(0).itemsize;
  return has_short_rows(it) && fastest != 0 && std::abs(it.strides(0)[fastest]) != row;
}

// Whether an input lies in short rows that go on elsewhere, where the output's go on at once.
bool has_rows_apart(const Iterator &it, int32_t k) {
  const Operand &input = it.operand(k);
  const int64_t next = it.strides(k)[1], size = it.sizes()[0];
  return has_short_rows(it) && it.strides(k)[0] == input.itemsize && next != 0 && next != size * input.itemsize &&
         it.strides(0)[1] == size * it.operand(0).itemsize;
}

// The elements that lie in memory, each counted once.
int64_t distinct_elements(const Iterator &it, int32_t k) {
  int64_t count = 1;
  for (int32_t d = 0; d < it.ndim(); ++d) count *= it.strides(k)[d] != 0 ? it.sizes()[d] : 1;
  return count;
}

bool is_worth_copy(const Iterator &it, int32_t k) {
  const Operand &input = it.operand(k);
  const int64_t stride = it.strides(k)[0], distinct = distinct_elements(it, k);
  const bool converts = input.dtype != input.tensor_dtype && distinct > 1;
  const bool repeats = distinct <= it.numel() / kFewestRepeats;
  if ((stride == 0 || stride == input.itemsize) && !converts && !(repeats && has_rows_apart(it, k))) return false;
  return repeats || lies_outside(it, k) || has_scattered_planes(it, k);
}

bool is_copied(uint32_t inputs, int32_t k) { return (inputs >> k & 1) != 0; }

// Copies are whole lines.
int64_t bytes_of_copy(const Iterator &it, int32_t k) {
  const int64_t bytes = distinct_elements(it, k) * dtype_size(it.operand(k).dtype);
  return (bytes + kCacheLine - 1) / kCacheLine * kCacheLine;
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

uint32_t inputs_worth_copies(const Iterator &it) noexcept {
  if (it.ndim() < 2 || it.numel() <= kFewElements || it.is_meta() || it.noperands() > kFewOperands) return 0;
  uint32_t inputs = 0;
  for (int32_t k = it.noutputs(); k < it.noperands(); ++k) inputs |= uint32_t{is_worth_copy(it, k)} << k;
  return inputs;
}

void CopiedInputs::copy(uint32_t inputs) {
  const bool takes_memory = it_.operand(0).allocated;
  if (it_.ndim() > kFewDims && !takes_memory) return;
  int64_t bytes = 0, of[kFewOperands] = {};
  for (int32_t k = it_.noutputs(); k < it_.noperands(); ++k) {
    if (!is_copied(inputs, k)) continue;
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

Slices::Slices(const Iterator &it, uint32_t copied) noexcept : it_(it), copied_(copied) {
  const auto dims = static_cast<int32_t>(it.shape().size());  // before dims were coalesced: a slice is a copy
  if (copied == 0 || it.ndim() < 3 || dims > kFewDims) return;
  std::ranges::copy(it.sizes(), steps_);
  if (bytes_of_copies() <= (it.operand(0).allocated ? kOwnCacheBytes : CopiedInputs::kHeldBytes)) return;
  for (int32_t d = it.ndim() - 1; d > 0; --d) {
    steps_[d] = least_step(d);
    const int64_t fitting = CopiedInputs::kHeldBytes / bytes_of_copies();
    if (fitting == 0) continue;
    steps_[d] = std::min(steps_[d] * fitting, it.sizes()[d]);
    break;
  }
  int64_t elements = 1, count = 1;
  for (int32_t d = 0; d < it.ndim(); ++d) {
    elements *= steps_[d];
    count *= divide_up(it.sizes()[d], steps_[d]);
  }
  if (bytes_of_copies() <= CopiedInputs::kHeldBytes && elements >= kFewElements / 2) count_ = count;
}

// One position, or as many as a line of the cache has where inputs' neighbours lie along the dim, or all of them where
// every position has the same copies.
int64_t Slices::least_step(int32_t dim) const noexcept {
  int64_t step = 0;
  for (int32_t k = it_.noutputs(); k < it_.noperands(); ++k) {
    const Dims strides = it_.strides(k);
    if (!is_copied(copied_, k) || strides[dim] == 0) continue;
    step = std::max(step, fastest_dim(strides) == dim ? kCacheLine / std::abs(strides[dim]) : 1);
  }
  return step == 0 ? it_.sizes()[dim] : std::clamp<int64_t>(step, 1, it_.sizes()[dim]);
}

int64_t Slices::bytes_of_copies() const noexcept {
  int64_t bytes = 0;
  for (int32_t k = it_.noutputs(); k < it_.noperands(); ++k) {
    if (!is_copied(copied_, k)) continue;
    int64_t of_copy = dtype_size(it_.operand(k).dtype);
    for (int32_t d = 0; d < it_.ndim(); ++d) of_copy *= it_.strides(k)[d] != 0 ? steps_[d] : 1;
    bytes += of_copy + kCacheLine;  // copies are whole lines
  }
  return bytes;
}

void Slices::take(int64_t index, Iterator &slice) const {
  slice.copy(it_);
  for (int32_t d = 0; d < it_.ndim(); ++d) {
    const int64_t size = it_.sizes()[d], count = divide_up(size, steps_[d]), begin = index % count * steps_[d];
    slice.narrow(d, begin, std::min(steps_[d], size - begin));
    index /= count;
  }
  slice.coalesce();
}

}  // namespace ct
