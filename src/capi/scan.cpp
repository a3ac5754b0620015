// ct_<name> and ct_<name>_out of every scan in the list.
#include "ops/along/scan.h"

#include "capi/guard.h"

using namespace ct;

namespace {

ct_status fresh(const char *function, ScanOp op, const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor **out,
                ct_error *error) {
  return making(function, out, error, [&] {
    const Tensor &self = tensor(t, "t");
    return scan(op, self, {dim, dtype_or_undefined(dtype)});
  });
}

ct_status written(const char *function, ScanOp op, const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor *out,
                  ct_error *error) {
  return guarded(function, error, [&] {
    const Tensor &self = tensor(t, "t");
    scan_out(op, self, {dim, dtype_or_undefined(dtype)}, tensor(out, "out"));
  });
}

}  // namespace

#define CT_ENTRY_POINTS(name, dtypes)                                                                           \
  ct_status ct_##name(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor **out, ct_error *error) {      \
    return fresh("ct_" #name, ScanOp::name, t, dim, dtype, out, error);                                         \
  }                                                                                                             \
  ct_status ct_##name##_out(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor *out, ct_error *error) { \
    return written("ct_" #name "_out", ScanOp::name, t, dim, dtype, out, error);                                \
  }

extern "C" {
CT_SCANS(CT_ENTRY_POINTS)
}  // extern "C"
