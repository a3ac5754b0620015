//! What a call from safe Rust costs beside the same C call: `cargo bench`.
#![allow(clippy::incompatible_msrv)] // std::hint::black_box: this one file needs Rust 1.66
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::ptr::null_mut;
use std::time::Instant;

use ctensor::{sys, Tensor};

const CALLS: u32 = 20_000;
const ROUNDS: usize = 60;

/// Nanoseconds per call: the smallest of several rounds, which alternate so that both see the same machine.
fn compare(mut c: impl FnMut(), mut rust: impl FnMut()) -> (f64, f64) {
    let round = |f: &mut dyn FnMut()| {
        let began = Instant::now();
        f();
        began.elapsed().as_nanos() as f64 / f64::from(CALLS)
    };
    let mut best = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        best.0 = best.0.min(round(&mut || (0..CALLS).for_each(|_| c())));
        best.1 = best.1.min(round(&mut || (0..CALLS).for_each(|_| rust())));
    }
    best
}

fn main() -> ctensor::Result<()> {
    let a = Tensor::from_vec((0..8).map(|i| i as f32).collect(), [8])?;
    let b = Tensor::from_vec(vec![0.5f32; 8], [8])?;
    let mut out = Tensor::from_vec(vec![0f32; 8], [8])?;
    let (raw_a, raw_b, raw_out) = (a.as_raw(), b.as_raw(), out.as_raw());

    let into = compare(
        // SAFETY: live tensors, and out is not used elsewhere meanwhile
        || unsafe {
            black_box(sys::ct_add_out(black_box(raw_a), black_box(raw_b), raw_out, null_mut()));
        },
        || black_box(black_box(&a).add_out(black_box(&b), &mut out)).unwrap(),
    );
    let fresh = compare(
        // SAFETY: as above
        || unsafe {
            let mut made = null_mut();
            black_box(sys::ct_add(black_box(raw_a), black_box(raw_b), &mut made, null_mut()));
            sys::ct_tensor_release(black_box(made));
        },
        || drop(black_box(black_box(&a).add(black_box(&b)).unwrap())),
    );

    let number = compare(
        // SAFETY: as above, and the number stays where it is
        || unsafe {
            let mut two = MaybeUninit::uninit();
            let two = sys::ct_number_of(sys::ct_scalar_f64(black_box(2.0)), two.as_mut_ptr());
            black_box(sys::ct_mul_out(black_box(raw_a), two, raw_out, null_mut()));
        },
        || black_box(black_box(&a).mul_out(black_box(2.0), &mut out)).unwrap(),
    );

    println!("{:<24} {:>8} {:>8} {:>7}", "8 floats", "C, ns", "Rust, ns", "ratio");
    let rows = [("add into an output", into), ("add, a fresh tensor", fresh), ("a number into an output", number)];
    for (name, (c, rust)) in rows {
        println!("{name:<24} {c:>8.1} {rust:>8.1} {:>7.2}", rust / c);
    }
    Ok(())
}
