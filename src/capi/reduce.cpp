// ct_<name> and ct_<name>_out of every reduction in the lists.
#include "ops/reduce/reduce.h"

#include "capi/entry_points.h"

using namespace ct;

// The parameters of each form, and what an op gets of them.
#define CT_DIMS const int32_t *reduced, int32_t ndims
#define CT_PARAMETERS_Plain CT_DIMS, bool keepdim,
#define CT_ARGUMENTS_Plain (ReduceArgs{dims_or_all(reduced, ndims), keepdim, DType::Undefined})
#define CT_PARAMETERS_Typed CT_DIMS, bool keepdim, ct_dtype dtype,
#define CT_ARGUMENTS_Typed (ReduceArgs{dims_or_all(reduced, ndims), keepdim, dtype_or_undefined(dtype)})
#define CT_PARAMETERS_Norm const ct_scalar *p, CT_PARAMETERS_Typed
#define CT_PARAMETERS_Variance CT_DIMS, const ct_scalar *correction, bool keepdim,
#define CT_ARGUMENTS_Variance (VarianceArgs{dims_or_all(reduced, ndims), correction, keepdim})

#define CT_REDUCTION(name, form, ...)                                                                             \
  CT_ENTRY_POINTS(tensor, name, CT_PARAMETERS_##form, CT_ARGUMENTS_##form, reduction(ReduceOp::name, self, args), \
                  reduction_out(ReduceOp::name, self, args, given))
#define CT_PRECISE_SUM(name, ...)                                                                                   \
  CT_ENTRY_POINTS(tensor, name, CT_PARAMETERS_Typed, CT_ARGUMENTS_Typed, precise_sum(PreciseSum::name, self, args), \
                  precise_sum_out(PreciseSum::name, self, args, given))
#define CT_VARIANCE_One(name)                                                  \
  CT_ENTRY_POINTS(tensor, name, CT_PARAMETERS_Variance, CT_ARGUMENTS_Variance, \
                  variance(Variance::name, self, args).first,                  \
                  variance_out(Variance::name, self, args, given, nullptr))
#define CT_VARIANCE_Two(name)                                                                                       \
  CT_ENTRY_POINTS_OF_TWO(name, CT_PARAMETERS_Variance, CT_ARGUMENTS_Variance, variance(Variance::name, self, args), \
                         variance_out(Variance::name, self, args, given, &second), "out", "mean")
#define CT_VARIANCE(name, form, ...) CT_VARIANCE_##form(name)

extern "C" {
CT_REDUCTIONS(CT_REDUCTION)
CT_PRECISE_SUMS(CT_PRECISE_SUM)
CT_VARIANCES(CT_VARIANCE)
CT_ENTRY_POINTS(tensor, norm, CT_PARAMETERS_Norm, CT_ARGUMENTS_Typed, norm(self, p, args),
                norm_out(self, p, args, given))
CT_ENTRY_POINTS(tensor, logsumexp, CT_PARAMETERS_Plain, CT_ARGUMENTS_Plain, logsumexp(self, args),
                logsumexp_out(self, args, given))
}  // extern "C"
