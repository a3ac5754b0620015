// The only counter of positions in several dims: the first dim turns fastest, and what passes a dim's end is carried to
// the next one. It holds the position alone. Whatever moves with it (one pointer, or one for each operand) is moved by
// the caller's `move(dim, by)`, which is called for each dim that turns and is inlined.
//
//   for (Odometer at(sizes, begin); ...; at.advance([&](int64_t d, int64_t by) { data += by * strides[d]; })) ...
#pragma once

#include <algorithm>
#include <cstdint>

#include "tensor/layout.h"

namespace ct {

class Odometer {
 public:
  static constexpr int32_t kCapacity =
      kMaxDims + 2;  // a plane's two dims may be cut into pieces, which are counted too

  // sizes: of at least one element each where index is not 0; they must stay.
  explicit Odometer(Dims sizes, int64_t index = 0) noexcept : sizes_(sizes) {
    for (size_t d = 0; d < sizes.size(); ++d) {
      at_[d] = index != 0 ? index % sizes[d] : 0;
      if (index != 0) index /= sizes[d];
    }
  }

  int64_t operator[](int64_t d) const noexcept { return at_[d]; }
  Dims sizes() const noexcept { return sizes_; }
  Dims values() const noexcept { return Dims(at_, sizes_.size()); }

  int64_t offset(Dims strides) const noexcept {
    int64_t bytes = 0;
    for (size_t d = 0; d < sizes_.size(); ++d) bytes += at_[d] * strides[d];
    return bytes;
  }

  // Goes on by `count` steps of a dim, no further than to that dim's end. False where that was the end of the last dim:
  // the odometer is at the beginning again.
  template <class Move>
  bool advance(Move move, int64_t count = 1, size_t dim = 0) noexcept {
    for (size_t d = dim; d < sizes_.size(); ++d) {
      at_[d] += count;
      const bool carries = at_[d] >= sizes_[d];
      if (carries) at_[d] -= sizes_[d];
      move(static_cast<int64_t>(d), carries ? count - sizes_[d] : count);
      if (!carries) return true;
      count = 1;
    }
    return false;
  }

 private:
  Dims sizes_;
  int64_t at_[kCapacity];  // filled up to the number of dims
};

// The same over a range of positions in an iterator's index space, in 2-D steps.
class DimCounter : public Odometer {
 public:
  struct Step {
    int64_t size0, size1;  // along dims 0 and 1; size1 > 1 only where size0 is all of dim 0
  };

  DimCounter(Dims sizes, int64_t begin, int64_t end) noexcept : Odometer(sizes, begin), position_(begin), end_(end) {}

  bool is_done() const noexcept { return position_ >= end_; }
  int64_t position() const noexcept { return position_; }

  Step max_1d_step() const noexcept {
    const int64_t left = end_ - position_;
    return {sizes().empty() ? left : std::min(sizes()[0] - (*this)[0], left), 1};
  }

  Step max_2d_step() const noexcept {
    Step step = max_1d_step();
    if (sizes().size() >= 2 && step.size0 == sizes()[0]) {
      step.size1 = std::min(sizes()[1] - (*this)[1], (end_ - position_) / sizes()[0]);
    }
    return step;
  }

  // A step moves dim 1 where it covers all of dim 0, else dim 0.
  void increment(Step step) noexcept {
    position_ += step.size0 * step.size1;
    const bool rows = step.size1 > 1 || (sizes().size() >= 2 && step.size0 == sizes()[0]);
    advance([](int64_t, int64_t) {}, rows ? step.size1 : step.size0, rows ? 1 : 0);
  }

 private:
  int64_t position_, end_;
};

}  // namespace ct
