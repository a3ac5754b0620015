//! Deferred tensors and programs.
use ctensor::{evaluate, DType, ErrorKind, Program, Result, Tensor};

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
    // what is recorded is not written meanwhile
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
