// One random call of a reduction: its input, dims, dtype and form, and what must come out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "digest.h"
#include "layouts.h"
#include "reductions.h"

namespace property {

using NamedDims = std::optional<std::vector<int32_t>>;  // no value: all of them

// Its entry points, with a dtype argument that those without one ignore.
ct_status call_reduction(const reference::Reduction &op, const ct_tensor *t, const NamedDims &dims, bool keepdim,
                         ct_dtype asked, ct_tensor **fresh, ct_tensor *out, ct_error *error);

class ReduceCase {
 public:
  ReduceCase(const reference::Reduction &op, ct_dtype dtype, int64_t max_numel, Random &random);
  ReduceCase(const reference::Reduction &op, ct_dtype dtype, const Layout &layout, Random &random);

  // Calls it and compares status, dtype, sizes, strides and every element; checks that no other byte changed.
  void check(Digest *digest = nullptr);
  std::string describe() const;

 private:
  bool is_reduced(size_t dim) const;
  void compute();

  const reference::Reduction &op_;

  std::unique_ptr<Operand> input_, given_;  // given_: an out of the right shape
  reference::Handle owned_;                 // or an out to be resized
  NamedDims dims_;
  bool keepdim_ = false;
  ct_dtype asked_ = CT_UNDEFINED, result_ = CT_UNDEFINED;
  Sizes out_sizes_;
  std::optional<ct_status> refused_;
  std::vector<reference::Expected> expected_;
};

}  // namespace property
