//! What the modules of extensions need besides the crate itself.
// each is of use to one of them, or to both
#![allow(dead_code)]
use std::ffi::CString;
use std::ptr::null_mut;

use crate::error::call;
use crate::{sys, Dims, Error, ErrorKind, Out, Result, Tensor};

/// Lengths of the lines along some dims, or `None` where none is given.
pub trait Lengths {
    #[doc(hidden)]
    fn lengths(&self) -> Option<&[i64]>;
}

impl<const N: usize> Lengths for [i64; N] {
    fn lengths(&self) -> Option<&[i64]> {
        Some(self)
    }
}

impl Lengths for &[i64] {
    fn lengths(&self) -> Option<&[i64]> {
        Some(self)
    }
}

impl Lengths for Vec<i64> {
    fn lengths(&self) -> Option<&[i64]> {
        Some(self)
    }
}

impl Lengths for Option<&[i64]> {
    fn lengths(&self) -> Option<&[i64]> {
        *self
    }
}

/// A list as C takes it: NULL for `None`.
pub(crate) fn raw_part<T>(list: Option<&[T]>) -> *const T {
    list.map_or(std::ptr::null(), |list| list.as_ptr())
}

/// A number as C takes it: NULL for `None`. The pointer is of use as long as the option stays where it is.
pub(crate) fn raw_number<T>(number: &Option<T>) -> *const T {
    number.as_ref().map_or(std::ptr::null(), |number| number)
}

/// The one count that C takes of two lists, of which one or both may be absent.
pub(crate) fn count_of_both<A, B>(function: &str, a: Option<&[A]>, b: Option<&[B]>) -> Result<i32> {
    match (a.map(<[A]>::len), b.map(<[B]>::len)) {
        (Some(a), Some(b)) if a != b => {
            Err(Error::new(ErrorKind::Shape, format!("{function}: a list of {a} goes with one of {b}")))
        }
        (a, b) => Ok(b.or(a).unwrap_or(0) as i32),
    }
}

/// Two dims where C takes their address, which for all dims is NULL.
pub(crate) fn raw_pair(function: &str, dims: &impl Dims) -> Result<*const i32> {
    match dims.dims() {
        Some(dims) if dims.len() != 2 => {
            Err(Error::new(ErrorKind::Shape, format!("{function}: of a matrix there are 2 dims, not {}", dims.len())))
        }
        dims => Ok(raw_part(dims)),
    }
}

pub(crate) fn raw_text(function: &str, text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::new(ErrorKind::Invalid, format!("{function}: {text:?} holds a NUL")))
}

/// A C call that makes several tensors.
pub(crate) fn make_several<const N: usize>(
    f: impl FnOnce(&mut [*mut sys::ct_tensor; N], *mut sys::ct_error) -> sys::ct_status,
) -> Result<[Tensor; N]> {
    let mut outs = [null_mut(); N];
    call(|error| f(&mut outs, error))?;
    // SAFETY: the call succeeded, so they are references of ours
    Ok(outs.map(|out| unsafe { Tensor::from_raw(out) }))
}

/// A C call that writes into outputs. A call that fails may have resized them before, and left memory that nothing has
/// written. Safe code can read it: zeros, then. One that has its sizes still has its elements.
pub(crate) fn write_several<const N: usize>(
    mut outs: [&mut dyn Writable; N],
    f: impl FnOnce([*mut sys::ct_tensor; N], *mut sys::ct_error) -> sys::ct_status,
) -> Result<()> {
    let mut raw = [null_mut(); N];
    for (raw, out) in raw.iter_mut().zip(&mut outs) {
        *raw = out.raw()?;
    }
    let sizes = raw.map(sizes_of);
    call(|error| f(raw, error)).map_err(|error| {
        for (out, sizes) in raw.into_iter().zip(sizes) {
            if sizes_of(out) != sizes {
                // SAFETY: a live handle that is ours to write
                unsafe { sys::ct_fill(out, &crate::Scalar::Bool(false).raw(), null_mut()) };
            }
        }
        error
    })
}

fn sizes_of(t: *mut sys::ct_tensor) -> Vec<i64> {
    // SAFETY: a live handle, whose sizes are copied
    unsafe { std::slice::from_raw_parts(sys::ct_tensor_sizes(t), sys::ct_tensor_ndim(t) as usize).to_vec() }
}

/// [`Out`], of different types in one list.
pub(crate) trait Writable {
    fn raw(&mut self) -> Result<*mut sys::ct_tensor>;
}

impl<T: Out> Writable for T {
    fn raw(&mut self) -> Result<*mut sys::ct_tensor> {
        self.writable()
    }
}
