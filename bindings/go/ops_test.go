package ctensor_test

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"unsafe"

	. "libctensor.example/ctensor"
	"libctensor.example/ctensor/internal/direct"
)

// An opCase says how to call one op; generate.py writes opTable, which lists them.
type opCase struct {
	name       string
	inputs     string // a letter for each: t for a tensor, m for a mask, l for one of a list, or a letter of places
	hasOptions bool
	numbers    bool // whether a number may stand for a tensor
	fresh      func(t []Operand, given bool) ([]*Tensor, bool, error)
	out        func(t []Operand, outs []*Tensor, given bool) error
}

// places returns a tensor of indices, counts or fractions.
func places(t *testing.T, kind rune) *Tensor {
	switch kind {
	case 'p':
		return must(FromSlice([]int64{1}, 1))(t)
	case 'i':
		return must(FromSlice([]int64{0, 1, 2}, 3))(t)
	case 'g':
		return must(FromSlice([]int64{0, 1, 2, 2, 1, 0}, 2, 3))(t)
	case 'q':
		return must(FromSlice([]float32{0.5}, 1))(t)
	}
	return nil
}

func list(tensors ...*Tensor) []*Tensor { return tensors }

// inputsOf returns tensors of a dtype whose values differ, so that arguments in the wrong order show.
func inputsOf(t *testing.T, kinds string, dtype DType) []*Tensor {
	values := [][]float32{{0.5, 0.25, 0.75, 1, 2, -3}, {2, 0.125, 3, 1, 0.5, 2}, {1, 0.5, 2, 0.25, 3, 1}}
	var tensors []*Tensor
	for i, letter := range kinds {
		if place := places(t, letter); place != nil {
			tensors = append(tensors, place)
			continue
		}
		x := must(FromSlice(values[i], 2, 3))(t)
		kind := dtype
		if kinds[i] == 'm' {
			kind = Bool
			x = must(FromSlice([]bool{true, false, true, false, false, true}, 2, 3))(t)
		}
		tensors = append(tensors, must(x.To(kind, &ToOptions{Format: Contiguous}))(t))
	}
	return tensors
}

// operandsOf returns the tensors as operands, with the scalar at index number.
func operandsOf(tensors []*Tensor, number int, scalar Scalar) (operands []Operand) {
	for i, tensor := range tensors {
		if i == number {
			operands = append(operands, scalar)
		} else {
			operands = append(operands, tensor)
		}
	}
	return operands
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
					inputs := inputsOf(t, one.inputs, dtype)
					if compareFresh(t, op, one, operandsOf(inputs, -1, Scalar{}), inputs, given) {
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

// A number in place of any input gives what a tensor made of the number gives in C.
func TestEveryOpWithNumbers(t *testing.T) {
	for op, one := range opTable {
		for number := range len(one.inputs) {
			if !one.numbers {
				continue
			}
			t.Run(fmt.Sprintf("%s %d", one.name, number), func(t *testing.T) {
				succeeded := false
				for _, dtype := range []DType{Float32, Int64} {
					inputs := inputsOf(t, one.inputs, dtype)
					scalar := NewScalar(2)
					inputs[number] = must(Number(2))(t)
					if one.inputs[number] == 'm' {
						scalar, inputs[number] = NewScalar(true), must(Number(true))(t)
					}
					if compareFresh(t, op, one, operandsOf(inputs, number, scalar), inputs, false) {
						succeeded = true
					}
				}
				if !succeeded {
					t.Error("no inputs let it succeed: it has not been compared")
				}
			})
		}
	}
}

// compareFresh compares a call in Go with the same call in C.
func compareFresh(t *testing.T, op int, one opCase, operands []Operand, inputs []*Tensor, given bool) bool {
	want := direct.Call(op, pointers(inputs), given, nil)
	got, told, err := one.fresh(operands, given)
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
		compareOut(t, op, one, operands, inputs, got, given)
	}
	return true
}

func compareOut(t *testing.T, op int, one opCase, operands []Operand, inputs, fresh []*Tensor, given bool) {
	var mine, theirs []*Tensor
	for _, like := range fresh {
		mine = append(mine, must(Empty(like.DType(), 0))(t)) // resized
		theirs = append(theirs, must(Empty(like.DType(), 0))(t))
	}
	want := direct.Call(op, pointers(inputs), given, pointers(theirs))
	if err := one.out(operands, mine, given); statusOf(err) != want.Status {
		t.Fatalf("out=, given %v: %v; in C %d %s", given, err, want.Status, want.Message)
	}
	for i := range mine {
		if !direct.Same(mine[i].Pointer(), theirs[i].Pointer()) {
			t.Errorf("out=, given %v: output %d is %v, in C %v", given, i, mine[i], theirs[i])
		}
	}
}

func TestNumbersAreOperands(t *testing.T) {
	x := must(FromSlice([]float32{1, 2, 4}))(t)
	wantValues[float32](t, must(Sub(NewScalar(1), x))(t), 0, -1, -3)
	wantValues[float32](t, must(Div(x, NewScalar(2.0)))(t), 0.5, 1, 2)
	wantValues[bool](t, must(Lt(x, NewScalar(2)))(t), true, false, false)
	wantValues[float32](t, must(Clamp(x, NewScalar(2), NewScalar(3)))(t), 2, 2, 3)
	wantValues[float32](t, must(Clamp(x, nil, NewScalar(3)))(t), 1, 2, 3)
	wantValues[float32](t, must(Where(must(Gt(x, NewScalar(1)))(t), NewScalar(0), x))(t), 1, 0, 0)
	wantValues[int64](t, must(Add(NewScalar(1), NewScalar(2)))(t), 3)
	var none *Tensor
	_, err := Add(x, none)
	wantStatus(t, err, ErrInvalid)
	_, err = Add(x, nil)
	wantStatus(t, err, ErrInvalid)
	_, err = Add(x, Scalar{})
	wantStatus(t, err, ErrInvalid)
}

func TestAllDimsAndNone(t *testing.T) {
	x := must(FromSlice([]float32{1, 2, 3, 4}, 1, 2, 2))(t)
	for _, options := range []*SumOptions{nil, {}, {Dims: Dims(0, 1, 2)}} {
		wantValues[float32](t, must(Sum(x, options))(t), 10)
	}
	var list []int // an empty list names no dims, nil or not
	for _, none := range []*DimList{Dims(), Dims(list...), Dims([]int{}...), new(DimList)} {
		sum := must(Sum(x, &SumOptions{Dims: none}))(t)
		wantValues[float32](t, sum, 1, 2, 3, 4)
		wantInts(t, sum.Sizes(), 1, 2, 2)
		wantInts(t, must(x.Squeeze(none))(t).Sizes(), 1, 2, 2)
		wantValues[float32](t, must(x.Flip(none))(t), 1, 2, 3, 4)
	}
	wantInts(t, must(x.Squeeze(nil))(t).Sizes(), 2, 2)
	wantInts(t, must(x.Squeeze(Dims(0, 1)))(t).Sizes(), 2, 2)
	wantValues[float32](t, must(x.Flip(nil))(t), 4, 3, 2, 1)
	wantValues[int64](t, must(Argmax(x, nil))(t), 3)
	wantValues[int64](t, must(Argmax(x, &ArgmaxOptions{Dim: Dim(-1)}))(t), 1, 1)
	low, high, err := Aminmax(x, nil)
	check(t, err)
	wantValues[float32](t, low, 1)
	wantValues[float32](t, high, 4)
	for _, dim := range []int{3, math.MinInt32, math.MinInt, math.MaxInt} {
		_, err = Argmax(x, &ArgmaxOptions{Dim: Dim(dim)})
		wantStatus(t, err, ErrIndex)
	}
}
