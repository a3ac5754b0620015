package ctensor_test

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	. "libctensor.example/ctensor"
)

func TestEvaluate(t *testing.T) {
	x := must(FromSlice([]float32{0, 1, 2, 3, 4, 5}, 2, 3))(t)
	leaf := must(x.Defer())(t)
	if !leaf.IsDeferred() || x.IsDeferred() {
		t.Error("what is deferred?")
	}
	y := must(must(Mul(leaf, x))(t).Transpose(0, 1))(t)
	wantInts(t, y.Sizes(), 3, 2)
	both := must(Evaluate(y, leaf))(t)
	wantValues[float32](t, both[0], 0, 9, 1, 16, 4, 25)
	wantValues[float32](t, both[1], 0, 1, 2, 3, 4, 5)
	wantValues[float32](t, y, 0, 9, 1, 16, 4, 25) // copying the elements computes them
	if _, err := Add(leaf, must(Zeros(Float32, 4))(t)); !errors.Is(err, ErrShape) {
		t.Error(err)
	}
	if _, err := Evaluate(nil); !errors.Is(err, ErrInvalid) {
		t.Error(err)
	}
}

func TestProgram(t *testing.T) {
	leaf := must(must(EmptyMeta(Float32, []int{4}, nil))(t).Defer())(t)
	program := must(NewProgram([]*Tensor{leaf}, []*Tensor{must(Square(leaf))(t)}))(t)
	var all sync.WaitGroup
	for k := range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			x := must(Full(NewScalar(k), Float32, 4))(t)
			out := must(program.Run(x))(t)
			wantValues(t, out[0], float32(k*k), float32(k*k), float32(k*k), float32(k*k))
		}()
	}
	all.Wait()
	if text := program.String(); !strings.HasSuffix(text, "square\n") {
		t.Error(text)
	}
	if _, err := program.Run(must(Zeros(Float32, 5))(t)); !errors.Is(err, ErrShape) {
		t.Error(err)
	}
}

func TestFuse(t *testing.T) {
	var calls atomic.Int32
	scaled := Fuse(func(in []*Tensor) ([]*Tensor, error) {
		calls.Add(1)
		centred, err := Sub(in[0], in[1])
		if err != nil {
			return nil, err
		}
		halved, err := Div(centred, NewScalar(2))
		return []*Tensor{halved, centred}, err
	})
	zero := must(Zeros(Float32, 1))(t)
	ones := func(size int) *Tensor { return must(Ones(Float32, size))(t) }
	for _, size := range []int{3, 5, 3} {
		out := must(scaled(ones(size), zero))(t)
		wantInts(t, out[0].Sizes(), size)
		wantValues(t, must(out[0].Slice(0, 0, 2, 1))(t), float32(0.5), 0.5)
		wantValues(t, must(out[1].Slice(0, 0, 2, 1))(t), float32(1), 1)
	}
	must(scaled(must(Ones(Int32, 3))(t), zero))(t)
	must(scaled(must(ones(6).Slice(0, Absent, Absent, 2))(t), zero))(t)
	if n := calls.Load(); n != 4 {
		t.Error(n, "calls for two sizes, another dtype and other strides")
	}
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			for size := 10; size < 60; size++ {
				out := must(scaled(ones(size), zero))(t)
				wantValues(t, must(out[0].Slice(0, 8, 10, 1))(t), float32(0.5), 0.5)
			}
		}()
	}
	all.Wait()
	before := calls.Load() // newer programs have replaced the one of size 3
	must(scaled(ones(3), zero))(t)
	if calls.Load() != before+1 {
		t.Error("more programs are kept than 32")
	}
	if _, err := scaled(ones(3), ones(4)); !errors.Is(err, ErrShape) {
		t.Error(err)
	}
	for _, nothing := range []*Tensor{nil, {}} {
		if _, err := scaled(nothing, zero); !errors.Is(err, ErrInvalid) {
			t.Error(err)
		}
	}
	stopped := errors.New("stopped")
	refuses := Fuse(func([]*Tensor) ([]*Tensor, error) { return nil, stopped })
	if _, err := refuses(zero); err != stopped {
		t.Error(err)
	}
}
