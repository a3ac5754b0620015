package ctensor

/*
#include "shim.h"

static inline go_made go_defer(const ct_tensor *x) {
  go_made r = {0};
  GO_CALL(r.done, ct_defer(x, &r.out, &error));
  return r;
}

// of n tensors, so many new ones: the caller's arrays are C's
static inline go_done go_evaluate(const ct_tensor *const *deferred, int32_t n, ct_tensor **outs) {
  go_done r;
  GO_CALL(r, ct_evaluate(deferred, n, outs, &error));
  return r;
}

typedef struct {
  ct_program *out;
  go_done done;
} go_program;

static inline go_program go_program_of(const ct_tensor *const *leaves, int32_t nleaves, const ct_tensor *const *results,
                                       int32_t nresults) {
  go_program r = {0};
  GO_CALL(r.done, ct_program_create(leaves, nleaves, results, nresults, &r.out, &error));
  return r;
}

static inline go_done go_program_run(const ct_program *p, const ct_tensor *const *inputs, int32_t ninputs,
                                     ct_tensor **outs, int32_t nouts) {
  go_done r;
  GO_CALL(r, ct_program_run(p, inputs, ninputs, outs, nouts, &error));
  return r;
}

static inline char *go_program_string(const ct_program *p) {
  int64_t needed = 0;
  if (ct_program_to_string(p, NULL, 0, &needed, NULL) != CT_OK) return NULL;
  char *text = malloc((size_t)needed);
  if (text != NULL) ct_program_to_string(p, text, needed, NULL, NULL);
  return text;
}
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// Defer is t as a leaf of an expression: ops that take it are recorded, and computed by [Evaluate]. t must not be
// written to meanwhile.
func (t *Tensor) Defer() (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_defer(t.c()))
}

// IsDeferred tells whether t has a layout, but no memory of its own.
func (t *Tensor) IsDeferred() bool {
	defer runtime.KeepAlive(t)
	return bool(C.ct_is_deferred(t.c()))
}

// handles is an array of C's that holds the tensors' handles, or room for as many; free it.
func handles(count int, tensors []*Tensor) **C.ct_tensor {
	array := (**C.ct_tensor)(C.calloc(C.size_t(count)+1, C.size_t(unsafe.Sizeof(uintptr(0)))))
	for i, t := range tensors {
		unsafe.Slice(array, count)[i] = t.c()
	}
	return array
}

// Evaluate computes deferred tensors together, in as few passes over memory as they allow.
func Evaluate(deferred ...*Tensor) ([]*Tensor, error) {
	defer runtime.KeepAlive(deferred)
	of, outs := handles(len(deferred), deferred), handles(len(deferred), nil)
	defer C.free(unsafe.Pointer(of))
	defer C.free(unsafe.Pointer(outs))
	return ownAll(outs, len(deferred), C.go_evaluate(of, C.int32_t(len(deferred)), outs))
}

func ownAll(outs **C.ct_tensor, count int, done C.go_done) ([]*Tensor, error) {
	if done.status != 0 {
		return nil, failure(done)
	}
	made := make([]*Tensor, count)
	for i, out := range unsafe.Slice(outs, count) {
		made[i] = own(out)
	}
	return made, nil
}

// Program is an expression, compiled: run on other tensors of the dtypes, sizes and strides of its leaves, by any number
// of goroutines at once.
type Program struct {
	handle  *C.ct_program
	results int
}

// NewProgram compiles an expression. Leaves are made by [Tensor.Defer], of meta tensors perhaps.
func NewProgram(leaves, results []*Tensor) (*Program, error) {
	defer runtime.KeepAlive(leaves)
	defer runtime.KeepAlive(results)
	of, computed := handles(len(leaves), leaves), handles(len(results), results)
	defer C.free(unsafe.Pointer(of))
	defer C.free(unsafe.Pointer(computed))
	r := C.go_program_of(of, C.int32_t(len(leaves)), computed, C.int32_t(len(results)))
	if r.done.status != 0 {
		return nil, failure(r.done)
	}
	p := &Program{r.out, len(results)}
	runtime.AddCleanup(p, func(handle *C.ct_program) { C.ct_program_release(handle) }, r.out)
	return p, nil
}

// Run gives the results for these inputs in place of the leaves.
func (p *Program) Run(inputs ...*Tensor) ([]*Tensor, error) {
	defer runtime.KeepAlive(p)
	defer runtime.KeepAlive(inputs)
	of, outs := handles(len(inputs), inputs), handles(p.results, nil)
	defer C.free(unsafe.Pointer(of))
	defer C.free(unsafe.Pointer(outs))
	done := C.go_program_run(p.handle, of, C.int32_t(len(inputs)), outs, C.int32_t(p.results))
	return ownAll(outs, p.results, done)
}

// String tells the passes over memory: sizes, tiles, bytes and ops.
func (p *Program) String() string {
	defer runtime.KeepAlive(p)
	text := C.go_program_string(p.handle)
	if text == nil {
		return "program(no memory to print it)"
	}
	defer C.free(unsafe.Pointer(text))
	return C.GoString(text)
}
