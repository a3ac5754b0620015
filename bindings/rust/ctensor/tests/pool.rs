//! The library's own threads. They cannot be changed later, so this test is a process of its own.
use ctensor::{DType, ErrorKind, Tensor};

#[test]
fn a_pool_of_the_library() {
    assert_eq!(ctensor::set_thread_pool(1 << 20).unwrap_err().kind(), ErrorKind::Invalid);
    ctensor::set_thread_pool(2).unwrap();
    assert_eq!(ctensor::num_threads(), 2);
    assert_eq!(ctensor::set_thread_pool(2).unwrap_err().kind(), ErrorKind::Busy);

    let x = Tensor::arange(None, 1 << 20, None, DType::Float64).unwrap();
    let total = x.sum(.., false, None).unwrap().item().unwrap().as_f64();
    assert_eq!(total, ((1u64 << 20) * ((1 << 20) - 1) / 2) as f64);
}
