//! Linear algebra: known values, identities, options, outputs and errors; all memory must be freed.
mod leaks;
use ctensor::linalg::{self, MatrixOrd, QrMode};
use ctensor::{DType, ErrorKind, Result, Tensor};
use leaks::LeakCheck;

/// Whether sizes are the same and elements nearly equal, of any dtypes.
fn near(a: &Tensor, b: &Tensor) -> Result<bool> {
    Ok(a.sizes() == b.sizes() && a.sub(b)?.abs()?.lt(1e-10)?.all(.., false)?.get::<bool>([])?)
}

fn of<const N: usize>(values: &[f64], sizes: [i64; N]) -> Tensor {
    Tensor::from_slice(values, sizes).unwrap()
}

fn a() -> Tensor {
    of(&[4.0, 1.0, 2.0, 3.0], [2, 2])
}

fn b() -> Tensor {
    of(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3])
}

fn v() -> Tensor {
    of(&[1.0, -2.0], [2])
}

fn symmetric() -> Tensor {
    of(&[2.0, 1.0, 1.0, 2.0], [2, 2])
}

fn identity(n: i64) -> Tensor {
    Tensor::eye(n, n, 0, DType::Float64).unwrap()
}

fn tall() -> Result<Tensor> {
    Tensor::arange(None, 24, None, DType::Float64)?.square()?.sin()?.view([2, 4, 3])
}

fn adjoint(t: &Tensor) -> Result<Tensor> {
    t.conj()?.transpose(-2, -1)
}

/// The columns of u times these values.
fn scaled(u: &Tensor, values: &Tensor) -> Result<Tensor> {
    u.mul(&values.unsqueeze(-2)?)
}

#[test]
fn products() -> Result<()> {
    let _check = LeakCheck::new();
    let (a, b, v) = (&a(), &b(), &v());
    let ab = of(&[8.0, 13.0, 18.0, 14.0, 19.0, 24.0], [2, 3]);
    assert!(near(&linalg::matmul(a, b)?, &ab)?);
    assert!(near(&linalg::mm(a, b)?, &ab)?);
    assert!(near(&linalg::bmm(&a.unsqueeze(0)?, &b.unsqueeze(0)?)?, &ab.unsqueeze(0)?)?);
    assert_eq!(linalg::mv(a, v)?.to_vec::<f64>()?, [2.0, -4.0]);
    assert!(near(&linalg::addmm(&ab, a, b, None, None)?, &ab.mul(2.0)?)?);
    assert!(near(&linalg::addmm(&ab, a, b, 3.0, 0.5)?, &ab.mul(3.5)?)?);
    assert_eq!(linalg::dot(v, v)?.get::<f64>([])?, 5.0);
    let complex = Tensor::from_slice(&[[0.0, 1.0], [2.0, 0.0]], [2])?;
    assert_eq!(linalg::vdot(&complex, &complex)?.get::<[f64; 2]>([])?, [5.0, 0.0]);
    assert_eq!(linalg::vecdot(b, b, 0)?.to_vec::<f64>()?, [17.0, 29.0, 45.0]);
    assert_eq!(linalg::outer(v, v)?.to_vec::<f64>()?, [1.0, -2.0, -2.0, 4.0]);
    assert_eq!(linalg::kron(v, v)?.to_vec::<f64>()?, [1.0, -2.0, -2.0, 4.0]);
    assert!(near(&linalg::tensordot(a, b, [1], [0])?, &ab)?);
    assert!(near(&linalg::matrix_power(a, 2)?, &linalg::matmul(a, a)?)?);
    assert!(near(&linalg::matrix_power(a, 0)?, &identity(2))?);
    assert_eq!(
        linalg::cross(&of(&[1.0, 0.0, 0.0], [3]), &of(&[0.0, 1.0, 0.0], [3]), -1)?.to_vec::<f64>()?,
        [0.0, 0.0, 1.0]
    );
    assert!(near(&linalg::einsum("ij,jk->ik", &[a, b])?, &ab)?);
    assert!(near(&linalg::einsum("ii", &[a])?, &linalg::trace(a, 0, None)?)?);
    assert!(near(&linalg::einsum("i,ij,j->", &[v, a, v])?, &linalg::dot(v, &linalg::mv(a, v)?)?)?);
    assert!(near(&linalg::einsum("...ij->...ji", &[tall()?])?, &tall()?.transpose(1, 2)?)?);
    Ok(())
}

#[test]
fn solving() -> Result<()> {
    let _check = LeakCheck::new();
    let (a, b, tall) = (&a(), &b(), &tall()?);
    assert!(near(&linalg::matmul(a, &linalg::solve(a, b)?)?, b)?);
    assert!(near(&linalg::matmul(a, &linalg::inv(a)?)?, &identity(2))?);
    let lower = linalg::triangular_solve(a, b, false, true, false)?;
    assert!(near(&linalg::matmul(&a.tril(0)?, &lower)?, b)?);
    let right = linalg::triangular_solve(a, a, true, false, false)?;
    assert!(near(&linalg::matmul(&right, &a.triu(0)?)?, a)?);
    let unit = linalg::triangular_solve(a, b, false, true, true)?;
    assert!(near(&linalg::matmul(&of(&[1.0, 0.0, 2.0, 1.0], [2, 2]), &unit)?, b)?);
    let pinv = linalg::pinv(tall, None, false)?;
    assert!(near(&linalg::matmul(&pinv, tall)?, &identity(3).expand([2, 3, 3])?)?);
    assert!(near(&linalg::pinv(&symmetric(), None, true)?, &linalg::inv(&symmetric())?)?);
    let ones = Tensor::ones([2, 4, 1], DType::Float64)?;
    let (solution, rank, values) = linalg::lstsq(tall, &ones, None)?;
    assert!(near(&solution, &linalg::matmul(&pinv, &ones)?)?);
    assert!(near(&values, &linalg::svdvals(tall)?)?);
    assert!(rank.equal(&linalg::matrix_rank(tall, None, false)?)?);
    Ok(())
}

#[test]
fn decompositions() -> Result<()> {
    let _check = LeakCheck::new();
    let (a, symmetric, tall) = (&a(), &symmetric(), &tall()?);
    let lower = linalg::cholesky(symmetric, false)?;
    assert!(near(&linalg::matmul(&lower, &adjoint(&lower)?)?, symmetric)?);
    assert!(near(&linalg::cholesky(symmetric, true)?, &adjoint(&lower)?)?);
    let (q, r) = linalg::qr(tall, QrMode::Reduced)?;
    assert!(near(&linalg::matmul(&q, &r)?, tall)?);
    assert!(near(&linalg::matmul(&adjoint(&q)?, &q)?, &identity(3).expand([2, 3, 3])?)?);
    assert_eq!(linalg::qr(tall, QrMode::Complete)?.0.sizes(), [2, 4, 4]);
    let (u, s, vh) = linalg::svd(tall, false)?;
    assert!(near(&linalg::matmul(&scaled(&u, &s)?, &vh)?, tall)?);
    assert!(near(&linalg::svdvals(tall)?, &s)?);
    assert_eq!(linalg::svd(tall, true)?.0.sizes(), [2, 4, 4]);
    let (values, vectors) = linalg::eigh(symmetric, false)?;
    assert!(near(&values, &of(&[1.0, 3.0], [2]))?);
    assert!(near(&linalg::matmul(symmetric, &vectors)?, &scaled(&vectors, &values)?)?);
    assert!(near(&linalg::eigvalsh(symmetric, true)?, &values)?);
    let (values, vectors) = linalg::eig(a)?;
    assert!(near(&linalg::matmul(a, &vectors)?, &scaled(&vectors, &values)?)?);
    assert!(near(&linalg::eigvals(a)?.real()?.sort_values(0, false)?, &of(&[2.0, 5.0], [2]))?);
    Ok(())
}

#[test]
fn numbers() -> Result<()> {
    let _check = LeakCheck::new();
    let (a, tall) = (&a(), &tall()?);
    assert!((linalg::det(a)?.get::<f64>([])? - 10.0).abs() < 1e-12);
    let square = tall.narrow(1, 0, 3)?;
    let (sign, logabsdet) = linalg::slogdet(&square)?;
    assert!(near(&sign.mul(&logabsdet.exp()?)?, &linalg::det(&square)?)?);
    assert_eq!(linalg::trace(a, 0, None)?.get::<f64>([])?, 7.0);
    assert_eq!(linalg::trace(a, 1, DType::Float32)?.get::<f32>([])?, 1.0);
    let small = of(&[1.0, 0.0, 0.0, 0.1], [2, 2]);
    assert_eq!(linalg::matrix_rank(&small, None, false)?.get::<i64>([])?, 2);
    assert_eq!(linalg::matrix_rank(&small, 0.5, true)?.get::<i64>([])?, 1);
    assert_eq!(linalg::matrix_norm(a, MatrixOrd::Inf, .., false, None)?.get::<f64>([])?, 5.0);
    assert_eq!(linalg::matrix_norm(tall, MatrixOrd::Nuc, [0, 2], true, None)?.sizes(), [1, 4, 1]);
    assert_eq!(linalg::vector_norm(&of(&[3.0, 4.0], [2]), None, .., false, None)?.get::<f64>([])?, 5.0);
    assert_eq!(linalg::vector_norm(&b(), 1, 0, false, None)?.to_vec::<f64>()?, [5.0, 7.0, 9.0]);
    assert!((linalg::cond(&symmetric(), MatrixOrd::Two)?.get::<f64>([])? - 3.0).abs() < 1e-12);
    Ok(())
}

#[test]
fn outputs() -> Result<()> {
    let _check = LeakCheck::new();
    let (a, b, tall) = (&a(), &b(), &tall()?);
    let zeros = || Tensor::zeros([1], DType::Float64);
    let (mut out, mut other, mut third) = (zeros()?, zeros()?, zeros()?);
    linalg::matmul_out(a, b, &mut out)?;
    assert!(near(&out, &linalg::matmul(a, b)?)?);
    linalg::einsum_out("ij->j", &[b], &mut out)?;
    assert_eq!(out.to_vec::<f64>()?, [5.0, 7.0, 9.0]);
    linalg::qr_out(tall, QrMode::Reduced, &mut out, &mut other)?;
    assert!(near(&linalg::matmul(&out, &other)?, tall)?);
    linalg::svd_out(tall, false, &mut out, &mut other, &mut third)?;
    assert!(near(&linalg::matmul(&scaled(&out, &other)?, &third)?, tall)?);
    linalg::matrix_norm_out(a, MatrixOrd::Two, .., false, None, &mut out)?;
    assert!(near(&out, &linalg::svdvals(a)?.amax(.., false)?)?);
    Ok(())
}

#[test]
fn errors() -> Result<()> {
    let _check = LeakCheck::new();
    let singular = of(&[1.0, 2.0, 2.0, 4.0], [2, 2]);
    let batch = &Tensor::stack(&[a(), singular.clone()], 0)?;
    let fails = |result: Result<Tensor>, kind: ErrorKind, words: &[&str]| {
        let error = result.unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(words.iter().all(|word| error.message().contains(word)), "{error}");
    };
    fails(linalg::inv(batch), ErrorKind::Invalid, &["ct_linalg_inv", "matrix [1]", "singular"]);
    fails(linalg::cholesky(batch, false), ErrorKind::Invalid, &["[1]", "positive"]);
    fails(linalg::matmul(&b(), &b()), ErrorKind::Shape, &["ct_linalg_matmul", "[2, 3]"]);
    fails(linalg::inv(&Tensor::ones([2, 2], DType::Int64)?), ErrorKind::Dtype, &["int64"]);
    fails(linalg::einsum("ij,jk->ik", &[a()]), ErrorKind::Invalid, &["ct_linalg_einsum"]);
    fails(linalg::einsum("i\0j", &[a()]), ErrorKind::Invalid, &["einsum", "NUL"]);
    fails(linalg::tensordot(&a(), &b(), [0, 1], [0]), ErrorKind::Shape, &["tensordot", "2", "1"]);
    let three = linalg::matrix_norm(&tall()?, MatrixOrd::Fro, [0, 1, 2], false, None);
    fails(three, ErrorKind::Shape, &["matrix_norm", "3"]);
    // an output keeps its elements; one that had to grow holds zeros, never uninitialised memory
    let (mut same, mut grown) = (b().narrow(1, 0, 2)?.mul(1.0)?, Tensor::ones([1], DType::Float64)?);
    assert_eq!(linalg::inv_out(&singular, &mut same).unwrap_err().kind(), ErrorKind::Invalid);
    assert_eq!(same.to_vec::<f64>()?, [1.0, 2.0, 4.0, 5.0]);
    assert!(linalg::inv_out(&singular, &mut grown).is_err());
    assert!(grown.to_vec::<f64>()?.iter().all(|x| *x == 0.0 || *x == 1.0));
    Ok(())
}
