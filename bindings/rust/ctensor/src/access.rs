//! Elements as Rust's types.
use crate::error::call;
use crate::write::write;
use crate::{sys, Element, Error, ErrorKind, MemoryFormat, Result, Scalar, Tensor, TensorMut};

impl Tensor {
    /// The elements of a contiguous tensor, in row-major order.
    ///
    /// Nobody can write them while the slice is borrowed: a write needs this tensor by `&mut`, or a tensor that shares
    /// its memory with no other.
    #[inline]
    pub fn as_slice<T: Element>(&self) -> Result<&[T]> {
        let data = dense::<T>(self, "as_slice")?;
        // SAFETY: numel elements of T without gaps
        Ok(unsafe { std::slice::from_raw_parts(data, self.numel()) })
    }

    /// The elements of a contiguous tensor that shares its memory with no other.
    ///
    /// ```
    /// use ctensor::Tensor;
    /// let mut x = Tensor::from_slice(&[1i32, 2, 3], [3])?;
    /// x.as_mut_slice::<i32>()?[1] = 20;
    /// assert_eq!(x.to_string(), "tensor([ 1, 20,  3], dtype=int32)");
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    #[inline]
    pub fn as_mut_slice<T: Element>(&mut self) -> Result<&mut [T]> {
        let data = dense_mut::<T>(&mut self.write()?)?;
        // SAFETY: as above, and unique while `self` is borrowed
        Ok(unsafe { std::slice::from_raw_parts_mut(data, self.numel()) })
    }

    /// The elements in row-major order, whatever the strides.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        check_dtype::<T>(self, "to_vec")?;
        check_real(self, "to_vec")?;
        self.contiguous(MemoryFormat::Contiguous)?.as_slice().map(<[T]>::to_vec)
    }

    /// One element; negative indices count from the end.
    pub fn get<T: Element>(&self, index: impl AsRef<[i64]>) -> Result<T> {
        check_dtype::<T>(self, "get")?;
        check_real(self, "get")?;
        let offset = offset(self, index.as_ref(), "get")?;
        // SAFETY: within the bounds of the elements
        Ok(unsafe { *self.data().cast::<T>().offset(offset) })
    }

    /// One element, of any dtype; negative indices count from the end.
    pub fn get_item(&self, index: impl AsRef<[i64]>) -> Result<Scalar> {
        let (index, mut scalar) = (index.as_ref(), Scalar::Bool(false).raw());
        // SAFETY: a live handle, and an array with its length
        call(|error| unsafe {
            sys::ct_tensor_get_item(self.as_raw(), index.as_ptr(), index.len() as i32, &mut scalar, error)
        })?;
        Ok(Scalar::of(&scalar))
    }

    /// Writes one element; negative indices count from the end.
    pub fn set_item(&mut self, index: impl AsRef<[i64]>, value: impl Into<Scalar>) -> Result<()> {
        let (index, value) = (index.as_ref(), value.into().raw());
        // SAFETY: as above
        write(self, |out, error| unsafe {
            sys::ct_tensor_set_item(out, index.as_ptr(), index.len() as i32, &value, error)
        })
    }

    /// Bytes of one element.
    pub fn itemsize(&self) -> usize {
        // SAFETY: a live handle, here and below
        unsafe { sys::ct_tensor_itemsize(self.as_raw()) as usize }
    }

    /// Bytes of all elements together.
    pub fn nbytes(&self) -> usize {
        unsafe { sys::ct_tensor_nbytes(self.as_raw()) as usize }
    }

    /// The one element, of any dtype.
    pub fn item(&self) -> Result<Scalar> {
        let mut scalar = Scalar::Bool(false).raw();
        // SAFETY: a live handle
        call(|error| unsafe { sys::ct_tensor_item(self.as_raw(), &mut scalar, error) })?;
        Ok(Scalar::of(&scalar))
    }
}

impl TensorMut<'_> {
    /// See [`Tensor::as_slice`].
    pub fn as_slice<T: Element>(&self) -> Result<&[T]> {
        self.as_tensor().as_slice()
    }

    /// See [`Tensor::as_mut_slice`].
    pub fn as_mut_slice<T: Element>(&mut self) -> Result<&mut [T]> {
        let data = dense_mut::<T>(self)?;
        // SAFETY: as above
        Ok(unsafe { std::slice::from_raw_parts_mut(data, self.numel()) })
    }

    /// See [`Tensor::to_vec`].
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        self.as_tensor().to_vec()
    }

    /// See [`Tensor::get`].
    pub fn get<T: Element>(&self, index: impl AsRef<[i64]>) -> Result<T> {
        self.as_tensor().get(index)
    }

    /// Writes one element.
    pub fn set<T: Element>(&mut self, index: impl AsRef<[i64]>, value: T) -> Result<()> {
        check_dtype::<T>(self.as_tensor(), "set")?;
        let offset = offset(self.as_tensor(), index.as_ref(), "set")?;
        let data = self.data_mut()?.cast::<T>();
        // SAFETY: within the bounds of the elements, which nothing else reaches
        unsafe { *data.offset(offset) = value };
        Ok(())
    }

    /// The address of element `[0, …, 0]`, to write; fails for read-only memory.
    pub fn data_mut(&mut self) -> Result<*mut u8> {
        let mut data = std::ptr::null_mut();
        // SAFETY: a live handle
        call(|error| unsafe { sys::ct_tensor_data_mut(self.as_raw(), &mut data, error) })?;
        Ok(data.cast())
    }
}

pub(crate) fn check_dtype<T: Element>(t: &Tensor, function: &str) -> Result<()> {
    // SAFETY: a live handle
    if unsafe { sys::ct_tensor_dtype(t.as_raw()) } == T::DTYPE as sys::ct_dtype {
        return Ok(());
    }
    let message = format!("{function}: a tensor of dtype {} is not read as {}", t.dtype(), T::DTYPE);
    Err(Error::new(ErrorKind::Dtype, message))
}

pub(crate) fn check_real(t: &Tensor, function: &str) -> Result<()> {
    if t.is_meta() {
        return Err(Error::new(ErrorKind::Invalid, format!("{function}: a meta tensor has no data")));
    }
    if t.is_deferred() {
        return Err(Error::new(ErrorKind::Invalid, format!("{function}: the tensor is deferred: evaluate it first")));
    }
    Ok(())
}

/// The address of a contiguous tensor's first element. It is not null even where there are no elements.
fn dense<T: Element>(t: &Tensor, function: &str) -> Result<*const T> {
    check_dtype::<T>(t, function)?;
    check_real(t, function)?;
    if !t.is_contiguous(MemoryFormat::Contiguous) {
        let message = format!(
            "{function}: a tensor of sizes {:?} and strides {:?} is not contiguous; to_vec and contiguous copy it",
            t.sizes(),
            t.strides()
        );
        return Err(Error::new(ErrorKind::Shape, message));
    }
    let data = t.data().cast::<T>();
    Ok(if t.numel() == 0 { std::ptr::NonNull::dangling().as_ptr() } else { data })
}

fn dense_mut<T: Element>(t: &mut TensorMut<'_>) -> Result<*mut T> {
    let data = dense::<T>(t.as_tensor(), "as_mut_slice")?;
    t.data_mut()?; // refuses read-only memory
    Ok(data as *mut T)
}

fn offset(t: &Tensor, index: &[i64], function: &str) -> Result<isize> {
    let refused = || {
        let message = format!("{function}: the index {index:?} is not within the sizes {:?}", t.sizes());
        Error::new(ErrorKind::Index, message)
    };
    if index.len() != t.ndim() {
        return Err(refused());
    }
    let mut offset = 0;
    for ((&i, &size), &stride) in index.iter().zip(t.sizes()).zip(t.strides()) {
        let i = if i < 0 { i.wrapping_add(size) } else { i };
        if !(0..size).contains(&i) {
            return Err(refused());
        }
        offset += i * stride;
    }
    Ok(offset as isize)
}
