package ctensor

/*
#include "shim.h"

typedef struct {
  void *data;
  go_done done;
} go_data;

static inline go_data go_data_mut(ct_tensor *t) {
  go_data r = {0};
  GO_CALL(r.done, ct_tensor_data_mut(t, &r.data, &error));
  return r;
}
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// Pointer returns the ct_tensor * of t, for C code of your own. t still owns it: keep t alive, or call
// ct_tensor_retain.
func (t *Tensor) Pointer() unsafe.Pointer { return unsafe.Pointer(t.c()) }

// FromPointer takes over a reference to a ct_tensor from C code. For nil, it returns nil.
func FromPointer(tensor unsafe.Pointer) *Tensor {
	if tensor == nil {
		return nil
	}
	return own((*C.ct_tensor)(tensor))
}

// Retain returns a second Tensor for the same tensor. Closing one leaves the other valid.
func (t *Tensor) Retain() *Tensor {
	defer runtime.KeepAlive(t)
	return FromPointer(unsafe.Pointer(C.ct_tensor_retain(t.c())))
}

// Data returns the address of element [0, …, 0], for C code that reads. It is valid while t lives and is not resized.
func (t *Tensor) Data() unsafe.Pointer {
	defer runtime.KeepAlive(t)
	return unsafe.Pointer(C.ct_tensor_data(t.c()))
}

// DataMut returns the address of element [0, …, 0], for C code that writes.
func (t *Tensor) DataMut() (unsafe.Pointer, error) {
	defer runtime.KeepAlive(t)
	r := C.go_data_mut(t.c())
	return r.data, finish(r.done)
}
