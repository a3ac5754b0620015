package linalg_test

import (
	"errors"
	"fmt"

	"libctensor.example/ctensor"
	"libctensor.example/ctensor/linalg"
)

func Example() {
	a, _ := ctensor.FromSlice([]float64{2, 0, 0, 4}, 2, 2)
	b, _ := ctensor.FromSlice([]float64{1, 2})
	x, _ := linalg.Solve(a, b)
	product, _ := linalg.Einsum("ij,j->i", []*ctensor.Tensor{a, b})
	u, s, vh, _ := linalg.Svd(a, false)
	fmt.Println(x, product)
	fmt.Println(u.Sizes(), s, vh.Sizes())

	singular, _ := ctensor.Ones(ctensor.Float64, 3, 2, 2)
	_, err := linalg.Inv(singular)
	fmt.Println(errors.Is(err, ctensor.ErrInvalid))
	// Output:
	// tensor([0.5000, 0.5000], dtype=float64) tensor([2., 8.], dtype=float64)
	// [2 2] tensor([4., 2.], dtype=float64) [2 2]
	// true
}
