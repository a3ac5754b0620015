// Every reduction, over all its elements at once.
#pragma once

#include <optional>
#include <vector>

#include "ops.h"

namespace reference {

// How a reduction finds the dtype of its result.
enum class ResultRule {
  Wide,      // the one asked for, else out's, else int64 for bool and integers (uint64 stays), else the input's
  Float,     // the same, but for what has no fraction
  Same,      // the input's
  Truth,     // bool, or uint8 for uint8
  Count,     // int64
  Real,      // the real one of the one asked for, else of the input's
  RealOnly,  // the real one of the input's
  FloatOnly  // the input's, or float32 where that has no fraction
};

struct Reduction {
  const char *name;
  ResultRule rule;
  bool (*accepts)(ct_dtype);  // what it may compute in
  bool of_nothing;            // whether no elements have a result
  // The elements after conversion to `to`, which is the input's dtype where the result has another by its rule.
  Expected (*evaluate)(const std::vector<Value> &values, ct_dtype from, ct_dtype to);
  double p = 0;  // of a norm, or the correction of a variance, where the name ends in it
};
const std::vector<Reduction> &reductions();

// The index of the first NaN, else of the first of the largest or smallest.
size_t first_best(const std::vector<Value> &values, ct_dtype dtype, bool largest);

// None where it does not take the input, or not the dtype asked for (UNDEFINED: none is).
std::optional<ct_dtype> reduced_dtype(const Reduction &op, ct_dtype input, ct_dtype asked);

}  // namespace reference
