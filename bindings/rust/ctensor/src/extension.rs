//! What the modules of extensions need besides the crate itself.
// one extension alone may not use all of them
#![allow(dead_code)]
use std::ffi::CString;
use std::ptr::null_mut;

use crate::error::call;
use crate::{sys, Dims, Error, ErrorKind, Out, Result, Tensor};

/// Lengths of the lines along some dims, or `None` for the defaults.
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

/// A list as C takes it, with NULL for `None`.
pub(crate) fn raw_part<T>(list: Option<&[T]>) -> *const T {
    list.map_or(std::ptr::null(), |list| list.as_ptr())
}

/// A number as C takes it, with NULL for `None`. The pointer is valid as long as the option stays where it is.
pub(crate) fn raw_number<T>(number: &Option<T>) -> *const T {
    number.as_ref().map_or(std::ptr::null(), |number| number)
}

/// The one count that C takes for two lists, of which one or both may be absent.
pub(crate) fn count_of_both<A, B>(function: &str, a: Option<&[A]>, b: Option<&[B]>) -> Result<i32> {
    match (a.map(<[A]>::len), b.map(<[B]>::len)) {
        (Some(a), Some(b)) if a != b => {
            Err(Error::new(ErrorKind::Shape, format!("{function}: a list of {a} goes with one of {b}")))
        }
        (a, b) => Ok(b.or(a).unwrap_or(0) as i32),
    }
}

/// The address of two dims as C takes it, or NULL for all dims.
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

/// Makes several tensors by a C call.
pub(crate) fn make_several<const N: usize>(
    f: impl FnOnce(&mut [*mut sys::ct_tensor; N], *mut sys::ct_error) -> sys::ct_status,
) -> Result<[Tensor; N]> {
    let mut outs = [null_mut(); N];
    call(|error| f(&mut outs, error))?;
    // SAFETY: the call succeeded, so the references are ours
    Ok(outs.map(|out| unsafe { Tensor::from_raw(out) }))
}

/// Writes into outputs by a C call. A call that fails may already have resized an output and left it unwritten. Safe
/// code could read that memory, so it is zeroed. An output that has kept its sizes keeps its elements.
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

/// [`Out`] as a trait object, so that one list can hold different types.
pub(crate) trait Writable {
    fn raw(&mut self) -> Result<*mut sys::ct_tensor>;
}

impl<T: Out> Writable for T {
    fn raw(&mut self) -> Result<*mut sys::ct_tensor> {
        self.writable()
    }
}
