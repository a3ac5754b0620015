// Small blocks: handles, storages, the data of small tensors. Freed ones wait in lists of the thread that freed them.
#pragma once

#include <cstddef>

namespace ct {

constexpr size_t kSmallAlignment = 64;
constexpr size_t kSmallBlock = 1024 + kSmallAlignment;  // a storage with 1 KiB of data behind it

// size is at most kSmallBlock. Aligned to kSmallAlignment. NULL: no memory.
void *take_small(size_t size) noexcept;
void give_small(void *block, size_t size) noexcept;  // with the size that it was taken with; on any thread

void set_small_lists(bool on) noexcept;  // off: every list is given back as below, and nothing is kept
void trim_small_lists() noexcept;        // this thread's at once, the others' when they next free a block or end
size_t small_list_bytes() noexcept;      // in the lists of this thread

}  // namespace ct
