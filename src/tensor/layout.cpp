// Checked arithmetic on sizes and strides: counts, dims, dense strides, extents, views of another shape.
#include "tensor/layout.h"

#include <algorithm>
#include <cstdlib>

#include "runtime/error.h"

namespace ct {

void refuse_ndim(int64_t ndim) {
  if (ndim < 0) fail(CT_ERROR_INVALID, "the number of dimensions can't be negative, got ", ndim);
  fail(CT_ERROR_SHAPE, "a tensor has at most ", kMaxDims, " dimensions, got ", ndim);
}

int64_t checked_nbytes(Dims sizes, int64_t itemsize, int64_t *numel) {
  // The bound is on the product without zeros, so that the contiguous strides of an empty tensor are numbers too.
  int64_t count = 1, bytes = itemsize;
  for (const int64_t size : sizes) {
    if (size < 0) fail(CT_ERROR_SHAPE, "trying to create tensor with negative dimension ", size, ": ", sizes);
    if (__builtin_mul_overflow(bytes, std::max<int64_t>(size, 1), &bytes)) {
      fail(CT_ERROR_SHAPE, "storage size calculation overflowed with sizes=", sizes, " and itemsize ", itemsize);
    }
    count *= size;
  }
  if (numel != nullptr) *numel = count;
  return count == 0 ? 0 : bytes;
}

int64_t checked_numel(Dims sizes) { return checked_nbytes(sizes, 1); }

int32_t nearest_dim(Dims sizes, Dims strides, int32_t left_out) noexcept {
  int32_t nearest = -1;
  for (int32_t d = 0; d < static_cast<int32_t>(sizes.size()); ++d) {
    if (d == left_out || sizes[d] == 1) continue;
    if (nearest < 0 || std::abs(strides[d]) <= std::abs(strides[nearest])) nearest = d;
  }
  return nearest;
}

void refuse_dim(int64_t dim, int64_t range) {
  fail(CT_ERROR_INDEX, "dimension out of range (expected to be in range of [", -range, ", ", range - 1, "], but got ",
       dim, ")");
}

uint64_t dims_mask(NamedDims named, int32_t ndim) {
  if (!named) return ~uint64_t{0};
  const std::span<const int32_t> dims = *named;
  const int64_t count = static_cast<int64_t>(dims.size()), most = std::max(ndim, 1);
  if (count > most) {  // the values are not read, because a wrong count may be of more than there are
    fail(CT_ERROR_INDEX, count, " dims are named of a tensor that has ", ndim, ": one appears multiple times");
  }
  uint64_t mask = 0;
  for (const int32_t given : dims) {
    const int32_t dim = wrap_dim(given, ndim);
    const uint64_t bit = uint64_t{1} << dim;
    if ((mask & bit) != 0) fail(CT_ERROR_INDEX, "dim ", dim, " appears multiple times in the list of dims ", dims);
    mask |= bit;
  }
  return mask;
}

DimVec contiguous_strides(Dims sizes) {
  DimVec strides;
  set_contiguous_strides(sizes, &strides);
  return strides;
}

namespace {

// <0: dim a is inner to b; >0: outer; 0: can't tell (a stride of 0, or equal strides unless a is the larger size).
// The iterator orders its operands by the same comparison, so that clone and elementwise ops agree on a layout.
int compare_dims(Dims sizes, Dims strides, int32_t a, int32_t b) {
  const auto magnitude = [&](int32_t d) {
    return strides[d] < 0 ? ~static_cast<uint64_t>(strides[d]) + 1 : static_cast<uint64_t>(strides[d]);
  };
  const uint64_t ma = magnitude(a), mb = magnitude(b);
  if (ma == 0 || mb == 0) return 0;
  if (ma != mb) return ma < mb ? -1 : 1;
  return sizes[a] > sizes[b] ? 1 : 0;
}

}  // namespace

void broadcast_into(DimVec *shape, Dims sizes) {
  const DimVec before(*shape);
  const auto ndim = std::max(before.size(), static_cast<int64_t>(sizes.size()));
  const int64_t missing_a = ndim - before.size(), missing_b = ndim - static_cast<int64_t>(sizes.size());
  shape->resize(ndim);
  for (int64_t d = ndim - 1; d >= 0; --d) {  // from the last: the mismatch that is named is upstream's
    const int64_t a = d < missing_a ? 1 : before[d - missing_a];
    const int64_t b = d < missing_b ? 1 : sizes[d - missing_b];
    if (a != b && a != 1 && b != 1) {
      fail(CT_ERROR_SHAPE, "The size of tensor a (", a, ") must match the size of tensor b (", b,
           ") at non-singleton dimension ", d, ": shapes ", Dims(before), " and ", sizes);
    }
    (*shape)[d] = a == 1 ? b : a;
  }
}

DimVec dense_strides_like(Dims sizes, Dims strides) {
  DimVec dense(strides);
  const bool ascends = std::none_of(strides.begin(), strides.end(), [](int64_t stride) { return stride < 0; });
  if (ascends && layout_flags(sizes, strides).non_overlapping_and_dense) return dense;
  const auto ndim = static_cast<int32_t>(sizes.size());
  int32_t perm[kMaxDims];  // innermost first
  for (int32_t i = 0; i < ndim; ++i) perm[i] = ndim - 1 - i;
  sort_dims(perm, ndim, [&](int32_t a, int32_t b) { return compare_dims(sizes, strides, a, b); });
  int64_t next = 1;
  for (int32_t i = 0; i < ndim; ++i) {
    dense[perm[i]] = next;
    next *= std::max<int64_t>(sizes[perm[i]], 1);
  }
  return dense;
}

void check_layout(Dims sizes, Dims strides, int64_t itemsize) {
  check_ndim(static_cast<int64_t>(sizes.size()));
  if (sizes.size() != strides.size()) {
    fail(CT_ERROR_SHAPE, "mismatch in length of strides and shape: sizes ", sizes, " and strides ", strides);
  }
  for (const int64_t stride : strides) {
    int64_t bytes = 0;
    if (__builtin_mul_overflow(stride, itemsize, &bytes) || bytes == INT64_MIN) {
      fail(CT_ERROR_SHAPE, "stride ", stride, " overflows with itemsize ", itemsize, ": strides ", strides);
    }
  }
}

Extent layout_extent(Dims sizes, Dims strides) {
  Extent extent{0, 0};
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return {0, -1};
  for (size_t i = 0; i < sizes.size(); ++i) {
    int64_t reach = 0;
    int64_t &end = strides[i] < 0 ? extent.lowest : extent.highest;
    if (__builtin_mul_overflow(sizes[i] - 1, strides[i], &reach) || __builtin_add_overflow(end, reach, &end)) {
      fail(CT_ERROR_SHAPE, "storage size calculation overflowed with sizes=", sizes, " and strides=", strides);
    }
  }
  return extent;
}

namespace {

// Outer elements follow inner ones at the same spacing.
bool continues(int64_t outer_stride, int64_t inner_size, int64_t inner_stride) {
  int64_t reach = 0;
  return !__builtin_mul_overflow(inner_size, inner_stride, &reach) && outer_stride == reach;
}

}  // namespace

bool view_strides(Dims sizes, Dims strides, Dims new_sizes, DimVec *out) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) {
    *out = same_dims(sizes, new_sizes) ? DimVec(strides) : contiguous_strides(new_sizes);
    return true;
  }
  DimVec result(static_cast<int64_t>(new_sizes.size()), 1);
  // From the last dim: the old dims fall into chunks, each of equally spaced elements. The new dims must fall
  // into the same chunks.
  int64_t next = result.size() - 1;  // the new dim to be given a stride
  auto dim = static_cast<int64_t>(sizes.size()) - 1;
  while (dim >= 0) {
    const int64_t step = strides[dim];
    int64_t chunk = sizes[dim];
    while (--dim >= 0 && (sizes[dim] == 1 || continues(strides[dim], chunk, step))) chunk *= sizes[dim];
    int64_t covered = 1;
    for (; next >= 0 && (covered < chunk || new_sizes[next] == 1); --next) {
      // Overflows only for a dim of size 1, where any stride is right.
      if (__builtin_mul_overflow(covered, step, &result[next])) result[next] = 1;
      covered *= new_sizes[next];
    }
    if (covered != chunk) return false;
  }
  for (; next >= 0; --next) {  // a 0-dim tensor as [1, …, 1]
    if (new_sizes[next] != 1) return false;
  }
  *out = std::move(result);
  return true;
}

DimVec infer_size(Dims sizes, int64_t numel) {
  DimVec result(sizes);
  int64_t inferred = -1, known = 1;
  bool overflow = false, zero = false;
  for (int64_t i = 0; i < result.size(); ++i) {
    if (result[i] == -1) {
      if (inferred >= 0) fail(CT_ERROR_SHAPE, "only one dimension can be inferred, got shape ", sizes);
      inferred = i;
    } else if (result[i] < 0) {
      fail(CT_ERROR_SHAPE, "invalid shape dimension ", result[i], " in shape ", sizes);
    } else if (result[i] == 0) {
      zero = true;
    } else {
      overflow |= __builtin_mul_overflow(known, result[i], &known);
    }
  }
  if (zero && !overflow) known = 0;
  if (inferred >= 0 && zero && numel == 0) {
    fail(CT_ERROR_SHAPE, "cannot reshape tensor of 0 elements into shape ", sizes,
         " because the unspecified dimension size -1 can be any value and is ambiguous");
  }
  const bool fits = inferred >= 0 ? known > 0 && numel % known == 0 : known == numel;
  if (overflow || !fits) fail(CT_ERROR_SHAPE, "shape '", sizes, "' is invalid for input of size ", numel);
  if (inferred >= 0) result[inferred] = numel / known;
  return result;
}

}  // namespace ct
