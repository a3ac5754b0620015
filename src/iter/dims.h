// Sizes and byte strides of N operands side by side, as plain arrays on the stack: the only place that drops dims of
// one element, flips dims that run backwards, sorts dims by stride and makes neighbouring dims one.
//
// A planner adds its dims, and calls what its op allows, in this order:
//   DimList<2> dims;                                                        // operands: the output, the input
//   for (int32_t d = ndim - 1; d >= 0; --d) dims.add(sizes[d], {to[d], from[d]});  // dims of one element are dropped
//   dims.flip(0, data);     // operand 0 then runs forwards; data moves to the new first elements
//   dims.sort(0);           // by the strides of operand 0, the smallest first; equal ones stay in order
//   dims.coalesce();        // what every operand steps through evenly becomes one dim
// Dim 0 is the innermost. An op may flip and sort only where the order of its elements does not matter. The iterator,
// whose operands are counted at run time, calls coalesce_dims() on its own arrays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "kernels/tuning.h"
#include "tensor/layout.h"

namespace ct {

// Makes one dim of neighbours that all operands step through evenly, and returns how many dims are left. A dim of one
// element joins any other. stride(k, d): a reference to the stride of operand k along dim d.
template <class Stride>
int32_t coalesce_dims(int32_t ndim, int64_t *sizes, int32_t noperands, Stride stride) noexcept {
  if (ndim <= 1) return ndim;
  const auto continues = [&](int32_t inner, int32_t outer) {
    if (sizes[inner] == 1 || sizes[outer] == 1) return true;
    for (int32_t k = 0; k < noperands; ++k) {
      int64_t reach;  // the strides of empty tensors may be anything
      if (__builtin_mul_overflow(sizes[inner], stride(k, inner), &reach) || reach != stride(k, outer)) return false;
    }
    return true;
  };
  const auto take_strides = [&](int32_t to, int32_t from) {
    for (int32_t k = 0; k < noperands; ++k) stride(k, to) = stride(k, from);
  };
  int32_t last = 0;
  for (int32_t d = 1; d < ndim; ++d) {
    if (continues(last, d)) {
      if (sizes[last] == 1) take_strides(last, d);
      sizes[last] *= sizes[d];
    } else if (++last != d) {
      take_strides(last, d);
      sizes[last] = sizes[d];
    }
  }
  return last + 1;
}

// Chooses the second dim of planes, whose first one is dim 0, along which the output runs. It is the dim along which an
// input runs through memory, if that is not dim 0; among several such dims, along which the input stays within a cache
// line, it is the longest. A kernel transposes such planes in tiles. first: the number of the first input.
template <class Size, class Stride>
int32_t second_dim(int32_t ndim, int32_t first, int32_t noperands, Size size, Stride stride) noexcept {
  for (int32_t k = first; k < noperands; ++k) {
    const int64_t along = std::abs(stride(k, 0));
    if (along == 0) continue;
    int32_t fastest = 0;
    for (int32_t d = 1; d < ndim; ++d) {
      if (stride(k, d) != 0 && std::abs(stride(k, d)) < std::abs(stride(k, fastest))) fastest = d;
    }
    if (fastest == 0) continue;
    int32_t longest = fastest;
    for (int32_t d = 1; d < ndim; ++d) {
      const int64_t step = std::abs(stride(k, d));
      if (step != 0 && step < std::min(along, kCacheLine) && size(d) > size(longest)) longest = d;
    }
    return longest;
  }
  return 1;
}

template <int32_t N, int32_t Capacity = kMaxDims>
class DimList {
 public:
  // False where there is no room for another dim.
  bool add(int64_t size, const int64_t (&strides)[N]) noexcept {
    if (size == 1) return true;
    if (ndim_ == Capacity) return false;
    set(ndim_++, size, strides);
    return true;
  }

  // One dim, even of one element.
  void set_one(int64_t size, const int64_t (&strides)[N]) noexcept {
    ndim_ = 1;
    set(0, size, strides);
  }

  void flip(int32_t by, char **data) noexcept {
    for (int32_t d = 0; d < ndim_; ++d) {
      if (strides_[d][by] >= 0) continue;
      for (int32_t k = 0; k < N; ++k) {
        data[k] += (sizes_[d] - 1) * strides_[d][k];
        strides_[d][k] = -strides_[d][k];
      }
    }
  }

  void sort(int32_t by) noexcept {
    for (int32_t d = 1; d < ndim_; ++d) {
      int64_t strides[N];
      for (int32_t k = 0; k < N; ++k) strides[k] = strides_[d][k];
      const int64_t size = sizes_[d];
      int32_t at = d;
      for (; at > 0 && strides_[at - 1][by] > strides[by]; --at) set(at, sizes_[at - 1], strides_[at - 1]);
      if (at != d) set(at, size, strides);
    }
  }

  void coalesce() noexcept {
    ndim_ = coalesce_dims(ndim_, sizes_, N, [this](int32_t k, int32_t d) -> int64_t & { return strides_[d][k]; });
  }

  void resize(int32_t d, int64_t size) noexcept { sizes_[d] = size; }

  void drop_0() noexcept {
    for (int32_t d = 1; d < ndim_; ++d) set(d - 1, sizes_[d], strides_[d]);
    --ndim_;
  }

  // Makes dim `from` dim 1; the dims between move outwards by one.
  void move_to_1(int32_t from) noexcept {
    const int64_t size = sizes_[from];
    int64_t strides[N];
    for (int32_t k = 0; k < N; ++k) strides[k] = strides_[from][k];
    for (int32_t d = from; d > 1; --d) set(d, sizes_[d - 1], strides_[d - 1]);
    set(1, size, strides);
  }

  // Operand 0 is the output.
  int32_t second_dim() const noexcept {
    return ct::second_dim(
        ndim_, 1, N, [this](int32_t d) { return sizes_[d]; }, [this](int32_t k, int32_t d) { return strides_[d][k]; });
  }

  int32_t ndim() const noexcept { return ndim_; }
  Dims sizes() const noexcept { return {sizes_, static_cast<size_t>(ndim_)}; }
  // The strides of dims 0 and 1 in the form that kernels take; 0 for dims that do not exist.
  const int64_t *plane_strides() noexcept {
    constexpr int64_t none[N] = {};
    for (int32_t d = ndim_; d < 2; ++d) set(d, 1, none);
    return strides_[0];
  }
  int64_t size(int32_t d) const noexcept { return d < ndim_ ? sizes_[d] : 1; }
  int64_t stride(int32_t k, int32_t d) const noexcept { return d < ndim_ ? strides_[d][k] : 0; }

 private:
  void set(int32_t d, int64_t size, const int64_t (&strides)[N]) noexcept {
    sizes_[d] = size;
    for (int32_t k = 0; k < N; ++k) strides_[d][k] = strides[k];
  }

  int32_t ndim_ = 0;
  int64_t sizes_[Capacity];
  int64_t strides_[Capacity][N];  // bytes
};

}  // namespace ct
