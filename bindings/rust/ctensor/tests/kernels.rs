//! Closures and cursors over the iterator.
use std::sync::atomic::{AtomicUsize, Ordering};

use ctensor::{DType, Error, ErrorKind, IterConfig, MemoryFormat, Preset, Scalar, Tensor};
use rayon::prelude::*;

const N: i64 = 1 << 16;

fn numbers() -> Tensor {
    Tensor::arange(None, N, None, DType::Float32).unwrap().view([N / 256, 256]).unwrap()
}

#[test]
fn map_over_strided_and_broadcast_inputs() {
    let x = numbers().transpose(0, 1).unwrap().flip([0]).unwrap();
    let row = Tensor::arange(None, N / 256, None, DType::Float32).unwrap();
    let mut it = IterConfig::new().new_output(None).input(&x).input(&row).build().unwrap();
    it.map(|(x, y): (f32, f32)| x - 2.0 * y).unwrap();
    let z = it.into_outputs().remove(0);
    assert!(z.equal(&(&x - &row * 2.0)).unwrap());
}

#[test]
fn conversions_in_blocks() {
    let x = numbers().to(DType::Int32, MemoryFormat::Preserve, false).unwrap();
    let mut out = Tensor::zeros([N / 256, 256], DType::Float64).unwrap();
    let mut it = IterConfig::new().preset(Preset::Binary).output(&mut out).input(&x).input(&numbers()).build().unwrap();
    assert_eq!(
        (it.common_dtype(), it.input_dtype(0), it.output_dtype(0)),
        (Some(DType::Float32), Some(DType::Float32), Some(DType::Float32))
    );
    assert_eq!(it.pieces().err().unwrap().kind(), ErrorKind::Unsupported);
    let mut cursor = it.cursor(..).unwrap();
    while let Some(mut piece) = cursor.next_piece() {
        let (mut out, x, y) =
            (piece.output::<f32>(0).unwrap(), piece.input::<f32>(0).unwrap(), piece.input::<f32>(1).unwrap());
        for (j, i) in (0..x.sizes()[1]).flat_map(|j| (0..x.sizes()[0]).map(move |i| (j, i))) {
            assert_eq!(out.get(i, j), 0.0); // no earlier block's values
            out.set(i, j, x.get(i, j) + y.get(i, j));
        }
    }
    drop(cursor);
    drop(it);
    assert!(out.equal((numbers() * 2).to(DType::Float64, MemoryFormat::Preserve, false).unwrap()).unwrap());
}

#[test]
fn an_input_in_a_dtype_of_its_own() {
    let (flags, values) = (Tensor::from_slice(&[0i64, 2, 3], [3]).unwrap(), numbers().narrow(1, 0, 3).unwrap());
    let config = IterConfig::new().promote_inputs().new_output(None).input_as(&flags, DType::Bool).input(&values);
    let mut it = config.build().unwrap();
    assert_eq!((it.input_dtype(0), it.common_dtype()), (Some(DType::Bool), Some(DType::Float32)));
    it.map(|(flag, x): (bool, f32)| if flag { x } else { -1.0 }).unwrap();
    let row = it.into_outputs().remove(0).select(0, 1).unwrap();
    assert_eq!(row.to_vec::<f32>().unwrap(), [-1.0, 257.0, 258.0]);
}

#[test]
fn how_dims_were_ordered() {
    let x = numbers().view([2, N / 512, 256]).unwrap().permute([2, 0, 1]).unwrap();
    let mut y = x.zeros_like(None, MemoryFormat::Preserve).unwrap();
    let it = IterConfig::new().output(&mut y).input(&x).build().unwrap();
    assert_eq!((it.broadcast_sizes(), it.permutation()), (&[256, 2, N / 512][..], &[0, 2, 1][..]));
    assert_eq!(it.sizes(), [N]);
    let zero_dims = IterConfig::new().new_output(None).input(&Tensor::scalar(1f32).unwrap()).build().unwrap();
    assert_eq!((zero_dims.broadcast_sizes().len(), zero_dims.permutation().len()), (0, 0));
}

#[test]
fn what_no_closure_writes_is_zero() {
    let x = numbers();
    for walk in 0..3 {
        let mut it = IterConfig::new().new_output(DType::Bool).no_same_dtype_check().input(&x).build().unwrap();
        match walk {
            0 => it.for_each(0, |_| Ok(())).unwrap(),
            1 => drop(it.cursor(..10).unwrap().next_piece()),
            _ => (),
        }
        assert_eq!(it.into_outputs()[0].count_nonzero(.., false).unwrap().item().unwrap(), Scalar::Int(0));
    }
}

#[test]
fn a_resized_output_is_zero_too() {
    let x = numbers();
    let mut y = Tensor::zeros([1], DType::Float32).unwrap();
    drop(IterConfig::new().output(&mut y).input(&x).build().unwrap());
    assert_eq!((y.sizes(), y.count_nonzero(.., false).unwrap().item().unwrap()), (x.sizes(), Scalar::Int(0)));
}

#[test]
fn rayon_over_pieces_and_parts() {
    let x = numbers().transpose(0, 1).unwrap();
    let mut y = Tensor::zeros(x.sizes(), DType::Float32).unwrap();
    let square = |piece: &mut ctensor::Piece<'_>| {
        let (mut y, x) = (piece.output::<f32>(0).unwrap(), piece.input::<f32>(0).unwrap());
        for j in 0..x.sizes()[1] {
            x.row(j).enumerate().for_each(|(i, x)| y.set(i, j, x * x));
        }
    };
    let mut it = IterConfig::new().output(&mut y).input(&x).build().unwrap();
    it.pieces().unwrap().par_bridge().for_each(|mut piece| square(&mut piece));
    drop(it);
    assert!(y.equal(x.square().unwrap()).unwrap());

    y.fill(0).unwrap();
    let mut it = IterConfig::new().output(&mut y).input(&x).build().unwrap();
    it.split(7).unwrap().into_par_iter().for_each(|mut part| {
        while let Some(mut piece) = part.next_piece() {
            square(&mut piece);
        }
    });
    drop(it);
    assert!(y.equal(x.square().unwrap()).unwrap());
}

#[test]
fn reductions() {
    let x = numbers();
    let mut sums = Tensor::zeros([N / 256, 1], DType::Float32).unwrap();
    let mut it = IterConfig::new()
        .preset(Preset::Reduce)
        .no_same_dtype_check()
        .output(&mut sums)
        .input(&x)
        .build_reduction()
        .unwrap();
    it.fold(0f64, |sum, x: f32| sum + f64::from(x), |a, b| a + b).unwrap();
    drop(it);
    assert!(sums.equal(x.sum(1, true, None).unwrap()).unwrap());

    // two outputs, by pieces: the smallest and the largest
    let (mut low, mut high) =
        (Tensor::zeros([1, 1], DType::Float32).unwrap(), Tensor::zeros([1, 1], DType::Float32).unwrap());
    let mut it = IterConfig::new().output(&mut low).output(&mut high).input(&x).build_reduction().unwrap();
    let identities = [Scalar::Float(f64::INFINITY), Scalar::Float(f64::NEG_INFINITY)];
    it.reduce(
        None,
        &identities,
        |piece| {
            let (mut low, mut high, x) = (piece.output::<f32>(0)?, piece.output::<f32>(1)?, piece.input::<f32>(0)?);
            for (j, i) in (0..x.sizes()[1]).flat_map(|j| (0..x.sizes()[0]).map(move |i| (j, i))) {
                low.set(i, j, low.get(i, j).min(x.get(i, j)));
                high.set(i, j, high.get(i, j).max(x.get(i, j)));
            }
            Ok(())
        },
        |piece| {
            let (mut low, mut high) = (piece.output::<f32>(0)?, piece.output::<f32>(1)?);
            let from = (piece.input::<f32>(0)?, piece.input::<f32>(1)?);
            for (j, i) in (0..from.0.sizes()[1]).flat_map(|j| (0..from.0.sizes()[0]).map(move |i| (j, i))) {
                low.set(i, j, low.get(i, j).min(from.0.get(i, j)));
                high.set(i, j, high.get(i, j).max(from.1.get(i, j)));
            }
            Ok(())
        },
    )
    .unwrap();
    drop(it);
    assert_eq!((low.item().unwrap().as_f64(), high.item().unwrap().as_f64()), (0.0, N as f64 - 1.0));
}

#[test]
fn errors_and_panics_come_back() {
    let x = numbers();
    let mut it = IterConfig::new().new_output(None).input(&x).build().unwrap();
    let error =
        it.for_each(1, |piece| if piece.begin() == 0 { Err(Error::user("enough")) } else { Ok(()) }).unwrap_err();
    assert_eq!((error.kind(), error.message()), (ErrorKind::User, "enough"));
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "enough");

    let runs = AtomicUsize::new(0);
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        it.map(|x: f32| {
            runs.fetch_add(1, Ordering::Relaxed);
            assert!(x < 1000.0, "too large");
            x
        })
    }));
    assert_eq!(panic.unwrap_err().downcast_ref::<&str>(), Some(&"too large"));
    assert!(runs.load(Ordering::Relaxed) > 0);
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| it.serial_for_each(.., |_| panic!("no"))));
    assert!(panic.is_err());
    it.map(|x: f32| x).unwrap(); // the iterator still works
    assert!(it.into_outputs()[0].equal(&x).unwrap());

    let mut sum = Tensor::zeros([1, 1], DType::Float32).unwrap();
    let mut it = IterConfig::new().output(&mut sum).input(&x).build_reduction().unwrap();
    let panic =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| it.fold(0f32, |_, _: f32| panic!("no"), |a, _| a)));
    assert!(panic.is_err());
}

#[test]
fn serial_walks_in_order() {
    let x = Tensor::arange(None, 12, None, None).unwrap().view([3, 4]).unwrap().transpose(0, 1).unwrap();
    let mut seen = Vec::new();
    let mut it = IterConfig::new().linear().input(&x).build().unwrap();
    it.serial_for_each(2..9, |piece| {
        let x = piece.input::<i64>(0)?;
        (0..x.sizes()[1]).for_each(|j| seen.extend(x.row(j)));
        Ok(())
    })
    .unwrap();
    assert_eq!(seen, [8, 1, 5, 9, 2, 6, 10]);
    let expected: Vec<_> = (0..4).flat_map(|i| (0..3).map(move |j| 4 * j + i)).collect();
    assert!(x.iter::<i64>().unwrap().eq(expected));
}
