// How what an iterator touches compares with the caches.
#pragma once

#include "iter/iterator.h"
#include "kernels/table.h"

namespace ct {

// Streamed when all that is read and written passes 3/4 of the last-level cache.
kernels::Traffic traffic(int64_t nbytes) noexcept;
kernels::Traffic traffic(const Iterator &it) noexcept;

}  // namespace ct
