// Small calls: a few elements in a few dims, planned on the stack. What an iterator finds out for any operands is here
// asked of plain arrays: drop dims of one element, order, fuse, and the kernel is called.
#pragma once

#include <cstdint>

#include "kernels/table.h"
#include "tensor/tensor.h"

namespace ct {

template <int32_t N>  // operands, the output first
class SmallLoop {
 public:
  static constexpr int32_t kMostDims = 6;
  static constexpr int64_t kMostElements = 4096;  // no threads and no streams for so few

  static bool takes(const Tensor &t) noexcept {
    return t.ndim() <= kMostDims && t.numel() <= kMostElements && t.numel() > 0 && !t.is_meta();
  }

  void set_data(int32_t k, const Tensor &t) noexcept { data_[k] = t.data(); }

  // Dims come from the fastest to the slowest. One that continues the dim before it in every operand is fused with it.
  void add_dim(int64_t size, const int64_t (&strides)[N]) noexcept {
    if (size == 1) return;
    if (ndim_ > 0 && continues(strides)) {
      sizes_[ndim_ - 1] *= size;
      return;
    }
    sizes_[ndim_] = size;
    for (int32_t k = 0; k < N; ++k) strides_[ndim_][k] = strides[k];
    ++ndim_;
  }

  int32_t ndim() const noexcept { return ndim_; }
  const char *data(int32_t k) const noexcept { return data_[k]; }

  // Where operand k has each element, in the order of the dims: bytes from its data.
  void offsets(int32_t k, int64_t *at) const noexcept {
    at[0] = 0;
    int64_t filled = 1;
    for (int32_t d = 0; d < ndim_; ++d) {
      const int64_t end = filled * sizes_[d];
      for (int64_t i = filled; i < end; ++i) at[i] = at[i - filled] + strides_[d][k];
      filled = end;
    }
  }

  void run(kernels::Loop kernel) noexcept {
    int64_t steps[2 * N];
    for (int32_t k = 0; k < N; ++k) {
      steps[k] = ndim_ > 0 ? strides_[0][k] : 0;
      steps[N + k] = ndim_ > 1 ? strides_[1][k] : 0;
    }
    const int64_t size0 = ndim_ > 0 ? sizes_[0] : 1, size1 = ndim_ > 1 ? sizes_[1] : 1;
    if (ndim_ <= 2) return kernel(data_, steps, size0, size1, kernels::Traffic::Cached);
    run_outer(kernel);
  }

 private:
  bool continues(const int64_t (&strides)[N]) const noexcept {
    bool all = true;
    for (int32_t k = 0; k < N; ++k) all &= strides[k] == strides_[ndim_ - 1][k] * sizes_[ndim_ - 1];
    return all;
  }

  // The plane's second dim is the one along which an input's memory runs, if that is not the first: a kernel turns
  // such planes in tiles.
  int32_t second_dim() const noexcept {
    const auto magnitude = [](int64_t stride) { return stride < 0 ? -stride : stride; };
    for (int32_t k = 1; k < N; ++k) {
      int32_t fastest = 0;
      if (strides_[0][k] == 0) continue;
      for (int32_t d = 1; d < ndim_; ++d) {
        if (strides_[d][k] != 0 && magnitude(strides_[d][k]) < magnitude(strides_[fastest][k])) fastest = d;
      }
      if (fastest != 0) return fastest;
    }
    return 1;
  }

  [[gnu::noinline]] void run_outer(kernels::Loop kernel) noexcept {
    const int32_t second = second_dim();
    int32_t outer[kMostDims], nouter = 0;
    for (int32_t d = 1; d < ndim_; ++d) {
      if (d != second) outer[nouter++] = d;
    }
    int64_t steps[2 * N], at[kMostDims] = {};
    for (int32_t k = 0; k < N; ++k) {
      steps[k] = strides_[0][k];
      steps[N + k] = strides_[second][k];
    }
    for (;;) {
      kernel(data_, steps, sizes_[0], sizes_[second], kernels::Traffic::Cached);
      int32_t i = 0;
      for (; i < nouter; ++i) {
        const int32_t d = outer[i];
        const bool carries = ++at[i] == sizes_[d];
        const int64_t by = carries ? 1 - sizes_[d] : 1;
        for (int32_t k = 0; k < N; ++k) data_[k] += by * strides_[d][k];
        if (!carries) break;
        at[i] = 0;
      }
      if (i == nouter) return;
    }
  }

  int32_t ndim_ = 0;
  int64_t sizes_[kMostDims];
  int64_t strides_[kMostDims][N];  // bytes
  char *data_[N];
};

}  // namespace ct
