// Entry points about dtypes.
#include "tensor/dtype.h"

#include <cmath>

#include "capi/guard.h"
#include "tensor/scalar.h"

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

bool ct_isdtype(ct_dtype dtype, uint32_t kinds) {
  const DType type = known_dtype(dtype);
  const auto is = [&](DTypeKind kind, uint32_t bit) { return (kinds & bit) != 0 && is_of(kind, type); };
  return is(DTypeKind::Bool, CT_KIND_BOOL) || is(DTypeKind::Signed, CT_KIND_SIGNED) ||
         is(DTypeKind::Unsigned, CT_KIND_UNSIGNED) || is(DTypeKind::Float, CT_KIND_FLOAT) ||
         is(DTypeKind::Complex, CT_KIND_COMPLEX);
}

ct_status ct_dtype_finfo(ct_dtype dtype, ct_finfo *out, ct_error *error) {
  return guarded("ct_dtype_finfo", error, [&] {
    known_struct(out, "out");
    const DType of = check_dtype(dtype), part = real_of(of);
    if (!is_floating(part)) fail(CT_ERROR_DTYPE, "finfo is of floats, got ", dtype_name(of));
    struct Digits {
      int stored, smallest;  // bits of the fraction that are stored; the exponent of the smallest normal number
    };
    const Digits digits = part == DType::Float16    ? Digits{10, -14}
                          : part == DType::BFloat16 ? Digits{7, -126}
                          : part == DType::Float32  ? Digits{23, -126}
                                                    : Digits{52, -1022};
    out->bits = static_cast<int32_t>(8 * dtype_size(part));
    out->eps = std::ldexp(1.0, -digits.stored);
    out->max = largest_finite(part);
    out->smallest_normal = std::ldexp(1.0, digits.smallest);
    out->smallest_subnormal = std::ldexp(1.0, digits.smallest - digits.stored);
  });
}

ct_status ct_dtype_iinfo(ct_dtype dtype, ct_iinfo *out, ct_error *error) {
  return guarded("ct_dtype_iinfo", error, [&] {
    known_struct(out, "out");
    const DType of = check_dtype(dtype);
    if (!is_integral(of)) fail(CT_ERROR_DTYPE, "iinfo is of integers, got ", dtype_name(of));
    const auto bits = static_cast<uint32_t>(8 * dtype_size(of));
    const uint64_t all = UINT64_MAX >> (64U - bits);
    out->bits = static_cast<int32_t>(bits);
    out->max = is_unsigned(of) ? all : all >> 1U;
    out->min = is_unsigned(of) ? 0 : -static_cast<int64_t>(out->max) - 1;
  });
}

}  // extern "C"
