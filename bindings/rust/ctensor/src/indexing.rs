//! Indexing by a list of tensors, and unique elements. These do not fit the pattern of the ops in [`ops`](crate::ops).
use std::ptr::null_mut;

use crate::error::call;
use crate::tensor::make;
use crate::write::write;
use crate::{sys, Out, Result, Tensor, TensorMut};

/// `None` becomes NULL, which stands for all of the dim.
fn raw_indices(indices: &[Option<&Tensor>]) -> Vec<*const sys::ct_tensor> {
    indices.iter().map(|index| index.map_or(std::ptr::null(), |t| t.as_raw())).collect()
}

/// Elements that integers and masks choose.
impl Tensor {
    /// Elements that integers and masks choose: index k is for dim k, and `None` stands for all of a dim.
    ///
    /// ```
    /// use ctensor::Tensor;
    /// let x = Tensor::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// let columns = Tensor::from_slice(&[2i64, 0], [2])?;
    /// assert_eq!(x.index(&[None, Some(&columns)])?.to_vec::<i32>()?, [3, 1, 6, 4]);
    /// assert_eq!(x.index(&[Some(&x.gt(4)?)])?.to_vec::<i32>()?, [5, 6]);
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn index(&self, indices: &[Option<&Tensor>]) -> Result<Tensor> {
        let list = raw_indices(indices);
        make(|out, error| unsafe { sys::ct_index(self.as_raw(), list.as_ptr(), list.len() as i32, out, error) })
    }

    /// [`index`](Self::index) into `out`.
    pub fn index_out(&self, indices: &[Option<&Tensor>], out: &mut impl Out) -> Result<()> {
        let list = raw_indices(indices);
        write(out, |out, error| unsafe {
            sys::ct_index_out(self.as_raw(), list.as_ptr(), list.len() as i32, out, error)
        })
    }

    /// The sorted elements along `dim`, without the indices that [`sort`](Self::sort) also returns.
    ///
    /// ```
    /// use ctensor::Tensor;
    /// assert_eq!(Tensor::from_slice(&[3, 1, 2], [3])?.sort_values(-1, true)?.to_vec::<i32>()?, [3, 2, 1]);
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn sort_values(&self, dim: i32, descending: bool) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_sort(self.as_raw(), dim, descending, false, out, null_mut(), error) })
    }

    /// [`sort_values`](Self::sort_values) into `out`.
    pub fn sort_values_out(&self, dim: i32, descending: bool, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe {
            sys::ct_sort_out(self.as_raw(), dim, descending, false, out, null_mut(), error)
        })
    }

    /// The distinct elements, in ascending order. On request, also the index of each element among them, and how often
    /// each of them occurs.
    ///
    /// ```
    /// use ctensor::Tensor;
    /// let (values, inverse, counts) = Tensor::from_slice(&[3, 1, 3], [3])?.unique(false, true)?;
    /// assert_eq!(values.to_vec::<i32>()?, [1, 3]);
    /// assert!(inverse.is_none());
    /// assert_eq!(counts.unwrap().to_vec::<i64>()?, [1, 2]);
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn unique(
        &self,
        return_inverse: bool,
        return_counts: bool,
    ) -> Result<(Tensor, Option<Tensor>, Option<Tensor>)> {
        let call =
            |values, inverse, counts, error| unsafe { sys::ct_unique(self.as_raw(), values, inverse, counts, error) };
        different(return_inverse, return_counts, call)
    }

    /// One element of each run of equal ones, in row-major order; otherwise like [`unique`](Self::unique).
    pub fn unique_consecutive(
        &self,
        return_inverse: bool,
        return_counts: bool,
    ) -> Result<(Tensor, Option<Tensor>, Option<Tensor>)> {
        let call = |values, inverse, counts, error| unsafe {
            sys::ct_unique_consecutive(self.as_raw(), values, inverse, counts, error)
        };
        different(return_inverse, return_counts, call)
    }

    /// The distinct slices along `dim`, in the order of their first elements that differ; otherwise like
    /// [`unique`](Self::unique).
    pub fn unique_dim(
        &self,
        dim: i32,
        return_inverse: bool,
        return_counts: bool,
    ) -> Result<(Tensor, Option<Tensor>, Option<Tensor>)> {
        let call = |values, inverse, counts, error| unsafe {
            sys::ct_unique_dim(self.as_raw(), dim, values, inverse, counts, error)
        };
        different(return_inverse, return_counts, call)
    }

    /// One slice of each run of equal ones along `dim`; otherwise like [`unique`](Self::unique).
    pub fn unique_consecutive_dim(
        &self,
        dim: i32,
        return_inverse: bool,
        return_counts: bool,
    ) -> Result<(Tensor, Option<Tensor>, Option<Tensor>)> {
        let call = |values, inverse, counts, error| unsafe {
            sys::ct_unique_consecutive_dim(self.as_raw(), dim, values, inverse, counts, error)
        };
        different(return_inverse, return_counts, call)
    }
}

type Made = *mut *mut sys::ct_tensor;

/// Makes a tensor by a C call, and two more on request.
fn different(
    return_inverse: bool,
    return_counts: bool,
    f: impl FnOnce(Made, Made, Made, *mut sys::ct_error) -> sys::ct_status,
) -> Result<(Tensor, Option<Tensor>, Option<Tensor>)> {
    let (mut values, mut inverse, mut counts) = (null_mut(), null_mut(), null_mut());
    let inverse_out: Made = if return_inverse { &mut inverse } else { null_mut() };
    let counts_out: Made = if return_counts { &mut counts } else { null_mut() };
    call(|error| f(&mut values, inverse_out, counts_out, error))?;
    // SAFETY: C has made the requested tensors, and the others are null
    let given = |raw: *mut sys::ct_tensor| (!raw.is_null()).then(|| unsafe { Tensor::from_raw(raw) });
    Ok((unsafe { Tensor::from_raw(values) }, given(inverse), given(counts)))
}

/// Defines writes by index, for tensors and exclusive views.
macro_rules! index_put {
    ($($type:ty),+) => { $(
        impl $type {
            /// Writes `values` to the elements that [`index`](Tensor::index) would read, or adds them there.
            pub fn index_put(&mut self, indices: &[Option<&Tensor>], values: &Tensor, accumulate: bool) -> Result<()> {
                let list = raw_indices(indices);
                write(self, |out, error| unsafe {
                    sys::ct_index_put(out, list.as_ptr(), list.len() as i32, values.as_raw(), accumulate, error)
                })
            }
        }
    )+ };
}
index_put!(Tensor, TensorMut<'_>);
