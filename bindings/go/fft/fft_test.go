package fft_test

import (
	"testing"

	"libctensor.example/ctensor"
	"libctensor.example/ctensor/fft"
	. "libctensor.example/ctensor/internal/check"
)

func TestMain(m *testing.M) { Leaks(m) }

func line(t *testing.T) *ctensor.Tensor { return Of(t, []float64{1, 2, 3, 4}) }

func spectrum(t *testing.T) *ctensor.Tensor {
	return Must(ctensor.FromSlice([]complex128{10, -2 + 2i, -2, -2 - 2i}))(t)
}

func TestKnownValues(t *testing.T) {
	x, y := line(t), spectrum(t)
	half := Must(y.Narrow(0, 0, 3))(t)
	Near(t, Must(fft.Fft(x, -1, nil))(t), y)
	Near(t, Must(fft.Ifft(y, -1, nil))(t), x)
	Near(t, Must(fft.Rfft(x, -1, nil))(t), half)
	Near(t, Must(fft.Irfft(half, -1, nil))(t), x)
	Near(t, Must(fft.Hfft(x, -1, nil))(t), Must(fft.Irfft(x, -1, &fft.IrfftOptions{Norm: fft.Forward}))(t))
	conjugate := Must(ctensor.Conj(half))(t)
	Near(t, Must(fft.Ihfft(x, -1, nil))(t), Must(ctensor.Div(conjugate, ctensor.NewScalar(4.0)))(t))
	Values(t, Must(fft.Fftfreq(4, 1, nil))(t), 0, 0.25, -0.5, -0.25)
	Values(t, Must(fft.Rfftfreq(5, 0.5, &fft.RfftfreqOptions{DType: ctensor.Float64}))(t), 0, 0.4, 0.8)
	Values(t, Must(fft.Fftshift(x, nil))(t), 3, 4, 1, 2)
	grid := Waves(t, 2, 3, 4)
	shifted := Must(fft.Fftshift(grid, &fft.FftshiftOptions{Dims: ctensor.Dims(0, 1)}))(t)
	Near(t, Must(fft.Ifftshift(shifted, &fft.IfftshiftOptions{Dims: ctensor.Dims(0, 1)}))(t), grid)
}

func TestOptions(t *testing.T) {
	x, grid := line(t), Waves(t, 2, 3, 4)
	Near(t, Must(fft.Fft(x, 0, &fft.FftOptions{N: 2}))(t), Must(ctensor.FromSlice([]complex128{3, -1}))(t))
	Near(t, Must(fft.Fft(x, 0, &fft.FftOptions{Norm: fft.Ortho}))(t),
		Must(ctensor.Div(spectrum(t), ctensor.NewScalar(2.0)))(t))
	Sizes(t, Must(fft.Rfft(grid, 1, &fft.RfftOptions{N: 6}))(t), 2, 4, 4)
	Sizes(t, Must(fft.Fftn(grid, &fft.FftnOptions{S: []int{4, 5}}))(t), 2, 4, 5)
	Sizes(t, Must(fft.Fftn(grid, &fft.FftnOptions{S: []int{4, 5}, Dims: ctensor.Dims(0, 1)}))(t), 4, 5, 4)
	Near(t, Must(fft.Fftn(grid, &fft.FftnOptions{Dims: ctensor.Dims()}))(t), grid) // along no dim
}

func TestIdentities(t *testing.T) {
	grid := Waves(t, 2, 3, 4)
	Near(t, Must(fft.Ifftn(Must(fft.Fftn(grid, nil))(t), nil))(t), grid)
	Near(t, Must(fft.Irfftn(Must(fft.Rfftn(grid, nil))(t), nil))(t), grid)
	Near(t, Must(fft.Hfftn(Must(fft.Ihfftn(grid, nil))(t), nil))(t), grid)
	// Parseval: the orthonormal transform keeps the sum of squares
	made := Must(fft.Fftn(grid, &fft.FftnOptions{Norm: fft.Ortho}))(t)
	squares := func(x *ctensor.Tensor) *ctensor.Tensor {
		return Must(ctensor.Sum(Must(ctensor.Square(Must(ctensor.Abs(x))(t)))(t), nil))(t)
	}
	Near(t, squares(made), squares(grid))
}

func TestOutputs(t *testing.T) {
	y := spectrum(t)
	if err := fft.FftOut(y, y, -1, nil); err != nil { // in place
		t.Fatal(err)
	}
	Near(t, y, Must(fft.Fft(spectrum(t), -1, nil))(t))
	out := Must(ctensor.Zeros(ctensor.Complex128, 1))(t)
	if err := fft.RfftOut(out, line(t), -1, nil); err != nil { // resized
		t.Fatal(err)
	}
	Near(t, out, Must(fft.Rfft(line(t), -1, nil))(t))
	options := &fft.FftnOptions{S: []int{4, 5}, Dims: ctensor.Dims(1, 2), Norm: fft.Ortho}
	if err := fft.FftnOut(out, Waves(t, 2, 3, 4), options); err != nil {
		t.Fatal(err)
	}
	Near(t, out, Must(fft.Fftn(Waves(t, 2, 3, 4), options))(t))
}

func TestErrors(t *testing.T) {
	x := line(t)
	_, err := fft.Fft(x, -1, &fft.FftOptions{N: -1})
	Fails(t, err, ctensor.ErrInvalid, "ct_fft_fft", "-1")
	_, err = fft.Rfft(x, 2, nil)
	Fails(t, err, ctensor.ErrIndex, "ct_fft_rfft", "2")
	_, err = fft.Rfft(spectrum(t), -1, nil)
	Fails(t, err, ctensor.ErrDType, "complex")
	_, err = fft.Fftn(x, &fft.FftnOptions{S: []int{4, 5}, Dims: ctensor.Dims(0)})
	Fails(t, err, ctensor.ErrShape, "Fftn", "2", "1")
	_, err = fft.Fft(nil, -1, nil)
	Fails(t, err, ctensor.ErrInvalid, "ct_fft_fft")
	x.Close()
	Fails(t, fft.FftOut(spectrum(t), x, -1, nil), ctensor.ErrInvalid)
}
