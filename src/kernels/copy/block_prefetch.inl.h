// While a block of a transposition is read, it prefetches all of a block that is read later, row after row, because
// memory gives several lines of one row faster than one line of each.
#pragma once

#include "kernels/table.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

class BlockPrefetch {
 public:
  // step() is called `steps` times. next: NULL where nothing is prefetched.
  BlockPrefetch(const char *next, const TransposeBlock &block, int64_t steps)
      : from_(next), row_(block.from_rows), end_(next != nullptr ? row_ + block.n0 : row_) {
    if (next == nullptr) return;
    row_bytes_ = block.n1 * block.unit;
    const int64_t lines = block.n0 * (row_bytes_ / kCacheLine + 1);
    lines_ = (lines + steps - 1) / steps;
    begin_row();
  }

  // It is inlined, because GCC takes a function that only prefetches for one that does nothing.
  CT_INLINE void step() {
    for (int64_t k = 0; k < lines_ && row_ != end_; ++k) {
      __builtin_prefetch(reinterpret_cast<const char *>(at_), 0, 2);
      at_ += kCacheLine;
      if (at_ < row_end_) continue;
      ++row_;
      begin_row();
    }
  }

 private:
  CT_INLINE void begin_row() {
    if (row_ == end_) return;
    const auto begin = reinterpret_cast<uintptr_t>(from_ + *row_);
    at_ = begin - begin % kCacheLine;
    row_end_ = begin + static_cast<uintptr_t>(row_bytes_);
  }

  const char *from_;
  const int64_t *row_, *end_;
  int64_t row_bytes_ = 0, lines_ = 0;
  uintptr_t at_ = 0, row_end_ = 0;
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
