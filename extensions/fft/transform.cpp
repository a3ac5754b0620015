// The transforms: what they take and give, and the passes that they are made of.
#include "api.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "lines.h"

using namespace ct_fft;

namespace {

constexpr int32_t kMaxDims = 64;

enum class Form { Complex, ToHalf, FromHalf };

struct Transform {
  const char *name;
  Form form;
  bool forward;
};

struct Call {
  const Transform &transform;
  const int64_t *lengths;  // NULL: as t
  const int32_t *dims;     // NULL: all, or the last
  int32_t ndims;
  ct_fft_norm norm;

  // Set by meta.
  int32_t count = 0;
  int32_t at[kMaxDims];
  int64_t n[kMaxDims];
  ct_dtype real = CT_UNDEFINED;
};

template <class... Args>
ct_status fail(ct_error *error, ct_status status, const char *format, Args... args) {
  if constexpr (sizeof...(args) == 0) {
    return ct_error_set(status, format, error);
  } else {
    char text[200];
    std::snprintf(text, sizeof text, format, args...);
    return ct_error_set(status, text, error);
  }
}

ct_dtype complex_of(ct_dtype real) { return real == CT_FLOAT64 ? CT_COMPLEX128 : CT_COMPLEX64; }

// The dtype of the parts that the transform computes in, or CT_UNDEFINED.
ct_dtype real_of(ct_dtype dtype) {
  if (dtype == CT_FLOAT64 || dtype == CT_COMPLEX128) return CT_FLOAT64;
  if (dtype == CT_FLOAT32 || dtype == CT_COMPLEX64) return CT_FLOAT32;
  return ct_isdtype(dtype, CT_KIND_BOOL | CT_KIND_INTEGER) ? CT_FLOAT32 : CT_UNDEFINED;
}

ct_status find_dims(const ct_tensor *t, Call *call, ct_error *error) {
  const int32_t ndim = ct_tensor_ndim(t);
  const bool all = call->dims == nullptr && call->lengths == nullptr;
  call->count = all ? ndim : call->ndims;
  if (call->count < 0) return fail(error, CT_ERROR_INVALID, "ndims is negative: %d", call->count);
  if (call->count > ndim) {
    return fail(error, call->dims != nullptr && call->count == 1 ? CT_ERROR_INDEX : CT_ERROR_SHAPE,
                "%d dims to transform, and t has %d", call->count, ndim);
  }
  uint64_t named = 0;
  for (int32_t k = 0; k < call->count; ++k) {
    const int32_t given = call->dims != nullptr ? call->dims[k] : ndim - call->count + k;
    if (given < -ndim || given >= ndim) {
      return fail(error, CT_ERROR_INDEX, "dim %d is out of range for a tensor of %d dims", given, ndim);
    }
    const int32_t dim = given < 0 ? given + ndim : given;
    if ((named >> dim & 1) != 0) return fail(error, CT_ERROR_INDEX, "dim %d is named twice", dim);
    named |= uint64_t{1} << dim;
    call->at[k] = dim;
  }
  if (call->count == 0 && call->transform.form != Form::Complex) {
    return fail(error, CT_ERROR_SHAPE, "there is no dim to transform");
  }
  return CT_OK;
}

ct_status find_lengths(const ct_tensor *t, Call *call, ct_error *error) {
  for (int32_t k = 0; k < call->count; ++k) {
    const int64_t size = ct_tensor_sizes(t)[call->at[k]];
    if (call->lengths != nullptr) {
      call->n[k] = call->lengths[k];
      if (call->n[k] >= 1) continue;
      return fail(error, CT_ERROR_INVALID, "the length of a transform must be at least 1, got %lld along dim %d",
                  static_cast<long long>(call->n[k]), call->at[k]);
    }
    const bool half = call->transform.form == Form::FromHalf && k == call->count - 1;
    call->n[k] = half ? 2 * (size - 1) : size;
    if (call->n[k] >= 1) continue;
    return fail(error, CT_ERROR_SHAPE, "%lld elements along dim %d are too few to transform",
                static_cast<long long>(size), call->at[k]);
  }
  return CT_OK;
}

ct_status meta(const ct_tensor *const *inputs, int32_t, ct_op_outputs *outputs, void *user_data, ct_error *error) {
  Call *const call = static_cast<Call *>(user_data);
  const ct_tensor *const t = inputs[0];
  const ct_dtype dtype = ct_tensor_dtype(t);
  call->real = real_of(dtype);
  if (call->real == CT_UNDEFINED) {
    return fail(error, CT_ERROR_DTYPE, "%s has no transform: it is computed in float32 and float64",
                ct_dtype_name(dtype));
  }
  if (call->transform.form == Form::ToHalf && ct_isdtype(dtype, CT_KIND_COMPLEX)) {
    return fail(error, CT_ERROR_DTYPE, "a real tensor is expected, got %s", ct_dtype_name(dtype));
  }
  if (call->norm > CT_FFT_FORWARD) return fail(error, CT_ERROR_INVALID, "unknown norm: %u", call->norm);
  ct_status status = find_dims(t, call, error);
  if (status == CT_OK) status = find_lengths(t, call, error);
  if (status != CT_OK) return status;

  const int32_t ndim = ct_tensor_ndim(t);
  int64_t sizes[kMaxDims];
  std::copy_n(ct_tensor_sizes(t), ndim, sizes);
  for (int32_t k = 0; k < call->count; ++k) sizes[call->at[k]] = call->n[k];
  const bool to_half = call->transform.form == Form::ToHalf;
  if (to_half) sizes[call->at[call->count - 1]] = call->n[call->count - 1] / 2 + 1;
  return ct_op_set_output(outputs, 0, sizes, ndim, nullptr,
                          call->transform.form == Form::FromHalf ? call->real : complex_of(call->real), error);
}

double scale_of(const Call &call) {
  double count = 1;
  for (int32_t k = 0; k < call.count; ++k) count *= static_cast<double>(call.n[k]);
  if (call.norm == CT_FFT_ORTHO) return 1 / std::sqrt(count);
  return (call.norm == CT_FFT_BACKWARD) == call.transform.forward ? 1 : 1 / count;
}

ct_status run(const Call &call, const Pass &pass, ct_error *error) {
  return call.real == CT_FLOAT64 ? run_pass<double>(pass, error) : run_pass<float>(pass, error);
}

// One pass along dims[k], from one tensor to another, or within one. `lines` tells how many elements have to be read
// along dims that have not been transformed yet.
struct Side {
  const void *data;
  const int64_t *strides;
  int64_t itemsize;
};
ct_status along(const Call &call, int32_t k, Kind kind, double scale, Side from, Side to, void *out,
                const int64_t *lines, int32_t ndim, int64_t read, ct_error *error) {
  Pass pass;
  pass.kind = kind;
  pass.forward = call.transform.forward;
  pass.scale = scale;
  pass.n = call.n[k];
  pass.read = read;
  pass.in = static_cast<const char *>(from.data);
  pass.out = static_cast<char *>(out);
  pass.in_step = from.strides[call.at[k]] * from.itemsize;
  pass.out_step = to.strides[call.at[k]] * to.itemsize;
  pass.ndim = 0;
  for (int32_t d = 0; d < ndim; ++d) {
    if (d == call.at[k]) continue;
    pass.sizes[pass.ndim] = lines[d];
    pass.in_strides[pass.ndim] = from.strides[d] * from.itemsize;
    pass.out_strides[pass.ndim++] = to.strides[d] * to.itemsize;
  }
  return run(call, pass, error);
}

Side side(const ct_tensor *t) { return {ct_tensor_data(t), ct_tensor_strides(t), ct_dtype_size(ct_tensor_dtype(t))}; }

// Transforms the dims of a call one by one. The passes go from t to `work` and then within it. If t is real and stays
// real until the last pass, that one goes from t to `out`; if the result is real, it goes from `work` to `out`.
ct_status transform_dims(const Call &call, const ct_tensor *t, ct_tensor *work, ct_tensor *out, ct_error *error) {
  const int32_t ndim = ct_tensor_ndim(t), last = call.count - 1;
  const Form form = call.transform.form;
  const bool real = !ct_isdtype(ct_tensor_dtype(t), CT_KIND_COMPLEX);
  // How many elements along each dim already hold something.
  int64_t lines[kMaxDims];
  std::copy_n(ct_tensor_sizes(t), ndim, lines);
  for (int32_t k = 0; k < call.count; ++k) {
    const int64_t most = form == Form::FromHalf && k == last ? call.n[k] / 2 + 1 : call.n[k];
    lines[call.at[k]] = std::min(lines[call.at[k]], most);
  }
  double scale = scale_of(call);
  const ct_tensor *from = t;
  for (int32_t step = 0; step < call.count; ++step) {
    // The pass on real numbers is the first or the last one.
    const int32_t k = form == Form::FromHalf ? step : last - step;
    const bool to_real = form == Form::FromHalf && k == last;
    const Kind kind = to_real                ? Kind::HalfToReal
                      : step > 0 || !real    ? Kind::ComplexToComplex
                      : form == Form::ToHalf ? Kind::RealToHalf
                                             : Kind::RealToFull;
    ct_tensor *const to = to_real ? out : work;
    void *data = nullptr;
    ct_status status = ct_tensor_data_mut(to, &data, error);
    if (status != CT_OK) return status;
    const int64_t read = lines[call.at[k]];
    status = along(call, k, kind, scale, side(from), side(to), data, lines, ndim, read, error);
    if (status != CT_OK) return status;
    lines[call.at[k]] = kind == Kind::RealToHalf ? call.n[k] / 2 + 1 : call.n[k];
    scale = 1;
    from = to;
  }
  return CT_OK;
}

ct_status impl(const ct_tensor *const *inputs, int32_t, ct_tensor *const *outputs, int32_t, void *user_data,
               ct_error *error) {
  const Call &call = *static_cast<const Call *>(user_data);
  ct_tensor *const out = outputs[0];
  if (call.count == 0) return ct_copy(out, inputs[0], error);
  const ct_dtype dtype = ct_tensor_dtype(inputs[0]);
  const bool complex = ct_isdtype(dtype, CT_KIND_COMPLEX);
  const bool to_real = call.transform.form == Form::FromHalf;
  // The inverse of a half transform needs a complex tensor, even where t is real.
  const ct_dtype wanted = complex || to_real ? complex_of(call.real) : call.real;
  ct_tensor *converted = nullptr, *work = nullptr;
  ct_status status = CT_OK;
  if (dtype != wanted) status = ct_to(inputs[0], wanted, CT_PRESERVE, false, &converted, error);
  const ct_tensor *const t = converted != nullptr ? converted : inputs[0];
  if (status == CT_OK && to_real && call.count > 1) {
    int64_t sizes[kMaxDims];
    const int32_t ndim = ct_tensor_ndim(t), last = call.at[call.count - 1];
    std::copy_n(ct_tensor_sizes(out), ndim, sizes);
    sizes[last] = std::min(ct_tensor_sizes(t)[last], call.n[call.count - 1] / 2 + 1);
    status = ct_tensor_create(sizes, ndim, wanted, &work, error);
  }
  if (status == CT_OK) status = transform_dims(call, t, work != nullptr ? work : out, out, error);
  ct_tensor_release(converted);
  ct_tensor_release(work);
  return status;
}

ct_status transform(const Transform &which, const ct_tensor *t, const int64_t *lengths, const int32_t *dims,
                    int32_t ndims, ct_fft_norm norm, ct_tensor **out, ct_error *error) {
  Call call = {which, lengths, dims, ndims, norm, 0, {}, {}, CT_UNDEFINED};
  const ct_op op = {sizeof(ct_op), CT_OP_ANY_STRIDES | CT_OP_IN_PLACE, which.name, meta, impl, &call};
  return ct_op_run(&op, &t, 1, out, 1, error);
}

ct_status fresh(const Transform &which, const ct_tensor *t, const int64_t *lengths, const int32_t *dims, int32_t ndims,
                ct_fft_norm norm, ct_tensor **out, ct_error *error) {
  if (out == nullptr) return fail(error, CT_ERROR_INVALID, "%s: out is NULL", which.name);
  *out = nullptr;
  return transform(which, t, lengths, dims, ndims, norm, out, error);
}

ct_status into(const Transform &which, const ct_tensor *t, const int64_t *lengths, const int32_t *dims, int32_t ndims,
               ct_fft_norm norm, ct_tensor *out, ct_error *error) {
  if (out == nullptr) return fail(error, CT_ERROR_INVALID, "%s: out is NULL", which.name);
  return transform(which, t, lengths, dims, ndims, norm, &out, error);
}

}  // namespace

#define CT_FFT_TRANSFORM(name, form, forward)                                                                        \
  ct_status ct_fft_##name(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor **out,      \
                          ct_error *error) {                                                                         \
    return fresh({"ct_fft_" #name, Form::form, forward}, t, n, &dim, 1, norm, out, error);                           \
  }                                                                                                                  \
  ct_status ct_fft_##name##_out(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor *out, \
                                ct_error *error) {                                                                   \
    return into({"ct_fft_" #name "_out", Form::form, forward}, t, n, &dim, 1, norm, out, error);                     \
  }                                                                                                                  \
  ct_status ct_fft_##name##n(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims,               \
                             ct_fft_norm norm, ct_tensor **out, ct_error *error) {                                   \
    return fresh({"ct_fft_" #name "n", Form::form, forward}, t, s, dims, ndims, norm, out, error);                   \
  }                                                                                                                  \
  ct_status ct_fft_##name##n_out(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims,           \
                                 ct_fft_norm norm, ct_tensor *out, ct_error *error) {                                \
    return into({"ct_fft_" #name "n_out", Form::form, forward}, t, s, dims, ndims, norm, out, error);                \
  }

extern "C" {
CT_FFT_TRANSFORM(fft, Complex, true)
CT_FFT_TRANSFORM(ifft, Complex, false)
CT_FFT_TRANSFORM(rfft, ToHalf, true)
CT_FFT_TRANSFORM(irfft, FromHalf, false)
CT_FFT_TRANSFORM(hfft, FromHalf, true)
CT_FFT_TRANSFORM(ihfft, ToHalf, false)
}  // extern "C"
