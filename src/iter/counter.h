// A position in an iterator's index space, fastest dim first, that moves in 2-D steps through a range.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tensor/layout.h"

namespace ct {

class DimCounter {
 public:
  struct Step {
    int64_t size0, size1;  // along dims 0 and 1; size1 > 1 only where size0 is all of dim 0
  };

  DimCounter(Dims sizes, int64_t begin, int64_t end) noexcept : sizes_(sizes), position_(begin), end_(end) {
    int64_t rest = begin;
    for (size_t d = 0; d < sizes.size(); ++d) {
      values_[d] = rest != 0 ? rest % sizes[d] : 0;
      if (rest != 0) rest /= sizes[d];
    }
  }

  bool is_done() const noexcept { return position_ >= end_; }
  int64_t position() const noexcept { return position_; }
  Dims values() const noexcept { return Dims(values_, sizes_.size()); }

  int64_t offset(Dims strides) const noexcept {
    int64_t bytes = 0;
    for (size_t d = 0; d < sizes_.size(); ++d) bytes += values_[d] * strides[d];
    return bytes;
  }

  Step max_1d_step() const noexcept {
    const int64_t left = end_ - position_;
    return {sizes_.empty() ? left : std::min(sizes_[0] - values_[0], left), 1};
  }

  Step max_2d_step() const noexcept {
    Step step = max_1d_step();
    if (sizes_.size() >= 2 && step.size0 == sizes_[0]) {
      step.size1 = std::min(sizes_[1] - values_[1], (end_ - position_) / sizes_[0]);
    }
    return step;
  }

  void increment(Step step) noexcept {
    position_ += step.size0 * step.size1;
    if (sizes_.empty()) return;
    // A step moves dim 1 when it covers all of dim 0, else dim 0; what passes a dim's end is carried to the next.
    size_t d = 0;
    int64_t carry = step.size0;
    if (step.size1 > 1 || (sizes_.size() >= 2 && step.size0 == sizes_[0])) {
      d = 1;
      carry = step.size1;
    }
    for (; carry != 0 && d < sizes_.size(); ++d) {
      values_[d] += carry;
      carry = 0;
      if (values_[d] >= sizes_[d]) {
        values_[d] -= sizes_[d];
        carry = 1;
      }
    }
  }

 private:
  Dims sizes_;
  int64_t position_, end_;
  int64_t values_[kMaxDims];
};

}  // namespace ct
