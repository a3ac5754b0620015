// Do two layouts touch the same bytes? Exact, by a bounded Diophantine search over address ranges, not storages:
// two tensors made over one user buffer have different storages, and share memory all the same.
#pragma once

#include "tensor/tensor.h"

namespace ct {

enum class Overlap { No, Full, Partial, TooHard };  // Full: the very same elements in the same order

// More than one index maps to one element. Exact up to the bound; TooHard past it.
enum class InternalOverlap { No, Yes, TooHard };
InternalOverlap internal_overlap(Dims sizes, Dims strides) noexcept;
Overlap overlap(const Tensor &a, const Tensor &b) noexcept;

// Of dense tensors: they have no byte in common. Asks for no more than where they begin and end.
inline bool is_apart(const Tensor &a, const Tensor &b) noexcept {
  const auto begin_a = reinterpret_cast<uintptr_t>(a.data()), begin_b = reinterpret_cast<uintptr_t>(b.data());
  return begin_a + static_cast<uintptr_t>(a.numel() * a.itemsize()) <= begin_b ||
         begin_b + static_cast<uintptr_t>(b.numel() * b.itemsize()) <= begin_a;
}

// What every write checks first. Throws CT_ERROR_OVERLAP; TooHard is refused too ("may overlap").
void check_no_internal_overlap(const Tensor &output);
void check_no_partial_overlap(const Tensor &output, const Tensor &other);
void check_no_overlap(const Tensor &output, const Tensor &other_output);  // two outputs: not even Full
void check_no_common_element(const Tensor &output, const Tensor &input);  // the same, where elements change places

}  // namespace ct
