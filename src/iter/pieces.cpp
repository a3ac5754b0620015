// The walk: rectangles from the counter, and their blocks.
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
    : it_(it),
      counter_(it.sizes(), begin, end),
      staging_(it, plane_strides(it, 1, strides_), scratch, Staging::Cut::Rows),
      piece_{sizeof(ct_loop), it.noperands(), staging_.data(), staging_.strides(), 0, 0, begin, worker, 0} {}

bool Pieces::next() noexcept {
  while (!staging_.next()) {
    if (counter_.is_done()) return false;
    for (int32_t k = 0; k < piece_.noperands; ++k) data_[k] = it_.operand(k).data + counter_.offset(it_.strides(k));
    rectangle_ = counter_.max_2d_step();
    rectangle_begin_ = counter_.position();
    staging_.begin(data_, rectangle_.size0, rectangle_.size1);
    counter_.increment(rectangle_);
  }
  piece_.size0 = staging_.size0();
  piece_.size1 = staging_.size1();
  piece_.begin = rectangle_begin_ + staging_.row() * rectangle_.size0 + staging_.column();
  return true;
}

}  // namespace ct
