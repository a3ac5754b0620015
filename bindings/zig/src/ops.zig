//! The ops: each makes a fresh tensor, or with Out at the end of its name writes into given ones. After the first
//! operand, operands are tensors or numbers. What ctensor.h says about shapes and dtypes holds here.
// Made by generate.py from ctensor.h.
const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;
const Dtype = @import("dtype.zig").Dtype;
const Scalar = @import("scalar.zig").Scalar;
const Tensor = @import("tensor.zig").Tensor;
const operand = @import("operand.zig").operand;
const optionalOperand = @import("operand.zig").optionalOperand;

const check = errors.check;
const rawOf = errors.rawOf;

pub const OutMean = struct {
    out: Tensor,
    mean: Tensor,

    pub fn deinit(self: *OutMean) void {
        self.out.deinit();
        self.mean.deinit();
    }
};

pub const ValuesIndices = struct {
    values: Tensor,
    indices: Tensor,

    pub fn deinit(self: *ValuesIndices) void {
        self.values.deinit();
        self.indices.deinit();
    }
};

pub const MinMax = struct {
    min: Tensor,
    max: Tensor,

    pub fn deinit(self: *MinMax) void {
        self.min.deinit();
        self.max.deinit();
    }
};

/// -t. Integers wrap.
pub fn neg(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_neg(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `neg` into existing tensors; in place where one is an input.
pub fn negOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_neg_out(t.handle, out.handle, rawOf(diag)));
}

/// |t|. Of the smallest integer, itself; of a complex number, a float, without overflow on the way.
pub fn abs(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_abs(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `abs` into existing tensors; in place where one is an input.
pub fn absOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_abs_out(t.handle, out.handle, rawOf(diag)));
}

/// The sign of t: -1, 0 or 1; 0 for NaN.
pub fn sign(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_sign(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `sign` into existing tensors; in place where one is an input.
pub fn signOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_sign_out(t.handle, out.handle, rawOf(diag)));
}

/// The angle of t from the positive real axis: between -pi and pi; of a real number, pi where it is below 0, NaN of NaN, else 0.
pub fn angle(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_angle(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `angle` into existing tensors; in place where one is an input.
pub fn angleOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_angle_out(t.handle, out.handle, rawOf(diag)));
}

/// t / |t|, and 0 of 0: the sign of a real number, the direction of a complex one.
pub fn sgn(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_sgn(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `sgn` into existing tensors; in place where one is an input.
pub fn sgnOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_sgn_out(t.handle, out.handle, rawOf(diag)));
}

/// t itself, copied.
pub fn positive(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_positive(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `positive` into existing tensors; in place where one is an input.
pub fn positiveOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_positive_out(t.handle, out.handle, rawOf(diag)));
}

/// The complex conjugate of t, copied; of what is not complex, t itself.
pub fn conj(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_conj(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `conj` into existing tensors; in place where one is an input.
pub fn conjOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_conj_out(t.handle, out.handle, rawOf(diag)));
}

/// t * t. Integers wrap.
pub fn square(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_square(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `square` into existing tensors; in place where one is an input.
pub fn squareOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_square_out(t.handle, out.handle, rawOf(diag)));
}

/// The larger of t and 0. NaN stays NaN.
pub fn relu(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_relu(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `relu` into existing tensors; in place where one is an input.
pub fn reluOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_relu_out(t.handle, out.handle, rawOf(diag)));
}

/// t between 0 and 6. NaN stays NaN.
pub fn relu6(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_relu6(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `relu6` into existing tensors; in place where one is an input.
pub fn relu6Out(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_relu6_out(t.handle, out.handle, rawOf(diag)));
}

/// t where it is above 0, else negative_slope * t.
pub fn leakyRelu(t: Tensor, options: struct { negative_slope: ?Scalar = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_leaky_relu(t.handle, if (options.negative_slope) |*one| &one.raw else null, &out.handle, rawOf(diag)));
    return out;
}

/// `leakyRelu` into existing tensors; in place where one is an input.
pub fn leakyReluOut(t: Tensor, options: struct { negative_slope: ?Scalar = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_leaky_relu_out(t.handle, if (options.negative_slope) |*one| &one.raw else null, out.handle, rawOf(diag)));
}

/// t where it is not below 0, else alpha * (e^t - 1).
pub fn elu(t: Tensor, options: struct { alpha: ?Scalar = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_elu(t.handle, if (options.alpha) |*one| &one.raw else null, &out.handle, rawOf(diag)));
    return out;
}

/// `elu` into existing tensors; in place where one is an input.
pub fn eluOut(t: Tensor, options: struct { alpha: ?Scalar = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_elu_out(t.handle, if (options.alpha) |*one| &one.raw else null, out.handle, rawOf(diag)));
}

/// log(1 + e^(beta * t)) / beta, and t itself where beta * t > threshold.
pub fn softplus(t: Tensor, options: struct { beta: ?Scalar = null, threshold: ?Scalar = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_softplus(t.handle, if (options.beta) |*one| &one.raw else null, if (options.threshold) |*one| &one.raw else null, &out.handle, rawOf(diag)));
    return out;
}

/// `softplus` into existing tensors; in place where one is an input.
pub fn softplusOut(t: Tensor, options: struct { beta: ?Scalar = null, threshold: ?Scalar = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_softplus_out(t.handle, if (options.beta) |*one| &one.raw else null, if (options.threshold) |*one| &one.raw else null, out.handle, rawOf(diag)));
}

/// t + 3 between 0 and 6, divided by 6.
pub fn hardsigmoid(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_hardsigmoid(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `hardsigmoid` into existing tensors; in place where one is an input.
pub fn hardsigmoidOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_hardsigmoid_out(t.handle, out.handle, rawOf(diag)));
}

/// t * ct_hardsigmoid(t).
pub fn hardswish(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_hardswish(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `hardswish` into existing tensors; in place where one is an input.
pub fn hardswishOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_hardswish_out(t.handle, out.handle, rawOf(diag)));
}

/// The smallest integer that is no smaller than t.
pub fn ceil(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_ceil(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `ceil` into existing tensors; in place where one is an input.
pub fn ceilOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_ceil_out(t.handle, out.handle, rawOf(diag)));
}

/// The largest integer that is no larger than t.
pub fn floor(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_floor(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `floor` into existing tensors; in place where one is an input.
pub fn floorOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_floor_out(t.handle, out.handle, rawOf(diag)));
}

/// t without its fraction.
pub fn trunc(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_trunc(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `trunc` into existing tensors; in place where one is an input.
pub fn truncOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_trunc_out(t.handle, out.handle, rawOf(diag)));
}

/// The integer nearest to t, the even one of two.
pub fn round(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_round(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `round` into existing tensors; in place where one is an input.
pub fn roundOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_round_out(t.handle, out.handle, rawOf(diag)));
}

/// t rounded to so many decimals, or with negative ones to tens, hundreds, …: ct_round(t * 10^decimals) / 10^decimals. t itself where the product is infinite.
pub fn roundDecimals(t: Tensor, options: struct { decimals: ?Scalar = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_round_decimals(t.handle, if (options.decimals) |*one| &one.raw else null, &out.handle, rawOf(diag)));
    return out;
}

/// `roundDecimals` into existing tensors; in place where one is an input.
pub fn roundDecimalsOut(t: Tensor, options: struct { decimals: ?Scalar = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_round_decimals_out(t.handle, if (options.decimals) |*one| &one.raw else null, out.handle, rawOf(diag)));
}

/// t - ct_trunc(t): the fraction of t, with its sign.
pub fn frac(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_frac(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `frac` into existing tensors; in place where one is an input.
pub fn fracOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_frac_out(t.handle, out.handle, rawOf(diag)));
}

/// The square root of t, correctly rounded; of a complex number, the one in the right half plane.
pub fn sqrt(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_sqrt(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `sqrt` into existing tensors; in place where one is an input.
pub fn sqrtOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_sqrt_out(t.handle, out.handle, rawOf(diag)));
}

/// 1 / ct_sqrt(t).
pub fn rsqrt(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_rsqrt(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `rsqrt` into existing tensors; in place where one is an input.
pub fn rsqrtOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_rsqrt_out(t.handle, out.handle, rawOf(diag)));
}

/// 1 / t.
pub fn reciprocal(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_reciprocal(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `reciprocal` into existing tensors; in place where one is an input.
pub fn reciprocalOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_reciprocal_out(t.handle, out.handle, rawOf(diag)));
}

/// t degrees in radians.
pub fn deg2rad(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_deg2rad(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `deg2rad` into existing tensors; in place where one is an input.
pub fn deg2radOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_deg2rad_out(t.handle, out.handle, rawOf(diag)));
}

/// t radians in degrees.
pub fn rad2deg(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_rad2deg(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `rad2deg` into existing tensors; in place where one is an input.
pub fn rad2degOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_rad2deg_out(t.handle, out.handle, rawOf(diag)));
}

/// e to the power of t.
pub fn exp(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_exp(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `exp` into existing tensors; in place where one is an input.
pub fn expOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_exp_out(t.handle, out.handle, rawOf(diag)));
}

/// 2 to the power of t.
pub fn exp2(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_exp2(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `exp2` into existing tensors; in place where one is an input.
pub fn exp2Out(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_exp2_out(t.handle, out.handle, rawOf(diag)));
}

/// e to the power of t, minus 1, without losing a small t in the 1.
pub fn expm1(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_expm1(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `expm1` into existing tensors; in place where one is an input.
pub fn expm1Out(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_expm1_out(t.handle, out.handle, rawOf(diag)));
}

/// The natural logarithm of t.
pub fn log(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_log(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `log` into existing tensors; in place where one is an input.
pub fn logOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_log_out(t.handle, out.handle, rawOf(diag)));
}

/// The logarithm of t to base 2.
pub fn log2(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_log2(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `log2` into existing tensors; in place where one is an input.
pub fn log2Out(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_log2_out(t.handle, out.handle, rawOf(diag)));
}

/// The logarithm of t to base 10.
pub fn log10(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_log10(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `log10` into existing tensors; in place where one is an input.
pub fn log10Out(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_log10_out(t.handle, out.handle, rawOf(diag)));
}

/// The natural logarithm of 1 + t, without losing a small t in the 1.
pub fn log1p(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_log1p(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `log1p` into existing tensors; in place where one is an input.
pub fn log1pOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_log1p_out(t.handle, out.handle, rawOf(diag)));
}

/// The sine of t, in radians.
pub fn sin(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_sin(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `sin` into existing tensors; in place where one is an input.
pub fn sinOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_sin_out(t.handle, out.handle, rawOf(diag)));
}

/// The cosine of t, in radians.
pub fn cos(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_cos(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `cos` into existing tensors; in place where one is an input.
pub fn cosOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_cos_out(t.handle, out.handle, rawOf(diag)));
}

/// The tangent of t, in radians.
pub fn tan(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_tan(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `tan` into existing tensors; in place where one is an input.
pub fn tanOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_tan_out(t.handle, out.handle, rawOf(diag)));
}

/// The angle between -pi/2 and pi/2 whose sine is t.
pub fn asin(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_asin(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `asin` into existing tensors; in place where one is an input.
pub fn asinOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_asin_out(t.handle, out.handle, rawOf(diag)));
}

/// The angle between 0 and pi whose cosine is t.
pub fn acos(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_acos(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `acos` into existing tensors; in place where one is an input.
pub fn acosOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_acos_out(t.handle, out.handle, rawOf(diag)));
}

/// The angle between -pi/2 and pi/2 whose tangent is t.
pub fn atan(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_atan(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `atan` into existing tensors; in place where one is an input.
pub fn atanOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_atan_out(t.handle, out.handle, rawOf(diag)));
}

/// The hyperbolic sine of t.
pub fn sinh(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_sinh(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `sinh` into existing tensors; in place where one is an input.
pub fn sinhOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_sinh_out(t.handle, out.handle, rawOf(diag)));
}

/// The hyperbolic cosine of t.
pub fn cosh(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_cosh(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `cosh` into existing tensors; in place where one is an input.
pub fn coshOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_cosh_out(t.handle, out.handle, rawOf(diag)));
}

/// The hyperbolic tangent of t.
pub fn tanh(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_tanh(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `tanh` into existing tensors; in place where one is an input.
pub fn tanhOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_tanh_out(t.handle, out.handle, rawOf(diag)));
}

/// The number whose hyperbolic sine is t.
pub fn asinh(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_asinh(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `asinh` into existing tensors; in place where one is an input.
pub fn asinhOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_asinh_out(t.handle, out.handle, rawOf(diag)));
}

/// The number, not negative, whose hyperbolic cosine is t.
pub fn acosh(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_acosh(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `acosh` into existing tensors; in place where one is an input.
pub fn acoshOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_acosh_out(t.handle, out.handle, rawOf(diag)));
}

/// The number whose hyperbolic tangent is t.
pub fn atanh(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_atanh(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `atanh` into existing tensors; in place where one is an input.
pub fn atanhOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_atanh_out(t.handle, out.handle, rawOf(diag)));
}

/// The error function of t.
pub fn erf(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_erf(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `erf` into existing tensors; in place where one is an input.
pub fn erfOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_erf_out(t.handle, out.handle, rawOf(diag)));
}

/// 1 - ct_erf(t), without losing a small result in the 1.
pub fn erfc(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_erfc(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `erfc` into existing tensors; in place where one is an input.
pub fn erfcOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_erfc_out(t.handle, out.handle, rawOf(diag)));
}

/// The number whose error function is t.
pub fn erfinv(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_erfinv(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `erfinv` into existing tensors; in place where one is an input.
pub fn erfinvOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_erfinv_out(t.handle, out.handle, rawOf(diag)));
}

/// The logarithm of the absolute value of the gamma function at t.
pub fn lgamma(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_lgamma(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `lgamma` into existing tensors; in place where one is an input.
pub fn lgammaOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_lgamma_out(t.handle, out.handle, rawOf(diag)));
}

/// 1 / (1 + e^-t).
pub fn sigmoid(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_sigmoid(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `sigmoid` into existing tensors; in place where one is an input.
pub fn sigmoidOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_sigmoid_out(t.handle, out.handle, rawOf(diag)));
}

/// log(t / (1 - t)): the number whose sigmoid is t. With an eps that is not negative, t is brought between eps and 1 - eps first.
pub fn logit(t: Tensor, options: struct { eps: ?Scalar = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_logit(t.handle, if (options.eps) |*one| &one.raw else null, &out.handle, rawOf(diag)));
    return out;
}

/// `logit` into existing tensors; in place where one is an input.
pub fn logitOut(t: Tensor, options: struct { eps: ?Scalar = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_logit_out(t.handle, if (options.eps) |*one| &one.raw else null, out.handle, rawOf(diag)));
}

/// t * ct_sigmoid(t).
pub fn silu(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_silu(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `silu` into existing tensors; in place where one is an input.
pub fn siluOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_silu_out(t.handle, out.handle, rawOf(diag)));
}

/// t * tanh(log(1 + e^t)).
pub fn mish(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_mish(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `mish` into existing tensors; in place where one is an input.
pub fn mishOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_mish_out(t.handle, out.handle, rawOf(diag)));
}

/// t times the normal distribution function of t: t * (1 + erf(t / sqrt(2))) / 2.
pub fn gelu(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_gelu(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `gelu` into existing tensors; in place where one is an input.
pub fn geluOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_gelu_out(t.handle, out.handle, rawOf(diag)));
}

/// The approximation of ct_gelu by tanh: t * (1 + tanh(sqrt(2 / pi) * (t + 0.044715 * t^3))) / 2.
pub fn geluTanh(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_gelu_tanh(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `geluTanh` into existing tensors; in place where one is an input.
pub fn geluTanhOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_gelu_tanh_out(t.handle, out.handle, rawOf(diag)));
}

/// Every bit of t inverted; of bools it is "not".
pub fn bitwiseNot(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_bitwise_not(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `bitwiseNot` into existing tensors; in place where one is an input.
pub fn bitwiseNotOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_bitwise_not_out(t.handle, out.handle, rawOf(diag)));
}

/// t with nan for NaN, posinf for infinity and neginf for -infinity; of a complex number, in each part. Of integers and bool, t itself.
pub fn nanToNum(t: Tensor, options: struct { nan: ?Scalar = null, posinf: ?Scalar = null, neginf: ?Scalar = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_nan_to_num(t.handle, if (options.nan) |*one| &one.raw else null, if (options.posinf) |*one| &one.raw else null, if (options.neginf) |*one| &one.raw else null, &out.handle, rawOf(diag)));
    return out;
}

/// `nanToNum` into existing tensors; in place where one is an input.
pub fn nanToNumOut(t: Tensor, options: struct { nan: ?Scalar = null, posinf: ?Scalar = null, neginf: ?Scalar = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_nan_to_num_out(t.handle, if (options.nan) |*one| &one.raw else null, if (options.posinf) |*one| &one.raw else null, if (options.neginf) |*one| &one.raw else null, out.handle, rawOf(diag)));
}

/// Whether t == 0.
pub fn logicalNot(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_logical_not(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `logicalNot` into existing tensors; in place where one is an input.
pub fn logicalNotOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_logical_not_out(t.handle, out.handle, rawOf(diag)));
}

/// Whether t, or a part of it, is NaN.
pub fn isnan(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_isnan(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `isnan` into existing tensors; in place where one is an input.
pub fn isnanOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_isnan_out(t.handle, out.handle, rawOf(diag)));
}

/// Whether t, or a part of it, is infinite.
pub fn isinf(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_isinf(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `isinf` into existing tensors; in place where one is an input.
pub fn isinfOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_isinf_out(t.handle, out.handle, rawOf(diag)));
}

/// Whether t, and every part of it, is neither infinite nor NaN.
pub fn isfinite(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_isfinite(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `isfinite` into existing tensors; in place where one is an input.
pub fn isfiniteOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_isfinite_out(t.handle, out.handle, rawOf(diag)));
}

/// Whether t is +infinity.
pub fn isposinf(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_isposinf(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `isposinf` into existing tensors; in place where one is an input.
pub fn isposinfOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_isposinf_out(t.handle, out.handle, rawOf(diag)));
}

/// Whether t is -infinity.
pub fn isneginf(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_isneginf(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `isneginf` into existing tensors; in place where one is an input.
pub fn isneginfOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_isneginf_out(t.handle, out.handle, rawOf(diag)));
}

/// Whether t is negative, -0 and NaN with the sign bit set included.
pub fn signbit(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_signbit(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// `signbit` into existing tensors; in place where one is an input.
pub fn signbitOut(t: Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_signbit_out(t.handle, out.handle, rawOf(diag)));
}

/// a + b. Integers wrap; of bools it is "or".
pub fn add(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_add(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `add` into existing tensors; in place where one is an input.
pub fn addOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_add_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a - b. Integers wrap.
pub fn sub(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_sub(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `sub` into existing tensors; in place where one is an input.
pub fn subOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_sub_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a + alpha * b. Integers wrap; of bools * is "and" and + is "or".
pub fn addScaled(a: Tensor, b: anytype, options: struct { alpha: ?Scalar = null }, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_add_scaled(a.handle, b_operand.raw, if (options.alpha) |*one| &one.raw else null, &out.handle, rawOf(diag)));
    return out;
}

/// `addScaled` into existing tensors; in place where one is an input.
pub fn addScaledOut(a: Tensor, b: anytype, options: struct { alpha: ?Scalar = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_add_scaled_out(a.handle, b_operand.raw, if (options.alpha) |*one| &one.raw else null, out.handle, rawOf(diag)));
}

/// a - alpha * b. Integers wrap.
pub fn subScaled(a: Tensor, b: anytype, options: struct { alpha: ?Scalar = null }, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_sub_scaled(a.handle, b_operand.raw, if (options.alpha) |*one| &one.raw else null, &out.handle, rawOf(diag)));
    return out;
}

/// `subScaled` into existing tensors; in place where one is an input.
pub fn subScaledOut(a: Tensor, b: anytype, options: struct { alpha: ?Scalar = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_sub_scaled_out(a.handle, b_operand.raw, if (options.alpha) |*one| &one.raw else null, out.handle, rawOf(diag)));
}

/// a * b. Integers wrap; of bools it is "and".
pub fn mul(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_mul(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `mul` into existing tensors; in place where one is an input.
pub fn mulOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_mul_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a / b, true division: of integers too it is a float.
pub fn div(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_div(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `div` into existing tensors; in place where one is an input.
pub fn divOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_div_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a / b rounded towards minus infinity, as Python's //.
pub fn floorDivide(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_floor_divide(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `floorDivide` into existing tensors; in place where one is an input.
pub fn floorDivideOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_floor_divide_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a / b rounded towards minus infinity: ct_floor_divide.
pub fn divFloor(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_div_floor(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `divFloor` into existing tensors; in place where one is an input.
pub fn divFloorOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_div_floor_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a / b rounded towards zero, as C's division of integers.
pub fn divTrunc(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_div_trunc(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `divTrunc` into existing tensors; in place where one is an input.
pub fn divTruncOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_div_trunc_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// What is left of a after floor division by b: 0 or of b's sign, as Python's %.
pub fn remainder(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_remainder(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `remainder` into existing tensors; in place where one is an input.
pub fn remainderOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_remainder_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// What is left of a after division by b towards zero: 0 or of a's sign, as C's %.
pub fn fmod(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_fmod(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `fmod` into existing tensors; in place where one is an input.
pub fn fmodOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_fmod_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// The larger of a and b. NaN wins; of 0 and -0, a.
pub fn maximum(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_maximum(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `maximum` into existing tensors; in place where one is an input.
pub fn maximumOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_maximum_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// The smaller of a and b. NaN wins; of 0 and -0, a.
pub fn minimum(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_minimum(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `minimum` into existing tensors; in place where one is an input.
pub fn minimumOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_minimum_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// The larger of a and b. NaN only where both are; of 0 and -0, a.
pub fn fmax(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_fmax(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `fmax` into existing tensors; in place where one is an input.
pub fn fmaxOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_fmax_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// The smaller of a and b. NaN only where both are; of 0 and -0, a.
pub fn fmin(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_fmin(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `fmin` into existing tensors; in place where one is an input.
pub fn fminOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_fmin_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// The larger of t and bound. NaN wins; of 0 and -0, t.
pub fn clampMin(t: Tensor, bound: anytype, diag: ?*Diagnostics) Error!Tensor {
    const bound_operand = try operand(bound, diag);
    defer bound_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_clamp_min(t.handle, bound_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `clampMin` into existing tensors; in place where one is an input.
pub fn clampMinOut(t: Tensor, bound: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const bound_operand = try operand(bound, diag);
    defer bound_operand.deinit();
    try check(c.ct_clamp_min_out(t.handle, bound_operand.raw, out.handle, rawOf(diag)));
}

/// The smaller of t and bound. NaN wins; of 0 and -0, t.
pub fn clampMax(t: Tensor, bound: anytype, diag: ?*Diagnostics) Error!Tensor {
    const bound_operand = try operand(bound, diag);
    defer bound_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_clamp_max(t.handle, bound_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `clampMax` into existing tensors; in place where one is an input.
pub fn clampMaxOut(t: Tensor, bound: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const bound_operand = try operand(bound, diag);
    defer bound_operand.deinit();
    try check(c.ct_clamp_max_out(t.handle, bound_operand.raw, out.handle, rawOf(diag)));
}

/// 0 where a < 0 or a is NaN, b where a == 0, 1 where a > 0.
pub fn heaviside(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_heaviside(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `heaviside` into existing tensors; in place where one is an input.
pub fn heavisideOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_heaviside_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// The angle of the point (b, a) from the first axis: between -pi and pi, with the sign of a.
pub fn atan2(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_atan2(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `atan2` into existing tensors; in place where one is an input.
pub fn atan2Out(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_atan2_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// The square root of a * a + b * b, without overflow on the way.
pub fn hypot(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_hypot(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `hypot` into existing tensors; in place where one is an input.
pub fn hypotOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_hypot_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a to the power of b. Integers wrap; of a negative power of an integer, the part before the point.
pub fn pow(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_pow(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `pow` into existing tensors; in place where one is an input.
pub fn powOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_pow_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a times 2 to the power of b.
pub fn ldexp(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_ldexp(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `ldexp` into existing tensors; in place where one is an input.
pub fn ldexpOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_ldexp_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// log(e^a + e^b), without overflow on the way.
pub fn logaddexp(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_logaddexp(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `logaddexp` into existing tensors; in place where one is an input.
pub fn logaddexpOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_logaddexp_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// log2(2^a + 2^b), without overflow on the way.
pub fn logaddexp2(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_logaddexp2(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `logaddexp2` into existing tensors; in place where one is an input.
pub fn logaddexp2Out(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_logaddexp2_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a * log(b), and 0 where a is 0, unless b is NaN.
pub fn xlogy(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_xlogy(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `xlogy` into existing tensors; in place where one is an input.
pub fn xlogyOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_xlogy_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// |a| with the sign of b.
pub fn copysign(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_copysign(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `copysign` into existing tensors; in place where one is an input.
pub fn copysignOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_copysign_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// The number next to a on the way to b, in their common dtype; b where they are equal.
pub fn nextafter(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_nextafter(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `nextafter` into existing tensors; in place where one is an input.
pub fn nextafterOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_nextafter_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a & b, bit by bit; of bools it is "and".
pub fn bitwiseAnd(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_bitwise_and(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `bitwiseAnd` into existing tensors; in place where one is an input.
pub fn bitwiseAndOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_bitwise_and_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a | b, bit by bit; of bools it is "or".
pub fn bitwiseOr(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_bitwise_or(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `bitwiseOr` into existing tensors; in place where one is an input.
pub fn bitwiseOrOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_bitwise_or_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a ^ b, bit by bit; of bools it is "exclusive or".
pub fn bitwiseXor(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_bitwise_xor(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `bitwiseXor` into existing tensors; in place where one is an input.
pub fn bitwiseXorOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_bitwise_xor_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a << b. 0 where b is negative, or the width of a or more.
pub fn leftShift(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_left_shift(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `leftShift` into existing tensors; in place where one is an input.
pub fn leftShiftOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_left_shift_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a >> b, with copies of the sign. As far as it goes where b is negative, or the width of a or more.
pub fn rightShift(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_right_shift(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `rightShift` into existing tensors; in place where one is an input.
pub fn rightShiftOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_right_shift_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// Whether a == b, compared in the common dtype. NaN equals nothing.
pub fn eq(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_eq(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `eq` into existing tensors; in place where one is an input.
pub fn eqOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_eq_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// Whether a != b, compared in the common dtype. NaN differs from everything.
pub fn ne(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_ne(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `ne` into existing tensors; in place where one is an input.
pub fn neOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_ne_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// Whether a < b, compared in the common dtype. NaN is less than nothing.
pub fn lt(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_lt(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `lt` into existing tensors; in place where one is an input.
pub fn ltOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_lt_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// Whether a <= b, compared in the common dtype. Not where either is NaN.
pub fn le(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_le(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `le` into existing tensors; in place where one is an input.
pub fn leOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_le_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// Whether a > b, compared in the common dtype. NaN is greater than nothing.
pub fn gt(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_gt(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `gt` into existing tensors; in place where one is an input.
pub fn gtOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_gt_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// Whether a >= b, compared in the common dtype. Not where either is NaN.
pub fn ge(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_ge(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `ge` into existing tensors; in place where one is an input.
pub fn geOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_ge_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// Whether a == b, or |a - b| <= atol + rtol * |b| and |a - b| is finite. NaN is close to nothing, or to NaN with equal_nan.
pub fn isclose(a: Tensor, b: anytype, options: struct { rtol: ?Scalar = null, atol: ?Scalar = null, equal_nan: ?Scalar = null }, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_isclose(a.handle, b_operand.raw, if (options.rtol) |*one| &one.raw else null, if (options.atol) |*one| &one.raw else null, if (options.equal_nan) |*one| &one.raw else null, &out.handle, rawOf(diag)));
    return out;
}

/// `isclose` into existing tensors; in place where one is an input.
pub fn iscloseOut(a: Tensor, b: anytype, options: struct { rtol: ?Scalar = null, atol: ?Scalar = null, equal_nan: ?Scalar = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_isclose_out(a.handle, b_operand.raw, if (options.rtol) |*one| &one.raw else null, if (options.atol) |*one| &one.raw else null, if (options.equal_nan) |*one| &one.raw else null, out.handle, rawOf(diag)));
}

/// Whether neither a nor b is 0, in the common dtype. NaN is not 0.
pub fn logicalAnd(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_logical_and(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `logicalAnd` into existing tensors; in place where one is an input.
pub fn logicalAndOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_logical_and_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// Whether a and b are not both 0, in the common dtype. NaN is not 0.
pub fn logicalOr(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_logical_or(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `logicalOr` into existing tensors; in place where one is an input.
pub fn logicalOrOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_logical_or_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// Whether exactly one of a and b is 0, in the common dtype. NaN is not 0.
pub fn logicalXor(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_logical_xor(a.handle, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `logicalXor` into existing tensors; in place where one is an input.
pub fn logicalXorOut(a: Tensor, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_logical_xor_out(a.handle, b_operand.raw, out.handle, rawOf(diag)));
}

/// a where condition is true, else b.
pub fn where(condition: Tensor, a: anytype, b: anytype, diag: ?*Diagnostics) Error!Tensor {
    const a_operand = try operand(a, diag);
    defer a_operand.deinit();
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_where(condition.handle, a_operand.raw, b_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `where` into existing tensors; in place where one is an input.
pub fn whereOut(condition: Tensor, a: anytype, b: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const a_operand = try operand(a, diag);
    defer a_operand.deinit();
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_where_out(condition.handle, a_operand.raw, b_operand.raw, out.handle, rawOf(diag)));
}

/// value where mask is true, else t.
pub fn maskedFill(t: Tensor, mask: anytype, value: anytype, diag: ?*Diagnostics) Error!Tensor {
    const mask_operand = try operand(mask, diag);
    defer mask_operand.deinit();
    const value_scalar: Scalar = .of(value);
    var out: Tensor = .released;
    try check(c.ct_masked_fill(t.handle, mask_operand.raw, &value_scalar.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `maskedFill` into existing tensors; in place where one is an input.
pub fn maskedFillOut(t: Tensor, mask: anytype, value: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const mask_operand = try operand(mask, diag);
    defer mask_operand.deinit();
    const value_scalar: Scalar = .of(value);
    try check(c.ct_masked_fill_out(t.handle, mask_operand.raw, &value_scalar.raw, out.handle, rawOf(diag)));
}

/// start + weight * (end - start), from whichever end is nearer.
pub fn lerp(start: Tensor, end: anytype, weight: anytype, diag: ?*Diagnostics) Error!Tensor {
    const end_operand = try operand(end, diag);
    defer end_operand.deinit();
    const weight_operand = try operand(weight, diag);
    defer weight_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_lerp(start.handle, end_operand.raw, weight_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `lerp` into existing tensors; in place where one is an input.
pub fn lerpOut(start: Tensor, end: anytype, weight: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const end_operand = try operand(end, diag);
    defer end_operand.deinit();
    const weight_operand = try operand(weight, diag);
    defer weight_operand.deinit();
    try check(c.ct_lerp_out(start.handle, end_operand.raw, weight_operand.raw, out.handle, rawOf(diag)));
}

/// a * b + c, rounded once. Integers wrap.
pub fn fma(a: Tensor, b: anytype, c_: anytype, diag: ?*Diagnostics) Error!Tensor {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    const c_operand = try operand(c_, diag);
    defer c_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_fma(a.handle, b_operand.raw, c_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `fma` into existing tensors; in place where one is an input.
pub fn fmaOut(a: Tensor, b: anytype, c_: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    const c_operand = try operand(c_, diag);
    defer c_operand.deinit();
    try check(c.ct_fma_out(a.handle, b_operand.raw, c_operand.raw, out.handle, rawOf(diag)));
}

/// t, but no smaller than min and no larger than max; max where min > max. NaN in any of them wins. min or max may be NULL: there is no such bound.
pub fn clamp(t: Tensor, min: anytype, max: anytype, diag: ?*Diagnostics) Error!Tensor {
    const min_operand = try optionalOperand(min, diag);
    defer min_operand.deinit();
    const max_operand = try optionalOperand(max, diag);
    defer max_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_clamp(t.handle, min_operand.raw, max_operand.raw, &out.handle, rawOf(diag)));
    return out;
}

/// `clamp` into existing tensors; in place where one is an input.
pub fn clampOut(t: Tensor, min: anytype, max: anytype, out: Tensor, diag: ?*Diagnostics) Error!void {
    const min_operand = try optionalOperand(min, diag);
    defer min_operand.deinit();
    const max_operand = try optionalOperand(max, diag);
    defer max_operand.deinit();
    try check(c.ct_clamp_out(t.handle, min_operand.raw, max_operand.raw, out.handle, rawOf(diag)));
}

/// t + value * a * b. Integers wrap.
pub fn addcmul(t: Tensor, a: anytype, b: anytype, options: struct { value: ?Scalar = null }, diag: ?*Diagnostics) Error!Tensor {
    const a_operand = try operand(a, diag);
    defer a_operand.deinit();
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_addcmul(t.handle, a_operand.raw, b_operand.raw, if (options.value) |*one| &one.raw else null, &out.handle, rawOf(diag)));
    return out;
}

/// `addcmul` into existing tensors; in place where one is an input.
pub fn addcmulOut(t: Tensor, a: anytype, b: anytype, options: struct { value: ?Scalar = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    const a_operand = try operand(a, diag);
    defer a_operand.deinit();
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_addcmul_out(t.handle, a_operand.raw, b_operand.raw, if (options.value) |*one| &one.raw else null, out.handle, rawOf(diag)));
}

/// t + value * a / b, in that order.
pub fn addcdiv(t: Tensor, a: anytype, b: anytype, options: struct { value: ?Scalar = null }, diag: ?*Diagnostics) Error!Tensor {
    const a_operand = try operand(a, diag);
    defer a_operand.deinit();
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out: Tensor = .released;
    try check(c.ct_addcdiv(t.handle, a_operand.raw, b_operand.raw, if (options.value) |*one| &one.raw else null, &out.handle, rawOf(diag)));
    return out;
}

/// `addcdiv` into existing tensors; in place where one is an input.
pub fn addcdivOut(t: Tensor, a: anytype, b: anytype, options: struct { value: ?Scalar = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    const a_operand = try operand(a, diag);
    defer a_operand.deinit();
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    try check(c.ct_addcdiv_out(t.handle, a_operand.raw, b_operand.raw, if (options.value) |*one| &one.raw else null, out.handle, rawOf(diag)));
}

/// Whether a and b have the same sizes, the same dtype and equal elements. NaN equals nothing, so a tensor that holds one is not equal to itself; 0 equals -0. The search ends where two elements differ.
pub fn equal(a: Tensor, b: anytype, diag: ?*Diagnostics) Error!bool {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out = false;
    try check(c.ct_equal(a.handle, b_operand.raw, &out, rawOf(diag)));
    return out;
}

/// Whether ct_isclose is true for all elements of a and b. The search ends where it is not.
pub fn allclose(a: Tensor, b: anytype, options: struct { rtol: ?Scalar = null, atol: ?Scalar = null, equal_nan: ?Scalar = null }, diag: ?*Diagnostics) Error!bool {
    const b_operand = try operand(b, diag);
    defer b_operand.deinit();
    var out = false;
    try check(c.ct_allclose(a.handle, b_operand.raw, if (options.rtol) |*one| &one.raw else null, if (options.atol) |*one| &one.raw else null, if (options.equal_nan) |*one| &one.raw else null, &out, rawOf(diag)));
    return out;
}

/// The sum over some dims. ndims 0: over all.
pub fn sum(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_sum(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), &out.handle, rawOf(diag)));
    return out;
}

/// `sum` into existing tensors; in place where one is an input.
pub fn sumOut(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_sum_out(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), out.handle, rawOf(diag)));
}

/// The sum over some dims, as if in twice the precision of the elements and then rounded. ndims 0: over all.
pub fn sumCompensated(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_sum_compensated(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), &out.handle, rawOf(diag)));
    return out;
}

/// `sumCompensated` into existing tensors; in place where one is an input.
pub fn sumCompensatedOut(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_sum_compensated_out(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), out.handle, rawOf(diag)));
}

/// The exact sum over some dims, rounded once, to nearest. ndims 0: over all.
pub fn sumExact(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_sum_exact(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), &out.handle, rawOf(diag)));
    return out;
}

/// `sumExact` into existing tensors; in place where one is an input.
pub fn sumExactOut(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_sum_exact_out(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), out.handle, rawOf(diag)));
}

/// The sum over some dims of the elements that are not NaN. ndims 0: over all.
pub fn nansum(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_nansum(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), &out.handle, rawOf(diag)));
    return out;
}

/// `nansum` into existing tensors; in place where one is an input.
pub fn nansumOut(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_nansum_out(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), out.handle, rawOf(diag)));
}

/// The mean over some dims: their sum, divided by the number of elements. ndims 0: over all.
pub fn mean(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_mean(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), &out.handle, rawOf(diag)));
    return out;
}

/// `mean` into existing tensors; in place where one is an input.
pub fn meanOut(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_mean_out(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), out.handle, rawOf(diag)));
}

/// The mean over some dims of the elements that are not NaN. ndims 0: over all.
pub fn nanmean(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_nanmean(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), &out.handle, rawOf(diag)));
    return out;
}

/// `nanmean` into existing tensors; in place where one is an input.
pub fn nanmeanOut(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_nanmean_out(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), out.handle, rawOf(diag)));
}

/// The p-norm over some dims. ndims 0: over all; p NULL: 2.
pub fn norm(t: Tensor, options: struct { p: ?Scalar = null, dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_norm(t.handle, if (options.p) |*one| &one.raw else null, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), &out.handle, rawOf(diag)));
    return out;
}

/// `norm` into existing tensors; in place where one is an input.
pub fn normOut(t: Tensor, options: struct { p: ?Scalar = null, dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_norm_out(t.handle, if (options.p) |*one| &one.raw else null, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), out.handle, rawOf(diag)));
}

/// The variance over some dims: the squared deviations from the mean, divided by their number less the correction. ndims 0: over all; correction NULL: 1.
pub fn @"var"(t: Tensor, options: struct { dims: []const i32 = &.{}, correction: ?Scalar = null, keepdim: bool = false }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_var(t.handle, options.dims.ptr, @intCast(options.dims.len), if (options.correction) |*one| &one.raw else null, options.keepdim, &out.handle, rawOf(diag)));
    return out;
}

/// `var` into existing tensors; in place where one is an input.
pub fn varOut(t: Tensor, options: struct { dims: []const i32 = &.{}, correction: ?Scalar = null, keepdim: bool = false }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_var_out(t.handle, options.dims.ptr, @intCast(options.dims.len), if (options.correction) |*one| &one.raw else null, options.keepdim, out.handle, rawOf(diag)));
}

/// The standard deviation over some dims: the square root of the variance. ndims 0: over all; correction NULL: 1.
pub fn std(t: Tensor, options: struct { dims: []const i32 = &.{}, correction: ?Scalar = null, keepdim: bool = false }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_std(t.handle, options.dims.ptr, @intCast(options.dims.len), if (options.correction) |*one| &one.raw else null, options.keepdim, &out.handle, rawOf(diag)));
    return out;
}

/// `std` into existing tensors; in place where one is an input.
pub fn stdOut(t: Tensor, options: struct { dims: []const i32 = &.{}, correction: ?Scalar = null, keepdim: bool = false }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_std_out(t.handle, options.dims.ptr, @intCast(options.dims.len), if (options.correction) |*one| &one.raw else null, options.keepdim, out.handle, rawOf(diag)));
}

/// The variance and the mean over some dims, in one pass. ndims 0: over all; correction NULL: 1.
pub fn varMean(t: Tensor, options: struct { dims: []const i32 = &.{}, correction: ?Scalar = null, keepdim: bool = false }, diag: ?*Diagnostics) Error!OutMean {
    var out: OutMean = .{ .out = .released, .mean = .released };
    try check(c.ct_var_mean(t.handle, options.dims.ptr, @intCast(options.dims.len), if (options.correction) |*one| &one.raw else null, options.keepdim, &out.out.handle, &out.mean.handle, rawOf(diag)));
    return out;
}

/// `varMean` into existing tensors; in place where one is an input.
pub fn varMeanOut(t: Tensor, options: struct { dims: []const i32 = &.{}, correction: ?Scalar = null, keepdim: bool = false }, out: Tensor, mean_: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_var_mean_out(t.handle, options.dims.ptr, @intCast(options.dims.len), if (options.correction) |*one| &one.raw else null, options.keepdim, out.handle, mean_.handle, rawOf(diag)));
}

/// The standard deviation and the mean over some dims, in one pass. ndims 0: over all; correction NULL: 1.
pub fn stdMean(t: Tensor, options: struct { dims: []const i32 = &.{}, correction: ?Scalar = null, keepdim: bool = false }, diag: ?*Diagnostics) Error!OutMean {
    var out: OutMean = .{ .out = .released, .mean = .released };
    try check(c.ct_std_mean(t.handle, options.dims.ptr, @intCast(options.dims.len), if (options.correction) |*one| &one.raw else null, options.keepdim, &out.out.handle, &out.mean.handle, rawOf(diag)));
    return out;
}

/// `stdMean` into existing tensors; in place where one is an input.
pub fn stdMeanOut(t: Tensor, options: struct { dims: []const i32 = &.{}, correction: ?Scalar = null, keepdim: bool = false }, out: Tensor, mean_: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_std_mean_out(t.handle, options.dims.ptr, @intCast(options.dims.len), if (options.correction) |*one| &one.raw else null, options.keepdim, out.handle, mean_.handle, rawOf(diag)));
}

/// The logarithm of the sum over some dims of the elements' exponentials. ndims 0: over all.
pub fn logsumexp(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_logsumexp(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, &out.handle, rawOf(diag)));
    return out;
}

/// `logsumexp` into existing tensors; in place where one is an input.
pub fn logsumexpOut(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_logsumexp_out(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, out.handle, rawOf(diag)));
}

/// The product over some dims. ndims 0: over all.
pub fn prod(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_prod(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), &out.handle, rawOf(diag)));
    return out;
}

/// `prod` into existing tensors; in place where one is an input.
pub fn prodOut(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false, dtype: ?Dtype = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_prod_out(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, Dtype.toRaw(options.dtype), out.handle, rawOf(diag)));
}

/// The largest element over some dims. ndims 0: over all.
pub fn amax(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_amax(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, &out.handle, rawOf(diag)));
    return out;
}

/// `amax` into existing tensors; in place where one is an input.
pub fn amaxOut(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_amax_out(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, out.handle, rawOf(diag)));
}

/// The smallest element over some dims. ndims 0: over all.
pub fn amin(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_amin(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, &out.handle, rawOf(diag)));
    return out;
}

/// `amin` into existing tensors; in place where one is an input.
pub fn aminOut(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_amin_out(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, out.handle, rawOf(diag)));
}

/// The index of the largest element along dim. dim NULL: of all elements, counted in row-major order.
pub fn argmax(t: Tensor, options: struct { dim: ?i32 = null, keepdim: bool = false }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_argmax(t.handle, if (options.dim) |*one| one else null, options.keepdim, &out.handle, rawOf(diag)));
    return out;
}

/// `argmax` into existing tensors; in place where one is an input.
pub fn argmaxOut(t: Tensor, options: struct { dim: ?i32 = null, keepdim: bool = false }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_argmax_out(t.handle, if (options.dim) |*one| one else null, options.keepdim, out.handle, rawOf(diag)));
}

/// The index of the smallest element along dim. dim NULL: of all elements, counted in row-major order.
pub fn argmin(t: Tensor, options: struct { dim: ?i32 = null, keepdim: bool = false }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_argmin(t.handle, if (options.dim) |*one| one else null, options.keepdim, &out.handle, rawOf(diag)));
    return out;
}

/// `argmin` into existing tensors; in place where one is an input.
pub fn argminOut(t: Tensor, options: struct { dim: ?i32 = null, keepdim: bool = false }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_argmin_out(t.handle, if (options.dim) |*one| one else null, options.keepdim, out.handle, rawOf(diag)));
}

/// The largest element along dim, and its index.
pub fn maxDim(t: Tensor, dim: i32, options: struct { keepdim: bool = false }, diag: ?*Diagnostics) Error!ValuesIndices {
    var out: ValuesIndices = .{ .values = .released, .indices = .released };
    try check(c.ct_max_dim(t.handle, dim, options.keepdim, &out.values.handle, &out.indices.handle, rawOf(diag)));
    return out;
}

/// `maxDim` into existing tensors; in place where one is an input.
pub fn maxDimOut(t: Tensor, dim: i32, options: struct { keepdim: bool = false }, values: Tensor, indices: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_max_dim_out(t.handle, dim, options.keepdim, values.handle, indices.handle, rawOf(diag)));
}

/// The smallest element along dim, and its index.
pub fn minDim(t: Tensor, dim: i32, options: struct { keepdim: bool = false }, diag: ?*Diagnostics) Error!ValuesIndices {
    var out: ValuesIndices = .{ .values = .released, .indices = .released };
    try check(c.ct_min_dim(t.handle, dim, options.keepdim, &out.values.handle, &out.indices.handle, rawOf(diag)));
    return out;
}

/// `minDim` into existing tensors; in place where one is an input.
pub fn minDimOut(t: Tensor, dim: i32, options: struct { keepdim: bool = false }, values: Tensor, indices: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_min_dim_out(t.handle, dim, options.keepdim, values.handle, indices.handle, rawOf(diag)));
}

/// The smallest and the largest element along dim, in one pass. dim NULL: of all elements.
pub fn aminmax(t: Tensor, options: struct { dim: ?i32 = null, keepdim: bool = false }, diag: ?*Diagnostics) Error!MinMax {
    var out: MinMax = .{ .min = .released, .max = .released };
    try check(c.ct_aminmax(t.handle, if (options.dim) |*one| one else null, options.keepdim, &out.min.handle, &out.max.handle, rawOf(diag)));
    return out;
}

/// `aminmax` into existing tensors; in place where one is an input.
pub fn aminmaxOut(t: Tensor, options: struct { dim: ?i32 = null, keepdim: bool = false }, min: Tensor, max: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_aminmax_out(t.handle, if (options.dim) |*one| one else null, options.keepdim, min.handle, max.handle, rawOf(diag)));
}

/// Whether any element over some dims is not zero. ndims 0: over all.
pub fn any(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_any(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, &out.handle, rawOf(diag)));
    return out;
}

/// `any` into existing tensors; in place where one is an input.
pub fn anyOut(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_any_out(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, out.handle, rawOf(diag)));
}

/// Whether all elements over some dims are not zero. ndims 0: over all.
pub fn all(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_all(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, &out.handle, rawOf(diag)));
    return out;
}

/// `all` into existing tensors; in place where one is an input.
pub fn allOut(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_all_out(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, out.handle, rawOf(diag)));
}

/// How many elements over some dims are not zero. ndims 0: over all.
pub fn countNonzero(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_count_nonzero(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, &out.handle, rawOf(diag)));
    return out;
}

/// `countNonzero` into existing tensors; in place where one is an input.
pub fn countNonzeroOut(t: Tensor, options: struct { dims: []const i32 = &.{}, keepdim: bool = false }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_count_nonzero_out(t.handle, options.dims.ptr, @intCast(options.dims.len), options.keepdim, out.handle, rawOf(diag)));
}

/// The running sum along dim: of each element and all before it.
pub fn cumsum(t: Tensor, dim: i32, options: struct { dtype: ?Dtype = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_cumsum(t.handle, dim, Dtype.toRaw(options.dtype), &out.handle, rawOf(diag)));
    return out;
}

/// `cumsum` into existing tensors; in place where one is an input.
pub fn cumsumOut(t: Tensor, dim: i32, options: struct { dtype: ?Dtype = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_cumsum_out(t.handle, dim, Dtype.toRaw(options.dtype), out.handle, rawOf(diag)));
}

/// The running product along dim: of each element and all before it.
pub fn cumprod(t: Tensor, dim: i32, options: struct { dtype: ?Dtype = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_cumprod(t.handle, dim, Dtype.toRaw(options.dtype), &out.handle, rawOf(diag)));
    return out;
}

/// `cumprod` into existing tensors; in place where one is an input.
pub fn cumprodOut(t: Tensor, dim: i32, options: struct { dtype: ?Dtype = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_cumprod_out(t.handle, dim, Dtype.toRaw(options.dtype), out.handle, rawOf(diag)));
}

/// e to the power of each element, divided by the sum of those along dim.
pub fn softmax(t: Tensor, dim: i32, options: struct { dtype: ?Dtype = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_softmax(t.handle, dim, Dtype.toRaw(options.dtype), &out.handle, rawOf(diag)));
    return out;
}

/// `softmax` into existing tensors; in place where one is an input.
pub fn softmaxOut(t: Tensor, dim: i32, options: struct { dtype: ?Dtype = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_softmax_out(t.handle, dim, Dtype.toRaw(options.dtype), out.handle, rawOf(diag)));
}

/// The logarithm of ct_softmax: each element less the logarithm of the sum of e to their powers along dim.
pub fn logSoftmax(t: Tensor, dim: i32, options: struct { dtype: ?Dtype = null }, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_log_softmax(t.handle, dim, Dtype.toRaw(options.dtype), &out.handle, rawOf(diag)));
    return out;
}

/// `logSoftmax` into existing tensors; in place where one is an input.
pub fn logSoftmaxOut(t: Tensor, dim: i32, options: struct { dtype: ?Dtype = null }, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_log_softmax_out(t.handle, dim, Dtype.toRaw(options.dtype), out.handle, rawOf(diag)));
}
