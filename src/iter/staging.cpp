#include "iter/staging.h"

#include <algorithm>
#include <cstdlib>

#include "runtime/kernel_table.h"

namespace ct {

namespace {

bool is_one_element(Dims strides) noexcept {
  return std::all_of(strides.begin(), strides.end(), [](int64_t stride) { return stride == 0; });
}

}  // namespace

int64_t Staging::block_elements(int64_t staged_itemsizes) noexcept {
  const int64_t fitting = kBlockBytes / staged_itemsizes;
  return fitting >= 64 ? fitting / 64 * 64 : std::max<int64_t>(fitting / 16 * 16, 16);
}

Staging::Staging(const Iterator &it, const int64_t *strides, char *scratch, Cut cut) noexcept
    : strides_(strides), noperands_(it.noperands()) {
  int64_t itemsizes = 0;  // of what is converted block by block
  for (int32_t k = 0; k < noperands_; ++k) {
    const Operand &operand = it.operand(k);
    const int64_t inner = std::abs(strides[k]), outer = std::abs(strides[noperands_ + k]);
    across_ |= cut == Cut::Lines && outer != 0 && outer < inner;
    if (operand.dtype == operand.tensor_dtype) continue;
    if (operand.is_output || !is_one_element(it.strides(k))) itemsizes += dtype_size(operand.dtype);
  }
  block_ = itemsizes != 0 ? block_elements(itemsizes) : kEverything;
  stage(it, 0, 0, scratch);
}

Staging::Staging(const Iterator &it, const int64_t *strides, char *scratch, int32_t accumulators,
                 int64_t block) noexcept
    : strides_(strides), noperands_(accumulators + it.ninputs()), block_(block), keeps_order_(true) {
  stage(it, it.noutputs(), accumulators, scratch);
}

// The iterator's operands from `first` on, which stand behind others in the loop.
void Staging::stage(const Iterator &it, int32_t first, int32_t before, char *scratch) noexcept {
  std::copy_n(strides_, 2 * noperands_, loop_strides_);
  for (int32_t k = first; k < it.noperands(); ++k) {
    const Operand &operand = it.operand(k);
    if (operand.dtype == operand.tensor_dtype) continue;
    const bool out = operand.is_output;
    Staged &staged = staged_[nstaged_++];
    staged = {before + k - first,
              out,
              !out && is_one_element(it.strides(k)),
              dtype_size(operand.dtype),
              scratch,
              out ? convert_kernel(operand.tensor_dtype, operand.dtype)
                  : convert_kernel(operand.dtype, operand.tensor_dtype)};
    const int64_t held = staged.is_constant ? 1 : block_;
    scratch += (held * staged.itemsize + kCacheLine - 1) / kCacheLine * kCacheLine;
    if (!staged.is_constant) continue;
    char *const data[] = {staged.buffer, operand.data};
    const int64_t none[4] = {};
    staged.convert(data, none, 1, 1, kernels::Traffic::Cached);
  }
}

void Staging::begin(char *const *data, int64_t size0, int64_t size1) noexcept {
  constexpr int64_t line = kCacheLine;  // elements: at least a line of the cache
  base_ = data;
  size0_ = size0;
  size1_ = size1;
  column_ = row_ = 0;
  block0_ = std::min(block_, size0);
  if (across_ && block0_ > line) {
    const int64_t fitting = block_ / std::min(size1, std::max<int64_t>(block_ / line, 1));
    block0_ = std::min(fitting / line * line, size0);
  }
  block1_ = std::clamp<int64_t>(block0_ == size0 || across_ ? block_ / block0_ : 1, 1, size1);
}

bool Staging::next() noexcept {
  if (row_ >= size1_) return false;
  now0_ = std::min(block0_, size0_ - column_);
  now1_ = std::min(block1_, size1_ - row_);
  for (int32_t k = 0; k < noperands_; ++k) data_[k] = place(k);
  for (int32_t i = 0; i < nstaged_; ++i) take_in(staged_[i]);
  return true;
}

// Along a dim that an input is broadcast on, one element stands for all.
void Staging::take_in(const Staged &staged) noexcept {
  const int32_t k = staged.operand;
  const int64_t inner = strides_[k], outer = strides_[noperands_ + k], size = staged.itemsize;
  const int64_t n0 = inner != 0 || staged.is_output ? now0_ : 1, n1 = outer != 0 || staged.is_output ? now1_ : 1;
  const bool columns = keeps_order_ && outer != 0 && std::abs(outer) < std::abs(inner);
  const int64_t to0 = columns ? size * n1 : size, to1 = columns ? size : size * n0;
  if (!staged.is_output && !staged.is_constant) {
    char *const of[] = {staged.buffer, data_[k]};
    const int64_t steps[] = {to0, inner, to1, outer, to0, inner};
    staged.convert(of, columns ? steps + 2 : steps, columns ? n1 : n0, columns ? n0 : n1, kernels::Traffic::Cached);
  }
  data_[k] = staged.buffer;
  loop_strides_[k] = inner != 0 || staged.is_output ? to0 : 0;
  loop_strides_[noperands_ + k] = outer != 0 || staged.is_output ? to1 : 0;
}

void Staging::take_back() noexcept {
  for (int32_t i = 0; i < nstaged_; ++i) {
    const Staged &staged = staged_[i];
    if (!staged.is_output) continue;
    const int32_t k = staged.operand;
    char *const of[] = {place(k), staged.buffer};
    const int64_t steps[] = {strides_[k], staged.itemsize, strides_[noperands_ + k], now0_ * staged.itemsize};
    staged.convert(of, steps, now0_, now1_, kernels::Traffic::Cached);
  }
  column_ += now0_;
  if (column_ < size0_) return;
  column_ = 0;
  row_ += now1_;
}

}  // namespace ct
