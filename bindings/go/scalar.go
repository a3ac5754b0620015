package ctensor

// #include "shim.h"
import "C"

import (
	"fmt"
	"math"
	"strconv"
)

// Scalar is one value of any dtype. The zero Scalar is none: as an option, the default.
type Scalar struct {
	dtype  DType
	i      int64 // of bool and integers; a uint64 by its bits
	re, im float64
}

// NewScalar holds a value: of an int as int64.
func NewScalar[T Element | int](value T) Scalar {
	switch v := any(value).(type) {
	case bool:
		if v {
			return Scalar{dtype: Bool, i: 1}
		}
		return Scalar{dtype: Bool}
	case int:
		return Scalar{dtype: Int64, i: int64(v)}
	case int8:
		return Scalar{dtype: Int8, i: int64(v)}
	case int16:
		return Scalar{dtype: Int16, i: int64(v)}
	case int32:
		return Scalar{dtype: Int32, i: int64(v)}
	case int64:
		return Scalar{dtype: Int64, i: v}
	case uint8:
		return Scalar{dtype: Uint8, i: int64(v)}
	case uint16:
		return Scalar{dtype: Uint16, i: int64(v)}
	case uint32:
		return Scalar{dtype: Uint32, i: int64(v)}
	case uint64:
		return Scalar{dtype: Uint64, i: int64(v)}
	case F16:
		return Scalar{dtype: Float16, re: float64(v.Float32())}
	case BF16:
		return Scalar{dtype: Bfloat16, re: float64(v.Float32())}
	case float32:
		return Scalar{dtype: Float32, re: float64(v)}
	case float64:
		return Scalar{dtype: Float64, re: v}
	case C32:
		return Scalar{dtype: Complex32, re: float64(v.Re.Float32()), im: float64(v.Im.Float32())}
	case complex64:
		return Scalar{dtype: Complex64, re: float64(real(v)), im: float64(imag(v))}
	case complex128:
		return Scalar{dtype: Complex128, re: real(v), im: imag(v)}
	}
	panic("ctensor: an Element without a dtype")
}

// DType is the value's dtype; Undefined of the zero Scalar.
func (s Scalar) DType() DType { return s.dtype }

func (s Scalar) isInteger() bool { return s.dtype <= Int64 || s.dtype >= Uint16 }

func (s Scalar) isComplex() bool { return s.dtype >= Complex32 && s.dtype <= Complex128 }

// Int is the value as an integer, a fraction cut off. Of a uint64, its bits.
func (s Scalar) Int() int64 {
	if s.isInteger() {
		return s.i
	}
	return int64(s.re)
}

// Float is the value as a float; of a complex number, the real part.
func (s Scalar) Float() float64 {
	switch {
	case s.dtype == Uint64:
		return float64(uint64(s.i))
	case s.isInteger():
		return float64(s.i)
	}
	return s.re
}

// Complex is the value as a complex number.
func (s Scalar) Complex() complex128 { return complex(s.Float(), s.im) }

// Bool tells whether the value is not 0.
func (s Scalar) Bool() bool { return s.i != 0 || s.re != 0 || s.im != 0 }

// String is the value in Go's words.
func (s Scalar) String() string {
	switch {
	case s.dtype == Undefined:
		return "undefined"
	case s.dtype == Bool:
		return strconv.FormatBool(s.i != 0)
	case s.dtype == Uint64:
		return strconv.FormatUint(uint64(s.i), 10)
	case s.isInteger():
		return strconv.FormatInt(s.i, 10)
	case s.isComplex():
		return fmt.Sprint(s.Complex())
	}
	return strconv.FormatFloat(s.re, 'g', -1, 64)
}

func (s Scalar) c() C.ct_scalar {
	return C.ct_scalar{dtype: C.ct_dtype(s.dtype), i: C.int64_t(s.i), re: C.double(s.re), im: C.double(s.im)}
}

func scalarOf(s C.ct_scalar) Scalar {
	return Scalar{DType(s.dtype), int64(s.i), float64(s.re), float64(s.im)}
}

// Dim names a dim for an option that is not always given: &ArgmaxOptions{Dim: Dim(-1)}.
func Dim(dim int) *int { return &dim }

// given are the options, or the defaults.
func given[T any](options *T) T {
	if options == nil {
		var defaults T
		return defaults
	}
	return *options
}

// dimOf keeps a dim that no int32 holds out of range.
func dimOf(dim int) C.int32_t { return C.int32_t(max(math.MinInt32, min(math.MaxInt32, dim))) }

func optionalDim(dim *int) C.go_dim {
	if dim == nil {
		return C.go_dim{}
	}
	return C.go_dim{given: true, value: dimOf(*dim)}
}

func dimsOf(dims []int) (r C.go_dims) {
	r.count = C.int32_t(min(len(dims), len(r.values)))
	for i := range int(r.count) {
		r.values[i] = dimOf(dims[i])
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
