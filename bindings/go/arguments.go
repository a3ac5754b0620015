package ctensor

// #include "shim.h"
import "C"

import (
	"math"
	"unsafe"
)

// Operand is an input of an op that has several: a *[Tensor], or a [Scalar], which comes last in promotion, as a Python
// number does in PyTorch. Mul(x, NewScalar(2)) keeps the dtype of a float x. Where an input may be nil, so may the
// Operand.
type Operand interface{ isOperand() }

func (*Tensor) isOperand() {}
func (Scalar) isOperand()  {}

// tensorOf and numberOf return the two forms of an operand, of which only one is set.
func tensorOf(operand Operand) *C.ct_tensor {
	if t, ok := operand.(*Tensor); ok {
		return t.c()
	}
	return nil
}

func numberOf(operand Operand) C.ct_scalar {
	if number, ok := operand.(Scalar); ok {
		return number.c()
	}
	return C.ct_scalar{}
}

// Dim names a dim for an option that is not always given: &ArgmaxOptions{Dim: Dim(-1)}.
func Dim(dim int) *int { return &dim }

// DimList is what [Dims] makes. A nil *DimList stands for all dims.
type DimList []int

// Dims names some dims, negative ones from the end: &SumOptions{Dims: Dims(0, -1)}. Dims() names none, and so does
// Dims(list...) with an empty list: a sum over no dims is the tensor itself.
func Dims(dims ...int) *DimList { return (*DimList)(&dims) }

func (dims *DimList) c() C.go_dims {
	if dims == nil {
		return C.go_dims{all: true}
	}
	return dimsOf(*dims)
}

// given returns the options, or the defaults for nil.
func given[T any](options *T) T {
	if options == nil {
		var defaults T
		return defaults
	}
	return *options
}

// int32Of clamps a value, so that one out of range stays out of range. It never returns CT_ALL_DIMS.
func int32Of(value int) C.int32_t { return C.int32_t(max(-math.MaxInt32, min(math.MaxInt32, value))) }

func dimOrAll(dim *int) C.int32_t {
	if dim == nil {
		return C.CT_ALL_DIMS
	}
	return int32Of(*dim)
}

func dimsOf(dims []int) (r C.go_dims) {
	r.count = C.int32_t(min(len(dims), len(r.values)))
	for i := range int(r.count) {
		r.values[i] = int32Of(dims[i])
	}
	return r
}

func sizesOf(sizes []int) (r C.go_sizes) {
	r.count = C.int32_t(min(len(sizes), len(r.values)))
	for i := range int(r.count) {
		r.values[i] = C.int64_t(sizes[i])
	}
	return r
}

// listOf returns the tensors' handles as an array in Go's memory, never nil.
func listOf(tensors []*Tensor) **C.ct_tensor { return unsafe.SliceData(handlesOf(tensors)) }

func int64sOf(values []int) *C.int64_t {
	numbers := make([]C.int64_t, len(values))
	for i, value := range values {
		numbers[i] = C.int64_t(value)
	}
	return unsafe.SliceData(numbers)
}
