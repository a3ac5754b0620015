// Views: those that regroup or reorder dims, then those that pick elements. Errors as upstream's.
#include "tensor/views.h"

#include <algorithm>

#include "runtime/error.h"

namespace ct {

namespace {

// How every view is made: a new layout over the tensor's storage. offset in elements of dtype. An empty layout reads
// nothing, so its offset is brought back into the storage.
inline Ref<Tensor> view_on(const Tensor &t, Dims sizes, Dims strides, int64_t offset, DType dtype) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) {
    offset = std::clamp<int64_t>(offset, 0, t.storage().nbytes() / dtype_size(dtype));
  }
  return Tensor::on_storage(t.keep_storage(), sizes, strides, offset, dtype);
}

inline Ref<Tensor> view_on(const Tensor &t, Dims sizes, Dims strides, int64_t offset) {
  return view_on(t, sizes, strides, offset, t.dtype());
}

// Whether sizes hold no -1 and have numel elements, at least one: then there is nothing to infer or to refuse.
bool is_shape_of(Dims sizes, int64_t numel) noexcept {
  if (sizes.size() > static_cast<size_t>(kMaxDims)) return false;
  int64_t product = 1;
  for (const int64_t size : sizes) {
    if (size <= 0 || __builtin_mul_overflow(product, size, &product)) return false;
  }
  return product == numel;
}

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

Ref<Tensor> part_of_complex(const Tensor &t, int64_t part) {
  DimVec strides(t.strides());
  for (int64_t &stride : strides) stride *= 2;  // the same number of bytes, in elements of half the size
  return view_on(t, t.sizes(), strides, t.offset() * 2 + part, real_of(t.dtype()));
}

}  // namespace

Ref<Tensor> alias(const Tensor &t) { return view_on(t, t.sizes(), t.strides(), t.offset()); }

Ref<Tensor> as_strided(const Tensor &t, Dims sizes, Dims strides, int64_t offset) {
  check_layout(sizes, strides, t.itemsize());
  const int64_t numel = checked_numel(sizes);
  if (offset < 0) fail(CT_ERROR_INVALID, "invalid storage offset ", offset, " for sizes ", sizes);
  const Extent extent = layout_extent(sizes, strides);
  const Wide first = Wide{offset} + extent.lowest, last = Wide{offset} + extent.highest;
  if (numel != 0 && (first < 0 || last >= t.storage().nbytes() / t.itemsize())) {
    fail(CT_ERROR_SHAPE, "sizes ", sizes, ", strides ", strides, ", storage offset ", offset, ", and itemsize ",
         t.itemsize(), " are out of bounds for storage of size ", t.storage().nbytes());
  }
  return view_on(t, sizes, strides, offset);
}

Ref<Tensor> try_view(const Tensor &t, Dims sizes) {
  // Most views are of elements in order, one after the other. (A last dim of size 1 may have any stride, and then
  // hands it on.)
  if (t.flags().contiguous && (t.ndim() == 0 || t.strides().back() == 1) && is_shape_of(sizes, t.numel())) {
    return Tensor::contiguous_on(t.keep_storage(), sizes, t.numel(), t.offset(), t.dtype());
  }
  const DimVec shape = infer_size(sizes, t.numel());
  DimVec strides;
  if (!view_strides(t.sizes(), t.strides(), shape, &strides)) return nullptr;
  return view_on(t, shape, strides, t.offset());
}

Ref<Tensor> view(const Tensor &t, Dims sizes) {
  Ref<Tensor> result = try_view(t, sizes);
  if (!result) {
    fail(CT_ERROR_SHAPE, "view size ", sizes, " is not compatible with input tensor's size ", t.sizes(), " and stride ",
         t.strides(), " (at least one dimension spans across two contiguous subspaces). Use reshape instead.");
  }
  return result;
}

Ref<Tensor> permute(const Tensor &t, std::span<const int32_t> dims) {
  if (static_cast<int32_t>(dims.size()) != t.ndim()) {
    fail(CT_ERROR_SHAPE,
         "permute: number of dimensions in the tensor input does not match the length of the desired "
         "ordering of dimensions, i.e. ",
         t.ndim(), " is not equal to ", static_cast<int64_t>(dims.size()), ", sizes ", t.sizes());
  }
  dims_mask(dims, t.ndim());
  DimVec sizes, strides;
  for (const int32_t given : dims) {
    const int32_t dim = wrap_dim(given, t.ndim());
    sizes.push_back(t.sizes()[dim]);
    strides.push_back(t.strides()[dim]);
  }
  return view_on(t, sizes, strides, t.offset());
}

Ref<Tensor> transpose(const Tensor &t, int32_t dim0, int32_t dim1) {
  dim0 = wrap_dim(dim0, t.ndim());
  dim1 = wrap_dim(dim1, t.ndim());
  return Tensor::transposed(t, dim0, dim1);
}

Ref<Tensor> movedim(const Tensor &t, std::span<const int32_t> source, std::span<const int32_t> destination) {
  if (source.size() != destination.size()) {
    fail(CT_ERROR_SHAPE, "movedim: invalid source or destination dims: source (", source,
         " dims) should contain the same number of dims as destination (", destination, " dims)");
  }
  const uint64_t moved = dims_mask(source, t.ndim());
  dims_mask(destination, t.ndim());
  if (t.ndim() == 0) return alias(t);
  int32_t order[kMaxDims];
  std::fill_n(order, t.ndim(), -1);
  for (size_t i = 0; i < source.size(); ++i) {
    order[wrap_dim(destination[i], t.ndim())] = wrap_dim(source[i], t.ndim());
  }
  int32_t rest = 0;  // the dims not named keep their order in the places left
  for (int32_t i = 0; i < t.ndim(); ++i) {
    if (order[i] >= 0) continue;
    while ((moved >> rest & 1) != 0) ++rest;
    order[i] = rest++;
  }
  return permute(t, {order, static_cast<size_t>(t.ndim())});
}

Ref<Tensor> expand(const Tensor &t, Dims sizes) {
  const auto ndim = static_cast<int64_t>(check_ndim(static_cast<int64_t>(sizes.size())));
  const int64_t leading = ndim - t.ndim();
  if (leading < 0) {
    fail(CT_ERROR_SHAPE, "expand: the number of sizes provided (", ndim,
         ") must be greater or equal to the number of dimensions in the tensor (", t.ndim(), "): target sizes ", sizes,
         ", tensor sizes ", t.sizes());
  }
  DimVec shape(sizes), strides(ndim);
  for (int64_t i = ndim - 1; i >= 0; --i) {
    const bool fresh = i < leading;
    if (fresh && shape[i] < 0) {
      fail(CT_ERROR_SHAPE, "the expanded size of the tensor (", shape[i],
           ") isn't allowed in a leading, non-existing dimension ", i, ": target sizes ", sizes, ", tensor sizes ",
           t.sizes());
    }
    const int64_t size = fresh ? 1 : t.sizes()[i - leading];
    if (!fresh && shape[i] == -1) shape[i] = size;
    if (shape[i] < 0 || (shape[i] != size && size != 1)) {
      fail(CT_ERROR_SHAPE, "the expanded size of the tensor (", shape[i], ") must match the existing size (", size,
           ") at non-singleton dimension ", i, ". Target sizes: ", sizes, ". Tensor sizes: ", t.sizes());
    }
    if (!fresh && shape[i] == size) {
      strides[i] = t.strides()[i - leading];
    } else if (shape[i] == 1 && t.ndim() != 0 && __builtin_mul_overflow(shape[i + 1], strides[i + 1], &strides[i])) {
      strides[i] = 0;  // as contiguous as it can look; any stride is right for one element
    }
  }
  checked_numel(shape);
  return view_on(t, shape, strides, t.offset());
}

Ref<Tensor> squeeze(const Tensor &t, NamedDims dims) {
  const uint64_t mask = dims_mask(dims, t.ndim());
  DimVec sizes, strides;
  for (int32_t i = 0; i < t.ndim(); ++i) {
    if (t.sizes()[i] == 1 && (mask >> i & 1) != 0) continue;
    sizes.push_back(t.sizes()[i]);
    strides.push_back(t.strides()[i]);
  }
  return view_on(t, sizes, strides, t.offset());
}

Ref<Tensor> unsqueeze(const Tensor &t, int32_t dim) {
  check_ndim(int64_t{t.ndim()} + 1);
  dim = wrap_dim(dim, t.ndim() + 1);
  int64_t stride = 1;
  if (dim < t.ndim() && __builtin_mul_overflow(t.sizes()[dim], t.strides()[dim], &stride)) stride = 1;
  DimVec sizes(t.sizes()), strides(t.strides());
  sizes.insert(dim, 1);
  strides.insert(dim, stride);
  return view_on(t, sizes, strides, t.offset());
}

DimVec flattened_sizes(const Tensor &t, int32_t start_dim, int32_t end_dim) {
  const int32_t start = wrap_dim(start_dim, t.ndim()), end = wrap_dim(end_dim, t.ndim());
  if (start > end) {
    fail(CT_ERROR_INVALID, "flatten: start_dim ", start_dim, " cannot come after end_dim ", end_dim, ", sizes ",
         t.sizes());
  }
  if (t.ndim() == 0) return {1};
  DimVec sizes;
  for (int32_t i = 0; i < t.ndim(); ++i) {
    if (i <= start || i > end) {
      sizes.push_back(t.sizes()[i]);
    } else {
      sizes.back() *= t.sizes()[i];
    }
  }
  return sizes;
}

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

Ref<Tensor> real(const Tensor &t) { return is_complex(t.dtype()) ? part_of_complex(t, 0) : alias(t); }

Ref<Tensor> imag(const Tensor &t) {
  if (!is_complex(t.dtype())) {
    fail(CT_ERROR_DTYPE, "imag is not implemented for tensors with non-complex dtypes, got ", dtype_name(t.dtype()));
  }
  return part_of_complex(t, 1);
}

}  // namespace ct
