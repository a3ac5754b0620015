// Operands that are one run of memory each, all in one order: the usual call. An iterator would find one dim; here that
// is seen from the layouts' flags, without building one.
#pragma once

#include <cstdint>

#include "kernels/table.h"
#include "tensor/tensor.h"

namespace ct {

// Elements stand in the same order in both: same sizes, and both contiguous, or dense with the same strides.
bool is_same_run(const Tensor &a, const Tensor &b) noexcept;

// Of runs: no byte in common, or the very same elements.
bool is_apart_or_same(const Tensor &a, const Tensor &b) noexcept;

class Flat {
 public:
  static constexpr int32_t kMaxFlat = 4;

  explicit Flat(int64_t numel) : numel_(numel) {}
  void add(char *data, int64_t itemsize) noexcept {  // the output first
    data_[noperands_] = data;
    strides_[noperands_++] = itemsize;
  }
  void add(const Tensor &t) noexcept { add(t.data(), t.itemsize()); }

  // Calls the kernel over everything, in parallel beyond `grain` elements.
  void run(kernels::Loop kernel, int64_t grain) const;

 private:
  kernels::Traffic traffic() const noexcept;

  int64_t numel_;
  int32_t noperands_ = 0;
  char *data_[kMaxFlat];
  int64_t strides_[kMaxFlat];
};

}  // namespace ct
