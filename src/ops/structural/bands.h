// Boxes that lie in turns along the output's outer dims, as the parts of its rows do where tensors are joined along the
// last dim. Short parts are copied tile by tile: one box after the other would fetch each line of the output once for
// each of them, and could never write one whole.
#pragma once

#include "kernels/table.h"
#include "ops/structural/boxes.h"

namespace ct {

class Band {
 public:
  // The band of boxes from `first` on that take turns in the output, or of that box alone.
  Band(const Tensor &out, const Boxes &boxes, int64_t first);

  int64_t nboxes() const noexcept { return nboxes_; }
  int64_t numel() const noexcept { return numel_; }
  bool is_tiled() const noexcept { return is_tiled_; }
  // Whether the boxes are short parts of the output's rows, and neighbours of their source lie along another dim. The
  // copy engine then transposes them together.
  bool lies_across() const noexcept { return lies_across_; }

  // For a tiled band: writes the units that begin with the elements from `begin` up to `end`. A unit is what all boxes
  // hold within one step along the innermost common dim.
  void run(int64_t begin, int64_t end, kernels::Traffic whole) const noexcept;
  // For a band that lies across: copies it, on threads of its own.
  void transpose() const;

 private:
  struct Piece;
  class Tiles;

  bool describe(int64_t index, Box &box) const;
  void find();
  bool has_lone_elements() const;
  bool is_near_pair() const;
  bool join_dims();
  bool lies_beyond_own_cache() const noexcept;
  bool fits(const Box &box) const;
  bool find_across();
  int64_t units() const noexcept;

  static constexpr int64_t kMostBoxes = 64;
  static constexpr int32_t kMostDims = 4;  // within a unit, and beyond those that are joined

  const Tensor &out_;
  const Boxes &boxes_;
  const int64_t first_;
  int64_t nboxes_ = 1, numel_ = 0;
  bool is_tiled_ = false, lies_across_ = false;
  int32_t common_ = 0;  // outer dims that all boxes share
  int32_t joined_ = 1;  // the innermost of those, which count as one, as all boxes step through them evenly
  char *begin_ = nullptr;
  int64_t unit_bytes_ = 0, row_ = 1;                          // units in a row: along the dims that are joined
  SmallVec<int64_t, kMostDims> outer_sizes_, outer_strides_;  // beyond them
  DimList<2> across_;                                         // where the band lies across: the common dims
};

}  // namespace ct
