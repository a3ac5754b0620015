package ctensor_test

import (
	"errors"
	"testing"
	"unsafe"

	. "ctensor"
	"ctensor/internal/direct"
)

// An opCase is how to call one op; generate.py makes opTable of them.
type opCase struct {
	name       string
	inputs     string // t for each tensor, m for each mask
	hasOptions bool
	fresh      func(t []*Tensor, given bool) ([]*Tensor, bool, error)
	out        func(t, outs []*Tensor, given bool) error
}

func list(tensors ...*Tensor) []*Tensor { return tensors }

// inputsOf are three tensors of a dtype that differ, so that arguments in the wrong order show.
func inputsOf(t *testing.T, kinds string, dtype DType) []*Tensor {
	values := [][]float32{{0.5, 0.25, 0.75, 1, 2, -3}, {2, 0.125, 3, 1, 0.5, 2}, {1, 0.5, 2, 0.25, 3, 1}}
	var tensors []*Tensor
	for i := range kinds {
		x := must(FromSlice(values[i], 2, 3))(t)
		kind := dtype
		if kinds[i] == 'm' {
			kind = Bool
			x = must(FromSlice([]bool{true, false, true, false, false, true}, 2, 3))(t)
		}
		tensors = append(tensors, must(x.To(kind, Contiguous))(t))
	}
	return tensors
}

func pointers(tensors []*Tensor) (result []unsafe.Pointer) {
	for _, tensor := range tensors {
		result = append(result, tensor.Pointer())
	}
	return result
}

func statusOf(err error) int32 {
	var failure *Error
	if errors.As(err, &failure) {
		return int32(failure.Status)
	}
	return 0
}

// Every op gives what the same call in C gives, to the last bit, or the same error.
func TestEveryOp(t *testing.T) {
	if direct.Count() != len(opTable) {
		t.Fatalf("%d ops in C, %d in Go", direct.Count(), len(opTable))
	}
	for op, one := range opTable {
		t.Run(one.name, func(t *testing.T) {
			if direct.Name(op) != one.name {
				t.Fatalf("C has %s here", direct.Name(op))
			}
			succeeded := map[bool]bool{}
			for _, dtype := range []DType{Float32, Int32, Bool, Complex64} {
				for _, given := range []bool{false, true} {
					if compareFresh(t, op, one, inputsOf(t, one.inputs, dtype), given) {
						succeeded[given] = true
					}
				}
			}
			if !succeeded[false] || !succeeded[true] {
				t.Error("no inputs let it succeed: it has not been compared")
			}
		})
	}
}

func compareFresh(t *testing.T, op int, one opCase, inputs []*Tensor, given bool) bool {
	want := direct.Call(op, pointers(inputs), given, nil)
	got, told, err := one.fresh(inputs, given)
	if statusOf(err) != want.Status || told != want.Told || err != nil && err.Error() != want.Message {
		t.Fatalf("given %v: %v, %v; in C %v, %d %s", given, told, err, want.Told, want.Status, want.Message)
	}
	if err != nil {
		return false
	}
	for i := range got {
		wanted := FromPointer(want.Outs[i])
		if !direct.Same(got[i].Pointer(), wanted.Pointer()) {
			t.Errorf("given %v: output %d is %v, in C %v", given, i, got[i], wanted)
		}
		defer wanted.Close()
		defer got[i].Close()
	}
	if one.out != nil {
		compareOut(t, op, one, inputs, got, given)
	}
	return true
}

func compareOut(t *testing.T, op int, one opCase, inputs, fresh []*Tensor, given bool) {
	var mine, theirs []*Tensor
	for _, like := range fresh {
		mine = append(mine, must(Empty(like.DType(), 0))(t)) // resized
		theirs = append(theirs, must(Empty(like.DType(), 0))(t))
	}
	want := direct.Call(op, pointers(inputs), given, pointers(theirs))
	if err := one.out(inputs, mine, given); statusOf(err) != want.Status {
		t.Fatalf("out=, given %v: %v; in C %d %s", given, err, want.Status, want.Message)
	}
	for i := range mine {
		if !direct.Same(mine[i].Pointer(), theirs[i].Pointer()) {
			t.Errorf("out=, given %v: output %d is %v, in C %v", given, i, mine[i], theirs[i])
		}
	}
}
