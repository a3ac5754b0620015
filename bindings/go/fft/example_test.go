package fft_test

import (
	"fmt"

	"libctensor.example/ctensor"
	"libctensor.example/ctensor/fft"
)

func Example() {
	x, _ := ctensor.FromSlice([]float32{1, 2, 3, 4})
	spectrum, _ := fft.Rfft(x, -1, &fft.RfftOptions{Norm: fft.Ortho})
	back, _ := fft.Irfft(spectrum, -1, &fft.IrfftOptions{Norm: fft.Ortho})
	fmt.Println(spectrum.Sizes(), back)
	// Output: [3] tensor([1., 2., 3., 4.])
}
