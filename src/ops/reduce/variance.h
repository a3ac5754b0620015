// Variances and standard deviations over any dims, with the means where those are asked for, too. A complex tensor's
// variance is real: that of both parts together.
#pragma once

#include <span>

#include "kernels/lists/reduce.h"
#include "ops/structured.h"
#include "runtime/api.h"
#include "tensor/tensor.h"

namespace ct {

enum class Variance {
#define CT_VARIANCE_ENUM(name, ...) name,
  CT_VARIANCES(CT_VARIANCE_ENUM)
#undef CT_VARIANCE_ENUM
};

// dims: empty for all. correction: NULL for 1.
struct VarianceArgs {
  std::span<const int32_t> dims;
  const ct_scalar *correction = nullptr;
  bool keepdim = false;
};

// Of form One, `second` stays empty.
TwoTensors variance(Variance op, const Tensor &t, const VarianceArgs &args);
void variance_out(Variance op, const Tensor &t, const VarianceArgs &args, Tensor &first, Tensor *second);

}  // namespace ct
