//! The Rust types of dtypes.
use crate::{DType, Scalar};

/// A Rust type that has the layout of a dtype's elements.
///
/// Complex numbers are `[f32; 2]` and `[f64; 2]`, real part first; 16-bit floats are their bits, [`F16`] and [`Bf16`].
///
/// # Safety
/// Size, alignment and every valid value must be those of `DTYPE`'s elements: for `DType::Bool` bytes 0 and 1, for
/// others any bits.
pub unsafe trait Element: Copy + Send + Sync + 'static {
    const DTYPE: DType;

    /// The value, which [`Scalar`] holds exactly.
    fn to_scalar(self) -> Scalar;
}

/// The bits of a `DType::Float16`, IEEE binary16. [`Tensor::to`](crate::Tensor::to) converts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct F16(pub u16);

/// The bits of a `DType::BFloat16`, the upper half of a float32's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Bf16(pub u16);

impl F16 {
    fn value(self) -> f64 {
        let (exponent, fraction) = (i32::from(self.0 >> 10 & 31), f64::from(self.0 & 1023));
        let magnitude = match exponent {
            0 => fraction * 2f64.powi(-24),
            31 if fraction == 0.0 => f64::INFINITY,
            31 => f64::NAN,
            _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
        };
        if self.0 >> 15 == 1 {
            -magnitude
        } else {
            magnitude
        }
    }
}

impl Bf16 {
    fn value(self) -> f64 {
        f32::from_bits(u32::from(self.0) << 16).into()
    }
}

macro_rules! elements {
    ($($type:ty => $dtype:ident, $value:ident => $scalar:expr;)+) => { $(
        // SAFETY: C's type of the dtype is this one
        unsafe impl Element for $type {
            const DTYPE: DType = DType::$dtype;

            #[inline]
            fn to_scalar(self) -> Scalar {
                let $value = self;
                $scalar
            }
        }
    )+ };
}
elements! {
    bool => Bool, x => x.into();
    u8 => UInt8, x => x.into();
    i8 => Int8, x => x.into();
    i16 => Int16, x => x.into();
    i32 => Int32, x => x.into();
    i64 => Int64, x => x.into();
    u16 => UInt16, x => x.into();
    u32 => UInt32, x => x.into();
    u64 => UInt64, x => x.into();
    f32 => Float32, x => x.into();
    f64 => Float64, x => x.into();
    F16 => Float16, x => Scalar::Float(x.value());
    Bf16 => BFloat16, x => Scalar::Float(x.value());
    [F16; 2] => Complex32, x => Scalar::Complex(x[0].value(), x[1].value());
    [f32; 2] => Complex64, x => x.into();
    [f64; 2] => Complex128, x => x.into();
}
