// One random call of an op along a dim that gives as many elements: its input, dim, dtype and form, and what must come
// out.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "digest.h"
#include "layouts.h"
#include "ops.h"

namespace property {

struct AlongOp {
  const char *name;
  ct_status (*fresh)(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor **out, ct_error *error);
  ct_status (*into)(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor *out, ct_error *error);
  std::vector<reference::Expected> (*evaluate)(const std::vector<Value> &line, ct_dtype from, ct_dtype to);
  ct_dtype (*result)(ct_dtype input);  // where none is asked for
  bool (*gives)(ct_dtype result);
  bool out_decides;  // a given out's dtype counts as asked for
};
const std::vector<AlongOp> &along_ops();  // the library's lists with the oracle's

class AlongCase {
 public:
  AlongCase(const AlongOp &op, ct_dtype dtype, const Sizes &sizes, Random &random);

  // Compares status, dtype, sizes, strides and every element; checks that no other byte changed.
  void check(Digest *digest = nullptr);
  std::string describe() const;

 private:
  void compute();

  const AlongOp &op_;
  std::unique_ptr<Operand> input_, given_;  // given_: an out of the right shape
  reference::Handle owned_;                 // or an out to be resized
  bool in_place_ = false;
  int32_t dim_ = 0;
  ct_dtype asked_ = CT_UNDEFINED, result_ = CT_UNDEFINED;
  std::vector<reference::Expected> expected_;
};

}  // namespace property
