// Indexing, one element at a time: which place of t, counted in row-major order, each element of the other side is.
#pragma once

#include <optional>
#include <vector>

#include "array.h"

namespace reference {

// Integers, or the elements of a mask.
struct Indices {
  Sizes sizes;
  std::vector<int64_t> values;  // in row-major order
  bool is_mask = false;
};

struct Places {
  Sizes sizes;
  std::vector<int64_t> places;  // -1 where an index is out of range
};

// The places that t[indices] names; NULL stands for all of a dim. None where shapes do not fit together.
std::optional<Places> places_of(const Sizes &t, const std::vector<const Indices *> &indices);
// index has as many dims as t: index[i, j, …] along dim, and i, j, … along the others.
Places places_along(const Sizes &t, size_t dim, const Indices &index);
Places places_of_slices(const Sizes &t, size_t dim, const Indices &index);
Places places_in_all(const Sizes &t, const Indices &index);

// The index of every true element, one row for each.
std::vector<Sizes> true_places(const Sizes &sizes, const std::vector<bool> &mask);

// The value of an element that was `there` once `brought` has joined it by add, mul, minimum or maximum.
Value joined(const char *op, ct_dtype dtype, const Value &there, const Value &brought);

}  // namespace reference
