//! One value of any dtype.
use crate::{sys, Element};

/// One value of any dtype: an op's option, or the number that fills a tensor. `From` makes it from numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    Bool(bool),
    Int(i64),
    UInt(u64),
    Float(f64),
    /// The real and the imaginary part.
    Complex(f64, f64),
}

impl Scalar {
    #[inline]
    pub(crate) fn raw(self) -> sys::ct_scalar {
        // SAFETY: these take only numbers
        unsafe {
            match self {
                Self::Bool(value) => sys::ct_scalar_bool(value),
                Self::Int(value) => sys::ct_scalar_i64(value),
                Self::UInt(value) => sys::ct_scalar_u64(value),
                Self::Float(value) => sys::ct_scalar_f64(value),
                Self::Complex(re, im) => sys::ct_scalar_c128(re, im),
            }
        }
    }

    pub(crate) fn of(raw: &sys::ct_scalar) -> Self {
        match raw.dtype {
            sys::CT_BOOL => Self::Bool(raw.i != 0),
            sys::CT_UINT64 => Self::UInt(raw.i as u64),
            sys::CT_FLOAT16 | sys::CT_BFLOAT16 | sys::CT_FLOAT32 | sys::CT_FLOAT64 => Self::Float(raw.re),
            sys::CT_COMPLEX32 | sys::CT_COMPLEX64 | sys::CT_COMPLEX128 => Self::Complex(raw.re, raw.im),
            _ => Self::Int(raw.i),
        }
    }

    /// The value of an element, in its own dtype.
    pub(crate) fn of_element<T: Element>(value: T) -> sys::ct_scalar {
        sys::ct_scalar { dtype: T::DTYPE as sys::ct_dtype, ..value.to_scalar().raw() }
    }

    /// The value as a float; the real part of a complex number.
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Bool(value) => f64::from(u8::from(value)),
            Self::Int(value) => value as f64,
            Self::UInt(value) => value as f64,
            Self::Float(value) | Self::Complex(value, _) => value,
        }
    }

    /// The value as an integer, if it is one.
    pub fn as_i64(self) -> Option<i64> {
        match self {
            Self::Bool(value) => Some(i64::from(value)),
            Self::Int(value) => Some(value),
            Self::UInt(value) => i64::try_from(value).ok(),
            Self::Float(_) | Self::Complex(..) => None,
        }
    }
}

macro_rules! from {
    ($($variant:ident: $($type:ty),+;)+) => { $($(
        impl From<$type> for Scalar {
            #[inline]
            fn from(value: $type) -> Self {
                Self::$variant(value.into())
            }
        }
    )+)+ };
}
from! {
    Bool: bool;
    Int: i8, i16, i32, i64, u8, u16, u32;
    UInt: u64;
    Float: f32, f64;
}

macro_rules! from_complex {
    ($($type:ty),+) => { $(
        impl From<[$type; 2]> for Scalar {
            #[inline]
            fn from([re, im]: [$type; 2]) -> Self {
                Self::Complex(re.into(), im.into())
            }
        }
    )+ };
}
from_complex!(f32, f64);
