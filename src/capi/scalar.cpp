// Entry points that make scalars, and numbers in the caller's memory.
#include "tensor/scalar.h"
#include "capi/guard.h"

using namespace ct;

extern "C" {

ct_scalar ct_scalar_bool(bool value) { return {CT_BOOL, 0, value ? 1 : 0, 0, 0}; }

ct_scalar ct_scalar_i64(int64_t value) { return {CT_INT64, 0, value, 0, 0}; }

ct_scalar ct_scalar_u64(uint64_t value) { return {CT_UINT64, 0, static_cast<int64_t>(value), 0, 0}; }

ct_scalar ct_scalar_f64(double value) { return {CT_FLOAT64, 0, 0, value, 0}; }

ct_scalar ct_scalar_c128(double re, double im) { return {CT_COMPLEX128, 0, 0, re, im}; }

const ct_tensor *ct_number_of(ct_scalar value, ct_number *memory) {
  const ct_tensor *made = nullptr;
  guarded("ct_number_of", nullptr, [&] {
    const Scalar scalar = Scalar::from_api(&value, "value");
    check_fits(scalar, scalar.dtype);
    made = reinterpret_cast<const ct_tensor *>(number_in(need(memory, "memory"), scalar));
  });
  return made;
}

}  // extern "C"
