package ctensor

// #include "shim.h"
import "C"

import (
	"fmt"
	"strconv"
)

// Scalar is one value of any dtype. The zero Scalar holds no value; as an option, it stands for the default.
type Scalar struct {
	dtype  DType
	i      int64 // a bool or an integer, a uint64 as its bits
	re, im float64
}

// NewScalar makes a Scalar of a value, which is int64 for an int. With tensors, it acts as a number, see [Operand].
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
		return Scalar{dtype: UInt8, i: int64(v)}
	case uint16:
		return Scalar{dtype: UInt16, i: int64(v)}
	case uint32:
		return Scalar{dtype: UInt32, i: int64(v)}
	case uint64:
		return Scalar{dtype: UInt64, i: int64(v)}
	case F16:
		return Scalar{dtype: Float16, re: float64(v.Float32())}
	case BF16:
		return Scalar{dtype: BFloat16, re: float64(v.Float32())}
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

// DType returns the value's dtype, or Undefined for the zero Scalar.
func (s Scalar) DType() DType { return s.dtype }

func (s Scalar) isInteger() bool { return s.dtype <= Int64 || s.dtype >= UInt16 }

func (s Scalar) isComplex() bool { return s.dtype >= Complex32 && s.dtype <= Complex128 }

// Int returns the value as an integer, truncated towards zero. A uint64 is returned as its bits.
func (s Scalar) Int() int64 {
	if s.isInteger() {
		return s.i
	}
	return int64(s.re)
}

// Float returns the value as a float, or the real part of a complex number.
func (s Scalar) Float() float64 {
	switch {
	case s.dtype == UInt64:
		return float64(uint64(s.i))
	case s.isInteger():
		return float64(s.i)
	}
	return s.re
}

// Complex returns the value as a complex number.
func (s Scalar) Complex() complex128 { return complex(s.Float(), s.im) }

// Bool reports whether the value is not 0.
func (s Scalar) Bool() bool { return s.i != 0 || s.re != 0 || s.im != 0 }

// String formats the value as Go does.
func (s Scalar) String() string {
	switch {
	case s.dtype == Undefined:
		return "undefined"
	case s.dtype == Bool:
		return strconv.FormatBool(s.i != 0)
	case s.dtype == UInt64:
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
