// Entry points about dtypes.
#include "tensor/dtype.h"

#include "capi/guard.h"

using namespace ct;

namespace {

// One of the 16, or Undefined for anything else.
DType known_dtype(ct_dtype dtype) { return dtype < kNumDTypes ? static_cast<DType>(dtype) : DType::Undefined; }

}  // namespace

extern "C" {

ct_status ct_dtype_from_name(const char *name, ct_dtype *out) {
  if (out == nullptr) return CT_ERROR_INVALID;
  *out = static_cast<ct_dtype>(name == nullptr ? DType::Undefined : dtype_from_name(name));
  return *out == CT_UNDEFINED ? CT_ERROR_INVALID : CT_OK;
}

const char *ct_dtype_name(ct_dtype dtype) { return dtype_name(static_cast<DType>(dtype)); }

int64_t ct_dtype_size(ct_dtype dtype) { return dtype_size(known_dtype(dtype)); }

ct_status ct_promote_types(ct_dtype a, ct_dtype b, ct_dtype *out, ct_error *error) {
  return guarded("ct_promote_types", error, [&] {
    *need(out, "out") = CT_UNDEFINED;
    *out = static_cast<ct_dtype>(promote_types(check_dtype(a, "a"), check_dtype(b, "b")));
  });
}

ct_status ct_result_type(const ct_tensor *const *tensors, int32_t count, ct_dtype *out, ct_error *error) {
  return guarded("ct_result_type", error, [&] {
    *need(out, "out") = CT_UNDEFINED;
    if (count < 1) fail(CT_ERROR_INVALID, "expected at least one tensor, got ", count);
    ResultType result;
    for (const ct_tensor *handle : array(tensors, count, "tensors")) {
      const Tensor &t = tensor(handle, "an entry of tensors");
      result.add(t.dtype(), t.ndim(), t.is_wrapped_number());
    }
    *out = static_cast<ct_dtype>(result.get());
  });
}

bool ct_can_cast(ct_dtype from, ct_dtype to) { return can_cast(known_dtype(from), known_dtype(to)); }

}  // extern "C"
