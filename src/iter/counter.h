// A position in an iterator's index space, fastest dim first, that moves in 2-D steps through a range.
#pragma once

#include <algorithm>
#include <cstdint>

#include "iter/odometer.h"

namespace ct {

class DimCounter {
 public:
  struct Step {
    int64_t size0, size1;  // along dims 0 and 1; size1 > 1 only where size0 is all of dim 0
  };

  DimCounter(Dims sizes, int64_t begin, int64_t end) noexcept
      : sizes_(sizes), position_(begin), end_(end), at_(sizes, begin) {}

  bool is_done() const noexcept { return position_ >= end_; }
  int64_t position() const noexcept { return position_; }
  Dims values() const noexcept { return at_.values(); }
  int64_t offset(Dims strides) const noexcept { return at_.offset(strides); }

  Step max_1d_step() const noexcept {
    const int64_t left = end_ - position_;
    return {sizes_.empty() ? left : std::min(sizes_[0] - at_[0], left), 1};
  }

  Step max_2d_step() const noexcept {
    Step step = max_1d_step();
    if (sizes_.size() >= 2 && step.size0 == sizes_[0]) {
      step.size1 = std::min(sizes_[1] - at_[1], (end_ - position_) / sizes_[0]);
    }
    return step;
  }

  // A step moves dim 1 where it covers all of dim 0, else dim 0.
  void increment(Step step) noexcept {
    position_ += step.size0 * step.size1;
    const bool rows = step.size1 > 1 || (sizes_.size() >= 2 && step.size0 == sizes_[0]);
    at_.advance([](int64_t, int64_t) {}, rows ? step.size1 : step.size0, rows ? 1 : 0);
  }

 private:
  Dims sizes_;
  int64_t position_, end_;
  Odometer at_;
};

}  // namespace ct
