// The order of elements: NaN is larger than all others and equal to itself, zeros of both signs are equal.
#pragma once

#include <vector>

#include "array.h"
#include "value.h"

namespace reference {

bool is_nan(ct_dtype dtype, const Value &value);
bool is_less(ct_dtype dtype, const Value &a, const Value &b);
inline bool are_equal(ct_dtype dtype, const Value &a, const Value &b) {
  return !is_less(dtype, a, b) && !is_less(dtype, b, a);
}

// The places of a line's elements in order; equal ones keep their order.
std::vector<int64_t> order_of(const std::vector<Value> &line, ct_dtype dtype, bool descending);

// The place of one element in a line that is not empty.
int64_t kth(const std::vector<Value> &line, ct_dtype dtype, int64_t k);  // from 1
int64_t median(const std::vector<Value> &line, ct_dtype dtype, bool skips_nan);
int64_t mode(const std::vector<Value> &line, ct_dtype dtype);
// For each element the place of the largest or smallest one up to it. NaN wins, and of equal ones the last.
std::vector<int64_t> running_extremes(const std::vector<Value> &line, ct_dtype dtype, bool largest);

// A quantile of a sorted line. mode: 0 linear, 1 lower, 2 higher, 3 midpoint, 4 nearest.
long double quantile(const std::vector<Value> &line, ct_dtype dtype, double q, int mode);

// The distinct elements of a line (sorted), or those that begin a run: their places in the line, the number of each
// element among them, and how many each stands for.
struct Distinct {
  std::vector<int64_t> first, inverse, counts;
};
Distinct distinct(const std::vector<Value> &line, ct_dtype dtype, bool sorts);

// How many of the sequence are smaller than the value, or not larger.
int64_t place_in(const std::vector<Value> &sorted, ct_dtype dtype, const Value &value, bool right);

}  // namespace reference
