//! The feature `ndarray`: tensors over arrays, and array views over tensors, without copies; negative strides too.
use ndarray::{ArcArray, Array, ArrayViewD, ArrayViewMutD, Axis, Dimension, IxDyn, ShapeBuilder};

use crate::{Element, Error, ErrorKind, Result, Tensor, TensorMut};

impl Tensor {
    /// A tensor that owns the array's memory, in the array's strides.
    ///
    /// ```
    /// use ctensor::Tensor;
    /// use ndarray::{array, Axis};
    /// let mut a = array![[1.0f32, 2.0], [3.0, 4.0]];
    /// a.invert_axis(Axis(0));
    /// let x = Tensor::from_array(a)?;
    /// assert_eq!(x.strides(), [-2, 1]);
    /// let doubled = &x * 2.0;
    /// assert_eq!(doubled.to_array_view::<f32>()?, array![[6.0, 8.0], [2.0, 4.0]].into_dyn());
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn from_array<T: Element, D: Dimension + 'static>(mut array: Array<T, D>) -> Result<Self> {
        let (sizes, strides) = layout(array.shape(), array.strides());
        let data = array.as_mut_ptr();
        // SAFETY: the array's elements, which it keeps in place until it is dropped
        unsafe { Self::from_data(data, sizes, Some(&strides), move || drop(array)) }
    }

    /// A read-only tensor on a shared array, which it keeps alive.
    pub fn from_shared_array<T: Element, D: Dimension + 'static>(array: ArcArray<T, D>) -> Result<Self> {
        let (sizes, strides) = layout(array.shape(), array.strides());
        // SAFETY: the elements do not change while an ArcArray shares them
        unsafe { Self::from_const_data(array.as_ptr(), sizes, Some(&strides), move || drop(array)) }
    }

    /// The elements as an array view, in the tensor's strides.
    pub fn to_array_view<T: Element>(&self) -> Result<ArrayViewD<'_, T>> {
        crate::access::check_dtype::<T>(self, "to_array_view")?;
        crate::access::check_real(self, "to_array_view")?;
        let (data, shape, strides, inverted) = flipped(self.data() as *mut T, self.sizes(), self.strides());
        // SAFETY: nobody writes the elements while `self` is borrowed
        let mut view = unsafe { ArrayViewD::from_shape_ptr(IxDyn(&shape).strides(IxDyn(&strides)), data) };
        inverted.into_iter().for_each(|axis| view.invert_axis(axis));
        Ok(view)
    }

    /// The elements as an array view to write; the tensor must be the only one on its memory.
    pub fn to_array_view_mut<T: Element>(&mut self) -> Result<ArrayViewMutD<'_, T>> {
        array_view_mut(&mut self.write()?)
    }
}

impl TensorMut<'_> {
    /// See [`Tensor::to_array_view_mut`].
    pub fn to_array_view_mut<T: Element>(&mut self) -> Result<ArrayViewMutD<'_, T>> {
        array_view_mut(self)
    }
}

/// A view that lives as long as the exclusive access does; its callers tie it to that.
fn array_view_mut<'a, T: Element>(t: &mut TensorMut<'_>) -> Result<ArrayViewMutD<'a, T>> {
    crate::access::check_dtype::<T>(t.as_tensor(), "to_array_view_mut")?;
    if !is_injective(t.sizes(), t.strides()) {
        let message = format!(
            "to_array_view_mut: elements of a tensor of sizes {:?} and strides {:?} may share memory",
            t.sizes(),
            t.strides()
        );
        return Err(Error::new(ErrorKind::Overlap, message));
    }
    let data = t.data_mut()?.cast::<T>();
    let (data, shape, strides, inverted) = flipped(data, t.sizes(), t.strides());
    // SAFETY: nothing else reaches the elements, and each has one index
    let mut view = unsafe { ArrayViewMutD::from_shape_ptr(IxDyn(&shape).strides(IxDyn(&strides)), data) };
    inverted.into_iter().for_each(|axis| view.invert_axis(axis));
    Ok(view)
}

fn layout(shape: &[usize], strides: &[isize]) -> (Vec<i64>, Vec<i64>) {
    (shape.iter().map(|&size| size as i64).collect(), strides.iter().map(|&stride| stride as i64).collect())
}

/// ndarray's raw constructors take no negative strides, so this returns the address of such an axis's other end,
/// positive strides, and the axes to invert afterwards.
fn flipped<T>(data: *mut T, sizes: &[i64], strides: &[i64]) -> (*mut T, Vec<usize>, Vec<usize>, Vec<Axis>) {
    let empty = sizes.contains(&0);
    let (mut data, mut inverted) = (data, Vec::new());
    for (axis, (&size, &stride)) in sizes.iter().zip(strides).enumerate() {
        if stride < 0 && size > 1 && !empty {
            data = data.wrapping_offset(((size - 1) * stride) as isize);
            inverted.push(Axis(axis));
        }
    }
    let data = if empty { std::ptr::NonNull::dangling().as_ptr() } else { data };
    let shape: Vec<_> = sizes.iter().map(|&size| size as usize).collect();
    // any stride will do for an axis that is not walked
    let step = |(&size, &stride): (&i64, &i64)| if size > 1 && !empty { stride.unsigned_abs() as usize } else { 0 };
    let strides = sizes.iter().zip(strides).map(step).collect();
    (data, shape, strides, inverted)
}

/// Whether no two indices are the same element: each stride must exceed all that the smaller ones reach.
fn is_injective(sizes: &[i64], strides: &[i64]) -> bool {
    if sizes.contains(&0) {
        return true;
    }
    let walked = sizes.iter().zip(strides).filter(|(&size, _)| size > 1);
    let mut walked: Vec<_> = walked.map(|(&size, &stride)| (i128::from(stride).abs(), i128::from(size))).collect();
    walked.sort_unstable();
    let mut reach = 0;
    walked.into_iter().all(|(stride, size)| {
        let apart = stride > reach;
        reach += stride * (size - 1);
        apart
    })
}
