// How a box is cut, which operands are packed in it, and the walk.
#include "iter/boxes.h"

#include <algorithm>

#include "iter/dims.h"
#include "iter/odometer.h"
#include "iter/pick.h"
#include "iter/traffic.h"
#include "kernels/tuning.h"
#include "runtime/error.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

using kernels::Traffic;

class Boxes {
 public:
  explicit Boxes(const Iterator &it) : it_(it), noperands_(it.noperands()) {
    int64_t bytes = 0;
    for (int32_t k = 0; k < noperands_; ++k) bytes += it.operand(k).itemsize + int64_t{sizeof(int64_t)};
    int64_t room = std::min(kBoxBytes / bytes, kMostBox);
    while (whole_ < it.ndim() - 1 && it.sizes()[whole_] <= room) room /= it.sizes()[whole_++];
    part_ = std::clamp<int64_t>(room, 1, it.sizes()[whole_]);
    sizes_.assign(it.sizes().first(static_cast<size_t>(whole_) + 1));
    sizes_[whole_] = part_;
    elements_ = numel(sizes_);
    counts_.push_back((it.sizes()[whole_] + part_ - 1) / part_);
    for (int32_t d = whole_ + 1; d < it.ndim(); ++d) counts_.push_back(it.sizes()[d]);
  }

  int64_t count() const { return numel(counts_); }
  int64_t elements() const { return elements_; }

  void run(kernels::Loop kernel, int64_t begin, int64_t end, std::span<char *const> options) const {
    const Buffer<char, kBoxBytes + kMaxBoxOperands * kCacheLine> scratch;
    char *free = scratch;
    Packed packed[kMaxBoxOperands];
    int64_t strides[2 * kMaxBoxOperands];
    for (int32_t k = 0; k < noperands_; ++k) {
      const int64_t itemsize = it_.operand(k).itemsize;
      strides[k] = is_one(k) && !it_.operand(k).is_output ? 0 : itemsize;
      strides[noperands_ + k] = 0;
      if (strides[k] == 0 || is_dense(k)) continue;
      packed[k].offsets = reinterpret_cast<int64_t *>(free);
      offsets_of(
          sizes_, [&](int32_t d) { return it_.strides(k)[static_cast<size_t>(d)]; }, packed[k].offsets);
      free += elements_ * int64_t{sizeof(int64_t)};
      packed[k].elements = free;
      free += (elements_ * itemsize + kCacheLine - 1) / kCacheLine * kCacheLine;
      if (repeats(k)) pick(packed[k].elements, it_.operand(k).data, packed[k].offsets, elements_, itemsize);
      packed[k].once = repeats(k);
    }
    char *at[kMaxBoxOperands], *data[kMaxBoxOperands + kernels::kMostOptions];
    std::copy(options.begin(), options.end(), data + noperands_);
    Odometer place(counts_, begin);
    for (int32_t k = 0; k < noperands_; ++k) {
      at[k] = it_.operand(k).data;
      for (int64_t d = 0; d < counts_.size(); ++d) at[k] += place[d] * step(k, d);
    }
    for (int64_t index = begin; index < end; ++index) {
      const int64_t left = it_.sizes()[static_cast<size_t>(whole_)] - place[0] * part_;
      const int64_t n = elements_ / part_ * std::min(part_, left);
      for (int32_t k = 0; k < noperands_; ++k) {
        const Operand &operand = it_.operand(k);
        const Packed &one = packed[k];
        data[k] = one.offsets != nullptr ? one.elements : at[k];
        if (one.offsets == nullptr || one.once || (operand.is_output && !operand.is_read_write)) continue;
        pick(one.elements, at[k], one.offsets, n, operand.itemsize);
      }
      kernel(data, strides, n, 1, Traffic::Cached);
      for (int32_t k = 0; k < it_.noutputs(); ++k) {
        if (packed[k].offsets != nullptr) {
          put(at[k], packed[k].offsets, packed[k].elements, n, it_.operand(k).itemsize);
        }
      }
      place.advance([&](int64_t d, int64_t by) {
        for (int32_t k = 0; k < noperands_; ++k) at[k] += by * step(k, d);
      });
    }
  }

  static constexpr int32_t kMaxBoxOperands = 4;  // of a kernel

 private:
  struct Packed {
    int64_t *offsets = nullptr;  // NULL: it is not packed
    char *elements = nullptr;
    bool once = false;  // all boxes read the same
  };

  static int64_t numel(Dims sizes) {
    int64_t count = 1;
    for (const int64_t size : sizes) count *= size;
    return count;
  }

  int64_t stride(int32_t k, int32_t d) const { return it_.strides(k)[static_cast<size_t>(d)]; }
  int64_t step(int32_t k, int64_t d) const {
    return stride(k, whole_ + static_cast<int32_t>(d)) * (d == 0 ? part_ : 1);
  }
  bool is_one(int32_t k) const {
    return std::ranges::all_of(it_.strides(k).first(sizes_.size()), [](int64_t stride) { return stride == 0; });
  }
  bool repeats(int32_t k) const {
    const Dims outer = it_.strides(k).subspan(static_cast<size_t>(whole_));
    return !it_.operand(k).is_output && std::ranges::all_of(outer, [](int64_t stride) { return stride == 0; });
  }
  bool is_dense(int32_t k) const {
    int64_t apart = it_.operand(k).itemsize;
    for (int32_t d = 0; d <= whole_; apart *= sizes_[d++]) {
      if (sizes_[d] != 1 && stride(k, d) != apart) return false;
    }
    return true;
  }

  const Iterator &it_;
  int32_t noperands_;
  int32_t whole_ = 0;  // so many dims are whole in a box, and a part of the next one
  int64_t part_ = 1;   // of it
  int64_t elements_ = 0;
  DimVec sizes_;   // of a box
  DimVec counts_;  // parts, outer dims
};

}  // namespace

bool is_worth_boxes(const Iterator &it) noexcept {
  if (it.ndim() < 3 || it.needs_conversion() || it.noperands() > Boxes::kMaxBoxOperands) return false;
  if (traffic(it) != Traffic::Cached) return false;
  const auto stride = [&](int32_t k, int32_t d) { return it.strides(k)[static_cast<size_t>(d)]; };
  const int32_t second = second_dim(it.ndim(), it.noutputs(), it.noperands(), stride);
  bool in_order = true;
  for (int32_t k = 0; k < it.noperands(); ++k) in_order &= stride(k, 0) == 0 || stride(k, 0) == it.operand(k).itemsize;
  const int64_t plane = it.sizes()[0] * it.sizes()[static_cast<size_t>(second)];
  return plane < (in_order ? kSmallPlane : kSmallMixedPlane);
}

void run_boxes(const Iterator &it, kernels::Loop kernel, int64_t grain, std::span<char *const> options) {
  const Workspace workspace;
  const Boxes boxes(it);
  const auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
    boxes.run(kernel, begin, end, options);
    return CT_OK;
  };
  const ct_status status = parallel_ranges(boxes.count(), (grain - 1) / boxes.elements() + 1, {}, range);
  if (status != CT_OK) fail(status, "the executor failed");
}

}  // namespace ct
