// Entry points of views, and of resize.
#include "tensor/views.h"

#include "capi/guard.h"
#include "ops/structural/copy.h"
#include "tensor/resize.h"

using namespace ct;

extern "C" {

ct_status ct_as_strided(const ct_tensor *t, const int64_t *sizes, int32_t ndim, const int64_t *strides,
                        int64_t storage_offset, ct_tensor **out, ct_error *error) {
  return making("ct_as_strided", out, error, [&] {
    return as_strided(tensor(t, "t"), dims(sizes, ndim, "sizes"), dims(strides, ndim, "strides"), storage_offset);
  });
}

ct_status ct_view(const ct_tensor *t, const int64_t *sizes, int32_t ndim, ct_tensor **out, ct_error *error) {
  return making("ct_view", out, error, [&] { return view(tensor(t, "t"), dims(sizes, ndim, "sizes")); });
}

ct_status ct_reshape(const ct_tensor *t, const int64_t *sizes, int32_t ndim, ct_tensor **out, ct_error *error) {
  return making("ct_reshape", out, error, [&] { return reshape(tensor(t, "t"), dims(sizes, ndim, "sizes")); });
}

ct_status ct_permute(const ct_tensor *t, const int32_t *order, int32_t ndim, ct_tensor **out, ct_error *error) {
  return making("ct_permute", out, error, [&] { return permute(tensor(t, "t"), array(order, ndim, "dims")); });
}

ct_status ct_transpose(const ct_tensor *t, int32_t dim0, int32_t dim1, ct_tensor **out, ct_error *error) {
  return making("ct_transpose", out, error, [&] { return transpose(tensor(t, "t"), dim0, dim1); });
}

ct_status ct_movedim(const ct_tensor *t, const int32_t *source, const int32_t *destination, int32_t count,
                     ct_tensor **out, ct_error *error) {
  return making("ct_movedim", out, error, [&] {
    return movedim(tensor(t, "t"), array(source, count, "source"), array(destination, count, "destination"));
  });
}

ct_status ct_slice(const ct_tensor *t, int32_t dim, int64_t start, int64_t stop, int64_t step, ct_tensor **out,
                   ct_error *error) {
  return making("ct_slice", out, error, [&] { return slice(tensor(t, "t"), dim, start, stop, step); });
}

ct_status ct_select(const ct_tensor *t, int32_t dim, int64_t index, ct_tensor **out, ct_error *error) {
  return making("ct_select", out, error, [&] { return select(tensor(t, "t"), dim, index); });
}

ct_status ct_narrow(const ct_tensor *t, int32_t dim, int64_t start, int64_t length, ct_tensor **out, ct_error *error) {
  return making("ct_narrow", out, error, [&] { return narrow(tensor(t, "t"), dim, start, length); });
}

ct_status ct_expand(const ct_tensor *t, const int64_t *sizes, int32_t ndim, ct_tensor **out, ct_error *error) {
  return making("ct_expand", out, error, [&] { return expand(tensor(t, "t"), dims(sizes, ndim, "sizes")); });
}

ct_status ct_squeeze(const ct_tensor *t, const int32_t *which, int32_t ndims, ct_tensor **out, ct_error *error) {
  return making("ct_squeeze", out, error, [&] { return squeeze(tensor(t, "t"), dims_or_all(which, ndims)); });
}

ct_status ct_unsqueeze(const ct_tensor *t, int32_t dim, ct_tensor **out, ct_error *error) {
  return making("ct_unsqueeze", out, error, [&] { return unsqueeze(tensor(t, "t"), dim); });
}

ct_status ct_flatten(const ct_tensor *t, int32_t start_dim, int32_t end_dim, ct_tensor **out, ct_error *error) {
  return making("ct_flatten", out, error, [&] { return flatten(tensor(t, "t"), start_dim, end_dim); });
}

ct_status ct_flip(const ct_tensor *t, const int32_t *which, int32_t ndims, ct_tensor **out, ct_error *error) {
  return making("ct_flip", out, error, [&] { return flip(tensor(t, "t"), dims_or_all(which, ndims)); });
}

ct_status ct_real(const ct_tensor *t, ct_tensor **out, ct_error *error) {
  return making("ct_real", out, error, [&] { return real(tensor(t, "t")); });
}

ct_status ct_imag(const ct_tensor *t, ct_tensor **out, ct_error *error) {
  return making("ct_imag", out, error, [&] { return imag(tensor(t, "t")); });
}

ct_status ct_resize(ct_tensor *t, const int64_t *sizes, int32_t ndim, ct_memory_format format, ct_error *error) {
  return guarded("ct_resize", error, [&] {
    Tensor &self = tensor(t, "t");
    const Dims shape = dims(sizes, ndim, "sizes");
    const MemoryFormat given = check_memory_format(format);
    checked_nbytes(shape, self.itemsize());
    resize(self, shape, format_strides(shape, given == MemoryFormat::Preserve ? MemoryFormat::Contiguous : given));
  });
}

}  // extern "C"
