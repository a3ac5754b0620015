// Every reduction of a list of elements.
#pragma once

#include <optional>
#include <vector>

#include "ops.h"

namespace reference {

// How a reduction finds the dtype of its result.
enum class ResultRule {
  Wide,      // the requested dtype, else that of out, else int64 for bool and integers (uint64 stays), else the input's
  Float,     // the same, but only dtypes with a fraction
  Same,      // the input's
  Truth,     // bool, or uint8 for uint8
  Count,     // int64
  Real,      // the real dtype of the requested one, else of the input's
  RealOnly,  // the real dtype of the input's
  FloatOnly  // the input's, or float32 where that has no fraction
};

struct Reduction {
  const char *name;
  ResultRule rule;
  bool (*accepts)(ct_dtype);  // the dtypes that it may compute in
  bool of_nothing;            // whether there is a result without elements
  // Takes the elements after conversion to `to`. That is the input's dtype where the rule gives the result another one.
  Expected (*evaluate)(const std::vector<Value> &values, ct_dtype from, ct_dtype to);
  double p = 0;  // the power of a norm or the correction of a variance, where the name ends with it
};
const std::vector<Reduction> &reductions();

// The index of the first NaN, or else of the first of the largest or smallest elements.
size_t first_best(const std::vector<Value> &values, ct_dtype dtype, bool largest);

// None where the reduction refuses the input or the requested dtype. UNDEFINED requests none.
std::optional<ct_dtype> reduced_dtype(const Reduction &op, ct_dtype input, ct_dtype asked);

}  // namespace reference
