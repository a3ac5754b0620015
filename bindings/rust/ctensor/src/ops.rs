// Made by bindings/rust/generate.py from ctensor.h.
//! The ops, one method each: fresh, into an output, in place. What they mean is said in ctensor.h.
use crate::args::{dim_ptr, raw_dtype, Held, RawScalar};
use crate::error::call;
use crate::tensor::{make, make_two};
use crate::write::{write, write_two};
use crate::{sys, DType, Dims, Operand, OptionalOperand, OptionalScalar, Out, Result, Scalar, Tensor, TensorMut};

// SAFETY of all: handles that live for the call, arrays with their lengths, and outputs that are nobody else's
impl Tensor {
    /// -t. Integers wrap.
    #[inline]
    pub fn neg(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_neg(self.as_raw(), out, error) })
    }

    /// [`neg`](Self::neg) into `out`.
    #[inline]
    pub fn neg_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_neg_out(self.as_raw(), out, error) })
    }

    /// |t|. Of the smallest integer, itself; of a complex number, a float, without overflow on the way.
    #[inline]
    pub fn abs(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_abs(self.as_raw(), out, error) })
    }

    /// [`abs`](Self::abs) into `out`.
    #[inline]
    pub fn abs_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_abs_out(self.as_raw(), out, error) })
    }

    /// The sign of t: -1, 0 or 1; 0 for NaN.
    #[inline]
    pub fn sign(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_sign(self.as_raw(), out, error) })
    }

    /// [`sign`](Self::sign) into `out`.
    #[inline]
    pub fn sign_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_sign_out(self.as_raw(), out, error) })
    }

    /// The angle of t from the positive real axis: between -pi and pi; of a real number, pi where it is below 0, NaN of NaN, else 0.
    #[inline]
    pub fn angle(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_angle(self.as_raw(), out, error) })
    }

    /// [`angle`](Self::angle) into `out`.
    #[inline]
    pub fn angle_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_angle_out(self.as_raw(), out, error) })
    }

    /// t / |t|, and 0 of 0: the sign of a real number, the direction of a complex one.
    #[inline]
    pub fn sgn(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_sgn(self.as_raw(), out, error) })
    }

    /// [`sgn`](Self::sgn) into `out`.
    #[inline]
    pub fn sgn_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_sgn_out(self.as_raw(), out, error) })
    }

    /// t itself, copied.
    #[inline]
    pub fn positive(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_positive(self.as_raw(), out, error) })
    }

    /// [`positive`](Self::positive) into `out`.
    #[inline]
    pub fn positive_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_positive_out(self.as_raw(), out, error) })
    }

    /// The complex conjugate of t, copied; of what is not complex, t itself.
    #[inline]
    pub fn conj(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_conj(self.as_raw(), out, error) })
    }

    /// [`conj`](Self::conj) into `out`.
    #[inline]
    pub fn conj_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_conj_out(self.as_raw(), out, error) })
    }

    /// t * t. Integers wrap.
    #[inline]
    pub fn square(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_square(self.as_raw(), out, error) })
    }

    /// [`square`](Self::square) into `out`.
    #[inline]
    pub fn square_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_square_out(self.as_raw(), out, error) })
    }

    /// The larger of t and 0. NaN stays NaN.
    #[inline]
    pub fn relu(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_relu(self.as_raw(), out, error) })
    }

    /// [`relu`](Self::relu) into `out`.
    #[inline]
    pub fn relu_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_relu_out(self.as_raw(), out, error) })
    }

    /// t between 0 and 6. NaN stays NaN.
    #[inline]
    pub fn relu6(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_relu6(self.as_raw(), out, error) })
    }

    /// [`relu6`](Self::relu6) into `out`.
    #[inline]
    pub fn relu6_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_relu6_out(self.as_raw(), out, error) })
    }

    /// t where it is above 0, else negative_slope * t.
    #[inline]
    pub fn leaky_relu(&self, negative_slope: impl OptionalScalar) -> Result<Tensor> {
        let negative_slope = RawScalar::new(negative_slope);
        make(|out, error| unsafe { sys::ct_leaky_relu(self.as_raw(), negative_slope.as_ptr(), out, error) })
    }

    /// [`leaky_relu`](Self::leaky_relu) into `out`.
    #[inline]
    pub fn leaky_relu_out(&self, negative_slope: impl OptionalScalar, out: &mut impl Out) -> Result<()> {
        let negative_slope = RawScalar::new(negative_slope);
        write(out, |out, error| unsafe { sys::ct_leaky_relu_out(self.as_raw(), negative_slope.as_ptr(), out, error) })
    }

    /// t where it is not below 0, else alpha * (e^t - 1).
    #[inline]
    pub fn elu(&self, alpha: impl OptionalScalar) -> Result<Tensor> {
        let alpha = RawScalar::new(alpha);
        make(|out, error| unsafe { sys::ct_elu(self.as_raw(), alpha.as_ptr(), out, error) })
    }

    /// [`elu`](Self::elu) into `out`.
    #[inline]
    pub fn elu_out(&self, alpha: impl OptionalScalar, out: &mut impl Out) -> Result<()> {
        let alpha = RawScalar::new(alpha);
        write(out, |out, error| unsafe { sys::ct_elu_out(self.as_raw(), alpha.as_ptr(), out, error) })
    }

    /// log(1 + e^(beta * t)) / beta, and t itself where beta * t \> threshold.
    #[inline]
    pub fn softplus(&self, beta: impl OptionalScalar, threshold: impl OptionalScalar) -> Result<Tensor> {
        let beta = RawScalar::new(beta);
        let threshold = RawScalar::new(threshold);
        make(|out, error| unsafe { sys::ct_softplus(self.as_raw(), beta.as_ptr(), threshold.as_ptr(), out, error) })
    }

    /// [`softplus`](Self::softplus) into `out`.
    #[inline]
    pub fn softplus_out(
        &self,
        beta: impl OptionalScalar,
        threshold: impl OptionalScalar,
        out: &mut impl Out,
    ) -> Result<()> {
        let beta = RawScalar::new(beta);
        let threshold = RawScalar::new(threshold);
        write(out, |out, error| unsafe {
            sys::ct_softplus_out(self.as_raw(), beta.as_ptr(), threshold.as_ptr(), out, error)
        })
    }

    /// t + 3 between 0 and 6, divided by 6.
    #[inline]
    pub fn hardsigmoid(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_hardsigmoid(self.as_raw(), out, error) })
    }

    /// [`hardsigmoid`](Self::hardsigmoid) into `out`.
    #[inline]
    pub fn hardsigmoid_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_hardsigmoid_out(self.as_raw(), out, error) })
    }

    /// t * hardsigmoid(t).
    #[inline]
    pub fn hardswish(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_hardswish(self.as_raw(), out, error) })
    }

    /// [`hardswish`](Self::hardswish) into `out`.
    #[inline]
    pub fn hardswish_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_hardswish_out(self.as_raw(), out, error) })
    }

    /// The smallest integer that is no smaller than t.
    #[inline]
    pub fn ceil(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_ceil(self.as_raw(), out, error) })
    }

    /// [`ceil`](Self::ceil) into `out`.
    #[inline]
    pub fn ceil_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_ceil_out(self.as_raw(), out, error) })
    }

    /// The largest integer that is no larger than t.
    #[inline]
    pub fn floor(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_floor(self.as_raw(), out, error) })
    }

    /// [`floor`](Self::floor) into `out`.
    #[inline]
    pub fn floor_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_floor_out(self.as_raw(), out, error) })
    }

    /// t without its fraction.
    #[inline]
    pub fn trunc(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_trunc(self.as_raw(), out, error) })
    }

    /// [`trunc`](Self::trunc) into `out`.
    #[inline]
    pub fn trunc_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_trunc_out(self.as_raw(), out, error) })
    }

    /// The integer nearest to t, the even one of two.
    #[inline]
    pub fn round(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_round(self.as_raw(), out, error) })
    }

    /// [`round`](Self::round) into `out`.
    #[inline]
    pub fn round_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_round_out(self.as_raw(), out, error) })
    }

    /// t rounded to so many decimals, or with negative ones to tens, hundreds, …: round(t * 10^decimals) / 10^decimals. t itself where the product is infinite.
    #[inline]
    pub fn round_decimals(&self, decimals: impl OptionalScalar) -> Result<Tensor> {
        let decimals = RawScalar::new(decimals);
        make(|out, error| unsafe { sys::ct_round_decimals(self.as_raw(), decimals.as_ptr(), out, error) })
    }

    /// [`round_decimals`](Self::round_decimals) into `out`.
    #[inline]
    pub fn round_decimals_out(&self, decimals: impl OptionalScalar, out: &mut impl Out) -> Result<()> {
        let decimals = RawScalar::new(decimals);
        write(out, |out, error| unsafe { sys::ct_round_decimals_out(self.as_raw(), decimals.as_ptr(), out, error) })
    }

    /// t - trunc(t): the fraction of t, with its sign.
    #[inline]
    pub fn frac(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_frac(self.as_raw(), out, error) })
    }

    /// [`frac`](Self::frac) into `out`.
    #[inline]
    pub fn frac_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_frac_out(self.as_raw(), out, error) })
    }

    /// The square root of t, correctly rounded; of a complex number, the one in the right half plane.
    #[inline]
    pub fn sqrt(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_sqrt(self.as_raw(), out, error) })
    }

    /// [`sqrt`](Self::sqrt) into `out`.
    #[inline]
    pub fn sqrt_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_sqrt_out(self.as_raw(), out, error) })
    }

    /// 1 / sqrt(t).
    #[inline]
    pub fn rsqrt(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_rsqrt(self.as_raw(), out, error) })
    }

    /// [`rsqrt`](Self::rsqrt) into `out`.
    #[inline]
    pub fn rsqrt_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_rsqrt_out(self.as_raw(), out, error) })
    }

    /// 1 / t.
    #[inline]
    pub fn reciprocal(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_reciprocal(self.as_raw(), out, error) })
    }

    /// [`reciprocal`](Self::reciprocal) into `out`.
    #[inline]
    pub fn reciprocal_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_reciprocal_out(self.as_raw(), out, error) })
    }

    /// t degrees in radians.
    #[inline]
    pub fn deg2rad(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_deg2rad(self.as_raw(), out, error) })
    }

    /// [`deg2rad`](Self::deg2rad) into `out`.
    #[inline]
    pub fn deg2rad_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_deg2rad_out(self.as_raw(), out, error) })
    }

    /// t radians in degrees.
    #[inline]
    pub fn rad2deg(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_rad2deg(self.as_raw(), out, error) })
    }

    /// [`rad2deg`](Self::rad2deg) into `out`.
    #[inline]
    pub fn rad2deg_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_rad2deg_out(self.as_raw(), out, error) })
    }

    /// e to the power of t.
    #[inline]
    pub fn exp(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_exp(self.as_raw(), out, error) })
    }

    /// [`exp`](Self::exp) into `out`.
    #[inline]
    pub fn exp_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_exp_out(self.as_raw(), out, error) })
    }

    /// 2 to the power of t.
    #[inline]
    pub fn exp2(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_exp2(self.as_raw(), out, error) })
    }

    /// [`exp2`](Self::exp2) into `out`.
    #[inline]
    pub fn exp2_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_exp2_out(self.as_raw(), out, error) })
    }

    /// e to the power of t, minus 1, without losing a small t in the 1.
    #[inline]
    pub fn expm1(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_expm1(self.as_raw(), out, error) })
    }

    /// [`expm1`](Self::expm1) into `out`.
    #[inline]
    pub fn expm1_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_expm1_out(self.as_raw(), out, error) })
    }

    /// The natural logarithm of t.
    #[inline]
    pub fn log(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_log(self.as_raw(), out, error) })
    }

    /// [`log`](Self::log) into `out`.
    #[inline]
    pub fn log_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_log_out(self.as_raw(), out, error) })
    }

    /// The logarithm of t to base 2.
    #[inline]
    pub fn log2(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_log2(self.as_raw(), out, error) })
    }

    /// [`log2`](Self::log2) into `out`.
    #[inline]
    pub fn log2_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_log2_out(self.as_raw(), out, error) })
    }

    /// The logarithm of t to base 10.
    #[inline]
    pub fn log10(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_log10(self.as_raw(), out, error) })
    }

    /// [`log10`](Self::log10) into `out`.
    #[inline]
    pub fn log10_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_log10_out(self.as_raw(), out, error) })
    }

    /// The natural logarithm of 1 + t, without losing a small t in the 1.
    #[inline]
    pub fn log1p(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_log1p(self.as_raw(), out, error) })
    }

    /// [`log1p`](Self::log1p) into `out`.
    #[inline]
    pub fn log1p_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_log1p_out(self.as_raw(), out, error) })
    }

    /// The sine of t, in radians.
    #[inline]
    pub fn sin(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_sin(self.as_raw(), out, error) })
    }

    /// [`sin`](Self::sin) into `out`.
    #[inline]
    pub fn sin_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_sin_out(self.as_raw(), out, error) })
    }

    /// The cosine of t, in radians.
    #[inline]
    pub fn cos(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_cos(self.as_raw(), out, error) })
    }

    /// [`cos`](Self::cos) into `out`.
    #[inline]
    pub fn cos_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_cos_out(self.as_raw(), out, error) })
    }

    /// The tangent of t, in radians.
    #[inline]
    pub fn tan(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_tan(self.as_raw(), out, error) })
    }

    /// [`tan`](Self::tan) into `out`.
    #[inline]
    pub fn tan_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_tan_out(self.as_raw(), out, error) })
    }

    /// The angle between -pi/2 and pi/2 whose sine is t.
    #[inline]
    pub fn asin(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_asin(self.as_raw(), out, error) })
    }

    /// [`asin`](Self::asin) into `out`.
    #[inline]
    pub fn asin_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_asin_out(self.as_raw(), out, error) })
    }

    /// The angle between 0 and pi whose cosine is t.
    #[inline]
    pub fn acos(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_acos(self.as_raw(), out, error) })
    }

    /// [`acos`](Self::acos) into `out`.
    #[inline]
    pub fn acos_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_acos_out(self.as_raw(), out, error) })
    }

    /// The angle between -pi/2 and pi/2 whose tangent is t.
    #[inline]
    pub fn atan(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_atan(self.as_raw(), out, error) })
    }

    /// [`atan`](Self::atan) into `out`.
    #[inline]
    pub fn atan_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_atan_out(self.as_raw(), out, error) })
    }

    /// The hyperbolic sine of t.
    #[inline]
    pub fn sinh(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_sinh(self.as_raw(), out, error) })
    }

    /// [`sinh`](Self::sinh) into `out`.
    #[inline]
    pub fn sinh_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_sinh_out(self.as_raw(), out, error) })
    }

    /// The hyperbolic cosine of t.
    #[inline]
    pub fn cosh(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_cosh(self.as_raw(), out, error) })
    }

    /// [`cosh`](Self::cosh) into `out`.
    #[inline]
    pub fn cosh_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_cosh_out(self.as_raw(), out, error) })
    }

    /// The hyperbolic tangent of t.
    #[inline]
    pub fn tanh(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_tanh(self.as_raw(), out, error) })
    }

    /// [`tanh`](Self::tanh) into `out`.
    #[inline]
    pub fn tanh_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_tanh_out(self.as_raw(), out, error) })
    }

    /// The number whose hyperbolic sine is t.
    #[inline]
    pub fn asinh(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_asinh(self.as_raw(), out, error) })
    }

    /// [`asinh`](Self::asinh) into `out`.
    #[inline]
    pub fn asinh_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_asinh_out(self.as_raw(), out, error) })
    }

    /// The number, not negative, whose hyperbolic cosine is t.
    #[inline]
    pub fn acosh(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_acosh(self.as_raw(), out, error) })
    }

    /// [`acosh`](Self::acosh) into `out`.
    #[inline]
    pub fn acosh_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_acosh_out(self.as_raw(), out, error) })
    }

    /// The number whose hyperbolic tangent is t.
    #[inline]
    pub fn atanh(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_atanh(self.as_raw(), out, error) })
    }

    /// [`atanh`](Self::atanh) into `out`.
    #[inline]
    pub fn atanh_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_atanh_out(self.as_raw(), out, error) })
    }

    /// The error function of t.
    #[inline]
    pub fn erf(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_erf(self.as_raw(), out, error) })
    }

    /// [`erf`](Self::erf) into `out`.
    #[inline]
    pub fn erf_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_erf_out(self.as_raw(), out, error) })
    }

    /// 1 - erf(t), without losing a small result in the 1.
    #[inline]
    pub fn erfc(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_erfc(self.as_raw(), out, error) })
    }

    /// [`erfc`](Self::erfc) into `out`.
    #[inline]
    pub fn erfc_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_erfc_out(self.as_raw(), out, error) })
    }

    /// The number whose error function is t.
    #[inline]
    pub fn erfinv(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_erfinv(self.as_raw(), out, error) })
    }

    /// [`erfinv`](Self::erfinv) into `out`.
    #[inline]
    pub fn erfinv_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_erfinv_out(self.as_raw(), out, error) })
    }

    /// The logarithm of the absolute value of the gamma function at t.
    #[inline]
    pub fn lgamma(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_lgamma(self.as_raw(), out, error) })
    }

    /// [`lgamma`](Self::lgamma) into `out`.
    #[inline]
    pub fn lgamma_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_lgamma_out(self.as_raw(), out, error) })
    }

    /// 1 / (1 + e^-t).
    #[inline]
    pub fn sigmoid(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_sigmoid(self.as_raw(), out, error) })
    }

    /// [`sigmoid`](Self::sigmoid) into `out`.
    #[inline]
    pub fn sigmoid_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_sigmoid_out(self.as_raw(), out, error) })
    }

    /// log(t / (1 - t)): the number whose sigmoid is t. With an eps that is not negative, t is brought between eps and 1 - eps first.
    #[inline]
    pub fn logit(&self, eps: impl OptionalScalar) -> Result<Tensor> {
        let eps = RawScalar::new(eps);
        make(|out, error| unsafe { sys::ct_logit(self.as_raw(), eps.as_ptr(), out, error) })
    }

    /// [`logit`](Self::logit) into `out`.
    #[inline]
    pub fn logit_out(&self, eps: impl OptionalScalar, out: &mut impl Out) -> Result<()> {
        let eps = RawScalar::new(eps);
        write(out, |out, error| unsafe { sys::ct_logit_out(self.as_raw(), eps.as_ptr(), out, error) })
    }

    /// t * sigmoid(t).
    #[inline]
    pub fn silu(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_silu(self.as_raw(), out, error) })
    }

    /// [`silu`](Self::silu) into `out`.
    #[inline]
    pub fn silu_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_silu_out(self.as_raw(), out, error) })
    }

    /// t * tanh(log(1 + e^t)).
    #[inline]
    pub fn mish(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_mish(self.as_raw(), out, error) })
    }

    /// [`mish`](Self::mish) into `out`.
    #[inline]
    pub fn mish_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_mish_out(self.as_raw(), out, error) })
    }

    /// t times the normal distribution function of t: t * (1 + erf(t / sqrt(2))) / 2.
    #[inline]
    pub fn gelu(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_gelu(self.as_raw(), out, error) })
    }

    /// [`gelu`](Self::gelu) into `out`.
    #[inline]
    pub fn gelu_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_gelu_out(self.as_raw(), out, error) })
    }

    /// The approximation of gelu by tanh: t * (1 + tanh(sqrt(2 / pi) * (t + 0.044715 * t^3))) / 2.
    #[inline]
    pub fn gelu_tanh(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_gelu_tanh(self.as_raw(), out, error) })
    }

    /// [`gelu_tanh`](Self::gelu_tanh) into `out`.
    #[inline]
    pub fn gelu_tanh_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_gelu_tanh_out(self.as_raw(), out, error) })
    }

    /// Every bit of t inverted; of bools it is "not".
    #[inline]
    pub fn bitwise_not(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_bitwise_not(self.as_raw(), out, error) })
    }

    /// [`bitwise_not`](Self::bitwise_not) into `out`.
    #[inline]
    pub fn bitwise_not_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_bitwise_not_out(self.as_raw(), out, error) })
    }

    /// t with nan for NaN, posinf for infinity and neginf for -infinity; of a complex number, in each part. Of integers and bool, t itself.
    #[inline]
    pub fn nan_to_num(
        &self,
        nan: impl OptionalScalar,
        posinf: impl OptionalScalar,
        neginf: impl OptionalScalar,
    ) -> Result<Tensor> {
        let nan = RawScalar::new(nan);
        let posinf = RawScalar::new(posinf);
        let neginf = RawScalar::new(neginf);
        make(|out, error| unsafe {
            sys::ct_nan_to_num(self.as_raw(), nan.as_ptr(), posinf.as_ptr(), neginf.as_ptr(), out, error)
        })
    }

    /// [`nan_to_num`](Self::nan_to_num) into `out`.
    #[inline]
    pub fn nan_to_num_out(
        &self,
        nan: impl OptionalScalar,
        posinf: impl OptionalScalar,
        neginf: impl OptionalScalar,
        out: &mut impl Out,
    ) -> Result<()> {
        let nan = RawScalar::new(nan);
        let posinf = RawScalar::new(posinf);
        let neginf = RawScalar::new(neginf);
        write(out, |out, error| unsafe {
            sys::ct_nan_to_num_out(self.as_raw(), nan.as_ptr(), posinf.as_ptr(), neginf.as_ptr(), out, error)
        })
    }

    /// Whether t == 0.
    #[inline]
    pub fn logical_not(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_logical_not(self.as_raw(), out, error) })
    }

    /// [`logical_not`](Self::logical_not) into `out`.
    #[inline]
    pub fn logical_not_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_logical_not_out(self.as_raw(), out, error) })
    }

    /// Whether t, or a part of it, is NaN.
    #[inline]
    pub fn isnan(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_isnan(self.as_raw(), out, error) })
    }

    /// [`isnan`](Self::isnan) into `out`.
    #[inline]
    pub fn isnan_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_isnan_out(self.as_raw(), out, error) })
    }

    /// Whether t, or a part of it, is infinite.
    #[inline]
    pub fn isinf(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_isinf(self.as_raw(), out, error) })
    }

    /// [`isinf`](Self::isinf) into `out`.
    #[inline]
    pub fn isinf_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_isinf_out(self.as_raw(), out, error) })
    }

    /// Whether t, and every part of it, is neither infinite nor NaN.
    #[inline]
    pub fn isfinite(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_isfinite(self.as_raw(), out, error) })
    }

    /// [`isfinite`](Self::isfinite) into `out`.
    #[inline]
    pub fn isfinite_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_isfinite_out(self.as_raw(), out, error) })
    }

    /// Whether t is +infinity.
    #[inline]
    pub fn isposinf(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_isposinf(self.as_raw(), out, error) })
    }

    /// [`isposinf`](Self::isposinf) into `out`.
    #[inline]
    pub fn isposinf_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_isposinf_out(self.as_raw(), out, error) })
    }

    /// Whether t is -infinity.
    #[inline]
    pub fn isneginf(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_isneginf(self.as_raw(), out, error) })
    }

    /// [`isneginf`](Self::isneginf) into `out`.
    #[inline]
    pub fn isneginf_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_isneginf_out(self.as_raw(), out, error) })
    }

    /// Whether t is negative, -0 and NaN with the sign bit set included.
    #[inline]
    pub fn signbit(&self) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_signbit(self.as_raw(), out, error) })
    }

    /// [`signbit`](Self::signbit) into `out`.
    #[inline]
    pub fn signbit_out(&self, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_signbit_out(self.as_raw(), out, error) })
    }

    /// a + b. Integers wrap; of bools it is "or".
    #[inline]
    pub fn add(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_add(self.as_raw(), b.raw(), out, error) })
    }

    /// [`add`](Self::add) into `out`.
    #[inline]
    pub fn add_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_add_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a - b. Integers wrap.
    #[inline]
    pub fn sub(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_sub(self.as_raw(), b.raw(), out, error) })
    }

    /// [`sub`](Self::sub) into `out`.
    #[inline]
    pub fn sub_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_sub_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a + alpha * b. Integers wrap; of bools * is "and" and + is "or".
    #[inline]
    pub fn add_scaled(&self, b: impl Operand, alpha: impl OptionalScalar) -> Result<Tensor> {
        let b = b.hold()?;
        let alpha = RawScalar::new(alpha);
        make(|out, error| unsafe { sys::ct_add_scaled(self.as_raw(), b.raw(), alpha.as_ptr(), out, error) })
    }

    /// [`add_scaled`](Self::add_scaled) into `out`.
    #[inline]
    pub fn add_scaled_out(&self, b: impl Operand, alpha: impl OptionalScalar, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        let alpha = RawScalar::new(alpha);
        write(out, |out, error| unsafe { sys::ct_add_scaled_out(self.as_raw(), b.raw(), alpha.as_ptr(), out, error) })
    }

    /// a - alpha * b. Integers wrap.
    #[inline]
    pub fn sub_scaled(&self, b: impl Operand, alpha: impl OptionalScalar) -> Result<Tensor> {
        let b = b.hold()?;
        let alpha = RawScalar::new(alpha);
        make(|out, error| unsafe { sys::ct_sub_scaled(self.as_raw(), b.raw(), alpha.as_ptr(), out, error) })
    }

    /// [`sub_scaled`](Self::sub_scaled) into `out`.
    #[inline]
    pub fn sub_scaled_out(&self, b: impl Operand, alpha: impl OptionalScalar, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        let alpha = RawScalar::new(alpha);
        write(out, |out, error| unsafe { sys::ct_sub_scaled_out(self.as_raw(), b.raw(), alpha.as_ptr(), out, error) })
    }

    /// a * b. Integers wrap; of bools it is "and".
    #[inline]
    pub fn mul(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_mul(self.as_raw(), b.raw(), out, error) })
    }

    /// [`mul`](Self::mul) into `out`.
    #[inline]
    pub fn mul_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_mul_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a / b, true division: of integers too it is a float.
    #[inline]
    pub fn div(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_div(self.as_raw(), b.raw(), out, error) })
    }

    /// [`div`](Self::div) into `out`.
    #[inline]
    pub fn div_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_div_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a / b rounded towards minus infinity, as Python's //.
    #[inline]
    pub fn floor_divide(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_floor_divide(self.as_raw(), b.raw(), out, error) })
    }

    /// [`floor_divide`](Self::floor_divide) into `out`.
    #[inline]
    pub fn floor_divide_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_floor_divide_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a / b rounded towards minus infinity: floor_divide.
    #[inline]
    pub fn div_floor(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_div_floor(self.as_raw(), b.raw(), out, error) })
    }

    /// [`div_floor`](Self::div_floor) into `out`.
    #[inline]
    pub fn div_floor_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_div_floor_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a / b rounded towards zero, as C's division of integers.
    #[inline]
    pub fn div_trunc(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_div_trunc(self.as_raw(), b.raw(), out, error) })
    }

    /// [`div_trunc`](Self::div_trunc) into `out`.
    #[inline]
    pub fn div_trunc_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_div_trunc_out(self.as_raw(), b.raw(), out, error) })
    }

    /// What is left of a after floor division by b: 0 or of b's sign, as Python's %.
    #[inline]
    pub fn remainder(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_remainder(self.as_raw(), b.raw(), out, error) })
    }

    /// [`remainder`](Self::remainder) into `out`.
    #[inline]
    pub fn remainder_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_remainder_out(self.as_raw(), b.raw(), out, error) })
    }

    /// What is left of a after division by b towards zero: 0 or of a's sign, as C's %.
    #[inline]
    pub fn fmod(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_fmod(self.as_raw(), b.raw(), out, error) })
    }

    /// [`fmod`](Self::fmod) into `out`.
    #[inline]
    pub fn fmod_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_fmod_out(self.as_raw(), b.raw(), out, error) })
    }

    /// The larger of a and b. NaN wins; of 0 and -0, a.
    #[inline]
    pub fn maximum(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_maximum(self.as_raw(), b.raw(), out, error) })
    }

    /// [`maximum`](Self::maximum) into `out`.
    #[inline]
    pub fn maximum_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_maximum_out(self.as_raw(), b.raw(), out, error) })
    }

    /// The smaller of a and b. NaN wins; of 0 and -0, a.
    #[inline]
    pub fn minimum(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_minimum(self.as_raw(), b.raw(), out, error) })
    }

    /// [`minimum`](Self::minimum) into `out`.
    #[inline]
    pub fn minimum_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_minimum_out(self.as_raw(), b.raw(), out, error) })
    }

    /// The larger of a and b. NaN only where both are; of 0 and -0, a.
    #[inline]
    pub fn fmax(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_fmax(self.as_raw(), b.raw(), out, error) })
    }

    /// [`fmax`](Self::fmax) into `out`.
    #[inline]
    pub fn fmax_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_fmax_out(self.as_raw(), b.raw(), out, error) })
    }

    /// The smaller of a and b. NaN only where both are; of 0 and -0, a.
    #[inline]
    pub fn fmin(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_fmin(self.as_raw(), b.raw(), out, error) })
    }

    /// [`fmin`](Self::fmin) into `out`.
    #[inline]
    pub fn fmin_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_fmin_out(self.as_raw(), b.raw(), out, error) })
    }

    /// The larger of t and bound. NaN wins; of 0 and -0, t.
    #[inline]
    pub fn clamp_min(&self, bound: impl Operand) -> Result<Tensor> {
        let bound = bound.hold()?;
        make(|out, error| unsafe { sys::ct_clamp_min(self.as_raw(), bound.raw(), out, error) })
    }

    /// [`clamp_min`](Self::clamp_min) into `out`.
    #[inline]
    pub fn clamp_min_out(&self, bound: impl Operand, out: &mut impl Out) -> Result<()> {
        let bound = bound.hold()?;
        write(out, |out, error| unsafe { sys::ct_clamp_min_out(self.as_raw(), bound.raw(), out, error) })
    }

    /// The smaller of t and bound. NaN wins; of 0 and -0, t.
    #[inline]
    pub fn clamp_max(&self, bound: impl Operand) -> Result<Tensor> {
        let bound = bound.hold()?;
        make(|out, error| unsafe { sys::ct_clamp_max(self.as_raw(), bound.raw(), out, error) })
    }

    /// [`clamp_max`](Self::clamp_max) into `out`.
    #[inline]
    pub fn clamp_max_out(&self, bound: impl Operand, out: &mut impl Out) -> Result<()> {
        let bound = bound.hold()?;
        write(out, |out, error| unsafe { sys::ct_clamp_max_out(self.as_raw(), bound.raw(), out, error) })
    }

    /// 0 where a \< 0 or a is NaN, b where a == 0, 1 where a \> 0.
    #[inline]
    pub fn heaviside(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_heaviside(self.as_raw(), b.raw(), out, error) })
    }

    /// [`heaviside`](Self::heaviside) into `out`.
    #[inline]
    pub fn heaviside_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_heaviside_out(self.as_raw(), b.raw(), out, error) })
    }

    /// The angle of the point (b, a) from the first axis: between -pi and pi, with the sign of a.
    #[inline]
    pub fn atan2(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_atan2(self.as_raw(), b.raw(), out, error) })
    }

    /// [`atan2`](Self::atan2) into `out`.
    #[inline]
    pub fn atan2_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_atan2_out(self.as_raw(), b.raw(), out, error) })
    }

    /// The square root of a * a + b * b, without overflow on the way.
    #[inline]
    pub fn hypot(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_hypot(self.as_raw(), b.raw(), out, error) })
    }

    /// [`hypot`](Self::hypot) into `out`.
    #[inline]
    pub fn hypot_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_hypot_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a to the power of b. Integers wrap; of a negative power of an integer, the part before the point.
    #[inline]
    pub fn pow(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_pow(self.as_raw(), b.raw(), out, error) })
    }

    /// [`pow`](Self::pow) into `out`.
    #[inline]
    pub fn pow_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_pow_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a times 2 to the power of b.
    #[inline]
    pub fn ldexp(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_ldexp(self.as_raw(), b.raw(), out, error) })
    }

    /// [`ldexp`](Self::ldexp) into `out`.
    #[inline]
    pub fn ldexp_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_ldexp_out(self.as_raw(), b.raw(), out, error) })
    }

    /// log(e^a + e^b), without overflow on the way.
    #[inline]
    pub fn logaddexp(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_logaddexp(self.as_raw(), b.raw(), out, error) })
    }

    /// [`logaddexp`](Self::logaddexp) into `out`.
    #[inline]
    pub fn logaddexp_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_logaddexp_out(self.as_raw(), b.raw(), out, error) })
    }

    /// log2(2^a + 2^b), without overflow on the way.
    #[inline]
    pub fn logaddexp2(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_logaddexp2(self.as_raw(), b.raw(), out, error) })
    }

    /// [`logaddexp2`](Self::logaddexp2) into `out`.
    #[inline]
    pub fn logaddexp2_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_logaddexp2_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a * log(b), and 0 where a is 0, unless b is NaN.
    #[inline]
    pub fn xlogy(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_xlogy(self.as_raw(), b.raw(), out, error) })
    }

    /// [`xlogy`](Self::xlogy) into `out`.
    #[inline]
    pub fn xlogy_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_xlogy_out(self.as_raw(), b.raw(), out, error) })
    }

    /// |a| with the sign of b.
    #[inline]
    pub fn copysign(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_copysign(self.as_raw(), b.raw(), out, error) })
    }

    /// [`copysign`](Self::copysign) into `out`.
    #[inline]
    pub fn copysign_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_copysign_out(self.as_raw(), b.raw(), out, error) })
    }

    /// The number next to a on the way to b, in their common dtype; b where they are equal.
    #[inline]
    pub fn nextafter(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_nextafter(self.as_raw(), b.raw(), out, error) })
    }

    /// [`nextafter`](Self::nextafter) into `out`.
    #[inline]
    pub fn nextafter_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_nextafter_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a & b, bit by bit; of bools it is "and".
    #[inline]
    pub fn bitwise_and(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_bitwise_and(self.as_raw(), b.raw(), out, error) })
    }

    /// [`bitwise_and`](Self::bitwise_and) into `out`.
    #[inline]
    pub fn bitwise_and_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_bitwise_and_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a | b, bit by bit; of bools it is "or".
    #[inline]
    pub fn bitwise_or(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_bitwise_or(self.as_raw(), b.raw(), out, error) })
    }

    /// [`bitwise_or`](Self::bitwise_or) into `out`.
    #[inline]
    pub fn bitwise_or_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_bitwise_or_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a ^ b, bit by bit; of bools it is "exclusive or".
    #[inline]
    pub fn bitwise_xor(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_bitwise_xor(self.as_raw(), b.raw(), out, error) })
    }

    /// [`bitwise_xor`](Self::bitwise_xor) into `out`.
    #[inline]
    pub fn bitwise_xor_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_bitwise_xor_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a \<\< b. 0 where b is negative, or the width of a or more.
    #[inline]
    pub fn left_shift(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_left_shift(self.as_raw(), b.raw(), out, error) })
    }

    /// [`left_shift`](Self::left_shift) into `out`.
    #[inline]
    pub fn left_shift_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_left_shift_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a \>\> b, with copies of the sign. As far as it goes where b is negative, or the width of a or more.
    #[inline]
    pub fn right_shift(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_right_shift(self.as_raw(), b.raw(), out, error) })
    }

    /// [`right_shift`](Self::right_shift) into `out`.
    #[inline]
    pub fn right_shift_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_right_shift_out(self.as_raw(), b.raw(), out, error) })
    }

    /// Whether a == b, compared in the common dtype. NaN equals nothing.
    #[inline]
    pub fn eq(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_eq(self.as_raw(), b.raw(), out, error) })
    }

    /// [`eq`](Self::eq) into `out`.
    #[inline]
    pub fn eq_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_eq_out(self.as_raw(), b.raw(), out, error) })
    }

    /// Whether a != b, compared in the common dtype. NaN differs from everything.
    #[inline]
    pub fn ne(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_ne(self.as_raw(), b.raw(), out, error) })
    }

    /// [`ne`](Self::ne) into `out`.
    #[inline]
    pub fn ne_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_ne_out(self.as_raw(), b.raw(), out, error) })
    }

    /// Whether a \< b, compared in the common dtype. NaN is less than nothing.
    #[inline]
    pub fn lt(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_lt(self.as_raw(), b.raw(), out, error) })
    }

    /// [`lt`](Self::lt) into `out`.
    #[inline]
    pub fn lt_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_lt_out(self.as_raw(), b.raw(), out, error) })
    }

    /// Whether a \<= b, compared in the common dtype. Not where either is NaN.
    #[inline]
    pub fn le(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_le(self.as_raw(), b.raw(), out, error) })
    }

    /// [`le`](Self::le) into `out`.
    #[inline]
    pub fn le_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_le_out(self.as_raw(), b.raw(), out, error) })
    }

    /// Whether a \> b, compared in the common dtype. NaN is greater than nothing.
    #[inline]
    pub fn gt(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_gt(self.as_raw(), b.raw(), out, error) })
    }

    /// [`gt`](Self::gt) into `out`.
    #[inline]
    pub fn gt_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_gt_out(self.as_raw(), b.raw(), out, error) })
    }

    /// Whether a \>= b, compared in the common dtype. Not where either is NaN.
    #[inline]
    pub fn ge(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_ge(self.as_raw(), b.raw(), out, error) })
    }

    /// [`ge`](Self::ge) into `out`.
    #[inline]
    pub fn ge_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_ge_out(self.as_raw(), b.raw(), out, error) })
    }

    /// Whether a == b, or |a - b| \<= atol + rtol * |b| and |a - b| is finite. NaN is close to nothing, or to NaN with equal_nan.
    #[inline]
    pub fn isclose(
        &self,
        b: impl Operand,
        rtol: impl OptionalScalar,
        atol: impl OptionalScalar,
        equal_nan: impl OptionalScalar,
    ) -> Result<Tensor> {
        let b = b.hold()?;
        let rtol = RawScalar::new(rtol);
        let atol = RawScalar::new(atol);
        let equal_nan = RawScalar::new(equal_nan);
        make(|out, error| unsafe {
            sys::ct_isclose(self.as_raw(), b.raw(), rtol.as_ptr(), atol.as_ptr(), equal_nan.as_ptr(), out, error)
        })
    }

    /// [`isclose`](Self::isclose) into `out`.
    #[inline]
    pub fn isclose_out(
        &self,
        b: impl Operand,
        rtol: impl OptionalScalar,
        atol: impl OptionalScalar,
        equal_nan: impl OptionalScalar,
        out: &mut impl Out,
    ) -> Result<()> {
        let b = b.hold()?;
        let rtol = RawScalar::new(rtol);
        let atol = RawScalar::new(atol);
        let equal_nan = RawScalar::new(equal_nan);
        write(out, |out, error| unsafe {
            sys::ct_isclose_out(self.as_raw(), b.raw(), rtol.as_ptr(), atol.as_ptr(), equal_nan.as_ptr(), out, error)
        })
    }

    /// Whether neither a nor b is 0, in the common dtype. NaN is not 0.
    #[inline]
    pub fn logical_and(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_logical_and(self.as_raw(), b.raw(), out, error) })
    }

    /// [`logical_and`](Self::logical_and) into `out`.
    #[inline]
    pub fn logical_and_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_logical_and_out(self.as_raw(), b.raw(), out, error) })
    }

    /// Whether a and b are not both 0, in the common dtype. NaN is not 0.
    #[inline]
    pub fn logical_or(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_logical_or(self.as_raw(), b.raw(), out, error) })
    }

    /// [`logical_or`](Self::logical_or) into `out`.
    #[inline]
    pub fn logical_or_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_logical_or_out(self.as_raw(), b.raw(), out, error) })
    }

    /// Whether exactly one of a and b is 0, in the common dtype. NaN is not 0.
    #[inline]
    pub fn logical_xor(&self, b: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_logical_xor(self.as_raw(), b.raw(), out, error) })
    }

    /// [`logical_xor`](Self::logical_xor) into `out`.
    #[inline]
    pub fn logical_xor_out(&self, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_logical_xor_out(self.as_raw(), b.raw(), out, error) })
    }

    /// a where condition is true, else b.
    #[inline]
    pub fn where_(&self, a: impl Operand, b: impl Operand) -> Result<Tensor> {
        let a = a.hold()?;
        let b = b.hold()?;
        make(|out, error| unsafe { sys::ct_where(self.as_raw(), a.raw(), b.raw(), out, error) })
    }

    /// [`where_`](Self::where_) into `out`.
    #[inline]
    pub fn where_out(&self, a: impl Operand, b: impl Operand, out: &mut impl Out) -> Result<()> {
        let a = a.hold()?;
        let b = b.hold()?;
        write(out, |out, error| unsafe { sys::ct_where_out(self.as_raw(), a.raw(), b.raw(), out, error) })
    }

    /// value where mask is true, else t.
    #[inline]
    pub fn masked_fill(&self, mask: impl Operand, value: impl Into<Scalar>) -> Result<Tensor> {
        let mask = mask.hold()?;
        let value = value.into().raw();
        make(|out, error| unsafe { sys::ct_masked_fill(self.as_raw(), mask.raw(), &value, out, error) })
    }

    /// [`masked_fill`](Self::masked_fill) into `out`.
    #[inline]
    pub fn masked_fill_out(&self, mask: impl Operand, value: impl Into<Scalar>, out: &mut impl Out) -> Result<()> {
        let mask = mask.hold()?;
        let value = value.into().raw();
        write(out, |out, error| unsafe { sys::ct_masked_fill_out(self.as_raw(), mask.raw(), &value, out, error) })
    }

    /// start + weight * (end - start), from whichever end is nearer.
    #[inline]
    pub fn lerp(&self, end: impl Operand, weight: impl Operand) -> Result<Tensor> {
        let end = end.hold()?;
        let weight = weight.hold()?;
        make(|out, error| unsafe { sys::ct_lerp(self.as_raw(), end.raw(), weight.raw(), out, error) })
    }

    /// [`lerp`](Self::lerp) into `out`.
    #[inline]
    pub fn lerp_out(&self, end: impl Operand, weight: impl Operand, out: &mut impl Out) -> Result<()> {
        let end = end.hold()?;
        let weight = weight.hold()?;
        write(out, |out, error| unsafe { sys::ct_lerp_out(self.as_raw(), end.raw(), weight.raw(), out, error) })
    }

    /// a * b + c, rounded once. Integers wrap.
    #[inline]
    pub fn fma(&self, b: impl Operand, c: impl Operand) -> Result<Tensor> {
        let b = b.hold()?;
        let c = c.hold()?;
        make(|out, error| unsafe { sys::ct_fma(self.as_raw(), b.raw(), c.raw(), out, error) })
    }

    /// [`fma`](Self::fma) into `out`.
    #[inline]
    pub fn fma_out(&self, b: impl Operand, c: impl Operand, out: &mut impl Out) -> Result<()> {
        let b = b.hold()?;
        let c = c.hold()?;
        write(out, |out, error| unsafe { sys::ct_fma_out(self.as_raw(), b.raw(), c.raw(), out, error) })
    }

    /// t, but no smaller than min and no larger than max; max where min \> max. NaN in any of them wins. min or max may be NULL: there is no such bound.
    #[inline]
    pub fn clamp(&self, min: impl OptionalOperand, max: impl OptionalOperand) -> Result<Tensor> {
        let min = min.hold()?;
        let max = max.hold()?;
        make(|out, error| unsafe { sys::ct_clamp(self.as_raw(), min.raw(), max.raw(), out, error) })
    }

    /// [`clamp`](Self::clamp) into `out`.
    #[inline]
    pub fn clamp_out(&self, min: impl OptionalOperand, max: impl OptionalOperand, out: &mut impl Out) -> Result<()> {
        let min = min.hold()?;
        let max = max.hold()?;
        write(out, |out, error| unsafe { sys::ct_clamp_out(self.as_raw(), min.raw(), max.raw(), out, error) })
    }

    /// t + value * a * b. Integers wrap.
    #[inline]
    pub fn addcmul(&self, a: impl Operand, b: impl Operand, value: impl OptionalScalar) -> Result<Tensor> {
        let a = a.hold()?;
        let b = b.hold()?;
        let value = RawScalar::new(value);
        make(|out, error| unsafe { sys::ct_addcmul(self.as_raw(), a.raw(), b.raw(), value.as_ptr(), out, error) })
    }

    /// [`addcmul`](Self::addcmul) into `out`.
    #[inline]
    pub fn addcmul_out(
        &self,
        a: impl Operand,
        b: impl Operand,
        value: impl OptionalScalar,
        out: &mut impl Out,
    ) -> Result<()> {
        let a = a.hold()?;
        let b = b.hold()?;
        let value = RawScalar::new(value);
        write(out, |out, error| unsafe {
            sys::ct_addcmul_out(self.as_raw(), a.raw(), b.raw(), value.as_ptr(), out, error)
        })
    }

    /// t + value * a / b, in that order.
    #[inline]
    pub fn addcdiv(&self, a: impl Operand, b: impl Operand, value: impl OptionalScalar) -> Result<Tensor> {
        let a = a.hold()?;
        let b = b.hold()?;
        let value = RawScalar::new(value);
        make(|out, error| unsafe { sys::ct_addcdiv(self.as_raw(), a.raw(), b.raw(), value.as_ptr(), out, error) })
    }

    /// [`addcdiv`](Self::addcdiv) into `out`.
    #[inline]
    pub fn addcdiv_out(
        &self,
        a: impl Operand,
        b: impl Operand,
        value: impl OptionalScalar,
        out: &mut impl Out,
    ) -> Result<()> {
        let a = a.hold()?;
        let b = b.hold()?;
        let value = RawScalar::new(value);
        write(out, |out, error| unsafe {
            sys::ct_addcdiv_out(self.as_raw(), a.raw(), b.raw(), value.as_ptr(), out, error)
        })
    }

    /// Whether a and b have the same sizes, the same dtype and equal elements. NaN equals nothing, so a tensor that holds one is not equal to itself; 0 equals -0. The search ends where two elements differ.
    #[inline]
    pub fn equal(&self, b: impl Operand) -> Result<bool> {
        let b = b.hold()?;
        let mut out = false;
        call(|error| unsafe { sys::ct_equal(self.as_raw(), b.raw(), &mut out, error) })?;
        Ok(out)
    }

    /// Whether isclose is true for all elements of a and b. The search ends where it is not.
    #[inline]
    pub fn allclose(
        &self,
        b: impl Operand,
        rtol: impl OptionalScalar,
        atol: impl OptionalScalar,
        equal_nan: impl OptionalScalar,
    ) -> Result<bool> {
        let b = b.hold()?;
        let rtol = RawScalar::new(rtol);
        let atol = RawScalar::new(atol);
        let equal_nan = RawScalar::new(equal_nan);
        let mut out = false;
        call(|error| unsafe {
            sys::ct_allclose(self.as_raw(), b.raw(), rtol.as_ptr(), atol.as_ptr(), equal_nan.as_ptr(), &mut out, error)
        })?;
        Ok(out)
    }

    /// The sum over some dims. ndims 0: over all.
    #[inline]
    pub fn sum(&self, dims: impl Dims, keepdim: bool, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe {
            sys::ct_sum(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// [`sum`](Self::sum) into `out`.
    #[inline]
    pub fn sum_out(
        &self,
        dims: impl Dims,
        keepdim: bool,
        dtype: impl Into<Option<DType>>,
        out: &mut impl Out,
    ) -> Result<()> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        write(out, |out, error| unsafe {
            sys::ct_sum_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// The sum over some dims, as if in twice the precision of the elements and then rounded. ndims 0: over all.
    #[inline]
    pub fn sum_compensated(&self, dims: impl Dims, keepdim: bool, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe {
            sys::ct_sum_compensated(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// [`sum_compensated`](Self::sum_compensated) into `out`.
    #[inline]
    pub fn sum_compensated_out(
        &self,
        dims: impl Dims,
        keepdim: bool,
        dtype: impl Into<Option<DType>>,
        out: &mut impl Out,
    ) -> Result<()> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        write(out, |out, error| unsafe {
            sys::ct_sum_compensated_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// The exact sum over some dims, rounded once, to nearest. ndims 0: over all.
    #[inline]
    pub fn sum_exact(&self, dims: impl Dims, keepdim: bool, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe {
            sys::ct_sum_exact(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// [`sum_exact`](Self::sum_exact) into `out`.
    #[inline]
    pub fn sum_exact_out(
        &self,
        dims: impl Dims,
        keepdim: bool,
        dtype: impl Into<Option<DType>>,
        out: &mut impl Out,
    ) -> Result<()> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        write(out, |out, error| unsafe {
            sys::ct_sum_exact_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// The sum over some dims of the elements that are not NaN. ndims 0: over all.
    #[inline]
    pub fn nansum(&self, dims: impl Dims, keepdim: bool, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe {
            sys::ct_nansum(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// [`nansum`](Self::nansum) into `out`.
    #[inline]
    pub fn nansum_out(
        &self,
        dims: impl Dims,
        keepdim: bool,
        dtype: impl Into<Option<DType>>,
        out: &mut impl Out,
    ) -> Result<()> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        write(out, |out, error| unsafe {
            sys::ct_nansum_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// The mean over some dims: their sum, divided by the number of elements. ndims 0: over all.
    #[inline]
    pub fn mean(&self, dims: impl Dims, keepdim: bool, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe {
            sys::ct_mean(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// [`mean`](Self::mean) into `out`.
    #[inline]
    pub fn mean_out(
        &self,
        dims: impl Dims,
        keepdim: bool,
        dtype: impl Into<Option<DType>>,
        out: &mut impl Out,
    ) -> Result<()> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        write(out, |out, error| unsafe {
            sys::ct_mean_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// The mean over some dims of the elements that are not NaN. ndims 0: over all.
    #[inline]
    pub fn nanmean(&self, dims: impl Dims, keepdim: bool, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe {
            sys::ct_nanmean(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// [`nanmean`](Self::nanmean) into `out`.
    #[inline]
    pub fn nanmean_out(
        &self,
        dims: impl Dims,
        keepdim: bool,
        dtype: impl Into<Option<DType>>,
        out: &mut impl Out,
    ) -> Result<()> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        write(out, |out, error| unsafe {
            sys::ct_nanmean_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// The p-norm over some dims. ndims 0: over all; p NULL: 2.
    #[inline]
    pub fn norm(
        &self,
        p: impl OptionalScalar,
        dims: impl Dims,
        keepdim: bool,
        dtype: impl Into<Option<DType>>,
    ) -> Result<Tensor> {
        let p = RawScalar::new(p);
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe {
            sys::ct_norm(self.as_raw(), p.as_ptr(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// [`norm`](Self::norm) into `out`.
    #[inline]
    pub fn norm_out(
        &self,
        p: impl OptionalScalar,
        dims: impl Dims,
        keepdim: bool,
        dtype: impl Into<Option<DType>>,
        out: &mut impl Out,
    ) -> Result<()> {
        let p = RawScalar::new(p);
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        write(out, |out, error| unsafe {
            sys::ct_norm_out(self.as_raw(), p.as_ptr(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// The variance over some dims: the squared deviations from the mean, divided by their number less the correction. ndims 0: over all; correction NULL: 1.
    #[inline]
    pub fn var(&self, dims: impl Dims, correction: impl OptionalScalar, keepdim: bool) -> Result<Tensor> {
        let dims = dims.dims();
        let correction = RawScalar::new(correction);
        make(|out, error| unsafe {
            sys::ct_var(self.as_raw(), dims.as_ptr(), dims.len() as i32, correction.as_ptr(), keepdim, out, error)
        })
    }

    /// [`var`](Self::var) into `out`.
    #[inline]
    pub fn var_out(
        &self,
        dims: impl Dims,
        correction: impl OptionalScalar,
        keepdim: bool,
        out: &mut impl Out,
    ) -> Result<()> {
        let dims = dims.dims();
        let correction = RawScalar::new(correction);
        write(out, |out, error| unsafe {
            sys::ct_var_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, correction.as_ptr(), keepdim, out, error)
        })
    }

    /// The standard deviation over some dims: the square root of the variance. ndims 0: over all; correction NULL: 1.
    #[inline]
    pub fn std(&self, dims: impl Dims, correction: impl OptionalScalar, keepdim: bool) -> Result<Tensor> {
        let dims = dims.dims();
        let correction = RawScalar::new(correction);
        make(|out, error| unsafe {
            sys::ct_std(self.as_raw(), dims.as_ptr(), dims.len() as i32, correction.as_ptr(), keepdim, out, error)
        })
    }

    /// [`std`](Self::std) into `out`.
    #[inline]
    pub fn std_out(
        &self,
        dims: impl Dims,
        correction: impl OptionalScalar,
        keepdim: bool,
        out: &mut impl Out,
    ) -> Result<()> {
        let dims = dims.dims();
        let correction = RawScalar::new(correction);
        write(out, |out, error| unsafe {
            sys::ct_std_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, correction.as_ptr(), keepdim, out, error)
        })
    }

    /// The variance and the mean over some dims, in one pass. ndims 0: over all; correction NULL: 1.
    #[inline]
    pub fn var_mean(
        &self,
        dims: impl Dims,
        correction: impl OptionalScalar,
        keepdim: bool,
    ) -> Result<(Tensor, Tensor)> {
        let dims = dims.dims();
        let correction = RawScalar::new(correction);
        make_two(|out, mean, error| unsafe {
            sys::ct_var_mean(
                self.as_raw(),
                dims.as_ptr(),
                dims.len() as i32,
                correction.as_ptr(),
                keepdim,
                out,
                mean,
                error,
            )
        })
    }

    /// [`var_mean`](Self::var_mean) into `out` and `mean`.
    #[inline]
    pub fn var_mean_out(
        &self,
        dims: impl Dims,
        correction: impl OptionalScalar,
        keepdim: bool,
        out: &mut impl Out,
        mean: &mut impl Out,
    ) -> Result<()> {
        let dims = dims.dims();
        let correction = RawScalar::new(correction);
        write_two(out, mean, |out, mean, error| unsafe {
            sys::ct_var_mean_out(
                self.as_raw(),
                dims.as_ptr(),
                dims.len() as i32,
                correction.as_ptr(),
                keepdim,
                out,
                mean,
                error,
            )
        })
    }

    /// The standard deviation and the mean over some dims, in one pass. ndims 0: over all; correction NULL: 1.
    #[inline]
    pub fn std_mean(
        &self,
        dims: impl Dims,
        correction: impl OptionalScalar,
        keepdim: bool,
    ) -> Result<(Tensor, Tensor)> {
        let dims = dims.dims();
        let correction = RawScalar::new(correction);
        make_two(|out, mean, error| unsafe {
            sys::ct_std_mean(
                self.as_raw(),
                dims.as_ptr(),
                dims.len() as i32,
                correction.as_ptr(),
                keepdim,
                out,
                mean,
                error,
            )
        })
    }

    /// [`std_mean`](Self::std_mean) into `out` and `mean`.
    #[inline]
    pub fn std_mean_out(
        &self,
        dims: impl Dims,
        correction: impl OptionalScalar,
        keepdim: bool,
        out: &mut impl Out,
        mean: &mut impl Out,
    ) -> Result<()> {
        let dims = dims.dims();
        let correction = RawScalar::new(correction);
        write_two(out, mean, |out, mean, error| unsafe {
            sys::ct_std_mean_out(
                self.as_raw(),
                dims.as_ptr(),
                dims.len() as i32,
                correction.as_ptr(),
                keepdim,
                out,
                mean,
                error,
            )
        })
    }

    /// The logarithm of the sum over some dims of the elements' exponentials. ndims 0: over all.
    #[inline]
    pub fn logsumexp(&self, dims: impl Dims, keepdim: bool) -> Result<Tensor> {
        let dims = dims.dims();
        make(|out, error| unsafe {
            sys::ct_logsumexp(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, out, error)
        })
    }

    /// [`logsumexp`](Self::logsumexp) into `out`.
    #[inline]
    pub fn logsumexp_out(&self, dims: impl Dims, keepdim: bool, out: &mut impl Out) -> Result<()> {
        let dims = dims.dims();
        write(out, |out, error| unsafe {
            sys::ct_logsumexp_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, out, error)
        })
    }

    /// The product over some dims. ndims 0: over all.
    #[inline]
    pub fn prod(&self, dims: impl Dims, keepdim: bool, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe {
            sys::ct_prod(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// [`prod`](Self::prod) into `out`.
    #[inline]
    pub fn prod_out(
        &self,
        dims: impl Dims,
        keepdim: bool,
        dtype: impl Into<Option<DType>>,
        out: &mut impl Out,
    ) -> Result<()> {
        let dims = dims.dims();
        let dtype = raw_dtype(dtype);
        write(out, |out, error| unsafe {
            sys::ct_prod_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, dtype, out, error)
        })
    }

    /// The largest element over some dims. ndims 0: over all.
    #[inline]
    pub fn amax(&self, dims: impl Dims, keepdim: bool) -> Result<Tensor> {
        let dims = dims.dims();
        make(|out, error| unsafe { sys::ct_amax(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, out, error) })
    }

    /// [`amax`](Self::amax) into `out`.
    #[inline]
    pub fn amax_out(&self, dims: impl Dims, keepdim: bool, out: &mut impl Out) -> Result<()> {
        let dims = dims.dims();
        write(out, |out, error| unsafe {
            sys::ct_amax_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, out, error)
        })
    }

    /// The smallest element over some dims. ndims 0: over all.
    #[inline]
    pub fn amin(&self, dims: impl Dims, keepdim: bool) -> Result<Tensor> {
        let dims = dims.dims();
        make(|out, error| unsafe { sys::ct_amin(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, out, error) })
    }

    /// [`amin`](Self::amin) into `out`.
    #[inline]
    pub fn amin_out(&self, dims: impl Dims, keepdim: bool, out: &mut impl Out) -> Result<()> {
        let dims = dims.dims();
        write(out, |out, error| unsafe {
            sys::ct_amin_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, out, error)
        })
    }

    /// The index of the largest element along dim. dim NULL: of all elements, counted in row-major order.
    #[inline]
    pub fn argmax(&self, dim: impl Into<Option<i32>>, keepdim: bool) -> Result<Tensor> {
        let dim = dim.into();
        make(|out, error| unsafe { sys::ct_argmax(self.as_raw(), dim_ptr(&dim), keepdim, out, error) })
    }

    /// [`argmax`](Self::argmax) into `out`.
    #[inline]
    pub fn argmax_out(&self, dim: impl Into<Option<i32>>, keepdim: bool, out: &mut impl Out) -> Result<()> {
        let dim = dim.into();
        write(out, |out, error| unsafe { sys::ct_argmax_out(self.as_raw(), dim_ptr(&dim), keepdim, out, error) })
    }

    /// The index of the smallest element along dim. dim NULL: of all elements, counted in row-major order.
    #[inline]
    pub fn argmin(&self, dim: impl Into<Option<i32>>, keepdim: bool) -> Result<Tensor> {
        let dim = dim.into();
        make(|out, error| unsafe { sys::ct_argmin(self.as_raw(), dim_ptr(&dim), keepdim, out, error) })
    }

    /// [`argmin`](Self::argmin) into `out`.
    #[inline]
    pub fn argmin_out(&self, dim: impl Into<Option<i32>>, keepdim: bool, out: &mut impl Out) -> Result<()> {
        let dim = dim.into();
        write(out, |out, error| unsafe { sys::ct_argmin_out(self.as_raw(), dim_ptr(&dim), keepdim, out, error) })
    }

    /// The largest element along dim, and its index.
    #[inline]
    pub fn max_dim(&self, dim: i32, keepdim: bool) -> Result<(Tensor, Tensor)> {
        make_two(|values, indices, error| unsafe {
            sys::ct_max_dim(self.as_raw(), dim, keepdim, values, indices, error)
        })
    }

    /// [`max_dim`](Self::max_dim) into `values` and `indices`.
    #[inline]
    pub fn max_dim_out(&self, dim: i32, keepdim: bool, values: &mut impl Out, indices: &mut impl Out) -> Result<()> {
        write_two(values, indices, |values, indices, error| unsafe {
            sys::ct_max_dim_out(self.as_raw(), dim, keepdim, values, indices, error)
        })
    }

    /// The smallest element along dim, and its index.
    #[inline]
    pub fn min_dim(&self, dim: i32, keepdim: bool) -> Result<(Tensor, Tensor)> {
        make_two(|values, indices, error| unsafe {
            sys::ct_min_dim(self.as_raw(), dim, keepdim, values, indices, error)
        })
    }

    /// [`min_dim`](Self::min_dim) into `values` and `indices`.
    #[inline]
    pub fn min_dim_out(&self, dim: i32, keepdim: bool, values: &mut impl Out, indices: &mut impl Out) -> Result<()> {
        write_two(values, indices, |values, indices, error| unsafe {
            sys::ct_min_dim_out(self.as_raw(), dim, keepdim, values, indices, error)
        })
    }

    /// The smallest and the largest element along dim, in one pass. dim NULL: of all elements.
    #[inline]
    pub fn aminmax(&self, dim: impl Into<Option<i32>>, keepdim: bool) -> Result<(Tensor, Tensor)> {
        let dim = dim.into();
        make_two(|min, max, error| unsafe { sys::ct_aminmax(self.as_raw(), dim_ptr(&dim), keepdim, min, max, error) })
    }

    /// [`aminmax`](Self::aminmax) into `min` and `max`.
    #[inline]
    pub fn aminmax_out(
        &self,
        dim: impl Into<Option<i32>>,
        keepdim: bool,
        min: &mut impl Out,
        max: &mut impl Out,
    ) -> Result<()> {
        let dim = dim.into();
        write_two(min, max, |min, max, error| unsafe {
            sys::ct_aminmax_out(self.as_raw(), dim_ptr(&dim), keepdim, min, max, error)
        })
    }

    /// Whether any element over some dims is not zero. ndims 0: over all.
    #[inline]
    pub fn any(&self, dims: impl Dims, keepdim: bool) -> Result<Tensor> {
        let dims = dims.dims();
        make(|out, error| unsafe { sys::ct_any(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, out, error) })
    }

    /// [`any`](Self::any) into `out`.
    #[inline]
    pub fn any_out(&self, dims: impl Dims, keepdim: bool, out: &mut impl Out) -> Result<()> {
        let dims = dims.dims();
        write(out, |out, error| unsafe {
            sys::ct_any_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, out, error)
        })
    }

    /// Whether all elements over some dims are not zero. ndims 0: over all.
    #[inline]
    pub fn all(&self, dims: impl Dims, keepdim: bool) -> Result<Tensor> {
        let dims = dims.dims();
        make(|out, error| unsafe { sys::ct_all(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, out, error) })
    }

    /// [`all`](Self::all) into `out`.
    #[inline]
    pub fn all_out(&self, dims: impl Dims, keepdim: bool, out: &mut impl Out) -> Result<()> {
        let dims = dims.dims();
        write(out, |out, error| unsafe {
            sys::ct_all_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, out, error)
        })
    }

    /// How many elements over some dims are not zero. ndims 0: over all.
    #[inline]
    pub fn count_nonzero(&self, dims: impl Dims, keepdim: bool) -> Result<Tensor> {
        let dims = dims.dims();
        make(|out, error| unsafe {
            sys::ct_count_nonzero(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, out, error)
        })
    }

    /// [`count_nonzero`](Self::count_nonzero) into `out`.
    #[inline]
    pub fn count_nonzero_out(&self, dims: impl Dims, keepdim: bool, out: &mut impl Out) -> Result<()> {
        let dims = dims.dims();
        write(out, |out, error| unsafe {
            sys::ct_count_nonzero_out(self.as_raw(), dims.as_ptr(), dims.len() as i32, keepdim, out, error)
        })
    }

    /// The running sum along dim: of each element and all before it.
    #[inline]
    pub fn cumsum(&self, dim: i32, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe { sys::ct_cumsum(self.as_raw(), dim, dtype, out, error) })
    }

    /// [`cumsum`](Self::cumsum) into `out`.
    #[inline]
    pub fn cumsum_out(&self, dim: i32, dtype: impl Into<Option<DType>>, out: &mut impl Out) -> Result<()> {
        let dtype = raw_dtype(dtype);
        write(out, |out, error| unsafe { sys::ct_cumsum_out(self.as_raw(), dim, dtype, out, error) })
    }

    /// The running product along dim: of each element and all before it.
    #[inline]
    pub fn cumprod(&self, dim: i32, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe { sys::ct_cumprod(self.as_raw(), dim, dtype, out, error) })
    }

    /// [`cumprod`](Self::cumprod) into `out`.
    #[inline]
    pub fn cumprod_out(&self, dim: i32, dtype: impl Into<Option<DType>>, out: &mut impl Out) -> Result<()> {
        let dtype = raw_dtype(dtype);
        write(out, |out, error| unsafe { sys::ct_cumprod_out(self.as_raw(), dim, dtype, out, error) })
    }

    /// e to the power of each element, divided by the sum of those along dim.
    #[inline]
    pub fn softmax(&self, dim: i32, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe { sys::ct_softmax(self.as_raw(), dim, dtype, out, error) })
    }

    /// [`softmax`](Self::softmax) into `out`.
    #[inline]
    pub fn softmax_out(&self, dim: i32, dtype: impl Into<Option<DType>>, out: &mut impl Out) -> Result<()> {
        let dtype = raw_dtype(dtype);
        write(out, |out, error| unsafe { sys::ct_softmax_out(self.as_raw(), dim, dtype, out, error) })
    }

    /// The logarithm of softmax: each element less the logarithm of the sum of e to their powers along dim.
    #[inline]
    pub fn log_softmax(&self, dim: i32, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe { sys::ct_log_softmax(self.as_raw(), dim, dtype, out, error) })
    }

    /// [`log_softmax`](Self::log_softmax) into `out`.
    #[inline]
    pub fn log_softmax_out(&self, dim: i32, dtype: impl Into<Option<DType>>, out: &mut impl Out) -> Result<()> {
        let dtype = raw_dtype(dtype);
        write(out, |out, error| unsafe { sys::ct_log_softmax_out(self.as_raw(), dim, dtype, out, error) })
    }
}

/// Ops in place, of tensors and of exclusive views.
macro_rules! in_place {
    ($type:ty) => {
        impl $type {
            /// [`neg`](Tensor::neg) into this tensor itself.
            #[inline]
            pub fn neg_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_neg_out(out, out, error) })
            }

            /// [`abs`](Tensor::abs) into this tensor itself.
            #[inline]
            pub fn abs_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_abs_out(out, out, error) })
            }

            /// [`sign`](Tensor::sign) into this tensor itself.
            #[inline]
            pub fn sign_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_sign_out(out, out, error) })
            }

            /// [`angle`](Tensor::angle) into this tensor itself.
            #[inline]
            pub fn angle_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_angle_out(out, out, error) })
            }

            /// [`sgn`](Tensor::sgn) into this tensor itself.
            #[inline]
            pub fn sgn_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_sgn_out(out, out, error) })
            }

            /// [`positive`](Tensor::positive) into this tensor itself.
            #[inline]
            pub fn positive_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_positive_out(out, out, error) })
            }

            /// [`conj`](Tensor::conj) into this tensor itself.
            #[inline]
            pub fn conj_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_conj_out(out, out, error) })
            }

            /// [`square`](Tensor::square) into this tensor itself.
            #[inline]
            pub fn square_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_square_out(out, out, error) })
            }

            /// [`relu`](Tensor::relu) into this tensor itself.
            #[inline]
            pub fn relu_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_relu_out(out, out, error) })
            }

            /// [`relu6`](Tensor::relu6) into this tensor itself.
            #[inline]
            pub fn relu6_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_relu6_out(out, out, error) })
            }

            /// [`leaky_relu`](Tensor::leaky_relu) into this tensor itself.
            #[inline]
            pub fn leaky_relu_in_place(&mut self, negative_slope: impl OptionalScalar) -> Result<()> {
                let negative_slope = RawScalar::new(negative_slope);
                write(self, |out, error| unsafe { sys::ct_leaky_relu_out(out, negative_slope.as_ptr(), out, error) })
            }

            /// [`elu`](Tensor::elu) into this tensor itself.
            #[inline]
            pub fn elu_in_place(&mut self, alpha: impl OptionalScalar) -> Result<()> {
                let alpha = RawScalar::new(alpha);
                write(self, |out, error| unsafe { sys::ct_elu_out(out, alpha.as_ptr(), out, error) })
            }

            /// [`softplus`](Tensor::softplus) into this tensor itself.
            #[inline]
            pub fn softplus_in_place(
                &mut self,
                beta: impl OptionalScalar,
                threshold: impl OptionalScalar,
            ) -> Result<()> {
                let beta = RawScalar::new(beta);
                let threshold = RawScalar::new(threshold);
                write(self, |out, error| unsafe {
                    sys::ct_softplus_out(out, beta.as_ptr(), threshold.as_ptr(), out, error)
                })
            }

            /// [`hardsigmoid`](Tensor::hardsigmoid) into this tensor itself.
            #[inline]
            pub fn hardsigmoid_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_hardsigmoid_out(out, out, error) })
            }

            /// [`hardswish`](Tensor::hardswish) into this tensor itself.
            #[inline]
            pub fn hardswish_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_hardswish_out(out, out, error) })
            }

            /// [`ceil`](Tensor::ceil) into this tensor itself.
            #[inline]
            pub fn ceil_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_ceil_out(out, out, error) })
            }

            /// [`floor`](Tensor::floor) into this tensor itself.
            #[inline]
            pub fn floor_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_floor_out(out, out, error) })
            }

            /// [`trunc`](Tensor::trunc) into this tensor itself.
            #[inline]
            pub fn trunc_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_trunc_out(out, out, error) })
            }

            /// [`round`](Tensor::round) into this tensor itself.
            #[inline]
            pub fn round_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_round_out(out, out, error) })
            }

            /// [`round_decimals`](Tensor::round_decimals) into this tensor itself.
            #[inline]
            pub fn round_decimals_in_place(&mut self, decimals: impl OptionalScalar) -> Result<()> {
                let decimals = RawScalar::new(decimals);
                write(self, |out, error| unsafe { sys::ct_round_decimals_out(out, decimals.as_ptr(), out, error) })
            }

            /// [`frac`](Tensor::frac) into this tensor itself.
            #[inline]
            pub fn frac_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_frac_out(out, out, error) })
            }

            /// [`sqrt`](Tensor::sqrt) into this tensor itself.
            #[inline]
            pub fn sqrt_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_sqrt_out(out, out, error) })
            }

            /// [`rsqrt`](Tensor::rsqrt) into this tensor itself.
            #[inline]
            pub fn rsqrt_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_rsqrt_out(out, out, error) })
            }

            /// [`reciprocal`](Tensor::reciprocal) into this tensor itself.
            #[inline]
            pub fn reciprocal_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_reciprocal_out(out, out, error) })
            }

            /// [`deg2rad`](Tensor::deg2rad) into this tensor itself.
            #[inline]
            pub fn deg2rad_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_deg2rad_out(out, out, error) })
            }

            /// [`rad2deg`](Tensor::rad2deg) into this tensor itself.
            #[inline]
            pub fn rad2deg_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_rad2deg_out(out, out, error) })
            }

            /// [`exp`](Tensor::exp) into this tensor itself.
            #[inline]
            pub fn exp_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_exp_out(out, out, error) })
            }

            /// [`exp2`](Tensor::exp2) into this tensor itself.
            #[inline]
            pub fn exp2_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_exp2_out(out, out, error) })
            }

            /// [`expm1`](Tensor::expm1) into this tensor itself.
            #[inline]
            pub fn expm1_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_expm1_out(out, out, error) })
            }

            /// [`log`](Tensor::log) into this tensor itself.
            #[inline]
            pub fn log_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_log_out(out, out, error) })
            }

            /// [`log2`](Tensor::log2) into this tensor itself.
            #[inline]
            pub fn log2_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_log2_out(out, out, error) })
            }

            /// [`log10`](Tensor::log10) into this tensor itself.
            #[inline]
            pub fn log10_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_log10_out(out, out, error) })
            }

            /// [`log1p`](Tensor::log1p) into this tensor itself.
            #[inline]
            pub fn log1p_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_log1p_out(out, out, error) })
            }

            /// [`sin`](Tensor::sin) into this tensor itself.
            #[inline]
            pub fn sin_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_sin_out(out, out, error) })
            }

            /// [`cos`](Tensor::cos) into this tensor itself.
            #[inline]
            pub fn cos_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_cos_out(out, out, error) })
            }

            /// [`tan`](Tensor::tan) into this tensor itself.
            #[inline]
            pub fn tan_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_tan_out(out, out, error) })
            }

            /// [`asin`](Tensor::asin) into this tensor itself.
            #[inline]
            pub fn asin_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_asin_out(out, out, error) })
            }

            /// [`acos`](Tensor::acos) into this tensor itself.
            #[inline]
            pub fn acos_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_acos_out(out, out, error) })
            }

            /// [`atan`](Tensor::atan) into this tensor itself.
            #[inline]
            pub fn atan_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_atan_out(out, out, error) })
            }

            /// [`sinh`](Tensor::sinh) into this tensor itself.
            #[inline]
            pub fn sinh_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_sinh_out(out, out, error) })
            }

            /// [`cosh`](Tensor::cosh) into this tensor itself.
            #[inline]
            pub fn cosh_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_cosh_out(out, out, error) })
            }

            /// [`tanh`](Tensor::tanh) into this tensor itself.
            #[inline]
            pub fn tanh_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_tanh_out(out, out, error) })
            }

            /// [`asinh`](Tensor::asinh) into this tensor itself.
            #[inline]
            pub fn asinh_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_asinh_out(out, out, error) })
            }

            /// [`acosh`](Tensor::acosh) into this tensor itself.
            #[inline]
            pub fn acosh_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_acosh_out(out, out, error) })
            }

            /// [`atanh`](Tensor::atanh) into this tensor itself.
            #[inline]
            pub fn atanh_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_atanh_out(out, out, error) })
            }

            /// [`erf`](Tensor::erf) into this tensor itself.
            #[inline]
            pub fn erf_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_erf_out(out, out, error) })
            }

            /// [`erfc`](Tensor::erfc) into this tensor itself.
            #[inline]
            pub fn erfc_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_erfc_out(out, out, error) })
            }

            /// [`erfinv`](Tensor::erfinv) into this tensor itself.
            #[inline]
            pub fn erfinv_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_erfinv_out(out, out, error) })
            }

            /// [`lgamma`](Tensor::lgamma) into this tensor itself.
            #[inline]
            pub fn lgamma_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_lgamma_out(out, out, error) })
            }

            /// [`sigmoid`](Tensor::sigmoid) into this tensor itself.
            #[inline]
            pub fn sigmoid_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_sigmoid_out(out, out, error) })
            }

            /// [`logit`](Tensor::logit) into this tensor itself.
            #[inline]
            pub fn logit_in_place(&mut self, eps: impl OptionalScalar) -> Result<()> {
                let eps = RawScalar::new(eps);
                write(self, |out, error| unsafe { sys::ct_logit_out(out, eps.as_ptr(), out, error) })
            }

            /// [`silu`](Tensor::silu) into this tensor itself.
            #[inline]
            pub fn silu_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_silu_out(out, out, error) })
            }

            /// [`mish`](Tensor::mish) into this tensor itself.
            #[inline]
            pub fn mish_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_mish_out(out, out, error) })
            }

            /// [`gelu`](Tensor::gelu) into this tensor itself.
            #[inline]
            pub fn gelu_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_gelu_out(out, out, error) })
            }

            /// [`gelu_tanh`](Tensor::gelu_tanh) into this tensor itself.
            #[inline]
            pub fn gelu_tanh_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_gelu_tanh_out(out, out, error) })
            }

            /// [`bitwise_not`](Tensor::bitwise_not) into this tensor itself.
            #[inline]
            pub fn bitwise_not_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_bitwise_not_out(out, out, error) })
            }

            /// [`nan_to_num`](Tensor::nan_to_num) into this tensor itself.
            #[inline]
            pub fn nan_to_num_in_place(
                &mut self,
                nan: impl OptionalScalar,
                posinf: impl OptionalScalar,
                neginf: impl OptionalScalar,
            ) -> Result<()> {
                let nan = RawScalar::new(nan);
                let posinf = RawScalar::new(posinf);
                let neginf = RawScalar::new(neginf);
                write(self, |out, error| unsafe {
                    sys::ct_nan_to_num_out(out, nan.as_ptr(), posinf.as_ptr(), neginf.as_ptr(), out, error)
                })
            }

            /// [`logical_not`](Tensor::logical_not) into this tensor itself.
            #[inline]
            pub fn logical_not_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_logical_not_out(out, out, error) })
            }

            /// [`isnan`](Tensor::isnan) into this tensor itself.
            #[inline]
            pub fn isnan_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_isnan_out(out, out, error) })
            }

            /// [`isinf`](Tensor::isinf) into this tensor itself.
            #[inline]
            pub fn isinf_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_isinf_out(out, out, error) })
            }

            /// [`isfinite`](Tensor::isfinite) into this tensor itself.
            #[inline]
            pub fn isfinite_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_isfinite_out(out, out, error) })
            }

            /// [`isposinf`](Tensor::isposinf) into this tensor itself.
            #[inline]
            pub fn isposinf_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_isposinf_out(out, out, error) })
            }

            /// [`isneginf`](Tensor::isneginf) into this tensor itself.
            #[inline]
            pub fn isneginf_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_isneginf_out(out, out, error) })
            }

            /// [`signbit`](Tensor::signbit) into this tensor itself.
            #[inline]
            pub fn signbit_in_place(&mut self) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_signbit_out(out, out, error) })
            }

            /// [`add`](Tensor::add) into this tensor itself.
            #[inline]
            pub fn add_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_add_out(out, b.raw(), out, error) })
            }

            /// [`sub`](Tensor::sub) into this tensor itself.
            #[inline]
            pub fn sub_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_sub_out(out, b.raw(), out, error) })
            }

            /// [`add_scaled`](Tensor::add_scaled) into this tensor itself.
            #[inline]
            pub fn add_scaled_in_place(&mut self, b: impl Operand, alpha: impl OptionalScalar) -> Result<()> {
                let b = b.hold()?;
                let alpha = RawScalar::new(alpha);
                write(self, |out, error| unsafe { sys::ct_add_scaled_out(out, b.raw(), alpha.as_ptr(), out, error) })
            }

            /// [`sub_scaled`](Tensor::sub_scaled) into this tensor itself.
            #[inline]
            pub fn sub_scaled_in_place(&mut self, b: impl Operand, alpha: impl OptionalScalar) -> Result<()> {
                let b = b.hold()?;
                let alpha = RawScalar::new(alpha);
                write(self, |out, error| unsafe { sys::ct_sub_scaled_out(out, b.raw(), alpha.as_ptr(), out, error) })
            }

            /// [`mul`](Tensor::mul) into this tensor itself.
            #[inline]
            pub fn mul_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_mul_out(out, b.raw(), out, error) })
            }

            /// [`div`](Tensor::div) into this tensor itself.
            #[inline]
            pub fn div_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_div_out(out, b.raw(), out, error) })
            }

            /// [`floor_divide`](Tensor::floor_divide) into this tensor itself.
            #[inline]
            pub fn floor_divide_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_floor_divide_out(out, b.raw(), out, error) })
            }

            /// [`div_floor`](Tensor::div_floor) into this tensor itself.
            #[inline]
            pub fn div_floor_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_div_floor_out(out, b.raw(), out, error) })
            }

            /// [`div_trunc`](Tensor::div_trunc) into this tensor itself.
            #[inline]
            pub fn div_trunc_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_div_trunc_out(out, b.raw(), out, error) })
            }

            /// [`remainder`](Tensor::remainder) into this tensor itself.
            #[inline]
            pub fn remainder_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_remainder_out(out, b.raw(), out, error) })
            }

            /// [`fmod`](Tensor::fmod) into this tensor itself.
            #[inline]
            pub fn fmod_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_fmod_out(out, b.raw(), out, error) })
            }

            /// [`maximum`](Tensor::maximum) into this tensor itself.
            #[inline]
            pub fn maximum_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_maximum_out(out, b.raw(), out, error) })
            }

            /// [`minimum`](Tensor::minimum) into this tensor itself.
            #[inline]
            pub fn minimum_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_minimum_out(out, b.raw(), out, error) })
            }

            /// [`fmax`](Tensor::fmax) into this tensor itself.
            #[inline]
            pub fn fmax_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_fmax_out(out, b.raw(), out, error) })
            }

            /// [`fmin`](Tensor::fmin) into this tensor itself.
            #[inline]
            pub fn fmin_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_fmin_out(out, b.raw(), out, error) })
            }

            /// [`clamp_min`](Tensor::clamp_min) into this tensor itself.
            #[inline]
            pub fn clamp_min_in_place(&mut self, bound: impl Operand) -> Result<()> {
                let bound = bound.hold()?;
                write(self, |out, error| unsafe { sys::ct_clamp_min_out(out, bound.raw(), out, error) })
            }

            /// [`clamp_max`](Tensor::clamp_max) into this tensor itself.
            #[inline]
            pub fn clamp_max_in_place(&mut self, bound: impl Operand) -> Result<()> {
                let bound = bound.hold()?;
                write(self, |out, error| unsafe { sys::ct_clamp_max_out(out, bound.raw(), out, error) })
            }

            /// [`heaviside`](Tensor::heaviside) into this tensor itself.
            #[inline]
            pub fn heaviside_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_heaviside_out(out, b.raw(), out, error) })
            }

            /// [`atan2`](Tensor::atan2) into this tensor itself.
            #[inline]
            pub fn atan2_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_atan2_out(out, b.raw(), out, error) })
            }

            /// [`hypot`](Tensor::hypot) into this tensor itself.
            #[inline]
            pub fn hypot_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_hypot_out(out, b.raw(), out, error) })
            }

            /// [`pow`](Tensor::pow) into this tensor itself.
            #[inline]
            pub fn pow_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_pow_out(out, b.raw(), out, error) })
            }

            /// [`ldexp`](Tensor::ldexp) into this tensor itself.
            #[inline]
            pub fn ldexp_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_ldexp_out(out, b.raw(), out, error) })
            }

            /// [`logaddexp`](Tensor::logaddexp) into this tensor itself.
            #[inline]
            pub fn logaddexp_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_logaddexp_out(out, b.raw(), out, error) })
            }

            /// [`logaddexp2`](Tensor::logaddexp2) into this tensor itself.
            #[inline]
            pub fn logaddexp2_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_logaddexp2_out(out, b.raw(), out, error) })
            }

            /// [`xlogy`](Tensor::xlogy) into this tensor itself.
            #[inline]
            pub fn xlogy_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_xlogy_out(out, b.raw(), out, error) })
            }

            /// [`copysign`](Tensor::copysign) into this tensor itself.
            #[inline]
            pub fn copysign_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_copysign_out(out, b.raw(), out, error) })
            }

            /// [`nextafter`](Tensor::nextafter) into this tensor itself.
            #[inline]
            pub fn nextafter_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_nextafter_out(out, b.raw(), out, error) })
            }

            /// [`bitwise_and`](Tensor::bitwise_and) into this tensor itself.
            #[inline]
            pub fn bitwise_and_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_bitwise_and_out(out, b.raw(), out, error) })
            }

            /// [`bitwise_or`](Tensor::bitwise_or) into this tensor itself.
            #[inline]
            pub fn bitwise_or_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_bitwise_or_out(out, b.raw(), out, error) })
            }

            /// [`bitwise_xor`](Tensor::bitwise_xor) into this tensor itself.
            #[inline]
            pub fn bitwise_xor_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_bitwise_xor_out(out, b.raw(), out, error) })
            }

            /// [`left_shift`](Tensor::left_shift) into this tensor itself.
            #[inline]
            pub fn left_shift_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_left_shift_out(out, b.raw(), out, error) })
            }

            /// [`right_shift`](Tensor::right_shift) into this tensor itself.
            #[inline]
            pub fn right_shift_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_right_shift_out(out, b.raw(), out, error) })
            }

            /// [`eq`](Tensor::eq) into this tensor itself.
            #[inline]
            pub fn eq_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_eq_out(out, b.raw(), out, error) })
            }

            /// [`ne`](Tensor::ne) into this tensor itself.
            #[inline]
            pub fn ne_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_ne_out(out, b.raw(), out, error) })
            }

            /// [`lt`](Tensor::lt) into this tensor itself.
            #[inline]
            pub fn lt_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_lt_out(out, b.raw(), out, error) })
            }

            /// [`le`](Tensor::le) into this tensor itself.
            #[inline]
            pub fn le_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_le_out(out, b.raw(), out, error) })
            }

            /// [`gt`](Tensor::gt) into this tensor itself.
            #[inline]
            pub fn gt_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_gt_out(out, b.raw(), out, error) })
            }

            /// [`ge`](Tensor::ge) into this tensor itself.
            #[inline]
            pub fn ge_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_ge_out(out, b.raw(), out, error) })
            }

            /// [`isclose`](Tensor::isclose) into this tensor itself.
            #[inline]
            pub fn isclose_in_place(
                &mut self,
                b: impl Operand,
                rtol: impl OptionalScalar,
                atol: impl OptionalScalar,
                equal_nan: impl OptionalScalar,
            ) -> Result<()> {
                let b = b.hold()?;
                let rtol = RawScalar::new(rtol);
                let atol = RawScalar::new(atol);
                let equal_nan = RawScalar::new(equal_nan);
                write(self, |out, error| unsafe {
                    sys::ct_isclose_out(out, b.raw(), rtol.as_ptr(), atol.as_ptr(), equal_nan.as_ptr(), out, error)
                })
            }

            /// [`logical_and`](Tensor::logical_and) into this tensor itself.
            #[inline]
            pub fn logical_and_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_logical_and_out(out, b.raw(), out, error) })
            }

            /// [`logical_or`](Tensor::logical_or) into this tensor itself.
            #[inline]
            pub fn logical_or_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_logical_or_out(out, b.raw(), out, error) })
            }

            /// [`logical_xor`](Tensor::logical_xor) into this tensor itself.
            #[inline]
            pub fn logical_xor_in_place(&mut self, b: impl Operand) -> Result<()> {
                let b = b.hold()?;
                write(self, |out, error| unsafe { sys::ct_logical_xor_out(out, b.raw(), out, error) })
            }

            /// [`masked_fill`](Tensor::masked_fill) into this tensor itself.
            #[inline]
            pub fn masked_fill_in_place(&mut self, mask: impl Operand, value: impl Into<Scalar>) -> Result<()> {
                let mask = mask.hold()?;
                let value = value.into().raw();
                write(self, |out, error| unsafe { sys::ct_masked_fill_out(out, mask.raw(), &value, out, error) })
            }

            /// [`lerp`](Tensor::lerp) into this tensor itself.
            #[inline]
            pub fn lerp_in_place(&mut self, end: impl Operand, weight: impl Operand) -> Result<()> {
                let end = end.hold()?;
                let weight = weight.hold()?;
                write(self, |out, error| unsafe { sys::ct_lerp_out(out, end.raw(), weight.raw(), out, error) })
            }

            /// [`fma`](Tensor::fma) into this tensor itself.
            #[inline]
            pub fn fma_in_place(&mut self, b: impl Operand, c: impl Operand) -> Result<()> {
                let b = b.hold()?;
                let c = c.hold()?;
                write(self, |out, error| unsafe { sys::ct_fma_out(out, b.raw(), c.raw(), out, error) })
            }

            /// [`clamp`](Tensor::clamp) into this tensor itself.
            #[inline]
            pub fn clamp_in_place(&mut self, min: impl OptionalOperand, max: impl OptionalOperand) -> Result<()> {
                let min = min.hold()?;
                let max = max.hold()?;
                write(self, |out, error| unsafe { sys::ct_clamp_out(out, min.raw(), max.raw(), out, error) })
            }

            /// [`addcmul`](Tensor::addcmul) into this tensor itself.
            #[inline]
            pub fn addcmul_in_place(
                &mut self,
                a: impl Operand,
                b: impl Operand,
                value: impl OptionalScalar,
            ) -> Result<()> {
                let a = a.hold()?;
                let b = b.hold()?;
                let value = RawScalar::new(value);
                write(self, |out, error| unsafe {
                    sys::ct_addcmul_out(out, a.raw(), b.raw(), value.as_ptr(), out, error)
                })
            }

            /// [`addcdiv`](Tensor::addcdiv) into this tensor itself.
            #[inline]
            pub fn addcdiv_in_place(
                &mut self,
                a: impl Operand,
                b: impl Operand,
                value: impl OptionalScalar,
            ) -> Result<()> {
                let a = a.hold()?;
                let b = b.hold()?;
                let value = RawScalar::new(value);
                write(self, |out, error| unsafe {
                    sys::ct_addcdiv_out(out, a.raw(), b.raw(), value.as_ptr(), out, error)
                })
            }

            /// [`cumsum`](Tensor::cumsum) into this tensor itself.
            #[inline]
            pub fn cumsum_in_place(&mut self, dim: i32, dtype: impl Into<Option<DType>>) -> Result<()> {
                let dtype = raw_dtype(dtype);
                write(self, |out, error| unsafe { sys::ct_cumsum_out(out, dim, dtype, out, error) })
            }

            /// [`cumprod`](Tensor::cumprod) into this tensor itself.
            #[inline]
            pub fn cumprod_in_place(&mut self, dim: i32, dtype: impl Into<Option<DType>>) -> Result<()> {
                let dtype = raw_dtype(dtype);
                write(self, |out, error| unsafe { sys::ct_cumprod_out(out, dim, dtype, out, error) })
            }

            /// [`softmax`](Tensor::softmax) into this tensor itself.
            #[inline]
            pub fn softmax_in_place(&mut self, dim: i32, dtype: impl Into<Option<DType>>) -> Result<()> {
                let dtype = raw_dtype(dtype);
                write(self, |out, error| unsafe { sys::ct_softmax_out(out, dim, dtype, out, error) })
            }

            /// [`log_softmax`](Tensor::log_softmax) into this tensor itself.
            #[inline]
            pub fn log_softmax_in_place(&mut self, dim: i32, dtype: impl Into<Option<DType>>) -> Result<()> {
                let dtype = raw_dtype(dtype);
                write(self, |out, error| unsafe { sys::ct_log_softmax_out(out, dim, dtype, out, error) })
            }
        }
    };
}
in_place!(Tensor);
in_place!(TensorMut<'_>);
