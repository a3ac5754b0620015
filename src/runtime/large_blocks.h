// Blocks that are worth a mapping of their own, and the cache of freed ones that all threads share.
#pragma once

#include <cstddef>

namespace ct {

constexpr size_t kHugePage = size_t{2} << 20U;
// From this size on, glibc too would map a block, or give its pages back when it is freed; then the next block faults
// them in again.
constexpr size_t kLargeBlock = size_t{128} << 10U;

// size is at least kLargeBlock. The block is aligned to pages; from 2 MiB on, to huge pages, and advised so. NULL means
// that there is no memory.
void *take_large(size_t size) noexcept;
void give_large(void *block, size_t size) noexcept;  // with the size that it was taken with

void set_large_cache_limit(size_t bytes) noexcept;
size_t large_cache_limit() noexcept;
size_t large_cache_bytes() noexcept;  // held now
void trim_large_cache() noexcept;

}  // namespace ct
