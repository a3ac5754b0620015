package ctensor_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	. "ctensor"
)

func TestNpy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.npy")
	x := must(FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3))(t)
	check(t, SaveNpy(path, x))
	for _, options := range []*FileOptions{nil, {Copy: true}} {
		back := must(LoadNpy(path, options))(t)
		if !must(Equal(x, back))(t) || back.IsReadOnly() != (options == nil) {
			t.Error(back)
		}
	}
	file := must(OpenFile(path, nil))(t)
	if file.Format() != Npy || !slices.Equal(file.Names(), []string{""}) {
		t.Error(file.Format(), file.Names())
	}
	check(t, os.Remove(path))
	if !must(Equal(x, must(file.At(0))(t)))(t) {
		t.Error("the map is gone")
	}
	_, err := LoadNpy(path, nil)
	wantStatus(t, err, ErrIO)
	if !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
	wantStatus(t, SaveNpy("a\x00b", x), ErrInvalid)
	wantStatus(t, SaveNpy(path, nil), ErrInvalid)
	_, err = (*File)(nil).At(0)
	wantStatus(t, err, ErrInvalid)
	_, err = (*File)(nil).Get("x")
	wantStatus(t, err, ErrInvalid)
}

func TestSafetensors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.safetensors")
	x := must(FromSlice([]int64{1, -2}))(t)
	half := must(x.To(BFloat16, nil))(t)
	check(t, SaveSafetensors(path, []NamedTensor{{"x", x}, {"half", half}}, Metadata{"format", "pt"}))
	file := must(OpenFile(path, &FileOptions{Copy: true}))(t)
	if !slices.Equal(file.Names(), []string{"x", "half"}) || !slices.Equal(file.Metadata(), []Metadata{{"format", "pt"}}) {
		t.Error(file.Names(), file.Metadata())
	}
	if !must(Equal(half, must(file.Get("half"))(t)))(t) {
		t.Error("other elements")
	}
	_, err := file.Get("y")
	wantStatus(t, err, ErrIndex)
	_, err = file.At(2)
	wantStatus(t, err, ErrIndex)
	bytes, err := os.ReadFile(path)
	check(t, err)
	if !must(Equal(x, must(must(OpenBytes(bytes))(t).Get("x"))(t)))(t) {
		t.Error("other elements")
	}
	_, err = OpenBytes(bytes[:len(bytes)-1])
	wantStatus(t, err, ErrFormat)
	_, err = OpenBytes(nil)
	wantStatus(t, err, ErrFormat)
	wantStatus(t, SaveSafetensors(path, []NamedTensor{{"x", x}, {"x", x}}), ErrInvalid)
	if !must(Equal(x, must(must(OpenFile(path, nil))(t).Get("x"))(t)))(t) {
		t.Error("a failure changed the file that was there")
	}
	header := `{"a":{"dtype":"BOOL","shape":[3],"data_offsets":[0,3]}}`
	made := append([]byte{byte(len(header)), 0, 0, 0, 0, 0, 0, 0}, header...)
	flags := must(must(OpenBytes(append(made, 0, 1, 7)))(t).Get("a"))(t)
	wantValues[bool](t, flags, false, true, true)
}

func TestNpz(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.npz")
	x := must(FromSlice([]float64{1, 2}))(t)
	for _, deflate := range []bool{false, true} {
		err := SaveNpz(path, deflate, NamedTensor{"x", x})
		if errors.Is(err, ErrUnsupported) {
			t.Skip("libzip is not on this machine")
		}
		check(t, err)
		file := must(OpenFile(path, nil))(t)
		if file.Format() != Npz || !must(Equal(x, must(file.Get("x"))(t)))(t) {
			t.Error(file.Format(), file.Names())
		}
	}
}
