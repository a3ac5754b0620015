// Where the elements lie that indices into a whole tensor name.
#include "ops/index/flat.h"

#include <algorithm>
#include <cstdlib>

#include "iter/dims.h"
#include "kernels/tuning.h"
#include "ops/structural/copy.h"
#include "runtime/kernel_table.h"
#include "tensor/views.h"

namespace ct {

namespace {

// Divides numbers of 32 bits by one that stays the same, by a multiplication. The quotient is exact: Lemire, Kaser and
// Kurz, "Faster remainder by direct computation" (2019), theorem 1.
class Divisor {
 public:
  explicit Divisor(int64_t by) : reciprocal_(~uint64_t{0} / static_cast<uint64_t>(by) + 1) {}  // by: 2 or more

  int64_t divide(int64_t number) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<int64_t>(static_cast<Wide>(reciprocal_) * static_cast<uint64_t>(number) >> 64);
  }

 private:
  uint64_t reciprocal_;
};

// The dims of a tensor that is not empty, as few as can be.
class LayoutOf {
 public:
  explicit LayoutOf(const Tensor &t) : is_small_(t.numel() <= UINT32_MAX) {
    for (int32_t d = t.ndim() - 1; d >= 0; --d) {
      const auto at = static_cast<size_t>(d);
      dims_.add(t.sizes()[at], {t.strides()[at] * t.itemsize()});
    }
    dims_.coalesce();
  }

  // Replaces the numbers of elements in row-major order by their places in bytes.
  void find(int64_t *numbers, int64_t n) const {
    int64_t rest[kIndexBlock];
    for (int64_t i = 0; i < n; i += kIndexBlock) {
      const int64_t count = std::min(kIndexBlock, n - i);
      std::copy(numbers + i, numbers + i + count, rest);
      std::fill(numbers + i, numbers + i + count, 0);
      const int32_t last = dims_.ndim() - 1;
      for (int32_t d = 0; d < last; ++d) split(rest, numbers + i, count, d);
      for (int64_t k = 0; k < count; ++k) numbers[i + k] += rest[k] * dims_.stride(0, last);
    }
  }

 private:
  void split(int64_t *rest, int64_t *offsets, int64_t n, int32_t d) const {
    const int64_t size = dims_.size(d), step = dims_.stride(0, d);
    const auto by = [&](auto divide) {
      for (int64_t i = 0; i < n; ++i) {
        const int64_t next = divide(rest[i]);
        offsets[i] += (rest[i] - next * size) * step;
        rest[i] = next;
      }
    };
    if (!is_small_) return by([=](int64_t number) { return number / size; });
    by([divisor = Divisor(size)](int64_t number) { return divisor.divide(number); });
  }

  const bool is_small_;
  DimList<1> dims_;
};

}  // namespace

std::optional<int64_t> even_step(const Tensor &t) {
  if (t.is_contiguous()) return t.itemsize();
  std::optional<int64_t> step;
  int64_t next = 0;
  for (int32_t d = t.ndim(); d-- > 0;) {
    const int64_t size = t.sizes()[static_cast<size_t>(d)], stride = t.strides()[static_cast<size_t>(d)];
    if (size == 1) continue;
    if (step.has_value() && stride != next) return std::nullopt;
    if (!step.has_value()) step = stride * t.itemsize();
    next = stride * size;
  }
  return step;
}

Ref<Tensor> evened(const Tensor &t, Dims positions) {
  if (positions.size() < 2 || !same_dims(t.sizes(), positions) || even_step(t).has_value()) return nullptr;
  const int64_t last = std::abs(t.strides().back());
  const auto is_nearer = [=](int64_t stride) { return stride != 0 && std::abs(stride) < last; };
  const bool is_turned = last * t.itemsize() >= kCacheLine && std::ranges::any_of(t.strides(), is_nearer);
  if (positions.back() >= kLongIndexRow && !is_turned) return nullptr;
  return contiguous(t, MemoryFormat::Contiguous);
}

FlatIndex::FlatIndex(const Tensor &t, const Tensor &index, bool counts_back)
    : scratch_(even_step(t).has_value() ? 0 : index.numel() * kIndexBytes),
      data_(index.data()),
      dtype_(index.dtype()),
      size_(t.numel()),
      step_(t.itemsize()),
      counts_back_(counts_back) {
  strides_.resize_unset(index.ndim());
  for (int32_t d = 0; d < index.ndim(); ++d) strides_[d] = step_along(index, d);
  if (const std::optional<int64_t> step = even_step(t)) {
    step_ = *step;
    return;
  }
  // The elements that `index` names, counted from 0; then their offsets.
  auto *const offsets = scratch_.data<int64_t>();
  const auto place = kernel_table<kernels::IndexTable>().place;
  const Dims sizes = index.sizes();
  kernels::IndexOf one{data_, {0, 0}, size_, 1, dtype_, counts_back};
  kernels::IndexedPiece piece{};
  piece.indices = &one;
  piece.count = 1;
  const bool is_one_row = index.is_contiguous();
  const int64_t inner = is_one_row ? index.numel() : sizes.back();
  one.strides[0] = is_one_row ? index.itemsize() : strides_.back();
  const auto outer = static_cast<int64_t>(sizes.size()) - 1;
  for (int64_t row = 0; row < index.numel(); row += inner) {
    int64_t rest = row / inner;
    one.data = data_;
    for (int64_t d = outer; d-- > 0;) {
      one.data += rest % sizes[static_cast<size_t>(d)] * strides_[d];
      rest /= sizes[static_cast<size_t>(d)];
    }
    place(piece, 0, inner, 0, 1, offsets + row);
  }
  LayoutOf(t).find(offsets, index.numel());
  data_ = scratch_.data();
  dtype_ = DType::Int64;
  size_ = 0;
  step_ = 1;
  counts_back_ = false;
  strides_ = contiguous_strides(sizes);
  for (int64_t &stride : strides_) stride *= kIndexBytes;
}

}  // namespace ct
