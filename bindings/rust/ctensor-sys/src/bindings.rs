// Made of ctensor.h by check_bindings.sh.

pub const CT_VERSION_MAJOR: u32 = 0;
pub const CT_VERSION_MINOR: u32 = 1;
pub const CT_VERSION_PATCH: u32 = 0;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ct_tensor {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ct_iter {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ct_iter_cursor {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct DLManagedTensorVersioned {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct DLManagedTensor {
    _unused: [u8; 0],
}
pub type ct_status = i32;
pub const CT_OK: _bindgen_ty_1 = 0;
pub const CT_ERROR_INVALID: _bindgen_ty_1 = -1;
pub const CT_ERROR_SHAPE: _bindgen_ty_1 = -2;
pub const CT_ERROR_DTYPE: _bindgen_ty_1 = -3;
pub const CT_ERROR_INDEX: _bindgen_ty_1 = -4;
pub const CT_ERROR_OVERLAP: _bindgen_ty_1 = -5;
pub const CT_ERROR_READ_ONLY: _bindgen_ty_1 = -6;
pub const CT_ERROR_OUT_OF_MEMORY: _bindgen_ty_1 = -7;
pub const CT_ERROR_UNSUPPORTED: _bindgen_ty_1 = -8;
pub const CT_ERROR_DIVISION_BY_ZERO: _bindgen_ty_1 = -9;
pub const CT_ERROR_BUSY: _bindgen_ty_1 = -10;
pub const CT_ERROR_IO: _bindgen_ty_1 = -11;
pub const CT_ERROR_FORMAT: _bindgen_ty_1 = -12;
pub const CT_ERROR_INTERNAL: _bindgen_ty_1 = -13;
pub const CT_STATUS_USER: _bindgen_ty_1 = -1000;
pub type _bindgen_ty_1 = std::os::raw::c_int;
pub type ct_dtype = u32;
pub const CT_UNDEFINED: _bindgen_ty_2 = 0;
pub const CT_BOOL: _bindgen_ty_2 = 1;
pub const CT_UINT8: _bindgen_ty_2 = 2;
pub const CT_INT8: _bindgen_ty_2 = 3;
pub const CT_INT16: _bindgen_ty_2 = 4;
pub const CT_INT32: _bindgen_ty_2 = 5;
pub const CT_INT64: _bindgen_ty_2 = 6;
pub const CT_FLOAT16: _bindgen_ty_2 = 7;
pub const CT_FLOAT32: _bindgen_ty_2 = 8;
pub const CT_FLOAT64: _bindgen_ty_2 = 9;
pub const CT_COMPLEX32: _bindgen_ty_2 = 10;
pub const CT_COMPLEX64: _bindgen_ty_2 = 11;
pub const CT_COMPLEX128: _bindgen_ty_2 = 12;
pub const CT_BFLOAT16: _bindgen_ty_2 = 13;
pub const CT_UINT16: _bindgen_ty_2 = 14;
pub const CT_UINT32: _bindgen_ty_2 = 15;
pub const CT_UINT64: _bindgen_ty_2 = 16;
pub type _bindgen_ty_2 = std::os::raw::c_uint;
pub type ct_memory_format = u32;
pub const CT_CONTIGUOUS: _bindgen_ty_3 = 0;
pub const CT_PRESERVE: _bindgen_ty_3 = 1;
pub const CT_CHANNELS_LAST: _bindgen_ty_3 = 2;
pub const CT_CHANNELS_LAST_3D: _bindgen_ty_3 = 3;
pub type _bindgen_ty_3 = std::os::raw::c_uint;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ct_error {
    pub struct_size: u32,
    pub code: i32,
    pub message: [std::os::raw::c_char; 248usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ct_scalar {
    pub dtype: ct_dtype,
    pub reserved: u32,
    pub i: i64,
    pub re: f64,
    pub im: f64,
}
extern "C" {
    pub fn ct_status_name(status: ct_status) -> *const std::os::raw::c_char;
}
extern "C" {
    pub fn ct_dtype_from_name(name: *const std::os::raw::c_char, out: *mut ct_dtype) -> ct_status;
}
extern "C" {
    pub fn ct_dtype_name(dtype: ct_dtype) -> *const std::os::raw::c_char;
}
extern "C" {
    pub fn ct_dtype_size(dtype: ct_dtype) -> i64;
}
extern "C" {
    pub fn ct_promote_types(a: ct_dtype, b: ct_dtype, out: *mut ct_dtype, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_result_type(
        tensors: *const *const ct_tensor,
        count: i32,
        out: *mut ct_dtype,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_can_cast(from: ct_dtype, to: ct_dtype) -> bool;
}
extern "C" {
    pub fn ct_tensor_create(
        sizes: *const i64,
        ndim: i32,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_tensor_create_strided(
        sizes: *const i64,
        strides: *const i64,
        ndim: i32,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_tensor_create_meta(
        sizes: *const i64,
        strides: *const i64,
        ndim: i32,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_tensor_from_data(
        data: *mut std::os::raw::c_void,
        sizes: *const i64,
        strides: *const i64,
        ndim: i32,
        dtype: ct_dtype,
        release: ::std::option::Option<unsafe extern "C" fn(user_data: *mut std::os::raw::c_void)>,
        user_data: *mut std::os::raw::c_void,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_tensor_from_const_data(
        data: *const std::os::raw::c_void,
        sizes: *const i64,
        strides: *const i64,
        ndim: i32,
        dtype: ct_dtype,
        release: ::std::option::Option<unsafe extern "C" fn(user_data: *mut std::os::raw::c_void)>,
        user_data: *mut std::os::raw::c_void,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_tensor_create_scalar(
        value: *const ct_scalar,
        wrapped_number: bool,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_number_f64(value: f64, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_number_i64(value: i64, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_zeros(
        sizes: *const i64,
        ndim: i32,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_ones(
        sizes: *const i64,
        ndim: i32,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_full(
        sizes: *const i64,
        ndim: i32,
        value: *const ct_scalar,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_arange(
        start: *const ct_scalar,
        end: *const ct_scalar,
        step: *const ct_scalar,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_empty_like(
        t: *const ct_tensor,
        dtype: ct_dtype,
        format: ct_memory_format,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_zeros_like(
        t: *const ct_tensor,
        dtype: ct_dtype,
        format: ct_memory_format,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_ones_like(
        t: *const ct_tensor,
        dtype: ct_dtype,
        format: ct_memory_format,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_full_like(
        t: *const ct_tensor,
        value: *const ct_scalar,
        dtype: ct_dtype,
        format: ct_memory_format,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_tensor_retain(t: *mut ct_tensor) -> *mut ct_tensor;
}
extern "C" {
    pub fn ct_tensor_release(t: *mut ct_tensor);
}
extern "C" {
    pub fn ct_tensor_ndim(t: *const ct_tensor) -> i32;
}
extern "C" {
    pub fn ct_tensor_numel(t: *const ct_tensor) -> i64;
}
extern "C" {
    pub fn ct_tensor_dtype(t: *const ct_tensor) -> ct_dtype;
}
extern "C" {
    pub fn ct_tensor_sizes(t: *const ct_tensor) -> *const i64;
}
extern "C" {
    pub fn ct_tensor_strides(t: *const ct_tensor) -> *const i64;
}
extern "C" {
    pub fn ct_tensor_storage_offset(t: *const ct_tensor) -> i64;
}
extern "C" {
    pub fn ct_tensor_storage_nbytes(t: *const ct_tensor) -> i64;
}
extern "C" {
    pub fn ct_tensor_data(t: *const ct_tensor) -> *const std::os::raw::c_void;
}
extern "C" {
    pub fn ct_tensor_data_mut(
        t: *mut ct_tensor,
        out: *mut *mut std::os::raw::c_void,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_tensor_is_meta(t: *const ct_tensor) -> bool;
}
extern "C" {
    pub fn ct_tensor_is_read_only(t: *const ct_tensor) -> bool;
}
extern "C" {
    pub fn ct_tensor_is_unique(t: *const ct_tensor) -> bool;
}
extern "C" {
    pub fn ct_tensor_is_wrapped_number(t: *const ct_tensor) -> bool;
}
extern "C" {
    pub fn ct_tensor_is_contiguous(t: *const ct_tensor, format: ct_memory_format) -> bool;
}
extern "C" {
    pub fn ct_tensor_is_non_overlapping_and_dense(t: *const ct_tensor) -> bool;
}
extern "C" {
    pub fn ct_tensor_suggest_memory_format(t: *const ct_tensor, exact: bool) -> ct_memory_format;
}
extern "C" {
    pub fn ct_tensor_item(t: *const ct_tensor, out: *mut ct_scalar, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_tensor_to_string(
        t: *const ct_tensor,
        buffer: *mut std::os::raw::c_char,
        capacity: i64,
        needed: *mut i64,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_as_strided(
        t: *const ct_tensor,
        sizes: *const i64,
        strides: *const i64,
        ndim: i32,
        storage_offset: i64,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_view(
        t: *const ct_tensor,
        sizes: *const i64,
        ndim: i32,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_reshape(
        t: *const ct_tensor,
        sizes: *const i64,
        ndim: i32,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_permute(
        t: *const ct_tensor,
        dims: *const i32,
        ndim: i32,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_transpose(
        t: *const ct_tensor,
        dim0: i32,
        dim1: i32,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_movedim(
        t: *const ct_tensor,
        source: *const i32,
        destination: *const i32,
        count: i32,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_slice(
        t: *const ct_tensor,
        dim: i32,
        start: i64,
        stop: i64,
        step: i64,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_select(
        t: *const ct_tensor,
        dim: i32,
        index: i64,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_narrow(
        t: *const ct_tensor,
        dim: i32,
        start: i64,
        length: i64,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_expand(
        t: *const ct_tensor,
        sizes: *const i64,
        ndim: i32,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_squeeze(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_unsqueeze(t: *const ct_tensor, dim: i32, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_flatten(
        t: *const ct_tensor,
        start_dim: i32,
        end_dim: i32,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_flip(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_real(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_imag(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_resize(
        t: *mut ct_tensor,
        sizes: *const i64,
        ndim: i32,
        format: ct_memory_format,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_contiguous(
        t: *const ct_tensor,
        format: ct_memory_format,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_clone(
        t: *const ct_tensor,
        format: ct_memory_format,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_to(
        t: *const ct_tensor,
        dtype: ct_dtype,
        format: ct_memory_format,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_copy(dst: *mut ct_tensor, src: *const ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_fill(dst: *mut ct_tensor, value: *const ct_scalar, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_neg(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_neg_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_abs(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_abs_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_sign(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_sign_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_angle(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_angle_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_sgn(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_sgn_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_positive(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_positive_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_conj(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_conj_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_square(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_square_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_relu(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_relu_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_relu6(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_relu6_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_leaky_relu(
        t: *const ct_tensor,
        negative_slope: *const ct_scalar,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_leaky_relu_out(
        t: *const ct_tensor,
        negative_slope: *const ct_scalar,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_elu(
        t: *const ct_tensor,
        alpha: *const ct_scalar,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_elu_out(
        t: *const ct_tensor,
        alpha: *const ct_scalar,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_softplus(
        t: *const ct_tensor,
        beta: *const ct_scalar,
        threshold: *const ct_scalar,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_softplus_out(
        t: *const ct_tensor,
        beta: *const ct_scalar,
        threshold: *const ct_scalar,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_hardsigmoid(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_hardsigmoid_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_hardswish(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_hardswish_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_ceil(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_ceil_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_floor(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_floor_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_trunc(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_trunc_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_round(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_round_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_round_decimals(
        t: *const ct_tensor,
        decimals: *const ct_scalar,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_round_decimals_out(
        t: *const ct_tensor,
        decimals: *const ct_scalar,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_frac(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_frac_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_sqrt(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_sqrt_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_rsqrt(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_rsqrt_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_reciprocal(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_reciprocal_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_deg2rad(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_deg2rad_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_rad2deg(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_rad2deg_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_exp(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_exp_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_exp2(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_exp2_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_expm1(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_expm1_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_log(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_log_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_log2(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_log2_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_log10(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_log10_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_log1p(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_log1p_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_sin(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_sin_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_cos(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_cos_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_tan(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_tan_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_asin(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_asin_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_acos(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_acos_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_atan(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_atan_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_sinh(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_sinh_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_cosh(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_cosh_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_tanh(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_tanh_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_asinh(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_asinh_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_acosh(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_acosh_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_atanh(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_atanh_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_erf(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_erf_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_erfc(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_erfc_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_erfinv(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_erfinv_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_lgamma(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_lgamma_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_sigmoid(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_sigmoid_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_logit(
        t: *const ct_tensor,
        eps: *const ct_scalar,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logit_out(
        t: *const ct_tensor,
        eps: *const ct_scalar,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_silu(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_silu_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_mish(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_mish_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_gelu(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_gelu_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_gelu_tanh(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_gelu_tanh_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_bitwise_not(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_bitwise_not_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_nan_to_num(
        t: *const ct_tensor,
        nan: *const ct_scalar,
        posinf: *const ct_scalar,
        neginf: *const ct_scalar,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_nan_to_num_out(
        t: *const ct_tensor,
        nan: *const ct_scalar,
        posinf: *const ct_scalar,
        neginf: *const ct_scalar,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logical_not(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_logical_not_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_isnan(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_isnan_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_isinf(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_isinf_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_isfinite(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_isfinite_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_isposinf(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_isposinf_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_isneginf(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_isneginf_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_signbit(t: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_signbit_out(t: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_add(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_add_out(a: *const ct_tensor, b: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error)
        -> ct_status;
}
extern "C" {
    pub fn ct_sub(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_sub_out(a: *const ct_tensor, b: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error)
        -> ct_status;
}
extern "C" {
    pub fn ct_add_scaled(
        a: *const ct_tensor,
        b: *const ct_tensor,
        alpha: *const ct_scalar,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_add_scaled_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        alpha: *const ct_scalar,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_sub_scaled(
        a: *const ct_tensor,
        b: *const ct_tensor,
        alpha: *const ct_scalar,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_sub_scaled_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        alpha: *const ct_scalar,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_mul(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_mul_out(a: *const ct_tensor, b: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error)
        -> ct_status;
}
extern "C" {
    pub fn ct_div(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_div_out(a: *const ct_tensor, b: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error)
        -> ct_status;
}
extern "C" {
    pub fn ct_floor_divide(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_floor_divide_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_div_floor(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_div_floor_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_div_trunc(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_div_trunc_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_remainder(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_remainder_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_fmod(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_fmod_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_maximum(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_maximum_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_minimum(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_minimum_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_fmax(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_fmax_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_fmin(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_fmin_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_clamp_min(
        t: *const ct_tensor,
        bound: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_clamp_min_out(
        t: *const ct_tensor,
        bound: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_clamp_max(
        t: *const ct_tensor,
        bound: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_clamp_max_out(
        t: *const ct_tensor,
        bound: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_heaviside(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_heaviside_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_atan2(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_atan2_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_hypot(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_hypot_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_pow(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_pow_out(a: *const ct_tensor, b: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error)
        -> ct_status;
}
extern "C" {
    pub fn ct_ldexp(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_ldexp_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logaddexp(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logaddexp_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logaddexp2(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logaddexp2_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_xlogy(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_xlogy_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_copysign(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_copysign_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_nextafter(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_nextafter_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_bitwise_and(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_bitwise_and_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_bitwise_or(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_bitwise_or_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_bitwise_xor(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_bitwise_xor_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_left_shift(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_left_shift_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_right_shift(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_right_shift_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_eq(a: *const ct_tensor, b: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error)
        -> ct_status;
}
extern "C" {
    pub fn ct_eq_out(a: *const ct_tensor, b: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_ne(a: *const ct_tensor, b: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error)
        -> ct_status;
}
extern "C" {
    pub fn ct_ne_out(a: *const ct_tensor, b: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_lt(a: *const ct_tensor, b: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error)
        -> ct_status;
}
extern "C" {
    pub fn ct_lt_out(a: *const ct_tensor, b: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_le(a: *const ct_tensor, b: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error)
        -> ct_status;
}
extern "C" {
    pub fn ct_le_out(a: *const ct_tensor, b: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_gt(a: *const ct_tensor, b: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error)
        -> ct_status;
}
extern "C" {
    pub fn ct_gt_out(a: *const ct_tensor, b: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_ge(a: *const ct_tensor, b: *const ct_tensor, out: *mut *mut ct_tensor, error: *mut ct_error)
        -> ct_status;
}
extern "C" {
    pub fn ct_ge_out(a: *const ct_tensor, b: *const ct_tensor, out: *mut ct_tensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_isclose(
        a: *const ct_tensor,
        b: *const ct_tensor,
        rtol: *const ct_scalar,
        atol: *const ct_scalar,
        equal_nan: *const ct_scalar,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_isclose_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        rtol: *const ct_scalar,
        atol: *const ct_scalar,
        equal_nan: *const ct_scalar,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logical_and(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logical_and_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logical_or(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logical_or_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logical_xor(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logical_xor_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_where(
        condition: *const ct_tensor,
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_where_out(
        condition: *const ct_tensor,
        a: *const ct_tensor,
        b: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_masked_fill(
        t: *const ct_tensor,
        mask: *const ct_tensor,
        value: *const ct_scalar,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_masked_fill_out(
        t: *const ct_tensor,
        mask: *const ct_tensor,
        value: *const ct_scalar,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_lerp(
        start: *const ct_tensor,
        end: *const ct_tensor,
        weight: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_lerp_out(
        start: *const ct_tensor,
        end: *const ct_tensor,
        weight: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_fma(
        a: *const ct_tensor,
        b: *const ct_tensor,
        c: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_fma_out(
        a: *const ct_tensor,
        b: *const ct_tensor,
        c: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_clamp(
        t: *const ct_tensor,
        min: *const ct_tensor,
        max: *const ct_tensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_clamp_out(
        t: *const ct_tensor,
        min: *const ct_tensor,
        max: *const ct_tensor,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_addcmul(
        t: *const ct_tensor,
        a: *const ct_tensor,
        b: *const ct_tensor,
        value: *const ct_scalar,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_addcmul_out(
        t: *const ct_tensor,
        a: *const ct_tensor,
        b: *const ct_tensor,
        value: *const ct_scalar,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_addcdiv(
        t: *const ct_tensor,
        a: *const ct_tensor,
        b: *const ct_tensor,
        value: *const ct_scalar,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_addcdiv_out(
        t: *const ct_tensor,
        a: *const ct_tensor,
        b: *const ct_tensor,
        value: *const ct_scalar,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_equal(a: *const ct_tensor, b: *const ct_tensor, out: *mut bool, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_allclose(
        a: *const ct_tensor,
        b: *const ct_tensor,
        rtol: *const ct_scalar,
        atol: *const ct_scalar,
        equal_nan: *const ct_scalar,
        out: *mut bool,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_sum(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_sum_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_sum_compensated(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_sum_compensated_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_sum_exact(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_sum_exact_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_nansum(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_nansum_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_mean(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_mean_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_nanmean(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_nanmean_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_norm(
        t: *const ct_tensor,
        p: *const ct_scalar,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_norm_out(
        t: *const ct_tensor,
        p: *const ct_scalar,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_var(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        correction: *const ct_scalar,
        keepdim: bool,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_var_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        correction: *const ct_scalar,
        keepdim: bool,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_std(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        correction: *const ct_scalar,
        keepdim: bool,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_std_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        correction: *const ct_scalar,
        keepdim: bool,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_var_mean(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        correction: *const ct_scalar,
        keepdim: bool,
        out: *mut *mut ct_tensor,
        mean: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_var_mean_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        correction: *const ct_scalar,
        keepdim: bool,
        out: *mut ct_tensor,
        mean: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_std_mean(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        correction: *const ct_scalar,
        keepdim: bool,
        out: *mut *mut ct_tensor,
        mean: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_std_mean_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        correction: *const ct_scalar,
        keepdim: bool,
        out: *mut ct_tensor,
        mean: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logsumexp(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_logsumexp_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_prod(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_prod_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        dtype: ct_dtype,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_amax(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_amax_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_amin(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_amin_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_argmax(
        t: *const ct_tensor,
        dim: *const i32,
        keepdim: bool,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_argmax_out(
        t: *const ct_tensor,
        dim: *const i32,
        keepdim: bool,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_argmin(
        t: *const ct_tensor,
        dim: *const i32,
        keepdim: bool,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_argmin_out(
        t: *const ct_tensor,
        dim: *const i32,
        keepdim: bool,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_max_dim(
        t: *const ct_tensor,
        dim: i32,
        keepdim: bool,
        values: *mut *mut ct_tensor,
        indices: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_max_dim_out(
        t: *const ct_tensor,
        dim: i32,
        keepdim: bool,
        values: *mut ct_tensor,
        indices: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_min_dim(
        t: *const ct_tensor,
        dim: i32,
        keepdim: bool,
        values: *mut *mut ct_tensor,
        indices: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_min_dim_out(
        t: *const ct_tensor,
        dim: i32,
        keepdim: bool,
        values: *mut ct_tensor,
        indices: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_aminmax(
        t: *const ct_tensor,
        dim: *const i32,
        keepdim: bool,
        min: *mut *mut ct_tensor,
        max: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_aminmax_out(
        t: *const ct_tensor,
        dim: *const i32,
        keepdim: bool,
        min: *mut ct_tensor,
        max: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_any(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_any_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_all(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_all_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_count_nonzero(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_count_nonzero_out(
        t: *const ct_tensor,
        dims: *const i32,
        ndims: i32,
        keepdim: bool,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_cumsum(
        t: *const ct_tensor,
        dim: i32,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_cumsum_out(
        t: *const ct_tensor,
        dim: i32,
        dtype: ct_dtype,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_cumprod(
        t: *const ct_tensor,
        dim: i32,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_cumprod_out(
        t: *const ct_tensor,
        dim: i32,
        dtype: ct_dtype,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_softmax(
        t: *const ct_tensor,
        dim: i32,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_softmax_out(
        t: *const ct_tensor,
        dim: i32,
        dtype: ct_dtype,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_log_softmax(
        t: *const ct_tensor,
        dim: i32,
        dtype: ct_dtype,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_log_softmax_out(
        t: *const ct_tensor,
        dim: i32,
        dtype: ct_dtype,
        out: *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_to_dlpack(
        t: *const ct_tensor,
        out: *mut *mut DLManagedTensorVersioned,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_to_dlpack_legacy(t: *const ct_tensor, out: *mut *mut DLManagedTensor, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_from_dlpack(
        managed: *mut DLManagedTensorVersioned,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_from_dlpack_legacy(
        managed: *mut DLManagedTensor,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
pub const CT_ITER_ALLOW_OVERLAP: _bindgen_ty_4 = 1;
pub const CT_ITER_NO_SAME_DTYPE_CHECK: _bindgen_ty_4 = 2;
pub const CT_ITER_NO_RESIZE: _bindgen_ty_4 = 4;
pub const CT_ITER_REDUCTION: _bindgen_ty_4 = 8;
pub const CT_ITER_PROMOTE_INPUTS: _bindgen_ty_4 = 16;
pub const CT_ITER_INTEGERS_TO_FLOAT: _bindgen_ty_4 = 32;
pub const CT_ITER_CAST_TO_OUTPUTS: _bindgen_ty_4 = 64;
pub const CT_ITER_SAFE_CAST: _bindgen_ty_4 = 128;
pub const CT_ITER_LINEAR: _bindgen_ty_4 = 256;
pub const CT_ITER_NO_SAME_DEVICE_CHECK: _bindgen_ty_4 = 512;
pub const CT_ITER_ALLOW_CPU_SCALARS: _bindgen_ty_4 = 1024;
pub type _bindgen_ty_4 = std::os::raw::c_uint;
pub const CT_ITER_CUSTOM: _bindgen_ty_5 = 0;
pub const CT_ITER_UNARY: _bindgen_ty_5 = 1;
pub const CT_ITER_UNARY_FLOAT: _bindgen_ty_5 = 2;
pub const CT_ITER_BINARY: _bindgen_ty_5 = 3;
pub const CT_ITER_BINARY_FLOAT: _bindgen_ty_5 = 4;
pub const CT_ITER_COMPARISON: _bindgen_ty_5 = 5;
pub const CT_ITER_TERNARY: _bindgen_ty_5 = 6;
pub const CT_ITER_NULLARY: _bindgen_ty_5 = 7;
pub const CT_ITER_REDUCE: _bindgen_ty_5 = 8;
pub type _bindgen_ty_5 = std::os::raw::c_uint;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ct_iter_config {
    pub struct_size: u32,
    pub preset: u32,
    pub flags: u32,
    pub noutputs: i32,
    pub ninputs: i32,
    pub static_dtype: ct_dtype,
    pub outputs: *const *mut ct_tensor,
    pub inputs: *const *const ct_tensor,
    pub output_dtypes: *const ct_dtype,
    pub static_sizes: *const i64,
    pub static_ndim: i32,
    pub nsquash: i32,
    pub squash_dims: *const i32,
}
extern "C" {
    pub fn ct_iter_build(config: *const ct_iter_config, out: *mut *mut ct_iter, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_iter_release(it: *mut ct_iter);
}
extern "C" {
    pub fn ct_iter_ndim(it: *const ct_iter) -> i32;
}
extern "C" {
    pub fn ct_iter_numel(it: *const ct_iter) -> i64;
}
extern "C" {
    pub fn ct_iter_noperands(it: *const ct_iter) -> i32;
}
extern "C" {
    pub fn ct_iter_sizes(it: *const ct_iter) -> *const i64;
}
extern "C" {
    pub fn ct_iter_strides(it: *const ct_iter, operand: i32) -> *const i64;
}
extern "C" {
    pub fn ct_iter_common_dtype(it: *const ct_iter) -> ct_dtype;
}
extern "C" {
    pub fn ct_iter_dtype(it: *const ct_iter, operand: i32) -> ct_dtype;
}
extern "C" {
    pub fn ct_iter_operand(
        it: *const ct_iter,
        operand: i32,
        out: *mut *mut ct_tensor,
        error: *mut ct_error,
    ) -> ct_status;
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ct_loop {
    pub struct_size: u32,
    pub noperands: i32,
    pub data: *const *mut std::os::raw::c_char,
    pub strides: *const i64,
    pub size0: i64,
    pub size1: i64,
    pub begin: i64,
    pub worker: i32,
    pub reserved: i32,
}
pub type ct_loop_fn = ::std::option::Option<
    unsafe extern "C" fn(loop_: *const ct_loop, user_data: *mut std::os::raw::c_void) -> ct_status,
>;
extern "C" {
    pub fn ct_iter_for_each(
        it: *const ct_iter,
        loop_: ct_loop_fn,
        user_data: *mut std::os::raw::c_void,
        grain_size: i64,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_iter_serial_for_each(
        it: *const ct_iter,
        begin: i64,
        end: i64,
        loop_: ct_loop_fn,
        user_data: *mut std::os::raw::c_void,
        error: *mut ct_error,
    ) -> ct_status;
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ct_iter_reduction {
    pub struct_size: u32,
    pub accumulator: ct_dtype,
    pub loop_: ct_loop_fn,
    pub combine: ct_loop_fn,
    pub identities: *const ct_scalar,
    pub user_data: *mut std::os::raw::c_void,
}
extern "C" {
    pub fn ct_iter_reduce(it: *const ct_iter, reduction: *const ct_iter_reduction, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_iter_cursor_create(
        it: *const ct_iter,
        begin: i64,
        end: i64,
        out: *mut *mut ct_iter_cursor,
        error: *mut ct_error,
    ) -> ct_status;
}
extern "C" {
    pub fn ct_iter_cursor_next(cursor: *mut ct_iter_cursor, piece: *mut ct_loop) -> bool;
}
extern "C" {
    pub fn ct_iter_cursor_release(cursor: *mut ct_iter_cursor);
}
extern "C" {
    pub fn ct_version() -> u32;
}
extern "C" {
    pub fn ct_isa() -> *const std::os::raw::c_char;
}
extern "C" {
    pub fn ct_set_num_threads(n: i32, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_get_num_threads() -> i32;
}
extern "C" {
    pub fn ct_set_deterministic(on: bool, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_get_deterministic() -> bool;
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ct_executor {
    pub struct_size: u32,
    pub num_threads: i32,
    pub user_data: *mut std::os::raw::c_void,
    pub parallel_for: ::std::option::Option<
        unsafe extern "C" fn(
            user_data: *mut std::os::raw::c_void,
            ntasks: i64,
            task: ::std::option::Option<unsafe extern "C" fn(arg: *mut std::os::raw::c_void, index: i64)>,
            arg: *mut std::os::raw::c_void,
        ) -> ct_status,
    >,
}
extern "C" {
    pub fn ct_set_executor(executor: *const ct_executor, error: *mut ct_error) -> ct_status;
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ct_allocator {
    pub struct_size: u32,
    pub reserved: u32,
    pub user_data: *mut std::os::raw::c_void,
    pub allocate: ::std::option::Option<
        unsafe extern "C" fn(
            user_data: *mut std::os::raw::c_void,
            size: usize,
            alignment: usize,
        ) -> *mut std::os::raw::c_void,
    >,
    pub deallocate: ::std::option::Option<
        unsafe extern "C" fn(
            user_data: *mut std::os::raw::c_void,
            block: *mut std::os::raw::c_void,
            size: usize,
            alignment: usize,
        ),
    >,
}
extern "C" {
    pub fn ct_set_allocator(allocator: *const ct_allocator, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_set_cache_limit(bytes: usize, error: *mut ct_error) -> ct_status;
}
extern "C" {
    pub fn ct_get_cache_limit() -> usize;
}
extern "C" {
    pub fn ct_trim();
}
