// Entry points of reductions.
#include "capi/guard.h"
#include "ops/sum.h"

using namespace ct;

extern "C" {

ct_status ct_sum(const ct_tensor *t, const int32_t *reduced, int32_t ndims, bool keepdim, ct_dtype dtype,
                 ct_tensor **out, ct_error *error) {
  return making("ct_sum", out, error,
                [&] { return sum(tensor(t, "t"), array(reduced, ndims, "dims"), keepdim, dtype_or_undefined(dtype)); });
}

ct_status ct_sum_out(const ct_tensor *t, const int32_t *reduced, int32_t ndims, bool keepdim, ct_dtype dtype,
                     ct_tensor *out, ct_error *error) {
  return guarded("ct_sum_out", error, [&] {
    const Tensor &self = tensor(t, "t");
    sum_out(self, array(reduced, ndims, "dims"), keepdim, dtype_or_undefined(dtype), tensor(out, "out"));
  });
}

}  // extern "C"
