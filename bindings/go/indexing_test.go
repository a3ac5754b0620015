package ctensor_test

import (
	"testing"

	. "libctensor.example/ctensor"
)

func TestIndexing(t *testing.T) {
	x := must(must(Arange(NewScalar(0), NewScalar(12), NewScalar(1), Int64))(t).View(3, 4))(t)
	rows, columns := must(FromSlice([]int64{2, 0}, 2))(t), must(FromSlice([]int8{-1, 1}, 2))(t)
	wantValues[int64](t, must(Index(x, rows, columns))(t), 11, 1)
	wantValues[int64](t, must(Index(x, nil, columns))(t), 3, 1, 7, 5, 11, 9)
	wantInts(t, must(Index(x))(t).Sizes(), 3, 4)
	out := must(Empty(Int64, 0))(t)
	check(t, IndexOut(out, x, must(Gt(x, NewScalar(8)))(t)))
	wantValues[int64](t, out, 9, 10, 11)
	check(t, IndexPut(x, must(FromSlice([]int64{-7, -5}, 2))(t), false, rows, columns))
	first := must(FromSlice([]int32{0, 0, 0}, 3))(t)
	check(t, IndexPut(must(x.Select(0, 1))(t), must(FromSlice([]int64{10}, 1))(t), true, first))
	wantValues[int64](t, x, 0, -5, 2, 3, 34, 5, 6, 7, 8, 9, 10, -7)
	_, err := Index(x, must(FromSlice([]int64{3}, 1))(t))
	wantStatus(t, err, ErrIndex)
	wantStatus(t, IndexPut(x, nil, false, rows), ErrInvalid)
	wantStatus(t, IndexPut(x, must(Number(0.5))(t), false, rows), ErrDType)
}

func TestUnique(t *testing.T) {
	x := must(FromSlice([]int32{3, 1, 1, 3, 3}, 5))(t)
	values, inverse, counts, err := Unique(x, &UniqueOptions{ReturnInverse: true, ReturnCounts: true})
	check(t, err)
	wantValues[int32](t, values, 1, 3)
	wantValues[int64](t, inverse, 1, 0, 0, 1, 1)
	wantValues[int64](t, counts, 2, 3)
	values, inverse, counts, err = UniqueConsecutive(x, &UniqueOptions{ReturnCounts: true})
	check(t, err)
	wantValues[int32](t, values, 3, 1, 3)
	wantValues[int64](t, counts, 1, 2, 2)
	if inverse != nil {
		t.Error(inverse)
	}
	wantValues[int32](t, must(SortValues(x, -1, nil))(t), 1, 1, 3, 3, 3)
	check(t, SortValuesOut(x, must(FromSlice([]int32{2, 7, 5}))(t), 0, &SortOptions{Descending: true}))
	wantValues[int32](t, x, 7, 5, 2)
	rows := must(FromSlice([]int32{2, 1, 0, 5, 2, 1}, 3, 2))(t)
	values, inverse, counts, err = UniqueDim(rows, 0, &UniqueOptions{ReturnInverse: true})
	check(t, err)
	wantValues[int32](t, values, 0, 5, 2, 1)
	wantValues[int64](t, inverse, 1, 0, 1)
	if counts != nil {
		t.Error(counts)
	}
	values, _, counts, err = UniqueConsecutiveDim(rows, -1, &UniqueOptions{ReturnCounts: true})
	check(t, err)
	wantValues[int32](t, values, 2, 1, 0, 5, 2, 1)
	wantValues[int64](t, counts, 1, 1)
	_, _, _, err = UniqueDim(rows, 2, nil)
	wantStatus(t, err, ErrIndex)
	_, _, _, err = Unique(must(Zeros(Complex64, 2))(t), nil)
	wantStatus(t, err, ErrDType)
}
