// The walk: rectangles from the counter, cut into blocks where operands are staged.
#include "iter/pieces.h"

#include <algorithm>

#include "runtime/error.h"

namespace ct {

void check_walk(const Iterator &it, int64_t begin, int64_t end) {
  if (begin < 0 || begin > end || end > it.numel()) {
    fail(CT_ERROR_INDEX, "range [", begin, ", ", end, ") is not within [0, ", it.numel(), ")");
  }
  if (!it.is_reduction() || !it.needs_conversion()) return;
  for (int32_t k = 0; k < it.noutputs(); ++k) {
    const Operand &output = it.operand(k);
    if (output.dtype != output.tensor_dtype) {
      fail(CT_ERROR_INVALID, "output ", k, " of a reduction is converted (", dtype_name(output.dtype), " to ",
           dtype_name(output.tensor_dtype), "): it can be reduced into, but not walked");
    }
  }
}

Pieces::Pieces(const Iterator &it, int64_t begin, int64_t end, int32_t worker, char *scratch) noexcept
    : it_(it), counter_(it.sizes(), begin, end), noperands_(it.noperands()) {
  for (int32_t k = 0; k < noperands_; ++k) {
    const Dims strides = it.strides(k);
    strides_[k] = steps_[k] = !strides.empty() ? strides[0] : 0;
    strides_[noperands_ + k] = steps_[noperands_ + k] = strides.size() > 1 ? strides[1] : 0;
  }
  piece_ = {sizeof(ct_loop), noperands_, data_, strides_, 0, 0, begin, worker, 0};
  if (scratch != nullptr && begin < end) staging_.emplace(it, steps_, scratch);
}

bool Pieces::next() noexcept { return staging_ && staging_->block() != 0 ? next_block() : next_unstaged(); }

bool Pieces::next_rectangle() noexcept {
  if (counter_.is_done()) return false;
  for (int32_t k = 0; k < noperands_; ++k) base_[k] = it_.operand(k).data + counter_.offset(it_.strides(k));
  const DimCounter::Step step = counter_.max_2d_step();
  rectangle_begin_ = counter_.position();
  rectangle0_ = step.size0;
  rectangle1_ = step.size1;
  row_ = column_ = 0;
  counter_.increment(step);
  return true;
}

bool Pieces::next_unstaged() noexcept {
  if (!next_rectangle()) return false;
  for (int32_t k = 0; k < noperands_; ++k) data_[k] = base_[k];
  piece_.size0 = rectangle0_;
  piece_.size1 = rectangle1_;
  piece_.begin = rectangle_begin_;
  return true;
}

char *Pieces::place(int32_t k) const noexcept { return base_[k] + row_ * steps_[noperands_ + k] + column_ * steps_[k]; }

// Part of a row, or as many whole rows as a block holds.
bool Pieces::next_block() noexcept {
  if (row_ == rectangle1_ && !next_rectangle()) return false;
  const int64_t block = staging_->block();
  const int64_t size0 = std::min(block, rectangle0_ - column_);
  piece_.size0 = size0;
  piece_.size1 = size0 == rectangle0_ ? std::clamp<int64_t>(block / size0, 1, rectangle1_ - row_) : 1;
  piece_.begin = rectangle_begin_ + row_ * rectangle0_ + column_;
  for (int32_t k = 0; k < noperands_; ++k) data_[k] = place(k);
  staging_->take_in(data_, strides_, piece_.size0, piece_.size1);
  return true;
}

void Pieces::take_back() noexcept {
  if (!staging_ || staging_->block() == 0) return;
  char *to[kMaxOperands];
  for (int32_t k = 0; k < noperands_; ++k) to[k] = place(k);
  staging_->take_back(to, piece_.size0, piece_.size1);
  column_ += piece_.size0;
  if (column_ < rectangle0_) return;
  column_ = 0;
  row_ += piece_.size1;
}

}  // namespace ct
