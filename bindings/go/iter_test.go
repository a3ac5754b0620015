package ctensor_test

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	. "libctensor.example/ctensor"
)

// doubling returns an iterator from a new float32 tensor of many elements to an output that it allocates.
func doubling(t *testing.T, count int) (*Iter, *Tensor) {
	x := must(Arange(Scalar{}, NewScalar(count), Scalar{}, Float32))(t)
	it := must(NewIter(&IterConfig{Preset: PresetUnary, Outputs: []*Tensor{nil}, Inputs: list(x)}))(t)
	return it, must(it.Operand(0))(t)
}

func double(p Piece) error {
	from, to := Input[float32](p, 0), Output[float32](p, 0)
	for j := range p.Size1() {
		in, out := from.Row(j), to.Row(j)
		for i, value := range in {
			out[i] = 2 * value
		}
	}
	return nil
}

func wantDoubled(t *testing.T, out *Tensor) {
	t.Helper()
	wrong := 0
	check(t, Read(out, func(values []float32) {
		for i, value := range values {
			if value != 2*float32(i) {
				wrong++
			}
		}
	}))
	if wrong > 0 {
		t.Errorf("%d wrong values", wrong)
	}
}

func TestForEachOnWorkers(t *testing.T) {
	it, out := doubling(t, 1<<20)
	var mutex sync.Mutex
	workers, second := map[int]bool{}, make(chan struct{})
	check(t, it.ForEach(1000, func(p Piece) error {
		mutex.Lock()
		workers[p.Worker()] = true
		if len(workers) == 2 && second != nil {
			close(second)
			second = nil
		}
		wait := second
		mutex.Unlock()
		if wait != nil && NumThreads() > 1 { // so that the first worker does not do all the work
			select {
			case <-wait:
			case <-time.After(10 * time.Second):
				return errors.New("no second worker")
			}
		}
		return double(p)
	}))
	wantDoubled(t, out)
}

func TestSerialForEach(t *testing.T) {
	it, out := doubling(t, 1000)
	check(t, it.SerialForEach(0, 400, double))
	check(t, it.SerialForEach(400, 1000, double))
	wantDoubled(t, out)
	wantStatus(t, it.SerialForEach(0, 1001, double), ErrIndex)
	wantStatus(t, it.SerialForEach(0, 1, nil), ErrInvalid)
}

func TestPieces(t *testing.T) {
	it, out := doubling(t, 10000)
	seen := 0
	for piece, err := range it.Pieces(0, it.Numel()) {
		check(t, err)
		if piece.Begin() != seen || piece.Worker() != 0 {
			t.Error(piece.Begin(), piece.Worker())
		}
		seen += piece.Size0() * piece.Size1()
		check(t, double(piece))
	}
	if seen != 10000 {
		t.Errorf("%d elements", seen)
	}
	wantDoubled(t, out)
	for range it.Pieces(0, 10000) {
		break
	}
	rounds := 0
	for _, err := range it.Pieces(5, 10001) {
		wantStatus(t, err, ErrIndex)
		rounds++
	}
	it.Close()
	for _, err := range it.Pieces(0, 1) {
		wantStatus(t, err, ErrInvalid)
		rounds++
	}
	if rounds != 2 {
		t.Errorf("%d errors of 2", rounds)
	}
}

func TestPiecesOnGoroutines(t *testing.T) {
	it, out := doubling(t, 100000)
	var group sync.WaitGroup
	for part := range 4 {
		group.Add(1)
		go func() {
			defer group.Done()
			for piece, err := range it.Pieces(part*25000, (part+1)*25000) {
				if err != nil {
					t.Error(err)
				}
				double(piece)
				runtime.Gosched() // the next piece may come on another thread
			}
		}()
	}
	group.Wait()
	wantDoubled(t, out)
}

func TestConvertedOperands(t *testing.T) {
	x := must(must(FromSlice([]int16{1, 2, 3, 4}, 2, 2))(t).Flip(Dims(0, 1)))(t)
	y := must(FromSlice([]float32{0.5, 1.5}))(t)
	out := must(Zeros(Float64, 2, 2))(t)
	it := must(NewIter(&IterConfig{Preset: PresetBinary, Outputs: list(out), Inputs: list(x, y)}))(t)
	if it.CommonDType() != Float32 || it.DType(1) != Float32 || it.DType(7) != Undefined || it.Noperands() != 3 ||
		it.Numel() != 4 {
		t.Error("wrong answers about", it)
	}
	for piece, err := range it.Pieces(0, 4) {
		check(t, err)
		a, b, sum := Input[float32](piece, 0), Input[float32](piece, 1), Output[float32](piece, 0)
		for j := range piece.Size1() {
			for i := range piece.Size0() {
				sum.Set(i, j, a.At(i, j)+b.At(i, j))
			}
		}
	}
	wantValues[float64](t, out, 4.5, 4.5, 2.5, 2.5)
}

func TestStaticShape(t *testing.T) {
	out := must(Zeros(Int32, 2, 3))(t)
	it := must(NewIter(&IterConfig{Flags: NoResize | Linear | NoSameDTypeCheck, Outputs: list(out),
		StaticSizes: []int{2, 3}, SquashDims: []int{1}}))(t)
	check(t, it.SerialForEach(0, it.Numel(), func(p Piece) error {
		first := Output[int32](p, 0)
		for i := range p.Size0() {
			first.Set(i, 0, 1)
		}
		return nil
	}))
	wantValues[int32](t, out, 1, 0, 0, 1, 0, 0)
	strided := must(NewIter(&IterConfig{Preset: PresetNullary, Outputs: list(must(out.Slice(1, 0, 3, 2))(t))}))(t)
	if len(strided.Sizes()) != strided.Ndim() || strided.Strides(0)[0]%4 != 0 {
		t.Error(strided.Sizes(), strided.Strides(0))
	}
	typed := must(NewIter(&IterConfig{Flags: NoSameDTypeCheck, Outputs: []*Tensor{nil}, Inputs: list(out),
		OutputDTypes: []DType{Float64}}))(t)
	if typed.DType(0) != Float64 {
		t.Error(typed.DType(0))
	}
}

func TestInputDTypes(t *testing.T) {
	x, y := must(FromSlice([]int32{1, 2}))(t), must(FromSlice([]float32{0.5, 1.5}))(t)
	it := must(NewIter(&IterConfig{Preset: PresetBinary, Outputs: []*Tensor{nil}, Inputs: list(x, y),
		InputDTypes: []DType{Float64, Undefined}}))(t)
	if it.DType(1) != Float64 || it.DType(2) != Float32 || it.CommonDType() != Float32 {
		t.Error(it.DType(1), it.DType(2), it.CommonDType())
	}
	check(t, it.SerialForEach(0, 2, func(p Piece) error {
		a, b, out := Input[float64](p, 0), Input[float32](p, 1), Output[float32](p, 0)
		for i := range p.Size0() {
			out.Set(i, 0, float32(a.At(i, 0))+b.At(i, 0))
		}
		return nil
	}))
	wantValues[float32](t, must(it.Operand(0))(t), 1.5, 3.5)
	_, err := NewIter(&IterConfig{Preset: PresetUnary, Outputs: []*Tensor{nil}, Inputs: list(x), InputDTypes: []DType{}})
	wantStatus(t, err, ErrInvalid)
}

func TestBroadcastShapeAndOrder(t *testing.T) {
	x := must(must(Zeros(Float32, 3, 2))(t).Transpose(0, 1))(t)
	it := must(NewIter(&IterConfig{Preset: PresetUnary, Outputs: []*Tensor{nil}, Inputs: list(x)}))(t)
	wantInts(t, it.BroadcastSizes(), 2, 3)
	wantInts(t, it.Permutation(), 0, 1) // x's dim 0 is its densest
	wantInts(t, it.Sizes(), 6)
	it.Close()
	wantInts(t, it.BroadcastSizes())
	wantInts(t, it.Permutation())
}

func TestWrongConfigurations(t *testing.T) {
	x := must(Zeros(Float32, 3))(t)
	closed := must(Zeros(Float32, 3))(t)
	closed.Close()
	for _, config := range []*IterConfig{nil, {Outputs: list(closed), Inputs: list(x)}, {Inputs: list(closed)},
		{Inputs: list(nil)}, {Outputs: list(x), OutputDTypes: []DType{Float32, Float32}}} {
		_, err := NewIter(config)
		wantStatus(t, err, ErrInvalid)
	}
	_, err := NewIter(&IterConfig{Preset: PresetBinary, Outputs: list(nil), Inputs: list(x, must(Zeros(Float32, 2))(t))})
	wantStatus(t, err, ErrShape)
}

// The largest absolute value and the sum of squares in one pass.
func TestReduce(t *testing.T) {
	x := must(Arange(NewScalar(-500), NewScalar(500), Scalar{}, Float32))(t)
	largest, squares := must(Empty(Float32, 1))(t), must(Empty(Float32, 1))(t)
	it := must(NewIter(&IterConfig{Preset: PresetReduce, Outputs: list(largest, squares), Inputs: list(x)}))(t)
	check(t, it.Reduce(&Reduction{
		Identities:  []Scalar{NewScalar(0.0), NewScalar(0.0)},
		Accumulator: Float64,
		Loop: func(p Piece) error {
			in, top, sum := Input[float32](p, 0), Output[float64](p, 0), Output[float64](p, 1)
			for j := range p.Size1() {
				for i := range p.Size0() {
					value := float64(in.At(i, j))
					top.Set(i, j, max(top.At(i, j), value, -value))
					sum.Set(i, j, sum.At(i, j)+value*value)
				}
			}
			return nil
		},
		Combine: func(p Piece) error {
			top, sum := Output[float64](p, 0), Output[float64](p, 1)
			for j := range p.Size1() {
				for i := range p.Size0() {
					top.Set(i, j, max(top.At(i, j), Input[float64](p, 0).At(i, j)))
					sum.Set(i, j, sum.At(i, j)+Input[float64](p, 1).At(i, j))
				}
			}
			return nil
		},
	}))
	wantValues[float32](t, largest, 500)
	wantValues[float32](t, squares, 83333500)
	wantStatus(t, it.Reduce(nil), ErrInvalid)
	wantStatus(t, it.Reduce(&Reduction{Loop: double, Combine: double}), ErrInvalid)
}

func TestFailingCallbacks(t *testing.T) {
	it, _ := doubling(t, 1<<18)
	wanted := errors.New("no more")
	for _, walk := range []func(func(Piece) error) error{
		func(loop func(Piece) error) error { return it.ForEach(1000, loop) },
		func(loop func(Piece) error) error { return it.SerialForEach(0, it.Numel(), loop) },
	} {
		var calls atomic.Int32
		err := walk(func(Piece) error {
			if calls.Add(1) == 1 {
				return nil
			}
			return wanted
		})
		if err != wanted && calls.Load() > 1 {
			t.Errorf("%v, wanted %v", err, wanted)
		}
		if err := walk(func(Piece) error { return wanted }); err != wanted {
			t.Errorf("%v, wanted %v", err, wanted)
		}
		wantPanic(t, "in a loop", func() { walk(func(Piece) error { panic("in a loop") }) })
		if err := walk(double); err != nil {
			t.Error(err)
		}
	}
}

func TestWrongAccessPanics(t *testing.T) {
	it, _ := doubling(t, 10)
	for words, use := range map[string]func(Piece){
		"ctensor: operand 1 is float32 in the loop, not int32": func(p Piece) { Input[int32](p, 0) },
		"ctensor: there is no input 1":                         func(p Piece) { Input[float32](p, 1) },
		"ctensor: there is no output 1":                        func(p Piece) { Output[float32](p, 1) },
		"ctensor: an index outside of the piece":               func(p Piece) { Input[float32](p, 0).At(10, 0) },
	} {
		wantPanic(t, words, func() {
			it.SerialForEach(0, 10, func(p Piece) error {
				use(p)
				return nil
			})
		})
	}
}

// A loop may use the library, and even iterate.
func TestNestedWalks(t *testing.T) {
	outer, out := doubling(t, 100)
	inner, _ := doubling(t, 100)
	wanted := fmt.Errorf("inner")
	err := outer.SerialForEach(0, 100, func(p Piece) error {
		check(t, double(p))
		return inner.SerialForEach(0, 100, func(Piece) error { return wanted })
	})
	if err != wanted {
		t.Error(err)
	}
	wantDoubled(t, out)
}

func TestAPieceThatIsKeptHasNoElements(t *testing.T) {
	it, _ := doubling(t, 10)
	var kept []Piece
	check(t, it.ForEach(0, func(p Piece) error {
		kept = append(kept, p)
		return nil
	}))
	for piece := range it.Pieces(0, 10) {
		kept = append(kept, piece)
		break
	}
	var element In[float32]
	for piece := range it.Pieces(0, 10) {
		kept = append(kept, piece)
		element = Input[float32](piece, 0)
	}
	if len(kept) < 3 {
		t.Fatal(len(kept))
	}
	for _, piece := range kept {
		if piece.Size0() != 0 || piece.Size1() != 0 {
			t.Error("it has elements")
		}
		wantPanic(t, "ctensor: there is no input 0", func() { Input[float32](piece, 0) })
	}
	wantPanic(t, "ctensor: an index outside of the piece", func() { element.At(0, 0) })
	if element.Row(0) != nil {
		t.Error("it has a row")
	}
}
