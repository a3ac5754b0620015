// Every op, one element at a time, with the error that it may have. Operands are converted to input_dtype() before.
#pragma once

#include <optional>
#include <vector>

#include "rules.h"
#include "value.h"

namespace reference {

// How an op finds its dtypes.
enum class Rule {
  Same,         // the input's, which a given output must have, too
  Magnitude,    // the input's; the result is real
  Angle,        // like Float, but the result is real
  Float,        // the input's; integers and bool become float32
  Binary,       // the common dtype of the inputs
  BinaryFloat,  // the same; integers and bool become float32
  Difference,   // like Binary, but refuses bool on either side, even where it would promote
  Division,     // like Binary, but integers have no result for a divisor of 0
  Ternary,      // like Binary, with three inputs
  Quotient,     // like Ternary, but refuses integers as both inputs 1 and 2
  Comparison,   // computed in the common dtype, writes bool
  Close,        // one dtype on both sides, writes bool
  Fill,         // input 0's dtype; input 1 is a bool mask
  Where         // input 0 is bool; the common dtype is that of inputs 1 and 2
};

// A result lies in [low, high], both included, each part by itself. Where the two are the same, it must be that very
// value, with the sign of a zero. `any` promises nothing (complex arithmetic with infinities, NaN or overflow).
struct Expected {
  Value low, high;
  bool any = false;
};
inline Expected exactly(const Value &value) { return {value, value, false}; }

// An option: a plain value beside the inputs.
struct Option {
  enum class As { Number, Real, Tolerance, Element, Decimals, Order, Flag };
  double fallback;  // infinity stands for the largest finite number of the dtype
  As as = As::Number;
};

struct Op {
  const char *name;
  int arity;
  Rule rule;
  bool (*accepts)(ct_dtype common);
  Expected (*evaluate)(ct_dtype common, const Value *inputs);  // the options' values follow the inputs
  std::vector<Option> options = {};
};
const std::vector<Op> &ops();
const Op &op(const char *name);

// The dtypes of an op on these inputs, or none where they have no common dtype or the op refuses it.
struct OpDTypes {
  ct_dtype common, result;
};
// The dtype that an option is converted to, and whether the option may have a value of this dtype.
ct_dtype option_dtype(const Option &option, ct_dtype common);
bool takes_option(const Option &option, ct_dtype common, ct_dtype given);
std::optional<OpDTypes> op_dtypes(const Op &op, const std::vector<Typed> &inputs);

// The dtype that input k is converted to. It is the common dtype, but a product or quotient of a real half and one
// element of another dtype takes that element as a float32.
ct_dtype input_dtype(const Op &op, ct_dtype common, size_t k, const Array &input);

// Integers are compared with a 0-dim integer by its value, which is not converted.
bool counts_by_value(const Op &op, ct_dtype common, const Array &input);

// A number as a bound of clamp, converted. Where it is outside the range of the integers, either all of them satisfy
// it, and it becomes the last of them, or none does, and there is no bound.
std::optional<Value> bound_of_clamp(const Value &number, ct_dtype from, ct_dtype common, bool is_min);

// Brings the bounds into the dtype of the output. Conversion is monotone, so bounds stay bounds.
Expected convert(const Expected &expected, ct_dtype from, ct_dtype to);
bool matches(ct_dtype dtype, const Value &got, const Expected &expected);

// ---- sum ----
ct_dtype sum_dtype(
    ct_dtype input);  // without a dtype: int64 for bool and integers (uint64 stays), otherwise the input's

// The sum of the elements after conversion to `to`. Integers are exact modulo 2^64. Floats have at most 16 additions in
// a row before the next level, so an element goes through at most 16 * ceil(log16 n) additions and a tree over lanes
// and pieces, and each addition errs by eps/2. With room for the tree, that is (2 log2 n + 16) * eps * sum|x| in the
// dtype that adds (single for halves), then one rounding. The sum is divided by `divisor` before that rounding.
Expected sum(const std::vector<Value> &values, ct_dtype from, ct_dtype to, long double divisor = 1);

Expected open_zeros(Expected bounds);  // a bound that is zero may have either sign

// ---- scans and softmax: what each element of a line becomes ----
struct AlongRule {
  const char *name;
  // Integers are exact modulo 2^64. Floats (n of them so far) are accumulated in double, each with at most n roundings,
  // and rounded to single and then to the dtype.
  std::vector<Expected> (*evaluate)(const std::vector<Value> &line, ct_dtype from, ct_dtype to);
};
const std::vector<AlongRule> &scans();
const std::vector<AlongRule> &softmaxes();  // within some ULPs of the format that the dtype is computed in

}  // namespace reference
