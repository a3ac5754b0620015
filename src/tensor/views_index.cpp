// Views that pick elements: slice, select, narrow, flip, and the parts of complex numbers.
#include <algorithm>

#include "runtime/error.h"
#include "tensor/view_on.h"

namespace ct {
namespace {

int32_t indexed_dim(const Tensor &t, int32_t dim, const char *what) {
  if (t.ndim() == 0) fail(CT_ERROR_INDEX, what, " cannot be applied to a 0-dim tensor, got dim ", dim);
  return wrap_dim(dim, t.ndim());
}

// offset + index * stride. Overflows only for empty tensors, whose strides mean nothing and whose offset is clamped.
int64_t offset_of(int64_t offset, int64_t index, int64_t stride) {
  int64_t step = 0, result = 0;
  return __builtin_mul_overflow(index, stride, &step) || __builtin_add_overflow(offset, step, &result) ? offset
                                                                                                       : result;
}

}  // namespace

Ref<Tensor> slice(const Tensor &t, int32_t dim, int64_t start, int64_t stop, int64_t step) {
  dim = indexed_dim(t, dim, "slice");
  if (step == 0) fail(CT_ERROR_INVALID, "slice step cannot be zero, dim ", dim, " of sizes ", t.sizes());
  step = std::max(step, -INT64_MAX);  // so that it can be negated; longer than any size either way
  const int64_t size = t.sizes()[dim];
  // Python's rules: the positions before the first and after the last count as bounds in the direction of the step.
  const int64_t lowest = step < 0 ? -1 : 0, highest = step < 0 ? size - 1 : size;
  const auto bound = [&](int64_t index, int64_t absent) {
    if (index == kAbsent) return absent;
    return std::clamp(index < 0 ? index + size : index, lowest, highest);
  };
  start = bound(start, step < 0 ? highest : lowest);
  stop = bound(stop, step < 0 ? lowest : highest);
  const int64_t distance = step < 0 ? start - stop : stop - start, pace = step < 0 ? -step : step;
  DimVec sizes(t.sizes()), strides(t.strides());
  sizes[dim] = distance <= 0 ? 0 : (distance - 1) / pace + 1;
  // A stride past int64 can only be that of a dim of at most one element, or of an empty tensor: kept, as any is right.
  int64_t stride = 0, bytes = 0;
  if (!__builtin_mul_overflow(strides[dim], step, &stride) && !__builtin_mul_overflow(stride, t.itemsize(), &bytes) &&
      bytes != INT64_MIN) {
    strides[dim] = stride;
  }
  return view_on(t, sizes, strides, offset_of(t.offset(), std::max<int64_t>(start, 0), t.strides()[dim]));
}

Ref<Tensor> select(const Tensor &t, int32_t dim, int64_t index) {
  dim = indexed_dim(t, dim, "select");
  const int64_t size = t.sizes()[dim];
  if (index < -size || index >= size) {
    fail(CT_ERROR_INDEX, "select: index ", index, " out of range for tensor of size ", t.sizes(), " at dimension ",
         dim);
  }
  if (index < 0) index += size;
  DimVec sizes(t.sizes()), strides(t.strides());
  sizes.erase(dim);
  strides.erase(dim);
  return view_on(t, sizes, strides, offset_of(t.offset(), index, t.strides()[dim]));
}

Ref<Tensor> narrow(const Tensor &t, int32_t dim, int64_t start, int64_t length) {
  dim = indexed_dim(t, dim, "narrow");
  const int64_t size = t.sizes()[dim];
  if (length < 0) fail(CT_ERROR_INVALID, "narrow: length must be non-negative, got ", length);
  if (start < -size || start > size) {
    fail(CT_ERROR_INDEX, "narrow: start out of range (expected to be in range of [", -size, ", ", size, "], but got ",
         start, ") at dimension ", dim, " of sizes ", t.sizes());
  }
  if (start < 0) start += size;
  if (length > size - start) {
    fail(CT_ERROR_INDEX, "narrow: start (", start, ") + length (", length, ") exceeds dimension size (", size,
         ") at dimension ", dim, " of sizes ", t.sizes());
  }
  return slice(t, dim, start, start + length, 1);
}

Ref<Tensor> flip(const Tensor &t, NamedDims dims) {
  const uint64_t mask = dims_mask(dims, t.ndim());
  DimVec strides(t.strides());
  int64_t offset = t.offset();
  for (int32_t i = 0; i < t.ndim(); ++i) {
    const int64_t size = t.sizes()[i];
    if ((mask >> i & 1) == 0 || size < 2) continue;  // one element is its own mirror image: stays contiguous
    offset = offset_of(offset, size - 1, strides[i]);
    strides[i] = -strides[i];
  }
  return view_on(t, t.sizes(), strides, offset);
}

namespace {

Ref<Tensor> part_of_complex(const Tensor &t, int64_t part) {
  DimVec strides(t.strides());
  for (int64_t &stride : strides) stride *= 2;  // the same number of bytes, in elements of half the size
  return view_on(t, t.sizes(), strides, t.offset() * 2 + part, real_of(t.dtype()));
}

}  // namespace

Ref<Tensor> real(const Tensor &t) { return is_complex(t.dtype()) ? part_of_complex(t, 0) : alias(t); }

Ref<Tensor> imag(const Tensor &t) {
  if (!is_complex(t.dtype())) {
    fail(CT_ERROR_DTYPE, "imag is not implemented for tensors with non-complex dtypes, got ", dtype_name(t.dtype()));
  }
  return part_of_complex(t, 1);
}

}  // namespace ct
