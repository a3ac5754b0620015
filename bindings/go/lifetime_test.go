package ctensor_test

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	. "libctensor.example/ctensor"
)

// collected reports whether garbage collection makes done true.
func collected(done func() bool) bool {
	for range 1000 {
		runtime.GC()
		if done() {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

func TestUseAfterCloseIsAnError(t *testing.T) {
	x := must(Ones(Float32, 3))(t)
	x.Close()
	x.Close()
	other := must(Zeros(Float32, 3))(t) // may reuse the owner that x had
	_, err := Neg(x)
	wantStatus(t, err, ErrInvalid)
	_, err = x.Flip(Dims(0))
	wantStatus(t, err, ErrInvalid)
	wantStatus(t, AddOut(x, other, other), ErrInvalid)
	wantStatus(t, Read(x, func([]float32) {}), ErrInvalid)
	_, err = Values[float32](x)
	wantStatus(t, err, ErrInvalid)
	_, err = x.Item()
	wantStatus(t, err, ErrInvalid)
	if x.Ndim() != -1 || x.Numel() != 0 || x.DType() != Undefined || len(x.Sizes()) != 0 || x.Data() != nil ||
		x.Retain() != nil || x.String() != "tensor(closed)" {
		t.Error("a closed tensor has something left")
	}
	x.Close()
	wantValues[float32](t, other, 0, 0, 0)
	var none *Tensor
	none.Close()
}

func TestViewsOutliveTheirBase(t *testing.T) {
	x := must(FromSlice([]int64{1, 2, 3, 4}, 2, 2))(t)
	row := must(x.Select(0, 1))(t)
	again := x.Retain()
	x.Close()
	runtime.GC()
	wantValues[int64](t, row, 3, 4)
	wantValues[int64](t, again, 1, 2, 3, 4)
}

func borrowed(t *testing.T, released *atomic.Int32) *Tensor {
	return must(Borrow([]float32{1, 2, 3, 4, 5, 6}, &BorrowOptions{Sizes: []int{2, 3},
		Release: func() { released.Add(1) }}))(t)
}

func TestReleaseRunsOnceWithTheLastView(t *testing.T) {
	var released atomic.Int32
	x := borrowed(t, &released)
	view := must(x.Transpose(0, 1))(t)
	x.Close()
	runtime.GC() // only the loan keeps the slice alive
	wantValues[float32](t, view, 1, 4, 2, 5, 3, 6)
	if released.Load() != 0 {
		t.Fatal("released while there is a view")
	}
	view.Close()
	if released.Load() != 1 {
		t.Fatal("not released with the last view")
	}
}

func TestGarbageIsGivenBack(t *testing.T) {
	var released atomic.Int32
	func() {
		for range 10 {
			borrowed(t, &released)
		}
	}()
	if !collected(func() bool { return released.Load() == 10 }) {
		t.Errorf("%d of 10 tensors given back", released.Load())
	}
}

func TestReleaseRunsOnFailureToo(t *testing.T) {
	var released atomic.Int32
	for _, options := range []BorrowOptions{{Sizes: []int{7}}, {Sizes: []int{2, 2}, Strides: []int{1}},
		{Sizes: []int{-1}}, {Sizes: []int{0}, Offset: 7}, {Offset: -1}, {Strides: []int{-1}}, {Sizes: []int{1 << 62, 4}},
		{Sizes: []int{1 << 62, 1 << 62}, Strides: []int{0, 0}}, {Sizes: make([]int, 70)}} {
		options.Release = func() { released.Add(1) }
		_, err := Borrow(make([]float32, 6), &options)
		wantStatus(t, err, ErrShape)
	}
	if released.Load() != 9 {
		t.Errorf("%d of 9 released", released.Load())
	}
}

func TestMemoryStaysWhileItIsRead(t *testing.T) {
	x := must(FromSlice([]int32{1, 2, 3}))(t)
	check(t, Write(x, func(values []int32) {
		check(t, x.Resize(Contiguous, 1000))
		x.Close()
		runtime.GC()
		values[2] = values[0] + values[1]
		if values[2] != 3 {
			t.Error(values)
		}
	}))
}

func TestIteratorKeepsItsOperands(t *testing.T) {
	x, out := must(FromSlice([]float32{1, 2, 3}))(t), must(Zeros(Float32, 3))(t)
	it := must(NewIter(&IterConfig{Preset: PresetUnary, Outputs: list(out), Inputs: list(x)}))(t)
	kept := must(it.Operand(0))(t)
	first := must(kept.AsStrided([]int{3}, []int{1}, 0))(t)
	check(t, x.Resize(Contiguous, 1000))
	check(t, out.Resize(Contiguous, 1000))
	x.Close()
	out.Close()
	runtime.GC()
	check(t, it.ForEach(0, func(p Piece) error {
		it.Close() // the walk continues
		from, to := Input[float32](p, 0), Output[float32](p, 0)
		for i := range p.Size0() {
			to.Set(i, 0, 2*from.At(i, 0))
		}
		return nil
	}))
	wantValues[float32](t, first, 2, 4, 6)
	it.Close()
	wantStatus(t, it.ForEach(0, func(Piece) error { return nil }), ErrInvalid)
	_, err := it.Operand(0)
	wantStatus(t, err, ErrInvalid)
	if it.Ndim() != -1 || it.Noperands() != 0 || len(it.Strides(0)) != 0 {
		t.Error("a closed iterator has something left")
	}
}
