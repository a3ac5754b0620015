package ctensor_test

import (
	"math"
	"testing"

	. "libctensor.example/ctensor"
)

func TestMaking(t *testing.T) {
	wantValues[float32](t, must(Zeros(Float32, 2))(t), 0, 0)
	wantValues[int32](t, must(Ones(Int32, 2))(t), 1, 1)
	wantValues[float64](t, must(Full(NewScalar(2.5), Undefined, 3))(t), 2.5, 2.5, 2.5)
	wantValues[int64](t, must(Arange(Scalar{}, NewScalar(3), Scalar{}, Undefined))(t), 0, 1, 2)
	wantValues[float32](t, must(Arange(NewScalar(1.0), NewScalar(0.0), NewScalar(-0.5), Undefined))(t), 1, 0.5)
	x := must(FromSlice([]int16{1, 2, 3, 4, 5, 6}, 2, 3))(t)
	for _, like := range []*Tensor{must(ZerosLike(x, Undefined, Preserve))(t), must(OnesLike(x, Float32, Contiguous))(t),
		must(FullLike(x, NewScalar(7), Undefined, Preserve))(t), must(EmptyLike(x, Undefined, Preserve))(t)} {
		wantInts(t, like.Sizes(), 2, 3)
	}
	strided := must(EmptyStrided(Float32, []int{2, 2}, []int{1, -2}))(t)
	wantInts(t, strided.Strides(), 1, -2)
	meta := must(EmptyMeta(Float32, []int{2, 3}, nil))(t)
	sum := must(Add(meta, meta))(t)
	if !sum.IsMeta() || sum.Data() != nil {
		t.Error("the sum of meta tensors has data")
	}
	wantInts(t, must(EmptyMeta(Float32, []int{2, 3}, []int{1, 2}))(t).Strides(), 1, 2)
	wantInts(t, must(Empty(Bool))(t).Sizes())
}

func TestLooking(t *testing.T) {
	x := must(FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3))(t)
	view := must(x.Slice(1, Absent, Absent, -2))(t)
	wantInts(t, []int{view.Ndim(), view.Numel(), view.StorageOffset(), view.StorageNbytes()}, 2, 4, 2, 24)
	wantInts(t, view.Strides(), 3, -2)
	if view.DType() != Float32 || view.IsContiguous(Contiguous) || view.IsNonOverlappingAndDense() || view.IsUnique() ||
		view.IsReadOnly() || view.IsMeta() || view.SuggestMemoryFormat(true) != Contiguous {
		t.Error("wrong answers about", view)
	}
	if text := view.String(); text != "tensor([[3., 1.],\n        [6., 4.]])" {
		t.Error(text)
	}
	number := must(Number(2))(t)
	item := must(number.Item())(t)
	if !number.IsWrappedNumber() || item.Int() != 2 || item.DType() != Int64 {
		t.Error(number, item)
	}
	dtype := must(ResultType(x, number))(t)
	if dtype != Float32 || must(PromoteTypes(Int8, UInt8))(t) != Int16 || CanCast(Float32, Int32) ||
		must(ParseDType("bf16"))(t) != BFloat16 || Complex64.Size() != 8 || DType(99).String() != "DType(99)" {
		t.Error("wrong answers about dtypes")
	}
}

func TestViews(t *testing.T) {
	x := must(Arange(Scalar{}, NewScalar(6), Scalar{}, Int32))(t)
	x = must(x.View(2, -1))(t)
	wantValues[int32](t, must(x.Reshape(3, 2))(t), 0, 1, 2, 3, 4, 5)
	wantValues[int32](t, must(x.Transpose(0, 1))(t), 0, 3, 1, 4, 2, 5)
	wantValues[int32](t, must(x.Permute(1, 0))(t), 0, 3, 1, 4, 2, 5)
	wantValues[int32](t, must(x.Movedim([]int{0}, []int{1}))(t), 0, 3, 1, 4, 2, 5)
	wantValues[int32](t, must(x.Flip(Dims(0, 1)))(t), 5, 4, 3, 2, 1, 0)
	wantValues[int32](t, must(x.Select(-1, -1))(t), 2, 5)
	wantValues[int32](t, must(x.Narrow(1, 1, 2))(t), 1, 2, 4, 5)
	wantValues[int32](t, must(x.Slice(1, 0, 100, 2))(t), 0, 2, 3, 5)
	wantValues[int32](t, must(x.AsStrided([]int{2}, []int{4}, 1))(t), 1, 5)
	wantInts(t, must(must(x.Unsqueeze(0))(t).Expand(4, -1, -1))(t).Sizes(), 4, 2, 3)
	wantInts(t, must(must(x.Unsqueeze(0))(t).Squeeze(nil))(t).Sizes(), 2, 3)
	wantInts(t, must(x.Flatten(0, -1))(t).Sizes(), 6)
	if parts := must(x.Chunk(math.MaxInt32, -1))(t); len(parts) != 3 { // no room is made for two thousand million
		t.Errorf("3 columns make %d parts", len(parts))
	}
	z := must(FromSlice([]complex64{1 + 2i, 3 + 4i}))(t)
	wantValues[float32](t, must(z.Real())(t), 1, 3)
	wantValues[float32](t, must(z.Imag())(t), 2, 4)
	check(t, z.Resize(Contiguous, 3, 1))
	wantInts(t, z.Sizes(), 3, 1)
}

func TestCopies(t *testing.T) {
	x := must(FromSlice([]float64{1.5, -2.5}))(t)
	wantValues[int32](t, must(x.To(Int32, nil))(t), 1, -2)
	if same := must(x.To(Undefined, nil))(t); same.Data() != x.Data() {
		t.Error("to its own dtype has copied")
	}
	if own := must(x.To(Undefined, &ToOptions{Copy: true}))(t); own.Data() == x.Data() {
		t.Error("a copy has x's memory")
	}
	clone := must(x.Clone(Preserve))(t)
	check(t, clone.Fill(NewScalar(3)))
	wantValues[float64](t, x, 1.5, -2.5)
	check(t, x.CopyFrom(must(Number(7))(t)))
	wantValues[float64](t, x, 7, 7)
	if same := must(x.Contiguous(Contiguous))(t); same.Data() != x.Data() {
		t.Error("contiguous has copied")
	}
}

func roundTrip[T Element](t *testing.T, values ...T) {
	x := must(FromSlice(values))(t)
	if x.DType() != DTypeOf[T]() {
		t.Errorf("%v of a slice of %v", x.DType(), DTypeOf[T]())
	}
	wantValues(t, x, values...)
	first := must(must(x.Select(0, 0))(t).Item())(t)
	if first != NewScalar(values[0]) {
		t.Errorf("item %v of %v", first, values)
	}
	wantValues(t, must(Full(NewScalar(values[0]), Undefined, 1))(t), values[0])
}

func TestEveryElementType(t *testing.T) {
	roundTrip(t, true, false)
	roundTrip[uint8](t, 200, 1)
	roundTrip[int8](t, -100, 1)
	roundTrip[int16](t, -30000, 1)
	roundTrip[int32](t, math.MinInt32, 1)
	roundTrip[int64](t, math.MinInt64, 1)
	roundTrip(t, NewF16(0.1), NewF16(-65504))
	roundTrip[float32](t, 0.1, 1)
	roundTrip(t, 0.1, 1)
	roundTrip(t, C32{NewF16(1), NewF16(-2)})
	roundTrip[complex64](t, 1+2i, 3)
	roundTrip(t, 1+2i, 3)
	roundTrip(t, NewBF16(0.1), NewBF16(-3))
	roundTrip[uint16](t, 60000, 1)
	roundTrip[uint32](t, 4e9, 1)
	roundTrip[uint64](t, math.MaxUint64, 1)
}

// Go's conversions must agree with the library's.
func TestHalves(t *testing.T) {
	values := []float32{0, 1, -1, 0.1, 65504, 65519, 65520, 1e-8, 6e-8, 5.9e-8, 2.98e-8, 3e-5, 6.1e-5, 6.1035e-5, 1e30,
		float32(math.Inf(1)), 2049, 2051, 1.0009765, 1.00048828125, 0.333333}
	x := must(FromSlice(values))(t)
	halves := must(Values[F16](must(x.To(Float16, nil))(t)))(t)
	brains := must(Values[BF16](must(x.To(BFloat16, nil))(t)))(t)
	back := must(Values[float32](must(must(x.To(Float16, nil))(t).To(Float32, nil))(t)))(t)
	for i, value := range values {
		if NewF16(value) != halves[i] || halves[i].Float32() != back[i] || NewBF16(value) != brains[i] {
			t.Errorf("%g: %#x, %g, %#x; the library %#x, %g, %#x", value, NewF16(value), halves[i].Float32(), NewBF16(value),
				halves[i], back[i], brains[i])
		}
	}
	nan := float32(math.NaN())
	if h := NewF16(nan).Float32(); h == h {
		t.Error("NaN became", h)
	}
	if b := NewBF16(nan).Float32(); b == b {
		t.Error("NaN became", b)
	}
	for bits := range 1 << 16 {
		if h := F16(bits); h.Float32() == h.Float32() && NewF16(h.Float32()) != h {
			t.Fatalf("float16 %#x becomes %#x", bits, NewF16(h.Float32()))
		}
	}
}

func TestScalars(t *testing.T) {
	for _, one := range []struct {
		scalar Scalar
		text   string
		float  float64
	}{{NewScalar(true), "true", 1}, {NewScalar(-3), "-3", -3}, {NewScalar(uint64(math.MaxUint64)), "18446744073709551615",
		math.MaxUint64}, {NewScalar(2.5), "2.5", 2.5}, {NewScalar(1 + 2i), "(1+2i)", 1}, {Scalar{}, "undefined", 0}} {
		if one.scalar.String() != one.text || one.scalar.Float() != one.float {
			t.Errorf("%v is %v, wanted %v", one.text, one.scalar, one.float)
		}
	}
	if NewScalar(2.9).Int() != 2 || NewScalar(1+2i).Complex() != 1+2i || NewScalar(0.0).Bool() {
		t.Error("wrong conversions")
	}
}

func TestSettings(t *testing.T) {
	if Version() != HeaderVersion || ISA() == "" {
		t.Errorf("version %x, header %x, kernels %q", Version(), HeaderVersion, ISA())
	}
	threads := NumThreads()
	check(t, SetNumThreads(1))
	if NumThreads() != 1 {
		t.Error("not one thread")
	}
	check(t, SetNumThreads(threads))
	wantStatus(t, SetNumThreads(-1), ErrInvalid)
	SetDeterministic(true)
	if !Deterministic() {
		t.Error("not deterministic")
	}
	SetDeterministic(false)
	limit := CacheLimit()
	SetCacheLimit(1 << 20)
	if CacheLimit() != 1<<20 {
		t.Error("another limit")
	}
	SetCacheLimit(limit)
	Trim()
}
