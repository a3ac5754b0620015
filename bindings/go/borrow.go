package ctensor

/*
#include "shim.h"

// callbacks.c
void go_release_borrowed(void *user_data);

static inline go_made go_borrow(void *data, go_sizes sizes, go_sizes strides, ct_dtype dtype, bool read_only,
                                uintptr_t loan) {
  go_made r = {0};
  GO_CALL(r.done, read_only ? ct_tensor_from_const_data(data, sizes.values, sizes.count, strides.values, dtype,
                                                        go_release_borrowed, (void *)loan, &r.out, &error)
                            : ct_tensor_from_data(data, sizes.values, sizes.count, strides.values, dtype,
                                                  go_release_borrowed, (void *)loan, &r.out, &error));
  return r;
}
*/
import "C"

import (
	"fmt"
	"runtime"
	"runtime/cgo"
	"unsafe"
)

// BorrowOptions are the options of [Borrow].
type BorrowOptions struct {
	Sizes    []int  // nil: one dim of all values
	Strides  []int  // in elements, of either sign; nil: contiguous
	Offset   int    // where in the slice element [0, …, 0] is
	ReadOnly bool   // writes through the tensor and its views fail
	Release  func() // called once, on any thread, when the last tensor over the slice is gone; it must not panic
}

// A loan is a slice in use by the library.
type loan struct {
	pinner  runtime.Pinner
	release func()
}

// Borrow makes a tensor over a Go slice, without a copy. The slice is pinned until the last view of the tensor is gone,
// and writes through either are seen through the other. The tensor cannot be resized.
func Borrow[T Element](values []T, options *BorrowOptions) (*Tensor, error) {
	o := given(options)
	if o.Sizes == nil {
		o.Sizes = []int{len(values)}
	}
	if o.Strides == nil {
		o.Strides = contiguousStrides(o.Sizes)
	}
	loan := &loan{release: o.Release}
	err := sameCount("Borrow", o.Sizes, o.Strides)
	if err == nil {
		err = within(len(values), &o)
	}
	if err != nil {
		loan.end()
		return nil, err
	}
	var data unsafe.Pointer
	if o.Offset < len(values) {
		data = unsafe.Pointer(&values[o.Offset])
		loan.pinner.Pin(&values[o.Offset])
	}
	return made(C.go_borrow(data, sizesOf(o.Sizes), sizesOf(o.Strides), C.ct_dtype(DTypeOf[T]()), C.bool(o.ReadOnly),
		C.uintptr_t(cgo.NewHandle(loan))))
}

func (l *loan) end() {
	l.pinner.Unpin()
	if l.release != nil {
		l.release()
	}
}

func contiguousStrides(sizes []int) []int {
	strides, step := make([]int, len(sizes)), 1
	for dim := len(sizes) - 1; dim >= 0; dim-- {
		strides[dim] = step
		step *= max(sizes[dim], 1)
	}
	return strides
}

// within checks that all elements lie in a slice of this length.
func within(length int, o *BorrowOptions) error {
	first, last := o.Offset, o.Offset
	if numel := product(o.Sizes); numel == 0 {
		last = o.Offset - 1 // no element is reached
	} else {
		for dim, size := range o.Sizes {
			// values beyond the slice's length are clamped, so that nothing overflows
			stride := max(-length-1, min(length+1, o.Strides[dim]))
			reach := min(size-1, length+1) * stride
			first = max(min(first, first+reach), -length-1)
			last = min(max(last, last+reach), 2*length+1)
		}
		if numel < 0 {
			first = -1
		}
	}
	if first < 0 || last >= length {
		return &Error{ErrShape, fmt.Sprintf("Borrow: sizes %v and strides %v from %d reach outside a slice of %d values",
			o.Sizes, o.Strides, o.Offset, length)}
	}
	return nil
}
