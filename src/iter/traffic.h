// How what an iterator touches compares with the caches, and what moving it costs.
#pragma once

#include "iter/iterator.h"
#include "kernels/table.h"
#include "runtime/cost.h"

namespace ct {

// The bytes that the operands from `first` on touch, each element counted once.
int64_t touched_bytes(const Iterator &it, int32_t first = 0) noexcept;
// NonTemporal when all that is read and written passes 3/4 of the last-level cache.
kernels::Traffic traffic(int64_t nbytes) noexcept;
kernels::Traffic traffic(const Iterator &it) noexcept;
// How outputs are stored: NonTemporal where traffic(it) says so, and rows are whole lines, or at least long_row_bytes.
// Not where an output is read as well: its lines are in the cache already.
kernels::Traffic store_traffic(const Iterator &it, int64_t long_row_bytes) noexcept;
// The same for a reduction, before there is an iterator.
kernels::Traffic traffic(std::span<Tensor *const> outputs, const Tensor &input) noexcept;

Cost cost_of(const Iterator &it, int64_t element_ps = 0) noexcept;

}  // namespace ct
