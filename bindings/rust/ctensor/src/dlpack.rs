//! DLPack: memory shared with other libraries, without a copy.
use std::ptr::{null_mut, NonNull};

use crate::error::call;
use crate::tensor::make;
use crate::{sys, Result, Tensor};

impl Tensor {
    /// The tensor as a struct of DLPack 1.x, which keeps the memory alive. Safe Rust cannot write the memory meanwhile.
    ///
    /// Whoever takes it must call its deleter once, and must not write while this tensor's elements are read here.
    pub fn to_dlpack(&self) -> Result<NonNull<sys::DLManagedTensorVersioned>> {
        let mut out = null_mut();
        // SAFETY: a live handle
        call(|error| unsafe { sys::ct_to_dlpack(self.as_raw(), &mut out, error) })?;
        Ok(NonNull::new(out).expect("a struct after success"))
    }

    /// Like [`to_dlpack`](Self::to_dlpack), with the struct that libraries older than DLPack 1.0 take.
    pub fn to_dlpack_legacy(&self) -> Result<NonNull<sys::DLManagedTensor>> {
        let mut out = null_mut();
        // SAFETY: a live handle
        call(|error| unsafe { sys::ct_to_dlpack_legacy(self.as_raw(), &mut out, error) })?;
        Ok(NonNull::new(out).expect("a struct after success"))
    }

    /// A tensor over the memory of a DLPack 1.x struct. It takes the struct over, even if it fails.
    ///
    /// # Safety
    /// DLPack's rules allow the caller to consume `managed`. Its elements are initialised, and 0 or 1 if they are bool.
    /// Until the deleter runs, nobody else writes them, nor reads them unless the struct is read-only.
    pub unsafe fn from_dlpack(managed: *mut sys::DLManagedTensorVersioned) -> Result<Self> {
        make(|out, error| sys::ct_from_dlpack(managed, out, error))
    }

    /// Like [`from_dlpack`](Self::from_dlpack), for the struct before DLPack 1.0.
    ///
    /// # Safety
    /// As for [`from_dlpack`](Self::from_dlpack).
    pub unsafe fn from_dlpack_legacy(managed: *mut sys::DLManagedTensor) -> Result<Self> {
        make(|out, error| sys::ct_from_dlpack_legacy(managed, out, error))
    }
}
