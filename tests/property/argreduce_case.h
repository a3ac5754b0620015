// One random argreduction: its input, dim and form, and what must come out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "digest.h"
#include "layouts.h"
#include "reductions.h"

namespace property {

struct ArgreduceOp {
  const char *name;
  enum class Form { Index, Indexed, Range } form;
  bool largest;
  // Both outs NULL: fresh ones. `second` of Form::Index is NULL.
  ct_status (*call)(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor **fresh, ct_tensor **second_fresh,
                    ct_tensor *out, ct_tensor *second, ct_error *error);
};
const std::vector<ArgreduceOp> &argreduce_ops();  // the library's list

class ArgreduceCase {
 public:
  ArgreduceCase(const ArgreduceOp &op, ct_dtype dtype, const Sizes &sizes, Random &random);

  // Calls it and compares status, dtypes, sizes, strides and every element; checks that no other byte changed.
  void check(Digest *digest = nullptr);
  std::string describe() const;

 private:
  void compute();
  void check_out(int k, const ct_tensor *out, Digest *digest);
  bool gives_two() const { return op_.form != ArgreduceOp::Form::Index; }

  const ArgreduceOp &op_;
  std::unique_ptr<Operand> input_;
  std::unique_ptr<Operand> given_[2];  // outs of the right shape
  reference::Handle owned_[2];         // or outs to be resized
  std::optional<int32_t> dim_;
  bool keepdim_ = false, into_ = false;
  ct_dtype results_[2] = {CT_UNDEFINED, CT_UNDEFINED};
  Sizes out_sizes_;
  std::optional<ct_status> refused_;
  std::vector<Value> expected_[2];
};

}  // namespace property
