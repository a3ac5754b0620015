//! Expected values of creation, access, views, numbers and operators.
use ctensor::{Bf16, DType, Element, IterConfig, MemoryFormat, Scalar, Tensor, F16};

fn ints(values: &[i64]) -> Tensor {
    Tensor::from_slice(values, [values.len() as i64]).unwrap()
}

fn vec(t: &Tensor) -> Vec<i64> {
    t.to_vec().unwrap()
}

#[test]
fn creation() {
    assert_eq!(vec(&Tensor::arange(2, 8, 3, None).unwrap()), [2, 5]);
    assert_eq!(vec(&Tensor::full([2], 7, None).unwrap()), [7, 7]);
    let x = Tensor::ones([2, 3], DType::UInt8).unwrap();
    assert_eq!((x.ndim(), x.numel(), x.sizes(), x.strides()), (2, 6, &[2, 3][..], &[3, 1][..]));
    assert_eq!((x.dtype(), x.storage_offset(), x.storage_nbytes()), (DType::UInt8, 0, 6));
    assert_eq!(x.ones_like(DType::Int64, MemoryFormat::Preserve).unwrap().dtype(), DType::Int64);
    assert_eq!(vec(&ints(&[1]).full_like(9, None, MemoryFormat::Preserve).unwrap()), [9]);
    assert_eq!(Tensor::scalar(2.5f32).unwrap().item().unwrap(), Scalar::Float(2.5));
    let two = Tensor::number(2).unwrap();
    assert!(two.is_wrapped_number() && !Tensor::scalar(2i64).unwrap().is_wrapped_number());
    assert_eq!(Tensor::number([1.0f32, 2.0]).unwrap().item().unwrap(), Scalar::Complex(1.0, 2.0));
    // SAFETY: they are written before they are read
    let (mut a, mut b) = unsafe {
        (Tensor::empty([2], DType::Int64).unwrap(), Tensor::empty_strided([2, 2], &[1, 2], DType::Int64).unwrap())
    };
    a.fill(1).unwrap();
    b.copy_from(&a).unwrap();
    assert_eq!((vec(&b), b.strides()), (vec![1; 4], &[1, 2][..]));
    let mut c = unsafe { b.empty_like(None, MemoryFormat::Contiguous) }.unwrap();
    unsafe { c.resize([3], MemoryFormat::Contiguous) }.unwrap();
    c.fill(4).unwrap();
    assert_eq!(vec(&c), [4; 3]);
    assert_eq!(Tensor::from_vec(Vec::<f32>::new(), [0, 3]).unwrap().as_slice::<f32>().unwrap(), []);
}

#[test]
fn parts_beyond_the_size_are_not_made_room_for() {
    let parts = Tensor::ones([2, 3], DType::UInt8).unwrap().chunk(i32::MAX, -1).unwrap();
    assert_eq!((parts.len(), parts[2].sizes()), (3, &[2, 1][..]));
}

#[test]
fn layouts() {
    let x = Tensor::zeros([1, 2, 3, 4], DType::Float32).unwrap().contiguous(MemoryFormat::ChannelsLast).unwrap();
    assert!(x.is_contiguous(MemoryFormat::ChannelsLast) && !x.is_contiguous(MemoryFormat::Contiguous));
    assert!(x.is_non_overlapping_and_dense() && !x.is_meta() && !x.is_read_only() && x.is_unique());
    assert_eq!(x.suggest_memory_format(true), MemoryFormat::ChannelsLast);
    assert!(!x.data().is_null());
    assert!(Tensor::meta([2], Some(&[5]), DType::Bool).unwrap().is_meta());
}

#[test]
fn views() {
    let x = Tensor::arange(None, 6, None, None).unwrap().view([2, 3]).unwrap();
    assert_eq!(vec(&x.permute([1, 0]).unwrap()), [0, 3, 1, 4, 2, 5]);
    assert_eq!(vec(&x.movedim([0], [1]).unwrap()), [0, 3, 1, 4, 2, 5]);
    assert!(x.movedim([0], [1, 0]).is_err());
    assert_eq!(vec(&x.slice(1, .., -1).unwrap()), [2, 1, 0, 5, 4, 3]);
    assert_eq!(vec(&x.slice(1, 1..=1, 1).unwrap()), [1, 4]);
    assert_eq!(vec(&x.slice(1, ..=-1, 1).unwrap()), vec(&x));
    assert_eq!(vec(&x.slice(1, ..-1, 1).unwrap()), [0, 1, 3, 4]);
    assert_eq!(vec(&x.narrow(1, 1, 2).unwrap()), [1, 2, 4, 5]);
    assert_eq!(x.unsqueeze(0).unwrap().squeeze(..).unwrap().sizes(), [2, 3]);
    assert_eq!(x.unsqueeze(-1).unwrap().squeeze(2).unwrap().sizes(), [2, 3]);
    assert_eq!(x.expand([4, 2, 3]).unwrap().strides(), [0, 3, 1]);
    assert_eq!(vec(&x.as_strided([2, 2], [1, 1], 3).unwrap()), [3, 4, 4, 5]);
    assert_eq!(x.transpose(0, 1).unwrap().reshape([-1]).unwrap().sizes(), [6]);
    assert_eq!(x.flatten(0, 1).unwrap().sizes(), [6]);
    assert_eq!(vec(&x.flip([0, 1]).unwrap()), [5, 4, 3, 2, 1, 0]);
    assert_eq!(vec(&x.slice(0, 1.., -1).unwrap()), [3, 4, 5, 0, 1, 2]);
    assert_eq!(vec(&x.slice(1, ..=0, -1).unwrap()), [2, 1, 0, 5, 4, 3]);
    let z = Tensor::from_slice(&[[1.0f32, 2.0], [3.0, 4.0]], [2]).unwrap();
    assert_eq!(z.imag().unwrap().to_vec::<f32>().unwrap(), [2.0, 4.0]);
    assert_eq!(z.real().unwrap().to_vec::<f32>().unwrap(), [1.0, 3.0]);
}

#[test]
fn all_dims_some_and_none() {
    let x = Tensor::arange(None, 6, None, None).unwrap().view([2, 3]).unwrap();
    assert_eq!(vec(&x.sum(.., false, None).unwrap()), [15]);
    assert_eq!(vec(&x.sum(None, false, None).unwrap()), [15]);
    assert_eq!(vec(&x.sum([1], false, None).unwrap()), [3, 12]);
    assert_eq!(vec(&x.sum(vec![0, 1], false, None).unwrap()), [15]);
    // a sum over no dims keeps every element
    let none: &[i32] = &[];
    assert_eq!(vec(&x.sum([], false, None).unwrap()), [0, 1, 2, 3, 4, 5]);
    assert_eq!(vec(&x.sum(none, false, None).unwrap()), [0, 1, 2, 3, 4, 5]);
    assert_eq!(vec(&x.sum(Some(none), true, None).unwrap()), [0, 1, 2, 3, 4, 5]);
    assert_eq!(x.mean([], false, DType::Float64).unwrap().sizes(), [2, 3]);
    assert_eq!(x.all([], false).unwrap().sizes(), [2, 3]);

    let y = x.view([1, 2, 3, 1]).unwrap();
    assert_eq!(y.squeeze(..).unwrap().sizes(), [2, 3]);
    assert_eq!(y.squeeze([0, 1]).unwrap().sizes(), [2, 3, 1]);
    assert_eq!(y.squeeze([]).unwrap().sizes(), [1, 2, 3, 1]);
    assert_eq!(vec(&x.flip(..).unwrap()), [5, 4, 3, 2, 1, 0]);
    assert_eq!(vec(&x.flip(0).unwrap()), [3, 4, 5, 0, 1, 2]);
    assert_eq!(vec(&x.flip([]).unwrap()), vec(&x));

    assert_eq!(vec(&x.argmax(.., false).unwrap()), [5]);
    assert_eq!(vec(&x.argmin(Some(1), false).unwrap()), [0, 0]);
    let (smallest, largest) = x.aminmax(None, true).unwrap();
    assert_eq!((vec(&smallest), vec(&largest), largest.sizes()), (vec![0], vec![5], &[1, 1][..]));
}

#[test]
fn conversions() {
    let x = ints(&[1, 2]);
    // without a copy, it is another reference; with one, a tensor of its own
    assert_eq!(x.to(None, MemoryFormat::Preserve, false).unwrap().data(), x.data());
    let mut y = x.to(DType::Int64, MemoryFormat::Contiguous, true).unwrap();
    y.fill(7).unwrap();
    assert_eq!((vec(&x), vec(&y)), (vec![1, 2], vec![7, 7]));
}

#[test]
fn numbers_lent_on_the_left() {
    let x = Tensor::from_slice(&[1.0f32, 3.0], [2]).unwrap();
    let y = Tensor::with_number(2, |two| two.sub(&x)).unwrap();
    assert_eq!((y.dtype(), y.to_vec::<f32>().unwrap()), (DType::Float32, vec![1.0, -1.0]));
    // tensors that outlive the call are of a copy
    let (clone, view, same) = Tensor::with_number(2.5, |n| {
        assert!(n.is_wrapped_number() && n.is_read_only());
        (n.clone(), n.unsqueeze(0).unwrap(), n.contiguous(MemoryFormat::Contiguous).unwrap())
    });
    assert!(clone.is_wrapped_number());
    for t in [clone, view, same] {
        assert_eq!(t.item().unwrap(), Scalar::Float(2.5));
    }
    let kept = IterConfig::new().new_output(None);
    let mut it = Tensor::with_number(4.0, |n| kept.input(n)).build().unwrap();
    it.map(|x: f64| x + 1.0).unwrap();
    assert_eq!(it.into_outputs()[0].item().unwrap(), Scalar::Float(5.0));
}

#[test]
fn every_element_type() {
    fn round_trip<T: Element + PartialEq + std::fmt::Debug>(value: T) {
        let x = Tensor::from_slice(&[value, value], [2]).unwrap();
        assert_eq!((x.dtype(), x.to_vec::<T>().unwrap()), (T::DTYPE, vec![value; 2]));
        assert_eq!((x.get::<T>([1]).unwrap(), T::DTYPE.size()), (value, std::mem::size_of::<T>()));
        let scalar = Tensor::scalar(value).unwrap();
        assert_eq!((scalar.dtype(), scalar.get::<T>([]).unwrap()), (T::DTYPE, value));
        assert_eq!(scalar.item().unwrap(), value.to_scalar());
        assert_eq!(T::DTYPE.to_string().parse::<DType>().unwrap(), T::DTYPE);
    }
    round_trip(true);
    round_trip(200u8);
    round_trip(-5i8);
    round_trip(-300i16);
    round_trip(-70_000i32);
    round_trip(i64::MIN);
    round_trip(60_000u16);
    round_trip(u32::MAX);
    round_trip(u64::MAX);
    round_trip(0.1f32);
    round_trip(0.1f64);
    round_trip(F16(0x3555));
    round_trip(F16(0x8001));
    round_trip(F16(0xfc00));
    round_trip(Bf16(0x3eaa));
    round_trip([F16(0x3555), F16(0xc000)]);
    round_trip([0.1f32, -2.0]);
    round_trip([0.1f64, -2.0]);
}

#[test]
fn dtypes() {
    assert_eq!(DType::UInt8.promote(DType::Int8).unwrap(), DType::Int16);
    assert!(DType::UInt64.promote(DType::Int64).is_err());
    assert!(DType::Int32.can_cast(DType::Float16) && !DType::Float16.can_cast(DType::Int32));
    let (x, two) = (Tensor::zeros([2], DType::Float16).unwrap(), Tensor::number(2.0).unwrap());
    assert_eq!(DType::result_of(&[&x, &two]).unwrap(), DType::Float16);
    assert!(DType::result_of(&[]).is_err());
}

#[test]
fn operators() {
    let x = || ints(&[5, -7]);
    let y = ints(&[2, 2]);
    assert_eq!(vec(&(&x() + &y)), [7, -5]);
    assert_eq!(vec(&(x() - &y)), [3, -9]);
    assert_eq!(vec(&(&y * x())), [10, -14]);
    assert_eq!(vec(&(x() % 3)), [2, -1]);
    assert_eq!(vec(&x().remainder(3).unwrap()), [2, 2]);
    assert_eq!(vec(&(1 - x())), [-4, 8]);
    assert_eq!(vec(&(-&x())), [-5, 7]);
    assert_eq!(vec(&!x()), [-6, 6]);
    assert_eq!(vec(&((&x() & &y) | (&x() ^ &y))), [7, -5]);
    assert_eq!(vec(&((x() << 2) >> 1)), [10, -14]);
    assert_eq!((x() / y.clone()).to_vec::<f32>().unwrap(), [2.5, -3.5]);
    assert_eq!((2.0 * &x()).dtype(), DType::Float32);
    let mut z = x();
    z += 1;
    z *= &y;
    z -= y;
    assert_eq!(vec(&z), [10, -14]);
}

#[test]
fn options_and_outputs() {
    let x = Tensor::from_slice(&[-1.0f32, 0.25, 9.0], [3]).unwrap();
    let floats = |t: &Tensor| t.to_vec::<f32>().unwrap();
    assert_eq!(floats(&x.leaky_relu(None).unwrap()), [-0.01, 0.25, 9.0]);
    assert_eq!(floats(&x.leaky_relu(0.5).unwrap()), [-0.5, 0.25, 9.0]);
    assert_eq!(floats(&x.clamp(0.0, 1.0).unwrap()), [0.0, 0.25, 1.0]);
    assert_eq!(floats(&x.clamp(None, Tensor::number(1.0).unwrap()).unwrap()), [-1.0, 0.25, 1.0]);
    assert_eq!(x.argmax(None, false).unwrap().item().unwrap(), Scalar::Int(2));
    assert_eq!(x.sum(.., false, DType::Float64).unwrap().item().unwrap(), Scalar::Float(8.25));
    let (values, indices) = x.max_dim(0, true).unwrap();
    assert_eq!((floats(&values), indices.get::<i64>([0]).unwrap()), (vec![9.0], 2));
    let (mut values, mut indices) = (values, indices);
    x.min_dim_out(0, false, &mut values, &mut indices).unwrap();
    assert_eq!((values.ndim(), floats(&values), indices.get::<i64>([]).unwrap()), (0, vec![-1.0], 0));
    assert!(x.allclose(&x, None, None, false).unwrap() && !x.equal(&values).unwrap());
    let positive = x.gt(0.0).unwrap();
    assert_eq!(floats(&positive.where_(&x, 0.0).unwrap()), [0.0, 0.25, 9.0]);
    let mut x = x;
    x.masked_fill_in_place(&positive, -3).unwrap();
    assert_eq!(floats(&x), [-1.0, -3.0, -3.0]);
}

#[test]
fn text() {
    let x = Tensor::arange(None, 4, None, DType::Float32).unwrap().view([2, 2]).unwrap();
    assert_eq!(x.to_string(), "tensor([[0., 1.],\n        [2., 3.]])");
    assert_eq!(format!("{x:?}"), x.to_string());
}
