// Elementwise ops that no list describes: frexp and modf, which have two outputs, and float_power, which computes in
// float64.
#pragma once

#include "ops/structured.h"

namespace ct {

TwoTensors frexp(const Tensor &t);  // the mantissa, of t's dtype, and the exponent, int32
void frexp_out(const Tensor &t, Tensor &mantissa, Tensor &exponent);

TwoTensors modf(const Tensor &t);  // the fraction and the integer, of t's dtype
void modf_out(const Tensor &t, Tensor &fractional, Tensor &integral);

Ref<Tensor> float_power(const Tensor &a, const Tensor &b);
void float_power_out(const Tensor &a, const Tensor &b, Tensor &out);

}  // namespace ct
