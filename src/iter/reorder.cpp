// Steps: byte strides of every operand along the common shape, the order of dims that suits them, fastest first, and
// neighbouring dims as one.
#include "iter/build.h"
#include "iter/dims.h"

namespace ct {

using namespace iter_flags;

void IteratorBuild::compute_strides() {
  const int64_t ndim = it.shape_.size();
  it.stride_capacity_ = ndim;
  it.strides_.resize(operands.size() * ndim);
  for (int64_t k = 0; k < operands.size(); ++k) {
    if (operands[k].tensor != nullptr && !operands[k].will_resize) set_strides(k, laid_out_by(k));
  }
}

void IteratorBuild::set_strides(int64_t k, const Tensor &tensor) noexcept {
  const int64_t missing = it.shape_.size() - tensor.ndim(), itemsize = operands[k].itemsize;
  int64_t *strides = strides_of(k) + missing;  // 0 in the missing dims
  for (int32_t d = 0; d < tensor.ndim(); ++d) {
    // A static shape takes strides as they are; else a size-1 dim that is not broadcast keeps its stride, which takes
    // part in the ordering.
    const bool broadcast = !config.has_static_sizes && tensor.sizes()[d] == 1 && it.shape_[missing + d] != 1;
    strides[d] = broadcast ? 0 : tensor.strides()[d] * itemsize;
  }
}

namespace {

uint64_t magnitude(int64_t stride) {
  return stride < 0 ? uint64_t{0} - static_cast<uint64_t>(stride) : static_cast<uint64_t>(stride);
}

}  // namespace

// An insertion sort that tolerates ambiguity: an ambiguous pair is walked past, not stopped at.
void IteratorBuild::reorder() {
  const auto ndim = static_cast<int32_t>(it.shape_.size());
  SmallVec<int32_t, 6> &perm = it.perm_;
  reverse_dims();
  // Does dim a belong outside of dim b? Asks the operands one after the other, outputs first. > 0: yes, < 0: no,
  // 0: ambiguous.
  const auto compare = [this](int32_t a, int32_t b) {
    for (int64_t k = 0; k < operands.size(); ++k) {
      if (operands[k].tensor == nullptr || operands[k].will_resize) continue;
      const uint64_t stride_a = magnitude(strides_of(k)[a]), stride_b = magnitude(strides_of(k)[b]);
      // Reduced dims, on which an output's stride is 0, come first.
      if (has(kReduction) && operands[k].is_output && (stride_a == 0) != (stride_b == 0)) return stride_b == 0 ? 1 : -1;
      if (stride_a == 0 || stride_b == 0) continue;
      if (stride_a != stride_b) return stride_a < stride_b ? -1 : 1;
      if (it.shape_[a] > it.shape_[b]) return 1;
    }
    return 0;
  };
  if (!has(kLinear)) {
    for (int32_t i = 1; i < ndim; ++i) {
      int32_t at = i;
      for (int32_t before = i - 1; before >= 0; --before) {
        const int comparison = compare(perm[before], perm[at]);
        if (comparison < 0) break;
        if (comparison > 0) {
          std::swap(perm[before], perm[at]);
          at = before;
        }
      }
    }
  }
  for (int64_t k = 0; k < stand_ins.size(); ++k) {
    if (stand_ins[k] != nullptr) set_strides(k, *operands[k].tensor);
  }
  it.sizes_.resize(ndim);
  for (int32_t i = 0; i < ndim; ++i) it.sizes_[i] = it.shape_[perm[i]];
  int64_t unordered[kMaxDims];
  for (int64_t k = 0; k < operands.size(); ++k) {
    int64_t *strides = strides_of(k);
    for (int32_t i = 0; i < ndim; ++i) unordered[i] = strides[i];
    for (int32_t i = 0; i < ndim; ++i) strides[i] = unordered[perm[i]];
  }
}

void IteratorBuild::flip_backward() noexcept {
  for (int32_t d = 0; d < it.ndim(); ++d) {
    bool is_backward = false, is_forward = false;
    for (int64_t k = 0; k < operands.size(); ++k) {
      is_backward |= strides_of(k)[d] < 0;
      is_forward |= strides_of(k)[d] > 0;
    }
    if (!is_backward || is_forward || it.sizes_[d] == 0) continue;
    for (int64_t k = 0; k < operands.size(); ++k) {
      int64_t &stride = strides_of(k)[d];
      operands[k].data += (it.sizes_[d] - 1) * stride;
      stride = -stride;
    }
  }
}

void IteratorBuild::coalesce() noexcept {
  const auto ndim = static_cast<int32_t>(it.sizes_.size());
  it.sizes_.resize(coalesce_dims(ndim, it.sizes_.data(), it.noperands(),
                                 [this](int32_t k, int32_t d) -> int64_t & { return strides_of(k)[d]; }));
}

}  // namespace ct
