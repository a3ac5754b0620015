//! Random numbers.
use std::ptr::{null_mut, NonNull};

use crate::args::raw_dtype;
use crate::error::call;
use crate::tensor::make;
use crate::write::write;
use crate::{sys, DType, Out, Result, Tensor};

/// A position in a stream of Philox4x32-10. The same seed draws the same numbers on any number of threads, any
/// instruction set and into any layout.
///
/// Threads may share one by reference; for the same numbers every time, give each its own by [`split`](Self::split).
///
/// ```
/// use ctensor::{DType, Rng};
/// let rng = Rng::new(1)?;
/// let x = rng.normal([2, 3], 0.0, 1.0, None)?;
/// let again = Rng::new(1)?.normal([2, 3], 0.0, 1.0, DType::Float32)?;
/// assert!(x.equal(&again)?);
/// # Ok::<(), ctensor::Error>(())
/// ```
pub struct Rng(NonNull<sys::ct_rng>);

// SAFETY: its state and its reference count are atomic
unsafe impl Send for Rng {}
unsafe impl Sync for Rng {}

impl Rng {
    /// A generator at the beginning of stream 0 under the key `seed`.
    pub fn new(seed: u64) -> Result<Self> {
        // SAFETY: a live handle and arrays with their lengths, here and below
        Self::made(|out, error| unsafe { sys::ct_rng_create(seed, out, error) })
    }

    /// A generator of a stream of its own; takes one block.
    pub fn split(&self) -> Result<Self> {
        Self::made(|out, error| unsafe { sys::ct_rng_split(self.raw(), out, error) })
    }

    fn made(f: impl FnOnce(*mut *mut sys::ct_rng, *mut sys::ct_error) -> sys::ct_status) -> Result<Self> {
        let mut out = null_mut();
        call(|error| f(&mut out, error))?;
        Ok(Self(NonNull::new(out).expect("a generator")))
    }

    fn raw(&self) -> *mut sys::ct_rng {
        self.0.as_ptr()
    }

    pub fn key(&self) -> u64 {
        unsafe { sys::ct_rng_key(self.raw()) }
    }

    pub fn stream(&self) -> u64 {
        unsafe { sys::ct_rng_stream(self.raw()) }
    }

    /// How many blocks have been taken.
    pub fn counter(&self) -> u64 {
        unsafe { sys::ct_rng_counter(self.raw()) }
    }

    /// Moves the generator to the position where another one was.
    pub fn set_state(&self, key: u64, stream: u64, counter: u64) -> Result<()> {
        call(|error| unsafe { sys::ct_rng_set_state(self.raw(), key, stream, counter, error) })
    }

    /// Skips blocks.
    pub fn advance(&self, blocks: u64) -> Result<()> {
        call(|error| unsafe { sys::ct_rng_advance(self.raw(), blocks, error) })
    }

    /// The integers from 0 to n - 1 in a random order; dtype `None`: int64.
    pub fn randperm(&self, n: i64, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let dtype = raw_dtype(dtype);
        make(|out, error| unsafe { sys::ct_randperm(self.raw(), n, dtype, out, error) })
    }

    /// [`randperm`](Self::randperm) into `out`, which is resized.
    pub fn randperm_out(&self, n: i64, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_randperm_out(self.raw(), n, out, error) })
    }

    /// Indices along the last dim, drawn in proportion to `t`'s elements there.
    pub fn multinomial(&self, t: &Tensor, num_samples: i64, replacement: bool) -> Result<Tensor> {
        make(|out, error| unsafe { sys::ct_multinomial(self.raw(), t.as_raw(), num_samples, replacement, out, error) })
    }

    /// [`multinomial`](Self::multinomial) into `out`, which is resized.
    pub fn multinomial_out(&self, t: &Tensor, num_samples: i64, replacement: bool, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe {
            sys::ct_multinomial_out(self.raw(), t.as_raw(), num_samples, replacement, out, error)
        })
    }
}

/// Distributions, as fresh tensors or into given ones, which keep their sizes and dtype.
impl Rng {
    /// Uniformly distributed numbers from `low` up to, but without, `high`; dtype `None`: float32.
    pub fn uniform(
        &self,
        sizes: impl AsRef<[i64]>,
        low: f64,
        high: f64,
        dtype: impl Into<Option<DType>>,
    ) -> Result<Tensor> {
        let (sizes, dtype) = (sizes.as_ref(), raw_dtype(dtype));
        make(|out, error| unsafe {
            sys::ct_uniform(self.raw(), sizes.as_ptr(), sizes.len() as i32, low, high, dtype, out, error)
        })
    }

    /// [`uniform`](Self::uniform) into `out`.
    pub fn uniform_out(&self, low: f64, high: f64, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_uniform_out(self.raw(), low, high, out, error) })
    }

    /// Normally distributed numbers; dtype `None`: float32.
    pub fn normal(
        &self,
        sizes: impl AsRef<[i64]>,
        mean: f64,
        std: f64,
        dtype: impl Into<Option<DType>>,
    ) -> Result<Tensor> {
        let (sizes, dtype) = (sizes.as_ref(), raw_dtype(dtype));
        make(|out, error| unsafe {
            sys::ct_normal(self.raw(), sizes.as_ptr(), sizes.len() as i32, mean, std, dtype, out, error)
        })
    }

    /// [`normal`](Self::normal) into `out`.
    pub fn normal_out(&self, mean: f64, std: f64, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_normal_out(self.raw(), mean, std, out, error) })
    }

    /// Exponentially distributed numbers; dtype `None`: float32.
    pub fn exponential(&self, sizes: impl AsRef<[i64]>, rate: f64, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let (sizes, dtype) = (sizes.as_ref(), raw_dtype(dtype));
        make(|out, error| unsafe {
            sys::ct_exponential(self.raw(), sizes.as_ptr(), sizes.len() as i32, rate, dtype, out, error)
        })
    }

    /// [`exponential`](Self::exponential) into `out`.
    pub fn exponential_out(&self, rate: f64, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_exponential_out(self.raw(), rate, out, error) })
    }

    /// Integers from `low` up to, but without, `high`; dtype `None`: int64.
    pub fn randint(
        &self,
        sizes: impl AsRef<[i64]>,
        low: i64,
        high: i64,
        dtype: impl Into<Option<DType>>,
    ) -> Result<Tensor> {
        let (sizes, dtype) = (sizes.as_ref(), raw_dtype(dtype));
        make(|out, error| unsafe {
            sys::ct_randint(self.raw(), sizes.as_ptr(), sizes.len() as i32, low, high, dtype, out, error)
        })
    }

    /// [`randint`](Self::randint) into `out`.
    pub fn randint_out(&self, low: i64, high: i64, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_randint_out(self.raw(), low, high, out, error) })
    }

    /// 1 with probability `p`, else 0; dtype `None`: float32.
    pub fn bernoulli(&self, sizes: impl AsRef<[i64]>, p: f64, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let (sizes, dtype) = (sizes.as_ref(), raw_dtype(dtype));
        make(|out, error| unsafe {
            sys::ct_bernoulli(self.raw(), sizes.as_ptr(), sizes.len() as i32, p, dtype, out, error)
        })
    }

    /// [`bernoulli`](Self::bernoulli) into `out`.
    pub fn bernoulli_out(&self, p: f64, out: &mut impl Out) -> Result<()> {
        write(out, |out, error| unsafe { sys::ct_bernoulli_out(self.raw(), p, out, error) })
    }
}

/// A clone is the same generator: both share one position in the stream.
impl Clone for Rng {
    fn clone(&self) -> Self {
        // SAFETY: a live handle
        Self(NonNull::new(unsafe { sys::ct_rng_retain(self.raw()) }).expect("the same generator"))
    }
}

impl Drop for Rng {
    fn drop(&mut self) {
        // SAFETY: the reference is ours
        unsafe { sys::ct_rng_release(self.raw()) }
    }
}
