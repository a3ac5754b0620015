// A strided array, described by plain numbers, and nested loops over it.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "value.h"

namespace reference {

using Sizes = std::vector<int64_t>;

struct Array {
  ct_dtype dtype = CT_UNDEFINED;
  Sizes sizes, strides;        // in elements
  const char *data = nullptr;  // element [0, …, 0]
};

int64_t numel(const Sizes &sizes);

// Calls visit(index) for every index of the shape, last dim fastest.
template <class Visit>
void for_each_index(const Sizes &sizes, Visit &&visit) {
  if (numel(sizes) == 0) return;
  Sizes index(sizes.size(), 0);
  for (;;) {
    visit(static_cast<const Sizes &>(index));
    auto dim = static_cast<int64_t>(sizes.size()) - 1;
    while (dim >= 0 && ++index[dim] == sizes[dim]) index[dim--] = 0;
    if (dim < 0) return;
  }
}

// Calls visit(index, n) for the first element of every row: n elements along the last dim. For large arrays.
template <class Visit>
void for_each_row(Sizes sizes, Visit &&visit) {
  int64_t n = 1;
  if (!sizes.empty()) {
    n = sizes.back();
    sizes.pop_back();
  }
  for_each_index(sizes, [&](const Sizes &index) { visit(index, n); });
}
inline int64_t row_step(const Sizes &strides) { return strides.empty() ? 0 : strides.back(); }

int64_t offset_of(const Sizes &index, const Sizes &strides);  // sum of index[d] * strides[d]

// Copies the bytes of an element. A size that the compiler knows is copied by an instruction or two, and the oracle and
// its tests copy most elements one by one.
inline void copy_element(char *to, const char *from, int64_t itemsize) {
  switch (itemsize) {
    case 1:
      *to = *from;
      break;
    case 2:
      std::memcpy(to, from, 2);
      break;
    case 4:
      std::memcpy(to, from, 4);
      break;
    case 8:
      std::memcpy(to, from, 8);
      break;
    default:
      std::memcpy(to, from, static_cast<size_t>(itemsize));
  }
}

// The strides with which an array of these sizes is read as if it had `shape`: 0 where it is broadcast.
Sizes broadcast_strides(const Sizes &sizes, const Sizes &strides, const Sizes &shape);

// All elements in the row-major order of `shape`, to which the array broadcasts.
std::vector<Value> read(const Array &array, const Sizes &shape);
inline std::vector<Value> read(const Array &array) { return read(array, array.sizes); }

}  // namespace reference
