//! Random numbers, and tensors such as those of arange and eye.
use ctensor::{DType, ErrorKind, Result, Rng, Tensor};

#[test]
fn the_same_numbers_again() -> Result<()> {
    let (rng, again) = (Rng::new(7)?, Rng::new(7)?);
    let x = rng.uniform([2, 3], 1.0, 2.0, None)?;
    let mut y = Tensor::zeros([2, 3], DType::Float32)?;
    again.uniform_out(1.0, 2.0, &mut y)?;
    assert!(x.equal(&y)?);
    assert_eq!(rng.counter(), 2);
    rng.set_state(rng.key(), rng.stream(), 0)?;
    assert!(x.equal(&rng.uniform([2, 3], 1.0, 2.0, None)?)?);
    let child = rng.split()?;
    child.clone().advance(3)?;
    assert_eq!(child.counter(), 3);
    assert_ne!(child.key(), rng.key());
    Ok(())
}

#[test]
fn every_distribution() -> Result<()> {
    let rng = Rng::new(1)?;
    let mut y = Tensor::zeros([4], DType::Float32)?;
    assert_eq!(rng.normal([4], 0.0, 1.0, DType::Float64)?.dtype(), DType::Float64);
    assert_eq!(rng.exponential([4], 2.0, None)?.numel(), 4);
    rng.normal_out(5.0, 0.0, &mut y)?;
    assert_eq!(y.to_vec::<f32>()?, [5.0; 4]);
    rng.exponential_out(1.0, &mut y)?;
    rng.bernoulli_out(1.0, &mut y)?;
    assert_eq!(y.to_vec::<f32>()?, rng.bernoulli([4], 1.0, None)?.to_vec::<f32>()?);
    let mut n = rng.randint([100], -3, 3, None)?;
    assert!(n.to_vec::<i64>()?.iter().all(|x| (-3..3).contains(x)));
    rng.randint_out(2, 3, &mut n)?;
    assert_eq!(n.to_vec::<i64>()?, [2; 100]);
    let mut order = rng.randperm(10, DType::Int8)?.to_vec::<i8>()?;
    order.sort_unstable();
    assert_eq!(order, (0..10).collect::<Vec<_>>());
    rng.randperm_out(5, &mut n)?;
    assert_eq!(n.numel(), 5);
    let weights = Tensor::from_slice(&[0.0f32, 1.0, 0.0], [3])?;
    assert_eq!(rng.multinomial(&weights, 2, true)?.to_vec::<i64>()?, [1, 1]);
    rng.multinomial_out(&weights, 1, false, &mut n)?;
    assert_eq!(n.to_vec::<i64>()?, [1]);
    let error = rng.uniform([2], 2.0, 1.0, None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    Ok(())
}

#[test]
fn by_rule() -> Result<()> {
    assert_eq!(Tensor::linspace(0, 1, 3, None)?.to_vec::<f32>()?, [0.0, 0.5, 1.0]);
    assert_eq!(Tensor::logspace(0, 2, 3, 10.0, DType::Int32)?.to_vec::<i32>()?, [1, 10, 100]);
    assert_eq!(Tensor::eye(2, 2, 0, None)?.to_vec::<f32>()?, [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(Tensor::tril_indices(2, 2, 0, None)?.to_vec::<i64>()?, [0, 1, 1, 0, 0, 1]);
    assert_eq!(Tensor::triu_indices(2, 3, 1, DType::Int8)?.to_vec::<i8>()?, [0, 0, 1, 1, 2, 2]);
    let mut x = Tensor::arange(None, 6, None, None)?;
    x.set_item([-1], 50)?;
    assert_eq!(x.get_item([5])?, 50.into());
    assert_eq!(x.get_item([6]).unwrap_err().kind(), ErrorKind::Index);
    assert_eq!((x.itemsize(), x.nbytes()), (8, 48));
    Ok(())
}
