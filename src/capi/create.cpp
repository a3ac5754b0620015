// Entry points that make tensors: fresh, over the caller's memory, of one value, by rule.
#include "capi/guard.h"
#include "ops/copy.h"
#include "ops/factory.h"

using namespace ct;

namespace {

Ref<Tensor> number(const Scalar &value, bool wrapped) {
  Ref<Tensor> t = Tensor::create({}, value.dtype);
  store_scalar(value, value.dtype, t->data());
  t->set_wrapped_number(wrapped);
  return t;
}

// The bytes that a layout reaches around the address of its element [0, …, 0].
struct Block {
  char *data;
  int64_t nbytes;
  int64_t offset;  // of element [0, …, 0], in elements
};

Block reached_block(char *data, Dims sizes, Dims strides, DType dtype) {
  if (checked_numel(sizes) == 0) return {data, 0, 0};
  need(data, "data");
  const int64_t itemsize = dtype_size(dtype);
  // C aligns a complex number to its parts.
  const int64_t alignment = dtype_size(real_of(dtype));
  const auto address = reinterpret_cast<uintptr_t>(data);
  if (address % static_cast<uintptr_t>(alignment) != 0) {
    fail(CT_ERROR_INVALID, "data is misaligned for ", dtype_name(dtype), ": its address must be a multiple of ",
         alignment, ", but leaves ", static_cast<int64_t>(address % static_cast<uintptr_t>(alignment)));
  }
  const Extent extent = layout_extent(sizes, strides);
  int64_t low = 0, count = 0, nbytes = 0;
  bool beyond = __builtin_mul_overflow(extent.lowest, itemsize, &low);
  beyond |= __builtin_sub_overflow(extent.highest, extent.lowest, &count);
  beyond |= __builtin_add_overflow(count, 1, &count);
  beyond |= __builtin_mul_overflow(count, itemsize, &nbytes);
  const uintptr_t before = uintptr_t{0} - static_cast<uintptr_t>(low);  // lowest is never above 0
  if (beyond || before > address || static_cast<uintptr_t>(nbytes) > UINTPTR_MAX - (address - before)) {
    fail(CT_ERROR_SHAPE, "sizes ", sizes, " and strides ", strides, " of ", dtype_name(dtype),
         " reach past the end of the address space");
  }
  return {data + low, nbytes, -extent.lowest};
}

// release runs exactly once: with the storage's last reference, or here when there never was a storage.
ct_status wrap_data(const char *function, void *data, bool read_only, const int64_t *sizes, const int64_t *strides,
                    int32_t ndim, ct_dtype dtype, void (*release)(void *), void *user_data, ct_tensor **out,
                    ct_error *error) {
  bool adopted = false;
  const ct_status status = making(function, out, error, [&] {
    const Dims shape = dims(sizes, ndim, "sizes");
    const DType type = check_dtype(dtype);
    checked_nbytes(shape, dtype_size(type));
    const DimVec steps = strides == nullptr ? contiguous_strides(shape) : DimVec(dims(strides, ndim, "strides"));
    const Block block = reached_block(static_cast<char *>(data), shape, steps, type);
    Ref<Storage> storage = Storage::borrow(block.data, block.nbytes, read_only, release, user_data);
    adopted = true;
    return Tensor::on_storage(std::move(storage), shape, steps, block.offset, type);
  });
  if (!adopted && release != nullptr) release(user_data);
  return status;
}

}  // namespace

extern "C" {

ct_status ct_tensor_create(const int64_t *sizes, int32_t ndim, ct_dtype dtype, ct_tensor **out, ct_error *error) {
  return making("ct_tensor_create", out, error,
                [&] { return Tensor::create(dims(sizes, ndim, "sizes"), check_dtype(dtype)); });
}

ct_status ct_tensor_create_strided(const int64_t *sizes, const int64_t *strides, int32_t ndim, ct_dtype dtype,
                                   ct_tensor **out, ct_error *error) {
  return making("ct_tensor_create_strided", out, error, [&] {
    return Tensor::create(dims(sizes, ndim, "sizes"), dims(strides, ndim, "strides"), check_dtype(dtype));
  });
}

ct_status ct_tensor_create_meta(const int64_t *sizes, const int64_t *strides, int32_t ndim, ct_dtype dtype,
                                ct_tensor **out, ct_error *error) {
  return making("ct_tensor_create_meta", out, error, [&] {
    const Dims shape = dims(sizes, ndim, "sizes");
    const DType type = check_dtype(dtype);
    if (strides == nullptr) return Tensor::create(shape, type, true);
    return Tensor::create(shape, dims(strides, ndim, "strides"), type, true);
  });
}

ct_status ct_tensor_from_data(void *data, const int64_t *sizes, const int64_t *strides, int32_t ndim, ct_dtype dtype,
                              void (*release)(void *user_data), void *user_data, ct_tensor **out, ct_error *error) {
  return wrap_data("ct_tensor_from_data", data, false, sizes, strides, ndim, dtype, release, user_data, out, error);
}

ct_status ct_tensor_from_const_data(const void *data, const int64_t *sizes, const int64_t *strides, int32_t ndim,
                                    ct_dtype dtype, void (*release)(void *user_data), void *user_data, ct_tensor **out,
                                    ct_error *error) {
  return wrap_data("ct_tensor_from_const_data", const_cast<void *>(data), true, sizes, strides, ndim, dtype, release,
                   user_data, out, error);
}

ct_status ct_tensor_create_scalar(const ct_scalar *value, bool wrapped_number, ct_tensor **out, ct_error *error) {
  return making("ct_tensor_create_scalar", out, error, [&] {
    const Scalar scalar = Scalar::from_api(value, "value");
    check_fits(scalar, scalar.dtype);
    return number(scalar, wrapped_number);
  });
}

ct_status ct_number_f64(double value, ct_tensor **out, ct_error *error) {
  return making("ct_number_f64", out, error, [&] { return number(Scalar::of(value), true); });
}

ct_status ct_number_i64(int64_t value, ct_tensor **out, ct_error *error) {
  return making("ct_number_i64", out, error, [&] { return number(Scalar::of(value), true); });
}

ct_status ct_zeros(const int64_t *sizes, int32_t ndim, ct_dtype dtype, ct_tensor **out, ct_error *error) {
  return making("ct_zeros", out, error,
                [&] { return full(dims(sizes, ndim, "sizes"), Scalar::of(int64_t{0}), check_dtype(dtype)); });
}

ct_status ct_ones(const int64_t *sizes, int32_t ndim, ct_dtype dtype, ct_tensor **out, ct_error *error) {
  return making("ct_ones", out, error,
                [&] { return full(dims(sizes, ndim, "sizes"), Scalar::of(int64_t{1}), check_dtype(dtype)); });
}

ct_status ct_full(const int64_t *sizes, int32_t ndim, const ct_scalar *value, ct_dtype dtype, ct_tensor **out,
                  ct_error *error) {
  return making("ct_full", out, error, [&] {
    return full(dims(sizes, ndim, "sizes"), Scalar::from_api(value, "value"), dtype_or_undefined(dtype));
  });
}

ct_status ct_arange(const ct_scalar *start, const ct_scalar *end, const ct_scalar *step, ct_dtype dtype,
                    ct_tensor **out, ct_error *error) {
  return making("ct_arange", out, error, [&] {
    const Scalar first = start == nullptr ? Scalar::of(int64_t{0}) : Scalar::from_api(start, "start");
    const Scalar by = step == nullptr ? Scalar::of(int64_t{1}) : Scalar::from_api(step, "step");
    return arange(first, Scalar::from_api(end, "end"), by, dtype_or_undefined(dtype));
  });
}

ct_status ct_empty_like(const ct_tensor *t, ct_dtype dtype, ct_memory_format format, ct_tensor **out, ct_error *error) {
  return making("ct_empty_like", out, error,
                [&] { return empty_like(tensor(t, "t"), dtype_or_undefined(dtype), check_memory_format(format)); });
}

ct_status ct_zeros_like(const ct_tensor *t, ct_dtype dtype, ct_memory_format format, ct_tensor **out, ct_error *error) {
  return making("ct_zeros_like", out, error, [&] {
    return full_like(tensor(t, "t"), Scalar::of(int64_t{0}), dtype_or_undefined(dtype), check_memory_format(format));
  });
}

ct_status ct_ones_like(const ct_tensor *t, ct_dtype dtype, ct_memory_format format, ct_tensor **out, ct_error *error) {
  return making("ct_ones_like", out, error, [&] {
    return full_like(tensor(t, "t"), Scalar::of(int64_t{1}), dtype_or_undefined(dtype), check_memory_format(format));
  });
}

ct_status ct_full_like(const ct_tensor *t, const ct_scalar *value, ct_dtype dtype, ct_memory_format format,
                       ct_tensor **out, ct_error *error) {
  return making("ct_full_like", out, error, [&] {
    return full_like(tensor(t, "t"), Scalar::from_api(value, "value"), dtype_or_undefined(dtype),
                     check_memory_format(format));
  });
}

}  // extern "C"
