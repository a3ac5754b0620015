// frexp, modf and float_power.
#include "ops/elementwise/frexp.h"

#include "capi/entry_points.h"

using namespace ct;

extern "C" {

CT_ENTRY_POINTS_OF_TWO(frexp, , 0, frexp(self), frexp_out(self, given, second), "mantissa", "exponent")
CT_ENTRY_POINTS_OF_TWO(modf, , 0, modf(self), modf_out(self, given, second), "fractional", "integral")

ct_status ct_float_power(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error) {
  return making("ct_float_power", out, error, [&] {
    const InMemory base(a, "a"), exponent(b, "b");
    return float_power(base, exponent);
  });
}

ct_status ct_float_power_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error) {
  return guarded("ct_float_power_out", error, [&] {
    const InMemory base(a, "a"), exponent(b, "b");
    Tensor &given = tensor(out, "out");
    float_power_out(base, exponent, given);
    count_write(given);
  });
}

}  // extern "C"
