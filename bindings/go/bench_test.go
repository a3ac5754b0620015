package ctensor_test

import (
	"testing"

	. "libctensor.example/ctensor"
	"libctensor.example/ctensor/internal/direct"
)

// The cost of a call with 8 floats. bench/ compares these with C.
func BenchmarkAddOut(b *testing.B) {
	x, y, out := must(Ones(Float32, 8))(b), must(Ones(Float32, 8))(b), must(Empty(Float32, 8))(b)
	b.ReportAllocs()
	for range b.N {
		AddOut(out, x, y)
	}
}

func BenchmarkAddOutOfANumber(b *testing.B) {
	x, out := must(Ones(Float32, 8))(b), must(Empty(Float32, 8))(b)
	b.ReportAllocs()
	for range b.N {
		AddOut(out, x, NewScalar(2.0))
	}
}

// The cost of a number that is a tensor of its own.
func BenchmarkAddOutOfANumberTensor(b *testing.B) {
	x, out := must(Ones(Float32, 8))(b), must(Empty(Float32, 8))(b)
	b.ReportAllocs()
	for range b.N {
		two, _ := Number(2.0)
		AddOut(out, x, two)
		two.Close()
	}
}

func BenchmarkAdd(b *testing.B) {
	x, y := must(Ones(Float32, 8))(b), must(Ones(Float32, 8))(b)
	b.ReportAllocs()
	for range b.N {
		sum, _ := Add(x, y)
		sum.Close()
	}
}

func BenchmarkAddInC(b *testing.B) {
	x, y := must(Ones(Float32, 8))(b), must(Ones(Float32, 8))(b)
	direct.Add(x.Pointer(), y.Pointer(), b.N)
}

func BenchmarkAddOutInC(b *testing.B) {
	x, y, out := must(Ones(Float32, 8))(b), must(Ones(Float32, 8))(b), must(Empty(Float32, 8))(b)
	direct.AddOut(x.Pointer(), y.Pointer(), out.Pointer(), b.N)
}

func BenchmarkSumOut(b *testing.B) {
	x, out := must(Ones(Float32, 2, 4))(b), must(Empty(Float32, 2))(b)
	b.ReportAllocs()
	for range b.N {
		SumOut(out, x, &SumOptions{Dims: Dims(1)})
	}
}

func BenchmarkPieces(b *testing.B) {
	x := must(Ones(Float32, 1<<16))(b)
	it := must(NewIter(&IterConfig{Preset: PresetUnary, Outputs: []*Tensor{nil}, Inputs: list(x)}))(b)
	b.SetBytes(4 << 16)
	for range b.N {
		for piece := range it.Pieces(0, it.Numel()) {
			double(piece)
		}
	}
}

func BenchmarkForEachAt(b *testing.B) {
	x := must(Ones(Float32, 1<<16))(b)
	it := must(NewIter(&IterConfig{Preset: PresetUnary, Outputs: []*Tensor{nil}, Inputs: list(x)}))(b)
	b.SetBytes(4 << 16)
	for range b.N {
		it.ForEach(0, func(p Piece) error {
			in, out := Input[float32](p, 0), Output[float32](p, 0)
			for i := range p.Size0() {
				out.Set(i, 0, 2*in.At(i, 0))
			}
			return nil
		})
	}
}
