//! Fourier transforms: known values, identities, options, outputs and errors; all memory must be freed.
mod leaks;
use ctensor::fft::{self, Norm};
use ctensor::{DType, ErrorKind, MemoryFormat, Result, Tensor};
use leaks::LeakCheck;

/// Whether sizes are the same and elements nearly equal, of any dtypes.
fn near(a: &Tensor, b: &Tensor) -> Result<bool> {
    Ok(a.sizes() == b.sizes() && a.sub(b)?.abs()?.lt(1e-10)?.all(.., false)?.get::<bool>([])?)
}

fn line() -> Result<Tensor> {
    Tensor::from_slice(&[1.0, 2.0, 3.0, 4.0], [4])
}

fn spectrum() -> Result<Tensor> {
    Tensor::from_slice(&[[10.0, 0.0], [-2.0, 2.0], [-2.0, 0.0], [-2.0, -2.0]], [4])
}

fn grid() -> Result<Tensor> {
    Tensor::arange(None, 24, None, DType::Float64)?.sin()?.view([2, 3, 4])
}

#[test]
fn known_values() -> Result<()> {
    let _check = LeakCheck::new();
    let (line, spectrum) = (line()?, spectrum()?);
    let half = spectrum.narrow(0, 0, 3)?;
    assert!(near(&fft::fft(&line, None, -1, Norm::Backward)?, &spectrum)?);
    assert!(near(&fft::ifft(&spectrum, None, -1, Norm::Backward)?, &line)?);
    assert!(near(&fft::rfft(&line, None, -1, Norm::Backward)?, &half)?);
    assert!(near(&fft::irfft(&half, None, -1, Norm::Backward)?, &line)?);
    assert!(near(&fft::hfft(&line, None, -1, Norm::Backward)?, &fft::irfft(&line, None, -1, Norm::Forward)?)?);
    assert!(near(&fft::ihfft(&line, None, -1, Norm::Backward)?, &half.conj()?.div(4.0)?)?);
    assert_eq!(fft::fftfreq(4, 1.0, None)?.to_vec::<f32>()?, [0.0, 0.25, -0.5, -0.25]);
    assert_eq!(fft::rfftfreq(5, 0.5, DType::Float64)?.to_vec::<f64>()?, [0.0, 0.4, 0.8]);
    assert_eq!(fft::fftshift(&line, ..)?.to_vec::<f64>()?, [3.0, 4.0, 1.0, 2.0]);
    let grid = grid()?;
    assert!(near(&fft::ifftshift(&fft::fftshift(&grid, [0, 1])?, [0, 1])?, &grid)?);
    Ok(())
}

#[test]
fn options() -> Result<()> {
    let _check = LeakCheck::new();
    let (line, grid) = (line()?, grid()?);
    assert_eq!(fft::fft(&line, 2, 0, Norm::Backward)?.to_vec::<[f64; 2]>()?, [[3.0, 0.0], [-1.0, 0.0]]);
    assert!(near(&fft::fft(&line, None, 0, Norm::Ortho)?, &spectrum()?.div(2.0)?)?);
    assert!(near(&fft::fft(&line, None, 0, Norm::Forward)?, &spectrum()?.div(4.0)?)?);
    assert_eq!(fft::rfft(&grid, 6, 1, Norm::Backward)?.sizes(), [2, 4, 4]);
    assert_eq!(fft::fftn(&grid, [4, 5], .., Norm::Backward)?.sizes(), [2, 4, 5]);
    assert_eq!(fft::fftn(&grid, [4, 5], [0, 1], Norm::Backward)?.sizes(), [4, 5, 4]);
    assert_eq!(fft::fftn(&grid, vec![8], 1, Norm::Backward)?.sizes(), [2, 8, 4]);
    assert!(near(&fft::fftn(&grid, None, [], Norm::Backward)?, &grid)?); // along no dim
    Ok(())
}

#[test]
fn identities() -> Result<()> {
    let _check = LeakCheck::new();
    let grid = grid()?;
    let back = Norm::Backward;
    assert!(near(&fft::ifftn(&fft::fftn(&grid, None, .., back)?, None, .., back)?, &grid)?);
    assert!(near(&fft::irfftn(&fft::rfftn(&grid, None, .., back)?, None, .., back)?, &grid)?);
    assert!(near(&fft::hfftn(&fft::ihfftn(&grid, None, .., back)?, None, .., back)?, &grid)?);
    // Parseval: the orthonormal transform keeps the sum of squares
    let squares = |t: &Tensor| t.abs()?.square()?.sum(.., false, None);
    assert!(near(&squares(&fft::fftn(&grid, None, .., Norm::Ortho)?)?, &squares(&grid)?)?);
    let turned = grid.transpose(0, 2)?.flip([1])?;
    let copied = turned.contiguous(MemoryFormat::Contiguous)?;
    assert!(near(&fft::fft(&turned, None, -1, back)?, &fft::fft(&copied, None, -1, back)?)?);
    Ok(())
}

#[test]
fn outputs() -> Result<()> {
    let _check = LeakCheck::new();
    let (line, grid) = (line()?, grid()?);
    let mut out = Tensor::zeros([1], DType::Complex128)?;
    fft::rfft_out(&line, None, -1, Norm::Backward, &mut out)?; // resized
    assert!(near(&out, &spectrum()?.narrow(0, 0, 3)?)?);
    fft::fftn_out(&grid, [4, 5], [1, 2], Norm::Ortho, &mut out)?;
    assert!(near(&out, &fft::fftn(&grid, [4, 5], [1, 2], Norm::Ortho)?)?);
    let mut rows = Tensor::zeros([2, 4], DType::Complex128)?;
    fft::fft_out(&line, None, -1, Norm::Backward, &mut rows.write()?.select(0, 1)?)?; // into a part
    assert!(near(&rows.select(0, 1)?, &spectrum()?)?);
    let _view = rows.select(0, 0)?;
    let error = fft::fft_out(&line, None, -1, Norm::Backward, &mut rows).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Shared);
    Ok(())
}

#[test]
fn errors() -> Result<()> {
    let _check = LeakCheck::new();
    let (line, spectrum) = (line()?, spectrum()?);
    let fails = |result: Result<Tensor>, kind: ErrorKind, words: &[&str]| {
        let error = result.unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(words.iter().all(|word| error.message().contains(word)), "{error}");
    };
    fails(fft::fft(&line, 0, -1, Norm::Backward), ErrorKind::Invalid, &["ct_fft_fft", "0"]);
    fails(fft::rfft(&line, None, 2, Norm::Backward), ErrorKind::Index, &["ct_fft_rfft", "2"]);
    fails(fft::rfft(&spectrum, None, -1, Norm::Backward), ErrorKind::Dtype, &["complex"]);
    fails(fft::fftn(&line, [4, 5], 0, Norm::Backward), ErrorKind::Shape, &["fftn", "2", "1"]);
    let mut out = Tensor::zeros([4], DType::Float64)?;
    let error = fft::fft_out(&line, None, 0, Norm::Backward, &mut out).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Dtype);
    Ok(())
}
