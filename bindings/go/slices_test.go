package ctensor_test

import (
	"math/rand"
	"testing"

	. "libctensor.example/ctensor"
)

func TestReadAndWriteInPlace(t *testing.T) {
	x := must(FromSlice([]float32{1, 2, 3, 4}, 2, 2))(t)
	check(t, Write(x, func(values []float32) { values[3] = 40 }))
	wantValues[float32](t, x, 1, 2, 3, 40)
	check(t, Read(must(x.Select(0, 1))(t), func(values []float32) {
		if len(values) != 2 || cap(values) != 2 || values[1] != 40 {
			t.Error(values)
		}
	}))
	check(t, Read(must(Empty(Float32, 0))(t), func(values []float32) {
		if len(values) != 0 {
			t.Error(values)
		}
	}))
	wantStatus(t, Read(must(EmptyMeta(Float32, []int{2}, nil))(t), func([]float32) {}), ErrInvalid)
	wantPanic(t, "stop", func() { Read(x, func([]float32) { panic("stop") }) })
	if unique := must(FromSlice([]float32{1}))(t); Read(unique, func([]float32) {}) != nil || !unique.IsUnique() {
		t.Error("reading has left a reference")
	}
}

func TestValuesOfAnyStrides(t *testing.T) {
	x := must(FromSlice([]int32{1, 2, 3, 4, 5, 6}, 2, 3))(t)
	view := must(must(x.Flip(Dims(1)))(t).Transpose(0, 1))(t)
	wantValues[int32](t, view, 3, 6, 2, 5, 1, 4)
	wantValues[int32](t, must(x.Slice(0, 0, 0, 1))(t))
	wantValues[int32](t, must(must(Number(1))(t).To(Int32, nil))(t), 1)
}

func TestBorrowWithStrides(t *testing.T) {
	values := []int32{0, 1, 2, 3, 4, 5}
	// rows from the last to the first, as in a picture stored bottom-up, and every second column
	x := must(Borrow(values, &BorrowOptions{Sizes: []int{2, 2}, Strides: []int{-3, 2}, Offset: 3}))(t)
	wantValues[int32](t, x, 3, 5, 0, 2)
	check(t, NegOut(x, x))
	if values[3] != -3 || values[5] != -5 || values[2] != -2 || values[1] != 1 {
		t.Error(values)
	}
	values[0] = 7
	wantValues[int32](t, x, -3, -5, 7, -2)
	wantStatus(t, x.Resize(Contiguous, 100), ErrInvalid)
	broadcast := must(Borrow(values, &BorrowOptions{Sizes: []int{3, 2}, Strides: []int{0, 1}}))(t)
	wantValues[int32](t, broadcast, 7, 1, 7, 1, 7, 1)
	wantValues[int32](t, must(Borrow([]int32(nil), nil))(t))
	_, err := Borrow([]int32(nil), &BorrowOptions{Sizes: []int{1}})
	wantStatus(t, err, ErrShape)
	wantValues[int32](t, must(Borrow(values[:2], &BorrowOptions{Sizes: []int{2, 0}, Offset: 2}))(t))
}

func TestReadOnlyBorrow(t *testing.T) {
	values := []float64{1, 2}
	x := must(Borrow(values, &BorrowOptions{ReadOnly: true}))(t)
	view := must(x.Flip(Dims(0)))(t)
	if !view.IsReadOnly() {
		t.Error("a view may write")
	}
	_, err := view.DataMut()
	wantStatus(t, err, ErrReadOnly)
	wantStatus(t, AddOut(view, x, x), ErrReadOnly)
}

// Borrow accepts a layout if and only if all its elements lie in the slice.
func TestBorrowsBounds(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	values, allowed := make([]int8, 12), 0
	for range 20000 {
		o := BorrowOptions{Offset: random.Intn(16) - 2, Sizes: make([]int, random.Intn(4))}
		for range o.Sizes {
			o.Strides = append(o.Strides, random.Intn(9)-4)
		}
		first, last, numel := o.Offset, o.Offset, 1
		for dim := range o.Sizes {
			o.Sizes[dim] = random.Intn(4)
			reach := (o.Sizes[dim] - 1) * o.Strides[dim]
			first, last, numel = min(first, first+reach), max(last, last+reach), numel*o.Sizes[dim]
		}
		inside := first >= 0 && last < len(values)
		if numel == 0 {
			inside = o.Offset >= 0 && o.Offset <= len(values)
		}
		x, err := Borrow(values, &o)
		if inside != (err == nil) {
			t.Fatalf("%+v: %v", o, err)
		}
		if inside {
			allowed++
			x.Close()
		}
	}
	if allowed < 1000 {
		t.Errorf("only %d allowed", allowed)
	}
}
