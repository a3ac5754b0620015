// frexp and float_power.
#include "ops/elementwise/frexp.h"

#include "capi/entry_points.h"

using namespace ct;

extern "C" {

ct_status ct_frexp(const ct_tensor *t, ct_tensor **mantissa, ct_tensor **exponent, ct_error *error) {
  return making_two("ct_frexp", mantissa, exponent, error, [&] {
    const InMemory self(t, "t");
    return frexp(self);
  });
}

ct_status ct_frexp_out(const ct_tensor *t, ct_tensor *mantissa, ct_tensor *exponent, ct_error *error) {
  return guarded("ct_frexp_out", error, [&] {
    const InMemory self(t, "t");
    Tensor &given = tensor(mantissa, "mantissa"), &second = tensor(exponent, "exponent");
    frexp_out(self, given, second);
    count_write(given);
    count_write(second);
  });
}

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
