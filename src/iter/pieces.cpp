// The walk: rectangles from the counter, in blocks where operands are staged.
#include "iter/pieces.h"

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
    strides_[k] = !strides.empty() ? strides[0] : 0;
    strides_[noperands_ + k] = strides.size() > 1 ? strides[1] : 0;
  }
  piece_ = {sizeof(ct_loop), noperands_, data_, strides_, 0, 0, begin, worker, 0};
  if (scratch == nullptr || begin == end) return;
  staging_.emplace(it, strides_, scratch, Staging::Cut::Rows);
  piece_.data = staging_->data();
  piece_.strides = staging_->strides();
}

bool Pieces::next() noexcept {
  if (!staging_) return next_rectangle();
  while (!staging_->next()) {
    if (!next_rectangle()) return false;
    staging_->begin(data_, rectangle_.size0, rectangle_.size1);
  }
  piece_.size0 = staging_->size0();
  piece_.size1 = staging_->size1();
  piece_.begin = rectangle_begin_ + staging_->row() * rectangle_.size0 + staging_->column();
  return true;
}

bool Pieces::next_rectangle() noexcept {
  if (counter_.is_done()) return false;
  for (int32_t k = 0; k < noperands_; ++k) data_[k] = it_.operand(k).data + counter_.offset(it_.strides(k));
  rectangle_ = counter_.max_2d_step();
  rectangle_begin_ = counter_.position();
  piece_.size0 = rectangle_.size0;
  piece_.size1 = rectangle_.size1;
  piece_.begin = rectangle_begin_;
  counter_.increment(rectangle_);
  return true;
}

void Pieces::take_back() noexcept {
  if (staging_) staging_->take_back();
}

}  // namespace ct
