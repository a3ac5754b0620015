package ctensor

/*
#include "shim.h"

typedef struct {
  ct_dtype dtype;
  go_done done;
} go_dtype;

static inline go_dtype go_dtype_from_name(const char *name) {
  go_dtype r = {0};
  r.done.status = ct_dtype_from_name(name, &r.dtype);
  return r;
}

static inline go_dtype go_promote_types(ct_dtype a, ct_dtype b) {
  go_dtype r = {0};
  GO_CALL(r.done, ct_promote_types(a, b, &r.dtype, &error));
  return r;
}

static inline go_dtype go_result_type(const ct_tensor *const *tensors, int32_t count) {
  go_dtype r = {0};
  GO_CALL(r.done, ct_result_type(tensors, count, &r.dtype, &error));
  return r;
}
typedef struct {
  ct_finfo out;
  go_done done;
} go_finfo;

static inline go_finfo go_finfo_of(ct_dtype dtype) {
  go_finfo r = {0};
  GO_CALL(r.done, ct_dtype_finfo(dtype, &r.out, &error));
  return r;
}

typedef struct {
  ct_iinfo out;
  go_done done;
} go_iinfo;

static inline go_iinfo go_iinfo_of(ct_dtype dtype) {
  go_iinfo r = {0};
  GO_CALL(r.done, ct_dtype_iinfo(dtype, &r.out, &error));
  return r;
}
*/
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"
)

// DType is the type of a tensor's elements.
type DType uint32

const (
	Undefined  DType = C.CT_UNDEFINED // no dtype; as an argument: the op's default
	Bool       DType = C.CT_BOOL
	UInt8      DType = C.CT_UINT8
	Int8       DType = C.CT_INT8
	Int16      DType = C.CT_INT16
	Int32      DType = C.CT_INT32
	Int64      DType = C.CT_INT64
	Float16    DType = C.CT_FLOAT16 // IEEE binary16, F16 in Go
	Float32    DType = C.CT_FLOAT32
	Float64    DType = C.CT_FLOAT64
	Complex32  DType = C.CT_COMPLEX32 // two float16, C32 in Go
	Complex64  DType = C.CT_COMPLEX64
	Complex128 DType = C.CT_COMPLEX128
	BFloat16   DType = C.CT_BFLOAT16 // the upper half of a float32, BF16 in Go
	UInt16     DType = C.CT_UINT16
	UInt32     DType = C.CT_UINT32
	UInt64     DType = C.CT_UINT64
)

// ParseDType returns the dtype of a name: "float32", or short "f32".
func ParseDType(name string) (DType, error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	r := C.go_dtype_from_name(text)
	if r.done.status != 0 {
		return Undefined, &Error{Status(r.done.status), fmt.Sprintf("ParseDType: no dtype is called %q", name)}
	}
	return DType(r.dtype), nil
}

// String returns the name: "float32".
func (d DType) String() string {
	name := C.ct_dtype_name(C.ct_dtype(d))
	if name == nil {
		return fmt.Sprintf("DType(%d)", uint32(d))
	}
	return C.GoString(name)
}

// Size returns the bytes of one element.
func (d DType) Size() int { return int(C.ct_dtype_size(C.ct_dtype(d))) }

// PromoteTypes returns the dtype that two dtypes promote to.
func PromoteTypes(a, b DType) (DType, error) {
	r := C.go_promote_types(C.ct_dtype(a), C.ct_dtype(b))
	return DType(r.dtype), finish(r.done)
}

// ResultType returns the dtype in which an op computes on the tensors.
func ResultType(tensors ...*Tensor) (DType, error) {
	handles := handlesOf(tensors)
	r := C.go_result_type(unsafe.SliceData(handles), C.int32_t(len(handles)))
	runtime.KeepAlive(tensors)
	return DType(r.dtype), finish(r.done)
}

// CanCast reports whether an op may write a result of dtype from into an output of dtype to.
func CanCast(from, to DType) bool { return bool(C.ct_can_cast(C.ct_dtype(from), C.ct_dtype(to))) }

// Kind is a set of kinds of dtypes, which | combines.
type Kind uint32

const (
	KindBool     Kind = C.CT_KIND_BOOL
	KindSigned   Kind = C.CT_KIND_SIGNED
	KindUnsigned Kind = C.CT_KIND_UNSIGNED
	KindInteger  Kind = C.CT_KIND_INTEGER // signed or unsigned
	KindFloat    Kind = C.CT_KIND_FLOAT   // real
	KindComplex  Kind = C.CT_KIND_COMPLEX
	KindNumber   Kind = C.CT_KIND_NUMBER // all except bool
)

// Is reports whether the dtype is of one of these kinds.
func (d DType) Is(kinds Kind) bool { return bool(C.ct_isdtype(C.ct_dtype(d), C.uint32_t(kinds))) }

// Finfo is what a float dtype, or the parts of a complex one, can hold; the smallest number is -Max.
type Finfo struct {
	Bits                                        int
	Eps, Max, SmallestNormal, SmallestSubnormal float64
}

// Finfo returns the limits of a float dtype, or of a complex one's parts.
func (d DType) Finfo() (Finfo, error) {
	r := C.go_finfo_of(C.ct_dtype(d))
	return Finfo{int(r.out.bits), float64(r.out.eps), float64(r.out.max), float64(r.out.smallest_normal),
		float64(r.out.smallest_subnormal)}, finish(r.done)
}

// Iinfo is what an integer dtype can hold.
type Iinfo struct {
	Bits int
	Min  int64
	Max  uint64
}

// Iinfo returns the limits of an integer dtype.
func (d DType) Iinfo() (Iinfo, error) {
	r := C.go_iinfo_of(C.ct_dtype(d))
	return Iinfo{int(r.out.bits), int64(r.out.min), uint64(r.out.max)}, finish(r.done)
}

// MemoryFormat is the order of the dims in memory.
type MemoryFormat uint32

const (
	Preserve       MemoryFormat = C.CT_PRESERVE         // the input's order
	Contiguous     MemoryFormat = C.CT_CONTIGUOUS       // row-major
	ChannelsLast   MemoryFormat = C.CT_CHANNELS_LAST    // N, C, H, W with C the densest
	ChannelsLast3D MemoryFormat = C.CT_CHANNELS_LAST_3D // N, C, D, H, W with C the densest
)

// PadMode is what [Pad] puts around a tensor.
type PadMode uint32

const (
	PadConstant  PadMode = C.CT_PAD_CONSTANT  // one value
	PadReflect   PadMode = C.CT_PAD_REFLECT   // its mirror image, without the edge itself
	PadReplicate PadMode = C.CT_PAD_REPLICATE // the elements at its edges
	PadCircular  PadMode = C.CT_PAD_CIRCULAR  // its elements from the other end
)

// MeshgridIndexing is the order of the dims of [Meshgrid]'s results.
type MeshgridIndexing uint32

const (
	MeshgridIJ MeshgridIndexing = C.CT_MESHGRID_IJ // rows first, like the indices of a matrix
	MeshgridXY MeshgridIndexing = C.CT_MESHGRID_XY // columns first, like the coordinates of a picture
)

// ScatterReduce is how [Scatter] combines a new element with the one already there.
type ScatterReduce uint32

const (
	ScatterReplace ScatterReduce = C.CT_SCATTER_REPLACE // the last one stays
	ScatterAdd     ScatterReduce = C.CT_SCATTER_ADD     // the sum
	ScatterMul     ScatterReduce = C.CT_SCATTER_MUL     // the product
	ScatterAmin    ScatterReduce = C.CT_SCATTER_AMIN    // the smallest
	ScatterAmax    ScatterReduce = C.CT_SCATTER_AMAX    // the largest
)

// Interpolation is the value of a [Quantile] that lies between two elements.
type Interpolation uint32

const (
	InterpolationLinear   Interpolation = C.CT_INTERPOLATION_LINEAR   // between them, in proportion to its position
	InterpolationLower    Interpolation = C.CT_INTERPOLATION_LOWER    // the lower one
	InterpolationHigher   Interpolation = C.CT_INTERPOLATION_HIGHER   // the higher one
	InterpolationMidpoint Interpolation = C.CT_INTERPOLATION_MIDPOINT // halfway between them
	InterpolationNearest  Interpolation = C.CT_INTERPOLATION_NEAREST  // the nearer one
)

// handlesOf returns the tensors' handles in Go's memory, for calls that only read the list.
func handlesOf(tensors []*Tensor) []*C.ct_tensor {
	handles := make([]*C.ct_tensor, len(tensors))
	for i, t := range tensors {
		handles[i] = t.c()
	}
	return handles
}
