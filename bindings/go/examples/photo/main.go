// A pipeline of libctensor on a photograph, a port of examples/photo/photo.c:
//
//	decode -> u8 HWC -> f32 NCHW, normalised per channel -> channels_last and back -> mean per channel ->
//	luminance by a kernel of our own -> a thumbnail made of views -> pictures to look at.
//
// Usage: photo <picture.png> <folder for the results>
package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	ct "libctensor.example/ctensor"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: photo <picture.png> <folder for the results>")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path, folder string) error {
	pixels, h, w, err := readPicture(path)
	if err != nil {
		return err
	}
	if h < 320 || w < 384 {
		return fmt.Errorf("%s: at least 384 x 320 pixels are needed, this has %d x %d", path, w, h)
	}
	version := ct.Version()
	fmt.Printf("libctensor %d.%d.%d, %s kernels, %d threads\n%s: %d x %d\n\n", version>>16, version>>8&255, version&255,
		ct.ISA(), ct.NumThreads(), path, w, h)
	fmt.Printf("%-38s %-8s%-26s%-26s%-6s %12s\n", "step", "dtype", "sizes", "strides", "memory", "time")
	p := pipeline{began: time.Now()}

	// The tensor borrows the decoder's memory until its last view is gone.
	photo := p.step("decoded picture, borrowed", nil)(ct.Borrow(pixels, &ct.BorrowOptions{Sizes: []int{h, w, 3}}))

	// u8 HWC -> f32 NCHW: two views, then one pass that permutes and converts.
	chw := p.step("permute to CHW", photo)(photo.Permute(2, 0, 1))
	batch := p.step("unsqueeze to NCHW", chw)(chw.Unsqueeze(0))
	values := p.step("to float32, contiguous", batch)(batch.To(ct.Float32, &ct.ToOptions{Format: ct.Contiguous}))

	// The mean of each channel, by the library.
	n255 := ct.NewScalar(255.0)
	unit := p.step("/ 255", values)(ct.Div(values, n255))
	sum := p.step("sum over N, H, W", unit)(ct.Sum(unit, &ct.SumOptions{Dims: ct.Dims(0, 2, 3)}))
	channelMean := p.step("/ (H W): mean per channel", sum)(ct.Div(sum, ct.NewScalar(h*w)))

	// Normalise with ImageNet's constants, broadcast along H and W. The tensors borrow the constants.
	perChannel := &ct.BorrowOptions{Sizes: []int{3, 1, 1}, ReadOnly: true}
	mean := p.make(ct.Borrow([]float32{0.485, 0.456, 0.406}, perChannel))
	std := p.make(ct.Borrow([]float32{0.229, 0.224, 0.225}, perChannel))
	centred := p.step("- ImageNet's mean", unit)(ct.Sub(unit, mean))
	normalised := p.step("/ ImageNet's deviation", centred)(ct.Div(centred, std))

	// Do the same four calls fused into one pass over memory, which gives the same bits.
	fused := ct.Fuse(normalise)
	p.step("those four again, call by call", batch)(one(normalise([]*ct.Tensor{batch, mean, std})))
	inOnePass := p.step("those four, fused into one pass", batch)(one(fused(batch, mean, std)))
	if equal, err := ct.Equal(inOnePass, normalised); err != nil || !equal {
		return errors.Join(p.err, err, errors.New("fusing changed values"))
	}

	// channels_last and back: the same sizes and values, other strides.
	last := p.step("contiguous(channels_last)", normalised)(normalised.Contiguous(ct.ChannelsLast))
	back := p.step("contiguous(contiguous): back", last)(last.Contiguous(ct.Contiguous))
	same := p.step("back == before?", back)(ct.Eq(back, normalised))
	nsame := p.step("how many are equal", same)(ct.Sum(same, nil))
	if equal := p.item(nsame); equal != 3*h*w {
		return errors.Join(p.err, fmt.Errorf("channels_last and back changed %d values", 3*h*w-equal))
	}

	// Luminance: our own kernel over three views of the decoder's memory. The iterator broadcasts, checks, orders,
	// allocates the output and spreads the work over threads.
	red := p.step("red: select(-1, 0)", photo)(photo.Select(-1, 0))
	green := p.step("green: select(-1, 1)", photo)(photo.Select(-1, 1))
	blue := p.step("blue: select(-1, 2)", photo)(photo.Select(-1, 2))
	grey := p.luminance(photo, red, green, blue)
	greyBytes := p.step("to uint8", grey)(grey.To(ct.UInt8, nil))

	// A thumbnail: crop, halve and mirror are views; one copy puts the pixels in order for the encoder.
	rows := p.step("rows 0 to 256", photo)(photo.Narrow(0, 0, 256))
	face := p.step("columns 96 to 352", rows)(rows.Slice(1, 96, 352, 1))
	halfRows := p.step("every second row", face)(face.Slice(0, ct.Absent, ct.Absent, 2))
	half := p.step("every second column", halfRows)(halfRows.Slice(1, ct.Absent, ct.Absent, 2))
	mirrored := p.step("flip: mirrored", half)(half.Flip(ct.Dims(1)))
	thumbnail := p.step("contiguous", mirrored)(mirrored.Contiguous(ct.Contiguous))

	// Convert the channels_last tensor back to 8 bits, and compare it with the file.
	unscaled := p.step("channels_last * deviation", last)(ct.Mul(last, std))
	uncentred := p.step("+ mean", unscaled)(ct.Add(unscaled, mean))
	levels := p.step("* 255", uncentred)(ct.Mul(uncentred, n255))
	rounded := p.step("+ 0.5", levels)(ct.Add(levels, ct.NewScalar(0.5)))
	bytes := p.step("to uint8, strides kept", rounded)(rounded.To(ct.UInt8, nil))
	planes := p.step("select(0, 0): CHW", bytes)(bytes.Select(0, 0))
	interleaved := p.step("permute to HWC", planes)(planes.Permute(1, 2, 0))
	roundTrip := p.step("contiguous: already is", interleaved)(interleaved.Contiguous(ct.Contiguous))
	match := p.step("== the decoded picture?", roundTrip)(ct.Eq(roundTrip, photo))
	nmatch := p.step("how many are equal", match)(ct.Sum(match, nil))
	matching := p.item(nmatch)
	if p.err != nil {
		return p.err
	}

	fmt.Printf("\nmean of red, green, blue: %v\n", channelMean)
	fmt.Printf("round trip through float32 and channels_last: %d of %d bytes as in the file\n", matching, 3*h*w)
	if matching != 3*h*w {
		return errors.New("the round trip has changed the picture")
	}
	for _, picture := range []struct {
		name   string
		tensor *ct.Tensor
	}{{"luminance.png", greyBytes}, {"thumbnail.png", thumbnail}, {"round_trip.png", roundTrip}} {
		if err := writePicture(folder+"/"+picture.name, picture.tensor); err != nil {
			return err
		}
	}
	return nil
}

// normalise takes a picture, a mean and a deviation. It computes, or records if the tensors are deferred.
func normalise(in []*ct.Tensor) ([]*ct.Tensor, error) {
	values, err := in[0].To(ct.Float32, &ct.ToOptions{Format: ct.Contiguous})
	if err != nil {
		return nil, err
	}
	unit, err := ct.Div(values, ct.NewScalar(255.0))
	if err != nil {
		return nil, err
	}
	centred, err := ct.Sub(unit, in[1])
	if err != nil {
		return nil, err
	}
	normalised, err := ct.Div(centred, in[2])
	return []*ct.Tensor{normalised}, err
}

func one(made []*ct.Tensor, err error) (*ct.Tensor, error) {
	if err != nil {
		return nil, err
	}
	return made[0], nil
}

// A pipeline reports its steps, and keeps the first error: later calls get nil tensors and fail too.
type pipeline struct {
	began time.Time
	err   error
}

// make takes a call's results.
func (p *pipeline) make(made *ct.Tensor, err error) *ct.Tensor {
	if p.err == nil {
		p.err = err
	}
	return made
}

// step starts the clock; the function that it returns takes a call's results and prints a line.
func (p *pipeline) step(what string, from *ct.Tensor) func(made *ct.Tensor, err error) *ct.Tensor {
	p.began = time.Now()
	return func(made *ct.Tensor, err error) *ct.Tensor {
		took := time.Since(p.began)
		p.make(made, err)
		if p.err == nil {
			report(what, made, from, took)
		}
		return made
	}
}

func (p *pipeline) item(t *ct.Tensor) int {
	value, err := t.Item()
	if p.err == nil {
		p.err = err
	}
	return int(value.Int())
}

// luminance runs our own kernel. The iterator hands it pieces of at most two dims, on several threads at once, in the
// order that suits the operands' memory best.
func (p *pipeline) luminance(photo, red, green, blue *ct.Tensor) *ct.Tensor {
	var linear [256]float32 // an 8-bit sRGB level -> light
	for i := range linear {
		level := float32(i) / 255
		if level <= 0.04045 {
			linear[i] = level / 12.92
		} else {
			linear[i] = power((level+0.055)/1.055, 2.4)
		}
	}
	began := time.Now()
	it, err := ct.NewIter(&ct.IterConfig{Flags: ct.NoSameDTypeCheck, Outputs: []*ct.Tensor{nil}, // allocated
		Inputs: []*ct.Tensor{red, green, blue}, OutputDTypes: []ct.DType{ct.Float32}})
	if err != nil {
		return p.make(nil, err)
	}
	defer it.Close()
	built := time.Now()
	err = it.ForEach(0, func(piece ct.Piece) error {
		r, g, b := ct.Input[uint8](piece, 0), ct.Input[uint8](piece, 1), ct.Input[uint8](piece, 2)
		out := ct.Output[float32](piece, 0)
		for j := range piece.Size1() {
			for i := range piece.Size0() {
				y := float32(0.2126*linear[r.At(i, j)]) + float32(0.7152*linear[g.At(i, j)]) +
					float32(0.0722*linear[b.At(i, j)]) // ITU-R BT.709
				if y <= 0.0031308 {
					y = 12.92 * y
				} else {
					y = float32(1.055*power(y, 1/2.4)) - 0.055
				}
				out.Set(i, j, float32(255*y)+0.5)
			}
		}
		return nil
	})
	walked := time.Now()
	p.make(nil, err)
	made := p.make(it.Operand(0))
	if p.err != nil {
		return nil
	}
	report("our kernel: luminance", made, photo, walked.Sub(built))
	dims := "dims"
	if it.Ndim() == 1 {
		dims = "dim"
	}
	fmt.Printf("    iterator built in %.1f us: %d %s, strides in bytes out %d, in %d\n", microseconds(built.Sub(began)),
		it.Ndim(), dims, it.Strides(0)[0], it.Strides(1)[0])
	return made
}

func power(x, y float32) float32 { return float32(math.Pow(float64(x), float64(y))) }

func report(what string, made, from *ct.Tensor, took time.Duration) {
	if from == nil {
		from = made
	}
	memory := "moved"
	if memoryOf(made) == memoryOf(from) {
		memory = "view"
	}
	fmt.Printf("%-38s %-8v%s%s%-6s %9.1f us\n", what, made.DType(), listed(made.Sizes()), listed(made.Strides()), memory,
		microseconds(took))
}

// memoryOf returns where a tensor's storage starts, which is the same for all its views.
func memoryOf(t *ct.Tensor) uintptr {
	return uintptr(t.Data()) - uintptr(t.StorageOffset()*t.DType().Size())
}

func listed(values []int) string {
	text := strings.ReplaceAll(fmt.Sprint(values), " ", ", ")
	return fmt.Sprintf("%-26s", text)
}

func microseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
