#include "ordering.h"

#include <algorithm>
#include <cmath>

namespace reference {

bool is_nan(ct_dtype dtype, const Value &value) { return is_float(dtype) && std::isnan(value.re); }

bool is_less(ct_dtype dtype, const Value &a, const Value &b) {
  if (!is_float(dtype)) return a.integer < b.integer;
  if (std::isnan(a.re)) return false;
  return std::isnan(b.re) || a.re < b.re;
}

std::vector<int64_t> order_of(const std::vector<Value> &line, ct_dtype dtype, bool descending) {
  std::vector<int64_t> order;
  for (size_t i = 0; i < line.size(); ++i) order.push_back(static_cast<int64_t>(i));
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    const Value &x = line[static_cast<size_t>(a)], &y = line[static_cast<size_t>(b)];
    return descending ? is_less(dtype, y, x) : is_less(dtype, x, y);
  });
  return order;
}

int64_t kth(const std::vector<Value> &line, ct_dtype dtype, int64_t k) {
  return order_of(line, dtype, false)[static_cast<size_t>(k - 1)];
}

int64_t median(const std::vector<Value> &line, ct_dtype dtype, bool skips_nan) {
  int64_t numbers = 0, first_nan = -1;
  for (size_t i = 0; i < line.size(); ++i) {
    if (!is_nan(dtype, line[i])) {
      ++numbers;
    } else if (first_nan < 0) {
      first_nan = static_cast<int64_t>(i);
    }
  }
  if (first_nan >= 0 && (!skips_nan || numbers == 0)) return first_nan;
  return kth(line, dtype, (numbers + 1) / 2);
}

int64_t mode(const std::vector<Value> &line, ct_dtype dtype) {
  const std::vector<int64_t> order = order_of(line, dtype, false);
  const auto at = [&](size_t rank) -> const Value & { return line[static_cast<size_t>(order[rank])]; };
  int64_t best = -1;
  size_t most = 0;
  for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && are_equal(dtype, at(begin), at(end))) ++end;
    if (end - begin <= most) continue;  // of equally many, the smallest
    most = end - begin;
    best = order[end - 1];
  }
  return best;
}

std::vector<int64_t> running_extremes(const std::vector<Value> &line, ct_dtype dtype, bool largest) {
  std::vector<int64_t> places;
  size_t best = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const bool loses = largest ? is_less(dtype, line[i], line[best]) : is_less(dtype, line[best], line[i]);
    if (is_nan(dtype, line[i]) || (!is_nan(dtype, line[best]) && !loses)) best = i;
    places.push_back(static_cast<int64_t>(best));
  }
  return places;
}

long double quantile(const std::vector<Value> &line, ct_dtype dtype, double q, int mode) {
  for (const Value &value : line) {
    if (is_nan(dtype, value)) return value.re;
  }
  const std::vector<int64_t> order = order_of(line, dtype, false);
  const double place = q * static_cast<double>(line.size() - 1);
  const auto at = [&](double rank) { return line[static_cast<size_t>(order[static_cast<size_t>(rank)])].re; };
  const long double low = at(std::floor(place)), high = at(std::ceil(place));
  if (mode == 1) return low;
  if (mode == 2) return high;
  if (mode == 4) return at(std::nearbyint(place));
  if (low == high) return low;
  const long double weight = mode == 3 ? 0.5L : static_cast<long double>(place) - std::floor(place);
  return weight < 0.5L ? low + (high - low) * weight : high - (high - low) * (1 - weight);
}

Distinct distinct(const std::vector<Value> &line, ct_dtype dtype, bool sorts) {
  Distinct found;
  std::vector<int64_t> order = order_of(line, dtype, false);
  if (!sorts) std::sort(order.begin(), order.end());
  found.inverse.resize(line.size());
  for (size_t k = 0; k < order.size(); ++k) {
    const Value &value = line[static_cast<size_t>(order[k])];
    const bool begins =
        k == 0 || is_nan(dtype, value) || !are_equal(dtype, value, line[static_cast<size_t>(order[k - 1])]);
    if (begins) {
      found.first.push_back(order[k]);
      found.counts.push_back(0);
    }
    ++found.counts.back();
    found.inverse[static_cast<size_t>(order[k])] = static_cast<int64_t>(found.first.size()) - 1;
  }
  return found;
}

int64_t place_in(const std::vector<Value> &sorted, ct_dtype dtype, const Value &value, bool right) {
  int64_t count = 0;
  for (const Value &one : sorted) count += right ? !is_less(dtype, value, one) : is_less(dtype, one, value);
  return count;
}

}  // namespace reference
