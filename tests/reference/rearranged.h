// Ops that move elements: the result's sizes, and for each of its indices the element that stands there.
#pragma once

#include <functional>
#include <vector>

#include "array.h"

namespace reference {

struct Source {
  int64_t input;  // -1: none, what the op fills with
  Sizes index;
};

struct Rearranged {
  Sizes sizes;
  std::function<Source(const Sizes &index)> source;
};

enum class Padding { Constant, Reflect, Replicate, Circular };

Rearranged cat(const std::vector<Sizes> &inputs, size_t dim);
Rearranged stack(const Sizes &sizes, int64_t count, size_t dim);
Rearranged repeat(const Sizes &sizes, const Sizes &repeats);
Rearranged repeat_interleave(const Sizes &sizes, const Sizes &counts, size_t dim);  // a count for each index of the dim
Rearranged flat(const Rearranged &of_one_dim, const Sizes &input, const Sizes &sizes);      // of all elements in a row
Rearranged roll(const Sizes &sizes, const Sizes &shifts);                                   // a shift for each dim
Rearranged pad(const Sizes &sizes, const Sizes &before, const Sizes &after, Padding mode);  // for each dim
Rearranged triangle(const Sizes &sizes, int64_t diagonal, bool upper);
Rearranged diagonal(const Sizes &sizes, int64_t offset, size_t dim1, size_t dim2);
Rearranged diag_embed(const Sizes &sizes, int64_t offset, size_t dim1, size_t dim2);
Rearranged unfold(const Sizes &sizes, size_t dim, int64_t size, int64_t step);
Rearranged rot90(const Sizes &sizes, int64_t times, size_t dim0, size_t dim1);

}  // namespace reference
