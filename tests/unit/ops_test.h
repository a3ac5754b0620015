// Helpers of the ops' tests: tensors with given values, and the status that a call ends with.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "../short_pass.h"
#include "runtime/error.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace ct::testing_ops {

inline std::vector<double> values(const Tensor &t) {  // row-major
  std::vector<double> result;
  std::vector<int64_t> index(static_cast<size_t>(t.ndim()), 0);
  for (int64_t n = 0; n < t.numel(); ++n) {
    int64_t offset = 0;
    for (int32_t d = 0; d < t.ndim(); ++d) offset += index[d] * t.strides()[d];
    const Scalar s = load_scalar(t.dtype(), t.data() + offset * t.itemsize());
    result.push_back(is_floating(t.dtype()) || is_complex(t.dtype()) ? s.re : static_cast<double>(s.i));
    for (int32_t d = t.ndim() - 1; d >= 0 && ++index[d] == t.sizes()[d]; --d) index[d] = 0;
  }
  return result;
}

inline Ref<Tensor> tensor(std::initializer_list<int64_t> sizes, std::initializer_list<double> row_major, DType dtype) {
  Ref<Tensor> t = Tensor::create(DimVec(sizes), dtype);
  int64_t n = 0;
  for (const double value : row_major) store_scalar(Scalar::of(value), dtype, t->data() + n++ * t->itemsize());
  return t;
}

inline std::vector<int64_t> list(Dims dims) { return {dims.begin(), dims.end()}; }

ct_status status_of(auto &&call) {
  try {
    call();
    return CT_OK;
  } catch (const Error &e) {
    EXPECT_STRNE(e.message.c_str(), "");
    return e.status;
  }
}

}  // namespace ct::testing_ops
