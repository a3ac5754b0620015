//! The iterator: it brings operands to one shape and one order, for closures of one's own to walk.
use std::marker::PhantomData;
use std::ptr::{null, null_mut, NonNull};

use crate::error::call;
use crate::piece::Operand;
use crate::tensor::make;
use crate::{sys, DType, Error, ErrorKind, Out, Result, Scalar, Tensor};

/// Common sets of flags; more flags can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
#[non_exhaustive]
pub enum Preset {
    /// 1 output, 1 input of the same dtype.
    Unary = sys::CT_ITER_UNARY,
    /// 1 output, 1 input; integers become float32.
    UnaryFloat = sys::CT_ITER_UNARY_FLOAT,
    /// 1 output, 2 inputs, promoted, the result cast safely to the output.
    Binary = sys::CT_ITER_BINARY,
    /// Like `Binary`; integers become float32.
    BinaryFloat = sys::CT_ITER_BINARY_FLOAT,
    /// 1 output of bool, 2 inputs, promoted.
    Comparison = sys::CT_ITER_COMPARISON,
    /// 1 output, 3 inputs, promoted.
    Ternary = sys::CT_ITER_TERNARY,
    /// 1 given output that keeps its sizes and dtype.
    Nullary = sys::CT_ITER_NULLARY,
    /// 1 or 2 given outputs, 1 input: for [`IterConfig::build_reduction`].
    Reduce = sys::CT_ITER_REDUCE,
}

/// What to iterate over, and what is allowed. The defaults are PyTorch's.
///
/// ```
/// use ctensor::{DType, IterConfig, Tensor};
/// let (x, y) = (Tensor::arange(None, 4, None, None)?, Tensor::full([2, 1], 0.5, DType::Float32)?);
/// let mut it = IterConfig::new().promote_inputs().new_output(DType::Float32).input(&x).input(&y).build()?;
/// it.map(|(x, y): (f32, f32)| x * y + 1.0)?; // on all threads
/// let z = it.into_outputs().remove(0);
/// assert_eq!(z.sizes(), [2, 4]);
/// assert_eq!(z.select(0, 1)?.to_vec::<f32>()?, [1.0, 1.5, 2.0, 2.5]);
/// # Ok::<(), ctensor::Error>(())
/// ```
#[derive(Default)]
#[must_use]
pub struct IterConfig<'a> {
    preset: u32,
    flags: u32,
    static_dtype: Option<DType>,
    outputs: Vec<*mut sys::ct_tensor>,
    inputs: Vec<Tensor>,
    output_dtypes: Vec<sys::ct_dtype>,
    input_dtypes: Vec<sys::ct_dtype>,
    static_sizes: Option<(Vec<i64>, Vec<i32>)>,
    refused: Option<Error>,
    borrowed: PhantomData<&'a mut Tensor>,
}

/// Defines the methods that set a flag.
macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident = $flag:ident;)+) => { $(
        $(#[$doc])*
        pub fn $name(mut self) -> Self {
            self.flags |= sys::$flag;
            self
        }
    )+ };
}

impl<'a> IterConfig<'a> {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn preset(mut self, preset: Preset) -> Self {
        self.preset = preset as u32;
        self
    }

    flags! {
        /// Operands may differ in dtype; the loop sees each in its own.
        no_same_dtype_check = CT_ITER_NO_SAME_DTYPE_CHECK;
        /// A given output of other sizes is an error instead of being resized.
        no_resize = CT_ITER_NO_RESIZE;
        /// The loop sees inputs in their common dtype.
        promote_inputs = CT_ITER_PROMOTE_INPUTS;
        /// With `promote_inputs`: an integer or bool common dtype becomes float32.
        integers_to_float = CT_ITER_INTEGERS_TO_FLOAT;
        /// The loop writes the common dtype; outputs of another dtype are converted.
        cast_to_outputs = CT_ITER_CAST_TO_OUTPUTS;
        /// Outputs that the common dtype cannot be cast to are refused.
        safe_cast = CT_ITER_SAFE_CAST;
        /// Row-major order, the last dim fastest.
        linear = CT_ITER_LINEAR;
        /// Real and meta operands may be mixed.
        no_same_device_check = CT_ITER_NO_SAME_DEVICE_CHECK;
        /// At most one 0-dim real input beside meta operands.
        allow_cpu_scalars = CT_ITER_ALLOW_CPU_SCALARS;
    }

    /// Outputs may share memory with each other or with inputs.
    ///
    /// # Safety
    /// No closure writes an element that another piece, or another operand of the same piece, reads or writes.
    pub unsafe fn allow_overlap(mut self) -> Self {
        self.flags |= sys::CT_ITER_ALLOW_OVERLAP;
        self
    }

    /// The shape to iterate over, which must lie within the operands' broadcast shape, and those of its dims along
    /// which every operand stays at its first element, for loops that walk these dims themselves.
    ///
    /// # Safety
    /// No two positions of the shape are the same element of an output.
    pub unsafe fn static_sizes(mut self, sizes: impl Into<Vec<i64>>, squash_dims: impl Into<Vec<i32>>) -> Self {
        self.static_sizes = Some((sizes.into(), squash_dims.into()));
        self
    }

    /// The dtype of the outputs that are allocated. Without it, the iterator's rules determine the dtype.
    pub fn static_dtype(mut self, dtype: DType) -> Self {
        self.static_dtype = Some(dtype);
        self
    }

    /// Adds an existing tensor as an output, which the iterator borrows for its life.
    pub fn output(self, out: &'a mut impl Out) -> Self {
        self.output_as(out, None)
    }

    /// Adds an existing tensor as an output, which the loop writes in this dtype.
    pub fn output_as(mut self, out: &'a mut impl Out, dtype: impl Into<Option<DType>>) -> Self {
        let raw = out.writable().unwrap_or_else(|error| {
            self.refused.get_or_insert(error);
            null_mut()
        });
        self.outputs.push(raw);
        self.output_dtypes.push(DType::raw(dtype.into()));
        self
    }

    /// Adds an output that [`build`](Self::build) allocates. With `None`, the iterator's rules determine its dtype.
    pub fn new_output(mut self, dtype: impl Into<Option<DType>>) -> Self {
        self.outputs.push(null_mut());
        self.output_dtypes.push(DType::raw(dtype.into()));
        self
    }

    /// Adds an input.
    pub fn input(self, t: &Tensor) -> Self {
        self.input_as(t, None)
    }

    /// Adds an input that the loop reads in this dtype; it takes no part in promotion.
    pub fn input_as(mut self, t: &Tensor, dtype: impl Into<Option<DType>>) -> Self {
        self.inputs.push(t.clone());
        self.input_dtypes.push(DType::raw(dtype.into()));
        self
    }

    /// Checks the operands, broadcasts, determines dtypes, orders and fuses dims, and allocates or resizes outputs.
    pub fn build(self) -> Result<Iter<'a>> {
        if self.preset == sys::CT_ITER_REDUCE {
            let message = "build: the preset Reduce is for build_reduction, whose pieces share accumulators";
            return Err(Error::new(ErrorKind::Invalid, message));
        }
        self.made()
    }

    /// An iterator for a reduction: outputs, all given, may be of size 1 where inputs are not.
    pub fn build_reduction(mut self) -> Result<Reduction<'a>> {
        self.flags |= sys::CT_ITER_REDUCTION | sys::CT_ITER_NO_RESIZE;
        self.made().map(Reduction)
    }

    fn made(mut self) -> Result<Iter<'a>> {
        if let Some(error) = self.refused.take() {
            return Err(error);
        }
        let (noutputs, ninputs) = (self.outputs.len(), self.inputs.len());
        let inputs: Vec<_> = self.inputs.iter().map(|t| t.as_raw() as *const sys::ct_tensor).collect();
        let sizes = self.static_sizes.as_ref();
        let config = sys::ct_iter_config {
            struct_size: std::mem::size_of::<sys::ct_iter_config>() as u32,
            preset: self.preset,
            flags: self.flags,
            noutputs: noutputs as i32,
            ninputs: ninputs as i32,
            static_dtype: DType::raw(self.static_dtype),
            outputs: self.outputs.as_ptr(),
            inputs: inputs.as_ptr(),
            output_dtypes: self.output_dtypes.as_ptr(),
            input_dtypes: self.input_dtypes.as_ptr(),
            static_sizes: sizes.map_or(null(), |(sizes, _)| sizes.as_ptr()),
            static_ndim: sizes.map_or(0, |(sizes, _)| sizes.len() as i32),
            nsquash: sizes.map_or(0, |(_, dims)| dims.len() as i32),
            squash_dims: sizes.map_or(null(), |(_, dims)| dims.as_ptr()),
        };
        let sizes_of = |&raw: &*mut sys::ct_tensor| {
            // SAFETY: a live handle, or NULL, which has -1 dims
            let ndim = unsafe { sys::ct_tensor_ndim(raw) }.max(0) as usize;
            // SAFETY: `dim` is within the tensor's dims
            (0..ndim).map(|dim| unsafe { *sys::ct_tensor_sizes(raw).add(dim) }).collect::<Vec<_>>()
        };
        let before: Vec<_> = self.outputs.iter().map(sizes_of).collect();
        let mut raw = null_mut();
        // SAFETY: borrowed operands and arrays with their lengths
        call(|error| unsafe { sys::ct_iter_build(&config, &mut raw, error) })?;
        let raw = NonNull::new(raw).expect("an iterator after success");
        let allocated: Vec<_> = (0..noutputs).filter(|&k| self.outputs[k].is_null()).collect();
        let resized = (0..noutputs).filter(|&k| !self.outputs[k].is_null() && sizes_of(&self.outputs[k]) != before[k]);
        let resized: Vec<_> = resized.collect();
        let mut it = Iter {
            raw,
            operands: Vec::with_capacity(noutputs + ninputs),
            noutputs,
            allocated,
            unset: resized,
            outputs: PhantomData,
        };
        for k in 0..noutputs + ninputs {
            let t = it.raw_operand(k)?;
            // SAFETY: a live iterator
            let dtype = unsafe { sys::ct_iter_dtype(raw.as_ptr(), k as i32) };
            let dtype =
                DType::of(dtype).ok_or_else(|| Error::new(ErrorKind::Dtype, format!("operand {k} has no dtype")))?;
            let converted = t.dtype() != dtype;
            it.operands.push(Operand { dtype, meta: t.is_meta(), converted, staged: converted && k < noutputs });
        }
        it.clear_unset(); // not later: they can be read even if the iterator is leaked
        it.unset = it.allocated.clone();
        Ok(it)
    }
}

/// Operands brought to one shape and one order, ready to be walked.
///
/// Closures walk it on all threads ([`map`](Iter::map), [`for_each`](Iter::for_each)) or on this one
/// ([`serial_for_each`](Iter::serial_for_each)), and so do cursors ([`pieces`](Iter::pieces), [`cursor`](Iter::cursor),
/// [`split`](Iter::split)). It holds its inputs, which nobody can write meanwhile, and borrows the outputs it was
/// given.
pub struct Iter<'a> {
    pub(crate) raw: NonNull<sys::ct_iter>,
    /// Outputs, then inputs.
    pub(crate) operands: Vec<Operand>,
    pub(crate) noutputs: usize,
    allocated: Vec<usize>,
    /// Outputs that `build` allocated and nobody has written yet.
    pub(crate) unset: Vec<usize>,
    outputs: PhantomData<&'a mut Tensor>,
}

// SAFETY: an iterator is immutable once built, and calls that write take it by `&mut`
unsafe impl Send for Iter<'_> {}
unsafe impl Sync for Iter<'_> {}

impl Drop for Iter<'_> {
    fn drop(&mut self) {
        // SAFETY: the reference is ours
        unsafe { sys::ct_iter_release(self.raw.as_ptr()) }
    }
}

impl Iter<'_> {
    /// The sizes that a walk covers, after ordering and fusing, fastest dim first.
    pub fn sizes(&self) -> &[i64] {
        // SAFETY: a live iterator, here and below
        self.lent(unsafe { sys::ct_iter_sizes(self.raw.as_ptr()) }, self.ndim())
    }

    pub fn ndim(&self) -> usize {
        unsafe { sys::ct_iter_ndim(self.raw.as_ptr()) as usize }
    }

    pub fn numel(&self) -> i64 {
        unsafe { sys::ct_iter_numel(self.raw.as_ptr()) }
    }

    /// The number of outputs and inputs.
    pub fn noperands(&self) -> usize {
        unsafe { sys::ct_iter_noperands(self.raw.as_ptr()) as usize }
    }

    /// An operand's strides in bytes, fastest dim first; outputs are counted first.
    pub fn strides(&self, operand: usize) -> Option<&[i64]> {
        let known = operand < self.operands.len();
        known.then(|| self.lent(unsafe { sys::ct_iter_strides(self.raw.as_ptr(), operand as i32) }, self.ndim()))
    }

    /// The sizes that the operands broadcast to, in the order of the tensors' dims, before ordering and fusing.
    pub fn broadcast_sizes(&self) -> &[i64] {
        self.lent(unsafe { sys::ct_iter_broadcast_sizes(self.raw.as_ptr()) }, self.broadcast_ndim())
    }

    /// How the dims were ordered, before they were fused: entry `k` names the dim of
    /// [`broadcast_sizes`](Self::broadcast_sizes) that is the `k`-th fastest.
    pub fn permutation(&self) -> &[i32] {
        self.lent(unsafe { sys::ct_iter_permutation(self.raw.as_ptr()) }, self.broadcast_ndim())
    }

    fn broadcast_ndim(&self) -> usize {
        unsafe { sys::ct_iter_broadcast_ndim(self.raw.as_ptr()) as usize }
    }

    fn lent<T>(&self, numbers: *const T, count: usize) -> &[T] {
        match count {
            0 => &[],
            // SAFETY: an array of this length, which lives as long as the iterator
            count => unsafe { std::slice::from_raw_parts(numbers, count) },
        }
    }

    /// The dtype that the inputs promote to, or `None` if it was not determined.
    pub fn common_dtype(&self) -> Option<DType> {
        DType::of(unsafe { sys::ct_iter_common_dtype(self.raw.as_ptr()) })
    }

    /// The dtype in which closures write output `k`.
    pub fn output_dtype(&self, k: usize) -> Option<DType> {
        self.operands[..self.noutputs].get(k).map(|operand| operand.dtype)
    }

    /// The dtype in which closures read input `k`.
    pub fn input_dtype(&self, k: usize) -> Option<DType> {
        self.operands[self.noutputs..].get(k).map(|operand| operand.dtype)
    }

    /// The outputs that [`IterConfig::build`] allocated. What no closure has written is zero.
    pub fn into_outputs(mut self) -> Vec<Tensor> {
        self.clear_unset();
        self.allocated.iter().map(|&k| self.raw_operand(k).expect("an operand that build gave")).collect()
    }

    fn raw_operand(&self, k: usize) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_iter_operand(self.raw.as_ptr(), k as i32, out, error) })
    }

    /// Zeroes outputs that nobody has written, before safe code can read them.
    pub(crate) fn clear_unset(&mut self) {
        let zero = Scalar::Bool(false).raw();
        for k in std::mem::take(&mut self.unset).into_iter().filter(|&k| !self.operands[k].meta) {
            let filled = self.raw_operand(k).and_then(|t| {
                // SAFETY: the iterator's own memory, and no walk runs
                call(|error| unsafe { sys::ct_fill(t.as_raw(), &zero, error) })
            });
            filled.expect("zeros fit every dtype");
        }
    }
}

/// An iterator whose outputs accumulate: see [`fold`](Reduction::fold) and [`reduce`](Reduction::reduce).
pub struct Reduction<'a>(pub(crate) Iter<'a>);
