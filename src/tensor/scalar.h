// One value of any dtype: ct_scalar with checked meaning. Conversions go through the convert kernels, so that a scalar
// and a tensor element convert alike.
#pragma once

#include "kernels/types.h"
#include "runtime/api.h"

namespace ct {

class Tensor;

struct Scalar {
  DType dtype = DType::Undefined;
  int64_t i = 0;  // bool and integers; uint64 by bit pattern
  double re = 0, im = 0;

  static Scalar from_api(const ct_scalar *value, const char *what);  // throws INVALID on NULL or reserved != 0, DTYPE
  ct_scalar to_api() const noexcept;
  static Scalar of(double value) { return {DType::Float64, 0, value, 0}; }
  static Scalar of(int64_t value) { return {DType::Int64, value, 0, 0}; }
};

void store_scalar(const Scalar &value, DType dtype, void *element) noexcept;  // converts by the tensor rules
Scalar load_scalar(DType dtype, const void *element) noexcept;

double largest_finite(DType dtype) noexcept;  // of a real float dtype

// True when dtype holds the value without overflow: fill's rule. Rounding is fine; a fraction into an integer dtype, a
// value out of an integer's range, a finite value beyond a float's range, or an imaginary part into a real is not.
// NaN and infinities fit floats only. Anything fits bool.
bool fits(const Scalar &value, DType dtype) noexcept;
void check_fits(const Scalar &value, DType dtype);  // throws CT_ERROR_INVALID naming value and dtype

// A number that an op takes as an operand: a 0-dim tensor, its storage and its value, made in the caller's memory
// without an allocation. Nobody disposes of it, so whoever wants to hold on to it takes a copy (Tensor::keep()).
const Tensor *number_in(ct_number *memory, const Scalar &value) noexcept;

}  // namespace ct
