// Every reduction of kernels/lists/reduce.h and argreduce.h as a structured op. A reduction's line in the list says how
// its result's dtype is found:
//   Wide   the one asked for, else out's, else int64 for bool and integers (uint64 stays), else t's
//   Float  the one asked for, else out's, else t's; floating-point or complex
//   Same   t's
//   Truth  bool; uint8 for uint8, and where out has that
//   Count  int64
// Rules: docs/semantics.md, "Reductions".
#pragma once

#include <optional>
#include <span>

#include "kernels/lists/argreduce.h"
#include "kernels/lists/reduce.h"
#include "ops/structured.h"
#include "runtime/api.h"
#include "tensor/tensor.h"

namespace ct {

using kernels::ArgreduceOp, kernels::ReduceOp;

enum class PreciseSum {
#define CT_PRECISE_SUM_ENUM(name, ...) name,
  CT_PRECISE_SUMS(CT_PRECISE_SUM_ENUM)
#undef CT_PRECISE_SUM_ENUM
};
enum class Variance {
#define CT_VARIANCE_ENUM(name, ...) name,
  CT_VARIANCES(CT_VARIANCE_ENUM)
#undef CT_VARIANCE_ENUM
};

// What is reduced, and how. dtype: Undefined where none is asked for.
struct ReduceArgs {
  NamedDims dims;
  bool keepdim = false;
  DType dtype = DType::Undefined;
};

// The p-norm over args.dims. Elements are converted to the dtype first; out has the real part's dtype.
Ref<Tensor> norm(const Tensor &t, const ct_scalar *p, const ReduceArgs &args);
void norm_out(const Tensor &t, const ct_scalar *p, const ReduceArgs &args, Tensor &out);

Ref<Tensor> reduction(ReduceOp op, const Tensor &t, const ReduceArgs &args);
void reduction_out(ReduceOp op, const Tensor &t, const ReduceArgs &args, Tensor &out);

// The logarithm of the sum of exponentials, of real dtypes.
Ref<Tensor> logsumexp(const Tensor &t, const ReduceArgs &args);
void logsumexp_out(const Tensor &t, const ReduceArgs &args, Tensor &out);

// Sums of floats and complex numbers that lose less than their dtype's arithmetic would, or nothing. The result's dtype
// is the one asked for, else out's, else t's; elements become that first.
Ref<Tensor> precise_sum(PreciseSum op, const Tensor &t, const ReduceArgs &args);
void precise_sum_out(PreciseSum op, const Tensor &t, const ReduceArgs &args, Tensor &out);

// Variances and standard deviations over any dims, with the means where those are asked for, too. A complex tensor's
// variance is real: that of both parts together. correction: NULL for 1. Of form One, `second` stays empty.
struct VarianceArgs {
  NamedDims dims;
  const ct_scalar *correction = nullptr;
  bool keepdim = false;
};
TwoTensors variance(Variance op, const Tensor &t, const VarianceArgs &args);
void variance_out(Variance op, const Tensor &t, const VarianceArgs &args, Tensor &first, Tensor *second);

// Where the largest or smallest element over a dim, or over all, is, and what it is: the first NaN, else the first of
// equals. Of form Index, `second` stays empty.
struct ArgreduceArgs {
  std::optional<int32_t> dim;  // none: over all
  bool keepdim;
};
TwoTensors argreduce(ArgreduceOp op, const Tensor &t, const ArgreduceArgs &args);
void argreduce_out(ArgreduceOp op, const Tensor &t, const ArgreduceArgs &args, Tensor &first, Tensor *second);

}  // namespace ct
