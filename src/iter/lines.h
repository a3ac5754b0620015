// Tensors of one shape as lines along one dim, for ops that go along a dim: scans, softmax, argreduce. The order of the
// other dims does not matter, so they run forwards in the output, are sorted by its strides, and coalesced. Where all
// of the output's strides are 0, they stay in order.
#pragma once

#include "iter/odometer.h"
#include "tensor/tensor.h"

namespace ct {

struct Lines {
  struct Dim {
    int64_t size, to, from;  // strides in bytes
    int64_t beside = 0;
  };

  // The tensors have at least one element. beside: a second output.
  Lines(const Tensor &out, const Tensor &in, int32_t dim, const Tensor *beside = nullptr);

  // The lines of one plane.
  Lines(char *to_data, char *from_data, const Dim &along_dim, const Dim &across_dim)
      : to(to_data), from(from_data), beside(to_data), along(along_dim), across(across_dim) {}

  char *to, *from, *beside;
  Dim along{1, 0, 0};
  Dim across{1, 0, 0};  // the innermost of the others: neighbours in the output lie along it
  int64_t groups = 1;   // positions in the dims that are left

  struct Place {
    char *to, *from, *beside = nullptr;
  };
  Place group(int64_t index) const {  // where its first line begins
    const Odometer at(rest_sizes_, index);
    return {to + at.offset(rest_strides_[0]), from + at.offset(rest_strides_[1]), beside + at.offset(rest_strides_[2])};
  }
  int64_t count() const { return across.size * groups; }
  // Where `count` lines begin, from line `first` on, as bytes from the first line of all.
  void begins(int64_t first, int64_t count, int64_t *to_at, int64_t *from_at) const;

 private:
  DimVec rest_sizes_, rest_strides_[3];
};

}  // namespace ct
