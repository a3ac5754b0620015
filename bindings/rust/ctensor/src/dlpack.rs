//! DLPack: memory shared with other libraries, without a copy.
use std::ptr::{null_mut, NonNull};

use crate::error::call;
use crate::tensor::make;
use crate::{sys, Result, Tensor};

impl Tensor {
    /// The tensor as a struct of DLPack 1.x, which keeps the memory alive, and from being written in safe Rust.
    ///
    /// Whoever takes it calls its deleter once, and must not write while this tensor's elements are read here.
    pub fn to_dlpack(&self) -> Result<NonNull<sys::DLManagedTensorVersioned>> {
        let mut out = null_mut();
        // SAFETY: a live handle
        call(|error| unsafe { sys::ct_to_dlpack(self.as_raw(), &mut out, error) })?;
        Ok(NonNull::new(out).expect("a struct after success"))
    }

    /// As [`to_dlpack`](Self::to_dlpack), in the struct that libraries before DLPack 1.0 take.
    pub fn to_dlpack_legacy(&self) -> Result<NonNull<sys::DLManagedTensor>> {
        let mut out = null_mut();
        // SAFETY: a live handle
        call(|error| unsafe { sys::ct_to_dlpack_legacy(self.as_raw(), &mut out, error) })?;
        Ok(NonNull::new(out).expect("a struct after success"))
    }

    /// A tensor over the memory of a DLPack 1.x struct, which it takes, on failure too.
    ///
    /// # Safety
    /// `managed` is a struct that DLPack's rules allow to consume. Its elements are initialised, those of bool 0 or 1,
    /// and until the deleter runs nobody else writes them, nor, unless it is read-only, reads them.
    pub unsafe fn from_dlpack(managed: *mut sys::DLManagedTensorVersioned) -> Result<Self> {
        make(|out, error| sys::ct_from_dlpack(managed, out, error))
    }

    /// As [`from_dlpack`](Self::from_dlpack), of the struct before DLPack 1.0.
    ///
    /// # Safety
    /// As of [`from_dlpack`](Self::from_dlpack).
    pub unsafe fn from_dlpack_legacy(managed: *mut sys::DLManagedTensor) -> Result<Self> {
        make(|out, error| sys::ct_from_dlpack_legacy(managed, out, error))
    }
}
