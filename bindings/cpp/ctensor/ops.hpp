// Made by bindings/cpp/generate.py from ctensor.h: every op, fresh and into a given tensor. In place is out == an
// input. Shapes, dtypes and errors are those of the C functions of the same names.
#ifndef CTENSOR_OPS_HPP
#define CTENSOR_OPS_HPP

#include "tensor.hpp"

namespace ctensor {

// -t. Integers wrap.
inline Tensor neg(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_neg(t.get(), out, error); });
}
inline void neg_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_neg_out(t.get(), out.get(), error); });
}

// |t|. Of the smallest integer, itself; of a complex number, a float, without overflow on the way.
inline Tensor abs(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_abs(t.get(), out, error); });
}
inline void abs_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_abs_out(t.get(), out.get(), error); });
}

// The sign of t: -1, 0 or 1; 0 for NaN.
inline Tensor sign(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_sign(t.get(), out, error); });
}
inline void sign_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_sign_out(t.get(), out.get(), error); });
}

// The angle of t from the positive real axis: between -pi and pi; of a real number, pi where it is below 0, NaN of NaN,
// else 0.
inline Tensor angle(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_angle(t.get(), out, error); });
}
inline void angle_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_angle_out(t.get(), out.get(), error); });
}

// t / |t|, and 0 of 0: the sign of a real number, the direction of a complex one.
inline Tensor sgn(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_sgn(t.get(), out, error); });
}
inline void sgn_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_sgn_out(t.get(), out.get(), error); });
}

// t itself, copied.
inline Tensor positive(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_positive(t.get(), out, error); });
}
inline void positive_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_positive_out(t.get(), out.get(), error); });
}

// The complex conjugate of t, copied; of what is not complex, t itself.
inline Tensor conj(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_conj(t.get(), out, error); });
}
inline void conj_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_conj_out(t.get(), out.get(), error); });
}

// t * t. Integers wrap.
inline Tensor square(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_square(t.get(), out, error); });
}
inline void square_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_square_out(t.get(), out.get(), error); });
}

// The larger of t and 0. NaN stays NaN.
inline Tensor relu(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_relu(t.get(), out, error); });
}
inline void relu_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_relu_out(t.get(), out.get(), error); });
}

// t between 0 and 6. NaN stays NaN.
inline Tensor relu6(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_relu6(t.get(), out, error); });
}
inline void relu6_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_relu6_out(t.get(), out.get(), error); });
}

// t where it is above 0, else negative_slope * t.
inline Tensor leaky_relu(const Operand &t, std::optional<Scalar> negative_slope = std::nullopt) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_leaky_relu(t.get(), negative_slope ? negative_slope->get() : nullptr, out, error);
  });
}
inline void leaky_relu_out(const Operand &t, std::optional<Scalar> negative_slope, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_leaky_relu_out(t.get(), negative_slope ? negative_slope->get() : nullptr, out.get(), error);
  });
}

// t where it is not below 0, else alpha * (e^t - 1).
inline Tensor elu(const Operand &t, std::optional<Scalar> alpha = std::nullopt) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_elu(t.get(), alpha ? alpha->get() : nullptr, out, error); });
}
inline void elu_out(const Operand &t, std::optional<Scalar> alpha, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_elu_out(t.get(), alpha ? alpha->get() : nullptr, out.get(), error); });
}

// log(1 + e^(beta * t)) / beta, and t itself where beta * t > threshold.
inline Tensor softplus(const Operand &t, std::optional<Scalar> beta = std::nullopt,
                       std::optional<Scalar> threshold = std::nullopt) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_softplus(t.get(), beta ? beta->get() : nullptr, threshold ? threshold->get() : nullptr, out, error);
  });
}
inline void softplus_out(const Operand &t, std::optional<Scalar> beta, std::optional<Scalar> threshold,
                         const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_softplus_out(t.get(), beta ? beta->get() : nullptr, threshold ? threshold->get() : nullptr, out.get(),
                           error);
  });
}

// t + 3 between 0 and 6, divided by 6.
inline Tensor hardsigmoid(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_hardsigmoid(t.get(), out, error); });
}
inline void hardsigmoid_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_hardsigmoid_out(t.get(), out.get(), error); });
}

// t * ct_hardsigmoid(t).
inline Tensor hardswish(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_hardswish(t.get(), out, error); });
}
inline void hardswish_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_hardswish_out(t.get(), out.get(), error); });
}

// The smallest integer that is no smaller than t.
inline Tensor ceil(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_ceil(t.get(), out, error); });
}
inline void ceil_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_ceil_out(t.get(), out.get(), error); });
}

// The largest integer that is no larger than t.
inline Tensor floor(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_floor(t.get(), out, error); });
}
inline void floor_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_floor_out(t.get(), out.get(), error); });
}

// t without its fraction.
inline Tensor trunc(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_trunc(t.get(), out, error); });
}
inline void trunc_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_trunc_out(t.get(), out.get(), error); });
}

// The integer nearest to t, the even one of two.
inline Tensor round(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_round(t.get(), out, error); });
}
inline void round_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_round_out(t.get(), out.get(), error); });
}

// t rounded to so many decimals, or with negative ones to tens, hundreds, …: ct_round(t * 10^decimals) / 10^decimals. t
// itself where the product is infinite.
inline Tensor round_decimals(const Operand &t, std::optional<Scalar> decimals = std::nullopt) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_round_decimals(t.get(), decimals ? decimals->get() : nullptr, out, error);
  });
}
inline void round_decimals_out(const Operand &t, std::optional<Scalar> decimals, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_round_decimals_out(t.get(), decimals ? decimals->get() : nullptr, out.get(), error);
  });
}

// t - ct_trunc(t): the fraction of t, with its sign.
inline Tensor frac(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_frac(t.get(), out, error); });
}
inline void frac_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_frac_out(t.get(), out.get(), error); });
}

// The square root of t, correctly rounded; of a complex number, the one in the right half plane.
inline Tensor sqrt(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_sqrt(t.get(), out, error); });
}
inline void sqrt_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_sqrt_out(t.get(), out.get(), error); });
}

// 1 / ct_sqrt(t).
inline Tensor rsqrt(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_rsqrt(t.get(), out, error); });
}
inline void rsqrt_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_rsqrt_out(t.get(), out.get(), error); });
}

// 1 / t.
inline Tensor reciprocal(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_reciprocal(t.get(), out, error); });
}
inline void reciprocal_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_reciprocal_out(t.get(), out.get(), error); });
}

// t degrees in radians.
inline Tensor deg2rad(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_deg2rad(t.get(), out, error); });
}
inline void deg2rad_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_deg2rad_out(t.get(), out.get(), error); });
}

// t radians in degrees.
inline Tensor rad2deg(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_rad2deg(t.get(), out, error); });
}
inline void rad2deg_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_rad2deg_out(t.get(), out.get(), error); });
}

// e to the power of t.
inline Tensor exp(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_exp(t.get(), out, error); });
}
inline void exp_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_exp_out(t.get(), out.get(), error); });
}

// 2 to the power of t.
inline Tensor exp2(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_exp2(t.get(), out, error); });
}
inline void exp2_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_exp2_out(t.get(), out.get(), error); });
}

// e to the power of t, minus 1, without losing a small t in the 1.
inline Tensor expm1(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_expm1(t.get(), out, error); });
}
inline void expm1_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_expm1_out(t.get(), out.get(), error); });
}

// The natural logarithm of t.
inline Tensor log(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_log(t.get(), out, error); });
}
inline void log_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_log_out(t.get(), out.get(), error); });
}

// The logarithm of t to base 2.
inline Tensor log2(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_log2(t.get(), out, error); });
}
inline void log2_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_log2_out(t.get(), out.get(), error); });
}

// The logarithm of t to base 10.
inline Tensor log10(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_log10(t.get(), out, error); });
}
inline void log10_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_log10_out(t.get(), out.get(), error); });
}

// The natural logarithm of 1 + t, without losing a small t in the 1.
inline Tensor log1p(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_log1p(t.get(), out, error); });
}
inline void log1p_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_log1p_out(t.get(), out.get(), error); });
}

// The sine of t, in radians.
inline Tensor sin(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_sin(t.get(), out, error); });
}
inline void sin_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_sin_out(t.get(), out.get(), error); });
}

// The cosine of t, in radians.
inline Tensor cos(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_cos(t.get(), out, error); });
}
inline void cos_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_cos_out(t.get(), out.get(), error); });
}

// The tangent of t, in radians.
inline Tensor tan(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_tan(t.get(), out, error); });
}
inline void tan_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_tan_out(t.get(), out.get(), error); });
}

// The angle between -pi/2 and pi/2 whose sine is t.
inline Tensor asin(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_asin(t.get(), out, error); });
}
inline void asin_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_asin_out(t.get(), out.get(), error); });
}

// The angle between 0 and pi whose cosine is t.
inline Tensor acos(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_acos(t.get(), out, error); });
}
inline void acos_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_acos_out(t.get(), out.get(), error); });
}

// The angle between -pi/2 and pi/2 whose tangent is t.
inline Tensor atan(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_atan(t.get(), out, error); });
}
inline void atan_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_atan_out(t.get(), out.get(), error); });
}

// The hyperbolic sine of t.
inline Tensor sinh(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_sinh(t.get(), out, error); });
}
inline void sinh_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_sinh_out(t.get(), out.get(), error); });
}

// The hyperbolic cosine of t.
inline Tensor cosh(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_cosh(t.get(), out, error); });
}
inline void cosh_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_cosh_out(t.get(), out.get(), error); });
}

// The hyperbolic tangent of t.
inline Tensor tanh(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_tanh(t.get(), out, error); });
}
inline void tanh_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_tanh_out(t.get(), out.get(), error); });
}

// The number whose hyperbolic sine is t.
inline Tensor asinh(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_asinh(t.get(), out, error); });
}
inline void asinh_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_asinh_out(t.get(), out.get(), error); });
}

// The number, not negative, whose hyperbolic cosine is t.
inline Tensor acosh(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_acosh(t.get(), out, error); });
}
inline void acosh_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_acosh_out(t.get(), out.get(), error); });
}

// The number whose hyperbolic tangent is t.
inline Tensor atanh(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_atanh(t.get(), out, error); });
}
inline void atanh_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_atanh_out(t.get(), out.get(), error); });
}

// The error function of t.
inline Tensor erf(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_erf(t.get(), out, error); });
}
inline void erf_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_erf_out(t.get(), out.get(), error); });
}

// 1 - ct_erf(t), without losing a small result in the 1.
inline Tensor erfc(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_erfc(t.get(), out, error); });
}
inline void erfc_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_erfc_out(t.get(), out.get(), error); });
}

// The number whose error function is t.
inline Tensor erfinv(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_erfinv(t.get(), out, error); });
}
inline void erfinv_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_erfinv_out(t.get(), out.get(), error); });
}

// The logarithm of the absolute value of the gamma function at t.
inline Tensor lgamma(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_lgamma(t.get(), out, error); });
}
inline void lgamma_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_lgamma_out(t.get(), out.get(), error); });
}

// 1 / (1 + e^-t).
inline Tensor sigmoid(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_sigmoid(t.get(), out, error); });
}
inline void sigmoid_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_sigmoid_out(t.get(), out.get(), error); });
}

// log(t / (1 - t)): the number whose sigmoid is t. With an eps that is not negative, t is brought between eps and 1 -
// eps first.
inline Tensor logit(const Operand &t, std::optional<Scalar> eps = std::nullopt) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_logit(t.get(), eps ? eps->get() : nullptr, out, error); });
}
inline void logit_out(const Operand &t, std::optional<Scalar> eps, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_logit_out(t.get(), eps ? eps->get() : nullptr, out.get(), error); });
}

// t * ct_sigmoid(t).
inline Tensor silu(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_silu(t.get(), out, error); });
}
inline void silu_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_silu_out(t.get(), out.get(), error); });
}

// t * tanh(log(1 + e^t)).
inline Tensor mish(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_mish(t.get(), out, error); });
}
inline void mish_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_mish_out(t.get(), out.get(), error); });
}

// t times the normal distribution function of t: t * (1 + erf(t / sqrt(2))) / 2.
inline Tensor gelu(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_gelu(t.get(), out, error); });
}
inline void gelu_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_gelu_out(t.get(), out.get(), error); });
}

// The approximation of ct_gelu by tanh: t * (1 + tanh(sqrt(2 / pi) * (t + 0.044715 * t^3))) / 2.
inline Tensor gelu_tanh(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_gelu_tanh(t.get(), out, error); });
}
inline void gelu_tanh_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_gelu_tanh_out(t.get(), out.get(), error); });
}

// Every bit of t inverted; of bools it is "not".
inline Tensor bitwise_not(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_bitwise_not(t.get(), out, error); });
}
inline void bitwise_not_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_bitwise_not_out(t.get(), out.get(), error); });
}

// t with nan for NaN, posinf for infinity and neginf for -infinity; of a complex number, in each part. Of integers and
// bool, t itself.
inline Tensor nan_to_num(const Operand &t, std::optional<Scalar> nan = std::nullopt,
                         std::optional<Scalar> posinf = std::nullopt, std::optional<Scalar> neginf = std::nullopt) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_nan_to_num(t.get(), nan ? nan->get() : nullptr, posinf ? posinf->get() : nullptr,
                         neginf ? neginf->get() : nullptr, out, error);
  });
}
inline void nan_to_num_out(const Operand &t, std::optional<Scalar> nan, std::optional<Scalar> posinf,
                           std::optional<Scalar> neginf, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_nan_to_num_out(t.get(), nan ? nan->get() : nullptr, posinf ? posinf->get() : nullptr,
                             neginf ? neginf->get() : nullptr, out.get(), error);
  });
}

// Whether t == 0.
inline Tensor logical_not(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_logical_not(t.get(), out, error); });
}
inline void logical_not_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_logical_not_out(t.get(), out.get(), error); });
}

// Whether t, or a part of it, is NaN.
inline Tensor isnan(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_isnan(t.get(), out, error); });
}
inline void isnan_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_isnan_out(t.get(), out.get(), error); });
}

// Whether t, or a part of it, is infinite.
inline Tensor isinf(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_isinf(t.get(), out, error); });
}
inline void isinf_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_isinf_out(t.get(), out.get(), error); });
}

// Whether t, and every part of it, is neither infinite nor NaN.
inline Tensor isfinite(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_isfinite(t.get(), out, error); });
}
inline void isfinite_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_isfinite_out(t.get(), out.get(), error); });
}

// Whether t is +infinity.
inline Tensor isposinf(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_isposinf(t.get(), out, error); });
}
inline void isposinf_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_isposinf_out(t.get(), out.get(), error); });
}

// Whether t is -infinity.
inline Tensor isneginf(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_isneginf(t.get(), out, error); });
}
inline void isneginf_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_isneginf_out(t.get(), out.get(), error); });
}

// Whether t is negative, -0 and NaN with the sign bit set included.
inline Tensor signbit(const Operand &t) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_signbit(t.get(), out, error); });
}
inline void signbit_out(const Operand &t, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_signbit_out(t.get(), out.get(), error); });
}

// a + b. Integers wrap; of bools it is "or".
inline Tensor add(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_add(a.get(), b.get(), out, error); });
}
inline void add_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_add_out(a.get(), b.get(), out.get(), error); });
}

// a - b. Integers wrap.
inline Tensor sub(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_sub(a.get(), b.get(), out, error); });
}
inline void sub_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_sub_out(a.get(), b.get(), out.get(), error); });
}

// a + alpha * b. Integers wrap; of bools * is "and" and + is "or".
inline Tensor add_scaled(const Operand &a, const Operand &b, std::optional<Scalar> alpha = std::nullopt) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_add_scaled(a.get(), b.get(), alpha ? alpha->get() : nullptr, out, error);
  });
}
inline void add_scaled_out(const Operand &a, const Operand &b, std::optional<Scalar> alpha, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_add_scaled_out(a.get(), b.get(), alpha ? alpha->get() : nullptr, out.get(), error);
  });
}

// a - alpha * b. Integers wrap.
inline Tensor sub_scaled(const Operand &a, const Operand &b, std::optional<Scalar> alpha = std::nullopt) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_sub_scaled(a.get(), b.get(), alpha ? alpha->get() : nullptr, out, error);
  });
}
inline void sub_scaled_out(const Operand &a, const Operand &b, std::optional<Scalar> alpha, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_sub_scaled_out(a.get(), b.get(), alpha ? alpha->get() : nullptr, out.get(), error);
  });
}

// a * b. Integers wrap; of bools it is "and".
inline Tensor mul(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_mul(a.get(), b.get(), out, error); });
}
inline void mul_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_mul_out(a.get(), b.get(), out.get(), error); });
}

// a / b, true division: of integers too it is a float.
inline Tensor div(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_div(a.get(), b.get(), out, error); });
}
inline void div_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_div_out(a.get(), b.get(), out.get(), error); });
}

// a / b rounded towards minus infinity, as Python's //.
inline Tensor floor_divide(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_floor_divide(a.get(), b.get(), out, error); });
}
inline void floor_divide_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_floor_divide_out(a.get(), b.get(), out.get(), error); });
}

// a / b rounded towards minus infinity: ct_floor_divide.
inline Tensor div_floor(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_div_floor(a.get(), b.get(), out, error); });
}
inline void div_floor_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_div_floor_out(a.get(), b.get(), out.get(), error); });
}

// a / b rounded towards zero, as C's division of integers.
inline Tensor div_trunc(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_div_trunc(a.get(), b.get(), out, error); });
}
inline void div_trunc_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_div_trunc_out(a.get(), b.get(), out.get(), error); });
}

// What is left of a after floor division by b: 0 or of b's sign, as Python's %.
inline Tensor remainder(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_remainder(a.get(), b.get(), out, error); });
}
inline void remainder_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_remainder_out(a.get(), b.get(), out.get(), error); });
}

// What is left of a after division by b towards zero: 0 or of a's sign, as C's %.
inline Tensor fmod(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_fmod(a.get(), b.get(), out, error); });
}
inline void fmod_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_fmod_out(a.get(), b.get(), out.get(), error); });
}

// The larger of a and b. NaN wins; of 0 and -0, a.
inline Tensor maximum(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_maximum(a.get(), b.get(), out, error); });
}
inline void maximum_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_maximum_out(a.get(), b.get(), out.get(), error); });
}

// The smaller of a and b. NaN wins; of 0 and -0, a.
inline Tensor minimum(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_minimum(a.get(), b.get(), out, error); });
}
inline void minimum_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_minimum_out(a.get(), b.get(), out.get(), error); });
}

// The larger of a and b. NaN only where both are; of 0 and -0, a.
inline Tensor fmax(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_fmax(a.get(), b.get(), out, error); });
}
inline void fmax_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_fmax_out(a.get(), b.get(), out.get(), error); });
}

// The smaller of a and b. NaN only where both are; of 0 and -0, a.
inline Tensor fmin(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_fmin(a.get(), b.get(), out, error); });
}
inline void fmin_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_fmin_out(a.get(), b.get(), out.get(), error); });
}

// The larger of t and bound. NaN wins; of 0 and -0, t.
inline Tensor clamp_min(const Operand &t, const Operand &bound) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_clamp_min(t.get(), bound.get(), out, error); });
}
inline void clamp_min_out(const Operand &t, const Operand &bound, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_clamp_min_out(t.get(), bound.get(), out.get(), error); });
}

// The smaller of t and bound. NaN wins; of 0 and -0, t.
inline Tensor clamp_max(const Operand &t, const Operand &bound) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_clamp_max(t.get(), bound.get(), out, error); });
}
inline void clamp_max_out(const Operand &t, const Operand &bound, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_clamp_max_out(t.get(), bound.get(), out.get(), error); });
}

// 0 where a < 0 or a is NaN, b where a == 0, 1 where a > 0.
inline Tensor heaviside(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_heaviside(a.get(), b.get(), out, error); });
}
inline void heaviside_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_heaviside_out(a.get(), b.get(), out.get(), error); });
}

// The angle of the point (b, a) from the first axis: between -pi and pi, with the sign of a.
inline Tensor atan2(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_atan2(a.get(), b.get(), out, error); });
}
inline void atan2_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_atan2_out(a.get(), b.get(), out.get(), error); });
}

// The square root of a * a + b * b, without overflow on the way.
inline Tensor hypot(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_hypot(a.get(), b.get(), out, error); });
}
inline void hypot_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_hypot_out(a.get(), b.get(), out.get(), error); });
}

// a to the power of b. Integers wrap; of a negative power of an integer, the part before the point.
inline Tensor pow(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_pow(a.get(), b.get(), out, error); });
}
inline void pow_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_pow_out(a.get(), b.get(), out.get(), error); });
}

// a times 2 to the power of b.
inline Tensor ldexp(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_ldexp(a.get(), b.get(), out, error); });
}
inline void ldexp_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_ldexp_out(a.get(), b.get(), out.get(), error); });
}

// log(e^a + e^b), without overflow on the way.
inline Tensor logaddexp(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_logaddexp(a.get(), b.get(), out, error); });
}
inline void logaddexp_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_logaddexp_out(a.get(), b.get(), out.get(), error); });
}

// log2(2^a + 2^b), without overflow on the way.
inline Tensor logaddexp2(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_logaddexp2(a.get(), b.get(), out, error); });
}
inline void logaddexp2_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_logaddexp2_out(a.get(), b.get(), out.get(), error); });
}

// a * log(b), and 0 where a is 0, unless b is NaN.
inline Tensor xlogy(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_xlogy(a.get(), b.get(), out, error); });
}
inline void xlogy_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_xlogy_out(a.get(), b.get(), out.get(), error); });
}

// |a| with the sign of b.
inline Tensor copysign(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_copysign(a.get(), b.get(), out, error); });
}
inline void copysign_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_copysign_out(a.get(), b.get(), out.get(), error); });
}

// The number next to a on the way to b, in their common dtype; b where they are equal.
inline Tensor nextafter(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_nextafter(a.get(), b.get(), out, error); });
}
inline void nextafter_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_nextafter_out(a.get(), b.get(), out.get(), error); });
}

// a & b, bit by bit; of bools it is "and".
inline Tensor bitwise_and(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_bitwise_and(a.get(), b.get(), out, error); });
}
inline void bitwise_and_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_bitwise_and_out(a.get(), b.get(), out.get(), error); });
}

// a | b, bit by bit; of bools it is "or".
inline Tensor bitwise_or(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_bitwise_or(a.get(), b.get(), out, error); });
}
inline void bitwise_or_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_bitwise_or_out(a.get(), b.get(), out.get(), error); });
}

// a ^ b, bit by bit; of bools it is "exclusive or".
inline Tensor bitwise_xor(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_bitwise_xor(a.get(), b.get(), out, error); });
}
inline void bitwise_xor_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_bitwise_xor_out(a.get(), b.get(), out.get(), error); });
}

// a << b. 0 where b is negative, or the width of a or more.
inline Tensor left_shift(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_left_shift(a.get(), b.get(), out, error); });
}
inline void left_shift_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_left_shift_out(a.get(), b.get(), out.get(), error); });
}

// a >> b, with copies of the sign. As far as it goes where b is negative, or the width of a or more.
inline Tensor right_shift(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_right_shift(a.get(), b.get(), out, error); });
}
inline void right_shift_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_right_shift_out(a.get(), b.get(), out.get(), error); });
}

// Whether a == b, compared in the common dtype. NaN equals nothing.
inline Tensor eq(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_eq(a.get(), b.get(), out, error); });
}
inline void eq_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_eq_out(a.get(), b.get(), out.get(), error); });
}

// Whether a != b, compared in the common dtype. NaN differs from everything.
inline Tensor ne(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_ne(a.get(), b.get(), out, error); });
}
inline void ne_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_ne_out(a.get(), b.get(), out.get(), error); });
}

// Whether a < b, compared in the common dtype. NaN is less than nothing.
inline Tensor lt(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_lt(a.get(), b.get(), out, error); });
}
inline void lt_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_lt_out(a.get(), b.get(), out.get(), error); });
}

// Whether a <= b, compared in the common dtype. Not where either is NaN.
inline Tensor le(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_le(a.get(), b.get(), out, error); });
}
inline void le_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_le_out(a.get(), b.get(), out.get(), error); });
}

// Whether a > b, compared in the common dtype. NaN is greater than nothing.
inline Tensor gt(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_gt(a.get(), b.get(), out, error); });
}
inline void gt_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_gt_out(a.get(), b.get(), out.get(), error); });
}

// Whether a >= b, compared in the common dtype. Not where either is NaN.
inline Tensor ge(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_ge(a.get(), b.get(), out, error); });
}
inline void ge_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_ge_out(a.get(), b.get(), out.get(), error); });
}

// Whether a == b, or |a - b| <= atol + rtol * |b| and |a - b| is finite. NaN is close to nothing, or to NaN with
// equal_nan.
inline Tensor isclose(const Operand &a, const Operand &b, std::optional<Scalar> rtol = std::nullopt,
                      std::optional<Scalar> atol = std::nullopt, std::optional<Scalar> equal_nan = std::nullopt) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_isclose(a.get(), b.get(), rtol ? rtol->get() : nullptr, atol ? atol->get() : nullptr,
                      equal_nan ? equal_nan->get() : nullptr, out, error);
  });
}
inline void isclose_out(const Operand &a, const Operand &b, std::optional<Scalar> rtol, std::optional<Scalar> atol,
                        std::optional<Scalar> equal_nan, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_isclose_out(a.get(), b.get(), rtol ? rtol->get() : nullptr, atol ? atol->get() : nullptr,
                          equal_nan ? equal_nan->get() : nullptr, out.get(), error);
  });
}

// Whether neither a nor b is 0, in the common dtype. NaN is not 0.
inline Tensor logical_and(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_logical_and(a.get(), b.get(), out, error); });
}
inline void logical_and_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_logical_and_out(a.get(), b.get(), out.get(), error); });
}

// Whether a and b are not both 0, in the common dtype. NaN is not 0.
inline Tensor logical_or(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_logical_or(a.get(), b.get(), out, error); });
}
inline void logical_or_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_logical_or_out(a.get(), b.get(), out.get(), error); });
}

// Whether exactly one of a and b is 0, in the common dtype. NaN is not 0.
inline Tensor logical_xor(const Operand &a, const Operand &b) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_logical_xor(a.get(), b.get(), out, error); });
}
inline void logical_xor_out(const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_logical_xor_out(a.get(), b.get(), out.get(), error); });
}

// a where condition is true, else b.
inline Tensor where(const Operand &condition, const Operand &a, const Operand &b) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_where(condition.get(), a.get(), b.get(), out, error); });
}
inline void where_out(const Operand &condition, const Operand &a, const Operand &b, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_where_out(condition.get(), a.get(), b.get(), out.get(), error); });
}

// value where mask is true, else t.
inline Tensor masked_fill(const Operand &t, const Operand &mask, Scalar value) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_masked_fill(t.get(), mask.get(), value.get(), out, error); });
}
inline void masked_fill_out(const Operand &t, const Operand &mask, Scalar value, const Tensor &out) {
  detail::check(
      [&](ct_error *error) { return ct_masked_fill_out(t.get(), mask.get(), value.get(), out.get(), error); });
}

// start + weight * (end - start), from whichever end is nearer.
inline Tensor lerp(const Operand &start, const Operand &end, const Operand &weight) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_lerp(start.get(), end.get(), weight.get(), out, error); });
}
inline void lerp_out(const Operand &start, const Operand &end, const Operand &weight, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_lerp_out(start.get(), end.get(), weight.get(), out.get(), error); });
}

// a * b + c, rounded once. Integers wrap.
inline Tensor fma(const Operand &a, const Operand &b, const Operand &c) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_fma(a.get(), b.get(), c.get(), out, error); });
}
inline void fma_out(const Operand &a, const Operand &b, const Operand &c, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_fma_out(a.get(), b.get(), c.get(), out.get(), error); });
}

// t, but no smaller than min and no larger than max; max where min > max. NaN in any of them wins. min or max may be
// NULL: there is no such bound.
inline Tensor clamp(const Operand &t, const Operand &min = {}, const Operand &max = {}) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_clamp(t.get(), min.get(), max.get(), out, error); });
}
inline void clamp_out(const Operand &t, const Operand &min, const Operand &max, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_clamp_out(t.get(), min.get(), max.get(), out.get(), error); });
}

// t + value * a * b. Integers wrap.
inline Tensor addcmul(const Operand &t, const Operand &a, const Operand &b,
                      std::optional<Scalar> value = std::nullopt) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_addcmul(t.get(), a.get(), b.get(), value ? value->get() : nullptr, out, error);
  });
}
inline void addcmul_out(const Operand &t, const Operand &a, const Operand &b, std::optional<Scalar> value,
                        const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_addcmul_out(t.get(), a.get(), b.get(), value ? value->get() : nullptr, out.get(), error);
  });
}

// t + value * a / b, in that order.
inline Tensor addcdiv(const Operand &t, const Operand &a, const Operand &b,
                      std::optional<Scalar> value = std::nullopt) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_addcdiv(t.get(), a.get(), b.get(), value ? value->get() : nullptr, out, error);
  });
}
inline void addcdiv_out(const Operand &t, const Operand &a, const Operand &b, std::optional<Scalar> value,
                        const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_addcdiv_out(t.get(), a.get(), b.get(), value ? value->get() : nullptr, out.get(), error);
  });
}

// Whether a and b have the same sizes, the same dtype and equal elements. NaN equals nothing, so a tensor that holds
// one is not equal to itself; 0 equals -0. The search ends where two elements differ.
inline bool equal(const Operand &a, const Operand &b) {
  bool out = false;
  detail::check([&](ct_error *error) { return ct_equal(a.get(), b.get(), &out, error); });
  return out;
}

// Whether ct_isclose is true for all elements of a and b. The search ends where it is not.
inline bool allclose(const Operand &a, const Operand &b, std::optional<Scalar> rtol = std::nullopt,
                     std::optional<Scalar> atol = std::nullopt, std::optional<Scalar> equal_nan = std::nullopt) {
  bool out = false;
  detail::check([&](ct_error *error) {
    return ct_allclose(a.get(), b.get(), rtol ? rtol->get() : nullptr, atol ? atol->get() : nullptr,
                       equal_nan ? equal_nan->get() : nullptr, &out, error);
  });
  return out;
}

// The sum over some dims. ndims 0: over all.
inline Tensor sum(const Operand &t, Dims dims = {}, bool keepdim = false, DType dtype = DType::Undefined) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_sum(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out, error);
  });
}
inline void sum_out(const Operand &t, Dims dims, bool keepdim, DType dtype, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_sum_out(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out.get(), error);
  });
}

// The sum over some dims, as if in twice the precision of the elements and then rounded. ndims 0: over all.
inline Tensor sum_compensated(const Operand &t, Dims dims = {}, bool keepdim = false, DType dtype = DType::Undefined) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_sum_compensated(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out, error);
  });
}
inline void sum_compensated_out(const Operand &t, Dims dims, bool keepdim, DType dtype, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_sum_compensated_out(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out.get(), error);
  });
}

// The exact sum over some dims, rounded once, to nearest. ndims 0: over all.
inline Tensor sum_exact(const Operand &t, Dims dims = {}, bool keepdim = false, DType dtype = DType::Undefined) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_sum_exact(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out, error);
  });
}
inline void sum_exact_out(const Operand &t, Dims dims, bool keepdim, DType dtype, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_sum_exact_out(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out.get(), error);
  });
}

// The sum over some dims of the elements that are not NaN. ndims 0: over all.
inline Tensor nansum(const Operand &t, Dims dims = {}, bool keepdim = false, DType dtype = DType::Undefined) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_nansum(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out, error);
  });
}
inline void nansum_out(const Operand &t, Dims dims, bool keepdim, DType dtype, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_nansum_out(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out.get(), error);
  });
}

// The mean over some dims: their sum, divided by the number of elements. ndims 0: over all.
inline Tensor mean(const Operand &t, Dims dims = {}, bool keepdim = false, DType dtype = DType::Undefined) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_mean(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out, error);
  });
}
inline void mean_out(const Operand &t, Dims dims, bool keepdim, DType dtype, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_mean_out(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out.get(), error);
  });
}

// The mean over some dims of the elements that are not NaN. ndims 0: over all.
inline Tensor nanmean(const Operand &t, Dims dims = {}, bool keepdim = false, DType dtype = DType::Undefined) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_nanmean(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out, error);
  });
}
inline void nanmean_out(const Operand &t, Dims dims, bool keepdim, DType dtype, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_nanmean_out(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out.get(), error);
  });
}

// The p-norm over some dims. ndims 0: over all; p NULL: 2.
inline Tensor norm(const Operand &t, std::optional<Scalar> p = std::nullopt, Dims dims = {}, bool keepdim = false,
                   DType dtype = DType::Undefined) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_norm(t.get(), p ? p->get() : nullptr, dims.data(), dims.count(), keepdim, detail::raw(dtype), out, error);
  });
}
inline void norm_out(const Operand &t, std::optional<Scalar> p, Dims dims, bool keepdim, DType dtype,
                     const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_norm_out(t.get(), p ? p->get() : nullptr, dims.data(), dims.count(), keepdim, detail::raw(dtype),
                       out.get(), error);
  });
}

// The variance over some dims: the squared deviations from the mean, divided by their number less the correction. ndims
// 0: over all; correction NULL: 1.
inline Tensor var(const Operand &t, Dims dims = {}, std::optional<Scalar> correction = std::nullopt,
                  bool keepdim = false) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_var(t.get(), dims.data(), dims.count(), correction ? correction->get() : nullptr, keepdim, out, error);
  });
}
inline void var_out(const Operand &t, Dims dims, std::optional<Scalar> correction, bool keepdim, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_var_out(t.get(), dims.data(), dims.count(), correction ? correction->get() : nullptr, keepdim, out.get(),
                      error);
  });
}

// The standard deviation over some dims: the square root of the variance. ndims 0: over all; correction NULL: 1.
inline Tensor std(const Operand &t, Dims dims = {}, std::optional<Scalar> correction = std::nullopt,
                  bool keepdim = false) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_std(t.get(), dims.data(), dims.count(), correction ? correction->get() : nullptr, keepdim, out, error);
  });
}
inline void std_out(const Operand &t, Dims dims, std::optional<Scalar> correction, bool keepdim, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_std_out(t.get(), dims.data(), dims.count(), correction ? correction->get() : nullptr, keepdim, out.get(),
                      error);
  });
}

struct VarMean {
  Tensor out, mean;
};
// The variance and the mean over some dims, in one pass. ndims 0: over all; correction NULL: 1.
inline VarMean var_mean(const Operand &t, Dims dims = {}, std::optional<Scalar> correction = std::nullopt,
                        bool keepdim = false) {
  ct_tensor *raw_out = nullptr, *raw_mean = nullptr;
  detail::check([&](ct_error *error) {
    return ct_var_mean(t.get(), dims.data(), dims.count(), correction ? correction->get() : nullptr, keepdim, &raw_out,
                       &raw_mean, error);
  });
  return {Tensor::adopt(raw_out), Tensor::adopt(raw_mean)};
}
inline void var_mean_out(const Operand &t, Dims dims, std::optional<Scalar> correction, bool keepdim, const Tensor &out,
                         const Tensor &mean) {
  detail::check([&](ct_error *error) {
    return ct_var_mean_out(t.get(), dims.data(), dims.count(), correction ? correction->get() : nullptr, keepdim,
                           out.get(), mean.get(), error);
  });
}

struct StdMean {
  Tensor out, mean;
};
// The standard deviation and the mean over some dims, in one pass. ndims 0: over all; correction NULL: 1.
inline StdMean std_mean(const Operand &t, Dims dims = {}, std::optional<Scalar> correction = std::nullopt,
                        bool keepdim = false) {
  ct_tensor *raw_out = nullptr, *raw_mean = nullptr;
  detail::check([&](ct_error *error) {
    return ct_std_mean(t.get(), dims.data(), dims.count(), correction ? correction->get() : nullptr, keepdim, &raw_out,
                       &raw_mean, error);
  });
  return {Tensor::adopt(raw_out), Tensor::adopt(raw_mean)};
}
inline void std_mean_out(const Operand &t, Dims dims, std::optional<Scalar> correction, bool keepdim, const Tensor &out,
                         const Tensor &mean) {
  detail::check([&](ct_error *error) {
    return ct_std_mean_out(t.get(), dims.data(), dims.count(), correction ? correction->get() : nullptr, keepdim,
                           out.get(), mean.get(), error);
  });
}

// The logarithm of the sum over some dims of the elements' exponentials. ndims 0: over all.
inline Tensor logsumexp(const Operand &t, Dims dims = {}, bool keepdim = false) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_logsumexp(t.get(), dims.data(), dims.count(), keepdim, out, error);
  });
}
inline void logsumexp_out(const Operand &t, Dims dims, bool keepdim, const Tensor &out) {
  detail::check(
      [&](ct_error *error) { return ct_logsumexp_out(t.get(), dims.data(), dims.count(), keepdim, out.get(), error); });
}

// The product over some dims. ndims 0: over all.
inline Tensor prod(const Operand &t, Dims dims = {}, bool keepdim = false, DType dtype = DType::Undefined) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_prod(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out, error);
  });
}
inline void prod_out(const Operand &t, Dims dims, bool keepdim, DType dtype, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_prod_out(t.get(), dims.data(), dims.count(), keepdim, detail::raw(dtype), out.get(), error);
  });
}

// The largest element over some dims. ndims 0: over all.
inline Tensor amax(const Operand &t, Dims dims = {}, bool keepdim = false) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_amax(t.get(), dims.data(), dims.count(), keepdim, out, error);
  });
}
inline void amax_out(const Operand &t, Dims dims, bool keepdim, const Tensor &out) {
  detail::check(
      [&](ct_error *error) { return ct_amax_out(t.get(), dims.data(), dims.count(), keepdim, out.get(), error); });
}

// The smallest element over some dims. ndims 0: over all.
inline Tensor amin(const Operand &t, Dims dims = {}, bool keepdim = false) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_amin(t.get(), dims.data(), dims.count(), keepdim, out, error);
  });
}
inline void amin_out(const Operand &t, Dims dims, bool keepdim, const Tensor &out) {
  detail::check(
      [&](ct_error *error) { return ct_amin_out(t.get(), dims.data(), dims.count(), keepdim, out.get(), error); });
}

// The index of the largest element along dim. dim NULL: of all elements, counted in row-major order.
inline Tensor argmax(const Operand &t, std::optional<int32_t> dim = std::nullopt, bool keepdim = false) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_argmax(t.get(), dim ? &*dim : nullptr, keepdim, out, error); });
}
inline void argmax_out(const Operand &t, std::optional<int32_t> dim, bool keepdim, const Tensor &out) {
  detail::check(
      [&](ct_error *error) { return ct_argmax_out(t.get(), dim ? &*dim : nullptr, keepdim, out.get(), error); });
}

// The index of the smallest element along dim. dim NULL: of all elements, counted in row-major order.
inline Tensor argmin(const Operand &t, std::optional<int32_t> dim = std::nullopt, bool keepdim = false) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_argmin(t.get(), dim ? &*dim : nullptr, keepdim, out, error); });
}
inline void argmin_out(const Operand &t, std::optional<int32_t> dim, bool keepdim, const Tensor &out) {
  detail::check(
      [&](ct_error *error) { return ct_argmin_out(t.get(), dim ? &*dim : nullptr, keepdim, out.get(), error); });
}

struct MaxDim {
  Tensor values, indices;
};
// The largest element along dim, and its index.
inline MaxDim max_dim(const Operand &t, int32_t dim, bool keepdim = false) {
  ct_tensor *raw_values = nullptr, *raw_indices = nullptr;
  detail::check([&](ct_error *error) { return ct_max_dim(t.get(), dim, keepdim, &raw_values, &raw_indices, error); });
  return {Tensor::adopt(raw_values), Tensor::adopt(raw_indices)};
}
inline void max_dim_out(const Operand &t, int32_t dim, bool keepdim, const Tensor &values, const Tensor &indices) {
  detail::check(
      [&](ct_error *error) { return ct_max_dim_out(t.get(), dim, keepdim, values.get(), indices.get(), error); });
}

struct MinDim {
  Tensor values, indices;
};
// The smallest element along dim, and its index.
inline MinDim min_dim(const Operand &t, int32_t dim, bool keepdim = false) {
  ct_tensor *raw_values = nullptr, *raw_indices = nullptr;
  detail::check([&](ct_error *error) { return ct_min_dim(t.get(), dim, keepdim, &raw_values, &raw_indices, error); });
  return {Tensor::adopt(raw_values), Tensor::adopt(raw_indices)};
}
inline void min_dim_out(const Operand &t, int32_t dim, bool keepdim, const Tensor &values, const Tensor &indices) {
  detail::check(
      [&](ct_error *error) { return ct_min_dim_out(t.get(), dim, keepdim, values.get(), indices.get(), error); });
}

struct Aminmax {
  Tensor min, max;
};
// The smallest and the largest element along dim, in one pass. dim NULL: of all elements.
inline Aminmax aminmax(const Operand &t, std::optional<int32_t> dim = std::nullopt, bool keepdim = false) {
  ct_tensor *raw_min = nullptr, *raw_max = nullptr;
  detail::check(
      [&](ct_error *error) { return ct_aminmax(t.get(), dim ? &*dim : nullptr, keepdim, &raw_min, &raw_max, error); });
  return {Tensor::adopt(raw_min), Tensor::adopt(raw_max)};
}
inline void aminmax_out(const Operand &t, std::optional<int32_t> dim, bool keepdim, const Tensor &min,
                        const Tensor &max) {
  detail::check([&](ct_error *error) {
    return ct_aminmax_out(t.get(), dim ? &*dim : nullptr, keepdim, min.get(), max.get(), error);
  });
}

// Whether any element over some dims is not zero. ndims 0: over all.
inline Tensor any(const Operand &t, Dims dims = {}, bool keepdim = false) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_any(t.get(), dims.data(), dims.count(), keepdim, out, error);
  });
}
inline void any_out(const Operand &t, Dims dims, bool keepdim, const Tensor &out) {
  detail::check(
      [&](ct_error *error) { return ct_any_out(t.get(), dims.data(), dims.count(), keepdim, out.get(), error); });
}

// Whether all elements over some dims are not zero. ndims 0: over all.
inline Tensor all(const Operand &t, Dims dims = {}, bool keepdim = false) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_all(t.get(), dims.data(), dims.count(), keepdim, out, error);
  });
}
inline void all_out(const Operand &t, Dims dims, bool keepdim, const Tensor &out) {
  detail::check(
      [&](ct_error *error) { return ct_all_out(t.get(), dims.data(), dims.count(), keepdim, out.get(), error); });
}

// How many elements over some dims are not zero. ndims 0: over all.
inline Tensor count_nonzero(const Operand &t, Dims dims = {}, bool keepdim = false) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_count_nonzero(t.get(), dims.data(), dims.count(), keepdim, out, error);
  });
}
inline void count_nonzero_out(const Operand &t, Dims dims, bool keepdim, const Tensor &out) {
  detail::check([&](ct_error *error) {
    return ct_count_nonzero_out(t.get(), dims.data(), dims.count(), keepdim, out.get(), error);
  });
}

// The running sum along dim: of each element and all before it.
inline Tensor cumsum(const Operand &t, int32_t dim, DType dtype = DType::Undefined) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_cumsum(t.get(), dim, detail::raw(dtype), out, error); });
}
inline void cumsum_out(const Operand &t, int32_t dim, DType dtype, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_cumsum_out(t.get(), dim, detail::raw(dtype), out.get(), error); });
}

// The running product along dim: of each element and all before it.
inline Tensor cumprod(const Operand &t, int32_t dim, DType dtype = DType::Undefined) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_cumprod(t.get(), dim, detail::raw(dtype), out, error); });
}
inline void cumprod_out(const Operand &t, int32_t dim, DType dtype, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_cumprod_out(t.get(), dim, detail::raw(dtype), out.get(), error); });
}

// e to the power of each element, divided by the sum of those along dim.
inline Tensor softmax(const Operand &t, int32_t dim, DType dtype = DType::Undefined) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_softmax(t.get(), dim, detail::raw(dtype), out, error); });
}
inline void softmax_out(const Operand &t, int32_t dim, DType dtype, const Tensor &out) {
  detail::check([&](ct_error *error) { return ct_softmax_out(t.get(), dim, detail::raw(dtype), out.get(), error); });
}

// The logarithm of ct_softmax: each element less the logarithm of the sum of e to their powers along dim.
inline Tensor log_softmax(const Operand &t, int32_t dim, DType dtype = DType::Undefined) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_log_softmax(t.get(), dim, detail::raw(dtype), out, error); });
}
inline void log_softmax_out(const Operand &t, int32_t dim, DType dtype, const Tensor &out) {
  detail::check(
      [&](ct_error *error) { return ct_log_softmax_out(t.get(), dim, detail::raw(dtype), out.get(), error); });
}

}  // namespace ctensor

#endif
