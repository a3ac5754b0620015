// The walk: rectangles from the counter, cut into blocks where operands are staged.
#include "iter/pieces.h"

#include <algorithm>

#include "runtime/error.h"
#include "runtime/kernel_table.h"

namespace ct {

namespace {

kernels::Loop converter(DType to, DType from) noexcept {
  return kernel_table().convert[static_cast<int>(to)][static_cast<int>(from)];
}

}  // namespace

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

int64_t Pieces::block_elements(int64_t staged_itemsizes) noexcept {
  const int64_t fitting = kBlockBytes / staged_itemsizes;
  return fitting >= 64 ? fitting / 64 * 64 : std::max<int64_t>(fitting / 16 * 16, 16);
}

Pieces::Pieces(const Iterator &it, int64_t begin, int64_t end, int32_t worker, char *scratch) noexcept
    : it_(it), counter_(it.sizes(), begin, end), noperands_(it.noperands()) {
  for (int32_t k = 0; k < noperands_; ++k) {
    const Dims strides = it.strides(k);
    strides_[k] = inner_[k] = !strides.empty() ? strides[0] : 0;
    strides_[noperands_ + k] = outer_[k] = strides.size() > 1 ? strides[1] : 0;
  }
  piece_ = {sizeof(ct_loop), noperands_, data_, strides_, 0, 0, begin, worker, 0};
  if (scratch == nullptr || begin >= end) return;

  int64_t itemsizes = 0;
  for (int32_t k = 0; k < noperands_; ++k) {
    const Operand &operand = it.operand(k);
    if (operand.dtype != operand.tensor_dtype) itemsizes += dtype_size(operand.dtype);
  }
  if (itemsizes == 0) return;
  block_ = block_elements(itemsizes);
  for (int32_t k = 0; k < noperands_; ++k) {
    const Operand &operand = it.operand(k);
    if (operand.dtype == operand.tensor_dtype) continue;
    const bool out = operand.is_output;
    stage(k, out ? converter(operand.tensor_dtype, operand.dtype) : converter(operand.dtype, operand.tensor_dtype),
          &scratch);
  }
}

void Pieces::stage(int32_t k, kernels::Loop convert, char **scratch) noexcept {
  const Operand &operand = it_.operand(k);
  const int64_t itemsize = dtype_size(operand.dtype);
  Staged &staged = staged_[nstaged_++];
  staged = {k, itemsize, *scratch, convert, !operand.is_output};
  for (const int64_t stride : it_.strides(k)) staged.is_constant &= stride == 0;
  *scratch += (block_ * itemsize + kScratchAlignment - 1) / kScratchAlignment * kScratchAlignment;
  strides_[k] = inner_[k] != 0 || operand.is_output ? itemsize : 0;
  if (!staged.is_constant) return;
  data_[k] = staged.buffer;
  strides_[noperands_ + k] = 0;
  char *const data[] = {staged.buffer, operand.data};
  const int64_t none[4] = {};
  convert(data, none, 1, 1, kernels::Traffic::Cached);
}

bool Pieces::next() noexcept { return nstaged_ == 0 ? next_unstaged() : next_block(); }

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

// Part of a row, or as many whole rows as a block holds.
bool Pieces::next_block() noexcept {
  if (row_ == rectangle1_ && !next_rectangle()) return false;
  const int64_t size0 = std::min(block_, rectangle0_ - column_);
  piece_.size0 = size0;
  piece_.size1 = size0 == rectangle0_ ? std::clamp<int64_t>(block_ / size0, 1, rectangle1_ - row_) : 1;
  piece_.begin = rectangle_begin_ + row_ * rectangle0_ + column_;
  for (int32_t k = 0; k < noperands_; ++k) data_[k] = base_[k] + row_ * outer_[k] + column_ * inner_[k];
  for (int32_t i = 0; i < nstaged_; ++i) {
    const Staged &staged = staged_[i];
    if (it_.operand(staged.operand).is_output) {
      strides_[noperands_ + staged.operand] = piece_.size0 * staged.itemsize;
    } else if (!staged.is_constant) {
      convert_in(staged);
    }
    data_[staged.operand] = staged.buffer;
  }
  return true;
}

// Along a dim that the input is broadcast on, one element stands for all.
void Pieces::convert_in(const Staged &staged) noexcept {
  const int32_t k = staged.operand;
  const int64_t size0 = inner_[k] != 0 ? piece_.size0 : 1, size1 = outer_[k] != 0 ? piece_.size1 : 1;
  char *const data[] = {staged.buffer, data_[k]};
  const int64_t strides[] = {staged.itemsize, inner_[k], size0 * staged.itemsize, outer_[k]};
  staged.convert(data, strides, size0, size1, kernels::Traffic::Cached);
  strides_[noperands_ + k] = outer_[k] != 0 ? size0 * staged.itemsize : 0;
}

void Pieces::take_back() noexcept {
  if (nstaged_ == 0) return;
  for (int32_t i = 0; i < nstaged_; ++i) {
    const Staged &staged = staged_[i];
    const int32_t k = staged.operand;
    if (!it_.operand(k).is_output) continue;
    char *const to = base_[k] + row_ * outer_[k] + column_ * inner_[k];
    char *const data[] = {to, staged.buffer};
    const int64_t strides[] = {inner_[k], staged.itemsize, outer_[k], piece_.size0 * staged.itemsize};
    staged.convert(data, strides, piece_.size0, piece_.size1, kernels::Traffic::Cached);
  }
  column_ += piece_.size0;
  if (column_ < rectangle0_) return;
  column_ = 0;
  row_ += piece_.size1;
}

}  // namespace ct
