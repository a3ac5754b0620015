#include "iter/staging.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>

#include "iter/pick.h"
#include "iter/traffic.h"
#include "runtime/kernel_table.h"

namespace ct {

namespace {

bool is_one_element(Dims strides) noexcept {
  return std::all_of(strides.begin(), strides.end(), [](int64_t stride) { return stride == 0; });
}

bool is_dense(Dims strides, Dims sizes, int64_t itemsize) noexcept {
  for (size_t d = 0; d < sizes.size(); itemsize *= sizes[d++]) {
    if (sizes[d] != 1 && strides[d] != itemsize) return false;
  }
  return true;
}

}  // namespace

const int64_t *plane_strides(const Iterator &it, int32_t second, int64_t *strides) noexcept {
  for (int32_t k = 0; k < it.noperands(); ++k) {
    strides[k] = it.ndim() > 0 ? it.strides(k)[0] : 0;
    strides[it.noperands() + k] = it.ndim() > second ? it.strides(k)[static_cast<size_t>(second)] : 0;
  }
  return strides;
}

int64_t Staging::block_elements(int64_t staged_itemsizes) noexcept {
  const int64_t fitting = kBlockBytes / staged_itemsizes;
  return fitting >= 64 ? fitting / 64 * 64 : std::max<int64_t>(fitting / 16 * 16, 16);
}

int64_t Staging::box_element_bytes(const Iterator &it) noexcept {
  int64_t bytes = 0;
  for (int32_t k = 0; k < it.noperands(); ++k) {
    const Operand &operand = it.operand(k);
    if (!is_dense(it.strides(k), it.sizes(), operand.itemsize)) bytes += int64_t{sizeof(int64_t)} + operand.itemsize;
    if (operand.dtype != operand.tensor_dtype) bytes += dtype_size(operand.dtype);
  }
  return std::max<int64_t>(bytes, 1);
}

Staging::Staging(const Iterator &it, const int64_t *strides, char *scratch, Cut cut, Dims box) noexcept
    : strides_(strides), noperands_(it.noperands()) {
  packs_ = cut == Cut::Packed && box.empty();
  joins_ = packs_ && it.ndim() > 0 && joins_rows(it.sizes()[0]);
  int64_t itemsizes = 0;  // of what is converted or packed block by block
  for (int32_t k = 0; k < noperands_; ++k) {
    const Operand &operand = it.operand(k);
    const int64_t inner = std::abs(strides[k]), outer = std::abs(strides[noperands_ + k]);
    across_ |= cut != Cut::Rows && outer != 0 && outer < inner;
    if (operand.dtype == operand.tensor_dtype && !(packs_ && needs_packing(it, k))) continue;
    if (operand.is_output || !is_one_element(it.strides(k))) itemsizes += dtype_size(operand.dtype);
  }
  block_ = itemsizes != 0 ? block_elements(itemsizes) : kEverything;
  prefetches_ = packs_ && !joins_ && touched_bytes(it) > kOwnCacheBytes;
  if (!box.empty()) block_ = std::accumulate(box.begin(), box.end(), int64_t{1}, std::multiplies());
  stage(it, 0, 0, scratch, box);
}

Staging::Staging(const Iterator &it, const int64_t *strides, char *scratch, int32_t accumulators,
                 int64_t block) noexcept
    : strides_(strides), noperands_(accumulators + it.ninputs()), block_(block), keeps_order_(true) {
  stage(it, it.noutputs(), accumulators, scratch, {});
}

// Whether operand k's rows are neither dense nor one element; where rows are joined, whether this holds of several of
// them together.
bool Staging::needs_packing(const Iterator &it, int32_t k) const noexcept {
  const int64_t inner = strides_[k], outer = strides_[noperands_ + k], itemsize = it.operand(k).itemsize;
  if (!joins_) return inner != 0 && inner != itemsize;
  return (inner != 0 || outer != 0) && (inner != itemsize || outer != it.sizes()[0] * itemsize);
}

// Stages the iterator's operands from `first` on. `before` other operands stand in front of them in the loop.
void Staging::stage(const Iterator &it, int32_t first, int32_t before, char *scratch, Dims box) noexcept {
  const auto take = [&scratch](int64_t bytes) {
    char *const taken = scratch;
    scratch += (bytes + kCacheLine - 1) / kCacheLine * kCacheLine;
    return taken;
  };
  std::copy_n(strides_, 2 * noperands_, loop_strides_);
  if (scratch == nullptr) return;
  for (int32_t k = first; k < it.noperands(); ++k) {
    const Operand &operand = it.operand(k);
    const int32_t at = before + k - first;
    const Dims strides = it.strides(k);
    const bool picks = !box.empty() && strides_[at] != 0 && !is_dense(strides, box, operand.itemsize);
    const bool converts = operand.dtype != operand.tensor_dtype || (packs_ && needs_packing(it, k));
    if (!picks && !converts) continue;
    Staged &staged = staged_[nstaged_++];
    const bool out = operand.is_output;
    staged = {at, out, false, dtype_size(operand.dtype), operand.itemsize, nullptr, nullptr, nullptr, nullptr};
    if (picks) {
      staged.offsets = reinterpret_cast<int64_t *>(take(block_ * int64_t{sizeof(int64_t)}));
      offsets_of(
          box, [strides](int32_t d) { return strides[static_cast<size_t>(d)]; }, staged.offsets);
      staged.buffer = staged.picked = take(block_ * operand.itemsize);
    }
    if (converts) {
      const bool is_one = !out && strides_[at] == 0 && strides_[noperands_ + at] == 0;
      staged.buffer = take((is_one ? 1 : block_) * staged.itemsize);
      staged.convert = out ? convert_kernel(operand.tensor_dtype, operand.dtype)
                           : convert_kernel(operand.dtype, operand.tensor_dtype);
    }
    // An input that is one element along all dims outside of a box, and along the dim that is cut, is packed once.
    if (out || !is_one_element(strides.subspan(box.empty() ? 0 : box.size() - 1))) continue;
    now0_ = block_, now1_ = 1;
    data_[at] = operand.data;
    pack(staged);
    staged.is_constant = true;
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
    const int64_t rows = std::min({size1, std::max<int64_t>(block_ / line, 1), packs_ ? kPackedBlockRows : size1});
    const int64_t fitting = block_ / rows;
    block0_ = std::min(fitting / line * line, size0);
  }
  const bool has_rows = size1 > 1 && (block0_ == size0 || across_);
  block1_ = has_rows ? std::clamp<int64_t>(block_ / block0_, 1, size1) : 1;
}

// Prefetches what the next block reads from lines that lie apart, which the processor does not foresee. Inlined,
// because GCC takes a function that does nothing but prefetch for one that does nothing.
[[gnu::always_inline]] inline void Staging::prefetch_next() const noexcept {
  const bool in_row = column_ + now0_ < size0_;
  const int64_t column = in_row ? column_ + now0_ : 0, row = in_row ? row_ : row_ + now1_;
  if (row >= size1_) return;
  const int64_t n0 = std::min(block0_, size0_ - column), n1 = std::min(block1_, size1_ - row);
  for (int32_t i = 0; i < nstaged_; ++i) {
    const int32_t k = staged_[i].operand;
    const int64_t inner = strides_[k], outer = strides_[noperands_ + k];
    if (staged_[i].is_output || outer <= 0 || outer > kCacheLine || std::abs(inner) <= kCacheLine) continue;
    const char *from = base_[k] + column * inner + row * outer;
    for (int64_t j = 0; j < n0; ++j, from += inner) {
      for (int64_t at = 0; at < n1 * outer; at += kCacheLine) __builtin_prefetch(from + at, 0, 2);
    }
  }
}

bool Staging::next() noexcept {
  if (row_ >= size1_) return false;
  now0_ = std::min(block0_, size0_ - column_);
  now1_ = std::min(block1_, size1_ - row_);
  for (int32_t k = 0; k < noperands_; ++k) data_[k] = place(k);
  for (int32_t i = 0; i < nstaged_; ++i) pack(staged_[i]);
  if (prefetches_) prefetch_next();
  return true;
}

// Along a dim on which an input is broadcast, one element stands for all.
void Staging::pack(const Staged &staged) noexcept {
  const int32_t k = staged.operand;
  const int64_t inner = strides_[k], outer = strides_[noperands_ + k], size = staged.itemsize;
  const bool same0 = is_same(staged, inner), same1 = is_same(staged, outer);
  const int64_t n0 = same0 ? 1 : now0_, n1 = same1 ? 1 : now1_;
  const bool columns = keeps_order_ && outer != 0 && std::abs(outer) < std::abs(inner);
  const int64_t to0 = columns ? size * n1 : size, to1 = columns ? size : size * n0;
  if (!staged.is_output && !staged.is_constant) {
    char *from = data_[k];
    if (staged.offsets != nullptr) {
      pick(staged.picked, from, staged.offsets, n0, staged.tensor_itemsize);
      from = staged.picked;
    }
    if (staged.convert != nullptr) {
      char *const of[] = {staged.buffer, from};
      const int64_t steps[] = {to0, inner, to1, outer, to0, inner};
      staged.convert(of, columns ? steps + 2 : steps, columns ? n1 : n0, columns ? n0 : n1, kernels::Traffic::Cached);
    }
  }
  data_[k] = staged.buffer;
  loop_strides_[k] = same0 ? 0 : to0;
  loop_strides_[noperands_ + k] = same1 ? 0 : to1;
}

void Staging::take_back() noexcept {
  for (int32_t i = 0; i < nstaged_; ++i) {
    const Staged &staged = staged_[i];
    if (!staged.is_output) continue;
    const int32_t k = staged.operand;
    char *const to = place(k);
    if (staged.convert != nullptr) {
      char *const of[] = {staged.offsets != nullptr ? staged.picked : to, staged.buffer};
      const int64_t steps[] = {strides_[k], staged.itemsize, strides_[noperands_ + k], now0_ * staged.itemsize};
      staged.convert(of, steps, now0_, now1_, kernels::Traffic::Cached);
    }
    if (staged.offsets != nullptr) put(to, staged.offsets, staged.picked, now0_, staged.tensor_itemsize);
  }
  column_ += now0_;
  if (column_ < size0_) return;
  column_ = 0;
  row_ += now1_;
}

}  // namespace ct
