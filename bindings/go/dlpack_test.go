package ctensor_test

import (
	"sync/atomic"
	"testing"
	"unsafe"

	. "libctensor.example/ctensor"
)

func TestDLPackKeepsTheMemory(t *testing.T) {
	for _, way := range []struct {
		to   func(*Tensor) (unsafe.Pointer, error)
		from func(unsafe.Pointer) (*Tensor, error)
	}{{(*Tensor).ToDLPack, FromDLPack}, {(*Tensor).ToDLPackLegacy, FromDLPackLegacy}} {
		var released atomic.Int32
		x := borrowed(t, &released)
		transposed := must(must(x.Flip(Dims(0)))(t).Transpose(0, 1))(t)
		managed := must(way.to(transposed))(t)
		x.Close()
		transposed.Close()
		back := must(way.from(managed))(t)
		wantInts(t, back.Strides(), 1, -3)
		wantValues[float32](t, back, 4, 1, 5, 2, 6, 3)
		back.Close()
		if !collected(func() bool { return released.Load() == 1 }) { // by now the view in between is garbage
			t.Error("not released")
		}
	}
}

func TestDLPackOfReadOnlyMemory(t *testing.T) {
	x := must(Borrow([]float32{1}, &BorrowOptions{ReadOnly: true}))(t)
	back := must(FromDLPack(must(x.ToDLPack())(t)))(t)
	if !back.IsReadOnly() {
		t.Error("it may be written to")
	}
	_, err := x.ToDLPackLegacy()
	wantStatus(t, err, ErrReadOnly)
	_, err = FromDLPack(nil)
	wantStatus(t, err, ErrInvalid)
	_, err = must(EmptyMeta(Float32, []int{1}, nil))(t).ToDLPack()
	wantStatus(t, err, ErrInvalid)
}
