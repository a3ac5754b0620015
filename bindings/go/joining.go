package ctensor

/*
#include "shim.h"

static inline go_made go_diagonal(const ct_tensor *t, int64_t offset, int32_t dim1, int32_t dim2) {
  go_made r = {0};
  GO_CALL(r.done, ct_diagonal(t, offset, dim1, dim2, &r.out, &error));
  return r;
}

static inline go_made go_rot90(const ct_tensor *t, int32_t k, int32_t dim0, int32_t dim1) {
  go_made r = {0};
  GO_CALL(r.done, ct_rot90(t, k, dim0, dim1, &r.out, &error));
  return r;
}

static inline go_made go_unfold(const ct_tensor *t, int32_t dim, int64_t size, int64_t step) {
  go_made r = {0};
  GO_CALL(r.done, ct_unfold(t, dim, size, step, &r.out, &error));
  return r;
}

static inline go_made go_unflatten(const ct_tensor *t, int32_t dim, go_sizes sizes) {
  go_made r = {0};
  GO_CALL(r.done, ct_unflatten(t, dim, sizes.values, sizes.count, &r.out, &error));
  return r;
}

// for functions of t and two dims
static inline go_made go_swapaxes(const ct_tensor *t, int32_t dim0, int32_t dim1) {
  go_made r = {0};
  GO_CALL(r.done, ct_swapaxes(t, dim0, dim1, &r.out, &error));
  return r;
}

static inline go_made go_view_dtype(const ct_tensor *t, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_view_dtype(t, dtype, &r.out, &error));
  return r;
}

// for functions of t alone: ct_view_as_real, ct_view_as_complex
static inline go_made go_view_as(void *function, const ct_tensor *t) {
  ct_status (*call)(const ct_tensor *, ct_tensor **, ct_error *) = function;
  go_made r = {0};
  GO_CALL(r.done, call(t, &r.out, &error));
  return r;
}

// This and the following make several tensors. The caller's array has room for their handles.
static inline go_done go_split(const ct_tensor *t, const int64_t *sizes, int32_t count, int32_t dim, ct_tensor **outs) {
  go_done r;
  GO_CALL(r, ct_split(t, sizes, count, dim, outs, &error));
  return r;
}

typedef struct {
  int32_t count;
  go_done done;
} go_chunks;

static inline go_chunks go_chunk(const ct_tensor *t, int32_t chunks, int32_t dim, ct_tensor **outs) {
  go_chunks r = {0};
  GO_CALL(r.done, ct_chunk(t, chunks, dim, outs, &r.count, &error));
  return r;
}

static inline go_done go_unbind(const ct_tensor *t, int32_t dim, ct_tensor **outs) {
  go_done r;
  GO_CALL(r, ct_unbind(t, dim, outs, &error));
  return r;
}

static inline go_done go_broadcast_tensors(ct_tensor *const *tensors, int32_t count, ct_tensor **outs) {
  go_done r;
  GO_CALL(r, ct_broadcast_tensors((const ct_tensor *const *)tensors, count, outs, &error));
  return r;
}

static inline go_done go_meshgrid(ct_tensor *const *tensors, int32_t count, uint32_t indexing, ct_tensor **outs) {
  go_done r;
  GO_CALL(r, ct_meshgrid((const ct_tensor *const *)tensors, count, indexing, outs, &error));
  return r;
}

typedef struct {
  go_sizes sizes;
  go_done done;
} go_shape;

// Broadcasts two shapes. More than two are broadcast pair by pair.
static inline go_shape go_broadcast_shapes(go_sizes a, go_sizes b) {
  const int64_t *shapes[] = {a.values, b.values};
  const int32_t ndims[] = {a.count, b.count};
  go_shape r = {{0}, {0}};
  GO_CALL(r.done, ct_broadcast_shapes(shapes, ndims, 2, r.sizes.values, &r.sizes.count, &error));
  return r;
}
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// Rot90 returns a view of t rotated by k quarter turns in the plane of two dims, from dim0 towards dim1.
func (t *Tensor) Rot90(k, dim0, dim1 int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_rot90(t.c(), int32Of(k), int32Of(dim0), int32Of(dim1)))
}

// Diagonal returns a diagonal of two dims, as a new last dim.
func (t *Tensor) Diagonal(offset, dim1, dim2 int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_diagonal(t.c(), C.int64_t(offset), int32Of(dim1), int32Of(dim2)))
}

// Unfold returns windows of size elements along a dim, step apart, each along a new last dim.
func (t *Tensor) Unfold(dim, size, step int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_unfold(t.c(), int32Of(dim), C.int64_t(size), C.int64_t(step)))
}

// Unflatten returns t with one dim split into several; one size may be -1.
func (t *Tensor) Unflatten(dim int, sizes ...int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_unflatten(t.c(), int32Of(dim), sizesOf(sizes)))
}

// Swapaxes is [Tensor.Transpose] under NumPy's name.
func (t *Tensor) Swapaxes(dim0, dim1 int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_swapaxes(t.c(), int32Of(dim0), int32Of(dim1)))
}

// ViewDType returns t's bytes as elements of another dtype.
func (t *Tensor) ViewDType(dtype DType) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_view_dtype(t.c(), C.ct_dtype(dtype)))
}

// ViewAsReal returns the real and imaginary parts of complex numbers along a new last dim.
func (t *Tensor) ViewAsReal() (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_view_as(C.ct_view_as_real, t.c()))
}

// ViewAsComplex returns pairs along the last dim as complex numbers.
func (t *Tensor) ViewAsComplex() (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_view_as(C.ct_view_as_complex, t.c()))
}

// Split returns views of t cut along a dim into parts of these sizes.
func (t *Tensor) Split(splitSizes []int, dim int) ([]*Tensor, error) {
	defer runtime.KeepAlive(t)
	outs := make([]*C.ct_tensor, len(splitSizes))
	done := C.go_split(t.c(), int64sOf(splitSizes), C.int32_t(len(splitSizes)), int32Of(dim), unsafe.SliceData(outs))
	return madeAll(outs, done)
}

// Chunk returns views of t cut along a dim into at most chunks parts of equal size, of which the last may be smaller.
func (t *Tensor) Chunk(chunks, dim int) ([]*Tensor, error) {
	defer runtime.KeepAlive(t)
	// More parts than elements are as many as elements, so there is room for no more.
	if most := t.sizeIfThere(dim); most > 0 {
		chunks = min(chunks, most)
	}
	outs := make([]*C.ct_tensor, max(chunks, 1))
	r := C.go_chunk(t.c(), int32Of(chunks), int32Of(dim), unsafe.SliceData(outs))
	return madeAll(outs[:r.count], r.done)
}

// Unbind returns the views of t at every index of a dim.
func (t *Tensor) Unbind(dim int) ([]*Tensor, error) {
	defer runtime.KeepAlive(t)
	outs := make([]*C.ct_tensor, t.sizeIfThere(dim))
	return madeAll(outs, C.go_unbind(t.c(), int32Of(dim), unsafe.SliceData(outs)))
}

// sizeIfThere returns the size of a dim, or 0 if there is no such dim: then the library fails before it writes.
func (t *Tensor) sizeIfThere(dim int) int {
	sizes := t.Sizes()
	if dim < 0 {
		dim += len(sizes)
	}
	if dim < 0 || dim >= len(sizes) {
		return 0
	}
	return sizes[dim]
}

// BroadcastTensors returns views of the tensors in the shape that all of them broadcast to.
func BroadcastTensors(tensors ...*Tensor) ([]*Tensor, error) {
	defer runtime.KeepAlive(tensors)
	outs := make([]*C.ct_tensor, len(tensors))
	return madeAll(outs, C.go_broadcast_tensors(listOf(tensors), C.int32_t(len(tensors)), unsafe.SliceData(outs)))
}

// Meshgrid returns the coordinates of the points of a grid with these axes, as one view per axis.
func Meshgrid(indexing MeshgridIndexing, tensors ...*Tensor) ([]*Tensor, error) {
	defer runtime.KeepAlive(tensors)
	outs := make([]*C.ct_tensor, len(tensors))
	count := C.int32_t(len(tensors))
	return madeAll(outs, C.go_meshgrid(listOf(tensors), count, C.uint32_t(indexing), unsafe.SliceData(outs)))
}

// BroadcastShapes returns the sizes that tensors of these sizes broadcast to.
func BroadcastShapes(shapes ...[]int) ([]int, error) {
	sizes := []int{}
	for _, shape := range shapes {
		r := C.go_broadcast_shapes(sizesOf(sizes), sizesOf(shape))
		if err := finish(r.done); err != nil {
			return nil, err
		}
		sizes = make([]int, int(r.sizes.count))
		for i := range sizes {
			sizes[i] = int(r.sizes.values[i])
		}
	}
	return sizes, nil
}

func madeAll(outs []*C.ct_tensor, done C.go_done) ([]*Tensor, error) {
	if err := finish(done); err != nil {
		return nil, err
	}
	tensors := make([]*Tensor, len(outs))
	for i, out := range outs {
		tensors[i] = own(out)
	}
	return tensors, nil
}
