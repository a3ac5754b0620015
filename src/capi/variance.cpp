// ct_<name> and ct_<name>_out of variances and standard deviations.
#include "ops/reduce/variance.h"

#include "capi/guard.h"

using namespace ct;

#define CT_ENTRY_POINTS_One(name)                                                                                   \
  ct_status ct_##name(const ct_tensor *t, const int32_t *reduced, int32_t ndims, const ct_scalar *correction,       \
                      bool keepdim, ct_tensor **out, ct_error *error) {                                             \
    return making("ct_" #name, out, error, [&] {                                                                    \
      const Tensor &self = tensor(t, "t");                                                                          \
      return variance(Variance::name, self, {array(reduced, ndims, "dims"), correction, keepdim}).first;            \
    });                                                                                                             \
  }                                                                                                                 \
  ct_status ct_##name##_out(const ct_tensor *t, const int32_t *reduced, int32_t ndims, const ct_scalar *correction, \
                            bool keepdim, ct_tensor *out, ct_error *error) {                                        \
    return guarded("ct_" #name "_out", error, [&] {                                                                 \
      const Tensor &self = tensor(t, "t");                                                                          \
      const VarianceArgs args{array(reduced, ndims, "dims"), correction, keepdim};                                  \
      variance_out(Variance::name, self, args, tensor(out, "out"), nullptr);                                        \
    });                                                                                                             \
  }
#define CT_ENTRY_POINTS_Two(name)                                                                                   \
  ct_status ct_##name(const ct_tensor *t, const int32_t *reduced, int32_t ndims, const ct_scalar *correction,       \
                      bool keepdim, ct_tensor **out, ct_tensor **mean, ct_error *error) {                           \
    return making_two("ct_" #name, out, mean, error, [&] {                                                          \
      const Tensor &self = tensor(t, "t");                                                                          \
      return variance(Variance::name, self, {array(reduced, ndims, "dims"), correction, keepdim});                  \
    });                                                                                                             \
  }                                                                                                                 \
  ct_status ct_##name##_out(const ct_tensor *t, const int32_t *reduced, int32_t ndims, const ct_scalar *correction, \
                            bool keepdim, ct_tensor *out, ct_tensor *mean, ct_error *error) {                       \
    return guarded("ct_" #name "_out", error, [&] {                                                                 \
      const Tensor &self = tensor(t, "t");                                                                          \
      const VarianceArgs args{array(reduced, ndims, "dims"), correction, keepdim};                                  \
      Tensor &into = tensor(out, "out");                                                                            \
      variance_out(Variance::name, self, args, into, &tensor(mean, "mean"));                                        \
    });                                                                                                             \
  }
#define CT_ENTRY_POINTS(name, form, roots) CT_ENTRY_POINTS_##form(name)

extern "C" {
CT_VARIANCES(CT_ENTRY_POINTS)
}  // extern "C"
