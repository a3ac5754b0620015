//! Compares an op from safe Rust with the same op from C.
use std::ptr::null_mut;

use ctensor::{sys, DType, MemoryFormat, Result, Scalar, Tensor};

/// Outputs, as C takes them.
type Raw = [*mut sys::ct_tensor; 2];
type Into = fn(&[Tensor], &mut [Tensor]) -> Result<()>;
type InPlace = fn(&[Tensor], &mut Tensor) -> Result<()>;

pub struct Case {
    pub name: &'static str,
    pub inputs: usize,
    /// The index of the input that is always bool.
    pub mask: Option<usize>,
    pub fresh: fn(&[Tensor]) -> Result<Vec<Tensor>>,
    pub raw: fn(&[Tensor], &mut Raw, *mut sys::ct_error) -> sys::ct_status,
    pub into: Option<Into>,
    pub in_place: Option<InPlace>,
}

/// The scalar that Rust's `value` becomes.
pub fn integer(value: i64) -> sys::ct_scalar {
    sys::ct_scalar { dtype: sys::CT_INT64, reserved: 0, i: value, re: 0.0, im: 0.0 }
}

/// A tensor of indices, counts, or fractions of a range.
pub fn place<T: ctensor::Element>(values: &[T], sizes: &[i64]) -> Tensor {
    Tensor::from_slice(values, sizes).unwrap()
}

pub fn truth(value: bool) -> sys::ct_scalar {
    sys::ct_scalar { dtype: sys::CT_BOOL, i: i64::from(value), ..integer(0) }
}

impl Case {
    /// Checks that results or errors are the same for several dtypes, and that at least one dtype has results.
    pub fn run(&self) {
        let dtypes = [DType::Float32, DType::Int64, DType::Bool, DType::Complex64];
        let done = dtypes.into_iter().filter(|&dtype| self.run_with(dtype)).count();
        assert!(done > 0, "{} has no result for any dtype", self.name);
    }

    fn run_with(&self, dtype: DType) -> bool {
        let inputs: Vec<_> =
            (0..self.inputs).map(|k| input(k, if self.mask == Some(k) { DType::Bool } else { dtype })).collect();
        let mut made = [null_mut(); 2];
        let mut error = sys::ct_error { struct_size: 0, code: 0, message: [0; 248] };
        let status = (self.raw)(&inputs, &mut made, &mut error);
        let fresh = match (self.fresh)(&inputs) {
            Ok(fresh) => fresh,
            Err(refused) => {
                // SAFETY: a failed call has written a message
                let text = unsafe { std::ffi::CStr::from_ptr(error.message.as_ptr()) };
                assert_eq!(text.to_str().unwrap(), refused.message(), "{}", self.name);
                return false;
            }
        };
        assert_eq!(status, sys::CT_OK, "{}", self.name);
        let expected: Vec<_> = made
            .into_iter()
            .filter(|raw| !raw.is_null())
            // SAFETY: C has just made them for us
            .map(|raw| unsafe { Tensor::from_raw(raw) })
            .collect();
        self.same("fresh", &expected, &fresh);

        if let Some(into) = self.into {
            // these have another shape, so they are resized
            let mut outs: Vec<_> = expected.iter().map(|t| Tensor::zeros([5], t.dtype()).unwrap()).collect();
            into(&inputs, &mut outs).unwrap();
            self.same("into", &expected, &outs);
        }
        if let Some(in_place) = self.in_place {
            let mut x = inputs[0].clone_data(MemoryFormat::Preserve).unwrap();
            match in_place(&inputs, &mut x) {
                Ok(()) => {
                    self.same("in place", &[expected[0].to(x.dtype(), MemoryFormat::Preserve, false).unwrap()], &[x])
                }
                // the input's dtype cannot hold the result
                Err(error) => assert_eq!(error.kind(), ctensor::ErrorKind::Dtype, "{}: {error}", self.name),
            }
        }
        true
    }

    fn same(&self, form: &str, expected: &[Tensor], given: &[Tensor]) {
        assert_eq!(expected.len(), given.len(), "{} {form}", self.name);
        for (a, b) in expected.iter().zip(given) {
            assert_eq!((a.dtype(), a.sizes()), (b.dtype(), b.sizes()), "{} {form}", self.name);
            assert_eq!(bytes(a), bytes(b), "{} {form}: {a} and {b}", self.name);
        }
    }
}

/// Two rows of small values that differ with `k`.
fn input(k: usize, dtype: DType) -> Tensor {
    let first = Scalar::Int(1 + k as i64);
    let values = Tensor::arange(first, 7 + k as i64, None, DType::Float32).unwrap().view([2, 3]).unwrap();
    let values = match dtype {
        DType::Float32 => values.div(8.0).unwrap(),
        DType::Bool => values.remainder(2).unwrap(),
        _ => values,
    };
    values.to(dtype, MemoryFormat::Preserve, false).unwrap()
}

fn bytes(t: &Tensor) -> Vec<u8> {
    let t = t.contiguous(MemoryFormat::Contiguous).unwrap();
    // SAFETY: the initialised bytes of a contiguous tensor
    unsafe { std::slice::from_raw_parts(t.data(), t.numel() * t.dtype().size()) }.to_vec()
}
