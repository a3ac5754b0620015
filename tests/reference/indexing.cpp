#include "indexing.h"

#include <algorithm>
#include <string>

#include "ops.h"
#include "rules.h"

namespace reference {

namespace {

int64_t place_in(const Sizes &sizes, const Sizes &index) { return offset_of(index, contiguous_strides(sizes)); }

// The element that an index names, or -1 where the index is out of range.
int64_t wrapped_index(int64_t index, int64_t size) {
  if (index < -size || index >= size) return -1;
  return index < 0 ? index + size : index;
}

int64_t value_at(const Indices &indices, const Sizes &index, const Sizes &shape) {
  const Sizes strides = broadcast_strides(indices.sizes, contiguous_strides(indices.sizes), shape);
  return indices.values[static_cast<size_t>(offset_of(index, strides))];
}

}  // namespace

std::vector<Sizes> true_places(const Sizes &sizes, const std::vector<bool> &mask) {
  std::vector<Sizes> places;
  size_t k = 0;
  for_each_index(sizes, [&](const Sizes &index) {
    if (mask[k++]) places.push_back(index);
  });
  return places;
}

std::optional<Places> places_of(const Sizes &t, const std::vector<const Indices *> &indices) {
  // A mask becomes one index for each of its dims; a mask without dims adds a dim.
  Sizes own = t;
  std::vector<std::optional<Indices>> by_dim;
  for (const Indices *index : indices) {
    if (index == nullptr) {
      by_dim.emplace_back();
      continue;
    }
    if (!index->is_mask) {
      by_dim.emplace_back(*index);
      continue;
    }
    Sizes sizes = index->sizes;
    if (sizes.empty()) {
      sizes = {1};
      own.insert(own.begin() + static_cast<int64_t>(by_dim.size()), 1);
    }
    const std::vector<Sizes> places = true_places(sizes, std::vector<bool>(index->values.begin(), index->values.end()));
    for (size_t d = 0; d < sizes.size(); ++d) {
      if (by_dim.size() >= own.size() || own[by_dim.size()] != sizes[d]) return std::nullopt;
      Indices column{{static_cast<int64_t>(places.size())}, {}, false};
      for (const Sizes &place : places) column.values.push_back(place[d]);
      by_dim.emplace_back(column);
    }
  }
  if (by_dim.size() > own.size()) return std::nullopt;
  by_dim.resize(own.size());

  std::vector<Sizes> shapes;
  size_t first = own.size(), last = 0;
  for (size_t d = 0; d < own.size(); ++d) {
    if (!by_dim[d]) continue;
    shapes.push_back(by_dim[d]->sizes);
    first = std::min(first, d);
    last = d;
  }
  const std::optional<Sizes> shared = shapes.empty() ? Sizes{} : broadcast(shapes);
  if (!shared) return std::nullopt;
  const size_t at = !shapes.empty() && last - first + 1 == shapes.size() ? first : 0;

  Places result;
  for (size_t d = 0; d < own.size(); ++d) {
    if (!by_dim[d]) result.sizes.push_back(own[d]);
  }
  result.sizes.insert(result.sizes.begin() + static_cast<int64_t>(at), shared->begin(), shared->end());
  for_each_index(result.sizes, [&](const Sizes &index) {
    const auto begin = index.begin() + static_cast<int64_t>(at);
    const Sizes of_indices(begin, begin + static_cast<int64_t>(shared->size()));
    Sizes rest(index.begin(), begin), place(own.size());
    rest.insert(rest.end(), begin + static_cast<int64_t>(shared->size()), index.end());
    size_t next = 0;
    bool is_inside = true;
    for (size_t d = 0; d < own.size(); ++d) {
      place[d] = by_dim[d] ? wrapped_index(value_at(*by_dim[d], of_indices, *shared), own[d]) : rest[next++];
      is_inside = is_inside && place[d] >= 0;
    }
    result.places.push_back(is_inside ? place_in(own, place) : -1);
  });
  return result;
}

Places places_along(const Sizes &t, size_t dim, const Indices &index) {
  Places result{index.sizes, {}};
  size_t k = 0;
  for_each_index(index.sizes, [&](const Sizes &at) {
    Sizes place = at;
    const int64_t found = wrapped_index(index.values[k++], t.empty() ? 1 : t[dim]);
    if (t.empty()) place.clear();
    if (!t.empty()) place[dim] = found;
    result.places.push_back(found < 0 ? -1 : place_in(t, place));
  });
  return result;
}

Places places_of_slices(const Sizes &t, size_t dim, const Indices &index) {
  Places result{t, {}};
  if (!t.empty()) result.sizes[dim] = static_cast<int64_t>(index.values.size());
  for_each_index(result.sizes, [&](const Sizes &at) {
    Sizes place = at;
    const int64_t found =
        wrapped_index(index.values[t.empty() ? 0 : static_cast<size_t>(at[dim])], t.empty() ? 1 : t[dim]);
    if (!t.empty()) place[dim] = found;
    result.places.push_back(found < 0 ? -1 : place_in(t, place));
  });
  return result;
}

Places places_in_all(const Sizes &t, const Indices &index) {
  Places result{index.sizes, {}};
  for (const int64_t value : index.values) result.places.push_back(wrapped_index(value, numel(t)));
  return result;
}

Value joined(const char *name, ct_dtype dtype, const Value &there, const Value &brought) {
  if (is_complex(dtype) && std::string(name) == "mul") {  // exactly as it is said to be computed: without bounds
    const auto rounded = [&](long double x) { return round_to(info(dtype).computes, x); };
    const auto part = [&](long double x) { return round_to(info(dtype).format, rounded(x)); };
    return of_float(part(rounded(there.re * brought.re) - rounded(there.im * brought.im)),
                    part(rounded(there.re * brought.im) + rounded(there.im * brought.re)));
  }
  const Value both[] = {there, brought};
  return op(name).evaluate(dtype, both).low;
}

}  // namespace reference
