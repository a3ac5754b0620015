//! Closures as loops: on all threads, on this one, and in reductions. A panic passes through C as a status and resumes
//! in the call that started the walk.
use std::cell::UnsafeCell;
use std::ops::{Bound, RangeBounds};
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Mutex;

use crate::elements::{fold_piece, map_piece, Elements};
use crate::error::{call, Stop};
use crate::piece::{Operand, Piece, Roles};
use crate::{sys, DType, Element, Error, ErrorKind, Iter, Reduction, Result, Scalar};

/// The user data of a walk's trampolines.
struct Walk<'w, F, G> {
    operands: &'w [Operand],
    roles: Roles,
    body: F,
    /// For a reduction, the closure that combines accumulators, and its operands.
    combine: Option<(&'w [Operand], G)>,
    stop: Mutex<Option<Stop>>,
}

type NoCombine = fn(&mut Piece<'_>) -> Result<()>;

impl<F, G> Walk<'_, F, G> {
    /// Runs a closure on a piece; a failure is kept for the call that walks.
    fn run(&self, body: impl FnOnce() -> Result<()>) -> sys::ct_status {
        let stop = match catch_unwind(AssertUnwindSafe(body)) {
            Ok(Ok(())) => return sys::CT_OK,
            Ok(Err(error)) => Stop::Failed(error),
            Err(payload) => Stop::Panicked(payload),
        };
        // other threads may have failed too: only the first failure is kept
        self.stop.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(stop);
        sys::CT_STATUS_USER
    }

    /// The outcome of the C call, or why a closure stopped it.
    fn end(self, outcome: Result<()>) -> Result<()> {
        let stop = self.stop.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        stop.map_or(outcome, |stop| Err(stop.resume()))
    }
}

impl<F, G> Walk<'_, F, G> {
    fn user_data(&self) -> *mut c_void {
        (self as *const Self as *mut Self).cast()
    }
}

/// The loop of a walk or a reduction.
///
/// # Safety
/// `user_data` is a `Walk<F, G>` whose operands are those of `piece`.
unsafe extern "C" fn body<F, G>(piece: *const sys::ct_loop, user_data: *mut c_void) -> sys::ct_status
where
    F: Fn(&mut Piece<'_>) -> Result<()>,
{
    let walk = &*user_data.cast::<Walk<'_, F, G>>();
    walk.run(|| (walk.body)(&mut Piece::new(&*piece, walk.operands, walk.roles)))
}

/// Combines the accumulators of a reduction.
///
/// # Safety
/// As for `body`.
unsafe extern "C" fn combine<F, G>(piece: *const sys::ct_loop, user_data: *mut c_void) -> sys::ct_status
where
    G: Fn(&mut Piece<'_>) -> Result<()>,
{
    let walk = &*user_data.cast::<Walk<'_, F, G>>();
    match &walk.combine {
        Some((operands, combine)) => walk.run(|| combine(&mut Piece::new(&*piece, operands, Roles::Pairs))),
        None => sys::CT_ERROR_INTERNAL,
    }
}

impl Iter<'_> {
    /// Writes `f` of the inputs' elements into every element of the one output, on all threads.
    ///
    /// `f` takes the element of the one input, or a tuple with one element of each input, in the dtypes that the loop
    /// sees.
    pub fn map<E: Elements, T: Element>(&mut self, f: impl Fn(E) -> T + Sync) -> Result<()> {
        E::check("map", &self.operands[self.noutputs..])?;
        check_outputs::<T>("map", &self.operands[..self.noutputs])?;
        // SAFETY: the checks above ensure one output of T, then E's inputs
        self.walk(0, |piece| unsafe { map_piece(piece, &f) })?;
        self.unset.clear(); // every element is written
        Ok(())
    }

    /// Calls `f` for pieces that cover every element once, on all threads at the same time.
    ///
    /// `grain_size` is how many elements make a task worth a thread; 0: the library's choice. An error stops the walk
    /// and is returned; a panic resumes in the caller. Outputs are then only partly written.
    ///
    /// ```
    /// use ctensor::{IterConfig, Tensor};
    /// let x = Tensor::arange(None, 6, None, None)?.view([2, 3])?;
    /// let mut y = x.zeros_like(None, ctensor::MemoryFormat::Preserve)?;
    /// IterConfig::new().output(&mut y).input(&x).build()?.for_each(0, |piece| {
    ///     let (mut y, x) = (piece.output::<i64>(0)?, piece.input::<i64>(0)?);
    ///     for j in 0..x.sizes()[1] {
    ///         x.row(j).enumerate().for_each(|(i, x)| y.set(i, j, x * x));
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(y.as_slice::<i64>()?, [0, 1, 4, 9, 16, 25]);
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn for_each(&mut self, grain_size: i64, f: impl Fn(&mut Piece<'_>) -> Result<()> + Sync) -> Result<()> {
        self.clear_unset();
        self.walk(grain_size, |piece| {
            piece.clear_staged();
            f(piece)
        })
    }

    fn walk(&self, grain_size: i64, f: impl Fn(&mut Piece<'_>) -> Result<()>) -> Result<()> {
        fn loop_of<F: Fn(&mut Piece<'_>) -> Result<()>>(_: &Walk<'_, F, NoCombine>) -> sys::ct_loop_fn {
            Some(body::<F, NoCombine>)
        }
        let roles = Roles::Walk(self.noutputs);
        let walk: Walk<'_, _, NoCombine> =
            Walk { operands: &self.operands, roles, body: f, combine: None, stop: Mutex::new(None) };
        // SAFETY: the walk lives until the call returns, and its operands are the iterator's
        let outcome = call(|error| unsafe {
            sys::ct_iter_for_each(self.raw.as_ptr(), loop_of(&walk), walk.user_data(), grain_size, error)
        });
        walk.end(outcome)
    }

    /// Calls `f` for pieces that cover a range of the iterator's order, one after the other on this thread.
    pub fn serial_for_each(
        &mut self,
        range: impl RangeBounds<i64>,
        f: impl FnMut(&mut Piece<'_>) -> Result<()>,
    ) -> Result<()> {
        fn loop_of<F: Fn(&mut Piece<'_>) -> Result<()>>(_: &Walk<'_, F, NoCombine>) -> sys::ct_loop_fn {
            Some(body::<F, NoCombine>)
        }
        self.clear_unset();
        let (begin, end) = self.range(range);
        let f = UnsafeCell::new(f);
        let walk: Walk<'_, _, NoCombine> = Walk {
            operands: &self.operands,
            roles: Roles::Walk(self.noutputs),
            body: |piece: &mut Piece<'_>| {
                piece.clear_staged();
                // SAFETY: one piece at a time, all on this thread
                unsafe { (*f.get())(piece) }
            },
            combine: None,
            stop: Mutex::new(None),
        };
        // SAFETY: as in `walk`
        let outcome = call(|error| unsafe {
            sys::ct_iter_serial_for_each(self.raw.as_ptr(), begin, end, loop_of(&walk), walk.user_data(), error)
        });
        walk.end(outcome)
    }

    /// The begin and end of a range, which the library checks.
    pub(crate) fn range(&self, range: impl RangeBounds<i64>) -> (i64, i64) {
        let begin = match range.start_bound() {
            Bound::Included(&begin) => begin,
            Bound::Excluded(&begin) => begin.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(&end) => end.saturating_add(1),
            Bound::Excluded(&end) => end,
            Bound::Unbounded => self.numel(),
        };
        (begin, end)
    }
}

impl Reduction<'_> {
    /// Folds the inputs' elements into the one output, on all threads: `fold` adds elements to an accumulator that
    /// starts as the identity, `combine` adds accumulators.
    ///
    /// The accumulators are of the identity's type, and converted to the output's dtype at the end. The work is divided
    /// by shapes alone, so the result is the same for any number of threads.
    ///
    /// ```
    /// use ctensor::{DType, IterConfig, Tensor};
    /// let x = Tensor::from_slice(&[3.0f32, -7.0, 5.0, 1.0], [2, 2])?;
    /// let mut largest = Tensor::zeros([2, 1], DType::Float32)?;
    /// let mut rows = IterConfig::new().output(&mut largest).input(&x).build_reduction()?;
    /// rows.fold(0f32, |largest, x: f32| largest.max(x.abs()), f32::max)?;
    /// drop(rows);
    /// assert_eq!(largest.as_slice::<f32>()?, [7.0, 5.0]);
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn fold<E: Elements, A: Element>(
        &mut self,
        identity: A,
        fold: impl Fn(A, E) -> A + Sync,
        combine: impl Fn(A, A) -> A + Sync,
    ) -> Result<()> {
        let Iter { operands, noutputs, .. } = &self.0;
        E::check("fold", &operands[*noutputs..])?;
        if *noutputs != 1 {
            let message = format!("fold: the iterator has {noutputs} outputs, not one; reduce takes more");
            return Err(Error::new(ErrorKind::Invalid, message));
        }
        self.run(
            Some(A::DTYPE),
            &[Scalar::of_element(identity)],
            // SAFETY: the checks above ensure one accumulator of A, then E's inputs
            |piece| unsafe { fold_piece(piece, &fold) },
            // SAFETY: a pair of accumulators of A
            |piece| unsafe { fold_piece(piece, &combine) },
        )
    }

    /// A reduction by pieces: `fold` adds inputs to the outputs, which stand for accumulators of dtype `accumulator`
    /// (`None`: each output's own) and start as the identities; `combine` adds input `k` to output `k`, an accumulator
    /// to another.
    pub fn reduce(
        &mut self,
        accumulator: impl Into<Option<DType>>,
        identities: &[Scalar],
        fold: impl Fn(&mut Piece<'_>) -> Result<()> + Sync,
        combine: impl Fn(&mut Piece<'_>) -> Result<()> + Sync,
    ) -> Result<()> {
        if identities.len() != self.0.noutputs {
            let message = format!("reduce: {} identities for {} outputs", identities.len(), self.0.noutputs);
            return Err(Error::new(ErrorKind::Invalid, message));
        }
        let identities: Vec<_> = identities.iter().map(|identity| identity.raw()).collect();
        self.run(accumulator.into(), &identities, fold, combine)
    }

    fn run<F, G>(&mut self, accumulator: Option<DType>, identities: &[sys::ct_scalar], fold: F, join: G) -> Result<()>
    where
        F: Fn(&mut Piece<'_>) -> Result<()>,
        G: Fn(&mut Piece<'_>) -> Result<()>,
    {
        let it = &self.0;
        let mut operands = it.operands.clone();
        for output in &mut operands[..it.noutputs] {
            output.dtype = accumulator.unwrap_or(output.dtype);
        }
        let pairs: Vec<_> =
            operands[..it.noutputs].iter().flat_map(|output| [output.clone(), output.clone()]).collect();
        let roles = Roles::Walk(it.noutputs);
        let walk =
            Walk { operands: &operands, roles, body: fold, combine: Some((&pairs[..], join)), stop: Mutex::new(None) };
        let reduction = sys::ct_iter_reduction {
            struct_size: std::mem::size_of::<sys::ct_iter_reduction>() as u32,
            accumulator: DType::raw(accumulator),
            loop_: Some(body::<F, G>),
            combine: Some(combine::<F, G>),
            identities: identities.as_ptr(),
            user_data: walk.user_data(),
        };
        // SAFETY: as in `walk`; each output has an identity
        let outcome = call(|error| unsafe { sys::ct_iter_reduce(it.raw.as_ptr(), &reduction, error) });
        walk.end(outcome)
    }
}

fn check_outputs<T: Element>(function: &str, outputs: &[Operand]) -> Result<()> {
    match outputs {
        [output] if output.dtype == T::DTYPE => Ok(()),
        [output] => {
            let message = format!("{function}: the closure gives {}, the loop writes {}", T::DTYPE, output.dtype);
            Err(Error::new(ErrorKind::Dtype, message))
        }
        _ => {
            let message = format!("{function}: the iterator has {} outputs, not one", outputs.len());
            Err(Error::new(ErrorKind::Invalid, message))
        }
    }
}
