package ctensor

/*
#include "shim.h"

static inline go_made go_index(const ct_tensor *t, ct_tensor **indices, int32_t count) {
  go_made r = {0};
  GO_CALL(r.done, ct_index(t, (const ct_tensor *const *)indices, count, &r.out, &error));
  return r;
}

static inline go_done go_index_out(const ct_tensor *t, ct_tensor **indices, int32_t count, ct_tensor *out) {
  go_done r;
  GO_CALL(r, ct_index_out(t, (const ct_tensor *const *)indices, count, out, &error));
  return r;
}

static inline go_done go_index_put(ct_tensor *t, ct_tensor **indices, int32_t count, const ct_tensor *values,
                                   bool accumulate) {
  go_done r;
  GO_CALL(r, ct_index_put(t, (const ct_tensor *const *)indices, count, values, accumulate, &error));
  return r;
}

static inline go_made go_sort_values(const ct_tensor *t, int32_t dim, bool descending) {
  go_made r = {0};
  GO_CALL(r.done, ct_sort(t, dim, descending, false, &r.out, NULL, &error));
  return r;
}

static inline go_done go_sort_values_out(const ct_tensor *t, int32_t dim, bool descending, ct_tensor *out) {
  go_done r;
  GO_CALL(r, ct_sort_out(t, dim, descending, false, out, NULL, &error));
  return r;
}

typedef struct {
  ct_tensor *values, *inverse, *counts;
  go_done done;
} go_different;

// ct_unique_dim, ct_unique_consecutive_dim
static inline go_different go_unique_dim(void *function, const ct_tensor *t, int32_t dim, bool return_inverse,
                                         bool return_counts) {
  ct_status (*call)(const ct_tensor *, int32_t, ct_tensor **, ct_tensor **, ct_tensor **, ct_error *) = function;
  go_different r = {0};
  GO_CALL(r.done,
          call(t, dim, &r.values, return_inverse ? &r.inverse : NULL, return_counts ? &r.counts : NULL, &error));
  return r;
}

// ct_unique, ct_unique_consecutive
static inline go_different go_unique(void *function, const ct_tensor *t, bool return_inverse, bool return_counts) {
  ct_status (*call)(const ct_tensor *, ct_tensor **, ct_tensor **, ct_tensor **, ct_error *) = function;
  go_different r = {0};
  GO_CALL(r.done, call(t, &r.values, return_inverse ? &r.inverse : NULL, return_counts ? &r.counts : NULL, &error));
  return r;
}
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// Index returns the elements of t that integers and masks choose: index k is for dim k, and nil stands for all of a
// dim.
func Index(t *Tensor, indices ...*Tensor) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	defer runtime.KeepAlive(indices)
	return made(C.go_index(t.c(), indicesOf(indices), C.int32_t(len(indices))))
}

// IndexOut is [Index] into an existing tensor, resized if it must be.
func IndexOut(out, t *Tensor, indices ...*Tensor) error {
	defer runtime.KeepAlive(out)
	defer runtime.KeepAlive(t)
	defer runtime.KeepAlive(indices)
	return finish(C.go_index_out(t.c(), indicesOf(indices), C.int32_t(len(indices)), out.c()))
}

// IndexPut writes values to the elements of t that [Index] would read, or with accumulate adds values to them.
func IndexPut(t *Tensor, values *Tensor, accumulate bool, indices ...*Tensor) error {
	defer runtime.KeepAlive(t)
	defer runtime.KeepAlive(values)
	defer runtime.KeepAlive(indices)
	return finish(C.go_index_put(t.c(), indicesOf(indices), C.int32_t(len(indices)), values.c(), C.bool(accumulate)))
}

// indicesOf returns an array that is not NULL even when it is empty.
func indicesOf(indices []*Tensor) **C.ct_tensor {
	return unsafe.SliceData(append(handlesOf(indices), nil))
}

// SortValues returns the sorted elements along dim, without the indices that [Sort] also returns.
func SortValues(t *Tensor, dim int, options *SortOptions) (*Tensor, error) {
	defer runtime.KeepAlive(t)
	return made(C.go_sort_values(t.c(), int32Of(dim), C.bool(given(options).Descending)))
}

// SortValuesOut is [SortValues] into an existing tensor, resized if it must be.
func SortValuesOut(out, t *Tensor, dim int, options *SortOptions) error {
	defer runtime.KeepAlive(out)
	defer runtime.KeepAlive(t)
	return finish(C.go_sort_values_out(t.c(), int32Of(dim), C.bool(given(options).Descending), out.c()))
}

// UniqueOptions are the options of [Unique], [UniqueDim] and the consecutive forms of both.
type UniqueOptions struct {
	ReturnInverse bool // whether to return the index of each element among the values
	ReturnCounts  bool // whether to return how often each of the values occurs
}

// Unique returns the distinct elements of t, in ascending order. inverse and counts are nil unless they are asked for.
func Unique(t *Tensor, options *UniqueOptions) (values, inverse, counts *Tensor, err error) {
	return different(C.ct_unique, t, options)
}

// UniqueConsecutive returns one element of each run of equal ones in row-major order; otherwise it is like [Unique].
func UniqueConsecutive(t *Tensor, options *UniqueOptions) (values, inverse, counts *Tensor, err error) {
	return different(C.ct_unique_consecutive, t, options)
}

// UniqueDim returns the distinct slices of t along dim, in the order of their first elements that differ.
func UniqueDim(t *Tensor, dim int, options *UniqueOptions) (values, inverse, counts *Tensor, err error) {
	return differentSlices(C.ct_unique_dim, t, dim, options)
}

// UniqueConsecutiveDim returns one slice of each run of equal ones along dim.
func UniqueConsecutiveDim(t *Tensor, dim int, options *UniqueOptions) (values, inverse, counts *Tensor, err error) {
	return differentSlices(C.ct_unique_consecutive_dim, t, dim, options)
}

func different(function unsafe.Pointer, t *Tensor, options *UniqueOptions) (values, inverse, counts *Tensor, err error) {
	defer runtime.KeepAlive(t)
	o := given(options)
	return ownDifferent(C.go_unique(function, t.c(), C.bool(o.ReturnInverse), C.bool(o.ReturnCounts)))
}

func differentSlices(function unsafe.Pointer, t *Tensor, dim int, options *UniqueOptions) (values, inverse, counts *Tensor, err error) {
	defer runtime.KeepAlive(t)
	o := given(options)
	return ownDifferent(C.go_unique_dim(function, t.c(), int32Of(dim), C.bool(o.ReturnInverse), C.bool(o.ReturnCounts)))
}

func ownDifferent(r C.go_different) (values, inverse, counts *Tensor, err error) {
	if err = finish(r.done); err != nil {
		return nil, nil, nil, err
	}
	if r.inverse != nil {
		inverse = own(r.inverse)
	}
	if r.counts != nil {
		counts = own(r.counts)
	}
	return own(r.values), inverse, counts, nil
}
