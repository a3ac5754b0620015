// The rules about dtypes, shapes and layouts, as docs/semantics.md states them. Strides are in elements.
#pragma once

#include <optional>
#include <vector>

#include "array.h"

namespace reference {

// ---- dtypes ----
std::optional<ct_dtype> promote(ct_dtype a, ct_dtype b);  // none for uint64 with a signed integer
ct_dtype real_of(ct_dtype d);                             // the dtype of a part for complex dtypes; other dtypes stay
bool can_cast(ct_dtype from, ct_dtype to);
struct Typed {
  ct_dtype dtype;
  bool zero_dim, wrapped;
};
std::optional<ct_dtype> result_type(const std::vector<Typed> &operands);

// ---- shapes ----
std::optional<Sizes> broadcast(const std::vector<Sizes> &shapes);

// ---- layouts ----
Sizes contiguous_strides(const Sizes &sizes);
Sizes channels_last_strides(const Sizes &sizes);  // 4 or 5 dims
bool is_contiguous(const Sizes &sizes, const Sizes &strides);
bool is_channels_last(const Sizes &sizes, const Sizes &strides);  // 4 dims have the 4-D format, 5 dims the 5-D format
bool is_dense(const Sizes &sizes, const Sizes &strides);          // non-overlapping and dense
Sizes dense_strides_like(const Sizes &sizes, const Sizes &strides);  // clone(preserve)

// ---- the iterator's output layout (fast setup, reorder, allocate) ----
struct Laid {
  Sizes sizes, strides;
};
// The strides of an output that is allocated or resized. `operands` are those that have a layout: first the given
// outputs of the right shape, then the inputs.
Sizes elementwise_strides(const std::vector<Laid> &operands, const Sizes &shape);

}  // namespace reference
