// Tensors of one shape as lines along one dim, for ops that go along a dim: scans, softmax, searches. The other dims,
// in which order does not matter, are walked forwards in the output, sorted by its strides, and fused. Where all of the
// output's strides are 0, they stay in order.
#pragma once

#include "tensor/tensor.h"

namespace ct {

struct Lines {
  struct Dim {
    int64_t size, to, from;  // strides in bytes
    int64_t beside = 0;
  };
  static constexpr int32_t kInline = 6;

  // The tensors have an element, and no more than 64 dims.
  // beside: a second output.
  Lines(const Tensor &out, const Tensor &in, int32_t dim, const Tensor *beside = nullptr);

  char *to, *from, *beside;
  Dim along{1, 0, 0};
  Dim across{1, 0, 0};          // of the others, the one that neighbours of the output lie along
  SmallVec<Dim, kInline> rest;  // and what is left
  int64_t groups = 1;           // elements of `rest`

  struct Place {
    char *to, *from, *beside = nullptr;
  };
  Place group(int64_t index) const {  // where its first line begins
    Place place{to, from, beside};
    for (const Dim &dim : rest) {
      const int64_t i = index % dim.size;
      index /= dim.size;
      place.to += i * dim.to;
      place.from += i * dim.from;
      place.beside += i * dim.beside;
    }
    return place;
  }
  int64_t count() const { return across.size * groups; }
};

}  // namespace ct
