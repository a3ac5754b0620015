//! What ops take: tensors or numbers, options that may be absent, and dims.
use std::mem::MaybeUninit;
use std::ops::RangeFull;

use crate::{sys, DType, Scalar, Tensor};

/// Memory for a number that is an operand. It stays where it is until the call returns.
pub struct Memory(MaybeUninit<sys::ct_number>);

impl Memory {
    #[inline]
    pub(crate) fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    /// The number as a tensor in this memory, valid as long as the memory stays where it is.
    #[inline]
    pub(crate) fn number(&mut self, value: Scalar) -> *const sys::ct_tensor {
        // SAFETY: memory for a number, which C writes before it reads
        unsafe { sys::ct_number_of(value.raw(), self.0.as_mut_ptr()) }
    }
}

/// An op's operand: a tensor, or a number, which comes last in promotion as in PyTorch.
pub trait Operand {
    /// What C takes, for as long as this operand and the memory stay where they are.
    #[doc(hidden)]
    fn raw(&self, memory: &mut Memory) -> *const sys::ct_tensor;
}

impl Operand for &Tensor {
    #[inline]
    fn raw(&self, _: &mut Memory) -> *const sys::ct_tensor {
        self.as_raw()
    }
}

impl Operand for Tensor {
    #[inline]
    fn raw(&self, _: &mut Memory) -> *const sys::ct_tensor {
        self.as_raw()
    }
}

/// An operand that may be `None`.
pub trait OptionalOperand {
    #[doc(hidden)]
    fn raw(&self, memory: &mut Memory) -> *const sys::ct_tensor;
}

impl<T: Operand> OptionalOperand for T {
    #[inline]
    fn raw(&self, memory: &mut Memory) -> *const sys::ct_tensor {
        Operand::raw(self, memory)
    }
}

impl OptionalOperand for Option<&Tensor> {
    #[inline]
    fn raw(&self, _: &mut Memory) -> *const sys::ct_tensor {
        self.map_or(std::ptr::null(), |t| t.as_raw())
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
            #[inline]
            fn raw(&self, memory: &mut Memory) -> *const sys::ct_tensor {
                memory.number((*self).into())
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

/// A number as C takes it, with NULL for `None`.
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

/// Dims of an op: one, several, none (`[]`), or all (`..` or `None`).
pub trait Dims {
    #[doc(hidden)]
    fn dims(&self) -> Option<&[i32]>;
}

impl Dims for RangeFull {
    #[inline]
    fn dims(&self) -> Option<&[i32]> {
        None
    }
}

impl Dims for i32 {
    #[inline]
    fn dims(&self) -> Option<&[i32]> {
        Some(std::slice::from_ref(self))
    }
}

impl<const N: usize> Dims for [i32; N] {
    #[inline]
    fn dims(&self) -> Option<&[i32]> {
        Some(self)
    }
}

impl Dims for [i32] {
    #[inline]
    fn dims(&self) -> Option<&[i32]> {
        Some(self)
    }
}

impl Dims for Vec<i32> {
    #[inline]
    fn dims(&self) -> Option<&[i32]> {
        Some(self)
    }
}

impl Dims for Option<&[i32]> {
    #[inline]
    fn dims(&self) -> Option<&[i32]> {
        *self
    }
}

impl<T: Dims + ?Sized> Dims for &T {
    #[inline]
    fn dims(&self) -> Option<&[i32]> {
        (**self).dims()
    }
}

/// Dims as C takes them, with NULL for all. An empty list is not all dims: a slice's address is never NULL.
#[inline]
pub(crate) fn raw_dims(dims: &(impl Dims + ?Sized)) -> (*const i32, i32) {
    dims.dims().map_or((std::ptr::null(), 0), |dims| (dims.as_ptr(), dims.len() as i32))
}

/// One dim of an op, or all (`..` or `None`).
pub trait OptionalDim {
    #[doc(hidden)]
    fn dim(self) -> Option<i32>;
}

impl OptionalDim for i32 {
    #[inline]
    fn dim(self) -> Option<i32> {
        Some(self)
    }
}

impl OptionalDim for RangeFull {
    #[inline]
    fn dim(self) -> Option<i32> {
        None
    }
}

impl OptionalDim for Option<i32> {
    #[inline]
    fn dim(self) -> Option<i32> {
        self
    }
}

/// A dim as C takes it.
#[inline]
pub(crate) fn raw_dim(dim: impl OptionalDim) -> i32 {
    dim.dim().unwrap_or(sys::CT_ALL_DIMS)
}

#[inline]
pub(crate) fn raw_dtype(dtype: impl Into<Option<DType>>) -> sys::ct_dtype {
    DType::raw(dtype.into())
}

/// An entry of a list of tensors: a tensor, or a reference to one.
pub trait AsTensor {
    #[doc(hidden)]
    fn tensor(&self) -> &Tensor;
}

impl AsTensor for Tensor {
    #[inline]
    fn tensor(&self) -> &Tensor {
        self
    }
}

impl AsTensor for &Tensor {
    #[inline]
    fn tensor(&self) -> &Tensor {
        self
    }
}

/// A list of tensors as C takes it, valid as long as they live.
pub(crate) fn raw_list(tensors: &[impl AsTensor]) -> Vec<*const sys::ct_tensor> {
    tensors.iter().map(|t| t.tensor().as_raw() as *const _).collect()
}
