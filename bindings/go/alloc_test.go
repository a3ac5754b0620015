//go:build !race

package ctensor_test

import (
	"testing"

	. "libctensor.example/ctensor"
)

// A call into an existing tensor allocates nothing in Go, and a call that makes a new tensor only the Tensor.
func TestAllocations(t *testing.T) {
	x := must(FromSlice([]float32{1, 2, 3, 4}, 2, 2))(t)
	out, sum, one := must(Empty(Float32, 2, 2))(t), must(Empty(Float32, 2))(t), must(Zeros(Float32))(t)
	it := must(NewIter(&IterConfig{Preset: PresetUnary, Outputs: list(out), Inputs: list(x)}))(t)
	for name, test := range map[string]struct {
		limit float64
		call  func() error
	}{
		"AddOut":         {0, func() error { return AddOut(out, x, x) }},
		"LeakyRelu":      {0, func() error { return LeakyReluOut(out, x, &LeakyReluOptions{NegativeSlope: NewScalar(0.1)}) }},
		"MulOut, number": {0, func() error { return MulOut(out, x, NewScalar(2.5)) }},
		"Sub, number":    {1, func() error { y, err := Sub(NewScalar(2.5), x); y.Close(); return err }},
		"Squeeze":        {1, func() error { y, err := x.Squeeze(Dims(0, 1)); y.Close(); return err }},
		"SumOut":         {0, func() error { return SumOut(sum, x, &SumOptions{Dims: Dims(-1)}) }},
		"Argmax":         {1, func() error { y, err := Argmax(x, &ArgmaxOptions{Dim: Dim(-1)}); y.Close(); return err }},
		"Fill":           {0, func() error { return out.Fill(NewScalar(1.5)) }},
		"Item":           {0, func() error { _, err := one.Item(); return err }},
		"IsMeta":         {0, func() error { x.IsMeta(); return nil }},
		"Read":           {0, func() error { return Read(x, func([]float32) {}) }},
		"Add":            {1, func() error { y, err := Add(x, x); y.Close(); return err }},
		"Transpose":      {1, func() error { y, err := x.Transpose(0, 1); y.Close(); return err }},
		"View":           {1, func() error { y, err := x.View(4); y.Close(); return err }},
		"range of it":    {3, func() error { return everyPiece(it) }},
	} {
		allocations := testing.AllocsPerRun(100, func() { check(t, test.call()) })
		if allocations > test.limit {
			t.Errorf("%s: %v allocations, at most %v", name, allocations, test.limit)
		}
	}
}

func everyPiece(it *Iter) error {
	for piece, err := range it.Pieces(0, it.Numel()) {
		if err != nil {
			return err
		}
		from, to := Input[float32](piece, 0), Output[float32](piece, 0)
		for i := range piece.Size0() {
			to.Set(i, 0, from.At(i, 0))
		}
	}
	return nil
}
