package ctensor_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"libctensor.example/ctensor"
)

func Example() {
	x, err := ctensor.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
	if err != nil {
		panic(err)
	}
	columns, err := ctensor.Sum(x, &ctensor.SumOptions{Dims: ctensor.Dims(0)})
	if err != nil {
		panic(err)
	}
	fmt.Println(columns)
	// Output: tensor([5., 7., 9.])
}

func ExampleAdd() {
	a, _ := ctensor.FromSlice([]int32{1, 2, 3})
	b, _ := ctensor.FromSlice([]float32{0.5, 1.5, 2.5})
	sum, _ := ctensor.Add(a, b) // float32: dtypes promote as in PyTorch
	defer sum.Close()           // gives the memory back now, not when the collector finds it
	ctensor.AddOut(b, b, sum)   // into an existing tensor; in place, as here
	fmt.Println(b)
	// Output: tensor([2., 5., 8.])
}

func ExampleOperand() {
	x, _ := ctensor.FromSlice([]float32{1, 2})
	y, _ := ctensor.Mul(x, ctensor.NewScalar(10))
	fmt.Println(y)
	// Output: tensor([10., 20.])
}

func ExampleDims() {
	x, _ := ctensor.FromSlice([]float32{1, 2, 3, 4}, 2, 2)
	all, _ := ctensor.Sum(x, nil)
	rows, _ := ctensor.Sum(x, &ctensor.SumOptions{Dims: ctensor.Dims(-1)})
	same, _ := ctensor.Sum(x, &ctensor.SumOptions{Dims: ctensor.Dims()}) // Dims(list...) too, of an empty list
	fmt.Println(all, rows, same.Sizes())
	// Output: tensor(10.) tensor([3., 7.]) [2 2]
}

func ExampleTensor_Slice() {
	x, _ := ctensor.FromSlice([]int64{1, 2, 3, 4, 5, 6}, 2, 3)
	columns, _ := x.Slice(1, ctensor.Absent, ctensor.Absent, -2) // x[:, ::-2]
	transposed, _ := columns.Transpose(0, 1)
	x.Close() // the views keep the memory
	fmt.Println(transposed)
	fmt.Println(transposed.Sizes(), transposed.Strides())
	// Output:
	// tensor([[3, 6],
	//         [1, 4]])
	// [2 2] [-2 3]
}

func ExampleValues() {
	x, _ := ctensor.FromSlice([]float64{1, 2, 3, 4}, 2, 2)
	transposed, _ := x.Transpose(0, 1)
	values, _ := ctensor.Values[float64](transposed) // a copy, in row-major order
	fmt.Println(values)

	ctensor.Write(x, func(values []float64) { values[1] = 20 }) // the tensor's own memory
	fmt.Println(transposed)
	// Output:
	// [1 3 2 4]
	// tensor([[ 1.,  3.],
	//         [20.,  4.]], dtype=float64)
}

func ExampleBorrow() {
	picture := []uint8{1, 2, 3, 4, 5, 6}
	// two rows, stored bottom-up: the slice itself, pinned until the last view of it goes
	upright, _ := ctensor.Borrow(picture, &ctensor.BorrowOptions{Sizes: []int{2, 3}, Strides: []int{-3, 1}, Offset: 3})
	upright.Fill(ctensor.NewScalar(9))
	fmt.Println(picture)
	// Output: [9 9 9 9 9 9]
}

func ExampleError() {
	a, _ := ctensor.Zeros(ctensor.Float32, 2, 3)
	b, _ := ctensor.Zeros(ctensor.Float32, 4)
	_, err := ctensor.Add(a, b)
	fmt.Println(errors.Is(err, ctensor.ErrShape))
	fmt.Println(err)
	// Output:
	// true
	// ct_add: The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1: shapes [2, 3] and [4]
}

func ExampleIter_ForEach() {
	x, _ := ctensor.FromSlice([]float32{0.5, 1.5, 2.5})
	it, _ := ctensor.NewIter(&ctensor.IterConfig{Preset: ctensor.PresetUnary,
		Outputs: []*ctensor.Tensor{nil}, Inputs: []*ctensor.Tensor{x}}) // nil: allocated
	err := it.ForEach(0, func(piece ctensor.Piece) error { // on all threads
		in, out := ctensor.Input[float32](piece, 0), ctensor.Output[float32](piece, 0)
		for j := range piece.Size1() {
			for i := range piece.Size0() {
				out.Set(i, j, in.At(i, j)*in.At(i, j))
			}
		}
		return nil // an error, or a panic, stops the work and comes out of ForEach
	})
	squares, _ := it.Operand(0)
	fmt.Println(squares, err)
	// Output: tensor([0.2500, 2.2500, 6.2500]) <nil>
}

func ExampleIter_Pieces() {
	x, _ := ctensor.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
	transposed, _ := x.Transpose(0, 1)
	it, _ := ctensor.NewIter(&ctensor.IterConfig{Inputs: []*ctensor.Tensor{transposed}})
	largest := float32(0)
	for piece, err := range it.Pieces(0, it.Numel()) { // one call of C a piece, no callback
		if err != nil {
			panic(err)
		}
		in := ctensor.Input[float32](piece, 0)
		for j := range piece.Size1() {
			for _, value := range in.Row(j) { // neighbours in memory
				largest = max(largest, value)
			}
		}
	}
	fmt.Println(largest)
	// Output: 6
}

func ExampleMaxDim() {
	x, _ := ctensor.FromSlice([]float32{1, 5, 3, 6, 4, 2}, 2, 3)
	values, indices, _ := ctensor.MaxDim(x, 1, &ctensor.MaxDimOptions{KeepDim: true})
	fmt.Println(values)
	fmt.Println(indices)
	// Output:
	// tensor([[5.],
	//         [6.]])
	// tensor([[1],
	//         [0]])
}

func ExampleFuse() {
	normalised := ctensor.Fuse(func(in []*ctensor.Tensor) ([]*ctensor.Tensor, error) {
		floats, err := in[0].To(ctensor.Float32, nil)
		if err != nil {
			return nil, err
		}
		centred, err := ctensor.Sub(floats, in[1])
		if err != nil {
			return nil, err
		}
		scaled, err := ctensor.Div(centred, in[2])
		return []*ctensor.Tensor{scaled}, err
	})
	x, _ := ctensor.FromSlice([]uint8{10, 20, 30})
	mean, _ := ctensor.FromSlice([]float32{20})
	deviation, _ := ctensor.FromSlice([]float32{5})
	out, err := normalised(x, mean, deviation)
	fmt.Println(out[0], err)
	// Output: tensor([-2.,  0.,  2.]) <nil>
}

func ExampleFile() {
	path := filepath.Join(os.TempDir(), fmt.Sprint("ctensor-", os.Getpid(), ".safetensors"))
	defer os.Remove(path)
	weight, _ := ctensor.Ones(ctensor.BFloat16, 2, 2)
	err := ctensor.SaveSafetensors(path, []ctensor.NamedTensor{{Name: "weight", Tensor: weight}})
	file, _ := ctensor.OpenFile(path, nil)
	back, _ := file.Get("weight") // in a map of the file, and read-only
	fmt.Println(file.Names(), back, err)
	// Output: [weight] tensor([[1., 1.],
	//         [1., 1.]], dtype=bfloat16) <nil>
}
