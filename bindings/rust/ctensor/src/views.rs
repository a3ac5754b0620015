//! Views, which are tensors over the same memory, and ops that return a view where they can.
use std::ops::{Bound, RangeBounds};

use crate::args::{raw_dims, raw_dtype, raw_list};
use crate::error::call;
use crate::tensor::{make, make_all};
use crate::{sys, AsTensor, DType, Dims, MemoryFormat, MeshgridIndexing, Result, Tensor, TensorMut};

/// Defines each view twice: for a tensor, and, exclusive itself, for exclusive access.
macro_rules! views {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) => $call:expr;)+) => {
        impl Tensor { $(
            $(#[$doc])*
            pub fn $name(&self, $($arg: $type),*) -> Result<Tensor> {
                let call = $call;
                make(|out, error| call(self.as_raw(), out, error))
            }
        )+ }

        impl TensorMut<'_> { $(
            $(#[$doc])*
            pub fn $name(&mut self, $($arg: $type),*) -> Result<TensorMut<'_>> {
                let call = $call;
                make(|out, error| call(self.as_raw(), out, error)).map(TensorMut::of_view)
            }
        )+ }
    };
}

// SAFETY: all of these pass live handles, and arrays with their own lengths
views! {
    /// The view with these sizes, strides and offset in the storage, in elements.
    fn as_strided(sizes: impl AsRef<[i64]>, strides: impl AsRef<[i64]>, storage_offset: i64) => {
        let (sizes, strides) = (sizes.as_ref(), strides.as_ref());
        same_length("as_strided: sizes", sizes.len(), "strides", strides.len())?;
        |t, out, error| unsafe {
            let ndim = sizes.len() as i32;
            sys::ct_as_strided(t, sizes.as_ptr(), ndim, strides.as_ptr(), storage_offset, out, error)
        }
    };
    /// The same elements with other sizes, one of which may be -1. It never copies, and fails where there is no such
    /// view.
    fn view(sizes: impl AsRef<[i64]>) => {
        let sizes = sizes.as_ref();
        |t, out, error| unsafe { sys::ct_view(t, sizes.as_ptr(), sizes.len() as i32, out, error) }
    };
    /// The dims in another order.
    fn permute(dims: impl AsRef<[i32]>) => {
        let dims = dims.as_ref();
        |t, out, error| unsafe { sys::ct_permute(t, dims.as_ptr(), dims.len() as i32, out, error) }
    };
    /// The tensor with two dims swapped.
    fn transpose(dim0: i32, dim1: i32) => {
        |t, out, error| unsafe { sys::ct_transpose(t, dim0, dim1, out, error) }
    };
    /// The tensor with dim `source[i]` moved to position `destination[i]`.
    fn movedim(source: impl AsRef<[i32]>, destination: impl AsRef<[i32]>) => {
        let (source, destination) = (source.as_ref(), destination.as_ref());
        same_length("movedim: source", source.len(), "destination", destination.len())?;
        |t, out, error| unsafe {
            sys::ct_movedim(t, source.as_ptr(), destination.as_ptr(), source.len() as i32, out, error)
        }
    };
    /// A range of one dim by Python's rules: `slice(0, .., 2)`, `slice(-1, 3.., 1)`, `slice(0, .., -1)`.
    fn slice(dim: i32, range: impl RangeBounds<i64>, step: i64) => {
        let (start, stop) = bounds(range, step);
        move |t, out, error| unsafe { sys::ct_slice(t, dim, start, stop, step, out, error) }
    };
    /// The elements at one index of a dim, which is removed.
    fn select(dim: i32, index: i64) => {
        |t, out, error| unsafe { sys::ct_select(t, dim, index, out, error) }
    };
    /// `length` elements of a dim, all of which must be there.
    fn narrow(dim: i32, start: i64, length: i64) => {
        |t, out, error| unsafe { sys::ct_narrow(t, dim, start, length, out, error) }
    };
    /// The elements as if repeated along dims of size 1 and new leading dims; -1 keeps a size. It cannot be written.
    fn expand(sizes: impl AsRef<[i64]>) => {
        let sizes = sizes.as_ref();
        |t, out, error| unsafe { sys::ct_expand(t, sizes.as_ptr(), sizes.len() as i32, out, error) }
    };
    /// The tensor without those of `dims` that have size 1; `..` stands for all dims.
    fn squeeze(dims: impl Dims) => {
        let (dims, ndims) = raw_dims(&dims);
        move |t, out, error| unsafe { sys::ct_squeeze(t, dims, ndims, out, error) }
    };
    /// The tensor with a new dim of size 1.
    fn unsqueeze(dim: i32) => {
        |t, out, error| unsafe { sys::ct_unsqueeze(t, dim, out, error) }
    };
    /// The elements in reverse along some dims, or all (`..`). Strides are negative, and nothing is copied.
    fn flip(dims: impl Dims) => {
        let (dims, ndims) = raw_dims(&dims);
        move |t, out, error| unsafe { sys::ct_flip(t, dims, ndims, out, error) }
    };
    /// The tensor rotated by `k` quarter turns in the plane of two dims, from `dim0` towards `dim1`.
    fn rot90(k: i32, dim0: i32, dim1: i32) => {
        |t, out, error| unsafe { sys::ct_rot90(t, k, dim0, dim1, out, error) }
    };
    /// A diagonal of two dims, as a new last dim.
    fn diagonal(offset: i64, dim1: i32, dim2: i32) => {
        |t, out, error| unsafe { sys::ct_diagonal(t, offset, dim1, dim2, out, error) }
    };
    /// Windows along a dim, `step` apart, each along a new last dim.
    fn unfold(dim: i32, size: i64, step: i64) => {
        |t, out, error| unsafe { sys::ct_unfold(t, dim, size, step, out, error) }
    };
    /// The tensor with one dim split into several; one size may be -1.
    fn unflatten(dim: i32, sizes: impl AsRef<[i64]>) => {
        let sizes = sizes.as_ref();
        |t, out, error| unsafe { sys::ct_unflatten(t, dim, sizes.as_ptr(), sizes.len() as i32, out, error) }
    };
    /// [`transpose`](Self::transpose) under NumPy's name.
    fn swapaxes(dim0: i32, dim1: i32) => {
        |t, out, error| unsafe { sys::ct_swapaxes(t, dim0, dim1, out, error) }
    };
    /// The real and imaginary parts of complex numbers along a new last dim.
    fn view_as_real() => { |t, out, error| unsafe { sys::ct_view_as_real(t, out, error) } };
    /// Pairs along the last dim as complex numbers.
    fn view_as_complex() => { |t, out, error| unsafe { sys::ct_view_as_complex(t, out, error) } };
    /// The real parts; the whole tensor if it is real.
    fn real() => { |t, out, error| unsafe { sys::ct_real(t, out, error) } };
    /// The imaginary parts of complex numbers.
    fn imag() => { |t, out, error| unsafe { sys::ct_imag(t, out, error) } };
}

fn same_length(a: &str, a_length: usize, b: &str, b_length: usize) -> Result<()> {
    if a_length == b_length {
        return Ok(());
    }
    Err(crate::Error::new(crate::ErrorKind::Shape, format!("{a} has {a_length} entries, {b} has {b_length}")))
}

/// start and stop as C takes them, with `CT_TO_END` for an absent one.
fn bounds(range: impl RangeBounds<i64>, step: i64) -> (i64, i64) {
    let (last, onwards) = if step < 0 { (0, -1) } else { (-1, 1) };
    let start = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&start) => start.saturating_add(onwards),
        Bound::Unbounded => sys::CT_TO_END,
    };
    let stop = match range.end_bound() {
        Bound::Unbounded => sys::CT_TO_END,
        Bound::Included(&stop) if stop == last => sys::CT_TO_END,
        Bound::Included(&stop) => stop.saturating_add(onwards),
        Bound::Excluded(&stop) => stop,
    };
    (start, stop)
}

/// Several views.
impl Tensor {
    /// The bytes as elements of another dtype.
    ///
    /// # Safety
    /// If this tensor or the view is of `DType::Bool`, its elements are bytes of 0 or 1 as long as it lives.
    pub unsafe fn view_dtype(&self, dtype: DType) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_view_dtype(self.as_raw(), dtype as sys::ct_dtype, out, error) })
    }

    /// The tensor cut along a dim into parts of these sizes.
    pub fn split(&self, split_sizes: impl AsRef<[i64]>, dim: i32) -> Result<Vec<Tensor>> {
        let sizes = split_sizes.as_ref();
        make_all(sizes.len(), |outs, error| unsafe {
            sys::ct_split(self.as_raw(), sizes.as_ptr(), sizes.len() as i32, dim, outs, error)
        })
    }

    /// The tensor cut along a dim into at most `chunks` parts of equal size, of which the last may be smaller.
    pub fn chunk(&self, chunks: i32, dim: i32) -> Result<Vec<Tensor>> {
        // more parts than elements are as many as elements, so there is room for no more
        let most = self.size_if_there(dim);
        let chunks = if most > 0 { i64::from(chunks).min(most) as i32 } else { chunks };
        let mut count = 0;
        make_all(chunks.max(1) as usize, |outs, error| unsafe {
            sys::ct_chunk(self.as_raw(), chunks, dim, outs, &mut count, error)
        })
    }

    /// The views at every index of a dim.
    pub fn unbind(&self, dim: i32) -> Result<Vec<Tensor>> {
        let count = self.size_if_there(dim) as usize;
        make_all(count, |outs, error| unsafe { sys::ct_unbind(self.as_raw(), dim, outs, error) })
    }

    /// 0 if there is no such dim: then C fails before it writes.
    fn size_if_there(&self, dim: i32) -> i64 {
        let ndim = self.sizes().len() as i32;
        let at = if dim < 0 { dim.saturating_add(ndim) } else { dim };
        if (0..ndim).contains(&at) {
            self.sizes()[at as usize]
        } else {
            0
        }
    }
}

/// Views of the tensors in the shape that all of them broadcast to.
pub fn broadcast_tensors(tensors: &[impl AsTensor]) -> Result<Vec<Tensor>> {
    let list = raw_list(tensors);
    make_all(list.len(), |outs, error| unsafe {
        sys::ct_broadcast_tensors(list.as_ptr(), list.len() as i32, outs, error)
    })
}

/// The coordinates of the points of a grid with these axes, as one view per axis.
pub fn meshgrid(tensors: &[impl AsTensor], indexing: MeshgridIndexing) -> Result<Vec<Tensor>> {
    let list = raw_list(tensors);
    make_all(list.len(), |outs, error| unsafe {
        sys::ct_meshgrid(list.as_ptr(), list.len() as i32, indexing as u32, outs, error)
    })
}

/// The sizes that tensors of these sizes broadcast to.
///
/// ```
/// assert_eq!(ctensor::broadcast_shapes(&[&[3, 1], &[4]])?, [3, 4]);
/// # Ok::<(), ctensor::Error>(())
/// ```
pub fn broadcast_shapes(shapes: &[&[i64]]) -> Result<Vec<i64>> {
    let (pointers, ndims): (Vec<_>, Vec<_>) = shapes.iter().map(|shape| (shape.as_ptr(), shape.len() as i32)).unzip();
    let (mut sizes, mut ndim) = (vec![0; 64], 0); // C allows at most 64 dims
    call(|error| unsafe {
        let count = shapes.len() as i32;
        sys::ct_broadcast_shapes(pointers.as_ptr(), ndims.as_ptr(), count, sizes.as_mut_ptr(), &mut ndim, error)
    })?;
    sizes.truncate(ndim as usize);
    Ok(sizes)
}

/// Views where there is one, else copies.
impl Tensor {
    /// The same elements with other sizes: a view where there is one, else a contiguous copy.
    pub fn reshape(&self, sizes: impl AsRef<[i64]>) -> Result<Tensor> {
        let sizes = sizes.as_ref();
        make(|out, error| unsafe { sys::ct_reshape(self.as_raw(), sizes.as_ptr(), sizes.len() as i32, out, error) })
    }

    /// The tensor with dims `start` to `end` merged into one: a view where there is one, else a contiguous copy.
    pub fn flatten(&self, start: i32, end: i32) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_flatten(self.as_raw(), start, end, out, error) })
    }

    /// The tensor contiguous in the format: this tensor itself if it already is, else a copy.
    pub fn contiguous(&self, format: MemoryFormat) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_contiguous(self.as_raw(), format as sys::ct_memory_format, out, error) })
    }

    /// A copy with memory of its own. (`clone` is only one more reference.)
    pub fn clone_data(&self, format: MemoryFormat) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_clone(self.as_raw(), format as sys::ct_memory_format, out, error) })
    }

    /// The tensor in another dtype or format; without `copy`, this tensor itself if nothing would change.
    ///
    /// ```
    /// use ctensor::{DType, MemoryFormat, Tensor};
    /// let x = Tensor::from_slice(&[1.9f32, -300.0], [2])?;
    /// assert_eq!(x.to(DType::Int8, MemoryFormat::Preserve, false)?.to_vec::<i8>()?, [1, -128]);
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn to(&self, dtype: impl Into<Option<DType>>, format: MemoryFormat, copy: bool) -> Result<Tensor> {
        let (dtype, format) = (raw_dtype(dtype), format as sys::ct_memory_format);
        make(|out, error| unsafe { sys::ct_to(self.as_raw(), dtype, format, copy, out, error) })
    }
}
