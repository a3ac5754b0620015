//! Deferred tensors: ops that are recorded, and computed together.
use std::fmt;
use std::ptr::{null_mut, NonNull};

use crate::error::call;
use crate::tensor::make;
use crate::{sys, Result, Tensor};

fn raw(tensors: &[&Tensor]) -> Vec<*const sys::ct_tensor> {
    tensors.iter().map(|t| t.as_raw() as *const _).collect()
}

/// A C call that makes so many tensors.
fn make_all(
    count: usize,
    f: impl FnOnce(*mut *mut sys::ct_tensor, *mut sys::ct_error) -> sys::ct_status,
) -> Result<Vec<Tensor>> {
    let mut outs = vec![null_mut(); count];
    call(|error| f(outs.as_mut_ptr(), error))?;
    // SAFETY: the call succeeded, so each is a reference of ours
    Ok(outs.into_iter().map(|out| unsafe { Tensor::from_raw(out) }).collect())
}

impl Tensor {
    /// This tensor as a leaf of an expression: what takes it is recorded, and computed by [`evaluate`].
    ///
    /// An expression keeps the memory of its leaves, so safe code cannot write it meanwhile.
    ///
    /// ```
    /// use ctensor::{evaluate, Tensor};
    /// let x = Tensor::from_slice(&[1.0f32, 2.0], [2])?;
    /// let y = x.defer()?.mul(3.0)?.add(&x)?;
    /// assert!(y.is_deferred());
    /// assert_eq!(evaluate(&[&y])?[0].to_vec::<f32>()?, [4.0, 8.0]);
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn defer(&self) -> Result<Tensor> {
        // SAFETY: a live handle, here and below
        make(|out, error| unsafe { sys::ct_defer(self.as_raw(), out, error) })
    }

    /// Whether it has a layout, but no memory of its own.
    pub fn is_deferred(&self) -> bool {
        unsafe { sys::ct_is_deferred(self.as_raw()) }
    }
}

/// Computes deferred tensors together, in as few passes over memory as they allow.
pub fn evaluate(deferred: &[&Tensor]) -> Result<Vec<Tensor>> {
    let of = raw(deferred);
    // SAFETY: arrays with their lengths, here and below
    make_all(of.len(), |outs, error| unsafe { sys::ct_evaluate(of.as_ptr(), of.len() as i32, outs, error) })
}

/// An expression, compiled: run on other tensors of the dtypes, sizes and strides of its leaves, on any thread.
pub struct Program {
    handle: NonNull<sys::ct_program>,
    results: usize,
}

// SAFETY: a program never changes, and its count is atomic
unsafe impl Send for Program {}
unsafe impl Sync for Program {}

impl Program {
    /// Leaves are made by [`Tensor::defer`], of meta tensors perhaps.
    pub fn new(leaves: &[&Tensor], results: &[&Tensor]) -> Result<Self> {
        let (of, computed) = (raw(leaves), raw(results));
        let mut out = null_mut();
        call(|error| unsafe {
            sys::ct_program_create(
                of.as_ptr(),
                of.len() as i32,
                computed.as_ptr(),
                computed.len() as i32,
                &mut out,
                error,
            )
        })?;
        Ok(Self { handle: NonNull::new(out).expect("a program"), results: computed.len() })
    }

    /// The results for these inputs in place of the leaves.
    pub fn run(&self, inputs: &[&Tensor]) -> Result<Vec<Tensor>> {
        let of = raw(inputs);
        make_all(self.results, |outs, error| unsafe {
            sys::ct_program_run(self.handle.as_ptr(), of.as_ptr(), of.len() as i32, outs, self.results as i32, error)
        })
    }
}

impl Clone for Program {
    fn clone(&self) -> Self {
        // SAFETY: a live handle
        let raw = unsafe { sys::ct_program_retain(self.handle.as_ptr()) };
        Self { handle: NonNull::new(raw).expect("the same program"), results: self.results }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: the reference is ours
        unsafe { sys::ct_program_release(self.handle.as_ptr()) }
    }
}

/// Its passes over memory: sizes, tiles, bytes and ops.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (program, mut needed) = (self.handle.as_ptr(), 0);
        // SAFETY: no buffer, then one of the length that is asked for
        call(|error| unsafe { sys::ct_program_to_string(program, null_mut(), 0, &mut needed, error) })
            .map_err(|_| fmt::Error)?;
        let mut buffer = vec![0u8; needed as usize];
        call(|error| unsafe {
            sys::ct_program_to_string(program, buffer.as_mut_ptr().cast(), needed, &mut needed, error)
        })
        .map_err(|_| fmt::Error)?;
        buffer.pop(); // the NUL
        f.pad(&String::from_utf8_lossy(&buffer))
    }
}
