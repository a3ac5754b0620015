//! Conversions between ndarray's arrays and tensors, without copies.
#![cfg(feature = "ndarray")]
use ctensor::{DType, ErrorKind, Tensor};
use ndarray::{arr0, s, ArcArray, Array, Array3, Axis};

fn numbers() -> Array3<i32> {
    Array::from_iter(0..24).into_shape((2, 3, 4)).unwrap()
}

#[test]
fn arrays_of_any_strides_become_tensors() {
    let mut array = numbers();
    array.swap_axes(0, 2);
    array.invert_axis(Axis(1));
    array.slice_collapse(s![..;-3, .., ..]);
    let (expected, address) = (array.clone().into_dyn(), array.as_ptr());
    let mut x = Tensor::from_array(array).unwrap();
    assert_eq!((x.data().cast(), x.strides()), (address, &[-3, -4, 12][..]));
    assert_eq!(x.to_array_view::<i32>().unwrap(), expected);
    assert_eq!(x.to_vec::<i32>().unwrap(), expected.iter().copied().collect::<Vec<_>>());

    x.to_array_view_mut::<i32>().unwrap()[[1, 2, 0]] = -1;
    assert_eq!(x.get::<i32>([1, 2, 0]).unwrap(), -1);
    x += 1;
    assert_eq!(x.to_array_view::<i32>().unwrap()[[1, 2, 0]], 0);
}

#[test]
fn views_of_tensors_of_any_strides() {
    let x = Tensor::from_array(numbers()).unwrap();
    let flipped = x.flip([0, 2]).unwrap().slice(1, .., 2).unwrap();
    let view = flipped.to_array_view::<i32>().unwrap();
    assert_eq!(view, numbers().slice(s![..;-1, ..;2, ..;-1]).into_dyn());
    assert_eq!(view.as_ptr(), flipped.data().cast());
    let repeated = x.expand([5, 2, 3, 4]).unwrap();
    assert_eq!(repeated.to_array_view::<i32>().unwrap().index_axis(Axis(0), 4), numbers().into_dyn());
    for empty in [Tensor::zeros([0, 3], DType::Float32).unwrap(), Tensor::zeros([2, 0], DType::Float32).unwrap()] {
        let flipped = empty.flip([0, 1]).unwrap();
        assert_eq!(flipped.to_array_view::<f32>().unwrap().len(), 0);
    }
    let zero = Tensor::from_array(arr0(7u8)).unwrap();
    assert_eq!(zero.to_array_view::<u8>().unwrap(), arr0(7u8).into_dyn());
}

#[test]
fn refusals() {
    let mut x = Tensor::from_array(numbers()).unwrap();
    assert_eq!(x.to_array_view::<f32>().unwrap_err().kind(), ErrorKind::Dtype);
    let view = x.clone();
    assert_eq!(x.to_array_view_mut::<i32>().unwrap_err().kind(), ErrorKind::Shared);
    drop(view);
    let mut all = x.write().unwrap();
    let mut overlapping = all.as_strided([3, 3], [1, 1], 0).unwrap();
    assert_eq!(overlapping.to_array_view_mut::<i32>().unwrap_err().kind(), ErrorKind::Overlap);
    drop(overlapping);
    drop(all);

    let shared = ArcArray::from(numbers());
    let mut y = Tensor::from_shared_array(shared.clone()).unwrap();
    assert_eq!(y.fill(0).unwrap_err().kind(), ErrorKind::ReadOnly);
    assert_eq!(y.to_array_view_mut::<i32>().unwrap_err().kind(), ErrorKind::ReadOnly);
    assert_eq!(y.to_array_view::<i32>().unwrap(), shared.into_dyn());
}
