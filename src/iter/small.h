// Small calls: a few elements in a few dims, planned on the stack (iter/dims.h) instead of by an iterator.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "iter/dims.h"
#include "iter/odometer.h"
#include "kernels/table.h"
#include "tensor/tensor.h"

namespace ct {

template <int32_t N>  // operands, the output first
class SmallLoop {
 public:
  static constexpr int32_t kMostDims = 6;
  static constexpr int64_t kMostElements = 4096;  // no threads and no non-temporal stores for so few

  static bool takes(const Tensor &t) noexcept {
    return t.ndim() <= kMostDims && t.numel() <= kMostElements && t.numel() > 0 && !t.is_meta();
  }

  void set_data(int32_t k, const Tensor &t) noexcept { data_[k] = t.data(); }

  DimList<N, kMostDims> dims;  // to be coalesced before the calls below

  const char *data(int32_t k) const noexcept { return data_[k]; }

  // Where operand k has each element, in the order of the dims: bytes from its data.
  void offsets(int32_t k, int64_t *at) const noexcept {
    at[0] = 0;
    int64_t filled = 1;
    for (int32_t d = 0; d < dims.ndim(); ++d) {
      const int64_t end = filled * dims.size(d);
      for (int64_t i = filled; i < end; ++i) at[i] = at[i - filled] + dims.stride(k, d);
      filled = end;
    }
  }

  void run(kernels::Loop kernel) noexcept {
    if (dims.ndim() > 2) return run_planes(kernel);
    int64_t strides[2 * N];
    plane_strides(1, strides);
    kernel(data_, strides, dims.size(0), dims.size(1), kernels::Traffic::Cached);
  }

 private:
  void plane_strides(int32_t second, int64_t *strides) const noexcept {
    for (int32_t k = 0; k < N; ++k) {
      strides[k] = dims.stride(k, 0);
      strides[N + k] = dims.stride(k, second);
    }
  }

  // The plane's second dim is the one along which an input is contiguous, if that is not the first: a kernel transposes
  // such planes in tiles.
  int32_t second_dim() const noexcept {
    for (int32_t k = 1; k < N; ++k) {
      int32_t fastest = 0;
      if (dims.stride(k, 0) == 0) continue;
      for (int32_t d = 1; d < dims.ndim(); ++d) {
        const int64_t stride = std::abs(dims.stride(k, d));
        if (stride != 0 && stride < std::abs(dims.stride(k, fastest))) fastest = d;
      }
      if (fastest != 0) return fastest;
    }
    return 1;
  }

  [[gnu::noinline]] void run_planes(kernels::Loop kernel) noexcept {
    const int32_t second = second_dim();
    int64_t strides[2 * N], sizes[kMostDims], outer[kMostDims][N];
    plane_strides(second, strides);
    size_t nouter = 0;
    for (int32_t d = 1; d < dims.ndim(); ++d) {
      if (d == second) continue;
      sizes[nouter] = dims.size(d);
      for (int32_t k = 0; k < N; ++k) outer[nouter][k] = dims.stride(k, d);
      ++nouter;
    }
    const auto move = [&](int64_t d, int64_t by) {
      for (int32_t k = 0; k < N; ++k) data_[k] += by * outer[d][k];
    };
    Odometer at(Dims(sizes, nouter));
    do {
      kernel(data_, strides, dims.size(0), dims.size(second), kernels::Traffic::Cached);
    } while (at.advance(move));
  }

  char *data_[N];
};

}  // namespace ct
