// Two tensors of one shape as lines along one dim, for ops that go along a dim and give as many elements: scans,
// softmax. The other dims, in which order does not matter, are walked forwards in the output, sorted by its strides,
// and fused.
#pragma once

#include "tensor/tensor.h"

namespace ct {

struct Lines {
  struct Dim {
    int64_t size, to, from;  // strides in bytes
  };
  static constexpr int32_t kInline = 6;

  // The tensors have an element, and no more than 64 dims.
  Lines(const Tensor &out, const Tensor &in, int32_t dim);

  char *to, *from;
  Dim along{1, 0, 0};
  Dim across{1, 0, 0};          // of the others, the one that neighbours of the output lie along
  SmallVec<Dim, kInline> rest;  // and what is left
  int64_t groups = 1;           // elements of `rest`

  struct Place {
    char *to, *from;
  };
  Place group(int64_t index) const {  // where its first line begins
    Place place{to, from};
    for (const Dim &dim : rest) {
      const int64_t i = index % dim.size;
      index /= dim.size;
      place.to += i * dim.to;
      place.from += i * dim.from;
    }
    return place;
  }
  int64_t count() const { return across.size * groups; }
};

}  // namespace ct
