// The rules about dtypes, shapes and layouts, as docs/semantics.md states them. Strides are in elements.
#pragma once

#include <optional>
#include <vector>

#include "array.h"

namespace reference {

// ---- dtypes (§5) ----
std::optional<ct_dtype> promote(ct_dtype a, ct_dtype b);  // none: uint64 with a signed integer
ct_dtype real_of(ct_dtype d);                             // of a complex dtype, that of a part; anything else stays
bool can_cast(ct_dtype from, ct_dtype to);
struct Typed {
  ct_dtype dtype;
  bool zero_dim, wrapped;
};
std::optional<ct_dtype> result_type(const std::vector<Typed> &operands);

// ---- shapes (§2) ----
std::optional<Sizes> broadcast(const std::vector<Sizes> &shapes);

// ---- layouts (§4) ----
Sizes contiguous_strides(const Sizes &sizes);
Sizes channels_last_strides(const Sizes &sizes);  // 4 or 5 dims
bool is_contiguous(const Sizes &sizes, const Sizes &strides);
bool is_channels_last(const Sizes &sizes, const Sizes &strides);  // of 4 dims for the 4-D format, of 5 for the 5-D one
bool is_dense(const Sizes &sizes, const Sizes &strides);          // non-overlapping and dense
Sizes dense_strides_like(const Sizes &sizes, const Sizes &strides);  // clone(preserve)

// ---- the iterator's output layout (§2: fast setup, reorder, allocate) ----
struct Laid {
  Sizes sizes, strides;
};
// Of an output that is allocated or resized, given the operands that have a layout (outputs given with the right
// shape first, then inputs).
Sizes elementwise_strides(const std::vector<Laid> &operands, const Sizes &shape);

}  // namespace reference
