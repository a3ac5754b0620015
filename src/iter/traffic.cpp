#include "iter/traffic.h"

#include <algorithm>

#include "runtime/kernel_table.h"

namespace ct {

namespace {

int64_t footprint(const Iterator &it) noexcept {
  int64_t bytes = 0;
  for (int32_t k = 0; k < it.noperands(); ++k) {
    int64_t touched = it.operand(k).itemsize;
    for (int32_t d = 0; d < it.ndim(); ++d) touched *= it.strides(k)[d] != 0 ? it.sizes()[d] : 1;
    bytes += touched;
  }
  return bytes;
}

// What moves with it: of a line, strides leave parts out.
int64_t moved(const Iterator &it) noexcept {
  constexpr int64_t line = 64;
  int64_t bytes = 0;
  for (int32_t k = 0; k < it.noperands(); ++k) {
    int64_t elements = 1, apart = line;
    for (int32_t d = 0; d < it.ndim(); ++d) {
      const int64_t stride = it.strides(k)[d];
      if (stride == 0) continue;
      elements *= it.sizes()[d];
      apart = std::min(apart, stride < 0 ? -stride : stride);
    }
    bytes += elements * std::max(apart, it.operand(k).itemsize);
  }
  return bytes;
}

}  // namespace

kernels::Traffic traffic(int64_t nbytes) noexcept {
  constexpr int64_t min_bytes = int64_t{1}
                                << 19;  // no last-level cache is smaller; spares small ops the question below
  const bool streamed = nbytes >= min_bytes && nbytes > last_level_cache_bytes() / 4 * 3;
  return streamed ? kernels::Traffic::Streamed : kernels::Traffic::Cached;
}

kernels::Traffic traffic(const Iterator &it) noexcept { return traffic(footprint(it)); }

Cost cost_of(const Iterator &it, int64_t element_ps) noexcept { return {moved(it), element_ps}; }

}  // namespace ct
