//! The library is linked, is of the header's version, and computes.
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use ctensor_sys::*;

#[test]
fn version() {
    // SAFETY: it takes no arguments
    let version = unsafe { ct_version() };
    assert_eq!(version, CT_VERSION_MAJOR << 16 | CT_VERSION_MINOR << 8 | CT_VERSION_PATCH);
}

#[test]
fn a_call_and_an_error() {
    let (mut x, mut y, mut sum) = (null_mut(), null_mut(), null_mut());
    let mut error = ct_error { struct_size: 0, code: 0, message: [0; 248] };
    let mut item = ct_scalar { dtype: 0, reserved: 0, i: 0, re: 0.0, im: 0.0 };
    let mut two = MaybeUninit::uninit();
    // SAFETY: arrays of their lengths, and tensors that are released at the end
    unsafe {
        assert_eq!(ct_ones([2, 3].as_ptr(), 2, CT_FLOAT32, &mut x, &mut error), CT_OK);
        assert_eq!(ct_exp(x, &mut y, &mut error), CT_OK);
        assert_eq!(ct_sum(y, null(), 0, false, CT_UNDEFINED, &mut sum, &mut error), CT_OK);
        assert_eq!(ct_tensor_item(sum, &mut item, &mut error), CT_OK);
        assert!((item.re - 6.0 * std::f64::consts::E).abs() < 1e-5);
        assert_eq!(ct_mul_out(ct_number_of(ct_scalar_f64(2.0), two.as_mut_ptr()), sum, sum, &mut error), CT_OK);
        assert_eq!(ct_tensor_item(sum, &mut item, &mut error), CT_OK);
        assert!((item.re - 12.0 * std::f64::consts::E).abs() < 1e-5);
        ct_tensor_release(sum);
        assert_eq!(ct_select(x, 2, 0, &mut sum, &mut error), CT_ERROR_INDEX);
        assert!(sum.is_null() && error.code == CT_ERROR_INDEX && error.message[0] != 0);
        ct_tensor_release(y);
        ct_tensor_release(x);
    }
}
