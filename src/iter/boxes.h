// The walk of kernels over small planes: boxes of as many dims as make a tile, in which operands that lie in another
// order are packed first, so that the kernel sees one row.
#pragma once

#include <cstdint>
#include <span>

#include "iter/iterator.h"
#include "kernels/table.h"

namespace ct {

// Whether a call of the kernel for each plane costs more than packing boxes. Nothing is converted, and all lies in the
// caches.
bool is_worth_boxes(const Iterator &it) noexcept;
// As run_planes().
void run_boxes(const Iterator &it, kernels::Loop kernel, int64_t grain, std::span<char *const> options);

}  // namespace ct
