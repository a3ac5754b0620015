package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"

	ct "libctensor.example/ctensor"
)

// readPicture decodes a PNG to rows of red, green and blue.
func readPicture(path string) (pixels []uint8, h, w int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, 0, err
	}
	defer file.Close()
	picture, err := png.Decode(file)
	if err != nil {
		return nil, 0, 0, fmt.Errorf("%s: %w", path, err)
	}
	bounds := picture.Bounds()
	h, w = bounds.Dy(), bounds.Dx()
	pixels = make([]uint8, 0, 3*h*w)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA)
			pixels = append(pixels, c.R, c.G, c.B)
		}
	}
	return pixels, h, w, nil
}

// writePicture encodes a contiguous uint8 tensor, [H, W] or [H, W, 3].
func writePicture(path string, t *ct.Tensor) error {
	sizes := t.Sizes()
	rectangle := image.Rect(0, 0, sizes[1], sizes[0])
	var picture image.Image
	if err := ct.Read(t, func(values []uint8) {
		if len(sizes) == 2 {
			grey := image.NewGray(rectangle)
			copy(grey.Pix, values)
			picture = grey
			return
		}
		colours := image.NewNRGBA(rectangle)
		for i := range len(values) / 3 {
			copy(colours.Pix[4*i:], values[3*i:3*i+3])
			colours.Pix[4*i+3] = 255
		}
		picture = colours
	}); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := png.Encode(file, picture); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	fmt.Printf("wrote %s\n", path)
	return file.Close()
}
