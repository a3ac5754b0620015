//! Strided tensors at memory speed: PyTorch's tensor pipeline, by libctensor.
//!
//! A [`Tensor`] has any number of dims, one of 16 [dtypes](DType), and strides over memory that views share. Ops are its
//! methods; each comes fresh (`a.add(&b)?`), into an existing tensor (`a.add_out(&b, &mut out)?`) and in place
//! (`a.add_in_place(&b)?`), takes numbers for tensors (`a.mul(2.0)?`), and returns a [`Result`] whose error names the
//! shapes. Operators do the same and panic. [`IterConfig`] builds the iterator that ops are made of, for closures of
//! one's own.
//!
//! ```
//! use ctensor::{DType, Tensor};
//! let x = Tensor::arange(None, 6, None, DType::Float32)?.view([2, 3])?;
//! let y = &x.transpose(0, 1)? * 10.0 + 1.0;
//! println!("{y}");
//! let sums = y.sum(0, false, None)?;
//! assert_eq!(sums.to_vec::<f32>()?, [33.0, 123.0]);
//!
//! let error = x.add(&y).unwrap_err();
//! assert!(error.message().contains("[2, 3]") && error.message().contains("[3, 2]"), "{error}");
//! # Ok::<(), ctensor::Error>(())
//! ```
//!
//! # Memory and aliasing
//!
//! Tensors share memory: `clone` gives one more reference to the same tensor, and views, and ops that had nothing to do
//! (`contiguous`, `to`), look at the memory of another. In C it is the caller who must not write a tensor that is being
//! read. Here one rule ensures it: **safe code writes only memory that nobody else can reach.**
//!
//! - Everything that writes takes the tensor by `&mut` and checks that it is the one reference to the one tensor on its
//!   memory ([`Tensor::is_unique`]); else it fails with [`ErrorKind::Shared`]. So a slice, an op on another thread, or a
//!   view can never see a write: who holds a `Tensor` knows that its elements stay as they are until it writes them
//!   itself.
//! - Parts of a tensor are written through a [`TensorMut`], the exclusive access that [`Tensor::write`] returns: its
//!   views are exclusive too, borrow the tensor, and cannot be cloned or made into tensors.
//! - An iterator holds its inputs, so nobody writes them, and borrows its outputs, so nobody reads them; what it allocates
//!   comes out of it when it ends. Walks take it by `&mut`, and pieces have no output element in common.
//! - Memory that nothing has written yet is not for safe code: `empty` and `resize` are `unsafe`.
//! - [`Tensor::make_mut`] copies shared memory first; [`Tensor::write_shared`] is the unsafe way around the rule.
//!
//! Thus [`Tensor`] is `Send` and `Sync`. A borrow of its elements ends before the tensor is dropped or written:
//!
//! ```compile_fail,E0502
//! # use ctensor::{DType, Tensor};
//! let mut x = Tensor::zeros([2], DType::Float32)?;
//! let elements = x.as_slice::<f32>()?;
//! x.fill(1)?; // while they are read
//! println!("{elements:?}");
//! # Ok::<(), ctensor::Error>(())
//! ```
//!
//! ```compile_fail,E0505
//! # use ctensor::{DType, Tensor};
//! let x = Tensor::zeros([2], DType::Float32)?;
//! let elements = x.as_slice::<f32>()?;
//! drop(x);
//! println!("{elements:?}");
//! # Ok::<(), ctensor::Error>(())
//! ```
//!
//! ```compile_fail,E0716
//! # use ctensor::{DType, IterConfig, Tensor};
//! let mut it = IterConfig::new().new_output(DType::Float32).build()?;
//! let kept = it.cursor(..)?.next_piece(); // a piece does not outlive its cursor
//! drop(kept);
//! # Ok::<(), ctensor::Error>(())
//! ```
//!
//! # Panics in closures
//!
//! Closures of an iterator run on several threads, called from C. A panic is caught there, stops the walk, and resumes
//! in the call that started the walk.
pub use ctensor_sys as sys;

// its examples need both extensions
#[cfg(all(doctest, feature = "fft", feature = "linalg"))]
#[doc = include_str!("../README.md")]
struct Readme;

mod access;
mod args;
mod create;
mod cursor;
mod dlpack;
mod dtype;
mod element;
mod elements;
mod error;
mod expr;
#[cfg(any(feature = "fft", feature = "linalg"))]
mod extension;
#[cfg(feature = "fft")]
pub mod fft;
mod files;
mod indexing;
mod iter;
#[cfg(feature = "linalg")]
pub mod linalg;
#[cfg(feature = "ndarray")]
mod ndarray;
mod operators;
mod ops;
mod piece;
mod random;
mod scalar;
mod settings;
mod tensor;
mod views;
mod walk;
mod write;

pub use args::{AsTensor, Dims, Operand, OptionalDim, OptionalOperand, OptionalScalar};
pub use cursor::{Cursor, Pieces, Values};
pub use dtype::{DType, Finfo, Iinfo, Interpolation, Kind, MemoryFormat, MeshgridIndexing, PadMode, ScatterReduce};
pub use element::{Bf16, Element, F16};
pub use elements::Elements;
pub use error::{Error, ErrorKind, Result};
pub use expr::{evaluate, fuse, Program, Results};
pub use files::{File, FileFormat, FileIter, FileOptions};
pub use iter::{Iter, IterConfig, Preset, Reduction};
pub use piece::{Piece, Strided, StridedMut};
pub use random::Rng;
pub use scalar::Scalar;
pub use settings::*;
pub use tensor::Tensor;
pub use views::{broadcast_shapes, broadcast_tensors, meshgrid};
pub use write::{Out, TensorMut};
