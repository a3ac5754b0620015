#include "interchange/json.h"

#include <cstddef>
#include <cstring>

namespace ct {

namespace {

// The host's allocator is told a block's size when it gets the block back. yyjson does not know that size, so it is
// stored in front of each block.
constexpr size_t kBefore = alignof(std::max_align_t);

void *take(void *, size_t size) noexcept {
  if (size > SIZE_MAX / 2) return nullptr;
  try {
    auto *const block = static_cast<char *>(allocate(size + kBefore, kBefore));
    std::memcpy(block, &size, sizeof size);
    return block + kBefore;
  } catch (...) {
    return nullptr;  // which yyjson reports
  }
}
void give(void *, void *given) noexcept {
  if (given == nullptr) return;
  char *const block = static_cast<char *>(given) - kBefore;
  size_t size;
  std::memcpy(&size, block, sizeof size);
  deallocate(block, size + kBefore, kBefore);
}
void *grow(void *of, void *given, size_t old_size, size_t size) noexcept {
  void *const block = take(of, size);
  if (block == nullptr) return nullptr;
  std::memcpy(block, given, old_size < size ? old_size : size);
  give(of, given);
  return block;
}

}  // namespace

const yyjson_alc &json_allocator() noexcept {
  static constexpr yyjson_alc kAllocator = {take, grow, give, nullptr};
  return kAllocator;
}

}  // namespace ct
