package ctensor

/*
#include "shim.h"

// for functions of t and a format: ct_contiguous, ct_clone
static inline go_made go_formatted(void *function, const ct_tensor *t, ct_memory_format format) {
  ct_status (*call)(const ct_tensor *, ct_memory_format, ct_tensor **, ct_error *) = function;
  go_made r = {0};
  GO_CALL(r.done, call(t, format, &r.out, &error));
  return r;
}

static inline go_made go_to(const ct_tensor *t, ct_dtype dtype, ct_memory_format format, bool copy) {
  go_made r = {0};
  GO_CALL(r.done, ct_to(t, dtype, format, copy, &r.out, &error));
  return r;
}

static inline go_done go_copy(ct_tensor *dst, const ct_tensor *src) {
  go_done r;
  GO_CALL(r, ct_copy(dst, src, &error));
  return r;
}

static inline go_done go_fill(ct_tensor *dst, ct_scalar value) {
  go_done r;
  GO_CALL(r, ct_fill(dst, &value, &error));
  return r;
}
*/
import "C"

import "runtime"

// Contiguous returns t itself if it is contiguous in the format, else a copy that is.
func (t *Tensor) Contiguous(format MemoryFormat) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_formatted(C.ct_contiguous, t.c(), C.ct_memory_format(format)))
}

// Clone returns a copy of t with memory of its own.
func (t *Tensor) Clone(format MemoryFormat) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_formatted(C.ct_clone, t.c(), C.ct_memory_format(format)))
}

// ToOptions are the options of [Tensor.To].
type ToOptions struct {
	Format MemoryFormat // Preserve when it is left out
	Copy   bool         // always makes a copy, even when there is nothing to convert
}

// To returns t in another dtype or format, or t itself when there is nothing to convert. dtype Undefined: t's.
func (t *Tensor) To(dtype DType, options *ToOptions) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	o := given(options)
	return made(C.go_to(t.c(), C.ct_dtype(dtype), C.ct_memory_format(o.Format), C.bool(o.Copy)))
}

// CopyFrom writes src's values into t, broadcast to its sizes and converted to its dtype.
func (t *Tensor) CopyFrom(src *Tensor) error {
	defer runtime.KeepAlive(t)
	defer runtime.KeepAlive(src)
	return finish(C.go_copy(t.c(), src.c()))
}

// Fill writes one value into every element of t.
func (t *Tensor) Fill(value Scalar) error {
	defer runtime.KeepAlive(t)
	return finish(C.go_fill(t.c(), value.c()))
}
