#include "iter/staging.h"

#include <algorithm>

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

Staging::Staging(const Iterator &it, const int64_t *strides, char *scratch) noexcept
    : noperands_(it.noperands()), strides_(strides) {
  int64_t itemsizes = 0;  // of what is converted block by block
  bool stages = false;
  for (int32_t k = 0; k < noperands_; ++k) {
    const Operand &operand = it.operand(k);
    if (operand.dtype == operand.tensor_dtype) continue;
    stages = true;
    if (operand.is_output || !is_one_element(it.strides(k))) itemsizes += dtype_size(operand.dtype);
  }
  if (!stages) return;
  block_ = itemsizes != 0 ? block_elements(itemsizes) : kEverything;
  for (int32_t k = 0; k < noperands_; ++k) {
    const Operand &operand = it.operand(k);
    if (operand.dtype == operand.tensor_dtype) continue;
    const bool out = operand.is_output;
    Staged &staged = staged_[nstaged_++];
    staged = {k,
              out,
              !out && is_one_element(it.strides(k)),
              dtype_size(operand.dtype),
              scratch,
              out ? convert_kernel(operand.tensor_dtype, operand.dtype)
                  : convert_kernel(operand.dtype, operand.tensor_dtype)};
    const int64_t held = staged.is_constant ? 1 : block_;
    scratch += (held * staged.itemsize + kAlignment - 1) / kAlignment * kAlignment;
    if (!staged.is_constant) continue;
    char *const data[] = {staged.buffer, operand.data};
    const int64_t none[4] = {};
    staged.convert(data, none, 1, 1, kernels::Traffic::Cached);
  }
}

// Along a dim that an input is broadcast on, one element stands for all.
void Staging::take_in(char **data, int64_t *strides, int64_t size0, int64_t size1) noexcept {
  for (int32_t i = 0; i < nstaged_; ++i) {
    const Staged &staged = staged_[i];
    const int32_t k = staged.operand;
    const int64_t inner = strides_[k], outer = strides_[noperands_ + k];
    const int64_t n0 = inner != 0 || staged.is_output ? size0 : 1, n1 = outer != 0 ? size1 : 1;
    if (!staged.is_output && !staged.is_constant) {
      char *const of[] = {staged.buffer, data[k]};
      const int64_t steps[] = {staged.itemsize, inner, n0 * staged.itemsize, outer};
      staged.convert(of, steps, n0, n1, kernels::Traffic::Cached);
    }
    data[k] = staged.buffer;
    strides[k] = inner != 0 || staged.is_output ? staged.itemsize : 0;
    strides[noperands_ + k] = outer != 0 || staged.is_output ? n0 * staged.itemsize : 0;
  }
}

void Staging::take_back(char *const *data, int64_t size0, int64_t size1) noexcept {
  for (int32_t i = 0; i < nstaged_; ++i) {
    const Staged &staged = staged_[i];
    if (!staged.is_output) continue;
    const int32_t k = staged.operand;
    char *const of[] = {data[k], staged.buffer};
    const int64_t steps[] = {strides_[k], staged.itemsize, strides_[noperands_ + k], size0 * staged.itemsize};
    staged.convert(of, steps, size0, size1, kernels::Traffic::Cached);
  }
}

}  // namespace ct
