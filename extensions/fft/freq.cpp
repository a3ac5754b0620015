// The frequencies of a transform, and moving the zero one.
#include "api.h"

#include <cstdio>

namespace {

struct Frequencies {
  int64_t n;
  double d;
  ct_dtype dtype;
  bool half;

  int64_t size() const { return half ? n / 2 + 1 : n; }
  double at(int64_t i) const {
    const int64_t k = half || i < (n + 1) / 2 ? i : i - n;
    return static_cast<double>(k) / (static_cast<double>(n) * d);
  }
};

ct_status meta(const ct_tensor *const *, int32_t, ct_op_outputs *outputs, void *user_data, ct_error *error) {
  const auto &f = *static_cast<const Frequencies *>(user_data);
  char text[100];
  if (f.n < 1) {
    std::snprintf(text, sizeof text, "n must be at least 1, got %lld", static_cast<long long>(f.n));
    return ct_error_set(CT_ERROR_INVALID, text, error);
  }
  if (f.dtype != CT_FLOAT32 && f.dtype != CT_FLOAT64) {
    return ct_error_set(CT_ERROR_DTYPE, "frequencies are float32 or float64", error);
  }
  const int64_t sizes[] = {f.size()};
  return ct_op_set_output(outputs, 0, sizes, 1, nullptr, f.dtype, error);
}

ct_status impl(const ct_tensor *const *, int32_t, ct_tensor *const *outputs, int32_t, void *user_data,
               ct_error *error) {
  const auto &f = *static_cast<const Frequencies *>(user_data);
  void *data = nullptr;
  const ct_status status = ct_tensor_data_mut(outputs[0], &data, error);
  if (status != CT_OK) return status;
  for (int64_t i = 0; i < f.size(); ++i) {
    if (f.dtype == CT_FLOAT64) {
      static_cast<double *>(data)[i] = f.at(i);
    } else {
      static_cast<float *>(data)[i] = static_cast<float>(f.at(i));
    }
  }
  return CT_OK;
}

ct_status frequencies(const char *name, Frequencies f, ct_tensor **out, ct_error *error) {
  if (out == nullptr) return ct_error_set(CT_ERROR_INVALID, "out is NULL", error);
  *out = nullptr;
  if (f.dtype == CT_UNDEFINED) f.dtype = CT_FLOAT32;
  const ct_op op = {sizeof(ct_op), 0, name, meta, impl, &f};
  return ct_op_run(&op, nullptr, 0, out, 1, error);
}

// By how much each dim rolls: half of it, rounded down there and up back.
struct Shifts {
  int64_t by[64];
  int32_t dims[64], count = 0;
  ct_status status = CT_OK;

  Shifts(const ct_tensor *t, const int32_t *given, int32_t ndims, bool back, ct_error *error) {
    const int32_t ndim = ct_tensor_ndim(t);
    count = given == nullptr ? (ndim < 0 ? 0 : ndim) : ndims;
    if (t != nullptr && (count < 0 || count > 64)) {
      status = ct_error_set(CT_ERROR_INVALID, "a shift takes 0 to 64 dims", error);
      count = 0;
    }
    for (int32_t k = 0; k < count; ++k) {
      dims[k] = given == nullptr ? k : given[k];
      const int32_t dim = dims[k] < 0 ? dims[k] + ndim : dims[k];
      const int64_t size = dim >= 0 && dim < ndim ? ct_tensor_sizes(t)[dim] : 0;  // ct_roll refuses others
      by[k] = back ? (size + 1) / 2 : size / 2;
    }
  }
};

}  // namespace

#define CT_FFT_SHIFT(name, back)                                                                                      \
  ct_status ct_fft_##name(const ct_tensor *t, const int32_t *dims, int32_t ndims, ct_tensor **out, ct_error *error) { \
    if (out != nullptr) *out = nullptr;                                                                               \
    const Shifts shifts(t, dims, ndims, back, error);                                                                 \
    if (shifts.status != CT_OK) return shifts.status;                                                                 \
    return ct_roll(t, shifts.by, shifts.count, shifts.dims, shifts.count, out, error);                                \
  }                                                                                                                   \
  ct_status ct_fft_##name##_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, ct_tensor *out,               \
                                ct_error *error) {                                                                    \
    const Shifts shifts(t, dims, ndims, back, error);                                                                 \
    if (shifts.status != CT_OK) return shifts.status;                                                                 \
    return ct_roll_out(t, shifts.by, shifts.count, shifts.dims, shifts.count, out, error);                            \
  }

extern "C" {

ct_status ct_fft_fftfreq(int64_t n, double d, ct_dtype dtype, ct_tensor **out, ct_error *error) {
  return frequencies("ct_fft_fftfreq", {n, d, dtype, false}, out, error);
}
ct_status ct_fft_rfftfreq(int64_t n, double d, ct_dtype dtype, ct_tensor **out, ct_error *error) {
  return frequencies("ct_fft_rfftfreq", {n, d, dtype, true}, out, error);
}

CT_FFT_SHIFT(fftshift, false)
CT_FFT_SHIFT(ifftshift, true)

}  // extern "C"
