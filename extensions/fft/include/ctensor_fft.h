/** libctensor_fft: Fourier transforms of tensors of any layout.
 *
 * A library of its own over ctensor.h, whose rules hold here, too. The transforms are PyTorch's (torch.fft), so the
 * functions have its names: ct_fft_rfft is torch.fft.rfft. Each has two forms, one that makes a tensor and one that
 * writes into a given one.
 *
 * Cost: takes memory for the result, for the lines at work, and for tables of their length; reads t once for each dim.
 */
#ifndef CTENSOR_FFT_H
#define CTENSOR_FFT_H

#include <ctensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Which direction divides by the number of elements. */
typedef uint32_t ct_fft_norm;
enum {
  CT_FFT_BACKWARD = 0, /**< the inverse one: of ifft, irfft, ihfft */
  CT_FFT_ORTHO = 1,    /**< both, by its square root */
  CT_FFT_FORWARD = 2   /**< the other one: of fft, rfft, hfft */
};

/** The Fourier transform of the lines along a dim.
 *
 * n: the length of the transform; t is cut, or continued by zeros. NULL: as t is, or where t has the m elements of half
 * a line, 2 (m - 1).
 *
 * Shapes: any with dims; the result has n elements along dim.
 * Dtypes: complex64 and complex128; float32 and float64, which become complex; bool and integers as float32.
 * Ownership: borrows t and n. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; n below 1; an unknown norm; meta and real tensors together), CT_ERROR_SHAPE
 *   (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range), CT_ERROR_DTYPE (half
 *   floats), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_fft(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor **out,
                     ct_error *error);

/** ct_fft_fft into a given tensor, resized if its sizes differ.
 *
 * Shapes: any with dims; the result has n elements along dim.
 * Dtypes: complex64 and complex128; float32 and float64, which become complex; bool and integers as float32.
 * Ownership: borrows t, n and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; n below 1; an unknown norm; meta and real tensors together), CT_ERROR_SHAPE
 *   (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range), CT_ERROR_DTYPE (half
 *   floats; out has another dtype), CT_ERROR_OVERLAP (out shares memory with t, other than being
 *   it), CT_ERROR_READ_ONLY (out is), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_fft_out(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor *out,
                         ct_error *error);

/** The inverse of ct_fft_fft.
 *
 * n: the length of the transform; t is cut, or continued by zeros. NULL: as t is, or where t has the m elements of half
 * a line, 2 (m - 1).
 *
 * Shapes: any with dims; the result has n elements along dim.
 * Dtypes: complex64 and complex128; float32 and float64, which become complex; bool and integers as float32.
 * Ownership: borrows t and n. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; n below 1; an unknown norm; meta and real tensors together), CT_ERROR_SHAPE
 *   (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range), CT_ERROR_DTYPE (half
 *   floats), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_ifft(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor **out,
                      ct_error *error);

/** ct_fft_ifft into a given tensor, resized if its sizes differ.
 *
 * Shapes: any with dims; the result has n elements along dim.
 * Dtypes: complex64 and complex128; float32 and float64, which become complex; bool and integers as float32.
 * Ownership: borrows t, n and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; n below 1; an unknown norm; meta and real tensors together), CT_ERROR_SHAPE
 *   (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range), CT_ERROR_DTYPE (half
 *   floats; out has another dtype), CT_ERROR_OVERLAP (out shares memory with t, other than being
 *   it), CT_ERROR_READ_ONLY (out is), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_ifft_out(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor *out,
                          ct_error *error);

/** The Fourier transform of real lines: the first n / 2 + 1 elements, from which the others follow.
 *
 * n: the length of the transform; t is cut, or continued by zeros. NULL: as t is, or where t has the m elements of half
 * a line, 2 (m - 1).
 *
 * Shapes: any with dims; the result has n / 2 + 1 elements along dim.
 * Dtypes: float32 and float64; bool and integers as float32. The result is complex.
 * Ownership: borrows t and n. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; n below 1; an unknown norm; meta and real tensors together), CT_ERROR_SHAPE
 *   (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range), CT_ERROR_DTYPE (half
 *   floats; t is complex), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_rfft(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor **out,
                      ct_error *error);

/** ct_fft_rfft into a given tensor, resized if its sizes differ.
 *
 * Shapes: any with dims; the result has n / 2 + 1 elements along dim.
 * Dtypes: float32 and float64; bool and integers as float32. The result is complex.
 * Ownership: borrows t, n and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; n below 1; an unknown norm; meta and real tensors together), CT_ERROR_SHAPE
 *   (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range), CT_ERROR_DTYPE (half
 *   floats; t is complex; out has another dtype), CT_ERROR_OVERLAP (out shares memory with t, other than being
 *   it), CT_ERROR_READ_ONLY (out is), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_rfft_out(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor *out,
                          ct_error *error);

/** The inverse of ct_fft_rfft: n real elements of the first n / 2 + 1 of a transform.
 *
 * n: the length of the transform; t is cut, or continued by zeros. NULL: as t is, or where t has the m elements of half
 * a line, 2 (m - 1).
 *
 * Shapes: any with dims; the result has n elements along dim.
 * Dtypes: as of ct_fft_fft; the result is real.
 * Ownership: borrows t and n. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; n below 1; an unknown norm; meta and real tensors together), CT_ERROR_SHAPE
 *   (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range), CT_ERROR_DTYPE (half
 *   floats), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_irfft(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor **out,
                       ct_error *error);

/** ct_fft_irfft into a given tensor, resized if its sizes differ.
 *
 * Shapes: any with dims; the result has n elements along dim.
 * Dtypes: as of ct_fft_fft; the result is real.
 * Ownership: borrows t, n and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; n below 1; an unknown norm; meta and real tensors together), CT_ERROR_SHAPE
 *   (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range), CT_ERROR_DTYPE (half
 *   floats; out has another dtype), CT_ERROR_OVERLAP (out shares memory with t, other than being
 *   it), CT_ERROR_READ_ONLY (out is), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_irfft_out(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor *out,
                           ct_error *error);

/** The Fourier transform of lines that are Hermitian, of which t has the first n / 2 + 1 elements: n real ones.
 *
 * n: the length of the transform; t is cut, or continued by zeros. NULL: as t is, or where t has the m elements of half
 * a line, 2 (m - 1).
 *
 * Shapes: any with dims; the result has n elements along dim.
 * Dtypes: as of ct_fft_fft; the result is real.
 * Ownership: borrows t and n. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; n below 1; an unknown norm; meta and real tensors together), CT_ERROR_SHAPE
 *   (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range), CT_ERROR_DTYPE (half
 *   floats), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_hfft(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor **out,
                      ct_error *error);

/** ct_fft_hfft into a given tensor, resized if its sizes differ.
 *
 * Shapes: any with dims; the result has n elements along dim.
 * Dtypes: as of ct_fft_fft; the result is real.
 * Ownership: borrows t, n and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; n below 1; an unknown norm; meta and real tensors together), CT_ERROR_SHAPE
 *   (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range), CT_ERROR_DTYPE (half
 *   floats; out has another dtype), CT_ERROR_OVERLAP (out shares memory with t, other than being
 *   it), CT_ERROR_READ_ONLY (out is), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_hfft_out(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor *out,
                          ct_error *error);

/** The inverse of ct_fft_hfft: the first n / 2 + 1 elements.
 *
 * n: the length of the transform; t is cut, or continued by zeros. NULL: as t is, or where t has the m elements of half
 * a line, 2 (m - 1).
 *
 * Shapes: any with dims; the result has n / 2 + 1 elements along dim.
 * Dtypes: float32 and float64; bool and integers as float32. The result is complex.
 * Ownership: borrows t and n. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; n below 1; an unknown norm; meta and real tensors together), CT_ERROR_SHAPE
 *   (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range), CT_ERROR_DTYPE (half
 *   floats; t is complex), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_ihfft(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor **out,
                       ct_error *error);

/** ct_fft_ihfft into a given tensor, resized if its sizes differ.
 *
 * Shapes: any with dims; the result has n / 2 + 1 elements along dim.
 * Dtypes: float32 and float64; bool and integers as float32. The result is complex.
 * Ownership: borrows t, n and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; n below 1; an unknown norm; meta and real tensors together), CT_ERROR_SHAPE
 *   (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range), CT_ERROR_DTYPE (half
 *   floats; t is complex; out has another dtype), CT_ERROR_OVERLAP (out shares memory with t, other than being
 *   it), CT_ERROR_READ_ONLY (out is), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_ihfft_out(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor *out,
                           ct_error *error);

/** ct_fft_fft along each of several dims.
 *
 * s: a length for each dim, as n of ct_fft_fft. NULL: none is given. dims NULL: all dims, or with s the last ndims.
 *
 * Shapes: any; the result has s[k] elements along dims[k].
 * Dtypes: as of ct_fft_fft.
 * Ownership: borrows t, s and dims. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; an entry of s below 1; an unknown norm; meta and real tensors together),
 * CT_ERROR_SHAPE (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range or named
 * twice), CT_ERROR_DTYPE (half floats), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_fftn(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                      ct_tensor **out, ct_error *error);

/** ct_fft_fftn into a given tensor, resized if its sizes differ.
 *
 * Shapes: any; the result has s[k] elements along dims[k].
 * Dtypes: as of ct_fft_fft.
 * Ownership: borrows t, s, dims and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; an entry of s below 1; an unknown norm; meta and real tensors together),
 * CT_ERROR_SHAPE (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range or named
 * twice), CT_ERROR_DTYPE (half floats; out has another dtype), CT_ERROR_OVERLAP (out shares memory with t, other than
 * being it), CT_ERROR_READ_ONLY (out is), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_fftn_out(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                          ct_tensor *out, ct_error *error);

/** ct_fft_ifft along each of several dims.
 *
 * s: a length for each dim, as n of ct_fft_ifft. NULL: none is given. dims NULL: all dims, or with s the last ndims.
 *
 * Shapes: any; the result has s[k] elements along dims[k].
 * Dtypes: as of ct_fft_fft.
 * Ownership: borrows t, s and dims. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; an entry of s below 1; an unknown norm; meta and real tensors together),
 * CT_ERROR_SHAPE (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range or named
 * twice), CT_ERROR_DTYPE (half floats), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_ifftn(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                       ct_tensor **out, ct_error *error);

/** ct_fft_ifftn into a given tensor, resized if its sizes differ.
 *
 * Shapes: any; the result has s[k] elements along dims[k].
 * Dtypes: as of ct_fft_fft.
 * Ownership: borrows t, s, dims and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; an entry of s below 1; an unknown norm; meta and real tensors together),
 * CT_ERROR_SHAPE (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range or named
 * twice), CT_ERROR_DTYPE (half floats; out has another dtype), CT_ERROR_OVERLAP (out shares memory with t, other than
 * being it), CT_ERROR_READ_ONLY (out is), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_ifftn_out(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                           ct_tensor *out, ct_error *error);

/** ct_fft_rfft along the last of several dims, then ct_fft_fft along the others.
 *
 * s: a length for each dim, as n of ct_fft_rfft. NULL: none is given. dims NULL: all dims, or with s the last ndims.
 *
 * Shapes: any with dims; the result has s[k] elements along dims[k], and s[k] / 2 + 1 along the last of them.
 * Dtypes: as of ct_fft_rfft.
 * Ownership: borrows t, s and dims. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; an entry of s below 1; an unknown norm; meta and real tensors together),
 * CT_ERROR_SHAPE (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range or named
 * twice), CT_ERROR_DTYPE (half floats; t is complex), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_rfftn(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                       ct_tensor **out, ct_error *error);

/** ct_fft_rfftn into a given tensor, resized if its sizes differ.
 *
 * Shapes: any with dims; the result has s[k] elements along dims[k], and s[k] / 2 + 1 along the last of them.
 * Dtypes: as of ct_fft_rfft.
 * Ownership: borrows t, s, dims and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; an entry of s below 1; an unknown norm; meta and real tensors together),
 * CT_ERROR_SHAPE (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range or named
 * twice), CT_ERROR_DTYPE (half floats; t is complex; out has another dtype), CT_ERROR_OVERLAP (out shares memory with
 * t, other than being it), CT_ERROR_READ_ONLY (out is), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_rfftn_out(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                           ct_tensor *out, ct_error *error);

/** ct_fft_ifft along several dims but the last, then ct_fft_irfft along that one.
 *
 * s: a length for each dim, as n of ct_fft_irfft. NULL: none is given. dims NULL: all dims, or with s the last ndims.
 *
 * Shapes: any with dims; the result has s[k] elements along dims[k].
 * Dtypes: as of ct_fft_irfft.
 * Ownership: borrows t, s and dims. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; an entry of s below 1; an unknown norm; meta and real tensors together),
 * CT_ERROR_SHAPE (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range or named
 * twice), CT_ERROR_DTYPE (half floats), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_irfftn(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                        ct_tensor **out, ct_error *error);

/** ct_fft_irfftn into a given tensor, resized if its sizes differ.
 *
 * Shapes: any with dims; the result has s[k] elements along dims[k].
 * Dtypes: as of ct_fft_irfft.
 * Ownership: borrows t, s, dims and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; an entry of s below 1; an unknown norm; meta and real tensors together),
 * CT_ERROR_SHAPE (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range or named
 * twice), CT_ERROR_DTYPE (half floats; out has another dtype), CT_ERROR_OVERLAP (out shares memory with t, other than
 * being it), CT_ERROR_READ_ONLY (out is), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_irfftn_out(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                            ct_tensor *out, ct_error *error);

/** ct_fft_fft along several dims but the last, then ct_fft_hfft along that one.
 *
 * s: a length for each dim, as n of ct_fft_hfft. NULL: none is given. dims NULL: all dims, or with s the last ndims.
 *
 * Shapes: any with dims; the result has s[k] elements along dims[k].
 * Dtypes: as of ct_fft_irfft.
 * Ownership: borrows t, s and dims. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; an entry of s below 1; an unknown norm; meta and real tensors together),
 * CT_ERROR_SHAPE (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range or named
 * twice), CT_ERROR_DTYPE (half floats), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_hfftn(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                       ct_tensor **out, ct_error *error);

/** ct_fft_hfftn into a given tensor, resized if its sizes differ.
 *
 * Shapes: any with dims; the result has s[k] elements along dims[k].
 * Dtypes: as of ct_fft_irfft.
 * Ownership: borrows t, s, dims and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; an entry of s below 1; an unknown norm; meta and real tensors together),
 * CT_ERROR_SHAPE (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range or named
 * twice), CT_ERROR_DTYPE (half floats; out has another dtype), CT_ERROR_OVERLAP (out shares memory with t, other than
 * being it), CT_ERROR_READ_ONLY (out is), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_hfftn_out(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                           ct_tensor *out, ct_error *error);

/** ct_fft_ihfft along the last of several dims, then ct_fft_ifft along the others.
 *
 * s: a length for each dim, as n of ct_fft_ihfft. NULL: none is given. dims NULL: all dims, or with s the last ndims.
 *
 * Shapes: any with dims; the result has s[k] elements along dims[k], and s[k] / 2 + 1 along the last of them.
 * Dtypes: as of ct_fft_rfft.
 * Ownership: borrows t, s and dims. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; an entry of s below 1; an unknown norm; meta and real tensors together),
 * CT_ERROR_SHAPE (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range or named
 * twice), CT_ERROR_DTYPE (half floats; t is complex), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_ihfftn(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                        ct_tensor **out, ct_error *error);

/** ct_fft_ihfftn into a given tensor, resized if its sizes differ.
 *
 * Shapes: any with dims; the result has s[k] elements along dims[k], and s[k] / 2 + 1 along the last of them.
 * Dtypes: as of ct_fft_rfft.
 * Ownership: borrows t, s, dims and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; an entry of s below 1; an unknown norm; meta and real tensors together),
 * CT_ERROR_SHAPE (no elements along a dim whose length is not given), CT_ERROR_INDEX (a dim out of range or named
 * twice), CT_ERROR_DTYPE (half floats; t is complex; out has another dtype), CT_ERROR_OVERLAP (out shares memory with
 * t, other than being it), CT_ERROR_READ_ONLY (out is), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_ihfftn_out(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                            ct_tensor *out, ct_error *error);

/** The frequencies of a transform of n elements, in its order: 0, 1, …, -2, -1, over n d.
 *
 * d: from one element to the next. dtype CT_UNDEFINED: float32.
 *
 * Shapes: [n].
 * Dtypes: float32 and float64.
 * Ownership: the caller owns *out.
 * Errors: CT_ERROR_INVALID (out NULL; n below 1), CT_ERROR_DTYPE (any other), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_fftfreq(int64_t n, double d, ct_dtype dtype, ct_tensor **out, ct_error *error);

/** The frequencies of half a transform of n elements: 0 … n / 2, over n d.
 *
 * d: from one element to the next. dtype CT_UNDEFINED: float32.
 *
 * Shapes: [n / 2 + 1].
 * Dtypes: float32 and float64.
 * Ownership: the caller owns *out.
 * Errors: CT_ERROR_INVALID (out NULL; n below 1), CT_ERROR_DTYPE (any other), CT_ERROR_OUT_OF_MEMORY.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_rfftfreq(int64_t n, double d, ct_dtype dtype, ct_tensor **out, ct_error *error);

/** Moves the zero frequency from the front of each dim to its middle.
 *
 * dims NULL: all dims.
 *
 * Shapes: any.
 * Dtypes: any.
 * Ownership: borrows t and dims. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; ndims negative or more than 64), and those of ct_roll.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_fftshift(const ct_tensor *t, const int32_t *dims, int32_t ndims, ct_tensor **out, ct_error *error);

/** ct_fft_fftshift into a given tensor, resized if its sizes differ.
 *
 * dims NULL: all dims.
 *
 * Shapes: any.
 * Dtypes: any.
 * Ownership: borrows t and dims and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; ndims negative or more than 64), and those of ct_roll_out.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_fftshift_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, ct_tensor *out, ct_error *error);

/** The inverse of ct_fft_fftshift.
 *
 * dims NULL: all dims.
 *
 * Shapes: any.
 * Dtypes: any.
 * Ownership: borrows t and dims. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t or out NULL; ndims negative or more than 64), and those of ct_roll.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_ifftshift(const ct_tensor *t, const int32_t *dims, int32_t ndims, ct_tensor **out, ct_error *error);

/** ct_fft_ifftshift into a given tensor, resized if its sizes differ.
 *
 * dims NULL: all dims.
 *
 * Shapes: any.
 * Dtypes: any.
 * Ownership: borrows t and dims and out.
 * Errors: CT_ERROR_INVALID (t or out NULL; ndims negative or more than 64), and those of ct_roll_out.
 * Threads: any.
 * Since: 0.3
 */
ct_status ct_fft_ifftshift_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, ct_tensor *out, ct_error *error);

#ifdef __cplusplus
}
#endif

#endif /* CTENSOR_FFT_H */
