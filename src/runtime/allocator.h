// Every byte the library holds (data, handles, iterators, scratch) comes from here and goes back here.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include "runtime/api.h"
#include "runtime/small_blocks.h"

namespace ct {

void set_allocator(const ct_allocator *allocator);  // NULL means the default; throws CT_ERROR_BUSY after first use

// The library's own allocator keeps freed blocks to give them out again: small ones in lists of each thread, large ones
// in a cache of the process. It keeps no blocks of a host's allocator, and none under AddressSanitizer, to which a kept
// block is still alive.
#if defined(__clang__)
constexpr bool kKeepsFreedBlocks = !__has_feature(address_sanitizer);
#elif defined(__SANITIZE_ADDRESS__)
constexpr bool kKeepsFreedBlocks = false;
#else
constexpr bool kKeepsFreedBlocks = true;
#endif

// The size and alignment of a block tell where it goes back to, so that it needs no mark of its own.
constexpr bool is_small(size_t size, size_t alignment) noexcept {
  return kKeepsFreedBlocks && size <= kSmallBlock && alignment <= kSmallAlignment;
}

void *allocate_any(size_t size, size_t alignment);
void deallocate_any(void *block, size_t size, size_t alignment) noexcept;

// Never NULL: throws CT_ERROR_OUT_OF_MEMORY naming the size. size 0 is fine. The first call freezes the allocator.
inline void *allocate(size_t size, size_t alignment) {
  if (is_small(size, alignment)) {
    if (void *const block = small::take_listed(size)) return block;
  }
  return allocate_any(size, alignment);
}

inline void deallocate(void *block, size_t size, size_t alignment) noexcept {
  if (block == nullptr || (is_small(size, alignment) && small::give_listed(block, size))) return;
  deallocate_any(block, size, alignment);
}

void trim_memory() noexcept;
void set_cache_limit(size_t bytes) noexcept;  // the limit of the cache; 0 turns the lists off as well
size_t cache_limit() noexcept;

// Tensor data: aligned for vectors; blocks of 2 MiB and more are aligned to huge pages and advised so.
size_t data_alignment(size_t size) noexcept;

template <class T, class... Args>
T *make(Args &&...args) {
  void *block = allocate(sizeof(T), alignof(T));
  try {
    if constexpr (sizeof...(Args) == 0) {
      return new (block) T;  // without (), which would fill inline buffers with zeros first
    } else {
      return new (block) T(std::forward<Args>(args)...);
    }
  } catch (...) {
    deallocate(block, sizeof(T), alignof(T));
    throw;
  }
}

template <class T>
void destroy(T *object) noexcept {
  object->~T();
  deallocate(object, sizeof(T), alignof(T));
}

}  // namespace ct
