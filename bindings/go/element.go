package ctensor

import "math"

// Element is the Go type of a dtype's elements.
type Element interface {
	bool | uint8 | int8 | int16 | int32 | int64 | F16 | float32 | float64 | C32 | complex64 | complex128 | BF16 | uint16 |
		uint32 | uint64
}

// F16 holds the bits of a float16, BF16 those of a bfloat16.
type (
	F16  uint16
	BF16 uint16
)

// C32 is a complex32.
type C32 struct{ Re, Im F16 }

// DTypeOf returns the dtype of a Go type.
func DTypeOf[T Element]() DType {
	var zero T
	switch any(zero).(type) {
	case bool:
		return Bool
	case uint8:
		return UInt8
	case int8:
		return Int8
	case int16:
		return Int16
	case int32:
		return Int32
	case int64:
		return Int64
	case F16:
		return Float16
	case float32:
		return Float32
	case float64:
		return Float64
	case C32:
		return Complex32
	case complex64:
		return Complex64
	case complex128:
		return Complex128
	case BF16:
		return BFloat16
	case uint16:
		return UInt16
	case uint32:
		return UInt32
	case uint64:
		return UInt64
	}
	panic("ctensor: an Element without a dtype")
}

// NewBF16 rounds to the nearest bfloat16, ties to even.
func NewBF16(value float32) BF16 {
	bits := math.Float32bits(value)
	if value != value {
		return BF16(bits>>16 | 0x40)
	}
	return BF16((bits + 0x7fff + bits>>16&1) >> 16)
}

// Float32 returns the exact value.
func (b BF16) Float32() float32 { return math.Float32frombits(uint32(b) << 16) }

// NewF16 rounds to the nearest float16, ties to even.
func NewF16(value float32) F16 {
	bits := math.Float32bits(value)
	sign, magnitude := bits>>16&0x8000, bits&0x7fffffff
	switch {
	case magnitude > 0x7f800000: // NaN
		return F16(sign | 0x7e00)
	case magnitude >= 0x477ff000: // rounds to infinity
		return F16(sign | 0x7c00)
	case magnitude < 0x38800000: // subnormal: the sum's last bit is worth 2^-24, and the processor rounds
		sum := math.Float32frombits(magnitude) + 0.5
		return F16(sign | (math.Float32bits(sum) - math.Float32bits(0.5)))
	}
	magnitude += 0xfff + magnitude>>13&1
	return F16(sign | (magnitude-0x38000000)>>13)
}

// Float32 returns the exact value.
func (h F16) Float32() float32 {
	sign, exponent, fraction := uint32(h)&0x8000<<16, uint32(h)>>10&31, uint32(h)&0x3ff
	switch exponent {
	case 0: // 0 and subnormals
		value := float32(fraction) / (1 << 24)
		return math.Float32frombits(math.Float32bits(value) | sign)
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}
