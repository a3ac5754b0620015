/** libctensor_fft: Fourier transforms of tensors of any layout.
 *
 * A library of its own over ctensor.h, whose rules hold here, too. The transforms are PyTorch's (torch.fft), so the
 * functions have its names: ct_fft_rfft is torch.fft.rfft. Each has two forms, one that makes a tensor and one that
 * writes into a given one.
 *
 *     ct_fft_rfft(t, NULL, -1, CT_FFT_BACKWARD, &spectrum, &error);
 *     ct_fft_irfft(spectrum, &n, -1, CT_FFT_BACKWARD, &back, &error);  // n elements: t again
 *
 * ctensor.h says how to read the comments. What they leave out:
 *
 * What (_out): ct_x into a given tensor, resized if its sizes differ.
 * Ownership: borrows what it takes.
 * Ownership (new): the caller owns *out.
 * Errors: CT_ERROR_INVALID (NULL where it has no meaning), CT_ERROR_OUT_OF_MEMORY.
 * Errors (norm): CT_ERROR_INVALID (an unknown norm; meta and real tensors together), CT_ERROR_SHAPE (no elements
 *   along a dim whose length is not given), CT_ERROR_DTYPE (half floats).
 * Errors (n): CT_ERROR_INVALID (n below 1).
 * Errors (dim): CT_ERROR_INDEX (a dim out of range).
 * Errors (s): CT_ERROR_INVALID (an entry of s below 1), CT_ERROR_INDEX (a dim out of range or named twice).
 * Errors (_out): CT_ERROR_DTYPE (out has another dtype), CT_ERROR_OVERLAP (out shares memory with t, other than being
 *   it), CT_ERROR_READ_ONLY (out is).
 * Cost: reads t once for each dim, and takes memory for lines and for tables of their length.
 * Cost (new): takes memory for *out.
 * Threads: any.
 * Since: 0.3
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
 * n: the length of the transform; t is cut, or continued by zeros. NULL: as t is, or where t has the m elements of
 * half a line, 2 (m - 1).
 * Shapes: any with dims; the result has n elements along dim.
 * Dtypes: complex64 and complex128; float32 and float64, which become complex; bool and integers as float32. */
ct_status ct_fft_fft(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor **out,
                     ct_error *error);
ct_status ct_fft_fft_out(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor *out,
                         ct_error *error);

/** The inverse of ct_fft_fft.
 *
 * n: the length of the transform; t is cut, or continued by zeros. NULL: as t is, or where t has the m elements of
 * half a line, 2 (m - 1).
 * Shapes: any with dims; the result has n elements along dim.
 * Dtypes: complex64 and complex128; float32 and float64, which become complex; bool and integers as float32. */
ct_status ct_fft_ifft(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor **out,
                      ct_error *error);
ct_status ct_fft_ifft_out(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor *out,
                          ct_error *error);

/** The Fourier transform of real lines: the first n / 2 + 1 elements, from which the others follow.
 *
 * n: the length of the transform; t is cut, or continued by zeros. NULL: as t is, or where t has the m elements of
 * half a line, 2 (m - 1).
 * Shapes: any with dims; the result has n / 2 + 1 elements along dim.
 * Dtypes: float32 and float64; bool and integers as float32. The result is complex.
 * Errors: CT_ERROR_DTYPE (t is complex). */
ct_status ct_fft_rfft(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor **out,
                      ct_error *error);
ct_status ct_fft_rfft_out(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor *out,
                          ct_error *error);

/** The inverse of ct_fft_rfft: n real elements of the first n / 2 + 1 of a transform.
 *
 * n: the length of the transform; t is cut, or continued by zeros. NULL: as t is, or where t has the m elements of
 * half a line, 2 (m - 1).
 * Shapes: any with dims; the result has n elements along dim.
 * Dtypes: as of ct_fft_fft; the result is real. */
ct_status ct_fft_irfft(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor **out,
                       ct_error *error);
ct_status ct_fft_irfft_out(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor *out,
                           ct_error *error);

/** The Fourier transform of lines that are Hermitian, of which t has the first n / 2 + 1 elements: n real ones.
 *
 * n: the length of the transform; t is cut, or continued by zeros. NULL: as t is, or where t has the m elements of
 * half a line, 2 (m - 1).
 * Shapes: any with dims; the result has n elements along dim.
 * Dtypes: as of ct_fft_fft; the result is real. */
ct_status ct_fft_hfft(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor **out,
                      ct_error *error);
ct_status ct_fft_hfft_out(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor *out,
                          ct_error *error);

/** The inverse of ct_fft_hfft: the first n / 2 + 1 elements.
 *
 * n: the length of the transform; t is cut, or continued by zeros. NULL: as t is, or where t has the m elements of
 * half a line, 2 (m - 1).
 * Shapes: any with dims; the result has n / 2 + 1 elements along dim.
 * Dtypes: float32 and float64; bool and integers as float32. The result is complex.
 * Errors: CT_ERROR_DTYPE (t is complex). */
ct_status ct_fft_ihfft(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor **out,
                       ct_error *error);
ct_status ct_fft_ihfft_out(const ct_tensor *t, const int64_t *n, int32_t dim, ct_fft_norm norm, ct_tensor *out,
                           ct_error *error);

/** ct_fft_fft along each of several dims.
 *
 * s: a length for each dim, as n of ct_fft_fft. NULL: none is given. dims NULL: all dims, or with s the last ndims.
 * Shapes: any; the result has s[k] elements along dims[k].
 * Dtypes: as of ct_fft_fft. */
ct_status ct_fft_fftn(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                      ct_tensor **out, ct_error *error);
ct_status ct_fft_fftn_out(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                          ct_tensor *out, ct_error *error);

/** ct_fft_ifft along each of several dims.
 *
 * s: a length for each dim, as n of ct_fft_ifft. NULL: none is given. dims NULL: all dims, or with s the last ndims.
 * Shapes: any; the result has s[k] elements along dims[k].
 * Dtypes: as of ct_fft_fft. */
ct_status ct_fft_ifftn(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                       ct_tensor **out, ct_error *error);
ct_status ct_fft_ifftn_out(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                           ct_tensor *out, ct_error *error);

/** ct_fft_rfft along the last of several dims, then ct_fft_fft along the others.
 *
 * s: a length for each dim, as n of ct_fft_rfft. NULL: none is given. dims NULL: all dims, or with s the last ndims.
 * Shapes: any with dims; the result has s[k] elements along dims[k], and s[k] / 2 + 1 along the last of them.
 * Dtypes: as of ct_fft_rfft.
 * Errors: CT_ERROR_DTYPE (t is complex). */
ct_status ct_fft_rfftn(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                       ct_tensor **out, ct_error *error);
ct_status ct_fft_rfftn_out(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                           ct_tensor *out, ct_error *error);

/** ct_fft_ifft along several dims but the last, then ct_fft_irfft along that one.
 *
 * s: a length for each dim, as n of ct_fft_irfft. NULL: none is given. dims NULL: all dims, or with s the last
 * ndims.
 * Shapes: any with dims; the result has s[k] elements along dims[k].
 * Dtypes: as of ct_fft_irfft. */
ct_status ct_fft_irfftn(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                        ct_tensor **out, ct_error *error);
ct_status ct_fft_irfftn_out(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                            ct_tensor *out, ct_error *error);

/** ct_fft_fft along several dims but the last, then ct_fft_hfft along that one.
 *
 * s: a length for each dim, as n of ct_fft_hfft. NULL: none is given. dims NULL: all dims, or with s the last ndims.
 * Shapes: any with dims; the result has s[k] elements along dims[k].
 * Dtypes: as of ct_fft_irfft. */
ct_status ct_fft_hfftn(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                       ct_tensor **out, ct_error *error);
ct_status ct_fft_hfftn_out(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                           ct_tensor *out, ct_error *error);

/** ct_fft_ihfft along the last of several dims, then ct_fft_ifft along the others.
 *
 * s: a length for each dim, as n of ct_fft_ihfft. NULL: none is given. dims NULL: all dims, or with s the last
 * ndims.
 * Shapes: any with dims; the result has s[k] elements along dims[k], and s[k] / 2 + 1 along the last of them.
 * Dtypes: as of ct_fft_rfft.
 * Errors: CT_ERROR_DTYPE (t is complex). */
ct_status ct_fft_ihfftn(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                        ct_tensor **out, ct_error *error);
ct_status ct_fft_ihfftn_out(const ct_tensor *t, const int64_t *s, const int32_t *dims, int32_t ndims, ct_fft_norm norm,
                            ct_tensor *out, ct_error *error);

/** The frequencies of a transform of n elements, in its order: 0, 1, …, -2, -1, over n d.
 *
 * d: from one element to the next. dtype CT_UNDEFINED: float32.
 * Shapes: [n].
 * Dtypes: float32 and float64.
 * Errors: CT_ERROR_DTYPE (any other). */
ct_status ct_fft_fftfreq(int64_t n, double d, ct_dtype dtype, ct_tensor **out, ct_error *error);

/** The frequencies of half a transform of n elements: 0 … n / 2, over n d.
 *
 * d: from one element to the next. dtype CT_UNDEFINED: float32.
 * Shapes: [n / 2 + 1].
 * Dtypes: float32 and float64.
 * Errors: CT_ERROR_DTYPE (any other). */
ct_status ct_fft_rfftfreq(int64_t n, double d, ct_dtype dtype, ct_tensor **out, ct_error *error);

/** Moves the zero frequency from the front of each dim to its middle.
 *
 * dims NULL: all dims.
 * Shapes: any.
 * Shapes (new): *out is as of ct_roll.
 * Dtypes: all.
 * Errors: CT_ERROR_INVALID (ndims negative or more than 64), CT_ERROR_INDEX (a dim out of range), and those of ct_roll.
 * Errors (_out): CT_ERROR_OVERLAP (out shares memory with t). */
ct_status ct_fft_fftshift(const ct_tensor *t, const int32_t *dims, int32_t ndims, ct_tensor **out, ct_error *error);
ct_status ct_fft_fftshift_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, ct_tensor *out, ct_error *error);

/** The inverse of ct_fft_fftshift.
 *
 * dims NULL: all dims.
 * Shapes: any.
 * Shapes (new): *out is as of ct_roll.
 * Dtypes: all.
 * Errors: CT_ERROR_INVALID (ndims negative or more than 64), CT_ERROR_INDEX (a dim out of range), and those of ct_roll.
 * Errors (_out): CT_ERROR_OVERLAP (out shares memory with t). */
ct_status ct_fft_ifftshift(const ct_tensor *t, const int32_t *dims, int32_t ndims, ct_tensor **out, ct_error *error);
ct_status ct_fft_ifftshift_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, ct_tensor *out, ct_error *error);

#ifdef __cplusplus
}
#endif

#endif /* CTENSOR_FFT_H */
