//! Deferred tensors: ops that are recorded, and computed together.
use std::array;
use std::collections::VecDeque;
use std::fmt;
use std::ptr::{null_mut, NonNull};
use std::sync::{Mutex, PoisonError};

use crate::error::call;
use crate::tensor::make;
use crate::{sys, Result, Tensor};

fn raw(tensors: &[&Tensor]) -> Vec<*const sys::ct_tensor> {
    tensors.iter().map(|t| t.as_raw() as *const _).collect()
}

/// Makes `count` tensors by a C call.
fn make_all(
    count: usize,
    f: impl FnOnce(*mut *mut sys::ct_tensor, *mut sys::ct_error) -> sys::ct_status,
) -> Result<Vec<Tensor>> {
    let mut outs = vec![null_mut(); count];
    call(|error| f(outs.as_mut_ptr(), error))?;
    // SAFETY: the call succeeded, so each reference is ours
    Ok(outs.into_iter().map(|out| unsafe { Tensor::from_raw(out) }).collect())
}

impl Tensor {
    /// This tensor as a leaf of an expression: ops that take it are recorded, and computed by [`evaluate`].
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

/// A compiled expression. It runs on any tensors with the dtypes, sizes and strides of its leaves, on any thread.
pub struct Program {
    handle: NonNull<sys::ct_program>,
    results: usize,
}

// SAFETY: a program never changes, and its reference count is atomic
unsafe impl Send for Program {}
unsafe impl Sync for Program {}

impl Program {
    /// Compiles an expression. Leaves come from [`Tensor::defer`], and may be made of meta tensors.
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
        // SAFETY: first without a buffer, then with one of the length that C asked for
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

/// What a function for [`fuse`] returns: a tensor, an array of tensors, or a vector.
pub trait Results {
    #[doc(hidden)]
    fn tensors(&self) -> Vec<&Tensor>;
    #[doc(hidden)]
    fn of(tensors: Vec<Tensor>) -> Self;
}

impl Results for Tensor {
    fn tensors(&self) -> Vec<&Tensor> {
        vec![self]
    }

    fn of(mut tensors: Vec<Tensor>) -> Self {
        tensors.remove(0)
    }
}

impl<const M: usize> Results for [Tensor; M] {
    fn tensors(&self) -> Vec<&Tensor> {
        self.iter().collect()
    }

    fn of(tensors: Vec<Tensor>) -> Self {
        let mut tensors = tensors.into_iter();
        array::from_fn(|_| tensors.next().expect("as many as the function gave"))
    }
}

impl Results for Vec<Tensor> {
    fn tensors(&self) -> Vec<&Tensor> {
        self.iter().collect()
    }

    fn of(tensors: Vec<Tensor>) -> Self {
        tensors
    }
}

const MOST_PROGRAMS: usize = 32;

struct Known<const N: usize> {
    shapes: [Tensor; N], // meta tensors, which hold only layouts
    program: Program,
}

fn same_layout(a: &Tensor, b: &Tensor) -> bool {
    a.sizes() == b.sizes() && a.strides() == b.strides() && a.dtype() == b.dtype()
}

fn array_of<const N: usize>(f: impl FnMut(usize) -> Result<Tensor>) -> Result<[Tensor; N]> {
    let tensors = (0..N).map(f).collect::<Result<Vec<_>>>()?;
    Ok(Results::of(tensors))
}

impl<const N: usize> Known<N> {
    fn record<R: Results>(inputs: [&Tensor; N], f: impl Fn([&Tensor; N]) -> Result<R>) -> Result<Self> {
        let like = |k: usize| Tensor::meta(inputs[k].sizes(), Some(inputs[k].strides()), inputs[k].dtype());
        let shapes: [Tensor; N] = array_of(like)?;
        let leaves: [Tensor; N] = array_of(|k| shapes[k].defer())?;
        let leaves = array::from_fn(|k| &leaves[k]);
        let program = Program::new(&leaves, &f(leaves)?.tensors())?;
        Ok(Self { shapes, program })
    }
}

/// A function of tensors that runs as programs: all of its ops in as few passes over memory as they allow.
///
/// `f` is called once for each combination of dtypes, sizes and strides, with deferred tensors that have no data: it
/// may look at their layouts, but not at elements, and its side effects happen once. It must not call the returned
/// function, which would wait for itself. The 32 newest programs are kept. Any number of threads may call the returned
/// function.
///
/// ```
/// use ctensor::{fuse, Tensor};
/// let normalised = fuse(|[x, mean, deviation]| x.sub(mean)?.div(deviation));
/// let x = Tensor::from_slice(&[1.0f32, 2.0, 3.0], [3])?;
/// let (mean, deviation) = (Tensor::from_slice(&[2.0f32], [1])?, Tensor::from_slice(&[0.5f32], [1])?);
/// assert_eq!(normalised([&x, &mean, &deviation])?.to_vec::<f32>()?, [-2.0, 0.0, 2.0]);
/// # Ok::<(), ctensor::Error>(())
/// ```
pub fn fuse<const N: usize, R: Results>(f: impl Fn([&Tensor; N]) -> Result<R>) -> impl Fn([&Tensor; N]) -> Result<R> {
    let programs = Mutex::new(VecDeque::<Known<N>>::new());
    move |inputs| {
        let mut known = programs.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.iter().find(|one| one.shapes.iter().zip(inputs).all(|(shape, x)| same_layout(shape, x)));
        let program = match found {
            Some(one) => one.program.clone(),
            None => {
                let one = Known::record(inputs, &f)?;
                let program = one.program.clone();
                if known.len() == MOST_PROGRAMS {
                    known.pop_front();
                }
                known.push_back(one);
                program
            }
        };
        drop(known);
        Ok(R::of(program.run(&inputs)?))
    }
}
