//! Why a call failed.
use std::any::Any;
use std::ffi::CStr;
use std::fmt;
use std::mem::{size_of, MaybeUninit};
use std::ptr::addr_of_mut;

use crate::sys;

pub type Result<T> = std::result::Result<T, Error>;

/// What kind of failure an [`Error`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A wrong argument.
    Invalid,
    /// Sizes, strides or ranks that are impossible or do not go together.
    Shape,
    /// A dtype that is not supported here, not castable, or not the type that was asked for.
    Dtype,
    /// A dim or an index out of range, or a dim named twice.
    Index,
    /// An output that shares memory with itself or with another operand.
    Overlap,
    /// A write to read-only memory.
    ReadOnly,
    OutOfMemory,
    /// Valid, but not built into this library.
    Unsupported,
    /// An integer divisor that is zero.
    DivisionByZero,
    /// A process-wide setting that is already in use.
    Busy,
    Io,
    Format,
    /// A bug in libctensor.
    Internal,
    /// A write to memory that another tensor may read: see [`Tensor::write`](crate::Tensor::write).
    Shared,
    /// A closure's own error, made by [`Error::user`], or a failure of the executor.
    User,
}

impl ErrorKind {
    fn of(status: sys::ct_status) -> Self {
        match status {
            sys::CT_ERROR_INVALID => Self::Invalid,
            sys::CT_ERROR_SHAPE => Self::Shape,
            sys::CT_ERROR_DTYPE => Self::Dtype,
            sys::CT_ERROR_INDEX => Self::Index,
            sys::CT_ERROR_OVERLAP => Self::Overlap,
            sys::CT_ERROR_READ_ONLY => Self::ReadOnly,
            sys::CT_ERROR_OUT_OF_MEMORY => Self::OutOfMemory,
            sys::CT_ERROR_UNSUPPORTED => Self::Unsupported,
            sys::CT_ERROR_DIVISION_BY_ZERO => Self::DivisionByZero,
            sys::CT_ERROR_BUSY => Self::Busy,
            sys::CT_ERROR_IO => Self::Io,
            sys::CT_ERROR_FORMAT => Self::Format,
            status if status <= sys::CT_STATUS_USER => Self::User,
            _ => Self::Internal,
        }
    }
}

/// Why a call failed: a kind and one line that names the function and both sides, as in
/// `ct_floor_divide: floor_divide: integer division by zero, int64 divisor of shape [1] holds a zero`.
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    message: String,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Inner { kind, message: message.into(), source: None }))
    }

    /// An error for a closure to return. The call that ran the closure returns it.
    pub fn user(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        let source = source.into();
        Self(Box::new(Inner { kind: ErrorKind::User, message: source.to_string(), source: Some(source) }))
    }

    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    pub fn message(&self) -> &str {
        &self.0.message
    }

    #[cold]
    fn of(status: sys::ct_status, message: &CStr) -> Self {
        Self::new(ErrorKind::of(status), message.to_string_lossy())
    }

    /// The failure of a call that fills no `ct_error`.
    #[cold]
    pub(crate) fn of_status(status: sys::ct_status, message: String) -> Self {
        Self::new(ErrorKind::of(status), message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.0.kind, self.0.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_ref().map(|source| source.as_ref() as _)
    }
}

/// Makes a C call, and its status a `Result`.
#[inline]
pub(crate) fn call(f: impl FnOnce(*mut sys::ct_error) -> sys::ct_status) -> Result<()> {
    // C reads struct_size only, and writes the rest only on failure, so the 248 bytes of message need no zeros
    let mut error = MaybeUninit::<sys::ct_error>::uninit();
    // SAFETY: the field lies in memory that we own
    unsafe { addr_of_mut!((*error.as_mut_ptr()).struct_size).write(size_of::<sys::ct_error>() as u32) };
    let status = f(error.as_mut_ptr());
    if status == sys::CT_OK {
        return Ok(());
    }
    // SAFETY: a failed call has written a message that ends with a NUL
    Err(unsafe { Error::of(status, CStr::from_ptr(addr_of_mut!((*error.as_mut_ptr()).message).cast())) })
}

/// What ended a walk early, kept until C has returned.
pub(crate) enum Stop {
    Failed(Error),
    Panicked(Box<dyn Any + Send>),
}

impl Stop {
    /// Resumes a panic, or returns the error.
    pub(crate) fn resume(self) -> Error {
        match self {
            Self::Failed(error) => error,
            Self::Panicked(payload) => std::panic::resume_unwind(payload),
        }
    }
}
