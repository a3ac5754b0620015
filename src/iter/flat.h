// Operands that are one run of memory each, all in one order: the usual call. An iterator would find one dim; here that
// is seen from the layouts' flags, without building one.
#pragma once

#include <cstdint>

#include "kernels/table.h"
#include "runtime/cost.h"
#include "tensor/tensor.h"

namespace ct {

// Elements stand in the same order in both: same sizes, and both contiguous, or dense with the same strides.
inline bool is_same_run(const Tensor &a, const Tensor &b) noexcept {
  if (a.numel() != b.numel() || !same_dims(a.sizes(), b.sizes())) return false;
  if (a.is_contiguous() && b.is_contiguous()) return true;
  return a.is_non_overlapping_and_dense() && same_dims(a.strides(), b.strides());
}

// Of runs: no byte in common; or the very same elements.
inline bool is_apart(const Tensor &a, const Tensor &b) noexcept {
  const auto begin_a = reinterpret_cast<uintptr_t>(a.data()), begin_b = reinterpret_cast<uintptr_t>(b.data());
  return begin_a + static_cast<uintptr_t>(a.numel() * a.itemsize()) <= begin_b ||
         begin_b + static_cast<uintptr_t>(b.numel() * b.itemsize()) <= begin_a;
}
inline bool is_apart_or_same(const Tensor &a, const Tensor &b) noexcept {
  return (a.data() == b.data() && a.itemsize() == b.itemsize()) || is_apart(a, b);
}

// N operands as a kernel takes them, the output first.
template <int32_t N>
class Flat {
 public:
  void set(int32_t k, char *data, int64_t itemsize) noexcept {
    data_[k] = data;
    strides_[k] = itemsize;
    strides_[N + k] = 0;
  }
  void set(int32_t k, const Tensor &t) noexcept { set(k, t.data(), t.itemsize()); }

  // Calls the kernel over everything, in parallel where it is worth it.
  void run(kernels::Loop kernel, int64_t numel, int64_t element_ps = 0) const;
  void run(kernels::Loop kernel, int64_t numel, Cost cost) const;

 private:
  char *data_[N];
  int64_t strides_[2 * N];
};

// The same, cut into ranges where they are worth it.
void run_flat(kernels::Loop kernel, int64_t numel, int32_t noperands, char *const *data, const int64_t *strides,
              Cost cost);

template <int32_t N>
void Flat<N>::run(kernels::Loop kernel, int64_t numel, int64_t element_ps) const {
  int64_t bytes = 0;
  for (int32_t k = 0; k < N; ++k) bytes += strides_[k] * numel;
  run(kernel, numel, Cost{bytes, element_ps});
}

template <int32_t N>
void Flat<N>::run(kernels::Loop kernel, int64_t numel, Cost cost) const {
  constexpr int64_t small = 4096;  // bytes; nothing to ask
  if (cost.bytes <= small && cost.element_ps == 0) return kernel(data_, strides_, numel, 1, kernels::Traffic::Cached);
  run_flat(kernel, numel, N, data_, strides_, cost);
}

}  // namespace ct
