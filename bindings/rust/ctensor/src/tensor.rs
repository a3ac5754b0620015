//! The tensor handle, and its properties.
use std::alloc::{handle_alloc_error, Layout};
use std::fmt;
use std::ptr::{null_mut, NonNull};

use crate::error::call;
use crate::{sys, DType, MemoryFormat, Result, TensorMut};

/// A tensor of any dtype: sizes and strides over memory that tensors may share.
///
/// Cloning gives one more reference to the same tensor, without a copy; [`Tensor::clone_data`] copies. Views share the
/// memory and keep it alive. See [the crate](crate#memory-and-aliasing) for who may write it.
#[repr(transparent)]
pub struct Tensor(NonNull<sys::ct_tensor>);

// SAFETY: ctensor.h allows any call on any thread, except one that uses a tensor while another call writes or resizes
// it. Safe code writes and resizes only through `&mut`, and only memory that no other tensor shares, so other threads
// hold other memory. The reference counts are atomic.
unsafe impl Send for Tensor {}
unsafe impl Sync for Tensor {}

/// Makes a tensor by a C call.
#[inline]
pub(crate) fn make(f: impl FnOnce(*mut *mut sys::ct_tensor, *mut sys::ct_error) -> sys::ct_status) -> Result<Tensor> {
    let mut out = null_mut();
    call(|error| f(&mut out, error))?;
    // SAFETY: the call succeeded, so the reference `out` is ours
    Ok(unsafe { Tensor::from_raw(out) })
}

/// Makes up to `count` tensors by a C call, or none if it fails.
pub(crate) fn make_all(
    count: usize,
    f: impl FnOnce(*mut *mut sys::ct_tensor, *mut sys::ct_error) -> sys::ct_status,
) -> Result<Vec<Tensor>> {
    let mut outs = vec![null_mut(); count];
    call(|error| f(outs.as_mut_ptr(), error))?;
    // SAFETY: as in `make`; tensors that C has not made are NULL
    Ok(outs.into_iter().filter(|out| !out.is_null()).map(|out| unsafe { Tensor::from_raw(out) }).collect())
}

/// Makes two tensors by a C call.
#[inline]
pub(crate) fn make_two(
    f: impl FnOnce(*mut *mut sys::ct_tensor, *mut *mut sys::ct_tensor, *mut sys::ct_error) -> sys::ct_status,
) -> Result<(Tensor, Tensor)> {
    let (mut first, mut second) = (null_mut(), null_mut());
    call(|error| f(&mut first, &mut second, error))?;
    // SAFETY: as in `make`
    Ok(unsafe { (Tensor::from_raw(first), Tensor::from_raw(second)) })
}

impl Tensor {
    /// Takes over a reference.
    ///
    /// # Safety
    /// `raw` is a live tensor, and one reference to it is the caller's to give away. While safe code holds the result,
    /// nobody writes to its memory or resizes it behind Rust's back, and elements of `DType::Bool` are 0 or 1.
    #[inline]
    pub unsafe fn from_raw(raw: *mut sys::ct_tensor) -> Self {
        debug_assert!(!raw.is_null());
        Self(NonNull::new_unchecked(raw))
    }

    /// The handle, for C calls of one's own. This tensor still owns it.
    #[inline]
    pub fn as_raw(&self) -> *mut sys::ct_tensor {
        self.0.as_ptr()
    }

    /// The handle, and the reference with it: give it back with `ct_tensor_release`.
    #[inline]
    pub fn into_raw(self) -> *mut sys::ct_tensor {
        std::mem::ManuallyDrop::new(self).as_raw()
    }

    #[inline]
    pub(crate) fn handle(&self) -> NonNull<sys::ct_tensor> {
        self.0
    }
}

impl Clone for Tensor {
    #[inline]
    fn clone(&self) -> Self {
        // SAFETY: a live handle
        let raw = unsafe { sys::ct_tensor_retain(self.as_raw()) };
        // this copies only a number in the caller's memory, and only then can it fail
        Self(NonNull::new(raw).unwrap_or_else(|| handle_alloc_error(Layout::new::<sys::ct_number>())))
    }
}

impl Drop for Tensor {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the reference is ours
        unsafe { sys::ct_tensor_release(self.as_raw()) }
    }
}

/// Defines the properties of tensors and of exclusive views.
macro_rules! getters {
    ($($type:ty),+) => { $(
        impl $type {
            /// The number of dims.
            #[inline]
            pub fn ndim(&self) -> usize {
                // SAFETY: a live handle, here and below
                unsafe { sys::ct_tensor_ndim(self.as_raw()) as usize }
            }

            /// The number of elements.
            #[inline]
            pub fn numel(&self) -> usize {
                unsafe { sys::ct_tensor_numel(self.as_raw()) as usize }
            }

            pub fn dtype(&self) -> DType {
                DType::of(unsafe { sys::ct_tensor_dtype(self.as_raw()) }).expect("a dtype of ctensor.h")
            }

            #[inline]
            pub fn sizes(&self) -> &[i64] {
                // SAFETY: they live until the tensor is resized, which takes it by `&mut`
                unsafe { std::slice::from_raw_parts(sys::ct_tensor_sizes(self.as_raw()), self.ndim()) }
            }

            /// The strides, in elements. They may be negative.
            #[inline]
            pub fn strides(&self) -> &[i64] {
                // SAFETY: as the sizes
                unsafe { std::slice::from_raw_parts(sys::ct_tensor_strides(self.as_raw()), self.ndim()) }
            }

            /// Where element `[0, …, 0]` lies in the storage, in elements.
            pub fn storage_offset(&self) -> i64 {
                unsafe { sys::ct_tensor_storage_offset(self.as_raw()) }
            }

            /// The bytes of the storage, which may be more than this tensor reaches.
            pub fn storage_nbytes(&self) -> usize {
                unsafe { sys::ct_tensor_storage_nbytes(self.as_raw()) as usize }
            }

            /// The address of element `[0, …, 0]`; null for a meta tensor and for one without memory.
            #[inline]
            pub fn data(&self) -> *const u8 {
                unsafe { sys::ct_tensor_data(self.as_raw()).cast() }
            }

            /// Whether it has no data, only shape, dtype and layout.
            pub fn is_meta(&self) -> bool {
                unsafe { sys::ct_tensor_is_meta(self.as_raw()) }
            }

            /// Whether writes fail, because the memory is read-only.
            pub fn is_read_only(&self) -> bool {
                unsafe { sys::ct_tensor_is_read_only(self.as_raw()) }
            }

            /// Whether the elements lie in the format's order without gaps.
            #[inline]
            pub fn is_contiguous(&self, format: MemoryFormat) -> bool {
                unsafe { sys::ct_tensor_is_contiguous(self.as_raw(), format as sys::ct_memory_format) }
            }

            /// Whether the elements fill one contiguous range of memory, each once, with no negative stride.
            pub fn is_non_overlapping_and_dense(&self) -> bool {
                unsafe { sys::ct_tensor_is_non_overlapping_and_dense(self.as_raw()) }
            }

            /// The format that the strides suggest; with `exact`, only a format that they match exactly.
            pub fn suggest_memory_format(&self, exact: bool) -> MemoryFormat {
                MemoryFormat::of(unsafe { sys::ct_tensor_suggest_memory_format(self.as_raw(), exact) })
            }
        }

        /// As PyTorch prints it.
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&text(self.as_raw()).map_err(|_| fmt::Error)?)
            }
        }

        /// As PyTorch prints it.
        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )+ };
}
getters!(Tensor, TensorMut<'_>);

impl Tensor {
    /// Whether this is the only reference to the tensor, and the tensor the only one on its memory, so that
    /// [`Tensor::write`] succeeds.
    #[inline]
    pub fn is_unique(&self) -> bool {
        unsafe { sys::ct_tensor_is_unique(self.as_raw()) }
    }

    /// Whether it was made from a number, which comes last in promotion.
    pub fn is_wrapped_number(&self) -> bool {
        unsafe { sys::ct_tensor_is_wrapped_number(self.as_raw()) }
    }
}

fn text(raw: *const sys::ct_tensor) -> Result<String> {
    let mut needed = 0;
    // SAFETY: a live handle; first without a buffer, then with one of the length that C asked for
    call(|error| unsafe { sys::ct_tensor_to_string(raw, null_mut(), 0, &mut needed, error) })?;
    let mut buffer = vec![0u8; needed as usize];
    call(|error| unsafe { sys::ct_tensor_to_string(raw, buffer.as_mut_ptr().cast(), needed, &mut needed, error) })?;
    buffer.pop(); // the NUL
    Ok(String::from_utf8_lossy(&buffer).into_owned())
}
