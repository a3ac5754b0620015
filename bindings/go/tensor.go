// Package ctensor is PyTorch's tensor pipeline for Go, over the C library of the same name: strided views, memory
// formats, broadcasting, type promotion, elementwise ops and reductions on 16 dtypes, and an iterator for loops of your
// own.
//
// Functions are the ops: [Add] makes a new tensor, [AddOut] writes into an existing one. Parameters without a default
// come as arguments, the rest in a struct of options, which may be nil. Methods of [Tensor] look at one tensor or make
// views of it.
//
// A tensor's memory is freed when the tensor becomes garbage, or at once by [Tensor.Close]. Go's collector does not see
// how much memory tensors hold, so programs that make large ones should close them.
//
// Any number of goroutines may read a tensor. While one writes, resizes or closes it, no other may use it, as with any
// Go variable.
package ctensor

/*
#cgo !ctensor_static pkg-config: ctensor
#cgo ctensor_static pkg-config: --static ctensor
#cgo ctensor_static LDFLAGS: -Wl,--as-needed -l:libctensor.a
#include "shim.h"

typedef struct {
  int32_t ndim;
  const int64_t *sizes, *strides;
} go_layout;

static inline go_layout go_layout_of(const ct_tensor *t) {
  return (go_layout){ct_tensor_ndim(t), ct_tensor_sizes(t), ct_tensor_strides(t)};
}

static inline char *go_string(const ct_tensor *t) {
  int64_t needed = 0;
  if (ct_tensor_to_string(t, NULL, 0, &needed, NULL) != CT_OK) return NULL;
  char *text = malloc((size_t)needed);
  if (text != NULL) ct_tensor_to_string(t, text, needed, NULL, NULL);
  return text;
}

typedef struct {
  ct_scalar value;
  go_done done;
} go_item;

static inline go_item go_item_of(const ct_tensor *t) {
  go_item r = {0};
  GO_CALL(r.done, ct_tensor_item(t, &r.value, &error));
  return r;
}
static inline go_item go_get_item(const ct_tensor *t, go_sizes index) {
  go_item r = {0};
  GO_CALL(r.done, ct_tensor_get_item(t, index.values, index.count, &r.value, &error));
  return r;
}

static inline go_done go_set_item(ct_tensor *t, go_sizes index, ct_scalar value) {
  go_done r;
  GO_CALL(r, ct_tensor_set_item(t, index.values, index.count, go_optional(&value), &error));
  return r;
}
*/
import "C"

import (
	"runtime"
	"sync"
	"unsafe"
)

// Tensor has sizes, strides, a dtype and an offset in memory that tensors may share.
type Tensor struct {
	handle *C.ct_tensor
	owner  *owner
}

// An owner releases a tensor when the collector finds it. Attaching a cleanup costs more than a small op, so owners are
// reused for the next tensor, cleanup included. A closed Tensor has no owner, so it can't reach the next one's handle.
type owner struct{ held *held }

type held struct{ handle *C.ct_tensor }

var owners = sync.Pool{New: func() any {
	held := new(held)
	owner := &owner{held}
	runtime.AddCleanup(owner, release, held)
	return owner
}}

func release(held *held) { C.ct_tensor_release(held.handle) }

// own makes a Tensor that takes over a reference from the library.
func own(handle *C.ct_tensor) *Tensor {
	owner := owners.Get().(*owner)
	owner.held.handle = handle
	return &Tensor{handle, owner}
}

// Close releases the tensor; its memory is freed with the last view of it. Every later use of t except another Close is
// an error. A tensor that is not closed is released when it becomes garbage.
func (t *Tensor) Close() {
	if t == nil || t.handle == nil {
		return
	}
	handle, owner := t.handle, t.owner
	t.handle, t.owner = nil, nil
	owner.held.handle = nil
	owners.Put(owner)
	C.ct_tensor_release(handle)
}

// c returns the handle, or NULL for a nil or closed tensor, for which the library fails.
func (t *Tensor) c() *C.ct_tensor {
	if t == nil {
		return nil
	}
	return t.handle
}

// made, made2, told and finish return the results of a call, or its error.
func made(r C.go_made) (*Tensor, error) {
	if r.done.status != 0 {
		return nil, failure(r.done)
	}
	return own(r.out), nil
}

func made2(r C.go_made2) (*Tensor, *Tensor, error) {
	if r.done.status != 0 {
		return nil, nil, failure(r.done)
	}
	return own(r.out0), own(r.out1), nil
}

func told(r C.go_told) (bool, error) {
	return bool(r.out), finish(r.done)
}

func finish(r C.go_done) error {
	if r.status != 0 {
		return failure(r)
	}
	return nil
}

// Ndim returns the number of dims, or -1 for a closed tensor.
func (t *Tensor) Ndim() int {
	defer runtime.KeepAlive(t)
	return int(C.ct_tensor_ndim(t.c()))
}

// Numel returns the number of elements.
func (t *Tensor) Numel() int {
	defer runtime.KeepAlive(t)
	return int(C.ct_tensor_numel(t.c()))
}

// DType returns the type of the elements.
func (t *Tensor) DType() DType {
	defer runtime.KeepAlive(t)
	return DType(C.ct_tensor_dtype(t.c()))
}

// Sizes returns the number of elements along each dim.
func (t *Tensor) Sizes() []int {
	defer runtime.KeepAlive(t)
	layout := C.go_layout_of(t.c())
	return ints(layout.sizes, layout.ndim)
}

// Strides returns the distance between neighbours along each dim, in elements. It may be negative.
func (t *Tensor) Strides() []int {
	defer runtime.KeepAlive(t)
	layout := C.go_layout_of(t.c())
	return ints(layout.strides, layout.ndim)
}

// StorageOffset returns where element [0, …, 0] lies in the storage, in elements.
func (t *Tensor) StorageOffset() int {
	defer runtime.KeepAlive(t)
	return int(C.ct_tensor_storage_offset(t.c()))
}

// StorageNbytes returns the size of the storage in bytes, which may be more than t reaches.
func (t *Tensor) StorageNbytes() int {
	defer runtime.KeepAlive(t)
	return int(C.ct_tensor_storage_nbytes(t.c()))
}

// IsMeta reports whether t has no data, only shape, dtype and layout.
func (t *Tensor) IsMeta() bool {
	defer runtime.KeepAlive(t)
	return bool(C.ct_tensor_is_meta(t.c()))
}

// IsReadOnly reports whether writes to t fail.
func (t *Tensor) IsReadOnly() bool {
	defer runtime.KeepAlive(t)
	return bool(C.ct_tensor_is_read_only(t.c()))
}

// IsUnique reports whether t is the only tensor on its storage.
func (t *Tensor) IsUnique() bool {
	defer runtime.KeepAlive(t)
	return bool(C.ct_tensor_is_unique(t.c()))
}

// IsWrappedNumber reports whether t was made by [Number], so that it comes last in promotion.
func (t *Tensor) IsWrappedNumber() bool {
	defer runtime.KeepAlive(t)
	return bool(C.ct_tensor_is_wrapped_number(t.c()))
}

// IsContiguous reports whether the elements lie in the format's order without gaps.
func (t *Tensor) IsContiguous(format MemoryFormat) bool {
	defer runtime.KeepAlive(t)
	return bool(C.ct_tensor_is_contiguous(t.c(), C.ct_memory_format(format)))
}

// IsNonOverlappingAndDense reports whether the elements fill one contiguous range of memory, each once, with no
// negative stride.
func (t *Tensor) IsNonOverlappingAndDense() bool {
	defer runtime.KeepAlive(t)
	return bool(C.ct_tensor_is_non_overlapping_and_dense(t.c()))
}

// SuggestMemoryFormat returns the memory format that t's strides suggest; with exact, only one that they match exactly.
func (t *Tensor) SuggestMemoryFormat(exact bool) MemoryFormat {
	defer runtime.KeepAlive(t)
	return MemoryFormat(C.ct_tensor_suggest_memory_format(t.c(), C.bool(exact)))
}

// Item returns the value of a tensor's one element.
func (t *Tensor) Item() (Scalar, error) {
	r := C.go_item_of(t.c())
	runtime.KeepAlive(t)
	if r.done.status != 0 {
		return Scalar{}, failure(r.done)
	}
	return scalarOf(r.value), nil
}

// GetItem returns the value of the element at these indices, one for each dim; negative ones count from the end.
func (t *Tensor) GetItem(index ...int) (Scalar, error) {
	r := C.go_get_item(t.c(), sizesOf(index))
	runtime.KeepAlive(t)
	if r.done.status != 0 {
		return Scalar{}, failure(r.done)
	}
	return scalarOf(r.value), nil
}

// SetItem writes the element at these indices, one for each dim; negative ones count from the end.
func (t *Tensor) SetItem(value Scalar, index ...int) error {
	defer runtime.KeepAlive(t)
	return finish(C.go_set_item(t.c(), sizesOf(index), value.c()))
}

// Itemsize returns the size of one element in bytes.
func (t *Tensor) Itemsize() int {
	defer runtime.KeepAlive(t)
	return int(C.ct_tensor_itemsize(t.c()))
}

// Nbytes returns the size of all elements together in bytes.
func (t *Tensor) Nbytes() int {
	defer runtime.KeepAlive(t)
	return int(C.ct_tensor_nbytes(t.c()))
}

// String prints t as PyTorch does.
func (t *Tensor) String() string {
	if t.c() == nil {
		return "tensor(closed)"
	}
	text := C.go_string(t.c())
	runtime.KeepAlive(t)
	if text == nil {
		return "tensor(no memory to print it)"
	}
	defer C.free(unsafe.Pointer(text))
	return C.GoString(text)
}

func ints[T C.int32_t | C.int64_t](values *T, count C.int32_t) []int {
	if count <= 0 {
		return []int{}
	}
	result := make([]int, count)
	for i, value := range unsafe.Slice(values, count) {
		result[i] = int(value)
	}
	return result
}
