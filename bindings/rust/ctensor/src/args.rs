//! What ops take: tensors or numbers, options that may be absent, and dims.
use std::ops::RangeFull;

use crate::{sys, DType, Result, Scalar, Tensor};

/// An operand held for the length of a call.
pub trait Held {
    #[doc(hidden)]
    fn raw(&self) -> *mut sys::ct_tensor;
}

impl Held for Tensor {
    #[inline]
    fn raw(&self) -> *mut sys::ct_tensor {
        self.as_raw()
    }
}

impl Held for &Tensor {
    #[inline]
    fn raw(&self) -> *mut sys::ct_tensor {
        self.as_raw()
    }
}

impl Held for Option<&Tensor> {
    #[inline]
    fn raw(&self) -> *mut sys::ct_tensor {
        self.map_or(std::ptr::null_mut(), Tensor::as_raw)
    }
}

/// An op's operand: a tensor, or a number, which comes last in promotion as in PyTorch.
pub trait Operand {
    #[doc(hidden)]
    type Held: Held;
    #[doc(hidden)]
    fn hold(self) -> Result<Self::Held>;
}

impl<'a> Operand for &'a Tensor {
    type Held = &'a Tensor;

    #[inline]
    fn hold(self) -> Result<Self::Held> {
        Ok(self)
    }
}

impl Operand for Tensor {
    type Held = Tensor;

    #[inline]
    fn hold(self) -> Result<Self::Held> {
        Ok(self)
    }
}

/// An operand that may be `None`.
pub trait OptionalOperand {
    #[doc(hidden)]
    type Held: Held;
    #[doc(hidden)]
    fn hold(self) -> Result<Self::Held>;
}

impl<T: Operand> OptionalOperand for T {
    type Held = T::Held;

    #[inline]
    fn hold(self) -> Result<Self::Held> {
        Operand::hold(self)
    }
}

impl<'a> OptionalOperand for Option<&'a Tensor> {
    type Held = Option<&'a Tensor>;

    #[inline]
    fn hold(self) -> Result<Self::Held> {
        Ok(self)
    }
}

/// An option of an op: a number, or `None` for the default.
pub trait OptionalScalar {
    #[doc(hidden)]
    fn scalar(self) -> Option<Scalar>;
}

impl OptionalScalar for Option<Scalar> {
    #[inline]
    fn scalar(self) -> Option<Scalar> {
        self
    }
}

macro_rules! numbers {
    ($($type:ty),+) => { $(
        impl Operand for $type {
            type Held = Tensor;

            #[inline]
            fn hold(self) -> Result<Tensor> {
                Tensor::number(self)
            }
        }

        impl OptionalScalar for $type {
            #[inline]
            fn scalar(self) -> Option<Scalar> {
                Some(self.into())
            }
        }
    )+ };
}
numbers!(bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, [f32; 2], [f64; 2], Scalar);

/// A number as C takes it: NULL for `None`.
pub(crate) struct RawScalar(Option<sys::ct_scalar>);

impl RawScalar {
    #[inline]
    pub(crate) fn new(option: impl OptionalScalar) -> Self {
        Self(option.scalar().map(Scalar::raw))
    }

    #[inline]
    pub(crate) fn as_ptr(&self) -> *const sys::ct_scalar {
        self.0.as_ref().map_or(std::ptr::null(), |scalar| scalar)
    }
}

/// Dims of a reduction: one, several, or `..` for all.
pub trait Dims {
    #[doc(hidden)]
    fn dims(&self) -> &[i32];
}

impl Dims for RangeFull {
    #[inline]
    fn dims(&self) -> &[i32] {
        &[]
    }
}

impl Dims for i32 {
    #[inline]
    fn dims(&self) -> &[i32] {
        std::slice::from_ref(self)
    }
}

impl<const N: usize> Dims for [i32; N] {
    #[inline]
    fn dims(&self) -> &[i32] {
        self
    }
}

impl Dims for &[i32] {
    #[inline]
    fn dims(&self) -> &[i32] {
        self
    }
}

/// A dim as C takes it: NULL for `None`.
#[inline]
pub(crate) fn dim_ptr(dim: &Option<i32>) -> *const i32 {
    dim.as_ref().map_or(std::ptr::null(), |dim| dim)
}

#[inline]
pub(crate) fn raw_dtype(dtype: impl Into<Option<DType>>) -> sys::ct_dtype {
    DType::raw(dtype.into())
}
