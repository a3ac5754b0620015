package ctensor

/*
#include "shim.h"

static inline go_made go_as_strided(const ct_tensor *t, go_sizes sizes, go_sizes strides, int64_t offset) {
  go_made r = {0};
  GO_CALL(r.done, ct_as_strided(t, sizes.values, sizes.count, strides.values, offset, &r.out, &error));
  return r;
}

// for functions of t and sizes: ct_view, ct_reshape, ct_expand
static inline go_made go_sized(void *function, const ct_tensor *t, go_sizes sizes) {
  ct_status (*call)(const ct_tensor *, const int64_t *, int32_t, ct_tensor **, ct_error *) = function;
  go_made r = {0};
  GO_CALL(r.done, call(t, sizes.values, sizes.count, &r.out, &error));
  return r;
}

// for functions of t and dims: ct_permute, ct_squeeze, ct_flip
static inline go_made go_dimmed(void *function, const ct_tensor *t, go_dims dims) {
  ct_status (*call)(const ct_tensor *, const int32_t *, int32_t, ct_tensor **, ct_error *) = function;
  go_made r = {0};
  GO_CALL(r.done, call(t, go_dims_of(&dims), dims.count, &r.out, &error));
  return r;
}

// for functions of t and two dims: ct_transpose, ct_flatten
static inline go_made go_dim_pair(void *function, const ct_tensor *t, int32_t first, int32_t second) {
  ct_status (*call)(const ct_tensor *, int32_t, int32_t, ct_tensor **, ct_error *) = function;
  go_made r = {0};
  GO_CALL(r.done, call(t, first, second, &r.out, &error));
  return r;
}

// for functions of t alone: ct_real, ct_imag
static inline go_made go_part(void *function, const ct_tensor *t) {
  ct_status (*call)(const ct_tensor *, ct_tensor **, ct_error *) = function;
  go_made r = {0};
  GO_CALL(r.done, call(t, &r.out, &error));
  return r;
}

static inline go_made go_movedim(const ct_tensor *t, go_dims source, go_dims destination) {
  go_made r = {0};
  GO_CALL(r.done, ct_movedim(t, source.values, destination.values, source.count, &r.out, &error));
  return r;
}

static inline go_made go_slice(const ct_tensor *t, int32_t dim, int64_t start, int64_t stop, int64_t step) {
  go_made r = {0};
  GO_CALL(r.done, ct_slice(t, dim, start, stop, step, &r.out, &error));
  return r;
}

static inline go_made go_select(const ct_tensor *t, int32_t dim, int64_t index) {
  go_made r = {0};
  GO_CALL(r.done, ct_select(t, dim, index, &r.out, &error));
  return r;
}

static inline go_made go_narrow(const ct_tensor *t, int32_t dim, int64_t start, int64_t length) {
  go_made r = {0};
  GO_CALL(r.done, ct_narrow(t, dim, start, length, &r.out, &error));
  return r;
}

static inline go_made go_unsqueeze(const ct_tensor *t, int32_t dim) {
  go_made r = {0};
  GO_CALL(r.done, ct_unsqueeze(t, dim, &r.out, &error));
  return r;
}

static inline go_done go_resize(ct_tensor *t, go_sizes sizes, ct_memory_format format) {
  go_done r;
  GO_CALL(r, ct_resize(t, sizes.values, sizes.count, format, &error));
  return r;
}
*/
import "C"

import (
	"fmt"
	"math"
	"runtime"
)

// Absent stands for a start or a stop of [Tensor.Slice] that is not given, as in Python's t[::2].
const Absent = math.MinInt

// AsStrided returns the view with these sizes, strides and offset in t's storage.
func (t *Tensor) AsStrided(sizes, strides []int, storageOffset int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	if err := sameCount("AsStrided", sizes, strides); err != nil {
		return nil, err
	}
	return made(C.go_as_strided(t.c(), sizesOf(sizes), sizesOf(strides), C.int64_t(storageOffset)))
}

// View returns t with other sizes, of which one may be -1. It never copies, and fails where there is no such view.
func (t *Tensor) View(sizes ...int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_sized(C.ct_view, t.c(), sizesOf(sizes)))
}

// Reshape returns t with other sizes: a view where there is one, else a contiguous copy. One size may be -1.
func (t *Tensor) Reshape(sizes ...int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_sized(C.ct_reshape, t.c(), sizesOf(sizes)))
}

// Expand returns t as if repeated along dims of size 1, and along new leading dims. -1 keeps a size.
func (t *Tensor) Expand(sizes ...int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_sized(C.ct_expand, t.c(), sizesOf(sizes)))
}

// Permute returns t with its dims in another order: dim i of the view is dims[i] of t.
func (t *Tensor) Permute(dims ...int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_dimmed(C.ct_permute, t.c(), dimsOf(dims)))
}

// Squeeze returns t without those of the [Dims] that have size 1. nil stands for all dims.
func (t *Tensor) Squeeze(dims *DimList) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_dimmed(C.ct_squeeze, t.c(), dims.c()))
}

// Flip returns t in reverse along some [Dims], as a view with negative strides. nil stands for all dims.
func (t *Tensor) Flip(dims *DimList) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_dimmed(C.ct_flip, t.c(), dims.c()))
}

// Transpose returns t with two dims swapped.
func (t *Tensor) Transpose(dim0, dim1 int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_dim_pair(C.ct_transpose, t.c(), int32Of(dim0), int32Of(dim1)))
}

// Flatten returns t with dims startDim to endDim merged into one: a view where there is one, else a contiguous copy.
func (t *Tensor) Flatten(startDim, endDim int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_dim_pair(C.ct_flatten, t.c(), int32Of(startDim), int32Of(endDim)))
}

// Movedim returns t with dim source[i] moved to position destination[i]; the others keep their order.
func (t *Tensor) Movedim(source, destination []int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	if len(source) != len(destination) {
		return nil, &Error{ErrIndex, fmt.Sprintf("Movedim: %d dims to %d places", len(source), len(destination))}
	}
	return made(C.go_movedim(t.c(), dimsOf(source), dimsOf(destination)))
}

// Slice returns t[start:stop:step] along one dim by Python's rules: bounds out of range are clipped, and a negative
// step runs backwards. start and stop may be [Absent].
func (t *Tensor) Slice(dim, start, stop, step int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_slice(t.c(), int32Of(dim), boundOf(start), boundOf(stop), C.int64_t(step)))
}

// Select returns t at one index of a dim, which is removed. The index may be negative.
func (t *Tensor) Select(dim, index int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_select(t.c(), int32Of(dim), C.int64_t(index)))
}

// Narrow returns length elements of a dim, beginning at start, which may be negative. Unlike Slice, it fails if they
// are not all there.
func (t *Tensor) Narrow(dim, start, length int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_narrow(t.c(), int32Of(dim), C.int64_t(start), C.int64_t(length)))
}

// Unsqueeze returns t with a new dim of size 1 at position dim of the view.
func (t *Tensor) Unsqueeze(dim int) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_unsqueeze(t.c(), int32Of(dim)))
}

// Real returns a view of the real parts.
func (t *Tensor) Real() (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_part(C.ct_real, t.c()))
}

// Imag returns a view of the imaginary parts of a complex tensor.
func (t *Tensor) Imag() (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_part(C.ct_imag, t.c()))
}

// Resize changes the sizes of t itself, with the format's strides. Its storage grows when it must; if other tensors
// share it, t gets a storage of its own instead. New elements are unspecified.
func (t *Tensor) Resize(format MemoryFormat, sizes ...int) error {
	defer runtime.KeepAlive(t)
	return finish(C.go_resize(t.c(), sizesOf(sizes), C.ct_memory_format(format)))
}

func boundOf(bound int) C.int64_t {
	if bound == Absent {
		return C.CT_TO_END
	}
	return C.int64_t(bound)
}
