// Planes of a list of dims: one call of a kernel for each.
#pragma once

#include "iter/dims.h"
#include "iter/odometer.h"
#include "kernels/table.h"

namespace ct {

// Operands of some dims, two at least, of which the first two are a plane's. data moves along, and ends anywhere.
template <int32_t N, int32_t Capacity>
[[gnu::noinline]] void run_planes(kernels::Loop kernel, char *(&data)[N], DimList<N, Capacity> &dims,
                                  kernels::Traffic stores) {
  const auto move = [&](int64_t d, int64_t by) {
    for (int32_t k = 0; k < N; ++k) data[k] += by * dims.stride(k, static_cast<int32_t>(d) + 2);
  };
  Odometer at(dims.sizes().subspan(2));
  do {
    kernel(data, dims.plane_strides(), dims.size(0), dims.size(1), stores);
  } while (at.advance(move));
}

}  // namespace ct
