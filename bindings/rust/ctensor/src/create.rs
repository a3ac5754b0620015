//! Making tensors: fresh ones, and over memory that Rust owns.
use std::mem::ManuallyDrop;
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::null;

use crate::args::{raw_dtype, Memory, RawScalar};
use crate::tensor::make;
use crate::{sys, DType, Element, Error, ErrorKind, MemoryFormat, OptionalScalar, Result, Scalar, Tensor};

/// Fresh tensors.
impl Tensor {
    pub fn zeros(sizes: impl AsRef<[i64]>, dtype: DType) -> Result<Self> {
        let sizes = sizes.as_ref();
        // SAFETY: arrays with their lengths, here and below
        make(|out, error| unsafe { sys::ct_zeros(sizes.as_ptr(), sizes.len() as i32, dtype as u32, out, error) })
    }

    pub fn ones(sizes: impl AsRef<[i64]>, dtype: DType) -> Result<Self> {
        let sizes = sizes.as_ref();
        make(|out, error| unsafe { sys::ct_ones(sizes.as_ptr(), sizes.len() as i32, dtype as u32, out, error) })
    }

    /// Every element is `value`; dtype `None`: the value's.
    pub fn full(sizes: impl AsRef<[i64]>, value: impl Into<Scalar>, dtype: impl Into<Option<DType>>) -> Result<Self> {
        let (sizes, value, dtype) = (sizes.as_ref(), value.into().raw(), raw_dtype(dtype));
        make(|out, error| unsafe { sys::ct_full(sizes.as_ptr(), sizes.len() as i32, &value, dtype, out, error) })
    }

    /// The numbers from `start` (`None`: 0) up to, but without, `end`, by `step` (`None`: 1).
    pub fn arange(
        start: impl OptionalScalar,
        end: impl Into<Scalar>,
        step: impl OptionalScalar,
        dtype: impl Into<Option<DType>>,
    ) -> Result<Self> {
        let (start, end, step) = (RawScalar::new(start), end.into().raw(), RawScalar::new(step));
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe { sys::ct_arange(start.as_ptr(), &end, step.as_ptr(), dtype, out, error) })
    }

    /// Numbers at equal distances from `start` to `end`, both included; dtype `None`: float32, or complex64.
    pub fn linspace(
        start: impl Into<Scalar>,
        end: impl Into<Scalar>,
        steps: i64,
        dtype: impl Into<Option<DType>>,
    ) -> Result<Self> {
        let (start, end, dtype) = (start.into().raw(), end.into().raw(), raw_dtype(dtype));
        make(|out, error| unsafe { sys::ct_linspace(&start, &end, steps, dtype, out, error) })
    }

    /// `base` to the power of what [`linspace`](Self::linspace) gives; dtype `None`: float32.
    pub fn logspace(
        start: impl Into<Scalar>,
        end: impl Into<Scalar>,
        steps: i64,
        base: f64,
        dtype: impl Into<Option<DType>>,
    ) -> Result<Self> {
        let (start, end, dtype) = (start.into().raw(), end.into().raw(), raw_dtype(dtype));
        make(|out, error| unsafe { sys::ct_logspace(&start, &end, steps, base, dtype, out, error) })
    }

    /// Ones on a diagonal, zeros elsewhere; dtype `None`: float32.
    pub fn eye(rows: i64, columns: i64, diagonal: i64, dtype: impl Into<Option<DType>>) -> Result<Self> {
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe { sys::ct_eye(rows, columns, diagonal, dtype, out, error) })
    }

    /// Rows, and under them columns, of a matrix's elements on and below a diagonal; dtype `None`: int64.
    pub fn tril_indices(rows: i64, columns: i64, offset: i64, dtype: impl Into<Option<DType>>) -> Result<Self> {
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe { sys::ct_tril_indices(rows, columns, offset, dtype, out, error) })
    }

    /// Rows, and under them columns, of a matrix's elements on and above a diagonal; dtype `None`: int64.
    pub fn triu_indices(rows: i64, columns: i64, offset: i64, dtype: impl Into<Option<DType>>) -> Result<Self> {
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe { sys::ct_triu_indices(rows, columns, offset, dtype, out, error) })
    }

    /// A 0-dim tensor of one value, of that type's dtype.
    pub fn scalar(value: impl Element) -> Result<Self> {
        let value = Scalar::of_element(value);
        make(|out, error| unsafe { sys::ct_tensor_create_scalar(&value, false, out, error) })
    }

    /// A number as a tensor: it comes last in promotion, so that `x * 2.0` keeps the dtype of a float `x`.
    ///
    /// Where an op takes an operand, the number itself will do. [`with_number`](Self::with_number) makes one without an
    /// allocation.
    pub fn number(value: impl Into<Scalar>) -> Result<Self> {
        let value = value.into().raw();
        make(|out, error| unsafe { sys::ct_tensor_create_scalar(&value, true, out, error) })
    }

    /// Calls `f` with a number as a tensor, for a number on an op's left side. Nothing is allocated unless `f` clones
    /// the number or makes a view of it, which are then of a copy and may outlive the call.
    ///
    /// ```
    /// use ctensor::Tensor;
    /// let x = Tensor::from_slice(&[1.0f32, 3.0], [2])?;
    /// let y = Tensor::with_number(2.0, |two| two.pow(&x))?;
    /// assert_eq!(y.to_vec::<f32>()?, [2.0, 8.0]);
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    #[inline]
    pub fn with_number<R>(value: impl Into<Scalar>, f: impl FnOnce(&Self) -> R) -> R {
        let mut memory = Memory::new();
        let number = memory.number(value.into());
        // SAFETY: the memory outlives the call, the tensor in it is only lent, and numbers are read-only
        let number = ManuallyDrop::new(unsafe { Self::from_raw(number as *mut _) });
        f(&number)
    }

    /// A tensor without data, which ops infer shapes and dtypes from; strides `None`: contiguous.
    pub fn meta(sizes: impl AsRef<[i64]>, strides: Option<&[i64]>, dtype: DType) -> Result<Self> {
        let sizes = sizes.as_ref();
        let strides = checked_strides(sizes, strides)?;
        make(|out, error| unsafe {
            sys::ct_tensor_create_meta(sizes.as_ptr(), sizes.len() as i32, strides, dtype as u32, out, error)
        })
    }

    /// A contiguous tensor.
    ///
    /// # Safety
    /// Its memory is not initialised: it must be written before it is read.
    pub unsafe fn empty(sizes: impl AsRef<[i64]>, dtype: DType) -> Result<Self> {
        let sizes = sizes.as_ref();
        make(|out, error| sys::ct_tensor_create(sizes.as_ptr(), sizes.len() as i32, dtype as u32, out, error))
    }

    /// A tensor with these strides, in elements.
    ///
    /// # Safety
    /// As for [`empty`](Self::empty), and gaps between elements must be written too, since views can reach them.
    pub unsafe fn empty_strided(sizes: impl AsRef<[i64]>, strides: &[i64], dtype: DType) -> Result<Self> {
        let sizes = sizes.as_ref();
        let strides = checked_strides(sizes, Some(strides))?;
        make(|out, error| {
            sys::ct_tensor_create_strided(sizes.as_ptr(), sizes.len() as i32, strides, dtype as u32, out, error)
        })
    }

    /// A tensor of these sizes; dtype `None`: this one's.
    ///
    /// # Safety
    /// As for [`empty`](Self::empty).
    pub unsafe fn empty_like(&self, dtype: impl Into<Option<DType>>, format: MemoryFormat) -> Result<Self> {
        let dtype = raw_dtype(dtype);
        make(|out, error| sys::ct_empty_like(self.as_raw(), dtype, format as u32, out, error))
    }

    pub fn zeros_like(&self, dtype: impl Into<Option<DType>>, format: MemoryFormat) -> Result<Self> {
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe { sys::ct_zeros_like(self.as_raw(), dtype, format as u32, out, error) })
    }

    pub fn ones_like(&self, dtype: impl Into<Option<DType>>, format: MemoryFormat) -> Result<Self> {
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe { sys::ct_ones_like(self.as_raw(), dtype, format as u32, out, error) })
    }

    pub fn full_like(
        &self,
        value: impl Into<Scalar>,
        dtype: impl Into<Option<DType>>,
        format: MemoryFormat,
    ) -> Result<Self> {
        let (value, dtype) = (value.into().raw(), raw_dtype(dtype));
        make(|out, error| unsafe { sys::ct_full_like(self.as_raw(), &value, dtype, format as u32, out, error) })
    }
}

/// Over Rust's memory.
impl Tensor {
    /// A contiguous tensor that owns the vector's memory, without a copy.
    ///
    /// ```
    /// use ctensor::Tensor;
    /// let x = Tensor::from_vec(vec![1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3])?;
    /// assert_eq!(x.sum(-1, false, None)?.to_vec::<f32>()?, [6.0, 15.0]);
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    pub fn from_vec<T: Element>(mut values: Vec<T>, sizes: impl AsRef<[i64]>) -> Result<Self> {
        let sizes = sizes.as_ref();
        check_count("from_vec", values.len(), sizes)?;
        let data = values.as_mut_ptr();
        // SAFETY: the vector's elements, which it keeps in place until it is dropped
        unsafe { Self::from_data(data, sizes, None, move || drop(values)) }
    }

    /// A contiguous tensor of a copy of the values.
    pub fn from_slice<T: Element>(values: &[T], sizes: impl AsRef<[i64]>) -> Result<Self> {
        Self::from_vec(values.to_vec(), sizes)
    }

    /// A read-only tensor over constants, without a copy.
    pub fn from_static<T: Element>(values: &'static [T], sizes: impl AsRef<[i64]>) -> Result<Self> {
        let sizes = sizes.as_ref();
        check_count("from_static", values.len(), sizes)?;
        // SAFETY: the elements live as long as the program
        unsafe { Self::from_const_data(values.as_ptr(), sizes, None, || ()) }
    }

    /// A read-only tensor over memory that `owner` keeps, without a copy: an `Arc<[f32]>`, a mapped file, …
    pub fn from_owner<T: Element, O>(owner: O, sizes: impl AsRef<[i64]>) -> Result<Self>
    where
        O: AsRef<[T]> + Send + 'static,
    {
        let sizes = sizes.as_ref();
        let owner = Owner(Box::into_raw(Box::new(owner)));
        // SAFETY: the owner stays in its place, and borrowed, until `release` takes it back
        let values: &[T] = unsafe { &*owner.0 }.as_ref();
        check_count("from_owner", values.len(), sizes)?;
        unsafe { Self::from_const_data(values.as_ptr(), sizes, None, move || drop(owner)) }
    }

    /// A tensor over memory with any strides, in elements; `None`: contiguous. `release` runs once: when the last
    /// tensor on the memory is dropped, on whichever thread that happens, or at once if this call fails.
    ///
    /// # Safety
    /// `data` is the address of element `[0, …, 0]`. All elements from the first to the last that the strides reach are
    /// valid and initialised, and until `release` runs nobody else reads or writes them.
    pub unsafe fn from_data<T: Element>(
        data: *mut T,
        sizes: impl AsRef<[i64]>,
        strides: Option<&[i64]>,
        release: impl FnOnce() + Send + 'static,
    ) -> Result<Self> {
        let sizes = sizes.as_ref();
        let (run, user_data) = releasing(release);
        let strides = checked_strides(sizes, strides).map_err(|error| {
            run(user_data);
            error
        })?;
        let ndim = sizes.len() as i32;
        make(|out, error| {
            let (data, dtype) = (data.cast(), T::DTYPE as u32);
            sys::ct_tensor_from_data(data, sizes.as_ptr(), ndim, strides, dtype, Some(run), user_data, out, error)
        })
    }

    /// Like [`from_data`](Self::from_data), over memory that must not change: every write fails.
    ///
    /// # Safety
    /// As for [`from_data`](Self::from_data), but others may read.
    pub unsafe fn from_const_data<T: Element>(
        data: *const T,
        sizes: impl AsRef<[i64]>,
        strides: Option<&[i64]>,
        release: impl FnOnce() + Send + 'static,
    ) -> Result<Self> {
        let sizes = sizes.as_ref();
        let (run, user_data) = releasing(release);
        let strides = checked_strides(sizes, strides).map_err(|error| {
            run(user_data);
            error
        })?;
        let ndim = sizes.len() as i32;
        make(|out, error| {
            let (data, dtype) = (data.cast(), T::DTYPE as u32);
            sys::ct_tensor_from_const_data(data, sizes.as_ptr(), ndim, strides, dtype, Some(run), user_data, out, error)
        })
    }
}

/// Drops the owner in its place. It is no `Box`, since moving one tells the compiler that nothing else points into it.
struct Owner<O>(*mut O);

// SAFETY: it owns the O
unsafe impl<O: Send> Send for Owner<O> {}

impl<O> Drop for Owner<O> {
    fn drop(&mut self) {
        // SAFETY: made by Box::into_raw, and dropped once
        drop(unsafe { Box::from_raw(self.0) });
    }
}

type Release = unsafe extern "C" fn(*mut c_void);

/// A closure as the release callback and user data that C takes.
fn releasing<F: FnOnce() + Send + 'static>(release: F) -> (Release, *mut c_void) {
    unsafe extern "C" fn run<F: FnOnce()>(user_data: *mut c_void) {
        let release = Box::from_raw(user_data.cast::<F>());
        // a panic must not unwind through C, and no caller could take an error
        if catch_unwind(AssertUnwindSafe(*release)).is_err() {
            std::process::abort();
        }
    }
    (run::<F>, Box::into_raw(Box::new(release)).cast())
}

fn check_count(function: &str, count: usize, sizes: &[i64]) -> Result<()> {
    let mut wanted = Some(1usize);
    for &size in sizes {
        wanted = wanted.and_then(|wanted| wanted.checked_mul(usize::try_from(size).ok()?));
    }
    if wanted == Some(count) {
        return Ok(());
    }
    let message = format!("{function}: {count} values do not fill the sizes {sizes:?}");
    Err(Error::new(ErrorKind::Shape, message))
}

fn checked_strides(sizes: &[i64], strides: Option<&[i64]>) -> Result<*const i64> {
    match strides {
        Some(strides) if strides.len() != sizes.len() => {
            let message = format!("the strides {strides:?} have another length than the sizes {sizes:?}");
            Err(Error::new(ErrorKind::Shape, message))
        }
        Some(strides) => Ok(strides.as_ptr()),
        None => Ok(null()),
    }
}
