//! Deferred tensors and programs.
use std::sync::atomic::{AtomicUsize, Ordering};

use ctensor::{evaluate, fuse, DType, ErrorKind, Program, Result, Tensor};

#[test]
fn recording_and_evaluating() -> Result<()> {
    let mut x = Tensor::arange(None, 6, None, DType::Float32)?.view([2, 3])?;
    let deferred = x.defer()?;
    assert!(deferred.is_deferred() && !x.is_deferred());
    let y = deferred.mul(&x)?.add(1.0)?.transpose(0, 1)?;
    assert_eq!(y.sizes(), [3, 2]);
    let both = evaluate(&[&y, &deferred.neg()?])?;
    assert_eq!(both[0].to_vec::<f32>()?, [1.0, 10.0, 2.0, 17.0, 5.0, 26.0]);
    assert_eq!(both[1].to_vec::<f32>()?, [0.0, -1.0, -2.0, -3.0, -4.0, -5.0]);
    assert_eq!(y.sum(.., false, None)?.item()?, ctensor::Scalar::from(61.0f64));
    assert_eq!(y.as_slice::<f32>().unwrap_err().kind(), ErrorKind::Invalid);
    assert_eq!(y.get::<f32>([0, 0]).unwrap_err().kind(), ErrorKind::Invalid);
    // a recorded tensor cannot be written meanwhile
    assert_eq!(x.fill(2).unwrap_err().kind(), ErrorKind::Shared);
    assert_eq!(deferred.add(&Tensor::zeros([4], DType::Float32)?).unwrap_err().kind(), ErrorKind::Shape);
    Ok(())
}

#[test]
fn programs() -> Result<()> {
    let leaf = Tensor::meta([4], None, DType::Float32)?.defer()?;
    let program = Program::new(&[&leaf], &[&leaf.mul(2.0)?.add(1.0)?])?;
    drop(leaf);
    let again = program.clone();
    drop(program);
    std::thread::scope(|scope| {
        for k in 0..4 {
            let again = &again;
            scope.spawn(move || {
                let x = Tensor::full([4], k as f64, DType::Float32).unwrap();
                let out = again.run(&[&x]).unwrap();
                assert_eq!(out[0].to_vec::<f32>().unwrap(), [2.0 * k as f32 + 1.0; 4]);
            });
        }
    });
    assert!(again.to_string().ends_with("mul add\n"), "{again}");
    let wrong = Tensor::zeros([5], DType::Float32)?;
    assert_eq!(again.run(&[&wrong]).err().map(|e| e.kind()), Some(ErrorKind::Shape));
    Ok(())
}

#[test]
fn fusing() -> Result<()> {
    let calls = AtomicUsize::new(0);
    let scaled = fuse(|[x, y]| {
        calls.fetch_add(1, Ordering::Relaxed);
        x.sub(y)?.div(2.0)
    });
    let ones = |size| Tensor::ones([size], DType::Float32);
    let zero = Tensor::zeros([1], DType::Float32)?;
    for size in [3, 5, 3] {
        assert_eq!(scaled([&ones(size)?, &zero])?.to_vec::<f32>()?, vec![0.5; size as usize]);
    }
    assert_eq!(calls.load(Ordering::Relaxed), 2);
    // another dtype or other strides need another program, and so do layouts whose program newer ones have replaced
    scaled([&Tensor::ones([3], DType::Int32)?, &zero])?;
    scaled([&ones(6)?.slice(0, .., 2)?, &zero])?;
    assert_eq!(calls.load(Ordering::Relaxed), 4);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for size in 10..60 {
                    assert_eq!(scaled([&ones(size).unwrap(), &zero]).unwrap().to_vec::<f32>().unwrap()[9], 0.5);
                }
            });
        }
    });
    let before = calls.load(Ordering::Relaxed);
    scaled([&ones(3)?, &zero])?;
    assert_eq!(calls.load(Ordering::Relaxed), before + 1);

    let [sum, twice] = fuse(|[x]| Ok([x.add(1.0)?, x.mul(2.0)?]))([&ones(2)?])?;
    assert_eq!((sum.to_vec::<f32>()?, twice.to_vec::<f32>()?), (vec![2.0; 2], vec![2.0; 2]));
    assert_eq!(fuse(|[x]| Ok(vec![x.neg()?]))([&ones(2)?])?[0].to_vec::<f32>()?, [-1.0; 2]);
    assert_eq!(scaled([&ones(3)?, &ones(4)?]).unwrap_err().kind(), ErrorKind::Shape);
    Ok(())
}
