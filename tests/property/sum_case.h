// One random call of sum: its input, dims, dtype and form, and what must come out.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "digest.h"
#include "layouts.h"
#include "ops.h"

namespace property {

class SumCase {
 public:
  SumCase(ct_dtype dtype, int64_t max_numel, Random &random);

  // Calls sum and compares status, dtype, sizes, strides and every element; checks that no other byte changed.
  void check(Digest *digest = nullptr);
  std::string describe() const;

 private:
  void compute();

  std::unique_ptr<Operand> input_, given_;  // given_: an out of the right shape
  reference::Handle owned_;                 // or an out to be resized
  std::vector<int32_t> dims_;
  bool keepdim_ = false;
  ct_dtype asked_ = CT_UNDEFINED, result_ = CT_UNDEFINED;
  Sizes out_sizes_;
  std::vector<reference::Expected> expected_;
};

}  // namespace property
