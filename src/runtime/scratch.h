// Memory for the length of a call.
#pragma once

#include <cstdint>

#include "kernels/tuning.h"
#include "runtime/allocator.h"

namespace ct {

// A block from the allocator, aligned to a cache line; none for 0 bytes.
class Scratch {
 public:
  explicit Scratch(int64_t bytes)
      : bytes_(static_cast<size_t>(bytes)),
        data_(bytes == 0 ? nullptr : static_cast<char *>(allocate(bytes_, kAlignment))) {}
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  ~Scratch() { deallocate(data_, bytes_, kAlignment); }

  template <class T = char>
  T *data() const noexcept {
    static_assert(alignof(T) <= kAlignment);
    return reinterpret_cast<T *>(data_);
  }

 private:
  static constexpr size_t kAlignment = kCacheLine;

  size_t bytes_;
  char *data_;
};

}  // namespace ct
