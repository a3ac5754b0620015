package ctensor

/*
#include "shim.h"

// Copies between a tensor and the caller's values, which are in row-major order.
static inline go_done go_read_values(const ct_tensor *t, void *values) {
  ct_tensor *target = NULL;
  go_done r;
  GO_CALL(r, ct_tensor_from_data(values, ct_tensor_sizes(t), ct_tensor_ndim(t), NULL, ct_tensor_dtype(t), NULL, NULL,
                                 &target, &error));
  if (r.status == CT_OK) GO_CALL(r, ct_copy(target, t, &error));
  ct_tensor_release(target);
  return r;
}

static inline go_made go_from_values(const void *values, size_t bytes, go_sizes sizes, ct_dtype dtype) {
  go_made r = {0};
  void *data = NULL;
  GO_CALL(r.done, ct_tensor_create(sizes.values, sizes.count, dtype, &r.out, &error));
  if (r.done.status == CT_OK) GO_CALL(r.done, ct_tensor_data_mut(r.out, &data, &error));
  if (r.done.status == CT_OK && bytes > 0) memcpy(data, values, bytes);
  return r;
}

typedef struct {
  ct_tensor *view; // keeps the memory, even if the tensor is closed or resized meanwhile
  void *data;
  go_done done;
} go_held;

static inline go_held go_hold(ct_tensor *t, bool to_write) {
  go_held r = {0};
  GO_CALL(r.done, go_alias(t, &r.view, &error));
  if (r.done.status == CT_OK && to_write)
    GO_CALL(r.done, ct_tensor_data_mut(r.view, &r.data, &error));
  else if (r.done.status == CT_OK && ct_is_deferred(r.view))
    GO_CALL(r.done, ct_tensor_data_mut(r.view, &r.data, &error)); // fails, with the error for deferred tensors
  else
    r.data = (void *)ct_tensor_data(r.view);
  if (r.done.status != CT_OK) {
    ct_tensor_release(r.view);
    r.view = NULL;
  }
  return r;
}
*/
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"
)

// FromSlice makes a contiguous tensor with a copy of the values, in row-major order. Without sizes it has one dim.
func FromSlice[T Element](values []T, sizes ...int) (*Tensor, error) {
	if len(sizes) == 0 {
		sizes = []int{len(values)}
	}
	if product(sizes) != len(values) {
		return nil, &Error{ErrShape, fmt.Sprintf("FromSlice: %d values for sizes %v", len(values), sizes)}
	}
	bytes := C.size_t(len(values)) * C.size_t(unsafe.Sizeof(*new(T)))
	pointer := unsafe.Pointer(unsafe.SliceData(values))
	return made(C.go_from_values(pointer, bytes, sizesOf(sizes), C.ct_dtype(DTypeOf[T]())))
}

// Values returns a copy of t's elements in row-major order, whatever its strides. T must be the dtype's Go type.
func Values[T Element](t *Tensor) ([]T, error) {
	defer runtime.KeepAlive(t)
	if err := sameDType[T]("Values", t); err != nil {
		return nil, err
	}
	values := make([]T, t.Numel())
	return values, finish(C.go_read_values(t.c(), unsafe.Pointer(unsafe.SliceData(values))))
}

// Read calls use with a slice over the memory of t, which must be contiguous. The slice must not be written, nor kept
// after the call. use may close or resize t; the memory stays until use returns.
func Read[T Element](t *Tensor, use func(values []T)) error {
	return hold("Read", t, false, use)
}

// Write is [Read] for writing: what use changes also changes in t and in its views.
func Write[T Element](t *Tensor, use func(values []T)) error {
	return hold("Write", t, true, use)
}

func hold[T Element](function string, t *Tensor, toWrite bool, use func(values []T)) error {
	defer runtime.KeepAlive(t)
	if err := sameDType[T](function, t); err != nil {
		return err
	}
	if t.IsMeta() || !t.IsContiguous(Contiguous) {
		return &Error{ErrInvalid, fmt.Sprintf("%s: a tensor of sizes %v and strides %v has no slice of its elements in order; "+
			"see Contiguous", function, t.Sizes(), t.Strides())}
	}
	held := C.go_hold(t.c(), C.bool(toWrite))
	if held.done.status != 0 {
		return failure(held.done)
	}
	defer C.ct_tensor_release(held.view)
	numel := t.Numel()
	if numel == 0 {
		use(nil)
		return nil
	}
	use(unsafe.Slice((*T)(held.data), numel))
	return nil
}

// sameDType refuses a closed tensor too: its dtype is Undefined.
func sameDType[T Element](function string, t *Tensor) error {
	if t.c() == nil {
		return &Error{ErrInvalid, function + ": the tensor is closed or nil"}
	}
	if got, want := t.DType(), DTypeOf[T](); got != want {
		return &Error{ErrDType, fmt.Sprintf("%s: the tensor is %v, the slice %v", function, got, want)}
	}
	return nil
}

// product returns the number of elements, or -1 if a size is negative or there are too many.
func product(sizes []int) int {
	result := 1
	for _, size := range sizes {
		if size < 0 {
			return -1
		}
		if size > 0 && result > maxInt/size {
			return -1
		}
		result *= size
	}
	return result
}

const maxInt = int(^uint(0) >> 1)
