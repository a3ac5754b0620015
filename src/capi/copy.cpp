// Entry points of copies and fill.
#include "ops/structural/copy.h"

#include "capi/entry_points.h"
#include "ops/structural/fill.h"

using namespace ct;

extern "C" {

CT_MAKES(contiguous, (const ct_tensor *t, ct_memory_format format),
         contiguous(tensor(t, "t"), check_memory_format(format)))
CT_MAKES(clone, (const ct_tensor *t, ct_memory_format format), clone(tensor(t, "t"), check_memory_format(format)))
CT_MAKES(to, (const ct_tensor *t, ct_dtype dtype, ct_memory_format format, bool copy),
         to(tensor(t, "t"), dtype_or_undefined(dtype), check_memory_format(format), copy))

ct_status ct_copy(ct_tensor *dst, const ct_tensor *src, ct_error *error) {
  return guarded("ct_copy", error, [&] {
    Tensor &to = tensor(dst, "dst");
    copy(to, tensor(src, "src"));
    count_write(to);
  });
}

ct_status ct_fill(ct_tensor *dst, const ct_scalar *value, ct_error *error) {
  return guarded("ct_fill", error, [&] {
    Tensor &to = tensor(dst, "dst");
    fill(to, Scalar::from_api(value, "value"));
    count_write(to);
  });
}

}  // extern "C"
