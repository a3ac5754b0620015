// ct_<name> and ct_<name>_out of the softmax family.
#include "ops/along/softmax.h"

#include "capi/guard.h"

using namespace ct;

namespace {

ct_status fresh(const char *function, SoftmaxOp op, const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor **out,
                ct_error *error) {
  return making(function, out, error, [&] {
    const Tensor &self = tensor(t, "t");
    return softmax(op, self, {dim, dtype_or_undefined(dtype)});
  });
}

ct_status written(const char *function, SoftmaxOp op, const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor *out,
                  ct_error *error) {
  return guarded(function, error, [&] {
    const Tensor &self = tensor(t, "t");
    softmax_out(op, self, {dim, dtype_or_undefined(dtype)}, tensor(out, "out"));
  });
}

}  // namespace

#define CT_ENTRY_POINTS(name, logs)                                                                             \
  ct_status ct_##name(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor **out, ct_error *error) {      \
    return fresh("ct_" #name, SoftmaxOp::name, t, dim, dtype, out, error);                                      \
  }                                                                                                             \
  ct_status ct_##name##_out(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor *out, ct_error *error) { \
    return written("ct_" #name "_out", SoftmaxOp::name, t, dim, dtype, out, error);                             \
  }

extern "C" {
CT_SOFTMAXES(CT_ENTRY_POINTS)
}  // extern "C"
