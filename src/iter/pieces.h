// The walk of a caller's loop: a range of an iterator as 2-D pieces, pulled one after the other. Operands whose dtype
// differs from the loop's are staged: a piece is then no larger than a block, which is packed before the piece is
// handed out and unpacked when it is taken back. for_each and the cursor are both this walk.
#pragma once

#include "iter/iterator.h"
#include "iter/odometer.h"
#include "iter/staging.h"

namespace ct {

// What every walk asks first. Throws CT_ERROR_INDEX unless 0 <= begin <= end <= numel, and CT_ERROR_INVALID for a
// reduction with converted outputs: blocks know nothing of what earlier ones have accumulated (iter/reduce.h does).
void check_walk(const Iterator &it, int64_t begin, int64_t end);

class Pieces {
 public:
  // scratch: Staging::kScratchBytes, or NULL where nothing is converted, or nothing is walked.
  Pieces(const Iterator &it, int64_t begin, int64_t end, int32_t worker, char *scratch) noexcept;
  Pieces(const Pieces &) = delete;
  Pieces &operator=(const Pieces &) = delete;

  bool next() noexcept;  // false at the end; the piece handed out before must have been taken back
  // Writes the piece's staged outputs; not called for a piece whose loop failed.
  void take_back() noexcept { staging_.take_back(); }
  const ct_loop &piece() const noexcept { return piece_; }

 private:
  const Iterator &it_;
  DimCounter counter_;
  DimCounter::Step rectangle_{};  // the counter's current 2-D step
  int64_t rectangle_begin_ = 0;
  // Filled up to the number of operands; left alone beyond, because most iterators have three.
  char *data_[kMaxOperands];
  int64_t strides_[2 * kMaxOperands];
  Staging staging_;
  ct_loop piece_;
};

}  // namespace ct
