//! The types of elements, and the orders of dims in memory.
use std::ffi::{CStr, CString};
use std::fmt;
use std::str::FromStr;

use crate::error::call;
use crate::{sys, Error, Result, Tensor};

/// The type of a tensor's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum DType {
    Bool = sys::CT_BOOL,
    UInt8 = sys::CT_UINT8,
    Int8 = sys::CT_INT8,
    Int16 = sys::CT_INT16,
    Int32 = sys::CT_INT32,
    Int64 = sys::CT_INT64,
    Float16 = sys::CT_FLOAT16,
    Float32 = sys::CT_FLOAT32,
    Float64 = sys::CT_FLOAT64,
    /// Two `Float16`.
    Complex32 = sys::CT_COMPLEX32,
    /// Two `Float32`.
    Complex64 = sys::CT_COMPLEX64,
    /// Two `Float64`.
    Complex128 = sys::CT_COMPLEX128,
    BFloat16 = sys::CT_BFLOAT16,
    UInt16 = sys::CT_UINT16,
    UInt32 = sys::CT_UINT32,
    UInt64 = sys::CT_UINT64,
}

impl DType {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Bool,
        Self::UInt8,
        Self::Int8,
        Self::Int16,
        Self::Int32,
        Self::Int64,
        Self::Float16,
        Self::Float32,
        Self::Float64,
        Self::Complex32,
        Self::Complex64,
        Self::Complex128,
        Self::BFloat16,
        Self::UInt16,
        Self::UInt32,
        Self::UInt64,
    ];

    /// `None` for `CT_UNDEFINED`, and for a dtype that only a newer library has.
    pub(crate) fn of(raw: sys::ct_dtype) -> Option<Self> {
        Self::ALL.into_iter().find(|&dtype| dtype as sys::ct_dtype == raw)
    }

    /// `CT_UNDEFINED` for `None`.
    #[inline]
    pub(crate) fn raw(dtype: Option<Self>) -> sys::ct_dtype {
        dtype.map_or(sys::CT_UNDEFINED, |dtype| dtype as sys::ct_dtype)
    }

    /// The name, such as `"float32"`. Parsing accepts it, and short forms such as `"f32"`.
    pub fn name(self) -> &'static str {
        // SAFETY: a static string of ASCII letters, for every dtype
        unsafe { CStr::from_ptr(sys::ct_dtype_name(self as sys::ct_dtype)).to_str().unwrap_or("") }
    }

    /// Bytes of one element.
    pub fn size(self) -> usize {
        // SAFETY: it takes any number
        unsafe { sys::ct_dtype_size(self as sys::ct_dtype) as usize }
    }

    /// The dtype that two dtypes promote to.
    ///
    /// ```
    /// use ctensor::DType;
    /// assert_eq!(DType::Int64.promote(DType::Float16)?, DType::Float16);
    /// assert_eq!("f32".parse::<DType>()?, DType::Float32);
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn promote(self, other: Self) -> Result<Self> {
        made(|out, error| unsafe { sys::ct_promote_types(self as sys::ct_dtype, other as sys::ct_dtype, out, error) })
    }

    /// Whether an op may write a result of this dtype into an output of another.
    pub fn can_cast(self, to: Self) -> bool {
        // SAFETY: it takes any numbers
        unsafe { sys::ct_can_cast(self as sys::ct_dtype, to as sys::ct_dtype) }
    }

    /// Whether it is of one of these kinds: `dtype.is(Kind::INTEGER | Kind::FLOAT)`.
    pub fn is(self, kinds: Kind) -> bool {
        // SAFETY: it takes any numbers
        unsafe { sys::ct_isdtype(self as sys::ct_dtype, kinds.0) }
    }

    /// The limits of a float dtype, or of a complex one's parts.
    ///
    /// ```
    /// use ctensor::{DType, Kind};
    /// assert_eq!(DType::Float32.finfo()?.eps, f64::from(f32::EPSILON));
    /// assert_eq!(DType::Int8.iinfo()?.min, -128);
    /// assert!(DType::UInt8.is(Kind::INTEGER) && !DType::UInt8.is(Kind::SIGNED | Kind::FLOAT));
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn finfo(self) -> Result<Finfo> {
        // SAFETY: a plain struct, for which all zeros is valid, here and below
        let mut info: sys::ct_finfo = unsafe { std::mem::zeroed() };
        call(|error| unsafe { sys::ct_dtype_finfo(self as sys::ct_dtype, &mut info, error) })?;
        Ok(Finfo {
            bits: info.bits,
            eps: info.eps,
            max: info.max,
            smallest_normal: info.smallest_normal,
            smallest_subnormal: info.smallest_subnormal,
        })
    }

    /// The limits of an integer dtype.
    pub fn iinfo(self) -> Result<Iinfo> {
        let mut info: sys::ct_iinfo = unsafe { std::mem::zeroed() };
        call(|error| unsafe { sys::ct_dtype_iinfo(self as sys::ct_dtype, &mut info, error) })?;
        Ok(Iinfo { bits: info.bits, min: info.min, max: info.max })
    }

    /// The dtype in which an op computes on these tensors.
    pub fn result_of(tensors: &[&Tensor]) -> Result<Self> {
        let handles: Vec<_> = tensors.iter().map(|t| t.as_raw() as *const sys::ct_tensor).collect();
        // SAFETY: live handles
        made(|out, error| unsafe { sys::ct_result_type(handles.as_ptr(), handles.len() as i32, out, error) })
    }
}

fn made(f: impl FnOnce(*mut sys::ct_dtype, *mut sys::ct_error) -> sys::ct_status) -> Result<DType> {
    let mut out = sys::CT_UNDEFINED;
    call(|error| f(&mut out, error))?;
    Ok(DType::of(out).expect("a dtype of ctensor.h"))
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for DType {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let mut out = sys::CT_UNDEFINED;
        let status = match CString::new(name) {
            // SAFETY: a NUL-terminated string
            Ok(name) => unsafe { sys::ct_dtype_from_name(name.as_ptr(), &mut out) },
            Err(_) => sys::CT_ERROR_INVALID,
        };
        DType::of(out).ok_or_else(|| Error::of_status(status, format!("no dtype is named {name:?}")))
    }
}

/// Kinds of dtypes, which `|` combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind(u32);

impl Kind {
    pub const BOOL: Self = Self(sys::CT_KIND_BOOL);
    pub const SIGNED: Self = Self(sys::CT_KIND_SIGNED);
    pub const UNSIGNED: Self = Self(sys::CT_KIND_UNSIGNED);
    /// Signed or unsigned.
    pub const INTEGER: Self = Self(sys::CT_KIND_INTEGER);
    /// Real.
    pub const FLOAT: Self = Self(sys::CT_KIND_FLOAT);
    pub const COMPLEX: Self = Self(sys::CT_KIND_COMPLEX);
    /// All except bool.
    pub const NUMBER: Self = Self(sys::CT_KIND_NUMBER);
}

impl std::ops::BitOr for Kind {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What a float dtype can hold; the smallest number is `-max`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finfo {
    pub bits: i32,
    /// The distance from 1 to the next larger number.
    pub eps: f64,
    pub max: f64,
    pub smallest_normal: f64,
    pub smallest_subnormal: f64,
}

/// What an integer dtype can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Iinfo {
    pub bits: i32,
    pub min: i64,
    pub max: u64,
}

/// The order of the dims in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum MemoryFormat {
    /// The input's order.
    Preserve = sys::CT_PRESERVE,
    /// Row-major: the last dim is the densest.
    Contiguous = sys::CT_CONTIGUOUS,
    /// N, C, H, W with C the densest.
    ChannelsLast = sys::CT_CHANNELS_LAST,
    /// N, C, D, H, W with C the densest.
    ChannelsLast3d = sys::CT_CHANNELS_LAST_3D,
}

impl MemoryFormat {
    pub(crate) fn of(raw: sys::ct_memory_format) -> Self {
        match raw {
            sys::CT_PRESERVE => Self::Preserve,
            sys::CT_CHANNELS_LAST => Self::ChannelsLast,
            sys::CT_CHANNELS_LAST_3D => Self::ChannelsLast3d,
            _ => Self::Contiguous,
        }
    }
}

/// What [`Tensor::pad`](crate::Tensor::pad) puts around a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum PadMode {
    /// One value.
    Constant = sys::CT_PAD_CONSTANT,
    /// Its mirror image, without the edge itself.
    Reflect = sys::CT_PAD_REFLECT,
    /// The elements at its edges.
    Replicate = sys::CT_PAD_REPLICATE,
    /// Its elements from the other end.
    Circular = sys::CT_PAD_CIRCULAR,
}

/// The order of the dims of [`meshgrid`](crate::meshgrid)'s results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum MeshgridIndexing {
    /// Rows first, like the indices of a matrix.
    Ij = sys::CT_MESHGRID_IJ,
    /// Columns first, like the coordinates of a picture.
    Xy = sys::CT_MESHGRID_XY,
}

/// How [`Tensor::scatter`](crate::Tensor::scatter) combines a new element with the one already there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum ScatterReduce {
    /// The last one stays.
    Replace = sys::CT_SCATTER_REPLACE,
    /// The sum; for bool, whether any is true.
    Add = sys::CT_SCATTER_ADD,
    /// The product; for bool, whether all are true.
    Mul = sys::CT_SCATTER_MUL,
    /// The smallest; NaN where there is one.
    Amin = sys::CT_SCATTER_AMIN,
    /// The largest; NaN where there is one.
    Amax = sys::CT_SCATTER_AMAX,
}

/// The value of a [`quantile`](crate::Tensor::quantile) that lies between two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Interpolation {
    /// Between them, in proportion to its position.
    Linear = sys::CT_INTERPOLATION_LINEAR,
    /// The lower one.
    Lower = sys::CT_INTERPOLATION_LOWER,
    /// The higher one.
    Higher = sys::CT_INTERPOLATION_HIGHER,
    /// Halfway between them.
    Midpoint = sys::CT_INTERPOLATION_MIDPOINT,
    /// The nearer one; exactly halfway, the one with the even index.
    Nearest = sys::CT_INTERPOLATION_NEAREST,
}
