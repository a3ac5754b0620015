#include "iter/flat.h"

#include "iter/traffic.h"
#include "runtime/error.h"
#include "runtime/threads.h"

namespace ct {

bool is_same_run(const Tensor &a, const Tensor &b) noexcept {
  if (!same_dims(a.sizes(), b.sizes())) return false;
  if (a.is_contiguous() && b.is_contiguous()) return true;
  return a.is_non_overlapping_and_dense() && same_dims(a.strides(), b.strides());
}

bool is_apart_or_same(const Tensor &a, const Tensor &b) noexcept {
  const auto begin_a = reinterpret_cast<uintptr_t>(a.data()), begin_b = reinterpret_cast<uintptr_t>(b.data());
  const auto nbytes_a = static_cast<uintptr_t>(a.numel() * a.itemsize());
  const auto nbytes_b = static_cast<uintptr_t>(b.numel() * b.itemsize());
  return begin_a + nbytes_a <= begin_b || begin_b + nbytes_b <= begin_a ||
         (begin_a == begin_b && a.itemsize() == b.itemsize());
}

// Lines of an output that is read as well are in the cache already.
kernels::Traffic Flat::traffic() const noexcept {
  int64_t nbytes = 0;
  for (int32_t k = 0; k < noperands_; ++k) {
    if (k > 0 && data_[k] == data_[0]) return kernels::Traffic::Cached;
    nbytes += numel_ * strides_[k];
  }
  return ct::traffic(nbytes);
}

void Flat::run(kernels::Loop kernel, int64_t grain) const {
  const auto call = [&](int64_t begin, int64_t end, kernels::Traffic how) {
    char *data[kMaxFlat];
    int64_t strides[2 * kMaxFlat];
    for (int32_t k = 0; k < noperands_; ++k) {
      data[k] = data_[k] + begin * strides_[k];
      strides[k] = strides_[k];
      strides[noperands_ + k] = 0;
    }
    kernel(data, strides, end - begin, 1, how);
  };
  if (numel_ <= grain) return call(0, numel_, kernels::Traffic::Cached);
  const kernels::Traffic how = traffic();
  auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
    call(begin, end, how);
    return CT_OK;
  };
  const ct_status status = parallel_ranges(numel_, grain, line_cuts(data_[0], strides_[0]), range);
  if (status != CT_OK) fail(status, "the executor failed");
}

}  // namespace ct
