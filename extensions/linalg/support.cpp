#include "support.h"

namespace ct_linalg {

ct_dtype real_of(ct_dtype d) {
  if (d == CT_COMPLEX64) return CT_FLOAT32;
  if (d == CT_COMPLEX128) return CT_FLOAT64;
  return d == CT_COMPLEX32 ? static_cast<ct_dtype>(CT_FLOAT16) : d;
}

ct_dtype complex_of(ct_dtype d) {
  if (d == CT_FLOAT32) return CT_COMPLEX64;
  return d == CT_FLOAT64 ? static_cast<ct_dtype>(CT_COMPLEX128) : d;
}

ct_dtype common_dtype(Inputs tensors) {
  ct_dtype dtype = CT_UNDEFINED;
  call(ct_result_type, tensors.data(), static_cast<int32_t>(tensors.size()), &dtype);
  return dtype;
}

Tensor to(const ct_tensor *t, ct_dtype dtype) {
  if (ct_tensor_dtype(t) == dtype) return Tensor::share(t);
  return make(ct_to, t, dtype, ct_memory_format{CT_PRESERVE}, false);
}

Tensor transposed(const ct_tensor *t) { return make(ct_transpose, t, -2, -1); }

Tensor select(const ct_tensor *t, int32_t dim, int64_t index) { return make(ct_select, t, dim, index); }
Tensor unsqueeze(const ct_tensor *t, int32_t dim) { return make(ct_unsqueeze, t, dim); }

Tensor zeros(Dims sizes, ct_dtype dtype) {
  return make(ct_zeros, sizes.data(), static_cast<int32_t>(sizes.size()), dtype);
}

void fill(ct_tensor *t, double value) {
  const ct_scalar scalar = ct_scalar_f64(value);
  call(ct_fill, t, &scalar);
}

ct_dtype sum_dtype(ct_dtype d) {
  const Tensor one = make(ct_tensor_create_meta, nullptr, int32_t{0}, nullptr, d);
  return ct_tensor_dtype(make(ct_sum, one.get(), nullptr, int32_t{0}, false, ct_dtype{CT_UNDEFINED}));
}

void check_matrices(const ct_tensor *t, const char *name) {
  if (ndim(t) < 2) fail(CT_ERROR_SHAPE, name, " must be a matrix or a batch of them, got sizes ", sizes(t));
}

void check_square(const ct_tensor *t, const char *name) {
  check_matrices(t, name);
  if (size_from_end(t, 1) != size_from_end(t, 2)) {
    fail(CT_ERROR_SHAPE, name, " must be a square matrix or a batch of them, got sizes ", sizes(t));
  }
}

ct_status refuse(const char *name, const char *what, ct_error *error) {
  return guarded(error, [&] { fail(CT_ERROR_INVALID, name, ": ", what); });
}

}  // namespace ct_linalg
