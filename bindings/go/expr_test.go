package ctensor_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	. "ctensor"
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
	wantValues[float32](t, y, 0, 9, 1, 16, 4, 25) // a copy of elements computes them
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
