// Entry points that make tensors: fresh, over the caller's memory, of one value, by rule.
#include "capi/entry_points.h"
#include "ops/structural/copy.h"
#include "ops/structural/factory.h"
#include "tensor/borrow.h"

using namespace ct;

namespace {

ct_status wrap_data(const char *function, void *data, bool read_only, const int64_t *sizes, int32_t ndim,
                    const int64_t *strides, ct_dtype dtype, void (*release)(void *), void *user_data, ct_tensor **out,
                    ct_error *error) {
  Loan loan(release, user_data);
  return making(function, out, error, [&] {
    const Dims shape = dims(sizes, ndim, "sizes");
    return borrow(loan, static_cast<char *>(data), read_only, shape, strides, check_dtype(dtype));
  });
}

}  // namespace

extern "C" {

CT_MAKES(tensor_create, (const int64_t *sizes, int32_t ndim, ct_dtype dtype),
         Tensor::create(dims(sizes, ndim, "sizes"), check_dtype(dtype)))
CT_MAKES(tensor_create_strided, (const int64_t *sizes, int32_t ndim, const int64_t *strides, ct_dtype dtype),
         Tensor::create(dims(sizes, ndim, "sizes"), dims(strides, ndim, "strides"), check_dtype(dtype)))

ct_status ct_tensor_create_meta(const int64_t *sizes, int32_t ndim, const int64_t *strides, ct_dtype dtype,
                                ct_tensor **out, ct_error *error) {
  return making("ct_tensor_create_meta", out, error, [&] {
    const Dims shape = dims(sizes, ndim, "sizes");
    const DType type = check_dtype(dtype);
    if (strides == nullptr) return Tensor::create(shape, type, true);
    return Tensor::create(shape, dims(strides, ndim, "strides"), type, true);
  });
}

ct_status ct_tensor_from_data(void *data, const int64_t *sizes, int32_t ndim, const int64_t *strides, ct_dtype dtype,
                              void (*release)(void *user_data), void *user_data, ct_tensor **out, ct_error *error) {
  return wrap_data("ct_tensor_from_data", data, false, sizes, ndim, strides, dtype, release, user_data, out, error);
}

ct_status ct_tensor_from_const_data(const void *data, const int64_t *sizes, int32_t ndim, const int64_t *strides,
                                    ct_dtype dtype, void (*release)(void *user_data), void *user_data, ct_tensor **out,
                                    ct_error *error) {
  return wrap_data("ct_tensor_from_const_data", const_cast<void *>(data), true, sizes, ndim, strides, dtype, release,
                   user_data, out, error);
}

ct_status ct_tensor_create_scalar(const ct_scalar *value, bool wrapped_number, ct_tensor **out, ct_error *error) {
  return making("ct_tensor_create_scalar", out, error, [&] {
    const Scalar scalar = Scalar::from_api(value, "value");
    check_fits(scalar, scalar.dtype);
    Ref<Tensor> t = Tensor::create({}, scalar.dtype);
    store_scalar(scalar, scalar.dtype, t->data());
    t->set_wrapped_number(wrapped_number);
    return t;
  });
}

CT_MAKES(zeros, (const int64_t *sizes, int32_t ndim, ct_dtype dtype),
         full(dims(sizes, ndim, "sizes"), Scalar::of(int64_t{0}), check_dtype(dtype)))
CT_MAKES(ones, (const int64_t *sizes, int32_t ndim, ct_dtype dtype),
         full(dims(sizes, ndim, "sizes"), Scalar::of(int64_t{1}), check_dtype(dtype)))
CT_MAKES(full, (const int64_t *sizes, int32_t ndim, const ct_scalar *value, ct_dtype dtype),
         full(dims(sizes, ndim, "sizes"), Scalar::from_api(value, "value"), dtype_or_undefined(dtype)))

ct_status ct_arange(const ct_scalar *start, const ct_scalar *end, const ct_scalar *step, ct_dtype dtype,
                    ct_tensor **out, ct_error *error) {
  return making("ct_arange", out, error, [&] {
    const Scalar first = start == nullptr ? Scalar::of(int64_t{0}) : Scalar::from_api(start, "start");
    const Scalar by = step == nullptr ? Scalar::of(int64_t{1}) : Scalar::from_api(step, "step");
    return arange(first, Scalar::from_api(end, "end"), by, dtype_or_undefined(dtype));
  });
}

CT_MAKES(linspace, (const ct_scalar *start, const ct_scalar *end, int64_t steps, ct_dtype dtype),
         linspace(Scalar::from_api(start, "start"), Scalar::from_api(end, "end"), steps, dtype_or_undefined(dtype)))
CT_MAKES(logspace, (const ct_scalar *start, const ct_scalar *end, int64_t steps, double base, ct_dtype dtype),
         logspace(Scalar::from_api(start, "start"), Scalar::from_api(end, "end"), steps, base,
                  dtype_or_undefined(dtype)))
CT_MAKES(eye, (int64_t rows, int64_t columns, int64_t diagonal, ct_dtype dtype),
         eye(rows, columns, diagonal, dtype_or_undefined(dtype)))
CT_MAKES(tril_indices, (int64_t rows, int64_t columns, int64_t offset, ct_dtype dtype),
         triangle_indices(rows, columns, offset, true, dtype_or_undefined(dtype)))
CT_MAKES(triu_indices, (int64_t rows, int64_t columns, int64_t offset, ct_dtype dtype),
         triangle_indices(rows, columns, offset, false, dtype_or_undefined(dtype)))

CT_MAKES(empty_like, (const ct_tensor *t, ct_dtype dtype, ct_memory_format format),
         empty_like(tensor(t, "t"), dtype_or_undefined(dtype), check_memory_format(format)))
CT_MAKES(zeros_like, (const ct_tensor *t, ct_dtype dtype, ct_memory_format format),
         full_like(tensor(t, "t"), Scalar::of(int64_t{0}), dtype_or_undefined(dtype), check_memory_format(format)))
CT_MAKES(ones_like, (const ct_tensor *t, ct_dtype dtype, ct_memory_format format),
         full_like(tensor(t, "t"), Scalar::of(int64_t{1}), dtype_or_undefined(dtype), check_memory_format(format)))
CT_MAKES(full_like, (const ct_tensor *t, const ct_scalar *value, ct_dtype dtype, ct_memory_format format),
         full_like(tensor(t, "t"), Scalar::from_api(value, "value"), dtype_or_undefined(dtype),
                   check_memory_format(format)))

}  // extern "C"
