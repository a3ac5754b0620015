//! Leaking is safe in Rust: leaked values only keep others from writing.
use ctensor::{DType, ErrorKind, IterConfig, Tensor};

#[test]
fn a_leaked_iterator_keeps_its_outputs_from_being_written() {
    let mut x = Tensor::zeros([2], DType::Float32).unwrap();
    {
        let it = IterConfig::new().output(&mut x).build().unwrap();
        std::mem::forget(it);
    }
    assert_eq!(x.fill(1).unwrap_err().kind(), ErrorKind::Shared);
}
