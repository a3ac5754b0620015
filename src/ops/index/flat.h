// Indices into all elements of a tensor, counted in row-major order.
#pragma once

#include <optional>

#include "ops/index/walk.h"
#include "runtime/scratch.h"

namespace ct {

constexpr int64_t kIndexBytes = sizeof(int64_t);  // of an index as most calls have it, and of an offset

// Where the elements lie that an index names: the indices themselves, where neighbours are evenly far apart, else their
// offsets in bytes, computed beforehand.
class FlatIndex {
 public:
  // t may have any layout; `index` counts its elements in row-major order. The indices have been checked: counts_back
  // is what check_indices returned.
  FlatIndex(const Tensor &t, const Tensor &index, bool counts_back);

  void add_to(IndexWalk &walk) const { walk.add_index(data_, dtype_, size_, step_, counts_back_); }
  Dims strides() const { return strides_; }  // bytes, of the index's dims

 private:
  Scratch scratch_;
  const char *data_;
  DType dtype_;
  int64_t size_, step_;
  bool counts_back_;
  DimVec strides_;
};

// Short rows of positions are walked as one where the elements are evenly apart (IndexWalk::join_dims), and long rows
// whose elements each lie in a cache line of their own are slow to read. A contiguous copy of such a tensor, else NULL.
Ref<Tensor> evened(const Tensor &t, Dims positions);

// The bytes between elements of a tensor that is one dim of evenly spaced elements, or nullopt.
std::optional<int64_t> even_step(const Tensor &t);

}  // namespace ct
