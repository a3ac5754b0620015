// A random call of an elementwise op: its inputs, the form of the call, and the expected result.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "calls.h"
#include "digest.h"
#include "layouts.h"
#include "ops.h"

namespace property {

const Call &call_of(const reference::Op &op);  // throws where the op has none

// One op of each kind goes through thousands of layouts for its kind. The other ops of that kind only need tests of
// their arithmetic.
bool stands_for_others(const reference::Op &op);

enum class Form {
  Fresh,    // the op allocates
  Given,    // a given `out` of the right shape, any layout
  Resized,  // an owned `out` of another shape
  Cast,     // a given `out` of another dtype
  InPlace,  // out == inputs[k], the same handle
  Alias     // another handle over the same elements as an input
};

class ElementwiseCase {
 public:
  // `first` is the dtype of the first data operand (input 1 of `where`). `max_numel` bounds the shape of the result.
  ElementwiseCase(const reference::Op &op, ct_dtype first, int64_t max_numel, Random &random);

  // Calls the op and compares status, dtype, sizes, strides and every element; checks that no other byte changed.
  // Adds the bits of the result to `digest`.
  void check(Digest *digest = nullptr);

  std::string describe() const;

 private:
  struct Input {
    std::unique_ptr<Operand> operand;  // empty for a wrapped number
    reference::Handle number;
    Array array;
    reference::Typed typed{};

    ct_tensor *tensor() const { return operand != nullptr ? operand->tensor() : number.get(); }
  };

  void make_input(Random &random, ct_dtype dtype, const Sizes &sizes, Values values, bool may_repeat);
  void make_options(Random &random);
  void make_output(Random &random);
  void compute();
  bool is_no_bound(size_t k) const;
  void check_allocated_layout(const ct_tensor *out) const;
  void check_elements(const ct_tensor *out) const;
  std::string arguments(size_t element) const;

  const reference::Op &op_;
  const Call &call_;
  Form form_ = Form::Fresh;
  std::vector<Input> inputs_;
  std::vector<std::optional<ct_scalar>> options_;
  Sizes shape_;
  size_t in_place_ = 0;                // the input of Form::InPlace and Alias
  std::unique_ptr<Operand> given_;     // the output of Form::Given and Cast
  reference::Handle owned_;            // the output of Form::Resized and Alias
  ct_dtype out_dtype_ = CT_UNDEFINED;  // the dtype of the given out; UNDEFINED where the rules decide
  std::optional<reference::OpDTypes> dtypes_;
  ct_status expected_status_ = CT_OK;
  std::vector<reference::Expected> expected_;
};

}  // namespace property
