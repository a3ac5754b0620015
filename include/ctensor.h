/** libctensor: strided tensors at memory speed, behind a stable C ABI.
 *
 * This is the only public header. It is C99 and C++, self-contained, and has no macros that are API but the version
 * and CT_TO_END.
 *
 *     ct_error error = {0};
 *     ct_tensor *a = NULL, *b = NULL;
 *     const int64_t sizes[] = {2, 3};
 *     if (ct_ones(sizes, 2, CT_FLOAT32, &a, &error) != CT_OK || ct_exp(a, &b, &error) != CT_OK) puts(error.message);
 *     ct_tensor_release(a);
 *     ct_tensor_release(b);
 *
 * Rules that hold for every function:
 *   - `ct_tensor **out` gives a reference that the caller owns and gives back with ct_tensor_release.
 *   - `ct_error *error` is owned by the caller and may be NULL. It is written on failure only.
 *   - Any other pointer must not be NULL, unless its comment says what NULL means. An array may be NULL when its
 *     count is 0. Arrays are read during the call and belong to the caller.
 *   - A list of dims (const int32_t *dims, int32_t ndims) that is NULL stands for all dims. One that is not NULL
 *     names ndims of them, and none where ndims is 0: a sum over no dims is t. A single dim that may be all of them
 *     is an int32_t or CT_ALL_DIMS.
 *   - sizes come with their count, ndim; strides, which are as many, follow: (sizes, ndim, strides).
 *   - A call that fails before computing has changed nothing, and `*out` is NULL. Two outputs must not be one
 *     pointer.
 *   - dims may be negative: they count from the end. Strides are in elements, signed; in bytes inside iterators.
 *   - At most 64 dims.
 *   - A ct_scalar has 0 in reserved, and a value that its own dtype can hold.
 *   - A function ct_x_out is ct_x into an existing tensor. Where out is an input, and may be one, it works in place.
 *   - Callbacks (release, loops, the functions of an executor and an allocator) return to the library: they must not
 *     throw, longjmp past it, or end their thread, by pthread_exit or as the target of pthread_cancel. A C++
 *     exception that leaves one may end the process. They may call the library, but those of an allocator must not.
 *
 * How to read the comments. A comment is about the declarations up to the next empty line. It says what they do, and
 * then, where there is something to say:
 *   - Shapes, Dtypes, Options: what tensors the call takes and makes, and what NULL stands for.
 *   - Ownership: who owns and who keeps what. "Borrows" means for the length of the call.
 *   - Errors: every status but CT_OK that the call can return, and when. Three more are not repeated.
 *     CT_ERROR_INTERNAL, from any call that returns a status, reports a bug in this library. CT_ERROR_SHAPE, from
 *     any that broadcasts, makes or resizes, says that the elements or their bytes would be more than int64 counts.
 *     And where ct_set_executor has put the host's threads in place, a failing status of its parallel_for comes back
 *     from the call that used it (CT_ERROR_INVALID where it is above CT_STATUS_USER), with outputs partly written.
 *   - Cost: what memory it takes, and how often it reads elements.
 *   - Threads: "any" means any thread, and at the same time as other calls, as long as no tensor that one call
 *     writes or resizes is used by another.
 *   - Since: the first version that has it.
 *
 * What a comment leaves out is in the head of its group, and what that leaves out is in the lines below. The nearest
 * line counts; lines of errors are read together, unless the nearest one begins with "only". A word in parentheses
 * tells which functions a line is about, beside the line without one: (new) those that make a tensor by
 * `ct_tensor **`, (_out) those whose names end so, (status) and (value) those that return a ct_status or something
 * else, and any other those with that name or with a parameter of that name.
 *
 * What (_out): ct_x into an existing tensor.
 * Shapes (_out): out gets the sizes that ct_x gives, resized to them if it has others.
 * Dtypes (_out): out must have the dtype that ct_x gives.
 * Ownership: borrows what it takes.
 * Ownership (new): the caller owns *out.
 * Ownership (_out): out stays the caller's.
 * Errors (value): none.
 * Errors (status): CT_ERROR_INVALID (a NULL, an output or a ct_scalar against the header's rules).
 * Errors (new): CT_ERROR_OUT_OF_MEMORY.
 * Errors (_out): CT_ERROR_INVALID (meta and real tensors together; borrowed memory of out would have to grow),
 *   CT_ERROR_OVERLAP (out's elements share memory with each other), CT_ERROR_READ_ONLY (out is),
 *   CT_ERROR_OUT_OF_MEMORY.
 * Errors (dtype): CT_ERROR_DTYPE (not a dtype).
 * Errors (dim): CT_ERROR_INDEX (dim out of range).
 * Cost (value): a time that depends on no size, and no memory.
 * Cost (new): takes memory for *out.
 * Cost (_out): takes memory for elements where out has to grow.
 * Threads: any.
 * Threads (_out): no other call may use out meanwhile.
 * Since: 0.1
 */
#ifndef CTENSOR_H
#define CTENSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The version of this header; ct_version tells the library's. */
#define CT_VERSION_MAJOR 0
#define CT_VERSION_MINOR 2
#define CT_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/** A tensor: sizes, strides, a dtype and a storage offset over memory that tensors may share. Reference-counted. */
typedef struct ct_tensor ct_tensor;
/** Operands brought to one shape and one order, ready to be walked. Immutable once built. */
typedef struct ct_iter ct_iter;
/** A position in an iterator, for callers who pull pieces instead of giving a callback. */
typedef struct ct_iter_cursor ct_iter_cursor;
/** A generator of random numbers: where it stands in a stream. Reference-counted. */
typedef struct ct_rng ct_rng;
/** An expression, compiled: run on other tensors of the same layouts, by any number of threads. Reference-counted. */
typedef struct ct_program ct_program;

/** DLPack's struct of versions 1.x. dlpack/dlpack.h, which this header does not need, says what is in it. */
struct DLManagedTensorVersioned;
/** DLPack's struct of versions before 1.0, without a version and flags. */
struct DLManagedTensor;

/** The outcome of a call: CT_OK, one of the library's errors, or a caller's own value at most CT_STATUS_USER. */
typedef int32_t ct_status;
enum {
  CT_OK = 0,                      /**< done */
  CT_ERROR_INVALID = -1,          /**< a wrong argument: NULL, an unknown flag, a value that does not fit */
  CT_ERROR_SHAPE = -2,            /**< sizes, strides or ranks that are impossible or do not go together */
  CT_ERROR_DTYPE = -3,            /**< a dtype that is unknown, unsupported here, or not castable */
  CT_ERROR_INDEX = -4,            /**< a dim or an index out of range, or a dim named twice */
  CT_ERROR_OVERLAP = -5,          /**< an output that shares memory with itself or with another operand */
  CT_ERROR_READ_ONLY = -6,        /**< a write to read-only memory */
  CT_ERROR_OUT_OF_MEMORY = -7,    /**< the allocator had none left */
  CT_ERROR_UNSUPPORTED = -8,      /**< valid, but not built into this library */
  CT_ERROR_DIVISION_BY_ZERO = -9, /**< an integer divisor that is zero */
  CT_ERROR_BUSY = -10,            /**< a process-wide setting that is already in use */
  CT_ERROR_IO = -11,              /**< the system failed to read or write */
  CT_ERROR_FORMAT = -12,          /**< bytes that are not what their format asks for */
  CT_ERROR_INTERNAL = -13,        /**< a bug in this library */
  CT_STATUS_USER = -1000          /**< this and everything below is the caller's, from callbacks */
};

/** The type of an element: one of the 16 values that follow CT_UNDEFINED. */
typedef uint32_t ct_dtype;
enum {
  CT_UNDEFINED = 0,   /**< no dtype; as an argument it means "by rule" where a comment says so */
  CT_BOOL = 1,        /**< 1 byte, 0 or 1 */
  CT_UINT8 = 2,       /**< 1 byte */
  CT_INT8 = 3,        /**< 1 byte */
  CT_INT16 = 4,       /**< 2 bytes */
  CT_INT32 = 5,       /**< 4 bytes */
  CT_INT64 = 6,       /**< 8 bytes */
  CT_FLOAT16 = 7,     /**< 2 bytes, IEEE binary16 */
  CT_FLOAT32 = 8,     /**< 4 bytes; the default float */
  CT_FLOAT64 = 9,     /**< 8 bytes */
  CT_COMPLEX32 = 10,  /**< 4 bytes: two float16, real part first */
  CT_COMPLEX64 = 11,  /**< 8 bytes: two float32, real part first */
  CT_COMPLEX128 = 12, /**< 16 bytes: two float64, real part first */
  CT_BFLOAT16 = 13,   /**< 2 bytes: the upper half of a float32 */
  CT_UINT16 = 14,     /**< 2 bytes */
  CT_UINT32 = 15,     /**< 4 bytes */
  CT_UINT64 = 16      /**< 8 bytes */
};

/** The order of the dims in memory. */
typedef uint32_t ct_memory_format;
enum {
  CT_PRESERVE = 0,        /**< as the input; its order where it has gaps or overlaps */
  CT_CONTIGUOUS = 1,      /**< row-major: the last dim is the densest */
  CT_CHANNELS_LAST = 2,   /**< 4 dims N, C, H, W with C the densest, then W, H, N */
  CT_CHANNELS_LAST_3D = 3 /**< 5 dims N, C, D, H, W with C the densest, then W, H, D, N */
};

/** What ct_pad puts around a tensor. */
typedef uint32_t ct_pad_mode;
enum {
  CT_PAD_CONSTANT = 0,  /**< one value */
  CT_PAD_REFLECT = 1,   /**< its mirror image, without the edge itself */
  CT_PAD_REPLICATE = 2, /**< the elements at its edges */
  CT_PAD_CIRCULAR = 3   /**< its elements from the other end */
};

/** How the results of ct_meshgrid count. */
typedef uint32_t ct_meshgrid_indexing;
enum {
  CT_MESHGRID_IJ = 0, /**< as the indices of a matrix: tensor i lies along dim i */
  CT_MESHGRID_XY = 1  /**< as the coordinates of a picture: the first two dims change places */
};

/** What a quantile is that lies between two elements. */
typedef uint32_t ct_interpolation;
enum {
  CT_INTERPOLATION_LINEAR = 0,   /**< as far from the lower to the higher one as it lies */
  CT_INTERPOLATION_LOWER = 1,    /**< the lower one */
  CT_INTERPOLATION_HIGHER = 2,   /**< the higher one */
  CT_INTERPOLATION_MIDPOINT = 3, /**< halfway between them */
  CT_INTERPOLATION_NEAREST = 4   /**< the nearer one; halfway, the one at an even place */
};

enum {
  CT_ALL_DIMS = -2147483648 /**< in place of one dim: all of them */
};

/** For the stop of ct_slice: to the end, in the direction of step. A macro, as no enumerator of C99 has 64 bits. */
#define CT_TO_END INT64_MIN

/** Why a call failed. Start with all zeros, or with struct_size set. */
typedef struct ct_error {
  uint32_t struct_size; /**< sizeof(ct_error), or 0; what lies beyond it is not written */
  int32_t code;         /**< the status that the call returned */
  char message[248];    /**< one line of UTF-8, NUL included: the function and both sides; "…" at its end when cut */
} ct_error;

/** One value of any dtype. */
typedef struct ct_scalar {
  ct_dtype dtype;    /**< which of the following fields hold the value */
  uint32_t reserved; /**< 0 */
  int64_t i;         /**< of bool and integers; a uint64 by its bit pattern */
  double re;         /**< of floats, and the real part of complex numbers */
  double im;         /**< the imaginary part of complex numbers */
} ct_scalar;

/** Memory of the caller's, on the stack for example, for a number that is an operand (ct_number_of). Its contents
 * belong to the library, and must not be copied or moved. */
typedef struct ct_number {
  uint64_t opaque[40]; /**< the library's */
} ct_number;

/** The name of a status: "CT_OK", "CT_ERROR_SHAPE", …
 *
 * "CT_STATUS_USER" for all statuses of the caller's own; "unknown status" for a number that is no status.
 * Shapes: none. Ownership: a static string, never NULL. */
const char *ct_status_name(ct_status status);

/* ---- dtypes ----
 *
 *     ct_promote_types(CT_INT64, CT_FLOAT16, &dtype, &error);  // float16: a float wins, whatever its width
 *
 * Shapes: none.
 * Cost: a time that depends on no size, and no memory.
 */

/** The dtype of a name: "float32", "bool", "complex64", …, or the short form "f32", "u8", "bf16", …
 * Errors: CT_ERROR_INVALID (no dtype has this name, and *out is CT_UNDEFINED). */
ct_status ct_dtype_from_name(const char *name, ct_dtype *out);

/** The name of a dtype: "float32". "undefined" for CT_UNDEFINED, NULL for an unknown number.
 * Ownership: a static string. */
const char *ct_dtype_name(ct_dtype dtype);

/** Bytes of one element. 0 for CT_UNDEFINED and for an unknown number. */
int64_t ct_dtype_size(ct_dtype dtype);

/** The dtype that two dtypes meet in, as PyTorch's promote_types; the unsigned 16-, 32- and 64-bit ones as NumPy's.
 * Dtypes: any two but uint64 with a signed integer, which no dtype holds both of.
 * Errors: CT_ERROR_DTYPE (a or b is not a dtype; there is none that holds both). */
ct_status ct_promote_types(ct_dtype a, ct_dtype b, ct_dtype *out, ct_error *error);

/** The dtype in which an op computes on count tensors.
 *
 * Tensors with dims come before 0-dim ones, and those before wrapped numbers: a lower group changes the kind of the
 * result (integer, float, complex), never its width.
 * Shapes: any; only whether a tensor is 0-dim matters. Dtypes: any that ct_promote_types takes.
 * Errors: CT_ERROR_INVALID (count below 1), CT_ERROR_DTYPE (no dtype holds all). */
ct_status ct_result_type(const ct_tensor *const *tensors, int32_t count, ct_dtype *out, ct_error *error);

/** Whether an op may write a result of dtype from into an output of dtype to.
 *
 * Not from complex to real, from float to integer, or from anything else to bool. false when either is not a dtype. */
bool ct_can_cast(ct_dtype from, ct_dtype to);

/** Kinds of dtypes, for ct_isdtype: bits that may be put together. */
enum {
  CT_KIND_BOOL = 1,     /**< bool alone */
  CT_KIND_SIGNED = 2,   /**< integers with a sign */
  CT_KIND_UNSIGNED = 4, /**< integers without one */
  CT_KIND_INTEGER = 6,  /**< both */
  CT_KIND_FLOAT = 8,    /**< real floats */
  CT_KIND_COMPLEX = 16, /**< complex floats */
  CT_KIND_NUMBER = 30   /**< all but bool */
};

/** Whether the dtype is of one of these kinds. Dtypes: any. Errors: none; false for what is no dtype. Since: 0.3 */
bool ct_isdtype(ct_dtype dtype, uint32_t kinds);

/** What a float dtype, or the parts of a complex one, can hold. */
typedef struct ct_finfo {
  uint32_t struct_size;      /**< sizeof(ct_finfo), or 0 for the first version's */
  int32_t bits;              /**< of one number, or part */
  double eps;                /**< from 1 to the next number */
  double max;                /**< the largest finite number; the smallest is -max */
  double smallest_normal;    /**< the smallest above 0 with all digits */
  double smallest_subnormal; /**< the smallest above 0 */
} ct_finfo;

/** Limits of a float dtype, or of a complex one's parts.
 * Dtypes: real floats and complex.
 * Ownership: the caller owns *out, a plain struct; its struct_size is read, and stays.
 * Errors: CT_ERROR_INVALID (out NULL, or its struct_size too small), CT_ERROR_DTYPE (not a float dtype). Since: 0.3 */
ct_status ct_dtype_finfo(ct_dtype dtype, ct_finfo *out, ct_error *error);

/** What an integer dtype can hold. */
typedef struct ct_iinfo {
  uint32_t struct_size; /**< sizeof(ct_iinfo), or 0 for the first version's */
  int32_t bits;         /**< of one number */
  int64_t min;          /**< the smallest number */
  uint64_t max;         /**< the largest */
} ct_iinfo;

/** Limits of an integer dtype.
 * Dtypes: integers, without bool.
 * Ownership: the caller owns *out, a plain struct; its struct_size is read, and stays.
 * Errors: CT_ERROR_INVALID (out NULL, or its struct_size too small), CT_ERROR_DTYPE (not an integer dtype).
 * Since: 0.3 */
ct_status ct_dtype_iinfo(ct_dtype dtype, ct_iinfo *out, ct_error *error);

/* ---- making tensors ----
 *
 *     const int64_t sizes[] = {2, 3}, strides[] = {1, 2};
 *     ct_tensor_create(sizes, 2, CT_FLOAT32, &rows, &error);
 *     ct_tensor_create_strided(sizes, 2, strides, CT_FLOAT32, &columns, &error);         // column by column
 *     ct_tensor_from_data(data, sizes, 2, NULL, CT_FLOAT32, free, data, &over, &error);  // no copy; at last free(data)
 *
 * Shapes: sizes[ndim], each at least 0; ndim 0 makes one element.
 * Shapes (strides): strides[ndim] in elements.
 * Dtypes: all.
 * Ownership (new): the caller owns *out and, through it, its memory.
 * Errors: CT_ERROR_INVALID (ndim negative), CT_ERROR_SHAPE (more than 64 dims; a negative size; bytes that do not
 *   fit int64).
 * Cost (new): takes memory for *out and its elements, which it does not write.
 */

/** A contiguous tensor with unspecified contents. */
ct_status ct_tensor_create(const int64_t *sizes, int32_t ndim, ct_dtype dtype, ct_tensor **out, ct_error *error);

/** A tensor with the given strides and unspecified contents.
 *
 * Strides may be negative, 0, or leave gaps. The memory is exactly what the elements reach. */
ct_status ct_tensor_create_strided(const int64_t *sizes, int32_t ndim, const int64_t *strides, ct_dtype dtype,
                                   ct_tensor **out, ct_error *error);

/** A meta tensor: shape, dtype and layout without data. Ops on meta tensors infer their results and touch no memory.
 * Shapes (strides): strides[ndim] in elements; NULL: contiguous. Ownership (new): the caller owns *out.
 * Cost (new): takes memory for the handle. */
ct_status ct_tensor_create_meta(const int64_t *sizes, int32_t ndim, const int64_t *strides, ct_dtype dtype,
                                ct_tensor **out, ct_error *error);

/** A tensor over the caller's memory.
 *
 * data is the address of element [0, …, 0]; with negative strides the memory begins before it. It must be aligned to
 * the element, a complex one to its parts. NULL is fine for a tensor without elements. The memory is never resized.
 * What (ct_tensor_from_const_data): as ct_tensor_from_data, over memory that must not change: every write through
 *   the tensor or a view of it fails.
 * Shapes (strides): strides[ndim] in elements; NULL: contiguous.
 * Ownership (new): the caller owns *out. The memory stays the caller's, and must live until release(user_data) runs.
 *   It runs exactly once: when the last tensor over the memory goes, on whatever thread that is, or before this call
 *   returns when it fails. release NULL: none.
 * Errors: CT_ERROR_INVALID (data NULL or misaligned), CT_ERROR_SHAPE (past the end of the address space).
 * Cost (new): takes memory for the handle; no element is read. */
ct_status ct_tensor_from_data(void *data, const int64_t *sizes, int32_t ndim, const int64_t *strides, ct_dtype dtype,
                              void (*release)(void *user_data), void *user_data, ct_tensor **out, ct_error *error);
ct_status ct_tensor_from_const_data(const void *data, const int64_t *sizes, int32_t ndim, const int64_t *strides,
                                    ct_dtype dtype, void (*release)(void *user_data), void *user_data, ct_tensor **out,
                                    ct_error *error);

/* ---- numbers: operands of one value ----
 *
 *     ct_number two;
 *     ct_mul(x, ct_number_of(ct_scalar_f64(2), &two), &y, &error);
 *
 * What (value): a scalar of the dtype in its name: bool, int64, uint64, float64 or complex128.
 * Shapes: none.
 * Ownership (value): the caller owns the result, a plain struct.
 * Since: 0.2
 */

/** A 0-dim tensor of one value.
 *
 * A wrapped number takes part in promotion as a Python number does in PyTorch: after every other tensor.
 * Shapes: makes a 0-dim tensor. Dtypes: the value's.
 * Errors: CT_ERROR_INVALID (the value does not fit its own dtype), CT_ERROR_DTYPE (not a dtype).
 * Cost (new): takes memory for the handle and the element. Since: 0.1 */
ct_status ct_tensor_create_scalar(const ct_scalar *value, bool wrapped_number, ct_tensor **out, ct_error *error);

/** A scalar of the dtype in its name: bool, int64, uint64, float64 or complex128. */
ct_scalar ct_scalar_bool(bool value);
ct_scalar ct_scalar_i64(int64_t value);
ct_scalar ct_scalar_u64(uint64_t value);
ct_scalar ct_scalar_f64(double value);
ct_scalar ct_scalar_c128(double re, double im);

/** A wrapped number in the caller's memory: the scalar operand of any op, on either side, without an allocation.
 *
 * It takes part in promotion as a Python number does in PyTorch: a float x keeps its dtype. It is a tensor like any
 * other, but read-only; a call that would hold on to it (ct_tensor_retain, a view, an iterator, ct_to_dlpack) takes
 * a copy. ct_tensor_release does nothing to it. ct_tensor_create_scalar makes one that lives longer.
 * Shapes: makes a 0-dim tensor.
 * Dtypes: the value's. In promotion float64 counts as float32, complex128 as complex64, and an integer gives way.
 * Ownership: what is returned lies in *memory and is of use as long as that is. There is nothing to release.
 * Ownership (value): the caller owns *memory.
 * Errors: none; NULL where memory is NULL, or value is none: not a dtype, reserved not 0, out of its range. */
const ct_tensor *ct_number_of(ct_scalar value, ct_number *memory);

/* ---- filled tensors ----
 *
 *     const ct_scalar ten = ct_scalar_i64(10);
 *     ct_arange(NULL, &ten, NULL, CT_UNDEFINED, &counted, &error);  // 0, 1, … 9 as int64
 *     ct_zeros_like(counted, CT_FLOAT32, CT_PRESERVE, &zeros, &error);
 *
 * Shapes (sizes): sizes[ndim].
 * Shapes (t): t's; CT_CHANNELS_LAST takes 4 dims, CT_CHANNELS_LAST_3D 5. CT_PRESERVE: t's strides when t is dense
 *   and does not overlap, else its order made dense.
 * Dtypes (dtype): all.
 * Dtypes (t): dtype UNDEFINED: t's.
 * Errors: CT_ERROR_SHAPE (bytes that do not fit int64).
 * Errors (sizes): CT_ERROR_INVALID (ndim negative), CT_ERROR_SHAPE (more than 64 dims; a negative size).
 * Errors (format): CT_ERROR_INVALID (an unknown format), CT_ERROR_SHAPE (wrong rank for the format).
 * Cost: writes *out once.
 */

/** A contiguous tensor of zeros. */
ct_status ct_zeros(const int64_t *sizes, int32_t ndim, ct_dtype dtype, ct_tensor **out, ct_error *error);

/** A contiguous tensor of ones. */
ct_status ct_ones(const int64_t *sizes, int32_t ndim, ct_dtype dtype, ct_tensor **out, ct_error *error);

/** A contiguous tensor with every element the value.
 * Dtypes: dtype UNDEFINED: the value's. Errors: CT_ERROR_INVALID (dtype cannot hold the value). */
ct_status ct_full(const int64_t *sizes, int32_t ndim, const ct_scalar *value, ct_dtype dtype, ct_tensor **out,
                  ct_error *error);

/** The numbers from start up to, or with a negative step down to, but without, end.
 * Shapes: makes 1 dim of ceil((end - start) / step) elements, none where the step leads away from end.
 * Dtypes: integers and real floats. dtype UNDEFINED: int64 when all three are integers, else float32. For an integer
 *   dtype, the elements are those of the truncated start and step: from 0 to 5 by 1.5, 4 elements, 0 1 2 3.
 * Options: start; NULL is 0, step; NULL is 1.
 * Errors: CT_ERROR_INVALID (step 0 or NaN; not finite; complex; beyond int64 for an integer dtype), CT_ERROR_DTYPE
 *   (bool or complex). */
ct_status ct_arange(const ct_scalar *start, const ct_scalar *end, const ct_scalar *step, ct_dtype dtype,
                    ct_tensor **out, ct_error *error);

/** `steps` numbers at equal distances from start to end, both included; start alone where steps is 1.
 *
 * The first half counts from start and the second from end, so both ends are exact: start + i * step, and end -
 * (steps - 1 - i) * step. Computed in float64 and rounded once; integers drop the fraction.
 * Shapes: makes 1 dim of steps elements.
 * Dtypes: all but bool. dtype UNDEFINED: float32, or complex64 when start or end is complex.
 * Errors: CT_ERROR_INVALID (steps negative; complex for a dtype that is not; an end that an integer dtype cannot
 *   hold), CT_ERROR_DTYPE (bool). Since: 0.3 */
ct_status ct_linspace(const ct_scalar *start, const ct_scalar *end, int64_t steps, ct_dtype dtype, ct_tensor **out,
                      ct_error *error);

/** base to the power of what ct_linspace gives: `steps` numbers, each by the same factor larger than the one before.
 *
 * Computed in float64, powers as by ct_pow, and rounded once; integers drop the fraction.
 * Shapes: makes 1 dim of steps elements. Dtypes: integers and real floats. dtype UNDEFINED: float32.
 * Errors: CT_ERROR_INVALID (steps negative; complex), CT_ERROR_DTYPE (bool or complex). Since: 0.3 */
ct_status ct_logspace(const ct_scalar *start, const ct_scalar *end, int64_t steps, double base, ct_dtype dtype,
                      ct_tensor **out, ct_error *error);

/** A matrix of ones on a diagonal and zeros elsewhere. diagonal 0: the main one; above 0: one to the right of it.
 * Shapes: makes [rows, columns]. Dtypes: all; dtype UNDEFINED: float32.
 * Errors: CT_ERROR_INVALID (rows or columns negative). Since: 0.3 */
ct_status ct_eye(int64_t rows, int64_t columns, int64_t diagonal, ct_dtype dtype, ct_tensor **out, ct_error *error);

/** Where a matrix has its elements on and below a diagonal: their rows, and under them their columns, row by row.
 * What (ct_triu_indices): where a matrix has its elements on and above a diagonal: their rows, and under them their
 *   columns, row by row.
 * Shapes: makes [2, n]. Dtypes: integers that hold the indices. dtype UNDEFINED: int64.
 * Errors: CT_ERROR_INVALID (rows or columns negative; larger than the dtype counts), CT_ERROR_DTYPE (no integer).
 * Since: 0.3 */
ct_status ct_tril_indices(int64_t rows, int64_t columns, int64_t offset, ct_dtype dtype, ct_tensor **out,
                          ct_error *error);
ct_status ct_triu_indices(int64_t rows, int64_t columns, int64_t offset, ct_dtype dtype, ct_tensor **out,
                          ct_error *error);

/** A tensor of t's sizes with unspecified contents; meta when t is. Cost: does not write *out. */
ct_status ct_empty_like(const ct_tensor *t, ct_dtype dtype, ct_memory_format format, ct_tensor **out, ct_error *error);

/** Zeros of t's sizes; meta or deferred when t is. */
ct_status ct_zeros_like(const ct_tensor *t, ct_dtype dtype, ct_memory_format format, ct_tensor **out, ct_error *error);

/** Ones of t's sizes; meta or deferred when t is. */
ct_status ct_ones_like(const ct_tensor *t, ct_dtype dtype, ct_memory_format format, ct_tensor **out, ct_error *error);

/** A tensor of t's sizes with every element the value; meta or deferred when t is. Errors: CT_ERROR_INVALID (the
 * dtype cannot hold the value). */
ct_status ct_full_like(const ct_tensor *t, const ct_scalar *value, ct_dtype dtype, ct_memory_format format,
                       ct_tensor **out, ct_error *error);

/* ---- looking at tensors ----
 *
 *     const int64_t *sizes = ct_tensor_sizes(t);
 *     for (int32_t d = 0; d < ct_tensor_ndim(t); ++d) printf("%lld ", (long long)sizes[d]);
 *
 * Shapes: any.
 * Dtypes: all.
 * Errors (value): none; NULL gives 0, false, NULL or CT_UNDEFINED.
 * Cost (status): reads at most one element, and takes no memory.
 */

/** One more reference to t. Returns t; of a number in the caller's memory (ct_number_of), a copy.
 *
 * const covers the handle: a reference that is kept may be written through, where its memory can be.
 * Ownership: the caller owns one more reference, to be given back with ct_tensor_release.
 * Errors: none; NULL gives NULL, and so does a number where there is no memory for its copy.
 * Threads: any, also at the same time for one tensor: the count is atomic. */
ct_tensor *ct_tensor_retain(const ct_tensor *t);

/** Gives a reference back. With the last one the tensor is freed, and with the last tensor on a storage its memory.
 * Ownership: takes the caller's reference. Errors: none; NULL is fine.
 * Threads: any, also at the same time for one tensor: the count is atomic. */
void ct_tensor_release(ct_tensor *t);

/** The number of dims. Errors: none; NULL gives -1. */
int32_t ct_tensor_ndim(const ct_tensor *t);

/** The number of elements. */
int64_t ct_tensor_numel(const ct_tensor *t);

/** The dtype. */
ct_dtype ct_tensor_dtype(const ct_tensor *t);

/** The sizes: ndim numbers.
 * What (ct_tensor_strides): the strides in elements: ndim numbers.
 * Ownership: lent until t is resized or released. Never NULL for a live tensor, a 0-dim one included. */
const int64_t *ct_tensor_sizes(const ct_tensor *t);
const int64_t *ct_tensor_strides(const ct_tensor *t);

/** Where element [0, …, 0] lies in the storage, in elements. */
int64_t ct_tensor_storage_offset(const ct_tensor *t);

/** The bytes of the storage, which may be more than t reaches; of a meta tensor, the bytes it would have. */
int64_t ct_tensor_storage_nbytes(const ct_tensor *t);

/** The address of element [0, …, 0], for reading.
 * Ownership: lent until t is resized or released.
 * Errors: none; NULL for NULL, for a meta tensor, and for a storage without bytes. */
const void *ct_tensor_data(const ct_tensor *t);

/** The address of element [0, …, 0], for writing.
 * Shapes: any; *out is NULL for a storage without bytes. Ownership: lent until t is resized or released.
 * Errors: CT_ERROR_INVALID (t is meta), CT_ERROR_READ_ONLY (t's storage is). */
ct_status ct_tensor_data_mut(ct_tensor *t, void **out, ct_error *error);

/** Whether t has no data, only shape, dtype and layout. */
bool ct_tensor_is_meta(const ct_tensor *t);

/** Whether writes to t fail, because its storage is read-only. */
bool ct_tensor_is_read_only(const ct_tensor *t);

/** Whether this is the one reference to t, and t the one tensor on its storage.
 * Threads: any; true stays true only until another reference is made. */
bool ct_tensor_is_unique(const ct_tensor *t);

/** Whether t is a wrapped number, which comes last in promotion. Shapes: any; only a 0-dim tensor is one. */
bool ct_tensor_is_wrapped_number(const ct_tensor *t);

/** Whether the elements lie in the format's order without gaps. The strides of dims of size 1 do not matter.
 * Shapes: any; an empty tensor is contiguous. Other ranks than the format's give false.
 * Errors: none; NULL, CT_PRESERVE or an unknown format gives false. */
bool ct_tensor_is_contiguous(const ct_tensor *t, ct_memory_format format);

/** Whether the elements fill one stretch of memory, each once, in some order of the dims, with no negative stride. */
bool ct_tensor_is_non_overlapping_and_dense(const ct_tensor *t);

/** The memory format that t's strides suggest. With exact, only a format whose strides they are exactly.
 * Shapes: any; CT_CONTIGUOUS for ranks other than 4 and 5. Errors: none; NULL gives CT_CONTIGUOUS. */
ct_memory_format ct_tensor_suggest_memory_format(const ct_tensor *t, bool exact);

/** Bytes of one element. Since: 0.3 */
int64_t ct_tensor_itemsize(const ct_tensor *t);

/** Bytes of all elements together: their number times the bytes of one, whatever the strides. Since: 0.3 */
int64_t ct_tensor_nbytes(const ct_tensor *t);

/** The value of the element at an index for each dim. Negative ones count from the end.
 * Shapes: any; ndim is t's. Dtypes: all; *out has t's dtype. Ownership: the caller owns *out, a plain struct.
 * Errors: CT_ERROR_INVALID (t is meta), CT_ERROR_SHAPE (ndim is not t's), CT_ERROR_INDEX (an index out of range),
 *   CT_ERROR_OUT_OF_MEMORY. Since: 0.3 */
ct_status ct_tensor_get_item(const ct_tensor *t, const int64_t *index, int32_t ndim, ct_scalar *out, ct_error *error);

/** Writes one element, at an index for each dim. Negative ones count from the end. A value that the dtype cannot
 * hold is refused, as by ct_fill.
 * Shapes: any; ndim is t's.
 * Errors: CT_ERROR_INVALID (t is meta or deferred; t's dtype cannot hold the value), CT_ERROR_SHAPE (ndim is not
 *   t's), CT_ERROR_INDEX (an index out of range), CT_ERROR_DTYPE (the value's is none), CT_ERROR_READ_ONLY (t is).
 * Since: 0.3 */
ct_status ct_tensor_set_item(ct_tensor *t, const int64_t *index, int32_t ndim, const ct_scalar *value, ct_error *error);

/** The value of a tensor's one element.
 * Shapes: any of one element. Dtypes: all; *out has t's dtype. Ownership: the caller owns *out, a plain struct.
 * Errors: CT_ERROR_INVALID (t is meta), CT_ERROR_SHAPE (not one element). */
ct_status ct_tensor_item(const ct_tensor *t, ct_scalar *out, ct_error *error);

/** t as text, as PyTorch prints it; the dtype reads dtype=float64, without "torch.".
 *
 * Writes at most capacity bytes, the final NUL included, and cuts what does not fit. *needed is what all of it
 * takes. buffer may be NULL when capacity is 0; needed may be NULL.
 * Shapes: any. Above 1000 elements only the edges of each dim are shown; 100000 elements at most.
 * Ownership: the caller owns buffer.
 * Errors: CT_ERROR_INVALID (capacity negative; buffer NULL with a capacity).
 * Cost (status): reads the elements that it shows. */
ct_status ct_tensor_to_string(const ct_tensor *t, char *buffer, int64_t capacity, int64_t *needed, ct_error *error);

/* ---- views: new tensors over the same memory ----
 *
 *     ct_transpose(t, 0, 1, &columns, &error);
 *     ct_slice(t, 0, 0, CT_TO_END, 2, &even_rows, &error);  // t[::2]; a write to it is a write to t
 *
 * Shapes: any.
 * Dtypes: all.
 * Dtypes (new): *out has t's.
 * Ownership (new): the caller owns *out, which keeps t's memory alive.
 * Errors (ndims): CT_ERROR_INVALID (ndims negative; dims NULL with ndims above 0), CT_ERROR_INDEX (a dim out of
 *   range or twice).
 * Cost (new): takes memory for the handle of *out alone; no element is read.
 */

/** The view with these sizes, strides and offset in t's storage, whatever t's own are.
 * Shapes: sizes[ndim], strides[ndim] in elements, of either sign, within the storage.
 * Errors: CT_ERROR_INVALID (ndim or storage_offset negative), CT_ERROR_SHAPE (more than 64 dims; a negative size;
 *   out of the storage's bounds). */
ct_status ct_as_strided(const ct_tensor *t, const int64_t *sizes, int32_t ndim, const int64_t *strides,
                        int64_t storage_offset, ct_tensor **out, ct_error *error);

/** t with other sizes, never a copy.
 * Shapes: sizes[ndim] with t's number of elements; one may be -1 and is worked out.
 * Errors: CT_ERROR_INVALID (ndim negative), CT_ERROR_SHAPE (more than 64 dims; sizes that do not fit the elements;
 *   strides that allow no such view). */
ct_status ct_view(const ct_tensor *t, const int64_t *sizes, int32_t ndim, ct_tensor **out, ct_error *error);

/** t with other sizes: a view where there is one, else a contiguous copy.
 * Shapes: sizes[ndim] with t's number of elements; one may be -1 and is worked out.
 * Ownership (new): the caller owns *out, which keeps t's memory alive if it is a view.
 * Errors: CT_ERROR_INVALID (ndim negative), CT_ERROR_SHAPE (more than 64 dims; sizes that do not fit the elements).
 * Cost (new): of a view, as of all views; a copy takes memory, reads t once and writes *out once. */
ct_status ct_reshape(const ct_tensor *t, const int64_t *sizes, int32_t ndim, ct_tensor **out, ct_error *error);

/** t with its dims in another order: dim i of *out is dims[i] of t.
 * Shapes: any; dims[ndim] names every dim once.
 * Errors: CT_ERROR_INVALID (ndim negative), CT_ERROR_SHAPE (ndim is not t's), CT_ERROR_INDEX (a dim out of range
 *   or twice). */
ct_status ct_permute(const ct_tensor *t, const int32_t *dims, int32_t ndim, ct_tensor **out, ct_error *error);

/** t with two dims exchanged.
 * What (ct_swapaxes): ct_transpose by the name that NumPy has for it.
 * Shapes: any; of a 0-dim tensor, dims 0 and -1 are allowed and change nothing.
 * Errors: CT_ERROR_INDEX (a dim out of range). Since (ct_swapaxes): 0.3 */
ct_status ct_transpose(const ct_tensor *t, int32_t dim0, int32_t dim1, ct_tensor **out, ct_error *error);
ct_status ct_swapaxes(const ct_tensor *t, int32_t dim0, int32_t dim1, ct_tensor **out, ct_error *error);

/** t with dim source[i] moved to place destination[i]; the others keep their order.
 * Errors: CT_ERROR_INVALID (count negative), CT_ERROR_INDEX (a dim out of range or twice). */
ct_status ct_movedim(const ct_tensor *t, const int32_t *source, const int32_t *destination, int32_t count,
                     ct_tensor **out, ct_error *error);

/** t[start:stop:step] along one dim by Python's rules: bounds out of range are clipped, a negative step runs back.
 *
 * stop CT_TO_END: up to and with the last element, or with a negative step the first. start CT_TO_END is as absent:
 * it is 0, or with a negative step -1.
 * Shapes: at least 1 dim. A negative step makes a negative stride.
 * Errors: CT_ERROR_INVALID (step 0), CT_ERROR_INDEX (t is 0-dim). */
ct_status ct_slice(const ct_tensor *t, int32_t dim, int64_t start, int64_t stop, int64_t step, ct_tensor **out,
                   ct_error *error);

/** t at one index of a dim, which goes. The index may be negative.
 * Shapes: at least 1 dim; *out has one less. Errors: CT_ERROR_INDEX (dim or index out of range; t is 0-dim). */
ct_status ct_select(const ct_tensor *t, int32_t dim, int64_t index, ct_tensor **out, ct_error *error);

/** length elements of a dim, beginning at start, which may be negative. Unlike ct_slice, all must be there.
 * Shapes: at least 1 dim.
 * Errors: CT_ERROR_INVALID (length negative), CT_ERROR_INDEX (start or start + length out of range; t is 0-dim). */
ct_status ct_narrow(const ct_tensor *t, int32_t dim, int64_t start, int64_t length, ct_tensor **out, ct_error *error);

/** t as if repeated along dims of size 1, and along new dims in front, by strides of 0.
 * Shapes: sizes[ndim], aligned with t's at the last dim; -1 keeps a size. Elements share memory, so writing to *out
 *   fails.
 * Errors: CT_ERROR_INVALID (ndim negative), CT_ERROR_SHAPE (fewer dims than t, or more than 64; a size that is
 *   neither t's nor repeats a 1; too many elements). */
ct_status ct_expand(const ct_tensor *t, const int64_t *sizes, int32_t ndim, ct_tensor **out, ct_error *error);

/** t without those of the named dims that have size 1. dims NULL: without every dim of size 1. */
ct_status ct_squeeze(const ct_tensor *t, const int32_t *dims, int32_t ndims, ct_tensor **out, ct_error *error);

/** t with a new dim of size 1 at place dim of *out. Shapes: at most 63 dims. Errors: CT_ERROR_SHAPE (t has 64 dims). */
ct_status ct_unsqueeze(const ct_tensor *t, int32_t dim, ct_tensor **out, ct_error *error);

/** t with the dims start_dim to end_dim made one: a view where there is one, else a contiguous copy.
 * Shapes: any; a 0-dim tensor becomes 1-dim.
 * Ownership (new): the caller owns *out, which keeps t's memory alive if it is a view.
 * Errors: CT_ERROR_INVALID (start_dim after end_dim), CT_ERROR_INDEX (a dim out of range).
 * Cost (new): as of ct_reshape. */
ct_status ct_flatten(const ct_tensor *t, int32_t start_dim, int32_t end_dim, ct_tensor **out, ct_error *error);

/** t backwards along some dims: a view with negative strides, where PyTorch copies. dims NULL: along all. */
ct_status ct_flip(const ct_tensor *t, const int32_t *dims, int32_t ndims, ct_tensor **out, ct_error *error);

/** The real parts.
 * What (ct_imag): the imaginary parts. Dtypes (new): *out has the float of complex numbers' parts.
 * Dtypes (ct_real): of a real tensor, a view of all of it. Errors (ct_imag): CT_ERROR_DTYPE (t is not complex). */
ct_status ct_real(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_imag(const ct_tensor *t, ct_tensor **out, ct_error *error);

/** t turned by k quarter turns in the plane of two dims, from dim0 towards dim1: a view, where PyTorch copies.
 * Shapes: at least 2 dims; for an odd k, the sizes of the two dims change places. k may be negative.
 * Errors: CT_ERROR_SHAPE (fewer than 2 dims), CT_ERROR_INDEX (a dim out of range, or the same twice). Since: 0.3 */
ct_status ct_rot90(const ct_tensor *t, int32_t k, int32_t dim0, int32_t dim1, ct_tensor **out, ct_error *error);

/** The elements of t whose index in dim2 is that in dim1 plus offset, along a new last dim in place of the two.
 * Shapes: at least 2 dims; the new dim has as many elements as there are, maybe none.
 * Errors: CT_ERROR_INDEX (a dim out of range, or the same twice; fewer than 2 dims). Since: 0.3 */
ct_status ct_diagonal(const ct_tensor *t, int64_t offset, int32_t dim1, int32_t dim2, ct_tensor **out, ct_error *error);

/** Windows of size elements along a dim, step apart: the dim counts the windows, and a new last dim runs along each.
 * Shapes: at most 63 dims; the dim gets (its size - size) / step + 1 elements, rounded down. A 0-dim tensor counts
 *   as one of one element. Windows may share elements, so that writing to *out fails.
 * Errors: CT_ERROR_INVALID (size negative; step not positive), CT_ERROR_SHAPE (size is larger than the dim; t has 64
 *   dims; too many elements). Since: 0.3 */
ct_status ct_unfold(const ct_tensor *t, int32_t dim, int64_t size, int64_t step, ct_tensor **out, ct_error *error);

/** t with one dim made several.
 * Shapes: at least 1 dim; sizes[nsizes], at least one, with the dim's number of elements; one may be -1 and is
 *   worked out.
 * Errors: CT_ERROR_INVALID (nsizes not positive), CT_ERROR_SHAPE (sizes that do not fit the dim; more than 64 dims),
 *   CT_ERROR_INDEX (t is 0-dim). Since: 0.3 */
ct_status ct_unflatten(const ct_tensor *t, int32_t dim, const int64_t *sizes, int32_t nsizes, ct_tensor **out,
                       ct_error *error);

/** t's bytes as elements of another dtype.
 *
 * Where the dtypes' sizes differ, the last dim gets more or fewer elements: its stride must be 1 and, for larger
 * elements, its size, the other strides and the storage offset multiples of how many become one.
 * Shapes: any; at least 1 dim where the sizes of elements differ. Dtypes (new): a bool must be 0 or 1 in memory.
 * Errors: CT_ERROR_INVALID (borrowed memory that is not aligned to the dtype), CT_ERROR_SHAPE (sizes, strides or an
 *   offset that allow no such view). Since: 0.3 */
ct_status ct_view_dtype(const ct_tensor *t, ct_dtype dtype, ct_tensor **out, ct_error *error);

/** The parts of complex numbers along a new last dim: the real ones at 0, the imaginary ones at 1.
 * Shapes: at most 63 dims; the new dim has size 2. Dtypes: complex.
 * Dtypes (new): *out has the float of a part.
 * Errors: CT_ERROR_DTYPE (t is not complex), CT_ERROR_SHAPE (t has 64 dims). Since: 0.3 */
ct_status ct_view_as_real(const ct_tensor *t, ct_tensor **out, ct_error *error);

/** Pairs along the last dim as complex numbers, which ct_view_as_real makes pairs again.
 * Shapes: at least 1 dim; the last, which goes, has size 2 and stride 1. Other strides and the offset are even.
 * Dtypes: float16, float32 and float64. Dtypes (new): *out has the complex dtype that has such parts.
 * Errors: CT_ERROR_DTYPE (t is of another dtype), CT_ERROR_SHAPE (sizes, strides or an offset that allow no such
 *   view). Since: 0.3 */
ct_status ct_view_as_complex(const ct_tensor *t, ct_tensor **out, ct_error *error);

/** Gives t itself other sizes, with the format's strides (CT_PRESERVE: contiguous).
 *
 * The storage grows when it must, never shrinks, and keeps its old bytes; new ones are unspecified. A storage that
 * other tensors share is left to them, and t gets one of its own.
 * Shapes: sizes[ndim]; CT_CHANNELS_LAST takes 4 dims, CT_CHANNELS_LAST_3D 5.
 * Ownership: t stays the caller's. Pointers that its getters gave are no longer valid.
 * Errors: CT_ERROR_INVALID (ndim negative; an unknown format; borrowed memory would have to grow), CT_ERROR_SHAPE
 *   (more than 64 dims; a negative size; bytes that do not fit int64; wrong rank for the format),
 *   CT_ERROR_READ_ONLY, CT_ERROR_OUT_OF_MEMORY.
 * Cost: takes memory where the storage grows, and copies its old bytes.
 * Threads: any; no other call may use t meanwhile. */
ct_status ct_resize(ct_tensor *t, const int64_t *sizes, int32_t ndim, ct_memory_format format, ct_error *error);

/* ---- several views at once ----
 *
 *     ct_tensor *halves[2];
 *     ct_split(t, (const int64_t[]){3, 5}, 2, 0, halves, &error);  // of the rows 0 to 2, and 3 to 7
 *
 * Dtypes: all; each view has its tensor's.
 * Ownership (new): the caller owns *out and what follows, which has room for `count` tensors. They keep the memory
 *   that they are views of alive. Where the call fails, all of them are NULL.
 * Cost (new): takes memory for the handles alone; no element is read.
 * Since: 0.3
 */

/** t cut along a dim into `count` parts of these sizes.
 * Shapes: at least 1 dim; split_sizes[count] sum up to the dim's size.
 * Errors: CT_ERROR_INVALID (count or a size negative), CT_ERROR_SHAPE (another sum), CT_ERROR_INDEX (t is 0-dim). */
ct_status ct_split(const ct_tensor *t, const int64_t *split_sizes, int32_t count, int32_t dim, ct_tensor **outs,
                   ct_error *error);

/** t cut along a dim into at most `chunks` parts of equal sizes, of which the last may be smaller.
 * Shapes: at least 1 dim. Equal sizes are those of its size divided by chunks, rounded up, so there may be fewer
 *   parts; of a dim without elements, there are as many as asked for.
 * Ownership (new): the caller owns *outs and what follows, which has room for `chunks` tensors. The first *count
 *   keep t's memory alive; the rest, and all where the call fails, are NULL.
 * Errors: CT_ERROR_INVALID (chunks not positive), CT_ERROR_INDEX (t is 0-dim). */
ct_status ct_chunk(const ct_tensor *t, int32_t chunks, int32_t dim, ct_tensor **outs, int32_t *count, ct_error *error);

/** t at every index of a dim, as ct_select gives it.
 * Shapes: at least 1 dim; each of outs has one less.
 * Ownership (new): the caller owns *outs and what follows, which has room for as many tensors as the dim has
 *   elements. They keep t's memory alive. Where the call fails, all of them are NULL, unless dim is out of range.
 * Errors: CT_ERROR_INDEX (t is 0-dim). */
ct_status ct_unbind(const ct_tensor *t, int32_t dim, ct_tensor **outs, ct_error *error);

/** The sizes of what tensors of these sizes broadcast to.
 * Shapes: shapes[count], the i-th of ndims[i] sizes, which may be NULL for 0. sizes has room for 64; *ndim of them
 *   are written.
 * Errors: CT_ERROR_INVALID (count or an ndim negative), CT_ERROR_SHAPE (sizes that do not broadcast; a negative
 *   size; more than 64 dims).
 * Cost: takes no memory. */
ct_status ct_broadcast_shapes(const int64_t *const *shapes, const int32_t *ndims, int32_t count, int64_t *sizes,
                              int32_t *ndim, ct_error *error);

/** Views of tensors in the shape that all of them broadcast to, as ct_expand gives them.
 * Shapes: any that broadcast.
 * Errors: CT_ERROR_INVALID (count negative), CT_ERROR_SHAPE (sizes that do not broadcast; too many elements). */
ct_status ct_broadcast_tensors(const ct_tensor *const *tensors, int32_t count, ct_tensor **outs, ct_error *error);

/** The coordinates of a grid's points, whose axes are given: `count` views, each as if its tensor were repeated
 * along the others.
 * Shapes: at most 64 tensors of at most 1 dim; each view has a dim for each tensor, of its size.
 * Dtypes: all, but the same for all tensors.
 * Errors: CT_ERROR_INVALID (count negative; an unknown indexing), CT_ERROR_SHAPE (a tensor of more dims; more than
 *   64 tensors; too many elements), CT_ERROR_DTYPE (different dtypes). */
ct_status ct_meshgrid(const ct_tensor *const *tensors, int32_t count, ct_meshgrid_indexing indexing, ct_tensor **outs,
                      ct_error *error);

/* ---- copies ----
 *
 *     ct_to(t, CT_FLOAT64, CT_PRESERVE, false, &doubles, &error);  // t itself where it has that dtype
 *     ct_copy(t, doubles, &error);                                 // back again, converted
 *
 * Shapes: any.
 * Shapes (format): CT_CHANNELS_LAST takes 4 dims, CT_CHANNELS_LAST_3D 5.
 * Dtypes: all.
 * Dtypes (new): *out has t's.
 * Errors (format): CT_ERROR_INVALID (an unknown format), CT_ERROR_SHAPE (wrong rank for the format).
 * Cost: reads each element once and writes it once.
 */

/** t in memory order: t itself, retained, if it is contiguous in the format, else a copy.
 * Ownership (new): the caller owns *out, which may be one more reference to t.
 * Errors: CT_ERROR_INVALID (CT_PRESERVE). */
ct_status ct_contiguous(const ct_tensor *t, ct_memory_format format, ct_tensor **out, ct_error *error);

/** A copy of t with memory of its own.
 * Shapes: any; CT_PRESERVE keeps the strides of a dense tensor, else its order made dense. */
ct_status ct_clone(const ct_tensor *t, ct_memory_format format, ct_tensor **out, ct_error *error);

/** t in another dtype or format, or a copy of it.
 *
 * What *out is:
 *   - t itself, retained, where nothing would change: the dtype is t's, and the format is CT_PRESERVE or the one that
 *     ct_tensor_suggest_memory_format says; unless copy asks for a tensor of its own. A sliced tensor may come back
 *     as it is for CT_CONTIGUOUS: for memory in order use ct_contiguous.
 *   - with CT_PRESERVE, else, a tensor with t's strides where t is dense, or with its order made dense: channels last
 *     stays so.
 *   - with another format, else, a tensor with the strides of that format.
 * Dtypes (new): *out has dtype. UNDEFINED: t's. Floats to integers truncate and saturate, NaN gives 0; integers wrap;
 *   complex to real takes the real part.
 * Ownership (new): the caller owns *out, which may be one more reference to t.
 * Errors: CT_ERROR_SHAPE (bytes that do not fit int64). */
ct_status ct_to(const ct_tensor *t, ct_dtype dtype, ct_memory_format format, bool copy, ct_tensor **out,
                ct_error *error);

/** Writes src's values into dst, converting them to dst's dtype.
 *
 * Into a meta tensor, shapes are checked and nothing is done.
 * Shapes: src broadcasts to dst, which keeps its sizes. Dtypes: all, each to each, converted as by ct_to.
 * Errors: CT_ERROR_INVALID (src is meta and dst is not), CT_ERROR_SHAPE (src does not broadcast to dst),
 *   CT_ERROR_OVERLAP (dst's elements share memory with each other, or with src's in another order),
 *   CT_ERROR_READ_ONLY (dst is), CT_ERROR_OUT_OF_MEMORY. */
ct_status ct_copy(ct_tensor *dst, const ct_tensor *src, ct_error *error);

/** Writes one value into every element of dst.
 *
 * A value that dst's dtype cannot hold is refused: out of range, a fraction into an integer, NaN into an integer, an
 * imaginary part into a real. Rounding is fine, and bool takes anything.
 * Errors: CT_ERROR_INVALID (dst's dtype cannot hold the value), CT_ERROR_DTYPE (the value's is none),
 *   CT_ERROR_OVERLAP (dst's elements share memory with each other), CT_ERROR_READ_ONLY (dst is),
 *   CT_ERROR_OUT_OF_MEMORY.
 * Cost: writes each element once. */
ct_status ct_fill(ct_tensor *dst, const ct_scalar *value, ct_error *error);

/* ---- joining and rearranging ----
 *
 *     const ct_tensor *both[] = {a, b};
 *     ct_cat(both, 2, 0, &rows, &error);  // b's rows after a's
 *
 * Shapes (new): *out is contiguous; meta when t is.
 * Dtypes: all.
 * Dtypes (new): *out has t's.
 * Errors (ndims): CT_ERROR_INVALID (ndims negative; dims NULL with ndims above 0), CT_ERROR_INDEX (a dim out of
 *   range).
 * Errors (_out): CT_ERROR_DTYPE (not out's), CT_ERROR_OVERLAP (out shares memory with an input).
 * Cost: reads what it takes and writes out once.
 * Cost (_out): takes memory where out has to grow, or has other strides than *out would.
 * Since: 0.3
 */

/** The tensors one after the other along a dim that they have.
 * Shapes: at least 1 dim; the same sizes but for dim. As in PyTorch, tensors of the sizes [0] join any others.
 * Shapes (new): *out has the memory format that all suggest, else it is contiguous; meta when all are.
 * Dtypes (new): *out has the common one (ct_result_type).
 * Dtypes (_out): out may have any dtype that the common one casts to.
 * Errors: CT_ERROR_INVALID (count not positive; meta and real tensors together), CT_ERROR_SHAPE (a 0-dim tensor;
 *   sizes that do not go together; too many elements), CT_ERROR_DTYPE (no common dtype). */
ct_status ct_cat(const ct_tensor *const *tensors, int32_t count, int32_t dim, ct_tensor **out, ct_error *error);
ct_status ct_cat_out(const ct_tensor *const *tensors, int32_t count, int32_t dim, ct_tensor *out, ct_error *error);

/** The tensors one after the other along a new dim, which becomes dim of the result.
 * Shapes: the same for all tensors, of at most 63 dims. Shapes (new): *out is contiguous, and meta when all are.
 * Dtypes (new): *out has the common one (ct_result_type).
 * Dtypes (_out): out may have any dtype that the common one casts to.
 * Errors: CT_ERROR_INVALID (count not positive; meta and real tensors together), CT_ERROR_SHAPE (different sizes; 64
 *   dims; too many elements), CT_ERROR_DTYPE (no common dtype). */
ct_status ct_stack(const ct_tensor *const *tensors, int32_t count, int32_t dim, ct_tensor **out, ct_error *error);
ct_status ct_stack_out(const ct_tensor *const *tensors, int32_t count, int32_t dim, ct_tensor *out, ct_error *error);

/** t as a tile, repeats[d] times along dim d: what NumPy calls tile.
 * Shapes: at least as many repeats as t has dims, aligned at the last, 0 or more each; those in front make new dims.
 * Errors: CT_ERROR_INVALID (nrepeats negative), CT_ERROR_SHAPE (fewer repeats than dims, or more than 64; a negative
 *   one; too many elements). */
ct_status ct_repeat(const ct_tensor *t, const int64_t *repeats, int32_t nrepeats, ct_tensor **out, ct_error *error);
ct_status ct_repeat_out(const ct_tensor *t, const int64_t *repeats, int32_t nrepeats, ct_tensor *out, ct_error *error);

/** Each element along a dim repeated, beside itself, as often as repeats says: what NumPy calls repeat. dim
 * CT_ALL_DIMS: each element of t, which becomes 1-dim.
 * Shapes: any; repeats is 0-dim, or 1-dim with one element, for all alike, or with one for each. dim CT_ALL_DIMS: t
 *   is made 1-dim first.
 * Shapes (new): *out has the sum of them along dim, and is contiguous; meta when t is.
 * Dtypes: all; repeats is int64.
 * Errors: CT_ERROR_INVALID (a count negative; repeats is meta), CT_ERROR_DTYPE (repeats is not int64),
 *   CT_ERROR_SHAPE (repeats of other sizes; too many elements). */
ct_status ct_repeat_interleave(const ct_tensor *t, const ct_tensor *repeats, int32_t dim, ct_tensor **out,
                               ct_error *error);
ct_status ct_repeat_interleave_out(const ct_tensor *t, const ct_tensor *repeats, int32_t dim, ct_tensor *out,
                                   ct_error *error);

/** t's elements moved on by shifts[i] along dims[i]; what leaves one end comes in at the other. dims NULL: by one
 * shift in row-major order.
 * Shapes: any; as many shifts as dims, at least one. A dim may come more than once. dims NULL: by one shift in
 *   row-major order, as if t were 1-dim.
 * Shapes (new): *out is contiguous where dims is NULL, else in the memory format that t suggests; meta when t is.
 * Errors: CT_ERROR_INVALID (nshifts negative), CT_ERROR_SHAPE (no shift, or not as many as dims). */
ct_status ct_roll(const ct_tensor *t, const int64_t *shifts, int32_t nshifts, const int32_t *dims, int32_t ndims,
                  ct_tensor **out, ct_error *error);
ct_status ct_roll_out(const ct_tensor *t, const int64_t *shifts, int32_t nshifts, const int32_t *dims, int32_t ndims,
                      ct_tensor *out, ct_error *error);

/** t with elements put before and behind it, by a mode.
 * Shapes: padding[npadding] holds pairs, before and after, of the last dim first; negative numbers cut off.
 *   CT_PAD_REFLECT takes less than the dim's size on a side, CT_PAD_CIRCULAR no more than that.
 * Shapes (new): *out has the memory format that t suggests; meta when t is.
 * Options: value, which CT_PAD_CONSTANT puts there; NULL is 0.
 * Errors: CT_ERROR_INVALID (npadding negative or odd; an unknown mode; a value that t's dtype can't hold, or one
 *   with another mode), CT_ERROR_SHAPE (more pairs than dims; more padding than the mode takes; a negative size; too
 *   many elements). */
ct_status ct_pad(const ct_tensor *t, const int64_t *padding, int32_t npadding, ct_pad_mode mode, const ct_scalar *value,
                 ct_tensor **out, ct_error *error);
ct_status ct_pad_out(const ct_tensor *t, const int64_t *padding, int32_t npadding, ct_pad_mode mode,
                     const ct_scalar *value, ct_tensor *out, ct_error *error);

/* ---- diagonals, triangles and complex parts ----
 *
 *     ct_tril(matrix, 0, &lower, &error);
 *     ct_diag_embed(t, 0, -2, -1, &matrices, &error);
 *
 * Shapes (new): *out is contiguous; meta when t is.
 * Dtypes: all.
 * Dtypes (new): *out has t's.
 * Errors (_out): CT_ERROR_DTYPE (not out's).
 * Cost: reads what it takes and writes out once.
 * Cost (_out): takes memory where out has to grow, or has other strides than *out would.
 * Since: 0.3
 */

/** The elements on and below a diagonal of each matrix, and zeros elsewhere.
 * What (ct_triu): the elements on and above a diagonal of each matrix, and zeros elsewhere.
 * What (_out): ct_x into an existing tensor; in place with out == t.
 * Shapes: at least 2 dims, the last two of which are the matrices'. diagonal 0 is the main one, and a positive one
 *   lies so far to its right.
 * Shapes (new): *out has t's sizes and is contiguous; meta when t is.
 * Errors: CT_ERROR_SHAPE (fewer than 2 dims).
 * Errors (_out): CT_ERROR_OVERLAP (out's elements share memory with t's in another order). */
ct_status ct_tril(const ct_tensor *t, int64_t diagonal, ct_tensor **out, ct_error *error);
ct_status ct_tril_out(const ct_tensor *t, int64_t diagonal, ct_tensor *out, ct_error *error);
ct_status ct_triu(const ct_tensor *t, int64_t diagonal, ct_tensor **out, ct_error *error);
ct_status ct_triu_out(const ct_tensor *t, int64_t diagonal, ct_tensor *out, ct_error *error);

/** Of a matrix a copy of its diagonal, and of a vector the matrix that has it as its diagonal, and else zeros.
 * Shapes: 1 or 2 dims.
 * Shapes (new): *out has 2 or 1, and is contiguous; meta when t is. diagonal 0 is the main one, and a positive one
 *   lies so far to its right.
 * Errors: CT_ERROR_SHAPE (other dims; too many elements).
 * Errors (_out): CT_ERROR_OVERLAP (out shares memory with t). */
ct_status ct_diag(const ct_tensor *t, int64_t diagonal, ct_tensor **out, ct_error *error);
ct_status ct_diag_out(const ct_tensor *t, int64_t diagonal, ct_tensor *out, ct_error *error);

/** Matrices of zeros with the last dim of t on a diagonal: what ct_diagonal takes from them is t.
 * Shapes: 1 to 63 dims.
 * Shapes (new): dim1 and dim2 are dims of *out, of the last dim's size and |offset| more; contiguous; meta when t is.
 * Errors: CT_ERROR_SHAPE (t is 0-dim or has 64 dims; too many elements), CT_ERROR_INDEX (a dim out of range, or the
 *   same twice).
 * Errors (_out): CT_ERROR_OVERLAP (out shares memory with t). */
ct_status ct_diag_embed(const ct_tensor *t, int64_t offset, int32_t dim1, int32_t dim2, ct_tensor **out,
                        ct_error *error);
ct_status ct_diag_embed_out(const ct_tensor *t, int64_t offset, int32_t dim1, int32_t dim2, ct_tensor *out,
                            ct_error *error);

/** Complex numbers of these parts.
 * What (ct_polar): complex numbers of these absolute values and angles, in radians: abs times the cosine and the
 *   sine of angle.
 * Shapes: both inputs broadcast. Shapes (new): *out is contiguous, and meta when both are.
 * Dtypes: float16, float32 and float64, the same of both, but that a wrapped number takes the other's.
 * Dtypes (new): *out has the complex dtype of such parts.
 * Errors: CT_ERROR_INVALID (meta and real tensors together), CT_ERROR_DTYPE (other dtypes, or two), CT_ERROR_SHAPE
 *   (sizes that do not broadcast; too many elements).
 * Errors (_out): CT_ERROR_OVERLAP (out shares memory with an input). */
ct_status ct_complex(const ct_tensor *real, const ct_tensor *imag, ct_tensor **out, ct_error *error);
ct_status ct_complex_out(const ct_tensor *real, const ct_tensor *imag, ct_tensor *out, ct_error *error);
ct_status ct_polar(const ct_tensor *abs, const ct_tensor *angle, ct_tensor **out, ct_error *error);
ct_status ct_polar_out(const ct_tensor *abs, const ct_tensor *angle, ct_tensor *out, ct_error *error);

/* ---- elementwise ops of one tensor ----
 *
 * Each element of t gives the one at its place. Halves are computed in float32 and rounded once.
 *
 *     ct_relu(t, &y, &error);     // a new tensor
 *     ct_relu_out(t, t, &error);  // in place
 *
 * What (_out): ct_x into an existing tensor; in place with out == t.
 * Shapes: any.
 * Shapes (new): *out has t's sizes and, if t is dense, its strides; meta when t is.
 * Shapes (_out): out gets t's sizes, resized if it has others.
 * Dtypes (new): *out has t's.
 * Dtypes (_out): out has t's.
 * Errors: CT_ERROR_DTYPE (t has another).
 * Errors (_out): CT_ERROR_DTYPE (out's dtype is not t's), CT_ERROR_OVERLAP (out's elements share memory with t in
 *   another order).
 * Cost: reads t once and writes out once.
 */
/* Generated by tools/header.py from src/kernels/lists/elementwise.h; do not edit. */

/** -t. Integers wrap. Dtypes: all but bool. */
ct_status ct_neg(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_neg_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The sign of t: -1, 0 or 1; 0 for NaN. Of a complex number, ct_sgn. Dtypes: all. */
ct_status ct_sign(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_sign_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t / |t|, and 0 of 0: the sign of a real number, the direction of a complex one. Dtypes: all. */
ct_status ct_sgn(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_sgn_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t itself, copied. Dtypes: all but bool. */
ct_status ct_positive(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_positive_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The complex conjugate of t, copied; of what is not complex, t itself. Dtypes: all. */
ct_status ct_conj(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_conj_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t * t. Integers wrap. Dtypes: all but bool. */
ct_status ct_square(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_square_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The larger of t and 0. NaN stays NaN. Dtypes: integers and real floats. */
ct_status ct_relu(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_relu_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t between 0 and 6. NaN stays NaN. Dtypes: integers and real floats. */
ct_status ct_relu6(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_relu6_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t where it is above 0, else negative_slope * t.
 * Dtypes: real floats. Options: negative_slope; NULL is 0.01.
 * Errors: CT_ERROR_INVALID (negative_slope does not fit the common dtype), CT_ERROR_DTYPE (negative_slope is a float
 *   among integers, complex among floats, or bool among numbers). */
ct_status ct_leaky_relu(const ct_tensor *t, const ct_scalar *negative_slope, ct_tensor **out, ct_error *error);
ct_status ct_leaky_relu_out(const ct_tensor *t, const ct_scalar *negative_slope, ct_tensor *out, ct_error *error);

/** t where it is not below 0, else alpha * (e^t - 1).
 * Dtypes: real floats. Options: alpha; NULL is 1.
 * Errors: CT_ERROR_INVALID (alpha does not fit the common dtype), CT_ERROR_DTYPE (alpha is a float among integers,
 *   complex among floats, or bool among numbers). */
ct_status ct_elu(const ct_tensor *t, const ct_scalar *alpha, ct_tensor **out, ct_error *error);
ct_status ct_elu_out(const ct_tensor *t, const ct_scalar *alpha, ct_tensor *out, ct_error *error);

/** log(1 + e^(beta * t)) / beta, and t itself where beta * t > threshold.
 * Dtypes: real floats. Options: beta; NULL is 1, threshold; NULL is 20.
 * Errors: CT_ERROR_INVALID (beta or threshold does not fit the common dtype), CT_ERROR_DTYPE (beta or threshold is a
 *   float among integers, complex among floats, or bool among numbers). */
ct_status ct_softplus(const ct_tensor *t, const ct_scalar *beta, const ct_scalar *threshold, ct_tensor **out,
                      ct_error *error);
ct_status ct_softplus_out(const ct_tensor *t, const ct_scalar *beta, const ct_scalar *threshold, ct_tensor *out,
                          ct_error *error);

/** t + 3 between 0 and 6, divided by 6. Dtypes: real floats. */
ct_status ct_hardsigmoid(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_hardsigmoid_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t * ct_hardsigmoid(t). Dtypes: real floats. */
ct_status ct_hardswish(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_hardswish_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The smallest integer that is no smaller than t. Dtypes: integers and real floats. */
ct_status ct_ceil(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_ceil_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The largest integer that is no larger than t. Dtypes: integers and real floats. */
ct_status ct_floor(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_floor_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t without its fraction. Dtypes: integers and real floats. */
ct_status ct_trunc(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_trunc_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The integer nearest to t, the even one of two; of a complex number, in each part. Dtypes: all but bool. */
ct_status ct_round(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_round_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t rounded to so many decimals, or with negative ones to tens, hundreds, …: ct_round(t * 10^decimals) /
 * 10^decimals. t itself where the product is infinite.
 * Dtypes: real floats. Options: decimals.
 * Errors: CT_ERROR_INVALID (decimals is beyond 38 either way, of float64 308). */
ct_status ct_round_decimals(const ct_tensor *t, int32_t decimals, ct_tensor **out, ct_error *error);
ct_status ct_round_decimals_out(const ct_tensor *t, int32_t decimals, ct_tensor *out, ct_error *error);

/** t - ct_trunc(t): the fraction of t, with its sign. Dtypes: real floats. */
ct_status ct_frac(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_frac_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t * ct_sigmoid(t). Dtypes: floats and complex. */
ct_status ct_silu(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_silu_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t * tanh(log(1 + e^t)). Dtypes: real floats. */
ct_status ct_mish(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_mish_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t times the normal distribution function of t: t * (1 + erf(t / sqrt(2))) / 2. Dtypes: real floats. */
ct_status ct_gelu(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_gelu_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The approximation of ct_gelu by tanh: t * (1 + tanh(sqrt(2 / pi) * (t + 0.044715 * t^3))) / 2.
 * Dtypes: real floats. */
ct_status ct_gelu_tanh(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_gelu_tanh_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** Every bit of t inverted; of bools it is "not". Dtypes: bool and integers. */
ct_status ct_bitwise_not(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_bitwise_not_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** How many bits of |t| are set. Dtypes: integers. Since: 0.3 */
ct_status ct_bitwise_count(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_bitwise_count_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t with nan_value for NaN, posinf for infinity and neginf for -infinity; of a complex number, in each part. Of
 * integers and bool, t itself.
 * Dtypes: all.
 * Options: nan_value; NULL is 0, posinf; NULL is the largest number of the dtype, neginf; NULL is the smallest.
 * Errors: CT_ERROR_INVALID (nan_value, posinf or neginf does not fit the common dtype), CT_ERROR_DTYPE (nan_value,
 *   posinf or neginf is complex). */
ct_status ct_nan_to_num(const ct_tensor *t, const ct_scalar *nan_value, const ct_scalar *posinf,
                        const ct_scalar *neginf, ct_tensor **out, ct_error *error);
ct_status ct_nan_to_num_out(const ct_tensor *t, const ct_scalar *nan_value, const ct_scalar *posinf,
                            const ct_scalar *neginf, ct_tensor *out, ct_error *error);

/* ---- math functions ----
 *
 * These are elementwise, too. docs/accuracy.md has a table of how many ULP a result may be off, by op, dtype and
 * instruction set: below 2 in float32 and the halves, and in float64, too, but for digamma, polygamma, sinc and the
 * Bessel functions. Halves are computed in float32 and rounded once; functions that are no faster in float32 are
 * computed in float64.
 *
 * Where the formulas come from: SLEEF has most of them. Others are polynomials through Chebyshev's points, where these
 * are faster, or right where SLEEF is not. digamma is John Maddock's quotient of polynomials (Boost) from 1 to 2, and
 * its expansion at infinity; polygamma is Hurwitz's zeta function, by Euler's and Maclaurin's sum; lgamma is Stirling's
 * formula from 3 on; the Bessel functions are Chebyshev series that mpmath has computed in 40 digits.
 *
 *     ct_exp(t, &y, &error);
 *     ct_exp_out(t, t, &error);
 *
 * What (_out): ct_x into an existing tensor; in place with out == t.
 * Shapes: any.
 * Shapes (new): *out has t's sizes and, if t is dense, its strides; meta when t is.
 * Shapes (_out): out gets t's sizes, resized if it has others.
 * Dtypes: all.
 * Dtypes (new): *out has t's, float32 for integers and bool.
 * Dtypes (_out): out: any dtype that ct_can_cast the result to.
 * Errors: CT_ERROR_DTYPE (t has another).
 * Errors (_out): CT_ERROR_DTYPE (the result cannot be cast to out's dtype), CT_ERROR_OVERLAP (out's elements share
 *   memory with t in another order).
 * Cost: reads t once and writes out once; conversions go through blocks in the cache.
 */
/* Generated by tools/header.py from src/kernels/lists/elementwise.h; do not edit. */

/** |t|. Of the smallest integer, itself; of a complex number, a float, without overflow on the way.
 * Dtypes: all but bool. Dtypes (new): *out has t's, of complex numbers the float of a part. */
ct_status ct_abs(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_abs_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The angle of t from the positive real axis: between -pi and pi; of a real number, pi where it is below 0, NaN of
 * NaN, else 0.
 * Dtypes (new): *out has t's, float32 for integers and bool, of complex numbers the float of a part. */
ct_status ct_angle(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_angle_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The square root of t, correctly rounded; of a complex number, the one in the right half plane. */
ct_status ct_sqrt(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_sqrt_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The cube root of t, with its sign. Dtypes: all but complex. Since: 0.3 */
ct_status ct_cbrt(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_cbrt_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** 1 / ct_sqrt(t). */
ct_status ct_rsqrt(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_rsqrt_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** 1 / t. */
ct_status ct_reciprocal(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_reciprocal_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t degrees in radians. Dtypes: all but complex. */
ct_status ct_deg2rad(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_deg2rad_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** t radians in degrees. Dtypes: all but complex. */
ct_status ct_rad2deg(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_rad2deg_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** e to the power of t. */
ct_status ct_exp(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_exp_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** 2 to the power of t. */
ct_status ct_exp2(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_exp2_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** e to the power of t, minus 1, without losing a small t in the 1. */
ct_status ct_expm1(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_expm1_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The natural logarithm of t. */
ct_status ct_log(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_log_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The logarithm of t to base 2. */
ct_status ct_log2(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_log2_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The logarithm of t to base 10. */
ct_status ct_log10(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_log10_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The natural logarithm of 1 + t, without losing a small t in the 1. */
ct_status ct_log1p(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_log1p_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The sine of t, in radians. */
ct_status ct_sin(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_sin_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The cosine of t, in radians. */
ct_status ct_cos(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_cos_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The tangent of t, in radians. */
ct_status ct_tan(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_tan_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** sin(pi * t) / (pi * t), and 1 of 0. Dtypes: all but complex. Since: 0.3 */
ct_status ct_sinc(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_sinc_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The angle between -pi/2 and pi/2 whose sine is t. */
ct_status ct_asin(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_asin_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The angle between 0 and pi whose cosine is t. */
ct_status ct_acos(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_acos_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The angle between -pi/2 and pi/2 whose tangent is t. */
ct_status ct_atan(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_atan_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The hyperbolic sine of t. */
ct_status ct_sinh(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_sinh_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The hyperbolic cosine of t. */
ct_status ct_cosh(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_cosh_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The hyperbolic tangent of t. */
ct_status ct_tanh(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_tanh_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The number whose hyperbolic sine is t. */
ct_status ct_asinh(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_asinh_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The number, not negative, whose hyperbolic cosine is t. */
ct_status ct_acosh(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_acosh_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The number whose hyperbolic tangent is t. */
ct_status ct_atanh(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_atanh_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The error function of t. Dtypes: all but complex. */
ct_status ct_erf(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_erf_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** 1 - ct_erf(t), without losing a small result in the 1. Dtypes: all but complex. */
ct_status ct_erfc(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_erfc_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The number whose error function is t. Dtypes: all but complex. */
ct_status ct_erfinv(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_erfinv_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The logarithm of the absolute value of the gamma function at t. Dtypes: all but complex. */
ct_status ct_lgamma(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_lgamma_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The derivative of the logarithm of the gamma function at t; NaN at the negative integers.
 * Dtypes: all but complex. Since: 0.3 */
ct_status ct_digamma(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_digamma_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The derivative of order n of ct_digamma at t; ct_digamma itself where n is 0. At 0 and the negative integers it
 * is infinite: positive for odd n, negative for even n.
 * Dtypes: all but complex. Options: n. Errors: CT_ERROR_INVALID (n is below 0 or above 150). Since: 0.3 */
ct_status ct_polygamma(const ct_tensor *t, int32_t n, ct_tensor **out, ct_error *error);
ct_status ct_polygamma_out(const ct_tensor *t, int32_t n, ct_tensor *out, ct_error *error);

/** The modified Bessel function of the first kind, of order 0. Dtypes: all but complex. Since: 0.3 */
ct_status ct_i0(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_i0_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** e^-|t| * ct_i0(t), which does not overflow. Dtypes: all but complex. Since: 0.3 */
ct_status ct_i0e(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_i0e_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The modified Bessel function of the first kind, of order 1. Dtypes: all but complex. Since: 0.3 */
ct_status ct_i1(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_i1_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** e^-|t| * ct_i1(t), which does not overflow. Dtypes: all but complex. Since: 0.3 */
ct_status ct_i1e(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_i1e_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** 1 / (1 + e^-t). */
ct_status ct_sigmoid(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_sigmoid_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** log(t / (1 - t)): the number whose sigmoid is t. With an eps that is not negative, t is brought between eps and 1
 * - eps first.
 * Dtypes: all but complex. Options: eps; NULL is no bounds.
 * Errors: CT_ERROR_INVALID (eps does not fit the common dtype), CT_ERROR_DTYPE (eps is complex). */
ct_status ct_logit(const ct_tensor *t, const ct_scalar *eps, ct_tensor **out, ct_error *error);
ct_status ct_logit_out(const ct_tensor *t, const ct_scalar *eps, ct_tensor *out, ct_error *error);

/* ---- elementwise ops of several tensors ----
 *
 * Inputs broadcast, and are computed in their common dtype, without copies of their full size. Halves are computed
 * in float32 and rounded once. docs/accuracy.md has a table of how many ULP math functions are off.
 *
 *     ct_add(a, b, &sum, &error);                                              // a new tensor
 *     ct_add_out(a, b, a, &error);                                             // in place
 *     ct_mul(a, ct_number_of(ct_scalar_f64(0.5), &half), &product, &error);    // with a number
 *
 * What (_out): ct_x into an existing tensor; in place where out is an input.
 * Shapes: the inputs broadcast.
 * Shapes (new): *out has those sizes; meta when the inputs are.
 * Shapes (_out): out gets those sizes, resized if it has others.
 * Dtypes: all.
 * Dtypes (new): *out has the common dtype, as ct_result_type finds it.
 * Dtypes (_out): out: any dtype that ct_can_cast the result to.
 * Errors: CT_ERROR_INVALID (meta and real tensors together), CT_ERROR_SHAPE (the inputs do not broadcast),
 *   CT_ERROR_DTYPE (no dtype holds the inputs; the common dtype is another).
 * Errors (_out): CT_ERROR_SHAPE (out is an input and has other sizes), CT_ERROR_DTYPE (the result cannot be cast to
 *   out's dtype), CT_ERROR_OVERLAP (out's elements share memory with an input in another order).
 * Cost: reads each input once, an element that broadcasts as often as it counts, and writes out once.
 */
/* Generated by tools/header.py from src/kernels/lists/elementwise.h; do not edit. */

/** a + b. Integers wrap; of bools it is "or". */
ct_status ct_add(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_add_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a - b. Integers wrap. Dtypes: all but bool. Errors: CT_ERROR_DTYPE (a or b is bool). */
ct_status ct_sub(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_sub_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a + alpha * b. Integers wrap; of bools * is "and" and + is "or".
 * Options: alpha; NULL is 1.
 * Errors: CT_ERROR_INVALID (alpha does not fit the common dtype), CT_ERROR_DTYPE (alpha is a float among integers,
 *   complex among floats, or bool among numbers). */
ct_status ct_add_scaled(const ct_tensor *a, const ct_tensor *b, const ct_scalar *alpha, ct_tensor **out,
                        ct_error *error);
ct_status ct_add_scaled_out(const ct_tensor *a, const ct_tensor *b, const ct_scalar *alpha, ct_tensor *out,
                            ct_error *error);

/** a - alpha * b. Integers wrap.
 * Dtypes: all but bool. Options: alpha; NULL is 1.
 * Errors: CT_ERROR_INVALID (alpha does not fit the common dtype), CT_ERROR_DTYPE (a or b is bool; alpha is a float
 *   among integers, complex among floats, or bool among numbers). */
ct_status ct_sub_scaled(const ct_tensor *a, const ct_tensor *b, const ct_scalar *alpha, ct_tensor **out,
                        ct_error *error);
ct_status ct_sub_scaled_out(const ct_tensor *a, const ct_tensor *b, const ct_scalar *alpha, ct_tensor *out,
                            ct_error *error);

/** a * b. Integers wrap; of bools it is "and". */
ct_status ct_mul(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_mul_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a / b, true division: of integers too it is a float.
 * Dtypes (new): *out has the common dtype, as ct_result_type finds it, float32 for integers and bool. */
ct_status ct_div(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_div_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a / b rounded towards minus infinity, as Python's //.
 * Dtypes: integers and real floats.
 * Errors: CT_ERROR_DIVISION_BY_ZERO (integers; b holds a 0, which is looked for before anything is written). */
ct_status ct_floor_divide(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_floor_divide_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a / b rounded towards zero, as C's division of integers.
 * Dtypes: integers and real floats.
 * Errors: CT_ERROR_DIVISION_BY_ZERO (integers; b holds a 0, which is looked for before anything is written). */
ct_status ct_div_trunc(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_div_trunc_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** What is left of a after floor division by b: 0 or of b's sign, as Python's %.
 * Dtypes: integers and real floats.
 * Errors: CT_ERROR_DIVISION_BY_ZERO (integers; b holds a 0, which is looked for before anything is written). */
ct_status ct_remainder(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_remainder_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** What is left of a after division by b towards zero: 0 or of a's sign, as C's %.
 * Dtypes: integers and real floats.
 * Errors: CT_ERROR_DIVISION_BY_ZERO (integers; b holds a 0, which is looked for before anything is written). */
ct_status ct_fmod(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_fmod_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The larger of a and b. NaN wins; of 0 and -0, a. Dtypes: all but complex. */
ct_status ct_maximum(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_maximum_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The smaller of a and b. NaN wins; of 0 and -0, a. Dtypes: all but complex. */
ct_status ct_minimum(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_minimum_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The larger of a and b. NaN only where both are; of 0 and -0, a. Dtypes: all but complex. */
ct_status ct_fmax(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_fmax_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The smaller of a and b. NaN only where both are; of 0 and -0, a. Dtypes: all but complex. */
ct_status ct_fmin(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_fmin_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The larger of t and bound. NaN wins; of 0 and -0, t.
 * Dtypes: integers and real floats.
 * Errors: CT_ERROR_INVALID (a bound is a number that no integer of the common dtype keeps to). */
ct_status ct_clamp_min(const ct_tensor *t, const ct_tensor *bound, ct_tensor **out, ct_error *error);
ct_status ct_clamp_min_out(const ct_tensor *t, const ct_tensor *bound, ct_tensor *out, ct_error *error);

/** The smaller of t and bound. NaN wins; of 0 and -0, t.
 * Dtypes: integers and real floats.
 * Errors: CT_ERROR_INVALID (a bound is a number that no integer of the common dtype keeps to). */
ct_status ct_clamp_max(const ct_tensor *t, const ct_tensor *bound, ct_tensor **out, ct_error *error);
ct_status ct_clamp_max_out(const ct_tensor *t, const ct_tensor *bound, ct_tensor *out, ct_error *error);

/** 0 where a < 0 or a is NaN, b where a == 0, 1 where a > 0. Dtypes: all but complex. */
ct_status ct_heaviside(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_heaviside_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The angle of the point (b, a) from the first axis: between -pi and pi, with the sign of a.
 * Dtypes: all but complex.
 * Dtypes (new): *out has the common dtype, as ct_result_type finds it, float32 for integers and bool. */
ct_status ct_atan2(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_atan2_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The square root of a * a + b * b, without overflow on the way. Dtypes: real floats. */
ct_status ct_hypot(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_hypot_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a to the power of b. Integers wrap; of a negative power of an integer, the part before the point.
 *
 * The numbers 2, 0.5 and -1 as b give floats the bits of a * a, ct_sqrt and ct_reciprocal.
 * Dtypes: all but bool. */
ct_status ct_pow(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_pow_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a times 2 to the power of b.
 * Dtypes (new): *out has the common dtype, as ct_result_type finds it, float32 for integers and bool. */
ct_status ct_ldexp(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_ldexp_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** log(e^a + e^b), without overflow on the way. Dtypes: floats and complex. */
ct_status ct_logaddexp(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_logaddexp_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** log2(2^a + 2^b), without overflow on the way. Dtypes: real floats. */
ct_status ct_logaddexp2(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_logaddexp2_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a * log(b), and 0 where a is 0, unless b is NaN.
 * Dtypes: all but complex.
 * Dtypes (new): *out has the common dtype, as ct_result_type finds it, float32 for integers and bool. */
ct_status ct_xlogy(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_xlogy_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** |a| with the sign of b.
 * Dtypes: all but complex.
 * Dtypes (new): *out has the common dtype, as ct_result_type finds it, float32 for integers and bool. */
ct_status ct_copysign(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_copysign_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The number next to a on the way to b, in their common dtype; b where they are equal. Dtypes: real floats. */
ct_status ct_nextafter(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_nextafter_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a & b, bit by bit; of bools it is "and". Dtypes: bool and integers. */
ct_status ct_bitwise_and(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_bitwise_and_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a | b, bit by bit; of bools it is "or". Dtypes: bool and integers. */
ct_status ct_bitwise_or(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_bitwise_or_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a ^ b, bit by bit; of bools it is "exclusive or". Dtypes: bool and integers. */
ct_status ct_bitwise_xor(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_bitwise_xor_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The greatest common divisor of |a| and |b|; 0 of two zeros. Dtypes: integers. Since: 0.3 */
ct_status ct_gcd(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_gcd_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** The least common multiple of |a| and |b|; 0 where either is 0. Integers wrap. Dtypes: integers. Since: 0.3 */
ct_status ct_lcm(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_lcm_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a << b. 0 where b is negative, or the width of a or more. Dtypes: integers. */
ct_status ct_left_shift(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_left_shift_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a >> b, with copies of the sign. As far as it goes where b is negative, or the width of a or more.
 * Dtypes: integers. */
ct_status ct_right_shift(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_right_shift_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** a where condition is true, else b.
 * What (_out): ct_where into an existing tensor; in place with out == a or out == b.
 * Dtypes: condition is bool, a and b any. Dtypes (new): *out has the common dtype of a and b.
 * Errors: CT_ERROR_DTYPE (condition is not bool). */
ct_status ct_where(const ct_tensor *condition, const ct_tensor *a, const ct_tensor *b, ct_tensor **out,
                   ct_error *error);
ct_status ct_where_out(const ct_tensor *condition, const ct_tensor *a, const ct_tensor *b, ct_tensor *out,
                       ct_error *error);

/** value where mask is true, else t.
 * What (_out): ct_masked_fill into an existing tensor; in place with out == t. Dtypes: mask is bool, t any.
 * Dtypes (new): *out has t's. Options: value.
 * Errors: CT_ERROR_INVALID (value is NULL or does not fit t's dtype), CT_ERROR_DTYPE (mask is not bool). */
ct_status ct_masked_fill(const ct_tensor *t, const ct_tensor *mask, const ct_scalar *value, ct_tensor **out,
                         ct_error *error);
ct_status ct_masked_fill_out(const ct_tensor *t, const ct_tensor *mask, const ct_scalar *value, ct_tensor *out,
                             ct_error *error);

/** start + weight * (end - start), from whichever end is nearer. Dtypes: floats and complex. */
ct_status ct_lerp(const ct_tensor *start, const ct_tensor *end, const ct_tensor *weight, ct_tensor **out,
                  ct_error *error);
ct_status ct_lerp_out(const ct_tensor *start, const ct_tensor *end, const ct_tensor *weight, ct_tensor *out,
                      ct_error *error);

/** a * b + c, rounded once. Integers wrap. Dtypes: integers and real floats. */
ct_status ct_fma(const ct_tensor *a, const ct_tensor *b, const ct_tensor *c, ct_tensor **out, ct_error *error);
ct_status ct_fma_out(const ct_tensor *a, const ct_tensor *b, const ct_tensor *c, ct_tensor *out, ct_error *error);

/** t, but no smaller than lower and no larger than upper; upper where lower > upper. NaN in any of them wins. lower
 * or upper may be NULL: there is no such bound.
 * Dtypes: integers and real floats.
 * Errors: CT_ERROR_INVALID (lower and upper both NULL; a bound is a number that no integer of the common dtype keeps
 *   to). */
ct_status ct_clamp(const ct_tensor *t, const ct_tensor *lower, const ct_tensor *upper, ct_tensor **out,
                   ct_error *error);
ct_status ct_clamp_out(const ct_tensor *t, const ct_tensor *lower, const ct_tensor *upper, ct_tensor *out,
                       ct_error *error);

/** t + value * a * b. Integers wrap.
 * Dtypes: all but bool. Options: value; NULL is 1.
 * Errors: CT_ERROR_INVALID (value does not fit the common dtype), CT_ERROR_DTYPE (value is a float among integers,
 *   complex among floats, or bool among numbers). */
ct_status ct_addcmul(const ct_tensor *t, const ct_tensor *a, const ct_tensor *b, const ct_scalar *value,
                     ct_tensor **out, ct_error *error);
ct_status ct_addcmul_out(const ct_tensor *t, const ct_tensor *a, const ct_tensor *b, const ct_scalar *value,
                         ct_tensor *out, ct_error *error);

/** t + value * a / b, in that order.
 * Dtypes: floats and complex. Options: value; NULL is 1.
 * Errors: CT_ERROR_INVALID (value does not fit the common dtype), CT_ERROR_DTYPE (neither a nor b is a float or
 *   complex; value is a float among integers, complex among floats, or bool among numbers). */
ct_status ct_addcdiv(const ct_tensor *t, const ct_tensor *a, const ct_tensor *b, const ct_scalar *value,
                     ct_tensor **out, ct_error *error);
ct_status ct_addcdiv_out(const ct_tensor *t, const ct_tensor *a, const ct_tensor *b, const ct_scalar *value,
                         ct_tensor *out, ct_error *error);

/* ---- elementwise comparisons ----
 *
 * They give bools. Inputs broadcast, and are compared in their common dtype.
 *
 *     ct_lt(a, b, &mask, &error);
 *     ct_where(mask, a, b, &smaller, &error);
 *
 * What (_out): ct_x into an existing tensor; in place where out is an input.
 * Shapes: any; several inputs broadcast.
 * Shapes (new): *out has those sizes and, if a single input is dense, its strides; meta when the inputs are.
 * Shapes (_out): out gets those sizes, resized if it has others.
 * Dtypes: all.
 * Dtypes (new): *out is bool.
 * Dtypes (_out): out: any dtype; the bool result is converted to it.
 * Errors: CT_ERROR_DTYPE (an input's, or the common dtype, is another).
 * Errors (a): CT_ERROR_INVALID (meta and real tensors together), CT_ERROR_SHAPE (a and b do not broadcast; out is an
 *   input and has other sizes), CT_ERROR_DTYPE (no dtype holds both).
 * Errors (_out): CT_ERROR_OVERLAP (out's elements share memory with an input in another order).
 * Cost: reads each input once, an element that broadcasts as often as it counts, and writes out once.
 * Cost (new): takes memory for *out, a byte an element.
 */
/* Generated by tools/header.py from src/kernels/lists/elementwise.h; do not edit. */

/** Whether t == 0. */
ct_status ct_logical_not(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_logical_not_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** Whether t, or a part of it, is NaN. */
ct_status ct_isnan(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_isnan_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** Whether t, or a part of it, is infinite. */
ct_status ct_isinf(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_isinf_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** Whether t, and every part of it, is neither infinite nor NaN. */
ct_status ct_isfinite(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_isfinite_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** Whether t is +infinity. Dtypes: all but complex. */
ct_status ct_isposinf(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_isposinf_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** Whether t is -infinity. Dtypes: all but complex. */
ct_status ct_isneginf(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_isneginf_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** Whether t is negative, -0 and NaN with the sign bit set included. Dtypes: all but complex. */
ct_status ct_signbit(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_signbit_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** Whether a == b, compared in the common dtype. NaN equals nothing. */
ct_status ct_eq(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_eq_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** Whether a != b, compared in the common dtype. NaN differs from everything. */
ct_status ct_ne(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_ne_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** Whether a < b, compared in the common dtype. NaN is less than nothing. Dtypes: all but complex. */
ct_status ct_lt(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_lt_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** Whether a <= b, compared in the common dtype. Not where either is NaN. Dtypes: all but complex. */
ct_status ct_le(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_le_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** Whether a > b, compared in the common dtype. NaN is greater than nothing. Dtypes: all but complex. */
ct_status ct_gt(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_gt_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** Whether a >= b, compared in the common dtype. Not where either is NaN. Dtypes: all but complex. */
ct_status ct_ge(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_ge_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** Whether a == b, or |a - b| <= atol + rtol * |b| and |a - b| is finite. NaN is close to nothing, or to NaN with
 * equal_nan.
 * Dtypes: a and b of one. Options: rtol; NULL is 1e-5, atol; NULL is 1e-8, equal_nan.
 * Errors: CT_ERROR_INVALID (rtol or atol is negative or NaN), CT_ERROR_DTYPE (a and b differ in dtype; rtol or atol
 *   is complex). */
ct_status ct_isclose(const ct_tensor *a, const ct_tensor *b, const ct_scalar *rtol, const ct_scalar *atol,
                     bool equal_nan, ct_tensor **out, ct_error *error);
ct_status ct_isclose_out(const ct_tensor *a, const ct_tensor *b, const ct_scalar *rtol, const ct_scalar *atol,
                         bool equal_nan, ct_tensor *out, ct_error *error);

/** Whether neither a nor b is 0, in the common dtype. NaN is not 0. */
ct_status ct_logical_and(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_logical_and_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** Whether a and b are not both 0, in the common dtype. NaN is not 0. */
ct_status ct_logical_or(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_logical_or_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/** Whether exactly one of a and b is 0, in the common dtype. NaN is not 0. */
ct_status ct_logical_xor(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_logical_xor_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/* ---- elementwise ops with outputs or dtypes of their own ----
 *
 *     ct_frexp(t, &mantissa, &exponent, &error);
 *
 * Errors (_out): CT_ERROR_INVALID (out is deferred), CT_ERROR_OVERLAP (out's elements share memory with an input in
 *   another order).
 * Cost: reads each input once and writes each output once.
 * Since: 0.3
 */

/** t as mantissa * 2^exponent, where 1/2 <= |mantissa| < 1; of 0, infinity and NaN, the number itself and 0.
 * What (_out): ct_frexp into existing tensors; mantissa may be t. Shapes: any.
 * Shapes (new): both results have t's sizes, and its order of dims, dense; meta when t is.
 * Dtypes: real floats; mantissa has t's, exponent int32. Dtypes (_out): any other is refused.
 * Errors: CT_ERROR_DTYPE (t has another).
 * Errors (_out): CT_ERROR_DTYPE (a result's is another), CT_ERROR_OVERLAP (the results share memory). */
ct_status ct_frexp(const ct_tensor *t, ct_tensor **mantissa, ct_tensor **exponent, ct_error *error);
ct_status ct_frexp_out(const ct_tensor *t, ct_tensor *mantissa, ct_tensor *exponent, ct_error *error);

/** t as fractional + integral: what is behind the point, and what is before it, both with t's sign.
 *
 * An infinity is its own integral part, and its fraction is 0. NaN is both.
 * What (_out): ct_modf into existing tensors; either may be t. Shapes: any.
 * Shapes (new): both results have t's sizes, and its order of dims, dense; meta when t is.
 * Dtypes: real floats; both results have t's. Dtypes (_out): any other is refused.
 * Errors: CT_ERROR_DTYPE (t has another).
 * Errors (_out): CT_ERROR_DTYPE (a result's is another), CT_ERROR_OVERLAP (the results share memory). */
ct_status ct_modf(const ct_tensor *t, ct_tensor **fractional, ct_tensor **integral, ct_error *error);
ct_status ct_modf_out(const ct_tensor *t, ct_tensor *fractional, ct_tensor *integral, ct_error *error);

/** a to the power of b, computed in float64, or in complex128 where either is complex, whatever the dtypes.
 * Shapes: a and b broadcast. Shapes (new): meta when they are.
 * Dtypes: all; the result is float64, or complex128 where either is complex.
 * Errors: CT_ERROR_INVALID (meta and real tensors together), CT_ERROR_SHAPE (a and b do not broadcast).
 * Errors (_out): CT_ERROR_DTYPE (out's is another). */
ct_status ct_float_power(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);
ct_status ct_float_power_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

/* ---- comparisons of whole tensors ----
 *
 *     bool same;
 *     ct_equal(a, b, &same, &error);
 *
 * Dtypes: all.
 * Errors: CT_ERROR_INVALID (a or b meta), CT_ERROR_OUT_OF_MEMORY. *out is then as it was.
 * Cost: reads both once, up to the first difference, and keeps nothing of their size.
 */

/** Whether a and b have the same sizes, the same dtype and equal elements. NaN equals nothing, so a tensor that
 * holds one is not equal to itself; 0 equals -0. The search ends where two elements differ.
 * Shapes: any; other sizes, or another dtype, are no error: *out is false. */
ct_status ct_equal(const ct_tensor *a, const ct_tensor *b, bool *out, ct_error *error);

/** Whether ct_isclose is true for all elements of a and b. The search ends where it is not.
 * Shapes: a and b broadcast. Of no elements *out is true. Dtypes: a and b of one.
 * Options: as ct_isclose's.
 * Errors: CT_ERROR_INVALID (rtol or atol is negative or NaN), CT_ERROR_SHAPE (a and b do not broadcast),
 *   CT_ERROR_DTYPE (a and b differ in dtype; rtol or atol is complex). */
ct_status ct_allclose(const ct_tensor *a, const ct_tensor *b, const ct_scalar *rtol, const ct_scalar *atol,
                      bool equal_nan, bool *out, ct_error *error);

/* ---- reductions ----
 *
 * Over some dims, or where dims is NULL over all. docs/accuracy.md says of how many ULP sums are off.
 *
 *     const int32_t rows[] = {0};
 *     ct_sum(t, rows, 1, false, CT_UNDEFINED, &columns, &error);  // a sum for each column
 *     ct_mean(t, NULL, 0, false, CT_UNDEFINED, &mean, &error);    // of all
 *
 * What (_out): ct_x into an existing tensor, which must not share memory with t.
 * Shapes: any; the named dims go, or with keepdim become 1.
 * Shapes (new): *out is contiguous; meta when t is.
 * Dtypes: all.
 * Dtypes (_out): out has the dtype of ct_x; where that takes one, UNDEFINED is out's, and any other must be out's.
 * Errors: CT_ERROR_INVALID (ndims negative; dims NULL with ndims above 0), CT_ERROR_INDEX (a dim out of range or
 *   twice).
 * Errors (_out): CT_ERROR_DTYPE (out's is another), CT_ERROR_OVERLAP (out shares memory with t).
 * Cost: reads t once, and takes a little memory for what threads find.
 * Cost (_out): takes memory where out has to grow, or is not contiguous.
 */
/* Generated by tools/header.py from src/kernels/lists/reduce.h; do not edit. */

/** The sum over some dims. dims NULL: over all.
 *
 * The same bits for any number of threads, any address and any instruction set. Floats are added in a tree, halves
 * in float32, so the error grows with the logarithm of the count. The sum of no elements is 0.
 * Dtypes: all; the result has dtype. UNDEFINED: int64 for bool and integers, uint64 for uint64, else t's. */
ct_status ct_sum(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype, ct_tensor **out,
                 ct_error *error);
ct_status ct_sum_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                     ct_tensor *out, ct_error *error);

/** The sum over some dims of the elements that are not NaN. dims NULL: over all.
 *
 * Everything else is as in ct_sum. The sum of no elements is 0.
 * Dtypes: all but complex; the result has dtype. UNDEFINED: int64 for bool and integers, uint64 for uint64, else
 *   t's.
 * Errors: CT_ERROR_DTYPE (t or dtype is complex). */
ct_status ct_nansum(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                    ct_tensor **out, ct_error *error);
ct_status ct_nansum_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                        ct_tensor *out, ct_error *error);

/** The mean over some dims: their sum, divided by the number of elements. dims NULL: over all.
 *
 * Halves are added and divided in float32 and rounded once. The mean of no elements is NaN.
 * Dtypes: floats and complex; others only with a dtype, which they are converted to; the result has dtype.
 *   UNDEFINED: t's.
 * Errors: CT_ERROR_DTYPE (t is bool or integer, and there is no dtype; dtype is bool or integer). */
ct_status ct_mean(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype, ct_tensor **out,
                  ct_error *error);
ct_status ct_mean_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                      ct_tensor *out, ct_error *error);

/** The mean over some dims of the elements that are not NaN. dims NULL: over all.
 *
 * Halves are added and divided in float32 and rounded once. The mean of no numbers is NaN.
 * Dtypes: real floats; bool and integers only with a dtype, which they are converted to; the result has dtype.
 *   UNDEFINED: t's.
 * Errors: CT_ERROR_DTYPE (t is bool or integer, and there is no dtype; dtype is bool or integer; t or dtype is
 *   complex). */
ct_status ct_nanmean(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                     ct_tensor **out, ct_error *error);
ct_status ct_nanmean_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                         ct_tensor *out, ct_error *error);

/** The product over some dims. dims NULL: over all.
 *
 * The same bits for any number of threads, any address and any instruction set. Integers wrap. The product of no
 * elements is 1.
 * Dtypes: all; the result has dtype. UNDEFINED: int64 for bool and integers, uint64 for uint64, else t's. */
ct_status ct_prod(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype, ct_tensor **out,
                  ct_error *error);
ct_status ct_prod_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                      ct_tensor *out, ct_error *error);

/** The largest element over some dims. dims NULL: over all.
 *
 * NaN wins. Of bools, true is larger. There must be an element for each of *out.
 * Dtypes: all but complex; the result has t's.
 * Errors: CT_ERROR_SHAPE (a dim without elements), CT_ERROR_DTYPE (t is complex). */
ct_status ct_amax(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_tensor **out,
                  ct_error *error);
ct_status ct_amax_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_tensor *out,
                      ct_error *error);

/** The smallest element over some dims. dims NULL: over all.
 *
 * NaN wins. Of bools, false is smaller. There must be an element for each of *out.
 * Dtypes: all but complex; the result has t's.
 * Errors: CT_ERROR_SHAPE (a dim without elements), CT_ERROR_DTYPE (t is complex). */
ct_status ct_amin(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_tensor **out,
                  ct_error *error);
ct_status ct_amin_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_tensor *out,
                      ct_error *error);

/** Whether any element over some dims is not zero. dims NULL: over all.
 *
 * NaN is not zero. Of no elements, none is.
 * Dtypes: all; the result is bool, or uint8 when t is. */
ct_status ct_any(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_tensor **out,
                 ct_error *error);
ct_status ct_any_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_tensor *out,
                     ct_error *error);

/** Whether all elements over some dims are not zero. dims NULL: over all.
 *
 * NaN is not zero. Of no elements, all are.
 * Dtypes: all; the result is bool, or uint8 when t is. */
ct_status ct_all(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_tensor **out,
                 ct_error *error);
ct_status ct_all_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_tensor *out,
                     ct_error *error);

/** How many elements over some dims are not zero. dims NULL: over all.
 *
 * NaN is not zero. Of no elements, 0 are.
 * Dtypes: all; the result is int64. */
ct_status ct_count_nonzero(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_tensor **out,
                           ct_error *error);
ct_status ct_count_nonzero_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_tensor *out,
                               ct_error *error);

/** The sum over some dims, as if in twice the precision of the elements and then rounded. dims NULL: over all.
 *
 * Halves and float32 are added in float64; what rounding takes from those sums, and from those of float64, is added
 * up beside. The same bits for any number of threads, any address and any instruction set. NaN and infinities are as
 * in ct_sum. The sum of no elements is 0.
 * Dtypes: floats and complex; others only with a dtype, which they are converted to; the result has dtype.
 *   UNDEFINED: t's.
 * Errors: CT_ERROR_DTYPE (t is bool or integer, and there is no dtype; dtype is bool or integer). */
ct_status ct_sum_compensated(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                             ct_tensor **out, ct_error *error);
ct_status ct_sum_compensated_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                                 ct_tensor *out, ct_error *error);

/** The exact sum over some dims, rounded once, to nearest. dims NULL: over all.
 *
 * In a fixed-point number as wide as float64 reaches: nothing is lost, and no order matters. Far slower than ct_sum.
 * NaN and infinities are as in ct_sum. The sum of no elements is 0.
 * Dtypes: floats and complex; others only with a dtype, which they are converted to; the result has dtype.
 *   UNDEFINED: t's.
 * Errors: CT_ERROR_DTYPE (t is bool or integer, and there is no dtype; dtype is bool or integer). */
ct_status ct_sum_exact(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                       ct_tensor **out, ct_error *error);
ct_status ct_sum_exact_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                           ct_tensor *out, ct_error *error);

/** The p-norm over some dims. dims NULL: over all; p NULL: 2.
 *
 * p of 0 counts the elements that are not zero, infinity and -infinity give the largest and the smallest |x|, any
 * other the sum of |x| to the power of p, to the power of 1/p. For p of 2 squares are added in float64, those of
 * halves in float32, and of bfloat16 in float64 again where they leave its range. The same bits for any number of
 * threads and any address; of powers but 0, 1, 2 and the infinities, on every instruction set in deterministic mode
 * alone. The norm of no elements is 0; but where p is negative or infinite, there must be an element for each of
 * *out.
 * Dtypes: floats and complex. dtype: what elements are converted to first, complex where t is, no narrower;
 *   UNDEFINED: t's; the result has the real one of that.
 * Errors: CT_ERROR_SHAPE (a dim without elements), CT_ERROR_DTYPE (t is bool or integer; dtype is narrower than t's,
 *   or real where t is complex; p is complex). */
ct_status ct_norm(const ct_tensor *t, const ct_scalar *p, const int32_t *dims, int32_t ndims, bool keepdim,
                  ct_dtype dtype, ct_tensor **out, ct_error *error);
ct_status ct_norm_out(const ct_tensor *t, const ct_scalar *p, const int32_t *dims, int32_t ndims, bool keepdim,
                      ct_dtype dtype, ct_tensor *out, ct_error *error);

/** The logarithm of the sum over some dims of the elements' exponentials. dims NULL: over all.
 *
 * Computed from the largest element down, so that no exponential overflows. NaN wins, then infinity. The same bits
 * for any number of threads and any address, and in deterministic mode for any instruction set. Of no elements,
 * -infinity.
 * Dtypes: all but complex; the result has t's, or float32 for bool and integers.
 * Errors: CT_ERROR_DTYPE (t is complex). */
ct_status ct_logsumexp(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_tensor **out,
                       ct_error *error);
ct_status ct_logsumexp_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_tensor *out,
                           ct_error *error);

/** The variance over some dims: the squared deviations from the mean, divided by their number less the correction.
 * dims NULL: over all; correction NULL: 1.
 *
 * Means and deviations are accumulated in float64, by Chan's formula, from blocks that narrower floats add up in
 * float32 where that loses little (at most 2^-18 of the variance): the same bits for any number of threads, any
 * address and any instruction set. A complex tensor's variance is that of both parts together. Where the correction
 * is no less than the number of elements, it is infinite, or NaN. Of no elements, NaN.
 * Dtypes: floats and complex; the result has the real one of t's.
 * Errors: CT_ERROR_DTYPE (t is bool or integer; correction is complex). */
ct_status ct_var(const ct_tensor *t, const int32_t *dims, int32_t ndims, const ct_scalar *correction, bool keepdim,
                 ct_tensor **out, ct_error *error);
ct_status ct_var_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, const ct_scalar *correction, bool keepdim,
                     ct_tensor *out, ct_error *error);

/** The standard deviation over some dims: the square root of the variance. dims NULL: over all; correction NULL: 1.
 *
 * Everything else is as in ct_var. Of no elements, NaN.
 * Dtypes: floats and complex; the result has the real one of t's.
 * Errors: CT_ERROR_DTYPE (t is bool or integer; correction is complex). */
ct_status ct_std(const ct_tensor *t, const int32_t *dims, int32_t ndims, const ct_scalar *correction, bool keepdim,
                 ct_tensor **out, ct_error *error);
ct_status ct_std_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, const ct_scalar *correction, bool keepdim,
                     ct_tensor *out, ct_error *error);

/** The variance and the mean over some dims, in one pass. dims NULL: over all; correction NULL: 1.
 *
 * Everything else is as in ct_var. The mean of infinities may be NaN, as PyTorch's is; ct_mean's is not. Of no
 * elements, NaN.
 * Dtypes: floats and complex; the result has the real one of t's, the mean t's.
 * Errors: CT_ERROR_DTYPE (t is bool or integer; correction is complex). */
ct_status ct_var_mean(const ct_tensor *t, const int32_t *dims, int32_t ndims, const ct_scalar *correction, bool keepdim,
                      ct_tensor **out, ct_tensor **mean, ct_error *error);
ct_status ct_var_mean_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, const ct_scalar *correction,
                          bool keepdim, ct_tensor *out, ct_tensor *mean, ct_error *error);

/** The standard deviation and the mean over some dims, in one pass. dims NULL: over all; correction NULL: 1.
 *
 * Everything else is as in ct_var_mean. Of no elements, NaN.
 * Dtypes: floats and complex; the result has the real one of t's, the mean t's.
 * Errors: CT_ERROR_DTYPE (t is bool or integer; correction is complex). */
ct_status ct_std_mean(const ct_tensor *t, const int32_t *dims, int32_t ndims, const ct_scalar *correction, bool keepdim,
                      ct_tensor **out, ct_tensor **mean, ct_error *error);
ct_status ct_std_mean_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, const ct_scalar *correction,
                          bool keepdim, ct_tensor *out, ct_tensor *mean, ct_error *error);

/* ---- the largest and smallest elements ----
 *
 *     ct_max_dim(t, -1, false, &values, &indices, &error);
 *     ct_argmax(t, CT_ALL_DIMS, false, &where, &error);
 *
 * What (_out): ct_x into an existing tensor, which must not share memory with t.
 * What (indices): ct_x into existing tensors, which must share memory neither with t nor with each other.
 * What (amin): ct_x into existing tensors, which must share memory neither with t nor with each other.
 * Shapes: any, without dims too (dim 0 or -1); dim goes, or with keepdim becomes 1; with CT_ALL_DIMS, all do. No dim
 *   that goes may have size 0.
 * Shapes (new): *out is contiguous; meta when t is.
 * Dtypes: all but complex.
 * Errors: CT_ERROR_DTYPE (t has another), CT_ERROR_SHAPE (a dim without elements).
 * Errors (_out): CT_ERROR_DTYPE (out's is another), CT_ERROR_OVERLAP (out shares memory with t).
 * Cost: reads t once.
 * Cost (_out): takes memory where out has to grow, or is not contiguous.
 */
/* Generated by tools/header.py from src/kernels/lists/argreduce.h; do not edit. */

/** The index of the largest element along dim. dim CT_ALL_DIMS: of all elements, counted in row-major order.
 *
 * The first NaN, where there is one; else the first of the largest ones. Zeros of both signs are equal.
 * Dtypes: integers and real floats; the result is int64. */
ct_status ct_argmax(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor **out, ct_error *error);
ct_status ct_argmax_out(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor *out, ct_error *error);

/** The index of the smallest element along dim. dim CT_ALL_DIMS: of all elements, counted in row-major order.
 *
 * The first NaN, where there is one; else the first of the smallest ones. Zeros of both signs are equal.
 * Dtypes: integers and real floats; the result is int64. */
ct_status ct_argmin(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor **out, ct_error *error);
ct_status ct_argmin_out(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor *out, ct_error *error);

/** The largest element along dim, and its index.
 *
 * The element is the one whose index ct_argmax gives. Of bools, true is larger.
 * Dtypes: all but complex; values has t's dtype, indices is int64. */
ct_status ct_max_dim(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor **values, ct_tensor **indices,
                     ct_error *error);
ct_status ct_max_dim_out(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor *values, ct_tensor *indices,
                         ct_error *error);

/** The smallest element along dim, and its index.
 *
 * The element is the one whose index ct_argmin gives. Of bools, true is larger.
 * Dtypes: all but complex; values has t's dtype, indices is int64. */
ct_status ct_min_dim(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor **values, ct_tensor **indices,
                     ct_error *error);
ct_status ct_min_dim_out(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor *values, ct_tensor *indices,
                         ct_error *error);

/** The smallest and the largest element along dim, in one pass. dim CT_ALL_DIMS: of all elements.
 *
 * NaN wins in both. Of zeros of both signs, the first. Of bools, true is larger.
 * Dtypes: all but complex; both results have t's dtype. */
ct_status ct_aminmax(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor **amin, ct_tensor **amax,
                     ct_error *error);
ct_status ct_aminmax_out(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor *amin, ct_tensor *amax,
                         ct_error *error);

/* ---- scans ----
 *
 *     ct_cumsum(t, 0, CT_UNDEFINED, &sums, &error);
 *
 * What (_out): ct_x into an existing tensor; in place with out == t.
 * Shapes: any, without dims too (dim 0 or -1).
 * Shapes (new): *out has t's sizes and is contiguous; meta when t is.
 * Shapes (_out): out gets t's sizes, resized to them if it has others.
 * Dtypes: all; elements become dtype first. *out has dtype, which is not bool. UNDEFINED: int64 for bool and
 *   integers, uint64 for uint64, else t's.
 * Dtypes (_out): of a given out, dtype UNDEFINED is out's, else it must be out's.
 * Errors: CT_ERROR_DTYPE (bool).
 * Errors (_out): CT_ERROR_DTYPE (not out's), CT_ERROR_OVERLAP (out's elements share memory with t's in another
 *   order).
 * Cost: reads t once and writes out once; of a long line that threads share, reads t twice.
 * Cost (_out): takes memory where out has to grow, or is not contiguous.
 */
/* Generated by tools/header.py from src/kernels/lists/scan.h; do not edit. */

/** The running sum along dim: of each element and all before it.
 *
 * The same bits for any number of threads, any address and any instruction set. Halves, float32 and complex64 are
 * added in float64. Integers wrap. */
ct_status ct_cumsum(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor **out, ct_error *error);
ct_status ct_cumsum_out(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor *out, ct_error *error);

/** The running product along dim: of each element and all before it.
 *
 * The same bits for any number of threads, any address and any instruction set. Halves, float32 and complex64 are
 * multiplied in float64. Integers wrap. */
ct_status ct_cumprod(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor **out, ct_error *error);
ct_status ct_cumprod_out(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor *out, ct_error *error);

/* ---- scans as the Array API has them ----
 *
 *     ct_cumulative_sum(t, 0, CT_UNDEFINED, true, &sums, &error);  // 0, t[0], t[0] + t[1], …
 *
 * Shapes: any, with include_initial not without dims.
 * Shapes (new): *out has t's sizes, dim one larger with include_initial, and is contiguous; meta when t is.
 * Dtypes (_out): of a given out, dtype UNDEFINED is out's, else it must be out's.
 * Errors: CT_ERROR_SHAPE (no dims), CT_ERROR_DTYPE (bool).
 * Errors (_out): CT_ERROR_SHAPE (out is t), CT_ERROR_DTYPE (not out's).
 * Cost: as of ct_cumsum and ct_cumprod.
 * Since: 0.3
 */

/** ct_cumsum, the running sum along dim, which with include_initial begins with 0, so that it has one element more.
 * What (ct_cumulative_prod): ct_cumprod, the running product along dim, which with include_initial begins with 1, so
 *   that it has one element more.
 * What (_out): ct_x into an existing tensor, by way of a fresh one with include_initial.
 * Dtypes: as of ct_cumsum. */
ct_status ct_cumulative_sum(const ct_tensor *t, int32_t dim, ct_dtype dtype, bool include_initial, ct_tensor **out,
                            ct_error *error);
ct_status ct_cumulative_sum_out(const ct_tensor *t, int32_t dim, ct_dtype dtype, bool include_initial, ct_tensor *out,
                                ct_error *error);
ct_status ct_cumulative_prod(const ct_tensor *t, int32_t dim, ct_dtype dtype, bool include_initial, ct_tensor **out,
                             ct_error *error);
ct_status ct_cumulative_prod_out(const ct_tensor *t, int32_t dim, ct_dtype dtype, bool include_initial, ct_tensor *out,
                                 ct_error *error);

/* ---- softmax ----
 *
 *     ct_softmax(scores, -1, CT_UNDEFINED, &chances, &error);
 *
 * What (_out): ct_x into an existing tensor; in place with out == t.
 * Shapes: any, without dims too (dim 0 or -1).
 * Shapes (new): *out has t's sizes and is contiguous; meta when t is.
 * Shapes (_out): out gets t's sizes, resized to them if it has others.
 * Dtypes: all; elements become dtype first, a real float; UNDEFINED: t's. Halves are computed in float32.
 * Dtypes (new): *out has dtype.
 * Errors: CT_ERROR_DTYPE (not a real float).
 * Errors (_out): CT_ERROR_DTYPE (not out's), CT_ERROR_OVERLAP (out's elements share memory with t's in another
 *   order).
 * Cost: reads a line once for its largest element and sum, and once more for the results; short lines from the
 *   cache.
 * Cost (_out): takes memory where out has to grow, or is not contiguous.
 */
/* Generated by tools/header.py from src/kernels/lists/softmax.h; do not edit. */

/** e to the power of each element, divided by the sum of those along dim.
 *
 * NaN in a line makes all of it NaN, and so do a positive infinity and nothing but negative ones. The same bits for
 * any number of threads and any address; on every instruction set too in deterministic mode (ct_set_deterministic). */
ct_status ct_softmax(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor **out, ct_error *error);
ct_status ct_softmax_out(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor *out, ct_error *error);

/** The logarithm of ct_softmax: each element less the logarithm of the sum of e to their powers along dim.
 *
 * NaN in a line makes all of it NaN, and so do a positive infinity and nothing but negative ones. The same bits for
 * any number of threads and any address; on every instruction set too in deterministic mode (ct_set_deterministic). */
ct_status ct_log_softmax(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor **out, ct_error *error);
ct_status ct_log_softmax_out(const ct_tensor *t, int32_t dim, ct_dtype dtype, ct_tensor *out, ct_error *error);

/* ---- indexing ----
 *
 * Indices are integers of any dtype; negative ones count from the end. All of them are checked before anything is
 * written. A line that refuses one names its value, its place in the tensor of indices, and the dim's size.
 *
 *     ct_index_select(t, 0, rows, &chosen, &error);      // t[rows]
 *     ct_masked_select(t, mask, &chosen, &error);        // t[mask]
 *     ct_take_along_dim(t, order, -1, &sorted, &error);  // what ct_argsort found
 *
 * What (_out): ct_x into an existing tensor, which must not share memory with an input.
 * Shapes (new): *out is contiguous; meta when t is.
 * Dtypes: all.
 * Dtypes (new): *out has t's.
 * Dtypes (index): index holds integers of any dtype.
 * Errors (index): CT_ERROR_INVALID (meta and real tensors together), CT_ERROR_DTYPE (index is not integers),
 *   CT_ERROR_INDEX (an index out of range).
 * Errors (indices): CT_ERROR_INVALID (nindices negative; meta and real tensors together), CT_ERROR_DTYPE (an index
 *   is neither integers nor bool), CT_ERROR_SHAPE (indices that do not broadcast; a mask that does not fit),
 *   CT_ERROR_INDEX (too many indices; an index out of range), CT_ERROR_UNSUPPORTED (a mask on a meta tensor).
 * Errors (mask): CT_ERROR_INVALID (meta and real tensors together), CT_ERROR_DTYPE (mask is not bool),
 *   CT_ERROR_SHAPE (sizes that do not broadcast).
 * Errors (_out): CT_ERROR_DTYPE (out's is another), CT_ERROR_OVERLAP (out shares memory with an input).
 * Cost: reads indices twice, to check them and to use them, and each chosen element once.
 * Cost (_out): takes memory where out has to grow, or has other strides than *out would.
 * Since: 0.3
 */

/** Elements of t that integers and masks choose, beside full slices.
 *
 * Index k is of dim k: an integer tensor, or NULL for all of the dim. A bool tensor is a mask of as many dims as it
 * has, and stands for the indices of its true elements, one tensor a dim; one without dims adds a dim of 1 or 0. The
 * indices broadcast together, and the result has their shape in place of their dims where these are neighbours, else
 * in front of all other dims. Missing indices at the end are NULL.
 * Shapes: a mask has the sizes of its dims of t; it is refused where t is meta.
 * Dtypes: all; indices are bool or integers of any dtype: uint8 is an index. */
ct_status ct_index(const ct_tensor *t, const ct_tensor *const *indices, int32_t nindices, ct_tensor **out,
                   ct_error *error);
ct_status ct_index_out(const ct_tensor *t, const ct_tensor *const *indices, int32_t nindices, ct_tensor *out,
                       ct_error *error);

/** Writes values to the elements of t that ct_index would read.
 *
 * Without accumulate, what comes last in row-major order stays where several positions are one element. With it,
 * values are added one after the other in that order, each sum rounded to the dtype.
 * Shapes: values broadcast to the shape that ct_index gives; t keeps its sizes.
 * Dtypes: all; values have t's. Indices as of ct_index.
 * Errors: CT_ERROR_DTYPE (values are not of t's dtype), CT_ERROR_SHAPE (values that do not broadcast),
 *   CT_ERROR_OVERLAP (t shares memory with values or an index, or its elements with each other), CT_ERROR_READ_ONLY
 *   (t is), CT_ERROR_OUT_OF_MEMORY. */
ct_status ct_index_put(ct_tensor *t, const ct_tensor *const *indices, int32_t nindices, const ct_tensor *values,
                       bool accumulate, ct_error *error);

/** The slices of t along dim that index names, in its order.
 * Shapes: t any; index has one dim or none.
 * Shapes (new): *out has t's sizes, with as many slices in dim as there are indices; contiguous; meta when t is.
 * Errors: CT_ERROR_SHAPE (index has more dims). */
ct_status ct_index_select(const ct_tensor *t, int32_t dim, const ct_tensor *index, ct_tensor **out, ct_error *error);
ct_status ct_index_select_out(const ct_tensor *t, int32_t dim, const ct_tensor *index, ct_tensor *out, ct_error *error);

/** For each element of index, the element of t at its place, but at that index along dim.
 * Shapes: index has as many dims as t, and is no larger but in dim.
 * Shapes (new): *out has index's sizes; contiguous; meta when t is.
 * Errors: CT_ERROR_SHAPE (other dims or larger ones). */
ct_status ct_gather(const ct_tensor *t, int32_t dim, const ct_tensor *index, ct_tensor **out, ct_error *error);
ct_status ct_gather_out(const ct_tensor *t, int32_t dim, const ct_tensor *index, ct_tensor *out, ct_error *error);

/** ct_gather where t and index broadcast in all dims but dim: what ct_argmax or a sort along dim found, say.
 * Shapes: t and index have as many dims, and broadcast but in dim.
 * Shapes (new): *out has the common sizes, and index's in dim; contiguous; meta when t is.
 * Errors: CT_ERROR_SHAPE (other dims, or sizes that do not broadcast). */
ct_status ct_take_along_dim(const ct_tensor *t, const ct_tensor *index, int32_t dim, ct_tensor **out, ct_error *error);
ct_status ct_take_along_dim_out(const ct_tensor *t, const ct_tensor *index, int32_t dim, ct_tensor *out,
                                ct_error *error);

/** The elements of t at indices that count all of them in row-major order.
 * Shapes (new): *out has index's sizes; contiguous; meta when t is. */
ct_status ct_take(const ct_tensor *t, const ct_tensor *index, ct_tensor **out, ct_error *error);
ct_status ct_take_out(const ct_tensor *t, const ct_tensor *index, ct_tensor *out, ct_error *error);

/** The indices of the elements that are not zero, one row for each in row-major order.
 * What (ct_argwhere): ct_nonzero by another name. Shapes: any.
 * Shapes (new): *out is [n, the number of t's dims], contiguous. Dtypes: all; NaN is not zero.
 * Dtypes (new): *out is int64.
 * Errors: CT_ERROR_UNSUPPORTED (t is meta, and its elements decide the size).
 * Cost: reads t twice, to count and to write. */
ct_status ct_nonzero(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_nonzero_out(const ct_tensor *t, ct_tensor *out, ct_error *error);
ct_status ct_argwhere(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_argwhere_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The elements of t where mask is true, in row-major order.
 * Shapes: t and mask broadcast. Shapes (new): *out has one dim. Dtypes: all; mask is bool.
 * Errors: CT_ERROR_UNSUPPORTED (t is meta, and the mask decides the size).
 * Cost: reads mask twice, to count and to choose, and t once. */
ct_status ct_masked_select(const ct_tensor *t, const ct_tensor *mask, ct_tensor **out, ct_error *error);
ct_status ct_masked_select_out(const ct_tensor *t, const ct_tensor *mask, ct_tensor *out, ct_error *error);

/** A tensor of zeros, with a one for each element of t, at that place along a last dim of its own.
 * Shapes: any.
 * Shapes (new): *out has t's sizes and then num_classes; -1: one more than the largest element. Contiguous; meta
 *   when t is, and then not with -1.
 * Dtypes: t holds integers of any dtype. Dtypes (new): *out is int64.
 * Errors: CT_ERROR_INVALID (num_classes less than -1), CT_ERROR_DTYPE (t is not integers), CT_ERROR_INDEX (an
 *   element that is negative, or not less than num_classes), CT_ERROR_SHAPE (-1 where t has no elements),
 *   CT_ERROR_UNSUPPORTED (-1 where t is meta). */
ct_status ct_one_hot(const ct_tensor *t, int64_t num_classes, ct_tensor **out, ct_error *error);
ct_status ct_one_hot_out(const ct_tensor *t, int64_t num_classes, ct_tensor *out, ct_error *error);

/* ---- writing by index ----
 *
 * ct_x gives a copy of t, in which the indexed elements are changed; ct_x_out with out == t writes them into t
 * itself. Several positions at one element are taken one after the other in row-major order, and each result is
 * rounded to the dtype, so the bits are the same for any number of threads.
 *
 *     ct_scatter(t, 0, index, src, CT_SCATTER_ADD, &sums, &error);
 *     ct_masked_scatter_out(t, mask, source, t, &error);  // in place
 *
 * What (_out): ct_x into an existing tensor; in place with out == t.
 * Shapes (new): *out has t's sizes and order; meta when t is.
 * Shapes (_out): out gets the sizes that ct_x gives, resized to them if it has others and is not t.
 * Dtypes: all.
 * Dtypes (new): *out has t's.
 * Dtypes (index): index holds integers of any dtype.
 * Errors: CT_ERROR_INVALID (meta and real tensors together).
 * Errors (index): CT_ERROR_DTYPE (index is not integers), CT_ERROR_INDEX (an index out of range).
 * Errors (_out): CT_ERROR_DTYPE (out's is another), CT_ERROR_OVERLAP (out shares memory with another input than t,
 *   or with t in another order).
 * Cost: copies t, unless it is in place; reads indices twice, to check them and to use them, and each source once.
 * Since: 0.3
 */

/** How ct_scatter joins an element that it brings and the one that is there. */
typedef uint32_t ct_scatter_reduce;
enum {
  CT_SCATTER_REPLACE = 0, /**< the last one stays */
  CT_SCATTER_ADD = 1,     /**< the sum; of bool, whether any is true */
  CT_SCATTER_MUL = 2,     /**< the product; of bool, whether all are true */
  CT_SCATTER_AMIN = 3,    /**< the smallest; NaN where there is one */
  CT_SCATTER_AMAX = 4     /**< the largest; NaN where there is one */
};

/** A copy of t, into which the elements of src go, each to its own place but at its index along dim.
 *
 * Where several go to one element, they join it one after the other; of CT_SCATTER_REPLACE the last one stays.
 * Shapes: all three have as many dims; index is no larger than src, and than t but in dim.
 * Dtypes: all, real ones for CT_SCATTER_AMIN and CT_SCATTER_AMAX; src has t's, as *out.
 * Errors: CT_ERROR_INVALID (an unknown reduce), CT_ERROR_DTYPE (src is not of t's dtype; an order of complex
 *   numbers), CT_ERROR_SHAPE (other dims or larger ones). */
ct_status ct_scatter(const ct_tensor *t, int32_t dim, const ct_tensor *index, const ct_tensor *src,
                     ct_scatter_reduce reduce, ct_tensor **out, ct_error *error);
ct_status ct_scatter_out(const ct_tensor *t, int32_t dim, const ct_tensor *index, const ct_tensor *src,
                         ct_scatter_reduce reduce, ct_tensor *out, ct_error *error);

/** A copy of t, to whose slices along dim those of source are added, at the indices in index.
 * Shapes: index has one dim or none; source has t's sizes, with as many slices in dim as there are indices.
 * Dtypes: all; source has t's, as *out.
 * Options: alpha, what source is multiplied by before, in its dtype; NULL is 1.
 * Errors: CT_ERROR_INVALID (alpha that the dtype cannot hold), CT_ERROR_DTYPE (source is not of t's dtype),
 *   CT_ERROR_SHAPE (sizes that do not fit). */
ct_status ct_index_add(const ct_tensor *t, int32_t dim, const ct_tensor *index, const ct_tensor *source,
                       const ct_scalar *alpha, ct_tensor **out, ct_error *error);
ct_status ct_index_add_out(const ct_tensor *t, int32_t dim, const ct_tensor *index, const ct_tensor *source,
                           const ct_scalar *alpha, ct_tensor *out, ct_error *error);

/** A copy of t, whose slices along dim become those of source, at the indices in index; of equal indices the last
 * one stays.
 * Shapes: as of ct_index_add. Dtypes: all; source has t's, as *out.
 * Errors: CT_ERROR_DTYPE (source is not of t's dtype), CT_ERROR_SHAPE (sizes that do not fit). */
ct_status ct_index_copy(const ct_tensor *t, int32_t dim, const ct_tensor *index, const ct_tensor *source,
                        ct_tensor **out, ct_error *error);
ct_status ct_index_copy_out(const ct_tensor *t, int32_t dim, const ct_tensor *index, const ct_tensor *source,
                            ct_tensor *out, ct_error *error);

/** A copy of t, whose slices along dim that index names are all value.
 * Shapes: index has one dim or none.
 * Errors: CT_ERROR_INVALID (value is NULL; value that the dtype cannot hold), CT_ERROR_DTYPE (the value's is none),
 *   CT_ERROR_SHAPE (index has more dims). */
ct_status ct_index_fill(const ct_tensor *t, int32_t dim, const ct_tensor *index, const ct_scalar *value,
                        ct_tensor **out, ct_error *error);
ct_status ct_index_fill_out(const ct_tensor *t, int32_t dim, const ct_tensor *index, const ct_scalar *value,
                            ct_tensor *out, ct_error *error);

/** A copy of t, whose elements at indices that count all of them in row-major order are those of values, or with
 * accumulate have these added.
 * Shapes: values have as many elements as index, taken in row-major order.
 * Dtypes: all; values have t's, as *out.
 * Errors: CT_ERROR_DTYPE (values are not of t's dtype), CT_ERROR_SHAPE (as many values as indices are wanted). */
ct_status ct_put(const ct_tensor *t, const ct_tensor *index, const ct_tensor *values, bool accumulate, ct_tensor **out,
                 ct_error *error);
ct_status ct_put_out(const ct_tensor *t, const ct_tensor *index, const ct_tensor *values, bool accumulate,
                     ct_tensor *out, ct_error *error);

/** A copy of t, in which the elements where mask is true are those of source, in row-major order of both.
 * Shapes: t and mask broadcast; source has at least as many elements as are true.
 * Shapes (new): *out has those sizes and is contiguous; meta when t is.
 * Dtypes: all; source has t's, as *out; mask is bool.
 * Errors: CT_ERROR_DTYPE (mask is not bool; source is not of t's dtype), CT_ERROR_SHAPE (sizes that do not
 *   broadcast; too few elements in source). */
ct_status ct_masked_scatter(const ct_tensor *t, const ct_tensor *mask, const ct_tensor *source, ct_tensor **out,
                            ct_error *error);
ct_status ct_masked_scatter_out(const ct_tensor *t, const ct_tensor *mask, const ct_tensor *source, ct_tensor *out,
                                ct_error *error);

/* ---- order ----
 *
 * NaN is larger than every number; zeros of both signs are equal. Equal elements stay in the order in which they are
 * in t: so there is one right answer, whatever the instruction set and the number of threads.
 *
 *     ct_sort(t, -1, false, true, &values, &indices, &error);
 *     ct_topk(t, 5, -1, true, true, &values, &indices, &error);
 *
 * What (_out): ct_x into an existing tensor, which must share no memory with an input.
 * What (indices): ct_x into existing tensors, which must share memory neither with t nor with each other.
 * Shapes (dim): any, without dims too (dim 0 or -1).
 * Shapes (keepdim): dim goes, or with keepdim becomes 1. No dim that goes may have size 0.
 * Shapes (new): *out is contiguous; meta when t is.
 * Dtypes: all but complex.
 * Dtypes (indices): values has t's dtype, indices is int64.
 * Dtypes (_out): any other is refused.
 * Errors (keepdim): CT_ERROR_SHAPE (a dim without elements).
 * Errors (indices): CT_ERROR_DTYPE (t is complex), CT_ERROR_UNSUPPORTED (a line has more than 2^32 elements).
 * Errors (_out): CT_ERROR_DTYPE (out's is another), CT_ERROR_OVERLAP (out shares memory with an input).
 * Cost: gathers each line once, and orders it in memory of a few times its size for each thread.
 * Since: 0.3
 */

/** The elements along dim in order, ascending or (descending) from the largest on.
 *
 * Equal elements keep their order whether stable asks for that or not. indices tells where in t each element comes
 * from, along dim. indices may be NULL: elements are then sorted alone, which takes much less time.
 * What (_out): ct_sort into existing tensors, which must share memory neither with t nor with each other. indices
 *   may be NULL.
 * Shapes (new): *values and *indices have t's sizes and are contiguous; meta when t is. */
ct_status ct_sort(const ct_tensor *t, int32_t dim, bool descending, bool stable, ct_tensor **values,
                  ct_tensor **indices, ct_error *error);
ct_status ct_sort_out(const ct_tensor *t, int32_t dim, bool descending, bool stable, ct_tensor *values,
                      ct_tensor *indices, ct_error *error);

/** The indices that ct_sort gives.
 * Shapes (new): *out has t's sizes and is contiguous; meta when t is.
 * Dtypes: all but complex; the result is int64.
 * Errors: CT_ERROR_DTYPE (t is complex), CT_ERROR_UNSUPPORTED (a line has more than 2^32 elements). */
ct_status ct_argsort(const ct_tensor *t, int32_t dim, bool descending, bool stable, ct_tensor **out, ct_error *error);
ct_status ct_argsort_out(const ct_tensor *t, int32_t dim, bool descending, bool stable, ct_tensor *out,
                         ct_error *error);

/** The k largest or (largest false) smallest elements along dim, in order, and their indices.
 *
 * They are the first k that ct_sort gives, descending where largest is true, and in that order whether sorted asks
 * for that or not.
 * Shapes (k): dim becomes k.
 * Errors: CT_ERROR_INVALID (k is negative, or more than dim has elements). */
ct_status ct_topk(const ct_tensor *t, int64_t k, int32_t dim, bool largest, bool sorted, ct_tensor **values,
                  ct_tensor **indices, ct_error *error);
ct_status ct_topk_out(const ct_tensor *t, int64_t k, int32_t dim, bool largest, bool sorted, ct_tensor *values,
                      ct_tensor *indices, ct_error *error);

/** The k-th smallest element along dim, and its index. k counts from 1.
 *
 * It is the one that ct_sort, ascending, puts at k - 1.
 * Errors: CT_ERROR_INVALID (k is less than 1, or more than dim has elements). */
ct_status ct_kthvalue(const ct_tensor *t, int64_t k, int32_t dim, bool keepdim, ct_tensor **values, ct_tensor **indices,
                      ct_error *error);
ct_status ct_kthvalue_out(const ct_tensor *t, int64_t k, int32_t dim, bool keepdim, ct_tensor *values,
                          ct_tensor *indices, ct_error *error);

/** The median of all elements; the first NaN where there is one.
 *
 * Of an even number of them, the lower one of the two in the middle.
 * What (ct_nanmedian): the median of all elements that are not NaN; NaN where there is no other.
 * Shapes: any but none: t has elements. Shapes (new): *out has no dims; meta when t is.
 * Dtypes: all but complex; the result has t's dtype.
 * Errors: CT_ERROR_DTYPE (t is complex), CT_ERROR_SHAPE (t has no elements), CT_ERROR_UNSUPPORTED (t has more than
 *   2^32 elements). */
ct_status ct_median(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_median_out(const ct_tensor *t, ct_tensor *out, ct_error *error);
ct_status ct_nanmedian(const ct_tensor *t, ct_tensor **out, ct_error *error);
ct_status ct_nanmedian_out(const ct_tensor *t, ct_tensor *out, ct_error *error);

/** The median of the elements along dim; the first NaN where there is one. And its index.
 *
 * Of an even number of them, the lower one of the two in the middle. Its index is that of the first such element
 * which ct_sort, ascending, puts there.
 * What (ct_nanmedian_dim): the median of the elements along dim that are not NaN; NaN where there is no other. And
 *   its index. */
ct_status ct_median_dim(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor **values, ct_tensor **indices,
                        ct_error *error);
ct_status ct_median_dim_out(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor *values, ct_tensor *indices,
                            ct_error *error);
ct_status ct_nanmedian_dim(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor **values, ct_tensor **indices,
                           ct_error *error);
ct_status ct_nanmedian_dim_out(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor *values, ct_tensor *indices,
                               ct_error *error);

/** The element along dim that comes most often, and its last index.
 *
 * Of several that come equally often, the smallest. All NaNs are one, and so are zeros of both signs. */
ct_status ct_mode(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor **values, ct_tensor **indices,
                  ct_error *error);
ct_status ct_mode_out(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor *values, ct_tensor *indices,
                      ct_error *error);

/** The quantiles q of the elements along dim. dim CT_ALL_DIMS: of all elements.
 *
 * A quantile q lies at q * (n - 1) in the order of the n elements; between two of them, interpolation says what it
 * is. It is computed in float64. Where there is a NaN, it is NaN.
 * Shapes (q): q has at most one dim, which comes before all others.
 * Dtypes: t and q: real floats; the result has t's dtype.
 * Errors: CT_ERROR_INVALID (one of t and q is meta, and the other is not; q holds what is not between 0 and 1;
 *   interpolation is unknown), CT_ERROR_DTYPE (t or q is no real float), CT_ERROR_SHAPE (q has more than one dim). */
ct_status ct_quantile(const ct_tensor *t, const ct_tensor *q, int32_t dim, bool keepdim, ct_interpolation interpolation,
                      ct_tensor **out, ct_error *error);
ct_status ct_quantile_out(const ct_tensor *t, const ct_tensor *q, int32_t dim, bool keepdim,
                          ct_interpolation interpolation, ct_tensor *out, ct_error *error);

/* ---- different elements ----
 *
 * inverse tells which of the values each element (or slice) of t is, and counts for how many each of the values
 * stands. Either may be NULL, where it is not wanted. NaN equals nothing, so each one is there. Zeros of both signs
 * are equal.
 *
 *     ct_unique(t, &values, NULL, &counts, &error);
 *
 * Shapes: any but meta: the sizes depend on the elements.
 * Shapes (new): *values and *counts have one dim, *inverse has t's sizes; all are contiguous.
 * Dtypes: all but complex; *values has t's dtype, *inverse and *counts are int64.
 * Errors: CT_ERROR_INVALID (t is meta), CT_ERROR_DTYPE (t is complex).
 * Cost: takes memory for a few times the elements of t.
 * Since: 0.3
 */

/** The different elements of t, in ascending order.
 *
 * NaNs come last. Zeros are given as 0.
 * Errors: CT_ERROR_UNSUPPORTED (t has more than 2^32 elements). */
ct_status ct_unique(const ct_tensor *t, ct_tensor **values, ct_tensor **inverse, ct_tensor **counts, ct_error *error);

/** One element of each run of equal ones, in the row-major order of t.
 *
 * Zeros are given as 0. */
ct_status ct_unique_consecutive(const ct_tensor *t, ct_tensor **values, ct_tensor **inverse, ct_tensor **counts,
                                ct_error *error);

/** The different slices of t along dim (its rows, where dim is 0), in the order of their first elements that differ.
 *
 * A slice that holds a NaN equals none. Of equal slices the first one is given, with its bits. Slices without
 * elements are equal.
 * What (ct_unique_consecutive_dim): one slice of each run of equal ones along dim, as they follow each other.
 * Shapes: one dim or more, and not meta: the sizes depend on the elements.
 * Shapes (new): *values has t's sizes but for dim, *inverse and *counts have one dim; all are contiguous.
 * Errors: CT_ERROR_SHAPE (t has no dims). */
ct_status ct_unique_dim(const ct_tensor *t, int32_t dim, ct_tensor **values, ct_tensor **inverse, ct_tensor **counts,
                        ct_error *error);
ct_status ct_unique_consecutive_dim(const ct_tensor *t, int32_t dim, ct_tensor **values, ct_tensor **inverse,
                                    ct_tensor **counts, ct_error *error);

/* ---- searching and counting ----
 *
 *     ct_searchsorted(sorted, values, false, &places, &error);
 *     ct_histc(t, 10, 0, 1, &counts, &error);
 *
 * What (_out): ct_x into an existing tensor, which must share no memory with an input.
 * Shapes (new): *out has t's sizes and is contiguous; meta when the inputs are.
 * Errors (_out): CT_ERROR_DTYPE (out's is another), CT_ERROR_OVERLAP (out shares memory with an input).
 * Cost: reads what is searched or counted once; what it is sought in is read once, into a tree or a table.
 * Since: 0.3
 */

/** Where each value belongs in a sorted sequence: how many of its elements are smaller, or (right) not larger.
 *
 * The order is that of ct_sort, ascending. A sequence that is not in that order gives some index, from 0 to the
 * number of elements.
 * Shapes: sorted has one dim, or those of values but for the last, along which the sequences lie.
 * Shapes (new): *out has the sizes of values and is contiguous; meta when the inputs are.
 * Dtypes: sorted and values have a common dtype, in which they are compared; all but complex. The result is int64.
 * Errors: CT_ERROR_INVALID (meta and real tensors together), CT_ERROR_DTYPE (no dtype holds both; the common dtype
 *   is complex), CT_ERROR_SHAPE (sorted has no dims; a dim before the last differs). */
ct_status ct_searchsorted(const ct_tensor *sorted, const ct_tensor *values, bool right, ct_tensor **out,
                          ct_error *error);
ct_status ct_searchsorted_out(const ct_tensor *sorted, const ct_tensor *values, bool right, ct_tensor *out,
                              ct_error *error);

/** Which bucket each element of t is in: how many boundaries are smaller, or (right) not larger.
 *
 * It is ct_searchsorted with its inputs in the other order.
 * Shapes: boundaries, sorted, have one dim.
 * Dtypes: t and boundaries have a common dtype, in which they are compared; all but complex. The result is int64.
 * Errors: CT_ERROR_INVALID (meta and real tensors together), CT_ERROR_DTYPE (no dtype holds both; the common dtype
 *   is complex), CT_ERROR_SHAPE (boundaries have another number of dims than one). */
ct_status ct_bucketize(const ct_tensor *t, const ct_tensor *boundaries, bool right, ct_tensor **out, ct_error *error);
ct_status ct_bucketize_out(const ct_tensor *t, const ct_tensor *boundaries, bool right, ct_tensor *out,
                           ct_error *error);

/** Whether each element of t is (invert: is not) among the elements of another tensor.
 *
 * NaN is among none.
 * Shapes: any.
 * Dtypes: t and among have a common dtype, in which they are compared; all but complex. The result is bool.
 * Errors: CT_ERROR_INVALID (meta and real tensors together), CT_ERROR_DTYPE (no dtype holds both; the common dtype
 *   is complex). */
ct_status ct_isin(const ct_tensor *t, const ct_tensor *among, bool invert, ct_tensor **out, ct_error *error);
ct_status ct_isin_out(const ct_tensor *t, const ct_tensor *among, bool invert, ct_tensor *out, ct_error *error);

/** A histogram: how many elements of t are in each of so many equal bins from min to max.
 *
 * What is outside is in no bin, and neither is NaN; max is in the last bin. Where min equals max, the bins go from
 * the smallest to the largest element, and where those are equal too, from 1 less to 1 more.
 * Shapes: any.
 * Shapes (new): *out has one dim, of size bins, and is contiguous; meta when t is.
 * Dtypes: real floats; the result has t's dtype.
 * Errors: CT_ERROR_INVALID (bins is less than 1; min or max is not finite, or min is larger than max; they are
 *   equal, and an element is not finite), CT_ERROR_DTYPE (t is no real float).
 * Cost: reads t once, and where min equals max once more before. */
ct_status ct_histc(const ct_tensor *t, int64_t bins, double min, double max, ct_tensor **out, ct_error *error);
ct_status ct_histc_out(const ct_tensor *t, int64_t bins, double min, double max, ct_tensor *out, ct_error *error);

/** How many times each integer from 0 on is in t, or the sum of the weights that it has there.
 *
 * There are as many sums as the largest element and one more, and at least minlength. They are added up in the order
 * of t. weights may be NULL: elements are then counted.
 * Shapes: t has one dim and is not meta, as the size of the result depends on its elements; weights have the same
 *   size.
 * Shapes (new): *out has one dim and is contiguous.
 * Dtypes: t: integers; weights: all but complex. The result is int64; with weights it is float64, or float32 where
 *   they are.
 * Errors: CT_ERROR_INVALID (t or weights meta; minlength is negative; an element is), CT_ERROR_DTYPE (t is bool,
 *   floating or complex; weights are complex), CT_ERROR_SHAPE (t has another number of dims than one; weights have
 *   other sizes).
 * Cost: reads t twice, for its largest element and to count, and weights once. */
ct_status ct_bincount(const ct_tensor *t, const ct_tensor *weights, int64_t minlength, ct_tensor **out,
                      ct_error *error);

/* ---- running along a dim ----
 *
 *     ct_cummax(t, 0, &highest, &since, &error);
 *     ct_diff(t, 1, -1, NULL, NULL, &steps, &error);
 *
 * What (_out): ct_x into an existing tensor, which must share no memory with an input.
 * What (indices): ct_x into existing tensors, which must share memory neither with t nor with each other.
 * Shapes (dim): any, without dims too (dim 0 or -1).
 * Shapes (new): *out has t's sizes and is contiguous; meta when t is.
 * Dtypes (indices): all but complex; values has t's dtype, indices is int64.
 * Errors (indices): CT_ERROR_DTYPE (t is complex).
 * Errors (_out): CT_ERROR_DTYPE (out's is another), CT_ERROR_OVERLAP (out shares memory with an input).
 * Cost: reads t once.
 * Since: 0.3
 */

/** The largest element of those up to each one along dim, and its index.
 *
 * From the first NaN on, it is the last NaN. Of equal elements, the last one.
 * What (ct_cummin): the smallest element of those up to each one along dim, and its index. */
ct_status ct_cummax(const ct_tensor *t, int32_t dim, ct_tensor **values, ct_tensor **indices, ct_error *error);
ct_status ct_cummax_out(const ct_tensor *t, int32_t dim, ct_tensor *values, ct_tensor *indices, ct_error *error);
ct_status ct_cummin(const ct_tensor *t, int32_t dim, ct_tensor **values, ct_tensor **indices, ct_error *error);
ct_status ct_cummin_out(const ct_tensor *t, int32_t dim, ct_tensor *values, ct_tensor *indices, ct_error *error);

/** The logarithm of the sum of the exponentials of the elements up to each one along dim, without overflow.
 *
 * It is computed in float64.
 * Dtypes: real floats; the result has t's dtype. Errors: CT_ERROR_DTYPE (t is no real float). */
ct_status ct_logcumsumexp(const ct_tensor *t, int32_t dim, ct_tensor **out, ct_error *error);
ct_status ct_logcumsumexp_out(const ct_tensor *t, int32_t dim, ct_tensor *out, ct_error *error);

/** The differences of neighbours along dim, n times: each element is subtracted from the next one.
 *
 * Of bools it is "exclusive or". prepend and append are put before and behind t first; either may be NULL. With n 0,
 * neither is, and *out is a copy of t.
 * What (_out): ct_diff into an existing tensor.
 * Shapes (dim): one dim or more; dim becomes n less, but not less than 0. prepend and append have t's sizes, but for
 *   dim.
 * Shapes (new): *out is meta when t is.
 * Dtypes: all; the result has that of t, or the common one of t, prepend and append.
 * Errors: CT_ERROR_INVALID (n is negative; meta and real tensors together), CT_ERROR_DTYPE (no dtype holds all of
 *   them), CT_ERROR_SHAPE (t has no dims; prepend or append does not fit).
 * Errors (_out): CT_ERROR_INVALID (out deferred).
 * Cost: n passes, and memory for what is between them, and for t with prepend and append. */
ct_status ct_diff(const ct_tensor *t, int64_t n, int32_t dim, const ct_tensor *prepend, const ct_tensor *append,
                  ct_tensor **out, ct_error *error);
ct_status ct_diff_out(const ct_tensor *t, int64_t n, int32_t dim, const ct_tensor *prepend, const ct_tensor *append,
                      ct_tensor *out, ct_error *error);

/* ---- generators of random numbers ----
 *
 * A ct_rng names a stream of Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1,
 * 2, 3", 2011), by a key and a stream's number, and a position in it, which is counted in blocks of four words of 32
 * bits. Each call takes the next blocks. So its numbers depend on the state and on the call alone: not on threads,
 * instruction sets or layouts. docs/random.md says how words become numbers.
 *
 * Calls on several threads may share one generator. Each gets blocks of its own, but which ones depends on who comes
 * first; for the same numbers every time, give each thread one of its own with ct_rng_split.
 *
 *     ct_rng_create(42, &rng, &error);
 *     ct_normal(rng, sizes, 2, 0, 1, CT_FLOAT32, &noise, &error);
 *     ct_rng_release(rng);
 *
 * Shapes: none.
 * Errors (value): none; NULL gives 0.
 * Cost: a time that depends on no size, and no memory.
 * Since: 0.3
 */

/** A generator at the beginning of stream 0 under the key `seed`.
 * Ownership: the caller owns *out and gives it back with ct_rng_release.
 * Errors: CT_ERROR_OUT_OF_MEMORY. Cost: takes memory for the generator. */
ct_status ct_rng_create(uint64_t seed, ct_rng **out, ct_error *error);

/** A generator of another stream, for another thread or another part of a program.
 *
 * It takes one block of rng: the first two words are the new key, the low one first, the others the new stream. So
 * two generators have a stream in common with a chance of about 2^-128.
 * Ownership: the caller owns *out; it does not depend on rng. Errors: CT_ERROR_OUT_OF_MEMORY.
 * Cost: takes memory for the generator. */
ct_status ct_rng_split(ct_rng *rng, ct_rng **out, ct_error *error);

/** One more reference to rng, which is returned.
 * Ownership: the caller owns the new reference. Errors: none; NULL gives NULL. */
ct_rng *ct_rng_retain(const ct_rng *rng);

/** Gives a reference back; the last one ends the generator.
 * Ownership: takes the caller's reference. Errors: none; NULL is fine. */
void ct_rng_release(ct_rng *rng);

/** The generator's key: its seed, unless it comes from ct_rng_split. */
uint64_t ct_rng_key(const ct_rng *rng);

/** The number of the generator's stream. */
uint64_t ct_rng_stream(const ct_rng *rng);

/** How many blocks of the stream have been taken, or skipped; modulo 2^64. */
uint64_t ct_rng_counter(const ct_rng *rng);

/** Puts the generator where another one was, by what ct_rng_key, ct_rng_stream and ct_rng_counter have said of it.
 * Threads: any, while no other thread uses rng. */
ct_status ct_rng_set_state(ct_rng *rng, uint64_t key, uint64_t stream, uint64_t counter, ct_error *error);

/** Skips blocks. To go back, skip modulo 2^64. */
ct_status ct_rng_advance(ct_rng *rng, uint64_t blocks, ct_error *error);

/* ---- random numbers ----
 *
 * The numbers are those that docs/random.md defines, in the order of sizes: element i is number i. A call takes as
 * many blocks of the generator as they need. Into a given tensor, element i in logical order is number i, whatever
 * the strides; a meta tensor takes no blocks.
 *
 *     ct_uniform(rng, sizes, 2, 0, 1, CT_UNDEFINED, &x, &error);  // float32 in [0, 1)
 *     ct_uniform_out(rng, -1, 1, x, &error);
 *
 * What (_out): ct_x into a given tensor, which keeps its sizes, strides and dtype.
 * Shapes (sizes): sizes[ndim].
 * Shapes (_out): any.
 * Dtypes: real floats.
 * Dtypes (dtype): dtype UNDEFINED: float32.
 * Dtypes (_out): out has the dtype of the numbers.
 * Errors (sizes): CT_ERROR_INVALID (ndim negative), CT_ERROR_SHAPE (more than 64 dims; a negative size; bytes that
 *   do not fit int64).
 * Errors: CT_ERROR_DTYPE (not a real float).
 * Errors (_out): only CT_ERROR_INVALID (out is deferred), CT_ERROR_OVERLAP (out's elements share memory with each
 *   other), CT_ERROR_READ_ONLY (out is), CT_ERROR_OUT_OF_MEMORY.
 * Cost (_out): takes no memory for elements.
 * Cost: makes each number in the cache and writes it once.
 * Since: 0.3
 */

/** Numbers that are uniformly distributed from low up to, but without, high. low == high: that number.
 * Errors: CT_ERROR_INVALID (low or high not finite in the dtype, or their difference not in what it is computed in;
 *   low > high). */
ct_status ct_uniform(ct_rng *rng, const int64_t *sizes, int32_t ndim, double low, double high, ct_dtype dtype,
                     ct_tensor **out, ct_error *error);
ct_status ct_uniform_out(ct_rng *rng, double low, double high, ct_tensor *out, ct_error *error);

/** Numbers of the normal distribution with that mean and standard deviation.
 * Errors: CT_ERROR_INVALID (mean or std not finite in the dtype; std negative). */
ct_status ct_normal(ct_rng *rng, const int64_t *sizes, int32_t ndim, double mean, double std, ct_dtype dtype,
                    ct_tensor **out, ct_error *error);
ct_status ct_normal_out(ct_rng *rng, double mean, double std, ct_tensor *out, ct_error *error);

/** Numbers of the exponential distribution: times between events that come at that rate.
 * Errors: CT_ERROR_INVALID (rate not above 0; it or its inverse not finite in what the dtype is computed in). */
ct_status ct_exponential(ct_rng *rng, const int64_t *sizes, int32_t ndim, double rate, ct_dtype dtype, ct_tensor **out,
                         ct_error *error);
ct_status ct_exponential_out(ct_rng *rng, double rate, ct_tensor *out, ct_error *error);

/** Integers from low up to, but without, high, each with the same chance.
 * Dtypes: integers. Dtypes (dtype): dtype UNDEFINED: int64.
 * Errors: CT_ERROR_INVALID (low >= high; the dtype cannot hold low or high - 1), CT_ERROR_DTYPE (not an integer). */
ct_status ct_randint(ct_rng *rng, const int64_t *sizes, int32_t ndim, int64_t low, int64_t high, ct_dtype dtype,
                     ct_tensor **out, ct_error *error);
ct_status ct_randint_out(ct_rng *rng, int64_t low, int64_t high, ct_tensor *out, ct_error *error);

/** 1 with the chance p, else 0. Dtypes: all. Errors: CT_ERROR_INVALID (p is not between 0 and 1). */
ct_status ct_bernoulli(ct_rng *rng, const int64_t *sizes, int32_t ndim, double p, ct_dtype dtype, ct_tensor **out,
                       ct_error *error);
ct_status ct_bernoulli_out(ct_rng *rng, double p, ct_tensor *out, ct_error *error);

/** The integers from 0 to n - 1 in a random order.
 *
 * Takes (n + 1) / 2 blocks of the generator.
 * What (_out): ct_randperm into a given tensor, which is resized where it is not [n].
 * Shapes: makes 1 dim of n elements. Shapes (_out): out becomes [n]. A meta tensor takes no blocks.
 * Dtypes: integers that hold n - 1. Dtypes (dtype): dtype UNDEFINED: int64.
 * Errors: CT_ERROR_INVALID (n negative; the dtype cannot hold n - 1), CT_ERROR_SHAPE (bytes that do not fit int64),
 *   CT_ERROR_DTYPE (not an integer).
 * Errors (_out): CT_ERROR_INVALID (borrowed memory of out would have to grow).
 * Cost (_out): takes memory for elements where out has to grow. */
ct_status ct_randperm(ct_rng *rng, int64_t n, ct_dtype dtype, ct_tensor **out, ct_error *error);
ct_status ct_randperm_out(ct_rng *rng, int64_t n, ct_tensor *out, ct_error *error);

/** Indices along the last dim, drawn with chances in proportion to t's elements there.
 *
 * Without replacement, no index is drawn twice: each is drawn from those that are left. Takes (rows * num_samples +
 * 1) / 2 blocks of the generator with replacement, (t's elements + 1) / 2 without.
 * What (_out): ct_multinomial into a given tensor, which is resized where its sizes are others.
 * Shapes: t has 1 dim, or 2: rows of their own. The result has num_samples in place of the last one.
 * Shapes (_out): meta tensors take no blocks. Dtypes: t real floats, computed in float64; the result int64.
 * Errors: CT_ERROR_INVALID (num_samples < 1; an element negative or NaN; a row whose sum is 0 or not finite; without
 *   replacement, a row with fewer than num_samples elements above 0), CT_ERROR_SHAPE (not 1 or 2 dims; a last dim of
 *   0; bytes that do not fit int64).
 * Errors (_out): CT_ERROR_INVALID (one of t and out is meta; borrowed memory of out would have to grow),
 *   CT_ERROR_DTYPE (out's is not int64).
 * Cost: reads t once, and takes memory for a row of sums, or without replacement for num_samples arrivals. */
ct_status ct_multinomial(ct_rng *rng, const ct_tensor *t, int64_t num_samples, bool replacement, ct_tensor **out,
                         ct_error *error);
ct_status ct_multinomial_out(ct_rng *rng, const ct_tensor *t, int64_t num_samples, bool replacement, ct_tensor *out,
                             ct_error *error);

/* ---- deferred tensors: ops that are recorded now, and computed together later ----
 *
 * Each eager call reads its operands from memory and writes its result back. Ops on a deferred tensor are recorded
 * instead, with the dtype, sizes, strides and errors of the eager call; its views are views. ct_evaluate computes
 * the whole expression tile by tile, so memory is read and written once, and gives the eager calls' bits.
 * docs/fusion.md says which calls record, and what the others do with a deferred tensor.
 *
 *     ct_defer(x, &a, &error);
 *     ct_sub(a, mean, &b, &error);          // recorded
 *     ct_div(b, deviation, &c, &error);     // recorded
 *     const ct_tensor *results[] = {c};
 *     ct_tensor *outs[] = {NULL};
 *     ct_evaluate(results, 1, outs, &error);
 *
 * Shapes: any.
 * Dtypes: all.
 * Cost (new): recording takes memory for a handle and a node, and reads no element.
 * Since: 0.2
 */

/** x as a leaf of an expression: a deferred tensor with x's layout, over x's memory.
 *
 * An op that takes a deferred tensor gives a deferred one. Its other operands become leaves, too. x may be meta:
 * then the expression can become a program, but cannot be evaluated.
 *
 * A leaf must not be written to between the recording of an op that reads it and the last evaluation. Where this
 * library has written to its memory, evaluation fails; a write through a pointer (ct_tensor_data_mut, the owner's)
 * is not noticed.
 * Dtypes: all; *out has x's.
 * Ownership (new): the caller owns *out, which keeps x's memory, as whatever is recorded of it does.
 * Errors: CT_ERROR_INVALID (x is deferred, or a number). */
ct_status ct_defer(const ct_tensor *x, ct_tensor **out, ct_error *error);

/** Whether x is deferred: it has a layout, but no memory of its own. Its data is NULL.
 * Errors: none; NULL gives false. */
bool ct_is_deferred(const ct_tensor *x);

/** Computes n deferred tensors together, in as few passes over memory as they allow. Others are copied.
 *
 * outs[k] is NULL, and becomes a tensor that the caller owns, laid out as ct_clone would; or it is a tensor to write
 * to. That may share memory with what the expression reads.
 * Shapes: any; a given outs[k] has the sizes of deferred[k]. Dtypes: all; a given outs[k] has the dtype of deferred[k].
 * Ownership (new): the caller owns *outs, and every other entry of outs that was NULL. On failure these stay NULL.
 * Errors: CT_ERROR_INVALID (n negative; a leaf is meta, or has been written to since; outs[k] is meta or deferred),
 *   CT_ERROR_SHAPE, CT_ERROR_DTYPE (of a given outs[k]), CT_ERROR_OVERLAP (outs share memory), CT_ERROR_READ_ONLY,
 *   CT_ERROR_DIVISION_BY_ZERO (an integer divisor that was deferred holds a zero; nothing has been written).
 * Cost (new): takes memory for what outs does not give, and for tiles; reads each leaf once in each pass.
 * Threads: any; deferred tensors may be evaluated by several threads at once. */
ct_status ct_evaluate(const ct_tensor *const *deferred, int32_t n, ct_tensor **outs, ct_error *error);

/** Compiles an expression, to be run often. Its leaves are given anew for each run; everything else that it reads
 * must stay.
 * Ownership: the caller owns *out, which keeps memory that the expression reads, but for that of its leaves.
 * Errors: CT_ERROR_INVALID (a count negative; a leaf that ct_defer has not made, or that is there twice),
 *   CT_ERROR_OUT_OF_MEMORY.
 * Cost: takes memory for the program; no element is read. */
ct_status ct_program_create(const ct_tensor *const *leaves, int32_t nleaves, const ct_tensor *const *results,
                            int32_t nresults, ct_program **out, ct_error *error);

/** Runs a program with inputs in place of its leaves. outs are as those of ct_evaluate.
 * Shapes: each input has the sizes and strides of its leaf, and a given outs[k] the sizes of its result.
 * Dtypes: each input has its leaf's, and a given outs[k] its result's.
 * Ownership (new): the caller owns *outs, and every other entry of outs that was NULL. On failure these stay NULL.
 * Errors: CT_ERROR_INVALID (other counts than the program's; an input, an entry of outs or what else the program
 *   reads is meta or deferred; what else it reads has been written to since), CT_ERROR_SHAPE, CT_ERROR_DTYPE,
 *   CT_ERROR_OVERLAP (outs share memory), CT_ERROR_READ_ONLY, CT_ERROR_DIVISION_BY_ZERO.
 * Cost (new): as of ct_evaluate. Threads: any; several threads may run one program at once. */
ct_status ct_program_run(const ct_program *p, const ct_tensor *const *inputs, int32_t ninputs, ct_tensor **outs,
                         int32_t nouts, ct_error *error);

/** A program as text: for each pass over memory its sizes, its tile, the bytes it reads and writes, and its ops.
 *
 * Writes at most capacity bytes, the final NUL included, and cuts what does not fit. *needed is what all of it
 * takes. buffer may be NULL when capacity is 0; needed may be NULL.
 * Ownership: the caller owns buffer.
 * Errors: CT_ERROR_INVALID (capacity negative; buffer NULL with a capacity).
 * Cost: no element is read. */
ct_status ct_program_to_string(const ct_program *p, char *buffer, int64_t capacity, int64_t *needed, ct_error *error);

/** One more reference to p, which is returned.
 * Ownership: the caller owns one more reference. Errors: none; NULL gives NULL. */
ct_program *ct_program_retain(const ct_program *p);

/** Gives back one reference; with the last one the program is freed. NULL is fine.
 * Ownership: takes the caller's reference. */
void ct_program_release(ct_program *p);

/* ---- interchange: tensors to and from other libraries, without a copy ----
 *
 *     ct_to_dlpack(t, &managed, &error);         // for a library that takes DLPack
 *     ct_from_dlpack(managed, &back, &error);    // from one that gives it
 *
 * Shapes: any.
 * Dtypes: all.
 * Cost: no element is read.
 * Cost (t): takes memory for the struct.
 * Cost (new): takes memory for the handle.
 */

/** t as DLPack 1.x has it, for another library of this process: NumPy, PyTorch, …
 *
 * It shares t's memory, with t's sizes and strides as they are now, negative ones included. Its read-only flag is
 * set when t is read-only. Its data is the address of element [0, …, 0], NULL when there are no elements;
 * byte_offset is 0.
 * What (ct_to_dlpack_legacy): as ct_to_dlpack, in the struct that libraries before DLPack 1.0 take.
 * Dtypes (ct_to_dlpack_legacy): but older libraries may not know bool, bfloat16 and complex ones.
 * Ownership: the caller owns *out, and whoever it is handed to calls (*out)->deleter(*out) exactly once, on any
 *   thread. Until then it keeps the memory, not t, alive.
 * Errors: CT_ERROR_INVALID (t is meta), CT_ERROR_OUT_OF_MEMORY.
 * Errors (ct_to_dlpack_legacy): CT_ERROR_READ_ONLY (t is, which this struct cannot say). */
ct_status ct_to_dlpack(const ct_tensor *t, struct DLManagedTensorVersioned **out, ct_error *error);
ct_status ct_to_dlpack_legacy(const ct_tensor *t, struct DLManagedTensor **out, ct_error *error);

/** A tensor over the memory of a DLPack 1.x struct.
 *
 * Its data must be where the CPU reads it (device types kDLCPU, kDLCUDAHost, kDLROCMHost, kDLCUDAManaged) and
 * aligned to the element, a complex one to its parts. Strides may be NULL, which means contiguous. The tensor is
 * read-only when the struct's flag says so; other flags do not matter. The memory is never resized.
 * What (ct_from_dlpack_legacy): as ct_from_dlpack, of the struct before DLPack 1.0. The tensor can be written to.
 * Shapes: the struct's.
 * Dtypes: the struct's, where it has a ct_dtype: bool, integers of 8 to 64 bits, floats of 16 to 64, bfloat16, and
 *   complex numbers of 32 to 128, of one lane.
 * Ownership: takes managed, always: the caller must not use it again. Its deleter, if it has one, runs exactly once:
 *   when the last tensor over the memory goes, on whatever thread that is, or before this call returns when it
 *   fails.
 * Errors: CT_ERROR_INVALID (ndim negative; data NULL or misaligned), CT_ERROR_SHAPE (more than 64 dims; a negative
 *   size; past the end of the address space), CT_ERROR_DTYPE (no ct_dtype is its dtype), CT_ERROR_UNSUPPORTED
 *   (another device).
 * Errors (ct_from_dlpack): CT_ERROR_UNSUPPORTED (another major version, of which nothing but the deleter is looked
 *   at). */
ct_status ct_from_dlpack(struct DLManagedTensorVersioned *managed, ct_tensor **out, ct_error *error);
ct_status ct_from_dlpack_legacy(struct DLManagedTensor *managed, ct_tensor **out, ct_error *error);

/* ---- files: npy, npz and safetensors ----
 *
 * A file has named tensors: npy one, whose name is ""; npz those of its members that end in .npy, by their names
 * without that. The first bytes of a file tell its format. A file is mapped, unless CT_FILE_COPY is given: its
 * tensors are read-only and lie where the file has them, without a copy, wherever their alignment and the order of
 * their bytes allow it (never in npz). The map lives as long as the file's handle or a tensor over it. If another
 * program truncates a mapped file, the system ends this one with SIGBUS; CT_FILE_COPY is for files where that can't
 * be ruled out. Nothing in a file is trusted: what does not fit is CT_ERROR_FORMAT, with the file, the byte and what
 * was expected.
 *
 *     ct_file_open("weights.safetensors", 0, &file, &error);
 *     ct_file_get(file, ct_file_find(file, "bias"), &bias, &error);
 *     ct_file_release(file);  // bias stays
 *
 * Shapes: none.
 * Dtypes: those that the format has.
 * Errors (value): none; NULL gives 0.
 * Since: 0.3
 */

/** An open file of tensors. Immutable and reference-counted. */
typedef struct ct_file ct_file;

/** The format of a file. */
typedef uint32_t ct_format;
enum {
  CT_NPY = 1,        /**< NumPy's of one array; versions 1 to 3 are read, and 1 is written */
  CT_NPZ = 2,        /**< NumPy's of several: a zip of npy; needs libzip on the machine */
  CT_SAFETENSORS = 3 /**< that of the safetensors package */
};

/** How files are opened and saved; bits. */
enum {
  CT_FILE_COPY = 1,     /**< opening: read what is asked for into new memory, and map nothing */
  CT_FILE_TRAILING = 2, /**< opening: let bytes behind the last tensor of safetensors be, which are an error else */
  CT_FILE_DEFLATE = 4   /**< saving npz: compress it */
};

/** Opens a file of tensors. Of npz and safetensors, what the file has is read and checked now, and the elements when
 * they are asked for.
 * Ownership: the caller owns *out and gives it back with ct_file_release. path is read during the call.
 * Errors: CT_ERROR_INVALID (an unknown flag), CT_ERROR_IO (the system cannot open, map or read it; it is not a
 *   regular file), CT_ERROR_FORMAT (it is none of the formats, or not as its own asks: cut short, holes, names
 *   twice, sizes that int64 does not hold), CT_ERROR_UNSUPPORTED (npz, where libzip is missing),
 *   CT_ERROR_OUT_OF_MEMORY.
 * Cost: takes memory for the names, and with CT_FILE_COPY for the file; else maps it. */
ct_status ct_file_open(const char *path, uint32_t flags, ct_file **out, ct_error *error);

/** As ct_file_open, of a file's bytes in the caller's memory, of which CT_FILE_TRAILING is the only flag.
 * Ownership: the caller owns *out. The memory stays the caller's, and must live, unchanged, until release(user_data)
 *   runs. It runs exactly once: when the file and the last tensor over it go, or before this call returns when it
 *   fails. release NULL: none.
 * Errors: CT_ERROR_INVALID (an unknown flag; nbytes negative; data NULL with bytes), CT_ERROR_FORMAT (it is none of
 *   the formats, or not as its own asks), CT_ERROR_UNSUPPORTED (npz, where libzip is missing),
 *   CT_ERROR_OUT_OF_MEMORY.
 * Cost: takes memory for the names. */
ct_status ct_file_open_memory(const void *data, int64_t nbytes, uint32_t flags, void (*release)(void *user_data),
                              void *user_data, ct_file **out, ct_error *error);

/** One more reference to the file, which is returned.
 * Ownership: the caller owns the reference. Errors: none; NULL gives NULL. */
ct_file *ct_file_retain(const ct_file *file);

/** Gives a reference back; the file closes with the last one. Its tensors stay as they are.
 * Ownership: takes the caller's reference. Errors: none; NULL is fine. */
void ct_file_release(ct_file *file);

/** The format of the file. */
ct_format ct_file_format(const ct_file *file);

/** How many tensors the file has. Errors: none; NULL gives -1. */
int64_t ct_file_count(const ct_file *file);

/** The name of a tensor, in the order of the file.
 * Ownership: the text is the file's, and lives as long as that.
 * Errors: none; NULL for a NULL file and for an index that is out of range. */
const char *ct_file_name(const ct_file *file, int64_t index);

/** The index of the tensor of that name, in a time that grows with the logarithm of their number.
 * Errors: none; -1 where there is none of that name, and for NULL. */
int64_t ct_file_find(const ct_file *file, const char *name);

/** A tensor of the file: over the map where it can be, else in new memory.
 * Shapes: as the file says.
 * Ownership (new): the caller owns *out, which keeps the map, not the file.
 * Errors: CT_ERROR_INDEX (index is out of range), CT_ERROR_DTYPE (its dtype is none of this library's, as float8),
 *   CT_ERROR_FORMAT (of npy and of a member of npz: not as the format asks), CT_ERROR_IO (the system cannot read it;
 *   it is shorter than it was).
 * Cost (new): takes memory for the handle and, where it is not over the map, for the elements, which are read once.
 * Threads: any; of npz, one at a time reads, and others wait. */
ct_status ct_file_get(const ct_file *file, int64_t index, ct_tensor **out, ct_error *error);

/** How many pairs of texts the metadata of a safetensors file has; other formats have none.
 * Errors: none; NULL gives -1. */
int64_t ct_file_metadata_count(const ct_file *file);

/** The key of a pair of the metadata.
 * What (ct_file_metadata_value): the value of a pair of the metadata.
 * Ownership: the text is the file's, and lives as long as that.
 * Errors: none; NULL for a NULL file and for an index that is out of range. */
const char *ct_file_metadata_key(const ct_file *file, int64_t index);
const char *ct_file_metadata_value(const ct_file *file, int64_t index);

/** Saves tensors as a file. It is written beside path and then takes its place, so that a failure leaves what was
 * there before; a device or a pipe is written as it is.
 *
 * names are of npz and safetensors, where no two may be equal; npy has one tensor and no name, and names may be
 * NULL. In npy and npz, a tensor whose first dim is the densest is written so (Fortran's order), and all others row
 * by row, as everything is in safetensors. keys and values are the metadata of safetensors.
 * Shapes: any.
 * Errors: CT_ERROR_INVALID (an unknown format or flag; a count that is negative, or not 1 for npy; names that are
 *   equal, or no UTF-8; metadata or a flag of another format; a meta tensor), CT_ERROR_DTYPE (the format has no such
 *   dtype: of npy bfloat16 and complex32, of safetensors complex32 and complex128), CT_ERROR_IO (the system cannot
 *   write), CT_ERROR_UNSUPPORTED (npz, where libzip is missing), CT_ERROR_OUT_OF_MEMORY.
 * Cost: reads each element once; a tensor that is not written as it lies is copied before. */
ct_status ct_file_save(const char *path, ct_format format, uint32_t flags, const char *const *names,
                       const ct_tensor *const *tensors, int32_t count, const char *const *keys,
                       const char *const *values, int32_t metadata_count, ct_error *error);

/** The tensor of an npy file: ct_file_open and ct_file_get in one. CT_FILE_COPY is the only flag.
 * Shapes: as the file says.
 * Errors: CT_ERROR_INVALID (an unknown flag), CT_ERROR_IO (the system cannot open, map or read it), CT_ERROR_FORMAT
 *   (it is no npy, or not as that asks), CT_ERROR_DTYPE (its dtype is none of this library's).
 * Cost: as of those. */
ct_status ct_npy_load(const char *path, uint32_t flags, ct_tensor **out, ct_error *error);

/** Saves a tensor as npy, as ct_file_save does.
 * Shapes: any.
 * Errors: CT_ERROR_INVALID (a meta tensor), CT_ERROR_DTYPE (bfloat16 and complex32, which NumPy has not),
 *   CT_ERROR_IO (the system cannot write), CT_ERROR_OUT_OF_MEMORY.
 * Cost: as of ct_file_save. */
ct_status ct_npy_save(const char *path, const ct_tensor *t, ct_error *error);

/* ---- the iterator: your own loops over tensors of any layout ----
 *
 * Build one from outputs and inputs; it broadcasts, promotes, allocates and orders them. Then walk it with a loop of
 * yours, which sees 2-D pieces of plain memory: for_each on all threads, serial_for_each on this one, reduce, or by
 * cursor.
 *
 *     ct_tensor *outputs[] = {NULL};
 *     const ct_tensor *inputs[] = {a, b};
 *     const ct_iter_config config = {
 *         .preset = CT_ITER_BINARY, .outputs = outputs, .noutputs = 1, .inputs = inputs, .ninputs = 2};
 *     ct_iter_build(&config, &it, &error);
 *     ct_iter_for_each(it, my_loop, NULL, 0, &error);
 *     ct_iter_operand(it, 0, &sum, &error);
 *     ct_iter_release(it);
 *
 * Shapes: any.
 * Dtypes: all.
 * Errors (value): none; NULL gives 0, NULL or CT_UNDEFINED.
 * Cost (loop): each element is in one piece; where dtypes differ, pieces are converted in blocks, in the cache.
 */

/** What an iterator allows, as bits of ct_iter_config.flags. None: PyTorch's defaults. */
enum {
  CT_ITER_ALLOW_OVERLAP = 1 << 0,        /**< do not look whether outputs share memory with each other or with inputs */
  CT_ITER_NO_SAME_DTYPE_CHECK = 1 << 1,  /**< operands may differ in dtype; each is seen in its own */
  CT_ITER_NO_RESIZE = 1 << 2,            /**< a given output of other sizes is an error instead of being resized */
  CT_ITER_REDUCTION = 1 << 3,            /**< with NO_RESIZE; outputs, all given, may be of size 1 where inputs are
                                              not: those dims are reduced */
  CT_ITER_PROMOTE_INPUTS = 1 << 4,       /**< the loop sees inputs in their common dtype */
  CT_ITER_INTEGERS_TO_FLOAT = 1 << 5,    /**< with PROMOTE_INPUTS: an integer or bool common dtype becomes float32 */
  CT_ITER_CAST_TO_OUTPUTS = 1 << 6,      /**< the loop writes the common dtype; outputs of others are converted */
  CT_ITER_SAFE_CAST = 1 << 7,            /**< refuse outputs that ct_can_cast does not allow */
  CT_ITER_LINEAR = 1 << 8,               /**< walk in row-major order, the last dim fastest */
  CT_ITER_NO_SAME_DEVICE_CHECK = 1 << 9, /**< real and meta operands may be mixed */
  CT_ITER_ALLOW_CPU_SCALARS = 1 << 10    /**< at most one 0-dim real input beside meta operands */
};
/** Common sets of flags, for ct_iter_config.preset. They are added to the given flags. */
enum {
  CT_ITER_CUSTOM = 0,       /**< the given flags alone */
  CT_ITER_UNARY = 1,        /**< 1 output, 1 input of the same dtype */
  CT_ITER_UNARY_FLOAT = 2,  /**< 1 output, 1 input; integers become float32 */
  CT_ITER_BINARY = 3,       /**< 1 output, 2 inputs, promoted, the result cast safely to the output */
  CT_ITER_BINARY_FLOAT = 4, /**< as BINARY; integers become float32 */
  CT_ITER_COMPARISON = 5,   /**< 1 output, 2 inputs, promoted. An output that is allocated or bool is written as bool;
                                 for a given one of another dtype the loop writes the common dtype */
  CT_ITER_TERNARY = 6,      /**< 1 output, 3 inputs, promoted, the result cast safely to the output */
  CT_ITER_NULLARY = 7,      /**< 1 given output that keeps its sizes and dtype */
  CT_ITER_REDUCE = 8        /**< 1 or 2 given outputs, 1 input, for ct_iter_reduce; two have equal sizes and strides */
};
/** What to iterate over. All zeros but the operands are PyTorch's defaults. */
typedef struct ct_iter_config {
  uint32_t struct_size;           /**< sizeof(ct_iter_config), or 0 for the first version's */
  uint32_t preset;                /**< CT_ITER_CUSTOM … CT_ITER_REDUCE */
  uint32_t flags;                 /**< CT_ITER_ALLOW_OVERLAP … CT_ITER_ALLOW_CPU_SCALARS, added to the preset's */
  int32_t noutputs;               /**< number of outputs; 1 … 64 operands in all */
  int32_t ninputs;                /**< number of inputs */
  ct_dtype static_dtype;          /**< dtype of the outputs that are allocated; UNDEFINED: by rule. It needs
                                       CT_ITER_NO_SAME_DTYPE_CHECK or a preset that promotes */
  ct_tensor *const *outputs;      /**< noutputs tensors. NULL, or NULL entries: allocated by ct_iter_build */
  const ct_tensor *const *inputs; /**< ninputs tensors; not NULL */
  const ct_dtype *output_dtypes;  /**< noutputs dtypes, as the loop writes them. NULL, or UNDEFINED entries: by rule */
  const ct_dtype *input_dtypes;   /**< ninputs dtypes, as the loop reads them: an input of another one is converted, and
                                       takes no part in promotion. NULL, or UNDEFINED entries: by rule */
  const int64_t *static_sizes;    /**< the shape to iterate over, in place of the operands' broadcast shape, within
                                       which it must lie. NULL: none. It needs CT_ITER_NO_RESIZE */
  int32_t static_ndim;            /**< number of static_sizes */
  int32_t nsquash;                /**< number of squash_dims */
  const int32_t *squash_dims;     /**< dims of static_sizes along which every operand stays at its first element: for
                                       loops that walk that dim themselves. NULL when nsquash is 0 */
} ct_iter_config;

/** Builds an iterator: checks overlap, broadcasts, finds dtypes, orders and fuses dims, allocates or resizes
 * outputs.
 *
 * Its result is fixed: the operands must not be resized while it lives.
 * Shapes: inputs broadcast, right-aligned; outputs get that shape, or with CT_ITER_REDUCTION may be 1 where it is
 *   not. Allocated outputs get dense strides in the order of the inputs'.
 * Dtypes: equal, unless the flags say otherwise.
 * Ownership: the caller owns *out, to be given back with ct_iter_release. It retains every operand; config and its
 *   arrays are not kept.
 * Errors: CT_ERROR_INVALID (an entry of inputs NULL; an unknown preset, flag or field; flags, fields or counts that
 *   do not go together; real and meta operands together; borrowed memory of an output would have to grow),
 *   CT_ERROR_SHAPE (operands do not broadcast; an output that may not be resized has other sizes; static sizes reach
 *   outside an operand), CT_ERROR_DTYPE (dtypes differ, are none, have no common one, or cannot be cast),
 *   CT_ERROR_INDEX (a squash dim out of range), CT_ERROR_OVERLAP (an output shares memory with itself, with another
 *   output, or with an input in another order), CT_ERROR_READ_ONLY, CT_ERROR_OUT_OF_MEMORY.
 * Cost: takes memory for the iterator, and for outputs that are not given or have to grow; no element is read. */
ct_status ct_iter_build(const ct_iter_config *config, ct_iter **out, ct_error *error);

/** Gives an iterator back. Cursors over it stay valid.
 * Ownership: takes the caller's iterator; releases its operands when its last cursor goes.
 * Errors: none; NULL is fine. */
void ct_iter_release(ct_iter *it);

/** The number of dims left after fusing: what a loop has to walk. Errors: none; NULL gives -1. */
int32_t ct_iter_ndim(const ct_iter *it);

/** The number of elements of the iteration. */
int64_t ct_iter_numel(const ct_iter *it);

/** The number of operands: outputs, then inputs. */
int32_t ct_iter_noperands(const ct_iter *it);

/** The sizes after ordering and fusing, fastest dim first: ct_iter_ndim numbers.
 * Ownership: lent until it is released. */
const int64_t *ct_iter_sizes(const ct_iter *it);

/** An operand's strides in bytes, fastest dim first: ct_iter_ndim numbers, those of the tensor itself.
 * Ownership: lent until it is released. Errors: none; NULL, or an operand out of range, gives NULL. */
const int64_t *ct_iter_strides(const ct_iter *it, int32_t operand);

/** How many dims the operands broadcast to, before ordering and fusing. Errors: none; NULL gives -1. Since: 0.2 */
int32_t ct_iter_broadcast_ndim(const ct_iter *it);

/** The sizes that the operands broadcast to, in the order of the tensors' dims: ct_iter_broadcast_ndim numbers.
 * Ownership: lent until it is released. Since: 0.2 */
const int64_t *ct_iter_broadcast_sizes(const ct_iter *it);

/** How the dims were ordered, before they were fused: entry k names the dim of ct_iter_broadcast_sizes that is the
 * k-th fastest. ct_iter_broadcast_ndim numbers.
 * Ownership: lent until it is released. Since: 0.2 */
const int32_t *ct_iter_permutation(const ct_iter *it);

/** The dtype that the inputs meet in. CT_UNDEFINED where none was worked out. */
ct_dtype ct_iter_common_dtype(const ct_iter *it);

/** An operand's dtype as the loop sees it. Where the tensor's differs, its elements are converted in blocks.
 * Errors: none; NULL, or an operand out of range, gives CT_UNDEFINED. */
ct_dtype ct_iter_dtype(const ct_iter *it, int32_t operand);

/** An operand's tensor: above all, an output that ct_iter_build allocated.
 * Ownership (new): the caller owns *out, one more reference to the operand.
 * Errors (new): only CT_ERROR_INDEX (operand out of range). Cost (new): takes no memory. */
ct_status ct_iter_operand(const ct_iter *it, int32_t operand, ct_tensor **out, ct_error *error);

/** One 2-D piece of the work, as a loop sees it.
 *
 * Element (i, j) of operand k is at data[k] + i * strides[k] + j * strides[noperands + k], in the dtype that
 * ct_iter_dtype says. It is aligned to the element and to nothing more. */
typedef struct ct_loop {
  uint32_t struct_size;   /**< bytes of this struct that are set; for a cursor, the caller's on the way in */
  int32_t noperands;      /**< outputs and inputs, in the order of the configuration */
  char *const *data;      /**< the first element of each operand. Inputs must not be written to */
  const int64_t *strides; /**< bytes, signed: noperands of the inner dim, then noperands of the outer dim */
  int64_t size0, size1;   /**< elements along the inner and the outer dim */
  int64_t begin;          /**< place of the first element in the iterator's order; row-major with CT_ITER_LINEAR */
  int32_t worker;         /**< 0 … threads - 1: an index for scratch that no other piece uses meanwhile */
  int32_t reserved;       /**< 0 */
} ct_loop;

/** A loop of the caller's: computes one piece and returns CT_OK.
 *
 * A status of at most CT_STATUS_USER stops the work and comes back from the call that walks; any other stops it too
 * and becomes CT_ERROR_INVALID. The loop must not throw, longjmp, or end the thread. It may use this library. */
typedef ct_status (*ct_loop_fn)(const ct_loop *loop, void *user_data);

/** Calls loop for pieces that cover every element once, on up to ct_get_num_threads threads.
 *
 * grain_size is how many elements make a task worth a thread; 0: the library's choice. Nothing is called for an
 * empty or a meta iterator. user_data may be NULL.
 * Shapes: any; how pieces are cut is not promised.
 * Errors: CT_ERROR_INVALID (grain_size negative; loop returned neither CT_OK nor a caller's status), or the status
 *   of at most CT_STATUS_USER that loop returned; outputs are then written in part.
 * Threads: any; loop runs on this thread and the workers at the same time, never twice at once with one worker
 *   number. Those are below what ct_get_num_threads says as the walk begins: scratch of so many parts is enough,
 *   unless another thread raises the number between the two calls. */
ct_status ct_iter_for_each(const ct_iter *it, ct_loop_fn loop, void *user_data, int64_t grain_size, ct_error *error);

/** Calls loop for pieces that cover the elements begin … end - 1 of the iterator's order, one after the other.
 *
 * Nothing is called for an empty range or a meta iterator. user_data may be NULL. Several threads may walk ranges of
 * one iterator that have no element in common.
 * Shapes: 0 <= begin <= end <= ct_iter_numel(it).
 * Errors: CT_ERROR_INVALID (loop returned neither CT_OK nor a caller's status), CT_ERROR_INDEX (the range), or the
 *   status of at most CT_STATUS_USER that loop returned; outputs are then written in part.
 * Threads: any; loop runs on this thread, as worker 0. */
ct_status ct_iter_serial_for_each(const ct_iter *it, int64_t begin, int64_t end, ct_loop_fn loop, void *user_data,
                                  ct_error *error);

/** A reduction of the caller's. Outputs are overwritten. */
typedef struct ct_iter_reduction {
  uint32_t struct_size; /**< sizeof(ct_iter_reduction), or 0 for the first version's */
  ct_dtype accumulator; /**< dtype of the accumulators; UNDEFINED: each output's, as the loop sees it */
  ct_loop_fn loop;      /**< adds inputs to accumulators: operands as in the configuration, outputs' dtype as the
                             accumulator's, with stride 0 along reduced dims. They start as the identity */
  ct_loop_fn combine;   /**< adds accumulators to accumulators: for each output, a pair of operands, into and from */
  const ct_scalar *identities; /**< one for each output, which leaves every value as it is: 0 for a sum */
  void *user_data;             /**< given to loop and combine; may be NULL */
} ct_iter_reduction;

/** Reduces the inputs into the outputs, on up to ct_get_num_threads threads.
 *
 * How the work is cut and in what order the parts are combined depends on sizes, strides and dtypes alone: a loop
 * that always gives the same bits for the same piece gives the same result for any number of threads. An output
 * element that nothing is reduced into becomes the identity. Nothing is called for a meta iterator.
 * Shapes: an iterator built with CT_ITER_REDUCTION.
 * Errors: CT_ERROR_INVALID (an unknown field; an iterator without CT_ITER_REDUCTION; a callback returned neither
 *   CT_OK nor a caller's status), CT_ERROR_DTYPE (an identity's or the accumulator's), CT_ERROR_OUT_OF_MEMORY, or
 *   the status of at most CT_STATUS_USER that a callback returned; outputs are then written in part.
 * Cost: reads each element once, and takes memory for accumulators.
 * Threads: any; callbacks run on this thread and the workers at the same time. */
ct_status ct_iter_reduce(const ct_iter *it, const ct_iter_reduction *reduction, ct_error *error);

/** A cursor over the elements begin … end - 1 of the iterator's order: the pull form of ct_iter_serial_for_each.
 * Shapes: 0 <= begin <= end <= ct_iter_numel(it).
 * Ownership: the caller owns *out, to be given back with ct_iter_cursor_release. It keeps the iterator alive.
 * Errors: CT_ERROR_INDEX (the range), CT_ERROR_OUT_OF_MEMORY.
 * Cost: takes memory for the cursor, and for blocks where dtypes differ.
 * Threads: any; many cursors over one iterator are fine. Each belongs to one thread at a time. */
ct_status ct_iter_cursor_create(const ct_iter *it, int64_t begin, int64_t end, ct_iter_cursor **out, ct_error *error);

/** The next piece, or false after the last. Outputs of the piece before that are converted are written back first.
 *
 * piece->struct_size is sizeof(ct_loop), or 0, before the call.
 * Shapes: any; how pieces are cut is not promised.
 * Ownership: the caller owns *piece; what it points to is lent until the next call with this cursor.
 * Errors: none; false for a NULL, an empty range and a meta iterator.
 * Threads: any, one at a time. */
bool ct_iter_cursor_next(ct_iter_cursor *cursor, ct_loop *piece);

/** Gives a cursor back, after writing back the piece handed out last.
 * Ownership: takes the caller's cursor, and lets go of its iterator.
 * Errors: none; NULL is fine. Threads: any, one at a time. */
void ct_iter_cursor_release(ct_iter_cursor *cursor);

/* ---- ops of your own: written over this header alone ----
 *
 * An op is two callbacks. meta looks at the inputs' dtypes, sizes and strides, and declares those of each output;
 * impl computes. ct_op_run does the rest, as for the library's own ops: it evaluates deferred inputs, makes, checks,
 * resizes or stands in for outputs, and undoes what it did to them where something fails. docs/extending.md is a
 * guide.
 *
 *     static const ct_op op = {.name = "my_op", .meta = my_meta, .impl = my_impl};
 *     ct_tensor *outputs[] = {NULL};  // or a tensor to write into
 *     ct_op_run(&op, inputs, 2, outputs, 1, &error);
 *
 * Shapes: none.
 * Cost: a time that depends on no size, and no memory.
 * Since: 0.3
 */

/** The outputs of an op that is being run, for its meta to declare. */
typedef struct ct_op_outputs ct_op_outputs;

/** Declares the outputs of an op by ct_op_set_output, each once, and checks the inputs, which it does not read.
 *
 * It runs on the thread that called ct_op_run, before anything has been changed. A status other than CT_OK, of this
 * library or at most CT_STATUS_USER, comes back from ct_op_run with the message that it put into error, which is not
 * NULL. It must not throw, longjmp, or end the thread. */
typedef ct_status (*ct_op_meta_fn)(const ct_tensor *const *inputs, int32_t ninputs, ct_op_outputs *outputs,
                                   void *user_data, ct_error *error);

/** Computes an op into its outputs, which are as meta declared them, and have memory that is neither read-only nor
 * shared with inputs.
 *
 * It runs on the thread that called ct_op_run, and may use others (ct_parallel_for). What it returns, and must not do,
 * is as of ct_op_meta_fn. It borrows the tensors for the length of the call, and must not resize them. */
typedef ct_status (*ct_op_impl_fn)(const ct_tensor *const *inputs, int32_t ninputs, ct_tensor *const *outputs,
                                   int32_t noutputs, void *user_data, ct_error *error);

/** What an op does otherwise, as bits of ct_op.flags. */
enum {
  CT_OP_ANY_STRIDES = 1 << 0, /**< impl writes into outputs of any strides: those that meta declares are for outputs
                                   that are made or resized */
  CT_OP_IN_PLACE = 1 << 1     /**< an output may be the very elements of an input, in the same order */
};
/** An op of the caller's. */
typedef struct ct_op {
  uint32_t struct_size; /**< sizeof(ct_op), or 0 for the first version's */
  uint32_t flags;       /**< CT_OP_ANY_STRIDES, CT_OP_IN_PLACE */
  const char *name;     /**< for messages, in which it comes first: "my_op" */
  ct_op_meta_fn meta;   /**< declares the outputs */
  ct_op_impl_fn impl;   /**< computes; not called where outputs are meta tensors, or all of them empty */
  void *user_data;      /**< given to both: the op's options, say; may be NULL */
} ct_op;

/** Runs an op of the caller's: both of its forms.
 *
 * An entry of outputs that is NULL becomes a fresh tensor. Any other is written into, by the rules of the library's
 * own: it must have the dtype that meta declares, and is resized where it has other sizes. Where it has other
 * strides, impl computes into a proxy, which is copied, unless the op has CT_OP_ANY_STRIDES. Outputs share memory
 * with nothing; with CT_OP_IN_PLACE, they may be the same elements as an input. Deferred inputs are evaluated first.
 * Where the inputs are meta tensors, beside which there may be wrapped numbers, outputs are meta tensors, too.
 * Shapes: what meta says. Dtypes: what meta says.
 * Ownership: borrows op, which is not kept, and the tensors. The caller owns what was made in *outputs.
 * Errors: CT_ERROR_INVALID (an unknown flag or field; a negative count; not 1 to 8 outputs; an entry of inputs NULL;
 *   a deferred output; meta and real tensors together; meta left an output out; a callback returned what is no
 *   status; borrowed memory of an output would have to grow), CT_ERROR_SHAPE (an output that is an input too has
 *   other sizes), CT_ERROR_DTYPE (an output has another one), CT_ERROR_OVERLAP (an output shares memory with itself,
 *   with another output, or with an input), CT_ERROR_READ_ONLY, or the status that a callback returned. Where impl
 *   has failed, what it had written into given outputs stays; a resize is undone.
 * Cost: what impl takes. Cost (new): memory for outputs that are not given, and for proxies.
 * Threads: any; the callbacks run on this one. */
ct_status ct_op_run(const ct_op *op, const ct_tensor *const *inputs, int32_t ninputs, ct_tensor **outputs,
                    int32_t noutputs, ct_error *error);

/** Declares an output, from meta. Its message names no function, as that of the op's name comes before it.
 * Shapes: sizes[ndim], each at least 0. Dtypes: any. Ownership: outputs is lent to meta for the length of its call.
 * Errors: CT_ERROR_INVALID (ndim negative; declared twice), CT_ERROR_INDEX (there is no such output), and those of
 *   ct_op_run about a given output. A meta that goes on after a failure fails all the same.
 * Threads: the one that meta was called on. */
ct_status ct_op_set_output(ct_op_outputs *outputs, int32_t index, const int64_t *sizes, int32_t ndim,
                           const int64_t *strides /* NULL: contiguous */, ct_dtype dtype, ct_error *error);

/** Computes the items begin … end - 1 of a ct_parallel_for, and returns CT_OK.
 *
 * worker is below what ct_get_num_threads says as ct_parallel_for begins, and no other call has it meanwhile: an index
 * for scratch. Any other status, of this library or at most CT_STATUS_USER, stops the work and comes back. It must not
 * throw, longjmp, or end the thread. It may use this library. */
typedef ct_status (*ct_range_fn)(int64_t begin, int64_t end, int32_t worker, void *user_data);

/** Calls fn for ranges that cover the items 0 … count - 1 once each, on the threads that the library's own ops run
 * on.
 *
 * item_ps: about how many picoseconds an item takes on one thread; other threads are used where they save time. 0:
 * each item is worth a thread. Ranges do not wait for each other. Inside another parallel run, the library's or this
 * one's, and in a forked child, this thread does all of it.
 * Shapes: how items are cut into ranges is not promised. Ownership: borrows user_data, which may be NULL.
 * Errors: CT_ERROR_INVALID (count or item_ps negative; fn returned what is no status), CT_ERROR_OUT_OF_MEMORY, or
 *   the status that fn returned.
 * Cost: what fn takes.
 * Threads: any; fn runs on this thread and the workers at the same time. */
ct_status ct_parallel_for(int64_t count, int64_t item_ps, ct_range_fn fn, void *user_data, ct_error *error);

/** Puts a status and a message into error, as the library does: no further than struct_size, cut with "…".
 *
 * For callbacks and functions over this header: `return ct_error_set(CT_ERROR_SHAPE, "not a matrix", error);`
 * Ownership: copies message, UTF-8 of one line; NULL is an empty one.
 * Errors: none of its own: returns status, CT_ERROR_SHAPE say. error stays as it is where that is CT_OK. */
ct_status ct_error_set(ct_status status, const char *message, ct_error *error);

/* ---- the library: settings belong to the program, not to a library inside it ----
 *
 * Where two parts of a program use the library:
 *   - A shared library exists once in a process: allocator, executor, thread count, cache limit and deterministic
 *     mode are those of the whole process. So the program sets them, in main, before it calls any of its parts. A
 *     part that is a library itself leaves them alone. If it sets an executor or an allocator nonetheless, it takes
 *     CT_ERROR_BUSY to mean that somebody was here before, and goes on with what there is.
 *   - A part that must have settings of its own links the static library, hides its symbols (-Wl,--exclude-libs,ALL)
 *     and keeps its tensors to itself: they pass to another copy of the library through DLPack alone.
 *
 * What the library and the process around it may expect of each other:
 *   - Threads: where OpenMP's runtime can start no more of them, or finds no memory, it prints and ends the process.
 *     So before a thread's first parallel call, and when ct_set_num_threads has raised the number, the library tries
 *     how many can be started, and works on fewer, or on one, where they are not enough. What remains is that
 *     something else takes the last ones in that moment, that LLVM's runtime, which a library built by Clang uses,
 *     finds no memory as it starts them, or that the host's own OpenMP regions with other numbers of threads make
 *     the runtime end ours and start them again. A host that must rule that out chooses the library's own pool
 *     (ct_set_thread_pool), which works on the threads that there are, or has an executor (ct_set_executor).
 *   - Unloading: dlclose leaves the shared library in the process, with its threads and the blocks that it keeps;
 *     the next dlopen finds it there. A plug-in that holds the static library needs the linker's option -z nodelete
 *     itself.
 *   - errno, the locale, signals and how a thread computes with floats (rounding, masks) are the same after a call
 *     as before. Flags of floating-point exceptions may be raised, whether an element did that or not. No text
 *     follows the locale.
 *   - Floats are expected as a process starts with them: rounding to nearest, subnormals kept, exceptions masked.
 *     Kernels compute whole registers, of which some lanes stand for no element. So a process that unmasks
 *     exceptions (feenableexcept) may get SIGFPE from any call: it masks them for the call, and before the first
 *     one, because OpenMP's threads and the pool's take over the masks of the thread that starts them.
 *   - Stack: a call takes up to 32 KiB of the stack of the thread that makes it, and of an executor's threads,
 *     beside what callbacks take.
 *   - Cancellation: a thread that pthread_cancel asks to end does so after the call. Asynchronous cancellation must
 *     be off during calls.
 *   - Environment: CTENSOR_ISA and the other variables are read once, and not in a setuid or setgid program.
 *
 *     ct_set_thread_pool(0, &error);  // first of all in main
 *
 * Shapes: none.
 * Ownership: none.
 * Cost: a time that depends on no size, and no memory.
 */

/** The library's version: major << 16 | minor << 8 | patch. */
uint32_t ct_version(void);

/** The instruction set of the kernels in use: "base", "avx2", "avx512".
 *
 * It is the best that the library was built with and the machine has, chosen once, or the one that the environment
 * variable CTENSOR_ISA names, if the machine has it. It is "none" where the library was built for another kind of
 * machine alone (-Disas=native). Then every call that can fail returns CT_ERROR_UNSUPPORTED.
 * Ownership: a static string. */
const char *ct_isa(void);

/** How many threads calls that begin later may use. 0: the executor's number, or the machine's.
 *
 * With the library's own pool (ct_set_thread_pool) they never use more than it has.
 * Errors: CT_ERROR_INVALID (negative, or more than 1024). */
ct_status ct_set_num_threads(int32_t n, ct_error *error);

/** How many threads a call may use. 1 in a serial build without an executor or pool.
 *
 * A forked child of a process that had other threads, its own or the library's, works on one, whatever this says,
 * because fork does not copy the others. It may choose new ones, by ct_set_thread_pool or ct_set_executor. */
int32_t ct_get_num_threads(void);

/** Whether math functions give the same bits on every instruction set, for calls that begin later. Off at first.
 *
 * The rest of the library always gives them, and none of it depends on the number of threads. The sign of a NaN that
 * a call makes is no part of that: it may differ between instruction sets in either mode.
 * What (ct_get_deterministic): what ct_set_deterministic set. Errors (status): none: returns CT_OK. */
ct_status ct_set_deterministic(bool on, ct_error *error);
bool ct_get_deterministic(void);

/** The host's threads. */
typedef struct ct_executor {
  uint32_t struct_size; /**< sizeof(ct_executor), or 0 for the first version's */
  int32_t num_threads;  /**< how many tasks it runs at the same time, 1 … 1024 */
  void *user_data;      /**< given to parallel_for; may be NULL */
  /** Calls task(arg, index) for every index from 0 to ntasks - 1, and returns CT_OK when all have returned. Tasks never
   * wait for each other: running them one by one is right. Another status comes back from the library's call. It is
   * called on the thread that called the library, by several at the same time where several call, but never from a
   * task. It must not throw. */
  ct_status (*parallel_for)(void *user_data, int64_t ntasks, void (*task)(void *arg, int64_t index), void *arg);
} ct_executor;

/** Runs the library's parallel work on the host's threads. executor NULL: OpenMP again, or none in a serial build.
 * Ownership: the struct is copied; user_data must live as long as the library is used.
 * Errors: CT_ERROR_INVALID (num_threads out of range; an unknown field), CT_ERROR_BUSY (threads have been used
 *   already, or ct_set_thread_pool has been called).
 * Threads: any; before the first parallel work of the process. */
ct_status ct_set_executor(const ct_executor *executor, ct_error *error);

/** Runs the library's parallel work on a pool of threads of its own, for good. It starts them before it returns.
 *
 * num_threads, 1 … 1024, counts the thread that calls the library, too; 0: as many as OpenMP would take, which is
 * what OMP_NUM_THREADS says, or one for each processor that the calling thread may run on. Where the system gives
 * fewer threads, or none, these serve, and ct_get_num_threads says how many they are. A refused thread does not end
 * the process, and in calls that come later the pool starts nothing and allocates nothing. Calls at the same time
 * share the threads: each takes those that are free, and works by itself where there are none. A thread without work
 * waits awake for 50 us and then sleeps.
 *
 * The threads block all signals but those that a fault raises, are named ctensor-1, ctensor-2, …, and have stacks of
 * 1 MiB, which is what callbacks of iterators may use. They end with the process. A forked child does not have them:
 * it works on one thread until it makes this call itself.
 * Errors: CT_ERROR_INVALID (negative, or more than 1024), CT_ERROR_BUSY (threads have been used already, or this
 *   call has been made).
 * Threads: any; before the first parallel work of the process. Since: 0.2 */
ct_status ct_set_thread_pool(int32_t num_threads, ct_error *error);

/** The host's memory, for data, handles, iterators and scratch. */
typedef struct ct_allocator {
  uint32_t struct_size; /**< sizeof(ct_allocator), or 0 for the first version's */
  uint32_t reserved;    /**< 0 */
  void *user_data;      /**< given to both functions; may be NULL */
  /** A block of size bytes, aligned to a power of two, at most 2 MiB; NULL when there is none. size may be 0. On any
   * thread. */
  void *(*allocate)(void *user_data, size_t size, size_t alignment);
  /** Takes back a block of allocate, with the size and alignment it was asked for. On any thread. Must not fail. */
  void (*deallocate)(void *user_data, void *block, size_t size, size_t alignment);
} ct_allocator;

/** Takes memory from the host. allocator NULL: the library's own again.
 *
 * The library keeps none of a host's blocks: each goes back as soon as it is free. What does not come from the host
 * are the stacks of threads, and the 384 KiB beside its stack that a thread computes in.
 * Ownership: the struct is copied; user_data must live as long as any block.
 * Errors: CT_ERROR_INVALID (a function NULL; an unknown field), CT_ERROR_BUSY (memory has been taken already).
 * Threads: any; before the first call that allocates. */
ct_status ct_set_allocator(const ct_allocator *allocator, ct_error *error);

/** How many bytes of freed blocks the process keeps for later ones. 0: none, and small blocks are not kept either.
 *
 * Getting the pages of a fresh block costs more than filling it, so blocks of 128 KiB and more are kept, of
 * different sizes, up to this sum; when it would be passed, some of them go back to the system. At first it is an
 * eighth of the memory that the process may have, at most 1 GiB. Each thread keeps up to 136 KiB of small blocks
 * besides, and 384 KiB to compute in.
 *
 * A lower limit gives back what is beyond it at once; 0 also what ct_trim would. It is without effect on blocks of a
 * host's allocator, and in a library built with AddressSanitizer, where nothing is kept.
 * What (ct_get_cache_limit): what ct_set_cache_limit set, or the limit at first.
 * Errors (status): none: returns CT_OK. */
ct_status ct_set_cache_limit(size_t bytes, ct_error *error);
size_t ct_get_cache_limit(void);

/** Gives back all blocks that are kept free: large ones to the system, small ones to the C heap.
 *
 * The small ones of another thread follow when it next frees one, or ends, and what it computes in when it ends. */
void ct_trim(void);

#ifdef __cplusplus
}
#endif

#endif /* CTENSOR_H */
