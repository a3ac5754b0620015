// Where the elements of a rearranged tensor come from, index by index.
#include "rearranged.h"

#include <algorithm>
#include <cstdlib>

namespace reference {

namespace {

int64_t wrap(int64_t index, int64_t size) { return ((index % size) + size) % size; }

Sizes without(Sizes sizes, size_t dim) {
  sizes.erase(sizes.begin() + static_cast<int64_t>(dim));
  return sizes;
}

Sizes with(Sizes sizes, size_t dim, int64_t size) {
  sizes.insert(sizes.begin() + static_cast<int64_t>(dim), size);
  return sizes;
}

}  // namespace

Rearranged cat(const std::vector<Sizes> &inputs, size_t dim) {
  const auto is_skipped = [](const Sizes &sizes) { return sizes == Sizes{0}; };
  Sizes sizes = {0};
  for (const Sizes &input : inputs) {
    if (!is_skipped(input)) sizes = input;
  }
  sizes[dim] = 0;
  for (const Sizes &input : inputs) sizes[dim] += is_skipped(input) ? 0 : input[dim];
  return {sizes, [=](Sizes index) {
            int64_t number = 0;
            for (; is_skipped(inputs[number]) || index[dim] >= inputs[number][dim]; ++number) {
              if (!is_skipped(inputs[number])) index[dim] -= inputs[number][dim];
            }
            return Source{number, index};
          }};
}

Rearranged stack(const Sizes &sizes, int64_t count, size_t dim) {
  return {with(sizes, dim, count), [=](const Sizes &index) { return Source{index[dim], without(index, dim)}; }};
}

Rearranged repeat(const Sizes &sizes, const Sizes &repeats) {
  Sizes result = repeats;
  const size_t missing = repeats.size() - sizes.size();
  for (size_t d = 0; d < sizes.size(); ++d) result[missing + d] *= sizes[d];
  return {result, [=](const Sizes &index) {
            Sizes from;
            for (size_t d = 0; d < sizes.size(); ++d) from.push_back(index[missing + d] % sizes[d]);
            return Source{0, from};
          }};
}

Rearranged repeat_interleave(const Sizes &sizes, const Sizes &counts, size_t dim) {
  Sizes order;
  for (size_t i = 0; i < counts.size(); ++i) order.insert(order.end(), static_cast<size_t>(counts[i]), i);
  Sizes result = sizes;
  result[dim] = static_cast<int64_t>(order.size());
  return {result, [=](Sizes index) {
            index[dim] = order[static_cast<size_t>(index[dim])];
            return Source{0, index};
          }};
}

Rearranged flat(const Rearranged &of_one_dim, const Sizes &input, const Sizes &sizes) {
  return {sizes, [=](const Sizes &index) {
            int64_t position = 0;
            for (size_t d = 0; d < sizes.size(); ++d) position = position * sizes[d] + index[d];
            position = of_one_dim.source({position}).index[0];
            Sizes from(input.size());
            for (size_t d = input.size(); d-- > 0; position /= input[d]) from[d] = position % input[d];
            return Source{0, from};
          }};
}

Rearranged roll(const Sizes &sizes, const Sizes &shifts) {
  return {sizes, [=](Sizes index) {
            for (size_t d = 0; d < sizes.size(); ++d) index[d] = wrap(index[d] - shifts[d] % sizes[d], sizes[d]);
            return Source{0, index};
          }};
}

Rearranged pad(const Sizes &sizes, const Sizes &before, const Sizes &after, Padding mode) {
  Sizes result = sizes;
  for (size_t d = 0; d < sizes.size(); ++d) result[d] += before[d] + after[d];
  return {result, [=](Sizes index) {
            bool outside = false;
            for (size_t d = 0; d < sizes.size(); ++d) {
              const int64_t last = sizes[d] - 1, at = index[d] - before[d];
              const bool is_inside = at >= 0 && at <= last;
              outside |= !is_inside;
              index[d] = at;
              if (is_inside || mode == Padding::Constant) continue;
              if (mode == Padding::Reflect) index[d] = at < 0 ? -at : 2 * last - at;
              if (mode == Padding::Replicate) index[d] = std::clamp<int64_t>(at, 0, last);
              if (mode == Padding::Circular) index[d] = wrap(at, sizes[d]);
            }
            return Source{mode == Padding::Constant && outside ? -1 : 0, index};
          }};
}

Rearranged triangle(const Sizes &sizes, int64_t diagonal, bool upper) {
  return {sizes, [=](const Sizes &index) {
            const int64_t row = index[index.size() - 2], right = index.back() - row;
            return Source{(upper ? right >= diagonal : right <= diagonal) ? 0 : -1, index};
          }};
}

Rearranged diagonal(const Sizes &sizes, int64_t offset, size_t dim1, size_t dim2) {
  const int64_t down = std::max<int64_t>(-offset, 0), right = std::max<int64_t>(offset, 0);
  const int64_t size = std::max<int64_t>(std::min(sizes[dim1] - down, sizes[dim2] - right), 0);
  Sizes result = without(without(sizes, std::max(dim1, dim2)), std::min(dim1, dim2));
  result.push_back(size);
  return {result, [=](Sizes index) {
            const int64_t at = index.back();
            index.pop_back();
            const bool first = dim1 < dim2;
            index = with(index, std::min(dim1, dim2), first ? at + down : at + right);
            index = with(index, std::max(dim1, dim2), first ? at + right : at + down);
            return Source{0, index};
          }};
}

Rearranged diag_embed(const Sizes &sizes, int64_t offset, size_t dim1, size_t dim2) {
  const int64_t size = sizes.back() + std::abs(offset);
  Sizes result(sizes.begin(), sizes.end() - 1);
  result = with(result, std::min(dim1, dim2), size);
  result = with(result, std::max(dim1, dim2), size);
  return {result, [=](const Sizes &index) {
            const int64_t at = offset >= 0 ? index[dim1] : index[dim2];
            const bool is_on = index[dim2] - index[dim1] == offset;
            Sizes from = without(without(index, std::max(dim1, dim2)), std::min(dim1, dim2));
            from.push_back(at);
            return Source{is_on ? 0 : -1, from};
          }};
}

Rearranged unfold(const Sizes &sizes, size_t dim, int64_t size, int64_t step) {
  Sizes result = sizes;
  if (!sizes.empty()) result[dim] = (sizes[dim] - size) / step + 1;
  result.push_back(size);
  return {result, [=](Sizes index) {
            const int64_t within = index.back();
            index.pop_back();
            if (!index.empty()) index[dim] = index[dim] * step + within;
            return Source{0, index};
          }};
}

Rearranged rot90(const Sizes &sizes, int64_t times, size_t dim0, size_t dim1) {
  times = wrap(times, 4);
  Sizes result = sizes;
  if (times % 2 == 1) std::swap(result[dim0], result[dim1]);
  return {result, [=](Sizes index) {
            const int64_t i = index[dim0], j = index[dim1], rows = sizes[dim0], columns = sizes[dim1];
            if (times == 1) index[dim0] = j, index[dim1] = columns - 1 - i;
            if (times == 2) index[dim0] = rows - 1 - i, index[dim1] = columns - 1 - j;
            if (times == 3) index[dim0] = rows - 1 - j, index[dim1] = i;
            return Source{0, index};
          }};
}

}  // namespace reference
