// Writes rows of the output, which were put together in a buffer, to where they belong.
#pragma once

#include "kernels/copy/non_temporal.h"
#include "kernels/table.h"

namespace ct::kernels::CT_ISA {
namespace {

// Writes rows past the caches in whole cache lines. A row's last line is filled by the next row if that continues it,
// else with what comes after the block, else it is written in part. Cached: rows are written as they are.
class LineWriter {
 public:
  LineWriter(char *to, const TransposeBlock &block, Traffic stores)
      : to_(to), block_(block), row_bytes_(block.n0 * block.unit), stores_(stores) {
    is_dense_ = stores == Traffic::NonTemporal && block.after == 0 && !block.begun;
    for (int64_t j = 1; j < block.n1; ++j) is_dense_ &= block.to_rows[j] - block.to_rows[j - 1] == row_bytes_;
  }

  // Bytes from one row in the buffer to the next. Rows that lie side by side in the output do so in the buffer, and are
  // written as one; others share no set of the first-level cache, and begin on lines.
  int64_t step() const {
    if (is_dense_) return row_bytes_;
    return ((row_bytes_ + block_.after * block_.unit + kCacheLine - 1) / kCacheLine | 1) * kCacheLine;
  }

  // Prefetches lines that are written in part: a store that waits for its line holds up all stores after it.
  CT_INLINE void prefetch_ends(int64_t begin, int64_t end) const {
    if (stores_ == Traffic::Cached) return;
    for (int64_t j = begin; j < end; ++j) {
      const char *const row = to_ + block_.to_rows[j];
      if (!block_.begun && (j == 0 || !is_followed(j - 1))) prefetch_part(row);
      if (block_.after == 0 && !is_followed(j)) prefetch_part(row + row_bytes_);
    }
  }

  // Writes rows [begin, end). The buffer has room for a line before the first.
  CT_NOINLINE void take(char *rows, int64_t begin, int64_t end) {
    const int64_t step = this->step();
    if (is_dense_) return put(to_ + block_.to_rows[begin], rows, (end - begin) * step, is_followed(end - 1));
    for (int64_t j = begin; j < end; ++j, rows += step) {
      char *const row = to_ + block_.to_rows[j];
      if (stores_ == Traffic::Cached) {
        copy_short(row, rows, row_bytes_);
        continue;
      }
      const int64_t first = block_.begun ? least(before_line(row), row_bytes_) : 0;
      const int64_t last = row_bytes_ + least(before_line(row + row_bytes_), block_.after * block_.unit);
      put(row + first, rows + first, last - first, is_followed(j));
    }
  }

 private:
  static CT_INLINE void prefetch_part(const char *at) {
    if (before_line(at) != 0) __builtin_prefetch(at, 1, 3);
  }

  static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

  // Whether the next row of the block begins where this one ends.
  bool is_followed(int64_t row) const {
    return block_.after == 0 && !block_.begun && row + 1 < block_.n1 &&
           block_.to_rows[row + 1] == block_.to_rows[row] + row_bytes_;
  }

  // What has waited for the rest of its line is put in front of the row, in the buffer too.
  void put(char *to, char *from, int64_t nbytes, bool is_followed) {
    from -= waiting_;
    to -= waiting_;
    nbytes += waiting_;
    copy_small(from, tail_, waiting_);
    int64_t ready = nbytes;  // all but what waits
    if (is_followed) ready = before_line(to) > nbytes ? 0 : nbytes - (nbytes - before_line(to)) % kCacheLine;
    stream_row(to, from, ready, {});
    waiting_ = nbytes - ready;
    copy_small(tail_, from + ready, waiting_);
  }

  char *const to_;
  const TransposeBlock &block_;
  const int64_t row_bytes_;
  const Traffic stores_;
  bool is_dense_;  // all rows lie side by side in the output
  int64_t waiting_ = 0;
  char tail_[kCacheLine];
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
