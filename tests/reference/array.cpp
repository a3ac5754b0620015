// Nested loops over strided arrays.
#include "array.h"

namespace reference {

int64_t numel(const Sizes &sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes) count *= size;
  return count;
}

int64_t offset_of(const Sizes &index, const Sizes &strides) {
  int64_t offset = 0;
  for (size_t dim = 0; dim < index.size(); ++dim) offset += index[dim] * strides[dim];
  return offset;
}

Sizes broadcast_strides(const Sizes &sizes, const Sizes &strides, const Sizes &shape) {
  Sizes result(shape.size(), 0);
  const size_t missing = shape.size() - sizes.size();
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    const bool repeats = sizes[dim] == 1 && shape[missing + dim] != 1;
    result[missing + dim] = repeats ? 0 : strides[dim];
  }
  return result;
}

std::vector<Value> read(const Array &array, const Sizes &shape) {
  const Sizes strides = broadcast_strides(array.sizes, array.strides, shape);
  const int64_t itemsize = info(array.dtype).size;
  std::vector<Value> values;
  values.reserve(static_cast<size_t>(numel(shape)));
  for_each_row(shape, [&](const Sizes &index, int64_t n) {
    const char *element = array.data + offset_of(index, strides) * itemsize;
    for (int64_t i = 0; i < n; ++i, element += row_step(strides) * itemsize) {
      values.push_back(load(array.dtype, element));
    }
  });
  return values;
}

}  // namespace reference
