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

// Whether sizes hold no -1 and amount to numel, which is not 0: then there is nothing to infer or to refuse.
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

// offset + index * stride. It overflows only for empty tensors, whose strides mean nothing and whose offset is clamped.
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

Ref<Tensor> with_layout(const Tensor &t, Dims sizes, Dims strides) { return view_on(t, sizes, strides, t.offset()); }

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
  // In most cases the elements lie in order, one after the other. (A last dim of size 1 may have any stride, which the
  // view then takes over.)
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

Ref<Tensor> with_sizes(const Tensor &t, Dims sizes) {
  return same_dims(t.sizes(), sizes) ? t.keep() : expand(t, sizes);
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

Ref<Tensor> rot90(const Tensor &t, int32_t times, int32_t dim0, int32_t dim1) {
  if (t.ndim() < 2) {
    fail(CT_ERROR_SHAPE, "rot90: expected a tensor of at least 2 dims to rotate, got ", t.ndim(), ", sizes ",
         t.sizes());
  }
  const int32_t from = wrap_dim(dim0, t.ndim()), to = wrap_dim(dim1, t.ndim());
  if (from == to) {
    fail(CT_ERROR_INDEX, "rot90: expected two different dims to rotate, got ", dim0, " and ", dim1, ", sizes ",
         t.sizes());
  }
  const int32_t both[] = {from, to};
  switch ((times % 4 + 4) % 4) {
    case 1:
      return transpose(*flip(t, std::span(&to, 1)), from, to);
    case 2:
      return flip(t, both);
    case 3:
      return transpose(*flip(t, std::span(&from, 1)), from, to);
    default:
      return alias(t);
  }
}

Ref<Tensor> diagonal(const Tensor &t, int64_t offset, int32_t dim1, int32_t dim2) {
  const int32_t down = wrap_dim(dim1, t.ndim()), along = wrap_dim(dim2, t.ndim());
  if (t.ndim() < 2 || down == along) {
    fail(CT_ERROR_INDEX, "diagonal dimensions cannot be identical ", dim1, ", ", dim2, ", sizes ", t.sizes());
  }
  const int64_t rows = t.sizes()[down], columns = t.sizes()[along];
  const int64_t first_column = std::clamp<int64_t>(offset, 0, columns);
  const int64_t first_row = offset < 0 ? -std::max(offset, -rows) : 0;
  const int64_t size = std::min(rows - first_row, columns - first_column);
  DimVec sizes, strides;
  for (int32_t d = 0; d < t.ndim(); ++d) {
    if (d == down || d == along) continue;
    sizes.push_back(t.sizes()[d]);
    strides.push_back(t.strides()[d]);
  }
  int64_t stride = 0;  // overflows only where at most one element is on the diagonal
  if (__builtin_add_overflow(t.strides()[down], t.strides()[along], &stride)) stride = 0;
  sizes.push_back(size);
  strides.push_back(stride);
  int64_t first = t.offset();
  if (size > 0) first = offset_of(offset_of(first, first_row, t.strides()[down]), first_column, t.strides()[along]);
  return view_on(t, sizes, strides, first);
}

Ref<Tensor> unfold(const Tensor &t, int32_t dim, int64_t size, int64_t step) {
  check_ndim(int64_t{t.ndim()} + 1);
  dim = wrap_dim(dim, t.ndim());
  const int64_t whole = t.ndim() == 0 ? 1 : t.sizes()[dim], stride = t.ndim() == 0 ? 1 : t.strides()[dim];
  if (size < 0) fail(CT_ERROR_INVALID, "unfold: size is ", size, " but must be >= 0, dim ", dim);
  if (size > whole) {
    fail(CT_ERROR_SHAPE, "unfold: maximum size for tensor at dimension ", dim, " is ", whole, " but size is ", size);
  }
  if (step <= 0) fail(CT_ERROR_INVALID, "unfold: step is ", step, " but must be > 0, dim ", dim);
  DimVec sizes(t.sizes()), strides(t.strides());
  if (t.ndim() != 0) {
    sizes[dim] = (whole - size) / step + 1;
    int64_t apart = 0, bytes = 0;  // which overflow only where there is one window, or no element
    if (!__builtin_mul_overflow(stride, step, &apart) && !__builtin_mul_overflow(apart, t.itemsize(), &bytes) &&
        bytes != INT64_MIN) {
      strides[dim] = apart;
    }
  }
  sizes.push_back(size);
  strides.push_back(stride);
  checked_numel(sizes);
  return view_on(t, sizes, strides, t.offset());
}

Ref<Tensor> unflatten(const Tensor &t, int32_t dim, Dims given) {
  dim = indexed_dim(t, dim, "unflatten");
  if (given.empty()) fail(CT_ERROR_INVALID, "unflatten: sizes must not be empty, dim ", dim, " of sizes ", t.sizes());
  check_ndim(int64_t{t.ndim()} - 1 + static_cast<int64_t>(given.size()));
  const DimVec split = infer_size(given, t.sizes()[dim]);
  DimVec sizes, strides;
  for (int32_t d = 0; d < t.ndim(); ++d) {
    if (d != dim) {
      sizes.push_back(t.sizes()[d]);
      strides.push_back(t.strides()[d]);
      continue;
    }
    const auto first = sizes.size();
    for (const int64_t size : split) sizes.push_back(size), strides.push_back(0);
    int64_t stride = t.strides()[d];
    for (int64_t k = sizes.size() - 1; k >= first; --k) {
      strides[k] = stride;
      if (__builtin_mul_overflow(stride, std::max<int64_t>(sizes[k], 1), &stride)) stride = 0;  // nothing is there
    }
  }
  return view_on(t, sizes, strides, t.offset());
}

namespace {

// t's memory as elements of another size: the last dim, whose elements lie side by side, has more or fewer of them.
Ref<Tensor> view_as_size(const Tensor &t, DType dtype) {
  const int64_t from = t.itemsize(), to = dtype_size(dtype);
  const auto refuse = [&](const char *what, int64_t value, const char *rest) {
    fail(CT_ERROR_SHAPE, "view as ", dtype_name(dtype), ": ", what, value, rest, ", sizes ", t.sizes(), ", strides ",
         t.strides(), " of ", dtype_name(t.dtype()));
  };
  if (t.ndim() == 0) refuse("the element size of a 0-dim tensor can not change to ", to, "");
  DimVec sizes(t.sizes()), strides(t.strides());
  if (sizes.back() != 1 && strides.back() != 1) refuse("the last dim's stride must be 1, but is ", strides.back(), "");
  strides.back() = 1;
  if (to < from) {
    const int64_t ratio = from / to;
    if (__builtin_mul_overflow(sizes.back(), ratio, &sizes.back())) {
      refuse("the last dim's size overflows, ", t.sizes().back(), "");
    }
    for (int64_t d = 0; d + 1 < sizes.size(); ++d) {
      if (__builtin_mul_overflow(strides[d], ratio, &strides[d])) strides[d] = 0;  // of a dim that nobody steps along
    }
    checked_numel(sizes);
    return view_on(t, sizes, strides, t.offset() * ratio, dtype);
  }
  const int64_t ratio = to / from;
  if (sizes.back() % ratio != 0) {
    refuse("the last dim's size must be divisible by ", ratio, "");
  }
  sizes.back() /= ratio;
  for (int64_t d = 0; d + 1 < sizes.size(); ++d) {
    if (sizes[d] > 1 && strides[d] % ratio != 0) refuse("strides must be divisible by ", ratio, "");
    strides[d] /= ratio;
  }
  if (t.offset() % ratio != 0) refuse("the storage offset must be divisible by ", ratio, "");
  return view_on(t, sizes, strides, t.offset() / ratio, dtype);
}

// For borrowed memory: complex numbers need the alignment of their parts.
void check_aligned(const Tensor &t, DType dtype) {
  const int64_t alignment = dtype_size(real_of(dtype));
  if (reinterpret_cast<uintptr_t>(t.data()) % static_cast<uintptr_t>(alignment) == 0 || t.numel() == 0) return;
  fail(CT_ERROR_INVALID, "view as ", dtype_name(dtype), ": the data is not aligned to ", alignment, " bytes, sizes ",
       t.sizes(), " of ", dtype_name(t.dtype()));
}

}  // namespace

Ref<Tensor> view_dtype(const Tensor &t, DType dtype) {
  check_aligned(t, dtype);
  if (dtype_size(dtype) == t.itemsize()) return view_on(t, t.sizes(), t.strides(), t.offset(), dtype);
  return view_as_size(t, dtype);
}

Ref<Tensor> view_as_real(const Tensor &t) {
  if (!is_complex(t.dtype())) {
    fail(CT_ERROR_DTYPE, "view_as_real is only supported for complex tensors, got ", dtype_name(t.dtype()));
  }
  check_ndim(int64_t{t.ndim()} + 1);
  DimVec sizes(t.sizes()), strides(t.strides());
  for (int64_t &stride : strides) stride *= 2;  // the same number of bytes, in elements of half the size
  sizes.push_back(2);
  strides.push_back(1);
  return view_on(t, sizes, strides, t.offset() * 2, real_of(t.dtype()));
}

Ref<Tensor> view_as_complex(const Tensor &t) {
  if (!is_floating(t.dtype()) || t.dtype() == DType::BFloat16) {
    fail(CT_ERROR_DTYPE, "view_as_complex is only supported for float16, float32 and float64, got ",
         dtype_name(t.dtype()));
  }
  if (t.ndim() == 0 || t.sizes().back() != 2) {
    fail(CT_ERROR_SHAPE, "view_as_complex: the last dim must have size 2, got sizes ", t.sizes());
  }
  if (t.strides().back() != 1) {
    fail(CT_ERROR_SHAPE, "view_as_complex: the last dim must have stride 1, got strides ", t.strides(), ", sizes ",
         t.sizes());
  }
  DimVec sizes(t.sizes()), strides(t.strides());
  sizes.erase(sizes.size() - 1);
  strides.erase(strides.size() - 1);
  for (int64_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] > 1 && strides[d] % 2 != 0) {
      fail(CT_ERROR_SHAPE, "view_as_complex: strides but the last must be divisible by 2, got ", t.strides(),
           ", sizes ", t.sizes());
    }
    strides[d] /= 2;
  }
  if (t.offset() % 2 != 0) {
    fail(CT_ERROR_SHAPE, "view_as_complex: the storage offset must be divisible by 2, got ", t.offset());
  }
  return view_on(t, sizes, strides, t.offset() / 2, complex_of(t.dtype()));
}

int32_t check_split(const Tensor &t, Dims sizes, int32_t dim) {
  dim = indexed_dim(t, dim, "split");
  int64_t sum = 0;
  for (const int64_t size : sizes) {
    if (size < 0) fail(CT_ERROR_INVALID, "split: sizes must not be negative, got ", sizes);
    if (__builtin_add_overflow(sum, size, &sum)) sum = INT64_MAX;
  }
  if (sum != t.sizes()[dim]) {
    fail(CT_ERROR_SHAPE, "split: the sizes must sum exactly to ", t.sizes()[dim], " (the tensor's size at dimension ",
         dim, "), got ", sizes);
  }
  return dim;
}

Chunks chunks_of(const Tensor &t, int64_t wanted, int32_t dim) {
  dim = indexed_dim(t, dim, "chunk");
  if (wanted < 1) fail(CT_ERROR_INVALID, "chunk: the number of chunks must be greater than 0, got ", wanted);
  const int64_t whole = t.sizes()[dim];
  if (whole == 0) return {dim, wanted, 0};
  const int64_t size = (whole - 1) / wanted + 1;
  return {dim, (whole - 1) / size + 1, size};
}

}  // namespace ct
