//! Errors: their kinds, and messages that name both sides.
use ctensor::{DType, ErrorKind, IterConfig, MemoryFormat, Tensor};

fn zeros(sizes: &[i64]) -> Tensor {
    Tensor::zeros(sizes, DType::Float32).unwrap()
}

#[test]
fn shapes() {
    let error = zeros(&[2, 3]).add(zeros(&[4])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Shape);
    assert!(error.message().contains("[2, 3]") && error.message().contains("[4]"), "{error}");
    assert_eq!(format!("{error:?}"), format!("Shape: {error}"));
    assert_eq!(Tensor::from_vec(vec![1u8], [2]).unwrap_err().kind(), ErrorKind::Shape);
    assert_eq!(Tensor::from_vec(vec![1u8], [i64::MAX, i64::MAX]).unwrap_err().kind(), ErrorKind::Shape);
    assert_eq!(Tensor::from_vec(vec![1u8], [-1, -1]).unwrap_err().kind(), ErrorKind::Shape);
    assert_eq!(zeros(&[6]).as_strided([2], [1, 1], 0).unwrap_err().kind(), ErrorKind::Shape);
}

#[test]
fn dtypes() {
    let x = zeros(&[2]);
    assert_eq!(
        x.as_slice::<f64>().unwrap_err().message(),
        "as_slice: a tensor of dtype float32 is not read as float64"
    );
    assert_eq!(x.bitwise_and(&x).unwrap_err().kind(), ErrorKind::Dtype);
    assert_eq!("float33".parse::<DType>().unwrap_err().kind(), ErrorKind::Invalid);
    assert_eq!("with\0nul".parse::<DType>().unwrap_err().kind(), ErrorKind::Invalid);
}

#[test]
fn indices() {
    let x = zeros(&[2, 3]);
    assert_eq!(x.select(2, 0).unwrap_err().kind(), ErrorKind::Index);
    assert_eq!(x.get::<f32>([0, 3]).unwrap_err().message(), "get: the index [0, 3] is not within the sizes [2, 3]");
    assert!(x.get::<f32>([0]).is_err() && x.get::<f32>([0, -4]).is_err() && x.get::<f32>([i64::MIN, 0]).is_err());
    assert_eq!(x.get::<f32>([-1, -3]).unwrap(), 0.0);
}

#[test]
fn writes() {
    let mut constant = Tensor::from_static(&[1.0f32, 2.0], [2]).unwrap();
    assert_eq!(constant.fill(0.0).unwrap_err().kind(), ErrorKind::ReadOnly);
    assert_eq!(constant.as_mut_slice::<f32>().unwrap_err().kind(), ErrorKind::ReadOnly);
    constant.make_mut().unwrap().fill(3.0).unwrap();
    assert_eq!(constant.to_vec::<f32>().unwrap(), [3.0, 3.0]);

    let mut x = zeros(&[1, 3]);
    assert_eq!(x.fill(f64::NAN).err().map(|e| e.kind()), None);
    let mut n = Tensor::zeros([2], DType::Int8).unwrap();
    assert_eq!(n.fill(1000).unwrap_err().kind(), ErrorKind::Invalid);
    assert_eq!(n.floor_divide_in_place(0).unwrap_err().kind(), ErrorKind::DivisionByZero);
    let mut other = Tensor::ones([1], DType::Int8).unwrap();
    assert!(n.remainder_out(0, &mut other).is_err());
    assert_eq!(other.to_vec::<i8>().unwrap(), [1]); // not resized
    assert_eq!(x.write().unwrap().expand([4, 3]).unwrap().fill(1.0).unwrap_err().kind(), ErrorKind::Overlap);
}

#[test]
fn meta_tensors_have_no_data() {
    let x = Tensor::meta([2, 3], None, DType::Float32).unwrap();
    assert_eq!(x.add(1.0).unwrap().sizes(), [2, 3]);
    assert!(x.as_slice::<f32>().is_err() && x.to_vec::<f32>().is_err() && x.get::<f32>([0, 0]).is_err());
    assert!(x.iter::<f32>().is_err() && x.item().is_err());
}

#[test]
fn operators_panic_with_the_message() {
    let panic = std::panic::catch_unwind(|| &zeros(&[2]) + &zeros(&[3])).unwrap_err();
    assert!(panic.downcast_ref::<String>().unwrap().contains("[3]"));
}

#[test]
fn iterators() {
    let (x, y) = (zeros(&[2]), zeros(&[3]));
    assert_eq!(IterConfig::new().input(&x).input(&y).build().err().unwrap().kind(), ErrorKind::Shape);
    let mut it = IterConfig::new().new_output(None).input(&x).build().unwrap();
    assert_eq!(it.map(|x: f64| x).unwrap_err().kind(), ErrorKind::Dtype);
    assert_eq!(it.map(|(x, _): (f32, f32)| x).unwrap_err().kind(), ErrorKind::Invalid);
    assert_eq!(it.map(|x: f32| f64::from(x)).unwrap_err().kind(), ErrorKind::Dtype);
    assert_eq!(it.cursor(1..5).err().unwrap().kind(), ErrorKind::Index);
    let twice = it.for_each(0, |piece| piece.output::<f32>(0).and_then(|_| piece.output::<f32>(0)).map(drop));
    assert!(twice.unwrap_err().message().contains("taken already"));
    assert_eq!(it.for_each(0, |piece| piece.input::<f32>(1).map(drop)).unwrap_err().kind(), ErrorKind::Index);
    let z = x.transpose(0, 0).unwrap();
    assert!(z.to(None, MemoryFormat::ChannelsLast, false).is_err());
}
