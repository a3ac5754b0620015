//! Indexing by lists, and unique elements.
use ctensor::{DType, ErrorKind, Result, Tensor};

#[test]
fn elements_that_are_chosen() -> Result<()> {
    let mut x = Tensor::from_vec((0..12i64).collect(), [3, 4])?;
    let (rows, columns) = (Tensor::from_slice(&[2i64, 0], [2])?, Tensor::from_slice(&[-1i8, 1], [2])?);
    assert_eq!(x.index(&[Some(&rows), Some(&columns)])?.to_vec::<i64>()?, [11, 1]);
    assert_eq!(x.index(&[None, Some(&columns)])?.to_vec::<i64>()?, [3, 1, 7, 5, 11, 9]);
    assert!(x.index(&[])?.equal(&x)?);
    let mut out = Tensor::zeros([0], DType::Int64)?;
    x.index_out(&[Some(&x.gt(8)?)], &mut out)?;
    assert_eq!(out.to_vec::<i64>()?, [9, 10, 11]);
    let refused = x.index(&[None, None, Some(&rows)]).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Index);

    x.index_put(&[Some(&rows), Some(&columns)], &Tensor::from_slice(&[-7i64, -5], [2])?, false)?;
    let first = Tensor::from_slice(&[0i32, 0, 0], [3])?;
    x.write()?.select(0, 1)?.index_put(&[Some(&first)], &Tensor::scalar(10i64)?, true)?;
    assert_eq!(x.to_vec::<i64>()?, [0, -5, 2, 3, 34, 5, 6, 7, 8, 9, 10, -7]);
    let view = x.select(0, 0)?;
    let refused = x.index_put(&[Some(&rows)], &Tensor::scalar(1i64)?, false).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Shared);
    assert_eq!(view.sizes(), [4]);
    Ok(())
}

#[test]
fn different_elements() -> Result<()> {
    let x = Tensor::from_slice(&[3, 1, 1, 3, 3], [5])?;
    let (values, inverse, counts) = x.unique(true, true)?;
    assert_eq!(values.to_vec::<i32>()?, [1, 3]);
    assert_eq!(inverse.unwrap().to_vec::<i64>()?, [1, 0, 0, 1, 1]);
    assert_eq!(counts.unwrap().to_vec::<i64>()?, [2, 3]);
    let (values, inverse, counts) = x.unique_consecutive(true, false)?;
    assert_eq!(values.to_vec::<i32>()?, [3, 1, 3]);
    assert_eq!(inverse.unwrap().to_vec::<i64>()?, [0, 1, 1, 2, 2]);
    assert!(counts.is_none());
    let rows = Tensor::from_slice(&[2, 1, 0, 5, 2, 1], [3, 2])?;
    let (values, inverse, counts) = rows.unique_dim(0, true, false)?;
    assert_eq!(values.to_vec::<i32>()?, [0, 5, 2, 1]);
    assert_eq!(inverse.unwrap().to_vec::<i64>()?, [1, 0, 1]);
    assert!(counts.is_none());
    let (values, _, counts) = rows.unique_consecutive_dim(-1, false, true)?;
    assert_eq!(values.to_vec::<i32>()?, [2, 1, 0, 5, 2, 1]);
    assert_eq!(counts.unwrap().to_vec::<i64>()?, [1, 1]);
    assert_eq!(rows.unique_dim(2, false, false).unwrap_err().kind(), ErrorKind::Index);
    let refused = Tensor::zeros([2], DType::Complex64)?.unique(false, false).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Dtype);
    Ok(())
}
