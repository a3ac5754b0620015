// Made by generate.py from ctensor.h: do not edit.
// Each op as a function of the module and as a method of its first tensor.
// clang-format off
#include "common.hpp"

void add_ops(nb::module_ &m, TensorClass &c) {
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_neg(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_neg_out(t, x, e); });
    };
    m.def("neg", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "-t. Integers wrap.");
    c.def("neg", f, nb::kw_only(), nb::arg("out") = nb::none(), "-t. Integers wrap.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_abs(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_abs_out(t, x, e); });
    };
    m.def("abs", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "|t|. Of the smallest integer, itself; of a complex number, a float, without overflow on the way.");
    c.def("abs", f, nb::kw_only(), nb::arg("out") = nb::none(), "|t|. Of the smallest integer, itself; of a complex number, a float, without overflow on the way.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_sign(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_sign_out(t, x, e); });
    };
    m.def("sign", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The sign of t: -1, 0 or 1; 0 for NaN.");
    c.def("sign", f, nb::kw_only(), nb::arg("out") = nb::none(), "The sign of t: -1, 0 or 1; 0 for NaN.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_angle(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_angle_out(t, x, e); });
    };
    m.def("angle", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The angle of t from the positive real axis: between -pi and pi; of a real number, pi where it is below 0, NaN of NaN, else 0.");
    c.def("angle", f, nb::kw_only(), nb::arg("out") = nb::none(), "The angle of t from the positive real axis: between -pi and pi; of a real number, pi where it is below 0, NaN of NaN, else 0.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_sgn(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_sgn_out(t, x, e); });
    };
    m.def("sgn", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "t / |t|, and 0 of 0: the sign of a real number, the direction of a complex one.");
    c.def("sgn", f, nb::kw_only(), nb::arg("out") = nb::none(), "t / |t|, and 0 of 0: the sign of a real number, the direction of a complex one.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_positive(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_positive_out(t, x, e); });
    };
    m.def("positive", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "t itself, copied.");
    c.def("positive", f, nb::kw_only(), nb::arg("out") = nb::none(), "t itself, copied.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_conj(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_conj_out(t, x, e); });
    };
    m.def("conj", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The complex conjugate of t, copied; of what is not complex, t itself.");
    c.def("conj", f, nb::kw_only(), nb::arg("out") = nb::none(), "The complex conjugate of t, copied; of what is not complex, t itself.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_square(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_square_out(t, x, e); });
    };
    m.def("square", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "t * t. Integers wrap.");
    c.def("square", f, nb::kw_only(), nb::arg("out") = nb::none(), "t * t. Integers wrap.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_relu(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_relu_out(t, x, e); });
    };
    m.def("relu", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The larger of t and 0. NaN stays NaN.");
    c.def("relu", f, nb::kw_only(), nb::arg("out") = nb::none(), "The larger of t and 0. NaN stays NaN.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_relu6(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_relu6_out(t, x, e); });
    };
    m.def("relu6", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "t between 0 and 6. NaN stays NaN.");
    c.def("relu6", f, nb::kw_only(), nb::arg("out") = nb::none(), "t between 0 and 6. NaN stays NaN.");
  }
  {
    auto f = [](Operand t, Scalar negative_slope, Out out) -> TensorResult {
      bool unlock = convert_all(t, negative_slope);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_leaky_relu(t, negative_slope, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_leaky_relu_out(t, negative_slope, x, e); });
    };
    m.def("leaky_relu", f, nb::arg("t"), nb::arg("negative_slope") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t where it is above 0, else negative_slope * t.");
    c.def("leaky_relu", f, nb::arg("negative_slope") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t where it is above 0, else negative_slope * t.");
  }
  {
    auto f = [](Operand t, Scalar alpha, Out out) -> TensorResult {
      bool unlock = convert_all(t, alpha);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_elu(t, alpha, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_elu_out(t, alpha, x, e); });
    };
    m.def("elu", f, nb::arg("t"), nb::arg("alpha") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t where it is not below 0, else alpha * (e^t - 1).");
    c.def("elu", f, nb::arg("alpha") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t where it is not below 0, else alpha * (e^t - 1).");
  }
  {
    auto f = [](Operand t, Scalar beta, Scalar threshold, Out out) -> TensorResult {
      bool unlock = convert_all(t, beta, threshold);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_softplus(t, beta, threshold, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_softplus_out(t, beta, threshold, x, e); });
    };
    m.def("softplus", f, nb::arg("t"), nb::arg("beta") = nb::none(), nb::arg("threshold") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "log(1 + e^(beta * t)) / beta, and t itself where beta * t > threshold.");
    c.def("softplus", f, nb::arg("beta") = nb::none(), nb::arg("threshold") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "log(1 + e^(beta * t)) / beta, and t itself where beta * t > threshold.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_hardsigmoid(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_hardsigmoid_out(t, x, e); });
    };
    m.def("hardsigmoid", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "t + 3 between 0 and 6, divided by 6.");
    c.def("hardsigmoid", f, nb::kw_only(), nb::arg("out") = nb::none(), "t + 3 between 0 and 6, divided by 6.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_hardswish(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_hardswish_out(t, x, e); });
    };
    m.def("hardswish", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "t * hardsigmoid(t).");
    c.def("hardswish", f, nb::kw_only(), nb::arg("out") = nb::none(), "t * hardsigmoid(t).");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_ceil(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_ceil_out(t, x, e); });
    };
    m.def("ceil", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The smallest integer that is no smaller than t.");
    c.def("ceil", f, nb::kw_only(), nb::arg("out") = nb::none(), "The smallest integer that is no smaller than t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_floor(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_floor_out(t, x, e); });
    };
    m.def("floor", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The largest integer that is no larger than t.");
    c.def("floor", f, nb::kw_only(), nb::arg("out") = nb::none(), "The largest integer that is no larger than t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_trunc(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_trunc_out(t, x, e); });
    };
    m.def("trunc", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "t without its fraction.");
    c.def("trunc", f, nb::kw_only(), nb::arg("out") = nb::none(), "t without its fraction.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_round(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_round_out(t, x, e); });
    };
    m.def("round", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The integer nearest to t, the even one of two.");
    c.def("round", f, nb::kw_only(), nb::arg("out") = nb::none(), "The integer nearest to t, the even one of two.");
  }
  {
    auto f = [](Operand t, Scalar decimals, Out out) -> TensorResult {
      bool unlock = convert_all(t, decimals);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_round_decimals(t, decimals, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_round_decimals_out(t, decimals, x, e); });
    };
    m.def("round_decimals", f, nb::arg("t"), nb::arg("decimals") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t rounded to so many decimals, or with negative ones to tens, hundreds, …: round(t * 10^decimals) / 10^decimals. t itself where the product is infinite.");
    c.def("round_decimals", f, nb::arg("decimals") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t rounded to so many decimals, or with negative ones to tens, hundreds, …: round(t * 10^decimals) / 10^decimals. t itself where the product is infinite.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_frac(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_frac_out(t, x, e); });
    };
    m.def("frac", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "t - trunc(t): the fraction of t, with its sign.");
    c.def("frac", f, nb::kw_only(), nb::arg("out") = nb::none(), "t - trunc(t): the fraction of t, with its sign.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_sqrt(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_sqrt_out(t, x, e); });
    };
    m.def("sqrt", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The square root of t, correctly rounded; of a complex number, the one in the right half plane.");
    c.def("sqrt", f, nb::kw_only(), nb::arg("out") = nb::none(), "The square root of t, correctly rounded; of a complex number, the one in the right half plane.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_rsqrt(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_rsqrt_out(t, x, e); });
    };
    m.def("rsqrt", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "1 / sqrt(t).");
    c.def("rsqrt", f, nb::kw_only(), nb::arg("out") = nb::none(), "1 / sqrt(t).");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_reciprocal(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_reciprocal_out(t, x, e); });
    };
    m.def("reciprocal", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "1 / t.");
    c.def("reciprocal", f, nb::kw_only(), nb::arg("out") = nb::none(), "1 / t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_deg2rad(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_deg2rad_out(t, x, e); });
    };
    m.def("deg2rad", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "t degrees in radians.");
    c.def("deg2rad", f, nb::kw_only(), nb::arg("out") = nb::none(), "t degrees in radians.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_rad2deg(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_rad2deg_out(t, x, e); });
    };
    m.def("rad2deg", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "t radians in degrees.");
    c.def("rad2deg", f, nb::kw_only(), nb::arg("out") = nb::none(), "t radians in degrees.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_exp(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_exp_out(t, x, e); });
    };
    m.def("exp", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "e to the power of t.");
    c.def("exp", f, nb::kw_only(), nb::arg("out") = nb::none(), "e to the power of t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_exp2(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_exp2_out(t, x, e); });
    };
    m.def("exp2", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "2 to the power of t.");
    c.def("exp2", f, nb::kw_only(), nb::arg("out") = nb::none(), "2 to the power of t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_expm1(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_expm1_out(t, x, e); });
    };
    m.def("expm1", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "e to the power of t, minus 1, without losing a small t in the 1.");
    c.def("expm1", f, nb::kw_only(), nb::arg("out") = nb::none(), "e to the power of t, minus 1, without losing a small t in the 1.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_log(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_log_out(t, x, e); });
    };
    m.def("log", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The natural logarithm of t.");
    c.def("log", f, nb::kw_only(), nb::arg("out") = nb::none(), "The natural logarithm of t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_log2(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_log2_out(t, x, e); });
    };
    m.def("log2", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The logarithm of t to base 2.");
    c.def("log2", f, nb::kw_only(), nb::arg("out") = nb::none(), "The logarithm of t to base 2.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_log10(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_log10_out(t, x, e); });
    };
    m.def("log10", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The logarithm of t to base 10.");
    c.def("log10", f, nb::kw_only(), nb::arg("out") = nb::none(), "The logarithm of t to base 10.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_log1p(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_log1p_out(t, x, e); });
    };
    m.def("log1p", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The natural logarithm of 1 + t, without losing a small t in the 1.");
    c.def("log1p", f, nb::kw_only(), nb::arg("out") = nb::none(), "The natural logarithm of 1 + t, without losing a small t in the 1.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_sin(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_sin_out(t, x, e); });
    };
    m.def("sin", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The sine of t, in radians.");
    c.def("sin", f, nb::kw_only(), nb::arg("out") = nb::none(), "The sine of t, in radians.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_cos(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_cos_out(t, x, e); });
    };
    m.def("cos", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The cosine of t, in radians.");
    c.def("cos", f, nb::kw_only(), nb::arg("out") = nb::none(), "The cosine of t, in radians.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_tan(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_tan_out(t, x, e); });
    };
    m.def("tan", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The tangent of t, in radians.");
    c.def("tan", f, nb::kw_only(), nb::arg("out") = nb::none(), "The tangent of t, in radians.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_asin(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_asin_out(t, x, e); });
    };
    m.def("asin", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The angle between -pi/2 and pi/2 whose sine is t.");
    c.def("asin", f, nb::kw_only(), nb::arg("out") = nb::none(), "The angle between -pi/2 and pi/2 whose sine is t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_acos(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_acos_out(t, x, e); });
    };
    m.def("acos", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The angle between 0 and pi whose cosine is t.");
    c.def("acos", f, nb::kw_only(), nb::arg("out") = nb::none(), "The angle between 0 and pi whose cosine is t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_atan(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_atan_out(t, x, e); });
    };
    m.def("atan", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The angle between -pi/2 and pi/2 whose tangent is t.");
    c.def("atan", f, nb::kw_only(), nb::arg("out") = nb::none(), "The angle between -pi/2 and pi/2 whose tangent is t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_sinh(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_sinh_out(t, x, e); });
    };
    m.def("sinh", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The hyperbolic sine of t.");
    c.def("sinh", f, nb::kw_only(), nb::arg("out") = nb::none(), "The hyperbolic sine of t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_cosh(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_cosh_out(t, x, e); });
    };
    m.def("cosh", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The hyperbolic cosine of t.");
    c.def("cosh", f, nb::kw_only(), nb::arg("out") = nb::none(), "The hyperbolic cosine of t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_tanh(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_tanh_out(t, x, e); });
    };
    m.def("tanh", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The hyperbolic tangent of t.");
    c.def("tanh", f, nb::kw_only(), nb::arg("out") = nb::none(), "The hyperbolic tangent of t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_asinh(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_asinh_out(t, x, e); });
    };
    m.def("asinh", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The number whose hyperbolic sine is t.");
    c.def("asinh", f, nb::kw_only(), nb::arg("out") = nb::none(), "The number whose hyperbolic sine is t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_acosh(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_acosh_out(t, x, e); });
    };
    m.def("acosh", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The number, not negative, whose hyperbolic cosine is t.");
    c.def("acosh", f, nb::kw_only(), nb::arg("out") = nb::none(), "The number, not negative, whose hyperbolic cosine is t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_atanh(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_atanh_out(t, x, e); });
    };
    m.def("atanh", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The number whose hyperbolic tangent is t.");
    c.def("atanh", f, nb::kw_only(), nb::arg("out") = nb::none(), "The number whose hyperbolic tangent is t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_erf(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_erf_out(t, x, e); });
    };
    m.def("erf", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The error function of t.");
    c.def("erf", f, nb::kw_only(), nb::arg("out") = nb::none(), "The error function of t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_erfc(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_erfc_out(t, x, e); });
    };
    m.def("erfc", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "1 - erf(t), without losing a small result in the 1.");
    c.def("erfc", f, nb::kw_only(), nb::arg("out") = nb::none(), "1 - erf(t), without losing a small result in the 1.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_erfinv(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_erfinv_out(t, x, e); });
    };
    m.def("erfinv", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The number whose error function is t.");
    c.def("erfinv", f, nb::kw_only(), nb::arg("out") = nb::none(), "The number whose error function is t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_lgamma(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_lgamma_out(t, x, e); });
    };
    m.def("lgamma", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The logarithm of the absolute value of the gamma function at t.");
    c.def("lgamma", f, nb::kw_only(), nb::arg("out") = nb::none(), "The logarithm of the absolute value of the gamma function at t.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_sigmoid(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_sigmoid_out(t, x, e); });
    };
    m.def("sigmoid", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "1 / (1 + e^-t).");
    c.def("sigmoid", f, nb::kw_only(), nb::arg("out") = nb::none(), "1 / (1 + e^-t).");
  }
  {
    auto f = [](Operand t, Scalar eps, Out out) -> TensorResult {
      bool unlock = convert_all(t, eps);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_logit(t, eps, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_logit_out(t, eps, x, e); });
    };
    m.def("logit", f, nb::arg("t"), nb::arg("eps") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "log(t / (1 - t)): the number whose sigmoid is t. With an eps that is not negative, t is brought between eps and 1 - eps first.");
    c.def("logit", f, nb::arg("eps") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "log(t / (1 - t)): the number whose sigmoid is t. With an eps that is not negative, t is brought between eps and 1 - eps first.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_silu(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_silu_out(t, x, e); });
    };
    m.def("silu", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "t * sigmoid(t).");
    c.def("silu", f, nb::kw_only(), nb::arg("out") = nb::none(), "t * sigmoid(t).");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_mish(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_mish_out(t, x, e); });
    };
    m.def("mish", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "t * tanh(log(1 + e^t)).");
    c.def("mish", f, nb::kw_only(), nb::arg("out") = nb::none(), "t * tanh(log(1 + e^t)).");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_gelu(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_gelu_out(t, x, e); });
    };
    m.def("gelu", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "t times the normal distribution function of t: t * (1 + erf(t / sqrt(2))) / 2.");
    c.def("gelu", f, nb::kw_only(), nb::arg("out") = nb::none(), "t times the normal distribution function of t: t * (1 + erf(t / sqrt(2))) / 2.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_gelu_tanh(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_gelu_tanh_out(t, x, e); });
    };
    m.def("gelu_tanh", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "The approximation of gelu by tanh: t * (1 + tanh(sqrt(2 / pi) * (t + 0.044715 * t^3))) / 2.");
    c.def("gelu_tanh", f, nb::kw_only(), nb::arg("out") = nb::none(), "The approximation of gelu by tanh: t * (1 + tanh(sqrt(2 / pi) * (t + 0.044715 * t^3))) / 2.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_bitwise_not(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_bitwise_not_out(t, x, e); });
    };
    m.def("bitwise_not", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "Every bit of t inverted; of bools it is \"not\".");
    c.def("bitwise_not", f, nb::kw_only(), nb::arg("out") = nb::none(), "Every bit of t inverted; of bools it is \"not\".");
  }
  {
    auto f = [](Operand t, Scalar nan, Scalar posinf, Scalar neginf, Out out) -> TensorResult {
      bool unlock = convert_all(t, nan, posinf, neginf);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_nan_to_num(t, nan, posinf, neginf, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_nan_to_num_out(t, nan, posinf, neginf, x, e); });
    };
    m.def("nan_to_num", f, nb::arg("t"), nb::arg("nan") = nb::none(), nb::arg("posinf") = nb::none(), nb::arg("neginf") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t with nan for NaN, posinf for infinity and neginf for -infinity; of a complex number, in each part. Of integers and bool, t itself.");
    c.def("nan_to_num", f, nb::arg("nan") = nb::none(), nb::arg("posinf") = nb::none(), nb::arg("neginf") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t with nan for NaN, posinf for infinity and neginf for -infinity; of a complex number, in each part. Of integers and bool, t itself.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_logical_not(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_logical_not_out(t, x, e); });
    };
    m.def("logical_not", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether t == 0.");
    c.def("logical_not", f, nb::kw_only(), nb::arg("out") = nb::none(), "Whether t == 0.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_isnan(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_isnan_out(t, x, e); });
    };
    m.def("isnan", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether t, or a part of it, is NaN.");
    c.def("isnan", f, nb::kw_only(), nb::arg("out") = nb::none(), "Whether t, or a part of it, is NaN.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_isinf(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_isinf_out(t, x, e); });
    };
    m.def("isinf", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether t, or a part of it, is infinite.");
    c.def("isinf", f, nb::kw_only(), nb::arg("out") = nb::none(), "Whether t, or a part of it, is infinite.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_isfinite(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_isfinite_out(t, x, e); });
    };
    m.def("isfinite", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether t, and every part of it, is neither infinite nor NaN.");
    c.def("isfinite", f, nb::kw_only(), nb::arg("out") = nb::none(), "Whether t, and every part of it, is neither infinite nor NaN.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_isposinf(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_isposinf_out(t, x, e); });
    };
    m.def("isposinf", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether t is +infinity.");
    c.def("isposinf", f, nb::kw_only(), nb::arg("out") = nb::none(), "Whether t is +infinity.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_isneginf(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_isneginf_out(t, x, e); });
    };
    m.def("isneginf", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether t is -infinity.");
    c.def("isneginf", f, nb::kw_only(), nb::arg("out") = nb::none(), "Whether t is -infinity.");
  }
  {
    auto f = [](Operand t, Out out) -> TensorResult {
      bool unlock = convert_all(t);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_signbit(t, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_signbit_out(t, x, e); });
    };
    m.def("signbit", f, nb::arg("t"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether t is negative, -0 and NaN with the sign bit set included.");
    c.def("signbit", f, nb::kw_only(), nb::arg("out") = nb::none(), "Whether t is negative, -0 and NaN with the sign bit set included.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_add(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_add_out(a, b, x, e); });
    };
    m.def("add", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a + b. Integers wrap; of bools it is \"or\".");
    c.def("add", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a + b. Integers wrap; of bools it is \"or\".");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_sub(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_sub_out(a, b, x, e); });
    };
    m.def("sub", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a - b. Integers wrap.");
    c.def("sub", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a - b. Integers wrap.");
  }
  {
    auto f = [](Operand a, Operand b, Scalar alpha, Out out) -> TensorResult {
      bool unlock = convert_all(a, b, alpha);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_add_scaled(a, b, alpha, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_add_scaled_out(a, b, alpha, x, e); });
    };
    m.def("add_scaled", f, nb::arg("a"), nb::arg("b"), nb::arg("alpha") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "a + alpha * b. Integers wrap; of bools * is \"and\" and + is \"or\".");
    c.def("add_scaled", f, nb::arg("b"), nb::arg("alpha") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "a + alpha * b. Integers wrap; of bools * is \"and\" and + is \"or\".");
  }
  {
    auto f = [](Operand a, Operand b, Scalar alpha, Out out) -> TensorResult {
      bool unlock = convert_all(a, b, alpha);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_sub_scaled(a, b, alpha, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_sub_scaled_out(a, b, alpha, x, e); });
    };
    m.def("sub_scaled", f, nb::arg("a"), nb::arg("b"), nb::arg("alpha") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "a - alpha * b. Integers wrap.");
    c.def("sub_scaled", f, nb::arg("b"), nb::arg("alpha") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "a - alpha * b. Integers wrap.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_mul(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_mul_out(a, b, x, e); });
    };
    m.def("mul", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a * b. Integers wrap; of bools it is \"and\".");
    c.def("mul", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a * b. Integers wrap; of bools it is \"and\".");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_div(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_div_out(a, b, x, e); });
    };
    m.def("div", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a / b, true division: of integers too it is a float.");
    c.def("div", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a / b, true division: of integers too it is a float.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_floor_divide(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_floor_divide_out(a, b, x, e); });
    };
    m.def("floor_divide", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a / b rounded towards minus infinity, as Python's //.");
    c.def("floor_divide", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a / b rounded towards minus infinity, as Python's //.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_div_floor(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_div_floor_out(a, b, x, e); });
    };
    m.def("div_floor", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a / b rounded towards minus infinity: floor_divide.");
    c.def("div_floor", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a / b rounded towards minus infinity: floor_divide.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_div_trunc(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_div_trunc_out(a, b, x, e); });
    };
    m.def("div_trunc", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a / b rounded towards zero, as C's division of integers.");
    c.def("div_trunc", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a / b rounded towards zero, as C's division of integers.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_remainder(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_remainder_out(a, b, x, e); });
    };
    m.def("remainder", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "What is left of a after floor division by b: 0 or of b's sign, as Python's %.");
    c.def("remainder", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "What is left of a after floor division by b: 0 or of b's sign, as Python's %.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_fmod(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_fmod_out(a, b, x, e); });
    };
    m.def("fmod", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "What is left of a after division by b towards zero: 0 or of a's sign, as C's %.");
    c.def("fmod", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "What is left of a after division by b towards zero: 0 or of a's sign, as C's %.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_maximum(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_maximum_out(a, b, x, e); });
    };
    m.def("maximum", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The larger of a and b. NaN wins; of 0 and -0, a.");
    c.def("maximum", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The larger of a and b. NaN wins; of 0 and -0, a.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_minimum(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_minimum_out(a, b, x, e); });
    };
    m.def("minimum", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The smaller of a and b. NaN wins; of 0 and -0, a.");
    c.def("minimum", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The smaller of a and b. NaN wins; of 0 and -0, a.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_fmax(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_fmax_out(a, b, x, e); });
    };
    m.def("fmax", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The larger of a and b. NaN only where both are; of 0 and -0, a.");
    c.def("fmax", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The larger of a and b. NaN only where both are; of 0 and -0, a.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_fmin(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_fmin_out(a, b, x, e); });
    };
    m.def("fmin", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The smaller of a and b. NaN only where both are; of 0 and -0, a.");
    c.def("fmin", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The smaller of a and b. NaN only where both are; of 0 and -0, a.");
  }
  {
    auto f = [](Operand t, Operand bound, Out out) -> TensorResult {
      bool unlock = convert_all(t, bound);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_clamp_min(t, bound, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_clamp_min_out(t, bound, x, e); });
    };
    m.def("clamp_min", f, nb::arg("t"), nb::arg("bound"), nb::kw_only(), nb::arg("out") = nb::none(), "The larger of t and bound. NaN wins; of 0 and -0, t.");
    c.def("clamp_min", f, nb::arg("bound"), nb::kw_only(), nb::arg("out") = nb::none(), "The larger of t and bound. NaN wins; of 0 and -0, t.");
  }
  {
    auto f = [](Operand t, Operand bound, Out out) -> TensorResult {
      bool unlock = convert_all(t, bound);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_clamp_max(t, bound, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_clamp_max_out(t, bound, x, e); });
    };
    m.def("clamp_max", f, nb::arg("t"), nb::arg("bound"), nb::kw_only(), nb::arg("out") = nb::none(), "The smaller of t and bound. NaN wins; of 0 and -0, t.");
    c.def("clamp_max", f, nb::arg("bound"), nb::kw_only(), nb::arg("out") = nb::none(), "The smaller of t and bound. NaN wins; of 0 and -0, t.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_heaviside(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_heaviside_out(a, b, x, e); });
    };
    m.def("heaviside", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "0 where a < 0 or a is NaN, b where a == 0, 1 where a > 0.");
    c.def("heaviside", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "0 where a < 0 or a is NaN, b where a == 0, 1 where a > 0.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_atan2(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_atan2_out(a, b, x, e); });
    };
    m.def("atan2", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The angle of the point (b, a) from the first axis: between -pi and pi, with the sign of a.");
    c.def("atan2", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The angle of the point (b, a) from the first axis: between -pi and pi, with the sign of a.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_hypot(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_hypot_out(a, b, x, e); });
    };
    m.def("hypot", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The square root of a * a + b * b, without overflow on the way.");
    c.def("hypot", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The square root of a * a + b * b, without overflow on the way.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_pow(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_pow_out(a, b, x, e); });
    };
    m.def("pow", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a to the power of b. Integers wrap; of a negative power of an integer, the part before the point.");
    c.def("pow", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a to the power of b. Integers wrap; of a negative power of an integer, the part before the point.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_ldexp(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_ldexp_out(a, b, x, e); });
    };
    m.def("ldexp", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a times 2 to the power of b.");
    c.def("ldexp", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a times 2 to the power of b.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_logaddexp(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_logaddexp_out(a, b, x, e); });
    };
    m.def("logaddexp", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "log(e^a + e^b), without overflow on the way.");
    c.def("logaddexp", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "log(e^a + e^b), without overflow on the way.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_logaddexp2(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_logaddexp2_out(a, b, x, e); });
    };
    m.def("logaddexp2", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "log2(2^a + 2^b), without overflow on the way.");
    c.def("logaddexp2", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "log2(2^a + 2^b), without overflow on the way.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_xlogy(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_xlogy_out(a, b, x, e); });
    };
    m.def("xlogy", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a * log(b), and 0 where a is 0, unless b is NaN.");
    c.def("xlogy", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a * log(b), and 0 where a is 0, unless b is NaN.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_copysign(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_copysign_out(a, b, x, e); });
    };
    m.def("copysign", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "|a| with the sign of b.");
    c.def("copysign", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "|a| with the sign of b.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_nextafter(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_nextafter_out(a, b, x, e); });
    };
    m.def("nextafter", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The number next to a on the way to b, in their common dtype; b where they are equal.");
    c.def("nextafter", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "The number next to a on the way to b, in their common dtype; b where they are equal.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_bitwise_and(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_bitwise_and_out(a, b, x, e); });
    };
    m.def("bitwise_and", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a & b, bit by bit; of bools it is \"and\".");
    c.def("bitwise_and", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a & b, bit by bit; of bools it is \"and\".");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_bitwise_or(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_bitwise_or_out(a, b, x, e); });
    };
    m.def("bitwise_or", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a | b, bit by bit; of bools it is \"or\".");
    c.def("bitwise_or", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a | b, bit by bit; of bools it is \"or\".");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_bitwise_xor(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_bitwise_xor_out(a, b, x, e); });
    };
    m.def("bitwise_xor", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a ^ b, bit by bit; of bools it is \"exclusive or\".");
    c.def("bitwise_xor", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a ^ b, bit by bit; of bools it is \"exclusive or\".");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_left_shift(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_left_shift_out(a, b, x, e); });
    };
    m.def("left_shift", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a << b. 0 where b is negative, or the width of a or more.");
    c.def("left_shift", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a << b. 0 where b is negative, or the width of a or more.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_right_shift(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_right_shift_out(a, b, x, e); });
    };
    m.def("right_shift", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a >> b, with copies of the sign. As far as it goes where b is negative, or the width of a or more.");
    c.def("right_shift", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a >> b, with copies of the sign. As far as it goes where b is negative, or the width of a or more.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_eq(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_eq_out(a, b, x, e); });
    };
    m.def("eq", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a == b, compared in the common dtype. NaN equals nothing.");
    c.def("eq", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a == b, compared in the common dtype. NaN equals nothing.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_ne(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_ne_out(a, b, x, e); });
    };
    m.def("ne", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a != b, compared in the common dtype. NaN differs from everything.");
    c.def("ne", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a != b, compared in the common dtype. NaN differs from everything.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_lt(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_lt_out(a, b, x, e); });
    };
    m.def("lt", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a < b, compared in the common dtype. NaN is less than nothing.");
    c.def("lt", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a < b, compared in the common dtype. NaN is less than nothing.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_le(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_le_out(a, b, x, e); });
    };
    m.def("le", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a <= b, compared in the common dtype. Not where either is NaN.");
    c.def("le", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a <= b, compared in the common dtype. Not where either is NaN.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_gt(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_gt_out(a, b, x, e); });
    };
    m.def("gt", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a > b, compared in the common dtype. NaN is greater than nothing.");
    c.def("gt", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a > b, compared in the common dtype. NaN is greater than nothing.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_ge(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_ge_out(a, b, x, e); });
    };
    m.def("ge", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a >= b, compared in the common dtype. Not where either is NaN.");
    c.def("ge", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a >= b, compared in the common dtype. Not where either is NaN.");
  }
  {
    auto f = [](Operand a, Operand b, Scalar rtol, Scalar atol, Scalar equal_nan, Out out) -> TensorResult {
      bool unlock = convert_all(a, b, rtol, atol, equal_nan);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_isclose(a, b, rtol, atol, equal_nan, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_isclose_out(a, b, rtol, atol, equal_nan, x, e); });
    };
    m.def("isclose", f, nb::arg("a"), nb::arg("b"), nb::arg("rtol") = nb::none(), nb::arg("atol") = nb::none(), nb::arg("equal_nan") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a == b, or |a - b| <= atol + rtol * |b| and |a - b| is finite. NaN is close to nothing, or to NaN with equal_nan.");
    c.def("isclose", f, nb::arg("b"), nb::arg("rtol") = nb::none(), nb::arg("atol") = nb::none(), nb::arg("equal_nan") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a == b, or |a - b| <= atol + rtol * |b| and |a - b| is finite. NaN is close to nothing, or to NaN with equal_nan.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_logical_and(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_logical_and_out(a, b, x, e); });
    };
    m.def("logical_and", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether neither a nor b is 0, in the common dtype. NaN is not 0.");
    c.def("logical_and", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether neither a nor b is 0, in the common dtype. NaN is not 0.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_logical_or(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_logical_or_out(a, b, x, e); });
    };
    m.def("logical_or", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a and b are not both 0, in the common dtype. NaN is not 0.");
    c.def("logical_or", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether a and b are not both 0, in the common dtype. NaN is not 0.");
  }
  {
    auto f = [](Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_logical_xor(a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_logical_xor_out(a, b, x, e); });
    };
    m.def("logical_xor", f, nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether exactly one of a and b is 0, in the common dtype. NaN is not 0.");
    c.def("logical_xor", f, nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "Whether exactly one of a and b is 0, in the common dtype. NaN is not 0.");
  }
  {
    auto f = [](Operand condition, Operand a, Operand b, Out out) -> TensorResult {
      bool unlock = convert_all(condition, a, b);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_where(condition, a, b, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_where_out(condition, a, b, x, e); });
    };
    m.def("where", f, nb::arg("condition"), nb::arg("a"), nb::arg("b"), nb::kw_only(), nb::arg("out") = nb::none(), "a where condition is true, else b.");
  }
  {
    auto f = [](Operand t, Operand mask, RequiredScalar value, Out out) -> TensorResult {
      bool unlock = convert_all(t, mask, value);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_masked_fill(t, mask, value, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_masked_fill_out(t, mask, value, x, e); });
    };
    m.def("masked_fill", f, nb::arg("t"), nb::arg("mask"), nb::arg("value"), nb::kw_only(), nb::arg("out") = nb::none(), "value where mask is true, else t.");
    c.def("masked_fill", f, nb::arg("mask"), nb::arg("value"), nb::kw_only(), nb::arg("out") = nb::none(), "value where mask is true, else t.");
  }
  {
    auto f = [](Operand start, Operand end, Operand weight, Out out) -> TensorResult {
      bool unlock = convert_all(start, end, weight);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_lerp(start, end, weight, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_lerp_out(start, end, weight, x, e); });
    };
    m.def("lerp", f, nb::arg("start"), nb::arg("end"), nb::arg("weight"), nb::kw_only(), nb::arg("out") = nb::none(), "start + weight * (end - start), from whichever end is nearer.");
    c.def("lerp", f, nb::arg("end"), nb::arg("weight"), nb::kw_only(), nb::arg("out") = nb::none(), "start + weight * (end - start), from whichever end is nearer.");
  }
  {
    auto f = [](Operand a, Operand b, Operand c, Out out) -> TensorResult {
      bool unlock = convert_all(a, b, c);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_fma(a, b, c, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_fma_out(a, b, c, x, e); });
    };
    m.def("fma", f, nb::arg("a"), nb::arg("b"), nb::arg("c"), nb::kw_only(), nb::arg("out") = nb::none(), "a * b + c, rounded once. Integers wrap.");
    c.def("fma", f, nb::arg("b"), nb::arg("c"), nb::kw_only(), nb::arg("out") = nb::none(), "a * b + c, rounded once. Integers wrap.");
  }
  {
    auto f = [](Operand t, OptionalOperand min, OptionalOperand max, Out out) -> TensorResult {
      bool unlock = convert_all(t, min, max);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_clamp(t, min, max, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_clamp_out(t, min, max, x, e); });
    };
    m.def("clamp", f, nb::arg("t"), nb::arg("min") = nb::none(), nb::arg("max") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t, but no smaller than min and no larger than max; max where min > max. NaN in any of them wins. min or max may be None: there is no such bound.");
    c.def("clamp", f, nb::arg("min") = nb::none(), nb::arg("max") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t, but no smaller than min and no larger than max; max where min > max. NaN in any of them wins. min or max may be None: there is no such bound.");
  }
  {
    auto f = [](Operand t, Operand a, Operand b, Scalar value, Out out) -> TensorResult {
      bool unlock = convert_all(t, a, b, value);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_addcmul(t, a, b, value, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_addcmul_out(t, a, b, value, x, e); });
    };
    m.def("addcmul", f, nb::arg("t"), nb::arg("a"), nb::arg("b"), nb::arg("value") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t + value * a * b. Integers wrap.");
    c.def("addcmul", f, nb::arg("a"), nb::arg("b"), nb::arg("value") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t + value * a * b. Integers wrap.");
  }
  {
    auto f = [](Operand t, Operand a, Operand b, Scalar value, Out out) -> TensorResult {
      bool unlock = convert_all(t, a, b, value);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_addcdiv(t, a, b, value, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_addcdiv_out(t, a, b, value, x, e); });
    };
    m.def("addcdiv", f, nb::arg("t"), nb::arg("a"), nb::arg("b"), nb::arg("value") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t + value * a / b, in that order.");
    c.def("addcdiv", f, nb::arg("a"), nb::arg("b"), nb::arg("value") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "t + value * a / b, in that order.");
  }
  {
    auto f = [](Operand a, Operand b) {
      bool unlock = convert_all(a, b);
      bool result;
      run(unlock, [&](ct_error *e) { return ct_equal(a, b, &result, e); });
      return result;
    };
    m.def("equal", f, nb::arg("a"), nb::arg("b"), "Whether a and b have the same sizes, the same dtype and equal elements. NaN equals nothing, so a tensor that holds one is not equal to itself; 0 equals -0. The search ends where two elements differ.");
    c.def("equal", f, nb::arg("b"), "Whether a and b have the same sizes, the same dtype and equal elements. NaN equals nothing, so a tensor that holds one is not equal to itself; 0 equals -0. The search ends where two elements differ.");
  }
  {
    auto f = [](Operand a, Operand b, Scalar rtol, Scalar atol, Scalar equal_nan) {
      bool unlock = convert_all(a, b, rtol, atol, equal_nan);
      bool result;
      run(unlock, [&](ct_error *e) { return ct_allclose(a, b, rtol, atol, equal_nan, &result, e); });
      return result;
    };
    m.def("allclose", f, nb::arg("a"), nb::arg("b"), nb::arg("rtol") = nb::none(), nb::arg("atol") = nb::none(), nb::arg("equal_nan") = nb::none(), "Whether isclose is true for all elements of a and b. The search ends where it is not.");
    c.def("allclose", f, nb::arg("b"), nb::arg("rtol") = nb::none(), nb::arg("atol") = nb::none(), nb::arg("equal_nan") = nb::none(), "Whether isclose is true for all elements of a and b. The search ends where it is not.");
  }
  {
    auto f = [](Operand t, Dims dims, bool keepdim, DTypeArg dtype, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims, dtype);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_sum(t, dims.data(), dims.count(), keepdim, dtype, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_sum_out(t, dims.data(), dims.count(), keepdim, dtype, x, e); });
    };
    m.def("sum", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The sum over some dims. no dims: over all.");
    c.def("sum", f, nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The sum over some dims. no dims: over all.");
  }
  {
    auto f = [](Operand t, Dims dims, bool keepdim, DTypeArg dtype, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims, dtype);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_sum_compensated(t, dims.data(), dims.count(), keepdim, dtype, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_sum_compensated_out(t, dims.data(), dims.count(), keepdim, dtype, x, e); });
    };
    m.def("sum_compensated", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The sum over some dims, as if in twice the precision of the elements and then rounded. no dims: over all.");
    c.def("sum_compensated", f, nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The sum over some dims, as if in twice the precision of the elements and then rounded. no dims: over all.");
  }
  {
    auto f = [](Operand t, Dims dims, bool keepdim, DTypeArg dtype, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims, dtype);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_sum_exact(t, dims.data(), dims.count(), keepdim, dtype, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_sum_exact_out(t, dims.data(), dims.count(), keepdim, dtype, x, e); });
    };
    m.def("sum_exact", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The exact sum over some dims, rounded once, to nearest. no dims: over all.");
    c.def("sum_exact", f, nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The exact sum over some dims, rounded once, to nearest. no dims: over all.");
  }
  {
    auto f = [](Operand t, Dims dims, bool keepdim, DTypeArg dtype, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims, dtype);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_nansum(t, dims.data(), dims.count(), keepdim, dtype, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_nansum_out(t, dims.data(), dims.count(), keepdim, dtype, x, e); });
    };
    m.def("nansum", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The sum over some dims of the elements that are not NaN. no dims: over all.");
    c.def("nansum", f, nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The sum over some dims of the elements that are not NaN. no dims: over all.");
  }
  {
    auto f = [](Operand t, Dims dims, bool keepdim, DTypeArg dtype, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims, dtype);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_mean(t, dims.data(), dims.count(), keepdim, dtype, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_mean_out(t, dims.data(), dims.count(), keepdim, dtype, x, e); });
    };
    m.def("mean", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The mean over some dims: their sum, divided by the number of elements. no dims: over all.");
    c.def("mean", f, nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The mean over some dims: their sum, divided by the number of elements. no dims: over all.");
  }
  {
    auto f = [](Operand t, Dims dims, bool keepdim, DTypeArg dtype, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims, dtype);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_nanmean(t, dims.data(), dims.count(), keepdim, dtype, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_nanmean_out(t, dims.data(), dims.count(), keepdim, dtype, x, e); });
    };
    m.def("nanmean", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The mean over some dims of the elements that are not NaN. no dims: over all.");
    c.def("nanmean", f, nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The mean over some dims of the elements that are not NaN. no dims: over all.");
  }
  {
    auto f = [](Operand t, Scalar p, Dims dims, bool keepdim, DTypeArg dtype, Out out) -> TensorResult {
      bool unlock = convert_all(t, p, dims, dtype);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_norm(t, p, dims.data(), dims.count(), keepdim, dtype, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_norm_out(t, p, dims.data(), dims.count(), keepdim, dtype, x, e); });
    };
    m.def("norm", f, nb::arg("t"), nb::arg("p") = nb::none(), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The p-norm over some dims. no dims: over all; p None: 2.");
    c.def("norm", f, nb::arg("p") = nb::none(), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The p-norm over some dims. no dims: over all; p None: 2.");
  }
  {
    auto f = [](Operand t, Dims dims, Scalar correction, bool keepdim, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims, correction);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_var(t, dims.data(), dims.count(), correction, keepdim, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_var_out(t, dims.data(), dims.count(), correction, keepdim, x, e); });
    };
    m.def("var", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("correction") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The variance over some dims: the squared deviations from the mean, divided by their number less the correction. no dims: over all; correction None: 1.");
    c.def("var", f, nb::arg("dims") = nb::none(), nb::arg("correction") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The variance over some dims: the squared deviations from the mean, divided by their number less the correction. no dims: over all; correction None: 1.");
  }
  {
    auto f = [](Operand t, Dims dims, Scalar correction, bool keepdim, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims, correction);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_std(t, dims.data(), dims.count(), correction, keepdim, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_std_out(t, dims.data(), dims.count(), correction, keepdim, x, e); });
    };
    m.def("std", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("correction") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The standard deviation over some dims: the square root of the variance. no dims: over all; correction None: 1.");
    c.def("std", f, nb::arg("dims") = nb::none(), nb::arg("correction") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The standard deviation over some dims: the square root of the variance. no dims: over all; correction None: 1.");
  }
  {
    auto f = [](Operand t, Dims dims, Scalar correction, bool keepdim, OutPair out) -> TensorPair {
      bool unlock = convert_all(t, dims, correction);
      return pair_or_into(
          unlock, out, [&](ct_tensor **x, ct_tensor **y, ct_error *e) { return ct_var_mean(t, dims.data(), dims.count(), correction, keepdim, x, y, e); },
          [&](ct_tensor *x, ct_tensor *y, ct_error *e) { return ct_var_mean_out(t, dims.data(), dims.count(), correction, keepdim, x, y, e); });
    };
    m.def("var_mean", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("correction") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The variance and the mean over some dims, in one pass. no dims: over all; correction None: 1.");
    c.def("var_mean", f, nb::arg("dims") = nb::none(), nb::arg("correction") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The variance and the mean over some dims, in one pass. no dims: over all; correction None: 1.");
  }
  {
    auto f = [](Operand t, Dims dims, Scalar correction, bool keepdim, OutPair out) -> TensorPair {
      bool unlock = convert_all(t, dims, correction);
      return pair_or_into(
          unlock, out, [&](ct_tensor **x, ct_tensor **y, ct_error *e) { return ct_std_mean(t, dims.data(), dims.count(), correction, keepdim, x, y, e); },
          [&](ct_tensor *x, ct_tensor *y, ct_error *e) { return ct_std_mean_out(t, dims.data(), dims.count(), correction, keepdim, x, y, e); });
    };
    m.def("std_mean", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("correction") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The standard deviation and the mean over some dims, in one pass. no dims: over all; correction None: 1.");
    c.def("std_mean", f, nb::arg("dims") = nb::none(), nb::arg("correction") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The standard deviation and the mean over some dims, in one pass. no dims: over all; correction None: 1.");
  }
  {
    auto f = [](Operand t, Dims dims, bool keepdim, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_logsumexp(t, dims.data(), dims.count(), keepdim, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_logsumexp_out(t, dims.data(), dims.count(), keepdim, x, e); });
    };
    m.def("logsumexp", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The logarithm of the sum over some dims of the elements' exponentials. no dims: over all.");
    c.def("logsumexp", f, nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The logarithm of the sum over some dims of the elements' exponentials. no dims: over all.");
  }
  {
    auto f = [](Operand t, Dims dims, bool keepdim, DTypeArg dtype, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims, dtype);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_prod(t, dims.data(), dims.count(), keepdim, dtype, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_prod_out(t, dims.data(), dims.count(), keepdim, dtype, x, e); });
    };
    m.def("prod", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The product over some dims. no dims: over all.");
    c.def("prod", f, nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The product over some dims. no dims: over all.");
  }
  {
    auto f = [](Operand t, Dims dims, bool keepdim, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_amax(t, dims.data(), dims.count(), keepdim, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_amax_out(t, dims.data(), dims.count(), keepdim, x, e); });
    };
    m.def("amax", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The largest element over some dims. no dims: over all.");
    c.def("amax", f, nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The largest element over some dims. no dims: over all.");
  }
  {
    auto f = [](Operand t, Dims dims, bool keepdim, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_amin(t, dims.data(), dims.count(), keepdim, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_amin_out(t, dims.data(), dims.count(), keepdim, x, e); });
    };
    m.def("amin", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The smallest element over some dims. no dims: over all.");
    c.def("amin", f, nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The smallest element over some dims. no dims: over all.");
  }
  {
    auto f = [](Operand t, OptionalDim dim, bool keepdim, Out out) -> TensorResult {
      bool unlock = convert_all(t, dim);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_argmax(t, dim, keepdim, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_argmax_out(t, dim, keepdim, x, e); });
    };
    m.def("argmax", f, nb::arg("t"), nb::arg("dim") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The index of the largest element along dim. dim None: of all elements, counted in row-major order.");
    c.def("argmax", f, nb::arg("dim") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The index of the largest element along dim. dim None: of all elements, counted in row-major order.");
  }
  {
    auto f = [](Operand t, OptionalDim dim, bool keepdim, Out out) -> TensorResult {
      bool unlock = convert_all(t, dim);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_argmin(t, dim, keepdim, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_argmin_out(t, dim, keepdim, x, e); });
    };
    m.def("argmin", f, nb::arg("t"), nb::arg("dim") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The index of the smallest element along dim. dim None: of all elements, counted in row-major order.");
    c.def("argmin", f, nb::arg("dim") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The index of the smallest element along dim. dim None: of all elements, counted in row-major order.");
  }
  {
    auto f = [](Operand t, Dim dim, bool keepdim, OutPair out) -> TensorPair {
      bool unlock = convert_all(t, dim);
      return pair_or_into(
          unlock, out, [&](ct_tensor **x, ct_tensor **y, ct_error *e) { return ct_max_dim(t, dim, keepdim, x, y, e); },
          [&](ct_tensor *x, ct_tensor *y, ct_error *e) { return ct_max_dim_out(t, dim, keepdim, x, y, e); });
    };
    m.def("max_dim", f, nb::arg("t"), nb::arg("dim"), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The largest element along dim, and its index.");
    c.def("max_dim", f, nb::arg("dim"), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The largest element along dim, and its index.");
  }
  {
    auto f = [](Operand t, Dim dim, bool keepdim, OutPair out) -> TensorPair {
      bool unlock = convert_all(t, dim);
      return pair_or_into(
          unlock, out, [&](ct_tensor **x, ct_tensor **y, ct_error *e) { return ct_min_dim(t, dim, keepdim, x, y, e); },
          [&](ct_tensor *x, ct_tensor *y, ct_error *e) { return ct_min_dim_out(t, dim, keepdim, x, y, e); });
    };
    m.def("min_dim", f, nb::arg("t"), nb::arg("dim"), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The smallest element along dim, and its index.");
    c.def("min_dim", f, nb::arg("dim"), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The smallest element along dim, and its index.");
  }
  {
    auto f = [](Operand t, OptionalDim dim, bool keepdim, OutPair out) -> TensorPair {
      bool unlock = convert_all(t, dim);
      return pair_or_into(
          unlock, out, [&](ct_tensor **x, ct_tensor **y, ct_error *e) { return ct_aminmax(t, dim, keepdim, x, y, e); },
          [&](ct_tensor *x, ct_tensor *y, ct_error *e) { return ct_aminmax_out(t, dim, keepdim, x, y, e); });
    };
    m.def("aminmax", f, nb::arg("t"), nb::arg("dim") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The smallest and the largest element along dim, in one pass. dim None: of all elements.");
    c.def("aminmax", f, nb::arg("dim") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "The smallest and the largest element along dim, in one pass. dim None: of all elements.");
  }
  {
    auto f = [](Operand t, Dims dims, bool keepdim, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_any(t, dims.data(), dims.count(), keepdim, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_any_out(t, dims.data(), dims.count(), keepdim, x, e); });
    };
    m.def("any", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "Whether any element over some dims is not zero. no dims: over all.");
    c.def("any", f, nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "Whether any element over some dims is not zero. no dims: over all.");
  }
  {
    auto f = [](Operand t, Dims dims, bool keepdim, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_all(t, dims.data(), dims.count(), keepdim, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_all_out(t, dims.data(), dims.count(), keepdim, x, e); });
    };
    m.def("all", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "Whether all elements over some dims are not zero. no dims: over all.");
    c.def("all", f, nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "Whether all elements over some dims are not zero. no dims: over all.");
  }
  {
    auto f = [](Operand t, Dims dims, bool keepdim, Out out) -> TensorResult {
      bool unlock = convert_all(t, dims);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_count_nonzero(t, dims.data(), dims.count(), keepdim, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_count_nonzero_out(t, dims.data(), dims.count(), keepdim, x, e); });
    };
    m.def("count_nonzero", f, nb::arg("t"), nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "How many elements over some dims are not zero. no dims: over all.");
    c.def("count_nonzero", f, nb::arg("dims") = nb::none(), nb::arg("keepdim") = false, nb::kw_only(), nb::arg("out") = nb::none(), "How many elements over some dims are not zero. no dims: over all.");
  }
  {
    auto f = [](Operand t, Dim dim, DTypeArg dtype, Out out) -> TensorResult {
      bool unlock = convert_all(t, dim, dtype);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_cumsum(t, dim, dtype, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_cumsum_out(t, dim, dtype, x, e); });
    };
    m.def("cumsum", f, nb::arg("t"), nb::arg("dim"), nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The running sum along dim: of each element and all before it.");
    c.def("cumsum", f, nb::arg("dim"), nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The running sum along dim: of each element and all before it.");
  }
  {
    auto f = [](Operand t, Dim dim, DTypeArg dtype, Out out) -> TensorResult {
      bool unlock = convert_all(t, dim, dtype);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_cumprod(t, dim, dtype, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_cumprod_out(t, dim, dtype, x, e); });
    };
    m.def("cumprod", f, nb::arg("t"), nb::arg("dim"), nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The running product along dim: of each element and all before it.");
    c.def("cumprod", f, nb::arg("dim"), nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The running product along dim: of each element and all before it.");
  }
  {
    auto f = [](Operand t, Dim dim, DTypeArg dtype, Out out) -> TensorResult {
      bool unlock = convert_all(t, dim, dtype);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_softmax(t, dim, dtype, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_softmax_out(t, dim, dtype, x, e); });
    };
    m.def("softmax", f, nb::arg("t"), nb::arg("dim"), nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "e to the power of each element, divided by the sum of those along dim.");
    c.def("softmax", f, nb::arg("dim"), nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "e to the power of each element, divided by the sum of those along dim.");
  }
  {
    auto f = [](Operand t, Dim dim, DTypeArg dtype, Out out) -> TensorResult {
      bool unlock = convert_all(t, dim, dtype);
      return fresh_or_into(
          unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_log_softmax(t, dim, dtype, x, e); },
          [&](ct_tensor *x, ct_error *e) { return ct_log_softmax_out(t, dim, dtype, x, e); });
    };
    m.def("log_softmax", f, nb::arg("t"), nb::arg("dim"), nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The logarithm of softmax: each element less the logarithm of the sum of e to their powers along dim.");
    c.def("log_softmax", f, nb::arg("dim"), nb::arg("dtype") = nb::none(), nb::kw_only(), nb::arg("out") = nb::none(), "The logarithm of softmax: each element less the logarithm of the sum of e to their powers along dim.");
  }
}
