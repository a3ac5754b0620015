package ctensor

/*
#include "shim.h"

static inline go_made go_create(go_sizes sizes, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_tensor_create(sizes.values, sizes.count, dtype, &r.out, &error));
  return r;
}

static inline go_made go_create_strided(go_sizes sizes, go_sizes strides, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_tensor_create_strided(sizes.values, sizes.count, strides.values, dtype, &r.out, &error));
  return r;
}

static inline go_made go_create_meta(go_sizes sizes, go_sizes strides, bool strided, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_tensor_create_meta(sizes.values, sizes.count, strided ? strides.values : NULL, dtype, &r.out, &error));
  return r;
}

static inline go_made go_create_scalar(ct_scalar value) {
  go_made r = {0};
  GO_CALL(r.done, ct_tensor_create_scalar(&value, true, &r.out, &error));
  return r;
}

static inline go_made go_zeros(go_sizes sizes, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_zeros(sizes.values, sizes.count, dtype, &r.out, &error));
  return r;
}

static inline go_made go_ones(go_sizes sizes, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_ones(sizes.values, sizes.count, dtype, &r.out, &error));
  return r;
}

static inline go_made go_full(go_sizes sizes, ct_scalar value, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_full(sizes.values, sizes.count, &value, dtype, &r.out, &error));
  return r;
}

static inline go_made go_arange(ct_scalar start, ct_scalar end, ct_scalar step, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_arange(go_optional(&start), go_optional(&end), go_optional(&step), dtype, &r.out, &error));
  return r;
}

static inline go_made go_linspace(ct_scalar start, ct_scalar end, int64_t steps, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_linspace(go_optional(&start), go_optional(&end), steps, dtype, &r.out, &error));
  return r;
}

static inline go_made go_logspace(ct_scalar start, ct_scalar end, int64_t steps, double base, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_logspace(go_optional(&start), go_optional(&end), steps, base, dtype, &r.out, &error));
  return r;
}

static inline go_made go_eye(int64_t rows, int64_t columns, int64_t diagonal, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_eye(rows, columns, diagonal, dtype, &r.out, &error));
  return r;
}

static inline go_made go_tril_indices(int64_t rows, int64_t columns, int64_t offset, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_tril_indices(rows, columns, offset, dtype, &r.out, &error));
  return r;
}

static inline go_made go_triu_indices(int64_t rows, int64_t columns, int64_t offset, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_triu_indices(rows, columns, offset, dtype, &r.out, &error));
  return r;
}

static inline go_made go_empty_like(const ct_tensor *t, ct_dtype dtype, ct_memory_format format) {
  go_made r = {0};
  GO_CALL(r.done, ct_empty_like(t, dtype, format, &r.out, &error));
  return r;
}

static inline go_made go_zeros_like(const ct_tensor *t, ct_dtype dtype, ct_memory_format format) {
  go_made r = {0};
  GO_CALL(r.done, ct_zeros_like(t, dtype, format, &r.out, &error));
  return r;
}

static inline go_made go_ones_like(const ct_tensor *t, ct_dtype dtype, ct_memory_format format) {
  go_made r = {0};
  GO_CALL(r.done, ct_ones_like(t, dtype, format, &r.out, &error));
  return r;
}

static inline go_made go_full_like(const ct_tensor *t, ct_scalar value, ct_dtype dtype, ct_memory_format format) {
  go_made r = {0};
  GO_CALL(r.done, ct_full_like(t, &value, dtype, format, &r.out, &error));
  return r;
}
*/
import "C"

import (
	"fmt"
	"runtime"
)

// Empty makes a contiguous tensor with unspecified contents. Without sizes it has no dims, and one element.
func Empty(dtype DType, sizes ...int) (*Tensor, error) {
	return made(C.go_create(sizesOf(sizes), C.ct_dtype(dtype)))
}

// EmptyStrided makes a tensor with the given strides, in elements, and unspecified contents.
func EmptyStrided(dtype DType, sizes, strides []int) (*Tensor, error) {
	if err := sameCount("EmptyStrided", sizes, strides); err != nil {
		return nil, err
	}
	return made(C.go_create_strided(sizesOf(sizes), sizesOf(strides), C.ct_dtype(dtype)))
}

// EmptyMeta makes a tensor with shape, dtype and layout, but no data: ops on it infer the layout of their results and
// touch no memory. strides nil: contiguous.
func EmptyMeta(dtype DType, sizes, strides []int) (*Tensor, error) {
	if strides != nil {
		if err := sameCount("EmptyMeta", sizes, strides); err != nil {
			return nil, err
		}
	}
	return made(C.go_create_meta(sizesOf(sizes), sizesOf(strides), C.bool(strides != nil), C.ct_dtype(dtype)))
}

// Number makes a tensor of a number, which comes last in promotion, as a Python number does in PyTorch. It is for
// iterators and others that take only tensors. Ops take the number itself, see [Operand].
func Number[T Element | int](value T) (*Tensor, error) {
	return made(C.go_create_scalar(NewScalar(value).c()))
}

// Zeros makes a contiguous tensor of zeros.
func Zeros(dtype DType, sizes ...int) (*Tensor, error) {
	return made(C.go_zeros(sizesOf(sizes), C.ct_dtype(dtype)))
}

// Ones makes a contiguous tensor of ones.
func Ones(dtype DType, sizes ...int) (*Tensor, error) {
	return made(C.go_ones(sizesOf(sizes), C.ct_dtype(dtype)))
}

// Full makes a contiguous tensor whose elements are all value. dtype Undefined: the value's.
func Full(value Scalar, dtype DType, sizes ...int) (*Tensor, error) {
	return made(C.go_full(sizesOf(sizes), value.c(), C.ct_dtype(dtype)))
}

// Arange makes the numbers from start up (with a negative step, down) to end, without end itself. start Scalar{}: 0,
// step Scalar{}: 1. dtype Undefined: int64 when all three are integers, else float32.
func Arange(start, end, step Scalar, dtype DType) (*Tensor, error) {
	return made(C.go_arange(start.c(), end.c(), step.c(), C.ct_dtype(dtype)))
}

// Linspace makes numbers at equal distances from start to end, both included. dtype Undefined: float32, or complex64 when
// either end is complex.
func Linspace(start, end Scalar, steps int, dtype DType) (*Tensor, error) {
	return made(C.go_linspace(start.c(), end.c(), C.int64_t(steps), C.ct_dtype(dtype)))
}

// Logspace makes base to the power of what [Linspace] makes. dtype Undefined: float32.
func Logspace(start, end Scalar, steps int, base float64, dtype DType) (*Tensor, error) {
	return made(C.go_logspace(start.c(), end.c(), C.int64_t(steps), C.double(base), C.ct_dtype(dtype)))
}

// Eye makes a matrix of ones on a diagonal and zeros elsewhere. dtype Undefined: float32.
func Eye(rows, columns, diagonal int, dtype DType) (*Tensor, error) {
	return made(C.go_eye(C.int64_t(rows), C.int64_t(columns), C.int64_t(diagonal), C.ct_dtype(dtype)))
}

// TrilIndices makes the rows, and under them the columns, of a matrix's elements on and below a diagonal. dtype
// Undefined: int64.
func TrilIndices(rows, columns, offset int, dtype DType) (*Tensor, error) {
	return made(C.go_tril_indices(C.int64_t(rows), C.int64_t(columns), C.int64_t(offset), C.ct_dtype(dtype)))
}

// TriuIndices makes the rows, and under them the columns, of a matrix's elements on and above a diagonal. dtype
// Undefined: int64.
func TriuIndices(rows, columns, offset int, dtype DType) (*Tensor, error) {
	return made(C.go_triu_indices(C.int64_t(rows), C.int64_t(columns), C.int64_t(offset), C.ct_dtype(dtype)))
}

// EmptyLike makes a tensor of t's sizes with unspecified contents. dtype Undefined: t's.
func EmptyLike(t *Tensor, dtype DType, format MemoryFormat) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_empty_like(t.c(), C.ct_dtype(dtype), C.ct_memory_format(format)))
}

// ZerosLike makes zeros of t's sizes. dtype Undefined: t's.
func ZerosLike(t *Tensor, dtype DType, format MemoryFormat) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_zeros_like(t.c(), C.ct_dtype(dtype), C.ct_memory_format(format)))
}

// OnesLike makes ones of t's sizes. dtype Undefined: t's.
func OnesLike(t *Tensor, dtype DType, format MemoryFormat) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_ones_like(t.c(), C.ct_dtype(dtype), C.ct_memory_format(format)))
}

// FullLike makes a tensor of t's sizes whose elements are all value. dtype Undefined: t's.
func FullLike(t *Tensor, value Scalar, dtype DType, format MemoryFormat) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_full_like(t.c(), value.c(), C.ct_dtype(dtype), C.ct_memory_format(format)))
}

// sameCount fails unless both lists have the one length for which C has a parameter.
func sameCount(function string, sizes, strides []int) error {
	if len(sizes) == len(strides) {
		return nil
	}
	return &Error{ErrShape, fmt.Sprintf("%s: %d sizes and %d strides", function, len(sizes), len(strides))}
}
