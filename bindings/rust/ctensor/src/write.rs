//! Writing: exclusive access, the only way to write, and what may be written.
use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::error::call;
use crate::{sys, Error, ErrorKind, MemoryFormat, Result, Scalar, Tensor};

/// Exclusive access to a tensor's memory, or to a part of it: a writable view.
///
/// It comes from [`Tensor::write`], borrows that tensor for its life, and makes smaller views by the same methods as a
/// tensor. It is never cloned or made into a [`Tensor`], so nobody else can be reading what it writes.
pub struct TensorMut<'a> {
    handle: NonNull<sys::ct_tensor>,
    /// Whether the reference is ours, as for a view, or the borrowed tensor's.
    owned: bool,
    base: PhantomData<&'a mut Tensor>,
}

// SAFETY: as for `Tensor`, and nothing else reaches the memory
unsafe impl Send for TensorMut<'_> {}
unsafe impl Sync for TensorMut<'_> {}

impl Drop for TensorMut<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.owned {
            // SAFETY: the reference is ours
            unsafe { sys::ct_tensor_release(self.as_raw()) }
        }
    }
}

impl TensorMut<'_> {
    /// Wraps a view of exclusive memory, which is exclusive too.
    pub(crate) fn of_view(view: Tensor) -> Self {
        let handle = view.handle();
        std::mem::forget(view);
        Self { handle, owned: true, base: PhantomData }
    }

    /// As a tensor, for reading inside this crate only: a clone of it would break the exclusiveness.
    #[inline]
    pub(crate) fn as_tensor(&self) -> &Tensor {
        // SAFETY: Tensor is a transparent NonNull
        unsafe { &*(&self.handle as *const NonNull<sys::ct_tensor>).cast() }
    }

    /// The handle, for C calls of one's own.
    #[inline]
    pub fn as_raw(&self) -> *mut sys::ct_tensor {
        self.handle.as_ptr()
    }

    /// A copy with memory of its own.
    pub fn clone_data(&self, format: MemoryFormat) -> Result<Tensor> {
        self.as_tensor().clone_data(format)
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Tensor {}
    impl Sealed for super::TensorMut<'_> {}
}

/// What an op may write into: a [`Tensor`], if its memory is its own, or a [`TensorMut`].
pub trait Out: sealed::Sealed {
    #[doc(hidden)]
    fn writable(&mut self) -> Result<*mut sys::ct_tensor>;
}

impl Out for Tensor {
    #[inline]
    fn writable(&mut self) -> Result<*mut sys::ct_tensor> {
        if self.is_unique() {
            Ok(self.as_raw())
        } else {
            Err(shared(self))
        }
    }
}

impl Out for TensorMut<'_> {
    #[inline]
    fn writable(&mut self) -> Result<*mut sys::ct_tensor> {
        Ok(self.as_raw())
    }
}

#[cold]
fn shared(t: &Tensor) -> Error {
    Error::new(
        ErrorKind::Shared,
        format!(
            "a tensor of sizes {:?} and dtype {} shares its memory with another tensor, a view or an iterator, so it \
             is not written; make_mut copies it first",
            t.sizes(),
            t.dtype()
        ),
    )
}

/// Writes into `out` by a C call.
#[inline]
pub(crate) fn write(
    out: &mut impl Out,
    f: impl FnOnce(*mut sys::ct_tensor, *mut sys::ct_error) -> sys::ct_status,
) -> Result<()> {
    let raw = out.writable()?;
    call(|error| f(raw, error)).map_err(|error| scrubbed(raw, error))
}

/// Writes into two outputs by a C call.
#[inline]
pub(crate) fn write_two(
    first: &mut impl Out,
    second: &mut impl Out,
    f: impl FnOnce(*mut sys::ct_tensor, *mut sys::ct_tensor, *mut sys::ct_error) -> sys::ct_status,
) -> Result<()> {
    let (first, second) = (first.writable()?, second.writable()?);
    call(|error| f(first, second, error)).map_err(|error| scrubbed(second, scrubbed(first, error)))
}

/// A call that failed while computing, because the executor failed, may have resized its output and left it unwritten.
/// Safe code could read that memory, so it is zeroed. (Other failures happen earlier, and change nothing.)
#[cold]
fn scrubbed(out: *mut sys::ct_tensor, error: Error) -> Error {
    if matches!(error.kind(), ErrorKind::Internal | ErrorKind::User) {
        // SAFETY: a live handle that is ours to write
        unsafe { sys::ct_fill(out, &Scalar::Bool(false).raw(), std::ptr::null_mut()) };
    }
    error
}

impl Tensor {
    /// Exclusive access, to write elements, views or the whole.
    ///
    /// Fails with [`ErrorKind::Shared`] when a clone, a view or an iterator holds the memory too.
    ///
    /// ```
    /// use ctensor::{DType, ErrorKind, Tensor};
    /// let mut x = Tensor::zeros([2, 3], DType::Int32)?;
    /// x.write()?.select(0, 1)?.fill(7)?;
    /// assert_eq!(x.to_vec::<i32>()?, [0, 0, 0, 7, 7, 7]);
    ///
    /// let view = x.transpose(0, 1)?;
    /// assert_eq!(x.write().unwrap_err().kind(), ErrorKind::Shared);
    /// drop(view);
    /// x.write()?.fill(1)?;
    /// # Ok::<(), ctensor::Error>(())
    /// ```
    #[inline]
    pub fn write(&mut self) -> Result<TensorMut<'_>> {
        self.writable()?;
        // SAFETY: just checked
        Ok(unsafe { self.write_shared() })
    }

    /// Like [`write`](Self::write), but first gives this tensor a copy of the memory if others share it, or if it is
    /// read-only: `Arc::make_mut` for tensors.
    pub fn make_mut(&mut self) -> Result<TensorMut<'_>> {
        if !self.is_unique() || self.is_read_only() {
            *self = self.clone_data(MemoryFormat::Preserve)?;
        }
        self.write()
    }

    /// Access to memory that other tensors may share.
    ///
    /// # Safety
    /// While the result lives, nobody reads or writes the elements that are written through it, on this thread or
    /// another: no slice of them is held, no closure or op that uses them runs. If the handle itself is shared, it is
    /// not resized either.
    #[inline]
    pub unsafe fn write_shared(&mut self) -> TensorMut<'_> {
        TensorMut { handle: self.handle(), owned: false, base: PhantomData }
    }
}

/// Defines the writes that are not ops, for tensors and exclusive views.
macro_rules! writes {
    ($($type:ty),+) => { $(
        impl $type {
            /// Writes one value into every element. A value that the dtype cannot hold is an error.
            pub fn fill(&mut self, value: impl Into<Scalar>) -> Result<()> {
                let value = value.into().raw();
                // SAFETY: live handles, here and below
                write(self, |out, error| unsafe { sys::ct_fill(out, &value, error) })
            }

            /// Writes the values of `source`, which broadcasts, converted to this dtype.
            pub fn copy_from(&mut self, source: &Tensor) -> Result<()> {
                write(self, |out, error| unsafe { sys::ct_copy(out, source.as_raw(), error) })
            }

            /// Changes the sizes, with the format's strides. The old bytes stay where they are.
            ///
            /// # Safety
            /// Memory that is added is not initialised: it must be written before it is read.
            pub unsafe fn resize(&mut self, sizes: impl AsRef<[i64]>, format: MemoryFormat) -> Result<()> {
                let sizes = sizes.as_ref();
                write(self, |out, error| {
                    let format = format as sys::ct_memory_format;
                    sys::ct_resize(out, sizes.as_ptr(), sizes.len() as i32, format, error)
                })
            }
        }
    )+ };
}
writes!(Tensor, TensorMut<'_>);
