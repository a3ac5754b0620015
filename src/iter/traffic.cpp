#include "iter/traffic.h"

#include <algorithm>
#include <atomic>

#include "runtime/kernel_table.h"

namespace ct {

namespace {

// The largest number of bytes that an op may touch and still store through the caches. 0: not known yet.
std::atomic<int64_t> g_cached_bytes{0};

int64_t find_cached_bytes() noexcept {
  const int64_t bytes = std::max<int64_t>(last_level_cache_bytes() / 4 * 3, 1);
  g_cached_bytes.store(bytes, std::memory_order_relaxed);
  return bytes;
}

// The bytes of all cache lines that move, also of those that strides use only in part.
int64_t moved(const Iterator &it) noexcept {
  int64_t bytes = 0;
  for (int32_t k = 0; k < it.noperands(); ++k) {
    int64_t elements = 1, apart = kCacheLine;
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
  const int64_t cached = g_cached_bytes.load(std::memory_order_relaxed);
  return nbytes > (cached != 0 ? cached : find_cached_bytes()) ? kernels::Traffic::NonTemporal
                                                               : kernels::Traffic::Cached;
}

int64_t touched_bytes(const Iterator &it, int32_t first) noexcept {
  int64_t bytes = 0;
  for (int32_t k = first; k < it.noperands(); ++k) {
    int64_t touched = it.operand(k).itemsize;
    for (int32_t d = 0; d < it.ndim(); ++d) touched *= it.strides(k)[d] != 0 ? it.sizes()[d] : 1;
    bytes += touched;
  }
  return bytes;
}

kernels::Traffic traffic(const Iterator &it) noexcept { return traffic(touched_bytes(it)); }

kernels::Traffic store_traffic(const Iterator &it, int64_t long_row_bytes) noexcept {
  if (traffic(it) == kernels::Traffic::Cached || it.ndim() == 0) return kernels::Traffic::Cached;
  for (int32_t k = 0; k < it.noutputs(); ++k) {
    const Operand &output = it.operand(k);
    if (output.is_read_write || output.dtype != output.tensor_dtype) return kernels::Traffic::Cached;
    if (it.strides(k)[0] != output.itemsize) return kernels::Traffic::Cached;
    const int64_t row_bytes = it.sizes()[0] * output.itemsize;
    bool is_whole = reinterpret_cast<uintptr_t>(output.data) % kCacheLine == 0 && row_bytes % kCacheLine == 0;
    for (int32_t d = 1; d < it.ndim(); ++d) is_whole &= it.strides(k)[d] % kCacheLine == 0;
    if (!is_whole && row_bytes < long_row_bytes) return kernels::Traffic::Cached;
    for (int32_t i = it.noutputs(); i < it.noperands(); ++i) {
      if (it.operand(i).data == output.data) return kernels::Traffic::Cached;
    }
  }
  return kernels::Traffic::NonTemporal;
}

kernels::Traffic traffic(std::span<Tensor *const> outputs, const Tensor &input) noexcept {
  int64_t bytes = input.itemsize();
  for (int32_t d = 0; d < input.ndim(); ++d) bytes *= input.strides()[d] != 0 ? input.sizes()[d] : 1;
  for (const Tensor *output : outputs) bytes += output->numel() * output->itemsize();
  return traffic(bytes);
}

// What lies apart from its neighbours in the walk's rows takes longer than its bytes.
Cost cost_of(const Iterator &it, int64_t element_ps) noexcept {
  for (int32_t k = 0; k < it.noperands() && it.ndim() > 0; ++k) {
    const int64_t stride = it.strides(k)[0];
    if (stride != 0 && stride != it.operand(k).itemsize) element_ps = std::max(element_ps, kApartPs);
  }
  return {moved(it), element_ps};
}

}  // namespace ct
