#include "iter/traffic.h"

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

}  // namespace

kernels::Traffic traffic(int64_t nbytes) noexcept {
  constexpr int64_t min_bytes = int64_t{1}
                                << 19;  // no last-level cache is smaller; spares small ops the question below
  const bool streamed = nbytes >= min_bytes && nbytes > last_level_cache_bytes() / 4 * 3;
  return streamed ? kernels::Traffic::Streamed : kernels::Traffic::Cached;
}

kernels::Traffic traffic(const Iterator &it) noexcept { return traffic(footprint(it)); }

}  // namespace ct
