// ct_<name> and ct_<name>_out of every reduction in the list.
#include "ops/reduce/reduce.h"

#include "capi/guard.h"
#include "ops/reduce/logsumexp.h"
#include "ops/reduce/precise_sum.h"

using namespace ct;

namespace {

ct_status fresh(const char *function, ReduceOp op, const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim,
                ct_dtype dtype, ct_tensor **out, ct_error *error) {
  return making(function, out, error, [&] {
    const Tensor &self = tensor(t, "t");
    return reduction(op, self, {array(dims, ndims, "dims"), keepdim, dtype_or_undefined(dtype)});
  });
}

ct_status written(const char *function, ReduceOp op, const ct_tensor *t, const int32_t *dims, int32_t ndims,
                  bool keepdim, ct_dtype dtype, ct_tensor *out, ct_error *error) {
  return guarded(function, error, [&] {
    const Tensor &self = tensor(t, "t");
    const ReduceArgs args{array(dims, ndims, "dims"), keepdim, dtype_or_undefined(dtype)};
    reduction_out(op, self, args, tensor(out, "out"));
  });
}

}  // namespace

// The parameters behind t, and the dtype that is asked for.
#define CT_ENTRY_POINTS_Typed(name)                                                                                  \
  ct_status ct_##name(const ct_tensor *t, const int32_t *reduced, int32_t ndims, bool keepdim, ct_dtype dtype,       \
                      ct_tensor **out, ct_error *error) {                                                            \
    return fresh("ct_" #name, ReduceOp::name, t, reduced, ndims, keepdim, dtype, out, error);                        \
  }                                                                                                                  \
  ct_status ct_##name##_out(const ct_tensor *t, const int32_t *reduced, int32_t ndims, bool keepdim, ct_dtype dtype, \
                            ct_tensor *out, ct_error *error) {                                                       \
    return written("ct_" #name "_out", ReduceOp::name, t, reduced, ndims, keepdim, dtype, out, error);               \
  }
#define CT_ENTRY_POINTS_Plain(name)                                                                                  \
  ct_status ct_##name(const ct_tensor *t, const int32_t *reduced, int32_t ndims, bool keepdim, ct_tensor **out,      \
                      ct_error *error) {                                                                             \
    return fresh("ct_" #name, ReduceOp::name, t, reduced, ndims, keepdim, CT_UNDEFINED, out, error);                 \
  }                                                                                                                  \
  ct_status ct_##name##_out(const ct_tensor *t, const int32_t *reduced, int32_t ndims, bool keepdim, ct_tensor *out, \
                            ct_error *error) {                                                                       \
    return written("ct_" #name "_out", ReduceOp::name, t, reduced, ndims, keepdim, CT_UNDEFINED, out, error);        \
  }
#define CT_ENTRY_POINTS(name, form, dtypes, accumulator, result, empty, finish) CT_ENTRY_POINTS_##form(name)

extern "C" {
CT_REDUCTIONS(CT_ENTRY_POINTS)

ct_status ct_norm(const ct_tensor *t, const ct_scalar *p, const int32_t *reduced, int32_t ndims, bool keepdim,
                  ct_dtype dtype, ct_tensor **out, ct_error *error) {
  return making("ct_norm", out, error, [&] {
    const Tensor &self = tensor(t, "t");
    return norm(self, p, {array(reduced, ndims, "dims"), keepdim, dtype_or_undefined(dtype)});
  });
}
ct_status ct_norm_out(const ct_tensor *t, const ct_scalar *p, const int32_t *reduced, int32_t ndims, bool keepdim,
                      ct_dtype dtype, ct_tensor *out, ct_error *error) {
  return guarded("ct_norm_out", error, [&] {
    const Tensor &self = tensor(t, "t");
    norm_out(self, p, {array(reduced, ndims, "dims"), keepdim, dtype_or_undefined(dtype)}, tensor(out, "out"));
  });
}

#define CT_PRECISE_SUM(name, exact)                                                                                  \
  ct_status ct_##name(const ct_tensor *t, const int32_t *reduced, int32_t ndims, bool keepdim, ct_dtype dtype,       \
                      ct_tensor **out, ct_error *error) {                                                            \
    return making("ct_" #name, out, error, [&] {                                                                     \
      const Tensor &self = tensor(t, "t");                                                                           \
      const ReduceArgs args{array(reduced, ndims, "dims"), keepdim, dtype_or_undefined(dtype)};                      \
      return precise_sum(PreciseSum::name, self, args);                                                              \
    });                                                                                                              \
  }                                                                                                                  \
  ct_status ct_##name##_out(const ct_tensor *t, const int32_t *reduced, int32_t ndims, bool keepdim, ct_dtype dtype, \
                            ct_tensor *out, ct_error *error) {                                                       \
    return guarded("ct_" #name "_out", error, [&] {                                                                  \
      const Tensor &self = tensor(t, "t");                                                                           \
      const ReduceArgs args{array(reduced, ndims, "dims"), keepdim, dtype_or_undefined(dtype)};                      \
      precise_sum_out(PreciseSum::name, self, args, tensor(out, "out"));                                             \
    });                                                                                                              \
  }
CT_PRECISE_SUMS(CT_PRECISE_SUM)

ct_status ct_logsumexp(const ct_tensor *t, const int32_t *reduced, int32_t ndims, bool keepdim, ct_tensor **out,
                       ct_error *error) {
  return making("ct_logsumexp", out, error, [&] {
    const Tensor &self = tensor(t, "t");
    return logsumexp(self, {array(reduced, ndims, "dims"), keepdim});
  });
}
ct_status ct_logsumexp_out(const ct_tensor *t, const int32_t *reduced, int32_t ndims, bool keepdim, ct_tensor *out,
                           ct_error *error) {
  return guarded("ct_logsumexp_out", error, [&] {
    const Tensor &self = tensor(t, "t");
    logsumexp_out(self, {array(reduced, ndims, "dims"), keepdim}, tensor(out, "out"));
  });
}
}  // extern "C"
