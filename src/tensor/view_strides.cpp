// Whether the elements of a layout, read in order, are a strided layout of another shape; and shapes with a -1.
#include <algorithm>

#include "runtime/error.h"
#include "tensor/layout.h"

namespace ct {
namespace {

// Outer elements follow inner ones at the same spacing.
bool continues(int64_t outer_stride, int64_t inner_size, int64_t inner_stride) {
  int64_t reach = 0;
  return !__builtin_mul_overflow(inner_size, inner_stride, &reach) && outer_stride == reach;
}

}  // namespace

bool view_strides(Dims sizes, Dims strides, Dims new_sizes, DimVec *out) {
  const bool empty = std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
  if (empty && same_dims(sizes, new_sizes)) {
    out->assign(strides);
    return true;
  }
  if (empty) {
    *out = contiguous_strides(new_sizes);
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
