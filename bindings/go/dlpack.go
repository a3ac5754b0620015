package ctensor

/*
#include "shim.h"

typedef struct {
  void *out;
  go_done done;
} go_managed;

static inline go_managed go_to_dlpack(const ct_tensor *t, bool legacy) {
  struct DLManagedTensorVersioned *versioned = NULL;
  struct DLManagedTensor *old = NULL;
  go_managed r = {0};
  GO_CALL(r.done, legacy ? ct_to_dlpack_legacy(t, &old, &error) : ct_to_dlpack(t, &versioned, &error));
  r.out = legacy ? (void *)old : (void *)versioned;
  return r;
}

static inline go_made go_from_dlpack(void *managed, bool legacy) {
  go_made r = {0};
  GO_CALL(r.done, legacy ? ct_from_dlpack_legacy(managed, &r.out, &error) : ct_from_dlpack(managed, &r.out, &error));
  return r;
}
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// ToDLPack returns t's memory as a DLManagedTensorVersioned *, for other C libraries of this process. Whoever gets it
// must call its deleter exactly once; until then it keeps the memory.
func (t *Tensor) ToDLPack() (unsafe.Pointer, error) {
	defer runtime.KeepAlive(t)
	r := C.go_to_dlpack(t.c(), false)
	return r.out, finish(r.done)
}

// ToDLPackLegacy is [Tensor.ToDLPack] with the DLManagedTensor * that libraries older than DLPack 1.0 take.
func (t *Tensor) ToDLPackLegacy() (unsafe.Pointer, error) {
	defer runtime.KeepAlive(t)
	r := C.go_to_dlpack(t.c(), true)
	return r.out, finish(r.done)
}

// FromDLPack returns a tensor over the memory of a DLManagedTensorVersioned *, which it takes over even if it fails.
func FromDLPack(managed unsafe.Pointer) (*Tensor, error) {
	return made(C.go_from_dlpack(managed, false))
}

// FromDLPackLegacy is [FromDLPack] for a DLManagedTensor *.
func FromDLPackLegacy(managed unsafe.Pointer) (*Tensor, error) {
	return made(C.go_from_dlpack(managed, true))
}
