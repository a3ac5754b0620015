//! The raw bindings of libctensor: what bindgen makes of `ctensor.h`, and the library to link.
//!
//! Every function's comment is in the header. For safe Rust, see the crate `ctensor`.
//!
//! The library is found by pkg-config, in a version that has the ABI of these bindings. `CTENSOR_STATIC=1` links the
//! installed static library; the feature `vendored` compiles one from the sources in this crate, which needs SLEEF and
//! a C++20 compiler. The guide of the crate `ctensor` lists the environment variables of that build.
//!
//! The features `fft` and `linalg` add `ctensor_fft.h` and `ctensor_linalg.h`, and link their libraries.
#![allow(non_camel_case_types, non_upper_case_globals)]

mod bindings;
pub use bindings::*;
#[cfg(feature = "fft")]
mod fft;
#[cfg(feature = "fft")]
pub use fft::*;
#[cfg(feature = "linalg")]
mod linalg;
#[cfg(feature = "linalg")]
pub use linalg::*;

/// As the stop of [`ct_slice`], it means to the end. It is written by hand, as bindgen cannot evaluate the macro.
pub const CT_TO_END: i64 = i64::MIN;
