package ctensor_test

import (
	"errors"
	"strings"
	"testing"

	. "libctensor.example/ctensor"
)

func TestErrorsHaveAKindAndBothSides(t *testing.T) {
	a, b := must(Zeros(Float32, 2, 3))(t), must(Zeros(Float32, 4))(t)
	_, err := Add(a, b)
	wantStatus(t, err, ErrShape)
	if errors.Is(err, ErrDType) {
		t.Error("an error of shape is one of dtype")
	}
	for _, side := range []string{"[2, 3]", "[4]"} {
		if !strings.Contains(err.Error(), side) {
			t.Errorf("%q does not name %s", err, side)
		}
	}
	var failure *Error
	if !errors.As(err, &failure) || failure.Status != ErrShape || ErrShape.Error() != "CT_ERROR_SHAPE" {
		t.Errorf("%#v", err)
	}
}

func TestEachKindOfError(t *testing.T) {
	x := must(Zeros(Float32, 2, 3))(t)
	integers := must(Zeros(Int32, 3))(t)
	constant := must(Borrow([]float32{1, 2}, &BorrowOptions{ReadOnly: true}))(t)
	expanded := must(must(Zeros(Float32, 1))(t).Expand(4))(t)
	_, err := Add(nil, x)
	wantStatus(t, err, ErrInvalid)
	_, err = Sum(x, &SumOptions{Dims: Dims(5)})
	wantStatus(t, err, ErrIndex)
	_, err = Sum(x, &SumOptions{Dims: Dims(1 << 40)})
	wantStatus(t, err, ErrIndex)
	_, err = Sum(x, &SumOptions{Dims: Dims(make([]int, 100)...)})
	wantStatus(t, err, ErrIndex)
	_, err = Zeros(Float32, make([]int, 100)...)
	wantStatus(t, err, ErrShape)
	_, err = x.Permute(make([]int, 100)...)
	wantStatus(t, err, ErrShape)
	_, err = BitwiseNot(x)
	wantStatus(t, err, ErrDType)
	_, err = FloorDivide(integers, integers)
	wantStatus(t, err, ErrDivisionByZero)
	wantStatus(t, constant.Fill(NewScalar(1)), ErrReadOnly)
	wantStatus(t, expanded.Fill(NewScalar(1)), ErrOverlap)
	_, err = ParseDType("float33")
	wantStatus(t, err, ErrInvalid)
	_, err = FromSlice([]float32{1, 2, 3}, 2)
	wantStatus(t, err, ErrShape)
	_, err = EmptyStrided(Float32, []int{1, 2}, []int{1})
	wantStatus(t, err, ErrShape)
	_, err = x.Movedim([]int{0}, nil)
	wantStatus(t, err, ErrIndex)
	_, err = Values[float64](x)
	wantStatus(t, err, ErrDType)
	transposed := must(x.Transpose(0, 1))(t)
	wantStatus(t, Read(transposed, func([]float32) {}), ErrInvalid)
	wantStatus(t, Write(constant, func([]float32) {}), ErrReadOnly)
}
