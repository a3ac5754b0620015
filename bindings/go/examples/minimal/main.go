package main

import (
	"fmt"
	"log"

	"libctensor.example/ctensor"
)

func main() {
	x, err := ctensor.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
	if err != nil {
		log.Fatal(err)
	}
	columns, err := ctensor.Sum(x, &ctensor.SumOptions{Dims: ctensor.Dims(0)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(columns) // tensor([5., 7., 9.])
}
