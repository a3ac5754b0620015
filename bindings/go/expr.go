package ctensor

/*
#include "shim.h"

static inline go_made go_defer(const ct_tensor *x) {
  go_made r = {0};
  GO_CALL(r.done, ct_defer(x, &r.out, &error));
  return r;
}

// makes n new tensors from n; the caller's arrays are in C's memory
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

// Makes a meta tensor with t's layout. It fails for NULL.
static inline go_made go_shape_of(const ct_tensor *t) {
  go_made r = {0};
  GO_CALL(r.done, ct_tensor_create_meta(ct_tensor_sizes(t), ct_tensor_ndim(t), ct_tensor_strides(t),
                                        ct_tensor_dtype(t), &r.out, &error));
  return r;
}

static inline bool go_same_layouts(ct_tensor *const *a, ct_tensor *const *b, int32_t n) {
  for (int32_t i = 0; i < n; i++) {
    int32_t ndim = ct_tensor_ndim(a[i]);
    size_t bytes = (size_t)ndim * sizeof(int64_t);
    if (a[i] == NULL || ct_tensor_ndim(b[i]) != ndim || ct_tensor_dtype(a[i]) != ct_tensor_dtype(b[i]) ||
        (ndim != 0 && (memcmp(ct_tensor_sizes(a[i]), ct_tensor_sizes(b[i]), bytes) != 0 ||
                       memcmp(ct_tensor_strides(a[i]), ct_tensor_strides(b[i]), bytes) != 0)))
      return false;
  }
  return true;
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
	"slices"
	"sync"
	"unsafe"
)

// Defer returns t as a leaf of an expression: ops that take it are recorded, and computed by [Evaluate]. t must not be
// written to meanwhile.
func (t *Tensor) Defer() (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_defer(t.c()))
}

// IsDeferred reports whether t has a layout, but no memory of its own.
func (t *Tensor) IsDeferred() bool {
	defer runtime.KeepAlive(t)
	return bool(C.ct_is_deferred(t.c()))
}

// handles returns an array in C's memory with the tensors' handles, or room for count ones. The caller frees it.
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

// Program is a compiled expression. It runs on any tensors with the dtypes, sizes and strides of its leaves. Any number
// of goroutines may run it at once.
type Program struct {
	handle  *C.ct_program
	results int
}

// NewProgram compiles an expression. Leaves come from [Tensor.Defer], and may be made of meta tensors.
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

// Run returns the results for these inputs in place of the leaves.
func (p *Program) Run(inputs ...*Tensor) ([]*Tensor, error) {
	defer runtime.KeepAlive(inputs)
	of := handles(len(inputs), inputs)
	defer C.free(unsafe.Pointer(of))
	return p.run(of, len(inputs))
}

func (p *Program) run(inputs **C.ct_tensor, count int) ([]*Tensor, error) {
	defer runtime.KeepAlive(p)
	outs := handles(p.results, nil)
	defer C.free(unsafe.Pointer(outs))
	done := C.go_program_run(p.handle, inputs, C.int32_t(count), outs, C.int32_t(p.results))
	return ownAll(outs, p.results, done)
}

// String describes the passes over memory: sizes, tiles, bytes and ops.
func (p *Program) String() string {
	defer runtime.KeepAlive(p)
	text := C.go_program_string(p.handle)
	if text == nil {
		return "program(no memory to print it)"
	}
	defer C.free(unsafe.Pointer(text))
	return C.GoString(text)
}

const mostPrograms = 32

// known is a program and the layouts of the inputs that it takes, in meta tensors.
type known struct {
	program *Program
	shapes  []*Tensor
}

func record(f func(inputs []*Tensor) ([]*Tensor, error), inputs []*Tensor) (*known, error) {
	defer runtime.KeepAlive(inputs)
	shapes, leaves := make([]*Tensor, len(inputs)), make([]*Tensor, len(inputs))
	for i, input := range inputs {
		var err error
		if shapes[i], err = made(C.go_shape_of(input.c())); err != nil {
			return nil, err
		}
		if leaves[i], err = shapes[i].Defer(); err != nil {
			return nil, err
		}
	}
	results, err := f(slices.Clone(leaves))
	if err != nil {
		return nil, err
	}
	program, err := NewProgram(leaves, results)
	return &known{program, shapes}, err
}

func (k *known) takes(inputs **C.ct_tensor, count int) bool {
	if len(k.shapes) != count {
		return false
	}
	defer runtime.KeepAlive(k)
	shapes := handles(count, k.shapes)
	defer C.free(unsafe.Pointer(shapes))
	return bool(C.go_same_layouts(inputs, shapes, C.int32_t(count)))
}

// Fuse returns a function that runs f as compiled programs: all of its ops in as few passes over memory as they allow.
//
// f is called once for each combination of dtypes, sizes and strides, with deferred tensors that have no data: it may
// look at their layouts, but not at elements, and its side effects happen once. It must not call the returned function,
// which would wait for itself. The 32 newest programs are kept. Any number of goroutines may call the returned function.
func Fuse(f func(inputs []*Tensor) ([]*Tensor, error)) func(inputs ...*Tensor) ([]*Tensor, error) {
	var mutex sync.Mutex
	var programs []*known
	programFor := func(of **C.ct_tensor, inputs []*Tensor) (*Program, error) {
		mutex.Lock()
		defer mutex.Unlock()
		for _, one := range programs {
			if one.takes(of, len(inputs)) {
				return one.program, nil
			}
		}
		one, err := record(f, inputs)
		if err != nil {
			return nil, err
		}
		if len(programs) == mostPrograms {
			programs = slices.Delete(programs, 0, 1)
		}
		programs = append(programs, one)
		return one.program, nil
	}
	return func(inputs ...*Tensor) ([]*Tensor, error) {
		defer runtime.KeepAlive(inputs)
		of := handles(len(inputs), inputs)
		defer C.free(unsafe.Pointer(of))
		program, err := programFor(of, inputs)
		if err != nil {
			return nil, err
		}
		return program.run(of, len(inputs))
	}
}
