/** libctensor_linalg: linear algebra of tensors of any layout, by BLAS and LAPACK.
 *
 * A library of its own over ctensor.h, whose rules hold here, too. Matrices are the last two dims of a tensor; the dims
 * before them are a batch. Names and results are PyTorch's (torch.linalg) and the Array API's. Where a matrix of a
 * batch cannot be computed on, because it is singular, say, the call fails with CT_ERROR_INVALID, and its message names
 * the first such matrix by its index.
 *
 * Threads are the core's. While a call is at work, the threads that OpenBLAS has of its own are held to one, or, for
 * LAPACK on a single matrix, to ct_get_num_threads.
 *
 * If a failure is found only while computing, given outputs are partly written, unless the comment says that they
 * stay as they were.
 *
 * ctensor.h says how to read the comments. What they and the heads of the groups leave out:
 *
 * What (_out): ct_x into given outputs, resized where they have other sizes.
 * Shapes (new): *out is contiguous; meta when the inputs are.
 * Shapes (_out): as of ct_x.
 * Dtypes (_out): as of ct_x; an output must have the dtype that it gives.
 * Ownership: borrows what it takes.
 * Ownership (new): the caller owns *out.
 * Errors: CT_ERROR_INVALID (NULL where it has no meaning; meta and real tensors together), CT_ERROR_OUT_OF_MEMORY.
 * Errors (_out): CT_ERROR_INVALID (an output is deferred; borrowed memory would have to grow), CT_ERROR_DTYPE (an
 *   output has another one), CT_ERROR_OVERLAP (an output shares memory with itself or with an input, unless
 *   it may be that one), CT_ERROR_READ_ONLY (an output is).
 * Cost: reads operands where they lie, or takes memory for copies of them in the order that BLAS and LAPACK ask for.
 * Cost (new): takes memory for *out.
 * Threads: any.
 * Since: 0.3
 */
#ifndef CTENSOR_LINALG_H
#define CTENSOR_LINALG_H

#include <ctensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- products ----
 *
 *     ct_linalg_matmul(a, b, &product, &error);
 *
 * Dtypes: all; the one that the operands meet in (ct_result_type), as of the core's ops of two tensors. Halves are
 *   added up in float32, and integers wrap; of bools, a product is "and" and a sum "or".
 */

/** The product of matrices, or of vectors and batches of them, as Python's @.
 *
 * Transposed operands, and others whose rows or columns lie without gaps, are read where they are.
 * Shapes: a [..., m, k] and b [..., k, n], whose batches are broadcast, give [..., m, n]. A vector is a row as a,
 *   and a column as b, and the result is without that dim.
 * Errors: CT_ERROR_SHAPE (sizes that do not go together; a number). */
ct_status ct_linalg_matmul(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_linalg_matmul_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The product of two matrices.
 * Shapes: [m, k] and [k, n] give [m, n].
 * Errors: CT_ERROR_SHAPE (sizes that do not go together; other than two matrices). */
ct_status ct_linalg_mm(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_linalg_mm_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The products of two batches of matrices.
 * Shapes: [batch, m, k] and [batch, k, n] give [batch, m, n]; batches are not broadcast.
 * Errors: CT_ERROR_SHAPE (sizes that do not go together; other than two dims and a batch). */
ct_status ct_linalg_bmm(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_linalg_bmm_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The product of a matrix and a vector.
 * Shapes: [m, k] and [k] give [m].
 * Errors: CT_ERROR_SHAPE (sizes that do not go together; other than a matrix and a vector). */
ct_status ct_linalg_mv(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_linalg_mv_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** beta * input + alpha * a b, of matrices. NULL stands for 1. Where beta is 0, input is not read.
 *
 * out may be input.
 * Shapes: a [m, k] and b [k, n] give [m, n], which input is broadcast to.
 * Errors: CT_ERROR_SHAPE (sizes that do not go together), CT_ERROR_DTYPE (beta or alpha is complex and the result is
 *   not, or a float and the result is of integers).
 * Errors (_out): CT_ERROR_OVERLAP (out shares memory with itself or with an input, other than being it). */
ct_status ct_linalg_addmm(const ct_tensor *input, const ct_tensor *a, const ct_tensor *b, const ct_scalar *beta,
                          const ct_scalar *alpha, ct_tensor **out, ct_error *error);
ct_status ct_linalg_addmm_out(const ct_tensor *input, const ct_tensor *a, const ct_tensor *b, const ct_scalar *beta,
                              const ct_scalar *alpha, ct_tensor *out, ct_error *error);

/** The sum of the products of two vectors' elements.
 * Shapes: two vectors of as many elements; *out has no dims.
 * Errors: CT_ERROR_SHAPE (sizes that do not go together; other than two vectors). */
ct_status ct_linalg_dot(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_linalg_dot_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** ct_linalg_dot of the conjugate of a.
 * Shapes: two vectors of as many elements; *out has no dims.
 * Errors: CT_ERROR_SHAPE (sizes that do not go together; other than two vectors). */
ct_status ct_linalg_vdot(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_linalg_vdot_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The sums of products along a dim, with a conjugated.
 * Shapes: a and b with as many elements along dim, which counts from the end of both; the other dims are broadcast,
 *   and dim goes.
 * Errors: CT_ERROR_SHAPE (sizes that do not go together), CT_ERROR_INDEX (dim out of range). */
ct_status ct_linalg_vecdot(const ct_tensor *a, const ct_tensor *b, int32_t dim, ct_tensor **out, ct_error *error);
ct_status ct_linalg_vecdot_out(const ct_tensor *a, const ct_tensor *b, int32_t dim, ct_tensor *out, ct_error *error);

/** Each element of a times each one of b.
 * Shapes: [m] and [n] give [m, n].
 * Dtypes: all; as ct_mul.
 * Errors: CT_ERROR_SHAPE (other than two vectors). */
ct_status ct_linalg_outer(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_linalg_outer_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** Each element of a times all of b: Kronecker's product.
 * Shapes: along each dim, counted from the end, as many elements as a's times b's. At most 32 dims.
 * Dtypes: all; as ct_mul.
 * Errors: CT_ERROR_SHAPE (more than 32 dims). */
ct_status ct_linalg_kron(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_linalg_kron_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The sums of products along ndims dims of a, and as many of b, in pairs.
 * Shapes: pairs of dims have one size; the result has a's other dims and then b's.
 * Errors: CT_ERROR_INVALID (ndims negative; dims_a or dims_b NULL, with ndims above 0), CT_ERROR_SHAPE (sizes that
 *   do not go together; more than 64 dims), CT_ERROR_INDEX (a dim out of range, or named twice). */
ct_status ct_linalg_tensordot(const ct_tensor *a, const ct_tensor *b, const int32_t *dims_a, const int32_t *dims_b,
                              int32_t ndims, ct_tensor **out, ct_error *error);
ct_status ct_linalg_tensordot_out(const ct_tensor *a, const ct_tensor *b, const int32_t *dims_a, const int32_t *dims_b,
                                  int32_t ndims, ct_tensor *out, ct_error *error);

/** Sums of products by Einstein's notation: "bhqd,bhkd->bhqk".
 *
 * A letter is a dim. What the result does not name is summed over; a letter that stands twice in one operand is its
 * diagonal. "..." stands for dims that are broadcast. Without "->", the result is "..." and the letters that stand
 * once, in the order of the alphabet, capitals first. Of three operands and more, pairs are multiplied in the order
 * that takes the fewest products.
 * Shapes: 1 to 8 operands. A dim of 1 is broadcast to its letter's size.
 * Errors: CT_ERROR_INVALID (a count out of range; an equation that is none, or has other operands), CT_ERROR_SHAPE
 *   (sizes that do not go together; other numbers of dims than the equation's). */
ct_status ct_linalg_einsum(const char *equation, const ct_tensor *const *operands, int32_t count, ct_tensor **out,
                           ct_error *error);
ct_status ct_linalg_einsum_out(const char *equation, const ct_tensor *const *operands, int32_t count, ct_tensor *out,
                               ct_error *error);

/** The product of n factors t; of its inverse where n is negative, and the identity where n is 0.
 * Shapes: square matrices, or a batch.
 * Dtypes: all; where n is negative, those of ct_linalg_inv.
 * Errors: CT_ERROR_INVALID (n is negative and t singular), CT_ERROR_SHAPE (not square matrices), CT_ERROR_DTYPE (n is
 *   negative, and t of another one). */
ct_status ct_linalg_matrix_power(const ct_tensor *t, int64_t n, ct_tensor **out, ct_error *error);
ct_status ct_linalg_matrix_power_out(const ct_tensor *t, int64_t n, ct_tensor *out, ct_error *error);

/** The cross products of vectors of three elements along a dim.
 * Shapes: 3 elements along dim, which counts from the end of both; the other dims are broadcast.
 * Dtypes: all but bool; the one that a and b meet in.
 * Errors: CT_ERROR_SHAPE (other than 3 elements; sizes that do not go together), CT_ERROR_DTYPE (bool),
 *   CT_ERROR_INDEX (dim out of range). */
ct_status ct_linalg_cross(const ct_tensor *a, const ct_tensor *b, int32_t dim, ct_tensor **out, ct_error *error);
ct_status ct_linalg_cross_out(const ct_tensor *a, const ct_tensor *b, int32_t dim, ct_tensor *out, ct_error *error);

/* ---- solving ----
 *
 *     ct_linalg_solve(a, b, &x, &error);  // a x = b
 *
 * Dtypes: float32, float64, complex64 and complex128; for two tensors, the one they meet in (ct_result_type).
 * Errors: CT_ERROR_DTYPE (another dtype), CT_ERROR_UNSUPPORTED (more rows than LAPACK counts).
 */

/** The x for which a x = b.
 * Shapes: a of square matrices [..., n, n], b [..., n, k], batches broadcast; or b a vector [n], and no other one is
 *   a vector.
 * Errors: CT_ERROR_INVALID (a matrix is singular: the message names which of the batch), CT_ERROR_SHAPE (sizes that
 *   do not go together).
 * Errors (_out): . Outputs stay as they were, sizes apart. */
ct_status ct_linalg_solve(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_linalg_solve_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The x for which a x = b, or x a = b where left is false, of a triangular a. The other triangle is not read, nor
 * the diagonal where unitriangular says that it is 1.
 * Shapes: a of square matrices, b of matrices, batches broadcast.
 * Errors: CT_ERROR_INVALID (a 0 on the diagonal: the message names the matrix), CT_ERROR_SHAPE (sizes that do not go
 *   together).
 * Errors (_out): . Outputs stay as they were, sizes apart. */
ct_status ct_linalg_triangular_solve(const ct_tensor *a, const ct_tensor *b, bool upper, bool left, bool unitriangular,
                                     ct_tensor **out, ct_error *error);
ct_status ct_linalg_triangular_solve_out(const ct_tensor *a, const ct_tensor *b, bool upper, bool left,
                                         bool unitriangular, ct_tensor *out, ct_error *error);

/** The inverse.
 * Shapes: square matrices, or a batch.
 * Errors: CT_ERROR_INVALID (a matrix is singular: the message names which of the batch), CT_ERROR_SHAPE (not square
 *   matrices).
 * Errors (_out): . Outputs stay as they were, sizes apart. */
ct_status ct_linalg_inv(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_linalg_inv_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The pseudo-inverse of Moore and Penrose.
 *
 * Singular values up to rtol times the largest one count as 0. rtol NULL: the dtype's eps times the larger number of
 * rows and columns. hermitian: t is Hermitian, which takes less time.
 * Shapes: [..., m, n] gives [..., n, m].
 * Errors: CT_ERROR_INVALID (an element is not finite), CT_ERROR_SHAPE (less than two dims; hermitian, and not
 *   square). */
ct_status ct_linalg_pinv(const ct_tensor *t, const double *rtol, bool hermitian, ct_tensor **out, ct_error *error);
ct_status ct_linalg_pinv_out(const ct_tensor *t, const double *rtol, bool hermitian, ct_tensor *out, ct_error *error);

/** The x of least size for which a x comes nearest to b.
 *
 * Besides, the rank of a and its singular values, of which those up to rcond times the largest one count as 0. rcond
 * NULL: the dtype's eps times the larger number of rows and columns.
 * Shapes: a [..., m, n] and b [..., m, k] give solution [..., n, k], rank [...] and singular_values [..., min(m,
 *   n)], batches broadcast; or b is a vector [m], and solution [..., n].
 * Dtypes: float32, float64, complex64 and complex128; rank is int64, singular_values real.
 * Errors: CT_ERROR_INVALID (two outputs the same; an element is not finite), CT_ERROR_SHAPE (sizes that do not go
 *   together).
 * Errors (_out): CT_ERROR_OVERLAP (an output shares memory with itself, with an input or with another output).
 *   Outputs stay as they were, sizes apart. */
ct_status ct_linalg_lstsq(const ct_tensor *a, const ct_tensor *b, const double *rcond, ct_tensor **solution,
                          ct_tensor **rank, ct_tensor **singular_values, ct_error *error);
ct_status ct_linalg_lstsq_out(const ct_tensor *a, const ct_tensor *b, const double *rcond, ct_tensor *solution,
                              ct_tensor *rank, ct_tensor *singular_values, ct_error *error);

/* ---- decompositions ----
 *
 *     ct_linalg_svd(t, false, &u, &s, &vh, &error);
 *
 * Dtypes: float32, float64, complex64 and complex128.
 * Errors: CT_ERROR_DTYPE (another dtype), CT_ERROR_UNSUPPORTED (more rows than LAPACK counts).
 */

/** The lower triangular L for which t is L times its adjoint, or the upper U for which it is U's adjoint times U.
 * Only that triangle of t is read.
 * Shapes: square matrices, or a batch.
 * Errors: CT_ERROR_INVALID (a matrix is not positive definite: the message names it), CT_ERROR_SHAPE (not square
 *   matrices).
 * Errors (_out): . Outputs stay as they were, sizes apart. */
ct_status ct_linalg_cholesky(const ct_tensor *t, bool upper, ct_tensor **out, ct_error *error);
ct_status ct_linalg_cholesky_out(const ct_tensor *t, bool upper, ct_tensor *out, ct_error *error);

/** How many columns ct_linalg_qr gives. */
typedef uint32_t ct_linalg_qr_mode;
enum {
  CT_LINALG_QR_REDUCED = 0, /**< as many as the smaller side of t */
  CT_LINALG_QR_COMPLETE = 1 /**< as many as t has rows */
};

/** t as q with orthonormal columns times an upper triangular r.
 * Shapes: t [..., m, n] gives q [..., m, k] and r [..., k, n], with k = min(m, n), or m for CT_LINALG_QR_COMPLETE.
 * Errors: CT_ERROR_INVALID (two outputs the same; an unknown mode), CT_ERROR_SHAPE (less than two dims).
 * Errors (_out): CT_ERROR_OVERLAP (an output shares memory with itself, with an input or with another output). */
ct_status ct_linalg_qr(const ct_tensor *t, ct_linalg_qr_mode mode, ct_tensor **q, ct_tensor **r, ct_error *error);
ct_status ct_linalg_qr_out(const ct_tensor *t, ct_linalg_qr_mode mode, ct_tensor *q, ct_tensor *r, ct_error *error);

/** t as u diag(s) vh: orthonormal columns, singular values in descending order, orthonormal rows.
 * Shapes: t [..., m, n] gives u [..., m, k], s [..., k] and vh [..., k, n], with k = min(m, n); u [..., m, m] and vh
 *   [..., n, n] with full_matrices.
 * Dtypes: float32, float64, complex64 and complex128; s is real.
 * Errors: CT_ERROR_INVALID (two outputs the same; an element is not finite; LAPACK finds no values), CT_ERROR_SHAPE
 *   (less than two dims).
 * Errors (_out): CT_ERROR_OVERLAP (an output shares memory with itself, with an input or with another output).
 *   Outputs stay as they were, sizes apart. */
ct_status ct_linalg_svd(const ct_tensor *t, bool full_matrices, ct_tensor **u, ct_tensor **s, ct_tensor **vh,
                        ct_error *error);
ct_status ct_linalg_svd_out(const ct_tensor *t, bool full_matrices, ct_tensor *u, ct_tensor *s, ct_tensor *vh,
                            ct_error *error);

/** The singular values, in descending order.
 * Shapes: t [..., m, n] gives [..., min(m, n)].
 * Dtypes: float32, float64, complex64 and complex128; the result is real.
 * Errors: CT_ERROR_INVALID (an element is not finite; LAPACK finds no values), CT_ERROR_SHAPE (less than two dims).
 * Errors (_out): . Outputs stay as they were, sizes apart. */
ct_status ct_linalg_svdvals(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_linalg_svdvals_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** Eigenvalues, in ascending order, and orthonormal eigenvectors, one a column, of symmetric or Hermitian matrices.
 * The upper triangle is read, or the lower one.
 * Shapes: t [..., n, n] gives values [..., n] and vectors [..., n, n].
 * Dtypes: float32, float64, complex64 and complex128; values are real.
 * Errors: CT_ERROR_INVALID (two outputs the same; an element is not finite; LAPACK finds no values), CT_ERROR_SHAPE
 *   (not square matrices).
 * Errors (_out): CT_ERROR_OVERLAP (an output shares memory with itself, with an input or with another output).
 *   Outputs stay as they were, sizes apart. */
ct_status ct_linalg_eigh(const ct_tensor *t, bool upper, ct_tensor **values, ct_tensor **vectors, ct_error *error);
ct_status ct_linalg_eigh_out(const ct_tensor *t, bool upper, ct_tensor *values, ct_tensor *vectors, ct_error *error);

/** The eigenvalues that ct_linalg_eigh gives.
 * Shapes: t [..., n, n] gives [..., n].
 * Dtypes: float32, float64, complex64 and complex128; the result is real.
 * Errors: CT_ERROR_INVALID (an element is not finite; LAPACK finds no values), CT_ERROR_SHAPE (not square matrices).
 * Errors (_out): . Outputs stay as they were, sizes apart. */
ct_status ct_linalg_eigvalsh(const ct_tensor *t, bool upper, ct_tensor **out, ct_error *error);
ct_status ct_linalg_eigvalsh_out(const ct_tensor *t, bool upper, ct_tensor *out, ct_error *error);

/** Eigenvalues, in no order, and eigenvectors of length 1, one a column.
 * Shapes: t [..., n, n] gives values [..., n] and vectors [..., n, n].
 * Dtypes: float32, float64, complex64 and complex128; Both results are complex.
 * Errors: CT_ERROR_INVALID (two outputs the same; an element is not finite; LAPACK finds no values), CT_ERROR_SHAPE
 *   (not square matrices).
 * Errors (_out): CT_ERROR_OVERLAP (an output shares memory with itself, with an input or with another output).
 *   Outputs stay as they were, sizes apart. */
ct_status ct_linalg_eig(const ct_tensor *t, ct_tensor **values, ct_tensor **vectors, ct_error *error);
ct_status ct_linalg_eig_out(const ct_tensor *t, ct_tensor *values, ct_tensor *vectors, ct_error *error);

/** The eigenvalues that ct_linalg_eig gives.
 * Shapes: t [..., n, n] gives [..., n].
 * Dtypes: float32, float64, complex64 and complex128; the result is complex.
 * Errors: CT_ERROR_INVALID (an element is not finite; LAPACK finds no values), CT_ERROR_SHAPE (not square matrices).
 * Errors (_out): . Outputs stay as they were, sizes apart. */
ct_status ct_linalg_eigvals(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_linalg_eigvals_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/* ---- numbers of a matrix ----
 *
 *     ct_linalg_det(t, &det, &error);
 *
 * Dtypes: float32, float64, complex64 and complex128.
 */

/** The determinant.
 * Shapes: square matrices; the result is without their dims.
 * Errors: CT_ERROR_SHAPE (not square matrices), CT_ERROR_DTYPE (another dtype), CT_ERROR_UNSUPPORTED (more rows than
 *   LAPACK counts). */
ct_status ct_linalg_det(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_linalg_det_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The determinant, as its sign and the logarithm of its absolute value: 0 and -infinity for a singular matrix.
 * Shapes: square matrices; the results are without their dims.
 * Dtypes: float32, float64, complex64 and complex128; logabsdet is real, and sign as t: of a complex determinant the
 *   number of size 1.
 * Errors: CT_ERROR_INVALID (two outputs the same), CT_ERROR_SHAPE (not square matrices), CT_ERROR_DTYPE (another
 *   dtype), CT_ERROR_UNSUPPORTED (more rows than LAPACK counts).
 * Errors (_out): CT_ERROR_OVERLAP (an output shares memory with itself, with an input or with another output). */
ct_status ct_linalg_slogdet(const ct_tensor *t, ct_tensor **sign, ct_tensor **logabsdet, ct_error *error);
ct_status ct_linalg_slogdet_out(const ct_tensor *t, ct_tensor *sign, ct_tensor *logabsdet, ct_error *error);

/** The sum of the diagonal that lies offset columns to the right of the main one.
 * Shapes: at least two dims; the result is without the last two.
 * Dtypes: all; dtype: what is added up in, and the result; UNDEFINED: as ct_sum's.
 * Errors: CT_ERROR_SHAPE (less than two dims), CT_ERROR_DTYPE (not a dtype, or not one of sums). */
ct_status ct_linalg_trace(const ct_tensor *t, int64_t offset, ct_dtype dtype, ct_tensor **out, ct_error *error);
ct_status ct_linalg_trace_out(const ct_tensor *t, int64_t offset, ct_dtype dtype, ct_tensor *out, ct_error *error);

/** How many singular values are larger than rtol times the largest one.
 *
 * rtol NULL: the dtype's eps times the larger number of rows and columns. hermitian: t is Hermitian, which takes less
 * time.
 * Shapes: matrices; the result is without their dims.
 * Dtypes: float32, float64, complex64 and complex128; the result is int64.
 * Errors: CT_ERROR_INVALID (an element is not finite), CT_ERROR_SHAPE (less than two dims; hermitian, and not square),
 *   CT_ERROR_DTYPE (another dtype), CT_ERROR_UNSUPPORTED (more rows than LAPACK counts). */
ct_status ct_linalg_matrix_rank(const ct_tensor *t, const double *rtol, bool hermitian, ct_tensor **out,
                                ct_error *error);
ct_status ct_linalg_matrix_rank_out(const ct_tensor *t, const double *rtol, bool hermitian, ct_tensor *out,
                                    ct_error *error);

/** The norms of a matrix. */
typedef uint32_t ct_linalg_matrix_ord;
enum {
  CT_LINALG_NORM_FRO = 0,       /**< the root of the sum of |x| squared: Frobenius's */
  CT_LINALG_NORM_NUC = 1,       /**< the sum of the singular values: the nuclear one */
  CT_LINALG_NORM_ONE = 2,       /**< the largest sum of |x| of a column */
  CT_LINALG_NORM_MINUS_ONE = 3, /**< the smallest one */
  CT_LINALG_NORM_TWO = 4,       /**< the largest singular value */
  CT_LINALG_NORM_MINUS_TWO = 5, /**< the smallest one */
  CT_LINALG_NORM_INF = 6,       /**< the largest sum of |x| of a row */
  CT_LINALG_NORM_MINUS_INF = 7  /**< the smallest one */
};

/** A norm of matrices, whose dims are dims[0], of rows, and dims[1]. NULL: the last two.
 * Shapes: the two dims go, or with keepdim become 1.
 * Dtypes: float32, float64, complex64 and complex128; dtype: what t is converted to first; UNDEFINED: its own. the
 *   result has the real one of that.
 * Errors: CT_ERROR_INVALID (an unknown ord; an element is not finite, for norms by singular values), CT_ERROR_SHAPE
 *   (less than two dims; a largest or smallest one of nothing), CT_ERROR_DTYPE (another dtype), CT_ERROR_INDEX (a
 *   dim out of range, or twice), CT_ERROR_UNSUPPORTED (more rows than LAPACK counts). */
ct_status ct_linalg_matrix_norm(const ct_tensor *t, ct_linalg_matrix_ord ord, const int32_t *dims, bool keepdim,
                                ct_dtype dtype, ct_tensor **out, ct_error *error);
ct_status ct_linalg_matrix_norm_out(const ct_tensor *t, ct_linalg_matrix_ord ord, const int32_t *dims, bool keepdim,
                                    ct_dtype dtype, ct_tensor *out, ct_error *error);

/** The norm of vectors: ct_norm, by the name that the Array API gives it. ord NULL: 2.
 * Shapes: as ct_norm.
 * Dtypes: as ct_norm.
 * Errors: CT_ERROR_INVALID (as ct_norm), CT_ERROR_SHAPE (as ct_norm), CT_ERROR_DTYPE (as ct_norm), CT_ERROR_INDEX
 *   (as ct_norm). */
ct_status ct_linalg_vector_norm(const ct_tensor *t, const ct_scalar *ord, const int32_t *dims, int32_t ndims,
                                bool keepdim, ct_dtype dtype, ct_tensor **out, ct_error *error);
ct_status ct_linalg_vector_norm_out(const ct_tensor *t, const ct_scalar *ord, const int32_t *dims, int32_t ndims,
                                    bool keepdim, ct_dtype dtype, ct_tensor *out, ct_error *error);

/** The condition number: the norm of t times that of its inverse. Infinite for a singular matrix.
 * Shapes: square matrices, and any for the norms of 2 and -2; the result is without their dims.
 * Dtypes: float32, float64, complex64 and complex128; the result is real.
 * Errors: CT_ERROR_INVALID (an unknown ord; an element is not finite, for norms by singular values), CT_ERROR_SHAPE
 *   (no such matrices, or none that have elements), CT_ERROR_DTYPE (another dtype), CT_ERROR_UNSUPPORTED (more rows
 *   than LAPACK counts). */
ct_status ct_linalg_cond(const ct_tensor *t, ct_linalg_matrix_ord ord, ct_tensor **out, ct_error *error);
ct_status ct_linalg_cond_out(const ct_tensor *t, ct_linalg_matrix_ord ord, ct_tensor *out, ct_error *error);

#ifdef __cplusplus
}
#endif

#endif /* CTENSOR_LINALG_H */
