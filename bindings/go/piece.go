package ctensor

// #include "shim.h"
import "C"

import (
	"fmt"
	"unsafe"
)

// Piece is one 2-D piece of an iterator's work: Size0 elements along the inner dim, Size1 along the outer. It is valid,
// with all that [Input] and [Output] make of it, until the loop returns or asks for the next. After that, accessing an
// element panics.
type Piece struct{ lent *lent }

type lent struct {
	size0, size1 int
	data         []*C.char
	strides      []C.int64_t
	begin        int
	worker       int
	dtypes       []DType
	noutputs     int
	combining    bool // each output is followed by its input
}

// lend makes a piece from C's loop.
func lend(loop *C.ct_loop, dtypes []DType, noutputs int, combining bool) Piece {
	count := int(loop.noperands)
	return Piece{&lent{int(loop.size0), int(loop.size1), unsafe.Slice(loop.data, count), unsafe.Slice(loop.strides, 2*count),
		int(loop.begin), int(loop.worker), dtypes, noutputs, combining}}
}

// end makes the piece invalid.
func (p Piece) end() { *p.lent = lent{} }

// Size0 returns the number of elements along the inner dim.
func (p Piece) Size0() int { return p.lent.size0 }

// Size1 returns the number of elements along the outer dim.
func (p Piece) Size1() int { return p.lent.size1 }

// Begin returns the position of the first element in the iterator's order, which is row-major with [Linear].
func (p Piece) Begin() int { return p.lent.begin }

// Worker returns an index for scratch that no other piece uses at the same time: 0 … threads - 1.
func (p Piece) Worker() int { return p.lent.worker }

// In is an operand's elements in a piece. (It has only four words, which Go keeps in registers.)
type In[T Element] struct {
	data         unsafe.Pointer
	inner, outer int // bytes
	lent         *lent
}

// Out is an operand's elements in a piece, to be written.
type Out[T Element] struct{ In[T] }

// Input returns input k's elements. T must be the dtype that the loop sees, see [Iter.DType].
func Input[T Element](p Piece, k int) In[T] {
	place, dtype := p.lent.noutputs+k, p.lent.noutputs+k
	if p.lent.combining {
		place, dtype = 2*k+1, k
	}
	if k < 0 || place >= len(p.lent.data) {
		panic(fmt.Sprintf("ctensor: there is no input %d", k))
	}
	return operand[T](p.lent, place, p.lent.dtypes[dtype])
}

// Output returns output k's elements. T must be the dtype that the loop sees, see [Iter.DType].
func Output[T Element](p Piece, k int) Out[T] {
	if k < 0 || k >= p.lent.noutputs {
		panic(fmt.Sprintf("ctensor: there is no output %d", k))
	}
	place := k
	if p.lent.combining {
		place = 2 * k
	}
	return Out[T]{operand[T](p.lent, place, p.lent.dtypes[k])}
}

func operand[T Element](l *lent, place int, dtype DType) In[T] {
	if want := DTypeOf[T](); dtype != want {
		panic(fmt.Sprintf("ctensor: operand %d is %v in the loop, not %v", place, dtype, want))
	}
	return In[T]{unsafe.Pointer(l.data[place]), int(l.strides[place]), int(l.strides[len(l.data)+place]), l}
}

func (v In[T]) address(i, j int) *T {
	if uint(i) >= uint(v.lent.size0) || uint(j) >= uint(v.lent.size1) {
		outside()
	}
	return (*T)(unsafe.Add(v.data, i*v.inner+j*v.outer))
}

func outside() { panic("ctensor: an index outside of the piece") }

// At returns the element at i along the inner dim, j along the outer.
func (v In[T]) At(i, j int) T { return *v.address(i, j) }

// Set writes the element at i along the inner dim, j along the outer.
func (v Out[T]) Set(i, j int, value T) { *v.address(i, j) = value }

// Row returns the elements at j along the outer dim if they are adjacent in memory, else nil. A row of an input must
// not be written. The slice must not be kept longer than the piece.
func (v In[T]) Row(j int) []T {
	size := v.lent.size0
	if size == 0 || v.inner != int(unsafe.Sizeof(*new(T))) && size > 1 {
		return nil
	}
	return unsafe.Slice(v.address(0, j), size)
}
