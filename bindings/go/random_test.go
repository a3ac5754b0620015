package ctensor_test

import (
	"slices"
	"testing"

	. "libctensor.example/ctensor"
)

func TestRng(t *testing.T) {
	rng, again := must(NewRng(7))(t), must(NewRng(7))(t)
	x := must(rng.Uniform(1, 2, Undefined, 2, 3))(t)
	y := must(Zeros(Float32, 2, 3))(t)
	check(t, again.UniformOut(1, 2, y))
	if !must(Equal(x, y))(t) || rng.Counter() != 2 {
		t.Error(x, y, rng.Counter())
	}
	check(t, rng.SetState(rng.Key(), rng.Stream(), 0))
	if !must(Equal(x, must(rng.Uniform(1, 2, Float32, 2, 3))(t)))(t) {
		t.Error("other numbers after SetState")
	}
	child := must(rng.Split())(t)
	check(t, child.Advance(3))
	if child.Counter() != 3 || child.Key() == rng.Key() {
		t.Error(child.Counter(), child.Key())
	}
	_, err := rng.Uniform(2, 1, Float32, 2)
	wantStatus(t, err, ErrInvalid)
	_, err = (*Rng)(nil).Split()
	wantStatus(t, err, ErrInvalid)
}

func TestDistributions(t *testing.T) {
	rng := must(NewRng(1))(t)
	y := must(Zeros(Float32, 4))(t)
	check(t, rng.NormalOut(5, 0, y))
	wantValues[float32](t, y, 5, 5, 5, 5)
	check(t, rng.ExponentialOut(1, y))
	check(t, rng.BernoulliOut(1, y))
	wantValues[float32](t, y, 1, 1, 1, 1)
	wantValues[bool](t, must(rng.Bernoulli(0, Bool, 2))(t), false, false)
	if must(rng.Normal(0, 1, Float64, 3))(t).DType() != Float64 || must(rng.Exponential(2, Undefined, 3))(t).Numel() != 3 {
		t.Error("wrong tensors")
	}
	n := must(rng.Randint(-3, 3, Undefined, 100))(t)
	for _, value := range must(Values[int64](n))(t) {
		if value < -3 || value > 2 {
			t.Error(value)
		}
	}
	check(t, rng.RandintOut(2, 3, n))
	order := must(Values[int8](must(rng.Randperm(5, Int8))(t)))(t)
	slices.Sort(order)
	if !slices.Equal(order, []int8{0, 1, 2, 3, 4}) {
		t.Error(order)
	}
	check(t, rng.RandpermOut(6, n))
	wantInts(t, n.Sizes(), 6)
	weights := must(FromSlice([]float32{0, 1, 0}, 3))(t)
	wantValues[int64](t, must(rng.Multinomial(weights, 2, true))(t), 1, 1)
	check(t, rng.MultinomialOut(weights, 1, false, n))
	wantValues[int64](t, n, 1)
}

func TestMakingByRule(t *testing.T) {
	zero, two := NewScalar(0), NewScalar(2)
	wantValues[float32](t, must(Linspace(zero, two, 3, Undefined))(t), 0, 1, 2)
	wantValues[int32](t, must(Logspace(zero, two, 3, 10, Int32))(t), 1, 10, 100)
	wantValues[float32](t, must(Eye(2, 2, 0, Undefined))(t), 1, 0, 0, 1)
	wantValues[int64](t, must(TrilIndices(2, 2, 0, Undefined))(t), 0, 1, 1, 0, 0, 1)
	wantValues[int8](t, must(TriuIndices(2, 3, 1, Int8))(t), 0, 0, 1, 1, 2, 2)
	x := must(Zeros(Int16, 2, 3))(t)
	check(t, x.SetItem(NewScalar(50), 1, -1))
	if must(x.GetItem(-1, 2))(t).Int() != 50 || x.Itemsize() != 2 || x.Nbytes() != 12 {
		t.Error(x)
	}
	_, err := x.GetItem(2, 0)
	wantStatus(t, err, ErrIndex)
	if must(Float32.Finfo())(t).Eps != 0x1p-23 || must(Int8.Iinfo())(t).Min != -128 ||
		!UInt8.Is(KindInteger) || UInt8.Is(KindSigned|KindFloat) {
		t.Error("wrong answers about dtypes")
	}
}
