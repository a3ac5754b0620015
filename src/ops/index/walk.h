// What indexing ops have in common: their dims in two lists, positions that have indices of their own, and slices whose
// elements share them; the walk over both, and its threads; and the checks of indices.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/table.h"
#include "tensor/steps.h"
#include "tensor/tensor.h"

namespace ct {

using kernels::Scatter;

// Throws CT_ERROR_DTYPE unless the tensor holds integers.
void check_index_dtype(const Tensor &index);
// Throws CT_ERROR_INDEX and names the first index that is not in [-size, size), or with `from_zero` not in [0, size).
// Returns whether one is negative, which counts back from the end. dim: that the indices are of; NULL: they count all
// elements, or classes.
bool check_indices(const Tensor &index, int64_t size, const int32_t *dim, bool from_zero = false);
void check_same_device(const Tensor &a, const Tensor &b);
void check_same_dtype(const Tensor &t, const Tensor &other, const char *name);

// Throws CT_ERROR_OVERLAP where what is written and an input have, or may have, a byte in common.
void check_apart(const Tensor &written, const Tensor &input, const char *name);

// The size of a dim, and the bytes between neighbours along it. A tensor without dims counts as one dim of one element.
inline int64_t size_of(const Tensor &t, int32_t dim) { return t.ndim() == 0 ? 1 : t.sizes()[static_cast<size_t>(dim)]; }
inline int64_t step_of(const Tensor &t, int32_t dim) { return t.ndim() == 0 ? 0 : step_along(t, dim); }

// A contiguous copy of t where `count` slices along that dim are read element by element otherwise, because neighbours
// in memory lie along another dim than the last, and where that costs more than the copy; else NULL.
Ref<Tensor> turned(const Tensor &t, int32_t dim, int64_t count);

class IndexWalk {
 public:
  // data: the first element on the side that has no indices.
  IndexWalk(const char *name, const Tensor &indexed, char *data)
      : name_(name), whole_(indexed), indexed_(indexed.data()), data_(data), unit_(indexed.itemsize()) {}

  // Adds indices into a dim of `size` elements that are `step` bytes apart, 0 where they are offsets. counts_back: one
  // may be negative, and counts from the end. All indices must be added before the first dim.
  void add_index(const char *data, DType dtype, int64_t size, int64_t step, bool counts_back) {
    indices_[count_++] = {data, {0, 0}, size, step, dtype, counts_back};
  }
  // Adds a dim of the op, innermost first. The steps are the bytes between neighbours along it on each side, and in
  // each index.
  void add_dim(int64_t size, int64_t data_step, int64_t indexed_step, std::span<const int64_t> index_steps);

  // out: that `data` is part of.
  void gather(Tensor &out);
  // Everything that may find no memory has been done before, so this fails only where an executor fails.
  void scatter(Scatter op, DType dtype);

 private:
  static constexpr int32_t kOperands = 2;  // data, indexed; then the indices
  struct List {
    DimVec sizes;
    SmallVec<int64_t, 24> strides;  // a dim's side by side

    // Whether elements of `unit` bytes lie side by side along one dim where they are read, and along another, in rows
    // of at least a cache line, where they are written.
    bool turns(int64_t width, int64_t unit) const;
    // Whether many rows that lie apart where they are read are written without a gap.
    bool closes(int64_t width, int64_t unit) const;
    // Makes that dim the first along which both sides lie nearest.
    void bring_near(int64_t width);
    // Orders the dims by how near what is indexed lies along them.
    void order(int64_t width);
  };
  // What a task takes of the positions and of the slices. Where the positions form one dim, these are `count` positions
  // from `first` on.
  struct Part {
    int64_t positions, end_positions, slices, end_slices;
    int32_t dim = -1;
    int64_t first = 0, count = 0;
    int64_t low = 0, high = kernels::kAllOffsets;
  };

  int64_t width() const { return kOperands + count_; }
  int64_t stride_of(const List &list, int64_t dim, int64_t operand) const {
    return dim < list.sizes.size() ? list.strides[dim * width() + operand] : 0;
  }
  void arrange(bool moves);
  void coalesce(List &list);
  bool is_all(const Part &part) const {
    return part.dim < 0 && part.positions == 0 && part.end_positions == positions_ && part.slices == 0 &&
           part.end_slices == slices_;
  }
  void walk(const Part &part) const;
  // How many of the first dims of positions may go as one row, because the data and all indices go on from one to the
  // next. pattern: how far each position of such a row lies from the first in what is indexed.
  int64_t join_dims(Dims sizes, int64_t *pattern) const;
  int64_t offset_of(int64_t position) const;
  int32_t cut_offsets(int64_t *cuts, int32_t most) const;
  int64_t element_ps() const;
  template <class Body>
  void parallel(int64_t count, int64_t grain, Body &&body) const;

  bool is_across() const;
  void gather_across(Tensor &out);
  void gather_arranged(Tensor &out);
  void gather_boxes(Tensor &out) const;

  const char *name_;
  const Tensor &whole_;
  char *indexed_, *data_;
  int64_t unit_;  // bytes that move at a time
  int64_t elements_ = 1, positions_ = 1, slices_ = 1;
  int64_t reach_ = 0;  // bytes of what is indexed, at most
  int32_t count_ = 0;
  bool by_slices_ = false;
  List positions_list_, slices_list_;
  kernels::IndexOf indices_[kMaxDims];
  const kernels::IndexedMove *move_ = nullptr;
  kernels::Traffic traffic_ = kernels::Traffic::Cached;
};

}  // namespace ct
